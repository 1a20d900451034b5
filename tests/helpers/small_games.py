"""How holes of two buckets meet in games small enough to list every deal."""

import numpy as np

from pokerlake.engine.blueprint.first_kernels import Meetings
from pokerlake.engine.signatures import frozen


def meetings_of_deals(deals, buckets):
    """The mean over deals of the pairs of holes that share no card, by buckets of both."""
    pairs, better = np.zeros((2, buckets, buckets))
    for deal in deals:
        for one, first in enumerate(deal.cards.tolist()):
            for other, second in enumerate(deal.cards.tolist()):
                if set(first) & set(second):
                    continue
                at = deal.buckets[0][[one, other]]
                pairs[*at] += 1
                better[*at] += np.sign(int(deal.strength[one]) - int(deal.strength[other]))
    return frozen(Meetings(*(of.astype(np.float32) / len(deals) for of in (pairs, better))))
