package objects

import (
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Every list that FillPod reads is found, in the documented order.
func TestRequestedResource(t *testing.T) {
	list := func(name v1.ResourceName, amount string) v1.ResourceList {
		return v1.ResourceList{name: resource.MustParse(amount), "cpu": resource.MustParse("1")}
	}
	both := func(name v1.ResourceName) v1.ResourceRequirements {
		return v1.ResourceRequirements{Limits: list(name+"-limit", "1"), Requests: list(name+"-request", "1")}
	}
	whole := both("example.com/pod")
	pod := &v1.Pod{Spec: v1.PodSpec{
		Containers:     []v1.Container{{Resources: both("example.com/container")}, {Resources: both("example.com/second")}},
		InitContainers: []v1.Container{{Resources: both("example.com/init")}},
		Resources:      &whole,
		Overhead:       list("example.com/overhead", "1"),
	}}
	pod.Spec.Containers[0].Resources.Limits["example.com/zero"] = resource.MustParse("0")
	pod.Spec.Containers[0].Resources.Limits["example.com/later"] = resource.MustParse("1")
	expected := []string{"container-limit", "later", "container-request", "second-limit", "second-request", "init-limit",
		"init-request", "pod-limit", "pod-request", "overhead"}
	for i, name := range expected {
		expected[i] = "example.com/" + name
	}
	var found []string
	for range len(expected) + 1 {
		name := RequestedResource(pod, func(name string) bool { return name != "cpu" && !slices.Contains(found, name) })
		found = append(found, name)
	}
	if !slices.Equal(found, append(expected, "")) {
		t.Errorf("found %q, expected %q and then none", found, expected)
	}
}
