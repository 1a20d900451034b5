"""Deals as rows: the macro ``deals`` asks for its pieces, and for the rows of each of them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from pokerlake.engine.monte_carlo.deals import BLOCK
from pokerlake.engine.spots.spots import Dealt
from pokerlake.tables.errors import UsageError

from ..answers.orders import rule_of
from ..answers.spots import NumberedDeals, spot_of
from ..files.text import text_of_columns
from .columns import either, nulls_of
from .library import Library

_ROW = pa.struct(
    {
        "deal": pa.int64(),
        "weight": pa.float64(),
        "holes": pa.list_(pa.string()),
        "cards": pa.string(),
    }
)
_NEEDED = 6  # columns that say what is dealt; the next one says which piece


def deal_pieces(library: Library, *columns: pa.Array) -> pa.Array:
    """The numbers of the pieces of 1,024 deals that there are, as a list."""
    nulls = either(*map(nulls_of, columns))
    pieces = [
        None
        if nulls is not None and nulls[row]
        else list(range(-(-_deals(library, columns, row).number // BLOCK)))
        for row in range(len(columns[0]))
    ]
    return pa.array(pieces, pa.list_(pa.int64()))


def deals(library: Library, *columns: pa.Array) -> pa.Array:
    """The deals of a piece as a list of ``{deal, weight, holes, cards}``."""
    if not len(columns[0]) or any(column.null_count for column in columns):
        return pa.nulls(len(columns[0]), pa.list_(_ROW))
    pieces = columns[_NEEDED].to_numpy()
    found = _deals(library, columns, 0)  # it is the same for all of them: constants of a macro
    rows, ends = [], [0]
    breaks = np.flatnonzero(np.diff(pieces) != 1) + 1
    for run in np.split(pieces, breaks):
        first = int(run[0]) * BLOCK
        dealt = found.columns(first, len(run) * BLOCK)
        rows.append(rows_of(first, dealt))
        sizes = np.minimum(np.arange(1, len(run) + 1) * BLOCK, len(dealt))
        ends += (ends[-1] + sizes).tolist()
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), pa.concat_arrays(rows))


def rows_of(first: int, dealt: Dealt) -> pa.StructArray:
    """Deals as rows; the first has this number."""
    players, hole, n = dealt.holes.shape
    texts = text_of_columns(dealt.holes.transpose(1, 2, 0).reshape(hole, n * players))
    columns = [
        pa.array(np.arange(first + 1, first + n + 1)),
        pa.array(np.ones(n) if dealt.weights is None else dealt.weights),
        pa.ListArray.from_arrays(pa.array(np.arange(n + 1, dtype=np.int32) * players), texts),
        text_of_columns(dealt.board),
    ]
    return pa.StructArray.from_arrays(columns, fields=list(_ROW))


def _deals(library: Library, columns: tuple[pa.Array, ...], row: int) -> NumberedDeals:
    hands, board, dead, game, number, seed = (column[row].as_py() for column in columns[:_NEEDED])
    if not isinstance(hands, list):
        raise UsageError("deals takes a list of hands and ranges, such as ['AhKh', 'QQ+']")
    key = (tuple(hands), board, dead, game, number, seed)
    return library.deals(key, lambda: _read(library, *key))


def _read(
    library: Library,
    hands: tuple[str, ...],
    board: str,
    dead: str,
    game: str,
    number: int,
    seed: int,
) -> NumberedDeals:
    if number < 0:
        raise UsageError(f"deals is {number}; give how many, or 0 for all that there are")
    lake = None if library.lake is None else library.lake.path
    return NumberedDeals(spot_of(rule_of(game), hands, board, dead, lake=lake), number, seed)
