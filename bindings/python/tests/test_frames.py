"""Rows as data frames, collections, drawings in files, and clusters that are read again."""

from __future__ import annotations

import ast
import enum
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import koord
from conftest import ROOT, make_node, make_pod
from koord import Drawing, Pod, Topology
from koord._rows import Rows


def all_rows(cluster: koord.Cluster, machine: Topology) -> list[Rows[object]]:
    pod = make_pod("1", 99)
    rows = [cluster.evaluate(pod), machine.rows(), machine.numa_nodes, cluster.node_names.rows]
    rows += [cluster.explain(pod).groups, cluster.explain(pod).misses, cluster.capacity(make_pod("2")).nodes]
    return rows  # type: ignore[return-value]


def plain(value: object) -> object:
    return value.name if isinstance(value, enum.IntEnum) else value


def flat(row: object, path: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for field, value in zip(row._fields, row, strict=True):  # type: ignore[attr-defined, call-overload]
        found.update(flat(value, f"{path}{field}.") if hasattr(value, "_fields") else {path + field: plain(value)})
    return found


def test_frames_have_the_values_of_the_records(cluster: koord.Cluster, machine: Topology) -> None:
    for rows in all_rows(cluster, machine):
        assert len(rows)
        expected = [flat(row) for row in rows]
        assert rows.to_polars().to_dicts() == expected
        frame = rows.to_pandas()
        assert [{name: plain(value) for name, value in row.items()} for row in frame.to_dict("records")] == expected


def test_numbers_of_pandas_are_the_rows_own_memory(cluster: koord.Cluster) -> None:
    rows = cluster.evaluate(make_pod("1"))
    frame = rows.to_pandas()
    assert np.shares_memory(frame["node"].to_numpy(), rows.array)
    assert frame["reason"].dtype == "category" and list(frame["reason"]) == ["NONE"] * 3


def test_frames_without_rows() -> None:
    rows = koord.Cluster().evaluate(make_pod("1"))
    assert rows.to_pandas().shape == rows.to_polars().shape == (0, len(koord.Verdict._fields))
    assert isinstance(rows.to_pandas(), pd.DataFrame) and isinstance(rows.to_polars(), pl.DataFrame)


def test_nodes_are_a_collection_that_follows_the_cluster(cluster: koord.Cluster) -> None:
    nodes = cluster.nodes
    assert len(nodes) == 3 and list(nodes) == ["node-a", "node-b", "node-c"] and "node-b" in nodes and 1 not in nodes
    cluster.remove_node("node-b")
    cluster.set_node(make_node("node-d", 1))
    assert list(nodes) == ["node-a", "node-c", "node-d"] and len(nodes) == 3 and "node-b" not in nodes
    assert nodes & {"node-a", "x"} == {"node-a"} and repr(nodes) == "Nodes(['node-a', 'node-c', 'node-d'])"
    cluster.close()
    with pytest.raises(ValueError, match="closed"):
        len(nodes)


def test_pods_of_all_nodes(cluster: koord.Cluster) -> None:
    for uid, node in ("1", "node-b"), ("2", "node-a"), ("3", "node-a"):
        assert cluster.reserve(make_pod(uid), node)
    assert sorted(cluster.pods("node-a")) == ["2", "3"]
    assert cluster.pods() == [uid for node in cluster.nodes for uid in cluster.pods(node)] and len(cluster.pods()) == 3


def test_handles_with_rows_are_sequences_of_them(cluster: koord.Cluster) -> None:
    plan = cluster.plan_gang([make_pod("1"), make_pod("2")]).plan
    assert plan is not None
    assert len(plan) == 2 and list(plan) == list(plan.steps) and plan[-1] == plan.steps[1]
    names = cluster.node_names
    assert len(names) == 3 and [row.name for row in names] == list(cluster.nodes)
    with pytest.raises(IndexError):
        names[3]


@pytest.mark.parametrize(("name", "begin"), [("a.svg", "<svg"), ("a.HTML", "<!DOCTYPE html>"), ("a.txt", "")])
def test_drawings_are_saved_by_suffix(machine: Topology, tmp_path: Path, name: str, begin: str) -> None:
    drawing = machine.picture({"web & <co>": "0-3"}, title="one <b>")
    drawing.save(tmp_path / name)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert text.startswith(begin) and text in (drawing.svg, drawing.html, drawing.text())
    assert "<b>" not in text or name == "a.txt"


def test_an_unknown_suffix_writes_nothing(machine: Topology, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"a\.png: found the suffix '\.png', expected \.svg"):
        machine.picture().save(tmp_path / "a.png")
    assert isinstance(machine.picture(), Drawing) and not list(tmp_path.iterdir())


def test_as_read_is_the_cluster_before_what_happened(tmp_path: Path) -> None:
    node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"}, "status": {"allocatable": {"cpu": "8"}}}
    container = {"name": "c", "resources": {"requests": {"cpu": "6"}, "limits": {"cpu": "6"}}}
    meta = {"name": "p", "namespace": "default", "uid": "1"}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": {"containers": [container]}}
    file = tmp_path / "a.json"
    file.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": [node, pod]}))
    cluster, other = koord.Cluster.from_files(file, profile="UPSTREAM"), koord.Cluster.from_files(file)
    file.unlink()
    assert cluster.objects is not None
    waiting = cluster.objects.pending[0]
    score = cluster.evaluate(waiting)[0].score
    assert score != other.evaluate(waiting)[0].score
    assert cluster.reserve(waiting, "a")
    cluster.set_node(make_node("b", 8))
    again = cluster.as_read()
    assert again.objects is not None and again.pods() == [] and list(again.nodes) == ["a"]
    assert again.evaluate(waiting)[0].score == score
    assert again.reserve(again.objects.pending[0], "a") and len(again.as_read().pods()) == 0
    assert cluster.pods() == ["1"] and list(cluster.nodes) == ["a", "b"]
    with pytest.raises(ValueError, match="from_files"):
        koord.Cluster().as_read()


def test_docstrings_are_in_the_words_of_python() -> None:
    """No docstring describes buffers, NULL, status names or locking of C."""
    statuses = "INVALID|NOT_FOUND|CONFLICT|STALE|LIMIT|IO|PERMISSION|CORRUPT|UNSUPPORTED|NO_SPACE|NO_MEMORY|INTERNAL"
    of_c = re.compile(
        rf"may be None|\breceives\b(?! after)|(?<!status )\b(?:{statuses})\b|nullable|\bNULL\b|[Ll]ength 0|\ball zero|koord_[a-z]|"
        r"^Copies |exclusive access|reference-counted|;\.|\ba reference\b"
    )
    found = []
    for name in "_calls", "cluster", "cpu", "numa", "pod", "topology":
        tree = ast.parse((ROOT / f"bindings/python/src/koord/{name}.py").read_text())
        for node in ast.walk(tree):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_"):
                text = " ".join((ast.get_docstring(node) or "").split())
                found += [(name, node.name, hit.group()) for hit in of_c.finditer(text)]
    assert found == []
    assert Pod.from_json.__doc__
