"""The tables by which two cards of a hole are classed with three of a board.

A hand in Omaha has exactly two cards of the hole and three of the board. So on a board each two
ranks have one class, and each two ranks of the suit in which a flush is possible another: 91 of
each. The best of the 10 threes of a river is taken here, once for each set of its ranks.
"""

from __future__ import annotations

import functools
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..hands.rank_graph import flush_of_set, node_numbers
from ..signatures import U16, Input

BOARD_SIZES = (3, 4, 5)
PAIRS = 91  # of ranks; high (high + 1) / 2 + low is the number of a pair
NONE = 9999  # worse than any class: what no cards can make

Classes = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]


class OmahaTables(NamedTuple):
    """Read-only tables for boards of one size, which kernels take as one argument."""

    # The best class of two ranks of the hole, without a flush, by the number of the board's ranks:
    # that of ascending ranks r_0, r_1, ... is the sum of C(r_i + i, i + 1).
    of_ranks: Input[U16, "C(12 + b, b), 91"]
    # The row in ``of_suited`` of a set of ranks, those of a suit on the board; 0 below three.
    row_of_set: Input[U16, "8192"]
    # The best class of two ranks of that suit in the hole; ``NONE`` for what cannot be dealt.
    of_suited: Input[U16, "2289, 91"]


@functools.cache
def omaha_tables(cards: int) -> OmahaTables:
    """The tables for boards of 3, 4 or 5 cards. Built in 40 ms, once."""
    tables = OmahaTables(_of_ranks(cards), *_of_suited())
    for table in tables:
        table.flags.writeable = False  # the type of a field, which kernels take only exactly
    return tables


def numbers_of_ranks(ranks: npt.NDArray[np.integer]) -> Ints:
    """The numbers of ascending ranks, ``(..., b)``, among those of as many: ``(...)``."""
    size = ranks.shape[-1]
    steps = np.array([[comb(r + i, i + 1) for i in range(size)] for r in range(13)], np.int64)
    numbers: Ints = np.sum([steps[ranks[..., i], i] for i in range(size)], axis=0)
    return numbers


@functools.cache
def _with_three() -> Classes:
    """The class of each two ranks with each three, by their numbers, ``(455, 91)``."""
    threes, twos = rank_lists(3), rank_lists(2)
    five = np.empty((len(threes), len(twos), 5), np.int64)
    five[..., :3], five[..., 3:] = threes[:, None], twos
    classes = node_numbers(5).rank_class[numbers_of_ranks(np.sort(five))]
    classes[classes == 0] = NONE  # five of a rank
    return classes


def rank_lists(size: int) -> Ints:
    """Lists of ascending ranks in the order of their numbers, ``(C(12 + size, size), size)``."""
    ranks = np.array(list(combinations_with_replacement(range(13), size)))
    found: Ints = np.empty_like(ranks)
    found[numbers_of_ranks(ranks)] = ranks
    return found


def _of_ranks(cards: int) -> Classes:
    boards = rank_lists(cards)
    threes = [boards[:, list(places)] for places in combinations(range(cards), 3)]
    found: Classes = np.minimum.reduce([_with_three()[numbers_of_ranks(three)] for three in threes])
    return found


@functools.cache
def _of_suited() -> tuple[Classes, Classes]:
    """``row_of_set`` and ``of_suited``, of the sets with 3, 4 and 5 ranks."""
    sets = np.arange(1 << 13)
    sizes = np.bitwise_count(sets)
    row_of_set = np.zeros(1 << 13, np.uint16)
    there = np.flatnonzero((sizes >= 3) & (sizes <= 5))
    row_of_set[there] = 1 + np.arange(len(there))
    low, high = rank_lists(2).T
    pairs = 1 << low | 1 << high
    of_set = np.full((1 << 13, PAIRS), NONE, np.uint16)  # of three cards exactly, then of more
    three = np.flatnonzero(sizes == 3)
    five = three[:, None] | pairs
    classes = flush_of_set()[five]
    of_set[three] = np.where(np.bitwise_count(five) == 5, classes, NONE)
    for size in (4, 5):
        for whole in np.flatnonzero(sizes == size).tolist():
            parts = [whole & ~(1 << rank) for rank in range(13) if whole >> rank & 1]
            of_set[whole] = of_set[parts].min(axis=0)
        # A pair with a rank that is on the board cannot be dealt.
        of_set[sizes == size] = np.where(
            (sets[sizes == size, None] & pairs) == 0, of_set[sizes == size], NONE
        )
    return row_of_set, np.concatenate([np.full((1, PAIRS), NONE, np.uint16), of_set[there]])
