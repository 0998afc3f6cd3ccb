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
	w.counts.restarts++
	random := rand.New(rand.NewSource(int64(a)))
	lib := newLibrary(w.lib.calls, w.lib.fault, w.arguments)
	lib.restart = true
	defer lib.close()
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
	sort.Slice(owners, func(i, j int) bool { return owners[i].order < owners[j].order })
	for _, p := range w.pods {
		if p != nil && p.reservation {
			must(lib.cluster.SetReservation(p.uid, koord.ReservationPolicy(p.policy)))
		}
	}
	for _, p := range owners {
		must(lib.cluster.AttachOwner(p.uid, p.from.uid))
	}
	w.sameClusters(lib, random)
	return nil
}

func (w *world) sameClusters(lib *library, random *rand.Rand) {
	for _, n := range w.nodes {
		if !n.exists() {
			continue
		}
		id, err := lib.cluster.NodeID(n.name)
		must(err)
		restored := *n
		restored.id = id
		w.checkNode(lib, &restored)
	}
	for _, p := range w.pods {
		if p != nil && !w.waits(p) {
			w.samePod(lib, p)
		}
	}
	for i := 0; i < 3; i++ {
		s := anyShape(random.Intn(shapeCount))
		pod := w.build.pending(s, "")
		for _, n := range w.nodes {
			if !n.exists() {
				continue
			}
			id, err := lib.cluster.NodeID(n.name)
			must(err)
			refusal, score := w.lib.judge(pod, nil, n.id)
			restored, restoredScore := lib.judge(pod, nil, id)
			// A cluster remembers the devices of a Device object that was removed, and gives another reason.
			same := refusal.Reason == restored.Reason || !n.hasDevices && refusal.Refused() && restored.Refused()
			if !same || score != restoredScore {
				failf("%v on %s: %v, score %d; after a restart %v, score %d", s, n.name, refusal.Reason, score, restored.Reason, restoredScore)
			}
		}
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
