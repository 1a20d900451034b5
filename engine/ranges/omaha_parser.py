"""Reading ranges of Omaha: a subset of ProPokerTools' generic syntax.

::

    range   part { "," part }
    part    term [ "@" percentage of weight ]
    term    factor { ":" factor | "!" factor | word }
    factor  "(" term { "," term } ")" | "*" | "random" | percentage | word | run
    run     cards | cards "-" cards | cards "+" | cards "-"
    cards   card { card };  card  rank [ suit ] | suit

References
----------
http://www.propokertools.com/oracle_help/range_of_hands
https://intercom.help/plo-mastermind/en/articles/11577885-5-plo-trainer-preflop-syntax-guide, the
source of ``$0g``, ``$ts``, ``$ms`` and ``$rb``

The meaning of a part is a set of conditions on holes, joined by "and", "or" and "without". It has
the lists of ranks and of suits that its holes can have: only holes of these are checked one by one.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..cards.boards import CANONICAL_HOLES, canonical_boards
from ..cards.text import SUIT_PATTERN, CardError, parse_hand
from ..signatures import F64, U8, Bool
from .omaha_card_text import SUIT_VARIABLES, CardScanner, Written, pattern_of, reading_of
from .omaha_holes import (
    HOLE_SIZES,
    Block,
    OmahaRange,
    Piece,
    hand_of_number,
    hole_lists,
    hole_numbers,
    in_order,
    joined,
)
from .omaha_patterns import WORD, WORDS, Card, Pattern, has_pattern, lists_of, lists_with
from .parser import match_percentage, number_of
from .scanner import DEEPEST, NUMBER, RangeError
from .top_percent import Percent, Ranking, tie_shares

RankingSource = Ranking | Callable[[], Ranking] | None

_KNOWN = {  # blanks are allowed between the cards
    cards: re.compile(
        rf"(?:(?:[2-9TJQKA]|10){SUIT_PATTERN}[ \t]*){{{cards}}}(?=\s*(?:[,@\n]|$))", re.I | re.A
    )
    for cards in HOLE_SIZES
}
_WEIGHT = re.compile(NUMBER)
_SHARE = re.compile(r"\s*(?:[01]?\.[0-9]|[01]\s*(?:[,\n]|$))")
_STARS = re.compile(r"[*?]+(?=\s*(?:[,:!@)$\n]|$))")
_RANDOM = re.compile(r"(?:random|any)\b", re.IGNORECASE)
HoleWeights = Bool | F64


@dataclass(frozen=True)
class OmahaPart:
    """A part of a range as it was read."""

    text: str
    start: int  # where it begins in the whole text, counting from 0
    reading: str  # what it was taken to mean, for a reader
    holes: U8  # (n, k): by ascending number
    weights: F64  # (n,)


def parse_omaha_range(
    text: str, cards: int = 4, ranking: RankingSource = None, *, ace_low: bool = False
) -> OmahaRange:
    """The range that a text means; an empty text is the empty range.

    ``text``: parts with commas or line breaks between them: ``AAxx$ds, KQJT$ss, JT98-7654@50, top
    15%``. A hole that is in several parts has the largest of their weights. ``cards``: in a hole, 4
    to 6. ``ranking``: (16432,), (134459,) or (962988,) float64, or a function that returns it, the
    ranking for ``top 15%``: a value for each hole up to suits, in the order of the table
    ``omaha_hands``, ``omaha_hands5`` or ``omaha_hands6``, the higher the better. The function is
    called only if the text needs it. ``ace_low``: whether lists and runs of ranks begin with the
    ace, and end with the king.

    Raises RangeError if the text cannot be read, with the place in it, or if it needs a ranking
    that is missing.

    Examples
    --------
    >>> parse_omaha_range("AAxx").combos, parse_omaha_range("AA!AAA").combos  # exactly two aces
    (6961.0, 6768.0)
    >>> parse_omaha_range("AAKK$ds, KQJT$ss@50").combos
    78.0
    """
    return range_of_parts(read_omaha_parts(text, cards, ranking, ace_low=ace_low), cards)


def range_of_parts(parts: Sequence[OmahaPart], cards: int) -> OmahaRange:
    """The range of all parts. A hole in several parts has the largest of their weights."""
    if not parts:
        return OmahaRange.of(np.empty((0, cards), np.uint8))
    if len(parts) == 1:
        return OmahaRange.sorted(parts[0].holes, parts[0].weights)
    holes = np.concatenate([part.holes for part in parts])
    weights = np.concatenate([part.weights for part in parts])
    return OmahaRange.sorted(*joined(holes, weights))


def read_omaha_parts(
    text: str, cards: int = 4, ranking: RankingSource = None, *, ace_low: bool = False
) -> list[OmahaPart]:
    """The parts of a range in the order of the text, and how each was read.

    Parameters and errors are those of :func:`parse_omaha_range`.

    Examples
    --------
    >>> [part.reading for part in read_omaha_parts("KQJT+$ss")]
    ['KQJT AKQJ, single-suited']
    """
    if cards not in HOLE_SIZES:
        raise RangeError(f"holes of {cards} cards; ranges are of 1 to 7")
    return PartParser(text, cards, ranking, ace_low=ace_low).read()


class PartParser(CardScanner):
    """Reads the parts of one text."""

    def __init__(
        self, text: str, cards: int, ranking: RankingSource, *, ace_low: bool = False
    ) -> None:
        super().__init__(text, cards, ace_low=ace_low)
        self.ranking = ranking
        self.depth = 0
        self.patterns: tuple[Written, ...] = ()  # of the last term, if it is nothing but patterns

    def read(self) -> list[OmahaPart]:
        """All parts, in their order; RangeError at the first character that cannot be read."""
        parts: list[tuple[str, int, str, Meaning, float | None, bool]] = []
        self.space()
        while self.at < len(self.text):
            start = self.at
            reading, meaning = self._term()
            self._refuse_short_hole(start)
            is_pattern = bool(self.patterns)
            weight = self._weight()
            text = self.text[start : self.at].rstrip()
            parts.append((text, start, reading, meaning, weight, is_pattern))
            self._separator()
        return [self._part(*part) for part in parts]  # holes are listed after all text is read

    def _refuse_short_hole(self, start: int) -> None:
        """Plain cards mean one hole. A missing card is an error, not a wider range."""
        if len(self.patterns) != 1 or any(None in (c.rank, c.suit) for c in self.patterns[0]):
            return
        count = len(self.patterns[0])
        if count < self.cards:
            text = self.text[start : self.at].rstrip()
            others = f"{text}{'*' * (self.cards - count)}"
            commas = "; one hole has no commas between its cards" * (self.here() == ",")
            has = f"{count} card{'s' * (count > 1)}"
            self.fail(
                f"{text!r} has {has}, a hole {self.cards}: write {others} for any others{commas}",
                start,
            )

    def _separator(self) -> None:
        self.blanks()
        if self.here() == ")":
            self.fail("')' closes nothing")
        self.require_separator()

    def _term(self) -> tuple[str, Meaning]:
        """A factor, narrowed by those that follow it."""
        reading, meaning = self._factor()
        while True:
            self.blanks()
            sign = self.here()
            if sign == "$":
                more, other = self._factor()
                reading, meaning = f"{reading}, {more}", both(meaning, other)
            elif sign == ":":
                at = self.at
                self.at += 1
                if self.match(_SHARE):
                    self.fail("':' is 'and'; a weight is a percentage after '@': @50", at)
                more, other = self._factor()
                reading, meaning = f"{reading}, {more}", both(meaning, other)
            elif sign == "!":
                self.at += 1
                more, other = self._factor()
                reading, meaning = f"{reading}, without {more}", without(meaning, other)
            else:
                return reading, meaning
            self.patterns = ()

    def _factor(self) -> tuple[str, Meaning]:
        self.blanks()
        start = self.at
        self.patterns = ()
        if self.here() in ("", ",", "@", ":", "\n", ")"):
            self.fail("a part is missing")
        if self.here() == "!":
            self.fail("'!' stands between what is meant and what is left out; write *!AA")
        if self.here() == "(":
            return self._group()
        if hole := self.match(_KNOWN[self.cards]):
            return "one hole", known(self._hole(hole[0], start))
        if self.match(_RANDOM) or (self.here() in ("*", "?") and self._is_alone()):
            return "all holes", listed(self.cards)
        percentage = self._percentage()
        if percentage:
            return percentage
        word = self.match(WORD) if self.here() == "$" else None
        if word and word[1].lower() in WORDS:
            return self._word(word[1].lower(), start)
        self.at = start
        self.patterns = run = self.run()
        meanings = [with_pattern(pattern_of(written), self.cards) for written in run]
        return reading_of(run, self.cards), either(meanings)

    def _is_alone(self) -> bool:
        """Whether ``*`` is a whole factor, and not a card of a pattern; if so, go past it."""
        stars = self.match(_STARS)
        if stars is None:
            return False
        if len(stars[0]) > self.cards:
            self.fail(f"{stars[0]!r} has {len(stars[0])} cards, a hole {self.cards}")
        return True

    def _hole(self, text: str, start: int) -> U8:
        try:
            return np.sort(parse_hand(text))
        except CardError as error:
            self.fail(str(error), start)

    def _word(self, word: str, start: int) -> tuple[str, Meaning]:
        meaning = listed(self.cards, *lists_of(word, self.cards))
        if not (meaning.ranks.any() and meaning.suits.any()):
            self.fail(f"no hole of {self.cards} cards is {WORDS[word].about}", start)
        return WORDS[word].about, meaning

    def _percentage(self) -> tuple[str, Meaning] | None:
        at = self.at
        percentage = match_percentage(self)
        if percentage is None:
            return None
        written, above, percent = percentage
        if self.here(2) == "6h":
            self.fail("the ranking for six players is ProPokerTools' own, and is not here")
        if self.ranking is None:
            self.fail(f"{written!r} needs a ranking of the holes, and none is given", at)
        source = self.ranking

        @functools.cache
        def by_number() -> F64:
            values = source() if callable(source) else source
            try:
                return top_holes(values, self.cards, percent, above or 0)
            except RangeError as error:
                self.fail(error.problem, at)

        which = f"{above} % to {percent} %" if above else f"top {percent} %"
        return f"{which} by the ranking", ranked(self.cards, by_number)

    def _group(self) -> tuple[str, Meaning]:
        opened = self.at
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail("parentheses are nested too deeply")
        self.at += 1
        self.space()
        readings: list[str] = []
        meanings: list[Meaning] = []
        while True:
            reading, meaning = self._term()
            readings.append(reading)
            meanings.append(meaning)
            if self.take(")"):
                self.depth -= 1
                self.patterns = ()
                return f"({'; '.join(readings)})", either(meanings)
            if self.at >= len(self.text):
                self.fail("'(' is not closed", opened)
            if self.here() == "@":
                self.fail("a weight stands after the parenthesis, not in it")
            self.require_separator()
            if self.at >= len(self.text):
                self.fail("'(' is not closed", opened)

    def _weight(self) -> float | None:
        """``@50``, if that comes next, as 0 to 1."""
        if not self.take("@"):
            return None
        self.blanks()
        at = self.at
        digits = self.match(_WEIGHT)
        if digits is None:
            self.fail("a weight is missing after '@': a percentage 0 to 100", at)
        weight = number_of(digits[0], self, at, percent=True)
        self.take("%")
        self.blanks()
        if self.here() in ("@", ":", "!"):
            self.fail("a weight ends a part; write (AA@50) as AA@50, and conditions before it")
        return weight

    def _part(
        self,
        text: str,
        start: int,
        reading: str,
        meaning: Meaning,
        weight: float | None,
        is_pattern: bool,
    ) -> OmahaPart:
        holes, weights = meaning.holes()
        if is_pattern and not len(holes):
            self.fail(
                f"no hole of {self.cards} cards is {text!r}; {', '.join(SUIT_VARIABLES)} behind a "
                "rank are suits, * is any card",
                start,
            )
        if weight is not None:
            reading += f", weight {weight:.6g}"
            weights = weights * weight
            holes, weights = holes[weights > 0], weights[weights > 0]
        return OmahaPart(text, start, reading, holes, weights)


@dataclass(frozen=True)
class Meaning:
    """Which holes of some cards are meant, and with which weights."""

    cards: int
    ranks: Bool  # (r,): of hole_lists. Its holes have no others.
    suits: Bool  # (s,)
    weights: Callable[[Block], HoleWeights]  # of each hole of a block (n,), or whether it is meant
    listing: Callable[[], tuple[U8, F64]] | None = None  # a simpler way to what ``holes`` returns
    by_rank: bool = False  # whether it means all holes of its lists of ranks

    def holes(self) -> tuple[U8, F64]:
        """All its holes ``(n, k)`` by ascending number, and their weights ``(n,)``, above 0."""
        if self.listing:
            return self.listing()
        pieces = []
        for block in hole_lists(self.cards).blocks(self.ranks, self.suits):
            weights = self.weights(block)
            meant = weights > 0
            if meant.any():
                numbers = block.numbers[meant].astype(np.int32)
                pieces.append(Piece(numbers, block.holes[meant], weights[meant]))
        return in_order(pieces, self.cards)


def listed(cards: int, ranks: Bool | None = None, suits: Bool | None = None) -> Meaning:
    """Holes of some lists of ranks and of suits; None for all lists."""
    lists = hole_lists(cards)
    ranks = np.ones(len(lists.ranks), np.bool_) if ranks is None else ranks
    suits = np.ones(len(lists.suits), np.bool_) if suits is None else suits
    return Meaning(
        cards, ranks, suits, lambda block: ranks[block.rank_list] & suits[block.suit_list]
    )


def with_pattern(pattern: Pattern, cards: int) -> Meaning:
    """Holes that have a pattern."""
    ranks, suits = lists_with(pattern, cards)
    by_rank = all(card.of_suit() == Card() for card in pattern)
    return Meaning(cards, ranks, suits, lambda block: has_pattern(block, pattern), by_rank=by_rank)


def known(hole: U8) -> Meaning:
    """One hole, ``(k,)`` ascending cards."""
    lists = hole_lists(len(hole))
    number = int(hole_numbers(hole[None])[0])
    ranks = (lists.ranks == hole >> 2).all(axis=1)
    suits = (lists.suits == np.sort(hole & 3)).all(axis=1)
    return Meaning(
        len(hole),
        ranks,
        suits,
        lambda block: block.numbers == number,
        lambda: (hole[None], np.ones(1)),
    )


def ranked(cards: int, by_number: Callable[[], F64]) -> Meaning:
    """Holes with weights by number, ``(C(52, k),)``, computed when they are needed."""
    everything = listed(cards)
    return Meaning(
        cards, everything.ranks, everything.suits, lambda block: by_number()[block.numbers]
    )


def both(first: Meaning, second: Meaning) -> Meaning:
    """The intersection of two meanings, with the smaller weight."""

    def weights(block: Block) -> HoleWeights:
        weight: HoleWeights = np.minimum(first.weights(block), second.weights(block))
        return weight

    return Meaning(first.cards, first.ranks & second.ranks, first.suits & second.suits, weights)


def without(first: Meaning, second: Meaning) -> Meaning:
    """The difference of two meanings: the weights less those of the other, at least 0."""

    def weights(block: Block) -> HoleWeights:
        weight: F64 = first.weights(block).astype(np.float64) - second.weights(block)
        return np.maximum(weight, 0.0)

    return Meaning(first.cards, first.ranks, first.suits, weights)


def either(meanings: Sequence[Meaning]) -> Meaning:
    """The union of several meanings, with the largest weight."""
    if len(meanings) == 1:
        return meanings[0]
    if all(each.by_rank for each in meanings):
        return listed(meanings[0].cards, np.logical_or.reduce([each.ranks for each in meanings]))

    def weights(block: Block) -> HoleWeights:
        largest: HoleWeights = functools.reduce(
            np.maximum, (each.weights(block) for each in meanings)
        )
        return largest

    def listing() -> tuple[U8, F64]:
        holes, weights = zip(*(each.holes() for each in meanings), strict=True)
        return joined(np.concatenate(holes), np.concatenate(weights))

    ranks = np.logical_or.reduce([each.ranks for each in meanings])
    suits = np.logical_or.reduce([each.suits for each in meanings])
    return Meaning(meanings[0].cards, ranks, suits, weights, listing)


def top_holes(ranking: Ranking, cards: int, percent: Percent, above: Percent = 0) -> F64:
    """The weights of the top ``percent`` of the holes of 3 to 6 cards, less the top ``above``.

    Whole ties are in, in rank order, while the total is at most that percentage of all holes. The
    next tie has the weight that fills it.

    ``ranking``: (1755,), (16432,), (134459,) or (962988,) float64. ``cards``: in a hole. Returns
    (22100,), (270725,), (2598960,) or (20358520,) float64: by ``hole_numbers``, 0 to 1. Raises
    RangeError if a percentage is not in 0..100, or the ranking is not for these holes.
    """
    if ranking.shape != (CANONICAL_HOLES.get(cards),) or not np.isfinite(ranking).all():
        raise RangeError(
            f"a ranking of holes of {cards} cards is {CANONICAL_HOLES.get(cards, 'no')} finite "
            f"numbers; this has {ranking.shape}"
        )
    values, tie = np.unique(-ranking, return_inverse=True)
    combos = canonical_boards(cards).weight
    sizes = np.bincount(tie, combos, minlength=len(values)).astype(np.int64)
    weights: F64 = tie_shares(sizes, percent, above)[tie][hand_of_number(cards)]
    return weights
