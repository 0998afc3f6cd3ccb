package scheduler

import (
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

// A trial is the cluster after planned evictions. While kube-scheduler tries a pod group in it,
// pods are placed in the trial and not in the cluster. Cycles are serialized, so a profile has at
// most one trial.

// reserveInTrial places a pod in the trial.
func (g *groups) reserveInTrial(pod *v1.Pod, made *koord.Pod, node string, offers *offers) *fwk.Status {
	row, err := g.evaluator.judge(g.trial, made, node, offers)
	switch {
	case err != nil:
		return asStatus(err)
	case row == nil || row.Reason != koord.ReasonNone:
		return fwk.NewStatus(fwk.Unschedulable, "the node is full before the evictions are done")
	}
	g.trial.added = append(g.trial.added, addedPod{uid: pod.UID, node: node, made: made})
	return nil
}

func (g *groups) unreserveInTrial(uid types.UID) {
	g.trial.added = slices.DeleteFunc(g.trial.added, func(pod addedPod) bool { return pod.uid == uid })
}

// trialOf returns the trial of a pod, or nil if there is none.
func (g *groups) trialOf(state fwk.CycleState) *whatIf {
	if !state.IsPodGroupSchedulingCycle() {
		return nil
	}
	return g.trial
}
