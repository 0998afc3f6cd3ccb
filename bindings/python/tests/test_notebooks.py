"""The notebooks run, and show what is stored in them."""

from __future__ import annotations

import copy
import os
from pathlib import Path

import nbformat
import pytest

import notebook
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_show_what_is_stored(path: Path, replay: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.path.dirname(replay) + os.pathsep + os.environ["PATH"])
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    assert notebook.said(notebook.executed(path)) == notebook.said(stored)


def test_they_have_pictures_and_charts() -> None:
    kinds = [shown for path in NOTEBOOKS for cell in notebook.said(nbformat.read(path, as_version=4)) for shown in cell]
    assert kinds.count({notebook.SVG: "a chart"}) >= 3
    assert sum("koord-picture" in str(shown) for shown in kinds) >= 3
    assert not any("Error" in str(shown) for shown in kinds)


def outputs() -> list[tuple[int, int, int, str]]:
    """Returns each stored output that is compared, without charts: notebook, cell, output, and the kind of its contents."""
    found = []
    for number, path in enumerate(NOTEBOOKS):
        for at, cell in enumerate(nbformat.read(path, as_version=4).cells):
            for place, output in enumerate(cell.get("outputs", [])):
                if notebook.shown(output) == {notebook.SVG: "a chart"}:
                    continue
                found += [(number, at, place, kind) for kind in output.get("data", {"stream": ""})]
    return found


def test_tables_and_texts_are_stored() -> None:
    kinds = [kind for *_, kind in outputs()]
    assert kinds.count("text/html") >= 3 and kinds.count("text/plain") >= 3 and "stream" in kinds


@pytest.mark.parametrize(("number", "at", "place", "kind"), outputs())
def test_another_output_is_found(number: int, at: int, place: int, kind: str) -> None:
    """Each stored text, table and picture that goes stale is found: a digit of it is changed, then it is removed."""
    stored = nbformat.read(NOTEBOOKS[number], as_version=4)
    output = stored.cells[at].outputs[place]
    before = notebook.shown(output)
    contents = output.text if kind == "stream" else output.data[kind]
    begin = contents.rindex("</thead>") if "</thead>" in contents else 0
    last = max(at for at, letter in enumerate(contents[begin:], begin) if letter.isdigit() and letter != "9")
    changed = contents[:last] + "9" + contents[last + 1 :]
    if kind == "stream":
        output.text = changed
    else:
        output.data[kind] = changed
    assert notebook.shown(output) != before
    other = copy.deepcopy(stored)
    other.cells[at].outputs.pop(place)
    assert notebook.said(other) != notebook.said(stored)


def test_layout_and_style_of_tables_are_not_compared() -> None:
    one = "<div><style>td { color: red }</style><table><tr><th>a</th></tr>\n<tr><td>1</td><td></td></tr></table><p>1 row</p></div>"
    other = one.replace("<td>", '\n<td class="x" style="width: 1em">\n').replace("red", "blue")
    assert notebook.cells(one) == notebook.cells(other) == [["a"], ["1", ""], ["1 row"]]
    assert notebook.text("a    b\n1    2\n") == notebook.text("a  b\n1  2") != notebook.text("a  b 1  2")
