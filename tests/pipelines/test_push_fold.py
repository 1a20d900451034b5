"""Spots of push or fold: read as people give them, solved once, and kept whole or not at all."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.changed_cells import with_cell
from helpers.lakes import share, without_views
from pokerlake.engine.push_fold.spots import Decision, PushFoldSolution, PushFoldSpot
from pokerlake.pipelines.push_fold import rows, solving
from pokerlake.pipelines.push_fold.results import Taken, decisions_of, summary
from pokerlake.pipelines.push_fold.rows import Solved, hand_rows, solved_of, spot_rows
from pokerlake.pipelines.push_fold.solving import solved
from pokerlake.pipelines.verify.strategies import push_fold
from pokerlake.queries.questions.spots import spot_of_push_fold
from pokerlake.tables.definitions.push_fold import PUSH_FOLD, SOLVED
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest

TEN = PushFoldSpot((10.0, 10.0))


@pytest.fixture
def here(lake, tmp_path, monkeypatch):
    """A lake of its own, which has no new views."""
    without_views(monkeypatch)
    share(lake, tmp_path / "lake")
    return tmp_path / "lake"


def found_rows(lake, table):
    return pq.read_table(Lake.open(lake).files(table.name)).to_pylist()


# ---------------------------------------------------------------- rows


def made(spot=TEN, number=1, seed=None, gain=1e-7):
    """A solution of numbers that nobody computed."""
    places = np.arange(169) / 169
    decisions = tuple(
        Decision(
            player,
            before,
            np.roll(places, at),
            places - at,
            np.where(places < 0.5, np.nan, places),
            0.5,
        )
        for at, (player, before) in enumerate(spot.information_sets())
    )
    players = spot.players
    solution = PushFoldSolution(
        spot, decisions, np.arange(players) - 0.5, np.full(players, gain), 7, "by hand"
    )
    return Solved(number, solution, seed, 0.25)


def test_rows_and_back():
    spots = [TEN, PushFoldSpot((8.0, 12.5, 1 / 3), 0.4, 0.125, (50.0, 30.0), (15.0, 9.0))]
    given = [made(spot, number) for number, spot in enumerate(spots, 1)]
    again = list(solved_of(spot_rows(given), rows.player_rows(given), hand_rows(given)))
    for one, other in zip(given, again, strict=True):
        assert (one.number, one.seed, one.seconds) == (other.number, other.seed, other.seconds)
        assert one.solution.spot == other.solution.spot
        assert (one.solution.values == other.solution.values).all()
        assert (one.solution.gains == other.solution.gains).all()
        for a, b in zip(one.solution.decisions, other.solution.decisions, strict=True):
            assert (a.player, a.before, a.reach) == (b.player, b.before, b.reach)
            for name in ("share", "value_in", "value_fold"):
                np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    table = hand_rows(given)
    keys = list(zip(*(table[name].to_pylist() for name in PUSH_FOLD.key), strict=True))
    assert keys == sorted(keys)
    assert table["value_fold"].null_count == 8 * 85
    [first] = spot_rows(given[1:]).drop_columns(["package_version"]).to_pylist()
    assert first == {
        "spot": 2, "players": 3, "stack": None, "stacks": "8,12.5,0.3333333333333333",
        "small_blind": 0.4, "ante": 0.125, "prizes": "50,30", "others": "15,9",
        "bb_ante": 0.0, "fixed": "",
        "gain_by_deviating": pytest.approx(1e-7 * 44.8333 / 80, rel=1e-5), "is_close": True,
        "iterations": 7, "method": "by hand", "seed": None, "seconds": 0.25,
    }  # fmt: skip


def test_a_sum_over_all_hands_is_no_more_than_all():
    spot, solution = made(), made().solution
    first = replace(solution.decisions[0], reach=1 + 2e-16)
    rounded = replace(spot, solution=replace(solution, decisions=(first, solution.decisions[1])))
    assert set(hand_rows([rounded])["reach"].to_pylist()) == {1.0, 0.5}


def test_rows_that_are_missing():
    spots, players, hands = spot_rows([made()]), rows.player_rows([made()]), hand_rows([made()])
    for broken, problem in [
        ((spots, players, hands.slice(1)), "a decision lacks hands"),
        ((spots, players, hands.slice(169)), "spot 1 lacks decisions"),
        ((spots, players.slice(1), hands), "spot 1 lacks players"),
    ]:
        with pytest.raises(ValueError, match=problem):
            list(solved_of(*broken))


def test_what_is_said():
    three = PushFoldSpot((8.0, 12.0, 20.0))
    taken = decisions_of([made(three)])
    assert [one.facing for one in taken] == [
        "", "BTN folds", "BTN pushes", "BTN folds, SB pushes", "BTN pushes, SB folds",
        "BTN pushes, SB calls",
    ]  # fmt: skip
    assert [one.position for one in decisions_of([made(three)], "bb", "II")] == ["BB"]
    with pytest.raises(UsageError, match=r"^no position 'CO'; there are: BTN, SB, BB$"):
        decisions_of([made(three)], "CO")
    with pytest.raises(UsageError, match=r"^nothing comes after 'x'; .*: '' \(nothing\)$"):
        decisions_of([made(three)], "BTN", "x")
    assert summary([made(gain=1e-12)])[-1].endswith(
        ": nobody gains 1e-11 big blinds a hand by deviating"
    )
    far = summary([made(gain=0.0025), made(three), made(gain=2)])
    assert far == [
        "epsilon-equilibria: nobody gains more than 2 big blinds a hand by deviating",
        "not below 0.001 big blinds: 2 of 3 spots (10 each, 10 each)",
    ]
    assert not made(gain=1e-3).is_close
    assert Taken(made(), made().solution.decisions[0]).weights().max() <= 1


# ---------------------------------------------------------------- the lake


@pytest.fixture
def by_hand(monkeypatch):
    """A solver that gives numbers at once, and the spots that it was given."""
    asked = []

    def solve(spots, _counts, *, seed, threads, on_solved):
        assert threads >= 0
        for at, spot in enumerate(spots):
            asked.append(spot)
            on_solved(at, made(spot, seed=seed).solution)

    monkeypatch.setattr(solving, "solve", solve)
    return asked


def spots(*stacks):
    return [spot_of_push_fold({"stack": stack}) for stack in stacks]


def test_equal_spots_are_solved_once(here, by_hand):
    first = solved(here, spots(5, 6, 5))
    assert [one.number for one in first] == [1, 2, 1]
    assert by_hand == spots(5, 6)
    again = solved(here, [*spots(7, 6), spot_of_push_fold({"stacks": "6 6", "small_blind": 0.5})])
    assert [one.number for one in again] == [3, 2, 2]
    assert by_hand == spots(5, 6, 7)
    assert [row["stacks"] for row in found_rows(here, SOLVED[0])] == ["5,5", "6,6", "7,7"]
    assert len(found_rows(here, PUSH_FOLD)) == 3 * 338

    apart = solved(here, spots(8, 5), keep=False)
    assert [one.number for one in apart] == [0, 1]
    assert len(found_rows(here, SOLVED[0])) == 3
    assert [one.number for one in solved(here, spots(9), anew=True)] == [1]
    assert [row["stacks"] for row in found_rows(here, SOLVED[0])] == ["9,9"]


def test_long_work_is_added_on_the_way(here, by_hand, monkeypatch):
    monkeypatch.setattr(solving, "SECONDS_A_SAVE", -1)
    seen, additions = [], []
    add = solving._added
    monkeypatch.setattr(
        solving, "_added", lambda *a, **k: additions.append(len(a[1])) or add(*a, **k)
    )
    found = solved(here, spots(*range(2, 8)), listener=lambda *at: seen.append(at))
    assert [one.number for one in found] == [1, 2, 3, 4, 5, 6]
    assert additions == [1] * 6
    assert seen == [(done, 6) for done in range(7)]


def test_what_is_solved_before_a_stop_or_an_error_is_kept(here, by_hand, monkeypatch):
    found = solved(here, spots(2, 3, 4), stop=lambda: len(by_hand) >= 1)
    assert found[0].number == 1
    assert found[1:] == [None, None]
    assert [row["stacks"] for row in found_rows(here, SOLVED[0])] == ["2,2"]

    def fail(spots, _counts, *, on_solved, **_):
        on_solved(0, made(spots[0]).solution)
        raise MemoryError("no room")

    monkeypatch.setattr(solving, "SECONDS_A_SAVE", -1)
    monkeypatch.setattr(solving, "solve", fail)
    with pytest.raises(MemoryError, match="no room"):
        solved(here, spots(3, 4))
    assert [row["stacks"] for row in found_rows(here, SOLVED[0])] == ["2,2", "3,3"]
    assert not (here / "wip").exists()


def test_another_command_may_have_added_it(here, by_hand, monkeypatch):
    """Between looking and adding, which waits for the lock."""
    add, other = solving._added, []

    def added(lake, new, *, anew):
        if not other:
            other.append(True)
            solved(lake, spots(3, 4))
        return add(lake, new, anew=anew)

    monkeypatch.setattr(solving, "_added", added)
    assert [one.number for one in solved(here, spots(2, 3))] == [3, 1]
    assert [row["stacks"] for row in found_rows(here, SOLVED[0])] == ["3,3", "4,4", "2,2"]


def test_seeds_count_where_something_is_sampled(here, by_hand):
    with pytest.raises(LakeError, match=r"^table matchups3 is not in .*; build it with 'pokerlake"):
        solved(here, [spot_of_push_fold({"stack": 5, "players": 4})])
    assert rows.seed_of(PushFoldSpot((5.0,) * 3), 7) is None
    assert rows.seed_of(PushFoldSpot((5.0,) * 4), 7) == 7


def test_lakes_that_cannot_be_used(here, tmp_path, by_hand):
    with pytest.raises(LakeError, match="no lake at"):
        solved(tmp_path / "none", spots(5))
    solved(here, spots(5))
    [path] = here.glob("push_fold_1_1_*.parquet")
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(LakeError, match="is cut short or changed; "):
        solved(here, spots(5))


# ---------------------------------------------------------------- verification

# What nothing but the digest of the values knows.
ONLY_PINNED = {"iterations", "method", "seconds", "package_version"}


@pytest.fixture(scope="module")
def ten(lake, tmp_path_factory):
    """The tables of a spot that is really solved."""
    there = tmp_path_factory.mktemp("ten") / "lake"
    share(lake, there)
    solved(there, [spot_of_push_fold({"stack": 10, "ante": 0.125, "bb_ante": 0.25})])
    opened = Lake(there, read_manifest(there))
    return opened, {table.name: pq.read_table(opened.files(table.name)) for table in SOLVED}


def wrong(opened, tables):
    import duckdb

    with duckdb.connect() as connection:
        for name, table in tables.items():
            connection.from_arrow(table).create_view(name)
        return [check for check in push_fold(opened, connection) if not check.ok]


def test_what_is_right_is_right(ten):
    assert wrong(*ten) == []


@pytest.mark.whole
def test_every_changed_cell_is_found(ten):
    """Each by itself; those that only digests know are not, all at once."""
    opened, tables = ten
    pinned = dict(tables)
    for name, table in tables.items():
        for place, column in enumerate(table.column_names):
            row = (977 * place + 77) % len(table)
            if column in ONLY_PINNED:
                pinned[name] = with_cell(pinned[name], column, row)
            else:
                changed = {**tables, name: with_cell(table, column, row)}
                assert wrong(opened, changed), (name, column)
    assert wrong(opened, pinned) == []


def test_rows_that_are_there_twice(ten):
    opened, tables = ten
    assert wrong(opened, {name: pa.concat_tables([table] * 2) for name, table in tables.items()})
