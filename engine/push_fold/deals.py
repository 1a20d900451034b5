"""Sampled deals for pots of four and more, in which those who are in hold good hands."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import hand_of_hole
from ..dealing import deal
from ..hands import class_ids
from .payoffs import weak_orders

DEALT = 1 << 23
_BATCH = 1 << 20
_PLAYERS = 6
_GOOD = 0.3  # of all holes
# Of the deals with few good hands one in so many is kept, and counts as many.
_THINNED = 32


class Deals(NamedTuple):
    """Deals to six players, none of whom folds."""

    hands: npt.NDArray[np.uint8]  # (n, 6): the starting hand of each player
    weights: npt.NDArray[np.float64]  # (n,): they add up to 1
    # By the number of players: (n,), in which order the first of them come, see ``weak_orders``.
    orders: dict[int, npt.NDArray[np.uint16]]


@functools.lru_cache(maxsize=2)
def sampled_deals(seed: int, strength: tuple[float, ...]) -> Deals:
    """Deal, and keep what matters to large pots.

    Of ``DEALT`` deals those are kept in which three of the first four players hold good hands, and
    one of 32 others, which counts as 32: such deals are rare, and hardly anybody goes in on them.

    Parameters
    ----------
    seed : int
        0 .. 2**64 - 1.
    strength : tuple of float
        By which the best 30 % of the 169 hands are good.
    """
    of_hole = hand_of_hole()
    best = np.argsort(-np.array(strength), kind="stable")
    combos = np.bincount(of_hole)[best].cumsum()
    good = np.zeros(len(best), np.bool_)
    good[best[combos <= _GOOD * len(of_hole)]] = True
    batches = [_batch(seed, first, good) for first in range(0, DEALT, _BATCH)]
    hands, weights, classes = (np.concatenate(of) for of in zip(*batches, strict=True))
    orders = {}
    for inside in range(4, _PLAYERS + 1):
        known = _code(weak_orders(inside))
        by_code = np.argsort(known)
        rows = by_code[np.searchsorted(known[by_code], _code(classes[:, :inside]))]
        orders[inside] = rows.astype(np.uint16)
    return Deals(hands, weights / weights.sum(), orders)


def _batch(
    seed: int, first: int, good: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64], npt.NDArray[np.uint16]]:
    """Hands, weights and classes of the deals that are kept of a batch."""
    cards = deal(_BATCH, 2 * _PLAYERS + 5, seed=seed, first=first)
    low = np.minimum(cards[:12:2], cards[1:12:2]).astype(np.intp)
    high = np.maximum(cards[:12:2], cards[1:12:2]).astype(np.intp)
    hands = hand_of_hole()[high * (high - 1) // 2 + low]
    rich = good[hands[:4]].sum(axis=0) >= 3
    kept = np.flatnonzero(rich | (np.arange(_BATCH) % _THINNED == 0))
    dealt = np.ascontiguousarray(cards[:, kept])
    classes = np.stack(
        [
            class_ids([*dealt[2 * at : 2 * at + 2], *dealt[12:]], layout="columns")
            for at in range(6)
        ],
        axis=1,
    )
    return hands[:, kept].T, np.where(rich[kept], 1.0, _THINNED), classes


def _code(ranks: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.intp]:
    """A number for the order in which hands come: how many are better than each, as digits."""
    code = np.zeros(len(ranks), np.intp)
    for hand in range(ranks.shape[1]):
        code = ranks.shape[1] * code + (ranks < ranks[:, [hand]]).sum(axis=1)
    return code
