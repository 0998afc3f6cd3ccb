//go:build !kube1_36

package nativegroup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/topologyaware"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// Pods whose spec.schedulingGroup names a PodGroup (scheduling.k8s.io) are a native Kubernetes
// gang. kube-scheduler tries all of them in one cycle, and accepts all or none. This plugin adds
// the choice of nodes: the library plans all pods at once.

// Groups handles pod groups in the extension points of a profile: it generates and scores
// placements, plans groups, evicts pods for them, and ends their waiting.
type Groups struct {
	parts   Parts
	handle  fwk.Handle
	domains *topologyaware.TopologyPlacement // kube-scheduler's generator of placements
	timeout time.Duration                    // how long pods of a group wait for the others
	waits   groupWaits
	trial   *state.WhatIf // overlay in which kube-scheduler tries a pod group; nil if there is none
}

// New returns the groups of a profile.
func New(ctx context.Context, handle fwk.Handle, parts Parts, timeout time.Duration) (*Groups, error) {
	domains, err := topologyaware.New(ctx, nil, handle, feature.NewSchedulerFeaturesFromGates(utilfeature.DefaultFeatureGate))
	if err != nil {
		return nil, err
	}
	return &Groups{parts: parts, handle: handle, domains: domains, timeout: timeout}, nil
}

// mostMembers limits the pods of a group that are planned at once: the library's limit.
const mostMembers = 1024

// placementRequest is a pod group to be planned by the library.
type placementRequest struct {
	name   string
	pods   []*v1.Pod     // pods that kube-scheduler tries in this cycle
	needed int           // how many of them must be placed at once
	others *state.WhatIf // pods that take precedence, and removals of a trial
}

// requestFor returns the pods of a group to plan. It returns nil if none of its pods needs the
// plugin, if one uses Reservations, which plans do not support, or if it is a group of groups.
func (g *Groups) requestFor(group fwk.PodGroupInfo) (*placementRequest, error) {
	if group.GetPodGroup() == nil {
		return nil, nil
	}
	return g.requestForPods(group.GetPodGroup(), podsToPlace(group))
}

func (g *Groups) requestForPods(group *schedulingapi.PodGroup, pods []*v1.Pod) (*placementRequest, error) {
	if !slices.ContainsFunc(pods, g.parts.State.Needs) || slices.ContainsFunc(pods, g.isOffered) {
		return nil, nil
	}
	has, err := g.handle.SnapshotSharedLister().PodGroupStates().Get(group.Namespace, group.Name)
	if err != nil {
		return nil, err
	}
	q := &placementRequest{name: group.Name, needed: 1}
	if gang := group.Spec.SchedulingPolicy.Gang; gang != nil {
		q.needed = int(gang.MinCount) - has.ScheduledPodsCount()
	}
	members := map[types.UID]bool{}
	for _, pod := range pods {
		members[pod.UID] = true
		// the others fail on their own
		if _, err := g.parts.Evaluator.Convert(pod); err == nil && len(q.pods) < mostMembers {
			q.pods = append(q.pods, pod)
		}
	}
	if len(q.pods) == 0 {
		return nil, nil
	}
	q.others = g.parts.Gangs.Ahead(types.NamespacedName{}, q.pods[0]).With(g.trial)
	q.others = q.others.With(&state.WhatIf{Added: g.parts.Evaluator.Nominated(q.pods[0], members)})
	return q, nil
}

// isOffered reports whether a pod may use a Reservation, or should but its reservation-affinity is
// unreadable.
func (g *Groups) isOffered(pod *v1.Pod) bool {
	found, err := g.parts.State.Offers(pod)
	return found != nil || err != nil
}

// planGroup plans a group on some of the nodes: all its pods, or otherwise as many as it needs.
func (g *Groups) planGroup(q *placementRequest, within []fwk.NodeInfo) (*Plan, error) {
	if len(q.pods) < 2 {
		return &Plan{}, nil
	}
	defer metrics.Timed("PlanGroup")()
	nodes := request.NewEligibleNodes(q.pods, within)
	if nodes == nil {
		return &Plan{}, nil
	}
	counts := []int{len(q.pods)}
	if q.needed > 1 && q.needed < len(q.pods) {
		counts = append(counts, q.needed)
	}
	var refused koord.Refusal
	for _, count := range counts {
		plan, err := g.parts.Evaluator.PlanTogether(q.pods, count, false, q.others, nodes)
		switch {
		// a pod is bound, and kube-scheduler does not know it yet
		case errors.Is(err, koord.ErrConflict):
			return &Plan{}, nil
		case err != nil:
			return nil, err
		case !plan.Refusal.Refused():
			return &Plan{Nodes: plan.Nodes, all: count == len(q.pods)}, nil
		}
		refused = plan.Refusal
	}
	if q.needed < 2 || refused.Reason != koord.ReasonGangUnplaced {
		return &Plan{}, nil
	}
	why := g.parts.State.Words(refused)
	if wrong := g.parts.Evaluator.InvalidMember(q.pods); wrong != "" {
		why = wrong
	}
	return &Plan{Refusal: fmt.Sprintf("pod group %s: %s", q.name, why)}, nil
}

const groupKey = fwk.StateKey(args.Name + "/PodGroup")

// groupCycle holds the plans of a pod group's cycle, by the nodes that kube-scheduler tries; nil
// for all nodes.
type groupCycle struct {
	plans map[*fwk.Placement]*Plan
}

// Clone returns the same object: kube-scheduler tries placements one after another.
func (c *groupCycle) Clone() fwk.StateData { return c }

func groupCycleOf(state fwk.PodGroupCycleState) *groupCycle {
	if data, err := state.Read(groupKey); err == nil {
		if found, is := data.(*groupCycle); is {
			return found
		}
	}
	created := &groupCycle{plans: map[*fwk.Placement]*Plan{}}
	state.Write(groupKey, created)
	return created
}

// refusal returns the reason for which the group fits nowhere, or "" if it may fit.
func (c *groupCycle) refusal() (why string) {
	for _, plan := range c.plans {
		if plan.Refusal == "" {
			return ""
		}
		why = max(why, plan.Refusal) // of several domains, the one where the most pods fit
	}
	return why
}

// placement returns the placement that kube-scheduler tries, or nil for all nodes.
func (g *Groups) placement() *fwk.Placement {
	snapshot, is := g.handle.SnapshotSharedLister().(interface{ GetPlacement() *fwk.Placement })
	if !is {
		return nil
	}
	return snapshot.GetPlacement()
}

// PlanFor returns the plan for a pod's group on the current nodes, or nil if the pod is not
// tried with a group.
func (g *Groups) PlanFor(state fwk.CycleState, pod *v1.Pod) (*Plan, error) {
	name := request.GroupOf(pod)
	if name == "" || !state.IsPodGroupSchedulingCycle() {
		return nil, nil
	}
	cycle, tried := groupCycleOf(stateOfGroup(state)), g.placement()
	if plan := cycle.plans[tried]; plan != nil {
		return plan, nil
	}
	// No plugin generates placements, or another plugin does.
	lister := g.handle.SnapshotSharedLister()
	group, err := lister.PodGroups().Get(pod.Namespace, name)
	if err != nil {
		return nil, err
	}
	members, err := lister.PodGroupStates().Get(pod.Namespace, name)
	if err != nil {
		return nil, err
	}
	var pods []*v1.Pod
	for _, member := range members.UnscheduledPods() {
		if request.CanBeScheduled(member) {
			pods = append(pods, member)
		}
	}
	slices.SortFunc(pods, func(a, b *v1.Pod) int { return strings.Compare(string(a.UID), string(b.UID)) })
	plan := &Plan{}
	wanted, err := g.requestForPods(group, pods)
	if err == nil && wanted != nil {
		var nodes []fwk.NodeInfo
		if nodes, err = lister.NodeInfos().List(); tried != nil {
			nodes = tried.Nodes
		}
		if err == nil {
			plan, err = g.planGroup(wanted, nodes)
		}
	}
	if err != nil {
		return nil, err
	}
	cycle.plans[tried] = plan
	return plan, nil
}
