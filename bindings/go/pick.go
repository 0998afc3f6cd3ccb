package koord

// CPUSources says where CPUs may come from. All but Available may be left out.
type CPUSources struct {
	Available CPUSet      // CPUs that may be used
	Preferred CPUSet      // to use first: a reservation's
	CoreHeld  CPUSet      // held by pods with the exclusive policy PCPULevel
	NodeHeld  CPUSet      // held by pods with NUMANodeLevel
	RefCounts []uint16    // holders by CPU number, read when CPURequest.MaxRefCount > 1
	Hint      []NUMAGrant // NUMA nodes that the topology manager chose, ascending; GrantedMilli is written
}

// PickCPUs picks CPUs out of those that are available, by Koordinator's policies. Where the Refusal says no the set is
// empty. It changes nothing but the Hint. Errors: ErrInvalid.
func (t *Topology) PickCPUs(request CPURequest, from CPUSources) (CPUSet, Refusal, error) {
	info, err := t.Info()
	if err != nil {
		return nil, Refusal{}, err
	}
	words := wordsOf(int(info.Words), from.Available, from.Preferred, from.CoreHeld, from.NodeHeld)
	counts := from.RefCounts
	if counts != nil && len(counts) < 64*words {
		counts = append(make([]uint16, 0, 64*words), counts...)[:64*words]
	}
	out := make(CPUSet, words)
	refusal, err := callCPUPick(t, request, widen(from.Available.orEmpty(), words), widen(from.Preferred, words),
		widen(from.CoreHeld, words), widen(from.NodeHeld, words), counts, words, from.Hint, out)
	if err != nil {
		return nil, Refusal{}, err
	}
	return out, refusal, nil
}

// PickCPUsInto is PickCPUs into the caller's set, without allocations: all sets that are given have the length of out, at
// least TopologyInfo.Words, and RefCounts 64 times as much. Errors: ErrInvalid, ErrNoSpace.
func (t *Topology) PickCPUsInto(request CPURequest, from *CPUSources, out CPUSet) (Refusal, error) {
	words := len(out)
	for _, set := range [...]CPUSet{from.Available, from.Preferred, from.CoreHeld, from.NodeHeld} {
		if set != nil && len(set) != words {
			return Refusal{}, invalid("cpu_pick", "sets of different lengths")
		}
	}
	if from.Available == nil || from.RefCounts != nil && len(from.RefCounts) < 64*words {
		return Refusal{}, invalid("cpu_pick", "available: nil, or too few reference counts")
	}
	return callCPUPick(t, request, from.Available, from.Preferred, from.CoreHeld, from.NodeHeld, from.RefCounts, words,
		from.Hint, out)
}

// KubeletSources says where kubelet's CPUs may come from.
type KubeletSources struct {
	Shared   CPUSet  // the default set, reserved CPUs included
	Reserved CPUSet  // kubelet's reserved CPUs, may be nil
	Reusable CPUSet  // of finished init containers of the same pod, may be nil
	Affinity []int32 // NUMA nodes of the topology manager's hint; none: no preference
}

// PickKubeletCPUs is what kubelet's static policy gives one container. Errors: ErrInvalid, ErrLimit.
func (t *Topology) PickKubeletCPUs(request KubeletRequest, from KubeletSources) (CPUSet, Refusal, error) {
	info, err := t.Info()
	if err != nil {
		return nil, Refusal{}, err
	}
	words := wordsOf(int(info.Words), from.Shared, from.Reserved, from.Reusable)
	out := make(CPUSet, words)
	refusal, err := callKubeletPick(t, request, widen(from.Shared.orEmpty(), words), widen(from.Reserved, words),
		widen(from.Reusable, words), words, from.Affinity, out)
	if err != nil {
		return nil, Refusal{}, err
	}
	return out, refusal, nil
}
