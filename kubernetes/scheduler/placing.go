package scheduler

import (
	"cmp"
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
func (s *State) placingOf(object *apis.Reservation) (*placing, error) {
	p := &placing{pod: objects.ReservePod(object)}
	if object.Spec.Template != nil {
		p.pinned = object.Spec.Template.Spec.NodeName
	}
	if _, err := objects.ReservationPolicy(object); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	p.made, err = s.buildReservation(object)
	return p, err
}

// placeReservation reserves resources for a Reservation on the best node for its template, in
// addition to those planned for gangs and nominated pods. why is the reason if there is none.
func (s *State) placeReservation(p *placing, object *apis.Reservation) (why string, err error) {
	rows, err := s.evaluate(p.made, nil, nil)
	if err != nil {
		return "", err
	}
	nodes := s.index.get(s)
	others := s.planned(types.NamespacedName{}, p.pod).with(&whatIf{added: s.nominated(p.pod, nil)})
	slices.SortStableFunc(rows, func(a, b koord.Verdict) int { return cmp.Compare(b.Score, a.Score) })
	room := 0
	for i := range rows {
		name := nodes.name(rows[i].Node)
		if rows[i].Reason != koord.ReasonNone || name == "" {
			continue
		}
		if others.touches(name) {
			now, err := others.judge(s, p.made, name, nil)
			if err != nil {
				return "", err
			}
			if now == nil || now.Reason != koord.ReasonNone {
				continue
			}
		}
		room++
		if !p.suits(s, name) {
			continue
		}
		refusal, err := s.reserveReservation(p, object, name, rows[i].Node)
		if err != nil && !isStatus(err, koord.ErrNotFound) {
			return "", err
		}
		if err == nil && !refusal.Refused() {
			p.node = name
			return "", nil
		}
	}
	if len(rows) == 0 {
		return "there are no nodes", nil
	}
	refusals := (&answer{pod: &pendingPod{pod: p.pod, made: p.made}, nodes: nodes}).why(s, rows, others)
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

// reserveReservation reserves resources of a node in the cluster. No pod may use them until the
// store has the Reservation as Available.
func (s *State) reserveReservation(p *placing, object *apis.Reservation, node string, id uint32) (koord.Refusal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	policy, err := objects.ReservationPolicy(object)
	if err != nil {
		return koord.Refusal{}, err
	}
	_, refusal, err := s.cluster.Reserve(p.made, nil, id)
	if err != nil || refusal.Refused() {
		return refusal, err
	}
	rec := s.recordReservation(object, node)
	rec.assumed = true
	if err = s.cluster.SetReservation(string(object.UID), policy); err == nil {
		var patch []byte
		if patch, err = s.cluster.Prebind(p.made, 0); err == nil {
			p.changes, err = objects.ChangesOf(patch)
		}
	}
	if err != nil {
		s.dropReservation(rec)
		return refusal, err
	}
	// A claim from an earlier attempt is removed.
	p.changes.Remove = slices.DeleteFunc(p.changes.Remove, func(key string) bool { return object.Annotations[key] == "" })
	for _, key := range []string{objects.AnnotationResourceStatus, objects.AnnotationDeviceAllocated} {
		if _, set := p.changes.Set[key]; !set && object.Annotations[key] != "" && !slices.Contains(p.changes.Remove, key) {
			p.changes.Remove = append(p.changes.Remove, key)
		}
	}
	return refusal, nil
}

// assumedReservation reports whether a Reservation is reserved here, but not yet Available in the
// store.
func (s *State) assumedReservation(uid types.UID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.reservations.byUID[uid]
	return rec != nil && rec.assumed
}

// giveUpReservation releases a reservation that could not be written.
func (s *State) giveUpReservation(object *apis.Reservation) {
	s.mu.Lock()
	rec := s.reservations.byUID[object.UID]
	freed := ""
	if rec != nil && rec.assumed {
		freed = rec.node
		s.dropReservation(rec)
		s.syncReservationLocked(object.Name)
	}
	s.mu.Unlock()
	if freed != "" {
		s.wake.nodeFreed(s, freed)
	}
}

// mayFit reports whether a node accepts a waiting Reservation.
func (p *placing) mayFit(s *State, node string) bool {
	if !p.suits(s, node) {
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
func (p *placing) suits(s *State, name string) bool {
	node := stored[v1.Node](s.sources.nodes, name)
	if node == nil || p.pinned != "" && p.pinned != name {
		return false
	}
	return mayUse(p.pod, node)
}
