package dra

import (
	"slices"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

// Identity has the names of a device for other systems.
type Identity struct {
	Device   structured.DeviceID
	UUIDs    []string // of the device, and of the one that it is a part of
	PCIBusID string   // "" if unknown
}

// Attributes that identify a device. The UUIDs are attributes of the driver.
const (
	uuidAttribute       = "uuid"
	parentUUIDAttribute = "parentUUID"
	pciBusIDAttribute   = resourceapi.FullyQualifiedName("resource.kubernetes.io/pciBusID")
)

// identity returns the names of a device. known reports whether it has any.
func (d *device) identity() (out Identity, known bool) {
	text := func(name resourceapi.FullyQualifiedName) string {
		if values := d.attribute(name, false); len(values) == 1 && values[0].kind == stringValue {
			return values[0].text
		}
		return ""
	}
	out.Device, out.PCIBusID = d.id, text(pciBusIDAttribute)
	for _, name := range []string{uuidAttribute, parentUUIDAttribute} {
		uuid := text(resourceapi.FullyQualifiedName(d.id.Driver.String() + "/" + name))
		if uuid != "" && !slices.Contains(out.UUIDs, uuid) {
			out.UUIDs = append(out.UUIDs, uuid)
		}
	}
	return out, out.PCIBusID != "" || len(out.UUIDs) > 0
}

// Identities returns the names of the devices of a node, if the slices name the node. The list must
// not be modified.
func (a *Allocator) Identities(node string) (out []Identity) {
	for i, source := range a.onNode[node] {
		if of := a.cache.read(source).identities; i == 0 {
			out = slices.Clip(of)
		} else {
			out = append(out, of...)
		}
	}
	return out
}
