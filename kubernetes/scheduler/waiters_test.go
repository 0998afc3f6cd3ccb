package scheduler

import (
	"context"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/component-base/metrics/testutil"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// looks empties a worker's queue and returns its contents.
func (w *worker) looks() (names []string) {
	for w.queue.Len() > 0 {
		name, _ := w.queue.Get()
		w.queue.Done(name)
		names = append(names, name)
	}
	return names
}

// evaluations returns the number of evaluations of all nodes since the start.
func evaluations(t *testing.T) float64 {
	t.Helper()
	RegisterMetrics() // nothing is counted before this
	count, err := testutil.GetCounterMetricValue(rowsMade.WithLabelValues("all_nodes"))
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// Resources released while a Reservation is being tried cause another attempt.
func TestRoomThatComesWhileAReservationIsTried(t *testing.T) {
	p := newPlant(t, 1)
	all := lsr("all", "16")
	all.Spec.NodeName, all.ResourceVersion = "node-0", "1"
	p.must(t, p.pods.Add(all))
	p.all.feed.podChanged(all, all)

	// It has evaluated the nodes, but not the gangs yet.
	before := evaluations(t)
	p.gangs.mu.Lock()
	tried := make(chan error)
	go func() {
		tried <- p.all.reserver.place(context.Background(), reservation("room", lsr("", "8")))
	}()
	for evaluations(t) == before {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
	p.must(t, p.pods.Delete(all))
	p.state.syncPod(types.NamespacedName{Namespace: "default", Name: "all"})
	p.waker.lookAgain("node-0")
	p.gangs.mu.Unlock()
	p.must(t, <-tried)
	if names := p.all.reserver.looks(); len(names) != 1 || names[0] != "room" {
		t.Error(names)
	}
}

// Resources that a pod releases, because it is not bound or because its group was only tried, are
// available to Reservations and resizes, too.
func TestRoomThatIsGivenBackIsLookedAt(t *testing.T) {
	for _, group := range []bool{false, true} {
		p := newPlant(t, 1)
		state := framework.NewCycleState()
		if group {
			state.SetPodGroupSchedulingCycle(framework.NewCycleState())
		}
		one := lsr("one", "16")
		if _, status := p.PreFilter(context.Background(), state, one, nil); !status.IsSuccess() {
			t.Fatal(status)
		}
		if status := p.Reserve(context.Background(), state, one, "node-0"); !status.IsSuccess() {
			t.Fatal(status)
		}
		p.must(t, p.all.reserver.place(context.Background(), reservation("room", lsr("", "8"))))
		p.all.resizer.waiting.put("default/grows", waitingResize{"grows", "node-0", "too little room"})
		p.all.resizer.waiting.put("default/elsewhere", waitingResize{"elsewhere", "node-1", "too little room"})
		if names := append(p.all.reserver.looks(), p.all.resizer.looks()...); len(names) != 0 {
			t.Error(group, names)
		}
		p.Unreserve(context.Background(), state, one, "node-0")
		if names := p.all.reserver.looks(); len(names) != 1 || names[0] != "room" {
			t.Error(group, names)
		}
		if names := p.all.resizer.looks(); len(names) != 1 || names[0] != "default/grows" {
			t.Error(group, names)
		}
		if p.evaluator.trying.Load() != 0 {
			t.Error(group, p.evaluator.trying.Load(), "pods are being tried")
		}
	}
}

// A pod with a reused name is reserved before the deletion of the other one is reported.
func TestRoomOfAPodWhoseNameIsInUseAgain(t *testing.T) {
	p := newPlant(t, 2)
	first := lsr("web-0", "4")
	first.Spec.NodeName, first.ResourceVersion = "node-0", "1"
	p.must(t, p.pods.Add(first))
	p.all.feed.podChanged(first, first)
	second := lsr("web-0", "4")
	second.UID, second.ResourceVersion = "second", "2"
	p.must(t, p.pods.Update(second))
	p.schedule(t, second, 1)
	p.freed.mu.Lock()
	defer p.freed.mu.Unlock()
	if _, freed := p.freed.later["node-0"]; !freed {
		t.Error("nobody looks at the room of the pod that went")
	}
}

// urgentIsNominated nominates a pod to a node of 16 CPUs, 12 of which belong to a pod that is being
// deleted.
func urgentIsNominated(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, "")
	w.server("a")
	w.place(lsr("cheap", "12", priority(1)))
	w.leaves("cheap")
	w.create(lsr("urgent", "16", priority(200)))
	w.until("urgent is nominated", func() bool { return w.get("urgent").Status.NominatedNodeName == "a" })
	return w
}

// A Reservation uses no resources that a nominated pod waits for, and does not wait longer than
// that pod.
func TestReservationLeavesRoomToNominatedPods(t *testing.T) {
	w := urgentIsNominated(t)
	go w.state.Lead(w.ctx)
	w.reserve(reservation("room", lsr("", "4")))
	w.waits("room")
	w.delete("urgent")
	w.becomes("room", apis.ReservationAvailable)
}

// A deleted nominated pod activates those that fit on its node, and no others.
func TestNominatedPodThatGoesWakes(t *testing.T) {
	w := urgentIsNominated(t)
	w.create(lsr("small", "4"), lsr("large", "8"))
	w.unschedulable("small")
	w.unschedulable("large")
	before := attempts(t)
	w.delete("urgent")
	w.bound("small")
	time.Sleep(2 * patience)
	if needed := attempts(t) - before; needed != 1 {
		t.Errorf("%v attempts", needed)
	}
}

// The former node of a nominated pod is reported once it neither waits for it nor runs there.
func TestNominationThatIsOver(t *testing.T) {
	p := newPlant(t, 1)
	nominated := lsr("one", "4")
	nominated.Status.NominatedNodeName = "node-0"
	for what, one := range map[string]struct {
		now  func(*v1.Pod)
		node string
	}{
		"still":                {func(*v1.Pod) {}, ""},
		"bound there":          {func(p *v1.Pod) { p.Spec.NodeName = "node-0" }, ""},
		"bound elsewhere":      {func(p *v1.Pod) { p.Spec.NodeName = "node-1" }, "node-0"},
		"nominated elsewhere":  {func(p *v1.Pod) { p.Status.NominatedNodeName = "node-1" }, "node-0"},
		"nominated no longer":  {func(p *v1.Pod) { p.Status.NominatedNodeName = "" }, "node-0"},
		"another of this name": {func(p *v1.Pod) { p.UID = "two" }, "node-0"},
	} {
		now := nominated.DeepCopy()
		one.now(now)
		p.must(t, p.pods.Add(now))
		if node := p.waker.leftNomination(nominated); node != one.node {
			t.Errorf("%s: %q", what, node)
		}
	}
	p.must(t, p.pods.Delete(nominated))
	if node := p.waker.leftNomination(nominated); node != "node-0" {
		t.Errorf("gone: %q", node)
	}
}
