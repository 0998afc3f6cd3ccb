package reservation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// placing is a Reservation that is being placed on a node, or waits for one.
type placing struct {
	pod       *v1.Pod // pod of its template
	pinned    string  // node named by the template; "" for any
	converted *koord.Pod
	node      string // assigned node
	changes   objects.Changes
}

// placingOf returns the placing of a Reservation without a node.
func (c *Controller) placingOf(object *apis.Reservation) (*placing, error) {
	p := &placing{pod: objects.ReservePod(object)}
	if object.Spec.Template != nil {
		p.pinned = object.Spec.Template.Spec.NodeName
	}
	if _, err := objects.ReservationPolicy(object); err != nil {
		return nil, err
	}
	var err error
	p.converted, err = c.state.ConvertReservation(object)
	return p, err
}

// findNode reserves resources for a Reservation on the best node for its template, in
// addition to those planned for gangs and nominated pods. why is the reason if there is none.
func (c *Controller) findNode(p *placing, object *apis.Reservation) (why string, err error) {
	rows, err := c.evaluator.Evaluate(p.converted, nil, nil)
	if err != nil {
		return "", err
	}
	nodes := c.state.Nodes()
	others := c.gangs.Ahead(types.NamespacedName{}, p.pod).With(&state.WhatIf{Added: c.evaluator.Nominated(p.pod, nil)})
	slices.SortStableFunc(rows, func(a, b koord.Verdict) int { return cmp.Compare(b.Score, a.Score) })
	room := 0
	for i := range rows {
		name := nodes.Name(rows[i].Node)
		if rows[i].Reason != koord.ReasonNone || name == "" {
			continue
		}
		if others.Touches(name) {
			now, err := c.evaluator.Judge(others, p.converted, name, nil)
			if err != nil {
				return "", err
			}
			if now == nil || now.Reason != koord.ReasonNone {
				continue
			}
		}
		room++
		if !p.suits(c.state.Stores, name) {
			continue
		}
		changes, refusal, err := c.state.PlaceReservation(object, p.converted, name, rows[i].Node)
		if err != nil && !errors.Is(err, koord.ErrNotFound) {
			return "", err
		}
		if err == nil && !refusal.Refused() {
			p.node, p.changes = name, changes
			return "", nil
		}
	}
	if len(rows) == 0 {
		return "there are no nodes", nil
	}
	refusals := c.evaluator.Explain(&evaluate.Subject{Pod: p.pod, Converted: p.converted, Nodes: nodes}, rows, others)
	if room == 0 {
		return refusals, nil
	}
	why = fmt.Sprintf("%d nodes have room; none of them is one that the template's nodeName, nodeSelector, affinity and "+
		"tolerations allow", room)
	if refusals != "" {
		why += "; " + refusals
	}
	return why, nil
}

// mayFit reports whether a node accepts a waiting Reservation.
func (p *placing) mayFit(s *state.State, node string) bool {
	if !p.suits(s.Stores, node) {
		return false
	}
	id, err := s.Cluster.NodeID(node)
	if err != nil {
		return false
	}
	refusal, _, err := s.Cluster.Judge(p.converted, nil, id)
	return err != nil || !refusal.Refused()
}

// suits reports whether the template's pod may run on a node, as far as the node alone decides it.
func (p *placing) suits(sources *stores.Stores, name string) bool {
	node := stores.Get[v1.Node](sources.Nodes, name)
	if node == nil || p.pinned != "" && p.pinned != name {
		return false
	}
	return request.MayUse(p.pod, node)
}
