"""Fixtures and helpers of several tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import koord
from koord import ContainerKind, NodeBuilder, NrtBuilder, Pod, PodBuilder, Qos, Topology

# Use the same examples every time, without a database in the source tree.
settings.register_profile("build", database=None, deadline=None, derandomize=True, max_examples=50)
settings.load_profile("build")

ROOT = Path(__file__).resolve().parents[3]


def make_pod(uid: str, count: int = 4, *, priority: int = 9000, **rest: object) -> Pod:
    """Returns a pod of QoS LSR that requests `count` exclusive CPUs."""
    builder = PodBuilder(name=f"pod-{uid}", uid=uid, qos=Qos.LSR, priority=priority, **rest)  # type: ignore[arg-type]
    builder.set_resource(builder.add_container(ContainerKind.APP, "main"), "cpu", -1, 1000 * count)
    return Pod.from_builder(builder)


def make_node(name: str, cpus: int, **rest: object) -> NodeBuilder:
    return NodeBuilder(name=name, **rest).set_resource("cpu", 1000 * cpus, 0)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def machine() -> Topology:
    return Topology.from_synthetic("pack:2 numa:1 l3:2 core:8 pu:2")


def fill(cluster: koord.Cluster, machine: Topology, names: list[str]) -> None:
    for name in names:
        cluster.set_node(make_node(name, 64).set_resource("memory", 1 << 36, 0))
        nrt = NrtBuilder(name=name, topology=machine)
        for zone in ("node-0", "node-1"):
            nrt.add_resource(nrt.add_zone(zone, "Node"), "cpu", 32000, 32000, 32000)
        cluster.set_topology(nrt)


@pytest.fixture
def cluster(machine: Topology) -> Iterator[koord.Cluster]:
    with koord.Cluster() as made:
        fill(made, machine, ["node-a", "node-b", "node-c"])
        yield made


@pytest.fixture
def replay() -> str:
    """Returns the path of koord-replay."""
    given = os.environ.get("KOORD_REPLAY")
    if not given:
        pytest.skip("KOORD_REPLAY does not say where koord-replay is")
    return given


def shared_folder() -> Path:
    """Returns the folder of recorded results: KOORD_SHARED, or "shared" beside the checkout."""
    given = os.environ.get("KOORD_SHARED")
    return Path(given) if given else ROOT.parent / "shared"
