package scheduler

import (
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

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
	for name, test := range map[string]struct {
		room *v1.Pod
		part string
		bad  func(map[string]any)
	}{
		"an item of a list": {lsr("", "8"), "args[0]", func(o map[string]any) {
			templateContainers(o)[0].(map[string]any)["args"] = []any{int64(8080)}
		}},
		"more fields than are repaired": {lsr("", "8"), "args[0]", func(o map[string]any) {
			args := make([]any, 17)
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
			w := reservedWorld(t, newReservation("room", test.room, repeated))
			held := w.reserved(w.reservation("room"))
			before := w.statusOf("room")
			w.stop()
			w.stop = nil
			w.change(apis.Reservations, "room", test.bad)
			var writes atomic.Int32
			w.react("patch", "reservations", func(clienttesting.Action) (bool, runtime.Object, error) {
				writes.Add(1)
				return false, nil, nil
			})
			w.start("")
			go w.state.Lead(w.ctx)
			w.message("room", apis.ReservationSpecValid, v1.ConditionFalse, test.part)
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
			w.message("room", apis.ReservationSpecValid, v1.ConditionFalse, test.part)
		})
	}
}
