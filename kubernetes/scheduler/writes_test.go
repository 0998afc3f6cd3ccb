package scheduler

import (
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
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
	cpus, err := w.state.parts.State.Cluster.PodCPUs(name)
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
	cpus, err := w.state.parts.State.Cluster.PodCPUs(name)
	return err == nil && cpus.Count() == count
}

// A pod is resized a second time while the first resize is being written.
func TestSecondResizeIsNotForgotten(t *testing.T) {
	p := newPlant(t, 1)
	pod := lsr("pod", "16", on("node-0", "0-15"))
	pod.ResourceVersion = "1"
	must(t, p.pods.Add(pod))
	p.all.feed.PodChanged(pod, pod)
	step := func(version string, change func()) {
		t.Helper()
		old := pod
		pod = pod.DeepCopy()
		pod.ResourceVersion = version
		change()
		must(t, p.pods.Update(pod))
		p.all.feed.PodChanged(old, pod)
	}
	looked := func(times int) {
		t.Helper()
		if names := looks(p.all.resizes.Queue); len(names) != times {
			t.Error(names)
		}
	}
	// planned returns the CPUs that the planned annotation of the pod has, or 0 if nothing is written.
	planned := func() (cpus int, status string) {
		t.Helper()
		p.client.ClearActions()
		must(t, p.all.resizes.Reconcile(t.Context(), "default/pod"))
		for _, action := range p.client.Actions() {
			if patch, is := action.(clienttesting.PatchAction); is {
				var written v1.Pod
				must(t, json.Unmarshal(patch.GetPatch(), &written))
				status = written.Annotations[objects.AnnotationResourceStatus]
				return cpusOf(t, status).Count(), status
			}
		}
		return 0, ""
	}
	step("2", func() { askFor(pod, "8") })
	looked(1)
	count, first := planned()
	if count != 8 {
		t.Fatal(count)
	}
	step("3", func() { askFor(pod, "4") })
	looked(1)
	if count, _ := planned(); count != 0 {
		t.Error(count)
	}
	step("4", func() { pod.Annotations[objects.AnnotationResourceStatus] = first })
	looked(1)
	if count, _ := planned(); count != 4 {
		t.Error(count)
	}
}
