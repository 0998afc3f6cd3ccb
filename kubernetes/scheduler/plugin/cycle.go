package plugin

import (
	"sync"
	"sync/atomic"

	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

const stateKey = fwk.StateKey(args.Name)

// cycle is the data that PreFilter passes to later calls for a pod that needs the plugin.
type cycle struct {
	*answer
	whatIf      *state.WhatIf      // nil for the unchanged cluster
	reservation *offer.Reservation // the Reservation used by Reserve; nil if there is none
	explained   bool               // PreFilter's status explains the refusals
}

// answer is the library's evaluation of a pod. It is immutable, except for the ownership of the
// rows.
type answer struct {
	pod      *pending.Pod
	nodes    *state.NodeList
	buffer   *rowBuffer
	ticket   uint64
	planned  string // node in the plan of a gang or group; "" if there is none
	required bool   // the pod may only be placed on the planned node
	offers   *offer.Offers

	// Rows of a cycle that resumes after a later one has reused the buffer.
	evaluateOnce sync.Once
	ownRows      []koord.Verdict
	err          error
}

// rowBuffer holds the verdicts of the last PreFilter. Scheduling cycles of a profile are
// serialized, so one buffer is reused; a cycle that resumes with an older ticket evaluates again.
type rowBuffer struct {
	rows   []koord.Verdict
	ticket atomic.Uint64
}

// Clone copies the state that AddPod and RemovePod change.
func (c *cycle) Clone() fwk.StateData {
	return &cycle{answer: c.answer, whatIf: c.whatIf.Clone(), reservation: c.reservation, explained: c.explained}
}

// evaluate evaluates all nodes.
func (p *Plugin) evaluate(converted *koord.Pod, offers *offer.Offers) (ticket uint64, err error) {
	ticket = p.buffer.ticket.Add(1)
	p.buffer.rows, err = p.Evaluator.Evaluate(converted, offers, p.buffer.rows[:cap(p.buffer.rows)])
	return ticket, err
}

// rows returns the verdicts of the answer.
func (a *answer) rows(e *evaluate.Evaluator) ([]koord.Verdict, error) {
	if a.buffer.ticket.Load() == a.ticket {
		return a.buffer.rows, nil
	}
	a.evaluateOnce.Do(func() { a.ownRows, a.err = e.Evaluate(a.pod.Converted, a.offers, nil) })
	return a.ownRows, a.err
}

// subject returns the pod for explanations.
func (a *answer) subject() *evaluate.Subject {
	return &evaluate.Subject{Pod: a.pod.Pod, Converted: a.pod.Converted, Nodes: a.nodes, Offers: a.offers}
}

// verdict returns the verdict of a node, or nil if the library does not know the node.
func (p *Plugin) verdict(c *cycle, node string) (*koord.Verdict, error) {
	if c.whatIf.Touches(node) {
		return p.Evaluator.Judge(c.whatIf, c.pod.Converted, node, c.offers)
	}
	rows, err := c.answer.rows(p.Evaluator)
	if err != nil {
		return nil, err
	}
	if row := c.nodes.Row(rows, node); row != nil {
		return row, nil
	}
	if p.State.SyncNode(node) { // the node was added after PreFilter
		p.Freed.NodeFreed(node)
	}
	return p.Evaluator.Judge(nil, c.pod.Converted, node, c.offers)
}

// cycleOf returns the data of PreFilter, or nil for a pod that does not need the plugin.
func cycleOf(state fwk.CycleState) *cycle {
	data, err := state.Read(stateKey)
	if err != nil {
		return nil
	}
	found, _ := data.(*cycle)
	return found
}
