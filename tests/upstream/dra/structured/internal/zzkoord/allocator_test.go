// Package zzkoord runs the cases of upstream's allocator with the allocator of libkoord.
package zzkoord

import (
	"context"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured/internal"
	"k8s.io/dynamic-resource-allocation/structured/internal/allocatortesting"

	"koordc/judge"

	"libkoord.invalid/koord/kubernetes/dra"
)

// allocator adds to the allocator what only the table needs.
type allocator struct{ *dra.Allocator }

func (allocator) Channel() internal.AllocatorChannel { return "koord" }

func (allocator) GetStats() internal.Stats { return internal.Stats{} }

func (a allocator) Allocate(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) ([]resourceapi.AllocationResult, error) {
	if judge.Spoiled("allocate") {
		return nil, nil
	}
	return a.Allocator.Allocate(ctx, node, claims)
}

func newAllocator(ctx context.Context, features internal.Features, state internal.AllocatedState, classes internal.DeviceClassLister,
	slices []*dra.ResourceSlice, cache *cel.Cache) (internal.Allocator, error) {
	a, err := dra.NewAllocator(ctx, features, state, classes, slices, cache)
	return allocator{a}, err
}

func TestAllocator(t *testing.T) {
	supported := internal.FeaturesAll
	supported.CompatibilityGroups = false
	supported.DerivedAttributes = false
	allocatortesting.TestAllocator(t, supported, newAllocator)
	allocatortesting.TestLexicographicalAllocator(t, supported, newAllocator)
}
