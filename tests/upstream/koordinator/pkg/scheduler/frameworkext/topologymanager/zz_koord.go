package topologymanager

// The policies' Merge, answered by koord_numa_merge under the profile upstream.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"koordc"
	"koordc/judge"

	apiext "github.com/koordinator-sh/koordinator/apis/extension"
	"github.com/koordinator-sh/koordinator/pkg/util/bitmask"
)

// Policies of koordc.Merge.
const (
	koordNone = 1 + iota
	koordBestEffort
	koordRestricted
	koordSingleNUMANode
)

type koordHints = []map[string][]NUMATopologyHint

func (p *nonePolicy) Merge(providers koordHints, exclusive apiext.NumaTopologyExclusive, use []apiext.NumaNodeStatus) (NUMATopologyHint, bool, []string) {
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
	return koordMerge(koordNone, slices.Sorted(maps.Keys(named)), providers, exclusive, use)
}

func (p *bestEffortPolicy) Merge(providers koordHints, exclusive apiext.NumaTopologyExclusive, use []apiext.NumaNodeStatus) (NUMATopologyHint, bool, []string) {
	return koordMerge(koordBestEffort, p.numaNodes, providers, exclusive, use)
}

func (p *restrictedPolicy) Merge(providers koordHints, exclusive apiext.NumaTopologyExclusive, use []apiext.NumaNodeStatus) (NUMATopologyHint, bool, []string) {
	return koordMerge(koordRestricted, p.numaNodes, providers, exclusive, use)
}

func (p *singleNumaNodePolicy) Merge(providers koordHints, exclusive apiext.NumaTopologyExclusive, use []apiext.NumaNodeStatus) (NUMATopologyHint, bool, []string) {
	return koordMerge(koordSingleNUMANode, p.numaNodes, providers, exclusive, use)
}

func koordMerge(policy int, nodes []int, providers koordHints, exclusive apiext.NumaTopologyExclusive, use []apiext.NumaNodeStatus) (NUMATopologyHint, bool, []string) {
	request := &koordc.Merge{Profile: koordc.UpstreamProfile, Policy: policy}
	switch exclusive {
	case apiext.NumaTopologyExclusivePreferred:
		request.Exclusive = 1
	case apiext.NumaTopologyExclusiveRequired:
		request.Exclusive = 2
	}
	row := map[int]int{}
	for i, node := range nodes {
		place := koordc.Place{Node: node}
		if node < len(use) {
			place.Use = slices.Index([]apiext.NumaNodeStatus{apiext.NumaNodeStatusIdle, apiext.NumaNodeStatusSingle, apiext.NumaNodeStatusShared}, use[node])
		}
		row[node] = i
		request.Places = append(request.Places, place)
	}
	for i, provider := range providers {
		if len(provider) == 0 {
			request.Lists = append(request.Lists, koordc.List{Provider: i, Opinion: 1})
		}
		for _, name := range slices.Sorted(maps.Keys(provider)) {
			request.Lists = append(request.Lists, koordList(i, name, provider[name], row))
		}
	}
	merged, err := koordc.DoMerge(request)
	if err != nil {
		panic(fmt.Sprintf("koord_numa_merge: %v", err))
	}
	best := NUMATopologyHint{Preferred: merged.Preferred, Unsatisfied: merged.Unsatisfied, Score: merged.Score}
	if merged.Affinity {
		best.NUMANodeAffinity, _ = bitmask.NewBitMask()
		for i, node := range nodes {
			if merged.Nodes>>i&1 == 1 {
				best.NUMANodeAffinity.Add(node)
			}
		}
	}
	var reasons []string
	if merged.Text != "" {
		reasons = strings.Split(strings.TrimRight(merged.Text, "\n"), "\n")
	}
	if judge.Spoiled("merge") {
		best.Preferred = !best.Preferred
		return best, !merged.Admit, reasons
	}
	return best, merged.Admit, reasons
}

func koordList(provider int, name string, hints []NUMATopologyHint, row map[int]int) koordc.List {
	list := koordc.List{Provider: provider, Name: name}
	if hints == nil {
		list.Opinion = 1
	}
	for _, hint := range hints {
		if hint.Unsatisfied {
			panic("providers do not give unsatisfied hints")
		}
		h := koordc.Hint{Preferred: hint.Preferred, None: hint.NUMANodeAffinity == nil, Score: hint.Score}
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
	return list
}
