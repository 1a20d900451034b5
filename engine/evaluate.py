"""Classes of whole batches of hands of five, six or seven cards, and who wins."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from .cards import CardError, ParsedColumn, check_cards
from .numbers import flush_of_set, node_numbers
from .parallel import SMALLEST_SHARE, over_rows

Layout = Literal["columns", "rows"]
SIZES = (5, 6, 7)

Classes = npt.NDArray[np.uint16]


def class_ids(
    cards: npt.NDArray[np.uint8] | Sequence[npt.NDArray[np.uint8]],
    *,
    layout: Layout | None = None,
    out: npt.NDArray[np.uint16] | None = None,
    threads: int = 1,
) -> npt.NDArray[np.uint16]:
    """The class of the best five cards of each hand.

    Parameters
    ----------
    cards : (k, n) or (n, k) uint8, or k arrays of (n,) uint8
        Hands of k = 5, 6 or 7 cards 0..51, in any order. Columns, ``(k, n)`` in C order, are what
        Parquet and polars hold, and the fastest; nothing is copied as a whole, however the array
        lies in memory. Read-only arrays will do.
    layout : "columns" or "rows", optional
        Which of the two it is. Needed only where both sides are 5, 6 or 7 long.
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
        dealt: a card past 51, or one that is there twice.
    ValueError
        If ``out`` does not fit.

    Examples
    --------
    >>> from pokerlake.engine.cards import parse_hand
    >>> class_ids(np.stack([parse_hand("AsKsQsJsTs2c3d"), parse_hand("7c5d4h3s2cKdKh")]))
    array([   1, 3750], dtype=uint16)
    """
    from .evaluate_kernels import walk

    columns = as_columns(cards, layout)
    n = columns.shape[1]
    if out is None:
        out = np.empty(n, np.uint16)
    elif out.shape != (n,) or out.dtype != np.uint16 or not out.flags.c_contiguous:
        raise ValueError(
            f"out is {out.dtype} of shape {out.shape}: contiguous uint16 of shape ({n},) is needed"
        )
    tables = _tables(len(columns))
    if n < SMALLEST_SHARE:  # a small batch costs 2 microseconds here, and 2 more on threads' way
        bad = [walk(columns, *tables, 0, n, out)]
    else:
        bad = over_rows(lambda start, stop: walk(columns, *tables, start, stop, out), n, threads)
    for block in bad:
        if block >= 0:
            check_cards(columns, first=block)
    return out


@functools.cache
def _tables(cards: int) -> tuple[Classes, Classes, Classes]:
    numbers = node_numbers(cards)
    return numbers.first, numbers.rank_class, flush_of_set()


def class_ids_of(parsed: ParsedColumn, *, threads: int = 1) -> npt.NDArray[np.uint16]:
    """Classes of hands read from text, where hands of five, six and seven cards may be mixed.

    Parameters
    ----------
    parsed : ParsedColumn
        ``n`` rows.

    Returns
    -------
    (n,) uint16
        0 where the row has no card at all.

    Raises
    ------
    CardError
        For the first row of one to four cards, or of more than seven.
    """
    n = len(parsed.count)
    least, most = (int(parsed.count.min()), int(parsed.count.max())) if n else (0, 0)
    if least == most and least in SIZES:  # the usual case, at the cost of two quick looks
        return class_ids(parsed.cards[:least], layout="columns", threads=threads)
    wrong = np.flatnonzero((parsed.count != 0) & ~np.isin(parsed.count, SIZES))
    if len(wrong):
        raise CardError(f"{parsed.count[wrong[0]]} cards; 5 to 7 are needed", int(wrong[0]))
    result = np.zeros(n, np.uint16)
    for size in SIZES:
        rows = np.flatnonzero(parsed.count == size)
        hands = np.ascontiguousarray(parsed.cards[:size, rows])
        result[rows] = class_ids(hands, layout="columns", threads=threads)
    return result


def as_columns(
    cards: npt.NDArray[np.uint8] | Sequence[npt.NDArray[np.uint8]], layout: Layout | None = None
) -> npt.NDArray[np.uint8]:
    """Hands as ``(k, n)``: rows as a view of their transpose.

    Raises
    ------
    CardError
        See :func:`class_ids`.
    """
    if not isinstance(cards, np.ndarray):
        cards = np.stack([np.asarray(column) for column in cards])
        layout = layout or "columns"
    if cards.dtype != np.uint8:
        raise CardError(f"cards are {cards.dtype}; uint8 is needed")
    if cards.ndim != 2:
        raise CardError(f"cards have shape {cards.shape}; (k, n) or (n, k) is needed")
    rows_fit, columns_fit = cards.shape[1] in SIZES, cards.shape[0] in SIZES
    if layout is None and rows_fit and columns_fit:
        raise CardError(
            f"cards of shape {cards.shape} may be columns or rows: "
            'say layout="columns" or layout="rows"'
        )
    if layout is None:
        layout = "rows" if rows_fit else "columns"
    if not (rows_fit if layout == "rows" else columns_fit):
        k = cards.shape[1 if layout == "rows" else 0]
        raise CardError(f"cards of shape {cards.shape} are {layout} of {k} cards, not of 5, 6 or 7")
    return cards.T if layout == "rows" else cards


def compare(first: npt.NDArray[np.uint16], second: npt.NDArray[np.uint16]) -> npt.NDArray[np.int8]:
    """Which hand is the stronger, from their classes: 1 the first, -1 the second, 0 equal.

    Examples
    --------
    >>> compare(np.array([1, 7462, 10], np.uint16), np.array([2, 7461, 10], np.uint16))
    array([ 1, -1,  0], dtype=int8)
    """
    return (first < second).astype(np.int8) - (first > second).astype(np.int8)
