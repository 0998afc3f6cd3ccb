package dra

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// drawAmount returns a positive amount up to most, half of them whole.
func drawAmount(random *rand.Rand, most int) resource.Quantity {
	if random.IntN(2) == 0 {
		return quantity(fmt.Sprint(1 + random.IntN(most)))
	}
	return quantity(fmt.Sprintf("%dm", 100*(1+random.IntN(10*most))))
}

// drawDevice returns a device with random attributes, taints, counters and capacities.
func drawDevice(random *rand.Rand, name string, perDevice bool) resourceapi.Device {
	d := deviceOf(name, map[resourceapi.QualifiedName]any{"kind": random.IntN(3)})
	if random.IntN(4) > 0 {
		d.Attributes["root"] = resourceapi.DeviceAttribute{StringValue: ptr(fmt.Sprint(random.IntN(2)))}
	}
	if random.IntN(4) > 0 {
		list := []int64{random.Int64N(4)}
		if random.IntN(2) == 0 {
			list = append(list, random.Int64N(4))
		}
		d.Attributes["list"] = resourceapi.DeviceAttribute{IntValues: list}
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
		capacity := resourceapi.DeviceCapacity{Value: drawAmount(random, 8)}
		switch random.IntN(3) {
		case 0:
			capacity.RequestPolicy = &resourceapi.CapacityRequestPolicy{ValidRange: &resourceapi.CapacityRequestPolicyRange{
				Min: ptr(drawAmount(random, 2)), Step: ptr(drawAmount(random, 3))}}
			capacity.RequestPolicy.Default = ptr(capacity.RequestPolicy.ValidRange.Min.DeepCopy())
		case 1:
			capacity.RequestPolicy = &resourceapi.CapacityRequestPolicy{Default: ptr(quantity("1")),
				ValidValues: []resource.Quantity{quantity("1"), quantity(fmt.Sprint(2 + random.IntN(3)))}}
		}
		d.Capacity = map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{"size": capacity}
	}
	if perDevice {
		d.NodeName = ptr([]string{"node", "node", "other"}[random.IntN(3)])
		if random.IntN(4) == 0 {
			d.NodeName, d.AllNodes = nil, ptr(true)
		}
	}
	return d
}

// drawPool returns a slice with devices and one with their counters. Some pools are incomplete.
func drawPool(random *rand.Rand, name string) []*resourceapi.ResourceSlice {
	slice, counters := sliceOf(name, "node"), sliceOf(name+"-counters", "node")
	counters.Spec.Pool.Name = name
	counters.Spec.SharedCounters = []resourceapi.CounterSet{{Name: "set", Counters: map[string]resourceapi.Counter{"c": {Value: quantity(fmt.Sprint(1 + random.IntN(6)))}}}}
	perDevice := random.IntN(4) == 0
	for _, s := range []*resourceapi.ResourceSlice{slice, counters} {
		s.Spec.Pool.ResourceSliceCount = 2
		if perDevice {
			s.Spec.NodeName, s.Spec.AllNodes = nil, ptr(true)
		}
	}
	if perDevice {
		slice.Spec.AllNodes, slice.Spec.PerDeviceNodeSelection = nil, ptr(true)
	}
	if random.IntN(15) == 0 {
		slice.Spec.Pool.ResourceSliceCount = 3
	}
	for i := range 1 + random.IntN(5) {
		slice.Spec.Devices = append(slice.Spec.Devices, drawDevice(random, fmt.Sprintf("d%d", i), perDevice))
	}
	return []*resourceapi.ResourceSlice{slice, counters}
}

// drawState returns which devices of the pools are in use.
func drawState(random *rand.Rand, pools []*resourceapi.ResourceSlice) structured.AllocatedState {
	state := inUse("")
	for _, slice := range pools {
		for i := range slice.Spec.Devices {
			d := &slice.Spec.Devices[i]
			id := structured.MakeDeviceID(driver, slice.Spec.Pool.Name, d.Name)
			switch {
			case random.IntN(5) > 0:
			case d.AllowMultipleAllocations == nil:
				state.AllocatedDevices.Insert(id)
			default:
				state.AggregatedCapacity.Insert(structured.NewDeviceConsumedCapacity(id, map[resourceapi.QualifiedName]resource.Quantity{"size": drawAmount(random, 2)}))
			}
		}
	}
	return state
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
		r.Exactly.Capacity = &resourceapi.CapacityRequirements{Requests: map[resourceapi.QualifiedName]resource.Quantity{"size": drawAmount(random, 4)}}
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
			attribute := ptr(resourceapi.FullyQualifiedName(driver + "/" + []string{"root", "kind", "list"}[random.IntN(3)]))
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

// onlyWith returns the slices with devices in use and those of the results.
func onlyWith(pools []*resourceapi.ResourceSlice, state structured.AllocatedState, results []resourceapi.AllocationResult) (out []*resourceapi.ResourceSlice) {
	kept := state.AllocatedDevices.Clone()
	for id := range state.AggregatedCapacity {
		kept.Insert(id)
	}
	for _, result := range results {
		for _, d := range result.Devices.Results {
			kept.Insert(structured.MakeDeviceID(d.Driver, d.Pool, d.Device))
		}
	}
	for _, slice := range pools {
		changed := slice.DeepCopy()
		changed.Spec.Devices = slices.DeleteFunc(changed.Spec.Devices, func(d resourceapi.Device) bool {
			return !kept.Has(structured.MakeDeviceID(slice.Spec.Driver, slice.Spec.Pool.Name, d.Name))
		})
		out = append(out, changed)
	}
	return out
}

// outcomeOf returns the class of an outcome: devices, nil, an error for the node or a fatal error.
func outcomeOf(results []resourceapi.AllocationResult, err error) string {
	switch {
	case errors.Is(err, structured.ErrFailedAllocationOnNode):
		return "node"
	case err != nil:
		return "fatal"
	case results == nil:
		return "nil"
	}
	return "devices"
}

// isLikeUpstream compares the classes of two outcomes. Upstream ends the scheduling of a pod for
// constraints and pools that forbid a request for all devices, if its search meets them. They concern
// this node only.
func isLikeUpstream(expected []resourceapi.AllocationResult, expectedError error, results []resourceapi.AllocationResult, err error) bool {
	class, upstream := outcomeOf(results, err), outcomeOf(expected, expectedError)
	forAll := func(err error) bool {
		return err != nil && (strings.Contains(err.Error(), "cannot add device") || strings.Contains(err.Error(), "asks for all devices"))
	}
	switch {
	case forAll(err):
		return class == "node" && (upstream == "nil" || upstream == "node" || forAll(expectedError))
	case forAll(expectedError):
		return class == "node" || class == "nil"
	}
	return class == upstream
}

// TestLikeUpstream compares the outcome of random problems with that of upstream's allocator: both
// find devices, or neither does, with errors of the same class. With the devices that this package found and no others, upstream
// must find devices, too.
func TestLikeUpstream(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	compiler := cel.NewCache(100, cel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true})
	cache := NewCache(compiler)
	found, problems := 0, 2000
	if number, err := strconv.Atoi(os.Getenv("KOORD_DRA_CASES")); err == nil {
		problems = number
	}
	for i := range problems {
		var pools []*resourceapi.ResourceSlice
		for p := range 1 + random.IntN(2) {
			pools = append(pools, drawPool(random, fmt.Sprintf("pool-%d", p))...)
		}
		state, claims := drawState(random, pools), drawClaims(random)
		if allLeavesOut && len(state.AggregatedCapacity) > 0 && strings.Contains(text(claims), `"allocationMode":"All"`) {
			continue
		}
		upstream := func(pools []*resourceapi.ResourceSlice) ([]resourceapi.AllocationResult, error) {
			a, err := structured.NewAllocator(t.Context(), features, state, classes, sourcesOf(pools), compiler)
			if err != nil {
				t.Fatal(err)
			}
			return a.Allocate(t.Context(), machine, claims)
		}
		ours, err := cache.NewAllocator(t.Context(), features, state, classes, sourcesOf(pools))
		if err != nil {
			t.Fatal(err)
		}
		expected, expectedError := upstream(pools)
		results, err := ours.Allocate(t.Context(), machine, claims)
		if !isLikeUpstream(expected, expectedError, results, err) {
			t.Fatalf("problem %d: found %v, %v, upstream %v, %v\n%s\n%s", i, devicesOf(results), err, devicesOf(expected), expectedError, text(pools), text(claims))
		}
		if results == nil {
			continue
		}
		found++
		if again, err := upstream(onlyWith(pools, state, results)); again == nil {
			t.Fatalf("problem %d: found %v, which upstream refuses: %v\n%s\n%s", i, devicesOf(results), err, text(pools), text(claims))
		}
	}
	if found < problems/10 || found > problems*9/10 {
		t.Errorf("devices are found in %d of %d problems, expected that both outcomes are common", found, problems)
	}
}
