package koord

import "sync"

// CPUSources says where CPUs may come from. Available must be stated: nil is no CPU. The rest may be left out.
type CPUSources struct {
	Available CPUSet      // CPUs that may be used
	Preferred CPUSet      // to use first: a reservation's
	CoreHeld  CPUSet      // held by pods with the exclusive policy PCPULevel
	NodeHeld  CPUSet      // held by pods with NUMANodeLevel
	RefCounts []uint16    // holders by CPU number, read when CPURequest.MaxRefCount > 1
	Grants    []NUMAGrant // NUMA nodes that the topology manager chose, ascending; GrantedMilli is written
}

// pickSets have room for the sets of one pick, which lie one after another.
var pickSets = sync.Pool{New: func() any { return new([4 * longest]uint64) }}

// pick puts the sets into one array, as wide as out.
func (from *CPUSources) pick(t *Topology, request CPURequest, counts []uint16, out CPUSet) (Refusal, error) {
	words := len(out)
	if words > longest {
		return Refusal{}, &Error{Op: "cpu_pick", Code: ErrLimit, Message: "sets: more words than any machine needs"}
	}
	room := pickSets.Get().(*[4 * longest]uint64)
	defer pickSets.Put(room)
	sets := room[:0]
	add := func(set CPUSet) {
		end := len(sets)
		sets = room[:end+words]
		for i := copy(sets[end:], set); i < words; i++ {
			sets[end+i] = 0
		}
	}
	add(from.Available)
	var flags PickSetFlags
	for i, set := range [...]CPUSet{from.Preferred, from.CoreHeld, from.NodeHeld} {
		if set != nil {
			flags |= PickSetPreferred << i
			add(set)
		}
	}
	return callCPUPick(t, request, words, flags, sets, counts, from.Grants, out)
}

// PickCPUs picks CPUs out of those that are available, by Koordinator's policies. Where the Refusal says no the set is
// empty. It changes nothing but the Grants. Errors: ErrInvalid.
func (t *Topology) PickCPUs(request CPURequest, from CPUSources) (CPUSet, Refusal, error) {
	info, err := t.Info()
	if err != nil {
		return nil, Refusal{}, err
	}
	words := int(info.Words)
	counts := from.RefCounts
	if counts != nil && len(counts) < 64*words {
		counts = append(make([]uint16, 0, 64*words), counts...)[:64*words]
	}
	out := make(CPUSet, words)
	refusal, err := from.pick(t, request, counts, out)
	if err != nil {
		return nil, Refusal{}, err
	}
	return out, refusal, nil
}

// PickCPUsInto is PickCPUs into the caller's set, without allocations: all sets that are given have the length of out, at
// least TopologyInfo.Words, and RefCounts 64 times as much. Errors: ErrInvalid, ErrNoSpace, ErrLimit.
func (t *Topology) PickCPUsInto(request CPURequest, from *CPUSources, out CPUSet) (Refusal, error) {
	if from == nil {
		return Refusal{}, invalid("cpu_pick", "from: nil")
	}
	words := len(out)
	for _, set := range [...]CPUSet{from.Available, from.Preferred, from.CoreHeld, from.NodeHeld} {
		if set != nil && len(set) != words {
			return Refusal{}, invalid("cpu_pick", "sets of different lengths")
		}
	}
	if from.Available == nil || from.RefCounts != nil && len(from.RefCounts) < 64*words {
		return Refusal{}, invalid("cpu_pick", "available: nil, or too few reference counts")
	}
	return from.pick(t, request, from.RefCounts, out)
}

// KubeletSources says where kubelet's CPUs may come from.
type KubeletSources struct {
	Shared   CPUSet // the default set, reserved CPUs included
	Reserved CPUSet // kubelet's reserved CPUs, may be nil
	Reusable CPUSet // of finished init containers of the same pod, may be nil
}

// PickKubeletCPUs is what kubelet's static policy gives one container. Errors:
// ErrInvalid, ErrLimit.
func (t *Topology) PickKubeletCPUs(request KubeletRequest, from KubeletSources) (CPUSet, Refusal, error) {
	info, err := t.Info()
	if err != nil {
		return nil, Refusal{}, err
	}
	words := wordsOf(int(info.Words), from.Shared, from.Reserved, from.Reusable)
	sets := make([]uint64, 3*words)
	copy(sets, from.Shared)
	copy(sets[words:], from.Reserved)
	copy(sets[2*words:], from.Reusable)
	out := make(CPUSet, words)
	refusal, err := callKubeletPick(t, request, KubeletSetReserved|KubeletSetReusable, sets, words, out)
	if err != nil {
		return nil, Refusal{}, err
	}
	return out, refusal, nil
}
