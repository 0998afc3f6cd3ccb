package memorymanager

// The memory manager's accounts, by libkoord.

import (
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/kubernetes/pkg/kubelet/cm/memorymanager/state"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
	"k8s.io/kubernetes/pkg/kubelet/cm/zzkoord"
)

// koordPageBytes returns 0 for ordinary memory.
func koordPageBytes(name v1.ResourceName) uint64 {
	size, huge := strings.CutPrefix(string(name), v1.ResourceHugePagesPrefix)
	if !huge {
		return 0
	}
	quantity := resource.MustParse(size)
	return uint64(quantity.Value())
}

// koordAccounts is the state of a machine in libkoord's rows. Nodes are rows, ascending by number.
type koordAccounts struct {
	zzkoord.Memory
	nodes []int
	kinds []v1.ResourceName
}

func koordBooks(machine state.NUMANodeMap) *koordAccounts {
	kinds := map[v1.ResourceName]bool{}
	for _, node := range machine {
		for kind := range node.MemoryMap {
			kinds[kind] = true
		}
	}
	a := &koordAccounts{nodes: slices.Sorted(maps.Keys(machine)), kinds: slices.Sorted(maps.Keys(kinds))}
	for _, kind := range a.kinds {
		a.PageBytes = append(a.PageBytes, koordPageBytes(kind))
	}
	for _, number := range a.nodes {
		node := machine[number]
		a.Assignments = append(a.Assignments, int64(node.NumberOfAssignments))
		a.Groups = append(a.Groups, a.mask(node.Cells))
		for _, kind := range a.kinds {
			table := node.MemoryMap[kind]
			if table == nil {
				table = &state.MemoryTable{}
			}
			a.Allocatable = append(a.Allocatable, table.Allocatable)
			a.Reserved = append(a.Reserved, table.Reserved)
			a.Free = append(a.Free, table.Free)
		}
	}
	return a
}

func (a *koordAccounts) mask(nodes []int) (mask uint64) {
	for _, node := range nodes {
		if row := slices.Index(a.nodes, node); row >= 0 {
			mask |= 1 << row
		}
	}
	return mask
}

func (a *koordAccounts) numbers(mask uint64) (nodes []int) {
	for row, node := range a.nodes {
		if mask>>row&1 == 1 {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

func isAffinityViolatingNUMAAllocations(machineState state.NUMANodeMap, mask bitmask.BitMask) bool {
	accounts := koordBooks(machineState)
	return accounts.BreaksGroups(accounts.mask(mask.GetBits()))
}

func (p *staticPolicy) updateMachineState(machineState state.NUMANodeMap, nodes []int, name v1.ResourceName, bytes uint64) {
	accounts := koordBooks(machineState)
	accounts.Book(zzkoord.Block{Nodes: accounts.mask(nodes), PageBytes: koordPageBytes(name), Bytes: bytes})
	for row, number := range accounts.nodes {
		node := machineState[number]
		node.NumberOfAssignments = int(accounts.Assignments[row])
		node.Cells = accounts.numbers(accounts.Groups[row])
		for i, kind := range accounts.kinds {
			if table := node.MemoryMap[kind]; table != nil {
				table.Reserved = accounts.Reserved[row*len(accounts.kinds)+i]
				table.Free = accounts.Free[row*len(accounts.kinds)+i]
			}
		}
	}
}
