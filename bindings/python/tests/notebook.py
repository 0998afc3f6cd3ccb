#!/usr/bin/env python3
"""Runs the notebooks of docs/notebooks: notebook.py [--write]

Compares the outputs with those in the files, or replaces them. Texts, pictures of machines and the cells of tables are compared;
charts only by kind, because their shapes depend on the version of Matplotlib. Needs nbclient, ipykernel, the packages of the notebooks, and koord-replay on PATH.
"""

from __future__ import annotations

import html.parser
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


def shown(output: Any) -> dict[str, Any]:
    """Returns the kinds of an output with their contents, in a form that does not depend on layout."""
    if output.output_type == "stream":
        return {output.name: text(output.text)}
    if output.output_type == "error":
        return {"Error": f"{output.ename}: {output.evalue}"}
    data = dict(output.data)
    if is_chart(data.get(SVG, "")):
        # The text beside it has the size of the chart or its address in memory.
        return {SVG: "a chart"}
    if "text/html" in data:
        data["text/html"] = cells(data["text/html"])
    return {kind: text(value) if kind == "text/plain" else value for kind, value in data.items()}


def text(value: str) -> list[str]:
    """Returns the words of each line. Spaces in tables differ between versions of pandas."""
    return [" ".join(line.split()) for line in value.strip().split("\n")]


class _Table(html.parser.HTMLParser):
    """Collects the texts of an HTML page by row of its tables; other texts are rows of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = [[]]
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._unseen += tag in ("style", "script")
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in ("style", "script")
        if tag == "table":
            self.rows.append([])

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if words and not self._unseen:
            if not self.rows[-1]:
                self.rows[-1].append("")
            self.rows[-1][-1] += words


def cells(page: str) -> list[list[str]]:
    """Returns the texts of an HTML page: the cells of each row of its tables, and other lines."""
    parser = _Table()
    parser.feed(page)
    parser.close()
    return [row for row in parser.rows if row]


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
