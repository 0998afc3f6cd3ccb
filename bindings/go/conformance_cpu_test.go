package koord_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"testing"

	"libkoord.invalid/koord"
)

// cpuCase is one request to Koordinator's CPU accumulator.
type cpuCase struct {
	ID, Op, Topo, Avail, Pref, Bind, Excl, NUMA, Reserved, Want string
	Err                                                         *string
	MaxRef, Need                                                int
	Required                                                    bool
	Alloc, Pods                                                 [][]any
	Hint                                                        []int32
	Amp                                                         float64
	WantNUMA                                                    json.RawMessage
	Extra                                                       json.RawMessage
}

// holders are the pods that hold CPUs on the node of a case. The last holder's policy applies to a
// CPU.
type holders struct {
	counts     []uint16
	core, node koord.CPUSet
}

func (h *holders) hold(t *testing.T, cpus string, references int, policy string) {
	for _, cpu := range must[koord.CPUSet](t)(koord.ParseCPUSet(cpus)).CPUs() {
		h.counts[cpu] += uint16(references)
		h.core.Remove(cpu)
		h.node.Remove(cpu)
		switch policy {
		case "PCPULevel":
			h.core.Add(cpu)
		case "NUMANodeLevel":
			h.node.Add(cpu)
		}
	}
}

func (h *holders) full(most int) koord.CPUSet {
	var set koord.CPUSet
	for cpu, count := range h.counts {
		if int(count) >= most {
			set.Add(cpu)
		}
	}
	return set
}

// left returns the milli-CPU that pods leave on a NUMA node. Capacity and usage are both amplified.
func (h *holders) left(node, reserved koord.CPUSet, ratio float64) int64 {
	amplify := func(milli int64) int64 {
		if ratio > 1 {
			return int64(math.Ceil(float64(milli) * ratio))
		}
		return milli
	}
	capacity := amplify(1000 * int64(node.Difference(reserved).Count()))
	var allocated, distinct int64
	for _, cpu := range node.CPUs() {
		allocated += 1000 * int64(h.counts[cpu])
		if h.counts[cpu] > 0 {
			distinct += 1000
		}
	}
	if ratio > 1 {
		allocated += amplify(distinct) - distinct
	}
	if allocated > capacity {
		return 0
	}
	return capacity - allocated
}

func (c *cpuCase) request() koord.CPURequest {
	request := koord.CPURequest{Profile: koord.ProfileUpstream, CPUs: uint32(c.Need), MaxRefCount: uint32(c.MaxRef),
		NUMAStrategy: koord.NUMAStrategyLeastAllocated}
	switch c.Bind {
	case "FullPCPUs":
		request.BindPolicy = koord.BindPolicyFullPCPUs
	case "SpreadByPCPUs":
		request.BindPolicy = koord.BindPolicySpreadByPCPUs
	}
	switch c.Excl {
	case "PCPULevel":
		request.ExclusivePolicy = koord.ExclusivePolicyPCPULevel
	case "NUMANodeLevel":
		request.ExclusivePolicy = koord.ExclusivePolicyNUMANodeLevel
	}
	if c.NUMA == "MostAllocated" {
		request.NUMAStrategy = koord.NUMAStrategyMostAllocated
	}
	if c.Required {
		request.Flags = koord.PickRequired
	}
	return request
}

func (c *cpuCase) replay(t *testing.T, machine *koord.Topology) {
	held := holders{counts: make([]uint16, koord.MaxCPUs)}
	sources := koord.CPUSources{RefCounts: held.counts}
	if c.Op == "allocate" {
		for _, pod := range c.Pods {
			held.hold(t, pod[0].(string), 1, pod[1].(string))
		}
		reserved := must[koord.CPUSet](t)(koord.ParseCPUSet(c.Reserved))
		all := must[koord.CPUSet](t)(machine.CPUSet(koord.CPUSetKindAll, 0))
		sources.Available = all.Difference(held.full(c.MaxRef)).Difference(reserved)
		for _, node := range c.Hint {
			cpus, err := machine.CPUSet(koord.CPUSetKindNUMANode, int32(node))
			if err == nil { // unknown NUMA nodes have no CPUs
				sources.Grants = append(sources.Grants, koord.NUMAGrant{NUMANode: node, AvailableMilli: held.left(cpus, reserved, c.Amp)})
			}
		}
	} else {
		for _, group := range c.Alloc {
			if references := int(group[1].(float64)); references >= 0 {
				held.hold(t, group[0].(string), references, group[2].(string))
			}
		}
		sources.Available = must[koord.CPUSet](t)(koord.ParseCPUSet(c.Avail))
		sources.Preferred = must[koord.CPUSet](t)(koord.ParseCPUSet(c.Pref))
	}
	sources.CoreHeld, sources.NodeHeld = held.core, held.node
	cpus, refusal, err := machine.PickCPUs(c.request(), sources)
	if err != nil {
		t.Errorf("%s: %v", c.ID, err)
		return
	}
	if c.Err != nil {
		if !refusal.Refused() || refusal.String() != *c.Err {
			t.Errorf("%s: got %s (%s), want the error %s", c.ID, cpus, refusal, *c.Err)
		}
		return
	}
	if refusal.Refused() || cpus.String() != c.Want {
		t.Errorf("%s: got %s (%s), want %s", c.ID, cpus, refusal, c.Want)
		return
	}
	if c.WantNUMA == nil {
		return
	}
	got, want := map[string]int64{}, map[string]int64{}
	ok(t, json.Unmarshal(c.WantNUMA, &want))
	for _, grant := range sources.Grants {
		if grant.GrantedMilli > 0 {
			got[strconv.Itoa(int(grant.NUMANode))] = grant.GrantedMilli
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: NUMA %v, want %v", c.ID, got, want)
	}
}

// Picks equal Koordinator's, CPU for CPU.
func TestConformanceCPU(t *testing.T) {
	for name, least := range map[string]int{"koordinator-cpu-random.json": 1900, "koordinator-cpu-edge.json": 200,
		"koordinator-cpu-tables.json": 40} {
		t.Run(name, func(t *testing.T) {
			var file struct {
				Topologies []struct {
					Topology string
					Cores    [][]any
				}
				Cases []cpuCase
			}
			document(t, name, &file)
			machines := map[string]*koord.Topology{}
			for _, topology := range file.Topologies {
				var rows []koord.CPU
				for _, core := range topology.Cores {
					for _, cpu := range must[koord.CPUSet](t)(koord.ParseCPUSet(core[3].(string))).CPUs() {
						rows = append(rows, koord.CPU{CPU: int32(cpu), Socket: int32(core[0].(float64)),
							NUMANode: int32(core[1].(float64)), Core: int32(core[2].(float64)), L3: -1, KernelCore: -1})
					}
				}
				machine := must[*koord.Topology](t)(koord.TopologyFromRows(rows, ""))
				defer machine.Close()
				machines[topology.Topology] = machine
			}
			cases := 0
			for i := range file.Cases {
				one := &file.Cases[i]
				if one.MaxRef == 0 {
					one.MaxRef = 1
				}
				// If upstream assigns more CPUs than requested, there is no result to compare.
				if one.Op == "take" || one.Op == "prefer" || one.Op == "allocate" {
					if one.Extra == nil {
						one.replay(t, machines[one.Topo])
						cases++
					}
				}
			}
			replayed(t, name, cases, least)
		})
	}
}
