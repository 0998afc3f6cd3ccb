//go:build !kube1_36

package claims

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	featuretesting "k8s.io/component-base/featuregate/testing"
	"k8s.io/kubernetes/pkg/features"
)

// groupsCluster returns a cluster with pod groups and the classes gpu, which is the plugin's, and other.
func groupsCluster(t *testing.T) *cluster {
	t.Helper()
	featuretesting.SetFeatureGateDuringTest(t, utilfeature.DefaultFeatureGate, features.GenericWorkload, true)
	featuretesting.SetFeatureGateDuringTest(t, utilfeature.DefaultFeatureGate, features.DRAPartitionableDevices, true)
	c := newCluster(t, profileOf, Options{})
	c.class("gpu", driver)
	c.class("other", driver)
	return c
}

// divisible adds GPUs to a node that are allocated whole or as halves.
func (c *cluster) divisible(node string, count int) {
	c.t.Helper()
	pool := resourceapi.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 2}
	devices := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: node + "-devices"},
		Spec: resourceapi.ResourceSliceSpec{Driver: driver, Pool: pool, NodeName: &node}}
	counters := devices.DeepCopy()
	counters.Name = node + "-counters"
	for i := range count {
		gpu := fmt.Sprint("gpu-", i)
		counters.Spec.SharedCounters = append(counters.Spec.SharedCounters,
			resourceapi.CounterSet{Name: gpu, Counters: map[string]resourceapi.Counter{"units": {Value: quantity("2")}}})
		for _, p := range []part{{name: gpu, units: 2}, {name: gpu + "-a", units: 1}, {name: gpu + "-b", units: 1}} {
			p.gpu = gpu
			devices.Spec.Devices = append(devices.Spec.Devices, p.device())
		}
	}
	for _, slice := range []*resourceapi.ResourceSlice{counters, devices} {
		_, err := c.client.ResourceV1().ResourceSlices().Create(c.t.Context(), slice, metav1.CreateOptions{})
		must(c.t, err)
	}
}

// wholeOrHalf returns a request for a GPU, or else half of one.
func wholeOrHalf(class string) resourceapi.DeviceRequest {
	r := resourceapi.DeviceRequest{Name: "r"}
	for _, size := range []string{"whole", "half"} {
		r.FirstAvailable = append(r.FirstAvailable, resourceapi.DeviceSubRequest{Name: size, DeviceClassName: class,
			Selectors: wanted{size: size, color: -1}.selectors(), AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: 1})
	}
	return r
}

func onNUMANode(number int64) map[resourceapi.QualifiedName]resourceapi.DeviceAttribute {
	return map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"resource.kubernetes.io/numaNode": {IntValue: &number}}
}

func (c *cluster) group(name string, needed int32) {
	c.t.Helper()
	_, err := c.client.SchedulingV1beta1().PodGroups("default").Create(c.t.Context(), &schedulingapi.PodGroup{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name},
		Spec: schedulingapi.PodGroupSpec{SchedulingPolicy: schedulingapi.PodGroupSchedulingPolicy{
			Gang: &schedulingapi.GangSchedulingPolicy{MinCount: needed}}}}, metav1.CreateOptions{})
	must(c.t, err)
}

// in returns a pod as a member of a group.
func in(group string, pod *v1.Pod) *v1.Pod {
	pod.Spec.SchedulingGroup = &v1.PodSchedulingGroup{PodGroupName: &group}
	return pod
}

// groupOfHalves returns a cluster with node a, which has divisible GPUs, and pod group g.
func groupOfHalves(t *testing.T, gpus int, needed int32) *cluster {
	t.Helper()
	c := groupsCluster(t)
	c.divisible("a", gpus)
	c.node("a")
	c.group("g", needed)
	return c
}

// members creates pods of group g, each with a claim of its name for a GPU or half of one.
func (c *cluster) members(names ...string) {
	c.t.Helper()
	for _, name := range names {
		c.claim(name, wholeOrHalf("gpu"))
		c.create(in("g", podOf(name, name)))
	}
}

// allBound waits until pods are bound.
func (c *cluster) allBound(names ...string) {
	c.t.Helper()
	for _, name := range names {
		c.bound(name)
	}
	c.isConsistent()
}

// holdsNothing checks that a pod has no node and no devices, after the scheduler has considered it: another pod that was
// created later is bound.
func (c *cluster) holdsNothing(name string) {
	c.t.Helper()
	c.create(podOf("later"))
	c.bound("later")
	if node := c.pod(name).Spec.NodeName; node != "" || len(c.devices(name)) > 0 {
		c.t.Errorf("pod %s is on %q, its claim has %v", name, node, c.devices(name))
	}
}

// kubernetes/kubernetes#138765: the first pod of a group prefers a whole GPU, and would leave nothing for the
// second. Both get halves of it. kube-scheduler's allocator does not place them.
func TestGroupGetsDevicesForAllPods(t *testing.T) {
	c := groupOfHalves(t, 1, 2)
	c.members("one", "two")
	c.allBound("one", "two")
	c.isReserved("one", "one")
	c.isReserved("two", "two")
	all := slices.Sorted(slices.Values(append(c.devices("one"), c.devices("two")...)))
	if !slices.Equal(all, []string{"a/gpu-0-a", "a/gpu-0-b"}) {
		t.Errorf("found %v, expected both halves", all)
	}
}

// Claims that KoordClaims does not allocate are not planned: kube-scheduler's allocator gives the whole
// GPU to the first pod of this group, which is therefore refused.
func TestGroupOfOtherAllocatorIsNotPlanned(t *testing.T) {
	c := groupOfHalves(t, 1, 2)
	for _, name := range []string{"one", "two"} {
		c.claim(name, wholeOrHalf("other"))
		c.create(in("g", podOf(name, name)))
	}
	c.until("the group is refused", func() bool { return c.isRefused("g") })
}

// A group gets the preferred devices if there are enough.
func TestGroupGetsPreferredDevices(t *testing.T) {
	c := groupOfHalves(t, 2, 2)
	c.members("one", "two")
	c.allBound("one", "two")
	for _, name := range []string{"one", "two"} {
		if got := c.devices(name); len(got) != 1 || strings.Count(got[0], "-") != 1 {
			t.Errorf("%s: found %v, expected a whole GPU", name, got)
		}
	}
}

// Pods that share a claim get the node with devices for all of their claims, although its devices are worse for
// the first pod: each of them is on another NUMA node.
func TestGroupSharesAClaim(t *testing.T) {
	c := groupsCluster(t)
	for _, name := range []string{"a", "c"} {
		c.gpus(name, driver, 2, func(d *resourceapi.Device) { d.Attributes = onNUMANode(0) })
		c.node(name)
	}
	next := int64(0)
	c.gpus("b", driver, 3, func(d *resourceapi.Device) {
		d.Attributes = onNUMANode(next)
		next++
	})
	c.node("b")
	c.group("g", 2)
	c.claim("shared", requestOf("r", "gpu", 1))
	for _, name := range []string{"one", "two"} {
		c.claim(name, requestOf("r", "gpu", 1))
		c.create(in("g", podOf(name, "shared", name)))
	}
	for _, name := range []string{"one", "two"} {
		if node := c.bound(name); node != "b" {
			t.Errorf("%s is on %s, expected b", name, node)
		}
	}
	c.isReserved("shared", "one", "two")
	c.isConsistent()
}

// A group that can do without some of its pods places the others, and the rest when devices are free.
func TestGroupWithFewerPods(t *testing.T) {
	c := groupOfHalves(t, 1, 2)
	names := []string{"one", "two", "three"}
	c.members(names...)
	bound := func() (out []string) {
		for _, name := range names {
			if c.pod(name).Spec.NodeName != "" {
				out = append(out, name)
			}
		}
		return out
	}
	c.until("two pods are bound", func() bool { return len(bound()) == 2 })
	ended := bound()[0]
	c.finish(ended)
	names = slices.DeleteFunc(names, func(name string) bool { return name == ended })
	c.until("the third pod is bound", func() bool { return len(bound()) == 2 })
	c.isConsistent()
}

// A group waits while devices are missing. It is placed after a pod of it was deleted and the scheduler was
// restarted, when there are enough.
func TestGroupWaitsForDevices(t *testing.T) {
	c := groupOfHalves(t, 1, 3)
	c.members("one", "two", "three")
	c.until("the group is refused", func() bool { return c.isRefused("g") })
	must(t, c.client.CoreV1().Pods("default").Delete(t.Context(), "two", metav1.DeleteOptions{}))
	c.start(profileOf)
	c.members("four")
	c.divisible("b", 1)
	c.node("b")
	c.allBound("one", "three", "four")
	if got := c.devices("two"); len(got) > 0 {
		t.Errorf("the claim of the deleted pod has %v", got)
	}
}

// add creates the objects of a drawn group, in which the devices in use have claims.
func (c *cluster) add(g *groupCase) {
	c.t.Helper()
	for _, slice := range g.slices {
		_, err := c.client.ResourceV1().ResourceSlices().Create(c.t.Context(), slice, metav1.CreateOptions{})
		must(c.t, err)
	}
	for i := range g.parts {
		if p := &g.parts[i]; p.used {
			c.claim(fmt.Sprint("used-", i), wholeOrHalf("gpu"))
			c.change(fmt.Sprint("used-", i), func(claim *resourceapi.ResourceClaim) {
				claim.Status.Allocation = &resourceapi.AllocationResult{Devices: resourceapi.DeviceAllocationResult{
					Results: []resourceapi.DeviceRequestAllocationResult{{Request: "r", Driver: driver, Pool: g.nodes[p.node].Name, Device: p.name}}}}
			})
		}
	}
	for _, claim := range g.claims {
		_, err := c.client.ResourceV1().ResourceClaims("default").Create(c.t.Context(), claim, metav1.CreateOptions{})
		must(c.t, err)
	}
	for _, node := range g.nodes {
		_, err := c.client.CoreV1().Nodes().Create(c.t.Context(), node, metav1.CreateOptions{})
		must(c.t, err)
	}
	c.group("g", int32(len(g.pods)))
	for _, pod := range g.pods {
		made := in("g", podOf(pod.Name, g.uses[pod.Name]...))
		made.Spec.NodeSelector, made.Spec.Containers[0].Resources.Requests = pod.Spec.NodeSelector, pod.Spec.Containers[0].Resources.Requests
		c.create(made)
	}
}

// kube-scheduler places a drawn group if and only if some choice of nodes and devices places it.
func TestDrawnGroupsAreScheduled(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			group := drawGroup(rand.New(rand.NewPCG(seed, 3)))
			fits := drawGroup(rand.New(rand.NewPCG(seed, 3))).fitsAnyhow()
			c := groupsCluster(t)
			c.add(group)
			if !fits {
				c.until("the group is refused", func() bool { return c.isRefused("g") })
			}
			for _, pod := range group.pods {
				if fits {
					c.bound(pod.Name)
				} else if c.pod(pod.Name).Spec.NodeName != "" {
					t.Errorf("pod %s is bound, but the group does not fit", pod.Name)
				}
			}
			c.isConsistent()
		})
	}
}

// isRefused reports whether a group has no place.
func (c *cluster) isRefused(group string) bool {
	c.t.Helper()
	found, err := c.client.SchedulingV1beta1().PodGroups("default").Get(c.t.Context(), group, metav1.GetOptions{})
	must(c.t, err)
	return len(found.Status.Conditions) > 0 && found.Status.Conditions[0].Status == metav1.ConditionFalse
}

// A pod of a group whose claim names a class that does not exist does not prevent the plan for the others.
func TestGroupWithInvalidClaim(t *testing.T) {
	c := groupOfHalves(t, 1, 2)
	c.claim("invalid", requestOf("r", "none", 1))
	c.create(in("g", podOf("invalid", "invalid")))
	c.members("one", "two")
	c.allBound("one", "two")
}

// A group that needs a pod whose claim names a class that does not exist is placed when the class is created.
func TestGroupWaitsForClass(t *testing.T) {
	c := groupOfHalves(t, 2, 2)
	c.claim("two", requestOf("r", "later", 1))
	c.create(in("g", podOf("two", "two")))
	c.members("one")
	c.until("the group is refused", func() bool { return c.isRefused("g") })
	c.holdsNothing("one")
	c.class("later", driver)
	c.allBound("one", "two")
}

// A group waits for the claim of a pod that it needs, and is placed when the claim exists.
func TestGroupWaitsForClaims(t *testing.T) {
	c := groupOfHalves(t, 1, 2)
	c.members("one")
	c.create(in("g", podOf("two", "two")))
	c.holdsNothing("one")
	c.claim("two", wholeOrHalf("gpu"))
	c.allBound("one", "two")
}

// Without room for the pods that a group needs, a pod that is refused has the reason for the group. A pod that is being
// deleted is none that the group could do without: kube-scheduler does not try it.
func TestGroupNamesShortage(t *testing.T) {
	c := groupsCluster(t)
	c.gpus("a", driver, 1)
	c.node("a")
	c.group("g", 2)
	for _, name := range []string{"leaving", "one", "two"} {
		pod := in("g", podOf(name, name))
		if name == "leaving" {
			now := metav1.Now()
			pod.DeletionTimestamp, pod.Finalizers = &now, []string{"example.com/kept"}
		}
		c.claim(name, requestOf("r", "gpu", 1))
		c.create(pod)
	}
	expected := "found no room for 2 pods of its group at once, which need at least 2 devices: node a has 1 free"
	// One of the pods has room, and is refused with the other.
	c.until("a pod has the reason for the group", func() bool {
		return strings.Contains(c.refused("one")+c.refused("two"), expected)
	})
}
