"""The tables of classes, of starting hands and of draw against oracles: whole, but for samples.

Nothing of the engine is behind an expected value.
"""

import numpy as np
import pyarrow.parquet as pq
import pytest

from oracle import naive, recount, recount_openings
from oracle import recount_draw as draws
from oracle import recount_holdem as holdem
from oracle.recount_boards import board_text, canonical_boards
from pokerlake.tables.definitions.draw import CATEGORIES

HANDS = np.array(holdem.HANDS, object)
ORDER = np.argsort(HANDS)
RANK_WORDS = {
    "2": "deuce", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip


@pytest.fixture(scope="module")
def read(lake):
    """The columns of a table in the lake, whole numbers as int64."""

    def read(name):
        rows = pq.read_table(lake / f"{name}.parquet")
        found = {name: rows[name].to_numpy() for name in rows.column_names}
        return {
            name: column.astype(np.int64) if column.dtype.kind in "ui" else column
            for name, column in found.items()
        }

    return read


def unlike(rows, expected):
    """The columns that are not as expected."""
    return [
        name
        for name, values in expected.items()
        if not (rows[name] == np.asarray(values, rows[name].dtype)).all()
    ]


# ---------------------------------------------------------------- classes, nodes


def class_name(category, ranks):
    """The name of a class, such as ``full house, aces over kings``, from its ranks ``AAAKK``."""
    a, b, c, d, e = (RANK_WORDS[rank] for rank in ranks)
    high, low, middle = (f"{word}es" if word == "six" else f"{word}s" for word in (a, d, c))
    return {
        1: "royal flush" if a == "ace" else f"straight flush, {a} high",
        2: f"four of a kind, {high}, {e} kicker",
        3: f"full house, {high} over {low}",
        4: f"flush, {a}-{b}-{c}-{d}-{e}",
        5: f"straight, {a} high",
        6: f"three of a kind, {high}, {d}-{e} kickers",
        7: f"two pair, {high} and {middle}, {e} kicker",
        8: f"one pair, {high}, {c}-{d}-{e} kickers",
        9: f"high card, {a}-{b}-{c}-{d}-{e}",
    }[category]


def test_classes(read):
    keys = recount.class_keys()
    expected = {
        "class_id": np.arange(1, 7463),
        "category": keys.category,
        "name": [class_name(*key) for key in zip(keys.category.tolist(), keys.ranks, strict=True)],
        "ranks": keys.ranks,
        "suited": keys.suited,
        **{f"count{k}": recount.class_counts(k)[1:] for k in (5, 6, 7)},
    }
    assert unlike(read("classes"), expected) == []


def test_dag_nodes(read):
    graph = recount.rank_graph()
    expected = {"node_id": np.arange(len(graph.cards)), **vars(graph)}
    edges = expected.pop("next")
    expected |= {f"next_{rank}": edges[:, r] for r, rank in enumerate(naive.RANKS)}
    seven = np.array([cards.count(",") == 6 for cards in graph.cards])
    expected["rank_class"] = np.where(seven, graph.rank_class, -1)
    assert unlike(read("dag_nodes"), expected) == []


# ---------------------------------------------------------------- starting hands


@pytest.fixture(scope="module")
def from_pairs(read):
    """Match-ups of hands, added up from those of holes: the build sweeps boards instead."""
    rows = read("combo_matchups")
    pairs = holdem.HolePairs(rows["hero_hole_id"], rows["villain_hole_id"], rows["weight"])
    return holdem.hand_matchups(pairs, rows["win"], rows["tie"], rows["lose"])


@pytest.mark.whole
def test_combo_matchups(read):
    """All kinds of pairs are there; test_two.py holds the counts of all, here some are dealt."""
    rows = read("combo_matchups")
    hero, villain = rows["hero_hole_id"], rows["villain_hole_id"]
    orbits, canonical = holdem.suit_orbits(), holdem.canonical_pairs(hero, villain)
    place = np.lexsort((canonical.villain, canonical.hero))
    found = canonical.hero[place], canonical.villain[place], rows["weight"][place]
    assert all((a == b).all() for a, b in zip(found, orbits, strict=True))
    names = [naive.format_cards(cards[::-1]) for cards in holdem.hole_cards().tolist()]
    assert rows["hero"].tolist() == [names[hole] for hole in hero]
    assert rows["villain"].tolist() == [names[hole] for hole in villain]
    for row in np.random.default_rng(7).choice(len(hero), 5, replace=False):
        expected = holdem.match_up(int(hero[row]), int(villain[row]))
        assert (rows["win"][row], rows["tie"][row], rows["lose"][row]) == expected


def test_matchups(read, from_pairs):
    expected = {"hero": np.repeat(HANDS[ORDER], 169), "villain": np.tile(HANDS[ORDER], 169)}
    for name, matrix in from_pairs._asdict().items():
        expected[name] = matrix[np.ix_(ORDER, ORDER)].ravel()
    assert unlike(read("matchups"), expected) == []


def combos():
    return np.bincount(holdem.hand_of_hole())


def test_starting_hands(read, from_pairs):
    found = holdem.starting_hands(from_pairs)._asdict()
    row, col = np.divmod(np.arange(169), 13)
    del found["deals"]
    expected = {"hand": HANDS, "row": row, "col": col, "combos": combos(), **found}
    assert unlike(read("starting_hands"), expected) == []


def test_income_rates(read, from_pairs):
    """Two players from the pairs; of all others labels, pots and rates (test_income.py: deals)."""
    rows = read("income_rates")
    assert rows["players"].tolist() == [n for n in range(2, 11) for _ in HANDS]
    assert (rows["hand"] == np.tile(HANDS[ORDER], 9)).all()
    exact = rows["players"] <= 3
    assert (rows["method"] == np.where(exact, "exact", "monte carlo")).all()
    assert np.isnan(rows["standard_error"][exact]).all()
    assert np.isnan(rows["seed"].astype(float)[exact]).all()
    assert (rows["seed"][~exact] == 1).all()
    assert (rows["standard_error"][~exact] <= 0.003).all()
    two = [column // combos() for column in holdem.starting_hands(from_pairs)[1:3]]
    shares = {1: 2520 * two[0] + 1260 * two[1], 2: 2520**2 * two[0] + 1260**2 * two[1]}
    assert (rows["share_sum"][:169] == shares[1][ORDER]).all()
    assert (rows["share_sum_squares"][:169] == shares[2][ORDER]).all()
    for players in range(2, 11):
        here = rows["players"] == players
        seats, won = rows["observations"][here], rows["share_sum"][here]
        rates = holdem.income_rate(players, seats, won)
        assert np.allclose(rows["income_rate"][here], rates, rtol=1e-12)
        times = combos()[ORDER] if players <= 3 else 1
        assert (won * times).sum() * players == (seats * times).sum() * 2520


# ---------------------------------------------------------------- draw


@pytest.fixture(scope="module")
def one_card():
    cards = canonical_boards(5).cards
    parts = [draws.one_card(cards[first : first + 1024]) for first in range(0, len(cards), 1024)]
    return draws.OneCard(*map(np.concatenate, zip(*parts, strict=True)))


def highest(ranks):
    """The letter of the highest of some ranks, ``(13, n)``; None where there is none."""
    found = np.full(ranks.shape[1], None, object)
    for letter, there in zip(naive.RANKS, ranks, strict=True):
        found[there] = letter
    return found


@pytest.mark.whole
def test_draw_hands(read, one_card):
    """What a hand draws to is seen by dealing it one card."""
    hands = canonical_boards(5)
    class_id = draws.classes_of(draws.card_keys()[hands.cards].sum(axis=1))
    category = draws.categories()[class_id]
    listed = hands.cards.tolist()
    usual = [
        draws.usual(*known)
        for known in zip(listed, category.tolist(), one_card.completing.tolist(), strict=True)
    ]
    of_suit = np.stack([(hands.cards % 4 == suit).sum(axis=1) for suit in range(4)])
    held = np.stack([(hands.cards // 4 == rank).sum(axis=1) for rank in range(13)])
    draw = np.isin(category, (1, 5), invert=True)[:, None] & (one_card.completing > 0)
    open_ended = (draw & (one_card.completing == 2)).any(axis=1)
    expected = {
        "hand_id": np.arange(len(listed)),
        "hand": [board_text(hand) for hand in listed],
        "weight": hands.weight,
        "class_id": class_id,
        "category": category,
        "pair": highest(held > 1),
        "kicker": highest(held == 1),
        "four_flush": of_suit.max(axis=0) == 4,
        "open_ended": open_ended,
        "inside_straight": draw.any(axis=1) & ~open_ended,
        "four_straight_flush": one_card.straight_flush & (of_suit.max(axis=0) == 4),
        "draw": [played.name for played in usual],
        "usual_discard": [played.discard for played in usual],
    }
    assert unlike(read("draw_hands"), expected) == []


@pytest.mark.whole
def test_draw_exchanges(read, one_card):
    """Keys and draws of no or one card: all. Of more cards: the sums, which are known beforehand.

    tests/pipelines/tables/test_draw.py deals all draws of a thousand rows.
    """
    found = read("draw_exchanges")
    hands = canonical_boards(5)
    rows = draws.rows_of(hands)
    exchanged = np.bitwise_count(rows.discard).astype(np.int64)
    numbers = np.array([draws.draws_of(cards) for cards in range(6)])
    weight = hands.weight[rows.hand] * rows.alike
    expected = {
        "hand_id": rows.hand,
        "discard": rows.discard,
        "exchanged": exchanged,
        "weight": weight,
        "draws": numbers[exchanged],
    }
    assert unlike(found, expected) == []
    measures = np.stack([found[name] for name in (*CATEGORIES, "strength_sum", "ties_sum")])
    assert (measures[:9].sum(axis=0) == numbers[exchanged]).all()
    pat, one = exchanged == 0, exchanged == 1
    in_hand = draws.measures()[draws.classes_of(draws.card_keys()[hands.cards].sum(axis=1))]
    assert (measures[:, pat] == in_hand[rows.hand[pat]].T).all()
    place = np.bitwise_count(rows.discard[one] - 1)
    assert (measures[:, one] == one_card.results[rows.hand[one], place].T).all()
    for cards in range(6):
        some = exchanged == cards
        assert (measures[:, some] @ weight[some]).tolist() == draws.in_all(cards).tolist()


def test_openings(read):
    """Every line by the rule in fractions; the continuous threshold is where the chance is 1/2."""
    found = read("openings")
    rows = recount_openings.openings()
    at_least = recount.class_counts(5).cumsum()[1:]
    weakest = [(100 * at_least <= row.top_percent * draws.HANDS).sum() for row in rows]
    expected = {
        "players": [row.players for row in rows],
        "line": [row.line for row in rows],
        "player": [len(row.line) + 1 for row in rows],
        "action": [row.action for row in rows],
        "top_percent": [row.top_percent for row in rows],
    }
    assert unlike(found, expected) == []
    assert np.nan_to_num(found["class_id"].astype(float)).tolist() == weakest
    lines = [(row.players, row.line) for row in rows]
    percents = dict(zip(lines, found["continuous_percent"].tolist(), strict=True))
    assert [line for line in lines if not recount_openings.is_even(*line, percents)] == []


def test_change(read):
    rows = [
        (cents, coin, coins)
        for cents in range(100)
        for coin, coins in recount_openings.fewest_coins(cents).items()
    ]
    expected = dict(zip(("cents", "coin", "coins"), np.array(rows).T, strict=True))
    assert unlike(read("change"), expected) == []
