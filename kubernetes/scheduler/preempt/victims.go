//go:build !kube1_36

package preempt

import (
	"context"
	"sort"

	v1 "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/preemption"
)

// SelectVictimsOnNode returns the pods that the library names, if all plugins accept the node
// without them. Otherwise it returns those that DefaultPreemption finds, which runs all plugins.
func (p *Preemptor) SelectVictimsOnNode(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo,
	possible []*preemption.DomainVictim, pdbs []*policy.PodDisruptionBudget) ([]*v1.Pod, int, *fwk.Status) {
	victims, status := p.tryVictims(ctx, state.Clone(), pod, node.Snapshot(), possible)
	if status.IsError() {
		return nil, 0, status
	}
	if !status.IsSuccess() {
		return p.DefaultPreemption.SelectVictimsOnNode(ctx, state, pod, node, possible, pdbs)
	}
	violations := 0
	violating, _ := preemption.FilterVictimsWithPDBViolation(victims, pdbs)
	for _, victim := range violating {
		violations += victim.ViolateCount
	}
	sort.Slice(victims, func(i, j int) bool { return p.MoreImportantVictim(victims[i], victims[j]) })
	var pods []*v1.Pod
	for _, victim := range victims {
		for _, info := range victim.Pods() {
			pods = append(pods, info.GetPod())
		}
	}
	return pods, violations, nil
}

// tryVictims removes the victims that the library names from a node, and returns them with the status
// of all plugins' filters without them.
func (p *Preemptor) tryVictims(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo,
	possible []*preemption.DomainVictim) (
	victims []*preemption.DomainVictim, status *fwk.Status) {
	named := p.current.Load().victims[node.Node().Name]
	for _, victim := range possible {
		if !containsAny(named, victim) {
			continue
		}
		if victim.Priority() >= corev1helpers.PodPriority(pod) {
			return nil, fwk.NewStatus(fwk.Unschedulable, "a victim is part of a group of higher priority")
		}
		for _, info := range victim.Pods() {
			if name := info.GetPod().Spec.NodeName; name == node.Node().Name {
				status = p.remove(ctx, state, pod, info, node)
			} else {
				status = p.handle.RunPreFilterExtensionRemovePod(ctx, state, pod, info, victim.AffectedNodes()[name])
			}
			if !status.IsSuccess() {
				return nil, status
			}
		}
		victims = append(victims, victim)
	}
	return victims, p.filter(ctx, state, pod, node, len(victims))
}

// containsAny reports whether a victim, which may be a whole pod group, has one of the named pods.
func containsAny(named map[types.UID]bool, victim *preemption.DomainVictim) bool {
	for _, info := range victim.Pods() {
		if named[info.GetPod().UID] {
			return true
		}
	}
	return false
}
