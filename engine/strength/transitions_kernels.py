"""Kernels of hand strength and potential: every hole on a board, now and on all later boards.

A board's holes are ordered once. For each hole three sets of disjoint opponents are kept as bits:
weaker now, weaker or equal now, all. On each later board one sweep goes from the weakest hole to
the strongest and sets the bit of each hole that it passes. So the opponents in any relation now and
then are counted by three intersections of 1,176 bits.

That is done once for all holes of a kind: holes of the same two ranks, with the same ranks in the
suit of a possible flush. Swapping cards of a rank that are not of that suit changes no count. If no
flush is possible, later boards of the same ranks give the same counts too, and one stands for them:
that is half of all boards after a flop.
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
# m = live holes now, at most 1,176; w = 24 words of 64 bits, whole vectors; q = kinds of holes

WORDS = 24
KINDS = 4 * 13 * 13
NO_FLUSH = 4  # in place of a suit

u64 = np.uint64
i64 = np.int64


class TransitionScratch(NamedTuple):
    """Scratch arrays for one board."""

    sort: SortRoom
    keys: Array[I32, "m"]  # the holes on a later board, in order: ``class << 11 | hole_id``
    later: Array[U8, "k + 2"]  # a later board
    passed: Array[U64, "w"]  # the set of holes passed in a sweep
    with_card: Array[U64, "52, w"]  # the set of holes that have each card
    # The sets of opponents of each hole: weaker now, weaker or equal now, all.
    sets: Array[U64, "m, 3, w"]
    kind: Array[U16, "5, 1326"]  # the kind of each hole, by the suit of a possible flush
    of_kind: Array[I64, "q, 7"]  # the counts of each kind on a later board, see :func:`_sweep`
    first: Array[I16, "q"]  # the place of the first hole passed of each kind, or -1
    kinds: Array[I16, "m"]  # the kinds in a group of equal holes
    dealt: Array[I64, "53"]  # how many of the boards that one stands for have each card; all


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
    place: Input[I16, "1326"],  # the place of each hole in that order
    hole_cards: Input[U8, "1326, 2"],
    room: TransitionScratch,
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
    kind: Input[U16, "1326"],  # of each hole
    room: TransitionScratch,
) -> None:
    """Write counts of opponents of each kind of hole on a later board to ``room.of_kind``.

    Columns 0 to 2: opponents that are weaker then, among those weaker now, those weaker or equal
    now, and all. Columns 3 to 5: opponents that are weaker or equal then, in the same groups.
    Column 6: the square of (2 win + tie).
    """
    passed, sets, of_kind = room.passed, room.sets, room.of_kind
    first, kinds = room.first, room.kinds
    passed[:] = u64(0)
    first[:] = np.int16(-1)
    start = 0
    while start < m:
        stop = end_of_tie(keys, m, start)
        n = 0
        for i in range(start, stop):
            hole = keys[i] & 2047
            q = kind[hole]
            if first[q] < 0:
                first[q] = place[hole]
                kinds[n] = q
                n += 1
                counts = of_kind[q]
                counts[0], counts[1], counts[2] = _counted(passed, sets[place[hole]])
        for i in range(start, stop):
            at = place[keys[i] & 2047]
            passed[at >> 6] |= u64(1) << u64(at & 63)
        for i in range(n):
            counts = of_kind[kinds[i]]
            counts[3], counts[4], counts[5] = counts[0], counts[1], counts[2]
            if stop > start + 1:
                counts[3], counts[4], counts[5] = _counted(passed, sets[first[kinds[i]]])
            counts[6] = (counts[2] + counts[5]) ** 2
        start = stop


@borrowing
def _add(
    counts: Input[I64, "7"],
    weight: int,  # the number of boards
    row: Array[I64, "7"],  # added to
) -> None:
    """Add the counts of a kind to the row of one of its holes."""
    for column in range(7):
        row[column] += weight * counts[column]


@borrowing
def _add_board(
    later: Input[U8, "k"],
    weight: int,  # the number of boards that this one stands for
    place: Input[I16, "1326"],  # the place of each live hole in the order now
    row_of: Input[I16, "1326"],
    tables: BoardTables,
    room: TransitionScratch,
    sums: Array[I64, "r, 7"],  # added to
) -> None:
    """Add one later board, or the board itself."""
    kind = room.kind[_flush_suit(later)]
    m = weakest_first(later, tables, room.sort, room.keys)
    _sweep(room.keys, m, place, kind, room)
    for i in range(m):
        hole = room.keys[i] & 2047
        _add(room.of_kind[kind[hole]], weight, sums[row_of[hole]])


@borrowing
def _flush_suit(board: Input[U8, "k"]):
    """Return the suit of a possible flush, which has three cards or more."""
    suit = NO_FLUSH
    counts = 0
    for card in board:
        counts += 1 << (8 * (card & 3))
    for s in range(4):
        if (counts >> (8 * s)) & 255 >= 3:
            suit = s
    return suit


@borrowing
def _number_kinds(hole_cards: Input[U8, "1326, 2"], kind: Array[U16, "5, 1326"]) -> None:
    """Write the kind of each hole, by the suit of a possible flush."""
    for hole in range(len(hole_cards)):
        a, b = i64(hole_cards[hole, 0]), i64(hole_cards[hole, 1])
        ranks = 13 * (b >> 2) + (a >> 2)
        for suit in range(5):
            kind[suit, hole] = ranks + 169 * (2 * (b & 3 == suit) + (a & 3 == suit))


@borrowing
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


@borrowing
def _add_later(
    board: Input[U8, "k"],
    dead: u64,  # its cards, and those that are not in the deck
    suits: int,  # the suits that it treats alike, a row of ``alike``
    place: Input[I16, "1326"],  # the place of each live hole in the order of strength now
    row_of: Input[I16, "1326"],
    tables: BoardTables,
    alike: AlikeHoles,
    room: TransitionScratch,
    sums: Array[I64, "3, r, 7"],  # added to
) -> None:
    """Add every next card to ``sums[1]``, and every river of a flop to ``sums[2]``.

    If a flush is possible then, cards that are alike up to the symmetries of the board are dealt
    once, with a weight. Otherwise ranks are dealt.
    """
    k = len(board)
    orbit, card_orbit = alike.orbit[suits], alike.card_orbit[suits]
    later = room.later
    for c in range(k):
        later[c] = board[c]
    for first in range(52):
        if dead >> u64(first) & u64(1):
            continue
        later[k] = first
        weight = i64(card_orbit[first])
        if weight and _flush_suit(later[: k + 1]) != NO_FLUSH:
            _add_board(later[: k + 1], weight, place, row_of, tables, room, sums[1])
        for second in range(first if k == 3 else 0):
            weight = i64(orbit[(first * (first - 1) >> 1) + second])
            if weight and dead >> u64(second) & u64(1) == u64(0):
                later[k + 1] = second
                if _flush_suit(later) != NO_FLUSH:
                    _add_board(later, weight, place, row_of, tables, room, sums[2])
    for high in range(13):
        _add_ranks(board, high, 0, 1, dead, place, row_of, tables, room, sums[1])
        for low in range(high + 1 if k == 3 else 0):
            _add_ranks(board, high, low, 2, dead, place, row_of, tables, room, sums[2])


@borrowing
def _add_ranks(
    board: Input[U8, "k"],
    high: int,  # the rank of a later card
    low: int,  # the rank of a second later card, not higher
    more: int,  # the number of later cards; ``low`` is ignored for one
    dead: u64,  # the board's cards, and those that are not in the deck
    place: Input[I16, "1326"],
    row_of: Input[I16, "1326"],
    tables: BoardTables,
    room: TransitionScratch,
    sums: Array[I64, "r, 7"],  # added to
) -> None:
    """Add all later boards of some ranks on which no flush is possible."""
    k, later, dealt = len(board), room.later[: len(board) + more], room.dealt
    dealt[:] = 0
    first_card = second_card = 0  # the later cards of the board that stands for all
    pairs = u64(0)  # a bit for each pair of suits that is dealt
    for s in range(4):
        for t in range(4 if more == 2 else 1):
            a, b = 4 * high + s, 4 * low + t
            if dead >> u64(a) & u64(1):
                continue
            later[k] = a
            if more == 2:
                if dead >> u64(b) & u64(1) or a == b or (high == low and t > s):
                    continue
                later[k + 1] = b
            if _flush_suit(later) != NO_FLUSH:
                continue
            first_card, second_card = a, b
            pairs |= u64(1) << u64(4 * s + t)
            dealt[52] += 1
            dealt[a] += 1
            if more == 2:
                dealt[b] += 1
    if dealt[52] == 0:
        return
    later[k] = first_card
    if more == 2:
        later[k + 1] = second_card
    kind = room.kind[NO_FLUSH]
    _sweep(room.keys, weakest_first(later, tables, room.sort, room.keys), place, kind, room)
    for b in range(1, 52):
        if dead >> u64(b) & u64(1) or dealt[b] == dealt[52]:
            continue
        for a in range(b):
            if dead >> u64(a) & u64(1):
                continue
            boards = dealt[52] - dealt[a] - dealt[b]
            if dealt[a] and dealt[b] and more == 2:  # boards with both are subtracted twice
                boards += _has_pair(pairs, high, low, b, a)
            if boards:
                hole = (b * (b - 1) >> 1) + a
                _add(room.of_kind[kind[hole]], boards, sums[row_of[hole]])


@inlined
def _has_pair(pairs: u64, high: int, low: int, b: int, a: int):
    """Return 1 if two cards, the higher first, are one of the pairs that are dealt."""
    if b >> 2 != high or a >> 2 != low:
        return 0
    return i64(pairs >> u64(4 * (b & 3) + (a & 3)) & u64(1))


@kernel
def add_strengths(
    boards: Input[U8, "n, k"],
    tables: BoardTables,
    alike: AlikeHoles,
    holes: Array[U16, "r"],  # written: canonical holes, board after board
    orbits: Array[U8, "r"],  # written: the number of holes that each stands for
    classes: Array[U16, "r"],  # written: their classes now
    # Zero on entry. Written, with the columns of :func:`_sweep`: now, after the next card, at the
    # river of a flop.
    sums: Array[I64, "3, r, 7"],
) -> None:
    """Count opponents of all canonical holes on flops or turns: now, and on all later boards.

    Because cards that are alike are dealt once, the sums of a single hole have no meaning. Only the
    sums over all holes of a row do.
    """
    k = boards.shape[1]
    sort = sort_room()
    room = TransitionScratch(
        sort,
        empty(LIVE_HOLES, np.int32),
        empty(k + 2, np.uint8),
        zeros(WORDS, np.uint64),
        empty((52, WORDS), np.uint64),
        zeros((LIVE_HOLES, 3, WORDS), np.uint64),
        empty((5, 1326), np.uint16),
        empty((KINDS, 7), np.int64),
        empty(KINDS, np.int16),
        empty(LIVE_HOLES, np.int16),
        empty(53, np.int64),
    )
    _number_kinds(tables.hole_cards, room.kind)
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
        _add_board(board, 1, place, row_of, tables, room, here[0])
        _add_later(board, dead, suits, place, row_of, tables, alike, room, here)
        for which in range(3):
            for row in range(rows):
                for column in range(7):
                    here[which, row, column] //= i64(orbits[begin + row])
        begin += rows
