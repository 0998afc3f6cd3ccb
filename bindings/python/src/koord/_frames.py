"""Columns of rows, for data frames of pandas and polars."""

from __future__ import annotations

import enum
import typing
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd  # type: ignore[import-untyped,unused-ignore]
    import polars as pl

from ._rows import _RENAMED, _STRUCT_OF, Rows

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

    made: list[pl.Series] = []
    for name, column in columns(rows).items():
        if isinstance(column, tuple):
            names = pl.Series(column[1], dtype=pl.String)
            made.append(names.gather(column[0]).cast(pl.Enum(names)).alias(name))
        else:
            made.append(pl.Series(name, column, dtype=pl.String if isinstance(column, list) else None))
    return pl.DataFrame(made)

