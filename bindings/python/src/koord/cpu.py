"""Picks CPUs, and evaluates NodeResourceTopologyMatch. Calls change nothing."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from . import _koord
from ._calls import refusal_of
from ._handle import handle_of, number
from ._rows import Rows, pack, packed, unpacked
from .cpuset import CpuSet, CpuSetLike, maybe_words, words
from .enums import BindPolicy, ExclusivePolicy, KubeletOptionFlags, NumaStrategy, PickFlags, Profile
from .records import NumaGrant, Refusal
from .topology import Topology

__all__ = ["PickRefused", "Picked", "kubelet_pick", "pick"]


@dataclass(frozen=True)
class Picked:
    """The result of a pick that was granted. It is true."""

    cpus: CpuSet
    refusal: None
    #: Amounts taken from the NUMA nodes that the topology manager chose.
    grants: Sequence[NumaGrant] = ()

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class PickRefused:
    """The result of a pick that was refused: no CPUs. It is false."""

    cpus: CpuSet
    refusal: Refusal
    grants: Sequence[NumaGrant] = ()

    def __bool__(self) -> Literal[False]:
        return False


def _picked(words: bytes, refusal: Refusal | None, grants: Sequence[NumaGrant] = ()) -> Picked | PickRefused:
    cpus = CpuSet._from_words(words)
    return Picked(cpus, None, grants) if refusal is None else PickRefused(cpus, refusal, grants)


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
    bind_policy: BindPolicy | str = BindPolicy.DEFAULT,
    exclusive_policy: ExclusivePolicy | str = ExclusivePolicy.NONE,
    numa_strategy: NumaStrategy | str = NumaStrategy.MOST_ALLOCATED,
    required: bool = False,
    fewest_l3: bool = False,
    profile: Profile | str = Profile.SPEC,
) -> Picked | PickRefused:
    """Picks `count` CPUs by Koordinator's policies (docs/reference/koordinator-policies.md).

    available: CPUs that may be used; None for all. preferred: CPUs to use first (a reservation's).
    core_held, node_held: CPUs held by pods with the exclusive policy PCPULevel or NUMANodeLevel.
    ref_counts: holders by CPU number, read if max_ref_count, the number of pods that may share a
    CPU, is more than 1. grants: NUMA nodes that the topology manager chose, ascending; CPUs are
    only taken from these. required: the bind policy must hold for every CPU. fewest_l3: use the
    fewest L3 groups, then split the fewest cores.

    A request that does not fit is refused and does not raise. Raises InvalidError for an unknown
    policy or profile, and for grants that do not ascend or name a NUMA node that does not exist.
    """
    request: dict[str, int] = {
        "flags": (PickFlags.REQUIRED if required else 0) | (PickFlags.FEWEST_L3 if fewest_l3 else 0),
        "profile": number(Profile, profile),
        "bind_policy": number(BindPolicy, bind_policy),
        "exclusive_policy": number(ExclusivePolicy, exclusive_policy),
        "numa_strategy": number(NumaStrategy, numa_strategy),
        "cpus": cpus,
        "max_ref_count": max_ref_count,
    }
    given = bytearray(pack(NumaGrant, grants))
    picked, refusal = _koord.cpu_pick(
        handle_of(topology, Topology),
        packed("koord_cpu_request", request),
        [
            words(topology.cpus if available is None else available),
            maybe_words(preferred),
            maybe_words(core_held),
            maybe_words(node_held),
        ],
        None if ref_counts is None else _counts(ref_counts),
        given,
    )
    return _picked(picked, refusal_of(unpacked(Refusal, refusal)), Rows(NumaGrant, given)[:])


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
) -> Picked | PickRefused:
    """Picks CPUs for one container by kubelet's static CPU policy (docs/reference/kubelet.md),
    including its SMT checks.

    shared: the default CPU set, including reserved CPUs; None for all. reusable: CPUs of finished
    init containers of the pod. affinity: NUMA nodes of the topology manager's hint, where bit i is
    row i of Topology.numa_nodes; 0 for no preference. Raises InvalidError, also for options that
    exclude each other, and LimitError (DISTRIBUTE_NUMA with more than 64 NUMA nodes that have free
    CPUs).
    """
    picked, refusal = _koord.kubelet_pick(
        handle_of(topology, Topology),
        packed("koord_kubelet_request", {"options": options, "cpus": cpus, "affinity": affinity}),
        [words(topology.cpus if shared is None else shared), maybe_words(reserved), maybe_words(reusable)],
    )
    return _picked(picked, refusal_of(unpacked(Refusal, refusal)))
