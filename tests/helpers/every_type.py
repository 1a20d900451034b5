"""Values of every type of DuckDB, which formats have them, and how each format is read back.

The oracle is DuckDB's own text: what another library reads is given to DuckDB as text, cast to the
type that it was, and has to have the same text as the value that was written.
"""

import csv
import json
import sqlite3

import numpy as np
import openpyxl
import pyarrow as pa
from openpyxl.utils.escape import unescape

LONG = "repeat('long ', 5000)"
# Values of every type that a column can have, as SQL; null is added to each.
VALUES = {
    "boolean": ["true", "false"],
    "tinyint": ["-128", "127", "0"],
    "smallint": ["-32768", "32767"],
    "integer": ["-2147483648", "2147483647"],
    "bigint": ["-9223372036854775808", "9223372036854775807", "9007199254740993"],
    "hugeint": ["-9223372036854775808", "9223372036854775807", "0"],
    "utinyint": ["0", "255"],
    "usmallint": ["0", "65535"],
    "uinteger": ["0", "4294967295"],
    "ubigint": ["0", "18446744073709551615", "9007199254740993"],
    "uhugeint": ["0", "18446744073709551615"],
    "float": ["1.5", "0.1", "'-0.0'", "'1e-45'", "3.4028235e38", "1e10", "0.000001"],
    "double": [
        "0.1", "'-0.0'", "5e-324", "1.7976931348623157e308", "1e16", "1e15", "123456.7", "1e-5",
        "1e-6", "100", "2.5e-7", "0.30000000000000004",
    ],
    "decimal(4,1)": ["1.5", "-999.9", "0"],
    "decimal(9,0)": ["999999999", "-1"],
    "decimal(18,4)": ["99999999999999.9999", "-0.0001", "0.5000"],
    "decimal(18,0)": ["999999999999999999", "-999999999999999999"],
    "decimal(38,0)": [f"'{'9' * 38}'", "'-12345678901234567890123456789012345678'", "'1'"],
    "decimal(38,37)": ["'1.2345678901234567890123456789012345678'", "'-0.0000001'"],
    "bignum": [f"'{'1234567890' * 8}'", "'-1'", "'0'"],
    "varchar": [
        "'plain'", "''", "' a '", "'a\"b'", "'a,b;c'", "'a' || chr(9) || 'b'", "'=1+1'", "'null'",
        "'a' || chr(10) || 'b'", "'a' || chr(13) || chr(10) || 'b'", "'_x0041_'", "'😀 é 中'",
        "chr(27) || '[2J' || chr(7) || chr(127)", "chr(8238) || 'x'", "'|*_<b>&amp;[a](b)~`\\'",
        "'NaN'", "'infinity'", LONG,
    ],
    "char": ["'a'"],
    "json": ["""'{"a": [1, null]}'""", "'null'", "'\"x\"'"],
    "uuid": ["'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"],
    "enum('low', 'it''s \"high\"')": ["'low'", "'it''s \"high\"'"],
    "bit": ["'0101'", "'1'", "'000000000'"],
    "blob": ["'\\x00\\xFF'", "''", "'text'"],
    "date": ["'2020-02-29'", "'0001-01-01'", "'1900-02-28'", "'9999-12-31'"],
    "time": ["'00:00:00'", "'23:59:59.999999'", "'12:30:00'"],
    "time_ns": ["'00:00:00'", "'23:59:59.999999999'"],
    "timetz": ["'12:00:00+02'", "'24:00:00-15:59:59'", "'00:00:00.5+00'"],
    "timestamp": ["'2020-02-29 12:00:00.000001'", "'0001-01-01'", "'9999-12-31 23:59:59.999999'"],
    "timestamp_s": ["'2020-02-29 12:00:01'", "'0001-01-01'"],
    "timestamp_ms": ["'2020-02-29 12:00:00.001'", "'9999-12-31'"],
    "timestamp_ns": ["'2020-02-29 12:00:00.000000001'", "'1677-09-22'", "'2262-04-11'"],
    "timestamptz": ["'2020-02-29 12:00:00.5+00'", "'1950-01-01 00:00:00+00'", "'9999-12-31'"],
    "timestamptz_ns": ["'2020-02-29 12:00:00.000000001+00'"],
    "interval": ["'1 month 2 days 00:00:00.000003'", "'300000000 hours'", "'-1 year'"],
    "variant": ["1", "'x'", "{'a': [1, 2]}", "date '2020-01-01'"],
    "geometry": ["'POINT(0.1 0.30000000000000004)'"],
    '"NULL"': ["null"],
    "integer[]": ["[1, null]", "[]"],
    "varchar[]": ["['a,b', 'it''s', '\"', '', 'null', null]"],
    "time[]": ["['12:30:00', '24:00:00', null]"],
    "timestamptz[]": ["['2020-02-29 12:00:00.5+00', null]"],
    "decimal(9,4)[]": ["[1.5, null]", "[]"],
    "uhugeint[][]": ["[[1, null], [], null]", "[[18446744073709551615]]"],
    '"NULL"[]': ["[null]", "[]"],
    "integer[2]": ["[1, null]"],
    "struct(a uhugeint, b interval, c bit)": ["{'a': 1, 'b': interval 1 day, 'c': '01'::bit}"],
    'struct("it\'s ""x"" é" integer, d date[])': ["{'it''s \"x\" é': 1, 'd': [date '0044-03-15']}"],
    "struct(s struct(e enum('u', 'v')))": ["{'s': {'e': 'u'}}", "{'s': null}"],
    "map(varchar, integer)": ["map {'a': 1, 'b\"c': null}", "map {}"],
    "map(decimal(3,1), integer[])": ["map {1.5: [2]}"],
    "map(double, integer)": ["map {1.5: 1, -0.25: 2}"],
    "map(time, varchar)": ["map {'24:00:00'::time: 'x'}"],
    "map(enum('u', 'v'), enum('w', 'x'))": ["map {'u': 'w', 'v': null}"],
    "map(integer[], integer)": ["map {[1, 2]: 3}"],
    "map(uhugeint, timetz)": ["map {1: '12:00:00+02'::timetz}"],
    'map("NULL", "NULL")': ["map()"],
    'map(integer, "NULL")': ["map([1, 2], [null, null])"],
    "union(a integer, b varchar)": ["1::integer", "'x'"],
    "tuple(integer, varchar)": ["row(1, 'a')"],
}  # fmt: skip
# Numbers and times that only some formats have.
RARE = {
    "double": ["'nan'", "'inf'", "'-inf'"],
    "float": ["'nan'", "'inf'"],
    "double[]": ["['nan'::double, 'inf', 1]"],
    "date": ["'infinity'", "'-infinity'", "'5881580-07-10'", "'0044-03-15 (BC)'", "'40000-01-01'"],
    "time": ["'24:00:00'"],
    "timestamp": ["'infinity'", "'-infinity'", "'0044-03-15 (BC) 12:00:00'", "'40000-01-01'"],
    "timestamp_s": ["'infinity'"],
    "timestamp_ms": ["'-infinity'"],
    "timestamp_ns": ["'infinity'", "'-infinity'"],
    "timestamptz": ["'infinity'", "'0044-03-15 (BC) 12:00:00+00'", "'40000-01-01'"],
    "timestamptz_ns": ["'-infinity'"],
    "date[]": ["['infinity', '0044-03-15 (BC)', null]"],
    "varchar": ["chr(0)", "'a' || chr(0) || 'b'", "'a' || chr(0)"],
}  # fmt: skip

NESTED = {
    dtype for dtype in VALUES
    if dtype.endswith("]") or dtype.partition("(")[0] in ("struct", "map", "union", "tuple")
}  # fmt: skip
NOT_PLAIN = NESTED | {"blob"}
NOT_IN_ARRAYS = NOT_PLAIN | {
    "decimal(4,1)", "decimal(18,4)", "decimal(38,0)", "decimal(38,37)", "time", "time_ns",
    "timestamptz", "timestamptz_ns", '"NULL"',
}  # fmt: skip
# By their values: past 2^63, and more digits than a double has.
NOT_IN_SQLITE = {"ubigint", "uhugeint", "decimal(18,4)", "decimal(38,0)", "decimal(38,37)"}
UNION = {"union(a integer, b varchar)"}
REFUSED = {
    "table": set(), "md": set(), "arrow": set(), "duckdb": set(),
    "parquet": UNION,
    "json": UNION | {"blob"}, "ndjson": UNION | {"blob"},
    "csv": NOT_PLAIN, "tsv": NOT_PLAIN, "xlsx": NOT_PLAIN, "sqlite": NESTED | NOT_IN_SQLITE,
    "npy": NOT_IN_ARRAYS, "npz": NOT_IN_ARRAYS,
}  # fmt: skip
WITHOUT_NULL = ("npy", "npz")
# Their text is compared as it is: SQL may not make the value of it.
AS_TEXT = {"varchar", "char", "json", "variant", "geometry", '"NULL"'}


def statement(of, rows):
    """A statement with a column c0, c1, … of each type."""
    lines = [f"({', '.join(f'({value})::{dtype}' for dtype, value in row)})" for row in rows]
    names = ", ".join(f"c{place}" for place in range(len(of)))
    return f"from (values {', '.join(lines)}) as t({names})"


def laid_out(of, *, with_null=True):
    """The values in rows of as many columns as there are types, as :func:`statement` takes them."""
    longest = max(map(len, of.values())) + with_null
    filled = [
        values + ["null" if with_null else values[0]] * (longest - len(values))
        for values in of.values()
    ]
    return [list(zip(of, row, strict=True)) for row in zip(*filled, strict=True)]


def target(dtype):
    """The type that a text is read as, to be compared."""
    return {"tuple(integer, varchar)": "struct(element1 integer, element2 varchar)"}.get(
        dtype, dtype
    )


def in_sql(dtype, column):
    """An expression that has the text of a column as SQL has it."""
    if dtype == "variant":
        return f"{column}::json::varchar"
    if dtype == "timestamp_s":  # DuckDB breaks where it casts milliseconds of a file to these
        column = f"{column}::varchar"
    return f"{column}::{target(dtype)}::varchar"


def expected(sql, of, rows):
    """What SQL has for each column, as text."""
    columns = ", ".join(in_sql(dtype, f"c{place}") for place, dtype in enumerate(of))
    found = sql.sql(f"select {columns} {statement(of, rows)}").fetchall()
    return dict(zip(of, map(list, zip(*found, strict=True)), strict=True))


def again(sql, dtype, values, through="varchar"):
    """The values of a column as another library read them, as text by way of their type."""
    texts = [value if value is None or isinstance(value, bytes) else str(value) for value in values]
    if dtype in AS_TEXT:
        return texts
    cast = f"::{through}::{target(dtype)}" if dtype != "blob" else "::blob"
    if through == "json":  # of which DuckDB makes no bits and no lists that are keys, but by text
        by_way = target(dtype).replace(" bit", " varchar").replace("map(integer[]", "map(varchar")
        cast = f"::json::{by_way}::{target(dtype)}"
    found = sql.execute(f"select unnest($texts){cast}::varchar", {"texts": texts})
    return [text for (text,) in found.fetchall()]


# ---------------------------------------------------------------- how each format is read


def of_csv(sql, path, of, delimiter=",", header=1):
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter=delimiter))[header:]
    for dtype, column in zip(of, zip(*rows, strict=True), strict=True):
        # An empty text is "", which Python does not tell from nothing.
        values = [None if value == "" and dtype not in ("varchar",) else value for value in column]
        yield dtype, again(sql, dtype, values)


def of_tsv(sql, path, of):
    return of_csv(sql, path, of, "\t", 0)


def of_json(sql, path, of):
    text = path.read_text("utf-8")
    if not text.startswith("["):
        text = f"[{','.join(text.splitlines())}]"
    rows = json.loads(text, parse_float=str, parse_int=str)
    for place, dtype in enumerate(of):
        values = [row[f"c{place}"] for row in rows]
        if dtype in NESTED or dtype.endswith("]"):
            values = [None if value is None else json.dumps(value) for value in values]
            yield dtype, again(sql, dtype, values, "json")
        else:
            if dtype == "boolean":
                values = [None if value is None else str(value) for value in values]
            yield dtype, again(sql, dtype, values)


def of_relation(of, relation):
    columns = [
        f"c{place}::varchar" if dtype in AS_TEXT else in_sql(dtype, f"c{place}")
        for place, dtype in enumerate(of)
    ]
    found = relation.project(", ".join(columns)).fetchall()
    yield from zip(of, map(list, zip(*found, strict=True)), strict=True)


def of_parquet(sql, path, of):
    return of_relation(of, sql.read_parquet(str(path)))


def of_arrow(sql, path, of):
    with pa.memory_map(str(path)) as file:
        return list(of_relation(of, sql.from_arrow(pa.ipc.open_file(file).read_all())))


def of_duckdb(sql, path, of):
    sql.execute(f"attach '{path}' as written (read_only)")
    try:
        return list(of_relation(of, sql.table("written.result")))
    finally:
        sql.execute("detach written")


def of_sqlite(sql, path, of):
    database = sqlite3.connect(path)
    rows = database.execute("select * from result").fetchall()
    database.close()
    for dtype, column in zip(of, zip(*rows, strict=True), strict=True):
        yield dtype, again(sql, dtype, column)


def of_xlsx(sql, path, of):
    book = openpyxl.load_workbook(path)
    rows = list(book.active.iter_rows(values_only=True))[1:]
    book.close()
    for dtype, column in zip(of, zip(*rows, strict=True), strict=True):
        texts = [unescape(value) if isinstance(value, str) else value for value in column]
        yield dtype, again(sql, dtype, texts)


def of_npz(sql, path, of):
    with np.load(path) as arrays:
        for place, dtype in enumerate(of):
            array = arrays[f"c{place}"]
            if array.dtype.kind == "S":
                array = array.astype(np.str_)
            if array.dtype.kind == "M":
                array = np.datetime_as_string(array)
            yield dtype, again(sql, dtype, array)


def of_npy(sql, path, of):
    for place, dtype in enumerate(of):
        arrays = np.load(path / f"c{place}.npy")
        np.savez(path / "one.npz", c0=arrays)
        yield from of_npz(sql, path / "one.npz", [dtype])


READERS = {
    "csv": of_csv, "tsv": of_tsv, "json": of_json, "ndjson": of_json, "parquet": of_parquet,
    "arrow": of_arrow, "duckdb": of_duckdb, "sqlite": of_sqlite, "xlsx": of_xlsx, "npz": of_npz,
    "npy": of_npy,
}  # fmt: skip
