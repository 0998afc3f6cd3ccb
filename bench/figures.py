#!/usr/bin/env python3
"""figures.py LIBRARY-FOLDER: measures libkoord and the original functions of Koordinator and kubelet in turns.

Prepares and compiles the originals with tests/differential/run.sh, whose sources come from the Go module proxy. Each round
runs every program once, and each program measures both sides of each case, one after the other. The results are written to
build/figures/figures.json. A complete run, of all cases and at least 5 rounds, is recorded in bench/figures.json, from which
the tables of README.md and docs/internals/performance.md are written; a shorter run prints them. LIBRARY-FOLDER contains
libkoord.so.
"""
import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import figures_tables as tables
import table

ROOT = tables.ROOT
WORK = os.path.join(ROOT, "build", "figures")
PROGRAMS = os.path.join(ROOT, "build", "differential")
DRIVERS = os.path.join(ROOT, "tests", "differential")
KUBELETS = ("v1.37.2", "v1.38.0-beta.0")
CYCLE_NODES = 1000
ENOUGH_ROUNDS = 5  # for the pages
sys.path.insert(0, os.path.join(DRIVERS, "cycle"))


def koordinator_version():
    with open(os.path.join(DRIVERS, "prepare.sh"), encoding="utf-8") as file:
        return re.search(r"^koordinator_version=(\S+)$", file.read(), re.M)[1]


def peer(project, version):
    return f"{project} {version.removeprefix('v')}"


def programs():
    """Returns the peer and the path of each test program."""
    found = [(peer("Koordinator", koordinator_version()), f"koordinator.{part}") for part in ("plugin", "merge")]
    found += [(peer("kubelet", version), f"kubelet-{version}.{part}") for version in KUBELETS for part in ("picker", "merge")]
    return [(name, os.path.join(PROGRAMS, program)) for name, program in found]


def build(library):
    """Compiles all programs. Exits with status 77 if their sources cannot be fetched."""
    environment = {name: value for name, value in os.environ.items() if name not in ("KOORDINATOR", "KUBERNETES_VERSION")}
    parts = [({}, "figures")] + [({"KUBERNETES_VERSION": version}, "figures-kubelet") for version in KUBELETS]
    for settings, part in parts:
        done = subprocess.run([os.path.join(DRIVERS, "run.sh"), library, part], env=environment | settings, check=False)
        if done.returncode:
            sys.exit(done.returncode)
    os.makedirs(WORK, exist_ok=True)
    bench = os.path.join(ROOT, "bench")
    states = os.path.join(WORK, "machine_states")
    subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", f"-I{ROOT}/include", f"-I{bench}",
                    f"{bench}/machine_states.cc", f"{bench}/machines.cc", "-o", states], check=True)
    with open(os.path.join(WORK, "machines.json"), "w", encoding="utf-8") as file:
        subprocess.run([states], stdout=file, check=True)


def run_program(program, turn, options):
    """Yields the results of one round of a program."""
    environment = os.environ | {"FIGURES_ROUND": str(turn), "FIGURES_CASES": options.cases,
                                "FIGURES_SECONDS": str(options.seconds),
                                "FIGURES_MACHINES": os.path.join(WORK, "machines.json")}
    done = subprocess.run([program, "-test.run", "^TestZZFigures$", "-test.timeout", "60m"], env=environment, cwd=WORK,
                          check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{program}: {done.stdout[-4000:]}{done.stderr[-4000:]}")
    for line in done.stdout.splitlines():
        if line.startswith("FIGURE "):
            yield json.loads(line.removeprefix("FIGURE "))


def measure(options, load):
    """Returns the samples of all programs, which take turns."""
    samples = {}
    for turn in range(options.rounds):
        for name, program in programs():
            for result in run_program(program, turn, options):
                case = result["case"]
                sample = samples.setdefault((name, case), {"peer": name, "case": case, "original": [], "libkoord": []})
                for side in ("original", "libkoord"):
                    sample[side].append(round(result[side], 1))
        load.append(round(os.getloadavg()[0], 1))
        print(f"figures: round {turn + 1} of {options.rounds}, load {load[-1]}", file=sys.stderr)
    return list(samples.values())


def measure_cycles(options, load):
    """Returns the samples of a scheduling cycle, in which plugins of Koordinator and ours take turns."""
    import cycle
    import world
    cycle.ROUNDS = options.rounds
    name = peer("Koordinator", koordinator_version())
    samples = []
    with tempfile.TemporaryDirectory() as folder:
        for policy in dict.fromkeys(where for _, where, _ in world.SHAPES):
            objects = os.path.join(folder, "world")
            with open(objects, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(item) + "\n" for item in world.objects(CYCLE_NODES, policy))
            sides = [cycle.Side(os.path.join(PROGRAMS, program), objects) for program in ("cycle.upstream", "cycle.ours")]
            for pod, _, limit, _, _, original, libkoord in cycle.measure(*sides, CYCLE_NODES, policy, kinds=(True,)):
                samples.append({"peer": name, "case": f"cycle/{pod}/{limit}", "original": original, "libkoord": libkoord})
                load.append(round(os.getloadavg()[0], 1))
            for side in sides:
                side.close()
    return samples


def output(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, cwd=ROOT).stdout.strip()


def revision():
    """Returns the last commit that changed the library."""
    paths = ("--", "src", "include")
    changed = output("git", "status", "--porcelain", *paths)
    return output("git", "log", "-1", "--format=%h", "--abbrev=12", *paths) + (" with changes" if changed else "")


def compilers():
    """Returns the version of Go of each peer."""
    go = shutil.which("go")
    return {name: output(go, "version", program).rpartition(": ")[2] for name, program in programs()}


def record_of(options):
    load = [round(os.getloadavg()[0], 1)]
    samples = measure(options, load)
    if not options.cases or "cycle" in options.cases:
        samples += measure_cycles(options, load)
    return {"date": datetime.date.today().isoformat(), "commit": revision(), "machine": table.cpu_model(),
            "cpus": len(os.sched_getaffinity(0)), "load": load, "rounds": options.rounds, "go": compilers(), "samples": samples}


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write(path, record):
    samples = ",\n  ".join(json.dumps(sample) for sample in record["samples"])
    rest = json.dumps({name: value for name, value in record.items() if name != "samples"})
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{rest[:-1]},\n \"samples\": [\n  {samples}\n]}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("library", nargs="?", help="the folder that contains libkoord.so")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--cases", default="", help="a regular expression that selects cases")
    parser.add_argument("--seconds", type=float, default=0.05, help="processor time of one measurement")
    parser.add_argument("--pages", action="store_true", help="only writes the pages again, from bench/figures.json")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error(f"--rounds {options.rounds}: expected at least 1")
    if options.pages:
        tables.write_pages(read(tables.RECORD))
        return
    if options.library is None:
        parser.error("name the folder that contains libkoord.so, such as build/release/src")
    build(os.path.abspath(options.library))
    record = record_of(options)
    path = os.path.join(WORK, "figures.json")
    write(path, record)
    if options.rounds < ENOUGH_ROUNDS or options.cases:
        tables.print_tables(record)
        return
    shutil.copyfile(path, tables.RECORD)
    tables.write_pages(record)


if __name__ == "__main__":
    main()
