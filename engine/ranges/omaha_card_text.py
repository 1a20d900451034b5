"""Reading the cards of a pattern: ``AsKs``, ``AAxx``, ``[A-T]xKx``, ``RRON``, and runs of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..cards.text import CARDS, RANKS, SUITS
from ..given import letter
from .omaha_patterns import ANY, RANK_WORDS, WORD, Card, Pattern
from .scanner import Scanner

SUIT_VARIABLES = "wxyz"
RANK_VARIABLES = "ronp"
# Endings that follow the cards in other programs, and mean something else here, or nothing.
_HABITS = ("ds", "ss")
# Cards, and a word that follows them directly in other programs.
_BARE_WORD = re.compile(
    r"((?:10|[2-9tjqka])+[x*?]*)(rainbow|rb|r|ds|ss|ts|ms|np)(?![a-z0-9*])", re.I | re.A
)


def ranks_mask(ranks: str) -> int:
    """The cards of some ranks."""
    return sum(15 << 4 * RANKS.index(rank) for rank in ranks)


def suits_mask(suits: list[int]) -> int:
    """The cards of some suits."""
    return sum(1 << 4 * rank + suit for rank in range(13) for suit in suits)


@dataclass(frozen=True)
class WrittenCard:
    """A card of a pattern as it is written."""

    ranks: int = ANY
    rank: int | None = None  # if it is one rank
    rank_variable: str = ""
    suits: int = ANY
    suit: int | None = None  # if it is one suit
    suit_variable: str = ""
    bare: bool = False  # nothing is said about the rank

    def at_rank(self, rank: int) -> WrittenCard:
        """The same card with another rank."""
        return replace(self, rank=rank, ranks=15 << 4 * rank)


Written = tuple[WrittenCard, ...]


class CardScanner(Scanner):
    """Reads patterns of one text, for holes of ``cards`` cards."""

    def __init__(self, text: str, cards: int, *, ace_low: bool = False) -> None:
        super().__init__(text)
        self.cards = cards
        # Ranks in the order of lists and runs.
        self.order = (12, *range(12)) if ace_low else tuple(range(13))

    def place(self, rank: int) -> int:
        """The place of a rank in that order."""
        return self.order.index(rank)

    def first_cards(self) -> int:
        """How many cards the next pattern has, also within parentheses."""
        while self.take("("):
            pass
        cards = 0
        self.blanks()
        while self._card() is not None:
            cards += 1
            self.blanks()
        return cards

    def run(self) -> tuple[Written, ...]:
        """One pattern, or those of a run: ``AA``, ``AA-TT``, ``T987+``, ``JJ-``."""
        start = self.at
        first = self._written()
        self.blanks()
        sign = self.here()
        if sign not in ("+", "-"):
            return (first,)
        at = self.at
        self.at += 1
        self.blanks()
        if sign == "-" and self.here() and self.here() not in ",:!@)$\n":
            return self._between(first, start, self._written(), at)
        moving = [self.place(card.rank) for card in first if card.rank is not None]
        end = 12 if sign == "+" else 0
        steps = end - max(moving, default=0) if sign == "+" else min(moving, default=0)
        if not moving:
            self.fail(f"no rank before {sign!r} could move", at)
        if not steps and set(moving) != {end}:
            whole = "AAKK-AAJJ" if sign == "+" else "AA33-AA22"
            name = {12: "ace", 0: "deuce"}.get(self.order[end], "king")
            self.fail(f"all ranks move with {sign!r}, and the {name} cannot: write {whole}", at)
        by = 1 if sign == "+" else -1
        return tuple(self._moved(first, by * step, None) for step in range(steps + 1))

    def _between(self, first: Written, start: int, last: Written, at: int) -> tuple[Written, ...]:
        written = self.text[start : self.at].rstrip()
        if len(first) != len(last) or any(
            a.at_rank(0) != b.at_rank(0) if a.rank is not None and b.rank is not None else a != b
            for a, b in zip(first, last, strict=True)
        ):
            self.fail(f"both ends of a run have the same suits, as AxKx-AxTx: {written!r}", at)
        pairs = zip(first, last, strict=True)
        moves = [self.place(b.rank or 0) - self.place(a.rank or 0) for a, b in pairs]
        by = next((move for move in moves if move), 0)
        if set(moves) - {0, by}:
            self.fail(f"ranks of a run move together, or stay, as AAKK-AAJJ: {written!r}", at)
        move = [bool(each) for each in moves]
        down = 1 if by > 0 else -1
        return tuple(self._moved(first, down * step, move) for step in range(abs(by) + 1))

    def _moved(self, cards: Written, by: int, move: list[bool] | None) -> Written:
        """The cards after some move ``by`` ranks. With ``move`` None, all with a rank move."""
        return tuple(
            card.at_rank(self.order[self.place(card.rank) + by])
            if card.rank is not None and (move is None or move[n])
            else card
            for n, card in enumerate(cards)
        )

    def _written(self) -> Written:
        """The cards of one pattern, at least one."""
        start = self.at
        self._refuse_bare_word()
        cards: list[WrittenCard] = []
        while (card := self._card()) is not None:
            cards.append(card)
            if card.rank is not None and card.suit is not None:
                self.past_blanks()
        text = self.text[start : self.at]
        if not cards:
            self._refuse()
        self._refuse_habits(cards, text, start)
        cards = self._filled(cards, text, start)
        if len(cards) > self.cards:
            hint = ""
            if any(card.bare for card in cards):
                hint = "; a suit is of the rank before it: write AA:xxyy, or AxKxQyJy"
            self.fail(f"{text!r} has {len(cards)} cards, a hole {self.cards}{hint}", start)
        known = [card.among for card in pattern_of(tuple(cards)) if card.among.bit_count() == 1]
        if len(set(known)) < len(known):
            self.fail(f"{text!r} has one card twice", start)
        return tuple(cards)

    def _refuse_bare_word(self) -> None:
        """Refuse ``AAxxds`` and ``JT98r``: a word directly after the cards of a whole hole."""
        match = _BARE_WORD.match(self.text, self.at)
        if match and len(match[1].replace("10", "T")) == self.cards:
            word = match[2].lower()
            word = "rb" if word.startswith("r") else word
            self.fail(f"{match[0]!r} has a word without $; write {match[1]}${word}")

    def _refuse_habits(self, cards: list[WrittenCard], text: str, start: int) -> None:
        """Refuse ``AAKKds`` and ``AKs``, which mean other cards here than in other programs."""
        *front, before, last = [WrittenCard(suit=0), *cards] if len(cards) == 1 else cards
        if all(card.rank is not None and card.suit is None for card in front):
            tail = text[-2:]
            if front and tail.lower() in _HABITS and last.bare:
                self.fail(f"{text!r} ends in two suits; write {text[:-2]}${tail.lower()}", start)
            if (
                not front
                and before.rank is not None
                and last.rank is not None
                and before.suit is None
                and last.suit == 3
            ):
                self.fail(f"{text!r}: write AxKx for two cards of one suit", start)
            if (
                len(front) == 1
                and before.rank is not None
                and before.suit is None
                and tail[-1] == "o"
            ):
                self.fail(f"{text!r}: write AxKy for two cards of two suits", start)

    def _filled(self, cards: list[WrittenCard], text: str, start: int) -> list[WrittenCard]:
        """The cards, where x's at the end that complete the hole stand for any cards.

        Otherwise an ``x`` is the suit of the rank before it, as in ``AxKx``.
        """
        count = len(text) - len(text.rstrip("xX"))
        variables = sum(bool(card.suit_variable) for card in cards)
        if not count or variables > count or all(card.bare for card in cards):
            return cards
        kept = cards[: len(cards) - count + 1]
        if kept[-1].bare:
            kept = kept[:-1]
        else:
            kept[-1] = replace(kept[-1], suit_variable="")
        if len(kept) + count != self.cards:
            if count == 1:
                return cards
            names = text.rstrip("xX")
            self.fail(
                f"{text!r} has {len(kept) + count} cards, a hole {self.cards}: write {names} if "
                f"others are any, {names}{'y' * count} if they are of the suit of {names[-1]}",
                start,
            )
        return [*kept, *[WrittenCard()] * count]

    def _card(self) -> WrittenCard | None:
        """A rank with or without a suit, or a suit alone; None if no card comes next."""
        at = self.at
        card = WrittenCard()
        rank = self.rank()
        here = self.here()
        if rank is not None:
            card = card.at_rank(rank)
        elif here and here in "*?":
            self.at += 1
        elif here and here in RANK_VARIABLES:
            self.at += 1
            card = WrittenCard(rank_variable=here)
        elif here == "[":
            return self._list()
        elif here == "$":
            word = WORD.match(self.text, at)
            if word is None or word[1].lower() not in RANK_WORDS:
                return None
            self.at = word.end()
            card = WrittenCard(ranks=ranks_mask(RANK_WORDS[word[1].lower()]))
        else:
            card = WrittenCard(bare=True)
        suited = self._suit(card)
        return None if suited.bare and suited == card else suited

    def _suit(self, card: WrittenCard) -> WrittenCard:
        """The card with the next suit, if there is one."""
        here = self.here()
        if here and here in SUIT_VARIABLES:
            self.at += 1
            return replace(card, suit_variable=here)
        suit = self.suit()
        if suit is not None:
            return replace(card, suit=suit, suits=suits_mask([suit]))
        if here == "[":
            at = self.at
            listed = self._list()
            if listed.bare:
                return replace(card, suits=listed.suits)
            self.at = at
        return card

    def _list(self) -> WrittenCard:
        """``[A,K,Q]``, ``[A-T]``, ``[T+]``, ``[AsKh]`` or ``[s,h]``, and the suit after ranks."""
        opened = self.at
        self.at += 1
        ranks, suits, cards = 0, 0, 0
        while not self.take("]"):
            at = self.at
            if at >= len(self.text):
                self.fail("'[' is not closed", opened)
            if self.here() == ",":
                self.at += 1
                continue
            rank, suit = self.rank(), self.suit()
            if rank is not None and suit is not None:
                cards |= 1 << 4 * rank + suit
            elif rank is not None:
                ends = sorted([self.place(rank), self.place(self._last_of_span(rank))])
                ranks |= sum(15 << 4 * n for n in self.order[ends[0] : ends[1] + 1])
            elif suit is not None:
                suits |= suits_mask([suit])
            else:
                self.fail(f"{self.text[at]!r} is neither a rank nor a suit of a list", at)
        if bool(ranks) + bool(suits) + bool(cards) != 1:
            what = "is empty" if not (ranks or suits or cards) else "mixes ranks, suits and cards"
            self.fail(
                f"{self.text[opened : self.at]!r} {what}; a list is [A,K], [s,h] or [AsKh]", opened
            )
        if suits:
            return WrittenCard(suits=suits, bare=True)
        card = WrittenCard(ranks=ranks or cards)
        return self._suit(card) if ranks else card

    def _last_of_span(self, first: int) -> int:
        if self.take("+"):
            return self.order[-1]
        if not self.take("-"):
            return first
        self.blanks()
        last = self.rank()
        if last is None:
            self.fail("a span has two ranks: [A-T]")
        return last

    def _refuse(self) -> None:
        """Raise the error for text that is not a card."""
        character = self.here()
        if character == "$":
            self.fail(f"no such word; there are {_words()}")
        if character == "{" or character == "#":
            self.fail(
                f"{character!r} is not in the subset; write conditions such as $np, joined by ':'"
            )
        if character.isalpha():
            self.fail(
                f"{letter(self.text[self.at])} is no card; ranks are {RANKS[::-1]}, variables of "
                f"ranks {RANK_VARIABLES.upper()}, suits shdc, variables of suits {SUIT_VARIABLES}"
            )
        self.fail(
            "a card is missing" if not character else f"{letter(self.text[self.at])} begins no card"
        )


def _words() -> str:
    from .omaha_patterns import WORDS

    return " ".join([f"${word}" for word in WORDS] + [f"${word.upper()}" for word in RANK_WORDS])


def reading_of(run: tuple[Written, ...], cards: int) -> str:
    """How a run was read, in words: ``AA and any 2 others``."""
    names = ["".join(_name(card) for card in written) for written in run]
    others = cards - sum(card != WrittenCard() for card in run[0])
    rest = "" if not others else f" and any {others} others" if others > 1 else " and any other"
    return " ".join(names) + rest


def _name(card: WrittenCard) -> str:
    if card == WrittenCard():
        return ""
    name = card.rank_variable.upper()
    if not name and not card.bare:
        ranks = [RANKS[rank] for rank in range(12, -1, -1) if card.ranks >> 4 * rank & 15]
        whole = all(card.ranks >> 4 * RANKS.index(rank) & 15 == 15 for rank in ranks)
        if not whole:
            ranks = [CARDS[n] for n in range(51, -1, -1) if card.ranks >> n & 1]
        name = "*" if len(ranks) == 13 and whole else _listed(ranks)
    suits = [SUITS[suit] for suit in range(3, -1, -1) if card.suits >> suit & 1]
    return name + (card.suit_variable or ("" if len(suits) == 4 else _listed(suits)))


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"[{''.join(names)}]"


def pattern_of(cards: Written) -> Pattern:
    """The pattern of written cards. Variables differ from all ranks and suits written in it."""
    ranks = sum({card.ranks for card in cards if card.rank is not None})
    suits = sum({card.suits for card in cards if card.suit is not None})
    return tuple(
        Card(
            (card.ranks & ~ranks if card.rank_variable else card.ranks)
            & (card.suits & ~suits if card.suit_variable else card.suits),
            card.rank_variable,
            card.suit_variable,
        )
        for card in cards
    )
