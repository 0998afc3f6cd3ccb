#!/usr/bin/env python3
"""Tests wheels: wheel_test.py INDEX INTERPRETER...

Installs the package from the index into a fresh environment of each interpreter, and places pods
there.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

INDEX, PYTHONS = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]

PROGRAM = """
import koord

machine = koord.Topology.from_synthetic("pack:2 numa:1 core:8 pu:2")
cluster = koord.Cluster()
cluster.set_node(koord.NodeBuilder(name="node-a").set_resource("cpu", 32000, 0))
cluster.set_topology(koord.NrtBuilder(name="node-a", topology=machine))
for uid, count in ("1", 4), ("2", 8), ("3", 64):
    builder = koord.PodBuilder(name="pod-" + uid, uid=uid, qos=koord.Qos.LSR, priority=9000)
    builder.set_resource(builder.add_container(koord.ContainerKind.APP, "main"), "cpu", -1, 1000 * count)
    reserved = cluster.reserve(koord.Pod.from_builder(builder), "node-a")
    print(reserved.cpus if reserved else reserved.refusal.reason.name)
print(cluster.picture("node-a").svg.count("<svg"), len(koord.Topology.discover().cpus) > 0)
loaded = {line.split()[-1] for line in open("/proc/self/maps") if "hwloc" in line or "koord" in line}
print(*sorted(path for path in loaded if "/site-packages/koord" not in path))
"""


def run(*command):
    free = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "LD_"))}
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, env=free, check=False)


class Wheel(unittest.TestCase):
    def test_installs_and_places_pods_in_a_fresh_environment(self):
        self.assertTrue(PYTHONS)
        for python in PYTHONS:
            with self.subTest(python), tempfile.TemporaryDirectory() as folder:
                fresh = pathlib.Path(folder, "fresh")
                self.assertEqual(run(python, "-m", "venv", fresh).returncode, 0)
                installed = run(fresh / "bin/python", "-m", "pip", "install", "--no-cache-dir", "--index-url", INDEX.as_uri(), "koord")
                self.assertEqual(installed.returncode, 0, installed.stdout + installed.stderr)
                used = run(fresh / "bin/python", "-c", PROGRAM)
                self.assertEqual(used.returncode, 0, used.stderr)
                self.assertEqual(used.stdout.split("\n"), ["0-3", "4-11", "INSUFFICIENT_RESOURCE", "1 True", "", ""])

    def test_contains_types_and_the_licence_of_each_library(self):
        wheels = sorted(INDEX.glob("koord/*.whl"))
        self.assertEqual(len(wheels), len(PYTHONS))
        for wheel in wheels:
            names = zipfile.ZipFile(wheel).namelist()
            self.assertIn("koord/py.typed", names)
            self.assertIn("koord/_koord.pyi", names)
            folders = [pathlib.PurePath(name) for name in names]
            licenses = {name.stem for name in folders if name.parent.name == "licenses"}
            self.assertLessEqual({"koord", "pybind11", "nlohmann-json3-dev"}, licenses)
            self.assertIn("GPL-3", {name.stem for name in folders if name.parent.name == "common-licenses"})
            bundled = {re.match("lib[a-z]+", name.name).group() for name in folders if name.parent.name == "koord.libs"}
            self.assertIn("libhwloc", bundled)
            self.assertEqual({name for name in bundled if not any(one.startswith(name) for one in licenses)}, set())

    def test_runs_on_other_distributions(self):
        for wheel in INDEX.glob("koord/*.whl"):
            self.assertRegex(wheel.name, r"-manylinux_2_\d+_\w+\.whl$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"])
