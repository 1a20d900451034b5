"""Writing a range: whole hands in runs as long as they can be, and what is left combo by combo.

The order is fixed. Weights from the largest to the smallest; of one weight the pairs that make a
run (``22+``, ``TT-77``), runs of kickers, suited (``A2s+``) and offsuit (``KTo+``), runs of
connectors and gappers (``T9s-76s``), single hands along the grid, single combos along the grid.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HAND_INDEX, HANDS
from .dialects import Dialect
from .shapes import Shape, hand_holes, hole_names

_DOWNWARDS = range(12, -1, -1)  # ranks, the ace first
# A run of two connectors is no shorter than the two hands, and harder to read.
_FEWEST_CONNECTORS = 3


def write(weights: npt.NDArray[np.float64], dialect: Dialect) -> str:
    """The text of a range; RangeError if the dialect cannot express a weight."""
    if dialect.everything and weights[0] > 0 and (weights == weights[0]).all():
        parts = {float(weights[0]): [dialect.everything]}
    else:
        parts = _parts(weights, dialect)
    if set(parts) == {1.0}:  # ProPokerTools weighs all parts or none
        return ",".join(parts[1.0])
    return ",".join(dialect.join(weight, parts[weight]) for weight in sorted(parts, reverse=True))


def _parts(weights: npt.NDArray[np.float64], dialect: Dialect) -> dict[float, list[str]]:
    """The parts of each weight, in their order."""
    parts: dict[float, list[str]] = defaultdict(list)
    by_hand = weights[np.concatenate(hand_holes())]
    starts = np.cumsum([0, *map(len, hand_holes()[:-1])])
    lowest, highest = np.minimum.reduceat(by_hand, starts), np.maximum.reduceat(by_hand, starts)
    whole = lowest == highest
    left = np.where(whole, lowest, 0.0).tolist()  # the hands to be written, by their weight

    for line in _lines(connectors=dialect.writes_connectors):
        for start, stop in _runs([left[hand] for hand in line.hands]):
            if stop - start >= line.fewest:
                first, last = line.hands[start], line.hands[stop - 1]
                parts[left[first]].append(_run_name(first, last, dialect, start == 0 and line.plus))
                for hand in line.hands[start:stop]:
                    left[hand] = 0.0
    for hand in _grid_order():
        if left[hand]:
            parts[left[hand]].append(_name(HANDS[hand], dialect))
    for hand in _grid_order():
        if not whole[hand]:
            for hole in hand_holes()[hand][::-1].tolist():
                if weights[hole] > 0:
                    parts[float(weights[hole])].append(hole_names()[hole])
    return parts


class _Line(NamedTuple):
    """Hands along which runs are looked for, from the highest down."""

    hands: list[int]
    fewest: int
    plus: bool  # whether a run from the first hand on is written with ``+``


@functools.cache
def _lines(*, connectors: bool) -> tuple[_Line, ...]:
    def hands(shapes: Iterable[Shape]) -> list[int]:
        return [HAND_INDEX[shape.name] for shape in shapes]

    lines = [_Line(hands(Shape(rank, rank) for rank in _DOWNWARDS), 2, plus=True)]
    lines += (
        _Line(hands(Shape(high, low, kind) for low in range(high - 1, -1, -1)), 2, plus=True)
        for kind in "so"
        for high in _DOWNWARDS[:-1]
    )
    if connectors:
        lines += (
            _Line(
                hands(Shape(high, high - gap, kind) for high in _DOWNWARDS if high >= gap),
                _FEWEST_CONNECTORS,
                plus=False,
            )
            for kind in "so"
            for gap in _DOWNWARDS[::-1][1:]
        )
    return tuple(lines)


def _runs(weights: list[float]) -> Iterator[tuple[int, int]]:
    """Where the longest runs of one weight begin and end; of weight 0 there are none."""
    start = 0
    for at in range(1, len(weights) + 1):
        if at == len(weights) or weights[at] != weights[start]:
            if weights[start]:
                yield start, at
            start = at


def _run_name(first: int, last: int, dialect: Dialect, plus: bool) -> str:
    if plus and not dialect.suit_variables:
        return f"{HANDS[last]}+"
    return f"{_name(HANDS[first], dialect)}-{_name(HANDS[last], dialect)}"


def _name(hand: str, dialect: Dialect) -> str:
    if not dialect.suit_variables or len(hand) == 2:
        return hand
    return f"{hand[0]}x{hand[1]}{'x' if hand[2] == 's' else 'y'}"


@functools.cache
def _grid_order() -> tuple[int, ...]:
    """The hands by kind, pairs first, and along the grid."""
    return tuple(
        sorted(range(len(HANDS)), key=lambda hand: ("so".find(HANDS[hand][2:] or "-"), hand))
    )
