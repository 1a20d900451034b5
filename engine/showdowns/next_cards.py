"""What the next card makes of a hole on a flop or turn, and whom it beats then."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game

from ..cards.text import CARDS
from .evaluate import Classes, Column, high_ids
from .shares import showdown

DECK = len(CARDS)


def next_classes(
    rule: Game, holes: Column, boards: Column, dead: Sequence[int] = (), *, threads: int = 1
) -> Classes:
    """The class of each hole after each card that may come next.

    Parameters
    ----------
    rule : Game
        Of ``GAMES``.
    holes, boards : (k, n) and (b, n) uint8
        Cards, a column each: k is ``rule.hole``, and b 3 or 4.
    dead : sequence of int
        Cards that do not come, beside those of the hole and the board.
    threads : int
        0 for all cores.

    Returns
    -------
    (n, 52) uint16
        By the next card; 0 where that cannot come.

    Raises
    ------
    CardError
        For the first that cannot be dealt.

    Examples
    --------
    >>> from pokerlake.catalogue import game_named
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> hole, board = (parse_hand(text)[:, None] for text in ("AhKh", "Qh2h3d"))
    >>> found = next_classes(game_named("holdem"), hole, board)
    >>> int((found > 0).sum()), int(((found > 0) & (found <= 1599)).sum())  # flushes and better
    (47, 9)
    """
    known = np.concatenate([holes, boards])
    n = known.shape[1]
    comes = np.ones((n, DECK), np.bool_)
    comes[:, [*dead, *rule.dead]] = False
    comes[np.arange(n), known] = False
    rows, cards = np.nonzero(comes)
    found = np.zeros((n, DECK), np.uint16)
    after = np.concatenate([boards[:, rows], cards[None].astype(np.uint8)])
    dealt = np.ascontiguousarray(holes[:, rows]), np.ascontiguousarray(after)
    found[rows, cards] = high_ids(rule, *dealt, threads=threads)
    return found


def next_shares(
    rule: Game,
    hole: Column,
    board: Column,
    villains: Column,
    weights: npt.NDArray[np.float64],
    dead: Sequence[int] = (),
) -> npt.NDArray[np.float64]:
    """How much of a range a hole is ahead of, and tied with, after each card that may come next.

    ``hole``, ``board``: (k,) and (b,) uint8, b is 3 or 4; ``villains``: (k, m) uint8, the holes of
    the range. Those with a card that is known count for nothing; ``weights``: (m,) float64. Returns
    (3, 52) float64: by the next card: sums of weights ahead, tied and of all; 0 where it cannot
    come.
    """
    known = [*hole.tolist(), *board.tolist(), *dead]
    live = ~np.isin(villains, known).any(axis=0)
    villains, weights = villains[:, live], weights[live]
    found = np.zeros((3, DECK))
    for card in sorted(set(rule.deck) - set(known)):
        theirs = (villains != card).all(axis=0)
        m = int(theirs.sum())
        if not m:
            continue
        after = np.append(board, np.uint8(card))
        mine, boards = (np.repeat(cards[:, None], m, axis=1) for cards in (hole, after))
        share = showdown(rule, [mine, np.ascontiguousarray(villains[:, theirs])], boards).shares[0]
        each = weights[theirs]
        found[:, card] = each[share > 0.5].sum(), each[share == 0.5].sum(), each.sum()
    return found
