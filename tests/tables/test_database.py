"""lake.duckdb in plain DuckDB, and the same views with whole paths in a connection of ours."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.lakes import share
from helpers.standard import TABLES, VIEWS
from pokerlake.pipelines import runner
from pokerlake.pipelines.verify.checks import verify
from pokerlake.queries.connection import connect
from pokerlake.queries.statements.run import stream
from pokerlake.tables.database import database_problem, write_database
from pokerlake.tables.errors import LakeError, OutputError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest, write_manifest
from pokerlake.tables.registry import table_or_view
from pokerlake.tables.store import stored_file

# In a process of its own, which has no pokerlake, in some other working folder.
PLAIN_DUCKDB = """
import duckdb, json, sys
with duckdb.connect(sys.argv[1], read_only=True) as connection:
    names = connection.sql("select view_name, comment from duckdb_views() where not internal")
    print(json.dumps([
        dict(names.fetchall()),
        connection.sql("select sum(count7)::bigint from classes").fetchall(),
        connection.sql("select count(*) from dag_nodes").fetchall(),
        connection.sql("select hands from category_odds where cards = 7 limit 1").fetchall(),
        connection.sql("select max(top_percent) from class_percentiles").fetchall(),
    ]))
"""
ANSWERS = [
    {name: f"One row is {table_or_view(name).one_row}" for name in (*TABLES, *VIEWS)},
    [[133_784_560]],
    [[76_154]],
    [[41_584]],  # straight flushes of seven cards
    [[100.0]],
]
SUM = "select sum(count7) from classes"


def answers_in_plain_duckdb(lake, folder):
    command = [sys.executable, "-c", PLAIN_DUCKDB, str(lake / "lake.duckdb")]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def names_in(folder):
    return {path.name for path in folder.iterdir()}


def decoy(folder):
    """Another classes.parquet, which nobody should read."""
    folder.mkdir(exist_ok=True)
    pq.write_table(pa.table({"class_id": [1], "count7": [-1]}), folder / "classes.parquet")


# ---------------------------------------------------------------- plain DuckDB


def test_from_any_folder(lake, tmp_path):
    decoy(tmp_path)
    assert answers_in_plain_duckdb(lake, tmp_path) == ANSWERS
    assert not list(lake.glob("lake.duckdb?*"))  # no log of DuckDB's beside it


def test_of_a_lake_that_was_moved(lake, tmp_path):
    share(lake, tmp_path / "first")
    runner.build(tmp_path / "first")
    moved = tmp_path / "it's [moved]"
    (tmp_path / "first").rename(moved)
    problem = f"{moved}/lake.duckdb reads other files than {moved} has, or in another way"
    assert database_problem(Lake.open(moved)) == f"{problem}; 'pokerlake build' writes it anew"
    assert runner.build(moved) == []
    assert database_problem(Lake.open(moved)) == ""
    assert answers_in_plain_duckdb(moved, tmp_path) == ANSWERS


def test_one_that_is_gone_damaged_or_of_before_is_told(lake, tmp_path):
    share(lake, tmp_path / "lake")
    there = tmp_path / "lake"
    database = there / "lake.duckdb"
    database.write_bytes(b"no database" * 1000)
    assert f"{database} cannot be read (" in database_problem(Lake.open(there))
    database.unlink()
    assert database_problem(Lake.open(there)).startswith(f"{database} is gone; ")
    with duckdb.connect(database) as connection:
        connection.execute("create view classes as select 1 as class_id")
    assert "has other tables than the lake" in database_problem(Lake.open(there))


# ---------------------------------------------------------------- connect


def test_decoys_in_the_working_folder_are_not_read(lake, tmp_path, monkeypatch):
    decoy(tmp_path)
    monkeypatch.chdir(tmp_path)
    with connect(lake) as connection:
        assert connection.sql(SUM).fetchall() == [(133_784_560,)]
        assert connection.sql("select sum(hands) from category_odds").fetchall() == [
            (2_598_960 + 20_358_520 + 133_784_560,)
        ]


@pytest.fixture(scope="module")
def lake_of_classes(lake, tmp_path_factory):
    """One table and the views on it: a tenth of the time of connecting to all of them."""
    there = tmp_path_factory.mktemp("classes") / "lake"
    there.mkdir()
    shutil.copy2(lake / "classes.parquet", there)
    manifest = read_manifest(lake)
    write_manifest(there, replace(manifest, tables={"classes": manifest.tables["classes"]}))
    return there


@pytest.mark.parametrize(
    "name",
    [
        "it's", 'a "quoted" one', "semicolon; drop table", "köttbullar ♠", "new\nline",
        "year=2024", "{a,b}", "%41", "-o", "lake[1]", "l*ke1", "back\\slash",
    ],
)  # fmt: skip
def test_odd_paths(name, lake_of_classes, tmp_path, monkeypatch):
    for other in ("lake1", "a", "b", "A"):  # what patterns among the names would match
        decoy(tmp_path / other)
    shutil.copytree(lake_of_classes, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / name, name):
        with connect(path) as connection:
            assert connection.sql(SUM).fetchall() == [(133_784_560,)]
            assert len(connection.sql("select * from classes limit 1").columns) == 8


def test_built_in_an_odd_path(tmp_path):
    there = tmp_path / "a 'b' [c], d*" / "lake"
    assert runner.build(there, ["change"]) == ["change"]
    with connect(there) as connection:
        assert connection.sql("select sum(coins) from change").fetchall() == [(470,)]
    with duckdb.connect(there / "lake.duckdb", read_only=True) as connection:
        assert connection.sql("select sum(coins) from change").fetchall() == [(470,)]


def test_of_a_link_to_a_lake(lake, tmp_path):
    (tmp_path / "link").symlink_to(lake, target_is_directory=True)
    with connect(tmp_path / "link") as connection:
        assert connection.sql(SUM).fetchall() == [(133_784_560,)]


def spoil_the_footer(content):
    return content[:-1000] + bytes(992) + content[-8:]


def spoil_the_length(content):
    return content[:-8] + b"\xff\xff\xff\x7fPAR1"


def not_parquet(content):
    return b"\n" * len(content)


@pytest.fixture
def copied(lake_of_classes, tmp_path):
    """A lake of one table, to be damaged."""
    shutil.copytree(lake_of_classes, tmp_path / "lake")
    return tmp_path / "lake"


@pytest.mark.parametrize("spoil", [spoil_the_footer, spoil_the_length, not_parquet])
def test_damage_that_leaves_the_size_is_told_in_one_line(spoil, copied):
    content = (copied / "classes.parquet").read_bytes()
    (copied / "classes.parquet").write_bytes(spoil(content))
    with connect(copied) as connection, pytest.raises(LakeError) as caught:
        stream(connection, SUM).read_all()
    assert str(caught.value) == (
        f"{copied / 'classes.parquet'} has other bytes than it was written with: "
        "it is cut short or changed; build it anew with 'pokerlake build classes'"
    )


def test_table_with_other_columns_is_told_in_one_line(copied):
    decoy(copied)
    manifest = read_manifest(copied)
    entry = replace(manifest.tables["classes"], files=(stored_file(copied / "classes.parquet"),))
    write_manifest(copied, manifest.with_tables({"classes": entry}))
    with (
        connect(copied) as connection,
        pytest.raises(LakeError, match=r'^classes cannot be read .*"category".*anew$'),
    ):
        stream(connection, SUM).read_all()


@pytest.mark.parametrize(
    "sql",
    [
        "select class_id from classes",
        "select count(*) from classes",
        "from category_odds",
        "select * from holes where hole_id in (select class_id from classes)",
        "select * from holes where not exists (from classes where class_id = hole_id)",
        "select * from holes left join classes on class_id = hole_id",
        "select hole_id from holes except select class_id from classes",
        "select (select max(class_id) from class_percentiles)",
    ],
)
def test_what_reads_a_lost_table_ends_with_what_is_wrong(copied, sql):
    (copied / "classes.parquet").unlink()
    gone = (
        f"{copied}/classes.parquet is gone, though the manifest has table classes; "
        "build it anew with 'pokerlake build classes'"
    )
    with connect(copied) as connection:
        with pytest.raises(LakeError) as caught:
            stream(connection, sql).read_all()
        assert str(caught.value) == gone
        assert connection.sql("select count(*) from holes").fetchall() == [(1326,)]
        assert connection.sql("select class_of('AsKsQsJsTs')").fetchall() == [(1,)]
    write_database(Lake.open(copied))
    with (
        duckdb.connect(copied / "lake.duckdb", read_only=True) as connection,
        pytest.raises(duckdb.InvalidInputException, match="is gone, though the manifest has"),
    ):
        connection.sql(sql).fetchall()


def test_a_table_that_is_mended_is_there_at_once(copied, tmp_path):
    (copied / "classes.parquet").rename(tmp_path / "elsewhere")
    connect(copied).close()
    (tmp_path / "elsewhere").rename(copied / "classes.parquet")
    with connect(copied) as connection:
        assert connection.sql(SUM).fetchall() == [(133_784_560,)]


# ---------------------------------------------------------------- writing it


def test_written_again_once_the_manifest_is_newer(lake, tmp_path):
    there = tmp_path / "lake"
    shutil.copytree(lake, there)
    database = there / "lake.duckdb"
    manifest_time = (there / "manifest.json").stat().st_mtime_ns
    database.write_bytes(b"of before")
    os.utime(database, ns=(manifest_time - 1, manifest_time - 1))
    assert runner.build(there) == []
    assert answers_in_plain_duckdb(there, tmp_path) == ANSWERS

    database.unlink()
    assert runner.build(there) == []
    assert answers_in_plain_duckdb(there, tmp_path) == ANSWERS


def test_modules_in_the_lake_are_not_imported(lake, tmp_path):
    there = tmp_path / "lake"
    shutil.copytree(lake, there)
    for name in ("duckdb.py", "json.py", "pokerlake.py"):
        (there / name).write_text("raise SystemExit('imported from the lake')")
    (there / "lake.duckdb").unlink()
    write_database(Lake.open(there))
    with duckdb.connect(there / "lake.duckdb", read_only=True) as connection:
        assert connection.sql("select count(*) from duckdb_views() where not internal").fetchall()
    assert [*there.glob("lake.duckdb*")] == [there / "lake.duckdb"]


def test_what_a_killed_writer_leaves_goes(copied):
    before = names_in(copied)
    for left in ("lake.duckdb.wip", "lake.duckdb.wip.wal", "manifest.json.wip"):
        (copied / left).write_bytes(b"left")
    runner.build(copied, ["classes"])
    assert names_in(copied) == {*before, ".build.lock", "lake.duckdb"}


def fifo(path):
    os.mkfifo(path)


def other_macro(path):
    with duckdb.connect(path) as connection:
        connection.execute("create or replace macro hs(a, b) as 1")


def other_view(path):
    with duckdb.connect(path) as connection:
        connection.execute("create or replace view classes as select 1 as class_id")


def junk(path):
    path.write_bytes(bytes(range(256)) * 400)


@pytest.mark.whole
@pytest.mark.parametrize("replace_by", [Path.mkdir, junk, fifo, other_macro, other_view])
def test_another_database_is_told_and_written_anew(copied, replace_by):
    runner.build(copied, ["classes"])
    path = copied / "lake.duckdb"
    if replace_by not in (other_macro, other_view):
        path.unlink()
    replace_by(path)
    [wrong] = [check for check in verify(Lake.open(copied)) if not check.ok]
    assert wrong.table == "lake.duckdb"
    assert wrong.found == database_problem(Lake.open(copied))
    assert wrong.found.startswith(f"{path} ")
    assert wrong.found.endswith("; 'pokerlake build' writes it anew")
    assert runner.build(copied, ["classes"]) == []
    assert database_problem(Lake.open(copied)) == ""


def test_verify_writes_what_a_killed_command_did_not_come_to(copied):
    runner.build(copied, ["classes"])
    other_view(copied / "lake.duckdb")
    later = (copied / "lake.duckdb").stat().st_mtime_ns + 10**9
    os.utime(copied / "manifest.json", ns=(later, later))
    assert all(check.ok for check in verify(Lake.open(copied)))
    assert database_problem(Lake.open(copied)) == ""


def test_a_folder_in_its_place_that_has_something_in_it_stays(copied):
    (copied / "lake.duckdb").unlink(missing_ok=True)
    (copied / "lake.duckdb").mkdir()
    (copied / "lake.duckdb" / "mine").touch()
    with pytest.raises(OutputError, match="is a folder with something in it; move it away"):
        write_database(Lake.open(copied))
    assert names_in(copied / "lake.duckdb") == {"mine"}
