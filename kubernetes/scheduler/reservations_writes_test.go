package scheduler

import (
	"errors"
	"sync/atomic"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// A Reservation whose status is not written is retried.
func TestReservationWhoseStatusIsLost(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.until("the state knows the node", func() bool { return w.knowsNode("a") })
	var lost atomic.Bool
	w.react("patch", "reservations", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "status" || !lost.CompareAndSwap(false, true) {
			return false, nil, nil
		}
		return true, nil, errors.New("connection reset by peer")
	})
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("room", lsr("", "8")))
	w.becomes("room", apis.ReservationAvailable)
	w.place(lsr("other", "8"), lsr("owner", "8", web))
}

// The connection breaks while a status is being sent, and the API server writes it much later.
func TestReservationThatIsWrittenLate(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	// otherwise the first status reports that there is none
	w.until("the state knows the node", func() bool { return w.knowsNode("a") })
	var first atomic.Pointer[clienttesting.Action]
	var written atomic.Bool
	w.react("patch", "reservations", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "status" || written.Load() {
			return false, nil, nil
		}
		first.CompareAndSwap(nil, &action)
		return true, nil, errors.New("connection reset by peer")
	})
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("room", lsr("", "8")))
	w.until("the answer is lost", func() bool { return first.Load() != nil })
	w.create(lsr("large", "16"))
	w.unschedulable("large")
	_, _, err := w.patchReservation(*first.Load())
	must(w.t, err)
	written.Store(true)
	w.becomes("room", apis.ReservationAvailable)
	w.place(lsr("other", "8"), lsr("owner", "8", web))
}

// A written Reservation that is not yet in the store is not placed again.
func TestReservationIsPlacedOnce(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.until("the state knows the node", func() bool { return w.knowsNode("a") })
	writes := 0
	w.react("patch", "reservations", func(clienttesting.Action) (bool, runtime.Object, error) {
		writes++
		return true, &unstructured.Unstructured{Object: map[string]any{}}, nil
	})
	w.reserve(newReservation("room", lsr("", "8")))
	w.until("the store has it", func() bool {
		return w.state.parts.State.Stores.Reservations.Load() != nil && len(w.state.parts.State.Stores.Reservations.Load().ListKeys()) == 1
	})
	must(w.t, w.state.reservations.Reconcile(w.ctx, "room"))
	first := writes
	if first == 0 {
		t.Fatal("nothing is written")
	}
	must(w.t, w.state.reservations.Reconcile(w.ctx, "room"))
	if writes != first {
		t.Error(writes-first, "writes more")
	}
}
