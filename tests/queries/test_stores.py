"""Reading lakes in object stores: the same answers as from the disk, and nothing else read."""

import gc
import hashlib
import os

import duckdb
import polars as pl
import pytest
from aiobotocore.credentials import AioRefreshableCredentials
from aiobotocore.session import AioSession
from s3fs import S3FileSystem

from helpers.command_line import run
from helpers.stores import copied, new_place
from pokerlake.api.lakes import open_lake
from pokerlake.queries.answers.lookup.stored import stored_rows
from pokerlake.queries.connection import connect, kept_views
from pokerlake.queries.untrusted import ask
from pokerlake.queries.untrusted.reader import Asking, reading_for
from pokerlake.queries.untrusted.worker import sealed_connection
from pokerlake.tables.errors import LakeError, UsageError, first_line
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.stores import cache
from pokerlake.tables.stores import reading as httpfs
from pokerlake.tables.stores.path import StorePath, forget_lists
from pokerlake.tables.stores.reading import httpfs_reads, let_httpfs_read

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
            with pytest.raises(LakeError, match="that is not part of the lake"):
                asking.read(address, start, end)
        asking.close()
    files = [file for paths in opened.opened()[0].values() for file in paths]
    with sealed_connection(opened, files, 512) as sealed:
        assert sealed.sql("select count(*) from classes").fetchall() == [(7462,)]
        for name in (f"pokerlake+{secret}", str(secret), "/etc/passwd"):
            with pytest.raises(duckdb.Error, match=r"Cannot access file|is disabled"):
                sealed.sql(f"from read_blob('{name}')").fetchall()


# ---------------------------------------------------------------- DuckDB's own httpfs


class Pretending:
    """A connection that has no httpfs, and keeps what it is told to do with it."""

    def __init__(self):
        self.told = []

    def execute(self, query, parameters=None):
        self.told.append((query, parameters))
        if query.startswith("select size") and parameters["name"].endswith("refused.parquet"):
            raise duckdb.HTTPException("HTTP 403")


@pytest.fixture
def pretending():
    return Pretending()


def test_httpfs_gets_the_access_of_s3fs_for_the_lake_only(there, pretending, monkeypatch):
    file = str(there / "classes.parquet")
    assert not let_httpfs_read(pretending, there, [file], httpfs.LEAST_BYTES - 1)
    with monkeypatch.context() as patch:
        patch.setenv(cache.FOLDER_VARIABLE, "cache")
        assert not let_httpfs_read(pretending, there, [file], httpfs.LEAST_BYTES)
    for place in (there.with_name("la[k]e"), lake_path("memory://tables/lake")):
        assert not let_httpfs_read(pretending, place, [file], httpfs.LEAST_BYTES)
    monkeypatch.setattr(httpfs, "LEAST_BYTES", 1)
    opened = Lake.open(there)
    for_stranger = Lake.of_told(there, opened.told(), source=object())
    files = opened.opened()[0]
    assert for_stranger.by_httpfs(pretending, files) is files
    assert pretending.told == []
    assert set(opened.by_httpfs(pretending, files)["classes"]) == {file}
    pretending.told.clear()
    assert let_httpfs_read(pretending, there, [file], httpfs.LEAST_BYTES)
    (load, _), (secret, options), (_, asked) = pretending.told
    assert (load, asked) == ("load httpfs", {"name": file})
    assert options == {
        "scope": f"{there}/",
        "endpoint": os.environ["AWS_ENDPOINT_URL"].removeprefix("http://"),
        "url_style": "path",
        "use_ssl": False,
        "region": "us-east-1",
        "key_id": "nobody",
        "secret": "nothing",
    }
    assert "nothing" not in secret
    assert "secret $secret" in secret
    pretending.told.clear()
    assert not let_httpfs_read(pretending, there, [f"{there}/refused.parquet"], 10**9)
    assert pretending.told[-1][0].startswith("drop")


def test_what_httpfs_cannot_ask_as_s3fs_does_stays_with_it(there, pretending, monkeypatch):
    def reads(**options):
        files = S3FileSystem(skip_instance_cache=True, **options)
        monkeypatch.setattr(StorePath, "filesystem", files)
        pretending.told.clear()
        found = let_httpfs_read(pretending, there, [f"{there}/x.parquet"], 10**9)
        assert found or not pretending.told
        return {
            name: value for sql, given in pretending.told for name, value in (given or {}).items()
        }

    monkeypatch.delenv("AWS_ENDPOINT_URL")
    in_europe = {"region_name": "eu-west-1"}
    own = reads(key="me", secret="it's", token="now", client_kwargs=in_europe)
    assert (own["key_id"], own["secret"], own["session_token"]) == ("me", "it's", "now")
    assert (own["endpoint"], own["region"]) == ("s3.eu-west-1.amazonaws.com", "eu-west-1")
    assert (own["url_style"], own["use_ssl"]) == ("vhost", True)
    by_name = {"s3": {"addressing_style": "virtual"}}
    assert reads(endpoint_url="https://s3.example")["url_style"] == "path"
    assert reads(endpoint_url="https://s3.example", config_kwargs=by_name)["url_style"] == "vhost"
    assert "key_id" not in reads(anon=True)
    assert reads(requester_pays=True) == {}
    assert reads(config_kwargs={"proxies": {"http": "http://127.0.0.1:9"}}) == {}
    assert reads(endpoint_url="https://s3.example/below") == {}
    changing = AioRefreshableCredentials("me", "mine", None, None, None, "instance")
    session = AioSession()
    session._credentials = changing
    assert reads(session=session) == {}


def test_a_connection_without_httpfs_reads_by_fsspec(there, monkeypatch):
    def load(_):
        raise duckdb.IOException("Extension httpfs not found")

    monkeypatch.setattr(httpfs, "LEAST_BYTES", 1)
    monkeypatch.setattr(httpfs, "load_httpfs", load)
    with connect(there) as connection:
        assert connection.sql("select count(*) from classes").fetchall() == [(7462,)]
        assert not httpfs_reads(connection)
    assert "lake is read by" in run(f"doctor --lake {there}").text


@pytest.fixture
def with_httpfs(monkeypatch):
    monkeypatch.setattr(httpfs, "LEAST_BYTES", 1)
    with duckdb.connect() as connection:
        try:
            httpfs.load_httpfs(connection)
        except duckdb.Error as error:
            pytest.skip(f"DuckDB's httpfs is not installed: {str(error).splitlines()[0]}")


def test_httpfs_reads_the_same_and_tells_no_secret(lake, there, with_httpfs, monkeypatch):
    def refuse(*_):
        raise AssertionError("fsspec was asked")

    with connect(lake) as local:
        known = local.sql(SQL).fetchall()
    with monkeypatch.context() as patch, connect(there) as remote:
        patch.setattr(StorePath, "read_range", refuse)
        assert httpfs_reads(remote)
        assert remote.sql(SQL).fetchall() == known
        assert remote.cursor().sql("select count(*) from flops").fetchall() == [(1755,)]
        assert "nothing" not in str(remote.sql("from duckdb_secrets()").fetchall())
        for sql in ("from duckdb_secrets(redact = false)", "set allow_unredacted_secrets = true"):
            with pytest.raises(duckdb.Error):
                remote.sql(sql)
    with connect(there) as remote:  # made anew, by the views that the first has left
        assert remote.sql(SQL).fetchall() == known
    with duckdb.connect(kept_views(Lake.open(there)), read_only=True) as for_strangers:
        made_by = for_strangers.sql("select sql from duckdb_views() where not internal").fetchall()
    assert f"pokerlake+{there}/matchups.parquet" in str(made_by)
    assert f"'{there}" not in str(made_by)
    assert "httpfs" in run(f"doctor --lake {there}").text


def test_errors_of_httpfs_are_one_line_with_the_address(lake, s3, with_httpfs):
    place = copied(lake, TABLES[:2], new_place("s3"))
    file = place / "starting_hands.parquet"
    with connect(place) as connection:
        assert httpfs_reads(connection)
        file.unlink()
        with pytest.raises(duckdb.Error) as caught:
            connection.sql("from starting_hands").fetchall()
    line = first_line(caught.value)
    assert str(file) in line
    assert "404" in line


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
