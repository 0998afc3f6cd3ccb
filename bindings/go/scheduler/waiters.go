package scheduler

import (
	"maps"
	"sync"
)

// waiters are objects of one kind that wait for room of nodes, by name. No queueing hint wakes them.
type waiters[T any] struct {
	mu  sync.Mutex
	all map[string]T
}

// put keeps what one waits for, and tells what it waited for before.
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

// end is told of one that waits no longer.
func (w *waiters[T]) end(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.all, name)
}

// now are all that wait.
func (w *waiters[T]) now() map[string]T {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.all)
}
