package wake

import (
	"sync"
	"time"
)

// FreedNodes collects the nodes whose free resources increased, and reports them a little later.
// Hints activate pods at once. A pod that is tried after such an event, but before the state has
// the change, would not be activated by its hint, so its nodes are checked again.
type FreedNodes struct {
	mu    sync.Mutex
	later map[string]time.Time             // time of the last increase of a node's free resources
	look  func(nodes map[string]time.Time) // nil if nothing waits for nodes
}

// patience is the time for hints to activate a pod.
const patience = 200 * time.Millisecond

// subscribe sets the function that checks the nodes.
func (f *FreedNodes) subscribe(look func(nodes map[string]time.Time)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.look = look
}

// NodeFreed checks a node a little later.
func (f *FreedNodes) NodeFreed(node string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.later) == 0 {
		f.later = map[string]time.Time{}
		time.AfterFunc(patience, f.report)
	}
	f.later[node] = time.Now()
}

func (f *FreedNodes) report() {
	f.mu.Lock()
	nodes, look := f.later, f.look
	f.later = nil
	f.mu.Unlock()
	if look != nil {
		look(nodes)
	}
}
