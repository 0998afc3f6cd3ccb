package koord

import (
	"context"
	"strings"
)

// DiscoverTopology reads this machine through hwloc. log may be nil. Errors: ErrInvalid, ErrIO, ErrNoMemory, those of ctx.
func DiscoverTopology(ctx context.Context, log *Context, flags TopologyFlags) (*Topology, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callTopologyDiscover(log, flags)
	return unlessDone(ctx, made, err)
}

// unlessDone gives a result that nobody waits for any more back.
func unlessDone[T interface{ Close() error }](ctx context.Context, made T, err error) (T, error) {
	var none T
	if err != nil {
		return none, err
	}
	if err := ctx.Err(); err != nil {
		made.Close()
		return none, err
	}
	return made, nil
}

// TopologyFromHwlocXML reads what "lstopo machine.xml" writes, at most 64 MiB. log may be nil, as in all functions that
// have one. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func TopologyFromHwlocXML(log *Context, flags TopologyFlags, xml []byte) (*Topology, error) {
	return callTopologyFromHwlocXml(log, flags, xml)
}

// TopologyFromSynthetic reads an hwloc description: "pack:2 numa:1 l3:2 core:8 pu:2". Errors: ErrInvalid, ErrLimit,
// ErrNoMemory.
func TopologyFromSynthetic(log *Context, description string) (*Topology, error) {
	return callTopologyFromSynthetic(log, description)
}

// TopologyFromJSON reads what JSON wrote, whatever the topology was read from, such as a file in which it was kept. The two
// are equal in everything. Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func TopologyFromJSON(log *Context, json []byte) (*Topology, error) {
	return callTopologyFromJSON(log, json)
}

// TopologyFromAnnotation reads the value of node.koordinator.sh/cpu-topology. Errors: ErrInvalid (names entry and field),
// ErrLimit, ErrNoMemory.
func TopologyFromAnnotation(log *Context, json []byte) (*Topology, error) {
	return callTopologyFromAnnotation(log, json)
}

// TopologyFromNRT reads a NodeResourceTopology object. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func TopologyFromNRT(log *Context, json []byte) (*Topology, error) {
	return callTopologyFromNRT(log, json)
}

// TopologyFromRows builds a topology from its CPUs; architecture may be "". Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func TopologyFromRows(rows []CPU, architecture string) (*Topology, error) {
	return callTopologyFromRows(rows, architecture)
}

// Info counts what the machine has.
func (t *Topology) Info() (TopologyInfo, error) { return callTopologyInfo(t) }

// CPUs are its CPUs, ascending by number.
func (t *Topology) CPUs() ([]CPU, error) {
	return rowsOf(128, func(rows []CPU) (int, error) { return callTopologyCPUs(t, rows) })
}

// Nodes are its NUMA nodes, ascending by number.
func (t *Topology) NUMANodes() ([]NUMANode, error) {
	return rowsOf(8, func(rows []NUMANode) (int, error) { return callTopologyNUMANodes(t, rows) })
}

// Hugepages are those of each NUMA node and size.
func (t *Topology) Hugepages() ([]Hugepages, error) {
	return rowsOf(16, func(rows []Hugepages) (int, error) { return callTopologyHugepages(t, rows) })
}

// Distances between NUMA nodes (10 = local, 0 = not reported), a row for each of Nodes after the other; none where the
// machine reports none.
func (t *Topology) Distances() ([]uint32, error) {
	return rowsOf(64, func(values []uint32) (int, error) { return callTopologyDistances(t, values) })
}

// Devices are its PCI devices by bus id.
func (t *Topology) Devices() ([]PCIDevice, error) {
	return textRows(func(rows []rawPCIDevice, texts []byte) (int, int, error) {
		return callTopologyDevices(t, rows, texts)
	}, (*rawPCIDevice).public)
}

// CPUSet is one set of the machine's CPUs, as long as sets of this machine are; id is what kind says. Errors: ErrInvalid.
func (t *Topology) CPUSet(kind CPUSetKind, id int32) (CPUSet, error) {
	info, err := t.Info()
	if err != nil {
		return nil, err
	}
	set := make(CPUSet, info.Words)
	if err := callTopologyCPUSet(t, kind, id, set); err != nil {
		return nil, err
	}
	return set, nil
}

// JSON is everything the topology holds, for TopologyFromJSON and for other programs.
func (t *Topology) JSON() ([]byte, error) { return callTopologyToJSON(t) }

// Annotation is the value for node.koordinator.sh/cpu-topology.
func (t *Topology) Annotation() ([]byte, error) { return callTopologyToAnnotation(t) }

// NRT is a NodeResourceTopology object as JSON. kubeletConfig is a KubeletConfiguration or an answer of /configz, cpuState
// the text of cpu_manager_state; both may be nil. Errors: ErrInvalid (names the field), ErrCorrupt, ErrLimit, ErrNoMemory.
func (t *Topology) NRT(nodeName string, kubeletConfig, cpuState []byte) ([]byte, error) {
	return callTopologyToNRT(t, nodeName, kubeletConfig, cpuState)
}

// LabelledSet is a set of CPUs in a picture.
type LabelledSet struct {
	Label string // one line
	CPUs  CPUSet
}

// Draw shows the machine and who holds what; title may be "". Errors: ErrInvalid, ErrLimit (64 sets), ErrNoMemory.
func (t *Topology) Draw(options PictureOptions, title string, sets ...LabelledSet) ([]byte, error) {
	info, err := t.Info()
	if err != nil {
		return nil, err
	}
	words := int(info.Words)
	labels := make([]string, len(sets))
	for i, set := range sets {
		words = wordsOf(words, set.CPUs)
		labels[i] = set.Label
	}
	all := make([]uint64, words*len(sets))
	for i, set := range sets {
		copy(all[i*words:(i+1)*words], set.CPUs)
	}
	return callTopologyDraw(t, options, all, len(sets), words, strings.Join(labels, "\n"), title)
}
