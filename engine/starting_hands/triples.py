"""In which orders any three of the 169 starting hands finish, on all rivers, exactly.

A build takes the canonical rivers in shares. The kernel sums by kinds of products, which are
combined here and read for each triple of hands. Triples are of hands that the deck of an order has,
by their numbers among the 169.
"""

from __future__ import annotations

import functools
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS, dead_holes, hand_of_hole, hands_without, hole_cards
from ..hands.board_tables import HIGH, BoardOrder
from ..signatures import I64, U8, U32, frozen
from .matchups import river_share

if TYPE_CHECKING:
    from .matchups_kernels import Totals
    from .triples_steps import HoleTables

SHARES = 16  # of all canonical rivers

# All orders of three hands without a tie, then one hand that beats two that tie, then two that tie
# and beat one.
STRICT = tuple(permutations(range(3)))
ONE_ABOVE = ((0, 1, 2), (1, 0, 2), (2, 0, 1))
ONE_BELOW = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
ORDERS = len(STRICT) + len(ONE_ABOVE) + len(ONE_BELOW)


def hand_triples(order: BoardOrder = HIGH) -> U8:
    """The triples of starting hands, in any order and with repetition.

    ``order``: the order whose deck is meant. Returns (818805, 3) uint8, read-only: numbers of
    hands, ascending within a triple. Short deck has 91,881 rows.
    """
    return _triples(order.dead)


@functools.cache
def _triples(dead: tuple[int, ...]) -> U8:
    hands = hands_without(dead).astype(np.uint8)
    grid = np.meshgrid(hands, hands, hands, indexing="ij")
    first, second, third = (axis.ravel() for axis in grid)
    ascending = (first <= second) & (second <= third)
    return frozen(np.stack([first, second, third], axis=1)[ascending])


def order_counts(share: int, order: BoardOrder = HIGH) -> I64:
    """The deals of each order of three hands, on one share of all rivers.

    Returns (818805, 12) int64, a row for each of :func:`hand_triples`: six columns for the orders
    without a tie (``STRICT``), three in which one hand beats two that tie (``ONE_ABOVE``), three in
    which two that tie beat one (``ONE_BELOW``). The counts are over all holes of the three hands
    without a common card. The shares add up to the whole. In the remaining deals all three tie.
    """
    return order_counts_of(*river_share(share, SHARES, order), order)


def order_counts_of(boards: U8, weights: U8, order: BoardOrder = HIGH) -> I64:
    """The same as :func:`order_counts` for some rivers, ``(n, 5)``, each times its weight."""
    from .matchups_kernels import Totals, add_orders
    from .triples_steps import Thirds

    totals = Totals(
        *(
            np.zeros(shape, np.int64)
            for shape in (
                (169, 13, 26, 32), (169, 2, 13, 2, 32), (169, 2, 13, 2, 32), (169, 2, 26, 32),
                (169, 2, 13, 2, 2), (169, 169, 192),
            )
        )
    )  # fmt: skip
    shapes = (169, 169, 192), (169, 169, 192), (169, 169, 4, 32), (169, 169, 4, 32)
    thirds = Thirds(*(np.zeros(shape, np.uint32) for shape in shapes))
    boards = np.ascontiguousarray(boards)
    add_orders(boards, weights, order.tables(), _hole_tables(), totals, thirds)
    middle = _middles(totals, order)
    below = _of_ties(thirds.below, thirds.lines_below)
    above = _of_ties(thirds.above, thirds.lines_above)
    hands = hand_triples(order).T.astype(np.intp)
    strict = [middle[hands[b], hands[c], hands[a]] for a, b, c in STRICT]
    one_above = [above[hands[b], hands[c], hands[a]] for a, b, c in ONE_ABOVE]
    one_below = [below[hands[a], hands[b], hands[c]] for a, b, c in ONE_BELOW]
    return np.stack([*strict, *one_above, *one_below], axis=1)


def triple_deals(order: BoardOrder = HIGH) -> I64:
    """How many deals each triple of starting hands has.

    Returns (818805,) int64, for each of :func:`hand_triples`: holes without a common card, times
    1,370,754 boards, or 142,506 in short deck.
    """
    live = ~dead_holes(order.dead)
    hands, cards, n = hand_of_hole()[live], hole_cards()[live], len(HANDS)
    disjoint = np.zeros((n, n, n), np.int64)
    for hand in hands_without(order.dead).tolist():
        holes_of_hand = np.flatnonzero(hands == hand)
        hole = cards[holes_of_hand[0]]  # all combos of a hand are alike
        free = ~np.isin(cards, hole).any(axis=1)
        holes = np.bincount(hands[free], minlength=n)
        with_card = np.zeros((n, 52), np.int64)
        np.add.at(with_card, (hands[free, None], cards[free]), 1)
        # Two holes that share both cards are the same hole, and are counted at each card.
        sharing = with_card @ with_card.T - np.diag(holes)
        disjoint[hand] = len(holes_of_hand) * (np.outer(holes, holes) - sharing)
    first, second, third = hand_triples(order).T
    deals: I64 = comb(order.deck - 6, 5) * disjoint[first, second, third]
    return deals


@functools.cache
def _hole_tables() -> HoleTables:
    from .triples_steps import HoleTables

    cards = hole_cards().astype(np.intp)
    ranks, suits = cards >> 2, cards & 3
    hand_of_cards = np.zeros((52, 52), np.uint8)
    hand_of_cards[cards[:, 0], cards[:, 1]] = hand_of_hole()
    hand_of_cards[cards[:, 1], cards[:, 0]] = hand_of_hole()
    plain = (suits[:, 0] == suits[:, 1]) | (ranks[:, 0] == ranks[:, 1])
    places = (ranks[:, ::-1] + np.where(plain, 0, 13)[:, None]).astype(np.uint8)
    hand_of_place = np.full((13, 26), 191, np.uint8)
    for side in range(2):
        hand_of_place[ranks[:, side], places[:, side]] = hand_of_hole()
    hand_ranks = _ranks_of_hands()
    near = (hand_ranks[:, None, :, None] == hand_ranks[None, :, None, :]).any(axis=(2, 3))
    near = near.astype(np.uint8)
    return frozen(HoleTables(hole_cards(), hand_of_cards, places, hand_of_place, near))


def _middles(totals: Totals, order: BoardOrder) -> I64:
    """The deals by the hand in the middle, the hand below and the hand above: 169 of each."""
    hand_of_place = _hole_tables().hand_of_place.astype(np.intp)
    middles = np.zeros((len(HANDS), 192, 192), np.int64)
    middles[:, : len(HANDS)] = totals.matrix
    for rank in range(13):
        middles[:, hand_of_place[rank][:, None], hand_of_place[rank]] += totals.pairs[
            :, rank, :, :26
        ]
    suited = np.arange(2)
    for hand in hands_without(order.dead).tolist():
        middle = middles[hand]
        hole = hole_cards()[np.flatnonzero(hand_of_hole() == hand)[0]]
        low, high = ranks = [int(card) >> 2 for card in hole]
        for x in range(13):
            # The hand of a card of rank x with the lower or higher card, offsuit and suited.
            pair = [hand_of_place[x, r + np.where((suited == 0) & (x != r), 13, 0)] for r in ranks]
            for side in range(2):
                np.add.at(
                    middle,
                    (pair[side][:, None], hand_of_place[x]),
                    totals.to_above[hand, side, x, :, :26],
                )
                np.add.at(
                    middle,
                    (hand_of_place[x], pair[side][:, None]),
                    totals.to_below[hand, side, x, :, :26],
                )
            np.add.at(middle, (pair[0][:, None], pair[1]), -totals.crossing[hand, 0, x])
            np.add.at(middle, (pair[1], pair[0][:, None]), -totals.crossing[hand, 1, x])
        np.add.at(
            middle, (hand_of_place[low][:, None], hand_of_place[high]), totals.own[hand, 0, :, :26]
        )
        np.add.at(
            middle, (hand_of_place[high][:, None], hand_of_place[low]), totals.own[hand, 1, :, :26]
        )
    return middles[:, : len(HANDS), : len(HANDS)]


def _of_ties(third: U32, lines: U32) -> U32:
    """The third holes by two hands that tie, in either order."""
    hand_of_place = _hole_tables().hand_of_place.astype(np.intp)
    for hand, ranks in enumerate(_ranks_of_hands()):
        # Lines of the ranks of the first hand, then of the second.
        for slot, rank in enumerate(ranks):
            third[hand][:, hand_of_place[rank]] -= lines[hand, :, slot, :26]
            third[:, hand][:, hand_of_place[rank]] -= lines[:, hand, 2 + slot, :26]
    counts: U32 = (third + third.transpose(1, 0, 2))[:, :, : len(HANDS)]
    return counts


def _ranks_of_hands() -> npt.NDArray[np.intp]:
    """The ranks of the two cards of each hand, the lower first, ``(169, 2)``."""
    first = [int(np.flatnonzero(hand_of_hole() == hand)[0]) for hand in range(len(HANDS))]
    return hole_cards()[first].astype(np.intp) >> 2
