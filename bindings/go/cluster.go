package koord

import "strings"

// NewCluster is an empty cluster. diagnostics receives what calls on it remark, nil: nobody. args are the arguments of Koordinator's plugins as JSON, nil: their defaults. Errors:
// ErrInvalid (names the field), ErrUnsupported, ErrLimit, ErrNoMemory.
func NewCluster(diagnostics *Diagnostics, options ClusterOptions, args []byte) (*Cluster, error) {
	return callClusterNew(diagnostics, options, args)
}

// SetNode takes a Node (v1) as the API server gives it, new or replaced, and returns its number. Errors: ErrInvalid (names
// node and field), ErrLimit, ErrNoMemory.
func (c *Cluster) SetNode(json []byte) (node uint32, err error) {
	return callClusterSetNode(c, json)
}

// SetTopology takes a node's NodeResourceTopology; it may come before the node. Errors: as SetNode.
func (c *Cluster) SetTopology(json []byte) (node uint32, err error) {
	return callClusterSetTopology(c, json)
}

// SetDevices takes a Device object, named after the node. Errors: as SetNode.
func (c *Cluster) SetDevices(json []byte) (node uint32, err error) {
	return callClusterSetDevices(c, json)
}

// SetGPUPolicy has a policy score nodes from here on, made for a workload. Errors: ErrInvalid (names row and field), ErrLimit,
// ErrNoMemory; all is as before then.
func (c *Cluster) SetGPUPolicy(policy GPUPolicy, workload []TaskClass) error {
	var texts arena
	rows := raws[TaskClass, rawTaskClass](workload, &texts)
	return callClusterSetGPUPolicy(c, policy, rows, texts.bytes)
}

// NodeNames are the names of all nodes that are there, by number. Errors: ErrNoMemory.
func (c *Cluster) NodeNames() ([]NodeName, error) {
	names, err := callClusterNodeNames(c)
	if err != nil {
		return nil, err
	}
	defer names.Close()
	return lentRows(func(rows []rawNodeName) (int, error) { return callNodeNamesRows(names, rows) },
		func(read func(string)) error { return callNodeNamesTexts(names, read) }, (*rawNodeName).public)
}

// RemoveNode has a node gone, its topology and pods with it. Errors: ErrNotFound.
func (c *Cluster) RemoveNode(name string) error { return callClusterRemoveNode(c, name) }

// RemoveTopology has a node's NodeResourceTopology gone. Errors: ErrNotFound.
func (c *Cluster) RemoveTopology(name string) error { return callClusterRemoveTopology(c, name) }

// RemoveDevices has a node's Device object gone. Errors: ErrNotFound.
func (c *Cluster) RemoveDevices(name string) error { return callClusterRemoveDevices(c, name) }

// NodeID is the number of a node that is there. Errors: ErrNotFound.
func (c *Cluster) NodeID(name string) (node uint32, err error) { return callClusterNodeID(c, name) }

// NodeName is the name behind a number, also of a node that is gone. Errors: ErrNotFound.
func (c *Cluster) NodeName(node uint32) (string, error) {
	return textOf(func(text []byte) (int, error) { return callClusterNodeName(c, node, text) })
}

// NodeTopology is the machine of a node, to be closed; nil where no topology is known. Errors: ErrNotFound.
func (c *Cluster) NodeTopology(node uint32) (*Topology, error) {
	return callClusterNodeTopology(c, node)
}

// NodeCPUs is one set of a node's CPUs. Errors: ErrNotFound.
func (c *Cluster) NodeCPUs(node uint32, which ClusterCPUSet) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callClusterNodeCPUs(c, node, which, words) })
}

// Info counts what is in the cluster.
func (c *Cluster) Info() (ClusterInfo, error) { return callClusterInfo(c) }

// ResourceName is the resource that Refusal.Resource stands for. Errors: ErrNotFound.
func (c *Cluster) ResourceName(resource int32) (string, error) {
	return textOf(func(text []byte) (int, error) { return callClusterResourceName(c, resource, text) })
}

// DeviceTypeName is the type of devices that Refusal.DeviceType stands for. Errors: ErrNotFound.
func (c *Cluster) DeviceTypeName(number int32) (string, error) {
	return textOf(func(text []byte) (int, error) { return callClusterDeviceTypeName(c, number, text) })
}

// Pods are the uids of a node's pods. Errors: ErrNotFound.
func (c *Cluster) Pods(node uint32) ([]string, error) {
	text, err := callClusterPods(c, node)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), nil
}
