package preempt

import (
	"context"
	"errors"
	"fmt"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	corelisters "k8s.io/client-go/listers/core/v1"
	policylisters "k8s.io/client-go/listers/policy/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

const (
	chunk     = 64 // nodes whose victims are tried with the other plugins at once
	mostNodes = 8 * chunk
)

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

// Run evicts pods for a pod. converted is its form for the library.
func (p *Preemptor) Run(ctx context.Context, converted *koord.Pod, state fwk.CycleState, pod *v1.Pod,
	statuses fwk.NodeToStatusReader) (
	*fwk.PostFilterResult, *fwk.Status) {
	all, err := p.findCandidates(converted, pod)
	if err != nil {
		return nil, evaluate.Status(err)
	}
	all.statuses = statuses
	names := all.nodes
	var result *fwk.PostFilterResult
	status := fwk.NewStatus(fwk.Unschedulable, "evicting pods of lower priority helps on no node")
	for at := 0; at < len(names) && at < mostNodes; at += chunk {
		all.nodes = names[at:min(at+chunk, len(names))]
		p.current.Store(all)
		result, status = p.framework.Preempt(ctx, state, pod, all)
		// nil if the pod may not preempt now
		if status.IsSuccess() || status.IsError() || result == nil {
			break
		}
	}
	return result, status
}

// findCandidates gets the pods to evict on each node from the library.
func (p *Preemptor) findCandidates(converted *koord.Pod, pod *v1.Pod) (*candidates, error) {
	query, err := koord.NewQuery()
	if err != nil {
		return nil, err
	}
	defer query.Close()
	leaving, err := p.removeLeaving(query, pod)
	if err != nil {
		return nil, err
	}
	nominated := &state.WhatIf{Added: p.evaluator.Nominated(pod, map[types.UID]bool{pod.UID: true})}
	if err := errors.Join(nominated.Add(query, p.state.Nodes(), ""), p.ProtectBudgets(query)); err != nil {
		return nil, err
	}
	found, err := p.state.Cluster.Preempt(converted, koord.PreemptOptions{Flags: koord.PreemptLeastImportant, Budget: p.Budget}, query)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	return candidatesOf(found, p.state.Nodes(), leaving)
}

// candidatesOf reads the library's victims, by node. leaving are pods that are being deleted.
func candidatesOf(found *koord.Preemption, nodes *state.NodeList, leaving map[string][]types.UID) (*candidates, error) {
	rows, err := found.Nodes()
	if err != nil {
		return nil, err
	}
	out := &candidates{victims: map[string]map[types.UID]bool{}}
	for i := range rows {
		name := nodes.Name(rows[i].Node)
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

// removeLeaving removes the pods of lower priority that are being deleted from the query, and returns
// them by node. They are among the victims, and not deleted again.
func (p *Preemptor) removeLeaving(query *koord.Query, pod *v1.Pod) (map[string][]types.UID, error) {
	out := map[string][]types.UID{}
	for _, gone := range p.state.LeavingBelow(pod) {
		if err := query.RemovePod(string(gone.UID)); err != nil {
			return nil, err
		}
		out[gone.Node] = append(out[gone.Node], gone.UID)
	}
	return out, nil
}

// budgets reads PodDisruptionBudgets.
type budgets struct {
	podLister    corelisters.PodLister
	budgetLister policylisters.PodDisruptionBudgetLister
}

// ProtectBudgets makes the library avoid evicting pods of PodDisruptionBudgets that allow no
// disruption.
func (b *budgets) ProtectBudgets(query *koord.Query) error {
	list, err := b.budgetLister.List(labels.Everything())
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
		pods, err := b.podLister.Pods(budget.Namespace).List(selector)
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
