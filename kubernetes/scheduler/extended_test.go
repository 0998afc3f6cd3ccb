package scheduler

import (
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// An extender or a DRA driver may manage an extended resource that no node lists. kube-scheduler
// decides about it, also for a pod that the library gives CPUs. Once a node lists the resource, its
// amount counts.
func TestUnlistedResourcesAreLeftToKubeScheduler(t *testing.T) {
	const nic = "example.com/nic"
	w := newWorld(t, strings.Replace(shipped(t), "ignoredResourceGroups: [", "ignoredResourceGroups: [example.com, ", 1))
	w.server("a")
	w.place(pod("plain", "1", ask(nic, "1")))
	w.place(lsr("lsr", "2", ask(nic, "1")))
	if w.holds(w.bound("lsr")).Count() != 2 {
		t.Error("a pod with an unlisted resource has no CPUs")
	}
	w.changeNode("a", func(n *v1.Node) { n.Status.Allocatable[nic] = resource.MustParse("1") })
	w.until("the node's resource is known", func() bool { return w.state.parts.State.WantsDevices(pod("", "1", ask(nic, "1"))) })
	w.create(lsr("late", "2", ask(nic, "2")))
	if message := w.unschedulable("late"); !strings.Contains(message, nic) {
		t.Errorf("found %q, expected a shortage of %s", message, nic)
	}
}

// A pod that waits since before a node listed a resource requests it from then on.
func TestWaitingPodRequestsAResourceThatIsListedLater(t *testing.T) {
	const nic = "example.com/nic"
	w := newWorld(t, strings.Replace(shipped(t), "ignoredResourceGroups: [", "ignoredResourceGroups: [example.com, ", 1))
	w.server("a")
	w.place(lsr("first", "16"))
	w.create(lsr("late", "2", ask(nic, "2")))
	w.unschedulable("late")
	w.changeNode("a", func(n *v1.Node) { n.Status.Allocatable[nic] = resource.MustParse("1") })
	w.until("the node's resource is known", func() bool { return w.state.parts.State.WantsDevices(pod("", "1", ask(nic, "1"))) })
	w.delete("first")
	w.place(lsr("probe", "2")) // the CPUs are free
	if node := w.get("late").Spec.NodeName; node != "" {
		t.Errorf("a pod that requests two of one is bound to %s", node)
	}
	w.changeNode("a", func(n *v1.Node) { n.Status.Allocatable[nic] = resource.MustParse("2") })
	w.bound("late")
}

// A resource that is listed for the first time, or no more, changes what waiting pods request of the library. They are tried
// again only if they fit then.
func TestListedResourcesWakeOnlyPodsThatFit(t *testing.T) {
	const nic = "example.com/nic"
	w := newWorld(t, strings.Replace(shipped(t), "ignoredResourceGroups: [", "ignoredResourceGroups: [example.com, ", 1))
	w.server("a")
	w.create(lsr("large", "18", ask(nic, "1"))) // the node has 16 CPUs
	w.unschedulable("large")
	before := attempts(t)
	list := func(amount string) {
		w.changeNode("a", func(n *v1.Node) {
			delete(n.Status.Allocatable, nic)
			if amount != "" {
				n.Status.Allocatable[nic] = resource.MustParse(amount)
			}
		})
		w.until("the node's resources are known", func() bool {
			return w.state.parts.State.WantsDevices(pod("", "1", ask(nic, "1"))) == (amount != "")
		})
		time.Sleep(150 * time.Millisecond)
	}
	for _, amount := range []string{"1", "", "2", ""} {
		list(amount)
	}
	if useless := attempts(t) - before; useless != 0 {
		t.Errorf("%v useless attempts", useless)
	}
	list("1")
	w.delete("large")
	w.create(lsr("small", "2", ask(nic, "2")))
	w.unschedulable("small")
	list("2")
	w.bound("small")
}

// Without the resource a pod requests less of the library on all nodes, also on those that never listed it.
func TestResourceThatIsNoLongerListedWakesForOtherNodes(t *testing.T) {
	const nic = "example.com/nic"
	w := newWorld(t, strings.Replace(shipped(t), "ignoredResourceGroups: [", "ignoredResourceGroups: [example.com, ", 1))
	w.server("a")
	w.changeNode("a", func(n *v1.Node) { n.Status.Allocatable[nic] = resource.MustParse("1") })
	w.until("the node's resource is known", func() bool { return w.state.parts.State.WantsDevices(pod("", "1", ask(nic, "1"))) })
	w.place(lsr("full", "16"))
	w.server("b")
	w.create(lsr("waits", "4", ask(nic, "1")))
	w.unschedulable("waits")
	w.changeNode("a", func(n *v1.Node) { delete(n.Status.Allocatable, nic) })
	if on := w.bound("waits").Spec.NodeName; on != "b" {
		t.Error(on)
	}
}
