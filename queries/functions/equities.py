"""Equity of hands and ranges against each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.ranges.shapes import hole_names
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..answers.orders import rule_of
from ..answers.situations import Results
from ..files.text import is_text
from .columns import column_of, is_number, lists_of, numbers, struct_of
from .library import Library

_FLOP = pa.schema({"board_id": pa.uint32(), "equity": pa.float64()})
_SHARES = pa.list_(pa.float64())
_MOST_PLAYERS = 10


def equity(library: Library, hero: pa.Array, villain: pa.Array, *known: pa.Array) -> pa.Array:
    """The equity of a hand or range against another, on a board if one is given.

    Null if nothing can be dealt because of duplicate cards.
    """
    results = _against(library, hero, villain, *known)
    return column_of(results.equity[0], results.null)


def range_vs_range(
    library: Library, hero: pa.Array, villain: pa.Array, *known: pa.Array
) -> pa.Array:
    """A range against another as ``{equity, win, tie, lose, deals}``, shares of all deals."""
    results = _against(library, hero, villain, *known)
    columns = [results.equity[0], results.win[0], results.tie[0], results.win[1], results.deals]
    names = ["equity", "win", "tie", "lose", "deals"]
    return struct_of(dict(zip(names, columns, strict=True)), results.null)


def _against(
    library: Library,
    hero: pa.Array,
    villain: pa.Array,
    board: pa.Array | None = None,
    dead: pa.Array | None = None,
) -> Results:
    players = [_hands(hero), _hands(villain)]
    results = library.situations.equities(players, _known(board), _known(dead))
    for column in (board, dead):
        if column is not None:
            results.null |= np.asarray(column.is_null())
    return results


def _hands(column: pa.Array) -> pa.Array:
    """Hands or ranges as text; holes may be given by number."""
    if is_number(column.type):
        holes, nulls = numbers(column, "hole", 0, HOLES - 1)
        return pa.array(hole_names()).take(column_of(holes, nulls))
    if not is_text(column.type):
        raise UsageError(
            f"a hand or range is text such as 'AhKh' or '22+,AKs', not {sql_type(column.type)}"
        )
    return column


def _known(column: pa.Array | None) -> pa.Array | None:
    if column is not None and not is_text(column.type):
        raise UsageError(f"cards are read from text such as 'Qh2h3d', not {sql_type(column.type)}")
    return column


def equities(library: Library, hands: pa.Array, *known: pa.Array) -> pa.Array:
    """The equities of a list of 2 to 10 hands or ranges, on a board if one is given.

    A game may be named after board and dead cards, row by row.
    """
    if len(known) < 3:
        return _of_game(library, HOLDEM, hands, known)
    names = known[2].to_pylist()
    rules = {name: rule_of(name, least=0) for name in dict.fromkeys(names) if name is not None}
    parts = []
    for rule in dict.fromkeys(rules.values()):
        rows = np.flatnonzero([name is not None and rules[name] is rule for name in names])
        taken = pa.array(rows)
        columns = [column.take(taken) for column in (hands, *known[:2])]
        parts.append((rows, _of_game(library, rule, columns[0], columns[1:])))
    return _together(parts, len(hands))


def _of_game(library: Library, rule: Game, hands: pa.Array, known: Sequence[pa.Array]) -> pa.Array:
    """All rows of one game, computed together for each number of players."""
    if not (pa.types.is_list(hands.type) or pa.types.is_null(hands.type)):
        raise UsageError(
            f"equities takes a list such as ['AhKh', 'QsQc', '22+'], not {sql_type(hands.type)}"
        )
    n = len(hands)
    nulls = np.asarray(hands.is_null())
    for column in known:
        nulls = nulls | np.asarray(column.is_null())
    if pa.types.is_null(hands.type):
        return pa.nulls(n, _SHARES)
    ends = hands.offsets.to_numpy()
    sizes = np.where(nulls, 0, np.diff(ends))
    wrong = sizes[~nulls & ((sizes < 2) | (sizes > _MOST_PLAYERS))]
    if len(wrong):
        raise UsageError(f"{wrong[0]} in a list of equities; give 2 to 10 hands or ranges")
    shares = []
    for size in np.unique(sizes[~nulls]).tolist():
        rows = np.flatnonzero(sizes == size)
        players = [_hands(hands.values.take(pa.array(ends[rows] + at))) for at in range(size)]
        of_rows = [_known(column.take(pa.array(rows))) for column in known]
        board, dead = (*of_rows, None, None)[:2]
        results = library.situations_of(rule).equities(players, board, dead)
        flat = pa.array(np.ascontiguousarray(results.equity.T).reshape(-1))
        offsets = pa.array(np.arange(len(rows) + 1, dtype=np.int32) * size)
        mask = pa.array(results.null)
        shares.append((rows, pa.ListArray.from_arrays(offsets, flat, mask=mask)))
    return _together(shares, n)


def _together(parts: Sequence[tuple[npt.NDArray[np.intp], pa.Array]], n: int) -> pa.Array:
    """A column of n rows from parts with their rows; null for other rows."""
    every = pa.concat_arrays([*(part for _, part in parts), pa.nulls(1, _SHARES)])
    place = np.full(n, len(every) - 1)
    place[[row for rows, _ in parts for row in rows.tolist()]] = np.arange(len(every) - 1)
    return every.take(pa.array(place))


def flop_equities(library: Library, heroes: pa.Array, villains: pa.Array) -> pa.Array:
    """A range against a range: a list of ``{board_id, equity}``, one for each flop."""
    from pokerlake.engine.equity.all_flops import flop_equities as on_flops

    def flops(hero: str, villain: str) -> pa.Table:
        by_flop = on_flops(library.weights(hero), library.weights(villain))
        flops = np.flatnonzero(by_flop.deals > 0)  # other flops block a whole range
        share = (by_flop.win[flops] + by_flop.tie[flops] / 2) / by_flop.deals[flops]
        return pa.table({"board_id": flops.astype(np.uint32), "equity": share})

    return lists_of([heroes, villains], flops, _FLOP)
