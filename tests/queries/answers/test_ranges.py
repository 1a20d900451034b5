"""Ranges as a user gives them, and rankings out of a lake."""

import io
import sys

import numpy as np
import pytest

from given.rankings import EQUITIES, write_rankings
from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.ranges.notation import format_range, parse_range
from pokerlake.queries.answers.lookup.rankings import lake_ranking, ranking_name
from pokerlake.queries.answers.ranges.given import RangeReader, range_weights
from pokerlake.queries.answers.ranges.reader import given_text
from pokerlake.tables.errors import InputError, LakeError, UsageError
from pokerlake.tables.lake import Lake


@pytest.fixture
def rankings(tmp_path):
    return write_rankings(tmp_path / "lake")


def test_equity(rankings):
    assert lake_ranking(Lake.open(rankings)).tolist() == EQUITIES


def test_income_rates(rankings):
    lake = Lake.open(rankings)
    assert lake_ranking(lake, "income 2").tolist() == list(range(169))
    assert lake_ranking(lake, "income 9").tolist() == [-row for row in range(169)]


def test_percentages_go_by_the_ranking(rankings):
    one = format_range(range_weights("1%", rankings))
    assert one == "AA,AKs,AQs:0.815"
    assert format_range(RangeReader.of(rankings, None, None).weights("1%")) == one
    assert format_range(RangeReader.of(rankings, "equity", None).weights("1%")) == one
    assert format_range(RangeReader.of(rankings, None, 9).weights("1%")) == one
    last = format_range(RangeReader.of(rankings, None, 10).weights("1%"))
    assert last == "22,32o:0.605"
    assert format_range(RangeReader.of(rankings, "income 10", None).weights("1%")) == last
    assert format_range(RangeReader.of(rankings, "income 10", None).top("1").weights) == last


def test_no_lake_is_needed_without_a_percentage(tmp_path):
    weights = range_weights("22+,AKs@50%", tmp_path / "none")
    np.testing.assert_array_equal(weights, parse_range("22+,AKs:0.5"))
    with pytest.raises(LakeError, match=r"^no lake at "):
        range_weights("15%", tmp_path / "none")


def test_a_table_that_is_not_there(tmp_path):
    lake = write_rankings(tmp_path / "lake", tables=())
    for players, table in ((None, "starting_hands"), (6, "income_rates")):
        with pytest.raises(LakeError) as raised:
            RangeReader.of(lake, None, players).weights("15%")
        assert str(raised.value) == (
            f"table {table} is not in {lake}; build it with 'pokerlake build {table}'"
        )


def test_a_table_that_lacks_a_hand(tmp_path):
    lake = write_rankings(tmp_path / "lake", hands=HANDS[:-1])
    with pytest.raises(LakeError, match=r"^table starting_hands has no row of 22 "):
        range_weights("15%", lake)


@pytest.mark.parametrize(
    ("by", "players", "name"),
    [
        (None, None, "equity"),
        ("equity", None, "equity"),
        (None, 6, "income 6"),
        ("income 6", None, "income 6"),
        ("income  10", None, "income  10"),
    ],
)
def test_names_of_rankings(by, players, name):
    assert ranking_name(by, players) == name


@pytest.mark.parametrize(
    ("by", "players", "problem"),
    [
        ("eqity", None, "no ranking 'eqity'; give 'equity', or 'income N' for N = 2 to 10"),
        ("income", None, "no ranking 'income'; give 'equity', or 'income N' for N = 2 to 10"),
        (None, 11, "no ranking 'income 11'; give 'equity', or 'income N' for N = 2 to 10"),
        (None, -6, "no ranking 'income -6'; give 'equity', or 'income N' for N = 2 to 10"),
        ("equity", 6, "--players 6 is short for --by 'income 6'; give one of them"),
    ],
)
def test_what_is_no_ranking(by, players, problem):
    with pytest.raises(UsageError) as raised:
        ranking_name(by, players)
    assert str(raised.value) == problem


def test_text_files_and_stdin(tmp_path, monkeypatch):
    path = tmp_path / "open.txt"
    path.write_bytes("\ufeff22+,\nA2s+\n".encode())
    assert given_text("22+") == "22+"
    assert given_text(f"@{path}") == "22+,\nA2s+\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"AKs")))
    assert given_text("-") == "AKs"
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"^standard input is closed$"):
        given_text("-")
    path.write_bytes(b"22+,\xff")
    with pytest.raises(InputError, match=r"open.txt is not text in UTF-8 \(byte 5\)$"):
        given_text(f"@{path}")
    with pytest.raises(InputError, match=r"^nowhere.txt cannot be read: No such file or dir"):
        given_text("@nowhere.txt")


def test_dead_cards_are_dead_in_every_way(rankings):
    reader = RangeReader.of(rankings, None, None, dead="As Ah")
    assert reader.live() == 1225
    assert reader.weights("AA").sum() == 1
    assert reader.top("0.5%").combos == pytest.approx(1 + 2 * 0.1575)  # AsKs and AhKs are dead
    table = reader.explained("AA,AhKh")
    assert table["holes"].to_pylist() == [6, 1]
    assert table["deciding"].to_pylist() == [1, 0]
