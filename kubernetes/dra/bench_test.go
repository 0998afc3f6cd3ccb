package dra

import (
	"fmt"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// matching adds a matchAttribute constraint for each attribute.
func matching(claim *resourceapi.ResourceClaim, attributes ...string) *resourceapi.ResourceClaim {
	for _, name := range attributes {
		claim.Spec.Devices.Constraints = append(claim.Spec.Devices.Constraints,
			resourceapi.DeviceConstraint{MatchAttribute: ptr(resourceapi.FullyQualifiedName(driver + "/" + name))})
	}
	return claim
}

// requests returns requests of so many devices each.
func requests(number int, count int64) (out []resourceapi.DeviceRequest) {
	for i := range number {
		out = append(out, requestOf(fmt.Sprintf("r%d", i), count))
	}
	return out
}

// valued returns GPUs with the value of each attribute from its number and that of the device.
func valued(count, attributes int, of func(device, attribute int) int) []resourceapi.Device {
	out := gpus(count)
	for i := range out {
		for a := range attributes {
			out[i].Attributes[resourceapi.QualifiedName(fmt.Sprintf("a%d", a))] = resourceapi.DeviceAttribute{IntValue: ptr(int64(of(i, a)))}
		}
	}
	return out
}

// BenchmarkAllocate measures an allocator for a pod and its answer for one node, as a scheduler asks
// it, beside upstream's allocator. The slices and selectors are known from earlier pods: upstream
// keeps compiled selectors, and kubernetes/dra their results, too.
func BenchmarkAllocate(b *testing.B) {
	var separate []*resourceapi.ResourceClaim
	for i := range 8 {
		separate = append(separate, claimOf(fmt.Sprintf("claim-%d", i), requestOf("r", 1)))
	}
	for _, test := range []struct {
		name    string
		devices []resourceapi.Device
		claims  []*resourceapi.ResourceClaim
		fits    bool
	}{
		{"8 devices, one claim for 1", gpus(8), []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 1))}, true},
		{"8 devices, one claim for 4", gpus(8), []*resourceapi.ResourceClaim{claimOf("claim", requestOf("r", 4))}, true},
		{"64 devices, matchAttribute over 4 requests", valued(64, 1, func(i, _ int) int { return i / 8 }),
			[]*resourceapi.ResourceClaim{matching(claimOf("claim", requests(4, 2)...), "a0")}, true},
		{"8 claims for 7 devices", gpus(7), separate, false},
		{"5 groups of 6 devices, matchAttribute over 7 requests", valued(30, 1, func(i, _ int) int { return i / 6 }),
			[]*resourceapi.ResourceClaim{matching(claimOf("claim", requests(7, 1)...), "a0")}, false},
		{"64 devices, 6 crossing matchAttributes", valued(64, 6, func(i, a int) int { return i >> a & 3 }),
			[]*resourceapi.ResourceClaim{matching(claimOf("claim", requests(4, 2)...), "a0", "a1", "a2", "a3", "a4", "a5")}, false},
	} {
		compiler := cel.NewCache(100, cel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true})
		cache := NewCache(compiler)
		sources := sourcesOf([]*resourceapi.ResourceSlice{sliceOf("pool", "node", test.devices...)})
		state := inUse("pool")
		measure := func(b *testing.B, newAllocator func() (structured.Allocator, error)) {
			b.ReportAllocs()
			for b.Loop() {
				a, err := newAllocator()
				if err != nil {
					b.Fatal(err)
				}
				results, err := a.Allocate(b.Context(), machine, test.claims)
				if err != nil || (results != nil) != test.fits {
					b.Fatalf("found %v, %v, expected that the claims fit: %v", devicesOf(results), err, test.fits)
				}
			}
		}
		b.Run(test.name+"/koord", func(b *testing.B) {
			measure(b, func() (structured.Allocator, error) {
				return cache.NewAllocator(b.Context(), features, state, classes, sources)
			})
		})
		b.Run(test.name+"/upstream", func(b *testing.B) {
			measure(b, func() (structured.Allocator, error) {
				return structured.NewAllocator(b.Context(), features, state, classes, sources, compiler)
			})
		})
	}
}
