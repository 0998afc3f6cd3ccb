//go:build kube1_38

package nativegroup

import (
	"context"
	"slices"

	v1 "k8s.io/api/core/v1"
	extenderv1 "k8s.io/kube-scheduler/extender/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
)

// podsToPlace returns the pods of a group that kube-scheduler tries in this cycle.
func podsToPlace(group fwk.PodGroupInfo) []*v1.Pod { return group.GetAllUnscheduledPods() }

// stateOfGroup returns the state of the group with which a pod is tried.
func stateOfGroup(state fwk.CycleState) fwk.PodGroupCycleState { return state.GetPodGroupCycleState() }

// evict passes evictions to kube-scheduler's executor, with the nodes that the group will use.
func (g *Groups) evict(ctx context.Context, group fwk.PodGroupInfo, victims *evictions, assignments []fwk.ProposedAssignment) error {
	found := &candidate{evictions: victims}
	for _, assignment := range assignments {
		found.nodes = append(found.nodes, assignment.GetNodeName())
	}
	slices.Sort(found.nodes)
	found.nodes = slices.Compact(found.nodes)
	return g.parts.Evictions.Executor.ActuatePodGroupPreemption(ctx, found, group, args.Name).AsError()
}

// candidate adapts evictions to the executor.
type candidate struct {
	*evictions
	nodes []string
}

func (c *candidate) Victims() *extenderv1.Victims { return &extenderv1.Victims{Pods: c.pods} }
func (c *candidate) Name() string                 { return "cluster" }
func (c *candidate) Nodes() []string              { return c.nodes }

// NumDisruptionsByVictimType counts the units for metrics.
func (c *candidate) NumDisruptionsByVictimType() map[fwk.EntityKeyType]int {
	out := map[fwk.EntityKeyType]int{}
	for _, unit := range c.units {
		if len(unit) > 1 {
			out[fwk.PodGroupKeyType]++
		} else {
			out[fwk.PodKeyType]++
		}
	}
	return out
}
