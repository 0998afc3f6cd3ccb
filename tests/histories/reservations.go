package main

import (
	"math/bits"

	"libkoord.invalid/koord"
)

func (w *world) makeReservation(a, b, c int) *node {
	p, _ := w.anyPod(a, func(p *pod) bool {
		return (!p.here || !p.bound) && p.plain() && !w.waits(p) && !p.shape.hasDevices() && !p.shape.wrong
	})
	if p == nil {
		return nil
	}
	p.reservation, p.policy = true, c%3
	w.lib.setReservation(p.uid, p.policy)
	w.logf("%s is a reservation, policy %d", p.uid, p.policy)
	n := w.nodeOf(p)
	w.touch(n)
	w.unsure(n)
	return n
}

// attach declares that a pod on the node of a reservation took from it.
func (w *world) attach(a, b, c int) *node {
	from, _ := w.anyPod(a, func(p *pod) bool { return p.reservation && !w.waits(p) })
	if from == nil {
		return nil
	}
	p, _ := w.anyPod(b, func(p *pod) bool { return p.plain() && p.node == from.node && !p.shape.wrong })
	if p == nil {
		return nil
	}
	w.lib.attachOwner(p.uid, from.uid)
	w.takes(p, from)
	w.logf("%s is an owner of %s", p.uid, from.uid)
	n := w.nodeOf(p)
	w.touch(n)
	w.unsure(n)
	w.checkRest(from)
	return n
}

// takes records that a pod is an owner of a reservation.
func (w *world) takes(p, from *pod) {
	w.order++
	p.from, p.since = from, w.order
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
	t := &taking{ledger: l, others: others, from: from, shape: s}
	if refusal.Refused() {
		t.checkRefusal(w, refusal)
		return n
	}
	p := w.newPod(slot, s, n)
	p.here = true
	w.takes(p, from)
	w.read(p)
	if p.granted.cpus != wordOf(cpus) {
		failf("%s: ReserveFrom returns the CPUs %s, the status has %s", p.uid, cpus, listCPUs(p.granted.cpus))
	}
	t.check(w, &p.granted)
	others.allowed(s, w.configured, &p.granted, others.free())
	w.logf("%s takes from %s", p.uid, from.uid)
	w.keep(slot, p, n)
	l.checkLeft(w.ledger(n), s)
	w.checkRest(from)
	return n
}

// A taking is a request of an owner to a reservation.
type taking struct {
	ledger *ledger
	others *ledger // without the unused part of the reservation
	from   *pod
	shape  *shape
}

func (t *taking) binds() bool { return t.ledger.held[t.ledger.index(t.from)] != 0 }

// short reports whether the reservation has too little left of an amount that it reserves.
func (t *taking) short() bool {
	left := t.ledger.rests[t.from]
	// Pods that share CPUs have none of those that a reservation owns.
	cpu := (t.shape.owns() || !t.binds()) && t.from.shape.milli > 0
	return cpu && t.shape.milli > left.milli || t.from.shape.memory > 0 && t.shape.memory > left.memory
}

func (t *taking) checkRefusal(w *world, refusal koord.Refusal) {
	restricted := t.from.policy == int(koord.ReservationPolicyRestricted)
	unclear := t.ledger.unclearAmounts
	if !restricted && !unclear && t.ledger.judge(t.shape, w.configured).verdict == fits {
		failf("%v from %s is refused: %v, although the node has enough without the reservation", t.shape, t.from.uid, refusal.Reason)
	}
	isShort := refusal.Reason == koord.ReasonReservationShort
	if isShort && !restricted || isShort && !unclear && !t.short() {
		failf("%v from %s is refused: %v, although the reservation has enough left", t.shape, t.from.uid, refusal.Reason)
	}
	if restricted && !isShort && !unclear && t.short() && (t.shape.owns() || !t.binds()) &&
		t.others.judge(t.shape, w.configured).verdict == fits {
		failf("%v from %s is refused: %v, and by the rules because the reservation has too little left", t.shape, t.from.uid,
			refusal.Reason)
	}
}

// check checks from where an owner has its allocation.
func (t *taking) check(w *world, a *allocation) {
	l, s := t.ledger, t.shape
	i := l.index(t.from)
	restricted := t.from.policy == int(koord.ReservationPolicyRestricted)
	if restricted && !l.unclearAmounts && t.short() {
		failf("%v takes from the restricted reservation %s, which has %+v left", s, t.from.uid, *l.rests[t.from])
	}
	if restricted {
		for numa := range l.node.machine.numa {
			left := l.rests[t.from].numa[numa].memory
			if t.from.granted.memoryNodes() != 0 && a.numa[numa].memory > left {
				failf("%v takes %d bytes of NUMA node %d from the restricted reservation %s, which has %d", s, a.numa[numa].memory,
					numa, t.from.uid, left)
			}
		}
	}
	if !s.owns() || !t.binds() || a.cpus&^l.left[i] == 0 {
		return
	}
	policy, _ := l.node.policyFor(s)
	f, _ := l.node.formFor(s, w.configured)
	demands := f.whole || f.single || policy == policyRestricted || policy == policySingle
	enough := bits.OnesCount64(l.left[i]&l.node.ownable()) >= s.cpus() && !t.short() && !l.unclearAmounts
	if restricted || enough && !demands && t.from.granted.memoryNodes() == 0 {
		failf("%v takes the CPUs %s from %s, which has %s left", s, listCPUs(a.cpus), t.from.uid, listCPUs(l.left[i]))
	}
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
