package scheduler

import (
	"errors"
	"sync/atomic"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// A status whose response was lost counts as written only if the API server has it, for this
// Reservation and on this node.
func TestWhatBecameOfAStatus(t *testing.T) {
	w := newWorld(t, "")
	room := reservation("room", lsr("", "8"))
	w.reserve(reservation("here", lsr("", "8"), func(r *apis.Reservation) { r.Status.NodeName = "a" }),
		reservation("nowhere", lsr("", "8")))
	lost := errors.New("connection reset by peer")
	for what, one := range map[string]struct {
		name, node string
		uid        types.UID
		written    bool
	}{
		"written":              {"here", "a", "here-uid", true},
		"on another node":      {"here", "b", "here-uid", false},
		"another of this name": {"here", "a", "gone-uid", false},
		"not written":          {"nowhere", "a", "nowhere-uid", false},
		"gone":                 {"gone", "a", "gone-uid", false},
	} {
		asked := room.DeepCopy()
		asked.Name, asked.UID = one.name, one.uid
		if err := w.state.reserver.settle(w.ctx, asked, one.node, lost); (err == nil) != one.written {
			t.Errorf("%s: %v", what, err)
		}
	}
}

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
	w.reserve(reservation("room", lsr("", "8")))
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
	w.reserve(reservation("room", lsr("", "8")))
	w.until("the answer is lost", func() bool { return first.Load() != nil })
	w.create(lsr("large", "16"))
	w.unschedulable("large")
	_, _, err := w.patchReservation(*first.Load())
	w.must(err)
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
	room := reservation("room", lsr("", "8"))
	w.must(w.state.reserver.place(w.ctx, room))
	first := writes
	if first == 0 {
		t.Fatal("nothing is written")
	}
	w.must(w.state.reserver.place(w.ctx, room))
	if writes != first {
		t.Error(writes-first, "writes more")
	}
}
