"""The views of five-card draw: the grain of each, what comes of given rows, known facts."""

import pytest

from given import draw
from given.hands import given_lake
from pokerlake.tables.definitions.draw import CATEGORIES


def classes(*rows):
    columns = "class_id", "category", "name", "count5"
    others = {"ranks": "", "suited": False, "count6": 0, "count7": 0}
    return [{**dict(zip(columns, row, strict=True)), **others} for row in rows]


@pytest.fixture
def given(tmp_path):
    few = classes(
        (1, 1, "royal flush", 1),
        (2, 1, "straight flush, king high", 3),
        (150, 2, "four of a kind, aces, king kicker", 4),
        (3326, 8, "one pair, aces, king-queen-jack kickers", 10),
        (3545, 8, "one pair, aces, four-three-deuce kickers", 10),
        (5305, 8, "one pair, sixes, four-three-deuce kickers", 12),
        (6186, 9, "high card, ace-king-queen-jack-nine", 20),
        (6678, 9, "high card, ace-six-four-three-deuce", 20),
        (7462, 9, "high card, seven-five-four-three-deuce", 20),
    )
    with given_lake(tmp_path, classes=few, **draw.ROWS) as connection:
        yield connection


# ---------------------------------------------------------------- draw_ladder


def test_ladder_of_given_rows(given):
    assert given.sql("from draw_ladder").fetchall() == [
        (1, "straight flush", 2, 4, 4.0, 4.0),
        (2, "four of a kind", 150, 4, 4.0, 8.0),
        (3, "one pair, aces", 3545, 20, 20.0, 28.0),
        (4, "one pair, sixes", 5305, 12, 12.0, 40.0),
        (5, "ace high", 6678, 40, 40.0, 80.0),
        (6, "seven high", 7462, 20, 20.0, 100.0),
    ]


# What errata.md says of the document's ladder, and its other rungs: at the weakest of each.
LADDER = {
    "straight flush": (40, 0.002),
    "four of a kind": (624, 0.026),
    "full house": (3_744, 0.170),
    "flush": (5_108, 0.366),
    "straight": (10_200, 0.759),
    "three of a kind": (54_912, 2.871),
    "two pair": (123_552, 7.625),
    "one pair, aces": (84_480, 10.876),
    "one pair, kings": (84_480, 14.126),
    "one pair, queens": (84_480, 17.377),
    "one pair, jacks": (84_480, 20.627),
    "one pair, tens": (84_480, 23.878),
    "one pair, nines": (84_480, 27.129),
    "one pair, eights": (84_480, 30.379),
    "one pair, sevens": (84_480, 33.630),
    "one pair, sixes": (84_480, 36.880),
    "one pair, fives": (84_480, 40.131),
    "one pair, fours": (84_480, 43.381),
    "one pair, threes": (84_480, 46.632),
    "one pair, deuces": (84_480, 49.882),
    "ace high": (502_860, 69.231),
    "king high": (335_580, 82.143),
    "queen high": (213_180, 90.345),
    "jack high": (127_500, 95.251),
    "ten high": (70_380, 97.959),
    "nine high": (34_680, 99.294),
    "eight high": (14_280, 99.843),
    "seven high": (4_080, 100.0),
}


def test_the_ladder(standard):
    rows = standard.sql(
        "select rung, name, hands, percent, top_percent from draw_ladder"
    ).fetchall()
    assert [row[0] for row in rows] == list(range(1, 29))
    assert {row[1]: (row[2], round(row[4], 3)) for row in rows} == LADDER
    assert [row[1] for row in rows] == list(LADDER)
    for _, _, hands, percent, _ in rows:
        assert percent == pytest.approx(hands / 25_989.6, rel=1e-14)
    percents = {row[1]: row[3] for row in rows}
    assert round(percents["one pair, sevens"], 4) == 3.2505


# ---------------------------------------------------------------- draw_strengths


def test_strengths_of_given_rows(given):
    columns = "hand_id, hand, class_id, category, draw, discard, exchanged, kept, thrown, weight"
    assert given.sql(f"select {columns}, usual from draw_strengths order by all").fetchall() == [
        (0, "2c2d3h4s6c", 800, 8, "pair", 0, 0, "2c2d3h4s6c", "", 12, False),
        (0, "2c2d3h4s6c", 800, 8, "pair", 24, 2, "2c2d3h", "4s6c", 12, False),
        (0, "2c2d3h4s6c", 800, 8, "pair", 28, 3, "2c2d", "3h4s6c", 12, True),
        (1, "2c3c4c5c7d", 900, 9, "four-flush", 15, 4, "7d", "2c3c4c5c", 4, False),
        (1, "2c3c4c5c7d", 900, 9, "four-flush", 16, 1, "2c3c4c5c", "7d", 4, True),
        (2, "5c6d7h8sQd", 900, 9, "open-ended", 1, 1, "6d7h8sQd", "5c", 48, False),
        (2, "5c6d7h8sQd", 900, 9, "open-ended", 16, 1, "5c6d7h8s", "Qd", 24, True),
        (3, "7c7d7h9s9c", 300, 3, "pat", 0, 0, "7c7d7h9s9c", "", 20, True),
        (3, "7c7d7h9s9c", 300, 3, "pat", 24, 2, "7c7d7h", "9s9c", 20, False),
    ]
    chances = ", ".join(f"{name}_percent" for name in CATEGORIES)
    rows = given.sql(f"""
        select draws, expected_strength, expected_top_percent, {chances}
        from draw_strengths where hand_id < 2 order by hand_id, discard
    """).fetchall()
    assert rows == [
        (1, 0.25, 87.5, 0, 0, 0, 0, 0, 0, 0, 100, 0),
        (50, 0.625, 37.5, 0, 0, 2, 0, 0, 0, 18, 80, 0),
        (100, 0.5, 75, 0, 0, 0, 0, 0, 10, 20, 70, 0),
        (200, 0.75, 25, 0, 0, 0, 0, 0, 0, 0, 75, 25),
        (50, 0.5, 50, 4, 0, 0, 16, 0, 0, 0, 0, 80),
    ]
