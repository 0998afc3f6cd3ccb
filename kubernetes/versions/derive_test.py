#!/usr/bin/env python3
"""Tests of derive.py, modfile.sh and config.sh, which need no network. The files in the tree must be derived from its go.mod files."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import check  # pylint: disable=wrong-import-position
import derive  # pylint: disable=wrong-import-position

UPSTREAM = """module k8s.io/kubernetes

go 1.27.0

require (
	github.com/spf13/cobra v1.10.9
	k8s.io/api v0.0.0
)

replace (
	k8s.io/api => ./staging/src/k8s.io/api
	k8s.io/kube-scheduler => ./staging/src/k8s.io/kube-scheduler
	k8s.io/new => ./staging/src/k8s.io/new
)
"""


def script(name, *arguments, kubernetes="", text=""):
    return subprocess.run([HERE / name, *arguments], env=os.environ | {"KUBERNETES": kubernetes}, input=text, capture_output=True, text=True)


class Derived(unittest.TestCase):
    def test_files_are_up_to_date(self):
        self.assertEqual([], [str(path) for version in derive.versions() for path in derive.stale(version)], "run kubernetes/versions/derive.py")

    def test_a_changed_requirement_makes_them_stale(self):
        version = derive.versions()[0]
        before = derive.header("objects", version)
        with tempfile.TemporaryDirectory() as folder:
            own = derive.MODULES["objects"]
            text = (own / "go.mod").read_text()
            pathlib.Path(folder, "go.mod").write_text(text.replace("randfill v1.0.0", "randfill v1.0.1"))
            derive.MODULES["objects"] = pathlib.Path(folder)
            self.addCleanup(derive.MODULES.__setitem__, "objects", own)
            self.assertNotEqual(before.split(", ")[1], derive.header("objects", version).split(", ")[1])

    def test_versions_are_those_of_kubernetes(self):
        version = derive.Version("1.99", {"kubernetes": "v1.99.0", "go": "1.27", "tag": "kube1_99", "absent": ["k8s.io/new"],
                                          "replace": {"example.org/a": "example.org/a v1.0.0"}})
        koord = (HERE.parent.parent / "bindings/go/go.mod").read_text().split()[1]
        lines = derive.derived("scheduler", version, UPSTREAM).splitlines()
        for expected in ("go 1.27.0", "require k8s.io/kubernetes v1.99.0", "require k8s.io/api v0.99.0", "require github.com/spf13/cobra v1.10.9",
                         "replace k8s.io/api => k8s.io/api v0.99.0", "replace k8s.io/new => ../versions/absent",
                         "replace example.org/a => example.org/a v1.0.0", f"replace {koord} => ../../bindings/go",
                         "require k8s.io/klog/v2 v2.140.0"):
            self.assertIn(expected, lines)


class Scripts(unittest.TestCase):
    def test_modfile(self):
        default = check.Default().name
        for kubernetes, expected in (("", "agent/go.mod"), (default, "agent/go.mod"), ("1.36", "versions/1.36/agent.mod")):
            self.assertEqual(f"{HERE.parent / expected}\n", script("modfile.sh", HERE.parent / "agent", kubernetes=kubernetes).stdout)
        refused = script("modfile.sh", HERE.parent / "agent", kubernetes="1.3")
        self.assertEqual(1, refused.returncode)
        self.assertIn(f"found KUBERNETES=1.3, expected {default} or one of: 1.36", refused.stderr)

    def test_configuration(self):
        for path in (HERE.parent / "deploy/scheduler").rglob("*.yaml"):
            text = path.read_text()
            if "kind: KubeSchedulerConfiguration" not in text:
                continue
            self.assertEqual(text, script("config.sh", path).stdout)
            old = script("config.sh", kubernetes="1.36", text=text).stdout
            self.assertNotIn("placementGenerate", old)
            self.assertNotIn("podGroupPostFilter", old)
            removed = [line for line in text.splitlines() if line not in old.splitlines()]
            self.assertTrue(3 <= len(removed) < 8, removed)
            self.assertIn("          gangTimeout: 1m\n", old)


class Results(unittest.TestCase):
    def test_counts(self):
        result = check.Result("\n".join((
            '{"Action":"pass","Package":"a","Test":"TestA"}',
            '{"Action":"output","Package":"a","Test":"TestB","Output":"    b_test.go:7: needs two CPUs\\n"}',
            '{"Action":"skip","Package":"a","Test":"TestB"}',
            '{"Action":"output","Package":"a","Test":"TestC","Output":"    c_test.go:9: found 1\\n"}',
            '{"Action":"fail","Package":"a","Test":"TestC"}',
            '{"Action":"skip","Package":"b"}')))
        self.assertEqual((1, 1, {"needs two CPUs": 1}), (result.passed, result.failed, dict(result.skipped)))
        self.assertIn("found 1", "".join(result.messages))


if __name__ == "__main__":
    unittest.main()
