package plugin

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// PreFilter evaluates all nodes with the library. Pods that do not need it are skipped.
func (p *Plugin) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (
	*fwk.PreFilterResult, *fwk.Status) {
	result, status := p.preFilter(ctx, state, pod, nodes)
	return result, metrics.Count("PreFilter", status)
}

func (p *Plugin) preFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (
	*fwk.PreFilterResult, *fwk.Status) {
	if err := p.Ready.WaitReady(ctx); err != nil {
		return nil, fwk.AsStatus(err)
	}
	p.State.RefreshGPUPolicy(ctx, pod)
	offers, err := p.State.Offers(pod)
	if err != nil {
		return nil, fwk.NewStatus(fwk.UnschedulableAndUnresolvable, err.Error())
	}
	var waiting *pending.Pod
	if p.State.Needs(pod) {
		defer metrics.Timed("PreFilter")()
		var status *fwk.Status
		if waiting, status = p.prepare(pod); !status.IsSuccess() {
			return nil, status
		}
	}
	planned, status := p.planned(state, pod, offers, nodes)
	switch {
	case !status.IsSuccess():
		if waiting != nil {
			waiting.RejectAll() // the gang is refused, whatever nodes this pod fits on
		}
		return nil, status
	case waiting == nil && planned.required:
		return &fwk.PreFilterResult{NodeNames: sets.New(planned.node)}, nil
	case waiting == nil:
		return nil, fwk.NewStatus(fwk.Skip)
	}
	return p.evaluateAll(state, pod, waiting, offers, planned)
}

// prepare returns the converted form of a pod. The request of a pod in a gang or group is validated
// before the resources of its gang or group are planned; for all other pods the evaluation does it.
func (p *Plugin) prepare(pod *v1.Pod) (*pending.Pod, *fwk.Status) {
	waiting, err := p.Evaluator.Prepare(pod)
	if err != nil {
		return nil, evaluate.Status(err)
	}
	if request.GangOf(pod).Name != "" || request.GroupOf(pod) != "" {
		if wrong := p.Evaluator.InvalidOnEveryNode(waiting.Converted); wrong != "" {
			return nil, fwk.NewStatus(fwk.UnschedulableAndUnresolvable, wrong)
		}
	}
	return waiting, nil
}

// plannedNode is the node of a pod in the plan of its gang or group.
type plannedNode struct {
	node     string // "" if there is none
	required bool   // the pod may only be placed there
}

// planned returns the planned node of a pod. The plan is made for the first pod of a gang or group.
func (p *Plugin) planned(state fwk.CycleState, pod *v1.Pod, offers *offer.Offers, nodes []fwk.NodeInfo) (out plannedNode, status *fwk.Status) {
	if offers == nil { // plans do not support Reservations: their owners are placed one by one
		if out.node, status = p.planGang(state, pod, nodes); !status.IsSuccess() {
			return out, status
		}
	}
	group, err := p.Groups.PlanFor(state, pod)
	switch {
	case err != nil:
		return out, evaluate.Status(err)
	case group == nil:
		return out, nil
	case group.Refusal != "":
		return out, fwk.NewStatus(fwk.Unschedulable, group.Refusal)
	}
	out.node = group.Nodes[pod.UID]
	out.required = group.Required && out.node != ""
	return out, nil
}

// evaluateAll evaluates all nodes for a pod and stores the answer for the other extension points.
func (p *Plugin) evaluateAll(state fwk.CycleState, pod *v1.Pod, waiting *pending.Pod, offers *offer.Offers, planned plannedNode) (
	*fwk.PreFilterResult, *fwk.Status) {
	nodes := p.State.Nodes()
	waiting.BeginAttempt()
	ticket, err := p.evaluate(waiting.Converted, offers)
	if err != nil {
		return nil, evaluate.Status(err)
	}
	if wrong := p.Evaluator.InvalidInRows(waiting.Converted, p.buffer.rows); wrong != "" {
		return nil, fwk.NewStatus(fwk.UnschedulableAndUnresolvable, wrong)
	}
	trial := p.Groups.TrialOf(state)
	others := p.Gangs.Ahead(request.GangOf(pod), pod).With(trial)
	if err := p.evaluatePlanned(others, waiting, nodes, offers); err != nil {
		return nil, evaluate.Status(err)
	}
	passing := waiting.RecordAttempt(p.buffer.rows)
	c := &cycle{
		answer: &answer{pod: waiting, nodes: nodes, buffer: &p.buffer, ticket: ticket, planned: planned.node, required: planned.required, offers: offers},
		whatIf: trial.Clone(),
	}
	state.Write(stateKey, c)
	switch {
	case passing == 0 && len(p.buffer.rows) > 0:
		c.explained = true
		return nil, fwk.NewStatus(rejectionCode(p.buffer.rows), p.Evaluator.Explain(c.subject(), p.buffer.rows, others))
	case planned.required:
		return &fwk.PreFilterResult{NodeNames: sets.New(planned.node)}, nil
	}
	return p.passingNodes(nodes, passing), nil
}

// evaluatePlanned re-evaluates the nodes planned for a gang that takes precedence over the pod, and
// those that a trial changes.
func (p *Plugin) evaluatePlanned(others *state.WhatIf, waiting *pending.Pod, nodes *state.NodeList, offers *offer.Offers) error {
	if others == nil {
		return nil
	}
	for _, node := range others.Touched() {
		row := nodes.Row(p.buffer.rows, node)
		if row == nil || row.Reason != koord.ReasonNone && !others.Removes(node) {
			continue
		}
		now, err := p.Evaluator.Judge(others, waiting.Converted, node, offers)
		if err != nil {
			return err
		}
		if now != nil {
			*row = *now
		}
	}
	return nil
}

// passingNodes returns the nodes that passed, or nil if they are all nodes or more than
// args.NamedNodes.
func (p *Plugin) passingNodes(nodes *state.NodeList, passing int) *fwk.PreFilterResult {
	if passing == len(p.buffer.rows) || passing > p.args.NamedNodes {
		return nil
	}
	names := make(sets.Set[string], passing)
	for i := range p.buffer.rows {
		if row := &p.buffer.rows[i]; row.Reason == koord.ReasonNone {
			name := nodes.Name(row.Node)
			if name == "" { // added after the list was built: left to Filter
				return nil
			}
			names.Insert(name)
		}
	}
	return &fwk.PreFilterResult{NodeNames: names}
}

// rejectionCode returns UnschedulableAndUnresolvable if evicting pods cannot help on any node, and
// Unschedulable otherwise.
func rejectionCode(rows []koord.Verdict) fwk.Code {
	for i := range rows {
		if rows[i].Flags&koord.VerdictUnresolvable == 0 {
			return fwk.Unschedulable
		}
	}
	return fwk.UnschedulableAndUnresolvable
}

// PreFilterExtensions returns the plugin, which implements AddPod and RemovePod.
func (p *Plugin) PreFilterExtensions() fwk.PreFilterExtensions { return p }

// AddPod adds a pod to a node in the what-if. A pod removed by RemovePod returns to its original
// placement; another one is placed like in Reserve.
func (p *Plugin) AddPod(_ context.Context, cycleState fwk.CycleState, _ *v1.Pod, add fwk.PodInfo, node fwk.NodeInfo) *fwk.Status {
	c, pod, name := cycleOf(cycleState), add.GetPod(), node.Node().Name
	if c == nil {
		return nil
	}
	if c.whatIf == nil {
		c.whatIf = &state.WhatIf{}
	}
	if c.whatIf.Restore(pod.UID) || p.State.IsOn(pod.UID, name) {
		return nil
	}
	converted, err := p.Evaluator.Convert(pod)
	if err != nil {
		return nil // it can never be scheduled in this form
	}
	c.whatIf.Added = append(c.whatIf.Added, state.AddedPod{UID: pod.UID, Node: name, Converted: converted})
	return nil
}

// RemovePod removes a pod from a node in the what-if.
func (p *Plugin) RemovePod(_ context.Context, cycleState fwk.CycleState, _ *v1.Pod, remove fwk.PodInfo, node fwk.NodeInfo) (
	status *fwk.Status) {
	c := cycleOf(cycleState)
	if c == nil {
		return nil
	}
	if c.whatIf == nil {
		c.whatIf = &state.WhatIf{}
	}
	c.whatIf.Remove(remove.GetPod().UID, node.Node().Name)
	return nil
}
