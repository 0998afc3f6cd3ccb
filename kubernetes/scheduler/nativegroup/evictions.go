//go:build !kube1_36

package nativegroup

import (
	"cmp"
	"errors"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

const (
	mostDomains    = 32 // domains in which evictions are planned
	mostRows       = 64 // nodes examined for one pod
	mostReexamined = 64 // evictions that are re-examined
)

// evictions are pods to evict for a pod group.
type evictions struct {
	units   []unit
	pods    []*v1.Pod          // pods of the units
	leaving []state.RemovedPod // pods that are being deleted; they are not evicted again
}

// unit is a set of pods that are evicted together: one pod, or a pod group of disruption mode All.
type unit []*v1.Pod

func (e *evictions) removedPods() []state.RemovedPod {
	out := slices.Clone(e.leaving)
	for _, pod := range e.pods {
		out = append(out, state.RemovedPod{UID: pod.UID, Node: pod.Spec.NodeName})
	}
	return out
}

func (e *evictions) add(units []unit) {
	for _, unit := range units {
		e.units = append(e.units, unit)
		e.pods = append(e.pods, unit...)
	}
}

// compare is negative if these evictions are cheaper, by kube-scheduler's order of priorities and
// numbers.
func (e *evictions) compare(other *evictions) int {
	sum := func(pods []*v1.Pod) (highest, total int64) {
		for _, pod := range pods {
			// makes the sum grow with every victim
			value := int64(corev1helpers.PodPriority(pod)) + 1<<31
			highest, total = max(highest, value), total+value
		}
		return highest, total
	}
	highest, total := sum(e.pods)
	otherHighest, otherTotal := sum(other.pods)
	return cmp.Or(cmp.Compare(highest, otherHighest), cmp.Compare(total, otherTotal), cmp.Compare(len(e.pods), len(other.pods)))
}

// cheapest returns the cheapest evictions over several domains, or nil if none help or none are
// needed.
func (g *Groups) cheapest(q *placementRequest, domains []*fwk.Placement) (best *evictions, err error) {
	slices.SortFunc(domains, func(a, b *fwk.Placement) int { return cmp.Compare(a.Name, b.Name) })
	for _, domain := range domains[:min(len(domains), mostDomains)] {
		found, err := g.evictionsIn(q, domain.Nodes)
		if err != nil {
			return nil, err
		}
		if found != nil && (best == nil || found.compare(best) < 0) {
			best = found
		}
	}
	if best != nil && len(best.pods)+len(best.leaving) == 0 {
		return nil, nil
	}
	return best, nil
}

// evictionsIn plans evictions for the pods of the group one after another, each on the cheapest
// node. Victims that turn out to be unnecessary are then spared, the most important first.
func (g *Groups) evictionsIn(q *placementRequest, within []fwk.NodeInfo) (*evictions, error) {
	nodes := request.NewEligibleNodes(q.pods, within)
	if nodes == nil {
		return nil, nil
	}
	out := &evictions{leaving: g.parts.State.LeavingBelow(q.pods[0])}
	var placed []state.AddedPod
	for _, pod := range q.pods[:min(len(q.pods), max(q.needed, 1))] {
		converted, err := g.parts.Evaluator.Convert(pod)
		if err != nil {
			return nil, err
		}
		node, units, err := g.cheapestNode(q, pod, converted, nodes, q.others.With(&state.WhatIf{Removed: out.removedPods(), Added: placed}))
		if err != nil || node == "" {
			return nil, err
		}
		out.add(units)
		placed = append(placed, state.AddedPod{UID: pod.UID, Node: node, Converted: converted})
	}
	return g.dropUnneeded(q, out, within)
}

// cheapestNode returns the best node for a pod with the units to evict there, or "" if there is
// none.
func (g *Groups) cheapestNode(q *placementRequest, pod *v1.Pod, converted *koord.Pod, nodes *request.EligibleNodes, others *state.WhatIf) (
	string, []unit, error) {
	query, done, err := g.parts.State.Query()
	if err != nil {
		return "", nil, err
	}
	defer done()
	list := g.parts.State.Nodes()
	if err := errors.Join(others.Add(query, list, ""), g.parts.Evictions.ProtectBudgets(query)); err != nil {
		return "", nil, err
	}
	found, err := g.parts.State.Cluster.Preempt(converted, koord.PreemptOptions{Flags: koord.PreemptLeastImportant,
		Budget: g.parts.Evictions.Budget}, query)
	if err != nil {
		return "", nil, err
	}
	defer found.Close()
	rows, err := found.Nodes()
	if err != nil {
		return "", nil, err
	}
	looked := 0
	for i := range rows {
		name := list.Name(rows[i].Node)
		if rows[i].Reason != koord.ReasonNone || !nodes.Allows(pod, name) {
			continue
		}
		if looked++; looked > mostRows {
			break
		}
		steps, err := found.Victims(i)
		if err != nil {
			return "", nil, err
		}
		if units, may := g.unitsOf(name, steps, corev1helpers.PodPriority(pod)); may {
			return name, units, nil
		}
	}
	return "", nil, nil
}

// unitsOf returns the units that victims on a node belong to, or false if one of them must not be
// evicted.
func (g *Groups) unitsOf(node string, steps []koord.PlanStep, below int32) (units []unit, may bool) {
	info, err := g.handle.SnapshotSharedLister().NodeInfos().Get(node)
	if err != nil {
		return nil, false
	}
	seen := map[types.UID]bool{}
	for _, step := range steps {
		pod := podOn(info, types.UID(step.UID))
		if pod == nil {
			return nil, false
		}
		if seen[pod.UID] {
			continue
		}
		members, may := g.unitOf(pod)
		if !may {
			return nil, false
		}
		for _, other := range members {
			if corev1helpers.PodPriority(other) >= below {
				return nil, false
			}
			seen[other.UID] = true
		}
		units = append(units, members)
	}
	return units, true
}

// unitOf returns the unit of a pod. It returns false if the pod is in a group of groups, whose
// disruption mode DefaultPreemption handles.
func (g *Groups) unitOf(pod *v1.Pod) (unit, bool) {
	name := request.GroupOf(pod)
	if name == "" {
		return unit{pod}, true
	}
	lister := g.handle.SnapshotSharedLister()
	group, err := lister.PodGroups().Get(pod.Namespace, name)
	switch {
	case err != nil:
		return unit{pod}, true
	case group.Spec.ParentCompositePodGroupName != nil:
		return nil, false
	case group.Spec.DisruptionMode == nil || group.Spec.DisruptionMode.All == nil:
		return unit{pod}, true
	}
	members, err := lister.PodGroupStates().Get(pod.Namespace, name)
	if err != nil {
		return unit{pod}, true
	}
	return members.ScheduledPods(), true
}

// dropUnneeded removes evictions without which the group still fits.
func (g *Groups) dropUnneeded(q *placementRequest, all *evictions, within []fwk.NodeInfo) (*evictions, error) {
	if len(q.pods) < 2 || len(all.units) < 2 || len(all.units) > mostReexamined {
		return all, nil
	}
	units := slices.Clone(all.units)
	slices.SortStableFunc(units, func(a, b unit) int {
		return cmp.Or(cmp.Compare(corev1helpers.PodPriority(b[0]), corev1helpers.PodPriority(a[0])), cmp.Compare(len(b), len(a)))
	})
	for i := 0; i < len(units); {
		fewer := &evictions{leaving: all.leaving}
		fewer.add(slices.Delete(slices.Clone(units), i, i+1))
		asked := *q
		asked.others = q.others.With(&state.WhatIf{Removed: fewer.removedPods()})
		plan, err := g.planGroup(&asked, within)
		if err != nil {
			return nil, err
		}
		if plan.Nodes == nil {
			i++
			continue
		}
		units, all = fewer.units, fewer
	}
	return all, nil
}
