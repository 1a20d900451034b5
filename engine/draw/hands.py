"""Hands of five-card draw: what each draws to, and what players usually throw away.

A draw keeps four cards. A four-flush is four cards of one suit. Four ranks in a row are open-ended
if a rank at either end makes a straight; if only one rank does, they are an inside straight.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..cards.layout import Cards, Layout, as_rows
from ..cards.suit_symmetry import choose
from ..cards.text import RANKS
from ..cards.texture import STRAIGHT_SETS
from ..hands.classes import hand_classes
from ..hands.evaluate import class_ids
from .exchange import HANDS, all_hands

# A hand is usually played as the first of these that it is.
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

Flags = npt.NDArray[np.bool_]
# The ladder of hands by which draw players think, best first.
RUNGS = (
    "straight or better",
    "three of a kind",
    "two pair",
    *(2 * rank for rank in reversed(RANKS)),
    *(f"{rank} high" for rank in reversed(RANKS[5:])),
)
THREES, TWO_PAIR, ACES, ACE_HIGH = 1, 2, 3, 16

Entries = npt.NDArray[np.uint32]


@dataclass(frozen=True)
class DrawHands:
    """What n hands are and draw to."""

    class_id: npt.NDArray[np.uint16]  # (n,) uint16
    category: npt.NDArray[np.uint8]  # (n,) uint8, 1 straight flush .. 9 high card
    # (n,) int8, the rank of its highest pair, three or four of a kind: 0..12; -1 if it has none
    pair_rank: npt.NDArray[np.int8]
    kicker: npt.NDArray[np.int8]  # (n,) int8, the highest rank that stands alone; -1 if none does
    four_flush: Flags  # (n,) bool, whether four cards, and not five, are of one suit
    # (n,) bool, whether four of its cards are one rank short of a straight, which either of two
    # ranks, or only one, would complete. At most one of the two; neither if the hand is a straight.
    open_ended: Flags
    inside_straight: Flags
    # (n,) bool, whether four cards of one suit, and not five, are one rank short of a straight,
    # even if the fifth card completes it.
    four_straight_flush: Flags
    # (n,) uint8, the index in ``DRAWS`` of what it is usually played as
    draw: npt.NDArray[np.uint8]
    # (n,) uint8, what is usually thrown away, bit i for place i: nothing of a straight or better;
    # the odd cards beside pairs, three and four of a kind; the card outside a four-flush or an
    # open-ended straight; all but an ace or king; else all.
    usual_discard: npt.NDArray[np.uint8]


def draw_hands(cards: Cards, *, layout: Layout | None = None) -> DrawHands:
    """What each hand is and draws to.

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

    is_open_ended: Flags = np.asarray(open_ended.any(axis=1))
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
def hand_table() -> Entries:
    """An entry for each hand, by the colex rank of its ascending cards; made once, in 0.1 s.

    Returns (2598960,) uint32: bits 0-12 are the class, 13-17 the index in ``RUNGS``, 18 four-flush,
    19 open-ended, and 20-24 the places of the ascending hand that are usually thrown away, as in
    :mod:`.hands`. Read-only.
    """
    from .exchange_kernels import fill_table

    columns = all_hands()
    table = np.empty(HANDS, np.uint32)
    fill_table(columns, class_ids(columns), rung_of_class(), table)
    table.flags.writeable = False
    return table


@functools.cache
def rung_of_class() -> npt.NDArray[np.uint8]:
    """The index in ``RUNGS`` of each class, ``(7463,)``; index 0 is not used. Read-only."""
    classes = hand_classes()
    category, top = classes.category.astype(np.int64), classes.ranks[:, 0].astype(np.int64)
    rungs = np.select(
        [category <= 5, category == 6, category == 7, category == 8],
        [0, THREES, TWO_PAIR, ACES + 12 - top],
        ACE_HIGH + 12 - top,
    )
    found = np.concatenate([[0], rungs]).astype(np.uint8)
    found.flags.writeable = False
    return found


def entries(hands: npt.NDArray[np.uint8]) -> Entries:
    """The entry in the table of each hand, ``(n, 5)`` cards in any order. They are not checked."""
    from .exchange_kernels import look_up

    found = np.empty(len(hands), np.uint32)
    look_up(hands, hand_table(), choose(), found)
    return found
