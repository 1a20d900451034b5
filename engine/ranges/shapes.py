"""The meaning of the words of a range: hands, combos, and runs with ``+`` and ``-``.

A shape is two ranks 0..12, the higher first, and a kind: ``s`` suited, ``o`` offsuit, empty for
both (and for a pair), or the letters of two suits for one combo, ``hs`` in ``AhKs``.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HAND_INDEX, HANDS, format_hole, hand_of_hole, hole_id
from ..cards.text import RANKS, SUITS
from ..signatures import frozen

Holes = npt.NDArray[np.intp]


class Shape(NamedTuple):
    """Holes of one pair of ranks, such as ``AKs``."""

    high: int
    low: int
    kind: str = ""

    @property
    def gap(self) -> int:
        """The distance between the ranks; 0 for a pair."""
        return self.high - self.low

    @property
    def name(self) -> str:
        """The shape as a text: ``AKs``, ``AhKh``."""
        high, low = RANKS[self.high], RANKS[self.low]
        if len(self.kind) == 2:
            return high + self.kind[0] + low + self.kind[1]
        return high + low + self.kind


def shape_of(ranks: tuple[int, int], kind: str) -> Shape:
    """The shape of two ranks in either order; the suits of a combo go with their ranks."""
    first, second = ranks
    if len(kind) == 2:
        # The suits of a pair have no order of their own: 8h8s and 8s8h are the same hole.
        cards = sorted([(first, SUITS.index(kind[0])), (second, SUITS.index(kind[1]))])
        (low, low_suit), (high, high_suit) = cards
        return Shape(high, low, SUITS[high_suit] + SUITS[low_suit])
    return Shape(max(first, second), min(first, second), kind)


@functools.cache
def hand_holes() -> tuple[Holes, ...]:
    """The holes of each of the 169 hands, ascending."""
    order = np.argsort(hand_of_hole(), kind="stable")
    sizes = np.bincount(hand_of_hole(), minlength=len(HANDS))
    order.flags.writeable = False
    return tuple(np.split(order, np.cumsum(sizes)[:-1]))


@functools.cache
def holes_of(shapes: tuple[Shape, ...]) -> Holes:
    """The holes of shapes, one shape after another: 6, 4, 12, 16 or 1 of each. Read-only."""
    return frozen(np.concatenate([_holes_of_one(shape) for shape in shapes]))


def _holes_of_one(shape: Shape) -> Holes:
    if len(shape.kind) == 2:
        suits = [SUITS.index(suit) for suit in shape.kind]
        return np.array([hole_id(4 * shape.high + suits[0], 4 * shape.low + suits[1])])
    if shape.gap and not shape.kind:
        return np.concatenate([_holes_of_one(shape._replace(kind=kind)) for kind in "so"])
    return hand_holes()[HAND_INDEX[shape.name]]


@functools.cache
def hole_names() -> tuple[str, ...]:
    """The text of each hole, the higher card first."""
    return tuple(format_hole(hole) for hole in range(len(hand_of_hole())))


def and_better(shape: Shape, *, both_rise: bool) -> tuple[Shape, ...]:
    """The shapes that ``+`` after a shape stands for, the highest first.

    A pair rises to aces. Otherwise the kicker rises to just below the high card, ``KTo+`` to
    ``KQo``; with ``both_rise`` neighbours rise together instead, ``T9s+`` to ``AKs``.
    """
    if shape.gap == 0 or (both_rise and shape.gap == 1):
        highest = len(RANKS) - 1
        return _diagonal(shape, highest)
    return tuple(shape._replace(low=low) for low in range(shape.high - 1, shape.low - 1, -1))


def and_worse_pairs(shape: Shape) -> tuple[Shape, ...]:
    """The shapes that ``-`` after a pair stands for: it and all lower pairs."""
    return _diagonal(Shape(0, 0, shape.kind), shape.high)


def between(first: Shape, last: Shape) -> tuple[Shape, ...] | None:
    """The run from one shape to another of the same kind, the highest first.

    It keeps the high card, ``A5s-A2s``, or the gap, ``TT-77`` and ``T9s-76s``. The ends may be in
    either order. None if it can do neither.
    """
    if first.gap == last.gap:
        return _diagonal(min(first, last), max(first.high, last.high))
    if first.high == last.high and first.gap and last.gap:
        low, high = sorted((first.low, last.low))
        return tuple(first._replace(low=rank) for rank in range(high, low - 1, -1))
    return None


def _diagonal(lowest: Shape, highest: int) -> tuple[Shape, ...]:
    """Shapes of one gap, up to one with this high card, the highest first."""
    return tuple(
        lowest._replace(high=high, low=high - lowest.gap)
        for high in range(highest, lowest.high - 1, -1)
    )


def names_of(shapes: Sequence[Shape]) -> str:
    """The shapes in words. Hands that are suited and offsuit appear once, with a note."""
    names = " ".join(shape.name for shape in shapes)
    return names + (", suited and offsuit" if shapes[0].gap and not shapes[0].kind else "")
