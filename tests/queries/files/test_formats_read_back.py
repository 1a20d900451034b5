"""Every format is read by another program, and has the same rows: odd values, none, and many."""

import datetime as dt
import gzip
import io
import json
import math
import sqlite3
from decimal import Decimal

import openpyxl
import pyarrow as pa
import pyarrow.csv
import pytest

from pokerlake.queries.files.format import About
from pokerlake.queries.files.write import write_result
from pokerlake.tables.errors import UsageError


def at(*parts):
    return dt.datetime(*parts)  # noqa: DTZ001 a time without a zone


TEXTS = ['say "x", twice', "two\nlines", "tab\tand ; and '", "ä ♠ 😀", "", None, "=1+1", "last"]
SOME = {
    "number": pa.array([1, -1, 2**53, -(2**53), 0, None, 7, 8], pa.int64()),
    "small": pa.array([0, 255, 1, 2, 3, None, 4, 5], pa.uint8()),
    "ratio": [0.1 + 0.2, -1e300, 5e-324, 1 / 3, 0.0, None, 1e15, -2.5],
    "chips": pa.array(
        [Decimal(f"{n}").quantize(Decimal("0.0001")) for n in (1.25, -0.0001, 10**10, 0.3, 0)]
        + [None, Decimal("99999999999.9999"), Decimal("100.0000")],
        pa.decimal128(18, 4),
    ),
    "yes": [True, False, None, True, False, None, True, True],
    "text": TEXTS,
    "label": pa.array(["b", "a", None, "b", "a", "a", "c", "b"]).dictionary_encode(),
    "day": [dt.date(2020, 2, 29), dt.date(1900, 3, 1), None, dt.date(9999, 12, 31)]
    + [dt.date(2019, 1, n) for n in range(1, 5)],
    "at": [at(2020, 2, 29, 23, 59, 59, 999_000), None, at(1999, 1, 1)]
    + [at(2019, 1, 1, n, 30) for n in range(1, 6)],
}  # fmt: skip
TABLE = pa.table(SOME)
LARGEST = pa.array([2**64 - 1, 2**63, 0, None, 1, 2, 3, 2**53 + 1], pa.uint64())
WITH_LARGEST = TABLE.append_column("largest", LARGEST)
PLAIN = pa.schema([(f.name, f.type) for f in WITH_LARGEST.schema]).set(
    6, pa.field("label", pa.string())
)


def rows(table):
    return [tuple(row.values()) for row in table.to_pylist()]


@pytest.fixture
def wrote(tmp_path):
    """Write a table to a file of that name."""

    def to(table, file, /, **about):
        path = tmp_path / file
        assert write_result(table, None, path, about=About(**about)) == table.num_rows
        return path

    return to


def read_csv(source, delimiter=",", names=None):
    return pyarrow.csv.read_csv(
        source,
        pyarrow.csv.ReadOptions(column_names=names),
        pyarrow.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
        pyarrow.csv.ConvertOptions(
            column_types=PLAIN,
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )


@pytest.mark.parametrize("name", ["csv", "tsv", "json", "ndjson", "txt"])
def test_compressed_text_is_the_same_text(wrote, name):
    plain = wrote(WITH_LARGEST, f"x.{name}").read_bytes()
    compressed = wrote(WITH_LARGEST, f"x.{name}.gz").read_bytes()
    assert gzip.decompress(compressed) == plain
    frame = wrote(WITH_LARGEST, f"x.{name}.zst").read_bytes()
    assert pa.input_stream(io.BytesIO(frame), compression="zstd").read() == plain


@pytest.mark.parametrize("name", ["x.json", "x.ndjson", "x.json.gz"])
def test_json_has_every_digit_of_decimals(wrote, name):
    path = wrote(WITH_LARGEST, name)
    text = gzip.decompress(path.read_bytes()) if name.endswith("gz") else path.read_bytes()
    if "ndjson" in name:
        text = b"[" + b",".join(text.splitlines()) + b"]"
    found = json.loads(text, parse_float=Decimal)
    for row, expected in zip(found, WITH_LARGEST.to_pylist(), strict=True):
        assert list(row) == list(expected)
        ratio = row.pop("ratio")
        assert (ratio if ratio is None else float(ratio)) == expected.pop("ratio")
        for time in ("day", "at"):
            value = expected.pop(time)
            text = row.pop(time)
            assert text is None if value is None else type(value).fromisoformat(text) == value
        assert row == expected


def test_json_of_decimals_that_stand_anywhere(wrote):
    one = pa.array([Decimal("1.50"), None])
    table = pa.table({'a "': one, "b": one, "t": ["}{", ","], "c": one, "n": [1, 2], "m": [3, 4]})
    lines = wrote(table, "x.ndjson").read_text().splitlines()
    assert lines == [
        '{"a \\"":1.50,"b":1.50,"t":"}{","c":1.50,"n":1,"m":3}',
        '{"a \\"":null,"b":null,"t":",","c":null,"n":2,"m":4}',
    ]
    nested = pa.table({"l": [[Decimal("1.5"), None]], "s": [{"x": {"y": Decimal("0.1")}}]})
    assert json.loads(wrote(nested, "n.ndjson").read_text()) == {
        "l": ["1.5", None],
        "s": {"x": {"y": "0.1"}},
    }


def sheet(path, *, data_only=False):
    book = openpyxl.load_workbook(path, read_only=True, data_only=data_only)
    found = list(book.active.iter_rows(values_only=True))
    book.close()
    return book.sheetnames, found


def test_xlsx(wrote):
    names, (header, *found) = sheet(wrote(WITH_LARGEST, "x.xlsx", name="flop_hands"))
    assert names == ["flop_hands"]
    assert list(header) == WITH_LARGEST.schema.names
    expected = []
    for row in WITH_LARGEST.to_pylist():
        row["chips"] = None if row["chips"] is None else float(row["chips"])
        if row["largest"] is not None and row["largest"] > 2**53:
            row["largest"] = str(row["largest"])
        if row["day"] is not None:
            row["day"] = dt.datetime.combine(row["day"], dt.time())
        expected.append(tuple(row.values()))
    assert found == expected


def test_xlsx_has_as_text_what_a_cell_cannot_hold(wrote):
    table = pa.table(
        {
            "decimal": [Decimal("12345678901234.5678"), Decimal("0.1000"), None],
            "day": [dt.date(1850, 1, 1), dt.date(2020, 1, 1), None],
            "at": [at(2020, 1, 1, 0, 0, 0, 1), at(2020, 1, 1), None],
            "zone": pa.array([0, None, None], pa.timestamp("s", "UTC")),
            "time": [dt.time(12, 30), None, None],
            "none": pa.nulls(3),
        }
    )
    _, (_, first, second, third) = sheet(wrote(table, "x.xlsx"))
    assert first == (
        "12345678901234.5678", "1850-01-01", "2020-01-01 00:00:00.000001",
        "1970-01-01 00:00:00Z", "12:30:00.000000", None,
    )  # fmt: skip
    assert second[:3] == (0.1, at(2020, 1, 1), at(2020, 1, 1))
    assert third == (None,) * 6


def test_xlsx_has_errors_for_what_is_no_number_and_refuses_texts_too_long(wrote):
    table = pa.table({"ratio": [math.nan, math.inf, -math.inf]})
    found = sheet(wrote(table, "x.xlsx"), data_only=True)[1]
    assert found == [("ratio",), ("#NUM!",), ("#DIV/0!",), ("#DIV/0!",)]
    table = pa.table({"text": ["fine", "x" * 32_768]})
    with pytest.raises(
        UsageError, match=r"^column 'text' has a text of more than 32,767 .* row 2,"
    ):
        wrote(table, "long.xlsx")


def test_xlsx_refuses_what_no_sheet_has_room_for(wrote, tmp_path):
    schema = pa.schema({"n": pa.int64()})

    def never():
        raise AssertionError("no row is asked for")
        yield  # so that it is a generator

    reader = pa.RecordBatchReader.from_batches(schema, never())
    with pytest.raises(
        UsageError,
        match=r"^xlsx has at most 1,048,575 rows below its header, and the result has 1,048,576; "
        r"take parquet or csv, or a filter for fewer rows$",
    ):
        write_result(reader, None, tmp_path / "x.xlsx", about=About(rows=2**20))
    many = pa.table({str(n): pa.array([], pa.int8()) for n in range(16_385)})
    with pytest.raises(UsageError, match=r"^xlsx has at most 16,384 columns, and .* 16,385;"):
        wrote(many, "x.xlsx")
    batch = pa.record_batch([pa.nulls(2**20, pa.int64())], schema=schema)
    reader = pa.RecordBatchReader.from_batches(schema, [batch])
    with pytest.raises(UsageError, match=r"^xlsx has at most 1,048,575 rows .* has more;"):
        write_result(reader, None, tmp_path / "x.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_sqlite(wrote):
    path = wrote(TABLE, "x.sqlite", name="odd")
    with sqlite3.connect(path) as database:
        found = database.execute("select * from odd").fetchall()
        types = database.execute(
            "select name, lower(type) from pragma_table_info('odd')"
        ).fetchall()
    database.close()
    assert [(name, dtype.lower()) for name, dtype in types] == [
        ("number", "integer"), ("small", "integer"), ("ratio", "real"), ("chips", "real"),
        ("yes", "boolean"), ("text", "text"), ("label", "text"), ("day", "text"), ("at", "text"),
    ]  # fmt: skip
    for row, expected in zip(found, TABLE.to_pylist(), strict=True):
        chips, day, at = expected["chips"], expected["day"], expected["at"]
        assert row[:3] == tuple(expected.values())[:3]
        assert row[3] == (None if chips is None else float(chips))
        assert row[4:7] == tuple(expected.values())[4:7]
        assert row[7] == (day and day.isoformat())
        assert row[8] is None if at is None else dt.datetime.fromisoformat(row[8]) == at


@pytest.mark.parametrize(
    ("column", "problem"),
    [
        (
            pa.array([2**63], pa.uint64()),
            f"{2**63}, and whole numbers of SQLite end at {2**63 - 1}",
        ),
        (pa.array([Decimal(10**20)]), f"{10**20}, and whole numbers of SQLite end at {2**63 - 1}"),
        (
            pa.array([None, Decimal("12345678901234.5678")]),
            "12345678901234.5678, which a number of SQLite cannot hold",
        ),
    ],
    ids=["uint64", "decimal without fraction", "decimal"],
)
def test_numbers_that_sqlite_cannot_hold_are_refused(wrote, tmp_path, column, problem):
    with pytest.raises(UsageError) as raised:
        wrote(pa.table({"n": column}), "x.sqlite")
    assert str(raised.value) == (
        f"column 'n' has {problem}; take parquet or duckdb, or cast it to varchar in SQL"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["xlsx", "sqlite", "npz", "csv", "tsv"])
def test_lists_are_refused_with_formats_that_have_them(wrote, name):
    for column in ([[1]], [{"a": 1}]):
        with pytest.raises(UsageError, match=rf"which {name} cannot hold; take table or json or"):
            wrote(pa.table({"n": column}), f"x.{name}")
