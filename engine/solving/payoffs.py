"""The values of the ends of a spot to both players: chips, or expected prizes of a table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..prizes import expected_prizes
from ..signatures import F64
from .tree import FOLD, Prizes, Spot, Tree

ROUNDING = 1e-12  # of the value of a tie: as a share of the stake


class Payoffs(NamedTuple):
    """The players' winnings where a hand ends, in chips or in prizes, less ``base``; by node.

    Without rake and prizes one player wins what the other loses, and a tie is worth nothing.
    """

    stake: F64  # (n, 2) float64, of a showdown: half the difference of winning and losing
    # (n, 2) float64, of a fold: its value; of a showdown: the mean of winning and losing
    flat: F64
    tied: F64  # (n, 2) float64, of a showdown: the value of a tie less that mean
    given_up: F64  # (n, 2) float64, of any node: the value of giving up the pot there
    base: F64  # (2,) float64
    pot: float  # winning the pot less giving it up where the spot begins, the mean of both players


def payoffs_of(spot: Spot, tree: Tree) -> Payoffs:
    """The values of the ends of a spot's tree."""
    return payoffs(tree, spot.pot, spot.rake, spot.rake_cap, spot.prizes)


def payoffs(
    tree: Tree,
    pot: int,
    rake: float = 0.0,
    rake_cap: float = float("inf"),
    prizes: Prizes | None = None,
) -> Payoffs:
    """The values of the ends of a tree.

    ``pot``: chips in the pot when the spot begins; ``rake``, ``rake_cap``: as of
    :class:`~pokerlake.engine.solving.tree.Spot`. Raises ValueError if prizes are the same whoever
    wins the pot.
    """
    put_in = tree.put_in.astype(np.float64)
    called = put_in.min(axis=1, keepdims=True)
    whole = pot + 2 * called
    left = whole - np.minimum(rake * whole, rake_cap)
    # The chips that each has gained or lost at the end since the spot began.
    wins, ties, loses = left - called, left / 2 - called, np.repeat(-called, 2, axis=1)
    if prizes is None:
        win, tie, lose = (
            np.broadcast_to(each, loses.shape) - pot / 2 for each in (wins, ties, loses)
        )
        base, worth = np.full(2, pot / 2), float(pot)
    else:
        win, tie, lose = _of_prizes(prizes, wins, ties, loses)
        base = (win[0] + lose[0]) / 2
        worth = float((win[0] - lose[0]).mean())
        if not worth > 0:
            raise ValueError("prizes are the same whoever wins the pot: give others, or no prizes")
        win, tie, lose = win - base, tie - base, lose - base
    flat = (win + lose) / 2
    stake = (win - lose) / 2
    tied = np.where(np.abs(tie - flat) <= ROUNDING * stake, 0.0, tie - flat)
    folded = np.flatnonzero(tree.kind == FOLD)
    who = tree.player[folded]
    flat[folded, who], flat[folded, 1 - who] = lose[folded, who], win[folded, 1 - who]
    return Payoffs(stake, flat, tied, lose, base, worth)


def _of_prizes(table: Prizes, wins: F64, ties: F64, loses: F64) -> tuple[F64, F64, F64]:
    """Expected prizes of both after winning, tying and losing so many chips, ``(n, 2)`` each."""
    both = np.array([wins[:, 0], loses[:, 0]])

    def expected(first: F64, second: F64) -> F64:
        stacks = np.empty((len(first), 2 + len(table.others)))
        stacks[:, 0], stacks[:, 1] = table.behind[0] + first, table.behind[1] + second
        stacks[:, 2:] = table.others
        worth: F64 = expected_prizes(stacks, table.prizes)[:, :2]
        for player in range(2):
            worth[:, player] += table.bounties[player] * (stacks[:, 1 - player] == 0)
        return worth

    won, lost = both
    first, second = expected(won, lost), expected(lost, won)
    win = np.stack([first[:, 0], second[:, 1]], axis=1)
    lose = np.stack([second[:, 0], first[:, 1]], axis=1)
    return win, expected(ties[:, 0], ties[:, 0]), lose
