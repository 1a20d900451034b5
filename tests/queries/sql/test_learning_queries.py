"""Queries on learned games: what comes of rows made by hand."""

import re

import pytest

from given.hands import given_lake
from given.learning import KUHN_VALUE
from given.learning import TABLES as GIVEN
from helpers.queries import ask, has_grain, values
from pokerlake.engine.games.draw_states import FINAL_HANDS, FIRST_HANDS
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import QueryError, UsageError


@pytest.mark.parametrize(
    ("name", "parameters", "key", "rows"),
    [
        ("learned_results", {}, "state", 18),
        ("learned_plays", {"run": "1", "least_percent": "0"}, "player faces card plan", 33),
        ("learned_and_exact", {"run": "1"}, "player state choice", 42),
        ("convergence", {}, "run checkpoint", 10),
        ("threshold_mix", {"least_percent": "0"}, "run choice", 6),
        ("learned_draw_bets", {"run": "7"}, "hand bets_to_call", 4),
        ("learned_draw_exchanges", {"run": "7"}, "hand", 2),
        ("learned_exchange_tells", {"run": "7"}, "exchanged hand", 5),
        ("learned_draw_profits", {}, "opponent", 3),
    ],
)
def test_grain_of_queries(given, name, parameters, key, rows):
    assert has_grain(given, name, key, rows, **parameters)


def test_a_lake_without_learned_games(tmp_path):
    with (
        given_lake(tmp_path) as connection,
        pytest.raises(QueryError, match=r"^'learning_runs' is not in this lake; .*learn GAME'"),
    ):
        ask(connection, "convergence")


# ---------------------------------------------------------------- learned_results

# As the document prints it.
PRINTED = [
    ("Q", None, "699M/3.2B", "29M/164M"),
    ("K", None, "2.5B/3.3B", "44M/61M"),
    ("A", None, "5.6B/3.1B", "361M/206M"),
    ("Qcr", "0/1.4B", "-2.4M/4.7M", "-3.4M/4.7M"),
    ("Kcr", "0/546M", "1.2k/937M", "-3.1M/5.0M"),
    ("Acr", "0/4.8M", "7.5M/4.8M", "2.2B/1.4B"),
    ("Qc", None, "705M/2.0B", "394M/1.1B"),
    ("Kc", None, "3.2B/3.2B", "15M/18M"),
    ("Ac", None, "26M/15M", "6.0B/3.2B"),
    ("Qcrr", "0/394M", "-2.0M/2.0M", None),
    ("Acrr", "0/5.2M", "2.1B/1.0B", None),
]
LAYOUT = "state fold check_call bet_raise"


def test_the_document_s_table(given):
    """The states of which it says that they are never reached are those of 1 % of games."""
    assert values(given, "learned_results", LAYOUT, least_percent="1") == PRINTED


def test_a_public_card_and_chips_in_parts(tmp_path):
    runs = [{**GIVEN["learning_runs"][0], "game": "leduc", "unit": 2}]
    states = ["KJ:cc/", "J", "KK:cc/r", "QJ:crc/", "KJ:cc/c", "QK:cc/", "Kc", "Q", "QQ:cc/"]
    rows = [
        {"run": 1, "checkpoint": 10, "player": 1, "state": state, "choice": "c", "games": 10,
         "won": 3000}
        for state in states
    ]  # fmt: skip
    with given_lake(tmp_path, learning_runs=runs, result_table=rows) as connection:
        found = values(connection, "learned_results", "state check_call")
    order = ["J", "Q", "Kc", "QJ:cc/", "QQ:cc/", "QK:cc/", "KJ:cc/", "KJ:cc/c", "KK:cc/r"]
    assert found == [(state, "1.5k/10") for state in [*order[:3], *order[4:], "QJ:crc/"]]


# ---------------------------------------------------------------- learned_plays


def test_the_document_s_plays(given):
    """Its third table, and what the text below it says of player 2 who faces a bet."""
    asked = {"run": "1", "least_percent": "10", "within_percent": "7"}
    rows = values(given, "learned_plays", "player faces card play", **asked)
    assert list(dict.fromkeys(rows)) == [
        (1, "nothing", "queen", "check+fold"),
        (1, "nothing", "king", "check+call 2/3, check+fold 1/3"),
        (1, "nothing", "ace", "check+raise"),
        (2, "a check", "queen", "check 2/3, bet+fold 1/3"),
        (2, "a check", "king", "check"),
        (2, "a check", "ace", "bet+call"),
        (2, "a bet", "queen", "fold"),
        (2, "a bet", "king", "fold 1/2, call 1/2"),
        (2, "a bet", "ace", "raise"),
    ]


def test_fractions_of_an_exact_strategy(given):
    assert values(given, "learned_plays", "card plan play", run="2") == [
        ("queen", "check+fold", "check+fold 3/4, bet 1/4"),
        ("queen", "bet", "check+fold 3/4, bet 1/4"),
        ("king", "check+call", "check+call 3/4, bet 1/4"),
        ("king", "bet", "check+call 3/4, bet 1/4"),
        ("ace", "bet", "bet"),
    ]


# ---------------------------------------------------------------- learned_and_exact, convergence


def test_learned_beside_exact(given):
    columns = "player state choice games probability exact_probability gain"
    kuhn = [
        (1, "J", "c", None, 0.8, 1, 0),
        (1, "J", "r", None, 0.2, 0, -0.25),
        (1, "Jcr", "f", None, 0.995, 1, 0),
        (1, "Jcr", "c", None, 0.005, 0, -1.5),
        (2, "Kc", "c", None, 0, 0, 0),
        (2, "Kc", "r", None, 1, 1, 0),
        (2, "Jr", "f", None, 1, 1, 0),
        (2, "Jr", "c", None, 0, 0, 0),
    ]
    assert values(given, "learned_and_exact", columns) == kuhn
    early = values(given, "learned_and_exact", columns, run="3", checkpoint="50")
    assert early[:2] == [(1, "J", "c", None, 0.8, 1, 0), (1, "J", "r", None, 0.2, 0, -0.01)]
    rows = values(given, "learned_and_exact", columns, run="1")
    assert [row[1:4] for row in rows[:2]] == [("Q", "c", 3_200_000_000), ("Q", "r", 164_000_000)]
    assert [row[5] for row in rows[:6]] == [0.75, 0.25, 0.75, 0.25, 0, 1]
    assert {row[5] for row in rows if row[1] == "Acrr"} == {None}
    assert ask(given, "learned_and_exact", run="7") == []


def test_convergence(given):
    columns = "run algorithm checkpoint nash_conv nash_conv_standard_error value"
    assert values(given, "convergence", columns, game="kuhn") == [
        (3, "cfr+", 1, 1, 0, -0.1),
        (3, "cfr+", 100, 0.01, 0, -0.056),
        (4, "exact", 1, 0, 0, KUHN_VALUE),
    ]
    assert values(given, "convergence", "game seed parameters nash_conv", game="akq") == [
        ("akq", 1, '{"explore": 0.01}', 0.5),
        ("akq", 1, '{"explore": 0.01}', 0.125),
        ("akq", None, "{}", 0),
    ]
    assert values(given, "convergence", "checkpoint nash_conv", game="draw") == [(500, None)]
    assert ask(given, "convergence", game="chess") == []


# ---------------------------------------------------------------- threshold_mix


def test_threshold_mix(given):
    columns = "nobody_opens missed_draw run seed games choice percent gain gain_standard_error"
    assert values(given, "threshold_mix", columns) == [
        ("antes back", "folds", 6, 7, 2000, "AA+", 66, 0.0005, 0.0003),
        ("antes back", "folds", 6, 7, 2000, "any pair or draw", 34, 0.001, 0.0003),
        ("showdown", "raises", 5, 1, 2000, "AA+", 80, 0.0002, 0.0001),
        ("showdown", "raises", 5, 1, 2000, "JJ+", 15, -0.0001, 0.0002),
        ("showdown", "raises", 5, 1, 2000, "A high+", 5, -0.02, 0.001),
    ]
    columns = "run exploitability exploitability_standard_error"
    assert values(given, "threshold_mix", columns, least_percent="50") == [
        (6, 0.001, pytest.approx(0.0003)),
        (5, 0.0002, 0.0001),
    ]


# ---------------------------------------------------------------- draw poker


def test_states_in_parts(given):
    """The latest run, or another; by its end, or before."""
    columns = "betting, hand, bets_to_call, bets, exchanged, least_exchanged, choice, games"
    assert given.sql("from learned_draw").fetchall() == [
        (8, 10, 0, "KK", None, 1, None, None, "3", 10)
    ]
    assert given.sql(f"select {columns} from learned_draw(7, 499) order by choice").fetchall() == [
        (1, "AA", 0, 0, None, None, "c", 1),
        (1, "AA", 0, 0, None, None, "r", 1),
    ]
    found = given.sql(f"select {columns} from learned_draw(7, 0) where betting <> 1 order by all")
    rows = found.fetchall()
    assert (0, "AA", None, 1, None, "3", "0", 5) in rows
    assert (2, "AA", 1, 2, "3", "3", "f", 7) in rows
    assert given.sql("from learned_draw(5, 0)").fetchall() == []


def test_bets_by_hand(given):
    columns = "hand bets_to_call games fold_percent call_percent raise_percent"
    assert values(given, "learned_draw_bets", columns, run="7") == [
        ("trips", 2, 4, 0, 25, 75),
        ("AA", 0, 100, None, 25, 75),
        ("AA", 1, 200, 50, 45, 5),
        ("low", 4, 8, 100, 0, None),
    ]
    assert values(given, "learned_draw_bets", columns, run="7", betting="2") == [
        ("flush", 3, 1, 0, 0, 100),
        ("straight", 0, 3, None, pytest.approx(100 / 3), pytest.approx(200 / 3)),
        ("trips", 0, 20, None, 25, 75),
        ("AA", 0, 60, None, pytest.approx(200 / 3), pytest.approx(100 / 3)),
        ("AA", 1, 30, 40, pytest.approx(80 / 3), pytest.approx(100 / 3)),
        ("KK", 0, 0, None, None, None),
        ("low", 2, 4, 100, 0, 0),
    ]
    assert values(given, "learned_draw_bets", columns, run="7", checkpoint="100") == [
        ("AA", 0, 2, None, 50, 50)
    ]
    of_three = values(given, "learned_draw_bets", columns, run="7", betting="2", least="3")
    assert of_three == values(given, "learned_draw_bets", columns, run="7", betting="2")
    assert ask(given, "learned_draw_bets", run="7", betting="2", least="0") == []
    assert ask(given, "learned_draw_bets") == []
    with pytest.raises(UsageError, match=r"^parameter betting is '3'; give one of 1, 2$"):
        ask(given, "learned_draw_bets", betting="3")


def test_exchange_tells(given):
    """Those who have bet already do not count again."""
    assert values(given, "learned_exchange_tells", "exchanged hand games percent", run="7") == [
        ("0", "flush", 1, 25), ("0", "straight", 3, 75), ("3", "trips", 20, 20),
        ("3", "AA", 80, 80), ("4 or 5", "low", 4, 100),
    ]  # fmt: skip


def test_profits(given):
    """1, -3, 2 and 2 dollars: half a dollar on average, with a variance of 17 / 3."""
    columns = "opponent rounds dollars_a_round standard_error"
    assert values(given, "learned_draw_profits", columns) == [
        ("raiser", 1, 1.5, None),
        ("caller", 4, 0.5, pytest.approx((17 / 3 / 4) ** 0.5)),
        ("learned", 2, 0, 0),
    ]
    assert ask(given, "learned_draw_profits", run="8") == []


@pytest.mark.parametrize(
    ("query", "hands"),
    [
        ("learned_draw_bets", {*FIRST_HANDS, *FINAL_HANDS}),
        ("learned_draw_exchanges", {*FIRST_HANDS}),
        ("learned_exchange_tells", {*FINAL_HANDS}),
    ],
)
def test_every_hand_has_its_place(query, hands):
    ordered = re.search(r"list_position\(\s*\[(.*?)\]", named_query(query).sql, re.DOTALL)
    assert set(re.findall("'([^']+)'", ordered[1])) == hands
