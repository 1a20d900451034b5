"""Patterns of cards, and which holes have them: ``AA``, ``AxKx``, ``RROO``, ``xxyy``.

A hole has a pattern if each card of the pattern stands for another card of the hole; the hole may
have more. A variable is one rank, or one suit, wherever it stands in a pattern, and different
variables are different ones.

Ranges are written here, too, in a fixed order. Weights from the largest to the smallest; of one
weight whole ranks (``AA``, ``KKQ[Q-2]``), ranks of one suitedness (``AAKK$ds``), suits of some
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
    """A card of a pattern: one of some cards, and what it has in common with others."""

    among: int = ANY  # a bit for each card
    rank: str = ""  # a variable
    suit: str = ""

    def of_rank(self) -> Card:
        """What this says of the rank alone."""
        ranks = sum(15 << 4 * rank for rank in range(13) if self.among >> 4 * rank & 15)
        return Card(ranks, self.rank)

    def of_suit(self) -> Card:
        """What this says of the suit alone."""
        columns = [sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)]
        return Card(sum(column for column in columns if self.among & column), "", self.suit)


Pattern = tuple[Card, ...]


def fits_in_order(pattern: Pattern, cards: U8) -> Bool:
    """Which columns ``(c, n)`` have each card of a pattern in its place."""
    found = np.ones(cards.shape[1], np.bool_)
    for card, own in zip(pattern, cards, strict=True):
        if card.among != Card().among:
            among = np.array([card.among >> n & 1 for n in range(52)], np.bool_)
            found &= among[own]
    for (one, mine), (other, theirs) in combinations(zip(pattern, cards, strict=True), 2):
        if one.rank and other.rank:
            found &= (mine >> 2 == theirs >> 2) == (one.rank == other.rank)
        if one.suit and other.suit:
            found &= (mine & 3 == theirs & 3) == (one.suit == other.suit)
    return found


@functools.lru_cache(maxsize=256)
def lists_with(pattern: Pattern, cards: int) -> tuple[Bool, Bool]:
    """The lists of ranks and of suits that a hole of so many cards must have to have a pattern."""
    lists = hole_lists(cards)
    ranks = _found(4 * lists.ranks, _demands(map(Card.of_rank, pattern)))
    return ranks, _found(lists.suits, _demands(map(Card.of_suit, pattern)))


def has_pattern(block: Block, pattern: Pattern) -> Bool:
    """Which holes of a block have a pattern, ``(n,)``."""
    ranks, suits = lists_with(pattern, block.holes.shape[1])
    found: Bool = ranks[block.rank_list] & suits[block.suit_list]
    if _demands(map(Card.of_rank, pattern)) and _demands(map(Card.of_suit, pattern)):
        rows = np.flatnonzero(found)
        found[rows] = _found(block.holes[rows], _demands(pattern))
    return found


def _demands(cards: Iterable[Card]) -> Pattern:
    """The cards that are not just any, those that are the same side by side."""
    return tuple(sorted((card for card in cards if card != Card()), key=_order))


def _order(card: Card) -> tuple[int, int, str, str]:
    """What leaves the fewest cards comes first."""
    return card.among.bit_count(), card.among, card.rank, card.suit


def _found(holes: U8, pattern: Pattern) -> Bool:
    """Which rows ``(n, k)`` have all cards of a pattern, each in a place of its own."""
    found = np.zeros(len(holes), np.bool_)
    among = np.array([[card.among >> n & 1 for n in range(52)] for card in pattern], np.bool_)
    _search(holes, pattern, among, np.arange(len(holes)), (), found)
    return found


def _search(
    holes: U8,
    pattern: Pattern,
    among: Bool,
    rows: npt.NDArray[np.intp],
    places: tuple[int, ...],
    found: Bool,
) -> None:
    """Give the next card of a pattern each place that is left, in the rows that allow it."""
    step = len(places)
    if step == len(pattern):
        found[rows] = True
        return
    card = pattern[step]
    # Cards that say the same are given places in one order only.
    first = places[-1] + 1 if step and pattern[step - 1] == card else 0
    for place in range(first, holes.shape[1]):
        if place in places:
            continue
        cards = holes[rows, place]
        fits = among[step][cards] & ~found[rows]
        for other, at in zip(pattern, places, strict=False):
            if card.rank and other.rank:
                fits &= (holes[rows, at] >> 2 == cards >> 2) == (card.rank == other.rank)
            if card.suit and other.suit:
                fits &= (holes[rows, at] & 3 == cards & 3) == (card.suit == other.suit)
        left = rows[fits]
        if len(left):
            _search(holes, pattern, among, left, (*places, place), found)


@dataclass(frozen=True)
class _Word:
    about: str
    suits: Callable[[tuple[int, ...]], bool] | None = None  # by how many cards a suit has, twos on
    ranks: Callable[[tuple[int, ...]], bool] | None = None  # by how many cards a rank has, twos on
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
    """How many there are of each that is there twice or more, the most first."""
    values = row.tolist()
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    return tuple(count for count in counts if count > 1)


def _in_a_row(ranks: U8, width: int) -> Bool:
    """Whether ranks, all of them different, are within so many and no fewer; the ace is low too."""
    high = ranks.astype(np.int64)
    low = np.sort(np.where(high == 12, -1, high), axis=1)
    different = (np.diff(high, axis=1) > 0).all(axis=1)
    spans = [found[:, -1] - found[:, 0] + 1 == width for found in (high, low)]
    found: Bool = different & (spans[0] | spans[1])
    return found


_VARIABLES = "xyzw"


def format_omaha_range(range_: OmahaRange) -> str:
    """A range as text, the same for the same weights; of the empty range the empty text.

    Reading the text gives the same holes and weights, bit by bit.

    Examples
    --------
    >>> from .omaha_parser import parse_omaha_range
    >>> format_omaha_range(parse_omaha_range("AxAyxy, AxKxQyJy@50, KK!A"))
    'KK[K-2][K-2],AA$ds,AxKxQyJy@50'
    """
    return ",".join(parts_of(range_))


def parts_of(range_: OmahaRange) -> Iterator[str]:
    """The parts of that text."""
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
    found = lists.numbers_of_ranks(holes >> np.uint8(2))
    suitedness = totals.suitedness[lists.numbers_of_suits(np.sort(holes & np.uint8(3), axis=1))]
    counts = np.zeros(totals.holes.shape, np.int64)
    np.add.at(counts, (suitedness, found), 1)

    whole = counts.sum(axis=0) == totals.holes.sum(axis=0)
    yield from _rank_texts(cards, whole, np.ones(len(whole), np.bool_))
    done = whole[found]
    for number, name in enumerate(totals.names):
        full = (counts[number] == totals.holes[number]) & (totals.holes[number] > 0)
        if (full & ~whole).any():
            for text in _rank_texts(cards, full, totals.holes[number] > 0, ~whole):
                yield text + name if name[0] == "$" or text else name[1:]
        done |= full[found] & (suitedness == number)
    yield from _suit_texts(holes[~done])


class _Totals(NamedTuple):
    """How many holes there are of each suitedness and list of ranks."""

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
    """Texts of lists of ranks: ``meant`` are those of them that are ``there`` at all.

    Those that are not ``needed`` may be written, too.
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
    """One of some descending ranks: ``K``, ``[K-2]``, ``[KQ9]``."""
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
    """Texts of holes: with variables where all that are the same up to suits are there."""
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
