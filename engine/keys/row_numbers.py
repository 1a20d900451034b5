"""From cards to the row of a table: where a raw hole on a raw board lies in arrays of all rows.

The tables of holes on flops, turns and rivers have a row for each canonical hole on each canonical
board, in order (see ``canonical_rows``). A row number is thus that of the board's first hole, plus
the place of the hole among those of the board: the engine knows both without the tables.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..cards.boards import canonical_boards
from ..cards.layout import Cards, Layout
from ..cards.suit_symmetry import alike_holes, hole_bits
from ..threads import over_rows
from .canonical_rows import over_boards, raw_deals, refuse_deals, row_starts


def table_rows(
    holes: npt.NDArray[np.uint16], boards: Cards, *, layout: Layout | None = None, threads: int = 1
) -> npt.NDArray[np.int64]:
    """The rows of raw holes on raw boards, in the tables of holes on flops, turns or rivers.

    Parameters
    ----------
    holes : (n,) uint16
        Raw holes 0..1325; :func:`~pokerlake.engine.keys.canonical_rows.hole_ids` numbers them.
    boards, layout, threads
        See :func:`~pokerlake.engine.keys.canonical_rows.board_ids`.

    Returns
    -------
    (n,) int64
        0 to 1,286,791 on flops, 13,960,049 on turns, 123,156,253 on rivers.

    Raises
    ------
    CardError
        As :func:`~pokerlake.engine.keys.canonical_rows.row_keys`.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.cards.holes import parse_hole
    >>> table_rows(np.array([parse_hole("AhQh")], np.uint16), parse_hand("3h4sJh")[None])
    array([323565])
    """
    from .row_numbers_kernels import number_rows

    holes, columns, tables = raw_deals(holes, boards, layout)
    n = len(holes)
    rows = np.empty(n, np.int64)
    given = holes, columns, *tables, _index(len(columns))
    bad = over_rows(lambda start, stop: int(number_rows(*given, start, stop, rows)), n, threads)
    refuse_deals(holes, columns, bad)
    return rows


@functools.cache
def _index(cards: int) -> npt.NDArray[np.uint64]:
    """The rows of each board by words of 64 holes: 45 MB for rivers, made in 0.5 s, once."""
    from .row_numbers_kernels import WORDS, index_rows

    boards = canonical_boards(cards).cards
    index = np.empty((len(boards), WORDS, 2), np.uint64)
    tables = boards, alike_holes(), hole_bits(), row_starts(cards, threads=0)
    over_boards(lambda first, stop: index_rows(*tables, first, stop, index), cards, 0)
    index.flags.writeable = False
    return index
