"""One cell of every column of every table is changed, and every change is found."""

import shutil
from dataclasses import replace
from itertools import islice

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from given.histories import ALL
from helpers import fake_learners
from helpers.changed_cells import with_cell
from helpers.spots import spot
from pokerlake.engine.games.catalogue import GAMES
from pokerlake.pipelines import growing
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn
from pokerlake.pipelines.planning import all_builds
from pokerlake.pipelines.solving.asked import Asked
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.pipelines.verify.checks import verify
from pokerlake.pipelines.verify.histories import histories
from pokerlake.pipelines.verify.strategies import learning, solving
from pokerlake.tables.check import ValuesDigest, values_of
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.definitions.solving import SOLUTIONS
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import Manifest, read_manifest, write_manifest
from pokerlake.tables.registry import TABLES
from pokerlake.tables.store import stored_file

ROWS = 5_000  # of a slice
# What nothing but the digest of the values knows: names, numbers of others, moments, measurements.
ONLY_PINNED = {
    "hands": {"site", "number", "file", "line", "zone", "table_name", "tournament", "currency",
              "small_blind", "big_blind", "ante", "button"},
    "actions": {"total", "to_call"},
    "learning_runs": {"game", "algorithm", "seed", "games_asked", "seconds", "threads",
                      "package_version", "unit", "players"},
    "strategies": {"choice", "gain", "gain_standard_error"},
    "result_table": {"won"},
    "learned_profits": {"opponent", "rounds", "won", "won_squares"},
    "solved_spots": {"name", "donks", "add_all_in", "force_all_in", "merge", "rake", "iterations",
                     "seconds", "package_version"},
    "solved_strategies": {"value"},
}  # fmt: skip


def digest(rows):
    found = ValuesDigest(rows.schema)
    for batch in rows.to_batches():
        found.update(batch)
    return found.hexdigest()


def test_every_column_of_every_table_that_is_built(whole_lake):
    """A column has streams of its own, so a slice of one column shows whether a cell is seen."""
    entries = read_manifest(whole_lake).tables
    assert set(entries) == set(TABLES)
    for name, entry in entries.items():
        if TABLES[name].filled:
            continue
        with pq.ParquetFile(whole_lake / entry.files[0].name) as file:
            rows = pa.Table.from_batches(islice(file.iter_batches(ROWS), 1), file.schema_arrow)
        for place, column in enumerate(rows.column_names):
            alone = rows.select([column])
            row = (977 * place + 77) % len(rows)
            assert digest(alone) != digest(with_cell(alone, column, row)), (name, column)


@pytest.mark.parametrize("name", ["change", "openings", "starting_hands", "combo_matchups"])
def test_every_column_by_the_whole_check(name, lake, tmp_path):
    (stored,) = read_manifest(lake).tables[name].files
    rows = pq.read_table(lake / stored.name)
    for place, column in enumerate(rows.column_names):
        row = (977 * place + 77) % len(rows)
        found = wrong(tmp_path, read_manifest(lake), name, with_cell(rows, column, row))
        assert "values" in found, column


def wrong(folder, manifest, name, rows):
    """The checks that fail in a lake where only this table has other rows, by its manifest too."""
    folder.mkdir(exist_ok=True)
    entry = manifest.tables[name]
    path = folder / entry.files[0].name
    path.unlink(missing_ok=True)
    pq.write_table(rows, path)
    file = replace(stored_file(path), values=entry.files[0].values)
    write_manifest(folder, replace(manifest, tables={name: replace(entry, files=(file,))}))
    return {check.check for check in verify(Lake.open(folder), [name]) if not check.ok}


# ---------------------------------------------------------------- what users fill


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A lake with hands that were played, two runs of learners and a solved spot."""
    folder = tmp_path_factory.mktemp("filled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(growing, "write_database", lambda lake: (lake.path / "lake.duckdb").touch())
        (folder / "a.txt").write_text(ALL)
        import_histories(folder / "lake", [str(folder / "a.txt")])
        learn(folder / "lake", Lesson.of(GAMES, "kuhn", "cfr", rounds=50))
        learn(folder / "lake", Lesson.of(fake_learners.GAMES, "toss", rounds=9))
        of_river = {"rake": 0.05, "rake_cap": 3.0, "donks": "33", "add_all_in": 9}
        river = spot("QsJh2h8c3d", "AA,KQs", "KK,T9s", **of_river)
        solve_into(folder / "lake", [Asked(river, "a river")])
    return folder / "lake"


@pytest.mark.parametrize(
    ("group", "checks_of"),
    [(HISTORIES, histories), (LEARNING, learning), (SOLUTIONS, solving)],
    ids=["hands", "games", "spots"],
)
def test_every_column_of_every_table_that_users_fill(group, checks_of, filled):
    there = Lake.open(filled)
    files = {table.name: filled / there.entry(table.name).files[0].name for table in group}
    whole = {name: pq.read_table(path) for name, path in files.items()}
    unknown = {}
    with duckdb.connect(config={"threads": 1}) as connection:
        for name, rows in whole.items():
            connection.from_arrow(rows).create_view(name)
        for name, rows in whole.items():
            assert there.entry(name).files[0].values == values_of(files[name], rows.schema)
            for column in rows.column_names:
                known = [place for place, value in enumerate(rows[column]) if value.is_valid]
                other = with_cell(rows, column, known[len(known) // 2] if known else 0)
                assert digest(other.select([column])) != digest(rows.select([column])), column
                connection.from_arrow(other).create_view(name)
                if all(check.ok for check in checks_of(there, connection)):
                    unknown.setdefault(name, set()).add(column)
            connection.from_arrow(rows).create_view(name)
    assert unknown == {name: set(ONLY_PINNED[name]) for name in whole if name in ONLY_PINNED}


def failed(lake):
    """The tables and the checks that fail; the stand-in for lake.duckdb is none."""
    checks = verify(Lake.open(lake))
    return [(c.table, c.check) for c in checks if not c.ok and c.table != "lake.duckdb"]


def test_values_that_were_pinned_when_written(filled, tmp_path):
    """Also where all rows go together, and the file's digest is made anew."""
    shutil.copytree(filled, tmp_path / "lake")
    manifest = read_manifest(filled)
    (stored,) = manifest.tables["hands"].files
    path = tmp_path / "lake" / stored.name
    pq.write_table(with_cell(pq.read_table(path), "site", 2), path)
    file = replace(stored_file(path), values=stored.values)
    entry = replace(manifest.tables["hands"], files=(file,))
    write_manifest(tmp_path / "lake", manifest.with_tables({"hands": entry}))
    assert failed(tmp_path / "lake") == [("hands", "values")]


def test_every_build_with_default_parameters_is_pinned():
    assert {build.table.name for build in all_builds().values() if build.table.values} == {
        table.name for table in TABLES.values() if not table.filled
    }


def test_verify_names_what_is_wrong_with_the_manifest_and_goes_on(filled, tmp_path):
    shutil.copytree(filled, tmp_path / "lake")
    path = tmp_path / "lake" / "manifest.json"
    text = path.read_text()
    path.write_text(text.replace('"seconds": ', '"seconds": 1', 1).replace('.1.0"', '.1.1"', 1))
    assert failed(tmp_path / "lake") == [
        ("manifest.json", "package_version in the manifest"),
        ("hands", "seconds in the manifest"),
        ("seats", "tables of hands"),
    ]
    assert len(verify(Lake.open(tmp_path / "lake"))) > 50
    assert Manifest().with_tables(read_manifest(filled).tables) == read_manifest(filled)
