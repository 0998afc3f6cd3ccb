//go:build !kube1_36

package scheduler

import (
	"hash/fnv"
	"testing"
	"testing/synctest"

	"libkoord.invalid/koord/kubernetes/scheduler/controller"
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
		s := sim.sched
		waiting := lsr("waiting", "4")
		waiting.UID = sim.server.uid(waiting.Name)
		sim.server.put(simPods, waiting)
		s.deliver(simPods, simKey(waiting))
		for s.notify(simFeed, simPods) || s.notify(simKube, simPods) {
		}
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

// A pod that was bound keeps its CPUs if its node is deleted and created again before the informer
// reports the bound pod.
func TestBoundPodKeepsItsCPUsOnANewNode(t *testing.T) {
	simCase(t, func(sim *simulation) {
		s := sim.sched
		bound := lsr("bound", "4")
		bound.UID = sim.server.uid(bound.Name)
		sim.server.put(simPods, bound)
		s.deliver(simPods, simKey(bound))
		for s.notify(simFeed, simPods) || s.notify(simKube, simPods) {
		}
		s.startCycle(s.queue[bound.UID])
		for s.cycle != nil {
			s.continueCycle()
		}
		sim.settle()
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
