"""A range of Omaha: the holes that are in it, each with a weight.

There are 270,725 holes of four cards, 2,598,960 of five and 20,358,520 of six. So a range lists the
holes that it has, where one of hold'em has a weight for each of 1,326.

A hole of k cards has a list of k ascending ranks, and a list of k suits, which are ascending where
ranks are the same. What a range says of ranks alone, or of suits alone, is said of 18,395 lists of
ranks or 84 lists of suits where holes of six cards are 20,358,520.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from math import comb

import numpy as np
import numpy.typing as npt

from ..cards.boards import canonical_boards, suit_images
from ..cards.text import check_cards
from ..signatures import F64, I32, I64, U8, Bool, frozen
from .scanner import RangeError

HOLE_SIZES = tuple(range(1, 8))  # of Omaha 4 to 6; of stud what is known, of draw a hand


@dataclass(frozen=True, eq=False)
class OmahaRange:
    """The holes of a range, and their weights. Arrays are read-only.

    Attributes
    ----------
    holes : (n, k) uint8
        Holes of k = 1 to 7 cards 0..51, ascending in each row; each hole once, by ascending
        :func:`hole_numbers`.
    weights : (n,) float64
        Above 0, at most 1.
    """

    holes: U8
    weights: F64

    @classmethod
    def of(cls, holes: npt.ArrayLike, weights: npt.ArrayLike = 1.0) -> OmahaRange:
        """A range of holes in any order, of which those that weigh 0 are left out.

        Raises RangeError if these are no holes or weights, or a hole is there twice; CardError if a
        hole has a card twice.
        """
        given = np.asarray(holes)
        if given.ndim != 2 or given.shape[1] not in HOLE_SIZES or given.dtype.kind not in "iu":
            raise RangeError(
                f"holes are {given.dtype} of shape {given.shape}; (n, 4), (n, 5) or (n, 6) cards "
                "are needed"
            )
        if len(given) and not (given.min() >= 0 and given.max() <= 51):
            raise RangeError("a card of a hole is not in 0..51")
        cards = np.sort(given.astype(np.uint8), axis=1)
        check_cards(np.ascontiguousarray(cards.T))
        each = np.broadcast_to(np.asarray(weights, np.float64), len(cards))
        if not ((each >= 0) & (each <= 1)).all():
            raise RangeError("a weight is not in 0..1")
        numbers = hole_numbers(cards)
        order = np.argsort(numbers, kind="stable")
        if (np.diff(numbers[order]) == 0).any():
            raise RangeError("a hole is there twice")
        order = order[each[order] > 0]
        return cls.sorted(cards[order], each[order])

    @classmethod
    def sorted(cls, holes: U8, weights: F64) -> OmahaRange:
        """A range that keeps these arrays: holes in order, once each, and weights above 0."""
        holes, weights = np.ascontiguousarray(holes), np.ascontiguousarray(weights)
        holes.flags.writeable = weights.flags.writeable = False
        return cls(holes, weights)

    @property
    def cards(self) -> int:
        """How many cards a hole has."""
        return int(self.holes.shape[1])

    @property
    def combos(self) -> float:
        """The sum of the weights."""
        return float(self.weights.sum())

    @property
    def percent(self) -> float:
        """The combos as a percentage of all holes."""
        return 100 * self.combos / comb(52, self.cards)

    @functools.cached_property
    def numbers(self) -> I64:
        """The numbers of the holes, ``(n,)``, ascending."""
        return hole_numbers(self.holes)

    def without(self, dead: Iterable[int]) -> OmahaRange:
        """The range without holes that have one of these cards."""
        gone = np.zeros(52, np.bool_)
        gone[list(dead)] = True
        live = ~gone[self.holes].any(axis=1)
        return self.sorted(self.holes[live], self.weights[live])

    def whole(self) -> OmahaRange:
        """The range with each weight rounded: 1 from 0.5 on, and else 0."""
        kept = self.weights >= 0.5
        return self.sorted(self.holes[kept], np.ones(int(kept.sum())))

    def merged(self, other: OmahaRange, how: Callable[[F64, F64], F64]) -> OmahaRange:
        """The range whose weights are made of those of two, 0 where a hole is in one alone.

        RangeError if the holes of the two have different numbers of cards.
        """
        if self.cards != other.cards:
            raise RangeError(
                f"one range has holes of {self.cards} cards and the other of {other.cards}"
            )
        found, first, place = np.unique(
            np.concatenate([self.numbers, other.numbers]), return_index=True, return_inverse=True
        )
        both = np.zeros((2, len(found)))
        both[0, place[: len(self)]] = self.weights
        both[1, place[len(self) :]] = other.weights
        weights = how(*both)
        kept = weights > 0
        holes = np.concatenate([self.holes, other.holes])[first[kept]]
        return self.sorted(holes, weights[kept])

    def each(self, how: Callable[[F64], F64]) -> OmahaRange:
        """The range of other weights for its holes; RangeError if one is not in 0..1."""
        return self.of(self.holes, how(self.weights))

    def inverse(self) -> OmahaRange:
        """All that is not in it: 1 less each weight."""
        return self.of(all_holes(self.cards)).merged(self, np.subtract)

    def at(self, other: OmahaRange) -> F64:
        """Its weights of the holes of another, ``(n,)``."""
        return self.weights_of(other.holes)

    def weights_of(self, holes: U8) -> F64:
        """The weights of holes ``(n, k)`` of ascending cards, 0 for those that are not in it."""
        numbers, wanted = self.numbers, hole_numbers(holes)
        place = np.searchsorted(numbers, wanted)
        place[place == len(numbers)] = 0
        if not len(numbers):
            return np.zeros(len(holes))
        return np.where(numbers[place] == wanted, self.weights[place], 0.0)

    def __len__(self) -> int:
        """How many holes there are."""
        return len(self.holes)


def hole_numbers(holes: U8) -> I64:
    """The number of each hole ``(n, k)`` of ascending cards among all of k cards: ``(n,)``.

    A hole a < b < c < d has the number C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4), as ``hole_id`` has in
    hold'em.

    Examples
    --------
    >>> hole_numbers(np.array([[0, 1, 2, 3], [48, 49, 50, 51]], np.uint8)).tolist()
    [0, 270724]
    """
    ways = _ways()
    numbers: I64 = ways[0, holes[:, 0]]
    for place in range(1, holes.shape[1]):
        numbers += ways[place, holes[:, place]]
    return numbers


@functools.cache
def _ways() -> I64:
    ways = [[comb(card, place + 1) for card in range(52)] for place in range(max(HOLE_SIZES))]
    return np.array(ways, np.int64)


def all_holes(cards: int, deck: int = 52) -> U8:
    """All holes of so many cards of the first of a deck, by number: ``(C(deck, cards), cards)``.

    Examples
    --------
    >>> all_holes(4)[[0, 1, -1]].tolist()
    [[0, 1, 2, 3], [0, 1, 2, 4], [48, 49, 50, 51]]
    """
    numbers = np.arange(comb(deck, cards))
    holes = np.empty((len(numbers), cards), np.uint8)
    for place in range(cards - 1, -1, -1):
        ways = np.array([comb(card, place + 1) for card in range(53)], np.int64)
        highest = np.searchsorted(ways, numbers, side="right") - 1
        holes[:, place] = highest
        numbers = numbers - ways[highest]
    return holes


_BLOCK = 1 << 18  # holes that are looked at together


@dataclass(frozen=True)
class Block:
    """Some holes, with what their lists are. Rows are in no order."""

    holes: U8  # (n, k): ascending in each row
    numbers: I64  # (n,): hole_numbers of them
    rank_list: npt.NDArray[np.intp]  # (n,)
    suit_list: npt.NDArray[np.intp]  # (n,)


@dataclass(frozen=True)
class Shape:
    """The lists of ranks that have pairs and trips in the same places, and their suits."""

    lists: npt.NDArray[np.intp]  # (l,): which lists of ranks
    suits: U8  # (s, k): suits beside ascending ranks
    suit_list: npt.NDArray[np.intp]  # (s,)


@dataclass(frozen=True)
class HoleLists:
    """The lists of ranks and of suits that holes of k cards have. Arrays are read-only."""

    ranks: U8  # (r, k): ascending ranks
    suits: U8  # (s, k): ascending suits
    shapes: tuple[Shape, ...]

    @property
    def cards(self) -> int:
        """How many cards a hole has."""
        return int(self.ranks.shape[1])

    def numbers_of_ranks(self, ranks: U8) -> npt.NDArray[np.intp]:
        """Which list each row of ascending ranks ``(n, k)`` is: ``(n,)``."""
        return np.searchsorted(_codes(self.ranks), _codes(ranks))

    def numbers_of_suits(self, suits: U8) -> npt.NDArray[np.intp]:
        """Which list each row of ascending suits ``(n, k)`` is: ``(n,)``."""
        return np.searchsorted(_codes(self.suits), _codes(suits))

    def blocks(self, ranks: Bool, suits: Bool) -> Iterator[Block]:
        """All holes whose lists are among these, ``(r,)`` and ``(s,)``, some at a time."""
        for shape in self.shapes:
            lists = shape.lists[ranks[shape.lists]]
            chosen = suits[shape.suit_list]
            given, suit_list = shape.suits[chosen], shape.suit_list[chosen]
            if not len(given):
                continue
            step = max(_BLOCK // len(given), 1)
            for start in range(0, len(lists), step):
                some = lists[start : start + step]
                holes = (4 * self.ranks[some][:, None] + given).reshape(-1, self.cards)
                lists_of = np.repeat(some, len(given)), np.tile(suit_list, len(some))
                yield Block(holes, hole_numbers(holes), *lists_of)


def _codes(rows: U8) -> I64:
    """Each row as one number; as rows ascend, so do these."""
    codes = np.zeros(len(rows), np.int64)
    for column in rows.T:
        codes = 13 * codes + column
    return codes


@functools.cache
def hole_lists(cards: int) -> HoleLists:
    """The lists of holes of 4, 5 or 6 cards."""
    of_ranks = combinations_with_replacement(range(13), cards)
    ranks = [given for given in of_ranks if max(map(given.count, given)) <= 4]
    suits = list(combinations_with_replacement(range(4), cards))
    number = {given: n for n, given in enumerate(suits)}
    by_shape: dict[tuple[int, ...], list[int]] = {}
    for n, given in enumerate(ranks):
        counts = tuple(given.count(rank) for rank in sorted(set(given)))
        by_shape.setdefault(counts, []).append(n)
    shapes = []
    for counts, lists in by_shape.items():
        ways = product(*(combinations(range(4), count) for count in counts))
        combos = [sum(way, ()) for way in ways]
        numbers = [number[tuple(sorted(combo))] for combo in combos]
        shapes.append(Shape(np.array(lists), np.array(combos, np.uint8), np.array(numbers)))
    found = HoleLists(np.array(ranks, np.uint8), np.array(suits, np.uint8), tuple(shapes))
    found.ranks.flags.writeable = found.suits.flags.writeable = False
    return found


@dataclass(frozen=True)
class Piece:
    """Some of the holes that are found, in no order."""

    numbers: I32  # (n,): each hole is in one piece, once
    holes: U8  # (n, k)
    weights: F64 | Bool  # (n,)


def in_order(pieces: list[Piece], cards: int) -> tuple[U8, F64]:
    """The holes of all pieces, which are used up, and their weights, by ascending number."""
    n = sum(len(piece.numbers) for piece in pieces)
    holes, weights = np.empty((n, cards), np.uint8), np.empty(n)
    if 8 * n < comb(52, cards):
        numbers = np.concatenate([piece.numbers for piece in pieces] or [np.empty(0, np.int32)])
        places = np.empty(n, np.int32)
        places[np.argsort(numbers)] = np.arange(n, dtype=np.int32)
        starts = np.cumsum([0, *(len(piece.numbers) for piece in pieces)]).tolist()
    else:  # many holes are not sorted but counted
        there = np.zeros(comb(52, cards), np.bool_)
        for piece in pieces:
            there[piece.numbers] = True
        places = np.cumsum(there, dtype=np.int32) - np.int32(1)
        starts = []
    while pieces:  # each is given back as soon as it has been copied
        piece = pieces.pop()
        start = starts[len(pieces)] if starts else 0
        own = places[start : start + len(piece.numbers)] if starts else places[piece.numbers]
        holes[own], weights[own] = piece.holes, piece.weights
    return holes, weights


def joined(holes: U8, weights: F64) -> tuple[U8, F64]:
    """Holes and weights by ascending number, with the largest weight where one is there twice."""
    numbers = hole_numbers(holes)
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    return holes[order[starts]], np.maximum.reduceat(weights[order], starts)


def canonical_holes(holes: U8) -> U8:
    """The smallest of the holes that each is up to suits, ``(n, k)``, as the tables have it.

    ``holes``: (n, k) uint8, 4 to 6 cards, ascending in each row.

    Examples
    --------
    >>> canonical_holes(np.array([[46, 47, 50, 51]], np.uint8)).tolist()  # KhKsAhAs
    [[44, 45, 48, 49]]
    """
    if holes.shape[1] < 6:
        hands: U8 = canonical_boards(holes.shape[1]).cards
        found: U8 = hands[hand_of_number(holes.shape[1])[hole_numbers(holes)]]
        return found
    images = np.sort(suit_images()[:, holes], axis=2)
    codes = np.zeros(images.shape[:2], np.int64)
    for place in range(holes.shape[1]):
        codes = 52 * codes + images[:, :, place]
    smallest: U8 = images[codes.argmin(axis=0), np.arange(len(holes))]
    return smallest


@functools.cache
def hand_of_number(cards: int) -> I32:
    """Which hole up to suits, in the order of ``omaha_hands``, each hole is: by number, read-only.

    That of 4 cards takes 5 ms and 1 MB, that of 5 cards 0.15 s and 10 MB, that of 6 cards 1.2 s and
    81 MB, once.
    """
    hands = canonical_boards(cards)
    found = np.empty(int(hands.weight.sum(dtype=np.int64)), np.int32)
    for image in suit_images():
        found[hole_numbers(np.sort(image[hands.cards], axis=1))] = np.arange(len(hands.cards))
    return frozen(found)
