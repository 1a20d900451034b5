"""The 169 starting hands in eight clusters, as what opponents may hold."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ...cards.boards import canonical_boards
from ...cards.holes import HAND_INDEX, HANDS, hand_combos, hand_of_hole
from ...strength.rivers import river_outcomes
from ...threads import over_tasks
from ..clustering import cluster

CLUSTERS = 8
QUANTILES = 1000  # of the equities of a hand on all rivers
STRENGTHS = 1981
_TASKS = 32
_SEED, _RESTARTS = 1, 20

# What find_hand_clusters finds, the weakest first.
_HANDS = (
    "73s 72s 63s 62s 65o 53s 52s 84o 74o 64o 54o 43s 42s 83o 73o 63o 53o 43o 32s 92o 82o "
    "72o 62o 52o 42o 32o",
    "T5s T4s T3s T2s 93s 92s T6o T5o 95o J4o T4o 94o J3o T3o 93o J2o T2o",
    "96s 95s 94s 98o 87s 86s 85s 84s 83s 82s T7o 97o 87o 76s 75s 74s 96o 86o 76o 65s 64s "
    "85o 75o 54s",
    "K2s Q5s Q4s Q3s Q2s J5s J4s J3s J2s Q7o J7o Q6o J6o Q5o J5o K4o Q4o K3o Q3o K2o Q2o 22",
    "Q9s Q8s Q7s Q6s JTs J9s J8s J7s J6s QTo JTo T9s T8s T7s T6s Q9o J9o T9o 98s 97s Q8o J8o T8o",
    "A4s A3s A2s K8s K7s K6s K5s K4s K3s K9o K8o A7o K7o A6o K6o A5o K5o 55 A4o 44 A3o 33 A2o",
    "AKs AQs AJs ATs A9s A8s A7s A6s A5s AKo KQs KJs KTs K9s AQo KQo QJs QTs AJo KJo QJo "
    "ATo KTo A9o A8o 77 66",
    "AA KK QQ JJ TT 99 88",
)
HAND_CLUSTERS: tuple[tuple[str, ...], ...] = tuple(tuple(hands.split()) for hands in _HANDS)


@functools.cache
def cluster_of_hole() -> npt.NDArray[np.uint8]:
    """The cluster of each hole: ``(1326,)`` ``uint8``, 0..7, read-only."""
    of_hand = np.empty(len(HANDS), np.uint8)
    for cluster_id, hands in enumerate(HAND_CLUSTERS):
        of_hand[[HAND_INDEX[hand] for hand in hands]] = cluster_id
    found: npt.NDArray[np.uint8] = of_hand[hand_of_hole()]
    found.flags.writeable = False
    return found


def find_hand_clusters(threads: int = 0) -> tuple[tuple[str, ...], ...]:
    """Cluster the starting hands by their equities on all rivers: five seconds on one thread.

    A hand is told by 1,000 quantiles of its strength, 2 win + tie of 990 opponents, over all
    rivers. Two hands are as far apart as it takes to move one distribution to the other, the earth
    mover's distance; hands count as often as they are dealt.

    Parameters
    ----------
    threads : int
        0 for all cores. The result is always the same.

    Returns
    -------
    tuple of tuple of str
        The hands of each of the eight clusters, those with the least equity first.
    """
    boards = canonical_boards(5)

    def count(task: int) -> npt.NDArray[np.int64]:
        part = slice(*(len(boards.weight) * end // _TASKS for end in (task, task + 1)))
        here = river_outcomes(boards.cards[part], layout="rows")
        place = hand_of_hole()[here.hole].astype(np.int64) * STRENGTHS + (2 * here.win + here.tie)
        deals = boards.weight[part][here.board].astype(np.int64) * here.orbit
        found = np.bincount(place, deals, len(HANDS) * STRENGTHS)
        return found.astype(np.int64).reshape(len(HANDS), STRENGTHS)

    passed = np.cumsum(sum(over_tasks(count, range(_TASKS), threads)), axis=1)
    middles = 2 * np.arange(QUANTILES) + 1  # of so many equal shares, in halves of one
    rows = np.array(
        [np.searchsorted(2 * QUANTILES * hand, middles * hand[-1], "right") for hand in passed]
    )
    found = cluster(
        rows.astype(np.uint16), hand_combos(), CLUSTERS, seed=_SEED, restarts=_RESTARTS,
        threads=threads,
    )  # fmt: skip
    return tuple(
        tuple(HANDS[hand] for hand in np.flatnonzero(found.bucket == place))
        for place in range(CLUSTERS)
    )
