package main

import (
	"fmt"
	"math/bits"

	"libkoord.invalid/koord"
)

// The model's answer to a request. It is unclear if the rules do not decide the case.
type verdict int

const (
	fits verdict = iota
	refused
	unclear
)

func (v verdict) String() string { return [...]string{"fits", "is refused", "is unclear"}[v] }

// An opinion is the model's answer, with the reason of a refusal if the rules state it, or ReasonNone.
type opinion struct {
	verdict verdict
	reason  koord.Reason
	why     string // a format of two numbers, has and needs
	has     int64
	needs   int64
}

func no(reason koord.Reason, why string) opinion {
	return opinion{verdict: refused, reason: reason, why: why}
}

func short(reason koord.Reason, why string, has, needs int64) opinion {
	return opinion{refused, reason, why + ": has %d, needs %d", has, needs}
}

func open(why string) opinion { return opinion{verdict: unclear, why: why} }

func (o opinion) String() string {
	if o.needs == 0 {
		return o.verdict.String() + " " + o.why
	}
	return o.verdict.String() + ", " + fmt.Sprintf(o.why, o.has, o.needs)
}

// policyFor returns the NUMA policy in force for a shape, and false if pod and node contradict each other.
func (n *node) policyFor(s *shape) (policy int, agree bool) {
	label := policyOf(n.numaLabel)
	reported := policyUnset
	if n.hasTopology {
		reported = map[string]int{"BestEffortPodLevel": policyBestEffort, "RestrictedPodLevel": policyRestricted,
			"SingleNUMANodePodLevel": policySingle}[n.reportPolicy]
	}
	ofNode := label
	if ofNode == policyUnset {
		ofNode = reported
	}
	if s.numaPolicy != policyUnset {
		return s.numaPolicy, ofNode == policyUnset || ofNode == policyNone || ofNode == s.numaPolicy
	}
	if ofNode == policyUnset {
		ofNode = policyBestEffort // the configuration's
	}
	return ofNode, true
}

// A form is the shape that the CPUs of a pod must have.
type form struct {
	whole  bool // whole cores only
	single bool // one CPU of a core
	spread bool // evenly over cores, as far as possible
	pack   bool // whole cores as long as there are any
}

// formFor returns the form of a pod's CPUs, and false if pod and node contradict each other.
func (n *node) formFor(s *shape, configured koord.BindPolicy) (f form, agree bool) {
	full, spread := koord.BindPolicyFullPCPUs, koord.BindPolicySpreadByPCPUs
	label := map[string]koord.BindPolicy{"FullPCPUsOnly": full, "SpreadByPCPUs": spread}[n.bindLabel]
	if s.required != 0 && label != 0 && s.required != label {
		return f, false
	}
	if label == full && s.required == 0 && s.preferred == spread {
		return f, false
	}
	policy := configured
	for _, stated := range []koord.BindPolicy{s.preferred, label, s.required} {
		if stated != 0 {
			policy = stated
		}
	}
	f.whole = label == full || s.required == full
	f.single = s.required == spread && label != spread
	f.spread = policy == spread
	f.pack = policy == full
	return f, true
}

// supplies reports whether some free CPUs suffice for a request.
func (f form) supplies(m *machine, cpus uint64, needed int) bool {
	switch {
	case f.whole:
		return m.wholeCores(cpus)*m.threads >= needed
	case f.single:
		return m.usedCores(cpus) >= needed
	}
	return bits.OnesCount64(cpus) >= needed
}

// judge predicts whether the node takes a pod of a shape.
func (l *ledger) judge(s *shape, configured koord.BindPolicy) opinion {
	n := l.node
	if s.wrong {
		return no(l.wrongReason(s), "the request is wrong")
	}
	policy, agree := n.policyFor(s)
	strict := policy == policyRestricted || policy == policySingle
	switch {
	case !n.hasNode:
		return no(koord.ReasonNodeUnknown, "there is no Node object")
	case n.unschedulable && !s.tolerates:
		return no(koord.ReasonNodeUnschedulable, "the node is unschedulable")
	case !agree:
		return no(koord.ReasonNUMAPolicyConflict, "the NUMA policies differ")
	case s.hasDevices() && !n.hasDevices:
		return no(koord.ReasonNone, "there is no Device object")
	}
	if l.unclearAmounts {
		return open("owners share amounts of a reservation")
	}
	if !n.hasTopology && n.ratio != 0 && l.taken != 0 {
		return open("the machine is unknown, and so are own CPUs that count more")
	}
	milli := n.milli - int64(1000*bits.OnesCount64(n.withheld()))
	needed := s.milli
	if s.owns() {
		needed = n.amplified(s.milli)
	}
	if needed > 0 && l.used()+needed > milli {
		return short(koord.ReasonInsufficientResource, "milli-CPU of the node", milli-l.used(), needed)
	}
	if s.memory > 0 && l.memory+s.memory > n.memory {
		return short(koord.ReasonInsufficientResource, "memory of the node", n.memory-l.memory, s.memory)
	}
	for kind, d := range s.devices {
		if d.count > 0 && (kind == smallMIG || kind == largeMIG) && !n.lists(kind) {
			return no(koord.ReasonNone, "without instances of the profile the amounts of the node count")
		}
	}
	if !n.hasTopology {
		if s.owns() || strict && s.aligns() {
			return no(koord.ReasonNoTopology, "the CPUs are not known")
		}
		if strict && s.hasDevices() {
			return open("devices need alignment, and the CPUs are not known")
		}
	}
	f, agree := form{}, true
	if s.owns() {
		if f, agree = n.formFor(s, configured); !agree {
			return no(koord.ReasonBindPolicyConflict, "the bind policies differ")
		}
		if f.whole && s.cpus()%n.machine.threads != 0 {
			return no(koord.ReasonNone, "no whole number of cores")
		}
	}
	return l.judgePlaces(s, f, policy)
}

func (l *ledger) wrongReason(s *shape) koord.Reason {
	switch {
	case s.wrongDevices:
		return koord.ReasonNone
	case s.owns() && s.limit != s.milli:
		return koord.ReasonRequestIsNotLimit
	case s.owns() && s.milli%1000 != 0:
		return koord.ReasonCPUsNotWhole
	}
	return koord.ReasonNone
}

// judgePlaces tries all sets of NUMA nodes.
func (l *ledger) judgePlaces(s *shape, f form, policy int) opinion {
	n := l.node
	if s.owns() && !f.supplies(n.machine, l.free(), s.cpus()) {
		return short(koord.ReasonNone, "free CPUs in the form of the policy", int64(bits.OnesCount64(l.free())), int64(s.cpus()))
	}
	for kind, d := range s.devices {
		if d.count == 0 {
			continue
		}
		if l.unclearDevices[kind] {
			return open("devices are withheld")
		}
		if found := l.usableDevices(kind, d, ^uint64(0)); found < d.count {
			return short(koord.ReasonNone, kindNames[kind], int64(found), int64(d.count))
		}
	}
	if policy != policyRestricted && policy != policySingle || !s.aligns() && !s.hasDevices() {
		return opinion{verdict: fits}
	}
	widths, clear := l.widths(s, f)
	if !clear || l.unclearNUMA {
		return open("the capacity of NUMA nodes is not clear")
	}
	width := 0
	for _, w := range widths {
		if width == 0 {
			width = w
		}
		if w == 0 || w != width {
			return no(koord.ReasonNone, "the narrowest sets of the resources differ")
		}
	}
	if policy == policySingle && width > 1 {
		return no(koord.ReasonNone, "one NUMA node is too small")
	}
	if width == 0 {
		return opinion{verdict: fits}
	}
	return l.judgeSets(s, f, width)
}

func (l *ledger) judgeSets(s *shape, f form, width int) opinion {
	answer := short(koord.ReasonNone, "sets of NUMA nodes of the width that suffice", 0, int64(width))
	for set := uint64(1); set < 1<<len(l.node.machine.numa); set++ {
		if bits.OnesCount64(set) != width {
			continue
		}
		switch l.suffices(s, f, set) {
		case fits:
			if s.keepsApart() && len(l.node.machine.numa) > 1 {
				return open("the pod forbids pods of one and of several NUMA nodes on one")
			}
			return opinion{verdict: fits}
		case unclear:
			answer = open("amounts and CPUs suffice, but not both on each NUMA node")
		}
	}
	return answer
}

// narrowestFor returns the number of NUMA nodes of the narrowest set with a capacity, 0 if there is none.
func (n *node) narrowestFor(needed int64, capacity func(numa int) int64) int {
	best := 0
	for set := uint64(1); set < 1<<len(n.machine.numa); set++ {
		sum := int64(0)
		for numa := range n.machine.numa {
			if set>>numa&1 != 0 {
				sum += capacity(numa)
			}
		}
		if width := bits.OnesCount64(set); sum >= needed && (best == 0 || width < best) {
			best = width
		}
	}
	return best
}

// widths returns, by resource, the fewest NUMA nodes that could hold the request on an empty machine; 0 if all
// together could not. It returns false if the rules do not say what counts.
func (l *ledger) widths(s *shape, f form) (widths []int, clear bool) {
	n := l.node
	clear = true
	add := func(needed int64, capacity func(numa int) int64) {
		if needed > 0 {
			widths = append(widths, n.narrowestFor(needed, capacity))
		}
	}
	if s.aligns() {
		add(s.milli, func(numa int) int64 {
			if s.owns() {
				return int64(1000 * bits.OnesCount64(n.machine.numa[numa]&n.ownable()))
			}
			return n.capacity(numa).milli
		})
		add(s.memory, func(numa int) int64 { return n.capacity(numa).memory })
		if s.owns() && (f.whole || f.single) {
			// Reserved halves of cores, or one CPU of a core, leave less than the amount says.
			for numa := range n.machine.numa {
				cpus := n.machine.numa[numa]
				ownable := n.ownable() & cpus
				count := n.machine.wholeCores(ownable) * n.machine.threads
				if f.single {
					count = n.machine.usedCores(ownable)
				}
				if count != bits.OnesCount64(ownable) && len(n.machine.numa) > 1 {
					clear = false
				}
			}
		}
	}
	for kind, d := range s.devices {
		if d.count == 0 {
			continue
		}
		for _, each := range n.devices {
			if each.kind == kind && (!each.usable() || each.claimed) && len(n.machine.numa) > 1 {
				clear = false
			}
		}
		add(int64(d.count), func(numa int) int64 {
			count := int64(0)
			for _, each := range n.devices {
				if each.kind == kind && each.numa == numa && each.usable() {
					count++
				}
			}
			return count
		})
	}
	return widths, clear
}

// suffices reports whether some NUMA nodes have everything that a pod requests.
func (l *ledger) suffices(s *shape, f form, set uint64) verdict {
	n := l.node
	for kind, d := range s.devices {
		if d.count > 0 && l.usableDevices(kind, d, set) < d.count {
			return refused
		}
	}
	if !s.aligns() {
		return fits
	}
	sum, both := amounts{}, int64(0)
	for numa, cpus := range n.machine.numa {
		if set>>numa&1 == 0 {
			continue
		}
		left := l.leftOf(numa)
		if left.milli > 0 {
			sum.milli += left.milli
		}
		if left.memory > 0 {
			sum.memory += left.memory
		}
		both += least(left.milli/1000*1000, int64(1000*bits.OnesCount64(cpus&l.free())))
	}
	if sum.milli < s.milli || sum.memory < s.memory {
		return refused
	}
	if s.owns() {
		free := n.machine.cpusOf(set) & l.free()
		if !f.supplies(n.machine, free, s.cpus()) {
			return refused
		}
		if bits.OnesCount64(set) > 1 && (both < s.milli || f.whole || f.single) {
			return unclear
		}
	}
	return fits
}

// usableDevices counts the devices of some NUMA nodes that have enough left.
func (l *ledger) usableDevices(kind int, d deviceRequest, set uint64) int {
	count := 0
	for i := range l.node.devices {
		if each := &l.node.devices[i]; each.kind == kind && set>>each.numa&1 != 0 && l.hasRoom(i, d) {
			count++
		}
	}
	return count
}

func (l *ledger) hasRoom(i int, d deviceRequest) bool {
	left := &l.devices[i]
	return l.node.devices[i].usable() && !l.node.held(&l.node.devices[i]) && left.core >= d.core && left.ratio >= d.ratio && left.bytes >= d.bytes &&
		(!d.vf || len(left.vfs) < vfCount)
}
