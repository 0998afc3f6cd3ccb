#!/usr/bin/env python3
"""Containers of real runtimes (runc, crun) start with our hook, and say themselves where they run.

    containers_test.py --hook FILE --library FILE [--guest CACHE] RUNTIME...

Here, on version 1 of control groups, or with --guest in a guest with version 2. What cannot run is skipped, with
exit code 77.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

import bundles

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77
# Two sockets of two NUMA nodes of one core.
GUEST = {"cpus": 8, "nodes": [0, 1, 2, 3]}


def skip(why):
    print(f"SKIPPED: {why}")
    sys.exit(SKIPPED)


def here():
    """This machine's CPUs and NUMA nodes, as far as containers may be put on them."""
    if os.geteuid() != 0:
        skip("only root may start containers")
    top = "/sys/fs/cgroup/cpuset"
    if not os.path.exists(top + "/cpuset.cpus"):
        skip("no control groups of version 1 at " + top)
    with open(top + "/cpuset.cpus") as file:
        cpus = bundles.from_list(file.read())
    with open(top + "/cpuset.mems") as file:
        nodes = bundles.from_list(file.read())
    if len(cpus) < 2 or cpus != list(range(len(cpus))):
        skip("needs at least two CPUs, all of the first in a row")
    return {"cpus": len(cpus), "nodes": nodes}


def run_here(suite, runs, options):
    done = subprocess.run(["sh", suite.write_script(runs)], capture_output=True, text=True, timeout=300)
    for root, _, _ in os.walk("/sys/fs/cgroup", topdown=False):
        if bundles.ROOT in root.split("/"):
            os.rmdir(root)
    return done.stdout + done.stderr


def run_in_guest(suite, runs, options):
    """A guest in which a container neither starts nor fails is started again for those that it had not told of, twice at
    most: where CPUs are emulated a runtime's thread may miss a wake-up. One in which our hook hangs is not."""
    script, directory = suite.write_script(runs), suite.directory
    arguments = [sys.executable, "-B", os.path.join(HERE, "guest.py"), "--cgroups", "2", "--cores", "1",
                 "--cache", options.guest, "--file", f"{directory}:{directory}", "--file", f"{options.library}:/lib/libkoord.so.1",
                 "--file", f"{options.hook}:/bin/koord-oci-hook", "--timeout", "280", "--boots", "1"]
    for runtime in options.runtimes:
        arguments += ["--program", shutil.which(runtime)]
    out = ""
    for _ in range(3):
        done = subprocess.run(arguments + [f"sh {script}"], capture_output=True, text=True)
        if done.returncode == SKIPPED:
            skip(done.stdout.strip().splitlines()[-1])
        out += done.stdout + done.stderr
        told = parts_of(out)
        left = {number: run for number, run in runs.items() if number not in told}
        if not left or "koord-oci-hook" in out.partition("== stuck")[2]:
            break
        print(f"the guest stopped, {len(left)} containers were left; it printed last:\n{tail(done.stdout)}\n")
        suite.write_script(left)
    return out


def tail(text):
    return "\n".join(text.strip().splitlines()[-40:])


def parts_of(text):
    """What was printed of each run that came to its end, by number."""
    return {int(number): part for number, part in
            re.findall(r"^== run (\d+)\n(.*?)^== done \1$", text, re.MULTILINE | re.DOTALL)}


def check(case, text):
    """What is wrong with what a container printed, if anything."""
    told = dict(re.findall(r"^(Cpus_allowed_list|Mems_allowed_list):\s+(\S*)$", text, re.MULTILINE))
    if case.starts != bool(told):
        return f"expected {'a start' if case.starts else 'no start'}"
    code = re.search(r"^exit code (\d+)$", text, re.MULTILINE)
    if code is None or (code.group(1) == "0") != case.starts:
        return f"expected exit code {'0' if case.starts else 'other than 0'}"
    for name, expected in (("Cpus_allowed_list", case.cpus), ("Mems_allowed_list", case.nodes)):
        if case.starts and told.get(name) != expected:
            return f"expected {name} {expected}"
    quota = re.search(r"^quota (.*)$", text, re.MULTILINE)
    if case.starts and case.unlimited is not None:
        if quota is None or (quota.group(1) in ("-1", "max 100000")) != case.unlimited:
            return f"expected {'no quota' if case.unlimited else 'the quota of its limits'}"
    if case.says not in text:
        return f"expected the words {case.says!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hook", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--guest", metavar="CACHE", help="in a guest, whose kernel is kept here")
    parser.add_argument("runtimes", nargs="+")
    options = parser.parse_args()
    for program in [*options.runtimes, "busybox"]:
        if shutil.which(program) is None:
            skip(f"{program} is not installed")
    machine = GUEST if options.guest else here()

    # The guest has a /tmp of its own.
    directory = tempfile.mkdtemp(prefix="koord-containers-", dir="/var/tmp")
    try:
        hook = "/bin/koord-oci-hook" if options.guest else os.path.abspath(options.hook)
        library = "libkoord.so.1" if options.guest else os.path.abspath(options.library)
        suite = bundles.Suite(directory, machine, hook, library, in_guest=bool(options.guest))
        suite.write()
        runs = dict(enumerate(((runtime, case) for runtime in options.runtimes for case in suite.cases), 1))
        text = (run_in_guest if options.guest else run_here)(suite, runs, options)
    finally:
        shutil.rmtree(directory)

    told = parts_of(text)
    if not told:
        print(f"FAILED: no container was tried\n{text}")
        return 1
    wrong = 0
    for number, (runtime, case) in runs.items():
        what = told.get(number)
        why = "it did not come to its end" if what is None else check(case, what)
        if why is not None:
            wrong += 1
            print(f"FAILED: {runtime}, {case.name}: {why}\n{(what or '').strip()}\n")
    if len(told) < len(runs):
        print(tail(text))
    print(f"{len(suite.cases)} containers with each of {', '.join(options.runtimes)}, on {machine['cpus']} CPUs and "
          f"{len(machine['nodes'])} NUMA nodes, cgroup v{2 if options.guest else 1}: {wrong} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
