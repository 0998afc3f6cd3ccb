package scheduler

import (
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
)

func (w *world) exists(name string) bool {
	w.t.Helper()
	_, err := w.client.CoreV1().Pods("default").Get(w.ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return false
	}
	must(w.t, err)
	return true
}

// Whole cores of one NUMA node: kube-scheduler counts 8 free CPUs and would evict no pod, or the
// wrong one.
func TestPreemptionEvictsTheVictimsOfTheLibrary(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("cheap", "8", priority(1)), lsr("dear", "4", priority(5)))
	w.bound("cheap")
	w.bound("dear")
	w.create(lsr("urgent", "8", priority(100), single))
	if got := w.holds(w.bound("urgent")); got.Count() != 8 {
		t.Error(got)
	}
	if w.exists("cheap") || !w.exists("dear") {
		t.Error("cheap", w.exists("cheap"), "dear", w.exists("dear"))
	}
}

func single(p *v1.Pod) {
	p.Annotations[objects.AnnotationNUMATopologySpec] = `{"numaTopologyPolicy":"SingleNUMANode"}`
}

func TestPreemptionRespectsBudgets(t *testing.T) {
	w := newWorld(t, "", keptByBudget())
	w.server("a")
	w.place(lsr("kept", "8", priority(1), precious), lsr("free", "8", priority(2)))
	w.create(lsr("urgent", "8", priority(100)))
	w.bound("urgent")
	if !w.exists("kept") || w.exists("free") {
		t.Error("kept", w.exists("kept"), "free", w.exists("free"))
	}
}

// taintedIsCheaper adds a node full with a pod of low priority that pods do not tolerate, and
// another one full with a more important pod.
func (w *world) taintedIsCheaper() {
	w.t.Helper()
	w.server("tainted", tainted)
	w.place(lsr("one", "16", priority(1), toleratesAll))
	w.server("open")
	w.place(lsr("two", "16", priority(50)))
}

// A node that the pod does not tolerate is not a candidate, however cheap.
func TestPreemptionAsksTheOtherPlugins(t *testing.T) {
	w := newWorld(t, "")
	w.taintedIsCheaper()
	w.create(lsr("urgent", "4", priority(100)))
	if on := w.bound("urgent").Spec.NodeName; on != "open" || !w.exists("one") {
		t.Error(on, w.exists("one"))
	}
}

func TestPlainPodsPreemptAsEver(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(pod("low", "14", priority(1)))
	w.bound("low")
	w.create(pod("high", "10", priority(100)))
	w.bound("high")
	if w.exists("low") {
		t.Error("low is still there")
	}
}

// No second victim is evicted while one terminates gracefully.
func TestPreemptionWaitsForTerminatingVictims(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.place(lsr("cheap", "8", priority(1)), lsr("dear", "8", priority(5)))
	w.leaves("cheap")
	w.create(lsr("urgent", "8", priority(100)))
	w.until("urgent is nominated", func() bool { return w.get("urgent").Status.NominatedNodeName == "a" })
	time.Sleep(50 * time.Millisecond)
	if !w.exists("dear") {
		t.Fatal("a second pod was evicted")
	}
	w.delete("cheap")
	w.bound("urgent")
	if !w.exists("dear") {
		t.Error("a second pod was evicted")
	}
}
