"""OCI bundles with our hook, the node-state.json that it reads, and the expected results."""
import dataclasses
import json
import os
import shutil
from typing import Optional

# kubelet's cgroupRoot: all groups of the test are below a separate directory.
ROOT = f"koordcontainers{os.getpid()}"

LOOK = r"""
pid=$(sed -n 's/.*"pid" *: *\([0-9][0-9]*\).*/\1/p')
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  quota=/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/$pid/cgroup)/cpu.max
else
  quota=/sys/fs/cgroup/cpu$(sed -n 's/^[0-9]*:cpu\(,[a-z,]*\)\{0,1\}://p' /proc/$pid/cgroup)/cpu.cfs_quota_us
fi
cat "$quota" >"$1"
"""

def from_list(text):
    out = []
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        out += range(int(first), int(last or first) + 1)
    return out


def to_list(cpus):
    """Formats a set of CPUs as the kernel does."""
    parts = []
    for cpu in sorted(cpus):
        if parts and parts[-1][1] == cpu - 1:
            parts[-1][1] = cpu
        else:
            parts.append([cpu, cpu])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


@dataclasses.dataclass
class Case:
    name: str
    uid: str                 # of the pod named by the annotations, empty for none
    starts: bool = True
    cpus: str = ""           # expected CPUs
    nodes: str = ""
    unlimited: Optional[bool] = None
    says: str = ""           # expected output of the hook
    stated: str = ""         # resource-status.cpuset, written by the user
    options: tuple = ()      # of the hook
    state: str = "state"     # name of the state file
    crio: bool = False       # annotations of CRI-O in place of containerd's
    kubelets: str = ""       # CPUs that kubelet passed to the runtime
    group_uid: str = ""      # pod whose control group it is really in
    stage: str = "createRuntime"
    everywhere: bool = False  # also run in guests, where a container takes a second


class Suite:
    def __init__(self, directory, machine, hook, in_guest):
        self.directory, self.hook, self.in_guest = directory, hook, in_guest
        self.every = set(range(machine["cpus"]))
        self.nodes = machine["nodes"]
        large = machine["cpus"] >= 8
        self.own = {3, 4, 7} if large else {machine["cpus"] - 1}
        self.lsr = {6} if large else set()
        self.pool = self.every - self.own - self.lsr
        self.own_node = self.nodes[1] if len(self.nodes) > 1 else self.nodes[0]
        self.cases = [case for case in self.make_cases() if case.everywhere or not in_guest]

    def make_cases(self):
        every, nodes = to_list(self.every), to_list(self.nodes)
        own, pool, be = to_list(self.own), to_list(self.pool), to_list(self.every - self.own)
        mine = str(self.own_node)
        at_own = {"uid": "own", "cpus": own, "nodes": mine, "unlimited": True}
        no = {"starts": False, "says": "koord-oci-hook: refused"}
        # Another set than the pod's, of existing CPUs.
        hostile = to_list({0} if self.own != {0} else {1})
        return [
            Case("own", **at_own, stated=own, everywhere=True),
            Case("own-unannotated", **at_own),
            Case("own-crio", **at_own, stated=own, crio=True, everywhere=True),
            Case("own-prestart", **at_own, stage="prestart"),
            Case("own-over-kubelets", **at_own, stated=own, kubelets=every, state="static",
                 everywhere=True),
            Case("shared", "shared", cpus=pool, nodes=nodes, unlimited=False, everywhere=True),
            Case("best-effort", "be", cpus=be, nodes=nodes, everywhere=True),
            Case("no-pod", "", cpus=every, nodes=nodes, group_uid="shared", everywhere=True),
            # Annotations written by users.
            Case("hostile", "shared", **no, stated=own, everywhere=True),
            Case("hostile-crio", "shared", **no, stated=own, crio=True),
            Case("hostile-own", "own", **no, stated=hostile),
            Case("hostile-left", "shared", stated=own, options=("--refused=leave",), cpus=every, nodes=nodes,
                 unlimited=False, says="", everywhere=True),
            Case("taken", "taken", **no),
            Case("taken-left", "taken", options=("--refused=leave",), cpus=pool, nodes=nodes, unlimited=False,
                 everywhere=True),
            Case("nonsense", "shared", starts=False, stated="5-", says="koord-oci-hook: container state"),
            Case("unknown", "unknown", **no),
            Case("unknown-left", "unknown", options=("--refused=leave",), cpus=every, nodes=nodes),
            Case("others-group", "own", **no, group_uid="shared"),
            Case("others-group-left", "own", **no, group_uid="shared", options=("--refused=leave",), everywhere=True),
            # Missing, stale or unsafe state files.
            Case("no-state", "own", state="absent", cpus=every, nodes=nodes, unlimited=False, everywhere=True),
            Case("no-state-refused", "own", **no, state="absent", options=("--without-state=refuse",)),
            Case("other-boot", "own", starts=False, state="other-boot", says="was written in boot", everywhere=True),
            Case("writable-state", "own", starts=False, state="writable", says="can be written by others"),
            Case("linked-state", "own", starts=False, state="link", says="koord-oci-hook:"),
            Case("broken-state", "own", starts=False, state="broken", says="koord-oci-hook: node-state"),
        ]

    def node_state(self, boot, kubelet_static=False):
        def pod(uid, qos, kube_qos, place, cpus, **more):
            return {"uid": uid, "namespace": "default", "name": uid, "qos": qos, "kubeQOS": kube_qos,
                    "place": place, "cpus": to_list(cpus), **more}
        pods = [pod("be", "BE", "BestEffort", "bestEffort", self.every - self.own)]
        if self.lsr:
            pods.append(pod("lsr", "LSR", "Guaranteed", "exclusive", self.lsr, unlimited=True))
        taken = {"reason": "CPUTaken", "object": "cpu", "needed": 0, "best": 0,
                 "where": {"object": "cpu", "id": min(self.own)}, "message": "not read"}
        pods += [pod("own", "LSE", "Guaranteed", "exclusive", self.own, memoryNodes=[self.own_node], unlimited=True),
                 pod("shared", "LS", "Burstable", "shared", self.pool),
                 pod("taken", "LS", "Guaranteed", "shared", self.pool, refused=taken)]
        return json.dumps({
            "version": 1, "node": "node-1", "bootID": boot, "generation": 7, "profile": "spec",
            "cpus": to_list(self.every), "memoryNodes": self.nodes, "kubeletStatic": kubelet_static,
            "pools": {"shared": to_list(self.pool), "exclusive": to_list(self.own | self.lsr),
                      "bestEffort": to_list(self.every - self.own)},
            "pods": pods})

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def annotations(self, case):
        # crun hides the output of hooks unless it gets a file for it.
        return {"run.oci.hooks.stderr": self.path("hook-said"), **self.pod_annotations(case)}

    def pod_annotations(self, case):
        if not case.uid:
            return {}
        stated = {"scheduling.koordinator.sh/resource-status": json.dumps({"cpuset": case.stated})}
        if case.crio:
            out = {"io.kubernetes.pod.uid": case.uid, "io.kubernetes.cri-o.ContainerType": "container",
                   "io.kubernetes.container.name": "main"}
            if case.stated:
                out["io.kubernetes.cri-o.Annotations"] = json.dumps(stated)
            return out
        out = {"io.kubernetes.cri.sandbox-uid": case.uid, "io.kubernetes.cri.container-type": "container",
               "io.kubernetes.cri.container-name": "main"}
        if case.stated:
            out.update(stated)
        return out

    def config(self, case, group, quota):
        cpu = {"shares": 512, "quota": 50000, "period": 100000}
        if case.kubelets:
            cpu["cpus"] = case.kubelets
        # Guests use no timeout: a hanging program prints nothing and is detected by that.
        hooks = [{"path": self.hook, **({} if self.in_guest else {"timeout": 60}),
                  "args": ["koord-oci-hook", f"--state={self.path(case.state + '.json')}", *case.options, case.stage]},
                 {"path": "/bin/sh", "args": ["sh", self.path("look.sh"), quota], "env": ["PATH=/bin:/usr/bin"]}]
        stages = {case.stage: hooks[:1]}
        stages["createRuntime"] = hooks[1:] if case.stage == "prestart" else hooks
        return {
            "ociVersion": "1.0.2",
            "process": {"terminal": False, "user": {"uid": 0, "gid": 0}, "cwd": "/", "env": ["PATH=/bin"],
                        "args": ["/bin/busybox", "grep", "allowed_list", "/proc/self/status"]},
            "root": {"path": self.path("rootfs"), "readonly": False},
            # Containers have file systems of their own, so that they leave
            # nothing behind and all start in an equal state.
            "mounts": [{"destination": "/proc", "type": "proc", "source": "proc"},
                       {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755"]}],
            "annotations": self.annotations(case), "hooks": stages,
            "linux": {"namespaces": [{"type": kind} for kind in ("pid", "mount", "ipc", "uts")],
                      "cgroupsPath": group, "resources": {"cpu": cpu}}}

    def group_of(self, case, container):
        owner = case.group_uid or case.uid
        qos = {"own": "", "taken": "", "be": "besteffort/"}.get(owner, "burstable/")
        return f"/{ROOT}/kubepods/{qos}pod{owner}/{container}"

    def write(self):
        """Writes the files that all containers share below the directory."""
        for name in ("rootfs/bin", "rootfs/proc", "rootfs/dev"):  # crun makes no /dev
            os.makedirs(self.path(name))
        shutil.copy(shutil.which("busybox"), self.path("rootfs/bin/busybox"))
        with open(self.path("look.sh"), "w") as file:
            file.write(LOOK)
        for name, text in (("state", self.node_state("THIS-BOOT")), ("other-boot", self.node_state("another")),
                           ("static", self.node_state("THIS-BOOT", True)), ("writable", self.node_state("THIS-BOOT")),
                           ("broken", "{")):
            with open(self.path(name + ".json"), "w") as file:
                file.write(text)
            os.chmod(self.path(name + ".json"), 0o644)
        os.symlink("state.json", self.path("link.json"))

    def write_bundle(self, case, number):
        bundle = self.path(f"bundle-{number}")
        if not os.path.exists(bundle):
            os.mkdir(bundle)
            with open(os.path.join(bundle, "config.json"), "w") as file:
                json.dump(self.config(case, self.group_of(case, f"c0ffee{number:02x}"),
                                      self.path(f"quota-{number}")), file)
        return bundle

    def write_script(self, runs):
        """Writes a script that starts containers one after another; `runs` maps run numbers to pairs of a runtime and a case."""
        # Copying into a guest does not keep every mode.
        lines = [f"cd {self.directory}", "boot=$(cat /proc/sys/kernel/random/boot_id)",
                 'sed -i "s/THIS-BOOT/$boot/" state.json static.json writable.json', "chmod 666 writable.json"]
        for number, (runtime, case) in runs.items():
            # Use the path if the runtime is one of ours.
            command = f"{runtime} --root {self.path('run-' + os.path.basename(runtime))}"
            if runtime == "crun":
                command += " --cgroup-manager=cgroupfs"
            flags = "--no-pivot " if self.in_guest else ""
            bundle, quota = self.write_bundle(case, number), self.path(f"quota-{number}")
            lines += [f"echo '== run {number}'",
                      f"{command} run {flags}--bundle {bundle} c0ffee{number:02x} </dev/null 2>&1",
                      'echo "exit code $?"',
                      "[ -e hook-said ] && cat hook-said && rm hook-said",
                      f'[ -e {quota} ] && echo "quota $(cat {quota})"',
                      # Removes the groups, as kubelet does for removed pods.
                      f"find /sys/fs/cgroup -depth -type d -path '*/{ROOT}*' -exec rmdir {{}} +",
                      f"echo '== done {number}'"]
        with open(self.path("run.sh"), "w") as file:
            file.write("\n".join(lines) + "\n")
        return self.path("run.sh")
