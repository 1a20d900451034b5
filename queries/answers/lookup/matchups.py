"""Equities of two players before the flop: wins and ties, out of the lake's tables or computed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, TWO_CARD_GAMES, Order
from pokerlake.engine.cards.holes import HANDS, HOLES, dead_holes, hand_of_hole, hole_cards
from pokerlake.engine.cards.suit_symmetry import pair_keys
from pokerlake.engine.orders.boards import board_order
from pokerlake.engine.pot_shares import PotShares
from pokerlake.engine.ranges.parts import Weights
from pokerlake.tables.lake import Lake

from .stored import damaged, kept, stored_columns, stored_table

Holes = npt.NDArray[np.uint16]
Outcomes = npt.NDArray[np.int64]

# Tables of hold'em; those of other orders have a prefix.
_HOLES, _HANDS, _RANDOM = "combo_matchups", "matchups", "starting_hands"
_NAMES = {_HANDS: ("hero", "villain"), _RANDOM: ("hand",)}  # columns that name a row


@dataclass(frozen=True, kw_only=True)
class StoredEquity(PotShares):
    """Two or three players out of a table, which says nothing of categories: there are none."""

    table: str
    seed: None = None  # it is exact

    @classmethod
    def of(cls, table: str, win: int, tie: int, lose: int) -> StoredEquity:
        """From the deals that the first of the two wins, splits and loses."""
        shared = np.array([[lose, win, tie], [win, lose, tie]])
        deals = win + tie + lose
        none = np.empty((2, 0), np.int64)
        return cls(table=table, deals=deals, weight=deals, shared=shared, categories=none)


class HolePairs:
    """Outcomes of two known holes; the lake is opened and read for the first pair."""

    def __init__(self, lake: Callable[[], Lake | None], order: Order = HIGH) -> None:
        self._open = lake
        self._order = order
        self._name = TWO_CARD_GAMES[order].prefix + _HOLES

    def outcomes(self, hero: Holes, villain: Holes) -> tuple[str, Outcomes]:
        """The wins, ties and losses of the first of two raw holes that have no card in common.

        Of 1,712,304 deals each, ``(n, 3)`` ``int64``, behind where they are from:
        ``combo_matchups``, or ``exact`` if they are computed. Of short deck 201,376 deals.

        Raises
        ------
        LakeError
            If the table is damaged.
        """
        keys = pair_keys(hero, villain)
        key = HOLES * keys.hero.astype(np.int64) + keys.villain
        if self._table is not None:
            source, (lake, known, counts) = self._name, self._table
            row = np.searchsorted(known, key).clip(max=len(known) - 1)
            if (known[row] != key).any():
                raise damaged(lake, self._name)
            found = counts[row]
        else:
            from pokerlake.engine.known_holes.several import pair_outcomes

            source, by = "exact", board_order(self._order)
            different, which = np.unique(key, return_inverse=True)
            pairs = np.divmod(different, HOLES)
            found = pair_outcomes(*pairs, self._order.dead, order=by, threads=0)[which]
        return source, np.where(keys.swapped[:, None], found[:, ::-1], found)

    @functools.cached_property
    def _table(self) -> tuple[Lake, Outcomes, Outcomes] | None:
        """The lake, the keys of its pairs in ascending order, and their outcomes ``(n, 3)``."""
        lake = self._open()
        if lake is None or self._name not in lake.manifest.tables:
            return None
        return lake, *kept(lake, self._name, partial(_pairs, self._name))


def _pairs(table: str, lake: Lake) -> tuple[Outcomes, Outcomes]:
    names = ["hero_hole_id", "villain_hole_id", "win", "tie", "lose"]
    hero, villain, *counts = stored_columns(lake, table, names).values()
    key = HOLES * hero.astype(np.int64) + villain
    order = np.argsort(key)
    if not len(key):
        raise damaged(lake, table)
    return key[order], np.stack(counts, axis=1)[order].astype(np.int64)


def stored_matchup(
    lake: Lake | None, first: Weights, second: Weights, order: Order = HIGH
) -> StoredEquity | None:
    """What a table of the lake has of two ranges ``(1326,)`` before the flop; None if none has it.

    Two holes are in ``combo_matchups``, two of the 169 hands in ``matchups``, and a hand against
    a random one in ``starting_hands``.

    Raises
    ------
    LakeError
        If the table is damaged.
    """
    if lake is None:
        return None
    live = ~dead_holes(order.dead)
    hero, villain = _as_stored(first * live, live), _as_stored(second * live, live)
    prefix = TWO_CARD_GAMES[order].prefix
    if isinstance(hero, int) and isinstance(villain, int):
        table = prefix + _HOLES
        if table not in lake.manifest.tables or len({*hole_cards()[[hero, villain]].flat}) < 4:
            return None
        pair = np.array([[hero], [villain]], np.uint16)
        _, outcomes = HolePairs(lambda: lake, order).outcomes(*pair)
        return StoredEquity.of(table, *outcomes[0].tolist())
    if not (isinstance(hero, str) and isinstance(villain, str)) or hero == villain == "random":
        return None
    swapped = hero == "random"
    if "random" in (hero, villain):
        of_high, hands = _RANDOM, [villain if swapped else hero]
    else:
        of_high, hands = _HANDS, [hero, villain]
    table = prefix + of_high
    if table not in lake.manifest.tables:
        return None
    counts = kept(lake, table, partial(_by_hands, table, _NAMES[of_high])).get(tuple(hands))
    if counts is None:
        raise damaged(lake, table)
    return StoredEquity.of(table, *(counts[::-1] if swapped else counts))


def _by_hands(
    table: str, keys: tuple[str, ...], lake: Lake
) -> dict[tuple[str, ...], tuple[int, int, int]]:
    """The wins, ties and losses of the first hand, by all hands of a row."""
    names = [*keys, "win", "tie", "lose"]
    *hands, wins, ties, losses = stored_table(lake, table, names).to_pydict().values()
    return dict(zip(zip(*hands, strict=True), zip(wins, ties, losses, strict=True), strict=True))


def _as_stored(weights: Weights, live: npt.NDArray[np.bool_]) -> int | str | None:
    """A hole, the name of a hand, or ``random``: the ranges that tables know, of live holes."""
    held = np.flatnonzero(weights)
    if (weights[held] != 1).any():
        return None
    if len(held) == 1:
        return int(held[0])
    if len(held) == live.sum():
        return "random"
    hands = np.unique(hand_of_hole()[held])
    if len(hands) == 1 and len(held) == int((hand_of_hole() == hands[0]).sum()):
        return str(HANDS[hands[0]])
    return None
