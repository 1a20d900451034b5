"""Steps of a sweep over all holes on a river, by the kinds of their cards.

Holes whose cards are of the same kinds (see ``kinds``) have one class, and as many weaker holes:
some 11,000 lists of four kinds stand for 178,365 holes of four cards, and where no flush is
possible 1,800.

How many of the holes passed share no card with a hole is reckoned by inclusion and exclusion over
the sets of its cards. How many of them have all cards of a set is told by the kinds of the set
alone, since cards of a kind are alike: it is the number of sets of these kinds in the holes passed,
divided by the number of such sets among the live cards. Counters are in units of one part in a
scale that all these numbers divide.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import inlined, popcount
from ..arrays import empty
from ..hands.board_order import LIVE_HOLES, SortRoom, sort_keys, sort_room
from ..signatures import I32, I64, U8, U16, U32, Array, Input
from .kinds import KindTables

# k = cards in a hole, h = lists of k kinds, s = lists of fewer kinds

KINDS = 26
BITS = 5  # of a kind in a code
MOST_STRENGTHS = 352

i64 = np.int64
u64 = np.uint64


class Live(NamedTuple):
    """The kinds of the live cards, in ascending order; others have no place here."""

    kind: Array[U8, "26"]
    cards: Array[I64, "26"]  # how many there are of each, 1 to 4
    # ``[high, low]``: how strong two of them are among all pairs: 0 for the weakest.
    strength: Array[U16, "26, 26"]


class Lists(NamedTuple):
    """Lists of as many kinds that can be dealt."""

    code: Array[U32, "h"]  # places in ``Live``, of five bits: the last, which is lowest, lowest
    holes: Array[I64, "h"]  # how many sets of cards have these kinds
    strength: Array[U16, "h"]  # that of the strongest pair


class SweepRoom(NamedTuple):
    """Room for a sweep, and what it finds of the lists of k kinds."""

    live: Live
    keys: Array[I32, "1176"]  # of pairs: ``class << 11 | 26 high + low``
    sort: SortRoom
    lists: Lists
    shorter: Lists
    stops: Array[I64, "353"]  # where lists of each strength end, in order of strength
    with_set: Array[I64, "s"]  # by number: how many holes passed have a set of cards, scaled
    scaled: Array[I64, "s"]  # by number: the scale, divided by how many sets have these kinds
    numbers: Array[U32, "h, 2 ** k"]  # of all sets of the cards of each hole that ties
    # In order of strength, as all that follow: the lists, the weakest first.
    code: Array[U32, "h"]
    holes: Array[I64, "h"]
    # How many holes share no card with one of these, and are weaker, or of the same strength.
    win: Array[I64, "h"]
    tie: Array[I64, "h"]


@inlined
def sweep_room(k: int, tables: KindTables):
    """Return new room for holes of ``k`` cards. What is never written takes no memory."""
    h = len(tables.ranks)
    s = i64(0)
    for size in range(k):
        s += tables.steps[size, 0]
    return SweepRoom(
        Live(empty(KINDS, np.uint8), empty(KINDS, np.int64), empty((KINDS, KINDS), np.uint16)),
        empty(LIVE_HOLES, np.int32), sort_room(),
        Lists(empty(h, np.uint32), empty(h, np.int64), empty(h, np.uint16)),
        Lists(empty(h, np.uint32), empty(h, np.int64), empty(h, np.uint16)),
        empty(MOST_STRENGTHS + 1, np.int64), empty(s, np.int64), empty(s, np.int64),
        empty((h, 1 << k), np.uint32),
        empty(h, np.uint32), empty(h, np.int64), empty(h, np.int64), empty(h, np.int64),
    )  # fmt: skip


@inlined
def order_pairs(
    n: int,  # kinds that are live
    of_ranks: Input[U16, "91"],  # the classes of two ranks on the board, without a flush
    of_suited: Input[U16, "91"],  # those of two cards of the suit in which a flush is possible
    room: SweepRoom,
):
    """Write how strong each two kinds are; return how many strengths there are."""
    kind, _, strength = room.live
    keys = room.keys
    m = 0
    for a in range(n):
        for b in range(a + 1):
            high = kind[a] % 13
            low = kind[b] % 13
            if high < low:
                high, low = low, high
            pair = (high * (high + 1) >> 1) + low
            hand_class = of_ranks[pair]
            if kind[b] >= 13:
                hand_class = min(hand_class, of_suited[pair])
            keys[m] = i64(hand_class) << 11 | (KINDS * a + b)
            m += 1
    sort_keys(keys, m, room.sort)
    strengths = 0
    for i in range(m):
        strengths += i > 0 and keys[i] >> 11 != keys[i - 1] >> 11
        a, b = divmod(keys[i] & 2047, KINDS)
        strength[a, b] = strengths
    return strengths + 1


@inlined
def _lengthen(
    lists: Lists,  # of ``size`` kinds
    n: int,  # lists
    size: int,
    k: int,
    scale: int,
    tables: KindTables,
    room: SweepRoom,
    longer: Lists,  # written
):
    """Add a kind to each list in every way; return how many lists there are then.

    Where these are sets of fewer than k cards, their counters are made ready.
    """
    _, cards, strength = room.live
    steps = tables.steps
    m = 0
    for i in range(n):
        code = i64(lists.code[i])
        last = code & 31
        number = times = i64(0)
        rest = code
        for place in range(size):
            kind = rest & 31
            number += steps[place + 1, kind]
            times += kind == last
            rest >>= BITS
        for kind in range(last + 1):
            holes = lists.holes[i] * cards[kind]
            if kind == last:
                holes = lists.holes[i] * (cards[kind] - times) // (times + 1)
                if holes == 0:
                    continue
            best = lists.strength[i]
            rest = code
            for _ in range(size):
                best = max(best, strength[rest & 31, kind])
                rest >>= BITS
            longer.code[m] = code << BITS | kind
            longer.holes[m] = holes
            longer.strength[m] = best
            m += 1
            if size + 1 < k:
                at = number + steps[0, kind]
                room.scaled[at] = scale // holes
                room.with_set[at] = 0
    return m


@inlined
def list_holes(
    n: int,  # kinds that are live
    strengths: int,
    k: int,
    scale: int,
    tables: KindTables,
    room: SweepRoom,
):
    """List all holes of ``k`` cards in order of strength, the weakest first; return how many."""
    first = room.lists
    for kind in range(n):
        first.code[kind] = kind
        first.holes[kind] = room.live.cards[kind]
        first.strength[kind] = 0
        at = tables.steps[0, kind]
        room.scaled[at] = scale // room.live.cards[kind]
        room.with_set[at] = 0
    room.scaled[0] = scale
    room.with_set[0] = 0
    for size in range(1, k):
        if size & 1:
            n = _lengthen(room.lists, n, size, k, scale, tables, room, room.shorter)
        else:
            n = _lengthen(room.shorter, n, size, k, scale, tables, room, room.lists)
    code, holes, strength = room.lists if k & 1 else room.shorter
    stops = room.stops
    for i in range(strengths + 1):
        stops[i] = 0
    for i in range(n):
        stops[strength[i] + 1] += 1
    for i in range(strengths):
        stops[i + 1] += stops[i]
    for i in range(n):
        at = stops[strength[i]]
        stops[strength[i]] += 1
        room.code[at] = code[i]
        room.holes[at] = holes[i]
    return n


@inlined
def number_sets(
    code: u64, k: int, steps: Input[I64, "5, 26"], numbers: Array[U32, "2 ** k"]
) -> None:
    """Write the numbers of all sets of a hole's cards but the whole: by bits, its last card 1.

    ``k`` is a constant, so that these loops have no step left.
    """
    numbers[0] = 0
    for card in range(k):
        kind = code >> u64(BITS * card) & u64(31)
        for lower in range(1 << card):
            more = numbers[lower] + steps[popcount(u64(lower)), kind]
            numbers[(1 << card) + lower] = more


@inlined
def _apart(k: int, numbers: Input[U32, "2 ** k"], with_set: Input[I64, "s"]):
    """Return how many holes passed share no card with a hole that is not passed, scaled."""
    apart = i64(0)
    for part in range((1 << k) - 1):
        count = with_set[u64(numbers[part])]
        if popcount(u64(part)) & u64(1):
            apart -= count
        else:
            apart += count
    return apart


@inlined
def sweep(
    strengths: int,
    k: int,  # a constant
    scale: int,  # 12 ** (k - 1), a constant
    tables: KindTables,
    room: SweepRoom,  # after ``list_holes``
) -> None:
    """Pass the holes, the weakest first, and count for each those that it can meet."""
    own = scale if k % 2 == 0 else -scale  # what a hole that is passed adds as a whole
    with_set, scaled, stops = room.with_set, room.scaled, room.stops
    start = 0
    for strength in range(strengths):
        stop = stops[strength]
        for i in range(start, stop):
            numbers = room.numbers[i - start]
            number_sets(u64(room.code[i]), k, tables.steps, numbers)
            room.win[i] = _apart(k, numbers, with_set)
        for i in range(start, stop):
            numbers = room.numbers[i - start]
            holes = room.holes[i]
            for part in range((1 << k) - 1):
                at = u64(numbers[part])
                with_set[at] += holes * scaled[at]
        for i in range(start, stop):
            up_to = _apart(k, room.numbers[i - start], with_set) + own
            room.tie[i] = (up_to - room.win[i]) // scale
            room.win[i] //= scale
        start = stop
