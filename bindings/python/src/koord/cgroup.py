"""Control groups: brought to where a state of a node has them (docs/cgroups.md)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _koord
from ._handle import Handle, Shared, handle_of, path
from ._rows import Rows, from_dict
from .enums import CgroupDriver, CgroupRuntime, CgroupVersion, KubeQos
from .agent import AgentState
from .records import CgroupReportInfo, CgroupResult, CgroupsInfo, CgroupStep

__all__ = ["CgroupPlan", "CgroupReport", "Cgroups", "cgroup_path"]


def cgroup_path(
    driver: CgroupDriver,
    qos: KubeQos,
    *,
    root: str = "",
    uid: str = "",
    runtime: CgroupRuntime = CgroupRuntime.CONTAINERD,
    id: str = "",
) -> str:
    """The path of a group below its controller's root, without "/" in front. Pure: nothing is read.

    driver: not DETECT; root: kubelet's cgroupRoot; uid "": the directory of the QoS class; id "": the pod.
    Raises InvalidError.
    """
    path = _koord.cgroup_path_new(driver, root)
    _koord.cgroup_path_set_pod(path, qos, uid)
    if id:
        _koord.cgroup_path_set_container(path, runtime, id)
    return _koord.cgroup_path_format(path)


class Cgroups(Handle[_koord.Cgroups]):
    """The control groups of a machine, open. Threads may use one at the same time: plan and apply wait for each
    other."""

    __slots__ = ()

    def __init__(
        self,
        mount: str | bytes | os.PathLike[Any] | None = None,
        *,
        root: str = "",
        driver: CgroupDriver = CgroupDriver.DETECT,
        version: CgroupVersion = CgroupVersion.DETECT,
    ) -> None:
        """Opens what is mounted (None: at /sys/fs/cgroup). root: kubelet's cgroupRoot.

        Raises InvalidError, NotFoundError (no such directory, or neither kubepods.slice nor kubepods in it),
        KoordPermissionError, UnsupportedError (version 2 without the cpuset controller), KoordIOError.
        """
        self._handle = _koord.cgroups_open(path(mount), root, {"driver": driver, "version": version})

    @property
    def info(self) -> CgroupsInfo:
        """What is mounted."""
        return from_dict(CgroupsInfo, _koord.cgroups_get_info(self._handle))

    def plan(self, state: AgentState, containers: Mapping[str, str] | None = None) -> CgroupPlan:
        """Reads the groups and plans; writes nothing. containers: their names by their ids ("": the sandbox), for pods
        whose containers run in different places.

        Raises ConflictError (two exclusive pods are to be on one CPU ...), NotFoundError, CorruptError, LimitError,
        KoordPermissionError, UnsupportedError, KoordIOError.
        """
        names = _koord.cgroup_containers_new()
        for id, name in (containers or {}).items():
            _koord.cgroup_containers_add(names, id, name)
        return CgroupPlan._of(_koord.cgroup_plan_new(self._handle, handle_of(state, AgentState), names))

    def apply(self, plan: CgroupPlan) -> CgroupReport:
        """Makes the writes of a plan, in order, each verified; where one fails those made are taken back. What fails
        so is not raised: the report tells. Raises InvalidError."""
        return CgroupReport._of(_koord.cgroups_apply(self._handle, handle_of(plan, CgroupPlan)))

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        info = self.info
        return self._repr(f"version {int(info.version)}, named by {info.driver.name.lower()}")


class CgroupPlan(Shared[_koord.CgroupPlan]):
    """Writes to make, as data. Immutable. str() is what would be done, a line per step."""

    __slots__ = ()

    @property
    def steps(self) -> Rows[CgroupStep]:
        """The steps in their order; none: all is as it is to be."""
        return Rows(CgroupStep, *_koord.cgroup_plan_get_steps(self._handle))

    def to_json(self) -> str:
        """{"steps": [...], "left": [...]}: also what is left alone and why."""
        return _koord.cgroup_plan_to_json(self._handle)

    @property
    def text(self) -> str:
        """A line per step."""
        return _koord.cgroup_plan_to_text(self._handle)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self._repr("" if self.closed else f"{len(self.steps)} steps")


class CgroupReport(Shared[_koord.CgroupReport]):
    """What came of a plan. Immutable."""

    __slots__ = ()

    @property
    def info(self) -> CgroupReportInfo:
        """The outcome, and what failed."""
        return from_dict(CgroupReportInfo, _koord.cgroup_report_get_info(self._handle))

    @property
    def results(self) -> Rows[CgroupResult]:
        """What came of each step of the plan, at the same index."""
        return Rows(CgroupResult, *_koord.cgroup_report_get_results(self._handle))

    def to_json(self) -> str:
        """{"outcome", "summary", "writes", "steps": [...]}; the summary is one sentence."""
        return _koord.cgroup_report_to_json(self._handle)

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        info = self.info
        return self._repr(f"{info.outcome.name.lower()}, {info.writes} writes")
