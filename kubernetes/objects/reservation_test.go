package objects

import (
	"errors"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

func aReservation() *apis.Reservation {
	four := v1.ResourceList{"cpu": resource.MustParse("4")}
	return &apis.Reservation{
		ObjectMeta: metav1.ObjectMeta{Name: "room", UID: "1", Labels: map[string]string{"team": "a"},
			Annotations: map[string]string{AnnotationResourceStatus: `{"cpuset":"0-3"}`}},
		Spec: apis.ReservationSpec{Template: &v1.PodTemplateSpec{
			ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{LabelQOSClass: "LSR", "team": "b"},
				Annotations: map[string]string{AnnotationResourceSpec: `{"requiredCPUBindPolicy":"FullPCPUs"}`,
					AnnotationResourceStatus: `{"cpuset":"8-11"}`, AnnotationDeviceAllocated: `{}`}},
			Spec: v1.PodSpec{NodeName: "wanted", Containers: []v1.Container{{Resources: v1.ResourceRequirements{Requests: four, Limits: four}}}},
		}},
		Status: apis.ReservationStatus{Phase: apis.ReservationAvailable, NodeName: "node", Conditions: []apis.ReservationCondition{{
			Type: apis.ReservationScheduled, Status: v1.ConditionTrue, LastTransitionTime: metav1.NewTime(time.Unix(1000, 0))}}},
	}
}

// The Reservation's own annotations describe its allocation, on the node of its status; its
// template does not.
func TestReservePod(t *testing.T) {
	r := aReservation()
	pod := ReservePod(r)
	if pod.Name != "room" || pod.Namespace != "default" || pod.UID != "1" || pod.Spec.NodeName != "node" || pod.Labels["team"] != "a" ||
		pod.Labels[LabelQOSClass] != "LSR" || pod.Annotations[AnnotationResourceStatus] != `{"cpuset":"0-3"}` ||
		pod.Annotations[AnnotationDeviceAllocated] != "" || !pod.Status.Conditions[0].LastTransitionTime.Equal(&r.Status.Conditions[0].LastTransitionTime) {
		t.Error(pod)
	}
	if r.Spec.Template.Labels["team"] != "b" || r.Spec.Template.Annotations[AnnotationDeviceAllocated] == "" {
		t.Error("the Reservation was changed")
	}
	r.Status = apis.ReservationStatus{}
	if pod = ReservePod(r); pod.Spec.NodeName != "" || pod.Annotations[AnnotationResourceStatus] != "" {
		t.Error(pod)
	}
}

func TestFillReservation(t *testing.T) {
	w := newTwin(t)
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node"},
		Status: v1.NodeStatus{Allocatable: v1.ResourceList{"cpu": resource.MustParse("8"), "pods": resource.MustParse("10")}}}
	ok(t, FillNode(w.nodes, node))
	_, err := w.built.SetNodeFrom(w.nodes)
	ok(t, err)
	ok(t, FillReservation(w.pods, aReservation()))
	pod, err := w.pods.Pod(nil)
	ok(t, err)
	defer pod.Close()
	_, err = w.built.SetPod(pod)
	ok(t, err)
	ok(t, w.built.SetReservation("1", koord.ReservationPolicyRestricted))
	if info, err := w.built.Info(); err != nil || info.Pods != 1 {
		t.Error(info, err)
	}

	without := aReservation()
	without.Spec.Template = nil
	for words, err := range map[string]error{
		"reservation: is nil":                              FillReservation(w.pods, nil),
		"Reservation room: spec.template: is missing":      FillReservation(w.pods, without),
		`Reservation room: spec.allocatePolicy: found "M"`: policyError("M"),
	} {
		if !errors.Is(err, koord.ErrInvalid) || !strings.Contains(err.Error(), words) {
			t.Error(words, err)
		}
	}
	for text, expected := range map[apis.ReservationAllocatePolicy]koord.ReservationPolicy{"": koord.ReservationPolicyDefault,
		"Default": koord.ReservationPolicyDefault, "Aligned": koord.ReservationPolicyAligned,
		"Restricted": koord.ReservationPolicyRestricted} {
		r := aReservation()
		r.Spec.AllocatePolicy = text
		if policy, err := ReservationPolicy(r); err != nil || policy != expected {
			t.Error(text, policy, err)
		}
	}
}

func policyError(text apis.ReservationAllocatePolicy) error {
	r := aReservation()
	r.Spec.AllocatePolicy = text
	_, err := ReservationPolicy(r)
	return err
}
