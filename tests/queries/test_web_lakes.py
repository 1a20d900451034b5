"""Lakes of plain web servers: read in place, by ranges of bytes, and never written."""

import os
from importlib.util import find_spec

import duckdb
import pytest

import pokerlake as pk
from helpers.command_line import run
from helpers.lakes import share
from helpers.web_server import serving
from pokerlake.queries.untrusted import ask
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.stores.path import forget_lists

SQL = "select hero, sum(win) as won from matchups where hero like 'A%' group by hero order by hero"


@pytest.fixture(scope="module")
def site(lake, tmp_path_factory):
    place = tmp_path_factory.mktemp("site")
    share(lake, place / "lake")
    with serving(place, moved="/lake/") as site:
        yield site


def test_a_lake_of_a_web_server_is_read_as_one_of_the_disk(lake, site):
    place = f"{site.address}/lake"
    with pk.connect(lake) as local, pk.connect(f"{site.address}/moved/") as remote:
        for sql in (SQL, "from hand_equities order by hand"):
            assert remote.sql(sql).fetchall() == local.sql(sql).fetchall()
    assert site.connections < len(site.asked) / 2
    site.sent = 0
    assert (
        pk.scan("hand_equities", place).collect().equals(pk.scan("hand_equities", lake).collect())
    )
    for line in ("query top_hands -p percent=3", "verify openings"):
        assert run(f"{line} --lake {place}") == run(f"{line} --lake {lake}")
    assert site.sent < 2_000_000  # of 46 MB
    if os.name != "nt":
        assert ask(lake_path(place), SQL).num_rows == 25


def test_a_lake_of_a_web_server_is_never_written(site):
    place = f"{site.address}/lake"
    for line in ("build", "drop classes --yes", "pushfold 10", "learn kuhn", "pull flops --from x"):
        done = run(f"{line} --lake {place}")
        assert (done.code, done.err.count("\n")) == (2, 1), done.err
        assert done.err.startswith(f"error: {place}: a lake at an address of http:// is only read")
    path = lake_path(place)
    for write in (path.remove_all, (path / "x").unlink, lambda: (path / "x").put(None)):
        with pytest.raises(UsageError, match="is only read"):
            write()


def test_what_a_web_server_lacks_is_told(site, tmp_path):
    place = lake_path(f"{site.address}/lake")
    there = site.folder / "lake"
    with pytest.raises(LakeError, match=r"turn_hands is not in .*; it is only read"):
        Lake.open(place).files("turn_hands")
    with pytest.raises(LakeError, match=r"no lake at http.*/no: it has no manifest.json"):
        Lake.open(lake_path(f"{site.address}/no"))
    with pytest.raises(UsageError, match=r"has something behind \? or #"):
        lake_path(f"{site.address}/lake?key=1")
    if find_spec("huggingface_hub") is None:
        with pytest.raises(LakeError, match="huggingface_hub is not installed; run: pip install"):
            Lake.open(lake_path("hf://datasets/somebody/lake"))
    flops = (there / "flops.parquet").read_bytes()
    (there / "flops.parquet").unlink()
    (there / "turns.parquet").unlink()
    (there / "turns.parquet").write_bytes(flops)
    forget_lists()
    place.filesystem._lists.clear()
    with pk.connect(place) as connection:
        assert connection.sql("select count(*) from classes").fetchall() == [(7462,)]
        with pytest.raises(duckdb.Error, match=r"flops.parquet is gone.* that lake can mend it"):
            connection.sql("from flops").fetchall()
        with pytest.raises(duckdb.Error, match=r"has 8,094 bytes, not"):
            connection.sql("from turns").fetchall()
    site.ranges = False
    (there / "manifest.json").touch()
    forget_lists()
    with pytest.raises(LakeError, match=r"no ranges of bytes, .*fetch its tables with 'pokerlake"):
        Lake.open(place)
    (there / "manifest.json").unlink()
    (there / "manifest.json").write_text("<html>")
    forget_lists()
    done = run(f"pull flops --from {place} --lake {tmp_path}")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "is not a manifest of pokerlake (JSONDecodeError" in done.err
