"""Clusters from files, open files and dictionaries."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import koord
from conftest import ROOT
from koord import AddedKind, AddedResult, Cluster, InvalidError, Status, UnsupportedError

NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"}, "status": {"allocatable": {"cpu": "8", "pods": "10"}}}
WEB: dict[str, Any] = {
    "apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "web"},
    "spec": {"replicas": 2, "template": {"spec": {"containers": [
        {"name": "c", "resources": {"requests": {"cpu": "2"}}}]}}},
}
BAD = {"kind": "Node", "metadata": {"name": "b"}, "status": {"allocatable": {"cpu": "many"}}}


def test_objects_of_every_source_are_added(tmp_path: Path) -> None:
    path = tmp_path / "node.json"
    path.write_text("\ufeff" + json.dumps(NODE), encoding="utf-8")
    other = dict(NODE, metadata={"name": "b"})
    stream = io.BytesIO(json.dumps({"kind": "List", "items": [other]}).encode())
    cluster = Cluster.from_files([WEB, path, stream, (str(path) for _ in ())])
    assert [row.name for row in cluster.node_names.rows] == ["a", "b"]
    assert cluster.objects is not None
    assert [pod.uid for pod in cluster.objects.pending] == ["default/web-0", "default/web-1"]
    assert cluster.find_best(cluster.objects.pending[0])[0].node == 0
    assert [(row.kind, row.result) for row in cluster.objects.rows][:2] == [
        (AddedKind.WORKLOAD, AddedResult.ADDED), (AddedKind.POD, AddedResult.PENDING)]
    assert json.loads(cluster.objects.pod_json(1))["metadata"]["name"] == "web-0"
    assert Cluster().objects is None
    assert len(Cluster.from_files([]).node_names.rows) == 0
    assert Cluster.from_files(io.StringIO(" ")).objects is not None


def test_yaml_files() -> None:
    files = [ROOT / "examples/cluster.yaml", ROOT / "examples/pods.yaml"]
    cluster = Cluster.from_files(files, profile="SPEC")
    assert cluster.objects is not None
    assert cluster.info.nodes > 0 and len(cluster.objects.pending) > 0
    text = "kind: Node\nmetadata: {name: a, creationTimestamp: 2026-01-02T03:04:05Z}\n---\n---\nkind: Node\nmetadata: {name: b}\n"
    assert Cluster.from_files(io.StringIO(text)).info.nodes == 2


def test_refused_objects_do_not_affect_others() -> None:
    with pytest.raises(InvalidError, match="object 1: Node b: status.allocatable.cpu"):
        Cluster.from_files([NODE, BAD])
    cluster = Cluster.from_files([NODE, BAD], strict=False)
    assert cluster.objects is not None and cluster.info.nodes == 1
    assert [(row.position, row.status) for row in cluster.objects.refused] == [(1, Status.INVALID)]
    assert [row.name for row in cluster.add_files(WEB).refused] == []


def test_sources_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError):
        Cluster.from_files(tmp_path / "none.json")
    with pytest.raises(TypeError, match="expected paths, files or objects, not int"):
        Cluster.from_files(5)  # type: ignore[arg-type]
    with pytest.raises(InvalidError, match="json: byte"):
        Cluster.from_files(io.StringIO("{"))
    for name, data, says in (("a.yaml", b"\xff", "a.yaml: is not UTF-8"), ("a.yaml", b"a: [", "a.yaml: while parsing"),
                             ("a.yaml", b"a: .nan", "a.yaml: Out of range float"),
                             ("a.yaml", b"a: !!set {b}", "a.yaml: found set, which JSON does not have")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InvalidError, match=says):
            Cluster.from_files(tmp_path / name)
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(UnsupportedError, match="a.yaml: is YAML: install PyYAML"):
        Cluster.from_files(tmp_path / "a.yaml")
    assert koord.Cluster.from_files(NODE).info.nodes == 1
