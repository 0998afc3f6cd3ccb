"""What several pods would hold, decided by one call and made by another."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _koord
from ._handle import Document, Shared, document
from ._rows import Rows, from_dict
from .cpu import refusal_of
from .cpuset import CpuSet
from .enums import Reason, RebindPhase, StepKind
from .records import NodePreemption, RebindRequest, Refusal, PlanStep

__all__ = ["Plan", "PlanOf", "Preemption", "RebindResource", "rebind_request_from_json", "rebind_status_to_json"]


class Plan(Shared[_koord.Plan]):
    """Steps in their order, and the state of the nodes that they were decided on. Immutable; Cluster.commit makes
    them."""

    __slots__ = ("_cluster",)
    _cluster: _koord.Cluster

    @classmethod
    def _in(cls, handle: Any, cluster: _koord.Cluster) -> Plan:
        made = cls._of(handle)
        made._cluster = cluster
        return made

    @property
    def steps(self) -> Rows[PlanStep]:
        """The steps."""
        return Rows(PlanStep, *_koord.plan_get_steps(self._handle))

    def step_cpus(self, step: int) -> CpuSet:
        """The CPUs that a step's pod owns after it; empty: it shares or was released. Raises InvalidError."""
        return CpuSet._from_words(_koord.plan_get_step_cpus(self._handle, step))

    def step_status(self, step: int) -> str:
        """What a step's pod holds after it, as Cluster.pod_status says it. NotFoundError: its node is gone."""
        return _koord.cluster_get_step_status(self._cluster, self._handle, step)

    def step_devices(self, step: int) -> str:
        """What it has of devices after it, as Cluster.pod_devices says it. NotFoundError: its node is gone."""
        return _koord.cluster_get_step_devices(self._cluster, self._handle, step)

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        steps = self.steps
        what = [f"{StepKind(step.kind).name.lower()} {step.uid} on node {step.node}" for step in steps[:4]]
        if len(steps) > len(what):
            what.append(f"{len(steps) - len(what)} more")
        return self._repr("; ".join(what) or "no steps")


class PlanOf(NamedTuple):
    """The plan of a row of a preemption, or why there is none."""

    plan: Plan | None
    refusal: Refusal | None

    def __bool__(self) -> bool:
        return self.plan is not None


class Preemption(Shared[_koord.Preemption]):
    """What every node says, and the victims there. Immutable."""

    __slots__ = ("_cluster",)
    _cluster: _koord.Cluster

    @classmethod
    def _in(cls, handle: Any, cluster: _koord.Cluster) -> Preemption:
        made = cls._of(handle)
        made._cluster = cluster
        return made

    @property
    def nodes(self) -> Rows[NodePreemption]:
        """A row for every node, the best first; nodes where no eviction helps last."""
        return Rows(NodePreemption, _koord.preemption_get_nodes(self._handle))

    def victims(self, row: int) -> Rows[PlanStep]:
        """The victims of a row, as steps that release them. Raises InvalidError."""
        return Rows(PlanStep, *_koord.preemption_get_victims(self._handle, row))

    def plan(self, row: int) -> PlanOf:
        """The plan of a row: its victims let go, then the pod comes. Raises InvalidError (a pod without uid, a row
        with a reason), StaleError (the node changed since)."""
        refusal, plan = _koord.cluster_plan_preemption(self._cluster, self._handle, row)
        return PlanOf(None if plan is None else Plan._in(plan, self._cluster), refusal_of(refusal))

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        rows = self.nodes
        if not rows or rows[0].reason != Reason.NONE:
            return self._repr(f"no eviction helps on any of {len(rows)} nodes")
        best = rows[0]
        return self._repr(f"{len(rows)} nodes, best node {best.node} with {best.victims} victims")


class RebindResource(NamedTuple):
    """What a RebindResource object asks for."""

    request: RebindRequest
    #: The name of its node.
    node: str


def rebind_request_from_json(resource: Document) -> RebindResource:
    """Reads a RebindResource (packaging/crds). Raises InvalidError (names the field), LimitError."""
    request, node = _koord.rebind_request_from_json(document(resource, "resource"))
    return RebindResource(from_dict(RebindRequest, request), node)


def rebind_status_to_json(phase: RebindPhase, timestamp: str, reason: str = "") -> str:
    """A JSON merge patch for the status of a RebindResource. timestamp: the time now, as RFC 3339 has it; reason: up
    to 1024 bytes, "" takes an earlier one away. Raises InvalidError, LimitError."""
    return _koord.rebind_status_to_json(phase, timestamp, reason)
