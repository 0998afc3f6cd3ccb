"""Picking CPUs, merging NUMA hints, and NodeResourceTopologyMatch. All of it pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import _koord
from ._handle import Document, document, handle_of
from ._rows import Rows, from_dict, pack
from .cpuset import CpuSet, CpuSetLike, maybe_words, words
from .enums import (
    BindPolicy,
    ExclusivePolicy,
    KubeletOptionFlags,
    NumaExclusive,
    NumaHintKind,
    NumaMergedFlags,
    NumaMergeFlags,
    NumaPolicy,
    NumaStrategy,
    PickFlags,
    Profile,
    Reason,
)
from .pod import Pod
from .records import NrtVerdict, NumaGrant, NumaHint, NumaMerged, NumaPlace, Refusal
from .topology import Topology

__all__ = ["Merged", "NumaHintList", "Picked", "kubelet_pick", "nrt_filter", "nrt_score", "numa_merge", "pick"]


class Picked(NamedTuple):
    """What a picker gave. It is true where it granted the request."""

    #: The CPUs; empty where refused.
    cpus: CpuSet
    #: Why not; None: granted.
    refusal: Refusal | None
    #: What the NUMA nodes of a hint gave.
    hint: Sequence[NumaGrant] = ()

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
    hint: Iterable[NumaGrant] = (),
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
    where max_ref_count, the pods that may share a CPU, is more than 1. hint: NUMA nodes that the topology manager
    chose, ascending; the CPUs come from these only. required: the bind policy must hold for every CPU. fewest_l3:
    fewest L3 groups, then fewest cores split.

    A request that does not fit is refused, not raised. Raises InvalidError (an unknown policy or profile, a NUMA node
    in the hint that is not there or not above the one before).
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
    grants = bytearray(pack(NumaGrant, hint))
    picked, refusal = _koord.cpu_pick(
        handle_of(topology, Topology),
        request,
        words(topology.cpus if available is None else available),
        maybe_words(preferred),
        maybe_words(core_held),
        maybe_words(node_held),
        None if ref_counts is None else _counts(ref_counts),
        grants,
    )
    return Picked(CpuSet._from_words(picked), refusal_of(refusal), Rows(NumaGrant, grants)[:])


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
    affinity: Iterable[int] = (),
    options: KubeletOptionFlags = KubeletOptionFlags(0),
) -> Picked:
    """What kubelet's static CPU policy gives one container (docs/kubelet.md), its SMT checks included.

    shared: the default CPU set, reserved CPUs included; None: all. reusable: CPUs of finished init containers of the
    pod. affinity: NUMA nodes of the topology manager's hint; empty: no preference. Raises InvalidError, also for
    options that exclude each other, and LimitError (DISTRIBUTE_NUMA with more than 64 NUMA nodes that have free CPUs).
    """
    picked, refusal = _koord.kubelet_pick(
        handle_of(topology, Topology),
        {"options": options, "cpus": cpus},
        words(topology.cpus if shared is None else shared),
        maybe_words(reserved),
        maybe_words(reusable),
        list(affinity),
    )
    return Picked(CpuSet._from_words(picked), refusal_of(refusal))


class NumaHintList(NamedTuple):
    """What one provider (CPUs, memory, a device plugin) says about one resource."""

    #: The resource's name.
    name: str
    #: Its hints; where opinion is HINTS.
    hints: Sequence[NumaHint] = ()
    opinion: NumaHintKind = NumaHintKind.HINTS
    #: Which provider says so; does not fall from list to list.
    provider: int = 0


class Merged(NamedTuple):
    """What a merge says. It is true where the policy admits it."""

    answer: NumaMerged
    #: Why it is not admitted, in the profile's words; "" where it is.
    text: str

    def __bool__(self) -> bool:
        return bool(self.answer.flags & NumaMergedFlags.ADMIT)


def numa_merge(
    places: Iterable[NumaPlace],
    lists: Iterable[NumaHintList],
    *,
    policy: NumaPolicy,
    exclusive: NumaExclusive = NumaExclusive.UNSET,
    distances: Sequence[Sequence[int]] | None = None,
    prefer_closest: bool = False,
    max_nodes: int = 0,
    profile: Profile = Profile.SPEC,
) -> Merged:
    """Merges what all resources of a pod say about NUMA nodes into one set of nodes (docs/numa.md).

    places: the NUMA nodes of the machine, ascending, at most 64. distances: as Topology.distances, needed where
    prefer_closest. A pod that is not admitted is no error. Raises InvalidError, LimitError.
    """
    hints = bytearray()
    rows = bytearray()
    names = bytearray()
    count = 0
    for one in lists:
        if not isinstance(one, NumaHintList):
            raise TypeError(f"NumaHintList is wanted, not {type(one).__name__}")
        name = one.name.encode("utf-8", "surrogateescape")
        size = len(one.hints)
        rows += _numa_list(count, size, len(names), len(name), one.provider, one.opinion)
        hints += bytes(pack(NumaHint, one.hints))
        names += name
        count += size
    options: dict[str, int] = {
        "flags": NumaMergeFlags.PREFER_CLOSEST if prefer_closest else 0,
        "profile": profile,
        "policy": policy,
        "exclusive": exclusive,
        "max_nodes": max_nodes,
    }
    flat = array("I", [value for row in distances or () for value in row])
    answer, text = _koord.numa_merge(options, pack(NumaPlace, places), flat, rows, hints, bytes(names))
    return Merged(from_dict(NumaMerged, answer), text)


def _numa_list(first: int, count: int, at: int, length: int, provider: int, opinion: int) -> bytes:
    try:
        return array("I", [first, count, at, length]).tobytes() + array("i", [provider, opinion]).tobytes()
    except OverflowError as error:
        raise ValueError(f"provider or opinion: {error}") from None


def nrt_filter(pod: Pod, node: Document, nrt: Document | None = None) -> NrtVerdict:
    """Whether the NUMA zones of a node let kubelet's topology manager admit a pod (docs/nrt-match.md).

    node: the Node (v1); nrt: its NodeResourceTopology, None: there is none, and the pod passes. The refusal's reason
    is NONE where it passes. Raises InvalidError (names object and field), LimitError.
    """
    return from_dict(NrtVerdict, _koord.nrt_filter(handle_of(pod, Pod), document(node, "node"), document(nrt, "nrt")))


def nrt_score(pod: Pod, nrt: Document | None, args: Document | None = None) -> int:
    """How well the node suits the pod, 0 to 100. args: NodeResourceTopologyMatchArgs. Raises as nrt_filter."""
    return _koord.nrt_score(handle_of(pod, Pod), document(nrt, "nrt"), document(args, "args"))
