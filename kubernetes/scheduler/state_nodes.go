package scheduler

import (
	"errors"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// nodeRecord records the applied versions of a node's objects: resource versions, "" for missing
// objects.
type nodeRecord struct {
	id                     uint32
	known                  bool // the cluster has the node, or one of its other objects
	node, topology, device string
	imposing               [2]bool                  // by the Node, and by its NodeResourceTopology
	pods                   map[types.UID]*podRecord // pods bound to it
}

// syncNode updates a node with its topology and devices to the stores' versions. changed reports
// whether anything was set or removed.
func (s *State) syncNode(name string) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	node := stored[v1.Node](s.sources.nodes, name)
	topology := stored[apis.NodeResourceTopology](load(&s.sources.topologies), name)
	device := stored[apis.Device](load(&s.sources.devices), name)
	rec := s.nodes[name]
	if rec == nil {
		if node == nil && topology == nil && device == nil {
			return false
		}
		rec = &nodeRecord{pods: map[types.UID]*podRecord{}}
		s.nodes[name] = rec
	}
	// Removing a Node also removes its other objects and its pods from the cluster; those that
	// still exist are set again.
	if gone := node == nil && topology == nil && device == nil; rec.known && (gone || node == nil && rec.node != "") {
		if err := s.cluster.RemoveNode(name); err != nil && !errors.Is(err, koord.ErrNotFound) {
			s.tell.failed("Node", nil, err)
		}
		s.impose(rec, 0, false)
		s.impose(rec, 1, false)
		*rec = nodeRecord{pods: rec.pods}
		s.index.stale.Store(true)
		changed = true
		for _, pod := range rec.pods {
			pod.version, pod.lost = "", pod.assumed && len(pod.claims) > 0
		}
		s.forgetReservations(name)
	}
	if node != nil && node.ResourceVersion != rec.node {
		rec.node = node.ResourceVersion
		s.impose(rec, 0, nodeImposes(node))
		// NodeUnschedulable, which knows tolerations, decides about unschedulable nodes.
		open := *node
		open.Spec.Unschedulable = false
		changed = true
		s.set(rec, node, objects.FillNode(s.builders.node, &open), func() (uint32, error) { return s.cluster.SetNodeFrom(s.builders.node) })
	}
	switch {
	case topology != nil && topology.ResourceVersion != rec.topology:
		rec.topology = topology.ResourceVersion
		s.impose(rec, 1, topologyImposes(topology))
		changed = true
		if known(topology) {
			s.set(rec, topology, objects.FillTopology(s.builders.nrt, topology),
				func() (uint32, error) { return s.cluster.SetTopologyFrom(s.builders.nrt) })
		}
	case topology == nil && rec.topology != "":
		rec.topology = ""
		s.impose(rec, 1, false)
		changed = true
		s.unset(s.cluster.RemoveTopology(name))
	}
	switch {
	case device != nil && device.ResourceVersion != rec.device:
		rec.device = device.ResourceVersion
		changed = true
		if known(device) {
			s.set(rec, device, objects.FillDevice(s.builders.device, device),
				func() (uint32, error) { return s.cluster.SetDevicesFrom(s.builders.device) })
		}
	case device == nil && rec.device != "":
		rec.device = ""
		changed = true
		s.unset(s.cluster.RemoveDevices(name))
	}
	s.restoreReservations(name, changed && rec.known)
	// Set pods again that the cluster could not accept, or lost with the node.
	for _, pod := range rec.pods {
		if pod.version == "" {
			s.syncPodLocked(pod.name)
		}
		if pod.lost {
			s.reclaim(pod)
		}
	}
	if !rec.known && len(rec.pods) == 0 && node == nil && topology == nil && device == nil {
		delete(s.nodes, name)
	}
	return changed
}

// known reports whether a valid version of an object was received. An invalid one leaves the node
// unchanged.
func known(object metav1.Object) bool {
	found := faultOf(object)
	return found == nil || !found.unknown
}

// set applies one object of a node. An unreadable object leaves the node unchanged.
func (s *State) set(rec *nodeRecord, object runtime.Object, filled error, set func() (uint32, error)) {
	id, err := uint32(0), filled
	if err == nil {
		id, err = set()
	}
	if err != nil {
		s.tell.failed(kindOf(object), object, err)
		return
	}
	if !rec.known || rec.id != id {
		rec.known, rec.id = true, id
		s.index.stale.Store(true)
	}
}

func (s *State) unset(err error) {
	if err != nil && !errors.Is(err, koord.ErrNotFound) {
		s.tell.failed("Node", nil, err)
	}
}

// impose records whether a node's object aligns or pins pods that do not request it.
func (s *State) impose(rec *nodeRecord, which int, imposes bool) {
	if rec.imposing[which] == imposes {
		return
	}
	rec.imposing[which] = imposes
	if imposes {
		s.imposing.Add(1)
	} else {
		s.imposing.Add(-1)
	}
}

func load(store *atomicStore) cache.Store {
	if found := store.Load(); found != nil {
		return *found
	}
	return nil
}

// stored returns an object of a store by key, or nil if there is none.
func stored[T any](store cache.Store, key string) *T {
	if store == nil {
		return nil
	}
	found, exists, err := store.GetByKey(key)
	if err != nil || !exists {
		return nil
	}
	object, _ := found.(*T)
	return object
}
