package scheduler

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// roomOfA returns a Reservation with CPUs of node a.
func roomOfA(name string, of *v1.Pod, cpus string) *apis.Reservation {
	out := newReservation(name, of, repeated)
	out.ResourceVersion = "1"
	out.Annotations[objects.AnnotationResourceStatus] = cpus
	out.Status.Phase, out.Status.NodeName = apis.ReservationAvailable, "a"
	out.Status.Allocatable = of.Spec.Containers[0].Resources.Requests
	return out
}

// statusOf returns a resource-status of CPUs on one NUMA node.
func statusOf(cpus string, node, count int) string {
	return fmt.Sprintf(`{"cpuset":%q,"numaNodeResources":[{"node":%d,"resources":{"cpu":"%d","memory":"1Gi"}}]}`, cpus, node, count)
}

// Informers list in any order at the start; allocations of Reservations and their owners end up
// equal.
func TestReservationsInAnyOrder(t *testing.T) {
	first := lsr("first", "4", web, func(p *v1.Pod) {
		p.ResourceVersion, p.Spec.NodeName = "1", "a"
		p.Annotations[objects.AnnotationResourceStatus] = statusOf("0-3", 0, 4)
		p.Annotations[apis.AnnotationReservationAllocated] = `{"name":"room","uid":"room-uid"}`
	})
	const node, topology, pods, room, once = 0, 1, 2, 3, 4
	orders(5, func(order []int) {
		for _, late := range []bool{false, true} {
			p := newPlant(t, 0)
			if late {
				p.all.parts.State.Begin()
			}
			reservations := cache.NewStore(cache.MetaNamespaceKeyFunc)
			p.all.parts.State.Stores.Reservations.Set(reservations)
			var events []func()
			tell := func(store cache.Store, object any, changed func(old, now any)) {
				must(t, store.Add(object))
				events = append(events, func() { changed(object, object) })
				if !late {
					events[len(events)-1]()
				}
			}
			for _, what := range order {
				switch what {
				case node:
					made := serverNode("a")
					made.ResourceVersion = "1"
					tell(p.all.parts.State.Stores.Nodes, made, p.all.feed.NodeChanged)
				case topology:
					made, err := stores.NewDecoders(func(string, runtime.Object, error) {}).Topologies.Transform(topologyOf(t, "a"))
					must(t, err)
					made.(*apis.NodeResourceTopology).ResourceVersion = "1"
					tell(p.all.parts.State.Stores.Topologies.Load(), made, p.all.feed.NodeChanged)
				case pods:
					tell(p.pods, first, p.all.feed.PodChanged)
				case room:
					tell(reservations, roomOfA("room", lsr("", "8"), statusOf("0-7", 0, 8)), p.all.feed.ReservationChanged)
				case once:
					tell(reservations, roomOfA("once", lsr("", "2"), statusOf("8-9", 1, 2)), p.all.feed.ReservationChanged)
				}
			}
			if late { // all events after all lists, as at a start
				for _, event := range events {
					event()
				}
				p.all.parts.State.Complete()
			}
			p.expectRoom(t, fmt.Sprint(order, late))
		}
	})
}

// expectRoom expects 4 free CPUs in the Reservation named room, and 6 outside it.
func (p *plant) expectRoom(t *testing.T, order string) {
	t.Helper()
	owner := lsr("owner", "4", web, func(p *v1.Pod) { p.Annotations[apis.AnnotationReservationAffinity] = `{"name":"room"}` })
	for _, test := range []struct {
		pod  *v1.Pod
		fits bool
	}{{owner, true}, {lsr("large", "8"), false}, {lsr("other", "6"), true}} {
		must(t, p.pods.Add(test.pod))
		_, status := p.PreFilter(context.Background(), framework.NewCycleState(), test.pod, nil)
		if status.IsSuccess() != test.fits {
			t.Errorf("order %s: %s fits: %t, expected %t: %s", order, test.pod.Name, status.IsSuccess(), test.fits, status.Message())
		}
	}
	for _, uid := range []string{"first", "room-uid", "once-uid"} {
		if conflicts, err := p.all.parts.State.Cluster.PodConflicts(uid); err != nil || conflicts.ClaimsRefused != 0 {
			t.Errorf("order %s: %s: %+v, %v", order, uid, conflicts, err)
		}
	}
}

// orders enumerates all permutations of 0..count-1.
func orders(count int, each func([]int)) {
	order := make([]int, count)
	for i := range order {
		order[i] = i
	}
	var place func(at int)
	place = func(at int) {
		if at == count {
			each(slices.Clone(order))
			return
		}
		for i := at; i < count; i++ {
			order[at], order[i] = order[i], order[at]
			place(at + 1)
			order[at], order[i] = order[i], order[at]
		}
	}
	place(0)
}

// A Reservation that is being written keeps its allocation if its node is deleted and created again
// meanwhile, until it is given up.
func TestReservationBeingWrittenStaysOnANewNode(t *testing.T) {
	p := newPlant(t, 1)
	s := p.all.parts.State
	store := cache.NewStore(cache.MetaNamespaceKeyFunc)
	s.Stores.Reservations.Set(store)
	object := newReservation("room", lsr("", "8"), repeated)
	must(t, store.Add(object))
	converted, err := s.ConvertReservation(object)
	must(t, err)
	defer converted.Close()
	id, err := s.Cluster.NodeID("node-0")
	must(t, err)
	if _, refusal, err := s.PlaceReservation(object, converted, "node-0", id); err != nil || refusal.Refused() {
		t.Fatal(refusal, err)
	}
	held := func() string {
		cpus, err := s.Cluster.PodCPUs(string(object.UID))
		return fmt.Sprint(cpus, err)
	}
	before := held()
	node := stores.Get[v1.Node](s.Stores.Nodes, "node-0")
	must(t, s.Stores.Nodes.Delete(node))
	p.all.feed.NodeChanged(node, node)
	must(t, s.Stores.Nodes.Add(node))
	p.all.feed.NodeChanged(node, node)
	if after := held(); after != before {
		t.Errorf("%s, then %s", before, after)
	}
	p.all.feed.ReservationChanged(object, object) // of an earlier change
	if after := held(); after != before {
		t.Errorf("%s, then %s", before, after)
	}
	s.GiveUpReservation(object)
	if _, err := s.Cluster.PodCPUs(string(object.UID)); !errors.Is(err, koord.ErrNotFound) {
		t.Error(held())
	}
}
