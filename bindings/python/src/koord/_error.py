"""The base of the library's exceptions."""

from __future__ import annotations

import errno
from typing import ClassVar

from . import _koord
from .enums import Status


class KoordError(Exception):
    """A call failed. Nothing was changed, unless the message says otherwise.

    code: the Status; name: its stable name ("stale"), for logs and metrics; message: one sentence
    for users, which names the field, and the found and expected values.
    """

    code: Status
    name: str
    message: str

    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.code = Status(code)
        self.name = _koord.status_get_name(code)
        self.message = message
        if isinstance(self, OSError):
            _mend(self, message)

    def __str__(self) -> str:
        return self.message

    _classes: ClassVar[dict[int, type[KoordError]]] = {}

    def __init_subclass__(cls, *, status: Status, **rest: object) -> None:
        super().__init_subclass__(**rest)
        KoordError._classes[int(status)] = cls


def _mend(error: OSError, message: str) -> None:
    """Resets the errno of an OSError, which would otherwise be the status. The library reports no
    errno.
    """
    error.errno = errno.EACCES if isinstance(error, PermissionError) else None
    error.strerror = message


def from_status(code: int, message: str) -> KoordError:
    """Returns the exception for a status; called by the compiled half. An unknown status of a newer
    library is an InternalError.
    """
    return KoordError._classes.get(code, KoordError._classes[Status.INTERNAL])(code, message)
