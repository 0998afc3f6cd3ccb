"""The NUMA topology manager: what providers say about resources, merged into one set of NUMA nodes."""

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
    """What one provider (CPUs, memory, a device plugin) says about one resource."""

    #: The resource's name.
    name: str
    #: Its hints; where kind is HINTS.
    hints: Sequence[NumaHint] = ()
    kind: NumaHintKind = NumaHintKind.HINTS
    #: Which provider says so; does not fall from list to list.
    provider: int = 0


class NumaHints(_calls.NumaHints):
    """The NUMA nodes of one machine with their users and distances, and what providers say about the resources of a
    pod or container: what numa_merge reads. Made once, it may be filled again for many pods.

    nodes: the NUMA nodes, ascending, at most 64. distances: as Topology.distances, needed to prefer the closest.
    Methods return the object itself, so that they can be chained. They raise InvalidError and LimitError.
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
        """Replaces the NUMA nodes. They come before lists, since hints name them by row; lists that are there stay."""
        flat = array("I", [value for row in distances or () for value in row])
        _koord.numa_hints_set_nodes(self._handle, pack(NumaPlace, nodes), flat)
        return self

    def add_list(self, said: NumaHintList) -> NumaHints:  # type: ignore[override]
        """Adds a list behind those that are there."""
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
    """What a merge says. It is true where the policy admits it."""

    answer: NumaMerged
    #: Why it is not admitted, in the profile's words; "" where it is.
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
    """Merges what all resources of a pod say about NUMA nodes into one set of nodes (docs/reference/numa.md).

    prefer_closest: needs distances. A pod that is not admitted is not an error. Raises InvalidError, LimitError.
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
