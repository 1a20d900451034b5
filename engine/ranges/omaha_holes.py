"""A range of Omaha: the holes that are in it, each with a weight.

There are 270,725 holes of four cards, 2,598,960 of five and 20,358,520 of six. So a range lists its
holes, whereas a hold'em range has a weight for each of 1,326.

A hole of k cards has a list of k ascending ranks, and a list of k suits, which ascend within equal
ranks. A condition on ranks alone, or on suits alone, is checked on 18,395 lists of ranks or 84
lists of suits, instead of 20,358,520 holes of six cards.
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

HOLE_SIZES = tuple(range(1, 8))  # Omaha has 4 to 6; stud uses known cards, draw whole hands


@dataclass(frozen=True, eq=False)
class OmahaRange:
    """The holes of a range, and their weights. Arrays are read-only.

    Attributes
    ----------
    holes : (n, k) uint8
        Holes of k = 1 to 7 cards 0..51, ascending in each row. Each hole is there once, ordered by
        :func:`hole_numbers`.
    weights : (n,) float64
        Above 0, at most 1.
    """

    holes: U8
    weights: F64

    @classmethod
    def of(cls, holes: npt.ArrayLike, weights: npt.ArrayLike = 1.0) -> OmahaRange:
        """A range of holes in any order. Holes of weight 0 are left out.

        Raises RangeError if these are not holes and weights, or a hole is there twice; CardError if
        a hole has a card twice.
        """
        rows = np.asarray(holes)
        if rows.ndim != 2 or rows.shape[1] not in HOLE_SIZES or rows.dtype.kind not in "iu":
            raise RangeError(
                f"holes are {rows.dtype} of shape {rows.shape}; (n, 4), (n, 5) or (n, 6) cards "
                "are needed"
            )
        if len(rows) and not (rows.min() >= 0 and rows.max() <= 51):
            raise RangeError("a card of a hole is not in 0..51")
        cards = np.sort(rows.astype(np.uint8), axis=1)
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
        """A range with these arrays: holes in order, each once, and weights above 0. No copy."""
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
        is_dead = np.zeros(52, np.bool_)
        is_dead[list(dead)] = True
        live = ~is_dead[self.holes].any(axis=1)
        return self.sorted(self.holes[live], self.weights[live])

    def whole(self) -> OmahaRange:
        """The range with each weight rounded: 1 from 0.5 on, otherwise 0."""
        kept = self.weights >= 0.5
        return self.sorted(self.holes[kept], np.ones(int(kept.sum())))

    def merged(self, other: OmahaRange, how: Callable[[F64, F64], F64]) -> OmahaRange:
        """The range that ``how`` makes of the weights of two, 0 for a hole that one does not have.

        Raises RangeError if the holes of the two have different numbers of cards.
        """
        if self.cards != other.cards:
            raise RangeError(
                f"one range has holes of {self.cards} cards and the other of {other.cards}"
            )
        numbers, first, place = np.unique(
            np.concatenate([self.numbers, other.numbers]), return_index=True, return_inverse=True
        )
        both = np.zeros((2, len(numbers)))
        both[0, place[: len(self)]] = self.weights
        both[1, place[len(self) :]] = other.weights
        weights = how(*both)
        kept = weights > 0
        holes = np.concatenate([self.holes, other.holes])[first[kept]]
        return self.sorted(holes, weights[kept])

    def each(self, how: Callable[[F64], F64]) -> OmahaRange:
        """The range with other weights for its holes; RangeError if one is not in 0..1."""
        return self.of(self.holes, how(self.weights))

    def inverse(self) -> OmahaRange:
        """The complement: 1 less each weight."""
        return self.of(all_holes(self.cards)).merged(self, np.subtract)

    def at(self, other: OmahaRange) -> F64:
        """Its weights for the holes of another range, ``(n,)``."""
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

    A hole a < b < c < d has the number C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4), like ``hole_id`` in
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
    """All holes of the first ``deck`` cards, by number: ``(C(deck, cards), cards)``.

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


_BLOCK = 1 << 18  # holes in a block


@dataclass(frozen=True)
class Block:
    """Some holes, in no order, with their lists."""

    holes: U8  # (n, k): ascending in each row
    numbers: I64  # (n,): hole_numbers of them
    rank_list: npt.NDArray[np.intp]  # (n,)
    suit_list: npt.NDArray[np.intp]  # (n,)


@dataclass(frozen=True)
class Shape:
    """Lists of ranks with pairs and trips in the same places, and the suits they can have."""

    lists: npt.NDArray[np.intp]  # (l,): which lists of ranks
    suits: U8  # (s, k): suits for ascending ranks
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
        """All holes whose lists are chosen by ``ranks`` ``(r,)`` and ``suits`` ``(s,)``."""
        for shape in self.shapes:
            lists = shape.lists[ranks[shape.lists]]
            chosen = suits[shape.suit_list]
            shape_suits, suit_list = shape.suits[chosen], shape.suit_list[chosen]
            if not len(shape_suits):
                continue
            step = max(_BLOCK // len(shape_suits), 1)
            for start in range(0, len(lists), step):
                some = lists[start : start + step]
                holes = (4 * self.ranks[some][:, None] + shape_suits).reshape(-1, self.cards)
                block_lists = np.repeat(some, len(shape_suits)), np.tile(suit_list, len(some))
                yield Block(holes, hole_numbers(holes), *block_lists)


def _codes(rows: U8) -> I64:
    """Each row as one number, in the same order as the rows."""
    codes = np.zeros(len(rows), np.int64)
    for column in rows.T:
        codes = 13 * codes + column
    return codes


@functools.cache
def hole_lists(cards: int) -> HoleLists:
    """The lists of holes of 4, 5 or 6 cards."""
    multisets = combinations_with_replacement(range(13), cards)
    ranks = [held for held in multisets if max(map(held.count, held)) <= 4]
    suits = list(combinations_with_replacement(range(4), cards))
    number = {held: n for n, held in enumerate(suits)}
    by_shape: dict[tuple[int, ...], list[int]] = {}
    for n, held in enumerate(ranks):
        counts = tuple(held.count(rank) for rank in sorted(set(held)))
        by_shape.setdefault(counts, []).append(n)
    shapes = []
    for counts, lists in by_shape.items():
        ways = product(*(combinations(range(4), count) for count in counts))
        combos = [sum(way, ()) for way in ways]
        numbers = [number[tuple(sorted(combo))] for combo in combos]
        shapes.append(Shape(np.array(lists), np.array(combos, np.uint8), np.array(numbers)))
    lists_of_holes = HoleLists(np.array(ranks, np.uint8), np.array(suits, np.uint8), tuple(shapes))
    lists_of_holes.ranks.flags.writeable = lists_of_holes.suits.flags.writeable = False
    return lists_of_holes


@dataclass(frozen=True)
class Piece:
    """Some of the holes of a result, in no order."""

    numbers: I32  # (n,): each hole is in one piece, once
    holes: U8  # (n, k)
    weights: F64 | Bool  # (n,)


def in_order(pieces: list[Piece], cards: int) -> tuple[U8, F64]:
    """The holes of all pieces and their weights, by ascending number. Empties ``pieces``."""
    n = sum(len(piece.numbers) for piece in pieces)
    holes, weights = np.empty((n, cards), np.uint8), np.empty(n)
    if 8 * n < comb(52, cards):
        numbers = np.concatenate([piece.numbers for piece in pieces] or [np.empty(0, np.int32)])
        places = np.empty(n, np.int32)
        places[np.argsort(numbers)] = np.arange(n, dtype=np.int32)
        starts = np.cumsum([0, *(len(piece.numbers) for piece in pieces)]).tolist()
    else:  # for many holes, counting is faster than sorting
        there = np.zeros(comb(52, cards), np.bool_)
        for piece in pieces:
            there[piece.numbers] = True
        places = np.cumsum(there, dtype=np.int32) - np.int32(1)
        starts = []
    while pieces:  # the memory of each is freed as soon as it is copied
        piece = pieces.pop()
        start = starts[len(pieces)] if starts else 0
        targets = places[start : start + len(piece.numbers)] if starts else places[piece.numbers]
        holes[targets], weights[targets] = piece.holes, piece.weights
    return holes, weights


def joined(holes: U8, weights: F64) -> tuple[U8, F64]:
    """Holes and weights by ascending number, with the largest weight of each hole."""
    numbers = hole_numbers(holes)
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    return holes[order[starts]], np.maximum.reduceat(weights[order], starts)


def canonical_holes(holes: U8) -> U8:
    """The smallest hole that equals each one up to suits, ``(n, k)``, as in the tables.

    ``holes``: (n, k) uint8, 4 to 6 cards, ascending in each row.

    Examples
    --------
    >>> canonical_holes(np.array([[46, 47, 50, 51]], np.uint8)).tolist()  # KhKsAhAs
    [[44, 45, 48, 49]]
    """
    if holes.shape[1] < 6:
        hands: U8 = canonical_boards(holes.shape[1]).cards
        canonical: U8 = hands[hand_of_number(holes.shape[1])[hole_numbers(holes)]]
        return canonical
    images = np.sort(suit_images()[:, holes], axis=2)
    codes = np.zeros(images.shape[:2], np.int64)
    for place in range(holes.shape[1]):
        codes = 52 * codes + images[:, :, place]
    smallest: U8 = images[codes.argmin(axis=0), np.arange(len(holes))]
    return smallest


@functools.cache
def hand_of_number(cards: int) -> I32:
    """Which hole up to suits, in the order of ``omaha_hands``, each hole is: by number, read-only.

    For 4 cards it takes 5 ms and 1 MB, for 5 cards 0.15 s and 10 MB, for 6 cards 1.2 s and 81 MB,
    once.
    """
    hands = canonical_boards(cards)
    hand_numbers = np.empty(int(hands.weight.sum(dtype=np.int64)), np.int32)
    for image in suit_images():
        hand_numbers[hole_numbers(np.sort(image[hands.cards], axis=1))] = np.arange(
            len(hands.cards)
        )
    return frozen(hand_numbers)
