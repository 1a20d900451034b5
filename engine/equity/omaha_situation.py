"""What can be dealt to players in Omaha, and the tables for their equities."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Game, Order

from ..cards.boards import suit_images
from ..cards.holes import card_sets
from ..cards.text import CARDS, CardError, counted
from ..hands.classes import CATEGORY_NAMES
from ..hands.order_classes import five_card_classes
from ..omaha.class_tables import numbers_of_ranks, omaha_tables, rank_lists
from ..omaha.evaluate import low_of_sets
from ..ranges.omaha_holes import OmahaRange, all_holes, hole_numbers
from ..ranges.scanner import RangeError
from ..signatures import F64, I64, U8, U16, U32, U64, Input, frozen
from .situation import (
    Dealt,
    can_share_no_card,
    in_the_way,
    known_cards,
    no_hole,
    not_together,
    require_players,
)

RANK_SETS = 6188  # lists of five ranks: C(17, 5), five of a rank included
SUITED_ROWS = 2289  # rows of ``OmahaTables.of_suited``
_LISTS = (1, 13, 91, 455, 1820)  # of zero to four ranks

Permutations = npt.NDArray[np.intp]  # of the suits, numbered as in ``suit_images``


class EquityTables(NamedTuple):
    """Read-only tables for rivers, which kernels take as one argument."""

    # The number of a list with one more rank. Lists of up to four ranks are numbered one size after
    # the other; lists of five from 0 again, as in ``OmahaTables.of_ranks``.
    after: Input[U16, "2380, 13"]
    # The ranks from ace to eight in a list of five: bit 0 for the ace, 7 for the eight.
    low_set: Input[U8, "6188"]
    of_ranks: Input[U16, "6188, 91"]  # as in ``OmahaTables``
    row_of_set: Input[U16, "8192"]
    of_suited: Input[U16, "2289, 91"]
    low_of_sets: Input[U8, "65536"]  # the low by ``256 * board + hole``, 57 for no low
    category: Input[U8, "7463"]  # of each class, 1 to 9


class Ranges(NamedTuple):
    """The holes of two ranges; unseen cards are numbered from 0 on."""

    cards: Input[U8, "h, k"]  # ascending
    pairs: Input[U16, "h, k * (k - 1) / 2"]  # the number of each pair of them
    masks: Input[U64, "h"]
    low_sets: Input[U8, "h"]  # their ranks from ace to eight
    weights: Input[F64, "h, 2"]  # in either range
    # ``[i, c]``: what card c adds to the number of a set that has i lower cards. Sets of fewer than
    # k cards are numbered together, smaller sets first, the empty set 0.
    steps: Input[I64, "k, 52"]


class Others(NamedTuple):
    """Other players' holes, and the tuples of them that can be dealt."""

    pairs: Input[U16, "o, k * (k - 1) / 2"]  # as in ``Ranges``, like the next
    low_sets: Input[U8, "o"]
    tuples: Input[U32, "t, q"]
    masks: Input[U64, "t"]
    weights: Input[F64, "t"]


@functools.cache
def equity_tables(order: Order = HIGH) -> EquityTables:
    """The tables of an order of high hands. Built in 60 ms, once.

    Categories are numbered as in hold'em, 1 straight flush .. 9 high card, even if their order
    differs.
    """
    rivers = omaha_tables(5, order)
    number = np.array([0, *(1 + CATEGORY_NAMES.index(name) for name in order.category_names)])
    category = number[[0, *five_card_classes(order).category]].astype(np.uint8)
    lows = (1 << (rank_lists(5) + 1) % 13).astype(np.int64)  # the ace is the lowest
    return frozen(
        EquityTables(
            _after(),
            (np.bitwise_or.reduce(lows, axis=1) & 255).astype(np.uint8),
            *rivers,
            low_of_sets(),
            category,
        )
    )


def _after() -> U16:
    """``EquityTables.after``."""
    starts = [0, *np.cumsum(_LISTS[:-1]).tolist(), 0]
    after = np.empty((sum(_LISTS), 13), np.uint16)
    for size in range(5):
        ranks = rank_lists(size) if size else np.empty((1, 0), np.int64)
        for rank in range(13):
            longer = np.sort(np.column_stack([ranks, np.full(len(ranks), rank)]))
            rows = slice(starts[size], starts[size] + len(ranks))
            after[rows, rank] = starts[size + 1] + numbers_of_ranks(longer)
    return after


def low_sets(holes: U8) -> U8:
    """The ranks from ace to eight of holes ``(n, k)`` as sets, as in ``EquityTables``: ``(n,)``."""
    ranks = 1 << ((holes >> 2).astype(np.int64) + 1) % 13
    sets: U8 = (np.bitwise_or.reduce(ranks, axis=1) & 255).astype(np.uint8)
    return sets


@dataclass(frozen=True)
class OmahaSituation(Dealt):
    """Players with ranges, and the cards that are known."""

    rule: Game
    # Without holes that have a known or dead card. None stands for any hole.
    ranges: tuple[OmahaRange | None, ...]
    board: U8  # (b,)
    dead: U8  # (d,)

    @functools.cached_property
    def sizes(self) -> list[int]:
        """How many holes each player may have."""
        every = comb(len(self.unseen), self.rule.hole)
        return [every if range_ is None else len(range_) for range_ in self.ranges]

    @functools.cached_property
    def plain(self) -> bool:  # type: ignore[override]
        """Whether all weights are 0 or 1."""
        return all(range_ is None or bool((range_.weights == 1).all()) for range_ in self.ranges)

    @property
    def hole(self) -> int:  # type: ignore[override]
        """How many cards a hole has."""
        return self.rule.hole

    @property
    def halved(self) -> bool:
        """Whether the pot has a high and a low half."""
        return self.rule.halves

    @property
    def least_product(self) -> float:
        """The smallest product of a weight of each player; 0 if it underflows."""
        return prod(
            1.0 if range_ is None else float(range_.weights.min()) for range_ in self.ranges
        )

    @functools.cached_property
    def kept(self) -> Permutations:
        """The permutations that also leave all ranges as they are."""
        return np.array([g for g in self.permutations.tolist() if self._keeps(g)], np.intp)

    def _keeps(self, permutation: int) -> bool:
        image = suit_images()[permutation]
        for range_ in self.ranges:
            if range_ is None or permutation == 0:
                continue
            numbers = hole_numbers(np.sort(image[range_.holes], axis=1))
            order = np.argsort(numbers)
            same = (numbers[order] == hole_numbers(range_.holes)).all()
            if not (same and (range_.weights[order] == range_.weights).all()):
                return False
        return True

    @functools.cached_property
    def listed(self) -> list[OmahaRange]:
        """The ranges, with all holes listed for players who may have any."""
        return [self._every if range_ is None else range_ for range_ in self.ranges]

    @functools.cached_property
    def _every(self) -> OmahaRange:
        seen = [*self.board.tolist(), *self.dead.tolist()]
        return OmahaRange.of(all_holes(self.rule.hole)).without(seen)


def situation_of(
    rule: Game,
    ranges: Sequence[OmahaRange | None],
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
) -> OmahaSituation:
    """The checked situation; raises CardError or RangeError."""
    shown, unavailable = known_cards(board, dead)
    unavailable += rule.dead
    players = require_players(ranges)
    left = len(CARDS) - len(shown) - len(unavailable)
    if left < rule.hole * players + 5 - len(shown):
        raise CardError(
            f"{counted(left)} left; too few for {players} players of {rule.name} and the board"
        )
    for player, range_ in enumerate(ranges, 1):
        if range_ is not None and range_.cards != rule.hole:
            raise RangeError(
                f"player {player} has holes of {range_.cards} cards; in {rule.name} they have "
                f"{rule.hole}"
            )
    seen = [*shown, *unavailable]
    situation = OmahaSituation(
        rule,
        tuple(range_ if range_ is None else range_.without(seen) for range_ in ranges),
        np.array(shown, np.uint8),
        np.array(unavailable, np.uint8),
    )
    for player, (range_, size) in enumerate(zip(ranges, situation.sizes, strict=True), 1):
        if range_ is not None and not size:
            raise no_hole(player, range_.holes, seen)
    _require_deals(situation)
    return situation


def _require_deals(situation: OmahaSituation) -> None:
    # Players who may have any hole are dealt from the cards that the others leave.
    ranged = [player for player, range_ in enumerate(situation.ranges) if range_ is not None]
    together = in_the_way(ranged, functools.partial(_can_be_dealt, situation))
    holes = [
        range_.holes for player in together if (range_ := situation.ranges[player]) is not None
    ]
    if together:
        raise not_together([player + 1 for player in together], holes)


def _can_be_dealt(situation: OmahaSituation, players: Sequence[int]) -> bool:
    """Whether there are disjoint holes for these players; True if a search takes too long."""
    return can_share_no_card(
        card_sets(range_.holes) for player in players if (range_ := situation.ranges[player])
    )


def tuples_about(situation: OmahaSituation, players: Sequence[int]) -> float:
    """The estimated number of tuples of disjoint holes of these players.

    Treats card removal between each pair of players as independent of the other pairs.
    """
    tuples = 1.0
    chances = []
    for player in players:
        tuples *= situation.sizes[player]
        range_ = situation.ranges[player]
        if range_ is None:
            chance = np.zeros(len(CARDS))
            chance[situation.unseen] = situation.rule.hole / len(situation.unseen)
        else:
            chance = np.bincount(range_.holes.ravel(), minlength=len(CARDS)) / len(range_)
        chances.append(chance)
    for first, second in combinations(chances, 2):
        tuples *= float(np.prod(1 - first * second))
    return tuples


@dataclass(frozen=True)
class Tuples:
    """Tuples of disjoint holes of q players: a row of each of their ranges."""

    rows: U32  # (n, q)
    masks: U64  # (n,)
    weights: F64  # (n,)


def tuples_of(situation: OmahaSituation, players: Sequence[int]) -> Tuples:
    """All tuples of disjoint holes of these players."""
    rows = np.empty((1, 0), np.uint32)
    taken, weights = np.zeros(1, np.uint64), np.ones(1)
    for player in players:
        range_ = situation.listed[player]
        masks = card_sets(range_.holes)
        before, later = [], []
        block = max(1, 4_000_000 // len(masks))  # 32 MB at a time
        for start in range(0, len(rows), block):
            i, j = np.nonzero(taken[start : start + block, None] & masks == 0)
            before.append(i + start)
            later.append(j)
        i, j = np.concatenate(before), np.concatenate(later)
        rows = np.column_stack([rows[i], j.astype(np.uint32)])
        taken, weights = taken[i] | masks[j], weights[i] * range_.weights[j]
    return Tuples(rows, taken, weights)


@dataclass(frozen=True)
class Kinds:
    """Tuples of all players' holes by kind: up to suits, and up to the order of the players."""

    tuples: U32  # (u, p): rows of each player's range, one tuple of each kind
    kind: npt.NDArray[np.intp]  # (n,): the kind of each tuple
    # (n, p): the player of the kind's tuple with the same hole as each player here.
    places: npt.NDArray[np.intp]
    weights: F64  # (n,)

    def shares(self) -> F64:
        """The weights of the tuples of each kind, ``(u, p, p)``.

        ``[:, j, i]`` is for tuples in which player ``j`` has the hole of player ``i`` of the kind.
        """
        u, p = self.tuples.shape
        by_place = np.empty((u, p, p))
        for j in range(p):
            sums = np.bincount(self.kind * p + self.places[:, j], self.weights, u * p)
            by_place[:, j] = sums.reshape(u, p)
        return by_place


def kinds_of(situation: OmahaSituation) -> Kinds:
    """The tuples of all players' holes, by kind."""
    tuples = tuples_of(situation, range(situation.players))
    n, p = tuples.rows.shape
    best, best_order = None, None
    for permutation in situation.permutations.tolist():
        image = suit_images()[permutation]
        masks = np.column_stack(
            [
                card_sets(image[situation.listed[player].holes])[tuples.rows[:, player]]
                for player in range(p)
            ]
        )
        order = np.argsort(masks, axis=1, kind="stable")
        masks = np.take_along_axis(masks, order, axis=1)
        if best is None or best_order is None:
            best, best_order = masks, order
            continue
        less, same = np.zeros(n, np.bool_), np.ones(n, np.bool_)
        for j in range(p):
            less |= same & (masks[:, j] < best[:, j])
            same &= masks[:, j] == best[:, j]
        best[less], best_order[less] = masks[less], order[less]
    assert best is not None
    assert best_order is not None
    _, first, kind = np.unique(best, axis=0, return_index=True, return_inverse=True)
    kind = kind.ravel()
    ranks = np.empty((n, p), np.intp)  # the place of each player's hole in the sorted image
    np.put_along_axis(ranks, best_order, np.arange(p)[None], axis=1)
    places = np.take_along_axis(best_order[first][kind], ranks, axis=1)
    return Kinds(tuples.rows[first], kind, places, tuples.weights)
