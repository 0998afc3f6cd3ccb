package scheduler

import (
	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

// wrongRequest explains a pod that no node takes in any state: its request is wrong, or a value in it
// cannot be read. It returns "" if nodes decide, and as long as no node is known.
func (s *State) wrongRequest(pod *v1.Pod) string {
	if _, err := affinityOf(pod); err != nil {
		return err.Error()
	}
	made, err := s.prepareOther(pod)
	switch {
	case isStatus(err, koord.ErrInvalid) || isStatus(err, koord.ErrLimit):
		return sentence(err)
	case err != nil:
		return ""
	}
	return s.wrongOnAll(made)
}

// wrongOnAll asks one node: a request that is wrong on every node is wrong on this one.
func (s *State) wrongOnAll(made *koord.Pod) string {
	nodes := s.index.get(s)
	if len(nodes.ids) == 0 {
		return ""
	}
	query, done, err := s.query()
	if err != nil {
		return ""
	}
	defer done()
	if err := query.SetNodes(nodes.ids[0], 1); err != nil {
		return ""
	}
	var row [1]koord.Verdict
	count, _, err := s.cluster.EvaluateInto(made, query, row[:])
	if err != nil {
		return ""
	}
	return s.wrongIn(made, row[:count])
}

// wrongIn reads the first row of an evaluation: all rows of a wrong request say so.
func (s *State) wrongIn(made *koord.Pod, rows []koord.Verdict) string {
	if len(rows) == 0 || rows[0].Flags&koord.VerdictInvalidRequest == 0 {
		return ""
	}
	refusal, _, err := s.cluster.Judge(made, nil, rows[0].Node)
	if err != nil || !refusal.Refused() {
		return ""
	}
	return short("the request is wrong on every node: " + s.words(refusal))
}

// wrongMember names the first pod of several that no node takes. It returns "" if there is none.
func (s *State) wrongMember(pods []*v1.Pod) string {
	for _, pod := range pods {
		if wrong := s.wrongRequest(pod); wrong != "" {
			return pod.Name + ": " + wrong
		}
	}
	return ""
}

// refuseAlone returns the status of PostFilter for a pod that no node takes. It ends PostFilter, so
// that nothing follows the message of PreFilter. It returns nil for all other pods. If another
// plugin's PreFilter refused the pod first, the message follows that plugin's.
func (p *Plugin) refuseAlone(pod *v1.Pod, statuses fwk.NodeToStatusReader) *fwk.Status {
	if !p.state.needs(pod) {
		return nil
	}
	wrong := p.state.wrongRequest(pod)
	if wrong == "" {
		return nil
	}
	if first := statuses.Get(""); first != nil && first.Plugin() == Name {
		return fwk.NewStatus(fwk.UnschedulableAndUnresolvable)
	}
	return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, wrong)
}
