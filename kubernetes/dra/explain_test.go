package dra

import (
	"testing"

	resourceapi "k8s.io/api/resource/v1"
)

func TestExplain(t *testing.T) {
	pool := sliceOf("pool", "node", gpus(8)...)
	matched := claimOf("matched", requestOf("r", 6))
	matched.Spec.Devices.Constraints = []resourceapi.DeviceConstraint{{MatchAttribute: ptr(numaNodeAttribute)}}
	for _, test := range []struct {
		claim    *resourceapi.ResourceClaim
		expected string
	}{
		{claimOf("claim", requestOf("r", 2)), ""},
		{claimOf("claim", requestOf("r", 7)), "claim default/claim, request r: needs 7 devices, found 6, 2 in use; " +
			"the claims would fit with 1 device less for claim default/claim, request r, or if devices in use became free"},
		{matched, "all requests have enough devices, but not with matchAttribute resource.kubernetes.io/numaNode of claim default/matched; " +
			"the claims would fit with 3 devices less for claim default/matched, request r, or without matchAttribute resource.kubernetes.io/numaNode of claim default/matched"},
	} {
		a, err := newCache().NewAllocator(t.Context(), features, inUse("pool", "gpu-000", "gpu-007"), classes, sourcesOf([]*resourceapi.ResourceSlice{pool}))
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Explain(t.Context(), machine, []*resourceapi.ResourceClaim{test.claim})
		if err != nil || got != test.expected {
			t.Errorf("found %q, %v\nexpected %q", got, err, test.expected)
		}
	}
}

func TestExplainUnusable(t *testing.T) {
	blocked := gpus(1)
	blocked[0].ConsumesCounters = []resourceapi.DeviceCounterConsumption{{CounterSet: "s"}}
	updated := sliceOf("updated", "node", gpus(1)...)
	updated.Spec.Pool.ResourceSliceCount = 2
	limited := features
	limited.PartitionableDevices = false
	for name, test := range map[string]struct {
		pool     *resourceapi.ResourceSlice
		expected string
	}{
		"blocked device": {sliceOf("pool", "node", blocked...), "claim default/claim, request r: needs 1 device, found 0, 1 that cannot be allocated on this node"},
		"updated pool":   {updated, "claim default/claim, request r: needs 1 device, found 0, resource pool gpu.example.com/updated is currently being updated"},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := newCache().NewAllocator(t.Context(), limited, inUse(""), classes, sourcesOf([]*resourceapi.ResourceSlice{test.pool}))
			if err != nil {
				t.Fatal(err)
			}
			got, err := a.Explain(t.Context(), machine, []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 1))})
			if err != nil || got != test.expected {
				t.Errorf("found %q, %v\nexpected %q", got, err, test.expected)
			}
		})
	}
}
