package claims

import (
	"fmt"
	"math/rand/v2"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
)

// Each claim has the allocation that was made for it, or the one that it shares, also after a second trial.
func TestAllocationsAreSorted(t *testing.T) {
	allocation := func(device string) *resourceapi.AllocationResult {
		return &resourceapi.AllocationResult{Devices: resourceapi.DeviceAllocationResult{
			Results: []resourceapi.DeviceRequestAllocationResult{{Driver: driver, Pool: "a", Device: device}}}}
	}
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		all := make([]reservedClaim, 1+random.IntN(5))
		var made, shared []*resourceapi.AllocationResult // in the order of DynamicResources
		for i := range all {
			name := fmt.Sprint("device-", i)
			all[i].claim = &resourceapi.ResourceClaim{}
			if random.IntN(2) == 0 {
				all[i].shared = allocation(name)
				shared = append(shared, allocation(name))
			} else {
				made = append(made, allocation(name))
			}
		}
		for i, next := range append(made, shared...) {
			all[i].claim.Status.Allocation = next
		}
		for range 2 {
			sortAllocations(all)
			for i, r := range all {
				if got, expected := namesOf(r.claim)[0], fmt.Sprint("a/device-", i); got != expected {
					t.Fatalf("seed %d: claim %d has %s, expected %s", seed, i, got, expected)
				}
			}
		}
	}
}
