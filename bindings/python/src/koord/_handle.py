"""What all handles of the library have in common.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from typing_extensions import Self  # of typing from 3.11 on

#: A document of Kubernetes: its JSON as text or bytes, or the object itself.
Document: TypeAlias = "str | bytes | bytearray | memoryview | Mapping[str, Any] | Sequence[Any]"


class _Closable(Protocol):
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...


H = TypeVar("H", bound=_Closable)


class Handle(Generic[H]):
    """Something of the library's that takes memory until it is closed, or collected.

    close() may be called twice, and while other threads are inside a call: what they use goes when they are done.
    Anything else on a closed handle raises ValueError. `with` closes at its end.
    """

    __slots__ = ("__weakref__", "_handle")
    _handle: H

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} is made by the calls that return one")

    @classmethod
    def _of(cls, handle: Any) -> Self:
        made = cls.__new__(cls)
        made._handle = handle
        return made

    def close(self) -> None:
        """Gives back what the handle holds. A second time it has no effect."""
        self._handle.close()

    @property
    def closed(self) -> bool:
        """Whether close() was called."""
        return self._handle.closed

    def __enter__(self) -> Self:
        if self._handle.closed:
            raise ValueError(f"{type(self).__name__} is closed")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be pickled or copied: it is a handle")

    def _repr(self, text: str) -> str:
        return f"<koord.{type(self).__name__} {'closed' if self._handle.closed else text}>"

    def __repr__(self) -> str:
        return self._repr("open")


def handle_of(value: Handle[H], kind: type[Handle[H]]) -> H:
    """What an argument holds."""
    if isinstance(value, kind):
        return value._handle
    raise TypeError(f"{kind.__name__} is wanted, not {type(value).__name__}")


def document(value: Document | None, name: str) -> str | bytes:
    """A document as the library reads it; None: there is none."""
    if value is None:
        return ""
    if isinstance(value, (str, bytes)):
        return value
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, (Mapping, Sequence)):
        return json.dumps(value, allow_nan=False)
    raise TypeError(f"{name} must be JSON text or an object, not {type(value).__name__}")


def maybe_document(value: Document | None, name: str) -> str | bytes | None:
    """The same where no document is another thing than an empty one."""
    return None if value is None else document(value, name)


def path(value: str | bytes | os.PathLike[Any] | None) -> str | bytes:
    """A path; None: the library's own default."""
    return "" if value is None else os.fspath(value)
