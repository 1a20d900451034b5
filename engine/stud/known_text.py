"""The known cards of a stud player, from text: ``AhKhQs``, ``(A23)``, ``(A2)/[3-5]``.

A part has down cards, a slash, and up cards: ``(Ah2h)/3d``, ``xx/K``. Without a slash its cards may
lie in any order. Each side is written like holes of that many cards in Omaha ranges: ranks, suits,
lists, variables, runs, ``!`` and words. ``x``, ``*`` and ``?`` are unknown cards; an ``x`` is the
suit of the rank before it if two ranks have one, as in ``AxKx``. Commas separate alternatives, and
``:0.5`` or ``@50`` is the weight of one.

The weight of a set of cards is the share of its layouts, down and up, that match: with ``[A2]A/A``
two aces and a deuce weigh two thirds of three aces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial, prod

import numpy as np

from ..cards.holes import card_sets
from ..cards.text import counted
from ..monte_carlo.plan import Holdings
from ..ranges.omaha_card_text import Written, pattern_of
from ..ranges.omaha_holes import OmahaRange
from ..ranges.omaha_parser import OmahaPart, PartParser
from ..ranges.parser import number_of
from ..ranges.scanner import NUMBER, Scanner
from ..signatures import F64, U64

_WEIGHT = re.compile(rf"\s*([:@])\s*({NUMBER})(\s*%)?\s*$")
_RANDOM = re.compile(r"\s*(?:random|any)\s*$", re.IGNORECASE)
_CONDITION = re.compile(r"[:!$]")
_SUIT_OF_RANK = re.compile(r"(?<=[0-9TJQKARONP\]])[WXYZ]", re.IGNORECASE)
_ANYTHING = re.compile(r"[\s?*]+(?![cdhsw-z])|\s+|(?<![0-9TJQKARONP\]])X", re.IGNORECASE)
_ALSO_ALONE = re.compile(r"[\s?*]+(?![cdhsw-z])|\s+|X", re.IGNORECASE)
_WANTED = "give cards as AhKhQs, ranks as A23, or x for a card that nobody knows"
_HAND = 7  # cards
_MOST = 1 << 18  # sets of cards


@dataclass(frozen=True)
class StudPart:
    """A part of a text: sets of cards, and the ways in which they lie."""

    part: OmahaPart
    ways: U64  # (n, s) the sets of cards of each of s sides
    weights: F64  # (n,)


def parse_stud(text: str, most: int = _HAND, *, ace_low: bool = False) -> Holdings | None:
    """The possible cards of a player from text; None if no card is known.

    ``most``: how many cards he has in all; ``ace_low``: whether lists and runs of ranks begin with
    the ace. Raises RangeError for invalid text, with the place.

    Examples
    --------
    >>> parse_stud("AA2").cards.shape, parse_stud("(Ah2h)/3d").cards.tolist(), parse_stud("xx/x")
    ((24, 3), [[2, 5, 50]], None)
    >>> sorted(set(parse_stud("[A2]A/A").weights.tolist()))
    [0.6666666666666666, 1.0]
    """
    parts = stud_parts(text, most, ace_low=ace_low)
    cards = range_of_ways(parts) if parts else None
    return None if cards is None else Holdings(cards.holes, cards.weights)


def range_of_ways(parts: Sequence[StudPart]) -> OmahaRange:
    """The range of all parts with equally many cards, with the largest weight of each way."""
    every = sum(np.bitwise_count(parts[0].ways[0]).tolist())
    laid = [part for part in parts if part.ways.shape[1] > 1]
    anyhow = [part for part in parts if part.ways.shape[1] == 1]
    sizes = np.bitwise_count(laid[0].ways[0]).tolist() if laid else [every]
    orders = factorial(every) // prod(map(factorial, sizes))
    sets, weights = _largest([part.ways for part in anyhow], [part.weights for part in anyhow], 1)
    ways, shares = _largest(
        [part.ways for part in laid], [part.weights for part in laid], len(sizes)
    )
    of_ways = np.bitwise_or.reduce(ways, axis=1)
    known, place = np.unique(np.concatenate([sets[:, 0], of_ways]), return_inverse=True)
    whole = np.bincount(place[: len(sets)], weights, minlength=len(known))
    more = np.maximum(shares - whole[place[len(sets) :]], 0)
    total = orders * whole + np.bincount(place[len(sets) :], more, minlength=len(known))
    largest = max(float(part.weights.max()) for part in parts)
    cards = np.nonzero(known[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1))[1]
    return OmahaRange.of(cards.reshape(-1, every).astype(np.uint8), total / total.max() * largest)


def _largest(keys: list[U64], weights: list[F64], sides: int) -> tuple[U64, F64]:
    """Each key ``(n, s)`` once, with its largest weight."""
    empty = np.empty((0, sides), np.uint64)
    distinct, place = np.unique(np.concatenate([empty, *keys]), axis=0, return_inverse=True)
    largest = np.zeros(len(distinct))
    np.maximum.at(largest, place.ravel(), np.concatenate([np.empty(0), *weights]))
    return distinct, largest


def stud_parts(text: str, most: int = _HAND, *, ace_low: bool = False) -> list[StudPart]:
    """The parts of a text; empty if no card is known. Parameters as of :func:`parse_stud`."""
    scanner = Scanner(text)
    parts: list[StudPart] = []
    known: list[int] | None = None
    for start, end in _parts(scanner):
        part, sizes = _part(scanner, start, end, most, ace_low=ace_low)
        if known is not None and sum(sizes) != sum(known):
            scanner.fail(
                f"{counted(sum(sizes))} known here, and {counted(sum(known))} before: parts of a "
                "range have as many",
                start,
            )
        if len(sizes) > 1:
            if known is not None and len(known) > 1 and sizes != known:
                scanner.fail("parts of a range have as many cards down, and as many up", start)
            known = sizes
        known = known or sizes
        if part is not None:
            parts.append(part)
    return parts


def _parts(scanner: Scanner) -> Iterator[tuple[int, int]]:
    """Where each part begins and ends."""
    text, start = scanner.text, 0
    for at in [*_outside(text, ",\n", 0, len(text)), len(text)]:
        if text[start:at].strip():
            yield start, at
        elif not text.strip():
            scanner.fail(_WANTED, start)
        elif "," in (text[at : at + 1], text[start - 1 : start]):
            scanner.fail("a part is missing", start)
        start = at + 1


def _outside(text: str, signs: str, start: int, end: int) -> Iterator[int]:
    """Where one of some signs stands outside parentheses and brackets."""
    depth = 0
    for at in range(start, end):
        depth += (text[at] in "([") - (text[at] in ")]")
        if not depth and text[at] in signs:
            yield at


def _part(
    scanner: Scanner, start: int, end: int, most: int, *, ace_low: bool
) -> tuple[StudPart | None, list[int]]:
    """A part, None without a known card; and how many are known on each side that has any."""
    weight = _WEIGHT.search(scanner.text, start, end)
    share, written = 1.0, scanner.text[start:end].strip()
    if weight:
        end = weight.start()
        is_percent = weight[1] == "@"
        share = number_of(weight[2], scanner, weight.start(2), percent=is_percent)
        if not 0 < share <= 1:
            scanner.fail(f"weight {share:g}; weights are above 0, up to 1", weight.start(2))
    sides: list[OmahaPart] = []
    dealt = 0
    for first, last in _sides(scanner.text, start, end):
        if _RANDOM.fullmatch(scanner.text, first, last):
            continue
        side, cards = _side(scanner, first, last, ace_low=ace_low)
        dealt += cards
        if side is not None:
            sides.append(side)
    if dealt > most:
        scanner.fail(f"{counted(dealt)}; a player has {most} in all", start)
    sizes = [side.holes.shape[1] for side in sides]
    if not sides:
        return None, [0]
    if prod(len(side.holes) for side in sides) > _MOST:
        scanner.fail("too many cards without a suit; give some suits", start)
    ways, weights = np.empty((1, 0), np.uint64), np.ones(1)
    for side in sides:
        side_ways = card_sets(side.holes)
        i, j = np.nonzero(np.bitwise_or.reduce(ways, axis=1)[:, None] & side_ways == 0)
        ways, weights = np.column_stack([ways[i], side_ways[j]]), weights[i] * side.weights[j]
    if not len(ways):
        scanner.fail("a card is there twice, or a rank more than four times", start)
    reading = " / ".join(side.reading for side in sides)
    part = StudPart(
        OmahaPart(written, start, reading, np.empty((0, sum(sizes)), np.uint8), np.empty(0)),
        ways, weights * share,
    )  # fmt: skip
    return part, sizes


def _sides(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The down cards, the up cards, and so on: sides end at slashes, and at parentheses."""
    for at in [*_outside(text, "/|)(", start, end), end]:
        is_end = at == end or text[at] in "/|" or bool(re.match(r"\)\s*[^\s:!$)/|]", text[at:end]))
        if is_end:
            stop = at + 1 if text[at : at + 1] == ")" and at < end else at
            if text[start:stop].strip():
                yield start, stop
            start = at + 1


def _side(scanner: Scanner, start: int, end: int, *, ace_low: bool) -> tuple[OmahaPart | None, int]:
    """What is known of one side, None if nothing; and how many cards it has."""
    written = scanner.text[start:end]
    condition = _CONDITION.search(written)
    head = written[: condition.start()] if condition else written
    several = len(_SUIT_OF_RANK.findall(head)) > 1
    unknown = _ANYTHING if several else _ALSO_ALONE
    left = unknown.sub("", head)
    unknown_count = sum(len(found.strip()) for found in unknown.findall(head))
    if not left.strip("()"):
        if condition or not unknown_count:
            scanner.fail(_WANTED, start)
        return None, unknown_count
    parser = _Side(scanner.text[:start] + left + written[len(head) :], start, ace_low=ace_low)
    return parser.side(), parser.cards + unknown_count


class _Side(PartParser):
    """Parses one side; all its patterns have as many cards as the first."""

    def __init__(self, text: str, start: int, *, ace_low: bool) -> None:
        super().__init__(text, _HAND, None, ace_low=ace_low)
        self.at = start
        self.cards = max(self.first_cards(), 1)
        if self.cards > _HAND:
            self.fail(f"{counted(self.cards)}; a player has {_HAND} in all", start)
        self.at = start

    def side(self) -> OmahaPart:
        """The sets of cards that match."""
        parts = self.read()
        if len(parts) != 1:
            self.fail("the up cards, or the down cards, are one part")
        return parts[0]

    def run(self) -> tuple[Written, ...]:
        """As in ranges of Omaha; refuses runs that stand for too many sets of cards."""
        start = self.at
        patterns = super().run()
        is_first = self.text[:start].rstrip()[-1:] not in ("!", ":")
        among = [card.among.bit_count() for card in pattern_of(patterns[0])]
        if is_first and prod(among) * 52 ** (self.cards - len(among)) > _MOST:
            self.fail("too many cards without a suit; give some suits", start)
        return patterns
