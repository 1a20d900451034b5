"""Every check of a file against its table's definition can fail; and what schemas hold."""

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.fake_builds import SQUARES, squares
from pokerlake.tables.check import (
    Check,
    check_file,
    checks_of_columns,
    columns_apart,
    look_at_columns,
)
from pokerlake.tables.schema import Column, Table, sql_type

ALL_WELL = [
    Check("dag_nodes", "rows", "12", "12"),
    Check("dag_nodes", "columns", "as defined", "as defined"),
    Check("dag_nodes", "nulls", "0", "0"),
    Check("dag_nodes", "rows out of order by number", "0", "0"),
    Check("dag_nodes", "sum of square", "506", "506"),
]


@pytest.fixture
def rows():
    return pa.concat_tables([squares(partition, {}) for partition in range(4)]).combine_chunks()


@pytest.fixture
def failures(tmp_path):
    """What is not right with rows, by check."""

    def failures(table, rows, **options):
        pq.write_table(rows, tmp_path / "table.parquet", **options)
        path = tmp_path / "table.parquet"
        checks = check_file(table, path)
        assert [check.ok for check in checks] == [c.expected == c.found for c in checks]
        apart = [look_at_columns(table, path, names) for names in columns_apart(table)]
        if not any(each.nulls for each in apart):
            assert checks_of_columns(table, apart) == checks
        return {check.check: check.found for check in checks if not check.ok}

    return failures


def with_column(rows, name, values):
    number = rows.schema.get_field_index(name)
    return rows.set_column(number, name, pa.array(values, rows.schema.field(name).type))


def test_all_well(rows, tmp_path):
    pq.write_table(rows, tmp_path / "table.parquet")
    assert check_file(SQUARES, tmp_path / "table.parquet") == ALL_WELL


@pytest.mark.parametrize(
    ("first", "last", "wrong"),
    [
        (0, 11, {"rows": "11", "sum of square": "385"}),
        (1, 12, {"rows": "11"}),  # the row of 0 adds nothing to the total
        (0, 0, {"rows": "0", "sum of square": "0"}),
    ],
)
def test_rows(failures, rows, first, last, wrong):
    assert failures(SQUARES, rows.slice(first, last - first)) == wrong


def test_columns(failures, rows):
    as_found = "number INTEGER, text VARCHAR, square BIGINT"
    assert failures(SQUARES, rows.select(["number", "text", "square"])) == {"columns": as_found}
    assert failures(SQUARES, rows.drop_columns(["text"])) == {
        "columns": "number INTEGER, square BIGINT"
    }
    wider = rows.cast(rows.schema.set(0, pa.field("number", pa.int64())))
    assert failures(SQUARES, wider) == {"columns": "number BIGINT, square BIGINT, text VARCHAR"}


def test_nulls(failures, rows):
    texts = ["0", None, "2", None, *"4567", "8", "9", "10", None]
    assert failures(SQUARES, with_column(rows, "text", texts)) == {
        "nulls": "3",
        "sum of square": "375",  # without 1, 9 and 121
    }
    no_key = with_column(rows, "number", [None] * 12)
    assert failures(SQUARES, no_key) == {"nulls": "12", "sum of square": "0"}


@pytest.mark.parametrize(
    ("numbers", "out_of_order"),
    [
        ([0, 1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11], "1"),
        ([0, 1, 2, 2, 4, 5, 6, 7, 8, 9, 10, 11], "1"),
        ([0] * 12, "11"),
        (list(range(11, -1, -1)), "11"),
    ],
)
def test_order(failures, rows, numbers, out_of_order):
    changed = with_column(rows, "number", numbers)
    assert failures(SQUARES, changed) == {"rows out of order by number": out_of_order}


def test_totals(failures, rows):
    changed = with_column(rows, "square", [0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 122])
    assert failures(SQUARES, changed) == {"sum of square": "507"}


def test_totals_beyond_32_bits_and_of_small_integers(failures):
    table = Table(
        name="large",
        one_row="a number",
        rows=3000,
        columns=(Column("id", "uint16", ""), Column("a", "uint32", ""), Column("b", "uint8", "")),
        key=("id",),
        totals={"a": 3000 * (2**32 - 1), "b": 3000 * 255},
    )
    rows = {
        "id": pa.array(range(3000), pa.uint16()),
        "a": pa.array([2**32 - 1] * 3000, pa.uint32()),
        "b": pa.array([255] * 3000, pa.uint8()),
    }
    assert failures(table, pa.table(rows)) == {}


PAIRS = Table(
    name="pairs",
    one_row="two letters",
    rows=4,
    columns=(Column("a", "string", ""), Column("b", "uint8", "")),
    key=("a", "b"),
)


@pytest.mark.parametrize(
    ("a", "b", "wrong"),
    [
        ("xxyy", [1, 255, 1, 2], {}),
        ("xxyy", [1, 2, 0, 255], {}),
        ("xyxy", [1, 1, 2, 2], {"rows out of order by a, b": "1"}),
        ("xxyy", [2, 1, 1, 2], {"rows out of order by a, b": "1"}),
        ("xxyy", [1, 1, 1, 1], {"rows out of order by a, b": "2"}),
    ],
)
def test_order_of_a_key_of_two_columns(failures, a, b, wrong):
    rows = pa.table({"a": list(a), "b": pa.array(b, pa.uint8())})
    assert failures(PAIRS, rows) == wrong


@pytest.mark.parametrize(
    ("swapped", "out_of_order"), [(None, {}), (1 << 20, {"rows out of order by id": "1"})]
)
def test_order_across_the_batches_of_a_long_table(failures, swapped, out_of_order):
    """A batch has 2^20 rows; the fault lies between the last of one and the first of the next."""
    rows = (1 << 20) + 10
    table = Table("long", "a number", (Column("id", "int32", ""),), ("id",), rows)
    ids = list(range(rows))
    if swapped is not None:
        ids[swapped] = ids[swapped - 1]
    assert failures(table, pa.table({"id": pa.array(ids, pa.int32())})) == out_of_order


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1PAR1", b"not a Parquet file at all"])
def test_what_is_no_parquet_file(content, tmp_path):
    (tmp_path / "table.parquet").write_bytes(content)
    with pytest.raises(pa.ArrowInvalid):
        check_file(SQUARES, tmp_path / "table.parquet")


# ---------------------------------------------------------------- schemas


def test_types_have_the_names_that_duckdb_gives_them():
    types = [
        "boolean", "tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger",
        "ubigint", "hugeint", "float", "double", "decimal(9,3)", "decimal(18,4)", "varchar", "blob",
        "date", "time", "timestamp", "timestamp_s", "timestamp_ms", "timestamp_ns", "timestamptz",
        "interval", "integer[]", "varchar[][]", "utinyint[3]",
        "struct(a|utinyint,b|struct(c|date[]))", "map(varchar,integer)",
        "union(a|bigint,b|varchar)",
    ]  # fmt: skip
    columns = ", ".join(f"null::{dtype.replace('|', ' ')}" for dtype in types)
    with duckdb.connect() as connection:
        relation = connection.sql(f"select {columns}")
        arrow = relation.to_arrow_table().schema
        wrong = {
            str(dtype): sql_type(field.type)
            for dtype, field in zip(relation.types, arrow, strict=True)
            if sql_type(field.type) != str(dtype)
        }
    assert wrong == {"TIMESTAMP_MS": "TIMESTAMP"}  # as DuckDB reads it from Parquet
