package dra

import (
	"reflect"
	"slices"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

func TestIdentities(t *testing.T) {
	pool := sliceOf("pool", "node",
		deviceOf("whole", map[resourceapi.QualifiedName]any{"uuid": "GPU-1", "resource.kubernetes.io/pciBusID": "0000:01:00.0"}),
		deviceOf("part", map[resourceapi.QualifiedName]any{driver + "/uuid": "MIG-1", "parentUUID": "GPU-1"}),
		deviceOf("number", map[resourceapi.QualifiedName]any{"uuid": 7}),
		deviceOf("other", map[resourceapi.QualifiedName]any{"nic.example.com/uuid": "x"}))
	more := sliceOf("more", "node", deviceOf("nic", map[resourceapi.QualifiedName]any{"resource.kubernetes.io/pciBusID": "0000:02:00.0"}))
	a := allocatorOf(t, inUse("pool"), pool, more, sliceOf("elsewhere", "other", deviceOf("gpu", map[resourceapi.QualifiedName]any{"uuid": "GPU-2"})))
	id := func(pool, name string) structured.DeviceID { return structured.MakeDeviceID(driver, pool, name) }
	named := func(pool, name string, texts ...string) Identity {
		out := Identity{Device: id(pool, name)}
		for i := 0; i < len(texts); i += 2 {
			if out.Attributes == nil {
				out.Attributes = map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{}
			}
			out.Attributes[resourceapi.QualifiedName(texts[i])] = resourceapi.DeviceAttribute{StringValue: &texts[i+1]}
		}
		return out
	}
	expected := []Identity{named("pool", "whole", driver+"/uuid", "GPU-1", "resource.kubernetes.io/pciBusID", "0000:01:00.0"),
		named("pool", "part", driver+"/uuid", "MIG-1", driver+"/parentUUID", "GPU-1"), named("pool", "number"), named("pool", "other"),
		named("more", "nic", "resource.kubernetes.io/pciBusID", "0000:02:00.0")}
	for range 2 { // the list of a slice is not changed
		if got := a.Identities("node"); !reflect.DeepEqual(got, expected) {
			t.Errorf("found %v, expected %v", got, expected)
		}
	}
	if got := a.Identities("none"); got != nil {
		t.Errorf("found %v, expected none", got)
	}
}

// Devices that any node may have are listed, too, except those of another node.
func TestIdentitiesOfDevicesWithoutNode(t *testing.T) {
	all, each, there, here := true, sliceOf("each", "", deviceOf("here", nil), deviceOf("there", nil)), "other", "node"
	each.Spec.PerDeviceNodeSelection = &all
	each.Spec.NodeName, each.Spec.Devices[0].NodeName, each.Spec.Devices[1].NodeName = nil, &here, &there
	shared := sliceOf("shared", "", deviceOf("any", nil))
	shared.Spec.NodeName, shared.Spec.AllNodes = nil, &all
	a := allocatorOf(t, inUse("pool"), each, shared)
	var names []string
	for _, of := range a.Identities("node") {
		names = append(names, of.Device.Device.String())
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"any", "here"}) || !a.MayHaveDevices("node") {
		t.Errorf("found %v", names)
	}
}

// The NUMA nodes of allocated devices are known if the devices state them.
func TestNUMANodesOfAllocations(t *testing.T) {
	devices := append(gpus(4), deviceOf("nic", nil))
	a := allocatorOf(t, inUse("pool"), sliceOf("pool", "node", devices...))
	of := func(names ...string) *resourceapi.AllocationResult {
		out := &resourceapi.AllocationResult{}
		for _, name := range names {
			out.Devices.Results = append(out.Devices.Results, resourceapi.DeviceRequestAllocationResult{Driver: driver, Pool: "pool", Device: name})
		}
		return out
	}
	for _, c := range []struct {
		allocations []*resourceapi.AllocationResult
		want        []int32
	}{
		{nil, nil},
		{[]*resourceapi.AllocationResult{of("nic", "missing")}, nil},
		{[]*resourceapi.AllocationResult{of("gpu-003", "gpu-002")}, []int32{1}},
		{[]*resourceapi.AllocationResult{of("gpu-003"), of("gpu-000", "nic")}, []int32{0, 1}},
	} {
		if got := a.NUMANodes("node", c.allocations); !slices.Equal(got, c.want) {
			t.Errorf("found %v, expected %v", got, c.want)
		}
	}
	if got := a.NUMANodes("other", []*resourceapi.AllocationResult{of("gpu-000")}); got != nil {
		t.Errorf("found %v on another node", got)
	}
}

// The number of free devices of a node bounds what claims can have, unless they share devices or the devices are of several
// nodes.
func TestFreeDevices(t *testing.T) {
	state := inUse("pool", "gpu-000", "gpu-001")
	pool, other := sliceOf("pool", "node", gpus(5)...), sliceOf("other", "other", gpus(7)...)
	a := allocatorOf(t, state, pool, other)
	for node, expected := range map[string]int{"node": 3, "other": 7, "none": 0} {
		if got, isBound := a.FreeDevices(node); got != expected || !isBound {
			t.Errorf("%s: found %d (a bound: %t), expected %d", node, got, isBound, expected)
		}
	}
	with := a.Without(map[structured.DeviceID]bool{structured.MakeDeviceID(driver, "pool", "gpu-004"): true})
	if got, isBound := with.FreeDevices("node"); got != 2 || !isBound {
		t.Errorf("found %d (a bound: %t), expected 2", got, isBound)
	}
	yes := true
	shared := sliceOf("shared", "node", gpus(1)...)
	shared.Spec.Devices[0].AllowMultipleAllocations = &yes
	everywhere := sliceOf("everywhere", "", gpus(1)...)
	everywhere.Spec.NodeName, everywhere.Spec.AllNodes = nil, &yes
	for _, more := range []*resourceapi.ResourceSlice{shared, everywhere} {
		if got, isBound := allocatorOf(t, state, pool, more).FreeDevices("node"); isBound {
			t.Errorf("%s: found %d, expected no bound", more.Name, got)
		}
	}
}
