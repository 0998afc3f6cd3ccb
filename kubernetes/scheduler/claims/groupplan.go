package claims

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/dra"
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

// spot is a node with the units that are planned there.
type spot struct {
	info    fwk.NodeInfo // with the pods of the units
	by      *dra.Allocator
	units   []*unit
	claims  []*resourceapi.ResourceClaim   // of the units
	results []resourceapi.AllocationResult // of the claims
	devices int64                          // that the claims need at least
	pods    int                            // of the units
	invalid bool                           // the node's devices are not known
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

	asked     types.UID // the pod that is scheduled; a plan that leaves out pods has it
	mandatory *unit     // unit that may not be left out, or nil

	filters     map[int]func(*v1.Node) bool // by kind
	allowed     map[int][]answer            // by kind, for each spot
	free        []int64                     // by spot: see freeOf
	comparisons map[int]int                 // of a filter with a node, by kind
	crowded     map[string]bool             // sets of kinds on a spot whose resources do not suffice
	infeasible  map[string]bool             // sets of kinds of claims on a spot whose devices do not suffice
	runs        int
	steps       uint64
	trials      int
	matches     int
	visits      int

	limit     string           // limit that ended the search, or ""
	doubts    map[int]string   // by spot: an allocation whose answer is not known, although the search went on
	shortages map[int]shortage // by spot
	needed    int              // pods that the last search had to place
	counted   bool             // the last search ended by counting devices
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
		crowded: map[string]bool{}, infeasible: map[string]bool{}, doubts: map[int]string{}, shortages: map[int]shortage{}}
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

// plan plans all units, or all but some pods. It reports whether it found a plan. The claims are
// valid (see Check).
func (g *groupPlanner) plan(spare int) bool {
	if g.search(0) {
		return true
	}
	if spare == 0 {
		return false
	}
	g.needAsked()
	return g.search(spare)
}

// search plans all units but some pods on spots that are empty, within the limits.
func (g *groupPlanner) search(spare int) bool {
	g.runs, g.steps, g.trials, g.visits, g.limit = 0, 0, 0, 0, ""
	g.needed = max(g.pods()-spare, 1)
	g.counted = !g.mayFit(spare)
	return !g.counted && g.place(0, 0, spare)
}

// pods returns the number of pods of all units.
func (g *groupPlanner) pods() (count int) {
	for _, u := range g.units {
		count += len(u.members)
	}
	return count
}

// mayFit reports whether the nodes may have devices for all units but some pods, by counting.
func (g *groupPlanner) mayFit(spare int) bool {
	wanted := g.wanted(spare)
	if len(wanted) == 0 {
		return true
	}
	devices, units := int64(0), int64(0) // that the nodes can have at most
	for at := range g.spots {
		free := g.freeOf(at)
		if free < 0 {
			return true
		}
		devices += free
		units += free / wanted[0]
	}
	return devices >= sum(wanted) && units >= int64(len(wanted))
}

// wanted returns the numbers of devices that units need at least, ascending, without those that can
// be left out. Each unit that is left out has a pod at least.
func (g *groupPlanner) wanted(spare int) (out []int64) {
	for _, u := range g.units {
		if u.devices > 0 {
			out = append(out, u.devices)
		}
	}
	slices.Sort(out)
	return out[:max(len(out)-spare, 0)]
}

func sum(counts []int64) (out int64) {
	for _, count := range counts {
		out += count
	}
	return out
}

// isExact reports whether there is no plan if none was found.
func (g *groupPlanner) isExact() bool {
	return g.limit == "" && len(g.doubts) == 0 && g.ctx.Err() == nil
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
	g.mandatory = g.units[at]
	g.units = slices.Insert(slices.Delete(slices.Clone(g.units), at, at+1), 0, g.mandatory)
}

// isStopped reports whether the search has ended without a plan.
func (g *groupPlanner) isStopped() bool {
	if g.limit == "" {
		g.limit = g.reached()
	}
	return g.limit != "" || g.ctx.Err() != nil
}

// reached returns the limit that the search has reached, or "".
func (g *groupPlanner) reached() string {
	switch {
	case g.runs >= mostRuns:
		return fmt.Sprintf("%d allocations", mostRuns)
	case g.steps >= mostSteps:
		return fmt.Sprintf("%d steps", mostSteps)
	case g.trials >= mostTrials:
		return fmt.Sprintf("%d pairs of a pod and a node", mostTrials)
	case g.matches >= mostMatches:
		return fmt.Sprintf("%d comparisons of labels and taints", mostMatches)
	case g.visits >= mostVisits:
		return fmt.Sprintf("%d nodes that were considered", mostVisits)
	}
	return ""
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
	if g.isStopped() || len(u.members) > spare || u == g.mandatory {
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

// add plans a unit on a spot, and reports whether it fits.
func (g *groupPlanner) add(u *unit, at int) bool {
	now := g.spots[at]
	if now.invalid {
		return false
	}
	if free := g.freeOf(at); free >= 0 && now.devices+u.devices > free {
		g.lacks(at, shortage{count: u.devices, free: free - now.devices})
		return false
	}
	g.trials++ // addPods counts further pods of the unit
	now.units = append(slices.Clip(now.units), u)
	pods := keyOf(at, now.units, func(u *unit) int { return u.kind })
	claims := keyOf(at, now.units, func(u *unit) int { return u.claimKind })
	switch {
	case g.crowded[pods] || g.infeasible[claims]:
		return false
	case !g.addPods(&now, u):
		g.crowded[pods] = true
		g.lacks(at, shortage{why: "too little CPU, memory or storage, or too many pods"})
		return false
	case !g.allocate(&now, u, at):
		if !g.isStopped() && !g.by.HasDevicesOfSeveralNodes() {
			g.infeasible[claims] = true
		}
		return false
	}
	now.devices += u.devices
	now.pods += len(u.members)
	g.spots[at] = now
	return true
}

// notCounted is the number of free devices of a spot that is not known yet.
const notCounted = -2

// freeOf returns how many devices the claims of a spot can have at most, or -1 if there is no bound.
func (g *groupPlanner) freeOf(at int) int64 {
	if g.free == nil {
		g.free = slices.Repeat([]int64{notCounted}, len(g.spots))
	}
	if g.free[at] == notCounted {
		g.free[at] = -1
		if count, isBound := g.by.FreeDevices(g.spots[at].info.Node().Name); isBound {
			g.free[at] = int64(count)
		}
	}
	return g.free[at]
}

// keyOf returns a key for units on a spot that is equal for units of the same kinds.
func keyOf(at int, units []*unit, kindOf func(*unit) int) string {
	kinds := make([]int, len(units))
	for i, u := range units {
		kinds[i] = kindOf(u)
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
		if err != nil { // it names the node
			g.doubts[at], g.spots[at].invalid = err.Error(), true
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
	all := append(slices.Clip(now.claims), u.claims...)
	results, why := g.run(by.WithAllocated(now.results), at, u.claims)
	switch {
	case results != nil:
		results = append(slices.Clip(now.results), results...)
	case len(now.claims) > 0:
		results, _ = g.run(by, at, all)
	}
	if results == nil {
		if why != "" { // the search goes on
			g.lacks(at, shortage{why: why})
		}
		return false
	}
	now.claims, now.results = all, results
	return true
}

// run allocates devices of a spot to claims. If it returns no results, it returns the reason. An
// error is one of the node or of its slices: other nodes are not affected.
func (g *groupPlanner) run(by *dra.Allocator, at int, claims []*resourceapi.ResourceClaim) (
	results []resourceapi.AllocationResult, why string) {
	if g.isStopped() {
		return nil, ""
	}
	g.runs++
	node := g.spots[at].info.Node()
	answer, err := by.AllocateWithin(g.ctx, node, claims, mostStepsOfRun)
	g.steps += answer.Steps
	switch {
	case err == nil && answer.Refusal != nil:
		return nil, answer.Refusal.Reason
	case err == nil:
		return answer.Results, ""
	case g.ctx.Err() == nil && (errors.Is(err, dra.ErrLimit) || !errors.Is(err, structured.ErrFailedAllocationOnNode)):
		g.doubts[at] = fmt.Sprintf("node %s: %v", node.Name, err)
	}
	return nil, err.Error()
}
