package dra

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

// expectNodeOnly fails unless the outcome is a refusal that leaves other nodes to the pod.
func expectNodeOnly(t *testing.T, results []resourceapi.AllocationResult, err error, expected string) {
	t.Helper()
	if results != nil || !errors.Is(err, structured.ErrFailedAllocationOnNode) || !strings.Contains(fmt.Sprint(err), expected) {
		t.Errorf("found %v, %v, expected an error for this node with %q", devicesOf(results), err, expected)
	}
}

func TestConstraintOfAllDevices(t *testing.T) {
	matched := func(requests ...resourceapi.DeviceRequest) []*resourceapi.ResourceClaim {
		claim := claimOf("claim", requests...)
		claim.Spec.Devices.Constraints = []resourceapi.DeviceConstraint{{MatchAttribute: ptr(numaNodeAttribute), Requests: []string{"gpus"}}}
		return []*resourceapi.ResourceClaim{claim}
	}
	pool := sliceOf("pool", "node", gpus(4)...)
	results, err := allocate(t, inUse("pool"), matched(requestOf("nic", 1, "device.driver == 'nic.example.com'"), allOf("gpus")), pool)
	expectNodeOnly(t, results, err, "constraint would not be satisfied")
	results, err = allocate(t, inUse("pool", "gpu-000"), matched(allOf("gpus")), pool)
	expectNodeOnly(t, results, err, "constraint would not be satisfied")
}

// A pool is valid also if the cache reads one of its slices twice.
func TestPoolReadTwice(t *testing.T) {
	var objects []*resourceapi.ResourceSlice
	for i, node := range []string{"node", "node", "other"} {
		s := sliceOf(fmt.Sprintf("slice-%d", i), node)
		s.Spec.Pool = resourceapi.ResourcePool{Name: "pool", Generation: 1, ResourceSliceCount: 3}
		objects = append(objects, s)
	}
	objects[0].Spec.SharedCounters = []resourceapi.CounterSet{{Name: "s", Counters: map[string]resourceapi.Counter{"c": {Value: quantity("1")}}}}
	objects[1].Spec.Devices = gpus(1)
	cache, sources := newCache(), sourcesOf(objects)
	a, err := cache.NewAllocator(t.Context(), features, inUse("pool"), classes, sources)
	if err != nil {
		t.Fatal(err)
	}
	forNode := []*slice{cache.read(sources[0]), cache.read(sources[1])}
	clear(cache.slices) // as if another allocator had dropped them
	p := a.complete(forNode[0].pool, forNode)
	if !p.isUsable() || len(p.slices) != 1 || len(p.elsewhere) != 1 {
		t.Errorf("found %d slices for the node and %d for others, problem %q, expected one of each", len(p.slices), len(p.elsewhere), p.problem())
	}
}

func TestBadCapacity(t *testing.T) {
	bad := deviceOf("zz", nil)
	bad.Capacity = map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{"m": {Value: quantity("-1")}}
	unrepresentable := deviceOf("zz", nil)
	unrepresentable.Capacity = map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{"m": {Value: quantity("9E"),
		RequestPolicy: &resourceapi.CapacityRequestPolicy{ValidRange: &resourceapi.CapacityRequestPolicyRange{Min: ptr(quantity("1")), Step: ptr(quantity("5E"))}}}}
	asking := requestOf("r", 1)
	asking.Exactly.Capacity = &resourceapi.CapacityRequirements{Requests: requestsOf("m", "8E")}
	good := deviceOf("gpu-000", nil)
	good.Capacity = map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{"m": {Value: quantity("9E")}}
	claims := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 1))}
	results, err := allocate(t, inUse("pool"), claims, sliceOf("pool", "node", good, bad))
	if err != nil || !slices.Equal(devicesOf(results), []string{"gpu-000"}) {
		t.Errorf("found %v, %v, expected gpu-000", devicesOf(results), err)
	}
	results, err = allocate(t, inUse("pool"), claims, sliceOf("pool", "node", bad))
	expectNodeOnly(t, results, err, "negative")
	results, err = allocate(t, inUse("pool"), []*resourceapi.ResourceClaim{claimOf("claim", allOf("r"))}, sliceOf("pool", "node", good, bad))
	expectNodeOnly(t, results, err, "negative")
	// A requested amount that cannot be rounded is an error also if another device needs no rounding.
	results, err = allocate(t, inUse("pool"), []*resourceapi.ResourceClaim{claimOf("claim", asking)}, sliceOf("pool", "node", good, unrepresentable))
	expectNodeOnly(t, results, err, "cannot be represented")
}

func TestLimitsOfEngine(t *testing.T) {
	var claims []*resourceapi.ResourceClaim
	for c := range 3 {
		var requests []resourceapi.DeviceRequest
		for i := range 32 {
			r := resourceapi.DeviceRequest{Name: fmt.Sprint("r", i)}
			for s := range 8 {
				r.FirstAvailable = append(r.FirstAvailable, resourceapi.DeviceSubRequest{Name: fmt.Sprint("s", s), DeviceClassName: "gpu",
					AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: 1})
			}
			requests = append(requests, r)
		}
		claims = append(claims, claimOf(fmt.Sprint("claim-", c), requests...))
	}
	results, err := allocate(t, inUse("pool"), claims, sliceOf("pool", "node", gpus(4)...))
	expectNodeOnly(t, results, err, "at most 512")
}

func TestTooManyDevicesForAll(t *testing.T) {
	results, err := allocate(t, inUse("pool"), []*resourceapi.ResourceClaim{claimOf("claim", allOf("r"))}, sliceOf("pool", "node", gpus(33)...))
	expectNodeOnly(t, results, err, "exceeds the claim limit")
}
