"""Equities of three players before the flop with hands or ranges, from a table.

The table is ``matchups3`` in hold'em, and ``short_matchups3`` in short deck.
A range that does not name suits has one weight for all combos of a starting hand. The counts of the
rows in which three such ranges meet, each times the weights of its three hands, add up to the
result of counting all holes on all boards.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import HIGH, TWO_CARD_GAMES, Order
from pokerlake.engine.cards.holes import HANDS, dead_holes
from pokerlake.engine.ranges.parser import Weights
from pokerlake.tables.lake import Lake

from .matchups import StoredEquity, hand_weights
from .stored import damaged, stored_table

PLAYERS = 3

_TABLE = "matchups3"  # of hold'em; that of another order has a prefix
_HANDS = ["first", "second", "third"]
_COUNTS = ["win_1", "win_2", "win_3", "tie_12", "tie_13", "tie_23", "tie_123", "deals"]
_ALL, _DEALS = 6, 7
# For each player: the columns where he wins alone, splits with one other, and loses.
_OUTCOMES = ((0, [3, 4], [1, 2, 5]), (1, [3, 5], [0, 2, 4]), (2, [4, 5], [0, 1, 3]))


class _Rows(NamedTuple):
    """Rows of the table."""

    hands: npt.NDArray[np.int32]  # (n, 3), numbers of hands
    # (n, 8) as _COUNTS. The deals of all rows add up to less than 2^53, so that sums are exact.
    counts: npt.NDArray[np.float64]


class HandTriples:
    """Equities of three ranges; the lake is opened and the table read at the first call."""

    def __init__(self, lake: Callable[[], Lake | None], order: Order = HIGH) -> None:
        self._open = lake
        self._order = order
        self._reading = threading.Lock()

    def equity(self, ranges: Weights) -> StoredEquity | None:
        """The equity, as :func:`stored_triple` gives it."""
        weights = _live_weights(ranges, self._order)
        if weights is None:
            return None
        with self._reading:  # one thread at a time
            stored = self._rows
        if stored is None:
            return None
        lake, (hands, counts) = stored
        held = np.isin(hands, np.flatnonzero(weights.any(axis=0))).all(axis=1)
        return _of(lake, self._table, _Rows(hands[held], counts[held]), weights)

    @property
    def _table(self) -> str:
        return TWO_CARD_GAMES[self._order].prefix + _TABLE

    @functools.cached_property
    def _rows(self) -> tuple[Lake, _Rows] | None:
        lake = self._open()
        if lake is None or self._table not in lake.manifest.tables:
            return None
        return lake, _read(lake, self._table)


def stored_triple(lake: Lake | None, ranges: Weights, order: Order = HIGH) -> StoredEquity | None:
    """The equity of three ranges ``(3, 1326)`` before the flop, from a table of the lake.

    None if the lake lacks the table, a range names suits, or the three cannot be dealt together.
    """
    weights, table = _live_weights(ranges, order), TWO_CARD_GAMES[order].prefix + _TABLE
    if lake is None or weights is None or table not in lake.manifest.tables:
        return None
    held = np.flatnonzero(weights.any(axis=0))
    return _of(lake, table, _read(lake, table, [HANDS[hand] for hand in held]), weights)


def _live_weights(ranges: Weights, order: Order) -> Weights | None:
    """The weights by hand of ranges, without holes that are not in the deck."""
    return hand_weights(np.where(dead_holes(order.dead), 0.0, ranges))


def _read(lake: Lake, name: str, only: list[str] | None = None) -> _Rows:
    """All rows, or those that have these hands only."""
    wanted = {} if only is None else dict.fromkeys(_HANDS, only)
    table = stored_table(lake, name, [*_HANDS, *_COUNTS], **wanted)
    numbers = [pc.index_in(table[name], pa.array(HANDS)) for name in _HANDS]
    if any(hand.null_count for hand in numbers):
        raise damaged(lake, name)
    hands = np.stack([np.asarray(hand) for hand in numbers], axis=1)
    return _Rows(hands, np.stack([np.asarray(table[name], float) for name in _COUNTS], axis=1))


def _of(lake: Lake, table: str, rows: _Rows, weights: Weights) -> StoredEquity | None:
    """The equity of three players who have the hands of these rows and no others."""
    n = int(weights.any(axis=0).sum())
    if len(rows.hands) != n * (n + 1) * (n + 2) // 6:
        raise damaged(lake, table)
    plain = bool(np.isin(weights, (0, 1)).all())
    first, second, third = rows.hands.T
    shared = np.zeros((PLAYERS, PLAYERS + 1))
    weight = deals = 0.0
    for players in permutations(range(PLAYERS)):  # who has the first hand of a row, and so on
        # Count a row with two equal hands in one of its orders only.
        apart = np.ones(len(first), bool)
        if players[0] > players[1]:
            apart &= first != second
        if players[1] > players[2]:
            apart &= second != third
        of_row = weights[players[0], first] * weights[players[1], second] * apart
        of_row *= weights[players[2], third]
        sums = of_row @ rows.counts
        for player, (alone, halves, lost) in zip(players, _OUTCOMES, strict=True):
            shared[player, 1] += sums[alone]
            shared[player, 2] += sums[halves].sum()
            shared[player, 3] += sums[_ALL]
            shared[player, 0] += sums[lost].sum()
        weight += sums[_DEALS]
        deals += (of_row > 0) @ rows.counts[:, _DEALS]
    if not weight:
        return None
    return StoredEquity(
        table=table,
        deals=int(deals),
        weight=int(weight) if plain else weight,
        shared=shared.astype(np.int64) if plain else shared,
        categories=np.empty((PLAYERS, 0), np.int64),
    )
