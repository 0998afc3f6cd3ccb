#!/usr/bin/env python3
"""Boots a throw-away Linux guest with chosen sockets, NUMA nodes and threads, and runs one command in it.

Debian packages are all it needs (qemu-system-x86, busybox-static, cpio, and the kernel, which is downloaded but not
installed); where one is missing, or this is another machine, it says so and exits with 77. QEMU emulates the
CPUs, so that no virtualisation is asked of the machine. The exit code is that of the command; 124: it took too
long; 125: the guest never told.
"""
import argparse
import gzip
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
KERNEL = "linux-image-cloud-amd64"
V1_CONTROLLERS = "cpuset cpu memory pids devices freezer"

INIT = """#!/bin/sh
export PATH=/bin HOME=/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
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
sh /command.sh
echo "guest: exit code $?"
sync
echo o >/proc/sysrq-trigger
sleep 30
"""


def skip(why):
    print(f"guest: skipped: {why}")
    sys.exit(SKIPPED)


def kernel(cache):
    """The kernel's image, out of Debian's package."""
    def found():
        boot = os.path.join(cache, "boot")
        names = sorted(os.listdir(boot)) if os.path.isdir(boot) else []
        return next((os.path.join(boot, name) for name in names if name.startswith("vmlinuz-")), None)

    if found():
        return found()
    os.makedirs(cache, exist_ok=True)
    listed = subprocess.run(["apt-cache", "depends", KERNEL], capture_output=True, text=True)
    names = re.findall(r"Depends: (linux-image-\S+)", listed.stdout)
    if not names:
        skip(f"apt-cache does not know {KERNEL}")
    got = subprocess.run(["apt-get", "download", "-qq", names[0]], cwd=cache)
    packages = [name for name in os.listdir(cache) if name.endswith(".deb")]
    if got.returncode != 0 or not packages:
        skip(f"{names[0]} cannot be downloaded")
    subprocess.run(["dpkg-deb", "-x", packages[0], "."], cwd=cache, check=True)
    os.remove(os.path.join(cache, packages[0]))
    return found() or skip(f"{names[0]} holds no kernel")


def libraries(program):
    """What the loader needs to start a program, by path."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    return re.findall(r"(/\S+)", listed)


def add(root, source, target):
    path = os.path.join(root, target.lstrip("/"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path):
        shutil.copy(source, path)


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
        shutil.copy(program, target)
        for library in libraries(program):
            add(root, library, library)
    for pair in options.file:
        source, target = pair.split(":")
        add(root, source, target)
        for library in libraries(source):
            add(root, library, library)
    for name, text in (("init", INIT.format(cgroups=options.cgroups, controllers=V1_CONTROLLERS)),
                       ("command.sh", options.command)):
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
    """QEMU's arguments for CPUs and memory: one NUMA node after another."""
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
    # An AMD family would hide threads from the guest.
    return out + ["-accel", "tcg,thread=multi", "-cpu", "max,vendor=GenuineIntel"]


def boot(image, options):
    arguments = ["qemu-system-x86_64", *machine(options), "-kernel", kernel(options.cache), "-initrd",
                 image, "-append", "console=ttyS0 quiet panic=-1", "-display", "none", "-monitor",
                 "none", "-serial", "stdio", "-net", "none", "-no-reboot"]
    code = 125
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=options.timeout)
        text = done.stdout
    except subprocess.TimeoutExpired as late:
        text, code = late.stdout or b"", 124
    text = text.decode(errors="replace").replace("\r", "")
    print(text, end="")
    told = re.findall(r"^guest: exit code (\d+)$", text, re.MULTILINE)
    return int(told[-1]) if told else code


def parse():
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
                        help="a file, with the libraries it needs if it is a program")
    parser.add_argument("--timeout", type=int, default=300, help="seconds")
    parser.add_argument("--cache", default="guest-kernel", help="where the kernel is kept")
    parser.add_argument("command", help="for the guest's shell")
    return parser.parse_args()


def main():
    options = parse()
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
    sys.exit(main())
