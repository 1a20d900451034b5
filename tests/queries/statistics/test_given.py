"""What statistics are asked of: names, columns with their edges, and conditions, of any type."""

import datetime as dt

import numpy as np
import pandas as pd
import pytest

from pokerlake.queries.statistics.given import conditions_of, keys_of, statistics_of
from pokerlake.tables.errors import UsageError

DAY, NOON = dt.date(2024, 7, 11), dt.datetime.fromisoformat("2024-07-11T12:00")


def condition(given):
    (one,) = conditions_of(given)
    return one.sql, one.values


@pytest.mark.parametrize("asked", [
    "fold_to_three_bet", "Fold to 3-bet", "foldto3bet", "fold_to_3_bet", "Fold To 3bet%", "f3b",
])  # fmt: skip
def test_a_statistic_has_its_name_however_it_is_written(asked):
    assert [each.name for each in statistics_of([asked])] == ["fold_to_three_bet"]


def test_titles_and_other_words_are_statistics_too():
    named = "W$SD, bb/100, aggression factor, Won, raise first in, 3-bet%, cbet flop, 4bet"
    wanted = ["wsd", "bb_100", "af", "net", "rfi", "three_bet", "cbet_flop", "four_bet"]
    assert [each.name for each in statistics_of(named)] == wanted


@pytest.mark.parametrize("by", [
    "position, stack: 20 50.5", "position,stack: 20, 50.5", ["position", "stack: 20,50.5"],
    {"position": None, "stack": np.array([20, 50.5])}, {"position": None, "stack": "20, 50.5"},
    [("position", None), ("stack", (20, 50.5))],
])  # fmt: skip
def test_columns_have_their_edges(by):
    first, second = keys_of(by)
    assert (first.name, first.edges) == ("position", ())
    assert (second.name, second.edges) == ("stack", (20, 50.5))


def test_a_column_of_tournaments_is_no_other_word_for_one_of_hands():
    assert keys_of("name")[0].name == "name"


def test_edges_are_told_whole():
    (key,) = keys_of({"stack": [1234567, 1234568]})
    assert [key.label(place) for place in range(3)] == [
        "below 1234567", "1234567 to 1234568", "1234568 or more",
    ]  # fmt: skip


@pytest.mark.parametrize(("given", "same"), [
    ({"stack": "20..40"}, "stack=20..40"),
    ({"stack": "20, 40"}, "stack=20,40"),
    ({"position": "btn,SB"}, "position=BTN,SB"),
    ({"position": "!= BTN"}, "position!=BTN"),
    ({"stack": None}, "stack=null"),
    ({"month": ("2024-01", "2024-07")}, "month=2024-01..2024-07"),
    ({"day": (DAY, "2024-07-12")}, "day='2024-07-11'..'2024-07-12'"),
    ({"day": np.datetime64("2024-07-11")}, "day=2024-07-11"),
    ({"stack": slice(20, None)}, "stack=20.."),
    ("day>='2024-07-11'", "day>=2024-07-11"),
])  # fmt: skip
def test_conditions_are_the_same_in_either_form(given, same):
    assert condition(given) == condition(same)


def test_a_day_of_moments_is_the_whole_day():
    assert condition("played<=2024-07-11") == ('cast("played" as date) <= ?', (DAY,))
    assert condition("played=2024-07-11") == ('cast("played" as date) = ?', (DAY,))
    assert condition("played<2024-07-11T12:00") == ('"played" < ?', (NOON,))
    assert condition({"played": (DAY, NOON)}) == (
        'cast("played" as date) >= ? and "played" <= ?', (DAY, NOON),
    )  # fmt: skip


def test_a_moment_with_a_zone_is_told_of_played_utc():
    east = NOON.replace(tzinfo=dt.timezone(dt.timedelta(hours=2)))
    assert condition({"played_utc": east}) == ('"played_utc" = ?', (NOON - dt.timedelta(hours=2),))
    with pytest.raises(UsageError, match="give it without a zone, or give played_utc"):
        conditions_of({"played": east})


def test_what_is_not_between_two_numbers():
    sql = '("stack" >= ? and "stack" <= ?) is not true'
    assert condition("stack!=20..40") == (sql, (20, 40))


def test_two_points_are_part_of_a_name():
    assert condition("player=A..Z") == ('"player" in (?)', ("A..Z",))


@pytest.mark.parametrize(("read", "given", "problem"), [
    (statistics_of, [1], "statistics has 1; give names, such as 'vpip,pfr'"),
    (statistics_of, ["vpip", None], "statistics has None; give names"),
    (keys_of, {"stack": 20}, "by has stack with 20; give ascending numbers, as 20 50 100"),
    (keys_of, {"stack": [20, "x"]}, "give ascending numbers"),
    (keys_of, [7], "by has 7; give names of columns, such as 'position'"),
    (conditions_of, "street=flop..river", "where has street=flop..river; street has no order"),
    (conditions_of, "hand=22..55", "hand has no order: give = or !=, and each value"),
    (conditions_of, "hole=AcAd..KcKd", "hole has no order"),
    (conditions_of, "player>B", "player has no order"),
    (conditions_of, "hero>=true", "hero has no order"),
    (conditions_of, "month>=", "where has month without a value"),
    (conditions_of, "month=2024-7", "where has month '2024-7'; give one such as 2024-07"),
    (conditions_of, {"day": (DAY, "2024-07-10")}, "give the smaller one first"),
    (conditions_of, {"day": pd.NaT}, "where has day NaT; give a day, such as 2024-07-11"),
    (conditions_of, {"stack": [None, 3]}, "where has stack None; give a number"),
])  # fmt: skip
def test_what_is_wrong_is_told(read, given, problem):
    with pytest.raises(UsageError) as raised:
        read(given)
    assert problem in str(raised.value)
