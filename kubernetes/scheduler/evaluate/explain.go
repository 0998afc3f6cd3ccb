package evaluate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// mostAllowed limits the explained reasons of nodes that a pod may use.
const mostAllowed = 3

// Subject is a pod whose refusals are explained.
type Subject struct {
	Pod       *v1.Pod
	Converted *koord.Pod
	Nodes     *state.NodeList // nodes at the time of the evaluation
	Offers    *offer.Offers
}

// Explain explains the nodes that refuse a pod. others are pods that take precedence over it. The
// text begins with the nodes that the pod's selectors, affinity and tolerations allow, unless they
// allow all, and ends with all nodes. Returns "" if no node refuses the pod.
func (e *Evaluator) Explain(subject *Subject, rows []koord.Verdict, others *state.WhatIf) string {
	all := strings.TrimPrefix(e.explain(subject.Converted, others)+e.explainOffers(subject), "; ")
	allowed := e.whyAllowed(subject, rows, others)
	if allowed == "" || all == "" {
		return message.Short(allowed + all)
	}
	return message.Short(allowed + "; on all nodes: " + all)
}

// refusalOn returns the library's message about one node, or "" if the node accepts the pod now.
func (e *Evaluator) refusalOn(subject *Subject, id uint32, others *state.WhatIf) string {
	nodes, name := e.state.Nodes(), subject.Nodes.Name(id)
	refusal, _, err := e.judgeOffers(subject.Converted, id, subject.Offers.At(name),
		func(query *koord.Query) error { return others.Add(query, nodes, name) })
	if err != nil || !refusal.Refused() {
		return ""
	}
	return e.state.Words(refusal)
}

// whyAllowed explains the refusals of nodes that the pod may use by its selectors, affinity and
// tolerations, by reason, the most frequent first. Returns "" if it may use all nodes that refuse,
// or none of them.
func (e *Evaluator) whyAllowed(subject *Subject, rows []koord.Verdict, others *state.WhatIf) string {
	type group struct {
		nodes int
		first uint32
	}
	groups := map[koord.Reason]*group{}
	var found []*group // in the order of their first nodes
	kept := false
	for i := range rows {
		if rows[i].Reason == koord.ReasonNone {
			continue
		}
		node := stores.Get[v1.Node](e.state.Stores.Nodes, subject.Nodes.Name(rows[i].Node))
		if node == nil {
			continue
		}
		if !request.MayUse(subject.Pod, node) {
			kept = true
			continue
		}
		reason := groups[rows[i].Reason]
		if reason == nil {
			reason = &group{first: rows[i].Node}
			groups[rows[i].Reason] = reason
			found = append(found, reason)
		}
		reason.nodes++
	}
	if !kept {
		return ""
	}
	slices.SortStableFunc(found, func(x, y *group) int { return cmp.Compare(y.nodes, x.nodes) })
	var out []string
	for _, reason := range found[:min(len(found), mostAllowed)] {
		text := e.refusalOn(subject, reason.first, others)
		switch name := subject.Nodes.Name(reason.first); {
		case text == "":
		case reason.nodes == 1:
			out = append(out, fmt.Sprintf("on node %s, which the pod may use: %s", name, text))
		default:
			out = append(out, fmt.Sprintf("on %d nodes that the pod may use, such as %s: %s", reason.nodes, name, text))
		}
	}
	return strings.Join(out, "; ")
}

// explain returns one line: the reasons for which nodes refuse a pod in addition to pods that take
// precedence, and the nearest node. Returns "" if no node refuses it, or if its request is wrong.
func (e *Evaluator) explain(converted *koord.Pod, others *state.WhatIf) string {
	const unsaid = "no node has what the pod needs"
	query, done, err := e.state.Query()
	if err != nil {
		return unsaid
	}
	defer done()
	if others.Add(query, e.state.Nodes(), "") != nil {
		return unsaid
	}
	why, err := e.state.Cluster.Explain(converted, koord.ExplainOptions{Nearest: 1, MaxJudgements: 64}, query)
	if err != nil {
		return unsaid
	}
	defer why.Close()
	var found explanation
	text, err := why.JSON()
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	if err != nil {
		return unsaid
	}
	return message.Short(found.line())
}

// explanation holds the messages of the library's explanation (docs/operate/explain.md).
type explanation struct {
	Request *struct{}       `json:"request"` // set if the request is wrong, which InvalidInRows explains
	Groups  []explainedText `json:"groups"`
	Misses  []nearMiss      `json:"misses"`
	// Truncated states that not all remedies were tried.
	Truncated bool `json:"truncated"`
}

type explainedText struct {
	Message string `json:"message"`
}

type nearMiss struct {
	Node     string          `json:"node"`
	Message  string          `json:"message"`
	Remedies []explainedText `json:"remedies"`
}

// line joins the groups, and the nearest node with its remedies.
func (e *explanation) line() string {
	if e.Request != nil {
		return ""
	}
	var out []string
	for _, group := range e.Groups {
		out = append(out, group.Message)
	}
	for _, miss := range e.Misses {
		out = append(out, "nearest: "+miss.Node+": "+miss.Message)
		for _, remedy := range miss.Remedies {
			out = append(out, "fits if "+remedy.Message)
		}
	}
	if e.Truncated && len(e.Misses) > 0 {
		out = append(out, "there may be more remedies: not all were tried")
	}
	return strings.Join(out, "; ")
}

// explainOffers returns the reason for which the pod cannot use Reservations.
func (e *Evaluator) explainOffers(subject *Subject) string {
	o := subject.Offers
	if o == nil {
		return ""
	}
	if len(o.ByNode) == 0 {
		return "; no Reservation is Available that the pod may take from"
	}
	nodes := e.state.Nodes()
	node := slices.Min(slices.Collect(maps.Keys(o.ByNode)))
	id, known := nodes.ID(node)
	if !known {
		return ""
	}
	first := o.ByNode[node][:1]
	refusal, _, err := e.judgeOffers(subject.Converted, id, first, func(*koord.Query) error { return nil })
	if err != nil || !refusal.Refused() {
		return ""
	}
	return "; Reservation " + first[0].Name + " on " + node + ": " + e.state.Words(refusal)
}
