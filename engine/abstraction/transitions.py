"""The deals that go from the buckets of a street to those of the next."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..cards.layout import Cards, Layout
from .features import next_rows


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

    Parameters
    ----------
    boards : (n, 3) or (n, 4) uint8, the same as columns, or a list of arrays
    bucket, deals : (r,) uint16, (r,) int64
        Of the canonical holes on these boards, in the order of :func:`run_outs`.
    next_bucket : (13960050,) or (123156254,) uint16
        The bucket of each row of ``turn_hands`` or ``river_hands``.
    counts : (k, l) int64
        Is added to: deals of hole, board and next card.
    layout : "columns" or "rows", optional
        Needed only where both sides are 3 or 4 long.

    Raises
    ------
    CardError
        If the boards are none, or for the first that cannot be dealt.
    ValueError
        If there is not one bucket and one number of deals for each hole.
    """
    from .transitions_kernels import count_next

    rows = next_rows(boards, layout=layout)
    if bucket.shape != (len(rows),) or deals.shape != (len(rows),):
        raise ValueError(
            f"buckets are {bucket.shape} and deals {deals.shape}; the boards have {len(rows):,} "
            "canonical holes"
        )
    count_next(rows, bucket, deals, next_bucket, counts)
