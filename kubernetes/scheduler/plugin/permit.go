package plugin

import (
	"context"
	"fmt"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// PreEnqueue holds a pod back until its gang has enough members, and while its preemption is in
// progress.
func (p *Plugin) PreEnqueue(ctx context.Context, pod *v1.Pod) *fwk.Status {
	if key := request.GangOf(pod); key.Name != "" {
		p.Gangs.Sync(types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}, pod)
		if lacks := p.Gangs.Missing(pod); lacks != "" {
			return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, lacks)
		}
	}
	return p.preempt.PreEnqueue(ctx, pod)
}

// planGang plans nodes where enough pods of a gang fit at once, before the first of them is
// reserved. It considers all nodes of the cluster, which the caller passes.
func (p *Plugin) planGang(pod *v1.Pod, nodes []fwk.NodeInfo) (planned string, status *fwk.Status) {
	key := request.GangOf(pod)
	if key.Name == "" {
		return "", nil
	}
	planned, isPlanned, pods, placed := p.Gangs.Unplaced(key, pod)
	if isPlanned {
		return planned, nil
	}
	if lacks := p.Gangs.Missing(pod); lacks != "" { // a member left since PreEnqueue
		return "", fwk.NewStatus(fwk.UnschedulableAndUnresolvable, lacks)
	}
	needed := p.Gangs.Needed(pod, key)
	if placed >= needed || len(pods) <= 1 { // a late member
		return "", nil
	}
	defer metrics.Timed("PlanGang")()
	// The pod itself is one of those that are placed now. Members beyond the required number come
	// later.
	pods = slices.DeleteFunc(pods, func(other *v1.Pod) bool { return other.UID == pod.UID })
	pods = append([]*v1.Pod{pod}, pods...)
	plan, err := p.Evaluator.PlanTogether(pods, needed-placed, true, p.Gangs.Ahead(key, pod), request.NewEligibleNodes(pods, nodes))
	switch {
	case err != nil:
		return "", evaluate.Status(err)
	case plan.Refusal.Refused():
		why := plan.Refusal.String()
		if wrong := p.Evaluator.InvalidMember(plan.Pods); wrong != "" {
			why = wrong
		}
		return "", fwk.NewStatus(fwk.Unschedulable, fmt.Sprintf("gang %s: %s", key.Name, why))
	}
	patience := p.Gangs.Timeout(key, p.args.GangTimeout.Duration)
	until := p.Gangs.StartPlan(key, plan.Nodes, patience)
	time.AfterFunc(patience, func() {
		if p.Gangs.PlanExpired(key, until) {
			p.dropPlan(key)
		}
	})
	return plan.Nodes[pod.UID], nil
}

// Permit makes a pod of a gang wait until enough others are placed, and then allows all of them.
func (p *Plugin) Permit(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) (*fwk.Status, time.Duration) {
	key := request.GangOf(pod)
	if key.Name == "" {
		p.Groups.LimitWait(pod)
		return nil, 0
	}
	enough, waiting, others, planned := p.Gangs.SetPlaced(key, pod, true, p.Gangs.Needed(pod, key))
	if planned != "" && planned != node {
		p.Freed.NodeFreed(planned)
	}
	if !enough {
		activateLater(state, others)
		wait := fwk.NewStatus(fwk.Wait, "gang "+key.Name+" is waiting for its other pods")
		return metrics.Count("Permit", wait), p.Gangs.Timeout(key, p.args.GangTimeout.Duration)
	}
	p.dropPlan(key)
	metrics.GangEnds.WithLabelValues("placed").Inc()
	for _, uid := range waiting {
		if other := p.handle.GetWaitingPod(uid); other != nil {
			other.Allow(args.Name)
		}
	}
	klog.FromContext(ctx).V(2).Info("Koord: enough pods of the gang are placed", "gang", key)
	return metrics.Count("Permit", nil), 0
}

// activateLater activates the other members of a gang next.
func activateLater(state fwk.CycleState, others []*v1.Pod) {
	data, err := state.Read(framework.PodsToActivateKey)
	if err != nil {
		return
	}
	if list, is := data.(*framework.PodsToActivate); is {
		list.Lock()
		defer list.Unlock()
		for _, pod := range others {
			list.Map[pod.Namespace+"/"+pod.Name] = pod
		}
	}
}

// releaseGang makes all waiting pods of a gang give up after one lost its placement, unless enough
// others are placed.
func (p *Plugin) releaseGang(pod *v1.Pod) {
	key := request.GangOf(pod)
	if key.Name == "" {
		return
	}
	enough, waiting, _, _ := p.Gangs.SetPlaced(key, pod, false, p.Gangs.Needed(pod, key))
	p.dropPlan(key)
	if waitingPod := p.Waiting.Get(pod.UID); waitingPod != nil {
		waitingPod.RejectAll()
	}
	if enough {
		return
	}
	released := false
	for _, uid := range waiting {
		other := p.handle.GetWaitingPod(uid)
		if other != nil && other.Reject(args.Name, "gang "+key.Name+" gave up: too few of its pods found room") {
			released = true
		}
	}
	if released {
		metrics.GangEnds.WithLabelValues("given_up").Inc()
	}
}

// dropPlan releases the resources in a gang's plan to other pods.
func (p *Plugin) dropPlan(key types.NamespacedName) {
	for _, node := range p.Gangs.DropPlan(key) {
		p.Freed.NodeFreed(node)
	}
}
