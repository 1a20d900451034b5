"""Checks of short deck: nothing is wrong with what is built, and each check can fail."""

import pyarrow as pa
import pytest

from pokerlake.engine.cards.holes import parse_hole
from pokerlake.pipelines.verify import built as short_deck
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.lake import Lake

UNLIKE = "hands unlike short_starting_hands"
SLICED = {("short_turn_hands", UNLIKE), ("short_river_hands", UNLIKE)}  # in the tests' lake


@pytest.fixture
def failed(whole_lake, monkeypatch):
    """A function that finds the checks that fail with another column of one of the tables."""
    lake, read = Lake.open(whole_lake), short_deck._read

    def find(name="", column="", change=None):
        def changed(_, table):
            rows = read(lake, table)
            if table != name:
                return rows
            values = rows[column].to_numpy().copy()
            change(values)
            return rows.set_column(rows.column_names.index(column), column, pa.array(values))

        monkeypatch.setattr(short_deck, "_read", changed)
        checks = list(short_deck.short_deck(lake))
        assert len(checks) == 8
        return {(check.table, check.check) for check in checks if not check.ok} - SLICED

    return find


def test_nothing_is_wrong(whole_lake, failed):
    assert failed() == set()
    names = ["short_starting_hands", "short_matchups", "short_flop_hands", "short_classes"]
    checks = verify(Lake.open(whole_lake), names)
    assert {(check.table, check.check) for check in checks if not check.ok} == SLICED


def test_a_hand_that_wins_once_more_is_seen(failed):
    def more(values):
        values[5] += 1

    every = {"short_matchups", "short_combo_matchups", "short_income_rates", "short_flop_hands"}
    assert failed("short_starting_hands", "win", more) == {
        ("short_starting_hands", "rows that do not add up to the deals"),
        *((table, UNLIKE) for table in every),
    }
    assert failed("short_matchups", "tie", more) == {("short_matchups", UNLIKE)}
    assert failed("short_income_rates", "share_sum", more) == {("short_income_rates", UNLIKE)}
    assert failed("short_flop_hands", "river_tied_behind", more) == {("short_flop_hands", UNLIKE)}


def test_match_ups_that_change_places_are_seen(failed):
    def turned(values):
        values[:] = values[::-1]

    found = failed("short_combo_matchups", "win", turned)
    assert ("short_combo_matchups", UNLIKE) in found
    assert ("short_combo_matchups", "6 random rows, each dealt on all boards") in found


def test_showdowns_of_two_holes():
    hero, villain = parse_hole("AhKh"), parse_hole("QsQc")
    assert short_deck.showdowns(hero, villain) == [108_298, 2_007, 91_071]
    assert short_deck.showdowns(villain, hero) == [91_071, 2_007, 108_298]
