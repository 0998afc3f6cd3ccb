// Package reservation executes Reservations.
package reservation

import (
	"context"
	"encoding/json"
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
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/profiles"
	"libkoord.invalid/koord/kubernetes/scheduler/report"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// Controller executes Reservations (docs/embed/reservations.md): it places Pending ones on a node,
// updates the status of Available ones, ends them, and deletes them a day after their end. It runs
// in the process that schedules pods, and only while this process is the leader, so that no other
// process allocates resources meanwhile.
type Controller struct {
	controller.Worker
	state     *state.State
	evaluator *evaluate.Evaluator
	gangs     Gangs
	profiles  *profiles.Set
	report    *report.Reporter
	dynamic   dynamic.Interface
	now       func() time.Time

	waiting controller.Waiters[*placing] // Reservations that fit on no node
}

const (
	retention   = 24 * time.Hour  // how long a Reservation is kept after its end
	reservePace = 5 * time.Minute // interval of checks without a change
	defaultTTL  = 24 * time.Hour
)

// Gangs knows the planned pods of gangs, which take precedence over Reservations.
type Gangs interface {
	// Ahead returns the planned pods that take precedence over a pod, or nil if there are none. key
	// is the pod's own gang, whose pods do not count.
	Ahead(key types.NamespacedName, pod *v1.Pod) *state.WhatIf
}

// New returns a controller of the Reservations in a queue.
func New(model *state.State, evaluator *evaluate.Evaluator, queue controller.Queue, gangs Gangs, profiles *profiles.Set, client dynamic.Interface,
	report *report.Reporter, now func() time.Time) *Controller {
	c := &Controller{state: model, evaluator: evaluator, gangs: gangs, profiles: profiles, report: report, dynamic: client,
		now: now}
	c.Worker = controller.NewWorker("Reservation", queue, c.Reconcile)
	return c
}

func (c *Controller) serves(object *apis.Reservation) bool {
	name := v1.DefaultSchedulerName
	if object.Spec.Template != nil && object.Spec.Template.Spec.SchedulerName != "" {
		name = object.Spec.Template.Spec.SchedulerName
	}
	return c.profiles.Has(name)
}

// Enqueue queues a Reservation after a change of it, its owners or its node.
func (c *Controller) Enqueue(name string) { c.Queue.Add(name) }

// requeueAt queues a Reservation for its due time. It checks earlier at intervals, because the clock
// may be set.
func (c *Controller) requeueAt(name string, due time.Time) {
	c.Queue.AddAfter(name, min(due.Sub(c.now()), reservePace))
}

// Reconcile performs the due action for one object. An error is temporary.
func (c *Controller) Reconcile(ctx context.Context, name string) error {
	object := stores.Get[apis.Reservation](c.state.Stores.Reservations.Load(), name)
	if object == nil || state.Ended(object) || object.Status.NodeName != "" {
		c.waiting.End(name)
	}
	switch {
	case object == nil:
		return nil
	case state.Ended(object):
		return c.deleteExpired(ctx, object)
	case !c.serves(object):
		return nil
	}
	invalid, lost := c.state.ReservationFault(object)
	if invalid != nil && object.Status.NodeName == "" {
		c.waiting.End(name)
		return c.unschedulable(ctx, object, message.Sentence(invalid))
	}
	end, ends := endOf(object)
	ends = ends && !lost // ttl or expires may be missing
	if ends && !c.now().Before(end) {
		return c.end(ctx, object, "its lifetime has ended")
	}
	if ends {
		c.requeueAt(name, end)
	}
	if object.Status.NodeName == "" {
		return c.place(ctx, object)
	}
	if stores.Get[v1.Node](c.state.Stores.Nodes, object.Status.NodeName) == nil {
		return c.end(ctx, object, "node "+object.Status.NodeName+" does not exist")
	}
	return c.updateStatus(ctx, object, invalid, lost)
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
func (c *Controller) place(ctx context.Context, object *apis.Reservation) error {
	if c.state.AssumedReservation(object.UID) {
		return nil // the store will have it later
	}
	place, err := c.placingOf(object)
	why := ""
	if err == nil {
		// before it is tried, so that resources released meanwhile count
		c.waiting.Put(object.Name, place)
		why, err = c.findNode(place, object)
	} else {
		c.waiting.End(object.Name)
	}
	switch {
	case errors.Is(err, koord.ErrInvalid) || errors.Is(err, koord.ErrLimit):
		why = message.Sentence(err)
	case err != nil:
		return err
	}
	if why != "" {
		c.Queue.AddAfter(object.Name, reservePace)
		return c.unschedulable(ctx, object, why)
	}
	c.waiting.End(object.Name)
	if err := c.writePlaced(ctx, object, place); err != nil {
		c.state.GiveUpReservation(object)
		return controller.IgnoreGone(err)
	}
	metrics.Reserved.WithLabelValues(string(apis.ReservationAvailable)).Inc()
	klog.FromContext(ctx).Info("Koord: a Reservation is Available", "reservation", object.Name, "node", place.node)
	c.report.RecordEvent(object, v1.EventTypeNormal, "Scheduled", "resources are reserved on node "+place.node)
	return nil
}

// writePlaced writes the annotations and the status of a Reservation that got a node.
func (c *Controller) writePlaced(ctx context.Context, object *apis.Reservation, place *placing) error {
	version := object.ResourceVersion
	if !place.changes.IsZero() {
		patch, err := ofVersion(place.changes.MergePatch(&v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: object.UID}}), version)
		if err != nil {
			return err
		}
		written, err := c.dynamic.Resource(apis.Reservations).Patch(ctx, object.Name, types.MergePatchType, patch, metav1.PatchOptions{})
		if err != nil {
			return err
		}
		version = written.GetResourceVersion()
	}
	status := available(object, place.node, c.now())
	lost, err := controller.Persist(ctx, func() error { return c.writeStatus(ctx, object, version, status) })
	if lost && err != nil {
		err = c.confirmStatus(ctx, object, place.node, err)
	}
	return err
}

// ofVersion makes a merge patch fail for any other version of the object. A patch without an answer may be
// written later, when the Reservation has another allocation.
func ofVersion(patch []byte, version string) ([]byte, error) {
	var change struct {
		Metadata map[string]any `json:"metadata"`
	}
	if err := json.Unmarshal(patch, &change); err != nil {
		return nil, err
	}
	change.Metadata["resourceVersion"] = version
	return json.Marshal(&change)
}

// confirmStatus determines whether a status was written although the response was lost, so that its
// resources are not allocated again.
func (c *Controller) confirmStatus(ctx context.Context, object *apis.Reservation, node string, failed error) error {
	for {
		read, err := c.dynamic.Resource(apis.Reservations).Get(ctx, object.Name, metav1.GetOptions{})
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
		case <-time.After(controller.RetryDelay):
		}
	}
}

// updateStatus writes the pods that use an active Reservation, and the validity of its spec, to its
// status. With allocateOnce the Reservation ends with its first owner, unless the field may be missing
// (lost).
func (c *Controller) updateStatus(ctx context.Context, object *apis.Reservation, invalid error, lost bool) error {
	if object.Status.Phase != apis.ReservationAvailable && object.Status.Phase != apis.ReservationWaiting {
		return nil
	}
	pods, once := c.state.BoundOwners(object)
	status := withOwners(object, pods)
	validityChanged := withValidity(&status, invalid, c.now())
	if once && !lost && len(pods) > 0 {
		status.Phase = apis.ReservationSucceeded
		status.Conditions = withCondition(status.Conditions, apis.ReservationReady, v1.ConditionFalse,
			apis.ReasonReservationSucceeded, "", c.now())
	} else if sameOwners(&object.Status, &status) && !validityChanged {
		return nil
	}
	if err := c.writeStatus(ctx, object, object.ResourceVersion, status); err != nil {
		return controller.IgnoreGone(err)
	}
	if validityChanged && invalid != nil {
		c.report.RecordEvent(object, v1.EventTypeWarning, apis.ReasonReservationInvalid, invalidText(invalid))
	}
	if status.Phase == apis.ReservationSucceeded {
		metrics.Reserved.WithLabelValues(string(status.Phase)).Inc()
		klog.FromContext(ctx).Info("Koord: a Reservation was used", "reservation", object.Name, "pod", klog.KObj(pods[0]))
	}
	return nil
}

// end ends a Reservation before it was used up.
func (c *Controller) end(ctx context.Context, object *apis.Reservation, why string) error {
	c.waiting.End(object.Name)
	status := *object.Status.DeepCopy()
	status.Phase = apis.ReservationFailed
	status.Conditions = withCondition(status.Conditions, apis.ReservationReady, v1.ConditionFalse, apis.ReasonReservationExpired,
		why, c.now())
	if err := c.writeStatus(ctx, object, object.ResourceVersion, status); err != nil {
		return controller.IgnoreGone(err)
	}
	metrics.Reserved.WithLabelValues(string(status.Phase)).Inc()
	klog.FromContext(ctx).Info("Koord: a Reservation has ended", "reservation", object.Name, "why", why)
	c.report.RecordEvent(object, v1.EventTypeNormal, apis.ReasonReservationExpired, why)
	return nil
}

func (c *Controller) unschedulable(ctx context.Context, object *apis.Reservation, why string) error {
	why = message.Short(why)
	for _, condition := range object.Status.Conditions {
		if condition.Type == apis.ReservationScheduled && condition.Status == v1.ConditionFalse && condition.Message == why {
			return nil
		}
	}
	status := *object.Status.DeepCopy()
	status.Phase = apis.ReservationPending
	status.Conditions = withCondition(status.Conditions, apis.ReservationScheduled, v1.ConditionFalse,
		apis.ReasonReservationUnschedulable, why, c.now())
	if err := c.writeStatus(ctx, object, object.ResourceVersion, status); err != nil {
		return controller.IgnoreGone(err)
	}
	metrics.Reserved.WithLabelValues(string(apis.ReservationPending)).Inc()
	c.report.RecordEvent(object, v1.EventTypeWarning, "FailedScheduling", why)
	return nil
}

// NodeFreed queues waiting Reservations that a node accepts now.
func (c *Controller) NodeFreed(node string) {
	for name, waiter := range c.waiting.All() {
		if waiter.mayFit(c.state, node) {
			c.Enqueue(name)
		}
	}
}

// deleteExpired deletes a Reservation that ended long ago.
func (c *Controller) deleteExpired(ctx context.Context, object *apis.Reservation) error {
	since := object.CreationTimestamp.Time
	for _, condition := range object.Status.Conditions {
		if condition.Type == apis.ReservationReady && condition.LastTransitionTime.After(since) {
			since = condition.LastTransitionTime.Time
		}
	}
	if due := since.Add(retention); c.now().Before(due) {
		c.requeueAt(object.Name, due)
		return nil
	}
	return controller.IgnoreGone(c.dynamic.Resource(apis.Reservations).Delete(ctx, object.Name,
		metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &object.UID}}))
}
