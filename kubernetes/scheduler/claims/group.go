package claims

import (
	"context"
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
	gaveUp  string // reason for which there is no plan; "" if there is one, or none is needed
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
	switch {
	case g == nil:
		return ""
	case g.gaveUp != "":
		return "; the devices of its group were not planned: " + g.gaveUp
	case g.others[node].count > 0:
		return "; those planned for other pods of its group count as in use"
	}
	return ""
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
// of it needs devices.
func (p *Plugin) planGroup(ctx context.Context, cycle fwk.CycleState, a *allocator, nodes []fwk.NodeInfo) (*groupPlan, error) {
	others, spare := p.others(cycle, a.pod)
	if len(others) == 0 {
		return nil, nil
	}
	members, needed := make([]*member, 0, len(others)+1), false
	for _, pod := range append([]*v1.Pod{a.pod}, others...) {
		if m := p.memberOf(pod); m != nil {
			members = append(members, m)
			needed = needed || pod != a.pod && len(m.claims) > 0
		}
	}
	if !needed {
		return nil, nil
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
		return nil, err
	}
	planner := newGroupPlanner(ctx, by, nodes, members)
	planner.held = func(node string) (map[structured.DeviceID]bool, error) { return p.held(node, by, nil) }
	planner.fits, planner.asked = p.fits, a.pod.UID
	found := planner.plan(spare)
	klog.FromContext(ctx).V(4).Info("Koord: planned the devices of a group", "pod", klog.KObj(a.pod), "pods", len(members), "found", found,
		"allocations", planner.runs, "steps", planner.steps, "err", planner.failed)
	switch {
	case planner.failed != nil:
		return nil, nil // the pod that is concerned fails by itself
	case !found && planner.gaveUp:
		why := fmt.Sprintf("the search ended after %d allocations and %d steps", planner.runs, planner.steps)
		if planner.matches >= mostMatches {
			why = fmt.Sprintf("the search ended after %d comparisons of labels and taints", planner.matches)
		}
		if group != nil {
			group.Write(gaveUpKey, gaveUp(why))
		}
		return &groupPlan{gaveUp: why}, nil
	case !found:
		return nil, nil
	}
	return planner.planFor(a.pod), nil
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

// others returns the other pods of a pod's group that have no place yet, and how many pods the group can do
// without: a pod group of Kubernetes, or a gang by label or annotation.
func (p *Plugin) others(cycle fwk.CycleState, pod *v1.Pod) (others []*v1.Pod, spare int) {
	name := request.GroupOf(pod)
	if name == "" {
		if holders := p.holders(); holders != nil && request.GangOf(pod).Name != "" {
			return holders.Gang(pod)
		}
		return nil, 0
	}
	if !cycle.IsPodGroupSchedulingCycle() {
		return nil, 0
	}
	group, err := p.handle.SnapshotSharedLister().PodGroupStates().Get(pod.Namespace, name)
	if err != nil {
		return nil, 0
	}
	for _, other := range group.UnscheduledPods() {
		if other.UID != pod.UID {
			others = append(others, other)
		}
	}
	needed := p.minCount(pod.Namespace, name)
	if needed == 0 {
		return others, 0
	}
	return others, max(len(others)+1-max(needed-group.ScheduledPodsCount(), 1), 0)
}

// memberOf returns a pod with its claims, or nil if it has none, they are not known, or the pod cannot be
// scheduled now.
func (p *Plugin) memberOf(pod *v1.Pod) *member {
	if len(pod.Spec.SchedulingGates) > 0 || pod.DeletionTimestamp != nil {
		return nil
	}
	m := &member{pod: pod}
	claims := p.handle.manager.SharedDRAManager.ResourceClaims()
	for i := range pod.Spec.ResourceClaims {
		name, mustCheckOwner, err := resourceclaim.Name(pod, &pod.Spec.ResourceClaims[i])
		if err != nil {
			return nil
		}
		if name == nil {
			continue
		}
		claim, err := claims.Get(pod.Namespace, *name)
		if err != nil || claim.DeletionTimestamp != nil ||
			mustCheckOwner && resourceclaim.IsForPod(pod, claim, utilfeature.DefaultFeatureGate.Enabled(features.DRAWorkloadResourceClaims)) != nil {
			return nil
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
		return nil
	}
	return m
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
