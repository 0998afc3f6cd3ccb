//go:build !kube1_36

package dra

import (
	"slices"
	"strings"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
)

// A pool whose devices have compatibility groups is not used. The message states this, and does not
// promise an end.
func TestCompatibilityGroupsAreNamed(t *testing.T) {
	grouped := gpus(1)
	grouped[0].ConsumesCounters = []resourceapi.DeviceCounterConsumption{{CounterSet: "s", CompatibilityGroups: []string{"x"}}}
	pair := func(change func(first, second *resourceapi.ResourceSlice)) []*resourceapi.ResourceSlice {
		first, second := sliceOf("pool", "node", gpus(1)...), sliceOf("pool", "node", grouped...)
		second.Name = "second"
		first.Spec.Pool.ResourceSliceCount, second.Spec.Pool.ResourceSliceCount = 2, 2
		change(first, second)
		return []*resourceapi.ResourceSlice{first, second}
	}
	const unsupported, updated = "resource pool gpu.example.com/pool has devices with compatibility groups, which this allocator does not support",
		"resource pool gpu.example.com/pool is currently being updated"
	for what, test := range map[string]struct {
		pool     []*resourceapi.ResourceSlice
		expected string
	}{
		"all slices":         {[]*resourceapi.ResourceSlice{sliceOf("pool", "node", grouped...)}, unsupported},
		"one slice":          {pair(func(_, _ *resourceapi.ResourceSlice) {}), unsupported},
		"of another node":    {pair(func(_, second *resourceapi.ResourceSlice) { second.Spec.NodeName = ptr("other") }), unsupported},
		"an old generation":  {pair(func(first, _ *resourceapi.ResourceSlice) { first.Spec.Pool.Generation++ }), updated},
		"nothing is grouped": {pair(func(_, second *resourceapi.ResourceSlice) { second.Spec.Devices = nil })[:1], updated},
	} {
		t.Run(what, func(t *testing.T) {
			enabled := features
			enabled.PartitionableDevices, enabled.CompatibilityGroups = true, true
			a, err := newCache().NewAllocator(t.Context(), enabled, inUse(""), classes, sourcesOf(test.pool))
			if err != nil {
				t.Fatal(err)
			}
			for _, request := range []resourceapi.DeviceRequest{requestOf("r", 2), allOf("r")} {
				answer, err := a.AllocateOrExplain(t.Context(), machine, []*resourceapi.ResourceClaim{claimOf("claim", request)})
				found := ""
				if err != nil {
					found = err.Error()
				} else if answer.Refusal != nil {
					found = answer.Refusal.Reason
				}
				if !strings.HasSuffix(found, test.expected) {
					t.Errorf("found %q, expected %q", found, test.expected)
				}
			}
		})
	}
}

func TestDerivedAttributesAreNotSupported(t *testing.T) {
	derived := []resourceapi.DeviceDerivedAttribute{{}}
	plain := claimOf("claim", requestOf("r", 1), resourceapi.DeviceRequest{Name: "s", FirstAvailable: []resourceapi.DeviceSubRequest{{}, {}}})
	if !IsSupported(plain) || !IsSupported(claimOf("empty")) {
		t.Error("a claim without derived attributes is not supported")
	}
	for _, at := range []func(requests []resourceapi.DeviceRequest){
		func(requests []resourceapi.DeviceRequest) { requests[0].Exactly.DerivedAttributes = derived },
		func(requests []resourceapi.DeviceRequest) { requests[1].FirstAvailable[1].DerivedAttributes = derived },
	} {
		claim := plain.DeepCopy()
		at(claim.Spec.Devices.Requests)
		if IsSupported(claim) {
			t.Errorf("%s: found no derived attributes", text(claim))
		}
		claim.Spec.Devices.Requests = slices.Concat(claim.Spec.Devices.Requests[1:], claim.Spec.Devices.Requests[:1])
		if IsSupported(claim) {
			t.Errorf("%s: found no derived attributes", text(claim))
		}
	}
}
