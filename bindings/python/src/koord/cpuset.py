"""Sets of CPUs."""

from __future__ import annotations

import numbers
import operator
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeAlias  # part of typing since 3.10

from . import _koord
from .enums import Status
from .errors import InvalidError

__all__ = ["CpuSet", "CpuSetLike"]


def _swapped(words: bytes) -> bytes:
    """Converts words between this machine's byte order and little-endian."""
    made = array("Q", words)
    if sys.byteorder == "big":
        made.byteswap()
    return made.tobytes()


def _bits_to_words(bits: int) -> bytes:
    return _swapped(bits.to_bytes((bits.bit_length() + 63) // 64 * 8, "little"))


def _number_of(cpu: object) -> int:
    """Returns a whole number as an int. Rejects NumPy's booleans, which some versions accept as an
    index.
    """
    if not isinstance(cpu, numbers.Integral):
        raise TypeError(f"a CPU is a whole number, not {type(cpu).__name__}")
    return operator.index(cpu)


def _words_to_bits(words: bytes) -> int:
    return int.from_bytes(_swapped(words), "little")


class CpuSet(Set[int]):
    """An immutable set of CPU numbers, below koord.MAX_CPUS.

    It is created from Linux cpu-list text or from numbers: CpuSet("0-3,8"), CpuSet(range(4)). str()
    returns the text. It is a Set: len(), `in`, `|`, `&`, `-`, `^` and comparisons work. The other
    operand may be anything that a CpuSet can be created from, as in `cpus & "0-3"`; equality holds
    only between sets.

    Raises InvalidError for text that is not a list (blanks, reversed ranges, empty items) or a
    number out of range, and TypeError for anything else. The operators raise the same for their
    operands.
    """

    __slots__ = ("_bits",)
    _bits: int
    #: Makes NumPy leave operators between an array and a CpuSet to the CpuSet.
    __array_ufunc__ = None

    def __init__(self, cpus: CpuSetLike = ()) -> None:
        if isinstance(cpus, CpuSet):
            bits = cpus._bits
        elif isinstance(cpus, (str, bytes)):
            bits = _words_to_bits(_koord.cpulist_parse(cpus))
        else:
            bits = 0
            for cpu in cpus:
                number = _number_of(cpu)
                if not 0 <= number < _koord.MAX_CPUS:
                    raise InvalidError(Status.INVALID, f"CPU {number} is not within 0..{_koord.MAX_CPUS - 1}")
                bits |= 1 << number
        object.__setattr__(self, "_bits", bits)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CpuSet does not change")

    @classmethod
    def from_mask(cls, mask: int) -> CpuSet:
        """Returns the set of the bits of a whole number: bit i is CPU i. Raises InvalidError:
        negative, or too many bits.
        """
        if mask < 0 or mask.bit_length() > _koord.MAX_CPUS:
            raise InvalidError(Status.INVALID, f"a mask has at most {_koord.MAX_CPUS} bits")
        made = cls.__new__(cls)
        object.__setattr__(made, "_bits", mask)
        return made

    @classmethod
    def _from_words(cls, words: bytes) -> CpuSet:
        return cls.from_mask(_words_to_bits(words))

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> CpuSet:  # type: ignore[override, unused-ignore]
        return cls(it)

    def _with(self, other: CpuSetLike, combine: Callable[[int, int], int]) -> CpuSet:
        bits = _bits_of(other)
        return NotImplemented if bits is None else CpuSet.from_mask(combine(self._bits, bits))

    def __and__(self, other: CpuSetLike) -> CpuSet:
        return self._with(other, operator.and_)

    def __or__(self, other: CpuSetLike) -> CpuSet:  # type: ignore[override]
        return self._with(other, operator.or_)

    def __sub__(self, other: CpuSetLike) -> CpuSet:
        return self._with(other, lambda a, b: a & ~b)

    def __xor__(self, other: CpuSetLike) -> CpuSet:  # type: ignore[override]
        return self._with(other, operator.xor)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __rsub__(self, other: CpuSetLike) -> CpuSet:
        return self._with(other, lambda a, b: b & ~a)

    def __le__(self, other: CpuSetLike) -> bool:
        bits = _bits_of(other)
        return NotImplemented if bits is None else self._bits & ~bits == 0

    def __ge__(self, other: CpuSetLike) -> bool:
        bits = _bits_of(other)
        return NotImplemented if bits is None else bits & ~self._bits == 0

    def __lt__(self, other: CpuSetLike) -> bool:
        bits = _bits_of(other)
        return NotImplemented if bits is None else self._bits != bits and self._bits & ~bits == 0

    def __gt__(self, other: CpuSetLike) -> bool:
        bits = _bits_of(other)
        return NotImplemented if bits is None else self._bits != bits and bits & ~self._bits == 0

    def isdisjoint(self, other: CpuSetLike) -> bool:
        """Returns true if the two have no CPU in common."""
        return self._bits & CpuSet(other)._bits == 0

    @property
    def mask(self) -> int:
        """The set as a whole number: bit i is CPU i."""
        return self._bits

    def _words(self) -> bytes:
        return _bits_to_words(self._bits)

    def __contains__(self, cpu: object) -> bool:
        try:
            number = _number_of(cpu)
        except TypeError:
            return False
        return 0 <= number < _koord.MAX_CPUS and self._bits >> number & 1 == 1

    def __iter__(self) -> Iterator[int]:
        bits = self._bits
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low

    def __len__(self) -> int:
        return bin(self._bits).count("1")  # int.bit_count came with 3.10

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CpuSet):
            return self._bits == other._bits
        if isinstance(other, Set):
            return len(self) == len(other) and all(cpu in other for cpu in self)
        return NotImplemented

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return _koord.cpulist_format(self._words())

    def __repr__(self) -> str:
        return f"CpuSet({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return CpuSet.from_mask, (self._bits,)


def _bits_of(other: object) -> int | None:
    """Returns the bits of an operand, or None if it is not a set of CPUs."""
    try:
        return CpuSet(other)._bits  # type: ignore[arg-type]
    except TypeError:
        return None


#: Values accepted as a set of CPUs: a CpuSet, cpu-list text, or numbers.
CpuSetLike: TypeAlias = "CpuSet | str | bytes | Iterable[int]"


def words(cpus: CpuSetLike) -> bytes:
    """Returns a set of CPUs in the form of the compiled half."""
    return (cpus if isinstance(cpus, CpuSet) else CpuSet(cpus))._words()


def maybe_words(cpus: CpuSetLike | None) -> bytes | None:
    return None if cpus is None else words(cpus)
