//go:build !kube1_36

package nativegroup

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// PodGroupPostFilter evicts pods of lower priority for a pod group that does not fit: those that
// the library names, if kube-scheduler places the group without them. Groups whose pods do not need
// the library, and groups of groups, are left to DefaultPreemption.
func (g *Groups) PodGroupPostFilter(ctx context.Context, state fwk.PodGroupCycleState, group fwk.PodGroupInfo,
	schedule fwk.PodGroupSchedulingFunc) (*fwk.PodGroupPostFilterResult, *fwk.Status) {
	wanted, err := g.requestFor(group)
	switch {
	case err != nil:
		return nil, fwk.AsStatus(err)
	case wanted == nil:
		return nil, fwk.NewStatus(fwk.Unschedulable)
	case neverPreempts(group):
		return nil, fwk.NewStatus(fwk.Unschedulable, "preemptionPolicy is Never")
	}
	defer metrics.Timed("PodGroupPostFilter")()
	defer func() { // allocations of the trial are not part of the cluster
		for _, pod := range wanted.pods {
			if waiting := g.parts.Waiting.Get(pod.UID); waiting != nil {
				waiting.RejectAll()
			}
		}
	}()
	result, status := g.preemptFor(ctx, state, group, wanted, schedule)
	metrics.CountPreemption(status)
	return result, status
}

func neverPreempts(group fwk.PodGroupInfo) bool {
	if policy := group.GetPodGroup().Spec.PreemptionPolicy; policy != nil && *policy == schedulingapi.PreemptNever {
		return true
	}
	for _, pod := range podsToPlace(group) {
		if pod.Spec.PreemptionPolicy != nil && *pod.Spec.PreemptionPolicy == v1.PreemptNever {
			return true
		}
	}
	return false
}

func (g *Groups) preemptFor(ctx context.Context, state fwk.PodGroupCycleState, group fwk.PodGroupInfo, wanted *placementRequest,
	schedule fwk.PodGroupSchedulingFunc) (*fwk.PodGroupPostFilterResult, *fwk.Status) {
	nodes, err := g.handle.SnapshotSharedLister().NodeInfos().List()
	if err != nil {
		return nil, fwk.AsStatus(err)
	}
	found, status := g.domains.GeneratePlacements(ctx, state, group, &fwk.Placement{Nodes: nodes})
	if !status.IsSuccess() {
		return nil, status
	}
	best, err := g.cheapest(wanted, found.Placements)
	switch {
	case err != nil:
		return nil, evaluate.Status(err)
	case best == nil:
		const noHelp = "evicting pods of lower priority makes no room for it"
		// other plugins cannot help then
		if refusal := groupCycleOf(state).refusal(); refusal != "" {
			return nil, fwk.NewStatus(fwk.UnschedulableAndUnresolvable, refusal+"; "+noHelp)
		}
		return nil, fwk.NewStatus(fwk.Unschedulable, "pod group "+wanted.name+": "+noHelp)
	}
	assignments, status := g.scheduleWithout(ctx, best, schedule)
	switch {
	case status.IsError():
		return nil, status
	case !status.IsSuccess():
		return nil, fwk.NewStatus(fwk.Unschedulable, fmt.Sprintf("evicting %d pods is not enough for pod group %s: %s", len(best.pods),
			wanted.name, status.Message()))
	}
	if err := g.evict(ctx, group, best, assignments.ProposedAssignments); err != nil {
		return nil, fwk.AsStatus(err)
	}
	result := &fwk.PodGroupPostFilterResult{NominatingInfos: map[types.NamespacedName]*fwk.NominatingInfo{}}
	for _, assignment := range assignments.ProposedAssignments {
		pod := assignment.GetPod()
		result.NominatingInfos[types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}] = &fwk.NominatingInfo{
			NominatingMode: fwk.ModeOverride, NominatedNodeName: assignment.GetNodeName()}
	}
	return result, fwk.NewStatus(fwk.Success, fmt.Sprintf("evicting %d pods for pod group %s", len(best.pods), wanted.name))
}

// scheduleWithout lets kube-scheduler try the group without the victims and without pods that are being
// deleted.
func (g *Groups) scheduleWithout(ctx context.Context, victims *evictions, schedule fwk.PodGroupSchedulingFunc) (
	_ *fwk.PodGroupAssignments, status *fwk.Status) {
	snapshot := g.handle.MutableSnapshotSharedLister()
	if err := snapshot.StartMutations(); err != nil {
		return nil, fwk.AsStatus(err)
	}
	g.trial = &state.WhatIf{Removed: victims.removedPods()}
	defer func() {
		g.trial = nil
		if err := snapshot.EndMutations(); err != nil {
			status = fwk.AsStatus(err)
		}
	}()
	for _, gone := range g.trial.Removed {
		info, err := snapshot.NodeInfos().Get(gone.Node)
		if err != nil {
			continue
		}
		if pod := podOn(info, gone.UID); pod != nil {
			if err := snapshot.RemovePod(klog.FromContext(ctx), pod, gone.Node); err != nil {
				return nil, fwk.AsStatus(err)
			}
		}
	}
	return schedule(ctx)
}

// podOn returns a pod of a node, or nil if it is not there.
func podOn(info fwk.NodeInfo, uid types.UID) *v1.Pod {
	for _, at := range info.GetPods() {
		if at.GetPod().UID == uid {
			return at.GetPod()
		}
	}
	return nil
}
