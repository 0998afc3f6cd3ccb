"""koordctl node on this machine's own version 1 control groups, in a directory of the test
with processes in it. The test is skipped on other machines."""
import json
import os
import subprocess
import time
import unittest

import cli

MOUNT = "/sys/fs/cgroup"
ROOT = f"koord-test-{os.getpid()}"
OWN = ("kubepods/podown", "kubepods/podown/c0ffee")
SHARED = ("kubepods/burstable", "kubepods/burstable/podshared", "kubepods/burstable/podshared/beef")


def group(name, controller="cpuset"):
    return os.path.join(MOUNT, controller, ROOT, name).rstrip("/")


def read(path):
    with open(path) as file:
        return file.read().strip()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


class Host(cli.Case):
    def setUp(self):
        super().setUp()
        self.made, self.processes = [], []
        self.addCleanup(self.remove)
        try:
            os.mkdir(group(""))
        except OSError as error:
            self.skipTest(f"SKIPPED: no writable cpuset of version 1 at {MOUNT}/cpuset: {error}")
        self.made.append(group(""))
        self.online = read(f"{MOUNT}/cpuset/cpuset.cpus")
        if self.online in ("0", ""):
            self.skipTest("SKIPPED: needs two CPUs")
        self.fill(group(""))
        os.mkdir(group("", "cpu"))
        self.made.append(group("", "cpu"))
        for name in ("kubepods", "kubepods/besteffort", *OWN, *SHARED):
            os.mkdir(group(name))
            self.made.append(group(name))
            self.fill(group(name))
            os.mkdir(group(name, "cpu"))
            self.made.append(group(name, "cpu"))
        self.own, self.shared = (self.process(name) for name in (OWN[-1], SHARED[-1]))

    def fill(self, path):
        write(f"{path}/cpuset.cpus", self.online)
        write(f"{path}/cpuset.mems", "0")

    def process(self, name):
        process = subprocess.Popen(["sleep", "600"])
        self.processes.append(process)
        write(f"{group(name)}/tasks", str(process.pid))
        return process

    def remove(self):
        for process in self.processes:
            process.kill()
            process.wait()
        for path in reversed(self.made):
            for _ in range(200):  # the kernel removes an ended process with a delay
                try:
                    os.rmdir(path)
                    break
                except OSError:
                    time.sleep(0.01)
            self.assertFalse(os.path.exists(path), path)

    def pods(self, cpu):
        def pod(uid, qos, annotations, limits):
            return {"metadata": {"name": uid, "uid": uid, "labels": {"koordinator.sh/qosClass": qos},
                                 "annotations": annotations},
                    "spec": {"nodeName": "here", "containers": [{"name": "c", "resources": limits}]}}
        claim = {"scheduling.koordinator.sh/resource-status": json.dumps({"cpuset": str(cpu)})}
        self.write("pods.json", json.dumps({"kind": "PodList", "items": [
            pod("own", "LSE", claim, {"limits": {"cpu": "1", "memory": "1Mi"}}),
            pod("shared", "LS", {}, {"requests": {"cpu": "1"}})]}))

    def run_node(self, command, *more, **named):
        return self.run_ctl("node", command, "--node-name", "here", "-f", "pods.json", "--kubelet-root", ROOT,
                            "--driver", "cgroupfs", "--state", "node-state.json", *more, **named)

    def test_processes_run_where_they_are_to(self):
        cpus = sorted(os.sched_getaffinity(self.own.pid))
        for mine in (cpus[1], cpus[0]):  # the second round exchanges the CPUs
            self.pods(mine)
            self.run_node("apply")
            self.assertEqual(os.sched_getaffinity(self.own.pid), {mine})
            self.assertEqual(os.sched_getaffinity(self.shared.pid), set(cpus) - {mine})
            self.assertEqual(read(group(OWN[-1], "cpu") + "/cpu.cfs_quota_us"), "-1")
            self.assertIn("Nothing to write", self.run_node("plan").stdout)
        # Changes by others are reverted.
        for name in SHARED:
            write(group(name) + "/cpuset.cpus", self.online)
        self.assertEqual(os.sched_getaffinity(self.shared.pid), set(cpus))
        done = self.run_node("apply")
        self.assertRegex(done.stdout, rf"{SHARED[-1]}/cpuset.cpus")
        self.assertEqual(os.sched_getaffinity(self.shared.pid), set(cpus) - {cpus[0]})


if __name__ == "__main__":
    unittest.main()
