"""Files of whole clusters: invalid objects, large files, workloads, and pods that occur in two files."""
import json
import os
import random
import subprocess
import unittest

import agreement_test
import cli
from simulate_test import bound, devices, node, pod

TOPOLOGY = json.dumps({"detail": [{"id": i, "core": i % 4, "socket": 0, "node": 0} for i in range(8)]})
# An invalid value for every label and annotation of the cluster's objects that can have one.
WRONG = {
    "Node": {"labels": {"node.koordinator.sh/cpu-bind-policy": "FullPCPUs",
                        "node.koordinator.sh/numa-allocate-strategy": "Most",
                        "node.koordinator.sh/numa-topology-policy": "Strict"},
             "annotations": {"node.koordinator.sh/reservation": '{"reservedCPUs":"0-"}',
                             "node.koordinator.sh/system-qos-resource": "[",
                             "node.koordinator.sh/resource-amplification-ratio": '{"cpu":"2"}'}},
    "NodeResourceTopology": {"annotations": {
        "node.koordinator.sh/cpu-topology": "{}",
        "kubelet.koordinator.sh/cpu-manager-policy": '{"reservedCPUs":"x"}',
        "node.koordinator.sh/pod-cpu-allocs": '[{"cpuset":"1,,2"}]',
        "node.koordinator.sh/cpu-shared-pools": "7",
        "node.koordinator.sh/isolated-cpus": '{"policy":"Hidden"}'}},
    "Device": {"annotations": {"scheduling.koordinator.sh/gpu-partitions": '{"none":[]}',
                               "node.koordinator.sh/gpu-links": '[{"minors":[0,0]}]',
                               "node.koordinator.sh/devices-checkpoints": "{"}},
}


def nrt(name, **annotations):
    return {"apiVersion": "topology.node.k8s.io/v1alpha1", "kind": "NodeResourceTopology",
            "metadata": {"name": name, "annotations": {"node.koordinator.sh/cpu-topology": TOPOLOGY, **annotations}},
            "zones": [{"name": "node-0", "type": "Node", "resources": [
                {"name": "cpu", "capacity": "8", "allocatable": "8", "available": "8"}]}]}


def kubectl_yaml(value, indent=0):
    """Formats a value like `kubectl get -o yaml`."""
    space = " " * indent
    lines = []
    if isinstance(value, dict):
        for key, entry in sorted(value.items()):
            nested = isinstance(entry, (dict, list)) and entry
            lines.append(f"{space}{key}:" + ("\n" + kubectl_yaml(entry, indent + 2 * isinstance(entry, dict)) if nested
                                             else " " + json.dumps(entry)))
    else:
        for entry in value:
            nested = isinstance(entry, (dict, list)) and entry
            lines.append(f"{space}- " + (kubectl_yaml(entry, indent + 2).lstrip(" ") if nested else json.dumps(entry)))
    return "\n".join(lines)


def bare_node(name):
    """Returns a node without any of our annotations: about 8 KB."""
    out = node(name, cpu=64, spec={"podCIDR": "10.0.0.0/24", "taints": []})
    out["metadata"].update(uid=f"uid-{name}", resourceVersion="1", creationTimestamp="2026-01-01T00:00:00Z",
                           labels={"kubernetes.io/arch": "amd64", "kubernetes.io/hostname": name})
    out["status"].update(
        images=[{"names": [f"registry.example.com/team/image@sha256:{i:064d}"], "sizeBytes": 1 << 20} for i in range(50)],
        conditions=[{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "kubelet is posting ready status"}],
        nodeInfo={"architecture": "amd64", "kubeletVersion": "v1.36.1", "osImage": "Debian GNU/Linux 12 (bookworm)"})
    return out


class Files(cli.Case):
    def objects(self, *objects, name="objects.json"):
        return self.write(name, json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))

    def answer(self, command, *args, code=None, files=("objects.json",)):
        options = [part for file in files for part in ("-f", file)]
        done = self.run_ctl(command, *options, *args, "-o", "json", code=code)
        self.assertIn(done.returncode, (cli.OK, cli.REFUSED), done.stderr)
        return json.loads(done.stdout), done.stderr


class Unreadable(Files):
    COMMANDS = (("simulate",), ("explain", "p"), ("preempt", "p"), ("capacity", "p"), ("gang",), ("resize", "old", "--cpu", "1"),
                ("rebind", "a"), ("simulate", "--profile", "nrt-match"))

    def one_wrong(self, kind, place, key, value, command):
        parts = {"Node": node("b"), "NodeResourceTopology": nrt("b"), "Device": devices("b")}
        wrong = parts[kind]
        wrong["metadata"].setdefault(place, {})[key] = value
        objects = [node("a"), nrt("a"), devices("a"), *parts.values(), bound("old", "a", qos="LSR", cpuset="0"), pod("p", qos="LSR")]
        where = objects.index(wrong)
        self.objects(*objects)
        subject = f'objects.json: items[{where}]: {kind} b: metadata.{place}["{key}"]'
        _, stderr = self.answer(*command)
        warned, = [line for line in stderr.splitlines() if subject in line]
        self.assertTrue(warned.startswith("koordctl: warning: "))
        self.assertTrue(warned.endswith("; the object is ignored"), warned)
        self.fails(cli.ENVIRONMENT, command[0], "-f", "objects.json", *command[1:], "--strict", says=subject)

    def test_one_invalid_value_stops_no_command(self):
        turn = 0
        for kind, places in WRONG.items():
            for place, values in places.items():
                for key, value in values.items():
                    for command in (self.COMMANDS[turn % 7], self.COMMANDS[(turn + 3) % 7]):
                        with self.subTest(kind=kind, key=key, command=command):
                            self.one_wrong(kind, place, key, value, command)
                    turn += 1

    def test_the_rest_is_as_if_the_object_were_absent(self):
        whole = [node("a"), nrt("a"), node("b"), nrt("b"), devices("b"), pod("p", qos="LSR"), bound("old", "b")]
        for at in (2, 3, 4):
            broken = json.loads(json.dumps(whole))
            broken[at]["metadata"]["annotations"] = {
                "node.koordinator.sh/reservation": "[", "node.koordinator.sh/gpu-links": "["}
            broken[at]["metadata"]["annotations"].update({} if at != 3 else {"node.koordinator.sh/cpu-topology": "{"})
            self.objects(*broken)
            with_it, _ = self.answer("simulate")
            self.assertEqual(len(with_it.pop("ignored")), 1)
            self.objects(*[each for i, each in enumerate(whole) if i != at])
            without, _ = self.answer("simulate")
            self.assertEqual(with_it["pods"], without["pods"])

    def test_a_machine_does_not_replace_an_unreadable_node(self):
        wrong = node("b")
        wrong["metadata"]["labels"] = {"node.koordinator.sh/cpu-bind-policy": "x"}
        self.objects(wrong, pod("p"))
        done, _ = self.answer("simulate", "--machine-synthetic", "b=pack:1 numa:1(memory=16GiB) core:4 pu:2")
        self.assertEqual(done["pods"][0]["state"], "refused")

    def test_a_reservation_on_a_node_that_the_files_lack(self):
        gone = {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Reservation", "metadata": {"name": "r", "uid": "r"},
                "spec": {"template": {"spec": pod("t")["spec"]}}, "status": {"phase": "Available", "nodeName": "gone"}}
        self.objects(node("a"), nrt("a"), devices("a"), gone, bound("old", "a", qos="LSR", cpuset="0"), pod("p", qos="LSR"))
        subject = 'objects.json: items[3]: Reservation r: status.nodeName: there is no node "gone"'
        for command in self.COMMANDS[:-1]:
            _, stderr = self.answer(*command)
            self.assertIn(f"koordctl: warning: {subject}; the object is ignored\n", stderr, command)
            self.fails(cli.ENVIRONMENT, command[0], "-f", "objects.json", *command[1:], "--strict", says=subject)

    def test_the_only_node_is_unreadable(self):
        for wrong, says in (({**node("a"), "metadata": {"name": False}}, "metadata.name: expected text"),
                            ({**node("a"), "spec": {"taints": "x"}}, "spec.taints: expected a list")):
            self.objects(wrong, pod("p"))
            for command in self.COMMANDS:
                if "old" not in command and "a" not in command:
                    self.fails(cli.ENVIRONMENT, command[0], "-f", "objects.json", *command[1:], says=says)

    def test_nrt_match_reads_the_other_nodes(self):
        wrong = node("b")
        wrong["status"]["allocatable"]["cpu"] = "many"
        bad_zone = nrt("c")
        bad_zone["zones"][0]["resources"][0]["available"] = "x"
        self.objects(node("a"), wrong, node("c"), bad_zone, pod("p"))
        done, stderr = self.answer("simulate", "--profile", "nrt-match")
        self.assertEqual(done["pods"][0]["node"], "a")
        self.assertIn("items[1]", stderr)
        self.assertIn("items[3]", stderr)
        self.fails(cli.ENVIRONMENT, "simulate", "--profile", "nrt-match", "--strict", "-f", "objects.json", says="items[1]")


class Large(Files):
    def test_bare_nodes_of_a_cluster(self):
        text = kubectl_yaml({"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": ""},
                             "items": [bare_node(f"n{i}") for i in range(600)]}) + "\n"
        self.assertGreater(len(text), 4 << 20)
        self.write("cluster.yaml", text)
        self.objects(pod("p"))
        done, _ = self.answer("explain", "p", files=("cluster.yaml", "objects.json"))
        self.assertEqual((done["nodes"], done["fitting"]), (600, 600))

    def test_yaml_and_json_are_read_alike(self):
        for seed in range(5):
            objects, _ = agreement_test.Random(seed).cluster()
            self.objects(*objects)
            self.write("objects.yaml", kubectl_yaml({"apiVersion": "v1", "kind": "List", "items": objects}) + "\n")
            self.write("stream.yaml", "\n---\n".join(map(kubectl_yaml, objects)) + "\n")
            expected, _ = self.answer("simulate")
            for name in ("objects.yaml", "stream.yaml"):
                self.assertEqual(self.answer("simulate", files=(name,))[0], expected)

    def test_many_objects(self):
        services = ",".join(['{"kind":"Service"}'] * 150_000)
        self.write("objects.json", '{"items":[' + services + "," + json.dumps(node("a")) + "," + json.dumps(pod("p")) +
                   '],"kind":"List"}')
        done, stderr = self.answer("simulate")
        self.assertEqual(done["pods"][0]["node"], "a")
        self.assertIn("skipped 150000 Service", stderr)

    @unittest.skipIf(os.environ.get("KOORD_SANITIZE"), "a sanitizer keeps memory that was freed")
    def test_memory_is_that_of_what_is_kept(self):
        fields = {"f:spec": {f"f:field-{i}": {} for i in range(900)}}
        entry = json.dumps({**bound("p", "a"), "metadata": {"name": "NAME", "managedFields": [{"fieldsV1": fields}]}})
        self.write("objects.json", '{"kind":"List","items":[' + json.dumps(node("a", cpu=4000)) + "," + ",".join(
            entry.replace("NAME", f"p{i}") for i in range(3000)) + "]}")
        size = os.path.getsize(self.path("objects.json"))
        self.assertGreater(size, 48 << 20)
        child = subprocess.Popen([cli.KOORDCTL, "simulate", "-f", self.path("objects.json")], stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(child.returncode, cli.OK)
        # In kilobytes. A tree of values would take more than ten times the size of the file.
        self.assertLess(used.ru_maxrss, 4 * size >> 10)

    def test_limits(self):
        with open(self.path("large.yaml"), "wb") as file:
            file.truncate((256 << 20) + 1)
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "large.yaml", says="large.yaml: larger than 256 MiB")
        self.write("deep.yaml", "kind: List\nitems:\n- " + "[" * 70 + "]" * 70)
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "deep.yaml", says="nested over 64 levels")
        self.write("one.yaml", "kind: List\nitems:\n- kind: X\n  a: [" + "1," * 1_000_001 + "]\n")
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "one.yaml", says="more than 1000000 values in one object")
        self.write("aliases.yaml", "kind: List\nitems:\n- &a {kind: X, a: [" + "1," * 1000 + "]}\n" + "- *a\n" * 300)
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "aliases.yaml", says="more than 200000 values, aliases written out")

    def test_lists(self):
        typed = [{k: v for k, v in each.items() if k not in ("kind", "apiVersion")} for each in (node("a"), node("b"))]
        self.objects(pod("p"))
        for text in (json.dumps({"kind": "NodeList", "items": typed}), json.dumps({"items": typed, "kind": "NodeList"})):
            self.write("nodes.json", text)
            done, _ = self.answer("explain", "p", files=("nodes.json", "objects.json"))
            self.assertEqual(done["nodes"], 2)
        for text, says in (('{"items":[{"kind":"Node","metadata":{"name":"a"}}],"kind":"Node"}', "expected List"),
                           ('{"items":[7],"kind":"List"}', "items[0]: found number"),
                           ('{"items":[{"kind":7}],"kind":"List"}', "items[0]: kind: found number"),
                           ('{"items":[{"kind":"PodList"}],"kind":"List"}', "a List in a List")):
            self.write("bad.json", text)
            self.fails(cli.ENVIRONMENT, "simulate", "-f", "bad.json", says=says)


class Pods(Files):
    """Sources and names of pods."""

    def dump(self, *pods):
        """Writes a dump of a cluster."""
        self.objects(node("a"), nrt("a"), devices("a"), *pods, name="cluster.json")

    def explained(self, *args, files=("cluster.json",), code=None):
        return self.answer("explain", *args, files=files, code=code)[0]["pod"]

    def test_the_pending_pod_of_the_cluster(self):
        self.dump(pod("web", uid="u1"), pod("web", namespace="batch", uid="u2"), pod("train-0", namespace="batch"))
        for given in (["web"], ["pod/web"], ["pods/web"], ["po/web"], ["default/web"], ["web", "-n", "default"]):
            self.assertEqual(self.explained(*given), "default/web")
        for command in ("explain", "preempt", "capacity"):
            done, _ = self.answer(command, "pod/train-0", "--namespace", "batch", files=("cluster.json",))
            named = done["pod"] if command == "explain" else "/".join(done["pod"].values())
            self.assertEqual(named, "batch/train-0")
        self.fails(cli.USAGE, "explain", "-f", "cluster.json", "train-0", says="did you mean batch/train-0?")
        self.fails(cli.USAGE, "explain", "-f", "cluster.json", "web", "-n", "", says="--namespace")

    def test_a_namespace_may_be_called_pod(self):
        self.dump(pod("web", namespace="pod"), pod("web"))
        self.assertEqual(self.explained("pod/web"), "pod/web")

    def test_a_pod_in_both_files(self):
        self.dump(pod("web", cpu=2, uid="stored"))
        self.objects(pod("web", cpu=4), name="web.json")
        done, stderr = self.answer("simulate", files=("cluster.json", "web.json"))
        entry, = done["pods"]
        self.assertEqual((entry["uid"], entry["cpuRequest"]), ("stored", "4"))
        self.assertIn("Pod default/web is in cluster.json: items[3] and in web.json: items[0]; the one in web.json: items[0] counts",
                      stderr)
        self.assertEqual(self.explained("web", files=("cluster.json", "web.json"), code=cli.OK), "default/web")
        done, _ = self.answer("simulate", files=("web.json", "cluster.json"))
        self.assertEqual((done["pods"][0]["uid"], done["pods"][0]["cpuRequest"]), ("stored", "2"))

    def test_a_running_pod_and_its_manifest(self):
        self.dump(bound("web", "a", uid="stored"), pod("other", uid="x"))
        self.objects(pod("web"), name="web.json")
        for files in (("cluster.json", "web.json"), ("web.json", "cluster.json")):
            done, stderr = self.answer("simulate", files=files)
            by_name = {entry["name"]: entry for entry in done["pods"]}
            self.assertEqual((by_name["web"]["state"], by_name["web"]["uid"]), ("bound", "stored"))
            self.assertIn("the running pod in cluster.json: items[3] counts", stderr)

    def test_a_gang_follows_the_pod_that_counts(self):
        label = "pod-group.scheduling.sigs.k8s.io"
        first = pod("web")
        first["metadata"]["labels"][label] = "g1"
        second = pod("web")
        second["metadata"]["labels"][label] = "g2"
        groups = [{"apiVersion": "scheduling.sigs.k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": name},
                   "spec": {"minMember": 1}} for name in ("g1", "g2")]
        self.dump(first, *groups)
        self.objects(second, name="web.json")
        done, _ = self.answer("gang", files=("cluster.json", "web.json"))
        self.assertEqual([gang["name"] for gang in done["gangs"]], ["g2"])

    def test_absent_kinds(self):
        self.objects(node("a"), pod("p", qos="LSR"))
        self.assertIn("note: the files have no NodeResourceTopology", self.answer("explain", "p")[1])
        asks = pod("g")
        asks["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] = "1"
        self.objects(node("a"), asks)
        _, stderr = self.answer("simulate")
        self.assertIn("note: the files have no Device", stderr)
        self.assertNotIn("no NodeResourceTopology", stderr)
        self.objects(node("a"), pod("p"))
        self.assertEqual(self.answer("explain", "p")[1], "")
        self.write("empty.yaml", "")
        self.fails(cli.ENVIRONMENT, "explain", "-f", "empty.yaml", "p", says="leave that type out")


class Workloads(Files):
    def workload(self, kind, name, count=None, stored=False, **spec):
        if count is not None:
            spec["parallelism" if kind == "Job" else "replicas"] = count
        metadata = {"name": name, **({"uid": f"uid-{name}"} if stored else {})}
        template = {k: v for k, v in pod("unnamed").items() if k in ("metadata", "spec")}
        del template["metadata"]["name"]
        return {"apiVersion": "batch/v1" if kind == "Job" else "apps/v1", "kind": kind, "metadata": metadata,
                "spec": {**spec, "template": template}}

    def cron_job(self, name, count, **spec):
        job = self.workload("Job", name, count)["spec"]
        return {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": name}, "spec": {"jobTemplate": {"spec": job}, **spec}}

    def names(self, *files):
        return [entry["name"] for entry in self.answer("simulate", files=files)[0]["pods"]]

    def test_workloads_that_create_no_pods_are_skipped(self):
        spec = {"replicas": 2, "template": {"spec": {"containers": [{"name": "main"}]}}}
        objects = [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {
            "name": "web-1", "ownerReferences": [{"kind": "Deployment", "name": "web", "controller": True}]}, "spec": spec}]
        for name, changes in (("idle", {"spec": dict(spec, suspend=True)}), ("runs", {}),
                              ("done", {"status": {"conditions": [{"type": "Complete", "status": "True"}]}}),
                              ("fails", {"status": {"conditions": [{"type": "Failed", "status": "True"}]}})):
            objects.append({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "spec": spec} | changes)
        self.write("all.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
        done = self.run_ctl("simulate", "-f", "all.json", "--machine-synthetic", "a=pack:1 core:2 pu:1", "-o", "json")
        self.assertEqual([row["name"] for row in json.loads(done.stdout)["pods"]], ["runs-0"])
        self.assertIn("1 ReplicaSet", done.stderr)

    def test_a_pod_that_waits_counts_before_one_that_has_ended(self):
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [{"name": "main"}]}}
        self.write("waits.json", json.dumps(pod))
        self.write("ended.json", json.dumps(dict(pod, spec=dict(pod["spec"], nodeName="a"), status={"phase": "Failed"})))
        for files in (("waits.json", "ended.json"), ("ended.json", "waits.json")):
            done = self.run_ctl("simulate", "-f", files[0], "-f", files[1], "--machine-synthetic", "a=pack:1 core:2 pu:1",
                                "-o", "json")
            self.assertEqual(json.loads(done.stdout)["pods"][0]["node"], "a")
            self.assertIn("the one in waits.json counts", done.stderr)

    def test_text_that_is_not_utf_8_is_refused(self):
        for uid in (b"", b"uid: u, "):
            with open(self.path("web.yaml"), "wb") as file:
                file.write(b"apiVersion: apps/v1\nkind: Deployment\nmetadata: {" + uid + b"name: web}\n"
                           b"spec: {template: {spec: {containers: [{name: main, image: 'a\xff'}]}}}\n")
            self.fails(cli.ENVIRONMENT, "simulate", "-f", "web.yaml", says="text that is not UTF-8")

    def test_many_pods_of_a_large_template_are_refused(self):
        large = [{"name": f"V{i}", "value": "x" * 60} for i in range(500)]
        self.write("web.json", json.dumps({
            "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
            "spec": {"replicas": 20000, "template": {"spec": {"containers": [{"name": "main", "env": large}]}}}}))
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "web.json", says="at most 100000 pods and 256 MiB of them: lower its number of pods")

    def test_their_pods_are_placed(self):
        self.objects(node("a", cpu=64), name="nodes.json")
        for workload, names in (
                (self.workload("Deployment", "web", 3), ["web-0", "web-1", "web-2"]),
                (self.workload("Deployment", "web"), ["web-0"]), (self.workload("ReplicaSet", "web", 0), []),
                (self.workload("StatefulSet", "db", 2, ordinals={"start": 5}), ["db-5", "db-6"]),
                (self.workload("Job", "train", 4), [f"train-{i}" for i in range(4)]),
                (self.workload("Job", "train", 4, completions=2), ["train-0", "train-1"]),
                (self.cron_job("nightly", 2), ["nightly-0", "nightly-1"]), (self.cron_job("nightly", 2, suspend=True), [])):
            self.objects(workload)
            self.assertEqual(self.names("nodes.json", "objects.json"), names)
        self.objects(self.workload("Deployment", "web", 2))
        done, _ = self.answer("explain", "web-1", files=("nodes.json", "objects.json"))
        self.assertEqual(done["pod"], "default/web-1")
        self.fails(cli.USAGE, "explain", "-f", "nodes.json", "-f", "objects.json", "web", says="did you mean default/web-0?")
        admitted = self.run_ctl("kubelet", "admit", "--from-synthetic", "pack:1 core:4 pu:2", "-f", "objects.json")
        self.assertIn("web-1", admitted.stdout)

    def test_existing_pods_of_a_workload_count(self):
        self.objects(node("a", cpu=64), self.workload("Deployment", "web", 3, stored=True), pod("web-x1"), name="cluster.json")
        self.assertEqual(self.names("cluster.json"), ["web-x1"])
        self.objects(node("a", cpu=64), self.workload("Deployment", "web", 2, stored=True), name="cluster.json")
        self.assertEqual(self.names("cluster.json"), ["web-0", "web-1"])

    def test_odd_ones(self):
        for change, says in (({"replicas": -1}, "spec.replicas: found -1"), ({"replicas": "2"}, 'spec.replicas: found "2"'),
                             ({"replicas": 2_000_000}, "2000000 pods of"), ({"template": None}, "spec.template: missing")):
            workload = self.workload("Deployment", "web")
            workload["spec"].update(change)
            self.objects(node("a"), workload)
            self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.json", says=f"Deployment default/web: {says}")


if __name__ == "__main__":
    random.seed(1)
    unittest.main()
