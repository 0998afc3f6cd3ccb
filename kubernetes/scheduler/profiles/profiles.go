// Package profiles holds the profiles that this process serves.
package profiles

import (
	"maps"
	"slices"
	"sync"
)

// Set is the set of profiles that this process serves: the values of schedulerName that select it.
type Set struct {
	mu    sync.Mutex
	names map[string]bool
}

// New returns an empty set.
func New() *Set { return &Set{names: map[string]bool{}} }

// Add adds a profile.
func (s *Set) Add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[name] = true
}

// Has reports whether this process serves a profile.
func (s *Set) Has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[name]
}

// List returns the profiles by name.
func (s *Set) List() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.names))
}
