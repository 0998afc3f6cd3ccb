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

// with returns the combination of two what-ifs.
func (w *whatIf) with(other *whatIf) *whatIf {
	switch {
	case other == nil || len(other.removed)+len(other.added) == 0:
		return w
	case w == nil:
		return other.clone()
	}
	return &whatIf{removed: slices.Concat(w.removed, other.removed), added: slices.Concat(w.added, other.added)}
}

// touched returns the nodes that a what-if changes, each once.
func (w *whatIf) touched() []string {
	var out []string
	for _, pod := range w.removed {
		out = append(out, pod.node)
	}
	for _, pod := range w.added {
		out = append(out, pod.node)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (w *whatIf) removes(node string) bool {
	return slices.ContainsFunc(w.removed, func(pod removedPod) bool { return pod.node == node })
}

// reserveInTrial places a pod in the trial.
func (p *Plugin) reserveInTrial(pod *v1.Pod, c *cycle, node string) *fwk.Status {
	row, err := p.trial.judge(p.state, c.pod.made, node, c.offers)
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
