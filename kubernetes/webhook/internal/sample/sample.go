// Package sample makes pods and requests for tests.
package sample

import (
	"encoding/json"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

// Pod returns a pod in the namespace "team" with these limits and equal requests of its container.
func Pod(limits ...string) *v1.Pod {
	pod := &v1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "a", UID: "uid-a", Labels: map[string]string{}, Annotations: map[string]string{}},
		Spec:       v1.PodSpec{SchedulerName: "default-scheduler", Containers: []v1.Container{{Name: "main"}}}}
	list := v1.ResourceList{}
	for i := 0; i+1 < len(limits); i += 2 {
		list[v1.ResourceName(limits[i])] = resource.MustParse(limits[i+1])
	}
	pod.Spec.Containers[0].Resources = v1.ResourceRequirements{Limits: list, Requests: list.DeepCopy()}
	return pod
}

// With returns a pod with labels and annotations.
func With(pod *v1.Pod, labels, annotations map[string]string) *v1.Pod {
	for key, value := range labels {
		pod.Labels[key] = value
	}
	for key, value := range annotations {
		pod.Annotations[key] = value
	}
	return pod
}

// Raw returns an object as it is in a review.
func Raw(t testing.TB, object any) runtime.RawExtension {
	t.Helper()
	text, err := json.Marshal(object)
	check.OK(t, err)
	return runtime.RawExtension{Raw: text}
}

// Create returns the request to create an object.
func Create(t testing.TB, object any, user string) *admissionv1.AdmissionRequest {
	t.Helper()
	request := &admissionv1.AdmissionRequest{UID: "1", Operation: admissionv1.Create, Object: Raw(t, object), Namespace: "team", Name: "a"}
	request.UserInfo.Username = user
	if _, is := object.(*v1.Binding); is {
		request.SubResource = "binding"
	}
	return request
}
