package main

import (
	"math/bits"
	"reflect"

	"libkoord.invalid/koord"
)

// resize plans other amounts for a pod, and commits or drops the plan.
func (w *world) resize(a, b, c int) *node {
	p, _ := w.anyPod(a, func(p *pod) bool { return p.plain() && !w.waits(p) && !p.shape.bestEffortPod && !p.shape.wrong })
	if p == nil {
		return nil
	}
	n := w.nodeOf(p)
	s := shapes[p.shape.index%shapeCount+b%sizes*shapeCount]
	if s == p.shape || !n.hasTopology || !n.hasNode {
		return nil
	}
	r := w.newResize(n, p, s)
	plan, refusal := w.planResize(r)
	if plan == nil {
		r.checkRefusal(w, refusal)
		return n
	}
	defer plan.Close()
	cpus := w.lib.stepCPUs(plan, 0, "resize")
	r.checkCPUs(w, cpus)
	// A pod of another scheduler that was resized here has another precedence than after a restart.
	if !p.here || c%4 == 0 || !w.committed(plan, "resize") {
		return n
	}
	before := p.granted
	p.shape = s
	w.read(p)
	if p.granted.cpus != cpus {
		failf("the resize of %s plans the CPUs %s and gives %s", p.uid, listCPUs(cpus), listCPUs(p.granted.cpus))
	}
	w.touch(n)
	r.checkPlace(w, &before)
	w.logf("%s is resized to %v: %s %s", p.uid, s, p.status, p.deviceText)
	if p.bound {
		w.report(p)
	}
	return n
}

// A resizing is a change of a pod's amounts.
type resizing struct {
	node     *node
	pod      *pod
	shape    *shape // the new one
	own      uint64 // the pod's CPUs
	known    bool   // the ledger knows what the pod has
	others   *ledger
	expected opinion // about a new pod of the shape on the node without the pod
}

func (w *world) newResize(n *node, p *pod, s *shape) *resizing {
	l := w.ledger(n)
	i := l.index(p)
	r := &resizing{node: n, pod: p, shape: s, own: l.own[i]}
	r.known = p.here || !l.refusedCPUs[i] && !p.shape.hasDevices()
	r.others = newLedger(n, l.pods)
	if r.known {
		r.others.release(p)
	}
	again := *s
	again.tolerates = true // the pod is there already
	r.expected = r.others.judge(&again, w.configured)
	return r
}

func (w *world) planResize(r *resizing) (plan *koord.Plan, refusal koord.Refusal) {
	w.unchanged("PlanResize", func() { plan, refusal = w.lib.planResize(w.build.pending(r.shape, r.pod.uid)) })
	return plan, refusal
}

func (r *resizing) checkRefusal(w *world, refusal koord.Refusal) {
	if !r.known {
		return
	}
	p, s := r.pod, r.shape
	if refusal.Reason == koord.ReasonWouldMove {
		if cpus := r.others.stays(s, w.configured, r.own); cpus != 0 {
			failf("the resize of %s from %v to %v would move it, although it could have %s instead of %s", p.uid, p.shape, s,
				listCPUs(cpus), listCPUs(r.own))
		}
		return
	}
	if len(p.granted.devices) == 0 { // a pod keeps its devices, and so their NUMA nodes
		w.compareWith(r.node, s, refusal.Reason, r.expected)
	}
}

// checkCPUs checks that the new CPUs contain the former ones or are among them.
func (r *resizing) checkCPUs(w *world, cpus uint64) {
	p := r.pod
	if !r.known {
		return
	}
	if r.expected.verdict == refused && len(p.granted.devices) == 0 {
		failf("the resize of %s from %v to %v is accepted, and by the rules a new pod %v", p.uid, p.shape, r.shape, r.expected)
	}
	grows := bits.OnesCount64(cpus) >= bits.OnesCount64(r.own)
	if grows && r.own&^cpus != 0 || !grows && cpus&^r.own != 0 {
		failf("%s has the CPUs %s and gets %s by a resize: neither contains the other", p.uid, listCPUs(r.own), listCPUs(cpus))
	}
	if r.shape.owns() {
		r.others.allowedCPUs(r.shape, w.configured, cpus, r.own)
	} else if cpus != 0 {
		failf("%s gets the CPUs %s by a resize, although it shares CPUs", p.uid, listCPUs(cpus))
	}
}

// checkPlace checks the allocation after the resize.
func (r *resizing) checkPlace(w *world, before *allocation) {
	p := r.pod
	if !reflect.DeepEqual(before.devices, p.granted.devices) {
		failf("%s has the devices %+v and gets %+v by a resize", p.uid, before.devices, p.granted.devices)
	}
	r.others.allowedAmounts(p.shape, &p.granted)
	had, has := before.memoryNodes(), p.granted.memoryNodes()
	if !p.shape.owns() && had&^has != 0 && has&^had != 0 {
		failf("%s has memory of the NUMA nodes %s and gets that of %s by a resize: neither contains the other", p.uid,
			listCPUs(had), listCPUs(has))
	}
	policy, _ := r.node.policyFor(p.shape)
	f, _ := r.node.formFor(p.shape, w.configured)
	limit, clear := len(r.node.machine.numa), !r.others.unclearNUMA && !r.others.unclearAmounts
	switch policy {
	case policySingle:
		limit = 1
	case policyRestricted:
		widths, known := r.others.widths(p.shape, f)
		limit, clear = 1, clear && known
		for _, width := range widths {
			if width > limit {
				limit = width
			}
		}
	}
	if used := r.others.uses(p.shape, &p.granted); clear && bits.OnesCount64(used) > limit {
		failf("%s uses the NUMA nodes %s after a resize to %v under %s, which allows %d", p.uid, listCPUs(used), p.shape,
			policyNames[policy], limit)
	}
}

// memoryNodes returns the NUMA nodes of which the pod has memory.
func (a *allocation) memoryNodes() uint64 {
	out := uint64(0)
	for numa, amount := range a.numa {
		if amount.memory > 0 {
			out |= 1 << numa
		}
	}
	return out
}

// stays returns CPUs that the policies allow a pod that has the CPUs own, without a move. It returns 0 if there are none, or if
// the rules leave it open. The ledger is that without the pod.
func (l *ledger) stays(s *shape, configured koord.BindPolicy, own uint64) uint64 {
	n := l.node
	if own == 0 || !s.owns() || n.bindLabel == "SpreadByPCPUs" || n.strategy == "DistributeEvenly" || s.hasDevices() || l.unclearAmounts {
		return 0
	}
	f, _ := n.formFor(s, configured)
	policy, _ := n.policyFor(s)
	strict := policy == policyRestricted || policy == policySingle
	if widths, clear := l.widths(s, f); strict && (!clear || l.unclearNUMA || s.keepsApart() || !equalTo(widths, 1)) {
		return 0
	}
	kept, from := own, l.free()&^own
	if s.cpus() < bits.OnesCount64(own) {
		kept, from = 0, own
	}
	// All sets of the CPUs to choose from.
	for more := from; ; more = (more - 1) & from {
		cpus := kept | more
		numas := n.machine.numasOf(cpus)
		if bits.OnesCount64(cpus) == s.cpus() && f.accepts(n.machine, cpus) &&
			(!strict || bits.OnesCount64(numas) == 1 && l.suffices(s, f, numas) == fits) {
			return cpus
		}
		if more == 0 {
			return 0
		}
	}
}

func equalTo(widths []int, wanted int) bool {
	for _, width := range widths {
		if width != wanted {
			return false
		}
	}
	return true
}

// accepts reports whether CPUs have the form.
func (f form) accepts(m *machine, cpus uint64) bool {
	return (!f.whole || m.wholeCores(cpus)*m.threads == bits.OnesCount64(cpus)) &&
		(!f.single || m.usedCores(cpus) == bits.OnesCount64(cpus))
}
