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
    assert kinds.count("a chart") >= 3
    assert sum("koord-picture" in str(shown) for shown in kinds) >= 3
    assert not any("Error" in str(shown) for shown in kinds)


def test_another_output_is_found() -> None:
    stored = nbformat.read(NOTEBOOKS[0], as_version=4)
    other = copy.deepcopy(stored)
    cell = next(cell for cell in other.cells if cell.get("outputs"))
    cell.outputs = []
    assert notebook.said(other) != notebook.said(stored)
