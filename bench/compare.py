#!/usr/bin/env python3
"""Compares the speed of this tree with that of another revision.

Usage: compare.py REVISION [--pairs N] [--no-counts] [PROGRAM:FILTER ...]

Builds both with the preset bench, each in its own folder, and prints for every benchmark that both have
- new/old: the median of the ratios of processor time over N pairs of runs (21) that take turns, and their quartiles;
- if valgrind is installed, the instructions of one call of each function of koord.h, as callgrind counts them. They do not
  vary with the load of the machine.
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEFAULT = [
    "pick_bench:^koordinator/(FullPCPUs|SpreadByPCPUs_PCPULevel|(FullPCPUs|SpreadByPCPUs)_upstream)/256cpu-[28]numa/8$",
    "pick_bench:^kubelet/(packed|full_pcpus_only)/256cpu-[28]numa/8$",
    "cluster_bench:^(fresh|reserve)/(None|SingleNUMANode)/1000$",
]


def run(*command, **more):
    return subprocess.run(command, check=True, text=True, **more)


def build(tree, targets):
    """Returns the folder with the programs."""
    folder = os.path.join(tree, "build", "bench")
    launcher = shutil.which("ccache") or ""
    run("cmake", "--preset", "bench", "-DKOORD_BINDINGS=OFF", f"-DCMAKE_C_COMPILER_LAUNCHER={launcher}",
        f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}", cwd=tree, stdout=subprocess.DEVNULL)
    run("cmake", "--build", folder, "-j", os.environ.get("JOBS", str(os.cpu_count())), "--target", *targets,
        stdout=subprocess.DEVNULL)
    return os.path.join(folder, "bench")


def checkout(revision):
    """Returns a work tree of the revision, which later calls use again."""
    commit = run("git", "rev-parse", "--verify", "--end-of-options", revision + "^{commit}", cwd=ROOT,
                 stdout=subprocess.PIPE).stdout.strip()
    tree = os.path.join(ROOT, "build", "compare", commit[:12])
    if not os.path.isdir(tree):
        os.makedirs(os.path.dirname(tree), exist_ok=True)
        with tempfile.TemporaryDirectory(dir=os.path.dirname(tree)) as folder:
            archive, unpacked = os.path.join(folder, "archive.tar"), os.path.join(folder, "tree")
            run("git", "archive", "-o", archive, commit, cwd=ROOT)
            os.mkdir(unpacked)
            run("tar", "-x", "-C", unpacked, "-f", archive)
            os.rename(unpacked, tree)
    return tree


def times(program, filter_):
    """Returns the processor time of an iteration by benchmark."""
    out = run(program, "--benchmark_filter=" + filter_, "--benchmark_format=json", stdout=subprocess.PIPE,
              stderr=subprocess.DEVNULL).stdout
    return {row["name"]: row["cpu_time"] for row in json.loads(out)["benchmarks"]}


def read_calls(lines):
    """Returns [calls, instructions] by function of koord.h, of the calls from outside the library."""
    names, calls, totals = {}, None, {}
    place = {"ob": "", "fn": "", "cfn": ""}
    for line in lines:
        named = re.match(r"(ob|fn|cob|cfn)=\((\d+)\)(?: (.*))?$", line.rstrip("\n"))
        if named:
            kind, number, name = named.groups()
            key = (kind[-2:], number)
            if name is not None:
                names[key] = name
            place[kind] = names[key]
        elif line.startswith("calls="):
            calls = int(line[6:].split()[0])
        elif calls is not None:
            if re.fullmatch(r"koord_\w+", place["cfn"]) and "libkoord" not in place["ob"]:
                total = totals.setdefault(place["cfn"], [0, 0])
                total[0] += calls
                total[1] += int(line.split()[1])
            calls = None
    return totals


def instructions(program, name):
    """Returns the instructions of a call by function: what a longer run has more than a short one, which leaves out set-up."""
    totals = []
    for seconds in ("0.05", "0.5"):
        with tempfile.NamedTemporaryFile("r") as out:
            run("valgrind", "--tool=callgrind", "--callgrind-out-file=" + out.name, program,
                f"--benchmark_filter=^{re.escape(name)}$", "--benchmark_min_time=" + seconds, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            totals.append(read_calls(out))
    more = {function: [long - short for long, short in zip(total, totals[0].get(function, [0, 0]))]
            for function, total in totals[1].items()}
    enough = 0.1 * sum(all_ for _, all_ in more.values())
    return {function: all_ / calls for function, (calls, all_) in more.items() if calls > 0 and all_ > enough}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("--pairs", type=int, default=21)
    parser.add_argument("--no-counts", action="store_true", help="do not count instructions")
    parser.add_argument("benchmarks", nargs="*", metavar="PROGRAM:FILTER", default=DEFAULT)
    arguments = parser.parse_intermixed_args()
    if arguments.pairs < 2:
        parser.error(f"--pairs: found {arguments.pairs}, expected at least 2, which quartiles need")
    counts_too = not arguments.no_counts and shutil.which("valgrind") is not None
    wanted = [benchmark.split(":", 1) for benchmark in arguments.benchmarks]
    targets = sorted({program for program, _ in wanted})
    new, old = (build(tree, targets) for tree in (ROOT, checkout(arguments.revision)))
    print(f"{'benchmark':55} {'new/old':>8} {'quartiles':>15}")
    for program, filter_ in wanted:
        pairs = []
        for pair in range(arguments.pairs):
            turn = {folder: times(os.path.join(folder, program), filter_)
                    for folder in ((new, old) if pair % 2 else (old, new))}
            pairs.append((turn[new], turn[old]))
        for name in (name for name in pairs[0][0] if name in pairs[0][1]):
            low, middle, high = statistics.quantiles([a[name] / b[name] for a, b in pairs], n=4)
            print(f"{name:55} {middle:8.3f} {low:7.3f} {high:7.3f}", flush=True)
            if not counts_too:
                continue
            counts = [instructions(os.path.join(folder, program), name) for folder in (new, old)]
            for function in sorted(counts[0].keys() & counts[1].keys()):
                a, b = (count[function] for count in counts)
                print(f"  {function:53} {a / b:8.3f} {a:,.0f} instructions beside {b:,.0f}", flush=True)


if __name__ == "__main__":
    main()
