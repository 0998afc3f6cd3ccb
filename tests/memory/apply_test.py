"""Writing of control groups while memory runs out: koordctl node apply reports exactly what was written; koord-oci-hook puts the
container into its group, or prevents its start and writes nothing."""
import json
import os
import re
import subprocess
import unittest

import failing
import cli
import node_tree

HOOK = os.environ["KOORD_OCI_HOOK"]
SAMPLES = 80
TOLD = r"koordctl: out of memory(?:; (\d+) writes? to control groups remain in place, node-state.json (was written|is unchanged))?"


def sampled(calls):
    """Yields numbers of allocations, and whether later allocations fail, too."""
    step = 1 if failing.ALL else max(1, calls // SAMPLES)
    for number in range(1, calls + 1, step):
        yield number, str(number // step % 2)


class Apply(failing.Case):
    def setUp(self):
        self.node = node_tree.Case()
        self.node.setUp()
        self.addCleanup(self.node.doCleanups)
        self.node.write("server.json", self.node.run_ctl("topology", "--from", "server.xml", "-o", "json").stdout)
        self.rounds = 0

    def apply(self, **more):
        """Runs apply on a new tree. Returns the result, the groups before and after, and the state file."""
        self.rounds += 1
        groups, run = f"groups-{self.rounds}", f"run-{self.rounds}"
        tree = node_tree.of_example_pods(self.node.path(groups))
        before = tree.everything()
        state = os.path.join(run, "node-state.json")
        done = self.node.run_ctl("node", "apply", "--from", "server.json", "--node-name", "node-a", "-f", "node-pods.yaml",
                                 "--cgroup-root", groups, "--state", state, "--proc", "proc", code=None,
                                 env=self.environment(**more))
        after = tree.everything()
        files = set(os.listdir(self.node.path(run))) if os.path.isdir(self.node.path(run)) else set()
        return done, before, after, files

    def test_reported_changes_are_real(self):
        report = self.node.path("report")
        whole, before, final, files = self.apply(KOORD_FAIL_REPORT=report)
        self.assertEqual(whole.returncode, cli.OK, whole.stderr)
        self.assertEqual(files, {"node-state.json", "node-state.json.lock"})
        with open(report, encoding="utf-8") as opened:
            calls = int(opened.read().split()[-1])
        changed = {path for path in before if before[path] != final[path]}
        self.assertGreater(len(changed), 3)
        ways, stood, written = set(), set(), set()
        for number, onward in sampled(calls):
            done, before, after, files = self.apply(KOORD_FAIL_AT=str(number), KOORD_FAIL_ONWARD=onward)
            where = f"allocation {number} of {calls}, onward {onward}: {done.returncode} {done.stderr}"
            now = {path for path in before if before[path] != after[path]}
            ways.add(done.returncode)
            if done.returncode == cli.OK:
                self.assertEqual((after, "node-state.json" in files), (final, True), where)
                continue
            self.assertEqual(done.returncode, cli.ENVIRONMENT, where)
            said = re.fullmatch(TOLD, done.stderr.splitlines()[-1])
            self.assertTrue(said, where)
            stand, state = int(said.group(1) or 0), said.group(2) == "was written"
            self.assertEqual(state, "node-state.json" in files, where)
            self.assertFalse([name for name in files if not name.startswith("node-state.json")], where)
            # A file may be written twice on the way.
            self.assertEqual(stand == 0, not now, where)
            self.assertGreaterEqual(stand, len(now), where)
            self.assertTrue(now <= changed, where)
            stood.add(stand)
            written.add(state)
        self.assertIn(cli.ENVIRONMENT, ways)
        self.assertEqual(written, {True, False})
        self.assertGreater(max(stood), 0)
        self.assertIn(0, stood)

    def hook(self, **more):
        """Starts a container in a new tree. Returns the groups before and after."""
        self.rounds += 1
        groups = f"groups-{self.rounds}"
        tree = node_tree.of_example_pods(self.node.path(groups))
        group = f"kubepods/pod{node_tree.WEB}/beef"
        tree.add(group, quota="400000")
        os.makedirs(self.node.path("proc/4711"), exist_ok=True)
        self.node.write("proc/4711/cgroup", f"2:cpu:/{group}\n1:cpuset:/{group}\n")
        before = tree.everything()
        state = {"ociVersion": "1.0.2", "id": "beef", "pid": 4711, "annotations": {
            "io.kubernetes.cri.sandbox-uid": node_tree.WEB, "io.kubernetes.cri.container-name": "main"}}
        done = subprocess.run([HOOK, "--state=run/node-state.json", f"--cgroup-root={groups}", "--proc=proc",
                               "createRuntime"], input=json.dumps(state), text=True, capture_output=True,
                              cwd=self.node.directory, env=self.environment(**more), timeout=60, check=False)
        return done, before, tree.everything()

    def test_hook(self):
        self.node.run_ctl("node", "apply", "--from", "server.json", "--node-name", "node-a", "-f", "node-pods.yaml",
                          "--cgroup-root", "cgroup", "--state", "run/node-state.json", "--proc", "proc")
        report = self.node.path("report")
        done, before, final = self.hook(KOORD_FAIL_REPORT=report)
        self.assertEqual((done.returncode, done.stderr), (cli.OK, ""))
        changed = {path for path in before if before[path] != final[path]}
        self.assertTrue(changed)
        with open(report, encoding="utf-8") as opened:
            calls = int(opened.read().split()[-1])
        told = 0
        for number, onward in sampled(calls):
            done, before, after = self.hook(KOORD_FAIL_AT=str(number), KOORD_FAIL_ONWARD=onward)
            where = f"allocation {number} of {calls}, onward {onward}: {done.returncode} {done.stderr}"
            if done.returncode == cli.OK:
                self.assertEqual(after, final, where)
                continue
            told += 1
            now = {path for path in before if before[path] != after[path]}
            # Completed writes are rolled back, unless the rollback also needs memory and there is none left.
            self.assertTrue(now <= changed if onward == "1" else not now, where)
            self.assertEqual(done.returncode, cli.ENVIRONMENT, where)
            self.assertRegex(done.stderr, r"\Akoord-oci-hook: .*\n\Z", where)
        self.assertGreater(told, 20)


if __name__ == "__main__":
    unittest.main()
