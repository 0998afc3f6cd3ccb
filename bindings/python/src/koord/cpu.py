"""Picking CPUs, and NodeResourceTopologyMatch. All of it pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import _koord
from ._handle import Document, Shared, document, handle_of
from ._rows import Rows, from_dict, pack
from .cpuset import CpuSet, CpuSetLike, maybe_words, words
from .enums import (
    BindPolicy,
    ExclusivePolicy,
    KubeletOptionFlags,
    NrtLevel,
    NumaStrategy,
    PickFlags,
    Profile,
    Reason,
)
from .pod import Pod
from .records import NumaGrant, Refusal
from .topology import Topology

__all__ = ["NrtNode", "NrtVerdict", "Picked", "kubelet_pick", "pick"]


class Picked(NamedTuple):
    """What a picker gave. It is true where it granted the request."""

    #: The CPUs; empty where refused.
    cpus: CpuSet
    #: Why not; None: granted.
    refusal: Refusal | None
    #: What the NUMA nodes that the topology manager chose gave.
    grants: Sequence[NumaGrant] = ()

    def __bool__(self) -> bool:
        return self.refusal is None


def refusal_of(values: dict[str, int]) -> Refusal | None:
    return refused(from_dict(Refusal, values))


def refused(refusal: Refusal) -> Refusal | None:
    return None if refusal.reason == Reason.NONE else refusal


def pick(
    topology: Topology,
    cpus: int,
    *,
    available: CpuSetLike | None = None,
    preferred: CpuSetLike | None = None,
    core_held: CpuSetLike | None = None,
    node_held: CpuSetLike | None = None,
    ref_counts: Sequence[int] | None = None,
    max_ref_count: int = 1,
    grants: Iterable[NumaGrant] = (),
    bind_policy: BindPolicy = BindPolicy.DEFAULT,
    exclusive_policy: ExclusivePolicy = ExclusivePolicy.NONE,
    numa_strategy: NumaStrategy = NumaStrategy.MOST_ALLOCATED,
    required: bool = False,
    fewest_l3: bool = False,
    profile: Profile = Profile.SPEC,
) -> Picked:
    """Picks so many CPUs by Koordinator's policies (docs/koordinator-policies.md).

    available: CPUs that may be used; None: all. preferred: CPUs to use first (a reservation's). core_held, node_held:
    CPUs held by pods with the exclusive policy PCPULevel, NUMANodeLevel. ref_counts: holders by CPU number, read
    where max_ref_count, the pods that may share a CPU, is more than 1. grants: NUMA nodes that the topology manager
    chose, ascending; the CPUs come from these only. required: the bind policy must hold for every CPU. fewest_l3:
    fewest L3 groups, then fewest cores split.

    A request that does not fit is refused, not raised. Raises InvalidError (an unknown policy or profile, a NUMA node
    in a grant that is not there or not above the one before).
    """
    request: dict[str, int] = {
        "flags": (PickFlags.REQUIRED if required else 0) | (PickFlags.FEWEST_L3 if fewest_l3 else 0),
        "profile": profile,
        "bind_policy": bind_policy,
        "exclusive_policy": exclusive_policy,
        "numa_strategy": numa_strategy,
        "cpus": cpus,
        "max_ref_count": max_ref_count,
    }
    given = bytearray(pack(NumaGrant, grants))
    picked, refusal = _koord.cpu_pick(
        handle_of(topology, Topology),
        request,
        [
            words(topology.cpus if available is None else available),
            maybe_words(preferred),
            maybe_words(core_held),
            maybe_words(node_held),
        ],
        None if ref_counts is None else _counts(ref_counts),
        given,
    )
    return Picked(CpuSet._from_words(picked), refusal_of(refusal), Rows(NumaGrant, given)[:])


def _counts(values: Sequence[int]) -> array[int]:
    try:
        return array("H", values)
    except OverflowError as error:
        raise ValueError(f"ref_counts: {error}") from None


def kubelet_pick(
    topology: Topology,
    cpus: int,
    *,
    shared: CpuSetLike | None = None,
    reserved: CpuSetLike | None = None,
    reusable: CpuSetLike | None = None,
    affinity: int = 0,
    options: KubeletOptionFlags = KubeletOptionFlags(0),
) -> Picked:
    """What kubelet's static CPU policy gives one container (docs/kubelet.md), its SMT checks included.

    shared: the default CPU set, reserved CPUs included; None: all. reusable: CPUs of finished init containers of the
    pod. affinity: NUMA nodes of the topology manager's hint, bit i being row i of Topology.numa_nodes; 0: no preference.
    Raises InvalidError, also for options that exclude each other, and LimitError (DISTRIBUTE_NUMA with more than 64
    NUMA nodes that have free CPUs).
    """
    picked, refusal = _koord.kubelet_pick(
        handle_of(topology, Topology),
        {"options": options, "cpus": cpus, "affinity": affinity},
        [words(topology.cpus if shared is None else shared), maybe_words(reserved), maybe_words(reusable)],
    )
    return Picked(CpuSet._from_words(picked), refusal_of(refusal))


class NrtVerdict(NamedTuple):
    """Whether NUMA zones admit a pod. It is true where they do."""

    #: The reason is NONE where the pod passes.
    refusal: Refusal
    #: What of the pod could not be aligned.
    level: NrtLevel
    #: Its index among the containers, or init containers, -1: the pod.
    container: int
    #: What is missing, "" where the pod passes.
    resource: str

    def __bool__(self) -> bool:
        return self.refusal.reason == Reason.NONE


class NrtNode(Shared[_koord.NrtNode]):
    """A node as NodeResourceTopologyMatch sees it: what it has, and what its NUMA zones have left. Immutable; any threads
    may use one at the same time (docs/nrt-match.md)."""

    __slots__ = ()

    @classmethod
    def from_json(cls, node: Document, nrt: Document | None = None) -> NrtNode:
        """Reads the Node (v1) and its NodeResourceTopology, None: there is none. Raises InvalidError (names object and
        field), LimitError."""
        return cls._of(_koord.nrt_node_from_json(document(node, "node"), document(nrt, "nrt")))

    def filter(self, pod: Pod) -> NrtVerdict:
        """Whether the NUMA zones of the node let kubelet's topology manager admit a pod. A node without a
        NodeResourceTopology lets every pod pass. Raises LimitError."""
        answer, resource = _koord.nrt_node_filter(self._handle, handle_of(pod, Pod))
        return from_dict(NrtVerdict, answer)._replace(resource=resource)

    def score(self, pod: Pod, args: Document | None = None) -> int:
        """How well the node suits the pod, 0 to 100. args: NodeResourceTopologyMatchArgs. Raises InvalidError (names the
        field), LimitError."""
        return _koord.nrt_node_score(self._handle, handle_of(pod, Pod), document(args, "args"))
