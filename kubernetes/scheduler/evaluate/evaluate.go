// Package evaluate asks the library about pods: which nodes accept a pod, with which score, and why
// others refuse it. It changes no allocation.
package evaluate

import (
	"errors"
	"sync/atomic"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// Evaluator evaluates pods with the library's model of the cluster. It changes no allocation.
type Evaluator struct {
	state   *state.State
	waiting *pending.Pods
	trials  atomic.Int32 // number of pods reserved only while kube-scheduler tries their group
}

// BeginTrial counts a pod that is reserved only while kube-scheduler tries its group. Its resources
// may become free again soon, until EndTrial.
func (e *Evaluator) BeginTrial() { e.trials.Add(1) }

// EndTrial ends the trial of a pod.
func (e *Evaluator) EndTrial() { e.trials.Add(-1) }

// New returns an evaluator of a state.
func New(model *state.State, waiting *pending.Pods) *Evaluator {
	return &Evaluator{state: model, waiting: waiting}
}

// Evaluate evaluates all nodes for a pod. rows is a buffer for the verdicts.
func (e *Evaluator) Evaluate(converted *koord.Pod, offers *offer.Offers, rows []koord.Verdict) ([]koord.Verdict, error) {
	metrics.RowsMade.WithLabelValues("all_nodes").Inc()
	var using *koord.Query
	if offers != nil {
		query, done, err := e.state.Query()
		if err != nil {
			return nil, err
		}
		defer done()
		if err := offers.Use(query); err != nil {
			return nil, err
		}
		using = query
	}
	for {
		count, _, err := e.state.Cluster.EvaluateInto(converted, using, rows)
		if err == nil {
			if offers != nil {
				err = e.amend(offers, converted, rows[:count])
			}
			return rows[:count], err
		}
		if !errors.Is(err, koord.ErrNoSpace) {
			return nil, err
		}
		rows = make([]koord.Verdict, count+count/8+16)
	}
}

// Judge evaluates a node in a what-if. It returns nil if the library does not know the node.
func (e *Evaluator) Judge(w *state.WhatIf, converted *koord.Pod, node string, offers *offer.Offers) (*koord.Verdict, error) {
	nodes := e.state.Nodes()
	id, known := nodes.ID(node)
	if !known {
		return nil, nil
	}
	if offers.Refuses(node) {
		row := offer.NoReservation(id)
		return &row, nil
	}
	metrics.RowsMade.WithLabelValues("what_if").Inc()
	refusal, score, err := e.judgeOffers(converted, id, offers.At(node), func(query *koord.Query) error { return w.Add(query, nodes, node) })
	if err != nil {
		return nil, err
	}
	return &koord.Verdict{Node: id, Reason: refusal.Reason, Score: score}, nil
}

// judgeOffers evaluates a node for a pod that may use Reservations there. The first sufficient one
// counts. ask adds to the query everything except the Reservation.
func (e *Evaluator) judgeOffers(converted *koord.Pod, id uint32, offered []*offer.Reservation, ask func(*koord.Query) error) (
	koord.Refusal, int32, error) {
	var refusal koord.Refusal
	var score int32
	for i := 0; i == 0 || i < len(offered); i++ {
		query, done, err := e.state.Query()
		if err != nil {
			return refusal, score, err
		}
		err = ask(query)
		if err == nil && len(offered) > 0 {
			err = query.UseReservation(string(offered[i].UID))
		}
		if err == nil {
			refusal, score, err = e.state.Cluster.Judge(converted, query, id)
		}
		done()
		if err != nil || !refusal.Refused() {
			return refusal, score, err
		}
	}
	return refusal, score, nil
}

// amend corrects the rows of an evaluation with the first Reservation of each node: for nodes where
// it is not sufficient but another one may be, and for nodes without any if the pod requires one.
func (e *Evaluator) amend(o *offer.Offers, converted *koord.Pod, rows []koord.Verdict) error {
	nodes := e.state.Nodes()
	for node, list := range o.ByNode {
		row := nodes.Row(rows, node)
		if row == nil || row.Reason == koord.ReasonNone || len(list) == 1 {
			continue
		}
		refusal, score, err := e.judgeOffers(converted, row.Node, list[1:], func(*koord.Query) error { return nil })
		if err != nil {
			return err
		}
		if !refusal.Refused() {
			*row = koord.Verdict{Node: row.Node, Score: score}
		}
	}
	if !o.Required {
		return nil
	}
	for i := range rows {
		if rows[i].Flags&koord.VerdictInvalidRequest == 0 && o.Refuses(nodes.Name(rows[i].Node)) {
			rows[i] = offer.NoReservation(rows[i].Node)
		}
	}
	return nil
}
