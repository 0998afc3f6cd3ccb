package evaluate

import (
	"encoding/json"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// TogetherPlan is the result of planning pods that are placed at once.
type TogetherPlan struct {
	Pods    []*v1.Pod            // the planned pods, or those of the last attempt
	Nodes   map[types.UID]string // nil if there is no plan
	Refusal koord.Refusal        // reason if there is no plan
}

// mostPlanWork limits the budget that attempts with replaced pods use together: four times the
// library's default for one attempt.
const mostPlanWork = 20000

// PlanTogether plans nodes on which count of the pods fit at once: the first ones, in which a pod
// without room is replaced by the next one. If first is set, pods[0] is never replaced. Pods are
// planned on nodes that eligible allows.
func (e *Evaluator) PlanTogether(pods []*v1.Pod, count int, first bool, others *state.WhatIf, eligible *request.EligibleNodes) (*TogetherPlan, error) {
	query, done, err := e.state.Query()
	if err != nil {
		return nil, err
	}
	defer done()
	nodes := e.state.Nodes()
	if err := others.Add(query, nodes, ""); err != nil {
		return nil, err
	}
	if err := limitNodes(query, nodes, pods, eligible); err != nil {
		return nil, err
	}
	count = min(count, len(pods))
	out := &TogetherPlan{Pods: slices.Clone(pods[:count])}
	info, err := e.planAll(out, query, nodes)
	if (err == nil && out.Nodes != nil) || count == len(pods) {
		return out, err
	}
	fixed := 0
	if first {
		fixed = 1
	}
	pods = append(slices.Clone(pods[:fixed]), e.invalidLast(pods[fixed:])...)
	if !slices.Equal(pods[:count], out.Pods) {
		out.Pods = slices.Clone(pods[:count])
		info, err = e.planAll(out, query, nodes)
	}
	spare := slices.Clone(pods[count:])
	shapes := map[types.UID]string{}
	for work := info.Used; err == nil && out.Nodes == nil && out.Refusal.Reason == koord.ReasonGangUnplaced && work < mostPlanWork; work += info.Used {
		blocked := int(info.Blocked)
		if blocked < fixed || blocked >= count {
			break
		}
		// a pod with the same request has no room either
		refused := out.Pods[blocked]
		at := slices.IndexFunc(spare, func(pod *v1.Pod) bool {
			return !eligible.SameKind(pod, refused) || shapeOf(pod, shapes) != shapeOf(refused, shapes)
		})
		if at < 0 {
			break
		}
		out.Pods[blocked] = spare[at]
		spare = slices.Delete(spare, at, at+1)
		info, err = e.planAll(out, query, nodes)
	}
	return out, err
}

// shapeOf returns a text that is equal for pods with equal requests. It is kept in shapes.
func shapeOf(pod *v1.Pod, shapes map[types.UID]string) string {
	if shape, known := shapes[pod.UID]; known {
		return shape
	}
	shape := string(pod.UID)
	if text, err := json.Marshal(request.SignatureOf(pod)); err == nil {
		shape = string(text)
	}
	shapes[pod.UID] = shape
	return shape
}

// planAll makes one attempt to plan all pods of a plan.
func (e *Evaluator) planAll(out *TogetherPlan, query *koord.Query, nodes *state.NodeList) (info koord.GangInfo, err error) {
	out.Nodes, out.Refusal = nil, koord.Refusal{}
	e.beginAttempt(out.Pods)
	list := make([]*koord.Pod, 0, len(out.Pods))
	for _, pod := range out.Pods {
		converted, err := e.Convert(pod)
		if err != nil {
			return info, err
		}
		list = append(list, converted)
	}
	plan, info, err := e.state.Cluster.PlanGang(list, koord.GangOptions{}, query)
	if err != nil || info.Refusal.Refused() {
		out.Refusal = info.Refusal
		return info, err
	}
	defer plan.Close()
	steps, err := plan.Steps()
	if err != nil {
		return info, err
	}
	out.Nodes = make(map[types.UID]string, len(steps))
	for _, step := range steps {
		out.Nodes[types.UID(step.UID)] = nodes.Name(step.Node)
	}
	return info, nil
}

// mostExclusions limits the pairs of pod and node that a plan excludes, because each is a call of
// the library in a scheduling cycle.
const mostExclusions = 1 << 20

// exclusion states that pods may not use a node.
type exclusion struct {
	node uint32
	pods []*v1.Pod // nil for all pods of the plan
}

// exclusions returns the nodes that pods may not use. If they have more than most pairs of pod and
// node, only nodes that no pod may use are returned: kube-scheduler then checks the others when it
// tries the plan.
func exclusions(nodes []uint32, name func(node uint32) string, pods []*v1.Pod, eligible *request.EligibleNodes, most int) []exclusion {
	var all, some []exclusion
	kinds, pairs := eligible.ByKind(pods), 0
	for _, node := range nodes {
		before := len(some)
		for _, kind := range kinds {
			if !eligible.Allows(kind[0], name(node)) {
				some = append(some, exclusion{node, kind})
			}
		}
		if len(some)-before == len(kinds) {
			all, some = append(all, exclusion{node: node}), some[:before]
		}
		for _, refused := range some[before:] {
			pairs += len(refused.pods)
		}
	}
	if pairs > most {
		return all
	}
	return append(all, some...)
}

// limitNodes excludes the nodes that pods may not use.
func limitNodes(query *koord.Query, nodes *state.NodeList, pods []*v1.Pod, eligible *request.EligibleNodes) error {
	for _, excluded := range exclusions(nodes.IDs, nodes.Name, pods, eligible, mostExclusions) {
		if excluded.pods == nil {
			if err := query.ExcludeNode(excluded.node); err != nil {
				return err
			}
		}
		for _, pod := range excluded.pods {
			if err := query.ExcludePodNode(string(pod.UID), excluded.node); err != nil {
				return err
			}
		}
	}
	for _, pod := range pods {
		for _, name := range eligible.RefusedTo(pod) {
			if node, known := nodes.ID(name); known {
				if err := query.ExcludePodNode(string(pod.UID), node); err != nil {
					return err
				}
			}
		}
	}
	return nil
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
