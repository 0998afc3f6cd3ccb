"""A node for its agent: what is more than a call of the library."""

from __future__ import annotations

from typing import NamedTuple

from . import _calls, _koord
from ._rows import from_dict
from .cpuset import CpuSet, CpuSetLike, maybe_words
from .records import Suppression

__all__ = ["Agent", "Suppressed"]


class Suppressed(NamedTuple):
    """How far BE pods are to be narrowed, and the CPUs they are narrowed to."""

    suppression: Suppression
    cpus: CpuSet


class Agent(_calls.Agent):
    """A node as its agent knows it: machine, settings, kubelet's state and pods (docs/node.md).

    Threads may use one at the same time: calls that change it wait for each other. Documents that are wrong raise
    InvalidError, which names the field, what is too large LimitError.
    """

    __slots__ = ()

    def suppress(
        self,
        *,
        node_used: int,
        pods_used: int,
        host_apps_used: int = 0,
        non_be_pods_used: int = 0,
        non_be_host_apps_used: int = 0,
        capacity: int = 0,
        reserved: int = 0,
        quota_us: int = 0,
        threshold_percent: int = 0,
        minimum_percent: int = 0,
        current: CpuSetLike | None = None,
    ) -> Suppressed:
        """How far BE pods are to be narrowed, by both policies of koordlet. Pure.

        All amounts in milli-CPU, as measured; quota_us: quota that BE has now per 100 ms, 0: none; capacity 0: the
        machine's CPUs; threshold_percent: of the capacity, that all are to keep to, 0: 65; minimum_percent: that BE
        has in any case; current: CPUs that BE pods have now, None: not known.
        """
        usage: dict[str, int] = {
            "capacity": capacity,
            "node_used": node_used,
            "pods_used": pods_used,
            "host_apps_used": host_apps_used,
            "non_be_pods_used": non_be_pods_used,
            "non_be_host_apps_used": non_be_host_apps_used,
            "reserved": reserved,
            "quota_us": quota_us,
            "threshold_percent": threshold_percent,
            "minimum_percent": minimum_percent,
        }
        cpus, suppression = _koord.agent_suppress(self._handle, usage, maybe_words(current))
        return Suppressed(from_dict(Suppression, suppression), CpuSet._from_words(cpus))
