#!/usr/bin/env python3
"""Boots a temporary Linux guest with given sockets, NUMA nodes and threads, and runs one command in it.

It needs only Debian packages (qemu-system-x86, busybox-static, cpio, and the kernel, which is downloaded but not installed). If
one is missing, or on another architecture, it prints the reason and exits with 77. QEMU emulates the CPUs, so the machine needs
no virtualisation. The exit code is that of the command, or 124 if the guest was stopped because it printed nothing for too long
or reached the overall limit, after it was asked what every process waits for, or 125 if the guest never reported a code.
"""
import argparse
import dataclasses
import fcntl
import gzip
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

import progress

SKIPPED = 77
CUT_OFF = 124
NEVER_TOLD = 125
KERNEL = "linux-image-cloud-amd64"
V1_CONTROLLERS = "cpuset cpu memory pids devices freezer"

# Prints on request from the console what every process waits for, and ends the guest.
STUCK = r"""read question || exit
echo
echo '== stuck'
for process in /proc/[0-9]*; do
  command=$(cat $process/cmdline 2>/dev/null | tr '\0' ' ') # none: the kernel's own, or it ended
  [ -z "$command" ] || echo "$command: $(sed -n 's/^State:\t//p' $process/status), $(cat $process/wchan)"
done
echo o >/proc/sysrq-trigger
"""

INIT = """#!/bin/sh
export PATH=/bin HOME=/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
echo "guest: a kernel runs, by its clock since $(cut -d ' ' -f 1 /proc/uptime) s"
mount -t tmpfs tmp /tmp
mount -t tmpfs run /run
if [ {cgroups} = 2 ]; then
  mount -t cgroup2 cgroup /sys/fs/cgroup
  echo '+cpuset +cpu +memory +pids' >/sys/fs/cgroup/cgroup.subtree_control
else
  mount -t tmpfs cgroup /sys/fs/cgroup
  for name in {controllers}; do
    mkdir /sys/fs/cgroup/$name
    mount -t cgroup -o $name $name /sys/fs/cgroup/$name || rmdir /sys/fs/cgroup/$name
  done
fi
echo "guest: $(nproc) CPUs, NUMA nodes $(cat /sys/devices/system/node/online), cgroups v{cgroups}"
stty -echo
sh /stuck.sh </dev/console &
sh /command.sh </dev/null
code=$?
# A line of its own, whatever was printed before.
echo
echo "guest: exit code $code"
sync
echo o >/proc/sysrq-trigger
sleep 30
"""


def skip(why):
    print(f"SKIPPED: {why}")
    sys.exit(SKIPPED)


def kernel(cache):
    """Returns the kernel's image from Debian's package; concurrent callers wait for the first to download it."""
    os.makedirs(cache, exist_ok=True)
    with open(os.path.join(cache, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return kept_kernel(cache)


def kept_kernel(cache):
    def found():
        boot = os.path.join(cache, "boot")
        names = sorted(os.listdir(boot)) if os.path.isdir(boot) else []
        return next((os.path.join(boot, name) for name in names if name.startswith("vmlinuz-")), None)

    if found():
        return found()
    listed = subprocess.run(["apt-cache", "depends", KERNEL], capture_output=True, text=True)
    names = re.findall(r"Depends: (linux-image-\S+)", listed.stdout)
    if not names:
        skip(f"apt-cache does not know {KERNEL}; apt-get update may help")
    got = subprocess.run(["apt-get", "download", "-qq", names[0]], cwd=cache)
    packages = [name for name in os.listdir(cache) if name.endswith(".deb")]
    if got.returncode != 0 or not packages:
        skip(f"{names[0]} cannot be downloaded; apt-get update may help")
    subprocess.run(["dpkg-deb", "-x", packages[0], "."], cwd=cache, check=True)
    os.remove(os.path.join(cache, packages[0]))
    for name in ("lib", "usr"):  # modules and documentation
        shutil.rmtree(os.path.join(cache, name), ignore_errors=True)
    return found() or skip(f"{names[0]} holds no kernel")


def libraries(program):
    """Returns the files that the loader needs to start a program, by path."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    return re.findall(r"(/\S+)", listed)


def put(source, path):
    """Copies a file without debug information, because the guest keeps its files in memory."""
    shutil.copy(source, path)
    if shutil.which("strip") is not None:
        subprocess.run(["strip", "--strip-debug", path], capture_output=True)


def add_libraries(root, program):
    """Adds libraries of a build to a folder in which every program finds them."""
    for path in libraries(program):
        add(root, path, path if path.startswith(("/lib", "/usr/lib")) else "/lib/" + os.path.basename(path))


def add(root, source, target):
    path = os.path.join(root, target.lstrip("/"))
    if os.path.isdir(source):
        shutil.copytree(source, path, symlinks=True, dirs_exist_ok=True)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path):
        put(source, path)


def make_root(root, options):
    for name in ("bin", "proc", "sys", "dev", "tmp", "run", "etc", "usr"):
        os.makedirs(os.path.join(root, name))
    os.symlink("../bin", os.path.join(root, "usr/bin"))
    busybox = shutil.which("busybox")
    shutil.copy(busybox, os.path.join(root, "bin/busybox"))
    for name in subprocess.run([busybox, "--list"], capture_output=True, text=True).stdout.split():
        if name != "busybox":
            os.symlink("busybox", os.path.join(root, "bin", name))
    for program in options.program:
        target = os.path.join(root, "bin", os.path.basename(program))
        if os.path.lexists(target):
            os.remove(target)
        put(program, target)
        add_libraries(root, program)
    for pair in options.file:
        source, target = pair.split(":")
        add(root, source, target)
        if os.path.isfile(source):
            add_libraries(root, source)
    init = INIT.format(cgroups=options.cgroups, controllers=V1_CONTROLLERS)
    for name, text in (("init", init), ("stuck.sh", STUCK), ("command.sh", options.command)):
        path = os.path.join(root, name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o755)


def make_image(root, path):
    names = subprocess.run(["find", "."], cwd=root, capture_output=True, check=True).stdout
    archive = subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=root, input=names,
                             capture_output=True, check=True).stdout
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(archive)


def machine(options):
    """Returns QEMU's arguments for CPUs and memory, one NUMA node after another."""
    nodes = options.sockets * options.nodes
    per_node = options.cores * options.threads
    out = ["-machine", "q35", "-m", str(nodes * options.memory), "-smp",
           f"{nodes * per_node},sockets={options.sockets},cores={options.nodes * options.cores},"
           f"threads={options.threads}"]
    for node in range(nodes):
        first = node * per_node
        out += ["-object", f"memory-backend-ram,id=m{node},size={options.memory}M", "-numa",
                f"node,nodeid={node},memdev=m{node},cpus={first}-{first + per_node - 1}"]
    for one in range(nodes):
        for other in range(one):
            near = one // options.nodes == other // options.nodes
            out += ["-numa", f"dist,src={one},dst={other},val={12 if near else 21}"]
    # An AMD family would hide threads from the guest. CPUs share one thread of the emulator: with separate threads,
    # CPUs that spin for others would delay them, and some wake-ups would be lost.
    return out + ["-accel", "tcg,thread=single", "-cpu", "max,vendor=GenuineIntel"]


@dataclasses.dataclass
class Ran:
    code: int         # of the command, or CUT_OFF or NEVER_TOLD
    text: str         # of the last boot
    cut: str = ""     # why it was cut off
    answer: str = ""  # what every process waited for then

    @property
    def is_answered(self):
        return "== stuck" in self.answer


def boot(image, options):
    # Guests need no mitigations, and no batching of RCU callbacks. On a busy machine the
    # timer may be late, which does not mean that it is broken.
    kernel_line = "console=ttyS0 quiet panic=-1 mitigations=off rcupdate.rcu_expedited=1 no_timer_check"
    arguments = ["qemu-system-x86_64", *machine(options), "-kernel", kernel(options.cache), "-initrd", image,
                 "-append", kernel_line, "-display", "none", "-monitor", "none", "-serial", "stdio", "-net",
                 "none", "-no-reboot"]
    end = time.monotonic() + options.cap
    # An emulated machine may stop as a whole. It then cannot answer the question, and is booted again.
    for boots_left in reversed(range(options.boots)):
        left = end - time.monotonic()
        print("guest: boots", flush=True)
        watched = progress.watch(arguments, progress.Limits(silence=options.silence, cap=left), question=b"stuck?\n")
        print(watched.story("guest"), flush=True)
        done = ran(watched)
        if not done.cut or done.is_answered:
            return done
        print("guest: it did not answer what it waits for: it stands still as a whole", flush=True)
        if boots_left == 0 or time.monotonic() >= end:
            return done


def ran(watched):
    told = re.findall(r"^guest: exit code (\d+)$", watched.text, re.MULTILINE)
    code = CUT_OFF if watched.cut else int(told[-1]) if told else NEVER_TOLD
    return Ran(code, watched.text, watched.cut, watched.answer)


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sockets", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=2, help="NUMA nodes in a socket")
    parser.add_argument("--cores", type=int, default=2, help="cores in a NUMA node")
    parser.add_argument("--threads", type=int, default=2, help="threads in a core")
    parser.add_argument("--memory", type=int, default=256, help="MiB in a NUMA node")
    parser.add_argument("--cgroups", type=int, choices=(1, 2), default=2, help="version")
    parser.add_argument("--program", action="append", default=[],
                        help="goes to /bin with the libraries it needs")
    parser.add_argument("--file", action="append", default=[], metavar="SOURCE:TARGET",
                        help="a file, with the libraries it needs if it is a program, or a directory")
    parser.add_argument("--silence", type=float, default=120,
                        help="seconds; who prints nothing for so long is cut off")
    parser.add_argument("--cap", type=float, default=5400, help="seconds in all")
    parser.add_argument("--boots", type=int, default=2, help="how often a guest that stands still is booted")
    parser.add_argument("--cache", default="guest-kernel", help="where the kernel is kept")
    parser.add_argument("command", help="for the guest's shell")
    return parser.parse_args(arguments)


def run(options):
    """Boots a guest, prints its output as it comes, and finally the result."""
    if platform.machine() != "x86_64":
        skip("the guest is an x86-64 machine, this is none")
    for program in ("qemu-system-x86_64", "busybox", "cpio", "apt-get", "dpkg-deb"):
        if shutil.which(program) is None:
            skip(f"{program} is not installed")
    options.cache = os.path.abspath(options.cache)
    kernel(options.cache)
    with tempfile.TemporaryDirectory() as directory:
        root = os.path.join(directory, "root")
        os.mkdir(root)
        make_root(root, options)
        image = os.path.join(directory, "image.gz")
        make_image(root, image)
        return boot(image, options)


if __name__ == "__main__":
    sys.exit(run(parse()).code)
