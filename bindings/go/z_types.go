// Code generated from include/koord.h by make generate (internal/generate). DO NOT EDIT.

package koord

import "fmt"

// VersionMajor: Version of this interface; Version returns that of the loaded library.
const VersionMajor = 0
const VersionMinor = 1
const VersionPatch = 0

// MaxCPUs: Number of CPU ids on any machine: ids are below it, and this many bits hold every set.
const MaxCPUs = 8192

// MaxNUMANodes: NUMA nodes of one NUMAHints.
const MaxNUMANodes = 64

// MaxNUMALists: lists of one NUMAHints.
const MaxNUMALists = 256

// MaxNUMAHints: hints of all lists of one NUMAHints.
const MaxNUMAHints = 4194304

// MaxDraClaimDevices: devices allocated to one claim.
const MaxDraClaimDevices = 32

// MaxDraClaimRequests: requests of one claim.
const MaxDraClaimRequests = 32

// MaxDraRequestAlternatives: subrequests of firstAvailable.
const MaxDraRequestAlternatives = 8

// MaxDraAlternatives: alternatives of all requests of a pod.
const MaxDraAlternatives = 512

// MaxDraConstraints: constraints of all claims of a pod.
const MaxDraConstraints = 512

// MaxDraCapacities: capacities of a device or an alternative.
const MaxDraCapacities = 32

// MaxDraDevices: devices of one inventory.
const MaxDraDevices = 1024

// MaxDraNodes: nodes of one DraNodes.
const MaxDraNodes = 65536

// MaxDraTaints: different taints of one inventory.
const MaxDraTaints = 1024

// MaxDraRows: attributes, capacities, taints, counters, amounts each.
const MaxDraRows = 65536

// Status: Result of every call that can fail: 0 or negative. Numbers are never changed or reused.
type Status int32

const (
	// success
	OK Status = 0
	// an argument, or a field of the input, violates its contract
	ErrInvalid Status = -1
	// out of memory
	ErrNoMemory Status = -2
	// the caller's buffer is too small
	ErrNoSpace Status = -3
	// contradicts what is already allocated
	ErrConflict Status = -20
	// made from a state that has changed since
	ErrStale Status = -21
	// larger than a documented bound
	ErrLimit Status = -22
	// no such node, pod, file or other named object
	ErrNotFound Status = -23
	// the machine or a file could not be read or written
	ErrIO Status = -40
	// not permitted
	ErrPermission Status = -41
	// a checksum is wrong, or what was read contradicts itself
	ErrCorrupt Status = -42
	// valid, but this build or machine cannot do it
	ErrUnsupported Status = -43
	// a bug in libkoord; please report it
	ErrInternal Status = -99
)

// LogLevel: Severity of a diagnostic.
type LogLevel int32

const (
	LogLevelInfo    LogLevel = 1
	LogLevelWarning LogLevel = 2
)

// String returns the name of the constant.
func (x LogLevel) String() string {
	switch x {
	case LogLevelInfo:
		return "LogLevelInfo"
	case LogLevelWarning:
		return "LogLevelWarning"
	}
	return fmt.Sprintf("LogLevel(%d)", int32(x))
}

// Profile: The rules that apply; docs/reference/profiles.md lists every difference.
type Profile int32

const (
	// the Koordinator proposals as written
	ProfileSpec Profile = 0
	// Koordinator v1.8, CPU for CPU
	ProfileUpstream Profile = 1
	// kubelet 1.36 with known defects fixed: Kubelet
	ProfileKubelet Profile = 2
	// scheduler-plugins' NodeResourceTopologyMatch; NRTNode.Filter
	ProfileNRTMatch Profile = 3
)

// String returns the name of the constant.
func (x Profile) String() string {
	switch x {
	case ProfileSpec:
		return "ProfileSpec"
	case ProfileUpstream:
		return "ProfileUpstream"
	case ProfileKubelet:
		return "ProfileKubelet"
	case ProfileNRTMatch:
		return "ProfileNRTMatch"
	}
	return fmt.Sprintf("Profile(%d)", int32(x))
}

// BindPolicy: CPU bind policies, which say how CPUs are taken from physical cores: requiredCPUBindPolicy and
// preferredCPUBindPolicy of a pod, the label of a node, or the policy of a pick.
type BindPolicy int32

const (
	// Not stated. For pods: as the scheduler is configured; for a pick: spread, on ARM full cores.
	BindPolicyDefault BindPolicy = 0
	// whole physical cores first; for nodes: FullPCPUsOnly
	BindPolicyFullPCPUs BindPolicy = 1
	// one CPU per physical core first
	BindPolicySpreadByPCPUs BindPolicy = 2
	// For pods: the shared pool of one NUMA node that is large enough for the pod's limit.
	BindPolicyConstrainedBurst BindPolicy = 3
	// for nodes: only the policy of the pod applies
	BindPolicyNone BindPolicy = 4
)

// String is the value's stable name, as the library has it.
func (x BindPolicy) String() string { return callBindPolicyName(x) }

// ExclusivePolicy: Which pods a pod avoids: preferredCPUExclusivePolicy, or the policy of a pick.
type ExclusivePolicy int32

const (
	// Not stated. For pods: as the scheduler is configured; for a pick: none.
	ExclusivePolicyDefault ExclusivePolicy = 0
	// Not stated. For pods: as the scheduler is configured; for a pick: none.
	ExclusivePolicyNone ExclusivePolicy = 1
	// avoid cores held by pods with this policy
	ExclusivePolicyPCPULevel ExclusivePolicy = 2
	// avoid NUMA nodes held by pods with this policy
	ExclusivePolicyNUMANodeLevel ExclusivePolicy = 3
)

// String is the value's stable name, as the library has it.
func (x ExclusivePolicy) String() string { return callExclusivePolicyName(x) }

// NUMAStrategy: Which NUMA nodes are used first: numa-allocate-strategy of a node's label, or the strategy of a pick.
type NUMAStrategy int32

const (
	// Not stated. For nodes: as the scheduler is configured; for a pick: most allocated.
	NUMAStrategyDefault NUMAStrategy = 0
	// the NUMA node with the least available that suffices
	NUMAStrategyMostAllocated NUMAStrategy = 1
	// the NUMA node with the most available
	NUMAStrategyLeastAllocated NUMAStrategy = 2
	// spread evenly over NUMA nodes (upstream: as least allocated)
	NUMAStrategyDistributeEvenly NUMAStrategy = 3
)

// String is the value's stable name, as the library has it.
func (x NUMAStrategy) String() string { return callNUMAStrategyName(x) }

// NUMAPolicy: Policies for aligning resources to NUMA nodes.
type NUMAPolicy int32

const (
	// not stated
	NUMAPolicyUnset          NUMAPolicy = 0
	NUMAPolicyNone           NUMAPolicy = 1
	NUMAPolicyBestEffort     NUMAPolicy = 2
	NUMAPolicyRestricted     NUMAPolicy = 3
	NUMAPolicySingleNUMANode NUMAPolicy = 4
)

// String is the value's stable name, as the library has it.
func (x NUMAPolicy) String() string { return callNUMAPolicyName(x) }

// NUMAExclusive: Policies for sharing a NUMA node between pods on one NUMA node and pods that span several:
// singleNUMANodeExclusive.
type NUMAExclusive int32

const (
	// not stated
	NUMAExclusiveUnset NUMAExclusive = 0
	// no effect, as in Koordinator
	NUMAExclusivePreferred NUMAExclusive = 1
	NUMAExclusiveRequired  NUMAExclusive = 2
)

// String is the value's stable name, as the library has it.
func (x NUMAExclusive) String() string { return callNUMAExclusiveName(x) }

// Reason: Reason for the refusal of a request; ReasonNone: it was granted.
type Reason int32

const (
	// granted
	ReasonNone Reason = 0
	// fewer CPUs are available than requested
	ReasonNotEnoughCPUs Reason = 1
	// enough CPUs, but the required bind policy cannot be met
	ReasonRequiredBindPolicy Reason = 2
	// the given NUMA nodes cannot supply the amount
	ReasonInsufficientNUMA Reason = 3
	// whole cores required, but not a multiple of their threads
	ReasonSMTAlignment Reason = 4
	// kubelet: too few entirely free cores
	ReasonNotEnoughPhysicalCores Reason = 5
	// not supported on this architecture
	ReasonBindPolicyUnsupported Reason = 6
	// not supported on this architecture
	ReasonExclusivePolicyUnsupported Reason = 7
	// no NUMA node has everything that must come from one
	ReasonNoNUMANodeFits Reason = 8
	// the node has none of a requested resource
	ReasonResourceAbsent Reason = 9
	// LSE, LSR: limit and request must be equal
	ReasonRequestIsNotLimit Reason = 10
	// exclusive CPUs must be a whole number
	ReasonCPUsNotWhole Reason = 11
	// the node reports no CPU topology
	ReasonNoTopology Reason = 12
	// the bind policies of node and pod differ
	ReasonBindPolicyConflict Reason = 13
	// the NUMA policies of node and pod differ
	ReasonNUMAPolicyConflict Reason = 14
	// no NUMA node's shared pool is large enough for the pod's limit
	ReasonSharedPoolTooSmall Reason = 15
	// the node has too little left of a resource
	ReasonInsufficientResource Reason = 16
	// pods mention the node, but it was never set
	ReasonNodeUnknown Reason = 17
	// spec.unschedulable
	ReasonNodeUnschedulable Reason = 18
	// no NUMA nodes can supply some resource
	ReasonNUMAUnsatisfied Reason = 20
	// no NUMA nodes suit all resources as the policy requires
	ReasonNUMAUnaligned Reason = 21
	// suitable NUMA nodes are used by pods on several NUMA nodes or, if the pod needs several, by pods on one
	ReasonNUMAExclusive Reason = 22
	// too many combinations to search
	ReasonSearchLimit Reason = 23
	// the pod requires isolated CPUs, and fewer are free than it requests
	ReasonNotEnoughIsolatedCPUs Reason = 24
	// no NUMA nodes have the memory
	ReasonNoNUMAMemory Reason = 40
	// only more NUMA nodes than needed have the memory
	ReasonMemoryHintNotPreferred Reason = 41
	// no NUMA nodes that include the chosen ones have the memory
	ReasonMemoryHintNotExtensible Reason = 42
	// only more NUMA nodes than needed, the chosen ones included, have the memory
	ReasonMemoryExtensionNotPreferred Reason = 43
	// memory of these NUMA nodes is used in other groups
	ReasonMemoryGroupViolated Reason = 44
	// kubelet cannot read an amount of memory as a 64-bit number: a fraction of a byte, or too many digits for it
	// ("200Ti"); Needed is the amount, rounded up
	ReasonMemoryNotInt64 Reason = 45
	// kubelet with PodLevelResourceManagers: containers with CPUs or memory of their own have Needed of the Best that the
	// pod has, which leaves nothing to containers that share
	ReasonPodPoolEmpty Reason = 46
	// the pod fits, but perhaps not in every order in which kubelet can admit it and the Needed pods of the node that the
	// node's report does not name yet; try again after the next report
	ReasonPodsInFlight Reason = 47
	// the pods of a gang do not all fit at once
	ReasonGangUnplaced Reason = 60
	// the reservation has too little left
	ReasonReservationShort Reason = 61
	// fits only on other CPUs or NUMA nodes than it has
	ReasonWouldMove Reason = 62
	// kubelet's static managers do not change Resource of a Guaranteed pod that runs
	ReasonResizeInfeasible Reason = 63
	// neither a part of one device nor a number of whole devices
	ReasonDeviceUnit Reason = 80
	// device resources that cannot be requested together
	ReasonDeviceMix Reason = 81
	// a part of a device in a size that no model offers
	ReasonNoShareTemplate Reason = 82
	// the node has none of the type, or none that the pod may use
	ReasonNoDevices Reason = 83
	// fewer devices have enough left than requested
	ReasonNotEnoughDevices Reason = 84
	// the devices have no virtual functions of the requested kind
	ReasonNotEnoughVFs Reason = 85
	// not within one PCIe switch or NUMA node, as requested
	ReasonDeviceScope Reason = 86
	// not on the NUMA nodes of the pod
	ReasonDeviceNUMA Reason = 87
	// devices are partitioned, but no partitions are known
	ReasonNoPartitionTable Reason = 88
	// there are no partitions of this size
	ReasonPartitionSize Reason = 89
	// no partition of this size is free
	ReasonPartitionsTaken Reason = 90
	// the devices must be close together, but state no NUMA node
	ReasonDevicesUnplaced Reason = 91
	// parts of several devices within one scope: not supported
	ReasonSharesSpread Reason = 92
	// devices of two types that must be together are not
	ReasonDevicesApart Reason = 93
	// a named device does not exist or is unhealthy
	ReasonDeviceUnhealthy Reason = 94
	// the pod's device Where has no name that a runtime knows
	ReasonDeviceUnnamed Reason = 95
	// it is unknown which devices of the type are in use: Best pods of the node have some that no source names; 0 if the
	// reporter of the node's devices could not read kubelet's assignments
	ReasonDevicesNotReported Reason = 96
	// the machine does not have the CPU Where
	ReasonCPUNotOnMachine Reason = 100
	// the CPU Where is assigned to another pod
	ReasonCPUTaken Reason = 101
	// exclusive CPUs are for QoS LSE and LSR
	ReasonClaimNotAllowed Reason = 102
	// kubelet reserves the CPU Where for the system
	ReasonCPUReserved Reason = 103
	// more CPUs than the whole CPUs that it requests
	ReasonMoreCPUsThanAsked Reason = 104
	// the pool of the NUMA node Where, or the whole pool, has no CPUs
	ReasonPoolEmpty Reason = 105
	// its memory is on a NUMA node that does not exist
	ReasonNUMANodeAbsent Reason = 106
	// the node's state does not contain the pod
	ReasonPodUnknown Reason = 107
	// the node's state assigns other CPUs to the pod
	ReasonStateDisagrees Reason = 108
	// the process is in a control group that is not the pod's
	ReasonCgroupNotOfPod Reason = 109
	// the node reserves the CPU Where for the system
	ReasonCPUReservedByNode Reason = 110
	// the CPU Where is isolated and kept for pods that require isolated CPUs, or the pod requires isolated CPUs and this
	// is none
	ReasonCPUIsolation Reason = 111
	// the claim cannot be read: Pod.Faults
	ReasonClaimUnreadable Reason = 120
	// QoS BE and SYSTEM have no amounts on NUMA nodes
	ReasonNUMAClaimNotAllowed Reason = 121
	// more of Resource than it requests
	ReasonMoreOnNUMAThanAsked Reason = 122
	// devices of DeviceType; it requests none
	ReasonDevicesNotAsked Reason = 123
	// Needed devices; it requests Best
	ReasonDeviceCount Reason = 124
	// more of the device with minor Where than it requests
	ReasonDeviceAmount Reason = 125
	// other pods have too much of the device with minor Where
	ReasonDeviceTaken Reason = 126
	// no source says which Needed devices it has; Best devices are set aside for it
	ReasonDevicesUnknown Reason = 127
	// other CPUs, NUMA nodes or devices than were allocated to it
	ReasonAllocationDiffers Reason = 128
)

// String is the value's stable name, as the library has it, under ProfileSpec.
func (x Reason) String() string { return callReasonName(x, ProfileSpec) }

// ObjectKind: The unit that a refusal counts, or the kind of object that it concerns.
type ObjectKind int32

const (
	ObjectKindMachine ObjectKind = 0
	ObjectKindCPU     ObjectKind = 1
	ObjectKindCore    ObjectKind = 2
	// CPUs that share an L3 cache
	ObjectKindL3       ObjectKind = 3
	ObjectKindNUMANode ObjectKind = 4
	ObjectKindSocket   ObjectKind = 5
	ObjectKindMilliCPU ObjectKind = 6
	ObjectKindPolicy   ObjectKind = 7
	// bytes of memory or huge pages
	ObjectKindBytes ObjectKind = 8
	// unit of a resource that is neither CPU nor memory
	ObjectKindUnit ObjectKind = 9
	// a container; Where is its index in the pod
	ObjectKindContainer ObjectKind = 10
	ObjectKindPod       ObjectKind = 11
	// a device; Where is its minor
	ObjectKindDevice ObjectKind = 12
	// an init container; Where is its index among them
	ObjectKindInitContainer ObjectKind = 13
	// resources; Where is a set: bit i stands for resource i (Cluster.ResourceName)
	ObjectKindResources ObjectKind = 14
)

// String is the value's stable name, as the library has it.
func (x ObjectKind) String() string { return callObjectKindName(x) }

// QOS: Koordinator's QoS class, koordinator.sh/qosClass.
type QOS int32

const (
	// not stated
	QOSNone QOS = 0
	// latency sensitive, exclusive
	QOSLSE QOS = 1
	// latency sensitive, reserved: shares its CPUs with BE only
	QOSLSR QOS = 2
	// latency sensitive, on the shared pool
	QOSLS QOS = 3
	// best effort
	QOSBE     QOS = 4
	QOSSystem QOS = 5
)

// String is the value's stable name, as the library has it.
func (x QOS) String() string { return callQOSName(x) }

// KubeQOS: The QoS class of Kubernetes.
type KubeQOS int32

const (
	KubeQOSBestEffort KubeQOS = 0
	KubeQOSBurstable  KubeQOS = 1
	KubeQOSGuaranteed KubeQOS = 2
)

// String is the value's stable name, as the library has it.
func (x KubeQOS) String() string { return callKubeQOSName(x) }

// PriorityClass: Koordinator's priority class, koordinator.sh/priority-class.
type PriorityClass int32

const (
	// not stated
	PriorityClassNone  PriorityClass = 0
	PriorityClassProd  PriorityClass = 1
	PriorityClassMid   PriorityClass = 2
	PriorityClassBatch PriorityClass = 3
	PriorityClassFree  PriorityClass = 4
)

// String is the value's stable name, as the library has it.
func (x PriorityClass) String() string { return callPriorityClassName(x) }

// PodPropertyFlags: Properties of a pod. Flags, to be combined with |.
type PodPropertyFlags uint32

const (
	// phase Succeeded or Failed
	PodPropertyTerminated PodPropertyFlags = 1
	// it is bound to a node
	PodPropertyBound PodPropertyFlags = 2
	// it states its allocation (resource-status)
	PodPropertyAllocated PodPropertyFlags = 4
	// pod-level requests or limits replace those of its containers
	PodPropertyHasPodLevel PodPropertyFlags = 8
	// CPU: every limit equals its request
	PodPropertyLimitIsRequest PodPropertyFlags = 16
)

// PodText: Selects a text of a pod.
type PodText int32

const (
	PodTextName      PodText = 0
	PodTextNamespace PodText = 1
	// "": unknown
	PodTextUID PodText = 2
	// the node it is bound to, "": none
	PodTextNode PodText = 3
)

// String returns the name of the constant.
func (x PodText) String() string {
	switch x {
	case PodTextName:
		return "PodTextName"
	case PodTextNamespace:
		return "PodTextNamespace"
	case PodTextUID:
		return "PodTextUID"
	case PodTextNode:
		return "PodTextNode"
	}
	return fmt.Sprintf("PodText(%d)", int32(x))
}

// KubeletVersion: The versions of kubelet whose answers and state files the library knows. What differs between them
// is in docs/reference/kubelet.md.
type KubeletVersion int32

const (
	// 1.36
	KubeletVersionDefault KubeletVersion = 0
	KubeletVersionV135    KubeletVersion = 35
	KubeletVersionV136    KubeletVersion = 36
	KubeletVersionV137    KubeletVersion = 37
	// as of 1.38.0-beta.0
	KubeletVersionV138 KubeletVersion = 38
)

// String returns the name of the constant.
func (x KubeletVersion) String() string {
	switch x {
	case KubeletVersionDefault:
		return "KubeletVersionDefault"
	case KubeletVersionV135:
		return "KubeletVersionV135"
	case KubeletVersionV136:
		return "KubeletVersionV136"
	case KubeletVersionV137:
		return "KubeletVersionV137"
	case KubeletVersionV138:
		return "KubeletVersionV138"
	}
	return fmt.Sprintf("KubeletVersion(%d)", int32(x))
}

// PluginDeviceFlags: Properties of a device. Flags, to be combined with |.
type PluginDeviceFlags uint32

const (
	// The plugin reports it as unhealthy: no container gets it.
	PluginDeviceUnhealthy PluginDeviceFlags = 1
)

// TopologyFlags: Options of reading a machine. Flags, to be combined with |.
type TopologyFlags uint32

const (
	// Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use. Without this flag they are part
	// of the topology, as kubelet sees them, and listed as disallowed.
	TopologyOnlyAllowed TopologyFlags = 1
)

// CPUSetKind: Selects a set of CPUs of a machine.
type CPUSetKind int32

const (
	// usable CPUs; id is ignored
	CPUSetKindAll CPUSetKind = 0
	// CPUs of the machine that are not usable: offline, or missing in the export
	CPUSetKindOffline CPUSetKind = 1
	// CPUs that the cgroup of the process that read the machine may not use
	CPUSetKindDisallowed CPUSetKind = 2
	// CPUs of the socket ID
	CPUSetKindSocket CPUSetKind = 3
	// CPUs that belong to NUMA node ID; a CPU belongs to at most one
	CPUSetKindNUMANode CPUSetKind = 4
	// CPUs that NUMA node ID is local to, also for memory-only NUMA nodes
	CPUSetKindNUMANodeLocal CPUSetKind = 5
	// CPUs of the L3 group ID (dense number)
	CPUSetKindL3 CPUSetKind = 6
	// CPUs of the core ID (dense number)
	CPUSetKindCore CPUSetKind = 7
	// CPUs local to PCI device number ID, a row of Topology.Devices
	CPUSetKindDevice CPUSetKind = 8
	// CPUs on which the kernel places no task by itself (isolcpus), offline ones included
	CPUSetKindIsolated CPUSetKind = 9
	// CPUs without a timer tick while one task runs (nohz_full), offline ones included
	CPUSetKindNohzFull CPUSetKind = 10
)

// String returns the name of the constant.
func (x CPUSetKind) String() string {
	switch x {
	case CPUSetKindAll:
		return "CPUSetKindAll"
	case CPUSetKindOffline:
		return "CPUSetKindOffline"
	case CPUSetKindDisallowed:
		return "CPUSetKindDisallowed"
	case CPUSetKindSocket:
		return "CPUSetKindSocket"
	case CPUSetKindNUMANode:
		return "CPUSetKindNUMANode"
	case CPUSetKindNUMANodeLocal:
		return "CPUSetKindNUMANodeLocal"
	case CPUSetKindL3:
		return "CPUSetKindL3"
	case CPUSetKindCore:
		return "CPUSetKindCore"
	case CPUSetKindDevice:
		return "CPUSetKindDevice"
	case CPUSetKindIsolated:
		return "CPUSetKindIsolated"
	case CPUSetKindNohzFull:
		return "CPUSetKindNohzFull"
	}
	return fmt.Sprintf("CPUSetKind(%d)", int32(x))
}

// AgentFlags: Options of a node's agent. Flags, to be combined with |.
type AgentFlags uint32

const (
	// Ignore the CPUs that kubelet allocates or reserves, and leave every cpuset to kubelet, even those of pods with
	// exclusive CPUs. This is the first stage of taking over kubelet's CPU management.
	AgentIgnoreKubelet AgentFlags = 1
	// ProfileUpstream: BE pods stay on the NUMA nodes that they name (Koordinator's feature gate BECPUManager).
	AgentBEByNUMA AgentFlags = 2
	// ProfileSpec: keep isolated CPUs (CPUSetKindIsolated) out of the shared and BE pools, and for pods that require
	// isolated CPUs. The report says so, and the scheduler does the same. Without this flag isolated CPUs are in the
	// pools, as kubelet has them.
	AgentExcludeIsolated AgentFlags = 4
)

// AgentCPUSet: Selects a set of CPUs of a Agent or AgentState.
type AgentCPUSet int32

const (
	// the shared pool
	AgentCPUSetShared AgentCPUSet = 0
	// CPUs of LSE and LSR pods, and of containers that kubelet's static policy serves
	AgentCPUSetExclusive AgentCPUSet = 1
	// the BE pool
	AgentCPUSetBestEffort AgentCPUSet = 2
	// all CPUs
	AgentCPUSetAll AgentCPUSet = 3
	// reserved by the Node's annotation
	AgentCPUSetReserved AgentCPUSet = 4
	// CPUs of system QoS
	AgentCPUSetSystem AgentCPUSet = 5
	// reserved by kubelet for the system; not available from a AgentState
	AgentCPUSetKubeletReserved AgentCPUSet = 6
)

// String returns the name of the constant.
func (x AgentCPUSet) String() string {
	switch x {
	case AgentCPUSetShared:
		return "AgentCPUSetShared"
	case AgentCPUSetExclusive:
		return "AgentCPUSetExclusive"
	case AgentCPUSetBestEffort:
		return "AgentCPUSetBestEffort"
	case AgentCPUSetAll:
		return "AgentCPUSetAll"
	case AgentCPUSetReserved:
		return "AgentCPUSetReserved"
	case AgentCPUSetSystem:
		return "AgentCPUSetSystem"
	case AgentCPUSetKubeletReserved:
		return "AgentCPUSetKubeletReserved"
	}
	return fmt.Sprintf("AgentCPUSet(%d)", int32(x))
}

// AgentPlace: Kinds of CPU sets that a pod or container runs on.
type AgentPlace int32

const (
	// kubelet and the runtime decide
	AgentPlaceUntouched AgentPlace = 0
	// on exclusive CPUs that the scheduler allocated (resource-status)
	AgentPlaceExclusive AgentPlace = 1
	// on exclusive CPUs that kubelet's static policy allocated
	AgentPlaceKubelet AgentPlace = 2
	// on the shared pool
	AgentPlaceShared AgentPlace = 3
	// on the shared or BE pool of the NUMA nodes that it names
	AgentPlaceNamedPools AgentPlace = 4
	// on the BE pool
	AgentPlaceBestEffort AgentPlace = 5
	// on the CPUs of system QoS
	AgentPlaceSystem AgentPlace = 6
)

// String is the value's stable name, as the library has it.
func (x AgentPlace) String() string { return callAgentPlaceName(x) }

// AgentAnnotation: An annotation of a NodeResourceTopology that a node's agent writes.
type AgentAnnotation int32

const (
	// node.koordinator.sh/cpu-shared-pools
	AgentAnnotationCPUSharedPools AgentAnnotation = 0
	// node.koordinator.sh/be-cpu-shared-pools
	AgentAnnotationBECPUSharedPools AgentAnnotation = 1
	// node.koordinator.sh/pod-cpu-allocs
	AgentAnnotationPodCPUAllocs AgentAnnotation = 2
)

// String returns the name of the constant.
func (x AgentAnnotation) String() string {
	switch x {
	case AgentAnnotationCPUSharedPools:
		return "AgentAnnotationCPUSharedPools"
	case AgentAnnotationBECPUSharedPools:
		return "AgentAnnotationBECPUSharedPools"
	case AgentAnnotationPodCPUAllocs:
		return "AgentAnnotationPodCPUAllocs"
	}
	return fmt.Sprintf("AgentAnnotation(%d)", int32(x))
}

// AgentText: Selects a text of a AgentState.
type AgentText int32

const (
	AgentTextName   AgentText = 0
	AgentTextBootID AgentText = 1
)

// String returns the name of the constant.
func (x AgentText) String() string {
	switch x {
	case AgentTextName:
		return "AgentTextName"
	case AgentTextBootID:
		return "AgentTextBootID"
	}
	return fmt.Sprintf("AgentText(%d)", int32(x))
}

// AgentPodFlags: Properties of a pod on a node. Flags, to be combined with |.
type AgentPodFlags uint32

const (
	// no CFS quota, because it has exclusive CPUs
	AgentPodUnlimited AgentPodFlags = 1
)

// CgroupDriver: Kubelet's naming of control groups (its cgroup driver).
type CgroupDriver int32

const (
	// detect by which of kubepods.slice and kubepods exists
	CgroupDriverDetect   CgroupDriver = 0
	CgroupDriverCgroupfs CgroupDriver = 1
	CgroupDriverSystemd  CgroupDriver = 2
)

// String returns the name of the constant.
func (x CgroupDriver) String() string {
	switch x {
	case CgroupDriverDetect:
		return "CgroupDriverDetect"
	case CgroupDriverCgroupfs:
		return "CgroupDriverCgroupfs"
	case CgroupDriverSystemd:
		return "CgroupDriverSystemd"
	}
	return fmt.Sprintf("CgroupDriver(%d)", int32(x))
}

// CgroupVersion: Version of the kernel's control groups.
type CgroupVersion int32

const (
	// detect by what is mounted; version 1 where both are
	CgroupVersionDetect CgroupVersion = 0
	CgroupVersionV1     CgroupVersion = 1
	CgroupVersionV2     CgroupVersion = 2
)

// String returns the name of the constant.
func (x CgroupVersion) String() string {
	switch x {
	case CgroupVersionDetect:
		return "CgroupVersionDetect"
	case CgroupVersionV1:
		return "CgroupVersionV1"
	case CgroupVersionV2:
		return "CgroupVersionV2"
	}
	return fmt.Sprintf("CgroupVersion(%d)", int32(x))
}

// CgroupRuntime: The container runtime; it determines how the control group of a container is named.
type CgroupRuntime int32

const (
	CgroupRuntimeContainerd CgroupRuntime = 1
	CgroupRuntimeDocker     CgroupRuntime = 2
	CgroupRuntimeCRIO       CgroupRuntime = 3
	CgroupRuntimePouch      CgroupRuntime = 4
)

// String returns the name of the constant.
func (x CgroupRuntime) String() string {
	switch x {
	case CgroupRuntimeContainerd:
		return "CgroupRuntimeContainerd"
	case CgroupRuntimeDocker:
		return "CgroupRuntimeDocker"
	case CgroupRuntimeCRIO:
		return "CgroupRuntimeCRIO"
	case CgroupRuntimePouch:
		return "CgroupRuntimePouch"
	}
	return fmt.Sprintf("CgroupRuntime(%d)", int32(x))
}

// CgroupsFlags: Properties of the mounted control groups. Flags, to be combined with |.
type CgroupsFlags uint32

const (
	// version 1 is used, although version 2 is mounted beside it
	CgroupsHybrid CgroupsFlags = 1
)

// CgroupFile: A file of a control group.
type CgroupFile int32

const (
	// cpuset.cpus
	CgroupFileCPUs CgroupFile = 1
	// cpuset.mems
	CgroupFileMems CgroupFile = 2
	// cpu.cfs_quota_us, cpu.max
	CgroupFileQuota CgroupFile = 3
)

// String returns the name of the constant.
func (x CgroupFile) String() string {
	switch x {
	case CgroupFileCPUs:
		return "CgroupFileCPUs"
	case CgroupFileMems:
		return "CgroupFileMems"
	case CgroupFileQuota:
		return "CgroupFileQuota"
	}
	return fmt.Sprintf("CgroupFile(%d)", int32(x))
}

// CgroupPhase: The purpose of a step within the order of a plan.
type CgroupPhase int32

const (
	// a container gives up CPUs that it may no longer use
	CgroupPhaseShrink CgroupPhase = 1
	// a parent is extended to what its children will have
	CgroupPhaseGrowParent CgroupPhase = 2
	// a container gets its CPUs or NUMA nodes
	CgroupPhaseMove CgroupPhase = 3
	// a container is moved aside temporarily
	CgroupPhasePark CgroupPhase = 4
	// a parent is reduced to its own CPUs and those of its children
	CgroupPhaseSettleParent CgroupPhase = 5
	// a quota is removed
	CgroupPhaseRemoveQuota CgroupPhase = 6
)

// String returns the name of the constant.
func (x CgroupPhase) String() string {
	switch x {
	case CgroupPhaseShrink:
		return "CgroupPhaseShrink"
	case CgroupPhaseGrowParent:
		return "CgroupPhaseGrowParent"
	case CgroupPhaseMove:
		return "CgroupPhaseMove"
	case CgroupPhasePark:
		return "CgroupPhasePark"
	case CgroupPhaseSettleParent:
		return "CgroupPhaseSettleParent"
	case CgroupPhaseRemoveQuota:
		return "CgroupPhaseRemoveQuota"
	}
	return fmt.Sprintf("CgroupPhase(%d)", int32(x))
}

// CgroupKind: Kinds of control groups.
type CgroupKind int32

const (
	CgroupKindRoot      CgroupKind = 1
	CgroupKindQOS       CgroupKind = 2
	CgroupKindPod       CgroupKind = 3
	CgroupKindContainer CgroupKind = 4
	// below a container
	CgroupKindNested CgroupKind = 5
	// at the level of pods, but not a pod's
	CgroupKindOther CgroupKind = 6
)

// String returns the name of the constant.
func (x CgroupKind) String() string {
	switch x {
	case CgroupKindRoot:
		return "CgroupKindRoot"
	case CgroupKindQOS:
		return "CgroupKindQOS"
	case CgroupKindPod:
		return "CgroupKindPod"
	case CgroupKindContainer:
		return "CgroupKindContainer"
	case CgroupKindNested:
		return "CgroupKindNested"
	case CgroupKindOther:
		return "CgroupKindOther"
	}
	return fmt.Sprintf("CgroupKind(%d)", int32(x))
}

// CgroupOutcome: The outcome of applying a plan.
type CgroupOutcome int32

const (
	CgroupOutcomeDone CgroupOutcome = 0
	// a step failed; everything was rolled back
	CgroupOutcomeUndone CgroupOutcome = 1
	// a step failed, and so did a rollback: the steps up to the one that could not be rolled back are in effect
	CgroupOutcomePartial CgroupOutcome = 2
	// the control groups changed after the plan was made; nothing was written
	CgroupOutcomeStale CgroupOutcome = 3
)

// String returns the name of the constant.
func (x CgroupOutcome) String() string {
	switch x {
	case CgroupOutcomeDone:
		return "CgroupOutcomeDone"
	case CgroupOutcomeUndone:
		return "CgroupOutcomeUndone"
	case CgroupOutcomePartial:
		return "CgroupOutcomePartial"
	case CgroupOutcomeStale:
		return "CgroupOutcomeStale"
	}
	return fmt.Sprintf("CgroupOutcome(%d)", int32(x))
}

// CgroupError: Causes of a failed write to a control group.
type CgroupError int32

const (
	CgroupErrorNone CgroupError = 0
	// busy; a retry may succeed
	CgroupErrorRetry CgroupError = 1
	// the group does not exist
	CgroupErrorGone CgroupError = 2
	// not permitted
	CgroupErrorDenied CgroupError = 3
	// the kernel rejects the value
	CgroupErrorInvalid CgroupError = 4
	// the group does not have the file
	CgroupErrorUnsupported CgroupError = 5
	// accepted but not in effect, or changed by another process
	CgroupErrorDrifted CgroupError = 6
)

// String returns the name of the constant.
func (x CgroupError) String() string {
	switch x {
	case CgroupErrorNone:
		return "CgroupErrorNone"
	case CgroupErrorRetry:
		return "CgroupErrorRetry"
	case CgroupErrorGone:
		return "CgroupErrorGone"
	case CgroupErrorDenied:
		return "CgroupErrorDenied"
	case CgroupErrorInvalid:
		return "CgroupErrorInvalid"
	case CgroupErrorUnsupported:
		return "CgroupErrorUnsupported"
	case CgroupErrorDrifted:
		return "CgroupErrorDrifted"
	}
	return fmt.Sprintf("CgroupError(%d)", int32(x))
}

// CgroupStepState: The outcome of one step of a plan.
type CgroupStepState int32

const (
	CgroupStepStateNotMade CgroupStepState = 0
	// written and in effect
	CgroupStepStateMade CgroupStepState = 1
	// the pod or container no longer exists
	CgroupStepStateGone CgroupStepState = 2
	// rejected, or not in effect
	CgroupStepStateFailed CgroupStepState = 3
	// rolled back: the old value is in effect
	CgroupStepStateTakenBack CgroupStepState = 4
	// could not be rolled back
	CgroupStepStateStuck CgroupStepState = 5
)

// String returns the name of the constant.
func (x CgroupStepState) String() string {
	switch x {
	case CgroupStepStateNotMade:
		return "CgroupStepStateNotMade"
	case CgroupStepStateMade:
		return "CgroupStepStateMade"
	case CgroupStepStateGone:
		return "CgroupStepStateGone"
	case CgroupStepStateFailed:
		return "CgroupStepStateFailed"
	case CgroupStepStateTakenBack:
		return "CgroupStepStateTakenBack"
	case CgroupStepStateStuck:
		return "CgroupStepStateStuck"
	}
	return fmt.Sprintf("CgroupStepState(%d)", int32(x))
}

// NUMAUse: Which pods use a NUMA node.
type NUMAUse int32

const (
	NUMAUseIdle NUMAUse = 0
	// only pods that are aligned to one NUMA node
	NUMAUseSingle NUMAUse = 1
	// at least one pod that spans NUMA nodes
	NUMAUseShared NUMAUse = 2
)

// String returns the name of the constant.
func (x NUMAUse) String() string {
	switch x {
	case NUMAUseIdle:
		return "NUMAUseIdle"
	case NUMAUseSingle:
		return "NUMAUseSingle"
	case NUMAUseShared:
		return "NUMAUseShared"
	}
	return fmt.Sprintf("NUMAUse(%d)", int32(x))
}

// NUMAHintKind: Kinds of hint lists.
type NUMAHintKind int32

const (
	// its hints decide; no hints: as UNSATISFIABLE
	NUMAHintKindHints NUMAHintKind = 0
	// any NUMA nodes are suitable
	NUMAHintKindNoPreference NUMAHintKind = 1
	// no NUMA nodes can supply the resource
	NUMAHintKindUnsatisfiable NUMAHintKind = 2
)

// String returns the name of the constant.
func (x NUMAHintKind) String() string {
	switch x {
	case NUMAHintKindHints:
		return "NUMAHintKindHints"
	case NUMAHintKindNoPreference:
		return "NUMAHintKindNoPreference"
	case NUMAHintKindUnsatisfiable:
		return "NUMAHintKindUnsatisfiable"
	}
	return fmt.Sprintf("NUMAHintKind(%d)", int32(x))
}

// NUMAHintFlags: Properties of a NUMA hint. Flags, to be combined with |.
type NUMAHintFlags uint32

const (
	// the best that is possible for this resource
	NUMAHintPreferred NUMAHintFlags = 1
	// any NUMA nodes; Nodes is 0
	NUMAHintNoAffinity NUMAHintFlags = 2
)

// NUMAMergeFlags: Options of a merge. Flags, to be combined with |.
type NUMAMergeFlags uint32

const (
	// Prefer the closest of sets with the same number of NUMA nodes (prefer-closest-numa-nodes).
	NUMAMergePreferClosest NUMAMergeFlags = 1
)

// NUMAMergedFlags: Properties of a merge's result. Flags, to be combined with |.
type NUMAMergedFlags uint32

const (
	NUMAMergedAdmit     NUMAMergedFlags = 1
	NUMAMergedPreferred NUMAMergedFlags = 2
	// the pod must use Nodes only
	NUMAMergedAffinity NUMAMergedFlags = 4
	// Nodes do not suit every resource
	NUMAMergedUnsatisfied NUMAMergedFlags = 8
)

// ClusterFlags: Options of a cluster. Flags, to be combined with |.
type ClusterFlags uint32

const (
	// Score by Koordinator's current formula, even under ProfileSpec.
	ClusterUpstreamScore ClusterFlags = 1
	// Ignore kubelet's own allocations and reserved CPUs. This is the first stage of taking over kubelet's CPU
	// management.
	ClusterIgnoreKubelet ClusterFlags = 2
)

// DeviceStrategy: Scoring strategies for devices: Koordinator's DeviceShare, with its default weights.
type DeviceStrategy int32

const (
	// not stated: least allocated
	DeviceStrategyDefault DeviceStrategy = 0
	// pack pods
	DeviceStrategyMostAllocated DeviceStrategy = 1
	// spread pods over devices and nodes
	DeviceStrategyLeastAllocated DeviceStrategy = 2
)

// String returns the name of the constant.
func (x DeviceStrategy) String() string {
	switch x {
	case DeviceStrategyDefault:
		return "DeviceStrategyDefault"
	case DeviceStrategyMostAllocated:
		return "DeviceStrategyMostAllocated"
	case DeviceStrategyLeastAllocated:
		return "DeviceStrategyLeastAllocated"
	}
	return fmt.Sprintf("DeviceStrategy(%d)", int32(x))
}

// GPUPick: Choice of GPUs for a pod that requests several (docs/reference/devices-links.md).
type GPUPick int32

const (
	// the best-linked set
	GPUPickSet GPUPick = 0
	// a set of the best split of all free GPUs into sets of the requested size
	GPUPickPartition GPUPick = 1
)

// String returns the name of the constant.
func (x GPUPick) String() string {
	switch x {
	case GPUPickSet:
		return "GPUPickSet"
	case GPUPickPartition:
		return "GPUPickPartition"
	}
	return fmt.Sprintf("GPUPick(%d)", int32(x))
}

// ClusterCPUSet: Selects a set of CPUs of a node of a cluster.
type ClusterCPUSet int32

const (
	// CPUs that a pod can get exclusively
	ClusterCPUSetFree ClusterCPUSet = 0
	// CPUs that pods own
	ClusterCPUSetAllocated ClusterCPUSet = 1
	// CPUs that are reserved, of system QoS, or kubelet's
	ClusterCPUSetReserved ClusterCPUSet = 2
	// the shared pool: CPUs that no pod owns
	ClusterCPUSetSharedPool ClusterCPUSet = 3
)

// String returns the name of the constant.
func (x ClusterCPUSet) String() string {
	switch x {
	case ClusterCPUSetFree:
		return "ClusterCPUSetFree"
	case ClusterCPUSetAllocated:
		return "ClusterCPUSetAllocated"
	case ClusterCPUSetReserved:
		return "ClusterCPUSetReserved"
	case ClusterCPUSetSharedPool:
		return "ClusterCPUSetSharedPool"
	}
	return fmt.Sprintf("ClusterCPUSet(%d)", int32(x))
}

// VerdictFlags: Properties of a verdict. Flags, to be combined with |.
type VerdictFlags uint32

const (
	// no eviction would change the reason
	VerdictUnresolvable VerdictFlags = 1
	// only from Cluster.ChangesInto: the node was removed
	VerdictRemoved VerdictFlags = 2
	// the request is wrong on every node, whatever its state
	VerdictInvalidRequest VerdictFlags = 4
)

// QueryFlags: Options of a query. Flags, to be combined with |.
type QueryFlags uint32

const (
	// Do not check the amounts of the whole node and spec.unschedulable: the host checks them elsewhere (Kubernetes'
	// plugins NodeResourcesFit and NodeUnschedulable).
	QuerySkipFit QueryFlags = 1
	// Cluster.PlanResize: if there is no other way, the pod may move to other CPUs and NUMA nodes of its node.
	QueryMayMove QueryFlags = 2
)

// Protection: Protection of a pod from plans that evict or move pods.
type Protection int32

const (
	ProtectionNone Protection = 0
	// evict only if there is no other way (PodDisruptionBudgets)
	ProtectionAvoid Protection = 1
	// neither evict nor move
	ProtectionKeep Protection = 2
)

// String returns the name of the constant.
func (x Protection) String() string {
	switch x {
	case ProtectionNone:
		return "ProtectionNone"
	case ProtectionAvoid:
		return "ProtectionAvoid"
	case ProtectionKeep:
		return "ProtectionKeep"
	}
	return fmt.Sprintf("Protection(%d)", int32(x))
}

// PrebindFlags: The shape of a patch. Flags, to be combined with |.
type PrebindFlags uint32

const (
	// The shape of the proposal: without numaNodeResources.
	PrebindProposal PrebindFlags = 1
)

// PickFlags: Options of a pick. Flags, to be combined with |.
type PickFlags uint32

const (
	// The bind policy must hold for every CPU (whole cores, or one CPU per core); otherwise the pick is refused.
	PickRequired PickFlags = 1
	// Use the fewest L3 groups, then split the fewest cores, but never use more NUMA nodes than without this flag.
	PickFewestL3 PickFlags = 2
)

// PickSetFlags: The sets of CPUs that a pick receives after the available CPUs. Flags, to be combined with |.
type PickSetFlags uint32

const (
	// CPUs to use first (those of a reservation)
	PickSetPreferred PickSetFlags = 1
	// CPUs held by pods with the exclusive policy PCPULevel
	PickSetCoreHeld PickSetFlags = 2
	// CPUs held by pods with NUMANodeLevel
	PickSetNodeHeld PickSetFlags = 4
)

// HookStage: The stage at which a runtime asks.
type HookStage int32

const (
	HookStageRunPodSandbox   HookStage = 1
	HookStageCreateContainer HookStage = 2
	HookStageStartContainer  HookStage = 3
	// UpdateContainerResources
	HookStageUpdateContainer HookStage = 4
)

// String is the value's stable name, as the library has it.
func (x HookStage) String() string { return callHookStageName(x) }

// AdjustmentFlags: Which properties of a container change. Flags, to be combined with |.
type AdjustmentFlags uint32

const (
	// cpuset.cpus: Adjustment.CPUs
	AdjustmentCPUs AdjustmentFlags = 1
	// cpuset.mems: Adjustment.NUMANodes
	AdjustmentNUMANodes AdjustmentFlags = 2
	// no CFS quota
	AdjustmentUnlimited AdjustmentFlags = 4
)

// AdjustmentList: Selects a list of an adjustment.
type AdjustmentList int32

const (
	// "NAME=value"; replaces a variable with the same name
	AdjustmentListEnv AdjustmentList = 0
	// "nvidia.com/gpu=GPU-..."
	AdjustmentListCDIDevices AdjustmentList = 1
	// "/dev/infiniband/uverbs0"
	AdjustmentListDeviceNodes AdjustmentList = 2
)

// String returns the name of the constant.
func (x AdjustmentList) String() string {
	switch x {
	case AdjustmentListEnv:
		return "AdjustmentListEnv"
	case AdjustmentListCDIDevices:
		return "AdjustmentListCDIDevices"
	case AdjustmentListDeviceNodes:
		return "AdjustmentListDeviceNodes"
	}
	return fmt.Sprintf("AdjustmentList(%d)", int32(x))
}

// HookChoice: Actions of a hook for a container that it cannot serve.
type HookChoice int32

const (
	// not stated: the default of the field in HookOptions
	HookChoiceDefault HookChoice = 0
	// the container must not start
	HookChoiceRefuse HookChoice = 1
	// the container starts without what it requests
	HookChoiceLeave HookChoice = 2
)

// String returns the name of the constant.
func (x HookChoice) String() string {
	switch x {
	case HookChoiceDefault:
		return "HookChoiceDefault"
	case HookChoiceRefuse:
		return "HookChoiceRefuse"
	case HookChoiceLeave:
		return "HookChoiceLeave"
	}
	return fmt.Sprintf("HookChoice(%d)", int32(x))
}

// HookOutcome: The outcome of a hook.
type HookOutcome int32

const (
	// not changed: the container belongs to no pod
	HookOutcomeNotOurs HookOutcome = 0
	// its control group has what the state demands
	HookOutcomeDone HookOutcome = 1
	// Not changed, because there is no state, or the pod claims what is not its own, or the container is placed by
	// others, for example because every cpuset is left to kubelet (AgentIgnoreKubelet). In the last case refusal.reason
	// is ReasonNone.
	HookOutcomeLeft HookOutcome = 2
	// the container must not start
	HookOutcomeRefused HookOutcome = 3
)

// String returns the name of the constant.
func (x HookOutcome) String() string {
	switch x {
	case HookOutcomeNotOurs:
		return "HookOutcomeNotOurs"
	case HookOutcomeDone:
		return "HookOutcomeDone"
	case HookOutcomeLeft:
		return "HookOutcomeLeft"
	case HookOutcomeRefused:
		return "HookOutcomeRefused"
	}
	return fmt.Sprintf("HookOutcome(%d)", int32(x))
}

// KubeletOptionFlags: Options of kubelet's static CPU policy. As in kubelet, these exclude each other:
// FULL_PCPUS_ONLY and DISTRIBUTE_CPUS_ACROSS_CORES; DISTRIBUTE_CPUS_ACROSS_NUMA and DISTRIBUTE_CPUS_ACROSS_CORES;
// PREFER_ALIGN_BY_UNCORE_CACHE and either DISTRIBUTE option. Flags, to be combined with |.
type KubeletOptionFlags uint32

const (
	// full-pcpus-only
	KubeletOptionFullPCPUsOnly KubeletOptionFlags = 1
	// distribute-cpus-across-numa
	KubeletOptionDistributeCPUsAcrossNUMA KubeletOptionFlags = 2
	// align-by-socket
	KubeletOptionAlignBySocket KubeletOptionFlags = 4
	// distribute-cpus-across-cores
	KubeletOptionDistributeCPUsAcrossCores KubeletOptionFlags = 8
	// strict-cpu-reservation: reserved CPUs are not shared
	KubeletOptionStrictCPUReservation KubeletOptionFlags = 16
	// prefer-align-cpus-by-uncorecache
	KubeletOptionPreferAlignByUncoreCache KubeletOptionFlags = 32
)

// KubeletSetFlags: The sets of CPUs that follow the default set, in this order. Flags, to be combined with |.
type KubeletSetFlags uint32

const (
	// kubelet's reserved CPUs
	KubeletSetReserved KubeletSetFlags = 1
	// CPUs of finished init containers of the same pod
	KubeletSetReusable KubeletSetFlags = 2
)

// KubeletContainerFlags: Properties of a container's allocation. Flags, to be combined with |.
type KubeletContainerFlags uint32

const (
	// The container's affinity is what each of its resources prefers.
	KubeletContainerPreferred KubeletContainerFlags = 1
	// The container shares the default CPU set with all other such containers.
	KubeletContainerShared KubeletContainerFlags = 2
)

// AdmitFlags: Options of an admission. Flags, to be combined with |.
type AdmitFlags uint32

const (
	// A refused pod keeps what its first containers got, as in kubelet until its next admission or removal: kubelet's
	// state files show exactly that. Without the flag it is released at once.
	AdmitLeaveRefused AdmitFlags = 1
)

// KubeletCPUSet: Selects a set of CPUs of a kubelet.
type KubeletCPUSet int32

const (
	// the default set, for containers without exclusive CPUs
	KubeletCPUSetShared KubeletCPUSet = 0
	// never allocated exclusively
	KubeletCPUSetReserved KubeletCPUSet = 1
	// shared and not reserved
	KubeletCPUSetAvailable KubeletCPUSet = 2
)

// String returns the name of the constant.
func (x KubeletCPUSet) String() string {
	switch x {
	case KubeletCPUSetShared:
		return "KubeletCPUSetShared"
	case KubeletCPUSetReserved:
		return "KubeletCPUSetReserved"
	case KubeletCPUSetAvailable:
		return "KubeletCPUSetAvailable"
	}
	return fmt.Sprintf("KubeletCPUSet(%d)", int32(x))
}

// StepKind: Kinds of steps of a plan.
type StepKind int32

const (
	// a pod is evicted and its allocations are freed
	StepKindRelease StepKind = 0
	// a pod is placed on a node
	StepKindPlace StepKind = 1
	// a pod of the node gets other allocations
	StepKindMove StepKind = 2
)

// String returns the name of the constant.
func (x StepKind) String() string {
	switch x {
	case StepKindRelease:
		return "StepKindRelease"
	case StepKindPlace:
		return "StepKindPlace"
	case StepKindMove:
		return "StepKindMove"
	}
	return fmt.Sprintf("StepKind(%d)", int32(x))
}

// CapacityFlags: Properties of a row of a capacity. Flags, to be combined with |.
type CapacityFlags uint32

const (
	// no eviction would change the reason
	CapacityUnresolvable CapacityFlags = 1
)

// DeviceReportFlags: Sources of a device report. Flags, to be combined with |.
type DeviceReportFlags uint32

const (
	// Query NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded only during the call.
	// Without a driver there are no GPUs.
	DeviceReportNVML DeviceReportFlags = 1
	// Read virtual functions of RDMA devices from sysfs.
	DeviceReportSysfs DeviceReportFlags = 2
)

// NodeResourcesFlags: Options of DeviceNodeResources. Flags, to be combined with |.
type NodeResourcesFlags uint32

const (
	// include koordinator.sh/gpu.shared: 100 per healthy GPU
	NodeResourcesShared NodeResourcesFlags = 1
)

// DeviceFlags: Properties of a device. Flags, to be combined with |.
type DeviceFlags uint32

const (
	// health
	DeviceHealthy DeviceFlags = 1
	// Module is stated
	DeviceHasModule DeviceFlags = 2
	// Socket, NUMANode, PCIe and bus id are stated
	DeviceHasTopology DeviceFlags = 4
)

// DeviceText: Selects a text of a device.
type DeviceText int32

const (
	// "gpu", "rdma", "fpga" or any other; must not be empty
	DeviceTextType DeviceText = 0
	// id: "GPU-<uuid>", or a bus id
	DeviceTextID DeviceText = 1
	// topology.pcieID, with DeviceHasTopology
	DeviceTextPcie DeviceText = 2
	// topology.busID, with DeviceHasTopology
	DeviceTextBusID DeviceText = 3
)

// String returns the name of the constant.
func (x DeviceText) String() string {
	switch x {
	case DeviceTextType:
		return "DeviceTextType"
	case DeviceTextID:
		return "DeviceTextID"
	case DeviceTextPcie:
		return "DeviceTextPcie"
	case DeviceTextBusID:
		return "DeviceTextBusID"
	}
	return fmt.Sprintf("DeviceText(%d)", int32(x))
}

// DraDeviceFlags: Properties of a device. Flags, to be combined with |.
type DraDeviceFlags uint32

const (
	// allowMultipleAllocations: several requests may share the device (KEP-5075)
	DraDeviceShared DraDeviceFlags = 1
	// Allocated to another claim without admin access. A shared device stays available; its counters are already
	// consumed.
	DraDeviceAllocated DraDeviceFlags = 2
	// The pool is incomplete or invalid. The device is not allocated, and requests for all devices are refused. Stands
	// for a pool without visible devices, too.
	DraDeviceUnusable DraDeviceFlags = 4
)

// DraPolicy: Values that a request policy permits.
type DraPolicy int32

const (
	// no request policy: any amount
	DraPolicyNone DraPolicy = 0
	// validRange
	DraPolicyRange DraPolicy = 1
	// validValues: DraInventory.AddValidValues
	DraPolicyValues DraPolicy = 2
)

// String returns the name of the constant.
func (x DraPolicy) String() string {
	switch x {
	case DraPolicyNone:
		return "DraPolicyNone"
	case DraPolicyRange:
		return "DraPolicyRange"
	case DraPolicyValues:
		return "DraPolicyValues"
	}
	return fmt.Sprintf("DraPolicy(%d)", int32(x))
}

// DraCapacityFlags: Fields of a capacity that are stated. Flags, to be combined with |.
type DraCapacityFlags uint32

const (
	// default_amount
	DraCapacityHasDefault DraCapacityFlags = 1
	// max
	DraCapacityHasMax DraCapacityFlags = 2
	// step
	DraCapacityHasStep DraCapacityFlags = 4
)

// DraAlternativeFlags: Properties of an alternative. Flags, to be combined with |.
type DraAlternativeFlags uint32

const (
	// allocationMode All: every selected device whose capacity is large enough; else Count
	DraAlternativeAll DraAlternativeFlags = 1
	// adminAccess (KEP-5018): devices in use are available, and nothing is consumed
	DraAlternativeAdmin DraAlternativeFlags = 2
)

// DraConstraintKind: Kinds of constraints.
type DraConstraintKind int32

const (
	// not stated: refused
	DraConstraintKindNone DraConstraintKind = 0
	// matchAttribute: all devices have a value in common
	DraConstraintKindMatch DraConstraintKind = 1
	// distinctAttribute: no two devices have a value in common
	DraConstraintKindDistinct DraConstraintKind = 2
)

// String returns the name of the constant.
func (x DraConstraintKind) String() string {
	switch x {
	case DraConstraintKindNone:
		return "DraConstraintKindNone"
	case DraConstraintKindMatch:
		return "DraConstraintKindMatch"
	case DraConstraintKindDistinct:
		return "DraConstraintKindDistinct"
	}
	return fmt.Sprintf("DraConstraintKind(%d)", int32(x))
}

// DraOptionsFlags: Options of an allocation. Flags, to be combined with |.
type DraOptionsFlags uint32

const (
	// Any allocation will do: for a filter.
	DraOptionsAny DraOptionsFlags = 1
	// Find remedies after a refusal; takes up to max_steps more steps.
	DraOptionsRemedies DraOptionsFlags = 2
)

// DraOutcome: Outcomes of an allocation.
type DraOutcome int32

const (
	DraOutcomeNone      DraOutcome = 0
	DraOutcomeAllocated DraOutcome = 1
	// no allocation exists
	DraOutcomeRefused DraOutcome = 2
	// the steps ran out before an allocation was found, or DraReasonPodLimit
	DraOutcomeUndecided DraOutcome = 3
)

// String returns the name of the constant.
func (x DraOutcome) String() string {
	switch x {
	case DraOutcomeNone:
		return "DraOutcomeNone"
	case DraOutcomeAllocated:
		return "DraOutcomeAllocated"
	case DraOutcomeRefused:
		return "DraOutcomeRefused"
	case DraOutcomeUndecided:
		return "DraOutcomeUndecided"
	}
	return fmt.Sprintf("DraOutcome(%d)", int32(x))
}

// DraReason: Reasons of a refusal.
type DraReason int32

const (
	DraReasonNone DraReason = 0
	// a request for all devices, while a pool is incomplete or invalid
	DraReasonPoolIncomplete DraReason = 1
	// No alternative of a request has enough devices that it can use. Each device is judged alone, by its taints, use,
	// attributes, capacities and counters.
	DraReasonTooFewDevices DraReason = 2
	// more than MaxDraClaimDevices
	DraReasonClaimLimit DraReason = 3
	// Everything fits without one constraint. Only with DraOptionsRemedies; else TOGETHER.
	DraReasonConstraint DraReason = 4
	// Each request has enough devices, but no choice of them meets all constraints, counters and capacities; perhaps not
	// even the choice for one request.
	DraReasonTogether DraReason = 5
	// the steps ran out
	DraReasonUndecided DraReason = 6
	// Only in DraVerdict: all claims need more than 1,024 devices of the node. DraAllocation.Run returns LIMIT.
	DraReasonPodLimit DraReason = 7
)

// String returns the name of the constant.
func (x DraReason) String() string {
	switch x {
	case DraReasonNone:
		return "DraReasonNone"
	case DraReasonPoolIncomplete:
		return "DraReasonPoolIncomplete"
	case DraReasonTooFewDevices:
		return "DraReasonTooFewDevices"
	case DraReasonClaimLimit:
		return "DraReasonClaimLimit"
	case DraReasonConstraint:
		return "DraReasonConstraint"
	case DraReasonTogether:
		return "DraReasonTogether"
	case DraReasonUndecided:
		return "DraReasonUndecided"
	case DraReasonPodLimit:
		return "DraReasonPodLimit"
	}
	return fmt.Sprintf("DraReason(%d)", int32(x))
}

// DraRemedyFlags: Changes that make refused claims fit; each alone is enough. Flags, to be combined with |.
type DraRemedyFlags uint32

const (
	// DraInfo.Constraint
	DraRemedyDropConstraint DraRemedyFlags = 1
	// DraInfo.ShortDevices less for DraInfo.Alternative; at least one is left
	DraRemedyFewerDevices DraRemedyFlags = 2
	// taints of all devices are tolerated
	DraRemedyTolerateTaints DraRemedyFlags = 4
	// devices in use become free
	DraRemedyFreeDevices DraRemedyFlags = 8
)

// DraInfoFlags: Properties of an answer. Flags, to be combined with |.
type DraInfoFlags uint32

const (
	// The steps ran out: a better allocation may exist, or more remedies.
	DraInfoTruncated DraInfoFlags = 1
)

// ExplanationFlags: Properties of an explanation. Flags, to be combined with |.
type ExplanationFlags uint32

const (
	// max_judgements was reached: there may be more remedies
	ExplanationTruncated ExplanationFlags = 1
	// the request is wrong on every node, also on nodes that are not in the cluster
	ExplanationInvalidRequest ExplanationFlags = 2
)

// Scope: The scope in which a resource is short.
type Scope int32

const (
	// not a resource shortage
	ScopeNone Scope = 0
	// the whole node has too little
	ScopeNode Scope = 1
	// each single NUMA node has too little of something
	ScopeNUMANode Scope = 2
	// the largest number of NUMA nodes that the pod may span has too little together
	ScopeNUMANodes Scope = 3
	// each single device has too little of something left
	ScopeDevice Scope = 4
	// too few devices in any one place that the pod's devices must share
	ScopePlace Scope = 5
)

// String returns the name of the constant.
func (x Scope) String() string {
	switch x {
	case ScopeNone:
		return "ScopeNone"
	case ScopeNode:
		return "ScopeNode"
	case ScopeNUMANode:
		return "ScopeNUMANode"
	case ScopeNUMANodes:
		return "ScopeNUMANodes"
	case ScopeDevice:
		return "ScopeDevice"
	case ScopePlace:
		return "ScopePlace"
	}
	return fmt.Sprintf("Scope(%d)", int32(x))
}

// RemedyKind: Kinds of changes that a remedy makes, and the meaning of Before and After in its steps.
type RemedyKind int32

const (
	// the pod prefers the bind policy that it required; BindPolicy
	RemedyKindPreferBind RemedyKind = 0
	// the pod's required BindPolicy
	RemedyKindRequiredBind RemedyKind = 1
	// the pod's preferred BindPolicy
	RemedyKindPreferredBind RemedyKind = 2
	// the pod's ExclusivePolicy
	RemedyKindPodExclusive RemedyKind = 3
	// the pod's NUMAPolicy
	RemedyKindPodNUMA RemedyKind = 4
	// the pod's NUMAExclusive
	RemedyKindNUMAExclusive RemedyKind = 5
	// the pod's CPU request, and its limit if that is equal, in milli-CPU
	RemedyKindPodCPU RemedyKind = 6
	// the pod's CPU limit, and its request if that is larger, in milli-CPU
	RemedyKindPodCPULimit RemedyKind = 7
	// spec.unschedulable, from 1 to 0
	RemedyKindNodeSchedulable RemedyKind = 8
	// the policy in force and the label; BindPolicy
	RemedyKindNodeBind RemedyKind = 9
	// the policy in force and the label; NUMAPolicy
	RemedyKindNodeNUMA RemedyKind = 10
	// the pod UID is evicted
	RemedyKindEvict RemedyKind = 11
	// After pods of the node move: Cluster.PlanRebindFor
	RemedyKindRebind RemedyKind = 12
	// requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch, 4 device
	RemedyKindDeviceScope RemedyKind = 13
	// exclusivePolicy of the pod's devices of a type: 0 none, 1 device, 2 PCIe
	RemedyKindDeviceExclusive RemedyKind = 14
	// from 1 to 0: the selector of the pod's devices is dropped
	RemedyKindDeviceSelector RemedyKind = 15
	// 2: those that vfSelector matches, 1: any, 0: none
	RemedyKindVirtualFunctions RemedyKind = 16
	// from 1 to 0: the pod's devices need not share PCIe switches
	RemedyKindJointDevices RemedyKind = 17
	// 2: a partition that matches its spec, 1: any, 0: none needed
	RemedyKindPodPartition RemedyKind = 18
	// number of devices of a type that the pod requests
	RemedyKindPodDevices RemedyKind = 19
	// the node's gpu-partition-policy: 2 Honor, 1 Prefer
	RemedyKindNodePartition RemedyKind = 20
	// amount of a resource that the pod requests of each device; After is the largest that fits
	RemedyKindPodDeviceShare RemedyKind = 21
)

// String is the value's stable name, as the library has it.
func (x RemedyKind) String() string { return callRemedyKindName(x) }

// GPUPolicy: Policies that place tasks so that the remaining GPUs stay useful (docs/operate/gpu-placement.md).
type GPUPolicy int32

const (
	// no such policy: scores as configured
	GPUPolicyNone GPUPolicy = 0
	// fragmentation gradient descent; scores 0..99
	GPUPolicyFGD GPUPolicy = 1
	// most room for later tasks; scores 0..2^31 - 1
	GPUPolicyRoomLeft GPUPolicy = 2
	// least CPU and GPU left; scores 0..100
	GPUPolicyBestFit GPUPolicy = 3
	// least product of free and requested amounts; scores 0..100
	GPUPolicyDotProduct GPUPolicy = 4
	// shared GPUs, then nodes in use, then idle nodes; scores 0..100
	GPUPolicyPacking GPUPolicy = 5
	// Nodes whose pods share a GPU as this pod does, or have as many whole GPUs; scores 0..100
	GPUPolicyClustering GPUPolicy = 6
	// FGD with all classes of the workload, rare ones too
	GPUPolicyFGDAll GPUPolicy = 7
)

// String returns the name of the constant.
func (x GPUPolicy) String() string {
	switch x {
	case GPUPolicyNone:
		return "GPUPolicyNone"
	case GPUPolicyFGD:
		return "GPUPolicyFGD"
	case GPUPolicyRoomLeft:
		return "GPUPolicyRoomLeft"
	case GPUPolicyBestFit:
		return "GPUPolicyBestFit"
	case GPUPolicyDotProduct:
		return "GPUPolicyDotProduct"
	case GPUPolicyPacking:
		return "GPUPolicyPacking"
	case GPUPolicyClustering:
		return "GPUPolicyClustering"
	case GPUPolicyFGDAll:
		return "GPUPolicyFGDAll"
	}
	return fmt.Sprintf("GPUPolicy(%d)", int32(x))
}

// KubeletFault: Faults of a state file of kubelet.
type KubeletFault int32

const (
	KubeletFaultNone KubeletFault = 0
	// the file, or a set in it, cannot be read
	KubeletFaultUnreadable KubeletFault = 1
	// wrong; or missing, which kubelet accepts
	KubeletFaultChecksum KubeletFault = 2
	// the file's version is not the one kubelet writes
	KubeletFaultVersion KubeletFault = 3
	// the file's policy is not the configured one
	KubeletFaultPolicy KubeletFault = 4
	// no default set, but entries
	KubeletFaultDefaultEmpty KubeletFault = 5
	// reserved CPUs are in the wrong set
	KubeletFaultReserved KubeletFault = 6
	// an entry's CPUs are in the default set, too
	KubeletFaultOverlapsDefault KubeletFault = 7
	// CPUs that do not exist or are offline
	KubeletFaultCPUsGone KubeletFault = 8
	// CPUs in neither the default set nor an entry
	KubeletFaultCPUsMissing KubeletFault = 9
	// entries of two pods share CPUs; kubelet accepts it
	KubeletFaultOverlap KubeletFault = 10
	// an entry without CPUs; kubelet accepts it
	KubeletFaultEmptyEntry KubeletFault = 11
	// an entry of a pod that does not exist; kubelet accepts it
	KubeletFaultPodGone KubeletFault = 12
	// memory_manager_state
	KubeletFaultMemory KubeletFault = 13
)

// String is the value's stable name, as the library has it.
func (x KubeletFault) String() string { return callKubeletFaultName(x) }

// KubeletFindingFlags: Properties of a finding. Flags, to be combined with |.
type KubeletFindingFlags uint32

const (
	// Kubelet does not start. Without the flag kubelet starts and keeps the fault.
	KubeletFindingStops KubeletFindingFlags = 1
)

// RepairFlags: Options of a check and a repair. Flags, to be combined with |.
type RepairFlags uint32

const (
	// The given pods are all pods of the node: entries of other pods are findings, and a repair drops them.
	RepairOnlyPresent RepairFlags = 1
	// Repair: accept a file that was written under another policy of its manager.
	RepairMigrate RepairFlags = 2
	// Repair: an entry that lost CPUs keeps the remaining ones instead of being dropped. Kubelet does not replace the
	// lost CPUs while the container runs.
	RepairKeepShrunk RepairFlags = 4
	// Repair: replace a file that cannot be read at all by that of a kubelet that starts for the first time.
	RepairStartOver RepairFlags = 8
	// Repair: drop what the version of kubelet, as configured, cannot keep: CPUs and memory of whole pods, baselines of
	// resized containers.
	RepairDowngrade RepairFlags = 16
)

// WriteStateFlags: Options of writing a state file. Flags, to be combined with |.
type WriteStateFlags uint32

const (
	// Write even if a kubelet runs. Kubelet overwrites the file as soon as something changes.
	WriteStateForce WriteStateFlags = 1
	// Keep no backup.
	WriteStateNoBackup WriteStateFlags = 2
)

// NodeText: Selects a text of a node.
type NodeText int32

const (
	// must not be empty
	NodeTextName NodeText = 0
	// status.nodeInfo.architecture: "amd64", "arm64"
	NodeTextArchitecture NodeText = 1
	// status.nodeInfo.kubeletVersion: "v1.37.2"
	NodeTextKubeletVersion NodeText = 2
)

// String returns the name of the constant.
func (x NodeText) String() string {
	switch x {
	case NodeTextName:
		return "NodeTextName"
	case NodeTextArchitecture:
		return "NodeTextArchitecture"
	case NodeTextKubeletVersion:
		return "NodeTextKubeletVersion"
	}
	return fmt.Sprintf("NodeText(%d)", int32(x))
}

// NodeFlags: Properties of a node. Flags, to be combined with |.
type NodeFlags uint32

const (
	// spec.unschedulable
	NodeUnschedulable NodeFlags = 1
	// other pods may use the CPUs of system QoS, too
	NodeSystemCPUsShared NodeFlags = 2
)

// NodeCPUSet: Selects a set of CPUs of a node.
type NodeCPUSet int32

const (
	// not for pods, as by the annotation reservation
	NodeCPUSetReserved NodeCPUSet = 0
	// CPUs of system QoS (annotation system-qos-resource)
	NodeCPUSetSystem NodeCPUSet = 1
)

// String returns the name of the constant.
func (x NodeCPUSet) String() string {
	switch x {
	case NodeCPUSetReserved:
		return "NodeCPUSetReserved"
	case NodeCPUSetSystem:
		return "NodeCPUSetSystem"
	}
	return fmt.Sprintf("NodeCPUSet(%d)", int32(x))
}

// NRTLevel: The part of a pod that could not be aligned to one NUMA node.
type NRTLevel int32

const (
	// the pod fits
	NRTLevelNone          NRTLevel = 0
	NRTLevelPod           NRTLevel = 1
	NRTLevelContainer     NRTLevel = 2
	NRTLevelInitContainer NRTLevel = 3
)

// String returns the name of the constant.
func (x NRTLevel) String() string {
	switch x {
	case NRTLevelNone:
		return "NRTLevelNone"
	case NRTLevelPod:
		return "NRTLevelPod"
	case NRTLevelContainer:
		return "NRTLevelContainer"
	case NRTLevelInitContainer:
		return "NRTLevelInitContainer"
	}
	return fmt.Sprintf("NRTLevel(%d)", int32(x))
}

// NodeKubeletFlags: Settings of a node's kubelet. Flags, to be combined with |.
type NodeKubeletFlags uint32

const (
	// CPU manager policy static
	NodeKubeletStatic NodeKubeletFlags = 1
	// its option full-pcpus-only
	NodeKubeletFullPCPUsOnly NodeKubeletFlags = 2
	// its option distribute-cpus-across-numa
	NodeKubeletDistributeCPUsAcrossNUMA NodeKubeletFlags = 4
)

// NRTCPUSet: Selects a set of CPUs of a NodeResourceTopology.
type NRTCPUSet int32

const (
	// reserved by kubelet: never exclusive under any of its policies, and part of the shared pool
	NRTCPUSetReserved NRTCPUSet = 0
	// allocated exclusively by kubelet: not part of the shared pool
	NRTCPUSetHeld NRTCPUSet = 1
)

// String returns the name of the constant.
func (x NRTCPUSet) String() string {
	switch x {
	case NRTCPUSetReserved:
		return "NRTCPUSetReserved"
	case NRTCPUSetHeld:
		return "NRTCPUSetHeld"
	}
	return fmt.Sprintf("NRTCPUSet(%d)", int32(x))
}

// AddedKind: Kinds of objects by their use in a cluster.
type AddedKind int32

const (
	// a kind that a cluster does not use
	AddedKindOther AddedKind = 0
	// Node
	AddedKindNode AddedKind = 1
	// NodeResourceTopology
	AddedKindTopology AddedKind = 2
	// Device
	AddedKindDevices AddedKind = 3
	// Pod, or a pod that a workload would create
	AddedKindPod AddedKind = 4
	// Koordinator's Reservation
	AddedKindReservation AddedKind = 5
	// Deployment, ReplicaSet, StatefulSet, Job or CronJob; rows of its pods follow
	AddedKindWorkload AddedKind = 6
	// ResourceSlice (resource.k8s.io/v1)
	AddedKindResourceSlice AddedKind = 7
	// ResourceClaim (resource.k8s.io/v1)
	AddedKindResourceClaim AddedKind = 8
)

// String returns the name of the constant.
func (x AddedKind) String() string {
	switch x {
	case AddedKindOther:
		return "AddedKindOther"
	case AddedKindNode:
		return "AddedKindNode"
	case AddedKindTopology:
		return "AddedKindTopology"
	case AddedKindDevices:
		return "AddedKindDevices"
	case AddedKindPod:
		return "AddedKindPod"
	case AddedKindReservation:
		return "AddedKindReservation"
	case AddedKindWorkload:
		return "AddedKindWorkload"
	case AddedKindResourceSlice:
		return "AddedKindResourceSlice"
	case AddedKindResourceClaim:
		return "AddedKindResourceClaim"
	}
	return fmt.Sprintf("AddedKind(%d)", int32(x))
}

// AddedResult: The result of adding an object.
type AddedResult int32

const (
	// not used by a cluster, or it has ended
	AddedResultSkipped AddedResult = 0
	// added, expanded into pods, or released if it has ended
	AddedResultAdded AddedResult = 1
	// a pod or Reservation without a node: the cluster has nothing of it; place what AddedObjects.Pod returns
	AddedResultPending AddedResult = 2
	// not added, nothing changes: see status and message
	AddedResultRefused AddedResult = 3
)

// String returns the name of the constant.
func (x AddedResult) String() string {
	switch x {
	case AddedResultSkipped:
		return "AddedResultSkipped"
	case AddedResultAdded:
		return "AddedResultAdded"
	case AddedResultPending:
		return "AddedResultPending"
	case AddedResultRefused:
		return "AddedResultRefused"
	}
	return fmt.Sprintf("AddedResult(%d)", int32(x))
}

// PodFlags: Properties of a pod. Flags, to be combined with |.
type PodFlags uint32

const (
	// phase Succeeded or Failed
	PodTerminated PodFlags = 1
	// KubeQOS is status.qosClass; else it is computed
	PodHasKubeQOS PodFlags = 2
	// spec.resources is present, even if empty
	PodHasPodLevel PodFlags = 4
	// a toleration of the taint node.kubernetes.io/unschedulable:NoSchedule: nodes with spec.unschedulable accept the pod
	PodToleratesUnschedulable PodFlags = 8
	// condition Initialized of a bound pod: its init containers, except sidecars, have ended
	PodInitialized PodFlags = 16
)

// ContainerKind: The kind of a container of a pod.
type ContainerKind int32

const (
	ContainerKindApp ContainerKind = 0
	// runs to its end before the app containers start
	ContainerKindInit ContainerKind = 1
	// an init container that keeps running (restartPolicy Always)
	ContainerKindSidecar ContainerKind = 2
)

// String returns the name of the constant.
func (x ContainerKind) String() string {
	switch x {
	case ContainerKindApp:
		return "ContainerKindApp"
	case ContainerKindInit:
		return "ContainerKindInit"
	case ContainerKindSidecar:
		return "ContainerKindSidecar"
	}
	return fmt.Sprintf("ContainerKind(%d)", int32(x))
}

// ResourceScope: The scope of a resource, where it is not a container.
type ResourceScope int32

const (
	// spec.resources: the pod as a whole
	ResourceScopePod ResourceScope = -1
	// spec.overhead; only the request counts
	ResourceScopeOverhead ResourceScope = -2
)

// String returns the name of the constant.
func (x ResourceScope) String() string {
	switch x {
	case ResourceScopePod:
		return "ResourceScopePod"
	case ResourceScopeOverhead:
		return "ResourceScopeOverhead"
	}
	return fmt.Sprintf("ResourceScope(%d)", int32(x))
}

// ResourceBound: Selects one of the two amounts that a container states of a resource.
type ResourceBound int32

const (
	ResourceBoundRequest ResourceBound = 0
	ResourceBoundLimit   ResourceBound = 1
)

// String returns the name of the constant.
func (x ResourceBound) String() string {
	switch x {
	case ResourceBoundRequest:
		return "ResourceBoundRequest"
	case ResourceBoundLimit:
		return "ResourceBoundLimit"
	}
	return fmt.Sprintf("ResourceBound(%d)", int32(x))
}

// PreemptFlags: Options of a preemption. Flags, to be combined with |.
type PreemptFlags uint32

const (
	// Compare sets of victims as kube-scheduler does: lower highest priority, then fewer victims, then lower sum of
	// priorities. Without the flag: fewer victims, then lower priorities, sorted descending and compared one by one. In
	// both cases the number of victims under ProtectionAvoid is compared first, and their uids last.
	PreemptLeastImportant PreemptFlags = 1
)

// PreemptionFlags: Properties of a row of a preemption. Flags, to be combined with |.
type PreemptionFlags uint32

const (
	// no eviction would change the reason
	PreemptionUnresolvable PreemptionFlags = 1
	// The budget was too small to find the best victims. These are the victims that kube-scheduler's method finds, which
	// spares the most important pods first; all of them are needed.
	PreemptionUnproven PreemptionFlags = 2
)

// RebindFlags: Options of a rebind. Flags, to be combined with |.
type RebindFlags uint32

const (
	// no pod spans more NUMA nodes than before
	RebindNoNewCrossing RebindFlags = 1
)

// RebindBudget: Limits for the number of placements that a rebind may try.
type RebindBudget int32

const (
	// used if the budget is 0
	RebindBudgetDefault RebindBudget = 1000
	RebindBudgetMax     RebindBudget = 1000000
)

// String returns the name of the constant.
func (x RebindBudget) String() string {
	switch x {
	case RebindBudgetDefault:
		return "RebindBudgetDefault"
	case RebindBudgetMax:
		return "RebindBudgetMax"
	}
	return fmt.Sprintf("RebindBudget(%d)", int32(x))
}

// RebindInfoFlags: Properties of a rebind's result. Flags, to be combined with |.
type RebindInfoFlags uint32

const (
	// The budget was used up: a larger one might give a better plan.
	RebindInfoTruncated RebindInfoFlags = 1
)

// RebindAction: Actions that a RebindResource requests.
type RebindAction int32

const (
	// RebindCPU
	RebindActionCPU RebindAction = 1
)

// String returns the name of the constant.
func (x RebindAction) String() string {
	switch x {
	case RebindActionCPU:
		return "RebindActionCPU"
	}
	return fmt.Sprintf("RebindAction(%d)", int32(x))
}

// RebindPhase: The progress of a RebindResource.
type RebindPhase int32

const (
	// not processed yet
	RebindPhaseNone    RebindPhase = 0
	RebindPhasePending RebindPhase = 1
	RebindPhaseSucceed RebindPhase = 2
	RebindPhaseFailed  RebindPhase = 3
	RebindPhaseUnknown RebindPhase = 4
)

// String returns the name of the constant.
func (x RebindPhase) String() string {
	switch x {
	case RebindPhaseNone:
		return "RebindPhaseNone"
	case RebindPhasePending:
		return "RebindPhasePending"
	case RebindPhaseSucceed:
		return "RebindPhaseSucceed"
	case RebindPhaseFailed:
		return "RebindPhaseFailed"
	case RebindPhaseUnknown:
		return "RebindPhaseUnknown"
	}
	return fmt.Sprintf("RebindPhase(%d)", int32(x))
}

// PictureFormat: The format of a picture.
type PictureFormat int32

const (
	PictureFormatText PictureFormat = 0
	PictureFormatSVG  PictureFormat = 1
)

// String returns the name of the constant.
func (x PictureFormat) String() string {
	switch x {
	case PictureFormatText:
		return "PictureFormatText"
	case PictureFormatSVG:
		return "PictureFormatSVG"
	}
	return fmt.Sprintf("PictureFormat(%d)", int32(x))
}

// PictureFlags: Options of a picture. Flags, to be combined with |.
type PictureFlags uint32

const (
	// text: ANSI colours
	PictureColor PictureFlags = 1
	// text: no characters outside ASCII
	PictureASCII PictureFlags = 2
	// list PCI devices below their NUMA node
	PictureDevices PictureFlags = 4
)

// ReservationPolicy: Koordinator's allocatePolicy of a reservation.
type ReservationPolicy int32

const (
	ReservationPolicyDefault ReservationPolicy = 0
	// the rest comes from the node, as under DEFAULT
	ReservationPolicyAligned ReservationPolicy = 1
	// owners get a reserved resource from the reservation only
	ReservationPolicyRestricted ReservationPolicy = 2
)

// String returns the name of the constant.
func (x ReservationPolicy) String() string {
	switch x {
	case ReservationPolicyDefault:
		return "ReservationPolicyDefault"
	case ReservationPolicyAligned:
		return "ReservationPolicyAligned"
	case ReservationPolicyRestricted:
		return "ReservationPolicyRestricted"
	}
	return fmt.Sprintf("ReservationPolicy(%d)", int32(x))
}

// SuppressionFlags: Properties of a suppression. Flags, to be combined with |.
type SuppressionFlags uint32

const (
	// the quota changes too little to be worth writing
	SuppressionKeepQuota SuppressionFlags = 1
)

// Refusal: The refusal of a request; reason ReasonNone: it was granted. 64 bytes, this layout for ever. To store or
// send a refusal, use Refusal.MarshalJSON.
type Refusal struct {
	// in units of Object
	Needed int64
	// the most that any considered place could supply, in the same units
	Best   int64
	Reason Reason
	// selects the message of Refusal.String
	Profile Profile
	// unit of needed and best
	Object ObjectKind
	// kind of the object Where
	WhereObject ObjectKind
	// id of that object, -1 for the machine and for pods
	Where int32
	// the bind policy that was not met; 0: none
	BindPolicy uint8
	// the exclusive policy that was not met; 0: none
	ExclusivePolicy uint8
	// the NUMA policy that was not met; 0: none
	NUMAPolicy uint8
	// threads of the machine's cores if whole cores are required; 255: that many or more; else 0
	ThreadsPerCore uint8
	// The resource (Cluster.ResourceName; of Kubelet.Admit: Kubelet.FormatRefusal); -1: none, or one that no node has.
	Resource int32
	// The device type (Cluster.DeviceTypeName); -1: none, or one without a number.
	DeviceType int32
	// number of nodes that a gang may use; 0: any number, or not a gang
	MaxNodes uint32
	_        [12]byte
}

// PodInfo: Properties and requests of a pod.
type PodInfo struct {
	_ uint32
	_ uint32
	// effective, as Pod.Request
	CPURequestMilli int64
	// -1: none
	CPULimitMilli int64
	Properties    PodPropertyFlags
	// containers of all kinds
	Containers uint32
	// by label
	QOS QOS
	// by label, else LS for Guaranteed and Burstable pods and BE for others
	EffectiveQOS QOS
	// by status, else computed
	KubeQOS KubeQOS
	// by label, else by priority, else by effective QoS
	PriorityClass PriorityClass
	Priority      int32
	RequiredBind  BindPolicy
	PreferredBind BindPolicy
	Exclusive     ExclusivePolicy
	NUMAPolicy    NUMAPolicy
	NUMAExclusive NUMAExclusive
}

// CPU: One CPU (PU). Scope of the ids: cpu, numa_node, l3, core_index and socket are unique in the machine. core is
// unique in its socket (within one NUMA node); topologies read from a machine number cores machine-wide by their
// lowest CPU, so there it equals core_index. kernel_core is Linux's core_id: unique only within a socket, with gaps.
type CPU struct {
	// kernel CPU number
	CPU int32
	// core number in the source (lscpu's logical number in annotations)
	Core int32
	// kernel physical package id
	Socket int32
	// kernel NUMA node number, -1: the CPU belongs to none
	NUMANode int32
	// dense L3 group number, by lowest CPU; -1: unknown
	L3 int32
	// dense machine-wide core number, by lowest CPU; not read by TopologyFromRows
	CoreIndex int32
	// Linux core_id, -1: unknown
	KernelCore int32
	// kind of core on hybrid machines: 0 is the least performant, ascending
	Kind int32
}

// rawTopologyInfo has the layout of koord_topology_info.
type rawTopologyInfo struct {
	_            uint32
	_            uint32
	CPUs         uint32
	Cores        uint32
	L3s          uint32
	NUMANodes    uint32
	Sockets      uint32
	Devices      uint32
	SMTWidth     uint32
	Words        uint32
	Architecture [24]byte
}

// TopologyInfo: Counts of a machine.
type TopologyInfo struct {
	// usable CPUs (PUs)
	CPUs  uint32
	Cores uint32
	// L3 groups, including those without usable CPUs
	L3s uint32
	// including those without CPUs
	NUMANodes uint32
	// including those without usable CPUs
	Sockets uint32
	// PCI devices
	Devices uint32
	// number of threads of the widest core
	SMTWidth uint32
	// number of words that a CPU set of this machine needs
	Words uint32
	// "x86_64", "aarch64", ...; "" if unknown
	Architecture string
}

func (r *rawTopologyInfo) public(texts string) TopologyInfo {
	return TopologyInfo{
		CPUs:         r.CPUs,
		Cores:        r.Cores,
		L3s:          r.L3s,
		NUMANodes:    r.NUMANodes,
		Sockets:      r.Sockets,
		Devices:      r.Devices,
		SMTWidth:     r.SMTWidth,
		Words:        r.Words,
		Architecture: upToNUL(r.Architecture[:]),
	}
}

// NUMANode: A NUMA node of a machine.
type NUMANode struct {
	// all memory of the node, huge pages included; 0: none or unknown
	MemoryBytes uint64
	// kernel NUMA node number
	NUMANode int32
	// number of usable CPUs of the node
	CPUs uint32
}

// Hugepages: Huge pages of one size on a NUMA node.
type Hugepages struct {
	PageBytes uint64
	// number configured
	Pages    uint64
	NUMANode int32
	_        uint32
}

// rawPCIDevice has the layout of koord_pci_device.
type rawPCIDevice struct {
	BusIDOffset uint32
	BusIDLength uint32
	NamesOffset uint32
	NamesLength uint32
	ClassID     uint32
	VendorID    uint32
	DeviceID    uint32
	NUMANode    int32
}

// PCIDevice: A PCI device of a machine.
type PCIDevice struct {
	// "0000:3b:00.0"
	BusID string
	// operating system names, separated by ','
	Names string
	// PCI class << 8 | subclass
	ClassID  uint32
	VendorID uint32
	DeviceID uint32
	// the nearest NUMA node (the lowest of several), -1: unknown
	NUMANode int32
}

func (r *rawPCIDevice) public(texts string) PCIDevice {
	return PCIDevice{
		BusID:    textAt(texts, r.BusIDOffset, r.BusIDLength),
		Names:    textAt(texts, r.NamesOffset, r.NamesLength),
		ClassID:  r.ClassID,
		VendorID: r.VendorID,
		DeviceID: r.DeviceID,
		NUMANode: r.NUMANode,
	}
}

// AgentOptions: Options of a node agent. The zero value is the default.
type AgentOptions struct {
	_     uint32
	Flags AgentFlags
	// ProfileSpec or ProfileUpstream
	Profile Profile
}

// AgentInfo: Counts of a node.
type AgentInfo struct {
	_ uint32
	_ uint32
	// grows with every change
	Generation uint64
	Pods       uint32
	// number of words that a CPU set of the machine needs
	Words uint32
}

// AgentPool: The pools at the intersection of a socket and a NUMA node.
type AgentPool struct {
	// kernel physical package id
	Socket int32
	// kernel NUMA node number; CPUs without a NUMA node count as 0
	NUMANode int32
	// number of CPUs of the shared pool here
	Shared uint32
	// number of CPUs of the BE pool here
	BestEffort uint32
}

// rawAgentPod has the layout of koord_agent_pod.
type rawAgentPod struct {
	Refusal         Refusal
	UIDOffset       uint32
	UIDLength       uint32
	ContainerOffset uint32
	ContainerLength uint32
	QOS             QOS
	Place           AgentPlace
	CPUs            uint32
	NUMANodes       uint32
	Properties      AgentPodFlags
	Row             uint32
}

// AgentPod: A pod on a node, or a container that runs in a different place than its pod.
type AgentPod struct {
	// reason if it does not run on its claimed CPUs or NUMA nodes
	Refusal Refusal
	// uid of the pod
	UID string
	// name of the container; "": the row is about the pod
	Container string
	// the QoS class that applies to the pod
	QOS QOS
	// place of the pod or container
	Place AgentPlace
	// number of CPUs; 0: cpuset.cpus is not changed
	CPUs uint32
	// number of NUMA nodes of its memory; 0: cpuset.mems is not changed
	NUMANodes uint32
	// AgentPodUnlimited
	Properties AgentPodFlags
	// its index among all rows of the state
	Row uint32
}

func (r *rawAgentPod) public(texts string) AgentPod {
	return AgentPod{
		Refusal:    r.Refusal,
		UID:        textAt(texts, r.UIDOffset, r.UIDLength),
		Container:  textAt(texts, r.ContainerOffset, r.ContainerLength),
		QOS:        r.QOS,
		Place:      r.Place,
		CPUs:       r.CPUs,
		NUMANodes:  r.NUMANodes,
		Properties: r.Properties,
		Row:        r.Row,
	}
}

// CgroupOptions: Options of OpenCgroups. The zero value is the default.
type CgroupOptions struct {
	_       uint32
	_       uint32
	Driver  CgroupDriver
	Version CgroupVersion
}

// CgroupsInfo: The control groups that a machine has.
type CgroupsInfo struct {
	_          uint32
	_          uint32
	Properties CgroupsFlags
	Driver     CgroupDriver
	Version    CgroupVersion
}

// rawCgroupStep has the layout of koord_cgroup_step.
type rawCgroupStep struct {
	Phase      CgroupPhase
	File       CgroupFile
	Kind       CgroupKind
	PathOffset uint32
	PathLength uint32
	FromOffset uint32
	FromLength uint32
	ToOffset   uint32
	ToLength   uint32
	UIDOffset  uint32
	UIDLength  uint32
	_          uint32
}

// CgroupStep: One write to a control group.
type CgroupStep struct {
	Phase CgroupPhase
	File  CgroupFile
	// kind of the group
	Kind CgroupKind
	// path of the file, below the mount
	Path string
	// content of the file before the step
	From string
	// content that is written
	To string
	// uid of the pod, "": none
	UID string
}

func (r *rawCgroupStep) public(texts string) CgroupStep {
	return CgroupStep{
		Phase: r.Phase,
		File:  r.File,
		Kind:  r.Kind,
		Path:  textAt(texts, r.PathOffset, r.PathLength),
		From:  textAt(texts, r.FromOffset, r.FromLength),
		To:    textAt(texts, r.ToOffset, r.ToLength),
		UID:   textAt(texts, r.UIDOffset, r.UIDLength),
	}
}

// CgroupReportInfo: The outcome of applying a plan.
type CgroupReportInfo struct {
	_ uint32
	_ uint32
	// number of writes made, rollbacks included
	Writes uint64
	// index of the first step that failed, -1: none
	FailedStep int64
	// index of the step that could not be rolled back, -1: none
	FailedUndo int64
	Outcome    CgroupOutcome
	// cause at the failed step
	Error CgroupError
}

// rawCgroupResult has the layout of koord_cgroup_result.
type rawCgroupResult struct {
	State       CgroupStepState
	Error       CgroupError
	ErrorNumber int32
	ReadOffset  uint32
	ReadLength  uint32
	_           uint32
}

// CgroupResult: The outcome of the step with the same index.
type CgroupResult struct {
	State CgroupStepState
	Error CgroupError
	// errno of the failed operation, 0: none
	ErrorNumber int32
	// the value that was read back last
	Read string
}

func (r *rawCgroupResult) public(texts string) CgroupResult {
	return CgroupResult{
		State:       r.State,
		Error:       r.Error,
		ErrorNumber: r.ErrorNumber,
		Read:        textAt(texts, r.ReadOffset, r.ReadLength),
	}
}

// NUMAPlace: One NUMA node of a machine.
type NUMAPlace struct {
	// Kernel NUMA node number; below 64 for a merge under ProfileUpstream and ProfileKubelet.
	NUMANode int32
	Use      NUMAUse
}

// NUMAHint: One way to allocate a resource: all of it from exactly these NUMA nodes.
type NUMAHint struct {
	// bit i is row i of NUMAHints.Nodes
	Nodes uint64
	// -2^53 to 2^53; ignored by kubelet's profile
	Score int64
	Flags NUMAHintFlags
	_     uint32
}

// NUMAHintList: A list of hints to add: what one provider (CPUs, memory, a device plugin) says about one resource.
type NUMAHintList struct {
	_ uint32
	_ uint32
	// number of the provider; must not decrease from list to list
	Provider int32
	Kind     NUMAHintKind
}

// rawNUMAHintListInfo has the layout of koord_numa_hint_list_info.
type rawNUMAHintListInfo struct {
	NameOffset uint32
	NameLength uint32
	HintCount  uint32
	Provider   int32
	Kind       NUMAHintKind
}

// NUMAHintListInfo: A list of hints that was added.
type NUMAHintListInfo struct {
	// name of the resource
	Name string
	// 0 unless kind is NUMAHintKindHints
	HintCount uint32
	Provider  int32
	Kind      NUMAHintKind
}

func (r *rawNUMAHintListInfo) public(texts string) NUMAHintListInfo {
	return NUMAHintListInfo{
		Name:      textAt(texts, r.NameOffset, r.NameLength),
		HintCount: r.HintCount,
		Provider:  r.Provider,
		Kind:      r.Kind,
	}
}

// NUMAOptions: Options of a merge of hints. The zero value is the default.
type NUMAOptions struct {
	_       uint32
	Flags   NUMAMergeFlags
	Profile Profile
	Policy  NUMAPolicy
	// ignored by kubelet's profile
	Exclusive NUMAExclusive
	// Limit of NUMA nodes. 0: 8 under kubelet's profile, else MaxNUMANodes. Under kubelet's profile the limit must be at
	// least 8 (max-allowable-numa-nodes).
	MaxNodes uint32
}

// NUMAMerged: The result of a merge.
type NUMAMerged struct {
	// Bit i is row i of NUMAHints.Nodes; all of them without an affinity.
	Nodes uint64
	// score of the hints for exactly these nodes; 0 under kubelet's profile
	Score int64
	Flags NUMAMergedFlags
	// ReasonNone when admitted
	Reason Reason
}

// ClusterOptions: Options of filter and score of a cluster. The arguments of NewCluster decide whether pods are
// packed on few nodes, which is the default, or spread over many. The zero value is the default.
type ClusterOptions struct {
	_     uint32
	Flags ClusterFlags
	// ProfileSpec or ProfileUpstream
	Profile        Profile
	DeviceStrategy DeviceStrategy
	GPUPick        GPUPick
	_              uint32
}

// rawNodeName has the layout of koord_node_name.
type rawNodeName struct {
	Node       uint32
	NameOffset uint32
	NameLength uint32
	_          uint32
}

// NodeName: The name of a node.
type NodeName struct {
	// number of the node
	Node uint32
	//
	Name string
}

func (r *rawNodeName) public(texts string) NodeName {
	return NodeName{
		Node: r.Node,
		Name: textAt(texts, r.NameOffset, r.NameLength),
	}
}

// ClusterInfo: Counts of a cluster.
type ClusterInfo struct {
	_ uint32
	_ uint32
	// counts every change, from 1
	Generation uint64
	// pods with allocations; pods that wait for their node do not count
	Pods uint64
	// existing nodes, even if only a topology or devices were set
	Nodes uint32
	// node numbers assigned so far: every node number in a row is below
	IDs uint32
	// changes rejected because they gave more than a node has: defects of the library
	Rejected uint64
}

// Verdict: Result of filter and score for one node.
type Verdict struct {
	Node uint32
	// ReasonNone: the pod fits
	Reason Reason
	// 0 where the pod does not fit. Under ProfileSpec 0..200: the proposal's A + B, not yet normalised; with
	// Koordinator's formula 0..100. The score of devices, 0..100 for each type, is added. Under a GPUPolicy it is the
	// score of that policy instead.
	Score int32
	Flags VerdictFlags
}

// Evaluation: The result of an evaluation besides its rows.
type Evaluation struct {
	// generation of the cluster that was judged; for Cluster.ChangesInto an input, too
	Generation uint64
	// number of rows
	Count uint64
}

// PodConflicts: Claims of a pod to CPUs, NUMA amounts and devices that are refused or doubtful; all 0: none.
type PodConflicts struct {
	_ uint32
	_ uint32
	// CPUs that are another pod's; the claim is refused for them
	CPUsHeld uint32
	// CPUs that are reserved or of system QoS; the pod has the others
	CPUsReserved uint32
	// CPUs that the node does not have, or whose topology is not known yet
	CPUsUnknown uint32
	// amounts on NUMA nodes, or of resources, that the node does not report
	AmountsUnknown uint32
	// devices that the node does not report, or reports as unhealthy
	DevicesUnknown uint32
	// devices of which other pods have too much; the claim is refused for them
	DevicesOvercommitted uint32
	// number of refused claims: to CPUs, to amounts on NUMA nodes, to devices
	ClaimsRefused uint32
	// Devices that it requests, but no source says which devices they are: that many are set aside for it.
	DevicesUnexplained uint32
	// reason if a claimed CPU is not its own; 0: all are
	CPUs Refusal
	// reason if it has no claimed amounts on NUMA nodes
	Amounts Refusal
	// reason if it has none of the claimed devices, or devices that no source names
	Devices Refusal
}

// CPURequest: A request for CPUs, and the policies of the pick.
type CPURequest struct {
	_     uint32
	Flags PickFlags
	// ProfileSpec or ProfileUpstream
	Profile         Profile
	BindPolicy      BindPolicy
	ExclusivePolicy ExclusivePolicy
	NUMAStrategy    NUMAStrategy
	// number of CPUs; 0 is granted with an empty set
	CPUs uint32
	// number of pods that may share one CPU; 0 and 1: no sharing
	MaxRefCount uint32
	_           uint32
	_           PickSetFlags
	_           uint32
	_           uint32
}

// NUMAGrant: One of the NUMA nodes that a topology manager chose: what is available there, and what the pick took.
type NUMAGrant struct {
	// milli-CPU that the node has left; negative: 1000 per available CPU
	AvailableMilli int64
	// output: milli-CPU taken from the node
	GrantedMilli int64
	// kernel NUMA node number
	NUMANode int32
	_        uint32
}

// AdjustmentInfo: Summary of an adjustment.
type AdjustmentInfo struct {
	_ uint32
	_ uint32
	// reason ReasonNone: nothing was refused
	Refusal Refusal
	// properties that are not included do not change
	Changes AdjustmentFlags
	// number of environment variables
	Env uint32
	// number of names for the container device interface
	CDIDevices uint32
	// number of paths of device nodes
	DeviceNodes uint32
}

// HookOptions: Options of a hook for containers that it cannot serve. The program koord-oci-hook has the same
// defaults. The zero value is the default.
type HookOptions struct {
	_ uint32
	_ uint32
	// if there is no node-state.json, for example because the agent has not started; default: HookChoiceLeave
	WithoutState HookChoice
	// if the pod claims what is not its own; default: HookChoiceRefuse. HookChoiceLeave: the pod gets what the state
	// gives it instead, which may be nothing
	Refused HookChoice
}

// HookResult: The result of a hook.
type HookResult struct {
	_ uint32
	_ uint32
	// refusal of a claim; may also be set if outcome is HookOutcomeDone
	Refusal Refusal
	Outcome HookOutcome
	// number of writes to files of control groups
	Writes uint32
}

// KubeletRequest: A request for CPUs of kubelet's static policy.
type KubeletRequest struct {
	_       uint32
	_       uint32
	Options KubeletOptionFlags
	// number of whole CPUs of one Guaranteed container; 0 is granted with an empty set
	CPUs    uint32
	_       KubeletSetFlags
	Version KubeletVersion
	// NUMA nodes of the topology manager's hint: bit i is row i of Topology.NUMANodes; 0: no preference. A hint cannot
	// name rows above 63; kubelet's own hints are 64-bit masks, too.
	Affinity uint64
}

// KubeletContainer: Allocation of kubelet to one container. Sets of NUMA nodes: bit i is row i of Topology.NUMANodes.
type KubeletContainer struct {
	// nodes that the topology manager chose; 0: no affinity
	Affinity uint64
	// nodes of its memory, cpuset.mems; 0: not bound to any
	MemoryNodes uint64
	// number of exclusive CPUs
	CPUs  uint32
	Flags KubeletContainerFlags
}

// PluginDevice: A device that a container has.
type PluginDevice struct {
	// index in the pod
	Container uint32
	// its number: kubeletSetupHandle.AddDevice
	Device uint32
}

// MemoryBlock: One kind of memory that a container has.
type MemoryBlock struct {
	// NUMA nodes it comes from: bit i is row i of Topology.NUMANodes
	Nodes uint64
	// for an init container: the part that later containers do not reuse
	Bytes uint64
	// 0: memory, else huge pages of this size
	PageBytes uint64
	// index in the pod
	Container uint32
	_         uint32
}

// rawPlanStep has the layout of koord_plan_step.
type rawPlanStep struct {
	Node      uint32
	Kind      StepKind
	Priority  int32
	UIDOffset uint32
	UIDLength uint32
	_         uint32
}

// PlanStep: A step of a plan, or a victim of a preemption.
type PlanStep struct {
	Node uint32
	Kind StepKind
	// priority of the pod
	Priority int32
	// uid of the pod.
	UID string
}

func (r *rawPlanStep) public(texts string) PlanStep {
	return PlanStep{
		Node:     r.Node,
		Kind:     r.Kind,
		Priority: r.Priority,
		UID:      textAt(texts, r.UIDOffset, r.UIDLength),
	}
}

// CapacityOptions: Limits of a capacity count. The zero value is the default.
type CapacityOptions struct {
	_ uint32
	_ uint32
	// most pods to count on one node, up to 65536; 0: 4096
	MaxPods uint32
}

// CapacityInfo: Sums of a capacity.
type CapacityInfo struct {
	_ uint32
	_ uint32
	// pods that fit, over all nodes
	Pods uint64
	// Pods that must leave their nodes because of drains and restarts. Before anything is counted, each moves to the best
	// node for it, by priority, descending, then uid.
	Displaced uint64
	// Displaced pods that no node has room for, and displaced pods under ProtectionKeep, which do not move. (On a drained
	// node, pods under ProtectionKeep end with the node and are not displaced.)
	Unplaced uint64
}

// NodeCapacity: Number of further pods that a node takes.
type NodeCapacity struct {
	// milli-CPU of the whole node that stays unallocated after these pods
	LeftMilli int64
	// memory left, in bytes
	LeftMemory int64
	Node       uint32
	// number of pods that fit
	Pods uint32
	// reason that no more fit; NONE: the count reached max_pods
	Reason Reason
	Flags  CapacityFlags
}

// CapacityReason: Stranded resources: what is left on nodes where no more pods fit, summed by reason.
type CapacityReason struct {
	// milli-CPU, summed over the nodes with this reason
	LeftMilli int64
	// bytes
	LeftMemory int64
	Pods       uint64
	Reason     Reason
	// number of nodes with this reason
	Nodes uint32
}

// DeviceSpec: The numbers of a device.
type DeviceSpec struct {
	_     uint32
	Flags DeviceFlags
	// unique within its type
	Minor int32
	// moduleID
	Module int32
	// topology.socketID; -1: any
	Socket int32
	// topology.nodeID; -1: any
	NUMANode int32
}

// DraDevice: A device. Devices are numbered from 0 in the order in which they are added; of equally good allocations
// the one with the lowest numbers is chosen, so sort them by pool and name. Add devices of the node's pools that no
// selector matches, too, if they are allocated and consume counters.
type DraDevice struct {
	// Taints with the effect NoSchedule or NoExecute (KEP-5055). The caller numbers the different ones of the inventory
	// from 0 and matches tolerations with them. Bit b is taint b; add further taints by DraInventory.AddTaints.
	Taints uint64
	Flags  DraDeviceFlags
	// -1 if unknown
	NUMANode int32
	// a number for each PCIe root complex; -1 if unknown
	PcieRoot int32
	// Number of the driver, class or pool, at least 0. The score counts idle devices only of the kinds that the claims
	// select. 0 for all devices: there is one kind.
	Kind int32
}

// DraTaint: A taint of a device.
type DraTaint struct {
	Device uint32
	// 0 to MaxDraTaints - 1
	Number uint32
}

// DraAttribute: A value of an attribute. A list has a row for each value (KEP-5491). The caller numbers names and
// values: equal names have one number, and values of one name are equal if and only if their type and value are.
type DraAttribute struct {
	Device uint32
	Name   uint32
	Value  uint64
}

// DraAmount: An amount of something that a device or an alternative has or needs.
type DraAmount struct {
	// number of the device, alternative or result
	Owner uint32
	// number of the capacity or counter
	Name uint32
	// 0 to 2^50, in a unit that the caller chooses for each name
	Amount int64
}

// DraCapacity: A capacity of a device with its request policy (KEP-5075). Amounts are 0 to 2^50.
type DraCapacity struct {
	Device uint32
	Name   uint32
	Value  int64
	// consumed by allocations; 0 unless the device is SHARED and ALLOCATED
	Used   int64
	Policy DraPolicy
	Flags  DraCapacityFlags
	// consumed by requests that do not name the capacity
	DefaultAmount int64
	// of a range
	Min int64
	// of a range
	Max int64
	// of a range, from min; at least 1
	Step int64
}

// DraAlternative: A request (Exactly), or one subrequest of firstAvailable (KEP-4816). Alternatives are numbered from
// 0 in the order in which they are added.
type DraAlternative struct {
	_     uint32
	Flags DraAlternativeFlags
	// from 0; that of the last alternative or the next
	Claim uint32
	// in the claim, from 0; that of the last alternative or the next
	Request uint32
	// taints 0 to 63 that the request tolerates
	Tolerated uint64
	// number of devices, at least 1; 0 for all
	Count uint32
	_     int32
}

// DraConstraint: A constraint of a claim. Constraints are numbered from 0 in the order in which they are added.
type DraConstraint struct {
	_     uint32
	_     uint32
	Kind  DraConstraintKind
	Claim uint32
	// DraAttribute.Name; devices without it cannot be used
	Attribute uint32
	_         int32
}

// DraOptions: Limits of an allocation. The zero value is the default.
type DraOptions struct {
	_     uint32
	Flags DraOptionsFlags
	// 0: 100,000
	MaxSteps uint64
}

// DraInfo: The answer of an allocation, without its devices.
type DraInfo struct {
	_          uint32
	_          uint32
	Outcome    DraOutcome
	Properties DraInfoFlags
	// work of preparation and search: devices tried and sets compared; the same on every machine
	Steps uint64
	// NUMA nodes of the devices, with one for each device without a known node. This, Unplaced and the next three are the
	// score.
	NUMANodes uint32
	// likewise
	PcieRoots uint32
	// counters and shared devices that were idle before
	Opened uint32
	// devices of the selected kinds that were idle before, on these NUMA nodes
	Idle uint32
	// of a refusal; the fields below belong to it
	Reason DraReason
	// the alternative that lacks devices; -1 if none is known
	Alternative int32
	// the constraint without which all fits; -1 if none is known
	Constraint int32
	// devices that the alternative needs; with CLAIM_LIMIT the claim
	Needed uint32
	// devices that it could use alone; with CLAIM_LIMIT the limit
	Available uint32
	// devices that are missing; 0 if unknown
	ShortDevices uint32
	// Devices that its selectors match and that it cannot use, each counted by the first cause.
	Unusable uint32
	Tainted  uint32
	InUse    uint32
	// no value of a constraint's attribute
	WithoutAttribute uint32
	// a capacity or counter is too small
	TooSmall uint32
	// with DraOptionsRemedies
	Remedies DraRemedyFlags
	// devices without a known NUMA node
	Unplaced uint32
	_        int32
}

// DraResult: A device of an allocation.
type DraResult struct {
	Claim uint32
	// in the claim
	Request uint32
	// number of the alternative, over all claims
	Alternative uint32
	Device      uint32
}

// DraVerdict: The answer for a node, without its devices.
type DraVerdict struct {
	// NONE if the node has no inventory
	Outcome DraOutcome
	// of a refusal
	Reason     DraReason
	Properties DraInfoFlags
	// the score, as in DraInfo
	NUMANodes uint32
	Unplaced  uint32
	PcieRoots uint32
	Opened    uint32
	Idle      uint32
}

// ExplainOptions: Limits of the work for an explanation. The zero value is the default.
type ExplainOptions struct {
	_ uint32
	_ uint32
	// number of nodes to examine closely, at most 64; 0: 3
	Nearest uint32
	// Limit of trial judgements on these nodes, with something changed; at most 1000000; 0: 8192.
	MaxJudgements uint32
}

// ExplanationInfo: Counts of an explanation.
type ExplanationInfo struct {
	_ uint32
	_ uint32
	// generation of the cluster that was judged
	Generation uint64
	// number of nodes that were judged
	Nodes uint32
	// number of nodes where the pod fits
	Fitting uint32
	// number of rows of Explanation.Groups
	Groups uint32
	// number of rows of Explanation.Misses
	Misses     uint32
	Properties ExplanationFlags
	_          uint32
}

// Bound: A shortage: best < needed. If there is none, Where and Resource are -1 and all other fields 0.
type Bound struct {
	// in units of Object
	Needed int64
	// available amount
	Best   int64
	Scope  Scope
	Object ObjectKind
	// NUMA_NODE: id of the NUMA node with the smallest shortage. NUMA_NODES: number of NUMA nodes, 0: those that were
	// chosen. DEVICE: minor of the device with the smallest shortage. PLACE: 2 a NUMA node, 3 a PCIe switch, 4 a device.
	Where int32
	// Number as in Cluster.ResourceName, -1: one that no node has. If Object is ObjectKindDevice, the device type as in
	// Cluster.DeviceTypeName.
	Resource int32
}

// RefusedGroup: Nodes that refuse for the same reason and are short of the same resource.
type RefusedGroup struct {
	// refusal of the nearest of these nodes
	Refusal Refusal
	// bound of the nearest of these nodes
	Bound Bound
	// the smallest bound.best of these nodes
	MinBest int64
	// the largest bound.best of these nodes
	MaxBest int64
	// number of these nodes
	Nodes uint32
	// the node with the smallest shortage; of several the lowest number
	Nearest uint32
}

// NearMiss: A node that refuses and was examined closely.
type NearMiss struct {
	// refusal, as from Cluster.Judge
	Refusal Refusal
	Bound   Bound
	Node    uint32
	// VerdictUnresolvable
	Flags VerdictFlags
	// Share of the pod's request that is missing, in per mille, rounded up, of the resource with the largest such share.
	Missing uint32
	// number of remedies that were found
	Remedies uint32
}

// rawRemedyStep has the layout of koord_remedy_step.
type rawRemedyStep struct {
	Before    int64
	After     int64
	Miss      uint32
	Remedy    uint32
	Kind      RemedyKind
	Priority  int32
	UIDOffset uint32
	UIDLength uint32
}

// RemedyStep: One change; the steps of a remedy are made together.
type RemedyStep struct {
	Before int64
	After  int64
	// row of Explanation.Misses
	Miss uint32
	// index of the remedy of that node, from 0: fewest steps first
	Remedy uint32
	Kind   RemedyKind
	// priority of the evicted pod
	Priority int32
	// uid of the evicted pod; for changes of devices, the device type ("gpu") instead, and for POD_DEVICE_SHARE the
	// resource ("koordinator.sh/gpu-memory").
	UID string
}

func (r *rawRemedyStep) public(texts string) RemedyStep {
	return RemedyStep{
		Before:   r.Before,
		After:    r.After,
		Miss:     r.Miss,
		Remedy:   r.Remedy,
		Kind:     r.Kind,
		Priority: r.Priority,
		UID:      textAt(texts, r.UIDOffset, r.UIDLength),
	}
}

// GangOptions: Limits of the search for a gang's placement. The zero value is the default.
type GangOptions struct {
	_ uint32
	_ uint32
	// the work allowed, see Cluster.PlanGang; 0: 5000
	Budget uint64
	// number of nodes that the pods may use; 0: any number
	MaxNodes uint32
	_        uint32
}

// GangInfo: The result of placing a gang.
type GangInfo struct {
	_ uint32
	_ uint32
	// used part of the budget
	Used uint64
	// reason if there is no plan; NONE if there is one
	Refusal Refusal
	// all pods, or the most that one attempt placed
	Placed uint32
	// number of nodes that the plan puts pods on
	Nodes uint32
	// if refused: the first pod without room, an index into Pods
	Blocked uint32
	_       uint32
}

// rawTaskClass has the layout of koord_task_class.
type rawTaskClass struct {
	Tasks        int64
	CPUMilli     int64
	GPUMilli     int32
	GPUCount     int32
	ModelsOffset uint32
	ModelsLength uint32
	Memory       int64
}

// TaskClass: Tasks of a workload with the same request.
type TaskClass struct {
	// number of such tasks; only the proportions count. At most 2^30 over all classes
	Tasks int64
	// up to 2^28
	CPUMilli int64
	// thousandths of each GPU, up to 1000
	GPUMilli int32
	// number of GPUs, up to 64; 0 with gpu_milli 0: none
	GPUCount int32
	// acceptable models: "A100|H100"; up to 63 over all classes
	Models string
	// bytes, up to 2^60; for ROOM_LEFT. Tasks for one GPU count with the mean of those alike
	Memory int64
}

func (p TaskClass) raw(texts *arena) (r rawTaskClass) {
	r.Tasks = p.Tasks
	r.CPUMilli = p.CPUMilli
	r.GPUMilli = p.GPUMilli
	r.GPUCount = p.GPUCount
	r.ModelsOffset, r.ModelsLength = texts.add(p.Models)
	r.Memory = p.Memory
	return r
}

// KubeletFinding: One fault; its description is in the report.
type KubeletFinding struct {
	Fault KubeletFault
	Flags KubeletFindingFlags
	// number of CPUs that it concerns
	CPUs uint32
	_    uint32
}

// NodeSpec: The numbers of a node. All except NodeUnschedulable are for hosts without labels and annotations: a label
// or annotation with the same meaning overrides them.
type NodeSpec struct {
	_          uint32
	Flags      NodeFlags
	BindPolicy BindPolicy
	// numa-allocate-strategy
	Strategy   NUMAStrategy
	NUMAPolicy NUMAPolicy
	// 150: 2 CPUs count as 3; 0: 100
	CPUAmplificationPercent uint32
}

// NRTVerdict: Result of the NodeResourceTopologyMatch filter for one node.
type NRTVerdict struct {
	_ uint32
	_ uint32
	// reason ReasonNone: the pod passes
	Refusal Refusal
	Level   NRTLevel
	// index among the containers, or init containers, -1: the pod
	Container int32
}

// NRTSpec: The numbers of a NodeResourceTopology, for hosts without policies, attributes and annotations: one with
// the same meaning overrides them.
type NRTSpec struct {
	_     uint32
	Flags NodeKubeletFlags
	// kubelet's topology manager policy
	NUMAPolicy NUMAPolicy
	_          uint32
}

// rawAddedObject has the layout of koord_added_object.
type rawAddedObject struct {
	Index           uint32
	Kind            AddedKind
	Result          AddedResult
	Status          Status
	KindNameOffset  uint32
	KindNameLength  uint32
	NamespaceOffset uint32
	NamespaceLength uint32
	NameOffset      uint32
	NameLength      uint32
	MessageOffset   uint32
	MessageLength   uint32
}

// AddedObject: An object of the text, or a pod of a workload.
type AddedObject struct {
	// of the object in the text, from 0; pods have that of their workload
	Index  uint32
	Kind   AddedKind
	Result AddedResult
	// OK; an error if the object is REFUSED
	Status Status
	// kind as the object states it ("StatefulSet")
	KindName string
	// namespace: "default" for a pod, workload or ResourceClaim that states none; empty for a Node and other objects of
	// the whole cluster, even if one is stated; as stated for OTHER kinds
	Namespace string
	Name      string
	// one line: what is wrong or missing; empty if nothing is
	Message string
}

func (r *rawAddedObject) public(texts string) AddedObject {
	return AddedObject{
		Index:     r.Index,
		Kind:      r.Kind,
		Result:    r.Result,
		Status:    r.Status,
		KindName:  textAt(texts, r.KindNameOffset, r.KindNameLength),
		Namespace: textAt(texts, r.NamespaceOffset, r.NamespaceLength),
		Name:      textAt(texts, r.NameOffset, r.NameLength),
		Message:   textAt(texts, r.MessageOffset, r.MessageLength),
	}
}

// PodSpec: The numbers of a pod. Zero is the value for whatever a pod does not state. Policies and classes are for
// hosts without labels and annotations: a label or annotation with the same meaning overrides them.
type PodSpec struct {
	_     uint32
	Flags PodFlags
	// lastTransitionTime of PodScheduled, seconds since 1970; 0: not known
	Scheduled int64
	KubeQOS   KubeQOS
	// spec.priority
	Priority int32
	QOS      QOS
	// PriorityClassNone: by Priority
	PriorityClass PriorityClass
	RequiredBind  BindPolicy
	PreferredBind BindPolicy
	Exclusive     ExclusivePolicy
	NUMAPolicy    NUMAPolicy
	NUMAExclusive NUMAExclusive
	_             uint32
}

// PreemptOptions: Limits of the search for victims. The zero value is the default.
type PreemptOptions struct {
	_     uint32
	Flags PreemptFlags
	// Limit of the search, for all nodes together: trying a set of victims costs 16, any other step 1. 0: 2^20. The
	// result for a node may depend on it, and on the number of nodes.
	Budget uint64
}

// NodePreemption: Effect of a preemption on one node.
type NodePreemption struct {
	// over the victims: sum of priority minus INT32_MIN
	PrioritySum int64
	Node        uint32
	// ReasonNone: the pod fits without the victims
	Reason Reason
	// score of the node without the victims; see Verdict
	Score int32
	Flags PreemptionFlags
	// highest priority of the victims; 0: none
	HighestPriority int32
	// number of victims; 0: the pod fits without eviction
	Victims uint32
	// number of victims under ProtectionAvoid
	Avoided uint32
	_       uint32
}

// Fragmentation: Fragmentation of a node's CPUs. Two states are compared by the fields up to largest_block: the first
// field that differs decides.
type Fragmentation struct {
	// CPUs with several owners, or with an owner although no pod may own them
	Contested int32
	// NUMA nodes that pods use beyond the minimum for their CPUs
	ExtraNUMA int32
	// sockets that pods use beyond the minimum
	ExtraSockets int32
	// pods whose bind, exclusive and NUMA policies are not all met
	UnmetPods int32
	// free CPUs on cores that are not entirely free
	Stranded int32
	// most free CPUs on entirely free cores of one NUMA node; more is better
	LargestBlock int32
	FreeCPUs     int32
	// cores with all threads free
	FreeCores int32
	// Percentage by which the largest block is smaller than the largest that this number of free CPUs could form: 0 to
	// 100.
	Percent int32
	_       int32
}

// RebindOptions: Limits of a rebind. The zero value is the default.
type RebindOptions struct {
	_ uint32
	// RebindNoNewCrossing
	Flags RebindFlags
	// number of pods that may move; 0: any number
	MaxMoved uint32
	// Number of placements that may be tried, up to RebindBudgetMax; 0: RebindBudgetDefault.
	Budget uint32
}

// RebindInfo: The result of a rebind.
type RebindInfo struct {
	_ uint32
	_ uint32
	// Reason if there is nothing to plan: NODE_UNKNOWN, NO_TOPOLOGY; for Cluster.PlanRebindFor, the reason that the pod
	// does not fit; else NONE.
	Reason Reason
	// number of pods that move; the plan may have more steps
	Moved uint32
	// Number of placements tried, out of the budget. On a node with refused claims, 16 claims that are evaluated again
	// for a plan count as one placement.
	Used       uint32
	Properties RebindInfoFlags
	Before     Fragmentation
	After      Fragmentation
	// for Cluster.PlanRebindFor: why the pod does not fit; else NONE
	Refusal Refusal
}

// RebindRequest: The request of a RebindResource object, and its progress.
type RebindRequest struct {
	_      uint32
	_      uint32
	Action RebindAction
	Phase  RebindPhase
	// 600 if the object states none
	DeadlineSeconds int64
}

// PictureOptions: Options of drawing a picture. The zero value is the default.
type PictureOptions struct {
	_      uint32
	Flags  PictureFlags
	Format PictureFormat
	// text: width of the terminal, 0: 100
	Columns uint32
}

// SuppressUsage: Measured usage of a node, in milli-CPU.
type SuppressUsage struct {
	_ uint32
	_ uint32
	// capacity of the node; 0: the machine's CPUs
	Capacity int64
	// everything on the node
	NodeUsed int64
	// all pods
	PodsUsed int64
	// all applications that are not pods
	HostAppsUsed int64
	// pods that are not BE
	NonBEPodsUsed int64
	// applications that are neither pods nor BE
	NonBEHostAppsUsed int64
	// reserved for the system; 0: the larger of kubelet's and the annotation's
	Reserved int64
	// current quota of BE per 100 ms; 0 or less: none
	QuotaMicroseconds int64
	// limit on the total usage, in percent of capacity; 0: 65
	ThresholdPercent uint32
	// guaranteed to BE, in percent of capacity; 0: nothing
	MinimumPercent uint32
}

// Suppression: Limits of BE pods, as computed by Agent.Suppress.
type Suppression struct {
	_ uint32
	_ uint32
	// milli-CPU that BE pods may use; negative: the others use too much
	AllowanceMilli int64
	// for policy cfsQuota: microseconds per 100 ms
	QuotaMicroseconds int64
	// for policy cpuset: number of CPUs; 0: none are available
	CPUs       uint32
	Properties SuppressionFlags
}

// Diagnostics: Settings that several calls share: today the log function. Calls that take a Diagnostics accept nil:
// no diagnostics. A handle keeps the Diagnostics that it was created with, and is silent once that context is freed;
// do not free the Diagnostics while a call on the handle runs.
type Diagnostics struct{ handle }

func newDiagnostics(pointer uintptr) *Diagnostics {
	if pointer == 0 {
		return nil
	}
	made := new(Diagnostics)
	made.own(pointer, freeDiagnostics)
	return made
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Diagnostics) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Diagnostics) release() {
	if h != nil {
		h.done()
	}
}

// Pod: An immutable pod, reference-counted and shared by any threads.
type Pod struct{ handle }

func newPod(pointer uintptr) *Pod {
	if pointer == 0 {
		return nil
	}
	made := new(Pod)
	made.own(pointer, callPodUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Pod) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Pod) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Pod) release() {
	if h != nil {
		h.done()
	}
}

// kubeletSetupHandle: A kubelet's configuration, its state files, what device plugins report and the containers on
// its node: an input of NewKubelet, Topology.NRT, Agent.SetKubelet and the functions that check and repair kubelet's
// files. They read it and keep no reference. A setup in which nothing is set means kubelet's defaults, and no files.
type kubeletSetupHandle struct{ handle }

func newKubeletSetup(pointer uintptr) *kubeletSetupHandle {
	if pointer == 0 {
		return nil
	}
	made := new(kubeletSetupHandle)
	made.own(pointer, callKubeletSetupFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *kubeletSetupHandle) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *kubeletSetupHandle) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *kubeletSetupHandle) release() {
	if h != nil {
		h.done()
	}
}

// Topology: An immutable description of one machine, reference-counted and shared by any threads.
type Topology struct{ handle }

func newTopology(pointer uintptr) *Topology {
	if pointer == 0 {
		return nil
	}
	made := new(Topology)
	made.own(pointer, callTopologyUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Topology) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Topology) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Topology) release() {
	if h != nil {
		h.done()
	}
}

// Agent: A node as its agent knows it: machine, settings, kubelet's state and pods. Threading is as for Kubelet:
// calls that only read it may run at the same time.
type Agent struct{ handle }

func newAgent(pointer uintptr) *Agent {
	if pointer == 0 {
		return nil
	}
	made := new(Agent)
	made.own(pointer, callAgentFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Agent) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Agent) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Agent) release() {
	if h != nil {
		h.done()
	}
}

// AgentState: The content of a node-state.json: where each pod runs. Immutable.
type AgentState struct{ handle }

func newAgentState(pointer uintptr) *AgentState {
	if pointer == 0 {
		return nil
	}
	made := new(AgentState)
	made.own(pointer, callAgentStateUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *AgentState) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *AgentState) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *AgentState) release() {
	if h != nil {
		h.done()
	}
}

// CgroupPath: The path of a control group below the root of its controller (version 2: below the mount), without a
// leading '/'. Pure: nothing is read.
type CgroupPath struct{ handle }

func newCgroupPath(pointer uintptr) *CgroupPath {
	if pointer == 0 {
		return nil
	}
	made := new(CgroupPath)
	made.own(pointer, callCgroupPathFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *CgroupPath) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *CgroupPath) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *CgroupPath) release() {
	if h != nil {
		h.done()
	}
}

// Cgroups: The opened control groups of a machine. Calls that take this handle read and write cgroup files.
type Cgroups struct{ handle }

func newCgroups(pointer uintptr) *Cgroups {
	if pointer == 0 {
		return nil
	}
	made := new(Cgroups)
	made.own(pointer, callCgroupsClose)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Cgroups) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Cgroups) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Cgroups) release() {
	if h != nil {
		h.done()
	}
}

// CgroupContainers: Names of containers by container id.
type CgroupContainers struct{ handle }

func newCgroupContainers(pointer uintptr) *CgroupContainers {
	if pointer == 0 {
		return nil
	}
	made := new(CgroupContainers)
	made.own(pointer, callCgroupContainersFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *CgroupContainers) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *CgroupContainers) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *CgroupContainers) release() {
	if h != nil {
		h.done()
	}
}

// CgroupPlan: Planned writes to control groups. Immutable.
type CgroupPlan struct{ handle }

func newCgroupPlan(pointer uintptr) *CgroupPlan {
	if pointer == 0 {
		return nil
	}
	made := new(CgroupPlan)
	made.own(pointer, callCgroupPlanUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *CgroupPlan) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *CgroupPlan) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *CgroupPlan) release() {
	if h != nil {
		h.done()
	}
}

// CgroupReport: The result of applying a plan. Immutable.
type CgroupReport struct{ handle }

func newCgroupReport(pointer uintptr) *CgroupReport {
	if pointer == 0 {
		return nil
	}
	made := new(CgroupReport)
	made.own(pointer, callCgroupReportUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *CgroupReport) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *CgroupReport) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *CgroupReport) release() {
	if h != nil {
		h.done()
	}
}

// NUMAHints: The input of a merge: the NUMA nodes of one machine with their users and distances, and the hints of
// providers for the resources of a pod or container. Create it once and use it for many pods: it keeps its memory
// when it is reset or filled again. Calls that only read it may run at the same time; all others require exclusive
// access.
type NUMAHints struct{ handle }

func newNUMAHints(pointer uintptr) *NUMAHints {
	if pointer == 0 {
		return nil
	}
	made := new(NUMAHints)
	made.own(pointer, callNUMAHintsFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *NUMAHints) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *NUMAHints) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *NUMAHints) release() {
	if h != nil {
		h.done()
	}
}

// Cluster: The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler (semantics:
// Koordinator's CPU orchestration proposal; docs/embed/cluster.md). The handle synchronises itself: any thread may
// call any function on it at any time. No call except planning locks the cluster for longer than one evaluation.
type Cluster struct{ handle }

func newCluster(pointer uintptr) *Cluster {
	if pointer == 0 {
		return nil
	}
	made := new(Cluster)
	made.own(pointer, callClusterFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Cluster) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Cluster) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Cluster) release() {
	if h != nil {
		h.done()
	}
}

// nodeNamesHandle: The names of a cluster's nodes at one moment. Immutable, counted, shared by any threads.
type nodeNamesHandle struct{ handle }

func newNodeNames(pointer uintptr) *nodeNamesHandle {
	if pointer == 0 {
		return nil
	}
	made := new(nodeNamesHandle)
	made.own(pointer, callNodeNamesUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *nodeNamesHandle) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *nodeNamesHandle) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *nodeNamesHandle) release() {
	if h != nil {
		h.done()
	}
}

// Query: The conditions of a call: flags, nodes and hypothetical changes. It is an argument of a call, not a state of
// the cluster: create it once, use it for many calls, and change it in between. Setters require exclusive access. A
// call refuses a query that names pods, nodes or reservations which the call does not read (INVALID). Flags, the
// generation and the affinity have no effect on calls that do not read them: one query may serve Filter, Score and
// Reserve.
type Query struct{ handle }

func newQuery(pointer uintptr) *Query {
	if pointer == 0 {
		return nil
	}
	made := new(Query)
	made.own(pointer, callQueryFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Query) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Query) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Query) release() {
	if h != nil {
		h.done()
	}
}

// AdjustmentRequest: The container of a pod, and the stage, that a runtime asks about.
type AdjustmentRequest struct{ handle }

func newAdjustmentRequest(pointer uintptr) *AdjustmentRequest {
	if pointer == 0 {
		return nil
	}
	made := new(AdjustmentRequest)
	made.own(pointer, callAdjustmentRequestFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *AdjustmentRequest) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *AdjustmentRequest) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *AdjustmentRequest) release() {
	if h != nil {
		h.done()
	}
}

// Adjustment: The changes to a container. Immutable.
type Adjustment struct{ handle }

func newAdjustment(pointer uintptr) *Adjustment {
	if pointer == 0 {
		return nil
	}
	made := new(Adjustment)
	made.own(pointer, callAdjustmentUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Adjustment) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Adjustment) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Adjustment) release() {
	if h != nil {
		h.done()
	}
}

// Hook: A createRuntime hook of OCI runtimes: its paths, and what it does if it cannot serve a container.
type Hook struct{ handle }

func newHook(pointer uintptr) *Hook {
	if pointer == 0 {
		return nil
	}
	made := new(Hook)
	made.own(pointer, callHookFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Hook) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Hook) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Hook) release() {
	if h != nil {
		h.done()
	}
}

// Kubelet: A node as its kubelet sees it: a simulation of kubelet's admission, without a kubelet. Pods arrive and
// leave; static CPU policy, memory manager, device manager and topology manager decide as in the kubelet of the
// setup's version (docs/reference/kubelet.md). calls that only read it may run at the same time.
type Kubelet struct{ handle }

func newKubelet(pointer uintptr) *Kubelet {
	if pointer == 0 {
		return nil
	}
	made := new(Kubelet)
	made.own(pointer, callKubeletFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Kubelet) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Kubelet) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Kubelet) release() {
	if h != nil {
		h.done()
	}
}

// admissionHandle: The allocations of one pod, by container; Kubelet.Admit and Kubelet.Judge write it. One handle
// serves any number of calls, and allocates only for a pod larger than all before. A new handle has no containers.
type admissionHandle struct{ handle }

func newAdmission(pointer uintptr) *admissionHandle {
	if pointer == 0 {
		return nil
	}
	made := new(admissionHandle)
	made.own(pointer, callAdmissionFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *admissionHandle) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *admissionHandle) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *admissionHandle) release() {
	if h != nil {
		h.done()
	}
}

// Plan: Steps in their order, and the state of the nodes for which they were decided. Immutable. A plan for a node
// from which a query removed pods can only be read: committing it fails with STALE.
type Plan struct{ handle }

func newPlan(pointer uintptr) *Plan {
	if pointer == 0 {
		return nil
	}
	made := new(Plan)
	made.own(pointer, callPlanUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Plan) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Plan) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Plan) release() {
	if h != nil {
		h.done()
	}
}

// Capacity: Numbers of further pods that every node takes. Immutable.
type Capacity struct{ handle }

func newCapacity(pointer uintptr) *Capacity {
	if pointer == 0 {
		return nil
	}
	made := new(Capacity)
	made.own(pointer, callCapacityUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Capacity) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Capacity) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Capacity) release() {
	if h != nil {
		h.done()
	}
}

// DeviceReport: The inputs of a report on devices. One owner. Calls that write reports may run at the same time; all
// other calls require exclusive access.
type DeviceReport struct{ handle }

func newDeviceReport(pointer uintptr) *DeviceReport {
	if pointer == 0 {
		return nil
	}
	made := new(DeviceReport)
	made.own(pointer, callDeviceReportFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *DeviceReport) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *DeviceReport) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *DeviceReport) release() {
	if h != nil {
		h.done()
	}
}

// DeviceBuilder: Builds a Device object (scheduling.koordinator.sh) for callers that have it as a typed object. It
// has every field that docs/reference/objects.md lists. A cluster or an agent reads it as it reads the same object
// from JSON, with the same results and errors. One builder serves many objects in turn: DeviceBuilder.Reset keeps its
// memory. Setters require exclusive access. Setting a value again replaces it. Texts are UTF-8 without NUL, at most 4
// MiB of them in an object.
type DeviceBuilder struct {
	handle
	err error
}

// note keeps the first error of a setter.
func (h *DeviceBuilder) note(err error) {
	if h != nil && h.err == nil {
		h.err = err
	}
}

func (h *DeviceBuilder) failure() error {
	if h == nil {
		return nil
	}
	return h.err
}

func newDeviceBuilder(pointer uintptr) *DeviceBuilder {
	if pointer == 0 {
		return nil
	}
	made := new(DeviceBuilder)
	made.own(pointer, callDeviceBuilderFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *DeviceBuilder) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *DeviceBuilder) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *DeviceBuilder) release() {
	if h != nil {
		h.done()
	}
}

// DraInventory: Devices that one node can use, from its ResourceSlices, and what is in use.
type DraInventory struct{ handle }

func newDraInventory(pointer uintptr) *DraInventory {
	if pointer == 0 {
		return nil
	}
	made := new(DraInventory)
	made.own(pointer, callDraInventoryFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *DraInventory) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *DraInventory) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *DraInventory) release() {
	if h != nil {
		h.done()
	}
}

// DraClaims: The claims of one pod that have no allocation yet.
type DraClaims struct{ handle }

func newDraClaims(pointer uintptr) *DraClaims {
	if pointer == 0 {
		return nil
	}
	made := new(DraClaims)
	made.own(pointer, callDraClaimsFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *DraClaims) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *DraClaims) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *DraClaims) release() {
	if h != nil {
		h.done()
	}
}

// DraAllocation: The devices that claims get, and the memory of the search. Make it once and use it again.
type DraAllocation struct{ handle }

func newDraAllocation(pointer uintptr) *DraAllocation {
	if pointer == 0 {
		return nil
	}
	made := new(DraAllocation)
	made.own(pointer, callDraAllocationFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *DraAllocation) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *DraAllocation) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *DraAllocation) release() {
	if h != nil {
		h.done()
	}
}

// DraNodes: Inventories of many nodes, and the last answers for claims on them. Not for use by several threads at the
// same time.
type DraNodes struct{ handle }

func newDraNodes(pointer uintptr) *DraNodes {
	if pointer == 0 {
		return nil
	}
	made := new(DraNodes)
	made.own(pointer, callDraNodesFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *DraNodes) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *DraNodes) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *DraNodes) release() {
	if h != nil {
		h.done()
	}
}

// Explanation: The result of an explanation, at one moment. Immutable; independent of its cluster.
type Explanation struct{ handle }

func newExplanation(pointer uintptr) *Explanation {
	if pointer == 0 {
		return nil
	}
	made := new(Explanation)
	made.own(pointer, callExplanationUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Explanation) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Explanation) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Explanation) release() {
	if h != nil {
		h.done()
	}
}

// kubeletReportHandle: The findings of a check of kubelet's files. Immutable.
type kubeletReportHandle struct{ handle }

func newKubeletReport(pointer uintptr) *kubeletReportHandle {
	if pointer == 0 {
		return nil
	}
	made := new(kubeletReportHandle)
	made.own(pointer, callKubeletReportUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *kubeletReportHandle) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *kubeletReportHandle) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *kubeletReportHandle) release() {
	if h != nil {
		h.done()
	}
}

// NodeBuilder: Builds a Node (v1) for callers that have it as a typed object. It has every field that
// docs/reference/objects.md lists. A cluster or an agent reads it as it reads the same node from JSON, with the same
// results and errors. One builder serves many nodes in turn: NodeBuilder.Reset keeps its memory. Setters require
// exclusive access. Setting a value again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in a node.
type NodeBuilder struct {
	handle
	err error
}

// note keeps the first error of a setter.
func (h *NodeBuilder) note(err error) {
	if h != nil && h.err == nil {
		h.err = err
	}
}

func (h *NodeBuilder) failure() error {
	if h == nil {
		return nil
	}
	return h.err
}

func newNodeBuilder(pointer uintptr) *NodeBuilder {
	if pointer == 0 {
		return nil
	}
	made := new(NodeBuilder)
	made.own(pointer, callNodeBuilderFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *NodeBuilder) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *NodeBuilder) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *NodeBuilder) release() {
	if h != nil {
		h.done()
	}
}

// NRTNode: A node as NodeResourceTopologyMatch sees it: its resources, and what its NUMA zones have available.
// Immutable, reference-counted and shared by any threads.
type NRTNode struct{ handle }

func newNRTNode(pointer uintptr) *NRTNode {
	if pointer == 0 {
		return nil
	}
	made := new(NRTNode)
	made.own(pointer, callNRTNodeUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *NRTNode) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *NRTNode) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *NRTNode) release() {
	if h != nil {
		h.done()
	}
}

// NRTBuilder: Builds a NodeResourceTopology for callers that have it as a typed object. It has every field that
// docs/reference/objects.md lists. A cluster reads it as it reads the same object from JSON, with the same results
// and errors. One builder serves many objects in turn: NRTBuilder.Reset keeps its memory. Setters require exclusive
// access. Texts are UTF-8 without NUL, at most 16 MiB of them in an object.
type NRTBuilder struct {
	handle
	err error
}

// note keeps the first error of a setter.
func (h *NRTBuilder) note(err error) {
	if h != nil && h.err == nil {
		h.err = err
	}
}

func (h *NRTBuilder) failure() error {
	if h == nil {
		return nil
	}
	return h.err
}

func newNRTBuilder(pointer uintptr) *NRTBuilder {
	if pointer == 0 {
		return nil
	}
	made := new(NRTBuilder)
	made.own(pointer, callNRTBuilderFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *NRTBuilder) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *NRTBuilder) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *NRTBuilder) release() {
	if h != nil {
		h.done()
	}
}

// AddedObjects: The objects of a text, and the result of each. Immutable, counted, shared by any threads.
type AddedObjects struct{ handle }

func newAddedObjects(pointer uintptr) *AddedObjects {
	if pointer == 0 {
		return nil
	}
	made := new(AddedObjects)
	made.own(pointer, callAddedObjectsUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *AddedObjects) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *AddedObjects) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *AddedObjects) release() {
	if h != nil {
		h.done()
	}
}

// PodBuilder: Builds a Pod (v1) for callers that have it as a typed object. It has every field that
// docs/reference/objects.md lists. PodBuilder.Pod reads it as PodFromJSON reads the same pod, with the same results
// and errors. One builder serves many pods in turn: PodBuilder.Reset keeps its memory. Setters require exclusive
// access. Setting a value again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in a pod.
type PodBuilder struct {
	handle
	err error
}

// note keeps the first error of a setter.
func (h *PodBuilder) note(err error) {
	if h != nil && h.err == nil {
		h.err = err
	}
}

func (h *PodBuilder) failure() error {
	if h == nil {
		return nil
	}
	return h.err
}

func newPodBuilder(pointer uintptr) *PodBuilder {
	if pointer == 0 {
		return nil
	}
	made := new(PodBuilder)
	made.own(pointer, callPodBuilderFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *PodBuilder) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *PodBuilder) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *PodBuilder) release() {
	if h != nil {
		h.done()
	}
}

// Preemption: The result for every node, with the victims there. Immutable.
type Preemption struct{ handle }

func newPreemption(pointer uintptr) *Preemption {
	if pointer == 0 {
		return nil
	}
	made := new(Preemption)
	made.own(pointer, callPreemptionUnref)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Preemption) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Preemption) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Preemption) release() {
	if h != nil {
		h.done()
	}
}

// Picture: Content of a picture besides the machine: a title, and sets of CPUs with labels. One owner. Calls of
// Topology.Draw may use one picture at the same time; all other calls require exclusive access.
type Picture struct{ handle }

func newPicture(pointer uintptr) *Picture {
	if pointer == 0 {
		return nil
	}
	made := new(Picture)
	made.own(pointer, callPictureFree)
	return made
}

// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does
// nothing. It never fails.
func (h *Picture) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer returns the pointer for calls, valid until release, or 0 if there is none.
func (h *Picture) pointer() uintptr {
	if h == nil {
		return 0
	}
	return h.use()
}

func (h *Picture) release() {
	if h != nil {
		h.done()
	}
}
