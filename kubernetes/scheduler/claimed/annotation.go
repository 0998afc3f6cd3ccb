package claimed

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/dradevices"
)

// anyDevice is the id of devices that are not identified: the library allocates none of their type.
const anyDevice = "*"

// mostEntries limits the entries of a node. Beyond it, no GPU of the node is allocated.
const mostEntries = 1024

// entry is an entry of the annotation claimed-devices.
type entry struct {
	Holder    string   `json:"podUID"` // a pod, or a name of the claim
	Container string   `json:"containerName,omitempty"`
	Resource  string   `json:"resourceName"`
	IDs       []string `json:"deviceIDs"`
}

// Annotation returns the devices of a node that claims hold, as the annotation claimed-devices of its
// Device object, or "" if there are none.
func (c *Claims) Annotation(device *apis.Device) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	keys := slices.Sorted(maps.Keys(c.byNode[device.Name]))
	if len(keys) == 0 {
		return ""
	}
	node := nodeDevices{Node: dradevices.New(device), devices: device, find: func(result *resourceapi.DeviceRequestAllocationResult) *resourceapi.Device {
		return c.find(device.Name, result)
	}}
	var out []entry
	for _, key := range keys {
		if claim := c.claim(key); claim != nil && !c.isSuperseded(key) {
			out = append(out, node.entriesOf(claim, c.consumerOf(claim))...)
		}
	}
	if len(out) == 0 {
		return ""
	}
	if len(out) > mostEntries {
		out = []entry{{"resourceclaims", "", objects.ResourceNVIDIAGPU, []string{anyDevice}}}
	}
	text, err := json.Marshal(out)
	if err != nil { // there are only strings
		return ""
	}
	return string(text)
}

// consumerOf returns the pod whose requests for extended resources a claim serves, or nil.
func (c *Claims) consumerOf(claim *resourceapi.ResourceClaim) *v1.Pod {
	for _, pod := range c.podsOf(claim) {
		if extended := pod.Status.ExtendedResourceClaimStatus; extended != nil && extended.ResourceClaimName == claim.Name {
			return pod
		}
	}
	return nil
}

// find returns the device of a result, by the last generation of its pool, or nil. The lock is held.
func (c *Claims) find(node string, result *resourceapi.DeviceRequestAllocationResult) (device *resourceapi.Device) {
	last := int64(0)
	for _, slice := range c.slices[pool{result.Driver, result.Pool}] {
		if slice.Spec.NodeName != nil && *slice.Spec.NodeName != node || device != nil && slice.Spec.Pool.Generation < last {
			continue
		}
		for i := range slice.Spec.Devices {
			if slice.Spec.Devices[i].Name == result.Device {
				device, last = &slice.Spec.Devices[i], slice.Spec.Pool.Generation
			}
		}
	}
	return device
}

// nodeDevices are the devices of a node, by its Device object and by ResourceSlices.
type nodeDevices struct {
	*dradevices.Node
	devices *apis.Device
	find    func(result *resourceapi.DeviceRequestAllocationResult) *resourceapi.Device
}

// entriesOf returns the entries of a claim. Devices for extended resources are those of the pod's
// containers, so that the library does not wait for kubelet's record of them.
func (n *nodeDevices) entriesOf(claim *resourceapi.ResourceClaim, consumer *v1.Pod) (out []entry) {
	held := map[string][]string{} // ids by resource
	for i := range claim.Status.Allocation.Devices.Results {
		result := &claim.Status.Allocation.Devices.Results[i]
		if result.AdminAccess != nil && *result.AdminAccess {
			continue
		}
		resource, id := n.identify(result)
		mapping := mappingOf(consumer, result.Request)
		switch {
		case mapping != nil && id != anyDevice:
			if id == "" { // the record of the container is complete with a device that the node lacks
				id = result.Driver + "/" + result.Pool + "/" + result.Device
			}
			out = append(out, entry{string(consumer.UID), mapping.ContainerName, mapping.ResourceName, []string{id}})
		case id != "":
			held[resource] = append(held[resource], id)
		}
	}
	for _, resource := range slices.Sorted(maps.Keys(held)) {
		ids := held[resource]
		slices.Sort(ids)
		out = append(out, entry{"resourceclaim:" + string(claim.UID), "", resource, slices.Compact(ids)})
	}
	return out
}

// identify returns a resource of the type and the id of the device of the node that a result names:
// anyDevice if any GPU may be meant, and "" if it is none of the node's devices.
func (n *nodeDevices) identify(result *resourceapi.DeviceRequestAllocationResult) (resource, id string) {
	found, answer := n.Find(n.find(result))
	switch {
	case answer == dradevices.Same && found.Instance:
		return "", found.ID
	case answer == dradevices.Same && found.ID != "":
		return n.resourceOf(found.Type), found.ID
	case answer == dradevices.Same:
		return n.resourceOf(found.Type), anyDevice
	case answer == dradevices.Unidentified && n.HasGPUs() && dradevices.MayHaveGPUs(result.Driver):
		return objects.ResourceNVIDIAGPU, anyDevice
	}
	return "", ""
}

// resourceOf returns a resource by which the library recognises a type of devices.
func (n *nodeDevices) resourceOf(kind string) string {
	switch kind {
	case "gpu":
		return objects.ResourceNVIDIAGPU
	case "rdma", "fpga":
		return objects.ResourcePrefix + kind
	}
	for i := range n.devices.Spec.Devices {
		if device := &n.devices.Spec.Devices[i]; device.Type == kind || device.DeviceType == kind {
			for _, resource := range slices.Sorted(maps.Keys(device.Resources)) {
				return string(resource)
			}
		}
	}
	return ""
}

// mappingOf returns the container and extended resource of a request of a pod's claim, or nil.
func mappingOf(pod *v1.Pod, request string) *v1.ContainerExtendedResourceRequest {
	if pod == nil || pod.Status.ExtendedResourceClaimStatus == nil {
		return nil
	}
	parent, _, _ := strings.Cut(request, "/")
	mappings := pod.Status.ExtendedResourceClaimStatus.RequestMappings
	for i := range mappings {
		if mappings[i].RequestName == request || mappings[i].RequestName == parent {
			return &mappings[i]
		}
	}
	return nil
}
