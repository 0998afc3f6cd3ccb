"""koordctl node apply where memory runs out: what it says was written was written, and nothing else."""
import os
import re
import unittest

import failing
import cli
import node_tree

SAMPLES = 150
TOLD = r"koordctl: out of memory(?:; (\d+) writes? to control groups stand, node-state.json (is written|is as it was))?"


class Apply(failing.Case):
    def setUp(self):
        self.node = node_tree.Case()
        self.node.setUp()
        self.addCleanup(self.node.doCleanups)
        self.node.write("server.json", self.node.run_ctl("topology", "--from", "server.xml", "-o", "json").stdout)
        self.rounds = 0

    def apply(self, **more):
        """In a node of its own: what came of it, the groups before and after, and the state file."""
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

    def test_what_is_told_is_so(self):
        report = self.node.path("report")
        whole, before, final, files = self.apply(KOORD_FAIL_REPORT=report)
        self.assertEqual(whole.returncode, cli.OK, whole.stderr)
        self.assertEqual(files, {"node-state.json", "node-state.json.lock"})
        with open(report, encoding="utf-8") as opened:
            calls = int(opened.read().split()[-1])
        changed = {path for path in before if before[path] != final[path]}
        self.assertGreater(len(changed), 3)
        ways, stood, written = set(), set(), set()
        step = 1 if failing.ALL else max(1, calls // SAMPLES)
        for number in range(1, calls + 1, step):
            onward = str(number // step % 2)
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
            stand, state = int(said.group(1) or 0), said.group(2) == "is written"
            self.assertEqual(state, "node-state.json" in files, where)
            self.assertFalse([name for name in files if not name.startswith("node-state.json")], where)
            # A file may be written twice on its way.
            self.assertEqual(stand == 0, not now, where)
            self.assertGreaterEqual(stand, len(now), where)
            self.assertTrue(now <= changed, where)
            stood.add(stand)
            written.add(state)
        self.assertIn(cli.ENVIRONMENT, ways)
        self.assertEqual(written, {True, False})
        self.assertGreater(max(stood), 0)
        self.assertIn(0, stood)


if __name__ == "__main__":
    unittest.main()
