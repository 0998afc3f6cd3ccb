package scheduler

import (
	"context"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/reservation"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// looks empties a queue and returns its contents.
func looks(queue controller.Queue) (names []string) {
	for queue.Len() > 0 {
		name, _ := queue.Get()
		queue.Done(name)
		names = append(names, name)
	}
	return names
}

// stored adds a Reservation to the stores of a plant whose profile is the default one.
func (p *plant) stored(t *testing.T, object *apis.Reservation) {
	t.Helper()
	reservations := cache.NewStore(cache.MetaNamespaceKeyFunc)
	must(t, reservations.Add(object))
	p.all.parts.State.Stores.Reservations.Set(reservations)
	p.all.profiles.Add(v1.DefaultSchedulerName)
}

// slowGangs are gangs whose planned pods are not known at once.
type slowGangs struct{ asked, answer chan struct{} }

func (s slowGangs) Ahead(types.NamespacedName, *v1.Pod) *state.WhatIf {
	close(s.asked)
	<-s.answer
	return nil
}

// Resources released while a Reservation is being tried cause another attempt.
func TestResourcesReleasedWhileAReservationIsTried(t *testing.T) {
	p := newPlant(t, 1)
	all := lsr("all", "16")
	all.Spec.NodeName, all.ResourceVersion = "node-0", "1"
	must(t, p.pods.Add(all))
	p.all.feed.PodChanged(all, all)

	gangs := slowGangs{make(chan struct{}), make(chan struct{})}
	queue := controller.NewQueue()
	r := reservation.New(p.all.parts.State, p.all.parts.Evaluator, queue, gangs, p.all.profiles, dynamicfake.NewSimpleDynamicClient(runtime.NewScheme()), p.all.events, time.Now)
	p.stored(t, newReservation("room", lsr("", "8")))
	tried := make(chan error)
	go func() { tried <- r.Reconcile(context.Background(), "room") }()
	<-gangs.asked // it has evaluated the nodes
	must(t, p.pods.Delete(all))
	p.all.parts.State.SyncPod(types.NamespacedName{Namespace: "default", Name: "all"})
	r.NodeFreed("node-0")
	close(gangs.answer)
	must(t, <-tried)
	if names := looks(queue); len(names) != 1 || names[0] != "room" {
		t.Error(names)
	}
}

// Resources that a pod releases, because it is not bound or because its group was only tried, are
// available to Reservations and resizes, too.
func TestReleasedResourcesRetryReservationsAndResizes(t *testing.T) {
	for _, group := range []bool{false, true} {
		p := newPlant(t, 1)
		grows := lsr("grows", "2", on("node-0", "14-15"))
		grows.ResourceVersion = "1"
		must(t, p.pods.Add(grows))
		p.all.feed.PodChanged(grows, grows)
		state := framework.NewCycleState()
		if group {
			setGroupState(state)
		}
		one := lsr("one", "14")
		if _, status := p.PreFilter(context.Background(), state, one, nil); !status.IsSuccess() {
			t.Fatal(status)
		}
		if status := p.Reserve(context.Background(), state, one, "node-0"); !status.IsSuccess() {
			t.Fatal(status)
		}
		p.stored(t, newReservation("room", lsr("", "8")))
		must(t, p.all.reservations.Reconcile(context.Background(), "room"))
		more := grows.DeepCopy()
		more.ResourceVersion = "2"
		askFor(more, "4")
		must(t, p.pods.Update(more))
		p.all.feed.PodChanged(grows, more)
		must(t, p.all.resizes.Reconcile(context.Background(), "default/grows"))
		looks(p.all.reservations.Queue)
		looks(p.all.resizes.Queue)
		if p.all.isTrying(t, "node-0") != group {
			t.Error("a pod is being tried outside of a group, or not in one", group)
		}
		p.Unreserve(context.Background(), state, one, "node-0")
		if names := looks(p.all.reservations.Queue); len(names) != 1 || names[0] != "room" {
			t.Error(group, names)
		}
		if names := looks(p.all.resizes.Queue); len(names) != 1 || names[0] != "default/grows" {
			t.Error(group, names)
		}
		if p.all.isTrying(t, "node-0") {
			t.Error(group, "pods are being tried")
		}
	}
}

// A pod with a reused name is reserved before the deletion of the other one is reported.
func TestRoomOfAPodWhoseNameIsInUseAgain(t *testing.T) {
	p := newPlant(t, 1)
	first := lsr("web-0", "4")
	first.Spec.NodeName, first.ResourceVersion = "node-0", "1"
	must(t, p.pods.Add(first))
	p.all.feed.PodChanged(first, first)
	p.stored(t, newReservation("room", lsr("", "14")))
	must(t, p.all.reservations.Reconcile(context.Background(), "room"))
	looks(p.all.reservations.Queue)
	second := lsr("web-0", "2")
	second.UID, second.ResourceVersion = "second", "2"
	must(t, p.pods.Update(second))
	p.schedule(t, second, 0)
	for end := time.Now().Add(time.Minute); p.all.reservations.Queue.Len() == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the Reservation is not tried again")
		}
	}
	if names := looks(p.all.reservations.Queue); len(names) != 1 || names[0] != "room" {
		t.Error(names)
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
	w.until("the scheduler knows that urgent is nominated", func() bool {
		known := stores.Get[v1.Pod](w.state.parts.State.Stores.Pods, "default/urgent")
		return known != nil && known.Status.NominatedNodeName == "a"
	})
	return w
}

// A Reservation uses no resources that a nominated pod waits for, and does not wait longer than
// that pod.
func TestReservationLeavesRoomToNominatedPods(t *testing.T) {
	w := urgentIsNominated(t)
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("room", lsr("", "4")))
	w.waits("room")
	w.delete("urgent")
	w.becomes("room", apis.ReservationAvailable)
}

// A deleted nominated pod activates those that fit on its node, and no others.
func TestDeletedNominatedPodActivatesOthers(t *testing.T) {
	w := urgentIsNominated(t)
	w.create(lsr("small", "4"), lsr("large", "8"))
	w.unschedulable("small")
	w.unschedulable("large")
	before := attempts(t)
	w.delete("urgent")
	w.bound("small")
	time.Sleep(hintsDone)
	if needed := attempts(t) - before; needed != 1 {
		t.Errorf("%v attempts", needed)
	}
}

// isTrying reports whether pods are being tried. A pod that fits on no node may then fit soon.
func (s *State) isTrying(t *testing.T, node string) bool {
	t.Helper()
	large := lsr("large", "1000")
	converted, err := s.parts.State.Convert(large)
	if err != nil {
		t.Fatal(err)
	}
	return s.parts.Evaluator.MayFit(&pending.Pod{Pod: large, Converted: converted}, node)
}
