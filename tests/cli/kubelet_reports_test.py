"""Sessions that respect a node's report about its kubelet: takeover stage, CPU and memory manager."""
import json
import unittest

import cli
from simulate_test import Simulate, node, pod


class KubeletReports(Simulate):
    def test_the_first_stage_of_a_takeover(self):
        """CPUs assigned by kubelet are ignored under --ignore-kubelet by simulate, gang and explain."""
        detail = [{"id": i, "core": i // 2, "socket": 0, "node": 0} for i in range(4)]
        topology = {"kind": "NodeResourceTopology", "metadata": {"name": "n", "annotations": {
            "node.koordinator.sh/cpu-topology": json.dumps({"detail": detail}),
            "node.koordinator.sh/pod-cpu-allocs": json.dumps(
                [{"namespace": "default", "name": "k", "uid": "k", "cpuset": "0-1", "managedByKubelet": True}]),
            "kubelet.koordinator.sh/cpu-manager-policy": json.dumps({"policy": "static", "reservedCPUs": "3"})}}}
        objects = self.objects(node("n", cpu=8), topology, pod("new", cpu=4, qos="LSR"))
        for command, more in (("simulate", ()), ("gang", ()), ("explain", ("new",))):
            without = self.run_ctl(command, *more, "-f", objects, code=cli.REFUSED)
            self.assertNotIn("0-3", without.stdout)
            ignored = self.run_ctl(command, *more, "-f", objects, "--ignore-kubelet")
            self.assertIn("fits" if command == "explain" else "0-3", ignored.stdout)

    def report(self, name, *more, **kubelet):
        """Returns the output of koordctl node report for a node with kubelet's static policy and a pod with the CPUs 1-5."""
        self.write("kubelet.json", json.dumps({"kind": "KubeletConfiguration", "cpuManagerPolicy": "static",
                                               "reservedSystemCPUs": "0", **kubelet}))
        self.write("state.json", json.dumps({"policyName": "static", "defaultCpuSet": "0,6-7",
                                             "entries": {"g": {"main": "1-5"}}, "checksum": 0}))
        guaranteed = pod("g", cpu=5, qos="", uid="g")
        guaranteed["spec"]["nodeName"] = name
        self.objects(node(name), guaranteed, name="node.json")
        done = self.run_ctl("node", "report", "--from-synthetic", "pack:1 numa:1(memory=16GiB) core:8 pu:1", "--node-name",
                            name, "--kubelet-config", "kubelet.json", "--cpu-state", "state.json", "--kind", "nrt", "-f",
                            "node.json", *more)
        return json.loads(done.stdout)["items"][0]

    def test_the_report_of_a_node_in_the_first_stage_of_a_takeover_is_followed_there(self):
        first, second = self.report("first", "--ignore-kubelet"), self.report("second")
        self.assertEqual(first["metadata"]["annotations"].get("node.koordinator.sh/takeover-stage"), "1")
        self.assertNotIn("node.koordinator.sh/takeover-stage", second["metadata"]["annotations"])
        session = self.objects(node("first"), first, node("second"), second, pod("a", cpu=8, qos="LSR"),
                               pod("b", cpu=8, qos="LSR"), pod("c", cpu=2, qos="LSR"))
        result = self.session("-f", session, code=cli.REFUSED)["by_name"]
        self.assertEqual((result["a"]["node"], result["a"]["cpuset"]), ("first", "0-7"))
        self.assertNotIn("node", result["b"])
        self.assertEqual((result["c"]["node"], result["c"]["cpuset"]), ("second", "6-7"))
        for command, more in (("gang", ()), ("explain", ("a",))):
            alone = self.objects(node("first"), first, pod("a", cpu=8, qos="LSR"))
            self.run_ctl(command, *more, "-f", alone)
            alone = self.objects(node("second"), second, pod("a", cpu=8, qos="LSR"))
            self.run_ctl(command, *more, "-f", alone, code=cli.REFUSED)

    def test_fractions_of_a_byte_are_kept_from_static_memory_managers(self):
        static = self.report("static", memoryManagerPolicy="Static",
                             reservedMemory=[{"numaNode": 0, "limits": {"memory": "1Gi"}}])
        self.assertEqual(static["metadata"]["annotations"]["kubelet.koordinator.sh/memory-manager-policy"], "Static")
        other = self.report("other")
        half = pod("half", qos="")
        half["spec"]["containers"][0]["resources"]["limits"]["memory"] = "1.1Gi"
        on_static = self.objects(node("static"), static, half)
        refusal = self.session("-f", on_static, code=cli.REFUSED)["by_name"]["half"]["refusal"]
        self.assertIn("[memorymanager] failed to represent quantity as int64", json.dumps(refusal))
        self.session("-f", on_static, "--profile", "upstream")
        self.assertEqual(self.session("-f", self.objects(node("other"), other, half))["by_name"]["half"]["node"], "other")


if __name__ == "__main__":
    unittest.main()
