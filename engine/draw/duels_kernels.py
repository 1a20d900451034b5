"""The kernels of duels: hands known, cards exchanged, every way to draw counted.

Draws are sets of the cards that nobody is known to have, which are numbered 0..r-1. Two players'
draws count where they have no card in common.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel, popcount

# r = cards left in the deck; n, m = draws of the hero, of the villain; k = cards of a draw
# p = players; w = words of 64 bits, one bit for each draw of the last player

u64 = np.uint64
i64 = np.int64


@inlined
def _sets(cards, size, most, choose, starts, places):
    """Where the sets of at most so many of a draw's cards are counted, by mask; -1 if larger."""
    for mask in range(1 << size):
        place = i64(0)
        held = 0
        for i in range(size):
            if mask >> i & 1:
                place += choose[held, cards[i]]
                held += 1
        places[mask] = starts[held] + place if held <= most else -1


@inlined
def _apart(places, sets, counts):
    """How many of the draws counted so far have no card of this one: inclusion and exclusion."""
    total = i64(0)
    for mask in range(sets):
        if places[mask] >= 0:
            count = i64(counts[places[mask]])
            total += -count if popcount(u64(mask)) & u64(1) else count
    return total


@kernel(
    types.void(
        array("uint8", 2),
        array("uint16"),
        array("uint8", 2),
        array("uint16"),
        array("uint32", 2),
        array("int64"),
        types.uint32[::1],
        types.int64[::1],
    )
)
def sweep(heroes, hero_class, villains, villain_class, choose, starts, counts, outcomes):
    """Wins and ties of a hero over all pairs of draws: ``outcomes``, (2,).

    heroes, villains : (n, k) and (m, k') ascending cards of the draws, the weakest first.
    starts : (7,), where in ``counts`` the sets of 0, 1, .. cards begin.
    counts : zeros, one for each set of as many cards as both may have in common.

    From the weakest class to the strongest the villain's draws are counted into all sets of cards
    that they hold, so that those without any card of one of the hero's are signed sums of 32.
    """
    most = min(heroes.shape[1], villains.shape[1])
    places = np.empty(32, np.int64)
    at = 0
    passed = 0
    while at < heroes.shape[0]:
        class_id = hero_class[at]
        end = at
        while end < heroes.shape[0] and hero_class[end] == class_id:
            end += 1
        weaker = i64(0)
        for tied in range(2):
            # First the villain's weaker draws, then those as strong.
            while passed < villains.shape[0] and (
                villain_class[passed] > class_id or (tied and villain_class[passed] == class_id)
            ):
                _sets(villains[passed], villains.shape[1], most, choose, starts, places)
                for mask in range(1 << villains.shape[1]):
                    if places[mask] >= 0:
                        counts[places[mask]] += 1
                passed += 1
            total = i64(0)
            for i in range(at, end):
                _sets(heroes[i], heroes.shape[1], most, choose, starts, places)
                total += _apart(places, 1 << heroes.shape[1], counts)
            outcomes[tied] += total - weaker
            weaker = total
        at = end


@inlined
def _left(alive, card, start, stop):
    """Of the last player's draws ``start..stop - 1`` those that are alive and without one card."""
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


@inlined
def _add(shared, classes, players, best, sharers, deals):
    """Deals in which all enumerated players of the best class share the pot with others."""
    for player in range(players):
        if classes[player] == best:
            shared[player, sharers] += deals


@kernel(
    types.void(
        array("int64"),
        array("uint16", 2),
        array("uint32", 2),
        array("uint64", 2),
        array("int64"),
        array("int64"),
        types.int64,
        types.int64,
        types.int64,
        types.int64[:, ::1],
    )
)
def enumerate_draws(
    sizes, classes_of_draws, choose, with_card, weaker, at_most, draws_left, first, stop, shared
):
    """Deals by player and sharers of the pot, ``(p, p + 1)``: all draws of all but the last player.

    sizes : (p - 1,), cards that each of these exchanges; one at least exchanges some.
    classes_of_draws : (p - 1, most draws), the class of each draw, by colex rank.
    with_card : (r, w), the last player's draws, the weakest first, that hold each card.
    weaker, at_most : (7463,), how many of them are of a weaker class than each, or as weak.
    draws_left : how many of them are left whatever the others draw.
    first, stop : the lowest card of the first draw there is.

    One card after the other is drawn; the last player's draws that are left after each card are
    kept, so that the last card of all costs one pass over their bits.
    """
    others = sizes.shape[0]
    r = with_card.shape[0]
    w = with_card.shape[1]
    depth = 0
    for player in range(others):
        depth += sizes[player]
    owner = np.empty(depth, np.int64)
    place = np.empty(depth, np.int64)
    at = 0
    for player in range(others):
        for i in range(sizes[player]):
            owner[at] = player
            place[at] = i
            at += 1
    cards = np.full(depth, -1, np.int64)  # the last one tried at each level
    drawn = np.zeros(depth, np.bool_)  # and whether it is drawn now
    rank = np.zeros(depth + 1, np.int64)
    alive = np.empty((depth, w), np.uint64)
    alive[0] = ~u64(0)
    used = u64(0)
    classes = np.empty(others, np.uint16)
    for player in range(others):
        classes[player] = classes_of_draws[player, 0]  # that of one who exchanges no card
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
        rank[level + 1] = before + choose[place[level], card]
        if place[level] + 1 == sizes[player]:
            classes[player] = classes_of_draws[player, rank[level + 1]]
        if level + 1 < depth:
            used |= u64(1) << u64(card)
            drawn[level] = True
            for i in range(w):
                alive[level + 1, i] = alive[level, i] & ~with_card[card, i]
            level += 1
            cards[level] = card if place[level] else -1  # the cards of one draw ascend
            continue
        best = classes[0]
        for other in range(1, others):
            best = min(best, classes[other])
        sharers = 0
        for other in range(others):
            sharers += classes[other] == best
        weak = _left(alive[level], with_card[card], 0, weaker[best])
        tied = _left(alive[level], with_card[card], weaker[best], at_most[best])
        _add(shared, classes, others, best, sharers, weak)
        _add(shared, classes, others, best, sharers + 1, tied)
        shared[others, sharers + 1] += tied
        shared[others, 1] += draws_left - weak - tied
