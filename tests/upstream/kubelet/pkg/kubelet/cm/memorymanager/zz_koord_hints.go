//go:build v1_36 || v1_37

package memorymanager

// The memory manager's hints, by libkoord.

import (
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/cm/memorymanager/state"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
	"k8s.io/kubernetes/pkg/kubelet/cm/zzkoord"
)

func (p *staticPolicy) calculateHints(machineState state.NUMANodeMap, pod *v1.Pod, requested map[v1.ResourceName]uint64) map[string][]topologymanager.TopologyHint {
	accounts := koordBooks(machineState)
	var reusable, requests []zzkoord.Block
	for name, kinds := range p.initContainersReusableMemory[string(pod.UID)] {
		bits, err := strconv.ParseUint(name, 2, 64) // bitmask.String
		if err != nil {
			panic(err)
		}
		var nodes []int
		for node := range 64 {
			if bits>>node&1 == 1 {
				nodes = append(nodes, node)
			}
		}
		for kind, bytes := range kinds {
			reusable = append(reusable, zzkoord.Block{Nodes: accounts.mask(nodes), PageBytes: koordPageBytes(kind), Bytes: bytes})
		}
	}
	for kind, bytes := range requested {
		requests = append(requests, zzkoord.Block{PageBytes: koordPageBytes(kind), Bytes: bytes})
	}
	hints := map[string][]topologymanager.TopologyHint{}
	for _, hint := range accounts.Hints(reusable, requests) {
		mask, _ := bitmask.NewBitMask(accounts.numbers(hint.Nodes)...)
		for kind := range requested {
			hints[string(kind)] = append(hints[string(kind)], topologymanager.TopologyHint{NUMANodeAffinity: mask, Preferred: hint.Preferred})
		}
	}
	return hints
}
