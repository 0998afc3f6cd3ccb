package scheduler

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"

	"libkoord.invalid/koord"
)

// plan returns nodes from the library on which all pods of a gang fit at once. may limits the
// nodes; nil allows all.
func (e *evaluator) plan(pods []*v1.Pod, others *whatIf, may func(node string) bool) (map[types.UID]string, koord.Refusal, error) {
	query, done, err := e.state.query()
	if err != nil {
		return nil, koord.Refusal{}, err
	}
	defer done()
	nodes := e.state.list()
	if err := others.add(query, nodes, ""); err != nil {
		return nil, koord.Refusal{}, err
	}
	for _, id := range nodes.ids {
		if may != nil && !may(nodes.name(id)) {
			if err := query.ExcludeNode(id); err != nil {
				return nil, koord.Refusal{}, err
			}
		}
	}
	list := make([]*koord.Pod, 0, len(pods))
	for _, pod := range pods {
		made, err := e.prepareOther(pod)
		if err != nil {
			return nil, koord.Refusal{}, err
		}
		list = append(list, made)
	}
	plan, info, err := e.state.cluster.PlanGang(list, koord.GangOptions{}, query)
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
		out[types.UID(step.UID)] = nodes.name(step.Node)
	}
	return out, koord.Refusal{}, nil
}

// nominated returns nominated pods that take precedence over a pod, except some.
func (e *evaluator) nominated(pod *v1.Pod, besides map[types.UID]bool) (out []addedPod) {
	nodes := e.state.list()
	for _, waiting := range e.waiting.all() {
		now := stored[v1.Pod](e.state.stores.pods, waiting.pod.Namespace+"/"+waiting.pod.Name)
		if now == nil || besides[now.UID] || now.Spec.NodeName != "" || waiting.made == nil ||
			corev1helpers.PodPriority(now) < corev1helpers.PodPriority(pod) {
			continue
		}
		node := now.Status.NominatedNodeName
		if _, known := nodes.id(node); known && !e.state.isOn(now.UID, node) {
			out = append(out, addedPod{uid: now.UID, node: node, made: waiting.made})
		}
	}
	return out
}
