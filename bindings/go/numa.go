package koord

// SetNodes replaces the NUMA nodes, ascending by number. They come before lists; lists that are there stay. distances are as
// in Topology.Distances, nil without NUMAMergePreferClosest. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NUMAHints) SetNodes(nodes []NUMAPlace, distances []uint32) error {
	if len(distances) != 0 && len(distances) != len(nodes)*len(nodes) {
		return invalid("numa_hints_set_nodes", "distances: not as many as NUMA nodes squared")
	}
	return callNUMAHintsSetNodes(h, nodes, distances)
}

// MergeNUMA merges what all resources say about NUMA nodes into one set of nodes, and says whether the policy admits it.
// text is why not, "" where it does. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func MergeNUMA(options NUMAOptions, hints *NUMAHints) (merged NUMAMerged, text string, err error) {
	text, err = textOf(func(text []byte) (int, error) {
		var needed int
		var err error
		merged, needed, err = callNUMAMerge(options, hints, text)
		return needed, err
	})
	return merged, text, err
}
