"""The NUMA topology manager: merges the hints of providers into one set of NUMA nodes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import _calls, _koord
from ._rows import pack
from .enums import NumaExclusive, NumaHintKind, NumaMergedFlags, NumaPolicy, Profile
from .records import NumaHint, NumaMerged, NumaPlace

__all__ = ["Merged", "NumaHintList", "NumaHints", "numa_merge"]


class NumaHintList(NamedTuple):
    """The hints of one provider (CPUs, memory, a device plugin) about one resource."""

    #: The resource's name.
    name: str
    #: The hints, if kind is HINTS.
    hints: Sequence[NumaHint] = ()
    kind: NumaHintKind = NumaHintKind.HINTS
    #: Number of the provider; must not decrease from list to list.
    provider: int = 0


class NumaHints(_calls.NumaHints):
    """The input of numa_merge: the NUMA nodes of one machine with their users and distances, and
    the providers' hints about the resources of a pod or container. It can be reused for many pods.

    nodes: the NUMA nodes, ascending, at most 64. distances: in the format of Topology.distances,
    needed to prefer the closest nodes. Methods return the object itself, so that calls can be
    chained. They raise InvalidError and LimitError.
    """

    __slots__ = ()

    def __init__(
        self,
        nodes: Iterable[NumaPlace] = (),
        lists: Iterable[NumaHintList] = (),
        *,
        distances: Sequence[Sequence[int]] | None = None,
    ) -> None:
        self._handle = _koord.numa_hints_new()
        self.set_nodes(nodes, distances)
        for one in lists:
            self.add_list(one)

    def set_nodes(self, nodes: Iterable[NumaPlace], distances: Sequence[Sequence[int]] | None = None) -> NumaHints:
        """Replaces the NUMA nodes. Set them before lists, because hints refer to nodes by row.
        Existing lists stay.
        """
        flat = array("I", [value for row in distances or () for value in row])
        _koord.numa_hints_set_nodes(self._handle, pack(NumaPlace, nodes), flat)
        return self

    def add_list(self, said: NumaHintList) -> NumaHints:  # type: ignore[override]
        """Appends a list."""
        if not isinstance(said, NumaHintList):
            raise TypeError(f"NumaHintList is wanted, not {type(said).__name__}")
        return super().add_list(said.name, said.hints, provider=said.provider, kind=said.kind)

    @property
    def lists(self) -> list[NumaHintList]:  # type: ignore[override]
        """The lists, in the order in which they were added."""
        return [
            NumaHintList(one.name, self.hints(row), one.kind, one.provider) for row, one in enumerate(super().lists)
        ]


class Merged(NamedTuple):
    """The result of a merge. It is true if the policy admits it."""

    answer: NumaMerged
    #: The reason for a refusal, in the profile's words; "" if it is admitted.
    text: str

    def __bool__(self) -> bool:
        return bool(self.answer.flags & NumaMergedFlags.ADMIT)


def numa_merge(
    hints: NumaHints,
    *,
    policy: NumaPolicy | str,
    exclusive: NumaExclusive | str = NumaExclusive.UNSET,
    prefer_closest: bool = False,
    max_nodes: int = 0,
    profile: Profile | str = Profile.SPEC,
) -> Merged:
    """Merges the hints of all resources of a pod into one set of NUMA nodes
    (docs/reference/numa.md).

    prefer_closest needs distances. A pod that is not admitted does not raise. Raises InvalidError,
    LimitError.
    """
    answer, text = _calls.numa_merge(
        hints,
        prefer_closest=prefer_closest,
        profile=profile,
        policy=policy,
        exclusive=exclusive,
        max_nodes=max_nodes,
    )
    return Merged(answer, text)
