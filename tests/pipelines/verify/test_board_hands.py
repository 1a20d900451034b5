"""Every check of a table of holes can fail: tables of few boards, changed in one place or two."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.pipelines import recount_boards as recount
from pokerlake.pipelines.tables import boards as builds
from pokerlake.pipelines.verify import board_hands
from pokerlake.pipelines.verify.board_hands import table_checks
from pokerlake.pipelines.verify.stored_rows import StoredRows

ENUMERATED = "of 10 rows those unlike the enumeration"
SQUARES = "river_strength_squares"
NOT_GIVEN = f"rows of {SQUARES} that no run-outs give"


@dataclass
class Few:
    """A table of the first few boards."""

    name: str
    cards: int
    boards: int
    rows: pa.Table

    def failures(self, path, rows, row_group_size=100_000):
        """What is not right with some rows: the check, and what was found."""
        pq.write_table(rows, path / "few.parquet", row_group_size=row_group_size)
        boards = recount.canonical_boards(self.cards).part(0, self.boards)
        checks = table_checks(self.name, StoredRows([path / "few.parquet"]), boards)
        return {check.check: check.found for check in checks if not check.ok}


def few(name, cards, boards):
    build = {
        "flop_hands": builds.FLOP_HANDS_BUILD,
        "turn_hands": builds.TURN_HANDS_BUILD,
        "river_hands": builds.RIVER_HANDS_BUILD,
    }[name]
    rows = build.compute(0, {}).select(build.table.arrow_schema().names)
    rows = rows.cast(build.table.arrow_schema())
    rows = rows.filter(np.less(rows["board_id"].to_numpy(), boards))
    return Few(name, cards, boards, rows)


@pytest.fixture(scope="module")
def flops():
    return few("flop_hands", 3, 30)


@pytest.fixture(scope="module")
def turns():
    return few("turn_hands", 4, 40)


@pytest.fixture(scope="module")
def rivers():
    return few("river_hands", 5, 60)


@pytest.fixture(params=["flops", "turns", "rivers"])
def table(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(autouse=True)
def fewer_rows_enumerated(monkeypatch):
    monkeypatch.setattr(board_hands, "_SAMPLE", 10)


def place_of(rows, board, hole):
    """The row of the n-th hole of a board."""
    return int(np.flatnonzero(rows["board_id"].to_numpy() == board)[hole])


def with_at_least(rows, board, number, *columns):
    """The middle one of the rows of a board whose counts are so high."""
    enough = rows["board_id"].to_numpy() == board
    for column in columns:
        enough &= rows[column].to_numpy() >= number
    places = np.flatnonzero(enough)
    return int(places[len(places) // 2])


def with_added(rows, place, **changes):
    """Rows of which one has other numbers."""
    for name, change in changes.items():
        values = rows[name].to_numpy().copy()
        values[place] = int(values[place]) + change
        at = rows.column_names.index(name)
        rows = rows.set_column(at, rows.schema.field(name), pa.array(values))
    return rows


def unlike(column):
    return f"rows of {column} unlike the recount"


# ---------------------------------------------------------------- sound tables


def test_nothing_is_wrong(table, tmp_path):
    assert table.failures(tmp_path, table.rows) == {}


def test_checks(flops, turns, rivers, tmp_path):
    def checks(table):
        pq.write_table(table.rows, tmp_path / "few.parquet")
        boards = recount.canonical_boards(table.cards).part(0, table.boards)
        found = list(table_checks(table.name, StoredRows([tmp_path / "few.parquet"]), boards))
        assert {check.table for check in found} == {table.name}
        return [check.check for check in found]

    keys = [unlike(name) for name in ("board_id", "hole_id", "weight", "class_id", "hand")]
    assert checks(flops) == [
        "holes on all boards",
        *keys,
        "rows whose ahead, tied and behind are not 1,081 opponents",
        "rows whose turn counts are not 45 for each opponent",
        "rows whose river counts are not 990 for each opponent",
        NOT_GIVEN,
        "boards whose holes are not ahead as often as behind",
        "boards whose turn counts are not those of the opponents",
        "boards whose river counts are not those of the opponents",
        ENUMERATED,
    ]
    assert checks(turns) == [
        "holes on all boards",
        *keys,
        "rows whose ahead, tied and behind are not 1,035 opponents",
        "rows whose river counts are not 44 for each opponent",
        NOT_GIVEN,
        "boards whose holes are not ahead as often as behind",
        "boards whose river counts are not those of the opponents",
        ENUMERATED,
    ]
    assert checks(rivers) == [
        "holes on all boards",
        *keys[:4],
        "rows whose win and tie are over 990",
        "boards whose holes do not win as often as they lose",
        ENUMERATED,
    ]


def test_parts_of_any_size_find_the_same(table, tmp_path, monkeypatch):
    """Boards lie across row groups and files; a part may be one board."""
    place = len(table.rows) - 1
    wrong = with_added(table.rows, place, weight=1)
    for rows_at_a_time in (1, 3000, 1 << 30):
        monkeypatch.setattr(board_hands, "_ROWS_AT_A_TIME", rows_at_a_time)
        assert table.failures(tmp_path, table.rows, row_group_size=701) == {}
        found = table.failures(tmp_path, wrong, row_group_size=701)
        assert found == {unlike("weight"): "1"}


# ---------------------------------------------------------------- keys, weights, classes


@pytest.mark.parametrize("column", ["board_id", "hole_id", "weight", "class_id"])
def test_one_number_changed(column, table, tmp_path):
    wrong = with_added(table.rows, place_of(table.rows, 7, 50), **{column: 1})
    assert table.failures(tmp_path, wrong) == {unlike(column): "1"}


def test_two_classes_changed_that_keep_their_sum(table, tmp_path):
    wrong = with_added(table.rows, place_of(table.rows, 3, 9), class_id=1)
    wrong = with_added(wrong, place_of(table.rows, 3, 10), class_id=-1)
    assert table.failures(tmp_path, wrong) == {unlike("class_id"): "2"}


@pytest.mark.parametrize("hand", ["72o", "ZZ"])
def test_hand_that_is_another_or_none(hand, flops, tmp_path):
    hands = flops.rows["hand"].to_pylist()
    assert hands[100] != hand
    hands[100] = hand
    at = flops.rows.column_names.index("hand")
    wrong = flops.rows.set_column(at, flops.rows.schema.field("hand"), pa.array(hands))
    assert flops.failures(tmp_path, wrong) == {unlike("hand"): "1"}


def test_holes_of_two_boards_exchanged(table, tmp_path):
    """The same holes with the same weights, each with the counts of the other board."""
    rows = table.rows
    boards = recount.canonical_boards(table.cards).part(0, table.boards)
    symmetric = np.flatnonzero((boards.keeps == boards.keeps[1]).all(axis=1))
    first, second = (
        np.flatnonzero(rows["board_id"].to_numpy() == board) for board in symmetric[:2]
    )
    order = np.arange(len(rows))
    order[first[-1]], order[second[-1]] = second[-1], first[-1]
    found = table.failures(tmp_path, rows.take(order))
    assert found[unlike("board_id")] == "2"
    # Two holes of one board, whose rows are in the wrong order.
    order = np.arange(len(rows))
    order[[first[3], first[4]]] = order[[first[4], first[3]]]
    assert table.failures(tmp_path, rows.take(order))[unlike("hole_id")] == "2"


def test_a_row_too_few_or_too_many(table, tmp_path):
    rows = f"{len(table.rows) - 1:,}"
    assert table.failures(tmp_path, table.rows.slice(1)) == {"holes on all boards": rows}
    longer = pa.concat_tables([table.rows, table.rows.slice(0, 1)])
    rows = f"{len(table.rows) + 1:,}"
    assert table.failures(tmp_path, longer) == {"holes on all boards": rows}


# ---------------------------------------------------------------- counts


def test_every_count_that_is_one_too_high(flops, turns, tmp_path):
    """Each breaks the sum of its row, and but for the middle one the balance of its board."""
    for table, each in [(flops, {"turn": 45, "river": 990}), (turns, {"river": 44})]:
        place = place_of(table.rows, 11, 20)
        for street, times in each.items():
            for now in recount.RELATIONS:
                for then in recount.RELATIONS:
                    column = f"{street}_{now}_{then}"
                    wrong = with_added(table.rows, place, **{column: 1})
                    found = set(table.failures(tmp_path, wrong)) - {ENUMERATED, NOT_GIVEN}
                    expected = {f"rows whose {street} counts are not {times} for each opponent"}
                    if (now, then) != ("tied", "tied"):
                        expected |= {f"boards whose {street} counts are not those of the opponents"}
                    assert found == expected, column


@pytest.mark.parametrize("relation", recount.RELATIONS)
def test_opponents_that_are_one_too_many(relation, flops, tmp_path):
    wrong = with_added(flops.rows, place_of(flops.rows, 11, 20), **{relation: 1})
    found = set(flops.failures(tmp_path, wrong)) - {ENUMERATED}
    assert found == {
        "rows whose ahead, tied and behind are not 1,081 opponents",
        "rows whose turn counts are not 45 for each opponent",
        "rows whose river counts are not 990 for each opponent",
        *(["boards whose holes are not ahead as often as behind"] if relation != "tied" else []),
    }


def test_outcomes_of_one_hole_that_its_opponents_do_not_have(flops, turns, tmp_path):
    """All sums of the row are what they should be."""
    for table in (flops, turns):
        place = with_at_least(table.rows, 11, 2, "river_ahead_ahead")
        wrong = with_added(table.rows, place, river_ahead_ahead=-2, river_ahead_behind=2)
        found = set(table.failures(tmp_path, wrong)) - {ENUMERATED}
        assert found == {"boards whose river counts are not those of the opponents"}


def test_outcomes_of_two_holes_that_only_the_weights_tell_apart(flops, tmp_path):
    """What one has too much the other lacks, but they do not stand for equally many holes."""
    weights = flops.rows["weight"].to_numpy()
    changes = {"turn_ahead_ahead": 1, "turn_ahead_behind": -1}
    enough = flops.rows["board_id"].to_numpy() == 0
    for name in changes:
        enough &= flops.rows[name].to_numpy() > 0
    light, heavy = (
        np.flatnonzero(enough & (weights == weight))[0]
        for weight in (weights[enough].min(), weights[enough].max())
    )
    assert weights[light] < weights[heavy]
    wrong = with_added(flops.rows, light, **changes)
    wrong = with_added(wrong, heavy, **{name: -change for name, change in changes.items()})
    found = set(flops.failures(tmp_path, wrong)) - {ENUMERATED}
    assert found == {"boards whose turn counts are not those of the opponents"}


@pytest.mark.parametrize("changes", [{"win": 1}, {"tie": 1}, {"win": 1, "tie": -1}])
def test_wins_that_nobody_loses(changes, rivers, tmp_path):
    lose = 990 - rivers.rows["win"].to_numpy() - rivers.rows["tie"].to_numpy()
    places = (rivers.rows["tie"].to_numpy() > 0) & (lose > 0)
    wrong = with_added(rivers.rows, int(np.flatnonzero(places)[100]), **changes)
    found = set(rivers.failures(tmp_path, wrong)) - {ENUMERATED}
    assert found == {"boards whose holes do not win as often as they lose"}


def test_more_wins_and_ties_than_opponents(rivers, tmp_path):
    wins = rivers.rows["win"].to_pylist()
    wrong = with_added(rivers.rows, 7, tie=991 - wins[7] - rivers.rows["tie"][7].as_py())
    assert rivers.failures(tmp_path, wrong)["rows whose win and tie are over 990"] == "1"


@pytest.mark.parametrize("squares", [1, -1, "highest", "lowest"])
def test_squares_that_no_run_outs_give(squares, flops, turns, tmp_path):
    """One off is odd or even where it must not be; the others are no mean square of this mean."""
    for table in (flops, turns):
        before = table.rows[SQUARES].to_numpy().astype(np.int64)
        place = int(np.argsort(before)[len(before) // 2])
        if squares in (1, -1):
            off = squares
        else:
            to = {"highest": 2**32 - 2, "lowest": 0}[squares]
            off = 2 * int((to - before[place]) / 2)
        wrong = with_added(table.rows, place, **{SQUARES: off})
        assert table.failures(tmp_path, wrong)[NOT_GIVEN] == "1"


# ---------------------------------------------------------------- what the enumeration alone sees


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        (
            "flops",
            {
                "turn_ahead_ahead": 1,
                "turn_ahead_behind": -1,
                "turn_behind_behind": 1,
                "turn_behind_ahead": -1,
            },
        ),
        ("flops", {SQUARES: 2}),
        ("turns", {"river_tied_tied": -2, "river_tied_ahead": 1, "river_tied_behind": 1}),
        ("turns", {SQUARES: -2}),
    ],
)
def test_one_row_whose_sums_are_right(table, changes, request, tmp_path, monkeypatch):
    table = request.getfixturevalue(table)
    one = Few(table.name, table.cards, 1, table.rows.slice(0, place_of(table.rows, 1, 0)))
    monkeypatch.setattr(board_hands, "_SAMPLE", 10_000)
    enough = np.ones(len(one.rows), bool)
    for name, change in changes.items():
        enough &= one.rows[name].to_numpy() + np.int64(change) >= 0
    wrong = with_added(one.rows, int(np.flatnonzero(enough)[-1]), **changes)
    found = one.failures(tmp_path, wrong)
    assert found == {f"of {len(one.rows):,} rows those unlike the enumeration": "1"}


def test_two_rivers_whose_sums_are_right(rivers, tmp_path, monkeypatch):
    one = Few("river_hands", 5, 1, rivers.rows.slice(0, place_of(rivers.rows, 1, 0)))
    monkeypatch.setattr(board_hands, "_SAMPLE", 10_000)
    weights, tie = (one.rows[name].to_numpy() for name in ("weight", "tie"))
    first, second = np.flatnonzero((weights == weights[-1]) & (tie > 0))[:2]
    wrong = with_added(one.rows, first, win=1, tie=-1)
    wrong = with_added(wrong, second, win=-1, tie=1)
    found = one.failures(tmp_path, wrong)
    assert found == {f"of {len(one.rows):,} rows those unlike the enumeration": "2"}
