"""Kernels from raw deals, of a hole and a board, to the rows of tables that stand for them."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from ..accelerate import array, fields, inlined, kernel
from ..cards.boards import WAY_BITS
from ..cards.steps import alike_suits, card_bits
from ..cards.suit_symmetry import AlikeHoles
from ..cards.suit_symmetry_kernels import colex_rank

# n = raw rows, k = cards on the board, b = canonical boards, r = canonical rows
# w = ways: 24 permutations for each kind of symmetries

BLOCK = 4096
HOLES = 1326
LIVE_HOLES = 1176  # at most, on a flop
WAYS = np.uint32((1 << WAY_BITS) - 1)

ALIKE = fields(AlikeHoles, array("uint16", 2), array("uint8", 2), array("uint8", 2))

u8 = np.uint8
u64 = np.uint64


@inlined
def rank_boards(boards, first, m, choose, block, places):
    """Sort a block of boards and rank them; return False if one of them cannot be dealt.

    Whole columns are compared and swapped, which the compiler makes vectors of: 64 boards at a
    time.

    Parameters
    ----------
    boards : (k, n) uint8
    first, m : int
        The block: boards ``first..first + m``, at most 4,096.
    choose : (5, 52) uint32
    block : (k, 4096) uint8
        Written: the boards, each ascending.
    places : (4096,) uint32
        Written: their colex ranks, unless False is returned.
    """
    k = len(boards)
    for c in range(k):
        column = boards[c, first : first + m]
        to = block[c]
        for i in range(m):
            to[i] = column[i]
    for last in range(k - 1, 0, -1):
        for c in range(last):
            low = block[c]
            high = block[c + 1]
            for i in range(m):
                one = low[i]
                other = high[i]
                low[i] = min(one, other)
                high[i] = max(one, other)
    bad = False
    for c in range(k - 1):
        low = block[c]
        high = block[c + 1]
        for i in range(m):
            bad |= low[i] == high[i]
    for i in range(m):
        bad |= block[k - 1, i] > 51
    if bad:
        return False
    places[:m] = 0
    for c in range(k):
        part = choose[c]
        column = block[c]
        for i in range(m):
            places[i] += part[column[i]]
    return True


@kernel(
    types.int64(
        array("uint8", 2, "A"),
        array("uint32", 2),
        array("uint32"),
        types.int64,
        types.int64,
        types.uint32[::1],
    )
)
def find_boards(boards, choose, key, start, stop, board_ids):
    """Find the canonical boards of raw boards ``start..stop``.

    Parameters
    ----------
    boards : (k, n) uint8
        Laid out in any way.
    choose : (5, 52) uint32
    key : (C(52, k),) uint32
        See ``Symmetries``.
    start, stop : int
    board_ids : (n,) uint32
        Written.

    Returns
    -------
    int
        -1, or the start of the first block that has a board which cannot be dealt.
    """
    block = np.empty((len(boards), BLOCK), np.uint8)
    places = np.empty(BLOCK, np.uint32)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        if not rank_boards(boards, first, m, choose, block, places):
            return first
        for i in range(m):
            board_ids[first + i] = key[places[i]] >> WAY_BITS
    return -1


@inlined
def are_live(holes, m, hole_cards, block, cards):
    """Return whether all holes of a block exist, and none has a card of its board.

    Parameters
    ----------
    holes : (m,) uint16
    m : int
    hole_cards : (1326, 2) uint8
    block : (k, 4096) uint8
        The boards.
    cards : (2, 4096) uint8
        Room.
    """
    over = False
    for i in range(m):
        over |= holes[i] >= HOLES
    if over:
        return False
    for i in range(m):
        cards[0, i] = hole_cards[holes[i], 0]
        cards[1, i] = hole_cards[holes[i], 1]
    dead = False
    for h in range(2):
        card = cards[h]
        for c in range(len(block)):
            column = block[c]
            for i in range(m):
                dead |= card[i] == column[i]
    return not dead


@kernel(
    types.int64(
        array("uint16"),
        array("uint8", 2, "A"),
        array("uint8", 2),
        array("uint32", 2),
        array("uint32"),
        array("uint16", 2),
        types.int64,
        types.int64,
        types.uint32[::1],
        types.uint16[::1],
    )
)
def find_rows(holes, boards, hole_cards, choose, key, hole_of, start, stop, board_ids, hole_ids):
    """Find the canonical rows of raw deals ``start..stop``.

    Parameters
    ----------
    holes : (n,) uint16
    boards : (k, n) uint8
        Laid out in any way.
    hole_cards : (1326, 2) uint8
    choose : (5, 52) uint32
    key : (C(52, k),) uint32
        See ``Symmetries``.
    hole_of : (w, 1326) uint16
        See ``Symmetries``.
    start, stop : int
    board_ids : (n,) uint32
        Written.
    hole_ids : (n,) uint16
        Written.

    Returns
    -------
    int
        -1, or the start of the first block that has a deal which cannot be.
    """
    block = np.empty((len(boards), BLOCK), np.uint8)
    cards = np.empty((2, BLOCK), np.uint8)
    places = np.empty(BLOCK, np.uint32)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        own = holes[first : first + m]
        if not rank_boards(boards, first, m, choose, block, places):
            return first
        if not are_live(own, m, hole_cards, block, cards):
            return first
        for i in range(m):
            found = key[places[i]]
            board_ids[first + i] = found >> WAY_BITS
            hole_ids[first + i] = hole_of[found & WAYS, own[i]]
    return -1


@kernel(
    types.boolean(array("uint8", 2, "A"), types.int64, types.int64, types.uint16[::1]),
)
def number_holes(cards, start, stop, holes):
    """Number holes ``start..stop``; return False if one of them is no hole.

    Parameters
    ----------
    cards : (2, n) uint8
        Laid out in any way.
    start, stop : int
    holes : (n,) uint16
        Written.
    """
    one = cards[0]
    other = cards[1]
    bad = False
    for i in range(start, stop):
        low = min(one[i], other[i])
        high = max(one[i], other[i])
        bad |= (low == high) | (high > 51)
        holes[i] = (np.int32(high) * np.int32(high - 1) >> 1) + low
    return not bad


@inlined
def list_holes(dead, smallest, hole_bits, holes):
    """List the canonical holes of a board, ascending, and return their number: 1.2 microseconds.

    Parameters
    ----------
    dead : uint64
        The cards of the board.
    smallest : (1326,) uint16
        The row of :class:`AlikeHoles` for the board.
    hole_bits : (1326,) uint64
    holes : (1177,) uint16
        Written; there is room for one more than can be live, since nothing branches here.
    """
    found = 0
    for hole in range(HOLES):
        holes[found] = hole
        found += (hole_bits[hole] & dead == 0) & (smallest[hole] == hole)
    return found


@kernel(
    types.void(
        array("uint8", 2), ALIKE, array("uint64"), types.int64, types.int64, types.int64[::1]
    )
)
def count_holes(boards, alike, hole_bits, start, stop, counts):
    """Count the canonical holes of boards ``start..stop``.

    Parameters
    ----------
    boards : (n, k) uint8
        Canonical or not.
    alike : AlikeHoles
    hole_bits : (1326,) uint64
    start, stop : int
    counts : (n,) int64
        Written.
    """
    for i in range(start, stop):
        dead = card_bits(boards[i])
        orbit = alike.orbit[alike_suits(boards[i])]
        count = 0
        for hole in range(HOLES):
            count += (hole_bits[hole] & dead == u64(0)) & (orbit[hole] > 0)
        counts[i] = count


@kernel(
    types.void(
        array("uint8", 2),
        array("uint8"),
        ALIKE,
        array("uint64"),
        array("int64"),
        types.int64,
        types.int64,
        types.uint16[::1],
        types.uint8[::1],
    )
)
def fill_rows(boards, board_weights, alike, hole_bits, first_row, start, stop, hole_ids, weights):
    """List the rows of boards ``start..stop``.

    Parameters
    ----------
    boards : (b, k) uint8
        Canonical boards.
    board_weights : (b,) uint8
    alike : AlikeHoles
    hole_bits : (1326,) uint64
    first_row : (b + 1,) int64
        The first row of each board.
    start, stop : int
    hole_ids : (r,) uint16
        Written: the canonical holes of each board, ascending.
    weights : (r,) uint8
        Written: the number of raw deals that a row stands for.
    """
    found = np.empty(LIVE_HOLES + 1, np.uint16)
    for i in range(start, stop):
        suits = alike_suits(boards[i])
        begin = first_row[i]
        live = list_holes(card_bits(boards[i]), alike.smallest[suits], hole_bits, found)
        for row in range(live):
            hole_ids[begin + row] = found[row]
            weights[begin + row] = board_weights[i] * alike.orbit[suits, found[row]]


class Side(NamedTuple):
    """The tables of all canonical boards of some size, on one side of the next card.

    Attributes
    ----------
    boards : (b, k) uint8
    first_row : (b + 1,) int64
    key : (C(52, k),) uint32
        See ``Symmetries``.
    hole : (w, 1326) uint16
        See ``Symmetries``.
    """

    boards: npt.NDArray[np.uint8]
    first_row: npt.NDArray[np.int64]
    key: npt.NDArray[np.uint32]
    hole: npt.NDArray[np.uint16]


def _sums(values):
    side = fields(Side, array("uint8", 2), array("int64"), array("uint32"), array("uint16", 2))
    return types.void(
        side,
        side,
        ALIKE,
        array("uint32", 2),
        array("uint64"),
        array(values, 2, "A"),
        types.int64,
        types.int64,
        types.int64[:, ::1],
    )


@kernel(_sums("uint16"), _sums("uint32"), _sums("int64"))
def add_next_cards(now, then, alike, choose, hole_bits, values, start, stop, sums):
    """Add up the values of the rows of boards ``start..stop`` after each next card.

    The values of a later board are laid out by hole, zero for those that are dead. A hole that has
    the next card is then looked up as one that is dead, and adds nothing.

    Parameters
    ----------
    now, then : Side
        Boards of k cards, and of one more.
    alike : AlikeHoles
    choose : (5, 52) uint32
    hole_bits : (1326,) uint64
    values : (s, c) uint16, uint32 or int64
        Those of the rows of the later boards.
    start, stop : int
    sums : (r, c) int64
        Zero before. Written.
    """
    boards, first_row, _, _ = now
    later_boards, later_first_row, later_key, later_hole = then
    smallest = alike.smallest
    k = boards.shape[1]
    holes = np.empty(LIVE_HOLES + 1, np.uint16)
    later_holes = np.empty(LIVE_HOLES + 1, np.uint16)
    by_hole = np.empty(HOLES, np.int64)
    later = np.empty(k + 1, np.uint8)
    for i in range(start, stop):
        board = boards[i]
        dead = card_bits(board)
        m = list_holes(dead, smallest[alike_suits(board)], hole_bits, holes)
        for card in range(52):
            if dead >> u64(card) & u64(1):
                continue
            later[:k] = board
            later[k] = card
            found = later_key[colex_rank(later, choose)]
            image = later_hole[found & WAYS]
            later_id = found >> WAY_BITS
            later_board = later_boards[later_id]
            own = smallest[alike_suits(later_board)]
            n = list_holes(card_bits(later_board), own, hole_bits, later_holes)
            begin = later_first_row[later_id]
            for column in range(values.shape[1]):
                by_hole[:] = 0
                for row in range(n):
                    by_hole[later_holes[row]] = values[begin + row, column]
                for row in range(m):
                    sums[first_row[i] + row, column] += by_hole[image[holes[row]]]
