package state

import (
	"fmt"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// Held devices are named by the Device object that the library accepted, and by the annotations of
// their holders. A device without a name is reported, too.
func TestHeldDevices(t *testing.T) {
	s, sources, _ := newNode(t)
	devices := cache.NewStore(cache.MetaNamespaceKeyFunc)
	sources.Devices.Set(devices)
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "pod", UID: "pod", ResourceVersion: "1"}, Spec: v1.PodSpec{NodeName: "a",
		Containers: []v1.Container{{Name: "main", Resources: v1.ResourceRequirements{Limits: v1.ResourceList{"nvidia.com/gpu": resource.MustParse("1")}}}}}}
	amounts := v1.ResourceList{"koordinator.sh/gpu-core": resource.MustParse("100"), "koordinator.sh/gpu-memory-ratio": resource.MustParse("100")}
	state := func(annotation string) {
		pod = pod.DeepCopy()
		pod.ResourceVersion += "1"
		pod.Annotations = map[string]string{objects.AnnotationDeviceAllocated: annotation}
		must(t, sources.Pods.Add(pod))
		s.SyncPod(types.NamespacedName{Namespace: "default", Name: "pod"})
	}
	version := 1
	publish := func(ids ...string) {
		version++
		object := &apis.Device{ObjectMeta: metav1.ObjectMeta{Name: "a", ResourceVersion: fmt.Sprint(version)}}
		for i, id := range ids {
			minor := int32(i)
			object.Spec.Devices = append(object.Spec.Devices, apis.DeviceInfo{Type: "gpu", ID: id, Minor: &minor, Health: true, Resources: amounts,
				Topology: &apis.DeviceTopology{BusID: fmt.Sprintf("0000:0%d:00.0", i)}})
		}
		must(t, devices.Add(object))
		s.SyncNode("a")
	}
	expect := func(when string, expected ...HeldDevice) {
		t.Helper()
		found, err := s.HeldDevices("a")
		must(t, err)
		less := func(a, b HeldDevice) int {
			return slices.Compare([]string{a.UUID, a.PCIBusID}, []string{b.UUID, b.PCIBusID})
		}
		slices.SortFunc(found, less)
		slices.SortFunc(expected, less)
		if !slices.Equal(found, expected) {
			t.Errorf("%s: found %v, expected %v", when, found, expected)
		}
	}
	const full = `,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory-ratio":"100"}}`
	one, unknown := HeldDevice{"gpu", "GPU-1", "0000:01:00.0"}, HeldDevice{Type: "gpu"}
	state(`{"gpu":[{"minor":1,"id":"GPU-1"` + full + `]}`)
	expect("no Device object has been seen", HeldDevice{"gpu", "GPU-1", ""})
	state(`{"gpu":[{"minor":1` + full + `]}`)
	expect("and no id", unknown)
	state("{")
	expect("unreadable", unknown)
	state(`{"gpu":[{"minor":1,"id":"GPU-1"` + full + `]}`)
	publish("GPU-0", "GPU-1")
	expect("published", one)
	publish("GPU-0", "GPU-9")
	expect("the card was replaced, and the other is free", HeldDevice{"gpu", "GPU-1", ""})
	publish("GPU-1", "GPU-0")
	expect("the cards were renumbered", HeldDevice{"gpu", "GPU-1", "0000:00:00.0"})
	publish("GPU-0", "GPU-1")
	state(`{"gpu":[{"minor":1` + full + `]}`)
	must(t, devices.Delete(&apis.Device{ObjectMeta: metav1.ObjectMeta{Name: "a"}}))
	s.SyncNode("a")
	expect("the object was deleted", one)
}
