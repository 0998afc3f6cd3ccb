package koord

// Builders make objects of their parts, for programs that have them as typed objects and not as JSON: every field that
// counts can be set, and what is built is what the same object as JSON is. Setters return no errors: the first error is
// that of the call that takes what was built (ErrInvalid names the argument, ErrLimit, ErrNoMemory), until Reset. A
// builder serves many objects; Reset keeps its memory.

// NewPodBuilder is a builder of an empty pod.
func NewPodBuilder() (*PodBuilder, error) { return callPodBuilderNew() }

// Reset makes it as new.
func (b *PodBuilder) Reset() {
	if b != nil {
		b.err = nil
	}
	b.note(callPodBuilderReset(b))
}

// SetName sets metadata.name, which a pod must have.
func (b *PodBuilder) SetName(name string) { b.note(callPodBuilderSetText(b, PodTextName, name)) }

// SetNamespace sets metadata.namespace; "": default.
func (b *PodBuilder) SetNamespace(namespace string) {
	b.note(callPodBuilderSetText(b, PodTextNamespace, namespace))
}

// SetUID sets metadata.uid.
func (b *PodBuilder) SetUID(uid string) { b.note(callPodBuilderSetText(b, PodTextUID, uid)) }

// SetNode sets spec.nodeName; "": the pod is not bound.
func (b *PodBuilder) SetNode(node string) { b.note(callPodBuilderSetText(b, PodTextNode, node)) }

// SetLabel sets a label.
func (b *PodBuilder) SetLabel(key, value string) { b.note(callPodBuilderSetLabel(b, key, value)) }

// SetAnnotation sets an annotation.
func (b *PodBuilder) SetAnnotation(key, value string) {
	b.note(callPodBuilderSetAnnotation(b, key, value))
}

// SetSpec sets all that the pod states in numbers.
func (b *PodBuilder) SetSpec(spec PodSpec) { b.note(callPodBuilderSetSpec(b, spec)) }

// AddContainer adds a container, in the order of its kind, and returns its index.
func (b *PodBuilder) AddContainer(kind ContainerKind, name string) (container int32) {
	container, err := callPodBuilderAddContainer(b, kind, name)
	b.note(err)
	return container
}

// SetResource sets request and limit of a resource of a container, or of int32(ResourceScopePod) or
// int32(ResourceScopeOverhead): milli-CPU for "cpu", bytes or units for all others; -1: not stated.
func (b *PodBuilder) SetResource(container int32, name string, request, limit int64) {
	b.note(callPodBuilderSetResource(b, container, name, request, limit))
}

// SetEnv sets a variable of a container's environment, one with a value of its own (not valueFrom). Only
// NVIDIA_VISIBLE_DEVICES counts, others need not be set.
func (b *PodBuilder) SetEnv(container int32, name, value string) {
	b.note(callPodBuilderSetEnv(b, container, name, value))
}

// SetCPUs sets what the pod was allocated, where no annotation says it.
func (b *PodBuilder) SetCPUs(cpus CPUSet) { b.note(callPodBuilderSetCPUs(b, cpus)) }

// SetNUMAResource sets what the pod was allocated on a NUMA node, where no annotation says it.
func (b *PodBuilder) SetNUMAResource(numaNode int32, name string, amount int64) {
	b.note(callPodBuilderSetNUMAResource(b, numaNode, name, amount))
}

// Pod is the pod, as PodFromJSON makes it; the builder stays as it is. Errors: of a setter; ErrInvalid (names pod and
// field), ErrLimit, ErrNoMemory.
func (b *PodBuilder) Pod(log *Diagnostics) (*Pod, error) {
	if err := b.failure(); err != nil {
		return nil, err
	}
	return callPodFromBuilder(log, b)
}

// NewNodeBuilder is a builder of an empty node.
func NewNodeBuilder() (*NodeBuilder, error) { return callNodeBuilderNew() }

// Reset makes it as new.
func (b *NodeBuilder) Reset() {
	if b != nil {
		b.err = nil
	}
	b.note(callNodeBuilderReset(b))
}

// SetName sets metadata.name, which a node must have.
func (b *NodeBuilder) SetName(name string) { b.note(callNodeBuilderSetText(b, NodeTextName, name)) }

// SetArchitecture sets status.nodeInfo.architecture.
func (b *NodeBuilder) SetArchitecture(architecture string) {
	b.note(callNodeBuilderSetText(b, NodeTextArchitecture, architecture))
}

// SetLabel sets a label.
func (b *NodeBuilder) SetLabel(key, value string) { b.note(callNodeBuilderSetLabel(b, key, value)) }

// SetAnnotation sets an annotation.
func (b *NodeBuilder) SetAnnotation(key, value string) {
	b.note(callNodeBuilderSetAnnotation(b, key, value))
}

// SetSpec sets all that the node states in numbers.
func (b *NodeBuilder) SetSpec(spec NodeSpec) { b.note(callNodeBuilderSetSpec(b, spec)) }

// SetResource sets what is allocatable of a resource: milli-CPU for "cpu", bytes or units for all others. reserved of it is
// kept from pods, where no annotation says what is; else 0.
func (b *NodeBuilder) SetResource(name string, allocatable, reserved int64) {
	b.note(callNodeBuilderSetResource(b, name, allocatable, reserved))
}

// SetCPUs sets CPUs that are reserved or of system QoS, where no annotation says them.
func (b *NodeBuilder) SetCPUs(which NodeCPUSet, cpus CPUSet) {
	b.note(callNodeBuilderSetCPUs(b, which, cpus))
}

// SetNodeFrom is SetNode of what was built. Errors: of a setter; as SetNode.
func (c *Cluster) SetNodeFrom(node *NodeBuilder) (id uint32, err error) {
	if err := node.failure(); err != nil {
		return 0, err
	}
	return callClusterSetNodeFromBuilder(c, node)
}

// SetNodeFrom is SetNode of what was built. Errors: of a setter; as SetNode.
func (n *Agent) SetNodeFrom(node *NodeBuilder) error {
	if err := node.failure(); err != nil {
		return err
	}
	return callAgentSetNodeFromBuilder(n, node)
}

// NewNRTBuilder is a builder of an empty NodeResourceTopology.
func NewNRTBuilder() (*NRTBuilder, error) { return callNRTBuilderNew() }

// Reset makes it as new.
func (b *NRTBuilder) Reset() {
	if b != nil {
		b.err = nil
	}
	b.note(callNRTBuilderReset(b))
}

// SetName sets metadata.name, which is the node's.
func (b *NRTBuilder) SetName(name string) { b.note(callNRTBuilderSetName(b, name)) }

// SetAnnotation sets an annotation.
func (b *NRTBuilder) SetAnnotation(key, value string) {
	b.note(callNRTBuilderSetAnnotation(b, key, value))
}

// AddPolicy adds one of topologyPolicies.
func (b *NRTBuilder) AddPolicy(policy string) { b.note(callNRTBuilderAddPolicy(b, policy)) }

// AddAttribute adds one of attributes.
func (b *NRTBuilder) AddAttribute(name, value string) {
	b.note(callNRTBuilderAddAttribute(b, name, value))
}

// AddZone adds one of zones and returns its index; kind is its type, "": "Node".
func (b *NRTBuilder) AddZone(name, kind string) (zone int32) {
	zone, err := callNRTBuilderAddZone(b, name, kind)
	b.note(err)
	return zone
}

// AddResource adds one of a zone's resources: milli-CPU for "cpu", bytes or units for all others; -1: not stated.
func (b *NRTBuilder) AddResource(zone int32, name string, capacity, allocatable, available int64) {
	b.note(callNRTBuilderAddResource(b, zone, name, capacity, allocatable, available))
}

// AddCost adds one of a zone's costs, its distance to the zone of that name.
func (b *NRTBuilder) AddCost(zone int32, name string, value uint32) {
	b.note(callNRTBuilderAddCost(b, zone, name, value))
}

// SetSpec sets what is said of the node's kubelet, where nothing else says it.
func (b *NRTBuilder) SetSpec(spec NRTSpec) { b.note(callNRTBuilderSetSpec(b, spec)) }

// SetTopology sets the machine, where no annotation lists its CPUs; nil: they are not known. The caller may close it.
func (b *NRTBuilder) SetTopology(machine *Topology) { b.note(callNRTBuilderSetTopology(b, machine)) }

// SetCPUs sets CPUs that kubelet reserves or has given away, where no annotation says them.
func (b *NRTBuilder) SetCPUs(which NRTCPUSet, cpus CPUSet) {
	b.note(callNRTBuilderSetCPUs(b, which, cpus))
}

// SetTopologyFrom is SetTopology of what was built. Errors: of a setter; as SetTopology.
func (c *Cluster) SetTopologyFrom(nrt *NRTBuilder) (id uint32, err error) {
	if err := nrt.failure(); err != nil {
		return 0, err
	}
	return callClusterSetTopologyFromBuilder(c, nrt)
}

// TopologyFromNRTBuilder is TopologyFromNRT of what was built. Errors: of a setter; as TopologyFromNRT.
func TopologyFromNRTBuilder(log *Diagnostics, nrt *NRTBuilder) (*Topology, error) {
	if err := nrt.failure(); err != nil {
		return nil, err
	}
	return callTopologyFromNRTBuilder(log, nrt)
}

// NewDeviceBuilder is a builder of an empty Device object.
func NewDeviceBuilder() (*DeviceBuilder, error) { return callDeviceBuilderNew() }

// Reset makes it as new.
func (b *DeviceBuilder) Reset() {
	if b != nil {
		b.err = nil
	}
	b.note(callDeviceBuilderReset(b))
}

// SetName sets metadata.name, which is the node's.
func (b *DeviceBuilder) SetName(name string) { b.note(callDeviceBuilderSetName(b, name)) }

// SetLabel sets a label of the object.
func (b *DeviceBuilder) SetLabel(key, value string) { b.note(callDeviceBuilderSetLabel(b, key, value)) }

// SetAnnotation sets an annotation of the object.
func (b *DeviceBuilder) SetAnnotation(key, value string) {
	b.note(callDeviceBuilderSetAnnotation(b, key, value))
}

// AddDevice adds one of spec.devices and returns its index.
func (b *DeviceBuilder) AddDevice(spec DeviceSpec) (device int32) {
	device, err := callDeviceBuilderAddDevice(b, spec)
	b.note(err)
	return device
}

// SetDeviceText sets a text of a device; its type must be set.
func (b *DeviceBuilder) SetDeviceText(device int32, which DeviceText, text string) {
	b.note(callDeviceBuilderSetDeviceText(b, device, which, text))
}

// SetDeviceLabel sets a label of a device.
func (b *DeviceBuilder) SetDeviceLabel(device int32, key, value string) {
	b.note(callDeviceBuilderSetDeviceLabel(b, device, key, value))
}

// SetResource sets what a device has of a resource.
func (b *DeviceBuilder) SetResource(device int32, name string, amount int64) {
	b.note(callDeviceBuilderSetResource(b, device, name, amount))
}

// AddVFGroup adds one of a device's vfGroups and returns its index among those of all devices.
func (b *DeviceBuilder) AddVFGroup(device int32) (group int32) {
	group, err := callDeviceBuilderAddVFGroup(b, device)
	b.note(err)
	return group
}

// SetVFLabel sets a label of a group of virtual functions.
func (b *DeviceBuilder) SetVFLabel(group int32, key, value string) {
	b.note(callDeviceBuilderSetVFLabel(b, group, key, value))
}

// AddVF adds a virtual function to a group; minor -1: none.
func (b *DeviceBuilder) AddVF(group, minor int32, busID string) {
	b.note(callDeviceBuilderAddVF(b, group, minor, busID))
}

// SetDevicesFrom is SetDevices of what was built. Errors: of a setter; as SetDevices.
func (c *Cluster) SetDevicesFrom(devices *DeviceBuilder) (id uint32, err error) {
	if err := devices.failure(); err != nil {
		return 0, err
	}
	return callClusterSetDevicesFromBuilder(c, devices)
}

// SetDevicesFrom is SetDevices of what was built. Errors: of a setter; as SetDevices.
func (n *Agent) SetDevicesFrom(devices *DeviceBuilder) error {
	if err := devices.failure(); err != nil {
		return err
	}
	return callAgentSetDevicesFromBuilder(n, devices)
}
