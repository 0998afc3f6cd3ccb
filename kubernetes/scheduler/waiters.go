package scheduler

import (
	"maps"
	"sync"
)

// waiters are objects of one kind that wait for resources of nodes, by name. They have no queueing
// hints.
type waiters[T any] struct {
	mu  sync.Mutex
	all map[string]T
}

// put records an object that waits, and returns its previous entry.
func (w *waiters[T]) put(name string, what T) (before T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[string]T{}
	}
	before = w.all[name]
	w.all[name] = what
	return before
}

// end removes an object that stopped waiting.
func (w *waiters[T]) end(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.all, name)
}

// now returns all waiting objects.
func (w *waiters[T]) now() map[string]T {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.all)
}
