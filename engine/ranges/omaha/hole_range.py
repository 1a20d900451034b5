"""A range of Omaha: the holes that are in it, each with a weight.

There are 270,725 holes of four cards, 2,598,960 of five and 20,358,520 of six. So a range lists the
holes that it has, where one of hold'em has a weight for each of 1,326.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from ...cards.text import check_cards
from ..scanner import RangeError

HOLE_SIZES = (4, 5, 6)

Weights = npt.NDArray[np.float64]
Cards = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class OmahaRange:
    """The holes of a range, and their weights. Arrays are read-only.

    Attributes
    ----------
    holes : (n, k) uint8
        Holes of k = 4, 5 or 6 cards 0..51, ascending in each row; each hole once, by ascending
        :func:`hole_numbers`.
    weights : (n,) float64
        Above 0, at most 1.
    """

    holes: Cards
    weights: Weights

    @classmethod
    def of(cls, holes: npt.ArrayLike, weights: npt.ArrayLike = 1.0) -> OmahaRange:
        """A range of holes in any order, of which those that weigh 0 are left out.

        Raises
        ------
        RangeError
            If these are no holes or weights, or a hole is there twice.
        CardError
            If a hole has a card twice.
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
    def sorted(cls, holes: Cards, weights: Weights) -> OmahaRange:
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
    def numbers(self) -> npt.NDArray[np.int64]:
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

    def merged(self, other: OmahaRange, how: Callable[[Weights, Weights], Weights]) -> OmahaRange:
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

    def each(self, how: Callable[[Weights], Weights]) -> OmahaRange:
        """The range of other weights for its holes; RangeError if one is not in 0..1."""
        return self.of(self.holes, how(self.weights))

    def inverse(self) -> OmahaRange:
        """All that is not in it: 1 less each weight."""
        return self.of(all_holes(self.cards)).merged(self, np.subtract)

    def at(self, other: OmahaRange) -> Weights:
        """Its weights of the holes of another, ``(n,)``."""
        return self.weights_of(other.holes)

    def weights_of(self, holes: Cards) -> Weights:
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


def hole_numbers(holes: Cards) -> npt.NDArray[np.int64]:
    """The number of each hole ``(n, k)`` of ascending cards among all of k cards: ``(n,)``.

    A hole a < b < c < d has the number C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4), as ``hole_id`` has in
    hold'em.

    Examples
    --------
    >>> hole_numbers(np.array([[0, 1, 2, 3], [48, 49, 50, 51]], np.uint8)).tolist()
    [0, 270724]
    """
    ways = _ways()
    numbers: npt.NDArray[np.int64] = ways[0, holes[:, 0]]
    for place in range(1, holes.shape[1]):
        numbers += ways[place, holes[:, place]]
    return numbers


@functools.cache
def _ways() -> npt.NDArray[np.int64]:
    ways = [[comb(card, place + 1) for card in range(52)] for place in range(max(HOLE_SIZES))]
    return np.array(ways, np.int64)


def all_holes(cards: int, deck: int = 52) -> Cards:
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
