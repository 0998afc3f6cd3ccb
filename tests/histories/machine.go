package main

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

const (
	maxNUMA   = 4
	gib       = int64(1) << 30
	gpuMemory = 16 * gib
	vfCount   = 2 // virtual functions of an RDMA device
)

// Kinds of devices.
const (
	gpu = iota
	rdma
	fpga
	smallMIG // instances of GPUs in MIG mode
	largeMIG
	kinds
)

var kindNames = [kinds]string{"gpu", "rdma", "fpga", "mig-1g.10gb", "mig-3g.40gb"}

func kindOf(name string) int {
	for kind, known := range kindNames {
		if name == known {
			return kind
		}
	}
	return -1
}

// A machine has equal NUMA nodes with equal cores.
type machine struct {
	numas, perSocket, cores, threads int
	interleaved                      bool // thread t of core c is CPU t * cores + c, as on most servers
	all                              uint64
	core                             []uint64 // CPUs by core
	numa                             []uint64 // CPUs by NUMA node
}

var machines = []*machine{
	newMachine(1, 1, 4, 2, false),
	newMachine(2, 1, 2, 2, true),
	newMachine(2, 1, 4, 2, false),
	newMachine(1, 1, 6, 1, false),
	newMachine(4, 2, 2, 2, true),
	newMachine(2, 2, 3, 1, false),
	newMachine(2, 1, 2, 4, false),
}

func newMachine(numas, perSocket, cores, threads int, interleaved bool) *machine {
	m := &machine{numas: numas, perSocket: perSocket, cores: cores, threads: threads, interleaved: interleaved}
	m.core, m.numa = make([]uint64, numas*cores), make([]uint64, numas)
	for core := range m.core {
		for thread := 0; thread < threads; thread++ {
			cpu := core*threads + thread
			if interleaved {
				cpu = thread*len(m.core) + core
			}
			m.core[core] |= 1 << cpu
		}
		m.numa[core/cores] |= m.core[core]
		m.all |= m.core[core]
	}
	return m
}

// numasOf returns the NUMA nodes that some CPUs belong to.
func (m *machine) numasOf(cpus uint64) uint64 {
	out := uint64(0)
	for i, numa := range m.numa {
		if numa&cpus != 0 {
			out |= 1 << i
		}
	}
	return out
}

// cpusOf returns the CPUs of some NUMA nodes.
func (m *machine) cpusOf(numas uint64) uint64 {
	out := uint64(0)
	for i, numa := range m.numa {
		if numas>>i&1 != 0 {
			out |= numa
		}
	}
	return out
}

// wholeCores returns the cores of which all threads are in a set.
func (m *machine) wholeCores(cpus uint64) int {
	count := 0
	for _, core := range m.core {
		if core&^cpus == 0 {
			count++
		}
	}
	return count
}

// usedCores returns the cores of which some thread is in a set.
func (m *machine) usedCores(cpus uint64) int {
	count := 0
	for _, core := range m.core {
		if core&cpus != 0 {
			count++
		}
	}
	return count
}

func (m *machine) String() string {
	return fmt.Sprintf("%d NUMA nodes of %d cores with %d threads", m.numas, m.cores, m.threads)
}

// A device of a node. Devices of one kind have the minors 0, 1, 2, ... MIG instances have those of docs/reference/devices.md,
// and the state of their GPU.
type device struct {
	kind, minor, numa int
	absent, unhealthy bool
	mig               bool   // a GPU in MIG mode, which no pod gets as a whole
	parent            int    // of an instance: the minor of its GPU
	placement         string // of an instance
	claimed           bool   // a ResourceClaim holds it
}

func (d *device) usable() bool { return !d.absent && !d.unhealthy && !d.mig }

func (d *device) isInstance() bool { return d.kind == smallMIG || d.kind == largeMIG }

// whole returns the amount of the device's own resource, in percent or in instances.
func (d *device) whole() int64 {
	if d.isInstance() {
		return 1
	}
	return 100
}

// A partition of a GPU in MIG mode: the kinds and placements of its instances.
var partitions = [][]device{
	{{kind: smallMIG, placement: "0:1"}, {kind: smallMIG, placement: "1:1"}, {kind: largeMIG, placement: "4:4"}},
	{{kind: largeMIG, placement: "0:4"}, {kind: largeMIG, placement: "4:4"}},
	{{kind: smallMIG, placement: "0:1"}, {kind: smallMIG, placement: "1:1"}, {kind: smallMIG, placement: "2:1"},
		{kind: smallMIG, placement: "5:1"}},
}

// partition puts a GPU into MIG mode.
func (n *node) partition(at int, instances []device) {
	n.devices[at].mig = true
	for i, instance := range instances {
		instance.parent, instance.numa = n.devices[at].minor, n.devices[at].numa
		instance.minor = 128*instance.parent + 8*(i+1)
		n.devices = append(n.devices, instance)
	}
}

// instances writes the annotation mig-instances.
func (n *node) instances() string {
	var lists []string
	for _, parent := range n.devices {
		if !parent.mig || parent.absent {
			continue
		}
		var list []string
		for _, d := range n.devices {
			if d.isInstance() && d.parent == parent.minor {
				list = append(list, fmt.Sprintf(`{"uuid":%q,"profile":%q,"gi":%d,"placement":%q}`, d.id(n),
					strings.TrimPrefix(kindNames[d.kind], "mig-"), d.minor/8%16, d.placement))
			}
		}
		lists = append(lists, fmt.Sprintf(`{"minor":%d,"instances":[%s]}`, parent.minor, strings.Join(list, ",")))
	}
	return "[" + strings.Join(lists, ",") + "]"
}

// A node is what the API server has of it: three objects, each of which may be missing.
type node struct {
	name    string
	machine *machine

	hasNode       bool
	unschedulable bool
	bindLabel     string
	strategy      string
	numaLabel     string
	milli, memory int64
	reserved      uint64 // CPUs of the annotation reservation
	ratio         int64  // of CPU amplification in tenths, 0 if there is none

	hasTopology     bool
	offline         uint64
	kubeletReserved uint64
	zoneMemory      int64
	reportPolicy    string

	hasDevices bool
	devices    []device

	id      uint32 // number in the cluster, if it exists there
	version uint64 // counts the changes of the node
	cached  *ledger
}

// exists reports whether a cluster has the node.
func (n *node) exists() bool { return n.hasNode || n.hasTopology || n.hasDevices }

// reportsAll reports whether the Device object has all devices of the machine.
func (n *node) reportsAll() bool {
	for _, d := range n.devices {
		if d.absent {
			return false
		}
	}
	return n.hasDevices
}

// lists reports whether the Device object has a device of a kind.
func (n *node) lists(kind int) bool {
	for _, d := range n.devices {
		if d.kind == kind && !d.absent {
			return n.hasDevices
		}
	}
	return false
}

func (n *node) online() uint64 { return n.machine.all &^ n.offline }

// ownable returns the CPUs that pods may own.
func (n *node) ownable() uint64 { return n.online() &^ n.withheld() &^ n.kubeletReserved }

// withheld returns the CPUs that the Node object reserves.
func (n *node) withheld() uint64 {
	if !n.hasNode {
		return 0
	}
	return n.reserved
}

// amplified returns the amount of CPU that own CPUs count as.
func (n *node) amplified(milli int64) int64 {
	if !n.hasNode {
		return milli
	}
	return n.amplifiedAlways(milli)
}

func (n *node) amplifiedAlways(milli int64) int64 {
	if n.ratio == 0 {
		return milli
	}
	return (milli*n.ratio + 9) / 10
}

// surplus returns the amount that amplification adds to CPUs.
func (n *node) surplus(cpus uint64) int64 {
	milli := int64(1000 * bits.OnesCount64(cpus))
	return n.amplified(milli) - milli
}

func listCPUs(cpus uint64) string {
	var parts []string
	for first := 0; first < 64; first++ {
		if cpus>>first&1 == 0 {
			continue
		}
		last := first
		for last < 63 && cpus>>(last+1)&1 != 0 {
			last++
		}
		if last == first {
			parts = append(parts, strconv.Itoa(first))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", first, last))
		}
		first = last
	}
	return strings.Join(parts, ",")
}

func (n *node) nodeJSON() []byte {
	var labels []string
	for _, label := range [][2]string{{"cpu-bind-policy", n.bindLabel}, {"numa-allocate-strategy", n.strategy},
		{"numa-topology-policy", n.numaLabel}} {
		if label[1] != "" {
			labels = append(labels, fmt.Sprintf("%q:%q", "node.koordinator.sh/"+label[0], label[1]))
		}
	}
	var annotations []string
	if n.reserved != 0 {
		annotations = append(annotations, fmt.Sprintf(`"node.koordinator.sh/reservation":%q`,
			fmt.Sprintf(`{"reservedCPUs":%q}`, listCPUs(n.reserved))))
	}
	if n.ratio != 0 {
		annotations = append(annotations, fmt.Sprintf(`"node.koordinator.sh/resource-amplification-ratio":%q`,
			fmt.Sprintf(`{"cpu":%d.%d}`, n.ratio/10, n.ratio%10)))
	}
	return []byte(fmt.Sprintf(`{"kind":"Node","metadata":{"name":%q,"labels":{%s},"annotations":{%s}},"spec":{"unschedulable":%t},`+
		`"status":{"allocatable":{"cpu":"%dm","memory":"%d"}}}`, n.name, strings.Join(labels, ","), strings.Join(annotations, ","),
		n.unschedulable,
		n.milli, n.memory))
}

func (n *node) topologyJSON() []byte {
	var detail, zones []string
	for core, cpus := range n.machine.core {
		numa := core / n.machine.cores
		for cpu := 0; cpu < 64; cpu++ {
			if cpus>>cpu&1 != 0 && n.offline>>cpu&1 == 0 {
				detail = append(detail, fmt.Sprintf(`{"id":%d,"core":%d,"socket":%d,"node":%d}`, cpu, core,
					numa/n.machine.perSocket, numa))
			}
		}
	}
	for i, numa := range n.machine.numa {
		cpus := bits.OnesCount64(numa &^ n.offline)
		zones = append(zones, fmt.Sprintf(`{"name":"node-%d","type":"Node","resources":[`+
			`{"name":"cpu","capacity":"%d","allocatable":"%d","available":"%d"},`+
			`{"name":"memory","capacity":"%d","allocatable":"%d","available":"%d"}]}`,
			i, cpus, cpus, cpus, n.zoneMemory, n.zoneMemory, n.zoneMemory))
	}
	policies := ""
	if n.reportPolicy != "" {
		policies = strconv.Quote(n.reportPolicy)
	}
	return []byte(fmt.Sprintf(`{"kind":"NodeResourceTopology","metadata":{"name":%q,"annotations":{`+
		`"node.koordinator.sh/cpu-topology":%q,"kubelet.koordinator.sh/cpu-manager-policy":%q}},"topologyPolicies":[%s],"zones":[%s]}`,
		n.name, `{"detail":[`+strings.Join(detail, ",")+"]}",
		fmt.Sprintf(`{"policy":"none","reservedCPUs":%q}`, listCPUs(n.kubeletReserved)), policies, strings.Join(zones, ",")))
}

func vfName(minor, vf int) string { return fmt.Sprintf("0000:%02x:00.%d", 0x40+minor, vf+1) }

func (n *node) devicesJSON() []byte {
	var devices []string
	for _, d := range n.devices {
		if d.absent || d.isInstance() {
			continue
		}
		resources, vfs := "", ""
		switch d.kind {
		case gpu:
			if d.mig {
				vfs = `,"labels":{"node.koordinator.sh/gpu-mig":"enabled"}`
				break
			}
			resources = `"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory-ratio":"100","koordinator.sh/gpu-memory":"16Gi"`
		case rdma:
			resources = `"koordinator.sh/rdma":"100"`
			var list []string
			for vf := 0; vf < vfCount; vf++ {
				list = append(list, fmt.Sprintf(`{"minor":%d,"busID":%q}`, vf, vfName(d.minor, vf)))
			}
			vfs = `,"vfGroups":[{"labels":{"type":"general"},"vfs":[` + strings.Join(list, ",") + "]}]"
		case fpga:
			resources = `"koordinator.sh/fpga":"100"`
		}
		devices = append(devices, fmt.Sprintf(`{"type":%q,"minor":%d,"id":%q,"health":%t,"resources":{%s},`+
			`"topology":{"socketID":%d,"nodeID":%d,"pcieID":"pcie%d","busID":%q}%s}`,
			kindNames[d.kind], d.minor, d.id(n), !d.unhealthy, resources,
			d.numa/n.machine.perSocket, d.numa, d.numa, d.address(), vfs))
	}
	return []byte(fmt.Sprintf(`{"kind":"Device","metadata":{"name":%q,"annotations":{"node.koordinator.sh/mig-instances":%q}},`+
		`"spec":{"devices":[%s]}}`, n.name, n.instances(), strings.Join(devices, ",")))
}
