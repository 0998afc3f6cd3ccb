"""Bases of enumerations and flags, which accept numbers of a newer library."""

from __future__ import annotations

import enum
from typing import Any


class Open(enum.IntEnum):
    """An enumeration that accepts any 32-bit number."""

    @classmethod
    def _missing_(cls, value: object) -> Any:
        if isinstance(value, str):
            labels = {getattr(one, "label", "") or one.name: one for one in cls}
            if value not in labels and value not in cls.__members__:
                raise ValueError(f"{value!r} is not a valid {cls.__name__}, expected one of {', '.join(labels)}")
            return labels.get(value, cls.__members__.get(value))
        if not isinstance(value, int) or isinstance(value, bool) or not -(2**31) <= value < 2**31:
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}".replace("-", "MINUS_")
        member._value_ = value
        return member

    def __reduce_ex__(self, protocol: Any) -> Any:
        return type(self), (int(self),)  # by number, because unknown ones have no name


class Flags(enum.IntFlag):
    """A set of flags that accepts any bits."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        return type(self), (int(self),)
