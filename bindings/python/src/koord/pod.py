"""Pods."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from . import _koord
from ._handle import Document, Remade, compact, document, expand, handle_of
from ._rows import from_dict, pack
from .cpuset import CpuSet, CpuSetLike, maybe_words
from .enums import (
    BindPolicy,
    ExclusivePolicy,
    NumaExclusive,
    NumaPolicy,
    PodFlags,
    PodText,
    PriorityClass,
    Qos,
)
from .records import Container, PodInfo, Resource

__all__ = ["RESOURCE_SCOPE_NUMA_NODE", "RESOURCE_SCOPE_OVERHEAD", "RESOURCE_SCOPE_POD", "Amounts", "Pod"]

#: Resource.container of amounts of the pod as a whole (spec.resources).
RESOURCE_SCOPE_POD = -1
#: Resource.container of spec.overhead, of which only the request counts.
RESOURCE_SCOPE_OVERHEAD = -2
#: Resource.container of what was allocated on a NUMA node (numaNodeResources).
RESOURCE_SCOPE_NUMA_NODE = -3


class Amounts(NamedTuple):
    """Request and limit of one resource: milli-CPU for "cpu", bytes or units for others; None: not stated."""

    request: int | None
    limit: int | None


# What _from_struct takes of koord_pod_spec, in this order.
_SPEC = (
    "flags",
    "qos",
    "priority_class",
    "priority",
    "required_bind",
    "preferred_bind",
    "exclusive",
    "numa_policy",
    "numa_exclusive",
    *(f"{text}_{part}" for text in ("name", "namespace", "uid", "node") for part in ("offset", "length")),
)


class Pod(Remade[_koord.Pod]):
    """An immutable pod. Any threads may use one at the same time; it can be pickled.

    Two are equal when they were made from the same: the same text, or the same arguments of make().
    """

    __slots__ = ()

    @classmethod
    def from_json(cls, pod: Document) -> Pod:
        """Reads a Pod (v1) as the API server gives it (docs/objects.md lists the fields).

        Raises InvalidError, which names pod and field, or LimitError (over 4 MiB or 1024 containers).
        """
        text = document(pod, "pod")
        return cls._from(_koord.pod_from_json(text), _remake_json, compact(text))

    @classmethod
    def make(
        cls,
        name: str,
        *,
        namespace: str = "",
        uid: str = "",
        node: str = "",
        qos: Qos = Qos.NONE,
        priority_class: PriorityClass = PriorityClass.NONE,
        priority: int = 0,
        required_bind: BindPolicy = BindPolicy.DEFAULT,
        preferred_bind: BindPolicy = BindPolicy.DEFAULT,
        exclusive: ExclusivePolicy = ExclusivePolicy.DEFAULT,
        numa_policy: NumaPolicy = NumaPolicy.UNSET,
        numa_exclusive: NumaExclusive = NumaExclusive.UNSET,
        terminated: bool = False,
        containers: Iterable[Container] = (),
        resources: Iterable[Resource] = (),
        cpus: CpuSetLike | None = None,
    ) -> Pod:
        """A pod without JSON. cpus: what it was allocated. Containers come in the order of the pod.

        Raises InvalidError (unknown numbers, a text over 1024 bytes, a resource twice, a container that is not
        there), LimitError (over 1024 containers or 2^20 resources).
        """
        arena = bytearray()
        spec: dict[str, int] = {
            "flags": PodFlags.TERMINATED if terminated else 0,
            "qos": qos,
            "priority_class": priority_class,
            "priority": priority,
            "required_bind": required_bind,
            "preferred_bind": preferred_bind,
            "exclusive": exclusive,
            "numa_policy": numa_policy,
            "numa_exclusive": numa_exclusive,
        }
        for field, text in (("name", name), ("namespace", namespace), ("uid", uid), ("node", node)):
            spec |= text_field(field, text, arena)
        return cls._from_struct(
            tuple(spec[field] for field in _SPEC),
            bytes(pack(Container, containers, arena)),
            bytes(pack(Resource, resources, arena)),
            bytes(arena),
            maybe_words(cpus),
        )

    @classmethod
    def _from_struct(
        cls, values: tuple[int, ...], containers: bytes, resources: bytes, arena: bytes, cpus: bytes | None
    ) -> Pod:
        spec = dict(zip(_SPEC, values, strict=True))
        handle = _koord.pod_from_struct(spec, arena, bytearray(containers), bytearray(resources), cpus)
        values = tuple(map(operator.index, values))
        return cls._from(handle, _remake_struct, values, containers, resources, arena, cpus)

    @property
    def info(self) -> PodInfo:
        """What the pod is and asks for."""
        return from_dict(PodInfo, _koord.pod_get_info(self._handle))

    @property
    def name(self) -> str:
        """Its name."""
        return _koord.pod_get_text(self._handle, PodText.NAME)

    @property
    def namespace(self) -> str:
        """Its namespace."""
        return _koord.pod_get_text(self._handle, PodText.NAMESPACE)

    @property
    def uid(self) -> str:
        """Its uid, "": unknown."""
        return _koord.pod_get_text(self._handle, PodText.UID)

    @property
    def node(self) -> str:
        """The node it is bound to, "": none."""
        return _koord.pod_get_text(self._handle, PodText.NODE)

    @property
    def faults(self) -> tuple[str, ...]:
        """What of it could not be read and was left aside; each names the field."""
        return tuple(_koord.pod_get_faults(self._handle).splitlines())

    @property
    def cpus(self) -> CpuSet:
        """The CPUs it states it was allocated."""
        return CpuSet._from_words(_koord.pod_get_cpus(self._handle))

    def request(self, resource: str) -> Amounts:
        """Effective request and limit of one resource, as Kubernetes computes them."""
        request, limit = _koord.pod_get_request(self._handle, resource)
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


def _remake_struct(*arguments: Any) -> Pod:
    return Pod._from_struct(*arguments)


def text_field(field: str, text: str, arena: bytearray) -> dict[str, int]:
    """Where a text of a struct lies in the arena, where it goes."""
    if not isinstance(text, str):
        raise TypeError(f"{field} must be str, not {type(text).__name__}")
    data = text.encode("utf-8", "surrogateescape")
    arena += data
    return {f"{field}_offset": len(arena) - len(data), f"{field}_length": len(data)}


def handles(pods: Sequence[Pod]) -> list[_koord.Pod]:
    return [handle_of(pod, Pod) for pod in pods]
