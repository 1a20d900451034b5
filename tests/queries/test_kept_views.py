"""Views that are copied from the user's caches: when they are, and when they must not be."""

import os
import sys

import duckdb
import pytest

from helpers.lakes import share
from pokerlake.queries import connection as connections
from pokerlake.queries.connection import connect
from pokerlake.tables.lake import Lake

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="XDG_CACHE_HOME is Linux's")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder of kept views, of this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "pokerlake" / "views"


@pytest.fixture
def made(monkeypatch):
    """The connections that made their views themselves."""
    found = []
    create_views = connections.create_views

    def noted(connection, files, lost):
        found.append(connection)
        return create_views(connection, files, lost)

    monkeypatch.setattr(connections, "create_views", noted)
    return found


def everything(connection):
    """All that the catalogue says of views, their columns and macros."""
    return [
        connection.execute(sql).fetchall()
        for sql in (
            "select * exclude (view_oid) from duckdb_views() where not internal order by view_name",
            "select * exclude (table_oid) from duckdb_columns() where not internal order by all",
            "select * exclude (function_oid) from duckdb_functions() where not internal "
            "order by all",
            "select database_name from duckdb_databases() where not internal",
        )
    ]


def test_the_second_connection_copies_the_same_views(whole_lake, cache, made):
    with connect(whole_lake) as first, connect(whole_lake) as second:
        assert len(made) == 1
        assert everything(first) == everything(second)
        for name in Lake.open(whole_lake).manifest.tables:
            sql = f"select * from {name} limit 3"
            assert first.execute(sql).fetchall() == second.execute(sql).fetchall()
    assert [path.suffix for path in cache.iterdir()] == [".duckdb"]


def test_another_lake_or_table_has_views_of_its_own(lake, tmp_path, cache, made):
    there = tmp_path / "other"
    share(lake, there)
    for _ in range(2):
        connect(lake).close()
        connect(there).close()
    assert len(made) == 2
    file = there / "classes.parquet"
    content = file.read_bytes()
    file.unlink()  # a link to the other's
    file.write_bytes(content)
    connect(there).close()
    assert len(made) == 3
    file.write_bytes(content[:-4] + b"none")
    with connect(there) as connection:
        with pytest.raises(duckdb.InvalidInputException, match="has other bytes"):
            connection.execute("from classes").fetchall()
        assert connection.execute("select count(*) from flops").fetchall() == [(1755,)]
    connect(there).close()
    assert len(made) == 5  # what is damaged is not kept: it may be mended


def test_a_cache_that_cannot_be_written(lake, tmp_path, cache, made):
    (tmp_path / "cache").write_text("a file where the folder should be")
    for _ in range(2):
        with connect(lake) as connection:
            assert connection.execute("select count(*) from classes").fetchall() == [(7462,)]
    assert len(made) == 2


def cut_short(content):
    return content[:5000]


def of_other_bytes(content):
    """Nothing is as it was behind the head of the file, by which DuckDB tells what it is."""
    return content[:12288] + bytes(255 - byte for byte in content[12288:])


def of_zeros(content):
    return content[:12288] + bytes(len(content) - 12288)


@pytest.mark.parametrize("damage", [cut_short, of_other_bytes, of_zeros])
def test_what_is_kept_is_damaged(lake, cache, made, damage):
    connect(lake).close()
    (kept,) = cache.iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    for _ in range(2):
        with connect(lake) as connection:
            assert connection.execute("select count(*) from classes").fetchall() == [(7462,)]
    assert len(made) == 2


def test_the_newest_are_kept(lake, cache, made):
    cache.mkdir(parents=True)
    for number in range(50):
        (cache / f"{number}.duckdb").touch()
        os.utime(cache / f"{number}.duckdb", (number, number))
    connect(lake).close()
    assert len(made) == 1
    left = {path.stem for path in cache.iterdir()}
    assert len(left) == connections.KEPT_VIEWS
    assert {str(number) for number in range(11, 50)} < left


def test_a_cache_on_a_path_with_quotes(lake, tmp_path, monkeypatch, made):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "it's"))
    for _ in range(2):
        connect(lake).close()
    assert len(made) == 1
