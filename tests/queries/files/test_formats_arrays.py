"""Formats of programs: folders of arrays, databases and ranges, and what they cannot hold."""

import itertools
import json
import sqlite3
from contextlib import closing
from decimal import Decimal
from itertools import chain
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from pokerlake.engine.cards.holes import HANDS, HOLES, format_hole, hand_of_hole
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.ranges.dialects import DIALECTS
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.files.format import About
from pokerlake.queries.files.write import write_result
from pokerlake.tables.errors import OutputError, UsageError
from pokerlake.tables.registry import TABLES


def batches(*columns):
    """A reader with a batch for each list of values of column ``x``."""
    made = [pa.record_batch({"x": pa.array(values)}) for values in columns]
    return pa.RecordBatchReader.from_batches(made[0].schema, made)


def loaded(folder):
    return {path.stem: np.load(path, mmap_mode="r") for path in sorted(folder.glob("*.npy"))}


def test_a_folder_has_an_array_for_each_column_and_their_layout(tmp_path):
    table = pa.table(
        {
            "board_id": pa.array([3, 2**32 - 1], pa.uint32()),
            "large": pa.array([2**64 - 1, 2**64 - 2], pa.uint64()),
            "low": pa.array([-(2**63), -(2**63)], pa.int64()),
            "hand": ["AA", "AKs"],
            "half": [0.5, None],
        }
    )
    about = About("flop_hands", subject=TABLES["flop_hands"], whole=False)
    assert write_result(table, "npy", tmp_path / "out", about=about) == 2
    arrays = loaded(tmp_path / "out")
    assert {name: array.dtype.str for name, array in arrays.items()} == {
        "board_id": "<u4", "half": "<f8", "hand": "|S3", "large": "<u8", "low": "<i8",
    }  # fmt: skip
    assert arrays["hand"].tolist() == [b"AA", b"AKs"]
    assert arrays["large"].tolist() == table["large"].to_pylist()
    assert np.isnan(arrays["half"][1])
    layout = json.loads((tmp_path / "out" / "layout.json").read_text())
    assert layout["format_version"] == 1
    assert (layout["name"], layout["rows"], layout["whole"]) == ("flop_hands", 2, False)
    assert layout["order"] == ["board_id", "hole_id"]
    assert layout["find_row"] is None  # it is of all rows only
    assert layout["columns"] == [
        {
            "name": "board_id",
            "file": "board_id.npy",
            "dtype": "<u4",
            "meaning": "rank of the canonical board among all of its size",
            "total": 2**32 + 2,
        },
        {"name": "large", "file": "large.npy", "dtype": "<u8", "total": 2**65 - 3},
        {"name": "low", "file": "low.npy", "dtype": "<i8", "total": -(2**64)},
        {
            "name": "hand",
            "file": "hand.npy",
            "dtype": "|S3",
            "meaning": "AA, AKs (suited), AKo (offsuit), ...",
        },
        {"name": "half", "file": "half.npy", "dtype": "<f8"},
    ]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *(f"{name}.npy" for name in table.schema.names),
        "layout.json",
    }


@pytest.mark.parametrize(
    ("columns", "dtype"),
    [
        ([["a", "bb"], ["c"]], "S2"),
        ([["a"], ["bbb", ""], ["cc"]], "S3"),
        ([["a"], ["♠♥"], ["ccc"]], "U3"),
        ([["long"], ["♠"], ["c"]], "U4"),
        ([["♠"], ["ä" * 5]], "U5"),
        ([[""]], "S1"),
        ([["x" * 3] * 70_000, ["y" * 5] * 3, ["z" * 4] * 70_000, ["♠"]], "U5"),
    ],
)
def test_text_is_as_wide_as_its_longest(tmp_path, columns, dtype):
    write_result(batches(*columns), "npy", tmp_path / "out")
    found = np.load(tmp_path / "out" / "x.npy")
    assert found.dtype == np.dtype(dtype)
    expected = np.array(list(chain(*columns)), np.str_).astype(dtype)
    assert (found == expected).all()
    assert found.shape == expected.shape


def test_widening_copies_more_than_is_held_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("pokerlake.queries.files.formats.arrays._HELD_BYTES", 16)
    columns = [[str(n) for n in range(10)], ["12345"], ["♠"] * 2]
    write_result(batches(*columns), None, tmp_path / "x.npy")
    assert np.load(tmp_path / "x.npy").tolist() == list(chain(*columns))


def test_one_column_in_a_file(tmp_path):
    assert write_result(batches([1, 2], [3]), None, tmp_path / "x.npy") == 3
    assert np.load(tmp_path / "x.npy").tolist() == [1, 2, 3]
    with pytest.raises(UsageError, match=r"^an \.npy file has one column, and there are 2; take"):
        write_result(pa.table({"a": [1], "b": [2]}), None, tmp_path / "y.npy")
    assert [path.name for path in tmp_path.iterdir()] == ["x.npy"]


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ([1, None], "column 'x' has a null in row 4, and arrays of int64 have none; put a value"),
        (["a", None], r"column 'x' has a null in row 4, and arrays of text have none"),
        ([True, None], "column 'x' has a null in row 4, and arrays of bool have none"),
        (["a\0"], "column 'x' has a text with a NUL, which arrays cut off"),
    ],
)
def test_what_no_array_has_is_refused(tmp_path, values, problem):
    first = [value for value in values if value] * 2
    with pytest.raises(UsageError, match=f"^{problem}"):
        write_result(batches(first, values), "npy", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_names_that_cannot_be_those_of_files(tmp_path):
    for name in ("a/b", "..", "", "a\nb"):
        with pytest.raises(UsageError, match=r"cannot name a file; rename it with 'as' in SQL$"):
            write_result(pa.table({name: [1]}), "npy", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
    write_result(pa.table({"sum(a * 2)": [1]}), "npy", tmp_path / "out")
    assert list(loaded(tmp_path / "out")) == ["sum(a * 2)"]


def test_a_folder_that_is_there_is_left_alone(tmp_path):
    there = tmp_path / "out"
    there.mkdir()
    assert write_result(batches([1]), "npy", there) == 1  # it was empty
    before = (there / "x.npy").read_bytes()
    with pytest.raises(OutputError, match=r"out is there already; remove it or give another name$"):
        write_result(batches([2]), "npy", there)
    assert (there / "x.npy").read_bytes() == before


def test_what_a_killed_export_left_is_replaced(tmp_path):
    left = tmp_path / "out.wip"
    left.mkdir()
    (left / "old.npy").write_bytes(b"x")
    write_result(batches([1]), "npy", tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["layout.json", "x.npy"]
    assert not left.exists()


# ---------------------------------------------------------------- databases


ONE = pa.table({"n": [1, 2]})
OTHER = pa.table({"text": ["x"]})
KINDS = ["sqlite", "duckdb"]


def tables(path):
    """What is in a database."""
    if path.suffix == ".sqlite":
        with closing(sqlite3.connect(path)) as database:
            names = database.execute("select name from sqlite_schema where type = 'table'")
            return {n: database.execute(f"select * from {n}").fetchall() for (n,) in names}
    with duckdb.connect(path) as database:
        names = database.sql("select table_name from duckdb_tables()").fetchall()
        return {n: database.sql(f"from {n}").fetchall() for (n,) in names}


@pytest.mark.parametrize("kind", KINDS)
def test_other_tables_stay_and_the_table_is_replaced(tmp_path, kind):
    path = tmp_path / f"poker.{kind}"
    write_result(ONE, None, path, about=About("one"))
    write_result(OTHER, None, path, about=About("other"))
    assert tables(path) == {"one": [(1,), (2,)], "other": [("x",)]}
    write_result(OTHER, None, path, about=About("one"))
    assert tables(path) == {"one": [("x",)], "other": [("x",)]}
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_file_is_an_empty_database(tmp_path, kind):
    path = tmp_path / f"poker.{kind}"
    path.touch()
    write_result(ONE, None, path)
    assert tables(path) == {"result": [(1,), (2,)]}


@pytest.mark.parametrize(("kind", "name"), [("sqlite", "SQLite"), ("duckdb", "DuckDB")])
def test_a_file_that_is_no_database_is_left_alone(tmp_path, kind, name):
    path = tmp_path / f"poker.{kind}"
    path.write_bytes(b"a text of some length, so that it may be one" * 100)
    before = path.read_bytes()
    with pytest.raises(OutputError) as raised:
        write_result(ONE, None, path)
    assert str(raised.value) == (
        f"{path} is there already and is no database of {name}; remove it or give another name"
    )
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_on_the_way_leaves_a_database_as_it_was(tmp_path, kind):
    path = tmp_path / f"poker.{kind}"
    write_result(ONE, None, path, about=About("one"))
    before = path.read_bytes()

    def breaks():
        yield ONE.to_batches()[0]
        raise UsageError("wrong later")

    reader = pa.RecordBatchReader.from_batches(ONE.schema, breaks())
    with pytest.raises(UsageError, match=r"^wrong later$"):
        write_result(reader, None, path, about=About("one"))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_database_with_a_log_of_changes_is_in_use(tmp_path):
    path = tmp_path / "poker.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("pragma journal_mode = wal")
        database.execute("create table theirs (n)")
        with pytest.raises(OutputError, match="is in use by another program; close it there first"):
            write_result(ONE, None, path)
        assert database.execute("select count(*) from theirs").fetchone() == (0,)
    write_result(ONE, None, path)
    assert tables(path) == {"theirs": [], "result": [(1,), (2,)]}


def test_a_log_that_duckdb_left_is_not_lost(tmp_path):
    path = tmp_path / "poker.duckdb"
    write_result(ONE, None, path)
    path.with_name("poker.duckdb.wal").write_bytes(b"")
    before = path.read_bytes()
    with pytest.raises(OutputError, match=r"poker\.duckdb was not closed; open it with duckdb"):
        write_result(OTHER, None, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["a b", "a;b", '"', "", "1a", "a.b", "ä"])
def test_names_of_tables_need_no_quotes(tmp_path, kind, name):
    with pytest.raises(UsageError, match=r"cannot name a table; give letters, digits and _$"):
        write_result(ONE, None, tmp_path / f"poker.{kind}", about=About(name))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_names_of_columns_may_be_anything(tmp_path, kind):
    names = ['say "x"', "a;b--", "select", "sum(n)", "'", ""] if kind == "sqlite" else ['a"b', "'"]
    table = pa.table({name: [n] for n, name in enumerate(names)})
    path = tmp_path / f"poker.{kind}"
    write_result(table, None, path)
    assert tables(path) == {"result": [tuple(range(len(names)))]}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_refused(kind):
    with pytest.raises(OutputError, match=r"^/dev/null is no file; give the name of one$"):
        write_result(ONE, kind, Path("/dev/null"))


# ---------------------------------------------------------------- ranges


WITH_WEIGHTS = ["pokerlake", "piosolver", "flopzilla"]


@pytest.fixture
def text(tmp_path):
    """The text of rows, in a dialect."""
    number = itertools.count()

    def of(table, dialect):
        path = tmp_path / str(next(number))
        assert write_result(table, dialect, path) == table.num_rows
        return path.read_text()

    return of


def some_weights(seed, dialect):
    """A weight for each of the 169, of those that the dialect has."""
    draw = np.random.default_rng(seed)
    if dialect in WITH_WEIGHTS:
        return draw.choice([0.0, 0.25, 1 / 3, 0.1, 1.0], len(HANDS))
    if dialect == "propokertools":
        return draw.integers(0, 101, len(HANDS)) / 100
    return draw.integers(0, 2, len(HANDS)).astype(float)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("seed", range(5))
def test_hands(text, dialect, seed):
    weights = some_weights(seed, dialect)
    table = pa.table({"hand": HANDS, "range_weight": weights, "weight": range(169)})
    read = parse_range(text(table, dialect), dialect=dialect)
    assert read.tolist() == weights[hand_of_hole()].tolist()


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("column", ["hole", "hole_id"])
def test_holes(text, dialect, column):
    draw = np.random.default_rng(7)
    holes = draw.permutation(HOLES)[:300]
    weights = np.zeros(HOLES)
    weights[holes] = some_weights(1, dialect)[draw.integers(0, 169, 300)]
    values = holes if column == "hole_id" else [format_hole(int(hole)) for hole in holes]
    table = pa.table({"value": weights[holes], column: values, "hand": ["wrong"] * 300})
    assert parse_range(text(table, dialect), dialect=dialect).tolist() == weights.tolist()


def test_text_is_a_line_and_weights_are_one_where_there_are_none(text):
    assert text(pa.table({"hand": ["AKs", "AA", "KK"]}), "equilab") == "KK+,AKs\n"
    assert text(pa.table({"hand": ["KAs", "10Jo"]}), "equilab") == "AKs,JTo\n"
    assert text(pa.table({"hand": pa.array([], pa.string())}), "piosolver") == "\n"
    table = pa.table({"hand": ["AKs"], "weight": [Decimal("0.50")]})
    assert text(table, "piosolver") == "AKs:0.5\n"
    labels = pa.table({"hand": pa.array(["AA", "KK"]).dictionary_encode()})
    assert text(labels, "pokerlake") == "KK+\n"


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"x": [1]}, "pokerlake writes a range, of rows that have a column hole_id, hole or hand"),
        ({"hand": ["AK"]}, "'AK' is none of the 169 hands; did you mean 'AKs' or 'AKo'?"),
        ({"hand": [None]}, "column 'hand' has None, which is no hand"),
        ({"hand": ["AA", "AA"]}, "a range has each hole once, and AA is there again"),
        ({"hole": ["AhKh", "KhAh"]}, "a range has each hole once, and KhAh is there again"),
        ({"hole_id": [1326]}, "hole_id 1326 is not in 0..1325"),
        ({"hole_id": [-1]}, "hole_id -1 is not in 0..1325"),
        ({"hand": ["AA"], "weight": [1.5]},
         "column 'weight' has 1.5 for AA, and a weight is 0 to 1; name another column"),
        ({"hand": ["AA"], "value": [float("nan")]},
         "column 'value' has nan for AA, and a weight is 0 to 1"),
        ({"hand": ["AA"], "value": [None]}, "column 'value' has None for AA, and a weight is"),
        ({"hand": ["AA"], "value": ["1"]}, "column 'value' has 1 for AA, and a weight is"),
    ],
)  # fmt: skip
def test_rows_that_are_no_range(text, columns, problem):
    with pytest.raises(UsageError, match=f"^{problem}"):
        text(pa.table(columns), "pokerlake")


@pytest.mark.parametrize("name", ["equity", "freq", "share", "percent"])
@pytest.mark.parametrize("dtype", [pa.float64(), pa.int64(), pa.decimal128(5, 2)])
def test_numbers_that_may_be_weights_are_asked_for(text, name, dtype):
    """They were left out, and all weights were 1."""
    table = pa.table({"hand": ["AKs"], name: pa.array([1], dtype), "row": [1]})
    with pytest.raises(UsageError) as raised:
        text(table, "pokerlake")
    assert str(raised.value) == (
        f"which of the columns {name} is the weight? Name it weight, or leave all but hand out"
    )


def test_holes_that_are_none(text):
    with pytest.raises(CardError, match=r"^'AhK' at character 3"):
        text(pa.table({"hole": ["AhK"]}), "pokerlake")


def test_two_columns_of_one_name(text):
    table = pa.table([pa.array(["AA"])] * 2, names=["hand", "hand"])
    with pytest.raises(UsageError, match=r"^two columns are named 'hand'; rename one$"):
        text(table, "pokerlake")


def test_what_a_dialect_cannot_express(text):
    with pytest.raises(RangeError, match=r"^equilab has no weights, and AA has weight 0.5"):
        text(pa.table({"hand": ["AA"], "weight": [0.5]}), "equilab")
