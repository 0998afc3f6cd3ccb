"""koordctl node watch: follows its files, reverts changes by others, and ends on a signal."""
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import unittest

import cli
import node_tree
from node_tree import BATCH_GROUP, WEB_GROUP

PATIENCE = 60  # seconds, for a busy machine


class Watch(cli.Case):
    def setUp(self):
        super().setUp()
        shutil.copy(os.path.join(cli.SOURCE, "examples", "node-pods.yaml"), self.path("node-pods.yaml"))
        os.makedirs(self.path("proc"))
        self.tree = node_tree.of_example_pods(self.path("cgroup"))

    def args(self, *more):
        return ("node", "watch", "--from", "server.xml", "--node-name", "node-a", "-f", "node-pods.yaml",
                "--cgroup-root", "cgroup", "--state", "run/node-state.json", "--proc", "proc", *more)

    def start(self, *more, interval="0.05", **environment):
        log = open(self.path("log"), "w")
        self.addCleanup(log.close)
        run = subprocess.Popen([cli.KOORDCTL, *self.args("--interval", interval, *more)], cwd=self.directory,
                               env=self.environment(**environment), stdout=subprocess.PIPE, stderr=log)
        self.addCleanup(run.stdout.close)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.run_ = run
        return run

    def log(self):
        with open(self.path("log")) as file:
            return file.read()

    def until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertIsNone(self.run_.poll(), f"ended: {self.log()}")
            self.assertLess(time.monotonic(), end, f"waited in vain: {what}\n{self.log()}")
            time.sleep(0.02)

    def ends(self, number):
        self.run_.send_signal(number)
        self.assertEqual(self.run_.wait(PATIENCE), cli.OK, self.log())
        self.assertEqual(self.run_.stdout.read(), b"")

    def replace(self, name, text):
        self.write(name + ".new", text)
        os.rename(self.path(name + ".new"), self.path(name))

    def placed(self):
        return self.tree.read(WEB_GROUP) == "4-5,36-37" and os.path.exists(self.path("run/node-state.json"))

    def settled(self):
        """Returns true once the first round is complete: changes between its writes are repaired without another log line."""
        return self.placed() and "koordctl: read " in self.log()

    def test_once(self):
        done = self.run_ctl(*self.args("--once"))
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^koordctl: read node-pods.yaml, server.xml: 2 pods, shared pool "
                                      r"0-3,6-35,38-63; \d+ writes to .*; the hash of the report is [0-9a-f]{16}\n$")
        self.assertTrue(self.placed())
        self.write("node-pods.yaml", "{")
        self.fails(cli.ENVIRONMENT, *self.args("--once"), says="node-pods.yaml")

    def spend(self, node, pods):
        """Sets the CPU time used since the start, in seconds."""
        self.replace("proc/stat", f"cpu  {node * 100} 0 0 9{node} 9{node} 0 0 0 0 0\ncpu0 1 2 3\n")
        for group, seconds in (("kubepods", pods), ("kubepods/besteffort", 0)):
            os.makedirs(self.path(f"cgroup/cpuacct/{group}"), exist_ok=True)
            self.replace(f"cgroup/cpuacct/{group}/cpuacct.usage", f"{seconds * 10**9}\n")

    def recorded(self):
        with open(self.path("run/node-state.json")) as file:
            return json.load(file)["pools"]["bestEffort"]

    def batch(self):
        return self.tree.read(BATCH_GROUP)

    def test_be_pods_make_room_and_grow_again(self):
        self.spend(0, 0)
        self.start("--suppress", "--threshold", "100")
        self.until(self.settled, "the first round")
        self.assertEqual(self.batch(), "0-63")
        self.spend(10**6, 10**6)  # in less than a second
        self.until(lambda: "BE pods have CPUs 16,48" in self.log(), "BE pods make room")
        self.until(lambda: self.batch() == "0-63", "they grow again")
        steps = [line for line in self.log().splitlines() if "BE pods have CPUs" in line]
        self.assertGreater(len(steps), 8, "by a tenth of the node at most: " + self.log())
        os.remove(self.path("proc/stat"))
        self.until(lambda: "BE pods keep what they have: cannot read proc/stat" in self.log(), "it cannot be measured")
        self.ends(signal.SIGTERM)

    def test_who_is_restarted_goes_on_with_what_be_pods_have(self):
        self.spend(0, 0)
        self.start("--suppress", interval="0.5")
        self.until(self.settled, "the first round")
        self.spend(10**6, 10**6)
        self.until(lambda: self.recorded() == "16,48", "BE pods make room")
        began = time.monotonic()
        time.sleep(0.8)
        found = self.recorded()
        if time.monotonic() - began < 1.2:  # three checks would take longer
            self.assertEqual(found, "16,48", "they grow at once")
        self.run_.kill()
        self.run_.wait(PATIENCE)
        before = self.recorded()
        self.start("--suppress", interval="3600")
        self.until(lambda: "koordctl: read " in self.log(), "the first round")
        self.assertEqual(self.batch(), before)
        self.assertNotEqual(before, "0-63")
        self.ends(signal.SIGTERM)
        self.start()
        self.until(lambda: self.batch() == "0-63", "without --suppress they have all of it")
        self.ends(signal.SIGTERM)
        self.fails(cli.USAGE, *self.args("--minimum", "5"), says="--minimum: only with --suppress")
        self.fails(cli.USAGE, *self.args("--suppress", "--once"), says="--suppress: found with --once")
        self.fails(cli.USAGE, *self.args("--suppress", "--threshold", "0"), says="--threshold")

    def test_drift_is_repaired(self):
        self.start()
        self.until(self.settled, "the first round")
        drifts = ((WEB_GROUP, "cpuset.cpus", "0-63"), (WEB_GROUP, "cpu.cfs_quota_us", "400000"),
                  (BATCH_GROUP, "cpuset.cpus", "0-1"))
        for lines, (group, name, text) in enumerate(drifts, 1):
            wanted = self.tree.read(group, name)
            self.tree.write(group, name, text)
            self.until(lambda: self.log().count("others changed or created control groups: ") == lines, f"{group}/{name}")
            self.assertEqual(self.tree.read(group, name), wanted)
        self.assertIn(f": 1 write to cpuset/{BATCH_GROUP}/cpuset.cpus\n", self.log())
        os.unlink(self.path("run/node-state.json"))
        self.until(lambda: "was missing and has been rewritten" in self.log(), "the state")
        self.ends(signal.SIGTERM)

    def test_new_containers_are_placed(self):
        self.start()
        self.until(self.settled, "the first round")
        group = os.path.dirname(WEB_GROUP) + "/beef"
        self.tree.add(group)
        self.until(lambda: self.tree.read(group) == "4-5,36-37", "the container")
        self.ends(signal.SIGINT)

    def test_files_are_followed(self):
        self.start()
        self.until(self.settled, "the first round")
        with open(self.path("node-pods.yaml")) as file:
            text = file.read()
        self.replace("node-pods.yaml", text.replace("4-5,36-37", "8-9,40-41"))
        self.until(lambda: self.tree.read(WEB_GROUP) == "8-9,40-41", "other CPUs")
        self.until(lambda: "koordctl: read node-pods.yaml: 2 pods, shared pool 0-7,10-39,42-63; " in self.log(), "a line")
        lines = self.log().count("\n")
        self.replace("node-pods.yaml", text.replace("4-5,36-37", "8-9,40-41") + "\n# nothing else\n")
        time.sleep(0.5)
        self.assertEqual(self.log().count("\n"), lines, "nothing has changed: nothing is said")
        # An invalid file changes nothing, and the earlier placement stays in force.
        self.replace("node-pods.yaml", text[:300])
        self.until(lambda: "; retrying" in self.log(), "the complaint")
        self.tree.write(WEB_GROUP, "cpuset.cpus", "0-63")
        self.until(lambda: self.tree.read(WEB_GROUP) == "8-9,40-41", "drift")
        self.assertEqual(self.log().count("; retrying"), 1, "once is enough")
        self.replace("node-pods.yaml", text)
        self.until(lambda: self.tree.read(WEB_GROUP) == "4-5,36-37", "the right file")
        self.until(lambda: "recovered" in self.log(), "relief")
        self.ends(signal.SIGTERM)

    def test_kubelet_may_come_later(self):
        os.rename(self.path("cgroup"), self.path("cgroup.later"))
        self.start()
        self.until(lambda: "; retrying" in self.log(), "the complaint")
        self.assertFalse(os.path.exists(self.path("run/node-state.json")))
        os.rename(self.path("cgroup.later"), self.path("cgroup"))
        self.until(self.placed, "the first round")
        self.ends(signal.SIGTERM)

    def test_the_service_manager_is_told(self):
        for abstract in (False, True):
            with self.subTest(abstract=abstract), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
                name = f"koordctl-test-{os.getpid()}" if abstract else "notify"
                manager.bind("\0" + name if abstract else self.path(name))
                manager.settimeout(PATIENCE)
                self.start(NOTIFY_SOCKET="@" + name if abstract else self.path(name))
                self.assertEqual(manager.recv(4096).decode(),
                                 "READY=1\nSTATUS=2 pods, shared pool 0-3,6-35,38-63")
                self.assertTrue(self.placed(), "only then it is ready")
                self.ends(signal.SIGTERM)
                self.assertEqual(manager.recv(4096), b"STOPPING=1")
        self.start(NOTIFY_SOCKET="/" + "x" * 300)
        self.until(lambda: "koordctl: read " in self.log(), "without a manager")
        self.ends(signal.SIGTERM)

    def test_sighup_hastens(self):
        self.start(interval="3600")
        self.until(self.settled, "the first round")
        self.tree.write(WEB_GROUP, "cpuset.cpus", "0-63")
        time.sleep(0.2)
        self.assertFalse(self.placed())
        self.run_.send_signal(signal.SIGHUP)
        self.until(self.placed, "drift")
        self.ends(signal.SIGTERM)

    def test_there_is_one(self):
        self.start()
        self.until(self.settled, "the first round")
        done = self.run_ctl(*self.args("--once"), code=cli.ENVIRONMENT)
        self.assertIn("another koordctl manages this node", done.stderr)
        self.ends(signal.SIGTERM)
        self.run_ctl(*self.args("--once"))

    def test_killed_and_started_again(self):
        self.start()
        self.until(self.settled, "the first round")
        self.run_.kill()
        self.run_.wait()
        self.tree.write(WEB_GROUP, "cpuset.cpus", "0-63")
        self.start()
        self.until(self.placed, "the round after")
        self.ends(signal.SIGTERM)

    def test_usage(self):
        for value in ("0", "0.01", "-1", "x", "5s", "1.", ".5", "4000", "1e3", ""):
            self.fails(cli.USAGE, *self.args("--interval", value), says="--interval")
        done = self.run_ctl("node", "watch", "--from", "server.xml", "--node-name", "node-a", "-f", "-",
                            code=cli.USAGE, input="{}")
        self.assertIn("standard input (-) cannot be watched", done.stderr)
        with open(self.path("node-pods.yaml")) as file:
            self.run_ctl("node", "watch", "--once", "--from", "server.xml", "--node-name", "node-a", "-f", "-",
                         "--cgroup-root", "cgroup", "--state", "run/node-state.json", input=file.read())
        self.assertTrue(self.placed())


if __name__ == "__main__":
    unittest.main()
