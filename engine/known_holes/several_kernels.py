"""The kernels for two to ten known holes and every board: ranks first, then suits for flushes.

As for two holes (see ``two_kernels``) boards are counted by their ranks. But boards on which a
player has a flush are subtracted, and counted by their ranks in the suit and the ranks of their
other cards. The counts say how often each set of players shares the pot.

With known cards on the board there are fewer boards by rank, which are listed; and a set of ranks
in a suit must contain the known ones.

Dimensions: n = tuples of p players, k = known cards of the board, m = boards by rank.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel
from ..signatures import I32, I64, U8, U16, Array, Input
from .rank_tables import NO_FLUSH, WIDTHS, RankTables, SuitTables, Tables
from .steps import (
    FIRST_OF_SIZE,
    RANK_BOARDS,
    SETS,
    Holes,
    Rest,
    Scratch,
    Totals,
    beaten_with_four,
    beaten_with_three,
    boards_of_one_suit,
    count_rest,
    holes_of,
    list_boards,
    lower_to,
    mark_winner,
    rank_categories,
    rank_ways,
    read_holes,
    scratch,
    suit_boards,
)

u16 = np.uint16
i32 = np.int32
i64 = np.int64


class Known(NamedTuple):
    """The cards that are known besides the holes of a tuple."""

    board: Array[U8, "k"]  # the known cards of the board
    of_suit: Array[I64, "4"]  # its ranks in each suit, a bit each
    gone: Array[I64, "4"]  # the ranks of each suit that are on the board or dead
    left: Array[I32, "13"]  # how many cards of each rank are neither
    others: Array[I64, "4"]  # how many of its cards are of other suits than each


class ByRank(NamedTuple):
    """Tables and scratch arrays for counting boards by rank."""

    # The multisets of ranks that complete the known board, and the boards by rank that they make.
    nodes: Array[U16, "m"]
    boards: Array[U16, "m"]
    # As in ``RankTables``.
    stem: Input[U16, "8555"]
    last: Input[U8, "8555"]
    classes: Input[U16, "91, 6175"]
    factors: Array[I32, "52"]  # scratch
    ways: Array[I32, "8555"]  # in how many ways each multiset of ranks can be dealt
    listed_ways: Array[I32, "m"]  # the same for the multisets that complete the board
    rows: Array[U16, "p, 6175"]  # each player's classes on the boards listed


@kernel
def first_bad_tuple(
    holes: Input[U16, "n, p"],
    hole_cards: Input[U8, "1326, 2"],
    blocked: Input[I64, "n"],  # the cards on the board or dead, a bit each
) -> int:
    """Find the first tuple with a card twice, a blocked card, or a number that is not a hole.

    Returns its index, or -1.
    """
    for i in range(len(holes)):
        seen = blocked[i]
        for player in range(holes.shape[1]):
            hole = holes[i, player]
            if hole >= len(hole_cards):
                return i
            for c in range(2):
                card = hole_cards[hole, c]
                if seen >> card & 1:
                    return i
                seen |= 1 << card
    return -1


@borrowing
def _read_known(board: Input[U8, "k"], blocked: int, p: int, known: Known) -> int:
    """Fill ``Known`` for ``p`` players; return how many completions the board has."""
    of_suit, known_gone, left, others = known.of_suit, known.gone, known.left, known.others
    for suit in range(4):
        of_suit[suit] = known_gone[suit] = 0
        others[suit] = len(board)
    for rank in range(13):
        left[rank] = 4
    cards = 52 - 2 * p
    for card in range(52):
        if blocked >> card & 1:
            known_gone[card & 3] |= 1 << (card >> 2)
            left[card >> 2] -= i32(1)
            cards -= 1
    for i in range(len(board)):
        card = board[i]
        of_suit[card & 3] |= 1 << (card >> 2)
        others[card & 3] -= 1
    boards = 1
    for i in range(5 - len(board)):
        boards = boards * (cards - i) // (i + 1)
    return boards


@inlined
def _by_rank(p: int, board: Input[U8, "k"], ranks: RankTables):
    """Make ``ByRank`` for ``p`` players."""
    listed = empty((2, RANK_BOARDS), np.uint16)
    m = list_boards(board, ranks, listed)
    return ByRank(
        listed[0, :m],
        listed[1, :m],
        ranks.stem,
        ranks.last,
        ranks.classes,
        empty(52, np.int32),
        empty(FIRST_OF_SIZE[6], np.int32),
        empty(m, np.int32),
        empty((p, RANK_BOARDS), np.uint16),
    )


@borrowing
def _count_by_rank(
    k: int,  # known cards of the board
    holes: Holes,
    by_rank: ByRank,  # ``rows`` and all ways are filled
    # Of ``Totals``; ``board_ways`` is filled, ``categories`` are added to.
    board_ways: Array[I32, "6175"],
    categories: Array[I64, "p, 10"],
) -> None:
    """Count all boards by rank alone."""
    nodes, boards, stem, last, classes, factors, ways, listed_ways, rows = by_rank
    pairs = holes.pairs
    rank_ways(holes.live, stem, last, factors, ways[: FIRST_OF_SIZE[6 - k]])
    m = len(nodes)
    for j in range(m):
        listed_ways[j] = ways[nodes[j]]
    for j in range(m):
        board_ways[boards[j]] = listed_ways[j]
    for i in range(len(pairs)):
        row = classes[pairs[i]]
        if k:
            for j in range(m):
                rows[i, j] = row[boards[j]]
        else:  # all of them, which is eight times as fast
            for j in range(RANK_BOARDS):
                rows[i, j] = row[j]
        if len(categories):
            rank_categories(i64(1), rows[i], listed_ways, categories[i])


@borrowing
def _count_with_three(
    suit: int, known: Known, holes: Holes, tables: Tables, rest: Rest, room: Scratch, totals: Totals
) -> None:
    """Count the boards with three cards of a suit, of which a player has two."""
    n_lanes, total = count_rest(suit, i64(2), known.board, holes, tables.ranks.pair_ranks, rest)
    n = suit_boards(
        i64(2),
        i64(WIDTHS[0]),
        suit,
        known.of_suit[suit],
        holes,
        tables.three,
        rest,
        n_lanes,
        total,
        room,
        totals,
    )
    beaten_with_three(
        n, suit, holes, tables.three.classes, rest, n_lanes, total, room, totals.counts
    )


@borrowing
def _count_with_four(
    suit: int, known: Known, holes: Holes, tables: Tables, rest: Rest, room: Scratch, totals: Totals
) -> None:
    """Count the boards with four cards of a suit, of which a player has one or two."""
    n_lanes, total = count_rest(suit, i64(1), known.board, holes, tables.ranks.pair_ranks, rest)
    n = suit_boards(
        i64(1),
        i64(WIDTHS[1]),
        suit,
        known.of_suit[suit],
        holes,
        tables.four,
        rest,
        n_lanes,
        total,
        room,
        totals,
    )
    beaten_with_four(
        n, suit, holes, tables.paired, tables.ranks_of_four, rest.ways, room, totals.counts
    )


@borrowing
def _take_off_one_suit(
    pairs: Input[U8, "p"],  # of ``Holes``
    five: SuitTables,
    row: Array[U16, "6175"],  # scratch
    totals: Totals,
) -> None:
    """Subtract boards of one suit from those by rank."""
    board_ways, _, categories, of_one_suit = totals
    boards, classes = five.boards, five.classes
    for j in range(SETS[2]):
        board_ways[boards[j, 0]] -= of_one_suit[j]
    for i in range(len(categories)):
        for j in range(SETS[2]):
            row[j] = classes[pairs[i], j, 0]
        rank_categories(i64(-1), row, of_one_suit, categories[i])


@borrowing
def _count_winners(
    boards: Input[U16, "m"],  # the boards by rank
    rows: Input[U16, "p, 6175"],  # each player's classes on them
    room: Scratch,
    # Of ``Totals``; ``counts`` are added to.
    board_ways: Input[I32, "6175"],
    counts: Array[I32, "2**p, 4"],
) -> None:
    """Count who wins on the boards without a flush."""
    best, winners = room.best, room.winners
    m = len(boards)
    for j in range(m):
        best[j] = u16(NO_FLUSH)
        winners[j] = u16(0)
    for i in range(len(rows)):
        lower_to(rows[i], best, m)
    for i in range(len(rows)):
        mark_winner(rows[i], best, i, winners, m)
    for j in range(m):
        counts[winners[j], j & 3] += board_ways[boards[j]]


@borrowing
def _count_tuple(
    numbers: Input[U16, "p"],  # its holes
    hole_cards: Input[U8, "1326, 2"],
    known: Known,
    holes: Holes,  # filled
    tables: Tables,
    by_rank: ByRank,
    rest: Rest,
    room: Scratch,
    totals: Totals,  # filled
) -> None:
    """Count the boards of one tuple."""
    board_ways, counts, categories, of_one_suit = totals
    counts[:] = 0
    of_one_suit[:] = 0
    categories[:] = 0
    for suit in range(4):
        holes.taken[suit] = known.gone[suit]
    for rank in range(13):
        holes.live[rank] = known.left[rank]
    read_holes(numbers, hole_cards, holes)
    _count_by_rank(len(known.board), holes, by_rank, board_ways, categories)
    some_of_one_suit = False
    for suit in range(4):
        others = known.others[suit]
        most = 0
        for i in range(len(numbers)):
            most = max(most, holes.held[suit, i])
        if most == 2 and others <= 2:
            _count_with_three(suit, known, holes, tables, rest, room, totals)
        if most >= 1 and others <= 1:
            _count_with_four(suit, known, holes, tables, rest, room, totals)
        if others == 0:
            on_board = known.of_suit[suit]
            boards_of_one_suit(suit, on_board, holes, tables.five, room, totals)
            some_of_one_suit = True
    if some_of_one_suit:
        _take_off_one_suit(holes.pairs, tables.five, room.best, totals)
    if len(counts):
        _count_winners(by_rank.boards, by_rank.rows, room, board_ways, counts)


@borrowing
def _add_sharers(
    counts: Input[I32, "2**p, 4"],  # of ``Totals``
    boards: int,  # all boards of the tuple
    shared: Array[I64, "p, p + 1"],  # as in ``Multiway``; filled
) -> None:
    """Turn the wins of sets of players into how often each player shares with how many."""
    for players in range(1, len(counts)):
        won = 0
        for lane in range(4):
            won += counts[players, lane]
        if won:
            sharers = 0
            for i in range(len(shared)):
                sharers += players >> i & 1
            for i in range(len(shared)):
                shared[i, sharers] += won * (players >> i & 1)
    for i in range(len(shared)):
        shared[i, 0] = boards
        for sharers in range(1, shared.shape[1]):
            shared[i, 0] -= shared[i, sharers]


@kernel
def add_multiway(
    holes: Input[U16, "n, p"],
    hole_cards: Input[U8, "1326, 2"],
    board: Input[U8, "k"],  # its known cards
    blocked: Input[I64, "n"],  # the cards on the board or dead, a bit each
    tables: Tables,
    # Of ``Multiway``; zero on entry. Empty if it is not wanted.
    shared: Array[I64, "n, p, p + 1"],
    categories: Array[I64, "n, p, 10"],  # the same
) -> None:
    """Count who shares the pot, and with what, over all boards of each tuple."""
    n, p = holes.shape
    known = Known(
        board, empty(4, np.int64), empty(4, np.int64), empty(13, np.int32), empty(4, np.int64)
    )
    boards = 0
    by_rank = _by_rank(p, board, tables.ranks)
    room = scratch()
    counts = empty((1 << p if len(shared) else 0, 4), np.int32)
    of_one_suit = empty(SETS[2], np.int32)
    tuple_categories = empty((p if len(categories) else 0, 10), np.int64)
    board_ways = by_rank.ways[FIRST_OF_SIZE[5] :]
    totals = Totals(board_ways, counts, tuple_categories, of_one_suit)
    rest = Rest(empty(13, np.int32), empty(WIDTHS[0], np.int32), empty(WIDTHS[0], np.uint8))
    holes_scratch = holes_of(p)
    for t in range(n):
        if t == 0 or blocked[t] != blocked[t - 1]:
            boards = _read_known(board, blocked[t], p, known)
        _count_tuple(
            holes[t], hole_cards, known, holes_scratch, tables, by_rank, rest, room, totals
        )
        for i in range(len(tuple_categories)):
            for category in range(10):
                categories[t, i, category] = tuple_categories[i, category]
        if len(counts):
            _add_sharers(counts, boards, shared[t])
