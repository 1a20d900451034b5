"""The cards that sampling deals, which the engine itself counts and forgets."""

import numpy as np

from pokerlake.engine.monte_carlo.deals import BLOCK
from pokerlake.engine.monte_carlo.plan import plan_deals


def dealt_cards(ranges, board=(), dead=(), *, first=0, deals, seed):
    """The cards of the deals that ``sample`` counts, ``(2 p + 5, deals)`` uint8.

    Two cards for each player, and the board. Players' cards, and those of the board that are not
    known, are in no order that means something.
    """
    from pokerlake.engine.monte_carlo.deal_columns import deal_block, deal_room

    dealt = plan_deals(ranges, board, dead).deals
    room = deal_room(dealt)
    columns = [*np.stack([dealt.seats, dealt.seats + 1], axis=1).ravel(), *dealt.board]
    blocks = []
    for block in range(first // BLOCK, -(-(first + deals) // BLOCK)):
        deal_block(dealt, block, np.uint64(seed), room)
        blocks.append(room.cards[columns])
    start = first % BLOCK
    return np.concatenate(blocks, axis=1)[:, start : start + deals]
