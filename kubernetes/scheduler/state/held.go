package state

import (
	"errors"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// HeldDevice names a device that a pod or Reservation holds, as its Device object does. Members are
// "" if they are not stated.
type HeldDevice struct{ UUID, PCIBusID string }

// HeldDevices returns the devices of a node that pods and Reservations hold, also in part.
func (s *State) HeldDevices(node string) ([]HeldDevice, error) {
	object := stores.Get[apis.Device](s.Stores.Devices.Load(), node)
	id, known := s.NodeID(node)
	if object == nil || !known || len(object.Spec.Devices) == 0 {
		return nil, nil
	}
	pods, err := s.Cluster.Pods(id)
	if errors.Is(err, koord.ErrNotFound) {
		return nil, nil // the node was removed
	}
	if err != nil {
		return nil, err
	}
	var out []HeldDevice
	for kind, devices := range byType(object) {
		held := make(map[int32]bool)
		for _, uid := range pods {
			minors, err := s.Cluster.PodMinors(uid, kind)
			if errors.Is(err, koord.ErrNotFound) {
				continue // the pod was removed
			}
			if err != nil {
				return nil, err
			}
			for _, minor := range minors {
				held[minor] = true
			}
		}
		for minor := range held {
			if device, found := devices[minor]; found {
				out = append(out, device)
			}
		}
	}
	return out, nil
}

// byType returns the names of a node's devices by type and minor.
func byType(object *apis.Device) map[string]map[int32]HeldDevice {
	out := make(map[string]map[int32]HeldDevice)
	for i := range object.Spec.Devices {
		d := &object.Spec.Devices[i]
		kind, uuid := d.Type, d.ID
		if kind == "" {
			kind = d.DeviceType
		}
		if uuid == "" {
			uuid = d.UUID
		}
		named := HeldDevice{UUID: uuid}
		if d.Topology != nil {
			named.PCIBusID = d.Topology.BusID
		}
		minor := int32(0)
		if d.Minor != nil {
			minor = *d.Minor
		}
		if out[kind] == nil {
			out[kind] = make(map[int32]HeldDevice)
		}
		out[kind][minor] = named
	}
	return out
}
