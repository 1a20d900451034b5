"""Reading ProPokerTools' generic syntax, the subset that ``range_dialects`` declares.

::

    range  part { "," part }
    part   atom { ":" suits | "!" atom } [ "@" whole number 1 to 100 ]
    atom   card card | cards "+" | cards "-" | cards "-" cards | "*" | percentage | "(" range ")"
           | run
    cards  rank [ suit or variable ] rank [ suit or variable ]
    suits  two of w x y z: the same twice is suited, two different are offsuit

A ``run`` with lists, rank variables, ``*`` or a single card is read as in ranges of Omaha:
``[A-T][A-T]``, ``RR``, ``Ax*x``, ``AsK``.
"""

from __future__ import annotations

import re

import numpy as np

from ..cards.holes import HOLES, hole_cards
from ..cards.text import SUITS
from .dialects import PROPOKERTOOLS
from .omaha_card_text import CardScanner, pattern_of
from .omaha_patterns import Card, fits_in_order
from .parser import RangePart, RankingSource, Weights, read_percentage
from .scanner import DEEPEST, Scanner
from .shapes import Shape, and_better, and_worse_pairs, between, holes_of, names_of, shape_of

_VARIABLES = "wxyz"
_WEIGHT = re.compile(r"[0-9]{1,3}(?![0-9.])")
_CARD = r"(?:10|[2-9TJQKAtjqka])"
_END = r"(?=\s*(?:[,:!@)]|\Z))"
_RUN = re.compile(  # a run that is read as in ranges of Omaha
    rf"(?=[^\s,:!@()\[]*[\[*RONP])|{_CARD}[cdhs{_VARIABLES}]?{_END}"
    rf"|{_CARD}[cdhs{_VARIABLES}]{_CARD}{_END}"
)
_ANYTHING = re.compile(rf"\*\*?{_END}")


class ProPokerToolsParser(Scanner):
    """Reads the parts of one text."""

    def __init__(self, text: str, ranking: RankingSource) -> None:
        super().__init__(text)
        self.ranking = ranking
        self.depth = 0

    def read(self) -> list[RangePart]:
        """All parts, in their order; RangeError at the first character that cannot be read.

        It is also raised for a part without a weight if others have one.
        """
        parts: list[RangePart] = []
        unweighted: list[RangePart] = []
        self.space()
        while self.at < len(self.text):
            start = self.at
            reading, weights = self._ranges()
            weight = self._weight()
            holes = np.flatnonzero(weights)
            text = self.text[start : self.at].rstrip()
            if weight is not None:
                reading += f", weight {weight}"
            factor = 1.0 if weight is None else float(f"{weight}e-2")
            parts.append(RangePart(text, start, reading, holes, weights[holes] * factor))
            if weight is None:
                unweighted.append(parts[-1])
            self._require_separator()
        if unweighted and len(unweighted) < len(parts):
            self.fail(
                f"{unweighted[0].text} has no weight and other parts have; weigh all: @100",
                unweighted[0].start,
            )
        return parts

    def _require_separator(self) -> None:
        if self.here() == ")":
            self.fail("')' closes nothing")
        self.require_separator()

    def _ranges(self) -> tuple[str, Weights]:
        """An atom, narrowed by suits and by other atoms."""
        reading, weights = self._atom()
        while True:
            self.blanks()
            if self.here() == ":":
                self.at += 1
                suited = self._suits()
                suits = hole_cards() & 3
                weights = np.where((suits[:, 0] == suits[:, 1]) == suited, weights, 0.0)
                reading += ", suited only" if suited else ", not suited"
            elif self.here() == "!":
                self.at += 1
                taken, without = self._atom()
                weights = np.where(without > 0, 0.0, weights)
                reading += f", without {taken}"
            else:
                return reading, weights

    def _atom(self) -> tuple[str, Weights]:
        self.blanks()
        if self.here() in ("", ",", "@"):
            self.fail("a part is missing")
        if self.here() == "(":
            return self._group()
        if self.match(_ANYTHING):
            return "all combos", np.ones(HOLES)
        weights = np.zeros(HOLES)
        percentage = read_percentage(self, PROPOKERTOOLS, self.ranking)
        if percentage:
            if self.here(2) == "6h":
                self.fail("the ranking for six players is ProPokerTools' own, and is not here")
            reading, holes, shares = percentage
            weights[holes] = shares
            return reading, weights
        if _RUN.match(self.text, self.at):
            return self._patterns()
        shapes = self._run()
        weights[holes_of(shapes)] = 1
        return names_of(shapes), weights

    def _patterns(self) -> tuple[str, Weights]:
        start = self.at
        scanner = CardScanner(self.text, 2)
        scanner.at = start
        weights = np.zeros(HOLES)
        for cards in scanner.run():
            pattern = (*pattern_of(cards), Card())[:2]
            for held in (hole_cards().T, hole_cards()[:, ::-1].T):
                weights[fits_in_order(pattern, held)] = 1
        self.at = scanner.at
        return self.text[start : self.at].rstrip(), weights

    def _group(self) -> tuple[str, Weights]:
        opened = self.at
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail("parentheses are nested too deeply")
        self.at += 1
        self.space()
        readings, weights = [], np.zeros(HOLES)
        while True:
            reading, more = self._ranges()
            readings.append(reading)
            weights = np.maximum(weights, more)
            if self.take(")"):
                self.depth -= 1
                return f"({'; '.join(readings)})", weights
            if self.at >= len(self.text):
                self.fail("'(' is not closed", opened)
            if self.here() == "@":
                self.fail("a weight stands after the parenthesis, not in it")
            self._require_separator()

    def _run(self) -> tuple[Shape, ...]:
        first = self._shape()
        self.blanks()
        sign = self.here()
        if not sign or sign not in "+-":
            return (first,)
        at = self.at
        self.at += 1
        self.blanks()
        if sign == "-" and self.here() and self.here() not in ",:!@)\n":
            return self._run_to(first)
        if first.gap:
            self.fail(f"{sign!r} after two ranks is not in the subset; write AxKx-AxTx", at)
        return and_better(first, both_rise=False) if sign == "+" else and_worse_pairs(first)

    def _run_to(self, first: Shape) -> tuple[Shape, ...]:
        at = self.at
        last = self._shape()
        if first.kind != last.kind:
            self.fail("the suits at both ends of a run are the same: AxKx-AxTx", at)
        shapes = between(first, last)
        if shapes is None:
            self.fail("a run keeps the high card, AxKx-AxTx, or the gap, TT-77", at)
        return shapes

    def _shape(self) -> Shape:
        start = self.at
        high, suit = self._card()
        if suit and suit not in _VARIABLES:
            self.past_blanks()
        low, other = self._card()
        if suit and other and suit not in _VARIABLES and other not in _VARIABLES:
            if (high, suit) == (low, other):
                self.fail(f"{self.text[start : self.at]!r} has one card twice", start)
            return shape_of((high, low), suit + other)
        if not suit and not other:
            return shape_of((high, low), "")
        if suit and other and suit in _VARIABLES and other in _VARIABLES:
            if high == low and suit == other:
                self.fail("a pair is not suited", start)
            if high == low:
                return shape_of((high, low), "")
            return shape_of((high, low), "s" if suit == other else "o")
        written = self.text[start : self.at]
        hint = "; AxKx is suited and AxKy offsuit" if not suit and other == "s" else ""
        return self.fail(f"{written!r}: a suit on one card only is not in the subset{hint}", start)

    def _card(self) -> tuple[int, str]:
        """A rank, and the suit or variable after it, or nothing."""
        if self.at >= len(self.text):
            self.fail("a card is missing", self.at)
        rank = self.rank()
        if rank is None:
            self.fail(f"{self.text[self.at]!r} is not a rank of the subset; AKQJT98765432 are")
        suit = self.suit()
        if suit is not None:
            return rank, SUITS[suit]
        variable = self.here()
        if variable and variable in _VARIABLES:
            self.at += 1
            return rank, variable
        if variable == "o":
            self.fail("'o' is a rank variable there; AxKy is offsuit, and AxKx suited")
        return rank, ""

    def _suits(self) -> bool:
        self.blanks()
        pattern = self.here(2)
        if len(pattern) < 2 or not set(pattern) <= set(_VARIABLES):
            self.fail("after ':' come two suit variables: AK:xx is suited, AK:xy offsuit")
        self.at += 2
        return pattern[0] == pattern[1]

    def _weight(self) -> int | None:
        if not self.take("@"):
            return None
        self.blanks()
        at = self.at
        digits = self.match(_WEIGHT)
        if digits is None or not 1 <= int(digits[0]) <= 100:
            self.fail("a weight is a whole number 1 to 100", at)
        return int(digits[0])
