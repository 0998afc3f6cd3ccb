"""Containers on their way, and the devices of a machine."""

from __future__ import annotations

import os
from typing import Any

from . import _koord
from ._handle import Document, Shared, document, handle_of, path
from ._rows import from_dict
from .cpuset import CpuSet
from .enums import AdjustmentList, DeviceReportFlags, HookChoice, HookStage, NodeResourcesFlags
from .agent import AgentState
from .records import AdjustmentInfo, HookResult
from .topology import Topology

__all__ = ["Adjustment", "adjust", "device_node_resources", "device_report", "hook_run"]


class Adjustment(Shared[_koord.Adjustment]):
    """What of a container changes (docs/hooks.md). Immutable."""

    __slots__ = ()

    @property
    def info(self) -> AdjustmentInfo:
        """What changes; refusal.reason is NONE where nothing is wrong."""
        return from_dict(AdjustmentInfo, _koord.adjustment_get_info(self._handle))

    @property
    def cpus(self) -> CpuSet:
        """cpuset.cpus; empty where they stay as they are."""
        return CpuSet._from_words(_koord.adjustment_get_cpus(self._handle))

    @property
    def numa_nodes(self) -> CpuSet:
        """cpuset.mems, numbers of NUMA nodes; empty where they stay as they are."""
        return CpuSet._from_words(_koord.adjustment_get_numa_nodes(self._handle))

    def _texts(self, which: AdjustmentList, count: int) -> list[str]:
        return [_koord.adjustment_get_text(self._handle, which, item) for item in range(count)]

    @property
    def env(self) -> list[str]:
        """Environment variables, "NAME=value", which replace those of that name."""
        return self._texts(AdjustmentList.ENV, self.info.env)

    @property
    def cdi_devices(self) -> list[str]:
        """Names for the container device interface."""
        return self._texts(AdjustmentList.CDI_DEVICES, self.info.cdi_devices)

    @property
    def device_nodes(self) -> list[str]:
        """Paths of device nodes."""
        return self._texts(AdjustmentList.DEVICE_NODES, self.info.device_nodes)

    def to_json(self) -> str:
        """All of it, in the names of the OCI runtime specification."""
        return _koord.adjustment_to_json(self._handle)

    def __repr__(self) -> str:
        return self._repr("" if self.closed else self.to_json())


def adjust(
    state: AgentState,
    stage: HookStage,
    uid: str,
    container: str = "",
    *,
    resource_status: Document | None = None,
    sysfs_root: str | bytes | os.PathLike[Any] | None = None,
) -> Adjustment:
    """What of a container of a pod changes at a stage.

    container "": the sandbox; resource_status: the value of the pod's annotation, as whoever asks was told, None: not
    told; sysfs_root: the directory that holds sys/, None: device nodes are not asked for. A pod that claims what is
    not its own is not raised: info.refusal says so. Raises InvalidError, NotFoundError (an RDMA device without device
    nodes), LimitError.
    """
    request = _koord.adjustment_request_new(stage)
    _koord.adjustment_request_set_container(request, uid, container)
    _koord.adjustment_request_set_resource_status(request, document(resource_status, "resource_status"))
    _koord.adjustment_request_set_sysfs_root(request, path(sysfs_root))
    return Adjustment._of(_koord.adjustment_new(handle_of(state, AgentState), request))


def hook_run(
    oci_state: Document,
    state_file: str | bytes | os.PathLike[Any] | None = None,
    *,
    cgroup_root: str | bytes | os.PathLike[Any] | None = None,
    proc_root: str | bytes | os.PathLike[Any] | None = None,
    without_state: HookChoice = HookChoice.DEFAULT,
    refused: HookChoice = HookChoice.DEFAULT,
) -> HookResult:
    """All that a createRuntime hook of an OCI runtime does for a container that is about to start.

    oci_state: what the runtime gives on standard input; state_file: node-state.json, None: /run/koord/node-state.json;
    without_state, refused: what to do where there is none (DEFAULT: LEAVE), or the pod claims what is not its own
    (DEFAULT: REFUSE). Raises InvalidError, KoordPermissionError,
    CorruptError, LimitError, StaleError (of another boot), KoordIOError, NotFoundError, ConflictError.
    """
    hook = _koord.hook_new({"without_state": without_state, "refused": refused})
    _koord.hook_set_state_file(hook, path(state_file))
    _koord.hook_set_cgroup_root(hook, path(cgroup_root))
    _koord.hook_set_proc_root(hook, path(proc_root))
    return from_dict(HookResult, _koord.hook_run(hook, document(oci_state, "oci_state")))


def device_report(
    topology: Topology,
    node_name: str,
    *,
    nvml: bool = False,
    sysfs: bool = False,
    nvml_library: str | bytes | os.PathLike[Any] | None = None,
    sysfs_root: str | bytes | os.PathLike[Any] | None = None,
    checkpoint: Document | None = None,
    pods: Document | None = None,
) -> str:
    """The Device object of this machine as JSON, ready for "kubectl apply" (docs/devices-report.md).

    nvml: ask NVIDIA's driver for GPUs; sysfs: read virtual functions of RDMA devices; checkpoint: the text of
    kubelet_internal_checkpoint; pods: the node's pods. topology must be this machine's. Raises InvalidError,
    KoordIOError, UnsupportedError, CorruptError, LimitError.
    """
    flags = (DeviceReportFlags.NVML if nvml else 0) | (DeviceReportFlags.SYSFS if sysfs else 0)
    report = _koord.device_report_new(flags)
    _koord.device_report_set_nvml_library(report, path(nvml_library))
    _koord.device_report_set_sysfs_root(report, path(sysfs_root))
    _koord.device_report_set_checkpoint(report, document(checkpoint, "checkpoint"))
    _koord.device_report_set_pods(report, document(pods, "pods"))
    return _koord.device_report_to_json(report, handle_of(topology, Topology), node_name)


def device_node_resources(device: Document, *, shared: bool = False) -> str:
    """What a node offers by its Device object, {"resources": {...}, "labels": {...}}.

    shared: koordinator.sh/gpu.shared, too. Raises InvalidError (names the field), LimitError.
    """
    return _koord.device_get_node_resources(document(device, "device"), NodeResourcesFlags.SHARED if shared else 0)
