package koord

// Preempt finds on every node the pods to evict so that a pod fits; nothing changes. whatIf may be nil. Errors: ErrInvalid,
// ErrLimit, ErrNoMemory.
func (c *Cluster) Preempt(pod *Pod, options PreemptOptions, whatIf *WhatIf) (*Preemption, error) {
	return callClusterPreempt(c, pod, options, whatIf)
}

// Rows has one for every node, the best first.
func (p *Preemption) Rows() ([]PreemptionRow, error) {
	return rowsOf(64, func(rows []PreemptionRow) (int, error) { return callPreemptionRows(p, rows) })
}

// Victims of a row, as steps that release them: by priority, descending, then uid. Errors: ErrInvalid.
func (p *Preemption) Victims(row int) ([]Step, error) {
	return textRows(func(rows []rawStep, texts []byte) (int, int, error) {
		return callPreemptionVictims(p, row, rows, texts)
	}, (*rawStep).public)
}

// PreemptionPlan is the plan of a row: its victims go, then the pod comes. It is nil where Reserve would not do what the
// verdict promised. Errors: ErrInvalid, ErrStale, ErrLimit, ErrNoMemory.
func (c *Cluster) PreemptionPlan(preemption *Preemption, row int) (*Plan, Refusal, error) {
	refusal, plan, err := callPreemptionPlan(c, preemption, row)
	return plan, refusal, err
}

// Capacity counts for every node the pods like this one that it still takes. whatIf may be nil. Errors: ErrInvalid,
// ErrLimit, ErrNoMemory.
func (c *Cluster) Capacity(pod *Pod, options CapacityOptions, whatIf *WhatIf) (*Capacity, error) {
	return callClusterCapacity(c, pod, options, whatIf)
}

// Info has the sums.
func (c *Capacity) Info() (CapacityInfo, error) { return callCapacityGetInfo(c) }

// Rows has one for every node, ascending.
func (c *Capacity) Rows() ([]CapacityRow, error) {
	return rowsOf(64, func(rows []CapacityRow) (int, error) { return callCapacityRows(c, rows) })
}

// Reasons are sums by what strands the rest, ascending by reason.
func (c *Capacity) Reasons() ([]CapacityReason, error) {
	return rowsOf(8, func(rows []CapacityReason) (int, error) { return callCapacityReasons(c, rows) })
}
