"""Short deck through the kernels of hold'em: known holes, sweeps over ranges, and sampling."""

from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from oracle import naive_orders
from pokerlake.catalogue import ORDERS
from pokerlake.engine.cards.holes import hole_id
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.equity.calculate import equity, situation_of
from pokerlake.engine.equity.exact import by_boards, by_holes
from pokerlake.engine.hands.board_tables import board_tables
from pokerlake.engine.hands.classes import CATEGORY_NAMES
from pokerlake.engine.hands.order_classes import order_classes
from pokerlake.engine.known_holes.several import multiway
from pokerlake.engine.orders.evaluate import board_numbers, board_order, order_ids
from pokerlake.engine.pot_shares import best_of
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError

HIGH, SHORT = ORDERS["high"], ORDERS["short deck"]
# The category of each class as high hands have it.
CATEGORY = np.array([0] + [1 + CATEGORY_NAMES.index(name) for name in SHORT.category_names])[
    np.concatenate([[0], order_classes(SHORT).category])
]


def dealt(chance, players, known):
    """Random holes and a board, of few suits half of the time."""
    deck = list(range(16, 52))
    chance.shuffle(deck)
    if chance.random() < 0.5:
        deck.sort(key=lambda card: (card % 4 > 1) + 1.2 * chance.random())
    holes = [deck[2 * player : 2 * player + 2] for player in range(players)]
    return holes, deck[2 * players : 2 * players + known]


def counted(holes, board):
    """Who shares, and the categories, over all boards, each of them evaluated."""
    gone = {card for cards in [*holes, board] for card in cards}
    live = [card for card in range(16, 52) if card not in gone]
    missing = 5 - len(board)
    n = comb(len(live), missing)
    rest = np.array(list(combinations(live, missing)), np.uint8).reshape(n, missing)
    ids = np.stack(
        [
            order_ids(
                np.hstack([np.tile(np.array([*hole, *board], np.uint8), (n, 1)), rest]),
                SHORT,
                layout="rows",
            )
            for hole in holes
        ]
    )
    best, sharers = best_of(ids)
    won = np.where(best, sharers, 0)
    shared = [np.bincount(row, minlength=len(holes) + 1).tolist() for row in won]
    return shared, [np.bincount(CATEGORY[row], minlength=10).tolist() for row in ids]


def ranges_of(holes):
    ranges = np.zeros((len(holes), 1326))
    for weights, hole in zip(ranges, holes, strict=True):
        weights[hole_id(*hole)] = 1
    return ranges


def test_numbers():
    """In the order of the classes, where high hands have categories; a flush anywhere."""
    numbers = board_numbers(SHORT).astype(int)
    assert (np.diff(numbers) > 0).all()
    high = board_tables().category
    flush = np.array(CATEGORY_NAMES)[CATEGORY - 1] == "flush"
    assert (high[numbers][~flush] == CATEGORY[~flush]).all()
    assert (board_order(SHORT).tables().category[numbers] == CATEGORY).all()
    assert np.array_equal(board_numbers(HIGH), np.arange(7463))
    assert board_order(HIGH).tables() is board_tables()
    assert board_order(SHORT).tables() is board_order(SHORT).tables()
    with pytest.raises(ValueError, match="deuce to seven is no order of boards: lows win"):
        board_numbers(ORDERS["deuce to seven"])


# 190 were tried once.
@pytest.mark.parametrize("seed", range(10))
def test_known_holes_against_every_board(seed):
    chance = Random(seed)
    players = chance.choice([2, 3, 4, 6])
    holes, board = dealt(chance, players, [0, 3, 4, 5, 3][seed % 5])
    shared, categories = counted(holes, board)
    situation = situation_of(ranges_of(holes), board, (), SHORT)
    for way in (by_holes, by_boards):
        found = way(situation)
        assert found.shared.tolist() == shared
        assert found.categories.tolist() == categories
    total = sum(shared[0])
    sampled = equity(
        situation.ranges, board, order=SHORT, method="monte carlo", deals=100_000, seed=seed
    )
    for mine, all_of in ((sampled.shared, shared), (sampled.categories, categories)):
        assert abs(mine / sampled.weight - np.array(all_of) / total).max() < 0.01


def test_a_flop_by_the_rules_alone():
    holes = [parse_hand(hole).tolist() for hole in ("AsKs", "9h9d", "7s8s")]
    board = parse_hand("9s6sTh").tolist()
    gone = {card for cards in [*holes, board] for card in cards}
    rest = combinations([card for card in range(16, 52) if card not in gone], 2)
    shared = np.zeros((3, 4), int)
    for more in rest:
        keys = [naive_orders.best_key([*hole, *board, *more], "short deck") for hole in holes]
        winners = [key == min(keys) for key in keys]
        for player, wins in enumerate(winners):
            shared[player, sum(winners) * wins] += 1
    numbers = np.array([[hole_id(*hole) for hole in holes]], np.uint16)
    found = multiway(numbers, np.array(board, np.uint8), SHORT.dead, order=board_order(SHORT))
    assert found.shared[0].tolist() == shared.tolist()


@pytest.mark.parametrize(
    ("texts", "board"),
    [
        (("TT+,AK", "66+,A9s+"), ""),
        (("TT+,A9s", "66+", "KJs+"), "Jh9h6d"),
        (("random",) * 2, "AsKs6d"),
    ],
)
def test_ranges(texts, board):
    """The two exact ways, and sampling, come to the same."""
    ranges = [parse_range(text) for text in texts]
    situation = situation_of(ranges, parse_hand(board), (), SHORT)
    found, other = by_holes(situation), by_boards(situation)
    assert found.shared.tolist() == other.shared.tolist()
    assert found.categories.tolist() == other.categories.tolist()
    sampled = equity(
        ranges, parse_hand(board), order=SHORT, method="monte carlo", deals=100_000, seed=1
    )
    assert abs(sampled.equity - found.equity).max() < 0.01


def test_what_is_not_in_the_deck():
    pair = [parse_range("AhKh"), parse_range("QsQc")]
    assert equity(pair, order=SHORT).shared.tolist() == counted([[50, 46], [43, 40]], [])[0]
    for board, dead in (([0, 20, 24], []), ([], [0])):
        with pytest.raises(CardError, match=r"^2c is not in the deck of 36 cards, 6 to A$"):
            equity(pair, board, dead, order=SHORT)
    low = [parse_range("2c2d"), parse_range("AhKh")]
    with pytest.raises(RangeError, match=r"^player 1 has no hole in the deck of 36 cards, 6 to A$"):
        equity(low, order=SHORT)
    with pytest.raises(RangeError, match=r"^player 1 has no hole in the deck .* of 6c7c8c$"):
        equity(low, [16, 20, 24], order=SHORT)
    ten = np.ones((10, 1326))
    assert equity(ten, order=SHORT, deals=1000).deals == 1000
    with pytest.raises(CardError, match=r"^24 cards left; too few for 10 players and the board$"):
        equity(ten, dead=range(16, 28), order=SHORT)
