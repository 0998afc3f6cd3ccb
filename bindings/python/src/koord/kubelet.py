"""A node as its kubelet sees it, and the files that kubelet keeps."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from . import _koord
from ._handle import Document, Handle, handle_of, path
from ._rows import Rows
from ._setup import kubelet_setup
from .cpu import refusal_of
from .cpuset import CpuSet
from .enums import AdmitFlags, KubeletCpuset, RepairFlags, WriteStateFlags
from .pod import Pod, handles
from .records import KubeletContainer, KubeletFinding, MemoryBlock, Refusal
from .topology import Topology

__all__ = [
    "Admission",
    "Checked",
    "Kubelet",
    "PresentContainer",
    "Repaired",
    "kubelet_check",
    "kubelet_repair",
    "kubelet_repair_memory",
    "kubelet_replace_cpus",
    "kubelet_write_state",
]


class Admission(NamedTuple):
    """What kubelet says to a pod. It is true where the pod is admitted."""

    #: Why not, in kubelet's words; None: admitted.
    refusal: Refusal | None
    #: What each container gets, init containers first; all zero where refused.
    containers: Rows[KubeletContainer]
    #: The CPUs that each container has for itself.
    cpus: list[CpuSet]

    def __bool__(self) -> bool:
        return self.refusal is None


def _admission(admission: _koord.Admission, refusal: dict[str, int]) -> Admission:
    rows = Rows(KubeletContainer, _koord.admission_get_containers(admission))
    cpus = [CpuSet._from_words(_koord.admission_get_cpus(admission, number)) for number in range(len(rows))]
    return Admission(refusal_of(refusal), rows, cpus)


class Kubelet(Handle[_koord.Kubelet]):
    """A state machine of pods that arrive and go, without a kubelet (docs/kubelet.md).

    Threads may use one at the same time: calls that change it wait for each other.
    """

    __slots__ = ()

    def __init__(
        self,
        topology: Topology,
        *,
        config: Document | None = None,
        cpu_state: Document | None = None,
        memory_state: Document | None = None,
    ) -> None:
        """A kubelet on this machine.

        config: a KubeletConfiguration or the answer of /configz; cpu_state, memory_state: the texts of
        cpu_manager_state and memory_manager_state that it finds when it starts; None: there are none.

        Raises, where kubelet would not start in its words: InvalidError (the configuration), ConflictError (a state
        that does not suit machine or configuration), CorruptError, UnsupportedError, LimitError.
        """
        self._handle = _koord.kubelet_new(
            handle_of(topology, Topology),
            kubelet_setup(config, cpu_state, memory_state),
        )

    def clone(self) -> Kubelet:
        """A second kubelet in the same state, for what-if questions."""
        return Kubelet._of(_koord.kubelet_clone(self._handle))

    def admit(self, pod: Pod, *, leave_refused: bool = False) -> Admission:
        """A pod arrives: it is admitted and its containers get CPUs and memory, or it is refused.

        leave_refused: a refused pod keeps what its first containers got, as in kubelet until its next admission or
        removal. Raises InvalidError (a pod without uid, two containers of one name), LimitError.
        """
        flag = AdmitFlags.LEAVE_REFUSED if leave_refused else 0
        admission = _koord.admission_new()
        return _admission(admission, _koord.kubelet_admit(self._handle, handle_of(pod, Pod), flag, admission))

    def judge(self, pod: Pod) -> Admission:
        """What admit() would answer; nothing changes, and the pod needs no uid."""
        admission = _koord.admission_new()
        return _admission(admission, _koord.kubelet_judge(self._handle, handle_of(pod, Pod), admission))

    def remove_pod(self, uid: str) -> bool:
        """The pod is gone: what it held is free. Whether it held anything."""
        return bool(_koord.kubelet_remove_pod(self._handle, uid))

    def memory(self, pod: Pod) -> Rows[MemoryBlock]:
        """The memory a pod holds, by container, then kind; bytes."""
        return Rows(MemoryBlock, _koord.kubelet_get_memory(self._handle, handle_of(pod, Pod)))

    def cpus(self, which: KubeletCpuset) -> CpuSet:
        """A set of its CPUs."""
        return CpuSet._from_words(_koord.kubelet_get_cpus(self._handle, which))

    @property
    def cpu_state(self) -> str:
        """The file cpu_manager_state, byte for byte."""
        return _koord.kubelet_get_cpu_state(self._handle)

    @property
    def memory_state(self) -> str:
        """The file memory_manager_state, byte for byte."""
        return _koord.kubelet_get_memory_state(self._handle)

    def __repr__(self) -> str:
        if self.closed:
            return self._repr("")
        shared, reserved = self.cpus(KubeletCpuset.SHARED), self.cpus(KubeletCpuset.RESERVED)
        return self._repr(f"shared CPUs {shared or 'none'}" + (f", reserved {reserved}" if reserved else ""))


class PresentContainer(NamedTuple):
    """A pod that is on a node, or one container of it."""

    #: The pod's.
    uid: str
    #: The container's; "": this is about the pod alone.
    name: str = ""
    #: The container's id, as the runtime has it; "": not known.
    id: str = ""


class Checked(NamedTuple):
    """What is wrong with kubelet's files."""

    #: In the order in which kubelet meets them; none: nothing is wrong.
    findings: Rows[KubeletFinding]
    #: JSON: "starts", "kubelet" (its own words where it does not), "findings" [{"fault", "stops", "pod", "container",
    #: "cpus", "message", "kubelet"}], "leftOut".
    report: str


class Repaired(NamedTuple):
    """A state file as it should be, and what changed."""

    state: str
    #: JSON: "changed", "changes" [{"act", "why", "pod", "container", "cpus", "now", "message"}].
    report: str


def kubelet_check(
    topology: Topology,
    *,
    config: Document | None = None,
    cpu_state: Document | None = None,
    memory_state: Document | None = None,
    present: Iterable[PresentContainer] = (),
    only_present: bool = False,
) -> Checked:
    """Everything at which kubelet would stop when it starts, and what it would accept although it is wrong.

    None for a state: there is no such file. present: who is on the node; only_present: they are all, so that entries
    of others are findings (docs/kubelet-files.md). Raises InvalidError (arguments and configuration), UnsupportedError,
    LimitError.
    """
    report = _koord.kubelet_check(
        handle_of(topology, Topology),
        kubelet_setup(config, cpu_state, memory_state, _texts(present)),
        RepairFlags.ONLY_PRESENT if only_present else 0,
    )
    findings = Rows(KubeletFinding, _koord.kubelet_report_get_findings(report))
    return Checked(findings, _koord.kubelet_report_to_json(report))


def _texts(present: Iterable[PresentContainer]) -> list[tuple[str, str, str]]:
    return [(one.uid, one.name, one.id) for one in present]


def kubelet_repair(
    topology: Topology,
    cpu_state: Document,
    *,
    config: Document | None = None,
    present: Iterable[PresentContainer] = (),
    flags: RepairFlags = RepairFlags(0),
) -> Repaired:
    """The nearest cpu_manager_state with which kubelet starts; the same where nothing is wrong.

    Raises InvalidError (in kubelet's words: the file cannot be read), ConflictError (another policy),
    UnsupportedError, LimitError.
    """
    setup = kubelet_setup(config, cpu_state, present=_texts(present))
    return Repaired(*_koord.kubelet_repair_cpus(handle_of(topology, Topology), setup, flags))


def kubelet_repair_memory(
    topology: Topology,
    memory_state: Document,
    *,
    config: Document | None = None,
    present: Iterable[PresentContainer] = (),
    flags: RepairFlags = RepairFlags(0),
) -> Repaired:
    """The same of memory_manager_state. RepairFlags.KEEP_SHRUNK is not for it."""
    setup = kubelet_setup(config, memory_state=memory_state, present=_texts(present))
    return Repaired(*_koord.kubelet_repair_memory(handle_of(topology, Topology), setup, flags))


def kubelet_replace_cpus(
    topology: Topology,
    pods: Sequence[Pod],
    *,
    config: Document | None = None,
    cpu_state: Document | None = None,
) -> Repaired:
    """Gives pods the CPUs that a scheduler allocated them (resource-status) in place of those kubelet chose.

    Raises ConflictError (naming the pod), CorruptError, InvalidError, UnsupportedError, LimitError.
    """
    setup = kubelet_setup(config, cpu_state)
    return Repaired(*_koord.kubelet_replace_cpus(handle_of(topology, Topology), setup, handles(pods)))


def kubelet_write_state(
    file: str | bytes | os.PathLike[Any],
    text: str | bytes,
    *,
    proc_root: str | bytes | os.PathLike[Any] | None = None,
    force: bool = False,
    backup: bool = True,
) -> None:
    """Replaces a state file in one step; the old one stays as "<path>.koord-backup".

    force: also while a kubelet runs. Raises InvalidError (a link or no regular file), ConflictError (a kubelet runs),
    KoordPermissionError, KoordIOError, LimitError (over 64 MiB).
    """
    flags = (WriteStateFlags.FORCE if force else 0) | (0 if backup else WriteStateFlags.NO_BACKUP)
    _koord.kubelet_write_state(path(file), text, path(proc_root), flags)
