package dra

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// drawPool returns a pool with random attributes, taints, counters and capacities, and the names of
// its devices.
func drawPool(random *rand.Rand, name string) ([]*resourceapi.ResourceSlice, []string) {
	slice := sliceOf(name, "node")
	counters := sliceOf(name+"-counters", "node")
	counters.Spec.Pool.Name = name
	counters.Spec.SharedCounters = []resourceapi.CounterSet{{Name: "set", Counters: map[string]resourceapi.Counter{"c": {Value: quantity(fmt.Sprint(1 + random.IntN(6)))}}}}
	counters.Spec.Devices = nil
	slice.Spec.Pool.ResourceSliceCount, counters.Spec.Pool.ResourceSliceCount = 2, 2
	var names []string
	for i := range 1 + random.IntN(5) {
		d := deviceOf(fmt.Sprintf("d%d", i), map[resourceapi.QualifiedName]any{"kind": random.IntN(3)})
		if random.IntN(4) > 0 {
			d.Attributes["root"] = resourceapi.DeviceAttribute{StringValue: ptr(fmt.Sprint(random.IntN(2)))}
		}
		if random.IntN(4) == 0 {
			d.Taints = []resourceapi.DeviceTaint{{Key: fmt.Sprint(random.IntN(2)), Effect: resourceapi.DeviceTaintEffectNoSchedule}}
		}
		if random.IntN(3) == 0 {
			d.ConsumesCounters = []resourceapi.DeviceCounterConsumption{{CounterSet: "set",
				Counters: map[string]resourceapi.Counter{"c": {Value: quantity(fmt.Sprint(1 + random.IntN(3)))}}}}
		}
		if random.IntN(3) == 0 {
			d.AllowMultipleAllocations = ptr(true)
			capacity := resourceapi.DeviceCapacity{Value: quantity(fmt.Sprint(1 + random.IntN(8)))}
			if random.IntN(2) == 0 {
				capacity.RequestPolicy = &resourceapi.CapacityRequestPolicy{Default: ptr(quantity("1")), ValidRange: &resourceapi.CapacityRequestPolicyRange{
					Min: ptr(quantity("1")), Step: ptr(quantity(fmt.Sprint(1 + random.IntN(3))))}}
			}
			d.Capacity = map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{"size": capacity}
		}
		names = append(names, d.Name)
		slice.Spec.Devices = append(slice.Spec.Devices, d)
	}
	return []*resourceapi.ResourceSlice{slice, counters}, names
}

func drawRequest(random *rand.Rand, name string) resourceapi.DeviceRequest {
	if random.IntN(8) == 0 {
		return allOf(name)
	}
	r := requestOf(name, int64(1+random.IntN(2)))
	if random.IntN(2) == 0 {
		r.Exactly.Selectors = []resourceapi.DeviceSelector{selector(fmt.Sprintf("device.attributes[%q].kind <= %d", driver, random.IntN(3)))}
	}
	if random.IntN(3) == 0 {
		r.Exactly.Tolerations = []resourceapi.DeviceToleration{{Key: fmt.Sprint(random.IntN(2)), Operator: resourceapi.DeviceTolerationOpExists}}
	}
	if random.IntN(4) == 0 {
		r.Exactly.Capacity = &resourceapi.CapacityRequirements{Requests: requestsOf("size", fmt.Sprint(1+random.IntN(4)))}
	}
	if random.IntN(4) > 0 {
		return r
	}
	list := resourceapi.DeviceRequest{Name: name}
	for i := range 1 + random.IntN(3) {
		list.FirstAvailable = append(list.FirstAvailable, resourceapi.DeviceSubRequest{Name: fmt.Sprint(i), DeviceClassName: "gpu",
			AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: int64(1 + random.IntN(3)), Selectors: r.Exactly.Selectors, Tolerations: r.Exactly.Tolerations})
	}
	return list
}

func drawClaims(random *rand.Rand) (out []*resourceapi.ResourceClaim) {
	for c := range 1 + random.IntN(2) {
		var requests []resourceapi.DeviceRequest
		for r := range 1 + random.IntN(3) {
			requests = append(requests, drawRequest(random, fmt.Sprintf("r%d", r)))
		}
		claim := claimOf(fmt.Sprintf("claim-%d", c), requests...)
		for range random.IntN(2) {
			attribute := ptr(resourceapi.FullyQualifiedName(driver + "/" + []string{"root", "kind"}[random.IntN(2)]))
			if random.IntN(2) == 0 {
				claim.Spec.Devices.Constraints = append(claim.Spec.Devices.Constraints, resourceapi.DeviceConstraint{MatchAttribute: attribute})
			} else {
				claim.Spec.Devices.Constraints = append(claim.Spec.Devices.Constraints, resourceapi.DeviceConstraint{DistinctAttribute: attribute, Requests: []string{"r0"}})
			}
		}
		out = append(out, claim)
	}
	return out
}

// TestFeasibleLikeUpstream compares the outcome of random problems with that of upstream's
// allocator: both find devices, or neither does.
func TestFeasibleLikeUpstream(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	compiler := cel.NewCache(100, cel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true})
	cache := NewCache(compiler)
	found, problems := 0, 2000
	if number, err := strconv.Atoi(os.Getenv("KOORD_DRA_CASES")); err == nil {
		problems = number
	}
	for i := range problems {
		state := inUse("")
		var slices []*resourceapi.ResourceSlice
		for p := range 1 + random.IntN(2) {
			pool, names := drawPool(random, fmt.Sprintf("pool-%d", p))
			slices = append(slices, pool...)
			for d, name := range names {
				if shared := pool[0].Spec.Devices[d].AllowMultipleAllocations != nil; random.IntN(5) == 0 && !shared {
					state.AllocatedDevices.Insert(structured.MakeDeviceID(driver, fmt.Sprintf("pool-%d", p), name))
				}
			}
		}
		claims := drawClaims(random)
		sources := sourcesOf(slices)
		theirs, err := structured.NewAllocator(t.Context(), features, state, classes, sources, compiler)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := cache.NewAllocator(t.Context(), features, state, classes, sources)
		if err != nil {
			t.Fatal(err)
		}
		expected, expectedError := theirs.Allocate(t.Context(), machine, claims)
		results, err := ours.Allocate(t.Context(), machine, claims)
		if (expected == nil) != (results == nil) {
			t.Fatalf("problem %d: found %v, %v, upstream %v, %v\n%s\n%s", i, devicesOf(results), err, devicesOf(expected), expectedError, text(slices), text(claims))
		}
		if results != nil {
			found++
		}
	}
	if found < problems/10 || found > problems*9/10 {
		t.Errorf("devices are found in %d of %d problems, expected that both outcomes are common", found, problems)
	}
}
