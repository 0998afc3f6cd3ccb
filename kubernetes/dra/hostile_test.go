package dra

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// hostile returns slices that no API server accepts, and that must not affect other pools.
func hostile() map[string]*resourceapi.ResourceSlice {
	yes := true
	counters := func(value string, names ...string) map[string]resourceapi.Counter {
		out := make(map[string]resourceapi.Counter)
		for _, name := range names {
			out[name] = resourceapi.Counter{Value: quantity(value)}
		}
		return out
	}
	out := make(map[string]*resourceapi.ResourceSlice)
	long := strings.Repeat("x", 1<<20)
	out["huge names"] = sliceOf(long, "node", deviceOf(long, map[resourceapi.QualifiedName]any{resourceapi.QualifiedName(long): long}))
	out["two devices with one name"] = sliceOf("twice", "node", deviceOf("a", nil), deviceOf("a", nil))
	negative := sliceOf("negative", "node", deviceOf("a", nil))
	negative.Spec.Pool.Generation, negative.Spec.Pool.ResourceSliceCount = math.MinInt64, -1
	out["negative counts"] = negative
	many := sliceOf("many", "node", deviceOf("a", nil))
	many.Spec.Pool.Generation, many.Spec.Pool.ResourceSliceCount = math.MaxInt64, math.MaxInt64
	out["huge counts"] = many
	cyclic := deviceOf("a", nil)
	cyclic.ConsumesCounters = []resourceapi.DeviceCounterConsumption{{CounterSet: "a", Counters: counters("1", "b")}, {CounterSet: "b", Counters: counters("1", "a")}}
	both := sliceOf("cyclic", "node", cyclic)
	both.Spec.SharedCounters = []resourceapi.CounterSet{{Name: "a", Counters: counters("1", "a")}, {Name: "a", Counters: counters("1", "b")}}
	out["counters that refer to each other"] = both
	missing := sliceOf("missing", "node", cyclic)
	out["counters that do not exist"] = missing
	nothing := sliceOf("nothing", "", deviceOf("a", nil))
	nothing.Spec.NodeName = nil
	out["no node selection"] = nothing
	bad := sliceOf("selector", "", deviceOf("a", nil))
	bad.Spec.NodeName, bad.Spec.PerDeviceNodeSelection = nil, &yes
	bad.Spec.Devices[0].NodeSelector = &v1.NodeSelector{}
	out["empty node selector"] = bad
	capacities := deviceOf("zz", nil)
	capacities.AllowMultipleAllocations = &yes
	zero := quantity("0")
	capacities.Capacity = map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{
		"no minimum": {Value: quantity("9Ei"), RequestPolicy: &resourceapi.CapacityRequestPolicy{ValidRange: &resourceapi.CapacityRequestPolicyRange{Step: &zero}}},
		"huge step": {Value: quantity("9Ei"), RequestPolicy: &resourceapi.CapacityRequestPolicy{ValidRange: &resourceapi.CapacityRequestPolicyRange{
			Min: &zero, Step: ptr(quantity("18446744073709551616"))}}},
		"nano": {Value: quantity("9223372036854775807"), RequestPolicy: &resourceapi.CapacityRequestPolicy{Default: ptr(quantity("1n")), ValidValues: []resource.Quantity{}}},
	}
	out["odd capacities"] = sliceOf("zz-capacities", "node", capacities)
	attributes := deviceOf("zz", nil)
	attributes.Attributes["empty"] = resourceapi.DeviceAttribute{}
	attributes.Attributes["list"] = resourceapi.DeviceAttribute{StringValues: []string{}}
	attributes.Attributes[resourceapi.QualifiedName(numaNodeAttribute)] = resourceapi.DeviceAttribute{IntValue: ptr(int64(math.MinInt64))}
	attributes.Attributes[resourceapi.QualifiedName(pcieRootAttribute)] = resourceapi.DeviceAttribute{StringValues: []string{"a", "b"}}
	out["odd attributes"] = sliceOf("zz-attributes", "node", attributes)
	taints := deviceOf("zz", nil)
	for i := range 500 {
		taints.Taints = append(taints.Taints, resourceapi.DeviceTaint{Key: fmt.Sprint(i), Effect: resourceapi.DeviceTaintEffectNoSchedule})
	}
	out["many taints"] = sliceOf("zz-taints", "node", taints)
	return out
}

func ptr[T any](v T) *T { return &v }

func TestHostileSlices(t *testing.T) {
	claims := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 2, "device.driver != ''"))}
	huge := requestOf("r", 2)
	huge.Exactly.Capacity = &resourceapi.CapacityRequirements{Requests: requestsOf("huge step", "5")}
	for name, slice := range hostile() {
		t.Run(name, func(t *testing.T) {
			results, err := allocate(t, inUse("good", "gpu-000"), claims, slice, sliceOf("good", "node", gpus(4)...))
			if err != nil || len(devicesOf(results)) != 2 || slices.Contains(devicesOf(results), "gpu-000") {
				t.Fatalf("found %d devices, error %v, expected two devices", len(devicesOf(results)), err)
			}
			// Any answer will do.
			_, _ = allocate(t, inUse("good"), []*resourceapi.ResourceClaim{claimOf("claim", huge)}, slice, sliceOf("good", "node", gpus(4)...))
		})
	}
}

func TestHostileClaims(t *testing.T) {
	pool := sliceOf("pool", "node", gpus(4)...)
	changed := func(change func(*resourceapi.ResourceClaim)) *resourceapi.ResourceClaim {
		claim := claimOf("claim", requestOf("r", 1))
		change(claim)
		return claim
	}
	huge := make([]resourceapi.DeviceSubRequest, 0)
	for i := range 8 {
		huge = append(huge, resourceapi.DeviceSubRequest{Name: fmt.Sprint(i), DeviceClassName: "gpu", AllocationMode: resourceapi.DeviceAllocationModeExactCount,
			Count: math.MaxInt64})
	}
	huge[7].Count = 1
	for name, test := range map[string]struct {
		claim    *resourceapi.ResourceClaim
		expected string // in the error; "" if a device is allocated
	}{
		"huge count":      {claimOf("claim", requestOf("r", math.MaxInt64)), "exceeds the claim limit"},
		"negative count":  {claimOf("claim", requestOf("r", -1)), "found a count of -1"},
		"huge subrequest": {claimOf("claim", resourceapi.DeviceRequest{Name: "r", FirstAvailable: huge}), ""},
		"empty request":   {claimOf("claim", resourceapi.DeviceRequest{Name: "r"}), "neither exactly nor firstAvailable"},
		"many requests":   {claimOf("claim", slices.Repeat([]resourceapi.DeviceRequest{requestOf("r", 1)}, 100)...), "exceeds the claim limit"},
		"unknown class":   {changed(func(c *resourceapi.ResourceClaim) { c.Spec.Devices.Requests[0].Exactly.DeviceClassName = "no" }), "could not retrieve device class no"},
		"bad expression":  {claimOf("claim", requestOf("r", 1, strings.Repeat("(", 10000))), "CEL compile error"},
		"constraint of an unknown request": {changed(func(c *resourceapi.ResourceClaim) {
			c.Spec.Devices.Constraints = []resourceapi.DeviceConstraint{{Requests: []string{"no"}, MatchAttribute: ptr(resourceapi.FullyQualifiedName("a/b"))}}
		}), ""},
		"constraint without a domain": {changed(func(c *resourceapi.ResourceClaim) {
			c.Spec.Devices.Constraints = []resourceapi.DeviceConstraint{{MatchAttribute: ptr(resourceapi.FullyQualifiedName(""))}}
		}), "refused"},
		"negative capacity": {changed(func(c *resourceapi.ResourceClaim) {
			c.Spec.Devices.Requests[0].Exactly.Capacity = &resourceapi.CapacityRequirements{Requests: map[resourceapi.QualifiedName]resource.Quantity{"c": quantity("-1")}}
		}), "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			results, err := allocate(t, inUse("pool"), []*resourceapi.ResourceClaim{test.claim}, pool)
			switch {
			case test.expected == "":
				if err != nil || len(devicesOf(results)) != 1 {
					t.Errorf("found %v, %v, expected a device", devicesOf(results), err)
				}
			case test.expected == "refused":
				if err != nil || results != nil {
					t.Errorf("found %v, %v, expected neither", results, err)
				}
			case err == nil || !strings.Contains(err.Error(), test.expected):
				t.Errorf("found error %v, expected one with %q", err, test.expected)
			}
			a, failed := newCache().NewAllocator(t.Context(), features, inUse("pool"), classes, nil)
			if failed != nil {
				t.Fatal(failed)
			}
			if invalid := a.Check([]*resourceapi.ResourceClaim{test.claim}); fmt.Sprint(invalid) != fmt.Sprint(err) {
				t.Errorf("Check without devices: found error %v, expected %v", invalid, err)
			}
		})
	}
}
