package scheduler

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// setClock is a clock that tests set.
type setClock struct{ ahead atomic.Int64 }

func (c *setClock) set(ahead time.Duration) { c.ahead.Store(int64(ahead)) }

func (c *setClock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())).Round(0) }

// leadBy starts a leader with a clock that tests set.
func (w *world) leadBy(clock *setClock) {
	w.state.reserver.now, w.state.rebinds.now = clock.now, clock.now
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
	w.reserve(reservation("room", lsr("", "8"), hour, repeated))
	held := w.reserved(w.becomes("room", apis.ReservationAvailable))
	w.create(lsr("owner", "4", web))
	owner := w.holds(w.bound("owner"))
	w.owners("room", "owner")

	clock.set(-24 * time.Hour)
	w.reserve(reservation("young", lsr("", "8"), hour)) // created tomorrow by this clock
	young := w.reserved(w.becomes("young", apis.ReservationAvailable))
	if young.Intersection(held).Count() != 0 {
		t.Error(young, held)
	}
	w.state.reserver.look("room")
	w.create(lsr("late", "8"))
	w.unschedulable("late")

	clock.set(24 * time.Hour)
	w.state.reserver.look("room")
	w.becomes("room", apis.ReservationFailed)
	w.state.reserver.look("young")
	w.becomes("young", apis.ReservationFailed)
	if late := w.holds(w.bound("late")); late.Count() != 8 || late.Intersection(owner).Count() != 0 {
		t.Error(late, owner)
	}
	clock.set(-24 * time.Hour) // an ended Reservation stays ended
	w.state.reserver.look("room")
	w.create(lsr("last", "4"))
	if last := w.holds(w.bound("last")); last.Intersection(owner).Count() != 0 {
		t.Error(last, owner)
	}
	if phase := w.reservation("room").Status.Phase; phase != apis.ReservationFailed {
		t.Error(phase)
	}
}

// delays records the delays of queued items.
type delays struct {
	workqueue.TypedRateLimitingInterface[string]
	after []time.Duration
}

func (d *delays) AddAfter(_ string, after time.Duration) { d.after = append(d.after, after) }

// A Reservation is checked before its end or deletion is due, however far away, because the clock
// may have been set.
func TestReservationsAreLookedAtBeforeTheyAreDue(t *testing.T) {
	p := newPlant(t, 1)
	queue := &delays{TypedRateLimitingInterface: p.all.reserver.queue}
	p.all.reserver.queue = queue
	now := time.Now()
	p.all.reserver.lookAt("soon", now.Add(time.Minute))
	p.all.reserver.lookAt("late", now.Add(24*time.Hour))
	past := reservation("past", lsr("", "2"), func(r *apis.Reservation) { r.Status.Phase = apis.ReservationFailed })
	p.must(t, p.all.reserver.clean(context.Background(), past))
	if len(queue.after) != 3 || queue.after[0] > time.Minute || queue.after[1] != reservePace || queue.after[2] != reservePace {
		t.Error(queue.after)
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

// Timeouts of gangs and pods use a monotonic clock, which cannot be set.
func TestWaitsDoNotDependOnTheClock(t *testing.T) {
	p := newPlant(t, 2)
	monotonic := func(what string, one time.Time) {
		t.Helper()
		if !strings.Contains(one.String(), " m=") {
			t.Error(what, one)
		}
	}
	gang := p.gangOfTwo(t, "12")
	if planned, status := p.planGang(gang[0]); planned == "" || !status.IsSuccess() {
		t.Fatal(planned, status)
	}
	monotonic("a plan holds until", p.gangs.byName[gangOf(gang[0])].until)
	monotonic("an attempt began at", p.waiting.get("g0").tried)
	p.freed.nodeFreed("node-0")
	monotonic("room came at", p.freed.later["node-0"])
}
