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
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// held is a Reservation that its owners may use. It is immutable.
type held struct {
	uid        types.UID
	name, node string
	owners     *owners
	left       v1.ResourceList // approximate unused amounts
	created    time.Time
}

// offers are the Reservations that a pod may use, by node and in order of preference. nil means
// none.
type offers struct {
	required bool // the pod uses one of them or waits
	byNode   map[string][]*held
}

// offers returns the Reservations that a pod may use. A pod with an unreadable reservation-affinity
// gets none, and an error.
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

// order sorts Reservations: the lowest order first, then those with enough left for the pod, then
// the oldest.
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

// at returns the Reservations on a node.
func (o *offers) at(node string) []*held {
	if o == nil {
		return nil
	}
	return o.byNode[node]
}

// refuses reports whether a pod that requires a Reservation has none on a node.
func (o *offers) refuses(node string) bool { return o != nil && o.required && len(o.byNode[node]) == 0 }

// noReservation returns the verdict of such a node.
func noReservation(node uint32) koord.Verdict {
	return koord.Verdict{Node: node, Reason: koord.ReasonReservationShort, Flags: koord.VerdictUnresolvable}
}

// judgeOffers evaluates a node for a pod that may use Reservations there. The first sufficient one
// counts. ask adds to the query everything except the Reservation.
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

// use adds the first Reservation on each node to a query.
func (o *offers) use(query *koord.Query) error {
	for _, list := range o.byNode {
		if err := query.UseReservation(string(list[0].uid)); err != nil {
			return err
		}
	}
	return nil
}

// amend corrects the rows of an evaluation with the first Reservation of each node: for nodes where
// it is not sufficient but another one may be, and for nodes without any if the pod requires one.
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
		if rows[i].Flags&koord.VerdictInvalidRequest == 0 && o.refuses(nodes.name(rows[i].Node)) {
			rows[i] = noReservation(rows[i].Node)
		}
	}
	return nil
}

// explain returns the reason for which the pod cannot use Reservations.
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
