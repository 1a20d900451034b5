"""What can be dealt to players in Omaha, and the tables that their equities go by."""

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
_LISTS = (1, 13, 91, 455, 1820)  # of none to four ranks

Permutations = npt.NDArray[np.intp]  # of the suits, numbered as in ``suit_images``


class EquityTables(NamedTuple):
    """Read-only tables for rivers, which kernels take as one argument."""

    # Lists of up to four ranks are numbered one size after the other: the number with one more
    # rank. Lists of five are numbered from 0 again, as in ``OmahaTables.of_ranks``.
    after: Input[U16, "2380, 13"]
    # The ranks from ace to eight in a list of five: bit 0 for the ace, 7 for the eight.
    low_set: Input[U8, "6188"]
    of_ranks: Input[U16, "6188, 91"]  # as in ``OmahaTables``
    row_of_set: Input[U16, "8192"]
    of_suited: Input[U16, "2289, 91"]
    low_of_sets: Input[U8, "65536"]  # the low by ``256 * board + hole``, 57 for none
    category: Input[U8, "7463"]  # of each class, 1 to 9


class Ranges(NamedTuple):
    """The holes of two ranges, of unseen cards that are numbered from 0 on."""

    cards: Input[U8, "h, k"]  # ascending
    pairs: Input[U16, "h, k * (k - 1) / 2"]  # the number of each two of them
    masks: Input[U64, "h"]
    low_sets: Input[U8, "h"]  # their ranks from ace to eight
    weights: Input[F64, "h, 2"]  # in either range
    # ``[i, c]``: what card c adds to the number of a set in which i lower ones are before it. Sets
    # of fewer than k cards are numbered together, the smaller ones first, the empty one 0.
    steps: Input[I64, "k, 52"]


class Others(NamedTuple):
    """Other players' holes, and the tuples of them that can be dealt."""

    pairs: Input[U16, "o, k * (k - 1) / 2"]  # as in ``Ranges``, and so the next
    low_sets: Input[U8, "o"]
    tuples: Input[U32, "t, q"]
    masks: Input[U64, "t"]
    weights: Input[F64, "t"]


@functools.cache
def equity_tables(order: Order = HIGH) -> EquityTables:
    """The tables, by an order of high hands. Built in 60 ms, once.

    Categories are those of hold'em, 1 straight flush .. 9 high card, also where they are in
    another order.
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
    found: U8 = (np.bitwise_or.reduce(ranks, axis=1) & 255).astype(np.uint8)
    return found


@dataclass(frozen=True)
class OmahaSituation(Dealt):
    """Players with ranges, and the cards that are known."""

    rule: Game
    # Without the cards that are known, and dead ones. None stands for any hole.
    ranges: tuple[OmahaRange | None, ...]
    board: U8  # (b,)
    dead: U8  # (d,)

    @functools.cached_property
    def sizes(self) -> list[int]:
        """How many holes each player may have."""
        every = comb(len(self.unseen), self.rule.hole)
        return [every if of is None else len(of) for of in self.ranges]

    @functools.cached_property
    def plain(self) -> bool:  # type: ignore[override]
        """Whether all weights are 0 or 1."""
        return all(of is None or bool((of.weights == 1).all()) for of in self.ranges)

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
        """The smallest product of a weight of each player; 0 where that is no number any more."""
        return prod(1.0 if of is None else float(of.weights.min()) for of in self.ranges)

    @functools.cached_property
    def kept(self) -> Permutations:
        """Those of them that leave all ranges as they are."""
        return np.array([g for g in self.permutations.tolist() if self._keeps(g)], np.intp)

    def _keeps(self, permutation: int) -> bool:
        image = suit_images()[permutation]
        for of in self.ranges:
            if of is None or permutation == 0:
                continue
            numbers = hole_numbers(np.sort(image[of.holes], axis=1))
            order = np.argsort(numbers)
            same = (numbers[order] == hole_numbers(of.holes)).all()
            if not (same and (of.weights[order] == of.weights).all()):
                return False
        return True

    @functools.cached_property
    def listed(self) -> list[OmahaRange]:
        """The ranges with all holes of those who may have any."""
        return [self._every if of is None else of for of in self.ranges]

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
    """What is asked, checked.

    Raises CardError or RangeError.
    """
    shown, gone = known_cards(board, dead)
    gone += rule.dead
    players = require_players(ranges)
    left = len(CARDS) - len(shown) - len(gone)
    if left < rule.hole * players + 5 - len(shown):
        raise CardError(
            f"{counted(left)} left; too few for {players} players of {rule.name} and the board"
        )
    for player, of in enumerate(ranges, 1):
        if of is not None and of.cards != rule.hole:
            raise RangeError(
                f"player {player} has holes of {of.cards} cards; in {rule.name} they have "
                f"{rule.hole}"
            )
    seen = [*shown, *gone]
    situation = OmahaSituation(
        rule,
        tuple(of if of is None else of.without(seen) for of in ranges),
        np.array(shown, np.uint8),
        np.array(gone, np.uint8),
    )
    for player, (of, size) in enumerate(zip(ranges, situation.sizes, strict=True), 1):
        if of is not None and not size:
            raise no_hole(player, of.holes, seen)
    _require_deals(situation)
    return situation


def _require_deals(situation: OmahaSituation) -> None:
    # Whoever may have any hole is dealt what the others leave.
    ranged = [player for player, of in enumerate(situation.ranges) if of is not None]
    together = in_the_way(ranged, functools.partial(_can_be_dealt, situation))
    own = [of.holes for player in together if (of := situation.ranges[player]) is not None]
    if together:
        raise not_together([player + 1 for player in together], own)


def _can_be_dealt(situation: OmahaSituation, players: Sequence[int]) -> bool:
    """Whether there are disjoint holes for these players; True also where no search tells soon."""
    return can_share_no_card(
        card_sets(of.holes) for player in players if (of := situation.ranges[player])
    )


def tuples_about(situation: OmahaSituation, players: Sequence[int]) -> float:
    """About how many tuples of disjoint holes these players have.

    As if no two players' having a card in common told anything of two others.
    """
    tuples = 1.0
    chances = []
    for player in players:
        tuples *= situation.sizes[player]
        of = situation.ranges[player]
        if of is None:
            chance = np.zeros(len(CARDS))
            chance[situation.unseen] = situation.rule.hole / len(situation.unseen)
        else:
            chance = np.bincount(of.holes.ravel(), minlength=len(CARDS)) / len(of)
        chances.append(chance)
    for one, other in combinations(chances, 2):
        tuples *= float(np.prod(1 - one * other))
    return tuples


@dataclass(frozen=True)
class Tuples:
    """Tuples of disjoint holes of q players: a row of each of their ranges."""

    rows: U32  # (n, q)
    masks: U64  # (n,)
    weights: F64  # (n,)


def tuples_of(situation: OmahaSituation, players: Sequence[int]) -> Tuples:
    """All tuples of holes of these players that share no card."""
    rows = np.empty((1, 0), np.uint32)
    taken, weights = np.zeros(1, np.uint64), np.ones(1)
    for player in players:
        of = situation.listed[player]
        masks = card_sets(of.holes)
        before, own = [], []
        block = max(1, 4_000_000 // len(masks))  # 32 MB at a time
        for start in range(0, len(rows), block):
            i, j = np.nonzero(taken[start : start + block, None] & masks == 0)
            before.append(i + start)
            own.append(j)
        i, j = np.concatenate(before), np.concatenate(own)
        rows = np.column_stack([rows[i], j.astype(np.uint32)])
        taken, weights = taken[i] | masks[j], weights[i] * of.weights[j]
    return Tuples(rows, taken, weights)


@dataclass(frozen=True)
class Kinds:
    """Tuples of all players' holes by kind: those that differ in suits, or in who has which."""

    tuples: U32  # (u, p): rows of each player's range, one tuple of each kind
    kind: npt.NDArray[np.intp]  # (n,): the kind of each tuple
    # (n, p): which of the players of the kind's tuple has what a player has here.
    places: npt.NDArray[np.intp]
    weights: F64  # (n,)

    def shares(self) -> F64:
        """What the tuples weigh, ``(u, p, p)``.

        ``[:, j, i]`` are those in which player ``j`` has what player ``i`` of the kind has.
        """
        u, p = self.tuples.shape
        by_place = np.empty((u, p, p))
        for j in range(p):
            sums = np.bincount(self.kind * p + self.places[:, j], self.weights, u * p)
            by_place[:, j] = sums.reshape(u, p)
        return by_place


def kinds_of(situation: OmahaSituation) -> Kinds:
    """The tuples of all players' holes, by kind."""
    found = tuples_of(situation, range(situation.players))
    n, p = found.rows.shape
    best, best_order = None, None
    for permutation in situation.permutations.tolist():
        image = suit_images()[permutation]
        masks = np.column_stack(
            [
                card_sets(image[situation.listed[player].holes])[found.rows[:, player]]
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
    return Kinds(found.rows[first], kind, places, found.weights)
