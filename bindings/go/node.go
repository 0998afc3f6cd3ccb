package koord

// NewNode is a node on this machine, which the caller may close, without pods, settings or kubelet. Errors: ErrInvalid,
// ErrNoMemory.
func NewNode(machine *Topology, options NodeOptions) (*Node, error) {
	return callNodeNew(machine, options)
}

// SetTopology has CPUs come or go. Errors: ErrInvalid (more CPUs are reserved than there are), ErrNoMemory.
func (n *Node) SetTopology(machine *Topology) error { return callNodeSetTopology(n, machine) }

// SetObject takes the Node (v1), for its name, reservation and system QoS. Errors: ErrInvalid (names the field), ErrLimit,
// ErrNoMemory.
func (n *Node) SetObject(log *Context, json []byte) error { return callNodeSetObject(n, log, json) }

// SetKubelet says what the node's kubelet does; both may be nil. Errors: ErrInvalid, ErrCorrupt, ErrLimit, ErrNoMemory.
func (n *Node) SetKubelet(log *Context, kubeletConfig, cpuState []byte) error {
	return callNodeSetKubelet(n, log, kubeletConfig, cpuState)
}

// SetDevices takes the node's Device object, which names devices that pods have by their minors; nil: there is none any more.
// Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func (n *Node) SetDevices(log *Context, json []byte) error { return callNodeSetDevices(n, log, json) }

// SetPod has a pod come, or be like this now. Errors: ErrInvalid (no uid), ErrLimit, ErrNoMemory.
func (n *Node) SetPod(pod *Pod) error { return callNodeSetPod(n, pod) }

// RemovePod has a pod gone, and says whether it was there.
func (n *Node) RemovePod(uid string) (known bool, err error) {
	number, err := callNodeRemovePod(n, uid)
	return number != 0, err
}

// Info counts pods and changes.
func (n *Node) Info() (NodeInfo, error) { return callNodeGetInfo(n) }

// Hash changes when what NRT writes does.
func (n *Node) Hash() (uint64, error) { return callNodeHash(n) }

// CPUs is one set of the node's CPUs.
func (n *Node) CPUs(which NodeCPUSet) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callNodeCPUs(n, which, words) })
}

// NodePoolCPUs is a pool with its CPUs.
type NodePoolCPUs struct {
	NodePool
	SharedCPUs     CPUSet
	BestEffortCPUs CPUSet
}

// Pools has a row for every socket and NUMA node that share CPUs, ascending.
func (n *Node) Pools() ([]NodePoolCPUs, error) {
	info, err := n.Info()
	if err != nil {
		return nil, err
	}
	words := int(info.Words)
	var shared, bestEffort []uint64
	rows, err := rowsOf(8, func(rows []NodePool) (int, error) {
		shared, bestEffort = make([]uint64, words*len(rows)), make([]uint64, words*len(rows))
		return callNodePools(n, rows, shared, bestEffort, words)
	})
	if err != nil {
		return nil, err
	}
	pools := make([]NodePoolCPUs, len(rows))
	sharedSets, bestEffortSets := setsOf(shared, words, len(rows)), setsOf(bestEffort, words, len(rows))
	for i, row := range rows {
		pools[i] = NodePoolCPUs{NodePool: row, SharedCPUs: sharedSets[i], BestEffortCPUs: bestEffortSets[i]}
	}
	return pools, nil
}

// NodePodCPUs is where a pod or container runs, with its CPUs.
type NodePodCPUs struct {
	NodePod
	Set CPUSet // empty: left as they are
}

// Pods are the node's pods, ascending by uid, each followed by containers that run elsewhere; those for which anything may
// have changed after a generation, 0: all. Errors: ErrNoMemory.
func (n *Node) Pods(since uint64) ([]NodePodCPUs, error) {
	info, err := n.Info()
	if err != nil {
		return nil, err
	}
	words := int(info.Words)
	var cpus []uint64
	rows, err := textRows(func(rows []rawNodePod, texts []byte) (int, int, error) {
		cpus = make([]uint64, words*len(rows))
		return callNodePods(n, since, rows, cpus, words, texts)
	}, (*rawNodePod).public)
	if err != nil {
		return nil, err
	}
	pods := make([]NodePodCPUs, len(rows))
	for i, set := range setsOf(cpus, words, len(rows)) {
		pods[i] = NodePodCPUs{NodePod: rows[i], Set: set}
	}
	return pods, nil
}

// Annotation is the value of an annotation of the NodeResourceTopology.
func (n *Node) Annotation(which NodeAnnotation) ([]byte, error) {
	return callNodeToAnnotation(n, which)
}

// NRT is the NodeResourceTopology of the node. Errors: ErrInvalid (SetObject was not called), ErrNoMemory.
func (n *Node) NRT() ([]byte, error) { return callNodeNRT(n) }

// Suppress says how far BE pods are to be narrowed, and to which CPUs. current are those that they have now, nil: not known.
// Errors: ErrInvalid, ErrNoMemory.
func (n *Node) Suppress(usage SuppressUsage, current CPUSet) (Suppression, CPUSet, error) {
	info, err := n.Info()
	if err != nil {
		return Suppression{}, nil, err
	}
	words := wordsOf(int(info.Words), current)
	cpus := make(CPUSet, words)
	out, err := callNodeSuppress(n, usage, widen(current, words), cpus, words)
	if err != nil {
		return Suppression{}, nil, err
	}
	return out, cpus.short(), nil
}
