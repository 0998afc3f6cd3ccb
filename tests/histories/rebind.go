package main

import (
	"math/bits"
	"math/rand"

	"libkoord.invalid/koord"
)

// A rebinding is a plan of moves on a node. For rebindFor a pod is placed after them.
type rebinding struct {
	node    *node
	before  *ledger
	options koord.RebindOptions
	guarded protections
	steps   []koord.PlanStep // the moves
	own     []uint64         // the CPUs of each pod after the moves
	moved   []*pod           // pods with other CPUs than before
}

// newRebinding draws limits, and pods that stay.
func (w *world) newRebinding(n *node, random *rand.Rand) *rebinding {
	r := &rebinding{node: n, before: w.ledger(n), options: koord.RebindOptions{Budget: 30}}
	must(w.query.Reset())
	if random.Intn(2) == 0 {
		r.guarded = w.protect(random, "rebind")
	}
	if random.Intn(2) == 0 {
		r.options.MaxMoved = uint32(1 + random.Intn(2))
	}
	if random.Intn(4) == 0 {
		r.options.Flags = koord.RebindNoNewCrossing
	}
	return r
}

// rebind plans other CPUs for the pods of a node, and commits or drops the plan.
func (w *world) rebind(a, b, c int) *node {
	n := w.anyNode(a)
	if !n.hasTopology || !n.hasNode {
		return nil
	}
	r := w.newRebinding(n, rand.New(rand.NewSource(int64(b))))
	var plan *koord.Plan
	var info koord.RebindInfo
	w.unchanged("PlanRebind", func() { plan, info = w.lib.planRebind(n.id, r.options, w.query) })
	defer plan.Close()
	steps, err := plan.Steps()
	must(err)
	r.steps = steps
	r.follow(w, plan, info)
	// A pod of another scheduler that was moved here has another precedence than after a restart.
	if len(steps) == 0 || r.movesForeign() || c%3 == 0 || !w.committed(plan, "rebind") {
		return n
	}
	r.read(w)
	w.touch(n)
	return n
}

// rebindFor plans moves of pods of a node after which another pod fits there.
func (w *world) rebindFor(a, b, c int) *node {
	slot, s, n := w.freeSlot(b), anyShape(a), w.anyNode(c)
	if slot < 0 || !n.hasTopology || !n.hasNode {
		return nil
	}
	pod := w.build.pending(s, w.uid(slot))
	refusal, _ := w.lib.judge(pod, nil, n.id)
	w.compare(n, s, refusal.Reason)
	r := w.newRebinding(n, rand.New(rand.NewSource(int64(b))))
	var plan *koord.Plan
	var info koord.RebindInfo
	w.unchanged("PlanRebindFor", func() { plan, info = w.lib.planRebindFor(pod, n.id, r.options, w.query) })
	if (plan == nil) != info.Refusal.Refused() || info.Reason != info.Refusal.Reason {
		failf("PlanRebindFor on %s returns a plan and a refusal, or neither: %v, %v", n.name, info.Reason, info.Refusal.Reason)
	}
	if plan == nil {
		if !refusal.Refused() {
			failf("%v fits on %s, and no moves of its pods help: %v", s, n.name, info.Reason)
		}
		return n
	}
	defer plan.Close()
	steps, err := plan.Steps()
	must(err)
	last := len(steps) - 1
	if last < 0 || steps[last].Kind != koord.StepKindPlace || steps[last].UID != w.uid(slot) || steps[last].Node != n.id {
		failf("the plan of moves for %v on %s ends with %+v", s, n.name, steps)
	}
	if r.steps = steps[:last]; !refusal.Refused() && last > 0 {
		failf("%v fits on %s, and a plan moves pods for it: %+v", s, n.name, r.steps)
	}
	r.follow(w, plan, info)
	r.checkRoom(w, s)
	cpus := w.lib.stepCPUs(plan, last, "place")
	if r.movesForeign() || c/4%4 == 0 || !w.committed(plan, "place") {
		return n
	}
	disputed := r.before.disputed()
	r.read(w)
	w.touch(n)
	w.adoptPod(slot, s, n, cpus, !disputed)
	return n
}

// follow checks that no CPU ever has two owners, that only pods move that may, and the numbers of the result.
func (r *rebinding) follow(w *world, plan *koord.Plan, info koord.RebindInfo) {
	n, l := r.node, r.before
	r.own = append([]uint64{}, l.own...)
	for at, step := range r.steps {
		cpus := w.lib.stepCPUs(plan, at, "rebind")
		i, others := -1, uint64(0)
		for j, p := range l.pods {
			if p.uid == step.UID {
				i = j
			} else {
				others |= r.own[j]
			}
		}
		if i < 0 || !l.pods[i].plain() || l.pods[i].granted.cpus == 0 || cpus == 0 || step.Kind != koord.StepKindMove ||
			r.guarded[step.UID] == koord.ProtectionKeep {
			failf("step %d of a rebind of %s moves %q to the CPUs %s", at, n.name, step.UID, listCPUs(cpus))
		}
		if cpus&others != 0 || cpus&^n.ownable() != 0 {
			failf("step %d of a rebind of %s gives %q the CPUs %s, of which %s are not free", at, n.name, step.UID, listCPUs(cpus),
				listCPUs(cpus&others|cpus&^n.ownable()))
		}
		r.own[i] = cpus
	}
	for i, p := range l.pods {
		if r.own[i] != l.own[i] {
			r.moved = append(r.moved, p)
			r.checkMove(w, i)
		}
	}
	if int(info.Moved) != len(r.moved) {
		failf("a rebind of %s says that %d pods move, and moves %d", n.name, info.Moved, len(r.moved))
	}
	if most := int(r.options.MaxMoved); most > 0 && len(r.moved) > most {
		failf("a rebind of %s moves %d pods, and may move %d", n.name, len(r.moved), most)
	}
}

// checkMove checks the number of CPUs of a pod that moves, and that its policies are met as well as before.
func (r *rebinding) checkMove(w *world, i int) {
	m, p, before, after := r.node.machine, r.before.pods[i], r.before.own[i], r.own[i]
	// A pod that has lost CPUs may get as many as it requests.
	if count := bits.OnesCount64(after); count != bits.OnesCount64(before) && count != p.shape.cpus() {
		failf("a rebind of %s moves %s from the CPUs %s to %s", r.node.name, p.uid, listCPUs(before), listCPUs(after))
	}
	// Offline and reserved CPUs that the pod has lost count for the NUMA nodes that it had.
	had, has := bits.OnesCount64(m.numasOf(before|r.before.held[i])), bits.OnesCount64(m.numasOf(after))
	if r.options.Flags&koord.RebindNoNewCrossing != 0 && has > had && has > 1 {
		failf("a rebind of %s moves %s from %d NUMA nodes to %d", r.node.name, p.uid, had, has)
	}
	f, _ := r.node.formFor(p.shape, w.configured)
	if f.accepts(m, before) && !f.accepts(m, after) {
		failf("a rebind of %s moves %s from the CPUs %s to %s, which its bind policy does not allow", r.node.name, p.uid,
			listCPUs(before), listCPUs(after))
	}
	if policy, _ := r.node.policyFor(p.shape); policy == policySingle && had == 1 && has > 1 {
		failf("a rebind of %s moves %s from the CPUs %s to %s under %s", r.node.name, p.uid, listCPUs(before), listCPUs(after),
			policyNames[policy])
	}
}

// checkRoom checks that a pod fits after the moves.
func (r *rebinding) checkRoom(w *world, s *shape) {
	if r.before.disputed() {
		return // pods whose claims are refused may get CPUs that the moves free
	}
	pods := append([]*pod{}, r.before.pods...)
	for i, p := range pods {
		if r.own[i] == r.before.own[i] {
			continue
		}
		if len(p.granted.devices) > 0 || p.granted.memoryNodes() != 0 {
			return // its memory moves, too
		}
		copied := *p
		copied.granted.cpus = r.own[i]
		pods[i] = &copied
	}
	if answer := newLedger(r.node, pods).judge(s, w.configured); answer.verdict == refused {
		failf("%d pods of %s move for %v, and by the rules it then %v", len(r.moved), r.node.name, s, answer)
	}
}

func (r *rebinding) movesForeign() bool {
	for _, p := range r.moved {
		if !p.here {
			return true
		}
	}
	return false
}

// read reads the pods that a committed plan has moved.
func (r *rebinding) read(w *world) {
	for i, p := range r.before.pods {
		if r.own[i] == r.before.own[i] {
			continue
		}
		w.read(p)
		if p.granted.cpus != r.own[i] {
			failf("a rebind of %s plans the CPUs %s for %s and gives %s", r.node.name, listCPUs(r.own[i]), p.uid,
				listCPUs(p.granted.cpus))
		}
		w.logf("%s is moved: %s", p.uid, p.status)
	}
}
