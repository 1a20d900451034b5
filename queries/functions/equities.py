"""Equity of hands and ranges against each other."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.ranges.shapes import hole_names
from pokerlake.engine.rules import RULES
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..answers.orders import rule_of
from ..answers.situations import Results
from ..files.text import is_text
from .columns import column_of, is_number, lists_of, numbers, struct_of
from .library import Library

_FLOP = pa.schema({"board_id": pa.uint32(), "equity": pa.float64()})
_MOST_PLAYERS = 10
HOLDEM = RULES["hold'em"]


def equity(library: Library, hero: pa.Array, villain: pa.Array, *known: pa.Array) -> pa.Array:
    """The equity of a hand or range against another, on a board if one is given.

    Null where nothing can be dealt: a card is there twice.
    """
    found = _against(library, hero, villain, *known)
    return column_of(found.equity[0], found.null)


def range_vs_range(
    library: Library, hero: pa.Array, villain: pa.Array, *known: pa.Array
) -> pa.Array:
    """A range against another as ``{equity, win, tie, lose, deals}``, shares of all deals."""
    found = _against(library, hero, villain, *known)
    columns = [found.equity[0], found.win[0], found.tie[0], found.win[1], found.deals]
    names = ["equity", "win", "tie", "lose", "deals"]
    return struct_of(dict(zip(names, columns, strict=True)), found.null)


def _against(
    library: Library,
    hero: pa.Array,
    villain: pa.Array,
    board: pa.Array | None = None,
    dead: pa.Array | None = None,
) -> Results:
    players = [_hands(hero), _hands(villain)]
    found = library.situations.equities(players, _known(board), _known(dead))
    for column in (board, dead):
        if column is not None:
            found.null |= np.asarray(column.is_null())
    return found


def _hands(column: pa.Array) -> pa.Array:
    """Hands or ranges as text; holes may be given by their number."""
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

    After board and dead cards a game may be named; in others than hold'em all holes are known.
    """
    if len(known) > 2:
        return _by_games(library, hands, known[:2], known[2])
    if not (pa.types.is_list(hands.type) or pa.types.is_null(hands.type)):
        raise UsageError(
            f"equities takes a list such as ['AhKh', 'QsQc', '22+'], not {sql_type(hands.type)}"
        )
    n = len(hands)
    nulls = np.asarray(hands.is_null())
    for column in known:
        nulls = nulls | np.asarray(column.is_null())
    if pa.types.is_null(hands.type):
        return pa.nulls(n, pa.list_(pa.float64()))
    ends = hands.offsets.to_numpy()
    sizes = np.where(nulls, 0, np.diff(ends))
    wrong = sizes[~nulls & ((sizes < 2) | (sizes > _MOST_PLAYERS))]
    if len(wrong):
        raise UsageError(f"{wrong[0]} in a list of equities; give 2 to 10 hands or ranges")
    shares: list[pa.Array] = []
    order: list[np.ndarray] = []
    for size in np.unique(sizes[~nulls]).tolist():
        rows = np.flatnonzero(sizes == size)
        players = [_hands(hands.values.take(pa.array(ends[rows] + at))) for at in range(size)]
        of_rows = [_known(column.take(pa.array(rows))) for column in known]
        board, dead = (*of_rows, None, None)[:2]
        found = library.situations.equities(players, board, dead)
        order.append(rows)
        flat = pa.array(np.ascontiguousarray(found.equity.T).reshape(-1))
        offsets = pa.array(np.arange(len(rows) + 1, dtype=np.int32) * size)
        shares.append(pa.ListArray.from_arrays(offsets, flat, mask=pa.array(found.null)))
    nothing = pa.nulls(1, pa.list_(pa.float64()))
    every = pa.concat_arrays([*shares, nothing])
    place = np.full(n, len(every) - 1)
    if order:
        place[np.concatenate(order)] = np.arange(len(every) - 1)
    return every.take(pa.array(place))


def _by_games(
    library: Library, hands: pa.Array, known: tuple[pa.Array, ...], games: pa.Array
) -> pa.Array:
    """The equities of rows of which each has its game; known holes that come again once."""
    names = games.to_pylist()
    rules = {name: rule_of(name) for name in set(names) if name is not None}
    holdem = [row for row, name in enumerate(names) if name and rules[name] is HOLDEM]
    if len(holdem) == len(names):
        return equities(library, hands, *known)
    rows = pa.array(holdem, pa.int64())
    columns = [column.take(rows) for column in (hands, *known)]
    found: list[list[float] | None] = [None] * len(names)
    of_holdem = equities(library, *columns).to_pylist() if holdem else []
    for row, shares in zip(holdem, of_holdem, strict=True):
        found[row] = shares
    keys: dict[tuple[str, tuple[str, ...], str, str], list[int]] = {}
    texts = zip(names, hands.to_pylist(), *(column.to_pylist() for column in known), strict=True)
    for row, (name, holes, board, dead) in enumerate(texts):
        there = None not in (name, holes, board, dead) and None not in holes
        if there and rules[name] is not HOLDEM:
            if not 2 <= len(holes) <= _MOST_PLAYERS:
                raise UsageError(f"{len(holes)} in a list of equities; give 2 to 10 holes")
            keys.setdefault((rules[name].name, tuple(holes), board, dead), []).append(row)
    situations = list(keys)

    def one(place: int) -> list[float] | None:
        from ..answers.games.known_holes import known_equities

        name, holes, board, dead = situations[place]
        return known_equities(RULES[name], holes, board, dead)

    for key, shares in zip(situations, over_tasks(one, range(len(situations)), 0), strict=True):
        for row in keys[key]:
            found[row] = shares
    return pa.array(found, pa.list_(pa.float64()))


def flop_equities(library: Library, heroes: pa.Array, villains: pa.Array) -> pa.Array:
    """A range against a range: a list of ``{board_id, equity}``, one for each flop."""
    from pokerlake.engine.equity.all_flops import flop_equities as on_flops

    def flops(hero: str, villain: str) -> pa.Table:
        found = on_flops(library.weights(hero), library.weights(villain))
        flops = np.flatnonzero(found.deals > 0)  # on others every hole has a card of the flop
        share = (found.win[flops] + found.tie[flops] / 2) / found.deals[flops]
        return pa.table({"board_id": flops.astype(np.uint32), "equity": share})

    return lists_of([heroes, villains], flops, _FLOP)
