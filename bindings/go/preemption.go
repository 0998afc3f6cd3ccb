package koord

// Preempt finds on every node the pods to evict so that a pod fits; nothing changes. query may be nil. Errors: ErrInvalid,
// ErrLimit, ErrNoMemory.
func (c *Cluster) Preempt(pod *Pod, options PreemptOptions, query *Query) (*Preemption, error) {
	return callClusterPreempt(c, pod, options, query)
}

// Nodes has a row for every node, the best first.
func (p *Preemption) Nodes() ([]NodePreemption, error) {
	return rowsOf(64, func(rows []NodePreemption) (int, error) { return callPreemptionNodes(p, rows) })
}

// Victims of a row, as steps that release them: by priority, descending, then uid. Errors: ErrInvalid.
func (p *Preemption) Victims(row int) ([]PlanStep, error) {
	return lentRows(func(rows []rawPlanStep) (int, error) { return callPreemptionVictims(p, row, rows) },
		func(read func(string)) error { return callPreemptionTexts(p, read) }, (*rawPlanStep).public)
}

// PlanPreemption is the plan of a row: its victims go, then the pod comes. It is nil where Reserve would not do what the
// verdict promised. Errors: ErrInvalid, ErrStale, ErrLimit, ErrNoMemory.
func (c *Cluster) PlanPreemption(preemption *Preemption, row int) (*Plan, Refusal, error) {
	refusal, plan, err := callClusterPlanPreemption(c, preemption, row)
	return plan, refusal, err
}

// Capacity counts for every node the pods like this one that it still takes. query may be nil. Errors: ErrInvalid,
// ErrLimit, ErrNoMemory.
func (c *Cluster) Capacity(pod *Pod, options CapacityOptions, query *Query) (*Capacity, error) {
	return callClusterCapacity(c, pod, options, query)
}

// Info has the sums.
func (c *Capacity) Info() (CapacityInfo, error) { return callCapacityInfo(c) }

// Nodes has a row for every node, ascending.
func (c *Capacity) Nodes() ([]NodeCapacity, error) {
	return rowsOf(64, func(rows []NodeCapacity) (int, error) { return callCapacityNodes(c, rows) })
}

// Reasons are sums by what strands the rest, ascending by reason.
func (c *Capacity) Reasons() ([]CapacityReason, error) {
	return rowsOf(8, func(rows []CapacityReason) (int, error) { return callCapacityReasons(c, rows) })
}
