#!/usr/bin/env python3
"""koordctl reports the machine that QEMU was told to be: topology_test.py --koordctl FILE --cache DIRECTORY"""
import argparse
import json
import sys

import guest

SOCKETS, NODES, CORES, THREADS, MEMORY = 2, 2, 2, 2, 160
NEAR, FAR = 12, 21  # guest.py's distances


def expected():
    """Returns consecutive CPUs, cores and NUMA nodes: those of a socket, of a NUMA node and of a core are adjacent."""
    cpus, cores, nodes = [], [], []
    for node in range(SOCKETS * NODES):
        first = node * CORES * THREADS
        nodes.append((node, f"{first}-{first + CORES * THREADS - 1}"))
        for core in range(CORES):
            threads = range(first + core * THREADS, first + (core + 1) * THREADS)
            cores.append((node // NODES, node, f"{threads[0]}-{threads[-1]}"))
            cpus += [(cpu, node // NODES, node, len(cores) - 1) for cpu in threads]
    return cpus, cores, nodes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--koordctl", required=True)
    parser.add_argument("--cache", required=True)
    options = parser.parse_args()
    done = guest.run(guest.parse(
        ["--cache", options.cache, "--sockets", str(SOCKETS), "--nodes", str(NODES), "--cores", str(CORES),
         "--threads", str(THREADS), "--memory", str(MEMORY), "--program", options.koordctl,
         "koordctl topology -o json"]))
    if done.code != 0:
        return done.code
    start, end = done.text.index("\n{\n"), done.text.index("\n}\n")
    found = json.loads(done.text[start:end + 2])

    cpus, cores, nodes = expected()
    wrong = []

    def expect(what, value, wanted):
        if value != wanted:
            wrong.append(f"{what}: found {value}, expected {wanted}")

    expect("cpus", [(c["cpu"], c["socket"], c["node"], c["coreIndex"]) for c in found["cpus"]], cpus)
    expect("cores", [(c["socket"], c["node"], c["cpuset"]) for c in found["cores"]], cores)
    expect("NUMA nodes", [(n["node"], n["cpuset"]) for n in found["numaNodes"]], nodes)
    expect("threads of a core", found["smtWidth"], THREADS)
    expect("usable CPUs", found["cpuset"], f"0-{len(cpus) - 1}")
    expect("offline CPUs", found["offlineCpuset"], "")
    width = len(cpus) // SOCKETS
    expect("sockets", [(s["socket"], s["cpuset"]) for s in found["sockets"]],
           [(s, f"{s * width}-{(s + 1) * width - 1}") for s in range(SOCKETS)])
    expect("distances", found["distances"]["values"],
           [[10 if a == b else NEAR if a // NODES == b // NODES else FAR for b in range(SOCKETS * NODES)]
            for a in range(SOCKETS * NODES)])
    for node in found["numaNodes"]:
        # The kernel keeps some memory for itself.
        if not MEMORY * 0.5 <= node["memoryBytes"] / 2**20 <= MEMORY:
            wrong.append(f"NUMA node {node['node']}: {node['memoryBytes']} bytes of {MEMORY} MiB")
    for line in wrong:
        print("FAILED:", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
