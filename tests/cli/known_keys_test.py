"""Misspelt keys are reported, --strict rejects them, and the lists of known keys match the readers."""
import glob
import json
import os
import random
import re
import unittest

import cli
from simulate_test import devices, node, pod

HEADER = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n"
LIST = re.compile(r"inline constexpr std::string_view (\w+)\[\] = \{(.*?)\};", re.S)


def lists_of(header):
    """Returns the lists in a header, by name."""
    with open(os.path.join(cli.SOURCE, "tools", "koordctl", header)) as file:
        return {name: re.findall(r'"([^"]+)"', body) for name, body in LIST.findall(file.read())}


KEYS = lists_of("session/known_keys.h")
KUBELET = lists_of("node/kubelet_keys.h")


def sources(*patterns):
    text = ""
    for pattern in patterns:
        paths = glob.glob(os.path.join(cli.SOURCE, "src", "wire", pattern))
        assert paths, pattern
        for path in paths:
            with open(path) as file:
                text += file.read()
    return text


def read_by(*patterns):
    """Returns the members of JSON objects that a reader uses."""
    return set(re.findall(r'(?:find|at|elements_of|\w+_or)\(\s*"([A-Za-z]\w*)"', sources(*patterns)))


class Lists(unittest.TestCase):
    """A reader that accepts a new key fails here until the list contains it."""

    def test_labels_and_annotations(self):
        found = set(re.findall(r'"((?:[a-z]+\.)*koordinator\.sh/[\w.-]+)"', sources("*/*.cc", "*/*.h", "../object/*.h", "../object/*.cc", "../base/*.h", "../base/*.cc")))
        resources = {name for name in found if name.startswith("koordinator.sh/")} - {
            "koordinator.sh/qosClass", "koordinator.sh/priority-class"}
        parts = {"node.koordinator.sh/gpu-", "scheduling.koordinator.sh/v1alpha1"}  # a prefix, a version
        gangs = {name for name in KEYS["kAnnotations"] if name.startswith("gang.")}  # read by koordctl
        self.assertEqual(found - resources - parts, set(KEYS["kLabels"] + KEYS["kAnnotations"]) - gangs)
        read_as_labels = set(re.findall(r'label\(\s*"((?:[a-z]+\.)*koordinator\.sh/[\w.-]+)"', sources("*/*.cc")))
        self.assertGreaterEqual(set(KEYS["kLabels"]), read_as_labels)

    def test_fields(self):
        pod_keys = {key for name in ("kObject", "kMetadata", "kPodSpec", "kToleration", "kContainer", "kResources")
                    for key in KEYS[name]}
        of_status = {"phase", "qosClass", "conditions", "type", "status", "lastTransitionTime"}
        self.assertLessEqual(read_by("pod/pod_reader.cc") - of_status, pod_keys)
        self.assertLessEqual(read_by("pod/rebind_resource.cc"), set(KEYS["kRebindSpec"] + KEYS["kObject"]) | {
            "phase", "reason", "updateTimestamp"})
        scoring = set(KEYS["kScoringStrategy"] + KEYS["kScoredResource"])
        self.assertLessEqual(read_by("args/numa_resource_args.cc"), set(KEYS["kNumaArgs"]) | scoring)
        models = {"vendor", "model", "matchedResources"}
        self.assertLessEqual(read_by("args/device_share_args.cc"), set(KEYS["kDeviceArgs"]) | scoring | models)
        self.assertLessEqual(read_by("args/scoring_args.cc"), scoring | {"kind"} | set(KEYS["kNumaArgs"]))
        self.assertLessEqual(read_by("kubelet/kubelet_config.cc") - {"kubeletconfig", "cpu", "memory", "limits", "numaNode"} -
                             {name for name in read_by("kubelet/kubelet_config.cc") if "." in name}, set(KUBELET["kKubeletConfig"]))

    def test_values_of_annotations(self):
        text = sources("pod/pod_annotations.cc", "pod/device_annotations.cc")
        for name in ("kResourceSpec", "kNumaTopologySpec", "kDeviceHint", "kJointDevices", "kPartitionSpec"):
            for key in KEYS[name]:
                self.assertIn(f'"{key}"', text, name)


class Typos(cli.Case):
    def setUp(self):
        super().setUp()
        self.random = random.Random(7)

    def objects(self, *objects):
        return self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))

    def misspelt(self, word):
        """Returns the word with a letter dropped, doubled, replaced or swapped with the next one, but not the first letter."""
        at = self.random.randrange(1, len(word) - 1)
        made = self.random.choice((word[:at] + word[at + 1:], word[:at] + word[at] + word[at:],
                                   word[:at] + "x" + word[at + 1:], word[:at] + word[at + 1] + word[at] + word[at + 2:]))
        return made if made != word else word + "x"

    def check(self, wrong, where, right, *objects):
        """Expects one warning with location and key, and a rejection by --strict."""
        self.objects(node("a"), *objects)
        for command in (("simulate",), ("explain", "p"), ("capacity", "p"), ("gang",)):
            done = self.run_ctl(*command, "-f", "objects.json", code=None)
            said = [line for line in done.stderr.splitlines() if wrong in line]
            self.assertEqual(len(said), 1, done.stderr)
            self.assertIn(where, said[0])
            self.assertIn(f'did you mean "{right}"?', said[0])
            self.assertTrue(said[0].startswith("koordctl: warning: objects.json: items["), said[0])
            self.fails(cli.ENVIRONMENT, command[0], "-f", "objects.json", *command[1:], "--strict", says=wrong)

    def test_fields_of_pods(self):
        for path, word in ((("spec",), "containers"), (("spec", "containers", 0), "resources"),
                           (("spec", "containers", 0, "resources"), "limits"), ((), "spec"),
                           (("metadata",), "annotations"), (("spec",), "priority")):
            wrong, right = (self.misspelt(word), word)
            with self.subTest(wrong=wrong):
                made = pod("p")
                made["metadata"]["uid"] = "u"
                at = made
                for step in path:
                    at = at[step]
                at[wrong] = at.pop(right)
                text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
                self.check(wrong, f"Pod p: {text}{'.' if text else ''}{wrong}: unknown field", right, made)

    def test_fields_of_tolerations_and_affinity(self):
        required = "requiredDuringSchedulingIgnoredDuringExecution"
        nodes = ("spec", "affinity", "nodeAffinity")
        terms = nodes + (required, "nodeSelectorTerms", 0)
        for path, word in ((("spec", "tolerations", 0), "operator"), (("spec", "tolerations", 0), "effect"),
                           (("spec", "affinity"), "nodeAffinity"), (("spec", "affinity"), "podAffinity"), (nodes, required),
                           (nodes + (required,), "nodeSelectorTerms"), (terms, "matchExpressions"),
                           (terms + ("matchExpressions", 0), "values"),
                           (nodes + (required.replace("required", "preferred"), 0), "preference")):
            wrong, right = (self.misspelt(word), word)
            with self.subTest(wrong=wrong):
                made = pod("p")
                term = {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a"]}]}
                made["spec"]["tolerations"] = [{"key": "k", "operator": "Exists", "effect": "NoSchedule"}]
                made["spec"]["affinity"] = {"podAffinity": {}, "nodeAffinity": {
                    required: {"nodeSelectorTerms": [term]},
                    required.replace("required", "preferred"): [{"weight": 1, "preference": {"matchFields": []}}]}}
                at = made
                for step in path:
                    at = at[step]
                at[wrong] = at.pop(right)
                self.objects(node("a"), made)
                done = self.run_ctl("capacity", "-f", "objects.json", "p", code=None)
                said = [line for line in done.stderr.splitlines() if f"{wrong}: unknown field" in line]
                self.assertEqual(len(said), 1, done.stderr)
                self.assertIn(f'did you mean "{right}"?', said[0])
                self.fails(cli.ENVIRONMENT, "capacity", "-f", "objects.json", "p", "--strict", says=wrong)

    def test_labels_and_annotations(self):
        for kind, make in (("Pod", lambda: pod("p")), ("Node", lambda: node("b")), ("Device", lambda: devices("a"))):
            for place, known in (("labels", KEYS["kLabels"]), ("annotations", KEYS["kAnnotations"])):
                for full in self.random.sample(known, 4):
                    prefix, name = full.split("/")
                    wrong = f"{prefix}/{self.misspelt(name)}"
                    if wrong in known or len(name) < 6:
                        continue
                    with self.subTest(kind=kind, wrong=wrong):
                        made = make()
                        made["metadata"]["resourceVersion"] = "7"  # from a cluster, too
                        made["metadata"].setdefault(place, {})[wrong] = "x"
                        others = [] if kind == "Pod" else [pod("p")]
                        self.objects(node("a"), made, *others)
                        done = self.run_ctl("simulate", "-f", "objects.json", code=None)
                        said = [line for line in done.stderr.splitlines() if wrong in line]
                        self.assertEqual(len(said), 1, done.stderr)
                        self.assertIn(f'metadata.{place}["{wrong}"]: unknown; did you mean "{prefix}/', said[0])
                        self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.json", "--strict", says=wrong)

    def test_a_label_among_annotations(self):
        made = pod("p", annotations={"koordinator.sh/qosClass": "LSR"})
        made["metadata"]["labels"]["scheduling.koordinator.sh/resource-spec"] = "x"
        self.objects(node("a"), made)
        stderr = self.run_ctl("simulate", "-f", "objects.json").stderr
        self.assertIn('metadata.annotations["koordinator.sh/qosClass"]: it is a label', stderr)
        self.assertIn('metadata.labels["scheduling.koordinator.sh/resource-spec"]: it is an annotation', stderr)
        made = pod("p")
        made["metadata"]["labels"]["scheduling.koordinator.sh/qosClass"] = "LSR"
        self.check("scheduling.koordinator.sh/qosClass", "metadata.labels", "koordinator.sh/qosClass", made)

    def test_values_of_annotations(self):
        for name, value, wrong, right in (
                ("resource-spec", {"preferredCPUBindPolcy": "FullPCPUs"}, "preferredCPUBindPolcy", "preferredCPUBindPolicy"),
                ("numa-topology-spec", {"numaTopolgyPolicy": "Restricted"}, "numaTopolgyPolicy", "numaTopologyPolicy"),
                ("device-joint-allocate", {"deviceTypes": ["gpu"], "requiredScop": "SamePCIe"}, "requiredScop", "requiredScope"),
                ("device-allocate-hint", {"gpu": {"selctor": {}}}, "selctor", "selector")):
            made = pod("p", annotations={f"scheduling.koordinator.sh/{name}": json.dumps(value)})
            self.check(wrong, f'metadata.annotations["scheduling.koordinator.sh/{name}"]', right, made)

    def test_types_of_devices_are_in_lower_case(self):
        prefix = "scheduling.koordinator.sh/"
        for name, value, says in (("device-allocate-hint", {"GPU": {}}, '"]: found "GPU"; did you mean "gpu"?'),
                                  ("device-joint-allocate", {"deviceTypes": ["gpu", "RDMA"]}, '"].deviceTypes: found "RDMA"; did you mean "rdma"?'),
                                  ("device-allocate-hint", {"npu": {}, "gpu": {}, "NPU": {}}, None)):
            self.objects(node("a"), pod("p", annotations={prefix + name: json.dumps(value)}))
            stderr = self.run_ctl("simulate", "-f", "objects.json").stderr
            self.assertIn(says, stderr) if says else self.assertNotIn("did you mean", stderr)

    def test_other_objects(self):
        strategy = {"type": "LeastAllocated", "resources": [{"nam": "cpu", "weight": 1}]}
        args = {"kind": "NodeNUMAResourceArgs", "scoringStrategy": strategy}
        config = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [
            {"pluginConfig": [{"name": "DeviceShare", "args": {"scoringStratgy": {}}}]}]}
        group = {"apiVersion": "scheduling.sigs.k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": "g"},
                 "spec": {"minMembers": 2}}
        template = {k: v for k, v in pod("x").items() if k in ("metadata", "spec")}
        template["spec"]["contaners"] = template["spec"].pop("containers")
        deployment = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
                      "spec": {"replicas": 2, "template": template}}
        for made, says in ((config, 'profiles[0].pluginConfig[0].args.scoringStratgy: unknown field; did you mean "scoringStrategy"?'),
                           (group, 'PodGroup g: spec.minMembers: unknown field; did you mean "minMember"?'),
                           (deployment, 'Pod default/web-0: spec.contaners: unknown field; did you mean "containers"?')):
            self.objects(node("a"), pod("p"), made)
            done = self.run_ctl("simulate", "-f", "objects.json", code=None)
            self.assertEqual(done.stderr.count(says), 1, done.stderr)
        self.objects(node("a"), pod("p"), args)
        self.assertIn('scoringStrategy.resources[0].nam: unknown field; did you mean "name"?',
                      self.run_ctl("simulate", "-f", "objects.json", code=None).stderr)
        self.objects(node("a"), {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "RebindResource",
                                 "metadata": {"name": "r"}, "spec": {"nodeName": "a", "deadlineInSecond": 5}})
        self.fails(cli.ENVIRONMENT, "rebind", "-f", "objects.json", "--strict",
                   says='RebindResource r: spec.deadlineInSecond: unknown field; did you mean "deadlineInSeconds"?')

    def workload(self, kind, **spec):
        template = {key: value for key, value in pod("x").items() if key in ("metadata", "spec")}
        del template["metadata"]["name"]
        return {"apiVersion": "batch/v1" if kind == "Job" else "apps/v1", "kind": kind, "metadata": {"name": "web"},
                "spec": dict(spec, template=template)}

    def test_fields_of_workloads(self):
        for kind, path, word, value in (
                ("Deployment", ("spec",), "replicas", 3), ("ReplicaSet", ("spec",), "replicas", 3),
                ("StatefulSet", ("spec",), "replicas", 3), ("StatefulSet", ("spec",), "ordinals", {}),
                ("StatefulSet", ("spec", "ordinals"), "start", 2), ("Job", ("spec",), "parallelism", 3),
                ("Job", ("spec",), "completions", 3), ("Deployment", (), "metadata", {}),
                ("Deployment", ("spec", "template"), "metadata", {})):
            wrong = self.misspelt(word)
            with self.subTest(kind=kind, wrong=wrong):
                made = self.workload(kind)
                at = made
                for step in path:
                    at = at.setdefault(step, {})
                at[wrong] = value
                text = ".".join(path)
                self.objects(node("a"), made)
                done = self.run_ctl("simulate", "-f", "objects.json", code=None)
                said = [line for line in done.stderr.splitlines() if "unknown field" in line]
                self.assertEqual(len(said), 1, done.stderr)
                self.assertIn(f'{kind} web: {text}{"." if text else ""}{wrong}: unknown field; did you mean "{word}"?', said[0])
                self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.json", "--strict", says=wrong)
                made["metadata"]["resourceVersion"] = "7"
                made["spec"]["template"]["spec"]["shinyNewField"] = 1
                self.objects(node("a"), made)
                self.assertNotIn("unknown field", self.run_ctl("simulate", "-f", "objects.json", code=None).stderr)

    def test_fields_of_workloads_are_known(self):
        for kind, name in (("Deployment", "kDeploymentSpec"), ("ReplicaSet", "kReplicaSetSpec"),
                           ("StatefulSet", "kStatefulSetSpec"), ("Job", "kJobSpec")):
            made = self.workload(kind, **{key: None for key in KEYS[name] if key != "template"})
            self.objects(node("a"), made)
            self.assertNotIn("unknown field", self.run_ctl("simulate", "-f", "objects.json").stderr)

    def test_fields_of_cron_jobs(self):
        job = self.workload("Job")["spec"]
        made = {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "web"},
                "spec": {**{key: None for key in KEYS["kCronJobSpec"]}, "jobTemplate": {"spec": job}}}
        self.objects(node("a"), made)
        self.assertNotIn("unknown field", self.run_ctl("simulate", "-f", "objects.json").stderr)
        job["paralelism"] = made["spec"]["suspendd"] = 1
        self.objects(node("a"), made)
        said = self.run_ctl("simulate", "-f", "objects.json", code=None).stderr
        self.assertIn('CronJob web: spec.jobTemplate.spec.paralelism: unknown field; did you mean "parallelism"?', said)
        self.assertIn('CronJob web: spec.suspendd: unknown field; did you mean "suspend"?', said)

    def test_live_objects_may_have_new_fields(self):
        made = pod("p")
        made["spec"]["shinyNewField"] = made["metadata"]["other"] = 1
        made["metadata"]["labels"]["scheduling.koordinator.sh/an-idea-of-tomorrow"] = "x"
        made["metadata"]["labels"]["example.com/qosClas"] = "x"
        self.objects(node("a"), made)
        self.assertIn("spec.shinyNewField: unknown field", self.run_ctl("simulate", "-f", "objects.json").stderr)
        made["metadata"]["resourceVersion"] = "12"
        self.objects(node("a"), made)
        self.assertEqual(self.run_ctl("simulate", "-f", "objects.json", "--strict").stderr, "")

    def test_many_of_them(self):
        many = [pod(f"p{i}") for i in range(60)]
        for each in many:
            each["spec"]["contaners"] = []
        self.objects(node("a", cpu=100), *many)
        stderr = self.run_ctl("simulate", "-f", "objects.json").stderr.splitlines()
        self.assertEqual(len(stderr), 21)
        self.assertIn("and 40 more warnings about keys and values of objects; --verbose prints them", stderr[20])
        self.assertEqual(len(self.run_ctl("simulate", "-f", "objects.json", "-v").stderr.splitlines()), 60)

    def test_the_number_of_the_others_counts_all_kinds(self):
        """Unknown keys, numbers that cannot be read, amounts that the API server refuses, and names of resources."""
        many = []
        for i in range(8):
            key, number, amount, resource = (pod(f"{kind}{i}", cpu="1m") for kind in ("key", "number", "amount", "resource"))
            key["spec"]["contaners"] = []
            number["metadata"].setdefault("annotations", {})["gang.scheduling.koordinator.sh/min-available"] = "many"
            amount["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] = "500m"
            resource["spec"]["containers"][0]["resources"]["limits"][f"koordinator.sh/gpu-cor{i}"] = "1"
            many += [key, number, amount, resource]
        self.objects(node("a", cpu=100), *many)
        lines = self.run_ctl("simulate", "-f", "objects.json", code=None).stderr.splitlines()
        self.assertEqual(lines[20], "koordctl: warning: and 12 more warnings about keys and values of objects; --verbose prints them")
        said = "\n".join(self.run_ctl("simulate", "-f", "objects.json", "-v", code=None).stderr.splitlines()[:32])
        for part in ("unknown field", "expected a string with a number of pods", "expected a whole number", "no node has this resource"):
            self.assertEqual(said.count(part), 8, part)

    def test_an_object_with_many_of_them(self):
        """Of one object 32 are reported, so the number of all is not known."""
        made = pod("p")
        for i in range(100):
            made["spec"][f"unknown{i}"] = 1
        self.objects(node("a"), made)
        ends = "; at most 32 of one object are reported"
        for option, says in (((), "and at least 12 more warnings about keys and values of objects; --verbose prints them" + ends),
                             (("-v",), "and at least 0 more warnings about keys and values of objects" + ends)):
            self.assertIn("warning: " + says + "\n", self.run_ctl("simulate", "-f", "objects.json", *option).stderr)
        for i in range(32, 100):
            del made["spec"][f"unknown{i}"]
        self.objects(node("a"), made)
        self.assertIn("warning: and 12 more warnings about keys and values of objects; --verbose prints them\n",
                      self.run_ctl("simulate", "-f", "objects.json").stderr)

    def test_the_number_of_warnings_is_bounded(self):
        """At most 1000 are kept; the others are counted."""
        many = [pod(f"p{i}", cpu="1m") for i in range(1100)]
        for each in many:
            each["spec"]["contaners"] = []
        self.objects(node("a", cpu=100), *many)
        for option, shown in (((), 20), (("-v",), 1000)):
            lines = self.run_ctl("simulate", "-f", "objects.json", *option, code=None).stderr.splitlines()
            said = [line for line in lines if "unknown field" in line]
            self.assertEqual(len(said), shown)
            self.assertRegex(lines[lines.index(said[-1]) + 1], rf"and {1100 - shown} more warnings about keys and values of objects")

    def test_pods_of_a_kubelet(self):
        made = pod("p")
        made["spec"]["contaners"] = []
        self.write("p.json", json.dumps(made))
        done = self.run_ctl("kubelet", "admit", "--from-synthetic", "pack:1 core:2 pu:2", "-f", "p.json")
        self.assertIn('spec.contaners: unknown field; did you mean "containers"?', done.stderr)
        self.fails(cli.ENVIRONMENT, "kubelet", "admit", "--from-synthetic", "pack:1 core:2 pu:2", "-f", "p.json", "--strict",
                   says="spec.contaners: unknown field")


class Kubelets(cli.Case):
    MACHINE = ("--from-synthetic", "pack:1 numa:1(memory=8GiB) core:4 pu:2")
    RESERVED = 'reservedSystemCPUs: "0"\n'
    random = random.Random(11)

    def admit(self, text, code=cli.OK, version=()):
        self.write("k.yaml", text)
        self.write("p.json", json.dumps(pod("p")))
        return self.run_ctl("kubelet", "admit", *self.MACHINE, "--kubelet-config", "k.yaml", "-f", "p.json", *version, code=code)

    def stops(self, text, says, version=()):
        """Expects that admit and topology reject it, that --force continues, and that other commands warn."""
        self.admit(text, code=cli.ENVIRONMENT, version=version)
        self.fails(cli.ENVIRONMENT, "kubelet", "admit", *self.MACHINE, "--kubelet-config", "k.yaml", "-f", "p.json", *version, says=says)
        if version:
            return
        nrt = ("topology", *self.MACHINE, "-o", "nrt", "--node-name", "n", "--kubelet-config", "k.yaml")
        self.fails(cli.ENVIRONMENT, *nrt, says=says)
        done = self.run_ctl(*nrt, "--force")
        self.assertEqual(done.stderr.count(says), 1, done.stderr)
        self.assertIn("kubelet does not start", done.stderr)
        self.assertEqual(json.loads(done.stdout)["metadata"]["name"], "n")

    def test_configurations_with_which_kubelet_does_not_start(self):
        self.stops("cpuManagerPolicy: none\n", "Object 'Kind' is missing")
        self.stops("kind: KubeletConfiguration\n", "apiVersion: found nothing, expected kubelet.config.k8s.io/v1beta1")
        for version in ("v1", "v1alpha1", "v1beta2"):
            self.stops(f"apiVersion: kubelet.config.k8s.io/{version}\nkind: KubeletConfiguration\n",
                       f'found "kubelet.config.k8s.io/{version}"')
        self.stops(HEADER + "featureGates: {CPUManager: true}\n", "unrecognized feature gate: CPUManager")
        self.stops(HEADER + "featureGates: {MemoryManger: true}\n", "unrecognized feature gate: MemoryManger")
        self.stops(HEADER + "cpuManagerPolicy: static\n", "k.yaml: ")
        self.stops(HEADER + "cpuManagerPolicy: static\nreservedSystemCPUs: '64'\n", "64")

    def test_keys_of_maps_with_which_kubelet_does_not_start(self):
        for text, says in (
                ("systemReserved: {cpus: '1'}", 'systemReserved: cannot reserve "cpus" resource; did you mean cpu?'),
                ("kubeReserved: {hugepages-2Mi: 1Gi}", 'kubeReserved: cannot reserve "hugepages-2Mi" resource'),
                ("evictionHard: {memory.availabel: 1Gi}",
                 'evictionHard: unsupported eviction signal memory.availabel; did you mean memory.available?'),
                ("evictionSoft: {disk.available: 1Gi}", 'evictionSoft: unsupported eviction signal disk.available')):
            with self.subTest(text):
                self.stops(HEADER + text + "\n", says)
        # One sentence: kubelet's refusal.
        option = HEADER + "topologyManagerPolicyOptions: {prefer-closest-numa-node: 'true'}\n"
        says = 'unknown Topology Manager Policy option: "prefer-closest-numa-node"; did you mean prefer-closest-numa-nodes?'
        self.stops(option, says)
        line, = self.admit(option, code=cli.ENVIRONMENT).stderr.splitlines()
        self.assertIn(says, line)
        nrt = self.run_ctl("topology", *self.MACHINE, "-o", "nrt", "--node-name", "n", "--kubelet-config", "k.yaml", "--force")
        line, = nrt.stderr.splitlines()
        self.assertIn(says, line)
        self.admit(HEADER + "systemReserved: {cpu: '1', memory: 1Gi, ephemeral-storage: 1Gi, pid: '100'}\n"
                   "evictionHard: {memory.available: 1Gi, nodefs.inodesFree: 5%, pid.available: 10%}\n"
                   "topologyManagerPolicyOptions: {prefer-closest-numa-nodes: 'true'}\n")

    def test_gates_are_those_of_the_version(self):
        gate = HEADER + "featureGates: {PodLevelResourceManagers: false}\n"
        self.admit(gate, version=("--kubelet-version", "1.36"))
        self.stops(gate, "unrecognized feature gate: PodLevelResourceManagers", version=("--kubelet-version", "1.35"))
        for known in ("CPUManagerPolicyOptions", "CPUManagerPolicyAlphaOptions", "AllAlpha", "AllBeta", "ContextualLogging",
                      "SystemdWatchdog", "NativeHistograms"):
            self.admit(HEADER + f"featureGates: {{{known}: true}}\n")
        # Logging formats that are always enabled have a name in the sources, but no gate.
        self.stops(HEADER + "featureGates: {LoggingStableOptions: true}\n", "unrecognized feature gate: LoggingStableOptions")
        gone = HEADER + "featureGates: {NodeSwap: true}\n"
        self.admit(gone, version=("--kubelet-version", "1.37"))
        self.stops(gone, "unrecognized feature gate: NodeSwap", version=("--kubelet-version", "1.38"))
        new = HEADER + "featureGates: {KubeletCrashLoopBackOffMax: true, PodCertificateMLDSA: true}\n"
        self.admit(new, version=("--kubelet-version", "1.38"))
        self.stops(new, "unrecognized feature gate: PodCertificateMLDSA", version=("--kubelet-version", "1.37"))

    def test_fields_that_kubelet_ignores(self):
        for wrong, right in (("cpuManagerPolcy: static", "cpuManagerPolicy"), ("cpuManagerPolicyOption: {}", "cpuManagerPolicyOptions"),
                             ("topologyManagerPolicies: restricted", "topologyManagerPolicy"), ("reservedCpus: 0-4", None),
                             ("systemReservd: {cpu: 1}", "systemReserved")):
            key = wrong.split(":")[0]
            done = self.admit(HEADER + wrong + "\n")
            said, = done.stderr.splitlines()
            self.assertIn(f"warning: k.yaml: KubeletConfiguration: {key}: unknown field", said)
            self.assertEqual(f'; did you mean "{right}"?' in said, right is not None)
            self.fails(cli.ENVIRONMENT, "kubelet", "admit", *self.MACHINE, "--kubelet-config", "k.yaml", "-f", "p.json", "--strict",
                       says=f"k.yaml: KubeletConfiguration: {key}: unknown field")
        def value(key):  # kubelet reads null as an invalid duration, except for two fields
            is_duration = re.search("(Age|Frequency|Period|CriticalPods|Timeout)$", key)
            others = ("cpuCFSQuotaPeriod", "evictionMaxPodGracePeriod", "evictionSoftGracePeriod")
            return "0s" if is_duration and key not in others else "null"
        self.admit(HEADER + "".join(f"{key}: {value(key)}\n" for key in KUBELET["kKubeletConfig"] if key not in ("kind", "apiVersion")))
        self.assertEqual(self.admit(HEADER + "failCgroupV1: false\nfailSwapOn: false\n").stderr, "")  # a name with a digit
        self.assertEqual(self.admit(cli.KUBELET_YAML).stderr, "")
        self.assertEqual(self.admit('{"kubeletconfig":{"cpuManagerPolicy":"none"}}').stderr, "")
        self.assertIn("numaNod: unknown field", self.admit(HEADER + "reservedMemory: [{numaNod: 0, limits: {}}]\n", code=None).stderr)

    def test_other_commands_warn(self):
        self.write("k.yaml", HEADER + self.RESERVED + "cpuManagerPolicy: static\ncpuManagerPolcy: static\nfeatureGates: {Unheard: true}\n")
        self.write("state", '{"policyName":"none","defaultCpuSet":"","checksum":1353318690}')
        done = self.run_ctl("kubelet", "state", "check", *self.MACHINE, "--cpu-state", "state", "--kubelet-config", "k.yaml", code=None)
        self.write("node.json", json.dumps(node("n")))
        also = self.run_ctl("node", "pools", *self.MACHINE, "-f", "node.json", "--kubelet-config", "k.yaml", code=None)
        for stderr in (done.stderr, also.stderr):
            self.assertIn("featureGates: unrecognized feature gate: Unheard; kubelet does not start with it", stderr)
            self.assertIn('cpuManagerPolcy: unknown field; did you mean "cpuManagerPolicy"?', stderr)

    def test_the_number_of_warnings_is_bounded(self):
        """20 of each kind are printed, then the number of the others, and keys are clipped."""
        key = "k" * 900  # yaml-cpp reads keys of up to 1024 characters

        def distinct(count, value):
            return ", ".join(f"{key}{i}: {value}" for i in range(count))
        for text, says, noun in (
                (lambda count: f"failSwapOn: false\n{key}: 1\n" + "failSwapOn: false\n" * (count - 1) + f"{key}: 1\n",
                 "kubelet uses the last one", "keys that occur twice"),
                (lambda count: f"featureGates: {{{distinct(count, 'true')}}}\n",
                 "unrecognized feature gate", "faults with which kubelet does not start"),
                (lambda count: f"systemReserved: {{{distinct(count, repr('1'))}}}\n",
                 "cannot reserve", "faults with which kubelet does not start"),
                (lambda count: f"evictionSoftGracePeriod: {{{distinct(count, '1y')}}}\n",
                 "does not start with it", "faults with which kubelet does not start"),
                (lambda count: f"allowedUnsafeSysctls: [{', '.join(['1'] * count)}]\n",
                 "expected a string", "faults with which kubelet does not start"),
                (lambda count: "".join(f"{key}{i}: 1\n" for i in range(count)), "unknown field", "unknown fields")):
            for count in (19, 20, 21, 30):
                with self.subTest(noun=noun, says=says, count=count):
                    self.write("k.yaml", HEADER + text(count))
                    done = self.run_ctl("topology", *self.MACHINE, "-o", "nrt", "--node-name", "n", "--kubelet-config", "k.yaml", "--force")
                    lines = [line for line in done.stderr.splitlines() if says in line or f" more {noun}" in line]
                    self.assertLess(max(map(len, lines)), 300)
                    closing = [line for line in lines if f" more {noun}" in line]
                    # An unknown signal has two faults: the key and the period.
                    all_of_them = 2 * count if says == "does not start with it" else count
                    self.assertEqual(len(lines) - len(closing), min(20, all_of_them), done.stderr)
                    self.assertEqual([line.partition(": and ")[2] for line in closing],
                                     [f"{all_of_them - 20} more {noun}"] if all_of_them > 20 else [])

    def test_a_configuration_of_faults_alone(self):
        """No more than 1000 faults and 33 unknown fields are counted; the others are said to exist."""
        names = ["".join(self.random.choices("abcdefghijklmnopqrstuvwxyz", k=20)) for _ in range(3000)]
        for text, noun, most in ((f"featureGates: {{{', '.join(f'{name}: true' for name in names)}}}\n",
                                  "faults with which kubelet does not start", 1000),
                                 ("".join(f"{name}: 1\n" for name in names), "unknown fields", 33)):
            self.write("k.yaml", HEADER + text)
            done = self.run_ctl("topology", *self.MACHINE, "-o", "nrt", "--node-name", "n", "--kubelet-config", "k.yaml", "--force")
            self.assertIn(f"warning: k.yaml: KubeletConfiguration: and at least {most - 20} more {noun}\n", done.stderr)

    def test_a_long_key_twice_in_an_object(self):
        self.write("objects.yaml", f"kind: Node\n{'k' * 900}: 1\n{'k' * 900}: 1\n")
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "objects.yaml", says=f'key "{"k" * 64}..." twice')

    def test_force_needs_a_configuration(self):
        self.fails(cli.USAGE, "topology", *self.MACHINE, "--force", says="--force: only with --kubelet-config")


if __name__ == "__main__":
    unittest.main()
