package scheduler

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
)

// placing is a Reservation that is being placed on a node, or waits for one.
type placing struct {
	pod     *v1.Pod // pod of its template
	pinned  string  // node named by the template; "" for any
	made    *koord.Pod
	node    string // assigned node
	changes objects.Changes
}

// placingOf returns the placing of a Reservation without a node.
func (r *reserver) placingOf(object *apis.Reservation) (*placing, error) {
	p := &placing{pod: objects.ReservePod(object)}
	if object.Spec.Template != nil {
		p.pinned = object.Spec.Template.Spec.NodeName
	}
	if _, err := objects.ReservationPolicy(object); err != nil {
		return nil, err
	}
	var err error
	p.made, err = r.state.convertReservation(object)
	return p, err
}

// findNode reserves resources for a Reservation on the best node for its template, in
// addition to those planned for gangs and nominated pods. why is the reason if there is none.
func (r *reserver) findNode(p *placing, object *apis.Reservation) (why string, err error) {
	rows, err := r.evaluator.evaluate(p.made, nil, nil)
	if err != nil {
		return "", err
	}
	nodes := r.state.list()
	others := r.gangs.ahead(types.NamespacedName{}, p.pod).with(&whatIf{added: r.evaluator.nominated(p.pod, nil)})
	slices.SortStableFunc(rows, func(a, b koord.Verdict) int { return cmp.Compare(b.Score, a.Score) })
	room := 0
	for i := range rows {
		name := nodes.name(rows[i].Node)
		if rows[i].Reason != koord.ReasonNone || name == "" {
			continue
		}
		if others.touches(name) {
			now, err := r.evaluator.judge(others, p.made, name, nil)
			if err != nil {
				return "", err
			}
			if now == nil || now.Reason != koord.ReasonNone {
				continue
			}
		}
		room++
		if !p.suits(r.state.stores, name) {
			continue
		}
		changes, refusal, err := r.state.placeReservation(object, p.made, name, rows[i].Node)
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
	refusals := r.evaluator.why(&subject{pod: p.pod, made: p.made, nodes: nodes}, rows, others)
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
func (p *placing) mayFit(s *model, node string) bool {
	if !p.suits(s.stores, node) {
		return false
	}
	id, err := s.cluster.NodeID(node)
	if err != nil {
		return false
	}
	refusal, _, err := s.cluster.Judge(p.made, nil, id)
	return err != nil || !refusal.Refused()
}

// suits reports whether the template's pod may run on a node, as far as the node alone decides it.
func (p *placing) suits(sources *stores, name string) bool {
	node := stored[v1.Node](sources.nodes, name)
	if node == nil || p.pinned != "" && p.pinned != name {
		return false
	}
	return mayUse(p.pod, node)
}
