package scheduler

import (
	"fmt"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

func in(gang string, needed int) podOption {
	return func(p *v1.Pod) {
		p.Annotations[apis.AnnotationGangName] = gang
		p.Annotations[apis.AnnotationGangMinAvailable] = fmt.Sprint(needed)
	}
}

func (w *world) group(name string, needed, seconds int64) {
	w.t.Helper()
	object := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"minMember": needed, "scheduleTimeoutSeconds": seconds}}}
	object.SetAPIVersion(apis.PodGroupsV1alpha1.String())
	object.SetKind("PodGroup")
	object.SetNamespace("default")
	object.SetName(name)
	object.SetResourceVersion(w.next())
	object.SetUID(types.UID(name + "-" + object.GetResourceVersion()))
	_, err := w.dynamic.Resource(apis.PodGroups).Namespace("default").Create(w.ctx, object, metav1.CreateOptions{})
	must(w.t, err)
}

func TestGangWaitsForItsMembers(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("g0", "4", in("g", 3)), lsr("g1", "4", in("g", 3)))
	time.Sleep(20 * time.Millisecond)
	if w.get("g0").Spec.NodeName != "" || w.get("g1").Spec.NodeName != "" || w.state.parts.State.IsOn("g0", "a") {
		t.Error("a pod did not wait")
	}
	w.create(lsr("g2", "4", in("g", 3)))
	for i := range 3 {
		w.bound(fmt.Sprint("g", i))
	}
}

// cannotBeScheduled are changes after which kube-scheduler does not place a pod.
var cannotBeScheduled = map[string]podOption{
	"gated": func(p *v1.Pod) { p.Spec.SchedulingGates = []v1.PodSchedulingGate{{Name: "later"}} },
	"being deleted": func(p *v1.Pod) {
		now := metav1.Now()
		p.DeletionTimestamp, p.Finalizers = &now, []string{"example.com/kept"}
	},
}

// Gated pods, and pods that are being deleted, do not count as pods of a gang until they can be scheduled, or others take
// their place.
func TestGangDoesNotCountPodsThatAreGatedOrDeleted(t *testing.T) {
	for name, change := range cannotBeScheduled {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "")
			w.server("a")
			w.create(lsr("g1", "4", in("g", 2), change), lsr("g0", "4", in("g", 2)))
			w.create(lsr("later", "4"))
			w.bound("later") // after the gang was considered
			if w.get("g0").Spec.NodeName != "" || w.state.parts.State.IsOn("g0", "a") {
				t.Error("a pod has a place without the other one")
			}
			other := "g2"
			if name == "gated" {
				other = "g1"
				pod := w.get(other).DeepCopy()
				pod.Spec.SchedulingGates = nil
				w.update(pod)
			} else {
				w.create(lsr(other, "4", in("g", 2)))
			}
			w.bound("g0")
			w.bound(other)
		})
	}
}

// besideNone makes another plugin refuse a pod on all nodes.
func besideNone(p *v1.Pod) {
	p.Spec.Affinity = &v1.Affinity{PodAffinity: &v1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []v1.PodAffinityTerm{{
		LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"no": "pod"}}, TopologyKey: "kubernetes.io/hostname"}}}}
}

// onNodes restricts a pod to the nodes with a label.
func onNodes(key, value string) podOption {
	return func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{key: value} }
}

// Members are planned on nodes that their selectors and tolerations allow.
func TestGangIsPlannedOnNodesThatItsMembersMayUse(t *testing.T) {
	w := newWorld(t, "")
	w.server("a", func(n *v1.Node) { n.Labels["zone"] = "x" })
	w.server("b", func(n *v1.Node) { n.Labels["zone"] = "y" })
	w.server("closed", func(n *v1.Node) { n.Spec.Taints = []v1.Taint{{Key: "no", Effect: v1.TaintEffectNoSchedule}} })
	// each node has room for one member, and no other node may be used
	w.create(lsr("g0", "12", in("g", 2), onNodes("zone", "y")), lsr("g1", "12", in("g", 2)))
	if g0, g1 := w.bound("g0").Spec.NodeName, w.bound("g1").Spec.NodeName; g0 != "b" || g1 != "a" {
		t.Error(g0, g1)
	}
}

// A member that fits nowhere blocks no gang that has enough others.
func TestGangIsPlacedWithoutAMemberThatFitsNowhere(t *testing.T) {
	for name, change := range map[string]podOption{
		"selector": onNodes("no", "where"),
		"size":     ask("cpu", "400"),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "")
			w.server("a")
			w.create(lsr("g0", "4", in("g", 2), change), lsr("g1", "4", in("g", 2)), lsr("g2", "4", in("g", 2)))
			w.bound("g1")
			w.bound("g2")
			if message := w.unschedulable("g0"); message == "" {
				t.Error("no reason")
			}
		})
	}
}

// Two of three members would fit: none is placed, and later pods are not blocked.
func TestGangGetsAllOrNothing(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("g0", "6", in("g", 3)), lsr("g1", "6", in("g", 3)), lsr("g2", "6", in("g", 3)))
	if message := w.unschedulable("g0"); !strings.Contains(message, "gang g: needs 3 pods") {
		t.Error(message)
	}
	w.create(lsr("small", "8"))
	w.bound("small")
	w.server("b")
	w.server("c")
	for i := range 3 {
		w.bound(fmt.Sprint("g", i))
	}
}

// The library accepts the members and another plugin does not: members that were placed give up, at once
// or after the timeout.
func TestGangGivesUpInTime(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	member := func(p *v1.Pod) { p.Labels[apis.LabelPodGroup] = "g" }
	w.create(lsr("g0", "4", member), lsr("g1", "4", member, besideNone))
	w.group("g", 2, 3)
	w.until("g0 has room", func() bool { return w.state.parts.State.IsOn("g0", "a") })
	w.until("g0 gave it up", func() bool { return !w.state.parts.State.IsOn("g0", "a") })
	w.create(lsr("large", "16"))
	w.bound("large")
	time.Sleep(20 * time.Millisecond)
	if w.get("g0").Spec.NodeName != "" {
		t.Error("half of a gang is bound")
	}
}

// The library does not know host ports. The plan puts both members on the node that the other plugin accepts for one of them
// only, or gives that node to the other member: it is then planned again at once, without this node.
func TestGangIsPlannedBesidesNodesThatOtherPluginsRefuse(t *testing.T) {
	withPort := func(p *v1.Pod) {
		p.Spec.Containers[0].Ports = []v1.ContainerPort{{ContainerPort: 80, HostPort: 80, Protocol: v1.ProtocolTCP}}
	}
	for closed, open := range map[string]string{"a": "b", "b": "a"} {
		t.Run(closed, func(t *testing.T) {
			w := newWorld(t, "")
			w.server("a")
			w.server("b")
			w.create(pod("port", "1", withPort, func(p *v1.Pod) { p.Spec.NodeName = closed }))
			w.until("the port is in use", func() bool { return w.state.parts.State.IsOn("port", closed) })
			// each node has room for one member
			w.create(lsr("g0", "12", in("g", 2)), lsr("g1", "12", in("g", 2), withPort))
			if g0, g1 := w.bound("g0").Spec.NodeName, w.bound("g1").Spec.NodeName; g0 != closed || g1 != open {
				t.Error(g0, g1)
			}
		})
	}
}

func TestGangsInContention(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	var all []*v1.Pod
	for i := range 4 { // alternating, each gang needs more than half of all CPUs
		all = append(all, lsr(fmt.Sprint("x", i), "5", in("x", 4), odd), lsr(fmt.Sprint("y", i), "5", in("y", 4), odd))
	}
	w.create(all...)
	count := func(gang string) (bound int) {
		for i := range 4 {
			if w.get(fmt.Sprint(gang, i)).Spec.NodeName != "" {
				bound++
			}
		}
		return bound
	}
	w.until("one gang is bound", func() bool { return count("x")+count("y") == 4 })
	time.Sleep(50 * time.Millisecond)
	if x, y := count("x"), count("y"); x != 4 && y != 4 || x+y != 4 {
		t.Errorf("%d and %d", x, y)
	}
}

// odd permits odd numbers of CPUs, which need no whole cores.
func odd(p *v1.Pod) {
	p.Annotations["scheduling.koordinator.sh/resource-spec"] = `{"preferredCPUBindPolicy":"FullPCPUs"}`
}

// gangOfTwo returns a gang of waiting pods.
func (p *plant) gangOfTwo(t *testing.T, cpus string) (gang []*v1.Pod) {
	t.Helper()
	for _, name := range []string{"g0", "g1"} {
		one := lsr(name, cpus, in("g", 2))
		one.ResourceVersion = "1"
		must(t, p.pods.Add(one))
		p.all.feed.PodChanged(one, one)
		gang = append(gang, one)
	}
	return gang
}

// A node that accepted a pod in its last attempt, but does not have enough free resources for its
// gang now, activates the pod when it has.
func TestRefusedGangIsActivatedOnceItFits(t *testing.T) {
	p := newPlant(t, 1)
	gang := p.gangOfTwo(t, "10")
	for _, member := range gang {
		waiting, err := p.all.parts.Evaluator.Prepare(member)
		must(t, err)
		rows, err := p.all.parts.Evaluator.Evaluate(waiting.Converted, nil, nil)
		must(t, err)
		if waiting.RecordAttempt(rows) != 1 || p.all.parts.Evaluator.MayFit(waiting, "node-0") {
			t.Fatal("the node did not take the pod")
		}
	}
	if _, status := p.PreFilter(t.Context(), newCycle(), gang[0], nil); status.IsSuccess() {
		t.Fatal("the gang has room")
	}
	for _, member := range gang {
		if !p.all.parts.Evaluator.MayFit(p.all.parts.Waiting.Get(member.UID), "node-0") {
			t.Error(member.Name, "is not woken")
		}
	}
}
