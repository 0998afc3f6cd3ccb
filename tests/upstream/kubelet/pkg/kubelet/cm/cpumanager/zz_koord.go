package cpumanager

// The static policy's pickers, answered by koord_kubelet_pick.

import (
	"errors"
	"fmt"

	"github.com/go-logr/logr"
	"koordc"
	"koordc/judge"

	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager/state"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager/topology"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
	"k8s.io/utils/cpuset"
)

// Options of koordc.KubeletPick.
const (
	koordFullPCPUs = 1 << iota
	koordAcrossNUMA
	koordAlignBySocket
	koordAcrossCores
	koordStrictReservation
	koordUncoreCache
)

func (p *staticPolicy) koordOptions() (options int) {
	for bit, on := range []bool{p.options.FullPhysicalCPUsOnly, p.options.DistributeCPUsAcrossNUMA, p.options.AlignBySocket,
		p.options.DistributeCPUsAcrossCores, p.options.StrictCPUReservation, p.options.PreferAlignByUncoreCacheOption} {
		if on {
			options |= 1 << bit
		}
	}
	return options
}

func koordSet(cpus cpuset.CPUSet, words int) koordc.Set {
	set := koordc.NewSet(words)
	for _, cpu := range cpus.UnsortedList() {
		set.Add(cpu)
	}
	return set
}

// koordPick calls the library on a machine of these rows.
func koordPick(topo *topology.CPUTopology, options, n int, shared, reserved, reusable cpuset.CPUSet, affinity bitmask.BitMask) (cpuset.CPUSet, error) {
	var rows []koordc.CPU
	words := 1
	for _, cpu := range topo.CPUDetails.CPUs().Union(shared, reserved, reusable).List() {
		words = cpu/64 + 1
		info, known := topo.CPUDetails[cpu]
		if !known {
			continue
		}
		row := koordc.CPU{CPU: cpu, Core: info.CoreID, Socket: info.SocketID, Node: info.NUMANodeID, L3: -1}
		if options&koordUncoreCache != 0 {
			row.L3 = info.UncoreCacheID
		}
		rows = append(rows, row)
	}
	machine, err := koordc.NewTopology(rows)
	if err != nil {
		return cpuset.New(), fmt.Errorf("koord_topology_from_rows: %w", err)
	}
	defer machine.Free()
	request := &koordc.KubeletPick{Minor: judge.Minor(), Options: options, CPUs: n, Shared: koordSet(shared, words),
		Reserved: koordSet(reserved, words), Reusable: koordSet(reusable, words)}
	if affinity != nil {
		request.Affinity = affinity.GetBits()
	}
	cpus, refusal, err := machine.KubeletPick(request)
	if err != nil {
		return cpuset.New(), fmt.Errorf("koord_kubelet_pick: %w", err)
	}
	if refusal.Reason != "" {
		return cpuset.New(), errors.New(refusal.Text)
	}
	picked := cpuset.New(cpus.List()...)
	if left := shared.Difference(picked); judge.Spoiled("pick") && picked.Size() > 0 && left.Size() > 0 {
		picked = picked.Difference(cpuset.New(picked.List()[0])).Union(cpuset.New(left.List()[left.Size()-1]))
	}
	return picked, nil
}

func takeByTopologyNUMAPacked(_ logr.Logger, topo *topology.CPUTopology, availableCPUs cpuset.CPUSet, numCPUs int,
	strategy CPUSortingStrategy, preferAlignByUncoreCache bool) (cpuset.CPUSet, error) {
	options := 0
	if strategy == CPUSortingStrategySpread {
		options |= koordAcrossCores
	}
	if preferAlignByUncoreCache {
		options |= koordUncoreCache
	}
	return koordPick(topo, options, numCPUs, availableCPUs, cpuset.New(), cpuset.New(), nil)
}

// takeByTopologyNUMADistributed has one parameter more in 1.37, alignBySocket, and another in 1.38: the number of NUMA nodes
// of the hint, in whose nodes the available CPUs are. The library has groups of CPUs as the
// option full-pcpus-only, which refuses requests that are not whole groups; upstream's function packs them.
func takeByTopologyNUMADistributed(logger logr.Logger, topo *topology.CPUTopology, availableCPUs cpuset.CPUSet, numCPUs int,
	cpuGroupSize int, strategy CPUSortingStrategy, more ...any) (cpuset.CPUSet, error) {
	if numCPUs%cpuGroupSize != 0 {
		return takeByTopologyNUMAPacked(logger, topo, availableCPUs, numCPUs, strategy, false)
	}
	options := koordAcrossNUMA
	switch {
	case cpuGroupSize == 1:
	case cpuGroupSize == topo.CPUsPerCore():
		options |= koordFullPCPUs
	default:
		return cpuset.New(), fmt.Errorf("libkoord has no groups of %d CPUs on this machine", cpuGroupSize)
	}
	if len(more) > 0 && more[0].(bool) {
		options |= koordAlignBySocket
	}
	if len(more) > 1 && more[1].(int) > 0 {
		return koordPick(topo, options, numCPUs, availableCPUs, cpuset.New(), cpuset.New(), koordHint(topo, availableCPUs, more[1].(int)))
	}
	return koordPick(topo, options, numCPUs, availableCPUs, cpuset.New(), cpuset.New(), nil)
}

// koordHint returns a hint for as many NUMA nodes that includes those of the CPUs.
func koordHint(topo *topology.CPUTopology, cpus cpuset.CPUSet, count int) bitmask.BitMask {
	nodes := topo.CPUDetails.KeepOnly(cpus).NUMANodes()
	for _, node := range topo.CPUDetails.NUMANodes().List() {
		if nodes.Size() < count {
			nodes = nodes.Union(cpuset.New(node))
		}
	}
	hint, _ := bitmask.NewBitMask(nodes.List()...)
	return hint
}

func (p *staticPolicy) allocateCPUs(_ logr.Logger, s state.State, numCPUs int, affinity bitmask.BitMask, reusable cpuset.CPUSet) (topology.Allocation, error) {
	picked, err := koordPick(p.topology, p.koordOptions(), numCPUs, s.GetDefaultCPUSet(), p.reservedCPUs, reusable, affinity)
	if err != nil {
		return topology.EmptyAllocation(), err
	}
	s.SetDefaultCPUSet(s.GetDefaultCPUSet().Difference(picked))
	return topology.Allocation{CPUs: picked, Aligned: p.topology.CheckAlignment(picked)}, nil
}

// enforceSMTAlignment reads the fields of kubelet's error from the sentence of the refusal.
func (p *staticPolicy) enforceSMTAlignment(s state.State, numCPUs int) error {
	if !p.options.FullPhysicalCPUsOnly {
		return nil
	}
	_, err := koordPick(p.topology, koordFullPCPUs, numCPUs, s.GetDefaultCPUSet(), p.reservedCPUs, cpuset.New(), nil)
	if err == nil {
		return nil
	}
	var refused SMTAlignmentError
	if n, _ := fmt.Sscanf(err.Error(), "SMT Alignment Error: requested %d cpus not multiple cpus per core = %d",
		&refused.RequestedCPUs, &refused.CpusPerCore); n == 2 {
		return refused
	}
	if n, _ := fmt.Sscanf(err.Error(), "SMT Alignment Error: not enough free physical CPUs: available physical CPUs = %d, requested CPUs = %d, CPUs per core = %d",
		&refused.AvailablePhysicalCPUs, &refused.RequestedCPUs, &refused.CpusPerCore); n == 3 {
		refused.CausedByPhysicalCPUs = true
		return refused
	}
	return nil // refused by the picker itself, which kubelet calls later
}
