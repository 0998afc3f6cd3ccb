"""koordctl node plan and apply, on a directory laid out like control groups."""
import fcntl
import json
import os
import signal
import subprocess
import time
import unittest

import cli
import node_tree
from node_tree import BATCH, BATCH_GROUP, WEB, WEB_GROUP


class Apply(node_tree.Case):
    def test_plan_writes_nothing(self):
        before = self.tree.everything()
        plan = self.json("plan")
        self.assertIn({"phase": "drop-quota", "path": f"cpu/{WEB_GROUP}/cpu.cfs_quota_us", "from": "400000", "to": "-1",
                       "pod": WEB}, plan["steps"])
        self.assertIn(f"cpuset/{WEB_GROUP}/cpuset.cpus", [step["path"] for step in plan["steps"]])
        self.assertEqual(plan, self.json("apply", "--dry-run"))
        self.assertEqual(self.tree.everything(), before)
        self.assertFalse(os.path.exists(self.path("run")))
        text = self.run_ctl(*self.args("plan")).stdout
        self.assertRegex(text, r"(?m)^STEP +PHASE +POD +FILE +FROM +TO$")
        self.assertRegex(text, rf"default/web +cpuset/{WEB_GROUP}/cpuset.cpus +0-63 +4-5,36-37\n")

    def test_apply(self):
        self.tree.add("kubepods/podstranger/c0ffee")
        done = self.json("apply")
        self.assertTrue(done["stateWritten"])
        self.assertEqual(self.tree.read(WEB_GROUP), "4-5,36-37")
        self.assertEqual(self.tree.read(WEB_GROUP, "cpu.cfs_quota_us"), "-1")
        self.assertEqual(self.tree.read(os.path.dirname(WEB_GROUP), "cpu.cfs_quota_us"), "-1")
        self.assertEqual(self.tree.read("kubepods/podstranger/c0ffee"), "0-63")
        state = self.state()
        self.assertEqual((state["node"], state["bootID"]), ("node-a", "boot-1"))
        self.assertEqual({pod["uid"]: pod["place"] for pod in state["pods"]}, {WEB: "exclusive", BATCH: "bestEffort"})
        self.assertEqual(os.stat(self.path("run/node-state.json")).st_mode & 0o777, 0o600)
        again = self.json("apply")
        self.assertEqual((again["writes"], again["reports"]), (0, []))
        self.assertIn("Nothing to write", self.run_ctl(*self.args("plan")).stdout)
        self.assertEqual(sorted(os.listdir(self.path("run"))), ["node-state.json", "node-state.json.lock"])

    def test_in_the_first_stage_of_a_takeover_no_group_is_written(self):
        self.json("apply")
        narrow = self.tree.everything()
        for version in (1, 2):
            root = f"tree{version}"
            tree = node_tree.of_example_pods(self.path(root), version)
            tree.write(WEB_GROUP, "cpuset.cpus", "7")
            before = tree.everything()
            done = self.json("apply", "--ignore-kubelet", "--cgroup-version", str(version), root=root)
            self.assertEqual((done["writes"], done["reports"]), (0, []))
            self.assertEqual(tree.everything(), before)
        self.assertEqual(self.json("apply", "--ignore-kubelet")["writes"], 0)
        self.assertEqual(self.tree.everything(), narrow, "nor is anything taken back")
        state = self.state()
        self.assertTrue(state["leavesCPUSets"])
        self.assertEqual({pod["place"] for pod in state["pods"]}, {"untouched"})
        pools = self.json("pools", "--ignore-kubelet", "--used", "node=50,pods=45,non-be-pods=30")
        self.assertEqual(pools["exclusive"], "4-5,36-37", "the scheduler is told what it gave away")
        self.assertEqual(pools["suppressed"]["cpus"], "")

    def devices_of(self, pod_devices, *objects):
        """Returns the pod's GPUs in node-state.json."""
        pod = self.pod("gpus", WEB, annotations={
            "scheduling.koordinator.sh/device-allocated": json.dumps({"gpu": pod_devices})})
        pod["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] = "2"
        self.write_pods(pod, *objects)
        self.done = self.run_ctl(*self.args("apply", pods="pods.json"))
        return [(one.get("minor"), one.get("id"), one.get("byMinor", False)) for one in self.state()["pods"][0]["devices"]]

    def test_devices_get_their_names_from_the_device_object(self):
        allocated = [{"minor": 1, "resources": {}}, {"minor": 0, "id": "GPU-mine", "resources": {}}]
        device = {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {"name": "node-a"},
                  "spec": {"devices": [{"type": "gpu", "minor": 0, "id": "GPU-0"}, {"type": "gpu", "minor": 1,
                                                                                 "id": "GPU-1"}]}}
        others = {**device, "metadata": {"name": "node-b"}}
        unnamed = {**device, "spec": {"devices": [{"type": "gpu", "minor": 1}]}}
        mine = (0, "GPU-mine", False)
        self.assertEqual(self.devices_of(allocated), [(1, None, False), mine])
        self.assertEqual(self.devices_of(allocated, others, device), [(1, "GPU-1", False), mine])
        self.assertEqual(self.devices_of(allocated, unnamed), [(1, None, True), mine])
        broken = {**device, "spec": {"devices": [{"type": "gpu"}, {"type": "gpu"}]}}
        self.assertEqual(self.devices_of(allocated, broken), [(1, None, False), mine])
        self.assertIn("is listed twice; the Device is ignored", self.done.stderr)
        self.write_pods(self.pod("gpus", WEB), device, device)
        self.fails(cli.ENVIRONMENT, *self.args("apply", pods="pods.json"), says='a second Device "node-a"')

    def test_apply_prints_its_report(self):
        text = self.run_ctl(*self.args("apply")).stdout
        self.assertRegex(text, rf"(?m)^made +shrink +default/web +cpuset/{WEB_GROUP}/cpuset.cpus +0-63 +4-5,36-37$")
        self.assertRegex(text, r"\d+ writes to control groups; run/node-state.json was written.\n$")

    def test_containers_that_kubelet_serves_are_told_apart_by_name(self):
        self.write_pods({**self.pod("app", WEB), "status": {"containerStatuses": [
            {"name": "server", "containerID": "containerd://0c3f0f6f3f7d"},
            {"name": "side", "containerID": "containerd://51de"}]}})
        self.tree.add(f"kubepods/pod{WEB}/51de")
        self.json("apply", "--kubelet-config", "kubelet.yaml", "--cpu-state", "cpu_manager_state", pods="pods.json")
        self.assertEqual(self.tree.read(WEB_GROUP), "0-63", "kubelet writes it itself")
        self.assertEqual(self.tree.read(f"kubepods/pod{WEB}/51de"), "0-1,4-33,36-63")

    def test_ineffective_writes_are_reverted(self):
        # A version 2 tree in which no write takes effect.
        self.tree = node_tree.of_example_pods(self.path("cgroup2"), version=2)
        before = self.tree.everything()
        done = self.run_ctl(*self.args("apply", "--cgroup-version", "2", root="cgroup2"),
                            code=cli.ENVIRONMENT)
        self.assertIn("accepted, but reads back as", done.stderr)
        self.assertIn("all steps were rolled back", done.stderr)
        self.assertEqual(self.tree.everything(), before)
        self.assertFalse(os.path.exists(self.path("run/node-state.json")), "hooks would place by it")

    def test_a_failure_leaves_the_old_state(self):
        self.run_ctl(*self.args("apply"))
        with open(self.path("run/node-state.json")) as file:
            before = file.read()
        self.write_pods(self.pod("new", "u1", "LSE", "8-11"))
        self.tree.write(BATCH_GROUP, "cpuset.cpus", "nonsense")
        self.fails(cli.ENVIRONMENT, *self.args("apply", pods="pods.json"), says="cpuset.cpus")
        with open(self.path("run/node-state.json")) as file:
            self.assertEqual(file.read(), before)

    def test_where_the_groups_are(self):
        self.fails(cli.ENVIRONMENT, *self.args("plan", root="none"), says="none")
        self.fails(cli.ENVIRONMENT, *self.args("plan", root="proc"), says="proc/cpuset")
        self.fails(cli.USAGE, *self.args("plan", "--driver", "x"), says="--driver")
        self.fails(cli.USAGE, *self.args("plan", root=""), says="--cgroup-root")
        self.write("root.yaml", "kind: KubeletConfiguration\ncgroupRoot: /pods/here\n")
        for controller in ("cpuset", "cpu"):
            os.makedirs(self.path(f"cgroup/{controller}/pods/here"))
            os.rename(self.path(f"cgroup/{controller}/kubepods"), self.path(f"cgroup/{controller}/pods/here/kubepods"))
        self.fails(cli.ENVIRONMENT, *self.args("plan"), says="neither kubepods.slice nor kubepods")
        for more in (("--kubelet-config", "root.yaml"), ("--kubelet-root", "pods/here")):
            self.assertIn(f"cpuset/pods/here/{WEB_GROUP}/cpuset.cpus",
                          [step["path"] for step in self.json("plan", *more)["steps"]])
        self.fails(cli.ENVIRONMENT, *self.args("plan", "--kubelet-root", "../x"), says="cgroup root")

    # node-state.json, which hooks read.

    def test_granted_cpus_are_kept(self):
        young = self.bound_since("2024-01-02T00:00:00Z", "young", "u1", "LSE", "8-11")
        self.write_pods(young)
        self.run_ctl(*self.args("apply", pods="pods.json"))
        self.write_pods(young, self.bound_since("2023-01-02T00:00:00Z", "old", "u2", "LSE", "8-11"))
        self.run_ctl(*self.args("apply", pods="pods.json"))
        self.assertEqual({pod["uid"]: pod["place"] for pod in self.state()["pods"]}, {"u1": "exclusive", "u2": "shared"})
        self.write("proc/sys/kernel/random/boot_id", "boot-2\n")
        self.run_ctl(*self.args("apply", pods="pods.json"))
        self.assertEqual({pod["uid"]: pod["place"] for pod in self.state()["pods"]}, {"u1": "shared", "u2": "exclusive"})
        self.assertEqual(self.state()["bootID"], "boot-2")

    def test_hostile_state_file(self):
        os.mkdir(self.path("run"))
        state = self.path("run/node-state.json")
        before = self.tree.everything()

        def refused(says):
            self.fails(cli.ENVIRONMENT, *self.args("apply"), says=says)
            self.assertEqual(self.tree.everything(), before)
            os.unlink(state)

        self.write("elsewhere", "{}")
        os.symlink(self.path("elsewhere"), state)
        refused("symbolic link")
        with open(self.path("elsewhere")) as file:
            self.assertEqual(file.read(), "{}")
        os.mkfifo(state, 0o600)
        refused("not a regular file")
        self.write("run/node-state.json", "{}")
        os.chmod(state, 0o666)
        refused("can be written by others")
        if os.geteuid() == 0:
            self.write("run/node-state.json", "{}")
            os.chown(state, 12345, 12345)
            refused("belongs to user 12345")
        self.assertFalse(os.path.exists(state + ".lock"))
        os.symlink(self.path("elsewhere"), state + ".lock")
        self.fails(cli.ENVIRONMENT, *self.args("apply"), says="node-state.json.lock")
        os.unlink(state + ".lock")
        # Files that are merely damaged are replaced.
        for text in ("", "{", "\0", '{"version":1}', '{"version":2}', "x" * 100_000):
            self.write("run/node-state.json", text)
            os.chmod(state, 0o600)
            done = self.run_ctl(*self.args("apply"))
            self.assertIn("the file is ignored", done.stderr)
            self.assertEqual(self.state()["version"], 1)

    def test_the_directory_of_the_state_is_as_trusted_as_the_file(self):
        before = self.tree.everything()
        for directory, mode, says in (("run", 0o777, 'is in "run", which can be written by others'),
                                      ("run", 0o1777, 'is in "run", which can be written by others'),
                                      (".", 0o775, 'is in "run/..", which can be written by others')):
            os.makedirs(self.path("run"), mode=0o755, exist_ok=True)
            os.chmod(self.path(directory), mode)
            self.fails(cli.ENVIRONMENT, *self.args("apply"), says=says)
            self.assertEqual(os.listdir(self.path("run")), [])
            self.assertEqual(self.tree.everything(), before)
            os.chmod(self.path(directory), 0o755)
        self.run_ctl(*self.args("apply"))

    def test_leftovers_of_killed_writers_are_swept(self):
        self.run_ctl(*self.args("apply"))
        os.unlink(self.path("run/node-state.json"))
        for i in range(20):
            self.write(f"run/.node-state.json.koord-new{i}", "{")
            self.write(f"run/.node-state.json.koord-new-{i:016x}", "{")
        self.run_ctl(*self.args("apply"))
        self.assertEqual(sorted(os.listdir(self.path("run"))), ["node-state.json", "node-state.json.lock"])

    def test_one_at_a_time(self):
        os.mkdir(self.path("run"))
        with open(self.path("run/node-state.json.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.fails(cli.ENVIRONMENT, *self.args("apply"), says="another koordctl or koord-agent manages")

    def test_watch_names_the_program_that_does_it(self):
        for more in ((), ("--once", "--from", "server.xml", "-f", "node-pods.yaml"), ("--interval", "5")):
            self.fails(cli.USAGE, "node", "watch", *more, says="koord-agent does this: with nri.use: never")
        self.fails(cli.USAGE, "node", "wacth", says='unknown command "wacth"')
        self.fails(cli.USAGE, "node", "plan", "watch", says='unexpected argument "watch"')

    def test_killed_anywhere_and_applied_again(self):
        pods = [self.pod(f"p{i}", f"u{i:03}", "LSR", f"{i}") for i in range(60)]
        for pod in pods:
            pod["spec"]["containers"][0]["resources"]["limits"]["cpu"] = "1"
            self.tree.add(f"kubepods/pod{pod['metadata']['uid']}/c{pod['metadata']['uid'][1:]}", quota="100000")
        self.write_pods(*pods)
        started = time.monotonic()
        self.run_ctl(*self.args("plan", pods="pods.json"))
        whole = 2 * (time.monotonic() - started)
        for step in range(8):
            run = subprocess.Popen([cli.KOORDCTL, *self.args("apply", pods="pods.json")], cwd=self.directory,
                                   env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(whole * step / 8)
            run.send_signal(signal.SIGKILL)
            run.wait()
            if os.path.exists(self.path("run/node-state.json")):
                self.assertEqual(len(self.state()["pods"]), 60)
        self.json("apply", pods="pods.json")
        for i in range(60):
            self.assertEqual(self.tree.read(f"kubepods/podu{i:03}/c{i:03}"), str(i))
        self.assertEqual(self.json("plan", pods="pods.json")["steps"], [])


if __name__ == "__main__":
    unittest.main()
