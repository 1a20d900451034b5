"""Classes of whole batches of Omaha hands, and of each two cards on a board."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..cards.holes import hole_cards
from ..cards.layout import Cards, Layout, as_columns, as_rows
from ..cards.text import CardError, check_cards
from ..threads import over_rows
from .class_tables import BOARD_SIZES, numbers_of_ranks, omaha_tables

HOLE_SIZES = (4, 5, 6)

Classes = npt.NDArray[np.uint16]
Columns = npt.NDArray[np.uint8]


def omaha_class_ids(
    holes: Cards,
    boards: Cards,
    *,
    layout: Layout | None = None,
    out: npt.NDArray[np.uint16] | None = None,
    threads: int = 1,
) -> npt.NDArray[np.uint16]:
    """The class of the best hand of two cards of each hole and three of its board.

    Parameters
    ----------
    holes : (k, n) or (n, k) uint8, or a list of arrays
        Holes of k = 4, 5 or 6 cards 0..51, in any order. Columns, ``(k, n)``, are the fastest.
    boards : (b, n) or (n, b) uint8, a list of arrays, or (b,) uint8
        A board of b = 3, 4 or 5 cards for each hole, or one for all.
    layout : "columns" or "rows", optional
        Which of the two both are. Needed only where their shapes do not say it.
    out : (n,) uint16, optional
        Where the result is written.
    threads : int
        Threads to share the hands out among; 0 for all cores. The result is always the same.

    Returns
    -------
    (n,) uint16
        1 for a royal flush .. 7462, the classes of five cards; lower is better.

    Raises
    ------
    CardError
        If the arrays are none of these, and for the first hand that cannot be dealt: a card past
        51, or one that is there twice.
    ValueError
        If ``out`` does not fit, or ``threads`` is no number of threads.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> omaha_class_ids(parse_hand("AsKsAhKh")[None], parse_hand("QsJsTs2h2c"))
    array([1], dtype=uint16)
    """
    from .evaluate_kernels import class_holes

    def walk(columns: Columns, shared: Columns, start: int, stop: int, out: Classes) -> int:
        return class_holes(columns, shared, omaha_tables(len(shared)), start, stop, out)

    return classes_on_boards(walk, holes, boards, layout, out, threads)


def classes_on_boards(
    walk: Callable[[Columns, Columns, int, int, Classes], int],
    holes: Cards,
    boards: Cards,
    layout: Layout | None,
    out: Classes | None,
    threads: int,
) -> Classes:
    """What a kernel makes of each hole and its board; parameters and errors as above.

    ``walk(holes, boards, start, stop, out)`` takes columns, and returns -1, or the start of a block
    that has a hand which cannot be dealt.
    """
    columns = as_columns(holes, layout, HOLE_SIZES, "holes")
    n = columns.shape[1]
    if isinstance(boards, np.ndarray) and boards.ndim == 1:
        shared = np.broadcast_to(as_columns(boards[:, None], "columns", BOARD_SIZES, "boards"),
                                 (len(boards), n))  # fmt: skip
    else:
        shared = as_columns(boards, layout, BOARD_SIZES, "boards")
    if shared.shape[1] != n:
        raise CardError(f"there are {n:,} holes and {shared.shape[1]:,} boards")
    if out is None:
        out = np.empty(n, np.uint16)
    elif out.shape != (n,) or out.dtype != np.uint16 or not out.flags.c_contiguous:
        raise ValueError(
            f"out is {out.dtype} of shape {out.shape}: contiguous uint16 of shape ({n},) is needed"
        )
    for bad in over_rows(lambda start, stop: walk(columns, shared, start, stop, out), n, threads):
        if bad >= 0:
            try:
                check_cards(np.concatenate([columns[:, bad:], shared[:, bad:]]))
            except CardError as error:
                raise CardError(error.problem, bad + (error.index or 0)) from None
    return out


def pair_class_ids(board: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """The class of each two cards with three of a board: of a hole the best two make its hand.

    Parameters
    ----------
    board : (3,), (4,) or (5,) uint8

    Returns
    -------
    (1326,) uint16
        By ``hole_id``; 0 where one of the two is on the board.

    Raises
    ------
    CardError
        If the board is none, or cannot be dealt.

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
    tables = omaha_tables(len(cards))
    low, high = hole_cards().T
    ranks = (hole_cards() >> 2).astype(np.intp)
    pair = ranks[:, 1] * (ranks[:, 1] + 1) // 2 + ranks[:, 0]
    classes: npt.NDArray[np.uint16]
    classes = tables.of_ranks[numbers_of_ranks(np.sort(cards >> 2).astype(np.intp))][pair]
    for suit in range(4):
        of_suit = cards[cards & 3 == suit] >> 2
        if len(of_suit) >= 3:
            row = tables.of_suited[tables.row_of_set[(1 << of_suit.astype(np.intp)).sum()]]
            suited = (low & 3 == suit) & (high & 3 == suit)
            classes[suited] = np.minimum(classes, row[pair])[suited]
    classes[np.isin(low, cards) | np.isin(high, cards)] = 0
    return classes
