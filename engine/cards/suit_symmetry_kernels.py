"""The kernel that numbers raw boards by the canonical ones they are images of."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import inlined, kernel
from ..arrays import empty
from ..signatures import U8, U32, Array, Input
from .boards import WAY_BITS

# n = boards, k = cards on a board, p = 24 permutations of the suits


@inlined
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
    # Written, by colex rank: ``board_id << WAY_BITS | p``, with a permutation from the canonical
    # board to the raw one.
    key: Array[U32, "C(52, k)"],
    keeps: Array[U32, "n"],  # written: a bit for each permutation that leaves the board as it is
) -> None:
    """Write the number of each canonical board to every raw board that it stands for."""
    k = boards.shape[1]
    board = empty(k, np.uint8)
    for i in range(len(boards)):
        keeps[i] = 0
        own = np.uint32(0)
        for p in range(len(images)):
            for c in range(k):
                board[c] = images[p, boards[i, c]]
            place = colex_rank(board, choose)
            if p == 0:
                own = place
            key[place] = i << WAY_BITS | p
            keeps[i] |= np.uint32(place == own) << p
