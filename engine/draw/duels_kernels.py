"""Kernels of duels: they count every way to draw to known hands.

Draws are sets of unseen cards. These are numbered 0..r-1. Draws of two players can be dealt
together if they have no card in common.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, kernel, popcount, zeros
from ..signatures import I64, U8, U16, U32, U64, Array, Input

# r = cards left in the deck; n, m = draws of the hero, of the villain; k = cards of a draw
# p = players; w = words of 64 bits, one bit for each draw of the last player; x = any number

u64 = np.uint64
i64 = np.int64


@borrowing
def _sets(
    cards: Input[U8, "k"],  # ascending
    # The number of cards of the draw, and of the largest sets that are counted.
    size: int,
    most: int,
    binomials: Input[U32, "5, 52"],  # what a card adds to the colex rank, by its place
    # The first place of the sets of 0, 1, .. cards.
    starts: Input[I64, "7"],
    # Written: the place of the set of each mask of cards; -1 if it is larger.
    places: Array[I64, "32"],
) -> None:
    """Find where the subsets of a draw's cards are counted."""
    for mask in range(1 << size):
        place = i64(0)
        held = 0
        for i in range(size):
            if mask >> i & 1:
                place += binomials[held, cards[i]]
                held += 1
        places[mask] = starts[held] + place if held <= most else -1


@borrowing
def _apart(
    places: Input[I64, "32"],  # as in :func:`_sets`, of which the first ``sets`` count
    sets: int,
    counts: Input[U32, "x"],
):
    """The number of draws counted so far that share no card with this one: inclusion-exclusion."""
    total = i64(0)
    for mask in range(sets):
        if places[mask] >= 0:
            count = i64(counts[places[mask]])
            total += -count if popcount(u64(mask)) & u64(1) else count
    return total


@kernel
def sweep(
    # Ascending cards of the draws, the weakest draw first.
    heroes: Input[U8, "n, k"],
    # The classes of the draws.
    hero_class: Input[U16, "n"],
    villains: Input[U8, "m, k'"],
    villain_class: Input[U16, "m"],
    # As in :func:`_sets`.
    binomials: Input[U32, "5, 52"],
    starts: Input[I64, "7"],
    counts: Array[U32, "x"],  # zeros, one for each set of cards that both may have in common
    outcomes: Array[I64, "2"],  # wins and ties are added
) -> None:
    """Count the wins and ties of a hero over all pairs of draws.

    The villain's draws are counted from the weakest class to the strongest, into all sets of cards
    that they hold. Those that share no card with a hero's draw are then signed sums of 32 counts.
    """
    most = min(heroes.shape[1], villains.shape[1])
    places = empty(32, np.int64)
    at = 0
    passed = 0
    while at < heroes.shape[0]:
        class_id = hero_class[at]
        end = at
        while end < heroes.shape[0] and hero_class[end] == class_id:
            end += 1
        weaker = i64(0)
        for tied in range(2):
            # The villain's weaker draws first, then those of equal strength.
            while passed < villains.shape[0] and (
                villain_class[passed] > class_id or (tied and villain_class[passed] == class_id)
            ):
                _sets(villains[passed], villains.shape[1], most, binomials, starts, places)
                for mask in range(1 << villains.shape[1]):
                    if places[mask] >= 0:
                        counts[places[mask]] += 1
                passed += 1
            total = i64(0)
            for i in range(at, end):
                _sets(heroes[i], heroes.shape[1], most, binomials, starts, places)
                total += _apart(places, 1 << heroes.shape[1], counts)
            outcomes[tied] += total - weaker
            weaker = total
        at = end


class LastDraws(NamedTuple):
    """The draws of the last player, the weakest first."""

    with_card: Array[U64, "r, w"]  # a bit for each draw that holds the card
    # How many draws have a weaker class than each, and how many are not stronger.
    weaker: Array[I64, "7463"]
    at_most: Array[I64, "7463"]
    left: int  # the number of draws left, whatever the others draw


@borrowing
def _left(alive: Input[U64, "w"], card: Input[U64, "w"], start: int, stop: int):
    """Return how many of the draws ``start..stop - 1`` are alive and do not hold a card.

    ``alive`` and ``card`` have a bit for each draw: whether it is alive, and holds the card.
    """
    if start == stop:
        return i64(0)
    first, last = start >> 6, (stop - 1) >> 6
    total = u64(0)
    for w in range(first, last + 1):
        total += popcount(alive[w] & ~card[w])
    below = (u64(1) << u64(start & 63)) - u64(1)
    above = ~u64(0) << u64((stop - 1) & 63) << u64(1)
    total -= popcount(alive[first] & ~card[first] & below)
    total -= popcount(alive[last] & ~card[last] & above)
    return i64(total)


@borrowing
def _share(
    classes: Input[U16, "p - 1"],  # of the others' hands
    alive: Input[U64, "w"],  # the last player's draws without the others' cards, but for ``card``
    card: int,
    last: LastDraws,
    shared: Array[I64, "p, p + 1"],  # updated: deals by player and number of winners
) -> None:
    """Add the deals with these draws of the others, over all draws of the last player."""
    others = classes.shape[0]
    best = classes[0]
    for other in range(1, others):
        best = min(best, classes[other])
    weaker, at_most = last.weaker[best], last.at_most[best]
    weak = _left(alive, last.with_card[card], 0, weaker)
    tied = _left(alive, last.with_card[card], weaker, at_most)
    winners = 0
    for other in range(others):
        winners += classes[other] == best
    for other in range(others):
        if classes[other] == best:
            shared[other, winners] += weak
            shared[other, winners + 1] += tied
    shared[others, winners + 1] += tied
    shared[others, 1] += last.left - weak - tied


@kernel
def enumerate_draws(
    # The number of cards that each of the others exchanges; at least one of them exchanges some.
    sizes: Input[I64, "p - 1"],
    classes_of_draws: Input[U16, "p - 1, x"],  # the class of each draw, by colex rank
    binomials: Input[U32, "5, 52"],  # what a card adds to the colex rank, by its place
    last: LastDraws,
    # The range of the lowest card of the first draw.
    first: int,
    stop: int,
    shared: Array[I64, "p, p + 1"],  # updated
) -> None:
    """Count deals by player and number of winners, over all draws of all but the last player.

    One card after the other is drawn. The last player's remaining draws are kept for each card, so
    the last card of all costs one pass over their bits.
    """
    others = sizes.shape[0]
    r, w = last.with_card.shape
    depth = 0
    for player in range(others):
        depth += sizes[player]
    owner = empty(depth, np.int64)
    level = 0
    for player in range(others):
        for _ in range(sizes[player]):
            owner[level] = player
            level += 1
    place = empty(depth, np.int64)
    for level in range(depth):
        place[level] = place[level - 1] + 1 if level and owner[level] == owner[level - 1] else 0
    cards = np.full(depth, -1, np.int64)  # the last one tried at each level
    drawn = zeros(depth, np.bool_)  # and whether it is drawn now
    rank = zeros(depth + 1, np.int64)
    alive = empty((depth, w), np.uint64)
    alive[0] = ~u64(0)
    used = u64(0)
    classes = empty(others, np.uint16)
    for player in range(others):
        classes[player] = classes_of_draws[player, 0]  # of players who exchange no card
    level = 0
    cards[0] = first - 1
    while level >= 0:
        if drawn[level]:
            used &= ~(u64(1) << u64(cards[level]))
            drawn[level] = False
        card = cards[level] + 1
        while card < r and used >> u64(card) & u64(1):
            card += 1
        if card >= r or (level == 0 and card >= stop):
            level -= 1
            continue
        cards[level] = card
        player = owner[level]
        before = rank[level] if place[level] else i64(0)
        rank[level + 1] = before + binomials[place[level], card]
        if place[level] + 1 == sizes[player]:
            classes[player] = classes_of_draws[player, rank[level + 1]]
        if level + 1 == depth:
            _share(classes, alive[level], card, last, shared)
            continue
        used |= u64(1) << u64(card)
        drawn[level] = True
        for i in range(w):
            alive[level + 1, i] = alive[level, i] & ~last.with_card[card, i]
        level += 1
        cards[level] = card if place[level] else -1  # the cards of one draw ascend
