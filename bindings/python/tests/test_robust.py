"""Nothing crashes the interpreter: wrong types, closed handles, other threads, fork, shutdown."""

from __future__ import annotations

import copy
import errno
import gc
import inspect
import json
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import koord
from conftest import fill, make_pod
from koord import Handle, KubeletCpuset, AgentCpuset, Topology, _koord


def handles(machine: Topology, cluster: koord.Cluster) -> list[Handle[Any]]:
    """One of each kind that can be had without control groups."""
    pod = make_pod("a", 8)
    assert cluster.reserve(pod, 0)
    node = koord.Agent(machine)
    node.set_node({"metadata": {"name": "node-a"}})
    node.set_pod(pod)
    plan = cluster.plan_rebind(0).plan
    assert plan is not None
    state = node.snapshot()
    return [
        copy.copy(machine),
        pod,
        cluster,
        koord.Query(),
        plan,
        cluster.explain(make_pod("b", 60)),
        cluster.preempt(make_pod("b", 60)),
        cluster.capacity(make_pod("b", 2)),
        koord.Kubelet(machine),
        node,
        state,
        koord.Adjustment(state, koord.AdjustmentRequest("CreateContainer").set_container("a", "main")),
    ]


def resident() -> int:
    """Memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# Values for arguments without a default, by their names and kinds.
def arguments(method: Any, filler: Any) -> tuple[list[Any], dict[str, Any]]:
    values, named = [], {}
    for parameter in inspect.signature(method).parameters.values():
        if parameter.default is inspect.Parameter.empty:
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                named[parameter.name] = filler(parameter)
            else:
                values.append(filler(parameter))
    return values, named


def members(handle: Handle[Any]) -> list[str]:
    return [name for name in dir(type(handle)) if not name.startswith("_") and name not in ("close", "closed")]


def good_value(parameter: inspect.Parameter) -> Any:
    """Something of the kind that the parameter's annotation names."""
    given = str(parameter.annotation)
    if given == "Text":
        return "z"
    if given.startswith("Iterable[") and "Pod]" not in given:
        return []
    if given.endswith("Builder") and "Document" not in given:
        return getattr(koord, given.removeprefix("koord."))()
    if "Pod]" in given:
        return [make_pod("z")]
    for what, value in {
        "AgentState": koord.Agent(Topology.from_synthetic("pu:2")).snapshot(),
        "Pod": make_pod("z"),
        "Query": koord.Query(),
        "Document": {"metadata": {"name": "z"}},
        "Topology": Topology.from_synthetic("pu:2"),
        "CpuSetLike": "0",
        "Plan": None,
        "Any": bytearray(16),
    }.items():
        if what in given:
            return value
    return 0


def test_closed_handles_raise(machine: Topology, cluster: koord.Cluster) -> None:
    tried = 0
    for handle in handles(machine, cluster):
        handle.close()
        handle.close()
        assert handle.closed and "closed" in repr(handle)
        with pytest.raises(ValueError, match="closed"), handle:
            pass
        for name in members(handle):
            member = inspect.getattr_static(type(handle), name)
            takes_plan = name in ("commit", "plan_preemption", "step_status", "step_devices")
            if isinstance(member, classmethod) or (takes_plan and isinstance(handle, koord.Cluster)):
                continue
            with pytest.raises(ValueError, match="is closed"):
                if isinstance(member, property):
                    getattr(handle, name)
                else:
                    values, named = arguments(getattr(handle, name), good_value)
                    getattr(handle, name)(*values, **named)
            tried += 1
    assert tried > 80


def test_closed_arguments_raise(machine: Topology, cluster: koord.Cluster) -> None:
    pod, query, other = make_pod("p"), koord.Query(), koord.Topology.from_synthetic("pu:2")
    for handle in (pod, query, other):
        handle.close()
    for call in (
        lambda: cluster.evaluate(pod),
        lambda: cluster.plan_gang([make_pod("q"), pod]),
        lambda: cluster.evaluate(make_pod("q"), query=query),
        lambda: koord.pick(other, 2),
        lambda: koord.Kubelet(other),
        lambda: cluster.set_topology(koord.NrtBuilder(name="node-a", topology=other)),
    ):
        with pytest.raises(ValueError, match="is closed"):
            call()


def test_wrong_types_raise(machine: Topology, cluster: koord.Cluster) -> None:
    """Every method with every argument of types that it cannot take."""
    tried = 0
    for handle in handles(machine, cluster):
        for name in members(handle):
            member = inspect.getattr_static(type(handle), name)
            if isinstance(member, property):
                continue
            method = getattr(handle, name)
            for wrong in (object(), 1.5, None, True, [object()], -(2**80)):
                values, named = arguments(method, lambda parameter, wrong=wrong: wrong)
                if not values and not named:
                    continue
                try:
                    method(*values, **named)
                except (TypeError, ValueError, LookupError):
                    tried += 1
    assert tried > 250


def test_compiled_functions_take_no_wrong_types() -> None:
    for name in dir(_koord):
        function = getattr(_koord, name)
        if not name.islower() or name.startswith("_") or not callable(function):
            continue
        for count in range(1, 9):
            for wrong in (None, object(), "x", 1, {}, [], b"\0" * 5):
                try:
                    function(*[wrong] * count)
                except (TypeError, ValueError, LookupError, OSError, koord.KoordError, BufferError):
                    pass


def test_handles_are_not_made_or_pickled(cluster: koord.Cluster) -> None:
    for kind in (Topology, koord.Pod, koord.Plan, koord.Explanation, koord.AgentState, koord.Adjustment):
        with pytest.raises(TypeError):
            kind()
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(cluster)
    with pytest.raises(TypeError):
        _koord.Topology()


def test_compiled_handles_are_not_made() -> None:
    """One that holds nothing would end the interpreter once it is an argument."""
    kinds = [kind for kind in vars(_koord).values() if isinstance(kind, type)]
    assert len(kinds) == 31
    for kind in kinds:
        sub = type("Sub", (kind,), {})
        for make in (
            kind,
            lambda kind=kind: kind.__new__(kind),
            lambda kind=kind: object.__new__(kind),
            lambda kind=kind: kind.__mro__[1].__new__(kind),
            lambda sub=sub: sub.__new__(sub),
            lambda sub=sub: object.__new__(sub),
        ):
            with pytest.raises(TypeError):
                make()
    for copied in (copy.copy, pickle.dumps):
        with pytest.raises(TypeError):
            copied(make_pod("a")._handle)


def test_copies_of_immutable_handles_outlive_their_source(machine: Topology, cluster: koord.Cluster) -> None:
    shared = [handle for handle in handles(machine, cluster) if hasattr(handle._handle, "ref")]
    assert len(shared) >= 7
    for handle in shared:
        second, third = copy.copy(handle), copy.deepcopy(handle)
        handle.close()
        second.close()
        assert type(third) is type(handle) and not third.closed
        assert repr(third) != repr(second)
        third.close()
        with pytest.raises(ValueError, match="is closed"):
            copy.copy(third)


def test_errors_have_fields() -> None:
    with pytest.raises(koord.InvalidError) as raised:
        Topology.from_annotation('{"detail":[{"id":-1}]}')
    error = raised.value
    assert isinstance(error, koord.KoordError) and isinstance(error, ValueError)
    assert (error.code, error.name) == (koord.Status.INVALID, "invalid")
    assert "id" in error.message and str(error) == error.message
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and (again.code, again.message) == (error.code, error.message)
    with pytest.raises(LookupError):
        koord.Cluster().node_id("nobody")
    from koord.errors import from_status

    assert type(from_status(-4711, "x")) is koord.InternalError
    for status, number in ((koord.Status.IO, None), (koord.Status.PERMISSION, errno.EACCES)):
        told = from_status(status, "no disk")
        assert isinstance(told, OSError) and (told.errno, told.strerror, str(told)) == (number, "no disk", "no disk")
        again = pickle.loads(pickle.dumps(told))
        assert type(again) is type(told) and again.__dict__ == told.__dict__ and again.args == told.args
        assert (again.errno, again.strerror) == (number, "no disk")
    classes = {type(from_status(status, "x")) for status in koord.Status if status}
    assert len(classes) == len(koord.Status) - 1


def test_numbers_must_fit(machine: Topology, cluster: koord.Cluster) -> None:
    with pytest.raises(ValueError, match="cpus: -1 is not within"):
        koord.pick(machine, -1)
    with pytest.raises(ValueError, match="is not within"):
        cluster.node_name(2**32)
    with pytest.raises(TypeError, match="a whole number is wanted, not float"):
        cluster.node_name(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="whole number"):
        koord.pick(machine, 1.5)  # type: ignore[arg-type]


def test_remarks_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    detail = [{"id": 0, "core": 0, "socket": 0, "node": 0}, {"id": 1, "core": 0, "socket": 0, "node": 1}]
    with caplog.at_level(logging.INFO, logger="koord"):
        Topology.from_annotation({"detail": detail})
    assert [record.levelname for record in caplog.records] == ["WARNING"]


class Rude(logging.Handler):
    """A handler that raises, which logging itself leaves to handlers."""

    def emit(self, record: logging.LogRecord) -> None:
        raise RuntimeError("rude")


@pytest.fixture
def rude() -> Iterator[None]:
    logger, handler = logging.getLogger("koord"), Rude()
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)


def test_a_handler_raises(rude: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a handler raises is seen where the call succeeded, and never in place of the library's own error."""
    detail = [{"id": 0, "core": 0, "socket": 0, "node": 0}, {"id": 1, "core": 0, "socket": 0, "node": 1}]
    with pytest.raises(RuntimeError, match="rude"):
        Topology.from_annotation({"detail": detail})
    unraisable: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: unraisable.append(str(told.exc_value)))
    zones = [
        {"name": "gpu-0", "type": "GPU"},
        {"name": "node-0", "type": "Node", "resources": [{"name": "memory", "capacity": "much"}]},
    ]
    annotations = {"node.koordinator.sh/cpu-topology": json.dumps({"detail": detail[:1]})}
    with pytest.raises(koord.InvalidError, match="capacity"):
        Topology.from_nrt({"metadata": {"name": "n", "annotations": annotations}, "zones": zones})
    assert unraisable == ["rude"]


def test_a_handler_that_raises_leaks_nothing(rude: None) -> None:
    detail = [{"id": cpu, "core": cpu // 2, "socket": 0, "node": cpu % 2} for cpu in range(512)]
    text = json.dumps({"detail": detail})

    def read() -> None:
        with pytest.raises(RuntimeError, match="rude"):
            Topology.from_annotation(text)

    for _ in range(20):
        read()
    before = resident()
    for _ in range(400):
        read()
    gc.collect()
    assert resident() - before < 8 << 20


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
    """One thread closes while others are inside: they finish, or are told."""
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
    """Calls that change a kubelet or a node wait for each other: no CPU has two owners."""
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
    """The GIL is free while a call takes its time."""
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
    """A child goes on with the handles of its parent, and does not disturb it."""
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


def test_handles_are_collected(machine: Topology) -> None:
    def make() -> None:
        with koord.Cluster() as cluster:
            fill(cluster, machine, ["a", "b"])
            cluster.evaluate(make_pod("x"))
            cluster.explain(make_pod("y", 63)).to_json()
        koord.Cluster().set_node({"metadata": {"name": "a"}})  # left to the collector

    for _ in range(50):
        make()
    gc.collect()
    before = resident()
    for _ in range(400):
        make()
    gc.collect()
    assert resident() - before < 16 << 20


def test_nothing_but_python_is_needed() -> None:
    done = python(
        "import sys; sys.modules['numpy'] = sys.modules['typing_extensions'] = None\n"
        + SETUP
        + "print(len(cluster.evaluate(pod('x'))), cluster.find_best(pod('x'))[0].node)"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "50 0\n", "")
