"""Patterns of cards, and which holes have them: ``AA``, ``AxKx``, ``RROO``, ``xxyy``.

A hole has a pattern if each card of the pattern matches a different card of the hole; the hole may
have more cards. A variable is the same rank, or suit, wherever it stands in a pattern, and
different variables are different ranks or suits.

Ranges are also written here, in a fixed order: weights from the largest to the smallest, and within
a weight whole ranks (``AA``, ``KKQ[Q-2]``), ranks of one suitedness (``AAKK$ds``), suits of some
ranks (``AxKxQyJy``), and single holes; each along the ranks, the ace first.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.boards import suit_images
from ..cards.text import RANKS, format_hand
from ..signatures import I64, U8, Bool
from .dialects import plain
from .omaha_holes import Block, OmahaRange, hole_lists, hole_numbers

ANY = (1 << 52) - 1
RANK_WORDS = {
    "r": "AKQJT",
    "b": "AKQJ",
    "f": "KQJ",
    "n": "KQJT9",
    "m": "T987",
    "z": "65432",
    "l": "A8765432",
    "w": "A5432",
}


@dataclass(frozen=True)
class Card:
    """A card of a pattern: a set of cards, and the variables that it shares with others."""

    among: int = ANY  # a bit for each card
    rank: str = ""  # a variable
    suit: str = ""  # a variable

    def of_rank(self) -> Card:
        """The condition on the rank alone."""
        ranks = sum(15 << 4 * rank for rank in range(13) if self.among >> 4 * rank & 15)
        return Card(ranks, self.rank)

    def of_suit(self) -> Card:
        """The condition on the suit alone."""
        columns = [sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)]
        return Card(sum(column for column in columns if self.among & column), "", self.suit)


Pattern = tuple[Card, ...]


def fits_in_order(pattern: Pattern, cards: U8) -> Bool:
    """Which columns ``(c, n)`` have each card of a pattern in its place."""
    fits = np.ones(cards.shape[1], np.bool_)
    for card, column in zip(pattern, cards, strict=True):
        if card.among != Card().among:
            among = np.array([card.among >> n & 1 for n in range(52)], np.bool_)
            fits &= among[column]
    for (first, a), (second, b) in combinations(zip(pattern, cards, strict=True), 2):
        if first.rank and second.rank:
            fits &= (a >> 2 == b >> 2) == (first.rank == second.rank)
        if first.suit and second.suit:
            fits &= (a & 3 == b & 3) == (first.suit == second.suit)
    return fits


@functools.lru_cache(maxsize=256)
def lists_with(pattern: Pattern, cards: int) -> tuple[Bool, Bool]:
    """The lists of ranks, and of suits, of holes of so many cards that may have a pattern."""
    lists = hole_lists(cards)
    ranks = _matching(4 * lists.ranks, _demands(map(Card.of_rank, pattern)))
    return ranks, _matching(lists.suits, _demands(map(Card.of_suit, pattern)))


def has_pattern(block: Block, pattern: Pattern) -> Bool:
    """Which holes of a block have a pattern, ``(n,)``."""
    ranks, suits = lists_with(pattern, block.holes.shape[1])
    matching: Bool = ranks[block.rank_list] & suits[block.suit_list]
    if _demands(map(Card.of_rank, pattern)) and _demands(map(Card.of_suit, pattern)):
        rows = np.flatnonzero(matching)
        matching[rows] = _matching(block.holes[rows], _demands(pattern))
    return matching


def _demands(cards: Iterable[Card]) -> Pattern:
    """The cards that are not just any card, with equal ones side by side."""
    return tuple(sorted((card for card in cards if card != Card()), key=_order))


def _order(card: Card) -> tuple[int, int, str, str]:
    """A key by which the card that allows the fewest cards comes first."""
    return card.among.bit_count(), card.among, card.rank, card.suit


def _matching(holes: U8, pattern: Pattern) -> Bool:
    """Which rows ``(n, k)`` have all cards of a pattern, each in a different place."""
    matching = np.zeros(len(holes), np.bool_)
    among = np.array([[card.among >> n & 1 for n in range(52)] for card in pattern], np.bool_)
    _search(holes, pattern, among, np.arange(len(holes)), (), matching)
    return matching


def _search(
    holes: U8,
    pattern: Pattern,
    among: Bool,
    rows: npt.NDArray[np.intp],
    places: tuple[int, ...],
    matching: Bool,
) -> None:
    """Try the next card of a pattern in each free place, in the rows that allow it."""
    step = len(places)
    if step == len(pattern):
        matching[rows] = True
        return
    card = pattern[step]
    # Equal cards take places in ascending order only.
    first = places[-1] + 1 if step and pattern[step - 1] == card else 0
    for place in range(first, holes.shape[1]):
        if place in places:
            continue
        cards = holes[rows, place]
        fits = among[step][cards] & ~matching[rows]
        for other, at in zip(pattern, places, strict=False):
            if card.rank and other.rank:
                fits &= (holes[rows, at] >> 2 == cards >> 2) == (card.rank == other.rank)
            if card.suit and other.suit:
                fits &= (holes[rows, at] & 3 == cards & 3) == (card.suit == other.suit)
        left = rows[fits]
        if len(left):
            _search(holes, pattern, among, left, (*places, place), matching)


@dataclass(frozen=True)
class _Word:
    about: str
    suits: Callable[[tuple[int, ...]], bool] | None = None  # by the counts of suits, from two on
    ranks: Callable[[tuple[int, ...]], bool] | None = None  # by the counts of ranks, from two on
    gaps: int | None = None


WORDS = {
    "ds": _Word("double-suited", suits=lambda counts: counts == (2, 2)),
    "ss": _Word("single-suited", suits=lambda counts: counts == (2,)),
    "ts": _Word("three of one suit", suits=lambda counts: counts == (3,)),
    "rb": _Word("rainbow", suits=lambda counts: not counts),
    "np": _Word("no pair", ranks=lambda counts: not counts),
    "op": _Word("one pair", ranks=lambda counts: counts == (2,)),
    "tp": _Word("two pair", ranks=lambda counts: counts == (2, 2)),
    "nt": _Word("no three of a rank", ranks=lambda counts: max(counts, default=0) < 3),
    "0g": _Word("ranks in a row", gaps=0),
    "1g": _Word("ranks in a row but for one", gaps=1),
    "2g": _Word("ranks in a row but for two", gaps=2),
    "ms": _Word("all of one suit"),
}
WORD = re.compile(rf"\$({'|'.join((*WORDS, *RANK_WORDS))})", re.IGNORECASE | re.ASCII)


@functools.cache
def lists_of(word: str, cards: int) -> tuple[Bool | None, Bool | None]:
    """The lists of ranks and of suits that a word of ``WORDS`` means; None for all lists."""
    lists, meant = hole_lists(cards), WORDS[word]
    if meant.suits:
        return None, np.array([meant.suits(_counts(row)) for row in lists.suits])
    if meant.ranks:
        return np.array([meant.ranks(_counts(row)) for row in lists.ranks]), None
    if meant.gaps is not None:
        return _in_a_row(lists.ranks, cards + meant.gaps), None
    return None, lists.suits[:, 0] == lists.suits[:, -1]


def suitedness_of(suits: Sequence[int]) -> str:
    """How a hole of these suits is suited, as a condition: ``$ds``, or ``:xxxyy``."""
    counts = sorted((suits.count(suit) for suit in set(suits)), reverse=True)
    if len(counts) == 1:
        return "$ms"
    twos = tuple(count for count in counts if count > 1)
    known = (name for name, word in WORDS.items() if word.suits and word.suits(twos))
    letters = "".join(letter * count for letter, count in zip("xyzw", counts, strict=False))
    return next((f"${name}" for name in known), f":{letters}")


def _counts(row: U8) -> tuple[int, ...]:
    """The counts of values that are there twice or more, the largest first."""
    values = row.tolist()
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    return tuple(count for count in counts if count > 1)


def _in_a_row(ranks: U8, width: int) -> Bool:
    """Which rows have different ranks that span exactly ``width``; the ace may also be low."""
    high = ranks.astype(np.int64)
    low = np.sort(np.where(high == 12, -1, high), axis=1)
    different = (np.diff(high, axis=1) > 0).all(axis=1)
    spans = [rows[:, -1] - rows[:, 0] + 1 == width for rows in (high, low)]
    in_a_row: Bool = different & (spans[0] | spans[1])
    return in_a_row


_VARIABLES = "xyzw"


def format_omaha_range(range_: OmahaRange) -> str:
    """A range as text; the empty range is the empty text. Equal weights give the same text.

    Reading the text gives the same holes and weights, bit by bit.

    Examples
    --------
    >>> from .omaha_parser import parse_omaha_range
    >>> format_omaha_range(parse_omaha_range("AxAyxy, AxKxQyJy@50, KK!A"))
    'KK[K-2][K-2],AA$ds,AxKxQyJy@50'
    """
    return ",".join(parts_of(range_))


def parts_of(range_: OmahaRange) -> Iterator[str]:
    """The parts of the text of a range."""
    for weight in np.unique(range_.weights)[::-1].tolist():
        texts = _texts(range_.holes[range_.weights == weight])
        if weight == 1:
            yield from texts
        else:
            parts = list(texts)
            mark = f"@{plain(Decimal(repr(weight)).scaleb(2))}"
            yield parts[0] + mark if len(parts) == 1 else f"({','.join(parts)}){mark}"


def _texts(holes: U8) -> Iterator[str]:
    """The parts that mean these holes."""
    cards = holes.shape[1]
    if len(holes) == comb(52, cards):
        yield "*"
        return
    lists, totals = hole_lists(cards), _totals(cards)
    rank_lists = lists.numbers_of_ranks(holes >> np.uint8(2))
    suitedness = totals.suitedness[lists.numbers_of_suits(np.sort(holes & np.uint8(3), axis=1))]
    counts = np.zeros(totals.holes.shape, np.int64)
    np.add.at(counts, (suitedness, rank_lists), 1)

    whole = counts.sum(axis=0) == totals.holes.sum(axis=0)
    yield from _rank_texts(cards, whole, np.ones(len(whole), np.bool_))
    done = whole[rank_lists]
    for number, name in enumerate(totals.names):
        full = (counts[number] == totals.holes[number]) & (totals.holes[number] > 0)
        if (full & ~whole).any():
            for text in _rank_texts(cards, full, totals.holes[number] > 0, ~whole):
                yield text + name if name[0] == "$" or text else name[1:]
        done |= full[rank_lists] & (suitedness == number)
    yield from _suit_texts(holes[~done])


class _Totals(NamedTuple):
    """The number of holes of each suitedness and list of ranks."""

    names: tuple[str, ...]  # of suitedness: "$ds", ":xxxyy"
    suitedness: npt.NDArray[np.intp]  # (s,): of each list of suits
    holes: I64  # (names, r)


@functools.cache
def _totals(cards: int) -> _Totals:
    lists = hole_lists(cards)
    names = [suitedness_of(row) for row in lists.suits.tolist()]
    known = tuple(dict.fromkeys(names))
    suitedness = np.array([known.index(name) for name in names])
    holes = np.zeros((len(known), len(lists.ranks)), np.int64)
    for shape in lists.shapes:
        counts = np.bincount(suitedness[shape.suit_list], minlength=len(known))
        holes[:, shape.lists] = counts[:, None]
    return _Totals(known, suitedness, holes)


# ---------------------------------------------------------------- ranks


def _rank_texts(cards: int, meant: Bool, there: Bool, needed: Bool | None = None) -> Iterator[str]:
    """Texts for the lists of ranks that are ``meant``, of those that are ``there`` at all.

    Lists that are meant but not ``needed`` may be written or not.
    """
    needed = meant if needed is None else meant & needed
    # From the highest rank down, so that lists with the same first ranks are side by side.
    ranks = hole_lists(cards).ranks[:, ::-1]
    order = np.lexsort(ranks.T[::-1])[::-1]
    order = order[there[order]]
    yield from _below(ranks[order], meant[order], needed[order], 0)


def _below(ranks: U8, meant: Bool, needed: Bool, depth: int) -> Iterator[str]:
    """Texts of lists that have the first ``depth`` ranks in common."""
    if not needed.any():
        return
    cards = ranks.shape[1]
    first = "".join(RANKS[rank] for rank in ranks[0, :depth])
    if meant.all():
        top = ranks[0, depth - 1] if depth else 12
        below = "" if top == 12 else _span([*range(top, -1, -1)]) * (cards - depth)
        yield first + below
    elif depth == cards - 1:
        yield first + _span(ranks[meant, depth].tolist())
    else:
        starts = np.flatnonzero(np.diff(ranks[:, depth].astype(np.int64), prepend=99))
        for start, stop in zip(starts, [*starts[1:], len(ranks)], strict=True):
            part = slice(int(start), int(stop))
            yield from _below(ranks[part], meant[part], needed[part], depth + 1)


def _span(ranks: list[int]) -> str:
    """Text for one of some descending ranks: ``K``, ``[K-2]``, ``[KQ9]``."""
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and runs[-1][-1] == rank + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    names = [
        f"{RANKS[run[0]]}-{RANKS[run[-1]]}" if len(run) > 2 else "".join(RANKS[n] for n in run)
        for run in runs
    ]
    return RANKS[ranks[0]] if len(ranks) == 1 else f"[{','.join(names)}]"


# ---------------------------------------------------------------- suits


def _suit_texts(holes: U8) -> Iterator[str]:
    """Texts of holes: with variables if all that are the same up to suits are there."""
    images = np.stack([hole_numbers(np.sort(image[holes], axis=1)) for image in suit_images()])
    same = images.min(axis=0)
    sizes = len(images) // (images == same).sum(axis=0)
    _, hand, counts = np.unique(same, return_inverse=True, return_counts=True)
    full = counts[hand] == sizes
    lowest = full & (images[0] == same)
    order = np.lexsort(holes.T)[::-1]  # by the highest card, then the next
    for hole in holes[order[lowest[order]], ::-1].tolist():
        suits = list(dict.fromkeys(card & 3 for card in hole))
        yield "".join(RANKS[card >> 2] + _VARIABLES[suits.index(card & 3)] for card in hole)
    for hole in holes[order[~full[order]], ::-1]:
        yield format_hand(hole)
