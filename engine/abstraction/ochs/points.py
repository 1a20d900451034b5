"""All holes on all rivers as points: those with the same rounded equities are one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...cards.boards import Boards, canonical_boards
from ...keys.canonical_rows import canonical_hole_counts
from ...threads import over_tasks, worker_count
from .features import cluster_equities, rounded
from .hands import CLUSTERS

_SHARE = 512  # boards
_MOST_SLOTS = 1 << 26  # of the table by which equal rows are found: a third is in use in the end

Rows = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RiverPoints:
    """Points of holes on rivers, in the order of the first row of each.

    Attributes
    ----------
    equities : (n, 8) uint16
        Against each cluster, as parts of 16,383.
    strength : (n,) uint16
        2 win + tie of 990 opponents.
    deals : (n,) int64
        Of hole and board.
    rows : (n,) int64
        Canonical holes on canonical boards.
    first : (n,) uint32
        The first of these, in the order of ``river_hands``.
    point : (r,) uint32
        The point of each canonical hole, in this order.
    hole : (r,) uint16
        These holes.
    """

    equities: Rows
    strength: Rows
    deals: Ints
    rows: Ints
    first: npt.NDArray[np.uint32]
    point: npt.NDArray[np.uint32]
    hole: npt.NDArray[np.uint16]


def river_points(
    boards: Boards | None = None,
    *,
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
) -> RiverPoints:
    """The points of all rivers: half a minute on one thread, 2.5 GB.

    Parameters
    ----------
    boards : Boards, optional
        Other rivers than all canonical ones.
    threads : int
        0 for all cores. The result is always the same.
    progress : callable, optional
        Is told the share that is done.
    """
    from .points_kernels import merge_rows

    boards = canonical_boards(5) if boards is None else boards
    counts = canonical_hole_counts(boards.cards)
    starts = np.concatenate([[0], np.cumsum(counts)])
    n = int(starts[-1])
    point, hole = np.empty(n, np.uint32), np.empty(n, np.uint16)
    slots = np.full(min(_MOST_SLOTS, 1 << (2 * n).bit_length()), -1, np.int32)
    kept = _Points(0)
    count = 0

    def find(first: int) -> tuple[Rows, Rows, npt.NDArray[np.uint8]]:
        last = min(first + _SHARE, len(counts))
        here = cluster_equities(boards.cards[first:last], layout="rows")
        hole[starts[first] : starts[last]] = here.hole
        deals = boards.weight[first + here.board].astype(np.uint8) * here.orbit
        return rounded(here), here.strengths.sum(axis=1, dtype=np.uint16), deals

    together = _SHARE * 4 * worker_count(threads)  # merged in their order, by one thread
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
    found = kept.grown(count)
    return RiverPoints(**vars(found), point=point, hole=hole)


class _Points:
    """Room for points."""

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
