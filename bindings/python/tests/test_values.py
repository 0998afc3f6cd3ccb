"""Values: sets of CPUs, enumerations, records, rows."""

from __future__ import annotations

import copy
import functools
import gc
import json
import multiprocessing
import operator
import pickle
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import koord
from conftest import ROOT, make_pod
from koord import Cpu, CpuSet, CpusetKind, Qos, Reason, Refusal, Topology, Verdict, VerdictFlags

SETS = st.frozensets(st.integers(0, koord.MAX_CPUS - 1), max_size=40)


@given(SETS, SETS)
def test_cpusets_are_sets(a: frozenset[int], b: frozenset[int]) -> None:
    x, y = CpuSet(a), CpuSet(b)
    assert set(x) == a and len(x) == len(a) and list(x) == sorted(a)
    assert (x | y, x & y, x - y, x ^ y) == (a | b, a & b, a - b, a ^ b)
    assert x | b == a | b and x & b == a & b
    assert (x <= y, x < y, x.isdisjoint(y)) == (a <= b, a < b, a.isdisjoint(b))
    assert CpuSet(str(x)) == x == CpuSet.from_mask(x.mask) == pickle.loads(pickle.dumps(x))
    assert hash(x) == hash(CpuSet(sorted(a)))
    assert eval(repr(x)) == x


@given(SETS, SETS)
def test_cpusets_with_other_operands(a: frozenset[int], b: frozenset[int]) -> None:
    """Arrays, text and lists are accepted as sets."""
    x, y = CpuSet(a), CpuSet(b)
    arrays = [np.array(sorted(b), kind) for kind in (np.int64, np.uint16)]
    for other in (*arrays, str(y), str(y).encode(), sorted(b), tuple(b), b):
        assert (x & other, x | other, x - other, x ^ other) == (a & b, a | b, a - b, a ^ b)
        assert (other & x, other | x, other - x, other ^ x) == (a & b, a | b, b - a, a ^ b)
        assert (x <= other, x < other, x >= other, x > other) == (a <= b, a < b, a >= b, a > b)
        assert (other <= x, other < x, other >= x, other > x) == (b <= a, b < a, b >= a, b > a)
        assert x.isdisjoint(other) == a.isdisjoint(b)
        assert type(x & other) is type(other & x) is CpuSet
    assert all(np.int64(cpu) in x and np.uint16(cpu) in x for cpu in a)
    assert x == a and x == {np.int64(cpu) for cpu in a}


def test_operands_that_are_no_cpus() -> None:
    cpus = CpuSet("0-7")
    calls = (
        operator.and_, operator.or_, operator.sub, operator.xor, operator.le, operator.lt, operator.ge, operator.gt,
    )  # fmt: skip
    for wrong in (3, None, 1.5, ["a"], object(), np.ones(4, bool), np.zeros(2)):
        for call in calls:
            with pytest.raises(TypeError):
                call(cpus, wrong)
            with pytest.raises(TypeError):
                call(wrong, cpus)
        with pytest.raises(TypeError):
            cpus.isdisjoint(wrong)  # type: ignore[arg-type]
    for invalid in ("3-1", "x", [koord.MAX_CPUS], {-1}, np.array([9000])):
        for call in (*calls, CpuSet.isdisjoint):
            with pytest.raises(koord.InvalidError):
                call(cpus, invalid)
    assert cpus != "0-7" and cpus != list(range(8)) and cpus != {"a"} and cpus != "3-1"
    assert 1.0 not in cpus and "1" not in cpus and -1 not in cpus and 2**80 not in cpus and np.bool_(1) not in cpus


def test_cpuset_text() -> None:
    assert str(CpuSet([8, 0, 1, 2, 3])) == "0-3,8"
    assert 8191 in CpuSet("8191") and 3 not in CpuSet("8191") and "a" not in CpuSet("1")
    for wrong in ("3-1", "1,,2", " 1", "8192", "x", "1-"):
        with pytest.raises(koord.InvalidError):
            CpuSet(wrong)
    for number in (-1, koord.MAX_CPUS):
        with pytest.raises(koord.InvalidError, match="not within"):
            CpuSet([number])
    with pytest.raises(TypeError):
        CpuSet([1.5])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        CpuSet(7)  # type: ignore[arg-type]
    with pytest.raises(koord.InvalidError, match="mask"):
        CpuSet.from_mask(-1)
    with pytest.raises(AttributeError):
        CpuSet("1")._bits = 3


@given(st.integers(-(2**31), 2**31 - 1))
def test_enumerations_are_open(number: int) -> None:
    reason = Reason(number)
    assert reason == number and int(reason) == number
    assert pickle.loads(pickle.dumps(reason)) == reason
    assert isinstance(reason.name, str)


@given(st.integers(0, 2**31 - 1))
def test_flags_are_open(bits: int) -> None:
    flags = VerdictFlags(bits)
    assert flags == bits and int(flags) == bits and (VerdictFlags.REMOVED in flags) == bool(bits & 2)
    verdict = Verdict(1, Reason.NONE, 2, flags)
    assert pickle.loads(pickle.dumps(verdict)) == verdict and copy.deepcopy(verdict) == verdict


def test_unknown_numbers_have_names() -> None:
    assert Reason(4711).name == "UNKNOWN_4711" and Reason(-4711).name == "UNKNOWN_MINUS_4711"
    assert Qos(4711).label == "Unknown"
    assert Qos.LSR.label == "LSR" and koord.NumaPolicy.SINGLE_NUMA_NODE.label == "SingleNUMANode"
    with pytest.raises(ValueError):
        Reason(2**31)
    with pytest.raises(ValueError):
        Reason("LSR")


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**31), 2**31 - 1), st.integers(-(2**31), 2**31 - 1))
def test_any_refusal_has_a_sentence(amount: int, reason: int, where: int) -> None:
    refusal = Refusal(
        amount, amount, Reason(reason), koord.Profile.SPEC, koord.ObjectKind.CPU, koord.ObjectKind.CPU, where,
        koord.BindPolicy.FULL_PCPUS, koord.ExclusivePolicy.NONE, koord.NumaPolicy.NONE, 2, where, where, 2
    )
    assert refusal.to_json().startswith("{\"reason\":")
    assert isinstance(str(refusal), str) and isinstance(refusal.reason_name, str)


def test_refusals_out_of_range() -> None:
    refusal = Refusal(
        2**63, 0, Reason.NOT_ENOUGH_CPUS, koord.Profile.SPEC, koord.ObjectKind.CPU, koord.ObjectKind.CPU, 0,
        koord.BindPolicy.DEFAULT, koord.ExclusivePolicy.DEFAULT, koord.NumaPolicy.UNSET, 0, 0, 0, 0
    )
    with pytest.raises(ValueError, match="needed"):
        str(refusal)


CPUS = st.lists(
    st.builds(
        lambda cpu, core, socket: Cpu(cpu, core, socket, socket, -1, 0, -1, 0),
        st.integers(0, 300),
        st.integers(0, 40),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda row: row.cpu,
)


@given(CPUS)
def test_topologies_of_rows(cpus: list[Cpu]) -> None:
    made = Topology.from_rows(cpus)
    rows = made.rows()
    assert [row.cpu for row in rows] == sorted(row.cpu for row in cpus)
    assert Topology.from_rows(rows) == made
    assert Topology.from_rows(rows.array) == made
    again = pickle.loads(pickle.dumps(made))
    assert again == made and hash(again) == hash(made) and again.rows() == rows
    assert Topology.from_annotation(made.to_annotation()).cpus == made.cpus


MACHINES: dict[str, Callable[[], Topology]] = {
    "this machine": Topology.discover,
    "what of it is allowed": lambda: Topology.discover(only_allowed=True),
    "hwloc XML": lambda: Topology.from_hwloc_xml((ROOT / "examples" / "two-socket-server.xml").read_bytes()),
    "synthetic": lambda: Topology.from_synthetic("pack:2 numa:2 l3:1 core:2 pu:2"),
    "annotation": lambda: Topology.from_annotation({"detail": [{"id": 3, "core": 7}, {"id": 9, "core": 7}]}),
}


@pytest.mark.parametrize("kind", MACHINES)
def test_topologies_travel(kind: str) -> None:
    made = MACHINES[kind]()
    kept = [pickle.dumps(made, protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    copies = [Topology.from_json(made.to_json()), Topology.from_json(json.loads(made.to_json()))]
    for again in [*copies, copy.copy(made), copy.deepcopy(made), *map(pickle.loads, kept)]:
        assert type(again) is Topology and again == made and hash(again) == hash(made)
        assert again.to_json() == made.to_json() and again.info == made.info
        assert again.rows() == made.rows() and again.numa_nodes == made.numa_nodes
        assert again.hugepages == made.hugepages and again.distances == made.distances
        assert again.devices == made.devices
        for which in (CpusetKind.OFFLINE, CpusetKind.DISALLOWED):
            assert again.cpuset(which) == made.cpuset(which)


def test_topologies_of_nodes_travel(cluster: koord.Cluster, machine: Topology) -> None:
    made = cluster.node_topology(0)
    assert made is not None and made == machine == pickle.loads(pickle.dumps(made))


def test_subclasses_travel() -> None:
    made = Machine.from_synthetic("core:2 pu:2")
    assert type(pickle.loads(pickle.dumps(made))) is type(copy.copy(made)) is Machine


class Machine(Topology):
    """A topology with a name of its own."""

    __slots__ = ()


def test_topologies_reach_other_processes() -> None:
    """A process that shares nothing with this one receives a machine and returns it."""
    made = Topology.discover()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(Topology.to_json, (made,)) == made.to_json()
        assert pool.apply(copy.copy, (made,)) == made


@given(st.binary(max_size=200))
def test_bytes_are_not_documents(data: bytes) -> None:
    for read in (
        Topology.from_json,
        Topology.from_annotation,
        Topology.from_nrt,
        Topology.from_hwloc_xml,
        koord.Pod.from_json,
    ):
        with pytest.raises(koord.KoordError) as raised:
            read(data).close()
        assert raised.value.message and raised.value.code < 0


@given(st.text(max_size=60))
def test_text_is_not_a_machine(text: str) -> None:
    try:
        Topology.from_synthetic(text).close()
    except koord.KoordError as error:
        assert error.message
    try:
        assert CpuSet(str(CpuSet(text))) == CpuSet(text)
    except koord.KoordError as error:
        assert error.name in ("invalid", "no-space")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["metadata", "spec", "status", "detail", "kind"]), JSON, max_size=4))
def test_objects_never_crash(value: dict[str, object]) -> None:
    with koord.Cluster() as cluster:
        for read in (cluster.set_node, cluster.set_topology, cluster.set_devices, koord.Pod.from_json):
            try:
                read(value)
            except koord.KoordError as error:
                assert error.message


@given(st.text(max_size=20), st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=4))
def test_pods_travel(name: str, labels: dict[str, str]) -> None:
    spec = {"containers": [{"name": "a", "resources": {"limits": {"cpu": "2"}}}]}
    try:
        pod = koord.Pod.from_json({"metadata": {"name": name, "uid": "u", "labels": labels}, "spec": spec})
    except koord.KoordError:
        return
    again = pickle.loads(pickle.dumps(pod))
    assert (again.info, again.name, again.uid, again.request("cpu")) == (pod.info, name, "u", pod.request("cpu"))
    assert again == pod == copy.deepcopy(pod) and hash(again) == hash(pod)


def test_equal_pods() -> None:
    text = json.dumps({"metadata": {"name": "a", "labels": {str(i): "x" * 20 for i in range(100)}}})
    pod, same, other = koord.Pod.from_json(text), koord.Pod.from_json(text.encode()), koord.Pod.from_json(text + " ")
    assert pod == same != other != "a" and len({pod, same, other}) == 2


def test_pods_of_builders_are_themselves() -> None:
    pod = make_pod("a")
    assert pod == copy.copy(pod) and hash(pod) == hash(copy.deepcopy(pod))
    assert pod != make_pod("a") and pod != koord.Pod.from_json({"metadata": {"name": "a"}})
    with pytest.raises(TypeError, match="Pod cannot be pickled: it was not made from a document"):
        pickle.dumps(pod)


def test_closed_handles_do_not_travel(machine: Topology) -> None:
    for handle in (koord.Pod.from_json({"metadata": {"name": "a"}}), copy.copy(machine)):
        other = copy.copy(handle)
        handle.close()
        for call in (pickle.dumps, copy.copy, copy.deepcopy, hash, lambda one, other=other: one == other):
            with pytest.raises(ValueError, match="is closed"):
                call(handle)
        assert pickle.loads(pickle.dumps(other)) == other


def test_what_handles_keep() -> None:
    """Documents of pods are stored compressed and freed on close. Those of machines are not stored.
    """
    pod = {"metadata": {"name": "a", "annotations": {f"of/{i}": "something that is said" for i in range(2000)}}}
    detail = [{"id": cpu, "core": cpu, "socket": 0, "node": 0} for cpu in range(1000)]

    def pods() -> list[koord.Handle[Any]]:
        return [koord.Pod.from_json({**pod, "number": i}) for i in range(20)]

    def machines() -> list[koord.Handle[Any]]:
        return [koord.Topology.from_annotation({"detail": detail, "number": i}) for i in range(20)]

    def measure(make: Callable[[], list[koord.Handle[Any]]]) -> tuple[int, int]:
        make()
        gc.collect()
        tracemalloc.start()
        handles = make()
        kept, _ = tracemalloc.get_traced_memory()
        for handle in handles:
            handle.close()
        closed, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return kept, closed

    kept, closed = measure(pods)
    assert kept < 20 * len(json.dumps(pod)) / 3
    assert kept - closed > 20 * 2000  # about 5000 bytes each
    kept, _ = measure(machines)
    assert kept < 20 * 1000


def test_json_pods_travel() -> None:
    pod = koord.Pod.from_json({"metadata": {"name": "a", "uid": "1"}, "spec": {"containers": []}})
    assert pickle.loads(pickle.dumps(pod)).uid == "1"
    assert repr(pod) == "<koord.Pod default/a BE 0 CPUs>"
    assert pod.request("memory") == (None, None)


def test_rows_are_arrays(cluster: koord.Cluster) -> None:
    verdicts = cluster.evaluate(make_pod("u"))
    assert len(verdicts) == 3 and verdicts[-1] == verdicts[2] and verdicts[1:] == list(verdicts)[1:]
    with pytest.raises(IndexError):
        verdicts[3]
    array = np.asarray(verdicts)
    assert array.dtype == koord.dtype(Verdict) and array["node"].tolist() == [0, 1, 2]
    array["score"][0] = 7  # the same memory
    assert verdicts[0].score == 7 and verdicts.array["score"][0] == 7
    assert np.array(verdicts, copy=True)["score"][0] == 7
    assert len(verdicts.data) == 48
    assert "Verdict(node=0" in repr(verdicts)
    assert verdicts[0] == Verdict(0, Reason.NONE, 7, VerdictFlags(0))


def test_verdicts_into_an_array(cluster: koord.Cluster) -> None:
    pod = make_pod("u")
    out = np.zeros(8, koord.dtype(Verdict))
    assert cluster.evaluate_into(pod, out) == (3, cluster.info.generation)
    assert out["node"][:3].tolist() == [0, 1, 2] and (out["score"][:3] > 0).all()
    assert cluster.evaluate_into(pod, out, koord.Query().set_nodes(1, 1))[0] == 1 and out["node"][0] == 1
    with pytest.raises(koord.NoSpaceError):
        cluster.evaluate_into(pod, out[:2])
    for wrong in (np.zeros(8), out[::2], np.zeros(3, np.uint8), bytes(48)):
        with pytest.raises((ValueError, BufferError)):
            cluster.evaluate_into(pod, wrong)
    other = np.dtype([("node", "<f4"), ("reason", "<i4"), ("score", "<i4"), ("flags", "<u4")])
    for wrong in (np.zeros(8, np.complex128), np.zeros(8, other), np.zeros(128, np.uint8), np.zeros(8, "S16")):
        for call in (koord.verdicts_normalize, functools.partial(cluster.evaluate_into, pod)):
            with pytest.raises(ValueError, match="dtype"):
                call(wrong)
    same = np.dtype([(name, out.dtype.fields[name][0]) for name in out.dtype.names])
    assert cluster.evaluate_into(pod, np.zeros(8, same))[0] == cluster.evaluate_into(pod, bytearray(128))[0] == 3
    with pytest.raises(TypeError):
        cluster.evaluate_into(pod, None)
    out["score"][:3] = 20, 10, 5
    koord.verdicts_normalize(out[:3])
    assert out["score"][:3].tolist() == [100, 50, 25]


def test_invalid_arrays_are_refused() -> None:
    with pytest.raises(ValueError, match="dtype"):
        Topology.from_rows(np.zeros(4, koord.dtype(Verdict)))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Cpu is wanted"):
        Topology.from_rows([(1, 2)])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="no record"):
        koord.dtype(int)
    with pytest.raises(ValueError):
        Topology.from_rows([Cpu(2**31, 0, 0, 0, 0, 0, 0, 0)])
    with pytest.raises(TypeError):
        Topology.from_rows([Cpu("1", 0, 0, 0, 0, 0, 0, 0)])  # type: ignore[arg-type]
