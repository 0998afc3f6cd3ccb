//go:build !kube1_36

package scheduler

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	fwk "k8s.io/kube-scheduler/framework"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
)

// filled adds a node with four pods of 4 CPUs each, of these priorities: those at 0 and 1 on one
// NUMA node, and those at 2 and 3.
func (w *world) filled(node string, priorities ...int32) {
	w.t.Helper()
	w.server(node)
	for i, value := range priorities {
		w.place(lsr(fmt.Sprint(node, i), "4", priority(value), onto(node), single))
	}
}

// The group needs 8 CPUs of one NUMA node twice. kube-scheduler only counts CPUs, and cannot find
// the right victims.
func TestPodGroupEvictsTheCheapest(t *testing.T) {
	for _, placements := range []bool{false, true} {
		t.Run(fmt.Sprint("placements ", placements), func(t *testing.T) {
			podGroups(t, placements)
			w := newWorld(t, "")
			w.filled("a", 1, 1)
			// one, but more important than two others
			w.create(lsr("a2", "8", priority(7), onto("a"), single))
			w.bound("a2")
			w.filled("b", 2, 2, 9, 9)
			w.filled("c", 8, 8, 8, 8)
			w.podGroup("g", 2, ofPriority(100))
			w.create(lsr("g0", "8", priority(100), single, of("g")), lsr("g1", "8", priority(100), single, of("g")))
			nodes := w.nodesOf("g", 2)
			if got := nodes[0] + nodes[1]; got != "ab" && got != "ba" {
				t.Error(nodes)
			}
			for _, node := range []string{"a", "b", "c"} {
				for i := range 4 {
					name := fmt.Sprint(node, i)
					if name == "a3" {
						continue
					}
					if gone := node != "c" && i < 2; w.exists(name) == gone {
						t.Errorf("%s: there %v", name, w.exists(name))
					}
				}
			}
		})
	}
}

// No pod is evicted for a group that would not fit afterwards, nor pods of the same priority.
func TestPodGroupEvictsNoPodsIfItDoesNotFitAfterwards(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.filled("a", 1, 1, 200, 200)
	w.podGroup("g", 2, ofPriority(100))
	w.create(lsr("g0", "8", priority(100), of("g")), lsr("g1", "8", priority(100), of("g")))
	w.refusal("g")
	time.Sleep(50 * time.Millisecond)
	for i := range 4 {
		if !w.exists(fmt.Sprint("a", i)) {
			t.Errorf("a%d is gone", i)
		}
	}
	if !w.holdsNothing("g", 2, "a") {
		t.Error("the group holds something")
	}
}

func TestPodGroupEvictionRespectsBudgets(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "", keptByBudget())
	w.server("a")
	w.place(lsr("kept", "8", priority(1), precious), lsr("free", "8", priority(2)))
	w.podGroup("g", 2, ofPriority(100))
	w.create(lsr("g0", "4", priority(100), of("g")), lsr("g1", "4", priority(100), of("g")))
	w.nodesOf("g", 2)
	if !w.exists("kept") || w.exists("free") {
		t.Error("kept", w.exists("kept"), "free", w.exists("free"))
	}
}

// A group of disruption mode All is evicted as a whole, or another pod is, if that is cheaper.
func TestPodGroupEvictsWholeGroups(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	w.podGroup("v", 2, ofPriority(1), func(g *schedulingapi.PodGroup) {
		g.Spec.DisruptionMode = &schedulingapi.DisruptionMode{All: &schedulingapi.AllDisruptionMode{}}
	})
	w.create(lsr("v0", "8", priority(1), of("v"), onto("a")), lsr("v1", "4", priority(1), of("v"), onto("b")))
	w.nodesOf("v", 2)
	w.place(lsr("high-a", "8", priority(500), onto("a")), lsr("high-b", "12", priority(500), onto("b")))
	w.podGroup("g", 2, ofPriority(100))
	w.create(lsr("g0", "4", priority(100), of("g")), lsr("g1", "4", priority(100), of("g")))
	w.nodesOf("g", 2)
	if w.exists("v0") || w.exists("v1") {
		t.Error("v0", w.exists("v0"), "v1", w.exists("v1"))
	}
}

func TestPodGroupThatNeverPreempts(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.filled("a", 1, 1, 1, 1)
	never := func(p *v1.Pod) {
		policy := v1.PreemptNever
		p.Spec.PreemptionPolicy = &policy
	}
	w.podGroup("g", 2, ofPriority(100))
	w.create(lsr("g0", "8", priority(100), of("g"), never), lsr("g1", "8", priority(100), of("g"), never))
	w.refusal("g")
	time.Sleep(50 * time.Millisecond)
	if !w.exists("a0") || !w.exists("a3") {
		t.Error("a pod was evicted")
	}
}

// A cheap node that the pods do not tolerate is not used, and no pod is evicted for a node that
// another plugin refuses.
func TestPodGroupEvictionAsksTheOtherPlugins(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.taintedIsCheaper()
	w.podGroup("g", 2, ofPriority(100))
	port := func(p *v1.Pod) {
		p.Spec.Containers[0].Ports = []v1.ContainerPort{{HostPort: 80, ContainerPort: 80, Protocol: "TCP"}}
	}
	w.create(lsr("g0", "4", priority(100), of("g"), port), lsr("g1", "4", priority(100), of("g"), port))
	w.refusal("g")
	time.Sleep(50 * time.Millisecond)
	if !w.exists("one") || !w.exists("two") {
		t.Fatal("a pod was evicted in vain", w.exists("one"), w.exists("two"))
	}
	w.delete("g0")
	w.delete("g1")
	w.podGroup("h", 2, ofPriority(100))
	w.create(lsr("h0", "4", priority(100), of("h")), lsr("h1", "4", priority(100), of("h")))
	if nodes := w.nodesOf("h", 2); nodes[0] != "open" || nodes[1] != "open" || !w.exists("one") {
		t.Error(nodes, w.exists("one"))
	}
}

// between counts the groups for which the plugin leaves evictions to DefaultPreemption.
type between struct{ asked atomic.Int32 }

func (b *between) Name() string { return "Between" }

func (b *between) PodGroupPostFilter(context.Context, fwk.PodGroupCycleState, fwk.PodGroupInfo, fwk.PodGroupSchedulingFunc) (
	*fwk.PodGroupPostFilterResult, *fwk.Status) {
	b.asked.Add(1)
	return nil, fwk.NewStatus(fwk.Unschedulable)
}

// DefaultPreemption evicts pods for groups that do not need the library.
func TestPlainPodGroupsPreemptAsEver(t *testing.T) {
	podGroups(t, true)
	asked := &between{}
	// Only plugins of multiPoint can come before its default plugins.
	profile := shipped(t)
	for _, after := range []string{"            weight: 2\n", "podGroupPostFilter:\n        enabled:\n          - name: Koord\n"} {
		profile = strings.Replace(profile, after, after+"          - name: "+asked.Name()+"\n", 1)
	}
	w := newWorldWith(t, frameworkruntime.Registry{asked.Name(): func(context.Context, runtime.Object, fwk.Handle) (fwk.Plugin, error) {
		return asked, nil
	}}, profile)
	w.server("a")
	w.create(pod("low", "14", priority(1)))
	w.bound("low")
	w.podGroup("g", 2, ofPriority(100))
	w.create(pod("g0", "6", priority(100), of("g")), pod("g1", "6", priority(100), of("g")))
	w.nodesOf("g", 2)
	if w.exists("low") || asked.asked.Load() == 0 {
		t.Errorf("low is there: %v; left to DefaultPreemption: %d", w.exists("low"), asked.asked.Load())
	}
}

// The first pod is cheapest where it evicts a, but the second one needs the whole of node b, where
// both then fit.
func TestPodGroupEvictsNoMorePodsThanNeeded(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("a")
	w.server("b")
	w.place(lsr("cheap", "4", priority(1), onto("a")), lsr("high", "12", priority(500), onto("a")), lsr("whole", "16", priority(2),
		onto("b")))
	w.podGroup("g", 2, ofPriority(100))
	w.create(lsr("g0", "4", priority(100), of("g")), lsr("g1", "12", priority(100), of("g")))
	if nodes := w.nodesOf("g", 2); nodes[0] != "b" || nodes[1] != "b" {
		t.Error(nodes)
	}
	if !w.exists("cheap") || w.exists("whole") {
		t.Error("cheap", w.exists("cheap"), "whole", w.exists("whole"))
	}
}

func TestPodGroupEvictsInTheCheapestDomain(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	for i, node := range []string{"a", "b", "c"} {
		w.server(node, labelled("rack", node))
		w.create(lsr("on-"+node, "16", priority([]int32{5, 2, 3}[i]), onto(node)))
		w.bound("on-" + node)
	}
	w.podGroup("g", 2, ofPriority(100), within("rack"))
	w.create(lsr("g0", "8", priority(100), of("g")), lsr("g1", "8", priority(100), of("g")))
	w.nodesOf("g", 2)
	if !w.exists("on-a") || w.exists("on-b") || !w.exists("on-c") {
		t.Error(w.exists("on-a"), w.exists("on-b"), w.exists("on-c"))
	}
}

// No second victim is evicted while one terminates gracefully.
func TestPodGroupWaitsForTerminatingVictims(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("a")
	w.place(lsr("cheap", "8", priority(1)), lsr("dear", "8", priority(5)))
	w.leaves("cheap")
	w.podGroup("g", 2, ofPriority(100))
	w.create(lsr("g0", "4", priority(100), of("g")), lsr("g1", "4", priority(100), of("g")))
	nominated := func(name string) func() bool {
		return func() bool { return w.get(name).Status.NominatedNodeName == "a" }
	}
	w.until("g0 is nominated", nominated("g0"))
	w.until("g1 is nominated", nominated("g1"))
	time.Sleep(50 * time.Millisecond)
	if !w.exists("dear") {
		t.Fatal("a second pod was evicted")
	}
	w.delete("cheap")
	w.nodesOf("g", 2)
	if !w.exists("dear") {
		t.Error("a second pod was evicted")
	}
}

// Room of a nominated pod is not used for planning.
func TestPodGroupLeavesRoomToNominatedPods(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("cheap", "12", priority(1)))
	w.bound("cheap")
	w.leaves("cheap")
	w.create(lsr("urgent", "16", priority(200)))
	w.until("urgent is nominated", func() bool { return w.get("urgent").Status.NominatedNodeName == "a" })
	w.podGroup("g", 2, ofPriority(100))
	w.create(lsr("g0", "2", priority(100), of("g")), lsr("g1", "2", priority(100), of("g")))
	if message := w.unschedulable("g0"); !strings.Contains(message, "pod group g: needs 2 pods to fit at once; at most 0 fit") {
		t.Error(message)
	}
	w.delete("cheap")
	w.bound("urgent")
}
