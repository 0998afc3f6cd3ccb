"""Machines: sockets, NUMA nodes, caches, cores, CPUs, devices, and pictures of them."""

from __future__ import annotations

import html
import itertools
import os
from collections.abc import Mapping
from typing import Any

from . import _calls
from ._calls import Picture
from ._rows import Rows
from .cpuset import CpuSet, CpuSetLike
from .enums import CpusetKind, PictureFormat
from .records import Cpu

__all__ = ["Drawing", "Topology"]


class Topology(_calls.Topology):
    """An immutable snapshot of one machine. Thread-safe.

    Two are equal if their JSON documents are. Every topology can be pickled: its document is
    stored.
    """

    __slots__ = ()

    @property
    def cpus(self) -> CpuSet:  # type: ignore[override]
        """All usable CPUs."""
        return self.cpuset(CpusetKind.ALL)

    def rows(self) -> Rows[Cpu]:
        """Returns the usable CPUs, ascending by number."""
        return super().cpus

    @property
    def distances(self) -> list[list[int]]:  # type: ignore[override]
        """NUMA distances (10 = local) in the order of numa_nodes; 0 if not reported; empty if the
        machine has none.
        """
        flat, size = super().distances, len(self.numa_nodes)
        return [flat[i : i + size] for i in range(0, len(flat), size)] if size else []

    def cpuset(self, kind: CpusetKind | str, id: int = 0) -> CpuSet:
        """Returns one set of CPUs: of a socket, NUMA node, core ... Raises InvalidError: no such
        kind or id.
        """
        return super().cpuset(kind, id)

    def picture(
        self, holders: Mapping[str, CpuSetLike] | None = None, *, title: str = "", devices: bool = False
    ) -> Drawing:
        """Draws the machine and the holders of its CPUs: a CpuSet for each of up to 64 names.

        A CPU with several holders is drawn as shared. Notebooks show the drawing; str() returns one
        for terminals. Raises InvalidError, LimitError.
        """
        return Drawing(self, dict(holders or {}), title, devices)

    def _repr_svg_(self) -> str:
        return self.picture().svg


class Drawing:
    """A drawing of a machine and the holders of its CPUs. Retains the topology."""

    __slots__ = ("_devices", "_sets", "_title", "_topology")

    def __init__(
        self, topology: Topology, holders: Mapping[str, CpuSetLike], title: str = "", devices: bool = False
    ) -> None:
        for name in itertools.chain(holders, (title,)):
            if "\n" in name:
                raise ValueError(f"a name is one line: {name!r}")
        self._topology = topology.__copy__()
        self._sets = [(name, CpuSet(cpus)) for name, cpus in holders.items()]
        self._title = title
        self._devices = devices

    def _draw(self, **options: Any) -> str:
        picture = Picture(title=self._title)
        for label, cpus in self._sets:
            picture.add_set(label, cpus)
        return self._topology.draw(picture, devices=self._devices, **options)

    @property
    def svg(self) -> str:
        """The drawing as an SVG document."""
        return self._draw(format=PictureFormat.SVG)

    def text(self, *, columns: int = 0, color: bool = False, ascii: bool = False) -> str:
        """Returns the drawing for a terminal of this width (0 for 100), optionally with ANSI
        colours or in ASCII only.
        """
        return self._draw(columns=columns, color=color, ascii=ascii)

    @property
    def html(self) -> str:
        """The drawing as an HTML page, without references to other files."""
        head = f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(self._title or "koord")}</title>\n'
        return f"{head}{self.svg[self.svg.index('<svg') :]}\n</html>\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the drawing to a file: SVG, HTML or text, by the suffix .svg, .html or .txt.

        Raises ValueError for another suffix, and OSError.
        """
        suffix = os.path.splitext(os.fspath(path))[1].lower()
        if suffix not in (".svg", ".html", ".txt"):
            raise ValueError(f"{os.fspath(path)}: found the suffix {suffix!r}, expected .svg, .html or .txt")
        text = self.svg if suffix == ".svg" else self.html if suffix == ".html" else self.text()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg
