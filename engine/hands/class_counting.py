"""How many of all the hands of five, six or seven cards fall in each class."""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from ..threads import over_tasks, worker_count
from .classes import CLASSES
from .rank_graph import flush_of_set, layer_of, merged_graph

Ranks = npt.NDArray[np.int8]

HANDS_OF = {cards: comb(52, cards) for cards in (5, 6, 7)}

# Hands are shared out by their lowest card. Of the seven-card hands 7/52 have the deuce of clubs as
# their lowest, 6/7 of that or so the next card: these are eight shares of about one size.
SHARES = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 6), (6, 8), (8, 12), (12, 52))
_WORTH_A_THREAD = 10_000_000  # hands: 5 ms of counting


def class_counts(cards: int, *, threads: int = 1) -> npt.NDArray[np.int64]:
    """Exact numbers of hands per class, each of the C(52, cards) hands dealt and counted.

    Parameters
    ----------
    cards : int
        5, 6 or 7: 2,598,960, 20,358,520 or 133,784,560 hands.
    threads : int
        0 for all cores.

    Returns
    -------
    (7463,) int64
        Hands at the index of their class; index 0 is not used.

    Raises
    ------
    ValueError
        If ``cards`` is not 5, 6 or 7.
    """
    if worker_count(threads) == 1 or HANDS_OF.get(cards, 0) < _WORTH_A_THREAD:
        return class_counts_of(cards, 0, 52)
    work = range(len(SHARES))
    shares = over_tasks(lambda share: class_counts_of(cards, *SHARES[share]), work, threads)
    return np.asarray(np.sum(shares, axis=0))


def class_counts_of(cards: int, first: int, last: int) -> npt.NDArray[np.int64]:
    """As :func:`class_counts`, of the hands whose lowest card is one of ``first..last - 1``."""
    from .evaluate_kernels import count_hands

    if cards not in HANDS_OF:
        raise ValueError(f"hands of {cards} cards are not counted: give 5, 6 or 7")
    graph = merged_graph()
    counts = np.zeros(CLASSES + 1, np.uint32)
    count_hands(cards, graph.next, _class_with(), flush_of_set(), first, last, counts)
    return counts.astype(np.int64)


@functools.cache
def _class_with() -> npt.NDArray[np.uint16]:
    """The rank class once a card of a rank is added to a node: ``(nodes, 13)``."""
    graph = merged_graph()
    return graph.rank_class[graph.next]


@functools.cache
def class_ways(cards: int) -> npt.NDArray[np.int64]:
    """The same numbers as :func:`class_counts`, by combinatorics, in some milliseconds.

    In how many ways a hand has a multiset of ranks is a product of binomials. Hands with a flush
    are taken off there: to each set of ranks in a suit come cards of the other suits.

    Returns (7463,) int64: read-only.
    """
    if cards not in HANDS_OF:
        raise ValueError(f"hands of {cards} cards are not counted: give 5, 6 or 7")

    def class_of_flush(flushes: Ranks, _: Ranks) -> npt.NDArray[np.uint16]:
        return np.asarray(flush_of_set()[(1 << flushes.astype(np.int64)).sum(axis=1)])

    counts = ways_by(*layer_of(cards), class_of_flush, CLASSES)
    counts.flags.writeable = False
    return counts


def ways_by(
    ranks: Ranks,
    classes: npt.NDArray[np.integer],
    class_of_flush: Callable[[Ranks, Ranks], npt.NDArray[np.integer]] | None,
    most: int,
) -> npt.NDArray[np.int64]:
    """The same by any order of ``most`` classes.

    ``ranks``: (m, k) int8, all multisets of ranks; ``classes``: (m,) integer, their classes, where
    no five are of a suit; 0 for hands that are not counted; ``class_of_flush``: the classes,
    ``(n,)``, of hands by their ranks in a suit, ``(n, s)``, and those in others, ``(n, k - s)``.
    """
    counts = np.zeros(most + 1, np.int64)
    ways = _ways(ranks, 4)
    keys = _keys(ranks)
    order = np.argsort(keys)
    cards = ranks.shape[1]
    for suited in range(5, cards + 1) if class_of_flush else ():
        flushes = np.array(list(combinations(range(13), suited)), np.int8)
        others = layer_of(cards - suited)[0] if suited < cards else np.empty((1, 0), np.int8)
        of_others = np.tile(4 * _ways(others, 3), len(flushes))
        each, beside = np.repeat(flushes, len(others), axis=0), np.tile(others, (len(flushes), 1))
        assert class_of_flush is not None
        counts += np.bincount(class_of_flush(each, beside), of_others, most + 1).astype(np.int64)
        rows = order[np.searchsorted(keys, _keys(each) + _keys(beside), sorter=order)]
        np.subtract.at(ways, rows, of_others)
    counts += np.bincount(classes, ways, most + 1).astype(np.int64)
    counts[0] = 0
    return counts


def _ways(ranks: npt.NDArray[np.int8], suits: int) -> npt.NDArray[np.int64]:
    """In how many ways cards of so many suits have these ranks, ``(m, k)``."""
    of_rank = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    choices = np.array([comb(suits, n) for n in range(5)])
    return np.asarray(choices[of_rank].prod(axis=1))


def _keys(ranks: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """A number for each multiset of ranks, ``(m, k)``: how many of each it has, to the base 5."""
    return np.asarray((5 ** ranks.astype(np.int64)).sum(axis=1))
