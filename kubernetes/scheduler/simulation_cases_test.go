//go:build !kube1_36

package scheduler

import (
	"hash/fnv"
	"math/bits"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// simCase runs a test with a scheduler that knows two nodes, in virtual time.
func simCase(t *testing.T, run func(*simulation)) {
	simQuiet(t)
	synctest.Test(t, func(t *testing.T) {
		sim := &simulation{t: t, hash: fnv.New64a(), activated: map[string]bool{}}
		sim.out = sim.hash
		sim.server = newSimServer(sim)
		sim.setup(simEvent{a: 1})
		sim.sched = newSimScheduler(sim)
		sim.healSome()
		run(sim)
		sim.end(0)
	})
}

// A pod that its node refuses in Reserve is tried again at once, because another node may accept it.
func TestPodThatItsNodeRefusesIsTriedAgain(t *testing.T) {
	simCase(t, func(sim *simulation) {
		s, waiting := sim.sched, sim.create(lsr("waiting", "4"))
		s.startCycle(s.queue[waiting.UID])
		s.continueCycle()
		other, err := s.all.parts.State.Convert(lsr("other", "8"))
		must(t, err)
		id, err := s.cluster.NodeID(s.cycle.node)
		must(t, err)
		if _, refusal, err := s.cluster.Reserve(other, nil, id); err != nil || refusal.Refused() {
			t.Fatal(refusal, err)
		}
		s.continueCycle()
		if s.binding[waiting.UID] != nil || s.queue[waiting.UID].place != simActive {
			t.Error(s.queue[waiting.UID])
		}
		for sim.healSome() {
		}
		if sim.server.pod(simKey(waiting)).Spec.NodeName == "" {
			t.Error("the pod is not bound")
		}
	})
}

// create creates a pod that the scheduler knows at once.
func (sim *simulation) create(pod *v1.Pod) *v1.Pod {
	pod.UID = sim.server.uid(pod.Name)
	sim.server.put(simPods, pod)
	sim.update(simPods, simKey(pod))
	return pod
}

// update lets the scheduler know all changes of an object.
func (sim *simulation) update(kind simKind, key string) {
	s := sim.sched
	for len(s.streams[kind][key]) > 0 {
		s.deliver(kind, key)
	}
	for s.notify(simFeed, kind) || s.notify(simKube, kind) {
	}
	sim.settle()
}

// try runs the cycle of a pod, up to the request of its binding.
func (sim *simulation) try(pod *v1.Pod) {
	s := sim.sched
	s.startCycle(s.queue[pod.UID])
	for s.cycle != nil {
		s.continueCycle()
	}
	sim.settle()
}

// A pod is woken when a node has room again on which another scheduler bound a pod that was assumed
// here, and deleted while it was.
func TestNodeOfAForeignBindingIsFreed(t *testing.T) {
	simCase(t, func(sim *simulation) {
		assumed := sim.create(lsr("assumed", "8"))
		sim.try(assumed)
		binding := sim.sched.calls[0]
		other := sim.nodes[0]
		if node := sim.sched.placed[assumed.UID].node; node == other {
			other = sim.nodes[1]
		}
		_, err := sim.server.bind(&v1.Binding{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "assumed",
			Annotations: map[string]string{simForeignKey: "true"}}, Target: v1.ObjectReference{Name: other}})
		must(t, err)
		sim.update(simPods, simKey(assumed))
		bound := sim.create(lsr("bound", "8"))
		sim.try(bound)
		sim.answer(sim.sched.calls[1], 0)
		sim.settle()
		waiting := sim.create(lsr("waiting", "8"))
		sim.try(waiting)
		sim.server.remove(simPods, simKey(assumed))
		sim.update(simPods, simKey(assumed))
		if place := sim.sched.queue[waiting.UID].place; place != simRefused {
			t.Fatal(place)
		}
		sim.answer(binding, 0)
		sim.settle()
		time.Sleep(time.Second)
		for sim.healSome() {
		}
		if node := sim.server.pod(simKey(waiting)).Spec.NodeName; node != other {
			t.Errorf("on %q, expected %q", node, other)
		}
	})
}

// A pod is woken after NodeResourcesFit refused it the node of an assumed pod that another scheduler bound elsewhere, as
// kube-scheduler did not know yet: it sends no event for the node that the pod leaves.
func TestNodeThatAnAssumedPodLeavesWakes(t *testing.T) {
	for what, create := range map[string]func(string, string, ...podOption) *v1.Pod{"exclusive CPUs": lsr, "shared CPUs": pod} {
		simCase(t, func(sim *simulation) {
			s, first := sim.sched, sim.create(lsr("first", "4"))
			for sim.healSome() {
			}
			assumed := sim.create(lsr("assumed", "8"))
			sim.try(assumed)
			left, waiting := s.placed[assumed.UID].node, sim.create(create("waiting", "8"))
			_, err := sim.server.bind(&v1.Binding{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "assumed",
				Annotations: map[string]string{simForeignKey: "true"}},
				Target: v1.ObjectReference{Name: sim.server.pod(simKey(first)).Spec.NodeName}})
			must(t, err)
			s.deliver(simPods, simKey(assumed))
			s.notify(simFeed, simPods)
			sim.try(waiting)
			s.notify(simKube, simPods)
			if entry := s.queue[waiting.UID]; entry == nil || entry.place != simRefused || s.placed[assumed.UID].node == left {
				t.Fatal(what, entry, s.placed[assumed.UID].node)
			}
			for range 3 {
				for sim.healSome() {
				}
				time.Sleep(time.Second)
				sim.settle()
			}
			if node := sim.server.pod(simKey(waiting)).Spec.NodeName; node != left {
				t.Errorf("%s: on %q, expected %q", what, node, left)
			}
		})
	}
}

// A member of a gang that another scheduler bound is placed, although its binding here failed.
func TestGangMemberThatWasBoundElsewhereIsPlaced(t *testing.T) {
	simCase(t, func(sim *simulation) {
		s := sim.sched
		inGang := func(p *v1.Pod) {
			p.Annotations[apis.AnnotationGangName], p.Annotations[apis.AnnotationGangMinAvailable] = "gang", "2"
		}
		first, second := sim.create(lsr("first", "2", inGang)), sim.create(lsr("second", "2", inGang))
		sim.try(first)
		sim.try(second)
		if len(s.calls) != 2 {
			t.Fatalf("%d bindings", len(s.calls))
		}
		_, err := sim.server.bind(&v1.Binding{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "second",
			Annotations: map[string]string{simForeignKey: "true"}}, Target: v1.ObjectReference{Name: sim.nodes[0]}})
		must(t, err)
		sim.update(simPods, simKey(second))
		for len(s.calls) > 0 {
			last := s.calls[len(s.calls)-1]
			sim.answer(last, map[bool]uint32{false: 0, true: 9}[strings.Contains(last.text, string(first.UID))])
			sim.settle()
		}
		_, _, unplaced, placed := s.all.parts.Gangs.Unplaced(request.GangOf(first), first)
		if len(unplaced) != 1 || unplaced[0].UID != first.UID || placed != 1 {
			t.Error(len(unplaced), placed)
		}
		time.Sleep(2 * time.Second) // backoff
		for sim.healSome() {
		}
		if sim.server.pod(simKey(first)).Spec.NodeName == "" {
			t.Error("the other member waits")
		}
	})
}

// NodeResourcesFit refuses a node to a member that the library would place there. The gang is not tried without end, and is
// placed when the node has room.
func TestGangWaitsForANodeThatNodeResourcesFitRefuses(t *testing.T) {
	for _, full := range []int{0, 1} {
		simCase(t, func(sim *simulation) {
			s, inGang := sim.sched, in("gang", 2)
			unknown := lsr("unknown", "4", func(p *v1.Pod) { p.Spec.NodeName, p.UID = sim.nodes[full], "unknown" })
			s.placed["unknown"] = &simPlaced{pod: unknown, node: sim.nodes[full]}
			gang := []*v1.Pod{sim.create(lsr("first", "6", inGang)), sim.create(lsr("second", "6", inGang))}
			last := time.Now()
			for begin := last; time.Since(begin) < 6*time.Minute; sim.settle() {
				if sim.healSome() {
					last = time.Now()
				}
				time.Sleep(time.Second)
			}
			if time.Since(last) < time.Minute || len(s.waiting) > 0 {
				t.Error("the gang is tried without end")
			}
			for _, member := range gang {
				if entry := s.queue[member.UID]; entry == nil || entry.place != simRefused {
					t.Error(member.Name, entry)
				}
			}
			_, status := s.plugin.PreFilter(s.ctx, framework.NewCycleState(), gang[0], s.infos())
			if why := "NodeResourcesFit refuses node " + sim.nodes[full] + " to pod default/"; !strings.Contains(status.Message(), why) {
				t.Error(status.Message())
			}
			delete(s.placed, "unknown")
			s.moved(fwk.AssignedPod, fwk.Delete, unknown, nil)
			for sim.healSome() {
			}
			for _, member := range gang {
				if sim.server.pod(simKey(member)).Spec.NodeName == "" {
					t.Error(member.Name, "is not bound")
				}
			}
		})
	}
}

// The history in which this was found.
func TestGangThatWasTriedWithoutEnd(t *testing.T) {
	simQuiet(t)
	if failure := simRun(t, simHistory(8777, simLength), nil).failure; failure != nil {
		t.Error(failure.kind, failure.text)
	}
}

// A pod that was resized while its node did not exist is resized when the node is created again.
func TestResizeOfAPodWhoseNodeIsCreatedAgain(t *testing.T) {
	simCase(t, func(sim *simulation) {
		resized := sim.create(lsr("resized", "2"))
		for sim.healSome() {
		}
		name := sim.server.pod(simKey(resized)).Spec.NodeName
		sim.server.remove(simNodes, name)
		sim.update(simNodes, name)
		sim.resize(simEvent{b: 1}) // to 4 CPUs
		sim.update(simPods, simKey(resized))
		time.Sleep(time.Second)
		for sim.healSome() {
		}
		sim.server.put(simNodes, simNode(sim.server, name, "8"))
		sim.update(simNodes, name)
		time.Sleep(time.Second)
		for sim.healSome() {
		}
		if held, err := simHoldingOf("", sim.server.pod(simKey(resized))); err != nil || bits.OnesCount64(held.cpus) != 4 {
			t.Errorf("%b: %v", held.cpus, err)
		}
	})
}

// A pod that was bound keeps its CPUs if its node is deleted and created again before the informer
// reports the bound pod.
func TestBoundPodKeepsItsCPUsOnANewNode(t *testing.T) {
	simCase(t, func(sim *simulation) {
		s, bound := sim.sched, sim.create(lsr("bound", "4"))
		sim.try(bound)
		sim.answer(s.calls[0], 0)
		sim.settle()
		name := sim.server.pod(simKey(bound)).Spec.NodeName
		before, err := s.cluster.PodCPUs(string(bound.UID))
		must(t, err)
		sim.server.remove(simNodes, name)
		sim.server.put(simNodes, simNode(sim.server, name, "8"))
		for range 2 {
			s.deliver(simNodes, name)
			s.notify(simFeed, simNodes)
		}
		if after, err := s.cluster.PodCPUs(string(bound.UID)); err != nil || after.String() != before.String() {
			t.Errorf("%s, then %s: %v", before, after, err)
		}
	})
}

var _ controller.Queue = &simQueue{}
