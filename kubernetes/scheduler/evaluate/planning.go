package evaluate

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// PlanTogether returns nodes from the library on which all pods of a gang fit at once. may limits the
// nodes; nil allows all.
func (e *Evaluator) PlanTogether(pods []*v1.Pod, others *state.WhatIf, may func(node string) bool) (map[types.UID]string, koord.Refusal, error) {
	query, done, err := e.state.Query()
	if err != nil {
		return nil, koord.Refusal{}, err
	}
	defer done()
	nodes := e.state.Nodes()
	if err := others.Add(query, nodes, ""); err != nil {
		return nil, koord.Refusal{}, err
	}
	for _, id := range nodes.IDs {
		if may != nil && !may(nodes.Name(id)) {
			if err := query.ExcludeNode(id); err != nil {
				return nil, koord.Refusal{}, err
			}
		}
	}
	list := make([]*koord.Pod, 0, len(pods))
	for _, pod := range pods {
		converted, err := e.Convert(pod)
		if err != nil {
			return nil, koord.Refusal{}, err
		}
		list = append(list, converted)
	}
	plan, info, err := e.state.Cluster.PlanGang(list, koord.GangOptions{}, query)
	if err != nil || info.Refusal.Refused() {
		return nil, info.Refusal, err
	}
	defer plan.Close()
	steps, err := plan.Steps()
	if err != nil {
		return nil, koord.Refusal{}, err
	}
	out := make(map[types.UID]string, len(steps))
	for _, step := range steps {
		out[types.UID(step.UID)] = nodes.Name(step.Node)
	}
	return out, koord.Refusal{}, nil
}

// Nominated returns nominated pods that take precedence over a pod, except some.
func (e *Evaluator) Nominated(pod *v1.Pod, besides map[types.UID]bool) (out []state.AddedPod) {
	nodes := e.state.Nodes()
	for _, waiting := range e.waiting.All() {
		now := stores.Get[v1.Pod](e.state.Stores.Pods, waiting.Pod.Namespace+"/"+waiting.Pod.Name)
		if now == nil || besides[now.UID] || now.Spec.NodeName != "" || waiting.Converted == nil ||
			corev1helpers.PodPriority(now) < corev1helpers.PodPriority(pod) {
			continue
		}
		node := now.Status.NominatedNodeName
		if _, known := nodes.ID(node); known && !e.state.IsOn(now.UID, node) {
			out = append(out, state.AddedPod{UID: now.UID, Node: node, Converted: waiting.Converted})
		}
	}
	return out
}
