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
func (p *Plugin) reserveInTrial(pod *v1.Pod, c *cycle, node string) *fwk.Status {
	row, err := p.evaluator.judge(p.trial, c.pod.made, node, c.offers)
	switch {
	case err != nil:
		return asStatus(err)
	case row == nil || row.Reason != koord.ReasonNone:
		return fwk.NewStatus(fwk.Unschedulable, "the node is full before the evictions are done")
	}
	p.trial.added = append(p.trial.added, addedPod{pod.UID, node, c.pod.made})
	return nil
}

func (p *Plugin) unreserveInTrial(uid types.UID) {
	p.trial.added = slices.DeleteFunc(p.trial.added, func(pod addedPod) bool { return pod.uid == uid })
}

// trialOf returns the trial of a pod, or nil if there is none.
func (p *Plugin) trialOf(state fwk.CycleState) *whatIf {
	if !state.IsPodGroupSchedulingCycle() {
		return nil
	}
	return p.trial
}
