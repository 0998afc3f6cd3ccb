package scheduler

import (
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
)

// allocatedCPUs creates a claim that another scheduler allocated.
func (w *world) allocatedCPUs(name, node string, count int64, cpus string) {
	w.t.Helper()
	claim := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name), ResourceVersion: w.next()}}
	claim.Status.Allocation = &resourceapi.AllocationResult{
		NodeSelector: &v1.NodeSelector{NodeSelectorTerms: []v1.NodeSelectorTerm{{MatchFields: []v1.NodeSelectorRequirement{
			{Key: "metadata.name", Operator: v1.NodeSelectorOpIn, Values: []string{node}}}}}},
		Devices: resourceapi.DeviceAllocationResult{Results: []resourceapi.DeviceRequestAllocationResult{
			{Request: "cpus", Driver: dracpus.Driver, Pool: node, Device: dracpus.Device, ConsumedCapacity: map[resourceapi.QualifiedName]resource.Quantity{
				dracpus.Capacity: *resource.NewQuantity(count, resource.DecimalSI)}}}}}
	must(w.t, dracpus.Write(claim.Status.Allocation, []dracpus.Request{{Name: "cpus", Count: int(count), CPUs: cpus}}))
	_, err := w.client.ResourceV1().ResourceClaims("default").Create(w.ctx, claim, metav1.CreateOptions{})
	must(w.t, err)
}

// heldByClaim returns the CPUs of a claim in the library's cluster.
func (w *world) heldByClaim(name string) koord.CPUSet {
	cpus, err := w.state.parts.State.Cluster.PodCPUs("resourceclaim:" + name + "/cpus")
	if err != nil {
		return nil
	}
	return cpus
}

// CPUs of claims of other schedulers go to no pod, also without plugin KoordClaims. A node that is removed
// and added again keeps them.
func TestCPUsOfOthersClaims(t *testing.T) {
	w := newWorld(t, "")
	w.allocatedCPUs("early", "a", 4, "0-3")
	w.server("a")
	w.allocatedCPUs("late", "a", 4, "12-15")
	all := cpuList(t, "0-3,12-15")
	know := func() bool { return w.heldByClaim("early").Union(w.heldByClaim("late")).Equal(all) }
	w.until("the claims are known", know)
	w.place(lsr("pinned", "8"))
	if cpus := w.holds(w.get("pinned")); cpus.Intersection(all).Count() != 0 || cpus.Count() != 8 {
		t.Errorf("found %s, expected CPUs that no claim has", cpus)
	}
	must(t, w.client.CoreV1().Nodes().Delete(w.ctx, "a", metav1.DeleteOptions{}))
	must(t, w.dynamic.Resource(apis.NodeResourceTopologiesV1alpha1).Delete(w.ctx, "a", metav1.DeleteOptions{}))
	w.until("the node is removed", func() bool { return len(w.state.parts.State.Nodes().IDs) == 0 })
	w.server("a")
	w.until("the claims are known again", know)
	must(t, w.client.ResourceV1().ResourceClaims("default").Delete(w.ctx, "early", metav1.DeleteOptions{}))
	w.until("the claim is gone", func() bool { return w.heldByClaim("early") == nil })
}

// No rebind moves the CPUs of a claim, because the driver has them.
func TestRebindKeepsClaims(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.allocatedCPUs("split", "a", 4, "0-1,8-9")
	w.create(lsr("other", "4", on("a", "2-3,10-11")))
	go w.state.Lead(w.ctx)
	w.knows("other")
	w.until("the claim is known", func() bool { return w.heldByClaim("split").Count() == 4 })
	w.rebind("first", "a", time.Now())
	if phase, why := w.ended("first"); phase != "Succeed" || why != "" {
		t.Fatal(phase, why)
	}
	if cpus := w.heldByClaim("split"); !cpus.Equal(cpuList(t, "0-1,8-9")) {
		t.Errorf("the claim has %s", cpus)
	}
	if cpus := w.holds(w.get("other")).CPUs(); cpus[0]/8 != cpus[3]/8 {
		t.Errorf("the pod has %v, expected CPUs of one NUMA node", cpus)
	}
}

// No pod is preferred to a claim: there is nothing to evict.
func TestPreemptionKeepsClaims(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.allocatedCPUs("large", "a", 12, "0-11")
	w.until("the claim is known", func() bool { return w.heldByClaim("large").Count() == 12 })
	w.create(lsr("important", "8", priority(1_000_000)))
	if message := w.unschedulable("important"); strings.Contains(message, "is evicted") {
		t.Error(message)
	}
	if cpus := w.heldByClaim("large"); cpus.Count() != 12 {
		t.Errorf("the claim has %s", cpus)
	}
}
