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


def build(out: Path, source: Path, *settings: str, **environment: str) -> Path:
    """Builds a wheel of the sources without optimisation, or skips the test without a network."""
    reach = run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", out / "reach", "scikit-build-core")
    if reach.returncode != 0:
        pytest.skip(f"the package index is out of reach: {reach.stderr.strip()[-300:]}")
    built = run(
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", out, source,
        *(f"--config-settings=cmake.define.{setting}" for setting in ("KOORD_PYTHON_OPTIMIZE=-O0", *settings)),
        CMAKE_BUILD_PARALLEL_LEVEL="1", **environment,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr[-3000:]
    (wheel,) = out.glob("koord-*.whl")
    return wheel


def use(wheel: Path, folder: Path) -> None:
    """Installs a wheel into a fresh environment and picks CPUs there."""
    fresh = folder / "fresh"
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


def test_wheel(tmp_path: Path) -> None:
    library = os.environ.get("KOORD_LIBRARY")
    if not library:
        pytest.skip("KOORD_LIBRARY does not say where libkoord.so is")
    source = tmp_path / "source"
    shutil.copytree(ROOT / "bindings/python", source, ignore=shutil.ignore_patterns("__pycache__", "build"))
    prefix = prefix_of(Path(library).resolve(), tmp_path / "prefix")
    wheel = build(tmp_path, source, "CMAKE_UNITY_BUILD_BATCH_SIZE=0", CMAKE_PREFIX_PATH=str(prefix))
    names = zipfile.ZipFile(wheel).namelist()
    assert {"koord/__init__.py", "koord/_koord.pyi", "koord/py.typed"} <= set(names)
    assert sum(name.endswith(".so") for name in names) == 1
    assert not [name for name in names if name.endswith((".cc", ".h", ".txt")) and "dist-info" not in name]
    use(wheel, tmp_path)


def test_wheel_of_the_source_tree_contains_the_library(tmp_path: Path) -> None:
    """pip install in bindings/python needs no installed libkoord."""
    if not os.environ.get("KOORD_WHEEL_OF_TREE"):
        pytest.skip("make wheel-test builds it: it compiles the library again")
    if not shutil.which("ccache"):
        pytest.skip("no ccache: the library would be compiled again in every run")
    # A fixed folder in the tree, so that ccache finds the objects of earlier runs and other clones.
    tree = ROOT / "build/wheel-tree"
    shutil.rmtree(tree, ignore_errors=True)
    wheel = build(
        tmp_path, ROOT / "bindings/python", "CMAKE_DISABLE_FIND_PACKAGE_koord=TRUE", "CMAKE_CXX_FLAGS_RELEASE=-O0",
        "KOORD_HARDEN=OFF", "CMAKE_CXX_COMPILER_LAUNCHER=ccache",
        CCACHE_BASEDIR=str(ROOT), CCACHE_NOHASHDIR="1", SKBUILD_BUILD_DIR=str(tree),
    )  # fmt: skip
    (module,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".so"))
    needed = run("ldd", zipfile.ZipFile(wheel).extract(module, tmp_path / "module")).stdout
    assert "libhwloc" in needed and "libkoord" not in needed
    use(wheel, tmp_path)
