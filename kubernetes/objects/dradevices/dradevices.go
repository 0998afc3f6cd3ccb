// Package dradevices maps devices of ResourceSlices to the devices of a node's Device object that are
// the same hardware. Both name a device by its UUID or by its PCI address.
package dradevices

import (
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	resourceapi "k8s.io/api/resource/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

const gpuType = "gpu"

// Node is an index of the devices of a Device object.
type Node struct {
	byID, byAddress map[string]Device
	byBus           map[string]Device // GPUs; no other card has functions on the bus
	instances       map[string]Device // MIG instances
	gpus            int
	addressed       bool   // the PCI address of each GPU is known
	scheme          string // begins the ids of all GPUs ("GPU-"), "" if they differ
}

// Device is a device of a Device object, or a MIG instance of a GPU.
type Device struct {
	Type  string
	Minor int32
	ID    string // as in the object, "" if it states none
	// of the instance's GPU, which Type and Minor name; nil for other devices
	Instance bool
}

// Answer states how a device of a ResourceSlice relates to those of a node.
type Answer int

// The answers of Find.
const (
	Unidentified Answer = iota // may be any device of the node
	Same                       // is a device of the node
	Other                      // is none of the node's GPUs
)

// New returns the index of a node's devices. A nil object has none.
func New(object *apis.Device) *Node {
	n := &Node{byID: map[string]Device{}, byAddress: map[string]Device{}, byBus: map[string]Device{}, instances: map[string]Device{}, addressed: true}
	if object == nil {
		return n
	}
	for i := range object.Spec.Devices {
		n.add(&object.Spec.Devices[i])
	}
	n.addInstances(object.Annotations[objects.AnnotationMIGInstances])
	return n
}

func (n *Node) add(info *apis.DeviceInfo) {
	device := Device{Type: cmp.Or(info.Type, info.DeviceType), ID: cmp.Or(info.ID, info.UUID)}
	if info.Minor != nil {
		device.Minor = *info.Minor
	}
	if device.ID != "" {
		n.byID[strings.ToLower(device.ID)] = device
	}
	address := addressOf(device.ID)
	if info.Topology != nil && info.Topology.BusID != "" {
		address = addressOf(info.Topology.BusID)
	}
	if address != "" {
		n.byAddress[address] = device
	}
	for _, group := range info.VFGroups {
		for _, vf := range group.VFs {
			if of := addressOf(vf.BusID); of != "" {
				n.byAddress[of] = device
			}
		}
	}
	if device.Type != gpuType {
		return
	}
	if bus, is := busOf(address); is {
		n.byBus[bus] = device
	}
	n.addressed = n.addressed && address != ""
	prefix, _, found := strings.Cut(strings.ToLower(device.ID), "-")
	if !found || n.gpus > 0 && n.scheme != prefix+"-" {
		n.scheme = ""
	} else {
		n.scheme = prefix + "-"
	}
	n.gpus++
}

func (n *Node) addInstances(text string) {
	var gpus []struct {
		Minor     int32
		Instances []struct{ UUID string }
	}
	if text == "" || json.Unmarshal([]byte(text), &gpus) != nil {
		return
	}
	for _, gpu := range gpus {
		for _, instance := range gpu.Instances {
			n.instances[strings.ToLower(instance.UUID)] = Device{Type: gpuType, Minor: gpu.Minor, ID: instance.UUID, Instance: true}
		}
	}
}

// HasGPUs reports whether the node has GPUs.
func (n *Node) HasGPUs() bool { return n.gpus > 0 }

// Find returns the device of the node that a ResourceSlice's device is, or that it is a part of. A MIG
// instance that the node does not list is its GPU. A nil device is unidentified.
func (n *Node) Find(device *resourceapi.Device) (found Device, answer Answer) {
	if device == nil {
		return Device{}, Unidentified
	}
	isOther := false
	for _, attribute := range identities(device) {
		found, is := n.find(attribute)
		if is {
			return found, Same
		}
		isOther = isOther || n.excludes(attribute)
	}
	if isOther {
		return Device{}, Other
	}
	return Device{}, Unidentified
}

func (n *Node) find(of identity) (found Device, is bool) {
	if of.address == "" {
		if found, is = n.instances[of.id]; !is {
			found, is = n.byID[of.id]
		}
		return found, is
	}
	if found, is = n.byAddress[of.address]; is {
		return found, true
	}
	bus, is := busOf(of.address)
	if !is {
		return Device{}, false
	}
	found, is = n.byBus[bus]
	return found, is
}

// excludes reports whether none of the node's GPUs has an identity that find did not find.
func (n *Node) excludes(of identity) bool {
	if of.address != "" {
		return n.addressed
	}
	return n.scheme != "" && strings.HasPrefix(of.id, n.scheme)
}

// identity is a UUID or a PCI address, in lower case.
type identity struct {
	id, address string
	rank        int // position in attributes
}

// attributes are the names of attributes that identify a device, without domain and in lower case, from
// the most exact one. Drivers of NVIDIA, AMD and Intel use them, and those of networks.
var attributes = []string{"uuid", "parentuuid", "pcibusid", "pciebusid", "pciaddr", "pciaddress", "parentpcibusid", "parentpciaddr"}

// identities returns a device's identities from the most exact one.
func identities(device *resourceapi.Device) (out []identity) {
	for _, name := range slices.Sorted(maps.Keys(device.Attributes)) {
		attribute := device.Attributes[name]
		rank := slices.Index(attributes, strings.ToLower(string(name[strings.LastIndex(string(name), "/")+1:])))
		if rank < 0 || attribute.StringValue == nil || *attribute.StringValue == "" {
			continue
		}
		of := identity{id: strings.ToLower(*attribute.StringValue), rank: rank}
		if of.address = addressOf(of.id); of.address == "" && !strings.HasSuffix(attributes[rank], "uuid") {
			continue
		}
		out = append(out, of)
	}
	slices.SortStableFunc(out, func(a, b identity) int { return a.rank - b.rank })
	return out
}

var pciAddress = regexp.MustCompile(`^(?:0000)?([0-9a-f]{4}:[0-9a-f]{2}):[0-9a-f]{2}\.[0-7]$`)

// addressOf returns a PCI address in the form of Linux, or "" if the text is none.
func addressOf(text string) string {
	text = strings.ToLower(text)
	if !pciAddress.MatchString(text) {
		return ""
	}
	return text[len(text)-len("0000:00:00.0"):]
}

// busOf returns domain and bus of an address. Bus 0, on which virtual machines have devices of all
// kinds, is none.
func busOf(address string) (bus string, is bool) {
	if address == "" || strings.HasSuffix(address[:len("0000:00")], ":00") {
		return "", false
	}
	return address[:len("0000:00")], true
}

// driversOfOthers are drivers without GPUs. Their devices may state no identity.
var driversOfOthers = []string{"compute-domain.nvidia.com", "dra.net", "dra.cpu", "dra.memory"}

// MayHaveGPUs reports whether devices of a driver that Find does not identify may be GPUs.
func MayHaveGPUs(driver string) bool { return !slices.Contains(driversOfOthers, driver) }
