"""Exceptions: one class for each status of the library."""

from __future__ import annotations

import errno
from typing import ClassVar

from . import _koord
from .enums import Status

__all__ = [
    "ConflictError",
    "CorruptError",
    "InternalError",
    "InvalidError",
    "KoordError",
    "KoordIOError",
    "KoordMemoryError",
    "KoordPermissionError",
    "LimitError",
    "NoSpaceError",
    "NotFoundError",
    "StaleError",
    "UnsupportedError",
]


class KoordError(Exception):
    """A call failed. Nothing was changed, unless the message says otherwise.

    code: the Status; name: its stable name ("stale"), for logs and metrics; message: one sentence for people, which
    names the field, what was found and what was expected.
    """

    code: Status
    name: str
    message: str

    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.code = Status(code)
        self.name = _koord.status_get_name(code)
        self.message = message

    def __str__(self) -> str:
        return self.message

    _classes: ClassVar[dict[int, type[KoordError]]] = {}

    def __init_subclass__(cls, *, status: Status, **rest: object) -> None:
        super().__init_subclass__(**rest)
        KoordError._classes[int(status)] = cls


class InvalidError(KoordError, ValueError, status=Status.INVALID):
    """An argument, or a field of the input, broke its contract."""


class KoordMemoryError(KoordError, MemoryError, status=Status.NO_MEMORY):
    """Out of memory."""


class NoSpaceError(KoordError, ValueError, status=Status.NO_SPACE):
    """A buffer of the caller's is too small."""


class ConflictError(KoordError, status=Status.CONFLICT):
    """Contradicts what is already held."""


class StaleError(KoordError, status=Status.STALE):
    """Made from a state that has changed since."""


class LimitError(KoordError, ValueError, status=Status.LIMIT):
    """Larger than a documented bound."""


class NotFoundError(KoordError, LookupError, status=Status.NOT_FOUND):
    """No such node, pod or file."""


class KoordIOError(KoordError, OSError, status=Status.IO):
    """The machine or a file could not be read or written. errno is None: the library does not tell it."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.errno, self.strerror = None, message  # OSError took the status for one


class KoordPermissionError(KoordError, PermissionError, status=Status.PERMISSION):
    """Not permitted. errno is EACCES."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.errno, self.strerror = errno.EACCES, message


class CorruptError(KoordError, ValueError, status=Status.CORRUPT):
    """A checksum or a format signature is wrong."""


class UnsupportedError(KoordError, NotImplementedError, status=Status.UNSUPPORTED):
    """Valid, but not something this build or machine can do."""


class InternalError(KoordError, RuntimeError, status=Status.INTERNAL):
    """A bug in libkoord, please report it; also a status that this package does not know."""


def from_status(code: int, message: str) -> KoordError:
    """The exception for a status; the compiled half raises by this."""
    return KoordError._classes.get(code, InternalError)(code, message)
