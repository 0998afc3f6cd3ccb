package koord

import "fmt"

// EvaluateOptions says which nodes are judged, and how; the zero value: all, as they are.
type EvaluateOptions struct {
	Flags QueryFlags // QuerySkipFit
	Query *Query
	First uint32 // the first number
	Nodes int    // at most so many numbers; 0: all that follow
}

// Evaluate filters and scores nodes for a pod: a verdict for each, ascending by node. generation is that of the cluster that
// was judged. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (c *Cluster) Evaluate(pod *Pod, options EvaluateOptions) (rows []Verdict, generation uint64, err error) {
	info, err := c.Info()
	if err != nil {
		return nil, 0, err
	}
	rows, err = rowsOf(int(info.Nodes), func(rows []Verdict) (count int, err error) {
		count, generation, err = c.EvaluateInto(pod, options, rows)
		return count, err
	})
	return rows, generation, err
}

// EvaluateInto is Evaluate into the caller's rows, without allocations: with ErrNoSpace count says how many it takes.
func (c *Cluster) EvaluateInto(pod *Pod, options EvaluateOptions, rows []Verdict) (count int, generation uint64, err error) {
	nodes := options.Nodes
	if nodes == 0 {
		nodes = -1
	}
	if nodes < -1 {
		return 0, 0, invalid("cluster_evaluate", fmt.Sprintf("nodes: %d", nodes))
	}
	return callClusterEvaluate(c, pod, options.Flags, options.Query, options.First, nodes, rows)
}

// FindBest are the best nodes for a pod, as many as rows has room for: higher scores first. It does not allocate. Errors:
// ErrInvalid, ErrLimit, ErrNoMemory.
func (c *Cluster) FindBest(pod *Pod, flags QueryFlags, rows []Verdict) (count int, generation uint64, err error) {
	return callClusterFindBest(c, pod, flags, rows)
}

// Changes are the verdicts that changed after a generation, in no particular order. Errors: as Evaluate.
func (c *Cluster) Changes(pod *Pod, flags QueryFlags, since uint64) (rows []Verdict, generation uint64, err error) {
	rows, err = rowsOf(64, func(rows []Verdict) (count int, err error) {
		count, generation, err = c.ChangesInto(pod, flags, since, rows)
		return count, err
	})
	return rows, generation, err
}

// ChangesInto is Changes into the caller's rows, without allocations: with ErrNoSpace count says how many it takes.
func (c *Cluster) ChangesInto(pod *Pod, flags QueryFlags, since uint64, rows []Verdict) (count int, generation uint64, err error) {
	return callClusterChanges(c, pod, flags, since, rows)
}

// NormalizeVerdicts makes scores 100 * score / highest score, over the nodes that all filters left.
func NormalizeVerdicts(rows []Verdict) error { return callVerdictsNormalize(rows) }

// Judge is what one node says to a pod, with the numbers behind a no. query may be nil. Errors: ErrInvalid, ErrNotFound,
// ErrLimit, ErrNoMemory.
func (c *Cluster) Judge(pod *Pod, flags QueryFlags, query *Query, node uint32) (refusal Refusal, score int32, err error) {
	return callClusterJudge(c, pod, flags, query, node)
}
