package objects

import (
	"maps"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// ReservePod returns the pod that represents a Reservation: its template, on the node in the
// status, with the allocation in the Reservation's annotations. Its uid is the Reservation's.
func ReservePod(r *apis.Reservation) *v1.Pod {
	pod := &v1.Pod{}
	if r.Spec.Template != nil {
		r.Spec.Template.ObjectMeta.DeepCopyInto(&pod.ObjectMeta)
		r.Spec.Template.Spec.DeepCopyInto(&pod.Spec)
	}
	pod.Name, pod.UID, pod.ResourceVersion = r.Name, r.UID, r.ResourceVersion
	if pod.Namespace == "" {
		pod.Namespace = v1.NamespaceDefault
	}
	pod.Labels = merged(pod.Labels, r.Labels)
	// Only the Reservation's own annotations describe its allocation.
	delete(pod.Annotations, AnnotationResourceStatus)
	delete(pod.Annotations, AnnotationDeviceAllocated)
	pod.Annotations = merged(pod.Annotations, r.Annotations)
	pod.Spec.NodeName = r.Status.NodeName
	if r.Status.NodeName == "" { // not placed; annotations may remain from an earlier attempt
		delete(pod.Annotations, AnnotationResourceStatus)
		delete(pod.Annotations, AnnotationDeviceAllocated)
	}
	for _, condition := range r.Status.Conditions {
		if condition.Type == apis.ReservationScheduled {
			pod.Status.Conditions = append(pod.Status.Conditions, v1.PodCondition{Type: v1.PodScheduled, Status: condition.Status,
				LastTransitionTime: condition.LastTransitionTime})
		}
	}
	if r.Status.Phase == apis.ReservationSucceeded || r.Status.Phase == apis.ReservationFailed {
		pod.Status.Phase = v1.PodSucceeded
	}
	return pod
}

func merged(under, over map[string]string) map[string]string {
	if under == nil {
		under = make(map[string]string, len(over))
	}
	maps.Copy(under, over)
	return under
}

// FillReservation resets a builder and fills it with the pod that represents a Reservation. Declare
// it a reservation with koord.Cluster.SetReservation. Errors: those of FillPod; koord.ErrInvalid
// without a template.
func FillReservation(b *koord.PodBuilder, r *apis.Reservation) error {
	const op = "objects.FillReservation"
	b.Reset()
	if r == nil {
		return invalid(op, "reservation: is nil")
	}
	if r.Spec.Template == nil {
		return invalid(op, objectName("Reservation", "", r.Name)+": spec.template: is missing")
	}
	return FillPod(b, ReservePod(r))
}

// ReservationPolicy converts a Reservation's spec.allocatePolicy. Errors: koord.ErrInvalid.
func ReservationPolicy(r *apis.Reservation) (koord.ReservationPolicy, error) {
	switch r.Spec.AllocatePolicy {
	case apis.ReservationAllocateDefault, "Default":
		return koord.ReservationPolicyDefault, nil
	case apis.ReservationAllocateAligned:
		return koord.ReservationPolicyAligned, nil
	case apis.ReservationAllocateRestricted:
		return koord.ReservationPolicyRestricted, nil
	}
	return 0, invalid("objects.ReservationPolicy", objectName("Reservation", "", r.Name)+": spec.allocatePolicy: found \""+
		string(r.Spec.AllocatePolicy)+"\", expected one of Default, Aligned, Restricted")
}
