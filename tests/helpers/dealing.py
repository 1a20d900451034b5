"""What the engine deals by, compiled for tests: random words, and the cards of samples."""

import functools

import numba
import numpy as np

from pokerlake.engine.dealing import deck_kernels
from pokerlake.engine.monte_carlo.deals import BLOCK
from pokerlake.engine.monte_carlo.plan import plan_deals

philox = numba.njit(deck_kernels.philox.py_func)


def dealt_cards(ranges, board=(), dead=(), *, first=0, deals, seed):
    """The cards of the deals that ``sample`` counts and forgets, ``(2 p + 5, deals)`` uint8.

    Two cards for each player, and the board. Players' cards, and those of the board that are not
    known, are in no order that means something.
    """
    deal_block, deal_room = _compiled_steps()
    dealt = plan_deals(ranges, board, dead).deals
    room = deal_room(dealt)
    columns = [*np.stack([dealt.seats, dealt.seats + 1], axis=1).ravel(), *dealt.board]
    blocks = []
    for block in range(first // BLOCK, -(-(first + deals) // BLOCK)):
        deal_block(dealt, block, np.uint64(seed), room)
        blocks.append(room.cards[columns])
    start = first % BLOCK
    return np.concatenate(blocks, axis=1)[:, start : start + deals]


@functools.cache
def _compiled_steps():
    from pokerlake.engine.monte_carlo.deal_columns import deal_block, deal_room

    return numba.njit(deal_block.py_func), numba.njit(deal_room.py_func)
