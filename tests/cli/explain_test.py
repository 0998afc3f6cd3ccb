"""Reasons why pods of clusters from files are refused, and the proposed remedies."""
import json
import os
import unittest

import cli

SMALL = "small=pack:1 numa:2(memory=16GiB) core:4 pu:2"  # 16 CPUs, 8 on each NUMA node


def node(name, cpu=16, **spec):
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}, "spec": spec,
            "status": {"allocatable": {"cpu": str(cpu), "memory": "32Gi", "pods": "110"}}}


def pod(name, cpu=1, qos="LSR", priority=9500, where=None, cpuset=None, **metadata):
    limits = {"cpu": str(cpu), "memory": "1Gi"}
    out = {"apiVersion": "v1", "kind": "Pod",
           "metadata": {"name": name, "labels": {"koordinator.sh/qosClass": qos}, "annotations": {}, **metadata},
           "spec": {"priority": priority, "containers": [{"name": "c", "resources": {"limits": limits}}]}}
    if where:
        out["spec"]["nodeName"] = where
    if cpuset:
        out["metadata"]["annotations"]["scheduling.koordinator.sh/resource-status"] = json.dumps(
            {"cpuset": cpuset})
    return out


class Explain(cli.Case):
    example = ("explain", "-f", "examples/cluster.yaml", "-f", "examples/pods.yaml")

    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(cli.SOURCE, "examples"), self.path("examples"))

    def explain(self, *args, objects=(), code=cli.REFUSED):
        if objects:
            self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
            args = ("--machine-synthetic", SMALL, "-f", "objects.json", *args)
        return json.loads(self.run_ctl("explain", *args, "-o", "json", code=code).stdout)

    def remedies(self, miss):
        return [[(s["kind"], s.get("uid", s.get("to"))) for s in r["steps"]] for r in miss["remedies"]]

    def test_nodes_are_counted_and_the_nearest_can_be_helped(self):
        result = self.explain("want", objects=[
            node("small"), node("other", unschedulable=True), pod("low", 6, priority=9100, where="small", cpuset="0-5"),
            pod("high", 6, priority=9900, where="small", cpuset="6-11"), pod("want", 8)])
        self.assertEqual((result["pod"], result["nodes"], result["fitting"]), ("default/want", 2, 0))
        self.assertEqual([(g["reason"], g["nodes"]) for g in result["groups"]],
                         [("InsufficientResource", 1), ("NodeUnschedulable", 1)])
        self.assertEqual(result["groups"][0]["bound"],
                         {"resource": "cpu", "unit": "milliCPU", "needed": 8000, "best": 4000})
        near, far = result["misses"]
        self.assertEqual(near["node"], "small")
        self.assertEqual(self.remedies(near), [[("PodCPU", 4000)], [("EvictPod", "default/low")]])
        self.assertEqual((far["node"], far["unresolvable"]), ("other", True))

    def test_suggested_remedies_work(self):
        objects = [node("small"), pod("low", 6, priority=9100, where="small", cpuset="0-5"),
                   pod("high", 6, priority=9900, where="small", cpuset="6-11"), pod("want", 8)]
        near = self.explain("want", objects=objects)["misses"][0]
        for remedy in near["remedies"]:
            step, = remedy["steps"]
            changed = [o for o in objects if o["metadata"]["name"] != step.get("uid", "").rpartition("/")[2]]
            if step["kind"] == "PodCPU":
                changed = [*objects[:-1], pod("want", step["to"] // 1000)]
            self.assertEqual(self.explain("want", objects=changed, code=cli.OK)["fitting"], 1, remedy)

    def test_pods_are_found_by_name(self):
        text = self.explain("want", objects=[
            node("small"), pod("low", 12, priority=9100, where="small", uid="3f0c", namespace="batch"),
            pod("want", 8, uid="77aa")])
        self.assertIn("the pod batch/low (priority 9100) is evicted", json.dumps(text))

    def wrong(self, cpu=1, qos="LS", selector=None, cpu_request=None, **resources):
        out = pod("wrong", cpu, qos)
        container = out["spec"]["containers"][0]["resources"]
        container["limits"].update({"koordinator.sh/" + name: str(amount) for name, amount in resources.items()})
        if cpu_request:
            container["requests"] = {"cpu": str(cpu_request)}
        out["spec"]["nodeSelector"] = selector or {}
        return out

    def gpus(self, name, *sizes):
        devices = [{"type": "gpu", "minor": minor, "id": f"GPU-{minor}", "health": True,
                    "resources": {"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": size,
                                  "koordinator.sh/gpu-memory-ratio": "100"}} for minor, size in enumerate(sizes)]
        return {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {"name": name},
                "spec": {"devices": devices}}

    def test_a_share_is_reduced_to_the_largest_that_fits(self):
        for asked, fits in (({"gpu-memory": "17Gi"}, {"gpu-memory": "16Gi"}),
                            ({"gpu-memory": "49Gi", "gpu.shared": 3}, {"gpu-memory": "48Gi", "gpu.shared": 3})):
            objects = [node("small"), self.gpus("small", "8Gi", "16Gi", "16Gi", "16Gi")]
            miss, = self.explain("wrong", objects=[*objects, self.wrong(**asked)])["misses"]
            steps = [remedy["steps"] for remedy in miss["remedies"] if remedy["steps"][0]["kind"] == "PodDeviceShare"]
            self.assertEqual(steps, [[{"kind": "PodDeviceShare", "resource": "koordinator.sh/gpu-memory",
                                       "from": steps[0][0]["from"], "to": 16 << 30}]])
            self.assertIn("the pod requests at most 16Gi of koordinator.sh/gpu-memory per GPU instead of 1", json.dumps(miss))
            self.explain("wrong", objects=[*objects, self.wrong(**fits)], code=cli.OK)

    def test_what_kubelets_topology_manager_lacks(self):
        for policy, cpu, says in (
                ("SingleNUMANodePodLevel", 7, "needs 7 CPUs from one NUMA node, as kubelet's topology manager requires; it "
                 "has 6 CPUs on NUMA node 0"),
                ("RestrictedContainerLevel", 8, "needs 8 CPUs from one NUMA node, as kubelet's topology manager requires; "
                 "it has 6 CPUs on NUMA node 0")):
            self.write("nrt.json", self.run_ctl("topology", "--from-synthetic", "pack:1 numa:2(memory=16GiB) core:4 pu:2",
                                                "-o", "nrt", "--node-name", "small").stdout)
            with open(self.path("nrt.json"), encoding="utf-8") as file:
                nrt = json.load(file)
            nrt["topologyPolicies"] = [policy]
            nrt["metadata"]["annotations"]["kubelet.koordinator.sh/cpu-manager-policy"] = json.dumps(
                {"policy": "static", "reservedCPUs": "0-1,8-12"})
            want = pod("want", cpu)
            del want["metadata"]["labels"]
            self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node("small"), nrt, want]}))
            done = self.run_ctl("explain", "-f", "objects.json", "want", code=cli.REFUSED)
            self.assertIn("small: " + says + "\n", done.stdout)
            self.assertNotIn("Resources cannot be allocated", done.stdout)

    def test_upstreams_messages_name_the_resource(self):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [
            node("small"), self.wrong(**{"gpu-core": 50})]}))
        args = ("-f", "objects.json", "--machine-synthetic", SMALL, "--profile", "upstream")
        says = ("invalid resource device requests: [koordinator.sh/gpu-core] (requests koordinator.sh/gpu-core alone, which "
                "needs koordinator.sh/gpu-memory or koordinator.sh/gpu-memory-ratio beside it; no profile takes it)\n")
        self.assertIn(says, self.run_ctl("explain", *args, "wrong", code=cli.REFUSED).stdout)
        self.assertIn(says, self.run_ctl("simulate", *args, code=cli.REFUSED).stderr)
        self.assertIn(says, self.run_ctl("preempt", *args, "wrong", code=cli.REFUSED).stderr)
        translated = self.wrong(**{"gpu-core": 50, "gpu-memory": "1Gi", "gpu-memory-ratio": 50})
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node("small"), translated]}))
        result = json.loads(self.run_ctl("explain", *args, "wrong", "-o", "json", code=cli.REFUSED).stdout)
        self.assertEqual(result["request"]["hint"], "profile spec takes it")

    def test_an_invalid_request_is_the_only_reason(self):
        nodes = [node("small"), node("cordoned", unschedulable=True), node("large", 512)]
        for asked, says in (
                (self.wrong(gpu=150), "requests 150 of koordinator.sh/gpu; expected"),
                (self.wrong(64, gpu=150), "requests 150 of koordinator.sh/gpu; expected"),
                (self.wrong(9000, "LSR", rdma=150), "requests 150 of koordinator.sh/rdma; expected"),
                (self.wrong(64, **{"gpu-core": 50}), "requests koordinator.sh/gpu-core alone"),
                (self.wrong(64, **{"gpu.shared": 1}), "requests koordinator.sh/gpu.shared alone, which needs koordinator.sh/gpu-memory"),
                (self.wrong(64, **{"gpu.shared": 2, "gpu-core": 50}),
                 "requests koordinator.sh/gpu-core with koordinator.sh/gpu.shared, which need koordinator.sh/gpu-memory"),
                (self.wrong(64, selector={"no": "node"}, gpu=150), "requests 150 of koordinator.sh/gpu; expected"),
                (self.wrong("9000500m", "LSR"), "requests 9000500 milli-CPU; exclusive CPUs must be a whole number"),
                (self.wrong(9000, "LSR", cpu_request=8999), "the cpu limit is not equal to the request")):
            alone = "the request is wrong on every node: " + says
            for name, count in (("small", 3), ("none", 0)):
                result = self.explain("wrong", objects=[*nodes[:count], asked])
                self.assertIn(says, result["request"]["message"])
                self.assertEqual([g["reason"] for g in result["groups"]],
                                 [result["request"]["reason"]], (says, name))
                self.assertEqual(result["filtered"], [])
            self.assertEqual(result["nodes"], 1)
            args = ("--machine-synthetic", SMALL, "-f", "objects.json")
            text = self.run_ctl("explain", *args, "wrong", code=cli.REFUSED).stdout
            self.assertIn("T" + alone[1:], text)
            for word in ("Refused by", "available", "filters") + (("Nearest",) if "milli" not in says else ()):
                self.assertNotIn(word, text)
            for command in (("simulate",), ("preempt", "wrong"), ("capacity", "wrong")):
                done = self.run_ctl(command[0], *args, *command[1:], code=cli.REFUSED)
                self.assertIn(alone, done.stderr, command)
                self.assertNotIn("available", done.stderr)
            for command in ("preempt", "capacity"):
                done = self.run_ctl(command, *args, "wrong", "-o", "json", code=cli.REFUSED)
                plan = json.loads(done.stdout)
                self.assertEqual(plan["request"], result["request"])
                self.assertEqual({entry["reason"] for entry in plan["nodes"]}, {result["request"]["reason"]})
            right = {**asked, "spec": pod("right", 1)["spec"]}
            self.write("objects.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": [right]}))
            for command in ("preempt", "capacity"):
                self.assertNotIn("request", json.loads(self.run_ctl(command, *args, "wrong", "-o", "json").stdout))

    def test_a_wrong_request_that_less_cpu_mends_is_helped(self):
        text = self.explain("wrong", objects=[node("small"), self.wrong("1500m", "LSR")])
        self.assertEqual(self.remedies(text["misses"][0]), [[("PodCPU", 1000)]])
        out = self.run_ctl("explain", "--machine-synthetic", SMALL, "-f", "objects.json", "wrong", code=cli.REFUSED).stdout
        self.assertIn("Nearest misses\n  small: requests 1500 milli-CPU", out)
        self.assertIn("fits if the pod requests 1 CPU instead of 1500 milli-CPU", out)

    def test_a_gang_names_the_member_with_an_invalid_request(self):
        label = {"pod-group.scheduling.sigs.k8s.io": "g"}
        members = [pod("right", 1, "LS"), self.wrong(gpu=150), pod("other", 1, "LS")]
        for member in members:
            member["metadata"]["labels"].update(label)
        group = {"apiVersion": "scheduling.sigs.k8s.io/v1alpha1", "kind": "PodGroup",
                 "metadata": {"name": "g", "namespace": "default"}, "spec": {"minMember": 3}}
        self.write("objects.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": [node("small"), group, *members]}))
        done = self.run_ctl("gang", "--machine-synthetic", SMALL, "-f", "objects.json", code=cli.REFUSED)
        self.assertIn("wrong: the request is wrong on every node: requests 150 of koordinator.sh/gpu", done.stderr)

    def test_a_pod_that_fits_is_told_where(self):
        done = self.run_ctl(*self.example, "web")
        self.assertIn("default/web: fits on 2 of 3 nodes\n  node-a: score ", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_a_running_pod_does_not_block_itself(self):
        objects = [node("small"), pod("all", 16, where="small", cpuset="0-15")]
        self.assertEqual(self.explain("all", objects=objects, code=cli.OK)["fitting"], 1)

    def test_pods_that_wait_matter_only_if_they_are_placed_first(self):
        objects = [node("small"), pod("first", 16), pod("second", 16), pod("third", 16)]
        self.assertEqual(self.explain("second", objects=objects, code=cli.OK)["fitting"], 1)
        self.explain("first", "--after", objects=objects, code=cli.OK)
        self.assertEqual(self.explain("second", "--after", objects=objects)["fitting"], 0)

    def test_nearest_limits_the_number_of_misses(self):
        nodes = [node(f"n{i}", 1) for i in range(6)]
        self.assertEqual(len(self.explain("p", objects=[*nodes, pod("p", 32)])["misses"]), 3)
        self.assertEqual(len(self.explain("p", "--nearest", "5", objects=[*nodes, pod("p", 32)])["misses"]), 5)
        for bad in ("0", "65", "x", ""):
            self.fails(cli.USAGE, *self.example, "web", "--nearest", bad, says="--nearest")

    def test_profiles(self):
        half = [node("small"), pod("p", "1500m")]
        for profile, says in (("spec", "must be a whole number"), ("upstream", "must be integer")):
            group, = self.explain("p", "--profile", profile, objects=half)["groups"]
            self.assertEqual(group["reason"], "CPUsNotWhole")
            self.assertIn(says, group["message"])

    def test_pictures(self):
        text = self.run_ctl(*self.example, "analytics", "--after", "--picture", "--ascii", code=cli.REFUSED).stdout
        self.assertIn("\nnode-b: 1 pod, 0 CPUs held\n", text)
        self.assertNotIn("\nnode-a: ", text)
        self.assertNotIn("After:", text)
        text = self.run_ctl(*self.example, "web", "--picture").stdout
        before, after = text.split("\nAfter:\n")
        self.assertIn("\nnode-a: 1 pod, 4 CPUs held\n", before)
        self.assertIn("node-a: 2 pods, 8 CPUs held\n", after)
        self.assertNotIn("CPUs held", self.run_ctl(*self.example, "report", "--picture").stdout)

    def test_yaml_is_the_json(self):
        text = self.run_ctl(*self.example, "analytics", "-o", "yaml", code=cli.REFUSED).stdout
        for miss in self.explain(*self.example[1:], "analytics")["misses"]:
            self.assertIn(f"node: {miss['node']}\n", text)

    def test_odd_combinations(self):
        self.fails(cli.USAGE, "explain", says="POD")
        self.fails(cli.USAGE, "explain", "web", says="-f FILE")
        self.fails(cli.USAGE, *self.example, "", says="POD")
        self.fails(cli.USAGE, *self.example, "wep", says='there is no pod "wep" in the files; did you mean default/web?')
        self.fails(cli.USAGE, *self.example, "other/web", says="there is no pod")
        self.fails(cli.USAGE, *self.example, "web", "--picture", "-o", "json", says="--picture: only below text")
        self.fails(cli.USAGE, *self.example, "web", "-o", "table", says="--output")
        self.fails(cli.USAGE, "explain", "-f", "examples/pods.yaml", "web", says="no Node in the files")
        self.fails(cli.USAGE, "explain", "web", "-f", "-", "--machine", "m=-", says="standard input")
        self.fails(cli.ENVIRONMENT, "explain", "web", "-f", "absent.yaml", says="absent.yaml")

    def test_guide_is_current(self):
        self.shows_what_is_printed("operate/explain.md", 4)
        self.shows_what_is_printed("operate/resource-claims.md", 1)

    def claims_example(self):
        with open(self.path("examples/claims.json")) as file:
            return json.load(file)["items"]

    def test_devices_of_claims_are_held_in_any_order_of_the_files(self):
        objects = self.claims_example()
        for order in (objects, objects[::-1]):
            for name, code in (("train", cli.REFUSED), ("render", cli.OK)):
                files = []
                for i, one in enumerate(order):
                    self.write(f"{i}.json", json.dumps(one))
                    files += ["-f", f"{i}.json"]
                done = self.run_ctl("explain", *files, name, code=code)
                self.assertNotIn("skipped", done.stderr)
        done = json.loads(self.run_ctl("simulate", "-f", "examples/claims.json", "-o", "json", code=cli.REFUSED).stdout)
        self.assertIn("GPU-a1", str(done["pods"]))
        self.assertNotIn("GPU-a0", str(done["pods"]))
        self.assertIn("GPU-a0", str(done["nodes"]))
        twice = objects + [objects[3]]
        self.write("twice.json", json.dumps({"kind": "List", "items": twice}))
        self.fails(cli.ENVIRONMENT, "explain", "-f", "twice.json", "train", says="ResourceClaim default/inference-gpu: is already in")
        wrong = json.loads(json.dumps(objects))
        wrong[3]["status"]["allocation"]["devices"]["results"][0]["pool"] = 7
        self.write("wrong.json", json.dumps({"kind": "List", "items": wrong}))
        done = self.run_ctl("explain", "-f", "wrong.json", "train", code=cli.OK)
        self.assertIn("status.allocation.devices.results[0].pool: found 7", done.stderr)
        self.fails(cli.ENVIRONMENT, "explain", "-f", "wrong.json", "train", "--strict", says="results[0].pool: found 7")

    def test_claims_of_pods_are_not_decided(self):
        objects = self.claims_example()
        objects[6]["spec"]["resourceClaims"] = [{"name": f"claim-{i}", "resourceClaimName": f"c{i}"} for i in range(10)]
        self.write("pods.json", json.dumps({"kind": "List", "items": objects}))
        names = ", ".join(f"claim-{i}" for i in range(8)) + " and 2 more"
        self.assertIn(f"Not checked: ResourceClaims {names}.\n", self.run_ctl("explain", "-f", "pods.json", "render").stdout)
        self.assertEqual(json.loads(self.run_ctl("explain", "-f", "pods.json", "render", "-o", "json").stdout)["notChecked"],
                         [f"ResourceClaims {names}"])
        done = self.run_ctl("simulate", "-f", "pods.json", code=cli.REFUSED)
        self.assertIn(f"warning: koordctl does not decide the ResourceClaims of pods, since it evaluates no DeviceClass: "
                      f"render ({names}); nodes may lack the devices\n", done.stderr)
        # Bound pods cause no warning.
        self.assertNotIn("decide", self.run_ctl("simulate", "-f", "examples/claims.json", code=cli.REFUSED).stderr)
        objects[6]["spec"]["resourceClaims"] = [{"name": 7}]
        self.write("bad.json", json.dumps({"kind": "List", "items": objects}))
        self.assertIn("spec.resourceClaims[0].name: expected text", self.run_ctl("simulate", "-f", "bad.json", code=cli.REFUSED).stderr)


if __name__ == "__main__":
    unittest.main()
