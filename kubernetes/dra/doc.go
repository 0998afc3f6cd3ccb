// Package dra allocates devices to ResourceClaims by libkoord's allocator for Dynamic Resource
// Allocation. It converts the objects of resource.k8s.io/v1, evaluates CEL selectors with upstream's
// package, and returns allocation results.
//
// NewAllocator and Allocator.Allocate have the signatures of
// k8s.io/dynamic-resource-allocation/structured, so that a scheduler plugin replaces one by the
// other. The answer is the best allocation instead of the first one.
package dra
