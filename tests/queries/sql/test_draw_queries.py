"""Queries on five-card draw: given rows, judged figures, other roads to the same."""

import random

import numpy as np
import pytest

from given import draw
from helpers.queries import ask, values
from oracle import naive
from oracle import recount_draw as recount
from pokerlake.tables.definitions.draw import CATEGORIES
from pokerlake.tables.errors import UsageError

GIVEN = draw.ROWS

NAMES = [name.replace("_", " ") for name in CATEGORIES]
DRAWS = [
    "pat", "four of a kind", "three of a kind", "two pair", "pair",
    "four-flush", "open-ended", "ace or king high", "nothing",
]  # fmt: skip


@pytest.fixture(scope="module")
def arrays(standard):
    """The hands, and their exchanges."""
    hands = standard.sql("from draw_hands order by hand_id").fetchnumpy()
    return hands, standard.sql("from draw_exchanges order by hand_id, discard").fetchnumpy()


# ---------------------------------------------------------------- draw_discards, draw_to_category


def test_discards_of_given_rows(given):
    """In other suits and another order than the table has it, where most discards are missing."""
    columns = "rank", "thrown", "kept", "exchanged", "expected_strength", "usual"
    assert values(given, "draw_discards", *columns, hand="6s4d3c2h2s") == [
        (1, "6s4d", "3c2h2s", 2, 0.625, False),
        (2, "6s4d3c", "2h2s", 3, 0.5, True),
        (3, "", "6s4d3c2h2s", 0, 0.25, False),
    ]
    columns = "full_house_percent", "three_of_a_kind_percent", "expected_top_percent"
    assert values(given, "draw_discards", *columns, hand="6s4d3c2h2s") == [
        (2, 0, 37.5),
        (0, 10, 75),
        (0, 0, 87.5),
    ]


def test_chances_of_given_rows(given):
    columns = "rank", "thrown", "draws", "reached", "reached_percent", "exactly_percent", "usual"
    hand = {"hand": "2c2d3h4s6c"}
    assert values(given, "draw_to_category", *columns, **hand, category="two pair") == [
        (1, "3h4s6c", 100, 30, 30, 20, True),
        (2, "4s6c", 50, 10, 20, 18, False),
        (3, "", 1, 0, 0, 0, False),
    ]
    found = values(given, "draw_to_category", *columns[:4], **hand, category="3")
    assert found == [(1, "4s6c", 50, 1), (2, "3h4s6c", 100, 0), (2, "", 1, 0)]


@pytest.mark.parametrize("seed", range(4))
def test_discards_as_every_draw_dealt(standard, seed):
    """Of hands in any order; all that keep two cards or more."""
    chance = random.Random(seed)
    hand = naive.random_hands(5, 1, seed)[0] if seed else naive.parse_cards("Ac7d9hKs7c")
    rows = ask(standard, "draw_discards", hand=naive.format_cards(hand))
    cards = {naive.format_card(card) for card in hand}
    for row in chance.sample(rows, 12):
        kept, thrown = (naive.parse_cards(row[name]) for name in ("kept", "thrown"))
        assert {naive.format_card(card) for card in kept + thrown} == cards
        assert [card for card in hand if card in kept] == kept
        assert [card for card in hand if card in thrown] == thrown
        assert len(thrown) == row["exchanged"]
        discard = sum(1 << hand.index(card) for card in thrown)
        *counts, strength, ties = recount.replay(np.array(hand), discard).tolist()
        assert [row[f"{name}_percent"] for name in CATEGORIES] == [
            pytest.approx(100 * count / sum(counts), rel=1e-14) for count in counts
        ]
        scale = sum(counts) * 2_598_960
        assert row["expected_strength"] == pytest.approx(strength / scale, rel=1e-14)
        assert row["expected_top_percent"] == pytest.approx(
            100 - 100 * (strength - ties) / scale, rel=1e-12
        )
    ranks = [row["rank"] for row in rows]
    strengths = [row["expected_strength"] for row in rows]
    assert strengths == sorted(strengths, reverse=True)
    assert ranks == [1 + strengths.index(strength) for strength in strengths]


def test_discards_of_a_pair_with_three_high_cards(standard):
    columns = "rank", "thrown", "kept", "usual"
    rows = values(standard, "draw_discards", *columns, hand="7c7d9hKsAc")
    assert rows[:3] == [
        (1, "9hKs", "7c7dAc", False),
        (2, "9hKsAc", "7c7d", True),
        (3, "9hAc", "7c7dKs", False),
    ]
    assert [row[3] for row in rows].count(True) == 1
    # Sevens are alike but for the suit of the ace.
    tied = [row[1:3] for row in rows if row[0] == 12]
    assert tied == [("7c9h", "7dKsAc"), ("7d9h", "7cKsAc")]


@pytest.mark.parametrize("category", [1, 5, 9])
def test_the_best_way_to_a_category(standard, category):
    hand = "5c6c7c8dKc"
    rows = ask(standard, "draw_to_category", hand=hand, category=str(category))
    again = ask(standard, "draw_to_category", hand=hand, category=NAMES[category - 1])
    assert rows == again
    cards = naive.parse_cards(hand)
    for row in rows:
        thrown = naive.parse_cards(row["thrown"])
        if len(thrown) > 3:
            continue
        discard = sum(1 << cards.index(card) for card in thrown)
        counts = recount.replay(np.array(cards), discard)
        assert row["reached"] == counts[:category].sum()
        assert row["draws"] == counts[:9].sum()
        assert row["exactly_percent"] == pytest.approx(
            100 * counts[category - 1] / row["draws"], rel=1e-14
        )
    percents = [row["reached_percent"] for row in rows]
    assert percents == sorted(percents, reverse=True)
    assert [row["rank"] for row in rows] == [1 + percents.index(percent) for percent in percents]
    best = {1: "8dKc", 4: "8d", 5: "8d"}.get(category)
    if best:
        assert rows[0]["thrown"] == best
    assert all(percent == 100 for percent in percents) == (category == 9)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("draw_discards", {}, r"query draw_discards needs hand: as it is dealt: 7c7d"),
        ("draw_discards", {"hand": "7c7d9hKs"}, "parameter hand: '7c7d9hKs' has 4 cards, not 5"),
        ("draw_discards", {"hand": "7c7d9h7cAs"}, "parameter hand: '7c7d9h7cAs' has 7c twice"),
        ("draw_discards", {"hand": "7c7d9hKsAx"}, "parameter hand: '7c7d9hKsAx' at character 10"),
        ("draw_to_category", {"hand": "7c7d9hKsAc", "category": "fluhs"},
         "parameter category: 'fluhs' is no category; did you mean 'flush'?"),
        ("exchange_tells", {"rule": "mine"}, "parameter rule is 'mine'; give one of usual, best"),
    ],
)  # fmt: skip
def test_refused(standard, name, parameters, message):
    with pytest.raises(UsageError) as raised:
        ask(standard, name, **parameters)
    assert str(raised.value).startswith(message)


# ---------------------------------------------------------------- dealt_draws, draw_outcomes


def test_dealt_draws_of_given_rows(given):
    columns = "draw", "without_pair", "with_pair"
    assert values(given, "dealt_draws", *columns) == [
        ("four-flush", 4, 0),
        ("open-ended", 28, 0),
        ("four-flush and open-ended", 4, 0),
        ("four-flush or open-ended", 28, 0),
        ("four of a straight flush", 4, 0),
    ]


def test_dealt_draws_as_judged(standard):
    rows = {row["draw"]: row for row in ask(standard, "dealt_draws")}
    counts = {draw: row["without_pair"] for draw, row in rows.items()}
    assert counts["four-flush"] == 76_620
    assert counts["open-ended"] == 64_260
    assert counts["four-flush and open-ended"] == 3_780
    assert counts["four-flush or open-ended"] == 76_620 + 64_260 - 3_780 == 137_100
    either = rows["four-flush or open-ended"]
    assert either["without_pair_percent"] == pytest.approx(100 * 137_100 / 2_598_960)
    for row in rows.values():
        assert row["percent"] == pytest.approx(
            100 * (row["without_pair"] + row["with_pair"]) / 2_598_960
        )
        assert row["with_pair_percent"] == pytest.approx(100 * row["with_pair"] / 2_598_960)


def test_dealt_draws_by_hand(standard):
    """A four-flush is 13 choose 4 of a suit with one of 39; without a pair its rank is another."""
    rows = {row["draw"]: row for row in ask(standard, "dealt_draws")}
    four_flush = rows["four-flush"]
    assert four_flush["with_pair"] == 4 * 715 * 4 * 3
    straights = 4 * 3 * 5 * 10  # of five ranks in a row one is of another suit
    assert four_flush["without_pair"] == 4 * 715 * 9 * 3 - straights


def test_outcomes_of_given_rows(given):
    columns = "draw", "hands", "exchanged", "draws", "category_name", "fewest_ways", "percent"
    assert values(given, "draw_outcomes", *columns) == [
        ("pat", 20, 0, 1, "full house", 1, 100),
        ("pair", 12, 3, 100, "three of a kind", 10, 10),
        ("pair", 12, 3, 100, "two pair", 20, 20),
        ("pair", 12, 3, 100, "one pair", 70, 70),
        ("open-ended straight flush", 4, 1, 50, "straight flush", 2, 4),
        ("open-ended straight flush", 4, 1, 50, "flush", 8, 16),
        ("open-ended straight flush", 4, 1, 50, "high card", 40, 80),
        ("open-ended", 24, 1, 50, "straight", 10, 20),
        ("open-ended", 24, 1, 50, "one pair", 10, 20),
        ("open-ended", 24, 1, 50, "high card", 30, 60),
    ]


@pytest.fixture(scope="module")
def outcomes_of_draws(standard):
    return ask(standard, "draw_outcomes")


@pytest.mark.parametrize(
    ("draw", "hands", "draws", "ways"),
    [
        (
            "pair", 1_098_240, 16_215,
            {"one pair": 11_559, "two pair": 2_592, "three of a kind": 1_854, "full house": 165,
             "four of a kind": 45},
        ),
        ("two pair", 123_552, 47, {"full house": 4, "two pair": 43}),
        ("three of a kind", 54_912, 1_081,
         {"three of a kind": 969, "full house": 66, "four of a kind": 46}),
        ("four of a kind", 624, 47, {"four of a kind": 47}),
        ("four-flush", 72_792, 47, {"flush": 9, "one pair": 12, "high card": 26}),
        ("inside straight flush", 3_072, 47,
         {"straight flush": 1, "flush": 8, "straight": 3, "one pair": 12, "high card": 23}),
        ("open-ended straight flush", 756, 47,
         {"straight flush": 2, "flush": 7, "straight": 6, "one pair": 12, "high card": 20}),
        ("open-ended", 60_480, 47, {"straight": 8, "one pair": 12, "high card": 27}),
    ],
)  # fmt: skip
def test_outcomes_as_judged(outcomes_of_draws, draw, hands, draws, ways):
    rows = [row for row in outcomes_of_draws if row["draw"] == draw]
    assert {row["category_name"]: row["fewest_ways"] for row in rows} == ways
    for row in rows:
        assert row["most_ways"] == row["fewest_ways"]
        assert (row["hands"], row["draws"]) == (hands, draws)
        assert row["percent"] == pytest.approx(100 * row["most_ways"] / draws, rel=1e-12)


# ---------------------------------------------------------------- unusual_discards


def test_unusual_discards_of_given_rows(given):
    columns = (
        "draw", "hands", "unusual_hands", "percent", "mean_gain", "largest_gain", "example",
        "usual_thrown", "best_thrown",
    )  # fmt: skip
    assert values(given, "unusual_discards", *columns) == [
        ("pat", 20, 0, 0, None, None, None, None, None),
        ("pair", 12, 12, 100, 0.125, 0.125, "2c2d3h4s6c", "3h4s6c", "4s6c"),
        ("four-flush", 4, 4, 100, 0.25, 0.25, "2c3c4c5c7d", "7d", "2c3c4c5c"),
        ("open-ended", 24, 0, 0, None, None, None, None, None),
    ]


@pytest.mark.whole
def test_unusual_discards_by_another_road(standard, arrays):
    hands, exchanges = arrays
    # Exact: 7,669,695 draws are whole multiples of any C(47, k).
    strength = exchanges["strength_sum"].astype(np.int64) * (7_669_695 // exchanges["draws"])
    first = np.flatnonzero(np.diff(exchanges["hand_id"].astype(int), prepend=-1))
    best = np.maximum.reduceat(strength, first)
    assert (np.add.reduceat(strength == best[exchanges["hand_id"]], first) == 1).all()
    usual = exchanges["discard"] == hands["usual_discard"][exchanges["hand_id"]]
    gain = (best - strength[usual]) / 7_669_695 / 2_598_960
    weight = hands["weight"].astype(int)
    rows = ask(standard, "unusual_discards")
    assert [row["draw"] for row in rows] == DRAWS
    for row in rows:
        of_draw = hands["draw"] == row["draw"]
        unusual = of_draw & (gain > 0)
        assert row["hands"] == weight[of_draw].sum()
        assert row["unusual_hands"] == weight[unusual].sum()
        assert row["percent"] == pytest.approx(100 * row["unusual_hands"] / row["hands"])
        if not unusual.any():
            assert row["mean_gain"] is row["largest_gain"] is row["example"] is None
            continue
        mean = (weight * gain)[unusual].sum() / row["unusual_hands"]
        assert row["mean_gain"] == pytest.approx(mean, rel=1e-9)
        assert row["largest_gain"] == pytest.approx(gain[of_draw].max(), rel=1e-9)
        (example,) = np.flatnonzero(hands["hand"] == row["example"])
        assert gain[example] == pytest.approx(row["largest_gain"], rel=1e-9)
        discards = ask(standard, "draw_discards", hand=row["example"])
        assert discards[0]["thrown"] == row["best_thrown"]
        (own,) = (discard for discard in discards if discard["usual"])
        assert own["thrown"] == row["usual_thrown"]


# ---------------------------------------------------------------- exchange_tells


def test_tells_of_given_rows(given):
    columns = "exchanged", "hands", "category_name", "before_percent", "after_percent"
    usual = [row for row in values(given, "exchange_tells", *columns) if row[3] or row[4]]
    assert usual == [
        (0, 20, "full house", 100, 100),
        (1, 28, "straight flush", 0, 100 * 4 * 2 / (28 * 50)),
        (1, 28, "flush", 0, 100 * 4 * 8 / (28 * 50)),
        (1, 28, "straight", 0, 100 * 24 * 10 / (28 * 50)),
        (1, 28, "one pair", 0, 100 * 24 * 10 / (28 * 50)),
        (1, 28, "high card", 100, 100 * (4 * 40 + 24 * 30) / (28 * 50)),
        (3, 12, "three of a kind", 0, 10),
        (3, 12, "two pair", 0, 20),
        (3, 12, "one pair", 100, 70),
    ]
    best = values(given, "exchange_tells", *columns, rule="best")
    assert [row for row in best if row[3] or row[4]] == [
        (0, 20, "full house", 100, 100),
        (1, 24, "straight", 0, 20),
        (1, 24, "one pair", 0, 20),
        (1, 24, "high card", 100, 60),
        (2, 12, "full house", 0, 2),
        (2, 12, "two pair", 0, 18),
        (2, 12, "one pair", 100, 80),
        (4, 4, "one pair", 0, 75),
        (4, 4, "high card", 100, 25),
    ]


@pytest.mark.whole
@pytest.mark.parametrize("rule", ["usual", "best"])
def test_tells_by_another_road(standard, arrays, rule):
    hands, exchanges = arrays
    if rule == "usual":
        chosen = exchanges["discard"] == hands["usual_discard"][exchanges["hand_id"]]
    else:
        strength = exchanges["strength_sum"] / exchanges["draws"]
        first = np.flatnonzero(np.diff(exchanges["hand_id"].astype(int), prepend=-1))
        chosen = strength == np.maximum.reduceat(strength, first)[exchanges["hand_id"]]
    assert np.flatnonzero(chosen).shape == hands["hand_id"].shape
    weight, exchanged = hands["weight"].astype(int), exchanges["exchanged"][chosen]
    counts = np.stack([exchanges[name][chosen] for name in CATEGORIES], axis=1).astype(int)
    rows = ask(standard, "exchange_tells", rule=rule)
    for row in rows:
        some = exchanged == row["exchanged"]
        assert row["hands"] == weight[some].sum()
        assert row["hands_percent"] == pytest.approx(100 * row["hands"] / 2_598_960)
        before = weight[some] @ (hands["category"][some] == row["category"])
        assert row["before_percent"] == pytest.approx(100 * before / row["hands"])
        after = weight[some] @ counts[some, row["category"] - 1]
        draws = recount.draws_of(row["exchanged"])
        assert row["after_percent"] == pytest.approx(100 * after / row["hands"] / draws)
        assert row["category_name"] == NAMES[row["category"] - 1]
    assert sum(row["hands"] for row in rows) == 9 * 2_598_960
    for column in ("before_percent", "after_percent"):
        assert sum(row[column] for row in rows) == pytest.approx(600, rel=1e-12)


# ---------------------------------------------------------------- deuce_ranking, badugi_ranking


def test_lows_are_ranked(whole):
    columns = "name", "classes", "hands", "top_percent"
    found = values(whole, "deuce_ranking", *columns)
    assert found[0] == ("seven high", 4, 4080, pytest.approx(100 * 4080 / 2_598_960))
    assert found[-1] == ("straight flush", 9, 36, pytest.approx(100))
    assert sum(hands for _, _, hands, _ in found) == 2_598_960
    columns = "name", "ranks", "cards", "hands", "top_percent"
    found = values(whole, "badugi_ranking", *columns, cards="3", count="1")
    share = pytest.approx(100 * (17_160 + 900) / 270_725)
    assert found == [("three cards, three-deuce-ace", "32A", 3, 900, share)]
