#!/usr/bin/env python3
"""Turns results of the benchmark programs (Google Benchmark's JSON) into the tables of docs/internals/performance.md.

Usage: table.py FILE...
"""
import json
import sys

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def read(paths):
    """Returns one run of each benchmark by name, and the context of the last file. Takes the fastest of the repetitions, because
    other processes on a shared machine only add time, or the median if a program reports only aggregates."""
    best, context = {}, {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        context = document["context"]
        for run in document["benchmarks"]:
            if run.get("error_occurred"):
                sys.exit(f"table: {run['name']}: {run['error_message']}")
            name = run["run_name"]
            if run["run_type"] == "iteration":
                best[name] = min(best.get(name, run), run, key=nanoseconds)
            elif run["aggregate_name"] == "median":
                best.setdefault(name, run)
    # In the order of registration, not in that of the interleaved repetitions.
    return dict(sorted(best.items(), key=lambda item: item[1]["family_index"])), context


def nanoseconds(run):
    """The thread's CPU time; wall time for benchmarks that wait for other processes."""
    time = "real_time" if run["name"].startswith("dlopen_") else "cpu_time"
    return run[time] * NANOSECONDS[run["time_unit"]]


def readable(value):
    for unit, scale in (("ms", 1e6), ("µs", 1e3)):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value:.0f} ns"


def cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        fields = dict(line.split(":", 1) for line in file if line.count(":") == 1)
    fields = {key.strip(): value.strip() for key, value in fields.items()}
    name = fields.get("model name", "unknown CPU")
    return f"{name} (family {fields.get('cpu family', '?')}, model {fields.get('model', '?')})"


def row(cells):
    print("| " + " | ".join(cells) + " |")


def header(title, columns):
    print(f"\n### {title}\n")
    row(columns)
    row(["---"] * len(columns))


def eight_of_256(runs):
    """Every case on the machine that the budgets name."""
    names = ("256cpu-2numa", "256cpu-8numa")
    header("8 of 256 CPUs, every case", ["case"] + list(names) + ["heap allocations"])
    cases = dict.fromkeys(name.rsplit("/", 2)[0] for name in runs if name.count("/") == 3 and "cpu-" in name)
    for case in cases:
        both = [runs[f"{case}/{machine}/8"] for machine in names]
        row([case] + [readable(nanoseconds(run)) for run in both] + [f"{max(run['allocs'] for run in both):g}"])


def documents(runs):
    header("Reading, writing and drawing machines", ["what", "time", "heap allocations"])
    for name, run in runs.items():
        if name.startswith(("read/", "write/", "draw/")):
            row([name, readable(nanoseconds(run)), f"{run['allocs']:,.0f}"])


def cold(runs):
    header("First pick of a new process", ["what", "dlopen", "topology", "pick", "together"])
    for name, run in runs.items():
        if name.startswith("dlopen_"):
            parts = [readable(run[f"{part}_ms"] * 1e6) for part in ("dlopen", "topology", "pick")]
            row(["/".join(name.split("/")[:2])] + parts + [readable(nanoseconds(run))])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    runs, context = read(sys.argv[1:])
    print(f"Measured on {context['num_cpus']} CPUs of {cpu_model()}, load {context['load_avg'][0]:.1f}, "
          f"{context['date'][:10]}.")
    eight_of_256(runs)
    cold(runs)
    documents(runs)


if __name__ == "__main__":
    main()
