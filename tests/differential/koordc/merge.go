package koordc

/*
#include <koord.h>
#include <time.h>

static long long time_merge(const koord_numa_options *o, const koord_numa_place *p, size_t pn, const uint32_t *d,
    const koord_numa_hint_list *l, size_t ln, const koord_numa_hint *h, size_t hn, const char *names, size_t nl, koord_numa_merged *out,
    int n) {
  struct timespec a, b; koord_error e; size_t need;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (int i = 0; i < n; i++)
    koord_numa_merge(o, p, sizeof *p, pn, d, l, sizeof *l, ln, h, sizeof *h, hn, names, nl, out, NULL, 0, &need, &e);
  clock_gettime(CLOCK_MONOTONIC, &b);
  return (b.tv_sec - a.tv_sec) * 1000000000LL + (b.tv_nsec - a.tv_nsec);
}
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
	opinions       = []C.koord_numa_hint_kind{C.KOORD_NUMA_HINT_KIND_HINTS, C.KOORD_NUMA_HINT_KIND_NO_PREFERENCE, C.KOORD_NUMA_HINT_KIND_UNSATISFIABLE}
)

type mergeArguments struct {
	o      C.koord_numa_options
	places []C.koord_numa_place
	lists  []C.koord_numa_hint_list
	hints  []C.koord_numa_hint
	names  string
	dist   *C.uint32_t
}

func mergeArgumentsOf(m *Merge) *mergeArguments {
	a := &mergeArguments{}
	a.o.struct_size = C.uint32_t(unsafe.Sizeof(a.o))
	if m.Closest {
		a.o.flags = C.KOORD_NUMA_MERGE_PREFER_CLOSEST
	}
	a.o.profile = profiles[m.Profile]
	a.o.policy = policies[m.Policy]
	a.o.exclusive = numaExclusives[m.Exclusive]
	a.o.max_nodes = C.uint32_t(m.MaxNodes)
	for _, p := range m.Places {
		a.places = append(a.places, C.koord_numa_place{node: C.int32_t(p.Node), use: uses[p.Use]})
	}
	for _, l := range m.Lists {
		a.lists = append(a.lists, C.koord_numa_hint_list{first_hint: C.uint32_t(len(a.hints)), hint_count: C.uint32_t(len(l.Hints)),
			name_offset: C.uint32_t(len(a.names)), name_length: C.uint32_t(len(l.Name)), provider: C.int32_t(l.Provider),
			opinion: opinions[l.Opinion]})
		a.names += l.Name
		for _, h := range l.Hints {
			var flags C.uint32_t
			if h.Preferred {
				flags |= C.KOORD_NUMA_HINT_PREFERRED
			}
			if h.None {
				flags |= C.KOORD_NUMA_HINT_NO_AFFINITY
			}
			a.hints = append(a.hints, C.koord_numa_hint{nodes: C.uint64_t(h.Nodes), score: C.int64_t(h.Score), flags: flags})
		}
	}
	a.dist = (*C.uint32_t)(unsafe.Pointer(first(m.Distances)))
	return a
}

func (a *mergeArguments) call(out *C.koord_numa_merged, buffer []C.char, need *C.size_t, e *C.koord_error) C.koord_status {
	names, length := text(a.names)
	return C.koord_numa_merge(&a.o, first(a.places), C.size_t(unsafe.Sizeof(C.koord_numa_place{})), C.size_t(len(a.places)), a.dist,
		first(a.lists), C.size_t(unsafe.Sizeof(C.koord_numa_hint_list{})), C.size_t(len(a.lists)), first(a.hints),
		C.size_t(unsafe.Sizeof(C.koord_numa_hint{})), C.size_t(len(a.hints)), names, length, out, first(buffer), C.size_t(len(buffer)), need, e)
}

func DoMerge(m *Merge) (merged Merged, err error) {
	defer told("DoMerge", m)(&merged, &err)
	var out C.koord_numa_merged
	var e C.koord_error
	var need C.size_t
	buffer := make([]C.char, 1<<18)
	if st := mergeArgumentsOf(m).call(&out, buffer, &need, &e); st != C.KOORD_OK {
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

// TimeMerge is the nanoseconds of one of n merges.
func TimeMerge(m *Merge, n int) float64 {
	a := mergeArgumentsOf(m)
	var out C.koord_numa_merged
	names, length := text(a.names)
	return float64(C.time_merge(&a.o, first(a.places), C.size_t(len(a.places)), a.dist, first(a.lists), C.size_t(len(a.lists)),
		first(a.hints), C.size_t(len(a.hints)), names, length, &out, C.int(n))) / float64(n)
}

// TimeMergeGo crosses cgo n times with arguments made once.
func TimeMergeGo(m *Merge, n int) func() {
	a := mergeArgumentsOf(m)
	return func() {
		var out C.koord_numa_merged
		var e C.koord_error
		for i := 0; i < n; i++ {
			a.call(&out, nil, nil, &e)
		}
	}
}
