"""koordctl kubelet state: findings, proposed changes, and written files."""
import json
import os
import shutil
import unittest

import cli

WEB = "5d3c7a9e-9f0b-4a53-8b6e-0d7b0c5f2a11"


def fnv1a(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


class KubeletState(cli.Case):
    def setUp(self):
        super().setUp()
        self.write("cpu_manager_state", cli.CPU_STATE)
        shutil.copy(os.path.join(cli.SOURCE, "examples", "node-pods.yaml"), self.path("node-pods.yaml"))
        os.mkdir(self.path("proc"))

    def args(self, command, *more, state="cpu_manager_state", config="kubelet.yaml"):
        proc = () if command == "check" else ("--proc", self.path("proc"))
        return ("kubelet", "state", command, "--from", "server.xml", "--cpu-state", state, "--kubelet-config", config,
                *proc, *more)

    def json(self, command, *more, code=cli.OK, **named):
        return json.loads(self.run_ctl(*self.args(command, *more, "-o", "json", **named), code=code).stdout)

    def content(self, name="cpu_manager_state"):
        with open(self.path(name)) as file:
            return file.read()

    def damaged(self):
        state = json.loads(cli.CPU_STATE)
        state["defaultCpuSet"] = "0-2,4-33,36-62,64"
        return self.write("cpu_manager_state", json.dumps(state))

    def test_what_is_right(self):
        for more in ((), ("-f", "node-pods.yaml")):
            done = self.run_ctl(*self.args("check", *more))
            self.assertEqual(done.stdout, "No faults: kubelet starts with this state.\n")
        self.assertEqual(self.json("check"), {"starts": True, "findings": [], "leftOut": 0})
        done = self.run_ctl(*self.args("repair", "--write"))
        self.assertEqual(done.stdout, "Nothing to change.\n")
        self.assertEqual(sorted(os.listdir(self.directory)),
                         ["cpu_manager_state", "kubelet.yaml", "node-pods.yaml", "proc", "server.xml"])

    def test_reserved_cpus_that_are_not_online(self):
        """Kubelet does not start under any policy and with any files."""
        before = self.content()
        for policy in "none", "static":
            self.write("offline.yaml", f"kind: KubeletConfiguration\ncpuManagerPolicy: {policy}\n"
                       "reservedSystemCPUs: 0,64\n")
            for command in ("check",), ("repair",), ("repair", "--write"), ("migrate", "--write"):
                done = self.run_ctl(*self.args(*command, config="offline.yaml"), code=None)
                self.assertNotEqual(done.returncode, cli.OK, command)
                self.assertIn("reserved-cpus: 0,64 is not a subset of online-cpus: 0-63", done.stdout + done.stderr, command)
            self.assertEqual(self.content(), before)

    def test_what_is_wrong(self):
        self.damaged()
        found = self.json("check", code=cli.REFUSED)
        self.assertEqual([row["fault"] for row in found["findings"]],
                         ["checksum", "overlaps-default", "cpus-gone", "cpus-missing"])
        self.assertFalse(found["starts"])
        self.assertIn("please drain this node", found["kubelet"])
        text = self.run_ctl(*self.args("check"), code=cli.REFUSED).stdout
        self.assertIn("refuses  cpus-gone         the default set holds CPUs 64, which", text)
        self.assertIn("\nKubelet's error: could not restore state from checkpoint: ", text)

    def test_repair_writes_on_request_only(self):
        self.damaged()
        before = self.content()
        for more in ((), ("--dry-run",)):
            done = self.run_ctl(*self.args("repair", *more))
            self.assertIn("Nothing was written; use --write to replace the file.", done.stdout)
            self.assertEqual(self.content(), before)
        done = self.json("repair", "--write")
        self.assertTrue(done["written"])
        self.assertEqual(self.content(), cli.CPU_STATE)
        self.assertEqual(done["state"], cli.CPU_STATE)
        self.assertEqual(self.content("cpu_manager_state.koord-backup"), before)
        self.run_ctl(*self.args("check"))

    def test_a_running_kubelet_is_respected(self):
        self.damaged()
        before = self.content()
        os.mkdir(self.path("proc/12"))
        self.write("proc/12/comm", "kubelet\n")
        self.fails(cli.REFUSED, *self.args("repair", "--write"), says="kubelet is running as process 12")
        self.assertEqual(self.content(), before)
        self.run_ctl(*self.args("repair", "--write", "--force", "--no-backup"))
        self.assertEqual(self.content(), cli.CPU_STATE)
        self.assertFalse(os.path.exists(self.path("cpu_manager_state.koord-backup")))

    def test_links_are_not_written_through(self):
        self.damaged()
        os.symlink("cpu_manager_state", self.path("link"))
        self.fails(cli.ENVIRONMENT, *self.args("repair", "--write", state="link"), says="found a symbolic link")

    def test_pods_that_are_gone(self):
        self.write("none.yaml", "apiVersion: v1\nkind: PodList\nitems: []\n")
        found = self.json("check", "-f", "none.yaml", code=cli.REFUSED)
        self.assertEqual([(row["fault"], row["stops"]) for row in found["findings"]], [("pod-gone", False)])
        done = self.json("repair", "-f", "none.yaml")
        self.assertEqual(json.loads(done["state"])["defaultCpuSet"], "0-63")
        self.json("check", "-f", "node-pods.yaml", "--node-name", "node-a")
        self.json("check", "-f", "node-pods.yaml", "--node-name", "node-b", code=cli.REFUSED)

    def test_static_pods_are_known_by_their_mirrors(self):
        """kubectl prints the mirror pod, whose uid is not the one in kubelet's files."""
        original = "0123456789abcdef" * 2
        self.write("cpu_manager_state", '{"policyName":"static","defaultCpuSet":"0-1,4-33,36-63",'
                                        f'"entries":{{"{original}":{{"server":"2-3,34-35"}}}},"checksum":0}}')
        for mirrors, faults in ((original, ["checksum"]), ("f" * 32, ["checksum", "pod-gone"]), ("no-hash", ["checksum", "pod-gone"])):
            self.write("mirror.json", json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {
                "name": "etcd", "uid": "8c1f", "annotations": {"kubernetes.io/config.mirror": mirrors}}}))
            found = self.json("check", "-f", "mirror.json", code=cli.REFUSED)
            self.assertEqual([row["fault"] for row in found["findings"]], faults, mirrors)
            kept = json.loads(self.json("repair", "-f", "mirror.json")["state"]).get("entries", {})
            self.assertEqual(list(kept), [original] if mirrors == original else [], mirrors)

    def test_migrate(self):
        self.write("none.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n")
        self.fails(cli.REFUSED, *self.args("repair", config="none.yaml"), says="differs from state")
        done = self.json("migrate", config="none.yaml")
        self.assertEqual(json.loads(done["state"])["policyName"], "none")
        self.write("cpu_manager_state", done["state"])
        done = self.json("migrate", "--write")
        self.assertEqual(json.loads(self.content())["defaultCpuSet"], "0-63")

    def test_version_1_takes_names_from_pods(self):
        self.write("cpu_manager_state", '{"policyName":"static","defaultCpuSet":"0-1,4-33,36-63",'
                                        '"entries":{"0c3f0f6f3f7d":"2-3,34-35"},"checksum":0}')
        self.assertEqual(self.json("repair", "-f", "node-pods.yaml")["state"], cli.CPU_STATE)
        self.assertEqual(json.loads(self.json("repair")["state"])["defaultCpuSet"], "0-63")

    def test_files_move_between_versions(self):
        found = self.json("check", "--kubelet-version", "1.37", code=cli.REFUSED)
        self.assertEqual([(row["fault"], row["stops"]) for row in found["findings"]], [("version", False)])
        done = self.run_ctl(*self.args("repair", "--kubelet-version", "1.37", "--write"))
        self.assertIn("rewritten  version  version 2 of the file becomes 4", done.stdout)
        doubled = json.loads(self.content())
        data = json.loads(doubled["data"])
        self.assertEqual({name: doubled[name] for name in data}, data)
        self.run_ctl(*self.args("check", "--kubelet-version", "1.37"))
        # Pod-level assignments, which kubelet 1.37 writes under a feature gate; an older kubelet would lose them.
        data["podEntries"] = {WEB: {"cpuSet": "2-3,34-35"}}
        doubled["data"] = json.dumps(data)
        doubled["dataChecksum"] = fnv1a("(string)" + doubled["data"])
        self.write("cpu_manager_state", json.dumps(doubled))
        self.fails(cli.REFUSED, *self.args("repair", "--kubelet-version", "1.36"), says="downgrade the file")
        self.run_ctl(*self.args("repair", "--kubelet-version", "1.36", "--downgrade", "--write"))
        self.assertEqual(self.content(), cli.CPU_STATE)
        self.fails(cli.USAGE, *self.args("check", "--kubelet-version", "1.34"), says="1.35")

    def test_replace(self):
        done = self.json("replace", "-f", "node-pods.yaml", "--write")
        self.assertEqual([(row["pod"], row["container"], row["cpus"], row["now"]) for row in done["changes"]],
                         [(WEB, "server", "2-3,34-35", "4-5,36-37")])
        self.assertEqual(json.loads(self.content())["defaultCpuSet"], "0-3,6-35,38-63")
        self.run_ctl(*self.args("check", "-f", "node-pods.yaml"))
        self.fails(cli.USAGE, *self.args("replace"), says="-f")
        with open(self.path("node-pods.yaml")) as file:
            self.write("other.yaml", file.read().replace(WEB, "other"))
        self.fails(cli.REFUSED, *self.args("replace", "-f", "other.yaml"),
                   says='pod "web": CPUs 4-5,36-37 are held by pod "5d3c')

    def test_pods_among_other_objects(self):
        """Output of kubectl get nodes,services,pods."""
        with open(self.path("node-pods.yaml")) as file:
            text = file.read()
        others = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n---\napiVersion: v1\nkind: Node\nmetadata: {name: n}\n'
        self.write("mixed.yaml", others + "---\n" + text)
        expected = self.json("replace", "-f", "node-pods.yaml")
        self.assertTrue(expected["changed"])
        self.assertEqual(self.json("replace", "-f", "mixed.yaml"), expected)
        self.write("others.yaml", others)
        for command in ("replace", "check", "repair"):
            self.fails(cli.ENVIRONMENT, *self.args(command, "-f", "others.yaml"), says="others.yaml: found no Pod among 2 objects")

    def test_memory(self):
        self.write("memory.yaml", """apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
systemReserved: {memory: 2Gi}
evictionHard: {memory.available: "0%"}
memoryManagerPolicy: Static
reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}, {numaNode: 1, limits: {memory: 1Gi}}]
""")
        block = {"numaAffinity": [1], "type": "memory", "size": 4 << 30}
        self.write("memory_manager_state", json.dumps({
            "policyName": "Static", "machineState": {}, "entries": {"p": {"c": [block]}}, "checksum": 7}))

        def args(command, *more):
            proc = () if command == "check" else ("--proc", self.path("proc"))
            return ("kubelet", "state", command, "--from", "server.xml", "--kubelet-config", "memory.yaml",
                    "--memory-state", "memory_manager_state", *proc, *more)

        done = self.run_ctl(*args("check"), code=cli.REFUSED)
        self.assertIn("refuses  memory  memory_manager_state cannot be read: ", done.stdout)
        before = self.content("memory_manager_state")
        done = self.run_ctl(*args("repair"))
        self.assertIn("rewritten  checksum  the checksum is recomputed\n", done.stdout)
        self.assertIn("rewritten  memory    NUMA node 1 of this machine is added\n", done.stdout)
        self.assertEqual(self.content("memory_manager_state"), before)
        # Both files are given at a time; cpu_manager_state belongs to another policy.
        self.fails(cli.REFUSED, *args("repair", "--cpu-state", "cpu_manager_state", "--write"), says="differs from state")
        self.assertEqual(self.content("memory_manager_state"), before)
        done = self.run_ctl(*args("migrate", "--cpu-state", "cpu_manager_state", "--write"))
        self.assertIn("\nWritten to cpu_manager_state; the old file is cpu_manager_state.koord-backup.\n"
                      "Written to memory_manager_state; the old file is memory_manager_state.koord-backup.\n",
                      done.stdout)
        self.assertEqual(self.content("memory_manager_state.koord-backup"), before)
        state = json.loads(self.content("memory_manager_state"))
        self.assertEqual(state["entries"], {"p": {"c": [block]}})
        table = state["machineState"]["1"]["memoryMap"]["memory"]
        self.assertEqual((table["systemReserved"], table["reserved"]), (1 << 30, 4 << 30))
        done = self.run_ctl(*args("check", "--cpu-state", "cpu_manager_state"))
        self.assertEqual(done.stdout, "No faults: kubelet starts with this state.\n")
        mended = json.loads(self.run_ctl(*args("repair", "-o", "json")).stdout)
        self.assertEqual((mended["changed"], json.loads(mended["memoryState"])), (False, state))
        # The pod no longer exists.
        self.write("none.yaml", "apiVersion: v1\nkind: PodList\nitems: []\n")
        mended = json.loads(self.run_ctl(*args("repair", "-f", "none.yaml", "-o", "json")).stdout)
        self.assertNotIn("entries", json.loads(mended["memoryState"]))
        # The machine has no memory of this kind.
        state["entries"]["p"]["c"][0]["type"] = "hugepages-1Gi"
        self.write("memory_manager_state", json.dumps(state))
        done = self.run_ctl(*args("repair"))
        self.assertRegex(done.stdout, r'(?m)^dropped +memory +the entry of container "c" of pod "p" is dropped: it has '
                                      r'memory of type "hugepages-1Gi", which')
        for text in ("", "{", "[]", "x"):
            self.write("memory_manager_state", text)
            self.fails(cli.ENVIRONMENT, *args("repair"), says="memory_manager_state: could not restore state")
            self.assertIn("rewritten", self.run_ctl(*args("repair", "--start-over")).stdout)

    def test_hostile_input(self):
        for text in ("", "{", cli.CPU_STATE[:-1], cli.CPU_STATE + "x", "[]", "\0", '{"entries":{"a":{"b":1}}}'):
            with self.subTest(text=text):
                self.write("cpu_manager_state", text)
                if "\0" not in text:
                    self.json("check", code=cli.REFUSED)
                    self.fails(cli.ENVIRONMENT, *self.args("repair"), says="could not restore state")
                    done = self.json("repair", "--start-over")
                    self.assertEqual(json.loads(done["state"])["defaultCpuSet"], "0-63")
                else:
                    self.fails(cli.ENVIRONMENT, *self.args("check"), says="cpu_state")
        self.write("cpu_manager_state", " " * 50_000_000)
        self.fails(cli.ENVIRONMENT, *self.args("check"), says="expected at most 16777216")
        self.write("cpu_manager_state", cli.CPU_STATE)
        self.write("bad.yaml", "a: &a [*a]")
        self.fails(cli.ENVIRONMENT, *self.args("check", config="bad.yaml"), says="bad.yaml")
        self.write("service.yaml", "apiVersion: v1\nkind: Service\n")
        self.fails(cli.ENVIRONMENT, *self.args("check", "-f", "service.yaml"), says="found no Pod among 1 objects")
        self.write("nobody.yaml", "apiVersion: v1\nkind: Pod\n")
        self.fails(cli.ENVIRONMENT, *self.args("check", "-f", "nobody.yaml"), says="metadata.uid")
        self.fails(cli.ENVIRONMENT, *self.args("check", state="missing"), says="missing")

    def test_usage(self):
        self.fails(cli.USAGE, "kubelet", "state", "check", "--kubelet-config", "kubelet.yaml", says="--cpu-state")
        self.fails(cli.USAGE, "kubelet", "state", "check", "--cpu-state", "cpu_manager_state",
                   says="--kubelet-config FILE: required, because the file of a state does not say which kubelet reads it; "
                        "on most nodes it is /var/lib/kubelet/config.yaml")
        self.fails(cli.USAGE, *self.args("repair", "--write", "--dry-run"), says="excludes")
        self.fails(cli.USAGE, *self.args("repair", "--write", state="-"), input=cli.CPU_STATE, says="--write")
        self.fails(cli.USAGE, *self.args("check", "-f", "-", state="-"), says="only once")
        self.fails(cli.USAGE, *self.args("check", state=""), says='--cpu-state: found "", expected')
        self.run_ctl(*self.args("check", state="-"), input=cli.CPU_STATE)

    def test_guide(self):
        self.damaged()
        self.shows_what_is_printed("operate/kubelet-files.md", 1)


if __name__ == "__main__":
    unittest.main()
