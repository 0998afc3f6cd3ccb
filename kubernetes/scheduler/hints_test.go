package scheduler

import (
	"context"
	"fmt"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/component-base/metrics/testutil"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/scheduler/plugin"
)

// attempts counts the calls of PreFilter.
func attempts(t *testing.T) (count float64) {
	t.Helper()
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != "koord_decisions_total" {
			continue
		}
		for _, metric := range family.GetMetric() {
			if testutil.LabelsMatch(metric, map[string]string{"extension_point": "PreFilter"}) {
				count += metric.GetCounter().GetValue()
			}
		}
	}
	return count
}

// A pod that waits for 8 CPUs is tried again when a node has them, and not before.
func TestPodsAreActivatedOnceTheyFit(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	for _, node := range []string{"a", "b"} {
		for i := range 4 {
			w.place(lsr(fmt.Sprint(node, i), "4", onto(node)))
		}
	}
	w.create(lsr("late", "8"))
	w.unschedulable("late")
	before := attempts(t)

	w.delete("a0") // 4 CPUs
	w.delete("b0")
	w.changeNode("a", morePods)
	w.topology("a", nil)
	time.Sleep(150 * time.Millisecond)
	if useless := attempts(t) - before; useless != 0 {
		t.Errorf("%v useless attempts", useless)
	}
	w.delete("a1")
	if on := w.bound("late").Spec.NodeName; on != "a" {
		t.Error(on)
	}
	if needed := attempts(t) - before; needed != 1 {
		t.Errorf("%v attempts", needed)
	}
}

// A node that another plugin refuses does not activate a pod repeatedly.
func TestNodesOfOtherPluginsDoNotWake(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.server("tainted", tainted)
	w.place(lsr("full", "16"))
	for i := range 3 {
		w.place(lsr(fmt.Sprint("t", i), "2", toleratesAll))
	}
	w.create(lsr("late", "4"))
	w.unschedulable("late")
	before := attempts(t)
	for i := range 3 {
		w.delete(fmt.Sprint("t", i))
	}
	time.Sleep(150 * time.Millisecond)
	if useless := attempts(t) - before; useless != 0 {
		t.Errorf("%v useless attempts", useless)
	}
	w.delete("full")
	w.bound("late")
}

func TestTopologyAndDevicesWake(t *testing.T) {
	w := newWorld(t, "")
	node := serverNode("a")
	// The Node may list GPUs before there is a Device object: pods that request them still wait.
	node.Status.Allocatable["koordinator.sh/gpu-core"] = resource.MustParse("200")
	node.Status.Allocatable["koordinator.sh/gpu-memory-ratio"] = resource.MustParse("200")
	node.ResourceVersion = w.next()
	_, err := w.client.CoreV1().Nodes().Create(w.ctx, node, metav1.CreateOptions{})
	must(w.t, err)
	w.create(lsr("cpus", "4"), pod("gpu", "1", ask("koordinator.sh/gpu-core", "50"), ask("koordinator.sh/gpu-memory-ratio", "50")))
	w.unschedulable("cpus")
	w.unschedulable("gpu")
	w.topology("a", nil)
	w.bound("cpus")
	w.gpus("a")
	w.bound("gpu")
}

// A pod placed by another scheduler shrinks, and the waiting pod gets the released CPUs.
func TestResizeWakes(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("large", "12", on("a", "0-11")), lsr("late", "8"))
	w.unschedulable("late")
	small := w.get("large").DeepCopy()
	for _, list := range []v1.ResourceList{small.Spec.Containers[0].Resources.Limits, small.Spec.Containers[0].Resources.Requests} {
		list["cpu"] = resource.MustParse("4")
	}
	small.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"0-3"}`
	w.update(small)
	if got := w.holds(w.bound("late")); got.Count() != 8 || got.Contains(0) {
		t.Error(got)
	}
}

func TestSignaturesIncludeEveryFieldThatIsRead(t *testing.T) {
	p := &plugin.Plugin{}
	sign := func(one *v1.Pod) string {
		t.Helper()
		fragments, status := p.SignPod(context.Background(), one)
		if !status.IsSuccess() {
			t.Fatal(status)
		}
		return mustJSON(t, fragments)
	}
	base := sign(lsr("one", "4"))
	if sign(lsr("two", "4", func(p *v1.Pod) { p.Labels["app"], p.Annotations["note"] = "web", "x" })) != base {
		t.Error("what is not read counts")
	}
	for what, other := range map[string]*v1.Pod{
		"CPUs":        lsr("one", "6"),
		"QoS":         pod("one", "4"),
		"annotation":  lsr("one", "4", single),
		"device":      lsr("one", "4", ask("nvidia.com/gpu", "1")),
		"two of them": lsr("one", "4", func(p *v1.Pod) { p.Spec.Containers = append(p.Spec.Containers, p.Spec.Containers[0]) }),
		"priority":    lsr("one", "4", priority(9000)),
	} {
		if sign(other) == base {
			t.Errorf("%s: does not count", what)
		}
	}
	if _, status := p.SignPod(context.Background(), lsr("one", "4", in("g", 2))); status.IsSuccess() {
		t.Error("a pod of a gang is signed")
	}
}
