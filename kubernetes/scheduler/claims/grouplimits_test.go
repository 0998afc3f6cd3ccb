package claims

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/dynamic-resource-allocation/structured"
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

// A group for which the nodes have too few devices is refused without an allocation, also if it can do without some pods.
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
			members := run.members()
			planner := run.plannerOf(members)
			if planner.plan(test.spare) || planner.runs > 0 || !planner.isExact() {
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
	kinds := map[int]bool{}
	for _, u := range unitsOf(newGroupRun(t, c).members()) {
		if len(u.members) != 2 {
			t.Errorf("a unit has %d pods, expected 2", len(u.members))
		}
		kinds[u.kind] = true
	}
	if len(kinds) != 3 {
		t.Errorf("found %d kinds, expected 3", len(kinds))
	}
}

// Pods whose claims are invalid do not prevent the plan for the others, which names them.
func TestPlanLeavesOutInvalidClaims(t *testing.T) {
	for text, spoil := range map[string]func(*resourceapi.ExactDeviceRequest){
		"could not retrieve device class none":                    func(r *resourceapi.ExactDeviceRequest) { r.DeviceClassName = "none" },
		"adding 33 devices exceeds the claim limit of 32":         func(r *resourceapi.ExactDeviceRequest) { r.Count = 33 },
		"unsupported count mode Some":                             func(r *resourceapi.ExactDeviceRequest) { r.AllocationMode = "Some" },
		"claim default/invalid-0: selector #0: CEL compile error": func(r *resourceapi.ExactDeviceRequest) { r.Selectors = selecting("device.") },
	} {
		c := machines(2, 2, 0)
		for i := range 3 {
			c.pod(fmt.Sprint("valid-", i), "1", c.claim(fmt.Sprint("valid-", i), "gpu", 1))
			name := fmt.Sprint("invalid-", i)
			c.pod(name, "1", c.claim(name, "gpu", 1))
			spoil(c.claims[name].Spec.Devices.Requests[0].Exactly)
		}
		run := newGroupRun(t, c)
		members, without := checkMembers(run.allocator(), run.members())
		plan := run.plannerOf(members).planFor(run.pods[0], 0)
		plan.leftOut = textOf(without)
		note, expected := plan.note("node-0000"), "the plan for its group leaves out pod default/invalid-0 and 2 others: "
		if len(plan.results) != 2 || !strings.Contains(note, expected) || !strings.Contains(note, text) {
			t.Errorf("found %d results and %q, expected 2 and %q with %q", len(plan.results), note, expected, text)
		}
	}
}

func selecting(expression string) []resourceapi.DeviceSelector {
	return []resourceapi.DeviceSelector{{CEL: &resourceapi.CELDeviceSelector{Expression: expression}}}
}

// The allocation fails on a node because a device lacks an attribute that the claims select by, or because it is not known
// which devices of the node are held. The pods are planned on other nodes. If none has room, the message names the node.
func TestPlanAvoidsNodesWithErrors(t *testing.T) {
	for name, test := range map[string]struct {
		why   string
		spoil func(c *groupCase, planner *groupPlanner)
	}{
		"device without attribute": {"node node-0000: claim default/claim-0: selector #0 on device", func(c *groupCase, _ *groupPlanner) {}},
		"held devices": {"node-0000 is not known", func(c *groupCase, planner *groupPlanner) {
			planner.held = func(node string) (map[structured.DeviceID]bool, error) {
				if node == "node-0000" {
					return nil, errors.New(node + " is not known")
				}
				return nil, nil
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, pods := range []int{2, 3} { // there is room for 2 on node-0001
				c := machines(2, 2, 0)
				for i := range pods {
					claim := c.claim(fmt.Sprint("claim-", i), "gpu", 1)
					c.claims[claim].Spec.Devices.Requests[0].Exactly.Selectors = wanted{size: "whole", color: -1}.selectors()
					c.pod(fmt.Sprint("pod-", i), "1", claim)
				}
				for i := range c.slices[0].Spec.Devices {
					delete(c.slices[0].Spec.Devices[i].Attributes, "size")
				}
				run := newGroupRun(t, c)
				planner := run.plannerOf(run.members())
				test.spoil(c, planner)
				plan := planner.planFor(run.pods[0], 0)
				if found := plan.gaveUp == ""; found != (pods == 2) {
					t.Errorf("%d pods: found a plan: %v, %q", pods, found, plan.gaveUp)
				}
				if pods == 2 && plan.others["node-0001"].count != 1 {
					t.Errorf("found places %v, expected one on node-0001", plan.others)
				}
				if also := "node node-0001 has room for 2 ("; pods == 3 && (!strings.Contains(plan.gaveUp, test.why) || !strings.Contains(plan.gaveUp, also)) {
					t.Errorf("found %q, expected %q and %q", plan.gaveUp, test.why, also)
				}
			}
		})
	}
}

// If there is no plan, the message states for several nodes how many pods have room there, and what the next one lacks.
func TestPlanNamesShortages(t *testing.T) {
	short := func(node string, room int, found int) string {
		return fmt.Sprintf("node %s has room for %d (claim default/claim-", node, room) + "|" +
			fmt.Sprintf(", request r: needs 2 devices, found %d", found)
	}
	for name, test := range map[string]struct {
		nodes, gpus int
		cpus        string
		change      func(c *groupCase)
		expected    []string // parts, in order
	}{
		"too few devices": {2, 3, "1", nil, []string{"found no room for 3 pods of its group at once, which need at least 6 devices: " +
			"node node-0000 has 3 free; node node-0001 has 3 free"}},
		"many nodes": {6, 1, "1", nil, []string{"which need at least 6 devices: node node-0000 has 1 free; node node-0001 has 1 free; " +
			"node node-0002 has 1 free; and 3 more nodes"}},
		"CPU": {2, 8, "40", nil, []string{"found no room for 3 pods of its group at once: node node-0000 has room for 1 (too little CPU, ",
			"node node-0001 has room for 1 (too little CPU, "}},
		"selectors": {2, 8, "1", func(c *groupCase) { // node-0001 has devices of another size
			for i := range c.slices[0].Spec.Devices[:5] {
				c.slices[0].Spec.Devices[i].Attributes["size"] = resourceapi.DeviceAttribute{StringValue: new(string)}
			}
			for i := range c.slices[1].Spec.Devices[:7] {
				c.slices[1].Spec.Devices[i].Attributes["size"] = resourceapi.DeviceAttribute{StringValue: new(string)}
			}
		}, append([]string{"found no room for 3 pods of its group at once: "}, append(strings.Split(short("node-0000", 1, 1), "|"),
			strings.Split(short("node-0001", 0, 1), "|")...)...)},
		"no node": {2, 8, "1", func(c *groupCase) {
			for _, pod := range c.pods {
				pod.Spec.NodeSelector = map[string]string{"no": "node"}
			}
		}, []string{"found no room for 3 pods of its group at once: no node with devices suits the labels, tolerations and allocated claims of its pods"}},
	} {
		t.Run(name, func(t *testing.T) {
			c := machines(test.nodes, test.gpus, 0)
			for i := range 3 {
				claim := c.claim(fmt.Sprint("claim-", i), "gpu", 2)
				c.claims[claim].Spec.Devices.Requests[0].Exactly.Selectors = wanted{size: "whole", color: -1}.selectors()
				c.pod(fmt.Sprint("pod-", i), test.cpus, claim)
			}
			if test.change != nil {
				test.change(c)
			}
			run := newGroupRun(t, c)
			text := run.plannerOf(run.members()).planFor(run.pods[0], 0).note("node-0000")
			rest, is := text, true
			for _, part := range test.expected {
				if _, rest, is = strings.Cut(rest, part); !is {
					t.Fatalf("found %q, expected %q", text, part)
				}
			}
			if most := 200 + mostNodesNamed*(mostReason+40); len(text) > most {
				t.Errorf("the message has %d bytes, expected at most %d", len(text), most)
			}
		})
	}
}

// Long reasons are cut between characters.
func TestReasonsAreBounded(t *testing.T) {
	for text, expected := range map[string]string{
		"short":                          "short",
		strings.Repeat("x", mostReason):  strings.Repeat("x", mostReason),
		strings.Repeat("ä", mostReason):  strings.Repeat("ä", mostReason/2) + "...",
		"x" + strings.Repeat("ä", 10000): "x" + strings.Repeat("ä", mostReason/2-1) + "...",
	} {
		if got := shorten(text); got != expected {
			t.Errorf("found %q, expected %q", got, expected)
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
