"""The kernel of river outcomes: a board's holes by the kinds of their two cards, and one sweep.

On a river the live cards are of 13 kinds, one a rank, or of 26 where a flush is possible in a suit:
then the cards of that suit are kinds of their own. Holes of the same two kinds have one class, and
as many weaker holes: 91 pairs of kinds, or 351 at most, stand for 1,081 holes.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import inlined, kernel
from ..arrays import empty
from ..cards.steps import alike_suits
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
from ..signatures import I32, I64, U8, U16, Array, Input

# m = pairs of kinds

KINDS = 26  # 13 ranks, and after them those of the suit in which a flush is possible

u64 = np.uint64


class PairOutcomes(NamedTuple):
    """What comes of a hole by the kinds of its two cards, in either order; as in ``Rivers``."""

    class_id: Array[U16, "26, 26"]
    win: Array[U16, "26, 26"]
    tie: Array[U16, "26, 26"]


@inlined
def _class_of_kinds(
    board: Input[U8, "5"],
    tables: BoardTables,
    pair_class: Array[U16, "13, 13"],  # room
    kind_of: Array[U8, "52"],  # written: the kind of each card
    live: Array[I64, "26"],  # written: the number of live cards of each kind
    keys: Array[I32, "m"],  # written: ``class << 11 | 26 high + low`` for kinds ``high >= low``
):
    """Class every pair of kinds of which a hole is live; return the number of pairs, and the dead.

    Returns
    -------
    m : int
    dead : uint64
        The cards of the board.
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
                own = high_suited << high_rank | low_suited << low_rank
                hand_class = flush_of_set[ranks | own]
            else:
                hand_class = pair_class[max(high_rank, low_rank), min(high_rank, low_rank)]
            keys[m] = np.int64(hand_class) << 11 | (KINDS * high + low)
            m += 1
    return m, dead


@inlined
def _sweep(
    keys: Input[I32, "m"],  # in order
    m: int,
    live: Input[I64, "26"],
    # Room: the number of holes passed that have a given card of each kind.
    with_card: Array[I64, "26"],
    outcomes: PairOutcomes,  # written
) -> None:
    """Pass the pairs of kinds, the weakest first, and write what comes of each."""
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
            # The hole itself is passed by now, and is taken off once for each of its cards.
            up_to = passed + 1 - with_card[high] - with_card[low]
            classes[high, low] = classes[low, high] = keys[start] >> 11
            tie[high, low] = tie[low, high] = up_to - win[high, low]
            win[low, high] = win[high, low]
        start = stop


class KindsRoom(NamedTuple):
    """Room to work in, and the outcomes of a river."""

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


@inlined
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
    # Written, as all that follow: the columns of ``Rivers``, board after board.
    holes: Array[U16, "r"],
    orbits: Array[U8, "r"],
    classes: Array[U16, "r"],
    wins: Array[U16, "r"],
    ties: Array[U16, "r"],
) -> None:
    """Write class, wins and ties of all canonical holes on rivers."""
    room = kinds_room()
    found = empty(LIVE_HOLES + 1, np.uint16)
    hole_cards, hole_bits, kind_of = tables.hole_cards, tables.hole_bits, room.kind_of
    class_of, win_of, tie_of = room.outcomes
    row = 0
    for board in boards:
        dead = play_river(board, tables, room)
        suits = alike_suits(board)
        orbit = alike.orbit[suits]
        for i in range(list_holes(dead, alike.smallest[suits], hole_bits, found)):
            hole = found[i]
            low = kind_of[hole_cards[hole, 0]]
            high = kind_of[hole_cards[hole, 1]]
            holes[row] = hole
            orbits[row] = orbit[hole]
            classes[row] = class_of[high, low]
            wins[row] = win_of[high, low]
            ties[row] = tie_of[high, low]
            row += 1
