"""The kernels of draw poker over pure threshold strategies: what each would have won in rounds.

A set of seats is five bits. Chips are counted in sixtieths, so that up to five players can share a
pot.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from ...accelerate import array, inlined, kernel, popcount
from ...dealing.deck_kernels import philox
from ...draw.hand_table_kernels import DRAWING, class_of, rung_of

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


class Players(NamedTuple):
    """How all five play, and by which reading of the rules.

    Attributes
    ----------
    drawn : (MIX,) uint8
        The strategy for each random number.
    before : (s, 48) uint8
        Whether each hand before the exchange is in the set of each strategy.
    after : (s, 24) uint8
        The same of hands after it.
    nobody_opens : int
        ``ANTES_BACK``, ``SHOWDOWN`` or ``PLAY_ON``.
    missed_raises : bool
    """

    drawn: npt.NDArray[np.uint8]
    before: npt.NDArray[np.uint8]
    after: npt.NDArray[np.uint8]
    nobody_opens: int
    missed_raises: bool


class Room(NamedTuple):
    """Scratch of a round.

    Attributes
    ----------
    classes : (5,) int64
        Of the hands after the exchange.
    before, after : (5,) int64
        The rungs before (those with a draw ``RUNGS`` on) and after the exchange.
    won : (5, 4) int64
        What each seat wins, by whether the hand before is in its set (2) and that after it (1).
    """

    classes: npt.NDArray[np.int64]
    before: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]
    won: npt.NDArray[np.int64]


@inlined
def _room():
    return Room(
        np.empty(SEATS, np.int64), np.empty(SEATS, np.int64), np.empty(SEATS, np.int64),
        np.empty((SEATS, 4), np.int64),
    )  # fmt: skip


@inlined
def _won(seat, came, still, classes, nobody_opens, missed_raises):
    """What the player at a seat wins in all, in sixtieths, int64.

    Parameters
    ----------
    seat : int
    came : int
        The seats whose hand was in their set before the exchange; all of them raise.
    still : int
        The seats whose hand is in their set after it.
    classes : (5,) integers
        Of the hands after the exchange.
    nobody_opens, missed_raises
        As in ``Players``.
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
    """What each player wins in rounds.

    Parameters
    ----------
    came, still : (n, 5) uint8
        Whether the hand of each seat is in its set before the exchange, and after it.
    classes : (n, 5) uint16
        Of the hands after the exchange.
    nobody_opens : int
    missed_raises : bool
    won : (n, 5) int64
        Written, in sixtieths.
    """
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
def _play(held, players, number, seed, room):
    """Draw the strategies of a round, and find what each seat wins whatever its own sets are.

    Parameters
    ----------
    held : (10,) uint32
        The entries of the hands.
    players : Players
    number, seed : uint64
        The number of the round, and the seed.
    room : Room
        Written.
    """
    # The deal has the counters from 0 on.
    words = philox(u64(1) << u64(32), number, seed)
    classes, before, after, won = room
    came = i64(0)
    still = i64(0)
    for seat in range(SEATS):
        word = words[seat & 3] >> u64(seat >> 2 << 4) & u64(MIX - 1)
        strategy = players.drawn[i64(word)]
        dealt = held[seat]
        kept = held[SEATS + seat]
        before[seat] = rung_of(dealt) + RUNGS * (dealt & DRAWING != 0)
        after[seat] = rung_of(kept)
        classes[seat] = class_of(kept)
        came |= i64(players.before[strategy, before[seat]]) << seat
        still |= i64(players.after[strategy, after[seat]]) << seat
    for seat in range(SEATS):
        others = ~(1 << seat)
        for way in range(4):
            won[seat, way] = _won(
                seat,
                came & others | (way >> 1) << seat,
                still & others | (way & 1) << seat,
                classes,
                players.nobody_opens,
                players.missed_raises,
            )


# What both kernels below take: the entries of hands (n, 10), the seed, the number of the first
# round, and the players.
_PLAYED = (
    types.uint32[:, ::1],
    types.uint64,
    types.uint64,
    types.NamedTuple(
        (types.uint8[::1], array("uint8", 2), array("uint8", 2), types.int64, types.boolean),
        Players,
    ),
)


@kernel(types.void(*_PLAYED, types.int64[::1]))
def add_up(held, seed, first, players, totals):
    """Add up what each strategy would have won at every seat of some rounds.

    Parameters
    ----------
    held : (n, 10) uint32
        The entries of the hands dealt from round ``first`` on.
    seed, first : uint64
    players : Players
    totals : (s,) int64
        Updated, in sixtieths.
    """
    room = _room()
    before_sets, after_sets = players.before, players.after
    cells = np.zeros((2 * RUNGS, RUNGS, 4), np.int64)
    for n in range(held.shape[0]):
        _play(held[n], players, first + u64(n), seed, room)
        for seat in range(SEATS):
            cell = cells[room.before[seat], room.after[seat]]
            for way in range(4):
                cell[way] += room.won[seat, way]
    for b in range(2 * RUNGS):
        for a in range(RUNGS):
            ways = cells[b, a]
            if ways[0] or ways[1] or ways[2] or ways[3]:  # most hands were never met
                for s in range(totals.shape[0]):
                    totals[s] += ways[2 * before_sets[s, b] + after_sets[s, a]]


@kernel(types.void(*_PLAYED, types.int64[::1], types.int64[:, ::1]))
def add_up_products(held, seed, first, players, totals, products):
    """Add up the same, and the products of any two strategies' totals of a round.

    Parameters
    ----------
    held, seed, first, players, totals
        As in :func:`add_up`.
    products : (s, s) int64
        Updated.
    """
    room = _room()
    before, after, won = room.before, room.after, room.won
    before_sets, after_sets = players.before, players.after
    of_round = np.empty(totals.shape[0], np.int32)
    for n in range(held.shape[0]):
        _play(held[n], players, first + u64(n), seed, room)
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
