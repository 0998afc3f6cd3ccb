package podgroup

import (
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// A trial is the cluster after planned evictions. While kube-scheduler tries a pod group in it,
// pods are placed in the trial and not in the cluster. Cycles are serialized, so a profile has at
// most one trial.

// ReserveInTrial places a pod in the trial.
func (g *Groups) ReserveInTrial(pod *v1.Pod, made *koord.Pod, node string, offers *offer.Offers) *fwk.Status {
	row, err := g.evaluator.Judge(g.Trial, made, node, offers)
	switch {
	case err != nil:
		return evaluate.Status(err)
	case row == nil || row.Reason != koord.ReasonNone:
		return fwk.NewStatus(fwk.Unschedulable, "the node is full before the evictions are done")
	}
	g.Trial.Added = append(g.Trial.Added, state.AddedPod{UID: pod.UID, Node: node, Made: made})
	return nil
}

// UnreserveInTrial removes a pod from the trial.
func (g *Groups) UnreserveInTrial(uid types.UID) {
	g.Trial.Added = slices.DeleteFunc(g.Trial.Added, func(pod state.AddedPod) bool { return pod.UID == uid })
}

// TrialOf returns the trial of a pod, or nil if there is none.
func (g *Groups) TrialOf(state fwk.CycleState) *state.WhatIf {
	if !state.IsPodGroupSchedulingCycle() {
		return nil
	}
	return g.Trial
}
