#!/usr/bin/env python3
"""Measures the cost of a call from Python: filter and score of all nodes of half-full clusters for
one pod, warm, into an array of the caller.

Prints lines of language, rows and nanoseconds of CPU time per call. CPU time is the measure that
other programs on a shared machine affect least, because no call waits or uses a second thread. Does
not need NumPy.
"""

from __future__ import annotations

import sys
import time

from koord import BindPolicy, Cluster, NodeBuilder, NrtBuilder, Pod, PodBuilder, PriorityClass, Qos, Topology


def make_pod(uid: str, cpus: int) -> Pod:
    builder = PodBuilder(
        name=uid,
        uid=uid,
        qos=Qos.LSR,
        priority_class=PriorityClass.PROD,
        required_bind=BindPolicy.FULL_PCPUS,
    )
    builder.set_resource(builder.add_container("APP", "main"), "cpu", -1, 1000 * cpus)
    return Pod.from_builder(builder)


def make_cluster(nodes: int) -> Cluster:
    machine = Topology.from_synthetic("pack:2 numa:1 core:32 pu:2")
    cluster = Cluster()
    for number in range(nodes):
        name = f"node-{number}"
        node = cluster.set_node(NodeBuilder(name=name).set_resource("cpu", 128000, 0).set_resource("pods", 110, 0))
        nrt = NrtBuilder(name=name, topology=machine)
        for zone in ("node-0", "node-1"):
            nrt.add_resource(nrt.add_zone(zone, "Node"), "cpu", 64000, 64000, 64000)
        cluster.set_topology(nrt)
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
