package scheduler

import (
	"context"
	"errors"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	corelisters "k8s.io/client-go/listers/core/v1"
	policylisters "k8s.io/client-go/listers/policy/v1"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

const (
	chunk     = 64 // nodes whose victims are tried with the other plugins at once
	mostNodes = 8 * chunk
)

// PostFilter evicts the pods that the library names: the cheapest on any node. The other plugins
// must accept the node without them. DefaultPreemption runs after this for pods that do not need
// the library, and if the library finds no victims. The status explains the library's refusals
// unless PreFilter's did, because kube-scheduler's own message only counts them.
func (p *Plugin) PostFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, statuses fwk.NodeToStatusReader) (
	*fwk.PostFilterResult, *fwk.Status) {
	if key := gangOf(pod); key.Name != "" {
		p.dropPlan(key)
	}
	c := read(state)
	if c == nil {
		if status := p.refuseAlone(pod, statuses); status != nil {
			return nil, status
		}
		return nil, fwk.NewStatus(fwk.Unschedulable)
	}
	defer timed("PostFilter")()
	why := p.whyRefused(c, state, pod)
	result, status := p.preempt.run(ctx, p.state, c, state, pod, statuses)
	countPreemption(status)
	if why == "" || status.IsError() {
		return result, status
	}
	if text := status.Message(); text != "" {
		why += "; " + text
	}
	return result, fwk.NewStatus(status.Code(), why)
}

// whyRefused explains the library's refusals of a pod that other plugins refuse on the nodes that
// the library accepts. It returns "" if PreFilter's status has the explanation, or if the library
// refuses no node.
func (p *Plugin) whyRefused(c *cycle, state fwk.CycleState, pod *v1.Pod) string {
	if c.said {
		return ""
	}
	nominated := p.state.nominated(pod, map[types.UID]bool{pod.UID: true})
	rows, err := c.answer.rows(p.state)
	if err != nil || len(nominated) == 0 && !refusesAny(rows) {
		return ""
	}
	others := p.state.planned(gangOf(pod), pod).with(p.trialOf(state)).with(&whatIf{added: nominated})
	return c.why(p.state, rows, others)
}

func refusesAny(rows []koord.Verdict) bool {
	return slices.ContainsFunc(rows, func(row koord.Verdict) bool { return row.Reason != koord.ReasonNone })
}

func countPreemption(status *fwk.Status) {
	result := "no_help"
	switch {
	case status.IsSuccess():
		result = "success"
	case status.IsError():
		result = "error"
	}
	preempted.WithLabelValues(result).Inc()
}

// candidates are the nodes on which evictions help, best first, with the pods to evict.
type candidates struct {
	statuses fwk.NodeToStatusReader
	nodes    []string
	victims  map[string]map[types.UID]bool
}

// Get returns the status of the filters.
func (c *candidates) Get(node string) *fwk.Status { return c.statuses.Get(node) }

// NodesForStatusCode returns the candidates.
func (c *candidates) NodesForStatusCode(lister fwk.NodeInfoLister, code fwk.Code) ([]fwk.NodeInfo, error) {
	if code != fwk.Unschedulable {
		return nil, nil
	}
	var out []fwk.NodeInfo
	for _, name := range c.nodes {
		if info, err := lister.Get(name); err == nil {
			out = append(out, info)
		}
	}
	return out, nil
}

func (r *preemptor) run(ctx context.Context, s *State, c *cycle, state fwk.CycleState, pod *v1.Pod,
	statuses fwk.NodeToStatusReader) (
	*fwk.PostFilterResult, *fwk.Status) {
	all, err := r.ask(s, c, pod)
	if err != nil {
		return nil, asStatus(err)
	}
	all.statuses = statuses
	names := all.nodes
	var result *fwk.PostFilterResult
	status := fwk.NewStatus(fwk.Unschedulable, "evicting pods of lower priority helps on no node")
	for at := 0; at < len(names) && at < mostNodes; at += chunk {
		all.nodes = names[at:min(at+chunk, len(names))]
		r.now.Store(all)
		result, status = r.evaluator.Preempt(ctx, state, pod, all)
		// nil if the pod may not preempt now
		if status.IsSuccess() || status.IsError() || result == nil {
			break
		}
	}
	return result, status
}

// ask gets the pods to evict on each node from the library.
func (r *preemptor) ask(s *State, c *cycle, pod *v1.Pod) (*candidates, error) {
	query, err := koord.NewQuery()
	if err != nil {
		return nil, err
	}
	defer query.Close()
	leaving, err := s.askLeaving(query, pod)
	if err != nil {
		return nil, err
	}
	nominated := &whatIf{added: s.nominated(pod, map[types.UID]bool{pod.UID: true})}
	if err := errors.Join(nominated.add(query, s.index.get(s), ""), r.askBudgets(query)); err != nil {
		return nil, err
	}
	found, err := s.cluster.Preempt(c.pod.made, koord.PreemptOptions{Flags: koord.PreemptLeastImportant, Budget: r.budget}, query)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	rows, err := found.Nodes()
	if err != nil {
		return nil, err
	}
	nodes := s.index.get(s)
	out := &candidates{victims: map[string]map[types.UID]bool{}}
	for i := range rows {
		name := nodes.name(rows[i].Node)
		if rows[i].Reason != koord.ReasonNone || name == "" || rows[i].Victims == 0 && len(leaving[name]) == 0 {
			continue
		}
		uids := map[types.UID]bool{}
		for _, uid := range leaving[name] {
			uids[uid] = true
		}
		steps, err := found.Victims(i)
		if err != nil {
			return nil, err
		}
		for _, step := range steps {
			uids[types.UID(step.UID)] = true
		}
		out.nodes = append(out.nodes, name)
		out.victims[name] = uids
		if len(out.nodes) == mostNodes {
			break
		}
	}
	return out, nil
}

// askLeaving treats pods of lower priority that are being deleted as removed. They are among the
// victims, and not deleted again.
func (s *State) askLeaving(query *koord.Query, pod *v1.Pod) (map[string][]types.UID, error) {
	out := map[string][]types.UID{}
	for _, gone := range s.leavingBelow(pod) {
		if err := query.RemovePod(string(gone.uid)); err != nil {
			return nil, err
		}
		out[gone.node] = append(out[gone.node], gone.uid)
	}
	return out, nil
}

// leavingBelow returns the pods of lower priority that are being deleted.
func (s *State) leavingBelow(pod *v1.Pod) (out []removedPod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uid, rec := range s.leaving {
		found := stored[v1.Pod](s.sources.pods, rec.name.String())
		if found != nil && corev1helpers.PodPriority(found) < corev1helpers.PodPriority(pod) {
			out = append(out, removedPod{uid, rec.node})
		}
	}
	return out
}

// nominated returns nominated pods that take precedence over a pod, except some.
func (s *State) nominated(pod *v1.Pod, besides map[types.UID]bool) (out []addedPod) {
	nodes := s.index.get(s)
	for _, waiting := range s.pending.all() {
		now := stored[v1.Pod](s.sources.pods, waiting.pod.Namespace+"/"+waiting.pod.Name)
		if now == nil || besides[now.UID] || now.Spec.NodeName != "" || waiting.made == nil ||
			corev1helpers.PodPriority(now) < corev1helpers.PodPriority(pod) {
			continue
		}
		node := now.Status.NominatedNodeName
		if _, known := nodes.id(node); known && !s.isOn(now.UID, node) {
			out = append(out, addedPod{now.UID, node, waiting.made})
		}
	}
	return out
}

// budgets reads PodDisruptionBudgets.
type budgets struct {
	pods    corelisters.PodLister
	budgets policylisters.PodDisruptionBudgetLister
}

// askBudgets makes the library avoid pods of budgets that allow no disruption.
func (b *budgets) askBudgets(query *koord.Query) error {
	list, err := b.budgets.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, budget := range list {
		if budget.Status.DisruptionsAllowed > 0 {
			continue
		}
		selector, err := metav1.LabelSelectorAsSelector(budget.Spec.Selector)
		if err != nil || selector.Empty() { // like DefaultPreemption
			continue
		}
		pods, err := b.pods.Pods(budget.Namespace).List(selector)
		if err != nil {
			return err
		}
		for _, pod := range pods {
			if _, counted := budget.Status.DisruptedPods[pod.Name]; counted || len(pod.Labels) == 0 {
				continue
			}
			if err := query.ProtectPod(string(pod.UID), koord.ProtectionAvoid); err != nil {
				return fmt.Errorf("PodDisruptionBudget %s/%s: %w", budget.Namespace, budget.Name, err)
			}
		}
	}
	return nil
}
