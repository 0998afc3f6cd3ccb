package cpumanager

// Machines of set b.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"sort"

	"koordc"
)

// zzMachine is a machine as the CPU manager sees it, and the NUMA nodes without CPUs, which it does not see.
type zzMachine struct {
	Rows  []koordc.CPU
	Empty []int `json:",omitempty"`
}

// topology makes the library's machine.
func (m *zzMachine) topology() (*koordc.Topology, error) {
	if len(m.Empty) == 0 {
		return koordc.NewTopology(m.Rows)
	}
	type object map[string]any
	document := struct {
		APIVersion string   `json:"apiVersion"`
		Kind       string   `json:"kind"`
		CPUs       []object `json:"cpus"`
		L3s        []object `json:"l3s"`
		Nodes      []object `json:"numaNodes"`
	}{APIVersion: "koord.sh/v1", Kind: "Topology"}
	rows := append([]koordc.CPU(nil), m.Rows...)
	sort.Slice(rows, func(i, j int) bool { return rows[i].CPU < rows[j].CPU })
	l3s, nodes := map[int]int{}, map[int]bool{}
	for _, r := range rows {
		cpu := object{"cpu": r.CPU, "core": r.Core, "socket": r.Socket, "node": r.Node, "l3": nil}
		if r.L3 >= 0 {
			if _, known := l3s[r.L3]; !known {
				document.L3s = append(document.L3s, object{"l3": len(l3s), "cacheId": r.L3})
				l3s[r.L3] = len(l3s)
			}
			cpu["l3"] = l3s[r.L3]
		}
		nodes[r.Node] = true
		document.CPUs = append(document.CPUs, cpu)
	}
	for _, node := range m.Empty {
		nodes[node] = true
	}
	for _, node := range sorted(nodes) {
		document.Nodes = append(document.Nodes, object{"node": node, "memoryBytes": 1 << 30})
	}
	text, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	return koordc.TopologyFromJSON(string(text))
}

func sorted(set map[int]bool) (list []int) {
	for i := range set {
		list = append(list, i)
	}
	sort.Ints(list)
	return list
}

// zzCut divides things into parts: equal ranges, ranges of any size, in turns, or at random.
func zzCut(r *rand.Rand, things, parts int) []int {
	of := make([]int, things)
	kind := r.Intn(4)
	for i := range of {
		switch kind {
		case 0:
			of[i] = i * parts / things
		case 2:
			of[i] = i % parts
		default:
			of[i] = r.Intn(parts)
		}
	}
	if kind == 1 {
		sort.Ints(of)
	}
	return of
}

// zzNumbers draws ascending numbers below a bound, with or without holes.
func zzNumbers(r *rand.Rand, count, bound int, holes bool) []int {
	if !holes {
		bound = count
	}
	numbers := r.Perm(bound)[:count]
	sort.Ints(numbers)
	return numbers
}

// zzCutMachine draws sockets, NUMA nodes and L3 groups independently of each other, so that they cut across each other, with
// cores of different width, CPUs that are offline, numbers with holes, and NUMA nodes without CPUs, as for the memory of GPUs.
func zzCutMachine(r *rand.Rand) (m *zzMachine, note string) {
	cores := 1 + r.Intn([]int{4, 8, 16, 32, 64, 128}[r.Intn(6)])
	sockets, nodes, l3s := 1+r.Intn(4), 1+r.Intn([]int{2, 4, 8, 12}[r.Intn(4)]), 1+r.Intn(8)
	socketOf, nodeOf, l3Of := zzCut(r, cores, sockets), zzCut(r, cores, nodes), zzCut(r, cores, l3s)
	widths := make([]int, cores)
	hybrid := r.Intn(4)
	for i := range widths {
		switch hybrid {
		case 0, 1:
			widths[i] = 1 + hybrid
		case 2: // wide cores, then narrow ones
			widths[i] = 2 - 2*i/(cores+1)
		default:
			widths[i] = []int{1, 2, 4}[r.Intn(3)]
		}
	}
	without := r.Intn(4) // cores without L3: none, narrow ones, some, all
	socketNumbers := zzNumbers(r, sockets, 3*sockets, r.Intn(3) == 0)
	l3Numbers := r.Perm(2 * l3s)
	memoryOnly := 0
	if r.Intn(3) == 0 {
		memoryOnly = 1 + r.Intn(36)
	}
	nodeNumbers := zzNumbers(r, nodes+memoryOnly, 64, r.Intn(2) == 0)
	mixed := r.Perm(nodes + memoryOnly)
	if r.Intn(2) == 0 { // the nodes with CPUs first, as on machines whose GPUs have memory-only nodes
		sort.Ints(mixed)
	}
	m = &zzMachine{}
	type thread struct{ core, number int }
	var threads []thread
	for core, width := range widths {
		for t := 0; t < width; t++ {
			threads = append(threads, thread{core, t})
		}
	}
	switch r.Intn(3) {
	case 0: // the first threads of all cores, then the second ones
		sort.SliceStable(threads, func(i, j int) bool { return threads[i].number < threads[j].number })
	case 1:
		r.Shuffle(len(threads), func(i, j int) { threads[i], threads[j] = threads[j], threads[i] })
	}
	numbers := zzNumbers(r, len(threads), 1000, r.Intn(2) == 0)
	offline := []int{0, 0, 5, 30}[r.Intn(4)]
	low := map[int]int{} // a core has the number of its lowest CPU
	for i, t := range threads {
		if r.Intn(100) < offline {
			continue
		}
		if _, known := low[t.core]; !known {
			low[t.core] = numbers[i]
		}
		l3 := l3Numbers[l3Of[t.core]]
		if without == 3 || without == 1 && widths[t.core] == 1 || without == 2 && t.core%3 == 0 {
			l3 = -1
		}
		m.Rows = append(m.Rows, koordc.CPU{CPU: numbers[i], Core: low[t.core], Socket: socketNumbers[socketOf[t.core]],
			Node: nodeNumbers[mixed[nodeOf[t.core]]], L3: l3})
	}
	if len(m.Rows) == 0 {
		return zzCutMachine(r)
	}
	used := map[int]bool{}
	for _, row := range m.Rows {
		used[row.Node] = true
	}
	if memoryOnly > 0 {
		for _, node := range nodeNumbers {
			if !used[node] {
				m.Empty = append(m.Empty, node)
			}
		}
	}
	return m, fmt.Sprintf("cut: %d cores %d sockets %d nodes %d l3s hybrid %d offline %d%%", cores, sockets, nodes, l3s, hybrid, offline)
}

// zzKubeletMachine draws a machine. Cores have the number of their lowest CPU.
func zzKubeletMachine(r *rand.Rand) (*zzMachine, string) {
	if r.Intn(3) == 0 {
		return zzCutMachine(r)
	}
	rows, note := koordc.Machine(r)
	if r.Intn(8) == 0 { // NUMA nodes may hold several sockets, or parts of them
		for i := range rows {
			rows[i].Node /= 2
		}
	}
	low := map[[3]int]int{}
	for _, x := range rows {
		k := [3]int{x.Socket, x.Node, x.Core}
		if v, ok := low[k]; !ok || x.CPU < v {
			low[k] = x.CPU
		}
	}
	l3 := r.Intn(3) // none, one a NUMA node, several a NUMA node
	size := 1 + r.Intn(8)
	next, id := map[int]int{}, map[[2]int]int{}
	coreL3 := map[int]int{}
	for i := range rows {
		k := [3]int{rows[i].Socket, rows[i].Node, rows[i].Core}
		rows[i].Core = low[k]
		switch l3 {
		case 0:
			rows[i].L3 = -1
		default:
			g, ok := coreL3[rows[i].Core]
			if !ok {
				slot := 0
				if l3 == 2 {
					slot = next[rows[i].Node] / size
					next[rows[i].Node]++
				}
				kk := [2]int{rows[i].Node, slot}
				if _, ok := id[kk]; !ok {
					id[kk] = len(id)
				}
				g = id[kk]
				coreL3[rows[i].Core] = g
			}
			rows[i].L3 = g
		}
	}
	if len(id) > 0 { // caches are numbered in any order
		numbers := r.Perm(2 * len(id))
		for i := range rows {
			rows[i].L3 = numbers[rows[i].L3]
		}
	}
	return &zzMachine{Rows: rows}, fmt.Sprintf("%s l3 %d/%d", note, l3, size)
}
