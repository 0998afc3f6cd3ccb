package scheduler

import (
	"context"
	"errors"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// reserver executes Reservations (docs/embed/reservations.md): it places Pending ones on a node,
// updates the status of Available ones, ends them, and deletes them a day after their end. It runs
// in the process that schedules pods, and only while this process is the leader, so that no other
// process allocates resources meanwhile.
type reserver struct {
	worker
	state     *model
	evaluator *evaluator
	gangs     planner
	profiles  *profiles
	report    *reporter
	dynamic   dynamic.Interface
	now       func() time.Time

	waiting waiters[*placing] // Reservations that fit on no node
}

const (
	kept        = 24 * time.Hour  // how long a Reservation is kept after its end
	reservePace = 5 * time.Minute // interval of checks without a change
	defaultTTL  = 24 * time.Hour
)

// newReserver returns a reserver for the Reservations in a queue.
func newReserver(evaluator *evaluator, queue queue, gangs planner, profiles *profiles, client dynamic.Interface,
	report *reporter) *reserver {
	r := &reserver{state: evaluator.state, evaluator: evaluator, gangs: gangs, profiles: profiles, report: report, dynamic: client,
		now: time.Now}
	r.worker = newWorker("Reservation", queue, r.carryOut)
	return r
}

func (r *reserver) serves(object *apis.Reservation) bool {
	name := v1.DefaultSchedulerName
	if object.Spec.Template != nil && object.Spec.Template.Spec.SchedulerName != "" {
		name = object.Spec.Template.Spec.SchedulerName
	}
	return r.profiles.has(name)
}

// look queues a Reservation after a change of it, its owners or its node.
func (r *reserver) look(name string) { r.queue.Add(name) }

// lookAt queues a Reservation for its due time. It checks earlier at intervals, because the clock
// may be set.
func (r *reserver) lookAt(name string, due time.Time) {
	r.queue.AddAfter(name, min(due.Sub(r.now()), reservePace))
}

// carryOut performs the due action for one object. An error is temporary.
func (r *reserver) carryOut(ctx context.Context, name string) error {
	object := stored[apis.Reservation](r.state.stores.reservations.load(), name)
	if object == nil || ended(object) || object.Status.NodeName != "" {
		r.waiting.end(name)
	}
	switch {
	case object == nil:
		return nil
	case ended(object):
		return r.clean(ctx, object)
	case !r.serves(object):
		return nil
	}
	invalid, lost := r.state.reservationFault(object)
	if invalid != nil && object.Status.NodeName == "" {
		r.waiting.end(name)
		return r.unschedulable(ctx, object, sentence(invalid))
	}
	end, ends := endOf(object)
	ends = ends && !lost // ttl or expires may be missing
	if ends && !r.now().Before(end) {
		return r.end(ctx, object, "its time is over")
	}
	if ends {
		r.lookAt(name, end)
	}
	if object.Status.NodeName == "" {
		return r.place(ctx, object)
	}
	if stored[v1.Node](r.state.stores.nodes, object.Status.NodeName) == nil {
		return r.end(ctx, object, "node "+object.Status.NodeName+" does not exist")
	}
	return r.keep(ctx, object, invalid, lost)
}

// endOf returns the end time of a Reservation, or false if there is none.
func endOf(object *apis.Reservation) (time.Time, bool) {
	switch {
	case object.Spec.TTL != nil && object.Spec.TTL.Duration == 0:
		return time.Time{}, false
	case object.Spec.Expires != nil:
		return object.Spec.Expires.Time, true
	case object.Spec.TTL != nil:
		return object.CreationTimestamp.Add(object.Spec.TTL.Duration), true
	}
	return object.CreationTimestamp.Add(defaultTTL), true
}

// place assigns a node to a Reservation: first in the cluster, then in its annotations, then in its
// status.
func (r *reserver) place(ctx context.Context, object *apis.Reservation) error {
	if r.state.assumedReservation(object.UID) {
		return nil // the store will have it later
	}
	place, err := r.placingOf(object)
	why := ""
	if err == nil {
		// before it is tried, so that resources released meanwhile count
		r.waiting.put(object.Name, place)
		why, err = r.findNode(place, object)
	} else {
		r.waiting.end(object.Name)
	}
	switch {
	case errors.Is(err, koord.ErrInvalid) || errors.Is(err, koord.ErrLimit):
		why = sentence(err)
	case err != nil:
		return err
	}
	if why != "" {
		r.queue.AddAfter(object.Name, reservePace)
		return r.unschedulable(ctx, object, why)
	}
	r.waiting.end(object.Name)
	if err := r.writePlaced(ctx, object, place); err != nil {
		r.state.giveUpReservation(object)
		return passing(err)
	}
	reserved.WithLabelValues(string(apis.ReservationAvailable)).Inc()
	klog.FromContext(ctx).Info("Koord: a Reservation is Available", "reservation", object.Name, "node", place.node)
	r.report.note(object, v1.EventTypeNormal, "Scheduled", "node "+place.node+" has it")
	return nil
}

// writePlaced writes the annotations and the status of a Reservation that got a node.
func (r *reserver) writePlaced(ctx context.Context, object *apis.Reservation, place *placing) error {
	version := object.ResourceVersion
	if !place.changes.IsZero() {
		patch := place.changes.MergePatch(&v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: object.UID}})
		written, err := r.dynamic.Resource(apis.Reservations).Patch(ctx, object.Name, types.MergePatchType, patch, metav1.PatchOptions{})
		if err != nil {
			return err
		}
		version = written.GetResourceVersion()
	}
	status := available(object, place.node, r.now())
	lost, err := persist(ctx, func() error { return r.writeStatus(ctx, object, version, status) })
	if lost && err != nil {
		err = r.settle(ctx, object, place.node, err)
	}
	return err
}

// settle determines whether a status was written although the response was lost, so that its
// resources are not allocated again.
func (r *reserver) settle(ctx context.Context, object *apis.Reservation, node string, failed error) error {
	for {
		read, err := r.dynamic.Resource(apis.Reservations).Get(ctx, object.Name, metav1.GetOptions{})
		switch {
		case apierrors.IsNotFound(err):
			return failed
		case err == nil:
			now, _, _ := unstructured.NestedString(read.Object, "status", "nodeName")
			if read.GetUID() == object.UID && now == node {
				return nil
			}
			return failed
		}
		select {
		case <-ctx.Done():
			return failed
		case <-time.After(again):
		}
	}
}

// keep updates the status of a Reservation about the pods that use it and its spec. One that is for
// one pod ends with its first owner, unless allocateOnce may be missing (lost).
func (r *reserver) keep(ctx context.Context, object *apis.Reservation, invalid error, lost bool) error {
	if object.Status.Phase != apis.ReservationAvailable && object.Status.Phase != apis.ReservationWaiting {
		return nil
	}
	pods, once := r.state.boundOwners(object)
	status := withOwners(object, pods)
	turned := withValidity(&status, invalid, r.now())
	if once && !lost && len(pods) > 0 {
		status.Phase = apis.ReservationSucceeded
		status.Conditions = withCondition(status.Conditions, apis.ReservationReady, v1.ConditionFalse,
			apis.ReasonReservationSucceeded, "", r.now())
	} else if sameOwners(&object.Status, &status) && !turned {
		return nil
	}
	if err := r.writeStatus(ctx, object, object.ResourceVersion, status); err != nil {
		return passing(err)
	}
	if turned && invalid != nil {
		r.report.note(object, v1.EventTypeWarning, apis.ReasonReservationInvalid, invalidText(invalid))
	}
	if status.Phase == apis.ReservationSucceeded {
		reserved.WithLabelValues(string(status.Phase)).Inc()
		klog.FromContext(ctx).Info("Koord: a Reservation was used", "reservation", object.Name, "pod", klog.KObj(pods[0]))
	}
	return nil
}

// end ends a Reservation before it was used up.
func (r *reserver) end(ctx context.Context, object *apis.Reservation, why string) error {
	r.waiting.end(object.Name)
	status := *object.Status.DeepCopy()
	status.Phase = apis.ReservationFailed
	status.Conditions = withCondition(status.Conditions, apis.ReservationReady, v1.ConditionFalse, apis.ReasonReservationExpired,
		why, r.now())
	if err := r.writeStatus(ctx, object, object.ResourceVersion, status); err != nil {
		return passing(err)
	}
	reserved.WithLabelValues(string(status.Phase)).Inc()
	klog.FromContext(ctx).Info("Koord: a Reservation has ended", "reservation", object.Name, "why", why)
	r.report.note(object, v1.EventTypeNormal, apis.ReasonReservationExpired, why)
	return nil
}

func (r *reserver) unschedulable(ctx context.Context, object *apis.Reservation, why string) error {
	why = short(why)
	for _, one := range object.Status.Conditions {
		if one.Type == apis.ReservationScheduled && one.Status == v1.ConditionFalse && one.Message == why {
			return nil
		}
	}
	status := *object.Status.DeepCopy()
	status.Phase = apis.ReservationPending
	status.Conditions = withCondition(status.Conditions, apis.ReservationScheduled, v1.ConditionFalse,
		apis.ReasonReservationUnschedulable, why, r.now())
	if err := r.writeStatus(ctx, object, object.ResourceVersion, status); err != nil {
		return passing(err)
	}
	reserved.WithLabelValues(string(apis.ReservationPending)).Inc()
	r.report.note(object, v1.EventTypeWarning, "FailedScheduling", why)
	return nil
}

// nodeFreed queues waiting Reservations that a node accepts now.
func (r *reserver) nodeFreed(node string) {
	for name, one := range r.waiting.now() {
		if one.mayFit(r.state, node) {
			r.look(name)
		}
	}
}

// clean deletes a Reservation that ended long ago.
func (r *reserver) clean(ctx context.Context, object *apis.Reservation) error {
	since := object.CreationTimestamp.Time
	for _, one := range object.Status.Conditions {
		if one.Type == apis.ReservationReady && one.LastTransitionTime.After(since) {
			since = one.LastTransitionTime.Time
		}
	}
	if due := since.Add(kept); r.now().Before(due) {
		r.lookAt(object.Name, due)
		return nil
	}
	return passing(r.dynamic.Resource(apis.Reservations).Delete(ctx, object.Name,
		metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &object.UID}}))
}
