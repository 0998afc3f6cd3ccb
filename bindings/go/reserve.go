package koord

import "errors"

func ownCPUs(ask func(words []uint64) (Refusal, error)) (CPUSet, Refusal, error) {
	words := make(CPUSet, longest)
	refusal, err := ask(words)
	if err != nil {
		return nil, Refusal{}, err
	}
	return words.short(), refusal, nil
}

// Reserve gives a pod its CPUs and NUMA amounts on a node, or refuses it. The set is empty where the pod shares CPUs or was
// refused. query may be nil; its flags, generation and affinity count. Errors: ErrInvalid, ErrNotFound, ErrStale (the node
// changed since that generation), ErrConflict (it is on another node), ErrLimit, ErrNoMemory.
func (c *Cluster) Reserve(pod *Pod, query *Query, node uint32) (CPUSet, Refusal, error) {
	return ownCPUs(func(words []uint64) (Refusal, error) {
		return callClusterReserve(c, pod, query, node, words, len(words))
	})
}

// ReserveFrom is Reserve for an owner, on the node of the one reservation that query uses. Errors: as Reserve.
func (c *Cluster) ReserveFrom(pod *Pod, query *Query) (CPUSet, Refusal, error) {
	return ownCPUs(func(words []uint64) (Refusal, error) {
		return callClusterReserveFrom(c, pod, query, words, len(words))
	})
}

// SetReservation makes a pod that is here a reservation. Errors: ErrInvalid, ErrNotFound, ErrConflict, ErrLimit, ErrNoMemory.
func (c *Cluster) SetReservation(uid string, policy ReservationPolicy) error {
	return callClusterSetReservation(c, uid, policy)
}

// AttachOwner says after a restart that a pod has what it holds from a reservation. Errors: ErrInvalid, ErrNotFound, ErrConflict,
// ErrLimit, ErrNoMemory.
func (c *Cluster) AttachOwner(uid, reservation string) error {
	return callClusterAttachOwner(c, uid, reservation)
}

// RemovePod lets go of what a pod holds. Errors: ErrInvalid, ErrNotFound (it holds nothing), ErrNoMemory.
func (c *Cluster) RemovePod(uid string) error { return callClusterRemovePod(c, uid) }

// SetPod takes a pod as the API server shows it, with what it was allocated, and counts what is odd about that. Errors:
// ErrInvalid, ErrNotFound (not bound, and held nothing), ErrConflict, ErrLimit, ErrNoMemory.
func (c *Cluster) SetPod(pod *Pod) (PodConflicts, error) { return callClusterSetPod(c, pod) }

// PodConflicts are what of a pod's claims is not believed as things are now. Errors: ErrInvalid, ErrNotFound.
func (c *Cluster) PodConflicts(uid string) (PodConflicts, error) {
	return callClusterPodConflicts(c, uid)
}

// PodNode is the node that a pod holds something on. Errors: ErrNotFound, as in the next four.
func (c *Cluster) PodNode(uid string) (node uint32, err error) { return callClusterPodNode(c, uid) }

// PodCPUs are those that it owns there; none: it shares.
func (c *Cluster) PodCPUs(uid string) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callClusterPodCPUs(c, uid, words) })
}

// PodStatus is what it holds there, as the annotation resource-status has it.
func (c *Cluster) PodStatus(uid string) ([]byte, error) { return callClusterPodStatus(c, uid) }

// PodDevices is what it has of devices, as the annotation device-allocated has it.
func (c *Cluster) PodDevices(uid string) ([]byte, error) { return callClusterPodDevices(c, uid) }

// DeviceType is the number of a type of devices ("gpu", "rdma"): what DeviceTypeName takes. Errors: ErrNotFound.
func (c *Cluster) DeviceType(name string) (int32, error) { return callClusterDeviceType(c, name) }

// PodMinors are the minors of its devices of one type ("gpu", "rdma"), be they all its own or shared: ascending, each once.
func (c *Cluster) PodMinors(uid, deviceType string) ([]int32, error) {
	id, err := c.DeviceType(deviceType)
	if errors.Is(err, ErrNotFound) {
		id = -1 // nobody has any of it
	} else if err != nil {
		return nil, err
	}
	return rowsOf(8, func(minors []int32) (int, error) { return callClusterPodMinors(c, uid, id, minors) })
}

// Prebind is what to tell the API server about a reserved pod before it is bound: a JSON merge patch. Errors: ErrInvalid,
// ErrNotFound, ErrNoMemory.
func (c *Cluster) Prebind(pod *Pod, flags PrebindFlags) ([]byte, error) {
	return callClusterPrebind(c, pod, flags)
}
