package main

import (
	"errors"
	"math/bits"
	"reflect"

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

func (w *world) resize(a, b, c int) *node {
	p, _ := w.anyPod(a, func(p *pod) bool { return p.here && p.plain() && !w.waits(p) && !p.shape.bestEffortPod })
	if p == nil {
		return nil
	}
	n := w.nodeOf(p)
	s := shapes[p.shape.index%shapeCount+b%sizes*shapeCount]
	if s == p.shape || !n.hasTopology || !n.hasNode {
		return nil
	}
	var plan *koord.Plan
	var refusal koord.Refusal
	w.unchanged("PlanResize", func() {
		*w.lib.calls++
		var err error
		plan, refusal, err = w.lib.cluster.PlanResize(w.build.pending(s, p.uid), nil)
		must(err)
	})
	l := w.ledger(n)
	others, own := newLedger(n, l.pods), l.own[l.index(p)]
	others.release(p)
	expected := others.judge(s, w.configured)
	if plan == nil {
		if refusal.Reason != koord.ReasonWouldMove && expected.verdict == fits && !n.unschedulable &&
			len(p.granted.devices) == 0 { // a pod keeps its devices, and so their NUMA nodes
			failf("the resize of %s from %v to %v is refused: %v, and by the rules the pod %v", p.uid, p.shape, s, refusal.Reason,
				expected)
		}
		return n
	}
	defer plan.Close()
	cpus := w.lib.stepCPUs(plan, 0, "resize")
	if lost := p.granted.cpus &^ n.ownable(); lost == 0 && own&^cpus != 0 && cpus&^own != 0 {
		failf("%s has the CPUs %s and gets %s by a resize: neither contains the other", p.uid, listCPUs(own), listCPUs(cpus))
	}
	if c%4 == 0 {
		return n // the plan is dropped
	}
	if !w.committed(plan, "resize") {
		return n
	}
	devices := p.granted.devices
	p.shape = s
	w.read(p)
	if !reflect.DeepEqual(devices, p.granted.devices) {
		failf("%s has the devices %+v and gets %+v by a resize", p.uid, devices, p.granted.devices)
	}
	if p.granted.cpus != cpus {
		failf("the resize of %s plans the CPUs %s and gives %s", p.uid, listCPUs(cpus), listCPUs(p.granted.cpus))
	}
	w.touch(n)
	others.resized(p, w.configured, own)
	w.logf("%s is resized to %v: %s %s", p.uid, s, p.status, p.deviceText)
	if p.bound {
		w.report(p)
	}
	return n
}

// resized checks the allocation of a pod after a resize, in the ledger without the pod.
func (l *ledger) resized(p *pod, configured koord.BindPolicy, own uint64) {
	if p.shape.owns() {
		l.allowedCPUs(p.shape, configured, p.granted.cpus, own&l.free())
	} else if p.granted.cpus != 0 {
		failf("%s gets the CPUs %s by a resize, although it shares CPUs", p.uid, listCPUs(p.granted.cpus))
	}
	l.allowedAmounts(p.shape, &p.granted)
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
		*w.lib.calls++
		var err error
		plan, info, err = w.lib.cluster.PlanGang(pods, koord.GangOptions{MaxNodes: uint32(mostNodes), Budget: 200}, w.query)
		must(err)
	})
	if (plan == nil) != info.Refusal.Refused() {
		failf("PlanGang returns a plan and a refusal, or neither")
	}
	if plan == nil {
		if c%2 == 0 && mostNodes == 0 && info.Refusal.Reason == koord.ReasonGangUnplaced {
			w.placeOneByOne(members)
		}
		return nil
	}
	defer plan.Close()
	if c%3 != 0 { // else the gang is given up
		w.commitGang(plan, members)
	}
	return nil
}

func (w *world) commitGang(plan *koord.Plan, members []member) {
	steps, err := plan.Steps()
	must(err)
	if len(steps) != len(members) {
		failf("the plan of a gang of %d pods has %d steps", len(members), len(steps))
	}
	cpus := make([]uint64, len(steps))
	nodes := make([]*node, len(steps))
	for i, step := range steps {
		cpus[i] = w.lib.stepCPUs(plan, i, "gang")
		if nodes[i] = w.byID(step.Node); nodes[i] == nil {
			if w.shared {
				return // a node that another goroutine added in the meantime
			}
			failf("the plan of a gang names node %d", step.Node)
		}
	}
	if !w.committed(plan, "gang") {
		return
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
		w.adopt(members[at].slot, s, nodes[i], cpus[i])
	}
	for _, n := range nodes {
		w.checkNode(w.lib, n)
	}
}

// placeOneByOne checks that pods of one shape, which a plan refuses as a gang, do not fit one by one.
func (w *world) placeOneByOne(members []member) {
	var placed []member
	for _, m := range members {
		for _, n := range w.nodes {
			if !n.exists() {
				continue
			}
			if refusal, _ := w.lib.judge(m.pod, nil, n.id); refusal.Refused() {
				continue
			}
			if w.place(m.slot, m.shape, n, nil) != nil {
				placed = append(placed, m)
				break
			}
		}
	}
	if len(placed) == len(members) {
		failf("%d pods of %v are refused as a gang and fit one by one", len(members), members[0].shape)
	}
	for _, m := range placed {
		must(w.lib.removePod(w.uid(m.slot)))
		w.drop(m.slot)
	}
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

// rebind plans other CPUs for the pods of a node, and commits or drops the plan.
func (w *world) rebind(a, b, c int) *node {
	n := w.anyNode(a)
	if !n.hasTopology || !n.hasNode {
		return nil
	}
	var plan *koord.Plan
	var info koord.RebindInfo
	w.unchanged("PlanRebind", func() {
		*w.lib.calls++
		var err error
		plan, info, err = w.lib.cluster.PlanRebind(n.id, koord.RebindOptions{Budget: 30}, nil)
		must(err)
	})
	defer plan.Close()
	steps, err := plan.Steps()
	must(err)
	l := w.ledger(n)
	own := w.followRebind(n, l, plan, steps)
	moved, foreign := 0, false
	for i, p := range l.pods {
		if own[i] == l.own[i] {
			continue
		}
		moved++
		foreign = foreign || !p.here
		// A pod that has lost CPUs may get as many as it requests.
		if count := bits.OnesCount64(own[i]); count != bits.OnesCount64(l.own[i]) && count != p.shape.cpus() {
			failf("a rebind of %s moves %s from the CPUs %s to %s", n.name, p.uid, listCPUs(l.own[i]), listCPUs(own[i]))
		}
	}
	if int(info.Moved) != moved {
		failf("a rebind of %s says that %d pods move, and moves %d", n.name, info.Moved, moved)
	}
	// A pod of another scheduler that was moved here has another precedence than after a restart.
	if len(steps) == 0 || foreign || c%3 == 0 || !w.committed(plan, "rebind") {
		return n
	}
	for i, p := range l.pods {
		if own[i] == l.own[i] {
			continue
		}
		w.read(p)
		if p.granted.cpus != own[i] {
			failf("a rebind of %s plans the CPUs %s for %s and gives %s", n.name, listCPUs(own[i]), p.uid, listCPUs(p.granted.cpus))
		}
		w.logf("%s is moved: %s", p.uid, p.status)
	}
	w.touch(n)
	return n
}

// followRebind checks that no CPU ever has two owners, and returns the CPUs of each pod at the end.
func (w *world) followRebind(n *node, l *ledger, plan *koord.Plan, steps []koord.PlanStep) []uint64 {
	own := append([]uint64{}, l.own...)
	for at, step := range steps {
		cpus := w.lib.stepCPUs(plan, at, "rebind")
		i, others := -1, uint64(0)
		for j, p := range l.pods {
			if p.uid == step.UID {
				i = j
			} else {
				others |= own[j]
			}
		}
		if i < 0 || !l.pods[i].plain() || l.pods[i].granted.cpus == 0 || cpus == 0 {
			failf("step %d of a rebind of %s moves %q to the CPUs %s", at, n.name, step.UID, listCPUs(cpus))
		}
		if cpus&others != 0 || cpus&^n.ownable() != 0 {
			failf("step %d of a rebind of %s gives %q the CPUs %s, of which %s are not free", at, n.name, step.UID, listCPUs(cpus),
				listCPUs(cpus&others|cpus&^n.ownable()))
		}
		own[i] = cpus
	}
	return own
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

func (w *world) makeReservation(a, b, c int) *node {
	p, _ := w.anyPod(a, func(p *pod) bool {
		return p.here && !p.bound && p.plain() && !w.waits(p) && !p.shape.hasDevices()
	})
	if p == nil {
		return nil
	}
	*w.lib.calls++
	p.reservation, p.policy = true, c%3
	must(w.lib.cluster.SetReservation(p.uid, koord.ReservationPolicy(p.policy)))
	w.logf("%s is a reservation, policy %d", p.uid, p.policy)
	n := w.nodeOf(p)
	w.touch(n)
	w.unsure(n)
	return n
}

// takeFrom reserves a pod that is an owner of a reservation.
func (w *world) takeFrom(a, b, c int) *node {
	from, _ := w.anyPod(a, func(p *pod) bool { return p.reservation && !w.waits(p) })
	slot, s := w.freeSlot(b), anyShape(c)
	if from == nil || slot < 0 {
		return nil
	}
	if s.owns() != from.shape.owns() {
		s = shapes[from.shape.index%shapeCount] // as large as the reservation
	}
	n := w.nodeOf(from)
	l := w.ledger(n)
	others := newLedger(n, l.pods)
	others.release(from)
	must(w.query.Reset())
	must(w.query.UseReservation(from.uid))
	judged, _ := w.lib.judge(w.build.pending(s, w.uid(slot)), w.query, n.id)
	*w.lib.calls++
	cpus, refusal, err := w.lib.cluster.ReserveFrom(w.build.pending(s, w.uid(slot)), w.query)
	must(err)
	if judged.Reason != refusal.Reason {
		failf("%v from %s: Judge says %v, ReserveFrom %v", s, from.uid, judged.Reason, refusal.Reason)
	}
	if best := others.judge(s, w.configured); best.verdict == refused && !refusal.Refused() {
		failf("%v takes from %s, and by the rules it, even without the reservation, %v", s, from.uid, best)
	}
	if refusal.Refused() {
		if from.policy != int(koord.ReservationPolicyRestricted) && l.judge(s, w.configured).verdict == fits {
			failf("%v from %s is refused: %v, although the node has enough without the reservation", s, from.uid, refusal.Reason)
		}
		return n
	}
	p := w.newPod(slot, s, n)
	p.here, p.from = true, from
	w.read(p)
	if p.granted.cpus != wordOf(cpus) {
		failf("%s: ReserveFrom returns the CPUs %s, the status has %s", p.uid, cpus, listCPUs(p.granted.cpus))
	}
	left := l.left[l.index(from)]
	if s.owns() && from.policy == int(koord.ReservationPolicyRestricted) && p.granted.cpus&^left != 0 {
		failf("%s takes the CPUs %s from a restricted reservation, which has %s", p.uid, listCPUs(p.granted.cpus), listCPUs(left))
	}
	others.allowed(s, w.configured, &p.granted, others.free())
	w.logf("%s takes from %s", p.uid, from.uid)
	w.keep(slot, p, n)
	w.checkRest(from)
	return n
}

// checkRest compares the unused CPUs of a reservation with the model.
func (w *world) checkRest(from *pod) {
	n := w.nodeOf(from)
	l := w.ledger(n)
	*w.lib.calls++
	text, err := w.lib.cluster.PodStatus(from.uid)
	must(err)
	rest := allocation{}
	parseStatus(text, &rest)
	if expected := l.left[l.index(from)]; n.hasTopology && rest.cpus&n.ownable() != expected&n.ownable() {
		failf("the reservation %s has the CPUs %s left, expected %s", from.uid, listCPUs(rest.cpus), listCPUs(expected))
	}
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
		milli := n.milli - int64(1000*bits.OnesCount64(n.withheld())) - l.milli - int64(row.Pods)*s.milli
		if expected.verdict == fits && !l.unclearAmounts && milli >= 0 && row.LeftMilli != milli {
			failf("%s has %dm CPU left after %d pods of %v, expected %dm", n.name, row.LeftMilli, row.Pods, s, milli)
		}
	}
	return nil
}
