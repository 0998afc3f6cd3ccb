"""Messages about any faulty file begin with its name as given."""
import os
import shutil
import unittest

import cli


class FileNames(cli.Case):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("in/sys/devices/system/cpu"))
        self.write("in/text", "a: [1")
        self.write("in/json", '{"a": 1')
        self.write("in/xml", "<topology>")
        self.write("in/state", '{"policyName":"static","defaultCpuSet":"0-1","checksum":1}')
        self.write("in/config", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: bogus\n")
        for name in ("node-pods.yaml", "pods.yaml"):
            shutil.copy(os.path.join(cli.SOURCE, "examples", name), self.path(name))

    def names(self, file, *args):
        for name in (f"in/{file}", f"./in/../in/{file}", self.path(f"in/{file}")):
            with self.subTest(" ".join(args), name=name):
                given = [arg.replace("FILE", name) for arg in args]
                done = self.run_ctl(*given, code=cli.ENVIRONMENT)
                self.assertEqual(done.stdout, "")
                said = [line for line in done.stderr.splitlines() if line.startswith("koordctl: ")]
                self.assertTrue(said[0].startswith(f"koordctl: {name}: "), said[0])

    def test_machines(self):
        for args in (("topology", "--from", "FILE"), ("allocate", "--cpus", "1", "--from", "FILE"),
                     ("devices", "--from", "FILE"), ("simulate", "--machine", "a=FILE"),
                     ("kubelet", "admit", "--from", "FILE", "-f", "pods.yaml")):
            self.names("xml", *args)
            self.names("json", *args)
        self.names("", "topology", "--from", "FILE")

    def test_objects(self):
        for command in (("simulate",), ("gang",), ("explain", "p"), ("rebind", "n"), ("preempt", "p"), ("capacity", "p"),
                        ("resize", "p", "--cpu", "1"), ("node", "pools", "--from", "server.xml"),
                        ("kubelet", "admit", "--from", "server.xml")):
            self.names("text", *command, "-f", "FILE")
            self.names("json", *command, "-f", "FILE")

    def test_kubelets_files(self):
        nrt = ("topology", "--from", "server.xml", "-o", "nrt", "--node-name", "a")
        pools = ("node", "pools", "--from", "server.xml", "--node-name", "node-a", "-f", "node-pods.yaml")
        admit = ("kubelet", "admit", "--from", "server.xml", "-f", "pods.yaml")
        state = ("kubelet", "state", "check", "--from", "server.xml")
        repair = ("kubelet", "state", "repair", "--from", "server.xml")
        for args in ((*nrt, "--kubelet-config", "FILE"), (*pools, "--kubelet-config", "FILE"),
                     (*admit, "--kubelet-config", "FILE"), (*state, "--kubelet-config", "FILE", "--cpu-state", "in/state"),
                     (*repair, "--kubelet-config", "FILE", "--cpu-state", "in/state"),
                     (*repair, "--kubelet-config", "FILE", "--memory-state", "in/json"),
                     ("kubelet", "state", "replace", "--from", "server.xml", "--kubelet-config", "FILE", "--cpu-state",
                      "in/state", "-f", "node-pods.yaml")):
            self.names("config", *args)
            self.names("text", *args)
        for args in ((*nrt, "--cpu-state", "FILE"), (*pools, "--cpu-state", "FILE"),
                     (*pools, "--kubelet-config", "kubelet.yaml", "--cpu-state", "FILE"),
                     (*admit, "--kubelet-config", "kubelet.yaml", "--cpu-state", "FILE")):
            self.names("state", *args)
            self.names("json", *args)
        self.names("json", *repair, "--kubelet-config", "kubelet.yaml", "--cpu-state", "FILE")
        self.names("json", *admit, "--kubelet-config", "kubelet.yaml", "--memory-state", "FILE")
        self.names("json", "devices", "--from", "server.xml", "--node-name", "a", "--device-state", "FILE")


if __name__ == "__main__":
    unittest.main()
