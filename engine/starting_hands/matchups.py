"""Exact showdowns of starting hands: against each other one, and against random opponents.

Every canonical river is swept once (see ``matchups_kernels``). A build takes them in shares. Hands
that the deck of an order does not have are in arrays too, and have no deals.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..cards.boards import canonical_boards
from ..cards.holes import HANDS, dead_holes, hand_of_hole, hole_cards, run_outs_of_two
from ..hands.board_tables import HIGH, BoardOrder

SHARES = 16  # of all canonical rivers

Counts = npt.NDArray[np.int64]


@functools.cache
def _rivers(dead: tuple[int, ...]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """All canonical rivers with their weights, those of one weight together."""
    boards = canonical_boards(5, dead)
    by_weight = np.argsort(boards.weight, kind="stable")
    return boards.cards[by_weight], boards.weight[by_weight]


def river_share(
    share: int, shares: int, order: BoardOrder = HIGH
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """One of several shares of all canonical rivers of the order's deck, and their weights."""
    rivers = _rivers(order.dead)
    n = len(rivers[1])
    boards, weights = (of[n * share // shares : n * (share + 1) // shares] for of in rivers)
    return boards, weights


def matchup_wins(share: int, order: BoardOrder = HIGH) -> Counts:
    """How often each starting hand beats each other one, on one share of all rivers.

    ``share``: 0 .. ``SHARES`` - 1; ``order``: what beats what, and the deck. Returns (169, 169)
    int64: ``[hero, villain]``: over all holes of both without a common card and all boards. The
    shares add up to the whole; what a villain loses he would have won as the hero.
    """
    from .matchups_kernels import add_matchup_wins

    wins = np.zeros((len(HANDS), len(HANDS)), np.int64)
    add_matchup_wins(*river_share(share, SHARES, order), order.tables(), wins)
    return wins


def matchup_deals(order: BoardOrder = HIGH) -> Counts:
    """How many deals each match-up has.

    Returns (169, 169) int64: pairs of holes without a common card, times 1,712,304 boards, or
    201,376 of short deck.
    """
    live = ~dead_holes(order.dead)
    cards = np.zeros((len(HANDS), 52), np.int64)  # holes of each hand that have each card
    np.add.at(cards, (hand_of_hole()[live, None], hole_cards()[live]), 1)
    combos = np.bincount(hand_of_hole()[live], minlength=len(HANDS))
    # Holes that share both cards are the same hole, and are counted at either card.
    sharing = cards @ cards.T - np.diag(combos)
    return run_outs_of_two(0, 5, order.deck) * (np.outer(combos, combos) - sharing)


def random_outcomes(share: int, order: BoardOrder = HIGH) -> Counts:
    """What happens to each starting hand against random opponents, on one share of all rivers.

    Returns (169, 5) int64: deals, summed over the hand's holes, against one opponent: he is weaker;
    he is equal. And against two: both are weaker; one is and the other equal; both are equal. Which
    of the two holds which hole makes no difference.
    """
    return random_outcomes_of(*river_share(share, SHARES, order), order)


def random_outcomes_of(
    boards: npt.NDArray[np.uint8], weights: npt.NDArray[np.uint8], order: BoardOrder = HIGH
) -> Counts:
    """The same as :func:`random_outcomes` on rivers, ``(n, 5)``, each counted by its weight."""
    from .matchups_kernels import add_random_outcomes

    outcomes = np.zeros((len(HANDS), 5), np.int64)
    tables = order.tables()
    add_random_outcomes(np.ascontiguousarray(boards), weights, tables, outcomes)
    return outcomes
