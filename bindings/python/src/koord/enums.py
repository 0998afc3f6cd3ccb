# Code generated from koord.h by tools/generate. DO NOT EDIT.
"""Numbers of the library that have names.

Sets of numbers grow: a number that this version does not know is a member all the same, of the name UNKNOWN_<number>.
"""

from __future__ import annotations

from . import _koord
from ._numbers import Flags, Open

__all__ = [
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

    #: it did not fail
    OK = 0
    #: an argument, or a field of the input, broke its contract
    INVALID = -1
    #: out of memory
    NO_MEMORY = -2
    #: the caller's buffer is too small
    NO_SPACE = -3
    #: contradicts what is already held
    CONFLICT = -20
    #: made from a state that has changed since
    STALE = -21
    #: larger than a documented bound
    LIMIT = -22
    #: no such node, pod, file or whatever else was named
    NOT_FOUND = -23
    #: the machine or a file could not be read or written
    IO = -40
    #: not permitted
    PERMISSION = -41
    #: a checksum is wrong, or what was read contradicts itself
    CORRUPT = -42
    #: valid, but not something this build or machine can do
    UNSUPPORTED = -43
    #: a bug in libkoord, please report it
    INTERNAL = -99

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.status_get_name(int(self))


class LogLevel(Open):
    """How much a remark matters."""

    INFO = 1
    WARNING = 2


class Profile(Open):
    """Whose answer is wanted; docs/profiles.md lists every difference."""

    #: the Koordinator proposals as written
    SPEC = 0
    #: Koordinator v1.8, CPU for CPU
    UPSTREAM = 1
    #: kubelet 1.36, known defects repaired: Kubelet
    KUBELET = 2
    #: scheduler-plugins' NodeResourceTopologyMatch; NrtNode.filter
    NRT_MATCH = 3


class BindPolicy(Open):
    """Which CPUs of physical cores are taken first: a pod's requiredCPUBindPolicy and preferredCPUBindPolicy, the
    label of a node, a pick."""

    #: Not stated. Pods: as the scheduler is configured; a pick: spread, on ARM full cores.
    DEFAULT = 0
    #: whole physical cores first; nodes: FullPCPUsOnly
    FULL_PCPUS = 1
    #: one CPU per physical core first
    SPREAD_BY_PCPUS = 2
    #: Pods: the shared pool of one NUMA node that suits its limit.
    CONSTRAINED_BURST = 3
    #: nodes: pods are asked alone
    NONE = 4

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.bind_policy_get_name(int(self))


class ExclusivePolicy(Open):
    """Whom a pod keeps away from: preferredCPUExclusivePolicy, and a pick."""

    #: Not stated. Pods: as the scheduler is configured; a pick: none.
    DEFAULT = 0
    #: Not stated. Pods: as the scheduler is configured; a pick: none.
    NONE = 1
    #: avoid cores held under the same policy
    PCPU_LEVEL = 2
    #: avoid NUMA nodes held under the same policy
    NUMA_NODE_LEVEL = 3

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.exclusive_policy_get_name(int(self))


class NumaStrategy(Open):
    """Which NUMA nodes come first: the numa-allocate-strategy of a node's label, and a pick."""

    #: Not stated. Nodes: as the scheduler is configured; a pick: most allocated.
    DEFAULT = 0
    #: the NUMA node with the least available that fits
    MOST_ALLOCATED = 1
    #: the NUMA node with the most available
    LEAST_ALLOCATED = 2
    #: evenly over NUMA nodes (upstream: as least allocated)
    DISTRIBUTE_EVENLY = 3

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.numa_strategy_get_name(int(self))


class NumaPolicy(Open):
    """How resources are aligned to NUMA nodes."""

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
    """Whether pods that keep to one NUMA node and pods that span several may meet on a NUMA node:
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
    """Why a request was refused; Reason.NONE: it was granted."""

    #: granted
    NONE = 0
    #: fewer CPUs are available than asked
    NOT_ENOUGH_CPUS = 1
    #: enough CPUs, not in the required shape
    REQUIRED_BIND_POLICY = 2
    #: the given NUMA nodes cannot grant the amount
    INSUFFICIENT_NUMA = 3
    #: whole cores wanted, no multiple of their threads
    SMT_ALIGNMENT = 4
    #: kubelet: too few whole free cores
    NOT_ENOUGH_PHYSICAL_CORES = 5
    #: not on this architecture
    BIND_POLICY_UNSUPPORTED = 6
    #: not on this architecture
    EXCLUSIVE_POLICY_UNSUPPORTED = 7
    #: no NUMA node has all that must come from one
    NO_NUMA_NODE_FITS = 8
    #: the node has nothing of a resource that is asked for
    RESOURCE_ABSENT = 9
    #: LSE, LSR: limit and request must be the same
    REQUEST_IS_NOT_LIMIT = 10
    #: CPUs of its own come in whole numbers
    CPUS_NOT_WHOLE = 11
    #: the node reports no CPU topology
    NO_TOPOLOGY = 12
    #: the node's bind policy is another than the pod's
    BIND_POLICY_CONFLICT = 13
    #: the node's NUMA policy is another than the pod's
    NUMA_POLICY_CONFLICT = 14
    #: no NUMA node's shared pool holds the pod's limit
    SHARED_POOL_TOO_SMALL = 15
    #: the node has too little left of a resource
    INSUFFICIENT_RESOURCE = 16
    #: pods mention the node, nobody has described it
    NODE_UNKNOWN = 17
    #: spec.unschedulable
    NODE_UNSCHEDULABLE = 18
    #: no NUMA nodes can give some resource
    NUMA_UNSATISFIED = 20
    #: no NUMA nodes suit all resources as the policy demands
    NUMA_UNALIGNED = 21
    #: those that do are used by pods of the other kind
    NUMA_EXCLUSIVE = 22
    #: too many combinations to find the answer among
    SEARCH_LIMIT = 23
    #: no NUMA nodes have the memory
    NO_NUMA_MEMORY = 40
    #: only more NUMA nodes than needed have it
    MEMORY_HINT_NOT_PREFERRED = 41
    #: none that include the nodes chosen have it
    MEMORY_HINT_NOT_EXTENSIBLE = 42
    #: only more of them than needed have it
    MEMORY_EXTENSION_NOT_PREFERRED = 43
    #: memory of these is used in other groups
    MEMORY_GROUP_VIOLATED = 44
    #: not all pods of a gang find room at once
    GANG_UNPLACED = 60
    #: what is left of a reservation does not suffice
    RESERVATION_SHORT = 61
    #: only on other CPUs or NUMA nodes than it has
    WOULD_MOVE = 62
    #: neither a part of one device nor whole devices
    DEVICE_UNIT = 80
    #: names of device resources that do not go together
    DEVICE_MIX = 81
    #: a part of a device in no size that any model has
    NO_SHARE_TEMPLATE = 82
    #: the node has none of the type, or none that the pod may have
    NO_DEVICES = 83
    #: fewer devices have enough left than asked
    NOT_ENOUGH_DEVICES = 84
    #: the devices have no virtual functions of the kind asked
    NOT_ENOUGH_VFS = 85
    #: not within one PCIe switch or NUMA node, as asked
    DEVICE_SCOPE = 86
    #: not on the NUMA nodes that the pod keeps to
    DEVICE_NUMA = 87
    #: devices come in partitions, and none are known
    NO_PARTITION_TABLE = 88
    #: there are no partitions of so many devices
    PARTITION_SIZE = 89
    #: there are, but none that is free
    PARTITIONS_TAKEN = 90
    #: the devices state no NUMA node, and must be near
    DEVICES_UNPLACED = 91
    #: parts of several devices within a scope: not supported
    SHARES_SPREAD = 92
    #: devices of two types that must be together are not
    DEVICES_APART = 93
    #: a device that is named is not there, or not healthy
    DEVICE_UNHEALTHY = 94
    #: nothing names the pod's device `where` to a runtime
    DEVICE_UNNAMED = 95
    #: `where` is a CPU that the machine does not have
    CPU_NOT_ON_MACHINE = 100
    #: the CPU `where` is another pod's
    CPU_TAKEN = 101
    #: CPUs of its own are for QoS LSE and LSR
    CLAIM_NOT_DUE = 102
    #: kubelet reserves the CPU `where` for the system
    CPU_RESERVED = 103
    #: more CPUs than the whole ones it asks for
    MORE_CPUS_THAN_ASKED = 104
    #: no CPUs in the pool of the NUMA node `where`, or in all
    POOL_EMPTY = 105
    #: its memory is on a NUMA node that is not there
    NUMA_NODE_ABSENT = 106
    #: what is known of the node does not have the pod
    POD_UNKNOWN = 107
    #: it says that the pod runs elsewhere
    STATE_DISAGREES = 108
    #: its process is in a control group that is not its own
    NOT_THE_PODS = 109
    #: the node reserves the CPU `where`, for the system
    CPU_RESERVED_BY_NODE = 110
    #: it cannot be read: Pod.faults
    CLAIM_UNREADABLE = 120
    #: amounts of NUMA nodes are not for QoS BE and SYSTEM
    NUMA_NOT_DUE = 121
    #: more of `resource` than it asks for
    MORE_ON_NUMA_THAN_ASKED = 122
    #: devices of `device_type`; it asks for none
    DEVICES_NOT_ASKED = 123
    #: `needed` devices; it asks for `best`
    DEVICE_COUNT = 124
    #: more of the device of minor `where` than it asks for
    DEVICE_AMOUNT = 125
    #: others have too much of the device of minor `where`
    DEVICE_TAKEN = 126
    #: nothing tells which `needed` devices it has; `best` of them are kept for it
    DEVICES_UNTOLD = 127
    #: other CPUs, NUMA nodes or devices than it was given
    GIVEN_OTHERWISE = 128


class ObjectKind(Open):
    """What the numbers of a refusal count, and what it happened to."""

    MACHINE = 0
    CPU = 1
    CORE = 2
    #: CPUs that share an L3 cache
    L3 = 3
    NUMA_NODE = 4
    SOCKET = 5
    MILLI_CPU = 6
    POLICY = 7
    #: of memory or huge pages
    BYTES = 8
    #: of a resource that is neither CPU nor memory
    UNIT = 9
    #: `where` is its index in the pod
    CONTAINER = 10
    POD = 11
    #: `where` is its minor
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
    #: it names a node
    BOUND = 2
    #: it states what it was allocated (resource-status)
    ALLOCATED = 4
    #: requests or limits of the pod as a whole replace its containers'
    HAS_POD_LEVEL = 8
    #: CPU: every limit equals its request
    LIMIT_IS_REQUEST = 16


class PodText(Open):
    """Which text of a pod."""

    NAME = 0
    NAMESPACE = 1
    #: "": unknown
    UID = 2
    #: the node it is bound to, "": none
    NODE = 3


class TopologyFlags(Flags):
    """How a machine is read."""

    #: Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use. Without it they are part
    #: of the topology, as kubelet sees them, and listed as disallowed.
    ONLY_ALLOWED = 1


class CpusetKind(Open):
    """Which set of CPUs of a machine."""

    #: usable CPUs; id is ignored
    ALL = 0
    #: in the machine, not usable: offline, or left out by the export
    OFFLINE = 1
    #: not for the cgroup of the process that read the machine
    DISALLOWED = 2
    #: of the socket `id`
    SOCKET = 3
    #: that belong to NUMA node `id`; a CPU belongs to at most one
    NUMA_NODE = 4
    #: that NUMA node `id` is local to, memory-only nodes included
    NUMA_NODE_LOCAL = 5
    #: of the L3 group `id` (dense number)
    L3 = 6
    #: of the core `id` (dense number)
    CORE = 7
    #: local to PCI device number `id`, a row of Topology.devices
    DEVICE = 8


class AgentFlags(Flags):
    """Options of a node's agent."""

    #: CPUs that kubelet gave away or reserves count for nothing, and every cpuset is left to kubelet, those of
    #: pods with CPUs of their own as well: the first stage of taking over its CPU management.
    IGNORE_KUBELET = 1
    #: Profile.UPSTREAM: BE pods keep to the NUMA nodes they name (its gate BECPUManager).
    BE_BY_NUMA = 2


class AgentCpuset(Open):
    """Which set of CPUs of a Agent or AgentState."""

    #: the shared pool
    SHARED = 0
    #: of LSE and LSR pods and of containers that kubelet's static policy serves
    EXCLUSIVE = 1
    #: the BE pool
    BEST_EFFORT = 2
    #: all CPUs
    ALL = 3
    #: by the Node's annotation
    RESERVED = 4
    #: of system QoS
    SYSTEM = 5
    #: which kubelet keeps for the system; not of a AgentState
    KUBELET_RESERVED = 6


class AgentPlace(Open):
    """Where a pod or container runs."""

    #: kubelet and the runtime decide
    UNTOUCHED = 0
    #: on CPUs that the scheduler gave it, by resource-status
    EXCLUSIVE = 1
    #: on those that kubelet's static policy gave it
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


class SuppressionFlags(Flags):
    """What is said of a suppression."""

    #: the quota changes too little to be written
    KEEP_QUOTA = 1


class AgentText(Open):
    """Which text of a AgentState."""

    NAME = 0
    BOOT_ID = 1


class AgentPodFlags(Flags):
    """Properties of a pod on a node."""

    #: no CFS quota, as it has CPUs of its own
    UNLIMITED = 1


class CgroupDriver(Open):
    """How kubelet names control groups."""

    #: by which of kubepods.slice and kubepods is there
    DETECT = 0
    CGROUPFS = 1
    SYSTEMD = 2


class CgroupVersion(Open):
    """Version of the kernel's control groups."""

    #: by what is mounted; 1 where both are
    DETECT = 0
    V1 = 1
    V2 = 2


class CgroupRuntime(Open):
    """The runtime of a container, which names its control group."""

    CONTAINERD = 1
    DOCKER = 2
    CRIO = 3
    POUCH = 4


class CgroupsFlags(Flags):
    """Properties of the mounted control groups."""

    #: version 1, with a mount of version 2 beside it, which is not used
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
    """Why a step of a plan is made when it is."""

    #: a container gives up CPUs that are no longer its own
    SHRINK = 1
    #: a parent makes room for what its children will hold
    GROW_PARENT = 2
    #: a container gets its CPUs or NUMA nodes
    MOVE = 3
    #: a container waits out of others' way, for a time
    PARK = 4
    #: a parent is left with what is its own and its children's
    SETTLE_PARENT = 5
    #: a quota is taken away
    REMOVE_QUOTA = 6


class CgroupKind(Open):
    """What a control group stands for."""

    ROOT = 1
    QOS = 2
    POD = 3
    CONTAINER = 4
    #: below a container
    NESTED = 5
    #: in place of a pod, but nobody's
    OTHER = 6


class CgroupOutcome(Open):
    """What came of a plan."""

    DONE = 0
    #: a step failed; all is as it was
    UNDONE = 1
    #: a step failed, and so did taking back another: what led to that one is in force
    PARTIAL = 2
    #: the groups are not as the plan found them; nothing was written
    STALE = 3


class CgroupError(Open):
    """Why a write to a control group failed."""

    NONE = 0
    #: busy: later it may work
    RETRY = 1
    #: there is no such group
    GONE = 2
    #: not permitted
    DENIED = 3
    #: the kernel does not take the value
    INVALID = 4
    #: the group does not have the file
    UNSUPPORTED = 5
    #: accepted but not in force, or changed by somebody else
    DRIFTED = 6


class CgroupStepState(Open):
    """What came of a step of a plan."""

    NOT_MADE = 0
    #: and in force
    MADE = 1
    #: the pod or container has ended
    GONE = 2
    #: not accepted, or not in force
    FAILED = 3
    #: the old value is there
    TAKEN_BACK = 4
    #: it could not be taken back
    STUCK = 5


class NumaUse(Open):
    """Who uses a NUMA node."""

    IDLE = 0
    #: only pods that keep to one NUMA node
    SINGLE = 1
    #: some pod spans NUMA nodes
    SHARED = 2


class NumaHintKind(Open):
    """What a provider says about NUMA nodes."""

    #: what the hints say; none: as UNSATISFIABLE
    HINTS = 0
    #: any NUMA nodes will do
    NO_PREFERENCE = 1
    #: no NUMA nodes can give the resource
    UNSATISFIABLE = 2


class NumaHintFlags(Flags):
    """What is said of a NUMA hint."""

    #: as good as this resource can have it
    PREFERRED = 1
    #: any NUMA nodes; `nodes` is 0
    NO_AFFINITY = 2


class NumaMergeFlags(Flags):
    """Options of a merge."""

    #: Among sets of NUMA nodes of one size the closest comes first (prefer-closest-numa-nodes).
    PREFER_CLOSEST = 1


class NumaMergedFlags(Flags):
    """What a merge answers."""

    ADMIT = 1
    PREFERRED = 2
    #: the pod is to keep to `nodes`
    AFFINITY = 4
    #: `nodes` do not suit every resource
    UNSATISFIED = 8


class ClusterFlags(Flags):
    """Options of a cluster."""

    #: Score by Koordinator's formula of today, also under Profile.SPEC.
    UPSTREAM_SCORE = 1
    #: Kubelet's own allocations and reserved CPUs do not count: the first stage of taking over its CPU management.
    IGNORE_KUBELET = 2


class DeviceStrategy(Open):
    """How devices are scored: as Koordinator's DeviceShare does, with its default weights."""

    #: not stated: least allocated
    DEFAULT = 0
    #: pods are packed
    MOST_ALLOCATED = 1
    #: they spread over devices and nodes
    LEAST_ALLOCATED = 2


class GpuPick(Open):
    """Which GPUs of a node go to a pod that asks for several (docs/devices-links.md)."""

    #: the best-linked set
    SET = 0
    #: the best set of the best split of all that are free
    PARTITION = 1


class ClusterCpuset(Open):
    """Which set of CPUs of a node of a cluster."""

    #: CPUs that a pod could have for itself
    FREE = 0
    #: owned by pods
    ALLOCATED = 1
    #: reserved, of system QoS, or kubelet's
    RESERVED = 2
    #: the shared pool: nobody's own
    SHARED_POOL = 3


class VerdictFlags(Flags):
    """What is said of a verdict."""

    #: taking pods away would not change the reason
    UNRESOLVABLE = 1
    #: from Cluster.changes: the node is gone
    REMOVED = 2


class QueryFlags(Flags):
    """What is judged elsewhere."""

    #: Amounts of the whole node and spec.unschedulable are judged elsewhere (Kubernetes' plugins NodeResourcesFit
    #: and NodeUnschedulable).
    SKIP_FIT = 1
    #: Cluster.plan_resize: where there is no other way the pod may move to other CPUs and NUMA nodes of its node.
    MAY_MOVE = 2


class Protection(Open):
    """How far plans may go with a pod."""

    NONE = 0
    #: evicted only where there is no other way (PodDisruptionBudgets)
    AVOID = 1
    #: neither evicted nor moved
    KEEP = 2


class PrebindFlags(Flags):
    """The shape of a patch."""

    #: The shape of the proposal: no numaNodeResources.
    PROPOSAL = 1


class PickFlags(Flags):
    """Options of a pick."""

    #: The bind policy must hold for every CPU: whole cores, or one CPU per core; else refuse.
    REQUIRED = 1
    #: Fewest L3 groups, then fewest cores split, never on more NUMA nodes than without the flag.
    FEWEST_L3 = 2


class PickSetFlags(Flags):
    """Which sets of CPUs a pick gets besides those that may be used."""

    #: CPUs to use first (a reservation's)
    PREFERRED = 1
    #: CPUs held by pods with the exclusive policy PCPULevel
    CORE_HELD = 2
    #: CPUs held by pods with NUMANodeLevel
    NODE_HELD = 4


class DeviceFlags(Flags):
    """What is said of a device."""

    #: health
    HEALTHY = 1
    #: `module` is stated
    HAS_MODULE = 2
    #: `socket` and `numa_node` are, and so are its PCIe and bus id
    HAS_TOPOLOGY = 4


class DeviceText(Open):
    """Which text of a device."""

    #: "gpu", "rdma", "fpga" or any other; must not be empty
    TYPE = 0
    #: id: "GPU-<uuid>", or a bus id
    ID = 1
    #: topology.pcieID, with DeviceFlags.HAS_TOPOLOGY
    PCIE = 2
    #: topology.busID, with DeviceFlags.HAS_TOPOLOGY
    BUS_ID = 3


class HookStage(Open):
    """When a runtime asks."""

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
    """What of a container changes."""

    #: cpuset.cpus: Adjustment.cpus
    CPUS = 1
    #: cpuset.mems: Adjustment.numa_nodes
    NUMA_NODES = 2
    #: no CFS quota
    UNLIMITED = 4


class AdjustmentList(Open):
    """Which list of an adjustment."""

    #: "NAME=value", which replaces one of that name
    ENV = 0
    #: "nvidia.com/gpu=GPU-..."
    CDI_DEVICES = 1
    #: "/dev/infiniband/uverbs0"
    DEVICE_NODES = 2


class HookChoice(Open):
    """What a hook does with a container that it cannot serve."""

    #: not stated: what koord_hook_options says of the field
    DEFAULT = 0
    #: the container is not to start
    REFUSE = 1
    #: it starts without what it asks for
    LEAVE = 2


class HookOutcome(Open):
    """What a hook did."""

    #: a container of no pod: untouched
    NOT_OURS = 0
    #: its control group was found, and has what the state wants
    DONE = 1
    #: Untouched: there is no state, what the pod asks for is not its own, or others decide where the container
    #: runs, as where every cpuset is left to kubelet (AgentFlags.IGNORE_KUBELET); refusal.reason is Reason.NONE
    #: then.
    LEFT = 2
    #: it is not to start
    REFUSED = 3


class KubeletOptionFlags(Flags):
    """Options of kubelet's static CPU policy. Excluding each other, as in kubelet: FULL_PCPUS_ONLY and
    DISTRIBUTE_CPUS_ACROSS_CORES, DISTRIBUTE_CPUS_ACROSS_NUMA and DISTRIBUTE_CPUS_ACROSS_CORES,
    PREFER_ALIGN_BY_UNCORE_CACHE and either of the two that distribute."""

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
    """Sets of CPUs that follow the default set, in this order."""

    #: kubelet's reserved CPUs
    RESERVED = 1
    #: CPUs of finished init containers of the same pod
    REUSABLE = 2


class KubeletContainerFlags(Flags):
    """How a container got what kubelet gives it."""

    #: A container's affinity is what each of its resources prefers.
    PREFERRED = 1
    #: It shares the default CPU set with all others that do.
    SHARED = 2


class AdmitFlags(Flags):
    """Options of an admission."""

    #: A refused pod keeps what its first containers got, as in kubelet until its next admission or removal: that
    #: is what kubelet's state files show then. Without the flag it is swept at once.
    LEAVE_REFUSED = 1


class KubeletCpuset(Open):
    """Which set of CPUs of a kubelet."""

    #: the default set, where containers without own CPUs run
    SHARED = 0
    #: never given to one container alone
    RESERVED = 1
    #: shared and not reserved
    AVAILABLE = 2


class NodeText(Open):
    """Which text of a node."""

    #: must not be empty
    NAME = 0
    #: status.nodeInfo.architecture: "amd64", "arm64"
    ARCHITECTURE = 1


class NodeFlags(Flags):
    """What is said of a node."""

    #: spec.unschedulable
    UNSCHEDULABLE = 1
    #: other pods may have the CPUs of system QoS, too
    SYSTEM_CPUS_SHARED = 2


class NodeCpuset(Open):
    """Which CPUs of a node."""

    #: kept from pods, as by the annotation reservation
    RESERVED = 0
    #: of system QoS, as by the annotation system-qos-resource
    SYSTEM = 1


class NodeKubeletFlags(Flags):
    """What is said of a node's kubelet."""

    #: CPU manager policy static
    STATIC = 1
    #: its option full-pcpus-only
    FULL_PCPUS_ONLY = 2
    #: its option distribute-cpus-across-numa
    DISTRIBUTE_CPUS_ACROSS_NUMA = 4


class NrtCpuset(Open):
    """Which CPUs a NodeResourceTopology speaks of."""

    #: which kubelet reserves: no pod's own under any of its policies, and part of the shared pool
    RESERVED = 0
    #: which kubelet has given to pods of its own: not of the shared pool
    HELD = 1


class PodFlags(Flags):
    """What is said of a pod."""

    #: phase Succeeded or Failed
    TERMINATED = 1
    #: `kube_qos` is status.qosClass; else it is computed
    HAS_KUBE_QOS = 2
    #: spec.resources is there, be it empty
    HAS_POD_LEVEL = 4


class ContainerKind(Open):
    """What a container of a pod is for."""

    APP = 0
    #: runs to its end before the app containers start
    INIT = 1
    #: an init container that keeps running (restartPolicy Always)
    SIDECAR = 2


class ResourceScope(Open):
    """What a resource is of, besides the index of a container."""

    #: spec.resources: of the pod as a whole
    POD = -1
    #: spec.overhead; only the request counts
    OVERHEAD = -2


class CapacityFlags(Flags):
    """What is said of a row of a capacity."""

    #: no pods that go would change the reason
    UNRESOLVABLE = 1


class DeviceReportFlags(Flags):
    """What is asked about devices."""

    #: Ask NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded for the time of
    #: the call. Without a driver there are none.
    NVML = 1
    #: Read virtual functions of RDMA devices from sysfs.
    SYSFS = 2


class NodeResourcesFlags(Flags):
    """Which resources are named."""

    #: koordinator.sh/gpu.shared, too: 100 for each healthy GPU
    SHARED = 1


class ExplanationFlags(Flags):
    """What is said of an explanation."""

    #: judging stopped at the limit: there may be more remedies
    TRUNCATED = 1


class Scope(Open):
    """Where an amount lacks."""

    #: not a resource shortage
    NONE = 0
    #: the whole node has too little
    NODE = 1
    #: each NUMA node alone has too little of something
    NUMA_NODE = 2
    #: as many NUMA nodes as the pod may keep to have too little
    NUMA_NODES = 3
    #: each device alone has too little left of something
    DEVICE = 4
    #: too few devices within what those of the pod must share
    PLACE = 5


class RemedyKind(Open):
    """What a remedy changes, and what `before` and `after` of its steps are."""

    #: the pod prefers a policy it required, BindPolicy
    PREFER_BIND = 0
    #: of the pod, BindPolicy
    REQUIRED_BIND = 1
    #: of the pod, BindPolicy
    PREFERRED_BIND = 2
    #: ExclusivePolicy
    POD_EXCLUSIVE = 3
    #: of the pod, NumaPolicy
    POD_NUMA = 4
    #: of the pod, NumaExclusive
    NUMA_EXCLUSIVE = 5
    #: its request, and its limit where that is the same: milli-CPU
    POD_CPU = 6
    #: its limit, and its request where that is more: milli-CPU
    POD_CPU_LIMIT = 7
    #: spec.unschedulable, from 1 to 0
    NODE_SCHEDULABLE = 8
    #: the policy in force and the label, BindPolicy
    NODE_BIND = 9
    #: the policy in force and the label, NumaPolicy
    NODE_NUMA = 10
    #: the pod `uid` leaves
    EVICT = 11
    #: `after` of the node's pods move: Cluster.plan_rebind_for
    REBIND = 12
    #: requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch, 4 device.
    DEVICE_SCOPE = 13
    #: exclusivePolicy of such: 0 none, 1 device, 2 PCIe
    DEVICE_EXCLUSIVE = 14
    #: from 1 to 0: their selector is dropped
    DEVICE_SELECTOR = 15
    #: 2 those that vfSelector matches, 1 any, 0 none
    VIRTUAL_FUNCTIONS = 16
    #: from 1 to 0: they need not share PCIe switches
    JOINT_DEVICES = 17
    #: 2 a partition as its spec says, 1 any, 0 none needed
    POD_PARTITION = 18
    #: how many of a type the pod asks for
    POD_DEVICES = 19
    #: the node's gpu-partition-policy: 2 Honor, 1 Prefer
    NODE_PARTITION = 20

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.remedy_kind_get_name(int(self))


class StepKind(Open):
    """What a step of a plan does."""

    #: a pod is evicted and lets go of what it holds
    RELEASE = 0
    #: a pod comes to a node
    PLACE = 1
    #: a pod of the node holds something else from now on
    MOVE = 2


class GpuPolicy(Open):
    """Policies that place tasks so that GPUs which are left are of use (docs/gpu-placement.md)."""

    #: none of them: scores as configured
    NONE = 0
    #: fragmentation gradient descent; scores 0..99
    FGD = 1
    #: what comes after keeps the most room; up to 2^31 - 1
    ROOM_LEFT = 2
    #: the least of CPU and GPU left; 0..100, as the next
    BEST_FIT = 3
    DOT_PRODUCT = 4
    #: shared GPUs, then nodes in use, then idle ones; 0..100
    PACKING = 5
    #: Nodes whose pods share a GPU as this one does, or have as many whole ones; 0..100
    CLUSTERING = 6


class KubeletFault(Open):
    """What is wrong with a state file of kubelet."""

    NONE = 0
    #: the file, or a set in it
    UNREADABLE = 1
    #: wrong, or missing, which kubelet accepts
    CHECKSUM = 2
    #: of the file: not 2
    VERSION = 3
    #: of the file: not the configured one
    POLICY = 4
    #: no default set, but entries
    DEFAULT_EMPTY = 5
    #: reserved CPUs are not where they belong
    RESERVED = 6
    #: an entry's CPUs are in the default set, too
    OVERLAPS_DEFAULT = 7
    #: CPUs that the machine does not have or has offline
    CPUS_GONE = 8
    #: CPUs in neither the default set nor an entry
    CPUS_MISSING = 9
    #: entries of two pods share CPUs; kubelet accepts it
    OVERLAP = 10
    #: an entry without CPUs; kubelet accepts it
    EMPTY_ENTRY = 11
    #: an entry of a pod that is not there; kubelet accepts it
    POD_GONE = 12
    #: memory_manager_state
    MEMORY = 13

    @property
    def label(self) -> str:
        """The spelling of Kubernetes objects and reports."""
        return _koord.kubelet_fault_get_name(int(self))


class KubeletFindingFlags(Flags):
    """What is said of a fault that was found."""

    #: Kubelet does not start. Without the flag it starts and goes on with what is wrong.
    STOPS = 1


class RepairFlags(Flags):
    """Options of a check and a repair."""

    #: The pods that are given are all of the node: entries of others are findings, and are dropped by a repair.
    ONLY_PRESENT = 1
    #: Repair: the file may have been written under another policy of its manager.
    MIGRATE = 2
    #: Repair: an entry that lost CPUs keeps those that are left, instead of being dropped. Kubelet does not fill
    #: it up while the container runs.
    KEEP_SHRUNK = 4
    #: Repair: a file that cannot be read at all becomes that of a kubelet that starts for the first time.
    START_OVER = 8


class WriteStateFlags(Flags):
    """Options of writing a state file."""

    #: Write although a kubelet runs. It overwrites the file as soon as something changes.
    FORCE = 1
    #: Keep no backup.
    NO_BACKUP = 2


class NrtLevel(Open):
    """What of a pod could not be aligned to one NUMA node."""

    #: nothing: it fits
    NONE = 0
    POD = 1
    CONTAINER = 2
    INIT_CONTAINER = 3


class PreemptFlags(Flags):
    """Options of a preemption."""

    #: Of two sets of victims the one whose highest priority is lower, then the smaller one, then that with the
    #: lower sum of priorities, as kube-scheduler has it. Without it: the smaller one, then that with lower
    #: priorities, sorted descending and compared one by one. Victims under Protection.AVOID count before either,
    #: their uids after both.
    LEAST_IMPORTANT = 1


class PreemptionFlags(Flags):
    """What is said of a row of a preemption."""

    #: no eviction of any pods would change the reason
    UNRESOLVABLE = 1
    #: The budget was too small to tell the best victims: these, of which none can be spared, are what
    #: kube-scheduler's way of sparing the most important first left.
    UNPROVEN = 2


class RebindFlags(Flags):
    """Options of a rebind."""

    #: no pod comes to be on more NUMA nodes than it is
    NO_NEW_CROSSING = 1


class RebindBudget(Open):
    """How many placements a rebind may try."""

    #: where it is 0
    DEFAULT = 1000
    MAX = 1000000


class RebindInfoFlags(Flags):
    """What is said of a rebind."""

    #: The budget was used up: more of it might have found a better plan.
    TRUNCATED = 1


class RebindAction(Open):
    """What a RebindResource asks for."""

    #: RebindCPU
    CPU = 1


class RebindPhase(Open):
    """How far a RebindResource got."""

    #: nobody has seen it yet
    NONE = 0
    PENDING = 1
    SUCCEED = 2
    FAILED = 3
    UNKNOWN = 4


class PictureFormat(Open):
    """What a picture is drawn as."""

    TEXT = 0
    SVG = 1


class PictureFlags(Flags):
    """How a picture is drawn."""

    #: text: ANSI colours
    COLOR = 1
    #: text: no characters outside ASCII
    ASCII = 2
    #: list PCI devices under their NUMA node
    DEVICES = 4


class ReservationPolicy(Open):
    """Koordinator's allocatePolicy of a reservation."""

    DEFAULT = 0
    #: what it lacks comes from the node, as under DEFAULT
    ALIGNED = 1
    #: of the resources it reserves, owners get only its own
    RESTRICTED = 2
