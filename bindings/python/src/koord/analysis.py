"""Data frames of a cluster, sweeps of placement policies over recorded workloads, and charts.

docs/embed/python-analysis.md is the guide. Frames need pandas (koord[pandas]), charts Matplotlib
(koord[plot]). Sweeps run the program koord-replay, on this machine or on a cluster of Dask or Ray.
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

from .cluster import Cluster
from .enums import ClusterCpuset, Reason
from .errors import InvalidError, NotFoundError
from .pod import Pod

__all__ = ["ReplayError", "devices", "nodes", "plot", "plot_nodes", "pods", "refusals", "sweep", "verdicts"]

#: A path or several.
Paths = Union[str, "os.PathLike[str]", "Iterable[str | os.PathLike[str]]"]

#: Columns of a sweep by koord-replay's names.
_METRICS = {"alloc_pct": "allocated", "frag_amount_pct": "fragments", "frag_ratio_pct": "fragment_ratio"}


# ---- frames


def nodes(cluster: Cluster) -> pd.DataFrame:
    """Returns a row for each node: number, name, pods, and numbers of CPUs: free, allocated,
    reserved, shared_pool. CPUs are missing for nodes whose machine is not known.
    """
    import pandas as pd

    rows = []
    for row in cluster.node_names:
        try:
            uids = cluster.pods(row.node)
        except NotFoundError:
            continue  # removed since the nodes were listed
        counts = {kind.name.lower(): _count(cluster, row.node, kind) for kind in ClusterCpuset}
        rows.append({"node": row.node, "name": row.name, "pods": len(uids), **counts})
    names = ["node", "name", "pods", *(kind.name.lower() for kind in ClusterCpuset)]
    return pd.DataFrame(rows, columns=names)


def _count(cluster: Cluster, node: int, kind: ClusterCpuset) -> int | None:
    try:
        return len(cluster.node_cpus(node, kind))
    except (InvalidError, NotFoundError):
        return None


def pods(cluster: Cluster) -> pd.DataFrame:
    """Returns a row for each pod with allocations: uid, node, its exclusive CPUs as a cpu-list and
    their number, and the number of its GPUs, exclusive or shared.
    """
    import pandas as pd

    rows = []
    for name, uid in _pods_of(cluster):
        try:
            cpus, gpus = cluster.pod_cpus(uid), cluster.pod_minors(uid)
        except NotFoundError:
            continue  # removed since the pods were listed
        rows.append({"uid": uid, "node": name, "cpus": str(cpus), "cpu_count": len(cpus), "gpus": len(gpus)})
    return pd.DataFrame(rows, columns=["uid", "node", "cpus", "cpu_count", "gpus"])


def _pods_of(cluster: Cluster) -> Iterator[tuple[str, str]]:
    for row in cluster.node_names:
        try:
            yield from ((row.name, uid) for uid in cluster.pods(row.node))
        except NotFoundError:
            pass


def devices(cluster: Cluster) -> pd.DataFrame:
    """Returns a row for each device of each pod: uid, node, type, minor, and a column for each
    resource with the pod's amount of it, as a quantity.
    """
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for name, uid in _pods_of(cluster):
        try:
            document = cluster.pod_devices(uid)
        except NotFoundError:
            continue
        for kind, allocations in (json.loads(document) if document else {}).items():
            for one in allocations:
                rows.append({"uid": uid, "node": name, "type": kind, "minor": one.get("minor"), **one.get("resources", {})})
    return pd.DataFrame(rows, columns=None if rows else ["uid", "node", "type", "minor"])


def verdicts(cluster: Cluster, pod: Pod) -> pd.DataFrame:
    """Returns the verdict of each node about a pod, with the names of the nodes."""
    names = {row.node: row.name for row in cluster.node_names}
    frame = cluster.evaluate(pod).to_pandas()
    frame.insert(1, "name", [names.get(node, "") for node in frame["node"]])
    return frame


def refusals(cluster: Cluster, all_pods: Iterable[Pod]) -> pd.DataFrame:
    """Returns why pods fit on no node: for each pod and reason the number of nodes, and the
    sentence of the nearest of them. Pods that fit somewhere have no rows.
    """
    import pandas as pd

    rows = []
    for pod in all_pods:
        if any(row.reason == Reason.NONE for row in cluster.evaluate(pod)):
            continue
        for group in cluster.explain(pod).groups:
            text = cluster.format_refusal(group.refusal)
            rows.append({"uid": pod.uid, "reason": group.refusal.reason.name, "nodes": group.nodes, "nearest": text})
    return pd.DataFrame(rows, columns=["uid", "reason", "nodes", "nearest"])


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
) -> pd.DataFrame:
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
    function is called with (finished, all). parquet also writes the result to that file (needs
    pyarrow). Raises FileNotFoundError without the program, and ReplayError.
    """
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(f"{os.fspath(program)}: not found; it is in the package koord-tools, or build it with make library")
    if backend not in _BACKENDS:
        raise ValueError(f"backend: found {backend!r}, expected one of {', '.join(_BACKENDS)}")
    tasks = list(_tasks(os.path.abspath(found), node_files, pod_files, policies, seeds, options or {}, retries))
    told = progress if callable(progress) else _print_progress if progress else None
    results: dict[int, str] = {}
    for number, text in _BACKENDS[backend](tasks, client, workers):
        results[number] = text
        if told:
            told(len(results), len(tasks))
    frame = _frame(tasks, [results[number] for number in range(len(tasks))])
    if parquet is not None:
        frame.to_parquet(parquet, index=False)
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


def _frame(tasks: list[_Task], texts: list[str]) -> pd.DataFrame:
    import pandas as pd

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
    keys = ["nodes", "workload", "policy", "seed", "demand"]
    values = [[*key, *(row.get(one, math.nan) for one in _METRICS.values())] for key, row in rows.items()]
    return pd.DataFrame(values, columns=[*keys, *_METRICS.values()])


# ---- charts


def plot(frame: pd.DataFrame, metric: str = "allocated", *, ax: Any = None) -> Any:
    """Draws a metric of a sweep over demand: the mean of the seeds for each policy, with a band of
    the standard deviation. Several nodes or workloads give a curve for each. Returns the axes.
    """
    import matplotlib.pyplot as plt

    if metric not in _METRICS.values():
        raise ValueError(f"metric: found {metric!r}, expected one of {', '.join(_METRICS.values())}")
    ax = ax or plt.subplots(layout="constrained")[1]
    by = [name for name in ("nodes", "workload") if frame[name].nunique() > 1] + ["policy"]
    for key, part in frame.groupby(by, sort=False):
        told = part.groupby("demand")[metric].agg(["mean", "std"])
        line = ax.plot(told.index, told["mean"], label=", ".join(map(str, key)))[0]
        low, high = told["mean"] - told["std"].fillna(0), told["mean"] + told["std"].fillna(0)
        ax.fill_between(told.index, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    ax.set_xlabel("requested GPUs, percent")
    ax.set_ylabel(f"{metric.replace('_', ' ')}, percent")
    ax.legend()
    return ax


def plot_nodes(cluster: Cluster, *, columns: int = 0, ax: Any = None) -> Any:
    """Draws a map of the nodes, by number: a square for each, coloured by the share of its CPUs
    that pods own; white if its machine is not known. Returns the axes.
    """
    import matplotlib.pyplot as plt
    import numpy as np

    ax = ax or plt.subplots(layout="constrained")[1]
    frame = nodes(cluster)
    usable = frame["free"].astype(float) + frame["allocated"].astype(float)
    share = 100 * frame["allocated"].astype(float) / usable.where(usable > 0)
    width = columns or max(1, math.ceil(math.sqrt(len(frame))))
    cells = np.full(max(1, math.ceil(len(frame) / width)) * width, np.nan)
    cells[: len(frame)] = share
    image = ax.imshow(cells.reshape(-1, width), vmin=0, vmax=100, cmap="viridis")
    ax.set_xticks([])
    ax.set_yticks([])
    ax.figure.colorbar(image, ax=ax, label="CPUs owned by pods, percent")
    return ax
