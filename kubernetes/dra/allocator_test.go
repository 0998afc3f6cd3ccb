package dra

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

func TestFewestNUMANodes(t *testing.T) {
	// The first two free devices are on different NUMA nodes.
	results, err := allocate(t, inUse("pool", "gpu-000", "gpu-001", "gpu-002"), []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 2))},
		sliceOf("pool", "node", gpus(8)...))
	if err != nil {
		t.Fatal(err)
	}
	if got := devicesOf(results); !slices.Equal(got, []string{"gpu-004", "gpu-005"}) {
		t.Errorf("found %v, expected two devices of the second NUMA node", got)
	}
}

func TestIdleDevicesOfOtherDrivers(t *testing.T) {
	// Idle NICs of the first NUMA node do not make it more worth keeping whole than the second.
	nics := sliceOf("nics", "node", gpus(8)[:4]...)
	nics.Spec.Driver = "nic.example.com"
	results, err := allocate(t, inUse("pool"), []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 1))}, sliceOf("pool", "node", gpus(4)...), nics)
	if err != nil || !slices.Equal(devicesOf(results), []string{"gpu-000"}) {
		t.Errorf("found %v, %v, expected gpu-000, the first of equally good devices", devicesOf(results), err)
	}
}

func TestRefusal(t *testing.T) {
	results, err := allocate(t, inUse("pool", "gpu-000"), []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 4))}, sliceOf("pool", "node", gpus(4)...))
	if results != nil || err != nil {
		t.Errorf("found %v, %v, expected neither devices nor an error", results, err)
	}
}

func TestErrorOfSelector(t *testing.T) {
	plain, marked := deviceOf("a", nil), deviceOf("b", map[resourceapi.QualifiedName]any{"model": "x"})
	expression := fmt.Sprintf("device.attributes[%q].model == 'x'", driver)
	claim := func(count int64) []*resourceapi.ResourceClaim {
		return []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", count, expression))}
	}
	pool := sliceOf("pool", "node", plain, marked)
	results, err := allocate(t, inUse("pool"), claim(1), pool)
	if err != nil || !slices.Equal(devicesOf(results), []string{"b"}) {
		t.Errorf("found %v, %v, expected device b, which the selector matches without an error", devicesOf(results), err)
	}
	if _, err := allocate(t, inUse("pool"), claim(2), pool); err == nil || !strings.Contains(err.Error(), "no such key: model") {
		t.Errorf("found error %v, expected that of the selector", err)
	}
	// The second alternative must not be chosen because the first one's selector is wrong.
	first := resourceapi.DeviceSubRequest{Name: "first", DeviceClassName: "gpu", AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: 2,
		Selectors: []resourceapi.DeviceSelector{selector(expression)}}
	second := first
	second.Name, second.Selectors, second.Count = "second", nil, 1
	list := claimOf("claim", resourceapi.DeviceRequest{Name: "r", FirstAvailable: []resourceapi.DeviceSubRequest{first, second}})
	if results, err := allocate(t, inUse("pool"), []*resourceapi.ResourceClaim{list}, pool); err == nil {
		t.Errorf("found %v, expected the error of the first subrequest's selector", devicesOf(results))
	}
}

func TestCache(t *testing.T) {
	cache := newCache()
	pool := sourcesOf([]*resourceapi.ResourceSlice{sliceOf("pool", "node", gpus(8)...)})
	claims := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 1, fmt.Sprintf("device.attributes[%q].index >= 2", driver)))}
	run := func(sources []*ResourceSlice) []string {
		a, err := cache.NewAllocator(t.Context(), features, inUse("pool"), classes, sources)
		if err != nil {
			t.Fatal(err)
		}
		results, err := a.Allocate(t.Context(), machine, claims)
		if err != nil {
			t.Fatal(err)
		}
		return devicesOf(results)
	}
	for range 3 {
		if got := run(pool); !slices.Equal(got, []string{"gpu-002"}) {
			t.Fatalf("found %v, expected gpu-002", got)
		}
	}
	if got := len(cache.slices[pool[0]].selections); got != 2 {
		t.Errorf("results of %d expressions are kept, expected those of 2", got)
	}
	// The next generation of the slice is another object.
	devices := gpus(8)
	next := sourcesOf([]*resourceapi.ResourceSlice{sliceOf("pool", "node", devices[3:]...)})
	if got := run(next); !slices.Equal(got, []string{"gpu-003"}) {
		t.Errorf("found %v, expected gpu-003 of the new slice", got)
	}
	for i := range 200 {
		run(sourcesOf([]*resourceapi.ResourceSlice{sliceOf("pool", "node", gpus(8)...)}))
		if len(cache.slices) > 70 {
			t.Fatalf("after %d generations %d slices are kept", i, len(cache.slices))
		}
	}
	for i := range 2 * maxExpressions {
		claims = []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 1, fmt.Sprintf("device.attributes[%q].index != %d", driver, 100+i)))}
		run(pool)
	}
	if got := len(cache.expressions); got > maxExpressions {
		t.Errorf("%d expressions are kept, expected at most %d", got, maxExpressions)
	}
	if got := len(cache.slices[pool[0]].selections); got > maxExpressions {
		t.Errorf("results of %d expressions are kept, expected at most %d", got, maxExpressions)
	}
}

func TestConcurrentUse(t *testing.T) {
	cache := newCache()
	pool := sourcesOf([]*resourceapi.ResourceSlice{sliceOf("pool", "node", gpus(16)...)})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			a, err := cache.NewAllocator(context.Background(), features, inUse("pool", "gpu-000"), classes, pool)
			if err != nil {
				t.Error(err)
				return
			}
			var inner sync.WaitGroup
			for i := range 4 {
				inner.Go(func() {
					for j := range 20 {
						claim := claimOf("claim", requestOf("r", int64(1+i), fmt.Sprintf("device.attributes[%q].index >= %d", driver, j%4)))
						results, err := a.Allocate(context.Background(), machine, []*resourceapi.ResourceClaim{claim})
						if err != nil || len(devicesOf(results)) != 1+i {
							t.Errorf("found %v, %v, expected %d devices", devicesOf(results), err, 1+i)
						}
					}
				})
			}
			inner.Wait()
		})
	}
	group.Wait()
}

func TestInterruption(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a, err := newCache().NewAllocator(ctx, features, inUse("pool"), classes, sourcesOf([]*resourceapi.ResourceSlice{sliceOf("pool", "node", gpus(8)...)}))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := a.Allocate(ctx, machine, []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 1))}); !errors.Is(err, context.Canceled) {
		t.Errorf("found error %v, expected %v", err, context.Canceled)
	}
}

func TestManyDevices(t *testing.T) {
	one := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 2, fmt.Sprintf("device.attributes[%q].index == 1", driver)))}
	var pools []*resourceapi.ResourceSlice
	for i := range 20 {
		pools = append(pools, sliceOf(fmt.Sprintf("pool-%02d", i), "node", gpus(100)...))
	}
	if results, err := allocate(t, inUse(""), one, pools...); err != nil || len(devicesOf(results)) != 2 {
		t.Errorf("found %v, %v, expected two of the 20 devices that the selector matches", devicesOf(results), err)
	}
	all := []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 2))}
	if _, err := allocate(t, inUse(""), all, pools...); !errors.Is(err, structured.ErrFailedAllocationOnNode) || !strings.Contains(err.Error(), "match 2000 devices") {
		t.Errorf("found error %v, expected the limit", err)
	}
}
