"""Machines, pickers, pods, kubelets and nodes: arguments arrive, and results are correct."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import koord
from conftest import ROOT, make_node, make_pod
from koord import (
    AgentCpuset,
    AgentPlace,
    ContainerKind,
    Cpu,
    CpuSet,
    CpusetKind,
    KubeletCpuset,
    NrtBuilder,
    NumaPolicy,
    Pod,
    PodBuilder,
    Profile,
    Qos,
    Reason,
    ResourceScope,
    Topology,
)


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

    # A pod is removed after the pods were listed.
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


def test_builders_make_the_same_pods_as_json() -> None:
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


def test_kubelet_devices(machine: Topology) -> None:
    def pod(uid: str, gpus: int) -> Pod:
        container = {"name": "main", "resources": {"limits": {"nvidia.com/gpu": str(gpus)}}}
        return Pod.from_json({"metadata": {"name": uid, "uid": uid}, "spec": {"containers": [container]}})

    def setup(**files: object) -> koord.KubeletSetup:
        made = koord.KubeletSetup(**files)
        return made.add_device("nvidia.com/gpu", "a", 1, unhealthy=True).add_device("nvidia.com/gpu", "b", 1)

    with koord.Kubelet(machine, setup(config={"topologyManagerPolicy": "restricted"})) as kubelet:
        assert list(kubelet.admit(pod("p", 1)).admission.devices) == [koord.PluginDevice(0, 1)]
        state = kubelet.device_state
        assert json.loads(state)["Data"]["RegisteredDevices"] == {"nvidia.com/gpu": ["b"]}
    with koord.Kubelet(machine, setup(device_state=state)) as again:
        refused = again.admit(pod("q", 1))
        assert not refused and len(refused.admission.devices) == 0
        assert "Requested: 1, Available: 0" in again.format_refusal(refused.refusal)
        assert again.device_state == state
    with pytest.raises(koord.CorruptError, match="checksum"):
        koord.Kubelet(machine, setup(device_state=state.replace('["b"]', '["c"]')))


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
    empty = koord.kubelet_check(machine, setup(""))  # an empty file is not a missing one
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
    assert (row.uid, row.place, row.cpus) == ("a", AgentPlace.EXCLUSIVE, 4) and AgentPlace.EXCLUSIVE.label == "exclusive"
    assert snapshot.pod_cpus(row.row) == CpuSet("8-11") and snapshot.pod_numa_nodes(row.row) == CpuSet("")
    assert snapshot.pods(since=node.info.generation) == []
    assert "8-11" in node.to_annotation(koord.AgentAnnotation.POD_CPU_ALLOCS)
    assert json.loads(node.to_nrt())["metadata"]["name"] == "node-a"
    before = node.hash
    narrowed = node.suppress(node_used=30000, pods_used=20000, non_be_pods_used=15000)
    assert narrowed.suppression.cpus == len(narrowed.cpus) > 0
    assert node.restrict_best_effort("0-3").snapshot().cpus(AgentCpuset.BEST_EFFORT) == CpuSet("0-3")
    assert node.restrict_best_effort("").hash == before  # reports contain the whole pool

    text = node.to_json("boot-1")
    with koord.AgentState.from_json(text) as state:
        assert (state.name, state.boot_id, state.info.pods) == ("node-a", "boot-1", 1)
        assert state.find_container("a").cpus == 4 and state.find_container("a").place == AgentPlace.EXCLUSIVE
        # the container runs where its pod does
        assert state.find_container("a", "main") == state.find_container("a")
        assert state.find_container("a") == state.pods()[0] and state.find_container("a").uid == "a"
        assert state.cpus(AgentCpuset.EXCLUSIVE) == CpuSet("8-11")
        with pytest.raises(koord.NotFoundError):
            state.find_container("z")
        request = koord.AdjustmentRequest(koord.HookStage.CREATE_CONTAINER, resource_status='{"cpuset":"8-11"}')
        adjustment = koord.Adjustment(state, request.set_container("a", "main"))
        assert adjustment.cpus == CpuSet("8-11") and koord.AdjustmentFlags.CPUS in adjustment.info.changes
        assert adjustment.env == adjustment.cdi_devices == adjustment.device_nodes == []
        assert len(adjustment.numa_nodes) <= 2 and json.loads(adjustment.to_json())
    state = koord.AgentState.from_json(text)
    assert pickle.loads(pickle.dumps(state)) == state != koord.AgentState.from_json(text + " ")
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


def test_devices_of_a_container(node: koord.Agent) -> None:
    """The lists of an adjustment contain the name that the Device object gives to the pod's minor.
    """
    devices, name = koord.DeviceBuilder(name="node-a"), "GPU-0f4d2c1a-1111-2222-3333-444455556666"
    gpu = devices.add_device(healthy=True, minor=1)
    devices.set_device_text(gpu, "TYPE", "gpu").set_device_text(gpu, "ID", name)
    node.set_devices(devices.set_resource(gpu, "koordinator.sh/gpu-core", 100))
    claim = {"gpu": [{"minor": 1, "resources": {"koordinator.sh/gpu-core": "100"}}]}
    pod = {
        "metadata": {
            "name": "g",
            "uid": "g",
            "annotations": {"scheduling.koordinator.sh/device-allocated": json.dumps(claim)},
        },
        "spec": {
            "nodeName": "node-a",
            "containers": [{"name": "main", "resources": {"limits": {"nvidia.com/gpu": "1"}}}],
        },
    }
    state = node.set_pod(Pod.from_json(pod)).snapshot()
    adjustment = koord.Adjustment(state, koord.AdjustmentRequest("CreateContainer").set_container("g", "main"))
    assert adjustment.env == [f"NVIDIA_VISIBLE_DEVICES={name}"] and adjustment.info.env == 1
    assert adjustment.cdi_devices == [f"nvidia.com/gpu={name}"] and adjustment.device_nodes == []


def test_remarks_of_an_agent(node: koord.Agent, caplog: pytest.LogCaptureFixture) -> None:
    """Messages are logged with each call, including one that fails."""
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
    """Plans are made and applied to directories in place of cgroup version 2."""
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
