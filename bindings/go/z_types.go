// Code generated from koord.h by internal/generate. DO NOT EDIT.

package koord

import "fmt"

const VersionMajor = 0
const VersionMinor = 1
const VersionPatch = 0
const MaxCPUs = 8192
const MaxNUMANodes = 64
const MaxNUMALists = 256
const MaxNUMAHints = 4194304

// Status: Result of every call that can fail: 0 or negative. Numbers are never changed or reused.
type Status int32

const (
	// it did not fail
	OK Status = 0
	// an argument, or a field of the input, broke its contract
	ErrInvalid Status = -1
	// out of memory
	ErrNoMemory Status = -2
	// the caller's buffer is too small
	ErrNoSpace Status = -3
	// contradicts what is already held
	ErrConflict Status = -20
	// made from a state that has changed since
	ErrStale Status = -21
	// larger than a documented bound
	ErrLimit Status = -22
	// no such node, pod, file or whatever else was named
	ErrNotFound Status = -23
	// the machine or a file could not be read or written
	ErrIO Status = -40
	// not permitted
	ErrPermission Status = -41
	// a checksum is wrong, or what was read contradicts itself
	ErrCorrupt Status = -42
	// valid, but not something this build or machine can do
	ErrUnsupported Status = -43
	// a bug in libkoord, please report it
	ErrInternal Status = -99
)

// LogLevel: How much a remark matters.
type LogLevel int32

const (
	LogLevelInfo    LogLevel = 1
	LogLevelWarning LogLevel = 2
)

// String is the name of the constant.
func (x LogLevel) String() string {
	switch x {
	case LogLevelInfo:
		return "LogLevelInfo"
	case LogLevelWarning:
		return "LogLevelWarning"
	}
	return fmt.Sprintf("LogLevel(%d)", int32(x))
}

// Profile: Whose answer is wanted; docs/profiles.md lists every difference.
type Profile int32

const (
	// the Koordinator proposals as written
	ProfileSpec Profile = 0
	// Koordinator v1.8, CPU for CPU
	ProfileUpstream Profile = 1
	// kubelet 1.36, known defects repaired: Kubelet
	ProfileKubelet Profile = 2
	// scheduler-plugins' NodeResourceTopologyMatch; NRTNode.Filter
	ProfileNRTMatch Profile = 3
)

// String is the name of the constant.
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

// BindPolicy: Which CPUs of physical cores are taken first: a pod's requiredCPUBindPolicy and preferredCPUBindPolicy,
// the label of a node, a pick.
type BindPolicy int32

const (
	// Not stated. Pods: as the scheduler is configured; a pick: spread, on ARM full cores.
	BindPolicyDefault BindPolicy = 0
	// whole physical cores first; nodes: FullPCPUsOnly
	BindPolicyFullPCPUs BindPolicy = 1
	// one CPU per physical core first
	BindPolicySpreadByPCPUs BindPolicy = 2
	// Pods: the shared pool of one NUMA node that suits its limit.
	BindPolicyConstrainedBurst BindPolicy = 3
	// nodes: pods are asked alone
	BindPolicyNone BindPolicy = 4
)

// String is the value's stable name, as the library has it.
func (x BindPolicy) String() string { return callBindPolicyName(x) }

// ExclusivePolicy: Whom a pod keeps away from: preferredCPUExclusivePolicy, and a pick.
type ExclusivePolicy int32

const (
	// Not stated. Pods: as the scheduler is configured; a pick: none.
	ExclusivePolicyDefault ExclusivePolicy = 0
	// Not stated. Pods: as the scheduler is configured; a pick: none.
	ExclusivePolicyNone ExclusivePolicy = 1
	// avoid cores held under the same policy
	ExclusivePolicyPCPULevel ExclusivePolicy = 2
	// avoid NUMA nodes held under the same policy
	ExclusivePolicyNUMANodeLevel ExclusivePolicy = 3
)

// String is the value's stable name, as the library has it.
func (x ExclusivePolicy) String() string { return callExclusivePolicyName(x) }

// NUMAStrategy: Which NUMA nodes come first: the numa-allocate-strategy of a node's label, and a pick.
type NUMAStrategy int32

const (
	// Not stated. Nodes: as the scheduler is configured; a pick: most allocated.
	NUMAStrategyDefault NUMAStrategy = 0
	// the NUMA node with the least available that fits
	NUMAStrategyMostAllocated NUMAStrategy = 1
	// the NUMA node with the most available
	NUMAStrategyLeastAllocated NUMAStrategy = 2
	// evenly over NUMA nodes (upstream: as least allocated)
	NUMAStrategyDistributeEvenly NUMAStrategy = 3
)

// String is the value's stable name, as the library has it.
func (x NUMAStrategy) String() string { return callNUMAStrategyName(x) }

// NUMAPolicy: How resources are aligned to NUMA nodes.
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

// NUMAExclusive: Whether pods that keep to one NUMA node and pods that span several may meet on a NUMA node:
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

// Reason: Why a request was refused; ReasonNone: it was granted.
type Reason int32

const (
	// granted
	ReasonNone Reason = 0
	// fewer CPUs are available than asked
	ReasonNotEnoughCPUs Reason = 1
	// enough CPUs, not in the required shape
	ReasonRequiredBindPolicy Reason = 2
	// the given NUMA nodes cannot grant the amount
	ReasonInsufficientNUMA Reason = 3
	// whole cores wanted, no multiple of their threads
	ReasonSMTAlignment Reason = 4
	// kubelet: too few whole free cores
	ReasonNotEnoughPhysicalCores Reason = 5
	// not on this architecture
	ReasonBindPolicyUnsupported Reason = 6
	// not on this architecture
	ReasonExclusivePolicyUnsupported Reason = 7
	// no NUMA node has all that must come from one
	ReasonNoNUMANodeFits Reason = 8
	// the node has nothing of a resource that is asked for
	ReasonResourceAbsent Reason = 9
	// LSE, LSR: limit and request must be the same
	ReasonRequestIsNotLimit Reason = 10
	// CPUs of its own come in whole numbers
	ReasonCPUsNotWhole Reason = 11
	// the node reports no CPU topology
	ReasonNoTopology Reason = 12
	// the node's bind policy is another than the pod's
	ReasonBindPolicyConflict Reason = 13
	// the node's NUMA policy is another than the pod's
	ReasonNUMAPolicyConflict Reason = 14
	// no NUMA node's shared pool holds the pod's limit
	ReasonSharedPoolTooSmall Reason = 15
	// the node has too little left of a resource
	ReasonInsufficientResource Reason = 16
	// pods mention the node, nobody has described it
	ReasonNodeUnknown Reason = 17
	// spec.unschedulable
	ReasonNodeUnschedulable Reason = 18
	// no NUMA nodes can give some resource
	ReasonNUMAUnsatisfied Reason = 20
	// no NUMA nodes suit all resources as the policy demands
	ReasonNUMAUnaligned Reason = 21
	// those that do are used by pods of the other kind
	ReasonNUMAExclusive Reason = 22
	// too many combinations to find the answer among
	ReasonSearchLimit Reason = 23
	// no NUMA nodes have the memory
	ReasonNoNUMAMemory Reason = 40
	// only more NUMA nodes than needed have it
	ReasonMemoryHintNotPreferred Reason = 41
	// none that include the nodes chosen have it
	ReasonMemoryHintNotExtensible Reason = 42
	// only more of them than needed have it
	ReasonMemoryExtensionNotPreferred Reason = 43
	// memory of these is used in other groups
	ReasonMemoryGroupViolated Reason = 44
	// not all pods of a gang find room at once
	ReasonGangUnplaced Reason = 60
	// what is left of a reservation does not suffice
	ReasonReservationShort Reason = 61
	// only on other CPUs or NUMA nodes than it has
	ReasonWouldMove Reason = 62
	// neither a part of one device nor whole devices
	ReasonDeviceUnit Reason = 80
	// names of device resources that do not go together
	ReasonDeviceMix Reason = 81
	// a part of a device in no size that any model has
	ReasonNoShareTemplate Reason = 82
	// the node has none of the type, or none that the pod may have
	ReasonNoDevices Reason = 83
	// fewer devices have enough left than asked
	ReasonNotEnoughDevices Reason = 84
	// the devices have no virtual functions of the kind asked
	ReasonNotEnoughVFs Reason = 85
	// not within one PCIe switch or NUMA node, as asked
	ReasonDeviceScope Reason = 86
	// not on the NUMA nodes that the pod keeps to
	ReasonDeviceNUMA Reason = 87
	// devices come in partitions, and none are known
	ReasonNoPartitionTable Reason = 88
	// there are no partitions of so many devices
	ReasonPartitionSize Reason = 89
	// there are, but none that is free
	ReasonPartitionsTaken Reason = 90
	// the devices state no NUMA node, and must be near
	ReasonDevicesUnplaced Reason = 91
	// parts of several devices within a scope: not supported
	ReasonSharesSpread Reason = 92
	// devices of two types that must be together are not
	ReasonDevicesApart Reason = 93
	// a device that is named is not there, or not healthy
	ReasonDeviceUnhealthy Reason = 94
	// nothing names the pod's device Where to a runtime
	ReasonDeviceUnnamed Reason = 95
	// Where is a CPU that the machine does not have
	ReasonCPUNotOnMachine Reason = 100
	// the CPU Where is another pod's
	ReasonCPUTaken Reason = 101
	// CPUs of its own are for QoS LSE and LSR
	ReasonClaimNotDue Reason = 102
	// kubelet reserves the CPU Where for the system
	ReasonCPUReserved Reason = 103
	// more CPUs than the whole ones it asks for
	ReasonMoreCPUsThanAsked Reason = 104
	// no CPUs in the pool of the NUMA node Where, or in all
	ReasonPoolEmpty Reason = 105
	// its memory is on a NUMA node that is not there
	ReasonNUMANodeAbsent Reason = 106
	// what is known of the node does not have the pod
	ReasonPodUnknown Reason = 107
	// it says that the pod runs elsewhere
	ReasonStateDisagrees Reason = 108
	// its process is in a control group that is not its own
	ReasonNotThePods Reason = 109
	// the node reserves the CPU Where, for the system
	ReasonCPUReservedByNode Reason = 110
	// it cannot be read: Pod.Faults
	ReasonClaimUnreadable Reason = 120
	// amounts of NUMA nodes are not for QoS BE and SYSTEM
	ReasonNUMANotDue Reason = 121
	// more of Resource than it asks for
	ReasonMoreOnNUMAThanAsked Reason = 122
	// devices of DeviceType; it asks for none
	ReasonDevicesNotAsked Reason = 123
	// Needed devices; it asks for Best
	ReasonDeviceCount Reason = 124
	// more of the device of minor Where than it asks for
	ReasonDeviceAmount Reason = 125
	// others have too much of the device of minor Where
	ReasonDeviceTaken Reason = 126
	// nothing tells which Needed devices it has; Best of them are kept for it
	ReasonDevicesUntold Reason = 127
	// other CPUs, NUMA nodes or devices than it was given
	ReasonGivenOtherwise Reason = 128
)

// String is the value's stable name, as the library has it, under ProfileSpec.
func (x Reason) String() string { return callReasonName(x, ProfileSpec) }

// ObjectKind: What the numbers of a refusal count, and what it happened to.
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
	// of memory or huge pages
	ObjectKindBytes ObjectKind = 8
	// of a resource that is neither CPU nor memory
	ObjectKindUnit ObjectKind = 9
	// Where is its index in the pod
	ObjectKindContainer ObjectKind = 10
	ObjectKindPod       ObjectKind = 11
	// Where is its minor
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
	// it names a node
	PodPropertyBound PodPropertyFlags = 2
	// it states what it was allocated (resource-status)
	PodPropertyAllocated PodPropertyFlags = 4
	// requests or limits of the pod as a whole replace its containers'
	PodPropertyHasPodLevel PodPropertyFlags = 8
	// CPU: every limit equals its request
	PodPropertyLimitIsRequest PodPropertyFlags = 16
)

// PodText: Which text of a pod.
type PodText int32

const (
	PodTextName      PodText = 0
	PodTextNamespace PodText = 1
	// "": unknown
	PodTextUID PodText = 2
	// the node it is bound to, "": none
	PodTextNode PodText = 3
)

// String is the name of the constant.
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

// TopologyFlags: How a machine is read. Flags, to be combined with |.
type TopologyFlags uint32

const (
	// Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use. Without it they are part of the
	// topology, as kubelet sees them, and listed as disallowed.
	TopologyOnlyAllowed TopologyFlags = 1
)

// CPUSetKind: Which set of CPUs of a machine.
type CPUSetKind int32

const (
	// usable CPUs; id is ignored
	CPUSetKindAll CPUSetKind = 0
	// in the machine, not usable: offline, or left out by the export
	CPUSetKindOffline CPUSetKind = 1
	// not for the cgroup of the process that read the machine
	CPUSetKindDisallowed CPUSetKind = 2
	// of the socket ID
	CPUSetKindSocket CPUSetKind = 3
	// that belong to NUMA node ID; a CPU belongs to at most one
	CPUSetKindNUMANode CPUSetKind = 4
	// that NUMA node ID is local to, memory-only nodes included
	CPUSetKindNUMANodeLocal CPUSetKind = 5
	// of the L3 group ID (dense number)
	CPUSetKindL3 CPUSetKind = 6
	// of the core ID (dense number)
	CPUSetKindCore CPUSetKind = 7
	// local to PCI device number ID, a row of Topology.Devices
	CPUSetKindDevice CPUSetKind = 8
)

// String is the name of the constant.
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
	}
	return fmt.Sprintf("CPUSetKind(%d)", int32(x))
}

// AgentFlags: Options of a node's agent. Flags, to be combined with |.
type AgentFlags uint32

const (
	// CPUs that kubelet gave away or reserves count for nothing, and every cpuset is left to kubelet, those of pods with
	// CPUs of their own as well: the first stage of taking over its CPU management.
	AgentIgnoreKubelet AgentFlags = 1
	// ProfileUpstream: BE pods keep to the NUMA nodes they name (its gate BECPUManager).
	AgentBEByNUMA AgentFlags = 2
)

// AgentCPUSet: Which set of CPUs of a Agent or AgentState.
type AgentCPUSet int32

const (
	// the shared pool
	AgentCPUSetShared AgentCPUSet = 0
	// of LSE and LSR pods and of containers that kubelet's static policy serves
	AgentCPUSetExclusive AgentCPUSet = 1
	// the BE pool
	AgentCPUSetBestEffort AgentCPUSet = 2
	// all CPUs
	AgentCPUSetAll AgentCPUSet = 3
	// by the Node's annotation
	AgentCPUSetReserved AgentCPUSet = 4
	// of system QoS
	AgentCPUSetSystem AgentCPUSet = 5
	// which kubelet keeps for the system; not of a AgentState
	AgentCPUSetKubeletReserved AgentCPUSet = 6
)

// String is the name of the constant.
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

// AgentPlace: Where a pod or container runs.
type AgentPlace int32

const (
	// kubelet and the runtime decide
	AgentPlaceUntouched AgentPlace = 0
	// on CPUs that the scheduler gave it, by resource-status
	AgentPlaceExclusive AgentPlace = 1
	// on those that kubelet's static policy gave it
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

// String is the name of the constant.
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

// SuppressionFlags: What is said of a suppression. Flags, to be combined with |.
type SuppressionFlags uint32

const (
	// the quota changes too little to be written
	SuppressionKeepQuota SuppressionFlags = 1
)

// AgentText: Which text of a AgentState.
type AgentText int32

const (
	AgentTextName   AgentText = 0
	AgentTextBootID AgentText = 1
)

// String is the name of the constant.
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
	// no CFS quota, as it has CPUs of its own
	AgentPodUnlimited AgentPodFlags = 1
)

// CgroupDriver: How kubelet names control groups.
type CgroupDriver int32

const (
	// by which of kubepods.slice and kubepods is there
	CgroupDriverDetect   CgroupDriver = 0
	CgroupDriverCgroupfs CgroupDriver = 1
	CgroupDriverSystemd  CgroupDriver = 2
)

// String is the name of the constant.
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
	// by what is mounted; 1 where both are
	CgroupVersionDetect CgroupVersion = 0
	CgroupVersionV1     CgroupVersion = 1
	CgroupVersionV2     CgroupVersion = 2
)

// String is the name of the constant.
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

// CgroupRuntime: The runtime of a container, which names its control group.
type CgroupRuntime int32

const (
	CgroupRuntimeContainerd CgroupRuntime = 1
	CgroupRuntimeDocker     CgroupRuntime = 2
	CgroupRuntimeCRIO       CgroupRuntime = 3
	CgroupRuntimePouch      CgroupRuntime = 4
)

// String is the name of the constant.
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
	// version 1, with a mount of version 2 beside it, which is not used
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

// String is the name of the constant.
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

// CgroupPhase: Why a step of a plan is made when it is.
type CgroupPhase int32

const (
	// a container gives up CPUs that are no longer its own
	CgroupPhaseShrink CgroupPhase = 1
	// a parent makes room for what its children will hold
	CgroupPhaseGrowParent CgroupPhase = 2
	// a container gets its CPUs or NUMA nodes
	CgroupPhaseMove CgroupPhase = 3
	// a container waits out of others' way, for a time
	CgroupPhasePark CgroupPhase = 4
	// a parent is left with what is its own and its children's
	CgroupPhaseSettleParent CgroupPhase = 5
	// a quota is taken away
	CgroupPhaseRemoveQuota CgroupPhase = 6
)

// String is the name of the constant.
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

// CgroupKind: What a control group stands for.
type CgroupKind int32

const (
	CgroupKindRoot      CgroupKind = 1
	CgroupKindQOS       CgroupKind = 2
	CgroupKindPod       CgroupKind = 3
	CgroupKindContainer CgroupKind = 4
	// below a container
	CgroupKindNested CgroupKind = 5
	// in place of a pod, but nobody's
	CgroupKindOther CgroupKind = 6
)

// String is the name of the constant.
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

// CgroupOutcome: What came of a plan.
type CgroupOutcome int32

const (
	CgroupOutcomeDone CgroupOutcome = 0
	// a step failed; all is as it was
	CgroupOutcomeUndone CgroupOutcome = 1
	// a step failed, and so did taking back another: what led to that one is in force
	CgroupOutcomePartial CgroupOutcome = 2
	// the groups are not as the plan found them; nothing was written
	CgroupOutcomeStale CgroupOutcome = 3
)

// String is the name of the constant.
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

// CgroupError: Why a write to a control group failed.
type CgroupError int32

const (
	CgroupErrorNone CgroupError = 0
	// busy: later it may work
	CgroupErrorRetry CgroupError = 1
	// there is no such group
	CgroupErrorGone CgroupError = 2
	// not permitted
	CgroupErrorDenied CgroupError = 3
	// the kernel does not take the value
	CgroupErrorInvalid CgroupError = 4
	// the group does not have the file
	CgroupErrorUnsupported CgroupError = 5
	// accepted but not in force, or changed by somebody else
	CgroupErrorDrifted CgroupError = 6
)

// String is the name of the constant.
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

// CgroupStepState: What came of a step of a plan.
type CgroupStepState int32

const (
	CgroupStepStateNotMade CgroupStepState = 0
	// and in force
	CgroupStepStateMade CgroupStepState = 1
	// the pod or container has ended
	CgroupStepStateGone CgroupStepState = 2
	// not accepted, or not in force
	CgroupStepStateFailed CgroupStepState = 3
	// the old value is there
	CgroupStepStateTakenBack CgroupStepState = 4
	// it could not be taken back
	CgroupStepStateStuck CgroupStepState = 5
)

// String is the name of the constant.
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

// NUMAUse: Who uses a NUMA node.
type NUMAUse int32

const (
	NUMAUseIdle NUMAUse = 0
	// only pods that keep to one NUMA node
	NUMAUseSingle NUMAUse = 1
	// some pod spans NUMA nodes
	NUMAUseShared NUMAUse = 2
)

// String is the name of the constant.
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

// NUMAHintKind: What a provider says about NUMA nodes.
type NUMAHintKind int32

const (
	// what the hints say; none: as UNSATISFIABLE
	NUMAHintKindHints NUMAHintKind = 0
	// any NUMA nodes will do
	NUMAHintKindNoPreference NUMAHintKind = 1
	// no NUMA nodes can give the resource
	NUMAHintKindUnsatisfiable NUMAHintKind = 2
)

// String is the name of the constant.
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

// NUMAHintFlags: What is said of a NUMA hint. Flags, to be combined with |.
type NUMAHintFlags uint32

const (
	// as good as this resource can have it
	NUMAHintPreferred NUMAHintFlags = 1
	// any NUMA nodes; Nodes is 0
	NUMAHintNoAffinity NUMAHintFlags = 2
)

// NUMAMergeFlags: Options of a merge. Flags, to be combined with |.
type NUMAMergeFlags uint32

const (
	// Among sets of NUMA nodes of one size the closest comes first (prefer-closest-numa-nodes).
	NUMAMergePreferClosest NUMAMergeFlags = 1
)

// NUMAMergedFlags: What a merge answers. Flags, to be combined with |.
type NUMAMergedFlags uint32

const (
	NUMAMergedAdmit     NUMAMergedFlags = 1
	NUMAMergedPreferred NUMAMergedFlags = 2
	// the pod is to keep to Nodes
	NUMAMergedAffinity NUMAMergedFlags = 4
	// Nodes do not suit every resource
	NUMAMergedUnsatisfied NUMAMergedFlags = 8
)

// ClusterFlags: Options of a cluster. Flags, to be combined with |.
type ClusterFlags uint32

const (
	// Score by Koordinator's formula of today, also under ProfileSpec.
	ClusterUpstreamScore ClusterFlags = 1
	// Kubelet's own allocations and reserved CPUs do not count: the first stage of taking over its CPU management.
	ClusterIgnoreKubelet ClusterFlags = 2
)

// DeviceStrategy: How devices are scored: as Koordinator's DeviceShare does, with its default weights.
type DeviceStrategy int32

const (
	// not stated: least allocated
	DeviceStrategyDefault DeviceStrategy = 0
	// pods are packed
	DeviceStrategyMostAllocated DeviceStrategy = 1
	// they spread over devices and nodes
	DeviceStrategyLeastAllocated DeviceStrategy = 2
)

// String is the name of the constant.
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

// GPUPick: Which GPUs of a node go to a pod that asks for several (docs/devices-links.md).
type GPUPick int32

const (
	// the best-linked set
	GPUPickSet GPUPick = 0
	// the best set of the best split of all that are free
	GPUPickPartition GPUPick = 1
)

// String is the name of the constant.
func (x GPUPick) String() string {
	switch x {
	case GPUPickSet:
		return "GPUPickSet"
	case GPUPickPartition:
		return "GPUPickPartition"
	}
	return fmt.Sprintf("GPUPick(%d)", int32(x))
}

// ClusterCPUSet: Which set of CPUs of a node of a cluster.
type ClusterCPUSet int32

const (
	// CPUs that a pod could have for itself
	ClusterCPUSetFree ClusterCPUSet = 0
	// owned by pods
	ClusterCPUSetAllocated ClusterCPUSet = 1
	// reserved, of system QoS, or kubelet's
	ClusterCPUSetReserved ClusterCPUSet = 2
	// the shared pool: nobody's own
	ClusterCPUSetSharedPool ClusterCPUSet = 3
)

// String is the name of the constant.
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

// VerdictFlags: What is said of a verdict. Flags, to be combined with |.
type VerdictFlags uint32

const (
	// taking pods away would not change the reason
	VerdictUnresolvable VerdictFlags = 1
	// from Cluster.ChangesInto: the node is gone
	VerdictRemoved VerdictFlags = 2
)

// QueryFlags: What is judged elsewhere. Flags, to be combined with |.
type QueryFlags uint32

const (
	// Amounts of the whole node and spec.unschedulable are judged elsewhere (Kubernetes' plugins NodeResourcesFit and
	// NodeUnschedulable).
	QuerySkipFit QueryFlags = 1
	// Cluster.PlanResize: where there is no other way the pod may move to other CPUs and NUMA nodes of its node.
	QueryMayMove QueryFlags = 2
)

// Protection: How far plans may go with a pod.
type Protection int32

const (
	ProtectionNone Protection = 0
	// evicted only where there is no other way (PodDisruptionBudgets)
	ProtectionAvoid Protection = 1
	// neither evicted nor moved
	ProtectionKeep Protection = 2
)

// String is the name of the constant.
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
	// The shape of the proposal: no numaNodeResources.
	PrebindProposal PrebindFlags = 1
)

// PickFlags: Options of a pick. Flags, to be combined with |.
type PickFlags uint32

const (
	// The bind policy must hold for every CPU: whole cores, or one CPU per core; else refuse.
	PickRequired PickFlags = 1
	// Fewest L3 groups, then fewest cores split, never on more NUMA nodes than without the flag.
	PickFewestL3 PickFlags = 2
)

// PickSetFlags: Which sets of CPUs a pick gets besides those that may be used. Flags, to be combined with |.
type PickSetFlags uint32

const (
	// CPUs to use first (a reservation's)
	PickSetPreferred PickSetFlags = 1
	// CPUs held by pods with the exclusive policy PCPULevel
	PickSetCoreHeld PickSetFlags = 2
	// CPUs held by pods with NUMANodeLevel
	PickSetNodeHeld PickSetFlags = 4
)

// DeviceFlags: What is said of a device. Flags, to be combined with |.
type DeviceFlags uint32

const (
	// health
	DeviceHealthy DeviceFlags = 1
	// Module is stated
	DeviceHasModule DeviceFlags = 2
	// Socket and NUMANode are, and so are its PCIe and bus id
	DeviceHasTopology DeviceFlags = 4
)

// DeviceText: Which text of a device.
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

// String is the name of the constant.
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

// HookStage: When a runtime asks.
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

// AdjustmentFlags: What of a container changes. Flags, to be combined with |.
type AdjustmentFlags uint32

const (
	// cpuset.cpus: Adjustment.CPUs
	AdjustmentCPUs AdjustmentFlags = 1
	// cpuset.mems: Adjustment.NUMANodes
	AdjustmentNUMANodes AdjustmentFlags = 2
	// no CFS quota
	AdjustmentUnlimited AdjustmentFlags = 4
)

// AdjustmentList: Which list of an adjustment.
type AdjustmentList int32

const (
	// "NAME=value", which replaces one of that name
	AdjustmentListEnv AdjustmentList = 0
	// "nvidia.com/gpu=GPU-..."
	AdjustmentListCDIDevices AdjustmentList = 1
	// "/dev/infiniband/uverbs0"
	AdjustmentListDeviceNodes AdjustmentList = 2
)

// String is the name of the constant.
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

// HookChoice: What a hook does with a container that it cannot serve.
type HookChoice int32

const (
	// not stated: what HookOptions says of the field
	HookChoiceDefault HookChoice = 0
	// the container is not to start
	HookChoiceRefuse HookChoice = 1
	// it starts without what it asks for
	HookChoiceLeave HookChoice = 2
)

// String is the name of the constant.
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

// HookOutcome: What a hook did.
type HookOutcome int32

const (
	// a container of no pod: untouched
	HookOutcomeNotOurs HookOutcome = 0
	// its control group was found, and has what the state wants
	HookOutcomeDone HookOutcome = 1
	// Untouched: there is no state, what the pod asks for is not its own, or others decide where the container runs, as
	// where every cpuset is left to kubelet (AgentIgnoreKubelet); refusal.reason is ReasonNone then.
	HookOutcomeLeft HookOutcome = 2
	// it is not to start
	HookOutcomeRefused HookOutcome = 3
)

// String is the name of the constant.
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

// KubeletOptionFlags: Options of kubelet's static CPU policy. Excluding each other, as in kubelet: FULL_PCPUS_ONLY
// and DISTRIBUTE_CPUS_ACROSS_CORES, DISTRIBUTE_CPUS_ACROSS_NUMA and DISTRIBUTE_CPUS_ACROSS_CORES,
// PREFER_ALIGN_BY_UNCORE_CACHE and either of the two that distribute. Flags, to be combined with |.
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

// KubeletSetFlags: Sets of CPUs that follow the default set, in this order. Flags, to be combined with |.
type KubeletSetFlags uint32

const (
	// kubelet's reserved CPUs
	KubeletSetReserved KubeletSetFlags = 1
	// CPUs of finished init containers of the same pod
	KubeletSetReusable KubeletSetFlags = 2
)

// KubeletContainerFlags: How a container got what kubelet gives it. Flags, to be combined with |.
type KubeletContainerFlags uint32

const (
	// A container's affinity is what each of its resources prefers.
	KubeletContainerPreferred KubeletContainerFlags = 1
	// It shares the default CPU set with all others that do.
	KubeletContainerShared KubeletContainerFlags = 2
)

// AdmitFlags: Options of an admission. Flags, to be combined with |.
type AdmitFlags uint32

const (
	// A refused pod keeps what its first containers got, as in kubelet until its next admission or removal: that is what
	// kubelet's state files show then. Without the flag it is swept at once.
	AdmitLeaveRefused AdmitFlags = 1
)

// KubeletCPUSet: Which set of CPUs of a kubelet.
type KubeletCPUSet int32

const (
	// the default set, where containers without own CPUs run
	KubeletCPUSetShared KubeletCPUSet = 0
	// never given to one container alone
	KubeletCPUSetReserved KubeletCPUSet = 1
	// shared and not reserved
	KubeletCPUSetAvailable KubeletCPUSet = 2
)

// String is the name of the constant.
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

// NodeText: Which text of a node.
type NodeText int32

const (
	// must not be empty
	NodeTextName NodeText = 0
	// status.nodeInfo.architecture: "amd64", "arm64"
	NodeTextArchitecture NodeText = 1
)

// String is the name of the constant.
func (x NodeText) String() string {
	switch x {
	case NodeTextName:
		return "NodeTextName"
	case NodeTextArchitecture:
		return "NodeTextArchitecture"
	}
	return fmt.Sprintf("NodeText(%d)", int32(x))
}

// NodeFlags: What is said of a node. Flags, to be combined with |.
type NodeFlags uint32

const (
	// spec.unschedulable
	NodeUnschedulable NodeFlags = 1
	// other pods may have the CPUs of system QoS, too
	NodeSystemCPUsShared NodeFlags = 2
)

// NodeCPUSet: Which CPUs of a node.
type NodeCPUSet int32

const (
	// kept from pods, as by the annotation reservation
	NodeCPUSetReserved NodeCPUSet = 0
	// of system QoS, as by the annotation system-qos-resource
	NodeCPUSetSystem NodeCPUSet = 1
)

// String is the name of the constant.
func (x NodeCPUSet) String() string {
	switch x {
	case NodeCPUSetReserved:
		return "NodeCPUSetReserved"
	case NodeCPUSetSystem:
		return "NodeCPUSetSystem"
	}
	return fmt.Sprintf("NodeCPUSet(%d)", int32(x))
}

// NodeKubeletFlags: What is said of a node's kubelet. Flags, to be combined with |.
type NodeKubeletFlags uint32

const (
	// CPU manager policy static
	NodeKubeletStatic NodeKubeletFlags = 1
	// its option full-pcpus-only
	NodeKubeletFullPCPUsOnly NodeKubeletFlags = 2
	// its option distribute-cpus-across-numa
	NodeKubeletDistributeCPUsAcrossNUMA NodeKubeletFlags = 4
)

// NRTCPUSet: Which CPUs a NodeResourceTopology speaks of.
type NRTCPUSet int32

const (
	// which kubelet reserves: no pod's own under any of its policies, and part of the shared pool
	NRTCPUSetReserved NRTCPUSet = 0
	// which kubelet has given to pods of its own: not of the shared pool
	NRTCPUSetHeld NRTCPUSet = 1
)

// String is the name of the constant.
func (x NRTCPUSet) String() string {
	switch x {
	case NRTCPUSetReserved:
		return "NRTCPUSetReserved"
	case NRTCPUSetHeld:
		return "NRTCPUSetHeld"
	}
	return fmt.Sprintf("NRTCPUSet(%d)", int32(x))
}

// PodFlags: What is said of a pod. Flags, to be combined with |.
type PodFlags uint32

const (
	// phase Succeeded or Failed
	PodTerminated PodFlags = 1
	// KubeQOS is status.qosClass; else it is computed
	PodHasKubeQOS PodFlags = 2
	// spec.resources is there, be it empty
	PodHasPodLevel PodFlags = 4
)

// ContainerKind: What a container of a pod is for.
type ContainerKind int32

const (
	ContainerKindApp ContainerKind = 0
	// runs to its end before the app containers start
	ContainerKindInit ContainerKind = 1
	// an init container that keeps running (restartPolicy Always)
	ContainerKindSidecar ContainerKind = 2
)

// String is the name of the constant.
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

// ResourceScope: What a resource is of, besides the index of a container.
type ResourceScope int32

const (
	// spec.resources: of the pod as a whole
	ResourceScopePod ResourceScope = -1
	// spec.overhead; only the request counts
	ResourceScopeOverhead ResourceScope = -2
)

// String is the name of the constant.
func (x ResourceScope) String() string {
	switch x {
	case ResourceScopePod:
		return "ResourceScopePod"
	case ResourceScopeOverhead:
		return "ResourceScopeOverhead"
	}
	return fmt.Sprintf("ResourceScope(%d)", int32(x))
}

// CapacityFlags: What is said of a row of a capacity. Flags, to be combined with |.
type CapacityFlags uint32

const (
	// no pods that go would change the reason
	CapacityUnresolvable CapacityFlags = 1
)

// DeviceReportFlags: What is asked about devices. Flags, to be combined with |.
type DeviceReportFlags uint32

const (
	// Ask NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded for the time of the
	// call. Without a driver there are none.
	DeviceReportNVML DeviceReportFlags = 1
	// Read virtual functions of RDMA devices from sysfs.
	DeviceReportSysfs DeviceReportFlags = 2
)

// NodeResourcesFlags: Which resources are named. Flags, to be combined with |.
type NodeResourcesFlags uint32

const (
	// koordinator.sh/gpu.shared, too: 100 for each healthy GPU
	NodeResourcesShared NodeResourcesFlags = 1
)

// ExplanationFlags: What is said of an explanation. Flags, to be combined with |.
type ExplanationFlags uint32

const (
	// judging stopped at the limit: there may be more remedies
	ExplanationTruncated ExplanationFlags = 1
)

// Scope: Where an amount lacks.
type Scope int32

const (
	// not a resource shortage
	ScopeNone Scope = 0
	// the whole node has too little
	ScopeNode Scope = 1
	// each NUMA node alone has too little of something
	ScopeNUMANode Scope = 2
	// as many NUMA nodes as the pod may keep to have too little
	ScopeNUMANodes Scope = 3
	// each device alone has too little left of something
	ScopeDevice Scope = 4
	// too few devices within what those of the pod must share
	ScopePlace Scope = 5
)

// String is the name of the constant.
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

// RemedyKind: What a remedy changes, and what Before and After of its steps are.
type RemedyKind int32

const (
	// the pod prefers a policy it required, BindPolicy
	RemedyKindPreferBind RemedyKind = 0
	// of the pod, BindPolicy
	RemedyKindRequiredBind RemedyKind = 1
	// of the pod, BindPolicy
	RemedyKindPreferredBind RemedyKind = 2
	// ExclusivePolicy
	RemedyKindPodExclusive RemedyKind = 3
	// of the pod, NUMAPolicy
	RemedyKindPodNUMA RemedyKind = 4
	// of the pod, NUMAExclusive
	RemedyKindNUMAExclusive RemedyKind = 5
	// its request, and its limit where that is the same: milli-CPU
	RemedyKindPodCPU RemedyKind = 6
	// its limit, and its request where that is more: milli-CPU
	RemedyKindPodCPULimit RemedyKind = 7
	// spec.unschedulable, from 1 to 0
	RemedyKindNodeSchedulable RemedyKind = 8
	// the policy in force and the label, BindPolicy
	RemedyKindNodeBind RemedyKind = 9
	// the policy in force and the label, NUMAPolicy
	RemedyKindNodeNUMA RemedyKind = 10
	// the pod UID leaves
	RemedyKindEvict RemedyKind = 11
	// After of the node's pods move: Cluster.PlanRebindFor
	RemedyKindRebind RemedyKind = 12
	// requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch, 4 device.
	RemedyKindDeviceScope RemedyKind = 13
	// exclusivePolicy of such: 0 none, 1 device, 2 PCIe
	RemedyKindDeviceExclusive RemedyKind = 14
	// from 1 to 0: their selector is dropped
	RemedyKindDeviceSelector RemedyKind = 15
	// 2 those that vfSelector matches, 1 any, 0 none
	RemedyKindVirtualFunctions RemedyKind = 16
	// from 1 to 0: they need not share PCIe switches
	RemedyKindJointDevices RemedyKind = 17
	// 2 a partition as its spec says, 1 any, 0 none needed
	RemedyKindPodPartition RemedyKind = 18
	// how many of a type the pod asks for
	RemedyKindPodDevices RemedyKind = 19
	// the node's gpu-partition-policy: 2 Honor, 1 Prefer
	RemedyKindNodePartition RemedyKind = 20
)

// String is the value's stable name, as the library has it.
func (x RemedyKind) String() string { return callRemedyKindName(x) }

// StepKind: What a step of a plan does.
type StepKind int32

const (
	// a pod is evicted and lets go of what it holds
	StepKindRelease StepKind = 0
	// a pod comes to a node
	StepKindPlace StepKind = 1
	// a pod of the node holds something else from now on
	StepKindMove StepKind = 2
)

// String is the name of the constant.
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

// GPUPolicy: Policies that place tasks so that GPUs which are left are of use (docs/gpu-placement.md).
type GPUPolicy int32

const (
	// none of them: scores as configured
	GPUPolicyNone GPUPolicy = 0
	// fragmentation gradient descent; scores 0..99
	GPUPolicyFGD GPUPolicy = 1
	// what comes after keeps the most room; up to 2^31 - 1
	GPUPolicyRoomLeft GPUPolicy = 2
	// the least of CPU and GPU left; 0..100, as the next
	GPUPolicyBestFit    GPUPolicy = 3
	GPUPolicyDotProduct GPUPolicy = 4
	// shared GPUs, then nodes in use, then idle ones; 0..100
	GPUPolicyPacking GPUPolicy = 5
	// Nodes whose pods share a GPU as this one does, or have as many whole ones; 0..100
	GPUPolicyClustering GPUPolicy = 6
)

// String is the name of the constant.
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
	}
	return fmt.Sprintf("GPUPolicy(%d)", int32(x))
}

// KubeletFault: What is wrong with a state file of kubelet.
type KubeletFault int32

const (
	KubeletFaultNone KubeletFault = 0
	// the file, or a set in it
	KubeletFaultUnreadable KubeletFault = 1
	// wrong, or missing, which kubelet accepts
	KubeletFaultChecksum KubeletFault = 2
	// of the file: not 2
	KubeletFaultVersion KubeletFault = 3
	// of the file: not the configured one
	KubeletFaultPolicy KubeletFault = 4
	// no default set, but entries
	KubeletFaultDefaultEmpty KubeletFault = 5
	// reserved CPUs are not where they belong
	KubeletFaultReserved KubeletFault = 6
	// an entry's CPUs are in the default set, too
	KubeletFaultOverlapsDefault KubeletFault = 7
	// CPUs that the machine does not have or has offline
	KubeletFaultCPUsGone KubeletFault = 8
	// CPUs in neither the default set nor an entry
	KubeletFaultCPUsMissing KubeletFault = 9
	// entries of two pods share CPUs; kubelet accepts it
	KubeletFaultOverlap KubeletFault = 10
	// an entry without CPUs; kubelet accepts it
	KubeletFaultEmptyEntry KubeletFault = 11
	// an entry of a pod that is not there; kubelet accepts it
	KubeletFaultPodGone KubeletFault = 12
	// memory_manager_state
	KubeletFaultMemory KubeletFault = 13
)

// String is the value's stable name, as the library has it.
func (x KubeletFault) String() string { return callKubeletFaultName(x) }

// KubeletFindingFlags: What is said of a fault that was found. Flags, to be combined with |.
type KubeletFindingFlags uint32

const (
	// Kubelet does not start. Without the flag it starts and goes on with what is wrong.
	KubeletFindingStops KubeletFindingFlags = 1
)

// RepairFlags: Options of a check and a repair. Flags, to be combined with |.
type RepairFlags uint32

const (
	// The pods that are given are all of the node: entries of others are findings, and are dropped by a repair.
	RepairOnlyPresent RepairFlags = 1
	// Repair: the file may have been written under another policy of its manager.
	RepairMigrate RepairFlags = 2
	// Repair: an entry that lost CPUs keeps those that are left, instead of being dropped. Kubelet does not fill it up
	// while the container runs.
	RepairKeepShrunk RepairFlags = 4
	// Repair: a file that cannot be read at all becomes that of a kubelet that starts for the first time.
	RepairStartOver RepairFlags = 8
)

// WriteStateFlags: Options of writing a state file. Flags, to be combined with |.
type WriteStateFlags uint32

const (
	// Write although a kubelet runs. It overwrites the file as soon as something changes.
	WriteStateForce WriteStateFlags = 1
	// Keep no backup.
	WriteStateNoBackup WriteStateFlags = 2
)

// NRTLevel: What of a pod could not be aligned to one NUMA node.
type NRTLevel int32

const (
	// nothing: it fits
	NRTLevelNone          NRTLevel = 0
	NRTLevelPod           NRTLevel = 1
	NRTLevelContainer     NRTLevel = 2
	NRTLevelInitContainer NRTLevel = 3
)

// String is the name of the constant.
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

// PreemptFlags: Options of a preemption. Flags, to be combined with |.
type PreemptFlags uint32

const (
	// Of two sets of victims the one whose highest priority is lower, then the smaller one, then that with the lower sum
	// of priorities, as kube-scheduler has it. Without it: the smaller one, then that with lower priorities, sorted
	// descending and compared one by one. Victims under ProtectionAvoid count before either, their uids after both.
	PreemptLeastImportant PreemptFlags = 1
)

// PreemptionFlags: What is said of a row of a preemption. Flags, to be combined with |.
type PreemptionFlags uint32

const (
	// no eviction of any pods would change the reason
	PreemptionUnresolvable PreemptionFlags = 1
	// The budget was too small to tell the best victims: these, of which none can be spared, are what kube-scheduler's
	// way of sparing the most important first left.
	PreemptionUnproven PreemptionFlags = 2
)

// RebindFlags: Options of a rebind. Flags, to be combined with |.
type RebindFlags uint32

const (
	// no pod comes to be on more NUMA nodes than it is
	RebindNoNewCrossing RebindFlags = 1
)

// RebindBudget: How many placements a rebind may try.
type RebindBudget int32

const (
	// where it is 0
	RebindBudgetDefault RebindBudget = 1000
	RebindBudgetMax     RebindBudget = 1000000
)

// String is the name of the constant.
func (x RebindBudget) String() string {
	switch x {
	case RebindBudgetDefault:
		return "RebindBudgetDefault"
	case RebindBudgetMax:
		return "RebindBudgetMax"
	}
	return fmt.Sprintf("RebindBudget(%d)", int32(x))
}

// RebindInfoFlags: What is said of a rebind. Flags, to be combined with |.
type RebindInfoFlags uint32

const (
	// The budget was used up: more of it might have found a better plan.
	RebindInfoTruncated RebindInfoFlags = 1
)

// RebindAction: What a RebindResource asks for.
type RebindAction int32

const (
	// RebindCPU
	RebindActionCPU RebindAction = 1
)

// String is the name of the constant.
func (x RebindAction) String() string {
	switch x {
	case RebindActionCPU:
		return "RebindActionCPU"
	}
	return fmt.Sprintf("RebindAction(%d)", int32(x))
}

// RebindPhase: How far a RebindResource got.
type RebindPhase int32

const (
	// nobody has seen it yet
	RebindPhaseNone    RebindPhase = 0
	RebindPhasePending RebindPhase = 1
	RebindPhaseSucceed RebindPhase = 2
	RebindPhaseFailed  RebindPhase = 3
	RebindPhaseUnknown RebindPhase = 4
)

// String is the name of the constant.
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

// PictureFormat: What a picture is drawn as.
type PictureFormat int32

const (
	PictureFormatText PictureFormat = 0
	PictureFormatSVG  PictureFormat = 1
)

// String is the name of the constant.
func (x PictureFormat) String() string {
	switch x {
	case PictureFormatText:
		return "PictureFormatText"
	case PictureFormatSVG:
		return "PictureFormatSVG"
	}
	return fmt.Sprintf("PictureFormat(%d)", int32(x))
}

// PictureFlags: How a picture is drawn. Flags, to be combined with |.
type PictureFlags uint32

const (
	// text: ANSI colours
	PictureColor PictureFlags = 1
	// text: no characters outside ASCII
	PictureASCII PictureFlags = 2
	// list PCI devices under their NUMA node
	PictureDevices PictureFlags = 4
)

// ReservationPolicy: Koordinator's allocatePolicy of a reservation.
type ReservationPolicy int32

const (
	ReservationPolicyDefault ReservationPolicy = 0
	// what it lacks comes from the node, as under DEFAULT
	ReservationPolicyAligned ReservationPolicy = 1
	// of the resources it reserves, owners get only its own
	ReservationPolicyRestricted ReservationPolicy = 2
)

// String is the name of the constant.
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

// Refusal: Why a request was refused; reason ReasonNone: it was granted. 64 bytes, this layout for ever: what is
// stored or sent goes through Refusal.MarshalJSON.
type Refusal struct {
	// in units of Object
	Needed int64
	// the most that any place considered could give, same units
	Best   int64
	Reason Reason
	// whose words Refusal.String uses
	Profile Profile
	// what needed and best count
	Object ObjectKind
	// what Where is
	WhereObject ObjectKind
	// its id, -1 for the machine and for pods
	Where int32
	// The policy that was not met, where the reason names one: a BindPolicy of ReasonRequiredBindPolicy and
	// ReasonBindPolicy*, a ExclusivePolicy of ReasonExclusivePolicyUnsupported, a NUMAPolicy of ReasonNUMA*; else 0.
	Policy int32
	// The resource (Cluster.ResourceName); -1: none, or one that no node has.
	Resource int32
	// The type of devices (Cluster.DeviceTypeName); -1: none, or one that has no number.
	DeviceType int32
	// ReasonSMTAlignment, ReasonNotEnoughPhysicalCores: threads per core; of a gang: how many nodes it may use. 0: none.
	Count uint32
	_     [12]byte
}

// PodInfo: What a pod is and asks for.
type PodInfo struct {
	_ uint32
	_ uint32
	// effective, as Pod.Request
	CPURequestMilli int64
	// -1: none
	CPULimitMilli int64
	Properties    PodPropertyFlags
	// of all kinds
	Containers uint32
	// the label's
	QOS QOS
	// the label's, else LS for Guaranteed and Burstable pods and BE for others
	EffectiveQOS QOS
	// as reported in status, else computed
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

// CPU: One CPU (PU). What is unique within what: cpu, numa_node, l3, core_index: in the machine. socket: in the
// machine. core: in its socket (within one NUMA node); topologies read from a machine number cores machine-wide by
// their lowest CPU, so there it equals core_index. kernel_core is Linux's core_id: unique only within a socket, with
// holes.
type CPU struct {
	// kernel CPU number
	CPU int32
	// core number of the source (lscpu's logical number in annotations)
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
	// kind of core on hybrid machines: 0 is the least performant, rising
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
	// L3 groups, those without usable CPUs included
	L3s uint32
	// those without CPUs included
	NUMANodes uint32
	// those without usable CPUs included
	Sockets uint32
	// PCI devices
	Devices uint32
	// threads of the widest core
	SMTWidth uint32
	// words a set over this machine's CPUs needs
	Words uint32
	// "x86_64", "aarch64", ...; "" when unknown
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
	// all memory of the node, huge pages included; 0: none, or not known
	MemoryBytes uint64
	// kernel NUMA node number
	NUMANode int32
	// usable CPUs that belong to the node
	CPUs uint32
}

// Hugepages: Huge pages of one size on a NUMA node.
type Hugepages struct {
	PageBytes uint64
	// configured
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
	// operating system names, joined by ','
	Names string
	// PCI class << 8 | subclass
	ClassID  uint32
	VendorID uint32
	DeviceID uint32
	// the nearest (the lowest of several), -1: none known
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

// AgentOptions: How a node's agent decides. The zero value is the default.
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
	// words a set over the machine's CPUs needs
	Words uint32
}

// AgentPool: The pools where a socket and a NUMA node meet.
type AgentPool struct {
	// kernel physical package id
	Socket int32
	// kernel NUMA node number; CPUs without one count for 0
	NUMANode int32
	// CPUs of the shared pool here
	Shared uint32
	// CPUs of the BE pool here
	BestEffort uint32
}

// SuppressUsage: What was measured on a node, in milli-CPU.
type SuppressUsage struct {
	_ uint32
	_ uint32
	// of the node; 0: the machine's CPUs
	Capacity int64
	// by everything
	NodeUsed int64
	// by all pods
	PodsUsed int64
	// by all applications that are no pods
	HostAppsUsed int64
	// by pods that are not BE
	NonBEPodsUsed     int64
	NonBEHostAppsUsed int64
	// for the system; 0: the most that kubelet and annotation reserve
	Reserved int64
	// quota that BE has now, per 100 ms; 0 or less: none
	QuotaMicroseconds int64
	// of the capacity, that all are to keep to; 0: 65
	ThresholdPercent uint32
	// of the capacity, that BE has in any case; 0: nothing
	MinimumPercent uint32
}

// Suppression: How far BE pods are to be narrowed.
type Suppression struct {
	_ uint32
	_ uint32
	// what BE pods may use; negative: others use too much
	AllowanceMilli int64
	// policy cfsQuota: per 100 ms
	QuotaMicroseconds int64
	// policy cpuset: how many; 0: none can be had
	CPUs       uint32
	Properties SuppressionFlags
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

// AgentPod: A pod on a node, or a container that runs elsewhere than its pod.
type AgentPod struct {
	// why CPUs or NUMA nodes that it states are not what it runs on
	Refusal Refusal
	// of the pod
	UID string
	// name of the container; "": the row is about the pod
	Container string
	// as the pod is treated
	QOS QOS
	// of the pod or container
	Place AgentPlace
	// how many; 0: left as they are
	CPUs uint32
	// how many its memory is on; 0: left as they are
	NUMANodes uint32
	// AgentPodUnlimited
	Properties AgentPodFlags
	// its number among all rows of the state
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

// CgroupOptions: Which control groups are meant. The zero value is the default.
type CgroupOptions struct {
	_       uint32
	_       uint32
	Driver  CgroupDriver
	Version CgroupVersion
}

// CgroupsInfo: What control groups a machine has.
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
	// of the group
	Kind CgroupKind
	// of the file, below the mount
	Path string
	// what the file says before the step
	From string
	// what is written
	To string
	// of the pod, "": none
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

// CgroupReportInfo: What came of a plan.
type CgroupReportInfo struct {
	_ uint32
	_ uint32
	// made, those that took back others included
	Writes uint64
	// index of the first that failed, -1: none
	FailedStep int64
	// index of the step that could not be taken back, -1: none
	FailedUndo int64
	Outcome    CgroupOutcome
	// of the failed step
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

// CgroupResult: What came of a step of the plan, at the same index.
type CgroupResult struct {
	State CgroupStepState
	Error CgroupError
	// errno of what failed, 0: none
	ErrorNumber int32
	// what was read back last
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
	// kernel NUMA node number; below 64 for a merge under peers' profiles
	NUMANode int32
	Use      NUMAUse
}

// NUMAHint: One way to have a resource: all of it from exactly these NUMA nodes.
type NUMAHint struct {
	// bit i is row i of NUMAHints.Nodes
	Nodes uint64
	// -2^53 to 2^53; not read by kubelet's profile
	Score int64
	Flags NUMAHintFlags
	_     uint32
}

// NUMAHintList: A list of hints that is added: what one provider (CPUs, memory, a device plugin) says about one
// resource.
type NUMAHintList struct {
	_ uint32
	_ uint32
	// which provider says so; does not fall from list to list
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
	// the resource's name
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

// NUMAOptions: How hints are merged. The zero value is the default.
type NUMAOptions struct {
	_       uint32
	Flags   NUMAMergeFlags
	Profile Profile
	Policy  NUMAPolicy
	// not read by kubelet's profile
	Exclusive NUMAExclusive
	// most NUMA nodes, 0: 8 under kubelet's profile, where 8 is also the least that may be said
	// (max-allowable-numa-nodes), else MaxNUMANodes
	MaxNodes uint32
}

// NUMAMerged: What a merge answers.
type NUMAMerged struct {
	// bit i is row i of NUMAHints.Nodes; all of them where there is no affinity
	Nodes uint64
	// of the hints for exactly these nodes; 0 under kubelet's profile
	Score int64
	Flags NUMAMergedFlags
	// ReasonNone when admitted
	Reason Reason
}

// ClusterOptions: How a cluster judges and scores. The zero value is the default.
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
	// its number
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
	// pods that hold something; none that wait for their node
	Pods uint64
	// nodes that are there, be it only by a topology or devices
	Nodes uint32
	// numbers given so far: rows of nodes are below
	IDs uint32
}

// Verdict: Whether a node can take a pod, and how well.
type Verdict struct {
	Node uint32
	// ReasonNone: it can
	Reason Reason
	// 0 where it cannot. Under ProfileSpec 0..200: the proposal's A + B, not yet normalised; with Koordinator's formula
	// 0..100. What devices say, 0..100 for each type, is added. Under a GPUPolicy its score instead.
	Score int32
	Flags VerdictFlags
}

// Evaluation: What a look at many nodes says besides its rows.
type Evaluation struct {
	// of the cluster that was judged; Cluster.ChangesInto: since which, too
	Generation uint64
	// rows
	Count uint64
}

// PodConflicts: What of a pod's own account of what it holds is not believed, or odd; all 0: nothing.
type PodConflicts struct {
	_ uint32
	_ uint32
	// CPUs that another pod has, for which its claim is refused
	CPUsHeld uint32
	// CPUs that are reserved or of system QoS; it has the others
	CPUsWithheld uint32
	// CPUs that its node does not have, or whose topology is not known yet
	CPUsUnknown uint32
	// amounts on NUMA nodes, or of resources, that its node does not report
	GrantsUnknown uint32
	// devices that its node does not report, or not as healthy
	DevicesUnknown uint32
	// devices of which others have too much, for which its claim is refused
	DevicesShort uint32
	// how many are: of CPUs, of amounts on NUMA nodes, of devices
	ClaimsRefused uint32
	// Devices that it asks for and of which nothing tells which they are: as many are kept for it.
	DevicesUnexplained uint32
	// why not all CPUs that it claims are its own; reason 0: they are
	CPUs Refusal
	// why none of the amounts on NUMA nodes are
	Amounts Refusal
	// why none of the devices are, or which nothing tells of
	Devices Refusal
}

// CPURequest: What to pick, by which policies.
type CPURequest struct {
	_     uint32
	Flags PickFlags
	// ProfileSpec or ProfileUpstream
	Profile         Profile
	BindPolicy      BindPolicy
	ExclusivePolicy ExclusivePolicy
	NUMAStrategy    NUMAStrategy
	// CPUs wanted; 0 is granted with an empty set
	CPUs uint32
	// pods that may share one CPU; 0 and 1: none shares
	MaxRefCount uint32
	_           uint32
	_           PickSetFlags
	_           uint32
	_           uint32
}

// NUMAGrant: One of the NUMA nodes that a topology manager chose: what it can give, and what it was made to give.
type NUMAGrant struct {
	// milli-CPU the node has left; negative: 1000 per available CPU
	AvailableMilli int64
	// written: milli-CPU taken from the node
	GrantedMilli int64
	// kernel NUMA node number
	NUMANode int32
	_        uint32
}

// DeviceSpec: What a device states in numbers.
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

// AdjustmentInfo: What of a container changes.
type AdjustmentInfo struct {
	_ uint32
	_ uint32
	// reason ReasonNone: nothing is wrong
	Refusal Refusal
	// what is not named stays as it is
	Changes AdjustmentFlags
	// how many variables
	Env uint32
	// how many names for the container device interface
	CDIDevices uint32
	// how many paths of device nodes
	DeviceNodes uint32
}

// HookOptions: What a hook does where it cannot serve. The program koord-oci-hook has the same defaults. The zero
// value is the default.
type HookOptions struct {
	_ uint32
	_ uint32
	// there is no node-state.json, as where the agent has not started; default: HookChoiceLeave
	WithoutState HookChoice
	// the pod claims what is not its own; default: HookChoiceRefuse. HookChoiceLeave: it gets what the state gives it
	// instead, which may be nothing
	Refused HookChoice
}

// HookResult: What a hook did.
type HookResult struct {
	_ uint32
	_ uint32
	// why not as asked; also where outcome is HookOutcomeDone
	Refusal Refusal
	Outcome HookOutcome
	// made to files of control groups
	Writes uint32
}

// KubeletRequest: What to pick as kubelet does.
type KubeletRequest struct {
	_       uint32
	_       uint32
	Options KubeletOptionFlags
	// whole CPUs of one Guaranteed container; 0: granted, empty
	CPUs uint32
	_    KubeletSetFlags
	_    uint32
	// NUMA nodes of the topology manager's hint: bit i is row i of Topology.NUMANodes; 0: no preference. A hint cannot
	// name rows above 63, nor can kubelet's own, which are masks of 64 bits, too.
	Affinity uint64
}

// KubeletContainer: What one container gets of kubelet. Sets of NUMA nodes: bit i is row i of Topology.NUMANodes.
type KubeletContainer struct {
	// nodes the topology manager kept for it; 0: none in particular
	Affinity uint64
	// nodes of its memory, cpuset.mems; 0: not bound to any
	MemoryNodes uint64
	// CPUs it has for itself
	CPUs  uint32
	Flags KubeletContainerFlags
}

// MemoryBlock: One kind of memory that a container has.
type MemoryBlock struct {
	// NUMA nodes it comes from: bit i is row i of Topology.NUMANodes
	Nodes uint64
	// of an init container: what later containers do not reuse
	Bytes uint64
	// 0: memory, else huge pages of this size
	PageBytes uint64
	// index in the pod
	Container uint32
	_         uint32
}

// NodeSpec: What a node states in numbers. All but NodeUnschedulable is for hosts that have no labels and
// annotations: one that states the same replaces it.
type NodeSpec struct {
	_          uint32
	Flags      NodeFlags
	BindPolicy BindPolicy
	// numa-allocate-strategy
	Strategy   NUMAStrategy
	NUMAPolicy NUMAPolicy
	// 150: the node sells 3 CPUs for 2; 0: 100
	CPUAmplificationPercent uint32
}

// NRTSpec: What is said in numbers, for hosts that have no policies, attributes and annotations: one that states the
// same replaces it.
type NRTSpec struct {
	_     uint32
	Flags NodeKubeletFlags
	// kubelet's topology manager policy
	NUMAPolicy NUMAPolicy
	_          uint32
}

// PodSpec: What a pod states in numbers. Zeros are what a pod that states nothing has. Policies and classes are for
// hosts that have no labels and annotations: one that states the same replaces them.
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

// CapacityOptions: How many pods are counted. The zero value is the default.
type CapacityOptions struct {
	_ uint32
	_ uint32
	// that are counted on one node, up to 65536; 0: 4096
	MaxPods uint32
}

// CapacityInfo: Sums of a capacity.
type CapacityInfo struct {
	_ uint32
	_ uint32
	// that fit, on all nodes
	Pods uint64
	// Pods that restarts drive from their nodes, and of them those that no node has room for, or that are under
	// ProtectionKeep and do not move (on a node that drains they end with it instead). The others went to the best node
	// each, by priority, descending, then uid, before anything was counted.
	Displaced uint64
	Unplaced  uint64
}

// NodeCapacity: How many more pods a node takes.
type NodeCapacity struct {
	// CPU that is nobody's after that, of the whole node
	LeftMilli int64
	// bytes
	LeftMemory int64
	Node       uint32
	// that fit
	Pods uint32
	// why no more; ReasonNone: as many as were asked about
	Reason Reason
	Flags  CapacityFlags
}

// CapacityReason: What strands the rest: sums by reason.
type CapacityReason struct {
	// sums over the nodes with this reason
	LeftMilli int64
	// bytes
	LeftMemory int64
	Pods       uint64
	Reason     Reason
	// how many they are
	Nodes uint32
}

// ExplainOptions: How much is tried to explain a refusal. The zero value is the default.
type ExplainOptions struct {
	_ uint32
	_ uint32
	// how many nodes are looked at closely, at most 64; 0: 3
	Nearest uint32
	// How often such nodes may be judged as they might be, at most 1000000; 0: 8192.
	MaxJudgements uint32
}

// ExplanationInfo: Counts of an explanation.
type ExplanationInfo struct {
	_ uint32
	_ uint32
	// of the cluster that was asked
	Generation uint64
	// that were asked
	Nodes uint32
	// that can take the pod
	Fitting uint32
	// rows of Explanation.Groups
	Groups uint32
	// rows of Explanation.Misses
	Misses     uint32
	Properties ExplanationFlags
	_          uint32
}

// Bound: An amount that lacks: best < needed; all 0 but Where and Resource, which are -1, where it is none.
type Bound struct {
	// in units of Object
	Needed int64
	// what there is
	Best   int64
	Scope  Scope
	Object ObjectKind
	// NUMA_NODE: id of the one that lacks least; NUMA_NODES: how many, 0: those chosen; DEVICE: minor of the one that
	// lacks least; PLACE: 2 a NUMA node, 3 a PCIe switch, 4 a device.
	Where int32
	// As in Cluster.ResourceName, -1: one that no node has; where ObjectKindDevice are counted, their type as in
	// Cluster.DeviceTypeName.
	Resource int32
}

// RefusedGroup: Nodes that refuse for one reason and lack the same.
type RefusedGroup struct {
	// of the nearest of them
	Refusal Refusal
	// of the nearest of them
	Bound Bound
	// the least bound.best of all of them
	MinBest int64
	// the most
	MaxBest int64
	// how many they are
	Nodes uint32
	// which lacks least of it, the lowest number of those
	Nearest uint32
}

// NearMiss: A node that refuses, looked at closely.
type NearMiss struct {
	// as from Cluster.Judge
	Refusal Refusal
	Bound   Bound
	Node    uint32
	// VerdictUnresolvable
	Flags VerdictFlags
	// per mille of what the pod asks for, rounded up, of the resource that lacks most
	Missing uint32
	// how many were found
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

// RemedyStep: A change; the steps of a remedy are made together.
type RemedyStep struct {
	Before int64
	After  int64
	// row of Explanation.Misses
	Miss uint32
	// of that node, from 0: fewest steps first
	Remedy uint32
	Kind   RemedyKind
	// of the pod that leaves
	Priority int32
	// Of the pod that leaves; in its place the type ("gpu") where devices of one are concerned.
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
	// of the pod
	Priority int32
	// Of the pod.
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

// GangOptions: How much is tried to place a gang. The zero value is the default.
type GangOptions struct {
	_ uint32
	_ uint32
	// how often a pod may be tried on a node; 0: 5000
	Budget uint64
	// the pods may use so many nodes; 0: any number
	MaxNodes uint32
	_        uint32
}

// GangInfo: How placing a gang went.
type GangInfo struct {
	_ uint32
	_ uint32
	// of the budget
	Used uint64
	// why there is no plan; reason NONE where there is one
	Refusal Refusal
	// all pods, or the most that one attempt placed
	Placed uint32
	// that the plan puts pods on
	Nodes uint32
	// where refused: the first pod without room, an index into Pods
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
}

// TaskClass: Tasks of a workload that ask for the same.
type TaskClass struct {
	// how many of them there are: only the proportions count. All together up to 2^30
	Tasks int64
	// up to 2^28
	CPUMilli int64
	// thousandths of each GPU, up to 1000
	GPUMilli int32
	// GPUs, up to 64; 0 with gpu_milli 0: none
	GPUCount int32
	// models that will do: "A100|H100"; up to 63 in all
	Models string
}

func (p TaskClass) raw(texts *arena) (r rawTaskClass) {
	r.Tasks = p.Tasks
	r.CPUMilli = p.CPUMilli
	r.GPUMilli = p.GPUMilli
	r.GPUCount = p.GPUCount
	r.ModelsOffset, r.ModelsLength = texts.add(p.Models)
	return r
}

// KubeletFinding: One thing that is wrong; its sentence is in the report.
type KubeletFinding struct {
	Fault KubeletFault
	Flags KubeletFindingFlags
	// how many CPUs it is about
	CPUs uint32
	_    uint32
}

// NRTVerdict: Whether NUMA zones admit a pod.
type NRTVerdict struct {
	_ uint32
	_ uint32
	// reason ReasonNone: the pod passes
	Refusal Refusal
	Level   NRTLevel
	// its index among the containers, or init containers, -1: the pod
	Container int32
}

// PreemptOptions: How much is tried to find victims. The zero value is the default.
type PreemptOptions struct {
	_     uint32
	Flags PreemptFlags
	// How much is searched on all nodes together: a set of victims that is tried costs 16, any other step 1. 0: 2^20. A
	// node's answer may depend on it, and on how many nodes there are.
	Budget uint64
}

// NodePreemption: What a node says to a pod that may evict others.
type NodePreemption struct {
	// of the victims, each counted from INT32_MIN on
	PrioritySum int64
	Node        uint32
	// ReasonNone: the pod fits once the victims are gone
	Reason Reason
	// of the node without the victims; see Verdict
	Score int32
	Flags PreemptionFlags
	// of the victims; 0: none
	HighestPriority int32
	// how many; 0: the pod fits as it is
	Victims uint32
	// of them under ProtectionAvoid
	Avoided uint32
	_       uint32
}

// Fragmentation: How well the CPUs of a node are used. A plan is better than another by the first of the fields down
// to largest_block that differs.
type Fragmentation struct {
	// CPUs that a pod owns although another does too, or nobody may
	Contested int32
	// NUMA nodes that pods are on beyond the fewest that have their CPUs
	ExtraNUMA int32
	// the same of sockets
	ExtraSockets int32
	// pods whose bind, exclusive and NUMA policies do not all hold
	UnmetPods int32
	// free CPUs on cores that are not free
	Stranded int32
	// most free CPUs on free cores of one NUMA node; more is better
	LargestBlock int32
	FreeCPUs     int32
	// with all their threads
	FreeCores int32
	// how much smaller the largest block is than as many free CPUs could make: 0 to 100
	Percent int32
	_       int32
}

// RebindOptions: How much a rebind may move and try. The zero value is the default.
type RebindOptions struct {
	_ uint32
	// RebindNoNewCrossing
	Flags RebindFlags
	// pods that may move; 0: any number
	MaxMoved uint32
	// How many placements may be tried, up to RebindBudgetMax; 0: RebindBudgetDefault.
	Budget uint32
}

// RebindInfo: How a rebind went.
type RebindInfo struct {
	_ uint32
	_ uint32
	// why there is nothing to plan on: NODE_UNKNOWN, NO_TOPOLOGY; of Cluster.PlanRebindFor, why the pod does not fit;
	// else NONE
	Reason Reason
	// pods; the plan may have more steps
	Moved uint32
	// of the budget: placements tried
	Used       uint32
	Properties RebindInfoFlags
	Before     Fragmentation
	After      Fragmentation
	// Cluster.PlanRebindFor: why the pod does not fit; else NONE
	Refusal Refusal
}

// RebindRequest: What a RebindResource object asks for, and how far it got.
type RebindRequest struct {
	_      uint32
	_      uint32
	Action RebindAction
	Phase  RebindPhase
	// 600 where the object does not say
	DeadlineSeconds int64
}

// PictureOptions: How a picture is drawn. The zero value is the default.
type PictureOptions struct {
	_      uint32
	Flags  PictureFlags
	Format PictureFormat
	// text: width of the terminal, 0: 100
	Columns uint32
}

// Diagnostics: What several calls share: today the log function. Calls that take a Diagnostics accept nil: silence. A
// handle that keeps the Diagnostics it was made with is silent once that is closed.
type Diagnostics struct{ handle }

func newDiagnostics(pointer uintptr) *Diagnostics {
	if pointer == 0 {
		return nil
	}
	made := new(Diagnostics)
	made.own(pointer, freeDiagnostics)
	return made
}

// pointer is what calls take until release; 0: there is none.
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

// Pod: An immutable pod, counted and shared by any threads.
type Pod struct{ handle }

func newPod(pointer uintptr) *Pod {
	if pointer == 0 {
		return nil
	}
	made := new(Pod)
	made.own(pointer, callPodUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Pod) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// kubeletSetupHandle: A kubelet's configuration, its state files and the containers on its node: an input of
// NewKubelet, Topology.NRT, Agent.SetKubelet and of the calls that check and repair its files. They read it and keep
// nothing of it. One that nothing was set in is kubelet's defaults, and no files.
type kubeletSetupHandle struct{ handle }

func newKubeletSetup(pointer uintptr) *kubeletSetupHandle {
	if pointer == 0 {
		return nil
	}
	made := new(kubeletSetupHandle)
	made.own(pointer, callKubeletSetupFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *kubeletSetupHandle) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Topology: An immutable picture of one machine, counted and shared by any threads.
type Topology struct{ handle }

func newTopology(pointer uintptr) *Topology {
	if pointer == 0 {
		return nil
	}
	made := new(Topology)
	made.own(pointer, callTopologyUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Topology) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Agent: A node as its agent knows it: machine, settings, kubelet's state and pods. The same threading rule as for
// Kubelet: calls that only read it may run at the same time.
type Agent struct{ handle }

func newAgent(pointer uintptr) *Agent {
	if pointer == 0 {
		return nil
	}
	made := new(Agent)
	made.own(pointer, callAgentFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Agent) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// AgentState: Who runs where, as such a file holds it. Immutable.
type AgentState struct{ handle }

func newAgentState(pointer uintptr) *AgentState {
	if pointer == 0 {
		return nil
	}
	made := new(AgentState)
	made.own(pointer, callAgentStateUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *AgentState) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// CgroupPath: The path of a group below its controller's root (version 2: below the mount), without '/' in front.
// Pure: nothing is read.
type CgroupPath struct{ handle }

func newCgroupPath(pointer uintptr) *CgroupPath {
	if pointer == 0 {
		return nil
	}
	made := new(CgroupPath)
	made.own(pointer, callCgroupPathFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *CgroupPath) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Cgroups: The control groups of a machine, open. Calls that take one read and write its files.
type Cgroups struct{ handle }

func newCgroups(pointer uintptr) *Cgroups {
	if pointer == 0 {
		return nil
	}
	made := new(Cgroups)
	made.own(pointer, callCgroupsClose)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Cgroups) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// CgroupContainers: Names of containers by their ids.
type CgroupContainers struct{ handle }

func newCgroupContainers(pointer uintptr) *CgroupContainers {
	if pointer == 0 {
		return nil
	}
	made := new(CgroupContainers)
	made.own(pointer, callCgroupContainersFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *CgroupContainers) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// CgroupPlan: Writes to make, as data. Immutable.
type CgroupPlan struct{ handle }

func newCgroupPlan(pointer uintptr) *CgroupPlan {
	if pointer == 0 {
		return nil
	}
	made := new(CgroupPlan)
	made.own(pointer, callCgroupPlanUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *CgroupPlan) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// CgroupReport: What came of a plan. Immutable.
type CgroupReport struct{ handle }

func newCgroupReport(pointer uintptr) *CgroupReport {
	if pointer == 0 {
		return nil
	}
	made := new(CgroupReport)
	made.own(pointer, callCgroupReportUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *CgroupReport) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// NUMAHints: The NUMA nodes of one machine with their users and distances, and what providers say about the resources
// of a pod or container: what a merge reads. Made once and used for many pods: it keeps its memory when it is reset
// or filled anew. Calls that only read it may run at the same time; all others require exclusive access.
type NUMAHints struct{ handle }

func newNUMAHints(pointer uintptr) *NUMAHints {
	if pointer == 0 {
		return nil
	}
	made := new(NUMAHints)
	made.own(pointer, callNUMAHintsFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *NUMAHints) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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
// Koordinator's CPU orchestration proposal; docs/scheduling.md). It synchronises itself: every function may be called
// on one cluster from any thread at any time, also those that change it. No call holds it longer than one evaluation,
// planning aside.
type Cluster struct{ handle }

func newCluster(pointer uintptr) *Cluster {
	if pointer == 0 {
		return nil
	}
	made := new(Cluster)
	made.own(pointer, callClusterFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Cluster) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// nodeNamesHandle: The names of a cluster's nodes at one moment. Immutable; counted, any threads may share it.
type nodeNamesHandle struct{ handle }

func newNodeNames(pointer uintptr) *nodeNamesHandle {
	if pointer == 0 {
		return nil
	}
	made := new(nodeNamesHandle)
	made.own(pointer, callNodeNamesUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *nodeNamesHandle) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Query: What a call is asked under: flags, nodes, and how things might be. An argument of one call, not a state of
// the cluster: made once, used for many calls, changed in between. A setter requires exclusive access. A call refuses
// a query that names pods, nodes or reservations which it does not read (INVALID). Flags, the generation and the
// affinity have no effect on calls that do not read them: one query may serve Filter, Score and Reserve.
type Query struct{ handle }

func newQuery(pointer uintptr) *Query {
	if pointer == 0 {
		return nil
	}
	made := new(Query)
	made.own(pointer, callQueryFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Query) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// DeviceBuilder: A Device object (scheduling.koordinator.sh) in the making, for callers that have it as a typed
// object: every field that docs/objects.md lists. A cluster or an agent reads it as it reads the same object from
// JSON, with the same answers and errors. It serves many objects one after the other: DeviceBuilder.Reset keeps its
// memory. A setter requires exclusive access. What is set again is replaced. Texts are UTF-8 without NUL, at most 4
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

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *DeviceBuilder) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// AdjustmentRequest: What a runtime asks about: a container of a pod, at a stage.
type AdjustmentRequest struct{ handle }

func newAdjustmentRequest(pointer uintptr) *AdjustmentRequest {
	if pointer == 0 {
		return nil
	}
	made := new(AdjustmentRequest)
	made.own(pointer, callAdjustmentRequestFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *AdjustmentRequest) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Adjustment: What of a container changes. Immutable.
type Adjustment struct{ handle }

func newAdjustment(pointer uintptr) *Adjustment {
	if pointer == 0 {
		return nil
	}
	made := new(Adjustment)
	made.own(pointer, callAdjustmentUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Adjustment) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Hook: A createRuntime hook of OCI runtimes: where it finds what it needs, and what it does where it cannot serve.
type Hook struct{ handle }

func newHook(pointer uintptr) *Hook {
	if pointer == 0 {
		return nil
	}
	made := new(Hook)
	made.own(pointer, callHookFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Hook) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Kubelet: A node as its kubelet sees it: a state machine of pods that arrive and go, without a kubelet. Static CPU
// policy, memory manager and topology manager decide as in kubelet 1.36 (docs/kubelet.md).
type Kubelet struct{ handle }

func newKubelet(pointer uintptr) *Kubelet {
	if pointer == 0 {
		return nil
	}
	made := new(Kubelet)
	made.own(pointer, callKubeletFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Kubelet) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// admissionHandle: What one pod got of a kubelet, by container: Kubelet.Admit and Kubelet.Judge write it. One handle
// serves any number of calls, and pods no larger than those before cost no allocation of it. New, it has no
// containers.
type admissionHandle struct{ handle }

func newAdmission(pointer uintptr) *admissionHandle {
	if pointer == 0 {
		return nil
	}
	made := new(admissionHandle)
	made.own(pointer, callAdmissionFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *admissionHandle) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// NodeBuilder: A Node (v1) in the making, for callers that have it as a typed object: every field that
// docs/objects.md lists. A cluster or an agent reads it as it reads the same node from JSON, with the same answers
// and errors. It serves many nodes one after the other: NodeBuilder.Reset keeps its memory. A setter requires
// exclusive access. What is set again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in a node.
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

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *NodeBuilder) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// NRTBuilder: A NodeResourceTopology in the making, for callers that have it as a typed object: every field that
// docs/objects.md lists. A cluster reads it as it reads the same object from JSON, with the same answers and errors.
// It serves many objects one after the other: NRTBuilder.Reset keeps its memory. A setter requires exclusive access.
// Texts are UTF-8 without NUL, at most 16 MiB of them in an object.
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

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *NRTBuilder) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// PodBuilder: A Pod (v1) in the making, for callers that have it as a typed object: every field that docs/objects.md
// lists. PodBuilder.Pod reads it as PodFromJSON reads the same pod, with the same answers and errors. It serves many
// pods one after the other: PodBuilder.Reset keeps its memory. A setter requires exclusive access. What is set again
// is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in a pod.
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

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *PodBuilder) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Capacity: How many pods every node takes. Immutable.
type Capacity struct{ handle }

func newCapacity(pointer uintptr) *Capacity {
	if pointer == 0 {
		return nil
	}
	made := new(Capacity)
	made.own(pointer, callCapacityUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Capacity) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// DeviceReport: What a report on devices is made from. One owner. Reports may be written from it at the same time;
// all other calls require exclusive access.
type DeviceReport struct{ handle }

func newDeviceReport(pointer uintptr) *DeviceReport {
	if pointer == 0 {
		return nil
	}
	made := new(DeviceReport)
	made.own(pointer, callDeviceReportFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *DeviceReport) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Explanation: What was found at one moment. Immutable; needs its cluster no more.
type Explanation struct{ handle }

func newExplanation(pointer uintptr) *Explanation {
	if pointer == 0 {
		return nil
	}
	made := new(Explanation)
	made.own(pointer, callExplanationUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Explanation) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Plan: Steps in their order, and the state of the nodes that they were decided on. Immutable. A plan for a node that
// pods were thought away from is for reading: committed it is STALE.
type Plan struct{ handle }

func newPlan(pointer uintptr) *Plan {
	if pointer == 0 {
		return nil
	}
	made := new(Plan)
	made.own(pointer, callPlanUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Plan) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// kubeletReportHandle: What a check found in kubelet's files. Immutable.
type kubeletReportHandle struct{ handle }

func newKubeletReport(pointer uintptr) *kubeletReportHandle {
	if pointer == 0 {
		return nil
	}
	made := new(kubeletReportHandle)
	made.own(pointer, callKubeletReportUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *kubeletReportHandle) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// NRTNode: A node as NodeResourceTopologyMatch sees it: what it has, and what its NUMA zones have left. Immutable,
// counted and shared by any threads.
type NRTNode struct{ handle }

func newNRTNode(pointer uintptr) *NRTNode {
	if pointer == 0 {
		return nil
	}
	made := new(NRTNode)
	made.own(pointer, callNRTNodeUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *NRTNode) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Preemption: What every node says, and the victims there. Immutable.
type Preemption struct{ handle }

func newPreemption(pointer uintptr) *Preemption {
	if pointer == 0 {
		return nil
	}
	made := new(Preemption)
	made.own(pointer, callPreemptionUnref)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Preemption) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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

// Picture: What a picture shows beside the machine: a title, and sets of CPUs with their labels. One owner. Draws may
// read one picture at the same time; all other calls require exclusive access.
type Picture struct{ handle }

func newPicture(pointer uintptr) *Picture {
	if pointer == 0 {
		return nil
	}
	made := new(Picture)
	made.own(pointer, callPictureFree)
	return made
}

// Close frees what the library keeps for it, once calls that use it are done. A second time, and of nil, it does
// nothing; it never fails.
func (h *Picture) Close() error {
	if h == nil {
		return nil
	}
	return h.close(nil)
}

// pointer is what calls take until release; 0: there is none.
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
