package dra

import (
	"slices"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

func allocatorOf(t *testing.T, state structured.AllocatedState, slices ...*resourceapi.ResourceSlice) *Allocator {
	t.Helper()
	a, err := newCache().NewAllocator(t.Context(), features, state, classes, sourcesOf(slices))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestRefusalStatesWhatIsMissing(t *testing.T) {
	a := allocatorOf(t, inUse("pool", "gpu-000"), sliceOf("pool", "node", gpus(4)...))
	for _, test := range []struct {
		count    int64
		expected *Refusal
	}{
		{3, nil},
		{4, &Refusal{"claim default/claim, request r: needs 4 devices, found 3, 1 in use", 1}},
		{6, &Refusal{"claim default/claim, request r: needs 6 devices, found 3, 1 in use", 3}},
	} {
		answer, err := a.AllocateOrExplain(t.Context(), machine, []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", test.count))})
		results, refusal := answer.Results, answer.Refusal
		switch {
		case err != nil:
			t.Error(err)
		case test.expected == nil && (refusal != nil || len(results) != 1):
			t.Errorf("%d devices: found %v, %v, expected an allocation", test.count, results, refusal)
		case test.expected != nil && (refusal == nil || *refusal != *test.expected || results != nil):
			t.Errorf("%d devices: found %v, %+v, expected %+v", test.count, results, refusal, test.expected)
		}
	}
}

func TestAllocatorWithoutDevices(t *testing.T) {
	a := allocatorOf(t, inUse("pool", "gpu-000"), sliceOf("pool", "node", gpus(4)...))
	taken := func(name string) map[structured.DeviceID]bool {
		return map[structured.DeviceID]bool{structured.MakeDeviceID(driver, "pool", name): true}
	}
	less := a.Without(taken("gpu-001")).Without(taken("gpu-002"))
	for _, test := range []struct {
		allocator *Allocator
		expected  []string
	}{{less, []string{"gpu-003"}}, {a, []string{"gpu-001", "gpu-002", "gpu-003"}}} {
		claims := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", int64(len(test.expected))))}
		results, err := test.allocator.Allocate(t.Context(), machine, claims)
		if got := devicesOf(results); err != nil || !slices.Equal(got, test.expected) {
			t.Errorf("found %v, %v, expected %v", got, err, test.expected)
		}
	}
	if results, err := less.Allocate(t.Context(), machine, []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 2))}); results != nil || err != nil {
		t.Errorf("found %v, %v, expected no allocation of 2 devices", devicesOf(results), err)
	}
}

// A node has 2 NUMA nodes with 4 devices each, and 3 of the 8 devices are in use. Three devices come from one NUMA node, on which
// 3 devices were idle. Five devices come from both, on which 5 were idle.
func TestAnswerHasTheScore(t *testing.T) {
	a := allocatorOf(t, inUse("pool", "gpu-000", "gpu-004", "gpu-005"), sliceOf("pool", "node", gpus(8)...))
	for count, expected := range map[int64][2]uint32{3: {1, 3}, 5: {2, 5}} {
		answer, err := a.AllocateOrExplain(t.Context(), machine, []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", count))})
		if err != nil || len(answer.Results) != 1 || answer.NUMANodes != expected[0] || answer.Idle != expected[1] {
			t.Errorf("%d devices: found %+v, %v, expected %v", count, answer, err, expected)
		}
	}
}
