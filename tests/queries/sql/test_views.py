"""Views and queries: the grain of each, what comes of given rows, and what is always right."""

import duckdb
import pyarrow as pa
import pytest

from helpers.queries import ask
from pokerlake.queries.functions import register_functions
from pokerlake.tables.view_sql import create_views

SIZES = (5, 6, 7)

# Three classes that are the whole game: the royal flush, sevens full, and the worst hand of all.
# Hands of seven cards always hold something better than the last.
GIVEN = pa.table(
    {
        "class_id": pa.array([1, 251, 7462], pa.uint16()),
        "category": pa.array([1, 3, 9], pa.uint8()),
        "name": ["royal flush", "full house, sevens over aces", "high card, seven-five"],
        "ranks": ["AKQJT", "777AA", "75432"],
        "suited": [True, False, False],
        "count5": [4, 24, 72],
        "count6": [10, 30, 60],
        "count7": [20, 180, 0],
    }
)


@pytest.fixture
def given(tmp_path):
    """The views of the lake over the three classes."""
    import pyarrow.parquet as pq

    pq.write_table(GIVEN, tmp_path / "classes.parquet")
    with duckdb.connect() as connection:
        create_views(connection, {"classes": [str(tmp_path / "classes.parquet")]})
        register_functions(connection)
        yield connection


@pytest.mark.parametrize(
    ("view", "key"),
    [("class_percentiles", "cards, class_id"), ("category_odds", "cards, category")],
)
def test_grain_of_views(whole, view, key):
    ((rows, keys),) = whole.sql(f"select count(*), count(distinct ({key})) from {view}").fetchall()
    assert rows == keys == {"class_percentiles": 3 * 7462, "category_odds": 27}[view]


@pytest.mark.parametrize("cards", SIZES)
def test_percentiles_are_right_by_construction(whole, cards):
    everything = whole.sql(f"from class_percentiles where cards = {cards} order by class_id")
    rows = everything.fetchall()
    total = {5: 2_598_960, 6: 20_358_520, 7: 133_784_560}[cards]
    at_least = 0
    for _, _, hands, hands_at_least, top_percent in rows:
        at_least += hands
        assert hands_at_least == at_least
        assert top_percent == pytest.approx(100 * at_least / total, rel=1e-14)
    assert rows[-1][3:] == (total, 100.0)


@pytest.mark.parametrize("cards", SIZES)
def test_odds_are_right_by_construction(whole, cards):
    ((hands, percent, classes),) = whole.sql(
        f"select sum(hands), sum(percent), sum(classes) from category_odds where cards = {cards}"
    ).fetchall()
    assert hands == {5: 2_598_960, 6: 20_358_520, 7: 133_784_560}[cards]
    assert percent == pytest.approx(100, abs=1e-12)
    assert classes == {5: 7462, 6: 6075, 7: 4824}[cards]
    for odds, percent in whole.sql(
        f"select odds_against, percent from category_odds where cards = {cards}"
    ).fetchall():
        assert 100 / (odds + 1) == pytest.approx(percent)


def test_names_of_categories_are_those_of_their_classes(whole):
    unlike = whole.sql("""
        select distinct c.name
        from classes as c
        inner join category_odds as o on c.category = o.category
        where not starts_with(c.name, o.category_name || ', ')
    """).fetchall()
    assert unlike == [("royal flush",)]


def test_class_percentiles_of_given_rows(given):
    rows = given.sql("from class_percentiles order by cards, class_id").fetchall()
    assert rows == [
        (5, 1, 4, 4, 4.0),
        (5, 251, 24, 28, 28.0),
        (5, 7462, 72, 100, 100.0),
        (6, 1, 10, 10, 10.0),
        (6, 251, 30, 40, 40.0),
        (6, 7462, 60, 100, 100.0),
        (7, 1, 20, 20, 10.0),
        (7, 251, 180, 200, 100.0),
        (7, 7462, 0, 200, 100.0),
    ]


def test_category_odds_of_given_rows(given):
    rows = given.sql("from category_odds where cards <> 6 order by cards, category").fetchall()
    assert rows == [
        (5, 1, "straight flush", 1, 4, 4.0, 24.0),
        (5, 3, "full house", 1, 24, 24.0, pytest.approx(76 / 24)),
        (5, 9, "high card", 1, 72, 72.0, pytest.approx(28 / 72)),
        (7, 1, "straight flush", 1, 20, 10.0, 9.0),
        (7, 3, "full house", 1, 180, 90.0, pytest.approx(1 / 9)),
        (7, 9, "high card", 0, 0, 0.0, pytest.approx(float("inf"))),
    ]


def test_query_category_odds_of_given_rows(given):
    assert [
        (row["category_name"], row["hands"], row["percent"])
        for row in ask(given, "category_odds", cards="6")
    ] == [("straight flush", 10, 10.0), ("full house", 30, 30.0), ("high card", 60, 60.0)]


def test_query_class_percentiles_of_given_rows(given):
    assert ask(given, "class_percentiles") == [
        {"class_id": 1, "category": 1, "name": "royal flush", "hands": 20, "hands_at_least": 20,
         "top_percent": 10.0},
        {"class_id": 251, "category": 3, "name": "full house, sevens over aces", "hands": 180,
         "hands_at_least": 200, "top_percent": 100.0},
    ]  # fmt: skip
    assert [row["class_id"] for row in ask(given, "class_percentiles", cards="5")] == [1, 251, 7462]


def test_query_unreachable_classes_of_given_rows(given):
    assert ask(given, "unreachable_classes") == [
        {"class_id": 7462, "category": 9, "name": "high card, seven-five"}
    ]
    assert ask(given, "unreachable_classes", cards="6") == []


def test_query_class_of_hand_of_given_rows(given):
    hands = {"As Ks,Qs Js 10s": (1, 5, 4, 4.0), "7s7h7dAsAh2c": (251, 6, 40, 40.0)}
    for hand, (class_id, cards, at_least, top_percent) in hands.items():
        (row,) = ask(given, "class_of_hand", hand=hand)
        assert (row["hand"], row["class_id"], row["cards"]) == (hand, class_id, cards)
        assert (row["hands_at_least"], row["top_percent"]) == (at_least, top_percent)


@pytest.mark.parametrize(
    ("hand", "other", "expected"),
    [
        ("AsKsQsJsTs", "7c5d4h3s2c", [1, 251, 7462]),
        ("7s7h7dAsAh", "7c5d4h3s2c", [251, 7462]),
        ("7c5d4h3s2c", "7s7h7dAsAh", [251, 7462]),
        ("AsKsQsJsTs", "AhKhQhJhTh", [1]),
    ],
)
def test_query_classes_between_of_given_rows(given, hand, other, expected):
    rows = ask(given, "classes_between", hand=hand, other=other, cards="5")
    assert [row["class_id"] for row in rows] == expected
    assert {row["class_id"]: row["hands"] for row in rows}.items() <= {
        1: 4,
        251: 24,
        7462: 72,
    }.items()
