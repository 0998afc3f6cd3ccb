package scheduler

import (
	"slices"

	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// openReservations returns the Reservations that pods may use now.
func (s *model) openReservations() []*held {
	if list := s.reservations.open.Load(); list != nil {
		return *list
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*held
	for _, rec := range s.reservations.byName {
		if rec.held != nil && !(rec.once && len(rec.owners) > 0) {
			list = append(list, rec.held)
		}
	}
	s.reservations.open.Store(&list)
	return list
}

// mayOwn reports whether any Reservation selects a pod, including those that are not Available yet.
func (s *model) mayOwn(pod *v1.Pod) bool {
	store := s.stores.reservations.load()
	if store == nil {
		return false
	}
	all := &s.reservations.all
	all.mu.Lock()
	if all.stale {
		all.stale, all.list = false, nil
		for _, found := range store.List() {
			if object, is := found.(*apis.Reservation); is && !ended(object) {
				if owners, err := ownersOf(object); err == nil {
					all.list = append(all.list, owners)
				}
			}
		}
	}
	list := all.list
	all.mu.Unlock()
	return slices.ContainsFunc(list, func(one *owners) bool { return one.selects(pod) })
}

// reserveFrom allocates a pod's resources from the first sufficient one of some Reservations. The
// caller holds mu.
func (s *model) reserveFrom(made *koord.Pod, on []*held) (*held, koord.Refusal, error) {
	var refusal koord.Refusal
	tried := false
	for _, one := range on {
		rec := s.reservations.byUID[one.uid]
		if rec == nil || rec.held == nil || rec.once && len(rec.owners) > 0 {
			continue
		}
		query, done, err := s.query()
		if err != nil {
			return nil, refusal, err
		}
		if err = query.UseReservation(string(one.uid)); err == nil {
			_, refusal, err = s.cluster.ReserveFrom(made, query)
		}
		done()
		if err != nil || !refusal.Refused() {
			return one, refusal, err
		}
		tried = true
	}
	if !tried {
		return nil, refusal, errReservationUsed
	}
	return nil, refusal, nil
}

// offers returns the Reservations that a pod may use. A pod with an unreadable reservation-affinity
// gets none, and an error.
func (s *model) offers(pod *v1.Pod) (*offers, error) {
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
