"""Threads, fork and shutdown never crash the interpreter, and no other packages are needed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import koord
from conftest import fill, make_pod
from koord import AgentCpuset, KubeletCpuset, Topology


def in_threads(count: int, work: Any) -> None:
    failed: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def test_closing_under_calls(machine: Topology) -> None:
    """One thread closes while others are in calls: running calls finish, later ones raise."""
    for _ in range(20):
        cluster = koord.Cluster()
        fill(cluster, machine, [f"node-{i}" for i in range(20)])
        kubelet, node = koord.Kubelet(machine), koord.Agent(machine)
        query = koord.Query()
        pods = [make_pod(str(i)) for i in range(4)]
        refused = 0

        def work(number: int) -> None:
            nonlocal refused
            if number == 0:
                time.sleep(0.002)
                for handle in (cluster, kubelet, node, query, *pods):
                    handle.close()
                return
            try:
                while True:
                    pod = pods[number]
                    query.remove_pod(str(number))
                    cluster.evaluate(pod, query=query)
                    kubelet.admit(pod)
                    kubelet.cpus(KubeletCpuset.SHARED)
                    kubelet.remove_pod(str(number))
                    node.set_pod(pod)
                    node.snapshot().pods()
                    node.remove_pod(str(number))
            except ValueError as error:
                assert "closed" in str(error)
                refused += 1

        in_threads(4, work)
        assert refused == 3


def test_threads_share_what_changes(machine: Topology, cluster: koord.Cluster) -> None:
    """Calls that modify a kubelet or a node exclude each other: no CPU gets two owners."""
    kubelet = koord.Kubelet(
        machine,
        koord.KubeletSetup(
            config={"cpuManagerPolicy": "static", "reservedSystemCPUs": "0", "topologyManagerPolicy": "none"}
        ),
    )
    node = koord.Agent(machine)
    seen: list[int] = []

    def work(number: int) -> None:
        for turn in range(15):
            uid = f"{number}-{turn}"
            pod = koord.Pod.from_json(
                {
                    "metadata": {"name": uid, "uid": uid},
                    "spec": {
                        "containers": [
                            {"name": "a", "resources": {"limits": {"cpu": "2", "memory": "1Gi"}}},
                        ]
                    },
                }
            )
            admission = kubelet.admit(pod)
            node.set_pod(pod)
            assert node.pools
            if turn % 2 and admission:
                assert kubelet.remove_pod(uid)
            elif admission:
                seen.append(len(admission.admission.cpus(0)))
            cluster.reserve(make_pod(uid, 2), 0)
            node.to_json()

    in_threads(4, work)
    assert len(kubelet.cpus(KubeletCpuset.SHARED)) + sum(seen) == 64 and seen
    held = [cluster.pod_cpus(uid) for uid in cluster.pods(0)]
    assert sum(map(len, held)) == len(koord.CpuSet(cpu for cpus in held for cpu in cpus)) > 0
    assert node.info.pods == 60 and node.cpus(AgentCpuset.ALL) == machine.cpus


def test_other_threads_run_meanwhile(machine: Topology) -> None:
    """The GIL is released during a long call."""
    with koord.Cluster() as cluster:
        fill(cluster, machine, [f"node-{i}" for i in range(2000)])
        pods = [make_pod(str(i), 50) for i in range(1000)]
        ticks = 0
        over = threading.Event()

        def tick() -> None:
            nonlocal ticks
            while not over.is_set():
                ticks += 1
                time.sleep(0.0002)

        thread = threading.Thread(target=tick)
        thread.start()
        before = ticks
        assert cluster.plan_gang(pods)
        during = ticks - before
        over.set()
        thread.join()
        assert during > 10


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", "-X", "faulthandler", "-c", code], capture_output=True, text=True, timeout=120
    )


SETUP = """
import os, sys, threading, time, koord
machine = koord.Topology.from_synthetic("pack:2 numa:1 core:16 pu:2")
cluster = koord.Cluster()
for i in range(50):
    cluster.set_node(koord.NodeBuilder(name=f"n{i}").set_resource("cpu", 64000, 0))
    cluster.set_topology(koord.NrtBuilder(name=f"n{i}", topology=machine))
def pod(uid, cpus=4):
    builder = koord.PodBuilder(name=uid, uid=uid, qos=koord.Qos.LSR)
    builder.set_resource(builder.add_container("APP", "a"), "cpu", -1, 1000 * cpus)
    return koord.Pod.from_builder(builder)
"""


@pytest.mark.parametrize(
    "code",
    [
        # Daemon threads are inside calls when the interpreter ends.
        """
def forever():
    while True:
        cluster.explain(pod("x", 63), nearest=64)
for _ in range(3):
    threading.Thread(target=forever, daemon=True).start()
time.sleep(0.1)
""",
        # Handles that live as long as modules do, in cycles, and used by late finalizers.
        """
class Late:
    def __del__(self):
        try:
            self.cluster.evaluate(self.pod)
        except NameError:
            pass  # modules are gone by then
        self.cluster.close()
late = Late(); late.cluster = cluster; late.pod = pod("x"); late.me = late
sys.modules["late"] = late
""",
        # A call at exit.
        """
import atexit
atexit.register(lambda: print(cluster.find_best(pod("x"))[0].node))
""",
    ],
)
def test_shutdown(code: str) -> None:
    done = python(SETUP + code)
    assert (done.returncode, done.stderr) == (0, "")


def test_fork() -> None:
    """A child process continues with its parent's handles and does not affect the parent."""
    done = python(
        SETUP
        + """
assert cluster.reserve(pod("a"), 0)
child = os.fork()
if child == 0:
    cluster.remove_pod("a")
    assert len(cluster.evaluate(pod("b"))) == 50
    cluster.close()
    machine.close()
    os._exit(0)
_, status = os.waitpid(child, 0)
assert status == 0, status
assert str(cluster.pod_cpus("a")) == "0-3"
print("done")
"""
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_nothing_but_python_is_needed() -> None:
    done = python(
        "import sys; sys.modules['numpy'] = sys.modules['typing_extensions'] = None\n"
        + SETUP
        + "print(len(cluster.evaluate(pod('x'))), cluster.find_best(pod('x'))[0].node)"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "50 0\n", "")
