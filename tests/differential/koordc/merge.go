package koordc

/*
#include <koord.h>
*/
import "C"

import "unsafe"

// Hint is one of a provider's; None: no affinity.
type Hint struct {
	Nodes     uint64
	None      bool
	Preferred bool
	Score     int64
}

// List is what one provider says of one resource. Opinion: 0 hints, 1 no preference, 2 unsatisfiable.
type List struct {
	Provider int
	Name     string
	Opinion  int
	Hints    []Hint
}

// Place is a NUMA node. Use: 0 idle, 1 single, 2 shared.
type Place struct{ Node, Use int }

// Merge is one merge. Closest: prefer-closest-numa-nodes. Policy: 1 none, 2 best-effort, 3 restricted, 4 single-numa-node. Exclusive: 0 not stated, 1 preferred, 2 required.
type Merge struct {
	Profile, Policy, Exclusive, MaxNodes int
	Closest                              bool
	Places                               []Place
	Distances                            []uint32
	Lists                                []List
}

// Merged is its answer.
type Merged struct {
	Nodes                                   uint64
	Score                                   int64
	Admit, Preferred, Affinity, Unsatisfied bool
	Reason                                  string
	Text                                    string
}

var (
	policies = []C.koord_numa_policy{C.KOORD_NUMA_POLICY_UNSET, C.KOORD_NUMA_POLICY_NONE, C.KOORD_NUMA_POLICY_BEST_EFFORT,
		C.KOORD_NUMA_POLICY_RESTRICTED, C.KOORD_NUMA_POLICY_SINGLE_NUMA_NODE}
	numaExclusives = []C.koord_numa_exclusive{C.KOORD_NUMA_EXCLUSIVE_UNSET, C.KOORD_NUMA_EXCLUSIVE_PREFERRED, C.KOORD_NUMA_EXCLUSIVE_REQUIRED}
	uses           = []C.koord_numa_use{C.KOORD_NUMA_USE_IDLE, C.KOORD_NUMA_USE_SINGLE, C.KOORD_NUMA_USE_SHARED}
	kinds          = []C.koord_numa_hint_kind{C.KOORD_NUMA_HINT_KIND_HINTS, C.KOORD_NUMA_HINT_KIND_NO_PREFERENCE, C.KOORD_NUMA_HINT_KIND_UNSATISFIABLE}
)

type mergeArguments struct {
	o     C.koord_numa_options
	hints *C.koord_numa_hints
}

// mergeArgumentsOf makes what close frees.
func mergeArgumentsOf(m *Merge) (*mergeArguments, error) {
	a := &mergeArguments{}
	a.o.struct_size = C.uint32_t(unsafe.Sizeof(a.o))
	if m.Closest {
		a.o.flags = C.KOORD_NUMA_MERGE_PREFER_CLOSEST
	}
	a.o.profile = profiles[m.Profile]
	a.o.policy = policies[m.Policy]
	a.o.exclusive = numaExclusives[m.Exclusive]
	a.o.max_nodes = C.uint32_t(m.MaxNodes)
	var e C.koord_error
	if st := C.koord_numa_hints_new(&a.hints, &e); st != C.KOORD_OK {
		return nil, fail(st, &e)
	}
	if err := a.fill(m); err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

func (a *mergeArguments) fill(m *Merge) error {
	var e C.koord_error
	var places []C.koord_numa_place
	for _, p := range m.Places {
		places = append(places, C.koord_numa_place{numa_node: C.int32_t(p.Node), use: uses[p.Use]})
	}
	if st := C.koord_numa_hints_set_nodes(a.hints, first(places), C.size_t(unsafe.Sizeof(C.koord_numa_place{})), C.size_t(len(places)),
		(*C.uint32_t)(unsafe.Pointer(first(m.Distances))), &e); st != C.KOORD_OK {
		return fail(st, &e)
	}
	for _, l := range m.Lists {
		list := C.koord_numa_hint_list{provider: C.int32_t(l.Provider), kind: kinds[l.Opinion]}
		list.struct_size = C.uint32_t(unsafe.Sizeof(list))
		var rows []C.koord_numa_hint
		for _, h := range l.Hints {
			var flags C.uint32_t
			if h.Preferred {
				flags |= C.KOORD_NUMA_HINT_PREFERRED
			}
			if h.None {
				flags |= C.KOORD_NUMA_HINT_NO_AFFINITY
			}
			rows = append(rows, C.koord_numa_hint{nodes: C.uint64_t(h.Nodes), score: C.int64_t(h.Score), flags: flags})
		}
		name, length := text(l.Name)
		if st := C.koord_numa_hints_add_list(a.hints, &list, name, length, first(rows), C.size_t(unsafe.Sizeof(C.koord_numa_hint{})),
			C.size_t(len(rows)), &e); st != C.KOORD_OK {
			return fail(st, &e)
		}
	}
	return nil
}

func (a *mergeArguments) close() { C.koord_numa_hints_free(a.hints) }

func (a *mergeArguments) call(out *C.koord_numa_merged, buffer []C.char, need *C.size_t, e *C.koord_error) C.koord_status {
	return C.koord_numa_merge(&a.o, a.hints, out, first(buffer), C.size_t(len(buffer)), need, e)
}

func DoMerge(m *Merge) (merged Merged, err error) {
	defer told("DoMerge", m)(&merged, &err)
	var out C.koord_numa_merged
	var e C.koord_error
	var need C.size_t
	buffer := make([]C.char, 1<<18)
	a, err := mergeArgumentsOf(m)
	if err != nil {
		return Merged{}, err
	}
	defer a.close()
	if st := a.call(&out, buffer, &need, &e); st != C.KOORD_OK {
		return Merged{}, fail(st, &e)
	}
	has := func(flag C.uint32_t) bool { return out.flags&flag != 0 }
	merged = Merged{Nodes: uint64(out.nodes), Score: int64(out.score), Admit: has(C.KOORD_NUMA_MERGED_ADMIT),
		Preferred: has(C.KOORD_NUMA_MERGED_PREFERRED), Affinity: has(C.KOORD_NUMA_MERGED_AFFINITY), Unsatisfied: has(C.KOORD_NUMA_MERGED_UNSATISFIED),
		Text: C.GoString(&buffer[0])}
	if out.reason != 0 {
		merged.Reason = C.GoString(C.koord_reason_get_name(out.reason, profiles[m.Profile]))
	}
	return merged, nil
}

// Merger returns a call with prepared arguments, which stay allocated as long as the process runs.
func Merger(m *Merge) func() {
	a, err := mergeArgumentsOf(m)
	if err != nil {
		panic(err)
	}
	var out C.koord_numa_merged
	var need C.size_t
	return func() {
		if a.call(&out, nil, &need, nil) != C.KOORD_OK {
			panic("koord_numa_merge failed")
		}
	}
}
