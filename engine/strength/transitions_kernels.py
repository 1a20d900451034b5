"""Kernels of hand strength and potential: every hole on a board, now and on all later boards.

A board's holes are ordered once. For each hole three sets of opponents are kept as bits, those that
share a card with it left out: weaker now, weaker or equal now, all. On each later board one sweep
goes from the weakest hole to the strongest and sets the bit of each that it passes, so that the
opponents in any relation now and then are counted by three intersections of 1,176 bits.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel, popcount, zeros
from ..cards.steps import alike_suits, card_bits
from ..cards.suit_symmetry import AlikeHoles
from ..hands.board_order import LIVE_HOLES, SortRoom, end_of_tie, sort_room, weakest_first
from ..hands.board_tables import BoardTables
from ..signatures import I16, I32, I64, U8, U16, U64, Array, Input

# n = boards, k = cards on a board, r = rows, canonical holes of all boards
# m = live holes now, at most 1,176; w = 24 words of 64 bits, whole vectors

WORDS = 24

u64 = np.uint64
i64 = np.int64


class Room(NamedTuple):
    """Room to work in."""

    sort: SortRoom
    keys: Array[I32, "m"]  # the holes on a later board, in order: ``class << 11 | hole_id``
    later: Array[U8, "k + 2"]  # a later board
    passed: Array[U64, "w"]  # the set of holes passed in a sweep
    with_card: Array[U64, "52, w"]  # the set of holes that have each card
    # Of each hole the sets of opponents: weaker now, weaker or equal now, all.
    sets: Array[U64, "m, 3, w"]
    before: Array[I64, "m, 3"]  # what was counted before a group of equal holes was passed


@borrowing
def _counted(passed: Input[U64, "w"], sets: Input[U64, "3, w"]):
    """Return how many holes of each of three sets are in ``passed``."""
    low = low_or_equal = every = u64(0)
    for word in range(WORDS):
        low += popcount(passed[word] & sets[0, word])
        low_or_equal += popcount(passed[word] & sets[1, word])
        every += popcount(passed[word] & sets[2, word])
    return i64(low), i64(low_or_equal), i64(every)


@borrowing
def _fill_sets(
    keys: Input[I32, "m"],  # the holes now, in order
    m: int,
    place: Input[I16, "1326"],  # the place of each of them in that order
    hole_cards: Input[U8, "1326, 2"],
    room: Room,
) -> None:
    """Write the sets of opponents of each hole to ``room.sets``."""
    passed, with_card, sets = room.passed, room.with_card, room.sets
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
        stop = end_of_tie(keys, m, start)
        for i in range(start, stop):
            at = place[keys[i] & 2047]
            for word in range(WORDS):
                sets[at, 0, word] = passed[word] & sets[at, 2, word]
        for i in range(start, stop):
            at = place[keys[i] & 2047]
            passed[at >> 6] |= u64(1) << u64(at & 63)
        for i in range(start, stop):
            at = place[keys[i] & 2047]
            for word in range(WORDS):
                sets[at, 1, word] = passed[word] & sets[at, 2, word]
        start = stop


@borrowing
def _sweep(
    keys: Input[I32, "m"],  # the holes on the later board, in order
    m: int,
    place: Input[I16, "1326"],  # the place of each hole in the order now
    row_of: Input[I16, "1326"],
    weight: int,  # the number of boards that this one stands for
    room: Room,
    # Added to. Columns 0 to 2: opponents that are weaker then, of those that are weaker now, of
    # those that are weaker or equal now, of all. Columns 3 to 5: opponents that are weaker or equal
    # then, of the same. Column 6: the square of twice those beaten and once those tied.
    sums: Array[I64, "r, 7"],
) -> None:
    """Add one later board to the sums: what opponents are then, by what they are now."""
    passed, sets, before = room.passed, room.sets, room.before
    passed[:] = u64(0)
    start = 0
    while start < m:
        stop = end_of_tie(keys, m, start)
        for i in range(start, stop):
            before[i, 0], before[i, 1], before[i, 2] = _counted(passed, sets[place[keys[i] & 2047]])
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
def _number_holes(
    dead: u64,  # the cards of the board, and those that are not in the deck
    suits: int,  # the suits that it treats alike, a row of ``alike``
    tables: BoardTables,
    alike: AlikeHoles,
    row_of: Array[I16, "1326"],  # written: the row of every live hole
    holes: Array[U16, "r"],  # written: the canonical hole of each row, ascending
    orbits: Array[U8, "r"],  # written: the number of holes that it stands for
):
    """Number the canonical holes of a board, and return how many there are."""
    smallest, orbit, hole_bits = alike.smallest[suits], alike.orbit[suits], tables.hole_bits
    rows = 0
    for hole in range(len(smallest)):
        if hole_bits[hole] & dead:
            continue
        if smallest[hole] == hole:
            row_of[hole] = rows
            holes[rows] = hole
            orbits[rows] = orbit[hole]
            rows += 1
        else:
            row_of[hole] = row_of[smallest[hole]]
    return rows


@inlined
def _sweep_later(
    board: Input[U8, "k"],
    dead: u64,  # its cards, and those that are not in the deck
    suits: int,  # the suits that it treats alike, a row of ``alike``
    place: Input[I16, "1326"],  # the place of each live hole in the order of strength now
    row_of: Input[I16, "1326"],
    tables: BoardTables,
    alike: AlikeHoles,
    room: Room,
    sums: Array[I64, "3, r, 7"],  # added to
) -> None:
    """Add every next card to ``sums[1]``, and every river of a flop to ``sums[2]``.

    Cards that are the same up to the board's own suits are dealt once, with a weight.
    """
    k = len(board)
    orbit, card_orbit = alike.orbit[suits], alike.card_orbit[suits]
    later, keys, sort = room.later, room.keys, room.sort
    for c in range(k):
        later[c] = board[c]
    for first in range(52):
        if dead >> u64(first) & u64(1):
            continue
        later[k] = first
        weight = i64(card_orbit[first])
        if weight:
            m = weakest_first(later[: k + 1], tables, sort, keys)
            _sweep(keys, m, place, row_of, weight, room, sums[1])
        for second in range(first if k == 3 else 0):
            weight = i64(orbit[(first * (first - 1) >> 1) + second])
            if weight and dead >> u64(second) & u64(1) == u64(0):
                later[k + 1] = second
                m = weakest_first(later, tables, sort, keys)
                _sweep(keys, m, place, row_of, weight, room, sums[2])


@kernel
def add_strengths(
    boards: Input[U8, "n, k"],
    tables: BoardTables,
    alike: AlikeHoles,
    holes: Array[U16, "r"],  # written: canonical holes, board after board
    orbits: Array[U8, "r"],  # written: the number of holes that each stands for
    classes: Array[U16, "r"],  # written: their classes now
    # Zero before. Written, with the columns of :func:`_sweep`: now, after the next card, at the
    # river of a flop.
    sums: Array[I64, "3, r, 7"],
) -> None:
    """Count opponents of all canonical holes on flops or turns: now, and on all later boards.

    Notes
    -----
    Since cards are dealt once for all that are the same, the sums of one hole mean nothing, but
    those over all holes of a row do.
    """
    k = boards.shape[1]
    sort = sort_room()
    room = Room(
        sort,
        empty(LIVE_HOLES, np.int32),
        empty(k + 2, np.uint8),
        zeros(WORDS, np.uint64),
        empty((52, WORDS), np.uint64),
        zeros((LIVE_HOLES, 3, WORDS), np.uint64),
        empty((LIVE_HOLES, 3), np.int64),
    )
    now = empty(LIVE_HOLES, np.int32)
    place = empty(1326, np.int16)
    row_of = empty(1326, np.int16)
    begin = 0
    for board in boards:
        dead = card_bits(board) | tables.dead[0]
        suits = alike_suits(board)
        rows = _number_holes(dead, suits, tables, alike, row_of, holes[begin:], orbits[begin:])
        here = sums[:, begin : begin + rows]
        live = weakest_first(board, tables, sort, now)
        for i in range(live):
            hole = now[i] & 2047
            place[hole] = i
            classes[begin + row_of[hole]] = now[i] >> 11
        _fill_sets(now, live, place, tables.hole_cards, room)
        _sweep(now, live, place, row_of, 1, room, here[0])
        _sweep_later(board, dead, suits, place, row_of, tables, alike, room, here)
        for which in range(3):
            for row in range(rows):
                for column in range(7):
                    here[which, row, column] //= i64(orbits[begin + row])
        begin += rows
