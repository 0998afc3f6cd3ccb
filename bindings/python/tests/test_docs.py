"""The code in the quick start, the guide and the tutorial runs and prints what the pages show."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT


def test_quick_start(tmp_path: Path) -> None:
    block = subprocess.run(
        [sys.executable, "-B", ROOT / "tests/quickstart/block.py", ROOT / "docs/embed/python.md", "python"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    program = tmp_path / "first.py"
    program.write_text(block)
    done = subprocess.run([sys.executable, "-B", program], capture_output=True, text=True, env=dict(os.environ))
    assert (done.returncode, done.stdout, done.stderr) == (0, "0-7\n", "")


@pytest.mark.parametrize(
    ("file", "least", "with_numpy"),
    [("embed/python.md", 2, True), ("start/python-tutorial.md", 10, False), ("embed/python-analysis.md", 5, True)],
)
def test_blocks_print_what_follows_them(
    file: str, least: int, with_numpy: bool, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(ROOT)
    if "analysis" in file:
        folder = os.path.dirname(request.getfixturevalue("replay"))
        monkeypatch.setenv("PATH", folder + os.pathsep + os.environ["PATH"])
        monkeypatch.setenv("MPLBACKEND", "agg")
    if not with_numpy:
        monkeypatch.setitem(sys.modules, "numpy", None)  # makes the import fail
    text = (ROOT / "docs" / file).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= least
    assert text.count("```") == 2 * sum(1 + bool(printed) for _, printed in blocks)
    names: dict[str, Any] = {"__name__": "documentation"}
    for number, (block, printed) in enumerate(blocks, 1):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(block, f"{file}, block {number}", "exec"), names)
        assert out.getvalue() == printed, f"block {number}: {block}"
