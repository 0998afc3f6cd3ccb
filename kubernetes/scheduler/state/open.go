package state

import (
	"slices"

	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
)

// openReservations returns the Reservations that pods may use now.
func (s *State) openReservations() []*offer.Reservation {
	if list := s.reservations.open.Load(); list != nil {
		return *list
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*offer.Reservation
	for _, rec := range s.reservations.byName {
		if rec.held != nil && !(rec.once && len(rec.owners) > 0) {
			list = append(list, rec.held)
		}
	}
	s.reservations.open.Store(&list)
	return list
}

// MayOwn reports whether any Reservation selects a pod, including those that are not Available yet.
func (s *State) MayOwn(pod *v1.Pod) bool {
	store := s.Stores.Reservations.Load()
	if store == nil {
		return false
	}
	all := &s.reservations.all
	all.mu.Lock()
	if all.stale {
		all.stale, all.list = false, nil
		for _, found := range store.List() {
			if object, is := found.(*apis.Reservation); is && !Ended(object) {
				if owners, err := offer.OwnersOf(object); err == nil {
					all.list = append(all.list, owners)
				}
			}
		}
	}
	list := all.list
	all.mu.Unlock()
	return slices.ContainsFunc(list, func(owners *offer.Owners) bool { return owners.Selects(pod) })
}

// reserveFrom allocates a pod's resources from the first sufficient one of some Reservations. The
// caller holds mu.
func (s *State) reserveFrom(converted *koord.Pod, offered []*offer.Reservation) (*offer.Reservation, koord.Refusal, error) {
	var refusal koord.Refusal
	tried := false
	for _, reservation := range offered {
		rec := s.reservations.byUID[reservation.UID]
		if rec == nil || rec.held == nil || rec.once && len(rec.owners) > 0 {
			continue
		}
		query, done, err := s.Query()
		if err != nil {
			return nil, refusal, err
		}
		if err = query.UseReservation(string(reservation.UID)); err == nil {
			_, refusal, err = s.Cluster.ReserveFrom(converted, query)
		}
		done()
		if err != nil || !refusal.Refused() {
			return reservation, refusal, err
		}
		tried = true
	}
	if !tried {
		return nil, refusal, ErrReservationUsed
	}
	return nil, refusal, nil
}

// Offers returns the Reservations that a pod may use. A pod with an unreadable reservation-affinity
// gets none, and an error.
func (s *State) Offers(pod *v1.Pod) (*offer.Offers, error) {
	affinity, err := offer.AffinityOf(pod)
	if err != nil {
		return nil, err
	}
	if affinity == nil && (s.reservations.count.Load() == 0 || pod.Labels[apis.LabelReservationIgnored] == "true") {
		return nil, nil
	}
	out := &offer.Offers{Required: affinity != nil, ByNode: map[string][]*offer.Reservation{}}
	for _, reservation := range s.openReservations() {
		if reservation.Owners.Has(pod, affinity) {
			out.ByNode[reservation.Node] = append(out.ByNode[reservation.Node], reservation)
		}
	}
	if len(out.ByNode) == 0 && !out.Required {
		return nil, nil
	}
	for _, list := range out.ByNode {
		if len(list) > 1 {
			offer.Order(list, resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{}))
		}
	}
	return out, nil
}
