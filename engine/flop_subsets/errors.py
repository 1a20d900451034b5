"""By how much subsets of the flops miss the equities of ranges, beside subsets chosen otherwise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..cards.boards import canonical_boards
from .fitting import MILLION, Subset, pairs_of_ranges
from .many_ranges import many_flop_equities
from .shapes import fitted_ranges, held_out_ranges

DRAWS = 200  # of random subsets
SEED = 5

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SubsetError:
    """By how much mean equities of pairs of ranges are off, in points of equity (percent)."""

    size: int
    choice: str  # fitted, most deals, random
    ranges: str  # fitted, held out
    subsets: int  # that the errors are over
    pairs: int  # of ranges
    rms_error: float  # root mean square
    max_error: float


def subset_errors(subsets: dict[int, Subset], *, threads: int = 0) -> list[SubsetError]:
    """The errors of subsets, of the flops with most deals, and of random flops: 20 s on one thread.

    Flops that are not fitted weigh as many deals as they stand for. Errors are to four places.

    Parameters
    ----------
    subsets : dict of int to Subset
        By size.
    threads : int
        0 for all cores. The result is always the same.
    """
    found = []
    for name, ranges in (("fitted", fitted_ranges()), ("held out", held_out_ranges())):
        missed, deals = pairs_of_ranges(many_flop_equities(ranges, threads=threads))
        for size, subset in subsets.items():
            fitted = np.zeros((1, len(missed)))
            fitted[0, subset.flops] = subset.weights / MILLION
            choices = {"fitted": fitted, "most deals": _most(size), "random": _drawn(size)}
            for choice, weights in choices.items():
                points = np.abs(100 * (weights @ missed) / (weights @ deals))
                errors = np.sqrt((points**2).mean()), points.max()
                found.append(
                    SubsetError(
                        size, choice, name, *points.shape, *(round(float(e), 4) for e in errors)
                    )
                )
    return found


def _most(size: int) -> Numbers:
    """The flops that stand for most deals, the first where they are equal, ``(1, 1755)``."""
    order = np.argsort(-canonical_boards(3).weight.astype(np.int64), kind="stable")
    return _by_deals(order[None, :size])


def _drawn(size: int) -> Numbers:
    """Random subsets, every one as likely, ``(200, 1755)``."""
    random = np.random.default_rng([SEED, size])
    flops = len(canonical_boards(3).weight)
    return _by_deals(np.argsort(random.random((DRAWS, flops)), axis=1)[:, :size])


def _by_deals(flops: npt.NDArray[np.intp]) -> Numbers:
    weight = canonical_boards(3).weight
    weights = np.zeros((len(flops), len(weight)))
    np.put_along_axis(weights, flops, weight[flops].astype(np.float64), axis=1)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64)
