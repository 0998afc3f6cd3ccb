// Code generated from koord.h by internal/generate. DO NOT EDIT.

package koord

// PodFromJSON: Reads a Pod (v1) as the API server gives it (docs/objects.md lists the fields): unknown fields are
// ignored, missing requests filled in from limits. diagnostics may be nil. Annotations of what the pod holds
// (resource-status, device-allocated) and an environment that cannot be read cost the pod that claim and nothing
// else: Pod.Faults. So do wishes (other annotations, labels) of a pod that is bound already; those of one that waits
// are ErrInvalid.
//
// Errors: ErrInvalid (names pod and field: not a pod, an unknown policy, a negative amount), ErrLimit (over 4 MiB or
// 1024 containers; a sum of amounts above 2^63 - 1), ErrNoMemory.
func PodFromJSON(diagnostics *Diagnostics, json []byte) (pod *Pod, err error) {
	return callPodFromJSON(diagnostics, json)
}

// Info: What the pod is and asks for.
//
// Errors: ErrInvalid.
func (h *Pod) Info() (info PodInfo, err error) {
	return callPodInfo(h)
}

// Request: Effective request and limit of one resource ("memory", "nvidia.com/gpu") as Kubernetes computes them: app
// containers and sidecars together or the peak of the init containers, replaced by resources of the pod, plus
// overhead. Milli-CPU for "cpu", bytes or units for all others; -1: none stated.
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

// Faults: What of the pod could not be read and was left aside: a line each, followed by a line feed, which names the
// field; "": nothing.
//
// Errors: ErrInvalid.
func (h *Pod) Faults() (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callPodFaults(h, text) })
}

// CPUs: The CPUs the pod states it was allocated; none: all zero.
//
// Errors: ErrInvalid.
func (h *Pod) CPUs() (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callPodCPUs(h, words) })
}

// Reset: Makes it as new.
//
// Errors: ErrInvalid.
func (h *kubeletSetupHandle) Reset() error {
	return callKubeletSetupReset(h)
}

// SetConfig: The configuration: a KubeletConfiguration or the answer of /configz (JSON; nil: kubelet's defaults).
// What is odd in it but usable is remarked on.
//
// Errors: ErrInvalid (names the field), ErrLimit (over 4 MiB or 2^20 values, nested deeper than 64), ErrNoMemory.
func (h *kubeletSetupHandle) SetConfig(kubeletConfig []byte) error {
	return callKubeletSetupSetConfig(h, kubeletConfig)
}

// SetCPUState: The text of cpu_manager_state, which is copied, and read by the calls that use it: they say what is
// wrong in it. Not set: there is no such file. nil: the file is empty. For CheckKubeletFiles and RepairCPUState that
// is damage, which stops kubelet; all others take it for no file.
//
// Errors: ErrInvalid (a NUL in it), ErrLimit (over 16 MiB), ErrNoMemory. Those calls' ErrLimit: 2^20 values in maps
// and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole pods.
func (h *kubeletSetupHandle) SetCPUState(cpuState []byte) error {
	return callKubeletSetupSetCPUState(h, cpuState)
}

// SetMemoryState: The text of memory_manager_state, likewise: for CheckKubeletFiles and RepairMemoryState an empty
// file is damage, for NewKubelet it is none; others do not read it.
//
// Errors: ErrInvalid (a NUL in it), ErrLimit (over 16 MiB), ErrNoMemory. Those calls' ErrLimit: 2^20 values in maps
// and lists.
func (h *kubeletSetupHandle) SetMemoryState(memoryState []byte) error {
	return callKubeletSetupSetMemoryState(h, memoryState)
}

// AddContainer: A pod that is on the node, or one container of it: for calls that check and repair files.
//   - uid: the pod's.
//   - name: the container's; name "": this is about the pod alone.
//   - id: the container's, as the runtime has it; id "": not known. Files of version 1 know nothing else of a
//     container. The last one with an id counts.
//
// Errors: ErrInvalid (uid is empty, an id without name, a text longer than 1,024 bytes or not UTF-8), ErrLimit
// (65,536 are there), ErrNoMemory.
func (h *kubeletSetupHandle) AddContainer(uid string, name string, id string) error {
	return callKubeletSetupAddContainer(h, uid, name, id)
}

// TopologyFromHwlocXML: Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
//
// Errors: ErrInvalid (not such XML, or an absurd machine), ErrLimit, ErrNoMemory.
func TopologyFromHwlocXML(diagnostics *Diagnostics, flags TopologyFlags, xml []byte) (topology *Topology, err error) {
	return callTopologyFromHwlocXML(diagnostics, flags, xml)
}

// TopologyFromSynthetic: Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").
//
// Errors: ErrInvalid, ErrLimit (more than MaxCPUs), ErrNoMemory.
func TopologyFromSynthetic(diagnostics *Diagnostics, text string) (topology *Topology, err error) {
	return callTopologyFromSynthetic(diagnostics, text)
}

// TopologyFromJSON: Reads what Topology.JSON wrote (docs/topology-json.md), whatever the topology was read from: the
// two are equal in everything this package tells of them, and written again give the same bytes. Absent members are
// unknown or follow from others, which they must not contradict; those that are not known are ignored, with a remark
// to the log of diagnostics, which may be nil.
//
// Errors: ErrInvalid (names the field), ErrLimit (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or devices,
// nested deeper than 64), ErrNoMemory.
func TopologyFromJSON(diagnostics *Diagnostics, json []byte) (topology *Topology, err error) {
	return callTopologyFromJSON(diagnostics, json)
}

// TopologyFromAnnotation: Reads the value of the annotation node.koordinator.sh/cpu-topology,
// {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: core is lscpu's logical number.
// Absent numbers are 0, unknown fields are ignored. It knows no memory, L3 or distances. Cores are told apart by
// (socket, node, core): one core number in two NUMA nodes of a socket makes two cores, as in Linux, and a warning to
// the log of diagnostics. A CPU in two NUMA nodes is ErrInvalid.
//
// Errors: ErrInvalid (names the entry and field), ErrLimit (over 4 MiB, nested deeper than 64), ErrNoMemory.
func TopologyFromAnnotation(diagnostics *Diagnostics, json []byte) (topology *Topology, err error) {
	return callTopologyFromAnnotation(diagnostics, json)
}

// TopologyFromNRT: Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation above,
// and memory, huge pages and distances from its zones.
//
// Errors: ErrInvalid, ErrLimit (over 16 MiB), ErrNoMemory.
func TopologyFromNRT(diagnostics *Diagnostics, json []byte) (topology *Topology, err error) {
	return callTopologyFromNRT(diagnostics, json)
}

// TopologyFromRows: Builds a topology from rows, for callers without JSON; cores are told apart by (socket,
// numa_node, core), L3 groups by l3. architecture may be "" ("aarch64" turns on the ARM rule of Topology.PickCPUs).
//
// Errors: ErrInvalid (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1, numa_node below
// 1024), ErrLimit, ErrNoMemory.
func TopologyFromRows(rows []CPU, architecture string) (topology *Topology, err error) {
	return callTopologyFromRows(rows, architecture)
}

// Info: Counts of the machine.
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

// NUMANodes: NUMA nodes, ascending by number, those without CPUs included.
func (h *Topology) NUMANodes() (rows []NUMANode, err error) {
	return rowsOf(64, func(rows []NUMANode) (int, error) { return callTopologyNUMANodes(h, rows) })
}

// Hugepages: Huge pages per NUMA node and size, by node, then size.
func (h *Topology) Hugepages() (rows []Hugepages, err error) {
	return rowsOf(64, func(rows []Hugepages) (int, error) { return callTopologyHugepages(h, rows) })
}

// Distances: NUMA distances (10 = local), row-major in the order of Topology.NUMANodes. A pair that was not reported
// is 0.
//
// Errors: ErrInvalid.
func (h *Topology) Distances() (rows []uint32, err error) {
	return rowsOf(64, func(rows []uint32) (int, error) { return callTopologyDistances(h, rows) })
}

// Devices: PCI devices by bus id.
//
// Errors: ErrInvalid.
func (h *Topology) Devices() (rows []PCIDevice, err error) {
	return lentRows(func(rows []rawPCIDevice) (int, error) { return callTopologyDevices(h, rows) },
		func(read func(string)) error { return callTopologyTexts(h, read) }, (*rawPCIDevice).public)
}

// JSON: Everything the topology holds, as one JSON document (docs/topology-json.md), for people, for other programs
// and to be kept: TopologyFromJSON reads it.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Topology) JSON() (json []byte, err error) {
	return callTopologyToJSON(h)
}

// Annotation: The value for the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node are written
// with node 0, as koordlet does.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Topology) Annotation() (annotation []byte, err error) {
	return callTopologyToAnnotation(h)
}

// NewAgent: The agent of a node: on this machine, without pods, settings or kubelet.
//   - diagnostics: may be nil; receives the diagnostics of all calls on the agent. Once it is closed the agent is
//     silent.
//
// The caller may close the topology.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewAgent(diagnostics *Diagnostics, topology *Topology, options AgentOptions) (agent *Agent, err error) {
	return callAgentNew(diagnostics, topology, options)
}

// SetTopology: The machine as it is now: CPUs came or went. A pod loses CPUs of its own when one of them is gone.
// CPUs that kubelet reserves stay those of the last Agent.SetKubelet.
//
// Errors: ErrInvalid (more CPUs are reserved than there are), ErrNoMemory.
func (h *Agent) SetTopology(topology *Topology) error {
	return callAgentSetTopology(h, topology)
}

// SetNode: The Node (v1) as JSON, for its name, reservation and system QoS.
//
// Errors: ErrInvalid (names the field; more CPUs are reserved than there are), ErrLimit, ErrNoMemory.
func (h *Agent) SetNode(json []byte) error {
	return callAgentSetNode(h, json)
}

// SetDevices: The node's Device object, as for Cluster.SetDevices: what devices are called that pods were allocated
// by their minors only. nil: it has none any more.
//
// Errors: ErrInvalid (names the field; two devices of one type and minor), ErrLimit, ErrNoMemory.
func (h *Agent) SetDevices(json []byte) error {
	return callAgentSetDevices(h, json)
}

// SetPod: A pod came, or is like this now; one that has ended is gone. CPUs and devices that it states are its own
// where they are due to it and nobody has them who comes first, as in Cluster.SetPod: see AgentPod.Refusal. First
// come pods that Agent.SetState vouches for, then the pod that was bound first, then the lesser uid.
//
// Errors: ErrInvalid (no uid), ErrLimit (65536 pods), ErrNoMemory.
func (h *Agent) SetPod(pod *Pod) error {
	return callAgentSetPod(h, pod)
}

// RemovePod: The pod with this uid is gone. known says whether it was there.
//
// Errors: ErrInvalid.
func (h *Agent) RemovePod(uid string) (known bool, err error) {
	number, err := callAgentRemovePod(h, uid)
	return number != 0, err
}

// Info: Counts.
//
// Errors: ErrInvalid.
func (h *Agent) Info() (info AgentInfo, err error) {
	return callAgentInfo(h)
}

// Hash: 64 bits that change when what Agent.NRT writes does; the same in any process of one version of the library.
// Takes microseconds.
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

// PoolCPUs: The part of one set of CPUs that lies where row pool of Agent.Pools is.
//
// Errors: ErrInvalid (no such row or set).
func (h *Agent) PoolCPUs(pool uint32, which AgentCPUSet) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAgentPoolCPUs(h, pool, which, words) })
}

// Annotation: The value of an annotation of the NodeResourceTopology, JSON.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Agent) Annotation(which AgentAnnotation) (annotation []byte, err error) {
	return callAgentToAnnotation(h, which)
}

// NRT: The NodeResourceTopology of the node, as Topology.NRT writes it, with its pools, reservation, system QoS and
// CPUs of pods.
//
// Errors: ErrInvalid (Agent.SetNode was not called; kubelet would not start, as above), ErrNoMemory.
func (h *Agent) NRT() (nrt []byte, err error) {
	return callAgentToNRT(h)
}

// JSON: node-state.json, version 1 (docs/node.md): who runs where, for hooks and tools that start after the agent.
// bootID says which boot it is about; "": not said.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Agent) JSON(bootID string) (json []byte, err error) {
	return callAgentToJSON(h, bootID)
}

// Snapshot: What Agent.JSON writes, without the file, as the node is now.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Agent) Snapshot() (agentState *AgentState, err error) {
	return callAgentSnapshot(h)
}

// SetState: What an agent decided for this node before, and carried out: pods keep CPUs of their own that this state
// gives them and that they still claim, against claims of others. To be said after a restart, with what
// LoadAgentState reads, and whenever a state has been carried out.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Agent) SetState(state *AgentState) error {
	return callAgentSetState(h, state)
}

// AgentStateFromJSON: gives the AgentState.
//
// Errors: ErrInvalid (names the field), ErrUnsupported (another version), ErrCorrupt (it contradicts itself),
// ErrLimit (over 16 MiB or 2^20 values, 65536 pods or containers), ErrNoMemory.
func AgentStateFromJSON(json []byte) (agentState *AgentState, err error) {
	return callAgentStateFromJSON(json)
}

// Text: As Pod.Text.
//
// Errors: ErrInvalid.
func (h *AgentState) Text(which AgentText) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callAgentStateText(h, which, text) })
}

// Info: As of the node that wrote it.
//
// Errors: ErrInvalid.
func (h *AgentState) Info() (info AgentInfo, err error) {
	return callAgentStateInfo(h)
}

// CPUs: As Agent.CPUs, the three pools and all CPUs.
//
// Errors: ErrInvalid.
func (h *AgentState) CPUs(which AgentCPUSet) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAgentStateCPUs(h, which, words) })
}

// NewCgroupPath: The path of kubepods.
//   - driver: not CgroupDriverDetect.
//   - root: kubelet's cgroupRoot; "": none.
//
// Errors: ErrInvalid (a root other than up to 4 names of letters, digits, '_', '.' and '-'), ErrNoMemory.
func NewCgroupPath(driver CgroupDriver, root string) (cgroupPath *CgroupPath, err error) {
	return callCgroupPathNew(driver, root)
}

// SetPod: The path becomes that of a pod. uid "": that of the QoS class, which for Guaranteed is kubepods itself.
//
// Errors: ErrInvalid (a uid other than up to 64 of a-z, 0-9 and '-'), ErrNoMemory.
func (h *CgroupPath) SetPod(qos KubeQOS, uid string) error {
	return callCgroupPathSetPod(h, qos, uid)
}

// SetContainer: The path becomes that of a container of the pod that was set last. id "": that of the pod, and
// runtime is not looked at.
//
// Errors: ErrInvalid (no pod was set; an id other than up to 128 of 0-9 and a-f), ErrNoMemory.
func (h *CgroupPath) SetContainer(runtime CgroupRuntime, id string) error {
	return callCgroupPathSetContainer(h, runtime, id)
}

// Format: Writes it as CPUSet.String writes text.
//
// Errors: ErrInvalid.
func (h *CgroupPath) Format() (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callCgroupPathFormat(h, text) })
}

// Info: gives the CgroupsInfo.
//
// Errors: ErrInvalid.
func (h *Cgroups) Info() (info CgroupsInfo, err error) {
	return callCgroupsInfo(h)
}

// NewCgroupContainers: No names yet.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewCgroupContainers() (cgroupContainers *CgroupContainers, err error) {
	return callCgroupContainersNew()
}

// Add: The container with this id has this name; "": it is the sandbox.
//
// Errors: ErrInvalid (an id other than 1 to 128 of 0-9 and a-f, or one that was added before; a name over 1024
// bytes), ErrLimit (over 16,384 containers), ErrNoMemory.
func (h *CgroupContainers) Add(id string, name string) error {
	return callCgroupContainersAdd(h, id, name)
}

// Steps: The steps in their order; none: all is as it is to be.
//
// Errors: ErrInvalid.
func (h *CgroupPlan) Steps() (rows []CgroupStep, err error) {
	return lentRows(func(rows []rawCgroupStep) (int, error) { return callCgroupPlanSteps(h, rows) },
		func(read func(string)) error { return callCgroupPlanTexts(h, read) }, (*rawCgroupStep).public)
}

// JSON: Writes {"steps":[{"phase","path","from","to","pod"}],"left":[{"path","pod","why"}]}: also what is left alone
// and why.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *CgroupPlan) JSON() (json []byte, err error) {
	return callCgroupPlanToJSON(h)
}

// Text: Writes a line per step: what would be done.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *CgroupPlan) Text() (text string, err error) {
	document, err := callCgroupPlanToText(h)
	return string(document), err
}

// Info: gives the CgroupReportInfo.
//
// Errors: ErrInvalid.
func (h *CgroupReport) Info() (info CgroupReportInfo, err error) {
	return callCgroupReportInfo(h)
}

// Results: As CgroupPlan.Steps.
func (h *CgroupReport) Results() (rows []CgroupResult, err error) {
	return lentRows(func(rows []rawCgroupResult) (int, error) { return callCgroupReportResults(h, rows) },
		func(read func(string)) error { return callCgroupReportTexts(h, read) }, (*rawCgroupResult).public)
}

// JSON: Writes {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to","readBack",
// "pod"}]}; the summary is one sentence that names the step that failed and why.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *CgroupReport) JSON() (json []byte, err error) {
	return callCgroupReportToJSON(h)
}

// NewNUMAHints: No NUMA nodes and no lists.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewNUMAHints() (numaHints *NUMAHints, err error) {
	return callNUMAHintsNew()
}

// Clone: The same once more.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *NUMAHints) Clone() (numaHints *NUMAHints, err error) {
	return callNUMAHintsClone(h)
}

// Reset: As new, but for the memory.
//
// Errors: ErrInvalid.
func (h *NUMAHints) Reset() error {
	return callNUMAHintsReset(h)
}

// AddList: Adds a list behind those that are there.
//   - name: of the resource: UTF-8 of at most 1024 bytes; two lists may have the same.
//   - rows: its hints; none unless list.Kind is NUMAHintKindHints. All lists together have at most MaxNUMAHints.
//
// Errors: ErrInvalid (a provider before that of the last list, hints that the kind does not have, a hint for NUMA
// nodes that are not there, an unknown flag or kind), ErrLimit (more than MaxNUMALists lists, too many hints),
// ErrNoMemory.
func (h *NUMAHints) AddList(list NUMAHintList, name string, rows []NUMAHint) error {
	return callNUMAHintsAddList(h, list, name, rows)
}

// Nodes: The NUMA nodes.
//
// Errors: ErrInvalid.
func (h *NUMAHints) Nodes() (rows []NUMAPlace, err error) {
	return rowsOf(64, func(rows []NUMAPlace) (int, error) { return callNUMAHintsNodes(h, rows) })
}

// Lists: The lists, in the order in which they were added.
//
// Errors: ErrInvalid.
func (h *NUMAHints) Lists() (rows []NUMAHintListInfo, err error) {
	return lentRows(func(rows []rawNUMAHintListInfo) (int, error) { return callNUMAHintsLists(h, rows) },
		func(read func(string)) error { return callNUMAHintsTexts(h, read) }, (*rawNUMAHintListInfo).public)
}

// Hints: The hints of a list, by its row.
//
// Errors: ErrInvalid (no such list).
func (h *NUMAHints) Hints(list uint32) (rows []NUMAHint, err error) {
	return rowsOf(64, func(rows []NUMAHint) (int, error) { return callNUMAHintsHints(h, list, rows) })
}

// NewCluster: An empty cluster. diagnostics (may be nil) receives the diagnostics of all calls on it, on the threads
// that make them and on several at once where they are. args are the arguments of Koordinator's plugins as JSON (nil:
// their defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare or both in a profile,
// or the arguments of one of the two:
//   - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that ask are bound),
//     numaTopologyAlignmentPolicy (of the proposal: for nodes that state none; "BestEffort"), scoringStrategy and
//     numaScoringStrategy, each with type MostAllocated, LeastAllocated or BalancedAllocation and up to 64 resources
//     with weights 1 to 100 (cpu and memory, 1 each); as upstream has it, the weights of scoringStrategy hold for
//     both.
//   - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which beats options.DeviceStrategy,
//     and weights; docs/devices.md has the rest.
//
// Errors: ErrInvalid (names the field), ErrUnsupported (another profile), ErrLimit, ErrNoMemory.
func NewCluster(diagnostics *Diagnostics, options ClusterOptions, args []byte) (cluster *Cluster, err error) {
	return callClusterNew(diagnostics, options, args)
}

// SetNode: The node described by a Node (v1) as the API server gives it (docs/objects.md lists the fields), new or
// replaced; what its pods hold is kept. id is its number: numbers count up from 0 and are never reused. Amounts count
// up to 2^50, CPU to 2^42 milli: a node that reports more has this much, a pod that asks for more, or says it holds
// more, is ErrLimit in every call. Pods that wait for the node (Cluster.SetPod) are on it from now on.
//
// Errors: ErrInvalid (names node and field), ErrLimit (over 4 MiB, more than 1024 resources of the node or 2^20
// numbers given to nodes, those that are gone included), ErrNoMemory.
func (h *Cluster) SetNode(json []byte) (id uint32, err error) {
	return callClusterSetNode(h, json)
}

// SetTopology: Its NodeResourceTopology: CPUs, NUMA nodes and kubelet's settings. It may come before the node itself.
// Pods keep what they hold, even if those CPUs no longer exist.
//
// Errors: as Cluster.SetNode; ErrLimit over 16 MiB.
func (h *Cluster) SetTopology(json []byte) (id uint32, err error) {
	return callClusterSetTopology(h, json)
}

// SetDevices: Its devices: a Device object (scheduling.koordinator.sh/v1alpha1), named after the node, in any
// spelling that has been published (docs/devices.md). GPUs, RDMA and FPGA devices and those of any other type; what
// asks for a resource that they have is given of them, and the node's amount of it no longer counts. It may come
// before the node itself. Pods keep what they hold, be it of devices that are no longer there or healthy.
//
// Errors: as Cluster.SetNode; also ErrInvalid for two devices of one type and minor, ErrLimit for more than 64
// devices of one type, 16 resources of one type and 64 types.
func (h *Cluster) SetDevices(json []byte) (id uint32, err error) {
	return callClusterSetDevices(h, json)
}

// RemoveNode: The node is gone, its topology and pods with it. A node of that name has a new number when it comes
// back.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) RemoveNode(name string) error {
	return callClusterRemoveNode(h, name)
}

// RemoveTopology: Its NodeResourceTopology is gone.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) RemoveTopology(name string) error {
	return callClusterRemoveTopology(h, name)
}

// RemoveDevices: Its Device object is gone: nobody gets its devices until it comes back, and who has them keeps them.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) RemoveDevices(name string) error {
	return callClusterRemoveDevices(h, name)
}

// NodeID: The number of a node that is there.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) NodeID(name string) (id uint32, err error) {
	return callClusterNodeID(h, name)
}

// NodeName: The name behind a number, also of a node that is gone.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) NodeName(node uint32) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callClusterNodeName(h, node, text) })
}

// Rows: A row for each node, by number.
//
// Errors: ErrInvalid.
func (h *nodeNamesHandle) Rows() (rows []NodeName, err error) {
	return lentRows(func(rows []rawNodeName) (int, error) { return callNodeNamesRows(h, rows) },
		func(read func(string)) error { return callNodeNamesTexts(h, read) }, (*rawNodeName).public)
}

// NodeTopology: Its machine, nil where no topology is known.
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

// Info: Counts.
//
// Errors: ErrInvalid.
func (h *Cluster) Info() (info ClusterInfo, err error) {
	return callClusterInfo(h)
}

// ResourceName: The resource that resource of a refusal stands for. A number is that of its resource while a node or
// pod of the cluster, or the pod that was asked with, speaks of it; later it may become another's.
//
// Errors: ErrInvalid, ErrNotFound (no such resource in this cluster).
func (h *Cluster) ResourceName(resource int32) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callClusterResourceName(h, resource, text) })
}

// DeviceTypeName: The type of devices that deviceType of a refusal stands for: 0 "gpu", 1 "rdma", 2 "fpga", others as
// long as something is of the type.
//
// Errors: ErrInvalid, ErrNotFound (no such type in this cluster).
func (h *Cluster) DeviceTypeName(kind int32) (text string, err error) {
	return textOf(func(text []byte) (int, error) { return callClusterDeviceTypeName(h, kind, text) })
}

// DeviceType: The number of a type of devices by its name: the inverse.
//
// Errors: ErrInvalid, ErrNotFound (no such type in this cluster).
func (h *Cluster) DeviceType(name string) (id int32, err error) {
	return callClusterDeviceType(h, name)
}

// NewQuery: Asks nothing in particular, as nil does wherever a query is taken.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewQuery() (query *Query, err error) {
	return callQueryNew()
}

// Clone: The same query once more, for a host that clones its own state.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Query) Clone() (query *Query, err error) {
	return callQueryClone(h)
}

// Reset: As new.
//
// Errors: ErrInvalid.
func (h *Query) Reset() error {
	return callQueryReset(h)
}

// SetFlags: takes QueryFlags.
//
// Errors: ErrInvalid.
func (h *Query) SetFlags(flags QueryFlags) error {
	return callQuerySetFlags(h, flags)
}

// SetNodes: Cluster.EvaluateInto: node first and following, at most count numbers; as new 0 and -1, which is all.
// Other calls refuse a query that leaves nodes out.
//
// Errors: ErrInvalid.
func (h *Query) SetNodes(first uint32, count int) error {
	return callQuerySetNodes(h, first, count)
}

// SetGeneration: Cluster.Reserve, Cluster.ReserveFrom: the generation of the verdict that is relied on; 0: whatever
// the node is by now.
//
// Errors: ErrInvalid.
func (h *Query) SetGeneration(generation uint64) error {
	return callQuerySetGeneration(h, generation)
}

// SetAffinity: Cluster.Reserve: the NUMA nodes that the host's own topology manager chose, bit i being row i of
// NUMAHints.Nodes; 0: the node's NUMA policy chooses.
//
// Errors: ErrInvalid.
func (h *Query) SetAffinity(affinity uint64) error {
	return callQuerySetAffinity(h, affinity)
}

// RemovePod: The pod with this uid is thought to be gone; an unknown one has no effect.
//
// Errors: ErrInvalid, ErrLimit (65536 pods), ErrNoMemory.
func (h *Query) RemovePod(uid string) error {
	return callQueryRemovePod(h, uid)
}

// AddPod: The pod is thought to be on this node, where Reserve would place it, or nowhere in particular where it does
// not fit. Of several, higher priorities come first, equal ones in the order of the calls. Existing allocations are
// kept; remove the pod first.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Query) AddPod(pod *Pod, node uint32) error {
	return callQueryAddPod(h, pod, node)
}

// ProtectPod: The last call per pod wins; it has no effect on an unknown pod.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Query) ProtectPod(uid string, protection Protection) error {
	return callQueryProtectPod(h, uid, protection)
}

// Judge: What one node says to a pod, with the numbers behind a no. query may be nil.
//
// Errors: ErrInvalid, ErrNotFound (no such node), ErrLimit, ErrNoMemory.
func (h *Cluster) Judge(pod *Pod, query *Query, node uint32) (refusal Refusal, score int32, err error) {
	return callClusterJudge(h, pod, query, node)
}

// Reserve: the pod gets its CPUs and NUMA amounts on the node, or is refused; what the verdicts promised holds while
// the node does not change. A pod that is reserved on this node already keeps what it has.
//   - query: may be nil; its flags, generation and affinity are read.
//
// Errors: ErrInvalid (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names pods, nodes or
// reservations), ErrNotFound (no such node), ErrStale (the node changed since the query's generation), ErrConflict
// (the pod is on another node), ErrLimit, ErrNoMemory.
func (h *Cluster) Reserve(pod *Pod, query *Query, node uint32) (cpus CPUSet, refusal Refusal, err error) {
	cpus, err = setOf(func(words []uint64) (err error) {
		refusal, err = callClusterReserve(h, pod, query, node, words)
		return
	})
	return
}

// Hints: What the node's CPUs and other resources say to a topology manager that hears other providers, too
// (GetPodTopologyHints). The host adds what its other providers say by NUMAHints.AddList; the answer of MergeNUMA
// goes to Query.SetAffinity. Under ProfileUpstream a set of NUMA nodes is a hint where a trial allocation of the
// whole pod succeeds there, under ProfileSpec where the one resource suffices; the score is that of the NUMA scoring
// strategy, or 0.
//   - policy: the NUMA policy in force: under RESTRICTED all hints are preferred.
//   - hints: replaced by the node's NUMA nodes with their users, without distances, and its lists by resource name,
//     of provider 0. Where the call fails it stays as it was.
//
// Errors: ErrInvalid, ErrNotFound (no such node, or no topology of it), ErrLimit (more than 16 NUMA nodes,
// MaxNUMALists resources or MaxNUMAHints hints), ErrNoMemory.
func (h *Cluster) Hints(pod *Pod, node uint32, policy NUMAPolicy, hints *NUMAHints) error {
	return callClusterHints(h, pod, node, policy, hints)
}

// RemovePod: Unreserve, or the pod is deleted: what it held is free, or it no longer waits.
//
// Errors: ErrInvalid, ErrNotFound (it holds nothing: a second time, or never there), ErrNoMemory.
func (h *Cluster) RemovePod(uid string) error {
	return callClusterRemovePod(h, uid)
}

// SetPod: A pod as the API server shows it, bound to a node and with what it was allocated (resource-status,
// device-allocated): for restarts and for pods that others placed. A pod that was reserved on this node keeps what it
// got, whatever it says. Of others what they say is believed as far as it can have been given to them: whole CPUs for
// QoS LSE and LSR, no more than they ask for, devices that they ask for, and nothing that somebody has who comes
// first. First come pods that were reserved here, then those whose CPUs or devices the node reports (pod-cpu-allocs,
// devices-checkpoints), then the pod that was bound first (PodScheduled), then the lesser uid; never the pod that was
// told of first. A claim that is refused is weighed again whenever the node or its pods change; beyond it the pod
// holds what it asks for. conflicts (may be nil) says what is refused: Cluster.PodConflicts. Without device-allocated
// a pod has the GPUs that NVIDIA_VISIBLE_DEVICES of its containers names, else those of kubelet's record, else as
// many as it asks for are kept for it (docs/devices.md). Where the node is not there, the pod waits for it: it holds
// nothing, makes no node, cannot be reserved, and is on the node once its first object comes. 262,144 pods may wait,
// with 256 MiB of what they say; one more is ErrLimit: give it again when its node is there. A pod that is here
// already is brought up to date; one that has terminated is let go; one that is reserved here and not bound yet keeps
// what it has. Setting all pods in any order gives the same state. Under ProfileUpstream whatever a pod states is
// believed, also what others have.
//
// Errors: ErrInvalid (a pod without uid), ErrNotFound (not bound or terminated, and held nothing), ErrConflict (a
// reservation or its owner, on another node than before), ErrLimit, ErrNoMemory.
func (h *Cluster) SetPod(pod *Pod) (conflicts PodConflicts, err error) {
	return callClusterSetPod(h, pod)
}

// PodConflicts: The same as things are now: other pods and reports may have come or gone since.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) PodConflicts(uid string) (conflicts PodConflicts, err error) {
	return callClusterPodConflicts(h, uid)
}

// PodNode: The node that a pod holds something on.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) PodNode(uid string) (node uint32, err error) {
	return callClusterPodNode(h, uid)
}

// PodCPUs: The CPUs it owns there; all zero: it shares. Those of its resource-status that are offline or that kubelet
// reserves are not among them.
//
// Errors: ErrInvalid, ErrNotFound.
func (h *Cluster) PodCPUs(uid string) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callClusterPodCPUs(h, uid, words) })
}

// PodStatus: What it holds there as the value of the annotation scheduling.koordinator.sh/resource-status: cpuset,
// numaNodeResources, cpuSharedPools.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) PodStatus(uid string) (document []byte, err error) {
	return callClusterPodStatus(h, uid)
}

// PodDevices: What it has of devices as the value of the annotation scheduling.koordinator.sh/device-allocated: by
// type, minor, amounts, id and virtual functions; {} where it has none. Devices that are kept for it as nothing tells
// which it has are not among them.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) PodDevices(uid string) (document []byte, err error) {
	return callClusterPodDevices(h, uid)
}

// Prebind: PreBind: what to tell the API server about a reserved pod before it is bound, as a JSON merge patch (RFC
// 7396): {"metadata":{"annotations":{...}}}, with {} for a pod that needs none. A claim that pod carries and that is
// not what it got is replaced, or removed by null: resource-status, device-allocated. The annotation resource-spec is
// part of it where the pod does not state the bind policy that was in force, be it the configuration's, preferred, or
// the node's, required.
//
// Errors: ErrInvalid, ErrNotFound, ErrNoMemory.
func (h *Cluster) Prebind(pod *Pod, flags PrebindFlags) (document []byte, err error) {
	return callClusterPrebind(h, pod, flags)
}

// NewDeviceBuilder: Of an empty object.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewDeviceBuilder() (deviceBuilder *DeviceBuilder, err error) {
	return callDeviceBuilderNew()
}

// Reset: As new.
//
// Errors: ErrInvalid.
func (h *DeviceBuilder) Reset() {
	if h != nil {
		h.err = nil
	}
	h.note(callDeviceBuilderReset(h))
}

// SetName: The name, which is the node's and must not be empty.
//
// Errors: ErrInvalid, ErrLimit (over 4 MiB of texts or 2^20 of them, as in all of these), ErrNoMemory.
func (h *DeviceBuilder) SetName(name string) {
	h.note(callDeviceBuilderSetName(h, name))
}

// SetLabel: A label of the object.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetLabel(key string, value string) {
	h.note(callDeviceBuilderSetLabel(h, key, value))
}

// SetAnnotation: An annotation of the object, with its text as Kubernetes keeps it.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory; a text that means nothing is an error of the call that takes the
// builder.
func (h *DeviceBuilder) SetAnnotation(key string, value string) {
	h.note(callDeviceBuilderSetAnnotation(h, key, value))
}

// AddDevice: One more of spec.devices. device is its index.
//
// Errors: ErrInvalid (unknown flags, a number out of range), ErrLimit (over 4096 devices), ErrNoMemory.
func (h *DeviceBuilder) AddDevice(spec DeviceSpec) (device int32) {
	device, err := callDeviceBuilderAddDevice(h, spec)
	h.note(err)
	return device
}

// SetDeviceText: One text of a device.
//
// Errors: ErrInvalid (no such device), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetDeviceText(device int32, which DeviceText, text string) {
	h.note(callDeviceBuilderSetDeviceText(h, device, which, text))
}

// SetDeviceLabel: A label of a device.
//
// Errors: ErrInvalid (no such device), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetDeviceLabel(device int32, key string, value string) {
	h.note(callDeviceBuilderSetDeviceLabel(h, device, key, value))
}

// SetResource: What a device has of a resource, whose name must not be empty, in its unit: percent, bytes. Names that
// have been published before are read as today's (docs/objects.md).
//
// Errors: ErrInvalid (no such device, a negative amount), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetResource(device int32, name string, amount int64) {
	h.note(callDeviceBuilderSetResource(h, device, name, amount))
}

// AddVFGroup: One more of a device's vfGroups. group is its index among the groups of all devices.
//
// Errors: ErrInvalid (no such device), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) AddVFGroup(device int32) (group int32) {
	group, err := callDeviceBuilderAddVFGroup(h, device)
	h.note(err)
	return group
}

// SetVFLabel: A label of a group of virtual functions.
//
// Errors: ErrInvalid (no such group), ErrLimit, ErrNoMemory.
func (h *DeviceBuilder) SetVFLabel(group int32, key string, value string) {
	h.note(callDeviceBuilderSetVFLabel(h, group, key, value))
}

// AddVF: One more virtual function of a group; minor -1: none.
//
// Errors: ErrInvalid (no such group, a number out of range), ErrLimit (over 65536 in an object), ErrNoMemory.
func (h *DeviceBuilder) AddVF(group int32, minor int32, busID string) {
	h.note(callDeviceBuilderAddVF(h, group, minor, busID))
}

// SetDevicesFrom: Cluster.SetDevices of what the builder has, which stays as it is. There are no remarks.
//
// Errors: as there.
func (h *Cluster) SetDevicesFrom(builder *DeviceBuilder) (id uint32, err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callClusterSetDevicesFromBuilder(h, builder)
}

// SetDevicesFrom: Agent.SetDevices of what the builder has, which stays as it is. There are no remarks.
//
// Errors: as there.
func (h *Agent) SetDevicesFrom(builder *DeviceBuilder) (err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callAgentSetDevicesFromBuilder(h, builder)
}

// NewAdjustmentRequest: The sandbox of no pod yet.
//
// Errors: ErrInvalid (an unknown stage), ErrNoMemory.
func NewAdjustmentRequest(stage HookStage) (adjustmentRequest *AdjustmentRequest, err error) {
	return callAdjustmentRequestNew(stage)
}

// SetContainer: The container with this name of the pod with this uid; container "": the pod's sandbox.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *AdjustmentRequest) SetContainer(uid string, container string) error {
	return callAdjustmentRequestSetContainer(h, uid, container)
}

// SetResourceStatus: The value of the pod's annotation resource-status, as whoever asks was told; "": not told. Its
// CPUs must be those that the state gives to the pod.
//
// Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func (h *AdjustmentRequest) SetResourceStatus(resourceStatus string) error {
	return callAdjustmentRequestSetResourceStatus(h, resourceStatus)
}

// SetSysfsRoot: The directory that holds sys/, by which the device nodes of RDMA devices are found; "": device nodes
// are not asked for.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *AdjustmentRequest) SetSysfsRoot(sysfsRoot string) error {
	return callAdjustmentRequestSetSysfsRoot(h, sysfsRoot)
}

// Info: gives the AdjustmentInfo.
//
// Errors: ErrInvalid.
func (h *Adjustment) Info() (info AdjustmentInfo, err error) {
	return callAdjustmentInfo(h)
}

// CPUs: The CPUs; none where they stay as they are.
//
// Errors: ErrInvalid.
func (h *Adjustment) CPUs() (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAdjustmentCPUs(h, words) })
}

// NUMANodes: The same of NUMA nodes: bit b of word w is node 64 * w + b.
func (h *Adjustment) NUMANodes() (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAdjustmentNUMANodes(h, words) })
}

// JSON: All of it as JSON, in the names of the OCI runtime specification (docs/hooks.md).
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Adjustment) JSON() (json []byte, err error) {
	return callAdjustmentToJSON(h)
}

// NewHook: gives the Hook.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewHook(options HookOptions) (hook *Hook, err error) {
	return callHookNew(options)
}

// SetStateFile: The path of node-state.json; to be trusted as LoadAgentState has it. "", and where it is not set:
// "/run/koord/node-state.json".
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetStateFile(stateFile string) error {
	return callHookSetStateFile(h, stateFile)
}

// SetCgroupRoot: Where control groups are mounted. "", and where it is not set: "/sys/fs/cgroup".
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetCgroupRoot(cgroupRoot string) error {
	return callHookSetCgroupRoot(h, cgroupRoot)
}

// SetProcRoot: Where proc is mounted. "", and where it is not set: "/proc".
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetProcRoot(procRoot string) error {
	return callHookSetProcRoot(h, procRoot)
}

// Clone: A second kubelet in the same state, for what-if questions; from then on each goes its own way. What pods
// hold is shared until it changes: a copy costs 16 bytes for each.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) Clone() (kubelet *Kubelet, err error) {
	return callKubeletClone(h)
}

// Containers: A row for each container of the pod, init containers first; all zero where it was refused.
//
// Errors: ErrInvalid.
func (h *admissionHandle) Containers() (rows []KubeletContainer, err error) {
	return rowsOf(64, func(rows []KubeletContainer) (int, error) { return callAdmissionContainers(h, rows) })
}

// CPUs: Writes the CPUs that a container has for itself: none where it shares, and where the pod was refused.
// container is a row of admissionHandle.Containers.
//
// Errors: ErrInvalid (no such container).
func (h *admissionHandle) CPUs(container uint32) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callAdmissionCPUs(h, container, words) })
}

// RemovePod: The pod with this uid is gone: what it held is free. held says whether it held anything: pods that hold
// nothing leave no trace, so that an unknown pod is no error. What a refused pod was left is swept, whatever the uid.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) RemovePod(uid string) (held bool, err error) {
	number, err := callKubeletRemovePod(h, uid)
	return number != 0, err
}

// Memory: The memory a pod holds, by container, then kind by name ("hugepages-1Gi" before "memory"). None for a pod
// that is not there.
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

// CPUState: The files cpu_manager_state (version 2) and memory_manager_state (version 1) of this kubelet, byte for
// byte.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) CPUState() (document []byte, err error) {
	return callKubeletCPUState(h)
}

// MemoryState: The files cpu_manager_state (version 2) and memory_manager_state (version 1) of this kubelet, byte for
// byte.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Kubelet) MemoryState() (document []byte, err error) {
	return callKubeletMemoryState(h)
}

// NewNodeBuilder: Of an empty node.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewNodeBuilder() (nodeBuilder *NodeBuilder, err error) {
	return callNodeBuilderNew()
}

// Reset: As new.
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

// SetLabel: A label.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory; a value that means nothing is an error of the call that takes the
// builder.
func (h *NodeBuilder) SetLabel(key string, value string) {
	h.note(callNodeBuilderSetLabel(h, key, value))
}

// SetAnnotation: An annotation, with its text as Kubernetes keeps it.
//
// Errors: as NodeBuilder.SetLabel.
func (h *NodeBuilder) SetAnnotation(key string, value string) {
	h.note(callNodeBuilderSetAnnotation(h, key, value))
}

// SetSpec: All of them at once.
//
// Errors: ErrInvalid (unknown numbers or flags).
func (h *NodeBuilder) SetSpec(spec NodeSpec) {
	h.note(callNodeBuilderSetSpec(h, spec))
}

// SetResource: What is allocatable of a resource (status.allocatable), whose name must not be empty: milli-CPU for
// "cpu", bytes or units for all others. reserved of it is kept from pods: for hosts that have no annotation
// reservation, which replaces it; else 0.
//
// Errors: ErrInvalid (a negative amount), ErrLimit, ErrNoMemory.
func (h *NodeBuilder) SetResource(name string, allocatable int64, reserved int64) {
	h.note(callNodeBuilderSetResource(h, name, allocatable, reserved))
}

// SetCPUs: CPUs, for hosts that have no annotation that says them: such a one replaces them.
//
// Errors: ErrInvalid.
func (h *NodeBuilder) SetCPUs(which NodeCPUSet, cpus CPUSet) {
	h.note(callNodeBuilderSetCPUs(h, which, cpus.orNone()))
}

// SetNodeFrom: Cluster.SetNode of what the builder has, which stays as it is. There are no remarks.
//
// Errors: as there.
func (h *Cluster) SetNodeFrom(builder *NodeBuilder) (id uint32, err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callClusterSetNodeFromBuilder(h, builder)
}

// SetNodeFrom: Agent.SetNode of what the builder has, which stays as it is. There are no remarks.
//
// Errors: as there.
func (h *Agent) SetNodeFrom(builder *NodeBuilder) (err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callAgentSetNodeFromBuilder(h, builder)
}

// NewNRTBuilder: Of an empty object.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewNRTBuilder() (nrtBuilder *NRTBuilder, err error) {
	return callNRTBuilderNew()
}

// Reset: As new; a machine is given back.
//
// Errors: ErrInvalid.
func (h *NRTBuilder) Reset() {
	if h != nil {
		h.err = nil
	}
	h.note(callNRTBuilderReset(h))
}

// SetName: The name, which is the node's and must not be empty.
//
// Errors: ErrInvalid, ErrLimit (over 16 MiB of texts or 2^20 of them, as in all of these), ErrNoMemory.
func (h *NRTBuilder) SetName(name string) {
	h.note(callNRTBuilderSetName(h, name))
}

// SetAnnotation: An annotation, with its text as Kubernetes keeps it. One that is set again is replaced.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory; a text that means nothing is an error of the call that takes the
// builder.
func (h *NRTBuilder) SetAnnotation(key string, value string) {
	h.note(callNRTBuilderSetAnnotation(h, key, value))
}

// AddPolicy: One more of topologyPolicies.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddPolicy(policy string) {
	h.note(callNRTBuilderAddPolicy(h, policy))
}

// AddAttribute: One more of attributes.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddAttribute(name string, value string) {
	h.note(callNRTBuilderAddAttribute(h, name, value))
}

// AddZone: One more of zones. kind "" is "Node". zone is its index.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddZone(name string, kind string) (zone int32) {
	zone, err := callNRTBuilderAddZone(h, name, kind)
	h.note(err)
	return zone
}

// AddResource: One more of a zone's resources: milli-CPU for "cpu", bytes or units for all others; negative: not
// stated.
//
// Errors: ErrInvalid (no such zone), ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddResource(zone int32, name string, capacity int64, allocatable int64, available int64) {
	h.note(callNRTBuilderAddResource(h, zone, name, capacity, allocatable, available))
}

// AddCost: One more of a zone's costs, its distance to the zone name.
//
// Errors: ErrInvalid (no such zone), ErrLimit, ErrNoMemory.
func (h *NRTBuilder) AddCost(zone int32, name string, value uint32) {
	h.note(callNRTBuilderAddCost(h, zone, name, value))
}

// SetSpec: All of them at once.
//
// Errors: ErrInvalid (unknown numbers or flags).
func (h *NRTBuilder) SetSpec(spec NRTSpec) {
	h.note(callNRTBuilderSetSpec(h, spec))
}

// SetTopology: The machine, which is shared, for hosts that have it: the annotation cpu-topology replaces it. Nodes
// of one kind may share one. nil: its CPUs are not known.
//
// Errors: ErrInvalid.
func (h *NRTBuilder) SetTopology(machine *Topology) {
	h.note(callNRTBuilderSetTopology(h, machine))
}

// SetCPUs: CPUs, for hosts that have no annotation that says them (cpu-manager-policy, pod-cpu-allocs): such a one
// replaces them.
//
// Errors: ErrInvalid.
func (h *NRTBuilder) SetCPUs(which NRTCPUSet, cpus CPUSet) {
	h.note(callNRTBuilderSetCPUs(h, which, cpus.orNone()))
}

// SetTopologyFrom: Cluster.SetTopology of what the builder has, which stays as it is. There are no remarks.
//
// Errors: as there.
func (h *Cluster) SetTopologyFrom(builder *NRTBuilder) (id uint32, err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callClusterSetTopologyFromBuilder(h, builder)
}

// TopologyFromNRTBuilder: TopologyFromNRT of what the builder has, which stays as it is: of the annotation
// cpu-topology and the zones, else the machine that it was given. diagnostics may be nil.
//
// Errors: as there.
func TopologyFromNRTBuilder(diagnostics *Diagnostics, builder *NRTBuilder) (topology *Topology, err error) {
	if err = builder.failure(); err != nil {
		return
	}
	return callTopologyFromNRTBuilder(diagnostics, builder)
}

// NewPodBuilder: Of an empty pod.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewPodBuilder() (podBuilder *PodBuilder, err error) {
	return callPodBuilderNew()
}

// Reset: As new.
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

// SetLabel: A label.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetLabel(key string, value string) {
	h.note(callPodBuilderSetLabel(h, key, value))
}

// SetAnnotation: An annotation, with its text as Kubernetes keeps it.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory; a text that means nothing is an error of PodBuilder.Pod.
func (h *PodBuilder) SetAnnotation(key string, value string) {
	h.note(callPodBuilderSetAnnotation(h, key, value))
}

// SetSpec: All of them at once.
//
// Errors: ErrInvalid (unknown numbers or flags).
func (h *PodBuilder) SetSpec(spec PodSpec) {
	h.note(callPodBuilderSetSpec(h, spec))
}

// AddContainer: One more container, in the order of spec.containers; init containers and sidecars in that of
// spec.initContainers, before or after the others. container is its index in the builder.
//
// Errors: ErrInvalid, ErrLimit (over 1024 containers), ErrNoMemory.
func (h *PodBuilder) AddContainer(kind ContainerKind, name string) (container int32) {
	container, err := callPodBuilderAddContainer(h, kind, name)
	h.note(err)
	return container
}

// SetResource: Request and limit of one resource, whose name must not be empty: milli-CPU for "cpu", bytes or units
// for all others; negative: not stated. container is an index or a ResourceScope. Requests that are not stated are
// filled in from limits.
//
// Errors: ErrInvalid (no such container), ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetResource(container int32, name string, request int64, limit int64) {
	h.note(callPodBuilderSetResource(h, container, name, request, limit))
}

// SetEnv: A variable of a container's environment, with a value that is written in the pod (not valueFrom). Only
// NVIDIA_VISIBLE_DEVICES counts (docs/devices.md): others have no effect and need not be set.
//
// Errors: ErrInvalid (no such container), ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetEnv(container int32, name string, value string) {
	h.note(callPodBuilderSetEnv(h, container, name, value))
}

// SetCPUs: CPUs that it was allocated, for hosts that have no annotation resource-status: one that says anything
// replaces these and PodBuilder.SetNUMAResource.
//
// Errors: ErrInvalid.
func (h *PodBuilder) SetCPUs(cpus CPUSet) {
	h.note(callPodBuilderSetCPUs(h, cpus.orNone()))
}

// SetNUMAResource: What it was allocated of a resource on a NUMA node.
//
// Errors: ErrInvalid (no NUMA node, a negative amount), ErrLimit, ErrNoMemory.
func (h *PodBuilder) SetNUMAResource(numaNode int32, name string, amount int64) {
	h.note(callPodBuilderSetNUMAResource(h, numaNode, name, amount))
}

// DrainNode: The node takes nobody, and its pods are to go elsewhere. An unknown one has no effect. Restarts are for
// Cluster.Capacity only: ErrInvalid in other calls.
//
// Errors: ErrInvalid, ErrLimit (65536 restarts), ErrNoMemory.
func (h *Query) DrainNode(node uint32) error {
	return callQueryDrainNode(h, node)
}

// DisableSMT: The node restarts with one thread of each core; the CPUs that go are gone from its amounts, too. Its
// pods come back by priority, descending, then uid, as Reserve would place them; those that do not fit are to go
// elsewhere. Otherwise as Query.DrainNode.
func (h *Query) DisableSMT(node uint32) error {
	return callQueryDisableSMT(h, node)
}

// IsolateCPUs: The same with CPUs that are nobody's (isolcpus). Several restarts of one node are one.
func (h *Query) IsolateCPUs(node uint32, cpus CPUSet) error {
	return callQueryIsolateCPUs(h, node, cpus.orNone())
}

// Capacity: Counts for every node the pods like pod that it still takes, put there one after the other as Reserve
// puts them. Changes nothing. query may be nil.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Cluster) Capacity(pod *Pod, options CapacityOptions, query *Query) (capacity *Capacity, err error) {
	return callClusterCapacity(h, pod, options, query)
}

// Info: Sums.
//
// Errors: ErrInvalid.
func (h *Capacity) Info() (info CapacityInfo, err error) {
	return callCapacityInfo(h)
}

// Nodes: A row for every node, ascending.
//
// Errors: ErrInvalid.
func (h *Capacity) Nodes() (rows []NodeCapacity, err error) {
	return rowsOf(64, func(rows []NodeCapacity) (int, error) { return callCapacityNodes(h, rows) })
}

// Reasons: What strands the rest: sums by reason, ascending. Otherwise as Capacity.Nodes.
func (h *Capacity) Reasons() (rows []CapacityReason, err error) {
	return rowsOf(64, func(rows []CapacityReason) (int, error) { return callCapacityReasons(h, rows) })
}

// NewDeviceReport: A report on what flags ask for and on what the topology knows, its RDMA devices; flags 0: on those
// alone. Remarks of later calls go to the log function that diagnostics (may be nil) has now.
//
// Errors: ErrInvalid (unknown flags), ErrNoMemory.
func NewDeviceReport(diagnostics *Diagnostics, flags DeviceReportFlags) (deviceReport *DeviceReport, err error) {
	return callDeviceReportNew(diagnostics, flags)
}

// SetNVMLLibrary: With DeviceReportNVML: the library's path, or a name that the loader looks up; "", as without this
// call: libnvidia-ml.so.1.
//
// Errors: ErrInvalid (a path without its flag), ErrNoMemory.
func (h *DeviceReport) SetNVMLLibrary(nvmlLibrary string) error {
	return callDeviceReportSetNVMLLibrary(h, nvmlLibrary)
}

// SetSysfsRoot: With DeviceReportSysfs: the directory that holds sys/; "", as without this call: "/".
//
// Errors: ErrInvalid (a path without its flag), ErrNoMemory.
func (h *DeviceReport) SetSysfsRoot(sysfsRoot string) error {
	return callDeviceReportSetSysfsRoot(h, sysfsRoot)
}

// SetCheckpoint: The text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet gave to pods
// become the annotation devices-checkpoints, so that nobody is given them again. nil, as without this call: there is
// none.
//
// Errors: ErrInvalid (names the field), ErrCorrupt (the checksum is wrong), ErrLimit (over 16 MiB or 2^20 values),
// ErrNoMemory.
func (h *DeviceReport) SetCheckpoint(checkpoint []byte) error {
	return callDeviceReportSetCheckpoint(h, checkpoint)
}

// SetPods: The node's pods (a Pod, a list or an array, as JSON). Those that a scheduler gave devices to, or that have
// terminated, are left out of the annotation. nil, as without this call: none are known.
//
// Errors: ErrInvalid (names the field), ErrLimit (over 128 MiB), ErrNoMemory.
func (h *DeviceReport) SetPods(pods []byte) error {
	return callDeviceReportSetPods(h, pods)
}

// DeviceNodeResources: Writes what a node offers by its Device object, {"resources":{...},"labels":{...}}: sums over
// healthy devices as quantities by name, and the labels about its GPUs. device is the object as JSON.
//
// Errors: ErrInvalid (names the field), ErrLimit (over 4 MiB; a sum over 2^63 - 1), ErrNoMemory.
func DeviceNodeResources(diagnostics *Diagnostics, device []byte, flags NodeResourcesFlags) (document []byte, err error) {
	return callDeviceNodeResources(diagnostics, device, flags)
}

// Explain: Asks every node, and looks closely at the nearest of those that refuse. Pods that are to leave have a
// lower priority than pod, and are none that the query protects with ProtectionKeep.
//   - query: may be nil.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Cluster) Explain(pod *Pod, options ExplainOptions, query *Query) (explanation *Explanation, err error) {
	return callClusterExplain(h, pod, options, query)
}

// Info: Counts.
//
// Errors: ErrInvalid.
func (h *Explanation) Info() (info ExplanationInfo, err error) {
	return callExplanationInfo(h)
}

// Fits: The best of the nodes that can take the pod, at most nearest of the options: as Cluster.FindBest.
//
// Errors: ErrInvalid.
func (h *Explanation) Fits() (rows []Verdict, err error) {
	return rowsOf(64, func(rows []Verdict) (int, error) { return callExplanationFits(h, rows) })
}

// Groups: All nodes that refuse, in groups: that of most nodes first, then by reason.
//
// Errors: ErrInvalid.
func (h *Explanation) Groups() (rows []RefusedGroup, err error) {
	return rowsOf(64, func(rows []RefusedGroup) (int, error) { return callExplanationGroups(h, rows) })
}

// Misses: The nodes that refuse and lack least, the nearest first and after all others those where no eviction would
// help.
//
// Errors: ErrInvalid.
func (h *Explanation) Misses() (rows []NearMiss, err error) {
	return rowsOf(64, func(rows []NearMiss) (int, error) { return callExplanationMisses(h, rows) })
}

// Remedies: The steps of all remedies of all misses.
//
// Errors: ErrInvalid.
func (h *Explanation) Remedies() (rows []RemedyStep, err error) {
	return lentRows(func(rows []rawRemedyStep) (int, error) { return callExplanationRemedies(h, rows) },
		func(read func(string)) error { return callExplanationTexts(h, read) }, (*rawRemedyStep).public)
}

// Text: For people: several lines of text, names resolved.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Explanation) Text() (text string, err error) {
	document, err := callExplanationToText(h)
	return string(document), err
}

// JSON: Everything as one line of JSON (docs/explain.md).
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Explanation) JSON() (json []byte, err error) {
	return callExplanationToJSON(h)
}

// Steps: The steps of a plan.
//
// Errors: ErrInvalid.
func (h *Plan) Steps() (rows []PlanStep, err error) {
	return lentRows(func(rows []rawPlanStep) (int, error) { return callPlanSteps(h, rows) },
		func(read func(string)) error { return callPlanTexts(h, read) }, (*rawPlanStep).public)
}

// StepCPUs: The CPUs that a step's pod owns after it; all zero: it shares or was released.
//
// Errors: ErrInvalid.
func (h *Plan) StepCPUs(step int) (cpus CPUSet, err error) {
	return setOf(func(words []uint64) error { return callPlanStepCPUs(h, step, words) })
}

// StepStatus: What a step's pod holds after it, as Cluster.PodStatus says it; {} where it is released.
//
// Errors: ErrInvalid (also a plan of another cluster), ErrNotFound (its node is gone), ErrNoMemory.
func (h *Cluster) StepStatus(plan *Plan, step int) (document []byte, err error) {
	return callClusterStepStatus(h, plan, step)
}

// StepDevices: What it has of devices after it, as Cluster.PodDevices says it.
//
// Errors: as above.
func (h *Cluster) StepDevices(plan *Plan, step int) (document []byte, err error) {
	return callClusterStepDevices(h, plan, step)
}

// Commit: Makes all changes of a plan, as if its steps were made one by one with nothing between them.
//
// Errors: ErrInvalid (a plan of another cluster), ErrStale (a node that the plan relies on has changed since),
// ErrConflict (a pod is not where the plan expects it), ErrLimit, ErrNoMemory; nothing changed then.
func (h *Cluster) Commit(plan *Plan) error {
	return callClusterCommit(h, plan)
}

// PlanResize: A pod grows or shrinks in place (docs/resize.md): what it owns then contains, or is contained in, what
// it owns now, a pod that shares CPUs stays on its NUMA nodes, and its policies hold as for a new pod. Where that
// cannot be it is refused: ReasonWouldMove if other CPUs or NUMA nodes would do.
//   - pod: as it is to be, with the uid of one that is on a node.
//   - query: may be nil.
//   - plan: receives a plan of one step, StepKindMove; nil where it is refused.
//
// Errors: ErrInvalid, ErrNotFound (the pod holds nothing, or is thought away), ErrConflict (it is a reservation or
// takes from one), ErrLimit, ErrNoMemory.
func (h *Cluster) PlanResize(pod *Pod, query *Query) (plan *Plan, refusal Refusal, err error) {
	return callClusterPlanResize(h, pod, query)
}

// PlanGang: Places several pods at once or none of them (docs/gang.md). Pods are placed shape by shape in the order
// of their demand: those for which fewer nodes have room first, then those with more GPUs, more CPU, more memory,
// then by uid. First each goes to the best node as things are by then; where that fails, other combinations are
// tried. For pods of one shape a refusal with ReasonGangUnplaced is a proof that no combination does; for pods of
// several, that none does in this order. ReasonSearchLimit: the budget was used up before one was found. Several pods
// that ask for whole GPUs are brought together then, but under ProfileUpstream: on the fewest nodes, there with the
// largest sum of link scores inside the pods, then between pods of one node; their sets are chosen at once on each
// node.
//   - pods: count of them, 1..1024, with uids that differ.
//   - query: may be nil; nominated pods are thought there.
//   - plan: receives the plan; nil where the gang is refused.
//   - info: needed and best of its refusal count pods.
//
// Errors: ErrInvalid (also a pod twice), ErrConflict (a pod is on a node already, or is bound to one that is not
// there), ErrLimit, ErrNoMemory.
func (h *Cluster) PlanGang(pods []*Pod, options GangOptions, query *Query) (plan *Plan, info GangInfo, err error) {
	return callClusterPlanGang(h, pods, options, query)
}

// Findings: Its findings, those of cpu_manager_state first, in the order in which kubelet meets them; at most 2,048.
// None: nothing is wrong.
//
// Errors: ErrInvalid.
func (h *kubeletReportHandle) Findings() (rows []KubeletFinding, err error) {
	return rowsOf(64, func(rows []KubeletFinding) (int, error) { return callKubeletReportFindings(h, rows) })
}

// JSON: The same as JSON: "starts", "kubelet" (its own words where it does not), "findings" [{"fault", "stops",
// "pod", "container", "cpus", "message", "kubelet"}], "leftOut".
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *kubeletReportHandle) JSON() (json []byte, err error) {
	return callKubeletReportToJSON(h)
}

// NRTNodeFromJSON: Reads a node and its zones.
//   - diagnostics: receives remarks, may be nil.
//   - node: the Node (v1) as JSON; only its name and status.allocatable count.
//   - nrt: its NodeResourceTopology as JSON; nil: there is none.
//
// Errors: ErrInvalid (names object and field; documents of different nodes), ErrLimit (document sizes as in
// Cluster.SetNode and TopologyFromNRT; more than 1024 resources), ErrNoMemory.
func NRTNodeFromJSON(diagnostics *Diagnostics, node []byte, nrt []byte) (nrtNode *NRTNode, err error) {
	return callNRTNodeFromJSON(diagnostics, node, nrt)
}

// Filter: Whether the NUMA zones of a node let kubelet's topology manager admit a pod (semantics: filter of
// scheduler-plugins' NodeResourceTopologyMatch; docs/nrt-match.md). A node without a NodeResourceTopology lets every
// pod pass.
//   - verdict: The words of Refusal.String are upstream's ("cannot align pod"); with refusal.profile set to
//     ProfileSpec they say what is missing and where.
//
// Errors: ErrInvalid, ErrLimit (more than 256 resources in the pod), ErrNoMemory.
func (h *NRTNode) Filter(pod *Pod) (verdict NRTVerdict, text string, err error) {
	text, err = textOf(func(text []byte) (needed int, err error) {
		verdict, needed, err = callNRTNodeFilter(h, pod, text)
		return
	})
	return
}

// Score: How well the node suits the pod, 0..100 (semantics: the plugin's score). args is the plugin's
// NodeResourceTopologyMatchArgs as JSON (nil: its defaults): scoringStrategy.type MostAllocated, LeastAllocated,
// BalancedAllocation or LeastNUMANodes, and weights by resource.
//
// Errors: ErrInvalid (names the field; an unknown strategy), ErrLimit (more than 256 resources in the pod),
// ErrNoMemory.
func (h *NRTNode) Score(pod *Pod, args []byte) (score int32, err error) {
	return callNRTNodeScore(h, pod, args)
}

// Preempt: Finds on every node the pods to evict so that pod fits. Those of a lower priority (spec.priority) may have
// to go, unless query protects them with ProtectionKeep; pods that are thought there never do, and have first call on
// the room that victims leave. Changes nothing. query may be nil.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Cluster) Preempt(pod *Pod, options PreemptOptions, query *Query) (preemption *Preemption, err error) {
	return callClusterPreempt(h, pod, options, query)
}

// Nodes: A row for every node. The best come first: nodes without victims, then in the order of kube-scheduler:
// fewest avoided, lowest highest priority, lowest sum, fewest victims; then the higher score and the lower number.
// Nodes where no eviction helps come last, by number, with the reason that is left when all pods that may go are
// gone.
//
// Errors: ErrInvalid.
func (h *Preemption) Nodes() (rows []NodePreemption, err error) {
	return rowsOf(64, func(rows []NodePreemption) (int, error) { return callPreemptionNodes(h, rows) })
}

// Victims: The victims of a row, as steps that release them: by priority, descending, then uid. Otherwise as
// Plan.Steps.
func (h *Preemption) Victims(row int) (rows []PlanStep, err error) {
	return lentRows(func(rows []rawPlanStep) (int, error) { return callPreemptionVictims(h, row, rows) },
		func(read func(string)) error { return callPreemptionTexts(h, read) }, (*rawPlanStep).public)
}

// PlanPreemption: The plan of a row: its victims let go, then the pod comes and gets its CPUs and NUMA amounts.
// refusal tells where Reserve would not do what the verdict promised, plan is nil then.
//
// Errors: ErrInvalid (a pod without uid, a row with a reason, another cluster), ErrStale (the node changed since),
// ErrLimit, ErrNoMemory.
func (h *Cluster) PlanPreemption(preemption *Preemption, row int) (plan *Plan, refusal Refusal, err error) {
	refusal, plan, err = callClusterPlanPreemption(h, preemption, row)
	return
}

// PlanRebind: Plans other CPUs for the pods of a node that own CPUs; nothing changes before the plan is committed.
//   - options: nil: any number of pods, RebindBudgetDefault.
//   - query: nil: nothing. Pods protected by ProtectionKeep stay as they are.
//   - plan: the plan, Plan.Close() when done; without steps where nothing better was found. Its steps are
//     StepKindMove, ordered so that no CPU ever has two owners; a pod whose turn comes twice first steps aside, at
//     times to fewer CPUs, never to none.
//   - info: may be nil.
//
// No policy of any pod holds less afterwards, and the node is never worse by Fragmentation. The same question gives
// the same plan. Time is bounded by the budget, not by a clock.
//
// Errors: ErrInvalid, ErrNotFound (the node), ErrLimit, ErrNoMemory.
func (h *Cluster) PlanRebind(node uint32, options RebindOptions, query *Query) (plan *Plan, info RebindInfo, err error) {
	return callClusterPlanRebind(h, node, options, query)
}

// PlanRebindFor: Whether a pod that a node refuses fits once some of the node's pods have moved: the plan's steps are
// those moves, as few as are found, and last StepKindPlace of the pod.
//   - pod: that holds nothing yet; with a uid.
//   - plan: nil where it does not fit.
//   - info: its refusal says why the pod does not fit.
//
// Errors: ErrInvalid, ErrNotFound (the node), ErrConflict (as for Cluster.PlanGang), ErrLimit, ErrNoMemory.
func (h *Cluster) PlanRebindFor(pod *Pod, node uint32, options RebindOptions, query *Query) (plan *Plan, info RebindInfo, err error) {
	return callClusterPlanRebindFor(h, pod, node, options, query)
}

// RebindStatusToJSON: A JSON merge patch for the status of a RebindResource. timestamp: the time now, as RFC 3339 has
// it. reason: up to 1024 bytes; "" takes an earlier one away.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func RebindStatusToJSON(phase RebindPhase, timestamp string, reason string) (json []byte, err error) {
	return callRebindStatusToJSON(phase, timestamp, reason)
}

// NewPicture: A picture of the machine alone: no title, no sets.
//
// Errors: ErrInvalid, ErrNoMemory.
func NewPicture() (picture *Picture, err error) {
	return callPictureNew()
}

// SetTitle: Sets the headline; "": none.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Picture) SetTitle(title string) error {
	return callPictureSetTitle(h, title)
}

// AddSet: Adds the CPUs that somebody holds, and who: label is one line and may be empty. Sets are shown in the order
// of the calls, a CPU in several of them as shared.
//
// Errors: ErrInvalid, ErrLimit (more than 64 sets), ErrNoMemory.
func (h *Picture) AddSet(label string, cpus CPUSet) error {
	return callPictureAddSet(h, label, cpus.orNone())
}

// Draw: Draws the machine - sockets, NUMA nodes, L3 groups, cores, CPUs - and who holds what.
//   - picture: may be nil: the machine alone.
//
// Errors: ErrInvalid, ErrNoMemory.
func (h *Topology) Draw(options PictureOptions, picture *Picture) (document []byte, err error) {
	return callTopologyDraw(h, options, picture)
}

// SetReservation: A pod that was reserved or set is a reservation from now on, and does not count as a pod of its
// node any more; one that is a reservation already gets the policy. What is left of it is what Cluster.PodStatus
// says.
//
// Errors: ErrInvalid, ErrNotFound (it holds nothing), ErrConflict (it takes from a reservation itself), ErrLimit,
// ErrNoMemory.
func (h *Cluster) SetReservation(uid string, policy ReservationPolicy) error {
	return callClusterSetReservation(h, uid, policy)
}

// ReserveFrom: Cluster.Reserve for an owner, on the node of the one reservation that query uses
// (Query.UseReservation). ReasonReservationShort: under RESTRICTED too little is left. The query's affinity must be
// 0.
//
// Errors: as there, ErrNotFound (there is no such reservation), ErrConflict (the pod is here already, without it).
func (h *Cluster) ReserveFrom(pod *Pod, query *Query) (cpus CPUSet, refusal Refusal, err error) {
	cpus, err = setOf(func(words []uint64) (err error) {
		refusal, err = callClusterReserveFrom(h, pod, query, words)
		return
	})
	return
}

// AttachOwner: After a restart: the pod, which has been set, has what it holds from this reservation, which has been
// set, too, with all that it reserved, and is on the same node. A second time it has no effect.
//
// Errors: ErrInvalid, ErrNotFound, ErrConflict (another node or another reservation), ErrLimit, ErrNoMemory.
func (h *Cluster) AttachOwner(uid string, reservation string) error {
	return callClusterAttachOwner(h, uid, reservation)
}

// UseReservation: For one question: the pod that is asked about may take from this reservation, on its node; of
// several on one node the first counts, an unknown one has no effect. Cluster.EvaluateInto, Cluster.Judge and
// Cluster.ReserveFrom read it, other calls refuse it.
//
// Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (h *Query) UseReservation(reservation string) error {
	return callQueryUseReservation(h, reservation)
}
