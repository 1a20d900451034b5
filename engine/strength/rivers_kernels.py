"""The kernel of river outcomes: a board's holes by the kinds of their two cards, and one sweep.

On a river the live cards are of 13 kinds, one for each rank, or of 26 if a flush is possible in a
suit: then the cards of that suit are separate kinds. Holes of the same two kinds have the same
class, and the same number of weaker holes: 91 pairs of kinds, or 351 at most, stand for 1,081
holes.

Against weighted opponents nothing is ordered: two holes are compared on all boards at once, in
vectors of 16-bit classes. So the outcome of each pair is an exact integer, and weights come last. A
flop has 1.26 billion showdowns, which take 50 ms on one thread.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel
from ..cards.steps import alike_suits, card_bits
from ..cards.suit_symmetry import AlikeHoles
from ..hands.board_order import (
    LIVE_HOLES,
    SortRoom,
    class_pairs,
    end_of_tie,
    read_board,
    sort_keys,
    sort_room,
)
from ..hands.board_tables import BoardTables
from ..keys.canonical_rows_kernels import list_holes
from ..signatures import F64, I32, I64, U8, U16, Array, Input

# m = pairs of kinds

KINDS = 26  # 13 ranks, and after them those of the suit in which a flush is possible

u64 = np.uint64


class PairOutcomes(NamedTuple):
    """The outcomes of a hole by the kinds of its two cards, in either order; as in ``Rivers``."""

    class_id: Array[U16, "26, 26"]
    win: Array[U16, "26, 26"]
    tie: Array[U16, "26, 26"]


@borrowing
def _class_of_kinds(
    board: Input[U8, "5"],
    tables: BoardTables,
    pair_class: Array[U16, "13, 13"],  # scratch
    kind_of: Array[U8, "52"],  # written: the kind of each card
    live: Array[I64, "26"],  # written: the number of live cards of each kind
    keys: Array[I32, "m"],  # written: ``class << 11 | 26 high + low`` for kinds ``high >= low``
):
    """Class every pair of kinds with a live hole.

    Returns the number of pairs, and the set of the cards of the board.
    """
    dead, node, suit, suited, ranks = read_board(board, tables)
    class_pairs(node, tables, pair_class)
    flush_of_set = tables.flush_of_set
    live[:] = 0
    for card in range(52):
        kind = (card >> 2) + 13 * (card & 3 == suit)
        kind_of[card] = kind
        live[kind] += np.int64(~dead >> u64(card) & u64(1))
    m = 0
    for high in range(13 if suit == 4 else KINDS):
        high_suited = high >= 13
        high_rank = high - 13 * high_suited
        for low in range(high + 1):
            if live[low] * (live[high] - (low == high)) == 0:
                continue
            low_suited = low >= 13
            low_rank = low - 13 * low_suited
            if suited + high_suited + low_suited >= 5:
                set_of_both = high_suited << high_rank | low_suited << low_rank
                hand_class = flush_of_set[ranks | set_of_both]
            else:
                hand_class = pair_class[max(high_rank, low_rank), min(high_rank, low_rank)]
            keys[m] = np.int64(hand_class) << 11 | (KINDS * high + low)
            m += 1
    return m, dead


@borrowing
def _sweep(
    keys: Input[I32, "m"],  # in order
    m: int,
    live: Input[I64, "26"],
    # Scratch: the number of holes passed that have a given card of each kind.
    with_card: Array[I64, "26"],
    outcomes: PairOutcomes,  # written
) -> None:
    """Pass the pairs of kinds, weakest first, and write the outcomes of each."""
    classes, win, tie = outcomes
    with_card[:] = 0
    passed = start = 0
    while start < m:
        stop = end_of_tie(keys, m, start)
        for i in range(start, stop):
            high, low = divmod(keys[i] & 2047, KINDS)
            win[high, low] = passed - with_card[high] - with_card[low]
        for i in range(start, stop):
            high, low = divmod(keys[i] & 2047, KINDS)
            if high == low:
                passed += live[high] * (live[high] - 1) >> 1
                with_card[high] += live[high] - 1
            else:
                passed += live[high] * live[low]
                with_card[high] += live[low]
                with_card[low] += live[high]
        for i in range(start, stop):
            high, low = divmod(keys[i] & 2047, KINDS)
            # The hole itself is passed by now, and is subtracted once for each of its two cards.
            up_to = passed + 1 - with_card[high] - with_card[low]
            classes[high, low] = classes[low, high] = keys[start] >> 11
            tie[high, low] = tie[low, high] = up_to - win[high, low]
            win[low, high] = win[high, low]
        start = stop


class KindsRoom(NamedTuple):
    """Scratch arrays, and the outcomes of a river."""

    sort: SortRoom
    keys: Array[I32, "m"]
    kind_of: Array[U8, "52"]  # the kind of each card
    live: Array[I64, "26"]
    with_card: Array[I64, "26"]
    outcomes: PairOutcomes


@inlined
def kinds_room():
    """Return a new :class:`KindsRoom`."""
    return KindsRoom(
        sort_room(),
        empty(LIVE_HOLES, np.int32),
        empty(52, np.uint8),
        empty(KINDS, np.int64),
        empty(KINDS, np.int64),
        PairOutcomes(
            empty((KINDS, KINDS), np.uint16),
            empty((KINDS, KINDS), np.uint16),
            empty((KINDS, KINDS), np.uint16),
        ),
    )


@borrowing
def play_river(board: Input[U8, "5"], tables: BoardTables, room: KindsRoom):
    """Write the outcomes of a river's holes, by kinds, and return the board as a set of cards."""
    m, dead = _class_of_kinds(
        board, tables, room.sort.pair_class, room.kind_of, room.live, room.keys
    )
    sort_keys(room.keys, m, room.sort)
    _sweep(room.keys, m, room.live, room.with_card, room.outcomes)
    return dead


# n = boards, r = rows, canonical holes of all boards


@kernel
def fill_outcomes(
    boards: Input[U8, "n, 5"],
    tables: BoardTables,
    alike: AlikeHoles,
    # Written, like all that follow: the columns of ``Rivers``, board after board.
    holes: Array[U16, "r"],
    orbits: Array[U8, "r"],
    classes: Array[U16, "r"],
    wins: Array[U16, "r"],
    ties: Array[U16, "r"],
) -> None:
    """Write class, wins and ties of all canonical holes on rivers."""
    room = kinds_room()
    canonical = empty(LIVE_HOLES + 1, np.uint16)
    hole_cards, hole_bits, kind_of = tables.hole_cards, tables.hole_bits, room.kind_of
    class_of, win_of, tie_of = room.outcomes
    row = 0
    for board in boards:
        dead = play_river(board, tables, room)
        suits = alike_suits(board)
        orbit = alike.orbit[suits]
        for i in range(list_holes(dead, alike.smallest[suits], hole_bits, canonical)):
            hole = canonical[i]
            low = kind_of[hole_cards[hole, 0]]
            high = kind_of[hole_cards[hole, 1]]
            holes[row] = hole
            orbits[row] = orbit[hole]
            classes[row] = class_of[high, low]
            wins[row] = win_of[high, low]
            ties[row] = tie_of[high, low]
            row += 1


# m = holes, n = boards, r = run-outs of one board; classes of a hole on r boards are one row

DEAD = 65_535  # replaces a hero's class 0: it is ahead of nothing, and ties with nothing

u16 = np.uint16
i64 = np.int64


@kernel
def class_rows(
    boards: Input[U8, "r, k"],
    tables: BoardTables,
    holes: Input[U8, "m, 2"],
    rows: Array[U16, "m, r"],  # written; 0 if a hole has a card of the board
) -> None:
    """Class holes on many boards.

    All holes of two ranks share one row of classes, before flushes are added.
    """
    r = len(boards)
    pair_class = empty((13, 13, r), np.uint16)
    dead = empty(r, np.uint64)
    suit = empty(r, np.uint8)
    suited = empty(r, np.uint8)
    ranks = empty(r, np.int64)
    flushes = empty(r, np.int64)
    count = 0
    for i in range(r):
        dead[i], node, suit[i], suited[i], ranks[i] = read_board(boards[i], tables)
        class_pairs(node, tables, pair_class[:, :, i])
        flushes[count] = i
        count += suit[i] < 4
    for hole in range(len(holes)):
        low, high = i64(holes[hole, 0]), i64(holes[hole, 1])
        hole_set = card_bits(holes[hole])
        classes = pair_class[high >> 2, low >> 2]
        row = rows[hole]
        for i in range(r):
            row[i] = classes[i] if dead[i] & hole_set == u64(0) else u16(0)
        for f in range(count):
            i = flushes[f]
            low_suited = low & 3 == suit[i]
            high_suited = high & 3 == suit[i]
            if suited[i] + low_suited + high_suited >= 5 and row[i]:
                own_ranks = low_suited << (low >> 2) | high_suited << (high >> 2)
                row[i] = tables.flush_of_set[ranks[i] | own_ranks]


@borrowing
def _compared(hero: Input[U16, "r"], opponent: Input[U16, "r"]):
    """Return on how many boards a hero is ahead of an opponent, and on how many they tie."""
    # Narrowed to 16 bits in every step, so that vectors hold 32.
    ahead = tied = u16(0)
    for i in range(len(hero)):
        ahead = u16(ahead + u16(hero[i] < opponent[i]))
        tied = u16(tied + u16(hero[i] == opponent[i]))
    return i64(ahead), i64(tied)


@kernel
def compare_rows(
    hero: Input[U16, "r"],  # his class on each board
    rows: Input[U16, "m, r"],  # the classes of each opponent; 0 if he is dead
    run_outs: int,  # the number of boards on which two disjoint holes are live
    counts: Array[I64, "m, 3"],  # written: boards on which the hero is ahead, tied, behind
) -> None:
    """Compare one hero, who is live on all boards, with each opponent."""
    for opponent in range(len(rows)):
        ahead, tied = _compared(hero, rows[opponent])
        counts[opponent, 0] = ahead
        counts[opponent, 1] = tied
        counts[opponent, 2] = run_outs - ahead - tied


@kernel
def weigh_rows(
    holes: Input[U8, "m, 2"],  # all live holes: the heroes, and the opponents
    weights: Input[F64, "m"],  # of the opponents
    now: Input[U16, "m"],  # the classes now
    rows: Input[U16, "m, r"],  # the classes on all later boards; 0 if a hole is dead
    run_outs: int,  # the number of later boards on which two disjoint holes are live
    start: int,
    stop: int,
    # Zero on entry. Written: weights ahead, tied, behind now.
    sums: Array[F64, "m, 3"],
    # Zero on entry. Written: weights times later boards, ``[hero, now, then]``.
    transitions: Array[F64, "m, 3, 3"],
) -> None:
    """Weigh all opponents of heroes ``start..stop`` on one board.

    Weights are added in the order of the opponents, for any number of threads.
    """
    m, r = rows.shape
    cards = empty(m, np.uint64)
    for o in range(m):
        cards[o] = card_bits(holes[o])
    hero = empty(r, np.uint16)
    for h in range(start, stop):
        for i in range(r):
            hero[i] = rows[h, i] if rows[h, i] else u16(DEAD)
        for o in range(m):
            if weights[o] == 0 or cards[o] & cards[h]:
                continue
            relation = 0 if now[h] < now[o] else 1 if now[h] == now[o] else 2
            ahead, tied = _compared(hero, rows[o])
            sums[h, relation] += weights[o]
            transitions[h, relation, 0] += weights[o] * ahead
            transitions[h, relation, 1] += weights[o] * tied
            transitions[h, relation, 2] += weights[o] * (run_outs - ahead - tied)
