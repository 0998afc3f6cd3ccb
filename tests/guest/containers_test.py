#!/usr/bin/env python3
"""Containers of real runtimes (runc, crun) start with our hook and report the CPUs on which they run.

containers_test.py --hook FILE [--guest CACHE] RUNTIME...

Runs on this machine's version 1 control groups, or with --guest in a guest with version 2. If
that is impossible, the test is skipped with exit code 77.
"""
import argparse
import os
import re
import shutil
import sys
import tempfile
import time

import bundles
import guest
import progress

SKIPPED = 77
CAP = 5400  # seconds, for all guests together
BOOTS = 3
# Two sockets of two NUMA nodes of one core.
GUEST = {"cpus": 8, "nodes": [0, 1, 2, 3]}


def skip(why):
    print(f"SKIPPED: {why}")
    sys.exit(SKIPPED)


def here():
    """Returns this machine's CPUs and NUMA nodes that containers may use."""
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


def run_here(suite, runs):
    done = progress.watch(["sh", suite.write_script(runs)], progress.Limits(cap=CAP))
    print(done.story("containers"))
    for root, _, _ in os.walk("/sys/fs/cgroup", topdown=False):
        if bundles.ROOT in root.split("/"):
            try:
                os.rmdir(root)
            except OSError as error:
                print(f"left behind: {error}")
    return [done.text]


def run_in_guest(suite, runs, options, program, files):
    """Runs the containers in a guest. A guest in which a container neither starts nor fails is restarted for the unreported ones, at
    most twice: with emulated CPUs a runtime's thread may miss a wake-up. A guest in which our own program hangs is not restarted."""
    directory, texts, end = suite.directory, [], time.monotonic() + CAP
    for _ in range(BOOTS):
        left = {number: run for number, run in runs.items() if number not in parts_of(texts)}
        arguments = ["--cgroups", "2", "--cores", "1", "--cache", options.guest, "--boots", "1",
                     "--cap", str(end - time.monotonic()), *files, f"sh {suite.write_script(left)}",
                     "--file", f"{directory}:{directory}"]
        for runtime in options.runtimes:
            arguments += ["--program", shutil.which(runtime)]
        done = guest.run(guest.parse(arguments))
        texts.append(done.text)
        told = parts_of(texts)
        if len(told) == len(runs) or time.monotonic() >= end:
            break
        print(f"{len(runs) - len(told)} of {len(runs)} containers have not come to their end")
        if program in done.answer:
            print(f"{program} is among what waits: no other guest is started")
            break
    return texts


def parts_of(texts):
    """Returns the output of each completed run, by number. Output from an interrupted guest is not combined with that of the next one."""
    return {int(number): part for text in texts for number, part in
            re.findall(r"^== run (\d+)\n(.*?)^== done \1$", text, re.MULTILINE | re.DOTALL)}


def begun_in(texts):
    return {int(number) for text in texts for number in re.findall(r"^== run (\d+)$", text, re.MULTILINE)}


def check(case, text):
    """Returns the errors in a container's output, if any."""
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


def report(runs, texts):
    """Returns the number of failed runs. Incomplete runs do not count as evidence for other cases."""
    told, begun, wrong, untried = parts_of(texts), begun_in(texts), 0, []
    for number, (runtime, case) in runs.items():
        what = told.get(number)
        if number not in begun:
            untried.append(f"{runtime} {case.name}")
        elif what is None:
            wrong += 1
            print(f"CUT OFF: {runtime}, {case.name}: begun, and not seen to its end")
        elif (why := check(case, what)) is not None:
            wrong += 1
            print(f"FAILED: {runtime}, {case.name}: {why}\n{what.strip()}\n")
    if untried:
        print(f"NOT TRIED: {', '.join(untried)}")
    return wrong + len(untried)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hook", required=True)
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
        suite = bundles.Suite(directory, machine, hook, in_guest=bool(options.guest))
        suite.write()
        runs = dict(enumerate(((runtime, case) for runtime in options.runtimes for case in suite.cases), 1))
        files = ["--file", f"{options.hook}:/bin/koord-oci-hook"]
        texts = run_in_guest(suite, runs, options, "koord-oci-hook", files) if options.guest else run_here(suite, runs)
    finally:
        shutil.rmtree(directory)

    wrong = report(runs, texts)
    print(f"{len(suite.cases)} containers with each of {', '.join(options.runtimes)}, on {machine['cpus']} CPUs and "
          f"{len(machine['nodes'])} NUMA nodes, cgroup v{2 if options.guest else 1}: {wrong} went wrong"
          f"{' or were not tried' if wrong else ''}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
