package nativegroup

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
func (g *Groups) ReserveInTrial(pod *v1.Pod, converted *koord.Pod, node string, offers *offer.Offers) *fwk.Status {
	row, err := g.parts.Evaluator.Judge(g.trial, converted, node, offers)
	switch {
	case err != nil:
		return evaluate.Status(err)
	case row == nil || row.Reason != koord.ReasonNone:
		return fwk.NewStatus(fwk.Unschedulable, "the pod does not fit on the node in the trial of the evictions")
	}
	g.trial.Added = append(g.trial.Added, state.AddedPod{UID: pod.UID, Node: node, Converted: converted})
	return nil
}

// UnreserveInTrial removes a pod from the trial.
func (g *Groups) UnreserveInTrial(uid types.UID) {
	g.trial.Added = slices.DeleteFunc(g.trial.Added, func(pod state.AddedPod) bool { return pod.UID == uid })
}

// TrialOf returns the trial of a pod, or nil if there is none.
func (g *Groups) TrialOf(state fwk.CycleState) *state.WhatIf {
	if !state.IsPodGroupSchedulingCycle() {
		return nil
	}
	return g.trial
}

// IsTrial reports whether a trial is in progress.
func (g *Groups) IsTrial() bool { return g.trial != nil }
