"""The parts of a text, and what all dialects read alike: numbers and percentages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..cards.holes import HOLES
from .dialects import Dialect
from .scanner import DIGITS, RangeError, Scanner
from .shapes import Holes
from .top_percent import Ranking, top_range

Weights = npt.NDArray[np.float64]
RankingSource = Ranking | Callable[[], Ranking] | None

EVERYTHING = np.arange(HOLES)
EVERYTHING.flags.writeable = False

# No exponents here: the exact fraction of 1e-999999999 % would take all memory.
_PERCENTAGE = re.compile(
    rf"(?:top\s*+)?(?:({DIGITS})\s*+%?\s*+-\s*+)?({DIGITS})\s*+%(?!\s*\()", re.IGNORECASE
)


@dataclass(frozen=True)
class Part:
    """A part of a range as it was read."""

    text: str
    start: int  # where it begins in the whole text, counting from 0
    reading: str  # what it was taken to mean, for a reader
    holes: Holes  # (n,): the holes that it names. Read-only.
    weights: float | Weights  # the weight it gives to all of them, or to each


def number_of(digits: str, scanner: Scanner, at: int, *, percent: bool) -> float:
    """A weight 0 to 1 from its text, or from the text of a percentage, correctly rounded.

    Division by 100 would miss some weights: moving the decimal point hits all, so that what is
    printed as a percentage is read back exactly.
    """
    mantissa, _, exponent = digits.lower().partition("e")
    weight = float(f"{mantissa}e{int(exponent or 0) - 2}") if percent else float(digits)
    if not 0 <= weight <= 1:
        if percent:
            scanner.fail(f"weight {digits} percent is not in 0..100", at)
        hint = f"; @{digits} is {digits} percent" if 1 < weight <= 100 else ""
        scanner.fail(f"weight {digits} is not in 0..1{hint}", at)
    return weight


def match_percentage(scanner: Scanner) -> tuple[str, str | None, str] | None:
    """``15%`` or ``5%-15%``, if that comes next: its text, the number above if any, and the end."""
    found = scanner.match(_PERCENTAGE)
    if found is None:
        if scanner.here(3) == "top":
            scanner.fail("'top' is followed by a percentage: top 15%")
        return None
    above, percent = found.groups()
    return found[0], above, percent


def read_percentage(
    scanner: Scanner, dialect: Dialect, ranking: RankingSource
) -> tuple[str, Holes, Weights] | None:
    """``15%`` or ``5%-15%``, if that comes next: its reading, the holes, and their weights."""
    at = scanner.at
    found = match_percentage(scanner)
    if found is None:
        return None
    written, above, percent = found
    if not dialect.percentages:
        scanner.fail(f"{dialect.name} has no percentages; pokerlake's own dialect has", at)
    if ranking is None:
        scanner.fail(f"{written!r} needs a ranking of the 169 hands, and none is given", at)
    try:
        weights = top_range(ranking() if callable(ranking) else ranking, percent, above or 0)
    except RangeError as error:
        scanner.fail(error.problem, at)
    holes = np.flatnonzero(weights)
    which = f"{above} % to {percent} %" if above else f"top {percent} %"
    return f"{which} by the ranking, {weights.sum():.6g} combos", holes, weights[holes]
