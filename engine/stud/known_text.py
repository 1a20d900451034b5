"""What a player of stud may be known to have, from text: ``AhKhQs``, ``A23``, ``(Ah2h)/3d, xx/K``.

Cards and ranks stand side by side; a rank alone is that card of any suit. ``x`` is a card that
nobody knows. Parentheses and slashes, which tell cards that are down from those that are up, and
blanks, change nothing. Commas part what he may have instead, and ``:0.5`` is how often he does.
"""

from __future__ import annotations

import re
from itertools import product
from math import prod

import numpy as np

from ..cards.text import counted, format_hand
from ..monte_carlo.plan import Holdings
from ..ranges.scanner import NUMBER, Scanner

_PASSED = re.compile(r"[()/| \t]+")
_UNKNOWN = re.compile(r"[xX?*]")
_WEIGHT = re.compile(rf":\s*({NUMBER})")
_MOST = 1 << 17  # sets of cards


def parse_stud(text: str, most: int = 7) -> Holdings | None:
    """What a text says of a player's cards; None if no card is known.

    ``most``: how many cards he has in all. Raises RangeError for what is none, with the place.

    Examples
    --------
    >>> parse_stud("AA2").cards.shape, parse_stud("(Ah2h)/3d").cards.tolist(), parse_stud("xx/x")
    ((24, 3), [[2, 5, 50]], None)
    """
    scanner = Scanner(text)
    found: dict[tuple[int, ...], float] = {}
    known: int | None = None
    while True:
        scanner.space()
        at = scanner.at
        sets, cards = _part(scanner, most)
        if known is not None and cards != known:
            scanner.fail(
                f"{counted(cards)} known here, and {counted(known)} before: parts of a range have "
                "as many",
                at,
            )
        known = cards
        weight = scanner.match(_WEIGHT)
        share = float(weight[1]) if weight else 1.0
        if not 0 < share <= 1:
            scanner.fail(f"weight {share:g}; weights are above 0, up to 1", at)
        for each in sets:
            if each in found:
                scanner.fail(f"{format_hand(each[::-1])} is there twice", at)
            found[each] = share
        scanner.space()
        if scanner.at >= len(scanner.text):
            break
        scanner.require_separator()
    if not known:
        return None
    order = sorted(found)
    return Holdings(np.array(order, np.uint8), np.array([found[each] for each in order]))


def _part(scanner: Scanner, most: int) -> tuple[list[tuple[int, ...]], int]:
    """The sets of cards, ascending, that a part stands for, and how many of its cards are known."""
    begin = scanner.at
    places: list[list[int]] = []
    unknown = 0
    while True:
        if scanner.match(_PASSED):
            continue
        if scanner.match(_UNKNOWN):
            unknown += 1
            continue
        rank = scanner.rank()
        if rank is None:
            break
        suit = scanner.suit()
        cards = [4 * rank + of for of in range(4)] if suit is None else [4 * rank + suit]
        places.append(cards)
    if not places and not unknown:
        scanner.fail("give cards as AhKhQs, ranks as A23, or x for a card that nobody knows", begin)
    if len(places) + unknown > most:
        scanner.fail(f"{counted(len(places) + unknown)}; a player has {most} in all", begin)
    if prod(map(len, places)) > _MOST:
        scanner.fail("too many cards without a suit; give some suits", begin)
    chosen = {tuple(sorted(cards)) for cards in product(*places)}
    sets = [each for each in chosen if len(set(each)) == len(each)]
    if not sets:
        scanner.fail("a card is there twice, or a rank more than four times", begin)
    return sets, len(places)
