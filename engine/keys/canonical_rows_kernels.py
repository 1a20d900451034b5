"""Kernels that map raw deals, of a hole and a board, to the rows of tables that stand for them."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, popcount
from ..cards.boards import WAY_BITS
from ..cards.steps import alike_suits, card_bits
from ..cards.suit_symmetry import AlikeHoles
from ..signatures import I64, U8, U16, U32, U64, Array, Input

# n = raw rows, k = cards on the board, b = canonical boards, r = canonical rows
# w = ways: 24 permutations for each kind of symmetries

BLOCK = 4096
HOLES = 1326
LIVE_HOLES = 1176  # at most, on a flop
WAYS = np.uint32((1 << WAY_BITS) - 1)

u8 = np.uint8
u64 = np.uint64
# n = raw deals, k = cards on the board, b = canonical boards, w = 21 words of 64 holes

WORDS = (HOLES + 63) // 64


@borrowing
def rank_boards(
    boards: Input[U8, "k, n"],
    # The block has boards ``first..first + m``, at most 4,096.
    first: int,
    m: int,
    choose: Input[U32, "5, 52"],
    block: Array[U8, "k, 4096"],  # written: the boards, each ascending
    places: Array[U32, "4096"],  # written: their colex ranks, unless False is returned
):
    """Sort a block of boards and rank them; return False if one of them cannot be dealt.

    Whole columns are compared and swapped, which the compiler vectorises: 64 boards at a time.
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
                first_card = low[i]
                second_card = high[i]
                low[i] = min(first_card, second_card)
                high[i] = max(first_card, second_card)
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


@kernel
def find_boards(
    boards: Input[U8, "k, n", "A"],  # laid out in any way
    choose: Input[U32, "5, 52"],
    key: Input[U32, "C(52, k)"],  # see ``Symmetries``
    start: int,
    stop: int,
    board_ids: Array[U32, "n"],  # written
) -> int:
    """Find the canonical boards of raw boards ``start..stop``.

    Returns -1, or the start of the first block with a board that cannot be dealt.
    """
    block = empty((len(boards), BLOCK), np.uint8)
    places = empty(BLOCK, np.uint32)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        if not rank_boards(boards, first, m, choose, block, places):
            return first
        for i in range(m):
            board_ids[first + i] = key[places[i]] >> WAY_BITS
    return -1


@borrowing
def are_live(
    holes: Input[U16, "m"],
    m: int,
    hole_cards: Input[U8, "1326, 2"],
    block: Input[U8, "k, 4096"],  # the boards
    cards: Array[U8, "2, 4096"],  # scratch
):
    """Return whether all holes of a block exist, and none has a card of its board."""
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


@kernel
def find_rows(
    holes: Input[U16, "n"],
    boards: Input[U8, "k, n", "A"],  # laid out in any way
    hole_cards: Input[U8, "1326, 2"],
    choose: Input[U32, "5, 52"],
    key: Input[U32, "C(52, k)"],  # see ``Symmetries``
    hole_of: Input[U16, "w, 1326"],  # see ``Symmetries``
    start: int,
    stop: int,
    board_ids: Array[U32, "n"],  # written
    hole_ids: Array[U16, "n"],  # written
) -> int:
    """Find the canonical rows of raw deals ``start..stop``.

    Returns -1, or the start of the first block with an impossible deal.
    """
    block = empty((len(boards), BLOCK), np.uint8)
    cards = empty((2, BLOCK), np.uint8)
    places = empty(BLOCK, np.uint32)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        block_holes = holes[first : first + m]
        if not rank_boards(boards, first, m, choose, block, places):
            return first
        if not are_live(block_holes, m, hole_cards, block, cards):
            return first
        for i in range(m):
            board_key = key[places[i]]
            board_ids[first + i] = board_key >> WAY_BITS
            hole_ids[first + i] = hole_of[board_key & WAYS, block_holes[i]]
    return -1


@kernel
def number_holes(
    cards: Input[U8, "2, n", "A"],  # laid out in any way
    start: int,
    stop: int,
    holes: Array[U16, "n"],  # written
) -> bool:
    """Number holes ``start..stop``; return False if one of them is not a hole."""
    first = cards[0]
    second = cards[1]
    bad = False
    for i in range(start, stop):
        low = min(first[i], second[i])
        high = max(first[i], second[i])
        bad |= (low == high) | (high > 51)
        holes[i] = (np.int32(high) * np.int32(high - 1) >> 1) + low
    return not bad


@borrowing
def list_holes(
    dead: u64,  # the cards of the board
    smallest: Input[U16, "1326"],  # the row of :class:`AlikeHoles` for the board
    hole_bits: Input[U64, "1326"],
    # Written; one longer than needed, because the loop writes without branching.
    holes: Array[U16, "1177"],
):
    """List the canonical holes of a board, ascending, and return their number: 1.2 microseconds."""
    count = 0
    for hole in range(HOLES):
        holes[count] = hole
        count += (hole_bits[hole] & dead == 0) & (smallest[hole] == hole)
    return count


@kernel
def count_holes(
    boards: Input[U8, "n, k"],  # canonical or not
    alike: AlikeHoles,
    hole_bits: Input[U64, "1326"],
    dead_set: u64,  # the cards that are not in the deck
    start: int,
    stop: int,
    counts: Array[I64, "n"],  # written
) -> None:
    """Count the canonical holes of boards ``start..stop``."""
    for i in range(start, stop):
        dead = card_bits(boards[i]) | dead_set
        orbit = alike.orbit[alike_suits(boards[i])]
        count = 0
        for hole in range(HOLES):
            count += (hole_bits[hole] & dead == u64(0)) & (orbit[hole] > 0)
        counts[i] = count


@kernel
def fill_rows(
    boards: Input[U8, "b, k"],  # canonical boards
    board_weights: Input[U8, "b"],
    alike: AlikeHoles,
    hole_bits: Input[U64, "1326"],
    first_row: Input[I64, "b + 1"],  # the first row of each board
    start: int,
    stop: int,
    hole_ids: Array[U16, "r"],  # written: the canonical holes of each board, ascending
    weights: Array[U8, "r"],  # written: the number of raw deals that a row stands for
) -> None:
    """List the rows of boards ``start..stop``."""
    canonical = empty(LIVE_HOLES + 1, np.uint16)
    for i in range(start, stop):
        suits = alike_suits(boards[i])
        begin = first_row[i]
        live = list_holes(card_bits(boards[i]), alike.smallest[suits], hole_bits, canonical)
        for row in range(live):
            hole_ids[begin + row] = canonical[row]
            weights[begin + row] = board_weights[i] * alike.orbit[suits, canonical[row]]


@kernel
def index_rows(
    boards: Input[U8, "b, k"],  # canonical boards
    alike: AlikeHoles,
    hole_bits: Input[U64, "1326"],
    first_row: Input[I64, "b + 1"],
    start: int,
    stop: int,
    # Written for each word of holes: which are canonical on the board, and the row of the first of
    # them.
    index: Array[U64, "b, w, 2"],
) -> None:
    """Index the rows of boards ``start..stop``."""
    for i in range(start, stop):
        orbit = alike.orbit[alike_suits(boards[i])]
        dead = card_bits(boards[i])
        row = u64(first_row[i])
        for word in range(WORDS):
            rows = u64(0)
            for bit in range(min(64, HOLES - 64 * word)):
                hole = 64 * word + bit
                is_row = (hole_bits[hole] & dead == 0) & (orbit[hole] > 0)
                rows |= u64(is_row) << u64(bit)
            index[i, word, 0] = rows
            index[i, word, 1] = row
            row += popcount(rows)


@kernel
def number_rows(
    holes: Input[U16, "n"],
    boards: Input[U8, "k, n", "A"],  # laid out in any way
    hole_cards: Input[U8, "1326, 2"],
    choose: Input[U32, "5, 52"],
    key: Input[U32, "C(52, k)"],  # see ``Symmetries``
    hole_of: Input[U16, "24 kinds, 1326"],  # see ``Symmetries``
    index: Input[U64, "b, w, 2"],  # see :func:`index_rows`
    start: int,
    stop: int,
    rows: Array[I64, "n"],  # written
) -> int:
    """Find the row numbers of raw deals ``start..stop``.

    Returns -1, or the start of the first block with an impossible deal.
    """
    block = empty((len(boards), BLOCK), np.uint8)
    cards = empty((2, BLOCK), np.uint8)
    places = empty(BLOCK, np.uint32)
    board_keys = empty(BLOCK, np.uint32)
    canonical = empty(BLOCK, np.uint16)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        block_holes = holes[first : first + m]
        if not rank_boards(boards, first, m, choose, block, places):
            return first
        if not are_live(block_holes, m, hole_cards, block, cards):
            return first
        # Pass by pass, so that loads from far away overlap for many deals.
        for i in range(m):
            board_keys[i] = key[places[i]]
        for i in range(m):
            canonical[i] = hole_of[board_keys[i] & WAYS, block_holes[i]]
        for i in range(m):
            board = board_keys[i] >> WAY_BITS
            hole = u64(canonical[i])
            word = hole >> u64(6)
            before = (u64(1) << (hole & u64(63))) - u64(1)
            row = index[board, word, 1] + popcount(index[board, word, 0] & before)
            rows[first + i] = np.int64(row)
    return -1
