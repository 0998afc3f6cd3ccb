# Code generated from koord.h by tools/generate. DO NOT EDIT.
"""The handles and functions of the library, one for each of koord.h. The package's other modules extend some of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from typing_extensions import Self  # of typing from 3.11 on

import koord

from . import _koord
from ._handle import Document, Handle, Noted, Shared, Text, document, handle_of, maybe_handle, named, number
from ._rows import Rows, from_dict, numbers, pack, writable
from .cpuset import CpuSet, CpuSetLike
from .cpuset import words as words_of
from .enums import (
    AdjustmentList,
    AdmitFlags,
    AgentAnnotation,
    AgentCpuset,
    AgentFlags,
    AgentText,
    BindPolicy,
    CgroupDriver,
    CgroupRuntime,
    CgroupVersion,
    ClusterCpuset,
    ClusterFlags,
    ContainerKind,
    CpusetKind,
    DeviceFlags,
    DeviceReportFlags,
    DeviceStrategy,
    DeviceText,
    ExclusivePolicy,
    GpuPick,
    GpuPolicy,
    HookChoice,
    HookStage,
    KubeletCpuset,
    KubeQos,
    NodeCpuset,
    NodeFlags,
    NodeKubeletFlags,
    NodeResourcesFlags,
    NodeText,
    NrtCpuset,
    NumaExclusive,
    NumaHintKind,
    NumaMergeFlags,
    NumaPolicy,
    NumaStrategy,
    PictureFlags,
    PictureFormat,
    PodFlags,
    PodText,
    PrebindFlags,
    PreemptFlags,
    PriorityClass,
    Profile,
    Protection,
    Qos,
    QueryFlags,
    Reason,
    RebindFlags,
    RebindPhase,
    RepairFlags,
    ReservationPolicy,
    ResourceScope,
    StepKind,
    TopologyFlags,
    WriteStateFlags,
)
from .records import (
    AdjustmentInfo,
    AgentInfo,
    AgentPod,
    AgentPool,
    CapacityInfo,
    CapacityReason,
    CgroupReportInfo,
    CgroupResult,
    CgroupsInfo,
    CgroupStep,
    ClusterInfo,
    Cpu,
    ExplanationInfo,
    Fragmentation,
    GangInfo,
    HookResult,
    Hugepages,
    KubeletContainer,
    KubeletFinding,
    MemoryBlock,
    NearMiss,
    NodeCapacity,
    NodePreemption,
    NrtVerdict,
    NumaHint,
    NumaHintListInfo,
    NumaMerged,
    NumaNode,
    NumaPlace,
    PciDevice,
    PlanStep,
    PodConflicts,
    PodInfo,
    RebindInfo,
    RebindRequest,
    Refusal,
    RefusedGroup,
    RemedyStep,
    TaskClass,
    TopologyInfo,
    Verdict,
)

__all__ = [
    "AdjustmentRequest",
    "Admission",
    "Admitted",
    "AdmittedRefused",
    "AgentState",
    "Capacity",
    "CgroupContainers",
    "CgroupPath",
    "CgroupPlan",
    "CgroupReport",
    "Cgroups",
    "DeviceBuilder",
    "DeviceReport",
    "Explanation",
    "Filtered",
    "FilteredRefused",
    "Hook",
    "Judged",
    "JudgedRefused",
    "Kubelet",
    "KubeletJudged",
    "KubeletJudgedRefused",
    "KubeletRepairCpusResult",
    "KubeletRepairMemoryResult",
    "KubeletReplaceCpusResult",
    "KubeletReport",
    "KubeletSetup",
    "NodeBuilder",
    "NrtBuilder",
    "NrtNode",
    "NumaMergeResult",
    "Picture",
    "Plan",
    "PlannedGang",
    "PlannedGangRefused",
    "PlannedPreemption",
    "PlannedPreemptionRefused",
    "PlannedRebind",
    "PlannedRebindFor",
    "PlannedRebindForRefused",
    "PlannedRebindRefused",
    "PlannedResize",
    "PlannedResizeRefused",
    "PodBuilder",
    "PodRequest",
    "Preemption",
    "Query",
    "RebindRequestFromJsonResult",
    "Reserved",
    "ReservedFrom",
    "ReservedFromRefused",
    "ReservedRefused",
    "agent_state_save",
    "device_node_resources",
    "kubelet_check",
    "kubelet_repair_cpus",
    "kubelet_repair_memory",
    "kubelet_replace_cpus",
    "kubelet_write_state",
    "rebind_request_from_json",
    "rebind_status_to_json",
    "verdicts_normalize",
]


def refusal_of(values: dict[str, Any]) -> Refusal | None:
    """None: it is none."""
    refusal = from_dict(Refusal, values)
    return None if refusal.reason == Reason.NONE else refusal


class PodRequest(NamedTuple):
    """What Pod.request() answers."""

    request: int
    limit: int


class NumaMergeResult(NamedTuple):
    """What numa_merge() answers."""

    merged: NumaMerged
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What Cluster.judge() answers where it can be. It is true."""

    refusal: None
    score: int

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class JudgedRefused:
    """What Cluster.judge() answers where it cannot be. It is false."""

    refusal: Refusal
    score: int

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class Reserved:
    """What Cluster.reserve() answers where it can be. It is true."""

    cpus: CpuSet
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class ReservedRefused:
    """What Cluster.reserve() answers where it cannot be. It is false."""

    cpus: CpuSet
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class Admitted:
    """What Kubelet.admit() answers where it can be. It is true."""

    admission: koord.Admission
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class AdmittedRefused:
    """What Kubelet.admit() answers where it cannot be. It is false."""

    admission: koord.Admission
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class KubeletJudged:
    """What Kubelet.judge() answers where it can be. It is true."""

    admission: koord.Admission
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class KubeletJudgedRefused:
    """What Kubelet.judge() answers where it cannot be. It is false."""

    admission: koord.Admission
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class PlannedResize:
    """What Cluster.plan_resize() answers where it can be. It is true."""

    plan: koord.Plan
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class PlannedResizeRefused:
    """What Cluster.plan_resize() answers where it cannot be. It is false."""

    plan: None
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class PlannedGang:
    """What Cluster.plan_gang() answers where it can be. It is true."""

    plan: koord.Plan
    refusal: None
    info: GangInfo

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class PlannedGangRefused:
    """What Cluster.plan_gang() answers where it cannot be. It is false."""

    plan: None
    refusal: Refusal
    info: GangInfo

    def __bool__(self) -> Literal[False]:
        return False


class KubeletRepairCpusResult(NamedTuple):
    """What kubelet_repair_cpus() answers."""

    document: str
    report: str


class KubeletRepairMemoryResult(NamedTuple):
    """What kubelet_repair_memory() answers."""

    document: str
    report: str


class KubeletReplaceCpusResult(NamedTuple):
    """What kubelet_replace_cpus() answers."""

    document: str
    report: str


@dataclass(frozen=True, slots=True)
class Filtered:
    """What NrtNode.filter() answers where it can be. It is true."""

    refusal: None
    verdict: NrtVerdict
    text: str

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class FilteredRefused:
    """What NrtNode.filter() answers where it cannot be. It is false."""

    refusal: Refusal
    verdict: NrtVerdict
    text: str

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class PlannedPreemption:
    """What Cluster.plan_preemption() answers where it can be. It is true."""

    refusal: None
    plan: koord.Plan

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class PlannedPreemptionRefused:
    """What Cluster.plan_preemption() answers where it cannot be. It is false."""

    refusal: Refusal
    plan: None

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class PlannedRebind:
    """What Cluster.plan_rebind() answers where it can be. It is true."""

    plan: koord.Plan
    refusal: None
    info: RebindInfo

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class PlannedRebindRefused:
    """What Cluster.plan_rebind() answers where it cannot be. It is false."""

    plan: None
    refusal: Refusal
    info: RebindInfo

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class PlannedRebindFor:
    """What Cluster.plan_rebind_for() answers where it can be. It is true."""

    plan: koord.Plan
    refusal: None
    info: RebindInfo

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class PlannedRebindForRefused:
    """What Cluster.plan_rebind_for() answers where it cannot be. It is false."""

    plan: None
    refusal: Refusal
    info: RebindInfo

    def __bool__(self) -> Literal[False]:
        return False


class RebindRequestFromJsonResult(NamedTuple):
    """What rebind_request_from_json() answers."""

    request: RebindRequest
    node: str


@dataclass(frozen=True, slots=True)
class ReservedFrom:
    """What Cluster.reserve_from() answers where it can be. It is true."""

    cpus: CpuSet
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class ReservedFromRefused:
    """What Cluster.reserve_from() answers where it cannot be. It is false."""

    cpus: CpuSet
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


class Pod(Shared[_koord.Pod]):
    """An immutable pod, counted and shared by any threads."""

    __slots__ = ()
    _shown = ("info",)

    @classmethod
    def from_json(cls, json: Document) -> Self:
        """Reads a Pod (v1) as the API server gives it (docs/objects.md lists the fields): unknown fields are ignored,
        missing requests filled in from limits. Annotations of what the pod holds (resource-status,
        device-allocated) and an environment that cannot be read cost the pod that claim and nothing else:
        Pod.faults. So do wishes (other annotations, labels) of a pod that is bound already; those of one that
        waits are INVALID.

        Raises InvalidError (names pod and field: not a pod, an unknown policy, a negative amount), LimitError
        (over 4 MiB or 1024 containers; a sum of amounts above 2^63 - 1).
        """
        return cls._of(_koord.pod_from_json(document(json, "json")))

    @property
    def info(self) -> PodInfo:
        """What the pod is and asks for."""
        return from_dict(PodInfo, _koord.pod_get_info(self._handle))

    def request(self, resource: Text) -> PodRequest:
        """Effective request and limit of one resource ("memory", "nvidia.com/gpu") as Kubernetes computes them: app
        containers and sidecars together or the peak of the init containers, replaced by resources of the pod, plus
        overhead. Milli-CPU for "cpu", bytes or units for all others; -1: none stated. request and limit are may be
        None."""
        out_request, out_limit = _koord.pod_get_request(self._handle, resource)
        return PodRequest(out_request, out_limit)

    @property
    def name(self) -> str:
        """Name."""
        return _koord.pod_get_text(self._handle, PodText.NAME)

    @property
    def namespace(self) -> str:
        """Namespace."""
        return _koord.pod_get_text(self._handle, PodText.NAMESPACE)

    @property
    def uid(self) -> str:
        """"": unknown."""
        return _koord.pod_get_text(self._handle, PodText.UID)

    @property
    def node(self) -> str:
        """The node it is bound to, "": none."""
        return _koord.pod_get_text(self._handle, PodText.NODE)

    @property
    def faults(self) -> str:
        """What of the pod could not be read and was left aside: a line each, followed by a line feed, which names the
        field; "": nothing. Into text as Pod.text does."""
        return _koord.pod_get_faults(self._handle)

    @property
    def cpus(self) -> CpuSet:
        """The CPUs the pod states it was allocated, into all of words; none: all zero."""
        return CpuSet._from_words(_koord.pod_get_cpus(self._handle))

    @classmethod
    def from_builder(cls, builder: koord.PodBuilder) -> Self:
        """The pod, as Pod.from_json makes it; the builder stays as it is.

        Raises InvalidError (names pod and field), LimitError (a sum of amounts above 2^63 - 1, an annotation over
        1 MiB).
        """
        return cls._of(_koord.pod_from_builder(handle_of(builder, koord.PodBuilder)))


class KubeletSetup(Noted[_koord.KubeletSetup]):
    """A kubelet's configuration, its state files and the containers on its node: an input of Kubelet.new,
    Topology.to_nrt, Agent.set_kubelet and of the calls that check and repair its files. They read it and keep
    nothing of it. One that nothing was set in is kubelet's defaults, and no files."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        config: Document | None = None,
        cpu_state: Document | None = None,
        memory_state: Document | None = None,
    ) -> None:
        """A setup in which nothing is set."""
        self._begin(_koord.kubelet_setup_new())
        if config is not None:
            self.set_config(config)
        if cpu_state is not None:
            self.set_cpu_state(cpu_state)
        if memory_state is not None:
            self.set_memory_state(memory_state)

    def reset(self) -> Self:
        """Makes it as new."""
        _koord.kubelet_setup_reset(self._handle)
        self._forget()
        return self

    def set_config(self, kubelet_config: Document | None = None) -> Self:
        """The configuration: a KubeletConfiguration or the answer of /configz (JSON; "": kubelet's defaults). What is
        odd in it but usable is remarked on.

        Raises InvalidError (names the field), LimitError (over 4 MiB or 2^20 values, nested deeper than 64).
        """
        _koord.kubelet_setup_set_config(self._handle, document(kubelet_config, "kubelet_config"))
        self._note("set_config")
        return self

    def set_cpu_state(self, cpu_state: Document) -> Self:
        """The text of cpu_manager_state, which is copied, and read by the calls that use it: they say what is wrong
        in it. Not set: there is no such file. Length 0: the file is empty. For Kubelet.check and
        Kubelet.repair_cpus that is damage, which stops kubelet; all others take it for no file.

        Raises InvalidError (a NUL in it), LimitError (over 16 MiB). Those calls' LimitError: 2^20 values in maps
        and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole pods.
        """
        _koord.kubelet_setup_set_cpu_state(self._handle, document(cpu_state, "cpu_state"))
        self._note("set_cpu_state")
        return self

    def set_memory_state(self, memory_state: Document) -> Self:
        """The text of memory_manager_state, likewise: for Kubelet.check and Kubelet.repair_memory an empty file is
        damage, for Kubelet.new it is none; others do not read it.

        Raises InvalidError (a NUL in it), LimitError (over 16 MiB). Those calls' LimitError: 2^20 values in maps
        and lists.
        """
        _koord.kubelet_setup_set_memory_state(self._handle, document(memory_state, "memory_state"))
        self._note("set_memory_state")
        return self

    def add_container(self, uid: Text, name: Text = "", id: Text = "") -> Self:
        """A pod that is on the node, or one container of it: for calls that check and repair files.

        Uid: the pod's. id: Files of version 1 know nothing else of a container. The last one with an id counts.

        Raises InvalidError (uid is empty, an id without name, a text longer than 1,024 bytes or not UTF-8),
        LimitError (65,536 are there).
        """
        _koord.kubelet_setup_add_container(self._handle, uid, name, id)
        self._note("add_container", uid, name, id)
        return self


class Topology(Shared[_koord.Topology]):
    """An immutable picture of one machine, counted and shared by any threads."""

    __slots__ = ()
    _shown = ("info",)

    @classmethod
    def discover(cls, *, only_allowed: bool = False) -> Self:
        """Reads this machine through hwloc (which honours its own HWLOC_* variables; this library sets none).

        Raises InvalidError (unknown flags), KoordIOError (hwloc cannot read it).
        """
        return cls._of(_koord.topology_discover((TopologyFlags.ONLY_ALLOWED if only_allowed else 0)))

    @classmethod
    def from_hwloc_xml(cls, xml: Document, *, only_allowed: bool = False) -> Self:
        """Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.

        Raises InvalidError (not such XML, or an absurd machine), LimitError.
        """
        return cls._of(_koord.topology_from_hwloc_xml((TopologyFlags.ONLY_ALLOWED if only_allowed else 0),
            document(xml, "xml")))

    @classmethod
    def from_synthetic(cls, text: Text) -> Self:
        """Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").

        Raises InvalidError, LimitError (more than MAX_CPUS).
        """
        return cls._of(_koord.topology_from_synthetic(text))

    @classmethod
    def from_json(cls, json: Document) -> Self:
        """Reads what Topology.to_json wrote (docs/topology-json.md), whatever the topology was read from: the two are
        equal in everything this header tells of them, and written again give the same bytes.

        Raises InvalidError (names the field), LimitError (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or
        devices, nested deeper than 64).
        """
        return cls._of(_koord.topology_from_json(document(json, "json")))

    @classmethod
    def from_annotation(cls, json: Document) -> Self:
        """Reads the value of the annotation node.koordinator.sh/cpu-topology,
        {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: core is lscpu's logical
        number. Absent numbers are 0, unknown fields are ignored. It knows no memory, L3 or distances. A CPU in two
        NUMA nodes is INVALID.

        Raises InvalidError (names the entry and field), LimitError (over 4 MiB, nested deeper than 64).
        """
        return cls._of(_koord.topology_from_annotation(document(json, "json")))

    @classmethod
    def from_nrt(cls, json: Document) -> Self:
        """Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation above, and
        memory, huge pages and distances from its zones.

        Raises InvalidError, LimitError (over 16 MiB).
        """
        return cls._of(_koord.topology_from_nrt(document(json, "json")))

    @classmethod
    def from_rows(cls, rows: Iterable[Cpu], architecture: Text = "") -> Self:
        """Builds a topology from rows, for callers without JSON; cores are told apart by (socket, numa_node, core),
        L3 groups by l3. architecture may be "" ("aarch64" turns on the ARM rule of koord_cpu_pick).

        Raises InvalidError (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1, numa_node
        below 1024), LimitError.
        """
        packed_rows = pack(Cpu, rows)
        return cls._of(_koord.topology_from_rows(packed_rows, architecture))

    @property
    def info(self) -> TopologyInfo:
        """Counts of the machine."""
        return from_dict(TopologyInfo, _koord.topology_get_info(self._handle))

    @property
    def cpus(self) -> Rows[Cpu]:
        """Its cpus.

        Raises InvalidError (stride below sizeof a row). The same holds for the calls below that end in rows.
        """
        return Rows(Cpu, _koord.topology_get_cpus(self._handle))

    @property
    def numa_nodes(self) -> Rows[NumaNode]:
        """NUMA nodes, ascending by number, those without CPUs included."""
        return Rows(NumaNode, _koord.topology_get_numa_nodes(self._handle))

    @property
    def hugepages(self) -> Rows[Hugepages]:
        """Huge pages per NUMA node and size, by node, then size."""
        return Rows(Hugepages, _koord.topology_get_hugepages(self._handle))

    @property
    def distances(self) -> list[int]:
        """NUMA distances (10 = local), row-major in the order of Topology.numa_nodes; A pair that was not reported is
        0."""
        return numbers("I", _koord.topology_get_distances(self._handle))

    @property
    def devices(self) -> Rows[PciDevice]:
        """Its devices."""
        out_rows, out_texts = _koord.topology_get_devices(self._handle)
        return Rows(PciDevice, out_rows, out_texts)

    def cpuset(self, kind: CpusetKind | str, id: int) -> CpuSet:
        """One set.

        Raises InvalidError (no such kind or id).
        """
        return CpuSet._from_words(_koord.topology_get_cpuset(self._handle, number(CpusetKind, kind), id))

    def to_json(self) -> str:
        """Everything the topology holds, as one JSON document (docs/topology-json.md), for people, for other programs
        and to be kept: Topology.from_json reads it."""
        return _koord.topology_to_json(self._handle)

    def to_annotation(self) -> str:
        """The value for the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node are written with
        node 0, as koordlet does."""
        return _koord.topology_to_annotation(self._handle)

    def to_nrt(self, node_name: Text, setup: koord.KubeletSetup | None = None) -> str:
        """Setup (may be None: kubelet's defaults, nothing allocated) gives configuration and cpu_manager_state.

        Raises InvalidError (names the field; kubelet would not start: memory policy Static without reservedMemory,
        or more of it than the machine has), CorruptError (cpu_manager_state: checksum), LimitError
        (KubeletSetup.set_cpu_state).
        """
        return _koord.topology_to_nrt(self._handle, maybe_handle(setup, koord.KubeletSetup), node_name)

    @classmethod
    def from_nrt_builder(cls, builder: koord.NrtBuilder) -> Self:
        """Topology.from_nrt of what the builder has, which stays as it is: of the annotation cpu-topology and the
        zones, else the machine that it was given.

        Raises as there.
        """
        return cls._of(_koord.topology_from_nrt_builder(handle_of(builder, koord.NrtBuilder)))

    def draw(
        self,
        picture: koord.Picture | None = None,
        *,
        color: bool = False,
        ascii: bool = False,
        devices: bool = False,
        format: PictureFormat | str = PictureFormat.TEXT,
        columns: int = 0,
    ) -> str:
        """Draws the machine - sockets, NUMA nodes, L3 groups, cores, CPUs - and who holds what.

        Picture: the machine alone.
        """
        return _koord.topology_draw(self._handle, {"flags": (PictureFlags.COLOR if color else 0)
            | (PictureFlags.ASCII if ascii else 0) | (PictureFlags.DEVICES if devices else 0),
            "format": number(PictureFormat, format), "columns": columns}, maybe_handle(picture, koord.Picture))


class Agent(Handle[_koord.Agent]):
    """A node as its agent knows it: machine, settings, kubelet's state and pods. The same threading rule as for
    Kubelet: functions that take a `const Agent *` may run at the same time."""

    __slots__ = ()
    _shown = ("info",)

    def __init__(
        self,
        topology: koord.Topology,
        *,
        ignore_kubelet: bool = False,
        be_by_numa: bool = False,
        profile: Profile | str = Profile.SPEC,
    ) -> None:
        """The agent of a node: on this machine, without pods, settings or kubelet."""
        self._begin(_koord.agent_new(handle_of(topology, koord.Topology),
            {"flags": (AgentFlags.IGNORE_KUBELET if ignore_kubelet else 0)
            | (AgentFlags.BE_BY_NUMA if be_by_numa else 0), "profile": number(Profile, profile)}))

    def set_topology(self, topology: koord.Topology) -> Self:
        """The machine as it is now: CPUs came or went. A pod loses CPUs of its own when one of them is gone. CPUs
        that kubelet reserves stay those of the last Agent.set_kubelet.

        Raises InvalidError (more CPUs are reserved than there are).
        """
        _koord.agent_set_topology(self._handle, handle_of(topology, koord.Topology))
        return self

    def set_node(self, json: Document) -> Self:
        """The Node (v1) as JSON, for its name, reservation and system QoS.

        Raises InvalidError (names the field; more CPUs are reserved than there are), LimitError.
        """
        _koord.agent_set_node(self._handle, document(json, "json"))
        return self

    def set_kubelet(self, setup: koord.KubeletSetup | None = None) -> Self:
        """What its kubelet does: configuration and cpu_manager_state of setup (may be None: kubelet's defaults,
        nothing allocated). Pods keep CPUs that they have as their own.

        Raises InvalidError, CorruptError (cpu_manager_state: checksum), LimitError (KubeletSetup.set_cpu_state).
        """
        _koord.agent_set_kubelet(self._handle, maybe_handle(setup, koord.KubeletSetup))
        return self

    def set_devices(self, json: Document | None = None) -> Self:
        """The node's Device object, as for Cluster.set_devices: what devices are called that pods were allocated by
        their minors only. "": it has none any more.

        Raises InvalidError (names the field; two devices of one type and minor), LimitError.
        """
        _koord.agent_set_devices(self._handle, document(json, "json"))
        return self

    def set_pod(self, pod: koord.Pod) -> Self:
        """A pod came, or is like this now; one that has ended is gone. CPUs and devices that it states are its own
        where they are due to it and nobody has them who comes first, as in Cluster.set_pod: see
        koord_agent_pod.refusal. First come pods that Agent.set_state vouches for, then the pod that was bound
        first, then the lesser uid.

        Raises InvalidError (no uid), LimitError (65536 pods).
        """
        _koord.agent_set_pod(self._handle, handle_of(pod, koord.Pod))
        return self

    def remove_pod(self, uid: Text) -> int:
        """The pod with this uid is gone. known (may be None) receives 1 when it was there, else 0."""
        return _koord.agent_remove_pod(self._handle, uid)

    @property
    def info(self) -> AgentInfo:
        """Counts."""
        return from_dict(AgentInfo, _koord.agent_get_info(self._handle))

    @property
    def hash(self) -> int:
        """64 bits that change when what Agent.to_nrt writes does; the same in any process of one version of the
        library. Takes microseconds."""
        return _koord.agent_get_hash(self._handle)

    def cpus(self, which: AgentCpuset | str) -> CpuSet:
        """One set."""
        return CpuSet._from_words(_koord.agent_get_cpus(self._handle, number(AgentCpuset, which)))

    @property
    def pools(self) -> Rows[AgentPool]:
        """Its pools."""
        return Rows(AgentPool, _koord.agent_get_pools(self._handle))

    def pool_cpus(self, pool: int, which: AgentCpuset | str) -> CpuSet:
        """The part of one set of CPUs that lies where row pool of Agent.pools is, into all of words.

        Raises InvalidError (no such row or set).
        """
        return CpuSet._from_words(_koord.agent_get_pool_cpus(self._handle, pool, number(AgentCpuset, which)))

    def to_annotation(self, which: AgentAnnotation | str) -> str:
        """The value of an annotation of the NodeResourceTopology, JSON."""
        return _koord.agent_to_annotation(self._handle, number(AgentAnnotation, which))

    def to_nrt(self) -> str:
        """The NodeResourceTopology of the node, as Topology.to_nrt writes it, with its pools, reservation, system QoS
        and CPUs of pods.

        Raises InvalidError (Agent.set_node was not called; kubelet would not start, as above).
        """
        return _koord.agent_to_nrt(self._handle)

    def to_json(self, boot_id: Text = "") -> str:
        """node-state.json, version 1 (docs/node.md): who runs where, for hooks and tools that start after the agent.
        boot_id says which boot it is about; "": not said."""
        return _koord.agent_to_json(self._handle, boot_id)

    def snapshot(self) -> koord.AgentState:
        """What Agent.to_json writes, without the file, as the node is now."""
        return koord.AgentState._of(_koord.agent_snapshot(self._handle))

    def set_state(self, state: koord.AgentState) -> Self:
        """What an agent decided for this node before, and carried out: pods keep CPUs of their own that this state
        gives them and that they still claim, against claims of others. To be said after a restart, with what
        AgentState.load reads, and whenever a state has been carried out."""
        _koord.agent_set_state(self._handle, handle_of(state, koord.AgentState))
        return self

    def set_devices_from_builder(self, builder: koord.DeviceBuilder) -> Self:
        """Agent.set_devices of what the builder has, which stays as it is. There are no remarks.

        Raises as there.
        """
        _koord.agent_set_devices_from_builder(self._handle, handle_of(builder, koord.DeviceBuilder))
        return self

    def set_node_from_builder(self, builder: koord.NodeBuilder) -> Self:
        """Agent.set_node of what the builder has, which stays as it is. There are no remarks.

        Raises as there.
        """
        _koord.agent_set_node_from_builder(self._handle, handle_of(builder, koord.NodeBuilder))
        return self


class AgentState(Shared[_koord.AgentState]):
    """Who runs where, as such a file holds it. Immutable."""

    __slots__ = ()
    _shown = ("info",)

    @classmethod
    def from_json(cls, json: Document) -> Self:
        """Agent state from json.

        Raises InvalidError (names the field), UnsupportedError (another version), CorruptError (it contradicts
        itself), LimitError (over 16 MiB or 2^20 values, 65536 pods or containers).
        """
        return cls._of(_koord.agent_state_from_json(document(json, "json")))

    @classmethod
    def load(cls, path: Text) -> Self:
        """Reads node-state.json for who acts on it as root: path must be a regular file, no link, of root or the user
        of this process, that nobody else may write, and its directory as well; directories above it may be sticky
        ones, as /tmp is.

        Raises those of AgentState.from_json, NotFoundError (there is no such file), KoordPermissionError (it is
        not to be trusted, or not ours to read), LimitError, KoordIOError.
        """
        return cls._of(_koord.agent_state_load(path))

    @property
    def name(self) -> str:
        """Name."""
        return _koord.agent_state_get_text(self._handle, AgentText.NAME)

    @property
    def boot_id(self) -> str:
        """boot_id."""
        return _koord.agent_state_get_text(self._handle, AgentText.BOOT_ID)

    @property
    def info(self) -> AgentInfo:
        """As of the node that wrote it."""
        return from_dict(AgentInfo, _koord.agent_state_get_info(self._handle))

    def cpus(self, which: AgentCpuset | str) -> CpuSet:
        """As Agent.cpus, the three pools and all CPUs."""
        return CpuSet._from_words(_koord.agent_state_get_cpus(self._handle, number(AgentCpuset, which)))

    def pods(self, since: int = 0) -> Rows[AgentPod]:
        """Pods ascending by uid, each followed by its containers that run elsewhere, ascending by name; those for
        which anything may have changed after generation since (0: all of them). Pods that are gone have no row."""
        out_rows, out_texts = _koord.agent_state_get_pods(self._handle, since)
        return Rows(AgentPod, out_rows, out_texts)

    def find_container(self, uid: Text, container: Text = "") -> AgentPod:
        """Where a container runs, by the pod's uid and its name ("": the pod).

        Raises InvalidError, NotFoundError (no such pod).
        """
        out_row, out_texts = _koord.agent_state_find_container(self._handle, uid, container)
        return Rows(AgentPod, out_row, out_texts)[0]

    def pod_cpus(self, row: int) -> CpuSet:
        """The CPUs of the row with this number, koord_agent_pod.row, into all of words; none where they stay as they
        are.

        Raises InvalidError (no such row).
        """
        return CpuSet._from_words(_koord.agent_state_get_pod_cpus(self._handle, row))

    def pod_numa_nodes(self, row: int) -> CpuSet:
        """The same of the NUMA nodes of its memory: bit b of word w is the NUMA node with the kernel's number 64 * w
        + b."""
        return CpuSet._from_words(_koord.agent_state_get_pod_numa_nodes(self._handle, row))


class CgroupPath(Noted[_koord.CgroupPath]):
    """The path of a group below its controller's root (version 2: below the mount), without '/' in front. Pure:
    nothing is read."""

    __slots__ = ()
    _shown = ()

    def __init__(self, driver: CgroupDriver | str, root: Text = "") -> None:
        """The path of kubepods.

        Driver: not CgroupDriver.DETECT. root: kubelet's cgroupRoot; "": none.

        Raises InvalidError (a root other than up to 4 names of letters, digits, '_', '.' and '-').
        """
        self._begin(_koord.cgroup_path_new(number(CgroupDriver, driver), root))

    def set_pod(self, qos: KubeQos | str, uid: Text = "") -> Self:
        """The path becomes that of a pod. uid "": that of the QoS class, which for Guaranteed is kubepods itself.

        Raises InvalidError (a uid other than up to 64 of a-z, 0-9 and '-').
        """
        _koord.cgroup_path_set_pod(self._handle, number(KubeQos, qos), uid)
        self._note("set_pod", qos, uid)
        return self

    def set_container(self, runtime: CgroupRuntime | str, id: Text = "") -> Self:
        """The path becomes that of a container of the pod that was set last. id "": that of the pod, and runtime is
        not looked at.

        Raises InvalidError (no pod was set; an id other than up to 128 of 0-9 and a-f).
        """
        _koord.cgroup_path_set_container(self._handle, number(CgroupRuntime, runtime), id)
        self._note("set_container", runtime, id)
        return self

    def format(self) -> str:
        """Writes it as koord_cpulist_format writes text."""
        return _koord.cgroup_path_format(self._handle)


class Cgroups(Handle[_koord.Cgroups]):
    """The control groups of a machine, open. Calls that take one read and write its files."""

    __slots__ = ()
    _shown = ("info",)

    def __init__(
        self,
        mount: Text = "",
        root: Text = "",
        *,
        driver: CgroupDriver | str = CgroupDriver.DETECT,
        version: CgroupVersion | str = CgroupVersion.DETECT,
    ) -> None:
        """Opens what is mounted at mount ("": /sys/fs/cgroup); of version 1 its directories cpuset and cpu. Nothing
        above them is ever reached, and no symbolic link in them followed. root is kubelet's cgroupRoot, "": none.

        Raises InvalidError, NotFoundError (no such directory, or neither kubepods.slice nor kubepods in it),
        KoordPermissionError, UnsupportedError (version 2 without the cpuset controller), KoordIOError.
        """
        self._begin(_koord.cgroups_open(mount, root, {"driver": number(CgroupDriver, driver),
            "version": number(CgroupVersion, version)}))

    @property
    def info(self) -> CgroupsInfo:
        """Its info."""
        return from_dict(CgroupsInfo, _koord.cgroups_get_info(self._handle))

    def apply(self, plan: koord.CgroupPlan) -> koord.CgroupReport:
        """Makes the writes of a plan, in order, each verified by reading back what is in force. Old values are read
        before anything is written; groups that have ended are left out; where a write fails those made are taken
        back. What fails so is not a failure of the call: the report tells. A plan that is in force is done without
        a write. cgroups must be those that the plan was made from, or the same opened anew."""
        return koord.CgroupReport._of(_koord.cgroups_apply(self._handle, handle_of(plan, koord.CgroupPlan)))


class CgroupContainers(Noted[_koord.CgroupContainers]):
    """Names of containers by their ids."""

    __slots__ = ()
    _shown = ()

    def __init__(self) -> None:
        """No names yet.

        Raises InvalidError (out is None).
        """
        self._begin(_koord.cgroup_containers_new())

    def add(self, id: Text, name: Text = "") -> Self:
        """The container with this id has this name; "": it is the sandbox.

        Raises InvalidError (an id other than 1 to 128 of 0-9 and a-f, or one that was added before; a name over
        1024 bytes), LimitError (over 16,384 containers).
        """
        _koord.cgroup_containers_add(self._handle, id, name)
        self._note("add", id, name)
        return self


class CgroupPlan(Shared[_koord.CgroupPlan]):
    """Writes to make, as data. Immutable."""

    __slots__ = ()
    _shown = ("steps",)

    def __init__(
        self,
        cgroups: koord.Cgroups,
        state: koord.AgentState,
        containers: koord.CgroupContainers | None = None,
    ) -> None:
        """Reads the groups and plans; writes nothing. Pods that the state does not know are left alone; on version 1
        the directories above them stay large enough for them.

        Containers: Which containers are whose matters only for pods whose containers run in different places:
        those that it does not name are left alone then.

        Raises InvalidError, ConflictError (two exclusive pods are to be on one CPU, or pods of one CPU each wait
        for each other and exclusive pods, of one CPU each, hold all others), NotFoundError (no kubepods),
        CorruptError (a file that the kernel would not write so), LimitError (over 16,384 groups or 8 levels),
        KoordPermissionError, UnsupportedError, KoordIOError.
        """
        self._begin(_koord.cgroup_plan_new(handle_of(cgroups, koord.Cgroups), handle_of(state, koord.AgentState),
            maybe_handle(containers, koord.CgroupContainers)))

    @property
    def steps(self) -> Rows[CgroupStep]:
        """Its steps."""
        out_rows, out_texts = _koord.cgroup_plan_get_steps(self._handle)
        return Rows(CgroupStep, out_rows, out_texts)

    def to_json(self) -> str:
        """Writes {"steps":[{"phase","path","from","to","pod"}],"left":[{"path","pod","why"}]}: also what is left
        alone and why."""
        return _koord.cgroup_plan_to_json(self._handle)

    def to_text(self) -> str:
        """Writes a line per step: what would be done."""
        return _koord.cgroup_plan_to_text(self._handle)

    def __str__(self) -> str:
        return self.to_text()


class CgroupReport(Shared[_koord.CgroupReport]):
    """What came of a plan. Immutable."""

    __slots__ = ()
    _shown = ("info",)

    @property
    def info(self) -> CgroupReportInfo:
        """Its info."""
        return from_dict(CgroupReportInfo, _koord.cgroup_report_get_info(self._handle))

    @property
    def results(self) -> Rows[CgroupResult]:
        """As CgroupPlan.steps."""
        out_rows, out_texts = _koord.cgroup_report_get_results(self._handle)
        return Rows(CgroupResult, out_rows, out_texts)

    def to_json(self) -> str:
        """Writes
        {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to","readBack",
        "pod"}]}; the summary is one sentence that names the step that failed and why."""
        return _koord.cgroup_report_to_json(self._handle)


class NumaHints(Handle[_koord.NumaHints]):
    """The NUMA nodes of one machine with their users and distances, and what providers say about the resources of a
    pod or container: what a merge reads. Made once and used for many pods: it keeps its memory when it is reset or
    filled anew. Calls that take it as const may run at the same time; all others require exclusive access."""

    __slots__ = ()
    _shown = ("nodes", "lists",)

    def __init__(self) -> None:
        """No NUMA nodes and no lists."""
        self._begin(_koord.numa_hints_new())

    def clone(self) -> koord.NumaHints:
        """The same once more."""
        return koord.NumaHints._of(_koord.numa_hints_clone(self._handle))

    def reset(self) -> Self:
        """As new, but for the memory."""
        _koord.numa_hints_reset(self._handle)
        return self

    def add_list(
        self,
        name: Text,
        rows: Iterable[NumaHint],
        *,
        provider: int = 0,
        kind: NumaHintKind | str = NumaHintKind.HINTS,
    ) -> Self:
        """Adds a list behind those that are there.

        Name: of the resource: UTF-8 of at most 1024 bytes; two lists may have the same. rows: its hints, stride
        bytes apart; none unless list->kind is NumaHintKind.HINTS. All lists together have at most MAX_NUMA_HINTS.

        Raises InvalidError (a provider before that of the last list, hints that the kind does not have, a hint for
        NUMA nodes that are not there, an unknown flag or kind), LimitError (more than MAX_NUMA_LISTS lists, too
        many hints).
        """
        packed_rows = pack(NumaHint, rows)
        _koord.numa_hints_add_list(self._handle, {"provider": provider, "kind": number(NumaHintKind, kind)}, name,
            packed_rows)
        return self

    @property
    def nodes(self) -> Rows[NumaPlace]:
        """Its nodes."""
        return Rows(NumaPlace, _koord.numa_hints_get_nodes(self._handle))

    @property
    def lists(self) -> Rows[NumaHintListInfo]:
        """Its lists."""
        out_rows, out_texts = _koord.numa_hints_get_lists(self._handle)
        return Rows(NumaHintListInfo, out_rows, out_texts)

    def hints(self, list: int) -> Rows[NumaHint]:
        """Its hints.

        Raises InvalidError (no such list).
        """
        return Rows(NumaHint, _koord.numa_hints_get_hints(self._handle, list))


class Cluster(Handle[_koord.Cluster]):
    """The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler (semantics:
    Koordinator's CPU orchestration proposal; docs/scheduling.md). It synchronises itself: every function may be
    called on one cluster from any thread at any time, also those that take a `Cluster *`; only Cluster.free
    requires exclusive access. No call holds it longer than one evaluation, planning aside."""

    __slots__ = ()
    _shown = ("info",)

    def __init__(
        self,
        args: Document | None = None,
        *,
        upstream_score: bool = False,
        ignore_kubelet: bool = False,
        profile: Profile | str = Profile.SPEC,
        device_strategy: DeviceStrategy | str = DeviceStrategy.DEFAULT,
        gpu_pick: GpuPick | str = GpuPick.SET,
    ) -> None:
        """An empty cluster. args are the arguments of Koordinator's plugins as JSON ("": their defaults): a
        KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare or both in a profile, or the
        arguments of one of the two: - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that
        ask are bound), numaTopologyAlignmentPolicy (of the proposal: for nodes that state none; "BestEffort"),
        scoringStrategy and numaScoringStrategy, each with type MostAllocated, LeastAllocated or BalancedAllocation
        and up to 64 resources with weights 1 to 100 (cpu and memory, 1 each); as upstream has it, the weights of
        scoringStrategy hold for both. - DeviceShareArgs: scoringStrategy with type MostAllocated or
        LeastAllocated, which beats options.device_strategy, and weights; docs/devices.md has the rest.

        Raises InvalidError (names the field), UnsupportedError (another profile), LimitError.
        """
        self._begin(_koord.cluster_new({"flags": (ClusterFlags.UPSTREAM_SCORE if upstream_score else 0)
            | (ClusterFlags.IGNORE_KUBELET if ignore_kubelet else 0), "profile": number(Profile, profile),
            "device_strategy": number(DeviceStrategy, device_strategy), "gpu_pick": number(GpuPick, gpu_pick)},
            document(args, "args")))

    def set_node(self, json: Document) -> int:
        """The node described by a Node (v1) as the API server gives it (docs/objects.md lists the fields), new or
        replaced; what its pods hold is kept. id (may be None) receives its number: numbers count up from 0 and are
        never reused. Amounts count up to 2^50, CPU to 2^42 milli: a node that reports more has this much, a pod
        that asks for more, or says it holds more, is LIMIT in every call. Pods that wait for the node
        (Cluster.set_pod) are on it from now on.

        Raises InvalidError (names node and field), LimitError (over 4 MiB, more than 1024 resources of the node or
        2^20 numbers given to nodes, those that are gone included).
        """
        return _koord.cluster_set_node(self._handle, document(json, "json"))

    def set_topology(self, json: Document) -> int:
        """Its NodeResourceTopology: CPUs, NUMA nodes and kubelet's settings. It may come before the node itself. Pods
        keep what they hold, even if those CPUs no longer exist.

        Raises as Cluster.set_node; LimitError over 16 MiB.
        """
        return _koord.cluster_set_topology(self._handle, document(json, "json"))

    def set_devices(self, json: Document) -> int:
        """Its devices: a Device object (scheduling.koordinator.sh/v1alpha1), named after the node, in any spelling
        that has been published (docs/devices.md). GPUs, RDMA and FPGA devices and those of any other type; what
        asks for a resource that they have is given of them, and the node's amount of it no longer counts. It may
        come before the node itself. Pods keep what they hold, be it of devices that are no longer there or
        healthy.

        Raises as Cluster.set_node; also InvalidError for two devices of one type and minor, LimitError for more
        than 64 devices of one type, 16 resources of one type and 64 types.
        """
        return _koord.cluster_set_devices(self._handle, document(json, "json"))

    def remove_node(self, name: Text) -> None:
        """The node is gone, its topology and pods with it. A node of that name has a new number when it comes back.

        Raises InvalidError, NotFoundError.
        """
        _koord.cluster_remove_node(self._handle, name)

    def remove_topology(self, name: Text) -> None:
        """Its NodeResourceTopology is gone.

        Raises InvalidError, NotFoundError.
        """
        _koord.cluster_remove_topology(self._handle, name)

    def remove_devices(self, name: Text) -> None:
        """Its Device object is gone: nobody gets its devices until it comes back, and who has them keeps them.

        Raises InvalidError, NotFoundError.
        """
        _koord.cluster_remove_devices(self._handle, name)

    def node_id(self, name: Text) -> int:
        """The number of a node that is there.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_node_id(self._handle, name)

    def node_name(self, node: int | str) -> str:
        """Its node name.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_node_name(self._handle, named(node, self.node_id))

    def node_topology(self, node: int | str) -> koord.Topology | None:
        """Its machine, None where no topology is known.

        Raises InvalidError, NotFoundError.
        """
        out_out = _koord.cluster_get_node_topology(self._handle, named(node, self.node_id))
        return None if out_out is None else koord.Topology._of(out_out)

    def node_cpus(self, node: int | str, which: ClusterCpuset | str) -> CpuSet:
        """One set of CPUs of a node.

        Raises InvalidError, NotFoundError.
        """
        return CpuSet._from_words(_koord.cluster_get_node_cpus(self._handle, named(node, self.node_id),
            number(ClusterCpuset, which)))

    @property
    def info(self) -> ClusterInfo:
        """Counts."""
        return from_dict(ClusterInfo, _koord.cluster_get_info(self._handle))

    def resource_name(self, resource: int) -> str:
        """A number is that of its resource while a node or pod of the cluster, or the pod that was asked with, speaks
        of it; later it may become another's.

        Raises InvalidError, NotFoundError (no such resource in this cluster).
        """
        return _koord.cluster_get_resource_name(self._handle, resource)

    def device_type_name(self, type: int) -> str:
        """Its device type name.

        Raises InvalidError, NotFoundError (no such type in this cluster).
        """
        return _koord.cluster_get_device_type_name(self._handle, type)

    def device_type(self, name: Text) -> int:
        """The number of a type of devices by its name: the inverse.

        Raises InvalidError, NotFoundError (no such type in this cluster).
        """
        return _koord.cluster_get_device_type(self._handle, name)

    def judge(self, pod: koord.Pod, node: int | str, query: koord.Query | None = None) -> Judged | JudgedRefused:
        """What one node says to a pod, with the numbers behind a no. refusal is never None, query and score are may
        be None.

        Raises InvalidError, NotFoundError (no such node), LimitError.
        """
        out_refusal, out_score = _koord.cluster_judge(self._handle, handle_of(pod, koord.Pod), maybe_handle(query,
            koord.Query), named(node, self.node_id))
        refusal = refusal_of(out_refusal)
        return Judged(None, out_score) if refusal is None else JudgedRefused(refusal, out_score)

    def reserve(
        self,
        pod: koord.Pod,
        node: int | str,
        query: koord.Query | None = None,
    ) -> Reserved | ReservedRefused:
        """Reserve: the pod gets its CPUs and NUMA amounts on the node, or is refused; what the verdicts promised
        holds while the node does not change. A pod that is reserved on this node already keeps what it has.

        Query: its flags, generation and affinity are read.

        Raises InvalidError (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names pods,
        nodes or reservations), NotFoundError (no such node), StaleError (the node changed since the query's
        generation), ConflictError (the pod is on another node), LimitError.
        """
        out_cpus, out_refusal = _koord.cluster_reserve(self._handle, handle_of(pod, koord.Pod), maybe_handle(query,
            koord.Query), named(node, self.node_id))
        refusal = refusal_of(out_refusal)
        return Reserved(CpuSet._from_words(out_cpus),
            None) if refusal is None else ReservedRefused(CpuSet._from_words(out_cpus), refusal)

    def hints(
        self,
        pod: koord.Pod,
        node: int | str,
        policy: NumaPolicy | str,
        hints: koord.NumaHints | None = None,
    ) -> koord.NumaHints:
        """What the node's CPUs and other resources say to a topology manager that hears other providers, too
        (GetPodTopologyHints). The host adds what its other providers say by NumaHints.add_list; the answer of
        koord_numa_merge goes to Query.set_affinity. Under Profile.UPSTREAM a set of NUMA nodes is a hint where a
        trial allocation of the whole pod succeeds there, under Profile.SPEC where the one resource suffices; the
        score is that of the NUMA scoring strategy, or 0.

        Policy: the NUMA policy in force: under RESTRICTED all hints are preferred. hints: replaced by the node's
        NUMA nodes with their users, without distances, and its lists by resource name, of provider 0. Where the
        call fails it stays as it was.

        Raises InvalidError, NotFoundError (no such node, or no topology of it), LimitError (more than 16 NUMA
        nodes, MAX_NUMA_LISTS resources or MAX_NUMA_HINTS hints).
        """
        hints = koord.NumaHints() if hints is None else hints
        _koord.cluster_get_hints(self._handle, handle_of(pod, koord.Pod), named(node, self.node_id),
            number(NumaPolicy, policy), handle_of(hints, koord.NumaHints))
        return hints

    def remove_pod(self, uid: Text) -> None:
        """Unreserve, or the pod is deleted: what it held is free, or it no longer waits.

        Raises InvalidError, NotFoundError (it holds nothing: a second time, or never there).
        """
        _koord.cluster_remove_pod(self._handle, uid)

    def set_pod(self, pod: koord.Pod) -> PodConflicts:
        """A pod as the API server shows it, bound to a node and with what it was allocated (resource-status,
        device-allocated): for restarts and for pods that others placed. A pod that was reserved on this node keeps
        what it got, whatever it says. Of others what they say is believed as far as it can have been given to
        them: whole CPUs for QoS LSE and LSR, no more than they ask for, devices that they ask for, and nothing
        that somebody has who comes first. First come pods that were reserved here, then those whose CPUs or
        devices the node reports (pod-cpu-allocs, devices-checkpoints), then the pod that was bound first
        (PodScheduled), then the lesser uid; never the pod that was told of first. A claim that is refused is
        weighed again whenever the node or its pods change; beyond it the pod holds what it asks for. conflicts
        (may be None) says what is refused: Cluster.pod_conflicts. Without device-allocated a pod has the GPUs that
        NVIDIA_VISIBLE_DEVICES of its containers names, else those of kubelet's record, else as many as it asks for
        are kept for it (docs/devices.md). Where the node is not there, the pod waits for it: it holds nothing,
        makes no node, cannot be reserved, and is on the node once its first object comes. 262,144 pods may wait,
        with 256 MiB of what they say; one more is LIMIT: give it again when its node is there. A pod that is here
        already is brought up to date; one that has terminated is let go; one that is reserved here and not bound
        yet keeps what it has. Setting all pods in any order gives the same state. Under Profile.UPSTREAM whatever
        a pod states is believed, also what others have.

        Raises InvalidError (a pod without uid), NotFoundError (not bound or terminated, and held nothing),
        ConflictError (a reservation or its owner, on another node than before), LimitError.
        """
        return from_dict(PodConflicts, _koord.cluster_set_pod(self._handle, handle_of(pod, koord.Pod)))

    def pod_conflicts(self, uid: Text) -> PodConflicts:
        """The same as things are now: other pods and reports may have come or gone since.

        Raises InvalidError, NotFoundError.
        """
        return from_dict(PodConflicts, _koord.cluster_get_pod_conflicts(self._handle, uid))

    def pod_node(self, uid: Text) -> int:
        """The node that a pod holds something on.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_pod_node(self._handle, uid)

    def pod_cpus(self, uid: Text) -> CpuSet:
        """The CPUs it owns there, into all of words; all zero: it shares. Those of its resource-status that are
        offline or that kubelet reserves are not among them.

        Raises InvalidError, NotFoundError.
        """
        return CpuSet._from_words(_koord.cluster_get_pod_cpus(self._handle, uid))

    def pod_status(self, uid: Text) -> str:
        """What it holds there as the value of the annotation scheduling.koordinator.sh/resource-status: cpuset,
        numaNodeResources, cpuSharedPools.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_pod_status(self._handle, uid)

    def pod_devices(self, uid: Text) -> str:
        """What it has of devices as the value of the annotation scheduling.koordinator.sh/device-allocated: by type,
        minor, amounts, id and virtual functions; {} where it has none. Devices that are kept for it as nothing
        tells which it has are not among them.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_pod_devices(self._handle, uid)

    def pod_minors(self, uid: Text, type: int) -> list[int]:
        """The minors of its devices of one type, as in Cluster.device_type, be they all its own or shared: ascending,
        each once; none where it has none of the type, or there is no such type.

        Raises InvalidError, NotFoundError (no such pod).
        """
        return numbers("i", _koord.cluster_get_pod_minors(self._handle, uid, type))

    def prebind(self, pod: koord.Pod, *, proposal: bool = False) -> str:
        """PreBind: what to tell the API server about a reserved pod before it is bound, as a JSON merge patch (RFC
        7396): {"metadata":{"annotations":{...}}}, with {} for a pod that needs none. A claim that pod carries and
        that is not what it got is replaced, or removed by null: resource-status, device-allocated. The annotation
        resource-spec is part of it where the pod does not state the bind policy that was in force, be it the
        configuration's, preferred, or the node's, required.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_prebind(self._handle, handle_of(pod, koord.Pod),
            (PrebindFlags.PROPOSAL if proposal else 0))

    def pods(self, node: int | str) -> str:
        """The uids of a node's pods, each followed by a line feed.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_pods(self._handle, named(node, self.node_id))

    def set_devices_from_builder(self, builder: koord.DeviceBuilder) -> int:
        """Cluster.set_devices of what the builder has, which stays as it is. There are no remarks.

        Raises as there.
        """
        return _koord.cluster_set_devices_from_builder(self._handle, handle_of(builder, koord.DeviceBuilder))

    def set_node_from_builder(self, builder: koord.NodeBuilder) -> int:
        """Cluster.set_node of what the builder has, which stays as it is. There are no remarks.

        Raises as there.
        """
        return _koord.cluster_set_node_from_builder(self._handle, handle_of(builder, koord.NodeBuilder))

    def set_topology_from_builder(self, builder: koord.NrtBuilder) -> int:
        """Cluster.set_topology of what the builder has, which stays as it is. There are no remarks.

        Raises as there.
        """
        return _koord.cluster_set_topology_from_builder(self._handle, handle_of(builder, koord.NrtBuilder))

    def capacity(self, pod: koord.Pod, query: koord.Query | None = None, *, max_pods: int = 0) -> koord.Capacity:
        """Counts for every node the pods like pod that it still takes, put there one after the other as Reserve puts
        them. Changes nothing. options and query are may be None.

        Raises InvalidError, LimitError.
        """
        return koord.Capacity._of(_koord.cluster_get_capacity(self._handle, handle_of(pod, koord.Pod),
            {"max_pods": max_pods}, maybe_handle(query, koord.Query)))

    def explain(
        self,
        pod: koord.Pod,
        query: koord.Query | None = None,
        *,
        nearest: int = 0,
        max_judgements: int = 0,
    ) -> koord.Explanation:
        """Asks every node, and looks closely at the nearest of those that refuse. Pods that are to leave have a lower
        priority than pod, and are none that the query protects with Protection.KEEP.

        Raises InvalidError, LimitError.
        """
        return koord.Explanation._of(_koord.cluster_explain(self._handle, handle_of(pod, koord.Pod),
            {"nearest": nearest, "max_judgements": max_judgements}, maybe_handle(query, koord.Query)))

    def step_status(self, plan: koord.Plan, step: int) -> str:
        """What a step's pod holds after it, as Cluster.pod_status says it; {} where it is released.

        Raises InvalidError (also a plan of another cluster), NotFoundError (its node is gone).
        """
        return _koord.cluster_get_step_status(self._handle, handle_of(plan, koord.Plan), step)

    def step_devices(self, plan: koord.Plan, step: int) -> str:
        """What it has of devices after it, as Cluster.pod_devices says it.

        Raises as above.
        """
        return _koord.cluster_get_step_devices(self._handle, handle_of(plan, koord.Plan), step)

    def commit(self, plan: koord.Plan) -> None:
        """Makes all changes of a plan, as if its steps were made one by one with nothing between them.

        Raises InvalidError (a plan of another cluster), StaleError (a node that the plan relies on has changed
        since), ConflictError (a pod is not where the plan expects it), LimitError; nothing changed then.
        """
        _koord.cluster_commit(self._handle, handle_of(plan, koord.Plan))

    def plan_resize(self, pod: koord.Pod, query: koord.Query | None = None) -> PlannedResize | PlannedResizeRefused:
        """A pod grows or shrinks in place (docs/resize.md): what it owns then contains, or is contained in, what it
        owns now, a pod that shares CPUs stays on its NUMA nodes, and its policies hold as for a new pod. Where
        that cannot be it is refused: Reason.WOULD_MOVE if other CPUs or NUMA nodes would do.

        Pod: as it is to be, with the uid of one that is on a node.

        Raises InvalidError, NotFoundError (the pod holds nothing, or is thought away), ConflictError (it is a
        reservation or takes from one), LimitError.
        """
        out_out, out_refusal = _koord.cluster_plan_resize(self._handle, handle_of(pod, koord.Pod),
            maybe_handle(query, koord.Query))
        refusal = refusal_of(out_refusal)
        return PlannedResize(koord.Plan._of(out_out), None) if refusal is None else PlannedResizeRefused(None,
            refusal)

    def plan_gang(
        self,
        pods: Iterable[koord.Pod],
        query: koord.Query | None = None,
        *,
        budget: int = 0,
        max_nodes: int = 0,
    ) -> PlannedGang | PlannedGangRefused:
        """Places several pods at once or none of them (docs/gang.md). Pods are placed shape by shape in the order of
        their demand: those for which fewer nodes have room first, then those with more GPUs, more CPU, more
        memory, then by uid. First each goes to the best node as things are by then; where that fails, other
        combinations are tried. For pods of one shape a refusal with Reason.GANG_UNPLACED is a proof that no
        combination does; for pods of several, that none does in this order. Reason.SEARCH_LIMIT: the budget was
        used up before one was found. Several pods that ask for whole GPUs are brought together then, but under
        Profile.UPSTREAM: on the fewest nodes, there with the largest sum of link scores inside the pods, then
        between pods of one node; their sets are chosen at once on each node.

        Pods: count of them, 1..1024, with uids that differ. query: nominated pods are thought there.

        Raises InvalidError (also a pod twice), ConflictError (a pod is on a node already, or is bound to one that
        is not there), LimitError.
        """
        out_out, out_info = _koord.cluster_plan_gang(self._handle, [handle_of(one, koord.Pod) for one in pods],
            {"budget": budget, "max_nodes": max_nodes}, maybe_handle(query, koord.Query))
        refusal = refusal_of(out_info["refusal"])
        return PlannedGang(koord.Plan._of(out_out), None, from_dict(GangInfo,
            out_info)) if refusal is None else PlannedGangRefused(None, refusal, from_dict(GangInfo, out_info))

    def set_gpu_policy(self, policy: GpuPolicy | str, rows: Iterable[TaskClass]) -> None:
        """From here on a policy scores nodes, for all pods: higher is better, and never less than 0. The score says
        what the GPUs of the node are worth after the pod, CPUs and memory count only as far as they say who fits;
        a pod that takes a part of one GPU gets the GPU of the node that the policy thinks best. Everything is
        judged anew. FGD and ROOM_LEFT are made for the workload, rows, of which FGD takes the most frequent 95
        percent; the others do not look at it. All but FGD and PACKING are made for the nodes that are there: call
        it again when the cluster has become another one, or the workload. A GPU's part is its gpu-memory-ratio, a
        node's model that of the label node.koordinator.sh/gpu-model or else of its Device object. Scores of
        ROOM_LEFT lie near each other and far from 0: compare them, koord_verdicts_normalize rounds them to the
        same value.

        Raises InvalidError (names the row and field; no tasks for FGD and ROOM_LEFT), LimitError (65536 rows, 4096
        of them that differ, 63 models, 4096 kinds of nodes); all is as before then.
        """
        arena = bytearray()
        packed_rows = pack(TaskClass, rows, arena)
        _koord.cluster_set_gpu_policy(self._handle, number(GpuPolicy, policy), packed_rows, bytes(arena))

    def preempt(
        self,
        pod: koord.Pod,
        query: koord.Query | None = None,
        *,
        least_important: bool = False,
        budget: int = 0,
    ) -> koord.Preemption:
        """Finds on every node the pods to evict so that pod fits. Those of a lower priority (spec.priority) may have
        to go, unless query protects them with Protection.KEEP; pods that are thought there never do, and have
        first call on the room that victims leave. Changes nothing. options and query are may be None.

        Raises InvalidError, LimitError.
        """
        return koord.Preemption._of(_koord.cluster_preempt(self._handle, handle_of(pod, koord.Pod),
            {"flags": (PreemptFlags.LEAST_IMPORTANT if least_important else 0), "budget": budget},
            maybe_handle(query, koord.Query)))

    def plan_preemption(self, preemption: koord.Preemption, row: int) -> PlannedPreemption | PlannedPreemptionRefused:
        """The plan of a row: its victims let go, then the pod comes and gets its CPUs and NUMA amounts.

        Raises InvalidError (a pod without uid, a row with a reason, another cluster), StaleError (the node changed
        since), LimitError.
        """
        out_refusal, out_out = _koord.cluster_plan_preemption(self._handle, handle_of(preemption, koord.Preemption),
            row)
        refusal = refusal_of(out_refusal)
        return PlannedPreemption(None,
            koord.Plan._of(out_out)) if refusal is None else PlannedPreemptionRefused(refusal, None)

    def plan_rebind(
        self,
        node: int | str,
        query: koord.Query | None = None,
        *,
        no_new_crossing: bool = False,
        max_moved: int = 0,
        budget: int = 0,
    ) -> PlannedRebind | PlannedRebindRefused:
        """Plans other CPUs for the pods of a node that own CPUs; nothing changes before the plan is committed. No
        policy of any pod holds less afterwards, and the node is never worse by Fragmentation. The same question
        gives the same plan. Time is bounded by the budget, not by a clock.

        Query: None: nothing. Pods protected by Protection.KEEP stay as they are.

        Raises InvalidError, NotFoundError (the node), LimitError.
        """
        out_out, out_info = _koord.cluster_plan_rebind(self._handle, named(node, self.node_id),
            {"flags": (RebindFlags.NO_NEW_CROSSING if no_new_crossing else 0), "max_moved": max_moved,
            "budget": budget}, maybe_handle(query, koord.Query))
        refusal = refusal_of(out_info["refusal"])
        return PlannedRebind(koord.Plan._of(out_out), None, from_dict(RebindInfo,
            out_info)) if refusal is None else PlannedRebindRefused(None, refusal, from_dict(RebindInfo, out_info))

    def plan_rebind_for(
        self,
        pod: koord.Pod,
        node: int | str,
        query: koord.Query | None = None,
        *,
        no_new_crossing: bool = False,
        max_moved: int = 0,
        budget: int = 0,
    ) -> PlannedRebindFor | PlannedRebindForRefused:
        """Whether a pod that a node refuses fits once some of the node's pods have moved: the plan's steps are those
        moves, as few as are found, and last StepKind.PLACE of the pod. options, query: as above.

        Pod: that holds nothing yet; with a uid.

        Raises InvalidError, NotFoundError (the node), ConflictError (as for Cluster.plan_gang), LimitError.
        """
        out_out, out_info = _koord.cluster_plan_rebind_for(self._handle, handle_of(pod, koord.Pod), named(node,
            self.node_id), {"flags": (RebindFlags.NO_NEW_CROSSING if no_new_crossing else 0), "max_moved": max_moved,
            "budget": budget}, maybe_handle(query, koord.Query))
        refusal = refusal_of(out_info["refusal"])
        return PlannedRebindFor(koord.Plan._of(out_out), None, from_dict(RebindInfo,
            out_info)) if refusal is None else PlannedRebindForRefused(None, refusal, from_dict(RebindInfo, out_info))

    def set_reservation(self, uid: Text, policy: ReservationPolicy | str) -> None:
        """A pod that was reserved or set is a reservation from now on, and does not count as a pod of its node any
        more; one that is a reservation already gets the policy. What is left of it is what Cluster.pod_status
        says.

        Raises InvalidError, NotFoundError (it holds nothing), ConflictError (it takes from a reservation itself),
        LimitError.
        """
        _koord.cluster_set_reservation(self._handle, uid, number(ReservationPolicy, policy))

    def reserve_from(self, pod: koord.Pod, query: koord.Query | None = None) -> ReservedFrom | ReservedFromRefused:
        """Cluster.reserve for an owner, on the node of the one reservation that query uses (Query.use_reservation).
        Reason.RESERVATION_SHORT: under RESTRICTED too little is left. The query's affinity must be 0.

        Raises as there, NotFoundError (there is no such reservation), ConflictError (the pod is here already,
        without it).
        """
        out_cpus, out_refusal = _koord.cluster_reserve_from(self._handle, handle_of(pod, koord.Pod),
            maybe_handle(query, koord.Query))
        refusal = refusal_of(out_refusal)
        return ReservedFrom(CpuSet._from_words(out_cpus),
            None) if refusal is None else ReservedFromRefused(CpuSet._from_words(out_cpus), refusal)

    def attach_owner(self, uid: Text, reservation: Text) -> None:
        """After a restart: the pod, which has been set, has what it holds from this reservation, which has been set,
        too, with all that it reserved, and is on the same node. A second time it has no effect.

        Raises InvalidError, NotFoundError, ConflictError (another node or another reservation), LimitError.
        """
        _koord.cluster_attach_owner(self._handle, uid, reservation)


class Query(Noted[_koord.Query]):
    """What a call is asked under: flags, nodes, and how things might be. An argument of one call, not a state of the
    cluster: made once, used for many calls, changed in between. A setter requires exclusive access. A call refuses
    a query that names pods, nodes or reservations which it does not read (INVALID). Flags, the generation and the
    affinity have no effect on calls that do not read them: one query may serve Filter, Score and Reserve."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        skip_fit: bool = False,
        may_move: bool = False,
        generation: int | None = None,
        affinity: int | None = None,
    ) -> None:
        """Asks nothing in particular, as None does wherever a query is taken."""
        self._begin(_koord.query_new())
        if skip_fit or may_move:
            self.set_flags(skip_fit=skip_fit, may_move=may_move)
        if generation is not None:
            self.set_generation(generation)
        if affinity is not None:
            self.set_affinity(affinity)

    def clone(self) -> koord.Query:
        """The same query once more, for a host that clones its own state."""
        return self._again(_koord.query_clone(self._handle))

    def reset(self) -> Self:
        """As new."""
        _koord.query_reset(self._handle)
        self._forget()
        return self

    def set_flags(self, *, skip_fit: bool = False, may_move: bool = False) -> Self:
        """Query set flags."""
        _koord.query_set_flags(self._handle, (QueryFlags.SKIP_FIT if skip_fit else 0)
            | (QueryFlags.MAY_MOVE if may_move else 0))
        self._note("set_flags", *(name for name, on in (("skip_fit", skip_fit), ("may_move", may_move),) if on))
        return self

    def set_nodes(self, first: int, count: int) -> Self:
        """Cluster.evaluate: node first and following, at most count numbers; as new 0 and SIZE_MAX, which is all.
        Other calls refuse a query that leaves nodes out."""
        _koord.query_set_nodes(self._handle, first, count)
        self._note("set_nodes", first, count)
        return self

    def set_generation(self, generation: int) -> Self:
        """Cluster.reserve, Cluster.reserve_from: the generation of the verdict that is relied on; 0: whatever the
        node is by now."""
        _koord.query_set_generation(self._handle, generation)
        self._note("set_generation", generation)
        return self

    def set_affinity(self, affinity: int) -> Self:
        """Cluster.reserve: the NUMA nodes that the host's own topology manager chose, bit i being row i of
        NumaHints.nodes; 0: the node's NUMA policy chooses."""
        _koord.query_set_affinity(self._handle, affinity)
        self._note("set_affinity", affinity)
        return self

    def remove_pod(self, uid: Text) -> Self:
        """The pod with this uid is thought to be gone; an unknown one has no effect.

        Raises InvalidError, LimitError (65536 pods).
        """
        _koord.query_remove_pod(self._handle, uid)
        self._note("remove_pod", uid)
        return self

    def add_pod(self, pod: koord.Pod, node: int) -> Self:
        """The pod is thought to be on this node, where Reserve would place it, or nowhere in particular where it does
        not fit. Of several, higher priorities come first, equal ones in the order of the calls. Existing
        allocations are kept; remove the pod first.

        Raises InvalidError, LimitError.
        """
        _koord.query_add_pod(self._handle, handle_of(pod, koord.Pod), node)
        self._note("add_pod", pod, node)
        return self

    def protect_pod(self, uid: Text, protection: Protection | str) -> Self:
        """The last call per pod wins; it has no effect on an unknown pod.

        Raises InvalidError, LimitError.
        """
        _koord.query_protect_pod(self._handle, uid, number(Protection, protection))
        self._note("protect_pod", uid, protection)
        return self

    def drain_node(self, node: int) -> Self:
        """The node takes nobody, and its pods are to go elsewhere. An unknown one has no effect. Restarts are for
        Cluster.capacity only: INVALID in other calls.

        Raises InvalidError, LimitError (65536 restarts).
        """
        _koord.query_drain_node(self._handle, node)
        self._note("drain_node", node)
        return self

    def disable_smt(self, node: int) -> Self:
        """The node restarts with one thread of each core; the CPUs that go are gone from its amounts, too. Its pods
        come back by priority, descending, then uid, as Reserve would place them; those that do not fit are to go
        elsewhere. Otherwise as Query.drain_node."""
        _koord.query_disable_smt(self._handle, node)
        self._note("disable_smt", node)
        return self

    def isolate_cpus(self, node: int, words: CpuSetLike) -> Self:
        """The same with CPUs that are nobody's (isolcpus). Several restarts of one node are one."""
        _koord.query_isolate_cpus(self._handle, node, words_of(words))
        self._note("isolate_cpus", node, words)
        return self

    def use_reservation(self, reservation: Text) -> Self:
        """For one question: the pod that is asked about may take from this reservation, on its node; of several on
        one node the first counts, an unknown one has no effect. Cluster.evaluate, Cluster.judge and
        Cluster.reserve_from read it, other calls refuse it.

        Raises InvalidError, LimitError.
        """
        _koord.query_use_reservation(self._handle, reservation)
        self._note("use_reservation", reservation)
        return self


class DeviceBuilder(Noted[_koord.DeviceBuilder]):
    """A Device object (scheduling.koordinator.sh) in the making, for callers that have it as a typed object: every
    field that docs/objects.md lists. A cluster or an agent reads it as it reads the same object from JSON, with
    the same answers and errors. It serves many objects one after the other: DeviceBuilder.reset keeps its memory.
    A setter requires exclusive access. What is set again is replaced. Texts are UTF-8 without NUL, at most 4 MiB
    of them in an object."""

    __slots__ = ()
    _shown = ()

    def __init__(self, *, name: Text | None = None) -> None:
        """Of an empty object."""
        self._begin(_koord.device_builder_new())
        if name is not None:
            self.set_name(name)

    def reset(self) -> Self:
        """As new."""
        _koord.device_builder_reset(self._handle)
        self._forget()
        return self

    def set_name(self, name: Text) -> Self:
        """The name, which is the node's and must not be empty.

        Raises InvalidError, LimitError (over 4 MiB of texts or 2^20 of them, as in all of these).
        """
        _koord.device_builder_set_name(self._handle, name)
        self._note("set_name", name)
        return self

    def set_label(self, key: Text, value: Text) -> Self:
        """A label of the object.

        Raises InvalidError, LimitError.
        """
        _koord.device_builder_set_label(self._handle, key, value)
        self._note("set_label", key, value)
        return self

    def set_annotation(self, key: Text, value: Text) -> Self:
        """An annotation of the object, with its text as Kubernetes keeps it.

        Raises InvalidError, LimitError; a text that means nothing is an error of the call that takes the builder.
        """
        _koord.device_builder_set_annotation(self._handle, key, value)
        self._note("set_annotation", key, value)
        return self

    def add_device(
        self,
        *,
        healthy: bool = False,
        has_module: bool = False,
        has_topology: bool = False,
        minor: int = 0,
        module: int = 0,
        socket: int = 0,
        numa_node: int = 0,
    ) -> int:
        """One more of spec.devices. device (may be None) receives its index.

        Raises InvalidError (unknown flags, a number out of range), LimitError (over 4096 devices).
        """
        return _koord.device_builder_add_device(self._handle, {"flags": (DeviceFlags.HEALTHY if healthy else 0)
            | (DeviceFlags.HAS_MODULE if has_module else 0) | (DeviceFlags.HAS_TOPOLOGY if has_topology else 0),
            "minor": minor, "module": module, "socket": socket, "numa_node": numa_node})

    def set_device_text(self, device: int, which: DeviceText | str, text: Text) -> Self:
        """One text of a device.

        Raises InvalidError (no such device), LimitError.
        """
        _koord.device_builder_set_device_text(self._handle, device, number(DeviceText, which), text)
        self._note("set_device_text", device, which, text)
        return self

    def set_device_label(self, device: int, key: Text, value: Text) -> Self:
        """A label of a device.

        Raises InvalidError (no such device), LimitError.
        """
        _koord.device_builder_set_device_label(self._handle, device, key, value)
        self._note("set_device_label", device, key, value)
        return self

    def set_resource(self, device: int, name: Text, amount: int) -> Self:
        """What a device has of a resource, whose name must not be empty, in its unit: percent, bytes. Names that have
        been published before are read as today's (docs/objects.md).

        Raises InvalidError (no such device, a negative amount), LimitError.
        """
        _koord.device_builder_set_resource(self._handle, device, name, amount)
        self._note("set_resource", device, name, amount)
        return self

    def add_vf_group(self, device: int) -> int:
        """One more of a device's vfGroups. group (may be None) receives its index among the groups of all devices.

        Raises InvalidError (no such device), LimitError.
        """
        return _koord.device_builder_add_vf_group(self._handle, device)

    def set_vf_label(self, group: int, key: Text, value: Text) -> Self:
        """A label of a group of virtual functions.

        Raises InvalidError (no such group), LimitError.
        """
        _koord.device_builder_set_vf_label(self._handle, group, key, value)
        self._note("set_vf_label", group, key, value)
        return self

    def add_vf(self, group: int, minor: int, bus_id: Text) -> Self:
        """One more virtual function of a group; minor -1: none.

        Raises InvalidError (no such group, a number out of range), LimitError (over 65536 in an object).
        """
        _koord.device_builder_add_vf(self._handle, group, minor, bus_id)
        self._note("add_vf", group, minor, bus_id)
        return self


class AdjustmentRequest(Noted[_koord.AdjustmentRequest]):
    """What a runtime asks about: a container of a pod, at a stage."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        stage: HookStage | str,
        *,
        resource_status: Text | None = None,
        sysfs_root: Text | None = None,
    ) -> None:
        """The sandbox of no pod yet.

        Raises InvalidError (an unknown stage).
        """
        self._begin(_koord.adjustment_request_new(number(HookStage, stage)))
        if resource_status is not None:
            self.set_resource_status(resource_status)
        if sysfs_root is not None:
            self.set_sysfs_root(sysfs_root)

    def set_container(self, uid: Text, container: Text = "") -> Self:
        """The container with this name of the pod with this uid; container "": the pod's sandbox."""
        _koord.adjustment_request_set_container(self._handle, uid, container)
        self._note("set_container", uid, container)
        return self

    def set_resource_status(self, resource_status: Text = "") -> Self:
        """The value of the pod's annotation resource-status, as whoever asks was told; "": not told. Its CPUs must be
        those that the state gives to the pod.

        Raises InvalidError (names the field), LimitError.
        """
        _koord.adjustment_request_set_resource_status(self._handle, resource_status)
        self._note("set_resource_status", resource_status)
        return self

    def set_sysfs_root(self, sysfs_root: Text = "") -> Self:
        """The directory that holds sys/, by which the device nodes of RDMA devices are found; "": device nodes are
        not asked for."""
        _koord.adjustment_request_set_sysfs_root(self._handle, sysfs_root)
        self._note("set_sysfs_root", sysfs_root)
        return self


class Adjustment(Shared[_koord.Adjustment]):
    """What of a container changes. Immutable."""

    __slots__ = ()
    _shown = ("info",)

    def __init__(self, state: koord.AgentState, request: koord.AdjustmentRequest) -> None:
        """What of a container of a pod changes at a stage. Pure but for what AdjustmentRequest.set_sysfs_root asks
        for. A pod that claims what is not its own is not an error: koord_adjustment_info.refusal says so, and the
        rest what it gets instead, if anything. The same holds where one of its devices cannot be named to a
        runtime (Reason.DEVICE_UNNAMED): it gets all but devices.

        Raises InvalidError, LimitError.
        """
        self._begin(_koord.adjustment_new(handle_of(state, koord.AgentState), handle_of(request,
            koord.AdjustmentRequest)))

    @property
    def info(self) -> AdjustmentInfo:
        """Its info."""
        return from_dict(AdjustmentInfo, _koord.adjustment_get_info(self._handle))

    @property
    def cpus(self) -> CpuSet:
        """The CPUs, into all of words; none where they stay as they are."""
        return CpuSet._from_words(_koord.adjustment_get_cpus(self._handle))

    @property
    def numa_nodes(self) -> CpuSet:
        """The same of NUMA nodes: bit b of word w is node 64 * w + b."""
        return CpuSet._from_words(_koord.adjustment_get_numa_nodes(self._handle))

    def text(self, list: AdjustmentList | str, item: int) -> str:
        """One text of a list, as Pod.text.

        Raises InvalidError (no such list or item).
        """
        return _koord.adjustment_get_text(self._handle, number(AdjustmentList, list), item)

    def to_json(self) -> str:
        """All of it as JSON, in the names of the OCI runtime specification (docs/hooks.md)."""
        return _koord.adjustment_to_json(self._handle)


class Hook(Noted[_koord.Hook]):
    """A createRuntime hook of OCI runtimes: where it finds what it needs, and what it does where it cannot serve."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        without_state: HookChoice | str = HookChoice.DEFAULT,
        refused: HookChoice | str = HookChoice.DEFAULT,
        state_file: Text | None = None,
        cgroup_root: Text | None = None,
        proc_root: Text | None = None,
    ) -> None:
        """Hook new."""
        self._begin(_koord.hook_new({"without_state": number(HookChoice, without_state),
            "refused": number(HookChoice, refused)}))
        if state_file is not None:
            self.set_state_file(state_file)
        if cgroup_root is not None:
            self.set_cgroup_root(cgroup_root)
        if proc_root is not None:
            self.set_proc_root(proc_root)

    def set_state_file(self, state_file: Text = "") -> Self:
        """The path of node-state.json; to be trusted as AgentState.load has it. "", and where it is not set:
        "/run/koord/node-state.json"."""
        _koord.hook_set_state_file(self._handle, state_file)
        self._note("set_state_file", state_file)
        return self

    def set_cgroup_root(self, cgroup_root: Text = "") -> Self:
        """Where control groups are mounted. "", and where it is not set: "/sys/fs/cgroup"."""
        _koord.hook_set_cgroup_root(self._handle, cgroup_root)
        self._note("set_cgroup_root", cgroup_root)
        return self

    def set_proc_root(self, proc_root: Text = "") -> Self:
        """Where proc is mounted. "", and where it is not set: "/proc"."""
        _koord.hook_set_proc_root(self._handle, proc_root)
        self._note("set_proc_root", proc_root)
        return self

    def run(self, oci_state: Document) -> HookResult:
        """All that such a hook does for a container that is about to start: reads node-state.json, finds the control
        groups of the container's process, checks that they are its pod's, and writes CPUs, NUMA nodes and quota,
        or changes nothing.

        oci_state: what the runtime gives on standard input.

        Raises InvalidError (oci_state: names the field), KoordPermissionError (a file that is not to be trusted,
        or not ours to read), CorruptError, LimitError (node-state.json; see AgentState.from_json), StaleError (it
        is of another boot), KoordIOError (a control group did not take its value: rolled back unless the message
        says otherwise), NotFoundError (no control groups, or none of this container; no such process),
        ConflictError.
        """
        return from_dict(HookResult, _koord.hook_run(self._handle, document(oci_state, "oci_state")))


class Kubelet(Handle[_koord.Kubelet]):
    """A node as its kubelet sees it: a state machine of pods that arrive and go, without a kubelet. Static CPU
    policy, memory manager and topology manager decide as in kubelet 1.36 (docs/kubelet.md)."""

    __slots__ = ()
    _shown = ()

    def __init__(self, topology: koord.Topology, setup: koord.KubeletSetup | None = None) -> None:
        """A kubelet on this machine that starts with this configuration and these state files; setup is may be None:
        kubelet's defaults, no files. The memory manager needs a topology that knows memory, the topology manager's
        option prefer-closest-numa-nodes one that knows distances.

        Raises, where kubelet would not start in its words: InvalidError (the configuration, as kubelet says it; a
        state that cannot be read or is of another policy), ConflictError (a state that does not suit machine or
        configuration), CorruptError (the checksum of a state is wrong), UnsupportedError (feature gate
        PodLevelResourceManagers, memory policy BestEffort), LimitError (a state: KubeletSetup.set_cpu_state; more
        than 16 NUMA nodes for a memory or topology manager).
        """
        self._begin(_koord.kubelet_new(handle_of(topology, koord.Topology), maybe_handle(setup, koord.KubeletSetup)))

    def clone(self) -> koord.Kubelet:
        """A second kubelet in the same state, for what-if questions; from then on each goes its own way. What pods
        hold is shared until it changes: a copy costs 16 bytes for each."""
        return koord.Kubelet._of(_koord.kubelet_clone(self._handle))

    def admit(
        self,
        pod: koord.Pod,
        admission: koord.Admission | None = None,
        *,
        leave_refused: bool = False,
    ) -> Admitted | AdmittedRefused:
        """A pod arrives: kubelet admits it, and its containers get CPUs and memory, or refuses it, with kubelet's
        reason (koord_reason_get_name) and message (str()). Needs a uid. A pod that is known already keeps what it
        holds when it is admitted, and loses it when it is refused. admission (may be None: not wanted) receives
        what its containers got.

        Raises InvalidError (a pod without uid, two containers of one name, unknown flags), LimitError (1,024
        containers, amounts that add up to too much).
        """
        admission = koord.Admission() if admission is None else admission
        out_refusal = _koord.kubelet_admit(self._handle, handle_of(pod, koord.Pod),
            (AdmitFlags.LEAVE_REFUSED if leave_refused else 0), handle_of(admission, koord.Admission))
        refusal = refusal_of(out_refusal)
        return Admitted(admission, None) if refusal is None else AdmittedRefused(admission, refusal)

    def judge(self, pod: koord.Pod, admission: koord.Admission | None = None) -> KubeletJudged | KubeletJudgedRefused:
        """What Kubelet.admit would answer; nothing of the kubelet changes, and the pod needs no uid. Arguments and
        errors as there."""
        admission = koord.Admission() if admission is None else admission
        out_refusal = _koord.kubelet_judge(self._handle, handle_of(pod, koord.Pod), handle_of(admission,
            koord.Admission))
        refusal = refusal_of(out_refusal)
        return KubeletJudged(admission, None) if refusal is None else KubeletJudgedRefused(admission, refusal)

    def remove_pod(self, uid: Text) -> int:
        """The pod with this uid is gone: what it held is free. held (may be None) receives 1 when it held anything,
        else 0: pods that hold nothing leave no trace, so that an unknown pod is no error. What a refused pod was
        left is swept, whatever the uid."""
        return _koord.kubelet_remove_pod(self._handle, uid)

    def memory(self, pod: koord.Pod) -> Rows[MemoryBlock]:
        """The memory a pod holds, by container, then kind by name ("hugepages-1Gi" before "memory"). None for a pod
        that is not there."""
        return Rows(MemoryBlock, _koord.kubelet_get_memory(self._handle, handle_of(pod, koord.Pod)))

    def cpus(self, which: KubeletCpuset | str) -> CpuSet:
        """One set."""
        return CpuSet._from_words(_koord.kubelet_get_cpus(self._handle, number(KubeletCpuset, which)))

    @property
    def cpu_state(self) -> str:
        """The files cpu_manager_state (version 2) and memory_manager_state (version 1) of this kubelet, byte for
        byte."""
        return _koord.kubelet_get_cpu_state(self._handle)

    @property
    def memory_state(self) -> str:
        """As Kubelet.cpu_state."""
        return _koord.kubelet_get_memory_state(self._handle)


class Admission(Handle[_koord.Admission]):
    """What one pod got of a kubelet, by container: Kubelet.admit and Kubelet.judge write it. One handle serves any
    number of calls, and pods no larger than those before cost no allocation of it. New, it has no containers."""

    __slots__ = ()
    _shown = ("containers",)

    def __init__(self) -> None:
        """."""
        self._begin(_koord.admission_new())

    @property
    def containers(self) -> Rows[KubeletContainer]:
        """A row for each container of the pod, init containers first; all zero where it was refused."""
        return Rows(KubeletContainer, _koord.admission_get_containers(self._handle))

    def cpus(self, container: int) -> CpuSet:
        """The CPUs that a container has for itself: none where it shares, and where the pod was refused. container is
        a row of Admission.containers.

        Raises InvalidError (no such container).
        """
        return CpuSet._from_words(_koord.admission_get_cpus(self._handle, container))


class NodeBuilder(Noted[_koord.NodeBuilder]):
    """A Node (v1) in the making, for callers that have it as a typed object: every field that docs/objects.md lists.
    A cluster or an agent reads it as it reads the same node from JSON, with the same answers and errors. It serves
    many nodes one after the other: NodeBuilder.reset keeps its memory. A setter requires exclusive access. What is
    set again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in a node."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        unschedulable: bool = False,
        system_cpus_shared: bool = False,
        bind_policy: BindPolicy | str = BindPolicy.DEFAULT,
        strategy: NumaStrategy | str = NumaStrategy.DEFAULT,
        numa_policy: NumaPolicy | str = NumaPolicy.UNSET,
        cpu_amplification_percent: int = 0,
    ) -> None:
        """Of an empty node."""
        self._begin(_koord.node_builder_new())
        if unschedulable or system_cpus_shared or bind_policy or strategy or numa_policy or cpu_amplification_percent:
            self.set_spec(unschedulable=unschedulable, system_cpus_shared=system_cpus_shared,
            bind_policy=bind_policy, strategy=strategy, numa_policy=numa_policy,
            cpu_amplification_percent=cpu_amplification_percent)

    def reset(self) -> Self:
        """As new."""
        _koord.node_builder_reset(self._handle)
        self._forget()
        return self

    def set_text(self, which: NodeText | str, text: Text) -> Self:
        """One text.

        Raises InvalidError, LimitError (over 4 MiB of texts or 2^20 of them, as in all of these).
        """
        _koord.node_builder_set_text(self._handle, number(NodeText, which), text)
        self._note("set_text", which, text)
        return self

    def set_label(self, key: Text, value: Text) -> Self:
        """A label.

        Raises InvalidError, LimitError; a value that means nothing is an error of the call that takes the builder.
        """
        _koord.node_builder_set_label(self._handle, key, value)
        self._note("set_label", key, value)
        return self

    def set_annotation(self, key: Text, value: Text) -> Self:
        """An annotation, with its text as Kubernetes keeps it.

        Raises as NodeBuilder.set_label.
        """
        _koord.node_builder_set_annotation(self._handle, key, value)
        self._note("set_annotation", key, value)
        return self

    def set_spec(
        self,
        *,
        unschedulable: bool = False,
        system_cpus_shared: bool = False,
        bind_policy: BindPolicy | str = BindPolicy.DEFAULT,
        strategy: NumaStrategy | str = NumaStrategy.DEFAULT,
        numa_policy: NumaPolicy | str = NumaPolicy.UNSET,
        cpu_amplification_percent: int = 0,
    ) -> Self:
        """All of them at once.

        Raises InvalidError (unknown numbers or flags).
        """
        _koord.node_builder_set_spec(self._handle, {"flags": (NodeFlags.UNSCHEDULABLE if unschedulable else 0)
            | (NodeFlags.SYSTEM_CPUS_SHARED if system_cpus_shared else 0), "bind_policy": number(BindPolicy,
            bind_policy), "strategy": number(NumaStrategy, strategy), "numa_policy": number(NumaPolicy, numa_policy),
            "cpu_amplification_percent": cpu_amplification_percent})
        self._note("set_spec", *(name for name, on in (("unschedulable", unschedulable), ("system_cpus_shared",
            system_cpus_shared),) if on))
        return self

    def set_resource(self, name: Text, allocatable: int, reserved: int) -> Self:
        """What is allocatable of a resource (status.allocatable), whose name must not be empty: milli-CPU for "cpu",
        bytes or units for all others. reserved of it is kept from pods: for hosts that have no annotation
        reservation, which replaces it; else 0.

        Raises InvalidError (a negative amount), LimitError.
        """
        _koord.node_builder_set_resource(self._handle, name, allocatable, reserved)
        self._note("set_resource", name, allocatable, reserved)
        return self

    def set_cpus(self, which: NodeCpuset | str, words: CpuSetLike) -> Self:
        """CPUs, for hosts that have no annotation that says them: such a one replaces them."""
        _koord.node_builder_set_cpus(self._handle, number(NodeCpuset, which), words_of(words))
        self._note("set_cpus", which, words)
        return self


class NrtBuilder(Noted[_koord.NrtBuilder]):
    """A NodeResourceTopology in the making, for callers that have it as a typed object: every field that
    docs/objects.md lists. A cluster reads it as it reads the same object from JSON, with the same answers and
    errors. It serves many objects one after the other: NrtBuilder.reset keeps its memory. A setter requires
    exclusive access. Texts are UTF-8 without NUL, at most 16 MiB of them in an object."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        name: Text | None = None,
        static: bool = False,
        full_pcpus_only: bool = False,
        distribute_cpus_across_numa: bool = False,
        numa_policy: NumaPolicy | str = NumaPolicy.UNSET,
        topology: koord.Topology | None = None,
    ) -> None:
        """Of an empty object."""
        self._begin(_koord.nrt_builder_new())
        if name is not None:
            self.set_name(name)
        if static or full_pcpus_only or distribute_cpus_across_numa or numa_policy:
            self.set_spec(static=static, full_pcpus_only=full_pcpus_only,
            distribute_cpus_across_numa=distribute_cpus_across_numa, numa_policy=numa_policy)
        if topology is not None:
            self.set_topology(topology)

    def reset(self) -> Self:
        """As new; a machine is given back."""
        _koord.nrt_builder_reset(self._handle)
        self._forget()
        return self

    def set_name(self, name: Text) -> Self:
        """The name, which is the node's and must not be empty.

        Raises InvalidError, LimitError (over 16 MiB of texts or 2^20 of them, as in all of these).
        """
        _koord.nrt_builder_set_name(self._handle, name)
        self._note("set_name", name)
        return self

    def set_annotation(self, key: Text, value: Text) -> Self:
        """An annotation, with its text as Kubernetes keeps it. One that is set again is replaced.

        Raises InvalidError, LimitError; a text that means nothing is an error of the call that takes the builder.
        """
        _koord.nrt_builder_set_annotation(self._handle, key, value)
        self._note("set_annotation", key, value)
        return self

    def add_policy(self, policy: Text) -> Self:
        """One more of topologyPolicies.

        Raises InvalidError, LimitError.
        """
        _koord.nrt_builder_add_policy(self._handle, policy)
        self._note("add_policy", policy)
        return self

    def add_attribute(self, name: Text, value: Text) -> Self:
        """One more of attributes.

        Raises InvalidError, LimitError.
        """
        _koord.nrt_builder_add_attribute(self._handle, name, value)
        self._note("add_attribute", name, value)
        return self

    def add_zone(self, name: Text, type: Text = "") -> int:
        """One more of zones. A type of "" is "Node". zone (may be None) receives its index.

        Raises InvalidError, LimitError.
        """
        return _koord.nrt_builder_add_zone(self._handle, name, type)

    def add_resource(self, zone: int, name: Text, capacity: int, allocatable: int, available: int) -> Self:
        """One more of a zone's resources: milli-CPU for "cpu", bytes or units for all others; negative: not stated.

        Raises InvalidError (no such zone), LimitError.
        """
        _koord.nrt_builder_add_resource(self._handle, zone, name, capacity, allocatable, available)
        self._note("add_resource", zone, name, capacity, allocatable, available)
        return self

    def add_cost(self, zone: int, name: Text, value: int) -> Self:
        """One more of a zone's costs, its distance to the zone name.

        Raises InvalidError (no such zone), LimitError.
        """
        _koord.nrt_builder_add_cost(self._handle, zone, name, value)
        self._note("add_cost", zone, name, value)
        return self

    def set_spec(
        self,
        *,
        static: bool = False,
        full_pcpus_only: bool = False,
        distribute_cpus_across_numa: bool = False,
        numa_policy: NumaPolicy | str = NumaPolicy.UNSET,
    ) -> Self:
        """All of them at once.

        Raises InvalidError (unknown numbers or flags).
        """
        _koord.nrt_builder_set_spec(self._handle, {"flags": (NodeKubeletFlags.STATIC if static else 0)
            | (NodeKubeletFlags.FULL_PCPUS_ONLY if full_pcpus_only else 0)
            | (NodeKubeletFlags.DISTRIBUTE_CPUS_ACROSS_NUMA if distribute_cpus_across_numa else 0),
            "numa_policy": number(NumaPolicy, numa_policy)})
        self._note("set_spec", *(name for name, on in (("static", static), ("full_pcpus_only", full_pcpus_only),
            ("distribute_cpus_across_numa", distribute_cpus_across_numa),) if on))
        return self

    def set_topology(self, machine: koord.Topology | None = None) -> Self:
        """The machine, which is shared, for hosts that have it: the annotation cpu-topology replaces it. Nodes of one
        kind may share one. None: its CPUs are not known."""
        _koord.nrt_builder_set_topology(self._handle, maybe_handle(machine, koord.Topology))
        self._note("set_topology", machine)
        return self

    def set_cpus(self, which: NrtCpuset | str, words: CpuSetLike) -> Self:
        """CPUs, for hosts that have no annotation that says them (cpu-manager-policy, pod-cpu-allocs): such a one
        replaces them."""
        _koord.nrt_builder_set_cpus(self._handle, number(NrtCpuset, which), words_of(words))
        self._note("set_cpus", which, words)
        return self


class PodBuilder(Noted[_koord.PodBuilder]):
    """A Pod (v1) in the making, for callers that have it as a typed object: every field that docs/objects.md lists.
    Pod.from_builder reads it as Pod.from_json reads the same pod, with the same answers and errors. It serves many
    pods one after the other: PodBuilder.reset keeps its memory. A setter requires exclusive access. What is set
    again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in a pod."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        terminated: bool = False,
        has_kube_qos: bool = False,
        has_pod_level: bool = False,
        scheduled: int = 0,
        kube_qos: KubeQos | str = KubeQos.BEST_EFFORT,
        priority: int = 0,
        qos: Qos | str = Qos.NONE,
        priority_class: PriorityClass | str = PriorityClass.NONE,
        required_bind: BindPolicy | str = BindPolicy.DEFAULT,
        preferred_bind: BindPolicy | str = BindPolicy.DEFAULT,
        exclusive: ExclusivePolicy | str = ExclusivePolicy.DEFAULT,
        numa_policy: NumaPolicy | str = NumaPolicy.UNSET,
        numa_exclusive: NumaExclusive | str = NumaExclusive.UNSET,
        cpus: CpuSetLike | None = None,
    ) -> None:
        """Of an empty pod."""
        self._begin(_koord.pod_builder_new())
        if terminated or has_kube_qos or has_pod_level or scheduled or kube_qos or priority or qos or priority_class or required_bind or preferred_bind or exclusive or numa_policy or numa_exclusive:
            self.set_spec(terminated=terminated, has_kube_qos=has_kube_qos, has_pod_level=has_pod_level,
            scheduled=scheduled, kube_qos=kube_qos, priority=priority, qos=qos, priority_class=priority_class,
            required_bind=required_bind, preferred_bind=preferred_bind, exclusive=exclusive, numa_policy=numa_policy,
            numa_exclusive=numa_exclusive)
        if cpus is not None:
            self.set_cpus(cpus)

    def reset(self) -> Self:
        """As new."""
        _koord.pod_builder_reset(self._handle)
        self._forget()
        return self

    def set_text(self, which: PodText | str, text: Text = "") -> Self:
        """One text. The name must not be empty; a namespace of "" is "default", a node of "" is none.

        Raises InvalidError, LimitError (over 4 MiB of texts or 2^20 of them, as in all of these).
        """
        _koord.pod_builder_set_text(self._handle, number(PodText, which), text)
        self._note("set_text", which, text)
        return self

    def set_label(self, key: Text, value: Text) -> Self:
        """A label.

        Raises InvalidError, LimitError.
        """
        _koord.pod_builder_set_label(self._handle, key, value)
        self._note("set_label", key, value)
        return self

    def set_annotation(self, key: Text, value: Text) -> Self:
        """An annotation, with its text as Kubernetes keeps it.

        Raises InvalidError, LimitError; a text that means nothing is an error of Pod.from_builder.
        """
        _koord.pod_builder_set_annotation(self._handle, key, value)
        self._note("set_annotation", key, value)
        return self

    def set_spec(
        self,
        *,
        terminated: bool = False,
        has_kube_qos: bool = False,
        has_pod_level: bool = False,
        scheduled: int = 0,
        kube_qos: KubeQos | str = KubeQos.BEST_EFFORT,
        priority: int = 0,
        qos: Qos | str = Qos.NONE,
        priority_class: PriorityClass | str = PriorityClass.NONE,
        required_bind: BindPolicy | str = BindPolicy.DEFAULT,
        preferred_bind: BindPolicy | str = BindPolicy.DEFAULT,
        exclusive: ExclusivePolicy | str = ExclusivePolicy.DEFAULT,
        numa_policy: NumaPolicy | str = NumaPolicy.UNSET,
        numa_exclusive: NumaExclusive | str = NumaExclusive.UNSET,
    ) -> Self:
        """All of them at once.

        Raises InvalidError (unknown numbers or flags).
        """
        _koord.pod_builder_set_spec(self._handle, {"flags": (PodFlags.TERMINATED if terminated else 0)
            | (PodFlags.HAS_KUBE_QOS if has_kube_qos else 0) | (PodFlags.HAS_POD_LEVEL if has_pod_level else 0),
            "scheduled": scheduled, "kube_qos": number(KubeQos, kube_qos), "priority": priority, "qos": number(Qos,
            qos), "priority_class": number(PriorityClass, priority_class), "required_bind": number(BindPolicy,
            required_bind), "preferred_bind": number(BindPolicy, preferred_bind),
            "exclusive": number(ExclusivePolicy, exclusive), "numa_policy": number(NumaPolicy, numa_policy),
            "numa_exclusive": number(NumaExclusive, numa_exclusive)})
        self._note("set_spec", *(name for name, on in (("terminated", terminated), ("has_kube_qos", has_kube_qos),
            ("has_pod_level", has_pod_level),) if on))
        return self

    def add_container(self, kind: ContainerKind | str, name: Text) -> int:
        """One more container, in the order of spec.containers; init containers and sidecars in that of
        spec.initContainers, before or after the others. container (may be None) receives its index in the builder.

        Raises InvalidError, LimitError (over 1024 containers).
        """
        return _koord.pod_builder_add_container(self._handle, number(ContainerKind, kind), name)

    def set_resource(self, container: int, name: Text, request: int, limit: int) -> Self:
        """Request and limit of one resource, whose name must not be empty: milli-CPU for "cpu", bytes or units for
        all others; negative: not stated. container is an index or a ResourceScope. Requests that are not stated
        are filled in from limits.

        Raises InvalidError (no such container), LimitError.
        """
        _koord.pod_builder_set_resource(self._handle, container, name, request, limit)
        self._note("set_resource", container, name, request, limit)
        return self

    def set_env(self, container: int, name: Text, value: Text) -> Self:
        """A variable of a container's environment, with a value that is written in the pod (not valueFrom). Only
        NVIDIA_VISIBLE_DEVICES counts (docs/devices.md): others have no effect and need not be set.

        Raises InvalidError (no such container), LimitError.
        """
        _koord.pod_builder_set_env(self._handle, container, name, value)
        self._note("set_env", container, name, value)
        return self

    def set_cpus(self, words: CpuSetLike) -> Self:
        """CPUs that it was allocated, for hosts that have no annotation resource-status: one that says anything
        replaces these and PodBuilder.set_numa_resource."""
        _koord.pod_builder_set_cpus(self._handle, words_of(words))
        self._note("set_cpus", words)
        return self

    def set_numa_resource(self, numa_node: int, name: Text, amount: int) -> Self:
        """What it was allocated of a resource on a NUMA node.

        Raises InvalidError (no NUMA node, a negative amount), LimitError.
        """
        _koord.pod_builder_set_numa_resource(self._handle, numa_node, name, amount)
        self._note("set_numa_resource", numa_node, name, amount)
        return self


class Capacity(Shared[_koord.Capacity]):
    """How many pods every node takes. Immutable."""

    __slots__ = ()
    _shown = ("info",)

    @property
    def info(self) -> CapacityInfo:
        """Sums."""
        return from_dict(CapacityInfo, _koord.capacity_get_info(self._handle))

    @property
    def nodes(self) -> Rows[NodeCapacity]:
        """Its nodes."""
        return Rows(NodeCapacity, _koord.capacity_get_nodes(self._handle))

    @property
    def reasons(self) -> Rows[CapacityReason]:
        """What strands the rest: sums by reason, ascending. Otherwise as Capacity.nodes."""
        return Rows(CapacityReason, _koord.capacity_get_reasons(self._handle))


class DeviceReport(Noted[_koord.DeviceReport]):
    """What a report on devices is made from. One owner. Reports may be written from it at the same time; all other
    calls require exclusive access."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        nvml: bool = False,
        sysfs: bool = False,
        nvml_library: Text | None = None,
        sysfs_root: Text | None = None,
        checkpoint: Document | None = None,
        pods: Document | None = None,
    ) -> None:
        """A report on what flags ask for and on what the topology knows, its RDMA devices; flags 0: on those alone.

        Raises InvalidError (unknown flags).
        """
        self._begin(_koord.device_report_new((DeviceReportFlags.NVML if nvml else 0)
            | (DeviceReportFlags.SYSFS if sysfs else 0)))
        if nvml_library is not None:
            self.set_nvml_library(nvml_library)
        if sysfs_root is not None:
            self.set_sysfs_root(sysfs_root)
        if checkpoint is not None:
            self.set_checkpoint(checkpoint)
        if pods is not None:
            self.set_pods(pods)

    def set_nvml_library(self, nvml_library: Text = "") -> Self:
        """With DeviceReportFlags.NVML: the library's path, or a name that the loader looks up; "", as without this
        call: libnvidia-ml.so.1.

        Raises InvalidError (a path without its flag).
        """
        _koord.device_report_set_nvml_library(self._handle, nvml_library)
        self._note("set_nvml_library", nvml_library)
        return self

    def set_sysfs_root(self, sysfs_root: Text = "") -> Self:
        """With DeviceReportFlags.SYSFS: the directory that holds sys/; "", as without this call: "/".

        Raises InvalidError (a path without its flag).
        """
        _koord.device_report_set_sysfs_root(self._handle, sysfs_root)
        self._note("set_sysfs_root", sysfs_root)
        return self

    def set_checkpoint(self, checkpoint: Document) -> Self:
        """The text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet gave to pods become
        the annotation devices-checkpoints, so that nobody is given them again. Length 0, as without this call:
        there is none.

        Raises InvalidError (names the field), CorruptError (the checksum is wrong), LimitError (over 16 MiB or
        2^20 values).
        """
        _koord.device_report_set_checkpoint(self._handle, document(checkpoint, "checkpoint"))
        self._note("set_checkpoint")
        return self

    def set_pods(self, pods: Document) -> Self:
        """The node's pods (a Pod, a list or an array, as JSON). Those that a scheduler gave devices to, or that have
        terminated, are left out of the annotation. Length 0, as without this call: none are known.

        Raises InvalidError (names the field), LimitError (over 128 MiB).
        """
        _koord.device_report_set_pods(self._handle, document(pods, "pods"))
        self._note("set_pods")
        return self

    def to_json(self, topology: koord.Topology, node_name: Text) -> str:
        """Writes the Device object (scheduling.koordinator.sh/v1alpha1) of the machine of a topology, ready for
        "kubectl apply": GPUs with memory, health and links, RDMA devices with virtual functions, each with its
        NUMA node and PCIe switch. docs/devices-report.md says where each field is from. What the report's flags
        ask for is read on the machine the program runs on, so topology must be that machine's. A GPU that fails is
        reported as unhealthy, with a warning to the report's log; the others are not affected.

        Raises InvalidError (node_name is no DNS-1123 subdomain), KoordIOError (the library named by a path does
        not load; the driver does not answer), UnsupportedError (driver and library do not match), CorruptError
        (the driver's answers make no sense: the message names GPU and field), LimitError (over 64 GPUs).
        """
        return _koord.device_report_to_json(self._handle, handle_of(topology, koord.Topology), node_name)


class Explanation(Shared[_koord.Explanation]):
    """What was found at one moment. Immutable; needs its cluster no more."""

    __slots__ = ()
    _shown = ("info",)

    @property
    def info(self) -> ExplanationInfo:
        """Counts."""
        return from_dict(ExplanationInfo, _koord.explanation_get_info(self._handle))

    @property
    def fits(self) -> Rows[Verdict]:
        """Its fits."""
        return Rows(Verdict, _koord.explanation_get_fits(self._handle))

    @property
    def groups(self) -> Rows[RefusedGroup]:
        """Its groups."""
        return Rows(RefusedGroup, _koord.explanation_get_groups(self._handle))

    @property
    def misses(self) -> Rows[NearMiss]:
        """Its misses."""
        return Rows(NearMiss, _koord.explanation_get_misses(self._handle))

    @property
    def remedies(self) -> Rows[RemedyStep]:
        """Its remedies."""
        out_rows, out_texts = _koord.explanation_get_remedies(self._handle)
        return Rows(RemedyStep, out_rows, out_texts)

    def to_text(self) -> str:
        """For people: several lines of text, names resolved."""
        return _koord.explanation_to_text(self._handle)

    def to_json(self) -> str:
        """Everything as one line of JSON (docs/explain.md)."""
        return _koord.explanation_to_json(self._handle)

    def __str__(self) -> str:
        return self.to_text()


class Plan(Shared[_koord.Plan]):
    """Steps in their order, and the state of the nodes that they were decided on. Immutable. A plan for a node that
    pods were thought away from is for reading: committed it is STALE."""

    __slots__ = ()
    _shown = ("steps",)

    @property
    def steps(self) -> Rows[PlanStep]:
        """Its steps."""
        out_rows, out_texts = _koord.plan_get_steps(self._handle)
        return Rows(PlanStep, out_rows, out_texts)

    def step_cpus(self, step: int) -> CpuSet:
        """The CPUs that a step's pod owns after it, into all of words; all zero: it shares or was released."""
        return CpuSet._from_words(_koord.plan_get_step_cpus(self._handle, step))


class KubeletReport(Shared[_koord.KubeletReport]):
    """What a check found in kubelet's files. Immutable."""

    __slots__ = ()
    _shown = ("findings",)

    @property
    def findings(self) -> Rows[KubeletFinding]:
        """Its findings, those of cpu_manager_state first, in the order in which kubelet meets them; at most 2,048.
        None: nothing is wrong."""
        return Rows(KubeletFinding, _koord.kubelet_report_get_findings(self._handle))

    def to_json(self) -> str:
        """The same as JSON: "starts", "kubelet" (its own words where it does not), "findings" [{"fault", "stops",
        "pod", "container", "cpus", "message", "kubelet"}], "leftOut"."""
        return _koord.kubelet_report_to_json(self._handle)


class NrtNode(Shared[_koord.NrtNode]):
    """A node as NodeResourceTopologyMatch sees it: what it has, and what its NUMA zones have left. Immutable, counted
    and shared by any threads."""

    __slots__ = ()
    _shown = ()

    @classmethod
    def from_json(cls, node: Document, nrt: Document | None = None) -> Self:
        """Reads a node and its zones.

        Node: the Node (v1) as JSON; only its name and status.allocatable count. nrt: its NodeResourceTopology as
        JSON; "": there is none.

        Raises InvalidError (names object and field; documents of different nodes), LimitError (document sizes as
        in Cluster.set_node and Topology.from_nrt; more than 1024 resources).
        """
        return cls._of(_koord.nrt_node_from_json(document(node, "node"), document(nrt, "nrt")))

    def filter(self, pod: koord.Pod) -> Filtered | FilteredRefused:
        """Whether the NUMA zones of a node let kubelet's topology manager admit a pod (semantics: filter of
        scheduler-plugins' NodeResourceTopologyMatch; docs/nrt-match.md). A node without a NodeResourceTopology
        lets every pod pass.

        Raises InvalidError, LimitError (more than 256 resources in the pod).
        """
        out_verdict, out_text = _koord.nrt_node_filter(self._handle, handle_of(pod, koord.Pod))
        refusal = refusal_of(out_verdict["refusal"])
        return Filtered(None, from_dict(NrtVerdict, out_verdict),
            out_text) if refusal is None else FilteredRefused(refusal, from_dict(NrtVerdict, out_verdict), out_text)

    def score(self, pod: koord.Pod, args: Document | None = None) -> int:
        """How well the node suits the pod, 0..100 (semantics: the plugin's score). args is the plugin's
        NodeResourceTopologyMatchArgs as JSON ("": its defaults): scoringStrategy.type MostAllocated,
        LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource.

        Raises InvalidError (names the field; an unknown strategy), LimitError (more than 256 resources in the
        pod).
        """
        return _koord.nrt_node_score(self._handle, handle_of(pod, koord.Pod), document(args, "args"))


class Preemption(Shared[_koord.Preemption]):
    """What every node says, and the victims there. Immutable."""

    __slots__ = ()
    _shown = ("nodes",)

    @property
    def nodes(self) -> Rows[NodePreemption]:
        """A row for every node. The best come first: nodes without victims, then in the order of kube-scheduler:
        fewest avoided, lowest highest priority, lowest sum, fewest victims; then the higher score and the lower
        number."""
        return Rows(NodePreemption, _koord.preemption_get_nodes(self._handle))

    def victims(self, row: int) -> Rows[PlanStep]:
        """The victims of a row, as steps that release them: by priority, descending, then uid. Otherwise as
        Plan.steps."""
        out_rows, out_texts = _koord.preemption_get_victims(self._handle, row)
        return Rows(PlanStep, out_rows, out_texts)


class Picture(Noted[_koord.Picture]):
    """What a picture shows beside the machine: a title, and sets of CPUs with their labels. One owner. Draws may read
    one picture at the same time; all other calls require exclusive access."""

    __slots__ = ()
    _shown = ()

    def __init__(self, *, title: Text | None = None) -> None:
        """A picture of the machine alone: no title, no sets."""
        self._begin(_koord.picture_new())
        if title is not None:
            self.set_title(title)

    def set_title(self, title: Text = "") -> Self:
        """Sets the headline; "": none."""
        _koord.picture_set_title(self._handle, title)
        self._note("set_title", title)
        return self

    def add_set(self, label: Text, words: CpuSetLike) -> Self:
        """Adds the CPUs that somebody holds, and who: label is one line and may be empty. Sets are shown in the order
        of the calls, a CPU in several of them as shared.

        Raises InvalidError, LimitError (more than 64 sets).
        """
        _koord.picture_add_set(self._handle, label, words_of(words))
        self._note("add_set", label, words)
        return self


def agent_state_save(path: Text, json: Document) -> None:
    """Replaces node-state.json in one step: whoever reads it finds the old or the new one, whole. json is what
    Agent.to_json wrote. Mode and owner of a file that is there stay; a new one is its owner's alone.

    Raises those of AgentState.from_json for json; KoordPermissionError (what is there, or its directory, is not to
    be trusted, as AgentState.load has it, or not ours to replace), InvalidError (path names no file),
    KoordIOError; the old file stands then, unless the message says that only its directory could not be synced.
    """
    _koord.agent_state_save(path, document(json, "json"))


def numa_merge(
    hints: koord.NumaHints,
    *,
    prefer_closest: bool = False,
    profile: Profile | str = Profile.SPEC,
    policy: NumaPolicy | str = NumaPolicy.UNSET,
    exclusive: NumaExclusive | str = NumaExclusive.UNSET,
    max_nodes: int = 0,
) -> NumaMergeResult:
    """Merges what all resources of a pod or container say about NUMA nodes into one set of nodes, and says whether
    the policy admits it (semantics: the topology managers of kubelet 1.36 and Koordinator v1.8, and libkoord's
    own; docs/numa.md). Pure; touches no heap with up to 8 NUMA nodes and 255 hints of one resource, unless text is
    wanted. A pod that is not admitted is no error. Reason.SEARCH_LIMIT: under Profile.UPSTREAM more than 10^6
    combinations of hints; under Profile.KUBELET hints that meet in too many sets, on machines with more than 16
    NUMA nodes only. Time grows with the number of hints N as N log N, and under Profile.KUBELET, where no set is
    preferred, with the number of sets the hints meet in.

    Raises InvalidError (unknown policy, flag or profile; a NUMA node number that the profile does not have; no
    distances; max_nodes), LimitError (more NUMA nodes than max_nodes).
    """
    out_out, out_text = _koord.numa_merge({"flags": (NumaMergeFlags.PREFER_CLOSEST if prefer_closest else 0),
        "profile": number(Profile, profile), "policy": number(NumaPolicy, policy), "exclusive": number(NumaExclusive,
        exclusive), "max_nodes": max_nodes}, handle_of(hints, koord.NumaHints))
    return NumaMergeResult(from_dict(NumaMerged, out_out), out_text)


def verdicts_normalize(rows: Any) -> None:
    """The proposal's normalisation over the nodes that all filters left: 100 * score / highest score, rounded down."""
    _koord.verdicts_normalize(writable(Verdict, rows))


def device_node_resources(device: Document, *, shared: bool = False) -> str:
    """Writes what a node offers by its Device object, {"resources":{...},"labels":{...}}: sums over healthy devices
    as quantities by name, and the labels about its GPUs. device is the object as JSON.

    Raises InvalidError (names the field), LimitError (over 4 MiB; a sum over 2^63 - 1).
    """
    return _koord.device_get_node_resources(document(device, "device"), (NodeResourcesFlags.SHARED if shared else 0))


def kubelet_check(
    topology: koord.Topology,
    setup: koord.KubeletSetup | None = None,
    *,
    only_present: bool = False,
    migrate: bool = False,
    keep_shrunk: bool = False,
    start_over: bool = False,
) -> koord.KubeletReport:
    """Everything at which kubelet would stop when it starts, and what it would accept although it is wrong. Of
    memory_manager_state only kubelet's own errors are reported. flags: RepairFlags.ONLY_PRESENT.

    Raises InvalidError (not the state files, but the arguments and the configuration), UnsupportedError and
    LimitError as for Kubelet.new.
    """
    return koord.KubeletReport._of(_koord.kubelet_check(handle_of(topology, koord.Topology), maybe_handle(setup,
        koord.KubeletSetup), (RepairFlags.ONLY_PRESENT if only_present else 0)
        | (RepairFlags.MIGRATE if migrate else 0) | (RepairFlags.KEEP_SHRUNK if keep_shrunk else 0)
        | (RepairFlags.START_OVER if start_over else 0)))


def kubelet_repair_cpus(
    topology: koord.Topology,
    setup: koord.KubeletSetup | None = None,
    *,
    only_present: bool = False,
    migrate: bool = False,
    keep_shrunk: bool = False,
    start_over: bool = False,
) -> KubeletRepairCpusResult:
    """The nearest text of cpu_manager_state with which kubelet starts: byte for byte the same where Kubelet.check
    finds nothing. Checksum and version are set right; CPUs in no set join the default set, those that containers
    hold and those that are gone leave it; reserved CPUs come where they belong; of two pods that hold one CPU the
    one with the later uid loses it. An entry that loses CPUs is dropped (kubelet gives the container CPUs anew
    when it starts) unless flags say otherwise. Entries that are right are kept; no container is given CPUs that it
    did not have. report (may be None) receives JSON: "changed", "changes" [{"act", "why", "pod", "container",
    "cpus", "now", "message"}]. flags: REPAIR_*.

    Raises InvalidError (no cpu_manager_state is set, with which kubelet starts; in kubelet's words: the file
    cannot be read), ConflictError (another policy), UnsupportedError and LimitError as for Kubelet.new.
    """
    out_out, out_report = _koord.kubelet_repair_cpus(handle_of(topology, koord.Topology), maybe_handle(setup,
        koord.KubeletSetup), (RepairFlags.ONLY_PRESENT if only_present else 0)
        | (RepairFlags.MIGRATE if migrate else 0) | (RepairFlags.KEEP_SHRUNK if keep_shrunk else 0)
        | (RepairFlags.START_OVER if start_over else 0))
    return KubeletRepairCpusResult(out_out, out_report)


def kubelet_repair_memory(
    topology: koord.Topology,
    setup: koord.KubeletSetup | None = None,
    *,
    only_present: bool = False,
    migrate: bool = False,
    keep_shrunk: bool = False,
    start_over: bool = False,
) -> KubeletRepairMemoryResult:
    """The same of memory_manager_state: byte for byte the same where Kubelet.check finds nothing. Containers keep the
    memory that they have, on the NUMA nodes where they have it; what the file says of the machine is reckoned anew
    from the machine, the configuration and these entries. An entry is dropped where it cannot be kept: its pod is
    not there, it names NUMA nodes or kinds of memory that the machine does not have, groups nodes that another
    pod's entry has apart or otherwise, or has more bytes than its nodes have left; of two such pods the one with
    the later uid loses. Kubelet gives a container memory anew when it starts. flags: RepairFlags.ONLY_PRESENT,
    RepairFlags.MIGRATE, RepairFlags.START_OVER. Report and errors as for Kubelet.repair_cpus."""
    out_out, out_report = _koord.kubelet_repair_memory(handle_of(topology, koord.Topology), maybe_handle(setup,
        koord.KubeletSetup), (RepairFlags.ONLY_PRESENT if only_present else 0)
        | (RepairFlags.MIGRATE if migrate else 0) | (RepairFlags.KEEP_SHRUNK if keep_shrunk else 0)
        | (RepairFlags.START_OVER if start_over else 0))
    return KubeletRepairMemoryResult(out_out, out_report)


def kubelet_replace_cpus(
    topology: koord.Topology,
    pods: Iterable[koord.Pod],
    setup: koord.KubeletSetup | None = None,
) -> KubeletReplaceCpusResult:
    """Gives pods the CPUs that a scheduler allocated them (resource-status) in place of those kubelet chose. Each
    container that kubelet would give own CPUs gets as many of its pod's as it asks for: those it has where it may
    keep them, else picked as the static policy picks; init containers have theirs of the same. CPUs of a pod that
    no container asks for stay in the default set, and the report says so. Pods without allocated CPUs are passed
    over. At most 65,536 pods. report as for Kubelet.repair_cpus. An empty cpu_manager_state, and one that is not
    set: there is none, as for Kubelet.new.

    Raises ConflictError (naming the pod: its CPUs are not there, reserved, held by another pod or too few; a state
    that kubelet does not start with, in its words), CorruptError (a checksum), InvalidError (a pod twice or
    without uid; a state that cannot be read), UnsupportedError and LimitError as for Kubelet.new.
    """
    out_out, out_report = _koord.kubelet_replace_cpus(handle_of(topology, koord.Topology), maybe_handle(setup,
        koord.KubeletSetup), [handle_of(one, koord.Pod) for one in pods])
    return KubeletReplaceCpusResult(out_out, out_report)


def kubelet_write_state(
    path: Text,
    text: Document,
    proc_root: Text = "",
    *,
    force: bool = False,
    no_backup: bool = False,
) -> None:
    """Replaces a state file in one step: whoever reads it finds the old or the new one, whole, also after a power
    cut. The new file has the mode and owner of the old one, which stays as "<path>.koord-backup" in the place of
    an older backup. proc_root says where proc is mounted ("": "/proc"): unless forced, nothing is written while a
    kubelet runs there, k3s and kubelite included. Those of another PID namespace cannot be seen: call it in the
    host's.

    Raises InvalidError (path is a link or no regular file), ConflictError (a kubelet runs), KoordPermissionError,
    KoordIOError; the old file stands then and nothing else is left, unless the message says that only its
    directory could not be synced. LimitError (over 64 MiB).
    """
    _koord.kubelet_write_state(path, document(text, "text"), proc_root, (WriteStateFlags.FORCE if force else 0)
        | (WriteStateFlags.NO_BACKUP if no_backup else 0))


def rebind_request_from_json(json: Document) -> RebindRequestFromJsonResult:
    """Rebind request from json.

    Raises InvalidError (names the field), LimitError.
    """
    out_request, out_node = _koord.rebind_request_from_json(document(json, "json"))
    return RebindRequestFromJsonResult(from_dict(RebindRequest, out_request), out_node)


def rebind_status_to_json(phase: RebindPhase | str, timestamp: Text, reason: Text) -> str:
    """A JSON merge patch for the status of a RebindResource. timestamp: the time now, as RFC 3339 has it. reason: up
    to 1024 bytes; "" takes an earlier one away.

    Raises InvalidError, LimitError.
    """
    return _koord.rebind_status_to_json(number(RebindPhase, phase), timestamp, reason)
