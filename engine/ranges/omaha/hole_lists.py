"""All holes of some cards as lists of ranks times ways to give them suits.

A hole of k cards has a list of k ascending ranks, and a list of k suits, which are ascending where
ranks are the same. What a range says of ranks alone, or of suits alone, is said of 18,395 lists of
ranks or 84 lists of suits where holes of six cards are 20,358,520.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from math import comb

import numpy as np
import numpy.typing as npt

from ...cards.boards import canonical_boards, suit_images
from .hole_range import Cards, Weights, hole_numbers

Mask = npt.NDArray[np.bool_]

_BLOCK = 1 << 18  # holes that are looked at together


@dataclass(frozen=True)
class Block:
    """Some holes, with what their lists are. Rows are in no order."""

    holes: Cards  # (n, k): ascending in each row
    numbers: npt.NDArray[np.int64]  # (n,): hole_numbers of them
    rank_list: npt.NDArray[np.intp]  # (n,)
    suit_list: npt.NDArray[np.intp]  # (n,)


@dataclass(frozen=True)
class Shape:
    """The lists of ranks that have pairs and trips in the same places, and their suits."""

    lists: npt.NDArray[np.intp]  # (l,): which lists of ranks
    suits: Cards  # (s, k): suits beside ascending ranks
    suit_list: npt.NDArray[np.intp]  # (s,)


@dataclass(frozen=True)
class HoleLists:
    """The lists of ranks and of suits that holes of k cards have. Arrays are read-only."""

    ranks: Cards  # (r, k): ascending ranks
    suits: Cards  # (s, k): ascending suits
    shapes: tuple[Shape, ...]

    @property
    def cards(self) -> int:
        """How many cards a hole has."""
        return int(self.ranks.shape[1])

    def numbers_of_ranks(self, ranks: Cards) -> npt.NDArray[np.intp]:
        """Which list each row of ascending ranks ``(n, k)`` is: ``(n,)``."""
        return np.searchsorted(_codes(self.ranks), _codes(ranks))

    def numbers_of_suits(self, suits: Cards) -> npt.NDArray[np.intp]:
        """Which list each row of ascending suits ``(n, k)`` is: ``(n,)``."""
        return np.searchsorted(_codes(self.suits), _codes(suits))

    def blocks(self, ranks: Mask, suits: Mask) -> Iterator[Block]:
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


def _codes(rows: Cards) -> npt.NDArray[np.int64]:
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

    numbers: npt.NDArray[np.int32]  # (n,): each hole is in one piece, once
    holes: Cards  # (n, k)
    weights: npt.NDArray[np.float64] | Mask  # (n,)


def in_order(pieces: list[Piece], cards: int) -> tuple[Cards, Weights]:
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


def joined(holes: Cards, weights: Weights) -> tuple[Cards, Weights]:
    """Holes and weights by ascending number, with the largest weight where one is there twice."""
    numbers = hole_numbers(holes)
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    return holes[order[starts]], np.maximum.reduceat(weights[order], starts)


def canonical_holes(holes: Cards) -> Cards:
    """The smallest of the holes that each is up to suits, ``(n, k)``, as the tables have it.

    Parameters
    ----------
    holes : (n, k) uint8
        4 to 6 cards, ascending in each row.

    Examples
    --------
    >>> canonical_holes(np.array([[46, 47, 50, 51]], np.uint8)).tolist()  # KhKsAhAs
    [[44, 45, 48, 49]]
    """
    if holes.shape[1] < 6:
        hands: Cards = canonical_boards(holes.shape[1]).cards
        found: Cards = hands[hand_of_number(holes.shape[1])[hole_numbers(holes)]]
        return found
    images = np.sort(suit_images()[:, holes], axis=2)
    codes = np.zeros(images.shape[:2], np.int64)
    for place in range(holes.shape[1]):
        codes = 52 * codes + images[:, :, place]
    smallest: Cards = images[codes.argmin(axis=0), np.arange(len(holes))]
    return smallest


@functools.cache
def hand_of_number(cards: int) -> npt.NDArray[np.int32]:
    """Which hole up to suits, in the order of ``omaha_hands``, each hole is: by number, read-only.

    That of 4 cards takes 5 ms and 1 MB, that of 5 cards 0.15 s and 10 MB, that of 6 cards 1.2 s and
    81 MB, once.
    """
    hands = canonical_boards(cards)
    found = np.empty(int(hands.weight.sum(dtype=np.int64)), np.int32)
    for image in suit_images():
        found[hole_numbers(np.sort(image[hands.cards], axis=1))] = np.arange(len(hands.cards))
    found.flags.writeable = False
    return found
