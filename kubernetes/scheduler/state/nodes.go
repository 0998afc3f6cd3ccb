package state

import (
	"errors"
	"maps"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/report"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// nodeRecord records the applied versions of a node's objects: resource versions, "" for missing
// objects.
type nodeRecord struct {
	id                     uint32
	known                  bool // the cluster has the node, or one of its other objects
	node, topology, device string
	aligning               [2]bool                  // by the Node, and by its NodeResourceTopology
	listed                 [2][]string              // extended resources of the Node, and of its Device
	pods                   map[types.UID]*podRecord // pods bound to it
	claims                 map[types.UID]claimedCPUs
	// names of the devices that the library last accepted; kept when the Device object is removed, to name
	// those that pods hold
	names deviceNames
}

// nodeObjects are the stores' objects of a node, nil for missing ones.
type nodeObjects struct {
	node     *v1.Node
	topology *apis.NodeResourceTopology
	device   *apis.Device
}

func (o *nodeObjects) isEmpty() bool { return o.node == nil && o.topology == nil && o.device == nil }

// SyncNode updates a node with its topology and devices to the stores' versions. changed reports
// whether anything was set or removed.
func (s *State) SyncNode(name string) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := nodeObjects{
		node:     stores.Get[v1.Node](s.Stores.Nodes, name),
		topology: stores.Get[apis.NodeResourceTopology](s.Stores.Topologies.Load(), name),
		device:   stores.Get[apis.Device](s.Stores.Devices.Load(), name),
	}
	rec := s.nodes[name]
	if rec == nil {
		if now.isEmpty() {
			return false
		}
		rec = &nodeRecord{pods: map[types.UID]*podRecord{}}
		s.nodes[name] = rec
	}
	// Removing a Node also removes its other objects and its pods from the cluster; those that
	// still exist are set again.
	if rec.known && (now.isEmpty() || now.node == nil && rec.node != "") {
		s.removeNode(name, rec)
		changed = true
	}
	changed = s.setNode(rec, now.node) || changed
	changed = s.setTopology(name, rec, now.topology) || changed
	changed = s.setDevices(name, rec, now.device) || changed
	changed = s.setClaimedCPUs(name, rec) || changed
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
	if !rec.known && len(rec.pods) == 0 && now.isEmpty() {
		delete(s.nodes, name)
	}
	return changed
}

// removeNode removes a node with its other objects and its pods from the cluster. The records of
// its pods stay.
func (s *State) removeNode(name string, rec *nodeRecord) {
	s.reportRemoval(s.Cluster.RemoveNode(name))
	s.setAligning(rec, 0, false)
	s.setAligning(rec, 1, false)
	s.listed.replace(&rec.listed[0], nil)
	s.listed.replace(&rec.listed[1], nil)
	*rec = nodeRecord{pods: rec.pods}
	s.index.stale.Store(true)
	for _, pod := range rec.pods {
		pod.version, pod.lost = "", len(pod.claims) > 0
	}
	s.forgetReservations(name)
}

// setNode applies a changed Node.
func (s *State) setNode(rec *nodeRecord, node *v1.Node) (changed bool) {
	if node == nil || node.ResourceVersion == rec.node {
		return false
	}
	rec.node = node.ResourceVersion
	// NodeUnschedulable, which knows tolerations, decides about unschedulable nodes.
	open := *node
	open.Spec.Unschedulable = false
	if s.set(rec, node, objects.FillNode(s.builders.node, &open), func() (uint32, error) { return s.Cluster.SetNodeFrom(s.builders.node) }) {
		s.setAligning(rec, 0, request.NodeAlignsPods(node))
		s.listed.replace(&rec.listed[0], extendedNames(node.Status.Allocatable))
	}
	return true
}

// setTopology applies a changed or removed NodeResourceTopology.
func (s *State) setTopology(name string, rec *nodeRecord, topology *apis.NodeResourceTopology) (changed bool) {
	switch {
	case topology != nil && topology.ResourceVersion != rec.topology:
		rec.topology = topology.ResourceVersion
		if hasValidVersion(topology) && s.set(rec, topology, objects.FillTopology(s.builders.nrt, topology),
			func() (uint32, error) { return s.Cluster.SetTopologyFrom(s.builders.nrt) }) {
			s.setAligning(rec, 1, request.KubeletAlignsPods(topology))
		}
		return true
	case topology == nil && rec.topology != "":
		rec.topology = ""
		s.setAligning(rec, 1, false)
		s.reportRemoval(s.Cluster.RemoveTopology(name))
		return true
	}
	return false
}

// withClaims returns a Device object with the devices that ResourceClaims hold, and the version of
// both, or nil and "" if there is no object.
func (s *State) withClaims(device *apis.Device) (full *apis.Device, version string) {
	if device == nil {
		return nil, ""
	}
	text := ""
	if s.links.Claims != nil {
		text = s.links.Claims.Annotation(device)
	}
	if text == device.Annotations[objects.AnnotationClaimedDevices] {
		return device, device.ResourceVersion
	}
	claimed := *device
	claimed.Annotations = maps.Clone(device.Annotations)
	if claimed.Annotations == nil {
		claimed.Annotations = map[string]string{}
	}
	claimed.Annotations[objects.AnnotationClaimedDevices] = text
	if text == "" {
		delete(claimed.Annotations, objects.AnnotationClaimedDevices)
	}
	return &claimed, device.ResourceVersion + " " + text
}

// setDevices applies a changed or removed Device, or changed claims to its devices.
func (s *State) setDevices(name string, rec *nodeRecord, device *apis.Device) (changed bool) {
	device, version := s.withClaims(device)
	switch {
	case device != nil && version != rec.device:
		rec.device = version
		if hasValidVersion(device) && s.set(rec, device, objects.FillDevice(s.builders.device, device),
			func() (uint32, error) { return s.Cluster.SetDevicesFrom(s.builders.device) }) {
			s.listed.replace(&rec.listed[1], namesOfDevices(device))
			rec.names = byType(device)
		}
		return true
	case device == nil && rec.device != "":
		rec.device = ""
		s.listed.replace(&rec.listed[1], nil)
		s.reportRemoval(s.Cluster.RemoveDevices(name))
		return true
	}
	return false
}

// hasValidVersion reports whether a valid version of an object was received. An object without one
// leaves the node unchanged.
func hasValidVersion(object metav1.Object) bool {
	found := stores.FaultOf(object)
	return found == nil || !found.Unknown
}

// set applies one object of a node and reports whether the library accepted it. An unreadable
// object leaves the node unchanged.
func (s *State) set(rec *nodeRecord, object runtime.Object, filled error, set func() (uint32, error)) bool {
	id, err := uint32(0), filled
	if err == nil {
		id, err = set()
	}
	if err != nil {
		s.report.Failed(report.KindOf(object), object, err)
		return false
	}
	if !rec.known || rec.id != id {
		rec.known, rec.id = true, id
		s.index.stale.Store(true)
	}
	return true
}

// reportRemoval reports the error of a removal from the cluster. An object that the cluster did not have
// is no error.
func (s *State) reportRemoval(err error) {
	if err != nil && !errors.Is(err, koord.ErrNotFound) {
		s.report.Failed("Node", nil, err)
	}
}

// setAligning records whether a node's object aligns or pins pods that do not request it.
func (s *State) setAligning(rec *nodeRecord, which int, aligns bool) {
	if rec.aligning[which] == aligns {
		return
	}
	rec.aligning[which] = aligns
	if aligns {
		s.aligning.Add(1)
	} else {
		s.aligning.Add(-1)
	}
}

// NodeID returns the library's number of a node, or false if the library does not know it.
func (s *State) NodeID(name string) (id uint32, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rec := s.nodes[name]; rec != nil && rec.known {
		return rec.id, true
	}
	return 0, false
}

// WantsDevices reports whether a pod requests resources that devices may have.
func (s *State) WantsDevices(pod *v1.Pod) bool { return request.WantsDevices(pod, s.listed.Has) }

// Needs reports whether a pod needs the plugin now.
func (s *State) Needs(pod *v1.Pod) bool {
	return request.StatesRequest(pod, s.listed.Has) || s.aligning.Load() > 0 && request.MayBeAligned(pod) ||
		(s.reservations.count.Load() > 0 || s.GPUs.Enabled()) && request.RequestsResources(pod)
}
