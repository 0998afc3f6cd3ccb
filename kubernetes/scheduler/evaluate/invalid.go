package evaluate

import (
	"errors"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
)

// InvalidRequest returns the reason for which no node accepts a pod in any state: its request is
// invalid, or a value in it cannot be read. It returns "" if the reason depends on the nodes, and as
// long as no node is known.
func (e *Evaluator) InvalidRequest(pod *v1.Pod) string {
	if _, err := offer.AffinityOf(pod); err != nil {
		return err.Error()
	}
	converted, err := e.Convert(pod)
	switch {
	case errors.Is(err, koord.ErrInvalid) || errors.Is(err, koord.ErrLimit):
		return message.Sentence(err)
	case err != nil:
		return ""
	}
	return e.InvalidOnEveryNode(converted)
}

// InvalidOnEveryNode returns the reason for which a request is invalid on every node, or "" if it is
// not. It evaluates one node, because such a request is refused by each of them. Without nodes it
// returns "".
func (e *Evaluator) InvalidOnEveryNode(converted *koord.Pod) string {
	nodes := e.state.Nodes()
	if len(nodes.IDs) == 0 {
		return ""
	}
	query, done, err := e.state.Query()
	if err != nil {
		return ""
	}
	defer done()
	if err := query.SetNodes(nodes.IDs[0], 1); err != nil {
		return ""
	}
	var row [1]koord.Verdict
	count, _, err := e.state.Cluster.EvaluateInto(converted, query, row[:])
	if err != nil {
		return ""
	}
	return e.InvalidInRows(converted, row[:count])
}

// InvalidInRows is InvalidOnEveryNode for an evaluation that has been made. Its first row suffices,
// because each row of an invalid request has the flag.
func (e *Evaluator) InvalidInRows(converted *koord.Pod, rows []koord.Verdict) string {
	if len(rows) == 0 || rows[0].Flags&koord.VerdictInvalidRequest == 0 {
		return ""
	}
	refusal, _, err := e.state.Cluster.Judge(converted, nil, rows[0].Node)
	if err != nil || !refusal.Refused() {
		return ""
	}
	return message.Short("the request is wrong on every node: " + e.state.Words(refusal))
}

// invalidLast returns the pods in their order, except that invalid ones come last.
func (e *Evaluator) invalidLast(pods []*v1.Pod) []*v1.Pod {
	valid, invalid := make([]*v1.Pod, 0, len(pods)), []*v1.Pod(nil)
	for _, pod := range pods {
		if e.InvalidRequest(pod) == "" {
			valid = append(valid, pod)
		} else {
			invalid = append(invalid, pod)
		}
	}
	return append(valid, invalid...)
}

// InvalidMember returns the name of the first invalid pod and the reason, or "" if there is none.
func (e *Evaluator) InvalidMember(pods []*v1.Pod) string {
	for _, pod := range pods {
		if why := e.InvalidRequest(pod); why != "" {
			return pod.Name + ": " + why
		}
	}
	return ""
}
