"""Thresholds to open, raise and raise again in games with an ante, by one rule.

A player bets or raises with a hand that has at least even chances to be the best one. A hand counts
as its top percent k, and the chances to beat each opponent are multiplied:

- an opponent who has bet or raised with the top a: 1 - k / a;
- one who has checked, and so is not in the top a: (100 - k) / (100 - a), at most 1;
- one who is yet to act: 1 - k / 100.

Opponents who have folded are left out. A weaker hand is checked if no one has bet, and folded
otherwise. The whole-number rule takes the largest whole k with a product above 1/2 (two players: at
least 1/2) for every threshold; the continuous rule takes the k where the product is 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T", float, Fraction)

MOST_BETS = 4
_BISECTIONS = 50


@dataclass(frozen=True)
class Opening:
    """The threshold of a player after the actions of those before him."""

    players: int
    line: str  # the actions so far, a letter for each player: c checks, b bets, r raises, f folds
    action: str  # ``bet`` if nobody has bet, else ``raise``
    whole_percent: int  # the top percent of hands that do it, by the whole-number rule; 0 for none
    percent: float  # the same by the continuous rule


def openings(players: int, *, most_bets: int = MOST_BETS) -> Iterator[Opening]:
    """Every line of checks, bets, raises and folds in which each player acts once.

    ``players``: 2 to 10; ``most_bets``: the most bets and raises. Raises ValueError if there are
    not 2 to 10 players, or ``most_bets`` is not positive.
    """
    if not 2 <= players <= 10:
        raise ValueError(f"{players} players; give 2 to 10")
    if most_bets < 1:
        raise ValueError(f"most_bets is {most_bets}: give 1 or more")
    lines: list[tuple[str, tuple[int, ...], tuple[float, ...]]] = [("", (), ())]
    for line, whole, exact in lines:
        own = Opening(
            players=players,
            line=line,
            action="raise" if "b" in line else "bet",
            whole_percent=_largest_whole(players, line, whole),
            percent=_continuous(players, line, exact),
        )
        yield own
        if len(line) == players - 1:
            continue
        bets = line.count("b") + line.count("r")
        aggressive = "r" if bets else "b"
        for letter in (aggressive, "f" if bets else "c"):
            # Nobody raises with no hand at all, and there is no threshold after the last bet.
            if letter == aggressive and (own.whole_percent == 0 or bets + 1 == most_bets):
                continue
            lines.append((line + letter, (*whole, own.whole_percent), (*exact, own.percent)))


def _largest_whole(players: int, line: str, thresholds: Sequence[int]) -> int:
    """The largest whole percent with which the product is above 1/2."""
    half = Fraction(1, 2)
    tops = [Fraction(threshold) for threshold in thresholds]
    found = 0
    for percent in range(1, 101):
        product = _product(players, line, tops, Fraction(percent))
        if product < half or (product == half and players > 2):
            break
        found = percent
    return found


def _continuous(players: int, line: str, thresholds: Sequence[float]) -> float:
    """The percent at which the product, which falls from 1 to 0, is 1/2, to ten decimals."""
    low, high = 0.0, 100.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if _product(players, line, thresholds, middle) > 0.5:
            low = middle
        else:
            high = middle
    return round(high, 10)


def _product(players: int, line: str, thresholds: Sequence[T], percent: T) -> T:
    """The chance to have the best hand with one that is just in the top percent."""
    zero = 0 * percent
    # Not a power: of that the last bit is up to the system's library.
    product = zero + 1
    for _ in range(players - len(line) - 1):
        product *= 1 - percent / 100
    for letter, threshold in zip(line, thresholds, strict=True):
        if letter in "br":
            product *= max(1 - percent / threshold, zero)
        elif letter == "c":
            product *= min(zero + 1, (100 - percent) / (100 - threshold))
    return product
