"""Frames of a cluster, sweeps of koord-replay, and charts."""

from __future__ import annotations

import csv
import io
import math
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import matplotlib
import pandas as pd
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
    pods = analysis.pods(cluster).set_index("uid")
    assert list(pods["cpu_count"]) == [4, 8] and list(pods["node"]) == ["node-a", "node-b"]
    assert pods["cpus"]["1"] == str(cluster.pod_cpus("1"))
    told = analysis.verdicts(cluster, make_pod("3", 58))
    assert list(told["name"]) == list(cluster.nodes) and list(told["reason"] == "NONE") == [True, False, True, False]
    refused = analysis.refusals(cluster, [make_pod("3", 58), make_pod("4", 99)])
    assert set(refused["uid"]) == {"4"} and refused["nodes"].sum() == 4 and all(refused["nearest"])


def test_frames_of_an_empty_cluster() -> None:
    cluster = koord.Cluster()
    for frame in analysis.nodes(cluster), analysis.pods(cluster), analysis.devices(cluster), analysis.refusals(cluster, []):
        assert len(frame) == 0 and len(frame.columns) >= 4


def test_devices_of_pods() -> None:
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
    (row,) = analysis.devices(cluster).to_dict("records")
    assert (row["uid"], row["node"], row["type"], row["minor"]) == ("1", "a", "gpu", 0)
    assert str(row["koordinator.sh/gpu-core"]) == "50"


def test_charts_show_the_values(cluster: koord.Cluster, files: tuple[Path, Path], replay: str) -> None:
    frame = analysis.sweep(*files, policies=["fgd", "best-fit"], seeds=[1, 2], program=replay)
    axes = analysis.plot(frame, "fragments")
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["FGD", "BestFit"]
    means = frame[frame["policy"] == "FGD"].groupby("demand")["fragments"].mean()
    assert list(axes.lines[0].get_ydata()) == list(means) and list(axes.lines[0].get_xdata()) == list(means.index)
    with pytest.raises(ValueError, match="'cost', expected one of allocated"):
        analysis.plot(frame, "cost")
    assert cluster.reserve(make_pod("1", 16), "node-b")
    cells = analysis.plot_nodes(cluster, columns=3).images[0].get_array()
    assert cells.shape == (1, 3) and list(cells[0]) == [0, 25, 0]
