"""Results that are odd by their numbers, names, columns or rows; and those that become frames."""

import csv
import io
import json
import os
import sqlite3
import threading
import zipfile
from contextlib import suppress
from decimal import Decimal

import duckdb
import openpyxl
import pyarrow as pa
import pytest
from openpyxl.utils.escape import unescape

from helpers.every_type import RARE, READERS, VALUES
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.ranges import RangeError
from pokerlake.queries.files.plain_duckdb import BATCH_ROWS
from pokerlake.queries.files.write import write_result
from pokerlake.queries.statements.run import for_frames, stream
from pokerlake.tables.errors import OutputError, PokerlakeError, QueryError, UsageError

# ---------------------------------------------------------------- what does not fit, and where

WIDE = [
    "340282366920938463463374607431768211455::uhugeint", "18446744073709551616::uhugeint",
    "9223372036854775808::hugeint", "170141183460469231731687303715884105727::hugeint",
    "(-9223372036854775809)::hugeint", "[1, 340282366920938463463374607431768211455::uhugeint]",
    "map {'a': 9223372036854775808::hugeint}",
]  # fmt: skip


@pytest.mark.parametrize("value", WIDE)
def test_whole_numbers_of_more_than_64_bits_are_refused(sql, value):
    with pytest.raises(
        QueryError, match=r"^a number in the result does not fit 64 bits \(-?\d+\); "
    ):
        stream(sql, f"select {value} as x").read_all()


@pytest.mark.parametrize("depth", [100, 900, 30_000])
def test_types_that_are_nested_too_deep_are_refused(sql, depth):
    """DuckDB takes a type as text, which may be computed."""
    json_type = f"repeat('[', {depth}) || '\"INT\"' || repeat(']', {depth})"
    with pytest.raises(QueryError, match=r"^a column is nested too deep; cast it to varchar"):
        stream(sql, f"select json_transform('1', {json_type}) as x").read_all()


@pytest.mark.parametrize("name", ["csv", "json", "table", "parquet", "xlsx"])
def test_a_number_that_does_not_fit_far_behind_leaves_stdout_empty(sql, name, capfdbinary):
    power = f"(i // {2 * BATCH_ROWS} * 70)"
    far = f"select (2::hugeint ** {power})::hugeint as x from range({2 * BATCH_ROWS + 9}) t(i)"
    with pytest.raises(QueryError, match=r"^a number in the result does not fit 64 bits"):
        write_result(stream(sql, far), name)
    assert capfdbinary.readouterr().out == b""


def test_json_that_fails_far_behind_leaves_stdout_empty(sql, capfdbinary):
    fails = f"error(case when i > {2 * BATCH_ROWS} then 'no' end)"
    far = f"select {fails} from range({3 * BATCH_ROWS}) t(i)"
    with pytest.raises(QueryError, match=r"^no"):
        write_result(stream(sql, far), "json")
    assert capfdbinary.readouterr().out == b""
    assert write_result(stream(sql, "select 1::hugeint as x"), "json") == 1
    assert capfdbinary.readouterr().out == b'[\n{"x":1}\n]\n'


# ---------------------------------------------------------------- names, columns, batches

NAMES = ["a b", "a.b", 'say "x"', "two\nlines", "tab\t", "\x1b[2J", "a|b", "é😀", "it's", "x" * 300,
         "select", " a", "=1", "#1"]  # fmt: skip


@pytest.mark.parametrize("name", [name for name in READERS if name not in ("npy", "npz")])
def test_columns_of_any_name(sql, name, tmp_path):
    asked = ", ".join(
        f"""{place}::uhugeint as "{of.replace('"', '""')}\"""" for place, of in enumerate(NAMES)
    )
    path = tmp_path / ("result.xlsx" if name == "xlsx" else "result")
    write_result(stream(sql, f"select {asked}"), name, path)
    found = {
        "csv": lambda: next(csv.reader(io.StringIO(path.read_text("utf-8"), newline=""))),
        "tsv": lambda: NAMES,
        "json": lambda: list(json.loads(path.read_text())[0]),
        "ndjson": lambda: list(json.loads(path.read_text())),
        "parquet": lambda: sql.read_parquet(str(path)).columns,
        "arrow": lambda: pa.ipc.open_file(path).schema.names,
        "duckdb": lambda: names_in_duckdb(path),
        "sqlite": lambda: names_in_sqlite(path),
        "xlsx": lambda: [unescape(cell.value) for cell in openpyxl.load_workbook(path).active[1]],
    }
    assert found[name]() == NAMES


def names_in_duckdb(path):
    with duckdb.connect(path, read_only=True) as database:
        return database.table("result").columns


def names_in_sqlite(path):
    database = sqlite3.connect(path)
    names = [column[0] for column in database.execute("select * from result").description]
    database.close()
    return names


@pytest.mark.whole
@pytest.mark.parametrize("name", ["table", "csv", "duckdb", "sqlite", "xlsx"])
def test_many_columns_and_no_row(sql, name, tmp_path):
    columns = 2000 if name in ("sqlite", "duckdb") else 500  # a table of SQLite has 2,000 at most
    asked = ", ".join(f"{place}::uhugeint as c{place}" for place in range(columns))
    assert write_result(stream(sql, f"select {asked}"), name, tmp_path / "a") == 1
    assert write_result(stream(sql, f"select {asked} limit 0"), name, tmp_path / "b") == 0


def test_several_batches_and_odd_values_in_the_second(sql, tmp_path):
    asked = (
        "select i, case when i = 200000 then date 'infinity' else date '2020-01-01' end as d, "
        "case when i % 2 = 0 then [i::uhugeint] end as l from range(250000) t(i)"
    )
    write_result(stream(sql, asked), "ndjson", tmp_path / "x.ndjson")
    found = sql.read_json(
        str(tmp_path / "x.ndjson"), columns={"i": "bigint", "d": "date", "l": "bigint[]"}
    )
    assert found.filter("isinf(d)").fetchall()[0][0] == 200000
    assert found.aggregate("count(*), sum(l[1])").fetchall() == [(250000, sum(range(0, 250000, 2)))]


def test_structs_without_fields(sql, tmp_path):
    asked = "select {} as s, [row(), null] as l, {'s': [{}], 'n': 1::hugeint} as n"
    write_result(stream(sql, asked), "json", tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text()) == [
        {"s": {}, "l": [{}, None], "n": {"s": [{}], "n": 1}}
    ]
    with pytest.raises(UsageError, match=r"^column 's' is STRUCT\(\), which parquet cannot hold"):
        write_result(stream(sql.cursor(), asked), "parquet", tmp_path / "x.parquet")


def test_lists_of_many_nulls(sql, tmp_path):
    """DuckDB gives Arrow a list of fewer nulls than it says that there are."""
    asked = "select list(null) as l from range(300000) t(i) group by i // 100000"
    write_result(stream(sql, asked), "parquet", tmp_path / "x.parquet")
    found = sql.read_parquet(str(tmp_path / "x.parquet"))
    assert found.project("len(l)").fetchall() == [(100_000,)] * 3


@pytest.mark.parametrize("dtype", sorted(VALUES | RARE)[::3])
def test_no_type_breaks_the_text_of_a_range(database, dtype, tmp_path):
    value = f"({(RARE | VALUES)[dtype][0]})::{dtype}"
    for asked in (f"'AA' as hand, {value} as weight", f"{value} as hole_id", f"{value} as hand"):
        with suppress(PokerlakeError, CardError, RangeError), database.cursor() as connection:
            write_result(stream(connection, f"select {asked}"), "pokerlake", tmp_path / "r")


# ---------------------------------------------------------------- Python


def test_frames_have_what_sql_has(sql):
    """DuckDB gives polars the largest uhugeint as -1, a timetz without its zone, bits as bytes."""
    asked = for_frames(
        sql.sql(
            "select 12345678901234567890123456789::uhugeint as u, '0101'::bit as b, "
            "'12:00:00+02'::timetz as t, '-123456789012345678901234567890'::bignum as n, "
            "[1::uhugeint] as l, 1 as i"
        )
    )
    row = {"u": Decimal("12345678901234567890123456789"), "b": "0101", "t": "12:00:00+02",
           "n": "-123456789012345678901234567890", "l": [1], "i": 1}  # fmt: skip
    assert asked.pl().to_dicts() == [row]
    assert asked.to_arrow_table().to_pylist() == [row]
    assert asked.fetchall() == [tuple(row.values())]
    assert asked.df().loc[0, ["b", "t", "n", "i"]].tolist() == [row[name] for name in "btni"]
    with pytest.raises(duckdb.Error, match="DECIMAL"):
        for_frames(sql.sql(f"select {WIDE[0]}")).pl()


def test_frames_have_other_columns_as_they_are(sql):
    asked = sql.sql("select 1::hugeint as h, [1.5::decimal(4,1)] as d")
    assert for_frames(asked) is asked


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0"])
def test_text_that_a_spreadsheet_would_run_is_written_as_it_is(tmp_path, text):
    """It is data; xlsx, which is for spreadsheets, has it as text."""
    rows = pa.table({"player": [text]})
    for ending, header in (("csv", "player\n"), ("tsv", "")):
        write_result(rows, output=tmp_path / f"rows.{ending}")
        assert (tmp_path / f"rows.{ending}").read_text("utf-8") == f"{header}{text}\n"
    write_result(rows, output=tmp_path / "rows.xlsx")
    with zipfile.ZipFile(tmp_path / "rows.xlsx") as book:
        assert "<f>" not in book.read("xl/worksheets/sheet1.xml").decode()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet", "rows.json", "rows.csv.gz"])
def test_a_reader_who_leaves_is_told_of(tmp_path, name):
    pipe = tmp_path / name
    os.mkfifo(pipe)

    def leave():
        with pipe.open("rb") as file:
            file.read(1)

    reader = threading.Thread(target=leave)
    reader.start()
    rows = pa.table({"a": [str(number) for number in range(500_000)]})
    with pytest.raises(OutputError, match="its reader stopped before the end"):
        write_result(rows, output=pipe)
    reader.join()
