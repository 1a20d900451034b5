"""Shares that are the same for holes that suits make the same."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...cards.suit_symmetry import hole_images
from ..dealing import symmetries_of
from ..spots import Spot

Floats = npt.NDArray[np.float64]


def alike_by_suits(spot: Spot, shares: Floats) -> Floats:
    """The mean of shares over holes that suits make the same, with the board and both ranges.

    Shares of a solution differ there by rounding, and boards that could be solved once would be
    solved each for itself.

    Parameters
    ----------
    spot : Spot
    shares : (1326, a) float64
        By hole and action.

    Returns
    -------
    (1326, a) float64
    """
    locked = list(spot.locks.values())
    keeping = symmetries_of(spot.board, spot.ranges, locked)
    smallest = hole_images()[keeping].min(axis=0).astype(np.int64)
    count = np.bincount(smallest, minlength=len(shares))
    means = np.zeros_like(shares)
    for action, column in enumerate(shares.T):
        sums = np.bincount(smallest, column, len(shares))
        means[:, action] = sums / np.maximum(count, 1)
    alike: Floats = means[smallest]
    return alike
