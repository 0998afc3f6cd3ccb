package scheduler

import (
	"sync/atomic"

	"k8s.io/client-go/tools/cache"
)

// stores are the stores of the informers. Those of custom resources are nil until the API server
// serves them.
type stores struct {
	pods, nodes                                        cache.Store
	topologies, devices, groups, rebinds, reservations customStore
}

// customStore is the store of a custom resource.
type customStore struct {
	store atomic.Pointer[cache.Store]
}

// load returns the store, or nil if the resource is not served yet.
func (c *customStore) load() cache.Store {
	if found := c.store.Load(); found != nil {
		return *found
	}
	return nil
}

// set stores the informer's store, once the resource is served.
func (c *customStore) set(store cache.Store) { c.store.Store(&store) }

// stored returns an object of a store by key, or nil if there is none.
func stored[T any](store cache.Store, key string) *T {
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
