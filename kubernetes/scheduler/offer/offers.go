// Package offer selects the Reservations that a pod may use.
package offer

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

// Reservation is a Reservation that its owners may use. It is immutable.
type Reservation struct {
	UID        types.UID
	Name, Node string
	Owners     *Owners
	Left       v1.ResourceList // approximate unused amounts
	Created    time.Time
}

// Offers are the Reservations that a pod may use, by node and in order of preference. nil means
// none.
type Offers struct {
	Required bool // the pod uses one of them or waits
	ByNode   map[string][]*Reservation
}

// Order sorts Reservations: the lowest order first, then those with enough left for the pod, then
// the oldest.
func Order(list []*Reservation, requests v1.ResourceList) {
	rank := func(reservation *Reservation) int64 {
		if reservation.Owners.order > 0 {
			return reservation.Owners.order
		}
		return math.MaxInt64
	}
	short := func(reservation *Reservation) int {
		for name, left := range reservation.Left {
			if wanted, asked := requests[name]; asked && wanted.Cmp(left) > 0 {
				return 1
			}
		}
		return 0
	}
	slices.SortFunc(list, func(a, b *Reservation) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(short(a), short(b)), a.Created.Compare(b.Created),
			strings.Compare(a.Name, b.Name))
	})
}

// At returns the Reservations on a node.
func (o *Offers) At(node string) []*Reservation {
	if o == nil {
		return nil
	}
	return o.ByNode[node]
}

// Refuses reports whether a pod that requires a Reservation has none on a node.
func (o *Offers) Refuses(node string) bool { return o != nil && o.Required && len(o.ByNode[node]) == 0 }

// NoReservation returns the verdict of such a node.
func NoReservation(node uint32) koord.Verdict {
	return koord.Verdict{Node: node, Reason: koord.ReasonReservationShort, Flags: koord.VerdictUnresolvable}
}

// Use adds the first Reservation on each node to a query.
func (o *Offers) Use(query *koord.Query) error {
	for _, list := range o.ByNode {
		if err := query.UseReservation(string(list[0].UID)); err != nil {
			return err
		}
	}
	return nil
}
