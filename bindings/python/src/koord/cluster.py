"""The nodes of a cluster and the pods on them: what is more than a call of the library."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from typing import Any

from . import _calls, _koord
from ._calls import Query
from ._handle import Text, handle_of, maybe_handle, named
from ._rows import Rows, packed, writable
from .cpuset import CpuSet
from .enums import Status
from .errors import NotFoundError
from .pod import Pod
from .records import Verdict
from .topology import Drawing

__all__ = ["Cluster", "Verdicts"]

#: Holders in one drawing (koord_topology_draw).
_MOST_HOLDERS = 64


class Verdicts(Rows[Verdict]):
    """Verdicts of nodes, and the generation of the cluster that they are about."""

    __slots__ = ("generation",)
    generation: int

    @classmethod
    def _of(cls, rows: bytearray | None, told: tuple[int, int]) -> Verdicts:
        made = cls(Verdict, rows or bytearray())
        made.generation = told[0]
        return made


class Cluster(_calls.Cluster):
    """Nodes and pods as a scheduler sees them (docs/embed/scheduling.md).

    It synchronises itself: any threads may call anything at any time. Nodes have numbers, which count up from 0 and
    are never used again; a node's name does as well. Where a method has query, it is asked under that. Calls about an
    unknown node or pod raise NotFoundError, documents that are wrong InvalidError, which names object and field, what
    is too large LimitError.
    """

    __slots__ = ()

    def pods(self, node: int | str) -> list[str]:  # type: ignore[override]
        """The uids of a node's pods."""
        return super().pods(node).split("\n")[:-1]

    def pod_minors(self, uid: Text, type: int | str = "gpu") -> list[int]:
        """The minors of its devices of one type, be they all its own or shared: ascending, each once; []: it has none."""
        try:
            number = named(type, self.device_type)
        except NotFoundError:
            number = -1  # nobody has any of it
        return super().pod_minors(uid, number)

    def picture(self, node: int | str, names: Mapping[str, str] | None = None, *, title: str | None = None) -> Drawing:
        """A node's machine and whose its CPUs are. names: what to call pods, by uid; those of one name are drawn as
        one. Of more than 64 holders those of the fewest CPUs are drawn together, as "others". NotFoundError, also
        where no topology is known."""
        name = self.node_name(node)
        machine = self.node_topology(node)
        if machine is None:
            raise NotFoundError(Status.NOT_FOUND, f"no topology of node {name} is known")
        holders: dict[str, CpuSet] = {}
        for uid in self.pods(node):
            label = (names or {}).get(uid, uid)
            try:
                holders[label] = holders.get(label, CpuSet()) | self.pod_cpus(uid)
            except NotFoundError:
                pass  # it went since the pods were listed
        owners = {label: cpus for label, cpus in holders.items() if cpus}
        return machine.picture(_at_most(owners, _MOST_HOLDERS), title=name if title is None else title)

    def _asked(self, pod: Pod, query: Query | None) -> tuple[_koord.Cluster, _koord.Pod, _koord.Query | None]:
        return self._handle, handle_of(pod, Pod), maybe_handle(query, Query)

    def evaluate(self, pod: Pod, query: Query | None = None) -> Verdicts:
        """Judges the nodes of the query, all of them without one, for a pod. Rows ascend by node."""
        return Verdicts._of(*_koord.cluster_evaluate(*self._asked(pod, query), None))

    def evaluate_into(self, pod: Pod, out: Any, query: Query | None = None) -> tuple[int, int]:
        """The same into a buffer of the caller's: numpy.zeros(n, koord.dtype(koord.Verdict)).

        Bytes (a bytearray of 16 for each row) do as well. How many rows were written, and the generation. Raises
        NoSpaceError where there are more; an array of another dtype is ValueError. Nothing else may use the buffer
        meanwhile.
        """
        _, (generation, count) = _koord.cluster_evaluate(*self._asked(pod, query), writable(Verdict, out))
        return count, generation

    def find_best(self, pod: Pod, most: int = 1, query: Query | None = None) -> Verdicts:
        """The best nodes for a pod, at most `most`: higher scores first, then lower numbers. Empty if it fits nowhere.
        The query must name no pods or nodes."""
        return Verdicts._of(*_koord.cluster_find_best(*self._asked(pod, query), most))

    def changes(self, pod: Pod, since: int, query: Query | None = None) -> Verdicts:
        """The verdicts that changed after a generation, each node once; perhaps also others. The query must
        name no pods or nodes."""
        told = packed("koord_evaluation", {"generation": since})
        return Verdicts._of(*_koord.cluster_get_changes(*self._asked(pod, query), None, told))


def _at_most(holders: dict[str, CpuSet], most: int) -> dict[str, CpuSet]:
    """As many holders, in their order; those of the fewest CPUs become one where there are more."""
    if len(holders) <= most:
        return holders
    ranked = sorted(holders, key=lambda label: len(holders[label]), reverse=True)
    kept = set(ranked[: most - 1])
    shown = {label: cpus for label, cpus in holders.items() if label in kept}
    others = CpuSet.from_mask(functools.reduce(operator.or_, (holders[label].mask for label in ranked[most - 1 :])))
    return {**shown, "others": shown.get("others", CpuSet()) | others}
