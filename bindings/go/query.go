package koord

// NewQuery makes what calls are asked under: flags, nodes, and how things might be. It asks nothing in particular yet, as nil
// does.
func NewQuery() (*Query, error) { return callQueryNew() }

// Clone is the same query once more, for a host that clones its own state. Errors: ErrNoMemory.
func (w *Query) Clone() (*Query, error) { return callQueryClone(w) }

// Reset makes it as new.
func (w *Query) Reset() error { return callQueryReset(w) }

// SetFlags replaces its flags. Errors: ErrInvalid.
func (w *Query) SetFlags(flags QueryFlags) error { return callQuerySetFlags(w, flags) }

// SetNodes has Cluster.Evaluate judge node first and following, at most so many; -1: all.
func (w *Query) SetNodes(first uint32, count int) error { return callQuerySetNodes(w, first, count) }

// SetGeneration says for Cluster.Reserve which verdict is relied on; 0: whatever the node is by now.
func (w *Query) SetGeneration(generation uint64) error { return callQuerySetGeneration(w, generation) }

// SetAffinity says for Cluster.Reserve which NUMA nodes the host's topology manager chose, bit i being row i of
// NUMAHints.Nodes; 0: the node's NUMA policy chooses.
func (w *Query) SetAffinity(affinity uint64) error { return callQuerySetAffinity(w, affinity) }

// RemovePod has the pod with this uid thought to be gone. Errors: ErrInvalid, ErrLimit, ErrNoMemory, as in all of these.
func (w *Query) RemovePod(uid string) error { return callQueryRemovePod(w, uid) }

// AddPod has a pod thought to be on a node.
func (w *Query) AddPod(pod *Pod, node uint32) error { return callQueryAddPod(w, pod, node) }

// ProtectPod says how far plans may go with a pod.
func (w *Query) ProtectPod(uid string, protection Protection) error {
	return callQueryProtectPod(w, uid, protection)
}

// UseReservation lets the pod that is asked about take from a reservation. Cluster.Evaluate, Cluster.Judge and Cluster.ReserveFrom read it; others
// give ErrInvalid.
func (w *Query) UseReservation(reservation string) error {
	return callQueryUseReservation(w, reservation)
}

// DrainNode has a node take nobody, and its pods go elsewhere: for Cluster.Capacity only, as the next two.
func (w *Query) DrainNode(node uint32) error { return callQueryDrainNode(w, node) }

// DisableSMT has a node restart with one thread of each core.
func (w *Query) DisableSMT(node uint32) error { return callQueryDisableSMT(w, node) }

// IsolateCPUs has a node restart with CPUs that are nobody's.
func (w *Query) IsolateCPUs(node uint32, cpus CPUSet) error {
	return callQueryIsolateCPUs(w, node, widen(cpus.orEmpty(), wordsOf(1, cpus)))
}
