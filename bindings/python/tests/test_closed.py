"""Closed handles of every kind: in every method and property, as every argument, and closed while
other threads call.
"""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import koord
from conftest import fill, make_pod
from koord import Handle, Topology

#: All classes of handles. Their compiled counterparts have the same names.
KINDS = {
    name: kind
    for name, kind in vars(koord).items()
    if isinstance(kind, type) and issubclass(kind, Handle) and hasattr(koord._koord, name)
}
#: The files of a control group.
FILES = {
    "cgroup.controllers": "cpuset cpu\n",
    "cgroup.subtree_control": "cpuset cpu\n",
    "cpuset.cpus": "\n",
    "cpuset.cpus.effective": "0-63\n",
    "cpuset.mems": "\n",
    "cpuset.mems.effective": "0-1\n",
    "cpu.max": "max 100000\n",
}


def one_of_each(folder: Path) -> dict[str, Handle[Any]]:
    """Returns a handle of every kind. Those that use files only use the folder."""
    machine = Topology.from_synthetic("pack:2 numa:1 l3:2 core:8 pu:2")
    cluster = koord.Cluster()
    fill(cluster, machine, ["node-a", "node-b", "node-c"])
    pod = make_pod("a", 8)
    assert cluster.reserve(pod, 0)
    node = koord.Agent(machine).set_node({"metadata": {"name": "node-a"}}).set_pod(pod)
    state = node.snapshot()
    for group in (folder, folder / "kubepods", folder / "kubepods" / "poda"):
        group.mkdir(parents=True)
        for file, text in FILES.items():
            (group / file).write_text(text)
    cgroups = koord.Cgroups(folder, driver="CGROUPFS", version="V2")
    plan = koord.CgroupPlan(cgroups, state)
    request = koord.AdjustmentRequest("CreateContainer").set_container("a", "main")
    made: list[Handle[Any]] = [
        machine, pod, cluster, node, state, cgroups, plan, request, cgroups.apply(plan), cluster.node_names, cluster.add_objects("[]"),
        koord.Adjustment(state, request), cluster.capacity(pod), cluster.explain(make_pod("b", 60)),
        cluster.preempt(make_pod("b", 60)), koord.Kubelet(machine), koord.kubelet_check(machine),
        koord.CgroupPath("CGROUPFS"), koord.NrtNode.from_json({"metadata": {"name": "node-a"}}, machine.to_nrt("node-a")),
        koord.Hook(state_file=folder / "none.json", cgroup_root=folder, proc_root=folder),
    ]  # fmt: skip
    rebound = cluster.plan_rebind(0).plan
    assert rebound is not None
    found = {type(one).__name__: one for one in [*made, rebound]}
    for name, kind in KINDS.items():  # write-only objects
        if name not in found:
            found[name] = kind()
    return found


@pytest.fixture
def handles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Handle[Any]]]:
    monkeypatch.chdir(tmp_path)  # relative paths such as "z" are saved there
    made = one_of_each(tmp_path / "open")
    assert made.keys() == KINDS.keys() and len(KINDS) > 30
    yield made


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yields public methods and properties. Class methods do not need a handle."""
    for name in dir(kind):
        member = inspect.getattr_static(kind, name)
        if not name.startswith("_") and name not in ("close", "closed") and not isinstance(member, classmethod):
            yield name, member


def kinds_of(parameter: inspect.Parameter) -> list[str]:
    """Returns the kinds of handles that the parameter accepts."""
    return [word for word in re.findall(r"\w+", str(parameter.annotation)) if word in KINDS]


def value_for(parameter: inspect.Parameter, handles: dict[str, Handle[Any]]) -> Any:
    """Returns a value that matches the parameter's annotation."""
    said, kinds = str(parameter.annotation), kinds_of(parameter)
    if kinds and "Document" not in said:
        return [handles[kinds[0]]] if said.startswith("Iterable") else handles[kinds[0]]
    if "Document" in said:
        return {"metadata": {"name": "z"}}
    if said.startswith(("Iterable", "Sequence", "Mapping")):
        return {} if said.startswith("Mapping") else []
    if said == "Refusal":
        return koord.kubelet_pick(koord.Topology.from_synthetic("pu:2"), 9).refusal
    if said == "NumaHintList":
        return koord.NumaHintList("cpu")
    if said == "Refusal":
        return koord.pick(Topology.from_synthetic("pu:2"), 3).refusal
    if said in ("Any", "bytearray"):
        return bytearray(16)
    return "z" if re.search(r"\bText\b", said) else "0" if "CpuSetLike" in said else 0


def given(function: Callable[..., Any], handles: dict[str, Handle[Any]], **instead: Any) -> tuple[list[Any], dict[str, Any]]:
    """Returns arguments for parameters without a default, and for those in `instead`."""
    values, named = [], {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name in instead or parameter.default is inspect.Parameter.empty:
            value = instead[name] if name in instead else value_for(parameter, handles)
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY or parameter.default is not inspect.Parameter.empty:
                named[name] = value
            else:
                values.append(value)
    return values, named


def test_every_method_of_a_closed_handle(handles: dict[str, Handle[Any]], tmp_path: Path) -> None:
    tried = 0
    for kind, closed in one_of_each(tmp_path / "closed").items():
        closed.close()
        closed.close()
        assert closed.closed and repr(closed) == f"<koord.{kind} closed>"
        with pytest.raises(ValueError, match="is closed"), closed:
            pass
        for name, member in members(KINDS[kind]):
            with pytest.raises(ValueError, match=f"^{kind} is closed$"):
                if isinstance(member, property):
                    getattr(closed, name)
                else:
                    values, named = given(getattr(closed, name), handles)
                    getattr(closed, name)(*values, **named)
                pytest.fail(f"{kind}.{name} of a closed handle raised nothing")
            tried += 1
    assert tried > 200


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yields all functions that take handles, with their kind."""
    for kind, cls in KINDS.items():
        for name in dir(cls):
            member = inspect.getattr_static(cls, name)
            if not name.startswith("_") and isinstance(member, classmethod):
                yield "", getattr(cls, name)
            elif not name.startswith("_") and inspect.isfunction(member):
                yield kind, member
        yield "", cls
    for name, function in vars(koord).items():
        if inspect.isfunction(function) and not name.startswith("_"):
            yield "", function


def test_every_closed_argument(handles: dict[str, Handle[Any]], tmp_path: Path) -> None:
    """A closed argument is refused, and nothing changes."""
    closed = one_of_each(tmp_path / "closed")
    for one in closed.values():
        one.close()
    tried = set()
    for kind, function in functions():
        try:
            parameters = inspect.signature(function).parameters
        except ValueError:
            continue
        bound = function.__get__(handles[kind]) if kind else function
        for name, parameter in parameters.items():
            for wanted in kinds_of(parameter):
                if name == "self":
                    continue
                bad: Any = closed[wanted]
                if str(parameter.annotation).startswith("Iterable"):
                    bad = [bad]
                before = {one: repr(handle) for one, handle in handles.items()}
                values, named = given(bound, handles, **{name: bad})
                with pytest.raises(ValueError, match=f"^{wanted} is closed$"):
                    bound(*values, **named)
                    pytest.fail(f"{function.__qualname__}({name}) took a closed {wanted}")
                assert {one: repr(handle) for one, handle in handles.items()} == before, function.__qualname__
                tried.add((function.__qualname__, name))
    assert len(tried) > 60, tried


def test_closing_while_others_call(handles: dict[str, Handle[Any]], tmp_path: Path) -> None:
    """Running calls end normally, and later ones raise ValueError. Other errors come from the calls
    themselves.
    """
    for kind, handle in one_of_each(tmp_path / "shared").items():
        started, odd = threading.Barrier(3), []

        def call(kind: str = kind, handle: Any = handle, started: threading.Barrier = started, odd: list[str] = odd) -> None:
            started.wait()
            for _ in range(100):
                for name, member in members(KINDS[kind]):
                    try:
                        if isinstance(member, property):
                            getattr(handle, name)
                        else:
                            values, named = given(getattr(handle, name), handles)
                            getattr(handle, name)(*values, **named)
                    except (koord.KoordError, TypeError, LookupError):
                        pass
                    except ValueError as error:
                        if str(error) == f"{kind} is closed":
                            return
            odd.append(f"{kind} was not closed")

        threads = [threading.Thread(target=call) for _ in range(2)]
        for thread in threads:
            thread.start()
        started.wait()
        handle.close()
        for thread in threads:
            thread.join()
        assert handle.closed and odd == []
