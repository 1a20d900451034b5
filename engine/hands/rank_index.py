"""Nodes of the rank graph by number: what a batch of whole hands is evaluated with.

Layer k of the graph is all ascending tuples of k ranks, so a node's place in it can be computed:
with r0 <= r1 <= ... it is the sum of C(r_i + i, i + 1), the order by highest rank first, which is
the combinatorial number system (Lehmer 1964). The numbers of five equal ranks are left unused.
Looking up the class by this number, 50,388 of them for seven cards, is one load from 100 KB in
place of a walk of seven loads from 0.8 MB.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from .classes import hand_classes
from .rank_graph import layer_of

_RANKS = 13


@dataclass(frozen=True)
class NodeNumbers:
    """The tables of one layer.

    The number is reckoned in two parts, from the three lowest ranks and from the others, each as a
    node of a layer of its own: ``first[high] + low``.
    """

    # (nodes of k - 3 ranks,): the number of the first node with these highest ranks.
    first: npt.NDArray[np.uint16]
    # (C(12 + k, k),): the class by number, if no flush is there; 0 for five equal ranks.
    rank_class: npt.NDArray[np.uint16]


@functools.cache
def node_numbers(cards: int) -> NodeNumbers:
    """The tables for hands of five, six or seven cards. Built in 25 ms, once."""
    high_ranks, _ = layer_of(cards - 3)
    first = np.zeros(comb(_RANKS - 1 + cards - 3, cards - 3), np.uint16)
    first[_number(high_ranks)] = _number(high_ranks, below=3)
    ranks, classes = layer_of(cards)
    rank_class = np.zeros(comb(_RANKS - 1 + cards, cards), np.uint16)
    rank_class[_number(ranks)] = classes
    return NodeNumbers(first, rank_class)


def _number(ranks: npt.NDArray[np.int8], below: int = 0) -> npt.NDArray[np.int64]:
    """The numbers of ascending ranks, ``(m, k)``, that have ``below`` ranks below them."""
    numbers = np.zeros(len(ranks), np.int64)
    for i in range(ranks.shape[1]):
        place = below + i
        numbers += np.array([comb(rank + place, place + 1) for rank in range(_RANKS)])[ranks[:, i]]
    return numbers


@functools.cache
def flush_of_set() -> npt.NDArray[np.uint16]:
    """The class of cards of one suit by the set of their ranks, a bit each, ``(8192,)``.

    It is 0 for fewer than five ranks, and for more than seven.
    """
    classes = hand_classes()
    best = np.zeros(1 << _RANKS, np.uint16)
    sets = (1 << classes.ranks[classes.suited].astype(np.int64)).sum(axis=1)
    best[sets] = 1 + np.flatnonzero(classes.suited)
    every_set = np.arange(1 << _RANKS)
    for ranks in (6, 7):
        of_size = every_set[np.bitwise_count(every_set) == ranks]
        without = [np.where(of_size >> r & 1, of_size & ~(1 << r), 0) for r in range(_RANKS)]
        options = best[np.stack(without)]
        best[of_size] = np.where(options > 0, options, len(classes.suited)).min(axis=0)
    return best
