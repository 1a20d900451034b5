"""Reading lakes in object stores: the same answers as from the disk, and nothing else read."""

import gc
import hashlib
import os

import duckdb
import polars as pl
import pytest

from helpers.command_line import run
from helpers.stores import copied, new_place
from pokerlake.api.lakes import open_lake
from pokerlake.queries.answers.lookup.stored import stored_rows
from pokerlake.queries.connection import connect
from pokerlake.queries.untrusted import ask
from pokerlake.queries.untrusted.reader import Asking, reading_for
from pokerlake.queries.untrusted.worker import sealed_connection
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.stores import cache
from pokerlake.tables.stores.path import StorePath, forget_lists

TABLES = ("classes", "starting_hands", "matchups", "flops", "income_rates")
SQL = "select hero, sum(win) as won from matchups where hero like 'A%' group by hero order by hero"


@pytest.fixture(scope="module")
def there(lake, s3):
    """Five tables of the lake, in a store of S3."""
    return copied(lake, TABLES, new_place("s3"))


@pytest.fixture(scope="module")
def in_memory(lake):
    """Two of them in the memory of this process."""
    return copied(lake, TABLES[:2], new_place("memory"))


def test_a_connection_answers_as_that_of_the_disk(lake, there):
    queries = (
        SQL,
        "select * from hand_equities order by hand",
        "select * from flops order by board_id",
        "select class_of('AsKsQsJsTs'), equity from hand_equities where hand = '72o'",
    )
    with connect(lake) as local, connect(str(there)) as remote:
        for sql in queries:
            assert remote.sql(sql).fetchall() == local.sql(sql).fetchall()
        with remote.cursor() as cursor:
            assert cursor.execute("select count(*) from classes").fetchall() == [(7462,)]
    relation = connect(there).sql("select count(*) from classes")  # which keeps its connection
    gc.collect()
    assert relation.fetchall() == [(7462,)]


def test_frames_of_polars_are_those_of_the_disk(lake, there, in_memory):
    local = Lake.open(lake)
    for place in (there, in_memory):
        remote = Lake.open(place)
        for name in ("classes", "hand_equities"):
            assert remote.scan(name).collect().equals(local.scan(name).collect())
    few = open_lake(there).scan("matchups").filter(pl.col("hero") == "AA").select("villain", "win")
    assert few.collect().height == 169


def test_rows_are_read_by_whole_commands(lake, there):
    equal = stored_rows(Lake.open(there), "starting_hands", hand="T9s")
    assert equal == stored_rows(Lake.open(lake), "starting_hands", hand="T9s")
    for line in (
        "query top_hands -p percent=3",
        "equity AA KK",
        "range show 3% --players 6",
        "export flops --format csv",
        "export starting_hands --format csv",
    ):
        found = run(f"{line} --lake {there}")
        assert found.code == 0, found.err
        assert found == run(f"{line} --lake {lake}")
    kinds = run(f"tables --lake {there} --format csv").text
    assert all(f"\n{name},table," in kinds for name in TABLES[1:])
    assert run(f"doctor --lake {there}").code == 0


def test_a_table_with_other_bytes_is_named_and_the_rest_answers(lake, s3):
    place = copied(lake, TABLES[:2], new_place("s3"))
    file = place / "classes.parquet"
    whole = file.read_bytes()
    file.filesystem.pipe_file(file.key, whole[:1000])
    forget_lists()
    with connect(place) as connection:
        assert connection.sql("select count(*) from starting_hands").fetchall() == [(169,)]
        with pytest.raises(duckdb.Error, match=r"has 1,000 bytes, not .*build classes"):
            connection.sql("from classes").fetchall()
    file.filesystem.pipe_file(file.key, whole[:-1] + b"X")  # as long: who reads all of it sees
    finished = run(f"verify classes --lake {place}")
    assert finished.code == 1
    file.unlink()
    with pytest.raises(LakeError, match="is gone, though the manifest has table classes"):
        Lake.open(place).files("classes")


# ---------------------------------------------------------------- strangers


@pytest.mark.skipif(os.name == "nt", reason="runs on Linux only")
def test_sql_of_a_stranger_reads_the_lake_and_no_other_object(there, monkeypatch):
    with connect(there) as connection:
        known = connection.sql(SQL).fetchall()
    assert [tuple(row.values()) for row in ask(there, SQL).to_pylist()] == known
    secret = there.with_name("secret.parquet")
    secret.filesystem.pipe_file(secret.key, (there / "classes.parquet").read_bytes())
    opened = Lake.open(there)
    with reading_for(opened) as descriptor:
        asking = Asking(os.dup(descriptor))
        mine = str(there / "classes.parquet")
        assert asking.read(mine, 0, 4) == b"PAR1"
        for address, start, end in (
            (str(secret), 0, 4),
            (f"{there}/../secret.parquet", 0, 4),
            (str(there / "manifest.json"), 0, 4),
            (mine, -4, 4),
        ):
            with pytest.raises(LakeError, match="that is no part of the lake"):
                asking.read(address, start, end)
        asking.close()
    files = [file for paths in opened.opened()[0].values() for file in paths]
    with sealed_connection(opened, files, 512) as sealed:
        assert sealed.sql("select count(*) from classes").fetchall() == [(7462,)]
        for name in (f"pokerlake+{secret}", str(secret), "/etc/passwd"):
            with pytest.raises(duckdb.Error, match=r"Cannot access file|is disabled"):
                sealed.sql(f"from read_blob('{name}')").fetchall()


# ---------------------------------------------------------------- the local cache


def test_whole_files_are_kept_by_their_digests_as_far_as_they_fit(there, tmp_path, monkeypatch):
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path))
    lake = Lake.open(there)
    digests = {name: lake.entry(name).files[0].sha256 for name in TABLES}
    sizes = {name: lake.entry(name).files[0].bytes for name in TABLES}
    with connect(lake) as connection:
        connection.sql("select sum(win) from matchups").fetchall()
    kept = tmp_path / f"{digests['matchups']}.parquet"
    assert hashlib.sha256(kept.read_bytes()).hexdigest() == digests["matchups"]

    def refuse(*_):
        raise AssertionError("the store was asked")

    with monkeypatch.context() as patch:
        patch.setattr(StorePath, "read_range", refuse)
        patch.setattr(StorePath, "get", refuse)
        assert lake.scan("matchups").collect().height == 28_561
    most = sizes["matchups"] + sizes["classes"]
    monkeypatch.setenv(cache.SIZE_VARIABLE, str((most - 1) / 1e9))
    os.utime(kept, (1, 1))
    assert stored_rows(lake, "classes", class_id=1)
    assert [path.stem for path in tmp_path.iterdir()] == [digests["classes"]]
    monkeypatch.setenv(cache.SIZE_VARIABLE, "1e-6")  # no file fits
    assert lake.files("flops") == [there / "flops.parquet"]
    monkeypatch.setenv(cache.SIZE_VARIABLE, "much")
    with pytest.raises(UsageError, match=r"POKERLAKE_CACHE_GB is 'much'; give a number"):
        lake.files("flops")


def test_a_file_with_other_bytes_does_not_get_into_the_cache(in_memory, tmp_path, monkeypatch):
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path))
    file = in_memory / "classes.parquet"
    whole = file.read_bytes()
    file.filesystem.pipe_file(file.key, whole[:-1] + b"X")
    try:
        with pytest.raises(LakeError, match="has other bytes than it was written with"):
            Lake.open(in_memory).files("classes")
        assert not list(tmp_path.iterdir())
    finally:
        file.filesystem.pipe_file(file.key, whole)
