package plugin

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// SignPod signs the fields that the plugin reads of a pod. A pod of a gang or group is not signed,
// because its result depends on the others.
func (p *Plugin) SignPod(_ context.Context, pod *v1.Pod) ([]fwk.SignFragment, *fwk.Status) {
	if request.GangOf(pod).Name != "" || request.GroupOf(pod) != "" {
		return nil, fwk.NewStatus(fwk.Unschedulable, "the pod is in a gang")
	}
	// The use of Reservations depends on labels, names and controllers, which are not signed.
	if p.State != nil && p.State.MayOwn(pod) || pod.Annotations[apis.AnnotationReservationAffinity] != "" {
		return nil, fwk.NewStatus(fwk.Unschedulable, "the pod may take from a Reservation")
	}
	return []fwk.SignFragment{{Key: "koord.Pod", Value: request.SignatureOf(pod)}}, nil
}
