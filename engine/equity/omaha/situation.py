"""Players with ranges in Omaha, and the cards that are known: what can be dealt."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game

from ...cards.boards import suit_images
from ...cards.text import CARDS, CardError, card_number, counted, format_hand
from ...ranges.omaha.hole_range import OmahaRange, all_holes, hole_numbers
from ...ranges.scanner import RangeError
from ..undealt import no_hole, not_together

PLAYERS = range(2, 11)
_PATIENCE = 3000  # steps of a search: 0.1 s

Cards = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.uint64]
Permutations = npt.NDArray[np.intp]  # of the suits, numbered as in ``suit_images``


@dataclass(frozen=True)
class Situation:
    """Players with ranges, and the cards that are known."""

    rule: Game
    # Without the cards that are known, and dead ones. None stands for any hole.
    ranges: tuple[OmahaRange | None, ...]
    board: Cards  # (b,)
    dead: Cards  # (d,)

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.ranges)

    @functools.cached_property
    def sizes(self) -> list[int]:
        """How many holes each player may have."""
        every = comb(len(self.unseen), self.rule.hole)
        return [every if of is None else len(of) for of in self.ranges]

    @functools.cached_property
    def plain(self) -> bool:
        """Whether all weights are 0 or 1."""
        return all(of is None or bool((of.weights == 1).all()) for of in self.ranges)

    @property
    def dtype(self) -> type[np.int64] | type[np.float64]:
        """What sums of weights are."""
        return np.int64 if self.plain else np.float64

    @functools.cached_property
    def unseen(self) -> Cards:
        """The cards that are neither on the board nor dead."""
        cards = np.ones(len(CARDS), np.bool_)
        cards[self.board] = cards[self.dead] = False
        return np.flatnonzero(cards).astype(np.uint8)

    @property
    def boards(self) -> int:
        """In how many ways the board is completed beside any holes of all players."""
        live = len(self.unseen) - self.rule.hole * self.players
        return comb(live, 5 - len(self.board))

    @functools.cached_property
    def permutations(self) -> Permutations:
        """Those of the suits that leave the board as it is, and the dead cards."""
        alike = np.ones(len(suit_images()), np.bool_)
        for cards in (self.board, self.dead):
            if len(cards):
                alike &= (np.sort(suit_images()[:, cards], axis=1) == np.sort(cards)).all(axis=1)
        return np.flatnonzero(alike)

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
) -> Situation:
    """What is asked, checked.

    Raises
    ------
    CardError
        If board and dead cards are none, are there twice, or leave too few cards.
    RangeError
        If there are not 2 to 10 ranges of holes of this game, or they cannot be dealt together.
    """
    shown, gone = list(map(card_number, board)), list(map(card_number, dead))
    if len(shown) > 5:
        raise CardError(f"{format_hand(shown)} has {counted(len(shown))}; a board has up to 5")
    for place, card in enumerate([*shown, *gone]):
        if card in [*shown, *gone][:place]:
            raise CardError(f"{CARDS[card]} is there twice on the board or dead")
    players = len(ranges)
    if players not in PLAYERS:
        raise RangeError(f"{players} ranges; 2 to 10 are needed, one for each player")
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
    situation = Situation(
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


def _require_deals(situation: Situation) -> None:
    # Whoever may have any hole is dealt what the others leave.
    together = [player for player, of in enumerate(situation.ranges) if of is not None]
    if _can_be_dealt(situation, together):
        return
    for player in list(together):  # those left in the end are in each other's way, all of them
        others = [other for other in together if other != player]
        if not _can_be_dealt(situation, others):
            together = others
    own = [of.holes for player in together if (of := situation.ranges[player]) is not None]
    raise not_together([player + 1 for player in together], own)


def hole_masks(holes: Cards) -> Masks:
    """Holes ``(n, k)`` as sets of cards, a bit each: ``(n,)``."""
    masks: Masks = np.bitwise_or.reduce(np.uint64(1) << holes.astype(np.uint64), axis=1)
    return masks


def _can_be_dealt(situation: Situation, players: Sequence[int]) -> bool:
    """Whether there are disjoint holes for these players; True also where no search tells soon."""
    listed = [hole_masks(of.holes) for player in players if (of := situation.ranges[player])]
    listed.sort(key=len)
    steps = 0

    def search(depth: int, taken: np.uint64) -> bool:
        nonlocal steps
        if depth == len(listed):
            return True
        free = listed[depth][listed[depth] & taken == 0]
        for mask in free:
            steps += 1
            if steps > _PATIENCE or search(depth + 1, taken | mask):
                return True
        return False

    return search(0, np.uint64(0))


def tuples_about(situation: Situation, players: Sequence[int]) -> float:
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

    rows: npt.NDArray[np.uint32]  # (n, q)
    masks: Masks  # (n,)
    weights: npt.NDArray[np.float64]  # (n,)


def tuples_of(situation: Situation, players: Sequence[int]) -> Tuples:
    """All tuples of holes of these players that share no card."""
    rows = np.empty((1, 0), np.uint32)
    taken, weights = np.zeros(1, np.uint64), np.ones(1)
    for player in players:
        of = situation.listed[player]
        masks = hole_masks(of.holes)
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

    tuples: npt.NDArray[np.uint32]  # (u, p): rows of each player's range, one tuple of each kind
    kind: npt.NDArray[np.intp]  # (n,): the kind of each tuple
    # (n, p): which of the players of the kind's tuple has what a player has here.
    places: npt.NDArray[np.intp]
    weights: npt.NDArray[np.float64]  # (n,)

    def shares(self) -> npt.NDArray[np.float64]:
        """What the tuples weigh, ``(u, p, p)``.

        ``[:, j, i]`` are those in which player ``j`` has what player ``i`` of the kind has.
        """
        u, p = self.tuples.shape
        by_place = np.empty((u, p, p))
        for j in range(p):
            sums = np.bincount(self.kind * p + self.places[:, j], self.weights, u * p)
            by_place[:, j] = sums.reshape(u, p)
        return by_place


def kinds_of(situation: Situation) -> Kinds:
    """The tuples of all players' holes, by kind."""
    found = tuples_of(situation, range(situation.players))
    n, p = found.rows.shape
    best, best_order = None, None
    for permutation in situation.permutations.tolist():
        image = suit_images()[permutation]
        masks = np.column_stack(
            [
                hole_masks(image[situation.listed[player].holes])[found.rows[:, player]]
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
