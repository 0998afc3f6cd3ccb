#!/usr/bin/env python3
"""Runs the notebooks of docs/notebooks: notebook.py [--write]

Compares the outputs with those in the files, or replaces them. Charts are only compared by kind: their shapes depend on the version
of Matplotlib. Needs nbclient, ipykernel, the packages of the notebooks, and koord-replay on PATH.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat

FOLDER = Path(__file__).resolve().parents[3] / "docs/notebooks"
SVG = "image/svg+xml"


def executed(path: Path) -> Any:
    """Returns a notebook after a run in its folder, without times and counts that differ from run to run."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if SVG in output.get("data", {}):
                # Other forms contain addresses in memory.
                output.data = {SVG: fixed(output.data[SVG])}
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def fixed(svg: str) -> str:
    """Returns a picture without the date and the random names of Matplotlib."""
    if not is_chart(svg):
        return svg
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    names = dict.fromkeys(re.findall(r'id="([a-z]+[0-9a-f]{10})"', svg))
    for number, name in enumerate(names):
        svg = svg.replace(name, f"n{number}")
    return "\n".join(line.rstrip() for line in svg.split("\n"))


def is_chart(svg: str) -> bool:
    return "matplotlib" in svg


def said(notebook: Any) -> list[list[Any]]:
    """Returns what each cell shows."""
    return [[shown(output) for output in cell.get("outputs", [])] for cell in notebook.cells]


def shown(output: Any) -> Any:
    data = output.get("data", {})
    if is_chart(data.get(SVG, "")):
        return "a chart"
    # Texts of pandas are compared, its HTML is not.
    return data.get(SVG) or data.get("text/plain") or output.get("text") or output


def main(arguments: list[str]) -> int:
    different = 0
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = executed(path)
        if arguments == ["--write"]:
            path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
        elif said(notebook) != said(nbformat.read(path, as_version=4)):
            different += 1
            print(f"{path.name}: the outputs are others: {sys.argv[0]} --write", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
