"""Kernels that list boards up to suits, and map raw boards to canonical ones."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..signatures import U8, U32, Array, Input

# k = cards on the board, n = canonical boards

u64 = np.uint64


@kernel
def canonical_boards(
    # ``[p, suits]`` is the place of a set of suits, under permutation ``p``, among the sets of its
    # size in the order of their ascending members. Permutation 0 changes nothing.
    images: Input[U8, "24, 16"],
    boards: Array[U8, "n, k"],  # written, cards ascending
    weights: Array[U8, "n"],  # written: the number of boards that each stands for
) -> int:
    """List the canonical boards in ascending order, and return their number.

    Of boards that differ in suits only, the smaller tuple is the one with the smaller set of suits
    at the first rank where they differ. So sets of suits are compared, and nothing is sorted.
    """
    k = boards.shape[1]
    card = np.arange(k)
    suits = empty(k, np.int64)
    listed = 0
    while True:
        ranks = 0
        rank = -1
        for i in range(k):
            if card[i] >> 2 != rank:
                rank = card[i] >> 2
                suits[ranks] = 0
                ranks += 1
            suits[ranks - 1] |= 1 << (card[i] & 3)
        alike = 0
        for p in range(len(images)):
            order = np.int64(0)
            for i in range(ranks):
                order = np.int64(images[p, suits[i]]) - np.int64(images[0, suits[i]])
                if order != 0:
                    break
            if order < 0:
                alike = 0
                break
            alike += order == 0
        if alike:
            for i in range(k):
                boards[listed, i] = card[i]
            weights[listed] = len(images) // alike
            listed += 1
        place = k - 1
        while place >= 0 and card[place] == 52 - k + place:
            place -= 1
        if place < 0:
            return listed
        card[place] += 1
        for i in range(place + 1, k):
            card[i] = card[i - 1] + 1


@kernel
def list_rivers(
    board: Input[U8, "k"],
    unseen: Input[U8, "u"],  # the cards that may come, ascending
    # Cards under a group of permutations that leaves board and unseen cards as they are.
    images: Input[U8, "g, 52"],
    rivers: Array[U8, "n, 5"],  # written: one of each set of rivers that are alike
    weights: Array[U8, "n"],  # written: how many are alike
) -> int:
    """Complete a board to five cards, up to suits, and return the number of rivers."""
    k = len(board)
    more = 5 - k
    u = len(unseen)
    at = np.arange(more)
    listed = 0
    while more <= u:
        cards = u64(0)
        for c in range(more):
            cards |= u64(1) << u64(unseen[at[c]])
        alike = 0
        for g in range(len(images)):
            image = u64(0)
            for c in range(more):
                image |= u64(1) << u64(images[g, unseen[at[c]]])
            if image < cards:
                alike = 0
                break
            alike += image == cards
        if alike:
            for c in range(k):
                rivers[listed, c] = board[c]
            for c in range(more):
                rivers[listed, k + c] = unseen[at[c]]
            weights[listed] = len(images) // alike
            listed += 1
        c = more - 1
        while c >= 0 and at[c] == u - more + c:
            c -= 1
        if c < 0:
            break
        at[c] += 1
        for later in range(c + 1, more):
            at[later] = at[later - 1] + 1
    return listed


# n = boards, k = cards on a board, p = 24 permutations of the suits


@borrowing
def colex_rank(
    board: Array[U8, "k"],  # written
    choose: Input[U32, "5, 52"],
):
    """Put a board in ascending order, and return its colex rank."""
    k = len(board)
    for i in range(1, k):
        card = board[i]
        at = i
        while at > 0 and board[at - 1] > card:
            board[at] = board[at - 1]
            at -= 1
        board[at] = card
    place = np.uint32(0)
    for i in range(k):
        place += choose[i, board[i]]
    return place


@kernel
def index_boards(
    boards: Input[U8, "n, k"],  # all canonical boards
    # Cards under permutations of the suits, the first of which changes nothing.
    images: Input[U8, "p, 52"],
    choose: Input[U32, "5, 52"],
    # Written, by colex rank: ``board_id << way_bits | p``, with a permutation from the canonical
    # board to the raw one.
    key: Array[U32, "C(52, k)"],
    keeps: Array[U32, "n"],  # written: a bit for each permutation that leaves the board as it is
    way_bits: int,  # as in ``key``
) -> None:
    """Write the number of each canonical board to every raw board that it stands for."""
    k = boards.shape[1]
    board = empty(k, np.uint8)
    for i in range(len(boards)):
        keeps[i] = 0
        own_place = np.uint32(0)
        for p in range(len(images)):
            for c in range(k):
                board[c] = images[p, boards[i, c]]
            place = colex_rank(board, choose)
            if p == 0:
                own_place = place
            key[place] = i << way_bits | p
            keeps[i] |= np.uint32(place == own_place) << p
