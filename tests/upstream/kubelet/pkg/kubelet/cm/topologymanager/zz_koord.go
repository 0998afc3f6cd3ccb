package topologymanager

// The policies' Merge, answered by koord_numa_merge.

import (
	"fmt"
	"maps"
	"slices"

	"github.com/go-logr/logr"
	"koordc"
	"koordc/judge"

	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
)

// Policies of koordc.Merge.
const (
	koordNone = 1 + iota
	koordBestEffort
	koordRestricted
	koordSingleNUMANode
)

type koordHints = []map[string][]TopologyHint

func (p *nonePolicy) Merge(_ logr.Logger, providers koordHints) (TopologyHint, bool) {
	// This policy does not know the machine. It gets one with the nodes that the hints name.
	named := map[int]bool{}
	for _, provider := range providers {
		for _, hints := range provider {
			for _, hint := range hints {
				if hint.NUMANodeAffinity != nil {
					for _, node := range hint.NUMANodeAffinity.GetBits() {
						named[node] = true
					}
				}
			}
		}
	}
	return koordMerge(koordNone, &NUMAInfo{Nodes: slices.Sorted(maps.Keys(named))}, PolicyOptions{}, providers)
}

func (p *bestEffortPolicy) Merge(_ logr.Logger, providers koordHints) (TopologyHint, bool) {
	return koordMerge(koordBestEffort, p.numaInfo, p.opts, providers)
}

func (p *restrictedPolicy) Merge(_ logr.Logger, providers koordHints) (TopologyHint, bool) {
	return koordMerge(koordRestricted, p.numaInfo, p.opts, providers)
}

func (p *singleNumaNodePolicy) Merge(_ logr.Logger, providers koordHints) (TopologyHint, bool) {
	return koordMerge(koordSingleNUMANode, p.numaInfo, p.opts, providers)
}

func koordMerge(policy int, info *NUMAInfo, options PolicyOptions, providers koordHints) (TopologyHint, bool) {
	request := &koordc.Merge{Profile: koordc.KubeletProfile, Policy: policy, MaxNodes: 64, Closest: options.PreferClosestNUMA}
	row := map[int]int{}
	for i, node := range info.Nodes {
		row[node] = i
		request.Places = append(request.Places, koordc.Place{Node: node})
	}
	if options.PreferClosestNUMA {
		for _, from := range info.Nodes {
			for _, to := range info.Nodes {
				request.Distances = append(request.Distances, uint32(info.NUMADistances[from][to]))
			}
		}
	}
	for i, provider := range providers {
		request.Lists = append(request.Lists, koordLists(i, provider, row)...)
	}
	merged, err := koordc.DoMerge(request)
	if err != nil {
		panic(fmt.Sprintf("koord_numa_merge: %v", err))
	}
	best := TopologyHint{Preferred: merged.Preferred}
	if merged.Affinity {
		best.NUMANodeAffinity, _ = bitmask.NewBitMask()
		for i, node := range info.Nodes {
			if merged.Nodes>>i&1 == 1 {
				best.NUMANodeAffinity.Add(node)
			}
		}
	}
	if judge.Spoiled("merge") {
		best.Preferred = !best.Preferred
		return best, !merged.Admit
	}
	return best, merged.Admit
}

// koordLists sorts the resources by name: a map has no order, and the answer does not depend on it.
func koordLists(number int, provider map[string][]TopologyHint, row map[int]int) (lists []koordc.List) {
	if len(provider) == 0 {
		return []koordc.List{{Provider: number, Opinion: 1}}
	}
	for _, name := range slices.Sorted(maps.Keys(provider)) {
		list := koordc.List{Provider: number, Name: name}
		if provider[name] == nil {
			list.Opinion = 1
		}
		for _, hint := range provider[name] {
			h := koordc.Hint{Preferred: hint.Preferred, None: hint.NUMANodeAffinity == nil}
			if !h.None {
				for _, node := range hint.NUMANodeAffinity.GetBits() {
					i, known := row[node]
					if !known {
						panic(fmt.Sprintf("a hint for node %d, which the machine lacks", node))
					}
					h.Nodes |= 1 << i
				}
			}
			list.Hints = append(list.Hints, h)
		}
		lists = append(lists, list)
	}
	return lists
}
