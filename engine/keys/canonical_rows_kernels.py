"""Kernels between raw deals, of a hole and a board, and the rows of tables that stand for them."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel
from pokerlake.engine.cards.boards import PERMUTATIONS, WAY_BITS
from pokerlake.engine.cards.suit_symmetry_kernels import colex_rank

# n = raw rows, k = cards on the board, b = canonical boards, r = canonical rows, d = raw deals
# p = 24 permutations, w = ways: 24 for each kind of symmetries

BLOCK = 4096
HOLES = 1326
LIVE = 1176
WAYS = np.uint32((1 << WAY_BITS) - 1)

u8 = np.uint8
u64 = np.uint64

CHOOSE = array("uint32", 2)
BOARDS = array("uint8", 2)


@inlined
def rank_boards(boards, first, m, choose, block, places):
    """Sort boards ``first..first + m`` in ``block`` ``(k, BLOCK)``, and rank them.

    False if one cannot be dealt, and then nothing is ranked. Whole columns are compared and
    swapped, which the compiler makes vectors of: 64 boards at a time.
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
        CHOOSE,
        array("uint32"),
        types.int64,
        types.int64,
        types.uint32[::1],
    )
)
def find_boards(boards, choose, key, start, stop, board_ids):
    """Canonical boards of raw boards ``start..stop`` of ``(k, n)``, laid out in any way.

    Returns -1, or where a block begins that has a board which cannot be dealt.
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
    """Whether holes are ones, and have no card of their boards; ``cards`` is room to work in."""
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
        CHOOSE,
        array("uint32"),
        array("uint16", 2),
        types.int64,
        types.int64,
        types.uint32[::1],
        types.uint16[::1],
    )
)
def find_rows(holes, boards, hole_cards, choose, key, hole_of, start, stop, board_ids, hole_ids):
    """Canonical rows of raw holes ``(n,)`` on raw boards ``(k, n)``, from ``start`` to ``stop``.

    Returns -1, or where a block begins that has a row which cannot be dealt.
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
    """Number holes ``start..stop`` of ``(2, n)`` cards; False if one is none."""
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
def board_bits(board):
    """The cards of a board, a bit each."""
    cards = u64(0)
    for card in board:
        cards |= u64(1) << u64(card)
    return cards


@inlined
def _list_rows(dead, own, hole_bits, holes):
    """List the canonical holes without ``dead`` cards, ascending; how many there are.

    ``own`` ``(1326,)`` are the canonical holes of all, ``holes`` has room for one more than live.
    """
    found = 0
    for hole in range(HOLES):
        holes[found] = hole
        found += (hole_bits[hole] & dead == 0) & (own[hole] == hole)
    return found


@kernel(
    types.void(
        BOARDS,
        array("uint8"),
        array("uint16", 2),
        array("uint64"),
        types.int64,
        types.int64,
        types.int64[::1],
    )
)
def count_rows(boards, kind, hole_of, hole_bits, start, stop, counts):
    """How many canonical holes boards ``start..stop`` have: ``counts`` ``(b,)``."""
    holes = np.empty(LIVE + 1, np.uint16)
    for i in range(start, stop):
        own = hole_of[PERMUTATIONS * kind[i]]
        counts[i] = _list_rows(board_bits(boards[i]), own, hole_bits, holes)


@kernel(
    types.void(
        BOARDS,
        array("uint8"),
        array("uint16", 2),
        array("uint8", 2),
        array("uint64"),
        array("int64"),
        types.int64,
        types.int64,
        types.uint16[::1],
        types.uint8[::1],
    )
)
def fill_rows(boards, kind, hole_of, weight_of, hole_bits, first_row, start, stop, holes, weights):
    """Canonical holes and weights of boards ``start..stop``, each from its ``first_row`` on."""
    found = np.empty(LIVE + 1, np.uint16)
    for i in range(start, stop):
        own = hole_of[PERMUTATIONS * kind[i]]
        weight = weight_of[kind[i]]
        begin = first_row[i]
        for row in range(_list_rows(board_bits(boards[i]), own, hole_bits, found)):
            holes[begin + row] = found[row]
            weights[begin + row] = weight[found[row]]


@kernel(
    types.int64(
        array("int64"),
        array("int64"),
        BOARDS,
        array("uint8"),
        array("uint16", 2),
        array("uint8", 2),
        array("uint64"),
        types.int64,
        types.int64,
        types.int64[::1],
    )
)
def count_deals(
    board_ids, hole_ids, boards, kind, hole_of, weight_of, hole_bits, start, stop, counts
):
    """How many raw deals each of rows ``start..stop`` stands for; the first that is none, or -1."""
    for i in range(start, stop):
        board = board_ids[i]
        hole = hole_ids[i]
        if not (0 <= board < len(boards) and 0 <= hole < HOLES):
            return i
        if board_bits(boards[board]) & hole_bits[hole]:
            return i
        if hole_of[PERMUTATIONS * kind[board], hole] != hole:
            return i
        counts[i] = weight_of[kind[board], hole]
    return -1


@kernel(
    types.void(
        array("int64"),
        array("int64"),
        array("int64"),
        BOARDS,
        array("uint8"),
        array("uint8", 2),
        array("uint8", 2),
        array("uint8", 2),
        array("uint16", 2),
        types.int64,
        types.int64,
        types.int64[::1],
        types.uint16[::1],
        types.uint8[:, ::1],
    )
)
def fill_deals(
    board_ids,
    hole_ids,
    first_deal,
    boards,
    kind,
    images_of,
    permutations,
    suit_images,
    hole_images,
    start,
    stop,
    rows,
    holes,
    dealt,
):
    """The raw deals of rows ``start..stop``: ``rows``, ``holes`` ``(d,)``, ``dealt`` ``(d, k)``."""
    k = boards.shape[1]
    for i in range(start, stop):
        board = boards[board_ids[i]]
        hole = hole_ids[i]
        to_deals = permutations[images_of[kind[board_ids[i]], hole]]
        begin = first_deal[i]
        for deal in range(first_deal[i + 1] - begin):
            p = to_deals[deal]
            rows[begin + deal] = i
            holes[begin + deal] = hole_images[p, hole]
            cards = dealt[begin + deal]
            for c in range(k):
                card = suit_images[p, board[c]]
                at = c
                while at > 0 and cards[at - 1] > card:
                    cards[at] = cards[at - 1]
                    at -= 1
                cards[at] = card


def _sums(values):
    return types.void(
        BOARDS,
        array("uint8"),
        array("uint16", 2),
        array("int64"),
        BOARDS,
        array("uint8"),
        array("uint16", 2),
        array("int64"),
        array("uint32"),
        CHOOSE,
        array("uint64"),
        array(values, 2, "A"),
        types.int64,
        types.int64,
        types.int64[:, ::1],
    )


@kernel(_sums("uint16"), _sums("uint32"), _sums("int64"))
def add_next_cards(
    boards,
    kind,
    hole_of,
    first_row,
    later_boards,
    later_kind,
    later_hole_of,
    later_first_row,
    later_key,
    choose,
    hole_bits,
    values,
    start,
    stop,
    sums,
):
    """Add up the ``values`` of the rows of boards ``start..stop`` after each next card.

    ``sums`` ``(r, c)``, which must be zero; ``values`` are those of the rows of one card more.

    The values of a later board are laid out by hole, zero for those that are dead. A hole that has
    the next card is then looked up as one that is dead, and adds nothing.
    """
    k = boards.shape[1]
    holes = np.empty(LIVE + 1, np.uint16)
    later_holes = np.empty(LIVE + 1, np.uint16)
    by_hole = np.empty(HOLES, np.int64)
    later = np.empty(k + 1, np.uint8)
    for i in range(start, stop):
        dead = board_bits(boards[i])
        m = _list_rows(dead, hole_of[PERMUTATIONS * kind[i]], hole_bits, holes)
        for card in range(52):
            if dead >> u64(card) & u64(1):
                continue
            later[:k] = boards[i]
            later[k] = card
            found = later_key[colex_rank(later, choose)]
            then = found >> WAY_BITS
            own = later_hole_of[PERMUTATIONS * later_kind[then]]
            n = _list_rows(board_bits(later_boards[then]), own, hole_bits, later_holes)
            image = later_hole_of[found & WAYS]
            begin = later_first_row[then]
            for column in range(values.shape[1]):
                by_hole[:] = 0
                for row in range(n):
                    by_hole[later_holes[row]] = values[begin + row, column]
                for row in range(m):
                    sums[first_row[i] + row, column] += by_hole[image[holes[row]]]
