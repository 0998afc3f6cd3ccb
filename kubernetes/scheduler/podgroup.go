package scheduler

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/topologyaware"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

// Pods whose spec.schedulingGroup names a PodGroup (scheduling.k8s.io) are a native Kubernetes
// gang. kube-scheduler tries all of them in one cycle, and accepts all or none. This plugin adds
// the choice of nodes: the library plans all pods at once.

// groups handles pod groups in the extension points of a profile: it generates and scores
// placements, plans groups, evicts pods for them, and ends their waiting.
type groups struct {
	handle    fwk.Handle
	state     *model
	evaluator *evaluator
	gangs     planner
	ready     readiness
	preempt   *preemptor
	timeout   time.Duration // how long pods of a group wait for the others
	domains   *topologyaware.TopologyPlacement
	waits     groupWaits
	trial     *whatIf // overlay in which kube-scheduler tries a pod group; nil if there is none
}

// readiness waits until the state has all objects of the first lists.
type readiness interface {
	waitReady(ctx context.Context) error
}

// newGroups returns the groups of a profile. domains is kube-scheduler's generator of placements, and
// timeout limits how long pods of a group wait for the others.
func newGroups(handle fwk.Handle, evaluator *evaluator, gangs planner, ready readiness, preempt *preemptor,
	domains *topologyaware.TopologyPlacement, timeout time.Duration) *groups {
	return &groups{handle: handle, state: evaluator.state, evaluator: evaluator, gangs: gangs, ready: ready, preempt: preempt,
		timeout: timeout, domains: domains}
}

// mostMembers limits the pods of a group that are planned at once: the library's limit.
const mostMembers = 1024

// groupQuestion is a pod group to be planned by the library.
type groupQuestion struct {
	name   string
	pods   []*v1.Pod // pods that kube-scheduler tries in this cycle
	needed int       // how many of them must be placed at once
	others *whatIf   // pods that take precedence, and removals of a trial
}

// question returns the pods of a group to plan. It returns nil if none of its pods needs the
// plugin, if one uses Reservations, which plans do not support, or if it is a group of groups.
func (g *groups) question(group fwk.PodGroupInfo) (*groupQuestion, error) {
	if group.GetPodGroup() == nil {
		return nil, nil
	}
	return g.questionAbout(group.GetPodGroup(), group.GetUnscheduledPods())
}

func (g *groups) questionAbout(group *schedulingapi.PodGroup, pods []*v1.Pod) (*groupQuestion, error) {
	if !slices.ContainsFunc(pods, g.state.needs) || slices.ContainsFunc(pods, g.isOffered) {
		return nil, nil
	}
	has, err := g.handle.SnapshotSharedLister().PodGroupStates().Get(group.Namespace, group.Name)
	if err != nil {
		return nil, err
	}
	q := &groupQuestion{name: group.Name, needed: 1}
	if gang := group.Spec.SchedulingPolicy.Gang; gang != nil {
		q.needed = int(gang.MinCount) - has.ScheduledPodsCount()
	}
	members := map[types.UID]bool{}
	for _, pod := range pods {
		members[pod.UID] = true
		// the others fail on their own
		if _, err := g.evaluator.prepareOther(pod); err == nil && len(q.pods) < mostMembers {
			q.pods = append(q.pods, pod)
		}
	}
	if len(q.pods) == 0 {
		return nil, nil
	}
	q.others = g.gangs.ahead(types.NamespacedName{}, q.pods[0]).with(g.trial)
	q.others = q.others.with(&whatIf{added: g.evaluator.nominated(q.pods[0], members)})
	return q, nil
}

// isOffered reports whether a pod may use a Reservation, or should but its reservation-affinity is
// unreadable.
func (g *groups) isOffered(pod *v1.Pod) bool {
	found, err := g.state.offers(pod)
	return found != nil || err != nil
}

// groupPlan is the library's plan for the pods of a group. Without nodes and refusal the library
// has no opinion.
type groupPlan struct {
	nodes   map[types.UID]string
	all     bool   // all pods are planned
	only    bool   // the pods may only be placed as planned
	refusal string // reason if there is no plan
}

// planGroup plans a group on some of the nodes: all its pods, or otherwise as many as it needs.
func (g *groups) planGroup(q *groupQuestion, within []fwk.NodeInfo) (*groupPlan, error) {
	if len(q.pods) < 2 {
		return &groupPlan{}, nil
	}
	defer timed("PlanGroup")()
	nodes := reachOf(q.pods, within)
	if nodes == nil {
		return &groupPlan{}, nil
	}
	counts := []int{len(q.pods)}
	if q.needed > 1 && q.needed < len(q.pods) {
		counts = append(counts, q.needed)
	}
	var refused koord.Refusal
	for _, count := range counts {
		for _, keep := range nodes.choices() {
			plan, refusal, err := g.evaluator.plan(q.pods[:count], q.others, keep)
			switch {
			// a pod is bound, and kube-scheduler does not know it yet
			case errors.Is(err, koord.ErrConflict):
				return &groupPlan{}, nil
			case err != nil:
				return nil, err
			case refusal.Refused():
				refused = refusal
			case nodes.accept(q.pods[:count], plan):
				return &groupPlan{nodes: plan, all: count == len(q.pods)}, nil
			default: // the library does not know which pod may use which node
				return &groupPlan{}, nil
			}
		}
	}
	if q.needed < 2 || refused.Reason != koord.ReasonGangUnplaced {
		return &groupPlan{}, nil
	}
	why := g.state.words(refused)
	if wrong := g.evaluator.wrongMember(q.pods); wrong != "" {
		why = wrong
	}
	return &groupPlan{refusal: fmt.Sprintf("pod group %s: %s", q.name, why)}, nil
}

const groupKey = fwk.StateKey(Name + "/PodGroup")

// groupCycle holds the plans of a pod group's cycle, by the nodes that kube-scheduler tries; nil
// for all nodes.
type groupCycle struct {
	plans map[*fwk.Placement]*groupPlan
}

// Clone returns the same object: kube-scheduler tries placements one after another.
func (c *groupCycle) Clone() fwk.StateData { return c }

func groupCycleOf(state fwk.PodGroupCycleState) *groupCycle {
	if data, err := state.Read(groupKey); err == nil {
		if found, is := data.(*groupCycle); is {
			return found
		}
	}
	made := &groupCycle{plans: map[*fwk.Placement]*groupPlan{}}
	state.Write(groupKey, made)
	return made
}

// refusal returns the reason for which the group fits nowhere, or "" if it may fit.
func (c *groupCycle) refusal() (why string) {
	for _, plan := range c.plans {
		if plan.refusal == "" {
			return ""
		}
		why = max(why, plan.refusal) // of several domains, the one where the most pods fit
	}
	return why
}

// placement returns the placement that kube-scheduler tries, or nil for all nodes.
func (g *groups) placement() *fwk.Placement {
	snapshot, is := g.handle.SnapshotSharedLister().(interface{ GetPlacement() *fwk.Placement })
	if !is {
		return nil
	}
	return snapshot.GetPlacement()
}

// groupPlanFor returns the plan for a pod's group on the current nodes, or nil if the pod is not
// tried with a group.
func (g *groups) groupPlanFor(state fwk.CycleState, pod *v1.Pod) (*groupPlan, error) {
	name := groupOf(pod)
	if name == "" || !state.IsPodGroupSchedulingCycle() {
		return nil, nil
	}
	cycle, tried := groupCycleOf(state.GetPodGroupSchedulingCycle()), g.placement()
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
		if len(member.Spec.SchedulingGates) == 0 {
			pods = append(pods, member)
		}
	}
	slices.SortFunc(pods, func(a, b *v1.Pod) int { return strings.Compare(string(a.UID), string(b.UID)) })
	plan := &groupPlan{}
	question, err := g.questionAbout(group, pods)
	if err == nil && question != nil {
		var nodes []fwk.NodeInfo
		if nodes, err = lister.NodeInfos().List(); tried != nil {
			nodes = tried.Nodes
		}
		if err == nil {
			g.evaluator.begin(question.pods)
			plan, err = g.planGroup(question, nodes)
		}
	}
	if err != nil {
		return nil, err
	}
	cycle.plans[tried] = plan
	return plan, nil
}
