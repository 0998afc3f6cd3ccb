"""What a kubelet is configured with and finds when it starts, for the time of one call."""

from __future__ import annotations

from collections.abc import Iterable

from . import _koord
from ._handle import Document, document


def kubelet_setup(
    config: Document | None = None,
    cpu_state: Document | None = None,
    memory_state: Document | None = None,
    present: Iterable[tuple[str, str, str]] = (),
) -> _koord.KubeletSetup:
    """None: there is no such file, which is another thing than an empty one. present: pod, container and its id."""
    setup = _koord.kubelet_setup_new()
    if config is not None:
        _koord.kubelet_setup_set_config(setup, document(config, "config"))
    if cpu_state is not None:
        _koord.kubelet_setup_set_cpu_state(setup, document(cpu_state, "cpu_state"))
    if memory_state is not None:
        _koord.kubelet_setup_set_memory_state(setup, document(memory_state, "memory_state"))
    for uid, name, id in present:
        _koord.kubelet_setup_add_container(setup, uid, name, id)
    return setup
