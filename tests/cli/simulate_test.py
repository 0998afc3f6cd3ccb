"""Sessions on clusters from files: accepted input, placements, and messages about unusual input."""
import json
import os
import unittest

import cli

SMALL = "small=pack:1 numa:2(memory=16GiB) core:4 pu:2"  # CPUs 2n and 2n+1 are a core; 8 CPUs on each NUMA node


def node(name, cpu=8, **more):
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": str(cpu), "memory": "64Gi", "pods": "110"}}, **more}


def pod(name, cpu=1, qos="LS", annotations=None, **metadata):
    limits = {"cpu": str(cpu), "memory": "1Gi"}
    return {"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "labels": {"koordinator.sh/qosClass": qos},
                         "annotations": annotations or {}, **metadata},
            "spec": {"priority": 9500, "containers": [{"name": "c", "resources": {"limits": limits}}]}}


def bound(name, where, cpuset=None, **more):
    out = pod(name, **more)
    out["spec"]["nodeName"] = where
    if cpuset is not None:
        out["metadata"]["annotations"]["scheduling.koordinator.sh/resource-status"] = json.dumps(
            {"cpuset": cpuset})
    return out


def spec(**policies):
    return {"scheduling.koordinator.sh/resource-spec": json.dumps(policies)}


def devices(name, gpus=4):
    """Returns GPUs, two on each PCIe switch and NUMA node."""
    return {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device",
            "metadata": {"name": name},
            "spec": {"devices": [{
                "type": "gpu", "id": f"GPU-{minor}", "minor": minor, "health": True,
                "topology": {"socketID": 0, "nodeID": minor // 2, "pcieID": str(minor // 2)},
                "resources": {"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": "40Gi",
                              "koordinator.sh/gpu-memory-ratio": "100"}} for minor in range(gpus)]}}


def asking(name, **resources):
    out = pod(name)
    for resource, amount in resources.items():
        out["spec"]["containers"][0]["resources"]["limits"][resource] = amount
    return out


class Simulate(cli.Case):
    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(cli.SOURCE, "examples"), self.path("examples"))

    def objects(self, *objects, name="objects.json"):
        return self.write(name, json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))

    def session(self, *args, code=cli.OK, input=None):
        done = self.run_ctl("simulate", *args, "-o", "json", code=code, input=input)
        result = json.loads(done.stdout)
        result["by_name"] = {entry["name"]: entry for entry in result["pods"]}
        return result

    def on_small(self, *objects, code=cli.OK, args=()):
        self.objects(*objects)
        return self.session("--machine-synthetic", SMALL, "-f", "objects.json", *args, code=code)

    def refused(self, *objects, says, code=cli.ENVIRONMENT):
        self.objects(*objects)
        return self.fails(code, "simulate", "-f", "objects.json", says=says)

    def refused_text(self, text, says, name="file.yaml"):
        self.write(name, text)
        return self.fails(cli.ENVIRONMENT, "simulate", "-f", name, says=says)


class Files(Simulate):
    def test_devices_go_to_pods(self):
        half = {"koordinator.sh/gpu": "50"}
        two = {"nvidia.com/gpu": "2"}
        self.objects(node("a"), devices("a"), asking("half", **half), asking("two", **two),
                     asking("more", **two))
        done = self.run_ctl("simulate", "-f", "objects.json", code=cli.REFUSED)
        header, *rows = done.stdout.splitlines()
        self.assertIn("DEVICES", header)
        self.assertIn("gpu 0", rows[0])
        self.assertIn("gpu 2-3", rows[1])
        self.assertIn("refused", rows[2])
        result = self.session("-f", "objects.json", code=cli.REFUSED)
        allocated = result["by_name"]["half"]["devices"]["gpu"]
        self.assertEqual([(entry["minor"], entry["id"]) for entry in allocated], [(0, "GPU-0")])
        self.assertIn("device-allocated", json.dumps(result["by_name"]["two"]["patch"]))
        self.assertIn("needs 2 free GPUs; it has 1 free GPU", result["by_name"]["more"]["refusal"]["message"])

    def test_order_of_kinds_does_not_matter(self):
        first = [pod("a"), node("n1"), pod("b"), node("n2")]
        self.objects(*first, name="one.json")
        self.objects(*sorted(first, key=lambda o: o["kind"]), name="two.json")
        one, two = self.session("-f", "one.json"), self.session("-f", "two.json")
        self.assertEqual(one, two)
        self.assertEqual([entry["name"] for entry in one["pods"]], ["a", "b"])

    def test_amounts_beyond_those_that_count_refuse_their_pod_alone(self):
        for amounts in (["1Ei"], ["7Ei", "7Ei"]):
            runs = bound("runs", "small", "0-5", cpu=6, qos="LSR")
            containers = runs["spec"]["containers"]
            containers += [{"name": "d", "resources": {"limits": {}}}] * (len(amounts) - 1)
            for container, amount in zip(containers, amounts):
                container["resources"]["limits"]["example.com/bytes"] = amount
            result = self.on_small(node("small"), runs, asking("large", memory="1Ei"), pod("lsr", 3, "LSR"),
                                   pod("fits", 2, "LSR"), code=cli.REFUSED)
            self.assertIn("expected at most 1125899906842624", result["by_name"]["large"]["unreadable"])
            self.assertEqual([result["by_name"][name]["state"] for name in ("runs", "large", "lsr", "fits")],
                             ["bound", "refused", "refused", "placed"])
            self.assertEqual(result["by_name"]["fits"]["cpuset"], "6-7")

    def test_yaml_json_lists_and_standard_input(self):
        expected = self.session("-f", self.objects(node("n1"), pod("a", 2)))
        stream = "\n---\n".join(json.dumps(o, indent=1) for o in (node("n1"), pod("a", 2)))
        self.assertEqual(self.session("-f", "-", input=stream), expected)
        self.assertEqual(self.session("-f", "-", input="---\n" + stream + "\n---\n---\n"), expected)
        self.write("node.json", "\ufeff" + json.dumps(node("n1")))
        typed = {"kind": "PodList", "items": [{k: v for k, v in pod("a", 2).items() if k != "kind"}]}
        self.write("pods.json", json.dumps(typed))
        self.assertEqual(self.session("-f", "node.json", "-f", "pods.json"), expected)
        self.assertEqual(self.session("-f", "node.json", "-f", "-", input=json.dumps(typed)), expected)

    def test_other_kinds_are_skipped_with_a_remark(self):
        service = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"}}
        metrics = {"apiVersion": "metrics.k8s.io/v1beta1", "kind": "Node", "metadata": {"name": "n1"}}
        odd = {"apiVersion": "x/v1", "kind": "\x1b[31mRed"}
        self.objects(node("n1"), service, service, metrics, odd)
        done = self.run_ctl("simulate", "-f", "objects.json")
        self.assertEqual(done.stderr, 'koordctl: note: skipped 1 "?[31mRed", 1 Node, 2 Service\n')

    def test_names_are_unique(self):
        self.refused(node("n1"), pod("a"), pod("a"), says="objects.json: items[2]: Pod default/a: is already in "
                     "objects.json: items[1], expected it once")
        self.refused(node("n1"), node("n1"), says="items[1]: Node n1: is already in")
        self.refused(pod("a", uid="1"), pod("b", uid="1"), says='Pod with metadata.uid "1": is already in')
        self.refused(pod("a", uid="default/b"), pod("b"), says='Pod with metadata.uid "default/b": is already in')
        long = "u" * 100
        self.assertTrue(self.on_small(pod("a", uid=long + "1"), pod("b", uid=long + "2"))["placed"])
        result = self.session("-f", self.objects(node("n1"), pod("a"), pod("a", namespace="other")))
        self.assertEqual([p["uid"] for p in result["pods"]], ["default/a", "other/a"])

    def test_messages_name_document_and_field(self):
        bad = pod("a", annotations=spec(preferredCPUBindPolicy="Foo"))
        self.objects(node("n1"), bad)
        self.fails(cli.ENVIRONMENT, "simulate", "--strict", "-f", "objects.json",
                   says='objects.json: items[1]: Pod default/a: metadata.annotations'
                   '["scheduling.koordinator.sh/resource-spec"].preferredCPUBindPolicy: found "Foo"')
        bad = node("n1")
        bad["status"]["allocatable"]["cpu"] = "-1"
        stream = json.dumps(pod("a")) + "\n---\n" + json.dumps(bad)
        self.write("file.yaml", stream)
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "file.yaml", "--strict",
                   says="file.yaml: document 2: Node n1: status.allocatable")
        topology = {"kind": "NodeResourceTopology", "metadata": {"name": "n1"}, "zones": 5}
        self.objects(node("n1"), topology)
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.json", "--strict", says="items[1]: ")

    def test_odd_objects(self):
        self.refused({"metadata": {"name": "x"}}, says="items[0]: kind: absent")
        self.refused({"kind": 5}, says="items[0]: kind: found number")
        self.refused(7, says="items[0]: found number, expected an API object")
        self.refused({"kind": "PodList", "items": []}, says="a List in a List")
        self.refused({"kind": "Pod", "metadata": []}, says="Pod: metadata: found array")
        self.refused({"kind": "Pod", "metadata": {"generateName": "x-"}}, says="metadata.name: found nothing")
        self.refused({"kind": "Node", "metadata": {"name": "\x1b[2J"}}, says='found "?[2J"')
        self.refused(pod("a", namespace="A b"), says='metadata.namespace: found "A b"')
        self.refused(bound("a", "\x1b[2J"), says='Pod default/a: spec.nodeName: found "?[2J"')
        self.refused(pod("a", uid=7), says="Pod default/a: metadata.uid: found number")
        self.refused_text("- 1\n- 2\n", "file.yaml: found array")
        self.refused_text('{"kind": "List", "items": 5}', "items: found number", "file.json")

    def test_odd_files(self):
        self.refused_text("", "file.yaml: empty")
        self.refused_text(" \n\t\n", "file.yaml: empty")
        self.refused_text("kind: Pod\x00", "not text")
        self.refused_text('{"kind": "Pod"', "file.json: JSON: parse error at line 1", "file.json")
        self.refused_text('{"a": "' + "\\ud800" + '"}', "file.json: JSON: ", "file.json")
        self.refused_text(b'{"kind": "\xff"}', "file.json: JSON: ", "file.json")
        self.refused_text("kind: Service\n---\nkind: [", "file.yaml: YAML line 3")
        self.refused_text('{"a":' * 100 + "1" + "}" * 100, "nested over 64 levels", "file.json")
        self.refused_text("a: " + "[" * 100 + "]" * 100, "nested over 64 levels")
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "absent.yaml", says="absent.yaml")
        self.fails(cli.ENVIRONMENT, "simulate", "-f", ".", says=".")

    def test_aliases_count_over_all_documents(self):
        level = "kind: X\na: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
        bomb = level + "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
        self.refused_text("---\n".join([bomb] * 40), "more than 200000 values")

    def test_many_values_of_json(self):
        self.refused_text('{"a":[' + "1," * 1000000 + "1]}", "more than 1000000 values", "file.json")

    def test_sizes_of_devices(self):
        device = {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {
            "name": "n1", "labels": {"node.koordinator.sh/gpu-vendor": "huawei",
                                     "node.koordinator.sh/gpu-model": "Ascend-310P"}},
                  "spec": {"devices": [{"type": "gpu", "minor": 0, "health": True, "resources": {
                      "huawei.com/npu-core": "8", "huawei.com/npu-cpu": "7",
                      "koordinator.sh/gpu-memory": "24Gi",
                      "koordinator.sh/gpu-memory-ratio": "100"}}]}}
        asks = pod("new")
        asks["spec"]["containers"][0]["resources"]["limits"] = {
            "cpu": "1", "koordinator.sh/gpu.shared": "1", "huawei.com/npu-core": "2",
            "huawei.com/npu-cpu": "2", "koordinator.sh/gpu-memory": "6Gi"}
        sizes = {"apiVersion": "v1", "kind": "ConfigMap",
                 "metadata": {"name": "gpu-shared-resource-templates"},
                 "data": {"data.yaml": "huawei-Ascend-310P:\n  vir02:\n    huawei.com/npu-core: 2\n"
                          "    huawei.com/npu-cpu: 2\n    koordinator.sh/gpu-memory: 6Gi\n"}}
        args = {"kind": "DeviceShareArgs", "scoringStrategy": {"type": "MostAllocated"}}
        for extra in ([sizes], [args, sizes]):
            session = self.session("-f", self.objects(node("n1"), device, asks, *extra))
            self.assertEqual(session["by_name"]["new"]["node"], "n1")
        without = self.session("-f", self.objects(node("n1"), device, asks), code=cli.REFUSED)
        self.assertIn("refusal", without["by_name"]["new"])
        self.refused(sizes, sizes, says="items[1]: ConfigMap: data[\"data.yaml\"]: templates of "
                     "DeviceShare: are already in objects.json: items[0]: ConfigMap")
        sizes["data"] = {"data.yaml": "a: [}"}
        self.refused(sizes, says="expected sizes by model")
        sizes["data"] = {}
        self.refused(sizes, says="items[0]: ConfigMap: data: found no text")

    def test_unknown_partitions(self):
        """A node honours GPU partitions, but its model has none: upstream refuses whole GPUs."""
        for model in ("A100", None):
            labels = {"node.koordinator.sh/gpu-partition-policy": "Honor",
                      **({"node.koordinator.sh/gpu-model": model} if model else {})}
            where = node("n1")
            where["metadata"]["labels"] = labels
            for count in ("1", "2", "4"):
                session = self.objects(where, devices("n1"), asking("new", **{"nvidia.com/gpu": count}))
                done = self.run_ctl("simulate", "-f", session, "--profile", "upstream", code=cli.REFUSED)
                self.assertIn("node(s) missing GPU Partition Table", done.stderr)
                self.run_ctl("simulate", "-f", session)
            shared = asking("new", **{"koordinator.sh/gpu": "50"})
            self.run_ctl("simulate", "-f", self.objects(where, devices("n1"), shared), "--profile", "upstream")

    def test_plugin_arguments(self):
        weights = {"kind": "NodeNUMAResourceArgs", "scoringStrategy": {"type": "MostAllocated"}}
        config = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
                  "profiles": [{"schedulerName": "default-scheduler"}, {"pluginConfig": [
                      {"name": "Other", "args": {}}, {"name": "NodeNUMAResource", "args": weights}]}]}
        session = (node("n1"), node("n2"), bound("old", "n2", cpu=4), pod("new"))
        spread = self.session("-f", self.objects(*session), "--profile", "upstream")
        self.assertEqual(spread["by_name"]["new"]["node"], "n1")
        proposals = {**weights, "kind": "CPUOrchestrationPluginArgs"}
        inside = json.loads(json.dumps(config))
        inside["profiles"][1]["pluginConfig"][1]["args"] = proposals
        for form in (weights, config, proposals, inside):
            packed = self.session("-f", self.objects(*session, form), "--profile", "upstream")
            self.assertEqual(packed["by_name"]["new"]["node"], "n2")
        self.refused(*session, weights, config, says="items[5]: profiles[1].pluginConfig[1].args: "
                     "arguments of NodeNUMAResource: are already in objects.json: items[4]")
        devices = {"kind": "DeviceShareArgs", "scoringStrategy": {"type": "MostAllocated"}}
        config["profiles"][1]["pluginConfig"].append({"name": "DeviceShare", "args": devices})
        packed = self.session("-f", self.objects(*session, config), "--profile", "upstream")
        self.assertEqual(packed["by_name"]["new"]["node"], "n2")
        self.refused(*session, devices, config, says="items[5]: profiles[1].pluginConfig[2].args: "
                     "arguments of DeviceShare: are already in objects.json: items[4]")
        self.refused(*session, weights, proposals, says="items[5]: arguments of NodeNUMAResource: are already in objects.json")
        packed = self.session("-f", self.objects(*session, proposals, devices), "--profile", "upstream")
        self.assertEqual(packed["by_name"]["new"]["node"], "n2")
        devices["scoringStrategy"]["type"] = "BalancedAllocation"
        self.refused(*session, devices, says="items[4]: ")
        self.refused(*session, config, says="items[4]: profiles[1].pluginConfig[1].args and ")
        del config["profiles"][1]["pluginConfig"][2]
        weights["scoringStrategy"]["type"] = "Worst"
        self.refused(*session, weights, says="items[4]: ")
        self.refused(*session, config, says="items[4]: profiles[1].pluginConfig[1].args: ")


class Session(Simulate):
    def test_pods_get_cpus_in_order(self):
        whole = spec(requiredCPUBindPolicy="FullPCPUs")
        result = self.on_small(pod("a", 4, "LSR", whole), pod("b", 2, "LSE", whole), pod("c", 3))
        a, b, c = result["pods"]
        self.assertEqual((a["cpuset"], b["cpuset"], c["cpuset"]), ("0-3", "4-5", ""))
        self.assertEqual([p["state"] for p in result["pods"]], ["placed"] * 3)
        self.assertEqual((result["kind"], result["profile"], result["placed"]), ("Simulation", "spec", True))
        self.assertEqual(a["numaNodes"], [0])
        status = json.loads(a["patch"]["metadata"]["annotations"]["scheduling.koordinator.sh/resource-status"])
        self.assertEqual(status["cpuset"], "0-3")
        small, = result["nodes"]
        self.assertEqual((small["pods"], small["held"], small["free"]), (3, "0-5", "6-15"))

    def test_bound_pods_are_there_first(self):
        result = self.on_small(pod("new", 2, "LSR"), bound("old", "small", "0-1", qos="LSR", cpu=2))
        self.assertEqual(result["by_name"]["old"]["state"], "bound")
        self.assertNotIn("score", result["by_name"]["old"])
        self.assertNotIn("0", result["by_name"]["new"]["cpuset"].split("-"))
        self.assertEqual([p["name"] for p in result["pods"]], ["new", "old"])

    def test_a_session_can_go_on_from_its_own_patches(self):
        pods = [pod("a", 3, "LSR"), pod("b", 2, "LSE"), pod("c", 2)]
        first = self.on_small(*pods)
        for entry, placed in zip(pods, first["pods"]):
            entry["metadata"]["annotations"].update(placed["patch"].get("metadata", {}).get("annotations", {}))
            entry["spec"]["nodeName"] = placed["node"]
        second = self.on_small(*pods)
        self.assertEqual(second["nodes"], first["nodes"])
        for placed, restored in zip(first["pods"], second["pods"]):
            self.assertEqual(restored["cpuset"], placed["cpuset"])
            self.assertEqual(set(restored["conflicts"].values()), {0})

    def test_a_bind_policy_without_effect_is_reported(self):
        spec = {"scheduling.koordinator.sh/resource-spec": '{"requiredCPUBindPolicy":"FullPCPUs"}'}
        self.objects(pod("a", 2, "LS", annotations=spec), pod("b", 2, "LSR", annotations=spec))
        done = self.run_ctl("simulate", "--machine-synthetic", SMALL, "-f", "objects.json")
        self.assertEqual(done.stderr, "koordctl: warning: Pod default/a: scheduling.koordinator.sh/resource-spec."
                         "requiredCPUBindPolicy: ignored, because only pods with the label koordinator.sh/qosClass LSR or LSE "
                         "get exclusive CPUs\n")

    def test_conflicts_of_bound_pods(self):
        self.objects(bound("a", "small", "0-3", qos="LSR", cpu=4), bound("b", "small", "2-3,99", qos="LSR", cpu=3),
                     bound("c", "gone", "0", qos="LSR"))
        args = ("simulate", "--machine-synthetic", SMALL, "-f", "objects.json")
        done = self.run_ctl(*args)
        self.assertIn("koordctl: warning: b on small claims 2 CPUs that another pod holds, 1 CPU "
                      "that its node does not report\n", done.stderr)
        self.assertIn("koordctl: warning: b on small: claims CPU 2, which is assigned to another pod\n", done.stderr)
        self.assertIn("koordctl: warning: node gone: no Node object describes it\n", done.stderr)
        self.assertIn("c on gone claims 1 CPU that its node does not report", done.stderr)
        b = json.loads(self.run_ctl(*args, "-o", "json").stdout)["pods"][1]
        self.assertEqual(b["conflicts"], {"cpusHeld": 2, "cpusReserved": 0, "cpusUnknown": 1, "amountsUnknown": 0,
                                          "devicesUnknown": 0, "devicesOvercommitted": 0})
        self.assertEqual(b["claims"], {"refused": 1, "devicesUnexplained": 0, "messages": [
            "claims CPU 2, which is assigned to another pod"]})
        self.assertEqual(b["cpuset"], "")

    def test_claims_of_pods_in_any_order_of_the_files(self):
        early = bound("b", "small", "0-3", qos="LSR", cpu=4)
        early["status"] = {"conditions": [{"type": "PodScheduled", "status": "True",
                                           "lastTransitionTime": "2026-01-01T10:00:00Z"}]}
        late = bound("a", "small", "2-3", qos="LSR", cpu=2)
        late["status"] = {"conditions": [{"type": "PodScheduled", "status": "True",
                                          "lastTransitionTime": "2026-01-01T12:00:00+01:00"}]}
        for pods in ([early, late], [late, early]):
            by_name = self.on_small(*pods)["by_name"]
            self.assertEqual([by_name[name]["cpuset"] for name in "ba"], ["0-3", ""])
            self.assertEqual(by_name["a"]["conflicts"]["cpusHeld"], 2)

    def test_unreadable_objects_are_skipped(self):
        status = "scheduling.koordinator.sh/resource-status"
        broken = bound("broken", "small", qos="LSR", cpu=2, annotations={status: '{"cpuset":"9-1"}'})
        garbage = pod("garbage", annotations={status: "{", "scheduling.koordinator.sh/device-allocated": "[]"})
        wrong = pod("wrong", annotations=spec(preferredCPUBindPolicy="Foo"))
        self.objects(broken, garbage, wrong, pod("good", 2, "LSR"))
        args = ("--machine-synthetic", SMALL, "-f", "objects.json")
        done = self.run_ctl("simulate", *args, code=cli.REFUSED)
        fault = f'metadata.annotations["{status}"]'
        for text in (f"objects.json: items[0]: Pod default/broken: {fault}.cpuset: ",
                     f"objects.json: items[1]: Pod default/garbage: {fault}: not valid JSON",
                     "objects.json: items[2]: Pod default/wrong: metadata.annotations"
                     '["scheduling.koordinator.sh/resource-spec"].preferredCPUBindPolicy: found "Foo"',
                     "broken on small: has a claim that cannot be read"):
            self.assertIn("koordctl: warning: " + text, done.stderr)
        self.assertNotIn("broken on small claims", done.stderr)
        by_name = self.session(*args, code=cli.REFUSED)["by_name"]
        self.assertEqual({name: entry["state"] for name, entry in by_name.items()},
                         {"broken": "bound", "garbage": "placed", "wrong": "refused", "good": "placed"})
        self.assertEqual(by_name["broken"]["cpuset"], "")
        self.assertEqual(by_name["garbage"]["patch"]["metadata"]["annotations"],
                         {status: None, "scheduling.koordinator.sh/device-allocated": None})
        self.assertIn("preferredCPUBindPolicy", by_name["wrong"]["unreadable"])

    def test_every_command_on_a_cluster_skips_unreadable_objects(self):
        status = "scheduling.koordinator.sh/resource-status"
        self.objects(bound("broken", "small", qos="LSR", cpu=2, annotations={status: '{"cpuset":"9-1"}'}),
                     pod("wrong", annotations=spec(preferredCPUBindPolicy="Foo")),
                     pod("good", 2, "LSR"), bound("runs", "small", "0-1", qos="LSR", cpu=2))
        args = ("--machine-synthetic", SMALL, "-f", "objects.json")
        broken = f'objects.json: items[0]: Pod default/broken: metadata.annotations["{status}"].cpuset: '
        wrong = "objects.json: items[1]: Pod default/wrong: "
        for command, code in ((("simulate",), cli.REFUSED), (("gang",), cli.REFUSED), (("explain", "good"), 0),
                              (("rebind", "small"), 0), (("preempt", "good"), 0), (("capacity", "good"), 0),
                              (("resize", "runs", "--cpu", "3"), 0)):
            with self.subTest(command):
                done = self.run_ctl(*command, *args, code=code)
                self.assertIn("koordctl: warning: " + broken, done.stderr)
                self.assertIn("koordctl: warning: " + wrong, done.stderr)
                self.fails(cli.ENVIRONMENT, *command, *args, "--strict", says=broken)
        for command in ("explain", "preempt", "capacity"):
            self.fails(cli.ENVIRONMENT, command, "wrong", *args, says=wrong)

    def test_devices_of_pods_that_others_placed(self):
        gpus = {"nvidia.com/gpu": "2"}
        untold = asking("untold", **gpus)
        untold["spec"]["nodeName"] = "a"
        known = asking("known", **gpus)
        known["spec"]["nodeName"] = "a"
        known["metadata"]["uid"] = "uid-known"
        reported = devices("a")
        reported["metadata"]["annotations"] = {"node.koordinator.sh/devices-checkpoints": json.dumps(
            [{"podUID": "uid-known", "containerName": "c", "resourceName": "nvidia.com/gpu",
              "deviceIDs": ["GPU-1", "GPU-2"]}])}
        self.objects(node("a"), reported, untold, known, asking("new", **gpus))
        done = self.run_ctl("simulate", "-f", "objects.json", code=cli.REFUSED)
        self.assertIn("untold on a: requests 2 GPUs, but no source says which it has; 2 are set aside for it", done.stderr)
        by_name = self.session("-f", "objects.json", code=cli.REFUSED)["by_name"]
        self.assertEqual([entry["minor"] for entry in by_name["known"]["devices"]["gpu"]], [1, 2])
        self.assertNotIn("devices", by_name["untold"])
        self.assertEqual(by_name["untold"]["claims"]["devicesUnexplained"], 2)
        self.assertIn("1 pod of the node has GPUs that the node's Device object does not report yet", by_name["new"]["refusal"]["message"])

    def test_devices_are_found_by_their_ids_after_their_minors_changed(self):
        def allocated(minor, identity):
            out = asking("runs", **{"nvidia.com/gpu": "1"})
            out["spec"]["nodeName"] = "a"
            out["metadata"]["annotations"]["scheduling.koordinator.sh/device-allocated"] = json.dumps(
                {"gpu": [{"minor": minor, "id": identity, "resources": {"koordinator.sh/gpu-core": "100",
                                                                       "koordinator.sh/gpu-memory-ratio": "100"}}]})
            return out
        new = asking("new", **{"nvidia.com/gpu": "3"})
        self.objects(node("a"), devices("a"), allocated(3, "GPU-1"), new)
        by_name = self.session("-f", "objects.json")["by_name"]
        self.assertEqual([entry["minor"] for entry in by_name["runs"]["devices"]["gpu"]], [1])
        self.assertEqual([entry["minor"] for entry in by_name["new"]["devices"]["gpu"]], [0, 2, 3])
        # The card was replaced, so its minor is another card's.
        self.objects(node("a"), devices("a"), allocated(3, "GPU-old"), asking("new", **{"nvidia.com/gpu": "4"}))
        by_name = self.session("-f", "objects.json")["by_name"]
        self.assertEqual([entry["minor"] for entry in by_name["new"]["devices"]["gpu"]], [0, 1, 2, 3])
        self.assertEqual(by_name["runs"]["devices"]["gpu"][0]["id"], "GPU-old")
        self.assertEqual(by_name["runs"]["conflicts"]["devicesUnknown"], 1)
        warnings = self.run_ctl("simulate", "-f", "objects.json").stderr
        self.assertRegex(warnings, r'pod "default/runs" \(uid "[^"]*"\) has the "gpu" device with minor 3 and id "GPU-old", '
                         r'but no device of node "a" has this id')

    def test_kubelets_record_of_a_pod_that_has_ended_holds_nothing(self):
        ended = asking("ended", **{"nvidia.com/gpu": "2"})
        ended["spec"]["nodeName"] = "a"
        ended["metadata"]["uid"] = "uid-ended"
        reported = devices("a", gpus=2)
        reported["metadata"]["annotations"] = {"node.koordinator.sh/devices-checkpoints": json.dumps(
            [{"podUID": "uid-ended", "resourceName": "nvidia.com/gpu", "deviceIDs": ["GPU-0", "GPU-1"]}])}
        new = asking("new", **{"nvidia.com/gpu": "1"})
        for phase, code in (("Running", cli.REFUSED), ("Succeeded", cli.OK), ("Failed", cli.OK)):
            ended["status"] = {"phase": phase}
            self.objects(node("a"), reported, ended, new)
            self.session("-f", "objects.json", code=code)

    def test_a_topology_without_a_node_takes_no_pods(self):
        topology = json.loads(self.run_ctl("topology", "--from", "server.xml", "--node-name", "bare", "-o",
                                           "nrt").stdout)
        self.objects(topology, pod("a", 2, "LSR"), node("n1"))
        done = self.run_ctl("simulate", "-f", "objects.json", code=cli.REFUSED)
        self.assertEqual(done.stderr, "koordctl: warning: node bare: no Node object describes it\n"
                         "koordctl: refused: a: 0/2 nodes: 1 NoTopology, 1 NodeUnknown; nearest n1: the node "
                         "reports no CPU topology\n")
        self.objects(topology, node("bare", 64), pod("a", 2, "LSR"))
        self.assertEqual(self.session("-f", "objects.json")["by_name"]["a"]["cpuset"], "0,32")

    def test_terminated_pods_hold_nothing(self):
        done = bound("done", "small", "0-15", qos="LSR", cpu=16)
        done["status"] = {"phase": "Succeeded"}
        result = self.on_small(done, pod("new", 16, "LSR"))
        self.assertEqual(result["by_name"]["done"]["state"], "terminated")
        self.assertNotIn("node", result["by_name"]["done"])
        self.assertEqual(result["by_name"]["new"]["cpuset"], "0-15")

    def test_refusals_count_reasons_and_name_the_nearest(self):
        self.objects(node("n1", 64), node("n2", 2), pod("big", 20, "LSR"))
        args = ("simulate", "--machine-synthetic", SMALL, "-f", "objects.json")
        done = self.run_ctl(*args, code=cli.REFUSED)
        self.assertEqual(done.stderr, "koordctl: refused: big: 0/3 nodes: 2 InsufficientResource, 1 NoTopology; "
                         "nearest small: needs 20 CPUs; it has 16 CPUs\n")
        self.assertRegex(done.stdout, r"(?m)^big +LSR +20 +- +- +- +refused$")
        refusal = self.session(*args[1:], code=cli.REFUSED)["by_name"]["big"]["refusal"]
        self.assertEqual((refusal["nodes"], refusal["nearest"]), (3, "small"))
        self.assertEqual(refusal["reasons"], {"InsufficientResource": 2, "NoTopology": 1})
        by_node = {entry["node"]: entry for entry in refusal["byNode"]}
        self.assertEqual((by_node["small"]["needed"], by_node["small"]["best"]), (20000, 16000))
        self.assertEqual((by_node["small"]["resource"], "resource" in by_node["n1"]), ("cpu", False))
        self.assertEqual((by_node["small"]["resolvable"], by_node["n1"]["resolvable"]), (False, False))

    def test_a_refusal_does_not_stop_the_session(self):
        result = self.on_small(pod("big", 99, "LSR"), pod("a", 1), code=cli.REFUSED)
        self.assertEqual([p["state"] for p in result["pods"]], ["refused", "placed"])
        self.assertFalse(result["placed"])

    def test_profiles_may_differ(self):
        session = (pod("a", 4, "LSR"), pod("b", 2, "LSR"))
        self.assertEqual(self.on_small(*session, args=("--profile", "upstream"))["profile"], "upstream")

    def test_same_answer_every_time(self):
        args = ("simulate", "-f", "examples/cluster.yaml", "-f", "examples/pods.yaml")
        for form in ("table", "wide", "json", "yaml"):
            first = self.run_ctl(*args, "-o", form, code=cli.REFUSED).stdout
            self.assertEqual(self.run_ctl(*args, "-o", form, code=cli.REFUSED).stdout, first)

    def test_many_pods_and_nodes(self):
        self.objects(*(pod(f"p{i}", 2, "LSR") for i in range(200)))
        result = self.session("--machine", "m=server.xml,copies=100", "-f", "objects.json")
        held = [(p["node"], p["cpuset"]) for p in result["pods"]]
        self.assertEqual(len(set(held)), 200)
        self.assertEqual(len(result["nodes"]), 100)


class Machines(Simulate):
    def test_machine_from_a_file(self):
        self.objects(pod("a", 2, "LSR"))
        result = self.session("--machine", "m=server.xml", "-f", "objects.json")
        self.assertEqual(result["nodes"][0]["cpus"], 64)
        with open(self.path("server.xml")) as file:
            again = self.session("--machine", "m=-", "-f", "objects.json", input=file.read())
        self.assertEqual(again, result)
        copies = self.session("--machine", "m=server.xml,copies=3", "-f", "objects.json")
        self.assertEqual([n["name"] for n in copies["nodes"]], ["m-1", "m-2", "m-3"])

    def test_machine_of_a_node_in_the_files(self):
        self.objects(node("small", 3), pod("a", 2, "LSR"), pod("b", 2, "LSR"))
        result = self.session("--machine-synthetic", SMALL, "-f", "objects.json", code=cli.REFUSED)
        self.assertEqual([p["state"] for p in result["pods"]], ["placed", "refused"])

    def test_memory_and_huge_pages(self):
        def wants(name, resource, amount):
            out = pod(name, 1, "LSR")
            out["spec"]["containers"][0]["resources"]["limits"][resource] = amount
            return out
        # Two NUMA nodes of 128 GiB, each with 512 huge pages of 2 MiB.
        self.objects(wants("a", "hugepages-2Mi", "2Gi"), wants("b", "hugepages-2Mi", "2Mi"),
                     wants("c", "memory", "255Gi"), name="pods.json")
        result = self.session("--machine", "m=server.xml", "-f", "pods.json", code=cli.REFUSED)
        self.assertEqual([p["state"] for p in result["pods"]], ["placed", "refused", "refused"])

    def test_odd_machines(self):
        for text in ("m", "m=", "=server.xml", "M=server.xml", "a/b=server.xml", "m=,copies=2"):
            self.fails(cli.USAGE, "simulate", "--machine", text, says="expected NODE=FILE")
        for copies in ("0", "5001", "x", ""):
            self.fails(cli.USAGE, "simulate", "--machine", f"m=server.xml,copies={copies}", says="copies")
        self.fails(cli.ENVIRONMENT, "simulate", "--machine", "m=absent.xml", says="absent.xml")
        self.fails(cli.USAGE, "simulate", "--machine-synthetic", "m=nonsense", says="")
        self.fails(cli.USAGE, "simulate", "--machine", "m-1=server.xml", "--machine",
                   "m=server.xml,copies=2", says="node m-1 is already given by --machine m-1=server.xml")
        self.fails(cli.USAGE, "simulate", "-f", "examples/cluster.yaml", "--machine", "node-a=server.xml",
                   says="node node-a is already given by examples/cluster.yaml: document 2")


if __name__ == "__main__":
    unittest.main()
