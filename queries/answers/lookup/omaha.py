"""Holes of Omaha before the flop, from the lake: rankings, and equity against a random hole."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import GAMES, Game
from pokerlake.engine.cards.boards import CANONICAL_HOLES, canonical_boards
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.pot_shares import HalvedShares
from pokerlake.engine.ranges.omaha_holes import OmahaRange, canonical_holes
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.lake import Lake, lake_path

from .matchups import StoredEquity
from .stored import damaged, kept, stored_columns, stored_row

Ranking = npt.NDArray[np.float64]
START = 3  # cards in stud
START_ROWS = 455  # of ranks

_SHARES = {"win": 2, "tie": 1, "lose": 0}  # of a half, in quarters of the pot


def omaha_ranking(rule: Game, lake: Lake | None = None, path: Path | None = None) -> Ranking:
    """The mean share of each hole of a game, up to suits, against a random one.

    ``rule`` is Omaha of four to six cards, or hi-lo; or stud, ranked by its first three cards.
    Without ``lake`` it is that at ``path``, else ``$POKERLAKE_LAKE`` or ``./lake``.
    """
    if not rule.holes_table and not rule.is_stud:
        known = ", ".join(game.name for game in GAMES.values() if game.holes_table)
        raise RangeError(
            f"there is no ranking of the holes of {rule.name}; there are rankings of {known}"
        )
    table = f"{rule.slug}_starts" if rule.is_stud else rule.holes_table
    values = _quarters if rule.halves else _halves
    lake = lake or Lake.open(lake_path(path))
    ranking: Ranking = kept(lake, table, lambda lake: values(lake, table))
    by_ranks = rule.is_stud and rule.high.lows_win
    wanted = START_ROWS if by_ranks else CANONICAL_HOLES[START if rule.is_stud else rule.hole]
    if len(ranking) != wanted:
        raise damaged(lake, table)
    return ranking[starts_by_ranks()] if by_ranks else ranking


@functools.cache
def starts_by_ranks() -> npt.NDArray[np.intp]:
    """For three cards up to suits, the place of their ranks among all, aces low, ``(1755,)``."""
    ranks = np.sort(((canonical_boards(START).cards >> 2).astype(np.intp) + 1) % 13, axis=1)
    every = list(combinations_with_replacement(range(13), START))
    return np.array([every.index(tuple(each)) for each in ranks.tolist()])


def _halves(lake: Lake, table: str) -> Ranking:
    rows = stored_columns(lake, table, ["win", "tie"])
    total = 2 * rows["win"].astype(np.int64) + rows["tie"]
    return np.asarray(total, np.float64)


def _quarters(lake: Lake, table: str) -> Ranking:
    rows = stored_columns(lake, table, HI_LO_OUTCOMES)
    total = np.zeros(len(rows[HI_LO_OUTCOMES[0]]), np.int64)
    for name, deals in rows.items():  # high_win_low_tie, high_win_no_low
        _, high, *low = name.split("_")
        share = _SHARES[high] + _SHARES[high if low == ["no", "low"] else low[1]]
        total += share * deals.astype(np.int64)
    return total.astype(np.float64)


# ---------------------------------------------------------------- one hole against a random one

_OUTCOMES = ("win", "tie", "lose")
_SHARERS = {"win": 1, "tie": 2, "lose": 0}  # of a half; 3 if there is no low


@dataclass(frozen=True, kw_only=True)
class StoredHalves(HalvedShares, StoredEquity):
    """The shares of two players in a game of two halves, from a table."""


def stored_equity(
    lake: Lake | None, rule: Game, first: OmahaRange | None, second: OmahaRange | None
) -> StoredEquity | None:
    """The equity of two ranges, None for a random one, from a table; None if no table has it."""
    table = rule.holes_table
    known, swapped = (second, True) if first is None else (first, False)
    if known is None or (first is not None and second is not None):
        return None
    if len(known) != 1 or known.weights[0] != 1:
        return None
    (hole,) = canonical_holes(known.holes)
    return equity_of_row(lake, table, rule, swapped, hand=format_hand(hole[::-1]))


def equity_of_row(
    lake: Lake | None, table: str, rule: Game, swapped: bool, **key: str
) -> StoredEquity | None:
    """The equity of a hand against a random one from a row; None if the lake lacks the table.

    ``swapped``: whether the first player is the random one.
    """
    if lake is None or table not in lake.manifest.tables:
        return None
    names = HI_LO_OUTCOMES if rule.halves else _OUTCOMES
    row = stored_row(lake, table, **key)
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
