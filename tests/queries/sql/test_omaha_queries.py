"""Queries on the holes of Omaha: the grain of each, what comes of given rows, known facts."""

import pytest

from given.hands import given_lake
from given.omaha import FOUR, HI_LO
from helpers.queries import ask, values


@pytest.fixture
def given(tmp_path):
    with given_lake(tmp_path, omaha_hands=FOUR, omaha8_hands=HI_LO) as connection:
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
        ("omaha_suitedness", {}, ["suits"], 5),
        ("omaha_suitedness", {"by_pairing": "yes"}, ["pairing", "suits"], 15),
        ("omaha_suitedness", {"ranks": "AAAx"}, ["suits"], 2),
    ],
)
def test_grain_of_queries(whole, name, parameters, key, rows):
    answer = ask(whole, name, **parameters)
    assert len(answer) == rows
    assert len({tuple(row[column] for column in key) for row in answer}) == rows


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
