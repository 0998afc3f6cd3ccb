package main

import (
	"math/bits"

	"libkoord.invalid/koord"
)

// allowed checks an allocation that the library chose for a shape. mine are CPUs that the pod may have besides the
// free ones: its own before a resize, or those of its reservation.
func (l *ledger) allowed(s *shape, configured koord.BindPolicy, a *allocation, mine uint64) {
	n := l.node
	if !s.owns() {
		if a.cpus != 0 {
			failf("%v gets the CPUs %s, although it shares CPUs", s, listCPUs(a.cpus))
		}
	} else {
		l.allowedCPUs(s, configured, a.cpus, mine)
	}
	l.allowedAmounts(s, a)
	l.allowedDevices(s, a.devices)
	policy, _ := n.policyFor(s)
	if policy == policyNone || !n.hasTopology {
		return
	}
	used := l.uses(s, a)
	limit, clear := 1, !l.unclearAmounts
	f, _ := n.formFor(s, configured)
	switch policy {
	case policyRestricted:
		var widths []int
		widths, clear = l.widths(s, f)
		for _, width := range widths {
			if width > limit {
				limit = width
			}
		}
	case policyBestEffort:
		limit, clear = l.narrowest(s, f)
		if mine != 0 || f.spread && n.bindLabel != "" || n.strategy == "DistributeEvenly" || !s.aligns() || s.keepsApart() {
			clear = false
		}
	}
	for kind, d := range s.devices {
		if d.count > 0 && l.unclearDevices[kind] {
			clear = false // some of them are withheld
		}
	}
	if policy == policyRestricted && mine != 0 {
		clear = false // a reservation may span more NUMA nodes than its owners would
	}
	if clear && !l.unclearNUMA && bits.OnesCount64(used) > limit {
		failf("%v uses the NUMA nodes %s under %s, which allows %d", s, listCPUs(used), policyNames[policy], limit)
	}
}

// uses returns the NUMA nodes that an allocation uses, as far as it is aligned.
func (l *ledger) uses(s *shape, a *allocation) uint64 {
	used := uint64(0)
	if s.aligns() {
		used = l.node.machine.numasOf(a.cpus)
		for numa, amount := range a.numa {
			if amount != (amounts{}) {
				used |= 1 << numa
			}
		}
	}
	for _, g := range a.devices {
		// The NUMA node of a device that the node no longer reports is not known.
		if d := l.node.devices[l.node.deviceAt(g.kind, g.minor)]; !d.absent {
			used |= 1 << d.numa
		}
	}
	return used
}

// narrowest returns the width of the narrowest set of NUMA nodes that has everything, or all nodes if there is none. It
// returns false if the rules do not say so.
func (l *ledger) narrowest(s *shape, f form) (width int, clear bool) {
	width, clear = len(l.node.machine.numa), true
	for set := uint64(1); set < 1<<len(l.node.machine.numa); set++ {
		count := bits.OnesCount64(set)
		switch answer := l.suffices(s, f, set); {
		case answer == fits && count < width:
			width = count
		case answer == unclear:
			clear = false
		}
	}
	return width, clear
}

func (l *ledger) allowedCPUs(s *shape, configured koord.BindPolicy, cpus, mine uint64) {
	m := l.node.machine
	available := l.free() | mine
	if bits.OnesCount64(cpus) != s.cpus() {
		failf("%v gets the CPUs %s: not %d", s, listCPUs(cpus), s.cpus())
	}
	if cpus&^available != 0 {
		failf("%v gets the CPUs %s, of which %s are not free", s, listCPUs(cpus), listCPUs(cpus&^available))
	}
	f, _ := l.node.formFor(s, configured)
	if f.whole && m.wholeCores(cpus)*m.threads != s.cpus() {
		failf("%v gets the CPUs %s: not whole cores", s, listCPUs(cpus))
	}
	if f.single && m.usedCores(cpus) != s.cpus() {
		failf("%v gets the CPUs %s: several CPUs of a core", s, listCPUs(cpus))
	}
	l.avoidsHolders(s, f, cpus, mine)
	if mine != 0 || s.exclusive > koord.ExclusivePolicyNone {
		return
	}
	for numa, all := range m.numa {
		if int64(1000*bits.OnesCount64(all&available)) > l.leftOf(numa).milli {
			return // pods that share CPUs leave fewer than are free
		}
	}
	around := available & m.cpusOf(m.numasOf(cpus))
	if f.pack && m.wholeCores(cpus) < s.cpus()/m.threads && m.wholeCores(around) > m.wholeCores(cpus) {
		failf("%v gets the CPUs %s, although whole cores of its NUMA nodes are free: %s", s, listCPUs(cpus), listCPUs(around))
	}
	if f.spread {
		for _, numa := range m.numa {
			spreadEvenly(s, m, cpus&numa, around&numa)
		}
	}
}

// avoidsHolders checks that a pod with an exclusive policy of cores shares no core with others of the policy, as far as its
// NUMA nodes have enough other CPUs. CPUs that the pod had before stay.
func (l *ledger) avoidsHolders(s *shape, f form, cpus, mine uint64) {
	if l.node.bindLabel == "SpreadByPCPUs" {
		f.single = true // the label comes first: another core instead of a second CPU of one, also of the pod's own
	}
	if s.exclusive != koord.ExclusivePolicyPCPULevel || mine != 0 && (f.whole || f.single) {
		return
	}
	m, held := l.node.machine, uint64(0)
	for i, p := range l.pods {
		if p.shape.exclusive == s.exclusive && l.own[i]&^mine != 0 && l.own[i]&l.taken != 0 {
			held |= l.own[i]
		}
	}
	for _, core := range m.core {
		if core&held != 0 {
			held |= core
		}
	}
	for _, numa := range m.numa {
		more := cpus & numa &^ mine
		if more&held != 0 && f.supplies(m, l.free()&^mine&numa&^held, bits.OnesCount64(more)) {
			failf("%v gets the CPUs %s, although its NUMA nodes have others than the cores of pods with the same exclusive policy: %s",
				s, listCPUs(cpus), listCPUs(l.free()&^mine&numa&^held))
		}
	}
}

// spreadEvenly checks that the CPUs taken from a NUMA node are spread evenly over its cores.
func spreadEvenly(s *shape, m *machine, cpus, available uint64) {
	most := 0
	for _, core := range m.core {
		if count := bits.OnesCount64(core & cpus); count > most {
			most = count
		}
	}
	for _, core := range m.core {
		if count := bits.OnesCount64(core & cpus); count < most-1 && core&available&^cpus != 0 {
			failf("%v gets the CPUs %s, not spread evenly over the cores of %s", s, listCPUs(cpus), listCPUs(available))
		}
	}
}

func (l *ledger) allowedAmounts(s *shape, a *allocation) {
	sum := amounts{}
	for numa, amount := range a.numa {
		if a.numas>>numa&1 == 0 {
			continue
		}
		if numa >= l.node.machine.numas {
			failf("%v gets amounts of NUMA node %d of %v", s, numa, l.node.machine)
		}
		sum.milli += amount.milli
		sum.memory += amount.memory
		if l.unclearNUMA || l.unclearAmounts || s.owns() {
			continue // its CPUs are checked one by one
		}
		if left := l.leftOf(numa); amount.milli > 0 && amount.milli > left.milli || amount.memory > 0 && amount.memory > left.memory {
			failf("%v gets %dm and %d bytes of NUMA node %d, which has %dm and %d", s, amount.milli, amount.memory, numa,
				left.milli, left.memory)
		}
	}
	if sum.milli != 0 && sum.milli != s.milli || sum.memory != 0 && sum.memory != s.memory {
		failf("%v gets %dm and %d bytes of NUMA nodes", s, sum.milli, sum.memory)
	}
	if a.numas != 0 && !s.aligns() {
		failf("%v gets amounts of NUMA nodes, although it is not aligned", s)
	}
}

// leavesGPUs checks that instances leave as many GPUs as possible free as a whole. On several NUMA nodes alignment comes first.
func (l *ledger) leavesGPUs(s *shape, grants []grant) {
	if len(l.node.machine.numa) > 1 {
		return
	}
	for _, kind := range []int{smallMIG, largeMIG} {
		chosen, most := uint32(0), 0
		for _, g := range grants {
			if g.kind == kind {
				chosen |= 1 << l.node.deviceAt(g.kind, g.minor)
			}
		}
		if chosen == 0 || s.devices[smallMIG].count > 0 && s.devices[largeMIG].count > 0 {
			continue
		}
		free := uint32(0)
		for i := range l.node.devices {
			if l.node.devices[i].kind == kind && l.hasRoom(i, s.devices[kind]) {
				free |= 1 << i
			}
		}
		for set := free; set != 0; set = (set - 1) & free {
			if bits.OnesCount32(set) == bits.OnesCount32(chosen) && l.wholeGPUs(set) > most {
				most = l.wholeGPUs(set)
			}
		}
		if l.wholeGPUs(chosen) < most {
			failf("%v gets %+v, which leaves %d GPUs in MIG mode free as a whole instead of %d", s, grants, l.wholeGPUs(chosen), most)
		}
	}
}

// wholeGPUs counts the GPUs in MIG mode of which no instance is in use, or in a set.
func (l *ledger) wholeGPUs(set uint32) int {
	count := 0
	for i := range l.node.devices {
		parent, used := &l.node.devices[i], !l.node.devices[i].mig
		for j := range l.node.devices {
			d := &l.node.devices[j]
			used = used || d.isInstance() && d.parent == parent.minor && (set>>j&1 != 0 || l.devices[j].core < 1)
		}
		if !used {
			count++
		}
	}
	return count
}

func (l *ledger) allowedDevices(s *shape, grants []grant) {
	var counts [kinds]int
	seen := map[int]bool{}
	for _, g := range grants {
		counts[g.kind]++
		at := l.node.deviceAt(g.kind, g.minor)
		d := s.devices[g.kind]
		if seen[at] {
			failf("%v gets %s %d twice", s, kindNames[g.kind], g.minor)
		}
		seen[at] = true
		if g.core != d.core || g.ratio != d.ratio || g.bytes != d.bytes {
			failf("%v gets %+v of a device, not %+v", s, g, d)
		}
		if !l.hasRoom(at, d) {
			failf("%v gets %s %d, which has %+v left (%+v)", s, kindNames[g.kind], g.minor, l.devices[at], l.node.devices[at])
		}
		if d.vf != (g.vf != "") || l.devices[at].vfs[g.vf] {
			failf("%v gets the virtual function %q", s, g.vf)
		}
	}
	l.leavesGPUs(s, grants)
	for kind, count := range counts {
		if count != s.devices[kind].count {
			failf("%v gets %d devices of the type %s, not %d", s, count, kindNames[kind], s.devices[kind].count)
		}
	}
}
