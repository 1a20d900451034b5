"""Holes in Omaha on flops: the views, and queries against plain arithmetic on rows of the table."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from given.hands import given_lake
from helpers.board_rows import read
from helpers.queries import ask
from helpers.sql_answers import error
from oracle import naive, naive_omaha
from pokerlake.engine.omaha.flops import flop_row_keys
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import UsageError

DEALS = 122_175_900


def number(cards):
    return sum(comb(card, place + 1) for place, card in enumerate(sorted(cards)))


# ---------------------------------------------------------------- the views


def test_all_holes_of_four_cards(whole):
    """In the order of their numbers; of each rank pattern and suitedness as many as by counting."""
    rows = whole.sql("select hole_id, hole, ranks from omaha_holes order by hole_id").fetchall()
    assert [row[0] for row in rows] == list(range(270_725))
    held = sorted(combinations(range(52), 4), key=lambda cards: cards[::-1])
    assert [row[1] for row in rows] == [naive.format_cards(cards[::-1]) for cards in held]
    assert all(ranks == hole[::2] for _, hole, ranks in rows)


def test_kinds_of_holes_are_those_before_the_flop(whole):
    kinds = "pairing, suits, count(*) from omaha_holes group by all order by all"
    before = "pairing, suits, sum(combos) from omaha_equities group by all order by all"
    assert whole.sql(f"select {kinds}").fetchall() == whole.sql(f"select {before}").fetchall()


def test_equities_of_given_rows(tmp_path):
    hands = [
        {"board_id": 7, "hole_id": number(naive.parse_cards(hole)), "weight": weight,
         "class_id": class_id, "win": win, "tie": tie}
        for hole, weight, class_id, win, tie in [
            ("3c2s2h2d", 12, 200, DEALS, 0), ("AhKhQdJd", 24, 300, DEALS // 4, DEALS // 2),
        ]
    ]  # fmt: skip
    flops = [
        {"board_id": 7, "board": "2c3d4h", "weight": 24, "suits": "", "pairing": "", "high": "4",
         "connected": 3, "straights": 2, "flush_possible": False}
    ]  # fmt: skip
    with given_lake(tmp_path, omaha_flop_hands=hands, flops=flops) as connection:
        found = connection.sql("select * exclude hole_id from omaha_flop_equities order by hole")
        assert found.fetchall() == [
            (7, "2c3d4h", "3c2s2h2d", "3222", "trips", "rainbow", 12, 200, 1.0, 100.0, 0.0),
            (7, "2c3d4h", "AhKhQdJd", "AKQJ", "unpaired", "ds", 24, 300, 0.5, 25.0, 50.0),
        ]


def test_the_mean_equity_of_a_flop_is_a_half(whole):
    found = whole.sql("""
        select board_id, count(*), sum(weight * equity) / sum(weight)
        from omaha_flop_equities group by board_id order by board_id
    """).fetchall()
    assert [row[0] for row in found] == [*range(5), *range(440, 445)]
    assert all(abs(mean - 0.5) < 1e-12 for *_, mean in found)
    assert sum(row[1] for row in found) == 1_255_950


# ---------------------------------------------------------------- the queries


@pytest.fixture(scope="module")
def on_flop(whole):
    """Of each hole of 3h4sJh: twice its equity as a whole number, its row, and its number."""
    rows = read(whole, "select * from omaha_flop_hands where board_id = 442 order by hole_id")
    flop = naive.parse_cards("3h4sJh")
    live = [card for card in range(52) if card not in flop]
    held = np.array([*combinations(live, 4)], np.uint8)
    keys = flop_row_keys(held, np.array(flop, np.uint8))
    assert (keys.board_id == 442).all()
    of_row = np.searchsorted(rows["hole_id"], keys.hole_id)
    gains = (2 * rows["win"] + rows["tie"])[of_row]
    return {
        naive.format_cards(hole[::-1]): (gain, row, number(hole))
        for hole, gain, row in zip(held.tolist(), gains.tolist(), of_row.tolist(), strict=True)
    }


@pytest.mark.parametrize("percent", ["0", "2"])
def test_ranking_of_a_flop(whole, on_flop, percent):
    found = ask(whole, "omaha_flop_ranking", flop="jh3h4s", percent=percent)
    gains = np.sort([gain for gain, _, _ in on_flop.values()])
    rows = {}
    for hole, (gain, row, hole_id) in on_flop.items():
        rows.setdefault(row, []).append((hole_id, hole, gain))
    expected = []
    for holes in rows.values():
        _, hole, gain = max(holes)
        better = len(gains) - np.searchsorted(gains, gain, "right").item()
        if 100 * better < float(percent) * len(gains):
            as_good = len(gains) - np.searchsorted(gains, gain, "left").item()
            expected.append((better + 1, hole, len(holes), gain, as_good))
    assert [(row["rank"], row["hole"], row["combos"]) for row in found] == [
        row[:3] for row in sorted(expected)
    ]
    for row, (_, _, _, gain, as_good) in zip(found, sorted(expected), strict=True):
        assert row["equity"] == pytest.approx(gain / 2 / DEALS, rel=1e-14)
        assert row["equity"] == pytest.approx((row["win_percent"] + row["tie_percent"] / 2) / 100)
        assert row["hole_percentile"] == pytest.approx(100 * as_good / 211_876, rel=1e-14)
    assert bool(found) == (percent != "0")


@pytest.mark.parametrize(
    ("hole", "name"),
    [
        ("AhKhQdJd", "one pair, jacks, ace-four-three kickers"),
        ("2c2d2s7h", "one pair, deuces, jack-four-three kickers"),
        ("AhJsJd5h", "three of a kind, jacks, four-three kickers"),
    ],
)
def test_a_hole_on_a_flop(whole, on_flop, hole, name):
    (row,) = ask(whole, "omaha_flop_hole", hole=hole, flop="3h4sJh")
    gain, _, _ = on_flop[naive.format_cards(sorted(naive.parse_cards(hole), reverse=True))]
    gains = np.array([gain for gain, _, _ in on_flop.values()])
    assert 2 * row["win"] + row["tie"] == gain
    assert row["win"] + row["tie"] + row["lose"] == DEALS
    assert row["equity"] == gain / 2 / DEALS
    assert row["rank"] == 1 + (gains > gain).sum()
    assert row["hole_percentile"] == pytest.approx(100 * (gains >= gain).mean(), rel=1e-14)
    class_id = naive_omaha.class_of(naive.parse_cards(hole), naive.parse_cards("3h4sJh"))
    assert row["class_id"] == class_id
    assert row["class_name"] == name


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("omaha_flop_ranking", {"flop": "3h4s"}, "parameter flop: '3h4s' has 2 cards, not 3"),
        (
            "omaha_flop_ranking",
            {"flop": "3h4sJh", "percent": "101"},
            "parameter percent is '101'; give a number 0..100",
        ),
        (
            "omaha_flop_hole",
            {"flop": "3h4sJh", "hole": "AhKh"},
            "parameter hole: 'AhKh' has 2 cards; a hole in Omaha has 4",
        ),
        (
            "omaha_flop_hole",
            {"flop": "3h4sJh", "hole": "AhKhJh2c"},
            "parameters hole and flop both have Jh",
        ),
    ],
)
def test_what_queries_refuse(name, parameters, message):
    with pytest.raises(UsageError) as caught:
        named_query(name).bind(parameters)
    assert str(caught.value) == message


def test_a_hole_as_the_tables_write_it():
    bound = named_query("omaha_flop_hole").bind({"hole": "jd kh,AH qD", "flop": "jh 4s 3h"})
    assert bound == {"hole": "AhKhQdJd", "flop": "3h4sJh"}


# ---------------------------------------------------------------- the function


def test_numbers_of_holes(whole):
    wrong = whole.sql("""
        select count(*) from omaha_holes
        where omaha_hole_id(hole) <> hole_id or omaha_hole_id(hole_id) <> hole_id
    """).fetchall()
    assert wrong == [(0,)]


def test_numbers_of_canonical_holes(whole, on_flop):
    """Of text and of numbers, in any order of cards; null on a flop that has one of them."""
    found = whole.sql("""
        select
            hole,
            omaha_hole_id(hole, '3h4sJh'),
            omaha_hole_id(hole_id, ' Jh 4s 3h'),
            omaha_hole_id(hole[7:] || hole[:6], 'Jh3h4s')
        from omaha_holes where hole_id % 7 = 0
    """).fetchall()
    ids = read(whole, "select hole_id from omaha_flop_hands where board_id = 442")["hole_id"]
    assert len(found) == 270_725 // 7
    for hole, *numbers in found:
        expected = ids[on_flop[hole][1]] if hole in on_flop else None
        assert numbers == [expected] * 3


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("omaha_hole_id(null)", None),
        ("omaha_hole_id(null, '3h4sJh')", None),
        ("omaha_hole_id('AhKhQdJd', null)", None),
        ("omaha_hole_id('5h2s2d2c')", 1002),
        ("omaha_hole_id(x) from (select unnest(['AsAhAdAc', null]) as x)", 270_724),
    ],
)
def test_nulls_and_numbers(whole, expression, expected):
    assert whole.sql(f"select {expression}").fetchall()[0] == (expected,)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("omaha_hole_id('AhKh')", "'AhKh' has 2 cards; 4 are needed"),
        ("omaha_hole_id('AhKhQdAh')", "'AhKhQdAh' has Ah twice"),
        ("omaha_hole_id(270725)", "hole of four cards 270725 is not in 0..270724"),
        ("omaha_hole_id('AhKhQdJd', '3h4s')", "'3h4s' has 2 cards; 3 are needed"),
        ("omaha_hole_id(1.5)", "a hole of four cards is text such as 'AhKhQdJd', or its number"),
        ("omaha_hole_id(['Ah'])", "a hole of four cards is text such as 'AhKhQdJd', or its number"),
    ],
)
def test_what_the_function_refuses(whole, expression, message):
    assert message in error(whole, expression)


def test_an_answer_is_printed(whole):
    """DuckDB's box of a relation waited forever for a query that joined the flop's rows twice."""
    query = named_query("omaha_flop_hole")
    parameters = query.bind({"hole": "AhKhQdJd", "flop": "Jh4s3h"})
    assert "AhKhQdJd" in str(whole.sql(query.sql, params=parameters))
