"""Every figure of document 000 on draw poker, openings and coins, beside the exact one.

Each line has what it is, the document's figure as it writes it, how to ask for the exact one, and
whether that rounds to it. Where it does not, the exact figure is there too.
"""

from decimal import ROUND_HALF_UP, Decimal
from math import comb
from typing import NamedTuple

import numpy as np
import pytest

import pokerlake as pk
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.draw.hands import draw_hands
from pokerlake.queries.connection import connect
from pokerlake.queries.sql.named import named_query
from pokerlake.queries.statements.run import stream


class Query(NamedTuple):
    """A cell of a named query: its parameters, the row where columns have values, the column."""

    name: str
    parameters: dict[str, str]
    where: dict[str, object]
    column: str


class Sql(NamedTuple):
    """The one value of a statement."""

    text: str


class Figure(NamedTuple):
    """A line of the document."""

    what: str
    said: str
    asked: Query | Sql
    exact: float | None = None  # only where it does not round to what is said


def coins(coin, column):
    return Query("expected_change", {}, {"coin": coin}, column)


def outcome(draw, category):
    return Query("draw_outcomes", {}, {"draw": draw, "category_name": category}, "percent")


def opening(players, line):
    return Query("opening_thresholds", {"players": str(players)}, {"line": line}, "top_percent")


def rung(name, column):
    return Sql(f"select {column} from draw_ladder where name = '{name}'")


def dealt(condition):
    return Sql(f"select sum(weight) / 25989.60 from draw_hands where {condition}")


# Usually a pair draws three: how often it improves and how often not, of 1.
IMPROVED = """
select {} from (
    select distinct two_pair + three_of_a_kind + full_house + four_of_a_kind as improved, draws
    from draw_exchanges inner join draw_hands using (hand_id)
    where draw = 'pair' and discard = usual_discard
)
"""
LOST = "(1 - improved / draws)"

COINS = [
    Figure("pennies to expect", "2", coins("1", "coins")),
    Figure("nickels to expect", "0.4", coins("5", "coins")),
    Figure("dimes to expect", "0.8", coins("10", "coins")),
    Figure("quarters to expect", "1.5", coins("25", "coins")),
    Figure("coins to expect", "4.7", coins("all", "coins")),
    Figure("cents to expect", "49.5", coins("all", "cents")),
    Figure("cents in pennies", "2", coins("1", "cents")),
    Figure("cents in nickels", "2", coins("5", "cents")),
    Figure("cents in dimes", "8", coins("10", "cents")),
    Figure("cents in quarters", "37.5", coins("25", "cents")),
    # To the nearest half of a percent: 42.553, 8.511, 17.021 and 31.915.
    Figure("pennies of all coins", "42.5", coins("1", "percent_of_coins"), 42.5532),
    Figure("nickels of all coins", "8.5", coins("5", "percent_of_coins")),
    Figure("dimes of all coins", "17", coins("10", "percent_of_coins")),
    Figure("quarters of all coins", "32", coins("25", "percent_of_coins")),
    Figure("quarters of the value", "76", coins("25", "percent_of_value")),
    Figure("dimes of the value", "16", coins("10", "percent_of_value")),
    Figure("nickels of the value", "4", coins("5", "percent_of_value")),
    Figure("pennies of the value", "4", coins("1", "percent_of_value")),
    *(
        Figure(f"{coin} for {cents} cents", str(count), Sql(
            f"select coins from change where cents = {cents} and coin = {value}"
        ))
        for cents, *counts in [(0, 0, 0), (5, 1, 0), (10, 0, 1), (15, 1, 1), (20, 0, 2)]
        for coin, value, count in zip(("nickels", "dimes"), (5, 10), counts, strict=True)
    ),
]  # fmt: skip

DEALT = [
    Figure("straight or better", "1", dealt("category <= 5")),
    Figure("trips", "2", dealt("category = 6")),
    Figure("two pair", "5", dealt("category = 7")),
    Figure("a pair", "42", dealt("category = 8")),
    Figure("high card", "50", dealt("category = 9")),
    Figure("pairs or better", "50", dealt("category <= 8")),
    Figure("ace high", "19", rung("ace high", "percent")),
    Figure("king high", "13", rung("king high", "percent")),
    Figure("queen high", "8", rung("queen high", "percent")),
    Figure("jack high", "5", rung("jack high", "percent")),
    Figure("ten high", "3", rung("ten high", "percent")),
    Figure("nine high", "1", rung("nine high", "percent")),
    Figure("eight high", "0.5", rung("eight high", "percent")),
    Figure("seven high", "0.15", rung("seven high", "percent"), 0.156986),
    Figure("any particular pair", "3.23", rung("one pair, aces", "percent"), 3.25053),
    Figure(
        "a four-flush or open-ended, no pair",
        "5",
        Query("dealt_draws", {}, {"draw": "four-flush or open-ended"}, "without_pair_percent"),
    ),
]

LADDER = [
    Figure(f"top with {name}", said, rung(name, "top_percent"), exact)
    for name, said, exact in [
        ("straight", "1", None),
        ("three of a kind", "3", None),
        ("two pair", "8", None),
        ("one pair, aces", "11", None),
        ("one pair, kings", "14", None),
        ("one pair, queens", "18", 17.3770),
        ("one pair, jacks", "21", None),
        ("one pair, tens", "24", None),
        ("one pair, nines", "27", None),
        ("one pair, eights", "31", 30.3791),
        ("one pair, sevens", "34", None),
        ("one pair, sixes", "37", None),
        ("one pair, fives", "40", None),
        ("one pair, fours", "44", 43.3812),
        ("one pair, threes", "47", None),
        ("one pair, deuces", "50", None),
        ("ace high", "69", None),
        ("king high", "82", None),
        ("queen high", "90", None),
        ("jack high", "95", None),
        ("ten high", "98", None),
        ("nine high", "99", None),
        ("eight high", "100", None),
        ("seven high", "100", None),
    ]
]

DRAWS = [
    Figure("a pair, unimproved", "71", outcome("pair", "one pair")),
    Figure("a pair, two pair", "16", outcome("pair", "two pair")),
    Figure("a pair, trips", "11", outcome("pair", "three of a kind")),
    Figure("a pair, full house", "1", outcome("pair", "full house")),
    Figure("two pair, unimproved", "91.5", outcome("two pair", "two pair")),
    Figure("two pair, full house", "8.5", outcome("two pair", "full house")),
    Figure("trips, unimproved", "90", outcome("three of a kind", "three of a kind")),
    Figure("trips, full house", "6", outcome("three of a kind", "full house")),
    Figure("trips, quads", "4", outcome("three of a kind", "four of a kind")),
    Figure("a four-flush, flush", "19", outcome("four-flush", "flush")),
    Figure("a four-flush, pair", "26", outcome("four-flush", "one pair")),
    Figure("a four-flush, unimproved", "55", outcome("four-flush", "high card")),
    Figure("open-ended, straight", "17", outcome("open-ended", "straight")),
    Figure("open-ended, pair", "26", outcome("open-ended", "one pair")),
    Figure("open-ended, unimproved", "57", outcome("open-ended", "high card")),
    Figure("a pair improves", "29", Sql(IMPROVED.format("100 * improved / draws"))),
    Figure("a pair does not", "71", Sql(IMPROVED.format(f"100 * {LOST}"))),
    # Products of these, which are not the chances to win. He multiplies rounded figures.
    Figure(
        "one improves, one does not",
        "21",
        Sql(IMPROVED.format(f"100 * improved / draws * {LOST}")),
        20.4691,
    ),
    Figure(
        "one improves, two do not",
        "15",
        Sql(IMPROVED.format(f"100 * improved / draws * {LOST} ** 2")),
    ),
    Figure(
        "one improves, three do not",
        "10",
        Sql(IMPROVED.format(f"100 * improved / draws * {LOST} ** 3")),
    ),
]

# What a line of players has done, and the document's top percent of the next one. Where it says
# what he then leaves, that is the rest: a player who folds or checks has the bottom 100 - k.
THRESHOLDS = {
    2: {"": 50, "b": 25, "c": 75},
    3: {"": 29, "b": 12, "br": 4, "bf": 14, "c": 40, "cb": 19, "cc": 47},
    4: {
        "": 20, "b": 8, "br": 3, "brr": 1, "brf": 3, "bf": 9, "bfr": 3, "bff": 9,
        "c": 26, "cb": 11, "cbr": 4, "cbf": 12, "cc": 33, "ccb": 16, "ccc": 41,
    },
    5: {"": 15, "c": 19, "cc": 23, "ccc": 28, "cccb": 13, "cccc": 33},
}  # fmt: skip
# Whoever of the players still to act is the first to raise: the least and the most.
FIRST_RAISES = {"b": ("5", "7"), "cb": ("7", "9"), "ccb": ("10", "11")}
RAISES = """
select {}(top_percent) from openings
where players = 5 and action = 'raise' and regexp_matches(line, '^{}f*$')
"""

OPENINGS = [
    *(
        Figure(
            f"{players} players, {line or 'the first'}",
            str(said),
            opening(players, line),
            53.0 if (players, line) == (3, "cc") else None,
        )
        for players, lines in THRESHOLDS.items()
        for line, said in lines.items()
    ),
    *(
        Figure(f"5 players, {line}, {which} raise", said, Sql(RAISES.format(which, line)))
        for line, both in FIRST_RAISES.items()
        for which, said in zip(("min", "max"), both, strict=True)
    ),
    # His steps on the way.
    Figure("top 10 % beats one of two", "90", Sql("select 100 - 10")),
    Figure("top 10 % beats both of two", "81", Sql("select 100 * 0.9 ** 2")),
    Figure(
        "even chances to beat two",
        "29",
        Sql("select continuous_percent from openings where players = 3 and line = ''"),
    ),
    Figure("even chances to beat a bettor", "14.5", Sql("select 29 / 2")),
]

EXCHANGED = "select distinct bit_count(usual_discard) from draw_hands where draw = '{}'"
HABITS = [
    Figure(f"cards exchanged with {draw}", said, Sql(EXCHANGED.format(draw)), exact)
    for draw, said, exact in [
        ("pat", "0", None),
        ("four of a kind", "1", None),
        ("three of a kind", "2", None),
        ("two pair", "1", None),
        ("pair", "3", None),
        ("four-flush", "1", None),
        ("open-ended", "1", None),
        ("ace or king high", "4", None),
        ("nothing", "5", None),
    ]
]

FIGURES = [*COINS, *DEALT, *LADDER, *DRAWS, *OPENINGS, *HABITS]


@pytest.fixture(scope="module")
def connection(lake):
    with connect(lake) as opened:
        yield opened


@pytest.fixture(scope="module")
def answers():
    """Of named queries, so that each is asked once."""
    return {}


def value(connection, answers, asked):
    """The one number that a line asks for."""
    if isinstance(asked, Sql):
        (row,) = stream(connection, asked.text).read_all().to_pylist()
        (found,) = row.values()
        return float(found)
    key = asked.name, *asked.parameters.items()
    if key not in answers:
        query = named_query(asked.name)
        rows = stream(connection, query.sql, query.bind(asked.parameters)).read_all()
        answers[key] = rows.to_pylist()
    (row,) = (r for r in answers[key] if asked.where.items() <= r.items())
    return float(row[asked.column])


def rounded(exact, said):
    """To as many decimals as the document gives."""
    digits = Decimal(said)
    return Decimal(f"{exact:.9f}").quantize(digits, rounding=ROUND_HALF_UP)


@pytest.mark.parametrize("figure", FIGURES, ids=[figure.what for figure in FIGURES])
def test_figure(figure, connection, answers):
    exact = value(connection, answers, figure.asked)
    if figure.exact is None:
        assert rounded(exact, figure.said) == Decimal(figure.said)
    else:
        assert exact == pytest.approx(figure.exact, abs=5e-5)
        assert rounded(exact, figure.said) != Decimal(figure.said)


def test_what_does_not_follow():
    """All lines of the document that the exact figure does not round to."""
    assert [figure.what for figure in FIGURES if figure.exact is not None] == [
        "pennies of all coins", "seven high", "any particular pair", "top with one pair, queens",
        "top with one pair, eights", "top with one pair, fours", "one improves, one does not",
        "3 players, cc",
    ]  # fmt: skip
    assert len(FIGURES) == len({figure.what for figure in FIGURES}) == 138


# ---------------------------------------------------------------- how its slips come about


def test_ladder_of_rounded_rows():
    """The document's list is its rounded pairs, 42 / 13 each, put on its rounded top 8 %."""
    tops = [8 + 42 / 13 * pairs for pairs in range(1, 14)]
    said = [int(f.said) for f in LADDER if "pair, " in f.what]
    assert [round(top) for top in tops] == said


def test_the_rest_is_what_is_checked_or_folded():
    said = {
        (3, "b"): 88, (3, ""): 71, (3, "c"): 60,
        (4, ""): 80, (4, "b"): 92, (4, "bf"): 91, (4, "c"): 74, (4, "cc"): 67,
        (5, ""): 85, (5, "c"): 81, (5, "cc"): 77, (5, "ccc"): 72,
        (2, ""): 50,
    }  # fmt: skip
    assert {key: 100 - THRESHOLDS[key[0]][key[1]] for key in said} == said


def test_hand_that_is_sorted():
    """The example of the post on evaluating hands: jacks, with ace, queen and seven."""
    from pokerlake.queries.answers.evaluate import evaluate_hands

    (row,) = evaluate_hands(["AhJdJc7cQh"]).read_all().to_pylist()
    assert row["name"] == "one pair, jacks, ace-queen-seven kickers"
    assert "".join("23456789TJQKA"[card >> 2] for card in parse_hand("AhJdJc7cQh")) == "AJJ7Q"


def test_high_cards_in_full(connection):
    """Of all hands: 1,302,540 without a pair, from ace high down to seven high."""
    rows = stream(connection, "select hands from draw_ladder where class_id > 6185 order by rung")
    assert rows.read_all()["hands"].to_pylist() == [
        502_860, 335_580, 213_180, 127_500, 70_380, 34_680, 14_280, 4_080,
    ]  # fmt: skip


def test_usual_discards_are_those_of_the_document():
    """What is kept of a hand of each kind."""
    kept = {
        "AsKsQsJs9s": "AsKsQsJs9s", "5s4h3d2cAc": "5s4h3d2cAc", "7s7h7d2c2d": "7s7h7d2c2d",
        "7s7h7d7cAc": "7s7h7d7c", "7s7h7d2cAc": "7s7h7d", "7s7h2d2cAc": "7s7h2d2c",
        "7s7h6s5s4s": "7s7h", "As9s5s2sKd": "As9s5s2s", "9s8h7d6cAc": "9s8h7d6c",
        "AsQh9d7c3c": "As", "Ks9h7d5c3c": "Ks", "Qs9h7d5c3c": "",
    }  # fmt: skip
    hands = np.stack([parse_hand(hand) for hand in kept])
    for hand, discard in zip(
        kept, draw_hands(hands, layout="rows").usual_discard.tolist(), strict=True
    ):
        cards = [hand[2 * place : 2 * place + 2] for place in range(5)]
        left = [card for place, card in enumerate(cards) if not discard >> place & 1]
        assert "".join(left) == kept[hand]


def test_product_rule_is_not_the_chance_to_win():
    """Pair against a higher pair, both draw three: both may improve, and cards are not there."""
    found = pk.draw_duel(["7c7d9hKsAc", "QsQhTd5c2d"])
    assert found.deals == comb(42, 3) * comb(39, 3) == 104_915_720
    for name, counts in (("losses", [80_268_367, 24_647_257]), ("ties_2", [96, 96])):
        assert found[name].tolist() == counts
    assert found.equity[0] == pytest.approx(0.2349248, abs=5e-8)
