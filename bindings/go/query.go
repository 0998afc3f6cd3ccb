package koord

// NewQuery makes an argument of calls that changes nothing yet: how things might be.
func NewQuery() (*Query, error) { return callQueryNew() }

// RemovePod has the pod with this uid thought to be gone. Errors: ErrInvalid, ErrLimit, ErrNoMemory, as in all of these.
func (w *Query) RemovePod(uid string) error { return callQueryRemovePod(w, uid) }

// AddPod has a pod thought to be on a node.
func (w *Query) AddPod(pod *Pod, node uint32) error { return callQueryAddPod(w, pod, node) }

// ProtectPod says how far plans may go with a pod.
func (w *Query) ProtectPod(uid string, protection Protection) error {
	return callQueryProtectPod(w, uid, protection)
}

// UseReservation lets the pod that is asked about take from a reservation. Only Cluster.Evaluate and Cluster.Judge heed it.
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
