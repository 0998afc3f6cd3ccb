# Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
"""Exceptions: one class for each status of the library."""

from __future__ import annotations

from ._error import KoordError as KoordError
from ._error import from_status as from_status
from .enums import Status

__all__ = [
    "ConflictError",
    "CorruptError",
    "InternalError",
    "InvalidError",
    "KoordError",
    "KoordIOError",
    "KoordPermissionError",
    "LimitError",
    "NoMemoryError",
    "NoSpaceError",
    "NotFoundError",
    "StaleError",
    "UnsupportedError",
]


class InvalidError(KoordError, ValueError, status=Status.INVALID):
    """An argument, or a field of the input, violates its contract."""


class NoMemoryError(KoordError, MemoryError, status=Status.NO_MEMORY):
    """Out of memory."""


class NoSpaceError(KoordError, ValueError, status=Status.NO_SPACE):
    """The caller's buffer is too small."""


class ConflictError(KoordError, status=Status.CONFLICT):
    """Contradicts what is already allocated."""


class StaleError(KoordError, status=Status.STALE):
    """Made from a state that has changed since."""


class LimitError(KoordError, ValueError, status=Status.LIMIT):
    """Larger than a documented bound."""


class NotFoundError(KoordError, LookupError, status=Status.NOT_FOUND):
    """No such node, pod, file or other named object."""


class KoordIOError(KoordError, OSError, status=Status.IO):
    """The machine or a file could not be read or written."""


class KoordPermissionError(KoordError, PermissionError, status=Status.PERMISSION):
    """Not permitted."""


class CorruptError(KoordError, ValueError, status=Status.CORRUPT):
    """A checksum is wrong, or what was read contradicts itself."""


class UnsupportedError(KoordError, NotImplementedError, status=Status.UNSUPPORTED):
    """Valid, but this build or machine cannot do it."""


class InternalError(KoordError, RuntimeError, status=Status.INTERNAL):
    """A bug in libkoord; please report it."""
