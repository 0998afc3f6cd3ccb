"""Clusters: nodes and pods with and without JSON, trials, plans, options."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import koord
from conftest import make_node, make_pod
from koord import (
    ClusterCpuset,
    CpuSet,
    DeviceBuilder,
    DeviceText,
    GpuPolicy,
    NodeCpuset,
    NrtBuilder,
    NrtCpuset,
    NumaPolicy,
    Pod,
    PodBuilder,
    Profile,
    Protection,
    Query,
    Reason,
    RemedyKind,
    StepKind,
    TaskClass,
    Topology,
)
from koord._rows import pack


def nrt_without_json() -> NrtBuilder:
    nrt = NrtBuilder(name="a").add_policy("Restricted").add_attribute("topologyManagerScope", "pod")
    nrt.set_annotation("node.koordinator.sh/cpu-topology", '{"detail":[{"id":0},{"id":1},{"id":2}]}')
    zone = nrt.add_zone("node-0", "Node")
    nrt.add_resource(zone, "cpu", 4000, 3000, -1).add_resource(zone, "memory", 1 << 30, 1 << 30, 1 << 30)
    return nrt.add_cost(zone, "node-0", 10).set_cpus(NrtCpuset.RESERVED, "0")


def devices_without_json() -> DeviceBuilder:
    devices = DeviceBuilder(name="a").set_label("node.koordinator.sh/gpu-model", "H100")
    devices.set_annotation("node.koordinator.sh/gpu-links", "[]")
    gpu = devices.add_device(healthy=True, has_module=True, has_topology=True, module=1, socket=-1)
    devices.set_device_text(gpu, DeviceText.TYPE, "gpu").set_device_text(gpu, DeviceText.ID, "GPU-0")
    amounts = {"koordinator.sh/gpu-core": 100, "koordinator.sh/gpu-memory": 1 << 36}
    for name, amount in {**amounts, "koordinator.sh/gpu-memory-ratio": 100}.items():
        devices.set_resource(gpu, name, amount)
    rdma = devices.add_device(healthy=True)
    devices.set_device_text(rdma, "TYPE", "rdma").set_resource(rdma, "koordinator.sh/rdma", 100)
    group = devices.add_vf_group(rdma)
    return devices.set_vf_label(group, "type", "fast").add_vf(group, -1, "0000:1f:00.2")


def test_nodes_without_json(machine: Topology) -> None:
    node = make_node("a", 64, architecture="amd64", system_cpus_shared=True).set_resource("memory", 0, 1)
    node.set_label("node.koordinator.sh/cpu-bind-policy", "FullPCPUsOnly").set_cpus("SYSTEM", "2")
    node.set_annotation("node.koordinator.sh/reservation", '{"reservedCPUs":"0-1"}')
    nrt, devices = nrt_without_json(), devices_without_json()
    with koord.Cluster() as cluster:
        number = cluster.set_node(node)
        assert cluster.set_topology(nrt) == cluster.set_devices(devices) == number
        assert cluster.node_cpus(number, ClusterCpuset.RESERVED) == CpuSet("0-1")
        with pytest.raises(koord.InvalidError, match=r"Node b: metadata\.labels"):
            cluster.set_node(make_node("b", 1).set_label("node.koordinator.sh/cpu-bind-policy", "odd"))
        twice = NrtBuilder(name="b")
        assert (twice.add_zone("node-0", "Node"), twice.add_zone("node-0", "Node")) == (0, 1)
        with pytest.raises(koord.InvalidError, match="zones\\[1\\]"):
            cluster.set_topology(twice)
        with pytest.raises(koord.InvalidError, match="metadata.name: missing"):
            cluster.set_devices(DeviceBuilder())
        with pytest.raises(TypeError, match="not DeviceBuilder"):
            cluster.set_node(devices)  # type: ignore[arg-type]
    assert Topology.from_nrt(nrt).info.cpus == 3
    with koord.Agent(machine) as agent:
        assert agent.set_node(node).set_devices(devices) is agent
        assert agent.cpus(koord.AgentCpuset.RESERVED) == CpuSet("0-1")


def test_a_session(cluster: koord.Cluster) -> None:
    pod = make_pod("a", 8)
    best = cluster.find_best(pod, 2)
    assert [row.node for row in best] == [0, 1] and best.generation == cluster.info.generation
    assert cluster.judge(pod, 0) and cluster.judge(pod, 0).score == best[0].score
    reserved = cluster.reserve(pod, 0, Query().set_generation(best.generation))
    assert reserved and len(reserved.cpus) == 8
    assert cluster.pod_cpus("a") == reserved.cpus == cluster.node_cpus(0, ClusterCpuset.ALLOCATED)
    assert (cluster.pod_node("a"), cluster.pods(0), cluster.info.pods) == (0, ["a"], 1)
    assert json.loads(cluster.pod_status("a"))["cpuset"] == str(reserved.cpus)
    assert cluster.pod_devices("a") == "{}"
    assert "annotations" in json.loads(cluster.prebind(pod))["metadata"]
    assert "numaNodeResources" not in cluster.prebind(pod, proposal=True)
    other = make_pod("z", 40)
    seen = cluster.evaluate(other).generation
    assert cluster.reserve(make_pod("y", 32), 2)
    assert [row.node for row in cluster.changes(other, seen)] == [2]
    cluster.remove_pod("y")
    with pytest.raises(koord.StaleError):
        cluster.reserve(make_pod("b"), 0, Query().set_generation(best.generation))
    with pytest.raises(koord.ConflictError):
        cluster.reserve(pod, 1)
    full = cluster.reserve(make_pod("c", 60), 0)
    assert not full and full.refusal and full.cpus == CpuSet()
    assert str(cluster.picture(0, {"a": "web"})).count("web") == 1
    cluster.remove_pod("a")
    with pytest.raises(koord.NotFoundError):
        cluster.remove_pod("a")
    assert cluster.node_name(0) == "node-a" and cluster.node_id("node-b") == 1
    machine = cluster.node_topology(0)
    assert machine is not None and len(machine.cpus) == 64


def test_objects(cluster: koord.Cluster, machine: Topology) -> None:
    node = {"metadata": {"name": "node-d"}, "status": {"allocatable": {"cpu": "64", "memory": "64Gi"}}}
    number = cluster.set_node(node)
    assert cluster.node_topology(number) is None
    with pytest.raises(koord.NotFoundError, match="node-d"):
        cluster.picture(number)
    assert cluster.set_topology(machine.to_nrt("node-d")) == number
    whole = {"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory-ratio": "100", "koordinator.sh/gpu-memory": "8Gi"}
    gpu = {"type": "gpu", "minor": 0, "health": True, "resources": whole}
    device = {"metadata": {"name": "node-d"}, "spec": {"devices": [gpu]}}
    assert cluster.set_devices(device) == number
    limits = {"cpu": "1", "nvidia.com/gpu": "10"}
    claim = {"gpu": [{"minor": minor, "resources": {"koordinator.sh/gpu-core": "50"}} for minor in range(9, -1, -1)]}
    pod = {
        "metadata": {
            "name": "g",
            "uid": "g",
            "annotations": {"scheduling.koordinator.sh/device-allocated": json.dumps(claim)},
        },
        "spec": {"nodeName": "node-d", "containers": [{"name": "main", "resources": {"limits": limits}}]},
    }
    assert cluster.set_pod(Pod.from_json(pod)).devices_unknown == 9
    assert cluster.pod_minors("g") == list(range(10))
    assert cluster.pod_minors("g", "rdma") == cluster.pod_minors("g", "") == []
    cluster.remove_pod("g")
    with pytest.raises(koord.NotFoundError, match="g"):
        cluster.pod_minors("g")
    cluster.remove_devices("node-d")
    cluster.remove_topology("node-d")
    cluster.remove_node("node-d")
    with pytest.raises(koord.NotFoundError):
        cluster.node_id("node-d")
    with pytest.raises(koord.InvalidError, match="node-e"):
        cluster.set_node({"metadata": {"name": "node-e"}, "status": {"allocatable": {"cpu": "many"}}})


def test_names_and_labels_go_in(cluster: koord.Cluster, machine: Topology) -> None:
    pod = make_pod("named", 2)
    assert cluster.judge(pod, "node-b") == cluster.judge(pod, 1)
    assert cluster.reserve(pod, "node-b") and cluster.pods("node-b") == ["named"]
    assert cluster.node_cpus("node-b", "ALLOCATED") == cluster.pod_cpus("named")
    with pytest.raises(koord.NotFoundError, match="node-z"):
        cluster.judge(pod, "node-z")
    by_label = koord.pick(machine, 3, bind_policy="FullPCPUs", required=True)
    assert not by_label and by_label == koord.pick(
        machine, 3, bind_policy=koord.BindPolicy.FULL_PCPUS, required=True
    )
    assert koord.NumaPolicy("SingleNUMANode") is koord.NumaPolicy["SINGLE_NUMA_NODE"]
    with pytest.raises(ValueError, match="'Any' is not a valid BindPolicy, expected one of Default, FullPCPUs, "):
        koord.pick(machine, 3, bind_policy="Any")


def test_names_of_numbers(cluster: koord.Cluster) -> None:
    builder = PodBuilder(name="x", uid="x")
    builder.set_resource(builder.add_container("APP", "a"), "memory", -1, 1 << 50)
    judged = cluster.judge(Pod.from_builder(builder), 0)
    assert judged.refusal and judged.refusal.reason == Reason.INSUFFICIENT_RESOURCE
    assert cluster.resource_name(judged.refusal.resource) == "memory"
    assert cluster.format_refusal(judged.refusal).startswith("needs 1Pi of memory; the node has ")
    with pytest.raises(TypeError):
        cluster.format_refusal("NotEnoughCPUs")  # type: ignore[arg-type]
    assert cluster.device_type_name(0) == "gpu"


def test_what_if(cluster: koord.Cluster) -> None:
    assert cluster.reserve(make_pod("a", 60), 0)
    pod = make_pod("b", 30)
    assert not cluster.judge(pod, 0)
    with Query().remove_pod("a").protect_pod("z", Protection.KEEP) as query:
        assert cluster.judge(pod, 0, query=query)
        assert cluster.evaluate(pod, query=query)[0].reason == Reason.NONE
    with Query().add_pod(make_pod("c", 60), 1) as query:
        assert not cluster.judge(pod, 1, query=query)
    query = Query()
    assert repr(query) == "<koord.Query as new>"
    query.drain_node(1).isolate_cpus(0, [0, 1]).disable_smt(2).add_pod(pod, 1).protect_pod("a", Protection.AVOID)
    assert repr(query) == (
        "<koord.Query 1 before; isolate_cpus(0, [0, 1]); disable_smt(2); "
        f"add_pod({pod!r}, 1); protect_pod('a', {Protection.AVOID!r})>"
    )
    assert repr(query.clone()) == repr(query) and repr(query.reset()) == "<koord.Query as new>"
    assert repr(Query(skip_fit=True).set_generation(7)) == "<koord.Query set_flags('skip_fit'); set_generation(7)>"
    counted = cluster.capacity(pod)
    assert counted.info.pods == 4 and [row.pods for row in counted.nodes] == [0, 2, 2]
    assert sum(reason.nodes for reason in counted.reasons) == 3
    with Query().drain_node(1).disable_smt(2) as query:
        assert cluster.capacity(pod, query=query).info.pods == 1
    with Query().isolate_cpus(1, "0-31") as query:
        assert [row.pods for row in cluster.capacity(pod, query=query).nodes] == [0, 1, 2]
        with pytest.raises(koord.InvalidError):
            cluster.judge(pod, 0, query=query)


def test_queries_know_names_of_nodes(cluster: koord.Cluster) -> None:
    pod = make_pod("b", 30)
    names = [one.name for one in cluster.node_names.rows]
    by_name = Query(cluster=cluster).add_pod(make_pod("c", 60), names[1])
    assert not cluster.judge(pod, 1, query=by_name) and cluster.judge(pod, 0, query=by_name)
    assert names[1] in repr(by_name)
    assert not cluster.judge(pod, 0, query=by_name.reset().add_pod(make_pod("c", 60), names[0]))
    query = Query(cluster=cluster).clone().drain_node(names[1]).disable_smt(names[2]).isolate_cpus(0, "0")
    numbers = Query().drain_node(1).disable_smt(2).isolate_cpus(0, "0")
    assert cluster.capacity(pod, query=query).nodes == cluster.capacity(pod, query=numbers).nodes
    with pytest.raises(koord.NotFoundError):
        query.drain_node("no-such")
    with pytest.raises(TypeError, match=r"'node-a' is a name, which only Query\(cluster=...\) finds"):
        Query().drain_node("node-a")
    gone = koord.Cluster()
    query = Query(cluster=gone)
    gone.close()
    with pytest.raises(ValueError, match="Cluster is closed"):
        query.drain_node("node-a")
    with pytest.raises(ValueError, match="Cluster is closed"):
        Query(cluster=gone)


def test_hints_and_merges(cluster: koord.Cluster) -> None:
    pod = make_pod("a", 8)
    hints = cluster.hints(pod, 0, NumaPolicy.BEST_EFFORT)
    assert [row.numa_node for row in hints.nodes] == [0, 1] and hints.lists[0].name == "cpu"
    merged = koord.numa_merge(hints, policy=NumaPolicy.SINGLE_NUMA_NODE)
    assert merged and merged.text == ""
    kind = koord.dtype(koord.NumaHint)
    arrays = [one._replace(hints=np.frombuffer(pack(koord.NumaHint, one.hints), kind)) for one in hints.lists]
    again = koord.NumaHints(hints.nodes.array, arrays)
    assert again.lists == hints.lists and again.nodes == hints.nodes
    assert koord.numa_merge(again, policy=NumaPolicy.SINGLE_NUMA_NODE) == merged
    same = again.clone()
    assert list(again.reset().nodes) == [] and again.lists == []
    assert cluster.hints(pod, 0, NumaPolicy.BEST_EFFORT, again) is again and again.lists == same.lists
    # Hints of another provider take part.
    gpu = koord.NumaHintList("gpu", kind=koord.NumaHintKind.UNSATISFIABLE, provider=1)
    refused = koord.numa_merge(same.add_list(gpu), policy=NumaPolicy.SINGLE_NUMA_NODE)
    assert repr(same) == f"<koord.NumaHints 2 nodes, {len(same.lists)} lists>"
    assert not refused and "gpu" in refused.text and same.lists[-1] == gpu
    closest = hints.clone().set_nodes(hints.nodes, [[10, 20], [20, 10]])
    assert koord.numa_merge(closest, policy=NumaPolicy.SINGLE_NUMA_NODE, prefer_closest=True) == merged
    reserved = cluster.reserve(pod, 0, Query().set_affinity(merged.answer.nodes))
    assert reserved and len({cpu // 32 for cpu in reserved.cpus}) == 1
    with pytest.raises(ValueError, match="distances"):
        koord.NumaHints(hints.nodes, distances=[[10]])
    with pytest.raises(koord.InvalidError):
        koord.numa_merge(hints, policy=NumaPolicy(99))
    with pytest.raises(koord.InvalidError):
        hints.add_list(koord.NumaHintList("x", [koord.NumaHint(4, 0, koord.NumaHintFlags(0))]))
    with pytest.raises(TypeError, match="NumaHintList is wanted"):
        koord.NumaHints((), [("x", ())])  # type: ignore[list-item]
    with pytest.raises(koord.NotFoundError):
        cluster.hints(pod, 99, NumaPolicy.BEST_EFFORT, hints)
    assert hints.lists[0].name == "cpu"
    with same, pytest.raises(TypeError):
        koord.numa_merge(cluster, policy=NumaPolicy.NONE)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="NumaHints is closed"):
        same.reset()


def test_gangs(cluster: koord.Cluster) -> None:
    gang = [make_pod(str(i), 30) for i in range(4)]
    some = koord.Query(cluster=cluster).exclude_node(0)
    one = cluster.plan_gang(gang[:1], query=some)
    assert one.plan and one.plan.steps[0].node != 0
    apart = koord.Query(cluster=cluster).exclude_pod_node(gang[0].uid, 0)
    both = cluster.plan_gang(gang[:1], query=apart)
    assert both.plan and both.plan.steps[0].node != 0
    planned = cluster.plan_gang(gang, max_nodes=2)
    assert planned and planned.plan and isinstance(planned.info, koord.GangInfo) and planned.info.nodes == 2
    assert [step.kind for step in planned.plan.steps] == [StepKind.PLACE] * 4 and repr(planned.plan) == "<koord.Plan 4 steps>"
    cluster.commit(planned.plan)
    assert cluster.info.pods == 4
    with pytest.raises((koord.StaleError, koord.ConflictError)):
        cluster.commit(planned.plan)
    refused = cluster.plan_gang([make_pod(f"x{i}", 30) for i in range(9)])
    assert not refused and refused.refusal and refused.refusal.reason == Reason.GANG_UNPLACED


def test_resize_and_rebind(cluster: koord.Cluster) -> None:
    for i in range(6):
        assert cluster.reserve(make_pod(str(i), 10), 0)
    grown = cluster.plan_resize(make_pod("0", 12))
    assert grown.plan is None or len(grown.plan.step_cpus(0)) == 12
    for i in (1, 3):
        cluster.remove_pod(str(i))
    grown = cluster.plan_resize(make_pod("0", 12), Query(may_move=True))
    assert grown.plan and len(grown.plan.step_cpus(0)) == 12 and grown.plan.steps[0].kind == StepKind.MOVE
    assert len(CpuSet(json.loads(cluster.step_status(grown.plan, 0))["cpuset"])) == 12
    assert cluster.step_devices(grown.plan, 0) == "{}"
    rebound = cluster.plan_rebind(0, max_moved=2, budget=2000)
    assert rebound.plan is not None and isinstance(rebound.info, koord.RebindInfo)
    assert rebound.info.before.free_cpus == rebound.info.after.free_cpus == 24
    fits = cluster.plan_rebind_for(make_pod("new", 22), 0)
    assert fits.plan is not None or fits.refusal is not None
    request = koord.rebind_request_from_json(
        {
            "apiVersion": "scheduling.koordinator.sh/v1alpha1",
            "kind": "RebindResource",
            "metadata": {"name": "r"},
            "spec": {"nodeName": "node-a", "rebindAction": "RebindCPU"},
        }
    )
    assert request.node == "node-a" and request.request.deadline_seconds == 600
    patch = koord.rebind_status_to_json(koord.RebindPhase.SUCCEED, "2026-01-02T03:04:05Z", "done")
    assert "status" in json.loads(patch)


def test_preemption(cluster: koord.Cluster) -> None:
    for node in range(3):
        assert cluster.reserve(make_pod(f"low-{node}", 60, priority=5000 + node), node)
    preemption = cluster.preempt(make_pod("high", 40, priority=9999))
    row = preemption.nodes[0]
    assert (row.node, row.victims, row.highest_priority, row.reason) == (0, 1, 5000, Reason.NONE)
    assert [step.uid for step in preemption.victims(0)] == ["low-0"]
    # offsets start at its own texts
    assert [step.uid for step in preemption.victims(1)] == ["low-1"]
    assert repr(preemption) == "<koord.Preemption 3 nodes>"
    unresolvable = cluster.preempt(make_pod("higher", 65, priority=9999))
    assert all(row.reason != Reason.NONE for row in unresolvable.nodes)
    planned = cluster.plan_preemption(preemption, 0)
    assert planned.plan and [step.kind for step in planned.plan.steps] == [StepKind.RELEASE, StepKind.PLACE]
    cluster.commit(planned.plan)
    assert cluster.pods(0) == ["high"]


def test_reservations(cluster: koord.Cluster) -> None:
    assert cluster.reserve(make_pod("room", 16), 0)
    cluster.set_reservation("room", koord.ReservationPolicy.RESTRICTED)
    taken = cluster.reserve_from(make_pod("owner", 8), Query().use_reservation("room"))
    assert taken and len(taken.cpus) == 8
    refused = cluster.reserve_from(make_pod("other", 12), Query().use_reservation("room").clone())
    assert refused.refusal and refused.refusal.reason == Reason.RESERVATION_SHORT
    cluster.attach_owner("owner", "room")  # a second call has no effect
    with Query().use_reservation("room") as query:
        assert cluster.judge(make_pod("third", 4), 0, query=query)


def test_explanations(cluster: koord.Cluster) -> None:
    with cluster.explain(make_pod("x", 65), nearest=2) as why:
        assert (why.info.nodes, why.info.fitting, len(why.misses)) == (3, 0, 2)
        assert why.groups[0].nodes == 3 and len(why.fits) == 0
        assert any(step.kind == RemedyKind.POD_CPU and step.after < 65000 for step in why.remedies)
        assert json.loads(why.to_json()) and "65 CPUs" in str(why) and str(why) == why.to_text()
        assert RemedyKind.POD_CPU.label == "PodCPU"


def test_pods_restored(cluster: koord.Cluster) -> None:
    pod = make_pod("a", 2, node="node-b", cpus="4-5")
    conflicts = cluster.set_pod(pod)
    assert not conflicts.claims_refused and conflicts.cpus.reason == koord.Reason.NONE and cluster.pod_cpus("a") == CpuSet("4-5")
    other = cluster.set_pod(make_pod("b", 2, node="node-b", cpus="5-6"))
    assert (other.cpus_held, other.claims_refused, other.cpus.reason) == (1, 1, koord.Reason.CPU_TAKEN)
    assert cluster.pod_conflicts("b") == other and cluster.pod_cpus("b") == CpuSet()
    cluster.remove_pod("a")
    assert not cluster.pod_conflicts("b").claims_refused and cluster.pod_cpus("b") == CpuSet("5-6")


def test_faults() -> None:
    assert make_pod("a", 2).faults == ()
    broken = {"scheduling.koordinator.sh/resource-status": "{"}
    (fault,) = Pod.from_json({"metadata": {"name": "b", "uid": "b", "annotations": broken}, "spec": {}}).faults
    assert "resource-status" in fault


def test_gpu_placing(cluster: koord.Cluster) -> None:
    cluster.set_gpu_policy(GpuPolicy.FGD, [TaskClass(10, 4000, 500, 1, "", 0), TaskClass(5, 8000, 1000, 2, "A100|H100", 1 << 34)])
    with pytest.raises(koord.InvalidError):
        cluster.set_gpu_policy(GpuPolicy.FGD, [])
    with pytest.raises(TypeError):
        cluster.set_gpu_policy(GpuPolicy.FGD, [TaskClass(10, 4000, 500, 1, None, 0)])  # type: ignore[arg-type]
    cluster.set_gpu_policy("NONE", [])


def test_options(machine: Topology) -> None:
    args = {"defaultCPUBindPolicy": "SpreadByPCPUs", "scoringStrategy": {"type": "MostAllocated"}}
    with koord.Cluster(profile=Profile.UPSTREAM, args=args, upstream_score=True) as cluster:
        number = cluster.set_node(make_node("a", 64, unschedulable=True).set_cpus(NodeCpuset.RESERVED, "0-1"))
        cluster.set_topology(NrtBuilder(name="a", topology=machine, static=True).set_cpus(NrtCpuset.HELD, "2-3"))
        assert cluster.node_cpus(number, ClusterCpuset.RESERVED) >= CpuSet("0-1")
        judged = cluster.judge(make_pod("x"), number)
        assert judged.refusal and judged.refusal.reason == Reason.NODE_UNSCHEDULABLE
        assert cluster.judge(make_pod("x"), number, Query(skip_fit=True))
    with pytest.raises(koord.UnsupportedError):
        koord.Cluster(profile=Profile.KUBELET)
    with pytest.raises(koord.InvalidError, match="defaultCPUBindPolicy"):
        koord.Cluster(args={"defaultCPUBindPolicy": "Any"})
