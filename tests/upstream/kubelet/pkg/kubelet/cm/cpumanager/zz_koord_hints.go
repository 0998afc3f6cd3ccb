//go:build v1_36 || v1_37

package cpumanager

// The static policy's hints, by libkoord.

import (
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
	"k8s.io/kubernetes/pkg/kubelet/cm/zzkoord"
	"k8s.io/utils/cpuset"
)

func (p *staticPolicy) generateCPUTopologyHints(available, reusable cpuset.CPUSet, request int) []topologymanager.TopologyHint {
	var cpus []zzkoord.CPU
	for cpu, info := range p.topology.CPUDetails {
		cpus = append(cpus, zzkoord.CPU{CPU: cpu, Core: info.CoreID, Socket: info.SocketID, Node: info.NUMANodeID,
			Available: available.Contains(cpu), Reusable: reusable.Contains(cpu)})
	}
	hints := []topologymanager.TopologyHint{}
	for _, hint := range zzkoord.CPUHints(cpus, request, p.options.AlignBySocket) {
		mask := bitmask.NewEmptyBitMask()
		for _, node := range p.topology.CPUDetails.NUMANodes().List() {
			if hint.Nodes>>node&1 == 1 {
				mask.Add(node)
			}
		}
		hints = append(hints, topologymanager.TopologyHint{NUMANodeAffinity: mask, Preferred: hint.Preferred})
	}
	return hints
}
