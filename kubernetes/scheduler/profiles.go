package scheduler

import (
	"maps"
	"slices"
	"sync"
)

// profiles are the profiles that this process serves: the values of schedulerName that select it.
type profiles struct {
	mu    sync.Mutex
	names map[string]bool
}

func newProfiles() *profiles { return &profiles{names: map[string]bool{}} }

// add adds a profile.
func (p *profiles) add(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.names[name] = true
}

// has reports whether this process serves a profile.
func (p *profiles) has(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.names[name]
}

// list returns the profiles by name.
func (p *profiles) list() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.names))
}
