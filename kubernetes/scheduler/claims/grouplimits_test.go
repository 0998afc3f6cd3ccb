package claims

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// machines returns nodes with GPUs of which some are in use, without pods.
func machines(count, gpus, used int) *groupCase {
	c := &groupCase{claims: map[string]*resourceapi.ResourceClaim{}, uses: map[string][]string{}}
	for i := range count {
		name := fmt.Sprintf("node-%04d", i)
		room := v1.ResourceList{"cpu": quantity("64"), "memory": quantity("64Gi"), "pods": quantity("110")}
		c.nodes = append(c.nodes, &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"kubernetes.io/hostname": name}},
			Status: v1.NodeStatus{Allocatable: room, Capacity: room}})
		slice := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: resourceapi.ResourceSliceSpec{Driver: driver,
			Pool: resourceapi.ResourcePool{Name: name, Generation: 1, ResourceSliceCount: 1}, NodeName: &name}}
		for d := range gpus {
			p := part{node: i, name: fmt.Sprint("gpu-", d), gpu: fmt.Sprint("gpu-", d), units: 2, used: d < used}
			device := p.device()
			device.ConsumesCounters = nil
			slice.Spec.Devices = append(slice.Spec.Devices, device)
			c.parts = append(c.parts, p)
		}
		c.slices = append(c.slices, slice)
	}
	return c
}

// claim adds a claim for GPUs.
func (c *groupCase) claim(name, class string, count int64) string {
	claim := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name)}}
	claim.Spec.Devices.Requests = []resourceapi.DeviceRequest{requestOf("r", class, count)}
	c.claims[name] = claim
	return name
}

// pod adds a pod that uses claims.
func (c *groupCase) pod(name, cpus string, claims ...string) {
	pod := podOf(name)
	pod.UID = types.UID(name)
	pod.Spec.Containers[0].Resources.Requests = v1.ResourceList{"cpu": quantity(cpus)}
	c.pods, c.uses[name] = append(c.pods, pod), claims
}

// Large groups that fill nodes one by one are planned without search: each allocation that is tried is one of the plan.
func TestLargeGroupsNeedNoSearch(t *testing.T) {
	for name, fill := range map[string]func(c *groupCase, i int){
		"alike": func(c *groupCase, i int) {
			c.pod(fmt.Sprint("pod-", i), "1", c.claim(fmt.Sprint("claim-", i), "gpu", 8))
		},
		"of many kinds": func(c *groupCase, i int) {
			c.pod(fmt.Sprint("pod-", i), fmt.Sprintf("%dm", 100+i), c.claim(fmt.Sprint("claim-", i), "gpu", 8))
		},
		"on chosen node": func(c *groupCase, i int) {
			c.pod(fmt.Sprint("pod-", i), "1", c.claim(fmt.Sprint("claim-", i), "gpu", 8))
			c.pods[i].Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": fmt.Sprintf("node-%04d", 511-i)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := machines(512, 8, 0)
			for i := range c.nodes {
				if i%2 == 0 { // full
					for d := range 8 {
						c.parts[8*i+d].used = name != "on chosen node"
					}
				}
			}
			for i := range mostMembers {
				fill(c, i)
			}
			run := newGroupRun(t, c)
			planner, found := run.planFor(run.pods)
			if !found || planner.runs != mostMembers {
				t.Errorf("found a plan: %v, after %d allocations (%s), expected %d", found, planner.runs, planner.why(), mostMembers)
			}
		})
	}
}

// A group for which the nodes have too few devices is refused after one allocation of each kind of claims, also if it can do without some pods.
func TestTooFewDevicesNeedNoSearch(t *testing.T) {
	for name, test := range map[string]struct {
		counts []int64 // of devices, by pod; a node has 5
		spare  int     // with one more spare pod there is a plan
	}{
		"too many pods":    {[]int64{3, 3, 3, 3, 3}, 2},
		"too many devices": {[]int64{5, 5, 1}, 0},
		"whole nodes":      {[]int64{5, 5, 5, 5}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			c := machines(2, 8, 3)
			for i, count := range test.counts {
				pod := fmt.Sprint("pod-", i)
				c.pod(pod, fmt.Sprint(1+i), c.claim(pod, "gpu", count))
			}
			run := newGroupRun(t, c)
			var members []*member
			for _, pod := range run.pods {
				members = append(members, run.memberOf(pod))
			}
			planner := run.plannerOf(members)
			if most := len(test.counts); planner.plan(test.spare) || planner.runs > most || !planner.isExact() {
				t.Errorf("found a plan, or tried %d allocations: %q", planner.runs, planner.why())
			}
			if planner := run.plannerOf(members); !planner.plan(test.spare + 1) {
				t.Errorf("found no plan without %d pods: %q", test.spare+1, planner.why())
			}
		})
	}
}

// Pods that differ, and whole GPUs of nodes whose partitions are devices, too, so that devices cannot be counted: the
// answer for two such claims on a node is remembered.
func TestKindsOfPodsWithEqualClaims(t *testing.T) {
	const count = 128
	c := machines(count, 0, 0)
	for i, slice := range c.slices {
		counters := slice.DeepCopy()
		counters.Name += "-counters"
		counters.Spec.SharedCounters = []resourceapi.CounterSet{{Name: "gpu", Counters: map[string]resourceapi.Counter{"units": {Value: quantity("2")}}}}
		for _, p := range []part{{name: "gpu", units: 2}, {name: "gpu-0", units: 1}, {name: "gpu-1", units: 1}} {
			p.node, p.gpu = i, "gpu"
			slice.Spec.Devices = append(slice.Spec.Devices, p.device())
			c.parts = append(c.parts, p)
		}
		slice.Spec.Pool.ResourceSliceCount, counters.Spec.Pool.ResourceSliceCount = 2, 2
		c.slices = append(c.slices, counters)
		name := fmt.Sprint("pod-", i)
		c.pod(name, fmt.Sprintf("%dm", 100+i), c.claim(name, "gpu", 1))
		c.claims[name].Spec.Devices.Requests[0].Exactly.Selectors = wanted{size: "whole", color: -1}.selectors()
	}
	run := newGroupRun(t, c)
	planner, found := run.planFor(run.pods)
	if most := 3 * count; !found || planner.runs > most {
		t.Errorf("found a plan: %v, after %d allocations (%s), expected at most %d", found, planner.runs, planner.why(), most)
	}
}

// Pods in pairs that share a claim, and have claims of their own, need no search either.
func TestPairsNeedNoSearch(t *testing.T) {
	c := machines(mostMembers/2, 8, 0)
	for i := range mostMembers / 2 {
		shared := c.claim(fmt.Sprint("shared-", i), "gpu", 2)
		names := []string{fmt.Sprintf("pod-%d-a", i), fmt.Sprintf("pod-%d-b", i)}
		if i%3 == 0 { // the order of uids does not count
			slices.Reverse(names)
		}
		c.pod(names[0], "1", shared, c.claim(names[0], "gpu", 5))
		c.pod(names[1], "2", shared, c.claim(names[1], "gpu", 1))
	}
	run := newGroupRun(t, c)
	planner, found := run.planFor(run.pods)
	if !found || planner.runs != mostMembers/2 {
		t.Errorf("found a plan: %v, after %d allocations (%s), expected %d", found, planner.runs, planner.why(), mostMembers/2)
	}
	kinds := map[int]bool{}
	for _, u := range planner.units {
		kinds[u.kind] = true
	}
	if len(kinds) != 1 {
		t.Errorf("found %d kinds of pairs, expected one", len(kinds))
	}
}

// Pairs that share claims in different ways, or have different claims, are of different kinds.
func TestKindsOfPairs(t *testing.T) {
	c := machines(1, 8, 0)
	first, second := c.claim("first", "gpu", 1), c.claim("second", "gpu", 1)
	third, fourth := c.claim("third", "gpu", 1), c.claim("fourth", "gpu", 1)
	fifth := c.claim("fifth", "gpu", 2)
	c.pod("a0", "1", first, second) // shares both
	c.pod("a1", "1", second, first)
	c.pod("b0", "1", third, fourth) // shares one
	c.pod("b1", "1", third, c.claim("own", "gpu", 1))
	c.pod("c0", "1", fifth) // shares a larger one
	c.pod("c1", "1", fifth)
	run := newGroupRun(t, c)
	var members []*member
	for _, pod := range run.pods {
		members = append(members, run.memberOf(pod))
	}
	kinds := map[int]bool{}
	for _, u := range unitsOf(members) {
		if len(u.members) != 2 {
			t.Errorf("a unit has %d pods, expected 2", len(u.members))
		}
		kinds[u.kind] = true
	}
	if len(kinds) != 3 {
		t.Errorf("found %d kinds, expected 3", len(kinds))
	}
}

// A pod whose claim is invalid does not prevent the plan for the others, which names it.
func TestPlanLeavesOutInvalidClaims(t *testing.T) {
	c := machines(2, 2, 0)
	for i := range 3 {
		c.pod(fmt.Sprint("valid-", i), "1", c.claim(fmt.Sprint("valid-", i), "gpu", 1))
		c.pod(fmt.Sprint("invalid-", i), fmt.Sprint(1+i/2), c.claim(fmt.Sprint("invalid-", i), "none", 1))
	}
	for _, spare := range []int{0, 4} {
		run := newGroupRun(t, c)
		members := make([]*member, len(run.pods))
		for i, pod := range run.pods {
			members[i] = run.memberOf(pod)
		}
		planner := run.plannerOf(members)
		if !planner.plan(spare) || !planner.isExact() {
			t.Fatalf("spare %d: found no plan: %s", spare, planner.why())
		}
		var left []string
		for _, of := range planner.leftOut {
			left = append(left, of.unit.members[0].pod.Name)
		}
		slices.Sort(left)
		if !slices.Equal(left, []string{"invalid-0", "invalid-1", "invalid-2"}) {
			t.Errorf("spare %d: found %v left out, expected the three invalid ones", spare, left)
		}
		plan := planner.planFor(run.pods[0])
		expected := "the plan for its group leaves out pod default/invalid-"
		if note := plan.note("node-0000"); len(plan.results) != 2 || !strings.Contains(note, expected) || !strings.Contains(note, " and 2 others: ") ||
			!strings.Contains(note, `device class none`) {
			t.Errorf("spare %d: found %d results and %q, expected 2 and %q", spare, len(plan.results), note, expected)
		}
	}
}

// A limit of the allocator is not a refusal: the search says which limit it was.
func TestPlanNamesLimitOfAllocator(t *testing.T) {
	for devices, expected := range map[int]string{
		1100: "node node-0000: the selectors match 1100 devices that are not in use, or asked for by requests for all devices; at most 1024 are supported",
		1:    "",
	} {
		c := machines(1, devices, 0)
		for i := range 2 {
			c.pod(fmt.Sprint("pod-", i), "1", c.claim(fmt.Sprint("claim-", i), "gpu", 1))
		}
		run := newGroupRun(t, c)
		planner, found := run.planFor(run.pods)
		if found || planner.why() != expected || planner.isExact() != (expected == "") {
			t.Errorf("%d devices: found a plan: %v, %q, expected none and %q", devices, found, planner.why(), expected)
		}
	}
}
