package claims

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/dra"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// Limits of the plan of a group.
const (
	mostMembers    = 256      // pods
	mostRuns       = 4000     // allocations that are tried
	mostSteps      = 2000000  // of preparation and search, in all allocations
	mostStepsOfRun = 100000   // in one allocation
	mostTrials     = 50000    // combinations of a pod and a node whose resources are compared
	mostMatches    = 4000000  // comparisons of labels and taints of nodes with those that pods allow
	mostVisits     = 20000000 // nodes that are considered, in all steps of the search
)

// member is a pod of a group that has claims.
type member struct {
	pod    *v1.Pod
	claims []*resourceapi.ResourceClaim    // without an allocation, of the plugin's classes
	fixed  []*resourceapi.AllocationResult // of the other claims, which restrict the nodes
}

// unit is members that share claims. They are planned on one node.
type unit struct {
	members []*member
	claims  []*resourceapi.ResourceClaim // each once
	kind    int                          // units of one kind are alike
	devices int64                        // devices that the claims need at least
}

// spot is a node with the units that are planned there.
type spot struct {
	info    fwk.NodeInfo // with the pods of the units
	by      *dra.Allocator
	units   []*unit
	claims  []*resourceapi.ResourceClaim   // of the units
	results []resourceapi.AllocationResult // of the claims
}

// groupPlanner searches for nodes and devices for the pods of a group: depth first, one unit after another.
// A unit gets devices beside those of the units that the node has already. If there are none, the devices
// of all of these units are chosen again, together.
type groupPlanner struct {
	ctx   context.Context
	by    *dra.Allocator
	held  func(node string) (map[structured.DeviceID]bool, error) // devices that claims cannot have
	fits  func(pod *v1.Pod, info fwk.NodeInfo) bool               // by the resources of the node
	spots []spot
	units []*unit

	asked  types.UID // the pod that is scheduled; a plan that leaves out pods has it
	needed *unit     // which may not be left out, or nil

	filters     map[int]func(*v1.Node) bool // by kind
	allowed     map[int][]answer            // by kind, for each spot
	comparisons map[int]int                 // of a filter with a node, by kind
	infeasible  map[string]bool             // sets of kinds on a spot
	runs        int
	steps       uint64
	trials      int
	matches     int
	visits      int
	gaveUp      bool // a limit was reached
	failed      error
}

// answer tells whether a kind of pods may use a spot.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

// newGroupPlanner returns a planner for some nodes.
func newGroupPlanner(ctx context.Context, by *dra.Allocator, nodes []fwk.NodeInfo, members []*member) *groupPlanner {
	g := &groupPlanner{ctx: ctx, by: by, filters: map[int]func(*v1.Node) bool{}, allowed: map[int][]answer{}, comparisons: map[int]int{},
		infeasible: map[string]bool{}}
	for _, info := range nodes {
		if by.MayHaveDevices(info.Node().Name) {
			g.spots = append(g.spots, spot{info: info})
		}
	}
	slices.SortFunc(g.spots, func(a, b spot) int { return cmp.Compare(a.info.Node().Name, b.info.Node().Name) })
	g.units = unitsOf(members)
	if len(g.units) == 0 || g.isLast(g.units[0].kind, 0) {
		return g
	}
	choice := map[int]int{} // number of nodes by kind
	for _, u := range g.units {
		if _, known := choice[u.kind]; known {
			continue
		}
		choice[u.kind] = 0
		for at := range g.spots {
			if g.allows(u, at) {
				choice[u.kind]++
			}
		}
	}
	slices.SortStableFunc(g.units, func(a, b *unit) int { // those with the least choice first
		return cmp.Or(cmp.Compare(choice[a.kind], choice[b.kind]), cmp.Compare(b.devices, a.devices), cmp.Compare(a.kind, b.kind))
	})
	return g
}

// plan plans all units, or all but some pods. It reports whether it found a plan.
func (g *groupPlanner) plan(spare int) bool {
	counts := []int{0}
	if spare > 0 {
		counts = append(counts, spare)
	}
	for _, spare := range counts {
		g.runs, g.steps, g.trials, g.visits = 0, 0, 0, 0
		if spare > 0 {
			g.needAsked()
		}
		if g.place(0, 0, spare) {
			return true
		}
		if g.failed != nil {
			return false
		}
	}
	return false
}

// needAsked makes the unit of the pod that is scheduled the first, which is not left out: other pods may be
// refused for reasons that the plan does not know, and the pod must not wait for their devices.
func (g *groupPlanner) needAsked() {
	at := slices.IndexFunc(g.units, func(u *unit) bool {
		return slices.ContainsFunc(u.members, func(m *member) bool { return m.pod.UID == g.asked })
	})
	if at < 0 {
		return
	}
	g.needed = g.units[at]
	g.units = slices.Insert(slices.Delete(slices.Clone(g.units), at, at+1), 0, g.needed)
}

// isStopped reports whether the search has ended without a plan.
func (g *groupPlanner) isStopped() bool {
	over := g.runs >= mostRuns || g.steps >= mostSteps || g.trials >= mostTrials || g.matches >= mostMatches || g.visits >= mostVisits
	g.gaveUp = g.gaveUp || over
	return over || g.failed != nil
}

// place plans the units from a number on. Those of the kind of the one before it use the same spot or
// later ones. Up to spare pods may have no place.
func (g *groupPlanner) place(number, from, spare int) bool {
	if number == len(g.units) {
		return true
	}
	u := g.units[number]
	next := func(at int) int { // first spot for the next unit
		if number+1 < len(g.units) && g.units[number+1].kind == u.kind {
			return at
		}
		return 0
	}
	for at := from; at < len(g.spots) && !g.isStopped(); at++ {
		g.visits++
		before := g.spots[at]
		if !g.allows(u, at) || !g.add(u, at) {
			continue
		}
		if g.place(number+1, next(at), spare) {
			return true
		}
		before.by = g.spots[at].by
		g.spots[at] = before
		if g.isLast(u.kind, number) { // the first spot is as good as any
			return false
		}
	}
	if g.isStopped() || len(u.members) > spare || u == g.needed {
		return false
	}
	return g.place(number+1, next(len(g.spots)), spare-len(u.members))
}

// isLast reports whether all units from a number on are of one kind.
func (g *groupPlanner) isLast(kind, number int) bool {
	return !slices.ContainsFunc(g.units[number:], func(u *unit) bool { return u.kind != kind })
}

// allows reports whether the node's labels and taints, and allocations that the pods have already, allow a
// unit on a spot.
func (g *groupPlanner) allows(u *unit, at int) bool {
	known := g.allowed[u.kind]
	if known == nil {
		known = make([]answer, len(g.spots))
		g.allowed[u.kind], g.filters[u.kind] = known, u.filter()
		g.comparisons[u.kind] = u.comparisons()
	}
	if known[at] == unknown {
		if g.isStopped() {
			return false
		}
		g.matches += g.comparisons[u.kind]
		known[at] = no
		if g.filters[u.kind](g.spots[at].info.Node()) {
			known[at] = yes
		}
	}
	return known[at] == yes
}

// filter returns a function that reports whether labels, taints, and allocated devices allow a unit on a node.
func (u *unit) filter() func(*v1.Node) bool {
	var all []func(*v1.Node) bool
	for _, m := range u.members {
		all = append(all, request.NodeFilter(m.pod))
		for _, allocation := range m.fixed {
			if allocation.NodeSelector == nil {
				continue
			}
			selector, err := nodeaffinity.NewNodeSelector(allocation.NodeSelector)
			all = append(all, func(node *v1.Node) bool { return err == nil && selector.Match(node) })
		}
	}
	return func(node *v1.Node) bool {
		return !slices.ContainsFunc(all, func(allows func(*v1.Node) bool) bool { return !allows(node) })
	}
}

// comparisons returns the number of comparisons that the unit's filter makes at most for a node with one taint.
func (u *unit) comparisons() (out int) {
	count := func(selector *v1.NodeSelector) {
		if selector == nil {
			return
		}
		for i := range selector.NodeSelectorTerms {
			term := &selector.NodeSelectorTerms[i]
			for _, r := range append(slices.Clip(term.MatchExpressions), term.MatchFields...) {
				out += 1 + len(r.Values)
			}
		}
	}
	for _, m := range u.members {
		out += 1 + len(m.pod.Spec.Tolerations) + len(m.pod.Spec.NodeSelector)
		if affinity := m.pod.Spec.Affinity; affinity != nil && affinity.NodeAffinity != nil {
			count(affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution)
		}
		for _, allocation := range m.fixed {
			count(allocation.NodeSelector)
		}
	}
	return out
}

// add plans a unit on a spot, and reports whether it fits.
func (g *groupPlanner) add(u *unit, at int) bool {
	g.trials++ // addPods counts further pods of the unit
	now := g.spots[at]
	now.units = append(slices.Clip(now.units), u)
	key := keyOf(at, now.units)
	if g.infeasible[key] {
		return false
	}
	if !g.addPods(&now, u) || !g.allocate(&now, u, at) {
		if !g.isStopped() && !g.by.HasDevicesOfSeveralNodes() {
			g.infeasible[key] = true
		}
		return false
	}
	g.spots[at] = now
	return true
}

// keyOf returns a key for units on a spot that is equal for units of the same kinds.
func keyOf(at int, units []*unit) string {
	kinds := make([]int, len(units))
	for i, u := range units {
		kinds[i] = u.kind
	}
	slices.Sort(kinds)
	return fmt.Sprint(at, kinds)
}

// addPods adds the pods of a unit to the resources of a spot.
func (g *groupPlanner) addPods(now *spot, u *unit) bool {
	if !g.fits(u.members[0].pod, now.info) {
		return false
	}
	info := now.info.Snapshot()
	for i, m := range u.members {
		if i > 0 {
			g.trials++
			if !g.fits(m.pod, info) {
				return false
			}
		}
		pod, err := framework.NewPodInfo(m.pod)
		if err != nil {
			return false
		}
		info.AddPodInfo(pod)
	}
	now.info = info
	return true
}

// allocate allocates devices of a spot to one more unit.
func (g *groupPlanner) allocate(now *spot, u *unit, at int) bool {
	if len(u.claims) == 0 {
		return true
	}
	if now.by == nil {
		held, err := g.held(now.info.Node().Name)
		if err != nil {
			g.failed = err
			return false
		}
		now.by = g.by.Without(held)
		g.spots[at].by = now.by
	}
	by := now.by
	if g.by.HasDevicesOfSeveralNodes() {
		for i := range g.spots {
			if i != at && len(g.spots[i].results) > 0 {
				by = by.WithAllocated(g.spots[i].results)
			}
		}
	}
	node, all := now.info.Node(), append(slices.Clip(now.claims), u.claims...)
	results := g.run(by.WithAllocated(now.results), node, u.claims)
	switch {
	case results != nil:
		results = append(slices.Clip(now.results), results...)
	case len(now.claims) > 0:
		results = g.run(by, node, all)
	}
	now.claims, now.results = all, results
	return results != nil
}

// run allocates devices to claims, or returns nil.
func (g *groupPlanner) run(by *dra.Allocator, node *v1.Node, claims []*resourceapi.ResourceClaim) []resourceapi.AllocationResult {
	if g.isStopped() {
		return nil
	}
	g.runs++
	answer, err := by.AllocateWithin(g.ctx, node, claims, mostStepsOfRun)
	g.steps += answer.Steps
	switch {
	case errors.Is(err, structured.ErrFailedAllocationOnNode):
		g.gaveUp = g.gaveUp || answer.Steps >= mostStepsOfRun // it may fit
		return nil
	case err != nil:
		g.failed = err
		return nil
	}
	return answer.Results
}

// unitsOf returns the units of members in the order of the pods' uids.
func unitsOf(members []*member) (out []*unit) {
	members = slices.Clone(members)
	slices.SortFunc(members, func(a, b *member) int { return cmp.Compare(a.pod.UID, b.pod.UID) })
	of := map[types.UID]*unit{} // by claim
	for _, m := range members {
		u := &unit{}
		for _, claim := range m.claims {
			if other := of[claim.UID]; other != nil && other != u { // joins the units
				u.members, u.claims = append(u.members, other.members...), append(u.claims, other.claims...)
				out = slices.DeleteFunc(out, func(at *unit) bool { return at == other })
				for _, theirs := range other.claims {
					of[theirs.UID] = u
				}
			}
			if of[claim.UID] == nil {
				of[claim.UID] = u
				u.claims = append(u.claims, claim)
			}
		}
		u.members = append(u.members, m)
		out = append(out, u)
	}
	kinds := map[string]int{}
	for _, u := range out {
		key := u.signature()
		if _, known := kinds[key]; !known {
			kinds[key] = len(kinds)
		}
		u.kind = kinds[key]
		for _, claim := range u.claims {
			u.devices += leastDevices(claim)
		}
	}
	return out
}

// signature returns a text that is equal for units with equal claims, if their pods may use the same nodes
// and the same resources. Units of several pods are all different.
func (u *unit) signature() string {
	if len(u.members) > 1 {
		return string(u.members[0].pod.UID)
	}
	m := u.members[0]
	specs := make([]*resourceapi.ResourceClaimSpec, len(u.claims))
	for i, claim := range u.claims {
		specs[i] = &claim.Spec
	}
	selectors := make([]*v1.NodeSelector, len(m.fixed))
	for i, fixed := range m.fixed {
		selectors[i] = fixed.NodeSelector
	}
	pod := &m.pod.Spec
	resources := make([]any, 0, len(pod.Containers)+len(pod.InitContainers))
	for _, c := range pod.InitContainers {
		resources = append(resources, c.Resources.Requests, c.RestartPolicy)
	}
	for _, c := range pod.Containers {
		resources = append(resources, c.Resources.Requests)
	}
	text, err := json.Marshal([]any{specs, selectors, pod.NodeSelector, pod.Affinity, pod.Tolerations, pod.Resources, pod.Overhead, resources})
	if err != nil {
		return string(m.pod.UID)
	}
	return string(text)
}

// leastDevices returns the number of devices that a claim needs at least.
func leastDevices(claim *resourceapi.ResourceClaim) (out int64) {
	for i := range claim.Spec.Devices.Requests {
		r := &claim.Spec.Devices.Requests[i]
		if r.Exactly != nil {
			out += max(r.Exactly.Count, 1)
			continue
		}
		least := int64(resourceapi.AllocationResultsMaxSize)
		for j := range r.FirstAvailable {
			least = min(least, max(r.FirstAvailable[j].Count, 1))
		}
		out += least
	}
	return out
}
