// Package zzkoord calls the hints and memory accounts of libkoord's managers.
package zzkoord

/*
#include "hints.h"
*/
import "C"

import (
	"fmt"
	"math/bits"
	"runtime"
	"slices"

	"koordc/judge"
)

// Hint is a set of NUMA nodes, bit i for node i.
type Hint struct {
	Nodes     uint64
	Preferred bool
}

// Block is an amount of one kind of memory. PageBytes: 0 for ordinary memory. Nodes: empty for a request.
type Block struct{ Nodes, PageBytes, Bytes uint64 }

// Memory is the memory manager's accounts, with one row of kinds for each node.
type Memory struct {
	PageBytes                   []uint64
	Allocatable, Reserved, Free []uint64
	Assignments                 []int64
	Groups                      []uint64
}

// CPU is one CPU of a machine.
type CPU struct {
	CPU, Core, Socket, Node int
	Available, Reusable     bool
}

// Device is a device of one resource.
type Device struct {
	Nodes               uint64
	Available, Reusable bool
}

func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

func flag(b bool) C.int32_t {
	if b {
		return 1
	}
	return 0
}

// withMemory pins the slices while C reads and writes them.
func (m *Memory) withMemory(call func(*C.zz_memory) C.int) int {
	var pins runtime.Pinner
	defer pins.Unpin()
	pin := func(s []uint64) *C.uint64_t {
		if len(s) > 0 {
			pins.Pin(&s[0])
		}
		return (*C.uint64_t)(first(s))
	}
	if len(m.Assignments) > 0 {
		pins.Pin(&m.Assignments[0])
	}
	c := C.zz_memory{nodes: C.size_t(len(m.Groups)), kinds: C.size_t(len(m.PageBytes)), page_bytes: pin(m.PageBytes),
		allocatable: pin(m.Allocatable), reserved: pin(m.Reserved), free: pin(m.Free),
		assignments: (*C.int64_t)(first(m.Assignments)), groups: pin(m.Groups)}
	status := call(&c)
	if status < 0 {
		panic(fmt.Sprintf("libkoord does not accept these accounts: %+v", *m))
	}
	return int(status)
}

func blocks(list []Block) (rows []C.zz_block) {
	for _, b := range list {
		rows = append(rows, C.zz_block{nodes: C.uint64_t(b.Nodes), page_bytes: C.uint64_t(b.PageBytes), bytes: C.uint64_t(b.Bytes)})
	}
	return rows
}

// hints returns the rows in kubelet's order: by number of nodes, then lexicographically. Spoiled hints are all preferred or
// all not preferred.
func hints(replacement string, rows []C.zz_hint, count int) []Hint {
	if count < 0 {
		panic("libkoord does not accept these arguments")
	}
	list := make([]Hint, 0, count)
	for _, row := range rows[:count] {
		list = append(list, Hint{uint64(row.nodes), (row.preferred != 0) != judge.Spoiled(replacement)})
	}
	slices.SortFunc(list, func(a, b Hint) int {
		if d := bits.OnesCount64(a.Nodes) - bits.OnesCount64(b.Nodes); d != 0 {
			return d
		}
		if difference := a.Nodes ^ b.Nodes; difference != 0 && a.Nodes>>bits.TrailingZeros64(difference)&1 == 0 {
			return 1
		}
		return -1
	})
	return list
}

// Hints returns the sets of nodes that have all of the requests.
func (m *Memory) Hints(reusable, requests []Block) []Hint {
	rows := make([]C.zz_hint, 1<<len(m.Groups))
	again, wanted := blocks(reusable), blocks(requests)
	count := m.withMemory(func(c *C.zz_memory) C.int {
		return C.zz_memory_hints(c, C.size_t(len(again)), first(again), C.size_t(len(wanted)), first(wanted), &rows[0])
	})
	return hints("memory hints", rows, count)
}

// BreaksGroups reports whether the memory manager must not allocate from these nodes.
func (m *Memory) BreaksGroups(nodes uint64) bool {
	broken := m.withMemory(func(c *C.zz_memory) C.int { return C.zz_memory_breaks_groups(c, C.uint64_t(nodes)) }) == 1
	return broken != judge.Spoiled("memory groups")
}

// Book takes the block's bytes from its nodes.
func (m *Memory) Book(block Block) {
	if judge.Spoiled("memory accounts") {
		block.Bytes /= 2
	}
	m.withMemory(func(c *C.zz_memory) C.int { return C.zz_memory_book(c, blocks([]Block{block})[0]) })
}

// CPUHints returns the sets of nodes that have the CPUs.
func CPUHints(cpus []CPU, wanted int, alignBySocket bool) []Hint {
	rows := make([]C.zz_cpu, 0, len(cpus))
	nodes := map[int]bool{}
	for _, c := range cpus {
		nodes[c.Node] = true
		rows = append(rows, C.zz_cpu{cpu: C.int32_t(c.CPU), core: C.int32_t(c.Core), socket: C.int32_t(c.Socket), node: C.int32_t(c.Node),
			available: flag(c.Available), reusable: flag(c.Reusable)})
	}
	out := make([]C.zz_hint, 1<<len(nodes))
	count := C.zz_cpu_hints(C.size_t(len(rows)), first(rows), C.int(wanted), C.int(flag(alignBySocket)), &out[0])
	return hints("cpu hints", out, int(count))
}

// DeviceHints returns the sets among these nodes that have the units.
func DeviceHints(devices []Device, nodes uint64, units int) []Hint {
	rows := make([]C.zz_device, 0, len(devices))
	for _, d := range devices {
		rows = append(rows, C.zz_device{nodes: C.uint64_t(d.Nodes), available: flag(d.Available), reusable: flag(d.Reusable)})
	}
	out := make([]C.zz_hint, 1<<bits.OnesCount64(nodes))
	count := C.zz_device_hints(C.size_t(len(rows)), first(rows), C.uint64_t(nodes), C.int64_t(units), &out[0])
	return hints("device hints", out, int(count))
}
