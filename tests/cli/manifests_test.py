"""Manifests as people write them: YAML 1.1, the API server's defaults and checks, names of resources."""
import json
import os
import random
import re
import unittest

import cli
from cluster_files_test import Files, node, nrt, pod


def gpu_pod(name, amount, resource="nvidia.com/gpu", **more):
    out = pod(name, **more)
    out["spec"]["containers"][0]["resources"]["limits"][resource] = amount
    return out


def gpus(name, count, **annotations):
    devices = [{"type": "gpu", "id": f"GPU-{i}", "minor": i, "health": True, "topology": {"socketID": 0, "nodeID": 0},
                "resources": {"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": "80Gi", "koordinator.sh/gpu-memory-ratio": "100"}}
               for i in range(count)]
    return {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device",
            "metadata": {"name": name, "annotations": annotations}, "spec": {"devices": devices}}


class Manifests(Files):
    def states(self, *files, code=None, args=()):
        answer, stderr = self.answer("simulate", *args, files=files or ("objects.json",), code=code)
        return {each["name"]: each["state"] for each in answer["pods"]}, stderr

    def test_yaml_is_that_of_kubectl(self):
        for value, cordoned in (("yes", True), ("on", True), ("y", True), ("off", False), ("No", False), ("n", False), ("false", False)):
            self.write("node.yaml", f"""
apiVersion: v1
kind: Node
metadata: {{name: a}}
spec: {{unschedulable: {value}}}
status: {{allocatable: {{cpu: 010, memory: 64Gi, pods: 1_10}}}}
""")
            self.objects(pod("p"), pod("eight", 8), pod("nine", 9))
            for name, fits in (("p", True), ("eight", True), ("nine", False)):
                explained, _ = self.answer("explain", name, files=("node.yaml", "objects.json"))
                self.assertEqual(explained["fitting"], int(fits and not cordoned), (value, name))

    def test_json_objects_may_follow_one_another(self):
        objects = [node("a"), pod("p", 2), pod("q", 1, annotations={"note": 'braces "}{" and \\"{'})]
        for between in ("\n", "", " \r\n\r\n"):
            for indent in (None, 2):
                self.write("objects.json", between.join(json.dumps(each, indent=indent) for each in objects) + "\n")
                self.assertEqual(self.states()[0], {"p": "placed", "q": "placed"})
        lists = [{"apiVersion": "v1", "kind": "List", "items": [each]} for each in objects]
        self.write("objects.json", "\ufeff" + "\n".join(map(json.dumps, lists)))
        self.assertEqual(self.states()[0], {"p": "placed", "q": "placed"})
        self.write("objects.json", json.dumps(objects[0]) + "\n" + json.dumps(objects[1])[:-3])
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.json", says="objects.json: document 2: JSON: parse error at line 1")
        self.write("objects.json", json.dumps(objects[0]) + "\n]")
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.json", says="JSON: parse error at line 2")

    def test_the_encoding_is_utf_8(self):
        for encoding in ("utf-16-le", "utf-16-be"):
            self.write("objects.json", ("\ufeff" + json.dumps(node("a"))).encode(encoding))
            self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.json", says="objects.json: found UTF-16, as PowerShell's")

    def test_numbers_of_yaml(self):
        for text, cpus in (("0x10", 16), ("1e1", 10), ("+4", 4), ("08", 8), ("0b11", 3), (".5e1", 5), ("4.", 4), ("'010'", 10)):
            self.write("node.yaml", f"apiVersion: v1\nkind: Node\nmetadata: {{name: a}}\n"
                                    f"status: {{allocatable: {{cpu: {text}, memory: 64Gi, pods: 110}}}}\n")
            self.objects(pod("most", cpus), pod("more", cpus + 1))
            self.assertEqual([self.answer("explain", name, files=("node.yaml", "objects.json"))[0]["fitting"] for name in ("most", "more")],
                             [1, 0], text)

    def test_the_capacity_is_the_default_of_allocatable(self):
        stated, by_default, nothing = node("a"), node("b"), node("c")
        by_default["status"]["capacity"] = by_default["status"].pop("allocatable")
        nothing["status"] = {"capacity": nothing["status"]["allocatable"], "allocatable": {}}
        for profile in ("spec", "upstream", "nrt-match"):
            for each, state in ((stated, "placed"), (by_default, "placed"), (nothing, "refused")):
                self.objects(each, pod("p", 2))
                self.assertEqual(self.states(args=("--profile", profile))[0], {"p": state}, profile)

    def test_amounts_that_the_api_server_refuses(self):
        over = pod("p", 2)
        over["spec"]["containers"][0]["resources"]["requests"] = {"cpu": "2500m"}
        fixed = gpu_pod("p", "2")
        fixed["spec"]["containers"][0]["resources"]["requests"] = {"nvidia.com/gpu": 1}
        unlimited = pod("p")
        unlimited["spec"]["containers"][0]["resources"]["requests"] = {"nvidia.com/gpu": "1"}
        twice = pod("p")
        twice["spec"]["containers"] *= 2
        whole, whole_gpus = pod("p"), pod("p")
        whole["spec"]["resources"] = {"limits": {"cpu": "4", "memory": "1Gi"}, "requests": {"cpu": "5"}}
        whole_gpus["spec"]["resources"] = {"limits": {"cpu": "4", "nvidia.com/gpu": "1"}}
        of = 'spec.containers[0].resources.'
        for wrong, says in ((whole, 'spec.resources.requests["cpu"]: found "5", expected at most the limit, "4"'),
                            (whole_gpus, 'spec.resources.limits["nvidia.com/gpu"]: expected cpu, memory or hugepages-<size>'),
                            (over, of + 'requests["cpu"]: found "2500m", expected at most the limit, "2"'),
                            (fixed, of + 'requests["nvidia.com/gpu"]: found "1", expected the limit, "2"'),
                            (unlimited, of + 'requests["nvidia.com/gpu"]: expected the same limit'),
                            (gpu_pod("p", "500m"), of + 'limits["nvidia.com/gpu"]: found "500m", expected a whole number'),
                            (gpu_pod("p", 1.5, "koordinator.sh/gpu-core"), "expected a whole number"),
                            (gpu_pod("p", "1", "gpu"), of + 'limits["gpu"]: expected cpu, memory or a name with a prefix'),
                            (twice, 'spec.containers[1].name: found "c" twice')):
            self.objects(node("a"), wrong)
            _, stderr = self.states()
            said, = [line for line in stderr.splitlines() if says in line]
            self.assertIn("objects.json: items[1]: Pod p: ", said)
            self.assertTrue(said.endswith("; the API server refuses it"), said)
            self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.json", "--strict", says=says)

    def test_amounts_that_it_accepts(self):
        equal = gpu_pod("p", "1000m", uid="u")
        equal["spec"]["containers"][0]["resources"]["requests"] = {"nvidia.com/gpu": "1", "cpu": "1000m", "memory": "0.5Gi"}
        batch = gpu_pod("p", "1500", "kubernetes.io/batch-cpu")
        batch["spec"]["containers"][0]["resources"]["requests"] = {"kubernetes.io/batch-cpu": "1e3"}
        stored = gpu_pod("p", "500m", resourceVersion="1")
        whole = pod("p")
        whole["spec"]["resources"] = {"limits": {"cpu": "4", "hugepages-2Mi": "4Mi"}, "requests": {"cpu": "2", "hugepages-2Mi": "4Mi"}}
        for right in (whole, equal, batch, stored, gpu_pod("p", "64Mi", "hugepages-2Mi"), gpu_pod("p", "1e1", "example.com/x")):
            self.objects(node("a"), right)
            self.assertNotIn("the API server refuses", self.states()[1])

    def test_a_gang_without_a_readable_number(self):
        """A number that the plugin does not read (strconv.ParseInt of 32 bits, or below 0) is warned of and counts as 1."""
        draw = random.Random(int(os.environ.get("KOORD_SEED", "0")))
        values = ["2", "two", "", "1.5", "0", "-0", "-1", "+3", "+-3", "+-0", "++3", "+", "-", " 2", "2 ", "0x2", "1_0", "1e1", "007", "٣", 2, 0, 1.5,
                  True, [], {}, None, "2147483647", "2147483648", "-2147483648", "4294967298", "99999999999", "9" * 30, "0" * 40 + "2"]
        values += ["".join(draw.choices("+-0123456789 _.", k=draw.randrange(1, 13))) for _ in range(60)]
        gang = "gang.scheduling.koordinator.sh/"
        members = [pod(f"p{i}", annotations={gang + "name": f"g{i}", gang + "min-available": value}) for i, value in enumerate(values)]
        self.objects(node("a", cpu=1000), *members)
        answer, stderr = self.answer("gang", "-v", code=None)
        needed = {each["name"]: each["needed"] for each in answer["gangs"]}
        for i, value in enumerate(values):
            is_read = isinstance(value, str) and re.fullmatch("[+-]?[0-9]+", value, re.ASCII) and 0 <= int(value) < 2 ** 31
            said = [line for line in stderr.splitlines() if f": Pod p{i}: " in line]
            self.assertEqual(len(said), 0 if is_read or value is None else 1, (value, stderr))
            for line in said:
                self.assertIn('min-available"]: found ', line)
                self.assertTrue(line.endswith("expected a string with a number of pods, at most 2147483647; it is ignored"), line)
            self.assertEqual(needed[f"g{i}"], max(1, int(value)) if is_read else 1, value)

    def test_misspelt_names_of_resources(self):
        for wrong, right in (("nvida.com/gpu", "nvidia.com/gpu"), ("koordinator.sh/gpu-mem", "koordinator.sh/gpu-memory"),
                             ("koordinator.sh/gpu_core", "koordinator.sh/gpu-core"), ("nvidia.com/GPU", "nvidia.com/gpu"),
                             ("hugepage-2Mi", "hugepages-2Mi"), ("hugepages-2MiB", "hugepages-2Mi"),
                             ("Example.com/fpga", "example.com/fpga"), ("example..com/fpga", "example.com/fpga")):
            there = node("a")
            there["status"]["allocatable"].update({"example.com/fpga": "1", "hugepages-2Mi": "1Gi"})
            self.objects(there, gpu_pod("p", "1", wrong))
            self.assertIn(f'limits["{wrong}"]: no node has this resource; did you mean "{right}"?', self.states()[1])
            there["status"]["allocatable"][wrong] = "1"
            self.objects(there, gpu_pod("p", "1", wrong))
            self.assertNotIn("did you mean", self.states()[1])

    def test_names_that_the_api_server_refuses(self):
        for name in ("nvidia.com/mig-1g.18gb+me", "a/b/c", "example.com/", "/gpu", "example.com/-x", "exa_mple.com/accelerator",
                     "example.com/" + "x" * 64):
            self.objects(node("a"), gpu_pod("p", "1", name))
            self.assertIn("]: found a name that the API server refuses\n", self.states()[1], name)
        for name in ("example.com/" + "x" * 63, "nvidia.com/mig-1g.18gb.me", "exa-mple.com/Some_thing.0"):
            self.objects(node("a"), gpu_pod("p", "1", name))
            self.assertNotIn("API server refuses", self.states()[1], name)

    def test_valid_names_are_not_misspelt(self):
        """The API server accepts huge pages of any size and names of device plugins, so that one resembles another by chance."""
        slices = ("1g.5gb", "1g.10gb", "2g.10gb", "2g.20gb", "3g.20gb", "7g.40gb", "1g.10gb.me", "1c.2g.10gb")
        families = (
            [f"hugepages-{size}" for size in ("4Ki", "64Ki", "1Mi", "2Mi", "4Mi", "16Mi", "32Mi", "512Mi", "1Gi", "2Gi", "16Gi", "2048Ki", "2097152")],
            ["nvidia.com/gpu"] + [f"nvidia.com/{name}" for name in ("pgpu", "gpus", "gpu2", "gpu.a", "GPU-a")] +
            [f"nvidia.com/mig-{name}" for name in slices],
            [f"{domain}.example.com/{name}" for domain in ("a", "b", "a-b") for name in ("gpu", "gpa", "fpga", "fgpa", "vf_1", "vf_2")],
            ["intel.com/qat", "intel.com/qav", "intel.co/qat", "amd.com/gpu", "arm.com/gpu", "amd.com/gcu"])
        for family in families:
            for has in family:
                with self.subTest(has=has):
                    there = node("a")
                    there["status"]["allocatable"][has] = "1Gi"
                    self.objects(there, *(gpu_pod(f"p{i}", "1Gi", name) for i, name in enumerate(family)))
                    states, stderr = self.states(args=("--strict",), code=None)
                    self.assertEqual(len(states), len(family))
                    self.assertNotIn("did you mean", stderr)

    def test_the_note_about_devices(self):
        counted = node("a")
        counted["status"]["allocatable"]["nvidia.com/gpu"] = "1"
        listed = json.loads(json.dumps(counted))
        listed["status"]["allocatable"]["koordinator.sh/gpu-core"] = "100"
        ended = gpu_pod("p", "1")
        ended["status"] = {"phase": "Succeeded"}
        for there, wants, profile, state, says in (
                (counted, gpu_pod("p", "1"), "spec", "placed", "devices are counted by the nodes' allocatable"),
                (listed, gpu_pod("p", "1"), "spec", "refused", "no node whose allocatable has devices of koordinator.sh takes pods with GPUs"),
                (counted, gpu_pod("p", "50", "koordinator.sh/gpu"), "spec", "refused", "no node takes pods with devices of koordinator.sh"),
                (listed, gpu_pod("p", "1"), "upstream", "placed", "devices are counted"),
                (counted, ended, "spec", "terminated", None)):
            self.objects(there, wants)
            states, stderr = self.states(args=("--profile", profile))
            self.assertEqual(states, {"p": state})
            self.assertIn(says, stderr) if says else self.assertNotIn("no Device", stderr)

    def test_amounts_of_bytes_have_units(self):
        for resource, amount in (("hugepages-2Mi", "64Mi"), ("ephemeral-storage", "1Gi"), ("kubernetes.io/batch-memory", "4Gi")):
            there = node("a")
            for has in (None, "2Mi"):
                if has:
                    there["status"]["allocatable"][resource] = has
                self.objects(there, gpu_pod("p", amount, resource))
                refusal = self.answer("simulate")[0]["pods"][0]["refusal"]["message"]
                self.assertIn(f"needs {amount} of {resource}; it has {has or '0 bytes'} of {resource}", refusal)


class Shortages(Files):
    def refusal(self, *objects):
        self.objects(*objects)
        return self.answer("simulate")[0]["pods"][-1]["refusal"]

    def test_a_numa_policy_hides_no_shortage(self):
        for policy, places in (("Restricted", "from 1 NUMA node"), ("SingleNUMANode", "from one NUMA node"), ("BestEffort", "")):
            there = node("a")
            there["metadata"]["labels"] = {"node.koordinator.sh/numa-topology-policy": policy}
            said = self.refusal(there, nrt("a"), gpus("a", 0), gpu_pod("p", "1"))["message"]
            self.assertIn("GPU", said, policy)
            self.assertNotIn("one of the requested resources", said)

    def test_the_numa_node_that_lacks_fewer_resources_is_named(self):
        """Both NUMA nodes lack the GPUs; the first also lacks CPUs, which the second has."""
        zones = [{"name": f"node-{i}", "type": "Node", "resources": [
            {"name": "cpu", "capacity": "4", "allocatable": "4", "available": available}]} for i, available in enumerate(("0", "4"))]
        topology = {**nrt("a"), "zones": zones, "topologyPolicies": ["SingleNUMANodePodLevel"]}
        topology["metadata"]["annotations"]["node.koordinator.sh/cpu-topology"] = json.dumps(
            {"detail": [{"id": i, "core": i, "socket": 0, "node": i // 4} for i in range(8)]})
        refusal = self.refusal(node("a"), topology, gpus("a", 0), gpu_pod("p", "2", cpu=2))
        self.assertIn("needs 2 free GPUs from one NUMA node; it has 0 free GPUs on NUMA node 1", refusal["message"])
        numbers, = refusal["byNode"]
        self.assertEqual({key: numbers[key] for key in ("object", "needed", "best", "where", "deviceType")},
                         {"object": "device", "needed": 2, "best": 0, "where": {"object": "numaNode", "id": 1}, "deviceType": "gpu"})

    def test_a_shortage_of_several_numa_nodes_is_not_the_machines(self):
        zones = [{"name": f"node-{i}", "type": "Node", "resources": [
            {"name": "cpu", "capacity": "4", "allocatable": "4", "available": "4"},
            {"name": "memory", "capacity": "1Gi", "allocatable": "1Gi", "available": "1Gi"}]} for i in (0, 1)]
        topology = {**nrt("a"), "zones": zones}
        topology["metadata"]["annotations"]["node.koordinator.sh/cpu-topology"] = json.dumps(
            {"detail": [{"id": i, "core": i, "socket": 0, "node": i // 4} for i in range(8)]})
        there = node("a")
        there["metadata"]["labels"] = {"node.koordinator.sh/numa-topology-policy": "Restricted"}
        large = gpu_pod("p", "0", cpu=2)
        large["spec"]["containers"][0]["resources"] = {key: {"cpu": "2", "memory": "3Gi"} for key in ("requests", "limits")}
        refusal = self.refusal(there, topology, large)
        self.assertIn("needs 3Gi of memory from 2 NUMA nodes; it has 2Gi of memory on the best 2", refusal["message"])
        self.assertEqual(refusal["byNode"][0]["where"], {"object": "numaNode"})

    def test_a_node_whose_devices_are_apart_is_nearer_than_one_without(self):
        restricted = {"node.koordinator.sh/numa-topology-policy": "Restricted"}
        halves = gpus("b", 2)
        halves["spec"]["devices"][1]["topology"]["nodeID"] = 1
        objects = []
        for name, device in (("a", gpus("a", 0)), ("b", halves)):
            there = node(name)
            there["metadata"]["labels"] = restricted
            topology = nrt(name)
            topology["metadata"]["annotations"]["node.koordinator.sh/cpu-topology"] = json.dumps(
                {"detail": [{"id": i, "core": i, "socket": 0, "node": i // 4} for i in range(8)]})
            topology["zones"] = [{"name": f"node-{i}", "type": "Node", "resources": [
                {"name": "cpu", "capacity": "4", "allocatable": "4", "available": "4"}]} for i in (0, 1)]
            objects += [there, topology, device]
        self.assertEqual(self.refusal(*objects, gpu_pod("p", "2", cpu=2))["nearest"], "b")


if __name__ == "__main__":
    unittest.main()
