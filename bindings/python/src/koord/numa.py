"""The NUMA topology manager: what providers say about resources, merged into one set of NUMA nodes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import _koord
from ._handle import Handle, handle_of
from ._rows import Rows, from_dict, pack
from .enums import NumaExclusive, NumaHintKind, NumaMergedFlags, NumaMergeFlags, NumaPolicy, Profile
from .records import NumaHint, NumaHintListInfo, NumaMerged, NumaPlace

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


class NumaHints(Handle[_koord.NumaHints]):
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

    def clone(self) -> NumaHints:
        """The same once more."""
        return NumaHints._of(_koord.numa_hints_clone(self._handle))

    def reset(self) -> NumaHints:
        """As new."""
        _koord.numa_hints_reset(self._handle)
        return self

    def set_nodes(self, nodes: Iterable[NumaPlace], distances: Sequence[Sequence[int]] | None = None) -> NumaHints:
        """Replaces the NUMA nodes. They come before lists, since hints name them by row; lists that are there stay."""
        flat = array("I", [value for row in distances or () for value in row])
        _koord.numa_hints_set_nodes(self._handle, pack(NumaPlace, nodes), flat)
        return self

    def add_list(self, said: NumaHintList) -> NumaHints:
        """Adds a list behind those that are there."""
        if not isinstance(said, NumaHintList):
            raise TypeError(f"NumaHintList is wanted, not {type(said).__name__}")
        row = {"provider": said.provider, "kind": said.kind}
        _koord.numa_hints_add_list(self._handle, row, said.name, pack(NumaHint, said.hints))
        return self

    @property
    def nodes(self) -> Rows[NumaPlace]:
        """The NUMA nodes."""
        return Rows(NumaPlace, _koord.numa_hints_get_nodes(self._handle))

    @property
    def lists(self) -> list[NumaHintList]:
        """The lists, in the order in which they were added."""
        rows, texts = _koord.numa_hints_get_lists(self._handle)
        return [
            NumaHintList(one.name, Rows(NumaHint, _koord.numa_hints_get_hints(self._handle, i)), one.kind, one.provider)
            for i, one in enumerate(Rows(NumaHintListInfo, rows, texts))
        ]

    def __repr__(self) -> str:
        return self._repr("" if self.closed else f"{len(self.nodes)} NUMA nodes, {len(self.lists)} lists")


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
    policy: NumaPolicy,
    exclusive: NumaExclusive = NumaExclusive.UNSET,
    prefer_closest: bool = False,
    max_nodes: int = 0,
    profile: Profile = Profile.SPEC,
) -> Merged:
    """Merges what all resources of a pod say about NUMA nodes into one set of nodes (docs/numa.md).

    prefer_closest: needs distances. A pod that is not admitted is no error. Raises InvalidError, LimitError.
    """
    options: dict[str, int] = {
        "flags": NumaMergeFlags.PREFER_CLOSEST if prefer_closest else 0,
        "profile": profile,
        "policy": policy,
        "exclusive": exclusive,
        "max_nodes": max_nodes,
    }
    answer, text = _koord.numa_merge(options, handle_of(hints, NumaHints))
    return Merged(from_dict(NumaMerged, answer), text)
