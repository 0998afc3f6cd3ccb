"""koordctl node status: placements according to node-state.json."""
import fcntl
import json
import os
import unittest

import cli
import node_tree
from node_tree import WEB


class Status(node_tree.Case):
    def setUp(self):
        super().setUp()
        os.symlink("/proc/locks", self.path("proc/locks"))

    def status(self, *more, **named):
        return self.run_ctl("node", "status", "--state", "run/node-state.json", "--proc", "proc", *more, **named)

    def test_the_table_lists_cpus_and_reasons(self):
        self.json("apply")
        self.assertEqual(self.status().stdout.splitlines(), [
            "NODE    GENERATION  PROFILE  MANAGED  BOOT",
            f"node-a  {self.state()['generation']:<10}  spec     no       this",
            "",
            "POOL       CPUS  CPUSET",
            "shared     60    0-3,6-35,38-63",
            "BE         64    0-63",
            "exclusive  4     4-5,36-37",
            "",
            "POD            CONTAINER  QOS  PLACE       CPUS  CPUSET     MEMORY  DEVICES  WHY",
            "default/web    -          LSR  exclusive   4     4-5,36-37  -       -        LSR: the CPUs that the scheduler gave it",
            "default/batch  -          BE   bestEffort  64    0-63       -       -        BE: the BE pool"])
        self.assertNotIn("POOL", self.status("--no-headers").stdout)
        found = json.loads(self.status("-o", "json").stdout)
        self.assertEqual((found["managed"], found["ofThisBoot"], found["pods"][0]["why"]),
                         (False, True, "LSR: the CPUs that the scheduler gave it"))
        self.assertIn("why: ", self.status("-o", "yaml").stdout)

    def test_a_refusal_is_the_first_reason(self):
        self.write_pods(self.pod("greedy", WEB, "LSR", "0-7"))
        self.json("apply", pods="pods.json")
        self.assertRegex(self.status().stdout, r"default/greedy .* refused: .*8 CPUs.*; LS: the shared pool\n")

    def test_in_the_first_stage_of_a_takeover(self):
        self.json("apply", "--ignore-kubelet")
        self.assertRegex(self.status().stdout, r"default/web .* first stage of a takeover: kubelet decides\n")

    def test_the_owner_of_the_lock_manages_the_node(self):
        self.json("apply")
        with open(self.path("run/node-state.json.lock")) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertRegex(self.status("--no-headers").stdout, r"^node-a +\d+ +spec +yes +this\n")
        self.assertRegex(self.status("--no-headers").stdout, r"^node-a +\d+ +spec +no +this\n")

    def test_a_file_of_another_boot_says_so(self):
        self.json("apply")
        self.write("proc/sys/kernel/random/boot_id", "boot-2\n")
        self.assertRegex(self.status("--no-headers").stdout, r"^node-a +\d+ +spec +no +another\n")

    def test_other_files_are_refused(self):
        self.fails(cli.ENVIRONMENT, "node", "status", "--state", "none.json", says="none.json: no such file: no placement was written")
        os.mkdir(self.path("run"))
        self.write("run/node-state.json", '{"version": 1}')
        self.fails(cli.ENVIRONMENT, "node", "status", "--state", "run/node-state.json", says="node-state")
        os.chmod(self.path("run/node-state.json"), 0o666)
        self.fails(cli.ENVIRONMENT, "node", "status", "--state", "run/node-state.json", says="run/node-state.json")


if __name__ == "__main__":
    unittest.main()
