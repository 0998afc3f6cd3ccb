package koord

// SetKubelet sets the behaviour of the node's kubelet from the setup's Config and CPUState. Errors:
// ErrInvalid, ErrCorrupt, ErrLimit, ErrNoMemory.
func (n *Agent) SetKubelet(setup KubeletSetup) error {
	return setup.use(func(setup *kubeletSetupHandle) error { return callAgentSetKubelet(n, setup) })
}

// AgentPoolCPUs is a pool with its CPUs.
type AgentPoolCPUs struct {
	AgentPool
	SharedCPUs     CPUSet
	BestEffortCPUs CPUSet
}

// Pools returns a row for every socket and NUMA node that share CPUs, ascending.
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

// Suppress returns the CPUs to which BE pods should be restricted. current are the CPUs that they
// have now, or nil if they are not known. Errors: ErrInvalid, ErrNoMemory.
func (n *Agent) Suppress(usage SuppressUsage, current CPUSet) (Suppression, CPUSet, error) {
	info, err := n.Info()
	if err != nil {
		return Suppression{}, nil, err
	}
	words := wordsOf(int(info.Words), current)
	cpus := make(CPUSet, words)
	out, err := callAgentSuppress(n, usage, widen(current, words), cpus)
	if err != nil {
		return Suppression{}, nil, err
	}
	return out, cpus.short(), nil
}
