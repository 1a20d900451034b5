"""The kernels of draw poker over pure threshold strategies: what each would have won in rounds.

A set of seats is five bits. Chips are counted in sixtieths, so that up to five can share a pot.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel, popcount
from pokerlake.engine.dealing.deck_kernels import philox
from pokerlake.engine.draw.hand_table_kernels import DRAWING, class_of, rung_of

# n = rounds, s = strategies

SEATS = 5
RUNGS = 24
MIX = 1 << 16  # a mix is shares of so many
UNIT = 60
ANTE = 60
BETS = 240  # four bets

ANTES_BACK, SHOWDOWN, PLAY_ON = 0, 1, 2

u64 = np.uint64
i64 = np.int64


@inlined
def _count(seats):
    return i64(popcount(u64(seats)))


@inlined
def _won(seat, came, still, classes, nobody_opens, missed_raises):
    """What the player at a seat wins in all, in sixtieths.

    came : seats whose hand was in their set before the exchange; all of them raise.
    still : those whose hand is in their set after it.
    classes : (5,), of the hands after the exchange.
    """
    own = 1 << seat
    if came == 0:
        if nobody_opens == ANTES_BACK:
            return i64(0)
        left = 31
        raisers = still if nobody_opens == PLAY_ON else 0
        paid = i64(ANTE)
    else:
        if came & own == 0:
            return i64(-ANTE)
        if came == own:
            return i64((SEATS - 1) * ANTE)
        left = came
        raisers = came if missed_raises else came & still
        paid = i64(ANTE + BETS)
    pot = SEATS * ANTE + _count(left) * (paid - ANTE)
    if raisers:
        if raisers & own == 0:
            return -paid
        if raisers == own:
            return pot - paid
        left = raisers
        paid += BETS
        pot += _count(left) * BETS
    best = classes[seat]
    sharers = 0
    for other in range(SEATS):
        if left >> other & 1:
            if classes[other] < best:
                return -paid
            sharers += classes[other] == best
    return pot // sharers - paid


@kernel(
    types.void(
        array("uint8", 2),
        array("uint8", 2),
        array("uint16", 2),
        types.int64,
        types.boolean,
        types.int64[:, ::1],
    )
)
def settle(came, still, classes, nobody_opens, missed_raises, won):
    """What each player wins in rounds ``(n, 5)``, in sixtieths; all as in ``_won``, a seat each."""
    for n in range(won.shape[0]):
        seats_came = i64(0)
        seats_still = i64(0)
        for seat in range(SEATS):
            seats_came |= i64(came[n, seat]) << seat
            seats_still |= i64(still[n, seat]) << seat
        for seat in range(SEATS):
            won[n, seat] = _won(
                seat, seats_came, seats_still, classes[n], nobody_opens, missed_raises
            )


@inlined
def _play(
    held, drawn, before_sets, after_sets, nobody_opens, missed_raises, row, seed,
    classes, before, after, won,
):  # fmt: skip
    """Draw the five players' strategies, and tell what each wins however his own hands are in sets.

    before, after : (5,), the rungs before (those with a draw ``RUNGS`` on) and after the exchange.
    won : (5, 4), by whether the hand before is in the set (2) and whether that after it is (1).
    """
    # The deal has the counters from 0 on.
    words = philox(u64(1) << u64(32), row, seed)
    came = i64(0)
    still = i64(0)
    for seat in range(SEATS):
        word = words[seat & 3] >> u64(seat >> 2 << 4) & u64(MIX - 1)
        strategy = drawn[i64(word)]
        dealt = held[seat]
        kept = held[SEATS + seat]
        before[seat] = rung_of(dealt) + RUNGS * (dealt & DRAWING != 0)
        after[seat] = rung_of(kept)
        classes[seat] = class_of(kept)
        came |= i64(before_sets[strategy, before[seat]]) << seat
        still |= i64(after_sets[strategy, after[seat]]) << seat
    for seat in range(SEATS):
        others = ~(1 << seat)
        for way in range(4):
            won[seat, way] = _won(
                seat,
                came & others | (way >> 1) << seat,
                still & others | (way & 1) << seat,
                classes,
                nobody_opens,
                missed_raises,
            )


_PLAYED = (
    array("uint32", 2),
    types.uint64,
    types.uint64,
    array("uint8"),
    array("uint8", 2),
    array("uint8", 2),
    types.int64,
    types.boolean,
)


@kernel(types.void(*_PLAYED, types.int64[::1]))
def add_up(
    held, seed, first, drawn, before_sets, after_sets, nobody_opens, missed_raises, totals
):  # fmt: skip
    """What each strategy would have won at every seat of the rounds, added to ``totals`` ``(s,)``.

    held : (n, 10), the entries of the hands dealt from round ``first`` on.
    drawn : (MIX,), the strategy for each random number.
    before_sets, after_sets : (s, 48) and (s, 24), the hands of each strategy before and after the
        exchange.
    """
    classes = np.empty(SEATS, np.int64)
    before = np.empty(SEATS, np.int64)
    after = np.empty(SEATS, np.int64)
    won = np.empty((SEATS, 4), np.int64)
    cells = np.zeros((2 * RUNGS, RUNGS, 4), np.int64)
    for n in range(held.shape[0]):
        _play(
            held[n], drawn, before_sets, after_sets, nobody_opens, missed_raises,
            first + u64(n), seed, classes, before, after, won,
        )  # fmt: skip
        for seat in range(SEATS):
            cell = cells[before[seat], after[seat]]
            for way in range(4):
                cell[way] += won[seat, way]
    for b in range(2 * RUNGS):
        for a in range(RUNGS):
            ways = cells[b, a]
            if ways[0] or ways[1] or ways[2] or ways[3]:  # most hands were never met
                for s in range(totals.shape[0]):
                    totals[s] += ways[2 * before_sets[s, b] + after_sets[s, a]]


@kernel(types.void(*_PLAYED, types.int64[::1], types.int64[:, ::1]))
def add_up_products(
    held, seed, first, drawn, before_sets, after_sets, nobody_opens, missed_raises, totals, products
):  # fmt: skip
    """The same, with the products of any two strategies' totals of a round in ``(s, s)``."""
    classes = np.empty(SEATS, np.int64)
    before = np.empty(SEATS, np.int64)
    after = np.empty(SEATS, np.int64)
    won = np.empty((SEATS, 4), np.int64)
    of_round = np.empty(totals.shape[0], np.int32)
    for n in range(held.shape[0]):
        _play(
            held[n], drawn, before_sets, after_sets, nobody_opens, missed_raises,
            first + u64(n), seed, classes, before, after, won,
        )  # fmt: skip
        for s in range(totals.shape[0]):
            total = i64(0)
            for seat in range(SEATS):
                way = 2 * before_sets[s, before[seat]] + after_sets[s, after[seat]]
                total += won[seat, way]
            totals[s] += total
            of_round[s] = total
        for s in range(totals.shape[0]):
            row = products[s]
            one = of_round[s]
            for t in range(totals.shape[0]):
                row[t] += i64(np.int32(one * of_round[t]))
