"""Verification finds nothing in a sound lake, and every one of its checks can fail."""

import shutil
from dataclasses import replace
from itertools import islice

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from given.histories import ALL
from helpers import fake_learners
from helpers.changed_cells import with_cell
from helpers.changed_rows import in_memory, instead
from helpers.lakes import without_views
from helpers.slices import SLICES
from helpers.spots import spot
from pokerlake.engine.games.catalogue import GAMES
from pokerlake.pipelines import runner
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn
from pokerlake.pipelines.planning import all_builds
from pokerlake.pipelines.solving.asked import Asked
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.pipelines.verify import checks
from pokerlake.pipelines.verify.checks import verify
from pokerlake.pipelines.verify.histories import histories
from pokerlake.pipelines.verify.strategies import learning, solving
from pokerlake.tables.check import ValuesDigest
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.definitions.solving import SOLUTIONS
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import Manifest, read_manifest, write_manifest
from pokerlake.tables.registry import TABLES, without_groups
from pokerlake.tables.store import stored_file


@pytest.fixture
def copy(lake, tmp_path):
    """A copy of the lake that knows of three tables only."""
    copied = tmp_path / "lake"
    copied.mkdir()
    names = ("classes", "dag_nodes", "openings")
    for name in names:
        shutil.copy(lake / f"{name}.parquet", copied)
    known = read_manifest(lake).tables
    write_manifest(copied, Manifest({name: known[name] for name in names}))
    return copied


def failures(path, *names):
    """What is not right with the tables of a lake: the check's name, and what was found."""
    checks = verify(Lake.open(path), names)
    return {c.check: c.found for c in checks if not c.ok and c.table != "lake.duckdb"}


def read(path, name):
    return pq.read_table(path / f"{name}.parquet")


def pretend(path, name, rows):
    """Put other rows in a lake, with a manifest that knows no better."""
    file = path / f"{name}.parquet"
    pq.write_table(rows, file)
    manifest = read_manifest(path)
    entry = replace(manifest.tables[name], files=(stored_file(file),))
    write_manifest(path, manifest.with_tables({name: entry}))


def with_changes(rows, column, changes):
    """Rows with other values in some places of one column."""
    values = rows[column].to_pylist()
    for place, value in changes.items():
        assert values[place] != value
        values[place] = value
    field = rows.schema.field(column)
    return rows.set_column(rows.column_names.index(column), field, pa.array(values, field.type))


# ---------------------------------------------------------------- a sound lake


def test_nothing_is_wrong_with_the_lake(lake):
    there = Lake.open(lake)
    checks = verify(there)
    assert [check for check in checks if not check.ok] == []
    tables = list(there.manifest.tables)
    assert list(dict.fromkeys(check.table for check in checks)) == [*tables, "lake.duckdb"]
    assert {check.table for check in checks if check.check == "values"} == {*there.manifest.tables}
    assert [check.check for check in checks if check.table == "classes"] == [
        "sha256 of classes.parquet", "rows", "columns", "nulls", "rows out of order by class_id",
        *(f"sum of count{cards}" for cards in (5, 6, 7)), "values", "rows in the manifest",
    ]  # fmt: skip


@pytest.mark.parametrize("name", SLICES)
def test_tables_that_lack_boards(whole_lake, name):
    """And nothing else is wrong with what is built on request."""
    part = SLICES[name]
    assert failures(whole_lake, name) == {
        "rows": f"{part.rows:,}",
        "sum of weight": f"{part.weight:,}",
        "values": part.values,
    }


def test_every_build_has_a_digest_of_its_values():
    pins = [build.table.values for build in all_builds().values()]
    assert all(len(pin) == 64 for pin in pins)
    assert len(set(pins)) == len(pins)


def test_large_files_are_looked_at_in_parts(copy, monkeypatch):
    """What is wrong is told as of small ones: nulls, other columns, bytes, and a file that went."""
    rows = read(copy, "classes")
    nullable = pa.schema([field.with_nullable(True) for field in rows.schema])
    for changed in (
        rows,
        with_changes(rows.cast(nullable), "count5", {7: None}),
        rows.drop_columns("count5"),
        None,
        "",
    ):
        file = copy / "classes.parquet"
        if isinstance(changed, pa.Table):
            pretend(copy, "classes", changed)
        elif changed is None:
            content = bytearray(file.read_bytes())
            content[500:600] = bytes(100)
            file.write_bytes(content)
        else:
            file.unlink()
        found = []
        for large in (checks.LARGE, 0):
            monkeypatch.setattr(checks, "LARGE", large)
            found.append(verify(Lake.open(copy), ["classes"]))
        assert found[0] == found[1]
        assert changed is rows or not all(check.ok for check in found[0])


# ---------------------------------------------------------------- other parameters


@pytest.fixture
def other_rates(tmp_path, outcomes_known):
    """A lake of income rates with other parameters, for which no digest is known."""
    builds = all_builds({"standard_error": 0.1, "seed": 5})
    assert builds["income_rates"].table.values == ""
    runner.build(tmp_path / "lake", ["income_rates"], workers=2, builds=builds)
    return tmp_path / "lake"


def test_other_parameters_are_computed_again(other_rates):
    checks = verify(Lake.open(other_rates))
    assert [check.table for check in checks if not check.ok] in ([], ["lake.duckdb"])
    (values,) = [check for check in checks if check.check == "values"]
    assert values.expected != all_builds()["income_rates"].table.values
    rows = read(other_rates, "income_rates")
    pretend(other_rates, "income_rates", with_changes(rows, "share_sum", {1000: 1}))
    assert list(failures(other_rates)) == ["values"]


# ---------------------------------------------------------------- rows that are not so


def test_two_edges_exchanged(copy):
    """Both lead to nodes of the right layer; sums of the column stay what they were."""
    rows = read(copy, "dag_nodes")
    edges = rows["next_K"].to_pylist()
    pretend(copy, "dag_nodes", with_changes(rows, "next_K", {20: edges[30], 30: edges[20]}))
    (found,) = failures(copy).items()
    assert found[0] == "values"
    assert found[1] != all_builds()["dag_nodes"].table.values


def test_other_row_groups_and_another_compression(copy):
    """The digest of the values does not see them; that of the file does."""
    path = copy / "openings.parquet"
    pq.write_table(read(copy, "openings"), path, row_group_size=100, compression="snappy")
    assert list(failures(copy)) == ["sha256 of openings.parquet"]


def test_a_count_that_is_one_too_high(copy):
    rows = read(copy, "classes")
    first = rows["count7"][0].as_py()
    assert first == 4324
    pretend(copy, "classes", with_changes(rows, "count7", {0: 4325}))
    found = failures(copy)
    assert list(found) == ["sum of count7", "values"]
    assert found["sum of count7"] == "133,784,561"


# ---------------------------------------------------------------- files that are not so


def test_another_digest_in_the_manifest(copy):
    manifest = read_manifest(copy)
    entry = manifest.tables["classes"]
    found = entry.files[0].sha256
    other = replace(entry, files=(replace(entry.files[0], sha256="0" * 64),))
    write_manifest(copy, manifest.with_tables({"classes": other}))
    assert failures(copy) == {"sha256 of classes.parquet": found}


def test_file_that_is_gone(copy):
    (copy / "classes.parquet").unlink()
    assert failures(copy) == {"file classes.parquet": "gone"}


def test_file_cut_short(copy):
    path = copy / "classes.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    found = failures(copy)
    assert list(found) == ["sha256 of classes.parquet", "file classes.parquet"]
    assert found["sha256 of classes.parquet"] == stored_file(path).sha256
    assert "Parquet magic bytes not found in footer" in found["file classes.parquet"]


@pytest.mark.parametrize("ninth", range(0, 9, 4))
def test_bytes_changed_anywhere(ninth, copy):
    """Whatever Arrow makes of them, verification ends, and says that the file is another."""
    path = copy / "classes.parquet"
    content = bytearray(path.read_bytes())
    place = 1000 + ninth * (len(content) - 1000) // 9
    content[place : place + 20] = bytes(byte ^ 0xFF for byte in content[place : place + 20])
    path.write_bytes(content)
    found = failures(copy, "classes")
    assert found["sha256 of classes.parquet"] == stored_file(path).sha256
    assert all("\n" not in text for text in found.values())


# ---------------------------------------------------------------- nothing to verify


def test_unknown_table(lake):
    with pytest.raises(UsageError, match=r"^no table 'clases'; did you mean 'classes'\?$"):
        list(verify(Lake.open(lake), ["clases"]))


def test_table_that_is_not_there(tmp_path):
    with pytest.raises(LakeError, match=r"^table classes is not in .*; build it with 'pokerlake b"):
        list(verify(Lake.open(tmp_path), ["classes"]))
    with pytest.raises(LakeError, match=r"^table short_classes is not in "):
        list(verify(Lake.open(tmp_path), ["short_deck"]))
    assert without_groups(["flops", "short_deck"], {"short_classes"}) == ["flops", "short_classes"]


def test_lake_without_tables(tmp_path):
    with pytest.raises(LakeError, match=r"has no tables; build some with 'pokerlake build'$"):
        list(verify(Lake.open(tmp_path)))


# ---------------------------------------------------------------- cells


ROWS = 5_000  # of a slice
# What nothing but the digest of the values knows: names, numbers of others, moments, measurements.
ONLY_PINNED = {
    "hands": {"site", "number", "file", "line", "zone", "table_name", "tournament", "currency",
              "small_blind", "big_blind", "ante", "button", "hero", "played_utc"},
    # What tests/oracle/naive_statistics.py replays: kinds of bets go back to the streets before.
    "actions": {"total", "to_call", "aggressor", "barrels", "behind", "first_bet", "side"},
    "learning_runs": {"game", "algorithm", "seed", "games_asked", "seconds", "threads",
                      "package_version", "unit", "players"},
    "strategies": {"choice", "gain", "gain_standard_error"},
    "result_table": {"won"},
    "learned_profits": {"opponent", "rounds", "won", "won_squares"},
    "solved_spots": {"name", "donks", "add_all_in", "force_all_in", "merge", "rake", "iterations",
                     "big_blind", "seconds", "package_version"},
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


@pytest.mark.parametrize("name", ["change", "starting_hands"])
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
        without_views(patch)
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
    [
        pytest.param(HISTORIES, histories, marks=pytest.mark.whole, id="hands"),
        pytest.param(LEARNING, learning, id="games"),
        pytest.param(SOLUTIONS, solving, marks=pytest.mark.whole, id="spots"),
    ],
)
def test_every_column_of_every_table_that_users_fill(group, checks_of, filled):
    """Each by itself is found; those that only digests know are not, all at once."""
    there = Lake.open(filled)
    files = {table.name: filled / there.entry(table.name).files[0].name for table in group}
    whole = {name: pq.read_table(path) for name, path in files.items()}
    with in_memory(whole) as connection:
        for name, rows in whole.items():
            assert there.entry(name).files[0].values == digest(rows)
            pinned = sorted(ONLY_PINNED.get(name, ()))
            checked = [[column] for column in rows.column_names if column not in pinned]
            for columns in [*checked, *filter(None, [pinned])]:
                changed = rows
                for column in columns:
                    known = [place for place, value in enumerate(rows[column]) if value.is_valid]
                    changed = with_cell(changed, column, known[len(known) // 2] if known else 0)
                    one = changed.select([column])
                    assert digest(one) != digest(rows.select([column])), column
                with instead(connection, name, changed):
                    found = any(not check.ok for check in checks_of(there, connection))
                assert found is (columns != pinned), (name, columns)


def failed(lake):
    """The tables and the checks that fail; the stand-in for lake.duckdb is none."""
    checks = verify(Lake.open(lake))
    return [(c.table, c.check) for c in checks if not c.ok and c.table != "lake.duckdb"]


@pytest.mark.whole
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
    path.write_text(text.replace('"seconds": ', '"seconds": 1', 1).replace('.0.0"', '.0.1"', 1))
    assert failed(tmp_path / "lake") == [
        ("manifest.json", "package_version in the manifest"),
        ("hands", "seconds in the manifest"),
        ("seats", "tables of hands"),
    ]
    assert len(verify(Lake.open(tmp_path / "lake"))) > 50
    assert Manifest().with_tables(read_manifest(filled).tables) == read_manifest(filled)
