package devicemanager

// The device manager's hints, by libkoord.

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
	"k8s.io/kubernetes/pkg/kubelet/cm/zzkoord"
)

func koordNodes(numbers []int) (mask uint64) {
	for _, number := range numbers {
		mask |= 1 << number
	}
	return mask
}

// koordHints takes the nodes that kubelet considers for the resource.
func (m *ManagerImpl) koordHints(nodes []int, resource string, available, reusable sets.Set[string], request int) []topologymanager.TopologyHint {
	if len(nodes) == 0 {
		nodes = m.numaNodes
	}
	var devices []zzkoord.Device
	for _, id := range slices.Sorted(maps.Keys(m.allDevices[resource])) {
		devices = append(devices, zzkoord.Device{Nodes: koordNodes(m.getNUMANodeIds(m.allDevices[resource][id].Topology)),
			Available: available.Has(id), Reusable: reusable.Has(id)})
	}
	hints := []topologymanager.TopologyHint{}
	for _, hint := range zzkoord.DeviceHints(devices, koordNodes(nodes), request) {
		mask := bitmask.NewEmptyBitMask()
		for _, node := range nodes {
			if hint.Nodes>>node&1 == 1 {
				mask.Add(node)
			}
		}
		hints = append(hints, topologymanager.TopologyHint{NUMANodeAffinity: mask, Preferred: hint.Preferred})
	}
	return hints
}
