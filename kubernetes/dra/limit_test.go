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

// poolsOf returns pools with 100 GPUs each, pool-00 and so on.
func poolsOf(count int) (out []*resourceapi.ResourceSlice) {
	for i := range count {
		out = append(out, sliceOf(fmt.Sprintf("pool-%02d", i), "node", gpus(100)...))
	}
	return out
}

func TestManyDevicesInUse(t *testing.T) {
	pools := poolsOf(12)
	state := inUse("")
	for _, pool := range pools {
		for _, d := range pool.Spec.Devices[1:] {
			state.AllocatedDevices = state.AllocatedDevices.Union(inUse(pool.Spec.Pool.Name, d.Name).AllocatedDevices)
		}
	}
	one := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 12))}
	if results, err := allocate(t, state, one, pools...); err != nil || len(devicesOf(results)) != 12 {
		t.Errorf("found %v, %v, expected the 12 devices that are not in use", devicesOf(results), err)
	}
	all := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 13))}
	if results, err := allocate(t, state, all, pools...); err != nil || results != nil {
		t.Errorf("found %v, %v, expected neither", devicesOf(results), err)
	}
}

// Devices in use that are left out for the limit keep their counters.
func TestCountersOfManyDevices(t *testing.T) {
	devices := gpus(1102)
	counters := sliceOf("counters", "node")
	counters.Spec.Pool = resourceapi.ResourcePool{Name: "pool", Generation: 1, ResourceSliceCount: 2}
	counters.Spec.SharedCounters = []resourceapi.CounterSet{{Name: "set", Counters: map[string]resourceapi.Counter{"c": {Value: quantity("1101")}}}}
	var names []string
	for i := range devices {
		devices[i].ConsumesCounters = []resourceapi.DeviceCounterConsumption{{CounterSet: "set", Counters: map[string]resourceapi.Counter{"c": {Value: quantity("1")}}}}
		if i >= 2 {
			names = append(names, devices[i].Name)
		}
	}
	pool := sliceOf("pool", "node", devices...)
	pool.Spec.Pool.ResourceSliceCount = 2
	for count, expected := range map[int64]int{1: 1, 2: 0} {
		claims := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", count))}
		if results, err := allocate(t, inUse("pool", names...), claims, pool, counters); err != nil || len(devicesOf(results)) != expected {
			t.Errorf("%d devices: found %v, %v, expected %d", count, devicesOf(results), err, expected)
		}
	}
}

// Devices of other drivers, and counters of other pools, are not passed to the engine.
func TestUnrelatedDevices(t *testing.T) {
	devices := gpus(3)
	for i := range devices {
		devices[i].ConsumesCounters = []resourceapi.DeviceCounterConsumption{{CounterSet: "set", Counters: map[string]resourceapi.Counter{"c": {Value: quantity("1")}}}}
	}
	pool, counters := sliceOf("pool", "node", devices...), sliceOf("counters", "node")
	counters.Spec.SharedCounters = []resourceapi.CounterSet{{Name: "set", Counters: map[string]resourceapi.Counter{"c": {Value: quantity("3")}}}}
	counters.Spec.Pool.Name = "pool"
	pool.Spec.Pool.ResourceSliceCount, counters.Spec.Pool.ResourceSliceCount = 2, 2
	other := sliceOf("other", "node", deviceOf("a", map[resourceapi.QualifiedName]any{"index": 7}), deviceOf("b", map[resourceapi.QualifiedName]any{"index": 8}))
	for _, name := range []string{"nic.example.com", driver} {
		other.Spec.Driver = name
		one := lister{"gpu": {Spec: resourceapi.DeviceClassSpec{Selectors: []resourceapi.DeviceSelector{
			selector(fmt.Sprintf("device.driver == %q && device.attributes[%q].index >= 7", name, name))}}}}
		a, err := newCache().NewAllocator(t.Context(), features, inUse("pool"), one, sourcesOf([]*resourceapi.ResourceSlice{pool, counters, other}))
		if err != nil {
			t.Fatal(err)
		}
		pools, err := a.gather(machine)
		if err != nil {
			t.Fatal(err)
		}
		p := &problem{a: a, ctx: t.Context(), node: machine, claims: []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 1))}, pools: pools}
		expected := map[string]int{"nic.example.com": 2, driver: 5}[name] // idle devices of one driver count in the score
		if err := p.prepare(); err != nil || len(p.devices) != expected || len(p.counters()) != 0 {
			t.Errorf("%s: found %d devices, %d counters, %v, expected %d devices and no counters", name, len(p.devices), len(p.counters()), err, expected)
		}
	}
}

func TestIgnoredErrorOfSelector(t *testing.T) {
	pool := sliceOf("pool", "node", deviceOf("a", nil), deviceOf("b", map[resourceapi.QualifiedName]any{"model": "x"}))
	failing := requestOf("failing", 1, fmt.Sprintf("device.attributes[%q].model == 'x'", driver))
	// The selector fails on a device in use only.
	results, err := allocate(t, inUse("pool", "a", "b"), []*resourceapi.ResourceClaim{claimOf("claim", failing)}, pool)
	if results != nil || err != nil {
		t.Errorf("found %v, %v, expected neither", devicesOf(results), err)
	}
	// No device helps: another request has none.
	for _, requests := range [][]resourceapi.DeviceRequest{
		{requestOf("none", 1, "device.driver == 'none'"), failing}, {failing, requestOf("none", 1, "device.driver == 'none'")}} {
		requests = slices.Clone(requests)
		results, err := allocate(t, inUse("pool", "b"), []*resourceapi.ResourceClaim{claimOf("claim", requests...)}, pool)
		if results != nil || err != nil {
			t.Errorf("found %v, %v, expected neither", devicesOf(results), err)
		}
	}
	// Each request has enough devices, but not both.
	second := failing
	second.Name = "second"
	results, err = allocate(t, inUse("pool"), []*resourceapi.ResourceClaim{claimOf("claim", failing, second)}, pool)
	if results != nil || err != nil {
		t.Errorf("found %v, %v, expected neither", devicesOf(results), err)
	}
	if results, err := allocate(t, inUse("pool", "b"), []*resourceapi.ResourceClaim{claimOf("claim", failing)}, pool); err == nil {
		t.Errorf("found %v, expected the error of the selector", devicesOf(results))
	}
}

// An error of a selector is kept like its other results.
func TestFailuresAreKept(t *testing.T) {
	cache := newCache()
	s := cache.read(sourcesOf([]*resourceapi.ResourceSlice{sliceOf("pool", "node", deviceOf("a", nil))})[0])
	e, epoch, err := cache.compile(fmt.Sprintf("device.attributes[%q].model == 'x'", driver))
	if err != nil {
		t.Fatal(err)
	}
	var failures []error
	for range 2 {
		set := []uint64{1}
		if err := s.match(t.Context(), e, epoch, set, func(_ int, err error) { failures = append(failures, err) }); err != nil || set[0] != 0 {
			t.Fatalf("found %v, set %v, expected an empty set", err, set)
		}
	}
	if len(failures) != 2 || failures[0] != failures[1] {
		t.Errorf("found %v, expected one error twice", failures)
	}
}

// Limits are told apart from refusals, and from other errors of a node.
func TestLimitsAreNamed(t *testing.T) {
	one := func(count int64) []*resourceapi.ResourceClaim {
		return []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", count))}
	}
	all := one(0)
	all[0].Spec.Devices.Requests[0].Exactly.AllocationMode = resourceapi.DeviceAllocationModeAll
	incomplete := sliceOf("pool", "node", gpus(4)...)
	incomplete.Spec.Pool.ResourceSliceCount = 2
	for _, test := range []struct {
		what    string
		claims  []*resourceapi.ResourceClaim
		pools   []*resourceapi.ResourceSlice
		limited bool
	}{
		{"more devices than the engine can have", one(1), poolsOf(11), true},
		{"too few devices", one(5), []*resourceapi.ResourceSlice{sliceOf("pool", "node", gpus(4)...)}, false},
		{"an incomplete pool", all, []*resourceapi.ResourceSlice{incomplete}, false},
	} {
		results, err := allocate(t, inUse(""), test.claims, test.pools...)
		if results != nil || errors.Is(err, ErrLimit) != test.limited || test.limited && !errors.Is(err, structured.ErrFailedAllocationOnNode) {
			t.Errorf("%s: found %v, %v, expected a limit: %t", test.what, devicesOf(results), err, test.limited)
		}
	}
	a := allocatorOf(t, inUse(""), sliceOf("pool", "node", gpus(64)...))
	answer, err := a.AllocateWithin(t.Context(), machine, one(8), 1)
	if !errors.Is(err, ErrLimit) || answer.Results != nil || !strings.Contains(err.Error(), "the search for devices ended after") {
		t.Errorf("found %v, %v, expected the end of the search", devicesOf(answer.Results), err)
	}
}
