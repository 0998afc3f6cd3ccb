"""koord-runtime between containerd or CRI-O and a runtime that records its input, with the node-state.json written by koordctl node apply."""
import json
import os
import resource
import socket
import stat
import subprocess
import unittest

import cli
import node_tree
from node_tree import BATCH, WEB

PROGRAM = os.environ["KOORD_RUNTIME"]
RUNTIME_CODE = 7
BUS = "0000:c1:00.2"
GPUS = ["GPU-5c89852c-3268-7d5c-4a1c-8d9e6a1f0b11", "GPU-0b1d1d6e-8f52-4b39-a1b0-2f3c4d5e6f70"]


def containerd(uid, container="main", kind="container"):
    return {"io.kubernetes.cri.sandbox-uid": uid, "io.kubernetes.cri.container-type": kind,
            **({"io.kubernetes.cri.container-name": container} if kind == "container" else {})}


def crio(uid, container="main"):
    return {"io.kubernetes.pod.uid": uid, "io.kubernetes.container.name": container,
            "io.kubernetes.cri-o.ContainerType": "container"}


class Runtime(node_tree.Case):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("bundle"))
        self.write("runtime", f'#!/bin/sh\nfor word; do echo "$word"; done >"{self.path("called")}"\nexit {RUNTIME_CODE}\n')
        os.chmod(self.path("runtime"), 0o755)

    def config(self, annotations, group=f"/kubepods/pod{WEB}/beef", stated="", **of_linux):
        if stated:
            annotations = {**annotations, "scheduling.koordinator.sh/resource-status": json.dumps({"cpuset": stated})}
        return {"ociVersion": "1.2.0", "process": {"args": ["sh"], "env": ["PATH=/bin", "NVIDIA_VISIBLE_DEVICES=all"]},
                "annotations": annotations, "root": {"path": "rootfs"},
                "linux": {"resources": {"cpu": {"shares": 4096, "quota": 400000, "period": 100000}}, **of_linux,
                          "cgroupsPath": group}}

    def call(self, config, *options, words=None, code=RUNTIME_CODE, says="", container="beef"):
        """Returns config.json after the call. The runtime must get equal arguments, or must not be called."""
        path = self.path("bundle/config.json")
        if config is not None:
            self.write("bundle/config.json", config if isinstance(config, str) else json.dumps(config))
            os.chmod(path, 0o640)
        for name in ("called", "log"):
            if os.path.exists(self.path(name)):
                os.unlink(self.path(name))
        if words is None:
            words = ["--root", "/run/x", "--log", self.path("log"), "--log-format", "json", "create", "--bundle",
                     self.path("bundle"), "--pid-file", "pid", container]
        done = subprocess.run([PROGRAM, "--state=run/node-state.json", "--proc=proc", *options, "--", self.path("runtime"),
                               *words], text=True, capture_output=True, cwd=self.directory, env=self.environment(), timeout=60)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertIn(says, done.stderr)
        called = None
        if os.path.exists(self.path("called")):
            with open(self.path("called")) as file:
                called = file.read().splitlines()
        self.assertEqual(called, words if code == RUNTIME_CODE else None)
        self.assertEqual(sorted(os.listdir(self.path("bundle"))), ["config.json"])
        self.assertEqual(stat.S_IMODE(os.lstat(path).st_mode), 0o777 if os.path.islink(path) else 0o640)
        with open(path) as file:
            text = file.read()
        return json.loads(text) if isinstance(config, dict) else text

    def unchanged(self, config, *options, **more):
        self.assertEqual(self.call(config, *options, **more), config)

    def apply(self, *pods):
        if pods:
            self.write_pods(*pods)
        self.run_ctl(*self.args("apply", pods="pods.json" if pods else "node-pods.yaml"))

    def test_a_container_gets_what_its_pod_has(self):
        self.apply()
        given = self.config(containerd(WEB), stated="4-5,36-37")
        found = self.call(given)
        self.assertEqual(list(found), list(given), "members stay in their order")
        self.assertEqual(found["linux"]["resources"]["cpu"],
                         {"shares": 4096, "quota": -1, "period": 100000, "cpus": "4-5,36-37"})
        found["linux"]["resources"]["cpu"] = given["linux"]["resources"]["cpu"]
        self.assertEqual(found, given, "all else is as it was")

    def test_a_sandbox_gets_cpus_of_its_pod(self):
        self.apply()
        found = self.call(self.config(containerd(WEB, kind="sandbox")))
        self.assertEqual(found["linux"]["resources"]["cpu"]["cpus"], "4-5,36-37")
        self.assertEqual(found["process"]["env"], ["PATH=/bin", "NVIDIA_VISIBLE_DEVICES=all"])

    def test_every_way_to_name_a_control_group(self):
        self.apply()
        uid = WEB.replace("-", "_")
        for annotations, group in (
                (crio(WEB), f"/kubepods/pod{WEB}/crio-beef"),
                (crio(WEB), f"kubepods-pod{uid}.slice:crio:beef"),
                (containerd(WEB), f"kubepods-burstable-pod{uid}.slice:cri-containerd:beef"),
                (containerd(WEB), f"top-kubepods-besteffort-pod{uid}.slice:cri-containerd:beef"),
                (containerd(WEB), f"/top/kubepods/burstable/pod{WEB}/beef")):
            with self.subTest(group):
                found = self.call(self.config(annotations, group))
                self.assertEqual(found["linux"]["resources"]["cpu"]["cpus"], "4-5,36-37")

    def devices_pod(self):
        pod = self.pod("gpus", WEB, annotations={"scheduling.koordinator.sh/device-allocated": json.dumps({
            "gpu": [{"minor": 1, "id": GPUS[0], "resources": {}}, {"minor": 0, "id": GPUS[1], "resources": {}}],
            "rdma": [{"minor": 0, "id": BUS, "resources": {}}]})})
        pod["spec"]["containers"][0]["resources"]["limits"].update({"nvidia.com/gpu": "2", "koordinator.sh/rdma": "100"})
        return pod

    def test_gpus_and_rdma_devices(self):
        self.apply(self.devices_pod())
        os.makedirs(self.path(f"sys/bus/pci/devices/{BUS}/infiniband_verbs/uverbs3"))
        config = self.config(containerd(WEB))
        self.unchanged(config, "--sysfs-root=.", code=cli.ENVIRONMENT, says="sys/class/misc/rdma_cm/dev: cannot read")
        for device, numbers in (("misc/rdma_cm", "10:58"), ("infiniband_verbs/uverbs3", "231:195")):
            os.makedirs(self.path(f"sys/class/{device}"))
            self.write(f"sys/class/{device}/dev", numbers + "\n")
        found = self.call(config, "--sysfs-root=.")
        self.assertEqual(found["process"]["env"], ["PATH=/bin", "NVIDIA_VISIBLE_DEVICES=" + ",".join(GPUS)])
        nodes = [(one["path"], one["type"], one["major"], one["minor"]) for one in found["linux"]["devices"]]
        self.assertEqual(nodes, [("/dev/infiniband/rdma_cm", "c", 10, 58), ("/dev/infiniband/uverbs3", "c", 231, 195)])
        self.assertEqual(found["linux"]["resources"]["devices"], [
            {"allow": True, "type": "c", "major": major, "minor": minor, "access": "rw"} for _, _, major, minor in nodes])
        again = self.call(found, "--sysfs-root=.")
        self.assertEqual(again["linux"]["devices"], found["linux"]["devices"], "a node that is there is not added again")

        found = self.call(config, "--gpus=none", "--rdma=none")
        self.assertEqual(found["process"]["env"], config["process"]["env"])
        self.assertNotIn("devices", found["linux"])
        self.unchanged(config, "--sysfs-root=none", code=cli.REFUSED, says="refused: the pod")

    def refused(self, config, *options, says, **more):
        self.unchanged(config, *options, code=cli.REFUSED, says=says, **more)
        with open(self.path("log")) as file:
            line = json.loads(file.read())
        self.assertEqual(line["level"], "error")
        self.assertIn(says, line["msg"], "containerd shows what the log has")

    def test_what_is_not_its_own_is_refused(self):
        self.apply()
        false_claim = self.config(containerd(WEB), stated="0-63")
        self.refused(false_claim, says="refused: the pod")
        self.unchanged(false_claim, "--refused=leave", says="not applied: the pod")
        unknown = self.config(containerd("nobody"), "/kubepods/podnobody/beef")
        self.refused(unknown, says="not known on this node")
        self.unchanged(unknown, "--refused=leave", says="not known on this node")

    def test_annotations_do_not_make_it_another_pod(self):
        self.apply()
        says = "linux.cgroupsPath is no control group"
        own = WEB.replace("-", "_")
        for group in (f"/kubepods/burstable/pod{BATCH}/beef", f"/kubepods/pod{WEB}/cafe", f"/kubepods/pod{WEB}x/beef",
                      f"/kubepods/pod{WEB}/../pod{BATCH}/beef", f"/kubepods/pod{BATCH}/pod{WEB}/beef", "", "beef",
                      f"kubepods-pod{own}.slice:cri-containerd:cafe", f"xkubepods-pod{own}.slice:cri-containerd:beef",
                      f"kubepods-pod{own}.slice:beef"):
            with self.subTest(group):
                self.refused(self.config(containerd(WEB), group), says=says)
                self.refused(self.config(containerd(WEB), group), "--refused=leave", says=says)
        both = self.config({**containerd(WEB), **crio(BATCH)})
        self.unchanged(both, code=cli.ENVIRONMENT, says="two pods are named")
        self.unchanged(self.config(containerd("../x")), code=cli.ENVIRONMENT, says="pod uid")

    def test_claims_in_what_crio_keeps(self):
        self.apply()
        claim = json.dumps({"scheduling.koordinator.sh/resource-status": json.dumps({"cpuset": "0-63"})})
        config = self.config({**crio(WEB), "io.kubernetes.cri-o.Annotations": claim})
        self.refused(config, says="refused: the pod")

    def test_without_a_state_that_counts(self):
        config = self.config(containerd(WEB))
        self.unchanged(config, says="not applied: there is no run/node-state.json")
        self.refused(config, "--without-state=refuse", says="there is no run/node-state.json")
        self.apply()
        self.write("proc/sys/kernel/random/boot_id", "boot-2\n")
        self.unchanged(config, code=cli.ENVIRONMENT, says='was written in boot "boot-1"')
        self.write("proc/sys/kernel/random/boot_id", "boot-1\n")
        os.chmod(self.path("run/node-state.json"), 0o666)
        self.unchanged(config, code=cli.ENVIRONMENT, says="can be written by others")
        self.unchanged(self.config({}), "--without-state=refuse")  # belongs to no pod

    def test_the_first_stage_of_a_takeover_leaves_cpus(self):
        self.run_ctl(*self.args("apply", "--ignore-kubelet"))
        self.unchanged(self.config(containerd(WEB), stated="4-5,36-37"))

    def test_other_commands_go_through_whatever_there_is(self):
        self.write("run", "no directory")
        for words in (["--root", "create", "kill", "beef", "KILL"], ["delete", "--force", "beef"], ["--version"], ["state", "b"],
                      ["--log=create", "start", "beef"], ["exec", "--process", "p.json", "beef"], ["update", "beef"], []):
            with self.subTest(words):
                self.assertEqual(self.call("{", words=words), "{")

    def test_every_way_to_ask_for_a_container(self):
        self.apply()
        bundle = self.path("bundle")
        for words in (["create", "-b", bundle, "beef"], ["run", f"--bundle={bundle}", "--detach", "beef"],
                      [f"--log=file:{self.path('log')}", "--cgroup-manager", "cgroupfs", "create", "--bundle", bundle, "beef"],
                      ["create", f"--config={bundle}/config.json", "--bundle", "elsewhere", "beef"],
                      ["--log-level", "debug", "--log", self.path("log"), "create", "--bundle", bundle, "beef"],
                      ["create", "beef", "--bundle", bundle, "--pid-file", "pid"],
                      ["restore", "--image-path", "i", "--bundle", bundle, "beef"]):
            with self.subTest(words):
                found = self.call(self.config(containerd(WEB)), words=words)
                self.assertEqual(found["linux"]["resources"]["cpu"]["cpus"], "4-5,36-37")

    def test_what_cannot_be_used(self):
        self.apply()
        for text in ("{", "[]", "", '{"annotations":{"io.kubernetes.cri.sandbox-uid":"' + WEB + '"},"linux":[]}'):
            with self.subTest(text):
                self.assertEqual(self.call(text, code=cli.REFUSED if "annotations" in text else cli.ENVIRONMENT), text)
        for part in ({"linux": {"resources": 1}}, {"process": []}):
            config = self.config(containerd(WEB))
            config = {**config, **part}
            config["linux"]["cgroupsPath"] = f"/kubepods/pod{WEB}/beef"
            with self.subTest(part):
                if "process" in part:
                    self.apply(self.devices_pod())
                self.unchanged(config, "--rdma=none", code=cli.ENVIRONMENT, says="expected an object")
        os.rename(self.path("bundle/config.json"), self.path("real.json"))
        os.symlink(self.path("real.json"), self.path("bundle/config.json"))
        self.call(None, code=cli.ENVIRONMENT, says="config.json: ")

    def test_texts_of_pods_are_quoted_and_cut(self):
        self.apply()
        hostile = "\x1b[31m\x07\n\r\u009b\u2028" + "x" * 1_000_000
        for annotations in (containerd(hostile), {**containerd(WEB), **crio(hostile)},
                            {**containerd(WEB), "scheduling.koordinator.sh/resource-status": hostile},
                            {**crio(WEB), "io.kubernetes.cri-o.Annotations": hostile},
                            {**crio(WEB), "io.kubernetes.cri-o.Annotations": json.dumps(
                                {"scheduling.koordinator.sh/resource-status": json.dumps({"cpuset": hostile})})}):
            for form in ("json", "text"):
                with self.subTest(str(annotations)[:200], form=form):
                    words = ["--log", self.path("log"), "--log-format", form, "create", "--bundle", self.path("bundle"), "beef"]
                    done = self.refuse(annotations, words)
                    self.assertTrue(done.stderr.startswith(b"koord-runtime: "), done.stderr[:200])
                    with open(self.path("log"), "rb") as file:
                        log = file.read()
                    for text in (done.stderr, log):
                        self.assertLess(len(text), 1200)
                        self.assertEqual(text.count(b"\n"), 1)
                        self.assertTrue(all(0x20 <= byte < 0x7f for byte in text.rstrip(b"\n")), text)
                    if form == "json":
                        self.assertEqual(json.loads(log)["level"], "error")
                    else:
                        self.assertIn(b" level=error msg=\"koord-runtime: ", log)

    def refuse(self, annotations, words, **config):
        """Expects a refusal without any effect; returns its length in bytes."""
        self.write("bundle/config.json", json.dumps({**self.config(annotations), **config}))
        for name in ("called", "log"):
            if os.path.exists(self.path(name)):
                os.unlink(self.path(name))
        done = self.run_runtime(words)
        self.assertIn(done.returncode, (cli.REFUSED, cli.ENVIRONMENT, cli.USAGE), done.stderr[:200])
        self.assertFalse(os.path.exists(self.path("called")))
        self.assertEqual(os.listdir(self.path("bundle")), ["config.json"])
        return done

    def run_runtime(self, words, *options, **more):
        return subprocess.run([PROGRAM, "--state=run/node-state.json", "--proc=proc", *options, "--", self.path("runtime"), *words],
                              capture_output=True, cwd=self.directory, env=self.environment(), timeout=120, **more)

    def test_deep_documents_are_refused(self):
        self.apply()
        words = ["--log", self.path("log"), "create", "--bundle", self.path("bundle"), "beef"]
        done = self.refuse({**crio(WEB), "io.kubernetes.cri-o.Annotations": "[" * 262_144}, words)
        self.assertIn(b"annotation io.kubernetes.cri-o.Annotations: nested deeper than 64 levels", done.stderr)
        for deep in ("[" * 200_000, '{"a":' * 200_000, "[" * 200_000 + "]" * 200_000):
            self.call('{"hooks":' + deep, words=words, code=cli.ENVIRONMENT, says="config.json: nested deeper than 64 levels")
            with open(self.path("log")) as file:
                self.assertIn("nested deeper than 64 levels", file.read())

    def test_many_annotations_take_little_time(self):
        self.apply()
        names = [a + b + c for a in "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHI" for b in "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHI"
                 for c in "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHI"][:88_704]
        many = {name: "" for name in names}
        for annotations in ({**many, **containerd(WEB)}, {**crio(WEB), "io.kubernetes.cri-o.Annotations": json.dumps(many)}):
            self.write("bundle/config.json", json.dumps(self.config(annotations, f"/kubepods/pod{WEB}/beef")))
            # Limits CPU time, which does not depend on other load; a quadratic algorithm would take 24 s.
            done = self.run_runtime(["create", "--bundle", self.path("bundle"), "beef"], preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_CPU, (6, 6)))
            self.assertIn(done.returncode, (RUNTIME_CODE, cli.REFUSED), done.stderr[:200])

    def test_only_a_regular_file_is_opened(self):
        self.apply()
        path = self.path("bundle/config.json")
        words = ["--log", self.path("log"), "create", "--bundle", self.path("bundle"), "beef"]
        def make_socket():
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(path)
        for make, remove in ((lambda: os.mkfifo(path), os.unlink), (make_socket, os.unlink), (lambda: os.mkdir(path), os.rmdir),
                             (lambda: os.symlink("/dev/zero", path), os.unlink)):
            make()
            done = self.run_runtime(words)
            self.assertEqual(done.returncode, cli.ENVIRONMENT)
            self.assertIn(b"expected a regular file", done.stderr)
            with open(self.path("log")) as file:
                self.assertIn("expected a regular file", file.read())
            remove(path)

    def test_a_log_without_a_reader_blocks_nothing(self):
        os.mkfifo(self.path("fifo"))
        done = self.run_runtime(["--log", self.path("fifo"), "make", "beef"])
        self.assertEqual(done.returncode, cli.USAGE)

    def test_messages_that_are_not_text(self):
        log = self.path("log")
        for words in ([b"--log", log, b"--log-format", b"json", b"make\xff\xfe", b"beef"],
                      [b"--log", log, b"--log-format", b"json", b"create", b"--bundle", b"\xff\x1b", b"beef"]):
            done = self.run_runtime(words)
            self.assertIn(done.returncode, (cli.USAGE, cli.ENVIRONMENT))
            self.assertIn(b"\\xff", done.stderr)
            with open(log) as file:
                self.assertIn("\\xff", json.loads(file.read().splitlines()[-1])["msg"])

    def test_refusals_before_the_call_reach_the_log(self):
        log = self.path("log")
        for form in ("json", "text"):
            start = ["--log", log, "--log-format", form]
            for words, options in ((["make", "beef"], []), (["create", "--bundle", "x"], []), (["create", "beef"], ["--refused=maybe"]),
                                   (["create", "-b", "nowhere", "beef"], [])):
                with self.subTest(words, form=form):
                    done = self.run_runtime(start + words, *options)
                    self.assertIn(done.returncode, (cli.USAGE, cli.ENVIRONMENT))
                    with open(log) as file:
                        line = file.read().splitlines()[-1]
                    said = done.stderr.decode().rstrip("\n")
                    self.assertEqual(json.loads(line)["msg"] if form == "json" else json.loads(line.split(" msg=")[1]), said)

    def test_usage(self):
        config = self.config(containerd(WEB))
        for option in ("--refused=maybe", "--refused", "--states=x", "--state=", "word"):
            with self.subTest(option):
                self.unchanged(config, option, code=cli.USAGE)
        self.unchanged(config, words=["make", "beef"], code=cli.USAGE, says="unknown command of a runtime: make")
        self.unchanged(config, words=["create", "--bundle", "x"], code=cli.USAGE, says="found no id of a container")
        for words, code in ((["--", "runc"], cli.USAGE), (["--"], cli.USAGE), ([], cli.USAGE), (["--help"], cli.OK),
                            (["--", self.path("none"), "list"], cli.ENVIRONMENT)):
            with self.subTest(words):
                self.assertEqual(subprocess.run([PROGRAM, *words], capture_output=True, timeout=60).returncode, code)


if __name__ == "__main__":
    unittest.main()
