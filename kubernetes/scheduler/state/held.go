package state

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// HeldDevice names a device that a pod or Reservation holds. Members are "" if they are not known;
// without both names it may be any device of the type.
type HeldDevice struct{ Type, UUID, PCIBusID string }

// allocation is an annotation device-allocated: devices by type.
type allocation map[string][]struct {
	Minor int32  `json:"minor"`
	ID    string `json:"id"`
}

// HeldDevices returns the devices of a node that pods and Reservations hold, also in part. They
// have the names of the Device object that the library accepted, and those of the holders'
// annotations.
func (s *State) HeldDevices(node string) ([]HeldDevice, error) {
	id, names, known := s.namesOn(node)
	held := map[HeldDevice]bool{}
	if !known { // the library has no devices to allocate, and those of annotations count
		for _, text := range s.allocationsOn(node) {
			addAllocated(held, text, names)
		}
		return slices.Collect(maps.Keys(held)), nil
	}
	pods, err := s.Cluster.Pods(id)
	if errors.Is(err, koord.ErrNotFound) {
		return nil, nil // the node was removed
	}
	if err != nil {
		return nil, err
	}
	for kind, devices := range names {
		for _, uid := range pods {
			minors, err := s.Cluster.PodMinors(uid, kind)
			if errors.Is(err, koord.ErrNotFound) {
				continue // the pod was removed
			}
			if err != nil {
				return nil, err
			}
			allocated := allocatedOf(s.allocationOf(types.UID(uid)), kind)
			for _, minor := range minors {
				addNames(held, kind, devices[minor], allocated[minor])
			}
			addGone(held, kind, devices, allocated)
		}
	}
	return slices.Collect(maps.Keys(held)), nil
}

// deviceNames are the names of a node's devices by type and minor.
type deviceNames map[string]map[int32][]HeldDevice

// namesOn returns the number of a node, and the names of its devices as the library last accepted
// them. known reports whether the library has them still.
func (s *State) namesOn(node string) (id uint32, names deviceNames, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.nodes[node]
	if rec == nil {
		return 0, nil, false
	}
	return rec.id, rec.names, rec.known && rec.device != "" && rec.names != nil
}

// allocationsOn returns the annotations device-allocated of a node's pods and Reservations.
func (s *State) allocationsOn(node string) (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, rec := range s.reservations.byUID {
		if rec.node == node {
			out = append(out, s.allocationOfLocked(rec.uid))
		}
	}
	if rec := s.nodes[node]; rec != nil {
		for uid := range rec.pods {
			out = append(out, s.allocationOfLocked(uid))
		}
	}
	return out
}

// allocationOf returns the annotation of a pod or Reservation, or "".
func (s *State) allocationOf(uid types.UID) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.allocationOfLocked(uid)
}

// allocationOfLocked is allocationOf for callers that hold mu. For a pod that is being bound, it
// returns the annotation of its Binding.
func (s *State) allocationOfLocked(uid types.UID) string {
	if rec := s.reservations.byUID[uid]; rec != nil {
		if object := stores.Get[apis.Reservation](s.Stores.Reservations.Load(), rec.name); object != nil {
			return object.Annotations[objects.AnnotationDeviceAllocated]
		}
		return ""
	}
	rec := s.pods[uid]
	if rec == nil {
		return ""
	}
	if text := rec.claims[objects.AnnotationDeviceAllocated]; text != "" {
		return text
	}
	if object := stores.Get[v1.Pod](s.Stores.Pods, rec.name.String()); object != nil && object.UID == uid {
		return object.Annotations[objects.AnnotationDeviceAllocated]
	}
	return ""
}

// addAllocated adds the devices of an annotation. If it is unreadable, they may be any GPU.
func addAllocated(held map[HeldDevice]bool, text string, names deviceNames) {
	var devices allocation
	if text == "" {
		return
	}
	if json.Unmarshal([]byte(text), &devices) != nil {
		held[HeldDevice{Type: "gpu"}] = true
		return
	}
	for kind, list := range devices {
		for _, device := range list {
			if device.ID != "" {
				held[HeldDevice{Type: kind, UUID: device.ID}] = true
				continue
			}
			addNames(held, kind, names[kind][device.Minor], nil)
		}
	}
}

// allocatedOf returns the ids in an annotation of devices of a type, by minor.
func allocatedOf(text, kind string) map[int32][]string {
	var devices allocation
	if text == "" || json.Unmarshal([]byte(text), &devices) != nil {
		return nil
	}
	out := make(map[int32][]string)
	for _, device := range devices[kind] {
		if device.ID != "" {
			out[device.Minor] = append(out[device.Minor], device.ID)
		}
	}
	return out
}

// addNames adds a device by its names in the Device object. A device without names may be any one
// of its type, unless the annotation has ids for its minor.
func addNames(held map[HeldDevice]bool, kind string, names []HeldDevice, allocated []string) {
	isNamed := len(allocated) != 0
	for _, name := range names {
		held[name] = true
		isNamed = isNamed || name.UUID != "" || name.PCIBusID != ""
	}
	if !isNamed {
		held[HeldDevice{Type: kind}] = true
	}
}

// addGone adds devices that an annotation names by ids which the Device object does not have: the
// hardware may have changed.
func addGone(held map[HeldDevice]bool, kind string, devices map[int32][]HeldDevice, allocated map[int32][]string) {
	for _, ids := range allocated {
		for _, id := range ids {
			has := func(names []HeldDevice) bool {
				return slices.ContainsFunc(names, func(n HeldDevice) bool { return n.UUID == id })
			}
			if !slices.ContainsFunc(slices.Collect(maps.Values(devices)), has) {
				held[HeldDevice{Type: kind, UUID: id}] = true
			}
		}
	}
}

// byType returns the names of a node's devices by type and minor. Virtual functions are further
// names of their device.
func byType(object *apis.Device) deviceNames {
	out := make(deviceNames)
	for i := range object.Spec.Devices {
		d := &object.Spec.Devices[i]
		kind, uuid := d.Type, d.ID
		if kind == "" {
			kind = d.DeviceType
		}
		if uuid == "" {
			uuid = d.UUID
		}
		named := HeldDevice{Type: kind, UUID: uuid}
		if d.Topology != nil {
			named.PCIBusID = d.Topology.BusID
		}
		minor := int32(0)
		if d.Minor != nil {
			minor = *d.Minor
		}
		if out[kind] == nil {
			out[kind] = make(map[int32][]HeldDevice)
		}
		out[kind][minor] = append(out[kind][minor], named)
		for _, group := range d.VFGroups {
			for _, vf := range group.VFs {
				out[kind][minor] = append(out[kind][minor], HeldDevice{Type: kind, PCIBusID: vf.BusID})
			}
		}
	}
	return out
}
