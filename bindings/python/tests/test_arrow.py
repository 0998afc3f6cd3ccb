"""Rows as tables of Arrow, which other packages read by the PyCapsule interface."""

from __future__ import annotations

import gc
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
import pytest

import koord
from conftest import make_pod
from koord import Topology, _koord, analysis
from koord._frames import arrow_columns
from koord._rows import Rows
from test_frames import all_rows, flat


def expected(rows: Rows[Any]) -> list[dict[str, object]]:
    return [flat(row) for row in rows]


def test_every_reader_gets_the_values_of_the_records(cluster: koord.Cluster, machine: Topology) -> None:
    for rows in all_rows(cluster, machine):
        assert len(rows)
        for table in pa.table(rows), pa.record_batch(rows), pa.RecordBatchReader.from_stream(rows).read_all():
            table.validate(full=True)
            assert table.to_pylist() == expected(rows)
        assert pl.from_arrow(rows).to_dicts() == expected(rows)  # type: ignore[union-attr]
        assert pa.schema(rows) == pa.table(rows).schema


def test_rows_of_every_class_are_tables() -> None:
    classes = [getattr(koord.records, name) for name in koord.records.__all__]
    assert len(classes) > 50
    for cls in classes:
        layout, names = arrow_columns(cls), koord._rows.codec(cls)
        rows = Rows(cls, bytearray(2 * names.size))
        table = pa.table(rows)
        table.validate(full=True)
        assert table.column_names == [column[0] for column in layout] == list(flat(rows[0]))
        assert table.to_pylist() == expected(rows)


def test_types_are_those_of_the_fields(cluster: koord.Cluster) -> None:
    table = pa.table(cluster.evaluate(make_pod("1", 99)))
    names = pa.dictionary(pa.int32(), pa.string())
    assert [(field.name, field.type) for field in table.schema] == [
        ("node", pa.uint32()),
        ("reason", names),
        ("score", pa.int32()),
        ("flags", pa.uint32()),
    ]
    assert pa.table(cluster.node_names.rows).schema.field("name").type == pa.large_string()


def test_names_of_enumerations_are_in_the_order_of_their_numbers() -> None:
    array = bytearray(5 * koord._rows.codec(koord.Verdict).size)
    rows = Rows(koord.Verdict, array)
    numbers = [2**31 - 1, 2, 0, 2, 999]
    for row, number in zip(rows.array, numbers):
        row["reason"] = number
    column = pa.table(rows)["reason"].combine_chunks()
    by_number = [koord.Reason(number).name for number in sorted(set(numbers))]
    assert column.dictionary.to_pylist() == by_number
    assert column.to_pylist() == [koord.Reason(number).name for number in numbers]


def test_frames_of_the_analysis_are_tables(cluster: koord.Cluster) -> None:
    cluster.reserve(make_pod("1"), "node-b")
    for kind in pd.DataFrame, pl.DataFrame:
        for frame in (
            analysis.nodes(cluster, frame_type=kind),
            analysis.pods(cluster, frame_type=kind),
            analysis.verdicts(cluster, make_pod("2"), frame_type=kind),
        ):
            table = pa.table(frame)
            assert len(table) and table.to_pylist() == pl.from_arrow(table).to_dicts()  # type: ignore[union-attr]
            assert table.column_names == list(frame.columns)


def test_rows_without_rows() -> None:
    rows = koord.Cluster().evaluate(make_pod("1"))
    table = pa.table(rows)
    table.validate(full=True)
    assert table.num_rows == 0 and table.column_names == list(koord.Verdict._fields)


def test_numpy_is_not_needed(cluster: koord.Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = cluster.evaluate(make_pod("1"))
    monkeypatch.setitem(sys.modules, "numpy", None)  # makes the import fail
    assert rows.to_polars().to_dicts() == expected(rows)
    assert rows.__arrow_c_stream__() and rows.__arrow_c_schema__()


def test_tables_outlive_their_rows_and_do_not_follow_them(cluster: koord.Cluster) -> None:
    rows = cluster.node_names.rows
    before = expected(rows)
    table, frame = pa.table(rows), pl.from_arrow(rows)
    column = pa.table(rows)["name"].chunk(0)  # the table of this column is freed
    rows.array["node"][:] = 77
    cluster.close()
    del rows
    gc.collect()
    Rows(koord.Verdict, bytearray(1 << 20))  # would reuse freed memory
    assert table.to_pylist() == frame.to_dicts() == before  # type: ignore[union-attr]
    assert column.to_pylist() == [row["name"] for row in before]


def test_tables_are_freed_in_other_threads(cluster: koord.Cluster) -> None:
    tables = [pa.table(cluster.evaluate(make_pod(str(number)))) for number in range(8)]
    before = [table.to_pylist() for table in tables]
    threads = [threading.Thread(target=tables.pop) for _ in before]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tables == [] and pa.table(cluster.evaluate(make_pod("0"))).to_pylist() == before[0]


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_unread_capsules_are_freed() -> None:
    rows = Rows(koord.Verdict, bytearray(1 << 22))
    size = len(rows.data)

    def use(times: int) -> int:
        for _ in range(times):
            rows.__arrow_c_stream__(), rows.__arrow_c_array__(), rows.__arrow_c_schema__()
            pa.table(rows), pa.RecordBatchReader.from_stream(rows), pl.from_arrow(rows)
        return resident()

    # The allocator keeps some of it; a leak would be at least 40 times the rows.
    assert use(44) - use(4) < 20 * size


def test_a_capsule_is_read_once(cluster: koord.Cluster) -> None:
    stream = cluster.evaluate(make_pod("1")).__arrow_c_stream__()
    pa.RecordBatchReader._import_from_c_capsule(stream).read_all()
    with pytest.raises(pa.ArrowInvalid, match="released"):
        pa.RecordBatchReader._import_from_c_capsule(stream)


def test_other_bytes_than_utf8_are_replaced() -> None:
    names = koord._rows.codec(koord.NodeName)
    texts = b"a\xff\xc3\xa9\x00\xf0\x9f"
    row = names.layout.pack([("node", 1), ("name_offset", 0), ("name_length", len(texts))])
    rows = Rows(koord.NodeName, bytearray(row), texts)
    table = pa.table(rows)
    table.validate(full=True)
    assert table["name"].to_pylist() == [texts.decode("utf-8", "replace")]
    assert pl.from_arrow(rows)["name"].to_list() == [texts.decode("utf-8", "replace")]  # type: ignore[call-overload]


@pytest.mark.parametrize(("offset", "length"), [(3, 1), (0, 4), (2**32 - 1, 1), (2**32 - 1, 2**32 - 1)])
def test_offsets_outside_of_the_texts_are_refused(offset: int, length: int) -> None:
    names = koord._rows.codec(koord.NodeName)
    row = names.layout.pack([("name_offset", offset), ("name_length", length)])
    with pytest.raises(ValueError, match="name of row 1: the text is outside"):
        Rows(koord.NodeName, bytearray(names.size) + row, b"abc").__arrow_c_array__()


@pytest.mark.parametrize("column", [("x", "u", 13, 4), ("x", "u", 2**63, 4), ("x", "s", 0, 17), ("x", "t", 0, 13), ("x", "u", 0, 3)])
def test_columns_outside_of_the_row_are_refused(column: tuple[str, str, int, int]) -> None:
    for call in (lambda given: _koord.arrow_array(bytearray(16), 16, b"", given), lambda given: _koord.arrow_schema(16, given)):
        with pytest.raises(ValueError, match="^x: "):
            call(((*column, None),))
