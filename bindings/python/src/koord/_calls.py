# Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
"""The handles and functions of the library, one for each of koord.h. The package's other modules extend some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from typing_extensions import Self  # of typing from 3.11 on

import koord

from . import _koord
from ._handle import (
    Document,
    Handle,
    Noted,
    Remade,
    Remembered,
    Shared,
    Text,
    compact,
    document,
    handle_of,
    maybe_handle,
    named,
    number,
)
from ._rows import Rows, numbers, pack, packed, unpacked, writable
from .cpuset import CpuSet, CpuSetLike, maybe_words
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
    DraAlternativeFlags,
    DraConstraintKind,
    DraOptionsFlags,
    ExclusivePolicy,
    GpuPick,
    GpuPolicy,
    HookChoice,
    HookStage,
    KubeletCpuset,
    KubeletVersion,
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
    PluginDeviceFlags,
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
    ResourceBound,
    ResourceScope,
    StepKind,
    TopologyFlags,
    WriteStateFlags,
)
from .records import (
    AddedObject,
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
    DraAmount,
    DraAttribute,
    DraCapacity,
    DraDevice,
    DraInfo,
    DraResult,
    DraTaint,
    DraVerdict,
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
    NodeName,
    NodePreemption,
    NrtVerdict,
    NumaHint,
    NumaHintListInfo,
    NumaMerged,
    NumaNode,
    NumaPlace,
    PciDevice,
    PlanStep,
    PluginDevice,
    PodConflicts,
    PodInfo,
    RebindInfo,
    RebindRequest,
    Refusal,
    RefusedGroup,
    RemedyStep,
    Suppression,
    TaskClass,
    TopologyInfo,
    Verdict,
)

__all__ = [
    "AddedObjects",
    "Adjustment",
    "AdjustmentRequest",
    "Admission",
    "Admitted",
    "AdmittedRefused",
    "Agent",
    "AgentState",
    "Capacity",
    "CgroupContainers",
    "CgroupPath",
    "CgroupPlan",
    "CgroupReport",
    "Cgroups",
    "DeviceBuilder",
    "DeviceReport",
    "DraAllocation",
    "DraClaims",
    "DraInventory",
    "DraNodes",
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
    "NodeNames",
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
    "Suppressed",
    "agent_state_save",
    "device_node_resources",
    "kubelet_check",
    "kubelet_repair_cpus",
    "kubelet_repair_memory",
    "kubelet_replace_cpus",
    "kubelet_version_parse",
    "kubelet_write_state",
    "rebind_request_from_json",
    "rebind_status_to_json",
    "verdicts_normalize",
]


def refusal_of(refusal: Refusal) -> Refusal | None:
    """Returns None if nothing was refused."""
    return None if refusal.reason == Reason.NONE else refusal


class PodRequest(NamedTuple):
    """The result of Pod.request()."""

    request: int
    limit: int


class NumaMergeResult(NamedTuple):
    """The result of numa_merge()."""

    merged: NumaMerged
    text: str


@dataclass(frozen=True)
class Judged:
    """The result of Cluster.judge() if it is granted. It is true."""

    refusal: None
    score: int

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class JudgedRefused:
    """The result of Cluster.judge() if it is refused. It is false."""

    refusal: Refusal
    score: int

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class Reserved:
    """The result of Cluster.reserve() if it is granted. It is true."""

    cpus: CpuSet
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class ReservedRefused:
    """The result of Cluster.reserve() if it is refused. It is false."""

    cpus: CpuSet
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class Admitted:
    """The result of Kubelet.admit() if it is granted. It is true."""

    admission: koord.Admission
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class AdmittedRefused:
    """The result of Kubelet.admit() if it is refused. It is false."""

    admission: koord.Admission
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class KubeletJudged:
    """The result of Kubelet.judge() if it is granted. It is true."""

    admission: koord.Admission
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class KubeletJudgedRefused:
    """The result of Kubelet.judge() if it is refused. It is false."""

    admission: koord.Admission
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class PlannedResize:
    """The result of Cluster.plan_resize() if it is granted. It is true."""

    plan: koord.Plan
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class PlannedResizeRefused:
    """The result of Cluster.plan_resize() if it is refused. It is false."""

    plan: None
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class PlannedGang:
    """The result of Cluster.plan_gang() if it is granted. It is true."""

    plan: koord.Plan
    refusal: None
    info: GangInfo

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class PlannedGangRefused:
    """The result of Cluster.plan_gang() if it is refused. It is false."""

    plan: None
    refusal: Refusal
    info: GangInfo

    def __bool__(self) -> Literal[False]:
        return False


class KubeletRepairCpusResult(NamedTuple):
    """The result of kubelet_repair_cpus()."""

    document: str
    report: str


class KubeletRepairMemoryResult(NamedTuple):
    """The result of kubelet_repair_memory()."""

    document: str
    report: str


class KubeletReplaceCpusResult(NamedTuple):
    """The result of kubelet_replace_cpus()."""

    document: str
    report: str


@dataclass(frozen=True)
class Filtered:
    """The result of NrtNode.filter() if it is granted. It is true."""

    refusal: None
    verdict: NrtVerdict
    text: str

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class FilteredRefused:
    """The result of NrtNode.filter() if it is refused. It is false."""

    refusal: Refusal
    verdict: NrtVerdict
    text: str

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class PlannedPreemption:
    """The result of Cluster.plan_preemption() if it is granted. It is true."""

    refusal: None
    plan: koord.Plan

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class PlannedPreemptionRefused:
    """The result of Cluster.plan_preemption() if it is refused. It is false."""

    refusal: Refusal
    plan: None

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class PlannedRebind:
    """The result of Cluster.plan_rebind() if it is granted. It is true."""

    plan: koord.Plan
    refusal: None
    info: RebindInfo

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class PlannedRebindRefused:
    """The result of Cluster.plan_rebind() if it is refused. It is false."""

    plan: None
    refusal: Refusal
    info: RebindInfo

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True)
class PlannedRebindFor:
    """The result of Cluster.plan_rebind_for() if it is granted. It is true."""

    plan: koord.Plan
    refusal: None
    info: RebindInfo

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class PlannedRebindForRefused:
    """The result of Cluster.plan_rebind_for() if it is refused. It is false."""

    plan: None
    refusal: Refusal
    info: RebindInfo

    def __bool__(self) -> Literal[False]:
        return False


class RebindRequestFromJsonResult(NamedTuple):
    """The result of rebind_request_from_json()."""

    request: RebindRequest
    node: str


@dataclass(frozen=True)
class ReservedFrom:
    """The result of Cluster.reserve_from() if it is granted. It is true."""

    cpus: CpuSet
    refusal: None

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class ReservedFromRefused:
    """The result of Cluster.reserve_from() if it is refused. It is false."""

    cpus: CpuSet
    refusal: Refusal

    def __bool__(self) -> Literal[False]:
        return False


class Suppressed(NamedTuple):
    """The result of Agent.suppress()."""

    cpus: CpuSet
    suppression: Suppression


class Pod(Remembered[_koord.Pod]):
    """An immutable pod, usable from any thread."""

    __slots__ = ()
    _shown = ("info",)

    @classmethod
    def from_json(cls, json: Document) -> Self:
        """Reads a Pod (v1) of the API server (docs/reference/objects.md lists the fields). Unknown fields are
        ignored; missing requests are filled in from limits. If claims to allocations (resource-status,
        device-allocated, environment) cannot be read, the pod loses that claim and nothing else: see Pod.faults.
        The same applies to the preferences (other annotations, labels) of a pod that is already bound; for a pod
        that is not bound they raise InvalidError.

        Raises InvalidError (names pod and field: not a pod, an unknown policy, a negative amount), LimitError
        (over 4 MiB or 1024 containers; a sum above 2^63 - 1, unless the pod is bound).
        """
        text = document(json, "json")
        return cls._of(_koord.pod_from_json(text), compact(text))

    @property
    def info(self) -> PodInfo:
        """Returns properties and requests of the pod."""
        return unpacked(PodInfo, _koord.pod_get_info(self._handle))

    def request(self, resource: Text) -> PodRequest:
        """Returns the effective request and limit of one resource ("memory", "nvidia.com/gpu") as Kubernetes computes
        them: the sum of app containers and sidecars or the peak of the init containers, replaced by pod-level
        resources, plus overhead. Milli-CPU for "cpu", bytes or units for all others; -1: not stated."""
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
        """Returns which parts of the pod could not be read and were ignored: one line per part, which names the field
        and ends with a line feed; "": none."""
        return _koord.pod_get_faults(self._handle)

    @property
    def cpus(self) -> CpuSet:
        """Returns the CPUs that the pod states as its allocation; empty: none."""
        return CpuSet._from_words(_koord.pod_get_cpus(self._handle))

    @classmethod
    def from_builder(cls, builder: koord.PodBuilder) -> Self:
        """Returns the pod, as Pod.from_json does; the builder is not changed.

        Raises InvalidError (names pod and field), LimitError (a sum of amounts above 2^63 - 1, an annotation over
        1 MiB).
        """
        return cls._of(_koord.pod_from_builder(handle_of(builder, koord.PodBuilder)))


class KubeletSetup(Noted[_koord.KubeletSetup]):
    """A kubelet's configuration, its state files, what device plugins report and the containers on its node: an input
    of Kubelet.new, Topology.to_nrt, Agent.set_kubelet and the functions that check and repair kubelet's files.
    They read it and keep no reference. A setup in which nothing is set means kubelet's defaults, and no files."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        version: KubeletVersion | str | None = None,
        config: Document | None = None,
        cpu_state: Document | None = None,
        memory_state: Document | None = None,
        device_state: Document | None = None,
    ) -> None:
        """Creates a setup in which nothing is set."""
        self._begin(_koord.kubelet_setup_new())
        if version is not None:
            self.set_version(version)
        if config is not None:
            self.set_config(config)
        if cpu_state is not None:
            self.set_cpu_state(cpu_state)
        if memory_state is not None:
            self.set_memory_state(memory_state)
        if device_state is not None:
            self.set_device_state(device_state)

    def reset(self) -> Self:
        """Restores the state of a new setup."""
        _koord.kubelet_setup_reset(self._handle)
        self._forget()
        return self

    def set_version(self, version: KubeletVersion | str) -> Self:
        """Sets the version of kubelet, for the calls that use the setup: how it decides, which files it reads and
        which it writes. Not set: DEFAULT.

        Raises InvalidError (an unknown number).
        """
        _koord.kubelet_setup_set_version(self._handle, number(KubeletVersion, version))
        self._note("set_version", version)
        return self

    def set_config(self, kubelet_config: Document | None = None) -> Self:
        """Sets the configuration: a KubeletConfiguration or the response of /configz (JSON; "": kubelet's defaults).
        Fields that are odd but usable give diagnostics.

        Raises InvalidError (names the field), LimitError (over 4 MiB or 2^20 values, nested deeper than 64).
        """
        _koord.kubelet_setup_set_config(self._handle, document(kubelet_config, "kubelet_config"))
        self._note("set_config")
        return self

    def set_cpu_state(self, cpu_state: Document | None = None) -> Self:
        """Sets the text of cpu_manager_state. It is copied; the calls that use the setup parse it and report what is
        wrong in it. Not set: there is no such file. "": the file is empty. For Kubelet.check and
        Kubelet.repair_cpus an empty file is damage that stops kubelet; all other calls treat it as no file.

        Raises InvalidError (a NUL in it), LimitError (over 16 MiB). Calls that parse it return LimitError for more
        than 2^20 values in maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole pods.
        """
        _koord.kubelet_setup_set_cpu_state(self._handle, document(cpu_state, "cpu_state"))
        self._note("set_cpu_state")
        return self

    def set_memory_state(self, memory_state: Document | None = None) -> Self:
        """Sets the text of memory_manager_state, likewise. For Kubelet.check and Kubelet.repair_memory an empty file
        is damage; Kubelet.new treats it as no file; other calls do not read it.

        Raises InvalidError (a NUL in it), LimitError (over 16 MiB). Calls that parse it return LimitError for more
        than 2^20 values in maps and lists.
        """
        _koord.kubelet_setup_set_memory_state(self._handle, document(memory_state, "memory_state"))
        self._note("set_memory_state")
        return self

    def add_device(self, resource: Text, id: Text, numa_nodes: int, *, unhealthy: bool = False) -> Self:
        """Adds a device that a device plugin reports to kubelet, for Kubelet.new: the first call adds device 0, the
        next one device 1.

        resource: the plugin's resource: "nvidia.com/gpu". id: the plugin's name of the device, unique within the
        resource. numa_nodes: the nodes that it is near: bit i is row i of Topology.numa_nodes; 0: not known.

        Raises InvalidError (a resource without domain, no id, a text longer than 1,024 bytes or not UTF-8, unknown
        flags), LimitError (65,536 were added already). A device that was added twice and nodes that the machine
        does not have are InvalidError to Kubelet.new, devices of more than 64 resources LimitError.
        """
        _koord.kubelet_setup_add_device(self._handle, resource, id, numa_nodes,
            (PluginDeviceFlags.UNHEALTHY if unhealthy else 0))
        self._note("add_device", resource, id, numa_nodes, *(name for name, on in (("unhealthy", unhealthy),) if on))
        return self

    def set_device_state(self, device_state: Document | None = None) -> Self:
        """Sets the text of kubelet_internal_checkpoint: which devices pods have, and which resources had a plugin.
        For Kubelet.new, to which a damaged one raises InvalidError or CorruptError, where kubelet goes on without
        it; other calls do not read it. "": there is no such file.

        Raises InvalidError (a NUL in it), LimitError (over 16 MiB). Calls that parse it return LimitError for more
        than 2^20 values in maps and lists.
        """
        _koord.kubelet_setup_set_device_state(self._handle, document(device_state, "device_state"))
        self._note("set_device_state")
        return self

    def add_container(self, uid: Text, name: Text = "", id: Text = "") -> Self:
        """Adds a pod that is on the node, or one container of it, for calls that check and repair files.

        uid: of the pod. id: Files of version 1 identify containers by id only. If a container is added again with
        an id, the last id applies.

        Raises InvalidError (uid is empty, an id without name, a text longer than 1,024 bytes or not UTF-8),
        LimitError (65,536 were added already).
        """
        _koord.kubelet_setup_add_container(self._handle, uid, name, id)
        self._note("add_container", uid, name, id)
        return self


class Topology(Remade[_koord.Topology]):
    """An immutable description of one machine, usable from any thread."""

    __slots__ = ()
    _shown = ("info",)

    @classmethod
    def discover(cls, *, only_allowed: bool = False) -> Self:
        """Reads this machine through hwloc (which reads its own HWLOC_* variables; this library sets none).

        Raises InvalidError (unknown flags), KoordIOError (hwloc cannot read it).
        """
        return cls._of(_koord.topology_discover((TopologyFlags.ONLY_ALLOWED if only_allowed else 0)))

    @classmethod
    def discover_in(cls, root: Text, *, only_allowed: bool = False) -> Self:
        """Reads a machine as Topology.discover does, for processes in which HWLOC_FSROOT names a directory with an
        exported sysfs. root is that directory: what hwloc does not read (isolated and nohz_full CPUs) comes from
        below it. Topology.discover reads those of this machine only.

        Raises InvalidError (unknown flags; no such directory), KoordIOError.
        """
        return cls._of(_koord.topology_discover_in((TopologyFlags.ONLY_ALLOWED if only_allowed else 0), root))

    @classmethod
    def from_hwloc_xml(cls, xml: Document, *, only_allowed: bool = False) -> Self:
        """Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.

        Raises InvalidError (not such XML, or an impossible machine), LimitError.
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
        """Reads the output of Topology.to_json (docs/reference/topology-json.md), for a topology from any source: the
        result equals the original in everything that koord can return, and Topology.to_json writes the same bytes
        for it. Absent members are unknown or follow from others. Members that are derived from others must not
        contradict them.

        Raises InvalidError (names the field), LimitError (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or
        devices, nested deeper than 64).
        """
        return cls._of(_koord.topology_from_json(document(json, "json")))

    @classmethod
    def from_annotation(cls, json: Document) -> Self:
        """Reads the value of the annotation node.koordinator.sh/cpu-topology,
        {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: core is lscpu's logical
        number. Absent numbers are 0, unknown fields are ignored. The topology has no memory, L3 groups or
        distances. A CPU in two NUMA nodes raises InvalidError.

        Raises InvalidError (names the entry and field), LimitError (over 4 MiB, nested deeper than 64).
        """
        return cls._of(_koord.topology_from_annotation(document(json, "json")))

    @classmethod
    def from_nrt(cls, json: Document | koord.NrtBuilder) -> Self:
        """Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation of
        Topology.from_annotation, and memory, huge pages and distances from its zones.

        A builder does as well as a document: NrtBuilder.

        Raises InvalidError, LimitError (over 16 MiB).
        """
        if isinstance(json, koord.NrtBuilder):
            return cls._of(_koord.topology_from_nrt_builder(handle_of(json, koord.NrtBuilder)))
        return cls._of(_koord.topology_from_nrt(document(json, "json")))

    @classmethod
    def from_rows(cls, rows: Iterable[Cpu], architecture: Text = "") -> Self:
        """Builds a topology from rows, for callers without JSON. Cores are identified by (socket, numa_node, core),
        L3 groups by l3. architecture may be "" ("aarch64" enables the ARM rule of pick).

        Raises InvalidError (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1, numa_node
        below 1024), LimitError.
        """
        packed_rows = pack(Cpu, rows)
        return cls._of(_koord.topology_from_rows(packed_rows, architecture))

    @property
    def info(self) -> TopologyInfo:
        """Returns the counts of the machine."""
        return unpacked(TopologyInfo, _koord.topology_get_info(self._handle))

    @property
    def cpus(self) -> Rows[Cpu]:
        """Returns all rows, ascending by CPU number."""
        return Rows(Cpu, _koord.topology_get_cpus(self._handle))

    @property
    def numa_nodes(self) -> Rows[NumaNode]:
        """Returns the NUMA nodes, ascending by number, including those without CPUs."""
        return Rows(NumaNode, _koord.topology_get_numa_nodes(self._handle))

    @property
    def hugepages(self) -> Rows[Hugepages]:
        """Returns the huge pages per NUMA node and size, by node, then size."""
        return Rows(Hugepages, _koord.topology_get_hugepages(self._handle))

    @property
    def distances(self) -> list[int]:
        """Returns the NUMA distances (10 = local), row-major in the order of Topology.numa_nodes. The value of a pair
        that was not reported is 0."""
        return numbers("I", _koord.topology_get_distances(self._handle))

    @property
    def devices(self) -> Rows[PciDevice]:
        """Returns the PCI devices, by bus id."""
        out_rows, out_texts = _koord.topology_get_devices(self._handle)
        return Rows(PciDevice, out_rows, out_texts)

    def cpuset(self, kind: CpusetKind | str, id: int) -> CpuSet:
        """Returns one set.

        Raises InvalidError (no such kind or id).
        """
        return CpuSet._from_words(_koord.topology_get_cpuset(self._handle, number(CpusetKind, kind), id))

    def to_json(self) -> str:
        """Returns everything that the topology holds as one JSON document (docs/reference/topology-json.md), for
        people, other programs and storage; Topology.from_json reads it."""
        return _koord.topology_to_json(self._handle)

    def to_annotation(self) -> str:
        """Returns the value of the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node are written
        with node 0, as koordlet does."""
        return _koord.topology_to_annotation(self._handle)

    def to_nrt(self, node_name: Text, setup: koord.KubeletSetup | None = None) -> str:
        """Setup (None: kubelet's defaults, nothing allocated) supplies kubelet's configuration and cpu_manager_state.

        Raises InvalidError (names the field; kubelet would not start: memory policy Static without reservedMemory,
        or more of it than the machine has), CorruptError (cpu_manager_state: checksum), LimitError
        (KubeletSetup.set_cpu_state).
        """
        return _koord.topology_to_nrt(self._handle, maybe_handle(setup, koord.KubeletSetup), node_name)

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
        """Draws the machine (sockets, NUMA nodes, L3 groups, cores, CPUs) and the sets of the picture.

        picture: None: the machine alone.
        """
        return _koord.topology_draw(self._handle, packed("koord_picture_options",
            {"flags": (PictureFlags.COLOR if color else 0) | (PictureFlags.ASCII if ascii else 0)
            | (PictureFlags.DEVICES if devices else 0), "format": number(PictureFormat, format),
            "columns": columns}), maybe_handle(picture, koord.Picture))


class Agent(Handle[_koord.Agent]):
    """A node as its agent knows it: machine, settings, kubelet's state and pods. Threading is as for Kubelet: calls
    that only read it may run at the same time."""

    __slots__ = ()
    _shown = ("info",)

    def __init__(
        self,
        topology: koord.Topology,
        *,
        ignore_kubelet: bool = False,
        be_by_numa: bool = False,
        exclude_isolated: bool = False,
        profile: Profile | str = Profile.SPEC,
    ) -> None:
        """Creates the agent of a node on this machine, without pods, settings or kubelet. The topology may be
        released afterwards."""
        self._begin(_koord.agent_new(handle_of(topology, koord.Topology), packed("koord_agent_options",
            {"flags": (AgentFlags.IGNORE_KUBELET if ignore_kubelet else 0)
            | (AgentFlags.BE_BY_NUMA if be_by_numa else 0)
            | (AgentFlags.EXCLUDE_ISOLATED if exclude_isolated else 0), "profile": number(Profile, profile)})))

    def set_topology(self, topology: koord.Topology) -> Self:
        """Replaces the machine, after CPUs were added or removed. A pod loses its exclusive CPUs when one of them no
        longer exists. The CPUs that kubelet reserves stay those of the last Agent.set_kubelet.

        Raises InvalidError (more CPUs are reserved than exist).
        """
        _koord.agent_set_topology(self._handle, handle_of(topology, koord.Topology))
        return self

    def set_node(self, json: Document | koord.NodeBuilder) -> Self:
        """Reads the Node (v1) as JSON: its name, reservation and system QoS.

        A builder does as well as a document: NodeBuilder.

        Raises InvalidError (names the field; more CPUs are reserved than exist), LimitError.
        """
        if isinstance(json, koord.NodeBuilder):
            _koord.agent_set_node_from_builder(self._handle, handle_of(json, koord.NodeBuilder))
        else:
            _koord.agent_set_node(self._handle, document(json, "json"))
        return self

    def set_kubelet(self, setup: koord.KubeletSetup | None = None) -> Self:
        """Sets kubelet's configuration and allocations: the configuration, cpu_manager_state, memory_manager_state,
        devices and kubelet_internal_checkpoint of setup (None: kubelet's defaults, nothing allocated). Pods keep
        their exclusive CPUs. The state of the memory manager is reported if its policy is Static, and the devices
        of resources of which a device states NUMA nodes; the pods in both as ended if this node does not know
        them. A damaged file is left out of the report, and logged.

        Raises InvalidError, CorruptError (cpu_manager_state: checksum), LimitError (KubeletSetup.set_cpu_state).
        """
        _koord.agent_set_kubelet(self._handle, maybe_handle(setup, koord.KubeletSetup))
        return self

    def set_devices(self, json: Document | koord.DeviceBuilder | None = None) -> Self:
        """Sets the node's Device object, as for Cluster.set_devices. It supplies the names of devices that were
        allocated to pods by minor only. "": the node has no Device object.

        A builder does as well as a document: DeviceBuilder.

        Raises InvalidError (names the field; two devices of one type and minor), LimitError.
        """
        if isinstance(json, koord.DeviceBuilder):
            _koord.agent_set_devices_from_builder(self._handle, handle_of(json, koord.DeviceBuilder))
        else:
            _koord.agent_set_devices(self._handle, document(json, "json"))
        return self

    def set_pod(self, pod: koord.Pod) -> Self:
        """Adds or updates a pod; a terminated pod is removed. The CPUs and devices that the pod claims are its own
        where it is entitled to them and no pod of higher precedence has them, as in Cluster.set_pod;
        AgentPod.refusal says why not. Precedence: first the pods that the state of Agent.set_state confirms, then
        the pod that was bound first, then the lower uid.

        Raises InvalidError (no uid), LimitError (65536 pods).
        """
        _koord.agent_set_pod(self._handle, handle_of(pod, koord.Pod))
        return self

    def remove_pod(self, uid: Text) -> int:
        """Removes the pod with this uid. Returns 1 if the agent knew the pod, else 0."""
        return _koord.agent_remove_pod(self._handle, uid)

    @property
    def info(self) -> AgentInfo:
        """Returns the counts."""
        return unpacked(AgentInfo, _koord.agent_get_info(self._handle))

    @property
    def hash(self) -> int:
        """Returns 64 bits that change whenever the output of Agent.to_nrt changes. The value is the same in any
        process that runs the same version of the library. Takes microseconds."""
        return _koord.agent_get_hash(self._handle)

    def cpus(self, which: AgentCpuset | str) -> CpuSet:
        """Returns one set."""
        return CpuSet._from_words(_koord.agent_get_cpus(self._handle, number(AgentCpuset, which)))

    @property
    def pools(self) -> Rows[AgentPool]:
        """Returns a row for every pair of a socket and a NUMA node that have CPUs in common, ascending."""
        return Rows(AgentPool, _koord.agent_get_pools(self._handle))

    def pool_cpus(self, pool: int, which: AgentCpuset | str) -> CpuSet:
        """Returns the part of one CPU set that lies in row pool of Agent.pools.

        Raises InvalidError (no such row or set).
        """
        return CpuSet._from_words(_koord.agent_get_pool_cpus(self._handle, pool, number(AgentCpuset, which)))

    def to_annotation(self, which: AgentAnnotation | str) -> str:
        """Returns the value of an annotation of the NodeResourceTopology as JSON."""
        return _koord.agent_to_annotation(self._handle, number(AgentAnnotation, which))

    def to_nrt(self) -> str:
        """Returns the NodeResourceTopology of the node as Topology.to_nrt does, with the node's pools, reservation,
        system QoS and the CPUs of pods.

        Raises InvalidError (Agent.set_node was not called; kubelet would not start, see Topology.to_nrt).
        """
        return _koord.agent_to_nrt(self._handle)

    def to_json(self, boot_id: Text = "") -> str:
        """Returns node-state.json, version 1 (docs/operate/node.md): where each pod runs, for hooks and tools that
        start after the agent. boot_id identifies the boot that the state belongs to; "": not stated."""
        return _koord.agent_to_json(self._handle, boot_id)

    def snapshot(self) -> koord.AgentState:
        """Returns the current state of the node: what Agent.to_json writes, without the file."""
        return koord.AgentState._of(_koord.agent_snapshot(self._handle))

    def set_state(self, state: koord.AgentState) -> Self:
        """Tells the agent what was decided and applied for this node before. A pod keeps the exclusive CPUs that this
        state gives it and that it still claims, against claims of other pods. Call it after a restart, with the
        result of AgentState.load, and whenever a state has been applied."""
        _koord.agent_set_state(self._handle, handle_of(state, koord.AgentState))
        return self

    def suppress(
        self,
        current: CpuSetLike | None = None,
        *,
        capacity: int = 0,
        node_used: int = 0,
        pods_used: int = 0,
        host_apps_used: int = 0,
        non_be_pods_used: int = 0,
        non_be_host_apps_used: int = 0,
        reserved: int = 0,
        quota_us: int = 0,
        threshold_percent: int = 0,
        minimum_percent: int = 0,
    ) -> Suppressed:
        """Computes how far BE pods are to be throttled, for both policies of koordlet (docs/operate/node.md). Pure.

        current: the CPUs that BE pods have now; None: not known.

        Raises InvalidError (an amount that is negative or above 2^42, a percentage above 1000).
        """
        out_cpus, out_out = _koord.agent_suppress(self._handle, packed("koord_suppress_usage", {"capacity": capacity,
            "node_used": node_used, "pods_used": pods_used, "host_apps_used": host_apps_used,
            "non_be_pods_used": non_be_pods_used, "non_be_host_apps_used": non_be_host_apps_used,
            "reserved": reserved, "quota_us": quota_us, "threshold_percent": threshold_percent,
            "minimum_percent": minimum_percent}), maybe_words(current))
        return Suppressed(CpuSet._from_words(out_cpus), unpacked(Suppression, out_out))

    def restrict_best_effort(self, words: CpuSetLike) -> Self:
        """Restricts BE pods to these CPUs of the BE pool, such as Agent.suppress names. Places of pods, the state and
        its BE pool change; Agent.cpus, reports and Agent.suppress have the whole pool as before. A BE pod whose
        NUMA nodes keep no CPUs runs on all that is left. A set without CPUs of the pool restricts nothing.

        Raises InvalidError, LimitError.
        """
        _koord.agent_restrict_best_effort(self._handle, words_of(words))
        return self


class AgentState(Remembered[_koord.AgentState]):
    """The content of a node-state.json: where each pod runs. Immutable."""

    __slots__ = ()
    _shown = ("info",)

    @classmethod
    def from_json(cls, json: Document) -> Self:
        """Parses the text of a node-state.json.

        Raises InvalidError (names the field), UnsupportedError (another version), CorruptError (it contradicts
        itself), LimitError (over 16 MiB or 2^20 values, 65536 pods or containers).
        """
        text = document(json, "json")
        return cls._of(_koord.agent_state_from_json(text), compact(text))

    @classmethod
    def load(cls, path: Text) -> Self:
        """Reads node-state.json for a process that acts on it as root. path must be a regular file, not a link, owned
        by root or by the user of this process. No other user may be able to write the file or its directory;
        directories above it may be sticky, as /tmp is.

        Raises those of AgentState.from_json, NotFoundError (no such file), KoordPermissionError (the file is not
        trusted, or this process may not read it), LimitError, KoordIOError.
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
        """Returns the counts of the node that wrote the state."""
        return unpacked(AgentInfo, _koord.agent_state_get_info(self._handle))

    def cpus(self, which: AgentCpuset | str) -> CpuSet:
        """Same as Agent.cpus, for the three pools and all CPUs."""
        return CpuSet._from_words(_koord.agent_state_get_cpus(self._handle, number(AgentCpuset, which)))

    def pods(self, since: int = 0) -> Rows[AgentPod]:
        """Returns pods, ascending by uid, each followed by those of its containers that run in a different place,
        ascending by name. Only rows that may have changed after generation since are included (0: all rows).
        Removed pods have no row. A state that was read from JSON does not record when its pods changed: all of
        them count as changed at the state's own generation."""
        out_rows, out_texts = _koord.agent_state_get_pods(self._handle, since)
        return Rows(AgentPod, out_rows, out_texts)

    def find_container(self, uid: Text, container: Text = "") -> AgentPod:
        """Finds where a container runs, by the uid of its pod and its own name ("": the pod).

        Raises InvalidError, NotFoundError (no such pod).
        """
        out_row, out_texts = _koord.agent_state_find_container(self._handle, uid, container)
        return Rows(AgentPod, out_row, out_texts)[0]

    def pod_cpus(self, row: int) -> CpuSet:
        """Returns the CPUs of row number row (AgentPod.row); empty where cpuset.cpus is not changed.

        Raises InvalidError (no such row).
        """
        return CpuSet._from_words(_koord.agent_state_get_pod_cpus(self._handle, row))

    def pod_numa_nodes(self, row: int) -> CpuSet:
        """Returns the NUMA nodes of the row's memory, as a set of their numbers."""
        return CpuSet._from_words(_koord.agent_state_get_pod_numa_nodes(self._handle, row))


class CgroupPath(Noted[_koord.CgroupPath]):
    """The path of a control group below the root of its controller (version 2: below the mount), without a leading
    '/'. Pure: nothing is read."""

    __slots__ = ()
    _shown = ()

    def __init__(self, driver: CgroupDriver | str, root: Text = "") -> None:
        """Creates the path of kubepods.

        driver: must not be CgroupDriver.DETECT. root: kubelet's cgroupRoot; "": none.

        Raises InvalidError (root is not up to 4 names of letters, digits, '_', '.' and '-').
        """
        self._begin(_koord.cgroup_path_new(number(CgroupDriver, driver), root))

    def set_pod(self, qos: KubeQos | str, uid: Text = "") -> Self:
        """Changes the path to that of a pod. uid "": the path of the QoS class, which for Guaranteed is kubepods
        itself.

        Raises InvalidError (uid is not up to 64 of a-z, 0-9 and '-').
        """
        _koord.cgroup_path_set_pod(self._handle, number(KubeQos, qos), uid)
        self._note("set_pod", qos, uid)
        return self

    def set_container(self, runtime: CgroupRuntime | str, id: Text = "") -> Self:
        """Changes the path to that of a container of the pod that was set last. id "": the path of the pod; runtime
        is then ignored.

        Raises InvalidError (no pod was set; id is not up to 128 of 0-9 and a-f).
        """
        _koord.cgroup_path_set_container(self._handle, number(CgroupRuntime, runtime), id)
        self._note("set_container", runtime, id)
        return self

    def format(self) -> str:
        """Returns the path."""
        return _koord.cgroup_path_format(self._handle)


class Cgroups(Handle[_koord.Cgroups]):
    """The opened control groups of a machine. Calls that take this handle read and write cgroup files."""

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
        """Opens the control groups mounted at mount ("": /sys/fs/cgroup); for version 1 its directories cpuset and
        cpu. No access leaves these directories, and symbolic links in them are not followed. root is kubelet's
        cgroupRoot, "": none.

        Raises InvalidError, NotFoundError (no such directory, or neither kubepods.slice nor kubepods in it),
        KoordPermissionError, UnsupportedError (version 2 without the cpuset controller), KoordIOError.
        """
        self._begin(_koord.cgroups_open(mount, root, packed("koord_cgroup_options", {"driver": number(CgroupDriver,
            driver), "version": number(CgroupVersion, version)})))

    @property
    def info(self) -> CgroupsInfo:
        """Returns driver, version and properties."""
        return unpacked(CgroupsInfo, _koord.cgroups_get_info(self._handle))

    def apply(self, plan: koord.CgroupPlan) -> koord.CgroupReport:
        """Makes the writes of a plan in order, and verifies each by reading back the effective value. Old values are
        read before anything is written. Groups that no longer exist are skipped. If a write fails, the writes
        already made are rolled back. A plan that is already in effect causes no writes. cgroups must be the handle
        that the plan was made from, or the same control groups opened again."""
        return koord.CgroupReport._of(_koord.cgroups_apply(self._handle, handle_of(plan, koord.CgroupPlan)))


class CgroupContainers(Noted[_koord.CgroupContainers]):
    """Names of containers by container id."""

    __slots__ = ()
    _shown = ()

    def __init__(self) -> None:
        """Creates an empty map.

        Raises InvalidError (out is None).
        """
        self._begin(_koord.cgroup_containers_new())

    def add(self, id: Text, name: Text = "") -> Self:
        """Adds the name of the container with this id; name "": the container is the sandbox.

        Raises InvalidError (id is not 1 to 128 of 0-9 and a-f, or was added before; name is over 1024 bytes),
        LimitError (over 16,384 containers).
        """
        _koord.cgroup_containers_add(self._handle, id, name)
        self._note("add", id, name)
        return self


class CgroupPlan(Shared[_koord.CgroupPlan]):
    """Planned writes to control groups. Immutable."""

    __slots__ = ()
    _shown = ("steps",)

    def __init__(
        self,
        cgroups: koord.Cgroups,
        state: koord.AgentState,
        containers: koord.CgroupContainers | None = None,
    ) -> None:
        """Reads the control groups and plans the writes; writes nothing. Pods that the state does not know are not
        changed; on version 1 the directories above them stay large enough for them.

        containers: Names matter only for pods whose containers run in different places; containers of such pods
        that are not named here are not changed.

        Raises InvalidError, ConflictError (two exclusive pods would be on one CPU; or pods of one CPU each wait
        for each other while exclusive pods of one CPU each hold all other CPUs), NotFoundError (no kubepods),
        CorruptError (a file has content that the kernel would not write), LimitError (over 16,384 groups or 8
        levels), KoordPermissionError, UnsupportedError, KoordIOError.
        """
        self._begin(_koord.cgroup_plan_new(handle_of(cgroups, koord.Cgroups), handle_of(state, koord.AgentState),
            maybe_handle(containers, koord.CgroupContainers)))

    @property
    def steps(self) -> Rows[CgroupStep]:
        """Returns the steps in their order. No steps: everything is in the desired state already."""
        out_rows, out_texts = _koord.cgroup_plan_get_steps(self._handle)
        return Rows(CgroupStep, out_rows, out_texts)

    def to_json(self) -> str:
        """Returns {"steps":[{"phase","path","from","to","pod"}],"skipped":[{"path","pod","reason"}]}: "skipped" lists
        what is not changed and why."""
        return _koord.cgroup_plan_to_json(self._handle)

    def to_text(self) -> str:
        """Returns one line per step: what would be done."""
        return _koord.cgroup_plan_to_text(self._handle)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[CgroupStep]:
        return iter(self.steps)

    def __getitem__(self, index: int) -> CgroupStep:
        return self.steps[index]

    def __str__(self) -> str:
        return self.to_text()


class CgroupReport(Shared[_koord.CgroupReport]):
    """The result of applying a plan. Immutable."""

    __slots__ = ()
    _shown = ("info",)

    @property
    def info(self) -> CgroupReportInfo:
        """Returns the outcome."""
        return unpacked(CgroupReportInfo, _koord.cgroup_report_get_info(self._handle))

    @property
    def results(self) -> Rows[CgroupResult]:
        """Returns the outcome of every step, as CgroupPlan.steps does."""
        out_rows, out_texts = _koord.cgroup_report_get_results(self._handle)
        return Rows(CgroupResult, out_rows, out_texts)

    def to_json(self) -> str:
        """Returns {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to",
        "readBack","pod"}]}; the summary is one sentence that names the failed step and the cause."""
        return _koord.cgroup_report_to_json(self._handle)

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[CgroupResult]:
        return iter(self.results)

    def __getitem__(self, index: int) -> CgroupResult:
        return self.results[index]


class NumaHints(Handle[_koord.NumaHints]):
    """The input of a merge: the NUMA nodes of one machine with their users and distances, and the hints of providers
    for the resources of a pod or container. Create it once and use it for many pods: it keeps its memory when it
    is reset or filled again. Calls that only read it may run at the same time."""

    __slots__ = ()
    _shown = ("nodes", "lists",)

    def __init__(self) -> None:
        """Creates hints without NUMA nodes and lists."""
        self._begin(_koord.numa_hints_new())

    def clone(self) -> koord.NumaHints:
        """Returns hints."""
        return koord.NumaHints._of(_koord.numa_hints_clone(self._handle))

    def reset(self) -> Self:
        """Restores the state of new hints, but keeps the memory."""
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
        """Appends a list.

        name: of the resource: UTF-8 of at most 1024 bytes; two lists may have the same name. rows: its hints; none
        unless list.kind is NumaHintKind.HINTS. All lists together have at most MAX_NUMA_HINTS.

        Raises InvalidError (a provider number below that of the last list, hints although the kind has none, a
        hint for NUMA nodes that do not exist, an unknown flag or kind), LimitError (more than MAX_NUMA_LISTS
        lists, too many hints).
        """
        packed_rows = pack(NumaHint, rows)
        _koord.numa_hints_add_list(self._handle, packed("koord_numa_hint_list", {"provider": provider,
            "kind": number(NumaHintKind, kind)}), name, packed_rows)
        return self

    @property
    def nodes(self) -> Rows[NumaPlace]:
        """Returns the NUMA nodes."""
        return Rows(NumaPlace, _koord.numa_hints_get_nodes(self._handle))

    @property
    def lists(self) -> Rows[NumaHintListInfo]:
        """Returns the lists, in the order in which they were added."""
        out_rows, out_texts = _koord.numa_hints_get_lists(self._handle)
        return Rows(NumaHintListInfo, out_rows, out_texts)

    def hints(self, list: int) -> Rows[NumaHint]:
        """Returns the hints of a list, by its row.

        Raises InvalidError (no such list).
        """
        return Rows(NumaHint, _koord.numa_hints_get_hints(self._handle, list))


class Cluster(Handle[_koord.Cluster]):
    """The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler (semantics:
    Koordinator's CPU orchestration proposal; docs/embed/cluster.md). The handle synchronises itself: any thread
    may call any method at any time. No call except planning locks the cluster for longer than one evaluation."""

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
        """Creates an empty cluster. Free the context after the cluster. args are the arguments of Koordinator's
        plugins as JSON ("": their defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource,
        DeviceShare or both in a profile, or the arguments of one of the two, here with the defaults in brackets:

        - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that ask for it are bound to
          CPUs), numaTopologyAlignmentPolicy (from the proposal, for nodes that state none; "BestEffort"),
          scoringStrategy (MostAllocated: pods are packed on few nodes) and numaScoringStrategy (LeastAllocated;
          read under Profile.UPSTREAM only), each with type MostAllocated, LeastAllocated or BalancedAllocation and
          up to 64 resources with weights 1 to 100 (cpu and memory, 1 each). As upstream, the weights of
          scoringStrategy apply to both strategies.
        - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which overrides
          options.device_strategy (LeastAllocated), and weights; see docs/reference/devices.md.

        Raises InvalidError (names the field), UnsupportedError (another profile), LimitError.
        """
        self._begin(_koord.cluster_new(packed("koord_cluster_options",
            {"flags": (ClusterFlags.UPSTREAM_SCORE if upstream_score else 0)
            | (ClusterFlags.IGNORE_KUBELET if ignore_kubelet else 0), "profile": number(Profile, profile),
            "device_strategy": number(DeviceStrategy, device_strategy), "gpu_pick": number(GpuPick, gpu_pick)}),
            document(args, "args")))

    def set_node(self, json: Document | koord.NodeBuilder) -> int:
        """Adds or replaces the node described by a Node (v1) object of the API server (docs/reference/objects.md
        lists the fields). Allocations of its pods are kept. Returns the number of the node; numbers count up from
        0 and are never reused. Amounts are at most 2^50, CPU 2^42 milli: a node that reports more is treated as
        having this much, and so does a bound pod that requests more; every call for another pod that requests more
        raises LimitError. Pods that wait for the node (Cluster.set_pod) are attached to it.

        A builder does as well as a document: NodeBuilder.

        Raises InvalidError (names node and field), LimitError (over 4 MiB, more than 1024 resources of the node or
        2^20 node numbers, those of removed nodes included).
        """
        if isinstance(json, koord.NodeBuilder):
            return _koord.cluster_set_node_from_builder(self._handle, handle_of(json, koord.NodeBuilder))
        return _koord.cluster_set_node(self._handle, document(json, "json"))

    def set_topology(self, json: Document | koord.NrtBuilder) -> int:
        """Sets the NodeResourceTopology of a node: CPUs, NUMA nodes and kubelet's settings. It may be set before the
        node itself. Pods keep their allocations, even if those CPUs no longer exist.

        A builder does as well as a document: NrtBuilder.

        Raises as Cluster.set_node; LimitError over 16 MiB.
        """
        if isinstance(json, koord.NrtBuilder):
            return _koord.cluster_set_topology_from_builder(self._handle, handle_of(json, koord.NrtBuilder))
        return _koord.cluster_set_topology(self._handle, document(json, "json"))

    def set_devices(self, json: Document | koord.DeviceBuilder) -> int:
        """Sets the devices of a node: a Device object (scheduling.koordinator.sh/v1alpha1), named after the node, in
        any published spelling (docs/reference/devices.md). Devices may be GPUs, RDMA and FPGA devices and any
        other type. Requests for a resource that devices have are allocated from the devices; the node's own amount
        of that resource no longer counts. The object may be set before the node itself. Pods keep their
        allocations, even if those devices no longer exist or are unhealthy.

        A builder does as well as a document: DeviceBuilder.

        Raises as Cluster.set_node; also InvalidError for two devices of one type and minor, LimitError for more
        than 64 devices of one type, 16 resources of one type and 64 types.
        """
        if isinstance(json, koord.DeviceBuilder):
            return _koord.cluster_set_devices_from_builder(self._handle, handle_of(json, koord.DeviceBuilder))
        return _koord.cluster_set_devices(self._handle, document(json, "json"))

    def remove_node(self, name: Text) -> None:
        """Removes the node with its topology and pods. A node with the same name gets a new number when it is added
        again.

        Raises InvalidError, NotFoundError.
        """
        _koord.cluster_remove_node(self._handle, name)

    def remove_topology(self, name: Text) -> None:
        """Removes the NodeResourceTopology of the node.

        Raises InvalidError, NotFoundError.
        """
        _koord.cluster_remove_topology(self._handle, name)

    def remove_devices(self, name: Text) -> None:
        """Removes the Device object of the node: its devices are not allocated until the object returns; existing
        allocations are kept.

        Raises InvalidError, NotFoundError.
        """
        _koord.cluster_remove_devices(self._handle, name)

    def node_id(self, name: Text) -> int:
        """Returns the number of an existing node.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_node_id(self._handle, name)

    def node_name(self, node: int | str) -> str:
        """Returns the name of the node with this number, even if the node was removed.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_node_name(self._handle, named(node, self.node_id))

    @property
    def node_names(self) -> koord.NodeNames:
        """Returns the names of all existing nodes in one call. For nodes that are added later, use Cluster.node_name."""
        return koord.NodeNames._of(_koord.cluster_get_node_names(self._handle))

    def node_topology(self, node: int | str) -> koord.Topology | None:
        """Returns the machine of a node, None if its topology is unknown.

        Raises InvalidError, NotFoundError.
        """
        out_out = _koord.cluster_get_node_topology(self._handle, named(node, self.node_id))
        return None if out_out is None else koord.Topology._of(out_out)

    def node_cpus(self, node: int | str, which: ClusterCpuset | str) -> CpuSet:
        """Returns one set of CPUs of a node.

        Raises InvalidError, NotFoundError.
        """
        return CpuSet._from_words(_koord.cluster_get_node_cpus(self._handle, named(node, self.node_id),
            number(ClusterCpuset, which)))

    @property
    def info(self) -> ClusterInfo:
        """Returns the counts."""
        return unpacked(ClusterInfo, _koord.cluster_get_info(self._handle))

    def resource_name(self, resource: int) -> str:
        """Returns the name of the resource that Refusal.resource stands for. A number stands for its resource as long
        as a node or pod of the cluster, or the pod of the call that returned it, mentions the resource. Later the
        number may be reused for another.

        Raises InvalidError, NotFoundError (no such resource in this cluster).
        """
        return _koord.cluster_get_resource_name(self._handle, resource)

    def device_type_name(self, type: int) -> str:
        """Returns the name of the device type that Refusal.device_type stands for: 0 "gpu", 1 "rdma", 2 "fpga", other
        numbers as long as something in the cluster is of that type.

        Raises InvalidError, NotFoundError (no such type in this cluster).
        """
        return _koord.cluster_get_device_type_name(self._handle, type)

    def device_type(self, name: Text) -> int:
        """Returns the number of a device type by its name.

        Raises InvalidError, NotFoundError (no such type).
        """
        return _koord.cluster_get_device_type(self._handle, name)

    def format_refusal(self, refusal: Refusal) -> str:
        """Returns the sentence of str() with this cluster's names of resources and device types ("needs 4 of
        example.com/nic; the node has 2 available"). Use it soon after the call that returned the refusal: numbers
        may be reused."""
        return _koord.cluster_format_refusal(self._handle, pack(Refusal, (refusal,)))

    def judge(self, pod: koord.Pod, node: int | str, query: koord.Query | None = None) -> Judged | JudgedRefused:
        """Judges one node for a pod, with the details of a refusal.

        Raises InvalidError, NotFoundError (no such node), LimitError.
        """
        out_refusal, out_score = _koord.cluster_judge(self._handle, handle_of(pod, koord.Pod), maybe_handle(query,
            koord.Query), named(node, self.node_id))
        refusal = refusal_of(unpacked(Refusal, out_refusal))
        return Judged(None, out_score) if refusal is None else JudgedRefused(refusal, out_score)

    def reserve(
        self,
        pod: koord.Pod,
        node: int | str,
        query: koord.Query | None = None,
    ) -> Reserved | ReservedRefused:
        """Reserve: allocates CPUs and NUMA amounts on the node to the pod, or refuses it. A verdict holds as long as
        the node does not change. A pod that is already reserved on this node keeps its allocation.

        query: its flags, generation and affinity are read.

        Raises InvalidError (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names pods,
        nodes or reservations), NotFoundError (no such node), StaleError (the node changed since the query's
        generation), ConflictError (the pod is on another node; or ClusterInfo.rejected), LimitError.
        """
        out_cpus, out_refusal = _koord.cluster_reserve(self._handle, handle_of(pod, koord.Pod), maybe_handle(query,
            koord.Query), named(node, self.node_id))
        refusal = refusal_of(unpacked(Refusal, out_refusal))
        return Reserved(CpuSet._from_words(out_cpus),
            None) if refusal is None else ReservedRefused(CpuSet._from_words(out_cpus), refusal)

    def hints(
        self,
        pod: koord.Pod,
        node: int | str,
        policy: NumaPolicy | str,
        hints: koord.NumaHints | None = None,
    ) -> koord.NumaHints:
        """Computes the NUMA hints of the node's CPUs and other resources, for a host whose topology manager has other
        providers, too (GetPodTopologyHints). The host adds the hints of its other providers by NumaHints.add_list,
        and passes the result of numa_merge to Query.set_affinity. Under Profile.UPSTREAM a set of NUMA nodes is a
        hint if a trial allocation of the whole pod succeeds there; under Profile.SPEC if the one resource
        suffices. The score of a hint is that of the NUMA scoring strategy, or 0.

        policy: the policy in force. Preferred are the fewest NUMA nodes that could hold the request if empty;
        under Profile.UPSTREAM all under RESTRICTED. hints: its content is replaced by the node's NUMA nodes with
        their users, without distances, and by lists by resource name, of provider 0. Unchanged on failure.

        Raises InvalidError, NotFoundError (no such node or topology), LimitError (more than 16 NUMA nodes with the
        resource, MAX_NUMA_LISTS resources, MAX_NUMA_HINTS hints).
        """
        hints = koord.NumaHints() if hints is None else hints
        _koord.cluster_get_hints(self._handle, handle_of(pod, koord.Pod), named(node, self.node_id),
            number(NumaPolicy, policy), handle_of(hints, koord.NumaHints))
        return hints

    def remove_pod(self, uid: Text) -> None:
        """Removes a pod (Unreserve, or the pod was deleted): frees its allocations, or ends its wait for a node.

        Raises InvalidError, NotFoundError (it has no allocation: it was removed before or never set).
        """
        _koord.cluster_remove_pod(self._handle, uid)

    def set_pod(self, pod: koord.Pod) -> PodConflicts:
        """Adds or updates a bound pod of the API server, with its claims: the allocations that it states
        (resource-status, device-allocated). Use it after restarts and for pods that another scheduler placed.
        Setting all pods in any order gives the same state. A pod that was reserved on this node keeps that
        allocation, whatever it claims. Claims of other pods are accepted as far as they can be valid: whole CPUs
        only for QoS LSE and LSR, no more than the pod requests, only devices that it requests, and nothing that
        belongs to a pod of higher precedence. Precedence: first pods that were reserved here, then pods whose CPUs
        or devices the node reports (pod-cpu-allocs, devices-checkpoints), then the pod that was bound first
        (PodScheduled), then the lower uid. The order of calls never matters. A refused claim is checked again
        whenever the node or its pods change; apart from accepted claims the pod has the amounts that it requests.
        Returns what is refused, as Cluster.pod_conflicts. Under Profile.UPSTREAM every claim is accepted, even to
        what other pods have. A pod without device-allocated has the GPUs that NVIDIA_VISIBLE_DEVICES of its
        containers names, else those of kubelet's record; else as many as it requests are set aside for it
        (docs/reference/devices.md). If the node does not exist, the pod waits for it: it has no allocations, does
        not create the node, cannot be reserved, and is attached when the first object of the node is set. At most
        262,144 pods with 256 MiB of claims may wait; beyond that the call raises LimitError: set the pod again
        when its node exists. A known pod is updated. A terminated pod is released. A pod that is reserved here and
        not bound yet keeps its allocation.

        Raises InvalidError (a pod without uid), NotFoundError (not bound or terminated, and without allocation),
        ConflictError (a reservation or its owner, on another node than before), LimitError.
        """
        return unpacked(PodConflicts, _koord.cluster_set_pod(self._handle, handle_of(pod, koord.Pod)))

    def pod_conflicts(self, uid: Text) -> PodConflicts:
        """Returns the current conflicts of a pod: they change when other pods and the objects of the node change.

        Raises InvalidError, NotFoundError.
        """
        return unpacked(PodConflicts, _koord.cluster_get_pod_conflicts(self._handle, uid))

    def pod_node(self, uid: Text) -> int:
        """Returns the node on which a pod has allocations.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_pod_node(self._handle, uid)

    def pod_cpus(self, uid: Text) -> CpuSet:
        """Returns the CPUs that the pod owns; empty: it shares CPUs. CPUs of its resource-status that are offline, or
        that kubelet reserves, are not included.

        Raises InvalidError, NotFoundError.
        """
        return CpuSet._from_words(_koord.cluster_get_pod_cpus(self._handle, uid))

    def pod_status(self, uid: Text) -> str:
        """Returns the pod's allocation as the value of the annotation scheduling.koordinator.sh/resource-status:
        cpuset, numaNodeResources, cpuSharedPools.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_pod_status(self._handle, uid)

    def pod_devices(self, uid: Text) -> str:
        """Returns the pod's devices as the value of the annotation scheduling.koordinator.sh/device-allocated: by
        type, minor, amounts, id and virtual functions; {} if it has none. Devices that are set aside for the pod,
        because no source says which it has, are not included.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_pod_devices(self._handle, uid)

    def pod_minors(self, uid: Text, type: int) -> list[int]:
        """Returns the present minors of the pod's devices of one type (Cluster.device_type), exclusive or shared:
        ascending, each once; none of devices that are gone, or if the type does not exist.

        Raises InvalidError, NotFoundError (no such pod).
        """
        return numbers("i", _koord.cluster_get_pod_minors(self._handle, uid, type))

    def prebind(self, pod: koord.Pod, *, proposal: bool = False) -> str:
        """PreBind: writes the patch to send to the API server for a reserved pod before it is bound, as a JSON merge
        patch (RFC 7396): {"metadata":{"annotations":{...}}}, or {} if the pod needs none. Claims of pod
        (resource-status, device-allocated) that differ from its allocation are replaced, or removed by null. The
        patch includes the annotation resource-spec if the pod does not state the bind policy that applied: a
        preferred policy from the configuration, or a required policy from the node.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_prebind(self._handle, handle_of(pod, koord.Pod),
            (PrebindFlags.PROPOSAL if proposal else 0))

    def pods(self, node: int | str) -> str:
        """Returns the uids of a node's pods, each followed by a line feed.

        Raises InvalidError, NotFoundError.
        """
        return _koord.cluster_get_pods(self._handle, named(node, self.node_id))

    def step_status(self, plan: koord.Plan, step: int) -> str:
        """Returns the allocation of a step's pod after the step, as Cluster.pod_status does; {} if it is released.

        Raises InvalidError (also a plan of another cluster), NotFoundError (its node was removed).
        """
        return _koord.cluster_get_step_status(self._handle, handle_of(plan, koord.Plan), step)

    def step_devices(self, plan: koord.Plan, step: int) -> str:
        """Returns the devices of a step's pod after the step, as Cluster.pod_devices does.

        Raises as Cluster.step_status.
        """
        return _koord.cluster_get_step_devices(self._handle, handle_of(plan, koord.Plan), step)

    def commit(self, plan: koord.Plan) -> None:
        """Applies a plan atomically: all of its steps, with no other change in between. If it fails, nothing changed.
        Only StaleError is worth another attempt: make a new plan and commit that one.

        Raises InvalidError (a plan of another cluster), StaleError (the cluster has changed since the plan was
        made: a node that it relies on, or the place of one of its pods), ConflictError (nothing changed, and the
        plan would give more CPUs, amounts of NUMA nodes or devices than a node has; counted in
        ClusterInfo.rejected, a defect of the library), LimitError.
        """
        _koord.cluster_commit(self._handle, handle_of(plan, koord.Plan))

    def plan_resize(self, pod: koord.Pod, query: koord.Query | None = None) -> PlannedResize | PlannedResizeRefused:
        """Plans to resize a pod in place (docs/embed/resize.md): its CPUs after the resize contain, or are contained
        in, those that it owns now; a pod that shares CPUs stays on its NUMA nodes; its policies hold as for a new
        pod. If this is impossible the resize is refused, with Reason.WOULD_MOVE if other CPUs or NUMA nodes would
        do.

        pod: the pod as it should become, with the uid of a pod that is on a node.

        Raises InvalidError, NotFoundError (the pod has no allocation, or the query removes it), ConflictError (it
        is a reservation or takes from one), LimitError.
        """
        out_out, out_refusal = _koord.cluster_plan_resize(self._handle, handle_of(pod, koord.Pod),
            maybe_handle(query, koord.Query))
        refusal = refusal_of(unpacked(Refusal, out_refusal))
        return PlannedResize(koord.Plan._of(out_out), None) if refusal is None else PlannedResizeRefused(None,
            refusal)

    def capacity(self, pod: koord.Pod, query: koord.Query | None = None, *, max_pods: int = 0) -> koord.Capacity:
        """Counts for every node how many more pods like pod it takes, placed one after another as Reserve places
        them. Changes nothing.

        Raises InvalidError, LimitError.
        """
        return koord.Capacity._of(_koord.cluster_get_capacity(self._handle, handle_of(pod, koord.Pod),
            packed("koord_capacity_options", {"max_pods": max_pods}), maybe_handle(query, koord.Query)))

    def explain(
        self,
        pod: koord.Pod,
        query: koord.Query | None = None,
        *,
        nearest: int = 0,
        max_judgements: int = 0,
    ) -> koord.Explanation:
        """Judges every node, and examines closely the nearest of those that refuse: the nodes with the smallest
        shortage. Evictions in remedies are of pods with a lower priority than pod that the query does not protect
        with Protection.KEEP.

        Raises InvalidError, LimitError.
        """
        return koord.Explanation._of(_koord.cluster_explain(self._handle, handle_of(pod, koord.Pod),
            packed("koord_explain_options", {"nearest": nearest, "max_judgements": max_judgements}),
            maybe_handle(query, koord.Query)))

    def plan_gang(
        self,
        pods: Iterable[koord.Pod],
        query: koord.Query | None = None,
        *,
        budget: int = 0,
        max_nodes: int = 0,
    ) -> PlannedGang | PlannedGangRefused:
        """Places several pods together or not at all (docs/embed/gang.md). Pods are placed shape by shape, the most
        demanding first: the shape for which fewer nodes have room, then the one with more GPUs, more CPU, more
        memory, then by uid. The first attempt places each pod on the node that is best after the earlier ones; if
        that fails, other combinations are tried. For pods of one shape, a refusal with Reason.GANG_UNPLACED proves
        that no combination fits; for pods of several shapes, that none fits in this order. Reason.SEARCH_LIMIT:
        the budget was used up before a placement was found. The budget bounds the time of a call. A trial of a pod
        on a node costs one unit, so do 16 judgements of nodes with pods of the gang, and 256 nodes judged for a
        shape: 1000 pods of one shape cost about 1100 units on 10,000 nodes; hundreds of different pods need a
        larger budget. Several pods that request whole GPUs are placed close together, except under
        Profile.UPSTREAM: on the fewest nodes, then with the largest sum of link scores within the pods, then
        between pods of one node; on each node the GPU sets of all pods are chosen together.

        pods: 1..1024 of them, with different uids. query: pods that it adds (nominated pods) count, nodes that it
        excludes do not.

        Raises InvalidError (also a pod twice), ConflictError (a pod is on a node already, or is bound to a node
        that does not exist), LimitError.
        """
        out_out, out_info = _koord.cluster_plan_gang(self._handle, [handle_of(one, koord.Pod) for one in pods],
            packed("koord_gang_options", {"budget": budget, "max_nodes": max_nodes}), maybe_handle(query,
            koord.Query))
        refusal = refusal_of(unpacked(GangInfo, out_info).refusal)
        return PlannedGang(koord.Plan._of(out_out), None, unpacked(GangInfo,
            out_info)) if refusal is None else PlannedGangRefused(None, refusal, unpacked(GangInfo, out_info))

    def set_gpu_policy(self, policy: GpuPolicy | str, rows: Iterable[TaskClass]) -> None:
        """Makes a policy score nodes for all pods from now on: a higher score is better, and no score is below 0. The
        score rates the GPUs that the node has left after the pod (for BEST_FIT and DOT_PRODUCT the CPUs, too);
        otherwise CPUs and memory count only for which tasks fit. A pod that requests a part of one GPU gets the
        GPU of the node that the policy rates best. All verdicts change. rows is the workload. Only FGD, FGD_ALL
        and ROOM_LEFT read it; FGD uses its most frequent 95 percent. All policies except FGD, FGD_ALL and PACKING
        are tuned to the current nodes: call this again when the cluster or the workload has changed substantially.
        The part of a GPU is its gpu-memory-ratio. The model of a node is that of its label
        node.koordinator.sh/gpu-model, else that of its Device object. Scores of ROOM_LEFT are far from 0 and close
        to each other: compare them directly, because verdicts_normalize rounds them to the same value.

        Raises InvalidError (names the row and field; no tasks for FGD, FGD_ALL and ROOM_LEFT), LimitError (65536
        rows, 4096 different rows, 63 models, 4096 kinds of nodes).
        """
        arena = bytearray()
        packed_rows = pack(TaskClass, rows, arena)
        _koord.cluster_set_gpu_policy(self._handle, number(GpuPolicy, policy), packed_rows, bytes(arena))

    def add_objects(self, json: Document) -> koord.AddedObjects:
        """Adds the objects of a text to a cluster: one object, a List ("kubectl get -o json"), an array, or several
        of these after each other, in any order. Every order of the objects, and of the documents, results in the
        same cluster: nodes get numbers by their names.

        - Node, NodeResourceTopology and Device are set as by Cluster.set_node and its siblings.
        - A Pod with a node is set as by Cluster.set_pod; one that has ended is released. A Pod without a node is
          PENDING. A Pod without metadata.uid gets "NAMESPACE/NAME" as its uid.
        - A Reservation that holds resources of a node is set, with its policy, and pods that name it (annotation
          scheduling.koordinator.sh/reservation-allocated) are attached to it.
        - Deployment, ReplicaSet, StatefulSet, Job and CronJob stand for the pods of their template: spec.replicas
          of them, or as many as a Job runs at once, named "web-0", "web-1". Only a StatefulSet's pods have these
          names in a cluster; the others get random suffixes there. All workloads of a text have at most 100,000
          pods, and 256 MiB of pods as JSON: each workload is expanded if it fits beside those with less JSON, and
          REFUSED (status LIMIT) otherwise. Names and namespaces of more than 253 bytes raise InvalidError. A
          workload is SKIPPED if another object controls it, if it is a suspended or finished Job, and if an API
          server has stored it (metadata.uid) and the text has any Pod: its own pods are then expected in the text.
          The pods of a DaemonSet depend on the nodes: its kind is not used.
        - The devices of a ResourceClaim that is allocated are held on its node, and no pod gets them, if a Device
          object of the node has them by the identity that a ResourceSlice states (docs/reference/claims.md).
          Claims and slices replace those of the same name, and apply to every Device object of the cluster,
          however and whenever it is set. A claim that is not allocated holds nothing. If neither the allocation
          nor a slice states its node, it is that of the claim's pods: of these only Pods of such texts count, not
          those of Cluster.set_pod.
        - Other kinds are SKIPPED.

        An object that cannot be added does not affect others: its end is found by its brackets and strings,
        whatever else is wrong in it. Objects that are in the text twice, by name or uid, are all REFUSED (status
        CONFLICT); so is a workload whose pod is another object of the text, too. Objects are added one by one:
        calls of other threads may see some of them.

        Raises InvalidError (a bracket or a string does not end, or there is other text between objects: the
        message has line and byte), LimitError (256 MiB of text, 1,000,000 objects, 2 GiB of memory for rows and
        objects). Single objects are REFUSED with the errors of the calls above, with InvalidError if they are no
        JSON, and with LimitError beyond 4 MiB (NodeResourceTopology: 16 MiB) and 64 nested arrays and objects.
        """
        return koord.AddedObjects._of(_koord.cluster_add_objects(self._handle, document(json, "json")))

    def remove_resource_slice(self, name: Text) -> None:
        """Removes a ResourceSlice that Cluster.add_objects added.

        Raises InvalidError, NotFoundError.
        """
        _koord.cluster_remove_resource_slice(self._handle, name)

    def remove_resource_claim(self, name: Text) -> None:
        """Removes a ResourceClaim that Cluster.add_objects added; its devices are free. name is "NAMESPACE/NAME".

        Raises InvalidError, NotFoundError.
        """
        _koord.cluster_remove_resource_claim(self._handle, name)

    def claimed_devices(self, name: Text) -> str:
        """Returns the devices of a node that ResourceClaims hold, as the value of the annotation
        node.koordinator.sh/claimed-devices (docs/reference/objects.md):
        [{"podUID":"","containerName":"","resourceName":"","deviceIDs":[]}], "[]" if they hold none. podUID is
        "resourceclaim:UID" of the claim, the uid of the pod whose extended resources the claim serves, or
        "resourceclaims" if the node has more claims than are counted. deviceIDs are the ids of the Device object;
        "*" is any device of the resource, because the claim's one is not identified. Entries of the Device
        object's own annotation come first. name is the node's.

        Raises InvalidError, NotFoundError (the node has no Device object).
        """
        return _koord.cluster_get_claimed_devices(self._handle, name)

    def preempt(
        self,
        pod: koord.Pod,
        query: koord.Query | None = None,
        *,
        least_important: bool = False,
        budget: int = 0,
    ) -> koord.Preemption:
        """Finds on every node the pods to evict so that pod fits. Only pods with a lower priority (spec.priority) can
        be victims, unless query protects them with Protection.KEEP. Pods that the query adds (nominated pods) are
        never victims, and get the room that victims leave first. Changes nothing.

        Raises InvalidError, LimitError.
        """
        return koord.Preemption._of(_koord.cluster_preempt(self._handle, handle_of(pod, koord.Pod),
            packed("koord_preempt_options", {"flags": (PreemptFlags.LEAST_IMPORTANT if least_important else 0),
            "budget": budget}), maybe_handle(query, koord.Query)))

    def plan_preemption(self, preemption: koord.Preemption, row: int) -> PlannedPreemption | PlannedPreemptionRefused:
        """Makes the plan of a row: its victims are released, then the pod is placed and gets its CPUs and NUMA
        amounts. refusal (never None) says why, if Reserve would refuse what the verdict promised.

        Raises InvalidError (a pod without uid, a row with a reason, another cluster), StaleError (the node changed
        since), LimitError.
        """
        out_refusal, out_out = _koord.cluster_plan_preemption(self._handle, handle_of(preemption, koord.Preemption),
            row)
        refusal = refusal_of(unpacked(Refusal, out_refusal))
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
        """Plans other CPUs for those pods of a node that own CPUs. Nothing changes until the plan is committed. No
        pod's policies are met less well than before, and the node never gets worse by Fragmentation. The same
        input gives the same plan. The budget bounds the time; no clock is used.

        query: Pods protected by Protection.KEEP do not move.

        Raises InvalidError, NotFoundError (the node), LimitError.
        """
        out_out, out_info = _koord.cluster_plan_rebind(self._handle, named(node, self.node_id),
            packed("koord_rebind_options", {"flags": (RebindFlags.NO_NEW_CROSSING if no_new_crossing else 0),
            "max_moved": max_moved, "budget": budget}), maybe_handle(query, koord.Query))
        refusal = refusal_of(unpacked(RebindInfo, out_info).refusal)
        return PlannedRebind(koord.Plan._of(out_out), None, unpacked(RebindInfo,
            out_info)) if refusal is None else PlannedRebindRefused(None, refusal, unpacked(RebindInfo, out_info))

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
        """Plans how a pod that a node refuses fits after some of the node's pods have moved. The steps of the plan
        are those moves, as few as were found, and last StepKind.PLACE of the pod. options, query as for
        Cluster.plan_rebind.

        pod: must have a uid and no allocation yet.

        Raises InvalidError, NotFoundError (the node), ConflictError (as for Cluster.plan_gang), LimitError.
        """
        out_out, out_info = _koord.cluster_plan_rebind_for(self._handle, handle_of(pod, koord.Pod), named(node,
            self.node_id), packed("koord_rebind_options",
            {"flags": (RebindFlags.NO_NEW_CROSSING if no_new_crossing else 0), "max_moved": max_moved,
            "budget": budget}), maybe_handle(query, koord.Query))
        refusal = refusal_of(unpacked(RebindInfo, out_info).refusal)
        return PlannedRebindFor(koord.Plan._of(out_out), None, unpacked(RebindInfo,
            out_info)) if refusal is None else PlannedRebindForRefused(None, refusal, unpacked(RebindInfo, out_info))

    def set_reservation(self, uid: Text, policy: ReservationPolicy | str) -> None:
        """Turns a pod that was reserved or set into a reservation, which no longer counts as a pod of its node. An
        existing reservation gets the policy. Cluster.pod_status returns what is left of a reservation.

        Raises InvalidError, NotFoundError (it has no allocation), ConflictError (it takes from a reservation
        itself), LimitError.
        """
        _koord.cluster_set_reservation(self._handle, uid, number(ReservationPolicy, policy))

    def reserve_from(self, pod: koord.Pod, query: koord.Query | None = None) -> ReservedFrom | ReservedFromRefused:
        """Same as Cluster.reserve for an owner, on the node of the one reservation that query names
        (Query.use_reservation). Reason.RESERVATION_SHORT: under RESTRICTED too little is left. The query's
        affinity must be 0.

        Raises as Cluster.reserve, NotFoundError (no such reservation), ConflictError (the pod is on the node
        already, without the reservation).
        """
        out_cpus, out_refusal = _koord.cluster_reserve_from(self._handle, handle_of(pod, koord.Pod),
            maybe_handle(query, koord.Query))
        refusal = refusal_of(unpacked(Refusal, out_refusal))
        return ReservedFrom(CpuSet._from_words(out_cpus),
            None) if refusal is None else ReservedFromRefused(CpuSet._from_words(out_cpus), refusal)

    def attach_owner(self, uid: Text, reservation: Text) -> None:
        """After a restart: records that a pod took its allocation from a reservation on the same node. Both must have
        been set before, the reservation with everything that it reserved. Repeating the call has no effect.

        Raises InvalidError, NotFoundError, ConflictError (another node or another reservation), LimitError.
        """
        _koord.cluster_attach_owner(self._handle, uid, reservation)


class NodeNames(Shared[_koord.NodeNames]):
    """The names of a cluster's nodes at one moment. Immutable, usable from any thread."""

    __slots__ = ()
    _shown = ("rows",)

    @property
    def rows(self) -> Rows[NodeName]:
        """Returns a row for each node, by number."""
        out_rows, out_texts = _koord.node_names_get_rows(self._handle)
        return Rows(NodeName, out_rows, out_texts)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[NodeName]:
        return iter(self.rows)

    def __getitem__(self, index: int) -> NodeName:
        return self.rows[index]


class Query(Noted[_koord.Query]):
    """The conditions of a call: flags, nodes and hypothetical changes. It is an argument of a call, not a state of
    the cluster: create it once, use it for many calls, and change it in between. A call refuses a query that names
    pods, nodes or reservations which the call does not read (InvalidError). Flags, the generation and the affinity
    have no effect on calls that do not read them: one query may serve Filter, Score and Reserve."""

    __slots__ = ("_cluster",)
    _shown = ()

    def __init__(
        self,
        *,
        cluster: koord.Cluster | None = None,
        skip_fit: bool = False,
        may_move: bool = False,
        generation: int | None = None,
        affinity: int | None = None,
    ) -> None:
        """Creates a query without conditions; it has the same meaning as None.

        Setters take the names of the nodes of cluster, too, and look them up at once.
        """
        self._begin(_koord.query_new())
        if cluster is not None:
            cluster._must_be_open()
        self._cluster = cluster
        if skip_fit or may_move:
            self.set_flags(skip_fit=skip_fit, may_move=may_move)
        if generation is not None:
            self.set_generation(generation)
        if affinity is not None:
            self.set_affinity(affinity)

    def clone(self) -> koord.Query:
        """Returns a query, for a host that clones its own state."""
        made = self._again(_koord.query_clone(self._handle))
        made._cluster = self._cluster
        return made

    def reset(self) -> Self:
        """Restores the state of a new query."""
        _koord.query_reset(self._handle)
        self._forget()
        return self

    def set_flags(self, *, skip_fit: bool = False, may_move: bool = False) -> Self:
        """Sets the flags."""
        _koord.query_set_flags(self._handle, (QueryFlags.SKIP_FIT if skip_fit else 0)
            | (QueryFlags.MAY_MOVE if may_move else 0))
        self._note("set_flags", *(name for name, on in (("skip_fit", skip_fit), ("may_move", may_move),) if on))
        return self

    def set_nodes(self, first: int, count: int) -> Self:
        """Cluster.evaluate: judges the nodes from number first on, at most count numbers. Default: all nodes. Other
        calls refuse a query that limits them."""
        _koord.query_set_nodes(self._handle, first, count)
        self._note("set_nodes", first, count)
        return self

    def set_generation(self, generation: int) -> Self:
        """Cluster.reserve, Cluster.reserve_from: the generation of the verdict that the caller relies on; 0: accept
        the node as it is now."""
        _koord.query_set_generation(self._handle, generation)
        self._note("set_generation", generation)
        return self

    def set_affinity(self, affinity: int) -> Self:
        """Cluster.reserve: the NUMA nodes that the host's own topology manager chose; bit i is row i of
        NumaHints.nodes. 0: the node's NUMA policy chooses."""
        _koord.query_set_affinity(self._handle, affinity)
        self._note("set_affinity", affinity)
        return self

    def remove_pod(self, uid: Text) -> Self:
        """Evaluates as if the pod with this uid were removed; an unknown pod has no effect.

        Raises InvalidError, LimitError (65536 pods).
        """
        _koord.query_remove_pod(self._handle, uid)
        self._note("remove_pod", uid)
        return self

    def add_pod(self, pod: koord.Pod, node: int | str) -> Self:
        """Evaluates as if the pod were on this node, where Reserve would place it. A pod that does not fit counts
        with its amounts of the whole node only, without CPUs, NUMA nodes or devices. If there are several, higher
        priorities come first, equal ones in the order of the calls. Existing allocations of the pod are kept;
        remove the pod first.

        Raises InvalidError, LimitError.
        """
        _koord.query_add_pod(self._handle, handle_of(pod, koord.Pod), self._node_id(node))
        self._note("add_pod", pod, node)
        return self

    def protect_pod(self, uid: Text, protection: Protection | str) -> Self:
        """Protects a pod from eviction and moves. The last call per pod wins; an unknown pod has no effect.

        Raises InvalidError, LimitError.
        """
        _koord.query_protect_pod(self._handle, uid, number(Protection, protection))
        self._note("protect_pod", uid, protection)
        return self

    def exclude_pod_node(self, uid: Text, node: int | str) -> Self:
        """Cluster.plan_gang and Cluster.capacity: this member of the gang, or this displaced pod, is not placed on
        this node. An unknown node has no effect. Other calls refuse such a query.

        Raises InvalidError, LimitError (2^24 pairs of pod and node).
        """
        _koord.query_exclude_pod_node(self._handle, uid, self._node_id(node))
        self._note("exclude_pod_node", uid, node)
        return self

    def drain_node(self, node: int | str) -> Self:
        """Evaluates as if the node were drained: it takes no pods, and its pods go to other nodes. An unknown node
        has no effect. Only Cluster.capacity accepts a query with drained or restarted nodes; other calls raise
        InvalidError.

        Raises InvalidError, LimitError (65536 restarts).
        """
        _koord.query_drain_node(self._handle, self._node_id(node))
        self._note("drain_node", node)
        return self

    def disable_smt(self, node: int | str) -> Self:
        """Evaluates as if the node restarted with one thread per core; its amounts shrink by the CPUs that it loses.
        Its pods return by priority, descending, then uid, each placed as Reserve would place it; those that no
        longer fit go to other nodes. Otherwise as Query.drain_node."""
        _koord.query_disable_smt(self._handle, self._node_id(node))
        self._note("disable_smt", node)
        return self

    def isolate_cpus(self, node: int | str, words: CpuSetLike) -> Self:
        """Same as Query.disable_smt, but the node restarts with these CPUs isolated (isolcpus): no pod can use them.
        Several restarts of one node count as one."""
        _koord.query_isolate_cpus(self._handle, self._node_id(node), words_of(words))
        self._note("isolate_cpus", node, words)
        return self

    def exclude_node(self, node: int | str) -> Self:
        """Cluster.plan_gang and Cluster.capacity: no pod of the gang, or no displaced pod, is placed on this node;
        pods that are there stay. An unknown node has no effect. Other calls refuse such a query.

        Raises InvalidError, LimitError (65536 nodes).
        """
        _koord.query_exclude_node(self._handle, self._node_id(node))
        self._note("exclude_node", node)
        return self

    def use_reservation(self, reservation: Text) -> Self:
        """Lets the pod of the call take from this reservation, on the reservation's node. If there are several on one
        node, the first is used; an unknown reservation has no effect. Cluster.evaluate, Cluster.judge and
        Cluster.reserve_from read it; other calls refuse the query.

        Raises InvalidError, LimitError.
        """
        _koord.query_use_reservation(self._handle, reservation)
        self._note("use_reservation", reservation)
        return self

    def _node_id(self, node: int | str) -> int:
        if not isinstance(node, str):
            return node
        if self._cluster is None:
            raise TypeError(f"node: {node!r} is a name, which only Query(cluster=...) finds")
        return self._cluster.node_id(node)


class AdjustmentRequest(Noted[_koord.AdjustmentRequest]):
    """The container of a pod, and the stage, that a runtime asks about."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        stage: HookStage | str,
        *,
        resource_status: Text | None = None,
        sysfs_root: Text | None = None,
    ) -> None:
        """Creates a request for a stage; it names no pod yet.

        Raises InvalidError (an unknown stage).
        """
        self._begin(_koord.adjustment_request_new(number(HookStage, stage)))
        if resource_status is not None:
            self.set_resource_status(resource_status)
        if sysfs_root is not None:
            self.set_sysfs_root(sysfs_root)

    def set_container(self, uid: Text, container: Text = "") -> Self:
        """Sets the pod by uid and the container by name; container "": the pod's sandbox."""
        _koord.adjustment_request_set_container(self._handle, uid, container)
        self._note("set_container", uid, container)
        return self

    def set_resource_status(self, resource_status: Text = "") -> Self:
        """Sets the value of the pod's annotation resource-status as the caller knows it; "": not known. Its CPUs must
        be those that the state gives to the pod.

        Raises InvalidError (names the field), LimitError.
        """
        _koord.adjustment_request_set_resource_status(self._handle, resource_status)
        self._note("set_resource_status", resource_status)
        return self

    def set_sysfs_root(self, sysfs_root: Text = "") -> Self:
        """Sets the directory that contains sys/, where the device nodes of RDMA devices are looked up; "": device
        nodes are not looked up."""
        _koord.adjustment_request_set_sysfs_root(self._handle, sysfs_root)
        self._note("set_sysfs_root", sysfs_root)
        return self


class Adjustment(Shared[_koord.Adjustment]):
    """The changes to a container. Immutable."""

    __slots__ = ()
    _shown = ("info",)

    def __init__(self, state: koord.AgentState, request: koord.AdjustmentRequest) -> None:
        """Computes the changes to a container of a pod at a stage. Pure, except for the lookups that
        AdjustmentRequest.set_sysfs_root enables. A pod that claims what is not its own is not an error:
        AdjustmentInfo.refusal says so, and the adjustment holds what the pod gets instead, if anything. The same
        applies if one of its devices has no name that a runtime knows (Reason.DEVICE_UNNAMED): the pod gets
        everything except devices.

        Raises InvalidError, LimitError.
        """
        self._begin(_koord.adjustment_new(handle_of(state, koord.AgentState), handle_of(request,
            koord.AdjustmentRequest)))

    @property
    def info(self) -> AdjustmentInfo:
        """Returns the summary."""
        return unpacked(AdjustmentInfo, _koord.adjustment_get_info(self._handle))

    @property
    def cpus(self) -> CpuSet:
        """Returns the CPUs; empty if they do not change."""
        return CpuSet._from_words(_koord.adjustment_get_cpus(self._handle))

    @property
    def numa_nodes(self) -> CpuSet:
        """Returns the NUMA nodes, as a set of their numbers."""
        return CpuSet._from_words(_koord.adjustment_get_numa_nodes(self._handle))

    @property
    def env(self) -> list[str]:
        """"NAME=value"; replaces a variable with the same name."""
        return [_koord.adjustment_get_text(self._handle, AdjustmentList.ENV, item) for item in range(self.info.env)]

    @property
    def cdi_devices(self) -> list[str]:
        """"nvidia.com/gpu=GPU-..."."""
        return [_koord.adjustment_get_text(self._handle, AdjustmentList.CDI_DEVICES, item) for item in range(self.info.cdi_devices)]

    @property
    def device_nodes(self) -> list[str]:
        """"/dev/infiniband/uverbs0"."""
        return [_koord.adjustment_get_text(self._handle, AdjustmentList.DEVICE_NODES, item) for item in range(self.info.device_nodes)]

    def to_json(self) -> str:
        """Returns the adjustment as JSON, with the names of the OCI runtime specification (docs/operate/hooks.md)."""
        return _koord.adjustment_to_json(self._handle)


class Hook(Noted[_koord.Hook]):
    """A createRuntime hook of OCI runtimes: its paths, and what it does if it cannot serve a container."""

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
        """Creates a hook with default paths."""
        self._begin(_koord.hook_new(packed("koord_hook_options", {"without_state": number(HookChoice, without_state),
            "refused": number(HookChoice, refused)})))
        if state_file is not None:
            self.set_state_file(state_file)
        if cgroup_root is not None:
            self.set_cgroup_root(cgroup_root)
        if proc_root is not None:
            self.set_proc_root(proc_root)

    def set_state_file(self, state_file: Text = "") -> Self:
        """Sets the path of node-state.json; the file must be trusted by the rules of AgentState.load. "", the
        default: "/run/koord/node-state.json"."""
        _koord.hook_set_state_file(self._handle, state_file)
        self._note("set_state_file", state_file)
        return self

    def set_cgroup_root(self, cgroup_root: Text = "") -> Self:
        """Sets where control groups are mounted. "", the default: "/sys/fs/cgroup"."""
        _koord.hook_set_cgroup_root(self._handle, cgroup_root)
        self._note("set_cgroup_root", cgroup_root)
        return self

    def set_proc_root(self, proc_root: Text = "") -> Self:
        """Sets where proc is mounted. "", the default: "/proc"."""
        _koord.hook_set_proc_root(self._handle, proc_root)
        self._note("set_proc_root", proc_root)
        return self

    def run(self, oci_state: Document) -> HookResult:
        """Runs the hook for a container that is about to start: reads node-state.json, finds the control groups of
        the container's process, checks that they belong to its pod, and writes CPUs, NUMA nodes and quota, or
        changes nothing.

        oci_state: the container state that the runtime passes on standard input.

        Raises InvalidError (oci_state: names the field), KoordPermissionError (a file is not trusted, or this
        process may not read it), CorruptError, LimitError (node-state.json; see AgentState.from_json), StaleError
        (node-state.json is of another boot), KoordIOError (a control group rejected its value: rolled back unless
        the message says otherwise), NotFoundError (no control groups, or none of this container; no such process),
        ConflictError.
        """
        return unpacked(HookResult, _koord.hook_run(self._handle, document(oci_state, "oci_state")))


class Kubelet(Handle[_koord.Kubelet]):
    """A node as its kubelet sees it: a simulation of kubelet's admission, without a kubelet. Pods arrive and leave;
    static CPU policy, memory manager, device manager and topology manager decide as in the kubelet of the setup's
    version (docs/reference/kubelet.md). Calls that only read it may run at the same time."""

    __slots__ = ()
    _shown = ()

    def __init__(self, topology: koord.Topology, setup: koord.KubeletSetup | None = None) -> None:
        """Creates a kubelet on this machine that starts with the configuration and state files of setup (None:
        kubelet's defaults, no files). The memory manager needs a topology with memory; the topology manager's
        option prefer-closest-numa-nodes needs one with distances. The topology may be closed then. If kubelet
        would not start, the message has kubelet's words.

        Raises InvalidError (the configuration; a state that cannot be read or is of another policy), ConflictError
        (a state that does not match machine or configuration), CorruptError (the checksum of a state is wrong),
        UnsupportedError (memory policy BestEffort), LimitError (a state: KubeletSetup.set_cpu_state; more than 16
        NUMA nodes for a memory or topology manager).
        """
        self._begin(_koord.kubelet_new(handle_of(topology, koord.Topology), maybe_handle(setup, koord.KubeletSetup)))

    def clone(self) -> koord.Kubelet:
        """Returns a kubelet with its state, for what-if questions; the two are then independent. Allocations of pods
        are shared until they change: a copy costs 16 bytes for each."""
        return koord.Kubelet._of(_koord.kubelet_clone(self._handle))

    def admit(
        self,
        pod: koord.Pod,
        admission: koord.Admission | None = None,
        *,
        leave_refused: bool = False,
    ) -> Admitted | AdmittedRefused:
        """Admits a pod as kubelet does: its containers get CPUs, memory and devices of plugins, or the pod is refused
        with kubelet's reason (Reason.label) and message (Kubelet.format_refusal). The pod needs a uid. A known pod
        keeps its allocations if it is admitted, and loses them if it is refused.

        admission: is filled with what the containers got.

        Raises InvalidError (a pod without uid, two containers with one name, unknown flags), LimitError (1,024
        containers, 2^20 devices, amounts whose sum is too large).
        """
        admission = koord.Admission() if admission is None else admission
        out_refusal = _koord.kubelet_admit(self._handle, handle_of(pod, koord.Pod),
            (AdmitFlags.LEAVE_REFUSED if leave_refused else 0), handle_of(admission, koord.Admission))
        refusal = refusal_of(unpacked(Refusal, out_refusal))
        return Admitted(admission, None) if refusal is None else AdmittedRefused(admission, refusal)

    def judge(self, pod: koord.Pod, admission: koord.Admission | None = None) -> KubeletJudged | KubeletJudgedRefused:
        """Returns what Kubelet.admit would answer, without changing the kubelet; the pod needs no uid. Parameters and
        errors are as for Kubelet.admit."""
        admission = koord.Admission() if admission is None else admission
        out_refusal = _koord.kubelet_judge(self._handle, handle_of(pod, koord.Pod), handle_of(admission,
            koord.Admission))
        refusal = refusal_of(unpacked(Refusal, out_refusal))
        return KubeletJudged(admission, None) if refusal is None else KubeletJudgedRefused(admission, refusal)

    def format_refusal(self, refusal: Refusal) -> str:
        """Returns the sentence of str() with the names of this kubelet's resources."""
        return _koord.kubelet_format_refusal(self._handle, pack(Refusal, (refusal,)))

    def remove_pod(self, uid: Text) -> int:
        """Removes the pod with this uid and frees its allocations. Returns 1 if it had any, else 0: pods without
        allocations are not recorded, so an unknown pod is not an error. Allocations left by a refused pod are
        released with any uid."""
        return _koord.kubelet_remove_pod(self._handle, uid)

    def memory(self, pod: koord.Pod) -> Rows[MemoryBlock]:
        """Returns the memory of a pod, by container, then kind by name ("hugepages-1Gi" before "memory"). An unknown
        pod has none."""
        return Rows(MemoryBlock, _koord.kubelet_get_memory(self._handle, handle_of(pod, koord.Pod)))

    def cpus(self, which: KubeletCpuset | str) -> CpuSet:
        """Returns one set."""
        return CpuSet._from_words(_koord.kubelet_get_cpus(self._handle, number(KubeletCpuset, which)))

    @property
    def cpu_state(self) -> str:
        """Returns the file cpu_manager_state (version 2, from kubelet 1.37 on version 4), or memory_manager_state
        (version 1, then version 3), of this kubelet, byte for byte."""
        return _koord.kubelet_get_cpu_state(self._handle)

    @property
    def memory_state(self) -> str:
        """Same as Kubelet.cpu_state."""
        return _koord.kubelet_get_memory_state(self._handle)

    @property
    def device_state(self) -> str:
        """Returns the file kubelet_internal_checkpoint of this kubelet: healthy devices by resource, and what
        containers have, by pod, container and resource. Kubelet writes both in any order. What a plugin answered
        is written as KubeletSetup.set_device_state read it, and empty for devices that were allocated since."""
        return _koord.kubelet_get_device_state(self._handle)


class Admission(Handle[_koord.Admission]):
    """The allocations of one pod, by container; Kubelet.admit and Kubelet.judge write it. One handle serves any
    number of calls, and allocates only for a pod larger than all before. A new handle has no containers."""

    __slots__ = ()
    _shown = ("containers", "devices",)

    def __init__(self) -> None:
        """Creates an admission without containers."""
        self._begin(_koord.admission_new())

    @property
    def containers(self) -> Rows[KubeletContainer]:
        """Returns a row for each container of the pod, init containers first; empty if the pod was refused."""
        return Rows(KubeletContainer, _koord.admission_get_containers(self._handle))

    def cpus(self, container: int) -> CpuSet:
        """Returns the exclusive CPUs of a container: none if it shares CPUs or the pod was refused. container is a
        row of Admission.containers.

        Raises InvalidError (no such container).
        """
        return CpuSet._from_words(_koord.admission_get_cpus(self._handle, container))

    @property
    def devices(self) -> Rows[PluginDevice]:
        """Returns the devices of a pod's containers, by container, then by number; none if the pod was refused.
        Devices of an init container that a later one has, too, are listed for both."""
        return Rows(PluginDevice, _koord.admission_get_devices(self._handle))


class Plan(Shared[_koord.Plan]):
    """Steps in their order, and the state of the nodes for which they were decided. Immutable. A plan for a node from
    which a query removed pods can only be read: committing it raises StaleError."""

    __slots__ = ()
    _shown = ("steps",)

    @property
    def steps(self) -> Rows[PlanStep]:
        """Returns the steps of a plan."""
        out_rows, out_texts = _koord.plan_get_steps(self._handle)
        return Rows(PlanStep, out_rows, out_texts)

    def step_cpus(self, step: int) -> CpuSet:
        """Returns the CPUs that a step's pod owns after the step; empty: it shares CPUs or was released."""
        return CpuSet._from_words(_koord.plan_get_step_cpus(self._handle, step))

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[PlanStep]:
        return iter(self.steps)

    def __getitem__(self, index: int) -> PlanStep:
        return self.steps[index]


class Capacity(Shared[_koord.Capacity]):
    """Numbers of further pods that every node takes. Immutable."""

    __slots__ = ()
    _shown = ("info",)

    @property
    def info(self) -> CapacityInfo:
        """Returns the sums."""
        return unpacked(CapacityInfo, _koord.capacity_get_info(self._handle))

    @property
    def nodes(self) -> Rows[NodeCapacity]:
        """Returns a row for every node, ascending."""
        return Rows(NodeCapacity, _koord.capacity_get_nodes(self._handle))

    @property
    def reasons(self) -> Rows[CapacityReason]:
        """Returns a row for every reason, ascending: what is stranded on the nodes with that reason. Otherwise as
        Capacity.nodes."""
        return Rows(CapacityReason, _koord.capacity_get_reasons(self._handle))


class DeviceReport(Noted[_koord.DeviceReport]):
    """The inputs of a report on devices. Calls that write reports may run at the same time."""

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
        """Creates a report from the sources in flags and from the RDMA devices of a topology; flags 0: from the
        latter alone.

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
        """With DeviceReportFlags.NVML: sets the path of the library, or a name that the loader looks up. "", the
        default: libnvidia-ml.so.1.

        Raises InvalidError (a path without its flag).
        """
        _koord.device_report_set_nvml_library(self._handle, nvml_library)
        self._note("set_nvml_library", nvml_library)
        return self

    def set_sysfs_root(self, sysfs_root: Text = "") -> Self:
        """With DeviceReportFlags.SYSFS: sets the directory that contains sys/. "", the default: "/".

        Raises InvalidError (a path without its flag).
        """
        _koord.device_report_set_sysfs_root(self._handle, sysfs_root)
        self._note("set_sysfs_root", sysfs_root)
        return self

    def set_checkpoint(self, checkpoint: Document | None = None) -> Self:
        """Sets the text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet allocated to
        pods are written to the annotation devices-checkpoints, so that they are not allocated again. "", the
        default: no such file.

        Raises InvalidError (names the field), CorruptError (the checksum is wrong), LimitError (over 16 MiB or
        2^20 values).
        """
        _koord.device_report_set_checkpoint(self._handle, document(checkpoint, "checkpoint"))
        self._note("set_checkpoint")
        return self

    def set_pods(self, pods: Document | None = None) -> Self:
        """Sets the node's pods (a Pod, a list or an array, as JSON). The annotation leaves out pods whose devices a
        scheduler allocated, and terminated pods. "", the default: no pods are known.

        Raises InvalidError (names the field), LimitError (over 128 MiB).
        """
        _koord.device_report_set_pods(self._handle, document(pods, "pods"))
        self._note("set_pods")
        return self

    def to_json(self, topology: koord.Topology, node_name: Text) -> str:
        """Returns the Device object (scheduling.koordinator.sh/v1alpha1) of a machine, ready for "kubectl apply":
        GPUs with memory, health and links, RDMA devices with virtual functions, each with its NUMA node and PCIe
        switch. docs/operate/devices-report.md lists the source of each field. The sources in the report's flags
        are read on the machine that the program runs on, so topology must be that machine's. A GPU that fails is
        reported as unhealthy, with a warning to the report's log; other GPUs are not affected.

        Raises InvalidError (node_name is no DNS-1123 subdomain), KoordIOError (the library named by a path does
        not load; the driver does not answer), UnsupportedError (driver and library do not match), CorruptError
        (the driver's answers are inconsistent: the message names GPU and field), LimitError (over 64 GPUs).
        """
        return _koord.device_report_to_json(self._handle, handle_of(topology, koord.Topology), node_name)


class DeviceBuilder(Noted[_koord.DeviceBuilder]):
    """Builds a Device object (scheduling.koordinator.sh) for callers that have it as a typed object. It has every
    field that docs/reference/objects.md lists. A cluster or an agent reads it as it reads the same object from
    JSON, with the same results and errors. One builder serves many objects in turn: DeviceBuilder.reset keeps its
    memory. Setting a value again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in an object."""

    __slots__ = ()
    _shown = ()

    def __init__(self, *, name: Text | None = None) -> None:
        """Creates the builder of an empty object."""
        self._begin(_koord.device_builder_new())
        if name is not None:
            self.set_name(name)

    def reset(self) -> Self:
        """Restores the state of a new builder."""
        _koord.device_builder_reset(self._handle)
        self._forget()
        return self

    def set_name(self, name: Text) -> Self:
        """Sets the name, which is the node's and must not be empty.

        Raises InvalidError, LimitError (over 4 MiB of texts or 2^20 of them, as in all setters).
        """
        _koord.device_builder_set_name(self._handle, name)
        self._note("set_name", name)
        return self

    def set_label(self, key: Text, value: Text) -> Self:
        """Sets a label of the object.

        Raises InvalidError, LimitError.
        """
        _koord.device_builder_set_label(self._handle, key, value)
        self._note("set_label", key, value)
        return self

    def set_annotation(self, key: Text, value: Text) -> Self:
        """Sets an annotation of the object, with its text as Kubernetes stores it. A text that cannot be interpreted
        is an error of the call that takes the builder.

        Raises InvalidError, LimitError.
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
        """Adds a device (spec.devices). Returns its index.

        Raises InvalidError (unknown flags, a number out of range), LimitError (over 4096 devices).
        """
        return _koord.device_builder_add_device(self._handle, packed("koord_device_spec",
            {"flags": (DeviceFlags.HEALTHY if healthy else 0) | (DeviceFlags.HAS_MODULE if has_module else 0)
            | (DeviceFlags.HAS_TOPOLOGY if has_topology else 0), "minor": minor, "module": module, "socket": socket,
            "numa_node": numa_node}))

    def set_device_text(self, device: int, which: DeviceText | str, text: Text) -> Self:
        """Sets one text of a device.

        Raises InvalidError (no such device), LimitError.
        """
        _koord.device_builder_set_device_text(self._handle, device, number(DeviceText, which), text)
        self._note("set_device_text", device, which, text)
        return self

    def set_device_label(self, device: int, key: Text, value: Text) -> Self:
        """Sets a label of a device.

        Raises InvalidError (no such device), LimitError.
        """
        _koord.device_builder_set_device_label(self._handle, device, key, value)
        self._note("set_device_label", device, key, value)
        return self

    def set_resource(self, device: int, name: Text, amount: int) -> Self:
        """Sets the amount that a device has of a resource, in the unit of the resource: percent, bytes. The name must
        not be empty. Names published earlier are read as the current ones (docs/reference/objects.md).

        Raises InvalidError (no such device, a negative amount), LimitError.
        """
        _koord.device_builder_set_resource(self._handle, device, name, amount)
        self._note("set_resource", device, name, amount)
        return self

    def add_vf_group(self, device: int) -> int:
        """Adds a group of virtual functions (vfGroups) to a device. Returns its index among the groups of all
        devices.

        Raises InvalidError (no such device), LimitError.
        """
        return _koord.device_builder_add_vf_group(self._handle, device)

    def set_vf_label(self, group: int, key: Text, value: Text) -> Self:
        """Sets a label of a group of virtual functions.

        Raises InvalidError (no such group), LimitError.
        """
        _koord.device_builder_set_vf_label(self._handle, group, key, value)
        self._note("set_vf_label", group, key, value)
        return self

    def add_vf(self, group: int, minor: int, bus_id: Text) -> Self:
        """Adds a virtual function to a group; minor -1: none.

        Raises InvalidError (no such group, a number out of range), LimitError (over 65536 in an object).
        """
        _koord.device_builder_add_vf(self._handle, group, minor, bus_id)
        self._note("add_vf", group, minor, bus_id)
        return self


class DraInventory(Noted[_koord.DraInventory]):
    """Devices that one node can use, from its ResourceSlices, and what is in use."""

    __slots__ = ()
    _shown = ()

    def __init__(self) -> None:
        """Allocates an inventory without devices."""
        self._begin(_koord.dra_inventory_new())

    def reset(self) -> Self:
        """Restores the state of a new inventory."""
        _koord.dra_inventory_reset(self._handle)
        self._forget()
        return self

    def add_devices(self, rows: Iterable[DraDevice]) -> Self:
        """Appends devices.

        Raises InvalidError (an unknown flag, a NUMA node or root below -1), LimitError (more than
        MAX_DRA_DEVICES).
        """
        packed_rows = pack(DraDevice, rows)
        _koord.dra_inventory_add_devices(self._handle, packed_rows)
        self._note("add_devices", rows)
        return self

    def add_taints(self, rows: Iterable[DraTaint]) -> Self:
        """Adds taints of devices, as those of DraDevice.taints. A taint that a device already has changes nothing.

        Raises InvalidError (no such device, a number out of range), LimitError.
        """
        packed_rows = pack(DraTaint, rows)
        _koord.dra_inventory_add_taints(self._handle, packed_rows)
        self._note("add_taints", rows)
        return self

    def add_attributes(self, rows: Iterable[DraAttribute]) -> Self:
        """Adds values of attributes. A value that a device already has changes nothing. Only attributes that
        constraints name are needed.

        Raises InvalidError (no such device), LimitError (too many rows, or more names than MAX_DRA_CONSTRAINTS).
        """
        packed_rows = pack(DraAttribute, rows)
        _koord.dra_inventory_add_attributes(self._handle, packed_rows)
        self._note("add_attributes", rows)
        return self

    def add_capacities(self, rows: Iterable[DraCapacity]) -> Self:
        """Adds capacities."""
        packed_rows = pack(DraCapacity, rows)
        _koord.dra_inventory_add_capacities(self._handle, packed_rows)
        self._note("add_capacities", rows)
        return self

    def add_valid_values(self, rows: Iterable[DraAmount]) -> Self:
        """Dra inventory add valid values."""
        packed_rows = pack(DraAmount, rows)
        _koord.dra_inventory_add_valid_values(self._handle, packed_rows)
        self._note("add_valid_values", rows)
        return self

    def add_counters(self, rows: Iterable[DraAmount]) -> Self:
        """Adds shared counters (KEP-4815), each with its value before any allocation. The name of a row is the number
        of the counter: counters are numbered from 0 in this order. The owner is 0.

        Raises InvalidError (another number, an amount out of range), LimitError.
        """
        packed_rows = pack(DraAmount, rows)
        _koord.dra_inventory_add_counters(self._handle, packed_rows)
        self._note("add_counters", rows)
        return self

    def add_consumed_counters(self, rows: Iterable[DraAmount]) -> Self:
        """Adds the counters that devices consume.

        Raises InvalidError (no such device or counter, a second row for the same pair, an amount out of range),
        LimitError.
        """
        packed_rows = pack(DraAmount, rows)
        _koord.dra_inventory_add_consumed_counters(self._handle, packed_rows)
        self._note("add_consumed_counters", rows)
        return self


class DraClaims(Noted[_koord.DraClaims]):
    """The claims of one pod that have no allocation yet."""

    __slots__ = ()
    _shown = ()

    def __init__(self) -> None:
        """Allocates an object without claims."""
        self._begin(_koord.dra_claims_new())

    def reset(self) -> Self:
        """Restores the state of new claims."""
        _koord.dra_claims_reset(self._handle)
        self._forget()
        return self

    def add_alternative(
        self,
        devices: CpuSetLike,
        *,
        all: bool = False,
        admin: bool = False,
        claim: int = 0,
        request: int = 0,
        tolerated: int = 0,
        count: int = 0,
    ) -> Self:
        """Appends an alternative.

        devices: bit set of the devices of the inventory that the CEL selectors of the DeviceClass and the request
        match, and that the node can use; the caller evaluates CEL. Bit b of word w is device 64 * w + b. Copied;
        bits beyond the inventory's devices count as 0.

        Raises InvalidError (a claim or request out of order, an unknown flag, a count of 0 or with ALL, a claim
        that has a constraint for all of its alternatives), LimitError (claims of more than MAX_DRA_CLAIM_REQUESTS
        requests, too many alternatives or words).
        """
        _koord.dra_claims_add_alternative(self._handle, packed("koord_dra_alternative",
            {"flags": (DraAlternativeFlags.ALL if all else 0) | (DraAlternativeFlags.ADMIN if admin else 0),
            "claim": claim, "request": request, "tolerated": tolerated, "count": count}), words_of(devices))
        self._note("add_alternative", devices, *(name for name, on in (("all", all), ("admin", admin),) if on))
        return self

    def add_amounts(self, rows: Iterable[DraAmount]) -> Self:
        """Adds capacities that alternatives request of each device (KEP-5075). An amount is rounded up to the
        device's request policy.

        Raises InvalidError (no such alternative, a second row for the same pair, an amount out of range),
        LimitError.
        """
        packed_rows = pack(DraAmount, rows)
        _koord.dra_claims_add_amounts(self._handle, packed_rows)
        self._note("add_amounts", rows)
        return self

    def set_tolerated(self, alternative: int, taints: CpuSetLike) -> Self:
        """Sets the taints that an alternative tolerates. They replace those of the alternative's row.

        taints: bit set of the numbers of taints; bits beyond MAX_DRA_TAINTS count as 0.

        Raises InvalidError (no such alternative), LimitError (too many words).
        """
        _koord.dra_claims_set_tolerated(self._handle, alternative, words_of(taints))
        self._note("set_tolerated", alternative, taints)
        return self

    def add_constraint(
        self,
        alternatives: CpuSetLike,
        *,
        kind: DraConstraintKind | str = DraConstraintKind.NONE,
        claim: int = 0,
        attribute: int = 0,
    ) -> Self:
        """Appends a constraint. Add it after the alternatives of its claim.

        alternatives: bit set of the alternatives to which it applies; empty: all of the claim, which gets no more
        alternatives then.

        Raises InvalidError (an unknown kind, a claim without alternatives, alternatives of another claim),
        LimitError.
        """
        _koord.dra_claims_add_constraint(self._handle, packed("koord_dra_constraint",
            {"kind": number(DraConstraintKind, kind), "claim": claim, "attribute": attribute}),
            words_of(alternatives))
        self._note("add_constraint", alternatives)
        return self


class DraAllocation(Handle[_koord.DraAllocation]):
    """The devices that claims get, and the memory of the search. Make it once and use it again."""

    __slots__ = ()
    _shown = ("results", "amounts",)

    def __init__(self) -> None:
        """Allocates an empty allocation."""
        self._begin(_koord.dra_allocation_new())

    def run(
        self,
        inventory: koord.DraInventory,
        claims: koord.DraClaims,
        *,
        any: bool = False,
        remedies: bool = False,
        max_steps: int = 0,
    ) -> DraInfo:
        """Allocates devices of a node to all claims of a pod, or to none. Unless the steps run out, finds an
        allocation if there is one, and of all allocations the one with the best score, in this order: earlier
        alternatives of the earlier requests; fewest NUMA nodes over all claims; fewest devices without a known
        NUMA node; fewest PCIe roots; fewest counters and shared devices that were idle before, then fewest idle
        devices of the selected kinds on the NUMA nodes used, so that large requests still fit later; lowest device
        numbers in the order of the requests. A device without a known NUMA node or PCIe root counts as one of its
        own. Devices with admin access do not count. The inventory stays unchanged. A refusal is not an error. The
        steps bound the time; no clock is used.

        Raises InvalidError (no alternatives, an unknown flag), LimitError (more than 1,024 devices for all claims,
        counted by the largest alternative of each request).
        """
        return unpacked(DraInfo, _koord.dra_allocation_run(self._handle, handle_of(inventory, koord.DraInventory),
            handle_of(claims, koord.DraClaims), packed("koord_dra_options",
            {"flags": (DraOptionsFlags.ANY if any else 0) | (DraOptionsFlags.REMEDIES if remedies else 0),
            "max_steps": max_steps})))

    @property
    def results(self) -> Rows[DraResult]:
        """Returns the devices of the last run, in the order of the requests, ascending within a request."""
        return Rows(DraResult, _koord.dra_allocation_get_results(self._handle))

    @property
    def amounts(self) -> Rows[DraAmount]:
        """Returns the capacities that the results of the last run consume of shared devices; the owner is the row of
        DraAllocation.results. They are the consumedCapacity of the claim's status."""
        return Rows(DraAmount, _koord.dra_allocation_get_amounts(self._handle))


class DraNodes(Noted[_koord.DraNodes]):
    """Inventories of many nodes, and the last answers for claims on them. Not for use by several threads at the same
    time."""

    __slots__ = ("_cluster",)
    _shown = ()

    def __init__(self, *, cluster: koord.Cluster | None = None) -> None:
        """Allocates an object without nodes.

        Setters take the names of the nodes of cluster, too, and look them up at once.
        """
        self._begin(_koord.dra_nodes_new())
        if cluster is not None:
            cluster._must_be_open()
        self._cluster = cluster

    def set(self, node: int | str, inventory: koord.DraInventory | None = None) -> Self:
        """Sets the inventory of a node. The caller numbers nodes from 0. The devices of all nodes of one object have
        the same numbers, because claims name them by number: use an object for each type of node.

        inventory: copied; None: the node has none.

        Raises InvalidError, LimitError (more than MAX_DRA_NODES).
        """
        _koord.dra_nodes_set(self._handle, self._node_id(node), maybe_handle(inventory, koord.DraInventory))
        self._note("set", node, inventory)
        return self

    def run(
        self,
        claims: koord.DraClaims,
        *,
        any: bool = False,
        remedies: bool = False,
        max_steps: int = 0,
    ) -> Rows[DraVerdict]:
        """Evaluates claims on each node, as DraAllocation.run does with the inventory of the node. Nodes with equal
        inventories are evaluated once. The answers for the last 64 combinations of claims and options are kept, or
        fewer if they take more than 64 MiB: only inventories that are new since then are evaluated. A node on
        which all claims need too many devices is UNDECIDED.

        Raises InvalidError (also for REMEDIES).
        """
        return Rows(DraVerdict, _koord.dra_nodes_run(self._handle, handle_of(claims, koord.DraClaims),
            packed("koord_dra_options", {"flags": (DraOptionsFlags.ANY if any else 0)
            | (DraOptionsFlags.REMEDIES if remedies else 0), "max_steps": max_steps})))

    def _node_id(self, node: int | str) -> int:
        if not isinstance(node, str):
            return node
        if self._cluster is None:
            raise TypeError(f"node: {node!r} is a name, which only DraNodes(cluster=...) finds")
        return self._cluster.node_id(node)


class Explanation(Shared[_koord.Explanation]):
    """The result of an explanation, at one moment. Immutable; independent of its cluster."""

    __slots__ = ()
    _shown = ("info",)

    @property
    def info(self) -> ExplanationInfo:
        """Returns the counts."""
        return unpacked(ExplanationInfo, _koord.explanation_get_info(self._handle))

    @property
    def fits(self) -> Rows[Verdict]:
        """Returns the best nodes where the pod fits, at most nearest of the options, in the order of
        Cluster.find_best."""
        return Rows(Verdict, _koord.explanation_get_fits(self._handle))

    @property
    def groups(self) -> Rows[RefusedGroup]:
        """Returns all nodes that refuse, in groups: the group with the most nodes first, then by reason."""
        return Rows(RefusedGroup, _koord.explanation_get_groups(self._handle))

    @property
    def misses(self) -> Rows[NearMiss]:
        """Returns the nodes that refuse and have the smallest shortages, nearest first; nodes where no eviction would
        help come last."""
        return Rows(NearMiss, _koord.explanation_get_misses(self._handle))

    @property
    def remedies(self) -> Rows[RemedyStep]:
        """Returns the steps of all remedies of all misses."""
        out_rows, out_texts = _koord.explanation_get_remedies(self._handle)
        return Rows(RemedyStep, out_rows, out_texts)

    def to_text(self) -> str:
        """Returns several lines of text for people, with names in place of numbers."""
        return _koord.explanation_to_text(self._handle)

    def to_json(self) -> str:
        """Returns everything as one line of JSON (docs/operate/explain.md)."""
        return _koord.explanation_to_json(self._handle)

    def __str__(self) -> str:
        return self.to_text()


class KubeletReport(Shared[_koord.KubeletReport]):
    """The findings of a check of kubelet's files. Immutable."""

    __slots__ = ()
    _shown = ("findings",)

    @property
    def findings(self) -> Rows[KubeletFinding]:
        """Returns the findings, those of cpu_manager_state first, in the order in which kubelet meets them; at most
        2,048. No findings: nothing is wrong."""
        return Rows(KubeletFinding, _koord.kubelet_report_get_findings(self._handle))

    def to_json(self) -> str:
        """Returns the report as JSON: "starts", "kubelet" (kubelet's own message if it does not start), "findings"
        [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut"."""
        return _koord.kubelet_report_to_json(self._handle)

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[KubeletFinding]:
        return iter(self.findings)

    def __getitem__(self, index: int) -> KubeletFinding:
        return self.findings[index]


class NodeBuilder(Noted[_koord.NodeBuilder]):
    """Builds a Node (v1) for callers that have it as a typed object. It has every field that
    docs/reference/objects.md lists. A cluster or an agent reads it as it reads the same node from JSON, with the
    same results and errors. One builder serves many nodes in turn: NodeBuilder.reset keeps its memory. Setting a
    value again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in a node."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        name: Text | None = None,
        architecture: Text | None = None,
        kubelet_version: Text | None = None,
        unschedulable: bool = False,
        system_cpus_shared: bool = False,
        bind_policy: BindPolicy | str = BindPolicy.DEFAULT,
        strategy: NumaStrategy | str = NumaStrategy.DEFAULT,
        numa_policy: NumaPolicy | str = NumaPolicy.UNSET,
        cpu_amplification_percent: int = 0,
    ) -> None:
        """Creates the builder of an empty node."""
        self._begin(_koord.node_builder_new())
        if name is not None:
            self.set_text(NodeText.NAME, name)
        if architecture is not None:
            self.set_text(NodeText.ARCHITECTURE, architecture)
        if kubelet_version is not None:
            self.set_text(NodeText.KUBELET_VERSION, kubelet_version)
        if unschedulable or system_cpus_shared or bind_policy or strategy or numa_policy or cpu_amplification_percent:
            self.set_spec(unschedulable=unschedulable, system_cpus_shared=system_cpus_shared,
            bind_policy=bind_policy, strategy=strategy, numa_policy=numa_policy,
            cpu_amplification_percent=cpu_amplification_percent)

    def reset(self) -> Self:
        """Restores the state of a new builder."""
        _koord.node_builder_reset(self._handle)
        self._forget()
        return self

    def set_text(self, which: NodeText | str, text: Text) -> Self:
        """Sets one text.

        Raises InvalidError, LimitError (over 4 MiB of texts or 2^20 of them, as in all setters).
        """
        _koord.node_builder_set_text(self._handle, number(NodeText, which), text)
        self._note("set_text", which, text)
        return self

    def set_label(self, key: Text, value: Text) -> Self:
        """Sets a label. A value that cannot be interpreted is an error of the call that takes the builder.

        Raises InvalidError, LimitError.
        """
        _koord.node_builder_set_label(self._handle, key, value)
        self._note("set_label", key, value)
        return self

    def set_annotation(self, key: Text, value: Text) -> Self:
        """Sets an annotation, with its text as Kubernetes stores it.

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
        """Sets all of them at once.

        Raises InvalidError (unknown numbers or flags).
        """
        _koord.node_builder_set_spec(self._handle, packed("koord_node_spec",
            {"flags": (NodeFlags.UNSCHEDULABLE if unschedulable else 0)
            | (NodeFlags.SYSTEM_CPUS_SHARED if system_cpus_shared else 0), "bind_policy": number(BindPolicy,
            bind_policy), "strategy": number(NumaStrategy, strategy), "numa_policy": number(NumaPolicy, numa_policy),
            "cpu_amplification_percent": cpu_amplification_percent}))
        self._note("set_spec", *(name for name, on in (("unschedulable", unschedulable), ("system_cpus_shared",
            system_cpus_shared),) if on))
        return self

    def set_resource(self, name: Text, allocatable: int, reserved: int) -> Self:
        """Sets the allocatable amount of a resource (status.allocatable): milli-CPU for "cpu", bytes or units for all
        others. The name must not be empty. reserved is the part of it that pods cannot use, for hosts without the
        annotation reservation, which overrides it; else 0.

        Raises InvalidError (a negative amount), LimitError.
        """
        _koord.node_builder_set_resource(self._handle, name, allocatable, reserved)
        self._note("set_resource", name, allocatable, reserved)
        return self

    def set_cpus(self, which: NodeCpuset | str, words: CpuSetLike) -> Self:
        """Sets CPUs, for hosts without the annotation that states them: the annotation overrides them."""
        _koord.node_builder_set_cpus(self._handle, number(NodeCpuset, which), words_of(words))
        self._note("set_cpus", which, words)
        return self


class NrtNode(Shared[_koord.NrtNode]):
    """A node as NodeResourceTopologyMatch sees it: its resources, and what its NUMA zones have available. Immutable,
    usable from any thread."""

    __slots__ = ()
    _shown = ()

    @classmethod
    def from_json(cls, node: Document, nrt: Document | None = None) -> Self:
        """Reads a node and its zones.

        node: the Node (v1) as JSON; only its name and status.allocatable are read. nrt: its NodeResourceTopology
        as JSON; "": there is none.

        Raises InvalidError (names object and field; documents of different nodes), LimitError (document sizes as
        in Cluster.set_node and Topology.from_nrt; more than 1024 resources).
        """
        return cls._of(_koord.nrt_node_from_json(document(node, "node"), document(nrt, "nrt")))

    def filter(self, pod: koord.Pod) -> Filtered | FilteredRefused:
        """Filters a node: whether its NUMA zones let kubelet's topology manager admit a pod (semantics: filter of
        scheduler-plugins' NodeResourceTopologyMatch; docs/reference/nrt-match.md). A node without a
        NodeResourceTopology admits every pod.

        Raises InvalidError, LimitError (more than 256 resources in the pod).
        """
        out_verdict, out_text = _koord.nrt_node_filter(self._handle, handle_of(pod, koord.Pod))
        refusal = refusal_of(unpacked(NrtVerdict, out_verdict).refusal)
        return Filtered(None, unpacked(NrtVerdict, out_verdict),
            out_text) if refusal is None else FilteredRefused(refusal, unpacked(NrtVerdict, out_verdict), out_text)

    def score(self, pod: koord.Pod, args: Document | None = None) -> int:
        """Scores how well the node suits the pod, 0..100 (semantics: the plugin's score). args is the plugin's
        NodeResourceTopologyMatchArgs as JSON ("": its defaults): scoringStrategy.type MostAllocated,
        LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource.

        Raises InvalidError (names the field; an unknown strategy), LimitError (more than 256 resources in the
        pod).
        """
        return _koord.nrt_node_score(self._handle, handle_of(pod, koord.Pod), document(args, "args"))


class NrtBuilder(Noted[_koord.NrtBuilder]):
    """Builds a NodeResourceTopology for callers that have it as a typed object. It has every field that
    docs/reference/objects.md lists. A cluster reads it as it reads the same object from JSON, with the same
    results and errors. One builder serves many objects in turn: NrtBuilder.reset keeps its memory. Texts are UTF-8
    without NUL, at most 16 MiB of them in an object."""

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
        """Creates the builder of an empty object."""
        self._begin(_koord.nrt_builder_new())
        if name is not None:
            self.set_name(name)
        if static or full_pcpus_only or distribute_cpus_across_numa or numa_policy:
            self.set_spec(static=static, full_pcpus_only=full_pcpus_only,
            distribute_cpus_across_numa=distribute_cpus_across_numa, numa_policy=numa_policy)
        if topology is not None:
            self.set_topology(topology)

    def reset(self) -> Self:
        """Restores the state of a new builder, and releases its machine."""
        _koord.nrt_builder_reset(self._handle)
        self._forget()
        return self

    def set_name(self, name: Text) -> Self:
        """Sets the name, which is the node's and must not be empty.

        Raises InvalidError, LimitError (over 16 MiB of texts or 2^20 of them, as in all setters).
        """
        _koord.nrt_builder_set_name(self._handle, name)
        self._note("set_name", name)
        return self

    def set_annotation(self, key: Text, value: Text) -> Self:
        """Sets an annotation, with its text as Kubernetes stores it. Setting it again replaces it. A text that cannot
        be interpreted is an error of the call that takes the builder.

        Raises InvalidError, LimitError.
        """
        _koord.nrt_builder_set_annotation(self._handle, key, value)
        self._note("set_annotation", key, value)
        return self

    def add_policy(self, policy: Text) -> Self:
        """Adds an item to topologyPolicies.

        Raises InvalidError, LimitError.
        """
        _koord.nrt_builder_add_policy(self._handle, policy)
        self._note("add_policy", policy)
        return self

    def add_attribute(self, name: Text, value: Text) -> Self:
        """Adds an item to attributes.

        Raises InvalidError, LimitError.
        """
        _koord.nrt_builder_add_attribute(self._handle, name, value)
        self._note("add_attribute", name, value)
        return self

    def add_zone(self, name: Text, type: Text = "") -> int:
        """Adds a zone. A type of "" is "Node". Returns its index.

        Raises InvalidError, LimitError.
        """
        return _koord.nrt_builder_add_zone(self._handle, name, type)

    def add_resource(self, zone: int, name: Text, capacity: int, allocatable: int, available: int) -> Self:
        """Adds a resource to a zone: milli-CPU for "cpu", bytes or units for all others; negative: not stated.

        Raises InvalidError (no such zone), LimitError.
        """
        _koord.nrt_builder_add_resource(self._handle, zone, name, capacity, allocatable, available)
        self._note("add_resource", zone, name, capacity, allocatable, available)
        return self

    def add_cost(self, zone: int, name: Text, value: int) -> Self:
        """Adds a cost to a zone: its distance to the zone name.

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
        """Sets all of them at once.

        Raises InvalidError (unknown numbers or flags).
        """
        _koord.nrt_builder_set_spec(self._handle, packed("koord_nrt_spec",
            {"flags": (NodeKubeletFlags.STATIC if static else 0)
            | (NodeKubeletFlags.FULL_PCPUS_ONLY if full_pcpus_only else 0)
            | (NodeKubeletFlags.DISTRIBUTE_CPUS_ACROSS_NUMA if distribute_cpus_across_numa else 0),
            "numa_policy": number(NumaPolicy, numa_policy)}))
        self._note("set_spec", *(name for name, on in (("static", static), ("full_pcpus_only", full_pcpus_only),
            ("distribute_cpus_across_numa", distribute_cpus_across_numa),) if on))
        return self

    def set_topology(self, machine: koord.Topology | None = None) -> Self:
        """Sets the machine, for hosts that have it as a topology: the annotation cpu-topology overrides it. Nodes of
        one kind may share a topology. None: its CPUs are not known."""
        _koord.nrt_builder_set_topology(self._handle, maybe_handle(machine, koord.Topology))
        self._note("set_topology", machine)
        return self

    def set_cpus(self, which: NrtCpuset | str, words: CpuSetLike) -> Self:
        """Sets CPUs, for hosts without the annotation that states them (cpu-manager-policy, pod-cpu-allocs): the
        annotation overrides them."""
        _koord.nrt_builder_set_cpus(self._handle, number(NrtCpuset, which), words_of(words))
        self._note("set_cpus", which, words)
        return self


class AddedObjects(Shared[_koord.AddedObjects]):
    """The objects of a text, and the result of each. Immutable, usable from any thread."""

    __slots__ = ()
    _shown = ("rows",)

    @property
    def rows(self) -> Rows[AddedObject]:
        """Returns a row for each object, in the order of the text."""
        out_rows, out_texts = _koord.added_objects_get_rows(self._handle)
        return Rows(AddedObject, out_rows, out_texts)

    def pod(self, row: int) -> koord.Pod | None:
        """Returns the pod of a row: of a Pod, of a workload's pod, or the pod that stands for a Reservation; None for
        other rows and for a pod that could not be read. row counts the rows from 0. Each call makes another pod
        for a row of a workload's pod.

        Raises InvalidError, NotFoundError (no such row).
        """
        out_out = _koord.added_objects_get_pod(self._handle, row)
        return None if out_out is None else koord.Pod._of(out_out)

    def pod_json(self, row: int) -> str:
        """Returns the Pod object that a workload would create, for the row of such a pod.

        Raises InvalidError, NotFoundError (no such row, or not a workload's pod).
        """
        return _koord.added_objects_get_pod_json(self._handle, row)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[AddedObject]:
        return iter(self.rows)

    def __getitem__(self, index: int) -> AddedObject:
        return self.rows[index]


class PodBuilder(Noted[_koord.PodBuilder]):
    """Builds a Pod (v1) for callers that have it as a typed object. It has every field that docs/reference/objects.md
    lists. Pod.from_builder reads it as Pod.from_json reads the same pod, with the same results and errors. One
    builder serves many pods in turn: PodBuilder.reset keeps its memory. Setting a value again replaces it. Texts
    are UTF-8 without NUL, at most 4 MiB of them in a pod."""

    __slots__ = ()
    _shown = ()

    def __init__(
        self,
        *,
        name: Text | None = None,
        namespace: Text | None = None,
        uid: Text | None = None,
        node: Text | None = None,
        terminated: bool = False,
        has_kube_qos: bool = False,
        has_pod_level: bool = False,
        tolerates_unschedulable: bool = False,
        initialized: bool = False,
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
        """Creates the builder of an empty pod."""
        self._begin(_koord.pod_builder_new())
        if name is not None:
            self.set_text(PodText.NAME, name)
        if namespace is not None:
            self.set_text(PodText.NAMESPACE, namespace)
        if uid is not None:
            self.set_text(PodText.UID, uid)
        if node is not None:
            self.set_text(PodText.NODE, node)
        if terminated or has_kube_qos or has_pod_level or tolerates_unschedulable or initialized or scheduled or kube_qos or priority or qos or priority_class or required_bind or preferred_bind or exclusive or numa_policy or numa_exclusive:
            self.set_spec(terminated=terminated, has_kube_qos=has_kube_qos, has_pod_level=has_pod_level,
            tolerates_unschedulable=tolerates_unschedulable, initialized=initialized, scheduled=scheduled,
            kube_qos=kube_qos, priority=priority, qos=qos, priority_class=priority_class,
            required_bind=required_bind, preferred_bind=preferred_bind, exclusive=exclusive, numa_policy=numa_policy,
            numa_exclusive=numa_exclusive)
        if cpus is not None:
            self.set_cpus(cpus)

    def reset(self) -> Self:
        """Restores the state of a new builder."""
        _koord.pod_builder_reset(self._handle)
        self._forget()
        return self

    def set_text(self, which: PodText | str, text: Text = "") -> Self:
        """Sets one text. The name must not be empty; a namespace of "" is "default", a node of "" is none.

        Raises InvalidError, LimitError (over 4 MiB of texts or 2^20 of them, as in all setters).
        """
        _koord.pod_builder_set_text(self._handle, number(PodText, which), text)
        self._note("set_text", which, text)
        return self

    def set_label(self, key: Text, value: Text) -> Self:
        """Sets a label.

        Raises InvalidError, LimitError.
        """
        _koord.pod_builder_set_label(self._handle, key, value)
        self._note("set_label", key, value)
        return self

    def set_annotation(self, key: Text, value: Text) -> Self:
        """Sets an annotation, with its text as Kubernetes stores it. A text that cannot be interpreted is an error of
        Pod.from_builder.

        Raises InvalidError, LimitError.
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
        tolerates_unschedulable: bool = False,
        initialized: bool = False,
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
        """Sets all of them at once.

        Raises InvalidError (unknown numbers or flags).
        """
        _koord.pod_builder_set_spec(self._handle, packed("koord_pod_spec",
            {"flags": (PodFlags.TERMINATED if terminated else 0) | (PodFlags.HAS_KUBE_QOS if has_kube_qos else 0)
            | (PodFlags.HAS_POD_LEVEL if has_pod_level else 0)
            | (PodFlags.TOLERATES_UNSCHEDULABLE if tolerates_unschedulable else 0)
            | (PodFlags.INITIALIZED if initialized else 0), "scheduled": scheduled, "kube_qos": number(KubeQos,
            kube_qos), "priority": priority, "qos": number(Qos, qos), "priority_class": number(PriorityClass,
            priority_class), "required_bind": number(BindPolicy, required_bind), "preferred_bind": number(BindPolicy,
            preferred_bind), "exclusive": number(ExclusivePolicy, exclusive), "numa_policy": number(NumaPolicy,
            numa_policy), "numa_exclusive": number(NumaExclusive, numa_exclusive)}))
        self._note("set_spec", *(name for name, on in (("terminated", terminated), ("has_kube_qos", has_kube_qos),
            ("has_pod_level", has_pod_level), ("tolerates_unschedulable", tolerates_unschedulable), ("initialized",
            initialized),) if on))
        return self

    def add_container(self, kind: ContainerKind | str, name: Text) -> int:
        """Adds a container, in the order of spec.containers. Add init containers and sidecars in the order of
        spec.initContainers, before or after the others. Returns its index in the builder.

        Raises InvalidError, LimitError (over 1024 containers).
        """
        return _koord.pod_builder_add_container(self._handle, number(ContainerKind, kind), name)

    def set_resource(self, container: int, name: Text, request: int, limit: int) -> Self:
        """Sets request and limit of one resource: milli-CPU for "cpu", bytes or units for all others; negative: not
        stated. The name must not be empty. container is an index or a ResourceScope. Requests that are not stated
        are filled in from limits.

        Raises InvalidError (no such container), LimitError.
        """
        _koord.pod_builder_set_resource(self._handle, container, name, request, limit)
        self._note("set_resource", container, name, request, limit)
        return self

    def set_quantity(self, container: int, bound: ResourceBound | str, name: Text, quantity: Text) -> Self:
        """Sets the request or limit of one resource as a Kubernetes quantity ("1500m", "1.1Gi"), for amounts that are
        no whole number of bytes or units; overrides PodBuilder.set_resource. Amounts above 2^63 - 1 count as 2^63
        - 1. container is an index or a ResourceScope.

        Raises InvalidError (no such container, not a quantity, a negative amount), LimitError.
        """
        _koord.pod_builder_set_quantity(self._handle, container, number(ResourceBound, bound), name, quantity)
        self._note("set_quantity", container, bound, name, quantity)
        return self

    def set_env(self, container: int, name: Text, value: Text) -> Self:
        """Sets an environment variable of a container whose value is written in the pod (not valueFrom). Only
        NVIDIA_VISIBLE_DEVICES is read (docs/reference/devices.md): others have no effect and need not be set.

        Raises InvalidError (no such container), LimitError.
        """
        _koord.pod_builder_set_env(self._handle, container, name, value)
        self._note("set_env", container, name, value)
        return self

    def set_cpus(self, words: CpuSetLike) -> Self:
        """Sets the CPUs allocated to the pod, for hosts without the annotation resource-status: an annotation that
        states any allocation overrides these and PodBuilder.set_numa_resource."""
        _koord.pod_builder_set_cpus(self._handle, words_of(words))
        self._note("set_cpus", words)
        return self

    def set_numa_resource(self, numa_node: int, name: Text, amount: int) -> Self:
        """Sets the amount of a resource allocated to the pod on a NUMA node.

        Raises InvalidError (no NUMA node, a negative amount), LimitError.
        """
        _koord.pod_builder_set_numa_resource(self._handle, numa_node, name, amount)
        self._note("set_numa_resource", numa_node, name, amount)
        return self


class Preemption(Shared[_koord.Preemption]):
    """The result for every node, with the victims there. Immutable."""

    __slots__ = ()
    _shown = ("nodes",)

    @property
    def nodes(self) -> Rows[NodePreemption]:
        """Returns a row for every node, the best first: nodes without victims, then in the order of kube-scheduler:
        fewest avoided, lowest highest priority, lowest sum, fewest victims; then higher score, then lower number.
        Nodes where no eviction helps come last, by number, with the reason that remains when all possible victims
        are gone."""
        return Rows(NodePreemption, _koord.preemption_get_nodes(self._handle))

    def victims(self, row: int) -> Rows[PlanStep]:
        """Returns the victims of a row, as steps that release them: by priority, descending, then uid. Otherwise as
        Plan.steps."""
        out_rows, out_texts = _koord.preemption_get_victims(self._handle, row)
        return Rows(PlanStep, out_rows, out_texts)

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[NodePreemption]:
        return iter(self.nodes)

    def __getitem__(self, index: int) -> NodePreemption:
        return self.nodes[index]


class Picture(Noted[_koord.Picture]):
    """Content of a picture besides the machine: a title, and sets of CPUs with labels. Calls of Topology.draw may use
    one picture at the same time."""

    __slots__ = ()
    _shown = ()

    def __init__(self, *, title: Text | None = None) -> None:
        """Creates a picture without title and sets: it shows the machine alone."""
        self._begin(_koord.picture_new())
        if title is not None:
            self.set_title(title)

    def set_title(self, title: Text = "") -> Self:
        """Sets the title; "": none."""
        _koord.picture_set_title(self._handle, title)
        self._note("set_title", title)
        return self

    def add_set(self, label: Text, words: CpuSetLike) -> Self:
        """Adds a set of CPUs and its owner: label is one line and may be empty. Sets are shown in the order of the
        calls; a CPU in several sets is shown as shared.

        Raises InvalidError, LimitError (more than 64 sets).
        """
        _koord.picture_add_set(self._handle, label, words_of(words))
        self._note("add_set", label, words)
        return self


def kubelet_version_parse(text: Text) -> KubeletVersion:
    """Reads a version as a node reports it in status.nodeInfo.kubeletVersion ("v1.37.2"), or without patch level, as
    the known version that answers in the same way: the oldest for older ones, the newest for newer ones.

    Raises InvalidError (no version of Kubernetes 1).
    """
    return KubeletVersion(_koord.kubelet_version_parse(text))


def agent_state_save(path: Text, json: Document) -> None:
    """Replaces node-state.json atomically: a reader finds either the old or the new file, complete. json is the
    output of Agent.to_json. An existing file keeps its mode and owner; a new file is accessible to its owner only.

    Raises those of AgentState.from_json for json; KoordPermissionError (the existing file or its directory is not
    trusted by the rules of AgentState.load, or this process may not replace it), InvalidError (path names no
    file), KoordIOError (the old file is kept, unless the message says that only the directory could not be
    synced).
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
    """Merges the hints for all resources of a pod or container into one set of NUMA nodes, and decides whether the
    policy admits it (semantics: the topology managers of kubelet 1.36 and Koordinator v1.8, and libkoord's own;
    docs/reference/numa.md). Pure; uses no heap with up to 8 NUMA nodes and 255 hints per resource, unless text is
    wanted. A pod that is not admitted is not an error. Reason.SEARCH_LIMIT: under Profile.UPSTREAM more than 10^6
    combinations of hints; under Profile.KUBELET hints with too many different intersections, only on machines with
    more than 16 NUMA nodes. Time grows with the number of hints N as N log N, and under Profile.KUBELET, if no set
    is preferred, with the number of different intersections of hints.

    Raises InvalidError (unknown policy, flag or profile; a NUMA node number that the profile does not allow; no
    distances; max_nodes), LimitError (more NUMA nodes than max_nodes).
    """
    out_out, out_text = _koord.numa_merge(packed("koord_numa_options",
        {"flags": (NumaMergeFlags.PREFER_CLOSEST if prefer_closest else 0), "profile": number(Profile, profile),
        "policy": number(NumaPolicy, policy), "exclusive": number(NumaExclusive, exclusive),
        "max_nodes": max_nodes}), handle_of(hints, koord.NumaHints))
    return NumaMergeResult(unpacked(NumaMerged, out_out), out_text)


def verdicts_normalize(rows: Any) -> None:
    """Normalises scores as the proposal does, over the nodes that passed all filters: 100 * score / highest score,
    rounded down."""
    _koord.verdicts_normalize(writable(Verdict, rows))


def device_node_resources(device: Document, *, shared: bool = False) -> str:
    """Returns the resources and labels of a node by its Device object, {"resources":{...},"labels":{...}}: sums over
    healthy devices as quantities by name, and the labels about its GPUs. device is the object as JSON.

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
    downgrade: bool = False,
) -> koord.KubeletReport:
    """Finds every fault that keeps kubelet from starting, and every fault that kubelet accepts. For
    memory_manager_state only kubelet's own errors are reported. flags: RepairFlags.ONLY_PRESENT.

    Raises InvalidError (arguments and configuration only; faults of the state files are findings),
    UnsupportedError and LimitError as for Kubelet.new.
    """
    return koord.KubeletReport._of(_koord.kubelet_check(handle_of(topology, koord.Topology), maybe_handle(setup,
        koord.KubeletSetup), (RepairFlags.ONLY_PRESENT if only_present else 0)
        | (RepairFlags.MIGRATE if migrate else 0) | (RepairFlags.KEEP_SHRUNK if keep_shrunk else 0)
        | (RepairFlags.START_OVER if start_over else 0) | (RepairFlags.DOWNGRADE if downgrade else 0)))


def kubelet_repair_cpus(
    topology: koord.Topology,
    setup: koord.KubeletSetup | None = None,
    *,
    only_present: bool = False,
    migrate: bool = False,
    keep_shrunk: bool = False,
    start_over: bool = False,
    downgrade: bool = False,
) -> KubeletRepairCpusResult:
    """Returns the text of cpu_manager_state that is closest to the given one and lets kubelet start: byte for byte
    the same if Kubelet.check finds nothing. Checksum and version are corrected. CPUs in no set join the default
    set; CPUs that containers have, and CPUs that no longer exist, leave it. Reserved CPUs are put into the right
    set. If two pods have one CPU, the one with the later uid loses it. An entry that loses CPUs is dropped unless
    flags say otherwise (kubelet allocates the container new CPUs when it starts). Correct entries are kept; no
    container gets CPUs that it did not have. report of the result is JSON: "changed", "changes" [{"action",
    "reason", "pod", "container", "cpus", "now", "message"}]. flags: REPAIR_*.

    Raises InvalidError (no cpu_manager_state is set: kubelet starts without one; the file cannot be read, with
    kubelet's message), ConflictError (another policy; a downgrade that would lose something), UnsupportedError and
    LimitError as for Kubelet.new.
    """
    out_out, out_report = _koord.kubelet_repair_cpus(handle_of(topology, koord.Topology), maybe_handle(setup,
        koord.KubeletSetup), (RepairFlags.ONLY_PRESENT if only_present else 0)
        | (RepairFlags.MIGRATE if migrate else 0) | (RepairFlags.KEEP_SHRUNK if keep_shrunk else 0)
        | (RepairFlags.START_OVER if start_over else 0) | (RepairFlags.DOWNGRADE if downgrade else 0))
    return KubeletRepairCpusResult(out_out, out_report)


def kubelet_repair_memory(
    topology: koord.Topology,
    setup: koord.KubeletSetup | None = None,
    *,
    only_present: bool = False,
    migrate: bool = False,
    keep_shrunk: bool = False,
    start_over: bool = False,
    downgrade: bool = False,
) -> KubeletRepairMemoryResult:
    """Repairs memory_manager_state in the same way: byte for byte the same if Kubelet.check finds nothing. Containers
    keep their memory on its NUMA nodes; what the file says about the machine is computed again from the machine,
    the configuration and these entries. An entry is dropped if it cannot be kept: its pod does not exist, it names
    NUMA nodes or kinds of memory that the machine does not have, it groups NUMA nodes differently from the entry
    of another pod, or it has more bytes than its NUMA nodes have left. If two pods conflict, the one with the
    later uid loses its entry. Kubelet allocates new memory to the container when it starts. flags: REPAIR_* except
    KEEP_SHRUNK. Report and errors are as for Kubelet.repair_cpus."""
    out_out, out_report = _koord.kubelet_repair_memory(handle_of(topology, koord.Topology), maybe_handle(setup,
        koord.KubeletSetup), (RepairFlags.ONLY_PRESENT if only_present else 0)
        | (RepairFlags.MIGRATE if migrate else 0) | (RepairFlags.KEEP_SHRUNK if keep_shrunk else 0)
        | (RepairFlags.START_OVER if start_over else 0) | (RepairFlags.DOWNGRADE if downgrade else 0))
    return KubeletRepairMemoryResult(out_out, out_report)


def kubelet_replace_cpus(
    topology: koord.Topology,
    pods: Iterable[koord.Pod],
    setup: koord.KubeletSetup | None = None,
) -> KubeletReplaceCpusResult:
    """Gives pods the CPUs that a scheduler allocated to them (resource-status) in place of those that kubelet chose.
    Each container to which kubelet would give exclusive CPUs gets the requested number of its pod's CPUs: those
    that it has where it may keep them, else picked as the static policy picks. Init containers use the same CPUs.
    CPUs of a pod that no container requests stay in the default set, and the report says so. Pods without
    allocated CPUs are skipped. At most 65,536 pods. report is as for Kubelet.repair_cpus. If cpu_manager_state is
    empty or not set, there is no file, as for Kubelet.new.

    Raises ConflictError (names the pod: its CPUs do not exist, are reserved, belong to another pod or are too few;
    kubelet does not start with the state, with kubelet's message), CorruptError (a checksum), InvalidError (a pod
    twice or without uid; a state that cannot be read), UnsupportedError and LimitError as for Kubelet.new.
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
    """Replaces a state file atomically: a reader finds either the old or the new file, complete, even after a power
    failure. The new file has the mode and owner of the old one, which is kept as "<path>.koord-backup" and
    replaces an older backup. proc_root is where proc is mounted ("": "/proc"): unless forced, nothing is written
    while a kubelet runs there, k3s and kubelite included. A kubelet in another PID namespace is not visible: call
    this in the host's namespace.

    Raises InvalidError (path is a link or not a regular file), ConflictError (a kubelet runs),
    KoordPermissionError, KoordIOError (the old file is kept and nothing else remains, unless the message says that
    only the directory could not be synced), LimitError (over 64 MiB).
    """
    _koord.kubelet_write_state(path, document(text, "text"), proc_root, (WriteStateFlags.FORCE if force else 0)
        | (WriteStateFlags.NO_BACKUP if no_backup else 0))


def rebind_request_from_json(json: Document) -> RebindRequestFromJsonResult:
    """Reads a RebindResource (kubernetes/crds). node of the result is the name of its node.

    Raises InvalidError (names the field), LimitError.
    """
    out_request, out_node = _koord.rebind_request_from_json(document(json, "json"))
    return RebindRequestFromJsonResult(unpacked(RebindRequest, out_request), out_node)


def rebind_status_to_json(phase: RebindPhase | str, timestamp: Text, reason: Text = "") -> str:
    """Returns a JSON merge patch for the status of a RebindResource. timestamp is the current time as in RFC 3339.
    reason has up to 1024 bytes; "" removes an earlier reason.

    Raises InvalidError, LimitError.
    """
    return _koord.rebind_status_to_json(number(RebindPhase, phase), timestamp, reason)
