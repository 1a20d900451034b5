"""The top x % of the holes of Omaha by a ranking: whole ties, and the share that is left."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...cards.boards import CANONICAL_HOLES, canonical_boards
from ..scanner import RangeError
from ..top_percent import Percent, Ranking, tie_shares
from .canonical import hand_of_number


def top_holes(
    ranking: Ranking, cards: int, percent: Percent, above: Percent = 0
) -> npt.NDArray[np.float64]:
    """The weights of the top ``percent`` of the holes of 4 to 6 cards, less the top ``above``.

    Whole ties in rank order, while the total is at most that percentage of all holes, and the next
    tie with the weight that fills it.

    Parameters
    ----------
    ranking : (16432,), (134459,) or (962988,) float64
        A value for each hole up to suits, in the order of the table ``omaha_hands``, the higher
        the better. Equal values tie.
    cards : int
        In a hole.
    percent, above : int, float, str or Fraction
        0 to 100, exactly as written.

    Returns
    -------
    (270725,), (2598960,) or (20358520,) float64
        By ``hole_numbers``, 0 to 1.

    Raises
    ------
    RangeError
        If a percentage is not in 0..100, or the ranking is not that of these holes.
    """
    if ranking.shape != (CANONICAL_HOLES.get(cards),) or not np.isfinite(ranking).all():
        raise RangeError(
            f"a ranking of holes of {cards} cards is {CANONICAL_HOLES.get(cards, 'no')} finite "
            f"numbers; this has {ranking.shape}"
        )
    found, tie = np.unique(-ranking, return_inverse=True)
    combos = canonical_boards(cards).weight
    sizes = np.bincount(tie, combos, minlength=len(found)).astype(np.int64)
    weights: npt.NDArray[np.float64] = tie_shares(sizes, percent, above)[tie][hand_of_number(cards)]
    return weights
