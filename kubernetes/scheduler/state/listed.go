package state

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// listed counts the objects that list an extended resource, which are Nodes and Devices, by the
// resource's name. Extenders and DRA drivers manage resources that none lists. The library does not
// know these, and would refuse them on every node; kube-scheduler's plugins decide about them.
type listed struct {
	mu      sync.RWMutex
	counts  map[string]int
	changes atomic.Uint64 // number of names that appeared or vanished
}

// Has reports whether an object lists a resource, or the library allocates it from Devices.
func (l *listed) Has(name string) bool {
	if request.IsDeviceResource(name) {
		return true
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.counts[name] > 0
}

// replace replaces the names that an object listed.
func (l *listed) replace(before *[]string, now []string) {
	if len(*before) == 0 && len(now) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, name := range now {
		if l.counts[name]++; l.counts[name] == 1 {
			l.changes.Add(1)
		}
	}
	for _, name := range *before {
		if l.counts[name]--; l.counts[name] == 0 {
			delete(l.counts, name)
			l.changes.Add(1)
		}
	}
	*before = now
}

// extendedNames returns the extended resources of some lists that are not the library's own.
func extendedNames(lists ...v1.ResourceList) []string {
	names := map[string]bool{}
	for _, list := range lists {
		for name := range list {
			if request.IsExtended(string(name)) && !request.IsDeviceResource(string(name)) {
				names[string(name)] = true
			}
		}
	}
	return slices.Collect(maps.Keys(names))
}

// namesOfDevices returns the extended resources of a node's devices.
func namesOfDevices(device *apis.Device) []string {
	var lists []v1.ResourceList
	for i := range device.Spec.Devices {
		lists = append(lists, device.Spec.Devices[i].Resources, device.Spec.Devices[i].Resource)
	}
	return extendedNames(lists...)
}
