package scheduler

import (
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
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

func TestWhatDoesNotFitSaysWhy(t *testing.T) {
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

func TestRestartKeepsWhatPodsHold(t *testing.T) {
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
	w.must(err)
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
