# Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
"""Results of the library: records, and rows of them that NumPy reads in place.

Amounts of CPU are milli-CPU if the name contains milli, and whole CPUs otherwise; memory is in bytes.
"""

from __future__ import annotations

from typing import NamedTuple

from . import _koord
from ._rows import pack, record
from .enums import (
    AddedKind,
    AddedResult,
    AdjustmentFlags,
    AgentPlace,
    AgentPodFlags,
    BindPolicy,
    CapacityFlags,
    CgroupDriver,
    CgroupError,
    CgroupFile,
    CgroupKind,
    CgroupOutcome,
    CgroupPhase,
    CgroupsFlags,
    CgroupStepState,
    CgroupVersion,
    DraCapacityFlags,
    DraDeviceFlags,
    DraInfoFlags,
    DraOutcome,
    DraPolicy,
    DraReason,
    DraRemedyFlags,
    ExclusivePolicy,
    ExplanationFlags,
    HookOutcome,
    KubeletContainerFlags,
    KubeletFault,
    KubeletFindingFlags,
    KubeQos,
    NrtLevel,
    NumaExclusive,
    NumaHintFlags,
    NumaHintKind,
    NumaMergedFlags,
    NumaPolicy,
    NumaUse,
    ObjectKind,
    PodPropertyFlags,
    PreemptionFlags,
    PriorityClass,
    Profile,
    Qos,
    Reason,
    RebindAction,
    RebindInfoFlags,
    RebindPhase,
    RemedyKind,
    Scope,
    Status,
    StepKind,
    SuppressionFlags,
    VerdictFlags,
)

__all__ = [
    "AddedObject",
    "AdjustmentInfo",
    "AgentInfo",
    "AgentPod",
    "AgentPool",
    "Bound",
    "CapacityInfo",
    "CapacityReason",
    "CgroupReportInfo",
    "CgroupResult",
    "CgroupStep",
    "CgroupsInfo",
    "ClusterInfo",
    "Cpu",
    "DraAmount",
    "DraAttribute",
    "DraCapacity",
    "DraDevice",
    "DraInfo",
    "DraResult",
    "DraTaint",
    "DraVerdict",
    "Evaluation",
    "ExplanationInfo",
    "Fragmentation",
    "GangInfo",
    "HookResult",
    "Hugepages",
    "KubeletContainer",
    "KubeletFinding",
    "MemoryBlock",
    "NearMiss",
    "NodeCapacity",
    "NodeName",
    "NodePreemption",
    "NrtVerdict",
    "NumaGrant",
    "NumaHint",
    "NumaHintListInfo",
    "NumaMerged",
    "NumaNode",
    "NumaPlace",
    "PciDevice",
    "PlanStep",
    "PluginDevice",
    "PodConflicts",
    "PodInfo",
    "RebindInfo",
    "RebindRequest",
    "Refusal",
    "RefusedGroup",
    "RemedyStep",
    "Suppression",
    "TaskClass",
    "TopologyInfo",
    "Verdict",
]


@record("koord_refusal")
class Refusal(NamedTuple):
    """The refusal of a request; reason Reason.NONE: it was granted. To store or send a refusal, use Refusal.to_json."""

    #: in units of `object`
    needed: int
    #: the most that any considered place could supply, in the same units
    best: int
    reason: Reason
    #: selects the message of str()
    profile: Profile
    #: unit of needed and best
    object: ObjectKind
    #: kind of the object `where`
    where_object: ObjectKind
    #: id of that object, -1 for the machine and for pods
    where: int
    #: the bind policy that was not met; 0: none
    bind_policy: BindPolicy
    #: the exclusive policy that was not met; 0: none
    exclusive_policy: ExclusivePolicy
    #: the NUMA policy that was not met; 0: none
    numa_policy: NumaPolicy
    #: threads of the machine's cores if whole cores are required; 255: that many or more; else 0
    threads_per_core: int
    #: The resource (Cluster.resource_name; of Kubelet.admit: Kubelet.format_refusal); -1: none, or one that no
    #: node has.
    resource: int
    #: The device type (Cluster.device_type_name); -1: none, or one without a number.
    device_type: int
    #: number of nodes that a gang may use; 0: any number, or not a gang
    max_nodes: int

    def __str__(self) -> str:
        return _koord.refusal_format(pack(Refusal, (self,)))

    def to_json(self) -> str:
        """Writes the refusal as one line of JSON with names in place of numbers (docs/reference/refusals.md), for
        logs, storage and transmission."""
        return _koord.refusal_to_json(pack(Refusal, (self,)))

    @property
    def reason_name(self) -> str:
        """Returns the stable name of a reason ("NotEnoughCPUs"); under Profile.KUBELET the reason that kubelet
        reports ("SMTAlignmentError", "UnexpectedAdmissionError")."""
        return _koord.reason_get_name(self.reason, self.profile)


@record("koord_pod_info")
class PodInfo(NamedTuple):
    """Properties and requests of a pod."""

    #: effective, as Pod.request
    cpu_request_milli: int
    #: -1: none
    cpu_limit_milli: int
    properties: PodPropertyFlags
    #: containers of all kinds
    containers: int
    #: by label
    qos: Qos
    #: by label, else LS for Guaranteed and Burstable pods and BE for others
    effective_qos: Qos
    #: by status, else computed
    kube_qos: KubeQos
    #: by label, else by priority, else by effective QoS
    priority_class: PriorityClass
    priority: int
    required_bind: BindPolicy
    preferred_bind: BindPolicy
    exclusive: ExclusivePolicy
    numa_policy: NumaPolicy
    numa_exclusive: NumaExclusive


@record("koord_cpu")
class Cpu(NamedTuple):
    """One CPU (PU). Scope of the ids: cpu, numa_node, l3, core_index and socket are unique in the machine. core is
    unique in its socket (within one NUMA node); topologies read from a machine number cores machine-wide by their
    lowest CPU, so there it equals core_index. kernel_core is Linux's core_id: unique only within a socket, with
    gaps."""

    #: kernel CPU number
    cpu: int
    #: core number in the source (lscpu's logical number in annotations)
    core: int
    #: kernel physical package id
    socket: int
    #: kernel NUMA node number, -1: the CPU belongs to none
    numa_node: int
    #: dense L3 group number, by lowest CPU; -1: unknown
    l3: int
    #: dense machine-wide core number, by lowest CPU; not read by Topology.from_rows
    core_index: int
    #: Linux core_id, -1: unknown
    kernel_core: int
    #: kind of core on hybrid machines: 0 is the least performant, ascending
    kind: int


@record("koord_topology_info")
class TopologyInfo(NamedTuple):
    """Counts of a machine."""

    #: usable CPUs (PUs)
    cpus: int
    cores: int
    #: L3 groups, including those without usable CPUs
    l3s: int
    #: including those without CPUs
    numa_nodes: int
    #: including those without usable CPUs
    sockets: int
    #: PCI devices
    devices: int
    #: number of threads of the widest core
    smt_width: int
    #: number of words that a CPU set of this machine needs
    words: int
    #: "x86_64", "aarch64", ...; "" if unknown
    architecture: str


@record("koord_numa_node")
class NumaNode(NamedTuple):
    """A NUMA node of a machine."""

    #: all memory of the node, huge pages included; 0: none or unknown
    memory_bytes: int
    #: kernel NUMA node number
    numa_node: int
    #: number of usable CPUs of the node
    cpus: int


@record("koord_hugepages")
class Hugepages(NamedTuple):
    """Huge pages of one size on a NUMA node."""

    page_bytes: int
    #: number configured
    pages: int
    numa_node: int


@record("koord_pci_device")
class PciDevice(NamedTuple):
    """A PCI device of a machine."""

    #: "0000:3b:00.0"
    bus_id: str
    #: operating system names, separated by ','
    names: str
    #: PCI class << 8 | subclass
    class_id: int
    vendor_id: int
    device_id: int
    #: the nearest NUMA node (the lowest of several), -1: unknown
    numa_node: int


@record("koord_agent_info")
class AgentInfo(NamedTuple):
    """Counts of a node."""

    #: grows with every change
    generation: int
    pods: int
    #: number of words that a CPU set of the machine needs
    words: int


@record("koord_agent_pool")
class AgentPool(NamedTuple):
    """The pools at the intersection of a socket and a NUMA node."""

    #: kernel physical package id
    socket: int
    #: kernel NUMA node number; CPUs without a NUMA node count as 0
    numa_node: int
    #: number of CPUs of the shared pool here
    shared: int
    #: number of CPUs of the BE pool here
    best_effort: int


@record("koord_agent_pod")
class AgentPod(NamedTuple):
    """A pod on a node, or a container that runs in a different place than its pod."""

    #: reason if it does not run on its claimed CPUs or NUMA nodes
    refusal: Refusal
    #: uid of the pod
    uid: str
    #: name of the container; length 0: the row is about the pod
    container: str
    #: the QoS class that applies to the pod
    qos: Qos
    #: place of the pod or container
    place: AgentPlace
    #: number of CPUs; 0: cpuset.cpus is not changed
    cpus: int
    #: number of NUMA nodes of its memory; 0: cpuset.mems is not changed
    numa_nodes: int
    #: AgentPodFlags.UNLIMITED
    properties: AgentPodFlags
    #: its index among all rows of the state
    row: int


@record("koord_cgroups_info")
class CgroupsInfo(NamedTuple):
    """The control groups that a machine has."""

    properties: CgroupsFlags
    driver: CgroupDriver
    version: CgroupVersion


@record("koord_cgroup_step")
class CgroupStep(NamedTuple):
    """One write to a control group."""

    phase: CgroupPhase
    file: CgroupFile
    #: kind of the group
    kind: CgroupKind
    #: path of the file, below the mount
    path: str
    #: content of the file before the step
    from_: str
    #: content that is written
    to: str
    #: uid of the pod, length 0: none
    uid: str


@record("koord_cgroup_report_info")
class CgroupReportInfo(NamedTuple):
    """The outcome of applying a plan."""

    #: number of writes made, rollbacks included
    writes: int
    #: index of the first step that failed, -1: none
    failed_step: int
    #: index of the step that could not be rolled back, -1: none
    failed_undo: int
    outcome: CgroupOutcome
    #: cause at the failed step
    error: CgroupError


@record("koord_cgroup_result")
class CgroupResult(NamedTuple):
    """The outcome of the step with the same index."""

    state: CgroupStepState
    error: CgroupError
    #: errno of the failed operation, 0: none
    error_number: int
    #: the value that was read back last
    read: str


@record("koord_numa_place")
class NumaPlace(NamedTuple):
    """One NUMA node of a machine."""

    #: Kernel NUMA node number; below 64 for a merge under Profile.UPSTREAM and Profile.KUBELET.
    numa_node: int
    use: NumaUse


@record("koord_numa_hint")
class NumaHint(NamedTuple):
    """One way to allocate a resource: all of it from exactly these NUMA nodes."""

    #: bit i is row i of NumaHints.nodes
    nodes: int
    #: -2^53 to 2^53; ignored by kubelet's profile
    score: int
    flags: NumaHintFlags


@record("koord_numa_hint_list_info")
class NumaHintListInfo(NamedTuple):
    """A list of hints that was added."""

    #: name of the resource
    name: str
    #: 0 unless kind is NumaHintKind.HINTS
    hint_count: int
    provider: int
    kind: NumaHintKind


@record("koord_numa_merged")
class NumaMerged(NamedTuple):
    """The result of a merge."""

    #: Bit i is row i of NumaHints.nodes; all of them without an affinity.
    nodes: int
    #: score of the hints for exactly these nodes; 0 under kubelet's profile
    score: int
    flags: NumaMergedFlags
    #: Reason.NONE when admitted
    reason: Reason


@record("koord_node_name")
class NodeName(NamedTuple):
    """The name of a node."""

    #: number of the node
    node: int
    #: in NodeNames.texts
    name: str


@record("koord_cluster_info")
class ClusterInfo(NamedTuple):
    """Counts of a cluster."""

    #: counts every change, from 1
    generation: int
    #: pods with allocations; pods that wait for their node do not count
    pods: int
    #: existing nodes, even if only a topology or devices were set
    nodes: int
    #: node numbers assigned so far: every node number in a row is below
    ids: int
    #: changes rejected because they gave more than a node has: defects of the library
    rejected: int


@record("koord_verdict")
class Verdict(NamedTuple):
    """Result of filter and score for one node."""

    node: int
    #: Reason.NONE: the pod fits
    reason: Reason
    #: 0 where the pod does not fit. Under Profile.SPEC 0..200: the proposal's A + B, not yet normalised; with
    #: Koordinator's formula 0..100. The score of devices, 0..100 for each type, is added. Under a GpuPolicy it is
    #: the score of that policy instead.
    score: int
    flags: VerdictFlags


@record("koord_evaluation")
class Evaluation(NamedTuple):
    """The result of an evaluation besides its rows."""

    #: generation of the cluster that was judged; for Cluster.changes an input, too
    generation: int
    #: number of rows
    count_: int


@record("koord_pod_conflicts")
class PodConflicts(NamedTuple):
    """Claims of a pod to CPUs, NUMA amounts and devices that are refused or doubtful; all 0: none."""

    #: CPUs that are another pod's; the claim is refused for them
    cpus_held: int
    #: CPUs that are reserved or of system QoS; the pod has the others
    cpus_reserved: int
    #: CPUs that the node does not have, or whose topology is not known yet
    cpus_unknown: int
    #: amounts on NUMA nodes, or of resources, that the node does not report
    amounts_unknown: int
    #: devices that the node does not report, or reports as unhealthy
    devices_unknown: int
    #: devices of which other pods have too much; the claim is refused for them
    devices_overcommitted: int
    #: number of refused claims: to CPUs, to amounts on NUMA nodes, to devices
    claims_refused: int
    #: Devices that it requests, but no source says which devices they are: that many are set aside for it.
    devices_unexplained: int
    #: reason if a claimed CPU is not its own; 0: all are
    cpus: Refusal
    #: reason if it has no claimed amounts on NUMA nodes
    amounts: Refusal
    #: reason if it has none of the claimed devices, or devices that no source names
    devices: Refusal


@record("koord_numa_grant")
class NumaGrant(NamedTuple):
    """One of the NUMA nodes that a topology manager chose: what is available there, and what the pick took."""

    #: milli-CPU that the node has left; negative: 1000 per available CPU
    available_milli: int
    #: output: milli-CPU taken from the node
    granted_milli: int
    #: kernel NUMA node number
    numa_node: int


@record("koord_adjustment_info")
class AdjustmentInfo(NamedTuple):
    """Summary of an adjustment."""

    #: reason Reason.NONE: nothing was refused
    refusal: Refusal
    #: properties that are not included do not change
    changes: AdjustmentFlags
    #: number of environment variables
    env: int
    #: number of names for the container device interface
    cdi_devices: int
    #: number of paths of device nodes
    device_nodes: int


@record("koord_hook_result")
class HookResult(NamedTuple):
    """The result of a hook."""

    #: refusal of a claim; may also be set if outcome is HookOutcome.DONE
    refusal: Refusal
    outcome: HookOutcome
    #: number of writes to files of control groups
    writes: int


@record("koord_kubelet_container")
class KubeletContainer(NamedTuple):
    """Allocation of kubelet to one container. Sets of NUMA nodes: bit i is row i of Topology.numa_nodes."""

    #: nodes that the topology manager chose; 0: no affinity
    affinity: int
    #: nodes of its memory, cpuset.mems; 0: not bound to any
    memory_nodes: int
    #: number of exclusive CPUs
    cpus: int
    flags: KubeletContainerFlags


@record("koord_plugin_device")
class PluginDevice(NamedTuple):
    """A device that a container has."""

    #: index in the pod
    container: int
    #: its number: KubeletSetup.add_device
    device: int


@record("koord_memory_block")
class MemoryBlock(NamedTuple):
    """One kind of memory that a container has."""

    #: NUMA nodes it comes from: bit i is row i of Topology.numa_nodes
    nodes: int
    #: for an init container: the part that later containers do not reuse
    bytes: int
    #: 0: memory, else huge pages of this size
    page_bytes: int
    #: index in the pod
    container: int


@record("koord_plan_step")
class PlanStep(NamedTuple):
    """A step of a plan, or a victim of a preemption."""

    node: int
    kind: StepKind
    #: priority of the pod
    priority: int
    #: uid of the pod.
    uid: str


@record("koord_capacity_info")
class CapacityInfo(NamedTuple):
    """Sums of a capacity."""

    #: pods that fit, over all nodes
    pods: int
    #: Pods that must leave their nodes because of drains and restarts. Before anything is counted, each moves to
    #: the best node for it, by priority, descending, then uid.
    displaced: int
    #: Displaced pods that no node has room for, and displaced pods under Protection.KEEP, which do not move. (On a
    #: drained node, pods under Protection.KEEP end with the node and are not displaced.)
    unplaced: int


@record("koord_node_capacity")
class NodeCapacity(NamedTuple):
    """Number of further pods that a node takes."""

    #: milli-CPU of the whole node that stays unallocated after these pods
    left_milli: int
    #: memory left, in bytes
    left_memory: int
    node: int
    #: number of pods that fit
    pods: int
    #: reason that no more fit; NONE: the count reached max_pods
    reason: Reason
    flags: CapacityFlags


@record("koord_capacity_reason")
class CapacityReason(NamedTuple):
    """Stranded resources: what is left on nodes where no more pods fit, summed by reason."""

    #: milli-CPU, summed over the nodes with this reason
    left_milli: int
    #: bytes
    left_memory: int
    pods: int
    reason: Reason
    #: number of nodes with this reason
    nodes: int


@record("koord_dra_device")
class DraDevice(NamedTuple):
    """A device. Devices are numbered from 0 in the order in which they are added; of equally good allocations the one
    with the lowest numbers is chosen, so sort them by pool and name. Add devices of the node's pools that no
    selector matches, too, if they are allocated and consume counters."""

    #: Taints with the effect NoSchedule or NoExecute (KEP-5055). The caller numbers the different ones of the
    #: inventory from 0 and matches tolerations with them. Bit b is taint b; add further taints by
    #: DraInventory.add_taints.
    taints: int
    flags: DraDeviceFlags
    #: -1 if unknown
    numa_node: int
    #: a number for each PCIe root complex; -1 if unknown
    pcie_root: int
    #: Number of the driver, class or pool, at least 0. The score counts idle devices only of the kinds that the
    #: claims select. 0 for all devices: there is one kind.
    kind: int


@record("koord_dra_taint")
class DraTaint(NamedTuple):
    """A taint of a device."""

    device: int
    #: 0 to MAX_DRA_TAINTS - 1
    number: int


@record("koord_dra_attribute")
class DraAttribute(NamedTuple):
    """A value of an attribute. A list has a row for each value (KEP-5491). The caller numbers names and values: equal
    names have one number, and values of one name are equal if and only if their type and value are."""

    device: int
    name: int
    value: int


@record("koord_dra_amount")
class DraAmount(NamedTuple):
    """An amount of something that a device or an alternative has or needs."""

    #: number of the device, alternative or result
    owner: int
    #: number of the capacity or counter
    name: int
    #: 0 to 2^50, in a unit that the caller chooses for each name
    amount: int


@record("koord_dra_capacity")
class DraCapacity(NamedTuple):
    """A capacity of a device with its request policy (KEP-5075). Amounts are 0 to 2^50."""

    device: int
    name: int
    value: int
    #: consumed by allocations; 0 unless the device is SHARED and ALLOCATED
    used: int
    policy: DraPolicy
    flags: DraCapacityFlags
    #: consumed by requests that do not name the capacity
    default_amount: int
    #: of a range
    min: int
    #: of a range
    max: int
    #: of a range, from min; at least 1
    step: int


@record("koord_dra_info")
class DraInfo(NamedTuple):
    """The answer of an allocation, without its devices."""

    outcome: DraOutcome
    properties: DraInfoFlags
    #: work of preparation and search: devices tried and sets compared; the same on every machine
    steps: int
    #: NUMA nodes of the devices, with one for each device without a known node. This, `unplaced` and the next
    #: three are the score.
    numa_nodes: int
    #: likewise
    pcie_roots: int
    #: counters and shared devices that were idle before
    opened: int
    #: devices of the selected kinds that were idle before, on these NUMA nodes
    idle: int
    #: of a refusal; the fields below belong to it
    reason: DraReason
    #: the alternative that lacks devices; -1 if none is known
    alternative: int
    #: the constraint without which all fits; -1 if none is known
    constraint: int
    #: devices that the alternative needs; with CLAIM_LIMIT the claim
    needed: int
    #: devices that it could use alone; with CLAIM_LIMIT the limit
    available: int
    #: devices that are missing; 0 if unknown
    short_devices: int
    #: Devices that its selectors match and that it cannot use, each counted by the first cause.
    unusable: int
    tainted: int
    in_use: int
    #: no value of a constraint's attribute
    without_attribute: int
    #: a capacity or counter is too small
    too_small: int
    #: with DraOptionsFlags.REMEDIES
    remedies: DraRemedyFlags
    #: devices without a known NUMA node
    unplaced: int


@record("koord_dra_result")
class DraResult(NamedTuple):
    """A device of an allocation."""

    claim: int
    #: in the claim
    request: int
    #: number of the alternative, over all claims
    alternative: int
    device: int


@record("koord_dra_verdict")
class DraVerdict(NamedTuple):
    """The answer for a node, without its devices."""

    #: NONE if the node has no inventory
    outcome: DraOutcome
    #: of a refusal
    reason: DraReason
    properties: DraInfoFlags
    #: the score, as in DraInfo
    numa_nodes: int
    unplaced: int
    pcie_roots: int
    opened: int
    idle: int


@record("koord_explanation_info")
class ExplanationInfo(NamedTuple):
    """Counts of an explanation."""

    #: generation of the cluster that was judged
    generation: int
    #: number of nodes that were judged
    nodes: int
    #: number of nodes where the pod fits
    fitting: int
    #: number of rows of Explanation.groups
    groups: int
    #: number of rows of Explanation.misses
    misses: int
    properties: ExplanationFlags


@record("koord_bound")
class Bound(NamedTuple):
    """A shortage: best < needed. If there is none, `where` and `resource` are -1 and all other fields 0."""

    #: in units of `object`
    needed: int
    #: available amount
    best: int
    scope: Scope
    object: ObjectKind
    #: NUMA_NODE: id of the NUMA node with the smallest shortage. NUMA_NODES: number of NUMA nodes, 0: those that
    #: were chosen. DEVICE: minor of the device with the smallest shortage. PLACE: 2 a NUMA node, 3 a PCIe switch,
    #: 4 a device.
    where: int
    #: Number as in Cluster.resource_name, -1: one that no node has. If `object` is ObjectKind.DEVICE, the device
    #: type as in Cluster.device_type_name.
    resource: int


@record("koord_refused_group")
class RefusedGroup(NamedTuple):
    """Nodes that refuse for the same reason and are short of the same resource."""

    #: refusal of the nearest of these nodes
    refusal: Refusal
    #: bound of the nearest of these nodes
    bound: Bound
    #: the smallest bound.best of these nodes
    min_best: int
    #: the largest bound.best of these nodes
    max_best: int
    #: number of these nodes
    nodes: int
    #: the node with the smallest shortage; of several the lowest number
    nearest: int


@record("koord_near_miss")
class NearMiss(NamedTuple):
    """A node that refuses and was examined closely."""

    #: refusal, as from Cluster.judge
    refusal: Refusal
    bound: Bound
    node: int
    #: VerdictFlags.UNRESOLVABLE
    flags: VerdictFlags
    #: Share of the pod's request that is missing, in per mille, rounded up, of the resource with the largest such
    #: share.
    missing: int
    #: number of remedies that were found
    remedies: int


@record("koord_remedy_step")
class RemedyStep(NamedTuple):
    """One change; the steps of a remedy are made together."""

    before: int
    after: int
    #: row of Explanation.misses
    miss: int
    #: index of the remedy of that node, from 0: fewest steps first
    remedy: int
    kind: RemedyKind
    #: priority of the evicted pod
    priority: int
    #: uid of the evicted pod; for changes of devices, the device type ("gpu") instead, and for POD_DEVICE_SHARE
    #: the resource ("koordinator.sh/gpu-memory").
    uid: str


@record("koord_gang_info")
class GangInfo(NamedTuple):
    """The result of placing a gang."""

    #: used part of the budget
    used: int
    #: reason if there is no plan; NONE if there is one
    refusal: Refusal
    #: all pods, or the most that one attempt placed
    placed: int
    #: number of nodes that the plan puts pods on
    nodes: int
    #: if refused: the first pod without room, an index into `pods`
    blocked: int


@record("koord_task_class")
class TaskClass(NamedTuple):
    """Tasks of a workload with the same request."""

    #: number of such tasks; only the proportions count. At most 2^30 over all classes
    tasks: int
    #: up to 2^28
    cpu_milli: int
    #: thousandths of each GPU, up to 1000
    gpu_milli: int
    #: number of GPUs, up to 64; 0 with gpu_milli 0: none
    gpu_count: int
    #: acceptable models: "A100|H100"; up to 63 over all classes
    models: str
    #: bytes, up to 2^60; for ROOM_LEFT. Tasks for one GPU count with the mean of those alike
    memory: int


@record("koord_kubelet_finding")
class KubeletFinding(NamedTuple):
    """One fault; its description is in the report."""

    fault: KubeletFault
    flags: KubeletFindingFlags
    #: number of CPUs that it concerns
    cpus: int


@record("koord_nrt_verdict")
class NrtVerdict(NamedTuple):
    """Result of the NodeResourceTopologyMatch filter for one node."""

    #: reason Reason.NONE: the pod passes
    refusal: Refusal
    level: NrtLevel
    #: index among the containers, or init containers, -1: the pod
    container: int


@record("koord_added_object")
class AddedObject(NamedTuple):
    """An object of the text, or a pod of a workload."""

    #: of the object in the text, from 0; pods have that of their workload
    position: int
    kind: AddedKind
    result: AddedResult
    #: Status.OK; an error if the object is REFUSED
    status: Status
    #: kind as the object states it ("StatefulSet")
    kind_name: str
    #: namespace: "default" for a pod, workload or ResourceClaim that states none; empty for a Node and other
    #: objects of the whole cluster, even if one is stated; as stated for OTHER kinds
    namespace: str
    name: str
    #: one line: what is wrong or missing; empty if nothing is
    message: str


@record("koord_node_preemption")
class NodePreemption(NamedTuple):
    """Effect of a preemption on one node."""

    #: over the victims: sum of priority minus INT32_MIN
    priority_sum: int
    node: int
    #: Reason.NONE: the pod fits without the victims
    reason: Reason
    #: score of the node without the victims; see Verdict
    score: int
    flags: PreemptionFlags
    #: highest priority of the victims; 0: none
    highest_priority: int
    #: number of victims; 0: the pod fits without eviction
    victims: int
    #: number of victims under Protection.AVOID
    avoided: int


@record("koord_fragmentation")
class Fragmentation(NamedTuple):
    """Fragmentation of a node's CPUs. Two states are compared by the fields up to largest_block: the first field that
    differs decides."""

    #: CPUs with several owners, or with an owner although no pod may own them
    contested: int
    #: NUMA nodes that pods use beyond the minimum for their CPUs
    extra_numa: int
    #: sockets that pods use beyond the minimum
    extra_sockets: int
    #: pods whose bind, exclusive and NUMA policies are not all met
    unmet_pods: int
    #: free CPUs on cores that are not entirely free
    stranded: int
    #: most free CPUs on entirely free cores of one NUMA node; more is better
    largest_block: int
    free_cpus: int
    #: cores with all threads free
    free_cores: int
    #: Percentage by which the largest block is smaller than the largest that this number of free CPUs could form:
    #: 0 to 100.
    percent: int


@record("koord_rebind_info")
class RebindInfo(NamedTuple):
    """The result of a rebind."""

    #: Reason if there is nothing to plan: NODE_UNKNOWN, NO_TOPOLOGY; for Cluster.plan_rebind_for, the reason that
    #: the pod does not fit; else NONE.
    reason: Reason
    #: number of pods that move; the plan may have more steps
    moved: int
    #: Number of placements tried, out of the budget. On a node with refused claims, 16 claims that are evaluated
    #: again for a plan count as one placement.
    used: int
    properties: RebindInfoFlags
    before: Fragmentation
    after: Fragmentation
    #: for Cluster.plan_rebind_for: why the pod does not fit; else NONE
    refusal: Refusal


@record("koord_rebind_request")
class RebindRequest(NamedTuple):
    """The request of a RebindResource object, and its progress."""

    action: RebindAction
    phase: RebindPhase
    #: 600 if the object states none
    deadline_seconds: int


@record("koord_suppression")
class Suppression(NamedTuple):
    """Limits of BE pods, as computed by Agent.suppress."""

    #: milli-CPU that BE pods may use; negative: the others use too much
    allowance_milli: int
    #: for policy cfsQuota: microseconds per 100 ms
    quota_us: int
    #: for policy cpuset: number of CPUs; 0: none are available
    cpus: int
    properties: SuppressionFlags
