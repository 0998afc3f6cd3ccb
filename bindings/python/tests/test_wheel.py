"""A wheel, built like users build it and imported in a fresh environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from conftest import ROOT


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    without = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, env={**without, **environment}
    )


def prefix_of(library: Path, folder: Path) -> Path:
    """Creates an installation of the build tree's library for find_package()."""
    config = folder / "lib/cmake/koord"
    config.mkdir(parents=True)
    (config / "koordConfig.cmake").write_text(
        f"""add_library(koord::koord SHARED IMPORTED)
set_target_properties(koord::koord PROPERTIES
  IMPORTED_LOCATION "{library}" INTERFACE_INCLUDE_DIRECTORIES "{ROOT / "include"}")
"""
    )
    return folder


def test_wheel(tmp_path: Path) -> None:
    library = os.environ.get("KOORD_LIBRARY")
    if not library:
        pytest.skip("KOORD_LIBRARY does not say where libkoord.so is")
    real = Path(library).resolve()
    source = tmp_path / "source"
    shutil.copytree(ROOT / "bindings/python", source, ignore=shutil.ignore_patterns("__pycache__", "build"))
    prefix = prefix_of(real, tmp_path / "prefix")
    reach = run(
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", tmp_path / "reach", "scikit-build-core"
    )
    if reach.returncode != 0:
        pytest.skip(f"the package index is out of reach: {reach.stderr.strip()[-300:]}")
    built = run(
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, source,
        CMAKE_PREFIX_PATH=str(prefix), CMAKE_BUILD_PARALLEL_LEVEL="1", CMAKE_ARGS="-DKOORD_PYTHON_OPTIMIZE=-O0 -DCMAKE_UNITY_BUILD_BATCH_SIZE=0",
    )  # fmt: skip
    assert built.returncode == 0, built.stderr[-3000:]
    (wheel,) = tmp_path.glob("koord-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"koord/__init__.py", "koord/_koord.pyi", "koord/py.typed"} <= set(names)
    assert sum(name.endswith(".so") for name in names) == 1
    assert not [name for name in names if name.endswith((".cc", ".h", ".txt")) and "dist-info" not in name]

    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=True)
    installed = run(fresh / "bin/python", "-m", "pip", "install", "--quiet", "--no-index", wheel)
    assert installed.returncode == 0, installed.stderr
    used = run(
        fresh / "bin/python", "-c",
        "import koord; print(koord.__file__); print(koord.pick(koord.Topology.from_synthetic('core:4 pu:2'), 2).cpus)",
    )  # fmt: skip
    assert used.returncode == 0, used.stderr
    file, cpus = used.stdout.split()
    assert file.startswith(str(fresh)) and cpus == "0,2"
