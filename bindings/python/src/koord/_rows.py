"""Rows of structs in memory, which are read one by one as records, or by NumPy in place."""

from __future__ import annotations

import functools
import struct
import sys
import typing
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar, overload

from . import _koord

if typing.TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd  # type: ignore[import-untyped,unused-ignore]
    import polars as pl

T = TypeVar("T")

_STRUCT_OF: dict[type, str] = {}
_FORMAT = {("u", 1): "B", ("i", 4): "i", ("u", 4): "I", ("i", 8): "q", ("u", 8): "Q"}
# Fields whose names are keywords of Python or attributes of tuple.
_RENAMED = {"from_": "from", "count_": "count", "position": "index"}


def record(name: str) -> Callable[[type[T]], type[T]]:
    """Declares the struct of koord.h that a record mirrors."""

    def note(cls: type[T]) -> type[T]:
        _STRUCT_OF[cls] = name
        return cls

    return note


def _leaves(name: str, base: int, path: str) -> list[tuple[str, int, int, str]]:
    out: list[tuple[str, int, int, str]] = []
    for field, offset, size, kind, nested in _koord.LAYOUTS[name][1]:
        if kind == "n":
            out += _leaves(nested, base + offset, f"{path}{field}.")
        else:
            out.append((path + field, base + offset, size, kind))
    return out


class _Layout:
    """The numbers and characters of a struct, including those of nested structs, and their format.
    """

    def __init__(self, name: str) -> None:
        self.size: int = _koord.LAYOUTS[name][0]
        self.leaves = sorted(_leaves(name, 0, ""), key=lambda leaf: leaf[1])
        form, at = ["="], 0
        for _, offset, size, kind in self.leaves:
            form.append(f"{offset - at}x")
            form.append(f"{size}s" if kind == "s" else _FORMAT[kind, size])
            at = offset + size
        form.append(f"{self.size - at}x")
        self.form = struct.Struct("".join(form))
        self.index = {leaf[0]: i for i, leaf in enumerate(self.leaves)}
        self._blank: list[Any] = [b"" if leaf[3] == "s" else 0 for leaf in self.leaves]
        if "struct_size" in self.index:
            self._blank[self.index["struct_size"]] = self.size

    def pack(self, values: Iterable[tuple[str, Any]]) -> bytes:
        row = self._blank.copy()
        for name, value in values:
            row[self.index[name]] = value
        try:
            return self.form.pack(*row)
        except struct.error:
            for (name, _, size, kind), value in zip(self.leaves, row):
                _must_fit(name, value, 8 * size, kind)
            raise


def _must_fit(name: str, value: Any, bits: int, kind: str) -> None:
    if kind == "s":
        return
    if not hasattr(value, "__index__"):
        raise TypeError(f"{name}: a whole number is wanted, not {type(value).__name__}")
    least, most = (0, 2**bits - 1) if kind == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if not least <= value <= most:
        raise ValueError(f"{name}: {value} is not within {least}..{most}")


_layout = functools.cache(_Layout)


def packed(name: str, values: dict[str, int]) -> bytes:
    """Packs the numbers of a struct for a call. A bool is rejected, because an amount of True is a
    mistake.
    """
    for field, value in values.items():
        if isinstance(value, bool):
            raise TypeError(f"{field}: a whole number is wanted, not bool")
    return _layout(name).pack(values.items())


class _Codec:
    """Reads and writes records of one class."""

    def __init__(self, cls: type) -> None:
        self.cls = cls
        self.layout = _layout(_STRUCT_OF[cls])
        self.size, self.form, self.index = self.layout.size, self.layout.form, self.layout.index
        self.read = self._reader(cls, "")

    def _reader(self, cls: type, path: str) -> Callable[[Sequence[Any], bytes], Any]:
        readers: list[Callable[[Sequence[Any], bytes], Any]] = []
        hints = typing.get_type_hints(cls)
        for field in cls._fields:  # type: ignore[attr-defined]
            kind = hints[field]
            name = path + _RENAMED.get(field, field)
            if name + "_offset" in self.index:
                readers.append(_text_reader(self.index[name + "_offset"], self.index[name + "_length"]))
            elif kind in _STRUCT_OF:
                readers.append(self._reader(kind, name + "."))
            else:
                readers.append(_made_reader(self.index[name], _chars if kind is str else kind))
        return lambda values, arena: cls(*[reader(values, arena) for reader in readers])

    def write(self, record_: Any, arena: bytearray) -> bytes:
        values: list[tuple[str, Any]] = []
        for field in self.cls._fields:  # type: ignore[attr-defined]
            name, value = _RENAMED.get(field, field), getattr(record_, field)
            if name + "_offset" in self.index:
                if not isinstance(value, str):
                    raise TypeError(f"{field} must be str, not {type(value).__name__}")
                text = value.encode("utf-8", "surrogateescape")
                values += [(name + "_offset", len(arena)), (name + "_length", len(text))]
                arena += text
            else:
                values.append((name, value))
        return self.layout.pack(values)


def _text_reader(offset: int, length: int) -> Callable[[Sequence[Any], bytes], str]:
    return lambda values, arena: str(arena[values[offset] : values[offset] + values[length]], "utf-8", "surrogateescape")


def _chars(field: bytes) -> str:
    return str(field.partition(b"\0")[0], "utf-8", "surrogateescape")


def _made_reader(at: int, kind: Callable[[Any], Any]) -> Callable[[Sequence[Any], bytes], Any]:
    return lambda values, _: kind(values[at])


_CODECS: dict[type, _Codec] = {}


def codec(cls: type) -> _Codec:
    found = _CODECS.get(cls)
    if found is None:
        found = _CODECS[cls] = _Codec(cls)
    return found


def unpacked(cls: type[T], data: bytes | bytearray) -> T:
    """Returns the record of a struct that a call returned."""
    made = codec(cls)
    record_: T = made.read(made.form.unpack(data), b"")
    return record_


def dtype(cls: type) -> np.dtype[Any]:
    """Returns the NumPy dtype of a kind of rows, to create arrays: numpy.zeros(n,
    koord.dtype(koord.Verdict)).

    Texts are an offset and a length in it. Needs NumPy.
    """
    if cls not in _STRUCT_OF:
        raise TypeError(f"{cls!r} is no record of koord")
    return _dtype(_STRUCT_OF[cls])


@functools.cache
def _dtype(name: str) -> np.dtype[Any]:
    import numpy as np

    size, fields = _koord.LAYOUTS[name]
    formats: list[Any] = []
    for _, _, width, kind, nested in fields:
        formats.append(_dtype(nested) if kind == "n" else f"S{width}" if kind == "s" else f"{kind}{width}")
    return np.dtype(
        {
            "names": [field[0] for field in fields],
            "formats": formats,
            "offsets": [field[1] for field in fields],
            "itemsize": size,
        }
    )


class Rows(Sequence[T], Generic[T]):
    """Rows that a call returned: a sequence of records, created on access.

    numpy.asarray(rows), or rows.array, is a structured array over the same memory.
    """

    __slots__ = ("_arena", "_codec", "_data")

    def __init__(self, cls: type[T], data: bytearray, arena: bytes = b"") -> None:
        self._codec = codec(cls)
        self._data = data
        self._arena = arena

    def __len__(self) -> int:
        return len(self._data) // self._codec.size

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        values = self._codec.form.unpack_from(self._data, at * self._codec.size)
        row: T = self._codec.read(values, self._arena)
        return row

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sequence) and not isinstance(other, (str, bytes)):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        most = 4
        rows = [repr(row) for row in self[:most]]
        if len(self) > most:
            rows.append(f"... {len(self) - most} more")
        return f"Rows([{', '.join(rows)}])"

    @property
    def data(self) -> memoryview:
        """The rows in memory."""
        return memoryview(self._data)

    @property
    def array(self) -> npt.NDArray[Any]:
        """The rows as a structured array over the same memory. Needs NumPy."""
        import numpy as np

        return np.frombuffer(self._data, dtype=dtype(self._codec.cls))

    def to_pandas(self) -> pd.DataFrame:
        """Returns the rows as a data frame of pandas, with a column for each field.

        Columns of numbers are the rows' own memory: a change of one changes the other. Enumerations
        are categories with the names of their members, texts are copies; fields of nested records
        are named "refusal.reason". Needs pandas.
        """
        from . import _frames

        return _frames.to_pandas(self)

    def to_polars(self) -> pl.DataFrame:
        """Returns the rows as a data frame of polars, with the columns of to_pandas.

        Every column is copied once, because polars stores columns apart from each other. Needs
        polars.
        """
        from . import _frames

        return _frames.to_polars(self)

    def __arrow_c_schema__(self) -> object:
        """Returns the types of the columns for other packages, as Arrow's PyCapsule interface
        defines.
        """
        from . import _frames

        return _koord.arrow_schema(self._codec.size, _frames.arrow_columns(self._codec.cls))

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Returns the rows as a record batch of Arrow, which pyarrow.record_batch(rows) reads. No
        package is needed.

        Texts are UTF-8, with U+FFFD in place of other bytes. Enumerations are dictionaries with the
        names of their members. Another requested schema is not served; the interface permits that.
        """
        from . import _frames

        columns = _frames.arrow_columns(self._codec.cls)
        return _koord.arrow_array(self._data, self._codec.size, bytes(self._arena), columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Returns a stream of one record batch, which pyarrow.table(rows) and others read."""
        from . import _frames

        columns = _frames.arrow_columns(self._codec.cls)
        return _koord.arrow_stream(self._data, self._codec.size, bytes(self._arena), columns)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        array = self.array
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError("another dtype needs a copy")
            return array.astype(dtype)
        return array.copy() if copy else array


def writable(cls: type, out: Any) -> Any:
    """Returns the caller's buffer for rows. Anything but an array is treated as bytes, whatever its
    contents.
    """
    if isinstance(out, bytearray):
        return out
    if isinstance(out, Rows):
        return out._data
    if out is None or isinstance(out, int):  # the compiled half treats these differently
        raise TypeError(f"a buffer of {cls.__name__} is wanted, not {type(out).__name__}")
    _is_array(cls, out)
    return out


def _is_array(cls: type, given: Any) -> bool:
    """Returns true if the object is a NumPy array of these rows. Raises for an array of other rows.
    """
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(given, numpy.ndarray):
        return False
    # A dtype from dtype() is the same object, which is faster to check.
    if given.dtype is not dtype(cls) and given.dtype != dtype(cls):
        raise ValueError(f"an array of {cls.__name__} must have the dtype koord.dtype(koord.{cls.__name__})")
    return True


def numbers(code: str, data: bytearray) -> list[int]:
    """Returns the numbers in a result; code is array.array's type code."""
    return array(code, bytes(data)).tolist()


def pack(cls: type[T], rows: Iterable[T], arena: bytearray | None = None) -> Any:
    """Returns rows for a call: an array or Rows in place, records one after another. Their texts
    are added to the arena.
    """
    made = codec(cls)
    if isinstance(rows, Rows) and arena is None and rows._codec is made:
        return rows._data
    if _is_array(cls, rows):
        if arena is not None:
            raise TypeError(f"{cls.__name__} has texts: records are wanted, not an array")
        return rows
    out = bytearray()
    texts = bytearray() if arena is None else arena
    for row in rows:
        if not isinstance(row, cls):
            raise TypeError(f"{cls.__name__} is wanted, not {type(row).__name__}")
        out += made.write(row, texts)
    return out
