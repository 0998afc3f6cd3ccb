package evaluate

import (
	"errors"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
)

// WrongRequest explains a pod that no node takes in any state: its request is wrong, or a value in
// it cannot be read. It returns "" if nodes decide, and as long as no node is known.
func (e *Evaluator) WrongRequest(pod *v1.Pod) string {
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
	return e.WrongOnAll(converted)
}

// WrongOnAll returns the reason for which a request is wrong on every node, or "" if it is not. It
// evaluates one node, because such a request is wrong on each of them. Without nodes it returns "".
func (e *Evaluator) WrongOnAll(converted *koord.Pod) string {
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
	return e.WrongIn(converted, row[:count])
}

// WrongIn returns the reason for which a request is wrong on every node, or "" if it is not. rows
// are an evaluation of it, whose first row suffices, because each row of a wrong request has the
// flag.
func (e *Evaluator) WrongIn(converted *koord.Pod, rows []koord.Verdict) string {
	if len(rows) == 0 || rows[0].Flags&koord.VerdictInvalidRequest == 0 {
		return ""
	}
	refusal, _, err := e.state.Cluster.Judge(converted, nil, rows[0].Node)
	if err != nil || !refusal.Refused() {
		return ""
	}
	return message.Short("the request is wrong on every node: " + e.state.Words(refusal))
}

// wrongLast returns the pods in their order, except that those which no node takes come last.
func (e *Evaluator) wrongLast(pods []*v1.Pod) []*v1.Pod {
	right, wrong := make([]*v1.Pod, 0, len(pods)), []*v1.Pod(nil)
	for _, pod := range pods {
		if e.WrongRequest(pod) == "" {
			right = append(right, pod)
		} else {
			wrong = append(wrong, pod)
		}
	}
	return append(right, wrong...)
}

// WrongMember names the first pod of several that no node takes. It returns "" if there is none.
func (e *Evaluator) WrongMember(pods []*v1.Pod) string {
	for _, pod := range pods {
		if wrong := e.WrongRequest(pod); wrong != "" {
			return pod.Name + ": " + wrong
		}
	}
	return ""
}
