"""Kernels that sweep over two ranges on every river, with other players' holes, and for halves.

On a river each pair of cards has a strength, and a hole has the best strength of its pairs. A
counting sort puts the holes in order, and :mod:`.omaha_meeting_steps` sweeps over them. If the pot
has a low half, that is done once for each low: holes with this low meet holes with a worse low, and
each other. So pairs are weighed by who has the best low: the first, the second or both (0, 1, 2);
the same if other players have it too (3, 4, 5); others alone (6); or nobody has a low (7).
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel, zeros
from ..hands.board_order import SortRoom, sort_keys, sort_room
from ..signatures import F64, I32, U8, U16, U64, Array, Input
from .omaha_meeting_steps import (
    Meeting,
    forget,
    meet,
    meet_all,
    meet_few,
    meet_few_halves,
    meeting_room,
    pass_all,
)
from .omaha_situation import EquityTables, Others, Ranges

# n = rivers, h = holes of both ranges, k = cards in a hole, p = players, q = p - 2 others,
# o = holes of the others, t = tuples of those

MOST = 352  # strengths on a river
BLOCKED = 999  # for pairs and holes with a card of the river
NO_LOW = 57
FIRST_SUITED = 91

u64 = np.uint64


class RiverRoom(NamedTuple):
    """Strengths and lows on a river, and scratch arrays."""

    keys: Array[I32, "1176"]
    sort: SortRoom
    of_kind: Array[U16, "182"]  # the strength of two ranks, without and with a flush
    category: Array[U8, "353"]  # of each strength from 1 on
    of_pair: Array[U16, "1326"]  # by two unseen cards
    of_hole: Array[U16, "h"]
    of_other: Array[U16, "o"]
    low: Array[U8, "h"]  # NO_LOW for none
    low_of_other: Array[U8, "o"]
    lows: Array[U8, "58"]  # 1 for each low that a hole has
    ends: Array[I32, "354"]
    order: Array[I32, "h"]  # the holes that can be dealt, weakest first


@inlined
def _river_room(h: int, o: int):
    """Return a new :class:`RiverRoom`."""
    return RiverRoom(
        empty(1176, np.int32), sort_room(), empty(182, np.uint16), zeros(MOST + 1, np.uint8),
        empty(1326, np.uint16), empty(h, np.uint16), empty(o, np.uint16), empty(h, np.uint8),
        empty(o, np.uint8), empty(58, np.uint8), empty(MOST + 2, np.int32), empty(h, np.int32),
    )  # fmt: skip


@borrowing
def _read_river(
    river: Input[U8, "5"], unseen: Input[U8, "c"], tables: EquityTables, room: RiverRoom
):
    """Write the strength of each two unseen cards; return the number of the river's ranks."""
    after, keys, of_kind, of_pair = tables.after, room.keys, room.of_kind, room.of_pair
    number = 0
    taken = u64(0)
    counts = 0
    for card in river:
        number = after[number, card >> 2]
        taken |= u64(1) << u64(card)
        counts += 1 << (8 * (card & 3))
    flush = -1
    ranks = 0
    for suit in range(4):
        if counts >> (8 * suit) & 255 >= 3:
            flush = suit
    for card in river:
        ranks |= ((card & 3) == flush) << (card >> 2)
    plain = tables.of_ranks[number]
    suited = tables.of_suited[tables.row_of_set[ranks]]
    m = FIRST_SUITED
    for kind in range(FIRST_SUITED):
        keys[kind] = np.int64(plain[kind]) << 11 | kind
    if flush >= 0:
        m += FIRST_SUITED
        for kind in range(FIRST_SUITED):
            best = np.int64(min(plain[kind], suited[kind]))
            keys[FIRST_SUITED + kind] = best << 11 | (FIRST_SUITED + kind)
    sort_keys(keys, m, room.sort)
    strengths = 0
    for i in range(m):
        if i == 0 or keys[i] >> 11 != keys[i - 1] >> 11:
            strengths += 1
            hand = min(keys[i] >> 11, 7462)  # larger numbers cannot be dealt
            room.category[strengths] = tables.category[hand]
        of_kind[keys[i] & 2047] = strengths
    at = 0
    for b in range(len(unseen)):
        high = np.int64(unseen[b]) >> 2
        first = high * (high + 1) >> 1
        is_taken = taken >> u64(unseen[b]) & u64(1)
        in_flush_suit = (unseen[b] & 3) == flush
        for a in range(b):
            if is_taken or taken >> u64(unseen[a]) & u64(1):
                of_pair[at] = BLOCKED
            else:
                both = in_flush_suit and (unseen[a] & 3) == flush
                of_pair[at] = of_kind[first + (unseen[a] >> 2) + FIRST_SUITED * both]
            at += 1
    return number


@borrowing
def _best_pair(pairs: Input[U16, "h, x"], hole: int, x: int, of_pair: Input[U16, "1326"]):
    """Return the strength of a hole; ``x``, the number of its pairs, is a constant."""
    best = np.uint16(0)
    for i in range(x):
        best = max(best, of_pair[u64(pairs[hole, i])])
    return best


@borrowing
def _order_holes(pairs: Input[U16, "h, x"], x: int, room: RiverRoom):
    """Put the holes in order of strength; return how many can be dealt. ``x`` is a constant."""
    ends, order, of_hole = room.ends, room.order, room.of_hole
    for i in range(len(ends)):
        ends[i] = 0
    for hole in range(len(of_hole)):
        best = _best_pair(pairs, hole, x, room.of_pair)
        of_hole[hole] = best
        ends[min(best, MOST) + 1] += 1
    for i in range(MOST):
        ends[i + 1] += ends[i]
    m = ends[MOST]
    for hole in range(len(of_hole)):
        best = of_hole[hole]
        if best < BLOCKED:
            order[ends[best]] = hole
            ends[best] += 1
    return m


@borrowing
def _list(
    ranges: Ranges, order: Input[I32, "h"], m: int, taken: u64, room: RiverRoom, meeting: Meeting
):
    """List the holes that share no card with other players' holes; return how many."""
    n = np.int64(0)
    for i in range(m):
        hole = order[i]
        meeting.hole[n] = hole
        meeting.strength[n] = room.of_hole[hole]
        meeting.masks[n] = ranges.masks[hole]
        meeting.weights[0, n] = ranges.weights[hole, 0]
        meeting.weights[1, n] = ranges.weights[hole, 1]
        n += ranges.masks[hole] & taken == u64(0)
    return n


@borrowing
def _share(
    pairs: Input[F64, "3, 3"],
    scale: float,
    known: int,  # the best strength of the others, 0 for none
    others: Others,
    t: int,
    room: RiverRoom,
    halves: Array[F64, "p, p + 1, 1"],  # added to: the two who are swept first, then the others
    categories: Array[F64, "p, 10"],  # added to
) -> None:
    """Add who shares the pot in the pairs of a meeting."""
    q = others.tuples.shape[1]
    winners = 0
    for j in range(q):
        winners += room.of_other[others.tuples[t, j]] == known
    every = 0.0
    for zone in range(3):
        won, lost, tied = scale * pairs[zone, 0], scale * pairs[zone, 1], scale * pairs[zone, 2]
        every += won + lost + tied
        if zone == 0:
            halves[0, 0, 0] += won + lost + tied
            halves[1, 0, 0] += won + lost + tied
        else:
            beside = winners if zone == 1 else 0
            halves[0, beside + 1, 0] += won
            halves[1, 0, 0] += won
            halves[1, beside + 1, 0] += lost
            halves[0, 0, 0] += lost
            halves[0, beside + 2, 0] += tied
            halves[1, beside + 2, 0] += tied
        for j in range(q):
            best = room.of_other[others.tuples[t, j]] == known
            if zone == 2 or not best:
                halves[2 + j, 0, 0] += won + lost + tied
            elif zone == 0:
                halves[2 + j, winners, 0] += won + lost + tied
            else:
                halves[2 + j, winners + 1, 0] += won + lost
                halves[2 + j, winners + 2, 0] += tied
    for j in range(q):
        categories[2 + j, room.category[room.of_other[others.tuples[t, j]]]] += every


@borrowing
def _on_river(
    ranges: Ranges, few: int, k: int, x: int, others: Others, weight: float, room: RiverRoom,
    meeting: Meeting, pairs: Array[F64, "3, 3"], halves: Array[F64, "p, p + 1, 1"],
    categories: Array[F64, "p, 10"],
) -> None:  # fmt: skip
    """Sweep over a river after ``_read_river``; ``k`` and ``x`` are constants."""
    m = _order_holes(ranges.pairs, x, room)
    for hole in range(len(room.of_other)):
        room.of_other[hole] = _best_pair(others.pairs, hole, x, room.of_pair)
    for t in range(len(others.masks)):
        known = np.uint16(0)
        for j in range(others.tuples.shape[1]):
            known = max(known, room.of_other[others.tuples[t, j]])
        if known == BLOCKED:
            continue
        n = _list(ranges, room.order, m, others.masks[t], room, meeting)
        for zone in range(3):
            pairs[zone, 0] = pairs[zone, 1] = pairs[zone, 2] = 0.0
        scale = weight * others.weights[t]
        if few >= 0:
            meet_few(few, n, known, room.category, scale, meeting, pairs, categories)
        else:
            meet(ranges, k, n, known, meeting, pairs)
            meet_all(ranges, k, n, room.category, scale, meeting, categories)
            forget(ranges, k, n, meeting)
        _share(pairs, scale, known, others, t, room, halves, categories)


@kernel
def sweep_rivers(
    rivers: Input[U8, "n, 5"],
    river_weights: Input[U8, "n"],  # how many boards each stands for
    unseen: Input[U8, "c"],
    tables: EquityTables,
    ranges: Ranges,
    few: int,  # the range whose holes are met one by one, or -1
    others: Others,
    start: int,
    stop: int,
    sets: int,  # of fewer than k cards
    halves: Array[F64, "p, p + 1, 1"],  # added to; the two who are swept first, then the others
    categories: Array[F64, "p, 10"],  # added to
) -> None:
    """Sweep over rivers ``start..stop``, for each tuple of the others' holes."""
    k = ranges.cards.shape[1]
    room = _river_room(len(ranges.cards), len(others.pairs))
    meeting = meeting_room(ranges, sets)
    pairs = empty((3, 3), np.float64)
    for r in range(start, stop):
        _read_river(rivers[r], unseen, tables, room)
        weight = float(river_weights[r])
        # k is a literal, so that the compiler unrolls the loops over cards.
        if k == 4:
            _on_river(ranges, few, 4, 6, others, weight, room, meeting, pairs, halves, categories)
        elif k == 5:
            _on_river(ranges, few, 5, 10, others, weight, room, meeting, pairs, halves, categories)
        else:
            _on_river(ranges, few, 6, 15, others, weight, room, meeting, pairs, halves, categories)


@borrowing
def _list_lows(
    ranges: Ranges, m: int, low: int, first: int, second: int, taken: u64, room: RiverRoom,
    meeting: Meeting,
):  # fmt: skip
    """List the holes of the first range of kind ``first``, and of the second of kind ``second``.

    Holes with the low ``low`` are of kind 0, with a worse low 1, with a better one 2. Holes with a
    taken card are left out. Return how many there are.
    """
    n = 0
    for i in range(m):
        hole = room.order[i]
        level = room.low[hole]
        kind = 0 if level == low else 1 if level > low else 2
        apart = ranges.masks[hole] & taken == u64(0)
        first_weight = ranges.weights[hole, 0] * (kind == first and apart)
        second_weight = ranges.weights[hole, 1] * (kind == second and apart)
        meeting.hole[n] = hole
        meeting.strength[n] = room.of_hole[hole]
        meeting.masks[n] = ranges.masks[hole]
        meeting.weights[0, n] = first_weight
        meeting.weights[1, n] = second_weight
        n += first_weight + second_weight > 0.0
    return n


@borrowing
def _meet_lows(
    ranges: Ranges, k: int, m: int, known: int, known_low: int, taken: u64, room: RiverRoom,
    meeting: Meeting, met: Array[F64, "8, 3, 3"],
) -> None:  # fmt: skip
    """Meet the holes of two ranges low by low, and weigh the pairs by who has the low.

    ``k`` is a constant.
    """
    for low in range(1, known_low + 1):
        shared = 3 * (low == known_low)  # with others
        if low < NO_LOW and room.lows[low]:
            for case in range(3):
                first, second = np.int64(case == 1), np.int64(case == 0)
                n = _list_lows(ranges, m, low, first, second, taken, room, meeting)
                meet(ranges, k, n, known, meeting, met[shared + case])
                forget(ranges, k, n, meeting)
    worse = np.int64(known_low < NO_LOW)  # 1: others have a better low; 0: nobody has a low
    n = _list_lows(ranges, m, known_low, worse, worse, taken, room, meeting)
    meet(ranges, k, n, known, meeting, met[6 if worse else 7])
    forget(ranges, k, n, meeting)


@borrowing
def _share_halves(
    met: Array[F64, "8, 3, 3"],
    scale: float,
    known: int,
    known_low: int,
    others: Others,
    t: int,
    room: RiverRoom,
    halves: Array[F64, "p, p + 1, p + 2"],  # added to: the two who are swept, then the others
    categories: Array[F64, "p, 10"],  # added to
) -> None:
    """Add who shares which half in the pairs of a meeting."""
    q = others.tuples.shape[1]
    high_winners = low_winners = 0
    for j in range(q):
        high_winners += room.of_other[others.tuples[t, j]] == known
        low_winners += room.low_of_other[others.tuples[t, j]] == known_low
    every = 0.0
    for case in range(8):
        nobody = case == 7
        beside = low_winners if 3 <= case < 7 else 0
        holders = 0 if case >= 6 else 2 if case % 3 == 2 else 1  # how many of the two have the low
        # How many share the low half with each, 0 if he loses it.
        first = q + 3 if nobody else 0 if case % 3 == 1 or holders == 0 else holders + beside
        second = q + 3 if nobody else 0 if case % 3 == 0 or holders == 0 else holders + beside
        rest = q + 3 if nobody else holders + beside if beside else 0
        for zone in range(3):
            won, lost = scale * met[case, zone, 0], scale * met[case, zone, 1]
            tied = scale * met[case, zone, 2]
            every += won + lost + tied
            higher = 0 if zone == 2 else high_winners
            one, two = (0, 0) if zone == 0 else (higher + 1, higher + 2)
            halves[0, one, first] += won
            halves[1, 0, second] += won
            halves[0, 0, first] += lost
            halves[1, one, second] += lost
            halves[0, two, first] += tied
            halves[1, two, second] += tied
            for j in range(q):
                hole = others.tuples[t, j]
                low = rest if nobody or room.low_of_other[hole] == known_low else 0
                best = zone < 2 and room.of_other[hole] == known
                alone, tie = (higher, higher) if zone == 0 else (one, two)
                halves[2 + j, alone if best else 0, low] += won + lost
                halves[2 + j, tie if best else 0, low] += tied
    for j in range(q):
        categories[2 + j, room.category[room.of_other[others.tuples[t, j]]]] += every


@borrowing
def _halves_on_river(
    ranges: Ranges, few: int, k: int, x: int, low_set: int, tables: EquityTables, others: Others,
    weight: float, room: RiverRoom, meeting: Meeting, met: Array[F64, "8, 3, 3"],
    halves: Array[F64, "p, p + 1, p + 2"], categories: Array[F64, "p, 10"],
) -> None:  # fmt: skip
    """Sweep over a river of two halves after ``_read_river``; ``k`` and ``x`` are constants."""
    m = _order_holes(ranges.pairs, x, room)
    board = np.int64(low_set) << 8
    for low in range(len(room.lows)):
        room.lows[low] = 0
    for i in range(m):
        hole = room.order[i]
        room.low[hole] = tables.low_of_sets[board | ranges.low_sets[hole]]
        room.lows[room.low[hole]] = 1
    for hole in range(len(room.of_other)):
        room.of_other[hole] = _best_pair(others.pairs, hole, x, room.of_pair)
        room.low_of_other[hole] = tables.low_of_sets[board | others.low_sets[hole]]
    for t in range(len(others.masks)):
        known = np.uint16(0)
        known_low = np.int64(NO_LOW)
        for j in range(others.tuples.shape[1]):
            known = max(known, room.of_other[others.tuples[t, j]])
            known_low = min(known_low, np.int64(room.low_of_other[others.tuples[t, j]]))
        if known == BLOCKED:
            continue
        met[:] = 0.0
        scale = weight * others.weights[t]
        n = _list(ranges, room.order, m, others.masks[t], room, meeting)
        if few >= 0:
            for i in range(n):
                meeting.lows[i] = room.low[meeting.hole[i]]
            meet_few_halves(
                few, n, known, known_low, NO_LOW, room.category, scale, meeting, met, categories
            )
        else:
            pass_all(ranges, k, n, meeting)
            meet_all(ranges, k, n, room.category, scale, meeting, categories)
            forget(ranges, k, n, meeting)
            _meet_lows(ranges, k, m, known, known_low, others.masks[t], room, meeting, met)
        _share_halves(met, scale, known, known_low, others, t, room, halves, categories)


@kernel
def sweep_halves(
    rivers: Input[U8, "n, 5"],
    river_weights: Input[U8, "n"],
    unseen: Input[U8, "c"],
    tables: EquityTables,
    ranges: Ranges,
    few: int,
    others: Others,
    start: int,
    stop: int,
    sets: int,
    halves: Array[F64, "p, p + 1, p + 2"],  # added to; see ``HalvedShares``, and ``sweep_rivers``
    categories: Array[F64, "p, 10"],  # added to
) -> None:
    """Sweep over rivers ``start..stop`` of two halves, for each tuple of the others' holes."""
    k = ranges.cards.shape[1]
    room = _river_room(len(ranges.cards), len(others.pairs))
    meeting = meeting_room(ranges, sets)
    met = empty((8, 3, 3), np.float64)
    for r in range(start, stop):
        number = _read_river(rivers[r], unseen, tables, room)
        low_set = np.int64(tables.low_set[number])
        weight = float(river_weights[r])
        # k is a literal, as in ``sweep_rivers``.
        if k == 4:
            _halves_on_river(
                ranges,
                few,
                4,
                6,
                low_set,
                tables,
                others,
                weight,
                room,
                meeting,
                met,
                halves,
                categories,
            )
        elif k == 5:
            _halves_on_river(
                ranges,
                few,
                5,
                10,
                low_set,
                tables,
                others,
                weight,
                room,
                meeting,
                met,
                halves,
                categories,
            )
        else:
            _halves_on_river(
                ranges, few, 6, 15, low_set, tables, others, weight, room, meeting, met, halves,
                categories,
            )  # fmt: skip


@inlined
def _pairs_beside(ranges: Ranges, k: int, taken: u64, meeting: Meeting):
    """Return the weight of the pairs without these cards; ``k`` is a constant."""
    n = 0
    for hole in range(len(ranges.cards)):
        meeting.hole[n] = hole
        meeting.weights[0, n] = ranges.weights[hole, 0]
        meeting.weights[1, n] = ranges.weights[hole, 1]
        meeting.strength[n] = 1
        n += ranges.masks[hole] & taken == u64(0)
    category = zeros(2, np.uint8)
    sums = zeros((2, 10), np.float64)
    pass_all(ranges, k, n, meeting)
    meet_all(ranges, k, n, category, 1.0, meeting, sums)
    forget(ranges, k, n, meeting)
    return sums[0, 0]


@kernel
def pairs_beside(ranges: Ranges, taken: Input[U64, "t"], sets: int) -> float:
    """Return the weight of the pairs of holes of two ranges without each of some sets of cards."""
    meeting = meeting_room(ranges, sets)
    weight = 0.0
    for t in range(len(taken)):
        if ranges.cards.shape[1] == 4:
            weight += _pairs_beside(ranges, 4, taken[t], meeting)
        elif ranges.cards.shape[1] == 5:
            weight += _pairs_beside(ranges, 5, taken[t], meeting)
        else:
            weight += _pairs_beside(ranges, 6, taken[t], meeting)
    return weight
