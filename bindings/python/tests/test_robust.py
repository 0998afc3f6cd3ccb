"""Wrong types, errors and loggers never crash the interpreter. test_closed.py covers closed
handles.
"""

from __future__ import annotations

import copy
import errno
import gc
import inspect
import json
import logging
import os
import pickle
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import koord
from conftest import fill, make_pod
from koord import Handle, Topology, _koord


def handles(machine: Topology, cluster: koord.Cluster) -> list[Handle[Any]]:
    """Returns one handle of each kind that does not need control groups."""
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
    """Returns the memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# Returns values for parameters without a default, by their names and kinds.
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


def test_wrong_types_raise(machine: Topology, cluster: koord.Cluster) -> None:
    """Every method raises for every argument of a wrong type."""
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
    """An empty handle would crash the interpreter if it were used as an argument, so it cannot be
    created.
    """
    kinds = [kind for kind in vars(_koord).values() if isinstance(kind, type)]
    assert len(kinds) == 36
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
    with pytest.raises(TypeError, match="node: a name or number is wanted, not float"):
        cluster.node_name(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="whole number"):
        koord.pick(machine, 1.5)  # type: ignore[arg-type]


def test_remarks_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    detail = [{"id": 0, "core": 0, "socket": 0, "node": 0}, {"id": 1, "core": 0, "socket": 0, "node": 1}]
    with caplog.at_level(logging.INFO, logger="koord"):
        Topology.from_annotation({"detail": detail})
    assert [record.levelname for record in caplog.records] == ["WARNING"]


class Rude(logging.Handler):
    """A handler that raises. logging does not catch exceptions of handlers."""

    def emit(self, record: logging.LogRecord) -> None:
        raise RuntimeError("rude")


@pytest.fixture
def rude() -> Iterator[None]:
    logger, handler = logging.getLogger("koord"), Rude()
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)


def test_a_handler_raises(rude: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception of a handler is raised if the call succeeded, and never replaces the library's
    own error.
    """
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


def test_handles_are_collected(machine: Topology) -> None:
    def make() -> None:
        with koord.Cluster() as cluster:
            fill(cluster, machine, ["a", "b"])
            cluster.evaluate(make_pod("x"))
            cluster.explain(make_pod("y", 63)).to_json()
        koord.Cluster().set_node({"metadata": {"name": "a"}})  # left to the garbage collector

    for _ in range(50):
        make()
    gc.collect()
    before = resident()
    for _ in range(400):
        make()
    gc.collect()
    assert resident() - before < 16 << 20
