package controller

import (
	"maps"
	"sync"
)

// Waiters are objects of one kind that wait for resources of nodes, by name. They have no queueing
// hints.
type Waiters[T any] struct {
	mu  sync.Mutex
	all map[string]T
}

// Put records an object that waits, and returns its previous entry.
func (w *Waiters[T]) Put(name string, what T) (before T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[string]T{}
	}
	before = w.all[name]
	w.all[name] = what
	return before
}

// End removes an object that stopped waiting.
func (w *Waiters[T]) End(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.all, name)
}

// All returns all waiting objects.
func (w *Waiters[T]) All() map[string]T {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.all)
}
