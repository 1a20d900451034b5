"""What tells holes apart: their strengths on rivers, and the rows that they can come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..cards.boards import canonical_boards
from ..cards.layout import Cards, Layout, as_rows
from ..cards.suit_symmetry import alike_holes, hole_bits
from ..hands.board_tables import board_tables
from ..keys.canonical_rows import canonical_hole_counts, over_boards, row_starts, table_rows
from ..strength.transitions import CanonicalHoles, river_outcomes, rows_of

# Of a hole, by cards on the board:
RUN_OUTS = {3: 1081, 4: 46}
NEXT_CARDS = {3: 47, 4: 46}


@dataclass(frozen=True)
class RunOuts(CanonicalHoles):
    """The canonical holes of flops or turns, and what rivers they come to."""

    # (r, 1081) or (r, 46) uint16, of each run-out, twice the opponents' holes that lose to this one
    # and once those that tie with it, 0 to 1,980; ascending. A 1,980th of it is the equity against
    # a random hole.
    strengths: npt.NDArray[np.uint16]


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


def next_rows(boards: Cards, *, layout: Layout | None = None) -> npt.NDArray[np.uint32]:
    """What the holes on each flop or turn are with the next card: rows of all turns or rivers.

    80 million a second on one thread.

    ``boards``: (n, 3) or (n, 4) uint8, the same as columns, or a list of arrays. Returns (r, 47) or
    (r, 46) uint32: of each canonical hole, in the order of :func:`run_outs`: its rows among those
    of ``turn_hands`` or ``river_hands`` (see :mod:`~pokerlake.engine.keys.canonical_rows`), by the
    next card, ascending. Raises CardError if the array is neither, or for the first board that
    cannot be dealt.
    """
    from .features_kernels import deal_next

    boards = np.ascontiguousarray(as_rows(boards, layout, (3, 4), "boards"))
    cards = boards.shape[1]
    rows = int(canonical_hole_counts(boards).sum())
    holes = np.empty(rows * NEXT_CARDS[cards], np.uint16)
    longer = np.empty((cards + 1, len(holes)), np.uint8)
    deal_next(boards, hole_bits(), alike_holes(), holes, longer)
    found = table_rows(holes, longer, layout="columns")
    return found.astype(np.uint32).reshape(rows, NEXT_CARDS[cards])


def row_strengths(
    *, threads: int = 0, progress: Callable[[float], object] | None = None
) -> npt.NDArray[np.uint16]:
    """The strength of every canonical hole on every canonical river: 2 seconds on two threads.

    Returns (123156254,) uint16: 2 win + tie of 990 opponents, 0 to 1,980, in the order of
    ``river_hands``.
    """
    boards = canonical_boards(5).cards
    start = row_starts(5, threads=threads)
    found = np.empty(start[-1], np.uint16)
    done = 0

    def fill(first: int, stop: int) -> None:
        nonlocal done
        here = river_outcomes(boards[first:stop], layout="rows")
        found[start[first] : start[stop]] = 2 * here.win + here.tie
        done += stop - first
        if progress is not None:
            progress(done / len(boards))

    over_boards(fill, 5, threads)
    return found


def add_transitions(
    boards: Cards,
    bucket: npt.NDArray[np.uint16],
    deals: npt.NDArray[np.int64],
    next_bucket: npt.NDArray[np.uint16],
    counts: npt.NDArray[np.int64],
    *,
    layout: Layout | None = None,
) -> None:
    """Add the deals of holes on some flops or turns, by their bucket and that after the next card.

    ``boards``: (n, 3) or (n, 4) uint8, the same as columns, or a list of arrays; ``bucket``,
    ``deals``: (r,) uint16, (r,) int64, of the canonical holes on these boards, in the order of
    :func:`run_outs`; ``next_bucket``: (13960050,) or (123156254,) uint16, the bucket of each row of
    ``turn_hands`` or ``river_hands``; ``counts``: (k, l) int64, is added to: deals of hole, board
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
