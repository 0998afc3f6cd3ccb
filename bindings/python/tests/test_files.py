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
from koord import AddedKind, AddedResult, Cluster, ConflictError, InvalidError, LimitError, Status, UnsupportedError

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


def test_yaml_files() -> None:
    files = [ROOT / "examples/cluster.yaml", ROOT / "examples/pods.yaml"]
    cluster = Cluster.from_files(files, profile="SPEC")
    assert cluster.objects is not None
    assert cluster.info.nodes > 0 and len(cluster.objects.pending) > 0
    text = "kind: Node\nmetadata: {name: a, creationTimestamp: 2026-01-02T03:04:05Z}\n---\n---\nkind: Node\nmetadata: {name: b}\n"
    assert Cluster.from_files(io.StringIO(text)).info.nodes == 2


def test_devices_of_claims_are_held() -> None:
    cluster = Cluster.from_files(ROOT / "examples/claims.json")
    assert cluster.objects is not None
    train, render = cluster.objects.pending
    assert [row.kind for row in cluster.objects.rows][2:4] == [AddedKind.RESOURCE_SLICE, AddedKind.RESOURCE_CLAIM]
    assert not cluster.judge(train, "gpu-a") and cluster.judge(render, "gpu-a")
    cluster.remove_resource_slice("gpu-a-gpus")
    assert not cluster.judge(render, "gpu-a")
    cluster.remove_resource_claim("default/inference-gpu")
    assert cluster.judge(train, "gpu-a")
    with pytest.raises(koord.NotFoundError):
        cluster.remove_resource_claim("default/inference-gpu")


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
    with pytest.raises(InvalidError, match="^file: line 2, byte 1: the bracket does not close"):
        Cluster.from_files(io.StringIO("\n{"))
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


def test_errors_name_the_file(tmp_path: Path) -> None:
    def write(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    good = write("good.json", "\ufeff" + json.dumps(NODE))
    for text, says in (("{", "line 1, byte 0: the bracket does not close"), ("", "empty; kubectl get prints nothing"),
                       ("\ufeff \n", "empty; "), (json.dumps(NODE) + "\n,", "line 2, byte "), ("[{}, {]", "found ], expected }")):
        bad = write("bad.json", text)
        for files in ([bad], [good, bad], [bad, good], [good, good, bad]):
            with pytest.raises(InvalidError) as failure:
                Cluster.from_files(files)
            assert failure.value.message.startswith(f"{bad}: {says}") or says in failure.value.message.split(f"{bad}: ")[1]
            with pytest.raises(InvalidError, match="bad.json: "):
                Cluster().add_files(files)
    bad = write("bad.json", json.dumps({"kind": "List", "items": [dict(NODE, metadata={"name": "c"}), BAD]}))
    with pytest.raises(InvalidError, match=f"^{bad}: object 1: Node b: status.allocatable.cpu"):
        Cluster.from_files([good, NODE | {"metadata": {"name": "d"}}, bad])
    with pytest.raises(ConflictError, match=f"^{good}: object 0: Node a: "):
        Cluster.from_files([good, good])


def test_a_file_does_not_continue_another(tmp_path: Path) -> None:
    text = json.dumps(NODE)
    for cut in range(1, len(text)):
        first, second = tmp_path / "first.json", tmp_path / "second.json"
        first.write_text(text[:cut])
        second.write_text(text[cut:])
        with pytest.raises(InvalidError, match="(first|second).json: "):
            Cluster.from_files([first, second])


def test_aliases_of_yaml_are_bounded(tmp_path: Path) -> None:
    def load(text: str) -> Cluster:
        (tmp_path / "a.yaml").write_text(text)
        return Cluster.from_files(tmp_path / "a.yaml", strict=False)

    for levels in (5, 20, 60):
        text = "x0: &x0 [a, a, a, a, a, a, a, a, a, a]\n" + "".join(
            f"x{i}: &x{i} [{', '.join([f'*x{i - 1}'] * 10)}]\n" for i in range(1, levels + 1))
        with pytest.raises(LimitError, match="a.yaml: YAML line 6: more than 200000 values, aliases written out$"):
            load(text)
    merged = "x0: &x0 {a: 1}\n" + "".join(
        f"x{i}: &x{i}\n  <<: [{', '.join([f'*x{i - 1}'] * 10)}]\n" for i in range(1, 20))
    with pytest.raises(LimitError, match="more than 200000 values, aliases written out$"):
        load(merged)
    with pytest.raises(LimitError, match="a.yaml: YAML line 2: more than 16 MiB of text, aliases written out$"):
        load("a: &a " + "x" * 1_000_000 + "\nb: [" + ", ".join(["*a"] * 20) + "]\n")
    for text in ("a: &a [*a]", "a: &a {b: [*a]}", "&a [[*a]]"):
        with pytest.raises(InvalidError, match="a.yaml: YAML line 1: an alias of itself$"):
            load(text)
    labels = "kind: Node\nmetadata: {name: a, labels: &l {b: c}, annotations: *l}\n"
    assert load(labels).info.nodes == 1
    assert load("---\n".join(labels.replace("name: a", f"name: a{i}") for i in range(200))).info.nodes == 200
