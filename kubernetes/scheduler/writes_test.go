package scheduler

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects"
)

// unwritable makes writes of pods fail without a response while the result is true.
func (w *world) unwritable() *atomic.Bool {
	var away atomic.Bool
	w.react("patch", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if away.Load() && action.GetSubresource() == "" {
			return true, nil, errors.New("connection refused")
		}
		return false, nil, nil
	})
	return &away
}

// cpus returns the cluster's CPUs of a pod.
func (w *world) cpus(name string) string {
	cpus, err := w.state.state.cluster.PodCPUs(name)
	if err != nil {
		return err.Error()
	}
	return cpus.String()
}

// No rebind moves a pod while a resize is being written, because the last written annotation would
// not be that of the last plan.
func TestRebindLeavesPodsThatAreBeingResized(t *testing.T) {
	w := resizingWorld(t)
	away := w.unwritable()
	w.create(lsr("split", "4", on("a", "0-1,8-9")))
	w.knows("split")
	away.Store(true)
	w.resize("split", "6")
	w.until("split has 6 CPUs", func() bool { return w.holdsCPUs("split", 6) })
	planned := w.cpus("split")
	w.rebind("first", "a", time.Now())
	if phase, why := w.ended("first"); phase != "Succeed" || !strings.Contains(why, "no pod would be better off") {
		t.Error(phase, why)
	}
	away.Store(false)
	if now := w.has("split", 6); now != planned {
		t.Error(planned, now)
	}
}

// No resize of a pod is planned while its rebind is being written; it is planned afterwards.
func TestResizeWaitsForARebind(t *testing.T) {
	w := resizingWorld(t)
	away := w.unwritable()
	w.create(lsr("split", "4", on("a", "0-1,8-9")))
	w.knows("split")
	away.Store(true)
	before := w.cpus("split")
	w.rebind("first", "a", time.Now())
	w.until("split is to move", func() bool { return w.cpus("split") != before })
	moved := w.cpus("split")
	w.resize("split", "6")
	time.Sleep(100 * time.Millisecond)
	if now := w.cpus("split"); now != moved {
		t.Error(moved, now)
	}
	away.Store(false)
	if phase, why := w.ended("first"); phase != "Succeed" {
		t.Error(phase, why)
	}
	if now := w.has("split", 6); !contains(t, now, moved) {
		t.Error(moved, now)
	}
}

func (w *world) holdsCPUs(name string, count int) bool {
	cpus, err := w.state.state.cluster.PodCPUs(name)
	return err == nil && cpus.Count() == count
}

// A pod is resized a second time while the first resize is being written.
func TestSecondResizeIsNotForgotten(t *testing.T) {
	p := newPlant(t, 1)
	name := types.NamespacedName{Namespace: "default", Name: "pod"}
	pod := lsr("pod", "16", on("node-0", "0-15"))
	pod.ResourceVersion = "1"
	p.must(t, p.pods.Add(pod))
	p.all.feed.podChanged(pod, pod)
	step := func(version string, change func()) {
		t.Helper()
		old := pod
		pod = pod.DeepCopy()
		pod.ResourceVersion = version
		change()
		p.must(t, p.pods.Update(pod))
		p.all.feed.podChanged(old, pod)
	}
	looked := func(times int) {
		t.Helper()
		if names := p.all.resizer.looks(); len(names) != times {
			t.Error(names)
		}
	}
	step("2", func() { askFor(pod, "8") })
	looked(1)
	first, err := p.all.resizer.plan(name)
	if err != nil || first.change == nil || first.change.after.Count() != 8 {
		t.Fatal(first, err)
	}
	step("3", func() { askFor(pod, "4") })
	looked(1)
	if second, err := p.all.resizer.plan(name); err != nil || second.change != nil {
		t.Error(second, err)
	}
	p.all.resizer.finish(first.change)
	step("4", func() { pod.Annotations[objects.AnnotationResourceStatus] = first.change.status })
	looked(1)
	if second, err := p.all.resizer.plan(name); err != nil || second.change == nil || second.change.after.Count() != 4 {
		t.Error(second, err)
	}
}
