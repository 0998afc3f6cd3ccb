# Code generated from koord.h by tools/generate. DO NOT EDIT.
"""What the library answers: records, and rows of them that NumPy reads in place.

Amounts of CPU are milli-CPU where a name says milli and else whole CPUs; memory is bytes.
"""

from __future__ import annotations

from typing import NamedTuple

from . import _koord
from ._rows import record, to_dict
from .enums import (
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
    StepKind,
    SuppressionFlags,
    VerdictFlags,
)

__all__ = [
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
    """Why a request was refused; reason Reason.NONE: it was granted. 64 bytes, this layout for ever: what is stored
    or sent goes through koord_refusal_to_json."""

    #: in units of `object`
    needed: int
    #: the most that any place considered could give, same units
    best: int
    reason: Reason
    #: whose words str() uses
    profile: Profile
    #: what needed and best count
    object: ObjectKind
    #: what `where` is
    where_object: ObjectKind
    #: its id, -1 for the machine and for pods
    where: int
    #: The policy that was not met, where the reason names one: a BindPolicy of Reason.REQUIRED_BIND_POLICY and
    #: REASON_BIND_POLICY_*, a ExclusivePolicy of Reason.EXCLUSIVE_POLICY_UNSUPPORTED, a NumaPolicy of
    #: REASON_NUMA_*; else 0.
    policy: int
    #: The resource (Cluster.resource_name); -1: none, or one that no node has.
    resource: int
    #: The type of devices (Cluster.device_type_name); -1: none, or one that has no number.
    device_type: int
    #: Reason.SMT_ALIGNMENT, Reason.NOT_ENOUGH_PHYSICAL_CORES: threads per core; of a gang: how many nodes it may
    #: use. 0: none.
    count_: int

    def __str__(self) -> str:
        return _koord.refusal_format(to_dict(self))

    def to_json(self) -> str:
        """The refusal as one line of JSON with names in place of numbers (docs/refusals.md), for logs and for what is
        stored or sent."""
        return _koord.refusal_to_json(to_dict(self))

    @property
    def reason_name(self) -> str:
        """Stable name of a reason ("NotEnoughCPUs"); under Profile.KUBELET the reason kubelet reports
        ("SMTAlignmentError", "UnexpectedAdmissionError")."""
        return _koord.reason_get_name(self.reason, self.profile)


@record("koord_pod_info")
class PodInfo(NamedTuple):
    """What a pod is and asks for."""

    #: effective, as Pod.request
    cpu_request_milli: int
    #: -1: none
    cpu_limit_milli: int
    properties: PodPropertyFlags
    #: of all kinds
    containers: int
    #: the label's
    qos: Qos
    #: the label's, else LS for Guaranteed and Burstable pods and BE for others
    effective_qos: Qos
    #: as reported in status, else computed
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
    """One CPU (PU). What is unique within what: cpu, numa_node, l3, core_index: in the machine. socket: in the
    machine. core: in its socket (within one NUMA node); topologies read from a machine number cores machine-wide
    by their lowest CPU, so there it equals core_index. kernel_core is Linux's core_id: unique only within a
    socket, with holes."""

    #: kernel CPU number
    cpu: int
    #: core number of the source (lscpu's logical number in annotations)
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
    #: kind of core on hybrid machines: 0 is the least performant, rising
    kind: int


@record("koord_topology_info")
class TopologyInfo(NamedTuple):
    """Counts of a machine."""

    #: usable CPUs (PUs)
    cpus: int
    cores: int
    #: L3 groups, those without usable CPUs included
    l3s: int
    #: those without CPUs included
    numa_nodes: int
    #: those without usable CPUs included
    sockets: int
    #: PCI devices
    devices: int
    #: threads of the widest core
    smt_width: int
    #: words a set over this machine's CPUs needs
    words: int
    #: "x86_64", "aarch64", ...; "" when unknown
    architecture: str


@record("koord_numa_node")
class NumaNode(NamedTuple):
    """A NUMA node of a machine."""

    #: all memory of the node, huge pages included; 0: none, or not known
    memory_bytes: int
    #: kernel NUMA node number
    numa_node: int
    #: usable CPUs that belong to the node
    cpus: int


@record("koord_hugepages")
class Hugepages(NamedTuple):
    """Huge pages of one size on a NUMA node."""

    page_bytes: int
    #: configured
    pages: int
    numa_node: int


@record("koord_pci_device")
class PciDevice(NamedTuple):
    """A PCI device of a machine."""

    #: "0000:3b:00.0"
    bus_id: str
    #: operating system names, joined by ','
    names: str
    #: PCI class << 8 | subclass
    class_id: int
    vendor_id: int
    device_id: int
    #: the nearest (the lowest of several), -1: none known
    numa_node: int


@record("koord_agent_info")
class AgentInfo(NamedTuple):
    """Counts of a node."""

    #: grows with every change
    generation: int
    pods: int
    #: words a set over the machine's CPUs needs
    words: int


@record("koord_agent_pool")
class AgentPool(NamedTuple):
    """The pools where a socket and a NUMA node meet."""

    #: kernel physical package id
    socket: int
    #: kernel NUMA node number; CPUs without one count for 0
    numa_node: int
    #: CPUs of the shared pool here
    shared: int
    #: CPUs of the BE pool here
    best_effort: int


@record("koord_suppression")
class Suppression(NamedTuple):
    """How far BE pods are to be narrowed."""

    #: what BE pods may use; negative: others use too much
    allowance_milli: int
    #: policy cfsQuota: per 100 ms
    quota_us: int
    #: policy cpuset: how many; 0: none can be had
    cpus: int
    properties: SuppressionFlags


@record("koord_agent_pod")
class AgentPod(NamedTuple):
    """A pod on a node, or a container that runs elsewhere than its pod."""

    #: why CPUs or NUMA nodes that it states are not what it runs on
    refusal: Refusal
    #: of the pod
    uid: str
    #: name of the container; length 0: the row is about the pod
    container: str
    #: as the pod is treated
    qos: Qos
    #: of the pod or container
    place: AgentPlace
    #: how many; 0: left as they are
    cpus: int
    #: how many its memory is on; 0: left as they are
    numa_nodes: int
    #: AgentPodFlags.UNLIMITED
    properties: AgentPodFlags
    #: its number among all rows of the state
    row: int


@record("koord_cgroups_info")
class CgroupsInfo(NamedTuple):
    """What control groups a machine has."""

    properties: CgroupsFlags
    driver: CgroupDriver
    version: CgroupVersion


@record("koord_cgroup_step")
class CgroupStep(NamedTuple):
    """One write to a control group."""

    phase: CgroupPhase
    file: CgroupFile
    #: of the group
    kind: CgroupKind
    #: of the file, below the mount
    path: str
    #: what the file says before the step
    from_: str
    #: what is written
    to: str
    #: of the pod, length 0: none
    uid: str


@record("koord_cgroup_report_info")
class CgroupReportInfo(NamedTuple):
    """What came of a plan."""

    #: made, those that took back others included
    writes: int
    #: index of the first that failed, -1: none
    failed_step: int
    #: index of the step that could not be taken back, -1: none
    failed_undo: int
    outcome: CgroupOutcome
    #: of the failed step
    error: CgroupError


@record("koord_cgroup_result")
class CgroupResult(NamedTuple):
    """What came of a step of the plan, at the same index."""

    state: CgroupStepState
    error: CgroupError
    #: errno of what failed, 0: none
    error_number: int
    #: what was read back last
    read: str


@record("koord_numa_place")
class NumaPlace(NamedTuple):
    """One NUMA node of a machine."""

    #: kernel NUMA node number; below 64 for a merge under peers' profiles
    numa_node: int
    use: NumaUse


@record("koord_numa_hint")
class NumaHint(NamedTuple):
    """One way to have a resource: all of it from exactly these NUMA nodes."""

    #: bit i is row i of NumaHints.nodes
    nodes: int
    #: -2^53 to 2^53; not read by kubelet's profile
    score: int
    flags: NumaHintFlags


@record("koord_numa_hint_list_info")
class NumaHintListInfo(NamedTuple):
    """A list of hints that was added."""

    #: the resource's name
    name: str
    #: 0 unless kind is NumaHintKind.HINTS
    hint_count: int
    provider: int
    kind: NumaHintKind


@record("koord_numa_merged")
class NumaMerged(NamedTuple):
    """What a merge answers."""

    #: bit i is row i of NumaHints.nodes; all of them where there is no affinity
    nodes: int
    #: of the hints for exactly these nodes; 0 under kubelet's profile
    score: int
    flags: NumaMergedFlags
    #: Reason.NONE when admitted
    reason: Reason


@record("koord_cluster_info")
class ClusterInfo(NamedTuple):
    """Counts of a cluster."""

    #: counts every change, from 1
    generation: int
    #: pods that hold something; none that wait for their node
    pods: int
    #: nodes that are there, be it only by a topology or devices
    nodes: int
    #: numbers given so far: rows of nodes are below
    ids: int


@record("koord_verdict")
class Verdict(NamedTuple):
    """Whether a node can take a pod, and how well."""

    node: int
    #: Reason.NONE: it can
    reason: Reason
    #: 0 where it cannot. Under Profile.SPEC 0..200: the proposal's A + B, not yet normalised; with Koordinator's
    #: formula 0..100. What devices say, 0..100 for each type, is added. Under a GpuPolicy its score instead.
    score: int
    flags: VerdictFlags


@record("koord_evaluation")
class Evaluation(NamedTuple):
    """What a look at many nodes says besides its rows."""

    #: of the cluster that was judged; Cluster.changes: since which, too
    generation: int
    #: rows; written also on NO_SPACE
    count_: int


@record("koord_pod_conflicts")
class PodConflicts(NamedTuple):
    """What of a pod's own account of what it holds is not believed, or odd; all 0: nothing."""

    #: CPUs that another pod has, for which its claim is refused
    cpus_held: int
    #: CPUs that are reserved or of system QoS; it has the others
    cpus_withheld: int
    #: CPUs that its node does not have, or whose topology is not known yet
    cpus_unknown: int
    #: amounts on NUMA nodes, or of resources, that its node does not report
    grants_unknown: int
    #: devices that its node does not report, or not as healthy
    devices_unknown: int
    #: devices of which others have too much, for which its claim is refused
    devices_short: int
    #: how many are: of CPUs, of amounts on NUMA nodes, of devices
    claims_refused: int
    #: Devices that it asks for and of which nothing tells which they are: as many are kept for it.
    devices_unexplained: int
    #: why not all CPUs that it claims are its own; reason 0: they are
    cpus: Refusal
    #: why none of the amounts on NUMA nodes are
    amounts: Refusal
    #: why none of the devices are, or which nothing tells of
    devices: Refusal


@record("koord_numa_grant")
class NumaGrant(NamedTuple):
    """One of the NUMA nodes that a topology manager chose: what it can give, and what it was made to give."""

    #: milli-CPU the node has left; negative: 1000 per available CPU
    available_milli: int
    #: written: milli-CPU taken from the node
    granted_milli: int
    #: kernel NUMA node number
    numa_node: int


@record("koord_adjustment_info")
class AdjustmentInfo(NamedTuple):
    """What of a container changes."""

    #: reason Reason.NONE: nothing is wrong
    refusal: Refusal
    #: what is not named stays as it is
    changes: AdjustmentFlags
    #: how many variables
    env: int
    #: how many names for the container device interface
    cdi_devices: int
    #: how many paths of device nodes
    device_nodes: int


@record("koord_hook_result")
class HookResult(NamedTuple):
    """What a hook did."""

    #: why not as asked; also where outcome is HookOutcome.DONE
    refusal: Refusal
    outcome: HookOutcome
    #: made to files of control groups
    writes: int


@record("koord_kubelet_container")
class KubeletContainer(NamedTuple):
    """What one container gets of kubelet. Sets of NUMA nodes: bit i is row i of Topology.numa_nodes."""

    #: nodes the topology manager kept for it; 0: none in particular
    affinity: int
    #: nodes of its memory, cpuset.mems; 0: not bound to any
    memory_nodes: int
    #: CPUs it has for itself
    cpus: int
    flags: KubeletContainerFlags


@record("koord_memory_block")
class MemoryBlock(NamedTuple):
    """One kind of memory that a container has."""

    #: NUMA nodes it comes from: bit i is row i of Topology.numa_nodes
    nodes: int
    #: of an init container: what later containers do not reuse
    bytes: int
    #: 0: memory, else huge pages of this size
    page_bytes: int
    #: index in the pod
    container: int


@record("koord_capacity_info")
class CapacityInfo(NamedTuple):
    """Sums of a capacity."""

    #: that fit, on all nodes
    pods: int
    #: Pods that restarts drive from their nodes, and of them those that no node has room for, or that are under
    #: Protection.KEEP and do not move (on a node that drains they end with it instead). The others went to the
    #: best node each, by priority, descending, then uid, before anything was counted.
    displaced: int
    unplaced: int


@record("koord_node_capacity")
class NodeCapacity(NamedTuple):
    """How many more pods a node takes."""

    #: CPU that is nobody's after that, of the whole node
    left_milli: int
    #: bytes
    left_memory: int
    node: int
    #: that fit
    pods: int
    #: why no more; Reason.NONE: as many as were asked about
    reason: Reason
    flags: CapacityFlags


@record("koord_capacity_reason")
class CapacityReason(NamedTuple):
    """What strands the rest: sums by reason."""

    #: sums over the nodes with this reason
    left_milli: int
    #: bytes
    left_memory: int
    pods: int
    reason: Reason
    #: how many they are
    nodes: int


@record("koord_explanation_info")
class ExplanationInfo(NamedTuple):
    """Counts of an explanation."""

    #: of the cluster that was asked
    generation: int
    #: that were asked
    nodes: int
    #: that can take the pod
    fitting: int
    #: rows of Explanation.groups
    groups: int
    #: rows of Explanation.misses
    misses: int
    properties: ExplanationFlags


@record("koord_bound")
class Bound(NamedTuple):
    """An amount that lacks: best < needed; all 0 but `where` and `resource`, which are -1, where it is none."""

    #: in units of `object`
    needed: int
    #: what there is
    best: int
    scope: Scope
    object: ObjectKind
    #: NUMA_NODE: id of the one that lacks least; NUMA_NODES: how many, 0: those chosen; DEVICE: minor of the one
    #: that lacks least; PLACE: 2 a NUMA node, 3 a PCIe switch, 4 a device.
    where: int
    #: As in Cluster.resource_name, -1: one that no node has; where ObjectKind.DEVICE are counted, their type as in
    #: Cluster.device_type_name.
    resource: int


@record("koord_refused_group")
class RefusedGroup(NamedTuple):
    """Nodes that refuse for one reason and lack the same."""

    #: of the nearest of them
    refusal: Refusal
    #: of the nearest of them
    bound: Bound
    #: the least bound.best of all of them
    min_best: int
    #: the most
    max_best: int
    #: how many they are
    nodes: int
    #: which lacks least of it, the lowest number of those
    nearest: int


@record("koord_near_miss")
class NearMiss(NamedTuple):
    """A node that refuses, looked at closely."""

    #: as from Cluster.judge
    refusal: Refusal
    bound: Bound
    node: int
    #: VerdictFlags.UNRESOLVABLE
    flags: VerdictFlags
    #: per mille of what the pod asks for, rounded up, of the resource that lacks most
    missing: int
    #: how many were found
    remedies: int


@record("koord_remedy_step")
class RemedyStep(NamedTuple):
    """A change; the steps of a remedy are made together."""

    before: int
    after: int
    #: row of Explanation.misses
    miss: int
    #: of that node, from 0: fewest steps first
    remedy: int
    kind: RemedyKind
    #: of the pod that leaves
    priority: int
    #: Of the pod that leaves; in its place the type ("gpu") where devices of one are concerned.
    uid: str


@record("koord_plan_step")
class PlanStep(NamedTuple):
    """A step of a plan, or a victim of a preemption."""

    node: int
    kind: StepKind
    #: of the pod
    priority: int
    #: Of the pod.
    uid: str


@record("koord_gang_info")
class GangInfo(NamedTuple):
    """How placing a gang went."""

    #: of the budget
    used: int
    #: why there is no plan; reason NONE where there is one
    refusal: Refusal
    #: all pods, or the most that one attempt placed
    placed: int
    #: that the plan puts pods on
    nodes: int
    #: where refused: the first pod without room, an index into `pods`
    blocked: int


@record("koord_task_class")
class TaskClass(NamedTuple):
    """Tasks of a workload that ask for the same."""

    #: how many of them there are: only the proportions count. All together up to 2^30
    tasks: int
    #: up to 2^28
    cpu_milli: int
    #: thousandths of each GPU, up to 1000
    gpu_milli: int
    #: GPUs, up to 64; 0 with gpu_milli 0: none
    gpu_count: int
    #: models that will do: "A100|H100"; up to 63 in all
    models: str


@record("koord_kubelet_finding")
class KubeletFinding(NamedTuple):
    """One thing that is wrong; its sentence is in the report."""

    fault: KubeletFault
    flags: KubeletFindingFlags
    #: how many CPUs it is about
    cpus: int


@record("koord_nrt_verdict")
class NrtVerdict(NamedTuple):
    """Whether NUMA zones admit a pod."""

    #: reason Reason.NONE: the pod passes
    refusal: Refusal
    level: NrtLevel
    #: its index among the containers, or init containers, -1: the pod
    container: int


@record("koord_node_preemption")
class NodePreemption(NamedTuple):
    """What a node says to a pod that may evict others."""

    #: of the victims, each counted from INT32_MIN on
    priority_sum: int
    node: int
    #: Reason.NONE: the pod fits once the victims are gone
    reason: Reason
    #: of the node without the victims; see Verdict
    score: int
    flags: PreemptionFlags
    #: of the victims; 0: none
    highest_priority: int
    #: how many; 0: the pod fits as it is
    victims: int
    #: of them under Protection.AVOID
    avoided: int


@record("koord_fragmentation")
class Fragmentation(NamedTuple):
    """How well the CPUs of a node are used. A plan is better than another by the first of the fields down to
    largest_block that differs."""

    #: CPUs that a pod owns although another does too, or nobody may
    contested: int
    #: NUMA nodes that pods are on beyond the fewest that have their CPUs
    extra_numa: int
    #: the same of sockets
    extra_sockets: int
    #: pods whose bind, exclusive and NUMA policies do not all hold
    unmet_pods: int
    #: free CPUs on cores that are not free
    stranded: int
    #: most free CPUs on free cores of one NUMA node; more is better
    largest_block: int
    free_cpus: int
    #: with all their threads
    free_cores: int
    #: how much smaller the largest block is than as many free CPUs could make: 0 to 100
    percent: int


@record("koord_rebind_info")
class RebindInfo(NamedTuple):
    """How a rebind went."""

    #: why there is nothing to plan on: NODE_UNKNOWN, NO_TOPOLOGY; of Cluster.plan_rebind_for, why the pod does not
    #: fit; else NONE
    reason: Reason
    #: pods; the plan may have more steps
    moved: int
    #: of the budget: placements tried
    used: int
    properties: RebindInfoFlags
    before: Fragmentation
    after: Fragmentation
    #: Cluster.plan_rebind_for: why the pod does not fit; else NONE
    refusal: Refusal


@record("koord_rebind_request")
class RebindRequest(NamedTuple):
    """What a RebindResource object asks for, and how far it got."""

    action: RebindAction
    phase: RebindPhase
    #: 600 where the object does not say
    deadline_seconds: int
