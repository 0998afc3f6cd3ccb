#!/usr/bin/env python3
"""The tables of docs/operate/gpu-placement.md from recorded workloads: percent of the GPUs in use at each demand.

Usage: placing_tables.py KOORD_REPLAY TRACES [--tables known,wrong,shift,learnt] [--seeds 42-51] [--jobs 1]

TRACES is a folder with openb_node_list_gpu_node.csv and openb_pod_list_*.csv of alibaba/clusterdata.
Each table is preceded by the commands that its figures come from; differences are taken seed by seed.
"""
import argparse
import csv
import io
import math
import os
import shlex
import statistics
import subprocess
import sys

DEMANDS = ("70", "80", "90", "95", "100")
WORKLOADS = """default cpu050 cpu100 cpu200 cpu250 gpushare40 gpushare60 gpushare80 gpushare100 gpuspec10 gpuspec20
gpuspec25 gpuspec33 multigpu20 multigpu30 multigpu40 multigpu50 cpu0 cpu037 cpu072 cpu235 cpu300 gpushare20
gpuspec05""".split()
WRONG = ("gpuspec05", "gpuspec10", "gpuspec25", "gpuspec33", "gpushare100", "multigpu50")
SHIFTS = (("default", "gpuspec33"), ("gpuspec33", "default"), ("multigpu50", "gpushare100"),
          ("gpushare100", "multigpu50"), ("cpu050", "cpu300"))
LEARN = ("--learn", "1000", "--hedge", "1")
AGAIN = ("--refresh", "200")
# Half of the 95 % interval of a mean, in standard errors, by number of values.
T_95 = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 10: 2.26, 30: 2.05}


class Replays:
    def __init__(self, options):
        self.program, self.traces = options.program, options.traces
        self.seeds, self.jobs = options.seeds, options.jobs
        self.kept = {}

    def pods(self, workload):
        return os.path.join(self.traces, f"openb_pod_list_{workload}.csv")

    def show(self, *arguments):
        line = " ".join(shlex.quote(argument) for argument in arguments)
        print(f"    koord-replay --nodes openb_node_list_gpu_node.csv {line} --seeds {self.seeds}")

    def run(self, workload, policies, *arguments):
        """The values of each policy at each demand, in the order of the seeds."""
        key = (workload, policies, arguments)
        if key not in self.kept:
            nodes = os.path.join(self.traces, "openb_node_list_gpu_node.csv")
            command = [self.program, "--nodes", nodes, "--pods", self.pods(workload), "--policy", policies,
                       "--demand", "101", "--seeds", self.seeds, "--jobs", str(self.jobs), "-o", "csv", *arguments]
            text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            found = {}
            for row in csv.DictReader(io.StringIO(text)):
                if row["metric"] == "alloc_pct":
                    found.setdefault(row["policy"], []).append([float(row[demand]) for demand in DEMANDS])
            self.kept[key] = found
        return self.kept[key]


def means(rows):
    return [statistics.mean(column) for column in zip(*rows)]


def differences(rows, base):
    """The mean and half of its 95 % interval at each demand."""
    out = []
    for column, other in zip(zip(*rows), zip(*base)):
        by_seed = [a - b for a, b in zip(column, other)]
        count = len(by_seed)
        error = statistics.stdev(by_seed) / math.sqrt(count) if count > 1 else math.nan
        out.append((statistics.mean(by_seed), T_95.get(count, 1.96) * error))
    return out


def head(*names):
    columns = names + DEMANDS
    print()
    print("| " + " | ".join(columns) + " |")
    print("| " + " | ".join("---" for _ in columns) + " |")


def line(names, cells):
    print("| " + " | ".join((*names, *cells)) + " |", flush=True)


def values(rows):
    return [f"{value:.2f}" for value in means(rows)]


def signed(value):
    return f"{0.0 if abs(value) < 0.005 else value:+.2f}"


def beside(rows, base, shown):
    return [f"{value:.2f} {signed(mean)} ±{half:.2f}"
            for value, (mean, half) in zip(means(shown), differences(rows, base))]


def known(replays):
    """FGD-all, and what room left has more; both know the classes."""
    replays.show("--pods", "openb_pod_list_*.csv", "--policy", "fgd-all,room-left", "-o", "differences",
                 "--at", ",".join(DEMANDS))
    head("workload")
    for workload in WORKLOADS:
        found = replays.run(workload, "fgd-all,room-left")
        line((workload,), beside(found["RoomLeft"], found["FGD-all"], found["FGD-all"]))


def wrong(replays):
    """Policies that expect the classes of the default workload."""
    expected = ("--classes", replays.pods("default"))
    ways = (("room left, set again", AGAIN), ("room left, hedge of 10 %", ("--hedge", "10")),
            ("room left that learns", LEARN))
    told = ("--pods", "WORKLOAD", "--classes", "openb_pod_list_default.csv")
    replays.show(*told, "--policy", "fgd,fgd-all,room-left,best-fit")
    for _, options in ways:
        replays.show(*told, "--policy", "room-left", *options)
    head("workload", "policy")
    for workload in WRONG:
        found = replays.run(workload, "fgd,fgd-all,room-left,best-fit", *expected)
        for policy, name in (("FGD", "FGD"), ("FGD-all", "FGD-all"), ("BestFit", "BestFit"), ("RoomLeft", "room left")):
            line((workload, name), values(found[policy]))
        for name, options in ways:
            line((workload, name), values(replays.run(workload, "room-left", *expected, *options)["RoomLeft"]))


def shift(replays):
    """Tasks of another workload come from half of the GPUs requested on."""
    told = ("--pods", "FIRST", "--then", "SECOND")
    replays.show(*told, "--policy", "fgd,fgd-all,room-left,best-fit")
    replays.show(*told, "--policy", "room-left", *AGAIN)
    replays.show(*told, "--policy", "fgd,room-left", *LEARN, "--classes", "FIRST")
    head("first, then", "policy")
    for first, second in SHIFTS:
        then = ("--then", replays.pods(second))
        found = replays.run(first, "fgd,fgd-all,room-left,best-fit", *then)
        again = replays.run(first, "room-left", *then, *AGAIN)
        learner = replays.run(first, "fgd,room-left", *then, *LEARN, "--classes", replays.pods(first))
        for name, rows in (("FGD", found["FGD"]), ("FGD-all", found["FGD-all"]), ("BestFit", found["BestFit"]),
                           ("FGD that learns", learner["FGD"]), ("room left", found["RoomLeft"]),
                           ("room left, set again", again["RoomLeft"]),
                           ("room left that learns", learner["RoomLeft"])):
            line((f"{first}, {second}", name), values(rows))


def learnt(replays):
    """Room left that begins with nothing, and its difference to FGD-all that knows the classes."""
    replays.show("--pods", "WORKLOAD", "--policy", "room-left", *LEARN)
    replays.show("--pods", "WORKLOAD", "--policy", "fgd-all")
    head("workload")
    for workload in WORKLOADS:
        base = replays.run(workload, "fgd-all")["FGD-all"]
        rows = replays.run(workload, "room-left", *LEARN)["RoomLeft"]
        line((workload,), beside(rows, base, rows))


TABLES = {"known": known, "wrong": wrong, "shift": shift, "learnt": learnt}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("traces")
    parser.add_argument("--tables", default=",".join(TABLES))
    parser.add_argument("--seeds", default="42-51")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    names = options.tables.split(",")
    for name in names:
        if name not in TABLES:
            parser.error(f"--tables: no table {name}, expected " + ", ".join(TABLES))
    replays = Replays(options)
    for name in names:
        print(f"\n## {name}: {TABLES[name].__doc__}\n")
        TABLES[name](replays)


if __name__ == "__main__":
    sys.exit(main())
