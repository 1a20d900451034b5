"""The tables by which two cards of a hole are classed with three of a board.

A hand in Omaha has exactly two cards of the hole and three of the board. So on a board each pair of
ranks has one class, and each pair of ranks in the suit of a possible flush another: 91 of each. The
tables have the best class over the 10 threes of a river, for each set of its ranks.

Sweeps use lists of kinds of cards. A kind is a rank 0 to 12. If a flush is possible in a suit, the
cards of that suit are kinds 13 and up, and the other cards of a rank are kinds 0 to 12. Lists of
kinds descend. A list x_1 >= x_2 >= ... of k kinds has the number C(x_1 + k - 1, k) +
C(x_2 + k - 2, k - 1) + ... + C(x_k, 1), which does not depend on how many kinds there are.
"""

from __future__ import annotations

import functools
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Order

from ..hands.order_classes import five_card_classes
from ..hands.rank_graph import flush_of_set, flush_of_set_of, node_numbers, node_numbers_of
from ..signatures import I64, U16, U32, Input, frozen

BOARD_SIZES = (3, 4, 5)
PAIRS = 91  # of ranks; high (high + 1) / 2 + low is the number of a pair
NONE = 9999  # worse than any class: for impossible hands

KINDS = 26
MOST = 6  # cards in a hole


class OmahaTables(NamedTuple):
    """Read-only tables for boards of one size, which kernels take as one argument."""

    # The best class of two ranks of the hole, without a flush, by the number of the board's ranks:
    # the number of ascending ranks r_0, r_1, ... is the sum of C(r_i + i, i + 1).
    of_ranks: Input[U16, "C(12 + b, b), 91"]
    # The row in ``of_suited`` of the set of the board's ranks in a suit; 0 below three ranks.
    row_of_set: Input[U16, "8192"]
    # The best class of two ranks of that suit in the hole; ``NONE`` for impossible pairs.
    of_suited: Input[U16, "2289, 91"]


@functools.cache
def omaha_tables(cards: int, order: Order = HIGH) -> OmahaTables:
    """The tables for boards of 3, 4 or 5 cards, by an order of high hands. Built in 40 ms, once."""
    return frozen(OmahaTables(_of_ranks(cards, order), *_of_suited(order)))


def numbers_of_ranks(ranks: npt.NDArray[np.integer]) -> I64:
    """The numbers of lists of ascending ranks, ``(..., b)``, among lists of b ranks: ``(...)``."""
    size = ranks.shape[-1]
    steps = np.array([[comb(r + i, i + 1) for i in range(size)] for r in range(13)], np.int64)
    numbers: I64 = np.sum([steps[ranks[..., i], i] for i in range(size)], axis=0)
    return numbers


@functools.cache
def _with_three(order: Order) -> U16:
    """The class of each pair of ranks with each three ranks, by their numbers, ``(455, 91)``."""
    threes, twos = rank_lists(3), rank_lists(2)
    five = np.empty((len(threes), len(twos), 5), np.int64)
    five[..., :3], five[..., 3:] = threes[:, None], twos
    node_tables = node_numbers(5) if order is HIGH else node_numbers_of(five_card_classes(order))[5]
    classes = node_tables.rank_class[numbers_of_ranks(np.sort(five))]
    classes[classes == 0] = NONE  # five of a rank, or a rank that is not in the deck
    return classes


def rank_lists(size: int) -> I64:
    """Lists of ascending ranks in the order of their numbers, ``(C(12 + size, size), size)``."""
    ranks = np.array(list(combinations_with_replacement(range(13), size)))
    lists: I64 = np.empty_like(ranks)
    lists[numbers_of_ranks(ranks)] = ranks
    return lists


def _of_ranks(cards: int, order: Order) -> U16:
    boards = rank_lists(cards)
    threes = [boards[:, list(places)] for places in combinations(range(cards), 3)]
    classes: U16 = np.minimum.reduce(
        [_with_three(order)[numbers_of_ranks(three)] for three in threes]
    )
    return classes


@functools.cache
def _of_suited(order: Order) -> tuple[U16, U16]:
    """``row_of_set`` and ``of_suited``, for sets of 3, 4 and 5 ranks."""
    sets = np.arange(1 << 13)
    sizes = np.bitwise_count(sets)
    row_of_set = np.zeros(1 << 13, np.uint16)
    there = np.flatnonzero((sizes >= 3) & (sizes <= 5))
    row_of_set[there] = 1 + np.arange(len(there))
    low, high = rank_lists(2).T
    pairs = 1 << low | 1 << high
    set_classes = np.full((1 << 13, PAIRS), NONE, np.uint16)  # first for three ranks, then for more
    three = np.flatnonzero(sizes == 3)
    five = three[:, None] | pairs
    flushes = flush_of_set() if order is HIGH else flush_of_set_of(five_card_classes(order))
    classes = flushes[five]
    set_classes[three] = np.where((np.bitwise_count(five) == 5) & (classes > 0), classes, NONE)
    for size in (4, 5):
        for whole in np.flatnonzero(sizes == size).tolist():
            parts = [whole & ~(1 << rank) for rank in range(13) if whole >> rank & 1]
            set_classes[whole] = set_classes[parts].min(axis=0)
        # A pair with a rank that is on the board cannot be dealt.
        set_classes[sizes == size] = np.where(
            (sets[sizes == size, None] & pairs) == 0, set_classes[sizes == size], NONE
        )
    return row_of_set, np.concatenate([np.full((1, PAIRS), NONE, np.uint16), set_classes[there]])


class KindTables(NamedTuple):
    """Read-only tables for holes of k cards, which kernels take as one argument."""

    # ``[i, x]``: what kind x adds to the number of a list in which i kinds follow it.
    places: Input[I64, "6, 26"]
    # The same if lists of 0 to k - 1 kinds are numbered together, shorter lists first.
    steps: Input[I64, "6, 26"]
    # The number of the list of ranks of a list of k kinds.
    ranks: Input[U32, "C(25 + k, k)"]


@functools.cache
def kind_tables(cards: int) -> KindTables:
    """The tables for holes of 4, 5 or 6 cards. Built in 0.02, 0.1 and 0.7 s, once."""
    places = np.array([[comb(x + i, i + 1) for x in range(KINDS)] for i in range(MOST)], np.int64)
    starts = np.cumsum([0, *(comb(KINDS - 1 + size, size) for size in range(cards))])
    steps = places.copy()
    steps[:cards] += np.diff(starts)[:, None]
    kinds = np.array(list(combinations_with_replacement(range(KINDS), cards)), np.int64)[:, ::-1]
    ranks = np.empty(len(kinds), np.uint32)
    ranks[list_numbers(kinds)] = list_numbers(-np.sort(-(kinds % 13)))
    return frozen(KindTables(places, steps, ranks))


def list_numbers(kinds: I64) -> I64:
    """The numbers of descending lists of kinds ``(n, k)``: ``(n,)``."""
    k = kinds.shape[1]
    places = np.array([[comb(x + i, i + 1) for x in range(KINDS)] for i in range(k)], np.int64)
    numbers: I64 = places[np.arange(k)[::-1], kinds].sum(axis=1)
    return numbers
