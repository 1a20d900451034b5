"""Holds the tables of holes on flops, turns and rivers against each other.

What opponents are after the next card is what they are now on the boards of one card more: sums
over the cards that may come, for every row. And all flops together are all deals of hole, opponent
and board, each with the ten choices of three of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.keys.canonical_rows import next_card_sums
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.boards import RELATIONS
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES

from .stored_rows import Columns, StoredRows

Ints = npt.NDArray[np.int64]

_SQUARES = "river_strength_squares"
_RIVER = [f"river_{now}_{then}" for then in RELATIONS for now in RELATIONS]
_TURN = [f"turn_{now}_{then}" for then in RELATIONS for now in RELATIONS]
_AT_THE_RIVER = ("river wins", "river ties", _SQUARES)


def flops_against_starting_hands(lake: Lake) -> Iterator[Check]:
    """Showdowns of each hand, added up over all flops, against ``starting_hands``."""
    outcomes = {"win": "ahead", "tie": "tied", "lose": "behind"}
    known = _rows_of(lake, "starting_hands")
    starting = known.read(0, known.rows, ["hand", *outcomes])
    flops = _rows_of(lake, "flop_hands")
    columns = flops.read(0, flops.rows, ["hole_id", "weight", *_RIVER])
    hand = hand_of_hole()[columns["hole_id"]]
    weight = columns["weight"].astype(np.int64)
    for outcome, then in outcomes.items():
        found = np.zeros(len(HANDS), np.int64)
        np.add.at(found, hand, weight * _sum(columns, f"river_*_{then}"))
        wrong = int((found[starting["hand"]] != comb(5, 3) * starting[outcome]).sum())
        what = f"hands whose {outcome} over all flops is not {comb(5, 3)} x starting_hands'"
        yield Check("flop_hands", what, "0", str(wrong))


def flops_against_turns(lake: Lake) -> Iterator[Check]:
    """Every row of ``flop_hands`` against the sums over turn cards of ``turn_hands``."""
    turns = _rows_of(lake, "turn_hands")
    values = turns.gather(
        [*RELATIONS, *_RIVER, _SQUARES],
        lambda columns: [*(columns[name] for name in RELATIONS), *_at_the_river(columns)],
        np.uint32,
    )
    sums = next_card_sums(3, values, threads=0)
    flops = _rows_of(lake, "flop_hands")
    columns = flops.read(0, flops.rows, [*_TURN, *_RIVER, _SQUARES])
    expected = [_sum(columns, f"turn_*_{then}") for then in RELATIONS]
    # A run-out is dealt in two orders.
    expected += [2 * column for column in _at_the_river(columns)]
    names = (*(f"turn_*_{then}" for then in RELATIONS), *_AT_THE_RIVER)
    yield from _unlike("turn_hands", "flop_hands", names, expected, sums)


def earlier_streets_against_rivers(lake: Lake) -> Iterator[Check]:
    """Every row of ``turn_hands`` and of ``flop_hands`` against sums of ``river_hands``.

    Of those that are in the lake.
    """
    rivers = _rows_of(lake, "river_hands")
    values = rivers.gather(["win", "tie"], _strengths, np.uint32)
    sums = next_card_sums(4, values, threads=0)
    del values
    needed = [*_RIVER, _SQUARES]
    if "turn_hands" in lake.manifest.tables:
        turns = _rows_of(lake, "turn_hands")
        expected = turns.gather(needed, _at_the_river, np.int64)
        yield from _unlike("river_hands", "turn_hands", _AT_THE_RIVER, expected.T, sums)
    if "flop_hands" in lake.manifest.tables:
        flops = _rows_of(lake, "flop_hands")
        expected = 2 * flops.gather(needed, _at_the_river, np.int64)
        sums = next_card_sums(3, sums, threads=0)
        yield from _unlike("river_hands", "flop_hands", _AT_THE_RIVER, expected.T, sums)


def _rows_of(lake: Lake, name: str) -> StoredRows:
    """The rows of a table.

    Raises
    ------
    LakeError
        If it is not in the lake, damaged, or has not as many rows as it should.
    """
    stored = StoredRows(lake.files(name))
    if stored.rows != TABLES[name].fixed_rows:
        raise LakeError(f"{name} has {stored.rows:,} rows, not {TABLES[name].fixed_rows:,}")
    return stored


def _sum(columns: Columns, pattern: str) -> Ints:
    """The sum of three columns: ``river_*_ahead`` for opponents of all kinds now."""
    before, after = pattern.split("*")
    names = [f"{before}{now}{after}" for now in RELATIONS]
    total: Ints = np.sum([columns[name] for name in names], axis=0, dtype=np.int64)
    return total


def _at_the_river(columns: Columns) -> list[Ints]:
    squares: Ints = columns[_SQUARES].astype(np.int64)
    return [_sum(columns, "river_*_ahead"), _sum(columns, "river_*_tied"), squares]


def _strengths(columns: Columns) -> list[npt.NDArray[np.uint32]]:
    win, tie = (columns[name].astype(np.uint32) for name in ("win", "tie"))
    return [win, tie, (2 * win + tie) ** 2]


def _unlike(table: str, other: str, names: Any, expected: Any, sums: Ints) -> Iterator[Check]:
    for name, column, found in zip(names, expected, sums.T, strict=True):
        what = f"rows of {other} whose {name} are not the sums of {table}"
        yield Check(table, what, "0", str(int((column != found).sum())))
