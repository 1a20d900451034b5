"""What tells holes on rivers apart: their equities against each cluster of starting hands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...cards.layout import Cards, Layout, as_rows
from ...cards.suit_symmetry import alike_holes
from ...hands.board_tables import board_tables
from ...strength.transitions import CanonicalHoles, rows_of
from .hands import CLUSTERS, cluster_of_hole

WHOLE = 16_383  # an equity of 1: the squares of eight differences add up to less than 2**31

Rows = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class ClusterEquities(CanonicalHoles):
    """The canonical holes of rivers, and what they win against each cluster.

    Attributes
    ----------
    strengths : (r, 8) uint16
        Twice the opponents of each cluster that lose to the hole, and once those that tie with it.
        The eight add up to the strength against all 990.
    opponents : (r, 8) uint16
        The holes of each cluster that the hole and the board leave: together 990. A strength by
        twice as many is the equity.
    """

    strengths: Rows
    opponents: Rows


def cluster_equities(boards: Cards, *, layout: Layout | None = None) -> ClusterEquities:
    """All holes on each river against each cluster of starting hands, exactly, one thread.

    Parameters
    ----------
    boards : (n, 5) or (5, n) uint8, or a list of arrays
    layout : "columns" or "rows", optional
        Which of the two it is. Needed only for five boards.

    Raises
    ------
    CardError
        If the array is another, or for the first board that cannot be dealt.
    """
    boards, holes = rows_of(as_rows(boards, layout, (5,), "boards"))
    from .features_kernels import fill_cluster_equities

    strengths, opponents = np.empty((2, len(holes.hole), CLUSTERS), np.uint16)
    fill_cluster_equities(
        boards, board_tables(), alike_holes(), cluster_of_hole(), holes.hole, holes.orbit,
        strengths, opponents,
    )  # fmt: skip
    return ClusterEquities(**vars(holes), strengths=strengths, opponents=opponents)


def rounded(found: ClusterEquities) -> Rows:
    """Equities as whole numbers of 16,383: ``(r, 8)`` ``uint16``, halves up."""
    from .features_kernels import round_equities

    rows = np.empty(found.strengths.shape, np.uint16)
    round_equities(found.strengths, found.opponents, WHOLE, rows)
    return rows
