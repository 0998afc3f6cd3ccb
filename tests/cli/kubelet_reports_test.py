"""Sessions that respect a node's report about its kubelet: takeover stage, CPU and memory manager."""
import json
import unittest

import cli
from simulate_test import Simulate, bound, node, pod


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

    def report(self, name, *more, cpuset=None, **kubelet):
        """Returns the output of koordctl node report for a node with kubelet's static policy and a pod with the CPUs 1-5.

        cpuset: CPUs that Koordinator gave to the pod."""
        self.write("kubelet.json", json.dumps({"kind": "KubeletConfiguration", "cpuManagerPolicy": "static",
                                               "reservedSystemCPUs": "0", **kubelet}))
        self.write("state.json", json.dumps({"policyName": "static", "defaultCpuSet": "0,6-7",
                                             "entries": {"g": {"main": "1-5"}}, "checksum": 0}))
        guaranteed = bound("g", name, cpuset=cpuset, cpu=5, qos="LSR" if cpuset else "", uid="g")
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

    def test_kubelets_cpus_of_pods_with_other_cpus_are_reported(self):
        """Without a static memory manager, too. The scheduler needs them to know which NUMA nodes kubelet has left."""
        closest = {"topologyManagerPolicy": "restricted", "topologyManagerPolicyOptions": {"prefer-closest-numa-nodes": "true"}}
        for more, want in (
                ({}, None),
                ({"cpuset": "3-7"}, {"numaNodes": [], "pods": [{"uid": "g", "cpuset": "1-5", "blocks": []}]}),
                (closest, {"numaNodes": [], "pods": [], "preferClosestNUMANodes": True}),
                ({"cpuset": "3-7", "cpuManagerPolicy": "none"}, None)):
            state = self.report("n", **more)["metadata"]["annotations"].get("kubelet.koordinator.sh/memory-manager-state")
            self.assertEqual(json.loads(state or "null"), want, more)

    def test_a_reported_memory_manager_decides_where_pods_with_memory_fit(self):
        """The report has kubelet's memory_manager_state, and simulate refuses with kubelet's reason."""
        kubelet = {"memoryManagerPolicy": "Static", "topologyManagerPolicy": "single-numa-node",
                   "kubeReserved": {"cpu": "1", "memory": "1948Mi"}, "evictionHard": {"memory.available": "100Mi"},
                   "reservedMemory": [{"numaNode": i, "limits": {"memory": "1Gi"}} for i in range(2)]}
        machine = "pack:2 numa:1(memory=16GiB) core:8 pu:1"
        self.write("kubelet.json", json.dumps({"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration",
                                               "cpuManagerPolicy": "static", **kubelet}))

        def with_memory(name, memory, **metadata):
            out = pod(name, cpu=2, qos="", **metadata)
            out["spec"]["containers"][0]["resources"]["limits"]["memory"] = memory
            return out
        held = with_memory("held", "10Gi", uid="held")
        held["spec"]["nodeName"] = "n"
        on_node = self.objects(node("n"), held, name="node.json")
        admit = ("kubelet", "admit", "--from-synthetic", machine, "--kubelet-config", "kubelet.json", "-f", on_node, "held", "-o")
        for kind in ("cpu", "memory"):
            self.write(kind + ".state", self.run_ctl(*admit, kind + "-state").stdout.strip())
        done = self.run_ctl("node", "report", "--from-synthetic", machine, "--node-name", "n", "--kubelet-config",
                            "kubelet.json", "--cpu-state", "cpu.state", "--memory-state", "memory.state", "--kind", "nrt",
                            "-f", on_node)
        report = json.loads(done.stdout)["items"][0]
        state = json.loads(report["metadata"]["annotations"]["kubelet.koordinator.sh/memory-manager-state"])
        self.assertEqual([n["memory"][0]["free"] >> 30 for n in state["numaNodes"]], [5, 15])
        self.assertEqual([(p["uid"], p["cpuset"]) for p in state["pods"]], [("held", "1-2")])
        for memory, free in (("16Gi", False), ("15Gi", True)):
            session = self.objects(node("n"), report, held, with_memory("new", memory))
            if free:
                self.assertEqual(self.session("-f", session)["by_name"]["new"]["node"], "n")
            else:
                refusal = self.session("-f", session, code=cli.REFUSED)["by_name"]["new"]["refusal"]
                self.assertIn("[memorymanager]", json.dumps(refusal))
        state["numaNodes"].pop()
        state["pods"] = []
        report["metadata"]["annotations"]["kubelet.koordinator.sh/memory-manager-state"] = json.dumps(state)
        self.objects(node("n"), report, with_memory("new", "10Gi"))
        for command in ("simulate",), ("explain", "new"):
            done = self.run_ctl(*command, "-f", "objects.json")
            self.assertIn("warning: NodeResourceTopology n: kubelet.koordinator.sh/memory-manager-state: numaNodes: found 0, "
                          "expected 0-1, ", done.stderr)


if __name__ == "__main__":
    unittest.main()
