"""Exact showdowns of starting hands: against each other one, and against random opponents.

Every canonical river is swept once (see ``matchups_kernels``). A build takes them in shares. Arrays
also have the hands that are not in the deck of an order, with no deals.

The income rate is the EV of a hand at a table where everybody stays to the showdown. For
``players`` at the table and a stake of one, IR = players x E[pot share] - 1; a split pot is shared
evenly.
Definition: D. Papp, "Dealing with imperfect information in poker" (MSc thesis, University of
Alberta, 1998). Two and three players are exact. More players are dealt at random, and every seat of
every deal is an observation of the hand that it holds.
"""

from __future__ import annotations

import functools
from math import comb

import numpy as np

from ..cards.boards import canonical_boards
from ..cards.holes import (
    HANDS,
    dead_holes,
    hand_combos,
    hand_of_hole,
    hole_cards,
    opponents_of_one,
    run_outs_of_two,
)
from ..dealing.deck import deal
from ..hands.board_tables import HIGH, BoardOrder
from ..pot_shares import POT
from ..signatures import F64, I64, U8

SHARES = 16  # of all canonical rivers


@functools.cache
def _rivers(dead: tuple[int, ...]) -> tuple[U8, U8]:
    """All canonical rivers with their weights, sorted by weight."""
    boards = canonical_boards(5, dead)
    by_weight = np.argsort(boards.weight, kind="stable")
    return boards.cards[by_weight], boards.weight[by_weight]


def river_share(share: int, shares: int, order: BoardOrder = HIGH) -> tuple[U8, U8]:
    """One of several shares of all canonical rivers of the order's deck, and their weights."""
    rivers = _rivers(order.dead)
    n = len(rivers[1])
    boards, weights = (each[n * share // shares : n * (share + 1) // shares] for each in rivers)
    return boards, weights


def matchup_wins(share: int, order: BoardOrder = HIGH) -> I64:
    """How often each starting hand beats each other one, on one share of all rivers.

    ``share``: 0 .. ``SHARES`` - 1. ``order``: what beats what, and the deck. Returns (169, 169)
    int64, ``[hero, villain]``, over all holes of both without a common card and all boards. The
    shares add up to the whole. Losses are the wins with hero and villain swapped.
    """
    from .matchups_kernels import add_matchup_wins

    wins = np.zeros((len(HANDS), len(HANDS)), np.int64)
    add_matchup_wins(*river_share(share, SHARES, order), order.tables(), wins)
    return wins


def matchup_deals(order: BoardOrder = HIGH) -> I64:
    """How many deals each match-up has.

    Returns (169, 169) int64: pairs of holes without a common card, times 1,712,304 boards, or
    201,376 in short deck.
    """
    live = ~dead_holes(order.dead)
    cards = np.zeros((len(HANDS), 52), np.int64)  # holes of each hand that have each card
    np.add.at(cards, (hand_of_hole()[live, None], hole_cards()[live]), 1)
    combos = np.bincount(hand_of_hole()[live], minlength=len(HANDS))
    # Two holes that share both cards are the same hole, and are counted at each of the two cards.
    sharing = cards @ cards.T - np.diag(combos)
    return run_outs_of_two(0, 5, order.deck) * (np.outer(combos, combos) - sharing)


def random_outcomes(share: int, order: BoardOrder = HIGH) -> I64:
    """The results of each starting hand against random opponents, on one share of all rivers.

    Returns (169, 5) int64: deals, summed over the hand's holes. Against one opponent: he is weaker;
    he is equal. Against two: both are weaker; one is weaker and the other equal; both are equal.
    Two opponents are unordered.
    """
    return random_outcomes_of(*river_share(share, SHARES, order), order)


def random_outcomes_of(boards: U8, weights: U8, order: BoardOrder = HIGH) -> I64:
    """The same as :func:`random_outcomes` for some rivers, ``(n, 5)``, each times its weight."""
    from .matchups_kernels import add_random_outcomes

    outcomes = np.zeros((len(HANDS), 5), np.int64)
    tables = order.tables()
    add_random_outcomes(np.ascontiguousarray(boards), weights, tables, outcomes)
    return outcomes


EXACT = (2, 3)
SAMPLED = (4, 5, 6, 7, 8, 9, 10)

# The squared standard error, times deals, of the hand with the largest: measured with four million
# deals, two million in short deck, and rounded up by 3 %.
_VARIANCE = {
    "high": {4: 325, 5: 383, 6: 432, 7: 470, 8: 503, 9: 529, 10: 550},
    "short deck": {4: 142, 5: 157, 6: 167, 7: 175, 8: 184, 9: 193, 10: 202},
}
_BLOCK = 16_384


def observations_of(players: int, order: BoardOrder = HIGH) -> int:
    """How many deals one hole has: boards, times the holes of one or two opponents.

    Examples
    --------
    >>> observations_of(2), observations_of(3)
    (2097572400, 947053938600)
    """
    pairs = comb(order.deck - 2, 5) * opponents_of_one(5, order.deck)
    return pairs if players == 2 else pairs * opponents_of_one(7, order.deck) // 2


def deals_for(players: int, standard_error: float, order: BoardOrder = HIGH) -> int:
    """How many deals bring the standard error of all hands down to this.

    With few deals the error itself is uncertain, so there are some to spare: half as many again for
    0.1.
    """
    spare = 1 + 5 * max(standard_error - 0.003, 0)
    return -int(-_VARIANCE[order.name][players] * spare // standard_error**2)


def exact_shares(outcomes: I64, players: int) -> tuple[I64, I64]:
    """Sums of the pot shares of one hole of each hand, and of their squares, over all deals.

    ``outcomes``: (169, 5) int64, the total of
    :func:`~pokerlake.engine.starting_hands.matchups.random_outcomes`. ``players``: 2 or 3. Returns
    (169,) int64, (169,) int64, in units of 1/2520 of the pot, and of 1/2520 squared. All holes of a
    hand are alike.
    """
    ways = outcomes[:, :2] if players == 2 else outcomes[:, 2:]
    ways = ways // hand_combos()[:, None]
    share = POT // np.arange(1, ways.shape[1] + 1)
    return ways @ share, ways @ share**2


def sampled_shares(
    players: int, first: int, deals: int, seed: int, order: BoardOrder = HIGH
) -> I64:
    """Deal to ``players`` and sum the pot shares of every seat, by the hand that it holds.

    ``players``: 2 to 10. ``order``: what beats what, and the deck. Returns (169, 6) int64: seats;
    their shares in units of 1/2520 of the pot; the squares of these. Then sums over all pairs of
    seats that hold the same hand in one deal: 2; both shares; twice their product.
    """
    from .matchups_kernels import add_pot_shares

    sums = np.zeros((len(HANDS), 6), np.int64)
    hands = np.empty((7, _BLOCK), np.uint8)
    classes = np.empty((players, _BLOCK), np.uint16)
    for start in range(first, first + deals, _BLOCK):
        n = min(_BLOCK, first + deals - start)
        first_deal = (players << 48) + start
        cards = deal(n, 5 + 2 * players, seed=seed, first=first_deal, dead=order.dead)
        board, holes = cards[:5], cards[5:]
        hands[:5, :n] = board
        seats = classes[:, :n] if n == _BLOCK else np.empty((players, n), np.uint16)
        for seat in range(players):
            hands[5:, :n] = holes[2 * seat : 2 * seat + 2]
            order.evaluate(hands[:, :n], seats[seat])
        add_pot_shares(holes, seats, hand_of_hole(), sums)
    return sums


def income_rate(players: int, observations: I64, share_sum: I64) -> F64:
    """Income rates of hands from the sums of their shares."""
    rates: F64 = players * (share_sum / observations) / POT - 1
    return rates


def standard_error(players: int, sums: I64) -> F64:
    """The standard error of each hand's income rate, ``(169,)``: a deal is one observation.

    ``sums`` is the total of :func:`sampled_shares`, ``(169, 6)``. The rate is a ratio of two sums
    over deals, of shares and of seats, so its variance is that of the sums of (share - mean share)
    of the deals. Source: W. G. Cochran, "Sampling Techniques" (1977), chapter 6, the ratio
    estimator.
    """
    seats, shares, squares, pairs, both, products = sums.T.astype(np.float64)
    mean = shares / seats
    variance = (squares + products) - 2 * mean * (shares + both) + mean**2 * (seats + pairs)
    error: F64 = players / POT * np.sqrt(variance) / seats
    return error
