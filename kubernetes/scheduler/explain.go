package scheduler

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
)

// mostAllowed limits the explained reasons of nodes that a pod may use.
const mostAllowed = 3

// subject is a pod whose refusals are explained.
type subject struct {
	pod    *v1.Pod
	made   *koord.Pod
	nodes  *nodeList // nodes at the time of the evaluation
	offers *offers
}

// why explains the nodes that refuse a pod in addition to pods that take precedence: those that its
// selectors, affinity and tolerations allow, unless they allow all of them, and then all nodes. It
// returns "" if no node refuses the pod.
func (e *evaluator) why(of *subject, rows []koord.Verdict, others *whatIf) string {
	all := strings.TrimPrefix(e.explain(of.made, others)+e.explainOffers(of), "; ")
	allowed := e.whyAllowed(of, rows, others)
	if allowed == "" || all == "" {
		return short(allowed + all)
	}
	return short(allowed + "; on all nodes: " + all)
}

// refusalOn returns the library's message about one node, or "" if the node accepts the pod now.
func (e *evaluator) refusalOn(of *subject, id uint32, others *whatIf) string {
	nodes, name := e.state.list(), of.nodes.name(id)
	refusal, _, err := e.judgeOffers(of.made, id, of.offers.at(name),
		func(query *koord.Query) error { return others.add(query, nodes, name) })
	if err != nil || !refusal.Refused() {
		return ""
	}
	return e.state.words(refusal)
}

// whyAllowed explains the refusals of nodes that the pod may use by its selectors, affinity and tolerations, by reason, the
// most frequent first. Returns "" if it may use all nodes that refuse, or none of them.
func (e *evaluator) whyAllowed(of *subject, rows []koord.Verdict, others *whatIf) string {
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
		node := stored[v1.Node](e.state.stores.nodes, of.nodes.name(rows[i].Node))
		if node == nil {
			continue
		}
		if !mayUse(of.pod, node) {
			kept = true
			continue
		}
		one := groups[rows[i].Reason]
		if one == nil {
			one = &group{first: rows[i].Node}
			groups[rows[i].Reason] = one
			found = append(found, one)
		}
		one.nodes++
	}
	if !kept {
		return ""
	}
	slices.SortStableFunc(found, func(x, y *group) int { return cmp.Compare(y.nodes, x.nodes) })
	var out []string
	for _, one := range found[:min(len(found), mostAllowed)] {
		text := e.refusalOn(of, one.first, others)
		switch name := of.nodes.name(one.first); {
		case text == "":
		case one.nodes == 1:
			out = append(out, fmt.Sprintf("on node %s, which the pod may use: %s", name, text))
		default:
			out = append(out, fmt.Sprintf("on %d nodes that the pod may use, such as %s: %s", one.nodes, name, text))
		}
	}
	return strings.Join(out, "; ")
}

// explain returns one line: the reasons for which nodes refuse a pod in addition to pods that take
// precedence, and the nearest node.
func (e *evaluator) explain(made *koord.Pod, others *whatIf) string {
	const unsaid = "no node has what the pod needs"
	query, done, err := e.state.query()
	if err != nil {
		return unsaid
	}
	defer done()
	if others.add(query, e.state.list(), "") != nil {
		return unsaid
	}
	why, err := e.state.cluster.Explain(made, koord.ExplainOptions{Nearest: 1, MaxJudgements: 64}, query)
	if err != nil {
		return unsaid
	}
	defer why.Close()
	text, err := why.Text()
	if err != nil {
		return unsaid
	}
	return short(oneLine(text))
}

// explainOffers returns the reason for which the pod cannot use Reservations.
func (e *evaluator) explainOffers(of *subject) string {
	o := of.offers
	if o == nil {
		return ""
	}
	if len(o.byNode) == 0 {
		return "; no Reservation is Available that the pod may take from"
	}
	nodes := e.state.list()
	node := slices.Min(slices.Collect(maps.Keys(o.byNode)))
	id, known := nodes.id(node)
	if !known {
		return ""
	}
	first := o.byNode[node][:1]
	refusal, _, err := e.judgeOffers(of.made, id, first, func(*koord.Query) error { return nil })
	if err != nil || !refusal.Refused() {
		return ""
	}
	return "; Reservation " + first[0].name + " on " + node + ": " + e.state.words(refusal)
}

// oneLine joins the lines of an explanation: its groups, then the nearest node and its remedies.
func oneLine(text string) string {
	var out strings.Builder
	refused, nearest := false, false
	for _, line := range strings.Split(text, "\n")[1:] { // the first line names the pod
		trimmed := strings.TrimSpace(line)
		refused = refused || strings.HasPrefix(trimmed, "Refused by")
		switch {
		case !refused: // a node that accepts it by now
			continue
		case trimmed == "" || trimmed == "no remedy found" || strings.HasPrefix(trimmed, "Refused by"):
			continue
		case strings.HasPrefix(trimmed, "Nearest miss"):
			nearest = true
			continue
		}
		if out.Len() > 0 {
			out.WriteString("; ")
		}
		if nearest {
			out.WriteString("nearest: ")
			nearest = false
		}
		out.WriteString(trimmed)
	}
	return out.String()
}
