package koord

// NewNUMAHints makes what a merge reads: NUMA nodes with who uses them, and what providers say about resources. There is
// nothing in it yet. It keeps its memory, so that one serves for many pods. Errors: ErrNoMemory.
func NewNUMAHints() (*NUMAHints, error) { return callNUMAHintsNew() }

// Clone is the same once more. Errors: ErrNoMemory.
func (h *NUMAHints) Clone() (*NUMAHints, error) { return callNUMAHintsClone(h) }

// Reset makes it as new, but for the memory.
func (h *NUMAHints) Reset() error { return callNUMAHintsReset(h) }

// SetNodes replaces the NUMA nodes, ascending by number. They come before lists; lists that are there stay. distances are as
// in Topology.Distances, nil without NUMAMergePreferClosest. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NUMAHints) SetNodes(nodes []NUMAPlace, distances []uint32) error {
	if len(distances) != 0 && len(distances) != len(nodes)*len(nodes) {
		return invalid("numa_hints_set_nodes", "distances: not as many as NUMA nodes squared")
	}
	return callNUMAHintsSetNodes(h, nodes, distances)
}

// AddList adds what one provider (CPUs, memory, a device plugin) says about the resource of this name; there are no hints
// unless the list's Kind is NUMAHintKindHints. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NUMAHints) AddList(list NUMAHintList, name string, hints []NUMAHint) error {
	return callNUMAHintsAddList(h, list, name, hints)
}

// Nodes are the NUMA nodes.
func (h *NUMAHints) Nodes() ([]NUMAPlace, error) {
	return rowsOf(8, func(rows []NUMAPlace) (int, error) { return callNUMAHintsNodes(h, rows) })
}

// Lists are in the order in which they were added.
func (h *NUMAHints) Lists() ([]NUMAHintListInfo, error) {
	rows, err := rowsOf(8, func(rows []rawNUMAHintListInfo) (int, error) { return callNUMAHintsLists(h, rows) })
	if err != nil {
		return nil, err
	}
	return withTexts(rows, func(read func(string)) error { return callNUMAHintsTexts(h, read) }, (*rawNUMAHintListInfo).public)
}

// Hints are those of a list, by its place in Lists. Errors: ErrInvalid.
func (h *NUMAHints) Hints(list int) ([]NUMAHint, error) {
	if list < 0 || list >= MaxNUMALists {
		return nil, invalid("numa_hints_get_hints", "list: there is none of this number")
	}
	return rowsOf(16, func(rows []NUMAHint) (int, error) { return callNUMAHintsHints(h, uint32(list), rows) })
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

// Hints fills hints with what a node's resources say to a topology manager that hears other providers, too: their lists are
// added to it, and the answer of MergeNUMA goes to Query.SetAffinity. Where it fails hints stay as they were. Errors:
// ErrInvalid, ErrNotFound (no such node, or no topology of it), ErrLimit (more than 16 NUMA nodes), ErrNoMemory.
func (c *Cluster) Hints(pod *Pod, node uint32, policy NUMAPolicy, hints *NUMAHints) error {
	return callClusterHints(c, pod, node, policy, hints)
}
