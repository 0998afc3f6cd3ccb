#!/usr/bin/env python3
"""Tests of derive.py, modfile.sh and config.sh, which need no network. The files in the tree must be derived from its go.mod files."""
import os
import pathlib
import shutil
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
	k8s.io/testing => ./staging/src/k8s.io/testing
)
"""


def script(name, *arguments, kubernetes="", text=""):
    return subprocess.run([HERE / name, *arguments], env=os.environ | {"KUBERNETES": kubernetes}, input=text, capture_output=True, text=True)


class Derived(unittest.TestCase):
    def test_files_are_up_to_date(self):
        self.assertEqual([], [str(path) for version in derive.versions() for path in derive.stale(version)], "run kubernetes/versions/derive.py")

    def test_a_changed_requirement_makes_them_stale(self):
        version = derive.versions()[0]
        self.assertFalse(derive.is_stale("objects", version))
        with tempfile.TemporaryDirectory() as folder:
            own = derive.MODULES["objects"]
            text = (own / "go.mod").read_text()
            pathlib.Path(folder, "go.mod").write_text(text.replace("randfill v1.0.0", "randfill v1.0.1"))
            derive.MODULES["objects"] = pathlib.Path(folder)
            self.addCleanup(derive.MODULES.__setitem__, "objects", own)
            self.assertTrue(derive.is_stale("objects", version))

    def test_edits_by_hand_make_them_stale(self):
        version = derive.versions()[0]
        with tempfile.TemporaryDirectory() as folder:
            for suffix in (".mod", ".sum"):
                shutil.copy(version.path("objects").with_suffix(suffix), folder)
            version.path = lambda module: pathlib.Path(folder, f"{module}.mod")
            self.assertFalse(derive.is_stale("objects", version))
            for suffix in (".mod", ".sum"):
                path = version.path("objects").with_suffix(suffix)
                text = path.read_text()
                path.write_text(text + "\n")
                self.assertTrue(derive.is_stale("objects", version), suffix)
                path.write_text(text)
            path.unlink()
            self.assertTrue(derive.is_stale("objects", version))

    def test_the_newer_version_of_go(self):
        for language, other in (("1.26.0", "1.27.0"), ("1.9", "1.26"), ("1.26.8", "1.26.10")):
            self.assertEqual((other, other), (derive.newer(language, other), derive.newer(other, language)))

    def test_versions_are_those_of_kubernetes(self):
        version = derive.Version("1.99", {"kubernetes": "v1.99.0"})
        self.assertEqual("kube1_99", version.tag)
        koord = (HERE.parent.parent / "bindings/go/go.mod").read_text().split()[1]
        lines = derive.derived("scheduler", version, UPSTREAM).splitlines()
        for expected in ("go 1.27.0", "require k8s.io/kubernetes v1.99.0", "require k8s.io/api v0.99.0", "require github.com/spf13/cobra v1.10.9",
                         "replace k8s.io/api => k8s.io/api v0.99.0", "replace k8s.io/new => k8s.io/new v0.99.0", f"replace {koord} => ../../bindings/go",
                         "require k8s.io/klog/v2 v2.140.0", "replace k8s.io/testing => k8s.io/testing v0.99.0"):
            self.assertIn(expected, lines)

    def test_modules_that_the_proxy_does_not_serve(self):
        table = {"kubernetes": "v1.99.0", "absent": ["k8s.io/testing", "example.org/tool"], "replace": {"example.org/diff": "v7.0.0"}}
        lines = derive.derived("agent", derive.Version("1.99", table), UPSTREAM).splitlines()
        empty = derive.MODULES["agent"] / "../versions/absent"
        self.assertEqual("module absent", (empty / "go.mod").read_text().splitlines()[-1])
        self.assertEqual(["go.mod"], os.listdir(empty))
        for expected in ("replace k8s.io/testing => ../versions/absent", "replace example.org/tool => ../versions/absent",
                         "replace example.org/diff => example.org/diff v7.0.0", "replace k8s.io/new => k8s.io/new v0.99.0"):
            self.assertIn(expected, lines)
        self.assertEqual(1, sum("k8s.io/testing" in line for line in lines))

    def test_a_changed_table_makes_them_stale(self):
        version = derive.versions()[-1]
        self.assertFalse(derive.is_stale("agent", version))
        version.absent = version.absent[1:]
        self.assertTrue(derive.is_stale("agent", version))
        version = derive.versions()[-1]
        version.replace = {}
        self.assertTrue(derive.is_stale("agent", version))


class Commands(unittest.TestCase):
    def test_only_modules_that_cannot_be_fetched_are_skipped(self):
        where = "x.go:2:8: example.org/a@v1.2.3: "
        get = f'{where}Get "https://proxy.example.org/a/@v/v1.2.3.zip": '
        for said in ("x.go:2:8: module lookup disabled by GOPROXY=off",
                     f"{get}dial tcp 127.0.0.1:1: connect: connection refused",
                     f"{get}dial tcp: lookup proxy.example.org on 127.0.0.53:53: no such host",
                     f"{get}proxyconnect tcp: dial tcp 127.0.0.1:2: connect: connection refused",
                     f"{get}net/http: TLS handshake timeout",
                     f"{where}reading https://proxy.example.org/a/@v/v1.2.3.zip: 502 Bad Gateway"):
            self.assertTrue(derive.FETCH_ERROR.search(said), said)
        for said in ("x.go:3:2: package k8s.io/kubernetes/pkg/proxy/none is not in std",
                     "k8s.io/kubernetes/pkg/proxy/util\nx.go:3:2: undefined: lookup in package a",
                     "go: errors parsing go.mod:\ngo.mod:5: unknown directive: requires",
                     "x.go:2:8: missing go.sum entry for module providing package example.org/a (imported by x); to add:",
                     f"{where}reading https://proxy.example.org/a/@v/v1.2.3.zip: 404 Not Found"):
            self.assertFalse(derive.FETCH_ERROR.search(said), said)

    def test_a_wrong_module_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "go.mod").write_text("module x\n\nrequires k8s.io/api v0.1.0\n")
            try:
                go = derive.go_command("1.26")
            except derive.Unavailable as why:
                self.skipTest(str(why))
            with self.assertRaisesRegex(derive.Failed, "unknown directive"):
                derive.run(go, ["list", "./..."], folder)


class Scripts(unittest.TestCase):
    def test_modfile(self):
        default = check.Default().name
        for kubernetes, expected in (("", "agent/go.mod"), (default, "agent/go.mod"), ("1.36", "versions/1.36/agent.mod")):
            self.assertEqual(f"{HERE.parent / expected}\n", script("modfile.sh", HERE.parent / "agent", kubernetes=kubernetes).stdout)
        refused = script("modfile.sh", HERE.parent / "agent", kubernetes="1.3")
        self.assertEqual(1, refused.returncode)
        self.assertIn(f"found KUBERNETES=1.3, expected {default} or one of: 1.36", refused.stderr)
        unknown = script("config.sh", kubernetes="1.3", text="a: b")
        self.assertEqual((1, "", refused.stderr), (unknown.returncode, unknown.stdout, unknown.stderr))

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
            self.assertEqual(text, script("config.sh", kubernetes="1.38", text=text).stdout)


if __name__ == "__main__":
    unittest.main()
