"""Queries on the starting hands: the grain of each, what comes of given rows, known facts."""

import random

import numpy as np
import pytest

from given import hands as given_hands
from given.hands import (
    STARTING_HANDS,
    given_lake,
    income_rates,
)
from helpers.queries import ask, values
from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.holes import (
    HANDS,
    format_hole,
    hand_combos,
    hand_of_hole,
    hole_cards,
    hole_id,
)
from pokerlake.engine.known_holes.several import heads_up
from pokerlake.engine.ranges.notation import format_range, parse_range
from pokerlake.queries.answers.ranges.given import reader_of
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import UsageError

GIVEN = given_hands.ROWS

# ---------------------------------------------------------------- hand_ranking


def test_hand_ranking_of_given_rows(given):
    columns = "hand", "combos", "equity", "rank", "combos_at_least", "top_percent"
    assert values(given, "hand_ranking", *columns) == [
        ("AKo", 12, 0.65, 1, 12, 100 * 12 / 22),
        ("22", 6, 0.5, 2, 22, 100.0),
        ("JTs", 4, 0.5, 2, 22, 100.0),
    ]
    columns = "hand", "equity", "income_rate", "standard_error", "combos_at_least"
    assert values(given, "hand_ranking", *columns, players="10") == [
        ("JTs", 0.15, 0.5, 0.001, 4),
        ("AKo", 0.13, 0.3, 0.001, 16),
        ("22", 0.125, 0.25, 0.001, 22),
    ]


# ---------------------------------------------------------------- rank_by_players


def test_rank_by_players_of_given_rows(given):
    columns = *(f"players_{players}" for players in range(2, 11)), "places_gained"
    assert values(given, "rank_by_players", "hand", *columns) == [
        ("JTs", 2, 2, 2, 2, 2, 1, 1, 1, 1, 1),
        ("AKo", 1, 1, 1, 1, 1, 2, 2, 2, 2, -1),
        ("22", 2, 3, 3, 3, 3, 3, 3, 3, 3, -1),
    ]
    columns = "hand", "income_rate_2", "income_rate_10"
    assert values(given, "rank_by_players", *columns, hands="JTs, AsKh") == [
        ("JTs", 0.0, 0.5),
        ("AKo", 0.3, 0.3),
    ]


# ---------------------------------------------------------------- top_hands


def test_top_hands_of_given_rows(tmp_path):
    """The order is that of the grid for two players, and the other way round for ten."""
    combos = dict(zip(HANDS, hand_combos().tolist(), strict=True))
    hands = [
        {"hand": hand, "row": 0, "col": 0, "combos": n, "win": 1, "tie": 1, "lose": 1}
        for hand, n in combos.items()
    ]
    rates = income_rates({hand: -place for place, hand in enumerate(HANDS)}, 2)
    rates += income_rates({hand: place // 2 for place, hand in enumerate(HANDS)}, 10)
    with given_lake(tmp_path, starting_hands=hands, income_rates=rates) as connection:
        assert ask(connection, "top_hands", percent="1") == [
            {
                "range_text": "AA,AKs,AQs:0.815",  # 6 + 4 + 0.815 x 4 combos
                "hands": 3,
                "combos": pytest.approx(13.26, abs=1e-12),
                "top_percent": pytest.approx(1, abs=1e-12),
            }
        ]
        # 22 has its place alone; 42o and 32o are tied, and 13.26 - 6 combos are left for their 24.
        assert values(connection, "top_hands", "range_text", percent="1", players="10") == [
            ("22,0.3025(42o,32o)",)
        ]


@pytest.mark.parametrize("players", [2, 3, 9])
@pytest.mark.parametrize("percent", ["0.1", "3.46908", "15", "15.1", "99.9"])
def test_top_hands_are_those_of_range_top(whole, lake, players, percent):
    (row,) = ask(whole, "top_hands", percent=percent, players=str(players))
    weights = reader_of(HOLDEM, lake, players=players).top(percent).weights
    assert row["range_text"] == format_range(weights)
    assert row["combos"] == pytest.approx(weights.sum(), rel=1e-12)
    assert row["top_percent"] == pytest.approx(float(percent), rel=1e-12)


# ---------------------------------------------------------------- suitedness


def test_suitedness_of_given_rows(tmp_path):
    more = [
        {"hand": "JTo", "row": 4, "col": 3, "combos": 12, "win": 40, "tie": 10, "lose": 50},
        {"hand": "AKs", "row": 0, "col": 1, "combos": 4, "win": 70, "tie": 0, "lose": 30},
    ]
    rates = income_rates({"AKs": 0.5, "AKo": 0.25, "JTs": 0.25, "JTo": -0.25, "22": 0.125}, 6)
    with given_lake(
        tmp_path, starting_hands=STARTING_HANDS + more, income_rates=rates
    ) as connection:
        assert ask(connection, "suitedness") == [
            {
                "suited": "JTs",
                "offsuit": "JTo",
                "suited_equity": 0.5,
                "offsuit_equity": 0.45,
                "equity_gain": pytest.approx(0.05, rel=1e-14),
                "suited_income_rate": 0.25,
                "offsuit_income_rate": -0.25,
                "income_rate_gain": 0.5,
            },
            {
                "suited": "AKs",
                "offsuit": "AKo",
                "suited_equity": 0.7,
                "offsuit_equity": 0.65,
                "equity_gain": pytest.approx(0.05, rel=1e-14),
                "suited_income_rate": 0.5,
                "offsuit_income_rate": 0.25,
                "income_rate_gain": 0.25,
            },
        ]


# ---------------------------------------------------------------- best_against


def test_best_against_of_given_rows(given):
    columns = "hero", "equity", "rank"
    assert values(given, "best_against", *columns, range="AKo") == [
        ("22", 0.53, 1),
        ("AKo", 0.5, 2),
        ("JTs", 0.41, 3),
    ]
    # JTs for sure, AKo every second time: 22 wins 46 of 100 and half of 530 of 1,000.
    assert values(given, "best_against", *columns, range="JTs,AKo:0.5") == [
        ("AKo", pytest.approx((59 + 0.5 * 50) / (100 + 0.5 * 100)), 1),
        ("22", pytest.approx((46 + 0.5 * 530) / (100 + 0.5 * 1000)), 2),
        ("JTs", pytest.approx((50 + 0.5 * 41) / (100 + 0.5 * 100)), 3),
    ]
    # Six of the twelve holes of AKo are as good as all of them every second time.
    hole = "AsKh,AsKd,AsKc,AhKs,AhKd,AhKc"
    assert ask(given, "best_against", range=f"JTs,{hole}") == ask(
        given, "best_against", range="JTs,AKo:0.5"
    )


@pytest.mark.parametrize("text", ["QQ+,AKs", "AhKh", "AhKh,QQ:0.5,Td9d:0.25,7c2d"])
@pytest.mark.parametrize("hero", ["AKs", "AA", "T9s", "72o"])
def test_best_against_is_every_hole_against_every_hole(whole, hero, text):
    weights = parse_range(text)
    pairs = [
        (mine, his)
        for mine in np.flatnonzero(hand_of_hole() == HANDS.index(hero))
        for his in np.flatnonzero(weights)
        if not set(hole_cards()[mine]) & set(hole_cards()[his])
    ]
    mine, his = np.array(pairs).T
    win, tie, _ = heads_up(mine, his).T
    equity = (weights[his] * (win + tie / 2)).sum() / (weights[his].sum() * 1_712_304)
    found = dict(values(whole, "best_against", "hero", "equity", range=text))
    assert found[hero] == pytest.approx(equity, rel=1e-12)


def test_best_third_hand_of_given_rows(given):
    columns = "third", "equity", "first_equity", "second_equity", "rank"
    found = values(given, "best_third_hand", *columns, first="AKo", second="JTs")
    assert found == [
        ("22", pytest.approx(98.5 / 300), pytest.approx(131.5 / 300), pytest.approx(70 / 300), 1),
        ("AKo", pytest.approx(0.3), pytest.approx(0.3), pytest.approx(0.4), 2),
        ("JTs", pytest.approx(0.2), pytest.approx(0.6), pytest.approx(0.2), 3),
    ]


def test_best_third_hand_takes_no_suits():
    with pytest.raises(UsageError, match="parameter second: 'AhKh' names suits; give hands such"):
        named_query("best_third_hand").bind({"first": "AA", "second": "AhKh"})


def test_third_player_of_given_rows(given):
    """Heads-up 22 has 53 % against AKo: 22 makes that less, AKo makes it more."""
    columns = "third", "deals", "hero_equity", "villain_equity", "heads_up_equity", "helped"
    found = ask(given, "third_player", hero="22", villain="AKo")
    assert [tuple(row[name] for name in columns) for row in found] == [
        ("AKo", 100, pytest.approx(0.52), pytest.approx(0.24), 0.53, "hero"),
        ("JTs", 300, pytest.approx(98.5 / 300), pytest.approx(131.5 / 300), 0.53, "villain"),
        ("22", 100, pytest.approx(0.88 / 3), pytest.approx(1.24 / 3), 0.53, "villain"),
    ]
    for row in found:
        assert row["hero_equity"] + row["villain_equity"] + row["third_equity"] == pytest.approx(1)
        part = row["hero_equity"] / (row["hero_equity"] + row["villain_equity"])
        assert row["hero_part"] == pytest.approx(part, rel=1e-14)
        assert row["gain"] == pytest.approx(part - 0.53, abs=1e-14)


# ---------------------------------------------------------------- non_transitive


def test_non_transitive_of_given_rows(given):
    assert ask(given, "non_transitive") == [
        {
            "a": "22",
            "b": "AKo",
            "c": "JTs",
            "equity_ab": 0.53,
            "equity_bc": 0.59,
            "equity_ca": 0.54,
            "least_equity": 0.53,
        }
    ]


def test_non_transitive_are_all_circles(whole):
    rows = whole.sql("select hero, villain, win > lose from matchups order by hero, villain")
    beats = np.array([row[2] for row in rows.fetchall()], np.int64).reshape(169, 169)
    found = ask(whole, "non_transitive", rows="1000000")
    assert len(found) == np.trace(beats @ beats @ beats) // 3
    assert ("22", "AKo", "JTs") in {(row["a"], row["b"], row["c"]) for row in found}
    for row in found:
        equities = [row[f"equity_{pair}"] for pair in ("ab", "bc", "ca")]
        assert row["least_equity"] == min(equities) > 0.5
        assert row["a"] < min(row["b"], row["c"])
    least = [row["least_equity"] for row in found]
    assert least == sorted(least, reverse=True)
    assert ask(whole, "non_transitive", rows="5") == found[:5]


# ---------------------------------------------------------------- match_up


@pytest.mark.parametrize(
    ("hero", "villain", "outcomes"),
    [
        ("AhKh", "QsQc", (400, 20, 580)),
        ("qdqh", "KS as", (580, 20, 400)),
        ("AcAs", "KsKc", (800, 10, 190)),
        ("AsKs", "AcKc", (70, 860, 70)),
        ("AcKc", "AsKs", (70, 860, 70)),
    ],
)
def test_match_up_of_given_rows(given, hero, villain, outcomes):
    assert values(given, "match_up", "wins", "ties", "losses", hero=hero, villain=villain) == [
        outcomes
    ]


def test_match_up_of_any_two_holes(whole):
    dealer = random.Random(4)
    deals = [dealer.sample(range(52), 4) for _ in range(40)]
    deals += [[0, 5, 2, 7], [0, 1, 2, 3], [20, 24, 21, 25], [51, 47, 50, 46]]
    holes = np.array([[hole_id(*deal[:2]), hole_id(*deal[2:])] for deal in deals])
    for (hero, villain), outcomes in zip(holes, heads_up(*holes.T).tolist(), strict=True):
        given = {"hero": format_hole(hero), "villain": format_hole(villain)}
        assert values(whole, "match_up", "wins", "ties", "losses", **given) == [tuple(outcomes)]


def test_match_up_of_one_card_twice():
    with pytest.raises(UsageError, match=r"^parameters hero and villain both have Ah$"):
        named_query("match_up").bind({"hero": "AhKh", "villain": "QsAh"})
    with pytest.raises(UsageError, match=r"^parameters hero and villain both have Ah and Kh$"):
        named_query("match_up").bind({"hero": "AhKh", "villain": "KhAh"})


# ---------------------------------------------------------------- hand_match_up


def test_hand_match_up_of_given_rows(given):
    assert ask(given, "hand_match_up", hero="tjs", villain="KAo") == [
        {
            "hero": "JTs",
            "villain": "AKo",
            "deals": 100,
            "wins": 40,
            "ties": 2,
            "losses": 58,
            "equity": 0.41,
        }
    ]


# ---------------------------------------------------------------- hand_match_ups


def test_hand_match_ups_of_given_rows(given):
    columns = ["villain", "wins", "ties", "losses", "deals", "equity"]
    assert values(given, "hand_match_ups", *columns, hero="jts") == [
        ("22", 54, 0, 46, 100, 0.54),
        ("JTs", 5, 90, 5, 100, 0.5),
        ("AKo", 40, 2, 58, 100, 0.41),
    ]
