package koord

// Evaluate filters and scores the nodes of query for a pod, or all nodes if query is nil. It
// returns a verdict for each, ascending by node, and the generation of the cluster at that time.
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (c *Cluster) Evaluate(pod *Pod, query *Query) (rows []Verdict, generation uint64, err error) {
	info, err := c.Info()
	if err != nil {
		return nil, 0, err
	}
	rows, err = rowsOf(int(info.Nodes), func(rows []Verdict) (count int, err error) {
		count, generation, err = c.EvaluateInto(pod, query, rows)
		return count, err
	})
	return rows, generation, err
}

// EvaluateInto is Evaluate into the caller's rows, without allocations. With ErrNoSpace, count is
// the number of rows needed.
func (c *Cluster) EvaluateInto(pod *Pod, query *Query, rows []Verdict) (count int, generation uint64, err error) {
	out, err := callClusterEvaluate(c, pod, query, rows)
	return int(out.Count), out.Generation, err
}

// FindBest finds the best nodes for a pod, at most len(rows): higher scores first, then lower
// numbers. count is 0 if the pod fits nowhere. It does not allocate. query may be nil, and must
// name no pods or nodes. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (c *Cluster) FindBest(pod *Pod, query *Query, rows []Verdict) (count int, generation uint64, err error) {
	out, err := callClusterFindBest(c, pod, query, rows)
	return int(out.Count), out.Generation, err
}

// Changes returns the verdicts that changed after a generation, in no particular order. query may
// be nil, and must name no pods or nodes. Errors: those of Evaluate.
func (c *Cluster) Changes(pod *Pod, query *Query, since uint64) (rows []Verdict, generation uint64, err error) {
	rows, err = rowsOf(64, func(rows []Verdict) (count int, err error) {
		count, generation, err = c.ChangesInto(pod, query, since, rows)
		return count, err
	})
	return rows, generation, err
}

// ChangesInto is Changes into the caller's rows, without allocations. With ErrNoSpace, count is the
// number of rows needed.
func (c *Cluster) ChangesInto(pod *Pod, query *Query, since uint64, rows []Verdict) (count int, generation uint64, err error) {
	out, err := callClusterChanges(c, pod, query, rows, Evaluation{Generation: since})
	return int(out.Count), out.Generation, err
}

// NormalizeVerdicts scales scores to 100 * score / highest score, over the nodes that passed all
// filters.
func NormalizeVerdicts(rows []Verdict) error { return callVerdictsNormalize(rows) }
