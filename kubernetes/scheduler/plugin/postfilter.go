package plugin

import (
	"context"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// PostFilter evicts the pods that the library names: the cheapest on any node. The other plugins
// must accept the node without them. DefaultPreemption runs after this for pods that do not need
// the library, and if the library finds no victims. The status explains the library's refusals
// unless PreFilter's did, because kube-scheduler's own message only counts them.
func (p *Plugin) PostFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, statuses fwk.NodeToStatusReader) (
	*fwk.PostFilterResult, *fwk.Status) {
	if key := request.GangOf(pod); key.Name != "" && p.planAgain(state, key, pod, statuses) {
		return nil, fwk.NewStatus(fwk.UnschedulableAndUnresolvable, "gang "+key.Name+" is planned again without these nodes")
	}
	c := cycleOf(state)
	if c == nil {
		if status := p.rejectInvalid(pod, statuses); status != nil {
			return nil, status
		}
		return nil, fwk.NewStatus(fwk.Unschedulable)
	}
	defer metrics.Timed("PostFilter")()
	why := p.whyRefused(c, state, pod)
	result, status := p.preempt.Run(ctx, c.pod.Converted, state, pod, statuses)
	metrics.CountPreemption(status)
	if why == "" || status.IsError() {
		return result, status
	}
	if text := status.Message(); text != "" {
		why += "; " + text
	}
	return result, fwk.NewStatus(status.Code(), why)
}

// whyRefused explains the library's refusals of a pod that other plugins refuse on the nodes that
// the library accepts. It returns "" if PreFilter's status has the explanation, or if the library
// refuses no node.
func (p *Plugin) whyRefused(c *cycle, cycleState fwk.CycleState, pod *v1.Pod) string {
	if c.explained {
		return ""
	}
	nominated := p.Evaluator.Nominated(pod, map[types.UID]bool{pod.UID: true})
	rows, err := c.answer.rows(p.Evaluator)
	if err != nil || len(nominated) == 0 && !refusesAny(rows) {
		return ""
	}
	others := p.Gangs.Ahead(request.GangOf(pod), pod).With(p.Groups.TrialOf(cycleState)).With(&state.WhatIf{Added: nominated})
	return p.Evaluator.Explain(c.subject(), rows, others)
}

func refusesAny(rows []koord.Verdict) bool {
	return slices.ContainsFunc(rows, func(row koord.Verdict) bool { return row.Reason != koord.ReasonNone })
}

// rejectInvalid returns the status of PostFilter for a pod that no node takes. It ends PostFilter, so
// that nothing follows the message of PreFilter. It returns nil for all other pods. If another
// plugin's PreFilter refused the pod first, the message follows that plugin's.
func (p *Plugin) rejectInvalid(pod *v1.Pod, statuses fwk.NodeToStatusReader) *fwk.Status {
	if !p.State.Needs(pod) {
		return nil
	}
	wrong := p.Evaluator.InvalidRequest(pod)
	if wrong == "" {
		return nil
	}
	if first := statuses.Get(""); first != nil && first.Plugin() == args.Name {
		return fwk.NewStatus(fwk.UnschedulableAndUnresolvable)
	}
	return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, wrong)
}
