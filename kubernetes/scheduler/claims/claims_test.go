package claims

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/component-base/metrics/testutil"

	"libkoord.invalid/koord/kubernetes/dra"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
)

const driver = "gpu.example.com"

func quantity(text string) resource.Quantity { return resource.MustParse(text) }

// withGPUs returns a cluster with 4 GPUs on each of some nodes, and the classes gpu, which is the plugin's, and
// other, which is not. Both have all GPUs.
func withGPUs(t *testing.T, nodes ...string) *cluster {
	c := newCluster(t, profileOf, Options{})
	c.class("gpu", driver)
	c.class("other", driver)
	for _, name := range nodes {
		c.gpus(name, driver, 4)
		c.node(name)
	}
	return c
}

// counted returns the value of koord_resource_claims_total for a result.
func (c *cluster) counted(result string) float64 {
	c.t.Helper()
	count, err := testutil.GetCounterMetricValue(metrics.ResourceClaims.WithLabelValues(result))
	must(c.t, err)
	return count
}

// isReserved checks that a claim is allocated and reserved for pods.
func (c *cluster) isReserved(claim string, pods ...string) {
	c.t.Helper()
	found := c.get(claim)
	if found.Status.Allocation == nil || !slices.Contains(found.Finalizers, resourceapi.Finalizer) || len(found.Status.ReservedFor) != len(pods) {
		c.t.Errorf("claim %s: found status %+v and finalizers %v, expected an allocation for %v", claim, found.Status, found.Finalizers, pods)
	}
	for _, name := range pods {
		uid := c.pod(name).UID
		if !slices.ContainsFunc(found.Status.ReservedFor, func(r resourceapi.ResourceClaimConsumerReference) bool { return r.UID == uid && r.Name == name }) {
			c.t.Errorf("claim %s is reserved for %v, expected pod %s", claim, found.Status.ReservedFor, name)
		}
	}
}

// Libkoord's allocator is known by its choice: two GPUs of one NUMA node. Upstream's takes the first.
func TestEachClassHasItsAllocator(t *testing.T) {
	for class, expected := range map[string][]string{"gpu": {"a/gpu-2", "a/gpu-3"}, "other": {"a/gpu-1", "a/gpu-2"}} {
		t.Run(class, func(t *testing.T) {
			c := withGPUs(t, "a")
			c.claim("first", requestOf("r", "other", 1))
			c.create(podOf("first", "first"))
			c.bound("first")
			c.claim("second", requestOf("r", class, 2))
			c.create(podOf("second", "second"))
			if node := c.bound("second"); node != "a" {
				t.Errorf("bound to %s", node)
			}
			c.isReserved("second", "second")
			if got := c.devices("second"); !slices.Equal(got, expected) {
				t.Errorf("found %v, expected %v", got, expected)
			}
		})
	}
}

// A claim that names classes of both allocators is upstream's.
func TestClaimOfBothClassesIsUpstreams(t *testing.T) {
	c := withGPUs(t, "a")
	c.claim("first", requestOf("r", "other", 1))
	c.create(podOf("first", "first"))
	c.bound("first")
	c.claim("both", requestOf("ours", "gpu", 1), requestOf("theirs", "other", 1))
	c.create(podOf("both", "both"))
	c.bound("both")
	if got := c.devices("both"); !slices.Equal(got, []string{"a/gpu-1", "a/gpu-2"}) {
		t.Errorf("found %v, expected the first two free devices", got)
	}
}

// A pod has claims of both allocators, for the same devices: none is allocated twice.
func TestPodWithClaimsOfBothAllocators(t *testing.T) {
	c := withGPUs(t, "a")
	c.claim("ours", requestOf("r", "gpu", 1))
	c.claim("theirs", requestOf("r", "other", 1))
	c.claim("more", requestOf("r", "gpu", 2))
	c.create(podOf("pod", "ours", "theirs", "more"))
	c.bound("pod")
	var all []string
	for _, claim := range []string{"ours", "theirs", "more"} {
		c.isReserved(claim, "pod")
		all = append(all, c.devices(claim)...)
	}
	slices.Sort(all)
	if !slices.Equal(all, []string{"a/gpu-0", "a/gpu-1", "a/gpu-2", "a/gpu-3"}) {
		t.Errorf("found %v, expected each device once", all)
	}
	if got := c.devices("theirs"); !slices.Equal(got, []string{"a/gpu-0"}) {
		t.Errorf("found %v, expected the first device", got)
	}
}

// A pod has claims of both allocators that share a device: each has a part of its capacity.
func TestClaimsOfBothAllocatorsShareADevice(t *testing.T) {
	c := newCluster(t, profileOf, Options{})
	c.class("gpu", driver)
	c.class("other", driver)
	c.gpus("a", driver, 1, func(d *resourceapi.Device) {
		yes := true
		d.AllowMultipleAllocations = &yes
		d.Capacity = map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{"memory": {Value: quantity("10Gi")}}
	})
	c.node("a")
	part := func(class, amount string) resourceapi.DeviceRequest {
		r := requestOf("r", class, 1)
		r.Exactly.Capacity = &resourceapi.CapacityRequirements{Requests: map[resourceapi.QualifiedName]resource.Quantity{"memory": quantity(amount)}}
		return r
	}
	c.claim("theirs", part("other", "4Gi"))
	c.claim("ours", part("gpu", "5Gi"))
	c.create(podOf("pod", "ours", "theirs"))
	c.bound("pod")
	for _, claim := range []string{"ours", "theirs"} {
		c.isReserved(claim, "pod")
		if got := c.devices(claim); !slices.Equal(got, []string{"a/gpu-0"}) {
			t.Errorf("%s: found %v", claim, got)
		}
	}
	c.claim("more-theirs", part("other", "500Mi"))
	c.claim("more", part("gpu", "600Mi"))
	c.create(podOf("second", "more-theirs", "more"))
	c.refused("second")
}

func TestPodsShareAClaim(t *testing.T) {
	c := withGPUs(t, "a", "b")
	c.claim("shared", requestOf("r", "gpu", 2))
	c.create(podOf("one", "shared"))
	c.create(podOf("two", "shared"))
	if one, two := c.bound("one"), c.bound("two"); one != two {
		t.Errorf("bound to %s and %s, expected the node of the devices", one, two)
	}
	c.isReserved("shared", "one", "two")
}

func TestClaimOfATemplate(t *testing.T) {
	c := withGPUs(t, "a")
	pod := podOf("pod")
	template := "template"
	pod.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: "gpus", ResourceClaimTemplateName: &template}}
	c.create(pod)
	pod = c.pod("pod").DeepCopy()
	_, err := c.client.ResourceV1().ResourceClaims("default").Create(t.Context(), &resourceapi.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "pod-gpus-x", OwnerReferences: []metav1.OwnerReference{
			*metav1.NewControllerRef(pod, v1.SchemeGroupVersion.WithKind("Pod"))}},
		Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{requestOf("r", "gpu", 3)}}}},
		metav1.CreateOptions{})
	must(t, err)
	name := "pod-gpus-x"
	c.until("the status names the claim", func() bool {
		pod := c.pod("pod").DeepCopy()
		pod.Status.ResourceClaimStatuses = []v1.PodResourceClaimStatus{{Name: "gpus", ResourceClaimName: &name}}
		_, err := c.client.CoreV1().Pods("default").UpdateStatus(t.Context(), pod, metav1.UpdateOptions{})
		return err == nil
	})
	c.bound("pod")
	c.isReserved(name, "pod")
	if got := c.devices(name); len(got) != 3 {
		t.Errorf("found %v, expected 3 devices", got)
	}
}

// The message of a refused pod states what each node lacks, and what would help on the nearest one.
func TestRefusalIsExplained(t *testing.T) {
	c := withGPUs(t, "a", "b")
	c.claim("some", requestOf("r", "gpu", 2))
	c.create(podOf("some", "some"))
	node := c.bound("some")
	other := map[string]string{"a": "b", "b": "a"}[node]
	refused, deallocated := c.counted("refused"), c.counted("deallocated")
	c.claim("large", requestOf("r", "gpu", 5))
	c.create(podOf("large", "large"))
	message := c.refused("large")
	for _, part := range []string{"claim default/large, request r: needs 5 devices, found 4", "needs 5 devices, found 2, 2 in use",
		"nearest: " + other, "the claims would fit with 1 device less"} {
		if !strings.Contains(message, part) {
			t.Errorf("found %q, expected %q", message, part)
		}
	}
	if c.counted("refused") == refused || c.counted("deallocated") != deallocated {
		t.Errorf("found %v refused and %v deallocated, expected more than %v, and %v", c.counted("refused"), c.counted("deallocated"),
			refused, deallocated)
	}
	c.claim("unknown", requestOf("r", "none", 1))
	c.create(podOf("unknown", "unknown"))
	if message := c.refused("unknown"); !strings.Contains(message, "none does not exist") {
		t.Errorf("found %q, expected the name of the class", message)
	}
}

// A pod that waits is scheduled when a claim is deallocated, when devices are added, and when its
// claim is created.
func TestWaitingPods(t *testing.T) {
	c := withGPUs(t, "a")
	c.claim("all", requestOf("r", "gpu", 4))
	c.create(podOf("all", "all"))
	c.bound("all")
	c.claim("late", requestOf("r", "gpu", 1))
	c.create(podOf("late", "late"))
	c.create(podOf("absent", "absent"))
	c.refused("late")
	c.finish("all")
	c.bound("late")
	c.claim("absent", requestOf("r", "gpu", 4))
	if message := c.refused("absent"); !strings.Contains(message, "found 3, 1 in use") {
		t.Error(message)
	}
	c.gpus("b", driver, 4)
	c.node("b")
	if node := c.bound("absent"); node != "b" {
		t.Errorf("bound to %s", node)
	}
}

// A claim that no pod uses is deallocated if its devices are on a node that the pod cannot have.
func TestUnusedClaimIsDeallocated(t *testing.T) {
	c := withGPUs(t, "a")
	c.claim("claim", requestOf("r", "gpu", 2))
	c.create(podOf("before", "claim"))
	c.bound("before")
	must(t, c.client.CoreV1().Pods("default").Delete(t.Context(), "before", metav1.DeleteOptions{}))
	c.change("claim", func(claim *resourceapi.ResourceClaim) { claim.Status.ReservedFor = nil })
	c.gpus("b", driver, 4)
	c.node("b")
	deallocated := c.counted("deallocated")
	after := podOf("after", "claim")
	after.Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": "b"}
	c.create(after)
	if node := c.bound("after"); node != "b" {
		t.Errorf("bound to %s", node)
	}
	c.isReserved("claim", "after")
	if got := c.devices("claim"); !slices.Equal(got, []string{"b/gpu-0", "b/gpu-1"}) {
		t.Errorf("found %v, expected devices of node b", got)
	}
	if c.counted("deallocated") == deallocated {
		t.Errorf("found %v deallocated, expected more", deallocated)
	}
}

// A pod gets the node on which its devices are on one NUMA node.
func TestNodeWithTheBestAllocation(t *testing.T) {
	c := withGPUs(t, "a")
	c.gpus("b", driver, 2) // one of each NUMA node
	c.node("b")
	for i, expected := range []string{"a", "a", "b"} {
		name := fmt.Sprint("pod-", i)
		c.claim(name, requestOf("r", "gpu", 2))
		c.create(podOf(name, name))
		if got := c.bound(name); got != expected {
			t.Errorf("pod %d is on %s with %v, expected %s", i, got, c.devices(name), expected)
		}
	}
}

func TestQualityKeepsTheOrder(t *testing.T) {
	answers := []dra.Answer{{NUMANodes: 1, PCIeRoots: 1, Idle: 2}, {NUMANodes: 1, PCIeRoots: 1, Idle: 8}, {NUMANodes: 1, PCIeRoots: 1, Opened: 1},
		{NUMANodes: 1, PCIeRoots: 2}, {NUMANodes: 1, PCIeRoots: 5, Opened: 4, Idle: 1000}, {NUMANodes: 2, PCIeRoots: 2}, {NUMANodes: 8, PCIeRoots: 100, Opened: 100, Idle: 100}}
	last := int64(bestQuality)
	for i := range answers {
		if got := quality(&answers[i]); got >= last || got < 0 {
			t.Errorf("%+v: found quality %d, expected less than %d", answers[i], got, last)
		} else {
			last = got
		}
	}
}
