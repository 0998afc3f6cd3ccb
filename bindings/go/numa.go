package koord

// SetNodes replaces the NUMA nodes, ascending by number. Nodes must be set before lists are added;
// existing lists stay. distances is in the format of Topology.Distances, and nil without
// NUMAMergePreferClosest. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NUMAHints) SetNodes(nodes []NUMAPlace, distances []uint32) error {
	if len(distances) != 0 && len(distances) != len(nodes)*len(nodes) {
		return invalid("numa_hints_set_nodes", "distances: not as many as NUMA nodes squared")
	}
	return callNUMAHintsSetNodes(h, nodes, distances)
}

// MergeNUMA merges the hints of all resources into one set of NUMA nodes, and reports whether the
// policy admits it. text is the reason if it does not, and "" otherwise. Errors: ErrInvalid,
// ErrLimit, ErrNoMemory.
func MergeNUMA(options NUMAOptions, hints *NUMAHints) (merged NUMAMerged, text string, err error) {
	text, err = textOf(func(text []byte) (int, error) {
		var needed int
		var err error
		merged, needed, err = callNUMAMerge(options, hints, text)
		return needed, err
	})
	return merged, text, err
}
