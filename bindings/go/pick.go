package koord

import "sync"

// CPUSources are the CPUs to pick from. Available is required: nil means no CPUs. The other members
// are optional.
type CPUSources struct {
	Available CPUSet   // CPUs that may be used
	Preferred CPUSet   // used first: a reservation's CPUs
	CoreHeld  CPUSet   // held by pods with the exclusive policy PCPULevel
	NodeHeld  CPUSet   // held by pods with NUMANodeLevel
	RefCounts []uint16 // holders by CPU number, read when CPURequest.MaxRefCount > 1
	// NUMA nodes chosen by the topology manager, ascending; GrantedMilli is written
	Grants []NUMAGrant
}

// pickSets pools buffers for the sets of one pick, which are adjacent in memory.
var pickSets = sync.Pool{New: func() any { return new([4 * longest]uint64) }}

// pick copies the sets into one array, each as wide as out.
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

// PickCPUs picks CPUs out of the available ones, by Koordinator's policies. The set is empty if the
// request is refused. Only the Grants are modified. Errors: ErrInvalid.
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

// PickCPUsInto is PickCPUs into the caller's set, without allocations. All sets must have the
// length of out, which is at least TopologyInfo.Words, and RefCounts must be 64 times as long.
// Errors: ErrInvalid, ErrNoSpace, ErrLimit.
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

// KubeletSources are the CPUs that kubelet picks from.
type KubeletSources struct {
	Shared   CPUSet // the default set, including reserved CPUs
	Reserved CPUSet // kubelet's reserved CPUs, may be nil
	Reusable CPUSet // CPUs of finished init containers of the same pod, may be nil
}

// PickKubeletCPUs picks CPUs for one container by kubelet's static policy. Errors: ErrInvalid,
// ErrLimit.
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
