"""Queries on the holes of Omaha: the grain of each, what comes of given rows, known facts."""

import pytest

from given.hands import given_lake
from given.omaha import FIVE, FOUR, HI_LO, SIX
from helpers.queries import ask, has_grain, values
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import UsageError


@pytest.fixture
def given(tmp_path):
    tables = {
        "omaha_hands": FOUR, "omaha_hands5": FIVE, "omaha_hands6": SIX, "omaha8_hands": HI_LO,
    }  # fmt: skip
    with given_lake(tmp_path, **tables) as connection:
        yield connection


@pytest.mark.parametrize(
    ("name", "parameters", "key", "rows"),
    [
        ("omaha_ranking", {}, ["hand"], 20),
        ("omaha_ranking", {"count": "16432"}, ["hand"], 16_432),
        ("omaha_ranking", {"ranks": "AAxx", "pairing": "two pair", "count": "99"}, ["hand"], 36),
        ("omaha_ranking", {"hand": "2c 2d 2h 2s"}, ["hand"], 1),
        ("omaha8_ranking", {"suits": "ms", "count": "1000"}, ["hand"], 715),
        ("omaha8_ranking", {"ranks": "2xA3"}, ["hand"], 20),
        ("omaha5_ranking", {"pairing": "full house", "count": "9999"}, ["hand"], 312),
        ("omaha5_ranking", {"hand": "2c 2d 2h 2s As"}, ["hand"], 1),
        ("omaha6_ranking", {"suits": "ms", "count": "9999"}, ["hand"], 1716),
        ("omaha_suitedness", {}, ["suits"], 5),
        ("omaha5_suitedness", {}, ["suits"], 6),
        ("omaha6_suitedness", {}, ["suits"], 9),
        ("omaha8_suitedness", {}, ["suits"], 5),
        ("omaha_suitedness", {"by_pairing": "yes"}, ["pairing", "suits"], 15),
        ("omaha_suitedness", {"ranks": "AAAx"}, ["suits"], 2),
    ],
)
def test_grain_of_queries(whole, name, parameters, key, rows):
    assert has_grain(whole, name, " ".join(key), rows, **parameters)


def test_omaha_ranking_of_given_rows(given):
    assert ask(given, "omaha_ranking", hand="KhAhKsAs") == [
        {
            "rank": 1, "hand": "AdAcKdKc", "pairing": "two pair", "suits": "ds", "combos": 6,
            "equity": 0.75, "win_percent": 70.0, "tie_percent": 10.0, "top_percent": 10.0,
        }
    ]  # fmt: skip
    columns = "rank", "hand"
    unpaired = values(given, "omaha_ranking", *columns, pairing="unpaired", count="3")
    assert unpaired == [(2, "9h8c7c6d"), (2, "AsKhQdJc"), (4, "9c8c7c6d")]
    of_nine = values(given, "omaha_ranking", *columns, ranks="6xx9", suits="ts")
    assert of_nine == [(4, "9c8c7c6d")]
    assert values(given, "omaha_ranking", "hand", ranks="22xx") == [("2h2d2c3c",), ("2s2h2d2c",)]
    assert values(given, "omaha_ranking", "hand", ranks="2222") == [("2s2h2d2c",)]
    assert ask(given, "omaha_ranking", ranks="A9", suits="ds") == []


def test_rankings_of_five_and_six_cards_of_given_rows(given):
    columns = "rank", "hand", "pairing", "suits", "top_percent"
    assert values(given, "omaha5_ranking", *columns, count="3") == [
        (1, "AdAcKdKcQh", "two pair", "ds", 20.0), (2, "AcAdAhKcKd", "full house", "ds", 40.0),
        (3, "AcAdAhKcQs", "trips", "ss", 60.0),
    ]  # fmt: skip
    assert values(given, "omaha5_ranking", "rank", ranks="9876x", suits="ts+ss") == [(4,)]
    assert values(given, "omaha6_ranking", "hand", ranks="AAKKQQ") == [("AdAcKdKhQcQh",)]
    assert values(given, "omaha6_ranking", "rank", pairing="two trips") == [(2,)]
    assert values(given, "omaha6_ranking", "rank", suits="qs+ss") == [(6,)]
    found = values(given, "omaha5_suitedness", "suits", "combos", "best_top_percent", ranks="AAAxx")
    assert found == [("ds", 20, 40.0), ("ss", 21, 60.0)]
    assert values(given, "omaha6_suitedness", "pairing", by_pairing="yes", ranks="AKKKxx") == [
        ("two trips",)
    ]
    assert values(given, "omaha8_suitedness", "suits", "combos") == [("ds", 24), ("rainbow", 1)]


@pytest.mark.parametrize(
    ("name", "game", "line"),
    [
        ("omaha_ranking", "PLO5", "for omaha5 ask omaha5_ranking"),
        ("omaha5_suitedness", "omaha8", "for omaha hi-lo ask omaha8_suitedness"),
        ("omaha6_ranking", "PLO", "for omaha ask omaha_ranking"),
        ("omaha_ranking", "omaha", "leave it out for omaha"),
        ("hand_ranking", "6+", "for short deck ask short_hand_ranking"),
        ("best_flops", "omaha", "there is none for 'omaha'"),
        ("omaha_ranking", "badugi", "there is none for 'badugi'"),
    ],
)
def test_a_game_is_in_the_name_of_a_query(name, game, line):
    with pytest.raises(UsageError, match=f"^query {name} has no parameter 'game'; {line}$"):
        named_query(name).bind({"game": game})


def test_omaha8_ranking_of_given_rows(given):
    columns = "rank", "hand", "top_percent"
    assert values(given, "omaha8_ranking", *columns) == [
        (1, "AdAc3d2c", 96.0), (1, "AdAc4d2c", 96.0), (3, "2s2h2d2c", 100.0),
    ]  # fmt: skip
    (row,) = ask(given, "omaha8_ranking", hand="2s2h2d2c")
    deals = 4095
    assert row["scoop_percent"] == 100 * 0b1001 / deals
    assert row["quarter_percent"] == 100 * 0b1001000000 / deals
    assert row["high_equity"] == (0b1111 + 0b11110000 / 2) / deals


def test_omaha_suitedness_of_given_rows(given):
    """24 rainbow holes have 0.5, and one has 0.1."""
    found = ask(given, "omaha_suitedness")
    assert [row["suits"] for row in found] == ["ds", "rainbow", "ss", "ts", "ms"]
    assert found[1] == {
        "pairing": "all", "suits": "rainbow", "combos": 25, "equity": (24 * 0.5 + 0.1) / 25,
        "lowest_equity": 0.1, "highest_equity": 0.5, "best_top_percent": 70.0,
    }  # fmt: skip
    columns = "pairing", "suits", "combos"
    assert values(given, "omaha_suitedness", *columns, by_pairing="yes", ranks="2xxx") == [
        ("unpaired", "ms", 4), ("trips", "ss", 1), ("quads", "rainbow", 1),
    ]  # fmt: skip


def test_what_suits_are_worth(whole):
    """All holes have half of the pot; the best are double-suited, the worst of one suit."""
    found = values(whole, "omaha_suitedness", "suits", "combos", "equity")
    assert [(suits, combos) for suits, combos, _ in found] == [
        ("ds", 36_504), ("ss", 158_184), ("ts", 44_616), ("rainbow", 28_561), ("ms", 2860),
    ]  # fmt: skip
    assert sum(combos * equity for _, combos, equity in found) == pytest.approx(270_725 / 2)
