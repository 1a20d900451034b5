"""Classes of batches of Omaha hands, and of each pair of cards on a board.

A low depends only on the set of ranks from ace to eight: eight bits, with bit 0 for the ace and bit
7 for the eight.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from pokerlake.catalogue import HIGH, Order

from ..cards.holes import hole_cards
from ..cards.layout import Cards, Layout, as_columns, as_rows
from ..cards.text import CardError, check_cards
from ..signatures import U8, U16, frozen
from ..threads import over_rows
from .class_tables import BOARD_SIZES, numbers_of_ranks, omaha_tables

HOLE_SIZES = (4, 5, 6)


def omaha_class_ids(
    holes: Cards,
    boards: Cards,
    *,
    order: Order = HIGH,
    layout: Layout | None = None,
    out: U16 | None = None,
    threads: int = 1,
) -> U16:
    """The class of the best hand of two cards of each hole and three of its board.

    Parameters
    ----------
    holes : (k, n) or (n, k) uint8, or a list of arrays
        Holes of k = 4, 5 or 6 cards 0..51, in any order. Columns, ``(k, n)``, are the fastest.
    boards : (b, n) or (n, b) uint8, a list of arrays, or (b,) uint8
        A board of b = 3, 4 or 5 cards for each hole, or one for all.
    order : Order
        What beats what, an order of high hands. Cards that are not in its deck are not detected.
    layout : "columns" or "rows", optional
        How both arrays lie. Needed only if their shapes leave it open.
    out : (n,) uint16, optional
        Where the result is written.
    threads : int
        Threads to share the hands out among; 0 for all cores. The result is always the same.

    Returns
    -------
    (n,) uint16
        1 for a royal flush .. 7462, or the last class of the order, of five cards; lower is better.

    Raises
    ------
    CardError
        If the arrays are none of these, and for the first hand that cannot be dealt: with a card
        past 51, or a card twice.
    ValueError
        If ``out`` does not fit, or ``threads`` is not a number of threads.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> omaha_class_ids(parse_hand("AsKsAhKh")[None], parse_hand("QsJsTs2h2c"))
    array([1], dtype=uint16)
    """
    from .evaluate_kernels import class_holes

    def walk(columns: U8, shared: U8, start: int, stop: int, out: U16) -> int:
        return class_holes(columns, shared, omaha_tables(len(shared), order), start, stop, out)

    return classes_on_boards(walk, holes, boards, layout, out, threads)


def classes_on_boards(
    walk: Callable[[U8, U8, int, int, U16], int],
    holes: Cards,
    boards: Cards,
    layout: Layout | None,
    out: U16 | None,
    threads: int,
) -> U16:
    """The result of a kernel for each hole and its board; parameters and errors as above.

    ``walk(holes, boards, start, stop, out)`` takes columns, and returns -1, or the start of a block
    with a hand that cannot be dealt.
    """
    columns, shared = dealt_columns(holes, boards, layout, HOLE_SIZES, BOARD_SIZES, "boards")
    n = columns.shape[1]
    if out is None:
        out = np.empty(n, np.uint16)
    elif out.shape != (n,) or out.dtype != np.uint16 or not out.flags.c_contiguous:
        raise ValueError(
            f"out is {out.dtype} of shape {out.shape}: contiguous uint16 of shape ({n},) is needed"
        )
    bad = over_rows(lambda start, stop: walk(columns, shared, start, stop, out), n, threads)
    refuse_deals(bad, columns, shared)
    return out


def dealt_columns(
    holes: Cards,
    boards: Cards,
    layout: Layout | None,
    sizes: Sequence[int],
    board_sizes: Sequence[int],
    what: str,
) -> tuple[U8, U8]:
    """Holes and boards as columns; one board, ``(b,)``, stands for all. CardError as above."""
    columns = as_columns(holes, layout, sizes, "holes")
    n = columns.shape[1]
    if isinstance(boards, np.ndarray) and boards.ndim == 1:
        one = as_columns(boards[:, None], "columns", board_sizes, what)
        return columns, np.broadcast_to(one, (len(boards), n))
    shared = as_columns(boards, layout, board_sizes, what)
    if shared.shape[1] != n:
        raise CardError(f"there are {n:,} holes and {shared.shape[1]:,} {what}")
    return columns, shared


def refuse_deals(blocks: Iterable[int], holes: U8, boards: U8) -> None:
    """Raise CardError for the first impossible deal. ``blocks`` has blocks to search, or -1."""
    for first in blocks:
        if first >= 0:
            try:
                check_cards(np.concatenate([holes[:, first:], boards[:, first:]]))
            except CardError as error:
                raise CardError(error.problem, first + (error.index or 0)) from None


def pair_class_ids(board: U8, order: Order = HIGH) -> U16:
    """The class of each pair of cards with three of a board; the best pair of a hole decides.

    ``board``: (3,), (4,) or (5,) uint8. ``order``: of high hands. Returns (1326,) uint16, by
    ``hole_id``; 0 if one of the two cards is on the board, or not in the deck. Raises CardError if
    the board is not a board, or cannot be dealt.

    Examples
    --------
    >>> from pokerlake.engine.cards.holes import parse_hole
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> pair_class_ids(parse_hand("QsJsTs2h2c"))[[parse_hole("AsKs"), parse_hole("Qs3c")]]
    array([1, 0], dtype=uint16)
    """
    if np.ndim(board) != 1:
        raise CardError(f"board has shape {np.shape(board)}; (3,), (4,) or (5,) is needed")
    cards = as_rows(board[:, None], "columns", BOARD_SIZES, "boards")[0]
    tables = omaha_tables(len(cards), order)
    low, high = hole_cards().T
    ranks = (hole_cards() >> 2).astype(np.intp)
    pair = ranks[:, 1] * (ranks[:, 1] + 1) // 2 + ranks[:, 0]
    classes: U16
    classes = tables.of_ranks[numbers_of_ranks(np.sort(cards >> 2).astype(np.intp))][pair]
    for suit in range(4):
        suit_ranks = cards[cards & 3 == suit] >> 2
        if len(suit_ranks) >= 3:
            row = tables.of_suited[tables.row_of_set[(1 << suit_ranks.astype(np.intp)).sum()]]
            suited = (low & 3 == suit) & (high & 3 == suit)
            classes[suited] = np.minimum(classes, row[pair])[suited]
    unavailable = [*cards, *order.dead]
    classes[np.isin(low, unavailable) | np.isin(high, unavailable)] = 0
    return classes


LOW_RANKS = 8
NO_LOW = 57


@functools.cache
def low_of_sets() -> U8:
    """The best low of two ranks of one set and three of another, ``(65536,)``; read-only.

    Index ``256 * board + hole`` has the class of the order "eight or better": 1 .. 56, or 57 for no
    low. Built in 10 ms, once.
    """
    sets = np.arange(1 << LOW_RANKS)
    size = np.bitwise_count(sets)
    board, hole = sets[:, None], sets[None, :]
    exact = (size[:, None] == 3) & (size[None, :] == 2)  # five different ranks, or no low
    lows: U8 = np.where(exact, _class_of_set()[board | hole], NO_LOW).astype(np.uint8)
    for bit in range(LOW_RANKS):  # more ranks: the best without one of them
        there = sets[sets >> bit & 1 == 1]
        without = there ^ 1 << bit
        lows[there] = np.minimum(lows[there], lows[without])
        lows[:, there] = np.minimum(lows[:, there], lows[:, without])
    lows = lows.reshape(-1)
    return frozen(lows)


def _class_of_set() -> U8:
    """The class of five ranks by their set, ``(256,)``; no low for other sets.

    The highest rank decides first, so the sets of five are in the order of their numbers.
    """
    classes = np.full(1 << LOW_RANKS, NO_LOW, np.uint8)
    lows = np.flatnonzero(np.bitwise_count(np.arange(1 << LOW_RANKS)) == 5)
    classes[lows] = 1 + np.arange(len(lows))
    return classes


def omaha_low_ids(
    holes: Cards,
    boards: Cards,
    *,
    layout: Layout | None = None,
    out: U16 | None = None,
    threads: int = 1,
) -> U16:
    """The class of the best low of two cards of each hole and three of its board, eight or better.

    ``holes``, ``boards``, ``layout``, ``out``, ``threads``: as in
    :func:`~pokerlake.engine.omaha.evaluate.omaha_class_ids`. Returns (n,) uint16, the classes of
    the order "eight or better": 1 for five high, 5-4-3-2-A, .. 56, and 57 for no low; lower is
    better. Raises CardError and ValueError like ``omaha_class_ids``.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> omaha_low_ids(parse_hand("As2sKhKd")[None], parse_hand("3c4d5hQsJs"))
    array([1], dtype=uint16)
    """
    from .evaluate_kernels import low_holes

    def walk(columns: U8, shared: U8, start: int, stop: int, out: U16) -> int:
        return low_holes(columns, shared, low_of_sets(), start, stop, out)

    return classes_on_boards(walk, holes, boards, layout, out, threads)
