package state

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// reservations are the Reservations with resources on nodes: Available ones, and those that were
// reserved here and are being written. State.mu guards all but count and open.
type reservations struct {
	byName map[string]*reservationRecord
	byUID  map[types.UID]*reservationRecord
	count  atomic.Int32                         // size of byName
	open   atomic.Pointer[[]*offer.Reservation] // those that pods may use; nil if the list must be rebuilt
	all    allOwners
}

// allOwners holds the owners of all Reservations that have not ended, including those that are not
// Available yet.
type allOwners struct {
	mu    sync.Mutex
	list  []*offer.Owners
	stale bool // a Reservation changed
}

// reservationRecord records the applied version of a Reservation.
type reservationRecord struct {
	uid        types.UID
	name, node string
	version    string // resource version of held
	applied    string // key of the applied version; "" if there is none
	assumed    bool   // reserved here, and not yet Available in the store
	once       bool
	held       *offer.Reservation // nil if no pod may use it
	owners     map[types.UID]*podRecord
	placed     *apis.Reservation // with the allocation that is being written, while it is assumed
	lost       bool              // the cluster removed an assumed Reservation with its node
	// the current version is invalid, and an earlier one counts; nil if it is valid
	fault error
}

func (a *allOwners) changed() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stale = true
}

// ErrReservationUsed is the error of a pod whose Reservation was used by another pod or removed
// after the pod's node was chosen.
var ErrReservationUsed = errors.New("the Reservation was used by another pod in the meantime")

func (r *reservations) init() {
	r.byName, r.byUID = map[string]*reservationRecord{}, map[types.UID]*reservationRecord{}
}

// hasResources reports whether a Reservation has resources of a node.
func hasResources(r *apis.Reservation) bool {
	return r.Status.NodeName != "" && (r.Status.Phase == apis.ReservationAvailable || r.Status.Phase == apis.ReservationWaiting)
}

// syncReservation updates a Reservation to the store's version. freed is the node whose free
// resources or Reservation owners changed, or "".
func (s *State) syncReservation(name string) (freed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.syncReservationLocked(name)
}

func (s *State) syncReservationLocked(name string) (freed string) {
	if s.starting {
		return ""
	}
	object := stores.Get[apis.Reservation](s.Stores.Reservations.Load(), name)
	rec := s.reservations.byName[name]
	if rec != nil && (object == nil || object.UID != rec.uid || !hasResources(object) && !(rec.assumed && pending(object)) ||
		hasResources(object) && object.Status.NodeName != rec.node) {
		freed = rec.node
		s.dropReservation(rec)
		rec = nil
	}
	if object == nil || !hasResources(object) {
		return freed
	}
	if rec == nil {
		rec = s.recordReservation(object, object.Status.NodeName)
	}
	if rec.version != object.ResourceVersion || rec.applied == "" {
		freed = rec.node
		s.applyReservation(rec, object)
	}
	return freed
}

func pending(r *apis.Reservation) bool {
	return r.Status.Phase == apis.ReservationPending || r.Status.Phase == ""
}

func (s *State) recordReservation(object *apis.Reservation, node string) *reservationRecord {
	rec := &reservationRecord{uid: object.UID, name: object.Name, node: node, owners: map[types.UID]*podRecord{},
		once: object.Spec.AllocateOnce == nil || *object.Spec.AllocateOnce}
	s.reservations.byName[rec.name] = rec
	s.reservations.byUID[rec.uid] = rec
	s.reservations.count.Store(int32(len(s.reservations.byName)))
	return rec
}

// applyReservation applies an active Reservation to the cluster, with the pods that use it. An
// invalid version leaves the resources of an earlier one. If none is known, the status and
// annotations count.
func (s *State) applyReservation(rec *reservationRecord, object *apis.Reservation) {
	key := strings.Join([]string{rec.node, string(object.Spec.AllocatePolicy), fmt.Sprint(object.Generation),
		object.Annotations[objects.AnnotationResourceStatus], object.Annotations[objects.AnnotationDeviceAllocated]}, "\x00")
	var err error
	set := false
	if rec.applied != key {
		set, err = s.setReservationOrStatus(object, rec.applied == "" && !rec.assumed)
		switch {
		case isNodeMissing(err): // retried when its node is added
			rec.applied, rec.held, rec.fault = "", nil, nil
			s.reservations.open.Store(nil)
			return
		case err == nil:
			rec.applied = key
		case rec.applied == "":
			rec.applied = appliedInvalid
		}
	}
	owners, bad := offer.OwnersOf(object)
	if err == nil {
		err = bad
	}
	rec.version, rec.assumed, rec.fault = object.ResourceVersion, false, err
	rec.placed, rec.lost = nil, false
	open := object.DeletionTimestamp == nil && object.Status.Phase == apis.ReservationAvailable
	if err != nil {
		s.report.Failed("Reservation", object, err)
	}
	if err == nil || set && bad == nil {
		rec.once = object.Spec.AllocateOnce == nil || *object.Spec.AllocateOnce
		rec.held = &offer.Reservation{UID: rec.uid, Name: rec.name, Node: rec.node, Owners: owners, Left: leftOf(object),
			Created: object.CreationTimestamp.Time}
	}
	if !open {
		rec.held = nil
	}
	s.reservations.open.Store(nil)
	if set {
		s.attachOwners(rec)
		if conflicts, err := s.Cluster.PodConflicts(string(rec.uid)); err == nil {
			s.report.Conflicts(object, rec.node, &conflicts, s.Words)
		}
	}
}

// appliedInvalid marks a Reservation that cannot be built: the resources in its status are applied,
// or none.
const appliedInvalid = "invalid"

// isNodeMissing reports whether the cluster does not know a Reservation's node yet.
func isNodeMissing(err error) bool {
	return errors.Is(err, koord.ErrNotFound) || errors.Is(err, koord.ErrLimit)
}

// setReservationOrStatus sets a Reservation in the cluster. If its spec is invalid and no earlier
// version is set (first), the cluster holds the resources in its status and annotations. The error
// is that of the spec.
func (s *State) setReservationOrStatus(object *apis.Reservation, first bool) (set bool, err error) {
	if found := stores.FaultOf(object); found == nil || !found.Unknown {
		if err = s.setReservation(object); err == nil || !first || isNodeMissing(err) {
			return err == nil, err
		}
	}
	failed := s.setStatusResources(object)
	switch {
	case failed == nil:
		return true, err
	case isNodeMissing(failed):
		return false, failed
	case first:
		s.reportRemoval(s.Cluster.RemovePod(string(object.UID)))
	}
	return false, errors.Join(err, failed)
}

// setStatusResources sets a Reservation in the cluster with the resources in its status and
// annotations, whatever its template requests.
func (s *State) setStatusResources(object *apis.Reservation) (err error) {
	room := object.DeepCopy()
	if room.Spec.Template == nil {
		room.Spec.Template = &v1.PodTemplateSpec{}
	}
	if _, err := objects.ReservationPolicy(room); err != nil {
		room.Spec.AllocatePolicy = apis.ReservationAllocateDefault
	}
	template := room.Spec.Template
	if amounts := room.Status.Allocatable; len(amounts) > 0 {
		template.Spec = v1.PodSpec{Priority: template.Spec.Priority, Containers: []v1.Container{{
			Name: "room", Resources: v1.ResourceRequirements{Requests: amounts, Limits: amounts}}}}
	}
	if err = s.setReservation(room); err == nil || isNodeMissing(err) {
		return err
	}
	template.Annotations = nil
	return s.setReservation(room)
}

// ReservationFault returns the error of the current version of a Reservation, or nil if it is
// valid. lost is set if no valid version is known, so that fields are missing.
func (s *State) ReservationFault(object *apis.Reservation) (err error, lost bool) {
	if found := stores.FaultOf(object); found != nil {
		return found.Err, found.Unknown
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if rec := s.reservations.byUID[object.UID]; rec != nil && rec.version == object.ResourceVersion {
		return rec.fault, false
	}
	return nil, false
}

func (s *State) setReservation(object *apis.Reservation) error {
	policy, err := objects.ReservationPolicy(object)
	if err != nil {
		return err
	}
	converted, err := s.buildReservation(object)
	if err != nil {
		return err
	}
	defer converted.Close()
	if _, err := s.Cluster.SetPod(converted); err != nil {
		return err
	}
	return s.Cluster.SetReservation(string(object.UID), policy)
}

// buildReservation returns the library's pod of a Reservation. The caller holds mu.
func (s *State) buildReservation(object *apis.Reservation) (*koord.Pod, error) {
	if err := objects.FillReservation(s.builders.pod, object); err != nil {
		return nil, err
	}
	return s.builders.pod.Pod(nil)
}

// leftOf returns the approximate unused amounts of a Reservation.
func leftOf(object *apis.Reservation) v1.ResourceList {
	left := object.Status.Allocatable.DeepCopy()
	for name, taken := range object.Status.Allocated {
		if amount, known := left[name]; known {
			amount.Sub(taken)
			left[name] = amount
		}
	}
	return left
}

// attachOwners links pods that use a Reservation to it after it was added to the cluster, in the
// order in which they were bound.
func (s *State) attachOwners(rec *reservationRecord) {
	at := s.nodes[rec.node]
	if at == nil {
		return
	}
	var owners []*podRecord
	bound := map[*podRecord]time.Time{}
	for _, pod := range at.pods {
		if pod.reservation != rec.uid || pod.version == "" {
			continue
		}
		owners = append(owners, pod)
		if object := stores.Get[v1.Pod](s.Stores.Pods, pod.name.String()); object != nil {
			bound[pod] = scheduled(object)
		}
	}
	slices.SortFunc(owners, func(a, b *podRecord) int {
		if order := bound[a].Compare(bound[b]); order != 0 {
			return order
		}
		return strings.Compare(string(a.uid), string(b.uid))
	})
	for _, pod := range owners {
		s.attachOwner(pod, rec.uid)
	}
}

func scheduled(pod *v1.Pod) time.Time {
	for i := range pod.Status.Conditions {
		if pod.Status.Conditions[i].Type == v1.PodScheduled {
			return pod.Status.Conditions[i].LastTransitionTime.Time
		}
	}
	return pod.CreationTimestamp.Time
}

// attachOwner records that a pod uses a Reservation. If the cluster does not know one of them yet,
// the link is added later.
func (s *State) attachOwner(pod *podRecord, from types.UID) {
	pod.reservation = from
	rec := s.reservations.byUID[from]
	if rec == nil || rec.applied == "" || rec.node != pod.node {
		return
	}
	if err := s.Cluster.AttachOwner(string(pod.uid), string(from)); err != nil {
		s.report.Failed("Reservation", nil, err)
		return
	}
	rec.owners[pod.uid] = pod
	s.reservations.open.Store(nil)
	s.links.Reservations.Add(rec.name)
}

// detachOwner records that a pod that used a Reservation was removed. The cluster released its
// resources with the removal of the pod.
func (s *State) detachOwner(pod *podRecord) {
	rec := s.reservations.byUID[pod.reservation]
	if rec == nil || rec.owners[pod.uid] == nil {
		return
	}
	delete(rec.owners, pod.uid)
	s.reservations.open.Store(nil)
	s.links.Reservations.Add(rec.name)
}

// dropReservation releases the unused part. Owners keep their allocations.
func (s *State) dropReservation(rec *reservationRecord) {
	if err := s.Cluster.RemovePod(string(rec.uid)); err != nil && !errors.Is(err, koord.ErrNotFound) {
		s.report.Failed("Reservation", nil, err)
	}
	delete(s.reservations.byName, rec.name)
	delete(s.reservations.byUID, rec.uid)
	s.reservations.count.Store(int32(len(s.reservations.byName)))
	s.reservations.open.Store(nil)
}

// forgetReservations marks the Reservations of a node that the cluster removed.
func (s *State) forgetReservations(node string) {
	for _, rec := range s.reservations.byName {
		if rec.node == node {
			rec.applied, rec.held, rec.lost = "", nil, rec.assumed
			clear(rec.owners)
			s.links.Reservations.Add(rec.name)
		}
	}
	s.reservations.open.Store(nil)
}

// restoreReservations sets the Reservations of a node that was unknown or removed, before the
// node's pods.
func (s *State) restoreReservations(node string, came bool) {
	if !came || len(s.reservations.byName) == 0 {
		return
	}
	for name, rec := range s.reservations.byName {
		if rec.node == node && rec.applied == "" {
			s.syncReservationLocked(name)
			s.reclaimReservation(rec)
			s.links.Reservations.Add(name) // it may turn out to be invalid only now
		}
	}
}

// reclaimReservation restores the allocation of a Reservation that is being written, after its node
// was removed with it.
func (s *State) reclaimReservation(rec *reservationRecord) {
	if !rec.assumed || !rec.lost || s.reservations.byUID[rec.uid] != rec { // ended, or deleted meanwhile
		return
	}
	err := s.setReservation(rec.placed)
	switch {
	case isNodeMissing(err): // retried when its node is added
		return
	case err != nil:
		s.report.Failed("Reservation", rec.placed, err)
	}
	rec.lost = false
}

// Ended reports whether a Reservation was used or has expired.
func Ended(r *apis.Reservation) bool {
	return r.Status.Phase == apis.ReservationSucceeded || r.Status.Phase == apis.ReservationFailed
}

// BoundOwners returns the bound pods that use a Reservation, and whether it is for one pod only.
func (s *State) BoundOwners(object *apis.Reservation) (pods []*v1.Pod, once bool) {
	once = object.Spec.AllocateOnce == nil || *object.Spec.AllocateOnce
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.reservations.byUID[object.UID]
	if rec == nil {
		return nil, once
	}
	if rec.fault != nil {
		once = rec.once
	}
	for _, owner := range rec.owners {
		pod := stores.Get[v1.Pod](s.Stores.Pods, owner.name.String())
		if !owner.assumed && pod != nil && pod.UID == owner.uid && pod.Spec.NodeName == rec.node {
			pods = append(pods, pod)
		}
	}
	slices.SortFunc(pods, func(a, b *v1.Pod) int { return strings.Compare(string(a.UID), string(b.UID)) })
	return pods, once
}

// PlaceReservation reserves resources of a node for a Reservation and its converted pod, and
// returns the changes to its annotations. No pod may use them until the store has the Reservation
// as Available.
func (s *State) PlaceReservation(object *apis.Reservation, converted *koord.Pod, node string, id uint32) (
	changes objects.Changes, refusal koord.Refusal, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	policy, err := objects.ReservationPolicy(object)
	if err != nil {
		return changes, refusal, err
	}
	_, refusal, err = s.Cluster.Reserve(converted, nil, id)
	if err != nil || refusal.Refused() {
		return changes, refusal, err
	}
	rec := s.recordReservation(object, node)
	rec.assumed = true
	if err = s.Cluster.SetReservation(string(object.UID), policy); err == nil {
		var patch []byte
		if patch, err = s.Cluster.Prebind(converted, 0); err == nil {
			changes, err = objects.ChangesOf(patch)
		}
	}
	if err != nil {
		s.dropReservation(rec)
		return changes, refusal, err
	}
	// A claim from an earlier attempt is removed.
	changes.Remove = slices.DeleteFunc(changes.Remove, func(key string) bool { return object.Annotations[key] == "" })
	for _, key := range []string{objects.AnnotationResourceStatus, objects.AnnotationDeviceAllocated} {
		if _, set := changes.Set[key]; !set && object.Annotations[key] != "" && !slices.Contains(changes.Remove, key) {
			changes.Remove = append(changes.Remove, key)
		}
	}
	rec.placed = object.DeepCopy()
	rec.placed.Annotations = changes.Annotations(object.Annotations)
	rec.placed.Status.NodeName, rec.placed.Status.Phase = node, apis.ReservationAvailable
	return changes, refusal, nil
}

// ConvertReservation returns the library's pod of a Reservation.
func (s *State) ConvertReservation(object *apis.Reservation) (*koord.Pod, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buildReservation(object)
}

// AssumedReservation reports whether a Reservation is reserved here, but not yet Available in the
// store.
func (s *State) AssumedReservation(uid types.UID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.reservations.byUID[uid]
	return rec != nil && rec.assumed
}

// GiveUpReservation releases a reservation that could not be written.
func (s *State) GiveUpReservation(object *apis.Reservation) {
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
		s.links.Freed.NodeFreed(freed)
	}
}

// ReservationChanged updates a changed Reservation. freed is the node whose free resources or
// Reservation owners changed, or "".
func (s *State) ReservationChanged(name string) (freed string) {
	s.reservations.all.changed()
	return s.syncReservation(name)
}
