package scheduler

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord/k8s"
	"libkoord.invalid/koord/k8s/apis"
)

// storm changes stores at random, and delivers the events of it late, twice, and in any order.
type storm struct {
	*plant
	*rand.Rand
	t       *testing.T
	version int
	nodes   map[string]*v1.Node // also those that are gone
	events  []func()
}

func (s *storm) next() string {
	s.version++
	return strconv.Itoa(s.version)
}

func (s *storm) later(kind func(old, now any), old, now any) {
	s.events = append(s.events, func() { kind(old, now) })
}

// deliver one event, perhaps not for the last time.
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

// pod number i has CPUs 2i and 2i+1 of a node, so that no two pods of a node claim the same.
func (s *storm) changePod() {
	node, i := s.IntN(len(s.infos)), s.IntN(8)
	name := fmt.Sprintf("pod-%d-%d", node, i)
	found, _, err := s.pods.GetByKey("default/" + name)
	s.must(s.t, err)
	old, exists := found.(*v1.Pod)
	switch {
	case !exists:
		one := lsr(name, "2")
		one.UID, one.ResourceVersion = types.UID(name+"-"+s.next()), s.next()
		s.must(s.t, s.pods.Add(one))
		s.later(s.state.podChanged, one, one)
	case old.Spec.NodeName == "":
		bound := old.DeepCopy()
		bound.ResourceVersion, bound.Spec.NodeName = s.next(), s.infos[node].Node().Name
		bound.Annotations[k8s.AnnotationResourceStatus] = fmt.Sprintf(`{"cpuset":"%d-%d"}`, 2*i, 2*i+1)
		s.must(s.t, s.pods.Update(bound))
		s.later(s.state.podChanged, old, bound)
	case s.IntN(4) == 0:
		done := old.DeepCopy()
		done.ResourceVersion, done.Status.Phase = s.next(), v1.PodSucceeded
		s.must(s.t, s.pods.Update(done))
		s.later(s.state.podChanged, old, done)
	default:
		s.must(s.t, s.pods.Delete(old))
		s.later(s.state.podChanged, old, old)
	}
}

func (s *storm) changeNode(name string) {
	s.replace(s.state.sources.nodes, s.nodes[name], func() any {
		node := s.nodes[name].DeepCopy()
		node.ResourceVersion = s.next()
		return node
	})
}

func (s *storm) changeTopology(name string) {
	made, err := typed(s.state.customs()[0].into)(topologyOf(s.t, name))
	s.must(s.t, err)
	topology := made.(*apis.NodeResourceTopology)
	s.replace(load(&s.state.sources.topologies), topology, func() any {
		topology.ResourceVersion = s.next()
		return topology
	})
}

// mend brings nodes and topologies back.
func (s *storm) mend() {
	for name := range s.nodes {
		if stored[v1.Node](s.state.sources.nodes, name) == nil {
			s.changeNode(name)
		}
		if stored[apis.NodeResourceTopology](load(&s.state.sources.topologies), name) == nil {
			s.changeTopology(name)
		}
	}
}

// replace adds what is not there, and removes what is.
func (s *storm) replace(store cache.Store, object any, fresh func() any) {
	old, exists, err := store.Get(object)
	s.must(s.t, err)
	if exists {
		s.must(s.t, store.Delete(old))
		s.later(s.state.nodeChanged, old, old)
		return
	}
	now := fresh()
	s.must(s.t, store.Add(now))
	s.later(s.state.nodeChanged, now, now)
}

// judge compares what the state knows with what the stores say, and counts pods that hold CPUs.
func (s *storm) judge(seed uint64) (bound int) {
	for _, object := range s.pods.List() {
		pod := object.(*v1.Pod)
		cpus, err := s.state.cluster.PodCPUs(string(pod.UID))
		if pod.Spec.NodeName == "" || pod.Status.Phase == v1.PodSucceeded {
			if err == nil {
				s.t.Errorf("seed %d: %s has CPUs %s", seed, pod.Name, cpus)
			}
			continue
		}
		bound++
		if want := fmt.Sprintf(`{"cpuset":"%s"}`, cpus); err != nil || pod.Annotations[k8s.AnnotationResourceStatus] != want {
			s.t.Errorf("seed %d: %s has CPUs %s, its annotation says %s, %v", seed, pod.Name, cpus,
				pod.Annotations[k8s.AnnotationResourceStatus], err)
		}
	}
	for uid, rec := range s.state.pods {
		if pod := stored[v1.Pod](s.pods, rec.name.String()); pod == nil || pod.UID != uid {
			s.t.Errorf("seed %d: %s is still known as %s", seed, rec.name, uid)
		}
	}
	return bound
}

func TestEventsThatComeTwiceOrOutOfOrder(t *testing.T) {
	bound := 0
	for seed := range uint64(30) {
		p := newPlant(t, 2)
		s := &storm{plant: p, Rand: rand.New(rand.NewPCG(seed, 0)), t: t, version: 100, nodes: map[string]*v1.Node{}}
		for _, info := range p.infos {
			s.nodes[info.Node().Name] = info.Node()
		}
		for range 400 {
			name := s.infos[s.IntN(len(s.infos))].Node().Name
			switch s.IntN(12) {
			case 0:
				s.changeNode(name)
			case 1:
				s.changeTopology(name)
			case 2, 3, 4, 5:
				s.changePod()
			default:
				s.deliver()
			}
		}
		s.mend()
		for len(s.events) > 0 {
			s.deliver()
		}
		bound += s.judge(seed)
		if t.Failed() {
			return
		}
	}
	if bound < 50 {
		t.Errorf("only %d pods were compared", bound)
	}
}
