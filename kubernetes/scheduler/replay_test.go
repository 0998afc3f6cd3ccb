package scheduler

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// storm changes stores at random, and delivers their events late, repeatedly, and in any order.
type storm struct {
	*plant
	*rand.Rand
	t       *testing.T
	version int
	nodes   map[string]*v1.Node // including removed ones
	events  []func()
	assumed map[types.UID]string // the nodes of pods that are being bound
	created map[types.UID]string // the names of all pods and Reservations
}

func (s *storm) next() string {
	s.version++
	return strconv.Itoa(s.version)
}

func (s *storm) later(kind func(old, now any), old, now any) {
	s.events = append(s.events, func() { kind(old, now) })
}

// deliver delivers one event, possibly not for the last time.
func (s *storm) deliver() {
	if len(s.events) == 0 {
		return
	}
	at := s.IntN(len(s.events))
	s.events[at]()
	if s.IntN(3) > 0 {
		s.events[at] = s.events[len(s.events)-1]
		s.events = s.events[:len(s.events)-1]
	}
}

// changePod changes pod number i, which has CPUs 2i and 2i+1 of a node, so that no two pods of a
// node claim the same. Pods with number 6 use the node's Reservation, which has CPUs 12 to 15.
func (s *storm) changePod() {
	node, i := s.IntN(len(s.infos)), s.IntN(7)
	name := fmt.Sprintf("pod-%d-%d", node, i)
	found, _, err := s.pods.GetByKey("default/" + name)
	must(s.t, err)
	old, exists := found.(*v1.Pod)
	switch {
	case !exists:
		one := lsr(name, "2")
		one.UID, one.ResourceVersion = types.UID(name+"-"+s.next()), s.next()
		s.created[one.UID] = name
		must(s.t, s.pods.Add(one))
		s.later(s.all.feed.PodChanged, one, one)
	case old.Spec.NodeName == "":
		bound := old.DeepCopy()
		bound.ResourceVersion, bound.Spec.NodeName = s.next(), s.infos[node].Node().Name
		bound.Annotations[objects.AnnotationResourceStatus] = fmt.Sprintf(`{"cpuset":"%d-%d"}`, 2*i, 2*i+1)
		if held := stores.Get[apis.Reservation](s.all.parts.State.Stores.Reservations.Load(), roomOf(node)); i == 6 && held != nil {
			bound.Annotations[apis.AnnotationReservationAllocated] = fmt.Sprintf(`{"name":%q,"uid":%q}`, held.Name, held.UID)
		}
		must(s.t, s.pods.Update(bound))
		s.later(s.all.feed.PodChanged, old, bound)
	case s.IntN(4) == 0:
		done := old.DeepCopy()
		done.ResourceVersion, done.Status.Phase = s.next(), v1.PodSucceeded
		must(s.t, s.pods.Update(done))
		s.later(s.all.feed.PodChanged, old, done)
	default:
		must(s.t, s.pods.Delete(old))
		s.later(s.all.feed.PodChanged, old, old)
	}
}

func roomOf(node int) string { return fmt.Sprint("room-", node) }

// isTaken reports whether a pod may have the CPUs of a node's Reservation.
func (s *storm) isTaken(node int) bool {
	one := stores.Get[v1.Pod](s.pods, fmt.Sprintf("default/pod-%d-6", node))
	if one != nil && one.Spec.NodeName != "" {
		return true
	}
	return slices.Contains(slices.Collect(maps.Values(s.assumed)), s.infos[node].Node().Name)
}

// changeReservation creates, activates, ends or deletes a Reservation.
func (s *storm) changeReservation(node int) {
	store := s.all.parts.State.Stores.Reservations.Load()
	old := stores.Get[apis.Reservation](store, roomOf(node))
	if old == nil {
		one := newReservation(roomOf(node), lsr("", "4"), repeated)
		one.UID, one.ResourceVersion = types.UID(one.Name+"-"+s.next()), s.next()
		s.created[one.UID] = one.Name
		must(s.t, store.Add(one))
		s.later(s.all.feed.ReservationChanged, one, one)
		return
	}
	now := old.DeepCopy()
	now.ResourceVersion = s.next()
	switch {
	case old.Status.Phase == "" && !s.isTaken(node):
		now.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"12-15"}`
		now.Status = apis.ReservationStatus{Phase: apis.ReservationAvailable, NodeName: s.infos[node].Node().Name}
	case old.Status.Phase != apis.ReservationSucceeded && s.IntN(2) == 0:
		now.Status.Phase = apis.ReservationSucceeded
	default:
		must(s.t, store.Delete(old))
		s.later(s.all.feed.ReservationChanged, old, old)
		return
	}
	must(s.t, store.Update(now))
	s.later(s.all.feed.ReservationChanged, old, now)
}

// unknownReservation reports whether the state lacks some active Reservation.
func (s *storm) unknownReservation() bool {
	for i := range s.infos {
		held := stores.Get[apis.Reservation](s.all.parts.State.Stores.Reservations.Load(), roomOf(i))
		if held != nil && isHeld(held) && !s.all.hasAllocation(held.UID) {
			return true
		}
	}
	return false
}

// try tries to bind a waiting pod, which is then assumed for some time.
func (s *storm) try() {
	name := fmt.Sprintf("default/pod-%d-%d", s.IntN(len(s.infos)), s.IntN(7))
	one := stores.Get[v1.Pod](s.pods, name)
	if s.unknownReservation() || one == nil || one.Spec.NodeName != "" || s.assumed[one.UID] != "" {
		return
	}
	made, err := s.all.parts.Evaluator.Convert(one)
	must(s.t, err)
	node := s.infos[s.IntN(len(s.infos))].Node().Name
	if _, refusal, err := s.all.parts.State.Reserve(one, made, node, nil); err != nil || refusal.Refused() {
		return
	}
	s.assumed[one.UID] = node
	s.events = append(s.events, func() {
		delete(s.assumed, one.UID)
		s.all.parts.State.Unreserve(one)
	})
}

func (s *storm) changeNode(name string) {
	s.replace(s.all.parts.State.Stores.Nodes, s.nodes[name], func() any {
		node := s.nodes[name].DeepCopy()
		node.ResourceVersion = s.next()
		return node
	})
}

func (s *storm) changeTopology(name string) {
	made, err := stores.NewDecoders(func(string, runtime.Object, error) {}).Topologies.Transform(topologyOf(s.t, name))
	must(s.t, err)
	topology := made.(*apis.NodeResourceTopology)
	s.replace(s.all.parts.State.Stores.Topologies.Load(), topology, func() any {
		topology.ResourceVersion = s.next()
		return topology
	})
}

// mend restores nodes and topologies.
func (s *storm) mend() {
	for name := range s.nodes {
		if stores.Get[v1.Node](s.all.parts.State.Stores.Nodes, name) == nil {
			s.changeNode(name)
		}
		if stores.Get[apis.NodeResourceTopology](s.all.parts.State.Stores.Topologies.Load(), name) == nil {
			s.changeTopology(name)
		}
	}
}

// replace adds a missing object, or removes an existing one.
func (s *storm) replace(store cache.Store, object any, fresh func() any) {
	old, exists, err := store.Get(object)
	must(s.t, err)
	if exists {
		must(s.t, store.Delete(old))
		s.later(s.all.feed.NodeChanged, old, old)
		return
	}
	now := fresh()
	must(s.t, store.Add(now))
	s.later(s.all.feed.NodeChanged, now, now)
}

// anew returns a new plant that is built from the stores.
func (s *storm) anew() *plant {
	made := newPlant(s.t, 0)
	from, to := s.all.parts.State.Stores, made.all.parts.State.Stores
	to.Pods, to.Nodes = s.pods, from.Nodes
	to.Topologies.Set(from.Topologies.Load())
	to.Reservations.Set(from.Reservations.Load())
	for name := range s.nodes {
		made.all.parts.State.SyncNode(name)
	}
	for i := range s.infos {
		made.all.parts.State.ReservationChanged(roomOf(i))
	}
	for _, object := range s.pods.List() {
		pod := object.(*v1.Pod)
		made.all.feed.PodChanged(pod, pod)
	}
	return made
}

// has returns the cluster's allocation of a pod or Reservation.
func (p *plant) has(uid types.UID) string {
	cpus, err := p.all.parts.State.Cluster.PodCPUs(string(uid))
	if err != nil {
		return "nothing"
	}
	conflicts, err := p.all.parts.State.Cluster.PodConflicts(string(uid))
	return fmt.Sprint(cpus, ", ", conflicts.ClaimsRefused, " claims refused ", err)
}

// judge compares the state with the stores, and with a new state made from them, and counts pods
// and Reservations that hold CPUs.
func (s *storm) judge(seed uint64) (bound, reserved int) {
	fresh := s.anew()
	for _, object := range s.pods.List() {
		pod := object.(*v1.Pod)
		if now, anew := s.has(pod.UID), fresh.has(pod.UID); now != anew {
			s.t.Errorf("seed %d: %s has %s, in a new state %s", seed, pod.Name, now, anew)
		}
		cpus, err := s.all.parts.State.Cluster.PodCPUs(string(pod.UID))
		if pod.Spec.NodeName == "" || pod.Status.Phase == v1.PodSucceeded {
			if err == nil {
				s.t.Errorf("seed %d: %s has CPUs %s", seed, pod.Name, cpus)
			}
			continue
		}
		bound++
		if want := fmt.Sprintf(`{"cpuset":"%s"}`, cpus); err != nil || pod.Annotations[objects.AnnotationResourceStatus] != want {
			s.t.Errorf("seed %d: %s has CPUs %s, its annotation says %s, %v", seed, pod.Name, cpus,
				pod.Annotations[objects.AnnotationResourceStatus], err)
		}
	}
	for i := range s.infos {
		if held := stores.Get[apis.Reservation](s.all.parts.State.Stores.Reservations.Load(), roomOf(i)); held != nil {
			if isHeld(held) {
				reserved++
			}
			if now, anew := s.has(held.UID), fresh.has(held.UID); now != anew {
				s.t.Errorf("seed %d: %s has %s, in a new state %s", seed, held.Name, now, anew)
			}
		}
	}
	for uid, name := range s.created {
		if !s.all.hasAllocation(uid) && !s.isRecorded(uid) {
			continue
		}
		pod := stores.Get[v1.Pod](s.pods, "default/"+name)
		held := stores.Get[apis.Reservation](s.all.parts.State.Stores.Reservations.Load(), name)
		if (pod == nil || pod.UID != uid) && (held == nil || held.UID != uid) {
			s.t.Errorf("seed %d: %s is still known as %s", seed, name, uid)
		}
	}
	return bound, reserved
}

// isRecorded reports whether the state has a pod on a node.
func (s *storm) isRecorded(uid types.UID) bool {
	return slices.ContainsFunc(s.infos, func(info fwk.NodeInfo) bool { return s.all.parts.State.IsOn(uid, info.Node().Name) })
}

func TestEventsThatComeTwiceOrOutOfOrder(t *testing.T) {
	bound, reserved := 0, 0
	for seed := range uint64(30) {
		p := newPlant(t, 2)
		s := &storm{plant: p, Rand: rand.New(rand.NewPCG(seed, 0)), t: t, version: 100, nodes: map[string]*v1.Node{}, assumed: map[types.UID]string{},
			created: map[types.UID]string{}}
		reservations := cache.NewStore(cache.MetaNamespaceKeyFunc)
		p.all.parts.State.Stores.Reservations.Set(reservations)
		for _, info := range p.infos {
			s.nodes[info.Node().Name] = info.Node()
		}
		for range 400 {
			name := s.infos[s.IntN(len(s.infos))].Node().Name
			switch s.IntN(18) {
			case 0:
				s.changeNode(name)
			case 1:
				s.changeTopology(name)
			case 2, 3, 4, 5, 6:
				s.changePod()
			case 7, 8, 10, 11:
				s.changeReservation(s.IntN(len(s.infos)))
			case 9:
				s.try()
			default:
				s.deliver()
			}
		}
		s.mend()
		for len(s.events) > 0 {
			s.deliver()
		}
		pods, rooms := s.judge(seed)
		bound, reserved = bound+pods, reserved+rooms
		if t.Failed() {
			return
		}
	}
	if bound < 50 || reserved < 5 {
		t.Errorf("only %d pods and %d Reservations were compared", bound, reserved)
	}
}
