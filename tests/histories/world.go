package main

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"sort"

	"libkoord.invalid/koord"
)

const (
	nodeCount   = 3
	slotCount   = 24 // pods that may exist at once
	foreignTime = int64(1000000)
)

// Counts of a run.
type counts struct {
	operations, calls, verdicts, unclear, placed, restarts uint64
	byKind                                                 [kindCount]uint64
}

func (c *counts) add(other *counts) {
	c.operations += other.operations
	c.calls += other.calls
	c.verdicts += other.verdicts
	c.unclear += other.unclear
	c.placed += other.placed
	c.restarts += other.restarts
	for k := range c.byKind {
		c.byKind[k] += other.byKind[k]
	}
}

// A world is a cluster beside its model.
type world struct {
	prefix     string // of the names of nodes and pods
	shared     bool   // others change other nodes of the cluster
	configured koord.BindPolicy
	arguments  []byte
	nodes      []*node
	pods       [slotCount]*pod
	order      int
	steps      int
	marked     mark
	lib        *library
	build      *builder
	query      *koord.Query
	counts     *counts
	verbose    bool
}

// A mark remembers a generation of the cluster, and which nodes have changed since.
type mark struct {
	generation uint64
	versions   [nodeCount]uint64
	unsure     [nodeCount]bool // the node may have changed, or not
}

func failf(format string, arguments ...any) {
	panic(faultReport{format, fmt.Sprintf(format, arguments...)})
}

func (w *world) logf(format string, arguments ...any) {
	if w.verbose {
		fmt.Fprintf(os.Stderr, "    "+format+"\n", arguments...)
	}
}

// logText logs a text that takes time to make.
func (w *world) logText(text func() []byte) {
	if w.verbose {
		w.logf("%s", text())
	}
}

// configure draws the configuration of a cluster.
func configure(seed int64) (configured koord.BindPolicy, arguments []byte) {
	if seed%4 == 0 {
		return koord.BindPolicySpreadByPCPUs, []byte(`{"defaultCPUBindPolicy":"SpreadByPCPUs"}`)
	}
	return koord.BindPolicyFullPCPUs, nil
}

// newWorld draws the nodes of a world and creates them in a cluster.
func newWorld(seed int64, prefix string, lib *library, build *builder, c *counts) *world {
	w := &world{prefix: prefix, lib: lib, build: build, counts: c}
	random := rand.New(rand.NewSource(seed ^ 0x5eed))
	for i := 0; i < nodeCount; i++ {
		n := &node{name: fmt.Sprintf("%sn%d", prefix, i)}
		n.draw(random)
		w.nodes = append(w.nodes, n)
	}
	query, err := koord.NewQuery()
	must(err)
	w.query = query
	return w
}

// draw draws everything but the name of a node.
func (n *node) draw(random *rand.Rand) {
	m := machines[random.Intn(len(machines))]
	*n = node{name: n.name, machine: m, version: n.version + 1}
	n.zoneMemory = int64(2+2*random.Intn(4)) * gib
	n.memory = n.zoneMemory * int64(m.numas)
	n.milli = int64(1000 * len(m.core) * m.threads)
	for kind, most := range []int{4, 2, 2} {
		for minor := random.Intn(most + 1); minor > 0; minor-- {
			n.devices = append(n.devices, device{kind: kind, numa: random.Intn(m.numas)})
		}
	}
	var minors [kinds]int
	for i := range n.devices {
		n.devices[i].minor = minors[n.devices[i].kind]
		minors[n.devices[i].kind]++
	}
	for at := range n.devices {
		if n.devices[at].kind == gpu && random.Intn(4) == 0 {
			n.partition(at, partitions[random.Intn(len(partitions))])
		}
	}
	for i := random.Intn(3); i > 0; i-- {
		n.changeNode(random.Intn(64), random.Intn(1<<16))
		n.changeTopology(random.Intn(64), random.Intn(1<<16))
	}
}

// changeNode changes the Node object. Both numbers are random.
func (n *node) changeNode(which, value int) {
	switch which % 9 {
	case 0, 1:
		n.bindLabel = []string{"", "None", "FullPCPUsOnly", "SpreadByPCPUs"}[value%4]
	case 2:
		n.strategy = []string{"", "MostAllocated", "LeastAllocated", "DistributeEvenly"}[value%4]
	case 3, 4:
		n.numaLabel = policyNames[value%len(policyNames)]
	case 5:
		n.reserved = 0
		if value%2 == 0 {
			n.reserved = n.machine.core[value/2%len(n.machine.core)]
			if value%4 == 0 {
				n.reserved &= n.reserved - 1 // not the whole core
			}
		}
	case 6:
		n.unschedulable = value%3 == 0
	case 7: // the webhook amplifies the amount of the Node object
		whole := n.amplifiedAlways(1000)
		n.ratio = []int64{0, 0, 15, 20}[value%4]
		n.milli = n.milli / whole * n.amplifiedAlways(1000)
	default:
		n.milli = int64(len(n.machine.core)*n.machine.threads) * n.amplifiedAlways(int64(500+value%2*500))
		n.memory = n.zoneMemory * int64(n.machine.numas) * int64(1+value/2%2) / 2
	}
}

// changeTopology changes the NodeResourceTopology.
func (n *node) changeTopology(which, value int) {
	switch which % 4 {
	case 0:
		n.offline = 0
		if value%2 == 0 {
			n.offline = n.machine.core[value/2%len(n.machine.core)] &^ n.machine.core[0]
		}
	case 1:
		n.kubeletReserved = 0
		if value%2 == 0 {
			n.kubeletReserved = n.machine.core[value/4%len(n.machine.core)]
			if value%4 == 0 {
				n.kubeletReserved &= n.kubeletReserved - 1
			}
		}
	case 2:
		n.reportPolicy = []string{"", "None", "BestEffortPodLevel", "RestrictedPodLevel", "SingleNUMANodePodLevel"}[value%5]
	default:
		n.zoneMemory = int64(2+2*(value%4)) * gib
	}
}

// open creates the cluster with the nodes of the world.
func (w *world) open() {
	for _, n := range w.nodes {
		n.hasNode, n.hasTopology, n.hasDevices = true, true, len(n.devices) > 0
		w.sendNode(w.lib, n)
		w.sendTopology(w.lib, n)
		if w.verbose {
			w.logf("%v: %s %s", n.machine, n.nodeJSON(), n.topologyJSON())
		}
		if n.hasDevices {
			w.sendDevices(w.lib, n)
		}
	}
}

func (w *world) sendNode(lib *library, n *node) {
	*lib.calls++
	lib.changed = true
	id, err := lib.cluster.SetNode(n.nodeJSON())
	must(err)
	w.learn(lib, n, id)
}

func (w *world) sendTopology(lib *library, n *node) {
	id, err := lib.setTopology(n.name, n.topologyJSON())
	must(err)
	w.learn(lib, n, id)
}

func (w *world) sendDevices(lib *library, n *node) {
	*lib.calls++
	lib.changed = true
	id, err := lib.cluster.SetDevices(n.devicesJSON())
	must(err)
	w.learn(lib, n, id)
}

func (w *world) learn(lib *library, n *node, id uint32) {
	if lib == w.lib {
		n.id = id
	}
}

// uid returns the uid of a slot. Slots are used again, and so are uids.
func (w *world) uid(slot int) string { return fmt.Sprintf("%sp%d", w.prefix, slot) }

// on returns the pods of a node, in the order of their slots.
func (w *world) on(n *node) []*pod {
	var out []*pod
	for _, p := range w.pods {
		if p != nil && p.node == n.name {
			out = append(out, p)
		}
	}
	return out
}

func (w *world) nodeOf(p *pod) *node {
	for _, n := range w.nodes {
		if n.name == p.node {
			return n
		}
	}
	return nil
}

// waits reports whether the pod waits for its node.
func (w *world) waits(p *pod) bool {
	n := w.nodeOf(p)
	return n == nil || !n.exists()
}

func (w *world) ledger(n *node) *ledger {
	if n.cached == nil {
		n.cached = newLedger(n, w.on(n))
	}
	return n.cached
}

// touch records that a node has changed.
func (w *world) touch(n *node) {
	n.version++
	n.cached = nil
}

// unsure records that a call may have changed a node in the cluster, and did not in the model.
func (w *world) unsure(n *node) {
	for i, other := range w.nodes {
		if other == n {
			w.marked.unsure[i] = true
		}
	}
}

// run runs an operation and checks the nodes that it may have changed.
func (w *world) run(o operation) {
	w.counts.operations++
	w.counts.byKind[o.Kind]++
	n := operations[o.Kind](w, int(o.A), int(o.B), int(o.C))
	if n != nil {
		w.checkNode(w.lib, n)
	}
	if w.steps++; w.steps%64 == 0 {
		w.checkAll()
	}
}

func (w *world) checkAll() {
	pods := uint64(0)
	for _, n := range w.nodes {
		w.checkNode(w.lib, n)
	}
	for _, p := range w.pods {
		if p == nil {
			continue
		}
		w.checkPod(p)
		if !w.waits(p) {
			pods++
		}
	}
	info := w.lib.info()
	if info.Rejected != 0 {
		failf("the cluster rejected %d changes that gave more than a node has", info.Rejected)
	}
	if !w.shared && info.Pods != pods {
		failf("the cluster has %d pods with allocations, expected %d", info.Pods, pods)
	}
}

// checkNode compares what the cluster tells about a node with the model.
func (w *world) checkNode(lib *library, n *node) {
	if !n.exists() {
		*lib.calls++
		_, err := lib.cluster.NodeID(n.name)
		expect("NodeID", err, koord.ErrNotFound)
		return
	}
	l := w.ledger(n)
	if n.hasTopology {
		for which, expected := range [...]uint64{l.free(), l.taken, n.withheld() | n.kubeletReserved, l.shared()} {
			actual := lib.nodeCPUs(n.id, koord.ClusterCPUSet(which))
			if which == int(koord.ClusterCPUSetReserved) {
				actual, expected = actual&n.online(), expected&n.online()
			}
			if actual != expected {
				failf("%s: %v has %s, expected %s", n.name, koord.ClusterCPUSet(which), listCPUs(actual), listCPUs(expected))
			}
		}
	}
	*lib.calls++
	uids, err := lib.cluster.Pods(n.id)
	must(err)
	w.checkUIDs(n, l, uids)
}

func (w *world) checkUIDs(n *node, l *ledger, uids []string) {
	expected := make([]string, 0, len(l.pods))
	for _, p := range l.pods {
		expected = append(expected, p.uid)
	}
	sort.Strings(expected)
	sort.Strings(uids)
	if fmt.Sprint(expected) != fmt.Sprint(uids) {
		failf("%s has the pods %v, expected %v", n.name, uids, expected)
	}
}

// checkPod compares what the cluster tells about a pod with the model.
func (w *world) checkPod(p *pod) {
	*w.lib.calls++
	node, err := w.lib.cluster.PodNode(p.uid)
	if w.waits(p) {
		expect("PodNode", err, koord.ErrNotFound)
		return
	}
	must(err)
	n := w.nodeOf(p)
	l := w.ledger(n)
	if node != n.id {
		failf("%s is on node %d, expected %d", p.uid, node, n.id)
	}
	if !n.hasTopology {
		return
	}
	i := l.index(p)
	if cpus := w.lib.podCPUs(p.uid); cpus != l.own[i] {
		failf("%s has the CPUs %s, expected %s", p.uid, listCPUs(cpus), listCPUs(l.own[i]))
	}
	if p.reservation && p.here {
		return
	}
	if p.here {
		status, devices := w.lib.podTexts(p.uid)
		if p.granted.cpus&^n.ownable() == 0 && !bytes.Equal(status, p.status) {
			failf("%s has the status %s, expected %s", p.uid, status, p.status)
		}
		var actual allocation
		parseDevices(devices, &actual)
		if !bytes.Equal(devices, p.deviceText) && !reflect.DeepEqual(actual.devices, p.granted.devices) {
			failf("%s has the devices %s, expected %s", p.uid, devices, p.deviceText)
		}
		return
	}
	*w.lib.calls++
	conflicts, err := w.lib.cluster.PodConflicts(p.uid)
	must(err)
	w.checkConflicts(p, l, conflicts)
}

func (w *world) checkConflicts(p *pod, l *ledger, conflicts koord.PodConflicts) {
	expected, i := uint32(0), l.index(p)
	if l.refusedCPUs[i] {
		expected++
	}
	if l.refusedDevices[i] {
		expected++
	}
	lost := !l.refusedCPUs[i] && p.granted.cpus&^l.node.ownable() != 0
	if lost || len(p.granted.devices) > 0 && !l.node.reportsAll() {
		// The rules do not say when a claim to CPUs that no pod can own now, or to devices that the node does not report,
		// counts as refused.
		expected = conflicts.ClaimsRefused
	}
	if conflicts.ClaimsRefused != expected {
		failf("%s: %d claims are refused (CPUs: %v; devices: %v), expected %d", p.uid, conflicts.ClaimsRefused,
			conflicts.CPUs.Reason, conflicts.Devices.Reason, expected)
	}
}

// compare compares a verdict of the library with that of the model.
func (w *world) compare(n *node, s *shape, reason koord.Reason) opinion {
	expected := w.ledger(n).judge(s, w.configured)
	w.counts.verdicts++
	w.compareWith(n, s, reason, expected)
	return expected
}

func (w *world) compareWith(n *node, s *shape, reason koord.Reason, expected opinion) {
	switch {
	case expected.verdict == unclear:
		w.counts.unclear++
	case (reason != koord.ReasonNone) != (expected.verdict == refused):
		failf("%v on %s: the library says %v, and by the rules it %v", s, n.name, reason, expected)
	case expected.reason != koord.ReasonNone && reason != expected.reason:
		failf("%v on %s: refused because of %v, and by the rules because of %v: %v", s, n.name, reason, expected.reason, expected)
	}
}
