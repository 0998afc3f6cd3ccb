package main

import (
	"errors"
	"math/bits"

	"libkoord.invalid/koord"
)

// unchanged calls a function that must not change the cluster.
func (w *world) unchanged(call string, function func()) {
	before := w.lib.info().Generation
	function()
	if after := w.lib.info().Generation; after != before && !w.shared {
		failf("%s changed the cluster from generation %d to %d", call, before, after)
	}
}

// committed commits a plan. It returns false if the plan is stale because of changes of others.
func (w *world) committed(plan *koord.Plan, kind string) bool {
	err := w.lib.commit(plan, kind)
	if w.shared && errors.Is(err, koord.ErrStale) {
		return false
	}
	must(err)
	return true
}

// A member is a pod of a gang that has no place yet.
type member struct {
	slot  int
	shape *shape
	pod   *koord.Pod
}

// gang plans several pods, and commits or drops the plan.
func (w *world) gang(a, b, c int) *node {
	var members []member
	var pods []*koord.Pod
	for slot := 0; slot < slotCount && len(pods) < 2+a%3; slot++ {
		if w.pods[slot] == nil {
			s := anyShape(b + c%2*17*len(pods))
			members = append(members, member{slot, s, w.build.pending(s, w.uid(slot))})
			pods = append(pods, members[len(pods)].pod)
		}
	}
	if len(pods) < 2 {
		return nil
	}
	must(w.query.Reset())
	if w.shared {
		w.excludeOthers()
	}
	mostNodes := c / 2 % 3
	var plan *koord.Plan
	var info koord.GangInfo
	w.unchanged("PlanGang", func() {
		plan, info = w.lib.planGang(pods, koord.GangOptions{MaxNodes: uint32(mostNodes), Budget: 200}, w.query)
	})
	if (plan == nil) != info.Refusal.Refused() {
		failf("PlanGang returns a plan and a refusal, or neither")
	}
	if plan == nil {
		if c%2 == 0 && info.Refusal.Reason == koord.ReasonGangUnplaced {
			w.placeOneByOne(members, mostNodes)
		}
		return nil
	}
	defer plan.Close()
	if c%3 != 0 { // else the gang is given up
		w.commitGang(plan, members, mostNodes)
	}
	return nil
}

func (w *world) commitGang(plan *koord.Plan, members []member, mostNodes int) {
	steps, err := plan.Steps()
	must(err)
	if len(steps) != len(members) {
		failf("the plan of a gang of %d pods has %d steps", len(members), len(steps))
	}
	cpus := make([]uint64, len(steps))
	nodes := make([]*node, len(steps))
	used := map[uint32]bool{}
	for i, step := range steps {
		used[step.Node] = true
		cpus[i] = w.lib.stepCPUs(plan, i, "gang")
		if nodes[i] = w.byID(step.Node); nodes[i] == nil {
			if w.shared {
				return // a node that another goroutine added in the meantime
			}
			failf("the plan of a gang names node %d", step.Node)
		}
	}
	if mostNodes > 0 && len(used) > mostNodes {
		failf("the plan of a gang uses %d nodes, and may use %d", len(used), mostNodes)
	}
	if !w.committed(plan, "gang") {
		return
	}
	w.adoptGang(steps, members, nodes, cpus)
	for _, n := range nodes {
		w.checkNode(w.lib, n)
	}
}

// adoptGang records the pods of a gang.
func (w *world) adoptGang(steps []koord.PlanStep, members []member, nodes []*node, cpus []uint64) {
	together := 0 // pods whose GPUs are chosen together
	for _, m := range members {
		if m.shape.devices[gpu].core == 100 {
			together++
		}
	}
	placed := map[int]bool{}
	for i, step := range steps {
		at := -1
		for j, m := range members {
			if w.uid(m.slot) == step.UID && !placed[j] {
				at = j
			}
		}
		if at < 0 {
			failf("the plan of a gang names the pod %q", step.UID)
		}
		placed[at] = true
		s := members[at].shape
		if expected := w.ledger(nodes[i]).judge(s, w.configured); expected.verdict == refused {
			failf("a gang puts %v on %s, and by the rules it %v", s, nodes[i].name, expected)
		}
		// The narrowest set of GPUs for one pod may go to another.
		w.adoptPod(members[at].slot, s, nodes[i], cpus[i], together < 2 || s.devices[gpu].core != 100)
	}
	for i := range steps {
		for _, p := range w.on(nodes[i]) {
			if together > 1 && p.uid == steps[i].UID && p.shape.devices[gpu].core == 100 {
				others := newLedger(nodes[i], w.ledger(nodes[i]).pods)
				others.release(p)
				others.allowed(p.shape, w.configured, &p.granted, 0)
			}
		}
	}
}

// placeOneByOne checks that pods of one shape, which a plan refuses as a gang, do not fit one by one, on any selection of as
// many nodes.
func (w *world) placeOneByOne(members []member, mostNodes int) {
	for selected := 1; selected < 1<<len(w.nodes); selected++ {
		count := bits.OnesCount(uint(selected))
		if mostNodes == 0 && count != len(w.nodes) || mostNodes > 0 && count != mostNodes {
			continue
		}
		var placed []member
		for _, m := range members {
			if w.placeSomewhere(m, selected) {
				placed = append(placed, m)
			}
		}
		if len(placed) == len(members) {
			failf("%d pods of %v are refused as a gang on %d nodes and fit one by one", len(members), members[0].shape, mostNodes)
		}
		for _, m := range placed {
			must(w.lib.removePod(w.uid(m.slot)))
			w.drop(m.slot)
		}
	}
}

// placeSomewhere reserves a pod on the first of the selected nodes that takes it.
func (w *world) placeSomewhere(m member, selected int) bool {
	for i, n := range w.nodes {
		if selected>>i&1 == 0 || !n.exists() {
			continue
		}
		if refusal, _ := w.lib.judge(m.pod, nil, n.id); !refusal.Refused() && w.place(m.slot, m.shape, n, nil) != nil {
			return true
		}
	}
	return false
}

func (w *world) byID(id uint32) *node {
	for _, n := range w.nodes {
		if n.exists() && n.id == id {
			return n
		}
	}
	return nil
}

// excludeOthers excludes the nodes of other goroutines from a plan of a gang.
func (w *world) excludeOthers() {
	names, err := w.lib.cluster.NodeNames()
	must(err)
	for _, name := range names {
		if w.byID(name.Node) == nil {
			must(w.query.ExcludeNode(name.Node))
		}
	}
}

// withoutPod compares the verdict without a pod with the one after its removal.
func (w *world) withoutPod(a, b, c int) *node {
	p, slot := w.anyPod(a, func(p *pod) bool { return p.plain() && !w.waits(p) })
	if p == nil {
		return nil
	}
	n, pod := w.nodeOf(p), w.build.pending(anyShape(b), "")
	must(w.query.Reset())
	var predicted koord.Refusal
	var score int32
	w.unchanged("Judge without a pod", func() {
		predicted, score = w.lib.judgeWithout(pod, w.query, n.id, p.uid)
	})
	must(w.lib.removePod(p.uid))
	w.drop(slot)
	actual, actualScore := w.lib.judge(pod, nil, n.id)
	if predicted.Reason != actual.Reason || predicted.Needed != actual.Needed || predicted.Best != actual.Best ||
		score != actualScore {
		failf("%v on %s without %s: %v (needs %d, has %d, score %d); after its removal %v (needs %d, has %d, score %d)", anyShape(b),
			n.name, p.uid, predicted.Reason, predicted.Needed, predicted.Best, score, actual.Reason, actual.Needed, actual.Best, actualScore)
	}
	w.compare(n, anyShape(b), actual.Reason)
	return n
}

// withPod compares the verdict with a nominated pod with the one after its reservation.
func (w *world) withPod(a, b, c int) *node {
	slot, n := w.freeSlot(a), w.anyNode(c)
	s, other := anyShape(b), anyShape(b/shapeCount)
	if slot < 0 || !n.exists() {
		return nil
	}
	pod := w.build.pending(other, "")
	must(w.query.Reset())
	must(w.query.AddPod(w.build.pending(s, w.uid(slot)), n.id))
	var predicted koord.Refusal
	var score int32
	w.unchanged("Judge with a pod", func() { predicted, score = w.lib.judge(pod, w.query, n.id) })
	if w.place(slot, s, n, nil) == nil {
		return n
	}
	actual, actualScore := w.lib.judge(pod, nil, n.id)
	if predicted.Reason != actual.Reason || predicted.Needed != actual.Needed || predicted.Best != actual.Best || score != actualScore {
		failf("%v on %s with %v: %v (needs %d, has %d, score %d); after its reservation %v (needs %d, has %d, score %d)", other,
			n.name, s, predicted.Reason, predicted.Needed, predicted.Best, score, actual.Reason, actual.Needed, actual.Best, actualScore)
	}
	w.compare(n, other, actual.Reason)
	return n
}

func (w *world) explain(a, b, c int) *node {
	if w.shared {
		return nil
	}
	pod := w.build.pending(anyShape(a), "")
	rows, _, err := w.lib.cluster.Evaluate(pod, nil)
	must(err)
	fitting := uint32(0)
	for _, row := range rows {
		if row.Reason == koord.ReasonNone {
			fitting++
		}
	}
	var explanation *koord.Explanation
	w.unchanged("Explain", func() {
		*w.lib.calls++
		explanation, err = w.lib.cluster.Explain(pod, koord.ExplainOptions{MaxJudgements: 16}, nil)
		must(err)
	})
	defer explanation.Close()
	info, err := explanation.Info()
	must(err)
	groups, err := explanation.Groups()
	must(err)
	refusing := map[koord.Reason]uint32{}
	for _, row := range rows {
		refusing[row.Reason]++
	}
	sum := uint32(0)
	counted := map[koord.Reason]uint32{}
	for _, group := range groups {
		sum += group.Nodes
		counted[group.Refusal.Reason] += group.Nodes
	}
	if info.Nodes != uint32(len(rows)) || info.Fitting != fitting || sum != uint32(len(rows))-fitting {
		failf("Explain: %d nodes, %d fitting, %d refusing; Evaluate: %d, %d, %d", info.Nodes, info.Fitting, sum, len(rows), fitting,
			uint32(len(rows))-fitting)
	}
	for reason, nodes := range counted {
		if refusing[reason] != nodes {
			failf("Explain: %d nodes refuse because of %v, Evaluate: %d", nodes, reason, refusing[reason])
		}
	}
	return nil
}

// capacity compares the numbers of further pods with the model's amounts.
func (w *world) capacity(a, b, c int) *node {
	s := anyShape(a)
	var capacity *koord.Capacity
	w.unchanged("Capacity", func() {
		*w.lib.calls++
		var err error
		capacity, err = w.lib.cluster.Capacity(w.build.pending(s, ""), koord.CapacityOptions{MaxPods: 40}, nil)
		must(err)
	})
	defer capacity.Close()
	rows, err := capacity.Nodes()
	must(err)
	for _, row := range rows {
		n := w.byID(row.Node)
		if n == nil || !n.hasNode {
			continue
		}
		l := w.ledger(n)
		reason := koord.ReasonNone
		if row.Pods == 0 {
			reason = row.Reason
		}
		expected := w.compare(n, s, reason)
		each := s.milli
		if s.owns() {
			each = n.amplified(each)
		}
		milli := n.milli - int64(1000*bits.OnesCount64(n.withheld())) - l.used() - int64(row.Pods)*each
		if expected.verdict == fits && !l.unclearAmounts && milli >= 0 && row.LeftMilli != milli {
			failf("%s has %dm CPU left after %d pods of %v, expected %dm", n.name, row.LeftMilli, row.Pods, s, milli)
		}
	}
	return nil
}
