"""The nodes of a cluster and the pods on them: methods beyond single calls of the library."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from . import _calls, _koord
from ._calls import Query
from ._handle import Text, compact, expand, handle_of, maybe_handle, named
from ._rows import Rows, packed, writable
from .cpuset import CpuSet
from .enums import Status
from .errors import InvalidError, KoordError, LimitError, NotFoundError, from_status
from .objects import AddedObjects, FileText, Source, joined, texts_of
from .pod import Pod
from .records import Verdict
from .topology import Drawing

__all__ = ["Cluster", "Nodes", "Verdicts"]

#: Maximum number of holders in one drawing (koord_topology_draw).
_MOST_HOLDERS = 64


class Verdicts(Rows[Verdict]):
    """Verdicts of nodes, and the generation of the cluster that was evaluated."""

    __slots__ = ("generation",)
    generation: int

    @classmethod
    def _of(cls, rows: bytearray | None, told: tuple[int, int]) -> Verdicts:
        made = cls(Verdict, rows or bytearray())
        made.generation = told[0]
        return made


class Nodes(Set[str]):
    """The names of a cluster's nodes, ordered by number. Follows later changes of the cluster."""

    __slots__ = ("_cluster",)

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    @classmethod
    def _from_iterable(cls, names: Iterable[str]) -> frozenset[str]:
        return frozenset(names)  # of operators such as |

    def __len__(self) -> int:
        return self._cluster.info.nodes

    def __iter__(self) -> Iterator[str]:
        return iter([row.name for row in self._cluster.node_names.rows])

    def __contains__(self, name: object) -> bool:
        try:
            self._cluster.node_id(name)  # type: ignore[arg-type]
        except (NotFoundError, InvalidError, TypeError):
            return False
        return True

    def __repr__(self) -> str:
        most = 4
        names = list(self)
        return f"Nodes([{', '.join(map(repr, names[:most]))}{f', ... {len(names) - most} more' if len(names) > most else ''}])"


class Cluster(_calls.Cluster):
    """Nodes and pods from a scheduler's view (docs/embed/cluster.md).

    It synchronizes itself: any thread may call any method at any time. Nodes have numbers, which
    count up from 0 and are never reused; a node's name is accepted as well. Methods with a query
    evaluate under it. Calls about an unknown node or pod raise NotFoundError, invalid documents
    InvalidError, which names object and field, and documents that are too large LimitError.
    """

    __slots__ = ("_objects", "_source")
    _objects: AddedObjects
    _source: tuple[bytes, dict[str, Any]]  # of from_files: the objects, compressed, and the options

    @property
    def nodes(self) -> Nodes:
        """The names of the nodes: a set that follows the cluster, with len() and iteration."""
        _ = self.info  # a closed cluster raises ValueError
        return Nodes(self)

    @property
    def objects(self) -> AddedObjects | None:
        """Returns the objects of from_files, with the pods that wait for a node; None for a cluster
        that was made in another way.
        """
        _ = self.info  # a closed cluster raises ValueError
        return getattr(self, "_objects", None)

    @classmethod
    def from_files(cls, source: Source, *, strict: bool = True, **options: Any) -> Cluster:
        """Creates a cluster from the output of kubectl: files (JSON, or YAML with PyYAML), open
        files, dictionaries, or several of these, in any order. objects has the result for each
        object, and in objects.pending the pods to place. Options are those of Cluster().

        strict raises the error of the first object that cannot be added; otherwise it is in
        objects.refused. Raises OSError, InvalidError, LimitError, and UnsupportedError for YAML
        without PyYAML. Errors begin with the name of the file.
        """
        cluster = cls(**options)
        texts = texts_of(source)
        cluster._objects = cluster._add(texts)
        cluster._source = compact(joined(texts)), options
        for row in cluster._objects.refused if strict else ():
            raise from_status(row.status, f"{_place(texts, row.position)}: {row.message}")
        return cluster

    def as_read(self) -> Cluster:
        """Returns a new cluster with the objects and options that from_files gave to this one.

        Everything that happened since is missing there: reservations, added and removed objects.
        The library cannot copy a cluster, so the objects are read again, which takes as long as the
        first time. Raises ValueError for a cluster that was made in another way.
        """
        _ = self.info
        if not hasattr(self, "_source"):
            raise ValueError("only a cluster made by Cluster.from_files can be read again")
        made = type(self)(**self._source[1])
        made._objects = made.add_objects(expand(self._source[0]))  # type: ignore[assignment]
        made._source = self._source
        return made

    def add_files(self, source: Source) -> AddedObjects:
        """Adds the objects of files, as from_files. Objects that cannot be added are in refused of
        the result; they do not affect others. Positions count the objects of all files.
        """
        _ = self.info  # as above, before files are read
        return self._add(texts_of(source))

    def _add(self, texts: list[FileText]) -> AddedObjects:
        try:
            return self.add_objects(joined(texts))  # type: ignore[return-value]
        except (InvalidError, LimitError):
            for name, text in texts:
                _objects_of(name, text)  # raises the error with the name of the file
            raise

    def pods(self, node: int | str | None = None) -> list[str]:  # type: ignore[override]
        """Returns the uids of a node's pods, or without a node those of all nodes, by node."""
        if node is not None:
            return super().pods(node).split("\n")[:-1]
        found: list[str] = []
        for row in self.node_names.rows:
            try:
                found += self.pods(row.node)
            except NotFoundError:
                pass  # removed since the nodes were listed
        return found

    def pod_minors(self, uid: Text, type: int | str = "gpu") -> list[int]:
        """Returns the minors of a pod's devices of one type, exclusive or shared: ascending, each
        once; [] if it has none.
        """
        try:
            number = named(type, self.device_type)
        except NotFoundError:
            number = -1  # no node has such a device
        return super().pod_minors(uid, number)

    def picture(self, node: int | str, names: Mapping[str, str] | None = None, *, title: str | None = None) -> Drawing:
        """Draws a node's machine and the holders of its CPUs.

        names are labels of pods, by uid; pods with one label are drawn as one. If there are more
        than 64 holders, those with the fewest CPUs are drawn together, as "others". Raises
        NotFoundError, also if no topology is known.
        """
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
                pass  # removed since the pods were listed
        owners = {label: cpus for label, cpus in holders.items() if cpus}
        return machine.picture(_at_most(owners, _MOST_HOLDERS), title=name if title is None else title)

    def _asked(self, pod: Pod, query: Query | None) -> tuple[_koord.Cluster, _koord.Pod, _koord.Query | None]:
        return self._handle, handle_of(pod, Pod), maybe_handle(query, Query)

    def evaluate(self, pod: Pod, query: Query | None = None) -> Verdicts:
        """Evaluates the nodes of the query, or all nodes, for a pod. Rows ascend by node."""
        return Verdicts._of(*_koord.cluster_evaluate(*self._asked(pod, query), None))

    def evaluate_into(self, pod: Pod, out: Any, query: Query | None = None) -> tuple[int, int]:
        """Evaluates into a buffer of the caller: numpy.zeros(n, koord.dtype(koord.Verdict)).

        Bytes (a bytearray of 16 for each row) are accepted, too. Returns the number of written
        rows, and the generation. Raises NoSpaceError if there are more rows, and ValueError for an
        array of another dtype. Nothing else may use the buffer meanwhile.
        """
        _, (generation, count) = _koord.cluster_evaluate(*self._asked(pod, query), writable(Verdict, out))
        return count, generation

    def find_best(self, pod: Pod, most: int = 1, query: Query | None = None) -> Verdicts:
        """Finds the best nodes for a pod, at most `most`: higher scores first, then lower numbers.

        The result is empty if the pod fits nowhere. The query must name no pods or nodes.
        """
        return Verdicts._of(*_koord.cluster_find_best(*self._asked(pod, query), most))

    def changes(self, pod: Pod, since: int, query: Query | None = None) -> Verdicts:
        """Returns the verdicts that changed after a generation, each node once.

        Unchanged verdicts may be included. The query must name no pods or nodes.
        """
        told = packed("koord_evaluation", {"generation": since})
        return Verdicts._of(*_koord.cluster_get_changes(*self._asked(pod, query), None, told))


def _objects_of(name: str, text: str) -> int:
    """Returns the number of objects in the text of a file. Raises InvalidError and LimitError."""
    try:
        rows = Cluster().add_objects(text or "[]").rows
    except KoordError as error:
        where = f"{name}: " if name else ""
        raise from_status(error.code, where + error.message.removeprefix("json: ")) from None
    return rows[-1].position + 1 if rows else 0


def _place(texts: list[FileText], position: int) -> str:
    """Returns "pods.json: object 3" for an object of several files."""
    before = 0
    for name, text in texts:
        count = _objects_of(name, text)
        if position < before + count:
            return f"{name}: object {position - before}" if name else f"object {position}"
        before += count
    raise IndexError(position)


def _at_most(holders: dict[str, CpuSet], most: int) -> dict[str, CpuSet]:
    """Returns at most `most` holders, in order; those with the fewest CPUs are merged if there are
    more.
    """
    if len(holders) <= most:
        return holders
    ranked = sorted(holders, key=lambda label: len(holders[label]), reverse=True)
    kept = set(ranked[: most - 1])
    shown = {label: cpus for label, cpus in holders.items() if label in kept}
    others = CpuSet.from_mask(functools.reduce(operator.or_, (holders[label].mask for label in ranked[most - 1 :])))
    return {**shown, "others": shown.get("others", CpuSet()) | others}
