package wake

import (
	"slices"
	"sync"
	"time"
)

// FreedNodes collects the nodes whose free resources increased, and reports them a little later.
// Hints activate pods at once. A pod that is tried after such an event, but before the state has
// the change, would not be activated by its hint, so its nodes are checked again.
type FreedNodes struct {
	mu    sync.Mutex
	later map[string]time.Time                            // time of the last increase of a node's free resources
	left  []string                                        // nodes of NodeLeft
	look  func(nodes map[string]time.Time, left []string) // nil if nothing waits for nodes
}

// patience is the time for hints to activate a pod.
const patience = 200 * time.Millisecond

// subscribe sets the function that checks the nodes.
func (f *FreedNodes) subscribe(look func(nodes map[string]time.Time, left []string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.look = look
}

// NodeFreed checks a node a little later.
func (f *FreedNodes) NodeFreed(node string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.add(node)
}

// NodeLeft checks a node a little later from which kube-scheduler moved an assumed pod, because another
// scheduler bound it elsewhere. kube-scheduler sends no event for the resources that became free there.
func (f *FreedNodes) NodeLeft(node string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(f.left, node) {
		f.left = append(f.left, node)
	}
	f.add(node)
}

func (f *FreedNodes) add(node string) {
	if len(f.later) == 0 {
		f.later = map[string]time.Time{}
		time.AfterFunc(patience, f.report)
	}
	f.later[node] = time.Now()
}

func (f *FreedNodes) report() {
	f.mu.Lock()
	nodes, left, look := f.later, f.left, f.look
	f.later, f.left = nil, nil
	f.mu.Unlock()
	if look != nil {
		look(nodes, left)
	}
}
