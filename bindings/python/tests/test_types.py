"""Annotations: strict mypy over package and tests, and _koord.pyi against the module."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import koord
from conftest import ROOT

PACKAGE = Path(koord.__file__).parent


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ.setdefault("MYPY_CACHE_DIR", str(tmp_path_factory.mktemp("mypy")))


def check(*program: str) -> None:
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    # not every program respects it, but all write to the current directory
    folder = Path(os.environ["MYPY_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-B", "-m", *program],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_package_is_strict() -> None:
    check("mypy", "--strict", "--no-error-summary", "--python-version", "3.9", "-p", "koord")


def test_a_program_is_strict(tmp_path: Path) -> None:
    """User code is checked against the annotations, including wrong uses."""
    program = tmp_path / "program.py"
    program.write_text(
        "import koord\n"
        "machine = koord.Topology.from_synthetic('pu:2')\n"
        "reveal_type(koord.pick(machine, 1).cpus)\n"
        "reveal_type(koord.Cluster().evaluate(koord.Pod.from_json('{}'))[0].reason)\n"
        "koord.pick(machine, 'one')\n"
        "picked = koord.pick(machine, 1, bind_policy='FullPCPUs')\n"
        "reveal_type(picked.refusal if not picked else picked.cpus)\n"
        "planned = koord.Cluster().plan_gang([])\n"
        "reveal_type(planned.plan if planned else planned.refusal)\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-m", "mypy", "--strict", "--no-error-summary", str(program)],
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    said = done.stdout.splitlines()
    assert len(said) == 5, done.stdout + done.stderr
    assert 'Revealed type is "koord.cpuset.CpuSet"' in said[0]
    assert 'Revealed type is "koord.enums.Reason"' in said[1]
    assert 'incompatible type "str"; expected "int"' in said[2]
    assert "koord.cpuset.CpuSet" in said[3] and "koord.records.Refusal" in said[3] and "None" not in said[3]
    assert "koord._calls.Plan" in said[4] and "koord.records.Refusal" in said[4] and "None" not in said[4]


def test_stub_is_the_module() -> None:
    check("mypy.stubtest", "--allowlist", str(Path(__file__).parent / "stubtest-allow.txt"), "koord._koord")


def test_every_name_is_annotated() -> None:
    from koord import _koord

    annotated = (ROOT / "bindings/python/src/koord/_koord.pyi").read_text()
    missing = [
        name
        for name in dir(_koord)
        if not name.startswith("_") and f"def {name}(" not in annotated and f"class {name}:" not in annotated
    ]
    assert missing == ["LAYOUTS", "MAX_CPUS"]
