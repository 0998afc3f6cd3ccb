//go:build !kube1_36

package nativegroup

import (
	"cmp"
	"context"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
)

// mostPlanned limits the domains for which kube-scheduler tries the nodes of a plan separately.
const mostPlanned = 64

// GeneratePlacements returns sets of nodes for a pod group, best first: for each domain of its
// topology constraint the nodes of the library's plan, then the whole domains, in case other
// plugins refuse a plan. The domains come from kube-scheduler's own generator, because before
// Kubernetes 1.38 a profile may have only one.
func (g *Groups) GeneratePlacements(ctx context.Context, state fwk.PodGroupCycleState, group fwk.PodGroupInfo,
	parent *fwk.Placement) (*fwk.GeneratePlacementsResult, *fwk.Status) {
	found, status := g.domains.GeneratePlacements(ctx, state, group, parent)
	if !status.IsSuccess() || len(found.Placements) == 0 {
		return found, status
	}
	if err := g.parts.Ready.WaitReady(ctx); err != nil {
		return nil, fwk.AsStatus(err)
	}
	wanted, err := g.requestFor(group)
	if err != nil || wanted == nil {
		return found, fwk.AsStatus(err)
	}
	all, err := g.handle.SnapshotSharedLister().NodeInfos().List()
	if err != nil {
		return nil, fwk.AsStatus(err)
	}
	slices.SortFunc(found.Placements, func(a, b *fwk.Placement) int { return strings.Compare(a.Name, b.Name) })
	plans := groupCycleOf(state).plans
	key := func(placement *fwk.Placement) *fwk.Placement { // nil for all nodes, as in Groups.placement
		if len(placement.Nodes) == len(all) {
			return nil
		}
		return placement
	}
	var planned []*fwk.Placement
	for i, domain := range found.Placements {
		if i == mostPlanned {
			break
		}
		plan, err := g.planGroup(wanted, domain.Nodes)
		if err != nil {
			return nil, evaluate.Status(err)
		}
		plans[key(domain)] = plan
		if exact := plan.placement(domain); exact != nil && key(exact) != nil {
			plans[exact] = &Plan{Nodes: plan.Nodes, all: true, Required: true}
			planned = append(planned, exact)
		}
	}
	// kube-scheduler reports the refusal of the first placement for a group that fits nowhere.
	if g.wantDevices(wanted.pods) {
		slices.SortStableFunc(planned, func(a, b *fwk.Placement) int { return cmp.Compare(len(a.Nodes), len(b.Nodes)) })
	}
	slices.SortStableFunc(found.Placements, func(a, b *fwk.Placement) int {
		return cmp.Compare(rank(plans[key(a)]), rank(plans[key(b)]))
	})
	return &fwk.GeneratePlacementsResult{Placements: append(planned, found.Placements...)}, nil
}

// rank returns the rank of a domain among those to try.
func rank(plan *Plan) int {
	switch {
	case plan == nil:
		return 1
	case plan.Refusal != "":
		return 2
	}
	return 0
}

// placement returns the nodes of a plan for all pods, or nil if there is none.
func (p *Plan) placement(domain *fwk.Placement) *fwk.Placement {
	if !p.all {
		return nil
	}
	uses := map[string]bool{}
	for _, node := range p.Nodes {
		uses[node] = true
	}
	out := &fwk.Placement{Name: strings.TrimSpace(domain.Name + " (plan)")}
	for _, info := range domain.Nodes {
		if uses[info.Node().Name] {
			out.Nodes = append(out.Nodes, info)
		}
	}
	return out
}

// wantDevices reports whether several pods request devices, which are then placed close together
// on few nodes.
func (g *Groups) wantDevices(pods []*v1.Pod) bool {
	count := 0
	for _, pod := range pods {
		if g.parts.State.WantsDevices(pod) {
			count++
		}
	}
	return count > 1
}

// tally holds the placements of a group's pods while kube-scheduler tries them.
type tally struct {
	// sum of the library's scores of each pod's node when it was placed: remaining free resources,
	// and links between devices
	score int64
	nodes map[string]bool
	plan  bool
}

// Clone is never needed, because the state of a placement is not copied.
func (t *tally) Clone() fwk.StateData { return t }

const tallyKey = fwk.StateKey(args.Name + "/Placement")

func tallyOf(state fwk.PlacementCycleState) *tally {
	if state == nil {
		return nil
	}
	data, err := state.Read(tallyKey)
	if err != nil {
		return nil
	}
	found, _ := data.(*tally)
	return found
}

// Record adds the placement of a pod of a group in the current trial: its node with the library's
// score, and whether the node is that of the library's plan.
func (g *Groups) Record(state fwk.CycleState, node string, score int64, plan bool) {
	placement := state.GetPlacementCycleState()
	if placement == nil {
		return
	}
	sum := tallyOf(placement)
	if sum == nil {
		sum = &tally{nodes: map[string]bool{}}
		placement.Write(tallyKey, sum)
	}
	sum.score += score
	sum.nodes[node] = true
	sum.plan = plan
}

// ScorePlacement returns the sum of the library's scores of the pods' nodes. Pods with devices
// should share few nodes, so the sum is divided by the number of nodes. A placement that follows
// the library's plan counts twice.
func (g *Groups) ScorePlacement(_ context.Context, state fwk.PlacementCycleState, group fwk.PodGroupInfo,
	_ *fwk.PodGroupAssignments) (int64, *fwk.Status) {
	sum := tallyOf(state)
	if sum == nil {
		return 0, nil
	}
	score := 1000 * (sum.score + 1)
	if g.wantDevices(podsToPlace(group)) {
		score /= int64(len(sum.nodes))
	}
	if sum.plan {
		score *= 2
	}
	return score, nil
}

// PlacementScoreExtensions returns the plugin, which normalizes placement scores.
func (g *Groups) PlacementScoreExtensions() fwk.PlacementScoreExtensions { return g }

// NormalizePlacementScore scales scores to 100 * score / highest score.
func (g *Groups) NormalizePlacementScore(_ context.Context, _ fwk.PodGroupCycleState, _ fwk.PodGroupInfo,
	scores []fwk.PlacementScore) *fwk.Status {
	highest := int64(0)
	for i := range scores {
		highest = max(highest, scores[i].Score)
	}
	for i := range scores {
		if highest > 0 {
			scores[i].Score = fwk.MaxScore * scores[i].Score / highest
		}
	}
	return nil
}
