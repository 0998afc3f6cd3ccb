"""libkoord: which CPUs, NUMA memory and devices a pod gets on a Kubernetes node.

A thin binding of the C library: values, rows and documents in and out, all decisions in the library. docs/python.md is
the guide. Calls that can take time run without the GIL. A request that does not fit is an answer with a Refusal, not
an exception; calls that fail raise a KoordError.
"""

from __future__ import annotations

from . import _koord, enums, records
from ._handle import Document, Handle
from ._rows import Rows, dtype
from ._version import __version__
from .cgroup import CgroupPlan, CgroupReport, Cgroups, cgroup_path
from .cluster import Cluster, Judged, Planned, Reserved, Verdicts, Query, normalize_verdicts
from .cpu import NrtNode, NrtVerdict, Picked, kubelet_pick, pick
from .cpuset import CpuSet, CpuSetLike
from .enums import *  # noqa: F403
from .errors import (
    ConflictError,
    CorruptError,
    InternalError,
    InvalidError,
    KoordError,
    KoordIOError,
    KoordMemoryError,
    KoordPermissionError,
    LimitError,
    NoSpaceError,
    NotFoundError,
    StaleError,
    UnsupportedError,
)
from .explain import Capacity, Explanation
from .hook import Adjustment, adjust, device_node_resources, device_report, hook_run
from .kubelet import (
    Admission,
    Checked,
    Kubelet,
    PresentContainer,
    Repaired,
    kubelet_check,
    kubelet_repair,
    kubelet_repair_memory,
    kubelet_replace_cpus,
    kubelet_write_state,
)
from .numa import Merged, NumaHintList, NumaHints, numa_merge
from .agent import Agent, AgentPods, AgentPools, AgentState, Suppressed, Whereabouts, save_agent_state
from .plan import Plan, PlanOf, Preemption, RebindResource, rebind_request_from_json, rebind_status_to_json
from .objects import Container, Device, Node, NodeDevices, NodeTopology, VfGroup, Zone, ZoneResource
from .pod import Amounts, Pod
from .records import *  # noqa: F403
from .topology import Picture, Topology

#: CPU numbers are below this.
MAX_CPUS: int = _koord.MAX_CPUS

__all__ = [
    "MAX_CPUS",
    "Adjustment",
    "Admission",
    "Amounts",
    "Capacity",
    "Checked",
    "CgroupPlan",
    "CgroupReport",
    "Cgroups",
    "Cluster",
    "ConflictError",
    "Container",
    "CorruptError",
    "CpuSet",
    "CpuSetLike",
    "Device",
    "Document",
    "Explanation",
    "Handle",
    "InternalError",
    "InvalidError",
    "Judged",
    "KoordError",
    "KoordIOError",
    "KoordMemoryError",
    "KoordPermissionError",
    "Kubelet",
    "LimitError",
    "Merged",
    "NoSpaceError",
    "NrtNode",
    "NrtVerdict",
    "Agent",
    "AgentPods",
    "AgentPools",
    "AgentState",
    "Node",
    "NodeDevices",
    "NodeTopology",
    "NotFoundError",
    "NumaHintList",
    "NumaHints",
    "Picked",
    "Picture",
    "Plan",
    "PlanOf",
    "Planned",
    "Pod",
    "Preemption",
    "PresentContainer",
    "RebindResource",
    "Repaired",
    "Reserved",
    "Rows",
    "StaleError",
    "Suppressed",
    "Topology",
    "UnsupportedError",
    "Verdicts",
    "VfGroup",
    "Query",
    "Whereabouts",
    "Zone",
    "ZoneResource",
    "__version__",
    "adjust",
    "cgroup_path",
    "device_node_resources",
    "device_report",
    "dtype",
    "hook_run",
    "kubelet_check",
    "kubelet_pick",
    "kubelet_repair",
    "kubelet_repair_memory",
    "kubelet_replace_cpus",
    "kubelet_write_state",
    "normalize_verdicts",
    "numa_merge",
    "pick",
    "rebind_request_from_json",
    "rebind_status_to_json",
    "save_agent_state",
    "version",
]
__all__ += enums.__all__
__all__ += records.__all__


def version() -> tuple[int, int, int]:
    """Version of the library that is loaded."""
    number = _koord.version()
    return number >> 16, number >> 8 & 0xFF, number & 0xFF


# The functions that this package calls are all there: a module that misses one does not load. What they do may differ
# from one minor version to the next until 1.0.
if version()[0] != 0:
    raise ImportError(
        f"libkoord {_koord.version_string()} is of another major version than this package, {__version__}"
    )
