"""The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler."""

from __future__ import annotations

import functools
import operator
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from . import _koord
from ._handle import Document, Handle, document, handle_of
from ._rows import Rows, from_dict, pack, writable
from .cpu import refusal_of, refused
from .cpuset import CpuSet, CpuSetLike, words
from .enums import (
    ClusterCpuset,
    ClusterFlags,
    DeviceStrategy,
    GpuPick,
    GpuPolicy,
    NumaPolicy,
    PrebindFlags,
    PreemptFlags,
    Profile,
    Protection,
    QueryFlags,
    RebindFlags,
    ReservationPolicy,
    Status,
)
from .errors import NotFoundError
from .explain import Capacity, Explanation
from .numa import NumaHints
from .plan import Plan, Preemption
from .objects import Node, NodeDevices, NodeTopology
from .pod import Pod, handles
from .records import (
    ClusterInfo,
    GangInfo,
    PodConflicts,
    RebindInfo,
    Refusal,
    TaskClass,
    Verdict,
)
from .topology import Picture, Topology

__all__ = ["Cluster", "Judged", "Planned", "Reserved", "Verdicts", "Query", "normalize_verdicts"]


#: Holders in one picture (koord_topology_draw).
_MOST_HOLDERS = 64


class Verdicts(Rows[Verdict]):
    """Verdicts of nodes, and the generation of the cluster that they are about."""

    __slots__ = ("generation",)
    generation: int

    @classmethod
    def _of(cls, rows: bytearray | None, told: tuple[int, int]) -> Verdicts:
        made = cls(Verdict, rows or bytearray())
        made.generation = told[0]
        return made


class Judged(NamedTuple):
    """What one node says to a pod. It is true where it can take it."""

    #: Why not, with the numbers; None: it can.
    refusal: Refusal | None
    #: As Verdict.score.
    score: int

    def __bool__(self) -> bool:
        return self.refusal is None


class Reserved(NamedTuple):
    """What a pod got. It is true where it was reserved."""

    #: The CPUs that it owns; empty: it shares, or was refused.
    cpus: CpuSet
    refusal: Refusal | None

    def __bool__(self) -> bool:
        return self.refusal is None


class Planned(NamedTuple):
    """A plan, or why there is none. It is true where there is one."""

    plan: Plan | None
    refusal: Refusal | None
    #: How it went, where the call tells.
    info: GangInfo | RebindInfo | None = None

    def __bool__(self) -> bool:
        return self.plan is not None


class Query(Handle[_koord.Query]):
    """What a call is asked under: flags, nodes, and how things might be. An argument of calls, not a state of the
    cluster; made once, it may be used for many. At most 65536 pods.

    skip_fit: amounts of the whole node and spec.unschedulable are judged elsewhere. may_move: a resize may take
    other CPUs and NUMA nodes of its node where there is no other way. Methods return the object itself, so that
    they can be chained. All raise InvalidError and LimitError.
    """

    __slots__ = ("_thoughts",)
    #: What was said last of each thing, for people.
    _thoughts: dict[str, str]

    def __init__(self, *, skip_fit: bool = False, may_move: bool = False) -> None:
        self._handle = _koord.query_new()
        self._thoughts = {}
        if skip_fit or may_move:
            self.set_flags((QueryFlags.SKIP_FIT if skip_fit else 0) | (QueryFlags.MAY_MOVE if may_move else 0))

    def clone(self) -> Query:
        """The same query once more."""
        made = Query()
        made._handle = _koord.query_clone(self._handle)
        made._thoughts = dict(self._thoughts)
        return made

    def reset(self) -> Query:
        """Asks nothing in particular from now on, without flags, too."""
        _koord.query_reset(self._handle)
        self._thoughts.clear()
        return self

    def set_flags(self, flags: int) -> Query:
        """These flags (QueryFlags) and no others."""
        _koord.query_set_flags(self._handle, flags)
        return self._think("flags", ", ".join(str(flag.name).lower() for flag in QueryFlags(flags)) or "no flags")

    def set_nodes(self, first: int, count: int = 2**64 - 1) -> Query:
        """evaluate: node `first` and following, at most so many numbers."""
        _koord.query_set_nodes(self._handle, first, count)
        return self._think("nodes", f"nodes from {first}")

    def set_generation(self, generation: int) -> Query:
        """reserve: the generation of the verdict that is relied on; 0: whatever the node is by now."""
        _koord.query_set_generation(self._handle, generation)
        return self._think("generation", f"generation {generation}")

    def set_affinity(self, affinity: int) -> Query:
        """reserve: NUMA nodes that the host's own topology manager chose, bit i being row i of NumaHints.nodes."""
        _koord.query_set_affinity(self._handle, affinity)
        return self._think("affinity", f"affinity {affinity:#x}")

    def remove_pod(self, uid: str) -> Query:
        """The pod is thought to be gone; an unknown one has no effect."""
        _koord.query_remove_pod(self._handle, uid)
        return self._think(f"pod {uid}", f"{uid} is away")

    def add_pod(self, pod: Pod, node: int) -> Query:
        """The pod is thought to be on this node, or nowhere in particular where it does not fit."""
        _koord.query_add_pod(self._handle, handle_of(pod, Pod), node)
        return self._think(f"there {pod.uid}", f"{pod.uid or pod.name} is on node {node}")

    def protect_pod(self, uid: str, protection: Protection) -> Query:
        """How far plans may go with a pod; of two protections the later counts."""
        _koord.query_protect_pod(self._handle, uid, protection)
        return self._think(f"protection {uid}", f"{uid} has protection {Protection(protection).name.lower()}")

    def use_reservation(self, reservation: str) -> Query:
        """The pod that is asked about may take from this reservation. For evaluate, judge and reserve_from only."""
        _koord.query_use_reservation(self._handle, reservation)
        return self._think(f"from {reservation}", f"taking from {reservation}")

    def drain_node(self, node: int) -> Query:
        """The node takes nobody, and its pods are to go elsewhere. For capacity only, as the next two."""
        _koord.query_drain_node(self._handle, node)
        return self._think(f"drain {node}", f"node {node} is drained")

    def disable_smt(self, node: int) -> Query:
        """The node restarts with one thread of each core."""
        _koord.query_disable_smt(self._handle, node)
        return self._think(f"smt {node}", f"node {node} is without SMT")

    def isolate_cpus(self, node: int, cpus: CpuSetLike) -> Query:
        """The node restarts with CPUs that are nobody's (isolcpus)."""
        isolated = CpuSet(cpus)
        _koord.query_isolate_cpus(self._handle, node, words(isolated))
        return self._think(f"isolated {node}", f"CPUs {isolated} of node {node} are isolated")

    def _think(self, of: str, thought: str) -> Query:
        self._thoughts[of] = thought
        return self

    def __repr__(self) -> str:
        shown = list(self._thoughts.values())[:4]
        if len(self._thoughts) > len(shown):
            shown.append(f"{len(self._thoughts) - len(shown)} more")
        return self._repr("; ".join(shown) or "as things are")


def _if(query: Query | None) -> _koord.Query | None:
    return None if query is None else handle_of(query, Query)


class Cluster(Handle[_koord.Cluster]):
    """Nodes and pods as a scheduler sees them (docs/scheduling.md).

    It synchronises itself: any threads may call anything at any time. Nodes have numbers, which count up from 0 and
    are never used again. Where a method has query, it is asked under that. Calls about an unknown node or pod raise
    NotFoundError, documents that are wrong InvalidError, which names object and field, what is too large LimitError.
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        profile: Profile = Profile.SPEC,
        args: Document | None = None,
        device_strategy: DeviceStrategy = DeviceStrategy.LEAST_ALLOCATED,
        gpu_pick: GpuPick = GpuPick.SET,
        upstream_score: bool = False,
        ignore_kubelet: bool = False,
    ) -> None:
        """An empty cluster.

        profile: SPEC or UPSTREAM, else UnsupportedError. args: arguments of Koordinator's plugins, a
        KubeSchedulerConfiguration, NodeNUMAResourceArgs or DeviceShareArgs. upstream_score: Koordinator's formula of
        today, also under SPEC. ignore_kubelet: kubelet's own allocations and reserved CPUs do not count.
        """
        options: dict[str, int] = {
            "flags": (ClusterFlags.UPSTREAM_SCORE if upstream_score else 0)
            | (ClusterFlags.IGNORE_KUBELET if ignore_kubelet else 0),
            "profile": profile,
            "device_strategy": device_strategy,
            "gpu_pick": gpu_pick,
        }
        self._handle = _koord.cluster_new(options, document(args, "args"))

    # ---- what is there

    @property
    def info(self) -> ClusterInfo:
        """Counts."""
        return from_dict(ClusterInfo, _koord.cluster_get_info(self._handle))

    def set_node(self, node: Document | Node) -> int:
        """A Node (v1), new or replaced; what its pods hold is kept. Its number."""
        if isinstance(node, Node):
            return _koord.cluster_set_node_from_builder(self._handle, node._build())
        return _koord.cluster_set_node(self._handle, document(node, "node"))

    def set_topology(self, nrt: Document | NodeTopology) -> int:
        """A node's NodeResourceTopology, which may come before the node itself. The node's number."""
        if isinstance(nrt, NodeTopology):
            return _koord.cluster_set_topology_from_builder(self._handle, nrt._build())
        return _koord.cluster_set_topology(self._handle, document(nrt, "nrt"))

    def set_devices(self, device: Document | NodeDevices) -> int:
        """A node's Device object, which may come before the node itself. The node's number."""
        if isinstance(device, NodeDevices):
            return _koord.cluster_set_devices_from_builder(self._handle, device._build())
        return _koord.cluster_set_devices(self._handle, document(device, "device"))

    def remove_node(self, name: str) -> None:
        """The node is gone, its topology and pods with it."""
        _koord.cluster_remove_node(self._handle, name)

    def remove_topology(self, name: str) -> None:
        """Its NodeResourceTopology is gone."""
        _koord.cluster_remove_topology(self._handle, name)

    def remove_devices(self, name: str) -> None:
        """Its Device object is gone: nobody gets its devices, and who has them keeps them."""
        _koord.cluster_remove_devices(self._handle, name)

    def node_id(self, name: str) -> int:
        """The number of a node that is there."""
        return _koord.cluster_get_node_id(self._handle, name)

    def node_name(self, node: int) -> str:
        """The name behind a number, also of a node that is gone."""
        return _koord.cluster_get_node_name(self._handle, node)

    def node_topology(self, node: int) -> Topology | None:
        """Its machine, None where no topology is known."""
        handle = _koord.cluster_get_node_topology(self._handle, node)
        return None if handle is None else Topology._of(handle)

    def node_cpus(self, node: int, which: ClusterCpuset) -> CpuSet:
        """One set of CPUs of a node: free, held, withheld, or the shared pool."""
        return CpuSet._from_words(_koord.cluster_get_node_cpus(self._handle, node, which))

    def pods(self, node: int) -> list[str]:
        """The uids of a node's pods."""
        return _koord.cluster_get_pods(self._handle, node).split("\n")[:-1]

    def picture(self, node: int, names: Mapping[str, str] | None = None, *, title: str | None = None) -> Picture:
        """A node's machine and whose its CPUs are. names: what to call pods, by uid; those of one name are drawn as
        one. Of more than 64 holders those of the fewest CPUs are drawn together, as "others". NotFoundError, also
        where no topology is known."""
        name = self.node_name(node)
        machine = self.node_topology(node)
        if machine is None:
            raise NotFoundError(Status.NOT_FOUND, f"no topology of node {name} is known")
        holders: dict[str, CpuSet] = {}
        for uid in self.pods(node):
            label = (names or {}).get(uid, uid)
            try:
                holders[label] = holders.get(label, CpuSet()) | self.pod_cpus(uid)
            except NotFoundError:
                pass  # it went since the pods were listed
        owners = {label: cpus for label, cpus in holders.items() if cpus}
        return machine.picture(_at_most(owners, _MOST_HOLDERS), title=name if title is None else title)

    def resource_name(self, resource: int) -> str:
        """The resource that `resource` of a refusal or a Bound stands for."""
        return _koord.cluster_get_resource_name(self._handle, resource)

    def device_type_name(self, type: int) -> str:
        """The type of devices that the same stands for where devices are counted."""
        return _koord.cluster_get_device_type_name(self._handle, type)

    def device_type(self, name: str) -> int:
        """The number of a type of devices ("gpu", "rdma"): what device_type_name() takes. Raises NotFoundError."""
        return _koord.cluster_get_device_type(self._handle, name)

    def set_gpu_policy(self, policy: GpuPolicy, workload: Iterable[TaskClass] = ()) -> None:
        """From here on a policy scores nodes, for all pods, so that GPUs which are left are of use
        (docs/gpu-placement.md). FGD and ROOM_LEFT are made for the workload."""
        arena = bytearray()
        rows = pack(TaskClass, workload, arena)
        _koord.cluster_set_gpu_policy(self._handle, policy, rows, bytes(arena))

    # ---- filter and score

    def evaluate(self, pod: Pod, query: Query | None = None) -> Verdicts:
        """Judges the nodes of the query, all of them without one, for a pod. Rows ascend by node."""
        return Verdicts._of(*_koord.cluster_evaluate(self._handle, handle_of(pod, Pod), _if(query), None))

    def evaluate_into(self, pod: Pod, out: Any, query: Query | None = None) -> tuple[int, int]:
        """The same into a buffer of the caller's: numpy.zeros(n, koord.dtype(koord.Verdict)).

        Bytes (a bytearray of 16 for each row) do as well. How many rows were written, and the generation. Raises
        NoSpaceError where there are more; an array of another dtype is ValueError. Nothing else may use the buffer
        meanwhile.
        """
        if out is None:
            raise TypeError("out must be a buffer, not None")
        _, (generation, count) = _koord.cluster_evaluate(
            self._handle, handle_of(pod, Pod), _if(query), writable(Verdict, out)
        )
        return count, generation

    def find_best(self, pod: Pod, most: int = 1, query: Query | None = None) -> Verdicts:
        """The best nodes for a pod, at most so many: higher scores first, then lower numbers. The query may have
        flags alone."""
        return Verdicts._of(*_koord.cluster_find_best(self._handle, handle_of(pod, Pod), _if(query), most))

    def changes(self, pod: Pod, since: int, query: Query | None = None) -> Verdicts:
        """The verdicts that changed after a generation, each node once; perhaps also others. The query may have
        flags alone."""
        return Verdicts._of(
            *_koord.cluster_get_changes(self._handle, handle_of(pod, Pod), _if(query), None, {"generation": since})
        )

    def judge(self, pod: Pod, node: int, query: Query | None = None) -> Judged:
        """What one node says to a pod, with the numbers behind a no."""
        refusal, score = _koord.cluster_judge(self._handle, handle_of(pod, Pod), _if(query), node)
        return Judged(refusal_of(refusal), score)

    def hints(self, pod: Pod, node: int, policy: NumaPolicy, hints: NumaHints | None = None) -> NumaHints:
        """What the node's CPUs and other resources say to a topology manager that hears other providers, too: theirs are
        added to it, and the answer of numa_merge goes to Query.set_affinity. hints: filled anew and returned; None: another
        one is made."""
        made = NumaHints() if hints is None else hints
        handle = handle_of(made, NumaHints)
        _koord.cluster_get_hints(self._handle, handle_of(pod, Pod), node, policy, handle)
        return made

    # ---- reserve and release

    def reserve(self, pod: Pod, node: int, query: Query | None = None) -> Reserved:
        """The pod gets its CPUs and NUMA amounts on the node, or is refused.

        query: its flags, generation and affinity; StaleError where the node has changed since that generation. Raises
        ConflictError (the pod is on another node), InvalidError (a pod without uid, a query that imagines pods).
        """
        cpus, refusal = _koord.cluster_reserve(self._handle, handle_of(pod, Pod), _if(query), node)
        return Reserved(CpuSet._from_words(cpus), refusal_of(refusal))

    def reserve_from(self, pod: Pod, query: Query) -> Reserved:
        """The same for an owner, on the node of the one reservation that the query uses (docs/reservations.md)."""
        cpus, refusal = _koord.cluster_reserve_from(self._handle, handle_of(pod, Pod), handle_of(query, Query))
        return Reserved(CpuSet._from_words(cpus), refusal_of(refusal))

    def set_reservation(self, uid: str, policy: ReservationPolicy = ReservationPolicy.DEFAULT) -> None:
        """A pod that was reserved or set is a reservation from now on."""
        _koord.cluster_set_reservation(self._handle, uid, policy)

    def attach_owner(self, uid: str, reservation: str) -> None:
        """After a restart: the pod has what it holds from this reservation."""
        _koord.cluster_attach_owner(self._handle, uid, reservation)

    def set_pod(self, pod: Pod) -> PodConflicts:
        """A pod as the API server shows it, bound and with what it was allocated: it holds what it was given here, or
        what it says and can have been given. The rest is a conflict (docs/claims.md)."""
        return from_dict(PodConflicts, _koord.cluster_set_pod(self._handle, handle_of(pod, Pod)))

    def pod_conflicts(self, uid: str) -> PodConflicts:
        """What of a pod's claims is not believed as things are now."""
        return from_dict(PodConflicts, _koord.cluster_get_pod_conflicts(self._handle, uid))

    def remove_pod(self, uid: str) -> None:
        """Unreserve, or the pod is deleted: what it held is free."""
        _koord.cluster_remove_pod(self._handle, uid)

    def pod_node(self, uid: str) -> int:
        """The node that a pod holds something on."""
        return _koord.cluster_get_pod_node(self._handle, uid)

    def pod_cpus(self, uid: str) -> CpuSet:
        """The CPUs it owns there; empty: it shares."""
        return CpuSet._from_words(_koord.cluster_get_pod_cpus(self._handle, uid))

    def pod_status(self, uid: str) -> str:
        """What it holds there as the value of scheduling.koordinator.sh/resource-status."""
        return _koord.cluster_get_pod_status(self._handle, uid)

    def pod_devices(self, uid: str) -> str:
        """What it has of devices as the value of scheduling.koordinator.sh/device-allocated; "{}": none."""
        return _koord.cluster_get_pod_devices(self._handle, uid)

    def pod_minors(self, uid: str, type: str = "gpu") -> list[int]:
        """The minors of its devices of one type, be they all its own or shared: ascending, each once; []: it has none."""
        try:
            number = self.device_type(type)
        except NotFoundError:
            number = -1  # nobody has any of it
        return array("i", bytes(_koord.cluster_get_pod_minors(self._handle, uid, number))).tolist()

    def prebind(self, pod: Pod, *, proposal: bool = False) -> str:
        """What to tell the API server about a reserved pod before it is bound, as a JSON merge patch.

        proposal: the shape of the proposal, without numaNodeResources.
        """
        return _koord.cluster_prebind(self._handle, handle_of(pod, Pod), PrebindFlags.PROPOSAL if proposal else 0)

    # ---- plans

    def commit(self, plan: Plan) -> None:
        """Makes all changes of a plan at once. Raises StaleError (a node has changed since), ConflictError (a pod is
        not where the plan expects it); nothing changed then."""
        _koord.cluster_commit(self._handle, handle_of(plan, Plan))

    def plan_gang(
        self,
        pods: Sequence[Pod],
        *,
        max_nodes: int = 0,
        budget: int = 0,
        query: Query | None = None,
    ) -> Planned:
        """Places 1 to 1024 pods at once or none of them (docs/gang.md).

        max_nodes: they may use so many nodes, 0: any number; budget: how often a pod may be tried on a node, 0: 5000.
        info is a GangInfo. Raises ConflictError (a pod is on a node already).
        """
        options: dict[str, int] = {"budget": budget, "max_nodes": max_nodes}
        plan, told = _koord.cluster_plan_gang(self._handle, handles(pods), options, _if(query))
        info = from_dict(GangInfo, told)
        return Planned(self._plan(plan), refused(info.refusal), info)

    def _plan(self, plan: _koord.Plan | None) -> Plan | None:
        return None if plan is None else Plan._in(plan, self._handle)

    def plan_resize(self, pod: Pod, query: Query | None = None) -> Planned:
        """A pod grows or shrinks in place (docs/resize.md): pod is as it is to be, with the uid of one that is on a
        node. Query(may_move=True): to other CPUs and NUMA nodes of its node where there is no other way."""
        plan, refusal = _koord.cluster_plan_resize(self._handle, handle_of(pod, Pod), _if(query))
        return Planned(self._plan(plan), refusal_of(refusal))

    def plan_rebind(
        self,
        node: int,
        *,
        no_new_crossing: bool = False,
        max_moved: int = 0,
        budget: int = 0,
        query: Query | None = None,
    ) -> Planned:
        """Plans other CPUs for the pods of a node that own CPUs (docs/rebind.md). A plan without steps: nothing
        better was found. max_moved: pods that may move, 0: any number; budget: placements tried. info is a
        RebindInfo."""
        options = _rebind_options(no_new_crossing, max_moved, budget)
        plan, info = _koord.cluster_plan_rebind(self._handle, node, options, _if(query))
        return Planned(self._plan(plan), None, from_dict(RebindInfo, info))

    def plan_rebind_for(
        self,
        pod: Pod,
        node: int,
        *,
        no_new_crossing: bool = False,
        max_moved: int = 0,
        budget: int = 0,
        query: Query | None = None,
    ) -> Planned:
        """Whether a pod that a node refuses fits once some of the node's pods have moved: the plan moves them and
        places it. info is a RebindInfo. Raises ConflictError (the pod is on a node already)."""
        options = _rebind_options(no_new_crossing, max_moved, budget)
        plan, told = _koord.cluster_plan_rebind_for(self._handle, handle_of(pod, Pod), node, options, _if(query))
        info = from_dict(RebindInfo, told)
        return Planned(self._plan(plan), refused(info.refusal), info)

    def preempt(
        self,
        pod: Pod,
        *,
        least_important: bool = False,
        budget: int = 0,
        query: Query | None = None,
    ) -> Preemption:
        """Finds on every node the pods to evict so that this one fits (docs/preemption.md). least_important: of two
        sets of victims the one whose highest priority is lower, as kube-scheduler has it; budget 0: 2^20."""
        flags = PreemptFlags.LEAST_IMPORTANT if least_important else 0
        handle = _koord.cluster_preempt(self._handle, handle_of(pod, Pod), {"flags": flags, "budget": budget}, _if(query))
        return Preemption._in(handle, self._handle)

    # ---- why, and how many more

    def explain(
        self,
        pod: Pod,
        *,
        nearest: int = 0,
        max_judgements: int = 0,
        query: Query | None = None,
    ) -> Explanation:
        """Asks every node, and looks closely at the nearest of those that refuse (docs/explain.md). nearest: how
        many, at most 64, 0: 3; max_judgements: how often they may be judged as they might be, 0: 8192."""
        options: dict[str, int] = {"nearest": nearest, "max_judgements": max_judgements}
        return Explanation._of(_koord.cluster_explain(self._handle, handle_of(pod, Pod), options, _if(query)))

    def capacity(self, pod: Pod, *, max_pods: int = 0, query: Query | None = None) -> Capacity:
        """Counts for every node the pods like this one that it still takes (docs/capacity.md). max_pods: on one node, up
        to 65536, 0: 4096."""
        options: dict[str, int] = {"max_pods": max_pods}
        return Capacity._of(_koord.cluster_get_capacity(self._handle, handle_of(pod, Pod), options, _if(query)))

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        info = self.info
        return self._repr(f"{info.nodes} nodes, {info.pods} pods, generation {info.generation}")


def _at_most(holders: dict[str, CpuSet], most: int) -> dict[str, CpuSet]:
    """As many holders, in their order; those of the fewest CPUs become one where there are more."""
    if len(holders) <= most:
        return holders
    ranked = sorted(holders, key=lambda label: len(holders[label]), reverse=True)
    kept = set(ranked[: most - 1])
    shown = {label: cpus for label, cpus in holders.items() if label in kept}
    others = CpuSet.from_mask(functools.reduce(operator.or_, (holders[label].mask for label in ranked[most - 1 :])))
    return {**shown, "others": shown.get("others", CpuSet()) | others}


def _rebind_options(no_new_crossing: bool, max_moved: int, budget: int) -> dict[str, int]:
    flags = RebindFlags.NO_NEW_CROSSING if no_new_crossing else 0
    return {"flags": flags, "max_moved": max_moved, "budget": budget}


def normalize_verdicts(verdicts: Any) -> None:
    """The proposal's normalisation over the nodes that all filters left, in place: 100 * score / highest score.

    verdicts: Verdicts, or a buffer as evaluate_into has it. Raises ValueError (an array of another dtype).
    """
    _koord.verdicts_normalize(verdicts._data if isinstance(verdicts, Verdicts) else writable(Verdict, verdicts))
