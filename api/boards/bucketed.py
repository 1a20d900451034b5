"""Buckets of holes on boards: one, or arrays and columns of them."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.layout import Layout, as_columns, is_one_hand, one_hand
from pokerlake.engine.keys.canonical_rows import hole_ids
from pokerlake.queries.answers.buckets import STREETS
from pokerlake.queries.columns.spots import library_of
from pokerlake.queries.reading import reading
from pokerlake.queries.words import worded
from pokerlake.tables.errors import UsageError

from ..cards import Column, GivenCards, columns_of
from ..given import LakePath, layout_of, place_of, text, threads_of, whole
from ..lists import listed

_STREET = {cards: street for street, cards in STREETS.items()}
_BOARDS = (3, 4, 5)
_MOST_RUNS = (1 << 32) - 1


@overload
def buckets(
    holes: str,
    boards: str | None = None,
    *,
    run: int | None = None,
    kind: str | None = None,
    k: int | None = None,
    layout: Layout | None = None,
    threads: int = 0,
    lake: LakePath | None = None,
) -> int: ...
@overload
def buckets(
    holes: GivenCards,
    boards: GivenCards = None,
    *,
    run: int | None = None,
    kind: str | None = None,
    k: int | None = None,
    layout: Layout | None = None,
    threads: int = 0,
    lake: LakePath | None = None,
) -> Any: ...
@worded
def buckets(
    holes: GivenCards,
    boards: GivenCards = None,
    *,
    run: int | None = None,
    kind: str | None = None,
    k: int | None = None,
    layout: Layout | None = None,
    threads: int = 0,
    lake: LakePath | None = None,
) -> Any:
    """The bucket of a hole on a board, in an abstraction of the lake; or of columns of both.

    Of arrays of ``uint8`` it is 20 million and more a second. What the table of a run has is read
    once in a process: 3 MB of flops, 28 MB of turns. A few rivers are swept when they are asked
    for; for many, all of them are, once: two seconds and 246 MB.

    Parameters
    ----------
    holes : text, cards or a column of holes
        One hole may be that of all boards.
    boards : text, cards or a column of boards, optional
        Of 3, 4 or 5 cards, all of one street; none before the flop, where the bucket is the
        starting hand 0 .. 168. One board may be that of all holes.
    run : int, optional
        The abstraction: a row of the table ``abstractions``. By default the newest of the street.
    kind : str, optional
        Or the newest of that kind, such as ``"distribution"``.
    k : int, optional
        Or the newest with so many buckets.
    layout : "rows" or "columns", optional
        Needed where both sides of an array may be the cards of a hole or board: that is refused.
    threads : int
        0 for all cores.
    lake : str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Returns
    -------
    int or (n,) uint16
        0 .. k - 1, the weakest bucket first; an ``int`` for one hole on one board.

    Raises
    ------
    CardError
        For the first deal that cannot be, with the row and the value.
    UsageError
        If there are not as many holes as boards, or the run is of another street.
    LakeError
        If there is no lake, or no such abstraction in it: the message says how to make one.

    Examples
    --------
    >>> buckets("AhQh")
    2
    >>> buckets(["AhQh", "7c7d"])
    array([ 2, 98], dtype=uint16)
    """
    layout, threads = layout_of(layout), threads_of(threads)
    holes, boards = listed(holes), listed(boards)
    run = None if run is None else whole("run", run, 1, _MOST_RUNS)
    k = None if k is None else whole("k", k, 1)
    kind = None if kind is None else text("kind", kind)
    if isinstance(holes, (list, tuple)) and not holes:
        return np.empty(0, np.uint16)
    with reading("holes", holes), reading("boards", boards):
        one = is_one_hand(holes) and (boards is None or is_one_hand(boards))
        preflop = boards is None or (is_one_hand(boards) and not one_hand(boards))
    own = _columns(holes, (2,), layout, "holes")
    on = None if preflop else _columns(boards, _BOARDS, layout, "boards")
    known = library_of(place_of(lake)).buckets
    chosen = known.run("preflop" if on is None else _STREET[len(on)], run=run, kind=kind, k=k)
    numbers = hole_ids(own, layout="columns", threads=threads)
    numbers, on = _equally_long(numbers, np.empty((0, 1), np.uint8) if on is None else on)
    found = known.of(chosen, numbers, on, threads=threads)
    return int(found[0]) if one else found


def _columns(given: GivenCards, sizes: tuple[int, ...], layout: Layout | None, what: str) -> Column:
    """Cards as ``(k, n)``; arrays of ``uint8`` as they lie, since looking them up checks them."""
    if isinstance(given, np.ndarray) and given.dtype == np.uint8 and given.ndim == 2:
        return as_columns(given, layout, sizes, what)
    return columns_of(given, sizes, layout, what)


def _equally_long(
    holes: npt.NDArray[np.uint16], boards: Column
) -> tuple[npt.NDArray[np.uint16], Column]:
    """Equally many of both; one is that of all others. UsageError for other lengths."""
    n, m = len(holes), boards.shape[1]
    if n == m:
        return holes, boards
    if m == 1:
        return holes, np.broadcast_to(boards, (len(boards), n))
    if n == 1:
        return np.broadcast_to(holes, m), boards
    raise UsageError(f"holes are {n:,} and boards {m:,}; give equally many, or one of either")
