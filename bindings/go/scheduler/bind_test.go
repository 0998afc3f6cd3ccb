package scheduler

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/k8s"
)

// The API server writes the Binding and ends before it answers; for a while nobody answers at all.
func TestBindingThatWasWrittenKeepsItsCPUs(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	var away, lost atomic.Bool
	w.react("create", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "binding" || !lost.CompareAndSwap(false, true) {
			return false, nil, nil
		}
		away.Store(true)
		if _, _, err := w.bind(action); err != nil {
			t.Error(err)
		}
		return true, nil, errors.New("connection reset by peer")
	})
	w.react("get", "pods", func(clienttesting.Action) (bool, runtime.Object, error) {
		if away.Load() {
			return true, nil, errors.New("connection refused")
		}
		return false, nil, nil
	})
	w.create(lsr("first", "8"))
	w.until("the answer is lost", away.Load)
	w.create(lsr("second", "8"), lsr("third", "8"))
	time.Sleep(50 * time.Millisecond)
	away.Store(false)
	first, second := w.holds(w.bound("first")), w.holds(w.bound("second"))
	if first.Count() != 8 || second.Count() != 8 || first.Intersection(second).Count() != 0 {
		t.Error(first, second)
	}
	w.unschedulable("third")
}

// unanswered has the answer to the first Binding lost, and no pod can be read, until the Binding is written.
func (w *world) unanswered() (lost func() bool, write func()) {
	var first atomic.Pointer[clienttesting.Action]
	var written atomic.Bool
	w.client.PrependReactor("create", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "binding" || !first.CompareAndSwap(nil, &action) {
			return false, nil, nil
		}
		return true, nil, errors.New("connection reset by peer")
	})
	w.client.PrependReactor("get", "pods", func(clienttesting.Action) (bool, runtime.Object, error) {
		return !written.Load(), nil, errors.New("connection refused")
	})
	return func() bool { return first.Load() != nil }, func() {
		if _, _, err := w.bind(*first.Load()); err != nil {
			w.t.Error(err)
		}
		written.Store(true)
	}
}

// A pod that needs nothing is bound by a Binding whose answer is lost, and of which no event tells for a while: its room is
// nobody else's.
func TestPlainBindingWithoutAnAnswerKeepsItsRoom(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	lost, write := w.unanswered()
	w.create(pod("first", "12"))
	w.until("the answer is lost", lost)
	w.create(pod("second", "8"), lsr("third", "8"))
	time.Sleep(50 * time.Millisecond)
	write()
	w.bound("first")
	w.unschedulable("second")
	w.unschedulable("third")
}

// A node is deleted and created anew while a Binding is on its way: the CPUs in it are nobody else's.
func TestBindingOutlivesItsNode(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	lost, write := w.unanswered()
	w.create(lsr("first", "8"))
	w.until("the answer is lost", lost)
	there := func() bool { return w.knowsNode("a") }
	w.must(w.client.CoreV1().Nodes().Delete(w.ctx, "a", metav1.DeleteOptions{}))
	w.until("the node is gone", func() bool { return !there() })
	w.server("a")
	w.until("the node is back", there)
	w.create(lsr("second", "8"))
	w.until("the second pod has CPUs", func() bool {
		_, err := w.state.cluster.PodCPUs("second")
		return err == nil
	})
	write()
	first, second := w.holds(w.bound("first")), w.holds(w.bound("second"))
	if first.Count() != 8 || second.Count() != 8 || first.Intersection(second).Count() != 0 {
		t.Error(first, second)
	}
	w.create(lsr("third", "2"))
	w.unschedulable("third")
}

// Another scheduler is faster: what it gave the pod counts at once.
func TestBindingOfAnotherSchedulerCounts(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	var faster atomic.Bool
	w.react("create", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "binding" || !faster.CompareAndSwap(false, true) {
			return false, nil, nil
		}
		theirs := action.(clienttesting.CreateAction).GetObject().(*v1.Binding).DeepCopy()
		theirs.Annotations[k8s.AnnotationResourceStatus] = `{"cpuset":"12-15"}`
		if _, _, err := w.bind(clienttesting.NewCreateSubresourceAction(v1.SchemeGroupVersion.WithResource("pods"), theirs.Name,
			"binding", theirs.Namespace, theirs)); err != nil {
			t.Error(err)
		}
		return false, nil, nil
	})
	w.create(lsr("first", "4"))
	w.bound("first")
	w.until("the state knows", func() bool {
		cpus, err := w.state.cluster.PodCPUs("first")
		return err == nil && cpus.String() == "12-15"
	})
}
