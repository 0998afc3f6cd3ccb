package koord

// NewAgent is a node on this machine, which the caller may close, without pods, settings or kubelet. log receives the
// diagnostics of all calls on it, nil: silence. Errors: ErrInvalid, ErrNoMemory.
func NewAgent(log *Diagnostics, machine *Topology, options AgentOptions) (*Agent, error) {
	return callAgentNew(log, machine, options)
}

// SetTopology has CPUs come or go. Errors: ErrInvalid (more CPUs are reserved than there are), ErrNoMemory.
func (n *Agent) SetTopology(machine *Topology) error { return callAgentSetTopology(n, machine) }

// SetNode takes the Node (v1), for its name, reservation and system QoS. Errors: ErrInvalid (names the field), ErrLimit,
// ErrNoMemory.
func (n *Agent) SetNode(json []byte) error { return callAgentSetNode(n, json) }

// SetKubelet says what the node's kubelet does, by its Config and CPUState. Errors: ErrInvalid, ErrCorrupt, ErrLimit,
// ErrNoMemory.
func (n *Agent) SetKubelet(setup KubeletSetup) error {
	return setup.use(func(setup *kubeletSetupHandle) error { return callAgentSetKubelet(n, setup) })
}

// SetDevices takes the node's Device object, which names devices that pods have by their minors; nil: there is none any more.
// Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func (n *Agent) SetDevices(json []byte) error { return callAgentSetDevices(n, json) }

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
	rows, err := rowsOf(8, func(rows []AgentPool) (int, error) { return callAgentPools(n, rows) })
	if err != nil {
		return nil, err
	}
	pools := make([]AgentPoolCPUs, len(rows))
	for i, row := range rows {
		pools[i].AgentPool = row
		if pools[i].SharedCPUs, err = n.PoolCPUs(uint32(i), AgentCPUSetShared); err != nil {
			return nil, err
		}
		if pools[i].BestEffortCPUs, err = n.PoolCPUs(uint32(i), AgentCPUSetBestEffort); err != nil {
			return nil, err
		}
	}
	return pools, nil
}

// PoolCPUs is the part of a set that lies where row `pool` of Pools is. Errors: ErrInvalid (no such row or set).
func (n *Agent) PoolCPUs(pool uint32, which AgentCPUSet) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callAgentPoolCPUs(n, pool, which, words) })
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
