package main

import (
	"bytes"
	"math/rand"
	"reflect"
	"sort"

	"libkoord.invalid/koord"
)

// restart makes another cluster of the objects alone, in a random order, and compares it with the cluster.
func (w *world) restart(a, b, c int) *node {
	random := rand.New(rand.NewSource(int64(a)))
	lib := w.rebuild(random)
	defer lib.close()
	w.sameClusters(lib, random)
	return nil
}

// failover continues with a cluster that was made of the objects alone: all allocations are claims then.
func (w *world) failover(a, b, c int) *node {
	if w.shared {
		return nil
	}
	random := rand.New(rand.NewSource(int64(a)))
	lib := w.rebuild(random)
	w.sameClusters(lib, random)
	w.lib.cluster.Close()
	w.lib.cluster, w.lib.cpus = lib.cluster, map[string]uint64{}
	for _, n := range w.nodes {
		if n.exists() {
			id, err := lib.cluster.NodeID(n.name)
			must(err)
			n.id = id
		}
		w.touch(n)
	}
	for _, p := range w.pods {
		if p != nil {
			p.here, p.bound = false, true
		}
	}
	w.marked = mark{}
	w.checkAll()
	return nil
}

// rebuild makes a cluster of the objects.
func (w *world) rebuild(random *rand.Rand) *library {
	w.counts.restarts++
	lib := newLibrary(w.lib.calls, w.lib.fault, w.arguments)
	lib.restart = true
	var steps []func()
	for _, n := range w.nodes {
		n := n
		if n.hasNode {
			steps = append(steps, func() { w.sendNode(lib, n) })
		}
		if n.hasTopology {
			steps = append(steps, func() { w.sendTopology(lib, n) })
		}
		if n.hasDevices {
			steps = append(steps, func() { w.sendDevices(lib, n) })
		}
		steps = append(steps, w.claimSteps(lib, n)...)
	}
	var owners []*pod
	for _, p := range w.pods {
		if p == nil {
			continue
		}
		p := p
		steps = append(steps, func() {
			pod := w.build.bound(p, 0)
			defer pod.Close()
			_, err := lib.setPod(pod)
			must(err)
		})
		if p.from != nil {
			owners = append(owners, p)
		}
	}
	random.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	for _, step := range steps {
		step()
	}
	sort.Slice(owners, func(i, j int) bool { return owners[i].since < owners[j].since })
	for _, p := range w.pods {
		if p != nil && p.reservation {
			lib.setReservation(p.uid, p.policy)
		}
	}
	for _, p := range owners {
		lib.attachOwner(p.uid, p.from.uid)
	}
	return lib
}

// claims returns copies of the pods of a node: this process has reserved none of them.
func (w *world) claims(n *node) []*pod {
	pods := w.on(n)
	out := make([]*pod, len(pods))
	copies := map[*pod]*pod{}
	for i, p := range pods {
		copied := *p
		copied.here = false
		out[i], copies[p] = &copied, &copied
	}
	for _, p := range out {
		p.from = copies[p.from]
	}
	return out
}

// same reports whether two ledgers of a node give its pods the same CPUs and devices.
func (l *ledger) same(other *ledger) bool {
	return reflect.DeepEqual(l.held, other.held) && reflect.DeepEqual(l.left, other.left) &&
		reflect.DeepEqual(l.refusedCPUs, other.refusedCPUs) && reflect.DeepEqual(l.refusedDevices, other.refusedDevices)
}

// sameClusters compares the cluster with one that was made of the objects. Where claims contradict each other, the model says
// which of them are accepted once no pod is reserved here.
func (w *world) sameClusters(lib *library, random *rand.Rand) {
	same := map[string]bool{}
	restored := make([]*node, len(w.nodes))
	for i, n := range w.nodes {
		copied := *n
		restored[i] = &copied
		if !n.exists() {
			continue
		}
		id, err := lib.cluster.NodeID(n.name)
		must(err)
		copied.id = id
		copied.cached = newLedger(&copied, w.claims(n))
		same[n.name] = w.ledger(n).same(copied.cached)
		w.checkNode(lib, &copied)
		for _, p := range copied.cached.pods {
			*lib.calls++
			conflicts, err := lib.cluster.PodConflicts(p.uid)
			must(err)
			if n.hasTopology {
				w.checkConflicts(p, copied.cached, conflicts)
			}
		}
	}
	for _, p := range w.pods {
		if p != nil && !w.waits(p) && same[p.node] {
			w.samePod(lib, p)
		}
	}
	for i := 0; i < 3; i++ {
		s := anyShape(random.Intn(shapeCount))
		pod := w.build.pending(s, "")
		for j, n := range w.nodes {
			if n.exists() {
				w.sameVerdict(lib, s, pod, n, restored[j], same[n.name])
			}
		}
	}
}

func (w *world) sameVerdict(lib *library, s *shape, pod *koord.Pod, n, restored *node, same bool) {
	again, restoredScore := lib.judge(pod, nil, restored.id)
	w.compareWith(restored, s, again.Reason, restored.cached.judge(s, w.configured))
	if !same {
		return
	}
	refusal, score := w.lib.judge(pod, nil, n.id)
	// A cluster remembers the devices of a Device object that was removed, and gives another reason.
	if refusal.Reason != again.Reason && (n.hasDevices || !refusal.Refused() || !again.Refused()) || score != restoredScore {
		failf("%v on %s: %v, score %d; after a restart %v, score %d", s, n.name, refusal.Reason, score, again.Reason, restoredScore)
	}
}

func (w *world) samePod(lib *library, p *pod) {
	n := w.nodeOf(p)
	status, devices := w.lib.podTexts(p.uid)
	restoredStatus, restoredDevices := lib.podTexts(p.uid)
	// A text has the ids of the devices only as far as the Device object is known.
	var live, restored allocation
	parseDevices(devices, &live)
	parseDevices(restoredDevices, &restored)
	// Claims to devices that the node does not report are not judged. A cluster that had a report remembers its devices.
	if (p.here || n.reportsAll()) && !reflect.DeepEqual(live.devices, restored.devices) {
		failf("%s has the devices %s, and after a restart %s", p.uid, devices, restoredDevices)
	}
	if n.hasTopology && !bytes.Equal(status, restoredStatus) {
		failf("%s has the status %s, and after a restart %s", p.uid, status, restoredStatus)
	}
}
