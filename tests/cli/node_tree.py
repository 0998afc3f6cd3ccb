"""A directory laid out like the control groups of a node with kubelet and containerd, and koordctl node on it and on pods."""
import json
import os
import shutil

import cli

WEB = "5d3c7a9e-9f0b-4a53-8b6e-0d7b0c5f2a11"
BATCH = "9a1e4b52-4f8e-4d8a-9c39-3f2f5f6f7b22"
WEB_GROUP = f"kubepods/pod{WEB}/0c3f0f6f3f7d"
BATCH_GROUP = f"kubepods/burstable/pod{BATCH}/ba7c4"


class Tree:
    def __init__(self, root, version=1, cpus="0-63", mems="0-1"):
        self.root, self.version, self.cpus, self.mems = root, version, cpus, mems
        for group in ("kubepods", "kubepods/burstable", "kubepods/besteffort"):
            self.add(group)

    def add(self, group, quota="-1"):
        """Adds a group and its ancestors, with every CPU."""
        parent = os.path.dirname(group)
        if parent and not os.path.isdir(self.path(parent)):
            self.add(parent)
        os.makedirs(self.path(group), exist_ok=True)
        self.write(group, "cpuset.cpus", self.cpus)
        self.write(group, "cpuset.mems", self.mems)
        if self.version == 2:
            self.write(group, "cpuset.cpus.effective", self.cpus)
            self.write(group, "cpuset.mems.effective", self.mems)
            self.write(group, "cpu.max", "max 100000" if quota == "-1" else quota + " 100000")
        else:
            os.makedirs(self.path(group, "cpu"), exist_ok=True)
            self.write(group, "cpu.cfs_quota_us", quota)

    def path(self, group, controller="cpuset"):
        return os.path.join(self.root, *(() if self.version == 2 else (controller,)), group)

    def file(self, group, name):
        return os.path.join(self.path(group, "cpu" if name.startswith("cpu.") else "cpuset"), name)

    def write(self, group, name, text):
        # The replacement is atomic, as in the kernel.
        path = self.file(group, name)
        with open(path + ".new", "w") as file:
            file.write(text + "\n")
        os.rename(path + ".new", path)

    def read(self, group, name="cpuset.cpus"):
        with open(self.file(group, name)) as file:
            return file.read().strip()

    def everything(self):
        """Returns every value by path."""
        found = {}
        for directory, _, names in os.walk(self.root):
            for name in names:
                with open(os.path.join(directory, name)) as file:
                    found[os.path.relpath(os.path.join(directory, name), self.root)] = file.read().strip()
        return found


def of_example_pods(root, version=1):
    """Creates a tree with the groups of examples/node-pods.yaml."""
    tree = Tree(root, version)
    tree.add(WEB_GROUP, quota="400000")
    tree.write(os.path.dirname(WEB_GROUP), "cpu.max" if version == 2 else "cpu.cfs_quota_us",
               "400000 100000" if version == 2 else "400000")
    tree.add(BATCH_GROUP)
    return tree


class Case(cli.Case):
    def setUp(self):
        super().setUp()
        shutil.copy(os.path.join(cli.SOURCE, "examples", "node-pods.yaml"), self.path("node-pods.yaml"))
        self.write("cpu_manager_state", cli.CPU_STATE)
        os.makedirs(self.path("proc/sys/kernel/random"))
        self.write("proc/sys/kernel/random/boot_id", "boot-1\n")
        self.tree = of_example_pods(self.path("cgroup"))

    def args(self, command, *more, pods="node-pods.yaml", root="cgroup"):
        groups = ("--cgroup-root", root) if command in ("plan", "apply") else ()
        state = ("--state", "run/node-state.json", "--proc", "proc") if groups else ()
        return ("node", command, "--from", "server.xml", "--node-name", "node-a", "-f", pods, *groups, *state, *more)

    def json(self, command, *more, **named):
        return json.loads(self.run_ctl(*self.args(command, *more, **named), "-o", "json").stdout)

    def state(self):
        with open(self.path("run/node-state.json")) as file:
            return json.load(file)

    def pod(self, name, uid, qos="", cpus="", annotations=None, **more):
        """Returns a pod of node-a with one container of four CPUs."""
        annotations = dict(annotations or {})
        if cpus:
            annotations["scheduling.koordinator.sh/resource-status"] = json.dumps({"cpuset": cpus})
        return {"metadata": {"name": name, "uid": uid, "annotations": annotations,
                             "labels": {"koordinator.sh/qosClass": qos} if qos else {}, **more},
                "spec": {"nodeName": "node-a", "containers": [
                    {"name": "main", "resources": {"limits": {"cpu": "4", "memory": "1Gi"}}}]}}

    def bound_since(self, time, *args, **more):
        """Returns the pod with this time of binding."""
        return {**self.pod(*args, **more), "status": {"conditions": [
            {"type": "PodScheduled", "status": "True", "lastTransitionTime": time}]}}

    def write_pods(self, *pods, name="pods.json"):
        return self.write(name, json.dumps({"kind": "PodList", "apiVersion": "v1", "items": list(pods)}))

    def places(self, *more, pods="pods.json"):
        return {row["uid"]: (row["place"], row["cpus"]) for row in self.json("pools", *more, pods=pods)["pods"]}
