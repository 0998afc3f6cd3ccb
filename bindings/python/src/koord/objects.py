"""Nodes, topologies and devices without JSON: what a program has that holds typed objects of Kubernetes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from . import _koord
from ._handle import handle_of
from .cpuset import CpuSetLike, words
from .enums import (
    BindPolicy,
    ContainerKind,
    DeviceFlags,
    DeviceText,
    NodeCpuset,
    NodeFlags,
    NodeKubeletFlags,
    NodeText,
    NrtCpuset,
    NumaPolicy,
    NumaStrategy,
)
from .topology import Topology

__all__ = ["Container", "Device", "NodeDevices", "Node", "NodeTopology", "VfGroup", "Zone", "ZoneResource"]

#: Amounts by resource: milli-CPU for "cpu", bytes or units for all others.
Resources = Mapping[str, int]


def text_of(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be str, not {type(value).__name__}")
    return value


@dataclass(frozen=True)
class Container:
    """A container of a pod, for Pod.make. Requests that are not stated are the limits."""

    name: str
    requests: Resources = field(default_factory=dict)
    limits: Resources = field(default_factory=dict)
    kind: ContainerKind = ContainerKind.APP
    #: its environment; only NVIDIA_VISIBLE_DEVICES counts
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Node:
    """A Node, for Cluster.set_node and Agent.set_node: its labels and annotations say what those of the object say.

    Policies, amounts and CPUs that are given here as numbers count where no label or annotation says them.
    """

    name: str
    allocatable: Resources = field(default_factory=dict)
    _: KW_ONLY
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)
    #: "amd64", "arm64"; "": unknown
    architecture: str = ""
    unschedulable: bool = False
    bind_policy: BindPolicy = BindPolicy.DEFAULT
    strategy: NumaStrategy = NumaStrategy.DEFAULT
    numa_policy: NumaPolicy = NumaPolicy.UNSET
    #: 150 sells 3 CPUs for 2; 0: 100
    cpu_amplification_percent: int = 0
    #: what is kept from pods
    reserved: Resources = field(default_factory=dict)
    #: CPUs kept from pods
    reserved_cpus: CpuSetLike | None = None
    #: CPUs of system QoS
    system_cpus: CpuSetLike | None = None
    #: whether other pods may have those, too
    system_shared: bool = False

    def _build(self) -> _koord.NodeBuilder:
        builder = _koord.node_builder_new()
        _koord.node_builder_set_text(builder, NodeText.NAME, text_of(self.name, "name"))
        if self.architecture:
            _koord.node_builder_set_text(builder, NodeText.ARCHITECTURE, self.architecture)
        flags = (NodeFlags.UNSCHEDULABLE if self.unschedulable else 0) | (
            NodeFlags.SYSTEM_CPUS_SHARED if self.system_shared else 0
        )
        spec = {
            "flags": flags,
            "bind_policy": self.bind_policy,
            "strategy": self.strategy,
            "numa_policy": self.numa_policy,
            "cpu_amplification_percent": self.cpu_amplification_percent,
        }
        _koord.node_builder_set_spec(builder, spec)
        for key, value in self.labels.items():
            _koord.node_builder_set_label(builder, key, value)
        for key, value in self.annotations.items():
            _koord.node_builder_set_annotation(builder, key, value)
        for name in self.allocatable.keys() | self.reserved.keys():
            _koord.node_builder_set_resource(builder, name, self.allocatable.get(name, 0), self.reserved.get(name, 0))
        if self.reserved_cpus is not None:
            _koord.node_builder_set_cpus(builder, NodeCpuset.RESERVED, words(self.reserved_cpus))
        if self.system_cpus is not None:
            _koord.node_builder_set_cpus(builder, NodeCpuset.SYSTEM, words(self.system_cpus))
        return builder


@dataclass(frozen=True)
class ZoneResource:
    """What a zone has of a resource; None: not stated."""

    capacity: int | None = None
    allocatable: int | None = None
    available: int | None = None


@dataclass(frozen=True)
class Zone:
    """A zone of a NodeResourceTopology. A number instead of a ZoneResource is all three of its amounts."""

    name: str
    resources: Mapping[str, ZoneResource | int] = field(default_factory=dict)
    #: distances to other zones, by their names
    costs: Mapping[str, int] = field(default_factory=dict)
    type: str = "Node"


@dataclass(frozen=True)
class NodeTopology:
    """A NodeResourceTopology, for Cluster.set_topology and Topology.from_nrt.

    What is given here as numbers counts where no annotation, attribute or policy says it.
    """

    name: str
    _: KW_ONLY
    zones: Iterable[Zone] = ()
    annotations: Mapping[str, str] = field(default_factory=dict)
    #: topologyPolicies
    policies: Sequence[str] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)
    #: None: its CPUs are not known
    machine: Topology | None = None
    kubelet: NodeKubeletFlags = NodeKubeletFlags(0)
    #: of kubelet's topology manager
    numa_policy: NumaPolicy = NumaPolicy.UNSET
    #: CPUs that kubelet reserves
    reserved_cpus: CpuSetLike | None = None
    #: CPUs that it has given to pods of its own
    held_cpus: CpuSetLike | None = None

    def _build(self) -> _koord.NrtBuilder:
        builder = _koord.nrt_builder_new()
        _koord.nrt_builder_set_name(builder, text_of(self.name, "name"))
        _koord.nrt_builder_set_spec(builder, {"flags": self.kubelet, "numa_policy": self.numa_policy})
        for key, value in self.annotations.items():
            _koord.nrt_builder_set_annotation(builder, key, value)
        for policy in self.policies:
            _koord.nrt_builder_add_policy(builder, policy)
        for key, value in self.attributes.items():
            _koord.nrt_builder_add_attribute(builder, key, value)
        for zone in self.zones:
            self._add_zone(builder, zone)
        if self.machine is not None:
            _koord.nrt_builder_set_topology(builder, handle_of(self.machine, Topology))
        if self.reserved_cpus is not None:
            _koord.nrt_builder_set_cpus(builder, NrtCpuset.RESERVED, words(self.reserved_cpus))
        if self.held_cpus is not None:
            _koord.nrt_builder_set_cpus(builder, NrtCpuset.HELD, words(self.held_cpus))
        return builder

    @staticmethod
    def _add_zone(builder: _koord.NrtBuilder, zone: Zone) -> None:
        number = _koord.nrt_builder_add_zone(builder, zone.name, zone.type)
        for name, given in zone.resources.items():
            amounts = given if isinstance(given, ZoneResource) else ZoneResource(given, given, given)
            stated = [-1 if v is None else v for v in (amounts.capacity, amounts.allocatable, amounts.available)]
            _koord.nrt_builder_add_resource(builder, number, name, *stated)
        for name, cost in zone.costs.items():
            _koord.nrt_builder_add_cost(builder, number, name, cost)


@dataclass(frozen=True)
class VfGroup:
    """Virtual functions of a device: bus ids, each with its minor or None."""

    vfs: Mapping[str, int | None]
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Device:
    """A device of a NodeDevices."""

    #: "gpu", "rdma", "fpga" or any other
    type: str
    resources: Resources = field(default_factory=dict)
    _: KW_ONLY
    #: unique within its type
    minor: int = 0
    #: "GPU-<uuid>", or a bus id
    id: str = ""
    healthy: bool = True
    labels: Mapping[str, str] = field(default_factory=dict)
    module: int | None = None
    #: where it is: a device of which all four are None states no topology
    socket: int | None = None
    numa_node: int | None = None
    pcie: str | None = None
    bus_id: str | None = None
    vf_groups: Iterable[VfGroup] = ()


@dataclass(frozen=True)
class NodeDevices:
    """A Device object, for Cluster.set_devices and Agent.set_devices; its name is the node's."""

    name: str
    devices: Iterable[Device] = ()
    _: KW_ONLY
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)

    def _build(self) -> _koord.DeviceBuilder:
        builder = _koord.device_builder_new()
        _koord.device_builder_set_name(builder, text_of(self.name, "name"))
        for key, value in self.labels.items():
            _koord.device_builder_set_label(builder, key, value)
        for key, value in self.annotations.items():
            _koord.device_builder_set_annotation(builder, key, value)
        for device in self.devices:
            self._add_device(builder, device)
        return builder

    @staticmethod
    def _add_device(builder: _koord.DeviceBuilder, device: Device) -> None:
        is_placed = any(v is not None for v in (device.socket, device.numa_node, device.pcie, device.bus_id))
        flags = (
            (DeviceFlags.HEALTHY if device.healthy else 0)
            | (DeviceFlags.HAS_MODULE if device.module is not None else 0)
            | (DeviceFlags.HAS_TOPOLOGY if is_placed else 0)
        )
        spec = {
            "flags": flags,
            "minor": device.minor,
            "module": device.module or 0,
            "socket": -1 if device.socket is None else device.socket,
            "numa_node": -1 if device.numa_node is None else device.numa_node,
        }
        number = _koord.device_builder_add_device(builder, spec)
        texts = {
            DeviceText.TYPE: device.type,
            DeviceText.ID: device.id,
            DeviceText.PCIE: device.pcie or "",
            DeviceText.BUS_ID: device.bus_id or "",
        }
        for which, text in texts.items():
            _koord.device_builder_set_device_text(builder, number, which, text)
        for key, value in device.labels.items():
            _koord.device_builder_set_device_label(builder, number, key, value)
        for name, amount in device.resources.items():
            _koord.device_builder_set_resource(builder, number, name, amount)
        for group in device.vf_groups:
            vfs = _koord.device_builder_add_vf_group(builder, number)
            for key, value in group.labels.items():
                _koord.device_builder_set_vf_label(builder, vfs, key, value)
            for bus_id, minor in group.vfs.items():
                _koord.device_builder_add_vf(builder, vfs, -1 if minor is None else minor, bus_id)
