"""Who runs where on a node, for the agent that sees to it."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _koord
from ._handle import Document, Handle, Shared, document, handle_of, path
from ._rows import Rows, from_dict
from ._setup import kubelet_setup
from .cpuset import CpuSet, CpuSetLike, maybe_words
from .enums import AgentAnnotation, AgentCpuset, AgentFlags, AgentText, Profile
from .objects import Node, NodeDevices
from .pod import Pod
from .records import AgentInfo, AgentPod, AgentPool, Suppression
from .topology import Topology

__all__ = ["Agent", "AgentPods", "AgentPools", "AgentState", "Suppressed", "Whereabouts", "save_agent_state"]


class AgentPools(NamedTuple):
    """Pools where sockets and NUMA nodes meet, and their CPUs row by row."""

    rows: Rows[AgentPool]
    shared: list[CpuSet]
    best_effort: list[CpuSet]


class AgentPods(NamedTuple):
    """Pods and containers of a node, and row by row the CPUs they run on and, by number, the NUMA nodes of their memory;
    empty: left as they are."""

    rows: Rows[AgentPod]
    cpus: list[CpuSet]
    numa_nodes: list[CpuSet]


class Suppressed(NamedTuple):
    """How far BE pods are to be narrowed, and the CPUs they are narrowed to."""

    suppression: Suppression
    cpus: CpuSet


class Whereabouts(NamedTuple):
    """Where a container runs: its own row, or that of its pod where it runs with that; its CPUs, and the numbers of the
    NUMA nodes of its memory."""

    row: AgentPod
    cpus: CpuSet
    numa_nodes: CpuSet


class Agent(Handle[_koord.Agent]):
    """A node as its agent knows it: machine, settings, kubelet's state and pods (docs/node.md).

    Threads may use one at the same time: calls that change it wait for each other. Documents that are wrong raise
    InvalidError, which names the field, what is too large LimitError.
    """

    __slots__ = ()

    def __init__(
        self,
        topology: Topology,
        *,
        profile: Profile = Profile.SPEC,
        ignore_kubelet: bool = False,
        be_by_numa: bool = False,
    ) -> None:
        """A node on this machine without pods, settings or kubelet.

        profile: SPEC or UPSTREAM. ignore_kubelet: CPUs that kubelet gave away or reserves count for nothing,
        and every cpuset is left to it. be_by_numa: under UPSTREAM, BE pods keep to the NUMA nodes they name.
        """
        flags = (AgentFlags.IGNORE_KUBELET if ignore_kubelet else 0) | (
            AgentFlags.BE_BY_NUMA if be_by_numa else 0
        )
        self._handle = _koord.agent_new(handle_of(topology, Topology), {"flags": flags, "profile": profile})

    def set_topology(self, topology: Topology) -> None:
        """The machine as it is now. A pod loses CPUs of its own when one of them is gone."""
        _koord.agent_set_topology(self._handle, handle_of(topology, Topology))

    def set_node(self, node: Document | Node) -> None:
        """The Node (v1), for its name, reservation and system QoS."""
        if isinstance(node, Node):
            return _koord.agent_set_node_from_builder(self._handle, node._build())
        _koord.agent_set_node(self._handle, document(node, "node"))

    def set_kubelet(self, config: Document | None = None, cpu_state: Document | None = None) -> None:
        """What its kubelet does: a KubeletConfiguration or the answer of /configz, and the text of
        cpu_manager_state. Raises CorruptError (checksum), too."""
        _koord.agent_set_kubelet(self._handle, kubelet_setup(config, cpu_state))

    def set_devices(self, device: Document | NodeDevices | None = None) -> None:
        """Its Device object, which names devices that pods have by their minors; None: there is none any more.
        InvalidError names the field."""
        if isinstance(device, NodeDevices):
            return _koord.agent_set_devices_from_builder(self._handle, device._build())
        _koord.agent_set_devices(self._handle, document(device, "device"))

    def set_pod(self, pod: Pod) -> None:
        """A pod came, or is like this now; one that has ended is gone. InvalidError: no uid."""
        _koord.agent_set_pod(self._handle, handle_of(pod, Pod))

    def set_state(self, state: AgentState) -> None:
        """What was decided for this node before, and carried out: pods keep CPUs of their own that they have by it
        against claims of others."""
        _koord.agent_set_state(self._handle, handle_of(state, AgentState))

    def remove_pod(self, uid: str) -> bool:
        """The pod is gone. Whether it was there."""
        return bool(_koord.agent_remove_pod(self._handle, uid))

    @property
    def info(self) -> AgentInfo:
        """Counts."""
        return from_dict(AgentInfo, _koord.agent_get_info(self._handle))

    @property
    def fingerprint(self) -> int:
        """64 bits that change when what nrt() writes does; the same in any process of one version of the library."""
        return _koord.agent_get_hash(self._handle)

    def cpus(self, which: AgentCpuset) -> CpuSet:
        """One set of CPUs."""
        return CpuSet._from_words(_koord.agent_get_cpus(self._handle, which))

    def pools(self) -> AgentPools:
        """A row for every socket and NUMA node that share CPUs, ascending."""
        while True:  # until rows and CPUs are of one state
            generation = self.info.generation
            rows = Rows(AgentPool, _koord.agent_get_pools(self._handle))
            shared = [self._pool_cpus(pool, AgentCpuset.SHARED) for pool in range(len(rows))]
            best_effort = [self._pool_cpus(pool, AgentCpuset.BEST_EFFORT) for pool in range(len(rows))]
            if self.info.generation == generation:
                return AgentPools(rows, shared, best_effort)

    def _pool_cpus(self, pool: int, which: AgentCpuset) -> CpuSet:
        return CpuSet._from_words(_koord.agent_get_pool_cpus(self._handle, pool, which))

    def annotation(self, which: AgentAnnotation) -> str:
        """The value of an annotation of the NodeResourceTopology, JSON."""
        return _koord.agent_to_annotation(self._handle, which)

    def to_nrt(self) -> str:
        """The NodeResourceTopology of the node. InvalidError: set_object was not called; kubelet reserves memory that
        the machine does not have."""
        return _koord.agent_to_nrt(self._handle)

    def suppress(
        self,
        *,
        node_used: int,
        pods_used: int,
        host_apps_used: int = 0,
        non_be_pods_used: int = 0,
        non_be_host_apps_used: int = 0,
        capacity: int = 0,
        reserved: int = 0,
        quota_us: int = 0,
        threshold_percent: int = 0,
        minimum_percent: int = 0,
        current: CpuSetLike | None = None,
    ) -> Suppressed:
        """How far BE pods are to be narrowed, by both policies of koordlet. Pure.

        All amounts in milli-CPU, as measured; quota_us: quota that BE has now per 100 ms, 0: none; capacity 0: the
        machine's CPUs; threshold_percent: of the capacity, that all are to keep to, 0: 65; minimum_percent: that BE
        has in any case; current: CPUs that BE pods have now, None: not known.
        """
        usage: dict[str, int] = {
            "capacity": capacity,
            "node_used": node_used,
            "pods_used": pods_used,
            "host_apps_used": host_apps_used,
            "non_be_pods_used": non_be_pods_used,
            "non_be_host_apps_used": non_be_host_apps_used,
            "reserved": reserved,
            "quota_us": quota_us,
            "threshold_percent": threshold_percent,
            "minimum_percent": minimum_percent,
        }
        cpus, suppression = _koord.agent_suppress(self._handle, usage, maybe_words(current))
        return Suppressed(from_dict(Suppression, suppression), CpuSet._from_words(cpus))

    def to_json(self, boot_id: str = "") -> str:
        """node-state.json, version 1: who runs where, for hooks and tools that start after the agent."""
        return _koord.agent_to_json(self._handle, boot_id)

    def snapshot(self) -> AgentState:
        """The same without the file, as the node is now."""
        return AgentState._of(_koord.agent_snapshot(self._handle))

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        info = self.info
        return self._repr(f"{info.pods} pods, generation {info.generation}")


class AgentState(Shared[_koord.AgentState]):
    """Who runs where. Immutable: any threads may use one at the same time."""

    __slots__ = ()

    @classmethod
    def from_json(cls, json: Document) -> AgentState:
        """Reads node-state.json. Raises InvalidError (names the field), UnsupportedError (another version),
        CorruptError (it contradicts itself), LimitError."""
        return cls._of(_koord.agent_state_from_json(document(json, "json")))

    @classmethod
    def load(cls, file: str | bytes | os.PathLike[Any]) -> AgentState:
        """Reads the file for who acts on it as root: a regular file of root or the user of this process that nobody
        else may write. Raises as read(), NotFoundError, KoordPermissionError, KoordIOError."""
        return cls._of(_koord.agent_state_load(path(file)))

    @property
    def name(self) -> str:
        """The node's name."""
        return _koord.agent_state_get_text(self._handle, AgentText.NAME)

    @property
    def boot_id(self) -> str:
        """Which boot it is about, "": not said."""
        return _koord.agent_state_get_text(self._handle, AgentText.BOOT_ID)

    @property
    def info(self) -> AgentInfo:
        """Counts, as of the node that wrote it."""
        return from_dict(AgentInfo, _koord.agent_state_get_info(self._handle))

    def cpus(self, which: AgentCpuset) -> CpuSet:
        """One set of CPUs. InvalidError: KUBELET_RESERVED, which a state does not have."""
        return CpuSet._from_words(_koord.agent_state_get_cpus(self._handle, which))

    def pods(self, since: int = 0) -> AgentPods:
        """Pods by uid, each followed by its containers that run elsewhere; those for which anything may have changed
        after a generation (0: all). A state that was read does not say when its pods changed: all count as of its own
        generation."""
        rows = Rows(AgentPod, *_koord.agent_state_get_pods(self._handle, since))
        places = [self._whereabouts(row) for row in rows]
        return AgentPods(rows, [one.cpus for one in places], [one.numa_nodes for one in places])

    def find_container(self, uid: str, container: str = "") -> Whereabouts:
        """Where a container runs; "": the pod. Raises NotFoundError: no such pod."""
        return self._whereabouts(Rows(AgentPod, *_koord.agent_state_find_container(self._handle, uid, container))[0])

    def _whereabouts(self, row: AgentPod) -> Whereabouts:
        cpus = _koord.agent_state_get_pod_cpus(self._handle, row.row)
        numa_nodes = _koord.agent_state_get_pod_numa_nodes(self._handle, row.row)
        return Whereabouts(row, CpuSet._from_words(cpus), CpuSet._from_words(numa_nodes))

    def __repr__(self) -> str:
        return self._repr("" if self.closed else f"{self.name} with {self.info.pods} pods")


def save_agent_state(file: str | bytes | os.PathLike[Any], json: str | bytes) -> None:
    """Replaces node-state.json in one step by what Agent.state_json wrote. Raises as AgentState.read for json, and
    KoordPermissionError, InvalidError (the path names no file), KoordIOError."""
    _koord.agent_state_save(path(file), json)
