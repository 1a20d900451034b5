"""A hole of Omaha against a random one before the flop, out of the lake's tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.pot_shares import HalvedShares
from pokerlake.engine.ranges.omaha.hole_lists import canonical_holes
from pokerlake.engine.ranges.omaha.hole_range import OmahaRange
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.lake import Lake

from .matchups import StoredEquity
from .stored import stored_row

_OUTCOMES = ("win", "tie", "lose")
_SHARERS = {"win": 1, "tie": 2, "lose": 0}  # of a half; 3 where there is no low


@dataclass(frozen=True, kw_only=True)
class StoredHalves(HalvedShares, StoredEquity):
    """Two players of a game of two halves out of a table."""


def stored_equity(
    lake: Lake | None, rule: Game, first: OmahaRange | None, second: OmahaRange | None
) -> StoredEquity | None:
    """What a table has of two ranges of which None is a random one; None if no table has it.

    Raises
    ------
    LakeError
        If the table is damaged.
    """
    table = rule.holes_table
    known, swapped = (second, True) if first is None else (first, False)
    if lake is None or table not in lake.manifest.tables:
        return None
    if known is None or (first is not None and second is not None):
        return None
    if len(known) != 1 or known.weights[0] != 1:
        return None
    (hole,) = canonical_holes(known.holes)
    names = HI_LO_OUTCOMES if rule.halves else _OUTCOMES
    row = stored_row(lake, table, hand=format_hand(hole[::-1]))
    counts = {name: int(row[name]) for name in names}
    if not rule.halves:
        won, tied, lost = counts.values()
        return StoredEquity.of(table, *((lost, tied, won) if swapped else (won, tied, lost)))
    halves = np.zeros((2, 3, 4), np.int64)
    theirs = {1: 0, 2: 2, 0: 1, 3: 3}
    for name, deals in counts.items():  # high_win_low_tie, high_win_no_low
        _, high, *low = name.split("_")
        cell = _SHARERS[high], 3 if low == ["no", "low"] else _SHARERS[low[1]]
        halves[int(swapped)][cell] = deals
        halves[int(not swapped)][theirs[cell[0]], theirs[cell[1]]] = deals
    deals = sum(counts.values())
    none = np.empty((2, 0), np.int64)
    return StoredHalves(
        table=table,
        deals=deals,
        weight=deals,
        shared=halves.sum(axis=2),
        halves=halves,
        categories=none,
    )
