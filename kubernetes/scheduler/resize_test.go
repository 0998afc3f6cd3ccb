package scheduler

import (
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/component-base/metrics/testutil"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
)

// resize changes a running pod like a user, before kubelet reacts.
func (w *world) resize(name, cpus string) {
	w.t.Helper()
	pod := w.get(name).DeepCopy()
	askFor(pod, cpus)
	w.update(pod)
}

// askFor makes a running pod request other CPUs than kubelet allocated.
func askFor(pod *v1.Pod, cpus string) {
	at := &pod.Spec.Containers[0].Resources
	if len(pod.Status.ContainerStatuses) == 0 {
		had := at.Requests.DeepCopy()
		pod.Status.ContainerStatuses = []v1.ContainerStatus{{Name: "main", AllocatedResources: had,
			Resources: &v1.ResourceRequirements{Requests: had.DeepCopy(), Limits: had.DeepCopy()}}}
	}
	for _, list := range []v1.ResourceList{at.Limits, at.Requests} {
		list["cpu"] = resource.MustParse(cpus)
	}
}

// actuate performs a resize like kubelet.
func (w *world) actuate(name string) {
	w.t.Helper()
	pod := w.get(name).DeepCopy()
	now := pod.Spec.Containers[0].Resources.Requests
	pod.Status.ContainerStatuses = []v1.ContainerStatus{{Name: "main", AllocatedResources: now.DeepCopy(),
		Resources: &v1.ResourceRequirements{Requests: now.DeepCopy(), Limits: now.DeepCopy()}}}
	w.update(pod)
}

// has waits until a pod's annotation and the cluster have this number of CPUs.
func (w *world) has(name string, cpus int) string {
	w.t.Helper()
	w.until(name+" has other CPUs", func() bool {
		stated := w.holds(w.get(name))
		known, err := w.state.parts.State.Cluster.PodCPUs(name)
		return err == nil && stated.Count() == cpus && stated.Equal(known)
	})
	return w.holds(w.get(name)).String()
}

// event waits for an event about a pod, and returns its text.
func (w *world) event(name, reason string) (text string) {
	w.t.Helper()
	w.until("an event "+reason+" of "+name, func() bool {
		list, err := w.client.EventsV1().Events("").List(w.ctx, metav1.ListOptions{})
		must(w.t, err)
		for i := range list.Items {
			if list.Items[i].Reason == reason && list.Items[i].Regarding.Name == name {
				text = list.Items[i].Note
				return true
			}
		}
		return false
	})
	return text
}

// patched assigns new resource versions on patches of pods, which the tracker does not.
func (w *world) patched() {
	w.react("patch", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "" {
			return false, nil, nil
		}
		patch := action.(clienttesting.PatchAction)
		found, err := w.client.Tracker().Get(v1.SchemeGroupVersion.WithResource("pods"), patch.GetNamespace(), patch.GetName())
		if err != nil {
			return true, nil, err
		}
		pod, err := annotated(found.(*v1.Pod), patch.GetPatch())
		if err != nil {
			return true, nil, err
		}
		return true, pod, w.client.Tracker().Update(v1.SchemeGroupVersion.WithResource("pods"), pod, pod.Namespace)
	})
}

// resizingWorld has a node of 16 CPUs and a leader.
func resizingWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, "")
	w.patched()
	w.server("a")
	go w.state.Lead(w.ctx)
	return w
}

// A pod that grows keeps its CPUs and gets more; one that shrinks keeps some of them.
func TestResize(t *testing.T) {
	w := resizingWorld(t)
	w.create(lsr("pod", "4"))
	w.bound("pod")
	before := w.has("pod", 4)
	w.resize("pod", "8")
	after := w.has("pod", 8)
	if !contains(t, after, before) {
		t.Error(before, after)
	}
	w.actuate("pod")
	w.create(lsr("other", "8"))
	if got := w.holds(w.bound("other")); got.Intersection(w.holds(w.get("pod"))).Count() != 0 {
		t.Error(got, after)
	}
	if text := w.event("pod", "KoordResized"); text != "CPUs "+after+", before "+before {
		t.Error(text)
	}
	w.create(lsr("late", "4"))
	w.unschedulable("late")
	w.resize("pod", "4")
	if small := w.has("pod", 4); !contains(t, after, small) {
		t.Error(after, small)
	}
	w.actuate("pod")
	if got := w.holds(w.bound("late")); got.Intersection(w.holds(w.get("pod"))).Count() != 0 || !contains(t, after, got.String()) {
		t.Error(got, w.holds(w.get("pod")), after)
	}
}

// A pod that does not fit keeps its allocation, and grows when another pod is deleted.
func TestResizeThatDoesNotFit(t *testing.T) {
	w := resizingWorld(t)
	w.create(lsr("pod", "4"), lsr("other", "12"))
	before := w.has("pod", 4)
	w.has("other", 12)
	w.resize("pod", "8")
	if text := w.event("pod", "KoordResizeRefused"); text != "needs 8 CPUs; the node has 4 available" {
		t.Error(text)
	}
	if now := w.has("pod", 4); now != before {
		t.Error(before, now)
	}
	// The resize is tried again when the node changes, and an equal reason is not reported again.
	refusals := func() float64 {
		count, err := testutil.GetCounterMetricValue(metrics.Resizes.WithLabelValues("refused"))
		must(w.t, err)
		return count
	}
	said := refusals()
	w.changeNode("a", morePods)
	time.Sleep(hintsDone)
	if now := refusals(); now != said {
		t.Error(now-said, "events more")
	}
	w.delete("other")
	if after := w.has("pod", 8); !contains(t, after, before) {
		t.Error(before, after)
	}
}

// Released CPUs are not available before the API server has written the release.
func TestShrinkingFreesAfterTheWrite(t *testing.T) {
	w := resizingWorld(t)
	away := w.unwritable()
	w.create(lsr("pod", "16"))
	w.has("pod", 16)
	away.Store(true)
	w.resize("pod", "8")
	w.create(lsr("late", "8"))
	w.unschedulable("late")
	time.Sleep(hintsDone)
	if cpus, err := w.state.parts.State.Cluster.PodCPUs("pod"); err != nil || cpus.Count() != 16 || w.get("late").Spec.NodeName != "" {
		t.Error(cpus, err)
	}
	away.Store(false)
	w.has("pod", 8)
	w.actuate("pod")
	if got := w.holds(w.bound("late")); got.Count() != 8 || got.Intersection(w.holds(w.get("pod"))).Count() != 0 {
		t.Error(got)
	}
}

// Added CPUs belong to the pod before the API server has the annotation, and are released if the
// write fails.
func TestGrowingTakesBeforeTheWrite(t *testing.T) {
	for _, forbidden := range []bool{false, true} {
		w := newWorld(t, "")
		w.patched()
		var away atomic.Bool
		away.Store(true)
		w.react("patch", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
			switch {
			case !away.Load() || action.GetSubresource() != "":
				return false, nil, nil
			case forbidden:
				return true, nil, apierrors.NewForbidden(v1.Resource("pods"), "pod", errors.New("no"))
			}
			return true, nil, errors.New("connection refused")
		})
		w.server("a")
		go w.state.Lead(w.ctx)
		w.create(lsr("pod", "4"))
		w.has("pod", 4)
		w.resize("pod", "12")
		if forbidden {
			w.until("it was tried", func() bool {
				return patches(w) > 0
			})
			w.until("it has what its annotation says", func() bool {
				cpus, err := w.state.parts.State.Cluster.PodCPUs("pod")
				return err == nil && cpus.Count() == 4
			})
			before := patches(w)
			time.Sleep(300 * time.Millisecond)
			if now := patches(w); now > before+1 {
				t.Error(now-before, "attempts in no time")
			}
		} else {
			w.until("it has them before they are written", func() bool {
				cpus, err := w.state.parts.State.Cluster.PodCPUs("pod")
				return err == nil && cpus.Count() == 12
			})
			w.create(lsr("late", "8"))
			w.unschedulable("late")
		}
		if stated := w.holds(w.get("pod")); stated.Count() != 4 {
			t.Error(stated)
		}
		away.Store(false)
		w.has("pod", 12)
	}
}

// A resize during a restart is detected afterwards; a resize that kubelet has not finished still
// counts.
func TestResizeDuringARestart(t *testing.T) {
	w := newWorld(t, "")
	w.patched()
	w.server("a")
	w.create(lsr("grew", "4"), lsr("shrank", "8"))
	w.has("grew", 4)
	w.has("shrank", 8)
	w.stop()
	w.stop = nil
	w.resize("shrank", "4")
	w.resize("grew", "8")
	w.start("")
	w.until("what kubelet has not done yet counts", func() bool {
		cpus, err := w.state.parts.State.Cluster.PodCPUs("shrank")
		return err == nil && cpus.Count() == 8 && w.state.refusedClaims(t, "shrank") == 0
	})
	go w.state.Lead(w.ctx)
	w.has("shrank", 4)
	w.has("grew", 8)
}

// An infeasible resize is not performed, or is reverted.
func TestInfeasibleResize(t *testing.T) {
	w := resizingWorld(t)
	w.create(lsr("pod", "4"))
	before := w.has("pod", 4)
	w.resize("pod", "8")
	w.has("pod", 8)
	pod := w.get("pod").DeepCopy()
	pod.Status.Conditions = append(pod.Status.Conditions, v1.PodCondition{Type: v1.PodResizePending, Status: v1.ConditionTrue,
		Reason: v1.PodReasonInfeasible})
	w.update(pod)
	if after := w.has("pod", 4); !contains(t, after, "") || before == "" {
		t.Error(before, after)
	}
}

// An owner of a Reservation is not resized, and gets an event.
func TestOwnerIsNotResized(t *testing.T) {
	w := resizingWorld(t)
	w.reserve(newReservation("room", lsr("", "8"), repeated))
	w.becomes("room", apis.ReservationAvailable)
	w.create(lsr("owner", "4", web))
	w.bound("owner")
	w.owners("room", "owner")
	w.resize("owner", "6")
	w.event("owner", "KoordResizeRefused")
	w.has("owner", 4)
}

// Pods without a resource-status, and pods whose amounts do not change, are not written.
func TestOnlyResizedPodsAreWritten(t *testing.T) {
	w := resizingWorld(t)
	w.create(lsr("pod", "4"), pod("plain", "2"), lsr("foreign", "4", on("a", "12-15")))
	w.has("pod", 4)
	w.has("foreign", 4)
	w.bound("plain")
	w.resize("plain", "4")
	touched := w.get("pod").DeepCopy()
	touched.Labels["touched"] = "yes"
	w.update(touched)
	w.actuate("foreign")
	time.Sleep(100 * time.Millisecond)
	if count := patches(w); count != 0 {
		t.Error(count, "pods were written")
	}
	w.resize("foreign", "2") // in its existing form
	w.has("foreign", 2)
	if text := w.get("foreign").Annotations[objects.AnnotationResourceStatus]; text != `{"cpuset":"12-13"}` && text != `{"cpuset":"14-15"}` {
		t.Error(text)
	}
}

// patches counts writes of pods, except of their status.
func patches(w *world) (count int) {
	for _, action := range w.client.Actions() {
		if action.GetVerb() == "patch" && action.GetResource().Resource == "pods" && action.GetSubresource() == "" {
			count++
		}
	}
	return count
}

func contains(t *testing.T, all, part string) bool {
	t.Helper()
	a, err := koord.ParseCPUSet(all)
	if err != nil {
		t.Fatal(err)
	}
	b, err := koord.ParseCPUSet(part)
	if err != nil {
		t.Fatal(err)
	}
	return a.Intersection(b).Count() == b.Count()
}

// annotated returns a pod with a merge patch of its annotations applied.
func annotated(pod *v1.Pod, patch []byte) (*v1.Pod, error) {
	var change struct {
		Metadata struct {
			Annotations map[string]*string `json:"annotations"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(patch, &change); err != nil {
		return nil, err
	}
	out := pod.DeepCopy()
	for key, value := range change.Metadata.Annotations {
		if value == nil {
			delete(out.Annotations, key)
		} else {
			out.Annotations[key] = *value
		}
	}
	out.ResourceVersion += "p"
	return out, nil
}
