package scheduler

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

func (w *world) rebind(name, node string, created time.Time) {
	w.t.Helper()
	object := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"nodeName": node, "rebindAction": "RebindCPU"}}}
	object.SetAPIVersion(apis.SchedulingV1alpha1.String())
	object.SetKind("RebindResource")
	object.SetName(name)
	object.SetUID(types.UID(name))
	object.SetResourceVersion(w.next())
	object.SetCreationTimestamp(metav1.NewTime(created))
	_, err := w.dynamic.Resource(apis.RebindResources).Create(w.ctx, object, metav1.CreateOptions{})
	must(w.t, err)
}

// ended waits until a RebindResource has ended.
func (w *world) ended(name string) (phase, why string) {
	w.t.Helper()
	w.until(name+" has ended", func() bool {
		object, err := w.dynamic.Resource(apis.RebindResources).Get(w.ctx, name, metav1.GetOptions{})
		must(w.t, err)
		phase, _, _ = unstructured.NestedString(object.Object, "status", "phase")
		why, _, _ = unstructured.NestedString(object.Object, "status", "reason")
		return phase != "" && phase != string(apis.RebindPending)
	})
	return phase, why
}

func on(node, cpus string) podOption {
	return func(p *v1.Pod) {
		p.Spec.NodeName = node
		p.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"` + cpus + `"}`
	}
}

// knows waits until the state knows the four CPUs of a pod placed by another scheduler.
func (w *world) knows(name string) {
	w.t.Helper()
	w.until("the state knows "+name, func() bool {
		cpus, err := w.state.parts.State.Cluster.PodCPUs(name)
		machine, _ := w.state.parts.State.Cluster.NodeTopology(0)
		defer machine.Close()
		return err == nil && cpus.Count() == 4 && machine != nil
	})
}

func TestRebind(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("split", "4", on("a", "0-1,8-9")), lsr("other", "4", on("a", "2-5")))
	go w.state.Lead(w.ctx)
	w.knows("split")
	w.knows("other")
	w.rebind("first", "a", time.Now())
	if phase, why := w.ended("first"); phase != "Succeed" || why != "" {
		t.Fatal(phase, why)
	}
	split, other := w.holds(w.get("split")), w.holds(w.get("other"))
	first, err := koord.ParseCPUSet("0-7") // CPUs of NUMA node 0
	must(w.t, err)
	if there := split.Intersection(first).Count(); split.Count() != 4 || there != 0 && there != 4 ||
		split.Intersection(other).Count() != 0 {
		t.Error(split, other)
	}
	w.rebind("second", "a", time.Now())
	if phase, why := w.ended("second"); phase != "Succeed" || why == "" {
		t.Error(phase, why)
	}
	w.rebind("nowhere", "b", time.Now())
	if phase, why := w.ended("nowhere"); phase != "Failed" || why != "the node does not exist" {
		t.Error(phase, why)
	}
	w.rebind("late", "a", time.Now().Add(-time.Hour))
	if phase, why := w.ended("late"); phase != "Failed" || why != "the deadline has passed; nothing was changed" {
		t.Error(phase, why)
	}
}

// Nothing is rebound without a status to report it: after another start it would be rebound again.
func TestRebindWithoutAStatusIsNotCarriedOut(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("split", "4", on("a", "0-1,8-9")))
	var absent atomic.Bool
	absent.Store(true)
	w.react("patch", "rebindresources", func(clienttesting.Action) (bool, runtime.Object, error) {
		return absent.Load(), nil, apierrors.NewNotFound(apis.RebindResources.GroupResource(), "first")
	})
	log := w.lead()
	w.knows("split")
	w.rebind("first", "a", time.Now())
	w.until("it is reported", func() bool { return strings.Contains(log.String(), `remedy="apply kubernetes/crds"`) })
	time.Sleep(50 * time.Millisecond)
	if cpus := w.holds(w.get("split")).String(); cpus != "0-1,8-9" {
		t.Error(cpus)
	}
	absent.Store(false)
	if phase, why := w.ended("first"); phase != "Succeed" {
		t.Error(phase, why)
	}
}

// If a write fails, the API server's version stays in effect.
func TestRebindThatCannotBeWritten(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("split", "4", on("a", "0-1,8-9")))
	w.react("patch", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "" {
			return false, nil, nil
		}
		return true, nil, apierrors.NewForbidden(v1.Resource("pods"), "split", errors.New("no"))
	})
	go w.state.Lead(w.ctx)
	w.knows("split")
	w.rebind("first", "a", time.Now())
	phase, why := w.ended("first")
	if phase != "Unknown" || !strings.HasSuffix(why, "; apply kubernetes/deploy/scheduler/manifests/rbac.yaml") {
		t.Error(phase, why)
	}
	w.create(lsr("large", "12"))
	if got := w.holds(w.bound("large")); got.Contains(0) || got.Contains(8) || got.Count() != 12 {
		t.Error(got)
	}
}
