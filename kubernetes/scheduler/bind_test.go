package scheduler

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
)

// The API server writes the Binding and terminates before it responds; for a while nothing
// responds.
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

// unanswered drops the response to a pod's Binding, and rejects the next ones like an API server
// that has just started, until the first is written. Pods are readable meanwhile if readable is
// set.
func (w *world) unanswered(pod string, readable bool) (lost func() bool, write func()) {
	var first atomic.Pointer[clienttesting.Action]
	var written atomic.Bool
	w.client.PrependReactor("create", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "binding" || written.Load() ||
			action.(clienttesting.CreateAction).GetObject().(*v1.Binding).Name != pod {
			return false, nil, nil
		}
		if first.CompareAndSwap(nil, &action) {
			return true, nil, errors.New("connection reset by peer")
		}
		return true, nil, apierrors.NewForbidden(v1.Resource("pods"), pod, errors.New("roles are not known"))
	})
	w.client.PrependReactor("get", "pods", func(clienttesting.Action) (bool, runtime.Object, error) {
		return !readable && !written.Load(), nil, errors.New("connection refused")
	})
	return func() bool { return first.Load() != nil }, func() {
		if _, _, err := w.bind(*first.Load()); err != nil {
			w.t.Error(err)
		}
		written.Store(true)
	}
}

// The connection breaks while the Binding is being sent, and the API server writes it much later.
// Another node is better for the pod meanwhile.
func TestBindingThatIsWrittenLate(t *testing.T) {
	w := newWorld(t, "")
	tier := func(n *v1.Node) { n.Labels["tier"] = "x" }
	w.server("a", tier)
	lost, write := w.unanswered("first", true)
	w.create(lsr("first", "8", func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{"tier": "x"} }))
	w.until("the answer is lost", lost)
	w.server("b", tier)
	w.changeNode("a", func(n *v1.Node) { delete(n.Labels, "tier") })
	time.Sleep(controller.RetryDelay + controller.RetryDelay/2) // long enough for a retry of the Binding
	w.create(lsr("second", "16", onto("a")))
	w.unschedulable("second")
	write()
	if first := w.bound("first"); first.Spec.NodeName != "a" || w.holds(first).Count() != 8 {
		t.Error(first.Spec.NodeName, w.holds(first))
	}
}

// The response to the Binding of a pod that does not need the library is lost, and no event reports
// it for a while: its resources are not given to others.
func TestPlainBindingWithoutResponseKeepsItsResources(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	lost, write := w.unanswered("first", false)
	w.create(pod("first", "12"))
	w.until("the answer is lost", lost)
	w.create(pod("second", "8"), lsr("third", "8"))
	time.Sleep(50 * time.Millisecond)
	write()
	w.bound("first")
	w.unschedulable("second")
	w.unschedulable("third")
}

// A node is deleted and created again while a Binding is being sent: the CPUs in it are not given
// to others.
func TestBindingOutlivesItsNode(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	lost, write := w.unanswered("first", false)
	w.create(lsr("first", "8"))
	w.until("the answer is lost", lost)
	there := func() bool { return w.knowsNode("a") }
	must(w.t, w.client.CoreV1().Nodes().Delete(w.ctx, "a", metav1.DeleteOptions{}))
	w.until("the node is gone", func() bool { return !there() })
	w.server("a")
	w.until("the node is back", there)
	w.create(lsr("second", "8"))
	w.until("the second pod has CPUs", func() bool {
		_, err := w.state.parts.State.Cluster.PodCPUs("second")
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

// Another scheduler binds the pod first: its allocation counts at once.
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
		theirs.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"12-15"}`
		if _, _, err := w.bind(clienttesting.NewCreateSubresourceAction(v1.SchemeGroupVersion.WithResource("pods"), theirs.Name,
			"binding", theirs.Namespace, theirs)); err != nil {
			t.Error(err)
		}
		return false, nil, nil
	})
	w.create(lsr("first", "4"))
	w.bound("first")
	w.until("the state knows", func() bool {
		cpus, err := w.state.parts.State.Cluster.PodCPUs("first")
		return err == nil && cpus.String() == "12-15"
	})
}
