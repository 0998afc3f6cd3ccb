"""koordctl while memory runs out: exit code 3 and "out of memory", or no effect at all."""
import os
import shutil
import unittest

import failing
import cli

SAID = r"koordctl: (.*: )?(out of memory|Cannot allocate memory)"
CLUSTER = ("-f", "cluster.yaml")
SIMULATE = ("simulate", *CLUSTER, "-f", "pods.yaml")
PICTURE = (*SIMULATE, "--picture", "--node", "node-a")
REBIND = ("rebind", *CLUSTER, "node-a")
# A machine that is read without hwloc, which may leave something out or crash: machines_test.py.
SERVER = ("--from", "server.json")
NODE = (*SERVER, "--node-name", "node-a", "-f", "node-pods.yaml")
NO_OPTION = ("allocate", "--no-such-option")
COMMANDS = (
    ("version",),
    ("completion", "bash"),
    ("topology", "--from", "none.xml"),
    (*SIMULATE, "-o", "wide"),
    (*SIMULATE, "-o", "json"),
    PICTURE,
    ("simulate", "-f", "gpus.yaml"),
    ("gang", *CLUSTER, "-f", "job.yaml"),
    ("explain", *CLUSTER, "-f", "pods.yaml", "web"),
    REBIND,
    ("preempt", *CLUSTER, "-f", "pods.yaml", "web"),
    ("capacity", *CLUSTER, "-f", "pods.yaml", "web"),
    ("resize", *CLUSTER, "cache", "--cpu", "6"),
    ("allocate", *SERVER, "--pod", "web=4", "--svg", "-"),
    ("devices", *SERVER),
    ("kubelet", "admit", *SERVER, "--kubelet-config", "kubelet.yaml", "-f", "pods.yaml"),
    ("node", "pools", *NODE, "--kubelet-config", "kubelet.yaml"),
    ("node", "report", *NODE, "-o", "yaml"),
    NO_OPTION,
)
ONWARD = (("version",), PICTURE, REBIND, NO_OPTION)
FRAMES = 3


class Koordctl(failing.Case):
    def setUp(self):
        case = cli.Case()
        case.setUp()
        self.addCleanup(case.doCleanups)
        self.directory = case.directory
        for name in os.listdir(os.path.join(cli.SOURCE, "examples")):
            if name.endswith(".yaml"):
                shutil.copy(os.path.join(cli.SOURCE, "examples", name), self.directory)
        case.write("server.json", case.run_ctl("topology", "--from", "server.xml", "-o", "json").stdout)

    def test_every_call_path(self):
        told = 0
        for command in COMMANDS:
            with self.subTest(" ".join(command)):
                told += self.check([cli.KOORDCTL, *command], FRAMES, cli.ENVIRONMENT, SAID, self.directory)
        print(f"{told} allocations were missed and told of", end=" ")

    def test_nothing_left_at_all(self):
        """All later allocations fail, too."""
        for command in ONWARD:
            with self.subTest(" ".join(command)):
                self.check([cli.KOORDCTL, *command], 2, cli.ENVIRONMENT, SAID, self.directory, onward=True)


if __name__ == "__main__":
    unittest.main()
