"""The kernel that numbers raw boards by the canonical ones they are images of."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ..accelerate import array, inlined, kernel
from .boards import WAY_BITS

# n = boards, k = cards on a board, p = 24 permutations of the suits


@inlined
def colex_rank(board, choose):
    """Return the colex rank of a board ``(k,)`` uint8, which is put in ascending order.

    Parameters
    ----------
    board : (k,) uint8
        Written.
    choose : (5, 52) uint32
    """
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


@kernel(
    types.void(
        array("uint8", 2),
        array("uint8", 2),
        array("uint32", 2),
        types.uint32[::1],
        types.uint32[::1],
    )
)
def index_boards(boards, images, choose, key, keeps):
    """Write the number of each canonical board to every raw board that it stands for.

    Parameters
    ----------
    boards : (n, k) uint8
        All canonical boards.
    images : (p, 52) uint8
        Cards under permutations of the suits, the first of which changes nothing.
    choose : (5, 52) uint32
    key : (C(52, k),) uint32
        Written, by colex rank: ``board_id << WAY_BITS | p``, with a permutation from the canonical
        board to the raw one.
    keeps : (n,) uint32
        Written: a bit for each permutation that leaves the board as it is.
    """
    k = boards.shape[1]
    board = np.empty(k, np.uint8)
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
