"""What `pokerlake verify` finds in tables of hands that are not as they should be."""

import shutil
from decimal import Decimal

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from given import omaha_histories
from given.histories import ALL
from helpers.changed_rows import in_memory, instead, more, other, wrong
from helpers.lakes import without_views
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.verify.checks import verify
from pokerlake.pipelines.verify.histories import create_functions, histories
from pokerlake.tables.definitions.histories import HISTORIES, TOURNAMENTS
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("imported")
    (folder / "a.txt").write_text(ALL + omaha_histories.ALL)
    with pytest.MonkeyPatch.context() as patch:
        without_views(patch)
        import_histories(folder / "lake", [str(folder / "a.txt")])
    return folder / "lake"


@pytest.fixture
def lake(imported, tmp_path):
    return shutil.copytree(imported, tmp_path / "lake")


@pytest.fixture(scope="module")
def checked(imported):
    """Gives what is wrong once a table of the lake has other rows."""
    there = Lake.open(imported)
    tables = (*HISTORIES, TOURNAMENTS)
    files = {table.name: imported / there.entry(table.name).files[0].name for table in tables}
    whole = {name: pq.read_table(path) for name, path in files.items()}
    with in_memory(whole) as connection:

        def found(name, change):
            rows = whole[name].to_pylist()
            change(rows)
            with instead(connection, name, pa.Table.from_pylist(rows, whole[name].schema)):
                return {check.check for check in histories(there, connection) if not check.ok}

        yield found


_PAID = "pots unlike what was collected, the rake and what is unpaid"


def test_nothing_is_wrong(lake):
    checks = [check for check in verify(Lake.open(lake)) if check.table != "lake.duckdb"]
    assert [check for check in checks if not check.ok] == []
    filled = {table.name for table in (*HISTORIES, TOURNAMENTS)}
    assert {check.table for check in checks} == filled


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("hands", more("pot", 0), {"pots unlike what was invested and added", _PAID}),
        ("hands", more("rake", 0, -2), {_PAID, "rakes below nothing"}),
        ("hands", more("unpaid", 0), {_PAID, "pots unpaid without a cash-out"}),
        ("hands", more("added", 0), {"pots unlike what was invested and added"}),
        ("hands", other("hero", 0, 9), {"heroes who were not dealt in"}),
        ("hands", other("board3", 0, "2c7dTsJhJs"), {"third boards without a second"}),
        ("hands", other("over", 0, "river"), {"ends of the betting unlike the actions"}),
        ("seats", more("net", 0), {"nets unlike what makes them"}),
        ("seats", other("luck", 0, 1.0), {"hands whose luck adds up to something"}),
        ("seats", other("luck", 9, 0.0), {"hands with luck where no card came"}),
        ("hands", more("seats", 1), {"hands of other seats than dealt in"}),
        ("hands", other("showdown", 2, True), {"showdowns of one player, or none of several",
            "showdowns without a pot, or pots without one"}),
        ("hands", other("board", 0, "2c7dTsJhJs"), {"rows of class_id unlike the cards"}),
        ("seats", more("invested", 0), {"pots unlike what was invested and added",
            "invested more than was put in"}),
        ("hands", other("game", 4, "pot limit omaha5"), {"holes of other cards than the game's",
            "rows of class_id unlike the cards"}),
        ("hands", other("game", 6, "pot limit omaha"), {"rows of wins unlike the cards",
            "chips won with worse cards"}),
        ("hands", other("game", 8, "no limit hold'em"), {"rows of class_id unlike the cards",
            "rows of wins unlike the cards"}),
        ("hands", other("game", 0, "no limit chess"), {"game that is invalid"}),
        ("seats", other("stack", 1, Decimal(3)), {"stacks smaller than what was put in"}),
        ("seats", other("folded", 0, "flop"), {"streets of folds unlike the actions"}),
        ("seats", other("hand", 4, "KQo"), {"hands unlike their holes"}),
        ("seats", other("player", 4, "Zoe"), {"actions of no seat, or of another player",
            "rows of no seat, or of another player"}),
        ("actions", more("pot", 3), {"pots unlike the amounts before"}),
        ("actions", more("number", 11), {"actions that are not numbered 1, 2, 3, ..."}),
        ("actions", other("action", 5, "check"), {"amounts that are not an action's",
            "streets of folds unlike the actions"}),
        ("showdowns", other("wins", 19, False), {"rows of wins unlike the cards"}),
        ("showdowns", other("wins", 0, None), {"rows of wins unlike the cards"}),
        ("showdowns", more("class_id", 0), {"rows of class_id unlike the cards"}),
        ("showdowns", more("size", 0), {"rows of a pot that differ in its size"}),
        ("showdowns", other("won", 0, Decimal("0.1")), {"won more than was collected",
            "chips won with worse cards"}),
        ("showdowns", lambda rows: rows.pop(), {"pots of one player",
            "rows of hands 1, 2, 3, ..."}),
    ],
)  # fmt: skip
def test_one_thing_is_wrong(checked, name, change, expected):
    assert expected <= checked(name, change)


def test_bytes_and_files(lake):
    path = lake / read_manifest(lake).tables["actions"].files[0].name
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
    assert f"sha256 of {path.name}" in wrong(lake)
    path.unlink()
    assert {f"file {path.name}", "tables of hands"} <= wrong(lake)


def test_holes_that_are_not_known_have_no_class():
    """Also where all rows that DuckDB gives at once are null, and others are not."""
    with duckdb.connect() as connection:
        create_functions(connection)
        found = connection.sql(
            "select i < 5000 as known, class_of(if(known, 'AsKs', null), 'QsJsTs2c2d', "
            "'no limit hold''em') as class, count(*) from range(9000) rows (i) "
            "group by all order by known"
        ).fetchall()
        assert found == [(False, None, 4000), (True, 1, 5000)]
        nothing = "select class_of(nullif('AsKs', 'AsKs'), 'QsJsTs2c2d', 'no limit hold''em')"
        assert connection.sql(nothing).fetchall() == [(None,)]


def test_a_folder_named_like_a_column_is_none(lake, tmp_path):
    below = tmp_path / "seat=7"
    below.mkdir()
    checks = verify(Lake.open(lake.rename(below / "lake")), ["hands"])
    assert [check for check in checks if not check.ok] == []
