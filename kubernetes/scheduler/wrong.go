package scheduler

import (
	"errors"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
)

// wrongRequest explains a pod that no node takes in any state: its request is wrong, or a value in it
// cannot be read. It returns "" if nodes decide, and as long as no node is known.
func (e *evaluator) wrongRequest(pod *v1.Pod) string {
	if _, err := affinityOf(pod); err != nil {
		return err.Error()
	}
	made, err := e.prepareOther(pod)
	switch {
	case errors.Is(err, koord.ErrInvalid) || errors.Is(err, koord.ErrLimit):
		return sentence(err)
	case err != nil:
		return ""
	}
	return e.wrongOnAll(made)
}

// wrongOnAll asks one node: a request that is wrong on every node is wrong on this one.
func (e *evaluator) wrongOnAll(made *koord.Pod) string {
	nodes := e.state.list()
	if len(nodes.ids) == 0 {
		return ""
	}
	query, done, err := e.state.query()
	if err != nil {
		return ""
	}
	defer done()
	if err := query.SetNodes(nodes.ids[0], 1); err != nil {
		return ""
	}
	var row [1]koord.Verdict
	count, _, err := e.state.cluster.EvaluateInto(made, query, row[:])
	if err != nil {
		return ""
	}
	return e.wrongIn(made, row[:count])
}

// wrongIn reads the first row of an evaluation: all rows of a wrong request say so.
func (e *evaluator) wrongIn(made *koord.Pod, rows []koord.Verdict) string {
	if len(rows) == 0 || rows[0].Flags&koord.VerdictInvalidRequest == 0 {
		return ""
	}
	refusal, _, err := e.state.cluster.Judge(made, nil, rows[0].Node)
	if err != nil || !refusal.Refused() {
		return ""
	}
	return short("the request is wrong on every node: " + e.state.words(refusal))
}

// wrongLast returns the pods in their order, except that those which no node takes come last.
func (e *evaluator) wrongLast(pods []*v1.Pod) []*v1.Pod {
	right, wrong := make([]*v1.Pod, 0, len(pods)), []*v1.Pod(nil)
	for _, pod := range pods {
		if e.wrongRequest(pod) == "" {
			right = append(right, pod)
		} else {
			wrong = append(wrong, pod)
		}
	}
	return append(right, wrong...)
}

// wrongMember names the first pod of several that no node takes. It returns "" if there is none.
func (e *evaluator) wrongMember(pods []*v1.Pod) string {
	for _, pod := range pods {
		if wrong := e.wrongRequest(pod); wrong != "" {
			return pod.Name + ": " + wrong
		}
	}
	return ""
}
