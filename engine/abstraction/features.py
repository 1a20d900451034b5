"""What tells holes apart: strengths on rivers, future hands, and equities against clusters.

The clusters are eight groups of the 169 starting hands, as holdings of opponents.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..cards.boards import Boards, canonical_boards
from ..cards.holes import HAND_INDEX, HANDS, hand_combos, hand_of_hole, hole_bits
from ..cards.layout import Cards, Layout, as_rows
from ..cards.suit_symmetry import alike_holes
from ..hands.board_tables import board_tables
from ..keys.canonical_rows import canonical_hole_counts, over_boards, row_starts, table_rows
from ..signatures import I64, U8, U16, U32, frozen
from ..strength.transitions import CanonicalHoles, river_outcomes, rows_of
from ..threads import over_tasks, worker_count
from .clustering import cluster

# Run-outs of a hole, by the number of cards on the board:
RUN_OUTS = {3: 1081, 4: 46}
NEXT_CARDS = {3: 47, 4: 46}


@dataclass(frozen=True)
class RunOuts(CanonicalHoles):
    """The canonical holes of flops or turns, and their strengths on all rivers."""

    # (r, 1081) or (r, 46) uint16, of each run-out: twice the opponents' holes that lose to this one
    # plus those that tie with it, 0 to 1,980; ascending. Divided by 1,980 it is the equity against
    # a random hole.
    strengths: U16


def run_outs(boards: Cards, *, layout: Layout | None = None) -> RunOuts:
    """The river equities of all holes on each flop or turn, exactly, one thread.

    ``boards``: (n, 3) or (n, 4) uint8, the same as columns, or a list of arrays. Raises CardError
    if the array is neither, or for the first board that cannot be dealt.
    """
    boards, holes = rows_of(as_rows(boards, layout, (3, 4), "boards"))
    from .features_kernels import fill_run_outs

    strengths = np.empty((len(holes.hole), RUN_OUTS[boards.shape[1]]), np.uint16)
    fill_run_outs(boards, board_tables(), alike_holes(), holes.hole, holes.orbit, strengths)
    return RunOuts(**vars(holes), strengths=strengths)


def next_rows(boards: Cards, *, layout: Layout | None = None) -> U32:
    """The rows of the next street that the holes on each flop or turn come to.

    80 million a second on one thread.

    ``boards``: (n, 3) or (n, 4) uint8, the same as columns, or a list of arrays. Returns (r, 47) or
    (r, 46) uint32: of each canonical hole, in the order of :func:`run_outs`, its rows by next card
    in ``turn_hands`` or ``river_hands`` (see :mod:`~pokerlake.engine.keys.canonical_rows`),
    ascending. Raises CardError if the array is neither, or for the first board that cannot be
    dealt.
    """
    from .features_kernels import deal_next

    boards = np.ascontiguousarray(as_rows(boards, layout, (3, 4), "boards"))
    cards = boards.shape[1]
    rows = int(canonical_hole_counts(boards).sum())
    holes = np.empty(rows * NEXT_CARDS[cards], np.uint16)
    longer = np.empty((cards + 1, len(holes)), np.uint8)
    deal_next(boards, hole_bits(), alike_holes(), holes, longer)
    next_row = table_rows(holes, longer, layout="columns")
    return next_row.astype(np.uint32).reshape(rows, NEXT_CARDS[cards])


def row_strengths(*, threads: int = 0, progress: Callable[[float], object] | None = None) -> U16:
    """The strength of every canonical hole on every canonical river: 2 seconds on two threads.

    Returns (123156254,) uint16: 2 win + tie of 990 opponents, 0 to 1,980, in the order of
    ``river_hands``.
    """
    boards = canonical_boards(5).cards
    start = row_starts(5, threads=threads)
    strengths = np.empty(start[-1], np.uint16)
    done = 0

    def fill(first: int, stop: int) -> None:
        nonlocal done
        here = river_outcomes(boards[first:stop], layout="rows")
        strengths[start[first] : start[stop]] = 2 * here.win + here.tie
        done += stop - first
        if progress is not None:
            progress(done / len(boards))

    over_boards(fill, 5, threads)
    return strengths


def add_transitions(
    boards: Cards,
    bucket: U16,
    deals: I64,
    next_bucket: U16,
    counts: I64,
    *,
    layout: Layout | None = None,
) -> None:
    """Add up the deals of holes on flops or turns, by bucket and by bucket after the next card.

    ``boards``: (n, 3) or (n, 4) uint8, the same as columns, or a list of arrays; ``bucket``,
    ``deals``: (r,) uint16, (r,) int64, of the canonical holes on these boards, in the order of
    :func:`run_outs`; ``next_bucket``: (13960050,) or (123156254,) uint16, the bucket of each row of
    ``turn_hands`` or ``river_hands``; ``counts``: (k, l) int64, added to: deals of hole, board
    and next card. Raises CardError or ValueError.
    """
    from .features_kernels import count_next

    rows = next_rows(boards, layout=layout)
    if bucket.shape != (len(rows),) or deals.shape != (len(rows),):
        raise ValueError(
            f"buckets are {bucket.shape} and deals {deals.shape}; the boards have {len(rows):,} "
            "canonical holes"
        )
    count_next(rows, bucket, deals, next_bucket, counts)


CLUSTERS = 8
QUANTILES = 1000  # of the equities of a hand on all rivers
STRENGTHS = 1981
_TASKS = 32
_SEED, _RESTARTS = 1, 20

# The clusters that find_hand_clusters finds, the weakest first.
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
WHOLE = 16_383  # an equity of 1: the squares of eight differences then sum to less than 2**31

_SHARE = 512  # boards
_MOST_SLOTS = 1 << 26  # of the hash table of equal rows: a third is in use at the end


@functools.cache
def cluster_of_hole() -> U8:
    """The cluster of each hole: ``(1326,)`` ``uint8``, 0..7, read-only."""
    of_hand = np.empty(len(HANDS), np.uint8)
    for cluster_id, hands in enumerate(HAND_CLUSTERS):
        of_hand[[HAND_INDEX[hand] for hand in hands]] = cluster_id
    clusters: U8 = of_hand[hand_of_hole()]
    return frozen(clusters)


def find_hand_clusters(threads: int = 0) -> tuple[tuple[str, ...], ...]:
    """Cluster the starting hands by their equities on all rivers: five seconds on one thread.

    A hand is described by 1,000 quantiles of its strength, 2 win + tie of 990 opponents, over all
    rivers. The distance of two hands is the earth mover's distance of these distributions. Hands
    count as often as they are dealt.

    Returns the hands of each of the eight clusters, those with the least equity first.
    """
    boards = canonical_boards(5)

    def count(task: int) -> I64:
        part = slice(*(len(boards.weight) * end // _TASKS for end in (task, task + 1)))
        here = river_outcomes(boards.cards[part], layout="rows")
        place = hand_of_hole()[here.hole].astype(np.int64) * STRENGTHS + (2 * here.win + here.tie)
        deals = boards.weight[part][here.board].astype(np.int64) * here.orbit
        weights = np.bincount(place, deals, len(HANDS) * STRENGTHS)
        return weights.astype(np.int64).reshape(len(HANDS), STRENGTHS)

    passed = np.cumsum(sum(over_tasks(count, range(_TASKS), threads)), axis=1)
    middles = 2 * np.arange(QUANTILES) + 1  # of that many equal shares, in half shares
    rows = np.array(
        [np.searchsorted(2 * QUANTILES * hand, middles * hand[-1], "right") for hand in passed]
    )
    clusters = cluster(
        rows.astype(np.uint16), hand_combos(), CLUSTERS, seed=_SEED, restarts=_RESTARTS,
        threads=threads,
    )  # fmt: skip
    return tuple(
        tuple(HANDS[hand] for hand in np.flatnonzero(clusters.bucket == place))
        for place in range(CLUSTERS)
    )


@dataclass(frozen=True)
class ClusterEquities(CanonicalHoles):
    """The canonical holes of rivers, and their equities against each cluster."""

    # (r, 8) uint16, twice the opponents of each cluster that lose to the hole plus those that tie
    # with it. The eight sum to the strength against all 990.
    strengths: U16
    # (r, 8) uint16, the holes of each cluster that the hole and the board leave: together 990. The
    # equity is the strength divided by twice this.
    opponents: U16


def cluster_equities(boards: Cards, *, layout: Layout | None = None) -> ClusterEquities:
    """All holes on each river against each cluster of starting hands, exactly, one thread.

    ``boards``: (n, 5) or (5, n) uint8, or a list of arrays. Raises CardError if the array has
    another shape, or for the first board that cannot be dealt.
    """
    boards, holes = rows_of(as_rows(boards, layout, (5,), "boards"))
    from .features_kernels import fill_cluster_equities

    strengths, opponents = np.empty((2, len(holes.hole), CLUSTERS), np.uint16)
    fill_cluster_equities(
        boards, board_tables(), alike_holes(), cluster_of_hole(), holes.hole, holes.orbit,
        strengths, opponents,
    )  # fmt: skip
    return ClusterEquities(**vars(holes), strengths=strengths, opponents=opponents)


def rounded(equities: ClusterEquities) -> U16:
    """Equities in units of 1 / 16,383: ``(r, 8)`` ``uint16``, halves rounded up."""
    from .features_kernels import round_equities

    rows = np.empty(equities.strengths.shape, np.uint16)
    round_equities(equities.strengths, equities.opponents, WHOLE, rows)
    return rows


@dataclass(frozen=True)
class RiverPoints:
    """The points of holes on rivers, ordered by the first row of each."""

    equities: U16  # (n, 8) uint16, against each cluster, in units of 1 / 16,383
    strength: U16  # (n,) uint16, 2 win + tie of 990 opponents
    deals: I64  # (n,) int64, of hole and board
    rows: I64  # (n,) int64, canonical holes on canonical boards
    # (n,) uint32, the first of these, in the order of ``river_hands``
    first: U32
    point: U32  # (r,) uint32, the point of each canonical hole, in this order
    hole: U16  # (r,) uint16, these holes


def river_points(
    boards: Boards | None = None,
    *,
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
) -> RiverPoints:
    """The points of all rivers: half a minute on one thread, 2.5 GB.

    ``boards``: rivers to use instead of all canonical ones.
    """
    from .features_kernels import merge_rows

    boards = canonical_boards(5) if boards is None else boards
    counts = canonical_hole_counts(boards.cards)
    starts = np.concatenate([[0], np.cumsum(counts)])
    n = int(starts[-1])
    point, hole = np.empty(n, np.uint32), np.empty(n, np.uint16)
    slots = np.full(min(_MOST_SLOTS, 1 << (2 * n).bit_length()), -1, np.int32)
    kept = _Points(0)
    count = 0

    def find(first: int) -> tuple[U16, U16, U8]:
        last = min(first + _SHARE, len(counts))
        here = cluster_equities(boards.cards[first:last], layout="rows")
        hole[starts[first] : starts[last]] = here.hole
        deals = boards.weight[first + here.board].astype(np.uint8) * here.orbit
        return rounded(here), here.strengths.sum(axis=1, dtype=np.uint16), deals

    together = _SHARE * 4 * worker_count(threads)  # merged in order, by one thread
    for first in range(0, len(counts), together):
        tasks = range(first, min(first + together, len(counts)), _SHARE)
        for task, (rows, strength, deals) in zip(
            tasks, over_tasks(find, tasks, threads), strict=True
        ):
            begin = int(starts[task])
            if count + len(rows) > len(kept.deals):
                kept = kept.grown(max(2 * len(kept.deals), count + len(rows)))
            count = merge_rows(
                rows, strength, deals, begin, slots, count, kept.equities, kept.strength,
                kept.deals, kept.rows, kept.first, point[begin : begin + len(rows)],
            )  # fmt: skip
        if progress is not None:
            progress(min(first + together, len(counts)) / len(counts))
    points = kept.grown(count)
    return RiverPoints(**vars(points), point=point, hole=hole)


class _Points:
    """Growing arrays of points."""

    def __init__(self, size: int) -> None:
        self.equities = np.empty((size, CLUSTERS), np.uint16)
        self.strength = np.empty(size, np.uint16)
        self.deals = np.empty(size, np.int64)
        self.rows = np.empty(size, np.int64)
        self.first = np.empty(size, np.uint32)

    def grown(self, size: int) -> _Points:
        """The same points, with room for more or fewer."""
        other = _Points(size)
        for name, column in vars(self).items():
            part = column[:size]
            getattr(other, name)[: len(part)] = part
        return other
