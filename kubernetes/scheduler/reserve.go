package scheduler

import (
	"context"
	"errors"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

// Reserve allocates the pod's CPUs, NUMA amounts and devices on the node; an owner uses its
// Reservation. It refuses a node that changed since PreFilter and no longer fits.
func (p *Plugin) Reserve(ctx context.Context, cycleState fwk.CycleState, pod *v1.Pod, node string) (status *fwk.Status) {
	c := read(cycleState)
	if c == nil {
		return nil
	}
	defer timed("Reserve")()
	// kube-scheduler tries a group, and releases the allocation afterwards
	if cycleState.IsPodGroupSchedulingCycle() {
		score := int64(0)
		if row, err := p.verdict(c, node); err == nil && row != nil {
			score = int64(row.Score)
		}
		p.groups.record(cycleState, node, score, c.only)
		if p.groups.trial != nil {
			return count("Reserve", p.groups.reserveInTrial(pod, c.pod.made, node, c.offers))
		}
		p.evaluator.trying.Add(1)
		defer func() {
			if !status.IsSuccess() {
				p.evaluator.trying.Add(-1)
			}
		}()
	}
	took, refusal, err := p.state.reserve(pod, c.pod.made, node, c.offers)
	c.took = took
	switch {
	case errors.Is(err, errReservationUsed):
		conflicts.WithLabelValues().Inc()
		c.pod.rejectAll()
		return count("Reserve", fwk.NewStatus(fwk.Unschedulable, err.Error()))
	case errors.Is(err, koord.ErrNotFound):
		c.pod.rejectAll()
		return count("Reserve", fwk.NewStatus(fwk.Unschedulable, "node was removed while the pod was being scheduled"))
	case err != nil:
		return count("Reserve", fwk.AsStatus(err))
	case refusal.Refused():
		// Another pod filled the node after PreFilter.
		conflicts.WithLabelValues().Inc()
		if id, known := c.nodes.id(node); known {
			c.pod.reject(id)
		}
		klog.FromContext(ctx).V(3).Info("Koord: the node changed since it was chosen", "node", node, "why", p.state.words(refusal))
		return count("Reserve", fwk.NewStatus(fwk.Unschedulable, p.state.words(refusal)))
	}
	return count("Reserve", nil)
}

// Unreserve releases the allocation of Reserve. It may be called repeatedly, and without Reserve.
func (p *Plugin) Unreserve(_ context.Context, state fwk.CycleState, pod *v1.Pod, node string) {
	switch {
	case !state.IsPodGroupSchedulingCycle():
		p.state.unreserve(pod)
		p.releaseGang(pod)
		p.groups.releaseGroup(pod)
	case p.groups.trial != nil:
		p.groups.unreserveInTrial(pod.UID)
		return
	case p.state.unreserve(pod):
		p.evaluator.trying.Add(-1)
	}
	p.waker.lookAgain(node)
}
