"""Data frames of a cluster, sweeps of placement policies over recorded workloads, and charts.

docs/embed/python-analysis.md is the guide. Frames are those of pandas (koord[pandas]), or those of
polars (koord[polars]) with frame_type=polars.DataFrame. Charts need Matplotlib (koord[plot]) and take
either. Sweeps run the program koord-replay, on this machine or on a cluster of Dask or Ray.
"""

from __future__ import annotations

import concurrent.futures
import csv
import importlib
import io
import itertools
import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Union

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped,unused-ignore]
    import polars as pl

    from ._frames import Frame

from . import _frames
from .cluster import Cluster
from .enums import ClusterCpuset, Reason
from .errors import NotFoundError
from .pod import Pod

__all__ = ["ReplayError", "devices", "nodes", "plot", "plot_nodes", "pods", "refusals", "sweep", "verdicts"]

#: A path or several.
Paths = Union[str, "os.PathLike[str]", "Iterable[str | os.PathLike[str]]"]

#: Columns that identify a row of a sweep.
_KEYS = {"nodes": str, "workload": str, "policy": str, "seed": int, "demand": int}

#: Columns of a sweep by koord-replay's names.
_METRICS = {"alloc_pct": "allocated", "frag_amount_pct": "fragments", "frag_ratio_pct": "fragment_ratio"}


# ---- frames


def nodes(cluster: Cluster, *, frame_type: type[Frame] | None = None) -> Frame:
    """Returns a row for each node: number, name, pods, and numbers of CPUs: free, allocated,
    reserved, shared_pool. CPUs are missing for nodes whose machine is not known.
    """
    counts = dict.fromkeys((kind.name.lower() for kind in ClusterCpuset), int)
    return _frames.frame(_nodes(cluster), {"node": int, "name": str, "pods": int, **counts}, frame_type)


def _nodes(cluster: Cluster) -> list[tuple[Any, ...]]:
    rows = []
    for row in cluster.node_names:
        try:
            rows.append((row.node, row.name, len(cluster.pods(row.node)), *_counts(cluster, row.node)))
        except NotFoundError:
            pass  # removed since the nodes were listed
    return rows


def _counts(cluster: Cluster, node: int) -> list[int | None]:
    """Returns the numbers of CPUs in the order of ClusterCpuset, None if the node's machine is not known."""
    if cluster.node_topology(node) is None:
        return [None for _ in ClusterCpuset]
    return [len(cluster.node_cpus(node, kind)) for kind in ClusterCpuset]


def pods(cluster: Cluster, *, frame_type: type[Frame] | None = None) -> Frame:
    """Returns a row for each pod with allocations: uid, node, its exclusive CPUs as a cpu-list and
    their number, and the number of its GPUs, exclusive or shared.
    """
    rows = []
    for name, uid in _pods_of(cluster):
        try:
            cpus, gpus = cluster.pod_cpus(uid), cluster.pod_minors(uid)
        except NotFoundError:
            continue  # removed since the pods were listed
        rows.append((uid, name, str(cpus), len(cpus), len(gpus)))
    return _frames.frame(rows, {"uid": str, "node": str, "cpus": str, "cpu_count": int, "gpus": int}, frame_type)


def _pods_of(cluster: Cluster) -> Iterator[tuple[str, str]]:
    for row in cluster.node_names:
        try:
            yield from ((row.name, uid) for uid in cluster.pods(row.node))
        except NotFoundError:
            pass


def devices(cluster: Cluster, *, frame_type: type[Frame] | None = None) -> Frame:
    """Returns a row for each device of each pod: uid, node, type, minor, and a column for each
    resource with the pod's amount of it, as a quantity.
    """
    found: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
    for name, uid in _pods_of(cluster):
        try:
            document = cluster.pod_devices(uid)
        except NotFoundError:
            continue
        for kind, allocations in (json.loads(document) if document else {}).items():
            found.extend(((uid, name, kind, one.get("minor")), one.get("resources", {})) for one in allocations)
    names = dict.fromkeys(name for _, amounts in found for name in amounts)
    rows = [(*key, *(str(amounts[name]) if name in amounts else None for name in names)) for key, amounts in found]
    columns = {"uid": str, "node": str, "type": str, "minor": int, **dict.fromkeys(names, str)}
    return _frames.frame(rows, columns, frame_type)


def verdicts(cluster: Cluster, pod: Pod, *, frame_type: type[Frame] | None = None) -> Frame:
    """Returns the verdict of each node about a pod, with the names of the nodes."""
    names = {row.node: row.name for row in cluster.node_names}
    rows = cluster.evaluate(pod)
    return _frames.frame_of_rows(rows, ("name", [names.get(row.node, "") for row in rows]), frame_type)


def refusals(cluster: Cluster, all_pods: Iterable[Pod], *, frame_type: type[Frame] | None = None) -> Frame:
    """Returns why pods fit on no node: for each pod and reason the number of nodes, and the
    sentence of the nearest of them. Pods that fit somewhere have no rows.
    """
    rows = []
    for pod in all_pods:
        if any(row.reason == Reason.NONE for row in cluster.evaluate(pod)):
            continue
        for group in cluster.explain(pod).groups:
            text = cluster.format_refusal(group.refusal)
            rows.append((pod.uid, group.refusal.reason.name, group.nodes, text))
    return _frames.frame(rows, {"uid": str, "reason": str, "nodes": int, "nearest": str}, frame_type)


# ---- sweeps


class ReplayError(RuntimeError):
    """koord-replay failed; the message is its own."""


class _Task(NamedTuple):
    nodes: str
    command: tuple[str, ...]
    retries: int


def sweep(
    node_files: Paths,
    pod_files: Paths,
    *,
    policies: Iterable[str] = ("fgd", "room-left"),
    seeds: Iterable[int] = range(42, 52),
    options: Mapping[str, object] | None = None,
    backend: str = "processes",
    client: Any = None,
    workers: int | None = None,
    retries: int = 2,
    progress: bool | Callable[[int, int], None] = False,
    parquet: str | os.PathLike[str] | None = None,
    program: str | os.PathLike[str] = "koord-replay",
    frame_type: type[Frame] | None = None,
) -> Frame:
    """Fills recorded clusters with recorded pods, once for each combination of nodes, pods, policy
    and seed, and returns a row for each of them and each demand.

    Columns: nodes and workload (the files' names), policy, seed, demand (requested GPUs in percent
    of all), allocated (GPUs in use, in percent), fragments (stranded: idle GPUs that the workload
    cannot use, in percent of all), fragment_ratio (the same in percent of the idle ones). options
    are those of koord-replay by name: {"demand": 100}.

    backend: "processes" runs as many replays at a time as there are CPUs (or workers); "dask" and
    "ray" run them on a cluster, whose machines need the files and the program at the same paths.
    client is Dask's; without one, and for Ray if it was not started, a local cluster is used. A
    replay that is killed, or whose worker is lost, is repeated up to `retries` times; replays are
    deterministic, so the result is the same. progress: True prints a counter to standard error, a
    function is called with (finished, all). parquet also writes the result to that file (a frame
    of pandas needs pyarrow for it). Raises FileNotFoundError without the program, and ReplayError.
    """
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(f"{os.fspath(program)}: not found; it is in the package koord-tools, or build it with make library")
    if backend not in _BACKENDS:
        raise ValueError(f"backend: found {backend!r}, expected one of {', '.join(_BACKENDS)}")
    _frames.check(frame_type)
    tasks = list(_tasks(os.path.abspath(found), node_files, pod_files, policies, seeds, options or {}, retries))
    told = progress if callable(progress) else _print_progress if progress else None
    results: dict[int, str] = {}
    for number, text in _BACKENDS[backend](tasks, client, workers):
        results[number] = text
        if told:
            told(len(results), len(tasks))
    rows = _rows(tasks, [results[number] for number in range(len(tasks))])
    frame = _frames.frame(rows, {**_KEYS, **dict.fromkeys(_METRICS.values(), float)}, frame_type)
    if parquet is not None:
        _frames.write_parquet(frame, parquet)
    return frame


def _tasks(
    program: str,
    node_files: Paths,
    pod_files: Paths,
    policies: Iterable[str],
    seeds: Iterable[int],
    options: Mapping[str, object],
    retries: int,
) -> Iterator[_Task]:
    given = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    every = itertools.product(_paths(node_files), _paths(pod_files), list(policies), list(seeds))
    for node_file, pod_file, policy, seed in every:
        files = f"--nodes={node_file}", f"--pods={pod_file}"
        command = (program, *files, f"--policy={policy}", f"--seeds={seed}", "--output=csv", *given)
        yield _Task(_stem(node_file), command, retries)


def _paths(given: Paths) -> list[str]:
    several = [given] if isinstance(given, (str, os.PathLike)) else list(given)
    return [os.path.abspath(each) for each in several]


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _replay(task: _Task) -> str:
    """Runs one replay, again if a signal ends it."""
    for left in range(task.retries, -1, -1):
        done = subprocess.run(task.command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode == 0:
            return done.stdout
        if done.returncode > 0 or left == 0:
            break
    why = done.stderr.strip() or f"ended by signal {-done.returncode}"
    raise ReplayError(f"{' '.join(task.command)}: {why}")


_Results = Iterator["tuple[int, str]"]


def _on_processes(tasks: list[_Task], client: Any, workers: int | None) -> _Results:
    # Threads, because each waits for a process of its own.
    with concurrent.futures.ThreadPoolExecutor(workers or len(os.sched_getaffinity(0))) as pool:
        futures = {pool.submit(_replay, task): number for number, task in enumerate(tasks)}
        try:
            for future in concurrent.futures.as_completed(futures):
                yield futures[future], future.result()
        finally:
            for future in futures:
                future.cancel()


def _on_dask(tasks: list[_Task], client: Any, workers: int | None) -> _Results:
    distributed: Any = importlib.import_module("distributed")
    own = client is None
    if own:
        client = distributed.Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    try:
        futures = client.map(_replay, tasks, pure=False, retries=max((task.retries for task in tasks), default=0))
        numbers = {future.key: number for number, future in enumerate(futures)}
        for future, text in distributed.as_completed(futures, with_results=True):
            yield numbers[future.key], text
    finally:
        if own:
            client.close()


def _on_ray(tasks: list[_Task], client: Any, workers: int | None) -> _Results:
    ray: Any = importlib.import_module("ray")
    if not ray.is_initialized():
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    retries = max((task.retries for task in tasks), default=0)
    replay = ray.remote(_replay).options(max_retries=retries)
    waiting = {replay.remote(task): number for number, task in enumerate(tasks)}
    while waiting:
        (future,), _ = ray.wait(list(waiting), num_returns=1)
        yield waiting.pop(future), ray.get(future)


_BACKENDS: dict[str, Callable[[list[_Task], Any, int | None], _Results]] = {
    "processes": _on_processes,
    "dask": _on_dask,
    "ray": _on_ray,
}


def _print_progress(finished: int, count: int) -> None:
    print(f"\r{finished} of {count} replays", end="\n" if finished == count else "", file=sys.stderr, flush=True)


def _rows(tasks: list[_Task], texts: list[str]) -> list[tuple[Any, ...]]:
    rows: dict[tuple[str, str, str, int, int], dict[str, float]] = {}
    for task, text in zip(tasks, texts):
        for row in csv.DictReader(io.StringIO(text)):
            column = _METRICS.get(row.pop("metric"))
            if column is None:
                continue
            workload, policy, seed = row.pop("workload"), row.pop("policy"), int(row.pop("seed"))
            for demand, value in row.items():
                if value:  # not every demand is reached exactly
                    rows.setdefault((task.nodes, workload, policy, seed, int(demand)), {})[column] = float(value)
    return [(*key, *(row.get(one) for one in _METRICS.values())) for key, row in rows.items()]


# ---- charts


def plot(frame: pd.DataFrame | pl.DataFrame, metric: str = "allocated", *, ax: Any = None) -> Any:
    """Draws a metric of a sweep over demand: the mean of the seeds for each policy, with a band of
    the standard deviation. Several nodes or workloads give a curve for each. Returns the axes.
    """
    import matplotlib.pyplot as plt
    import numpy as np

    if metric not in _METRICS.values():
        raise ValueError(f"metric: found {metric!r}, expected one of {', '.join(_METRICS.values())}")
    ax = ax or plt.subplots(layout="constrained")[1]
    for label, points in _curves(frame, metric).items():
        demands = sorted(points)
        means = np.array([np.mean(points[demand]) for demand in demands])
        deviations = np.array([np.std(points[demand], ddof=1) if len(points[demand]) > 1 else 0 for demand in demands])
        line = ax.plot(demands, means, label=label)[0]
        ax.fill_between(demands, means - deviations, means + deviations, color=line.get_color(), alpha=0.2, linewidth=0)
    ax.set_xlabel("requested GPUs, percent")
    ax.set_ylabel(f"{metric.replace('_', ' ')}, percent")
    ax.legend()
    return ax


def _curves(frame: pd.DataFrame | pl.DataFrame, metric: str) -> dict[str, dict[int, list[float]]]:
    """Returns the values of a metric by curve and demand, without missing ones."""
    by = [name for name in ("nodes", "workload") if len(set(frame[name])) > 1] + ["policy"]
    curves: dict[str, dict[int, list[float]]] = {}
    for key, demand, value in zip(zip(*(frame[name] for name in by)), frame["demand"], frame[metric]):
        points = curves.setdefault(", ".join(key), {})
        if value is not None and not math.isnan(value):
            points.setdefault(demand, []).append(value)
    return curves


def plot_nodes(cluster: Cluster, *, columns: int = 0, ax: Any = None) -> Any:
    """Draws a map of the nodes, by number: a square for each, coloured by the share of its CPUs
    that pods own; white if its machine is not known. Returns the axes.
    """
    import matplotlib.pyplot as plt
    import numpy as np

    ax = ax or plt.subplots(layout="constrained")[1]
    shares = [_share(free, allocated) for _, _, _, free, allocated, *_ in _nodes(cluster)]
    width = columns or max(1, math.ceil(math.sqrt(len(shares))))
    cells = np.full(max(1, math.ceil(len(shares) / width)) * width, np.nan)
    cells[: len(shares)] = shares
    image = ax.imshow(cells.reshape(-1, width), vmin=0, vmax=100, cmap="viridis")
    ax.set_xticks([])
    ax.set_yticks([])
    ax.figure.colorbar(image, ax=ax, label="CPUs owned by pods, percent")
    return ax


def _share(free: int | None, allocated: int | None) -> float:
    """Returns the share of CPUs that pods own, in percent, NaN if there are none or if they are not known."""
    if free is None or allocated is None or free + allocated == 0:
        return math.nan
    return 100 * allocated / (free + allocated)
