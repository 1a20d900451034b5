"""Queries on opening thresholds and on change: the grain, given rows, all judged figures."""

from fractions import Fraction

import pytest

from given.hands import given_lake
from helpers.queries import ask, values
from pokerlake.tables.errors import UsageError

# ---------------------------------------------------------------- opening_thresholds


def test_thresholds_of_given_rows(tmp_path):
    few = [
        {"class_id": class_id, "category": category, "name": name, "ranks": "", "suited": False,
         "count5": 1, "count6": 0, "count7": 0}
        for class_id, category, name in [
            (3400, 8, "one pair, aces, king-jack-ten kickers"),
            (3545, 8, "one pair, aces, four-three-deuce kickers"),
            (3700, 8, "one pair, kings, queen-ten-nine kickers"),
            (3765, 8, "one pair, kings, four-three-deuce kickers"),
        ]
    ]  # fmt: skip
    openings = [
        {"players": players, "line": line, "player": len(line) + 1, "action": action,
         "top_percent": percent, "continuous_percent": percent + 0.5, "class_id": class_id}
        for players, line, action, percent, class_id in [
            (3, "", "bet", 12, 3700),
            (3, "b", "raise", 8, 3545),
            (3, "br", "raise", 0, None),
            (4, "", "bet", 9, 3400),
        ]
    ]  # fmt: skip
    columns = "line", "player", "action", "top_percent", "continuous_percent", "hand", "rung"
    with given_lake(tmp_path, classes=few, openings=openings) as connection:
        assert values(connection, "opening_thresholds", *columns) == [
            ("", 1, "bet", 12, 12.5, "one pair, kings, queen-ten-nine kickers", "one pair, kings"),
            ("b", 2, "raise", 8, 8.5, "one pair, aces, four-three-deuce kickers", "one pair, aces"),
            ("br", 3, "raise", 0, 0.5, None, None),
        ]
        assert values(connection, "opening_thresholds", "line", "rung", players="4") == [
            ("", "one pair, aces")
        ]


@pytest.mark.parametrize(("players", "rows"), [(2, 3), (3, 7), (4, 15), (5, 30), (10, 311)])
def test_grain_of_thresholds(standard, players, rows):
    answer = ask(standard, "opening_thresholds", players=str(players))
    assert len(answer) == rows
    assert len({row["line"] for row in answer}) == rows


def test_other_numbers_of_players(standard):
    with pytest.raises(UsageError, match=r"^parameter players is '11'; give a number 2..10$"):
        ask(standard, "opening_thresholds", players="11")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_thresholds_as_classes(standard, players):
    """Their percentages are those of tests/docs/test_document_000.py, of every line."""
    rows = ask(standard, "opening_thresholds", players=str(players))
    ladder = dict(standard.sql("select name, top_percent from draw_ladder").fetchall())
    percentiles = dict(
        standard.sql(
            "select class_id, top_percent from class_percentiles where cards = 5"
        ).fetchall()
    )
    for row in rows:
        # With the next class it would be more than the percentage.
        assert percentiles[row["class_id"]] <= row["top_percent"]
        assert percentiles[row["class_id"] + 1] > row["top_percent"]
        assert percentiles[row["class_id"]] <= ladder[row["rung"]] + 1e-9
        assert row["hand"].startswith(row["rung"].removesuffix(" high")) or (
            row["hand"].startswith(f"high card, {row['rung'].removesuffix(' high')}-")
        )


# ---------------------------------------------------------------- expected_change


def test_expected_change(standard):
    columns = "coin", "coins", "exact_coins", "cents", "exact_cents"
    assert values(standard, "expected_change", *columns) == [
        ("1", 2.0, "2", 2.0, "2"),
        ("5", 0.4, "2/5", 2.0, "2"),
        ("10", 0.8, "4/5", 8.0, "8"),
        ("25", 1.5, "3/2", 37.5, "75/2"),
        ("all", 4.7, "47/10", 49.5, "99/2"),
    ]
    rows = ask(standard, "expected_change")
    for row in rows:
        for percent, share in (
            ("percent_of_coins", "share_of_coins"),
            ("percent_of_value", "share_of_value"),
        ):
            assert row[percent] == pytest.approx(100 * float(Fraction(row[share])), rel=1e-14)
    assert [row["share_of_coins"] for row in rows] == ["20/47", "4/47", "8/47", "15/47", "1"]
    assert [row["share_of_value"] for row in rows] == ["4/99", "4/99", "16/99", "25/33", "1"]


def test_expected_change_of_given_rows(tmp_path):
    rows = [
        {"cents": cents, "coin": coin, "coins": coins}
        for cents, coin, coins in [(0, 1, 0), (0, 3, 0), (1, 1, 1), (1, 3, 0), (6, 1, 0), (6, 3, 2)]
    ]
    with given_lake(tmp_path, change=rows) as connection:
        columns = "coin", "coins", "exact_coins", "exact_cents", "share_of_coins", "share_of_value"
        assert values(connection, "expected_change", *columns) == [
            ("1", 1 / 3, "1/3", "1/3", "1/3", "1/7"),
            ("3", 2 / 3, "2/3", "2", "2/3", "6/7"),
            ("all", 1.0, "1", "7/3", "1", "1"),
        ]
