#!/usr/bin/env python3
"""What a call costs from Python: filter and score of all nodes of half-full clusters for one pod, warm, into an array
of the caller's. Prints lines of language, rows and nanoseconds of CPU time per call, which is what other programs of a
shared machine disturb least: no call waits for anything, or uses a second thread. Needs no NumPy.
"""

from __future__ import annotations

import sys
import time

from koord import Amount, Cluster, Container, ContainerKind, Pod, BindPolicy, PriorityClass, Qos, Resource, Topology


def make_pod(uid: str, cpus: int) -> Pod:
    return Pod.make(
        uid,
        uid=uid,
        qos=Qos.LSR,
        priority_class=PriorityClass.PROD,
        required_bind=BindPolicy.FULL_PCPUS,
        containers=[Container(ContainerKind.APP, "main")],
        resources=[Resource(1000 * cpus, 1000 * cpus, "cpu", 0, 0)],
    )


def make_cluster(nodes: int) -> Cluster:
    machine = Topology.from_synthetic("pack:2 numa:1 core:32 pu:2")
    amounts = [Amount(64000, 0, "cpu", node) for node in (0, 1)]
    cluster = Cluster()
    for number in range(nodes):
        name = f"node-{number}"
        node = cluster.make_node(name, [Amount(128000, 0, "cpu", 0), Amount(110, 0, "pods", 0)])
        cluster.make_topology(name, machine, amounts)
        if not cluster.reserve(make_pod(f"half-{number}", 64), node):
            raise SystemExit(f"{name} does not take half of its CPUs")
    return cluster


def nanoseconds(cluster: Cluster, pod: Pod, rows: int) -> float:
    out = bytearray(16 * rows)
    evaluate = cluster.evaluate_into
    if evaluate(pod, out)[0] != rows:
        raise SystemExit("not every node was judged")
    repeats, best = 1, float("inf")
    while True:  # as many as take 0.2 s
        start = time.process_time()
        for _ in range(repeats):
            evaluate(pod, out)
        if time.process_time() - start >= 0.2:
            break
        repeats *= 2
    for _ in range(5):
        start = time.process_time()
        for _ in range(repeats):
            evaluate(pod, out)
        best = min(best, time.process_time() - start)
    return best / repeats * 1e9


def main() -> int:
    pod = make_pod("asked", 8)
    for rows in (1, 256, 10000):
        with make_cluster(rows) as cluster:
            print(f"Python\t{rows}\t{nanoseconds(cluster, pod, rows):.0f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
