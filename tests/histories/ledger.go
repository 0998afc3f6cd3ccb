package main

import (
	"math/bits"
	"sort"
)

// A pod is on a node, or waits for it.
type pod struct {
	uid       string
	shape     *shape
	node      string
	scheduled int64 // time of the binding
	order     int   // pods are numbered in the order in which they came

	// here is true if this process reserved the pod: granted is its allocation, whatever it claims.
	// Otherwise granted is its claim.
	here       bool
	bound      bool
	granted    allocation
	status     []byte // the annotation resource-status
	deviceText []byte // the annotation device-allocated

	reservation bool
	policy      int
	from        *pod // the reservation from which it takes
	since       int  // owners of a reservation are numbered in the order in which they came
}

// A ledger is the account of a node, computed from its objects and its pods alone.
type ledger struct {
	node *node
	pods []*pod // by uid
	own  []uint64
	held []uint64 // CPUs that the pod would own if none of them were offline or reserved; of reservations all
	left []uint64 // of reservations: the unused CPUs

	taken         uint64
	milli, memory int64 // used of the whole node
	rests         map[*pod]*rest
	numa          [maxNUMA]amounts
	devices       []deviceLeft

	refusedCPUs, refusedDevices []bool // claims, by pod

	// These are true if the rules do not say enough to predict a verdict.
	unclearNUMA, unclearAmounts bool
	unclearDevices              [kinds]bool
}

type deviceLeft struct {
	core, ratio, bytes int64
	vfs                map[string]bool // virtual functions in use
}

// capacity returns the amounts of a NUMA node that pods can have.
func (n *node) capacity(numa int) amounts {
	return amounts{n.amplified(int64(1000 * bits.OnesCount64(n.machine.numa[numa]&n.ownable()))), n.zoneMemory}
}

// precedes is the precedence of claims: reservations of this process, then reservations that any pod may turn out to be an
// owner of, then the time of the binding, then the uid.
func precedes(a, b *pod) bool {
	if a.here != b.here {
		return a.here
	}
	if a.here {
		return a.order < b.order
	}
	if a.reservation != b.reservation {
		return a.reservation
	}
	if a.scheduled != b.scheduled {
		return a.scheduled < b.scheduled
	}
	return a.uid < b.uid
}

func newLedger(n *node, pods []*pod) *ledger {
	l := &ledger{node: n, pods: pods, own: make([]uint64, len(pods)), held: make([]uint64, len(pods)),
		left: make([]uint64, len(pods)), refusedCPUs: make([]bool, len(pods)), refusedDevices: make([]bool, len(pods))}
	order := make([]int, len(pods))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return precedes(pods[order[a]], pods[order[b]]) })
	l.addCPUs(order)
	l.addAmounts()
	l.addDevices(order)
	return l
}

func (l *ledger) index(p *pod) int {
	for i, other := range l.pods {
		if other == p {
			return i
		}
	}
	return -1
}

// addCPUs decides which CPUs each pod owns.
func (l *ledger) addCPUs(order []int) {
	ownable := l.node.ownable()
	for at, i := range order {
		p := l.pods[i]
		before := l.heldBefore(p, order[:at])
		l.held[i] = p.granted.cpus
		switch {
		case p.here:
			if p.granted.cpus&^ownable != 0 {
				l.unclearNUMA = true // it does not say how the amounts of lost CPUs count
			}
		case p.granted.cpus == 0:
		case !p.shape.owns() || p.shape.wrong || bits.OnesCount64(p.granted.cpus) > p.shape.cpus() ||
			p.granted.cpus&ownable&before != 0:
			l.refusedCPUs[i], l.held[i] = true, 0
		default:
			l.held[i] &^= before // offline and reserved CPUs of pods with precedence
		}
		l.own[i] = l.held[i] & ownable
		l.taken |= l.own[i]
		if p.reservation {
			l.left[i] = l.held[i]
		}
	}
	// An owner's CPUs that belong to its reservation are no longer the reservation's.
	for i, p := range l.pods {
		if at := l.index(p.from); at >= 0 {
			l.left[at] &^= l.held[i]
			l.own[at] = l.left[at] & ownable
		}
	}
}

// heldBefore returns the CPUs of pods with precedence. A reservation and its owners do not exclude each other.
func (l *ledger) heldBefore(p *pod, before []int) uint64 {
	held := uint64(0)
	for _, i := range before {
		if other := l.pods[i]; other.from != p && p.from != other {
			held |= l.held[i]
		}
	}
	return held
}

// addAmounts adds the amounts of the whole node and of its NUMA nodes.
func (l *ledger) addAmounts() {
	n := l.node
	for numa := range n.machine.numa {
		l.numa[numa] = n.capacity(numa)
	}
	l.rests = map[*pod]*rest{}
	var owners []int
	for i, p := range l.pods {
		numa := p.granted.numa
		for at := range numa {
			if p.shape.owns() && at < len(n.machine.numa) {
				numa[at].milli = int64(1000 * bits.OnesCount64(l.own[i]&n.machine.numa[at]))
			}
		}
		if p.reservation {
			taken := int64(1000 * bits.OnesCount64(l.held[i]&^l.left[i]))
			l.rests[p] = &rest{p.shape.milli - taken, p.shape.memory, numa}
			continue
		}
		l.milli += p.shape.milli
		l.memory += p.shape.memory
		for at := range n.machine.numa {
			l.numa[at].milli -= numa[at].milli
			l.numa[at].memory -= numa[at].memory
		}
		if p.from != nil {
			owners = append(owners, i)
		}
	}
	sort.Slice(owners, func(a, b int) bool { return l.pods[owners[a]].since < l.pods[owners[b]].since })
	for _, i := range owners {
		l.takeAmounts(l.pods[i])
	}
	for _, from := range l.rests {
		l.milli += from.milli
		l.memory += from.memory
		for at := range n.machine.numa {
			l.numa[at].milli -= from.numa[at].milli
			l.numa[at].memory -= from.numa[at].memory
		}
	}
}

// takeAmounts moves amounts from a reservation to an owner.
func (l *ledger) takeAmounts(p *pod) {
	from := l.rests[p.from]
	if from == nil {
		return
	}
	switch {
	case l.held[l.index(p.from)] != 0: // its CPUs count, and pods that share CPUs take none
	case p.shape.owns() && p.from.granted.numas != 0:
		l.unclearAmounts = true
	default:
		from.milli -= from.take(l.node, p, from.milli, p.shape.milli, func(a *amounts) *int64 { return &a.milli })
	}
	from.memory -= from.take(l.node, p, from.memory, p.shape.memory, func(a *amounts) *int64 { return &a.memory })
}

// release frees the resources of a pod that was reserved here. Claims that are refused because of it stay refused, unlike
// after its removal.
func (l *ledger) release(p *pod) {
	i := l.index(p)
	if rest := l.rests[p]; rest != nil { // the unused part of a reservation
		l.taken &^= l.own[i]
		l.milli -= rest.milli
		l.memory -= rest.memory
		for at := range l.node.machine.numa {
			l.numa[at].milli += rest.numa[at].milli
			l.numa[at].memory += rest.numa[at].memory
		}
		return
	}
	for at, cpus := range l.node.machine.numa {
		milli := p.granted.numa[at].milli
		if p.shape.owns() {
			milli = int64(1000 * bits.OnesCount64(l.own[i]&cpus))
		}
		l.numa[at].milli += milli
		l.numa[at].memory += p.granted.numa[at].memory
	}
	l.taken &^= l.own[i]
	l.milli -= p.shape.milli
	l.memory -= p.shape.memory
	for _, g := range p.granted.devices {
		left := &l.devices[l.node.deviceAt(g.kind, g.minor)]
		left.core += g.core
		left.ratio += g.ratio
		left.bytes += g.bytes
		delete(left.vfs, g.vf)
	}
}

// checkLeft checks that a pod was placed beside all others: no amount of a NUMA node is below zero, unless it was before.
// The CPUs of pods that own some are checked one by one.
func (l *ledger) checkLeft(after *ledger, s *shape) {
	if l.unclearAmounts || after.unclearAmounts {
		return
	}
	for numa := range l.node.machine.numa {
		before, left := l.leftOf(numa), after.leftOf(numa)
		if left.memory < least(0, before.memory) || !s.owns() && !l.unclearNUMA && left.milli < least(0, before.milli) {
			failf("%v is placed: NUMA node %d had %dm and %d bytes, and has %dm and %d bytes", s, numa, before.milli, before.memory,
				left.milli, left.memory)
		}
	}
}

// used returns the amount of CPU of the whole node that is in use.
func (l *ledger) used() int64 { return l.milli + l.node.surplus(l.taken) }

// leftOf returns the amounts that are left of a NUMA node.
func (l *ledger) leftOf(numa int) amounts {
	out := l.numa[numa]
	out.milli -= l.node.surplus(l.taken & l.node.machine.numa[numa])
	return out
}

func least(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}

// A rest is what the owners of a reservation have left of it.
type rest struct {
	milli, memory int64
	numa          [maxNUMA]amounts
}

// take takes an amount for an owner, and returns how much. Of an amount on NUMA nodes, an owner takes what it has on each
// of them; an owner without amounts on NUMA nodes takes from the lowest first.
func (r *rest) take(n *node, owner *pod, left, needed int64, part func(*amounts) *int64) int64 {
	has, owners := int64(0), int64(0)
	for at := range n.machine.numa {
		has += *part(&r.numa[at])
		owners += *part(&owner.granted.numa[at])
	}
	if has == 0 {
		return least(left, needed)
	}
	taken := int64(0)
	for at := range n.machine.numa {
		amount := least(*part(&r.numa[at]), needed-taken)
		if owners > 0 {
			amount = least(amount, *part(&owner.granted.numa[at]))
		}
		*part(&r.numa[at]) -= amount
		taken += amount
	}
	return taken
}

// addDevices decides which devices each pod has.
func (l *ledger) addDevices(order []int) {
	n := l.node
	l.devices = make([]deviceLeft, len(n.devices))
	for i, d := range n.devices {
		l.devices[i] = deviceLeft{core: d.whole()}
		if d.kind == gpu {
			l.devices[i].ratio, l.devices[i].bytes = 100, gpuMemory
		}
		if n.held(&n.devices[i]) {
			l.devices[i] = deviceLeft{} // claims of pods come after it; pods that were reserved here keep theirs
		}
	}
	for _, i := range order {
		p := l.pods[i]
		if !p.here && p.shape.hasDevices() && !l.claimsDevices(p) {
			l.refusedDevices[i] = len(p.granted.devices) > 0
			// Devices are withheld for it. The rules say how many, but not always which.
			for kind := range l.unclearDevices {
				l.unclearDevices[kind] = l.unclearDevices[kind] || p.shape.devices[kind].count > 0 || p.shape.wrongDevices
			}
			continue
		}
		for _, g := range p.granted.devices {
			left := &l.devices[n.deviceAt(g.kind, g.minor)]
			left.core -= g.core
			left.ratio -= g.ratio
			left.bytes -= g.bytes
			if g.vf != "" {
				if left.vfs == nil {
					left.vfs = map[string]bool{}
				}
				left.vfs[g.vf] = true
			}
		}
	}
}

// claimsDevices reports whether a claim to devices is accepted beside the pods with precedence.
func (l *ledger) claimsDevices(p *pod) bool {
	if len(p.granted.devices) == 0 || p.shape.wrong {
		return false
	}
	for _, g := range p.granted.devices {
		at := l.node.deviceAt(g.kind, g.minor)
		left := l.devices[at]
		if g.core > left.core || g.ratio > left.ratio || g.bytes > left.bytes {
			return false
		}
	}
	return true
}

func (n *node) deviceAt(kind, minor int) int {
	for i, d := range n.devices {
		if d.kind == kind && d.minor == minor {
			return i
		}
	}
	failf("node %s has no %s with the minor %d", n.name, kindNames[kind], minor)
	return -1
}

// free returns the CPUs that a pod can get.
func (l *ledger) free() uint64 { return l.node.ownable() &^ l.taken }

// shared returns the shared pool: CPUs that no pod owns, including those that kubelet reserves.
func (l *ledger) shared() uint64 { return l.node.online() &^ l.node.withheld() &^ l.taken }
