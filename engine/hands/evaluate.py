"""Classes of batches of hands of five to seven cards, who wins, and counts of all hands."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from ..cards.layout import Cards, Layout, as_columns, in_rows, parts_of
from ..cards.text import (
    FEW,
    CardError,
    TextColumn,
    check_cards,
    parse_column,
    refuse_row,
    row_reader,
)
from ..signatures import I8, I64, U8, U16, frozen
from ..threads import SMALLEST_SHARE, over_rows, over_tasks, worker_count
from .classes import CLASSES
from .one_hand import class_of_cards
from .rank_graph import flush_of_set, layer_of, merged_graph, node_numbers

SIZES = (5, 6, 7)
_NO_ROWS = np.empty(0, np.uint8)
_TOGETHER = 65_536  # hands from separate columns at a time: their cards fit the second-level cache

# A kernel, and the tables that it takes between the cards and the start.
Walk = tuple[Callable[..., int], tuple[npt.NDArray[Any], ...]]


def class_ids(
    cards: Cards, *, layout: Layout | None = None, out: U16 | None = None, threads: int = 1
) -> U16:
    """The class of the best five cards of each hand.

    Parameters
    ----------
    cards : (k, n) or (n, k) uint8, or a list of k arrays of (n,), or of n arrays of (k,)
        Hands of k = 5, 6 or 7 cards 0..51, in any order. Columns, ``(k, n)`` in C order, are what
        Parquet and polars hold, and the fastest. Nothing is copied as a whole, whatever the memory
        layout. Read-only arrays are fine.
    layout : "columns" or "rows", optional
        How ``cards`` lie. Needed only if both sides are 5, 6 or 7 long.
    out : (n,) uint16, optional
        Where the result is written.
    threads : int
        Threads to share the hands out among; 0 for all cores. The result is always the same.

    Returns
    -------
    (n,) uint16
        1 for a royal flush .. 7462; lower is better.

    Raises
    ------
    CardError
        If the array is not of 5 to 7 cards or not ``uint8``, and for the first hand that cannot be
        dealt: with a card past 51, or a card twice.
    ValueError
        If ``out`` does not fit, or ``threads`` is not a number of threads.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> class_ids(np.stack([parse_hand("AsKsQsJsTs2c3d"), parse_hand("7c5d4h3s2cKdKh")]))
    array([   1, 3750], dtype=uint16)
    """
    return classes_by(_walk_of, SIZES, cards, layout, out, threads)


def classes_by(
    walk_of: Callable[[int], Walk],
    sizes: Sequence[int],
    cards: Cards,
    layout: Layout | None,
    out: U16 | None,
    threads: int,
) -> U16:
    """Classes of batches by any kernel; other parameters and errors are those of :func:`class_ids`.

    ``walk_of`` returns the kernel for a number of cards, and its tables. The kernel has the
    parameters of ``evaluate_kernels.walk``. ``sizes``: how many cards a hand may have.
    """
    apart = None
    if not isinstance(cards, np.ndarray):
        parts = parts_of(cards)
        if not in_rows((len(parts), *parts[0].shape), layout, sizes):
            apart = parts
    if apart is None:
        columns = as_columns(cards, layout, sizes)
    n = columns.shape[1] if apart is None else len(apart[0])
    if out is None:
        out = np.empty(n, np.uint16)
    elif out.shape != (n,) or out.dtype != np.uint16 or not out.flags.c_contiguous:
        raise ValueError(
            f"out is {out.dtype} of shape {out.shape}: contiguous uint16 of shape ({n},) is needed"
        )
    if apart is not None:
        _from_columns(apart, walk_of(len(apart)), out, threads)
        return out
    rows = columns.T
    flat = rows.reshape(-1) if rows.flags.c_contiguous else _NO_ROWS
    walk, tables = walk_of(len(columns))
    if n < SMALLEST_SHARE:  # a small batch costs 2 microseconds, and 2 more by way of over_rows
        if threads != 1:
            worker_count(threads)
        bad = [walk(columns, flat, *tables, 0, n, out)]
    else:
        bad = over_rows(
            lambda start, stop: walk(columns, flat, *tables, start, stop, out), n, threads
        )
    for block in bad:
        if block >= 0:
            check_cards(columns, first=block)
    return out


def _from_columns(columns: list[U8], walk_and_tables: Walk, out: U16, threads: int) -> None:
    """Classes of hands in separate columns, as many at a time as stay in the cache."""
    walk, tables = walk_and_tables

    def evaluate(start: int, stop: int) -> None:
        cards = np.empty((len(columns), min(_TOGETHER, stop - start)), np.uint8)
        for first in range(start, stop, _TOGETHER):
            rows = slice(first, min(first + _TOGETHER, stop))
            hands = cards[:, : rows.stop - first]
            for column, to in zip(columns, hands, strict=True):
                to[:] = column[rows]
            block = walk(hands, _NO_ROWS, *tables, 0, hands.shape[1], out[rows])
            if block >= 0:
                try:
                    check_cards(hands, first=block)
                except CardError as error:
                    raise CardError(error.problem, first + (error.index or 0)) from None

    over_rows(evaluate, len(out), threads)


@functools.cache
def _walk_of(cards: int) -> Walk:
    from .evaluate_kernels import walk

    numbers = node_numbers(cards)
    return walk, (numbers.first, numbers.rank_class, flush_of_set())


def class_ids_of_text(text: TextColumn, *, threads: int = 1) -> tuple[U16, U8]:
    """Classes of a whole column of text, in which hands of five, six and seven cards may be mixed.

    Only a few thousand hands at a time are held as cards: writing all of them to memory and reading
    them back would take as long as reading the text.

    Parameters
    ----------
    text : TextColumn
        ``n`` rows.

    Returns
    -------
    ids : (n,) uint16
        0 for a null row.
    count : (n,) uint8
        How many cards the hand has; 0 for a null row.

    Raises
    ------
    CardError
        For the first row that is not a hand, as in ``parse_column``.
    """
    return classes_of_text_by(_walk_of, class_of_cards, SIZES, text, threads)


def classes_of_text_by(
    walk_of: Callable[[int], Walk],
    class_of_hand: Callable[[Sequence[int]], int],
    sizes: Sequence[int],
    text: TextColumn,
    threads: int,
) -> tuple[U16, U8]:
    """The same by any kernel: see :func:`classes_by`; ``class_of_hand`` is for few rows."""
    n = len(text.offsets) - 1
    if n <= FEW:
        few = parse_column(text, fewest=sizes[0], most=sizes[-1])
        hands = zip(few.cards.T.tolist(), few.count.tolist(), strict=True)
        classes = [class_of_hand(cards[:size]) if size else 0 for cards, size in hands]
        return np.array(classes, np.uint16), few.count
    ids = np.empty(n, np.uint16)
    count = np.empty(n, np.uint8)
    read = row_reader(text, sizes[0])

    def evaluate(start: int, stop: int) -> int:
        cards = np.empty((sizes[-1], min(SMALLEST_SHARE, stop - start)), np.uint8)
        for first in range(start, stop, SMALLEST_SHARE):
            rows = slice(first, min(first + SMALLEST_SHARE, stop))
            bad = read(rows.start, rows.stop, 0, cards, count[rows])
            if bad >= 0:
                return bad
            mixed(cards[:, : rows.stop - first], count[rows], ids[rows])
        return -1

    def mixed(cards: U8, count: U8, out: U16) -> None:
        if count[0] in sizes and (count == count[0]).all():  # the usual case, cheap to check
            classes_by(walk_of, sizes, cards[: count[0]], "columns", out, 1)
            return
        out[:] = 0
        for size in sizes:
            rows = np.flatnonzero(count == size)
            hands = np.ascontiguousarray(cards[:size, rows])
            out[rows] = classes_by(walk_of, sizes, hands, "columns", None, 1)

    for row in over_rows(evaluate, n, threads):
        refuse_row(text, row, sizes[0], sizes[-1])
    return ids, count


def compare(first: U16, second: U16) -> I8:
    """Which hand is the stronger, from their classes: 1 the first, -1 the second, 0 equal.

    Examples
    --------
    >>> compare(np.array([1, 7462, 10], np.uint16), np.array([2, 7461, 10], np.uint16))
    array([ 1, -1,  0], dtype=int8)
    """
    return (first < second).astype(np.int8) - (first > second).astype(np.int8)


HANDS_OF = {cards: comb(52, cards) for cards in (5, 6, 7)}

# Hands are shared out by their lowest card. Of all seven-card hands 7/52 have the deuce of clubs as
# their lowest, about 6/7 of that the next card: these eight shares are of about the same size.
SHARES = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 6), (6, 8), (8, 12), (12, 52))
_WORTH_A_THREAD = 10_000_000  # hands: 5 ms of counting


def class_counts(cards: int, *, threads: int = 1) -> I64:
    """Exact numbers of hands per class: each of the C(52, cards) hands is dealt and counted.

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


def class_counts_of(cards: int, first: int, last: int) -> I64:
    """As :func:`class_counts`, for hands whose lowest card is one of ``first..last - 1``."""
    from .evaluate_kernels import count_hands

    if cards not in HANDS_OF:
        raise ValueError(f"hands of {cards} cards are not counted: give 5, 6 or 7")
    graph = merged_graph()
    counts = np.zeros(CLASSES + 1, np.uint32)
    count_hands(cards, graph.next, _class_with(), flush_of_set(), first, last, counts)
    return counts.astype(np.int64)


@functools.cache
def _class_with() -> U16:
    """The rank class after a card of each rank is added to a node: ``(nodes, 13)``."""
    graph = merged_graph()
    return graph.rank_class[graph.next]


@functools.cache
def class_ways(cards: int) -> I64:
    """The same numbers as :func:`class_counts`, by combinatorics, in a few milliseconds.

    The number of hands with a multiset of ranks is a product of binomials. Hands with a flush are
    subtracted from these and counted apart: each set of ranks in a suit goes with cards of the
    other suits.

    Returns (7463,) int64: read-only.
    """
    if cards not in HANDS_OF:
        raise ValueError(f"hands of {cards} cards are not counted: give 5, 6 or 7")

    def class_of_flush(flushes: I8, _: I8) -> U16:
        return np.asarray(flush_of_set()[(1 << flushes.astype(np.int64)).sum(axis=1)])

    return frozen(ways_by(*layer_of(cards), class_of_flush, CLASSES))


def ways_by(
    ranks: I8,
    classes: npt.NDArray[np.integer],
    class_of_flush: Callable[[I8, I8], npt.NDArray[np.integer]] | None,
    most: int,
) -> I64:
    """The same for any order of ``most`` classes.

    ``ranks``: (m, k) int8, all multisets of ranks. ``classes``: (m,) integer, their classes without
    a flush; 0 for hands that are not counted. ``class_of_flush`` returns the classes, ``(n,)``, of
    hands from their ranks in the suit, ``(n, s)``, and in other suits, ``(n, k - s)``.
    """
    counts = np.zeros(most + 1, np.int64)
    ways = _ways(ranks, 4)
    keys = _keys(ranks)
    order = np.argsort(keys)
    cards = ranks.shape[1]
    for suited in range(5, cards + 1) if class_of_flush else ():
        flushes = np.array(list(combinations(range(13), suited)), np.int8)
        others = layer_of(cards - suited)[0] if suited < cards else np.empty((1, 0), np.int8)
        other_ways = np.tile(4 * _ways(others, 3), len(flushes))
        each, beside = np.repeat(flushes, len(others), axis=0), np.tile(others, (len(flushes), 1))
        assert class_of_flush is not None
        counts += np.bincount(class_of_flush(each, beside), other_ways, most + 1).astype(np.int64)
        rows = order[np.searchsorted(keys, _keys(each) + _keys(beside), sorter=order)]
        np.subtract.at(ways, rows, other_ways)
    counts += np.bincount(classes, ways, most + 1).astype(np.int64)
    counts[0] = 0
    return counts


def _ways(ranks: I8, suits: int) -> I64:
    """In how many ways cards of so many suits have these ranks, ``(m, k)``."""
    rank_counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    choices = np.array([comb(suits, n) for n in range(5)])
    return np.asarray(choices[rank_counts].prod(axis=1))


def _keys(ranks: npt.NDArray[np.integer]) -> I64:
    """A number for each multiset of ranks, ``(m, k)``: its counts of ranks as digits to base 5."""
    return np.asarray((5 ** ranks.astype(np.int64)).sum(axis=1))
