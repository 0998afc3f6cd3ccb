package claimed

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
)

// withCPUs returns a claim with CPUs of a node by one request.
func withCPUs(name, node, cpus string, count int64) *resourceapi.ResourceClaim {
	claim := allocated(name, node, dracpus.Device)
	result := &claim.Status.Allocation.Devices.Results[0]
	result.Driver, result.Request = dracpus.Driver, "cpus"
	result.ConsumedCapacity = map[resourceapi.QualifiedName]resource.Quantity{dracpus.Capacity: *resource.NewQuantity(count, resource.DecimalSI)}
	if err := dracpus.Write(claim.Status.Allocation, []dracpus.Request{{Name: "cpus", Count: int(count), CPUs: cpus}}); err != nil {
		panic(err)
	}
	return claim
}

// expectCPUs compares the CPUs that claims hold on a node, as CLAIM CPUS.
func (t *claimsTest) expectCPUs(what string, want ...string) {
	t.Helper()
	var found []string
	for _, held := range t.CPUs("a") {
		found = append(found, fmt.Sprint(held.Claim.Name, " ", held.CPUs))
	}
	if !slices.Equal(found, want) {
		t.Errorf("%s: found %q, expected %q", what, found, want)
	}
}

// The CPUs of a claim count once from the choice to the deallocation, with the policies of its pod.
func TestCPUsOfClaims(t *testing.T) {
	c := newClaimsTest(t)
	c.claim(allocated("gpus", "a", "gpu-0"))
	c.expectCPUs("none")
	waiting := withCPUs("one", "", "0-1", 2)
	chosen := withCPUs("one", "a", "0-1", 2)
	waiting.Status.Allocation, waiting.ResourceVersion = nil, "9"
	c.claim(waiting)
	if nodes := c.Chosen(chosen, "a"); !slices.Equal(nodes, []string{"a"}) {
		t.Errorf("found the nodes %q", nodes)
	}
	c.expectCPUs("chosen", "one 0-1")
	written := chosen.DeepCopy()
	written.ResourceVersion = "10"
	c.Written(written)
	c.expectCPUs("chosen and written", "one 0-1")
	c.Ended(chosen.UID)
	c.expectCPUs("written", "one 0-1")
	c.claim(written)
	c.claim(withCPUs("two", "a", "2-4", 3))
	c.claim(withCPUs("other", "b", "2-4", 3))
	c.expectCPUs("delivered", "one 0-1", "two 2-4")
	written = written.DeepCopy()
	written.Status.ReservedFor = []resourceapi.ResourceClaimConsumerReference{{Resource: "pods", Name: "p", UID: "u"}}
	c.claim(written)
	store(c, c.sources.Pods, &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ml", Name: "p", UID: "u",
		Annotations: map[string]string{objects.AnnotationResourceSpec: "spec"}}})
	if held := c.CPUs("a"); held[0].Policies[objects.AnnotationResourceSpec] != "spec" || len(held[1].Policies) != 0 {
		t.Errorf("found %v", held)
	}
	waiting.ResourceVersion = "11"
	c.claim(waiting)
	c.expectCPUs("deallocated", "two 2-4")
}

// The CPUs of a pod's claims are found by the names in the pod.
func TestCPUsOfPods(t *testing.T) {
	c := newClaimsTest(t)
	c.claim(withCPUs("one", "a", "0-1", 2))
	c.claim(withCPUs("made", "a", "2-4", 3))
	c.claim(allocated("gpus", "a", "gpu-0"))
	name := func(text string) *string { return &text }
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ml", Name: "p"}, Spec: v1.PodSpec{ResourceClaims: []v1.PodResourceClaim{
		{Name: "a", ResourceClaimName: name("one")}, {Name: "b", ResourceClaimTemplateName: name("template")}, {Name: "c", ResourceClaimName: name("gpus")},
		{Name: "d", ResourceClaimName: name("missing")}, {Name: "e", ResourceClaimTemplateName: name("not made yet")}}}}
	pod.Status.ResourceClaimStatuses = []v1.PodResourceClaimStatus{{Name: "b", ResourceClaimName: name("made")}}
	if found := c.CPUsOf(pod); !maps.Equal(found, map[string]int{"a": 2, "b": 3}) {
		t.Errorf("found %v", found)
	}
}
