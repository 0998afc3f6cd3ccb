package claims

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/dynamic-resource-allocation/resourceclaim"
	"k8s.io/dynamic-resource-allocation/structured"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	v1helper "k8s.io/kubernetes/pkg/apis/core/v1/helper"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources"

	"libkoord.invalid/koord/kubernetes/dra"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// The devices that the claims of a group need are planned together in PreFilter of each of its pods, with
// the allocations that exist then. While the pod is scheduled, the devices planned for the other pods are
// in use. They are never kept longer: the next pod has a plan of its own, which exists because the last one
// does. So nothing has to be released if a pod is deleted, if a write fails, or after a restart.

// groupPlan has the nodes and devices for the other pods of a pod's group.
type groupPlan struct {
	results  []resourceapi.AllocationResult // for claims that the pod does not use
	node     string                         // the only node for the pod, because it shares claims; "" for any
	others   map[string]planned             // by node
	fits     func(pod *v1.Pod, info fwk.NodeInfo) bool
	gaveUp   string // reason for which it is not known whether there is a plan, or ""
	shortage string // reason for which there is no plan, or ""
	lasts    bool   // there is none even if other pods are evicted
	leftOut  string // pods that the plan does without, and why; "" if there are none
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
	case g.shortage != "":
		text = "; " + g.shortage
	case g.others[node].count > 0:
		text = "; those planned for other pods of its group count as in use"
	}
	return text + g.remark()
}

// remark names the pods that the plan does without, or returns "".
func (g *groupPlan) remark() string {
	if g.leftOut == "" {
		return ""
	}
	return "; the plan for its group leaves out " + g.leftOut
}

// refusal returns the reason for which no node can take the pod, because its group has no plan, or "".
func (g *groupPlan) refusal() string {
	if g == nil || !g.lasts {
		return ""
	}
	return g.shortage + g.remark()
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

// fitsAlways ignores the resources of nodes: other pods may be evicted there.
func fitsAlways(*v1.Pod, fwk.NodeInfo) bool { return true }

// canDeallocate reports whether some claims are allocated: PostFilter of DynamicResources deallocates one that no pod
// uses, so that it may get other devices.
func canDeallocate(members []*member) bool {
	return slices.ContainsFunc(members, func(m *member) bool { return len(m.fixed) > 0 })
}

// mayEvictHolder reports whether a pod may be evicted in favour of another one, and may hold devices.
func mayEvictHolder(pod *v1.Pod, nodes []fwk.NodeInfo) bool {
	if policy := pod.Spec.PreemptionPolicy; policy != nil && *policy == v1.PreemptNever {
		return false
	}
	priority := corev1helpers.PodPriority(pod)
	for _, info := range nodes {
		for _, on := range info.GetPods() {
			other := on.GetPod()
			if corev1helpers.PodPriority(other) < priority && (len(other.Spec.ResourceClaims) > 0 ||
				other.Status.ExtendedResourceClaimStatus != nil || other.Annotations[objects.AnnotationDeviceAllocated] != "") {
				return true
			}
		}
	}
	return false
}

// planGroup plans the devices of a pod's group. It returns nil if the pod is in no group, or no
// other pod of it needs devices. The status rejects the pod while its gang waits for claims.
func (p *Plugin) planGroup(ctx context.Context, cycle fwk.CycleState, a *allocator, nodes []fwk.NodeInfo) (
	*groupPlan, *fwk.Status) {
	others := p.others(cycle, a.pod)
	members, without := p.membersOf(a.pod, others.pods)
	var by *dra.Allocator // nil if no other pod needs devices
	if slices.ContainsFunc(members, func(m *member) bool { return m.pod != a.pod && len(m.claims) > 0 }) {
		var err error
		if by, err = a.newAllocator(ctx); err != nil {
			return nil, fwk.AsStatus(err)
		}
		var invalid []excluded
		members, invalid = checkMembers(by, members)
		without = append(without, invalid...)
	}
	without = slices.DeleteFunc(without, func(e excluded) bool { return e.pod == a.pod }) // DynamicResources rejects it, or Filter
	if why := others.waitFor(without); why != "" {
		return nil, fwk.NewStatus(fwk.UnschedulableAndUnresolvable, why)
	}
	var group fwk.PodGroupCycleState // nil for a gang
	if cycle.IsPodGroupSchedulingCycle() {
		group = groupStateOf(cycle)
	}
	plan := unplannedIn(group, nodes)
	switch {
	case plan != nil:
	case by == nil:
		return nil, nil
	case len(members) > mostMembers:
		plan = &groupPlan{gaveUp: fmt.Sprintf("its %d pods with claims are more than %d", len(members), mostMembers)}
	default:
		spare := max(others.spare-len(without), 0)
		plannerWith := func(fits func(*v1.Pod, fwk.NodeInfo) bool) *groupPlanner {
			planner := newGroupPlanner(ctx, by, nodes, members)
			planner.held = func(node string) (map[structured.DeviceID]bool, error) { return p.held(node, by, a.attempt) }
			planner.fits, planner.asked = fits, a.pod.UID
			return planner
		}
		planner := plannerWith(p.fits)
		plan = planner.planFor(a.pod, spare)
		if plan.shortage != "" && others.isGang && !canDeallocate(members) && !mayEvictHolder(a.pod, nodes) {
			plan.lasts = planner.lacksDevices() || len(planner.crowded) > 0 && plannerWith(fitsAlways).provesShortage(spare)
		}
		if ctx.Err() != nil {
			return nil, fwk.AsStatus(context.Cause(ctx))
		}
		if group != nil && (plan.gaveUp != "" || plan.shortage != "" && !by.HasDevicesOfSeveralNodes()) {
			group.Write(unplannedKey, &unplanned{*plan, nodes})
		}
	}
	plan.leftOut = textOf(without)
	return plan, nil
}

// planFor plans the devices of all units, or all but some pods, and returns the plan for the pods
// beside one.
func (g *groupPlanner) planFor(pod *v1.Pod, spare int) *groupPlan {
	plan := &groupPlan{}
	found := g.plan(spare)
	switch {
	case found:
		plan = g.planWithout(pod)
	case g.isExact():
		plan.shortage = g.shortage()
	default:
		plan.gaveUp = g.why()
	}
	klog.FromContext(g.ctx).V(4).Info("Koord: planned the devices of a group", "pod", klog.KObj(pod), "pods", g.pods(),
		"found", found, "allocations", g.runs, "steps", g.steps, "reason", plan.gaveUp+plan.shortage)
	return plan
}

// excluded is a pod that cannot be planned.
type excluded struct {
	pod *v1.Pod
	why error // names a claim
	// isTried reports whether kube-scheduler tries the pod nevertheless, and reports the reason
	// with it. Otherwise DynamicResources keeps it out of the queue.
	isTried bool
}

// textOf names excluded pods, and states the reason for the first.
func textOf(pods []excluded) string {
	if len(pods) == 0 {
		return ""
	}
	text := "pod " + klog.KObj(pods[0].pod).String()
	if more := len(pods) - 1; more > 0 {
		text += " and " + counted(more, "other", "others")
	}
	return fmt.Sprintf("%s: %v", text, pods[0].why)
}

// unplannedKey is the key of unplanned in the state of a pod group.
const unplannedKey fwk.StateKey = Name + "/unplanned"

// unplanned has the reason for which the devices of a pod group are not planned. Its other pods do
// not search again in this attempt: without a plan for all pods there is none for the rest of them.
// If kube-scheduler tries several placements, a shortage is one of the nodes of a placement.
type unplanned struct {
	plan  groupPlan // with gaveUp or shortage
	nodes []fwk.NodeInfo
}

func (u *unplanned) Clone() fwk.StateData { return u }

// unplannedIn returns the plan of a pod group whose devices are not planned on these nodes in this
// attempt, or nil.
func unplannedIn(group fwk.PodGroupCycleState, nodes []fwk.NodeInfo) *groupPlan {
	if group == nil {
		return nil
	}
	data, err := group.Read(unplannedKey)
	if err != nil {
		return nil
	}
	why, is := data.(*unplanned)
	sameNode := func(a, b fwk.NodeInfo) bool { return a.Node().Name == b.Node().Name }
	if !is || why.plan.gaveUp == "" && !slices.EqualFunc(why.nodes, nodes, sameNode) {
		return nil
	}
	plan := why.plan
	return &plan
}

// planWithout returns the plan for all pods but one.
func (g *groupPlanner) planWithout(pod *v1.Pod) *groupPlan {
	out := &groupPlan{others: map[string]planned{}, fits: g.fits}
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

// companions are the other pods of a pod's group that have no place yet, and can be scheduled.
type companions struct {
	pods       []*v1.Pod
	isPodGroup bool // of Kubernetes, which kube-scheduler places
	isGang     bool // the group is placed with a number of pods, or not at all
	spare      int  // how many pods a gang can do without, including the pod
}

// waitFor returns the reason for which a pod waits for others that its gang needs, or "". Without
// that it would take devices, and hold them, although the gang has no place. The pod is tried again
// with the others: kube-scheduler queues those when their claims or classes change. It places no
// pod of a pod group without the others that it tries, and these have the message.
func (c *companions) waitFor(pods []excluded) string {
	if c.isPodGroup {
		pods = slices.DeleteFunc(slices.Clone(pods), func(e excluded) bool { return e.isTried })
	}
	if !c.isGang || len(pods) <= c.spare {
		return ""
	}
	return "the group waits: " + textOf(pods)
}

// others returns the other pods of a pod's group: of a pod group of Kubernetes, or a gang by label or annotation.
func (p *Plugin) others(cycle fwk.CycleState, pod *v1.Pod) companions {
	name := request.GroupOf(pod)
	if name == "" {
		if holders := p.holders(); holders != nil && request.GangOf(pod).Name != "" {
			others, spare := holders.Gang(pod)
			return companions{pods: others, isGang: true, spare: max(spare, 0)}
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
	out := companions{isPodGroup: true}
	for _, other := range group.UnscheduledPods() {
		if other.UID != pod.UID && request.CanBeScheduled(other) {
			out.pods = append(out.pods, other)
		}
	}
	if needed := p.minCount(pod.Namespace, name); needed > 0 {
		out.isGang = true
		out.spare = max(len(out.pods)+1-max(needed-group.ScheduledPodsCount(), 1), 0)
	}
	return out
}

// membersOf returns a pod and those others that have claims, and the pods that cannot be planned,
// the others by name, so that messages do not change between attempts.
func (p *Plugin) membersOf(pod *v1.Pod, others []*v1.Pod) (members []*member, without []excluded) {
	slices.SortFunc(others, func(a, b *v1.Pod) int { return cmp.Compare(a.Name, b.Name) })
	for _, other := range append([]*v1.Pod{pod}, others...) {
		switch m, why := p.memberOf(other); {
		case why != nil:
			without = append(without, *why)
		case len(m.claims)+len(m.fixed) > 0:
			members = append(members, m)
		}
	}
	return members, without
}

// checkMembers returns the members with valid claims, and the others.
func checkMembers(by *dra.Allocator, members []*member) (valid []*member, without []excluded) {
	for _, m := range members {
		if err := by.Check(m.claims); err != nil {
			without = append(without, excluded{m.pod, err, true})
		} else {
			valid = append(valid, m)
		}
	}
	return valid, without
}

// memberOf returns a pod with its claims. It returns the reason if the pod lacks a claim, or a
// DeviceClass.
func (p *Plugin) memberOf(pod *v1.Pod) (*member, *excluded) {
	m := &member{pod: pod}
	claims := p.handle.manager.SharedDRAManager.ResourceClaims()
	for i := range pod.Spec.ResourceClaims {
		claim, err := p.claimOf(pod, &pod.Spec.ResourceClaims[i])
		if err != nil {
			return nil, &excluded{pod, err, false}
		}
		if claim == nil {
			continue
		}
		allocation := claim.Status.Allocation
		if allocation == nil {
			allocation = claims.GetPendingAllocation(claim.UID)
		}
		if allocation != nil {
			m.fixed = append(m.fixed, allocation)
			continue
		}
		if err := p.checkClasses(claim); err != nil {
			return nil, &excluded{pod, err, true}
		}
		if p.allocates(claim) {
			m.claims = append(m.claims, claim)
		}
	}
	return m, nil
}

// checkClasses returns an error if a claim names a DeviceClass that does not exist. PreFilter of
// DynamicResources rejects the pods of such a claim.
func (p *Plugin) checkClasses(claim *resourceapi.ResourceClaim) error {
	for i := range claim.Spec.Devices.Requests {
		r := &claim.Spec.Devices.Requests[i]
		var classes []string
		if r.Exactly != nil {
			classes = append(classes, r.Exactly.DeviceClassName)
		}
		for j := range r.FirstAvailable {
			classes = append(classes, r.FirstAvailable[j].DeviceClassName)
		}
		for _, class := range classes {
			if _, err := p.classesOf.Get(class); apierrors.IsNotFound(err) {
				return fmt.Errorf("ResourceClaim %s, request %s: DeviceClass %s does not exist", claim.Name, r.Name, class)
			}
		}
	}
	return nil
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
