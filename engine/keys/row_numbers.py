"""From cards to the row of a table: where a raw hole on a raw board lies in arrays of all rows.

The tables of holes on flops, turns and rivers have a row for each canonical hole on each canonical
board, in order (see ``canonical_rows``). A row number is thus that of the board's first hole, plus
the place of the hole among those of the board: the engine knows both without the tables.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..cards.boards import CANONICAL_BOARDS, canonical_boards
from ..cards.holes import hole_cards
from ..cards.suit_symmetry import alike_holes, choose, hole_bits, symmetries
from ..cards.text import CardError
from ..hands.evaluate import Layout, as_columns
from ..threads import over_rows, over_tasks
from .canonical_rows import SHARE, Cards, refuse_deals, row_starts


def table_rows(
    holes: npt.NDArray[np.uint16],
    boards: Cards,
    *,
    layout: Layout | None = None,
    threads: int = 1,
) -> npt.NDArray[np.int64]:
    """The rows of raw holes on raw boards, in the tables of holes on flops, turns or rivers.

    Parameters
    ----------
    holes : (n,) uint16
        Raw holes 0..1325; :func:`~pokerlake.engine.keys.canonical_rows.hole_ids` numbers them.
    boards : (k, n) or (n, k) uint8, or k arrays of (n,) uint8
        Boards of k = 3, 4 or 5 cards 0..51, in any order. Columns, ``(k, n)`` in C order, are the
        fastest; nothing is copied, however the array lies in memory. Read-only arrays will do.
    layout : "columns" or "rows", optional
        Which of the two it is. Needed only where both sides are 3, 4 or 5 long.
    threads : int
        0 for all cores. The result is always the same.

    Returns
    -------
    (n,) int64
        0 to 1,286,791 on flops, 13,960,049 on turns, 123,156,253 on rivers.

    Raises
    ------
    CardError
        If the arrays are not as they should be, and for the first row that cannot be dealt: a card
        or a hole out of range, or a card that is there twice, the hole's included.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.cards.holes import parse_hole
    >>> table_rows(np.array([parse_hole("AhQh")], np.uint16), parse_hand("3h4sJh")[None])
    array([323565])
    """
    from .row_numbers_kernels import number_rows

    columns = as_columns(boards, layout, tuple(CANONICAL_BOARDS))
    n = columns.shape[1]
    if holes.shape != (n,) or holes.dtype != np.uint16:
        raise CardError(f"holes are {holes.dtype} {holes.shape}; uint16 ({n},) is needed")
    holes = np.ascontiguousarray(holes)
    own = symmetries(len(columns))
    tables = hole_cards(), choose(), own.key, own.hole, _index(len(columns))
    rows = np.empty(n, np.int64)
    bad = over_rows(
        lambda start, stop: int(number_rows(holes, columns, *tables, start, stop, rows)), n, threads
    )
    refuse_deals(holes, columns, bad)
    return rows


@functools.cache
def _index(cards: int) -> npt.NDArray[np.uint64]:
    """The rows of each board by words of 64 holes: 45 MB for rivers, made in 0.5 s, once."""
    from .row_numbers_kernels import WORDS, index_rows

    boards = canonical_boards(cards).cards
    index = np.empty((len(boards), WORDS, 2), np.uint64)
    tables = boards, alike_holes(), hole_bits(), row_starts(cards, threads=0)
    n, share = len(boards), SHARE[cards]
    over_tasks(
        lambda first: index_rows(*tables, first, min(first + share, n), index),
        range(0, n, share),
        0,
    )
    index.flags.writeable = False
    return index
