"""Hands as the columns of the four tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.schema import Table

from .betting import Played, positions
from .hand import ACTIONS, BOARD_CARDS, HAND_OF_HOLE, STREETS
from .results import Result, contested

Tables = dict[str, pa.Table]


def tables_of(hands: Sequence[tuple[Played, Result]], file: Sequence[str]) -> Tables:
    """The rows of the hands, in order; ``hand_id`` counts from 0 until :func:`numbered` raises it.

    ``hands``: sequence of (Played, Result); ``file``: the file of each.
    """
    rows: dict[str, list[Any]] = {table.name: [] for table in HISTORIES}
    for number, ((played, result), name) in enumerate(zip(hands, file, strict=True)):
        rows["hands"].append(_hand(number, played, result, name))
        rows["seats"].extend(_seats(number, played, result))
        rows["actions"].extend(_actions(number, played))
        rows["showdowns"].extend(_showdowns(number, played, result))
    return {table.name: _table(table, rows[table.name]) for table in HISTORIES}


def numbered(table: pa.Table, first: int) -> pa.Table:
    """A table of :func:`tables_of` whose first hand gets this ``hand_id``."""
    return table.set_column(0, table.schema.field(0), pc.add(table["hand_id"], np.uint64(first)))


def without(tables: Tables, hands: Iterable[int]) -> Tables:
    """The tables without some hands; the others are numbered anew."""
    keep = np.ones(tables["hands"].num_rows, bool)
    keep[list(hands)] = False
    number = np.cumsum(keep).astype(np.uint64) - 1
    found = {}
    for name, table in tables.items():
        ids = table["hand_id"].to_numpy()
        kept = table.filter(pa.array(keep[ids]))
        column = pa.array(number[ids[keep[ids]]], pa.uint64())
        found[name] = kept.set_column(0, table.schema.field(0), column)
    return found


def _hand(number: int, played: Played, result: Result, file: str) -> tuple[Any, ...]:
    hand = played.hand
    return (
        number,
        hand.site,
        hand.number,
        file,
        hand.line,
        None if hand.played is None else 1000 * hand.played,
        hand.zone,
        hand.table_name,
        hand.tournament,
        hand.game,
        hand.currency,
        hand.small_blind,
        hand.big_blind,
        played.ante,
        hand.button,
        len(played.order),
        played.board or None,
        played.total,
        result.rake,
        len(played.pots[0].seats) > 1,
    )


def _seats(number: int, played: Played, result: Result) -> Iterable[tuple[Any, ...]]:
    hand = played.hand
    position, invested = positions(played), played.invested
    for seat in sorted(played.order):
        hole = hand.holes.get(seat)
        folded = played.folded.get(seat)
        yield (
            number,
            seat,
            hand.players[seat],
            position[seat],
            hand.stacks[seat],
            hole,
            HAND_OF_HOLE.get(hole) if hole else None,
            invested[seat],
            result.collected[seat],
            None if folded is None else STREETS[folded],
        )


def _actions(number: int, played: Played) -> Iterable[tuple[Any, ...]]:
    players = played.hand.players
    boards = [played.board[: 2 * cards] or None for cards in BOARD_CARDS]
    for at, (street, seat, kind, *rest) in enumerate(played.actions, 1):
        begin = (number, at, STREETS[street], seat, players[seat], ACTIONS[kind])
        yield (*begin, *rest, boards[street])


def _showdowns(number: int, played: Played, result: Result) -> Iterable[tuple[Any, ...]]:
    hand = played.hand
    for pot in contested(played):
        wins = result.wins[pot]
        for seat in sorted(played.pots[pot].seats):
            yield (
                number,
                pot,
                seat,
                hand.players[seat],
                hand.holes.get(seat),
                result.classes.high.get(seat),
                played.pots[pot].size,
                result.won[pot][seat],
                None if wins is None else wins[seat],
            )


def _table(table: Table, rows: list[tuple[Any, ...]]) -> pa.Table:
    schema = table.arrow_schema()
    flat = list(chain.from_iterable(rows))
    columns = ((flat[at :: len(schema)], field.type) for at, field in enumerate(schema))
    arrays = [
        _decimals(values) if pa.types.is_decimal(dtype) else pa.array(values, dtype)
        for values, dtype in columns
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _decimals(values: list[int]) -> pa.Array:
    """Ten-thousandths as decimals of four places: 128 bits each, the low ones first."""
    wide = np.empty((len(values), 2), "<i8")
    wide[:, 0] = values
    wide[:, 1] = wide[:, 0] >> 63
    return pa.Array.from_buffers(
        pa.decimal128(18, 4), len(values), [None, pa.py_buffer(np.ascontiguousarray(wide))]
    )
