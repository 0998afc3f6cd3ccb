package koord

// NewWhatIf makes an argument of calls that changes nothing yet: how things might be.
func NewWhatIf() (*WhatIf, error) { return callWhatIfNew() }

// Away has the pod with this uid thought to be gone. Errors: ErrInvalid, ErrLimit, ErrNoMemory, as in all of these.
func (w *WhatIf) Away(uid string) error { return callWhatIfAway(w, uid) }

// There has a pod thought to be on a node.
func (w *WhatIf) There(pod *Pod, node uint32) error { return callWhatIfThere(w, pod, node) }

// Protect says how far plans may go with a pod.
func (w *WhatIf) Protect(uid string, protection Protection) error {
	return callWhatIfProtect(w, uid, protection)
}

// From lets the pod that is asked about take from a reservation. Only Cluster.Evaluate and Cluster.Judge heed it.
func (w *WhatIf) From(reservation string) error { return callWhatIfFrom(w, reservation) }

// Drain has a node take nobody, and its pods go elsewhere: for Cluster.Capacity only, as the next two.
func (w *WhatIf) Drain(node uint32) error { return callWhatIfDrain(w, node) }

// SMTOff has a node restart with one thread of each core.
func (w *WhatIf) SMTOff(node uint32) error { return callWhatIfSMTOff(w, node) }

// Isolate has a node restart with CPUs that are nobody's.
func (w *WhatIf) Isolate(node uint32, cpus CPUSet) error {
	return callWhatIfIsolate(w, node, widen(cpus.orEmpty(), wordsOf(1, cpus)))
}
