package request

import (
	"maps"
	"slices"
	"sync"
)

// Profiles are the profiles that this process serves: the values of schedulerName that select it.
type Profiles struct {
	mu    sync.Mutex
	names map[string]bool
}

// NewProfiles returns no profiles.
func NewProfiles() *Profiles { return &Profiles{names: map[string]bool{}} }

// Add adds a profile.
func (p *Profiles) Add(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.names[name] = true
}

// Has reports whether this process serves a profile.
func (p *Profiles) Has(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.names[name]
}

// List returns the profiles by name.
func (p *Profiles) List() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.names))
}
