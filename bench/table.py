#!/usr/bin/env python3
"""Turns results of the benchmark programs (Google Benchmark's JSON) into the tables of docs/internals/performance.md.

Usage: table.py FILE...
"""
import json
import sys

AMOUNTS = (4, 8, 32)

# Times of the original Go code for the same work, in microseconds for 4, 8 and 32 CPUs;
# docs/internals/performance.md describes the measurement.
KOORDINATOR_GO = {
    "FullPCPUs_upstream": {
        "104cpu-2numa": (54, 53, 118),
        "128cpu-2numa": (53, 54, 58),
        "256cpu-2numa": (106, 116, 161),
        "512cpu-8numa": (229, 250, 227),
    },
    "SpreadByPCPUs_upstream": {
        "104cpu-2numa": (31, 31, 186),
        "128cpu-2numa": (45, 51, 61),
        "256cpu-2numa": (88, 86, 93),
        "512cpu-8numa": (172, 227, 301),
    },
}
KUBELET_GO = {
    "full_pcpus_only": {
        "104cpu-2numa": (771, 703, 1353),
        "128cpu-8numa": (873, 1089, 1476),
        "256cpu-8numa": (2936, 3096, 4127),
        "512cpu-8numa": (11291, 12063, 14518),
    },
    "distribute_numa": {
        "104cpu-2numa": (559, 627, 930),
        "128cpu-8numa": (674, 615, 4263),
        "256cpu-8numa": (1418, 1393, 3139),
        "512cpu-8numa": (2869, 2959, 2971),
    },
}
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


def beside_go(runs, title, peer, figures):
    for case, rows in figures.items():
        header(f"{title}: {case}",
               ["machine"] + [text for n in AMOUNTS for text in (f"{n} CPUs", "Go", "ratio")])
        for machine, go in rows.items():
            cells = [machine]
            for cpus, microseconds in zip(AMOUNTS, go):
                taken = nanoseconds(runs[f"{peer}/{case}/{machine}/{cpus}"])
                cells += [readable(taken), f"{microseconds:,} µs", f"{microseconds * 1e3 / taken:,.0f}×"]
            row(cells)


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
    beside_go(runs, "Koordinator", "koordinator", KOORDINATOR_GO)
    beside_go(runs, "kubelet", "kubelet", KUBELET_GO)
    eight_of_256(runs)
    cold(runs)
    documents(runs)


if __name__ == "__main__":
    main()
