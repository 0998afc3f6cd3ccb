package main

import (
	"math/bits"
	"sort"

	"libkoord.invalid/koord"
)

// priorityOf returns the priority of a pod. Its uid decides.
func priorityOf(uid string) int32 {
	if uid == "" {
		return 0
	}
	return int32(uid[len(uid)-1]-'0') % 4
}

// preempt asks which pods must be evicted for a pod, and commits the plan of a node or drops it.
func (w *world) preempt(a, b, c int) *node {
	slot, s := w.freeSlot(b), anyShape(a)
	if slot < 0 {
		return nil
	}
	uid := w.uid(slot)
	var found *koord.Preemption
	w.unchanged("Preempt", func() {
		*w.lib.calls++
		var err error
		found, err = w.lib.cluster.Preempt(w.build.pending(s, uid), koord.PreemptOptions{}, nil)
		must(err)
	})
	defer found.Close()
	rows, err := found.Nodes()
	must(err)
	for i, row := range rows {
		n := w.byID(row.Node)
		if n == nil {
			continue
		}
		victims := w.lib.victims(found, i, row.Node)
		w.checkVictims(n, s, priorityOf(uid), row, victims)
		if row.Reason == koord.ReasonNone && c%len(rows) == i && c/8%2 == 0 {
			w.commitPreemption(found, i, slot, s, n, victims)
			return n
		}
	}
	return nil
}

// checkVictims checks that the victims are candidates, that the pod fits without them, and that no other set ranks before
// them.
func (w *world) checkVictims(n *node, s *shape, priority int32, row koord.NodePreemption, victims []string) {
	l := w.ledger(n)
	if l.disputed() {
		return // the rules do not say whether claims are judged again before the pod is placed
	}
	candidates, chosen := uint32(0), uint32(0)
	for i, p := range l.pods {
		if p.plain() && priorityOf(p.uid) < priority {
			candidates |= 1 << i
		}
	}
	for _, uid := range victims {
		at := -1
		for i, p := range l.pods {
			if p.uid == uid {
				at = i
			}
		}
		if at < 0 || candidates>>at&1 == 0 || chosen>>at&1 != 0 {
			failf("%v on %s: %s cannot be evicted for it", s, n.name, uid)
		}
		chosen |= 1 << at
	}
	if row.Reason != koord.ReasonNone {
		if answer := l.without(candidates).judge(s, w.configured); answer.verdict == fits {
			failf("%v on %s: no eviction helps: %v, and by the rules the pod fits without all candidates", s, n.name, row.Reason)
		}
		return
	}
	if answer := l.without(chosen).judge(s, w.configured); answer.verdict == refused {
		failf("%v on %s: %v are evicted for it, and by the rules the pod then %v", s, n.name, victims, answer)
	}
	if row.Flags&koord.PreemptionUnproven != 0 {
		return
	}
	tries := 0
	for set := candidates; tries < 200 && chosen != 0; set = (set - 1) & candidates {
		if set != chosen && l.ranksBefore(set, chosen) {
			tries++
			if l.without(set).judge(s, w.configured).verdict == fits {
				failf("%v on %s: %v are evicted for it, and by the rules the pods %s of %s suffice", s, n.name, victims,
					listCPUs(uint64(set)), l.uids())
			}
		}
		if set == 0 {
			break
		}
	}
}

// disputed reports whether claims are refused.
func (l *ledger) disputed() bool {
	for i := range l.pods {
		if l.refusedCPUs[i] || l.refusedDevices[i] {
			return true
		}
	}
	return false
}

func (l *ledger) uids() (out []string) {
	for _, p := range l.pods {
		out = append(out, p.uid)
	}
	return out
}

// ranksBefore reports whether a set of victims is chosen before another one: fewer pods, then lower priorities, the
// highest first, then lower uids.
func (l *ledger) ranksBefore(a, b uint32) bool {
	if bits.OnesCount32(a) != bits.OnesCount32(b) {
		return bits.OnesCount32(a) < bits.OnesCount32(b)
	}
	ofA, ofB := l.victims(a), l.victims(b)
	for i := range ofA {
		if x, y := priorityOf(ofA[i]), priorityOf(ofB[i]); x != y {
			return x < y
		}
	}
	sort.Strings(ofA)
	sort.Strings(ofB)
	for i := range ofA {
		if ofA[i] != ofB[i] {
			return ofA[i] < ofB[i]
		}
	}
	return false
}

// victims returns the uids of a set of pods, those with the highest priorities first.
func (l *ledger) victims(set uint32) (out []string) {
	for i, p := range l.pods {
		if set>>i&1 != 0 {
			out = append(out, p.uid)
		}
	}
	sort.Slice(out, func(a, b int) bool { return priorityOf(out[a]) > priorityOf(out[b]) })
	return out
}

// without returns the ledger of the node without some of its pods.
func (l *ledger) without(set uint32) *ledger {
	var pods []*pod
	for i, p := range l.pods {
		if set>>i&1 == 0 {
			pods = append(pods, p)
		}
	}
	return newLedger(l.node, pods)
}

// commitPreemption evicts the victims and places the pod.
func (w *world) commitPreemption(found *koord.Preemption, row, slot int, s *shape, n *node, victims []string) {
	*w.lib.calls++
	plan, refusal, err := w.lib.cluster.PlanPreemption(found, row)
	must(err)
	if plan == nil {
		failf("%v on %s: %v are to be evicted, and there is no plan: %v", s, n.name, victims, refusal.Reason)
	}
	defer plan.Close()
	steps, err := plan.Steps()
	must(err)
	if len(steps) != len(victims)+1 {
		failf("%v on %s: %v are to be evicted, and the plan has %d steps", s, n.name, victims, len(steps))
	}
	cpus := w.lib.stepCPUs(plan, len(steps)-1, "preemption")
	if !w.committed(plan, "preemption") {
		return
	}
	disputed := w.ledger(n).disputed()
	for _, uid := range victims {
		for at, p := range w.pods {
			if p != nil && p.uid == uid {
				w.drop(at)
			}
		}
	}
	w.adoptPod(slot, s, n, cpus, !disputed)
}
