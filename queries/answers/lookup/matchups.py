"""Equities of two players before the flop: wins and ties, from the lake's tables or computed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import HIGH, TWO_CARD_GAMES, Order
from pokerlake.engine.cards.holes import (
    HAND_INDEX,
    HANDS,
    HOLES,
    dead_holes,
    hand_of_hole,
    hole_cards,
)
from pokerlake.engine.cards.suit_symmetry import pair_keys
from pokerlake.engine.orders.evaluate import board_order
from pokerlake.engine.pot_shares import PotShares
from pokerlake.engine.ranges.parser import Weights
from pokerlake.tables.lake import Lake

from .stored import damaged, kept, stored_columns, stored_table

Holes = npt.NDArray[np.uint16]
Outcomes = npt.NDArray[np.int64]

# Tables of hold'em; those of other orders have a prefix.
_HOLES, _HANDS, _RANDOM = "combo_matchups", "matchups", "starting_hands"
_NAMES = {_HANDS: ("hero", "villain"), _RANDOM: ("hand",)}  # columns that name a row
_MISSING = -1


@dataclass(frozen=True, kw_only=True)
class StoredEquity(PotShares):
    """The shares of two or three players from a table; they have no categories."""

    table: str
    seed: None = None  # it is exact

    @classmethod
    def of(
        cls, table: str, win: float, tie: float, lose: float, deals: int | None = None
    ) -> StoredEquity:
        """From the weights of the deals that the first of two players wins, splits and loses.

        Their sum is the number of deals, unless ``deals`` is given.
        """
        shared = np.array([[lose, win, tie], [win, lose, tie]])
        weight = win + tie + lose
        none = np.empty((2, 0), np.int64)
        many = int(weight) if deals is None else deals
        return cls(table=table, deals=many, weight=weight, shared=shared, categories=none)

    @classmethod
    def of_pairs(cls, table: str, outcomes: Outcomes, weights: Weights) -> StoredEquity | None:
        """From the outcomes of pairs, ``(n, 3)``, and their weights; None without any deal."""
        deals = int(outcomes[weights > 0].sum())
        if not deals:
            return None
        if np.isin(weights, (0, 1)).all():
            return cls.of(table, *outcomes[weights > 0].sum(axis=0).tolist())
        win, tie, lose = (weights @ outcomes.astype(np.float64)).tolist()
        return cls.of(table, win, tie, lose, deals)


class HolePairs:
    """Outcomes of two known holes; the lake is opened and read at the first call."""

    def __init__(self, lake: Callable[[], Lake | None], order: Order = HIGH) -> None:
        self._open = lake
        self._order = order
        self._name = TWO_CARD_GAMES[order].prefix + _HOLES

    def outcomes(self, hero: Holes, villain: Holes) -> tuple[str, Outcomes]:
        """The source of outcomes, and the wins, ties and losses of ``hero``, ``(n, 3)`` ``int64``.

        The two raw holes share no card. Each row counts 1,712,304 deals, in short deck 201,376. The
        source is ``combo_matchups``, or ``exact`` if they are computed.
        """
        keys = pair_keys(hero, villain)
        key = HOLES * keys.hero.astype(np.int64) + keys.villain
        if self._table is not None:
            source, (lake, known, counts) = self._name, self._table
            row = np.searchsorted(known, key).clip(max=len(known) - 1)
            if (known[row] != key).any():
                raise damaged(lake, self._name)
            counts_by_row = counts[row]
        else:
            from pokerlake.engine.known_holes.several import pair_outcomes

            source, by = "exact", board_order(self._order)
            different, which = np.unique(key, return_inverse=True)
            pairs = np.divmod(different, HOLES)
            counts_by_row = pair_outcomes(*pairs, self._order.dead, order=by, threads=0)[which]
        return source, np.where(keys.swapped[:, None], counts_by_row[:, ::-1], counts_by_row)

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
    """The equity of two ranges ``(1326,)`` before the flop from a table; None if no table has it.

    Two holes are in ``combo_matchups``, two of the 169 hands in ``matchups``, and a hand against
    a random one in ``starting_hands``. Ranges that do not name suits are summed over ``matchups``,
    all others over ``combo_matchups``.
    """
    if lake is None:
        return None
    live = ~dead_holes(order.dead)
    first, second = first * live, second * live
    hero, villain = _as_stored(first, live), _as_stored(second, live)
    prefix = TWO_CARD_GAMES[order].prefix
    if isinstance(hero, int) and isinstance(villain, int):
        table = prefix + _HOLES
        if table not in lake.manifest.tables or len({*hole_cards()[[hero, villain]].flat}) < 4:
            return None
        pair = np.array([[hero], [villain]], np.uint16)
        _, outcomes = HolePairs(lambda: lake, order).outcomes(*pair)
        return StoredEquity.of(table, *outcomes[0].tolist())
    table = prefix + _RANDOM
    swapped = hero == "random"
    hand = villain if swapped else hero
    if "random" in (hero, villain) and hand in HAND_INDEX and table in lake.manifest.tables:
        counts = _outcomes_of(lake, table, _RANDOM)[HAND_INDEX[str(hand)]]
        if (counts == _MISSING).any():
            raise damaged(lake, table)
        return StoredEquity.of(table, *(counts[::-1] if swapped else counts).tolist())
    by_hand = hand_weights(np.stack([first, second]))
    if by_hand is not None and prefix + _HANDS in lake.manifest.tables:
        return _of_hands(lake, prefix + _HANDS, *by_hand)
    if prefix + _HOLES in lake.manifest.tables:
        return _of_holes(lake, first, second, order)
    return None


def _of_hands(lake: Lake, table: str, first: Weights, second: Weights) -> StoredEquity | None:
    """The sum over all pairs of hands, by weights ``(169,)``."""
    outcomes = _outcomes_of(lake, table, _HANDS)
    pairs = np.ix_(np.flatnonzero(first), np.flatnonzero(second))
    if (outcomes[pairs] == _MISSING).any():
        raise damaged(lake, table)
    weights = np.multiply.outer(first, second)[pairs]
    return StoredEquity.of_pairs(table, outcomes[pairs].reshape(-1, 3), weights.ravel())


def _of_holes(lake: Lake, first: Weights, second: Weights, order: Order) -> StoredEquity | None:
    """The sum over all pairs of holes that can meet, by weights ``(1326,)``."""
    hero, villain = (
        holes.ravel().astype(np.uint16)
        for holes in np.meshgrid(np.flatnonzero(first), np.flatnonzero(second))
    )
    cards = hole_cards()
    apart = (cards[hero][:, :, None] != cards[villain][:, None, :]).all(axis=(1, 2))
    hero, villain = hero[apart], villain[apart]
    if not len(hero):
        return None
    table, outcomes = HolePairs(lambda: lake, order).outcomes(hero, villain)
    return StoredEquity.of_pairs(table, outcomes, first[hero] * second[villain])


def _outcomes_of(lake: Lake, table: str, of_high: str) -> Outcomes:
    """The wins, ties and losses of the first hand by the hands of a row, ``(169, ..., 3)``."""
    return kept(lake, table, partial(_by_hands, table, _NAMES[of_high]))


def _by_hands(table: str, keys: tuple[str, ...], lake: Lake) -> Outcomes:
    rows = stored_table(lake, table, [*keys, "win", "tie", "lose"])
    hands = [pc.index_in(rows[name], pa.array(HANDS)) for name in keys]
    if any(hand.null_count for hand in hands):
        raise damaged(lake, table)
    outcomes = np.full((*[len(HANDS)] * len(keys), 3), _MISSING)
    counts = np.stack([np.asarray(rows[name]) for name in ("win", "tie", "lose")], axis=1)
    outcomes[tuple(map(np.asarray, hands))] = counts
    return outcomes


def hand_weights(ranges: Weights) -> Weights | None:
    """The weights by hand, ``(p, 169)``, of ranges ``(p, 1326)``; None if one names suits."""
    weights = np.zeros((len(ranges), len(HANDS)))
    weights[:, hand_of_hole()] = ranges
    return weights if (weights[:, hand_of_hole()] == ranges).all() else None


def _as_stored(weights: Weights, live: npt.NDArray[np.bool_]) -> int | str | None:
    """The live holes as tables name them: a hole, a hand, or ``random``; None for other ranges."""
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
