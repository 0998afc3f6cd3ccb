package gpupolicy

import (
	"cmp"
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// nodeKind holds the values of a node that a policy reads apart from the node's pods. The library
// tunes the policies RoomLeft, BestFit, DotProduct and Clustering to the capacities of the nodes,
// and FGD and FGDAll get GPU models and the size of GPU memory from here. After substantial changes
// the policy is therefore set again, even if it reads no workload. Only Packing would not need it.
type nodeKind struct {
	cpuMilli, memory int64
	gpus             int
	gpuMemory        int64 // of the first GPU
	model            string
}

// substantial is the divisor of the number of nodes: when a twentieth of them has changed since the
// policy was set, it is set again.
const substantial = 20

func kindOfNode(node *v1.Node, device *apis.Device) nodeKind {
	out := nodeKind{}
	if node != nil {
		out.cpuMilli, out.memory = node.Status.Allocatable.Cpu().MilliValue(), node.Status.Allocatable.Memory().Value()
		out.model = node.Labels[objects.LabelGPUModel]
	}
	if device == nil {
		return out
	}
	if out.model == "" {
		out.model = device.Labels[objects.LabelGPUModel]
	}
	for i := range device.Spec.Devices {
		info := &device.Spec.Devices[i]
		if info.Type != "gpu" && (info.Type != "" || info.DeviceType != "gpu") {
			continue
		}
		resources := info.Resources
		if resources == nil {
			resources = info.Resource
		}
		if out.gpus == 0 {
			out.gpuMemory, _ = amountOf(resources, byteNames)
		}
		out.gpus++
	}
	return out
}

// nodes are the kinds of all nodes.
type nodes struct {
	byName  map[string]nodeKind
	changed map[string]bool // since the policy was set
}

func newNodes() nodes { return nodes{byName: map[string]nodeKind{}, changed: map[string]bool{}} }

// set records a node, or removes it if both objects are nil. It reports whether the nodes have
// changed substantially.
func (n *nodes) set(name string, node *v1.Node, device *apis.Device) bool {
	before, known := n.byName[name]
	kind, exists := kindOfNode(node, device), node != nil || device != nil
	switch {
	case exists == known && kind == before:
		return false
	case exists:
		n.byName[name] = kind
	default:
		delete(n.byName, name)
	}
	n.changed[name] = true
	return substantial*len(n.changed) >= len(n.byName)
}

// hardware summarizes the GPUs of a cluster.
type hardware struct {
	models    []string // those with the most GPUs first
	gpuMemory int64    // the most frequent size; 0 if none is known
}

func (n *nodes) hardware() hardware {
	models, sizes := map[string]int{}, map[int64]int{}
	for _, kind := range n.byName {
		if isModel(kind.model) && kind.gpus > 0 {
			models[kind.model] += kind.gpus
		}
		if kind.gpuMemory > 0 {
			sizes[kind.gpuMemory] += kind.gpus
		}
	}
	out := hardware{models: byFrequency(models)}
	if memory := byFrequency(sizes); len(memory) > 0 {
		out.gpuMemory = memory[0]
	}
	return out
}

// byFrequency returns the keys, the most frequent first. Ties go to the lower key.
func byFrequency[K cmp.Ordered](counts map[K]int) []K {
	return slices.SortedFunc(maps.Keys(counts), func(a, b K) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}
