package scheduler

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	resourcehelper "k8s.io/component-helpers/resource"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/k8s/apis"
)

// held is a Reservation that its owners may take from. It is immutable.
type held struct {
	uid        types.UID
	name, node string
	owners     *owners
	left       v1.ResourceList // about what nobody took yet
	created    time.Time
}

// offers are the Reservations that a pod may take from, by node, those that it should take from first. nil: none.
type offers struct {
	required bool // it takes from one of them or waits
	byNode   map[string][]*held
}

// offers to a pod. A pod with a reservation-affinity that cannot be read is offered nothing, and an error.
func (s *State) offers(pod *v1.Pod) (*offers, error) {
	affinity, err := affinityOf(pod)
	if err != nil {
		return nil, err
	}
	if affinity == nil && (s.reservations.count.Load() == 0 || pod.Labels[apis.LabelReservationIgnored] == "true") {
		return nil, nil
	}
	out := &offers{required: affinity != nil, byNode: map[string][]*held{}}
	for _, one := range s.openReservations() {
		if one.owners.has(pod, affinity) {
			out.byNode[one.node] = append(out.byNode[one.node], one)
		}
	}
	if len(out.byNode) == 0 && !out.required {
		return nil, nil
	}
	for _, list := range out.byNode {
		if len(list) > 1 {
			order(list, resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{}))
		}
	}
	return out, nil
}

// order: the lowest order first, then those with enough left for the pod, then the oldest.
func order(list []*held, requests v1.ResourceList) {
	rank := func(one *held) int64 {
		if one.owners.order > 0 {
			return one.owners.order
		}
		return math.MaxInt64
	}
	short := func(one *held) int {
		for name, left := range one.left {
			if wanted, asked := requests[name]; asked && wanted.Cmp(left) > 0 {
				return 1
			}
		}
		return 0
	}
	slices.SortFunc(list, func(a, b *held) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(short(a), short(b)), a.created.Compare(b.created),
			strings.Compare(a.name, b.name))
	})
}

// at are those on a node.
func (o *offers) at(node string) []*held {
	if o == nil {
		return nil
	}
	return o.byNode[node]
}

// refuses tells whether a pod that takes from a Reservation or waits has none on a node.
func (o *offers) refuses(node string) bool { return o != nil && o.required && len(o.byNode[node]) == 0 }

// noReservation is the verdict of such a node.
func noReservation(node uint32) koord.Verdict {
	return koord.Verdict{Node: node, Reason: koord.ReasonReservationShort, Flags: koord.VerdictUnresolvable}
}

// judgeOffers judges a node for a pod that may take from Reservations there: the first that suffices counts. query holds
// what else is asked; ask makes it, with a Reservation used or nil.
func (s *State) judgeOffers(made *koord.Pod, id uint32, on []*held, ask func(*koord.Query) error) (
	koord.Refusal, int32, error) {
	var refusal koord.Refusal
	var score int32
	for i := 0; i == 0 || i < len(on); i++ {
		query, done, err := s.query()
		if err != nil {
			return refusal, score, err
		}
		err = ask(query)
		if err == nil && len(on) > 0 {
			err = query.UseReservation(string(on[i].uid))
		}
		if err == nil {
			refusal, score, err = s.cluster.Judge(made, query, id)
		}
		done()
		if err != nil || !refusal.Refused() {
			return refusal, score, err
		}
	}
	return refusal, score, nil
}

// use the first Reservation on each node in a query.
func (o *offers) use(query *koord.Query) error {
	for _, list := range o.byNode {
		if err := query.UseReservation(string(list[0].uid)); err != nil {
			return err
		}
	}
	return nil
}

// amend the rows of an evaluation that used the first on each node: nodes where it does not suffice, and another might, and
// those without any, where the pod needs one.
func (o *offers) amend(s *State, made *koord.Pod, rows []koord.Verdict) error {
	nodes := s.index.get(s)
	for node, list := range o.byNode {
		row := nodes.row(rows, node)
		if row == nil || row.Reason == koord.ReasonNone || len(list) == 1 {
			continue
		}
		refusal, score, err := s.judgeOffers(made, row.Node, list[1:], func(*koord.Query) error { return nil })
		if err != nil {
			return err
		}
		if !refusal.Refused() {
			*row = koord.Verdict{Node: row.Node, Score: score}
		}
	}
	if !o.required {
		return nil
	}
	for i := range rows {
		if o.refuses(nodes.name(rows[i].Node)) {
			rows[i] = noReservation(rows[i].Node)
		}
	}
	return nil
}

// explain says what keeps the pod from taking from Reservations.
func (o *offers) explain(s *State, made *koord.Pod) string {
	if o == nil {
		return ""
	}
	if len(o.byNode) == 0 {
		return "; no Reservation is Available that the pod may take from"
	}
	nodes := s.index.get(s)
	node := slices.Min(slices.Collect(maps.Keys(o.byNode)))
	id, known := nodes.id(node)
	if !known {
		return ""
	}
	first := o.byNode[node][:1]
	refusal, _, err := s.judgeOffers(made, id, first, func(*koord.Query) error { return nil })
	if err != nil || !refusal.Refused() {
		return ""
	}
	return "; Reservation " + first[0].name + " on " + node + ": " + s.words(refusal)
}
