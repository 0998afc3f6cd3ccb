//go:build !kube1_36

package scheduler

import (
	"fmt"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	featuretesting "k8s.io/component-base/featuregate/testing"
	"k8s.io/kubernetes/pkg/features"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// podGroups enables kube-scheduler's native groups, with or without placements.
func podGroups(t *testing.T, placements bool) {
	t.Helper()
	featuretesting.SetFeatureGatesDuringTest(t, utilfeature.DefaultFeatureGate, gates{
		features.GenericWorkload: true, features.TopologyAwareWorkloadScheduling: placements,
	})
}

type gates = map[featuregate.Feature]bool

type groupOption func(*schedulingapi.PodGroup)

func (w *world) podGroup(name string, needed int32, options ...groupOption) {
	w.t.Helper()
	group := &schedulingapi.PodGroup{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID("group-" + name), ResourceVersion: w.next()},
		Spec: schedulingapi.PodGroupSpec{
			SchedulingPolicy: schedulingapi.PodGroupSchedulingPolicy{Gang: &schedulingapi.GangSchedulingPolicy{MinCount: needed}},
		},
	}
	for _, option := range options {
		option(group)
	}
	_, err := w.client.SchedulingV1beta1().PodGroups("default").Create(w.ctx, group, metav1.CreateOptions{})
	must(w.t, err)
}

func ofPriority(value int32) groupOption {
	return func(g *schedulingapi.PodGroup) { g.Spec.Priority = &value }
}

func within(key string) groupOption {
	return func(g *schedulingapi.PodGroup) {
		g.Spec.SchedulingConstraints = &schedulingapi.PodGroupSchedulingConstraints{
			Topology: []schedulingapi.TopologyConstraint{{Key: key}}}
	}
}

// of makes a pod a member of a PodGroup.
func of(group string) podOption {
	return func(p *v1.Pod) { p.Spec.SchedulingGroup = &v1.PodSchedulingGroup{PodGroupName: &group} }
}

func labelled(key, value string) func(*v1.Node) { return func(n *v1.Node) { n.Labels[key] = value } }

// nodesOf waits for all pods of a group, named by the group and a number.
func (w *world) nodesOf(group string, count int) (nodes []string) {
	w.t.Helper()
	for i := range count {
		nodes = append(nodes, w.bound(fmt.Sprint(group, i)).Spec.NodeName)
	}
	return nodes
}

// refusal waits for the condition of a PodGroup with the reason for which it waits.
func (w *world) refusal(group string) (message string) {
	w.t.Helper()
	w.until(group+" is refused", func() bool {
		found, err := w.client.SchedulingV1beta1().PodGroups("default").Get(w.ctx, group, metav1.GetOptions{})
		must(w.t, err)
		condition := meta.FindStatusCondition(found.Status.Conditions, "PodGroupInitiallyScheduled")
		if condition == nil || condition.Status != metav1.ConditionFalse {
			return false
		}
		message = condition.Message
		return true
	})
	return message
}

// holdsNothing reports whether no pod of a group has an allocation.
func (w *world) holdsNothing(group string, count int, nodes ...string) bool {
	for i := range count {
		for _, node := range nodes {
			if w.state.parts.State.IsOn(types.UID(fmt.Sprint(group, i)), node) {
				return false
			}
		}
	}
	return !w.state.isTrying(w.t, nodes[0])
}

// smallThenLarge expects the first pod of a group on the half-full node, so that the second fits on
// the empty one.
func smallThenLarge(t *testing.T, small ...func(*v1.Node)) {
	t.Helper()
	w := newWorld(t, "")
	w.server("large")
	w.server("small", small...)
	w.server("full")
	w.place(lsr("half", "8", onto("small")), lsr("all", "16", onto("full")))
	w.podGroup("g", 2)
	w.create(lsr("g0", "6", of("g")), lsr("g1", "12", of("g")))
	if nodes := w.nodesOf("g", 2); nodes[0] != "small" || nodes[1] != "large" {
		t.Error(nodes)
	}
}

// The first pod alone would go to the node with the most free resources, and leave too few for the
// second.
func TestPodGroupFollowsThePlan(t *testing.T) {
	for _, placements := range []bool{false, true} {
		t.Run(fmt.Sprint("placements ", placements), func(t *testing.T) {
			podGroups(t, placements)
			smallThenLarge(t)
		})
	}
}

// All other plugins prefer the large node for the first pod. They do not run if kube-scheduler
// tries the plan separately.
func TestPodGroupFollowsThePlanAgainstPreferences(t *testing.T) {
	podGroups(t, true)
	smallThenLarge(t, func(n *v1.Node) {
		n.Spec.Taints = []v1.Taint{{Key: "rather-not", Effect: v1.TaintEffectPreferNoSchedule}}
	})
}

// Fewer nodes take precedence over more free resources: of two racks, the one whose plan needs one
// node is used.
func TestPodGroupWithDevicesSharesANodeOfAnyDomain(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	for _, name := range []string{"a", "b", "c"} {
		w.server(name, labelled("rack", map[string]string{"a": "r1", "b": "r1", "c": "r2"}[name]))
		w.gpus(name)
	}
	w.place(lsr("half-a", "8", onto("a")), lsr("half-b", "8", onto("b"))) // one pod fits on each
	w.podGroup("g", 2, within("rack"))
	w.create(lsr("g0", "6", ask("nvidia.com/gpu", "1"), of("g")), lsr("g1", "6", ask("nvidia.com/gpu", "1"), of("g")))
	if nodes := w.nodesOf("g", 2); nodes[0] != "c" || nodes[1] != "c" {
		t.Error(nodes)
	}
}

// While kube-scheduler tries a group, the resources that it reserves may become free again soon.
func TestPodGroupThatIsOnlyTriedReleasesItsResources(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("all", "16"))
	w.bound("all")
	w.create(lsr("late", "8"))
	w.unschedulable("late")
	waiting := w.state.parts.Waiting.Get("late")
	if w.state.parts.Evaluator.MayFit(waiting, "a") {
		t.Error("there is room already")
	}
	w.state.parts.Evaluator.BeginTrial()
	defer w.state.parts.Evaluator.EndTrial()
	if !w.state.parts.Evaluator.MayFit(waiting, "a") {
		t.Error("the pod is not woken")
	}
}

// Pods with GPUs are placed together on the only node that has enough, although they would
// otherwise be spread.
func TestPodGroupWithDevicesSharesANode(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	for _, name := range []string{"a", "b", "c", "d"} {
		w.server(name)
		w.gpus(name)
	}
	for i, name := range []string{"a", "b", "d"} {
		w.create(pod(fmt.Sprint("one", i), "1", ask("nvidia.com/gpu", "1"), onto(name)))
		w.bound(fmt.Sprint("one", i))
	}
	w.podGroup("g", 2)
	w.create(lsr("g0", "4", ask("nvidia.com/gpu", "1"), of("g")), lsr("g1", "4", ask("nvidia.com/gpu", "1"), of("g")))
	if nodes := w.nodesOf("g", 2); nodes[0] != "c" || nodes[1] != "c" {
		t.Error(nodes)
	}
}

func TestPodGroupGetsAllOrNothing(t *testing.T) {
	for _, placements := range []bool{false, true} {
		t.Run(fmt.Sprint("placements ", placements), func(t *testing.T) {
			podGroups(t, placements)
			w := newWorld(t, "")
			w.server("a")
			w.podGroup("g", 3)
			w.create(lsr("g0", "6", of("g")), lsr("g1", "6", of("g")), lsr("g2", "6", of("g")))
			if message := w.refusal("g"); !strings.Contains(message, "needs 3 pods to fit at once; at most 2 fit; "+
				"evicting pods of lower priority makes no room") {
				t.Error(message)
			}
			if message := w.unschedulable("g0"); !strings.Contains(message, "pod group g: needs 3 pods to fit at once; at most 2 fit") {
				t.Error(message)
			}
			w.create(lsr("all", "16"))
			w.bound("all")
			if !w.holdsNothing("g", 3, "a") {
				t.Error("a refused group holds room")
			}
			w.server("b")
			w.server("c")
			w.nodesOf("g", 3)
		})
	}
}

func TestPodGroupsInContention(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	w.podGroup("x", 4)
	w.podGroup("y", 4)
	for i := range 4 { // alternating, each group needs more than half of all CPUs
		w.create(lsr(fmt.Sprint("x", i), "5", of("x"), odd), lsr(fmt.Sprint("y", i), "5", of("y"), odd))
	}
	count := func(group string) (bound int) {
		for i := range 4 {
			if w.get(fmt.Sprint(group, i)).Spec.NodeName != "" {
				bound++
			}
		}
		return bound
	}
	w.until("one group is bound", func() bool { return count("x")+count("y") == 4 })
	time.Sleep(50 * time.Millisecond)
	first, second := "x", "y"
	if count("y") == 4 {
		first, second = "y", "x"
	}
	if count(first) != 4 || count(second) != 0 || !w.holdsNothing(second, 4, "a", "b") {
		t.Fatal(count(first), count(second))
	}
	for i := range 4 {
		w.delete(fmt.Sprint(first, i))
	}
	w.nodesOf(second, 4)
}

// Another plugin refuses the plan, which puts both pods on one node, so kube-scheduler's own
// placement is used.
func TestPodGroupRespectsOtherPlugins(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	for _, name := range []string{"a", "b", "c"} {
		w.server(name)
		w.gpus(name)
	}
	apart := func(p *v1.Pod) {
		p.Labels["app"] = "apart"
		p.Spec.Affinity = &v1.Affinity{PodAntiAffinity: &v1.PodAntiAffinity{
			RequiredDuringSchedulingIgnoredDuringExecution: []v1.PodAffinityTerm{{TopologyKey: "kubernetes.io/hostname",
				LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "apart"}}}}}}
	}
	w.podGroup("g", 2)
	w.create(lsr("g0", "4", ask("nvidia.com/gpu", "1"), of("g"), apart), lsr("g1", "4", ask("nvidia.com/gpu", "1"), of("g"), apart))
	if nodes := w.nodesOf("g", 2); nodes[0] == nodes[1] {
		t.Error(nodes)
	}
}

// The emptiest node is tainted: plans do not use it, and report that if nothing else is left.
func TestPodGroupKeepsOffTaints(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("tainted", tainted)
	w.server("closed", func(n *v1.Node) { n.Spec.Unschedulable = true })
	w.server("open")
	w.podGroup("g", 2)
	w.create(lsr("g0", "8", of("g")), lsr("g1", "8", of("g")))
	if nodes := w.nodesOf("g", 2); nodes[0] != "open" || nodes[1] != "open" {
		t.Error(nodes)
	}
	w.podGroup("h", 2)
	w.create(lsr("h0", "8", of("h")), lsr("h1", "8", of("h")))
	if message := w.unschedulable("h0"); !strings.Contains(message, "pod group h: needs 2 pods to fit at once; at most 0 fit") {
		t.Error(message)
	}
	w.changeNode("tainted", func(n *v1.Node) { n.Spec.Taints = nil })
	if nodes := w.nodesOf("h", 2); nodes[0] != "tainted" || nodes[1] != "tainted" {
		t.Error(nodes)
	}
}

// The best nodes for each pod alone are in different racks.
func TestPodGroupKeepsToItsTopology(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	for node, rack := range map[string]string{"a": "r1", "b": "r1", "c": "r2", "d": "r2", "e": "r3", "f": "r3"} {
		w.server(node, labelled("rack", rack))
	}
	w.server("nowhere")
	w.place(lsr("b-full", "8", onto("b")), lsr("c-used", "4", onto("c")), lsr("d-used", "4", onto("d")), lsr("f-full", "16", onto("f")))
	w.podGroup("g", 2, within("rack"))
	w.create(lsr("g0", "12", of("g")), lsr("g1", "12", of("g")))
	nodes := w.nodesOf("g", 2)
	if got := nodes[0] + nodes[1]; got != "cd" && got != "dc" {
		t.Error(nodes)
	}
	w.podGroup("h", 2, within("rack"))
	w.create(lsr("h0", "12", of("h")), lsr("h1", "12", of("h")))
	if message := w.unschedulable("h0"); !strings.Contains(message, "pod group h: needs 2 pods to fit at once; at most 1 fits") {
		t.Error(message)
	}
}

// A refused group is tried again when its PodGroup requires less.
func TestPodGroupMayNeedLess(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("a")
	w.podGroup("g", 3)
	w.create(lsr("g0", "6", of("g")), lsr("g1", "6", of("g")), lsr("g2", "6", of("g")))
	w.refusal("g")
	w.needs("g", 2)
	bound := func() (count int) {
		for i := range 3 {
			if w.get(fmt.Sprint("g", i)).Spec.NodeName != "" {
				count++
			}
		}
		return count
	}
	w.until("two pods are bound", func() bool { return bound() == 2 })
}

func (w *world) needs(group string, count int32) {
	w.t.Helper()
	found, err := w.client.SchedulingV1beta1().PodGroups("default").Get(w.ctx, group, metav1.GetOptions{})
	must(w.t, err)
	found = found.DeepCopy()
	found.ResourceVersion, found.Spec.SchedulingPolicy.Gang.MinCount = w.next(), count
	_, err = w.client.SchedulingV1beta1().PodGroups("default").Update(w.ctx, found, metav1.UpdateOptions{})
	must(w.t, err)
}

// A pod with a PodGroup and a gang belongs to the group only. Without kube-scheduler's groups it
// belongs to the gang.
func TestPodGroupComesBeforeOtherGangs(t *testing.T) {
	both := []podOption{of("g"), in("other", 5), func(p *v1.Pod) { p.Labels[apis.LabelPodGroup] = "other" }}
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("a")
	w.podGroup("g", 2)
	w.create(lsr("g0", "4", both...), lsr("g1", "4", both...))
	w.nodesOf("g", 2)
	featuretesting.SetFeatureGatesDuringTest(t, utilfeature.DefaultFeatureGate, gates{
		features.GenericWorkload: false, features.TopologyAwareWorkloadScheduling: false})
	if request.GangOf(lsr("p", "4", both...)).Name != "other" {
		t.Error("the gang is not seen")
	}
}

// Plans do not support Reservations: their owners are placed one by one, and use them.
func TestPodGroupOfOwners(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	go w.state.Lead(w.ctx)
	w.create(lsr("half", "8", onto("a")))
	w.bound("half")
	w.reserve(newReservation("room", lsr("", "8", onto("a")), repeated))
	w.becomes("room", apis.ReservationAvailable)
	w.podGroup("g", 2)
	w.create(lsr("g0", "4", of("g"), web), lsr("g1", "4", of("g"), web))
	for i, node := range w.nodesOf("g", 2) {
		if name := fmt.Sprint("g", i); node != "a" || took(w.get(name)) != "room" {
			t.Error(name, node, took(w.get(name)))
		}
	}
}

// Devices are reported by a custom resource that kube-scheduler does not know, but the group is
// activated.
func TestPodGroupWaitsForDevices(t *testing.T) {
	for _, placements := range []bool{false, true} {
		t.Run(fmt.Sprint("placements ", placements), func(t *testing.T) {
			podGroups(t, placements)
			w := newWorld(t, "")
			w.server("a")
			w.server("b")
			w.gpus("a")
			w.place(pod("one", "1", ask("nvidia.com/gpu", "1")))
			w.podGroup("g", 2)
			w.create(lsr("g0", "4", ask("nvidia.com/gpu", "1"), of("g")), lsr("g1", "4", ask("nvidia.com/gpu", "1"), of("g")))
			if message := w.refusal("g"); !strings.Contains(message, "at most 1 fits") {
				t.Error(message)
			}
			time.Sleep(hintsDone) // ensures that nothing else activates it
			w.gpus("b")
			w.nodesOf("g", 2)
		})
	}
}
