package scheduler

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// templateContainers returns the containers of a Reservation's template.
func templateContainers(object map[string]any) []any {
	template := object["spec"].(map[string]any)["template"].(map[string]any)
	return template["spec"].(map[string]any)["containers"].([]any)
}

// An invalid update followed by a restart leaves the status and the resources of a Reservation,
// although the new scheduler never saw a valid version. The status is written once, not repeatedly.
func TestInvalidReservationIsHeldAfterARestart(t *testing.T) {
	two := lsr("", "4")
	two.Spec.Containers = append(two.Spec.Containers, *two.Spec.Containers[0].DeepCopy())
	two.Spec.Containers[1].Name = "second"
	for name, one := range map[string]struct {
		room *v1.Pod
		part string
		bad  func(map[string]any)
	}{
		"an item of a list": {lsr("", "8"), "args[0]", func(o map[string]any) {
			templateContainers(o)[0].(map[string]any)["args"] = []any{int64(8080)}
		}},
		"more fields than are repaired": {lsr("", "8"), "args[0]", func(o map[string]any) {
			args := make([]any, mostRepairs+1)
			for i := range args {
				args[i] = int64(i)
			}
			templateContainers(o)[0].(map[string]any)["args"] = args
		}},
		"an amount of one of two containers": {two, "containers[0].resources.limits.cpu", inTemplate("2x")},
		"an amount that cannot be built":     {lsr("", "8"), "-2", inTemplate("-2")},
		"an allocate policy":                 {lsr("", "8"), "spec.allocatePolicy", func(o map[string]any) { o["spec"].(map[string]any)["allocatePolicy"] = "Foo" }},
	} {
		t.Run(name, func(t *testing.T) {
			w := reservedWorld(t, reservation("room", one.room, repeated))
			held := w.reserved(w.reservation("room"))
			before := w.statusOf("room")
			w.stop()
			w.stop = nil
			w.change(apis.Reservations, "room", one.bad)
			var writes atomic.Int32
			w.react("patch", "reservations", func(clienttesting.Action) (bool, runtime.Object, error) {
				writes.Add(1)
				return false, nil, nil
			})
			w.start("")
			go w.state.Lead(w.ctx)
			w.message("room", apis.ReservationSpecValid, v1.ConditionFalse, one.part)
			w.create(lsr("other", "8"))
			if got := w.holds(w.bound("other")); got.Count() != 8 || got.Intersection(held).Count() != 0 {
				t.Errorf("the other pod got %v of %v", got, held)
			}
			w.create(lsr("late", "1"))
			w.unschedulable("late")
			time.Sleep(300 * time.Millisecond)
			if count := writes.Load(); count != 1 {
				t.Errorf("%d writes", count)
			}
			status := w.statusOf("room")
			if status.Phase != apis.ReservationAvailable || status.NodeName != "a" || !status.Allocatable.Cpu().Equal(*before.Allocatable.Cpu()) {
				t.Errorf("%+v", status)
			}
			w.message("room", apis.ReservationSpecValid, v1.ConditionFalse, one.part)
		})
	}
}

// An error in the owners of a Reservation opens it to no additional pod.
func TestInvalidOwnersSelectNoPod(t *testing.T) {
	d := newDecoder("Reservation", func() metav1.Object { return &apis.Reservation{} }, func(string, runtime.Object, error) {})
	for _, owner := range []map[string]any{
		{"labelSelector": int64(5)},
		{"labelSelector": map[string]any{"matchLabels": map[string]any{"app": int64(5)}}},
		{"object": map[string]any{"name": int64(5)}},
	} {
		out, _ := d.transform(&unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": "room"},
			"spec": map[string]any{"owners": []any{owner}}}})
		selecting, err := ownersOf(out.(*apis.Reservation))
		if err != nil || selecting.selects(lsr("any", "1")) {
			t.Errorf("%v: %v", owner, err)
		}
	}
}

// Every version of an object has its own fault, however many are queued. Objects cannot forge one.
func TestFaultsBelongToVersions(t *testing.T) {
	d := newDecoder("Device", func() metav1.Object { return &apis.Device{} }, func(string, runtime.Object, error) {})
	decode := func(version string, spec any) metav1.Object {
		out, err := d.transform(&unstructured.Unstructured{Object: map[string]any{"spec": spec, "metadata": map[string]any{
			"name": "a", "uid": "u", "resourceVersion": version, "managedFields": []any{map[string]any{"manager": "somebody"}}}}})
		if err != nil {
			t.Fatal(err)
		}
		return out.(metav1.Object)
	}
	valid := map[string]any{"devices": []any{}}
	first, second, third, fourth := decode("1", "none"), decode("2", valid), decode("3", "nothing"), decode("4", valid)
	if faultOf(second) != nil || faultOf(fourth) != nil {
		t.Error("a valid version has a fault")
	}
	if found := faultOf(first); found == nil || !found.unknown || sentence(found.err) == "" || !errors.Is(found.err, koord.ErrInvalid) {
		t.Errorf("%+v", found)
	}
	if found := faultOf(third); found == nil || found.unknown {
		t.Errorf("%+v", found)
	}
}

// Findings from before this process became the leader are written, and an event that the API server
// rejected is retried.
func TestFindingsAreWritten(t *testing.T) {
	w := newWorld(t, "")
	w.state.report.find(pod("old", "1"), "Pod", "KoordClaimRefused", "found at the start")
	w.state.report.mu.Lock()
	w.state.report.waiting[0].EventTime = metav1.NewMicroTime(time.Now().Add(-time.Hour))
	w.state.report.mu.Unlock()
	var asked atomic.Int32
	w.react("create", "events", func(clienttesting.Action) (bool, runtime.Object, error) {
		if asked.Add(1) <= 2 {
			return true, nil, errors.New("connection refused")
		}
		return false, nil, nil
	})
	go w.state.Lead(w.ctx)
	w.event("old", "KoordClaimRefused")
	if count := asked.Load(); count != 3 {
		t.Errorf("%d requests", count)
	}
}
