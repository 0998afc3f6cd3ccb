package koord

// PodFromJSON reads a Pod (v1) as the API server gives it. Errors: ErrInvalid (names pod and field), ErrLimit, ErrNoMemory.
func PodFromJSON(log *Diagnostics, json []byte) (*Pod, error) { return callPodFromJSON(log, json) }

// Info is what the pod is and asks for.
func (p *Pod) Info() (PodInfo, error) { return callPodInfo(p) }

// Request is the effective request and limit of a resource, milli-CPU for "cpu", else bytes or units; -1: none stated.
func (p *Pod) Request(resource string) (request, limit int64, err error) {
	return callPodRequest(p, resource)
}

// Text is one of the pod's texts; "" where it has none.
func (p *Pod) Text(which PodText) (string, error) {
	return textOf(func(text []byte) (int, error) { return callPodText(p, which, text) })
}

// Faults are what of the pod could not be read and was left aside: a line each, which names the field.
func (p *Pod) Faults() (string, error) {
	return textOf(func(text []byte) (int, error) { return callPodFaults(p, text) })
}

// CPUs are those that the pod states it was allocated.
func (p *Pod) CPUs() (CPUSet, error) {
	return setOf(func(words []uint64) error { return callPodCPUs(p, words) })
}
