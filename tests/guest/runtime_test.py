#!/usr/bin/env python3
"""Containers of real runtimes (runc, crun) behind koord-runtime report their CPUs and devices.

runtime_test.py --program FILE [--guest CACHE] RUNTIME...

Runs on this machine's version 1 control groups, or with --guest in a guest with version 2. If
that is impossible, the test is skipped with exit code 77.
"""
import argparse
import dataclasses
import json
import os
import shutil
import sys
import tempfile

import bundles
import containers_test

GPU = "GPU-5c89852c-3268-7d5c-4a1c-8d9e6a1f0b11"
BUS = "0000:c1:00.2"
# A container's output without and with the devices of its pod: /dev/zero under another name.
NOTHING = "gpus all, uverbs0 none"
ALL = f"gpus {GPU}, uverbs0 opens"
LOOK_INSIDE = """
grep allowed_list /proc/self/status
device=none
[ -c /dev/infiniband/uverbs0 ] && device=shut && head -c 1 /dev/infiniband/uverbs0 >/dev/null && device=opens
echo "gpus $NVIDIA_VISIBLE_DEVICES, uverbs0 $device"
"""
# The hook's cases that do not concern hooks, and the additional output.
SAYS = {"own": ALL, "own-unannotated": ALL, "own-crio": ALL, "own-over-kubelets": ALL, "shared": NOTHING, "best-effort": NOTHING,
        "no-pod": NOTHING, "hostile": "", "hostile-crio": "", "hostile-own": "", "hostile-left": NOTHING, "taken": "",
        "taken-left": NOTHING, "unknown": "", "unknown-left": NOTHING, "others-group": "", "others-group-left": "",
        "no-state": NOTHING, "no-state-refused": "", "other-boot": "was written in boot", "writable-state":
        "can be written by others", "linked-state": "koord-runtime: ", "broken-state": "koord-runtime: "}


class Suite(bundles.Suite):
    def __init__(self, directory, machine, program, in_guest):
        super().__init__(directory, machine, hook="", in_guest=in_guest)
        self.program = program
        self.cases = [dataclasses.replace(case, says=SAYS[case.name] or "koord-runtime: refused")
                      for case in self.cases if case.name in SAYS]

    def node_state(self, boot, kubelet_static=False):
        state = json.loads(super().node_state(boot, kubelet_static))
        for pod in state["pods"]:
            if pod["uid"] == "own":
                pod["devices"] = [{"type": "gpu", "minor": 0, "id": GPU}, {"type": "rdma", "minor": 0, "id": BUS}]
        return json.dumps(state)

    def config(self, case, group, quota):
        config = super().config(case, group, quota)
        config["hooks"] = {"createRuntime": config["hooks"]["createRuntime"][-1:]}
        config["process"]["env"].append("NVIDIA_VISIBLE_DEVICES=all")
        config["process"]["args"] = ["/bin/sh", "-c", LOOK_INSIDE]
        return config

    def write(self):
        super().write()
        for name in ("sh", "grep", "head"):
            os.symlink("busybox", self.path("rootfs/bin", name))
        os.makedirs(self.path(f"sys/bus/pci/devices/{BUS}/infiniband_verbs/uverbs0"))
        for name, numbers in (("misc/rdma_cm", "1:3"), ("infiniband_verbs/uverbs0", "1:5")):
            os.makedirs(self.path("sys/class", name))
            with open(self.path("sys/class", name, "dev"), "w") as file:
                file.write(numbers + "\n")

    def runtime(self, name, case):
        """Creates a program whose path can be given to containerd."""
        words = ["koord", name, case.state, *case.options]
        made = "".join(c if c.isalnum() else "-" for c in "-".join(words))
        os.makedirs(self.path("bin"), exist_ok=True)
        more = " --cgroup-manager=cgroupfs" if name == "crun" else ""
        with open(self.path("bin", made), "w") as file:
            file.write(f"#!/bin/sh\nexec {self.program} --state={self.path(case.state + '.json')} --sysfs-root={self.directory} "
                       f"{' '.join(case.options)} -- {'/bin/' + name if self.in_guest else shutil.which(name)}{more} \"$@\"\n")
        os.chmod(self.path("bin", made), 0o755)
        return self.path("bin", made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--guest", metavar="CACHE", help="in a guest, whose kernel is kept here")
    parser.add_argument("runtimes", nargs="+")
    options = parser.parse_args()
    for program in [*options.runtimes, "busybox"]:
        if shutil.which(program) is None:
            containers_test.skip(f"{program} is not installed")
    machine = containers_test.GUEST if options.guest else containers_test.here()
    directory = tempfile.mkdtemp(prefix="koord-runtime-", dir="/var/tmp")
    try:
        program = os.path.abspath(options.program)
        suite = Suite(directory, machine, "/bin/koord-runtime" if options.guest else program, in_guest=bool(options.guest))
        suite.write()
        pairs = [(suite.runtime(runtime, case), case) for runtime in options.runtimes for case in suite.cases]
        runs = dict(enumerate(pairs, 1))
        texts = containers_test.run_in_guest(suite, runs, options, "koord-runtime", ["--program", program]) if options.guest else \
            containers_test.run_here(suite, runs)
    finally:
        shutil.rmtree(directory)
    wrong = containers_test.report(runs, texts)
    print(f"{len(suite.cases)} containers with koord-runtime before each of {', '.join(options.runtimes)}: {wrong} went wrong"
          f"{' or were not tried' if wrong else ''}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
