package claims

import (
	"context"
	"errors"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/dynamic-resource-allocation/resourceclaim"
	"k8s.io/dynamic-resource-allocation/structured"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	v1helper "k8s.io/kubernetes/pkg/apis/core/v1/helper"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources"

	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// The devices that the claims of a group need are planned together in PreFilter of each of its pods, with
// the allocations that exist then. While the pod is scheduled, the devices planned for the other pods are
// in use. They are never kept longer: the next pod has a plan of its own, which exists because the last one
// does. So nothing has to be released if a pod is deleted, if a write fails, or after a restart.

// groupPlan has the nodes and devices for the other pods of a pod's group.
type groupPlan struct {
	results []resourceapi.AllocationResult // for claims that the pod does not use
	node    string                         // the only node for the pod, because it shares claims; "" for any
	others  map[string]planned             // by node
	fits    func(pod *v1.Pod, info fwk.NodeInfo) bool
	gaveUp  string // reason for which there is no plan; "" if there is one, or it is certain that there is none
	leftOut string // pods that the plan does without, and why; "" if there are none
}

// planned is the pods planned on a node.
type planned struct {
	info  fwk.NodeInfo // with the pods
	count int
}

// refuses returns the reason for which a pod cannot be on a node according to the plan, or "".
func (g *groupPlan) refuses(pod *v1.Pod, node string) string {
	if g == nil {
		return ""
	}
	if g.node != "" && g.node != node {
		return "the pod shares claims with pods of its group that are planned on node " + g.node
	}
	if on, is := g.others[node]; is && !g.fits(pod, on.info) {
		return fmt.Sprintf("%s planned here for pods of the group, and the rest is too small", counted(on.count, "place is", "places are"))
	}
	return ""
}

func counted(count int, one, more string) string {
	if count == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, more)
}

// note returns a remark for the reason for which a pod's claims do not fit on a node, or "".
func (g *groupPlan) note(node string) string {
	if g == nil {
		return ""
	}
	text := ""
	switch {
	case g.gaveUp != "":
		text = "; the devices of its group were not planned: " + g.gaveUp
	case g.others[node].count > 0:
		text = "; those planned for other pods of its group count as in use"
	}
	if g.leftOut != "" {
		text += "; the plan for its group leaves out " + g.leftOut
	}
	return text
}

// devices returns the devices that are planned for other pods.
func (g *groupPlan) devices() map[structured.DeviceID]bool {
	if g == nil {
		return nil
	}
	out := make(map[structured.DeviceID]bool)
	for i := range g.results {
		for _, d := range g.results[i].Devices.Results {
			if d.AdminAccess == nil || !*d.AdminAccess {
				out[structured.MakeDeviceID(d.Driver, d.Pool, d.Device)] = true
			}
		}
	}
	return out
}

// planGroup plans the devices of a pod's group. It returns nil if the pod is in no group, or no other pod
// of it needs devices. The status rejects the pod while its group waits for claims.
func (p *Plugin) planGroup(ctx context.Context, cycle fwk.CycleState, a *allocator, nodes []fwk.NodeInfo) (*groupPlan, *fwk.Status) {
	others := p.others(cycle, a.pod)
	members, status := p.membersOf(a.pod, &others)
	if !status.IsSuccess() || !slices.ContainsFunc(members, func(m *member) bool { return m.pod != a.pod && len(m.claims) > 0 }) {
		return nil, status
	}
	if len(members) > mostMembers {
		return &groupPlan{gaveUp: fmt.Sprintf("its %d pods with claims are more than %d", len(members), mostMembers)}, nil
	}
	var group fwk.PodGroupCycleState // nil for a gang
	if cycle.IsPodGroupSchedulingCycle() {
		group = groupStateOf(cycle)
	}
	if why := gaveUpIn(group); why != "" {
		return &groupPlan{gaveUp: why}, nil
	}
	by, err := a.newAllocator(ctx)
	if err != nil {
		return nil, fwk.AsStatus(err)
	}
	planner := newGroupPlanner(ctx, by, nodes, members)
	planner.held = func(node string) (map[structured.DeviceID]bool, error) { return p.held(node, by, nil) }
	planner.fits, planner.asked = p.fits, a.pod.UID
	found := planner.plan(others.spare)
	klog.FromContext(ctx).V(4).Info("Koord: planned the devices of a group", "pod", klog.KObj(a.pod), "pods", len(members), "found", found,
		"allocations", planner.runs, "steps", planner.steps, "limit", planner.limit, "doubt", planner.doubt, "err", planner.failed)
	switch {
	case ctx.Err() != nil:
		return nil, fwk.AsStatus(context.Cause(ctx))
	case found:
		return planner.planFor(a.pod), nil
	}
	plan := &groupPlan{gaveUp: planner.why(), leftOut: textOf(planner.leftOut)}
	if group != nil && plan.gaveUp != "" {
		group.Write(gaveUpKey, gaveUp(plan.gaveUp))
	}
	return plan, nil
}

// why returns the reason for which it is not known whether there is a plan, or "" if there is none.
func (g *groupPlanner) why() string {
	switch {
	case g.failed != nil:
		return g.failed.Error()
	case g.limit != "":
		return "the search ended at its limit of " + g.limit
	}
	return g.doubt
}

// textOf names the pods of units that a plan leaves out, and states the reason for the first.
func textOf(units []leftOut) string {
	if len(units) == 0 {
		return ""
	}
	pods := 0
	for _, left := range units {
		pods += len(left.unit.members)
	}
	text := "pod " + klog.KObj(units[0].unit.members[0].pod).String()
	if pods > 1 {
		text += " and " + counted(pods-1, "other", "others")
	}
	return fmt.Sprintf("%s: %v", text, units[0].why)
}

// gaveUpKey is the key in the state of a pod group of the reason for which a search for its plan ended. Its
// other pods do not search again in this attempt.
const gaveUpKey fwk.StateKey = Name + "/gaveUp"

type gaveUp string

func (g gaveUp) Clone() fwk.StateData { return g }

func gaveUpIn(group fwk.PodGroupCycleState) string {
	if group == nil {
		return ""
	}
	data, err := group.Read(gaveUpKey)
	if err != nil {
		return ""
	}
	why, _ := data.(gaveUp)
	return string(why)
}

// planFor returns the plan for all pods but one.
func (g *groupPlanner) planFor(pod *v1.Pod) *groupPlan {
	out := &groupPlan{others: map[string]planned{}, fits: g.fits, leftOut: textOf(g.leftOut)}
	for i := range g.spots {
		at := &g.spots[i]
		own := map[types.UID]bool{}
		count, name := 0, at.info.Node().Name
		for _, u := range at.units {
			for _, m := range u.members {
				count++
				if m.pod.UID != pod.UID {
					continue
				}
				count--
				for _, claim := range m.claims {
					own[claim.UID] = true
				}
				if len(u.members) > 1 {
					out.node = name
				}
				if at.info.RemovePod(klog.FromContext(g.ctx), pod) != nil {
					count = 0
				}
			}
		}
		for j, claim := range at.claims {
			if !own[claim.UID] {
				out.results = append(out.results, at.results[j])
			}
		}
		if count > 0 {
			out.others[name] = planned{at.info, count}
		}
	}
	return out
}

// companions are the other pods of a pod's group that have no place yet.
type companions struct {
	pods   []*v1.Pod
	isGang bool // the group is placed with a number of pods, or not at all
	spare  int  // how many pods a gang can do without, including the pod
}

// others returns the other pods of a pod's group: of a pod group of Kubernetes, or a gang by label or annotation.
func (p *Plugin) others(cycle fwk.CycleState, pod *v1.Pod) companions {
	name := request.GroupOf(pod)
	if name == "" {
		if holders := p.holders(); holders != nil && request.GangOf(pod).Name != "" {
			others, spare := holders.Gang(pod)
			return companions{others, true, max(spare, 0)}
		}
		return companions{}
	}
	if !cycle.IsPodGroupSchedulingCycle() {
		return companions{}
	}
	group, err := p.handle.SnapshotSharedLister().PodGroupStates().Get(pod.Namespace, name)
	if err != nil {
		return companions{}
	}
	var out companions
	for _, other := range group.UnscheduledPods() {
		if other.UID != pod.UID {
			out.pods = append(out.pods, other)
		}
	}
	if needed := p.minCount(pod.Namespace, name); needed > 0 {
		out.isGang = true
		out.spare = max(len(out.pods)+1-max(needed-group.ScheduledPodsCount(), 1), 0)
	}
	return out
}

// membersOf returns a pod and those others that have claims and can be scheduled now. If a gang needs a pod whose
// claims do not exist yet, or are being deleted, its other pods wait: they would take devices, and hold them, although the
// gang has no place. They are tried again with this pod, whose claims make kube-scheduler queue it.
func (p *Plugin) membersOf(pod *v1.Pod, others *companions) ([]*member, *fwk.Status) {
	var members []*member
	var lacking []error
	for _, other := range append([]*v1.Pod{pod}, others.pods...) {
		m, err := p.memberOf(other)
		switch {
		case m != nil:
			members = append(members, m)
		case err != nil && other != pod: // DynamicResources rejects the pod itself
			lacking = append(lacking, err)
		}
	}
	if others.isGang && len(lacking) > others.spare {
		why := "the group waits: " + lacking[0].Error()
		if more := len(lacking) - 1; more > 0 {
			why += ", and " + counted(more, "other pod lacks claims", "other pods lack claims")
		}
		return nil, fwk.NewStatus(fwk.UnschedulableAndUnresolvable, why)
	}
	others.spare = max(others.spare-len(lacking), 0)
	return members, nil
}

// memberOf returns a pod with its claims, or nil if it has none, or the pod cannot be scheduled now. The error names
// a claim that the pod lacks.
func (p *Plugin) memberOf(pod *v1.Pod) (*member, error) {
	if len(pod.Spec.SchedulingGates) > 0 || pod.DeletionTimestamp != nil {
		return nil, nil
	}
	m := &member{pod: pod}
	claims := p.handle.manager.SharedDRAManager.ResourceClaims()
	for i := range pod.Spec.ResourceClaims {
		claim, err := p.claimOf(pod, &pod.Spec.ResourceClaims[i])
		if err != nil {
			return nil, fmt.Errorf("pod %s: %w", klog.KObj(pod), err)
		}
		if claim == nil {
			continue
		}
		allocation := claim.Status.Allocation
		if allocation == nil {
			allocation = claims.GetPendingAllocation(claim.UID)
		}
		switch {
		case allocation != nil:
			m.fixed = append(m.fixed, allocation)
		case p.allocates(claim):
			m.claims = append(m.claims, claim)
		}
	}
	if len(m.claims)+len(m.fixed) == 0 {
		return nil, nil
	}
	return m, nil
}

// claimOf returns a claim of a pod, or nil if the pod has none for this entry.
func (p *Plugin) claimOf(pod *v1.Pod, entry *v1.PodResourceClaim) (*resourceapi.ResourceClaim, error) {
	name, mustCheckOwner, err := resourceclaim.Name(pod, entry)
	switch {
	case errors.Is(err, resourceclaim.ErrClaimNotFound) && entry.ResourceClaimTemplateName != nil:
		return nil, fmt.Errorf("the ResourceClaim %s of template %s is not created yet", entry.Name, *entry.ResourceClaimTemplateName)
	case err != nil || name == nil:
		return nil, err
	}
	claim, err := p.handle.manager.SharedDRAManager.ResourceClaims().Get(pod.Namespace, *name)
	switch {
	case err != nil: // the tracker has no other errors
		return nil, fmt.Errorf("ResourceClaim %s does not exist", *name)
	case claim.DeletionTimestamp != nil:
		return nil, fmt.Errorf("ResourceClaim %s is being deleted", *name)
	case !mustCheckOwner:
		return claim, nil
	}
	return claim, resourceclaim.IsForPod(pod, claim, utilfeature.DefaultFeatureGate.Enabled(features.DRAWorkloadResourceClaims))
}

// fits reports whether the resources of a node suffice for a pod. Extended resources are left to the plugins
// that know them.
func (p *Plugin) fits(pod *v1.Pod, info fwk.NodeInfo) bool {
	lacks := noderesources.Fits(pod, info, p.handle.Handle.SharedDRAManager(), noderesources.ResourceRequestsOptions{
		EnablePodLevelResources: utilfeature.DefaultFeatureGate.Enabled(features.PodLevelResources)})
	return !slices.ContainsFunc(lacks, func(r noderesources.InsufficientResource) bool {
		return !v1helper.IsExtendedResourceName(r.ResourceName)
	})
}
