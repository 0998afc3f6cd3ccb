# Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
"""Named numbers of the library.

Enumerations grow: a number that this version does not know is a member named UNKNOWN_<number>.
"""

from __future__ import annotations

from . import _koord
from ._numbers import Flags, Open

__all__ = [
    "AddedKind",
    "AddedResult",
    "AdjustmentFlags",
    "AdjustmentList",
    "AdmitFlags",
    "AgentAnnotation",
    "AgentCpuset",
    "AgentFlags",
    "AgentPlace",
    "AgentPodFlags",
    "AgentText",
    "BindPolicy",
    "CapacityFlags",
    "CgroupDriver",
    "CgroupError",
    "CgroupFile",
    "CgroupKind",
    "CgroupOutcome",
    "CgroupPhase",
    "CgroupRuntime",
    "CgroupStepState",
    "CgroupVersion",
    "CgroupsFlags",
    "ClusterCpuset",
    "ClusterFlags",
    "ContainerKind",
    "CpusetKind",
    "DeviceFlags",
    "DeviceReportFlags",
    "DeviceStrategy",
    "DeviceText",
    "DraAlternativeFlags",
    "DraCapacityFlags",
    "DraConstraintKind",
    "DraDeviceFlags",
    "DraInfoFlags",
    "DraOptionsFlags",
    "DraOutcome",
    "DraPolicy",
    "DraReason",
    "DraRemedyFlags",
    "ExclusivePolicy",
    "ExplanationFlags",
    "GpuPick",
    "GpuPolicy",
    "HookChoice",
    "HookOutcome",
    "HookStage",
    "KubeQos",
    "KubeletContainerFlags",
    "KubeletCpuset",
    "KubeletFault",
    "KubeletFindingFlags",
    "KubeletOptionFlags",
    "KubeletSetFlags",
    "KubeletVersion",
    "LogLevel",
    "NodeCpuset",
    "NodeFlags",
    "NodeKubeletFlags",
    "NodeResourcesFlags",
    "NodeText",
    "NrtCpuset",
    "NrtLevel",
    "NumaExclusive",
    "NumaHintFlags",
    "NumaHintKind",
    "NumaMergeFlags",
    "NumaMergedFlags",
    "NumaPolicy",
    "NumaStrategy",
    "NumaUse",
    "ObjectKind",
    "PickFlags",
    "PickSetFlags",
    "PictureFlags",
    "PictureFormat",
    "PluginDeviceFlags",
    "PodFlags",
    "PodPropertyFlags",
    "PodText",
    "PrebindFlags",
    "PreemptFlags",
    "PreemptionFlags",
    "PriorityClass",
    "Profile",
    "Protection",
    "Qos",
    "QueryFlags",
    "Reason",
    "RebindAction",
    "RebindBudget",
    "RebindFlags",
    "RebindInfoFlags",
    "RebindPhase",
    "RemedyKind",
    "RepairFlags",
    "ReservationPolicy",
    "ResourceBound",
    "ResourceScope",
    "Scope",
    "Status",
    "StepKind",
    "SuppressionFlags",
    "TopologyFlags",
    "VerdictFlags",
    "WriteStateFlags",
]


class Status(Open):
    """Result of every call that can fail: 0 or negative. Numbers are never changed or reused."""

    #: success
    OK = 0
    #: an argument, or a field of the input, violates its contract
    INVALID = -1
    #: out of memory
    NO_MEMORY = -2
    #: the caller's buffer is too small
    NO_SPACE = -3
    #: contradicts what is already allocated
    CONFLICT = -20
    #: made from a state that has changed since
    STALE = -21
    #: larger than a documented bound
    LIMIT = -22
    #: no such node, pod, file or other named object
    NOT_FOUND = -23
    #: the machine or a file could not be read or written
    IO = -40
    #: not permitted
    PERMISSION = -41
    #: a checksum is wrong, or what was read contradicts itself
    CORRUPT = -42
    #: valid, but this build or machine cannot do it
    UNSUPPORTED = -43
    #: a bug in libkoord; please report it
    INTERNAL = -99

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.status_get_name(int(self))


class LogLevel(Open):
    """Severity of a diagnostic."""

    INFO = 1
    WARNING = 2


class Profile(Open):
    """The rules that apply; docs/reference/profiles.md lists every difference."""

    #: the Koordinator proposals as written
    SPEC = 0
    #: Koordinator v1.8, CPU for CPU
    UPSTREAM = 1
    #: kubelet 1.36 with known defects fixed: Kubelet
    KUBELET = 2
    #: scheduler-plugins' NodeResourceTopologyMatch; NrtNode.filter
    NRT_MATCH = 3


class BindPolicy(Open):
    """CPU bind policies, which say how CPUs are taken from physical cores: requiredCPUBindPolicy and
    preferredCPUBindPolicy of a pod, the label of a node, or the policy of a pick."""

    #: Not stated. For pods: as the scheduler is configured; for a pick: spread, on ARM full cores.
    DEFAULT = 0
    #: whole physical cores first; for nodes: FullPCPUsOnly
    FULL_PCPUS = 1
    #: one CPU per physical core first
    SPREAD_BY_PCPUS = 2
    #: For pods: the shared pool of one NUMA node that is large enough for the pod's limit.
    CONSTRAINED_BURST = 3
    #: for nodes: only the policy of the pod applies
    NONE = 4

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.bind_policy_get_name(int(self))


class ExclusivePolicy(Open):
    """Which pods a pod avoids: preferredCPUExclusivePolicy, or the policy of a pick."""

    #: Not stated. For pods: as the scheduler is configured; for a pick: none.
    DEFAULT = 0
    #: Not stated. For pods: as the scheduler is configured; for a pick: none.
    NONE = 1
    #: avoid cores held by pods with this policy
    PCPU_LEVEL = 2
    #: avoid NUMA nodes held by pods with this policy
    NUMA_NODE_LEVEL = 3

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.exclusive_policy_get_name(int(self))


class NumaStrategy(Open):
    """Which NUMA nodes are used first: numa-allocate-strategy of a node's label, or the strategy of a pick."""

    #: Not stated. For nodes: as the scheduler is configured; for a pick: most allocated.
    DEFAULT = 0
    #: the NUMA node with the least available that suffices
    MOST_ALLOCATED = 1
    #: the NUMA node with the most available
    LEAST_ALLOCATED = 2
    #: spread evenly over NUMA nodes (upstream: as least allocated)
    DISTRIBUTE_EVENLY = 3

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.numa_strategy_get_name(int(self))


class NumaPolicy(Open):
    """Policies for aligning resources to NUMA nodes."""

    #: not stated
    UNSET = 0
    NONE = 1
    BEST_EFFORT = 2
    RESTRICTED = 3
    SINGLE_NUMA_NODE = 4

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.numa_policy_get_name(int(self))


class NumaExclusive(Open):
    """Policies for sharing a NUMA node between pods on one NUMA node and pods that span several:
    singleNUMANodeExclusive."""

    #: not stated
    UNSET = 0
    #: no effect, as in Koordinator
    PREFERRED = 1
    REQUIRED = 2

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.numa_exclusive_get_name(int(self))


class Reason(Open):
    """Reason for the refusal of a request; Reason.NONE: it was granted."""

    #: granted
    NONE = 0
    #: fewer CPUs are available than requested
    NOT_ENOUGH_CPUS = 1
    #: enough CPUs, but the required bind policy cannot be met
    REQUIRED_BIND_POLICY = 2
    #: the given NUMA nodes cannot supply the amount
    INSUFFICIENT_NUMA = 3
    #: whole cores required, but not a multiple of their threads
    SMT_ALIGNMENT = 4
    #: kubelet: too few entirely free cores
    NOT_ENOUGH_PHYSICAL_CORES = 5
    #: not supported on this architecture
    BIND_POLICY_UNSUPPORTED = 6
    #: not supported on this architecture
    EXCLUSIVE_POLICY_UNSUPPORTED = 7
    #: no NUMA node has everything that must come from one
    NO_NUMA_NODE_FITS = 8
    #: the node has none of a requested resource
    RESOURCE_ABSENT = 9
    #: LSE, LSR: limit and request must be equal
    REQUEST_IS_NOT_LIMIT = 10
    #: exclusive CPUs must be a whole number
    CPUS_NOT_WHOLE = 11
    #: the node reports no CPU topology
    NO_TOPOLOGY = 12
    #: the bind policies of node and pod differ
    BIND_POLICY_CONFLICT = 13
    #: the NUMA policies of node and pod differ
    NUMA_POLICY_CONFLICT = 14
    #: no NUMA node's shared pool is large enough for the pod's limit
    SHARED_POOL_TOO_SMALL = 15
    #: the node has too little left of a resource
    INSUFFICIENT_RESOURCE = 16
    #: pods mention the node, but it was never set
    NODE_UNKNOWN = 17
    #: spec.unschedulable
    NODE_UNSCHEDULABLE = 18
    #: no NUMA nodes can supply some resource
    NUMA_UNSATISFIED = 20
    #: no NUMA nodes suit all resources as the policy requires
    NUMA_UNALIGNED = 21
    #: suitable NUMA nodes are used by pods on several NUMA nodes or, if the pod needs several, by pods on one
    NUMA_EXCLUSIVE = 22
    #: too many combinations to search
    SEARCH_LIMIT = 23
    #: the pod requires isolated CPUs, and fewer are free than it requests
    NOT_ENOUGH_ISOLATED_CPUS = 24
    #: no NUMA nodes have the memory
    NO_NUMA_MEMORY = 40
    #: only more NUMA nodes than needed have the memory
    MEMORY_HINT_NOT_PREFERRED = 41
    #: no NUMA nodes that include the chosen ones have the memory
    MEMORY_HINT_NOT_EXTENSIBLE = 42
    #: only more NUMA nodes than needed, the chosen ones included, have the memory
    MEMORY_EXTENSION_NOT_PREFERRED = 43
    #: memory of these NUMA nodes is used in other groups
    MEMORY_GROUP_VIOLATED = 44
    #: kubelet cannot read an amount of memory as a 64-bit number: a fraction of a byte, or too many digits for it
    #: ("200Ti"); `needed` is the amount, rounded up
    MEMORY_NOT_INT64 = 45
    #: kubelet with PodLevelResourceManagers: containers with CPUs or memory of their own have `needed` of the
    #: `best` that the pod has, which leaves nothing to containers that share
    POD_POOL_EMPTY = 46
    #: the pod fits, but perhaps not in every order in which kubelet can admit it and the `needed` pods of the node
    #: that the node's report does not name yet; try again after the next report
    PODS_IN_FLIGHT = 47
    #: the pods of a gang do not all fit at once
    GANG_UNPLACED = 60
    #: the reservation has too little left
    RESERVATION_SHORT = 61
    #: fits only on other CPUs or NUMA nodes than it has
    WOULD_MOVE = 62
    #: kubelet's static managers do not change `resource` of a Guaranteed pod that runs
    RESIZE_INFEASIBLE = 63
    #: neither a part of one device nor a number of whole devices
    DEVICE_UNIT = 80
    #: device resources that cannot be requested together
    DEVICE_MIX = 81
    #: a part of a device in a size that no model offers
    NO_SHARE_TEMPLATE = 82
    #: the node has none of the type, or none that the pod may use
    NO_DEVICES = 83
    #: fewer devices have enough left than requested
    NOT_ENOUGH_DEVICES = 84
    #: the devices have no virtual functions of the requested kind
    NOT_ENOUGH_VFS = 85
    #: not within one PCIe switch or NUMA node, as requested
    DEVICE_SCOPE = 86
    #: not on the NUMA nodes of the pod
    DEVICE_NUMA = 87
    #: devices are partitioned, but no partitions are known
    NO_PARTITION_TABLE = 88
    #: there are no partitions of this size
    PARTITION_SIZE = 89
    #: no partition of this size is free
    PARTITIONS_TAKEN = 90
    #: the devices must be close together, but state no NUMA node
    DEVICES_UNPLACED = 91
    #: parts of several devices within one scope: not supported
    SHARES_SPREAD = 92
    #: devices of two types that must be together are not
    DEVICES_APART = 93
    #: a named device does not exist or is unhealthy
    DEVICE_UNHEALTHY = 94
    #: the pod's device `where` has no name that a runtime knows
    DEVICE_UNNAMED = 95
    #: it is unknown which devices of the type are in use: `best` pods of the node have some that no source names;
    #: 0 if the reporter of the node's devices could not read kubelet's assignments
    DEVICES_NOT_REPORTED = 96
    #: the machine does not have the CPU `where`
    CPU_NOT_ON_MACHINE = 100
    #: the CPU `where` is assigned to another pod
    CPU_TAKEN = 101
    #: exclusive CPUs are for QoS LSE and LSR
    CLAIM_NOT_ALLOWED = 102
    #: kubelet reserves the CPU `where` for the system
    CPU_RESERVED = 103
    #: more CPUs than the whole CPUs that it requests
    MORE_CPUS_THAN_ASKED = 104
    #: the pool of the NUMA node `where`, or the whole pool, has no CPUs
    POOL_EMPTY = 105
    #: its memory is on a NUMA node that does not exist
    NUMA_NODE_ABSENT = 106
    #: the node's state does not contain the pod
    POD_UNKNOWN = 107
    #: the node's state assigns other CPUs to the pod
    STATE_DISAGREES = 108
    #: the process is in a control group that is not the pod's
    CGROUP_NOT_OF_POD = 109
    #: the node reserves the CPU `where` for the system
    CPU_RESERVED_BY_NODE = 110
    #: the CPU `where` is isolated and kept for pods that require isolated CPUs, or the pod requires isolated CPUs
    #: and this is none
    CPU_ISOLATION = 111
    #: the claim cannot be read: Pod.faults
    CLAIM_UNREADABLE = 120
    #: QoS BE and SYSTEM have no amounts on NUMA nodes
    NUMA_CLAIM_NOT_ALLOWED = 121
    #: more of `resource` than it requests
    MORE_ON_NUMA_THAN_ASKED = 122
    #: devices of `device_type`; it requests none
    DEVICES_NOT_ASKED = 123
    #: `needed` devices; it requests `best`
    DEVICE_COUNT = 124
    #: more of the device with minor `where` than it requests
    DEVICE_AMOUNT = 125
    #: other pods have too much of the device with minor `where`
    DEVICE_TAKEN = 126
    #: no source says which `needed` devices it has; `best` devices are set aside for it
    DEVICES_UNKNOWN = 127
    #: other CPUs, NUMA nodes or devices than were allocated to it
    ALLOCATION_DIFFERS = 128


class ObjectKind(Open):
    """The unit that a refusal counts, or the kind of object that it concerns."""

    MACHINE = 0
    CPU = 1
    CORE = 2
    #: CPUs that share an L3 cache
    L3 = 3
    NUMA_NODE = 4
    SOCKET = 5
    MILLI_CPU = 6
    POLICY = 7
    #: bytes of memory or huge pages
    BYTES = 8
    #: unit of a resource that is neither CPU nor memory
    UNIT = 9
    #: a container; `where` is its index in the pod
    CONTAINER = 10
    POD = 11
    #: a device; `where` is its minor
    DEVICE = 12
    #: an init container; `where` is its index among them
    INIT_CONTAINER = 13
    #: resources; `where` is a set: bit i stands for resource i (Cluster.resource_name)
    RESOURCES = 14

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.object_kind_get_name(int(self))


class Qos(Open):
    """Koordinator's QoS class, koordinator.sh/qosClass."""

    #: not stated
    NONE = 0
    #: latency sensitive, exclusive
    LSE = 1
    #: latency sensitive, reserved: shares its CPUs with BE only
    LSR = 2
    #: latency sensitive, on the shared pool
    LS = 3
    #: best effort
    BE = 4
    SYSTEM = 5

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.qos_get_name(int(self))


class KubeQos(Open):
    """The QoS class of Kubernetes."""

    BEST_EFFORT = 0
    BURSTABLE = 1
    GUARANTEED = 2

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.kube_qos_get_name(int(self))


class PriorityClass(Open):
    """Koordinator's priority class, koordinator.sh/priority-class."""

    #: not stated
    NONE = 0
    PROD = 1
    MID = 2
    BATCH = 3
    FREE = 4

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.priority_class_get_name(int(self))


class PodPropertyFlags(Flags):
    """Properties of a pod."""

    #: phase Succeeded or Failed
    TERMINATED = 1
    #: it is bound to a node
    BOUND = 2
    #: it states its allocation (resource-status)
    ALLOCATED = 4
    #: pod-level requests or limits replace those of its containers
    HAS_POD_LEVEL = 8
    #: CPU: every limit equals its request
    LIMIT_IS_REQUEST = 16


class PodText(Open):
    """Selects a text of a pod."""

    NAME = 0
    NAMESPACE = 1
    #: "": unknown
    UID = 2
    #: the node it is bound to, "": none
    NODE = 3


class KubeletVersion(Open):
    """The versions of kubelet whose answers and state files the library knows. What differs between them is in
    docs/reference/kubelet.md."""

    #: 1.36
    DEFAULT = 0
    V1_35 = 35
    V1_36 = 36
    V1_37 = 37
    #: as of 1.38.0-beta.0
    V1_38 = 38


class PluginDeviceFlags(Flags):
    """Properties of a device."""

    #: The plugin reports it as unhealthy: no container gets it.
    UNHEALTHY = 1


class TopologyFlags(Flags):
    """Options of reading a machine."""

    #: Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use. Without this flag they are
    #: part of the topology, as kubelet sees them, and listed as disallowed.
    ONLY_ALLOWED = 1


class CpusetKind(Open):
    """Selects a set of CPUs of a machine."""

    #: usable CPUs; id is ignored
    ALL = 0
    #: CPUs of the machine that are not usable: offline, or missing in the export
    OFFLINE = 1
    #: CPUs that the cgroup of the process that read the machine may not use
    DISALLOWED = 2
    #: CPUs of the socket `id`
    SOCKET = 3
    #: CPUs that belong to NUMA node `id`; a CPU belongs to at most one
    NUMA_NODE = 4
    #: CPUs that NUMA node `id` is local to, also for memory-only NUMA nodes
    NUMA_NODE_LOCAL = 5
    #: CPUs of the L3 group `id` (dense number)
    L3 = 6
    #: CPUs of the core `id` (dense number)
    CORE = 7
    #: CPUs local to PCI device number `id`, a row of Topology.devices
    DEVICE = 8
    #: CPUs on which the kernel places no task by itself (isolcpus), offline ones included
    ISOLATED = 9
    #: CPUs without a timer tick while one task runs (nohz_full), offline ones included
    NOHZ_FULL = 10


class AgentFlags(Flags):
    """Options of a node's agent."""

    #: Ignore the CPUs that kubelet allocates or reserves, and leave every cpuset to kubelet, even those of pods
    #: with exclusive CPUs. This is the first stage of taking over kubelet's CPU management.
    IGNORE_KUBELET = 1
    #: Profile.UPSTREAM: BE pods stay on the NUMA nodes that they name (Koordinator's feature gate BECPUManager).
    BE_BY_NUMA = 2
    #: Profile.SPEC: keep isolated CPUs (CpusetKind.ISOLATED) out of the shared and BE pools, and for pods that
    #: require isolated CPUs. The report says so, and the scheduler does the same. Without this flag isolated CPUs
    #: are in the pools, as kubelet has them.
    EXCLUDE_ISOLATED = 4


class AgentCpuset(Open):
    """Selects a set of CPUs of a Agent or AgentState."""

    #: the shared pool
    SHARED = 0
    #: CPUs of LSE and LSR pods, and of containers that kubelet's static policy serves
    EXCLUSIVE = 1
    #: the BE pool
    BEST_EFFORT = 2
    #: all CPUs
    ALL = 3
    #: reserved by the Node's annotation
    RESERVED = 4
    #: CPUs of system QoS
    SYSTEM = 5
    #: reserved by kubelet for the system; not available from a AgentState
    KUBELET_RESERVED = 6


class AgentPlace(Open):
    """Kinds of CPU sets that a pod or container runs on."""

    #: kubelet and the runtime decide
    UNTOUCHED = 0
    #: on exclusive CPUs that the scheduler allocated (resource-status)
    EXCLUSIVE = 1
    #: on exclusive CPUs that kubelet's static policy allocated
    KUBELET = 2
    #: on the shared pool
    SHARED = 3
    #: on the shared or BE pool of the NUMA nodes that it names
    NAMED_POOLS = 4
    #: on the BE pool
    BEST_EFFORT = 5
    #: on the CPUs of system QoS
    SYSTEM = 6

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.agent_place_get_name(int(self))


class AgentAnnotation(Open):
    """An annotation of a NodeResourceTopology that a node's agent writes."""

    #: node.koordinator.sh/cpu-shared-pools
    CPU_SHARED_POOLS = 0
    #: node.koordinator.sh/be-cpu-shared-pools
    BE_CPU_SHARED_POOLS = 1
    #: node.koordinator.sh/pod-cpu-allocs
    POD_CPU_ALLOCS = 2


class AgentText(Open):
    """Selects a text of a AgentState."""

    NAME = 0
    BOOT_ID = 1


class AgentPodFlags(Flags):
    """Properties of a pod on a node."""

    #: no CFS quota, because it has exclusive CPUs
    UNLIMITED = 1


class CgroupDriver(Open):
    """Kubelet's naming of control groups (its cgroup driver)."""

    #: detect by which of kubepods.slice and kubepods exists
    DETECT = 0
    CGROUPFS = 1
    SYSTEMD = 2


class CgroupVersion(Open):
    """Version of the kernel's control groups."""

    #: detect by what is mounted; version 1 where both are
    DETECT = 0
    V1 = 1
    V2 = 2


class CgroupRuntime(Open):
    """The container runtime; it determines how the control group of a container is named."""

    CONTAINERD = 1
    DOCKER = 2
    CRIO = 3
    POUCH = 4


class CgroupsFlags(Flags):
    """Properties of the mounted control groups."""

    #: version 1 is used, although version 2 is mounted beside it
    HYBRID = 1


class CgroupFile(Open):
    """A file of a control group."""

    #: cpuset.cpus
    CPUS = 1
    #: cpuset.mems
    MEMS = 2
    #: cpu.cfs_quota_us, cpu.max
    QUOTA = 3


class CgroupPhase(Open):
    """The purpose of a step within the order of a plan."""

    #: a container gives up CPUs that it may no longer use
    SHRINK = 1
    #: a parent is extended to what its children will have
    GROW_PARENT = 2
    #: a container gets its CPUs or NUMA nodes
    MOVE = 3
    #: a container is moved aside temporarily
    PARK = 4
    #: a parent is reduced to its own CPUs and those of its children
    SETTLE_PARENT = 5
    #: a quota is removed
    REMOVE_QUOTA = 6


class CgroupKind(Open):
    """Kinds of control groups."""

    ROOT = 1
    QOS = 2
    POD = 3
    CONTAINER = 4
    #: below a container
    NESTED = 5
    #: at the level of pods, but not a pod's
    OTHER = 6


class CgroupOutcome(Open):
    """The outcome of applying a plan."""

    DONE = 0
    #: a step failed; everything was rolled back
    UNDONE = 1
    #: a step failed, and so did a rollback: the steps up to the one that could not be rolled back are in effect
    PARTIAL = 2
    #: the control groups changed after the plan was made; nothing was written
    STALE = 3


class CgroupError(Open):
    """Causes of a failed write to a control group."""

    NONE = 0
    #: busy; a retry may succeed
    RETRY = 1
    #: the group does not exist
    GONE = 2
    #: not permitted
    DENIED = 3
    #: the kernel rejects the value
    INVALID = 4
    #: the group does not have the file
    UNSUPPORTED = 5
    #: accepted but not in effect, or changed by another process
    DRIFTED = 6


class CgroupStepState(Open):
    """The outcome of one step of a plan."""

    NOT_MADE = 0
    #: written and in effect
    MADE = 1
    #: the pod or container no longer exists
    GONE = 2
    #: rejected, or not in effect
    FAILED = 3
    #: rolled back: the old value is in effect
    TAKEN_BACK = 4
    #: could not be rolled back
    STUCK = 5


class NumaUse(Open):
    """Which pods use a NUMA node."""

    IDLE = 0
    #: only pods that are aligned to one NUMA node
    SINGLE = 1
    #: at least one pod that spans NUMA nodes
    SHARED = 2


class NumaHintKind(Open):
    """Kinds of hint lists."""

    #: its hints decide; no hints: as UNSATISFIABLE
    HINTS = 0
    #: any NUMA nodes are suitable
    NO_PREFERENCE = 1
    #: no NUMA nodes can supply the resource
    UNSATISFIABLE = 2


class NumaHintFlags(Flags):
    """Properties of a NUMA hint."""

    #: the best that is possible for this resource
    PREFERRED = 1
    #: any NUMA nodes; `nodes` is 0
    NO_AFFINITY = 2


class NumaMergeFlags(Flags):
    """Options of a merge."""

    #: Prefer the closest of sets with the same number of NUMA nodes (prefer-closest-numa-nodes).
    PREFER_CLOSEST = 1


class NumaMergedFlags(Flags):
    """Properties of a merge's result."""

    ADMIT = 1
    PREFERRED = 2
    #: the pod must use `nodes` only
    AFFINITY = 4
    #: `nodes` do not suit every resource
    UNSATISFIED = 8


class ClusterFlags(Flags):
    """Options of a cluster."""

    #: Score by Koordinator's current formula, even under Profile.SPEC.
    UPSTREAM_SCORE = 1
    #: Ignore kubelet's own allocations and reserved CPUs. This is the first stage of taking over kubelet's CPU
    #: management.
    IGNORE_KUBELET = 2


class DeviceStrategy(Open):
    """Scoring strategies for devices: Koordinator's DeviceShare, with its default weights."""

    #: not stated: least allocated
    DEFAULT = 0
    #: pack pods
    MOST_ALLOCATED = 1
    #: spread pods over devices and nodes
    LEAST_ALLOCATED = 2


class GpuPick(Open):
    """Choice of GPUs for a pod that requests several (docs/reference/devices-links.md)."""

    #: the best-linked set
    SET = 0
    #: a set of the best split of all free GPUs into sets of the requested size
    PARTITION = 1


class ClusterCpuset(Open):
    """Selects a set of CPUs of a node of a cluster."""

    #: CPUs that a pod can get exclusively
    FREE = 0
    #: CPUs that pods own
    ALLOCATED = 1
    #: CPUs that are reserved, of system QoS, or kubelet's
    RESERVED = 2
    #: the shared pool: CPUs that no pod owns
    SHARED_POOL = 3


class VerdictFlags(Flags):
    """Properties of a verdict."""

    #: no eviction would change the reason
    UNRESOLVABLE = 1
    #: only from Cluster.changes: the node was removed
    REMOVED = 2
    #: the request is wrong on every node, whatever its state
    INVALID_REQUEST = 4


class QueryFlags(Flags):
    """Options of a query."""

    #: Do not check the amounts of the whole node and spec.unschedulable: the host checks them elsewhere
    #: (Kubernetes' plugins NodeResourcesFit and NodeUnschedulable).
    SKIP_FIT = 1
    #: Cluster.plan_resize: if there is no other way, the pod may move to other CPUs and NUMA nodes of its node.
    MAY_MOVE = 2


class Protection(Open):
    """Protection of a pod from plans that evict or move pods."""

    NONE = 0
    #: evict only if there is no other way (PodDisruptionBudgets)
    AVOID = 1
    #: neither evict nor move
    KEEP = 2


class PrebindFlags(Flags):
    """The shape of a patch."""

    #: The shape of the proposal: without numaNodeResources.
    PROPOSAL = 1


class PickFlags(Flags):
    """Options of a pick."""

    #: The bind policy must hold for every CPU (whole cores, or one CPU per core); otherwise the pick is refused.
    REQUIRED = 1
    #: Use the fewest L3 groups, then split the fewest cores, but never use more NUMA nodes than without this flag.
    FEWEST_L3 = 2


class PickSetFlags(Flags):
    """The sets of CPUs that a pick receives after the available CPUs."""

    #: CPUs to use first (those of a reservation)
    PREFERRED = 1
    #: CPUs held by pods with the exclusive policy PCPULevel
    CORE_HELD = 2
    #: CPUs held by pods with NUMANodeLevel
    NODE_HELD = 4


class HookStage(Open):
    """The stage at which a runtime asks."""

    RUN_POD_SANDBOX = 1
    CREATE_CONTAINER = 2
    START_CONTAINER = 3
    #: UpdateContainerResources
    UPDATE_CONTAINER = 4

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.hook_stage_get_name(int(self))


class AdjustmentFlags(Flags):
    """Which properties of a container change."""

    #: cpuset.cpus: Adjustment.cpus
    CPUS = 1
    #: cpuset.mems: Adjustment.numa_nodes
    NUMA_NODES = 2
    #: no CFS quota
    UNLIMITED = 4


class AdjustmentList(Open):
    """Selects a list of an adjustment."""

    #: "NAME=value"; replaces a variable with the same name
    ENV = 0
    #: "nvidia.com/gpu=GPU-..."
    CDI_DEVICES = 1
    #: "/dev/infiniband/uverbs0"
    DEVICE_NODES = 2


class HookChoice(Open):
    """Actions of a hook for a container that it cannot serve."""

    #: not stated: the default of the field in Hook
    DEFAULT = 0
    #: the container must not start
    REFUSE = 1
    #: the container starts without what it requests
    LEAVE = 2


class HookOutcome(Open):
    """The outcome of a hook."""

    #: not changed: the container belongs to no pod
    NOT_OURS = 0
    #: its control group has what the state demands
    DONE = 1
    #: Not changed, because there is no state, or the pod claims what is not its own, or the container is placed by
    #: others, for example because every cpuset is left to kubelet (AgentFlags.IGNORE_KUBELET). In the last case
    #: refusal.reason is Reason.NONE.
    LEFT = 2
    #: the container must not start
    REFUSED = 3


class KubeletOptionFlags(Flags):
    """Options of kubelet's static CPU policy. As in kubelet, these exclude each other: FULL_PCPUS_ONLY and
    DISTRIBUTE_CPUS_ACROSS_CORES; DISTRIBUTE_CPUS_ACROSS_NUMA and DISTRIBUTE_CPUS_ACROSS_CORES;
    PREFER_ALIGN_BY_UNCORE_CACHE and either DISTRIBUTE option."""

    #: full-pcpus-only
    FULL_PCPUS_ONLY = 1
    #: distribute-cpus-across-numa
    DISTRIBUTE_CPUS_ACROSS_NUMA = 2
    #: align-by-socket
    ALIGN_BY_SOCKET = 4
    #: distribute-cpus-across-cores
    DISTRIBUTE_CPUS_ACROSS_CORES = 8
    #: strict-cpu-reservation: reserved CPUs are not shared
    STRICT_CPU_RESERVATION = 16
    #: prefer-align-cpus-by-uncorecache
    PREFER_ALIGN_BY_UNCORE_CACHE = 32


class KubeletSetFlags(Flags):
    """The sets of CPUs that follow the default set, in this order."""

    #: kubelet's reserved CPUs
    RESERVED = 1
    #: CPUs of finished init containers of the same pod
    REUSABLE = 2


class KubeletContainerFlags(Flags):
    """Properties of a container's allocation."""

    #: The container's affinity is what each of its resources prefers.
    PREFERRED = 1
    #: The container shares the default CPU set with all other such containers.
    SHARED = 2


class AdmitFlags(Flags):
    """Options of an admission."""

    #: A refused pod keeps what its first containers got, as in kubelet until its next admission or removal:
    #: kubelet's state files show exactly that. Without the flag it is released at once.
    LEAVE_REFUSED = 1


class KubeletCpuset(Open):
    """Selects a set of CPUs of a kubelet."""

    #: the default set, for containers without exclusive CPUs
    SHARED = 0
    #: never allocated exclusively
    RESERVED = 1
    #: shared and not reserved
    AVAILABLE = 2


class StepKind(Open):
    """Kinds of steps of a plan."""

    #: a pod is evicted and its allocations are freed
    RELEASE = 0
    #: a pod is placed on a node
    PLACE = 1
    #: a pod of the node gets other allocations
    MOVE = 2


class CapacityFlags(Flags):
    """Properties of a row of a capacity."""

    #: no eviction would change the reason
    UNRESOLVABLE = 1


class DeviceReportFlags(Flags):
    """Sources of a device report."""

    #: Query NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded only during
    #: the call. Without a driver there are no GPUs.
    NVML = 1
    #: Read virtual functions of RDMA devices from sysfs.
    SYSFS = 2


class NodeResourcesFlags(Flags):
    """Options of device_node_resources."""

    #: include koordinator.sh/gpu.shared: 100 per healthy GPU
    SHARED = 1


class DeviceFlags(Flags):
    """Properties of a device."""

    #: health
    HEALTHY = 1
    #: `module` is stated
    HAS_MODULE = 2
    #: `socket`, `numa_node`, PCIe and bus id are stated
    HAS_TOPOLOGY = 4


class DeviceText(Open):
    """Selects a text of a device."""

    #: "gpu", "rdma", "fpga" or any other; must not be empty
    TYPE = 0
    #: id: "GPU-<uuid>", or a bus id
    ID = 1
    #: topology.pcieID, with DeviceFlags.HAS_TOPOLOGY
    PCIE = 2
    #: topology.busID, with DeviceFlags.HAS_TOPOLOGY
    BUS_ID = 3


class DraDeviceFlags(Flags):
    """Properties of a device."""

    #: allowMultipleAllocations: several requests may share the device (KEP-5075)
    SHARED = 1
    #: Allocated to another claim without admin access. A shared device stays available; its counters are already
    #: consumed.
    ALLOCATED = 2
    #: The pool is incomplete or invalid. The device is not allocated, and requests for all devices are refused.
    #: Stands for a pool without visible devices, too.
    UNUSABLE = 4


class DraPolicy(Open):
    """Values that a request policy permits."""

    #: no request policy: any amount
    NONE = 0
    #: validRange
    RANGE = 1
    #: validValues: DraInventory.add_valid_values
    VALUES = 2


class DraCapacityFlags(Flags):
    """Fields of a capacity that are stated."""

    #: default_amount
    HAS_DEFAULT = 1
    #: max
    HAS_MAX = 2
    #: step
    HAS_STEP = 4


class DraAlternativeFlags(Flags):
    """Properties of an alternative."""

    #: allocationMode All: every selected device whose capacity is large enough; else `count`
    ALL = 1
    #: adminAccess (KEP-5018): devices in use are available, and nothing is consumed
    ADMIN = 2


class DraConstraintKind(Open):
    """Kinds of constraints."""

    #: not stated: refused
    NONE = 0
    #: matchAttribute: all devices have a value in common
    MATCH = 1
    #: distinctAttribute: no two devices have a value in common
    DISTINCT = 2


class DraOptionsFlags(Flags):
    """Options of an allocation."""

    #: Any allocation will do: for a filter.
    ANY = 1
    #: Find remedies after a refusal; takes up to max_steps more steps.
    REMEDIES = 2


class DraOutcome(Open):
    """Outcomes of an allocation."""

    NONE = 0
    ALLOCATED = 1
    #: no allocation exists
    REFUSED = 2
    #: the steps ran out before an allocation was found, or DraReason.POD_LIMIT
    UNDECIDED = 3


class DraReason(Open):
    """Reasons of a refusal."""

    NONE = 0
    #: a request for all devices, while a pool is incomplete or invalid
    POOL_INCOMPLETE = 1
    #: No alternative of a request has enough devices that it can use. Each device is judged alone, by its taints,
    #: use, attributes, capacities and counters.
    TOO_FEW_DEVICES = 2
    #: more than MAX_DRA_CLAIM_DEVICES
    CLAIM_LIMIT = 3
    #: Everything fits without one constraint. Only with DraOptionsFlags.REMEDIES; else TOGETHER.
    CONSTRAINT = 4
    #: Each request has enough devices, but no choice of them meets all constraints, counters and capacities;
    #: perhaps not even the choice for one request.
    TOGETHER = 5
    #: the steps ran out
    UNDECIDED = 6
    #: Only in DraVerdict: all claims need more than 1,024 devices of the node. DraAllocation.run raises
    #: LimitError.
    POD_LIMIT = 7


class DraRemedyFlags(Flags):
    """Changes that make refused claims fit; each alone is enough."""

    #: DraInfo.constraint
    DROP_CONSTRAINT = 1
    #: DraInfo.short_devices less for DraInfo.alternative; at least one is left
    FEWER_DEVICES = 2
    #: taints of all devices are tolerated
    TOLERATE_TAINTS = 4
    #: devices in use become free
    FREE_DEVICES = 8


class DraInfoFlags(Flags):
    """Properties of an answer."""

    #: The steps ran out: a better allocation may exist, or more remedies.
    TRUNCATED = 1


class ExplanationFlags(Flags):
    """Properties of an explanation."""

    #: max_judgements was reached: there may be more remedies
    TRUNCATED = 1
    #: the request is wrong on every node, also on nodes that are not in the cluster
    INVALID_REQUEST = 2


class Scope(Open):
    """The scope in which a resource is short."""

    #: not a resource shortage
    NONE = 0
    #: the whole node has too little
    NODE = 1
    #: each single NUMA node has too little of something
    NUMA_NODE = 2
    #: the largest number of NUMA nodes that the pod may span has too little together
    NUMA_NODES = 3
    #: each single device has too little of something left
    DEVICE = 4
    #: too few devices in any one place that the pod's devices must share
    PLACE = 5


class RemedyKind(Open):
    """Kinds of changes that a remedy makes, and the meaning of `before` and `after` in its steps."""

    #: the pod prefers the bind policy that it required; BindPolicy
    PREFER_BIND = 0
    #: the pod's required BindPolicy
    REQUIRED_BIND = 1
    #: the pod's preferred BindPolicy
    PREFERRED_BIND = 2
    #: the pod's ExclusivePolicy
    POD_EXCLUSIVE = 3
    #: the pod's NumaPolicy
    POD_NUMA = 4
    #: the pod's NumaExclusive
    NUMA_EXCLUSIVE = 5
    #: the pod's CPU request, and its limit if that is equal, in milli-CPU
    POD_CPU = 6
    #: the pod's CPU limit, and its request if that is larger, in milli-CPU
    POD_CPU_LIMIT = 7
    #: spec.unschedulable, from 1 to 0
    NODE_SCHEDULABLE = 8
    #: the policy in force and the label; BindPolicy
    NODE_BIND = 9
    #: the policy in force and the label; NumaPolicy
    NODE_NUMA = 10
    #: the pod `uid` is evicted
    EVICT = 11
    #: `after` pods of the node move: Cluster.plan_rebind_for
    REBIND = 12
    #: requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch, 4 device
    DEVICE_SCOPE = 13
    #: exclusivePolicy of the pod's devices of a type: 0 none, 1 device, 2 PCIe
    DEVICE_EXCLUSIVE = 14
    #: from 1 to 0: the selector of the pod's devices is dropped
    DEVICE_SELECTOR = 15
    #: 2: those that vfSelector matches, 1: any, 0: none
    VIRTUAL_FUNCTIONS = 16
    #: from 1 to 0: the pod's devices need not share PCIe switches
    JOINT_DEVICES = 17
    #: 2: a partition that matches its spec, 1: any, 0: none needed
    POD_PARTITION = 18
    #: number of devices of a type that the pod requests
    POD_DEVICES = 19
    #: the node's gpu-partition-policy: 2 Honor, 1 Prefer
    NODE_PARTITION = 20
    #: amount of a resource that the pod requests of each device; `after` is the largest that fits
    POD_DEVICE_SHARE = 21

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.remedy_kind_get_name(int(self))


class GpuPolicy(Open):
    """Policies that place tasks so that the remaining GPUs stay useful (docs/operate/gpu-placement.md)."""

    #: no such policy: scores as configured
    NONE = 0
    #: fragmentation gradient descent; scores 0..99
    FGD = 1
    #: most room for later tasks; scores 0..2^31 - 1
    ROOM_LEFT = 2
    #: least CPU and GPU left; scores 0..100
    BEST_FIT = 3
    #: least product of free and requested amounts; scores 0..100
    DOT_PRODUCT = 4
    #: shared GPUs, then nodes in use, then idle nodes; scores 0..100
    PACKING = 5
    #: Nodes whose pods share a GPU as this pod does, or have as many whole GPUs; scores 0..100
    CLUSTERING = 6
    #: FGD with all classes of the workload, rare ones too
    FGD_ALL = 7


class KubeletFault(Open):
    """Faults of a state file of kubelet."""

    NONE = 0
    #: the file, or a set in it, cannot be read
    UNREADABLE = 1
    #: wrong; or missing, which kubelet accepts
    CHECKSUM = 2
    #: the file's version is not the one kubelet writes
    VERSION = 3
    #: the file's policy is not the configured one
    POLICY = 4
    #: no default set, but entries
    DEFAULT_EMPTY = 5
    #: reserved CPUs are in the wrong set
    RESERVED = 6
    #: an entry's CPUs are in the default set, too
    OVERLAPS_DEFAULT = 7
    #: CPUs that do not exist or are offline
    CPUS_GONE = 8
    #: CPUs in neither the default set nor an entry
    CPUS_MISSING = 9
    #: entries of two pods share CPUs; kubelet accepts it
    OVERLAP = 10
    #: an entry without CPUs; kubelet accepts it
    EMPTY_ENTRY = 11
    #: an entry of a pod that does not exist; kubelet accepts it
    POD_GONE = 12
    #: memory_manager_state
    MEMORY = 13

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.kubelet_fault_get_name(int(self))


class KubeletFindingFlags(Flags):
    """Properties of a finding."""

    #: Kubelet does not start. Without the flag kubelet starts and keeps the fault.
    STOPS = 1


class RepairFlags(Flags):
    """Options of a check and a repair."""

    #: The given pods are all pods of the node: entries of other pods are findings, and a repair drops them.
    ONLY_PRESENT = 1
    #: Repair: accept a file that was written under another policy of its manager.
    MIGRATE = 2
    #: Repair: an entry that lost CPUs keeps the remaining ones instead of being dropped. Kubelet does not replace
    #: the lost CPUs while the container runs.
    KEEP_SHRUNK = 4
    #: Repair: replace a file that cannot be read at all by that of a kubelet that starts for the first time.
    START_OVER = 8
    #: Repair: drop what the version of kubelet, as configured, cannot keep: CPUs and memory of whole pods,
    #: baselines of resized containers.
    DOWNGRADE = 16


class WriteStateFlags(Flags):
    """Options of writing a state file."""

    #: Write even if a kubelet runs. Kubelet overwrites the file as soon as something changes.
    FORCE = 1
    #: Keep no backup.
    NO_BACKUP = 2


class NodeText(Open):
    """Selects a text of a node."""

    #: must not be empty
    NAME = 0
    #: status.nodeInfo.architecture: "amd64", "arm64"
    ARCHITECTURE = 1
    #: status.nodeInfo.kubeletVersion: "v1.37.2"
    KUBELET_VERSION = 2


class NodeFlags(Flags):
    """Properties of a node."""

    #: spec.unschedulable
    UNSCHEDULABLE = 1
    #: other pods may use the CPUs of system QoS, too
    SYSTEM_CPUS_SHARED = 2


class NodeCpuset(Open):
    """Selects a set of CPUs of a node."""

    #: not for pods, as by the annotation reservation
    RESERVED = 0
    #: CPUs of system QoS (annotation system-qos-resource)
    SYSTEM = 1


class NrtLevel(Open):
    """The part of a pod that could not be aligned to one NUMA node."""

    #: the pod fits
    NONE = 0
    POD = 1
    CONTAINER = 2
    INIT_CONTAINER = 3


class NodeKubeletFlags(Flags):
    """Settings of a node's kubelet."""

    #: CPU manager policy static
    STATIC = 1
    #: its option full-pcpus-only
    FULL_PCPUS_ONLY = 2
    #: its option distribute-cpus-across-numa
    DISTRIBUTE_CPUS_ACROSS_NUMA = 4


class NrtCpuset(Open):
    """Selects a set of CPUs of a NodeResourceTopology."""

    #: reserved by kubelet: never exclusive under any of its policies, and part of the shared pool
    RESERVED = 0
    #: allocated exclusively by kubelet: not part of the shared pool
    HELD = 1


class AddedKind(Open):
    """Kinds of objects by their use in a cluster."""

    #: a kind that a cluster does not use
    OTHER = 0
    #: Node
    NODE = 1
    #: NodeResourceTopology
    TOPOLOGY = 2
    #: Device
    DEVICES = 3
    #: Pod, or a pod that a workload would create
    POD = 4
    #: Koordinator's Reservation
    RESERVATION = 5
    #: Deployment, ReplicaSet, StatefulSet, Job or CronJob; rows of its pods follow
    WORKLOAD = 6
    #: ResourceSlice (resource.k8s.io/v1)
    RESOURCE_SLICE = 7
    #: ResourceClaim (resource.k8s.io/v1)
    RESOURCE_CLAIM = 8


class AddedResult(Open):
    """The result of adding an object."""

    #: not used by a cluster, or it has ended
    SKIPPED = 0
    #: added, expanded into pods, or released if it has ended
    ADDED = 1
    #: a pod or Reservation without a node: the cluster has nothing of it; place what AddedObjects.pod returns
    PENDING = 2
    #: not added, nothing changes: see status and message
    REFUSED = 3


class PodFlags(Flags):
    """Properties of a pod."""

    #: phase Succeeded or Failed
    TERMINATED = 1
    #: `kube_qos` is status.qosClass; else it is computed
    HAS_KUBE_QOS = 2
    #: spec.resources is present, even if empty
    HAS_POD_LEVEL = 4
    #: a toleration of the taint node.kubernetes.io/unschedulable:NoSchedule: nodes with spec.unschedulable accept
    #: the pod
    TOLERATES_UNSCHEDULABLE = 8
    #: condition Initialized of a bound pod: its init containers, except sidecars, have ended
    INITIALIZED = 16


class ContainerKind(Open):
    """The kind of a container of a pod."""

    APP = 0
    #: runs to its end before the app containers start
    INIT = 1
    #: an init container that keeps running (restartPolicy Always)
    SIDECAR = 2


class ResourceScope(Open):
    """The scope of a resource, where it is not a container."""

    #: spec.resources: the pod as a whole
    POD = -1
    #: spec.overhead; only the request counts
    OVERHEAD = -2


class ResourceBound(Open):
    """Selects one of the two amounts that a container states of a resource."""

    REQUEST = 0
    LIMIT = 1


class PreemptFlags(Flags):
    """Options of a preemption."""

    #: Compare sets of victims as kube-scheduler does: lower highest priority, then fewer victims, then lower sum
    #: of priorities. Without the flag: fewer victims, then lower priorities, sorted descending and compared one by
    #: one. In both cases the number of victims under Protection.AVOID is compared first, and their uids last.
    LEAST_IMPORTANT = 1


class PreemptionFlags(Flags):
    """Properties of a row of a preemption."""

    #: no eviction would change the reason
    UNRESOLVABLE = 1
    #: The budget was too small to find the best victims. These are the victims that kube-scheduler's method finds,
    #: which spares the most important pods first; all of them are needed.
    UNPROVEN = 2


class RebindFlags(Flags):
    """Options of a rebind."""

    #: no pod spans more NUMA nodes than before
    NO_NEW_CROSSING = 1


class RebindBudget(Open):
    """Limits for the number of placements that a rebind may try."""

    #: used if the budget is 0
    DEFAULT = 1000
    MAX = 1000000


class RebindInfoFlags(Flags):
    """Properties of a rebind's result."""

    #: The budget was used up: a larger one might give a better plan.
    TRUNCATED = 1


class RebindAction(Open):
    """Actions that a RebindResource requests."""

    #: RebindCPU
    CPU = 1


class RebindPhase(Open):
    """The progress of a RebindResource."""

    #: not processed yet
    NONE = 0
    PENDING = 1
    SUCCEED = 2
    FAILED = 3
    UNKNOWN = 4


class PictureFormat(Open):
    """The format of a picture."""

    TEXT = 0
    SVG = 1


class PictureFlags(Flags):
    """Options of a picture."""

    #: text: ANSI colours
    COLOR = 1
    #: text: no characters outside ASCII
    ASCII = 2
    #: list PCI devices below their NUMA node
    DEVICES = 4


class ReservationPolicy(Open):
    """Koordinator's allocatePolicy of a reservation."""

    DEFAULT = 0
    #: the rest comes from the node, as under DEFAULT
    ALIGNED = 1
    #: owners get a reserved resource from the reservation only
    RESTRICTED = 2


class SuppressionFlags(Flags):
    """Properties of a suppression."""

    #: the quota changes too little to be worth writing
    KEEP_QUOTA = 1
