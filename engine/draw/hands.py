"""Hands of five-card draw: what each draws to, and what players usually discard.

A draw keeps four cards. A four-flush is four cards of one suit. Four ranks in a row are open-ended
if a rank at either end makes a straight; if only one rank does, they are an inside straight.

Thresholds to open, raise and raise again in games with an ante follow one rule. A player bets or
raises with a hand that is best with a chance of at least 1/2. A hand counts as its top percent k,
and the chances to beat each opponent are multiplied:

- an opponent who has bet or raised with the top a: 1 - k / a;
- one who has checked, and so is not in the top a: (100 - k) / (100 - a), at most 1;
- one who is yet to act: 1 - k / 100.

Opponents who have folded are left out. With a weaker hand a player checks if no one has bet, and
otherwise folds. The whole-number rule takes the largest whole k with a product above 1/2 (two
players: at least 1/2) for every threshold; the continuous rule takes the k with a product of 1/2.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

import numpy as np

from ..cards.layout import Cards, Layout, as_rows
from ..cards.suit_symmetry import choose
from ..cards.text import RANKS
from ..cards.texture import STRAIGHT_SETS
from ..hands.classes import hand_classes
from ..hands.evaluate import class_ids
from ..signatures import I8, U8, U16, U32, Bool, frozen
from .exchange import HANDS, all_hands

# A hand is usually played as the first of these that applies.
DRAWS = (
    "pat",  # a straight or better but four of a kind
    "four of a kind",
    "three of a kind",
    "two pair",
    "pair",
    "four-flush",
    "open-ended",
    "ace or king high",
    "nothing",
)

# The ladder of hands that draw players think in, best first.
RUNGS = (
    "straight or better",
    "three of a kind",
    "two pair",
    *(2 * rank for rank in reversed(RANKS)),
    *(f"{rank} high" for rank in reversed(RANKS[5:])),
)
THREES, TWO_PAIR, ACES, ACE_HIGH = 1, 2, 3, 16


@dataclass(frozen=True)
class DrawHands:
    """The kinds of n hands, and what they draw to."""

    class_id: U16  # (n,) uint16
    category: U8  # (n,) uint8, 1 straight flush .. 9 high card
    # (n,) int8, the rank of the highest pair, three or four of a kind: 0..12; -1 without one
    pair_rank: I8
    kicker: I8  # (n,) int8, the highest unpaired rank; -1 without one
    four_flush: Bool  # (n,) bool, whether four cards, and not five, are of one suit
    # (n,) bool, whether four of the cards are one rank short of a straight that either of two
    # ranks, or only one, would complete. At most one of the two; neither if the hand is a straight.
    open_ended: Bool
    inside_straight: Bool
    # (n,) bool, whether four cards of one suit, and not five, are one rank short of a straight,
    # even if the fifth card completes it.
    four_straight_flush: Bool
    # (n,) uint8, the index in ``DRAWS`` of what it is usually played as
    draw: U8
    # (n,) uint8, the usual discard, bit i for place i: nothing of a straight or better; the odd
    # cards beside pairs, three and four of a kind; the card outside a four-flush or an open-ended
    # straight; all but an ace or king; otherwise all cards.
    usual_discard: U8


def draw_hands(cards: Cards, *, layout: Layout | None = None) -> DrawHands:
    """The kind of each hand, and what it draws to.

    ``cards``: (n, 5) or (5, n) uint8, or a list of arrays, hands of five cards 0..51. Raises
    CardError if the array has another shape or type, or for the first hand that cannot be dealt.
    """
    hands = as_rows(cards, layout, (5,), "hands")
    ids = class_ids(hands, layout="rows")
    category = hand_classes().category[ids.astype(np.int64) - 1]
    ranks, suits = (hands >> 2).astype(np.int64), hands & 3
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    pair_rank = np.where(alike > 1, ranks, -1).max(axis=1)
    kicker = np.where(alike == 1, ranks, -1).max(axis=1)
    of_suit = (suits[:, :, None] == suits[:, None, :]).sum(axis=2)
    is_straight = np.isin(category, (1, 5))

    bits = 1 << ranks
    open_ended = np.zeros((len(hands), 5), np.bool_)  # by the place of the card left out
    one_short = open_ended.copy()
    four_straight_flush = np.zeros(len(hands), np.bool_)
    for left_out, kept in zip(reversed(range(5)), combinations(range(5), 4), strict=True):
        held = np.bitwise_or.reduce(bits[:, kept], axis=1)
        four = np.bitwise_count(held) == 4
        completing = sum((held & run == held).astype(np.int64) for run in STRAIGHT_SETS)
        open_ended[:, left_out] = four & (completing == 2) & ~is_straight
        one_short[:, left_out] = four & (completing == 1) & ~is_straight
        one_suit = (suits[:, kept] == suits[:, kept[:1]]).all(axis=1)
        four_straight_flush |= one_suit & four & (completing > 0)
    five_of_a_suit = of_suit[:, 0] == 5
    four_flush = (of_suit == 4).any(axis=1)

    is_open_ended: Bool = np.asarray(open_ended.any(axis=1))
    high = ranks.max(axis=1)
    chosen = [
        (np.isin(category, (1, 3, 4, 5)), np.zeros_like(alike, np.bool_)),
        *((category == c, alike == 1) for c in (2, 6, 7, 8)),
        (four_flush, of_suit != 4),
        (is_open_ended, open_ended),
        (high >= 11, ranks != high[:, None]),
    ]
    draw = np.select([when for when, _ in chosen], range(len(chosen)), len(chosen))
    thrown = np.select(
        [when[:, None] for when, _ in chosen], [what for _, what in chosen], np.True_
    )
    return DrawHands(
        class_id=ids,
        category=category,
        pair_rank=pair_rank.astype(np.int8),
        kicker=kicker.astype(np.int8),
        four_flush=four_flush,
        open_ended=is_open_ended,
        inside_straight=np.asarray(one_short.any(axis=1)) & ~is_open_ended,
        four_straight_flush=four_straight_flush & ~five_of_a_suit,
        draw=draw.astype(np.uint8),
        usual_discard=(thrown << np.arange(5)).sum(axis=1).astype(np.uint8),
    )


@functools.cache
def hand_table() -> U32:
    """An entry for each hand, by the colex rank of its ascending cards; made once, in 0.1 s.

    Returns (2598960,) uint32: bits 0-12 are the class, 13-17 the index in ``RUNGS``, 18 four-flush,
    19 open-ended, and 20-24 the places of the ascending hand that are usually discarded, as in
    :mod:`.hands`. Read-only.
    """
    from .exchange_kernels import fill_table

    columns = all_hands()
    table = np.empty(HANDS, np.uint32)
    fill_table(columns, class_ids(columns), rung_of_class(), table)
    return frozen(table)


@functools.cache
def rung_of_class() -> U8:
    """The index in ``RUNGS`` of each class, ``(7463,)``; index 0 is not used. Read-only."""
    classes = hand_classes()
    category, top = classes.category.astype(np.int64), classes.ranks[:, 0].astype(np.int64)
    rungs = np.select(
        [category <= 5, category == 6, category == 7, category == 8],
        [0, THREES, TWO_PAIR, ACES + 12 - top],
        ACE_HIGH + 12 - top,
    )
    return frozen(np.concatenate([[0], rungs]).astype(np.uint8))


def entries(hands: U8) -> U32:
    """The entry in the table of each hand, ``(n, 5)`` cards in any order. They are not checked."""
    from .exchange_kernels import look_up

    entries = np.empty(len(hands), np.uint32)
    look_up(hands, hand_table(), choose(), entries)
    return entries


T = TypeVar("T", float, Fraction)

MOST_BETS = 4
_BISECTIONS = 50


@dataclass(frozen=True)
class Opening:
    """A player's threshold after the actions of those before him."""

    players: int
    line: str  # the actions so far, a letter for each player: c checks, b bets, r raises, f folds
    action: str  # ``bet`` if nobody has bet, else ``raise``
    whole_percent: int  # the top percent of hands that do it, by the whole-number rule; 0 if none
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
        opening = Opening(
            players=players,
            line=line,
            action="raise" if "b" in line else "bet",
            whole_percent=_largest_whole(players, line, whole),
            percent=_continuous(players, line, exact),
        )
        yield opening
        if len(line) == players - 1:
            continue
        bets = line.count("b") + line.count("r")
        aggressive = "r" if bets else "b"
        for letter in (aggressive, "f" if bets else "c"):
            # Nobody raises without any hand, and there is no threshold after the last bet.
            if letter == aggressive and (opening.whole_percent == 0 or bets + 1 == most_bets):
                continue
            lines.append(
                (line + letter, (*whole, opening.whole_percent), (*exact, opening.percent))
            )


def _largest_whole(players: int, line: str, thresholds: Sequence[int]) -> int:
    """The largest whole percent with which the product is above 1/2."""
    half = Fraction(1, 2)
    tops = [Fraction(threshold) for threshold in thresholds]
    whole = 0
    for percent in range(1, 101):
        product = _product(players, line, tops, Fraction(percent))
        if product < half or (product == half and players > 2):
            break
        whole = percent
    return whole


def _continuous(players: int, line: str, thresholds: Sequence[float]) -> float:
    """The percent at which the product, falling from 1 to 0, is 1/2, to ten decimals."""
    low, high = 0.0, 100.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if _product(players, line, thresholds, middle) > 0.5:
            low = middle
        else:
            high = middle
    return round(high, 10)


def _product(players: int, line: str, thresholds: Sequence[T], percent: T) -> T:
    """The chance that a hand just inside the top percent is the best."""
    zero = 0 * percent
    # Not a power, whose last bit depends on the system's library.
    product = zero + 1
    for _ in range(players - len(line) - 1):
        product *= 1 - percent / 100
    for letter, threshold in zip(line, thresholds, strict=True):
        if letter in "br":
            product *= max(1 - percent / threshold, zero)
        elif letter == "c":
            product *= min(zero + 1, (100 - percent) / (100 - threshold))
    return product
