package scheduler

import (
	"errors"
	"sync/atomic"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/k8s/apis"
)

// A status whose answer is lost was written only if the API server has it, of this Reservation and on this node.
func TestWhatBecameOfAStatus(t *testing.T) {
	w := newWorld(t, "")
	room := reservation("room", lsr("", "8"))
	w.reserve(reservation("here", lsr("", "8"), func(r *apis.Reservation) { r.Status.NodeName = "a" }),
		reservation("nowhere", lsr("", "8")))
	lost, conflict := errors.New("connection reset by peer"), apierrors.NewConflict(apis.Reservations.GroupResource(), "here", nil)
	for what, one := range map[string]struct {
		name, node string
		uid        types.UID
		failed     error
		written    bool
	}{
		"written":               {"here", "a", "here-uid", lost, true},
		"on another node":       {"here", "b", "here-uid", lost, false},
		"another of this name":  {"here", "a", "gone-uid", lost, false},
		"not written":           {"nowhere", "a", "nowhere-uid", lost, false},
		"gone":                  {"gone", "a", "gone-uid", lost, false},
		"written by another":    {"here", "a", "here-uid", conflict, false},
		"the server said never": {"here", "a", "here-uid", apierrors.NewBadRequest("no"), false},
	} {
		asked := room.DeepCopy()
		asked.Name, asked.UID = one.name, one.uid
		if err := w.state.reserver.settle(w.ctx, asked, one.node, one.failed); (err == nil) != one.written {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// One whose status is not written is tried again.
func TestReservationWhoseStatusIsLost(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
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

// A Reservation that is written, and of which the store does not tell yet, is not placed again.
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
