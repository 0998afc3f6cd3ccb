"""koord-oci-hook run as by a runtime, with the node-state.json written by koordctl node apply."""
import json
import os
import subprocess
import unittest

import cli
import node_tree
from node_tree import WEB

HOOK = os.environ["KOORD_OCI_HOOK"]
GROUP = f"kubepods/pod{WEB}/beef"


class Hook(node_tree.Case):
    def setUp(self):
        super().setUp()
        self.tree.add(GROUP, quota="400000")
        self.process(4711, GROUP)

    def process(self, pid, group):
        os.makedirs(self.path(f"proc/{pid}"))
        self.write(f"proc/{pid}/cgroup", f"2:cpu:/{group}\n1:cpuset:/{group}\n")

    def hook(self, *more, uid=WEB, pid=4711, container="beef", stated="", code=cli.OK, says=""):
        annotations = {"io.kubernetes.cri.sandbox-uid": uid, "io.kubernetes.cri.container-name": "main"} if uid else {}
        if stated:
            annotations["scheduling.koordinator.sh/resource-status"] = json.dumps({"cpuset": stated})
        state = {"ociVersion": "1.0.2", "id": container, "pid": pid, "annotations": annotations}
        done = subprocess.run([HOOK, "--state=run/node-state.json", "--cgroup-root=cgroup", "--proc=proc", *more,
                               "createRuntime"], input=json.dumps(state), text=True, capture_output=True,
                              cwd=self.directory, env=self.environment(), timeout=60)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertIn(says, done.stderr)
        if code != cli.OK:
            self.assertTrue(done.stderr.startswith("koord-oci-hook: "), done.stderr)
        return done.stderr

    def cpus(self):
        return self.tree.read(GROUP)

    def test_a_container_goes_where_its_pod_is(self):
        self.run_ctl(*self.args("apply"))
        self.tree.write(GROUP, "cpuset.cpus", "0-63")
        self.assertEqual(self.hook(stated="4-5,36-37"), "")
        self.assertEqual(self.cpus(), "4-5,36-37")
        self.assertEqual(self.tree.read(GROUP, "cpu.cfs_quota_us"), "-1")

    def test_what_is_not_its_own_is_refused(self):
        self.run_ctl(*self.args("apply"))
        self.tree.write(GROUP, "cpuset.cpus", "0-63")
        self.hook(stated="0-63", code=cli.REFUSED, says="refused")
        self.hook("--refused=leave", stated="0-63", says="not applied")
        self.hook(uid="nobody", code=cli.REFUSED, says="not known on this node")
        self.process(4712, node_tree.BATCH_GROUP)
        self.hook(pid=4712, container="ba7c4", code=cli.REFUSED)
        self.hook("--refused=leave", pid=4712, container="ba7c4", code=cli.REFUSED)
        self.assertEqual(self.tree.read(node_tree.BATCH_GROUP), "0-63")

    def test_a_pod_is_known_once_its_cpus_are_free(self):
        self.write_pods()
        self.run_ctl(*self.args("apply", pods="pods.json"))
        self.hook(code=cli.REFUSED, says="not known on this node")
        self.assertEqual(self.cpus(), "0-63")
        self.run_ctl(*self.args("apply"))
        self.tree.write(GROUP, "cpuset.cpus", "0-63")
        self.hook()
        self.assertEqual(self.cpus(), "4-5,36-37")

    def test_without_a_state_that_counts(self):
        self.hook(says="not applied")
        self.hook("--without-state=refuse", code=cli.REFUSED)
        self.hook(uid="", pid=1, container="mine")  # belongs to no pod
        self.run_ctl(*self.args("apply"))
        self.tree.write(GROUP, "cpuset.cpus", "0-63")
        self.write("proc/sys/kernel/random/boot_id", "boot-2\n")
        self.hook(code=cli.ENVIRONMENT, says="was written in boot")
        self.write("proc/sys/kernel/random/boot_id", "boot-1\n")
        os.chmod(self.path("run/node-state.json"), 0o666)
        self.hook(code=cli.ENVIRONMENT, says="can be written by others")
        os.chmod(self.path("run/node-state.json"), 0o600)
        os.chmod(self.path("run"), 0o777)
        self.hook(code=cli.ENVIRONMENT, says='is in "run", which can be written by others')
        os.unlink(self.path("run/node-state.json"))
        self.hook("--without-state=leave", code=cli.ENVIRONMENT, says='is in "run", which can be written by others')
        self.assertEqual(self.cpus(), "0-63")

    def test_usage(self):
        for argument in ("--refused=maybe", "--states=x", "poststart"):
            self.hook(argument, code=cli.USAGE)


if __name__ == "__main__":
    unittest.main()
