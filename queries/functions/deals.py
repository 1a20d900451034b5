"""Deals as rows: the macro ``deals`` calls for pieces, and for the rows of their parts.

DuckDB calls a function with 2,048 rows. A piece has 2,048 parts of a few deals each, so that the
result of one call fits into the processor's caches: with parts of 1,024 deals, up to half of the
time went into fresh pages of memory.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.given import as_whole, shown
from pokerlake.engine.spots.spots import Dealt
from pokerlake.tables.errors import UsageError

from ..answers.orders import rule_of
from ..answers.spots import NumberedDeals, spot_of
from .columns import either, nulls_of
from .library import Library

_ROW = pa.struct(
    {
        "deal": pa.int64(),
        "weight": pa.float64(),
        "hero": pa.string(),
        "villain": pa.string(),
        "others": pa.list_(pa.string()),
        "cards": pa.string(),
    }
)
_LETTERS = np.frombuffer("".join(CARDS).encode(), np.uint16)
_PART = 32  # deals
PIECE = 2048 * _PART
_NEEDED = 6  # columns that define the deals; the next one is the part


def deal_pieces(library: Library, *columns: pa.Array) -> pa.Array:
    """The numbers of the pieces of 65,536 deals, as a list."""
    nulls = either(*map(nulls_of, columns))
    pieces = [
        None
        if nulls is not None and nulls[row]
        else list(range(-(-_deals(library, columns, row).number // PIECE)))
        for row in range(len(columns[0]))
    ]
    return pa.array(pieces, pa.list_(pa.int64()))


def deals(library: Library, *columns: pa.Array) -> pa.Array:
    """The deals of a part as a list of ``{deal, weight, hero, villain, others, cards}``."""
    if not len(columns[0]) or any(column.null_count for column in columns):
        return pa.nulls(len(columns[0]), pa.list_(_ROW))
    parts = columns[_NEEDED].to_numpy()
    numbered = _deals(library, columns, 0)  # the same for all rows: they are constants of a macro
    rows, ends = [], [np.zeros(1, np.int64)]
    breaks = np.flatnonzero(np.diff(parts) != 1) + 1
    for run in np.split(parts, breaks):
        first = min(int(run[0]) * _PART, numbered.number)
        number = min(len(run) * _PART, numbered.number - first)
        rows.append(rows_of(first, numbered.columns(first, number)))
        ends.append(ends[-1][-1] + np.minimum(np.arange(1, len(run) + 1) * _PART, number))
    whole = rows[0] if len(rows) == 1 else pa.concat_arrays(rows)
    return pa.ListArray.from_arrays(pa.array(np.concatenate(ends), pa.int32()), whole)


def rows_of(first: int, dealt: Dealt) -> pa.StructArray:
    """Deals as rows, numbered from ``first`` + 1."""
    hero, *others = dealt.holes
    n = len(dealt)
    texts = _texts(np.concatenate(others[1:]) if len(others) > 1 else np.empty((0, n), np.uint8))
    ends = np.arange(n + 1, dtype=np.int32) * max(0, len(others) - 1)
    columns = [
        pa.array(np.arange(first + 1, first + n + 1)),
        pa.array(np.ones(n) if dealt.weights is None else dealt.weights),
        _texts(hero),
        _texts(others[0]) if others else pa.nulls(n, pa.string()),
        pa.ListArray.from_arrays(pa.array(ends), _in_parts(texts, len(hero))),
        _texts(dealt.board),
    ]
    return pa.StructArray.from_arrays(columns, fields=list(_ROW))


def _texts(cards: npt.NDArray[np.uint8]) -> pa.Array:
    """Cards ``(k, n)`` as text, ``(n,)``."""
    from pokerlake.engine.spots.spots_kernels import write_letters

    k, n = cards.shape
    letters = np.empty((n, k), np.uint16)
    write_letters(np.ascontiguousarray(cards), _LETTERS, letters)
    return _strings(n, 2 * k, pa.py_buffer(letters))


def _strings(rows: int, width: int, letters: pa.Buffer) -> pa.Array:
    ends = np.arange(rows + 1, dtype=np.int32) * np.int32(width)
    return pa.StringArray.from_buffers(rows, pa.py_buffer(ends), letters)


def _in_parts(texts: pa.Array, cards: int) -> pa.Array:
    """Texts split into holes of that many cards, one after another."""
    _, ends, letters = texts.buffers()
    size = int(np.frombuffer(ends, np.int32)[len(texts)])
    return _strings(size // (2 * cards), 2 * cards, letters)


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
    number: object,
    seed: object,
) -> NumberedDeals:
    deals, random = as_whole(number), as_whole(seed)
    if deals is None or deals < 0:
        raise UsageError(f"deals is {shown(number)}; give how many, or 0 for all that there are")
    if random is None or not 0 <= random < 1 << 64:
        raise UsageError(f"seed is {shown(seed)}; give a whole number, 0 or more")
    lake = None if library.lake is None else library.lake.path
    return NumberedDeals(
        spot_of(rule_of(game, least=0), hands, board, dead, lake=lake), deals, random
    )
