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
	"libkoord.invalid/koord/kubernetes/scheduler/gang"
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
func (p *Plugin) planGang(cycleState fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (planned string, status *fwk.Status) {
	key := request.GangOf(pod)
	if key.Name == "" {
		return "", nil
	}
	planned, isPlanned, pods, placed := p.Gangs.Unplaced(key, pod)
	cycleState.Write(gangKey, &gangCycle{nodes})
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
	refused := p.Gangs.Refused(key, nodes)
	plan, err := p.planWithoutRefused(key, pods, needed-placed, nodes, &refused)
	switch {
	case err != nil:
		return "", evaluate.Status(err)
	case plan.Refusal.Refused():
		why := plan.Refusal.String()
		if wrong := p.Evaluator.InvalidMember(plan.Pods); wrong != "" {
			why = wrong
		} else if refused.Example != "" {
			why += "; " + refused.Example
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

// planWithoutRefused plans a gang without the nodes that other plugins refuse to its members. If there is no such plan, it only
// excludes nodes that would be refused once more: other plugins may accept the others by now, or after an eviction.
func (p *Plugin) planWithoutRefused(key types.NamespacedName, pods []*v1.Pod, count int, nodes []fwk.NodeInfo, refused *gang.Refused) (
	*evaluate.TogetherPlan, error) {
	eligible, ahead := request.NewEligibleNodes(pods, nodes), p.Gangs.Ahead(key, pods[0])
	plan, err := p.Evaluator.PlanTogether(pods, count, true, ahead, eligible.Without(refused.All))
	if err != nil || !plan.Refusal.Refused() || len(refused.All) == 0 {
		return plan, err
	}
	return p.Evaluator.PlanTogether(pods, count, true, ahead, eligible.Without(refused.Lasting))
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
		if !enough {
			p.noteLeft(state, key, pod, planned)
		}
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
