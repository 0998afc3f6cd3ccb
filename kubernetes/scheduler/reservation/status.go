package reservation

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	resourcehelper "k8s.io/component-helpers/resource"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
)

// writeStatus writes a Reservation's status as a whole, unless the object changed since the given
// version.
func (c *Controller) writeStatus(ctx context.Context, object *apis.Reservation, version string, status apis.ReservationStatus) error {
	fields := map[string]any{ // empty fields are removed
		"phase":         status.Phase,
		"conditions":    status.Conditions,
		"currentOwners": nil,
		"nodeName":      nil,
		"allocatable":   nil,
		"allocated":     nil,
	}
	if status.NodeName != "" {
		fields["nodeName"] = status.NodeName
	}
	if len(status.CurrentOwners) > 0 {
		fields["currentOwners"] = status.CurrentOwners
	}
	if len(status.Allocatable) > 0 {
		fields["allocatable"] = status.Allocatable
	}
	if len(status.Allocated) > 0 {
		fields["allocated"] = status.Allocated
	}
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"resourceVersion": version}, "status": fields})
	if err != nil {
		return err
	}
	return controller.PatchStatus(ctx, c.dynamic.Resource(apis.Reservations), object, patch)
}

// available returns the status of a Reservation that got a node.
func available(object *apis.Reservation, node string, now time.Time) apis.ReservationStatus {
	out := apis.ReservationStatus{
		Phase:       apis.ReservationAvailable,
		NodeName:    node,
		Allocatable: resourcehelper.PodRequests(objects.ReservePod(object), resourcehelper.PodResourcesOptions{}),
	}
	out.Conditions = withCondition(object.Status.Conditions, apis.ReservationScheduled, v1.ConditionTrue,
		apis.ReasonReservationScheduled, "", now)
	out.Conditions = withCondition(out.Conditions, apis.ReservationReady, v1.ConditionTrue, apis.ReasonReservationAvailable, "", now)
	return out
}

// withCondition returns a list of conditions with one of a type changed.
func withCondition(list []apis.ReservationCondition, kind string, status v1.ConditionStatus, reason, message string,
	now time.Time) []apis.ReservationCondition {
	list = slices.Clone(list)
	next := apis.ReservationCondition{Type: kind, Status: status, Reason: reason, Message: message,
		LastProbeTime: metav1.NewTime(now), LastTransitionTime: metav1.NewTime(now)}
	for i := range list {
		if list[i].Type == kind {
			if list[i].Status == status {
				next.LastTransitionTime = list[i].LastTransitionTime
			}
			list[i] = next
			return list
		}
	}
	return append(list, next)
}

// withValidity sets the condition SpecValid of an active Reservation, and reports whether it
// changed. A spec that was always valid has none.
func withValidity(status *apis.ReservationStatus, invalid error, now time.Time) (changed bool) {
	state, reason, message := v1.ConditionTrue, apis.ReasonReservationValid, ""
	if invalid != nil {
		state, reason, message = v1.ConditionFalse, apis.ReasonReservationInvalid, invalidText(invalid)
	}
	at := slices.IndexFunc(status.Conditions,
		func(condition apis.ReservationCondition) bool { return condition.Type == apis.ReservationSpecValid })
	if at < 0 && invalid == nil || at >= 0 && status.Conditions[at].Status == state && status.Conditions[at].Message == message {
		return false
	}
	status.Conditions = withCondition(status.Conditions, apis.ReservationSpecValid, state, reason, message, now)
	return true
}

func invalidText(err error) string {
	return message.Short("the last valid version counts: " + message.Sentence(err))
}

// withOwners returns a Reservation's status with the pods that use it, and their requests for its
// resources.
func withOwners(object *apis.Reservation, pods []*v1.Pod) apis.ReservationStatus {
	status := *object.Status.DeepCopy()
	status.CurrentOwners, status.Allocated = nil, nil
	if len(pods) == 0 {
		return status
	}
	status.Allocated = v1.ResourceList{}
	for name := range status.Allocatable { // all of them, because a merge patch removes none
		status.Allocated[name] = resource.Quantity{Format: resource.DecimalSI}
	}
	for _, pod := range pods {
		status.CurrentOwners = append(status.CurrentOwners, v1.ObjectReference{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID})
		for name, amount := range resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{}) {
			if taken, reserves := status.Allocated[name]; reserves {
				taken.Add(amount)
				status.Allocated[name] = taken
			}
		}
	}
	return status
}

func sameOwners(a, b *apis.ReservationStatus) bool {
	return apiequality.Semantic.DeepEqual(a.CurrentOwners, b.CurrentOwners) && apiequality.Semantic.DeepEqual(a.Allocated, b.Allocated)
}
