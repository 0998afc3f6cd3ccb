package claims

import (
	"slices"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Waiters are pods for which the plugin found devices or CPUs that are held by Koordinator's annotations.
// kube-scheduler has no events for some of the changes that free such devices, such as the end of a
// Reservation, so these pods are activated directly.
type Waiters struct {
	parts WaitersParts

	mutex    sync.Mutex
	attempts map[types.UID]*Attempt
	purge    int // number of attempts at which those of pods that wait no longer are removed
}

// WaitersParts are the functions that Waiters need.
type WaitersParts struct {
	Held     func(node string) ([]Held, error) // the devices of a node that are held
	Waits    func(pod *v1.Pod) bool            // reports whether a pod exists and has no node
	Activate func(pods map[string]*v1.Pod)     // activates pods by name
}

// fewestPurged is the number of attempts below which none is removed.
const fewestPurged = 64

// NewWaiters returns no pods.
func NewWaiters(parts WaitersParts) *Waiters {
	return &Waiters{parts: parts, attempts: map[types.UID]*Attempt{}, purge: fewestPurged}
}

// Attempt has the nodes on which the last attempt to schedule a pod found held devices. A nil Attempt
// records nothing.
type Attempt struct {
	pod   *v1.Pod
	mutex sync.Mutex
	nodes map[string][]Held // the devices, or nil while they are read
}

// Begin begins an attempt to schedule a pod, which replaces the last one.
func (w *Waiters) Begin(pod *v1.Pod) *Attempt {
	out := &Attempt{pod: pod, nodes: map[string][]Held{}}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if len(w.attempts) >= w.purge {
		for uid, attempt := range w.attempts {
			if !w.parts.Waits(attempt.pod) {
				delete(w.attempts, uid)
			}
		}
		w.purge = max(fewestPurged, 2*len(w.attempts))
	}
	w.attempts[pod.UID] = out
	return out
}

// NodeFreed activates the pods that found a device held on a node which is held no longer.
func (w *Waiters) NodeFreed(node string) {
	var watching []*Attempt
	w.mutex.Lock()
	for _, attempt := range w.attempts {
		if attempt.watches(node) {
			watching = append(watching, attempt)
		}
	}
	w.mutex.Unlock()
	if len(watching) == 0 {
		return
	}
	held, err := w.parts.Held(node)
	pods := map[string]*v1.Pod{}
	for _, attempt := range watching {
		if (err != nil || attempt.isFreed(node, held)) && w.parts.Waits(attempt.pod) {
			pods[attempt.pod.Namespace+"/"+attempt.pod.Name] = attempt.pod
		}
	}
	if len(pods) > 0 {
		w.parts.Activate(pods)
	}
}

// heldDevices returns the devices of a node that are held, and records them.
func (a *Attempt) heldDevices(holders Holders, node string) ([]Held, error) {
	if a == nil {
		return holders.HeldDevices(node)
	}
	a.set(node, nil) // devices may be freed while they are read
	devices, err := holders.HeldDevices(node)
	if err != nil || len(devices) == 0 {
		a.forget(node)
		return devices, err
	}
	a.set(node, devices)
	return devices, nil
}

// beginCPUs records that a node may be refused because of CPUs: any change of the node may free some.
func (a *Attempt) beginCPUs(node string) {
	if a != nil {
		a.set(node, nil)
	}
}

func (a *Attempt) set(node string, devices []Held) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.nodes[node] = devices
}

// forget removes a node that is not refused because of held devices.
func (a *Attempt) forget(node string) {
	if a == nil {
		return
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	delete(a.nodes, node)
}

// forgetAll removes all nodes: those that are refused are recorded when they are filtered.
func (a *Attempt) forgetAll() {
	if a == nil {
		return
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	clear(a.nodes)
}

func (a *Attempt) watches(node string) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	_, found := a.nodes[node]
	return found
}

// isFreed reports whether a device that the attempt found held is not among those that are held now.
func (a *Attempt) isFreed(node string, now []Held) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	before, found := a.nodes[node]
	return found && (before == nil || slices.ContainsFunc(before, func(h Held) bool { return !slices.Contains(now, h) }))
}
