// Package stores holds the stores of the informers, and decodes custom resources.
package stores

import (
	"sync/atomic"

	"k8s.io/client-go/tools/cache"
)

// Stores are the stores of the informers. Those of custom resources are nil until the API server
// serves them, and those of ResourceClaims and ResourceSlices if it does not serve these.
type Stores struct {
	Pods, Nodes                                           cache.Store
	Topologies, Devices, PodGroups, Rebinds, Reservations Custom
	Claims, Slices                                        Custom
}

// Custom is the store of a custom resource.
type Custom struct {
	store atomic.Pointer[cache.Store]
}

// Load returns the store, or nil if the resource is not served yet.
func (c *Custom) Load() cache.Store {
	if found := c.store.Load(); found != nil {
		return *found
	}
	return nil
}

// Set stores the informer's store, once the resource is served.
func (c *Custom) Set(store cache.Store) { c.store.Store(&store) }

// Get returns an object of a store by key, or nil if there is none.
func Get[T any](store cache.Store, key string) *T {
	if store == nil {
		return nil
	}
	found, exists, err := store.GetByKey(key)
	if err != nil || !exists {
		return nil
	}
	object, _ := found.(*T)
	return object
}
