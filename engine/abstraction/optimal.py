"""The best buckets of single numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..given import shown

Floats = npt.NDArray[np.float64]

BLOCK = 32  # numbers for which the beginning of the last bucket is looked for at once


def optimal_buckets(
    values: npt.NDArray[np.integer], weights: npt.NDArray[np.integer], k: int
) -> npt.NDArray[np.int32]:
    """The k buckets of numbers whose sum of squares around their means is the least of all.

    Buckets of the best choice are intervals. The best k of the first j numbers are the best k - 1
    of some of them, and an interval of the rest (W. D. Fisher, "On grouping for maximum
    homogeneity", Journal of the American Statistical Association 53, 1958).

    Parameters
    ----------
    values : (n,) int
        Ascending, each once.
    weights : (n,) int
        Positive.
    k : int
        1 .. n.

    Returns
    -------
    (n,) int32
        The bucket of each number, ascending from 0. The same sums of squares: the first bucket that
        is shorter.

    Examples
    --------
    >>> optimal_buckets(np.array([0, 1, 10, 11, 30]), np.array([1, 1, 1, 1, 1]), 3)
    array([0, 0, 1, 1, 2], dtype=int32)
    """
    n = len(values)
    if not 1 <= k <= n:
        raise ValueError(f"k is {shown(k)}: give 1 to {n:,}, the numbers that differ")
    squares = _squares(values.astype(np.float64), weights.astype(np.float64))
    least = squares[:, 0].copy()  # of the first j + 1 numbers in one bucket
    begins = np.zeros((k, n), np.int32)  # where the last of b + 1 buckets begins
    for bucket in range(1, k):
        before, least = least, np.full(n, np.inf)
        last = n - 1
        # Later numbers, and more buckets, never let the last bucket begin earlier.
        for stop in range(n, bucket, -BLOCK):
            low = max(bucket, stop - BLOCK)
            first = max(bucket, begins[bucket - 1, low])
            # Row j: what the first j + 1 numbers cost if the last bucket begins at each of these.
            ways = squares[low:stop, first : last + 1] + before[None, first - 1 : last]
            best = ways.argmin(axis=1)
            begins[bucket, low:stop] = first + best
            least[low:stop] = ways[np.arange(stop - low), best]
            last = int(begins[bucket, low])
    found = np.empty(n, np.int32)
    stop = n
    for bucket in reversed(range(k)):
        start = begins[bucket, stop - 1]
        found[start:stop] = bucket
        stop = start
    return found


def _squares(values: Floats, weights: Floats) -> Floats:
    """``(n, n)``: in row j the squares of numbers i to j around their mean; infinite for j < i.

    Each number adds what it is off the mean of those before: nothing is subtracted, and small sums
    keep their digits (B. P. Welford, Technometrics 4, 1962).
    """
    n = len(values)
    squares = np.full((n, n), np.inf)
    mass, mean, sums = np.zeros(n), np.zeros(n), np.zeros(n)
    for j in range(n):
        here = slice(0, j + 1)  # by i
        more = mass[here] + weights[j]
        off = values[j] - mean[here]
        sums[here] += off * off * mass[here] * (weights[j] / more)
        mean[here] += off * (weights[j] / more)
        mass[here] = more
        squares[j, here] = sums[here]
    return squares
