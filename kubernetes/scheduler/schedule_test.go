package scheduler

import (
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

func TestPodsGetCPUsOfTheirOwn(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("one", "4"), lsr("two", "4"), pod("plain", "2"))
	one, two := w.holds(w.bound("one")), w.holds(w.bound("two"))
	if one.Count() != 4 || two.Count() != 4 || one.Intersection(two).Count() > 0 {
		t.Errorf("%v and %v", one, two)
	}
	if plain := w.bound("plain"); len(plain.Annotations) != 0 {
		t.Errorf("a pod that needs nothing got %v", plain.Annotations)
	}
	for _, action := range w.client.Actions() {
		if action.GetVerb() == "patch" && action.GetResource().Resource == "pods" && action.GetSubresource() == "" {
			t.Errorf("a pod was patched: %v", action)
		}
	}
}

func TestRefusedPodHasReasons(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("large", "12"))
	w.bound("large")
	w.create(lsr("late", "8"))
	message := w.unschedulable("late")
	if !strings.Contains(message, "needs 8 CPUs") || !strings.Contains(message, "4 CPUs") || !strings.Contains(message, "nearest: a") {
		t.Error(message)
	}
}

func TestWaitingPodGetsTheCPUsOfADeletedOne(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("large", "16"))
	had := w.holds(w.bound("large"))
	w.create(lsr("late", "8"))
	w.unschedulable("late")
	w.delete("large")
	if got := w.holds(w.bound("late")); got.Count() != 8 || had.Intersection(got).Count() == 0 {
		t.Error(got)
	}
}

func TestDevices(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	w.gpus("b")
	w.create(pod("train", "2", ask("nvidia.com/gpu", "1")), pod("half", "2", ask("koordinator.sh/gpu-core", "50"),
		ask("koordinator.sh/gpu-memory-ratio", "50")))
	train, half := w.bound("train"), w.bound("half")
	if train.Spec.NodeName != "b" || half.Spec.NodeName != "b" {
		t.Error(train.Spec.NodeName, half.Spec.NodeName)
	}
	if train.Annotations[objects.AnnotationDeviceAllocated] == "" || half.Annotations[objects.AnnotationDeviceAllocated] == "" {
		t.Error(train.Annotations, half.Annotations)
	}
}

// The webhook sends a pod here for a device in its overhead. The library allocates it, and refuses a
// node without devices.
func TestDeviceOfTheOverhead(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	w.gpus("b")
	overhead := func(p *v1.Pod) { p.Spec.Overhead = v1.ResourceList{"koordinator.sh/gpu": resource.MustParse("100")} }
	w.create(pod("sandboxed", "2", overhead), pod("nowhere", "2", overhead, onto("a")))
	sandboxed := w.bound("sandboxed")
	if sandboxed.Spec.NodeName != "b" || sandboxed.Annotations[objects.AnnotationDeviceAllocated] == "" {
		t.Errorf("on %s with %v, expected a device of b", sandboxed.Spec.NodeName, sandboxed.Annotations)
	}
	w.unschedulable("nowhere")
}

// Another scheduler bound a pod to a node, where kubelet's device plugin gave it GPU 0. The node's
// GPUs are not allocated before its Device names this GPU.
func TestDevicesOfOthersAreNotAllocatedTwice(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.gpus("a")
	other := pod("other", "1", by("other"), ask("nvidia.com/gpu", "1"), func(p *v1.Pod) {
		p.UID, p.Spec.NodeName = "other-uid", "a"
	})
	report := func(key, value string) {
		w.change(apis.Devices, "a", func(o map[string]any) {
			o["metadata"].(map[string]any)["annotations"] = map[string]any{"node.koordinator.sh/" + key: value}
		})
	}
	report("devices-checkpoints", "[]")
	w.create(other)
	w.until("the pod is known", func() bool { return w.state.hasAllocation("other-uid") })
	w.create(pod("ours", "1", ask("nvidia.com/gpu", "1")))
	const reason = "needs 1 GPU; 1 pod of the node has GPUs that the node's Device object does not report yet"
	if got := w.unschedulable("ours"); !strings.Contains(got, reason) {
		t.Error(got)
	}
	const entries = `[{"podUID":"other-uid","containerName":"main","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-0"]}]`
	report("devices-checkpoints", entries)
	if got := w.bound("ours").Annotations[objects.AnnotationDeviceAllocated]; !strings.Contains(got, "GPU-1") {
		t.Error(got)
	}
	// The agent cannot read kubelet's assignments.
	w.delete("ours")
	report("devices-checkpoints-error", "permission denied")
	w.until("the error is known", func() bool {
		device := stores.Get[apis.Device](w.state.parts.State.Stores.Devices.Load(), "a")
		return device != nil && device.Annotations["node.koordinator.sh/devices-checkpoints-error"] != ""
	})
	w.create(pod("late", "1", ask("nvidia.com/gpu", "1")))
	if got := w.unschedulable("late"); !strings.Contains(got, "cannot read which of them kubelet assigned") {
		t.Error(got)
	}
	report("devices-checkpoints", entries)
	w.bound("late")
}

func TestForeignClaimIsRemoved(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(pod("liar", "2", func(p *v1.Pod) { p.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"0-7"}` }),
		lsr("other", "4", func(p *v1.Pod) { p.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"0-15"}` }))
	if got := w.holds(w.bound("other")); got.Count() != 4 {
		t.Error(got)
	}
	if got, is := w.bound("liar").Annotations[objects.AnnotationResourceStatus]; is {
		t.Error(got)
	}
}

func TestRestartKeepsCPUsOfPods(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("before", "10"))
	before := w.holds(w.bound("before"))
	w.start("")
	w.create(lsr("after", "6"))
	if after := w.holds(w.bound("after")); after.Count() != 6 || after.Intersection(before).Count() > 0 {
		t.Error(before, after)
	}
}

func TestBadPodsAndNodesCostOnlyThemselves(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.topology("b", func(object map[string]any) { object["zones"] = "none" })
	b := serverNode("b")
	b.ResourceVersion = w.next()
	_, err := w.client.CoreV1().Nodes().Create(w.ctx, b, metav1.CreateOptions{})
	must(w.t, err)
	w.create(lsr("bad", "4", func(p *v1.Pod) { p.Annotations[objects.AnnotationResourceSpec] = `{"requiredCPUBindPolicy":"Foo"}` }),
		lsr("good", "4"))
	if on := w.bound("good").Spec.NodeName; on != "a" {
		t.Error(on)
	}
	if message := w.unschedulable("bad"); !strings.Contains(message, `requiredCPUBindPolicy: found "Foo"`) {
		t.Error(message)
	}
	mended := w.get("bad").DeepCopy()
	mended.Annotations[objects.AnnotationResourceSpec] = `{"requiredCPUBindPolicy":"FullPCPUs"}`
	w.update(mended)
	w.bound("bad")
}
