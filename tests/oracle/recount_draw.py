"""The tables of five-card draw counted a second time: draws are dealt, one after the other.

The tests compare these numbers with what the engine made, which deals no
draw. Nothing here is shared with it: hands are ranked by :mod:`.recount`, which is asked once for
each of the 6,175 rank multisets, and canonical hands come from :mod:`.recount_boards`, which lists
all 2,598,960.

A card has a *key*, and a hand the sum of its cards' keys, whatever their order: how many cards it
has of the seven lower ranks, read to base five, the same of the six higher ones, and of each suit.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oracle import recount
from oracle.recount_boards import Boards
from oracle.recount_holdem import card_images

Cards = npt.NDArray[np.uint8]
Classes = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

HANDS = 2_598_960
CATEGORIES = 9
MEASURES = CATEGORIES + 2  # draws by category, strength, ties

_LOWER_BITS, _HIGHER_BITS = 17, 14
_PACKED_BITS = 6  # a category of 47 draws
_AT_A_TIME = 1 << 16  # draws: what fits the cache is twice as fast


# Hands by key


class _Ranking(NamedTuple):
    """The class at ``lower[] + higher[] + flush[]``, by the three parts of a key."""

    lower: npt.NDArray[np.int32]
    higher: npt.NDArray[np.int32]
    flush: npt.NDArray[np.int32]
    classes: Classes


@cache
def card_keys() -> Ints:
    """The key of each card, ``(52,)``."""
    ranks, suits = np.divmod(np.arange(52), 4)
    lower = np.where(ranks < 7, 5**ranks, 0)
    higher = np.where(ranks < 7, 0, 5 ** np.maximum(ranks - 7, 0))
    keys: Ints = lower | higher << _LOWER_BITS | 1 << _LOWER_BITS + _HIGHER_BITS + 3 * suits
    return keys


def classes_of(keys: Ints) -> Classes:
    """The classes of hands of five cards."""
    ranking = _ranking()
    place = ranking.lower[keys & (1 << _LOWER_BITS) - 1]
    place += ranking.higher[keys >> _LOWER_BITS & (1 << _HIGHER_BITS) - 1]
    place += ranking.flush[keys >> _LOWER_BITS + _HIGHER_BITS]
    classes: Classes = ranking.classes[place]
    return classes


@cache
def _ranking() -> _Ranking:
    rows = np.zeros((6175, 13), np.int64)
    dealt = (p for p in combinations_with_replacement(range(13), 5) if p[0] != p[4])
    for row, ranks in zip(rows, dealt, strict=True):
        np.add.at(row, list(ranks), 1)
    lower, i = np.unique(rows[:, :7] @ 5 ** np.arange(7), return_inverse=True)
    higher, j = np.unique(rows[:, 7:] @ 5 ** np.arange(6), return_inverse=True)
    classes = np.zeros((2, len(lower), len(higher)), np.int16)
    classes[0, i, j] = recount.rank_classes(rows)
    classes[1, i, j] = recount.flush_classes(rows)
    ranking = _Ranking(
        np.zeros(1 << _LOWER_BITS, np.int32),
        np.zeros(1 << _HIGHER_BITS, np.int32),
        np.zeros(1 << 12, np.int32),
        classes.ravel(),
    )
    ranking.lower[lower] = np.arange(len(lower)) * len(higher)
    ranking.higher[higher] = np.arange(len(higher))
    ranking.flush[5 << 3 * np.arange(4)] = classes[0].size
    return ranking


@cache
def measures() -> Ints:
    """What a hand of each class counts as, ``(7463, 11)``: its category, its strength, its ties.

    Strength is how many of all hands it beats or ties. Row 0 is of no hand: 0.
    """
    counts = recount.class_counts(5)
    found = np.zeros((len(counts), MEASURES), np.int64)
    found[np.arange(1, len(counts)), categories()[1:] - 1] = 1
    found[:, CATEGORIES] = counts[::-1].cumsum()[::-1]
    found[0, CATEGORIES] = 0
    found[:, CATEGORIES + 1] = counts
    return found


@cache
def categories() -> Ints:
    """The category of each class, ``(7463,)``; 0 for none."""
    return np.concatenate([[0], recount.class_keys().category.astype(np.int64)])


# Discards


class Rows(NamedTuple):
    """Hands and discards that are different up to suits, ``(r,)`` each.

    ``hand`` counts from the first of the hands; ``alike`` is how many discards of a hand are the
    same.
    """

    hand: Ints
    discard: Ints
    alike: Ints


def rows_of(hands: Boards) -> Rows:
    """The rows of hands: the smallest of the discards that the hand's own symmetries make alike."""
    discards = np.arange(32)
    members = discards >> np.arange(5)[:, None] & 1
    smallest = np.full((len(hands.weight), 32), 32)
    alike = np.zeros((len(hands.weight), 32), np.int64)
    symmetries = hands.keeps.sum(axis=1)
    for image, keeps in zip(card_images(), hands.keeps.T, strict=True):
        cards = hands.cards[keeps]
        places = (image[cards][:, :, None] == cards[:, None, :]).argmax(axis=2)
        images = (1 << places) @ members
        smallest[keeps] = np.minimum(smallest[keeps], images)
        alike[keeps] += images == discards
    hand, discard = np.nonzero(smallest == discards)
    return Rows(hand, discard, symmetries[hand] // alike[hand, discard])


class OneCard(NamedTuple):
    """What comes of n hands when one card is exchanged, by every card that there is.

    ``results`` ``(n, 5, 11)``, by the place of the card thrown away: measures added up over 47
    draws. ``completing`` ``(n, 5)``: how many ranks make a straight of the other four.
    ``straight_flush`` ``(n,)``: whether a card makes one of any four.
    """

    results: Ints
    completing: Ints
    straight_flush: Flags


def one_card(hands: Cards) -> OneCard:
    """Exchange each card of hands ``(n, 5)`` for each of the others: 20 million a second."""
    keys = card_keys()
    kept = keys[hands].sum(axis=1)[:, None] - keys[hands]
    classes = classes_of(kept[:, :, None] + keys)
    own = (hands[:, :, None] == np.arange(52)).any(axis=1)
    classes[np.broadcast_to(own[:, None], classes.shape)] = 0
    by_category = np.where(categories() > 0, 1 << _PACKED_BITS * (categories() - 1), 0)
    packed = by_category[classes].sum(axis=2)
    results = np.empty((*packed.shape, MEASURES), np.int64)
    shifts = _PACKED_BITS * np.arange(CATEGORIES)
    results[:, :, :CATEGORIES] = packed[:, :, None] >> shifts & (1 << _PACKED_BITS) - 1
    for measure in range(CATEGORIES, MEASURES):
        results[:, :, measure] = measures()[:, measure].copy()[classes].sum(axis=2)
    straights = np.isin(categories(), (1, 5))[classes].reshape(*packed.shape, 13, 4)
    return OneCard(
        results=results,
        completing=straights.any(axis=3).sum(axis=2),
        straight_flush=np.asarray(results[:, :, 0].max(axis=1) > 0),
    )


def replay(hand: Cards, discard: int) -> Ints:
    """Deal every draw of one hand: measures added up, ``(11,)``. 1,533,939 draws take 40 ms."""
    thrown = discard >> np.arange(5) & 1 == 1
    keys = card_keys()
    kept = keys[hand[~thrown]].sum()
    deck = np.delete(keys, hand)
    draws = _draws(int(thrown.sum()))
    counts = np.zeros(len(categories()), np.int64)
    for first in range(0, draws.shape[1], _AT_A_TIME):
        drawn = np.full(min(_AT_A_TIME, draws.shape[1] - first), kept)
        for places in draws[:, first : first + _AT_A_TIME]:
            drawn += deck[places]
        counts += np.bincount(classes_of(drawn), minlength=len(counts))
    return counts @ measures()


@cache
def _draws(cards: int) -> Cards:
    """All draws of so many of 47 cards, as places among them, ``(cards, n)``."""
    n = comb(47, cards)
    places = chain.from_iterable(combinations(range(47), cards))
    return np.fromiter(places, np.uint8, n * cards).reshape(n, cards).T.copy()


def draws_of(cards: int) -> int:
    """How many draws of so many cards there are: C(47, k)."""
    return comb(47, cards)


def in_all(exchanged: int) -> Ints:
    """Measures added up over all hands, all discards of so many cards, and all draws: ``(11,)``.

    A hand that is the result holds C(5, k) sets of cards that may have been drawn, and C(47, k)
    sets of others that may have been thrown away for them.
    """
    ways = comb(5, exchanged) * comb(47, exchanged)
    return ways * (recount.class_counts(5) @ measures())


# What a hand draws to


DRAWS = (
    "pat", "four of a kind", "three of a kind", "two pair", "pair",
    "four-flush", "open-ended", "ace or king high", "nothing",
)  # fmt: skip


class Draw(NamedTuple):
    """What a hand of five cards is played as, and the set of places that it throws away."""

    name: str
    discard: int


def usual(hand: list[int], category: int, completing: list[int]) -> Draw:
    """What is usually thrown away, by the rule of the document: 3 microseconds a hand.

    Parameters
    ----------
    hand : list of int
        Its cards.
    category : int
    completing : list of int
        For the place of each card how many ranks make a straight of the other four.
    """
    ranks = [card // 4 for card in hand]
    suits = [card % 4 for card in hand]

    def all_but(kept: list[bool]) -> int:
        return sum(1 << place for place in range(5) if not kept[place])

    if category in (1, 3, 4, 5):
        return Draw("pat", 0)
    if category < 9:
        names = {2: "four of a kind", 6: "three of a kind", 7: "two pair", 8: "pair"}
        return Draw(names[category], all_but([ranks.count(rank) > 1 for rank in ranks]))
    if max(suits.count(suit) for suit in suits) == 4:
        return Draw("four-flush", all_but([suits.count(suit) == 4 for suit in suits]))
    if 2 in completing:
        return Draw("open-ended", 1 << completing.index(2))
    if max(ranks) >= 11:
        return Draw("ace or king high", all_but([rank == max(ranks) for rank in ranks]))
    return Draw("nothing", 31)
