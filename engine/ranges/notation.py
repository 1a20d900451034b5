"""Ranges: 1,326 weights 0 to 1, one for each hole, read from text and written as text.

A range is a plain ``(1326,)`` ``float64`` array by ``hole_id``: what kernels and tables take, with
numpy's arithmetic for unions and differences. ``docs/ranges.md`` is a tutorial of the notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ..cards.holes import HOLES, dead_holes
from .dialects import DIALECTS, Dialect
from .parser import Parser
from .parts import EVERYTHING, Part, RankingSource, Weights
from .printer import write
from .propokertools import ProPokerToolsParser
from .scanner import NUMBER, RangeError, error_at
from .weights import as_range

_NUMBER = re.compile(NUMBER)


def parse_range(
    text: str,
    *,
    dialect: str = "pokerlake",
    ranking: RankingSource = None,
    dead: Iterable[int] = (),
) -> Weights:
    """The weights of a range given as text.

    Parameters
    ----------
    text : str
        Parts set apart by commas or line breaks: ``22+,A2s+,KTo+,AhKh,0.5(QJs,JTs),!A5s``. An
        empty text is the empty range.
    dialect : str
        A name of ``DIALECTS``.
    ranking : (169,) float64, or a function that returns it, optional
        What ``top 15%`` goes by: a value for each hand in the order of ``HANDS``, the higher the
        better. The function is only called where the text needs it.
    dead : iterable of int
        Cards 0..51. Holes with one of them get weight 0.

    Returns
    -------
    (1326,) float64
        By ``hole_id``.

    Raises
    ------
    RangeError
        If the text cannot be read, with the character; if it needs a ranking and none is given;
        or if there is no such dialect.
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
) -> list[Part]:
    """The parts of a range in the order of the text, and how each was read.

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


def combine(
    text: str, parts: Sequence[Part], dialect: str
) -> tuple[Weights, npt.NDArray[np.int64]]:
    """The weights that the parts of a text come to, and which part each hole has its weight from.

    Returns
    -------
    weights : (1326,) float64
    deciding : (1326,) int64
        The index of the part; -1 where no part names the hole.

    Raises
    ------
    RangeError
        If a hole is in two parts with different weights, and the dialect does not say which holds.
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
    """A range as text, the same for the same weights: the longest runs first.

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
        If these are not 1,326 weights from 0 to 1, the dialect cannot express one of them, or
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
        raise RangeError(f"no dialect {name!r}; there are: {', '.join(DIALECTS)}")
    return DIALECTS[name]


def _numbers(text: str, numbers: list[str]) -> Part:
    if len(numbers) != HOLES:
        raise error_at(text, 0, f"{len(numbers)} numbers; a range of PioSOLVER has 1326")
    weights = np.array(numbers, np.float64)
    for found in _NUMBER.finditer(text):
        if float(found[0]) > 1:
            raise error_at(text, found.start(), f"weight {found[0]} is not in 0..1")
    return Part(text, 0, "1,326 weights in PioSOLVER's order of hands", EVERYTHING, weights)


def _contradiction(
    text: str, parts: Sequence[Part], index: int, deciding: npt.NDArray[np.int64]
) -> RangeError:
    part = parts[index]
    earlier = parts[int(max(deciding[part.holes]))]
    return error_at(
        text,
        part.start,
        f"{part.text} has another weight than in {earlier.text} at character {earlier.start + 1}",
    )
