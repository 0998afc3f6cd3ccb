package scheduler

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
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

// use adds the first Reservation on each node to a query.
func (o *offers) use(query *koord.Query) error {
	for _, list := range o.byNode {
		if err := query.UseReservation(string(list[0].uid)); err != nil {
			return err
		}
	}
	return nil
}
