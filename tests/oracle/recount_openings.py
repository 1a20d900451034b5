"""Opening thresholds in fractions, and change by all ways to pay: the tables counted anew.

Nothing is shared with the engine.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

HALF = Fraction(1, 2)
MOST_BETS = 4
_NEAR = Fraction(1, 10**9)  # percent


class Row(NamedTuple):
    """A row of ``openings``."""

    players: int
    line: str
    action: str
    top_percent: int


def openings() -> list[Row]:
    """All lines of 2 to 10 players, in order."""
    return sorted(row for players in range(2, 11) for row in _of_players(players))


def _of_players(players: int) -> list[Row]:
    found: dict[str, int] = {}
    for length in range(players):
        for checks in range(length + 1):
            for answers in product("fr", repeat=max(length - checks - 1, 0)):
                line = "c" * checks + ("b" if checks < length else "") + "".join(answers)
                if line.count("r") + 1 < MOST_BETS and _has_hands(line, found):
                    found[line] = _whole_percent(players, line, found)
    return [
        Row(players, line, "raise" if "b" in line else "bet", percent)
        for line, percent in found.items()
    ]


def _has_hands(line: str, found: Mapping[str, int]) -> bool:
    """Whether everyone who raises has some hand to do it with."""
    return all(found[line[:at]] > 0 for at, letter in enumerate(line) if letter == "r")


def _whole_percent(players: int, line: str, found: Mapping[str, int]) -> int:
    before = [Fraction(found[line[:at]]) for at in range(len(line))]

    def too_many(percent: int) -> bool:
        chance = _chance(players, line, before, Fraction(percent))
        return chance < HALF or (chance == HALF and players > 2)

    return bisect_left(range(101), True, key=too_many) - 1  # the chance only falls


def is_even(players: int, line: str, percents: Mapping[tuple[int, str], float]) -> bool:
    """Whether the chance to have the best hand goes through 1/2 where a line's percent says."""
    *before, there = (percents[players, line[:at]] for at in range(len(line) + 1))
    if not all(0 < percent < 100 for percent in (*before, there)):
        return False
    tops = [Fraction(percent) for percent in before]
    above, below = (
        _chance(players, line, tops, Fraction(there) + step) for step in (-_NEAR, _NEAR)
    )
    return above > HALF > below


def _chance(players: int, line: str, before: list[Fraction], percent: Fraction) -> Fraction:
    """The chances to beat each opponent, multiplied."""
    chance = Fraction(1)
    for seat in range(players):
        if seat == len(line):
            continue  # himself
        if seat > len(line):
            chance *= 1 - percent / 100
        elif line[seat] in "br":
            chance *= max(Fraction(0), 1 - percent / before[seat])
        elif line[seat] == "c":
            chance *= min(Fraction(1), (100 - percent) / (100 - before[seat]))
    return chance


def fewest_coins(cents: int) -> dict[int, int]:
    """The way to pay with the fewest pennies, nickels, dimes and quarters: all are tried."""
    ways = [
        {1: cents - 5 * nickels - 10 * dimes - 25 * quarters, 5: nickels, 10: dimes, 25: quarters}
        for nickels, dimes, quarters in product(range(20), range(10), range(4))
    ]
    return min((way for way in ways if way[1] >= 0), key=lambda way: sum(way.values()))
