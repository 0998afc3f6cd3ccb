"""Recorded results of the systems that libkoord replaces, replayed through the binding.

The vectors are in KOORD_SHARED/vectors, or in shared/vectors beside the checkout; their README
describes them.
"""

from __future__ import annotations

import json
from math import ceil
from typing import Any

import pytest

import koord
from conftest import shared_folder
from koord import (
    BindPolicy,
    Cpu,
    CpuSet,
    ExclusivePolicy,
    NumaHintFlags,
    NumaMergedFlags,
    NumaExclusive,
    NumaGrant,
    NumaHint,
    NumaHintList,
    NumaHintKind,
    NumaHints,
    NumaPlace,
    NumaPolicy,
    NumaStrategy,
    NumaUse,
    Pod,
    Profile,
    Topology,
)

VECTORS = shared_folder() / "vectors"
pytestmark = pytest.mark.skipif(
    not VECTORS.is_dir(), reason=f"no recorded answers in {VECTORS}: set KOORD_SHARED to the folder that has vectors/"
)

BIND = {"FullPCPUs": BindPolicy.FULL_PCPUS, "SpreadByPCPUs": BindPolicy.SPREAD_BY_PCPUS}
EXCLUSIVE = {"PCPULevel": ExclusivePolicy.PCPU_LEVEL, "NUMANodeLevel": ExclusivePolicy.NUMA_NODE_LEVEL}


def document(name: str) -> Any:
    return json.loads((VECTORS / name).read_text())


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines() if line]


def machine_of(entry: Any) -> Topology:
    return Topology.from_rows(
        Cpu(cpu, core, socket, node, -1, 0, -1, 0)
        for socket, node, core, cpus in entry["cores"]
        for cpu in CpuSet(cpus)
    )


class Holders:
    """The holders of CPUs and their exclusive policies. The last holder's policy applies to a CPU.
    """

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.policy: dict[int, str] = {}

    def hold(self, cpus: str, references: int, policy: str) -> None:
        for cpu in CpuSet(cpus):
            self.counts[cpu] = self.counts.get(cpu, 0) + references
            self.policy[cpu] = policy

    def under(self, policy: str) -> CpuSet:
        return CpuSet(cpu for cpu, had in self.policy.items() if had == policy)

    def references(self) -> list[int]:
        return [self.counts.get(cpu, 0) for cpu in range(max(self.counts, default=-1) + 1)]

    def full(self, most: int) -> CpuSet:
        return CpuSet(cpu for cpu, count in self.counts.items() if count >= most)

    def left(self, node: CpuSet, reserved: CpuSet, ratio: float) -> int:
        """Returns the milli-CPU that existing pods leave on a NUMA node. Capacity and usage are
        both amplified.
        """

        def amplify(milli: int) -> int:
            return ceil(milli * ratio) if ratio > 1 else milli

        capacity = amplify(1000 * len(node - reserved))
        allocated = sum(1000 * self.counts.get(cpu, 0) for cpu in node)
        distinct = sum(1000 for cpu in node if self.counts.get(cpu, 0) > 0)
        if ratio > 1:
            allocated += amplify(distinct) - distinct
        return max(0, capacity - max(0, allocated))


def pick(entry: Any, machine: Topology, holders: Holders, **rest: Any) -> koord.Picked | koord.PickRefused:
    return koord.pick(
        machine,
        entry.get("need", 0),
        core_held=holders.under("PCPULevel"),
        node_held=holders.under("NUMANodeLevel"),
        ref_counts=holders.references(),
        max_ref_count=entry.get("maxRef", 1),
        bind_policy=BIND.get(entry.get("bind", ""), BindPolicy.DEFAULT),
        exclusive_policy=EXCLUSIVE.get(entry.get("excl", ""), ExclusivePolicy.NONE),
        numa_strategy=NumaStrategy.MOST_ALLOCATED
        if entry.get("numa") == "MostAllocated"
        else NumaStrategy.LEAST_ALLOCATED,
        required=entry.get("required", False),
        profile=Profile.UPSTREAM,
        **rest,
    )


def outcome(picked: koord.Picked | koord.PickRefused) -> str:
    return str(picked.cpus) if picked else f"error: {picked.refusal}"


def expected(entry: Any) -> str:
    return f"error: {entry['err']}" if "err" in entry else str(entry.get("want", ""))


def take(entry: Any, machine: Topology) -> str:
    holders = Holders()
    for cpus, references, policy in entry.get("alloc", []):
        if references >= 0:
            holders.hold(cpus, references, policy)
    return outcome(pick(entry, machine, holders, available=entry.get("avail", ""), preferred=entry.get("pref", "")))


def allocate(entry: Any, machine: Topology) -> tuple[str, dict[int, int]]:
    holders = Holders()
    for pod in entry.get("pods", []):
        holders.hold(pod[0], 1, pod[1])
    reserved = CpuSet(entry.get("reserved", ""))
    nodes = {row.numa_node for row in machine.numa_nodes}
    given = [
        NumaGrant(holders.left(machine.cpuset(koord.CpusetKind.NUMA_NODE, node), reserved, entry.get("amp", 1.0)), 0, node)
        for node in entry.get("hint", [])
        if node in nodes
    ]
    available = machine.cpus - holders.full(entry.get("maxRef", 1)) - reserved
    picked = pick(entry, machine, holders, available=available, grants=given)
    grants = {grant.numa_node: grant.granted_milli for grant in picked.grants if grant.granted_milli > 0}
    return outcome(picked), grants


@pytest.mark.parametrize(
    ("file", "least"), [("koordinator-cpu-tables.json", 10), ("koordinator-cpu-random.json", 1000)]
)
def test_koordinator_picks(file: str, least: int) -> None:
    recorded = document(file)
    machines = {entry["topology"]: machine_of(entry) for entry in recorded["topologies"]}
    replayed = 0
    for entry in recorded["cases"]:
        if entry["op"] not in ("take", "allocate"):
            continue
        machine = machines[entry["topo"]]
        if entry["op"] == "take":
            assert take(entry, machine) == expected(entry), entry["id"]
        else:
            got, grants = allocate(entry, machine)
            assert got == expected(entry), entry["id"]
            if "err" not in entry and "wantNUMA" in entry:
                assert grants == {int(node): milli for node, milli in entry["wantNUMA"].items()}, entry["id"]
        replayed += 1
    assert replayed >= least


class Merging:
    """Collects the lists of providers, with NUMA nodes as row numbers."""

    def __init__(self, nodes: list[int]) -> None:
        self.nodes = nodes
        self.lists: list[NumaHintList] = []

    def add(self, number: int, provider: Any) -> None:
        if not provider:
            self.lists.append(NumaHintList("", (), NumaHintKind.NO_PREFERENCE, number))
        for resource, hints in (provider or {}).items():
            if hints is None:
                self.lists.append(NumaHintList(resource, (), NumaHintKind.NO_PREFERENCE, number))
            else:
                self.lists.append(NumaHintList(resource, [self.hint(hint) for hint in hints], provider=number))

    def hint(self, given: Any) -> NumaHint:
        flags = NumaHintFlags.PREFERRED if given["preferred"] else NumaHintFlags(0)
        if given["numa"] is None:
            return NumaHint(0, given.get("score", 0), flags | NumaHintFlags.NO_AFFINITY)
        return NumaHint(sum(1 << self.nodes.index(node) for node in given["numa"]), given.get("score", 0), flags)

    def answer(self, merged: koord.Merged) -> dict[str, Any]:
        flags = merged.answer.flags
        kept = [node for i, node in enumerate(self.nodes) if merged.answer.nodes >> i & 1]
        return {
            "numa": kept if flags & NumaMergedFlags.AFFINITY else None,
            "preferred": bool(flags & NumaMergedFlags.PREFERRED),
        }


KUBELET_POLICY = {
    "none": NumaPolicy.NONE,
    "best-effort": NumaPolicy.BEST_EFFORT,
    "restricted": NumaPolicy.RESTRICTED,
    "single-numa-node": NumaPolicy.SINGLE_NUMA_NODE,
}


def test_kubelet_topology_manager() -> None:
    replayed = 0
    for line in lines("kubelet-topology-manager.jsonl"):
        if line["kind"] == "new-manager":
            continue
        nodes = line["numa_nodes"]
        if nodes is None:
            nodes = {
                node
                for provider in line["providers"]
                for hints in (provider or {}).values()
                for hint in hints or []
                for node in hint["numa"] or []
            }
        merging = Merging(sorted(nodes))
        for number, provider in enumerate(line["providers"]):
            merging.add(number, provider)
        merged = koord.numa_merge(
            NumaHints(
                [NumaPlace(node, NumaUse.IDLE) for node in merging.nodes],
                merging.lists,
                distances=line["distances"] if line["prefer_closest"] else None,
            ),
            policy=KUBELET_POLICY[line["policy"]],
            prefer_closest=line["prefer_closest"],
            max_nodes=64,
            profile=Profile.KUBELET,
        )
        assert (merging.answer(merged), bool(merged)) == (line["hint"], line["admit"]), line.get("case")
        replayed += 1
    assert replayed >= 2000


KOORDINATOR_POLICY = {
    "": NumaPolicy.NONE,
    "BestEffort": NumaPolicy.BEST_EFFORT,
    "Restricted": NumaPolicy.RESTRICTED,
    "SingleNUMANode": NumaPolicy.SINGLE_NUMA_NODE,
}
EXCLUSIVES = {"": NumaExclusive.UNSET, "Preferred": NumaExclusive.PREFERRED, "Required": NumaExclusive.REQUIRED}
USES = {"idle": NumaUse.IDLE, "single": NumaUse.SINGLE, "shared": NumaUse.SHARED}


def test_koordinator_topology_manager() -> None:
    cases = document("koordinator-numa-merge.json")["cases"]
    for entry in cases:
        merging = Merging(entry["nodes"])
        for number, provider in enumerate(entry["providers"]):
            merging.add(number, provider)
        merged = koord.numa_merge(
            NumaHints(
                [NumaPlace(node, USES[use]) for node, use in zip(entry["nodes"], entry["status"], strict=True)],
                merging.lists,
            ),
            policy=KOORDINATOR_POLICY[entry["policy"]],
            exclusive=EXCLUSIVES[entry.get("exclusive", "")],
            max_nodes=64,
            profile=Profile.UPSTREAM,
        )
        got = merging.answer(merged)
        got["unsatisfied"] = bool(merged.answer.flags & NumaMergedFlags.UNSATISFIED)
        got["score"] = merged.answer.score
        assert got == entry["want"], entry["id"]
        assert bool(merged) == entry["admit"], entry["id"]
        assert sorted(merged.text.splitlines()) == entry.get("reasons", []), entry["id"]
    assert len(cases) >= 300


def nrt_pod(entry: Any) -> Pod:
    def containers(field: str) -> list[Any]:
        return [{"resources": one} for one in entry.get(field) or []]

    spec = {"containers": containers("containers"), "initContainers": containers("initContainers")}
    return Pod.from_json({"metadata": {"name": "pod"}, "spec": spec})


def nrt_object(fixture: Any) -> Any:
    nrt = dict(fixture["nrt"])
    nrt["metadata"] = {**nrt.get("metadata", {}), "name": nrt.pop("name")}
    return nrt


LEVELS = {
    koord.NrtLevel.POD: "pod",
    koord.NrtLevel.CONTAINER: "container",
    koord.NrtLevel.INIT_CONTAINER: "init-container",
}


def test_node_resource_topology_match() -> None:
    recorded = document("nrt-match-tables.json")
    replayed = 0
    for entry in recorded["filter"]:
        fixture = recorded["fixtures"][entry["node"]]
        node = {"metadata": {"name": fixture["nrt"]["name"]}, "status": {"allocatable": fixture["allocatable"]}}
        pod = nrt_pod(entry["pod"])
        verdict = koord.NrtNode.from_json(node, nrt_object(fixture)).filter(pod)
        assert bool(verdict) == (verdict.text == "")
        got = {
            "fit": bool(verdict),
            "reject_level": LEVELS.get(verdict.verdict.level),
            "qos": pod.info.kube_qos.label,
        }
        assert got == {**entry["expect"], "qos": entry["pod_qos"]}, entry["id"]
        replayed += 1
    for group in ("score_strategy", "score_least_numa"):
        for entry in recorded[group]:
            if group == "score_strategy":
                weights = [{"name": name, "weight": weight} for name, weight in entry["weights"].items()]
                strategy = {"type": entry["strategy"], "resources": weights}
                wanted = entry["expect"]["derived_scores"]
            else:
                strategy = {"type": "LeastNUMANodes"}
                wanted = entry["expect"]["scores"]
            hidden = entry.get("nodes_without_nrt") or []
            for name in entry["nodes"]:
                fixture = recorded["fixtures"][name]
                node_name = fixture["nrt"]["name"]
                nrt = None if node_name in hidden else nrt_object(fixture)
                node = koord.NrtNode.from_json({"metadata": {"name": node_name}}, nrt)
                score = node.score(nrt_pod(entry["pod"]), {"scoringStrategy": strategy})
                assert score == wanted[node_name], (entry["id"], node_name)
                replayed += 1
    assert replayed >= 50
