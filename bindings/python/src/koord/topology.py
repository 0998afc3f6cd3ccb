"""Machines: sockets, NUMA nodes, caches, cores, CPUs, devices, and pictures of them."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import _koord
from ._handle import Document, Shared, compact, document, expand
from ._rows import Rows, from_dict, pack
from ._setup import kubelet_setup
from .cpuset import CpuSet, CpuSetLike, words
from .enums import CpusetKind, PictureFlags, PictureFormat, TopologyFlags
from .records import Cpu, Hugepages, NumaNode, PciDevice, TopologyInfo

if TYPE_CHECKING:
    from .objects import NodeTopology

__all__ = ["Picture", "Topology"]


class Topology(Shared[_koord.Topology]):
    """An immutable picture of one machine. Any threads may use one at the same time.

    Two are equal when their JSON documents are. All can be pickled, whatever they were read from: the document travels.
    """

    __slots__ = ()

    @classmethod
    def discover(cls, *, only_allowed: bool = False) -> Topology:
        """Reads this machine through hwloc, which honours its own HWLOC_* variables.

        only_allowed leaves out what the cgroup of this process may not use. Raises KoordIOError.
        """
        return cls._of(_koord.topology_discover(TopologyFlags.ONLY_ALLOWED if only_allowed else 0))

    @classmethod
    def from_hwloc_xml(cls, xml: str | bytes, *, only_allowed: bool = False) -> Topology:
        """Reads what "lstopo machine.xml" exports (format 2), at most 64 MiB. Raises InvalidError, LimitError."""
        return cls._of(_koord.topology_from_hwloc_xml(TopologyFlags.ONLY_ALLOWED if only_allowed else 0, xml))

    @classmethod
    def from_synthetic(cls, text: str) -> Topology:
        """Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2"). Raises InvalidError, LimitError."""
        return cls._of(_koord.topology_from_synthetic(text))

    @classmethod
    def from_json(cls, topology: Document) -> Topology:
        """Reads what to_json() wrote, whatever the topology was read from: the two are equal.

        Raises InvalidError, which names the field, or LimitError (over 64 MiB).
        """
        return cls._of(_koord.topology_from_json(document(topology, "topology")))

    @classmethod
    def from_annotation(cls, annotation: Document) -> Topology:
        """Reads the value of node.koordinator.sh/cpu-topology. It knows no memory, L3 or distances.

        Raises InvalidError, which names entry and field, or LimitError (over 4 MiB).
        """
        return cls._of(_koord.topology_from_annotation(document(annotation, "annotation")))

    @classmethod
    def from_nrt(cls, nrt: Document | NodeTopology) -> Topology:
        """Reads a NodeResourceTopology object: the annotation, and memory, huge pages and distances from its zones.

        Raises InvalidError, or LimitError (over 16 MiB).
        """
        from . import objects  # which holds topologies

        if isinstance(nrt, objects.NodeTopology):
            return cls._of(_koord.topology_from_nrt_builder(nrt._build()))
        return cls._of(_koord.topology_from_nrt(document(nrt, "nrt")))

    @classmethod
    def from_rows(cls, cpus: Iterable[Cpu], architecture: str = "") -> Topology:
        """Builds a machine of its CPUs: records, Rows, or a NumPy array of dtype koord.dtype(koord.Cpu).

        Raises InvalidError (no rows, a CPU twice, an id out of range), LimitError.
        """
        return cls._of(_koord.topology_from_rows(pack(Cpu, cpus), architecture))

    @property
    def info(self) -> TopologyInfo:
        """Counts of the machine."""
        return from_dict(TopologyInfo, _koord.topology_get_info(self._handle))

    @property
    def cpus(self) -> CpuSet:
        """All usable CPUs."""
        return self.cpuset(CpusetKind.ALL)

    def rows(self) -> Rows[Cpu]:
        """The usable CPUs, ascending by number."""
        return Rows(Cpu, _koord.topology_get_cpus(self._handle))

    @property
    def numa_nodes(self) -> Rows[NumaNode]:
        """NUMA nodes, ascending by number, those without CPUs included."""
        return Rows(NumaNode, _koord.topology_get_numa_nodes(self._handle))

    @property
    def hugepages(self) -> Rows[Hugepages]:
        """Huge pages by NUMA node, then size."""
        return Rows(Hugepages, _koord.topology_get_hugepages(self._handle))

    @property
    def distances(self) -> list[list[int]]:
        """NUMA distances (10 = local) in the order of numa_nodes, 0: not reported; empty where the machine has none."""
        flat = array("I", bytes(_koord.topology_get_distances(self._handle))).tolist()
        size = len(self.numa_nodes)
        return [flat[i : i + size] for i in range(0, len(flat), size)] if size else []

    @property
    def devices(self) -> Rows[PciDevice]:
        """PCI devices by bus id."""
        return Rows(PciDevice, *_koord.topology_get_devices(self._handle))

    def cpuset(self, kind: CpusetKind, id: int = 0) -> CpuSet:
        """One set of CPUs: of a socket, NUMA node, core ... Raises InvalidError: no such kind or id."""
        return CpuSet._from_words(_koord.topology_get_cpuset(self._handle, kind, id))

    def to_json(self) -> str:
        """Everything the topology holds (docs/topology-json.md), for from_json() and for other programs."""
        return _koord.topology_to_json(self._handle)

    def to_annotation(self) -> str:
        """The value for node.koordinator.sh/cpu-topology; CPUs without a NUMA node are written with node 0."""
        return _koord.topology_to_annotation(self._handle)

    def to_nrt(
        self, node_name: str, *, kubelet_config: Document | None = None, cpu_state: Document | None = None
    ) -> str:
        """A NodeResourceTopology object as JSON, ready for "kubectl apply -f -".

        kubelet_config: a KubeletConfiguration or the answer of /configz; cpu_state: the text of cpu_manager_state.
        Raises InvalidError (names the field), CorruptError (cpu_state: checksum), LimitError.
        """
        return _koord.topology_to_nrt(self._handle, kubelet_setup(kubelet_config, cpu_state), node_name)

    def picture(
        self, holders: Mapping[str, CpuSetLike] | None = None, *, title: str = "", devices: bool = False
    ) -> Picture:
        """The machine and who holds what: a CpuSet for each of up to 64 names. A CPU of several is shown as shared.

        Notebooks draw it; str() is a drawing for terminals. Raises InvalidError, LimitError.
        """
        return Picture(self, dict(holders or {}), title, devices)

    def _repr_svg_(self) -> str:
        return self.picture().svg

    def __reduce__(self) -> Any:
        return _remake, (type(self), compact(self.to_json()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Topology):
            return NotImplemented
        return self is other or self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        info = self.info
        counts = [(info.sockets, "socket"), (info.numa_nodes, "NUMA node"), (info.cores, "core"), (info.cpus, "CPU")]
        text = ", ".join(f"{n} {what}{'' if n == 1 else 's'}" for n, what in counts)
        return self._repr(text + (f", {info.architecture}" if info.architecture else ""))


def _remake(kind: type[Topology], kept: bytes) -> Topology:
    return kind.from_json(expand(kept))


class Picture:
    """A drawing of a machine and of who holds which CPUs. Keeps the topology."""

    __slots__ = ("_devices", "_sets", "_title", "_topology")

    def __init__(
        self, topology: Topology, holders: Mapping[str, CpuSetLike], title: str = "", devices: bool = False
    ) -> None:
        for name in itertools.chain(holders, (title,)):
            if "\n" in name:
                raise ValueError(f"a name is one line: {name!r}")
        self._topology = topology.__copy__()
        self._sets = [(name, words(cpus)) for name, cpus in holders.items()]
        self._title = title
        self._devices = devices

    def _draw(self, form: PictureFormat, flags: int, columns: int) -> str:
        options = {
            "flags": flags | (PictureFlags.DEVICES if self._devices else 0),
            "format": form,
            "columns": columns,
        }
        picture = _koord.picture_new()
        _koord.picture_set_title(picture, self._title)
        for label, cpus in self._sets:
            _koord.picture_add_set(picture, label, cpus)
        return _koord.topology_draw(self._topology._handle, options, picture)

    @property
    def svg(self) -> str:
        """The drawing as an SVG document."""
        return self._draw(PictureFormat.SVG, 0, 0)

    def text(self, *, columns: int = 0, color: bool = False, ascii: bool = False) -> str:
        """The drawing for a terminal of so many columns (0: 100), with ANSI colours, or in ASCII only."""
        flags = (PictureFlags.COLOR if color else 0) | (PictureFlags.ASCII if ascii else 0)
        return self._draw(PictureFormat.TEXT, flags, columns)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg
