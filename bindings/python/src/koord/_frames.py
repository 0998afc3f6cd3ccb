"""Columns of rows, for data frames of pandas and polars, and for Arrow."""

from __future__ import annotations

import enum
import functools
import os
import sys
import typing
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd  # type: ignore[import-untyped,unused-ignore]
    import polars as pl
    from typing_extensions import TypeVar

    #: The class of frame that a caller asks for; that of pandas if none is given.
    Frame = TypeVar("Frame", default=pd.DataFrame)

from ._rows import _RENAMED, _STRUCT_OF, Rows, codec

#: A column: numbers as an array, an enumeration as numbers with their names, or texts.
Column = typing.Union["np.ndarray[Any, Any]", "tuple[np.ndarray[Any, Any], list[str]]", "list[str]"]


def columns(rows: Rows[Any]) -> dict[str, Column]:
    """Returns the columns of rows. Fields of nested records are named "refusal.reason"."""
    found: dict[str, Column] = {}
    texts = _texts(rows)
    _add(found, rows._codec.cls, rows.array, "", texts)
    return found


def _texts(rows: Rows[Any]) -> dict[str, list[str]]:
    """Returns the texts of rows by field; they are in the rows' memory as offsets only."""
    layout = rows._codec.layout
    names = [
        field
        for field in rows._codec.cls._fields  # type: ignore[attr-defined]
        if _RENAMED.get(field, field) + "_offset" in layout.index or _is_chars(layout, _RENAMED.get(field, field))
    ]
    return {name: [getattr(row, name) for row in rows] for name in names}


def _is_chars(layout: Any, name: str) -> bool:
    return name in layout.index and layout.leaves[layout.index[name]][3] == "s"


def _add(found: dict[str, Column], cls: Any, array: Any, path: str, texts: dict[str, list[str]]) -> None:
    hints = typing.get_type_hints(cls)
    for field in cls._fields:
        kind, name = hints[field], path + field
        if kind in _STRUCT_OF:
            _add(found, kind, array[_RENAMED.get(field, field)], name + ".", {})
        elif field in texts:
            found[name] = texts[field]
        elif isinstance(kind, type) and issubclass(kind, enum.IntEnum):
            found[name] = _named(kind, array[_RENAMED.get(field, field)])
        elif _RENAMED.get(field, field) in array.dtype.names:
            found[name] = array[_RENAMED.get(field, field)]


def _named(kind: Any, numbers: Any) -> tuple[Any, list[str]]:
    import numpy as np

    present, codes = np.unique(numbers, return_inverse=True)
    return codes.reshape(-1), [kind(int(one)).name for one in present]


def to_pandas(rows: Rows[Any]) -> pd.DataFrame:
    import pandas as pd  # type: ignore[import-untyped,unused-ignore]

    made: dict[str, Any] = {}
    for name, column in columns(rows).items():
        if isinstance(column, tuple):
            made[name] = pd.Categorical.from_codes(column[0], column[1])
        else:
            made[name] = pd.Series(column, copy=False, dtype=object if isinstance(column, list) else None)
    return pd.DataFrame(made, index=pd.RangeIndex(len(rows)), copy=False)


def to_polars(rows: Rows[Any]) -> pl.DataFrame:
    import polars as pl

    return pl.DataFrame(_Stream(rows))  # type: ignore[arg-type,unused-ignore]


class _Stream:
    """Rows as nothing but a stream of Arrow, because polars reads sequences one by one."""

    def __init__(self, rows: Rows[Any]) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._rows.__arrow_c_stream__(requested_schema)


def check(frame_type: type[Frame] | None) -> bool:
    """Returns true if the type is polars' frame, and false for pandas' frame, the default. Raises
    TypeError for other types, and ModuleNotFoundError if pandas is the default but not installed.
    """
    if frame_type is None:
        try:
            import pandas as pd  # noqa: F401
        except ModuleNotFoundError as error:
            message = "pandas is not installed: pip install 'koord[pandas]', or give frame_type=polars.DataFrame"
            raise ModuleNotFoundError(message, name=error.name) from error
        return False
    for library in ("polars", "pandas"):
        known = getattr(sys.modules.get(library), "DataFrame", None)
        if known is not None and isinstance(frame_type, type) and issubclass(frame_type, known):
            return library == "polars"
    raise TypeError(f"frame_type: found {frame_type!r}, expected pandas.DataFrame or polars.DataFrame")


def frame(rows: list[tuple[Any, ...]], columns: dict[str, type], frame_type: type[Frame] | None) -> Frame:
    """Returns a frame of rows with columns of int, float or str, in which None is a missing value."""
    made: Any
    if check(frame_type):
        import polars as pl

        made = pl.DataFrame(rows, schema=columns, orient="row")
    else:
        import pandas as pd

        numbers = {name: kind for name, kind in columns.items() if kind is float}
        made = pd.DataFrame(rows, columns=list(columns)).astype(numbers)
    return typing.cast("Frame", made)


def frame_of_rows(rows: Rows[Any], second: tuple[str, list[str]], frame_type: type[Frame] | None) -> Frame:
    """Returns a frame of rows of the library, with a column of texts inserted after the first."""
    made: Any
    if check(frame_type):
        import polars as pl

        made = rows.to_polars().insert_column(1, pl.Series(*second, dtype=pl.String))
    else:
        made = rows.to_pandas()
        made.insert(1, *second)
    return typing.cast("Frame", made)


def write_parquet(made: Any, path: str | os.PathLike[str]) -> None:
    if check(type(made)):
        made.write_parquet(path)
    else:
        made.to_parquet(path, index=False)


#: Name, kind and two places in the row, as in arrow.cc; for an enumeration the names of its numbers.
ArrowColumn = tuple[str, str, int, int, typing.Optional["Callable[[int], str]"]]


@functools.cache
def arrow_columns(cls: type) -> tuple[ArrowColumn, ...]:
    """Returns the columns of rows of a class for Arrow, with the names of columns()."""
    return tuple(_arrow_columns(codec(cls).layout, cls, "", ""))


def _arrow_columns(layout: Any, cls: Any, path: str, place: str) -> Iterator[ArrowColumn]:
    hints = typing.get_type_hints(cls)
    for field in cls._fields:
        kind, name, inside = hints[field], path + field, place + _RENAMED.get(field, field)
        if kind in _STRUCT_OF:
            yield from _arrow_columns(layout, kind, name + ".", inside + ".")
        elif inside + "_offset" in layout.index:
            yield name, "t", _offset(layout, inside + "_offset"), _offset(layout, inside + "_length"), None
        else:
            _, offset, size, letter = layout.leaves[layout.index[inside]]
            yield name, letter, offset, size, _namer(kind)


def _offset(layout: Any, inside: str) -> int:
    offset: int = layout.leaves[layout.index[inside]][1]
    return offset


def _namer(kind: Any) -> Callable[[int], str] | None:
    if isinstance(kind, type) and issubclass(kind, enum.IntEnum):
        return lambda number: kind(number).name
    return None
