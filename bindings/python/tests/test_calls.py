"""Every part of the binding, once through: what goes in arrives, what comes out is right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import koord
from conftest import ROOT, make_node, make_pod
from koord import (
    ContainerKind,
    Cpu,
    CpusetKind,
    CpuSet,
    DeviceBuilder,
    DeviceText,
    GpuPolicy,
    KubeletCpuset,
    AgentCpuset,
    ClusterCpuset,
    NodeCpuset,
    NrtBuilder,
    NrtCpuset,
    NumaPolicy,
    AgentPlace,
    Pod,
    PodBuilder,
    Profile,
    Protection,
    Qos,
    Reason,
    RemedyKind,
    ResourceScope,
    StepKind,
    TaskClass,
    Topology,
    Query,
)
from koord._rows import pack


# ---- machines


def test_machine_from_xml() -> None:
    machine = Topology.from_hwloc_xml((ROOT / "examples/two-socket-server.xml").read_bytes())
    info = machine.info
    assert (info.sockets, info.numa_nodes, info.cores, info.cpus, info.smt_width) == (2, 2, 32, 64, 2)
    assert info.architecture == "x86_64"
    assert [node.memory_bytes for node in machine.numa_nodes] == [128 << 30] * 2
    assert machine.hugepages[0].page_bytes == 2 << 20 and machine.hugepages[0].pages == 512
    assert machine.rows()[1] == Cpu(1, 1, 0, 0, 0, 1, 1, 0)
    assert machine.cpuset(CpusetKind.NUMA_NODE, 1) == CpuSet("16-31,48-63")
    assert json.loads(machine.to_json())["architecture"] == "x86_64"
    again = Topology.from_nrt(machine.to_nrt("node-a"))
    assert again.cpus == machine.cpus and again.numa_nodes == machine.numa_nodes
    assert repr(machine) == "<koord.Topology cpus=64, cores=32, l3s=4, numa_nodes=2>"
    assert all(len(row) == 2 for row in machine.distances)
    for device in machine.devices:
        assert device.bus_id.count(":") == 2


def test_this_machine() -> None:
    with Topology.discover() as machine, Topology.discover(only_allowed=True) as allowed:
        assert 0 < len(allowed.cpus) <= len(machine.cpus)
        report = json.loads(koord.DeviceReport().to_json(machine, "node-a"))
        assert report["kind"] == "Device" and report["metadata"]["name"] == "node-a"
        assert "resources" in json.loads(koord.device_node_resources(report))


def test_pictures(machine: Topology) -> None:
    picture = machine.picture({"web": "0-3", "db": range(4, 8)}, title="a title")
    assert "a title" in str(picture) and "web" in picture.text(columns=80, ascii=True)
    assert picture.text(ascii=True).isascii() and "\x1b[" in picture.text(color=True)
    assert picture._repr_svg_().startswith("<svg") and machine._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match="one line"):
        machine.picture({"a\nb": "0"})
    with pytest.raises(koord.LimitError):
        str(machine.picture({str(i): "0" for i in range(65)}))


def drawn(picture: koord.Drawing) -> list[str]:
    return [label for label, _ in picture._sets]


def test_pictures_of_nodes(cluster: koord.Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    for uid in "abc":
        assert cluster.reserve(make_pod(uid, 2), 0)
    held = [cluster.pod_cpus(uid) for uid in "abc"]
    picture = cluster.picture(0, {"a": "web", "b": "web"})
    assert drawn(picture) == ["web", "c"]
    assert picture._sets == [("web", held[0] | held[1]), ("c", held[2])]

    # A pod goes after the pods were listed.
    listed = cluster.pods(0)
    cluster.remove_pod("b")
    monkeypatch.setattr(koord.Cluster, "pods", lambda self, node: listed)
    assert drawn(cluster.picture(0)) == ["a", "c"]


def test_pictures_of_many_pods() -> None:
    machine = Topology.from_synthetic("pack:2 core:70 pu:2")
    with koord.Cluster() as cluster:
        cluster.set_node(make_node("large", 280))
        cluster.set_topology(NrtBuilder(name="large", topology=machine))
        for number in range(66):
            assert cluster.reserve(make_pod(str(number), 4 if number == 65 else 2), 0)
        picture = cluster.picture(0)
        labels = drawn(picture)
        assert len(labels) == 64 and labels[-1] == "others" and "65" in labels
        assert "others" in str(picture) and "<svg" in picture.svg
        shown = CpuSet()
        for _, cpus in picture._sets:
            shown |= cpus
        assert len(shown) == 65 * 2 + 4 and len(picture._sets[-1][1]) == 6
        cluster.remove_pod("0")
        cluster.remove_pod("1")
        assert "others" not in drawn(cluster.picture(0))


# ---- pickers


def test_pick_takes_all_its_arguments(machine: Topology) -> None:
    picked = koord.pick(machine, 4, available="8-15", preferred="12-15", bind_policy=koord.BindPolicy.FULL_PCPUS)
    assert picked.cpus == CpuSet("12-15")
    grants = [koord.NumaGrant(-1, 0, 1)]
    picked = koord.pick(machine, 2, grants=grants, bind_policy=koord.BindPolicy.FULL_PCPUS)
    assert picked and picked.cpus <= machine.cpuset(CpusetKind.NUMA_NODE, 1)
    assert [grant.granted_milli for grant in picked.grants] == [2000] and grants[0].granted_milli == 0
    held = koord.pick(
        machine,
        2,
        core_held="0-15",
        exclusive_policy=koord.ExclusivePolicy.PCPU_LEVEL,
        grants=[koord.NumaGrant(-1, 0, 0)],
    )
    assert held and not held.cpus & CpuSet("0-15")
    shared = koord.pick(machine, 2, ref_counts=[2, 2, 0, 0], max_ref_count=2, available="2-3")
    assert shared.cpus == CpuSet("2-3")
    with pytest.raises(ValueError, match="ref_counts"):
        koord.pick(machine, 2, ref_counts=[70000])
    with pytest.raises(koord.InvalidError):
        koord.pick(machine, 2, profile=Profile(77))


def test_kubelet_pick(machine: Topology) -> None:
    assert koord.kubelet_pick(machine, 4, reserved="0-1").cpus == CpuSet("2-5")
    options = koord.KubeletOptionFlags.FULL_PCPUS_ONLY
    refused = koord.kubelet_pick(machine, 3, options=options)
    assert not refused and refused.refusal and refused.refusal.reason == Reason.SMT_ALIGNMENT
    assert refused.refusal.reason_name == "SMTAlignmentError"
    assert koord.kubelet_pick(machine, 2, affinity=2).cpus <= machine.cpuset(CpusetKind.NUMA_NODE, 1)


# ---- pods


def test_pods_by_builder() -> None:
    builder = PodBuilder(
        name="web",
        namespace="shop",
        uid="7",
        node="node-a",
        qos=Qos.LSR,
        priority=9500,
        numa_policy=NumaPolicy.SINGLE_NUMA_NODE,
        cpus="0-2",
    )
    main = builder.add_container(ContainerKind.APP, "main")
    builder.set_resource(main, "cpu", 2000, 2000).set_resource(main, "memory", -1, 5)
    builder.set_resource(builder.add_container("INIT", "setup"), "cpu", -1, 3000)
    made = Pod.from_builder(builder)
    assert (made.name, made.namespace, made.uid, made.node, made.cpus) == ("web", "shop", "7", "node-a", CpuSet("0-2"))
    info = made.info
    assert (info.cpu_request_milli, info.containers, info.priority) == (3000, 2, 9500)
    assert info.numa_policy == NumaPolicy.SINGLE_NUMA_NODE and koord.PodPropertyFlags.BOUND in info.properties
    assert made.request("memory") == (5, 5) and made.request("nvidia.com/gpu").request is None
    with pytest.raises(koord.InvalidError):
        Pod.from_builder(builder.reset())
    with pytest.raises(koord.InvalidError):
        builder.set_resource(ResourceScope.OVERHEAD, "", 1, -1)
    with pytest.raises(TypeError):
        PodBuilder(name=3)  # type: ignore[arg-type]


LABELS = {"koordinator.sh/qosClass": "LSR", "app": "web"}
ANNOTATIONS = {"scheduling.koordinator.sh/resource-spec": '{"preferredCPUBindPolicy":"FullPCPUs"}'}


def test_made_pods_say_what_json_says() -> None:
    builder = PodBuilder(name="web", uid="7", kube_qos=koord.KubeQos.BURSTABLE, has_kube_qos=True)
    for key, value in LABELS.items():
        builder.set_label(key, value)
    for key, value in ANNOTATIONS.items():
        builder.set_annotation(key, value)
    builder.set_resource(builder.add_container("APP", "main"), "cpu", 2000, 4000)
    builder.set_env(builder.add_container("APP", "log"), "PATH", "/")
    made = Pod.from_builder(builder.set_resource(ResourceScope.OVERHEAD, "cpu", 100, -1))
    read = Pod.from_json(
        {
            "metadata": {"name": "web", "uid": "7", "labels": LABELS, "annotations": ANNOTATIONS},
            "spec": {
                "containers": [
                    {"name": "main", "resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "4"}}},
                    {"name": "log", "env": [{"name": "PATH", "value": "/"}]},
                ],
                "overhead": {"cpu": "100m"},
            },
            "status": {"qosClass": "Burstable"},
        }
    )
    assert made.info == read.info and made.request("cpu") == read.request("cpu")
    with pytest.raises(koord.InvalidError, match="Pod default/web: metadata.labels"):
        Pod.from_builder(PodBuilder(name="web").set_label("koordinator.sh/qosClass", "odd"))
    assert Pod.from_builder(PodBuilder(name="web", node="n").set_label("koordinator.sh/qosClass", "odd")).faults
    builder = PodBuilder(name="web", terminated=True, has_pod_level=True, scheduled=5)
    builder.set_resource(ResourceScope.POD, "cpu", -1, 1000).set_numa_resource(1, "cpu", 1000)
    whole = Pod.from_builder(builder).info
    assert koord.PodPropertyFlags.HAS_POD_LEVEL | koord.PodPropertyFlags.TERMINATED in whole.properties
    assert koord.PodPropertyFlags.ALLOCATED in whole.properties


# ---- clusters


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
    with pytest.raises(ValueError, match="'Any' is not a valid BindPolicy"):
        koord.pick(machine, 3, bind_policy="Any")


def test_names_of_numbers(cluster: koord.Cluster) -> None:
    builder = PodBuilder(name="x", uid="x")
    builder.set_resource(builder.add_container("APP", "a"), "memory", -1, 1 << 50)
    judged = cluster.judge(Pod.from_builder(builder), 0)
    assert judged.refusal and judged.refusal.reason == Reason.INSUFFICIENT_RESOURCE
    assert cluster.resource_name(judged.refusal.resource) == "memory"
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
    # Another provider has its say, too.
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
    assert [step.uid for step in preemption.victims(1)] == ["low-1"]  # its own texts, from their start
    assert repr(preemption) == "<koord.Preemption 3 nodes>"
    hopeless = cluster.preempt(make_pod("higher", 65, priority=9999))
    assert all(row.reason != Reason.NONE for row in hopeless.nodes)
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
    cluster.attach_owner("owner", "room")  # a second time: no effect
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
    cluster.set_gpu_policy(GpuPolicy.FGD, [TaskClass(10, 4000, 500, 1, ""), TaskClass(5, 8000, 1000, 2, "A100|H100")])
    with pytest.raises(koord.InvalidError):
        cluster.set_gpu_policy(GpuPolicy.FGD, [])
    with pytest.raises(TypeError):
        cluster.set_gpu_policy(GpuPolicy.FGD, [TaskClass(10, 4000, 500, 1, None)])  # type: ignore[arg-type]
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


# ---- kubelet


STATIC = {"cpuManagerPolicy": "static", "reservedSystemCPUs": "0-1"}


def guaranteed(uid: str, cpus: int) -> Pod:
    amounts = {"cpu": str(cpus), "memory": "1Gi"}
    container = {"name": "main", "resources": {"requests": amounts, "limits": amounts}}
    return Pod.from_json({"metadata": {"name": uid, "uid": uid}, "spec": {"containers": [container]}})


def test_kubelet(machine: Topology) -> None:
    with koord.Kubelet(machine, koord.KubeletSetup(config=STATIC)) as kubelet:
        judged = kubelet.judge(guaranteed("a", 4))
        admitted = kubelet.admit(guaranteed("a", 4))
        assert judged and judged.admission.cpus(0) == admitted.admission.cpus(0) == CpuSet("2-5")
        assert admitted.admission.containers[0].cpus == 4
        assert kubelet.cpus(KubeletCpuset.RESERVED) == CpuSet("0-1")
        assert repr(kubelet) == "<koord.Kubelet open>"
        assert len(kubelet.cpus(KubeletCpuset.SHARED)) == 60
        refused = kubelet.admit(guaranteed("b", 63))
        assert not refused and refused.refusal and str(refused.refusal)
        state = kubelet.cpu_state
        assert json.loads(state)["entries"]["a"]["main"] == "2-5"
        assert json.loads(kubelet.memory_state)["policyName"] == "None"
        assert len(kubelet.memory(guaranteed("a", 4))) == 0
        with kubelet.clone() as other:
            assert other.remove_pod("a") and not other.remove_pod("a")
        assert kubelet.cpu_state == state
    with koord.Kubelet(machine, koord.KubeletSetup(config=STATIC, cpu_state=state)) as again:
        assert again.cpu_state == state
    with pytest.raises(koord.KoordError, match="checkpoint"):
        koord.Kubelet(machine, koord.KubeletSetup(config=STATIC, cpu_state=state.replace("2-5", "2-6")))


def test_kubelet_files(machine: Topology, tmp_path: Path) -> None:
    with koord.Kubelet(machine, koord.KubeletSetup(config=STATIC)) as kubelet:
        assert kubelet.admit(guaranteed("a", 4))
        state = kubelet.cpu_state

    def setup(cpu_state: str, memory_state: str | None = None) -> koord.KubeletSetup:
        return koord.KubeletSetup(config=STATIC, cpu_state=cpu_state, memory_state=memory_state)

    assert len(koord.kubelet_check(machine, setup(state)).findings) == 0
    bad = state.replace("2-5", "2-7")
    checked = koord.kubelet_check(machine, setup(bad))
    assert json.loads(checked.to_json())["starts"] is False and repr(checked).endswith("findings>")
    assert checked.findings[0].fault == koord.KubeletFault.CHECKSUM
    assert checked.findings[0].flags == koord.KubeletFindingFlags.STOPS
    empty = koord.kubelet_check(machine, setup(""))  # a file without anything is no missing one
    assert [finding.fault for finding in empty.findings] == [koord.KubeletFault.UNREADABLE]
    repaired = koord.kubelet_repair_cpus(machine, setup(bad).add_container("a", "main"))
    assert json.loads(repaired.report)["changed"] is True
    assert json.loads(koord.kubelet_check(machine, setup(repaired.document)).to_json())["starts"] is True
    gone = koord.kubelet_repair_cpus(machine, setup(state), only_present=True)
    assert "entries" not in json.loads(gone.document) or not json.loads(gone.document)["entries"]
    with koord.Kubelet(machine, koord.KubeletSetup(config=STATIC)) as kubelet:
        memory_state = kubelet.memory_state
    unchanged = koord.kubelet_repair_memory(machine, koord.KubeletSetup(config=STATIC, memory_state=memory_state))
    assert unchanged.document == memory_state and json.loads(unchanged.report)["changed"] is False
    own = make_own_cpus("a", "8-11")
    replaced = koord.kubelet_replace_cpus(machine, [own], setup(state))
    assert json.loads(replaced.document)["entries"]["a"]["main"] == "8-11"
    file = tmp_path / "cpu_manager_state"
    file.write_text(state)
    (tmp_path / "proc").mkdir()
    koord.kubelet_write_state(file, replaced.document, proc_root=tmp_path / "proc")
    assert file.read_text() == replaced.document
    assert (tmp_path / "cpu_manager_state.koord-backup").read_text() == state


def make_own_cpus(uid: str, cpus: str) -> Pod:
    amounts = {"cpu": str(len(CpuSet(cpus))), "memory": "1Gi"}
    return Pod.from_json(
        {
            "metadata": {
                "name": uid,
                "uid": uid,
                "labels": {"koordinator.sh/qosClass": "LSR"},
                "annotations": {"scheduling.koordinator.sh/resource-status": json.dumps({"cpuset": cpus})},
            },
            "spec": {
                "nodeName": "node-a",
                "containers": [{"name": "main", "resources": {"requests": amounts, "limits": amounts}}],
            },
        }
    )


# ---- nodes, control groups, hooks


@pytest.fixture
def node(machine: Topology) -> Any:
    made = koord.Agent(machine)
    made.set_node({"metadata": {"name": "node-a"}})
    made.set_kubelet(koord.KubeletSetup(config={}))
    made.set_devices({"metadata": {"name": "node-a"}, "spec": {"devices": [{"type": "gpu"}]}})
    made.set_devices(None)
    made.set_pod(make_own_cpus("a", "8-11"))
    return made


def test_nodes(node: koord.Agent, machine: Topology, tmp_path: Path) -> None:
    assert node.info.pods == 1 and node.cpus(AgentCpuset.EXCLUSIVE) == CpuSet("8-11")
    assert [row.shared for row in node.pools] == [28, 32]
    assert node.pool_cpus(1, AgentCpuset.SHARED) == machine.cpuset("NUMA_NODE", 1)
    snapshot = node.snapshot()
    (row,) = snapshot.pods()
    assert (row.uid, row.place, row.cpus) == ("a", AgentPlace.EXCLUSIVE, 4) and AgentPlace.EXCLUSIVE.label == "own"
    assert snapshot.pod_cpus(row.row) == CpuSet("8-11") and snapshot.pod_numa_nodes(row.row) == CpuSet("")
    assert snapshot.pods(since=node.info.generation) == []
    assert "8-11" in node.to_annotation(koord.AgentAnnotation.POD_CPU_ALLOCS)
    assert json.loads(node.to_nrt())["metadata"]["name"] == "node-a"
    before = node.hash
    narrowed = node.suppress(node_used=30000, pods_used=20000, non_be_pods_used=15000)
    assert narrowed.suppression.cpus == len(narrowed.cpus) > 0

    text = node.to_json("boot-1")
    with koord.AgentState.from_json(text) as state:
        assert (state.name, state.boot_id, state.info.pods) == ("node-a", "boot-1", 1)
        assert state.find_container("a").cpus == 4 and state.find_container("a").place == AgentPlace.EXCLUSIVE
        assert state.find_container("a", "main") == state.find_container("a")  # it runs where its pod does
        assert state.find_container("a") == state.pods()[0] and state.find_container("a").uid == "a"
        assert state.cpus(AgentCpuset.EXCLUSIVE) == CpuSet("8-11")
        with pytest.raises(koord.NotFoundError):
            state.find_container("z")
        request = koord.AdjustmentRequest(koord.HookStage.CREATE_CONTAINER, resource_status='{"cpuset":"8-11"}')
        adjustment = koord.Adjustment(state, request.set_container("a", "main"))
        assert adjustment.cpus == CpuSet("8-11") and koord.AdjustmentFlags.CPUS in adjustment.info.changes
        assert adjustment.env == adjustment.cdi_devices == adjustment.device_nodes == []
        assert len(adjustment.numa_nodes) <= 2 and json.loads(adjustment.to_json())
    file = tmp_path / "node-state.json"
    koord.agent_state_save(file, text)
    assert koord.AgentState.load(file).name == "node-a"
    file.chmod(0o666)
    with pytest.raises(PermissionError):
        koord.AgentState.load(file)
    with pytest.raises(koord.NotFoundError):
        koord.AgentState.load(tmp_path / "nothing")
    assert node.remove_pod("a") and not node.remove_pod("a") and node.hash != before
    node.set_topology(machine)


def test_remarks_of_an_agent(node: koord.Agent, caplog: pytest.LogCaptureFixture) -> None:
    """They come with each call, also with one that fails."""
    amounts = {"koordinator.sh/gpu-mem": "1Gi", "koordinator.sh/gpu-memory": "2Gi"}
    odd = {"type": "gpu", "resources": amounts}
    node.set_devices({"metadata": {"name": "node-a"}, "spec": {"devices": [odd]}})
    assert [record.name for record in caplog.records] == ["koord"] and "gpu-mem" in caplog.text
    with pytest.raises(koord.InvalidError):
        node.set_devices({"metadata": {"name": "node-a"}, "spec": {"devices": [odd, odd]}})
    assert len(caplog.records) == 3


def test_hook(node: koord.Agent, tmp_path: Path) -> None:
    state_file = tmp_path / "node-state.json"
    koord.agent_state_save(state_file, node.to_json())
    oci = {"ociVersion": "1.0.2", "id": "c1", "status": "creating", "pid": 4711, "bundle": "/b", "annotations": {}}
    result = koord.Hook(state_file=state_file, cgroup_root=tmp_path, proc_root=tmp_path).run(oci)
    assert result.outcome == koord.HookOutcome.NOT_OURS and result.writes == 0
    with pytest.raises(koord.InvalidError):
        koord.Hook(state_file=state_file).run({"id": 1})
    oci["annotations"] = {"io.kubernetes.pod.uid": "a"}
    result = koord.Hook(state_file=tmp_path / "nowhere.json", cgroup_root=tmp_path, proc_root=tmp_path).run(oci)
    assert result.outcome == koord.HookOutcome.LEFT
    assert koord.HookStage.CREATE_CONTAINER.label == "CreateContainer"


def test_cgroups(node: koord.Agent, tmp_path: Path) -> None:
    """Directories in the place of version 2: plans are made, and writes into them go through."""
    path = koord.CgroupPath("SYSTEMD").set_pod("Guaranteed", "a").format()
    assert path == "kubepods.slice/kubepods-poda.slice"
    group = tmp_path / path
    group.mkdir(parents=True)
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu\n")
    for folder in (tmp_path, tmp_path / "kubepods.slice", group):
        (folder / "cgroup.controllers").write_text("cpuset cpu\n")
        (folder / "cgroup.subtree_control").write_text("cpuset cpu\n")
        (folder / "cpuset.cpus").write_text("\n")
        (folder / "cpuset.cpus.effective").write_text("0-63\n")
        (folder / "cpuset.mems").write_text("\n")
        (folder / "cpuset.mems.effective").write_text("0-1\n")
        (folder / "cpu.max").write_text("max 100000\n")
    with (
        koord.Cgroups(tmp_path, driver=koord.CgroupDriver.SYSTEMD, version=koord.CgroupVersion.V2) as cgroups,
        node.snapshot() as state,
    ):
        assert cgroups.info.version == koord.CgroupVersion.V2
        assert "SYSTEMD" in repr(cgroups)
        plan = koord.CgroupPlan(cgroups, state, koord.CgroupContainers().add("0" * 64, "main"))
        assert any(step.uid == "a" and step.to == "8-11" for step in plan.steps)
        assert json.loads(plan.to_json())["steps"] and "8-11" in str(plan)
        report = cgroups.apply(plan)
        assert report.info.writes >= 0 and len(report.results) == len(plan.steps)
        assert json.loads(report.to_json())["summary"]
    with pytest.raises(koord.NotFoundError):
        koord.Cgroups(tmp_path / "nothing")
