"""Sets of CPUs.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import operator
import sys
from array import array
from collections.abc import Iterable, Iterator, Set
from typing import Any, TypeAlias

from . import _koord

__all__ = ["CpuSet", "CpuSetLike"]


def _bits_to_words(bits: int) -> bytes:
    count = (bits.bit_length() + 63) // 64
    words = bits.to_bytes(8 * count, "little")
    if sys.byteorder == "big":
        swapped = array("Q", words)
        swapped.byteswap()
        return swapped.tobytes()
    return words


def _words_to_bits(words: bytes) -> int:
    if sys.byteorder == "big":
        swapped = array("Q", words)
        swapped.byteswap()
        words = swapped.tobytes()
    return int.from_bytes(words, "little")


class CpuSet(Set[int]):
    """An immutable set of CPU numbers, below koord.MAX_CPUS.

    Made from Linux cpu-list text or from numbers: CpuSet("0-3,8"), CpuSet(range(4)). str() gives the text back. It is
    a Set: len(), `in`, `|`, `&`, `-`, `^` and comparisons work, also with other sets of numbers.

    Raises InvalidError for text that is no list (blanks, reversed ranges, empty items) or a number out of range,
    TypeError for anything else.
    """

    __slots__ = ("_bits",)
    _bits: int

    def __init__(self, cpus: CpuSetLike = ()) -> None:
        if isinstance(cpus, CpuSet):
            bits = cpus._bits
        elif isinstance(cpus, (str, bytes)):
            bits = _words_to_bits(_koord.cpulist_parse(cpus))
        else:
            bits = 0
            for cpu in cpus:
                number = operator.index(cpu)
                if not 0 <= number < _koord.MAX_CPUS:
                    raise ValueError(f"CPU {number} is not within 0..{_koord.MAX_CPUS - 1}")
                bits |= 1 << number
        object.__setattr__(self, "_bits", bits)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CpuSet does not change")

    @classmethod
    def from_mask(cls, mask: int) -> CpuSet:
        """The set of the bits of a whole number: bit i is CPU i."""
        if mask < 0 or mask.bit_length() > _koord.MAX_CPUS:
            raise ValueError(f"a mask has at most {_koord.MAX_CPUS} bits")
        made = cls.__new__(cls)
        object.__setattr__(made, "_bits", mask)
        return made

    @classmethod
    def _from_words(cls, words: bytes) -> CpuSet:
        return cls.from_mask(_words_to_bits(words))

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> CpuSet:  # type: ignore[override, unused-ignore]
        return cls(it)

    def __and__(self, other: Set[Any]) -> CpuSet:
        if isinstance(other, CpuSet):
            return CpuSet.from_mask(self._bits & other._bits)
        return super().__and__(other)  # type: ignore[return-value]

    def __or__(self, other: Set[Any]) -> CpuSet:
        if isinstance(other, CpuSet):
            return CpuSet.from_mask(self._bits | other._bits)
        return super().__or__(other)  # type: ignore[return-value]

    def __sub__(self, other: Set[Any]) -> CpuSet:
        if isinstance(other, CpuSet):
            return CpuSet.from_mask(self._bits & ~other._bits)
        return super().__sub__(other)  # type: ignore[return-value]

    def __xor__(self, other: Set[Any]) -> CpuSet:
        if isinstance(other, CpuSet):
            return CpuSet.from_mask(self._bits ^ other._bits)
        return super().__xor__(other)  # type: ignore[return-value]

    @property
    def mask(self) -> int:
        """The set as a whole number: bit i is CPU i."""
        return self._bits

    def _words(self) -> bytes:
        return _bits_to_words(self._bits)

    def __contains__(self, cpu: object) -> bool:
        return isinstance(cpu, int) and cpu >= 0 and self._bits >> cpu & 1 == 1

    def __iter__(self) -> Iterator[int]:
        bits = self._bits
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CpuSet):
            return self._bits == other._bits
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return _koord.cpulist_format(self._words())

    def __repr__(self) -> str:
        return f"CpuSet({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return CpuSet.from_mask, (self._bits,)


#: What is taken for a set of CPUs: a CpuSet, cpu-list text, or numbers.
CpuSetLike: TypeAlias = "CpuSet | str | bytes | Iterable[int]"


def words(cpus: CpuSetLike) -> bytes:
    """A set of CPUs as the compiled half takes it."""
    return (cpus if isinstance(cpus, CpuSet) else CpuSet(cpus))._words()


def maybe_words(cpus: CpuSetLike | None) -> bytes | None:
    return None if cpus is None else words(cpus)
