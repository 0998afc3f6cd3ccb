"""libkoord: which CPUs, NUMA memory and devices a pod gets on a Kubernetes node.

A thin binding of the C library: values, rows and documents are passed to the library, which makes
all decisions. docs/embed/python.md is the guide. Calls that can take long run without the GIL. A
request that does not fit returns a Refusal and does not raise; calls that fail raise a KoordError.
"""

from __future__ import annotations

from . import _calls, _koord, cluster, cpu, enums, errors, numa, objects, pod, records, topology
from ._calls import *  # noqa: F403
from ._handle import Document, Handle, Text
from ._rows import Rows, dtype
from ._version import __version__
from .cluster import *  # noqa: F403
from .cpu import *  # noqa: F403
from .cpuset import CpuSet, CpuSetLike
from .enums import *  # noqa: F403
from .errors import *  # noqa: F403
from .numa import *  # noqa: F403
from .objects import *  # noqa: F403
from .pod import *  # noqa: F403
from .records import *  # noqa: F403
from .topology import *  # noqa: F403

#: All CPU numbers are below this.
MAX_CPUS: int = _koord.MAX_CPUS

__all__ = ["MAX_CPUS", "CpuSet", "CpuSetLike", "Document", "Handle", "Rows", "Text", "__version__", "dtype", "version"]
__all__ += _calls.__all__
__all__ += cluster.__all__
__all__ += cpu.__all__
__all__ += enums.__all__
__all__ += errors.__all__
__all__ += numa.__all__
__all__ += objects.__all__
__all__ += pod.__all__
__all__ += records.__all__
__all__ += topology.__all__


def version() -> tuple[int, int, int]:
    """Returns the version of the loaded library."""
    number = _koord.version()
    return number >> 16, number >> 8 & 0xFF, number & 0xFF


# All functions that this package calls exist: a module that lacks one does not load. Their
# behaviour may change between minor versions until 1.0.
if version()[0] != 0:
    raise ImportError(
        f"libkoord {_koord.version_string()} is of another major version than this package, {__version__}"
    )
