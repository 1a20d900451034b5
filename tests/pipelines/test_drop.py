"""Tables taken out of a lake: whole or not at all, and nothing that belongs together is torn."""

import shutil
from pathlib import Path

import duckdb
import pytest

from helpers.command_line import run
from helpers.lakes import share
from pokerlake.pipelines import growing, runner
from pokerlake.pipelines.growing import drop
from pokerlake.pipelines.lock import alone
from pokerlake.tables.errors import LakeError, OutputError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest

FILLED = ["hands", "seats", "actions", "showdowns"]


@pytest.fixture
def own(lake, tmp_path):
    """A lake whose tables may be dropped: their files are links."""
    share(lake, tmp_path / "lake")
    return tmp_path / "lake"


def names_in(folder):
    return {path.name for path in folder.iterdir()}


def test_tables_go_with_their_files_and_views(own):
    sizes = {name: (own / f"{name}.parquet").stat().st_size for name in ("flops", "change")}
    before = names_in(own)
    (own / "wip" / "change").mkdir(parents=True)
    dropped = drop(own, ["change", "flops", "change"])
    assert [(one.table.name, one.rows, one.bytes) for one in dropped] == [
        ("change", 400, sizes["change"]),
        ("flops", 1755, sizes["flops"]),
    ]
    assert names_in(own) == before - {"flops.parquet", "change.parquet"}
    assert read_manifest(own).tables.keys().isdisjoint({"flops", "change"})
    with duckdb.connect(own / "lake.duckdb", read_only=True) as connection:
        views = {
            name for (name,) in connection.sql("select view_name from duckdb_views()").fetchall()
        }
        assert {"flop_hands", "turns", "holes"} <= views
        assert not {"flops", "change", "flop_strength", "flop_by_hand"} & views
    assert runner.build(own, ["change"]) == ["change"]


@pytest.mark.parametrize(
    ("names", "error", "message"),
    [
        (["flop"], UsageError, "no table 'flop'; did you mean 'flops'"),
        (["flops", "hand_equities"], UsageError,
         "hand_equities is a view of starting_hands: it has no file to drop"),
        (["flops", "river_hands"], LakeError, "table river_hands is not in {}: there is nothing "),
        (["hands"], LakeError, "table hands is not in {}: there is nothing to drop"),
        (["short_deck"], LakeError, "table short_classes is not in {}: there is nothing to drop"),
    ],
)  # fmt: skip
def test_what_cannot_be_dropped_leaves_all_as_it_was(own, names, error, message):
    before = names_in(own) | {".build.lock"}
    manifest = read_manifest(own)
    with pytest.raises(error) as caught:
        drop(own, names)
    assert str(caught.value).startswith(message.format(own))
    assert (names_in(own) | {".build.lock"}, read_manifest(own)) == (before, manifest)


def test_no_lake(tmp_path):
    with pytest.raises(LakeError, match=r"^no lake at "):
        drop(tmp_path / "lake", ["flops"])
    assert names_in(tmp_path) == set()


def test_beside_a_build(own):
    with alone(own), pytest.raises(LakeError, match=r"^another command writes to .*; wait until"):
        drop(own, ["flops"])
    assert "flops" in read_manifest(own).tables


def test_one_that_is_stopped_is_finished_by_the_next(own, monkeypatch):
    unlink = Path.unlink

    def refuse(path, **options):
        if path.name == "flops.parquet":
            raise PermissionError(1, "Operation not permitted")
        unlink(path, **options)

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(OutputError, match=r"flops.parquet cannot be removed: Operation not permit"):
        drop(own, ["flops", "turns"])
    assert read_manifest(own).tables.keys().isdisjoint({"flops", "turns"})
    monkeypatch.undo()
    (flops, turns) = drop(own, ["flops", "turns"])
    assert (flops.rows, turns.rows) == (0, 0)
    assert flops.bytes > 0
    assert not {"flops.parquet", "turns.parquet"} & names_in(own)
    with pytest.raises(LakeError, match="table flops is not in"):
        drop(own, ["flops"])


def test_killed_before_the_files_are_removed(own, monkeypatch):
    def killed(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(growing, "_removed", killed)
    with pytest.raises(KeyboardInterrupt):
        drop(own, ["flops"])
    monkeypatch.undo()
    assert "flops" not in read_manifest(own).tables
    assert (own / "flops.parquet").exists()
    assert runner.build(own, ["flops"]) == ["flops"]


def test_a_table_whose_file_is_gone(own):
    (own / "flops.parquet").unlink()
    (flops,) = drop(own, ["flops"])
    assert flops.bytes == 0
    assert Lake.open(own).opened()[1] == {}


# ---------------------------------------------------------------- the command, and tables of users


@pytest.fixture
def filled(whole_lake, tmp_path, monkeypatch):
    """A lake with hands played and games learned."""
    share(whole_lake, tmp_path / "lake")
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "lake"))
    return tmp_path / "lake"


def test_tables_that_belong_together_go_together(filled):
    finished = run("drop seats hands --yes")
    message = (
        "error: hands belongs together with actions, showdowns: drop all of them with "
        "'pokerlake drop hands seats actions showdowns'\n"
    )
    assert finished == (2, b"", message)
    asked = run(f"drop {' '.join(FILLED)} change")
    assert (asked.code, asked.out) == (2, b"")
    assert asked.err.startswith("error: hands, seats, actions, showdowns (")
    assert asked.err.endswith(" rows of hands): no build brings these back; add --yes\n")
    assert set(FILLED) < read_manifest(filled).tables.keys()

    played = [name for name in names_in(filled) if name.split("_")[0] in FILLED]
    assert len(played) >= 4
    dropped = run(f"drop {' '.join(FILLED)} --yes")
    assert (dropped.code, dropped.out) == (0, b"")
    assert dropped.err.splitlines()[0].startswith("dropped hands: ")
    assert dropped.err.splitlines()[0].endswith(" rows; 'pokerlake import FILE' makes it again")
    assert dropped.err.endswith(" bytes are free again\n")
    assert not set(played) & names_in(filled)
    assert "learning_runs" in read_manifest(filled).tables
    assert run("sql 'from opportunities'").err.startswith(
        "error: 'opportunities' is not in this lake; impo"
    )


@pytest.mark.parametrize(("answer", "code"), [("n", 1), ("y", 0)])
def test_the_command_asks_before_what_no_build_brings_back(filled, monkeypatch, answer, code):
    monkeypatch.setattr("pokerlake.commands.lake.build._is_terminal", lambda: True)
    names = [
        name for name in read_manifest(filled).tables if name.startswith(("lea", "res", "str"))
    ]
    finished = run(f"drop {' '.join(names)}", stdin=f"{answer}\n".encode())
    assert finished.code == code
    assert "no build brings these back. Drop them? [y/N]" in finished.err
    assert ("learning_runs" in read_manifest(filled).tables) == bool(code)


def test_a_table_that_is_built_goes_without_a_question(filled):
    shutil.copy(filled / "change.parquet", filled / "of_a_user.parquet")
    finished = run("drop change")
    assert finished.err.startswith("dropped change: 400 rows; 'pokerlake build change' makes it ag")
    assert (filled / "of_a_user.parquet").exists()
