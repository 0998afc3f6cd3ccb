package koordc

/*
#include <koord.h>
*/
import "C"

import "unsafe"

// Grant is what a hint gives a NUMA node.
type Grant struct {
	Node      int
	Available int64
}

// Pick is one request of Koordinator's picker. Bind: Default, FullPCPUs, SpreadByPCPUs. Excl: None, PCPULevel,
// NUMANodeLevel. Numa: MostAllocated, LeastAllocated, DistributeEvenly.
type Pick struct {
	Profile, Bind, Excl, Numa, CPUs, MaxRef int
	Avail, Pref, CoreHeld, NodeHeld         Set
	Refs                                    []uint16
	Hint                                    []Grant
}

var (
	binds      = []C.koord_bind_policy{C.KOORD_BIND_POLICY_DEFAULT, C.KOORD_BIND_POLICY_FULL_PCPUS, C.KOORD_BIND_POLICY_SPREAD_BY_PCPUS}
	exclusives = []C.koord_exclusive_policy{C.KOORD_EXCLUSIVE_POLICY_NONE, C.KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, C.KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL}
	strategies = []C.koord_numa_strategy{C.KOORD_NUMA_STRATEGY_MOST_ALLOCATED, C.KOORD_NUMA_STRATEGY_LEAST_ALLOCATED, C.KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY}
)

// request comes with its sets, one after another.
func (p *Pick) request() (C.koord_cpu_request, Set) {
	var q C.koord_cpu_request
	q.struct_size = C.uint32_t(unsafe.Sizeof(q))
	q.profile = profiles[p.Profile]
	q.bind_policy = binds[p.Bind]
	q.exclusive_policy = exclusives[p.Excl]
	q.numa_strategy = strategies[p.Numa]
	q.cpus = C.uint32_t(p.CPUs)
	q.max_ref_count = C.uint32_t(p.MaxRef)
	q.words = C.uint32_t(len(p.Avail))
	sets := append(Set(nil), p.Avail...)
	for i, set := range []Set{p.Pref, p.CoreHeld, p.NodeHeld} {
		if len(set) > 0 {
			q.sets |= C.KOORD_PICK_SET_PREFERRED << i
			sets = append(sets, set...)
		}
	}
	q.grant_stride = C.uint32_t(unsafe.Sizeof(C.koord_numa_grant{}))
	return q, sets
}

func refs(r []uint16) *C.uint16_t { return (*C.uint16_t)(unsafe.Pointer(first(r))) }

// Pick gives the CPUs, and of each row of the hint the milli-CPUs taken.
func (t *Topology) Pick(p *Pick) (out Set, granted []int64, r Refusal, err error) {
	defer told("Topology.Pick", t, p)(&out, &granted, &r, &err)
	q, sets := p.request()
	out = make(Set, len(p.Avail))
	var cr C.koord_refusal
	var e C.koord_error
	var rows []C.koord_numa_grant
	for _, g := range p.Hint {
		rows = append(rows, C.koord_numa_grant{available_milli: C.int64_t(g.Available), numa_node: C.int32_t(g.Node)})
	}
	q.grant_count = C.uint32_t(len(rows))
	st := C.koord_cpu_pick(t.p, &q, sets.p(), refs(p.Refs), first(rows), out.p(), &cr, &e)
	for i := range rows {
		granted = append(granted, int64(rows[i].granted_milli))
	}
	return out, granted, refusal(&cr), fail(st, &e)
}

// Picker returns a call with prepared arguments, as a program that picks often would make it, and its result.
func (t *Topology) Picker(p *Pick) (pick func() bool, out Set) {
	q, sets := p.request()
	out = make(Set, len(p.Avail))
	var cr C.koord_refusal
	return func() bool {
		return C.koord_cpu_pick(t.p, &q, sets.p(), nil, nil, out.p(), &cr, nil) == C.KOORD_OK && cr.reason == 0
	}, out
}

// KubeletPick is one request of kubelet's static policy. Options: bits in the order of kubeletOptions. Minor: of
// kubelet's version, 0: not stated.
type KubeletPick struct {
	Options, CPUs              int
	Minor                      int `json:",omitempty"`
	Shared, Reserved, Reusable Set
	Affinity                   []int
}

var kubeletOptions = []C.uint32_t{C.KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY, C.KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA, C.KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET,
	C.KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES, C.KOORD_KUBELET_OPTION_STRICT_CPU_RESERVATION, C.KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE}

func (p *KubeletPick) request() C.koord_kubelet_request {
	var q C.koord_kubelet_request
	q.struct_size = C.uint32_t(unsafe.Sizeof(q))
	for bit, option := range kubeletOptions {
		if p.Options>>bit&1 == 1 {
			q.options |= option
		}
	}
	q.cpus = C.uint32_t(p.CPUs)
	q.version = C.koord_kubelet_version(p.Minor)
	return q
}

// rows is the mask of NUMA nodes over the rows of the machine.
func (t *Topology) rows(nodes []int) (mask C.uint64_t) {
	if len(nodes) == 0 {
		return 0
	}
	var rows [1024]C.koord_numa_node
	var count C.size_t
	C.koord_topology_get_numa_nodes(t.p, &rows[0], C.size_t(unsafe.Sizeof(rows[0])), C.size_t(len(rows)), &count, nil)
	for i := range rows[:count] {
		for _, node := range nodes {
			if i < 64 && int(rows[i].numa_node) == node {
				mask |= 1 << i
			}
		}
	}
	return mask
}

func (t *Topology) KubeletPick(p *KubeletPick) (out Set, r Refusal, err error) {
	defer told("Topology.KubeletPick", t, p)(&out, &r, &err)
	q := p.request()
	out = make(Set, len(p.Shared))
	var cr C.koord_refusal
	var e C.koord_error
	sets := append(Set(nil), p.Shared...)
	for _, more := range []struct {
		set  Set
		flag C.koord_kubelet_set_flags
	}{{p.Reserved, C.KOORD_KUBELET_SET_RESERVED}, {p.Reusable, C.KOORD_KUBELET_SET_REUSABLE}} {
		if more.set != nil {
			q.sets |= more.flag
			sets = append(sets, more.set...)
		}
	}
	q.affinity = t.rows(p.Affinity)
	st := C.koord_kubelet_pick(t.p, &q, sets.p(), C.size_t(len(p.Shared)), out.p(), &cr, &e)
	return out, refusal(&cr), fail(st, &e)
}

// KubeletPicker is Picker for a request of kubelet's static policy.
func (t *Topology) KubeletPicker(p *KubeletPick) (pick func() bool, out Set) {
	q := p.request()
	out = make(Set, len(p.Shared))
	sets := append(Set(nil), p.Shared...)
	if p.Reserved != nil {
		q.sets = C.KOORD_KUBELET_SET_RESERVED
		sets = append(sets, p.Reserved...)
	}
	var cr C.koord_refusal
	return func() bool {
		return C.koord_kubelet_pick(t.p, &q, sets.p(), C.size_t(len(p.Shared)), out.p(), &cr, nil) == C.KOORD_OK && cr.reason == 0
	}, out
}
