package koord_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

type numaHint struct {
	NUMA      []int32
	Preferred bool
	Score     int64
}

// mergeCase is one request to the topology manager of Koordinator or kubelet.
type mergeCase struct {
	ID, Kind, Policy, Exclusive, Case string
	Nodes                             []int32
	NUMANodes                         []int32 `json:"numa_nodes"`
	Status                            []string
	PreferClosest                     bool `json:"prefer_closest"`
	Distances                         [][]uint32
	Providers                         []map[string]json.RawMessage
	Admit                             bool
	Reasons                           []string
	Want                              struct {
		numaHint
		Unsatisfied bool
	}
	Hint numaHint
}

var mergePolicies = map[string]koord.NUMAPolicy{
	"none": koord.NUMAPolicyNone, "best-effort": koord.NUMAPolicyBestEffort, "restricted": koord.NUMAPolicyRestricted,
	"single-numa-node": koord.NUMAPolicySingleNUMANode, "": koord.NUMAPolicyNone, "BestEffort": koord.NUMAPolicyBestEffort,
	"Restricted": koord.NUMAPolicyRestricted, "SingleNUMANode": koord.NUMAPolicySingleNUMANode,
}

func (c *mergeCase) addLists(to *koord.NUMAHints, places []koord.NUMAPlace) error {
	at := map[int32]int{}
	for i, place := range places {
		at[place.NUMANode] = i
	}
	for number, provider := range c.Providers {
		if len(provider) == 0 {
			list := koord.NUMAHintList{Provider: int32(number), Kind: koord.NUMAHintKindNoPreference}
			if err := to.AddList(list, "", nil); err != nil {
				return err
			}
			continue
		}
		var names []string
		for name := range provider {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			list := koord.NUMAHintList{Provider: int32(number)}
			var rows []koord.NUMAHint
			if string(provider[name]) == "null" {
				list.Kind = koord.NUMAHintKindNoPreference
			}
			var hints []numaHint
			if err := json.Unmarshal(provider[name], &hints); err != nil {
				return err
			}
			for _, hint := range hints {
				made := koord.NUMAHint{Score: hint.Score}
				if hint.Preferred {
					made.Flags |= koord.NUMAHintPreferred
				}
				if hint.NUMA == nil {
					made.Flags |= koord.NUMAHintNoAffinity
				}
				for _, node := range hint.NUMA {
					made.Nodes |= 1 << at[node]
				}
				rows = append(rows, made)
			}
			if err := to.AddList(list, name, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// places returns the NUMA nodes of a case, or those of the hints if it has none.
func (c *mergeCase) places() []koord.NUMAPlace {
	uses := map[string]koord.NUMAUse{"idle": koord.NUMAUseIdle, "single": koord.NUMAUseSingle, "shared": koord.NUMAUseShared}
	var places []koord.NUMAPlace
	for i, node := range append(c.Nodes, c.NUMANodes...) {
		place := koord.NUMAPlace{NUMANode: node}
		if i < len(c.Status) {
			place.Use = uses[c.Status[i]]
		}
		places = append(places, place)
	}
	if places != nil {
		return places
	}
	seen := map[int32]bool{}
	for _, provider := range c.Providers {
		for _, raw := range provider {
			var hints []numaHint
			if json.Unmarshal(raw, &hints) == nil {
				for _, hint := range hints {
					for _, node := range hint.NUMA {
						if !seen[node] {
							seen[node] = true
							places = append(places, koord.NUMAPlace{NUMANode: node})
						}
					}
				}
			}
		}
	}
	sort.Slice(places, func(i, j int) bool { return places[i].NUMANode < places[j].NUMANode })
	return places
}

func (c *mergeCase) merge(t *testing.T, profile koord.Profile) (koord.NUMAMerged, []int32, []string) {
	places := c.places()
	options := koord.NUMAOptions{Profile: profile, Policy: mergePolicies[c.Policy], MaxNodes: koord.MaxNUMANodes}
	switch c.Exclusive {
	case "Preferred":
		options.Exclusive = koord.NUMAExclusivePreferred
	case "Required":
		options.Exclusive = koord.NUMAExclusiveRequired
	}
	var distances []uint32
	if c.PreferClosest {
		options.Flags = koord.NUMAMergePreferClosest
		for _, row := range c.Distances {
			distances = append(distances, row...)
		}
	}
	hints := must[*koord.NUMAHints](t)(koord.NewNUMAHints())
	defer hints.Close()
	ok(t, hints.SetNodes(places, distances))
	ok(t, c.addLists(hints, places))
	merged, text, err := koord.MergeNUMA(options, hints)
	ok(t, err)
	var nodes []int32
	if merged.Flags&koord.NUMAMergedAffinity != 0 {
		nodes = []int32{}
		for i, place := range places {
			if merged.Nodes>>i&1 != 0 {
				nodes = append(nodes, place.NUMANode)
			}
		}
	}
	var reasons []string
	if text != "" {
		reasons = strings.Split(text, "\n")
		sort.Strings(reasons)
	}
	return merged, nodes, reasons
}

func TestConformanceKoordinatorNUMA(t *testing.T) {
	var file struct{ Cases []mergeCase }
	document(t, "koordinator-numa-merge.json", &file)
	for i := range file.Cases {
		one := &file.Cases[i]
		merged, nodes, reasons := one.merge(t, koord.ProfileUpstream)
		got := fmt.Sprint(nodes, merged.Flags&koord.NUMAMergedPreferred != 0, merged.Flags&koord.NUMAMergedUnsatisfied != 0, merged.Score,
			merged.Flags&koord.NUMAMergedAdmit != 0, reasons)
		want := fmt.Sprint(one.Want.NUMA, one.Want.Preferred, one.Want.Unsatisfied, one.Want.Score, one.Admit, one.Reasons)
		if got != want {
			t.Errorf("%s: got %s, want %s", one.ID, got, want)
		}
	}
	replayed(t, "koordinator-numa-merge.json", len(file.Cases), 300)
}

func TestConformanceKubeletNUMA(t *testing.T) {
	cases := 0
	lines(t, "kubelet-topology-manager.jsonl", func(line []byte) {
		var kind struct{ Kind string }
		ok(t, json.Unmarshal(line, &kind))
		if kind.Kind == "new-manager" {
			return // koord.h has no separate call for that
		}
		var one struct {
			mergeCase
			ID json.RawMessage // a number in these files
		}
		ok(t, json.Unmarshal(line, &one))
		merged, nodes, _ := one.merge(t, koord.ProfileKubelet)
		if !reflect.DeepEqual(nodes, one.Hint.NUMA) || one.Hint.Preferred != (merged.Flags&koord.NUMAMergedPreferred != 0) ||
			one.Admit != (merged.Flags&koord.NUMAMergedAdmit != 0) {
			t.Errorf("%s %s: got %v %+v, want %+v, %t", one.ID, one.Case, nodes, merged, one.Hint, one.Admit)
		}
		cases++
	})
	replayed(t, "kubelet-topology-manager.jsonl", cases, 2000)
}
