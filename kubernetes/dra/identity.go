package dra

import (
	"slices"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

// Identity has the attributes of a device that name it for other systems, without those that it does not
// state.
type Identity struct {
	Device     structured.DeviceID
	Attributes map[resourceapi.QualifiedName]resourceapi.DeviceAttribute
}

// Attributes that identify a device, of the driver's domain or of resource.kubernetes.io.
var (
	namesOfDriver = []string{"uuid", "parentUUID", "pciBusID", "pcieBusID", "pciAddr", "pciAddress", "parentPCIBusID", "parentPciAddr"}
	standardNames = []string{"resource.kubernetes.io/pciBusID", "resource.kubernetes.io/pcieBusID"}
)

// identity returns the names of a device.
func (d *device) identity() Identity {
	out := Identity{Device: d.id}
	add := func(name string) {
		values := d.attribute(resourceapi.FullyQualifiedName(name), false)
		if len(values) != 1 || values[0].kind != stringValue || values[0].text == "" {
			return
		}
		if out.Attributes == nil {
			out.Attributes = make(map[resourceapi.QualifiedName]resourceapi.DeviceAttribute)
		}
		out.Attributes[resourceapi.QualifiedName(name)] = resourceapi.DeviceAttribute{StringValue: &values[0].text}
	}
	for _, name := range standardNames {
		add(name)
	}
	for _, name := range namesOfDriver {
		add(d.id.Driver.String() + "/" + name)
	}
	return out
}

// MayHaveDevices reports whether slices may have devices of a node.
func (a *Allocator) MayHaveDevices(node string) bool { return len(a.onNode[node])+len(a.elsewhere) > 0 }

// HasDevicesOfSeveralNodes reports whether there are slices whose devices may be for more than one node.
func (a *Allocator) HasDevicesOfSeveralNodes() bool { return len(a.elsewhere) > 0 }

// FreeDevices returns an upper bound of the number of devices that a node has for claims: those that are not in use.
// isBound is false if there is none, because devices are shared by claims or belong to several nodes.
func (a *Allocator) FreeDevices(node string) (count int, isBound bool) {
	if a.HasDevicesOfSeveralNodes() {
		return 0, false
	}
	for _, source := range a.onNode[node] {
		devices := a.cache.read(source).devices
		for i := range devices {
			d := &devices[i]
			if d.shared && a.features.ConsumableCapacity {
				return 0, false
			}
			if !a.state.AllocatedDevices.Has(d.id) && !a.taken[d.id] && !a.shares[d.id] {
				count++
			}
		}
	}
	return count, true
}

// Identities returns the names of the devices that a node may have. The list must not be modified.
func (a *Allocator) Identities(node string) (out []Identity) {
	for i, source := range a.onNode[node] {
		if of := a.cache.read(source).identities; i == 0 {
			out = slices.Clip(of)
		} else {
			out = append(out, of...)
		}
	}
	for _, source := range a.elsewhere {
		of := a.cache.read(source)
		for i := range of.devices {
			if name := of.devices[i].nodes.name; name == "" || name == node {
				out = append(out, of.identities[i])
			}
		}
	}
	return out
}

// NUMANodes returns the NUMA nodes of a node's devices in allocations, ascending, each once. Devices that
// do not state theirs have none.
func (a *Allocator) NUMANodes(node string, allocations []*resourceapi.AllocationResult) (out []int32) {
	wanted := make(map[structured.DeviceID]bool)
	for _, allocation := range allocations {
		for i := range allocation.Devices.Results {
			of := &allocation.Devices.Results[i]
			wanted[structured.MakeDeviceID(of.Driver, of.Pool, of.Device)] = true
		}
	}
	for _, source := range a.onNode[node] {
		devices := a.cache.read(source).devices
		for i := range devices {
			if d := &devices[i]; d.numaNode >= 0 && wanted[d.id] {
				out = append(out, d.numaNode)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
