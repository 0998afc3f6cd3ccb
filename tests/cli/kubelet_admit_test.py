"""Pods that arrive at a kubelet described by files: the cases of the kubelet notes, byte for byte."""
import json
import os
import unittest

import cli

MACHINE = "pack:2 numa:1 core:6 pu:2(indexes=2*12)"
UNTOUCHED = '{"policyName":"static","defaultCpuSet":"0-23","checksum":1538133146}'


def state(default, uid, entries, checksum):
    return (f'{{"policyName":"static","defaultCpuSet":"{default}","entries":{{"{uid}":'
            f'{json.dumps(entries, separators=(",", ":"))}}},"checksum":{checksum}}}')


class KubeletAdmit(cli.Case):
    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(cli.SOURCE, "examples"), self.path("examples"))

    def admit(self, config, pods, *args, code=cli.OK):
        notes = "examples/kubelet-notes/"
        return self.run_ctl("kubelet", "admit", "--from-synthetic", MACHINE, "--kubelet-config", f"{notes}{config}.yaml",
                            "-f", f"{notes}pods-{pods}.yaml", *args, code=code)

    def test_kubelet_1_37_writes_its_own_file(self):
        def written(*args):
            return json.loads(self.admit("scope-container", "container", "case6", "-o", "cpu-state", *args).stdout)
        before = written()
        self.assertEqual(written("--kubelet-version", "1.35"), before)
        after = written("--kubelet-version", "1.37")
        self.assertEqual({name: after.get(name) for name in before}, before)
        self.assertEqual(json.loads(after["data"])["entries"], before["entries"])

    def test_the_nine_cases(self):
        cases = (
            ("scope-pod", "pod", "case1", "TopologyAffinityError", UNTOUCHED),
            ("scope-pod", "pod", "case2", "",
             state("0-1,6-13,18-23", "28c11c89-3493-4972-bb67-7090b9d75e0d",
                   {"mytestclient": "2-3,14-15", "mytestclient2": "4-5,16-17"}, 1684933537)),
            ("scope-pod", "pod", "case3", "",
             state("0-1,4-13,16-23", "6d33c60b-5e34-4ab3-ab0c-a616627b0a94", {"mytestclient2": "2-3,14-15"},
                   641473090)),
            ("scope-container", "container", "case1", "",
             state("0-1,5-7,12-13,16-19", "edc14415-460d-4885-b77f-906423c72281",
                   {"mytestclient": "2-4,14-15", "mytestclient2": "8-11,20-23"}, 2887245658)),
            ("scope-container", "container", "case2", "",
             state("0-1,6-13,18-23", "063f2280-ef6d-4937-bf05-fef9df0c8c91", {"mytestclient2": "2-5,14-17"},
                   83294669)),
            ("scope-container", "container", "case3", "TopologyAffinityError", UNTOUCHED),
            ("scope-container", "container", "case4", "",
             state("0-1,4-13,16-23", "584e9c4c-9809-4a36-8180-b2dd9e8811b4", {"mytestclient2": "2-3,14-15"},
                   2084937289)),
            ("scope-container", "container", "case5", "", UNTOUCHED),
            ("more-reserved", "container", "case6", "",
             state("0-1,4-7,11-13,16-19,22-23", "970925e3-c85b-491c-af5a-ab24681d68ef",
                   {"mytestclient": "8-10,20-21", "mytestclient2": "2-3,14-15"}, 1830434018)))
        for config, pods, name, reason, file in cases:
            with self.subTest(pods=pods, case=name):
                code = cli.REFUSED if reason else cli.OK
                done = self.admit(config, pods, name, "-o", "cpu-state", code=code)
                self.assertEqual(done.stdout, file + "\n")
                self.assertIn(reason, done.stderr)

    # Settings with which kubelet 1.37 does not start, by pkg/kubelet/apis/config/validation, pkg/kubelet/eviction and the
    # types of the fields, and a part of the message.
    STOPS = (
        ({"evictionSoft": {"memory.available": "1Gi"}}, "evictionSoft.memory.available: grace period must be specified"),
        ({"evictionSoft": {"memory.available": "1Gi"}, "evictionSoftGracePeriod": {"nodefs.available": "1m"}},
         "grace period must be specified for the soft eviction threshold memory.available"),
        ({"evictionSoftGracePeriod": {"memory.available": "1d"}}, 'found "1d", expected a duration'),
        ({"evictionSoftGracePeriod": {"memory.available": "-1s"}}, 'found "-1s", expected a duration of at least 0'),
        ({"evictionMinimumReclaim": {"memory.available": "x"}}, 'evictionMinimumReclaim.memory.available: "x"'),
        ({"evictionMinimumReclaim": {"memory.available": "0%"}}, "expected a percentage above 0%"),
        ({"evictionHard": {"nodefs.available": "110%"}}, "expected a percentage in 0%..100%"),
        ({"evictionHard": {"nodefs.available": "x%"}}, "expected a percentage in 0%..100%"),
        ({"evictionHard": {"nodefs.available": "0"}}, "expected an amount above 0"),
        ({"evictionHard": {"nodefs.available": 5}}, "evictionHard.nodefs.available: found 5, expected a string"),
        ({"systemReserved": {"cpu": 1}}, "systemReserved.cpu: found 1, expected a string"),
        ({"kubeReserved": {"ephemeral-storage": "1GiB"}}, 'kubeReserved.ephemeral-storage: "1GiB"'),
        ({"kubeReserved": {"pid": "-1"}}, "expected an amount that is not negative"),
        ({"cpuManagerReconcilePeriod": "10x"}, 'cpuManagerReconcilePeriod: found "10x", expected a duration'),
        ({"cpuManagerReconcilePeriod": 10}, "cpuManagerReconcilePeriod: found 10, expected a duration"),
        ({"httpCheckFrequency": None}, "httpCheckFrequency: found null, expected a duration"),
        ({"evictionHard": {"memory.available": None}}, "evictionHard.memory.available"),
        ({"evictionHard": {"nodefs.available": "0x10%"}}, "expected a percentage in 0%..100%"),
        ({"syncFrequency": "1.5.0s"}, 'syncFrequency: found "1.5.0s"'),
        ({"enforceNodeAllocatable": ["pods", "foo"]}, 'enforceNodeAllocatable: found "foo", expected one of pods'),
        ({"enforceNodeAllocatable": ["pods", "pods"]}, '"pods" is listed twice'),
        ({"enforceNodeAllocatable": ["none", "pods"]}, '"none" stands alone'),
        ({"enforceNodeAllocatable": ["system-reserved"]}, '"system-reserved" requires systemReservedCgroup'),
        ({"enforceNodeAllocatable": ["kube-reserved", "kube-reserved-compressible"], "kubeReservedCgroup": "/k"},
         "exclude each other"),
        ({"cgroupsPerQOS": False, "enforceNodeAllocatable": ["pods"]}, '"pods" requires cgroupsPerQOS'),
        ({"cgroupsPerQOS": False}, "cgroupsPerQOS: false requires enforceNodeAllocatable: [none]; its default is [pods]"),
        ({"cgroupsPerQOS": False, "enforceNodeAllocatable": None}, "its default is [pods]"),
        ({"runOnce": True}, "runOnce: this mode is deprecated, and kubelet does not start in it"),
        ({"shutdownGracePeriodCriticalPods": "20s"}, 'found "20s", expected at most shutdownGracePeriod, which is 0s'),
        ({"shutdownGracePeriod": "10s", "shutdownGracePeriodCriticalPods": "20s"}, "expected at most shutdownGracePeriod"),
        ({"shutdownGracePeriod": "10ms"}, "expected 0s, or at least 1s"),
        ({"shutdownGracePeriod": "10s", "shutdownGracePeriodByPodPriority": [{"priority": 1, "shutdownGracePeriodSeconds": 9}]},
         "shutdownGracePeriodByPodPriority: excludes shutdownGracePeriod"),
        ({"maxPods": -1}, "maxPods: found -1, expected a whole number of at least 0"),
        ({"maxPods": "110"}, 'maxPods: found "110", expected a whole number'),
        ({"maxPods": 1.5}, "maxPods: found 1.5"),
        ({"port": 65536}, "port: found 65536, expected a whole number in 0..65535"),
        ({"oomScoreAdj": 1001}, "oomScoreAdj: found 1001"),
        ({"imageGCHighThresholdPercent": 70}, "imageGCLowThresholdPercent: found 80, expected less than"),
        ({"imageMaximumGCAge": "1m"}, 'found "1m", expected more than imageMinimumGCAge, which is 2m0s by default'),
        ({"imageMaximumGCAge": "2m", "imageMinimumGCAge": "0s"}, "imageMinimumGCAge, which is 2m0s by default"),
        ({"imageMaximumGCAge": "3m", "imageMinimumGCAge": "3m"}, "expected more than imageMinimumGCAge, which is 3m"),
        ({"maxParallelImagePulls": 2, "serializeImagePulls": True}, "requires serializeImagePulls: false"),
        ({"failSwapOn": "true"}, 'failSwapOn: found "true", expected true or false'),
        ({"hairpinMode": "veth"}, "hairpinMode"),
        ({"memorySwap": {"swapBehavior": "UnlimitedSwap"}}, "memorySwap.swapBehavior"),
        ({"memoryThrottlingFactor": 1.5}, "memoryThrottlingFactor"),
        ({"reservedSystemCPUs": "0", "systemReservedCgroup": "/s"}, "reservedSystemCPUs: excludes systemReservedCgroup"),
        ({"systemCgroups": "/s"}, "systemCgroups: requires cgroupRoot"),
        ({"podLogsDir": "logs"}, "podLogsDir"),
        ({"containerLogMonitorInterval": "1s"}, "containerLogMonitorInterval"),
        ({"containerLogMaxFiles": 1}, "containerLogMaxFiles"),
        ({"cpuCFSQuotaPeriod": "2s"}, "cpuCFSQuotaPeriod"),
        ({"clusterDNS": "10.0.0.10"}, 'clusterDNS: found "10.0.0.10", expected an array'),
        ({"clusterDNS": [10]}, "clusterDNS[0]: found 10, expected a string"))
    STARTS = (
        {"evictionSoft": {"memory.available": "1Gi", "nodefs.available": "0%"},
         "evictionSoftGracePeriod": {"memory.available": "1m30s"}, "evictionMinimumReclaim": {"memory.available": "0", "pid.available": "5%"}},
        {"evictionHard": {"memory.available": "100Mi", "nodefs.available": "10%", "imagefs.available": "100%", "pid.available": "1.5%"}},
        {"systemReserved": {"cpu": "1", "memory": "1Gi", "pid": "1000"}, "kubeReserved": {"cpu": "500m"}},
        {"cpuManagerReconcilePeriod": "10s", "cpuCFSQuotaPeriod": None, "maxPods": None, "syncFrequency": "1.5m", "fileCheckFrequency": "0"},
        {"enforceNodeAllocatable": ["none"], "cgroupsPerQOS": False},
        {"enforceNodeAllocatable": ["pods", "system-reserved"], "systemReservedCgroup": "/s"}, {"enforceNodeAllocatable": []},
        {"enforceNodeAllocatable": [], "cgroupsPerQOS": False}, {"runOnce": False},
        {"shutdownGracePeriod": "30s", "shutdownGracePeriodCriticalPods": "10s"},
        {"shutdownGracePeriodByPodPriority": [{"priority": 1, "shutdownGracePeriodSeconds": 9}]},
        {"maxPods": 0, "port": 0, "readOnlyPort": 0, "podPidsLimit": -1, "nodeStatusMaxImages": -1, "maxParallelImagePulls": 4},
        {"hairpinMode": "", "memorySwap": {}, "memoryThrottlingFactor": 0.9, "systemCgroups": "/s", "cgroupRoot": "/"},
        {"imageMinimumGCAge": "1m", "imageMaximumGCAge": "90s", "clusterDNS": ["10.0.0.10"], "containerLogMaxFiles": 2})

    def test_values_with_which_kubelet_does_not_start(self):
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "uid": "u"}, "spec": {"containers": [{"name": "c"}]}}
        self.write("pod.json", json.dumps(pod))
        common = ("kubelet", "admit", "--from-synthetic", MACHINE, "--kubelet-config", "config.json", "-f", "pod.json")

        def configure(fields):
            self.write("config.json", json.dumps({"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", **fields}))
        for fields, says in self.STOPS:
            with self.subTest(fields=fields):
                configure(fields)
                self.fails(cli.ENVIRONMENT, *common, says=says)
        for fields in self.STARTS:
            with self.subTest(fields=fields):
                configure(fields)
                self.assertEqual(self.run_ctl(*common).stderr, "")
        # Values that kubelet checks since 1.38.
        for fields, says in (
                ({"clientCertificateKeyAlgorithm": "ed25519"}, "clientCertificateKeyAlgorithm: found \"ed25519\", expected one of"),
                ({"serverCertificateKeyAlgorithm": "RSA-1024"}, "expected one of ECDSA-P256, "),
                ({"serverCertificateKeyAlgorithm": "ML-DSA-65"}, "ML-DSA-65 requires tlsMinVersion: VersionTLS13"),
                ({"serverCertificateKeyAlgorithm": "ML-DSA-65", "tlsMinVersion": "VersionTLS12"}, "requires tlsMinVersion"),
                ({"serverCertificateKeyAlgorithm": "ML-DSA-65", "tlsMinVersion": "VersionTLS13"}, None),
                ({"clientCertificateKeyAlgorithm": "ML-DSA-87", "serverCertificateKeyAlgorithm": "RSA-4096"}, None)):
            with self.subTest(fields=fields):
                configure(fields)
                self.assertEqual(self.run_ctl(*common, "--kubelet-version", "1.37").stderr, "")
                if says:
                    self.fails(cli.ENVIRONMENT, *common, "--kubelet-version", "1.38", says=says)
                else:
                    self.assertEqual(self.run_ctl(*common, "--kubelet-version", "1.38").stderr, "")

    def test_files_that_kubelet_reads_all_the_same(self):
        """YAML of version 1.1, empty documents, and keys that an object has twice."""
        self.write("pod.json", json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "uid": "u"}, "spec": {
            "containers": [{"name": "c", "resources": {"limits": {"cpu": "1", "memory": "1Gi"}}}]}}))
        text = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\nreservedSystemCPUs: '0'\n"
        for more, cpus, says in (
                ("", "1", ""), ("---\n", "1", ""), ("--- {}\n", None, "several YAML documents"),
                ("failSwapOn: no\nserializeImagePulls: On\nfeatureGates: {CPUManagerPolicyAlphaOptions: yes}\n", "1", ""),
                ("reservedSystemCPUs: 0-1\n", "2", 'YAML line 5: key "reservedSystemCPUs" twice; kubelet uses the last one')):
            self.write("config.yaml", text + more)
            done = self.run_ctl("kubelet", "admit", "--from-synthetic", "core:4 pu:1", "--kubelet-config", "config.yaml", "-f", "pod.json",
                                "-o", "json", code=None if cpus else cli.ENVIRONMENT)
            self.assertIn(says, done.stderr)
            if not says:
                self.assertEqual(done.stderr, "")
            if cpus:
                self.assertEqual(json.loads(done.stdout)["pods"][0]["containers"][0]["cpuset"], cpus, more)

    def test_a_strict_reservation_that_leaves_no_shared_cpus(self):
        """Containers without exclusive CPUs get no CPU at all, which is warned about."""
        text = ("apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\n"
                "reservedSystemCPUs: '0-1'\n")
        self.write("shared.yaml", text)
        self.write("strict.yaml", text + "cpuManagerPolicyOptions: {strict-cpu-reservation: 'true'}\n")
        for cpus, config, warns in ((6, "strict", True), (5, "strict", False), (6, "shared", False)):
            amounts = {"cpu": str(cpus), "memory": "1Gi"}
            self.write("pod.json", json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "uid": "u"}, "spec": {
                "containers": [{"name": "c", "resources": {"requests": amounts, "limits": amounts}}]}}))
            done = self.run_ctl("kubelet", "admit", "--from-synthetic", "pack:1 core:8 pu:1", "--kubelet-config",
                                config + ".yaml", "-f", "pod.json")
            said = "warning: no CPU is left for containers without CPUs of their own" in done.stderr
            self.assertEqual(said, warns, (cpus, config, done.stdout, done.stderr))

    def test_pods_arrive_one_after_another_or_each_alone(self):
        together = json.loads(self.admit("scope-container", "container", "-o", "json", code=cli.REFUSED).stdout)
        alone = json.loads(self.admit("scope-container", "container", "--each", "-o", "json",
                                      code=cli.REFUSED).stdout)
        self.assertEqual([pod["admitted"] for pod in alone["pods"]], [True, True, False, True, True, True])
        self.assertEqual([pod["admitted"] for pod in together["pods"]], [True, False, False, False, True, False])
        self.assertNotIn("cpus", alone)
        self.assertEqual(together["cpus"]["reserved"], "0-1,6-7,12-13,18-19")
        first = alone["pods"][0]["containers"][0]
        self.assertEqual((first["name"], first["cpuset"], first["numaNodes"], first["shares"]),
                         ("mytestclient", "2-4,14-15", [0], False))
        self.assertEqual(alone["pods"][2]["refusal"]["container"], "c2")

    def test_a_mirror_pod_is_the_static_pod_of_the_state(self):
        original = "0123456789abcdef" * 2
        self.write("config.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\n"
                                  "reservedSystemCPUs: '0'\n")
        self.write("state", f'{{"policyName":"static","defaultCpuSet":"0-2,5-7","entries":{{"{original}":{{"c":"3-4"}}}},"checksum":0}}')
        for mirrors, cpus in ((original, "3-4"), ("f" * 32, "1-2")):
            self.write("pod.json", json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {
                "name": "p", "uid": "u", "annotations": {"kubernetes.io/config.mirror": mirrors}}, "spec": {
                    "containers": [{"name": "c", "resources": {"limits": {"cpu": "2", "memory": "1Gi"}}}]}}))
            done = self.run_ctl("kubelet", "admit", "--from-synthetic", "pack:1 core:8 pu:1", "--kubelet-config", "config.yaml",
                                "--cpu-state", "state", "-f", "pod.json", "-o", "json")
            self.assertEqual(json.loads(done.stdout)["pods"][0]["containers"][0]["cpuset"], cpus)

    def gpu_pods(self, **counts):
        return self.write("gpus.yaml", "---\n".join(
            f'kind: Pod\nmetadata: {{name: {name}, uid: {name}}}\nspec: {{containers: [{{name: main, resources: '
            f'{{limits: {{cpu: "2", memory: 1Gi, nvidia.com/gpu: "{count}"}}}}}}]}}\n' for name, count in counts.items()))

    def test_devices_of_plugins(self):
        def admit(*args, code=cli.OK):
            return self.run_ctl("kubelet", "admit", "--from-synthetic", MACHINE, "--kubelet-config",
                                "examples/kubelet-notes/scope-container.yaml", "-f", "gpus.yaml", *args, code=code)
        self.gpu_pods(a=2, b=1, c=2)
        devices = ("--device", "nvidia.com/gpu:g0,g1@1", "--device", "nvidia.com/gpu:g2@0", "--device", "a/b:x")
        done = admit(*devices, code=cli.REFUSED)
        self.assertEqual([line.split() for line in done.stdout.splitlines()[:4]], [
            ["POD", "CONTAINER", "CPUS", "NUMA", "MEMORY", "DEVICES"],
            ["a", "main", "8,20", "1", "-", "nvidia.com/gpu:g0,g1"],
            ["b", "main", "2,14", "0", "-", "nvidia.com/gpu:g2"],
            ["c", "main", "refused", "-", "-", "-"]])
        self.assertIn("c: TopologyAffinityError", done.stderr)
        found = json.loads(admit(*devices, "-o", "json", "a").stdout)["pods"][0]["containers"][0]["devices"]
        self.assertEqual(found, [{"resource": "nvidia.com/gpu", "id": "g0"}, {"resource": "nvidia.com/gpu", "id": "g1"}])
        # Kubelet continues with the devices that pods hold.
        self.write("state", admit(*devices, "-o", "device-state", "a").stdout)
        later = admit(*devices, "--device-state", "state", "b", "-o", "json")
        self.assertEqual(json.loads(later.stdout)["pods"][0]["containers"][0]["devices"][0]["id"], "g2")
        without = self.run_ctl("kubelet", "admit", "--from-synthetic", MACHINE, "-f", "gpus.yaml", "--device", "nvidia.com/gpu:g0",
                               "a", code=cli.REFUSED)
        self.assertIn("requested number of devices unavailable for nvidia.com/gpu. Requested: 2, Available: 1", without.stderr)

    def test_devices_that_cannot_be(self):
        self.gpu_pods(a=1)
        for text, said in (("x", 'found "x", expected RESOURCE:ID'), (":a", "expected RESOURCE:ID"), ("a/b:", "expected RESOURCE:ID"),
                           ("a/b:c@", "expected RESOURCE:ID"), ("a/b:c@-1", "expected RESOURCE:ID"),
                           ("a/b:c,,d", "expected RESOURCE:ID"), ("a/b:c@7", "the machine has no NUMA node 7"),
                           ("a/b:c,c", "expected each id once")):
            with self.subTest(text):
                done = self.run_ctl("kubelet", "admit", "--from-synthetic", MACHINE, "-f", "gpus.yaml", "--device", text,
                                    code=cli.USAGE)
                self.assertIn("--device: ", done.stderr)
                self.assertIn(said, done.stderr)
        self.write("broken", '{"Data":{},"Checksum":1}')
        done = self.run_ctl("kubelet", "admit", "--from-synthetic", MACHINE, "-f", "gpus.yaml", "--device-state", "broken",
                            code=cli.ENVIRONMENT)
        self.assertIn("broken: kubelet_internal_checkpoint: checksum: found 1, expected ", done.stderr)

    def test_a_kubelet_goes_on_from_its_files(self):
        self.write("state", self.admit("scope-pod", "pod", "case2", "-o", "cpu-state").stdout.strip())
        done = self.admit("scope-pod", "pod", "case3", "--cpu-state", "state")
        self.assertIn("case3  mytestclient2  8-9,20-21", done.stdout)

    def test_memory(self):
        self.write("config.json", json.dumps({
            "apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", "memoryManagerPolicy": "Static", "systemReserved": {"memory": "2Gi"},
            "evictionHard": {"memory.available": "0%"}, "cpuManagerPolicy": "static", "reservedSystemCPUs": "0",
            "topologyManagerPolicy": "single-numa-node",
            "reservedMemory": [{"numaNode": n, "limits": {"memory": "1Gi"}} for n in (0, 1)]}))
        done = self.run_ctl("kubelet", "admit", "--from-synthetic", "pack:2 numa:1(memory=9GiB) core:6 pu:2",
                            "--kubelet-config", "config.json", "-f", "examples/kubelet-notes/pods-pod.yaml", "case2", "-o",
                            "json")
        container = json.loads(done.stdout)["pods"][0]["containers"][0]
        self.assertEqual(container["memoryNodes"], [0])
        self.assertEqual(container["memory"], [{"resource": "memory", "bytes": 1 << 30, "numaNodes": [0]}])
        done = self.run_ctl("kubelet", "admit", "--from-synthetic", "pack:2 numa:1(memory=9GiB) core:6 pu:2",
                            "--kubelet-config", "config.json", "-f", "examples/kubelet-notes/pods-pod.yaml", "case2", "-o",
                            "memory-state")
        self.assertEqual(json.loads(done.stdout)["policyName"], "Static")

    def test_fractions_of_a_byte(self):
        """1.1Gi is 1181116006.4 bytes, which a static memory manager cannot parse; other nodes round it up."""
        def admit(policy, memory, code):
            kubelet = {"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", "memoryManagerPolicy": policy, "systemReserved": {"memory": "2Gi"},
                       "evictionHard": {"memory.available": "0%"}}
            if policy == "Static":
                kubelet["reservedMemory"] = [{"numaNode": n, "limits": {"memory": "1Gi"}} for n in (0, 1)]
            self.write("config.json", json.dumps(kubelet))
            limits = {"cpu": "500m", "memory": memory}
            self.write("pod.json", json.dumps({"kind": "Pod", "metadata": {"name": "p", "uid": "p"}, "spec": {
                "containers": [{"name": "c", "resources": {"limits": limits}}]}}))
            return self.run_ctl("kubelet", "admit", "--from-synthetic", "pack:2 numa:1(memory=9GiB) core:6 pu:2",
                                "--kubelet-config", "config.json", "-f", "pod.json", "-o", "json", code=code).stdout
        for memory in ("1.1Gi", "1500m", "0.1Gi"):
            refusal = json.loads(admit("Static", memory, cli.REFUSED))["pods"][0]["refusal"]
            self.assertEqual(refusal["reason"], "UnexpectedAdmissionError")
            self.assertIn("[memorymanager] failed to represent quantity as int64", refusal["message"])
            admit("None", memory, cli.OK)
        for memory in ("1.5Gi", "1000m", "1e3"):
            admit("Static", memory, cli.OK)

    def test_usage(self):
        common = ("kubelet", "admit", "--from", "server.xml")
        self.fails(cli.USAGE, *common, says="give the pods: -f FILE")
        self.fails(cli.USAGE, *common, "-f", "-", "--kubelet-config", "-", says="only once")
        pods = ("-f", "examples/kubelet-notes/pods-pod.yaml")
        self.fails(cli.USAGE, *common, *pods, "case9", says='there is no pod "case9"')
        self.fails(cli.USAGE, *common, *pods, "--each", "-o", "cpu-state", says="--each")
        self.fails(cli.USAGE, "kubelet", says="expected one of admit")

    def test_guide_is_current(self):
        self.shows_what_is_printed("reference/kubelet.md", 3)


if __name__ == "__main__":
    unittest.main()
