package plugin

import (
	"context"
	"errors"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// Reserve allocates the pod's CPUs, NUMA amounts and devices on the node; an owner uses its
// Reservation. It refuses a node that changed since PreFilter and no longer fits.
func (p *Plugin) Reserve(ctx context.Context, cycleState fwk.CycleState, pod *v1.Pod, node string) (status *fwk.Status) {
	c := cycleOf(cycleState)
	if c == nil {
		return nil
	}
	defer metrics.Timed("Reserve")()
	// kube-scheduler tries a group, and releases the allocation afterwards
	if cycleState.IsPodGroupSchedulingCycle() {
		score := int64(0)
		if row, err := p.verdict(c, node); err == nil && row != nil {
			score = int64(row.Score)
		}
		p.Groups.Record(cycleState, node, score, c.required)
		if p.Groups.IsTrial() {
			return metrics.Count("Reserve", p.Groups.ReserveInTrial(pod, c.pod.Converted, node, c.offers))
		}
		p.Evaluator.BeginTrial()
		defer func() {
			if !status.IsSuccess() {
				p.Evaluator.EndTrial()
			}
		}()
	}
	reservation, refusal, err := p.State.Reserve(pod, c.pod.Converted, node, c.offers)
	c.reservation = reservation
	defer func() {
		if status.IsRejected() && !cycleState.IsPodGroupSchedulingCycle() {
			p.Waker.TryAgain(pod)
		}
	}()
	switch {
	case errors.Is(err, state.ErrReservationUsed):
		metrics.Conflicts.WithLabelValues().Inc()
		c.pod.RejectAll()
		return metrics.Count("Reserve", fwk.NewStatus(fwk.Unschedulable, err.Error()))
	case errors.Is(err, koord.ErrNotFound):
		c.pod.RejectAll()
		return metrics.Count("Reserve", fwk.NewStatus(fwk.Unschedulable, "node was removed while the pod was being scheduled"))
	case err != nil:
		return metrics.Count("Reserve", fwk.AsStatus(err))
	case refusal.Refused():
		// Another pod filled the node after PreFilter.
		metrics.Conflicts.WithLabelValues().Inc()
		if id, known := c.nodes.ID(node); known {
			c.pod.Reject(id)
		}
		klog.FromContext(ctx).V(3).Info("Koord: the node changed since it was chosen", "node", node, "why", p.State.Words(refusal))
		return metrics.Count("Reserve", fwk.NewStatus(fwk.Unschedulable, p.State.Words(refusal)))
	}
	return metrics.Count("Reserve", nil)
}

// Unreserve releases the allocation of Reserve. It may be called repeatedly, and without Reserve.
func (p *Plugin) Unreserve(_ context.Context, state fwk.CycleState, pod *v1.Pod, node string) {
	switch {
	case !state.IsPodGroupSchedulingCycle():
		if freed := p.State.Unreserve(pod); freed != "" {
			p.Freed.NodeFreed(freed) // kube-scheduler may report another node, or none
		}
		if p.State.IsBoundElsewhere(pod, node) {
			p.Freed.NodeLeft(node)
		}
		p.releaseGang(pod)
		p.Groups.ReleaseGroup(pod)
	case p.Groups.IsTrial():
		p.Groups.UnreserveInTrial(pod.UID)
		return
	case p.State.Unreserve(pod) != "":
		p.Evaluator.EndTrial()
	}
	p.Waker.LookAgain(node)
}
