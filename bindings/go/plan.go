package koord

// Steps are what a plan does, in its order.
func (p *Plan) Steps() ([]PlanStep, error) {
	return lentRows(func(rows []rawPlanStep) (int, error) { return callPlanSteps(p, rows) },
		func(read func(string)) error { return callPlanTexts(p, read) }, (*rawPlanStep).public)
}

// StepCPUs are those that a step's pod owns after it; none: it shares or was released. Errors: ErrInvalid.
func (p *Plan) StepCPUs(step int) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callPlanStepCPUs(p, step, words) })
}

// StepStatus is what a step's pod holds after it, as PodStatus says it. Errors: ErrInvalid (a plan of another cluster),
// ErrNotFound, ErrNoMemory.
func (c *Cluster) StepStatus(plan *Plan, step int) ([]byte, error) {
	return callClusterStepStatus(c, plan, step)
}

// StepDevices is what it has of devices after it, as PodDevices says it. Errors: as StepStatus.
func (c *Cluster) StepDevices(plan *Plan, step int) ([]byte, error) {
	return callClusterStepDevices(c, plan, step)
}

// Commit makes all changes of a plan at once. Errors: ErrInvalid, ErrStale (a node has changed since), ErrConflict, ErrLimit,
// ErrNoMemory; nothing changed then.
func (c *Cluster) Commit(plan *Plan) error { return callClusterCommit(c, plan) }

// PlanGang plans several pods at once or none of them; the plan is nil where they are refused, and GangInfo.Refusal says why. query may be nil, as in all that
// follow. Errors: ErrInvalid, ErrConflict (a pod is on a node already), ErrLimit, ErrNoMemory.
func (c *Cluster) PlanGang(pods []*Pod, options GangOptions, query *Query) (*Plan, GangInfo, error) {
	return callClusterPlanGang(c, pods, options, query)
}

// PlanResize plans that a pod grows or shrinks in place: QueryMayMove. The plan is nil where it is refused. Errors:
// ErrInvalid, ErrNotFound, ErrConflict, ErrLimit, ErrNoMemory.
func (c *Cluster) PlanResize(pod *Pod, query *Query) (*Plan, Refusal, error) {
	return callClusterPlanResize(c, pod, query)
}

// PlanRebind plans other CPUs for the pods of a node that own CPUs; without steps where nothing better was found. Errors:
// ErrInvalid, ErrNotFound, ErrLimit, ErrNoMemory.
func (c *Cluster) PlanRebind(node uint32, options RebindOptions, query *Query) (*Plan, RebindInfo, error) {
	return callClusterPlanRebind(c, node, options, query)
}

// PlanRebindFor plans moves of a node's pods so that one fits which the node refuses; nil where it does not, and RebindInfo.Refusal says why. Errors: as PlanRebind,
// ErrConflict (the pod is on a node already).
func (c *Cluster) PlanRebindFor(pod *Pod, node uint32, options RebindOptions, query *Query) (*Plan, RebindInfo, error) {
	return callClusterPlanRebindFor(c, pod, node, options, query)
}

// RebindRequestFromJSON reads a RebindResource: what it asks for, and the name of its node. Errors: ErrInvalid (names the field),
// ErrLimit, ErrNoMemory.
func RebindRequestFromJSON(log *Diagnostics, json []byte) (request RebindRequest, node string, err error) {
	node, err = textOf(func(text []byte) (needed int, err error) {
		request, needed, err = callRebindRequestFromJSON(log, json, text)
		log = nil // a second attempt, with more room, would remark everything again
		return needed, err
	})
	return request, node, err
}

// RebindStatusToJSON is a JSON merge patch for the status of a RebindResource. timestamp is the time now, as RFC 3339 has it.
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func RebindStatusToJSON(phase RebindPhase, timestamp, reason string) ([]byte, error) {
	return callRebindStatusToJSON(phase, timestamp, reason)
}
