"""Ranges: 1,326 weights 0 to 1, one for each hole, read from text and written as text.

A range is a plain ``(1326,)`` ``float64`` array by ``hole_id``: kernels and tables take it, and
unions and differences are numpy arithmetic. https://pokerlake.github.io/pokerlake/ranges/ is a
tutorial of the notation.

A range is written as the longest possible runs of whole hands, and then the remaining combos.

The order is fixed: weights from the largest to the smallest, and within a weight runs of pairs
(``22+``, ``TT-77``), runs of kickers, suited (``A2s+``) and offsuit (``KTo+``), runs of connectors
and gappers (``T9s-76s``), single hands along the grid, single combos along the grid.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HAND_INDEX, HANDS, HOLES, dead_holes
from ..signatures import F64, I64
from .dialects import DIALECTS, Dialect
from .parser import EVERYTHING, Parser, RangePart, RankingSource, Weights
from .propokertools import ProPokerToolsParser
from .scanner import NUMBER, RangeError, error_at
from .shapes import Shape, hand_holes, hole_names
from .top_percent import as_range

_NUMBER = re.compile(NUMBER)
_DOWNWARDS = range(12, -1, -1)  # ranks, the ace first
# A run of two connectors is no shorter than the two hands, and harder to read.
_FEWEST_CONNECTORS = 3


def parse_range(
    text: str,
    *,
    dialect: str = "pokerlake",
    ranking: RankingSource = None,
    dead: Iterable[int] = (),
) -> Weights:
    """The weights of a range, from its text.

    Parameters
    ----------
    text : str
        Parts with commas or line breaks between them: ``22+,A2s+,KTo+,AhKh,0.5(QJs,JTs),!A5s``. An
        empty text is the empty range.
    dialect : str
        A name of ``DIALECTS``.
    ranking : (169,) float64, or a function that returns it, optional
        The ranking for ``top 15%``: a value for each hand in the order of ``HANDS``, the higher the
        better. The function is called only if the text needs it.
    dead : iterable of int
        Cards 0..51. Holes with one of them get weight 0.

    Returns
    -------
    (1326,) float64
        By ``hole_id``.

    Raises
    ------
    RangeError
        If the text cannot be read, with the place in it; if it needs a ranking that is missing; or
        if there is no such dialect.
    CardError
        If a dead card is not 0..51.

    Examples
    --------
    >>> weights = parse_range("QQ+,AK@50")  # 18 combos, and half of 16
    >>> float(weights.sum())
    26.0
    """
    parts = read_parts(text, dialect=dialect, ranking=ranking)
    weights, _ = combine(text, parts, dialect)
    weights[dead_holes(dead)] = 0.0
    return weights


def read_parts(
    text: str, *, dialect: str = "pokerlake", ranking: RankingSource = None
) -> list[RangePart]:
    """The parts of a range in the order of the text, each with how it was read.

    Parameters and errors are those of :func:`parse_range`.

    Examples
    --------
    >>> [part.reading for part in read_parts("T9s+")]
    ['T9s: no better kicker']
    >>> [part.reading for part in read_parts("T9s+", dialect="piosolver")]
    ['AKs KQs QJs JTs T9s: both cards rise']
    """
    spoken = dialect_of(dialect)
    if spoken.suit_variables:
        return ProPokerToolsParser(text, ranking).read()
    numbers = text.split()
    if spoken.numbers and len(numbers) > 1 and all(map(_NUMBER.fullmatch, numbers)):
        return [_numbers(text, numbers)]
    return Parser(text, spoken, ranking).read()


def combine(text: str, parts: Sequence[RangePart], dialect: str) -> tuple[Weights, I64]:
    """The weights of all parts of a text together, and the part that decides each hole's weight.

    Returns
    -------
    weights : (1326,) float64
    deciding : (1326,) int64
        The index of the part; -1 if no part names the hole.

    Raises
    ------
    RangeError
        If a hole is in two parts with different weights, and the dialect has no rule for that.
    """
    overlap = dialect_of(dialect).overlap
    weights = np.zeros(HOLES)
    deciding = np.full(HOLES, -1)
    order = list(enumerate(parts))
    for index, part in reversed(order) if overlap == "first" else order:
        holes = part.holes
        if overlap in ("largest", "same"):
            known = deciding[holes] >= 0
            if overlap == "same" and (known & (weights[holes] != part.weights)).any():
                raise _contradiction(text, parts, index, deciding)
            holes = holes[~known | (weights[holes] < part.weights)]
        chosen = part.weights
        if isinstance(chosen, np.ndarray) and len(holes) < len(part.holes):
            chosen = chosen[np.isin(part.holes, holes)]
        weights[holes] = chosen
        deciding[holes] = index
    return weights, deciding


def format_range(weights: npt.NDArray[np.floating], *, dialect: str = "pokerlake") -> str:
    """A range as text, longest runs first. Equal weights give the same text.

    Reading the text in the same dialect gives the same weights, bit by bit.

    Parameters
    ----------
    weights : (1326,) float
        By ``hole_id``, each 0 to 1.
    dialect : str
        A name of ``DIALECTS``.

    Raises
    ------
    RangeError
        If there are not 1,326 weights from 0 to 1, the dialect cannot express one of them, or
        there is no such dialect.

    Examples
    --------
    >>> format_range(parse_range("AA,KK,QQ:0.5,AK,AhQh"))
    'KK+,AKs,AKo,AhQh,QQ:0.5'
    """
    return write(as_range(weights), dialect_of(dialect))


def dialect_of(name: str) -> Dialect:
    """The dialect of that name; RangeError if there is none."""
    if name not in DIALECTS:
        told = "" if not name.lower().startswith("gto") else "; that of GTO+ is flopzilla"
        raise RangeError(f"no dialect {name!r}; there are: {', '.join(DIALECTS)}{told}")
    return DIALECTS[name]


def _numbers(text: str, numbers: list[str]) -> RangePart:
    if len(numbers) != HOLES:
        raise error_at(text, 0, f"{len(numbers)} numbers; a range of PioSOLVER has 1326")
    weights = np.array(numbers, np.float64)
    for number in _NUMBER.finditer(text):
        if float(number[0]) > 1:
            raise error_at(text, number.start(), f"weight {number[0]} is not in 0..1")
    return RangePart(text, 0, "1,326 weights in PioSOLVER's order of hands", EVERYTHING, weights)


def _contradiction(text: str, parts: Sequence[RangePart], index: int, deciding: I64) -> RangeError:
    part = parts[index]
    earlier = parts[int(max(deciding[part.holes]))]
    return error_at(
        text,
        part.start,
        f"{part.text} has another weight than in {earlier.text} at character {earlier.start + 1}",
    )


def write(weights: F64, dialect: Dialect) -> str:
    """The text of a range; RangeError if the dialect cannot express a weight."""
    if dialect.everything and weights[0] > 0 and (weights == weights[0]).all():
        parts = {float(weights[0]): [dialect.everything]}
    else:
        parts = _parts(weights, dialect)
    if set(parts) == {1.0}:  # in ProPokerTools all parts have a weight, or none
        return ",".join(parts[1.0])
    return ",".join(dialect.join(weight, parts[weight]) for weight in sorted(parts, reverse=True))


def _parts(weights: F64, dialect: Dialect) -> dict[float, list[str]]:
    """The parts of each weight, in their order."""
    parts: dict[float, list[str]] = defaultdict(list)
    by_hand = weights[np.concatenate(hand_holes())]
    starts = np.cumsum([0, *map(len, hand_holes()[:-1])])
    lowest, highest = np.minimum.reduceat(by_hand, starts), np.maximum.reduceat(by_hand, starts)
    whole = lowest == highest
    left = np.where(whole, lowest, 0.0).tolist()  # the weights of the hands still to be written

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
    """Hands that may form runs, from the highest down."""

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
    """The starts and ends of the longest runs of one weight above 0."""
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
