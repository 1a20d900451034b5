"""Databases that are there already: they keep their other tables, or stay as they were."""

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from pokerlake.queries.files.format import About
from pokerlake.queries.files.write import write_result
from pokerlake.tables.errors import OutputError, UsageError

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
