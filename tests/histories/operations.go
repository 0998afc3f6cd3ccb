package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"math/rand"

	"libkoord.invalid/koord"
)

// operations are in the order of the kinds. Each returns the node that it may have changed, or nil.
var operations [kindCount]func(w *world, a, b, c int) *node

func init() {
	operations = [kindCount]func(w *world, a, b, c int) *node{
		Judge: (*world).judge, Evaluate: (*world).evaluate, Reserve: (*world).reserve, Remove: (*world).remove, Bind: (*world).bind,
		Foreign: (*world).foreign, Repeat: (*world).repeat, End: (*world).end, ChangeNode: (*world).changeNode,
		ChangeTopology: (*world).changeTopology, ChangeDevices: (*world).changeDevices, RemoveNode: (*world).removeNode,
		RemoveTopology: (*world).removeTopology, RemoveDevices: (*world).removeDevices, Resize: (*world).resize, Gang: (*world).gang,
		Rebind: (*world).rebind, RebindFor: (*world).rebindFor, Preempt: (*world).preempt, WithoutPod: (*world).withoutPod, WithPod: (*world).withPod,
		MakeReservation: (*world).makeReservation, TakeFrom: (*world).takeFrom, Attach: (*world).attach, Explain: (*world).explain,
		Capacity: (*world).capacity, Mark: (*world).mark, ReserveMarked: (*world).reserveMarked, Restart: (*world).restart,
		Failover: (*world).failover, Claim: (*world).claim,
	}
}

func (w *world) anyNode(number int) *node { return w.nodes[number%len(w.nodes)] }

// anyShape returns a shape as the catalogue has it, not a resized one.
func anyShape(number int) *shape { return shapes[number%shapeCount] }

// freeSlot returns a slot without a pod, or -1.
func (w *world) freeSlot(number int) int {
	for i := 0; i < slotCount; i++ {
		if slot := (number + i) % slotCount; w.pods[slot] == nil {
			return slot
		}
	}
	return -1
}

// anyPod returns a pod that a predicate accepts, and its slot, or nil.
func (w *world) anyPod(number int, accepts func(*pod) bool) (*pod, int) {
	for i := 0; i < slotCount; i++ {
		slot := (number + i) % slotCount
		if p := w.pods[slot]; p != nil && accepts(p) {
			return p, slot
		}
	}
	return nil, -1
}

// plain reports whether a pod is neither a reservation nor takes from one.
func (p *pod) plain() bool { return !p.reservation && p.from == nil }

func (w *world) judge(a, b, c int) *node {
	n, s := w.anyNode(a), anyShape(b)
	if !n.exists() {
		return nil
	}
	refusal, _ := w.lib.judge(w.build.pending(s, ""), nil, n.id)
	w.compare(n, s, refusal.Reason)
	return nil
}

// evaluate compares the rows of all nodes with the model, and FindBest with the rows.
func (w *world) evaluate(a, b, c int) *node {
	s := anyShape(a)
	pod := w.build.pending(s, "")
	*w.lib.calls += 2
	rows, _, err := w.lib.cluster.Evaluate(pod, nil)
	must(err)
	best, existing := -1, 0
	for _, n := range w.nodes {
		if n.exists() {
			existing++
		}
	}
	for i, row := range rows {
		if i > 0 && rows[i-1].Node >= row.Node {
			failf("Evaluate: row %d is not in the order of the nodes", i)
		}
		if row.Reason == koord.ReasonNone && (best < 0 || row.Score > rows[best].Score) {
			best = i
		}
		for _, n := range w.nodes {
			if n.exists() && n.id == row.Node {
				w.compare(n, s, row.Reason)
				existing--
			}
		}
	}
	if existing != 0 {
		failf("Evaluate: %d nodes have no row", existing)
	}
	if w.shared {
		return nil
	}
	var found [1]koord.Verdict
	count, _, err := w.lib.cluster.FindBest(pod, nil, found[:])
	must(err)
	if (count == 1) != (best >= 0) || count == 1 && found[0] != rows[best] {
		failf("FindBest finds %d nodes %+v, the rows are %+v", count, found, rows)
	}
	return nil
}

func (w *world) reserve(a, b, c int) *node {
	slot, n := a%slotCount, w.anyNode(c)
	if p := w.pods[slot]; p != nil {
		w.reserveAgain(p, n)
		return nil
	}
	if !n.exists() {
		return nil
	}
	s := anyShape(b)
	w.place(slot, s, n, nil)
	return n
}

// place reserves a pod. It returns nil if the pod is refused.
func (w *world) place(slot int, s *shape, n *node, query *koord.Query) *pod {
	uid := w.uid(slot)
	cpus, refusal, err := w.lib.reserve(w.build.pending(s, uid), query, n.id)
	must(err)
	w.compare(n, s, refusal.Reason)
	if refusal.Refused() {
		return nil
	}
	return w.adopt(slot, s, n, cpus)
}

// adopt records a pod that the library has placed.
func (w *world) adopt(slot int, s *shape, n *node, cpus uint64) *pod {
	return w.adoptPod(slot, s, n, cpus, true)
}

// adoptPod is adopt, without the checks of the allocation if others depend on it.
func (w *world) adoptPod(slot int, s *shape, n *node, cpus uint64, checked bool) *pod {
	p := w.newPod(slot, s, n)
	p.here = true
	w.read(p)
	if p.granted.cpus != cpus {
		failf("%s: the plan or Reserve gives the CPUs %s, the status has %s", p.uid, listCPUs(cpus), listCPUs(p.granted.cpus))
	}
	l := w.ledger(n)
	if checked {
		l.allowed(s, w.configured, &p.granted, 0)
	}
	w.keep(slot, p, n)
	if checked {
		l.checkLeft(w.ledger(n), s)
	}
	return p
}

func (w *world) newPod(slot int, s *shape, n *node) *pod {
	w.order++
	return &pod{uid: w.uid(slot), shape: s, node: n.name, scheduled: int64(1000 + w.order), order: w.order}
}

func (w *world) keep(slot int, p *pod, n *node) {
	w.pods[slot] = p
	w.touch(n)
	w.counts.placed++
	w.logf("%s on %s: %v: %s %s", p.uid, n.name, p.shape, p.status, p.deviceText)
}

// read reads the annotations of a pod's allocation from the library.
func (w *world) read(p *pod) {
	p.status, p.deviceText = w.lib.reservedTexts(p.uid)
	p.granted = allocation{}
	parseStatus(p.status, &p.granted)
	parseDevices(p.deviceText, &p.granted)
}

// reserveAgain reserves a pod that exists: on its node it keeps what it has, elsewhere this is a conflict.
func (w *world) reserveAgain(p *pod, n *node) {
	if !n.exists() || !p.plain() || p.shape.wrong {
		return
	}
	cpus, refusal, err := w.lib.reserve(w.build.pending(p.shape, p.uid), nil, n.id)
	if p.node != n.name || w.waits(p) {
		expect("Reserve on another node", err, koord.ErrConflict)
		return
	}
	must(err)
	if !p.here {
		return // its claims are not those of a reservation
	}
	l := w.ledger(n)
	if own := l.own[l.index(p)]; n.hasTopology && (refusal.Refused() || cpus != own) {
		failf("%s is reserved again on %s: %v, CPUs %s, expected %s", p.uid, n.name, refusal.Reason, listCPUs(cpus), listCPUs(own))
	}
}

func (w *world) remove(a, b, c int) *node {
	slot := a % slotCount
	p := w.pods[slot]
	err := w.lib.removePod(w.uid(slot))
	if p == nil {
		expect("RemovePod of an unknown pod", err, koord.ErrNotFound)
		return nil
	}
	must(err)
	return w.drop(slot)
}

// drop forgets a pod in the model.
func (w *world) drop(slot int) *node {
	p := w.pods[slot]
	w.logf("%s leaves", p.uid)
	w.pods[slot] = nil
	for _, other := range w.pods {
		if other != nil && other.from == p {
			other.from = nil
		}
	}
	n := w.nodeOf(p)
	if n == nil || !n.exists() {
		return nil
	}
	w.touch(n)
	return n
}

// bind reports the pod as bound, as an informer does once PreBind has written the annotations.
func (w *world) bind(a, b, c int) *node {
	p, _ := w.anyPod(a, func(p *pod) bool { return p.here && !p.bound && !p.reservation })
	if p == nil {
		return nil
	}
	p.bound = true
	return w.report(p)
}

// report sets a bound pod.
func (w *world) report(p *pod) *node {
	pod := w.build.bound(p, 0)
	defer pod.Close()
	conflicts, err := w.lib.setPod(pod)
	must(err)
	n := w.nodeOf(p)
	if n == nil || !n.exists() {
		return nil
	}
	if !p.plain() {
		w.unsure(n)
	}
	if n.hasTopology {
		if l := w.ledger(n); p.here && conflicts.ClaimsRefused != 0 && !n.holdsFrom(p) {
			failf("%s: %d claims of its own are refused: %v, %v, %v", p.uid, conflicts.ClaimsRefused, conflicts.CPUs.Reason,
				conflicts.Amounts.Reason, conflicts.Devices.Reason)
		} else if !p.here {
			w.checkConflicts(p, l, conflicts)
		}
	}
	return n
}

// repeat sends an event about a bound pod again.
func (w *world) repeat(a, b, c int) *node {
	p, _ := w.anyPod(a, func(p *pod) bool { return !p.here || p.bound })
	if p == nil {
		return nil
	}
	return w.report(p)
}

// end reports that a bound pod has ended.
func (w *world) end(a, b, c int) *node {
	p, slot := w.anyPod(a, func(p *pod) bool { return !p.here || p.bound })
	if p == nil {
		return nil
	}
	pod := w.build.bound(p, koord.PodTerminated)
	defer pod.Close()
	_, err := w.lib.setPod(pod)
	must(err)
	return w.drop(slot)
}

// foreign sets a pod that another scheduler bound, with claims that may be those of other pods.
func (w *world) foreign(a, b, c int) *node {
	slot, n, s := w.freeSlot(a), w.anyNode(c), anyShape(b)
	if slot < 0 || s.wrong || s.devices[rdma].vf {
		return nil
	}
	random := rand.New(rand.NewSource(int64(a) ^ int64(b)<<20))
	p := w.newPod(slot, s, n)
	p.scheduled = int64(1 + random.Intn(4))
	if random.Intn(3) > 0 {
		p.scheduled += foreignTime // otherwise it was bound before all others
	}
	p.bound = true
	w.drawClaim(random, n, p)
	w.keep(slot, p, n)
	return w.report(p)
}

func (w *world) drawClaim(random *rand.Rand, n *node, p *pod) {
	from, count := n.machine.all, p.shape.cpus()
	switch random.Intn(6) {
	case 0, 1, 2:
		from = w.ledger(n).free()
	case 3:
		count++
	}
	if p.shape.owns() || random.Intn(8) == 0 {
		for cpu := random.Intn(4); cpu < 64 && bits.OnesCount64(p.granted.cpus) < count; cpu++ {
			p.granted.cpus |= from & (1 << cpu)
		}
	}
	if p.granted.cpus != 0 {
		p.status = []byte(fmt.Sprintf(`{"cpuset":%q}`, listCPUs(p.granted.cpus)))
	}
	for kind, d := range p.shape.devices {
		for i := range n.devices {
			each := n.devices[(i+random.Intn(2))%len(n.devices)]
			if each.kind != kind || !each.usable() || d.count == 0 {
				continue
			}
			if p.granted.has(kind, each.minor) || p.granted.count(kind) == d.count {
				continue
			}
			p.granted.devices = append(p.granted.devices, grant{kind: kind, minor: each.minor, core: d.core, ratio: d.ratio, bytes: d.bytes})
		}
		if p.granted.count(kind) != d.count {
			p.granted.devices = nil // a claim to fewer devices than requested
			break
		}
	}
	if p.granted.devices != nil {
		p.deviceText = []byte(devicesText(p.granted.devices))
	}
}

func (a *allocation) has(kind, minor int) bool {
	for _, g := range a.devices {
		if g.kind == kind && g.minor == minor {
			return true
		}
	}
	return false
}

func (a *allocation) count(kind int) int {
	count := 0
	for _, g := range a.devices {
		if g.kind == kind {
			count++
		}
	}
	return count
}

func (w *world) changeNode(a, b, c int) *node {
	n := w.anyNode(a)
	w.change(n, &n.hasNode, n.nodeJSON, func() { n.changeNode(b, c) }, w.sendNode)
	return n
}

func (w *world) changeTopology(a, b, c int) *node {
	n := w.anyNode(a)
	w.change(n, &n.hasTopology, n.topologyJSON, func() { n.changeTopology(b, c) }, w.sendTopology)
	return n
}

func (w *world) changeDevices(a, b, c int) *node {
	n := w.anyNode(a)
	if len(n.devices) == 0 {
		return nil
	}
	changed := n.devices[b%len(n.devices)]
	if changed.isInstance() {
		changed = n.devices[n.deviceAt(gpu, changed.parent)]
	}
	w.change(n, &n.hasDevices, n.devicesJSON, func() {
		for i := range n.devices {
			switch d := &n.devices[i]; {
			case !d.isInstance() && (d.kind != changed.kind || d.minor != changed.minor):
			case d.isInstance() && (!changed.mig || d.parent != changed.minor):
			case c%4 == 0:
				d.absent = !changed.absent
			default:
				d.unhealthy = !changed.unhealthy
			}
		}
	}, w.sendDevices)
	return n
}

// change changes an object of a node and sends it.
func (w *world) change(n *node, exists *bool, text func() []byte, change func(), send func(*library, *node)) {
	existed, before := *exists, text()
	change()
	*exists = true
	send(w.lib, n)
	w.touch(n)
	if existed && bytes.Equal(before, text()) {
		w.unsure(n) // the same object again may count as a change, or not
	}
	w.logText(text)
}

// removeNode removes a node with its pods. It returns as another machine of the same name.
func (w *world) removeNode(a, b, c int) *node {
	n := w.anyNode(a)
	*w.lib.calls++
	err := w.lib.cluster.RemoveNode(n.name)
	if !n.exists() {
		expect("RemoveNode of an unknown node", err, koord.ErrNotFound)
		return nil
	}
	must(err)
	w.logf("%s is removed", n.name)
	for slot, p := range w.pods {
		if p != nil && p.node == n.name {
			w.drop(slot)
		}
	}
	w.dropClaims(n)
	n.draw(rand.New(rand.NewSource(int64(b))))
	w.unsure(n)
	return n
}

func (w *world) removeTopology(a, b, c int) *node {
	n := w.anyNode(a)
	if !n.hasNode || !n.hasTopology {
		return nil
	}
	*w.lib.calls++
	must(w.lib.cluster.RemoveTopology(n.name))
	w.logf("%s has no topology", n.name)
	n.hasTopology = false
	w.touch(n)
	return n
}

func (w *world) removeDevices(a, b, c int) *node {
	n := w.anyNode(a)
	if !n.hasNode || !n.hasDevices {
		return nil
	}
	*w.lib.calls++
	must(w.lib.cluster.RemoveDevices(n.name))
	w.logf("%s has no Device object", n.name)
	n.hasDevices = false
	w.touch(n)
	return n
}

func (w *world) mark(a, b, c int) *node {
	w.marked = mark{generation: w.lib.info().Generation}
	for i, n := range w.nodes {
		w.marked.versions[i] = n.version
	}
	return nil
}

// reserveMarked reserves a pod by the verdict of an earlier generation.
func (w *world) reserveMarked(a, b, c int) *node {
	slot, n, s := w.freeSlot(a), w.anyNode(c), anyShape(b)
	i := c % len(w.nodes)
	if slot < 0 || !n.exists() || w.marked.generation == 0 || w.marked.unsure[i] ||
		w.ledger(n).judge(s, w.configured).verdict != fits {
		return nil
	}
	must(w.query.Reset())
	must(w.query.SetGeneration(w.marked.generation))
	cpus, refusal, err := w.lib.reserve(w.build.pending(s, w.uid(slot)), w.query, n.id)
	if w.marked.versions[i] != n.version {
		expect("Reserve by a verdict before the last change", err, koord.ErrStale)
		return nil
	}
	if errors.Is(err, koord.ErrStale) {
		failf("%s is stale in generation %d, although it has not changed since", n.name, w.marked.generation)
	}
	must(err)
	w.compare(n, s, refusal.Reason)
	w.adopt(slot, s, n, cpus)
	return n
}
