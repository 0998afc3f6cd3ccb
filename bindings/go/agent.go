package koord

// NewAgent is a node on this machine, which the caller may close, without pods, settings or kubelet. Errors: ErrInvalid,
// ErrNoMemory.
func NewAgent(machine *Topology, options AgentOptions) (*Agent, error) {
	return callAgentNew(machine, options)
}

// SetTopology has CPUs come or go. Errors: ErrInvalid (more CPUs are reserved than there are), ErrNoMemory.
func (n *Agent) SetTopology(machine *Topology) error { return callAgentSetTopology(n, machine) }

// SetNode takes the Node (v1), for its name, reservation and system QoS. Errors: ErrInvalid (names the field), ErrLimit,
// ErrNoMemory.
func (n *Agent) SetNode(log *Context, json []byte) error { return callAgentSetNode(n, log, json) }

// SetKubelet says what the node's kubelet does; both may be nil. Errors: ErrInvalid, ErrCorrupt, ErrLimit, ErrNoMemory.
func (n *Agent) SetKubelet(log *Context, kubeletConfig, cpuState []byte) error {
	return callAgentSetKubelet(n, log, kubeletConfig, cpuState)
}

// SetDevices takes the node's Device object, which names devices that pods have by their minors; nil: there is none any more.
// Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func (n *Agent) SetDevices(log *Context, json []byte) error { return callAgentSetDevices(n, log, json) }

// SetPod has a pod come, or be like this now. Errors: ErrInvalid (no uid), ErrLimit, ErrNoMemory.
func (n *Agent) SetPod(pod *Pod) error { return callAgentSetPod(n, pod) }

// SetState says what was decided for this node before, and carried out: pods keep CPUs of their own that they have by it
// against claims of others. Errors: ErrInvalid, ErrNoMemory.
func (n *Agent) SetState(state *AgentState) error { return callAgentSetState(n, state) }

// RemovePod has a pod gone, and says whether it was there.
func (n *Agent) RemovePod(uid string) (known bool, err error) {
	number, err := callAgentRemovePod(n, uid)
	return number != 0, err
}

// Info counts pods and changes.
func (n *Agent) Info() (AgentInfo, error) { return callAgentInfo(n) }

// Hash changes when what NRT writes does.
func (n *Agent) Hash() (uint64, error) { return callAgentHash(n) }

// CPUs is one set of the node's CPUs.
func (n *Agent) CPUs(which AgentCPUSet) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callAgentCPUs(n, which, words) })
}

// AgentPoolCPUs is a pool with its CPUs.
type AgentPoolCPUs struct {
	AgentPool
	SharedCPUs     CPUSet
	BestEffortCPUs CPUSet
}

// Pools has a row for every socket and NUMA node that share CPUs, ascending.
func (n *Agent) Pools() ([]AgentPoolCPUs, error) {
	info, err := n.Info()
	if err != nil {
		return nil, err
	}
	words := int(info.Words)
	var shared, bestEffort []uint64
	rows, err := rowsOf(8, func(rows []AgentPool) (int, error) {
		shared, bestEffort = make([]uint64, words*len(rows)), make([]uint64, words*len(rows))
		return callAgentPools(n, rows, shared, bestEffort, words)
	})
	if err != nil {
		return nil, err
	}
	pools := make([]AgentPoolCPUs, len(rows))
	sharedSets, bestEffortSets := setsOf(shared, words, len(rows)), setsOf(bestEffort, words, len(rows))
	for i, row := range rows {
		pools[i] = AgentPoolCPUs{AgentPool: row, SharedCPUs: sharedSets[i], BestEffortCPUs: bestEffortSets[i]}
	}
	return pools, nil
}

// AgentPodCPUs is where a pod or container runs, with its CPUs.
type AgentPodCPUs struct {
	AgentPod
	Set CPUSet // empty: left as they are
}

// Pods are the node's pods, ascending by uid, each followed by containers that run elsewhere; those for which anything may
// have changed after a generation, 0: all. Errors: ErrNoMemory.
func (n *Agent) Pods(since uint64) ([]AgentPodCPUs, error) {
	info, err := n.Info()
	if err != nil {
		return nil, err
	}
	words := int(info.Words)
	var cpus []uint64
	rows, err := textRows(func(rows []rawAgentPod, texts []byte) (int, int, error) {
		cpus = make([]uint64, words*len(rows))
		return callAgentPods(n, since, rows, cpus, words, texts)
	}, (*rawAgentPod).public)
	if err != nil {
		return nil, err
	}
	pods := make([]AgentPodCPUs, len(rows))
	for i, set := range setsOf(cpus, words, len(rows)) {
		pods[i] = AgentPodCPUs{AgentPod: rows[i], Set: set}
	}
	return pods, nil
}

// Annotation is the value of an annotation of the NodeResourceTopology.
func (n *Agent) Annotation(which AgentAnnotation) ([]byte, error) {
	return callAgentToAnnotation(n, which)
}

// NRT is the NodeResourceTopology of the node. Errors: ErrInvalid (SetNode was not called), ErrNoMemory.
func (n *Agent) NRT() ([]byte, error) { return callAgentToNRT(n) }

// Suppress says how far BE pods are to be narrowed, and to which CPUs. current are those that they have now, nil: not known.
// Errors: ErrInvalid, ErrNoMemory.
func (n *Agent) Suppress(usage SuppressUsage, current CPUSet) (Suppression, CPUSet, error) {
	info, err := n.Info()
	if err != nil {
		return Suppression{}, nil, err
	}
	words := wordsOf(int(info.Words), current)
	cpus := make(CPUSet, words)
	out, err := callAgentSuppress(n, usage, widen(current, words), cpus, words)
	if err != nil {
		return Suppression{}, nil, err
	}
	return out, cpus.short(), nil
}
