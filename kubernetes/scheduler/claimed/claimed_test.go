package claimed

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

const driver = "gpu.nvidia.com"

func ptr[T any](value T) *T { return &value }

// claimsTest is an index of the stores of a test.
type claimsTest struct {
	*testing.T
	*Claims
	sources *stores.Stores
	device  *apis.Device
}

// newClaimsTest has a node "a" with the GPUs GPU-0 and GPU-1 and a network card.
func newClaimsTest(t *testing.T) *claimsTest {
	sources := &stores.Stores{Pods: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	sources.Claims.Set(cache.NewStore(cache.MetaNamespaceKeyFunc))
	sources.Slices.Set(cache.NewStore(cache.MetaNamespaceKeyFunc))
	device := &apis.Device{ObjectMeta: metav1.ObjectMeta{Name: "a"}}
	for i, id := range []string{"GPU-0", "GPU-1"} {
		device.Spec.Devices = append(device.Spec.Devices, apis.DeviceInfo{Type: "gpu", ID: id, Minor: ptr(int32(i)),
			Topology: &apis.DeviceTopology{BusID: fmt.Sprintf("0000:1%d:00.0", i)}})
	}
	device.Spec.Devices = append(device.Spec.Devices, apis.DeviceInfo{Type: "rdma", ID: "0000:20:00.0"})
	return &claimsTest{T: t, Claims: New(sources), sources: sources, device: device}
}

func store[T any](t *claimsTest, in cache.Store, object *T) *T {
	t.Helper()
	if err := in.Add(object); err != nil {
		t.Fatal(err)
	}
	return object
}

// slice publishes devices of a driver by their UUIDs or PCI addresses. A device without either has none.
func (t *claimsTest) slice(name, node string, generation int64, identities ...string) *resourceapi.ResourceSlice {
	slice := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: resourceapi.ResourceSliceSpec{Driver: driver, Pool: resourceapi.ResourcePool{Name: "pool", Generation: generation}}}
	if node != "" {
		slice.Spec.NodeName = &node
	}
	for i, identity := range identities {
		device := resourceapi.Device{Name: fmt.Sprint("gpu-", i)}
		switch {
		case strings.Contains(identity, ":"):
			device.Attributes = map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"resource.kubernetes.io/pciBusID": {StringValue: &identity}}
		case identity != "":
			device.Attributes = map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"uuid": {StringValue: &identity}}
		}
		slice.Spec.Devices = append(slice.Spec.Devices, device)
	}
	store(t, t.sources.Slices.Load(), slice)
	return slice
}

// allocated returns a claim with these devices on a node, "" for any.
func allocated(name, node string, devices ...string) *resourceapi.ResourceClaim {
	claim := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "ml", Name: name, UID: types.UID("uid-" + name)}}
	claim.Status.Allocation = &resourceapi.AllocationResult{}
	if node != "" {
		claim.Status.Allocation.NodeSelector = &v1.NodeSelector{NodeSelectorTerms: []v1.NodeSelectorTerm{{MatchFields: []v1.NodeSelectorRequirement{
			{Key: "metadata.name", Operator: v1.NodeSelectorOpIn, Values: []string{node}}}}}}
	}
	for _, device := range devices {
		claim.Status.Allocation.Devices.Results = append(claim.Status.Allocation.Devices.Results,
			resourceapi.DeviceRequestAllocationResult{Request: "r-" + device, Driver: driver, Pool: "pool", Device: device})
	}
	return claim
}

// claim stores a claim and returns the nodes on which it changes something.
func (t *claimsTest) claim(claim *resourceapi.ResourceClaim) []string {
	store(t, t.sources.Claims.Load(), claim)
	return t.ClaimChanged(claim)
}

// expect compares the annotation, with a word for each entry: holder, container, resource and ids.
func (t *claimsTest) expect(what string, want ...string) {
	t.Helper()
	var entries []entry
	if text := t.Annotation(t.device); text != "" {
		if err := json.Unmarshal([]byte(text), &entries); err != nil {
			t.Fatal(err)
		}
	}
	var found []string
	for _, entry := range entries {
		found = append(found, strings.Join([]string{entry.Holder, entry.Container, entry.Resource, strings.Join(entry.IDs, ",")}, " "))
	}
	if !slices.Equal(found, want) {
		t.Errorf("%s: found %q, expected %q", what, found, want)
	}
}

func TestDevicesOfClaims(t *testing.T) {
	c := newClaimsTest(t)
	first := c.slice("s", "a", 1, "GPU-0", "0000:11:00.0", "", "GPU-9", "0000:20:00.0")
	c.SliceChanged(first)
	if nodes := c.claim(allocated("one", "a", "gpu-0")); !slices.Equal(nodes, []string{"a"}) {
		t.Errorf("found the nodes %q", nodes)
	}
	const one, gpus = "resourceclaim:uid-one ", "nvidia.com/gpu "
	c.expect("by UUID", one+" "+gpus+"GPU-0")
	c.claim(allocated("one", "a", "gpu-1", "gpu-0"))
	c.expect("by address", one+" "+gpus+"GPU-0,GPU-1")
	c.claim(allocated("one", "a", "gpu-2", "gpu-0"))
	c.expect("a device without identity", one+" "+gpus+"*,GPU-0")
	c.claim(allocated("one", "a", "gpu-7"))
	c.expect("a device that is not published", one+" "+gpus+"*")
	c.claim(allocated("one", "a", "gpu-3"))
	c.expect("a GPU that the node does not list")
	c.claim(allocated("one", "a", "gpu-4"))
	c.expect("a network card", one+" koordinator.sh/rdma 0000:20:00.0")
	admin := allocated("one", "a", "gpu-0", "gpu-1")
	admin.Status.Allocation.Devices.Results[0].AdminAccess = ptr(true)
	admin.Status.Allocation.Devices.Results[1].AdminAccess = ptr(false)
	c.claim(admin)
	c.expect("admin access", one+" "+gpus+"GPU-1")
	other := allocated("one", "a", "gpu-7")
	other.Status.Allocation.Devices.Results[0].Driver = "compute-domain.nvidia.com"
	c.claim(other)
	c.expect("a driver without GPUs")
	c.claim(allocated("one", "a", "gpu-0"))
	c.claim(allocated("two", "a", "gpu-0"))
	c.expect("a shared device", one+" "+gpus+"GPU-0", "resourceclaim:uid-two  "+gpus+"GPU-0")
	released := allocated("one", "a")
	released.Status.Allocation = nil
	if nodes := c.claim(released); !slices.Equal(nodes, []string{"a"}) {
		t.Errorf("released: found the nodes %q", nodes)
	}
	c.expect("released", "resourceclaim:uid-two  "+gpus+"GPU-0")
	if nodes := c.claim(allocated("two", "b", "gpu-0")); !slices.Equal(nodes, []string{"a", "b"}) {
		t.Errorf("moved: found the nodes %q", nodes)
	}
	c.expect("on another node")
	c.claim(allocated("two", "a", "gpu-0"))
	if err := c.sources.Claims.Load().Delete(allocated("two", "a")); err != nil {
		t.Fatal(err)
	}
	c.ClaimChanged(allocated("two", "a"))
	c.expect("deleted")
	if len(c.placed)+len(c.byNode)+len(c.byPool) != 0 {
		t.Errorf("found %v, %v, %v after all claims ended", c.placed, c.byNode, c.byPool)
	}
	c.device.Spec.Devices = c.device.Spec.Devices[2:]
	c.claim(allocated("one", "a", "gpu-2"))
	c.expect("a node without GPUs")
}

// The last generation of a pool counts, and changed slices change the devices of claims.
func TestSlicesThatChange(t *testing.T) {
	c := newClaimsTest(t)
	c.claim(allocated("one", "", "gpu-0"))
	c.expect("the node is not known")
	old := c.slice("old", "a", 1, "GPU-0")
	if nodes := c.SliceChanged(old); !slices.Equal(nodes, []string{"a"}) {
		t.Errorf("found the nodes %q", nodes)
	}
	c.expect("the node of the slice", "resourceclaim:uid-one  nvidia.com/gpu GPU-0")
	c.SliceChanged(c.slice("new", "a", 2, "GPU-1"))
	c.expect("the last generation", "resourceclaim:uid-one  nvidia.com/gpu GPU-1")
	if err := c.sources.Slices.Load().Delete(old); err != nil {
		t.Fatal(err)
	}
	c.SliceChanged(old)
	c.expect("without the old slice", "resourceclaim:uid-one  nvidia.com/gpu GPU-1")
	if nodes := c.SliceChanged(c.slice("new", "a", 2)); !slices.Equal(nodes, []string{"a"}) {
		t.Errorf("found the nodes %q", nodes)
	}
	c.expect("the device is not published any more", "resourceclaim:uid-one  nvidia.com/gpu *")
	if len(c.slices) != 1 || len(c.pools) != 1 {
		t.Errorf("found %v, %v", c.slices, c.pools)
	}
}

// A claim to devices of no certain node has those of the nodes of its pods.
func TestNodesOfPods(t *testing.T) {
	c := newClaimsTest(t)
	c.SliceChanged(c.slice("s", "", 1, "GPU-0"))
	claim := allocated("one", "", "gpu-0")
	claim.Status.ReservedFor = []resourceapi.ResourceClaimConsumerReference{{Resource: "pods", Name: "p", UID: "u"}, {Resource: "pods", Name: "q", UID: "x"},
		{APIGroup: "example.com", Resource: "pods", Name: "p", UID: "u"}}
	c.claim(claim)
	c.expect("the pod is not known")
	pod := store(c, c.sources.Pods, &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ml", Name: "p", UID: "u"},
		Spec: v1.PodSpec{ResourceClaims: []v1.PodResourceClaim{{Name: "c", ResourceClaimName: ptr("one")}}}})
	if nodes := c.PodChanged(pod); len(nodes) != 0 {
		t.Errorf("no node: found %q", nodes)
	}
	pod.Spec.NodeName = "a"
	if nodes := c.PodChanged(pod); !slices.Equal(nodes, []string{"a"}) {
		t.Errorf("found the nodes %q", nodes)
	}
	c.expect("the pod has a node", "resourceclaim:uid-one  nvidia.com/gpu GPU-0")
}

// Devices for extended resources are those of the containers that request them.
func TestExtendedResources(t *testing.T) {
	c := newClaimsTest(t)
	c.SliceChanged(c.slice("s", "a", 1, "GPU-0", "GPU-1", "", "GPU-9"))
	claim := allocated("one", "a", "gpu-0", "gpu-1")
	claim.Status.ReservedFor = []resourceapi.ResourceClaimConsumerReference{{Resource: "pods", Name: "p", UID: "u"}}
	c.claim(claim)
	c.expect("the pod is not known", "resourceclaim:uid-one  nvidia.com/gpu GPU-0,GPU-1")
	pod := store(c, c.sources.Pods, &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ml", Name: "p", UID: "u"}})
	pod.Status.ExtendedResourceClaimStatus = &v1.PodExtendedResourceClaimStatus{ResourceClaimName: "one", RequestMappings: []v1.ContainerExtendedResourceRequest{
		{ContainerName: "main", ResourceName: "nvidia.com/gpu", RequestName: "r-gpu-0"}, {ContainerName: "side", ResourceName: "example.com/gpu", RequestName: "r-gpu-1"},
		{ContainerName: "side", ResourceName: "nvidia.com/gpu", RequestName: "r-gpu-3"}}}
	if nodes := c.PodChanged(pod); !slices.Equal(nodes, []string{"a"}) {
		t.Errorf("found the nodes %q", nodes)
	}
	c.expect("by container", "u main nvidia.com/gpu GPU-0", "u side example.com/gpu GPU-1")
	claim = allocated("one", "a", "gpu-0", "gpu-2", "gpu-3")
	claim.Status.ReservedFor = []resourceapi.ResourceClaimConsumerReference{{Resource: "pods", Name: "p", UID: "u"}}
	claim.Status.Allocation.Devices.Results[0].Request = "r-gpu-0/first"
	c.claim(claim)
	c.expect("a subrequest, a device without a mapping, and one that the node lacks", "u main nvidia.com/gpu GPU-0",
		"u side nvidia.com/gpu "+driver+"/pool/gpu-3", "resourceclaim:uid-one  nvidia.com/gpu *")
}

// A list that is too long closes the node's GPUs.
func TestManyClaims(t *testing.T) {
	c := newClaimsTest(t)
	c.SliceChanged(c.slice("s", "a", 1, "GPU-0"))
	for i := range mostEntries + 1 {
		c.claim(allocated(fmt.Sprint("claim-", i), "a", "gpu-0"))
	}
	c.expect("too many", "resourceclaims  nvidia.com/gpu *")
}

// An allocation counts from the choice until it is given up, or until the store has it or a later
// version. Between the write and the event it counts once.
func TestAllocationsBeforeTheInformer(t *testing.T) {
	c := newClaimsTest(t)
	c.SliceChanged(c.slice("slice", "a", 1, "GPU-0", "GPU-1"))
	const gpus = "nvidia.com/gpu GPU-0"
	waiting := allocated("one", "", "gpu-0")
	chosen := waiting.DeepCopy()
	waiting.Status.Allocation, waiting.ResourceVersion = nil, "9"
	c.claim(waiting)
	c.expect("not allocated")
	if nodes := c.Chosen(chosen, "a"); !slices.Equal(nodes, []string{"a"}) {
		t.Errorf("found the nodes %q", nodes)
	}
	held := "resourceclaim:uid-one  " + gpus
	c.expect("chosen", held)
	c.Ended(chosen.UID)
	c.expect("given up")
	c.Chosen(chosen, "a")
	written := chosen.DeepCopy()
	written.ResourceVersion = "10"
	c.Written(written)
	c.expect("chosen and written", held)
	c.Ended(chosen.UID)
	c.expect("written", held)
	c.ClaimChanged(waiting) // an event of the version before
	c.expect("written, and an earlier event", held)
	released := waiting.DeepCopy()
	c.claim(written)
	c.expect("delivered", held)
	released.ResourceVersion = "11"
	c.claim(released)
	c.expect("released")
	c.Written(written) // is late
	c.expect("released before the answer to the write was handled")
	if len(c.pending) != 0 {
		t.Errorf("found %v", c.pending)
	}
	c.Chosen(allocated("two", "", "gpu-9"), "b") // no slice says where the device is
	if found := c.byNode["b"]; len(found) != 1 {
		t.Errorf("found %v, expected the pod's node", c.byNode)
	}
	c.Ended("uid-two")
	c.Written(allocated("deleted", "a", "gpu-0"))
	c.expect("deleted while it was written")
}
