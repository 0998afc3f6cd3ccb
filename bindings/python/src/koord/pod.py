"""Pods."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _calls, _koord
from ._handle import Document, Remade, Text, compact, document, expand, number
from .cpuset import CpuSetLike, maybe_words
from .enums import (
    BindPolicy,
    ExclusivePolicy,
    KubeQos,
    NumaExclusive,
    NumaPolicy,
    PodFlags,
    PodText,
    PriorityClass,
    Qos,
    ResourceScope,
)
from .objects import Container, Resources, text_of

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Amounts", "Pod"]


class Amounts(NamedTuple):
    """Request and limit of one resource: milli-CPU for "cpu", bytes or units for others; None: not stated."""

    request: int | None
    limit: int | None


# What _build takes of koord_pod_spec, in this order.
_SPEC = (
    "flags",
    "scheduled",
    "kube_qos",
    "priority",
    "qos",
    "priority_class",
    "required_bind",
    "preferred_bind",
    "exclusive",
    "numa_policy",
    "numa_exclusive",
)


def _items(values: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(values.items()))


def _rows(requests: Resources, limits: Resources) -> tuple[tuple[str, int, int], ...]:
    return tuple((name, requests.get(name, -1), limits.get(name, -1)) for name in sorted({*requests, *limits}))


class Pod(Remade[_koord.Pod], _calls.Pod):
    """An immutable pod. Any threads may use one at the same time; it can be pickled.

    Two are equal when they were made from the same: the same text, or the same arguments of make().
    """

    __slots__ = ()

    @classmethod
    def from_json(cls, json: Document) -> Self:
        """Reads a Pod (v1) as the API server gives it (docs/objects.md lists the fields).

        Raises InvalidError, which names pod and field, or LimitError (over 4 MiB or 1024 containers).
        """
        text = document(json, "pod")
        return cls._from(_koord.pod_from_json(text), _remake_json, compact(text))

    @classmethod
    def make(
        cls,
        name: str,
        *,
        namespace: str = "",
        uid: str = "",
        node: str = "",
        labels: Mapping[str, str] | None = None,
        annotations: Mapping[str, str] | None = None,
        qos: Qos | str = Qos.NONE,
        priority_class: PriorityClass | str = PriorityClass.NONE,
        priority: int = 0,
        kube_qos: KubeQos | None = None,
        required_bind: BindPolicy | str = BindPolicy.DEFAULT,
        preferred_bind: BindPolicy | str = BindPolicy.DEFAULT,
        exclusive: ExclusivePolicy | str = ExclusivePolicy.DEFAULT,
        numa_policy: NumaPolicy | str = NumaPolicy.UNSET,
        numa_exclusive: NumaExclusive | str = NumaExclusive.UNSET,
        terminated: bool = False,
        scheduled: int = 0,
        containers: Iterable[Container] = (),
        requests: Resources | None = None,
        limits: Resources | None = None,
        overhead: Resources | None = None,
        cpus: CpuSetLike | None = None,
        numa: Mapping[int, Resources] | None = None,
    ) -> Pod:
        """A pod without JSON: labels and annotations say what those of the object say, and replace what is given here.

        containers: in the order of the pod. requests, limits: of the pod as a whole (spec.resources). cpus, numa:
        what it was allocated, numa by NUMA node. scheduled: when it was bound, in seconds since 1970.
        Raises InvalidError (names pod and field), LimitError (over 1024 containers or 4 MiB of texts).
        """
        flags = (
            (PodFlags.TERMINATED if terminated else 0)
            | (0 if kube_qos is None else PodFlags.HAS_KUBE_QOS)
            | (0 if requests is None and limits is None else PodFlags.HAS_POD_LEVEL)
        )
        spec: dict[str, int] = {
            "flags": flags,
            "scheduled": scheduled,
            "kube_qos": 0 if kube_qos is None else kube_qos,
            "priority": priority,
            "qos": number(Qos, qos),
            "priority_class": number(PriorityClass, priority_class),
            "required_bind": number(BindPolicy, required_bind),
            "preferred_bind": number(BindPolicy, preferred_bind),
            "exclusive": number(ExclusivePolicy, exclusive),
            "numa_policy": number(NumaPolicy, numa_policy),
            "numa_exclusive": number(NumaExclusive, numa_exclusive),
        }
        texts = {"name": name, "namespace": namespace, "uid": uid, "node": node}
        return cls._build(
            tuple(text_of(text, field) for field, text in texts.items()),
            tuple(operator.index(spec[field]) for field in _SPEC),
            _items(labels or {}),
            _items(annotations or {}),
            tuple(
                (int(c.kind), text_of(c.name, "name"), _rows(c.requests, c.limits), _items(c.env)) for c in containers
            ),
            _rows(requests or {}, limits or {}),
            _rows(overhead or {}, {}),
            maybe_words(cpus),
            tuple((numa_node, _items(amounts)) for numa_node, amounts in sorted((numa or {}).items())),
        )

    @classmethod
    def _build(
        cls,
        texts: tuple[str, ...],
        values: tuple[int, ...],
        labels: tuple[tuple[str, str], ...],
        annotations: tuple[tuple[str, str], ...],
        containers: tuple[tuple[Any, ...], ...],
        of_pod: tuple[tuple[str, int, int], ...],
        overhead: tuple[tuple[str, int, int], ...],
        cpus: bytes | None,
        numa: tuple[tuple[int, tuple[tuple[str, int], ...]], ...],
    ) -> Pod:
        builder = _koord.pod_builder_new()
        for which, text in zip((PodText.NAME, PodText.NAMESPACE, PodText.UID, PodText.NODE), texts, strict=True):
            _koord.pod_builder_set_text(builder, which, text)
        _koord.pod_builder_set_spec(builder, dict(zip(_SPEC, values, strict=True)))
        for label in labels:
            _koord.pod_builder_set_label(builder, *label)
        for annotation in annotations:
            _koord.pod_builder_set_annotation(builder, *annotation)
        for kind, name, rows, env in containers:
            number = _koord.pod_builder_add_container(builder, kind, name)
            for row in rows:
                _koord.pod_builder_set_resource(builder, number, *row)
            for variable in env:
                _koord.pod_builder_set_env(builder, number, *variable)
        for scope, rows in ((ResourceScope.POD, of_pod), (ResourceScope.OVERHEAD, overhead)):
            for row in rows:
                _koord.pod_builder_set_resource(builder, scope, *row)
        if cpus is not None:
            _koord.pod_builder_set_cpus(builder, cpus)
        for numa_node, amounts in numa:
            for amount in amounts:
                _koord.pod_builder_set_numa_resource(builder, numa_node, *amount)
        source = (texts, values, labels, annotations, containers, of_pod, overhead, cpus, numa)
        return cls._from(_koord.pod_from_builder(builder), _remake_built, *source)

    @property
    def faults(self) -> tuple[str, ...]:  # type: ignore[override]
        """What of it could not be read and was left aside; each names the field."""
        return tuple(super().faults.splitlines())

    def request(self, resource: Text) -> Amounts:  # type: ignore[override]
        """Effective request and limit of one resource, as Kubernetes computes them."""
        request, limit = super().request(resource)
        return Amounts(None if request < 0 else request, None if limit < 0 else limit)

    def __copy__(self) -> Pod:
        source = self._made_from() or ()
        return type(self)._from(self._handle.ref(), *source)

    def __deepcopy__(self, memo: object) -> Pod:
        return self.__copy__()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pod):
            return NotImplemented
        return self is other or self._made_from() == other._made_from()

    def __hash__(self) -> int:
        return hash(self._made_from())

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        info = self.info
        text = f"{self.namespace}/{self.name} {info.effective_qos.label} {info.cpu_request_milli / 1000:g} CPUs"
        return self._repr(text + (f" on {self.node}" if self.node else ""))


def _remake_json(kept: bytes) -> Pod:
    return Pod.from_json(expand(kept))


def _remake_built(*arguments: Any) -> Pod:
    return Pod._build(*arguments)
