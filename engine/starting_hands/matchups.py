"""Exact showdowns of starting hands: against each other one, and against random opponents.

Every canonical river is swept once (see ``matchups_kernels``). A build takes them in shares.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..cards.boards import CANONICAL_BOARDS, canonical_boards
from ..cards.holes import HANDS, hand_combos, hand_of_hole, hole_cards
from ..hands.board_tables import board_tables

RUN_OUTS = 1_712_304  # C(48, 5), for two holes that are known
SHARES = 16  # of all canonical rivers

Counts = npt.NDArray[np.int64]


@functools.cache
def _rivers() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """All canonical rivers with their weights, those of one weight together."""
    boards = canonical_boards(5)
    order = np.argsort(boards.weight, kind="stable")
    return boards.cards[order], boards.weight[order]


def river_share(share: int, shares: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """One of several shares of all canonical rivers, and their weights."""
    n = CANONICAL_BOARDS[5]
    boards, weights = (of[n * share // shares : n * (share + 1) // shares] for of in _rivers())
    return boards, weights


def matchup_wins(share: int) -> Counts:
    """How often each starting hand beats each other one, on one share of all rivers.

    Parameters
    ----------
    share : int
        0 .. ``SHARES`` - 1.

    Returns
    -------
    (169, 169) int64
        ``[hero, villain]``: over all holes of both without a common card and all boards. The shares
        add up to the whole; what a villain loses he would have won as the hero.
    """
    from .matchups_kernels import add_matchup_wins

    wins = np.zeros((len(HANDS), len(HANDS)), np.int64)
    add_matchup_wins(*river_share(share, SHARES), board_tables(), wins)
    return wins


def matchup_deals() -> Counts:
    """How many deals each match-up has.

    Returns
    -------
    (169, 169) int64
        Pairs of holes without a common card, times 1,712,304 boards.
    """
    cards = np.zeros((len(HANDS), 52), np.int64)  # holes of each hand that have each card
    np.add.at(cards, (hand_of_hole()[:, None], hole_cards()), 1)
    combos = hand_combos()
    # Holes that share both cards are the same hole, and are counted at either card.
    sharing = cards @ cards.T - np.diag(combos)
    return RUN_OUTS * (np.outer(combos, combos) - sharing)


def random_outcomes(share: int) -> Counts:
    """What happens to each starting hand against random opponents, on one share of all rivers.

    Returns
    -------
    (169, 5) int64
        Deals, summed over the hand's holes, against one opponent: he is weaker; he is equal. And
        against two: both are weaker; one is and the other equal; both are equal. Which of the two
        holds which hole makes no difference.
    """
    return random_outcomes_of(*river_share(share, SHARES))


def random_outcomes_of(boards: npt.NDArray[np.uint8], weights: npt.NDArray[np.uint8]) -> Counts:
    """The same as :func:`random_outcomes` on rivers, ``(n, 5)``, each counted by its weight."""
    from .matchups_kernels import add_random_outcomes

    outcomes = np.zeros((len(HANDS), 5), np.int64)
    add_random_outcomes(np.ascontiguousarray(boards), weights, board_tables(), outcomes)
    return outcomes
