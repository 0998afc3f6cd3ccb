"""The base of the library's handles."""

from __future__ import annotations

import enum
import json
import os
import zlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from typing_extensions import Self, TypeAlias  # part of typing since 3.11 and 3.10

#: A Kubernetes document: its JSON as text or bytes, or the object itself.
Document: TypeAlias = "str | bytes | bytearray | memoryview | Mapping[str, Any] | Sequence[Any]"


#: A text for the library, or a path.
Text: TypeAlias = "str | bytes | os.PathLike[Any]"


class _Closable(Protocol):
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...


H = TypeVar("H", bound=_Closable)


class Handle(Generic[H]):
    """An object of the library that holds memory until it is closed or collected.

    close() may be called twice, and while other threads are in a call: the memory is freed when
    they are done. Any other use of a closed handle raises ValueError. `with` closes the handle at
    its end.
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
        """Frees what the handle holds. A second call has no effect."""
        self._handle.close()

    @property
    def closed(self) -> bool:
        """True if close() was called."""
        return self._handle.closed

    def _must_be_open(self) -> None:
        if self._handle.closed:
            raise ValueError(f"{type(self).__name__} is closed")

    def __enter__(self) -> Self:
        self._must_be_open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be pickled: it is a handle")

    #: The properties that repr() shows: a record of counts, or rows.
    _shown: ClassVar[tuple[str, ...]] = ()

    def _begin(self, handle: Any) -> None:
        self._handle = handle

    def _repr(self, text: str) -> str:
        return f"<koord.{type(self).__name__} {'closed' if self._handle.closed else text}>"

    def __repr__(self) -> str:
        shown = () if self._handle.closed else self._shown
        return self._repr(", ".join(_told(name, getattr(self, name)) for name in shown) or "open")


_MOST_TOLD = 4


def _told(name: str, value: Any) -> str:
    if not hasattr(value, "_fields"):
        return f"{len(value)} {name.replace('_', ' ')}"
    told = [(field, value[at]) for at, field in enumerate(value._fields) if isinstance(value[at], (int, str))]
    return ", ".join(f"{field}={getattr(one, 'name', None) or one}" for field, one in told[:_MOST_TOLD])


class Noted(Handle[H]):
    """A write-only handle: its repr shows the last calls that modified it."""

    __slots__ = ("_count", "_notes")
    _notes: deque[tuple[str, tuple[Any, ...]]]
    _count: int

    def _begin(self, handle: Any) -> None:
        self._handle = handle
        self._forget()

    def _forget(self) -> Self:
        self._notes = deque(maxlen=_MOST_TOLD)
        self._count = 0
        return self

    def _note(self, name: str, *told: Any) -> None:
        self._notes.append((name, told))
        self._count += 1

    def _again(self, handle: Any) -> Self:
        made = self.__class__.__new__(self.__class__)
        made._handle = handle
        made._notes, made._count = self._notes.copy(), self._count
        return made

    def close(self) -> None:
        super().close()
        self._forget()

    def __repr__(self) -> str:
        told = [f"{name}({', '.join(map(repr, values))})" for name, values in self._notes]
        before = [f"{self._count - len(told)} before"] if self._count > len(told) else []
        return self._repr("; ".join(before + told) or "as new")


class _Counted(_Closable, Protocol):
    def ref(self) -> Any: ...


C = TypeVar("C", bound=_Counted)


class Shared(Handle[C]):
    """An immutable, reference-counted handle. A copy refers to the same object and must be closed
    separately.
    """

    __slots__ = ()

    def __copy__(self) -> Self:
        return type(self)._of(self._handle.ref())

    def __deepcopy__(self, memo: object) -> Self:
        return self.__copy__()


class Remade(Shared[C]):
    """A handle that can be recreated from its document. Pickling stores the document, and handles
    with equal documents are equal.
    """

    __slots__ = ()

    def _made_from(self) -> object:
        return compact(self.to_json())  # type: ignore[attr-defined]

    def __reduce__(self) -> Any:
        return _remake, (type(self), self._made_from())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Remade):
            return NotImplemented
        return self is other or self._made_from() == other._made_from()

    def __hash__(self) -> int:
        return hash(self._made_from())


def _remake(kind: Any, kept: bytes) -> Any:
    return kind.from_json(expand(kept))


class Remembered(Remade[C]):
    """A handle that stores its document, compressed by compact(), until it is closed.

    A handle created in another way, by a builder, has no document: it is equal only to its copies,
    and cannot be pickled.
    """

    __slots__ = ("_source",)
    _source: object

    @classmethod
    def _of(cls, handle: Any, source: object = None) -> Self:
        made = super()._of(handle)
        made._source = source or object()
        return made

    def close(self) -> None:
        super().close()
        self._source = None

    def _made_from(self) -> object:
        source = self._source
        self._must_be_open()
        return source

    def __copy__(self) -> Self:
        return self._of(self._handle.ref(), self._made_from())

    def __reduce__(self) -> Any:
        if not isinstance(self._made_from(), bytes):
            raise TypeError(f"{type(self).__name__} cannot be pickled: it was not made from a document")
        return super().__reduce__()


# A document of some thousand bytes shrinks to about a fifth, in less time than it takes to parse
# it.
_COMPRESS_OVER = 1024


def compact(text: str | bytes) -> bytes:
    """Returns a document in compressed form. Equal texts give equal bytes."""
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    return b"z" + zlib.compress(data, 1) if len(data) > _COMPRESS_OVER else b"=" + data


def expand(kept: bytes) -> bytes:
    """Returns the document that was given to compact(), as bytes."""
    return zlib.decompress(kept[1:]) if kept.startswith(b"z") else kept[1:]


def handle_of(value: Handle[H], kind: type[Handle[H]]) -> H:
    """Returns the compiled handle of an argument."""
    if isinstance(value, kind):
        return value._handle
    raise TypeError(f"{kind.__name__} is wanted, not {type(value).__name__}")


def document(value: Document | None, name: str) -> str | bytes:
    """Returns a document in the form that the library reads; None becomes an empty text."""
    if value is None:
        return ""
    if isinstance(value, (str, bytes)):
        return value
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, (Mapping, Sequence)):
        return json.dumps(value, allow_nan=False)
    raise TypeError(f"{name} must be JSON text or an object, not {type(value).__name__}")


def maybe_handle(value: Handle[H] | None, kind: type[Handle[H]]) -> H | None:
    return None if value is None else handle_of(value, kind)


E = TypeVar("E", bound="enum.Enum")


def number(kind: type[E], value: E | str) -> Any:
    """Returns the number of a constant, which may be given by its name or by its Kubernetes label.
    """
    return value if isinstance(value, int) else kind(value)


def named(value: int | str, find: Callable[[str], int]) -> int:
    """Returns a number, or the number that belongs to a name."""
    if isinstance(value, str):
        return find(value)
    if hasattr(value, "__index__"):
        return value
    raise TypeError(f"{find.__name__.removesuffix('_id')}: a name or number is wanted, not {type(value).__name__}")
