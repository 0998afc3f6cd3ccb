package koord

import "context"

// DiscoverTopology reads this machine through hwloc. log may be nil. Errors: ErrInvalid, ErrIO, ErrNoMemory, those of ctx.
func DiscoverTopology(ctx context.Context, log *Diagnostics, flags TopologyFlags) (*Topology, error) {
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
func TopologyFromHwlocXML(log *Diagnostics, flags TopologyFlags, xml []byte) (*Topology, error) {
	return callTopologyFromHwlocXml(log, flags, xml)
}

// TopologyFromSynthetic reads an hwloc description: "pack:2 numa:1 l3:2 core:8 pu:2". Errors: ErrInvalid, ErrLimit,
// ErrNoMemory.
func TopologyFromSynthetic(log *Diagnostics, description string) (*Topology, error) {
	return callTopologyFromSynthetic(log, description)
}

// TopologyFromJSON reads what JSON wrote, whatever the topology was read from, such as a file in which it was kept. The two
// are equal in everything. Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func TopologyFromJSON(log *Diagnostics, json []byte) (*Topology, error) {
	return callTopologyFromJSON(log, json)
}

// TopologyFromAnnotation reads the value of node.koordinator.sh/cpu-topology. Errors: ErrInvalid (names entry and field),
// ErrLimit, ErrNoMemory.
func TopologyFromAnnotation(log *Diagnostics, json []byte) (*Topology, error) {
	return callTopologyFromAnnotation(log, json)
}

// TopologyFromNRT reads a NodeResourceTopology object. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func TopologyFromNRT(log *Diagnostics, json []byte) (*Topology, error) {
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
	return lentRows(func(rows []rawPCIDevice) (int, error) { return callTopologyDevices(t, rows) },
		func(read func(string)) error { return callTopologyTexts(t, read) }, (*rawPCIDevice).public)
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

// NRT is a NodeResourceTopology object as JSON, by a kubelet's Config and CPUState. Errors: ErrInvalid (names the field),
// ErrCorrupt (a wrong checksum), ErrLimit, ErrNoMemory.
func (t *Topology) NRT(nodeName string, setup KubeletSetup) (nrt []byte, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		nrt, err = callTopologyToNRT(t, setup, nodeName)
		return err
	})
	return nrt, err
}

// NewPicture makes what Draw shows beside a machine: nothing yet. Errors: ErrNoMemory.
func NewPicture() (*Picture, error) { return callPictureNew() }

// SetTitle sets the headline; "": none. Errors: ErrInvalid, ErrNoMemory.
func (p *Picture) SetTitle(title string) error { return callPictureSetTitle(p, title) }

// AddSet adds the CPUs that somebody holds, and who, in one line. Errors: ErrInvalid, ErrLimit (more than 64 sets),
// ErrNoMemory.
func (p *Picture) AddSet(label string, cpus CPUSet) error { return callPictureAddSet(p, label, cpus) }

// Draw shows the machine and who holds what; picture may be nil. Errors: ErrInvalid, ErrNoMemory.
func (t *Topology) Draw(options PictureOptions, picture *Picture) ([]byte, error) {
	return callTopologyDraw(t, options, picture)
}
