package scheduler

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// setClock is a clock that tests set.
type setClock struct{ ahead atomic.Int64 }

func (c *setClock) set(ahead time.Duration) { c.ahead.Store(int64(ahead)) }

func (c *setClock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())).Round(0) }

// leadBy starts a leader with a clock that tests set.
func (w *world) leadBy(clock *setClock) {
	w.now = clock.now
	w.start("")
	go w.state.Lead(w.ctx)
}

// A Reservation ends when the clock reaches its end, wherever the clock was before. Its resources
// are then available, and nothing is allocated twice.
func TestReservationsWhileTheClockIsSet(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	clock := &setClock{}
	w.leadBy(clock)
	hour := func(r *apis.Reservation) { r.Spec.TTL = &metav1.Duration{Duration: time.Hour} }
	w.reserve(newReservation("room", lsr("", "8"), hour, repeated))
	held := w.reserved(w.becomes("room", apis.ReservationAvailable))
	w.create(lsr("owner", "4", web))
	owner := w.holds(w.bound("owner"))
	w.owners("room", "owner")

	clock.set(-24 * time.Hour)
	w.reserve(newReservation("young", lsr("", "8"), hour)) // created tomorrow by this clock
	young := w.reserved(w.becomes("young", apis.ReservationAvailable))
	if young.Intersection(held).Count() != 0 {
		t.Error(young, held)
	}
	w.state.reservations.Enqueue("room")
	w.create(lsr("late", "8"))
	w.unschedulable("late")

	clock.set(24 * time.Hour)
	w.state.reservations.Enqueue("room")
	w.becomes("room", apis.ReservationFailed)
	w.state.reservations.Enqueue("young")
	w.becomes("young", apis.ReservationFailed)
	if late := w.holds(w.bound("late")); late.Count() != 8 || late.Intersection(owner).Count() != 0 {
		t.Error(late, owner)
	}
	clock.set(-24 * time.Hour) // an ended Reservation stays ended
	w.state.reservations.Enqueue("room")
	w.create(lsr("last", "4"))
	if last := w.holds(w.bound("last")); last.Intersection(owner).Count() != 0 {
		t.Error(last, owner)
	}
	if phase := w.reservation("room").Status.Phase; phase != apis.ReservationFailed {
		t.Error(phase)
	}
}

// The clock passes the deadline while a rebind is being written: the pod keeps the allocation in
// its annotation. Set back, it has one more day.
func TestRebindWhileTheClockIsSet(t *testing.T) {
	w := newWorld(t, "")
	w.patched()
	w.server("a")
	away := w.unwritable()
	w.create(lsr("split", "4", on("a", "0-1,8-9")))
	clock := &setClock{}
	w.leadBy(clock)
	w.knows("split")
	away.Store(true)
	w.rebind("first", "a", time.Now())
	w.until("split is to move", func() bool { return w.cpus("split") != "0-1,8-9" })
	clock.set(24 * time.Hour)
	if phase, why := w.ended("first"); phase != "Unknown" || !strings.Contains(why, "0 of ") {
		t.Error(phase, why)
	}
	w.until("split has what its annotation says", func() bool { return w.cpus("split") == "0-1,8-9" })
	w.rebind("late", "a", time.Now())
	if phase, why := w.ended("late"); phase != "Failed" || why != "the deadline has passed; nothing was changed" {
		t.Error(phase, why)
	}
	clock.set(-24 * time.Hour)
	away.Store(false)
	w.rebind("second", "a", time.Now())
	if phase, why := w.ended("second"); phase != "Succeed" || why != "" {
		t.Error(phase, why)
	}
	if now := w.has("split", 4); now == "0-1,8-9" {
		t.Error(now)
	}
}
