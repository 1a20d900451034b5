"""Reading the text of a range, part by part, in the dialects that write ``AKs`` and ``AKo``.

::

    range    part { separator part }              a comma or a line break
    part     [ "!" ] atom [ weight ] | group | "[" percent "]" range "[/" percent "]"
    group    [ factor ] "(" range ")" [ weight ]
    atom     shape | shape "+" | shape "-" shape | "random" | [ "top" ] percent [ "-" percent ]
    weight   ":" number | "@" percent

A dialect says which of these it has. A group or a block only gives a common factor to the weights
of the parts in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from ..cards.holes import HOLES
from ..cards.text import RANKS, SUITS
from ..given import letter
from .dialects import POKERLAKE, Dialect
from .scanner import DEEPEST, DIGITS, NUMBER, RangeError, Scanner
from .shapes import Holes, Shape, and_better, between, holes_of, names_of, shape_of
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
class RangePart:
    """A part of a range as it was read."""

    text: str
    start: int  # where it begins in the whole text, counting from 0
    reading: str  # how it was understood, in words
    holes: Holes  # (n,): the holes that it names. Read-only.
    weights: float | Weights  # one weight for all of them, or one for each


def number_of(digits: str, scanner: Scanner, at: int, *, percent: bool) -> float:
    """A weight 0 to 1 from its text, or from the text of a percentage, correctly rounded.

    Division by 100 would miss some weights. Moving the decimal point hits all of them, so a weight
    that is printed as a percentage is read back exactly.
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
    """``15%`` or ``5%-15%``, if it comes next: its text, the first number if any, and the last."""
    match = scanner.match(_PERCENTAGE)
    if match is None:
        if scanner.here(3) == "top":
            scanner.fail("'top' is followed by a percentage: top 15%")
        return None
    above, percent = match.groups()
    return match[0], above, percent


def read_percentage(
    scanner: Scanner, dialect: Dialect, ranking: RankingSource
) -> tuple[str, Holes, Weights] | None:
    """``15%`` or ``5%-15%``, if it comes next: its reading, the holes, and their weights."""
    at = scanner.at
    percentage = match_percentage(scanner)
    if percentage is None:
        return None
    written, above, percent = percentage
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


_NUMBER = re.compile(NUMBER)
_FACTOR = re.compile(rf"(?:({NUMBER})\s*+(%?))?\s*+\(")
_BLOCK_END = re.compile(rf"\[/({NUMBER})\]")
_BLOCK = re.compile(rf"\[({NUMBER})\]")


class Parser(Scanner):
    """Reads the parts of one text."""

    def __init__(self, text: str, dialect: Dialect, ranking: RankingSource) -> None:
        super().__init__(text)
        self.dialect = dialect
        self.ranking = ranking
        self.parts: list[RangePart] = []
        self.depth = 0

    def read(self) -> list[RangePart]:
        """All parts, in their order; RangeError at the first character that cannot be read."""
        self.space()
        while self.at < len(self.text):
            self._item()
            if self.at < len(self.text):
                self.require_separator()
        return self.parts

    def _item(self, within: str = "") -> None:
        """One item of a list: a part, or several with a common weight."""
        if self.here() == "[":
            self._block(within)
        elif self.here() == "!":
            self._exclusion()
        elif not self._group():
            self._part(excluded=False)
        self.blanks()
        if self.here() == ")" and within != "(":
            self.fail("')' closes nothing")

    def _items_up_to(self, closing: str, opened: int) -> None:
        """The items of a group or a block, up to its end, which is not yet read."""
        first = len(self.parts)
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail("parentheses are nested too deeply", opened)
        self.space()
        while self.here(len(closing)) != closing:
            if self.at >= len(self.text):
                self.fail(f"{self.text[opened]!r} is not closed", opened)
            self._item(self.text[opened])
            self.space()
            if self.at < len(self.text) and self.here(len(closing)) != closing:
                self.require_separator()
        if len(self.parts) == first:
            self.fail("a part is missing")
        self.depth -= 1

    def _block(self, within: str) -> None:
        opened, first = self.at, len(self.parts)
        if not self.dialect.blocks:
            self.fail(f"{self.dialect.name} has no weights in brackets; flopzilla has")
        opening = self.match(_BLOCK)
        if opening is None:
            self.fail("a block is [50]AKs,QQ[/50], with its percentage at both ends")
        if within:
            self.fail("a block does not hold another", opened)
        factor = number_of(opening[1], self, opened + 1, percent=True)
        self._items_up_to("[/", opened)
        closing_at = self.at
        closing = self.match(_BLOCK_END)
        if closing is None or float(closing[1]) != float(opening[1]):
            self.fail(f"{opening[0]} is closed by [/{opening[1]}]", closing_at)
        self._scale(first, factor, f"a block of {opening[1]} %")

    def _group(self) -> bool:
        opened, first = self.at, len(self.parts)
        opening = self.match(_FACTOR)
        if opening is None:
            return False
        bracket = self.at - 1
        if not self.dialect.groups:
            self.fail(f"{self.dialect.name} has no parentheses", bracket)
        digits, percent = opening.groups()
        factor = number_of(digits, self, opened, percent=bool(percent)) if digits else None
        self._items_up_to(")", bracket)
        self.at += 1
        weight = factor if factor is not None else self._weight()
        if weight is not None:
            self._scale(first, weight, f"a group of weight {weight:g}")
        return True

    def _scale(self, first: int, factor: float, where: str) -> None:
        for index, part in enumerate(self.parts[first:], first):
            reading = f"{part.reading}, in {where}"
            self.parts[index] = replace(part, weights=part.weights * factor, reading=reading)

    def _exclusion(self) -> None:
        start, first = self.at, len(self.parts)
        if not self.dialect.exclusions:
            self.fail(f"{self.dialect.name} has no exclusions with '!'")
        if not self.parts:
            self.fail("'!' takes away from the parts before it, and there are none: random,!AKs")
        self.at += 1
        self.blanks()
        if self.here() == "!":
            self.fail("'!' is there twice")
        if self.here() == "(":
            self.at += 1
            self._items_up_to(")", self.at - 1)
            self.at += 1
        else:
            self._part(excluded=True)
            text = self.text[start : self.at].rstrip()
            self.parts[-1] = replace(self.parts[-1], text=text, start=start)
        self.blanks()
        if self.here() and self.here() in ":@":
            self.fail("what is taken away has no weight")
        for index, part in enumerate(self.parts[first:], first):
            self.parts[index] = replace(part, reading=f"without {part.reading}", weights=0.0)

    def _part(self, *, excluded: bool) -> None:
        start = self.at
        weights: float | Weights = 1.0
        if self.here() in ("", ","):
            self.fail("a part is missing")
        percentage = read_percentage(self, self.dialect, self.ranking)
        word = self.dialect.everything
        if percentage:
            reading, holes, weights = percentage
        elif word and self._takes(word, *self.dialect.any_hand):
            reading, holes = "all combos", EVERYTHING
        elif not word and self.here(6) == POKERLAKE.everything:
            self.fail(f"{self.dialect.name} has no word for all hands; 22+,A2+,K2+,... are all")
        else:
            reading, holes = self._run()
        if not excluded:
            weight = self._weight()
            if weight is not None:
                weights = weights * weight
                reading += f", weight {weight:g}"
        text = self.text[start : self.at].rstrip()
        self.parts.append(RangePart(text, start, reading, holes, weights))

    def _takes(self, *words: str) -> bool:
        """Go past one of these words, if it stands here as a whole word."""
        for word in words:
            end = self.at + len(word)
            if self.here(len(word)) == word and not self.text[end : end + 1].isalnum():
                self.at = end
                return True
        return False

    def _run(self) -> tuple[str, Holes]:
        shape = self._shape()
        note = ""
        self.blanks()
        if self.here() == "+":
            self.at += 1
            shapes = and_better(shape, both_rise=self.dialect.both_rise)
            if shape.gap == 1 and shape.high < 12:
                note = ": both cards rise" if self.dialect.both_rise else ": no better kicker"
        elif self.here() == "-":
            self.at += 1
            self.blanks()
            shapes = self._run_to(shape)
        else:
            shapes = (shape,)
        return names_of(shapes) + note, holes_of(shapes)

    def _run_to(self, first: Shape) -> tuple[Shape, ...]:
        at = self.at
        last = self._shape()
        if first.kind != last.kind:
            self.fail(f"{first.name} and {last.name} are not of one kind; a run is A5s-A2s", at)
        shapes = between(first, last)
        if shapes is None:
            self.fail(
                f"from {first.name} to {last.name} is no run; a run keeps the high card, "
                "A5s-A2s, or the gap, TT-77 and T9s-76s",
                at,
            )
        return shapes

    def _shape(self) -> Shape:
        """``AK``, ``AKs`` or ``AhKh``."""
        start = self.at
        high = self._rank()
        suit = self.suit()
        if suit is not None:
            self.blanks()
            if self.at >= len(self.text) or self.here() == ",":
                card = self.text[start : self.at].strip()
                self.fail(f"{card!r} is one card; the cards of a hand stand together: AhKh", start)
            low = self._rank()
            other = self._second_suit()
            if (high, suit) == (low, other):
                self.fail(f"{self.text[start : self.at]!r} has one card twice", start)
            return shape_of((high, low), SUITS[suit] + SUITS[other])
        if self.at >= len(self.text) or self.here() in ",+-:@) \n":
            self.fail(f"{self.text[start : self.at]!r} is one rank of two: AK, AKs or AhKh", start)
        low_rank = self.rank()
        if low_rank is None:
            self._refuse_kicker(high, start)
        self._refuse_suits(high, low_rank, start)
        kind = self.here() if self.here() in ("s", "o") else ""
        if kind and high == low_rank:
            self.fail("a pair is neither suited nor offsuit")
        self.at += len(kind)
        return shape_of((high, low_rank), kind)

    def _refuse_kicker(self, high: int, start: int) -> NoReturn:
        """Raise the error for a single rank; other programs write ``Ax`` or ``A*`` for any ace."""
        self.at += 1
        if self.text[self.at - 1] in "xX*" and high:
            kind = self.here() if self.here() in ("s", "o") else ""
            written, rank = self.text[start : self.at + len(kind)], RANKS[high]
            self.fail(
                f"{written!r} names no second rank; {rank}2{kind}+ is {rank} with any lower", start
            )
        self.at -= 1
        self.fail(f"{letter(self.text[self.at])} is neither a rank nor a suit")

    def _refuse_suits(self, high: int, low: int, start: int) -> None:
        """Refuse two suits after two ranks: each suit follows its own rank."""
        suits = self.here(2)
        if (
            len(suits) == 2
            and set(suits) <= set(SUITS)
            and not self.text[self.at + 2 : self.at + 3].isalnum()
        ):
            written = self.text[start : self.at + 2]
            hand = f"{RANKS[high]}{suits[0]}{RANKS[low]}{suits[1]}"
            self.fail(f"{written!r}: each suit stands behind its rank: {hand}", start)

    def _rank(self) -> int:
        if self.at >= len(self.text):
            self.fail("a hand is missing")
        rank = self.rank()
        if rank is None:
            self.fail(f"{letter(self.text[self.at])} is not a rank; ranks are {RANKS}")
        return rank

    def _second_suit(self) -> int:
        suit = self.suit()
        if suit is None:
            if self.at >= len(self.text):
                self.fail(f"the second card has no suit; suits are {SUITS}", self.at - 1)
            self.fail(f"{letter(self.text[self.at])} is not a suit; suits are {SUITS}")
        return suit

    def _weight(self) -> float | None:
        """``:0.5`` or ``@50``, if that comes next."""
        self.blanks()
        mark = self.here()
        if not mark or mark not in ":@":
            return None
        if mark not in self.dialect.weight_marks:
            self.fail(f"{self.dialect.name} has no weights after {mark!r}")
        self.at += 1
        self.blanks()
        at = self.at
        digits = self.match(_NUMBER)
        if digits is None:
            wanted = "a number 0 to 1" if mark == ":" else "a percentage 0 to 100"
            self.fail(f"a weight is missing after {mark!r}: {wanted}")
        weight = number_of(digits[0], self, at, percent=mark == "@")
        if mark == "@":
            self.take("%")
        self.blanks()
        if self.here() in (":", "@"):
            self.fail("a part has one weight")
        return weight
