"""Frames of a cluster, sweeps of koord-replay, and charts."""

from __future__ import annotations

import csv
import io
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib
import pandas as pd
import polars as pl
import pytest

import koord
from conftest import make_node, make_pod
from koord import analysis

matplotlib.use("agg")

NODES = "sn,cpu_milli,memory_mib,gpu,model\nn-0,64000,262144,4,A\nn-1,96000,393216,8,B\n"
PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\na,4000,16384,1,1000,\nb,2000,8192,1,300,\nc,16000,65536,2,1000,B\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "small.csv").write_text(NODES)
    (tmp_path / "mixed.csv").write_text(PODS)
    return tmp_path / "small.csv", tmp_path / "mixed.csv"


TYPES = pytest.mark.parametrize("frame_type", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])


def records(frame: Any) -> list[dict[str, Any]]:
    """Returns the rows of a frame, with None for missing values."""
    rows: list[dict[str, Any]] = frame.to_dicts() if isinstance(frame, pl.DataFrame) else frame.to_dict("records")
    return [{name: None if value != value else value for name, value in row.items()} for row in rows]


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_sweep_is_what_koord_replay_prints(files: tuple[Path, Path], replay: str) -> None:
    frame = analysis.sweep(*files, policies=["fgd", "best-fit"], seeds=[1, 2, 3], options={"demand": 100}, program=replay)
    given = f"--nodes={files[0]}", f"--pods={files[1]}", "--policy=fgd,best-fit", "--seeds=1-3", "--demand=100", "-ocsv"
    text = subprocess.run([replay, *given], capture_output=True, text=True, check=True).stdout
    metrics = {"alloc_pct": "allocated", "frag_amount_pct": "fragments", "frag_ratio_pct": "fragment_ratio"}
    expected = {
        (metrics[row["metric"]], row["policy"], int(row["seed"]), int(demand), float(value))
        for row in csv.DictReader(io.StringIO(text))
        for demand, value in row.items()
        if demand.isdigit() and value
    }
    found = {
        (metric, row.policy, row.seed, row.demand, row[metric])
        for _, row in frame.iterrows()
        for metric in metrics.values()
        if not math.isnan(row[metric])
    }
    assert expected and found == expected
    assert set(frame["nodes"]) == {"small"} and set(frame["workload"]) == {"mixed"} and frame["demand"].max() <= 101


def test_every_combination_is_replayed_in_order(files: tuple[Path, Path], replay: str, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(NODES + "n-2,64000,262144,4,A\n")
    told: list[tuple[int, int]] = []
    slow = script(tmp_path / "slow", f'case "$*" in *--seeds=7*) sleep 0.5;; esac\nexec {replay} "$@"')  # the first ends last
    arguments: Any = {"policies": ["fgd"], "seeds": [7, 8], "program": slow}
    frame = analysis.sweep([files[0], other], files[1], progress=lambda *seen: told.append(seen), workers=3, **arguments)
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    keys = frame[["nodes", "seed"]].drop_duplicates().itertuples(index=False)
    assert [tuple(key) for key in keys] == [("small", 7), ("small", 8), ("other", 7), ("other", 8)]
    pd.testing.assert_frame_equal(frame, analysis.sweep([files[0], other], files[1], workers=1, **arguments))


def test_a_killed_replay_is_repeated(files: tuple[Path, Path], replay: str, tmp_path: Path) -> None:
    once = script(tmp_path / "once", f'mkdir {tmp_path}/mark 2>/dev/null && kill -9 $$\nexec {replay} "$@"')
    expected = analysis.sweep(*files, policies=["fgd"], seeds=[1], program=replay)
    pd.testing.assert_frame_equal(analysis.sweep(*files, policies=["fgd"], seeds=[1], program=once), expected)
    always = script(tmp_path / "always", f"echo x >>{tmp_path}/count; kill -9 $$")
    with pytest.raises(analysis.ReplayError, match="ended by signal 9"):
        analysis.sweep(*files, policies=["fgd"], seeds=[1], program=always, retries=2)
    assert (tmp_path / "count").read_text() == "x\n" * 3


def test_errors_name_what_is_wrong(files: tuple[Path, Path], replay: str, tmp_path: Path) -> None:
    with pytest.raises(analysis.ReplayError, match="absent.csv"):
        analysis.sweep(tmp_path / "absent.csv", files[1], program=replay)
    with pytest.raises(FileNotFoundError, match="koord-tools"):
        analysis.sweep(*files, program=tmp_path / "absent")
    with pytest.raises(ValueError, match="'spark', expected one of processes, dask, ray"):
        analysis.sweep(*files, backend="spark", program=replay)


def test_parquet_holds_the_frame(files: tuple[Path, Path], replay: str, tmp_path: Path) -> None:
    frame = analysis.sweep(*files, seeds=[1], program=replay, parquet=tmp_path / "out.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "out.parquet"), frame)
    other = analysis.sweep(*files, seeds=[1], program=replay, parquet=tmp_path / "p.parquet", frame_type=pl.DataFrame)
    assert pl.read_parquet(tmp_path / "p.parquet").equals(other) and records(other) == records(frame) != []


def test_missing_values_are_missing_in_both_libraries(files: tuple[Path, Path], tmp_path: Path) -> None:
    text = "policy,workload,metric,seed,100\\nA,w,alloc_pct,1,50.5\\nB,w,frag_amount_pct,1,2\\n"
    program = script(tmp_path / "two", f"printf '{text}'")
    arguments: Any = {"policies": ["a"], "seeds": [1], "program": program}
    found = [records(analysis.sweep(*files, frame_type=kind, **arguments)) for kind in (pd.DataFrame, pl.DataFrame)]
    common = {"nodes": "small", "workload": "w", "seed": 1, "demand": 100, "fragment_ratio": None}
    expected = [
        {**common, "policy": "A", "allocated": 50.5, "fragments": None},
        {**common, "policy": "B", "allocated": None, "fragments": 2.0},
    ]
    assert found == [expected, expected]


def test_other_types_of_frames_are_refused(cluster: koord.Cluster, files: tuple[Path, Path], tmp_path: Path) -> None:
    program = script(tmp_path / "counts", f"echo x >>{tmp_path}/count; false")
    for other in (dict, pl.Series, "polars"):
        wrong: Any = other
        with pytest.raises(TypeError, match="^frame_type: found .*, expected pandas.DataFrame or polars.DataFrame"):
            analysis.nodes(cluster, frame_type=wrong)
        with pytest.raises(TypeError, match="^frame_type: found "):
            analysis.sweep(*files, program=program, frame_type=wrong)
    assert not (tmp_path / "count").exists()  # no replay was started


@pytest.mark.parametrize(("absent", "present"), [("pandas", "polars"), ("polars", "pandas")])
def test_one_library_is_enough(absent: str, present: str, files: tuple[Path, Path], replay: str, tmp_path: Path) -> None:
    program = f"""
import sys
sys.modules["{absent}"] = None  # makes the import fail
import koord
from koord import analysis
from {present} import DataFrame
cluster = koord.Cluster()
cluster.set_node(koord.NodeBuilder(name="a").set_resource("cpu", 4000, 0))
pod = koord.Pod.from_builder(koord.PodBuilder(name="p", uid="1"))
kind = {{"frame_type": DataFrame}}
for call in analysis.nodes, analysis.pods, analysis.devices:
    assert isinstance(call(cluster, **kind), DataFrame)
assert list(analysis.verdicts(cluster, pod, **kind)["name"]) == ["a"]
assert len(analysis.refusals(cluster, [pod], **kind)) == 0
out = {{"program": {replay!r}, "parquet": {str(tmp_path / "out.parquet")!r}}}
frame = analysis.sweep({str(files[0])!r}, {str(files[1])!r}, policies=["fgd"], seeds=[1], **out, **kind)
assert len(analysis.plot(frame).lines) == 1
try:
    print(type(analysis.nodes(cluster)).__name__)
except ModuleNotFoundError as error:
    print(error.name, error)
"""
    environment = {**os.environ, "MPLBACKEND": "agg"}
    done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    message = "pandas pandas is not installed: pip install 'koord[pandas]', or give frame_type=polars.DataFrame"
    assert done.stdout.strip() == (message if absent == "pandas" else "DataFrame")
    assert (tmp_path / "out.parquet").read_bytes()[:4] == b"PAR1"


def test_dask_repeats_what_a_lost_worker_had(files: tuple[Path, Path], replay: str, tmp_path: Path) -> None:
    import distributed

    slow = script(tmp_path / "slow", f'sleep 0.2\nexec {replay} "$@"')
    arguments: Any = {"policies": ["fgd"], "seeds": range(8)}
    expected = analysis.sweep(*files, program=replay, **arguments)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            lost = sorted(client.run(os.getpid).values())[0]

            def kill(finished: int, count: int) -> None:
                if finished == 1:
                    os.kill(lost, signal.SIGKILL)

            frame = analysis.sweep(*files, backend="dask", client=client, program=slow, progress=kill, **arguments)
            assert lost not in client.run(os.getpid).values()
    pd.testing.assert_frame_equal(frame, expected)


def test_ray_repeats_what_a_lost_worker_had(files: tuple[Path, Path], replay: str, tmp_path: Path) -> None:
    ray = pytest.importorskip("ray", reason="Ray is too large for the tests' environment")
    slow = script(tmp_path / "slow", f'sleep 0.3\nexec {replay} "$@"')
    arguments: Any = {"policies": ["fgd"], "seeds": range(8)}
    lost = []

    def kill(finished: int, count: int) -> None:
        if finished == 1:
            listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
            lost.append(next(int(line.split()[0]) for line in listed.splitlines() if "ray::_replay" in line))
            os.kill(lost[0], signal.SIGKILL)

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        frame = analysis.sweep(*files, backend="ray", program=slow, progress=kill, **arguments)
    finally:
        ray.shutdown()
    assert lost
    pd.testing.assert_frame_equal(frame, analysis.sweep(*files, program=replay, **arguments))


def test_frames_of_a_cluster(cluster: koord.Cluster) -> None:
    cluster.set_node(make_node("bare", 4))
    assert cluster.reserve(make_pod("1", 4), "node-a") and cluster.reserve(make_pod("2", 8), "node-b")
    nodes = analysis.nodes(cluster).set_index("name")
    assert list(nodes.index) == list(cluster.nodes)
    assert list(nodes["allocated"].fillna(-1)[["node-a", "node-b", "node-c"]]) == [4, 8, 0]
    assert list(nodes["pods"]) == [1, 1, 0, 0] and nodes["free"]["node-b"] == 56
    assert [nodes[name].isna().to_list() for name in ("free", "reserved")] == [[False, False, False, True]] * 2
    pods = analysis.pods(cluster).set_index("uid")
    assert list(pods["cpu_count"]) == [4, 8] and list(pods["node"]) == ["node-a", "node-b"]
    assert pods["cpus"]["1"] == str(cluster.pod_cpus("1"))
    told = analysis.verdicts(cluster, make_pod("3", 58))
    assert list(told["name"]) == list(cluster.nodes) and list(told["reason"] == "NONE") == [True, False, True, False]
    refused = analysis.refusals(cluster, [make_pod("3", 58), make_pod("4", 99)])
    assert set(refused["uid"]) == {"4"} and refused["nodes"].sum() == 4 and all(refused["nearest"])


def test_frames_of_polars_have_the_rows_of_pandas(cluster: koord.Cluster) -> None:
    cluster.set_node(make_node("bare", 4))
    assert cluster.reserve(make_pod("1", 4), "node-a")
    pod = make_pod("2", 99)
    calls: list[tuple[Any, ...]] = [(analysis.nodes,), (analysis.pods,), (analysis.verdicts, pod), (analysis.refusals, [pod])]
    for call, *rest in calls:
        given, other = call(cluster, *rest), call(cluster, *rest, frame_type=pl.DataFrame)
        assert isinstance(given, pd.DataFrame) and isinstance(other, pl.DataFrame)
        assert list(given.columns) == other.columns and len(other)
        assert records(other) == records(given)
    assert analysis.nodes(cluster, frame_type=pl.DataFrame)["free"].to_list()[-1] is None


@TYPES
def test_frames_of_an_empty_cluster(frame_type: Any) -> None:
    cluster, kind = koord.Cluster(), {"frame_type": frame_type}
    calls = analysis.nodes, analysis.pods, analysis.devices, lambda one, **kind: analysis.refusals(one, [], **kind)
    for frame in [call(cluster, **kind) for call in calls]:
        assert isinstance(frame, frame_type) and len(frame) == 0 and len(frame.columns) >= 4
    pod = make_pod("1")
    assert list(analysis.verdicts(cluster, pod, **kind).columns) == ["node", "name", *koord.Verdict._fields[1:]]


def test_empty_frames_of_polars_have_the_types_of_full_ones(cluster: koord.Cluster) -> None:
    assert cluster.reserve(make_pod("1", 4), "node-a")
    pod = make_pod("2", 99)
    calls: list[tuple[Any, Any]] = [(analysis.nodes, ()), (analysis.pods, ()), (analysis.refusals, ([pod],))]
    for call, rest in calls:
        full = call(cluster, *rest, frame_type=pl.DataFrame)
        assert len(full) and call(koord.Cluster(), *(() if not rest else ([],)), frame_type=pl.DataFrame).schema == full.schema


@TYPES
def test_devices_of_pods(frame_type: Any) -> None:
    cluster = koord.Cluster()
    cluster.set_node(make_node("a", 8).set_resource("koordinator.sh/gpu", 100, 0))
    devices = koord.DeviceBuilder(name="a")
    gpu = devices.add_device(healthy=True)
    devices.set_device_text(gpu, koord.DeviceText.TYPE, "gpu")
    for name, amount in {"gpu-core": 100, "gpu-memory": 1 << 36, "gpu-memory-ratio": 100}.items():
        devices.set_resource(gpu, f"koordinator.sh/{name}", amount)
    cluster.set_devices(devices)
    builder = koord.PodBuilder(name="p", uid="1")
    builder.set_resource(builder.add_container("APP", "c"), "koordinator.sh/gpu", 50, 50)
    assert cluster.reserve(koord.Pod.from_builder(builder), "a")
    (row,) = records(analysis.devices(cluster, frame_type=frame_type))
    assert (row["uid"], row["node"], row["type"], row["minor"]) == ("1", "a", "gpu", 0)
    assert row["koordinator.sh/gpu-core"] == "50"


@TYPES
def test_charts_show_the_values(cluster: koord.Cluster, files: tuple[Path, Path], replay: str, frame_type: Any) -> None:
    arguments: Any = {"policies": ["fgd", "best-fit"], "seeds": [1, 2, 3], "program": replay}
    expected = analysis.sweep(*files, **arguments)
    frame = analysis.sweep(*files, frame_type=frame_type, **arguments)
    axes = analysis.plot(frame, "fragments")
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["FGD", "BestFit"]
    told = expected[expected["policy"] == "FGD"].groupby("demand")["fragments"].agg(["mean", "std"]).fillna(0)
    assert list(axes.lines[0].get_ydata()) == pytest.approx(list(told["mean"])) and told["std"].max() > 0
    assert list(axes.lines[0].get_xdata()) == list(told.index)
    corners = axes.collections[0].get_paths()[0].vertices
    assert corners[:, 1].max() == pytest.approx((told["mean"] + told["std"]).max())
    assert corners[:, 1].min() == pytest.approx((told["mean"] - told["std"]).min())
    several = analysis.plot(pd.concat([expected, expected.assign(nodes="large")]))
    assert [line.get_label() for line in several.lines] == ["small, FGD", "small, BestFit", "large, FGD", "large, BestFit"]
    with pytest.raises(ValueError, match="'cost', expected one of allocated"):
        analysis.plot(frame, "cost")
    assert cluster.reserve(make_pod("1", 16), "node-b")
    cells = analysis.plot_nodes(cluster, columns=3).images[0].get_array()
    assert cells.shape == (1, 3) and list(cells[0]) == [0, 25, 0]
    cluster.set_node(make_node("bare", 4))
    cells = analysis.plot_nodes(cluster, columns=2).images[0].get_array()
    assert cells.shape == (2, 2) and list(cells.mask.reshape(-1)) == [False, False, False, True]
