"""Tables of other lakes: fetched whole, checked, or not at all, wherever they lie."""

import hashlib
import shutil
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pokerlake as pk
from helpers.command_line import run
from helpers.lakes import share
from helpers.stores import copied, new_place
from helpers.web_server import serving
from pokerlake.engine.games.catalogue import GAMES
from pokerlake.pipelines import pulling
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn
from pokerlake.pipelines.pulling import pull
from pokerlake.tables.errors import LakeError, OutputError, UsageError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.manifest import read_manifest, write_manifest
from pokerlake.tables.store import stored_file
from pokerlake.tables.stores import fetching

NAMES = ("flops", "classes", "income_rates")
CLASSES = "classes.parquet"


@pytest.fixture(scope="module")
def other(lake, tmp_path_factory):
    """Three tables of the lake, and a game that was learned."""
    place = tmp_path_factory.mktemp("other") / "lake"
    share(lake, place)
    manifest = read_manifest(place)
    write_manifest(place, replace(manifest, tables={n: manifest.tables[n] for n in NAMES}))
    learn(place, Lesson.of(GAMES, "kuhn", "exact"))
    return place


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(fetching, "_WAIT_SECONDS", 0.0)


def entry_of(place, name):
    return read_manifest(place).tables[name]


def changed(place, table, **values):
    """Have the manifest say something else of the file of a table."""
    entry = entry_of(place, table)
    files = (replace(entry.files[0], **values),)
    write_manifest(place, read_manifest(place).with_tables({table: replace(entry, files=files)}))


def test_tables_come_whole_from_a_server_a_folder_and_a_store(other, tmp_path):
    with serving(other, password="ann:secret", moved="/") as site:
        host = site.address.removeprefix("http://")
        web = lake_path(f"http://ann:secret@{host}/moved")
        done = run(f"pull flops strategies --from {web.url} --lake {tmp_path / 'web'}")
        assert done.code == 0, done.err
        assert "secret" not in done.text + done.err
        assert run(f"pull flops --from {site.address}").err.startswith(
            f"error: {site.address}/manifest.json: the store refuses it (401 Unauthorized)"
        )
    both = read_manifest(tmp_path / "web").tables
    assert set(both) == {
        "flops", "learning_runs", "result_table", "strategies", "learned_profits",
    }  # fmt: skip
    assert both == {name: entry_of(other, name) for name in both}
    assert not (tmp_path / "web/wip").exists()
    assert run(f"verify --lake {tmp_path / 'web'}").code == 0
    store = copied(other, NAMES, new_place("memory"))
    rows = pk.pull("classes", "flops", source=store, lake=tmp_path / "web")
    assert rows.to_arrow()["state"].to_pylist() == ["pulled", "here"]
    assert pk.pull(source=other, lake=tmp_path / "web").to_arrow()["state"][2].as_py() == "not here"
    there = new_place("memory")
    assert [one.table for one in pull(there, tmp_path / "web", ["flops", "classes"])] == [
        "flops", "classes",
    ]  # fmt: skip
    assert (there / CLASSES).read_bytes() == (other / CLASSES).read_bytes()


def test_what_is_cut_off_goes_on_there(other, tmp_path):
    size = entry_of(other, "classes").files[0].bytes
    with serving(other, cut_after=30_000) as site:
        far = []
        source = lake_path(site.address)
        pull(tmp_path / "a", source, ["classes"], listener=lambda p: far.append(p.done))
        assert [wanted for path, wanted in site.asked if path == f"/{CLASSES}"] == [
            "", "bytes=30000-", "bytes=60000-",
        ]  # fmt: skip
        assert far == [0, 30_000, 60_000, size, size]
        site.ranges = False
        done = run(f"pull classes --from {site.address} --lake {tmp_path / 'b'}")
        assert done.code == 1
        assert f"was cut off after 30,000 of {size:,} bytes; they are kept" in done.err
        assert not read_manifest(tmp_path / "b").tables
        site.cut_after, site.ranges, site.sent = 0, True, 0
        pull(tmp_path / "b", source, ["classes"])
        assert site.sent < size - 30_000 + 10_000  # with the manifest
        site.ranges = False
        pull(tmp_path / "c", source, ["classes"])
    for name in "abc":
        assert entry_of(tmp_path / name, "classes") == entry_of(other, "classes")


def test_nothing_is_taken_that_is_not_what_it_should_be(other, tmp_path, monkeypatch):
    bad, here = tmp_path / "bad", tmp_path / "here"

    def refused(name, match, kind=LakeError):
        with pytest.raises(kind, match=match):
            pull(here, bad, [name])
        assert not read_manifest(here).tables
        kept = {
            path.name.partition(".")[0].partition("_1_1")[0] for path in here.rglob("*.parquet")
        }
        assert kept <= {
            "result_table",
            "strategies",
            "learned_profits",
        }  # which are as they should be
        shutil.rmtree(bad)
        shutil.copytree(other, bad)

    shutil.copytree(other, bad)
    changed(bad, "flops", name="../flops.parquet")
    refused("flops", "files of table flops is")
    changed(bad, "flops", name="flops_2.parquet")
    refused("flops", "flops_2.parquet is no name of a file of flops")
    changed(bad, "classes", bytes=1000)
    refused("classes", "has more than the 1,000 bytes of its manifest")
    changed(bad, "classes", bytes=1 << 60)
    refused("classes", "bytes are to be fetched, and", OutputError)
    (bad / CLASSES).write_bytes((bad / CLASSES).read_bytes()[:-1] + b"X")
    refused("classes", "other bytes than its manifest says")
    (bad / CLASSES).unlink()
    refused("classes", "No such file")
    for rows, wrong in (
        (lambda t: t.set_column(0, t.field(0), pa.array(range(7462), t.field(0).type)), "values"),
        (lambda t: t.drop_columns(["name"]), "other columns than pokerlake .* gives it: class_id "),
        (lambda t: t.slice(1), "rows: 7,461, not 7,462"),
    ):
        path = bad / CLASSES
        pq.write_table(rows(pq.read_table(path)), path)
        stored = stored_file(path)
        changed(bad, "classes", bytes=stored.bytes, sha256=stored.sha256)
        refused("classes", wrong)
    name = entry_of(bad, "learning_runs").files[0].name
    rows = pq.read_table(bad / name)
    at = rows.column_names.index("seconds")
    rows = rows.set_column(at, rows.field(at), pa.array([-1.0], rows.field(at).type))
    pq.write_table(rows, bad / name)
    stored = stored_file(bad / name)
    changed(bad, "learning_runs", bytes=stored.bytes, sha256=stored.sha256, values="")
    refused("strategies", "learning_runs of .* with seconds")
    monkeypatch.setattr(pulling, "package_version", lambda: "0.0.9")
    entry = entry_of(bad, "income_rates")
    entry = replace(entry, parameters={**entry.parameters, "seed": 9})
    write_manifest(bad, read_manifest(bad).with_tables({"income_rates": entry}))
    refused("income_rates", "so that pokerlake 0.0.9 cannot check it")
    digest = hashlib.sha256((other / "manifest.json").read_bytes()).hexdigest()
    assert pull(here, other, ["classes"], sha256=digest)[0].state == "pulled"
    assert entry_of(here, "classes").package_version == "0.0.9"  # its values are known to it


def test_a_table_of_ones_own_stays_and_a_damaged_one_is_replaced(other, tmp_path):
    here = tmp_path / "here"
    pull(here, other, ["classes", "strategies"])
    unlike = tmp_path / "unlike"
    shutil.copytree(other, unlike)
    changed(unlike, "learning_runs", sha256="0" * 64)
    with pytest.raises(LakeError, match=r"has a table learning_runs of its own; .*pokerlake drop"):
        pull(here, unlike, ["strategies"])
    (here / CLASSES).write_bytes(b"damaged")
    assert pull(here, other, ["classes"])[0].state == "pulled"
    assert Lake.open(here).files("classes")
    for names, source, match in (
        (["classes"], here, "is the lake itself"),
        (["clases"], other, "no table 'clases'; did you mean 'classes'?"),
        (["hand_equities"], other, "is a view; pull what it is made of: starting_hands"),
    ):
        with pytest.raises(UsageError, match=match):
            pull(here, source, names)
    with pytest.raises(LakeError, match=r"turns is not in .*; there are: classes, flops"):
        pull(here, other, ["turns"])
