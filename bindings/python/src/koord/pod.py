"""Pods."""

from __future__ import annotations

from typing import NamedTuple

from . import _calls
from ._handle import Text

__all__ = ["Amounts", "Pod"]


class Amounts(NamedTuple):
    """Request and limit of one resource: milli-CPU for "cpu", bytes or units for others; None if
    not stated.
    """

    request: int | None
    limit: int | None


class Pod(_calls.Pod):
    """An immutable pod. Thread-safe.

    A pod that was read from JSON can be pickled, and is equal to others with the same text.
    """

    __slots__ = ()

    @property
    def faults(self) -> tuple[str, ...]:  # type: ignore[override]
        """Parts of the pod that could not be read and are ignored; each text names the field."""
        return tuple(super().faults.splitlines())

    def request(self, resource: Text) -> Amounts:  # type: ignore[override]
        """Returns the effective request and limit of one resource, as computed by Kubernetes."""
        request, limit = super().request(resource)
        return Amounts(None if request < 0 else request, None if limit < 0 else limit)

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        info = self.info
        text = f"{self.namespace}/{self.name} {info.effective_qos.label} {info.cpu_request_milli / 1000:g} CPUs"
        return self._repr(text + (f" on {self.node}" if self.node else ""))
