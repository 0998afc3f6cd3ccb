package scheduler

import (
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// change modifies a custom resource like an untyped client.
func (w *world) change(resource schema.GroupVersionResource, name string, change func(map[string]any)) {
	w.t.Helper()
	object, err := w.dynamic.Resource(resource).Get(w.ctx, name, metav1.GetOptions{})
	must(w.t, err)
	object = object.DeepCopy()
	object.SetResourceVersion(w.next() + "c")
	object.SetGeneration(object.GetGeneration() + 1)
	change(object.Object)
	_, err = w.dynamic.Resource(resource).Update(w.ctx, object, metav1.UpdateOptions{})
	must(w.t, err)
}

// inTemplate sets the request and the limit of the first container.
func inTemplate(cpu string) func(map[string]any) {
	return func(object map[string]any) {
		spec := object["spec"].(map[string]any)["template"].(map[string]any)["spec"].(map[string]any)
		resources := spec["containers"].([]any)[0].(map[string]any)["resources"].(map[string]any)
		for _, kind := range []string{"requests", "limits"} {
			resources[kind].(map[string]any)["cpu"] = cpu
		}
	}
}

func bindPolicy(policy string) func(map[string]any) {
	return func(object map[string]any) {
		metadata := object["spec"].(map[string]any)["template"].(map[string]any)["metadata"].(map[string]any)
		metadata["annotations"] = map[string]any{objects.AnnotationResourceSpec: `{"requiredCPUBindPolicy":"` + policy + `"}`}
	}
}

// statusOf reads a Reservation whose spec may be invalid.
func (w *world) statusOf(name string) apis.ReservationStatus {
	w.t.Helper()
	object, err := w.dynamic.Resource(apis.Reservations).Get(w.ctx, name, metav1.GetOptions{})
	must(w.t, err)
	out := &apis.Reservation{}
	must(w.t, runtime.DefaultUnstructuredConverter.FromUnstructured(map[string]any{"status": object.Object["status"]}, out))
	return out.Status
}

// message waits for the message of a Reservation's condition.
func (w *world) message(name, kind string, status v1.ConditionStatus, part string) {
	w.t.Helper()
	w.until("condition "+kind+" "+string(status)+" of "+name+" says "+part, func() bool {
		for _, condition := range w.statusOf(name).Conditions {
			if condition.Type == kind && condition.Status == status && strings.Contains(condition.Message, part) {
				return true
			}
		}
		return false
	})
}

// A Reservation that is invalid from the start waits, reports the invalid field, and gets its node
// when it is corrected.
func TestInvalidReservationWaits(t *testing.T) {
	for _, test := range []struct {
		part      string
		bad, good func(map[string]any)
	}{
		{`spec.ttl: found "1d"`, func(o map[string]any) { o["spec"].(map[string]any)["ttl"] = "1d" },
			func(o map[string]any) { o["spec"].(map[string]any)["ttl"] = "24h" }},
		{`spec.template.spec.containers[0].resources.limits.cpu: found "2x"`, inTemplate("2x"), inTemplate("2")},
		{`requiredCPUBindPolicy: found "Foo"`, bindPolicy("Foo"), bindPolicy("FullPCPUs")},
	} {
		w := newWorld(t, "")
		w.server("a")
		go w.state.Lead(w.ctx)
		room := newReservation("room", lsr("", "8"))
		room.ResourceVersion = w.next()
		object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(room)
		must(w.t, err)
		test.bad(object)
		_, err = w.dynamic.Resource(apis.Reservations).Create(w.ctx, &unstructured.Unstructured{Object: object}, metav1.CreateOptions{})
		must(w.t, err)
		w.message("room", apis.ReservationScheduled, v1.ConditionFalse, test.part)
		if event := w.event("room", "FailedScheduling"); !strings.Contains(event, test.part) {
			t.Error(event)
		}
		w.change(apis.Reservations, "room", test.good)
		w.becomes("room", apis.ReservationAvailable)
		w.stop()
		w.stop = nil
	}
}

// An invalid update of an active Reservation leaves the resources of the last valid version, even
// after a restart.
func TestInvalidUpdateKeepsTheReservation(t *testing.T) {
	for _, test := range []struct {
		part      string
		bad, good func(map[string]any)
		restart   bool
	}{
		{`spec.ttl: found "1d"`, func(o map[string]any) { o["spec"].(map[string]any)["ttl"] = "1d" },
			func(o map[string]any) { o["spec"].(map[string]any)["ttl"] = "24h" }, true},
		{`resources.limits.cpu: found "2x"`, inTemplate("2x"), inTemplate("8"), true},
		{`spec.allocatePolicy: found "Foo"`, func(o map[string]any) { o["spec"].(map[string]any)["allocatePolicy"] = "Foo" },
			func(o map[string]any) { o["spec"].(map[string]any)["allocatePolicy"] = "Default" }, false},
		{`labelSelector`, func(o map[string]any) {
			o["spec"].(map[string]any)["owners"] = []any{map[string]any{"labelSelector": map[string]any{"matchExpressions": []any{
				map[string]any{"key": "app", "operator": "Near", "values": []any{"web"}}}}}}
		}, func(o map[string]any) {
			o["spec"].(map[string]any)["owners"] = []any{map[string]any{"labelSelector": map[string]any{"matchLabels": map[string]any{"app": "web"}}}}
		}, false},
	} {
		w := reservedWorld(t, newReservation("room", lsr("", "8"), repeated))
		held := w.reserved(w.reservation("room"))
		w.change(apis.Reservations, "room", test.bad)
		w.message("room", apis.ReservationSpecValid, v1.ConditionFalse, test.part)
		if event := w.event("room", apis.ReasonReservationInvalid); !strings.Contains(event, test.part) {
			t.Error(event)
		}
		if test.restart {
			w.start("")
			go w.state.Lead(w.ctx)
		}
		w.create(lsr("other", "8"))
		if got := w.holds(w.bound("other")); got.Count() != 8 || got.Intersection(held).Count() != 0 {
			t.Errorf("%s: the other pod got %v of %v", test.part, got, held)
		}
		w.create(lsr("owner", "4", web))
		if owner := w.bound("owner"); took(owner) != "room" || w.holds(owner).Intersection(held).Count() != 4 {
			t.Errorf("%s: the owner got %v", test.part, owner.Annotations)
		}
		w.until("the owner is listed", func() bool { return len(w.statusOf("room").CurrentOwners) == 1 })
		w.change(apis.Reservations, "room", test.good)
		w.message("room", apis.ReservationSpecValid, v1.ConditionTrue, "")
		if room := w.reservation("room"); room.Status.Phase != apis.ReservationAvailable || room.Status.NodeName != "a" {
			t.Errorf("%s: %+v", test.part, room.Status)
		}
		w.stop()
		w.stop = nil
	}
}

// noted counts events with a reason about an object.
func (w *world) noted(name, reason string) (count int) {
	w.t.Helper()
	list, err := w.client.EventsV1().Events("").List(w.ctx, metav1.ListOptions{})
	must(w.t, err)
	for i := range list.Items {
		if list.Items[i].Reason == reason && list.Items[i].Regarding.Name == name {
			count++
		}
	}
	return count
}

// writes counts the requests that create an event with a reason, also those for an event that exists.
func (w *world) writes(reason string) (count int) {
	for _, action := range w.client.Actions() {
		if !action.Matches("create", "events") {
			continue
		}
		if event, is := action.(clienttesting.CreateAction).GetObject().(*eventsv1.Event); is && event.Reason == reason {
			count++
		}
	}
	return count
}

// A Device with an invalid amount keeps the devices of its last valid version, and one event of the
// leader names the field.
func TestInvalidDeviceIsReportedOnce(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.gpus("a")
	w.place(pod("first", "1", ask("nvidia.com/gpu", "1")))
	w.change(apis.Devices, "a", func(o map[string]any) {
		device := o["spec"].(map[string]any)["devices"].([]any)[1].(map[string]any)
		device["resources"].(map[string]any)["koordinator.sh/gpu-memory"] = "16Gx"
	})
	faulty := func() bool {
		device := stores.Get[apis.Device](w.state.parts.State.Stores.Devices.Load(), "a")
		return device != nil && stores.FaultOf(device) != nil
	}
	w.until("the fault is known", faulty)
	w.place(pod("second", "1", ask("nvidia.com/gpu", "1")))
	if count := w.noted("a", "KoordUnusable"); count != 0 {
		t.Errorf("%d events without a leader", count)
	}
	go w.state.Lead(w.ctx)
	const part = `Device a: spec.devices[1].resources["koordinator.sh/gpu-memory"]: found "16Gx"`
	if event := w.event("a", "KoordUnusable"); !strings.Contains(event, part) {
		t.Error(event)
	}
	for range 2 {
		before := w.writes("KoordUnusable")
		w.start("")
		go w.state.Lead(w.ctx)
		w.until("it is written again", func() bool { return w.writes("KoordUnusable") > before })
	}
	if count := w.noted("a", "KoordUnusable"); count != 1 {
		t.Errorf("%d events", count)
	}
}

// A refused claim is reported once, however many schedulers find it, and only by the leader.
func TestRefusedClaimIsReportedOnce(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	for _, name := range []string{"one", "two"} {
		w.create(lsr(name, "4", func(p *v1.Pod) {
			p.Spec.NodeName = "a"
			p.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"0-3"}`
		}))
	}
	refused := func() bool {
		for _, uid := range []string{"one", "two"} {
			if conflicts, err := w.state.parts.State.Cluster.PodConflicts(uid); err == nil && conflicts.ClaimsRefused != 0 {
				return true
			}
		}
		return false
	}
	w.until("a claim is refused", refused)
	if count := w.noted("one", "KoordClaimRefused") + w.noted("two", "KoordClaimRefused"); count != 0 {
		t.Errorf("%d events without a leader", count)
	}
	for range 3 {
		before := w.writes("KoordClaimRefused")
		w.start("")
		w.until("a claim is refused", refused)
		go w.state.Lead(w.ctx)
		w.until("the finding is written", func() bool { return w.writes("KoordClaimRefused") > before })
	}
	if count := w.noted("one", "KoordClaimRefused") + w.noted("two", "KoordClaimRefused"); count != 1 {
		t.Errorf("%d events", count)
	}
}
