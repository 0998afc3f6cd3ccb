package koord

// NUMAList is what one provider (CPUs, memory, a device plugin) says about one resource.
type NUMAList struct {
	Resource string
	Provider int32 // which provider says so; does not fall from list to list
	Opinion  NUMAHintKind
	Hints    []NUMAHint // none unless Opinion is NUMAOpinionHints
}

// MergeNUMA merges what all resources say about NUMA nodes into one set of nodes, and says whether the policy admits it.
// text is why not, "" where it does. distances are as in Topology.Distances, nil without MergePreferClosest. Errors:
// ErrInvalid, ErrLimit, ErrNoMemory.
func MergeNUMA(options NUMAOptions, places []NUMAPlace, distances []uint32, lists []NUMAList) (
	merged NUMAMerged, text string, err error) {
	if len(distances) != 0 && len(distances) != len(places)*len(places) {
		return merged, "", invalid("numa_merge", "distances: not as many as NUMA nodes squared")
	}
	var names arena
	var hints []NUMAHint
	raw := make([]rawNUMAHintList, len(lists))
	for i, list := range lists {
		raw[i] = rawNUMAHintList{FirstHint: uint32(len(hints)), HintCount: uint32(len(list.Hints)), Provider: list.Provider,
			Opinion: list.Opinion}
		raw[i].NameOffset, raw[i].NameLength = names.add(list.Resource)
		hints = append(hints, list.Hints...)
	}
	text, err = textOf(func(text []byte) (int, error) {
		var needed int
		var err error
		merged, needed, err = callNUMAMerge(options, places, distances, raw, hints, string(names.bytes), text)
		return needed, err
	})
	return merged, text, err
}

// Hints are what a node's resources say to a topology manager that hears other providers, too.
type Hints struct {
	Places []NUMAPlace
	Lists  []NUMAList
}

// Hints are arguments for MergeNUMA, whose answer goes to ReserveOptions.Affinity. Errors: ErrInvalid, ErrNotFound (no such
// node, or no topology of it), ErrLimit (more than 16 NUMA nodes), ErrNoMemory.
func (c *Cluster) Hints(pod *Pod, node uint32, policy NUMAPolicy) (Hints, error) {
	places, lists, hints := make([]NUMAPlace, 16), make([]rawNUMAHintList, 16), make([]NUMAHint, 256)
	names := make([]byte, 512)
	for {
		placed, listed, hinted, length, err := callClusterHints(c, pod, node, policy, places, lists, hints, names)
		if err == nil {
			made := Hints{Places: places[:placed:placed], Lists: make([]NUMAList, listed)}
			texts := string(names[:length])
			for i, raw := range lists[:listed] {
				end := raw.FirstHint + raw.HintCount
				made.Lists[i] = NUMAList{Resource: textAt(texts, raw.NameOffset, raw.NameLength), Provider: raw.Provider,
					Opinion: raw.Opinion, Hints: hints[raw.FirstHint:end:end]}
			}
			return made, nil
		}
		if !short(err, placed, len(places)) && !short(err, listed, len(lists)) && !short(err, hinted, len(hints)) &&
			!short(err, length, len(names)) {
			return Hints{}, err
		}
		if placed > len(places) {
			places = make([]NUMAPlace, placed)
		}
		if listed > len(lists) {
			lists = make([]rawNUMAHintList, listed)
		}
		if hinted > len(hints) {
			hints = make([]NUMAHint, hinted)
		}
		if length > len(names) {
			names = make([]byte, length)
		}
	}
}
