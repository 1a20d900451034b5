"""Kernels of hand strength and potential: every hole on a board, now and on all later boards.

A board's holes are ordered once. For each hole three sets of opponents are kept as bits, those that
share a card with it left out: weaker now, weaker or equal now, all. On each later board one sweep
goes from the weakest hole to the strongest and sets the bit of each that it passes, so that the
opponents in any relation now and then are counted by three intersections of 1,176 bits.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel, popcount
from pokerlake.engine.hands.board_order import DIGIT, GRAPH, weakest_first

# m = live holes now, at most 1,176; w = 24 words of 64 bits, whole vectors; p = 24 permutations

LIVE = 1176
WORDS = 24

u64 = np.uint64
i64 = np.int64


@inlined
def _counted(passed, sets):
    """How many of each of three sets ``(3, w)`` have been passed."""
    low = low_or_equal = every = u64(0)
    for word in range(WORDS):
        low += popcount(passed[word] & sets[0, word])
        low_or_equal += popcount(passed[word] & sets[1, word])
        every += popcount(passed[word] & sets[2, word])
    return i64(low), i64(low_or_equal), i64(every)


@inlined
def _fill_sets(keys, m, place, hole_cards, passed, with_card, sets):
    """The sets of opponents of each hole, ``(m, 3, w)``, from the holes in order of strength."""
    with_card[:] = u64(0)
    passed[:] = u64(0)
    for i in range(m):
        hole = keys[i] & 2047
        word, bit = place[hole] >> 6, u64(1) << u64(place[hole] & 63)
        with_card[hole_cards[hole, 0], word] |= bit
        with_card[hole_cards[hole, 1], word] |= bit
        passed[word] |= bit
    for i in range(m):
        hole = keys[i] & 2047
        for word in range(WORDS):
            sharing = with_card[hole_cards[hole, 0], word] | with_card[hole_cards[hole, 1], word]
            sets[place[hole], 2, word] = passed[word] & ~sharing
    passed[:] = u64(0)
    start = 0
    while start < m:
        stop = start
        while stop < m and keys[stop] >> 11 == keys[start] >> 11:
            at = place[keys[stop] & 2047]
            for word in range(WORDS):
                sets[at, 0, word] = passed[word] & sets[at, 2, word]
            stop += 1
        for i in range(start, stop):
            at = place[keys[i] & 2047]
            passed[at >> 6] |= u64(1) << u64(at & 63)
        for i in range(start, stop):
            at = place[keys[i] & 2047]
            for word in range(WORDS):
                sets[at, 1, word] = passed[word] & sets[at, 2, word]
        start = stop


@inlined
def _sweep(keys, m, place, row_of, weight, passed, sets, before, sums):
    """Add one later board to ``sums`` ``(r, 7)``: what opponents are then, by what they are now.

    Columns: weaker then, of those weaker, weaker or equal, and all now; the same for weaker or
    equal then; the square of twice those beaten and once those tied. ``before`` ``(m, 3)`` is room
    to work in.
    """
    passed[:] = u64(0)
    start = 0
    while start < m:
        stop = start
        while stop < m and keys[stop] >> 11 == keys[start] >> 11:
            counted = _counted(passed, sets[place[keys[stop] & 2047]])
            before[stop, 0], before[stop, 1], before[stop, 2] = counted
            stop += 1
        for i in range(start, stop):
            at = place[keys[i] & 2047]
            passed[at >> 6] |= u64(1) << u64(at & 63)
        for i in range(start, stop):
            hole = keys[i] & 2047
            low, low_or_equal, every = before[i]
            after = low, low_or_equal, every
            if stop > start + 1:
                after = _counted(passed, sets[place[hole]])
            row = sums[row_of[hole]]
            row[0] += weight * low
            row[1] += weight * low_or_equal
            row[2] += weight * every
            row[3] += weight * after[0]
            row[4] += weight * after[1]
            row[5] += weight * after[2]
            row[6] += weight * (every + after[2]) ** 2
        start = stop


@inlined
def _orbit(first, second, images, keeps):
    """How many pairs of cards this one stands for, 0 where a smaller one does.

    ``images`` ``(p, 52)`` are the cards under permutations of the suits, ``keeps`` ``(p,)`` says
    which leave the board as it is.
    """
    order = alike = 0
    own = 64 * max(first, second) + min(first, second)
    for p in range(len(images)):
        if keeps[p]:
            a = i64(images[p, first])
            b = i64(images[p, second])
            image = 64 * max(a, b) + min(a, b)
            if image < own:
                return 0
            alike += image == own
            order += 1
    return order // alike


@inlined
def _own_symmetries(board, images, keeps):
    """Which permutations of the suits leave the board as it is."""
    cards = u64(0)
    for card in board:
        cards |= u64(1) << u64(card)
    for p in range(len(images)):
        image = u64(0)
        for card in board:
            image |= u64(1) << u64(images[p, card])
        keeps[p] = image == cards
    return cards


@inlined
def number_rows(board, images, keeps, row_of, holes, sizes):
    """Number the canonical holes of a board; how many there are.

    ``row_of`` ``(1326,)`` gets the row of every live hole, ``holes`` and ``sizes`` the canonical
    hole of each row, ascending, and how many holes are the same up to the board's own suits.
    """
    dead = _own_symmetries(board, images, keeps)
    rows = 0
    for b in range(1, 52):
        if dead >> u64(b) & u64(1):
            continue
        for a in range(b):
            if dead >> u64(a) & u64(1):
                continue
            hole = (b * (b - 1) >> 1) + a
            size = _orbit(a, b, images, keeps)
            if size:
                holes[rows] = hole
                sizes[rows] = size
                for p in range(len(images)):
                    if keeps[p]:
                        c = i64(max(images[p, a], images[p, b]))
                        d = i64(min(images[p, a], images[p, b]))
                        row_of[(c * (c - 1) >> 1) + d] = rows
                rows += 1
    return rows


@kernel(types.void(array("uint8", 2), array("uint8", 2), types.int64[::1]))
def count_rows(boards, images, counts):
    """How many canonical holes each board has: ``counts`` ``(n,)``."""
    keeps = np.empty(len(images), np.bool_)
    row_of = np.empty(1326, np.int16)
    holes = np.empty(LIVE, np.uint16)
    sizes = np.empty(LIVE, np.uint8)
    for i in range(len(boards)):
        counts[i] = number_rows(boards[i], images, keeps, row_of, holes, sizes)


@kernel(
    types.void(
        array("uint8", 2),
        array("uint8", 2),
        *GRAPH,
        array("uint8", 2),
        types.uint16[::1],
        types.uint8[::1],
        types.uint16[::1],
        types.int64[:, :, ::1],
    )
)
def add_strengths(
    boards, images, next_node, rank_class, flush_of_set, hole_cards, holes, sizes, classes, sums
):
    """Strength of all canonical holes on flops or turns ``(n, k)``, and of what comes of them.

    Board after board, a row for each: ``holes``, ``sizes`` and ``classes`` ``(r,)``, and ``sums``
    ``(3, r, 7)``, which must be zero, the relations to opponents of :func:`_sweep`: ``sums[0]``
    now, ``sums[1]`` after the next card, ``sums[2]`` at the river of a flop.

    Next cards that are the same up to the board's own suits are dealt once, with a weight. Then the
    sums of one hole mean nothing, but those over all holes of a row do.
    """
    k = boards.shape[1]
    keeps = np.empty(len(images), np.bool_)
    pair_class = np.zeros((13, 13), np.uint16)
    now = np.empty(LIVE, np.int32)
    keys = np.empty(LIVE, np.int32)
    spare = np.empty(LIVE, np.int32)
    counts = np.empty(DIGIT, np.int32)
    place = np.empty(1326, np.int16)
    row_of = np.empty(1326, np.int16)
    passed = np.zeros(WORDS, np.uint64)
    with_card = np.empty((52, WORDS), np.uint64)
    sets = np.zeros((LIVE, 3, WORDS), np.uint64)
    before = np.empty((LIVE, 3), np.int64)
    later = np.empty(k + 2, np.uint8)
    begin = 0
    for board in boards:
        rows = number_rows(board, images, keeps, row_of, holes[begin:], sizes[begin:])
        here = sums[:, begin : begin + rows]
        live = weakest_first(
            board, next_node, rank_class, flush_of_set, pair_class, spare, counts, now
        )
        for i in range(live):
            hole = now[i] & 2047
            place[hole] = i
            classes[begin + row_of[hole]] = now[i] >> 11
        _fill_sets(now, live, place, hole_cards, passed, with_card, sets)
        _sweep(now, live, place, row_of, 1, passed, sets, before, here[0])
        dead = u64(0)
        for c in range(k):
            later[c] = board[c]
            dead |= u64(1) << u64(board[c])
        for first in range(52):
            if dead >> u64(first) & u64(1):
                continue
            later[k] = first
            weight = _orbit(first, first, images, keeps)
            if weight:
                m = weakest_first(
                    later[: k + 1],
                    next_node,
                    rank_class,
                    flush_of_set,
                    pair_class,
                    spare,
                    counts,
                    keys,
                )
                _sweep(keys, m, place, row_of, weight, passed, sets, before, here[1])
            for second in range(first if k == 3 else 0):
                if dead >> u64(second) & u64(1):
                    continue
                weight = _orbit(first, second, images, keeps)
                if weight:
                    later[k + 1] = second
                    m = weakest_first(
                        later, next_node, rank_class, flush_of_set, pair_class, spare, counts, keys
                    )
                    _sweep(keys, m, place, row_of, weight, passed, sets, before, here[2])
        for which in range(3):
            for row in range(rows):
                for column in range(7):
                    here[which, row, column] //= i64(sizes[begin + row])
        begin += rows
