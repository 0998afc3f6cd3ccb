package main

import (
	"math"
	"math/bits"
	"math/rand"
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

// protections are the protections of pods in a query.
type protections map[string]koord.Protection

// protect protects some pods, and some uids that no pod has, in the query. The last call for a pod counts.
func (w *world) protect(random *rand.Rand, plan string) protections {
	out := protections{}
	for calls := random.Intn(2 * slotCount); calls > 0; calls-- {
		uid := w.uid(random.Intn(slotCount))
		out[uid] = koord.Protection(random.Intn(3))
		w.lib.protect(w.query, uid, out[uid], plan)
	}
	return out
}

// A preempting is a question for the pods to evict for another pod.
type preempting struct {
	shape    *shape
	priority int32
	flags    koord.PreemptFlags
	guarded  protections
	removed  string // uid of a pod that the query removes
}

// preempt asks which pods must be evicted for a pod, and commits the plan of a node or drops it.
func (w *world) preempt(a, b, c int) *node {
	slot, s := w.freeSlot(b), anyShape(a)
	if slot < 0 {
		return nil
	}
	uid := w.uid(slot)
	random := rand.New(rand.NewSource(int64(c)))
	p := &preempting{shape: s, priority: priorityOf(uid)}
	must(w.query.Reset())
	if random.Intn(4) > 0 {
		p.guarded = w.protect(random, "preemption")
	}
	if random.Intn(3) == 0 {
		p.flags = koord.PreemptLeastImportant
	}
	if other, _ := w.anyPod(random.Intn(slotCount), (*pod).plain); other != nil && random.Intn(8) == 0 {
		p.removed = other.uid
		must(w.query.RemovePod(p.removed))
	}
	var found *koord.Preemption
	w.unchanged("Preempt", func() {
		*w.lib.calls++
		var err error
		found, err = w.lib.cluster.Preempt(w.build.pending(s, uid), koord.PreemptOptions{Flags: p.flags}, w.query)
		must(err)
	})
	defer found.Close()
	rows, err := found.Nodes()
	must(err)
	for i, row := range rows {
		if i > 0 && preferredRow(&row, &rows[i-1]) {
			failf("Preempt: row %d %+v ranks before the previous one %+v", i, row, rows[i-1])
		}
		n := w.byID(row.Node)
		if n == nil {
			continue
		}
		victims := w.lib.victims(found, i, row.Node)
		w.checkVictims(n, p, row, victims)
		if row.Reason == koord.ReasonNone && c%len(rows) == i && c/8%2 == 0 {
			w.commitPreemption(found, i, slot, p, n, victims)
			return n
		}
	}
	return nil
}

// preferredRow reports whether a row must stand before another one.
func preferredRow(a, b *koord.NodePreemption) bool {
	fields := func(row *koord.NodePreemption) []int64 {
		if row.Reason != koord.ReasonNone {
			return []int64{2, int64(row.Node)}
		}
		if row.Victims == 0 {
			return []int64{0, -int64(row.Score), int64(row.Node)}
		}
		return []int64{1, int64(row.Avoided), int64(row.HighestPriority), row.PrioritySum, int64(row.Victims), -int64(row.Score),
			int64(row.Node)}
	}
	ofA, ofB := fields(a), fields(b)
	for i := range ofA {
		if ofA[i] != ofB[i] {
			return ofA[i] < ofB[i]
		}
	}
	return false
}

// checkVictims checks that the victims are candidates, that the pod fits without them, and that no other set ranks before
// them.
func (w *world) checkVictims(n *node, p *preempting, row koord.NodePreemption, victims []string) {
	s, l := p.shape, w.ledger(n).withoutUID(p.removed)
	candidates, chosen := uint32(0), uint32(0)
	for i, other := range l.pods {
		if other.plain() && priorityOf(other.uid) < p.priority && p.guarded[other.uid] != koord.ProtectionKeep {
			candidates |= 1 << i
		}
	}
	for _, uid := range victims {
		at := -1
		for i, other := range l.pods {
			if other.uid == uid {
				at = i
			}
		}
		if at < 0 || candidates>>at&1 == 0 || chosen>>at&1 != 0 {
			failf("%v on %s: %s cannot be evicted for it", s, n.name, uid)
		}
		chosen |= 1 << at
	}
	p.checkRow(l, row, chosen)
	if l.disputed() || w.ledger(n).disputed() {
		return // the rules do not say whether claims are judged again before the pod is placed
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
	for i, other := range l.pods {
		if chosen>>i&1 != 0 && l.without(chosen&^(1<<i)).judge(s, w.configured).verdict == fits {
			failf("%v on %s: %v are evicted for it, and by the rules %s can stay", s, n.name, victims, other.uid)
		}
	}
	if row.Flags&koord.PreemptionUnproven == 0 {
		p.checkBest(w, l, candidates, chosen)
	}
}

// checkBest checks that no set of candidates that ranks before the chosen one suffices.
func (p *preempting) checkBest(w *world, l *ledger, candidates, chosen uint32) {
	tries := 0
	for set := candidates; tries < 200 && chosen != 0; set = (set - 1) & candidates {
		if set != chosen && p.ranksBefore(l, set, chosen) {
			tries++
			if l.without(set).judge(p.shape, w.configured).verdict == fits {
				failf("%v on %s: %v are evicted for it, and by the rules %v suffice", p.shape, l.node.name, l.victims(chosen),
					l.victims(set))
			}
		}
		if set == 0 {
			break
		}
	}
}

// checkRow compares the numbers of a row with the victims.
func (p *preempting) checkRow(l *ledger, row koord.NodePreemption, chosen uint32) {
	highest, sum := int32(0), int64(0)
	for i, uid := range l.victims(chosen) {
		if i == 0 {
			highest = priorityOf(uid)
		}
		sum += int64(priorityOf(uid)) - math.MinInt32
	}
	count, avoided := bits.OnesCount32(chosen), p.avoided(l, chosen)
	if row.Reason != koord.ReasonNone && chosen != 0 || row.Victims != uint32(count) || row.Avoided != uint32(avoided) ||
		row.HighestPriority != highest || row.PrioritySum != sum {
		failf("%v on %s: the row %+v has the victims %v, of which %d are to be avoided", p.shape, l.node.name, row, l.victims(chosen),
			avoided)
	}
}

// avoided counts the pods of a set that should be evicted only if there is no other way.
func (p *preempting) avoided(l *ledger, set uint32) int {
	count := 0
	for _, uid := range l.victims(set) {
		if p.guarded[uid] == koord.ProtectionAvoid {
			count++
		}
	}
	return count
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

// ranksBefore reports whether a set of victims is chosen before another one: fewer that should be avoided, then fewer pods,
// then lower priorities, the highest first, then lower uids. With the flag a lower highest priority comes before the number of
// pods, and a lower sum of priorities after it.
func (p *preempting) ranksBefore(l *ledger, a, b uint32) bool {
	ofA, ofB := p.rank(l, a), p.rank(l, b)
	for i := range ofA {
		if ofA[i] != ofB[i] {
			return ofA[i] < ofB[i]
		}
	}
	namesA, namesB := l.victims(a), l.victims(b)
	for i := range namesA {
		if namesA[i] != namesB[i] {
			return namesA[i] < namesB[i]
		}
	}
	return false
}

// rank returns the numbers by which a set of victims is compared, the first that differs decides.
func (p *preempting) rank(l *ledger, set uint32) []int64 {
	victims := l.victims(set)
	out := []int64{int64(p.avoided(l, set)), 0, int64(len(victims)), 0}
	for i, uid := range victims {
		if p.flags&koord.PreemptLeastImportant != 0 {
			if i == 0 {
				out[1] = 1 + int64(priorityOf(uid))
			}
			out[3] += int64(priorityOf(uid))
		}
	}
	for _, uid := range victims {
		out = append(out, int64(priorityOf(uid)))
	}
	return out
}

// victims returns the uids of a set of pods, those with the highest priorities first, then by uid.
func (l *ledger) victims(set uint32) (out []string) {
	for i, p := range l.pods {
		if set>>i&1 != 0 {
			out = append(out, p.uid)
		}
	}
	sort.Slice(out, func(a, b int) bool {
		if x, y := priorityOf(out[a]), priorityOf(out[b]); x != y {
			return x > y
		}
		return out[a] < out[b]
	})
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

// withoutUID returns the ledger of the node without a pod, or itself if the pod is not there.
func (l *ledger) withoutUID(uid string) *ledger {
	for i, p := range l.pods {
		if p.uid == uid {
			return l.without(1 << i)
		}
	}
	return l
}

// commitPreemption evicts the victims and places the pod.
func (w *world) commitPreemption(found *koord.Preemption, row, slot int, p *preempting, n *node, victims []string) {
	s := p.shape
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
	if l := w.ledger(n); l.withoutUID(p.removed) != l {
		expect("Commit of a plan without a pod of the node", w.lib.commit(plan, "preemption"), koord.ErrStale)
		return
	}
	if !w.committed(plan, "preemption") {
		return
	}
	disputed := w.ledger(n).disputed()
	for _, uid := range victims {
		for at, other := range w.pods {
			if other != nil && other.uid == uid {
				w.drop(at)
			}
		}
	}
	w.adoptPod(slot, s, n, cpus, !disputed)
}
