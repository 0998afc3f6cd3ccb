// Code generated from include/koord.h by make generate (internal/generate). DO NOT EDIT.

package koord

// PodFromJSON: Reads a Pod (v1) of the API server (docs/reference/objects.md lists the fields). Unknown fields are
// ignored; missing requests are filled in from limits. diagnostics may be nil. If claims to allocations
// (resource-status, device-allocated, environment) cannot be read, the pod loses that claim and nothing else: see
// Pod.Faults. The same applies to the preferences (other annotations, labels) of a pod that is already bound; for a
// pod that is not bound they are ErrInvalid.
//
// Errors: ErrInvalid (names pod and field: not a pod, an unknown policy, a negative amount), ErrLimit (over 4 MiB or
// 1024 containers; a sum above 2^63 - 1, unless the pod is bound), ErrNoMemory.
func PodFromJSON(diagnostics *Diagnostics, json []byte) (pod *Pod, err error) {
	return callPodFromJSON(diagnostics, json)
}

// Info: Returns properties and requests of the pod.
//
// Errors: ErrInvalid.
func (h *Pod) Info() (info PodInfo, err error) {
	return callPodInfo(h)
}

// Request: Returns the effective request and limit of one resource ("memory", "nvidia.com/gpu") as Kubernetes
// computes them: the sum of app containers and sidecars or the peak of the init containers, replaced by pod-level
// resources, plus overhead. Milli-CPU for "cpu", bytes or units for all others; -1: not stated.
//
// Errors: ErrInvalid.
func (h *Pod) Request(resource string) (request int64, limit int64, err error) {
	return callPodRequest(h, resource)
}

// Text: Writes one text.
//
// Errors: ErrInvalid (unknown which).
func (h *Pod) Text(which PodText) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callPodText(h, which, text) })
}

// Faults: Writes which parts of the pod could not be read and were ignored: one line per part, which names the field
// and ends with a line feed; "": none.
//
// Errors: ErrInvalid.
func (h *Pod) Faults() (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callPodFaults(h, text) })
}

// CPUs: Writes the CPUs that the pod states as its allocation; all zero: none.
//
// Errors: ErrInvalid.
func (h *Pod) CPUs() (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callPodCPUs(h, words) })
}

// Reset: Restores the state of a new setup.
//
// Errors: ErrInvalid.
func (h *kubeletSetupHandle) Reset() error {
	return callKubeletSetupReset(h)
}

// SetVersion: Sets the version of kubelet, for the calls that use the setup: how it decides, which files it reads and
// which it writes. Not set: DEFAULT.
//
// Errors: ErrInvalid (an unknown number).
func (h *kubeletSetupHandle) SetVersion(version KubeletVersion) error {
	return callKubeletSetupSetVersion(h, version)
}

// SetConfig: Sets the configuration: a KubeletConfiguration or the response of /configz (JSON; nil: kubelet's
// defaults). Fields that are odd but usable give diagnostics.
//
// Errors: ErrInvalid (names the field), ErrLimit (over 4 MiB or 2^20 values, nested deeper than 64), ErrNoMemory.
func (h *kubeletSetupHandle) SetConfig(kubeletConfig []byte) error {
	return callKubeletSetupSetConfig(h, kubeletConfig)
}

// SetCPUState: Sets the text of cpu_manager_state. It is copied; the calls that use the setup parse it and report
// what is wrong in it. Not set: there is no such file. nil: the file is empty. For CheckKubeletFiles and
// RepairCPUState an empty file is damage that stops kubelet; all other calls treat it as no file.
//
// Errors: ErrInvalid (a NUL in it), ErrLimit (over 16 MiB), ErrNoMemory. Calls that parse it return ErrLimit for more
// than 2^20 values in maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole pods.
func (h *kubeletSetupHandle) SetCPUState(cpuState []byte) error {
	return callKubeletSetupSetCPUState(h, cpuState)
}

// SetMemoryState: Sets the text of memory_manager_state, likewise. For CheckKubeletFiles and RepairMemoryState an
// empty file is damage; NewKubelet treats it as no file; other calls do not read it.
//
// Errors: ErrInvalid (a NUL in it), ErrLimit (over 16 MiB), ErrNoMemory. Calls that parse it return ErrLimit for more
// than 2^20 values in maps and lists.
func (h *kubeletSetupHandle) SetMemoryState(memoryState []byte) error {
	return callKubeletSetupSetMemoryState(h, memoryState)
}

// AddDevice: Adds a device that a device plugin reports to kubelet, for NewKubelet: the first call adds device 0, the
// next one device 1.
//   - resource: the plugin's resource: "nvidia.com/gpu".
//   - id: the plugin's name of the device, unique within the resource.
//   - numaNodes: the nodes that it is near: bit i is row i of Topology.NUMANodes; 0: not known.
//
// Errors: ErrInvalid (a resource without domain, no id, a text longer than 1,024 bytes or not UTF-8, unknown flags),
// ErrLimit (65,536 were added already), ErrNoMemory. A device that was added twice and nodes that the machine does
// not have are ErrInvalid to NewKubelet, devices of more than 64 resources ErrLimit.
func (h *kubeletSetupHandle) AddDevice(resource string, id string, numaNodes uint64, flags PluginDeviceFlags) error {
	return callKubeletSetupAddDevice(h, resource, id, numaNodes, flags)
}

// SetDeviceState: Sets the text of kubelet_internal_checkpoint: which devices pods have, and which resources had a
// plugin. For NewKubelet, to which a damaged one is ErrInvalid or ErrCorrupt, where kubelet goes on without it; other
// calls do not read it. nil: there is no such file.
//
// Errors: ErrInvalid (a NUL in it), ErrLimit (over 16 MiB), ErrNoMemory. Calls that parse it return ErrLimit for more
// than 2^20 values in maps and lists.
func (h *kubeletSetupHandle) SetDeviceState(deviceState []byte) error {
	return callKubeletSetupSetDeviceState(h, deviceState)
}

// AddContainer: Adds a pod that is on the node, or one container of it, for calls that check and repair files.
//   - uid: of the pod.
//   - name: of the container; name "": only the pod is added.
//   - id: of the container in the runtime; id "": not known. Files of version 1 identify containers by id only. If a
//     container is added again with an id, the last id applies.
//
// Errors: ErrInvalid (uid is empty, an id without name, a text longer than 1,024 bytes or not UTF-8), ErrLimit
// (65,536 were added already), ErrNoMemory.
func (h *kubeletSetupHandle) AddContainer(uid string, name string, id string) error {
	return callKubeletSetupAddContainer(h, uid, name, id)
}

// TopologyDiscoverIn: Reads a machine as DiscoverTopology does, for processes in which HWLOC_FSROOT names a directory
// with an exported sysfs. root is that directory: what hwloc does not read (isolated and nohz_full CPUs) comes from
// below it. DiscoverTopology reads those of this machine only.
//
// Errors: ErrInvalid (unknown flags; no such directory), ErrIO, ErrNoMemory.
func TopologyDiscoverIn(diagnostics *Diagnostics, flags TopologyFlags, root string) (topology *Topology, err error) {
	return callTopologyDiscoverIn(diagnostics, flags, root)
}

// TopologyFromHwlocXML: Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
//
// Errors: ErrInvalid (not such XML, or an impossible machine), ErrLimit, ErrNoMemory.
func TopologyFromHwlocXML(diagnostics *Diagnostics, flags TopologyFlags, xml []byte) (topology *Topology, err error) {
	return callTopologyFromHwlocXML(diagnostics, flags, xml)
}

// TopologyFromSynthetic: Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").
//
// Errors: ErrInvalid, ErrLimit (more than MaxCPUs), ErrNoMemory.
func TopologyFromSynthetic(diagnostics *Diagnostics, text string) (topology *Topology, err error) {
	return callTopologyFromSynthetic(diagnostics, text)
}

// TopologyFromJSON: Reads the output of Topology.JSON (docs/reference/topology-json.md), for a topology from any
// source: the result equals the original in everything that this package can return, and Topology.JSON writes the
// same bytes for it. Absent members are unknown or follow from others. Members that are derived from others must not
// contradict them. Unknown members are ignored, with a diagnostic to the log of diagnostics, which may be nil.
//
// Errors: ErrInvalid (names the field), ErrLimit (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or devices,
// nested deeper than 64), ErrNoMemory.
func TopologyFromJSON(diagnostics *Diagnostics, json []byte) (topology *Topology, err error) {
	return callTopologyFromJSON(diagnostics, json)
}

// TopologyFromAnnotation: Reads the value of the annotation node.koordinator.sh/cpu-topology,
// {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: core is lscpu's logical number.
// Absent numbers are 0, unknown fields are ignored. The topology has no memory, L3 groups or distances. Cores are
// identified by (socket, node, core): one core number in two NUMA nodes of a socket is two cores, as in Linux, and
// gives a warning to the log of diagnostics. A CPU in two NUMA nodes is ErrInvalid.
//
// Errors: ErrInvalid (names the entry and field), ErrLimit (over 4 MiB, nested deeper than 64), ErrNoMemory.
func TopologyFromAnnotation(diagnostics *Diagnostics, json []byte) (topology *Topology, err error) {
	return callTopologyFromAnnotation(diagnostics, json)
}

// TopologyFromNRT: Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation of
// TopologyFromAnnotation, and memory, huge pages and distances from its zones.
//
// Errors: ErrInvalid, ErrLimit (over 16 MiB), ErrNoMemory.
func TopologyFromNRT(diagnostics *Diagnostics, json []byte) (topology *Topology, err error) {
	return callTopologyFromNRT(diagnostics, json)
}

// TopologyFromRows: Builds a topology from rows, for callers without JSON. Cores are identified by (socket,
// numa_node, core), L3 groups by l3. architecture may be "" ("aarch64" enables the ARM rule of Topology.PickCPUs).
//
// Errors: ErrInvalid (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1, numa_node below
// 1024), ErrLimit, ErrNoMemory.
func TopologyFromRows(rows []CPU, architecture string) (topology *Topology, err error) {
	return callTopologyFromRows(rows, architecture)
}

// Info: Returns the counts of the machine.
//
// Errors: ErrInvalid.
func (h *Topology) Info() (info TopologyInfo, err error) {
	return callTopologyInfo(h)
}

// CPUs: All rows, ascending by CPU number.
//
// Errors: ErrInvalid.
func (h *Topology) CPUs() (rows []CPU, err error) {
	return rowsOf(64, func(rows []CPU) (int, error) { return callTopologyCPUs(h, rows) })
}

// NUMANodes: Copies the NUMA nodes, ascending by number, including those without CPUs.
func (h *Topology) NUMANodes() (rows []NUMANode, err error) {
	return rowsOf(64, func(rows []NUMANode) (int, error) { return callTopologyNUMANodes(h, rows) })
}

// Hugepages: Copies the huge pages per NUMA node and size, by node, then size.
func (h *Topology) Hugepages() (rows []Hugepages, err error) {
	return rowsOf(64, func(rows []Hugepages) (int, error) { return callTopologyHugepages(h, rows) })
}

// Distances: Copies the NUMA distances (10 = local), row-major in the order of Topology.NUMANodes. The value of a
// pair that was not reported is 0.
//
// Errors: ErrInvalid.
func (h *Topology) Distances() (rows []uint32, err error) {
	return rowsOf(64, func(rows []uint32) (int, error) { return callTopologyDistances(h, rows) })
}

// Devices: Copies the PCI devices, by bus id.
//
// Errors: ErrInvalid.
func (h *Topology) Devices() (rows []PCIDevice, err error) {
	return lentRows(func(rows []rawPCIDevice) (int, error) { return callTopologyDevices(h, rows) },
		func(read func(string)) error { return callTopologyTexts(h, read) }, (*rawPCIDevice).public)
}

// JSON: Writes everything that the topology holds as one JSON document (docs/reference/topology-json.md), for people,
// other programs and storage; TopologyFromJSON reads it.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Topology) JSON() (json []byte, err error) {
	return callTopologyToJSON(h)
}

// Annotation: Writes the value of the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node are
// written with node 0, as koordlet does.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Topology) Annotation() (annotation []byte, err error) {
	return callTopologyToAnnotation(h)
}

// NewAgent: Creates the agent of a node on this machine, without pods, settings or kubelet.
//   - diagnostics: may be nil; receives the diagnostics of all calls on the agent. The agent is silent once the
//     Diagnostics is freed.
//
// The topology may be released afterwards.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewAgent(diagnostics *Diagnostics, topology *Topology, options AgentOptions) (agent *Agent, err error) {
	return callAgentNew(diagnostics, topology, options)
}

// SetTopology: Replaces the machine, after CPUs were added or removed. A pod loses its exclusive CPUs when one of
// them no longer exists. The CPUs that kubelet reserves stay those of the last Agent.SetKubelet.
//
// Errors: ErrInvalid (more CPUs are reserved than exist), ErrNoMemory.
func (h *Agent) SetTopology(topology *Topology) error {
	return callAgentSetTopology(h, topology)
}

// SetNode: Reads the Node (v1) as JSON: its name, reservation and system QoS.
//
// Errors: ErrInvalid (names the field; more CPUs are reserved than exist), ErrLimit, ErrNoMemory.
func (h *Agent) SetNode(json []byte) error {
	return callAgentSetNode(h, json)
}

// SetDevices: Sets the node's Device object, as for Cluster.SetDevices. It supplies the names of devices that were
// allocated to pods by minor only. nil: the node has no Device object.
//
// Errors: ErrInvalid (names the field; two devices of one type and minor), ErrLimit, ErrNoMemory.
func (h *Agent) SetDevices(json []byte) error {
	return callAgentSetDevices(h, json)
}

// SetPod: Adds or updates a pod; a terminated pod is removed. The CPUs and devices that the pod claims are its own
// where it is entitled to them and no pod of higher precedence has them, as in Cluster.SetPod; AgentPod.Refusal says
// why not. Precedence: first the pods that the state of Agent.SetState confirms, then the pod that was bound first,
// then the lower uid.
//
// Errors: ErrInvalid (no uid), ErrLimit (65536 pods), ErrNoMemory.
func (h *Agent) SetPod(pod *Pod) error {
	return callAgentSetPod(h, pod)
}

// RemovePod: Removes the pod with this uid. known says whether the agent knew the pod.
//
// Errors: ErrInvalid.
func (h *Agent) RemovePod(uid string) (known bool, err error) {
	number, err := callAgentRemovePod(h, uid)
	return number != 0, err
}

// Info: Returns the counts.
//
// Errors: ErrInvalid.
func (h *Agent) Info() (info AgentInfo, err error) {
	return callAgentInfo(h)
}

// Hash: Returns 64 bits that change whenever the output of Agent.NRT changes. The value is the same in any process
// that runs the same version of the library. Takes microseconds.
//
// Errors: ErrInvalid.
func (h *Agent) Hash() (hash uint64, err error) {
	return callAgentHash(h)
}

// CPUs: Writes one set.
//
// Errors: ErrInvalid.
func (h *Agent) CPUs(which AgentCPUSet) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAgentCPUs(h, which, words) })
}

// PoolCPUs: Writes the part of one CPU set that lies in row pool of Agent.Pools.
//
// Errors: ErrInvalid (no such row or set).
func (h *Agent) PoolCPUs(pool uint32, which AgentCPUSet) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAgentPoolCPUs(h, pool, which, words) })
}

// Annotation: Writes the value of an annotation of the NodeResourceTopology as JSON.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Agent) Annotation(which AgentAnnotation) (annotation []byte, err error) {
	return callAgentToAnnotation(h, which)
}

// NRT: Writes the NodeResourceTopology of the node as Topology.NRT does, with the node's pools, reservation, system
// QoS and the CPUs of pods.
//
// Errors: ErrInvalid (Agent.SetNode was not called; kubelet would not start, see Topology.NRT), ErrNoMemory.
func (h *Agent) NRT() (nrt []byte, err error) {
	return callAgentToNRT(h)
}

// JSON: Writes node-state.json, version 1 (docs/operate/node.md): where each pod runs, for hooks and tools that start
// after the agent. bootID identifies the boot that the state belongs to; "": not stated.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Agent) JSON(bootID string) (json []byte, err error) {
	return callAgentToJSON(h, bootID)
}

// Snapshot: Returns the current state of the node: what Agent.JSON writes, without the file.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Agent) Snapshot() (agentState *AgentState, err error) {
	return callAgentSnapshot(h)
}

// SetState: Tells the agent what was decided and applied for this node before. A pod keeps the exclusive CPUs that
// this state gives it and that it still claims, against claims of other pods. Call it after a restart, with the
// result of LoadAgentState, and whenever a state has been applied.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Agent) SetState(state *AgentState) error {
	return callAgentSetState(h, state)
}

// AgentStateFromJSON: Parses the text of a node-state.json.
//
// Errors: ErrInvalid (names the field), ErrUnsupported (another version), ErrCorrupt (it contradicts itself),
// ErrLimit (over 16 MiB or 2^20 values, 65536 pods or containers), ErrNoMemory.
func AgentStateFromJSON(json []byte) (agentState *AgentState, err error) {
	return callAgentStateFromJSON(json)
}

// Text: Writes one text, as Pod.Text does.
//
// Errors: ErrInvalid.
func (h *AgentState) Text(which AgentText) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callAgentStateText(h, which, text) })
}

// Info: Returns the counts of the node that wrote the state.
//
// Errors: ErrInvalid.
func (h *AgentState) Info() (info AgentInfo, err error) {
	return callAgentStateInfo(h)
}

// CPUs: Same as Agent.CPUs, for the three pools and all CPUs.
//
// Errors: ErrInvalid.
func (h *AgentState) CPUs(which AgentCPUSet) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAgentStateCPUs(h, which, words) })
}

// NewCgroupPath: Creates the path of kubepods.
//   - driver: must not be CgroupDriverDetect.
//   - root: kubelet's cgroupRoot; "": none.
//
// Errors: ErrInvalid (root is not up to 4 names of letters, digits, '_', '.' and '-'), ErrNoMemory.
func NewCgroupPath(driver CgroupDriver, root string) (cgroupPath *CgroupPath, err error) {
	return callCgroupPathNew(driver, root)
}

// SetPod: Changes the path to that of a pod. uid "": the path of the QoS class, which for Guaranteed is kubepods
// itself.
//
// Errors: ErrInvalid (uid is not up to 64 of a-z, 0-9 and '-'), ErrNoMemory.
func (h *CgroupPath) SetPod(qos KubeQOS, uid string) error {
	return callCgroupPathSetPod(h, qos, uid)
}

// SetContainer: Changes the path to that of a container of the pod that was set last. id "": the path of the pod;
// runtime is then ignored.
//
// Errors: ErrInvalid (no pod was set; id is not up to 128 of 0-9 and a-f), ErrNoMemory.
func (h *CgroupPath) SetContainer(runtime CgroupRuntime, id string) error {
	return callCgroupPathSetContainer(h, runtime, id)
}

// Format: Writes the path.
//
// Errors: ErrInvalid.
func (h *CgroupPath) Format() (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callCgroupPathFormat(h, text) })
}

// Info: Returns driver, version and properties.
//
// Errors: ErrInvalid.
func (h *Cgroups) Info() (info CgroupsInfo, err error) {
	return callCgroupsInfo(h)
}

// NewCgroupContainers: Creates an empty map.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewCgroupContainers() (cgroupContainers *CgroupContainers, err error) {
	return callCgroupContainersNew()
}

// Add: Adds the name of the container with this id; name "": the container is the sandbox.
//
// Errors: ErrInvalid (id is not 1 to 128 of 0-9 and a-f, or was added before; name is over 1024 bytes), ErrLimit
// (over 16,384 containers), ErrNoMemory.
func (h *CgroupContainers) Add(id string, name string) error {
	return callCgroupContainersAdd(h, id, name)
}

// Steps: Copies the steps in their order. No steps: everything is in the desired state already.
//
// Errors: ErrInvalid.
func (h *CgroupPlan) Steps() (rows []CgroupStep, err error) {
	return lentRows(func(rows []rawCgroupStep) (int, error) { return callCgroupPlanSteps(h, rows) },
		func(read func(string)) error { return callCgroupPlanTexts(h, read) }, (*rawCgroupStep).public)
}

// JSON: Writes {"steps":[{"phase","path","from","to","pod"}],"skipped":[{"path","pod","reason"}]}: "skipped" lists
// what is not changed and why.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *CgroupPlan) JSON() (json []byte, err error) {
	return callCgroupPlanToJSON(h)
}

// Text: Writes one line per step: what would be done.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *CgroupPlan) Text() (text string, err error) {
	document, err := callCgroupPlanToText(h)
	return string(document), err
}

// Info: Returns the outcome.
//
// Errors: ErrInvalid.
func (h *CgroupReport) Info() (info CgroupReportInfo, err error) {
	return callCgroupReportInfo(h)
}

// Results: Copies the outcome of every step, as CgroupPlan.Steps does.
func (h *CgroupReport) Results() (rows []CgroupResult, err error) {
	return lentRows(func(rows []rawCgroupResult) (int, error) { return callCgroupReportResults(h, rows) },
		func(read func(string)) error { return callCgroupReportTexts(h, read) }, (*rawCgroupResult).public)
}

// JSON: Writes {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to",
// "readBack","pod"}]}; the summary is one sentence that names the failed step and the cause.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *CgroupReport) JSON() (json []byte, err error) {
	return callCgroupReportToJSON(h)
}

// NewNUMAHints: Creates hints without NUMA nodes and lists.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewNUMAHints() (numaHints *NUMAHints, err error) {
	return callNUMAHintsNew()
}

// Clone: Copies hints.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *NUMAHints) Clone() (numaHints *NUMAHints, err error) {
	return callNUMAHintsClone(h)
}

// Reset: Restores the state of new hints, but keeps the memory.
//
// Errors: ErrInvalid.
func (h *NUMAHints) Reset() error {
	return callNUMAHintsReset(h)
}

// AddList: Appends a list.
//   - name: of the resource: UTF-8 of at most 1024 bytes; two lists may have the same name.
//   - rows: its hints; none unless list.Kind is NUMAHintKindHints. All lists together have at most MaxNUMAHints.
//
// Errors: ErrInvalid (a provider number below that of the last list, hints although the kind has none, a hint for
// NUMA nodes that do not exist, an unknown flag or kind), ErrLimit (more than MaxNUMALists lists, too many hints),
// ErrNoMemory.
func (h *NUMAHints) AddList(list NUMAHintList, name string, rows []NUMAHint) error {
	return callNUMAHintsAddList(h, list, name, rows)
}

// Nodes: Copies the NUMA nodes.
//
// Errors: ErrInvalid.
func (h *NUMAHints) Nodes() (rows []NUMAPlace, err error) {
	return rowsOf(64, func(rows []NUMAPlace) (int, error) { return callNUMAHintsNodes(h, rows) })
}

// Lists: Copies the lists, in the order in which they were added.
//
// Errors: ErrInvalid.
func (h *NUMAHints) Lists() (rows []NUMAHintListInfo, err error) {
	return lentRows(func(rows []rawNUMAHintListInfo) (int, error) { return callNUMAHintsLists(h, rows) },
		func(read func(string)) error { return callNUMAHintsTexts(h, read) }, (*rawNUMAHintListInfo).public)
}

// Hints: Copies the hints of a list, by its row.
//
// Errors: ErrInvalid (no such list).
func (h *NUMAHints) Hints(list uint32) (rows []NUMAHint, err error) {
	return rowsOf(64, func(rows []NUMAHint) (int, error) { return callNUMAHintsHints(h, list, rows) })
}

// NewCluster: Creates an empty cluster. diagnostics (may be nil) receives the diagnostics of all calls on the
// cluster, on the threads that make the calls, and concurrently when calls are concurrent. Free the Diagnostics after
// the cluster. args are the arguments of Koordinator's plugins as JSON (nil: their defaults): a
// KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare or both in a profile, or the arguments of
// one of the two, here with the defaults in brackets:
//   - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that ask for it are bound to CPUs),
//     numaTopologyAlignmentPolicy (from the proposal, for nodes that state none; "BestEffort"), scoringStrategy
//     (MostAllocated: pods are packed on few nodes) and numaScoringStrategy (LeastAllocated; read under
//     ProfileUpstream only), each with type MostAllocated, LeastAllocated or BalancedAllocation and up to 64
//     resources with weights 1 to 100 (cpu and memory, 1 each). As upstream, the weights of scoringStrategy apply to
//     both strategies.
//   - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which overrides
//     options.DeviceStrategy (LeastAllocated), and weights; see docs/reference/devices.md.
//
// Errors: ErrInvalid (names the field), ErrUnsupported (another profile), ErrLimit, ErrNoMemory.
func NewCluster(diagnostics *Diagnostics, options ClusterOptions, args []byte) (cluster *Cluster, err error) {
	return callClusterNew(diagnostics, options, args)
}

// SetNode: Adds or replaces the node described by a Node (v1) object of the API server (docs/reference/objects.md
// lists the fields). Allocations of its pods are kept. id is the number of the node; numbers count up from 0 and are
// never reused. Amounts are at most 2^50, CPU 2^42 milli: a node that reports more is treated as having this much,
// and so does a bound pod that requests more; every call for another pod that requests more is ErrLimit. Pods that
// wait for the node (Cluster.SetPod) are attached to it.
//
// Errors: ErrInvalid (names node and field), ErrLimit (over 4 MiB, more than 1024 resources of the node or 2^20 node
// numbers, those of removed nodes included), ErrNoMemory.
func (h *Cluster) SetNode(json []byte) (id uint32, err error) {
	return callClusterSetNode(h, json)
}

// SetTopology: Sets the NodeResourceTopology of a node: CPUs, NUMA nodes and kubelet's settings. It may be set before
// the node itself. Pods keep their allocations, even if those CPUs no longer exist.
//
// Errors: as Cluster.SetNode; ErrLimit over 16 MiB.
func (h *Cluster) SetTopology(json []byte) (id uint32, err error) {
	return callClusterSetTopology(h, json)
}

// SetDevices: Sets the devices of a node: a Device object (scheduling.koordinator.sh/v1alpha1), named after the node,
// in any published spelling (docs/reference/devices.md). Devices may be GPUs, RDMA and FPGA devices and any other
// type. Requests for a resource that devices have are allocated from the devices; the node's own amount of that
// resource no longer counts. The object may be set before the node itself. Pods keep their allocations, even if those
// devices no longer exist or are unhealthy.
//
// Errors: as Cluster.SetNode; also ErrInvalid for two devices of one type and minor, ErrLimit for more than 64
// devices of one type, 16 resources of one type and 64 types.
func (h *Cluster) SetDevices(json []byte) (id uint32, err error) {
	return callClusterSetDevices(h, json)
}

// RemoveNode: Removes the node with its topology and pods. A node with the same name gets a new number when it is
// added again.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) RemoveNode(name string) error {
	return callClusterRemoveNode(h, name)
}

// RemoveTopology: Removes the NodeResourceTopology of the node.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) RemoveTopology(name string) error {
	return callClusterRemoveTopology(h, name)
}

// RemoveDevices: Removes the Device object of the node: its devices are not allocated until the object returns;
// existing allocations are kept.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) RemoveDevices(name string) error {
	return callClusterRemoveDevices(h, name)
}

// NodeID: Returns the number of an existing node.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) NodeID(name string) (id uint32, err error) {
	return callClusterNodeID(h, name)
}

// NodeName: Writes the name of the node with this number, even if the node was removed.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) NodeName(node uint32) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callClusterNodeName(h, node, text) })
}

// Rows: Copies a row for each node, by number.
//
// Errors: ErrInvalid.
func (h *nodeNamesHandle) Rows() (rows []NodeName, err error) {
	return lentRows(func(rows []rawNodeName) (int, error) { return callNodeNamesRows(h, rows) },
		func(read func(string)) error { return callNodeNamesTexts(h, read) }, (*rawNodeName).public)
}

// NodeTopology: Returns the machine of a node, nil if its topology is unknown.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) NodeTopology(node uint32) (topology *Topology, err error) {
	return callClusterNodeTopology(h, node)
}

// NodeCPUs: Writes one set of CPUs of a node.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) NodeCPUs(node uint32, which ClusterCPUSet) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callClusterNodeCPUs(h, node, which, words) })
}

// Info: Returns the counts.
//
// Errors: ErrInvalid.
func (h *Cluster) Info() (info ClusterInfo, err error) {
	return callClusterInfo(h)
}

// ResourceName: Writes the name of the resource that Refusal.Resource stands for. A number stands for its resource as
// long as a node or pod of the cluster, or the pod of the call that returned it, mentions the resource. Later the
// number may be reused for another.
//
// Errors: ErrInvalid, ErrNotFound (no such resource in this cluster).
func (h *Cluster) ResourceName(resource int32) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callClusterResourceName(h, resource, text) })
}

// DeviceTypeName: Writes the name of the device type that Refusal.DeviceType stands for: 0 "gpu", 1 "rdma", 2 "fpga",
// other numbers as long as something in the cluster is of that type.
//
// Errors: ErrInvalid, ErrNotFound (no such type in this cluster).
func (h *Cluster) DeviceTypeName(kind int32) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callClusterDeviceTypeName(h, kind, text) })
}

// DeviceType: Returns the number of a device type by its name.
//
// Errors: ErrInvalid, ErrNotFound (no such type).
func (h *Cluster) DeviceType(name string) (id int32, err error) {
	return callClusterDeviceType(h, name)
}

// FormatRefusal: Writes the sentence of Refusal.String with this cluster's names of resources and device types
// ("needs 4 of example.com/nic; the node has 2 available"). Use it soon after the call that returned the refusal:
// numbers may be reused.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Cluster) FormatRefusal(refusal Refusal) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callClusterFormatRefusal(h, refusal, text) })
}

// NewQuery: Creates a query without conditions; it has the same meaning as nil.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewQuery() (query *Query, err error) {
	return callQueryNew()
}

// Clone: Copies a query, for a host that clones its own state.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Query) Clone() (query *Query, err error) {
	return callQueryClone(h)
}

// Reset: Restores the state of a new query.
//
// Errors: ErrInvalid.
func (h *Query) Reset() error {
	return callQueryReset(h)
}

// SetFlags: Sets the flags.
//
// Errors: ErrInvalid.
func (h *Query) SetFlags(flags QueryFlags) error {
	return callQuerySetFlags(h, flags)
}

// SetNodes: Cluster.EvaluateInto: judges the nodes from number first on, at most count numbers. Default: all nodes.
// Other calls refuse a query that limits them.
//
// Errors: ErrInvalid.
func (h *Query) SetNodes(first uint32, count int) error {
	return callQuerySetNodes(h, first, count)
}

// SetGeneration: Cluster.Reserve, Cluster.ReserveFrom: the generation of the verdict that the caller relies on; 0:
// accept the node as it is now.
//
// Errors: ErrInvalid.
func (h *Query) SetGeneration(generation uint64) error {
	return callQuerySetGeneration(h, generation)
}

// SetAffinity: Cluster.Reserve: the NUMA nodes that the host's own topology manager chose; bit i is row i of
// NUMAHints.Nodes. 0: the node's NUMA policy chooses.
//
// Errors: ErrInvalid.
func (h *Query) SetAffinity(affinity uint64) error {
	return callQuerySetAffinity(h, affinity)
}

// RemovePod: Evaluates as if the pod with this uid were removed; an unknown pod has no effect.
//
// Errors: ErrInvalid, ErrLimit (65536 pods), ErrNoMemory.
func (h *Query) RemovePod(uid string) error {
	return callQueryRemovePod(h, uid)
}

// AddPod: Evaluates as if the pod were on this node, where Reserve would place it. A pod that does not fit counts
// with its amounts of the whole node only, without CPUs, NUMA nodes or devices. If there are several, higher
// priorities come first, equal ones in the order of the calls. Existing allocations of the pod are kept; remove the
// pod first.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Query) AddPod(pod *Pod, node uint32) error {
	return callQueryAddPod(h, pod, node)
}

// ProtectPod: Protects a pod from eviction and moves. The last call per pod wins; an unknown pod has no effect.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Query) ProtectPod(uid string, protection Protection) error {
	return callQueryProtectPod(h, uid, protection)
}

// Judge: Judges one node for a pod, with the details of a refusal. query may be nil.
//
// Errors: ErrInvalid, ErrNotFound (no such node), ErrLimit, ErrNoMemory.
func (h *Cluster) Judge(pod *Pod, query *Query, node uint32) (refusal Refusal, score int32, err error) {
	return callClusterJudge(h, pod, query, node)
}

// Reserve: allocates CPUs and NUMA amounts on the node to the pod, or refuses it. A verdict holds as long as the node
// does not change. A pod that is already reserved on this node keeps its allocation.
//   - query: may be nil; its flags, generation and affinity are read.
//
// Errors: ErrInvalid (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names pods, nodes or
// reservations), ErrNotFound (no such node), ErrStale (the node changed since the query's generation), ErrConflict
// (the pod is on another node; or ClusterInfo.Rejected), ErrLimit, ErrNoMemory.
func (h *Cluster) Reserve(pod *Pod, query *Query, node uint32) (cpus CPUSet, refusal Refusal, err error) {
	cpus, err = setOf(func(words []uint64) (err error) {
		refusal, err = callClusterReserve(h, pod, query, node, words)
		return
	})
	return
}

// Hints: Computes the NUMA hints of the node's CPUs and other resources, for a host whose topology manager has other
// providers, too (GetPodTopologyHints). The host adds the hints of its other providers by NUMAHints.AddList, and
// passes the result of MergeNUMA to Query.SetAffinity. Under ProfileUpstream a set of NUMA nodes is a hint if a trial
// allocation of the whole pod succeeds there; under ProfileSpec if the one resource suffices. The score of a hint is
// that of the NUMA scoring strategy, or 0.
//   - policy: the policy in force. Preferred are the fewest NUMA nodes that could hold the request if empty; under
//     ProfileUpstream all under RESTRICTED.
//   - hints: its content is replaced by the node's NUMA nodes with their users, without distances, and by lists by
//     resource name, of provider 0. Unchanged on failure.
//
// Errors: ErrInvalid, ErrNotFound (no such node or topology), ErrLimit (more than 16 NUMA nodes with the resource,
// MaxNUMALists resources, MaxNUMAHints hints), ErrNoMemory.
func (h *Cluster) Hints(pod *Pod, node uint32, policy NUMAPolicy, hints *NUMAHints) error {
	return callClusterHints(h, pod, node, policy, hints)
}

// RemovePod: Removes a pod (Unreserve, or the pod was deleted): frees its allocations, or ends its wait for a node.
//
// Errors: ErrInvalid, ErrNotFound (it has no allocation: it was removed before or never set), ErrNoMemory.
func (h *Cluster) RemovePod(uid string) error {
	return callClusterRemovePod(h, uid)
}

// SetPod: Adds or updates a bound pod of the API server, with its claims: the allocations that it states
// (resource-status, device-allocated). Use it after restarts and for pods that another scheduler placed. Setting all
// pods in any order gives the same state.
//
// A pod that was reserved on this node keeps that allocation, whatever it claims. Claims of other pods are accepted
// as far as they can be valid: whole CPUs only for QoS LSE and LSR, no more than the pod requests, only devices that
// it requests, and nothing that belongs to a pod of higher precedence. Precedence: first pods that were reserved
// here, then pods whose CPUs or devices the node reports (pod-cpu-allocs, devices-checkpoints), then the pod that was
// bound first (PodScheduled), then the lower uid. The order of calls never matters. A refused claim is checked again
// whenever the node or its pods change; apart from accepted claims the pod has the amounts that it requests.
// conflicts (may be nil) receives what is refused, as Cluster.PodConflicts. Under ProfileUpstream every claim is
// accepted, even to what other pods have.
//
// A pod without device-allocated has the GPUs that NVIDIA_VISIBLE_DEVICES of its containers names, else those of
// kubelet's record; else as many as it requests are set aside for it (docs/reference/devices.md).
//
// If the node does not exist, the pod waits for it: it has no allocations, does not create the node, cannot be
// reserved, and is attached when the first object of the node is set. At most 262,144 pods with 256 MiB of claims may
// wait; beyond that the call returns ErrLimit: set the pod again when its node exists. A known pod is updated. A
// terminated pod is released. A pod that is reserved here and not bound yet keeps its allocation.
//
// Errors: ErrInvalid (a pod without uid), ErrNotFound (not bound or terminated, and without allocation), ErrConflict
// (a reservation or its owner, on another node than before), ErrLimit, ErrNoMemory.
func (h *Cluster) SetPod(pod *Pod) (conflicts PodConflicts, err error) {
	return callClusterSetPod(h, pod)
}

// PodConflicts: Returns the current conflicts of a pod: they change when other pods and the objects of the node
// change.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) PodConflicts(uid string) (conflicts PodConflicts, err error) {
	return callClusterPodConflicts(h, uid)
}

// PodNode: Returns the node on which a pod has allocations.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) PodNode(uid string) (node uint32, err error) {
	return callClusterPodNode(h, uid)
}

// PodCPUs: Writes the CPUs that the pod owns; all zero: it shares CPUs. CPUs of its resource-status that are offline,
// or that kubelet reserves, are not included.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) PodCPUs(uid string) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callClusterPodCPUs(h, uid, words) })
}

// PodStatus: Writes the pod's allocation as the value of the annotation scheduling.koordinator.sh/resource-status:
// cpuset, numaNodeResources, cpuSharedPools.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) PodStatus(uid string) (document []byte, err error) {
	return callClusterPodStatus(h, uid)
}

// PodDevices: Writes the pod's devices as the value of the annotation scheduling.koordinator.sh/device-allocated: by
// type, minor, amounts, id and virtual functions; {} if it has none. Devices that are set aside for the pod, because
// no source says which it has, are not included.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) PodDevices(uid string) (document []byte, err error) {
	return callClusterPodDevices(h, uid)
}

// Prebind: PreBind: writes the patch to send to the API server for a reserved pod before it is bound, as a JSON merge
// patch (RFC 7396): {"metadata":{"annotations":{...}}}, or {} if the pod needs none. Claims of pod (resource-status,
// device-allocated) that differ from its allocation are replaced, or removed by null. The patch includes the
// annotation resource-spec if the pod does not state the bind policy that applied: a preferred policy from the
// configuration, or a required policy from the node.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) Prebind(pod *Pod, flags PrebindFlags) (document []byte, err error) {
	return callClusterPrebind(h, pod, flags)
}

// NewAdjustmentRequest: Creates a request for a stage; it names no pod yet.
//
// Errors: ErrInvalid (an unknown stage), ErrNoMemory.
func NewAdjustmentRequest(stage HookStage) (adjustmentRequest *AdjustmentRequest, err error) {
	return callAdjustmentRequestNew(stage)
}

// SetContainer: Sets the pod by uid and the container by name; container "": the pod's sandbox.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *AdjustmentRequest) SetContainer(uid string, container string) error {
	return callAdjustmentRequestSetContainer(h, uid, container)
}

// SetResourceStatus: Sets the value of the pod's annotation resource-status as the caller knows it; "": not known.
// Its CPUs must be those that the state gives to the pod.
//
// Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func (h *AdjustmentRequest) SetResourceStatus(resourceStatus string) error {
	return callAdjustmentRequestSetResourceStatus(h, resourceStatus)
}

// SetSysfsRoot: Sets the directory that contains sys/, where the device nodes of RDMA devices are looked up; "":
// device nodes are not looked up.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *AdjustmentRequest) SetSysfsRoot(sysfsRoot string) error {
	return callAdjustmentRequestSetSysfsRoot(h, sysfsRoot)
}

// Info: Returns the summary.
//
// Errors: ErrInvalid.
func (h *Adjustment) Info() (info AdjustmentInfo, err error) {
	return callAdjustmentInfo(h)
}

// CPUs: Writes the CPUs; all zero if they do not change.
//
// Errors: ErrInvalid.
func (h *Adjustment) CPUs() (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAdjustmentCPUs(h, words) })
}

// NUMANodes: Writes the NUMA nodes in the same way: bit b of word w is NUMA node 64 * w + b.
func (h *Adjustment) NUMANodes() (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAdjustmentNUMANodes(h, words) })
}

// JSON: Writes the adjustment as JSON, with the names of the OCI runtime specification (docs/operate/hooks.md).
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Adjustment) JSON() (json []byte, err error) {
	return callAdjustmentToJSON(h)
}

// NewHook: Creates a hook with default paths.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewHook(options HookOptions) (hook *Hook, err error) {
	return callHookNew(options)
}

// SetStateFile: Sets the path of node-state.json; the file must be trusted by the rules of LoadAgentState. "", and
// the default: "/run/koord/node-state.json".
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetStateFile(stateFile string) error {
	return callHookSetStateFile(h, stateFile)
}

// SetCgroupRoot: Sets where control groups are mounted. "", and the default: "/sys/fs/cgroup".
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetCgroupRoot(cgroupRoot string) error {
	return callHookSetCgroupRoot(h, cgroupRoot)
}

// SetProcRoot: Sets where proc is mounted. "", and the default: "/proc".
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetProcRoot(procRoot string) error {
	return callHookSetProcRoot(h, procRoot)
}

// Clone: Copies a kubelet with its state, for what-if questions; the two are then independent. Allocations of pods
// are shared until they change: a copy costs 16 bytes for each.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) Clone() (kubelet *Kubelet, err error) {
	return callKubeletClone(h)
}

// Containers: Copies a row for each container of the pod, init containers first; all zero if the pod was refused.
//
// Errors: ErrInvalid.
func (h *admissionHandle) Containers() (rows []KubeletContainer, err error) {
	return rowsOf(64, func(rows []KubeletContainer) (int, error) { return callAdmissionContainers(h, rows) })
}

// CPUs: Writes the exclusive CPUs of a container: none if it shares CPUs or the pod was refused. container is a row
// of admissionHandle.Containers.
//
// Errors: ErrInvalid (no such container).
func (h *admissionHandle) CPUs(container uint32) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAdmissionCPUs(h, container, words) })
}

// Devices: Copies the devices of a pod's containers, by container, then by number; none if the pod was refused.
// Devices of an init container that a later one has, too, are listed for both.
//
// Errors: ErrInvalid.
func (h *admissionHandle) Devices() (rows []PluginDevice, err error) {
	return rowsOf(64, func(rows []PluginDevice) (int, error) { return callAdmissionDevices(h, rows) })
}

// FormatRefusal: Writes the sentence of Refusal.String with the names of this kubelet's resources.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) FormatRefusal(refusal Refusal) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callKubeletFormatRefusal(h, refusal, text) })
}

// RemovePod: Removes the pod with this uid and frees its allocations. held says whether it had any: pods without
// allocations are not recorded, so an unknown pod is not an error. Allocations left by a refused pod are released
// with any uid.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) RemovePod(uid string) (held bool, err error) {
	number, err := callKubeletRemovePod(h, uid)
	return number != 0, err
}

// Memory: Copies the memory of a pod, by container, then kind by name ("hugepages-1Gi" before "memory"). An unknown
// pod has none.
//
// Errors: ErrInvalid.
func (h *Kubelet) Memory(pod *Pod) (rows []MemoryBlock, err error) {
	return rowsOf(64, func(rows []MemoryBlock) (int, error) { return callKubeletMemory(h, pod, rows) })
}

// CPUs: Writes one set.
//
// Errors: ErrInvalid.
func (h *Kubelet) CPUs(which KubeletCPUSet) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callKubeletCPUs(h, which, words) })
}

// CPUState: Writes the file cpu_manager_state (version 2, from kubelet 1.37 on version 4), or memory_manager_state
// (version 1, then version 3), of this kubelet, byte for byte.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) CPUState() (document []byte, err error) {
	return callKubeletCPUState(h)
}

// MemoryState: Writes the file cpu_manager_state (version 2, from kubelet 1.37 on version 4), or memory_manager_state
// (version 1, then version 3), of this kubelet, byte for byte.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) MemoryState() (document []byte, err error) {
	return callKubeletMemoryState(h)
}

// DeviceState: Writes the file kubelet_internal_checkpoint of this kubelet: healthy devices by resource, and what
// containers have, by pod, container and resource. Kubelet writes both in any order. What a plugin answered is
// written as kubeletSetupHandle.SetDeviceState read it, and empty for devices that were allocated since.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) DeviceState() (document []byte, err error) {
	return callKubeletDeviceState(h)
}

// ExcludePodNode: Cluster.PlanGang and Cluster.Capacity: this member of the gang, or this displaced pod, is not
// placed on this node. An unknown node has no effect. Other calls refuse such a query.
//
// Errors: ErrInvalid, ErrLimit (2^24 pairs of pod and node), ErrNoMemory.
func (h *Query) ExcludePodNode(uid string, node uint32) error {
	return callQueryExcludePodNode(h, uid, node)
}

// Steps: Copies the steps of a plan.
//
// Errors: ErrInvalid.
func (h *Plan) Steps() (rows []PlanStep, err error) {
	return lentRows(func(rows []rawPlanStep) (int, error) { return callPlanSteps(h, rows) },
		func(read func(string)) error { return callPlanTexts(h, read) }, (*rawPlanStep).public)
}

// StepCPUs: Writes the CPUs that a step's pod owns after the step; all zero: it shares CPUs or was released.
//
// Errors: ErrInvalid.
func (h *Plan) StepCPUs(step int) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callPlanStepCPUs(h, step, words) })
}

// StepStatus: Writes the allocation of a step's pod after the step, as Cluster.PodStatus does; {} if it is released.
//
// Errors: ErrInvalid (also a plan of another cluster), ErrNotFound (its node was removed), ErrNoMemory.
func (h *Cluster) StepStatus(plan *Plan, step int) (document []byte, err error) {
	return callClusterStepStatus(h, plan, step)
}

// StepDevices: Writes the devices of a step's pod after the step, as Cluster.PodDevices does.
//
// Errors: as Cluster.StepStatus.
func (h *Cluster) StepDevices(plan *Plan, step int) (document []byte, err error) {
	return callClusterStepDevices(h, plan, step)
}

// Commit: Applies a plan atomically: all of its steps, with no other change in between. If it fails, nothing changed.
// Only ErrStale is worth another attempt: make a new plan and commit that one.
//
// Errors: ErrInvalid (a plan of another cluster), ErrStale (the cluster has changed since the plan was made: a node
// that it relies on, or the place of one of its pods), ErrConflict (nothing changed, and the plan would give more
// CPUs, amounts of NUMA nodes or devices than a node has; counted in ClusterInfo.Rejected, a defect of the library),
// ErrLimit, ErrNoMemory.
func (h *Cluster) Commit(plan *Plan) error {
	return callClusterCommit(h, plan)
}

// PlanResize: Plans to resize a pod in place (docs/embed/resize.md): its CPUs after the resize contain, or are
// contained in, those that it owns now; a pod that shares CPUs stays on its NUMA nodes; its policies hold as for a
// new pod. If this is impossible the resize is refused, with ReasonWouldMove if other CPUs or NUMA nodes would do.
//   - pod: the pod as it should become, with the uid of a pod that is on a node.
//   - query: may be nil.
//   - plan: receives a plan of one step, StepKindMove; nil if it is refused.
//
// Errors: ErrInvalid, ErrNotFound (the pod has no allocation, or the query removes it), ErrConflict (it is a
// reservation or takes from one), ErrLimit, ErrNoMemory.
func (h *Cluster) PlanResize(pod *Pod, query *Query) (plan *Plan, refusal Refusal, err error) {
	return callClusterPlanResize(h, pod, query)
}

// DrainNode: Evaluates as if the node were drained: it takes no pods, and its pods go to other nodes. An unknown node
// has no effect. Only Cluster.Capacity accepts a query with drained or restarted nodes; other calls return
// ErrInvalid.
//
// Errors: ErrInvalid, ErrLimit (65536 restarts), ErrNoMemory.
func (h *Query) DrainNode(node uint32) error {
	return callQueryDrainNode(h, node)
}

// DisableSMT: Evaluates as if the node restarted with one thread per core; its amounts shrink by the CPUs that it
// loses. Its pods return by priority, descending, then uid, each placed as Reserve would place it; those that no
// longer fit go to other nodes. Otherwise as Query.DrainNode.
func (h *Query) DisableSMT(node uint32) error {
	return callQueryDisableSMT(h, node)
}

// IsolateCPUs: Same as Query.DisableSMT, but the node restarts with these CPUs isolated (isolcpus): no pod can use
// them. Several restarts of one node count as one.
func (h *Query) IsolateCPUs(node uint32, cpus CPUSet) error {
	return callQueryIsolateCPUs(h, node, cpus.orNone())
}

// Capacity: Counts for every node how many more pods like pod it takes, placed one after another as Reserve places
// them. Changes nothing. query may be nil.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Cluster) Capacity(pod *Pod, options CapacityOptions, query *Query) (capacity *Capacity, err error) {
	return callClusterCapacity(h, pod, options, query)
}

// Info: Returns the sums.
//
// Errors: ErrInvalid.
func (h *Capacity) Info() (info CapacityInfo, err error) {
	return callCapacityInfo(h)
}

// Nodes: Copies a row for every node, ascending.
//
// Errors: ErrInvalid.
func (h *Capacity) Nodes() (rows []NodeCapacity, err error) {
	return rowsOf(64, func(rows []NodeCapacity) (int, error) { return callCapacityNodes(h, rows) })
}

// Reasons: Copies a row for every reason, ascending: what is stranded on the nodes with that reason. Otherwise as
// Capacity.Nodes.
func (h *Capacity) Reasons() (rows []CapacityReason, err error) {
	return rowsOf(64, func(rows []CapacityReason) (int, error) { return callCapacityReasons(h, rows) })
}

// NewDeviceReport: Creates a report from the sources in flags and from the RDMA devices of a topology; flags 0: from
// the latter alone. Later calls send their diagnostics to the log function that diagnostics (may be nil) has now.
//
// Errors: ErrInvalid (unknown flags), ErrNoMemory.
func NewDeviceReport(diagnostics *Diagnostics, flags DeviceReportFlags) (deviceReport *DeviceReport, err error) {
	return callDeviceReportNew(diagnostics, flags)
}

// SetNVMLLibrary: With DeviceReportNVML: sets the path of the library, or a name that the loader looks up. "", and
// the default: libnvidia-ml.so.1.
//
// Errors: ErrInvalid (a path without its flag), ErrNoMemory.
func (h *DeviceReport) SetNVMLLibrary(nvmlLibrary string) error {
	return callDeviceReportSetNVMLLibrary(h, nvmlLibrary)
}

// SetSysfsRoot: With DeviceReportSysfs: sets the directory that contains sys/. "", and the default: "/".
//
// Errors: ErrInvalid (a path without its flag), ErrNoMemory.
func (h *DeviceReport) SetSysfsRoot(sysfsRoot string) error {
	return callDeviceReportSetSysfsRoot(h, sysfsRoot)
}

// SetCheckpoint: Sets the text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet
// allocated to pods are written to the annotation devices-checkpoints, so that they are not allocated again. nil, and
// the default: no such file.
//
// Errors: ErrInvalid (names the field), ErrCorrupt (the checksum is wrong), ErrLimit (over 16 MiB or 2^20 values),
// ErrNoMemory.
func (h *DeviceReport) SetCheckpoint(checkpoint []byte) error {
	return callDeviceReportSetCheckpoint(h, checkpoint)
}

// SetPods: Sets the node's pods (a Pod, a list or an array, as JSON). The annotation leaves out pods whose devices a
// scheduler allocated, and terminated pods. nil, and the default: no pods are known.
//
// Errors: ErrInvalid (names the field), ErrLimit (over 128 MiB), ErrNoMemory.
func (h *DeviceReport) SetPods(pods []byte) error {
	return callDeviceReportSetPods(h, pods)
}

// DeviceNodeResources: Writes the resources and labels of a node by its Device object,
// {"resources":{...},"labels":{...}}: sums over healthy devices as quantities by name, and the labels about its GPUs.
// device is the object as JSON.
//
// Errors: ErrInvalid (names the field), ErrLimit (over 4 MiB; a sum over 2^63 - 1), ErrNoMemory.
func DeviceNodeResources(diagnostics *Diagnostics, device []byte, flags NodeResourcesFlags) (document []byte, err error) {
	return callDeviceNodeResources(diagnostics, device, flags)
}

// NewDeviceBuilder: Creates the builder of an empty object.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewDeviceBuilder() (deviceBuilder *DeviceBuilder, err error) {
	return callDeviceBuilderNew()
}

// Reset: Restores the state of a new builder.
//
// Errors: ErrInvalid.
func (h *DeviceBuilder) Reset() {
	if h != nil {
		h.err = nil
	}
	h.note(callDeviceBuilderReset(h))
}

// SetName: Sets the name, which is the node's and must not be empty.
//
// Errors: ErrInvalid, ErrLimit (over 4 MiB of texts or 2^20 of them, as in all setters), ErrNoMemory.
func (h *DeviceBuilder) SetName(name string) {
	h.note(callDeviceBuilderSetName(h, name))
}

// SetLabel: Sets a label of the object.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetLabel(key string, value string) {
	h.note(callDeviceBuilderSetLabel(h, key, value))
}

// SetAnnotation: Sets an annotation of the object, with its text as Kubernetes stores it. A text that cannot be
// interpreted is an error of the call that takes the builder.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetAnnotation(key string, value string) {
	h.note(callDeviceBuilderSetAnnotation(h, key, value))
}

// AddDevice: Adds a device (spec.devices). device is its index.
//
// Errors: ErrInvalid (unknown flags, a number out of range), ErrLimit (over 4096 devices), ErrNoMemory.
func (h *DeviceBuilder) AddDevice(spec DeviceSpec) (device int32) {
	device, err := callDeviceBuilderAddDevice(h, spec)
	h.note(err)
	return device
}

// SetDeviceText: Sets one text of a device.
//
// Errors: ErrInvalid (no such device), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetDeviceText(device int32, which DeviceText, text string) {
	h.note(callDeviceBuilderSetDeviceText(h, device, which, text))
}

// SetDeviceLabel: Sets a label of a device.
//
// Errors: ErrInvalid (no such device), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetDeviceLabel(device int32, key string, value string) {
	h.note(callDeviceBuilderSetDeviceLabel(h, device, key, value))
}

// SetResource: Sets the amount that a device has of a resource, in the unit of the resource: percent, bytes. The name
// must not be empty. Names published earlier are read as the current ones (docs/reference/objects.md).
//
// Errors: ErrInvalid (no such device, a negative amount), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetResource(device int32, name string, amount int64) {
	h.note(callDeviceBuilderSetResource(h, device, name, amount))
}

// AddVFGroup: Adds a group of virtual functions (vfGroups) to a device. group is its index among the groups of all
// devices.
//
// Errors: ErrInvalid (no such device), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) AddVFGroup(device int32) (group int32) {
	group, err := callDeviceBuilderAddVFGroup(h, device)
	h.note(err)
	return group
}

// SetVFLabel: Sets a label of a group of virtual functions.
//
// Errors: ErrInvalid (no such group), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetVFLabel(group int32, key string, value string) {
	h.note(callDeviceBuilderSetVFLabel(h, group, key, value))
}

// AddVF: Adds a virtual function to a group; minor -1: none.
//
// Errors: ErrInvalid (no such group, a number out of range), ErrLimit (over 65536 in an object), ErrNoMemory.
func (h *DeviceBuilder) AddVF(group int32, minor int32, busID string) {
	h.note(callDeviceBuilderAddVF(h, group, minor, busID))
}

// SetDevicesFrom: Same as Cluster.SetDevices, from the content of the builder, which is not changed. There are no
// diagnostics.
//
// Errors: as Cluster.SetDevices.
func (h *Cluster) SetDevicesFrom(builder *DeviceBuilder) (id uint32, err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callClusterSetDevicesFromBuilder(h, builder)
}

// SetDevicesFrom: Same as Agent.SetDevices, from the content of the builder, which is not changed. There are no
// diagnostics.
//
// Errors: as Agent.SetDevices.
func (h *Agent) SetDevicesFrom(builder *DeviceBuilder) (err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callAgentSetDevicesFromBuilder(h, builder)
}

// NewDraInventory: Allocates an inventory without devices.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewDraInventory() (draInventory *DraInventory, err error) {
	return callDraInventoryNew()
}

// Reset: Restores the state of a new inventory.
//
// Errors: ErrInvalid.
func (h *DraInventory) Reset() error {
	return callDraInventoryReset(h)
}

// AddDevices: Appends devices.
//
// Errors: ErrInvalid (an unknown flag, a NUMA node or root below -1), ErrLimit (more than MaxDraDevices),
// ErrNoMemory.
func (h *DraInventory) AddDevices(rows []DraDevice) error {
	return callDraInventoryAddDevices(h, rows)
}

// AddTaints: Adds taints of devices, as those of DraDevice.Taints. A taint that a device already has changes nothing.
//
// Errors: ErrInvalid (no such device, a number out of range), ErrLimit, ErrNoMemory.
func (h *DraInventory) AddTaints(rows []DraTaint) error {
	return callDraInventoryAddTaints(h, rows)
}

// AddAttributes: Adds values of attributes. A value that a device already has changes nothing. Only attributes that
// constraints name are needed.
//
// Errors: ErrInvalid (no such device), ErrLimit (too many rows, or more names than MaxDraConstraints), ErrNoMemory.
func (h *DraInventory) AddAttributes(rows []DraAttribute) error {
	return callDraInventoryAddAttributes(h, rows)
}

// AddCapacities: Adds capacities.
//
// Errors: ErrInvalid (no such device, a second capacity with the name, an unknown flag or policy, an amount out of
// range, a used amount of a device that is not SHARED and ALLOCATED), ErrLimit, ErrNoMemory.
func (h *DraInventory) AddCapacities(rows []DraCapacity) error {
	return callDraInventoryAddCapacities(h, rows)
}

// AddValidValues: Adds values that the policy DraPolicyValues of a device's capacity permits.
//
// Errors: ErrInvalid (no such device or capacity, an amount out of range), ErrLimit, ErrNoMemory.
func (h *DraInventory) AddValidValues(rows []DraAmount) error {
	return callDraInventoryAddValidValues(h, rows)
}

// AddCounters: Adds shared counters (KEP-4815), each with its value before any allocation. The name of a row is the
// number of the counter: counters are numbered from 0 in this order. The owner is 0.
//
// Errors: ErrInvalid (another number, an amount out of range), ErrLimit, ErrNoMemory.
func (h *DraInventory) AddCounters(rows []DraAmount) error {
	return callDraInventoryAddCounters(h, rows)
}

// AddConsumedCounters: Adds the counters that devices consume.
//
// Errors: ErrInvalid (no such device or counter, a second row for the same pair, an amount out of range), ErrLimit,
// ErrNoMemory.
func (h *DraInventory) AddConsumedCounters(rows []DraAmount) error {
	return callDraInventoryAddConsumedCounters(h, rows)
}

// NewDraClaims: Allocates an object without claims.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewDraClaims() (draClaims *DraClaims, err error) {
	return callDraClaimsNew()
}

// Reset: Restores the state of new claims.
//
// Errors: ErrInvalid.
func (h *DraClaims) Reset() error {
	return callDraClaimsReset(h)
}

// AddAlternative: Appends an alternative.
//   - devices: bit set of the devices of the inventory that the CEL selectors of the DeviceClass and the request
//     match, and that the node can use; the caller evaluates CEL. Bit b of word w is device 64 * w + b. Copied; bits
//     beyond the inventory's devices count as 0.
//
// Errors: ErrInvalid (a claim or request out of order, an unknown flag, a count of 0 or with ALL, a claim that has a
// constraint for all of its alternatives), ErrLimit (claims of more than MaxDraClaimRequests requests, too many
// alternatives or words), ErrNoMemory.
func (h *DraClaims) AddAlternative(alternative DraAlternative, devices CPUSet) error {
	return callDraClaimsAddAlternative(h, alternative, devices.orNone())
}

// AddAmounts: Adds capacities that alternatives request of each device (KEP-5075). An amount is rounded up to the
// device's request policy.
//
// Errors: ErrInvalid (no such alternative, a second row for the same pair, an amount out of range), ErrLimit,
// ErrNoMemory.
func (h *DraClaims) AddAmounts(rows []DraAmount) error {
	return callDraClaimsAddAmounts(h, rows)
}

// SetTolerated: Sets the taints that an alternative tolerates. They replace those of the alternative's row.
//   - taints: bit set of the numbers of taints; bits beyond MaxDraTaints count as 0.
//
// Errors: ErrInvalid (no such alternative), ErrLimit (too many words), ErrNoMemory.
func (h *DraClaims) SetTolerated(alternative uint32, taints CPUSet) error {
	return callDraClaimsSetTolerated(h, alternative, taints.orNone())
}

// AddConstraint: Appends a constraint. Add it after the alternatives of its claim.
//   - alternatives: bit set of the alternatives to which it applies; empty: all of the claim, which gets no more
//     alternatives then.
//
// Errors: ErrInvalid (an unknown kind, a claim without alternatives, alternatives of another claim), ErrLimit,
// ErrNoMemory.
func (h *DraClaims) AddConstraint(constraint DraConstraint, alternatives CPUSet) error {
	return callDraClaimsAddConstraint(h, constraint, alternatives.orNone())
}

// NewDraAllocation: Allocates an empty allocation.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewDraAllocation() (draAllocation *DraAllocation, err error) {
	return callDraAllocationNew()
}

// Run: Allocates devices of a node to all claims of a pod, or to none. Unless the steps run out, finds an allocation
// if there is one, and of all allocations the one with the best score, in this order: earlier alternatives of the
// earlier requests; fewest NUMA nodes over all claims; fewest devices without a known NUMA node; fewest PCIe roots;
// fewest counters and shared devices that were idle before, then fewest idle devices of the selected kinds on the
// NUMA nodes used, so that large requests still fit later; lowest device numbers in the order of the requests. A
// device without a known NUMA node or PCIe root counts as one of its own. Devices with admin access do not count. The
// inventory stays unchanged.
//   - options: nil: the best allocation, 100,000 steps, no remedies.
//   - allocation: receives the devices; none unless the outcome is ALLOCATED.
//   - info: the outcome, score and reason.
//
// A refusal is not an error. The steps bound the time; no clock is used.
//
// Errors: ErrInvalid (no alternatives, an unknown flag), ErrLimit (more than 1,024 devices for all claims, counted by
// the largest alternative of each request), ErrNoMemory.
func (h *DraAllocation) Run(inventory *DraInventory, claims *DraClaims, options DraOptions) (info DraInfo, err error) {
	return callDraAllocationRun(h, inventory, claims, options)
}

// Results: Copies the devices of the last run, in the order of the requests, ascending within a request.
//
// Errors: ErrInvalid.
func (h *DraAllocation) Results() (rows []DraResult, err error) {
	return rowsOf(64, func(rows []DraResult) (int, error) { return callDraAllocationResults(h, rows) })
}

// Amounts: Copies the capacities that the results of the last run consume of shared devices; the owner is the row of
// DraAllocation.Results. They are the consumedCapacity of the claim's status.
//
// Errors: ErrInvalid.
func (h *DraAllocation) Amounts() (rows []DraAmount, err error) {
	return rowsOf(64, func(rows []DraAmount) (int, error) { return callDraAllocationAmounts(h, rows) })
}

// NewDraNodes: Allocates an object without nodes.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewDraNodes() (draNodes *DraNodes, err error) {
	return callDraNodesNew()
}

// Set: Sets the inventory of a node. The caller numbers nodes from 0. The devices of all nodes of one object have the
// same numbers, because claims name them by number: use an object for each type of node.
//   - inventory: copied; nil: the node has none.
//
// Errors: ErrInvalid, ErrLimit (more than MaxDraNodes), ErrNoMemory.
func (h *DraNodes) Set(node uint32, inventory *DraInventory) error {
	return callDraNodesSet(h, node, inventory)
}

// Run: Evaluates claims on each node, as DraAllocation.Run does with the inventory of the node. Nodes with equal
// inventories are evaluated once. The answers for the last 64 combinations of claims and options are kept, or fewer
// if they take more than 64 MiB: only inventories that are new since then are evaluated. A node on which all claims
// need too many devices is UNDECIDED.
//   - options: nil: the best allocation, 100,000 steps for each inventory. REMEDIES is refused.
//
// Errors: ErrInvalid (also for REMEDIES), ErrNoMemory.
func (h *DraNodes) Run(claims *DraClaims, options DraOptions) (rows []DraVerdict, err error) {
	return rowsOf(64, func(rows []DraVerdict) (int, error) { return callDraNodesRun(h, claims, options, rows) })
}

// Explain: Judges every node, and examines closely the nearest of those that refuse: the nodes with the smallest
// shortage. Evictions in remedies are of pods with a lower priority than pod that the query does not protect with
// ProtectionKeep.
//   - query: may be nil.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Cluster) Explain(pod *Pod, options ExplainOptions, query *Query) (explanation *Explanation, err error) {
	return callClusterExplain(h, pod, options, query)
}

// Info: Returns the counts.
//
// Errors: ErrInvalid.
func (h *Explanation) Info() (info ExplanationInfo, err error) {
	return callExplanationInfo(h)
}

// Fits: Copies the best nodes where the pod fits, at most nearest of the options, in the order of Cluster.FindBest.
//
// Errors: ErrInvalid.
func (h *Explanation) Fits() (rows []Verdict, err error) {
	return rowsOf(64, func(rows []Verdict) (int, error) { return callExplanationFits(h, rows) })
}

// Groups: Copies all nodes that refuse, in groups: the group with the most nodes first, then by reason.
//
// Errors: ErrInvalid.
func (h *Explanation) Groups() (rows []RefusedGroup, err error) {
	return rowsOf(64, func(rows []RefusedGroup) (int, error) { return callExplanationGroups(h, rows) })
}

// Misses: Copies the nodes that refuse and have the smallest shortages, nearest first; nodes where no eviction would
// help come last.
//
// Errors: ErrInvalid.
func (h *Explanation) Misses() (rows []NearMiss, err error) {
	return rowsOf(64, func(rows []NearMiss) (int, error) { return callExplanationMisses(h, rows) })
}

// Remedies: Copies the steps of all remedies of all misses.
//
// Errors: ErrInvalid.
func (h *Explanation) Remedies() (rows []RemedyStep, err error) {
	return lentRows(func(rows []rawRemedyStep) (int, error) { return callExplanationRemedies(h, rows) },
		func(read func(string)) error { return callExplanationTexts(h, read) }, (*rawRemedyStep).public)
}

// Text: Writes several lines of text for people, with names in place of numbers.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Explanation) Text() (text string, err error) {
	document, err := callExplanationToText(h)
	return string(document), err
}

// JSON: Writes everything as one line of JSON (docs/operate/explain.md).
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Explanation) JSON() (json []byte, err error) {
	return callExplanationToJSON(h)
}

// ExcludeNode: Cluster.PlanGang and Cluster.Capacity: no pod of the gang, or no displaced pod, is placed on this
// node; pods that are there stay. An unknown node has no effect. Other calls refuse such a query.
//
// Errors: ErrInvalid, ErrLimit (65536 nodes), ErrNoMemory.
func (h *Query) ExcludeNode(node uint32) error {
	return callQueryExcludeNode(h, node)
}

// PlanGang: Places several pods together or not at all (docs/embed/gang.md). Pods are placed shape by shape, the most
// demanding first: the shape for which fewer nodes have room, then the one with more GPUs, more CPU, more memory,
// then by uid. The first attempt places each pod on the node that is best after the earlier ones; if that fails,
// other combinations are tried. For pods of one shape, a refusal with ReasonGangUnplaced proves that no combination
// fits; for pods of several shapes, that none fits in this order. ReasonSearchLimit: the budget was used up before a
// placement was found. The budget bounds the time of a call. A trial of a pod on a node costs one unit, so do 16
// judgements of nodes with pods of the gang, and 256 nodes judged for a shape: 1000 pods of one shape cost about 1100
// units on 10,000 nodes; hundreds of different pods need a larger budget. Several pods that request whole GPUs are
// placed close together, except under ProfileUpstream: on the fewest nodes, then with the largest sum of link scores
// within the pods, then between pods of one node; on each node the GPU sets of all pods are chosen together.
//   - pods: count of them, 1..1024, with different uids.
//   - query: may be nil; pods that it adds (nominated pods) count, nodes that it excludes do not.
//   - plan: receives the plan; nil if the gang is refused.
//   - info: needed and best of its refusal count pods.
//
// Errors: ErrInvalid (also a pod twice), ErrConflict (a pod is on a node already, or is bound to a node that does not
// exist), ErrLimit, ErrNoMemory.
func (h *Cluster) PlanGang(pods []*Pod, options GangOptions, query *Query) (plan *Plan, info GangInfo, err error) {
	return callClusterPlanGang(h, pods, options, query)
}

// Findings: Copies the findings, those of cpu_manager_state first, in the order in which kubelet meets them; at most
// 2,048. No findings: nothing is wrong.
//
// Errors: ErrInvalid.
func (h *kubeletReportHandle) Findings() (rows []KubeletFinding, err error) {
	return rowsOf(64, func(rows []KubeletFinding) (int, error) { return callKubeletReportFindings(h, rows) })
}

// JSON: Writes the report as JSON: "starts", "kubelet" (kubelet's own message if it does not start), "findings"
// [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut".
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *kubeletReportHandle) JSON() (json []byte, err error) {
	return callKubeletReportToJSON(h)
}

// NewNodeBuilder: Creates the builder of an empty node.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewNodeBuilder() (nodeBuilder *NodeBuilder, err error) {
	return callNodeBuilderNew()
}

// Reset: Restores the state of a new builder.
//
// Errors: ErrInvalid.
func (h *NodeBuilder) Reset() {
	if h != nil {
		h.err = nil
	}
	h.note(callNodeBuilderReset(h))
}

// SetName: must not be empty.
func (h *NodeBuilder) SetName(name string) {
	h.note(callNodeBuilderSetText(h, NodeTextName, name))
}

// SetArchitecture: status.nodeInfo.architecture: "amd64", "arm64".
func (h *NodeBuilder) SetArchitecture(architecture string) {
	h.note(callNodeBuilderSetText(h, NodeTextArchitecture, architecture))
}

// SetKubeletVersion: status.nodeInfo.kubeletVersion: "v1.37.2".
func (h *NodeBuilder) SetKubeletVersion(kubeletVersion string) {
	h.note(callNodeBuilderSetText(h, NodeTextKubeletVersion, kubeletVersion))
}

// SetLabel: Sets a label. A value that cannot be interpreted is an error of the call that takes the builder.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NodeBuilder) SetLabel(key string, value string) {
	h.note(callNodeBuilderSetLabel(h, key, value))
}

// SetAnnotation: Sets an annotation, with its text as Kubernetes stores it.
//
// Errors: as NodeBuilder.SetLabel.
func (h *NodeBuilder) SetAnnotation(key string, value string) {
	h.note(callNodeBuilderSetAnnotation(h, key, value))
}

// SetSpec: Sets all of them at once.
//
// Errors: ErrInvalid (unknown numbers or flags).
func (h *NodeBuilder) SetSpec(spec NodeSpec) {
	h.note(callNodeBuilderSetSpec(h, spec))
}

// SetResource: Sets the allocatable amount of a resource (status.allocatable): milli-CPU for "cpu", bytes or units
// for all others. The name must not be empty. reserved is the part of it that pods cannot use, for hosts without the
// annotation reservation, which overrides it; else 0.
//
// Errors: ErrInvalid (a negative amount), ErrLimit, ErrNoMemory.
func (h *NodeBuilder) SetResource(name string, allocatable int64, reserved int64) {
	h.note(callNodeBuilderSetResource(h, name, allocatable, reserved))
}

// SetCPUs: Sets CPUs, for hosts without the annotation that states them: the annotation overrides them.
//
// Errors: ErrInvalid.
func (h *NodeBuilder) SetCPUs(which NodeCPUSet, cpus CPUSet) {
	h.note(callNodeBuilderSetCPUs(h, which, cpus.orNone()))
}

// SetNodeFrom: Same as Cluster.SetNode, from the content of the builder, which is not changed. There are no
// diagnostics.
//
// Errors: as Cluster.SetNode.
func (h *Cluster) SetNodeFrom(builder *NodeBuilder) (id uint32, err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callClusterSetNodeFromBuilder(h, builder)
}

// SetNodeFrom: Same as Agent.SetNode, from the content of the builder, which is not changed. There are no
// diagnostics.
//
// Errors: as Agent.SetNode.
func (h *Agent) SetNodeFrom(builder *NodeBuilder) (err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callAgentSetNodeFromBuilder(h, builder)
}

// NRTNodeFromJSON: Reads a node and its zones.
//   - diagnostics: may be nil; receives diagnostics.
//   - node: the Node (v1) as JSON; only its name and status.allocatable are read.
//   - nrt: its NodeResourceTopology as JSON; nil: there is none.
//
// Errors: ErrInvalid (names object and field; documents of different nodes), ErrLimit (document sizes as in
// Cluster.SetNode and TopologyFromNRT; more than 1024 resources), ErrNoMemory.
func NRTNodeFromJSON(diagnostics *Diagnostics, node []byte, nrt []byte) (nrtNode *NRTNode, err error) {
	return callNRTNodeFromJSON(diagnostics, node, nrt)
}

// Filter: Filters a node: whether its NUMA zones let kubelet's topology manager admit a pod (semantics: filter of
// scheduler-plugins' NodeResourceTopologyMatch; docs/reference/nrt-match.md). A node without a NodeResourceTopology
// admits every pod.
//   - verdict: Refusal.String gives upstream's message ("cannot align pod"); with refusal.profile set to ProfileSpec
//     it says what is missing and where.
//
// Errors: ErrInvalid, ErrLimit (more than 256 resources in the pod), ErrNoMemory.
func (h *NRTNode) Filter(pod *Pod) (verdict NRTVerdict, text string, err error) {
	text, err = textOf(func(text []byte) (needed int, err error) {
		verdict, needed, err = callNRTNodeFilter(h, pod, text)
		return
	})
	return
}

// Score: Scores how well the node suits the pod, 0..100 (semantics: the plugin's score). args is the plugin's
// NodeResourceTopologyMatchArgs as JSON (nil: its defaults): scoringStrategy.type MostAllocated, LeastAllocated,
// BalancedAllocation or LeastNUMANodes, and weights by resource.
//
// Errors: ErrInvalid (names the field; an unknown strategy), ErrLimit (more than 256 resources in the pod),
// ErrNoMemory.
func (h *NRTNode) Score(pod *Pod, args []byte) (score int32, err error) {
	return callNRTNodeScore(h, pod, args)
}

// NewNRTBuilder: Creates the builder of an empty object.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewNRTBuilder() (nrtBuilder *NRTBuilder, err error) {
	return callNRTBuilderNew()
}

// Reset: Restores the state of a new builder, and releases its machine.
//
// Errors: ErrInvalid.
func (h *NRTBuilder) Reset() {
	if h != nil {
		h.err = nil
	}
	h.note(callNRTBuilderReset(h))
}

// SetName: Sets the name, which is the node's and must not be empty.
//
// Errors: ErrInvalid, ErrLimit (over 16 MiB of texts or 2^20 of them, as in all setters), ErrNoMemory.
func (h *NRTBuilder) SetName(name string) {
	h.note(callNRTBuilderSetName(h, name))
}

// SetAnnotation: Sets an annotation, with its text as Kubernetes stores it. Setting it again replaces it. A text that
// cannot be interpreted is an error of the call that takes the builder.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NRTBuilder) SetAnnotation(key string, value string) {
	h.note(callNRTBuilderSetAnnotation(h, key, value))
}

// AddPolicy: Adds an item to topologyPolicies.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddPolicy(policy string) {
	h.note(callNRTBuilderAddPolicy(h, policy))
}

// AddAttribute: Adds an item to attributes.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddAttribute(name string, value string) {
	h.note(callNRTBuilderAddAttribute(h, name, value))
}

// AddZone: Adds a zone. kind "" is "Node". zone is its index.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddZone(name string, kind string) (zone int32) {
	zone, err := callNRTBuilderAddZone(h, name, kind)
	h.note(err)
	return zone
}

// AddResource: Adds a resource to a zone: milli-CPU for "cpu", bytes or units for all others; negative: not stated.
//
// Errors: ErrInvalid (no such zone), ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddResource(zone int32, name string, capacity int64, allocatable int64, available int64) {
	h.note(callNRTBuilderAddResource(h, zone, name, capacity, allocatable, available))
}

// AddCost: Adds a cost to a zone: its distance to the zone name.
//
// Errors: ErrInvalid (no such zone), ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddCost(zone int32, name string, value uint32) {
	h.note(callNRTBuilderAddCost(h, zone, name, value))
}

// SetSpec: Sets all of them at once.
//
// Errors: ErrInvalid (unknown numbers or flags).
func (h *NRTBuilder) SetSpec(spec NRTSpec) {
	h.note(callNRTBuilderSetSpec(h, spec))
}

// SetTopology: Sets the machine, for hosts that have it as a topology: the annotation cpu-topology overrides it. The
// builder takes a reference; nodes of one kind may share a topology. nil: its CPUs are not known.
//
// Errors: ErrInvalid.
func (h *NRTBuilder) SetTopology(machine *Topology) {
	h.note(callNRTBuilderSetTopology(h, machine))
}

// SetCPUs: Sets CPUs, for hosts without the annotation that states them (cpu-manager-policy, pod-cpu-allocs): the
// annotation overrides them.
//
// Errors: ErrInvalid.
func (h *NRTBuilder) SetCPUs(which NRTCPUSet, cpus CPUSet) {
	h.note(callNRTBuilderSetCPUs(h, which, cpus.orNone()))
}

// SetTopologyFrom: Same as Cluster.SetTopology, from the content of the builder, which is not changed.
//
// Errors: as Cluster.SetTopology.
func (h *Cluster) SetTopologyFrom(builder *NRTBuilder) (id uint32, err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callClusterSetTopologyFromBuilder(h, builder)
}

// TopologyFromNRTBuilder: Same as TopologyFromNRT, from the content of the builder, which is not changed: from the
// annotation cpu-topology and the zones, else from the machine that was set. diagnostics may be nil.
//
// Errors: as TopologyFromNRT.
func TopologyFromNRTBuilder(diagnostics *Diagnostics, builder *NRTBuilder) (topology *Topology, err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callTopologyFromNRTBuilder(diagnostics, builder)
}

// AddObjects: Adds the objects of a text to a cluster: one object, a List ("kubectl get -o json"), an array, or
// several of these after each other, in any order. Every order of the objects, and of the documents, results in the
// same cluster: nodes get numbers by their names.
//   - Node, NodeResourceTopology and Device are set as by Cluster.SetNode and its siblings.
//   - A Pod with a node is set as by Cluster.SetPod; one that has ended is released. A Pod without a node is PENDING.
//     A Pod without metadata.uid gets "NAMESPACE/NAME" as its uid.
//   - A Reservation that holds resources of a node is set, with its policy, and pods that name it (annotation
//     scheduling.koordinator.sh/reservation-allocated) are attached to it.
//   - Deployment, ReplicaSet, StatefulSet, Job and CronJob stand for the pods of their template: spec.replicas of
//     them, or as many as a Job runs at once, named "web-0", "web-1". Only a StatefulSet's pods have these names in a
//     cluster; the others get random suffixes there. All workloads of a text have at most 100,000 pods, and 256 MiB
//     of pods as JSON: each workload is expanded if it fits beside those with less JSON, and REFUSED (ErrLimit)
//     otherwise. Names and namespaces of more than 253 bytes are ErrInvalid. A workload is SKIPPED if another object
//     controls it, if it is a suspended or finished Job, and if an API server has stored it (metadata.uid) and the
//     text has any Pod: its own pods are then expected in the text. The pods of a DaemonSet depend on the nodes: its
//     kind is not used.
//   - The devices of a ResourceClaim that is allocated are held on its node, and no pod gets them, if a Device object
//     of the node has them by the identity that a ResourceSlice states (docs/reference/claims.md). Claims and slices
//     replace those of the same name, and apply to every Device object of the cluster, however and whenever it is
//     set. A claim that is not allocated holds nothing. If neither the allocation nor a slice states its node, it is
//     that of the claim's pods: of these only Pods of such texts count, not those of Cluster.SetPod.
//   - Other kinds are SKIPPED.
//
// An object that cannot be added does not affect others: its end is found by its brackets and strings, whatever else
// is wrong in it. Objects that are in the text twice, by name or uid, are all REFUSED (ErrConflict); so is a workload
// whose pod is another object of the text, too. Objects are added one by one: calls of other threads may see some of
// them.
//
// Errors: ErrInvalid (a bracket or a string does not end, or there is other text between objects: the message has
// line and byte), ErrLimit (256 MiB of text, 1,000,000 objects, 2 GiB of memory for rows and objects), ErrNoMemory
// (some objects may have been added; repeat the call). Single objects are REFUSED with the errors of the calls above,
// with ErrInvalid if they are no JSON, and with ErrLimit beyond 4 MiB (NodeResourceTopology: 16 MiB) and 64 nested
// arrays and objects.
func (h *Cluster) AddObjects(json []byte) (addedObjects *AddedObjects, err error) {
	return callClusterAddObjects(h, json)
}

// RemoveResourceSlice: Removes a ResourceSlice that Cluster.AddObjects added.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory (repeat the call: some nodes may have changed).
func (h *Cluster) RemoveResourceSlice(name string) error {
	return callClusterRemoveResourceSlice(h, name)
}

// RemoveResourceClaim: Removes a ResourceClaim that Cluster.AddObjects added; its devices are free. name is
// "NAMESPACE/NAME".
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory (repeat the call: some nodes may have changed).
func (h *Cluster) RemoveResourceClaim(name string) error {
	return callClusterRemoveResourceClaim(h, name)
}

// ClaimedDevices: Writes the devices of a node that ResourceClaims hold, as the value of the annotation
// node.koordinator.sh/claimed-devices (docs/reference/objects.md):
// [{"podUID":"","containerName":"","resourceName":"","deviceIDs":[]}], "[]" if they hold none. podUID is
// "resourceclaim:UID" of the claim, the uid of the pod whose extended resources the claim serves, or "resourceclaims"
// if the node has more claims than are counted. deviceIDs are the ids of the Device object; "*" is any device of the
// resource, because the claim's one is not identified. Entries of the Device object's own annotation come first. name
// is the node's.
//
// Errors: ErrInvalid, ErrNotFound (the node has no Device object), ErrNoMemory.
func (h *Cluster) ClaimedDevices(name string) (document []byte, err error) {
	return callClusterClaimedDevices(h, name)
}

// Rows: Copies a row for each object, in the order of the text.
//
// Errors: ErrInvalid.
func (h *AddedObjects) Rows() (rows []AddedObject, err error) {
	return lentRows(func(rows []rawAddedObject) (int, error) { return callAddedObjectsRows(h, rows) },
		func(read func(string)) error { return callAddedObjectsTexts(h, read) }, (*rawAddedObject).public)
}

// Pod: Returns the pod of a row: of a Pod, of a workload's pod, or the pod that stands for a Reservation; nil for
// other rows and for a pod that could not be read. row counts the rows from 0. Each call makes another pod for a row
// of a workload's pod.
//
// Errors: ErrInvalid, ErrNotFound (no such row), ErrNoMemory.
func (h *AddedObjects) Pod(row int) (pod *Pod, err error) {
	return callAddedObjectsPod(h, row)
}

// PodJSON: Writes the Pod object that a workload would create, for the row of such a pod.
//
// Errors: ErrInvalid, ErrNotFound (no such row, or not a workload's pod), ErrNoMemory.
func (h *AddedObjects) PodJSON(row int) (document []byte, err error) {
	return callAddedObjectsPodJSON(h, row)
}

// NewPodBuilder: Creates the builder of an empty pod.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewPodBuilder() (podBuilder *PodBuilder, err error) {
	return callPodBuilderNew()
}

// Reset: Restores the state of a new builder.
//
// Errors: ErrInvalid.
func (h *PodBuilder) Reset() {
	if h != nil {
		h.err = nil
	}
	h.note(callPodBuilderReset(h))
}

// SetName: the name.
func (h *PodBuilder) SetName(name string) {
	h.note(callPodBuilderSetText(h, PodTextName, name))
}

// SetNamespace: the namespace.
func (h *PodBuilder) SetNamespace(namespace string) {
	h.note(callPodBuilderSetText(h, PodTextNamespace, namespace))
}

// SetUID: "": unknown.
func (h *PodBuilder) SetUID(uid string) {
	h.note(callPodBuilderSetText(h, PodTextUID, uid))
}

// SetNode: the node it is bound to, "": none.
func (h *PodBuilder) SetNode(node string) {
	h.note(callPodBuilderSetText(h, PodTextNode, node))
}

// SetLabel: Sets a label.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetLabel(key string, value string) {
	h.note(callPodBuilderSetLabel(h, key, value))
}

// SetAnnotation: Sets an annotation, with its text as Kubernetes stores it. A text that cannot be interpreted is an
// error of PodBuilder.Pod.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetAnnotation(key string, value string) {
	h.note(callPodBuilderSetAnnotation(h, key, value))
}

// SetSpec: Sets all of them at once.
//
// Errors: ErrInvalid (unknown numbers or flags).
func (h *PodBuilder) SetSpec(spec PodSpec) {
	h.note(callPodBuilderSetSpec(h, spec))
}

// AddContainer: Adds a container, in the order of spec.containers. Add init containers and sidecars in the order of
// spec.initContainers, before or after the others. container is its index in the builder.
//
// Errors: ErrInvalid, ErrLimit (over 1024 containers), ErrNoMemory.
func (h *PodBuilder) AddContainer(kind ContainerKind, name string) (container int32) {
	container, err := callPodBuilderAddContainer(h, kind, name)
	h.note(err)
	return container
}

// SetResource: Sets request and limit of one resource: milli-CPU for "cpu", bytes or units for all others; negative:
// not stated. The name must not be empty. container is an index or a ResourceScope. Requests that are not stated are
// filled in from limits.
//
// Errors: ErrInvalid (no such container), ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetResource(container int32, name string, request int64, limit int64) {
	h.note(callPodBuilderSetResource(h, container, name, request, limit))
}

// SetQuantity: Sets the request or limit of one resource as a Kubernetes quantity ("1500m", "1.1Gi"), for amounts
// that are no whole number of bytes or units; overrides PodBuilder.SetResource. Amounts above 2^63 - 1 count as 2^63
// - 1. container is an index or a ResourceScope.
//
// Errors: ErrInvalid (no such container, not a quantity, a negative amount), ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetQuantity(container int32, bound ResourceBound, name string, quantity string) {
	h.note(callPodBuilderSetQuantity(h, container, bound, name, quantity))
}

// SetEnv: Sets an environment variable of a container whose value is written in the pod (not valueFrom). Only
// NVIDIA_VISIBLE_DEVICES is read (docs/reference/devices.md): others have no effect and need not be set.
//
// Errors: ErrInvalid (no such container), ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetEnv(container int32, name string, value string) {
	h.note(callPodBuilderSetEnv(h, container, name, value))
}

// SetCPUs: Sets the CPUs allocated to the pod, for hosts without the annotation resource-status: an annotation that
// states any allocation overrides these and PodBuilder.SetNUMAResource.
//
// Errors: ErrInvalid.
func (h *PodBuilder) SetCPUs(cpus CPUSet) {
	h.note(callPodBuilderSetCPUs(h, cpus.orNone()))
}

// SetNUMAResource: Sets the amount of a resource allocated to the pod on a NUMA node.
//
// Errors: ErrInvalid (no NUMA node, a negative amount), ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetNUMAResource(numaNode int32, name string, amount int64) {
	h.note(callPodBuilderSetNUMAResource(h, numaNode, name, amount))
}

// Preempt: Finds on every node the pods to evict so that pod fits. Only pods with a lower priority (spec.priority)
// can be victims, unless query protects them with ProtectionKeep. Pods that the query adds (nominated pods) are never
// victims, and get the room that victims leave first. Changes nothing. query may be nil.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Cluster) Preempt(pod *Pod, options PreemptOptions, query *Query) (preemption *Preemption, err error) {
	return callClusterPreempt(h, pod, options, query)
}

// Nodes: Copies a row for every node, the best first: nodes without victims, then in the order of kube-scheduler:
// fewest avoided, lowest highest priority, lowest sum, fewest victims; then higher score, then lower number. Nodes
// where no eviction helps come last, by number, with the reason that remains when all possible victims are gone.
//
// Errors: ErrInvalid.
func (h *Preemption) Nodes() (rows []NodePreemption, err error) {
	return rowsOf(64, func(rows []NodePreemption) (int, error) { return callPreemptionNodes(h, rows) })
}

// Victims: Copies the victims of a row, as steps that release them: by priority, descending, then uid. Otherwise as
// Plan.Steps.
func (h *Preemption) Victims(row int) (rows []PlanStep, err error) {
	return lentRows(func(rows []rawPlanStep) (int, error) { return callPreemptionVictims(h, row, rows) },
		func(read func(string)) error { return callPreemptionTexts(h, read) }, (*rawPlanStep).public)
}

// PlanPreemption: Makes the plan of a row: its victims are released, then the pod is placed and gets its CPUs and
// NUMA amounts. refusal says why, if Reserve would refuse what the verdict promised; plan is nil then.
//
// Errors: ErrInvalid (a pod without uid, a row with a reason, another cluster), ErrStale (the node changed since),
// ErrLimit, ErrNoMemory.
func (h *Cluster) PlanPreemption(preemption *Preemption, row int) (plan *Plan, refusal Refusal, err error) {
	refusal, plan, err = callClusterPlanPreemption(h, preemption, row)
	return
}

// PlanRebind: Plans other CPUs for those pods of a node that own CPUs. Nothing changes until the plan is committed.
//   - options: nil: any number of pods, RebindBudgetDefault.
//   - query: may be nil. Pods protected by ProtectionKeep do not move.
//   - plan: the plan; release it with Plan.Close. It has no steps if nothing better was found. Its steps are
//     StepKindMove, ordered so that no CPU ever has two owners. A pod with two steps first moves out of the way,
//     sometimes to fewer CPUs, but never to none.
//   - info: may be nil.
//
// No pod's policies are met less well than before, and the node never gets worse by Fragmentation. The same input
// gives the same plan. The budget bounds the time; no clock is used.
//
// Errors: ErrInvalid, ErrNotFound (the node), ErrLimit, ErrNoMemory.
func (h *Cluster) PlanRebind(node uint32, options RebindOptions, query *Query) (plan *Plan, info RebindInfo, err error) {
	return callClusterPlanRebind(h, node, options, query)
}

// PlanRebindFor: Plans how a pod that a node refuses fits after some of the node's pods have moved. The steps of the
// plan are those moves, as few as were found, and last StepKindPlace of the pod.
//   - pod: must have a uid and no allocation yet.
//   - plan: nil if the pod does not fit.
//   - info: its refusal says why the pod does not fit.
//
// Errors: ErrInvalid, ErrNotFound (the node), ErrConflict (as for Cluster.PlanGang), ErrLimit, ErrNoMemory.
func (h *Cluster) PlanRebindFor(pod *Pod, node uint32, options RebindOptions, query *Query) (plan *Plan, info RebindInfo, err error) {
	return callClusterPlanRebindFor(h, pod, node, options, query)
}

// RebindStatusToJSON: Writes a JSON merge patch for the status of a RebindResource. timestamp is the current time as
// in RFC 3339. reason has up to 1024 bytes; "" removes an earlier reason.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func RebindStatusToJSON(phase RebindPhase, timestamp string, reason string) (json []byte, err error) {
	return callRebindStatusToJSON(phase, timestamp, reason)
}

// NewPicture: Creates a picture without title and sets: it shows the machine alone.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewPicture() (picture *Picture, err error) {
	return callPictureNew()
}

// SetTitle: Sets the title; "": none.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Picture) SetTitle(title string) error {
	return callPictureSetTitle(h, title)
}

// AddSet: Adds a set of CPUs and its owner: label is one line and may be empty. Sets are shown in the order of the
// calls; a CPU in several sets is shown as shared.
//
// Errors: ErrInvalid, ErrLimit (more than 64 sets), ErrNoMemory.
func (h *Picture) AddSet(label string, cpus CPUSet) error {
	return callPictureAddSet(h, label, cpus.orNone())
}

// Draw: Draws the machine (sockets, NUMA nodes, L3 groups, cores, CPUs) and the sets of the picture.
//   - picture: may be nil: the machine alone.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Topology) Draw(options PictureOptions, picture *Picture) (document []byte, err error) {
	return callTopologyDraw(h, options, picture)
}

// SetReservation: Turns a pod that was reserved or set into a reservation, which no longer counts as a pod of its
// node. An existing reservation gets the policy. Cluster.PodStatus returns what is left of a reservation.
//
// Errors: ErrInvalid, ErrNotFound (it has no allocation), ErrConflict (it takes from a reservation itself), ErrLimit,
// ErrNoMemory.
func (h *Cluster) SetReservation(uid string, policy ReservationPolicy) error {
	return callClusterSetReservation(h, uid, policy)
}

// ReserveFrom: Same as Cluster.Reserve for an owner, on the node of the one reservation that query names
// (Query.UseReservation). ReasonReservationShort: under RESTRICTED too little is left. The query's affinity must be
// 0.
//
// Errors: as Cluster.Reserve, ErrNotFound (no such reservation), ErrConflict (the pod is on the node already, without
// the reservation).
func (h *Cluster) ReserveFrom(pod *Pod, query *Query) (cpus CPUSet, refusal Refusal, err error) {
	cpus, err = setOf(func(words []uint64) (err error) {
		refusal, err = callClusterReserveFrom(h, pod, query, words)
		return
	})
	return
}

// AttachOwner: After a restart: records that a pod took its allocation from a reservation on the same node. Both must
// have been set before, the reservation with everything that it reserved. Repeating the call has no effect.
//
// Errors: ErrInvalid, ErrNotFound, ErrConflict (another node or another reservation), ErrLimit, ErrNoMemory.
func (h *Cluster) AttachOwner(uid string, reservation string) error {
	return callClusterAttachOwner(h, uid, reservation)
}

// UseReservation: Lets the pod of the call take from this reservation, on the reservation's node. If there are
// several on one node, the first is used; an unknown reservation has no effect. Cluster.EvaluateInto, Cluster.Judge
// and Cluster.ReserveFrom read it; other calls refuse the query.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Query) UseReservation(reservation string) error {
	return callQueryUseReservation(h, reservation)
}

// RestrictBestEffort: Restricts BE pods to these CPUs of the BE pool, such as Agent.Suppress names. Places of pods,
// the state and its BE pool change; Agent.CPUs, reports and Agent.Suppress have the whole pool as before. A BE pod
// whose NUMA nodes keep no CPUs runs on all that is left. A set without CPUs of the pool restricts nothing.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Agent) RestrictBestEffort(cpus CPUSet) error {
	return callAgentRestrictBestEffort(h, cpus.orNone())
}

// String describes the value in one line. It may be nil or closed.
func (h *Diagnostics) String() string {
	if h == nil {
		return "Diagnostics{nil}"
	}
	return h.told("Diagnostics")
}

// String describes the value in one line. It may be nil or closed.
func (h *Pod) String() string {
	if h == nil {
		return "Pod{nil}"
	}
	textName, _ := h.Text(PodTextName)
	textNamespace, _ := h.Text(PodTextNamespace)
	textUID, _ := h.Text(PodTextUID)
	textNode, _ := h.Text(PodTextNode)
	return h.told("Pod", "Name", textName, "Namespace", textNamespace, "UID", textUID, "Node", textNode)
}

// String describes the value in one line. It may be nil or closed.
func (h *Topology) String() string {
	if h == nil {
		return "Topology{nil}"
	}
	info, _ := h.Info()
	return h.told("Topology", "CPUs", info.CPUs, "Cores", info.Cores, "L3s", info.L3s, "NUMANodes", info.NUMANodes)
}

// String describes the value in one line. It may be nil or closed.
func (h *Agent) String() string {
	if h == nil {
		return "Agent{nil}"
	}
	return h.told("Agent")
}

// String describes the value in one line. It may be nil or closed.
func (h *AgentState) String() string {
	if h == nil {
		return "AgentState{nil}"
	}
	textName, _ := h.Text(AgentTextName)
	textBootID, _ := h.Text(AgentTextBootID)
	return h.told("AgentState", "Name", textName, "BootID", textBootID)
}

// String describes the value in one line. It may be nil or closed.
func (h *CgroupPath) String() string {
	if h == nil {
		return "CgroupPath{nil}"
	}
	return h.told("CgroupPath")
}

// String describes the value in one line. It may be nil or closed.
func (h *Cgroups) String() string {
	if h == nil {
		return "Cgroups{nil}"
	}
	return h.told("Cgroups")
}

// String describes the value in one line. It may be nil or closed.
func (h *CgroupContainers) String() string {
	if h == nil {
		return "CgroupContainers{nil}"
	}
	return h.told("CgroupContainers")
}

// String describes the value in one line. It may be nil or closed.
func (h *CgroupPlan) String() string {
	if h == nil {
		return "CgroupPlan{nil}"
	}
	rowsSteps, _ := h.Steps()
	return h.told("CgroupPlan", "Steps", len(rowsSteps))
}

// String describes the value in one line. It may be nil or closed.
func (h *CgroupReport) String() string {
	if h == nil {
		return "CgroupReport{nil}"
	}
	info, _ := h.Info()
	return h.told("CgroupReport", "Writes", info.Writes, "FailedStep", info.FailedStep, "FailedUndo", info.FailedUndo, "Outcome", info.Outcome)
}

// String describes the value in one line. It may be nil or closed.
func (h *NUMAHints) String() string {
	if h == nil {
		return "NUMAHints{nil}"
	}
	return h.told("NUMAHints")
}

// String describes the value in one line. It may be nil or closed.
func (h *Cluster) String() string {
	if h == nil {
		return "Cluster{nil}"
	}
	info, _ := h.Info()
	return h.told("Cluster", "Generation", info.Generation, "Pods", info.Pods, "Nodes", info.Nodes, "IDs", info.IDs)
}

// String describes the value in one line. It may be nil or closed.
func (h *Query) String() string {
	if h == nil {
		return "Query{nil}"
	}
	return h.told("Query")
}

// String describes the value in one line. It may be nil or closed.
func (h *AdjustmentRequest) String() string {
	if h == nil {
		return "AdjustmentRequest{nil}"
	}
	return h.told("AdjustmentRequest")
}

// String describes the value in one line. It may be nil or closed.
func (h *Adjustment) String() string {
	if h == nil {
		return "Adjustment{nil}"
	}
	info, _ := h.Info()
	return h.told("Adjustment", "Env", info.Env, "CDIDevices", info.CDIDevices, "DeviceNodes", info.DeviceNodes)
}

// String describes the value in one line. It may be nil or closed.
func (h *Hook) String() string {
	if h == nil {
		return "Hook{nil}"
	}
	return h.told("Hook")
}

// String describes the value in one line. It may be nil or closed.
func (h *Kubelet) String() string {
	if h == nil {
		return "Kubelet{nil}"
	}
	return h.told("Kubelet")
}

// String describes the value in one line. It may be nil or closed.
func (h *Plan) String() string {
	if h == nil {
		return "Plan{nil}"
	}
	rowsSteps, _ := h.Steps()
	return h.told("Plan", "Steps", len(rowsSteps))
}

// String describes the value in one line. It may be nil or closed.
func (h *Capacity) String() string {
	if h == nil {
		return "Capacity{nil}"
	}
	info, _ := h.Info()
	return h.told("Capacity", "Pods", info.Pods, "Displaced", info.Displaced, "Unplaced", info.Unplaced)
}

// String describes the value in one line. It may be nil or closed.
func (h *DeviceReport) String() string {
	if h == nil {
		return "DeviceReport{nil}"
	}
	return h.told("DeviceReport")
}

// String describes the value in one line. It may be nil or closed.
func (h *DeviceBuilder) String() string {
	if h == nil {
		return "DeviceBuilder{nil}"
	}
	return h.told("DeviceBuilder")
}

// String describes the value in one line. It may be nil or closed.
func (h *DraInventory) String() string {
	if h == nil {
		return "DraInventory{nil}"
	}
	return h.told("DraInventory")
}

// String describes the value in one line. It may be nil or closed.
func (h *DraClaims) String() string {
	if h == nil {
		return "DraClaims{nil}"
	}
	return h.told("DraClaims")
}

// String describes the value in one line. It may be nil or closed.
func (h *DraAllocation) String() string {
	if h == nil {
		return "DraAllocation{nil}"
	}
	return h.told("DraAllocation")
}

// String describes the value in one line. It may be nil or closed.
func (h *DraNodes) String() string {
	if h == nil {
		return "DraNodes{nil}"
	}
	return h.told("DraNodes")
}

// String describes the value in one line. It may be nil or closed.
func (h *Explanation) String() string {
	if h == nil {
		return "Explanation{nil}"
	}
	info, _ := h.Info()
	return h.told("Explanation", "Generation", info.Generation, "Nodes", info.Nodes, "Fitting", info.Fitting, "Groups", info.Groups)
}

// String describes the value in one line. It may be nil or closed.
func (h *NodeBuilder) String() string {
	if h == nil {
		return "NodeBuilder{nil}"
	}
	return h.told("NodeBuilder")
}

// String describes the value in one line. It may be nil or closed.
func (h *NRTNode) String() string {
	if h == nil {
		return "NRTNode{nil}"
	}
	return h.told("NRTNode")
}

// String describes the value in one line. It may be nil or closed.
func (h *NRTBuilder) String() string {
	if h == nil {
		return "NRTBuilder{nil}"
	}
	return h.told("NRTBuilder")
}

// String describes the value in one line. It may be nil or closed.
func (h *AddedObjects) String() string {
	if h == nil {
		return "AddedObjects{nil}"
	}
	rowsRows, _ := h.Rows()
	return h.told("AddedObjects", "Rows", len(rowsRows))
}

// String describes the value in one line. It may be nil or closed.
func (h *PodBuilder) String() string {
	if h == nil {
		return "PodBuilder{nil}"
	}
	return h.told("PodBuilder")
}

// String describes the value in one line. It may be nil or closed.
func (h *Preemption) String() string {
	if h == nil {
		return "Preemption{nil}"
	}
	rowsNodes, _ := h.Nodes()
	return h.told("Preemption", "Nodes", len(rowsNodes))
}

// String describes the value in one line. It may be nil or closed.
func (h *Picture) String() string {
	if h == nil {
		return "Picture{nil}"
	}
	return h.told("Picture")
}
