"""Why nodes refuse a pod, and how many more pods fit."""

from __future__ import annotations

from . import _koord
from ._handle import Shared
from ._rows import Rows, from_dict
from .records import (
    CapacityInfo,
    CapacityReason,
    NodeCapacity,
    ExplanationInfo,
    NearMiss,
    RefusedGroup,
    RemedyStep,
    Verdict,
)

__all__ = ["Capacity", "Explanation"]


class Explanation(Shared[_koord.Explanation]):
    """Why the nodes of a cluster refuse a pod, how near the nearest are, and what would have to change there. Every
    remedy has been tried. Immutable; needs its cluster no more. str() is for people."""

    __slots__ = ()

    @property
    def info(self) -> ExplanationInfo:
        """Counts."""
        return from_dict(ExplanationInfo, _koord.explanation_get_info(self._handle))

    @property
    def fits(self) -> Rows[Verdict]:
        """The best of the nodes that can take the pod."""
        return Rows(Verdict, _koord.explanation_get_fits(self._handle))

    @property
    def groups(self) -> Rows[RefusedGroup]:
        """All nodes that refuse, in groups: that of most nodes first."""
        return Rows(RefusedGroup, _koord.explanation_get_groups(self._handle))

    @property
    def misses(self) -> Rows[NearMiss]:
        """The nodes that refuse and lack least, the nearest first."""
        return Rows(NearMiss, _koord.explanation_get_misses(self._handle))

    @property
    def remedies(self) -> Rows[RemedyStep]:
        """The steps of all remedies of all misses."""
        return Rows(RemedyStep, *_koord.explanation_get_remedies(self._handle))

    @property
    def text(self) -> str:
        """Several lines for people, names resolved."""
        return _koord.explanation_to_text(self._handle)

    def to_json(self) -> str:
        """Everything as one line of JSON (docs/explain.md)."""
        return _koord.explanation_to_json(self._handle)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        info = self.info
        return self._repr(f"{info.fitting} of {info.nodes} nodes can take the pod")


class Capacity(Shared[_koord.Capacity]):
    """How many pods every node takes. Immutable."""

    __slots__ = ()

    @property
    def info(self) -> CapacityInfo:
        """Sums."""
        return from_dict(CapacityInfo, _koord.capacity_get_info(self._handle))

    @property
    def nodes(self) -> Rows[NodeCapacity]:
        """A row for every node, ascending."""
        return Rows(NodeCapacity, _koord.capacity_get_nodes(self._handle))

    @property
    def reasons(self) -> Rows[CapacityReason]:
        """What strands the rest: sums by reason, ascending."""
        return Rows(CapacityReason, _koord.capacity_get_reasons(self._handle))

    def __repr__(self) -> str:
        return self._repr("" if self.closed else f"{self.info.pods} pods")
