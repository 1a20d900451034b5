"""Rows that stand for all rows: few of them, with weights, that come to the same averages.

The rows are added one by one, each the one that takes most off what is missed; after each, weights
are the best that are not negative (Lawson and Hanson, *Solving Least Squares Problems*, 1974).
Then rows are exchanged one by one, as long as that helps.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

_LEAST = 1e-12
_EXCHANGES = 200  # at most


def chosen(numbers: Numbers, wanted: Numbers, size: int, even: float) -> tuple[Places, Numbers]:
    """Rows and their weights, so that the weighted sums of ``numbers`` are near ``wanted``.

    Parameters
    ----------
    numbers : (n, f) float64
        Of each row, in units in which an error of one is as bad in each column.
    wanted : (f,) float64
    size : int
        The number of rows to choose, below ``n``.
    even : float
        Above 0: how bad the square of a weight is. It keeps weights even.

    Returns
    -------
    rows : (size,) intp
        Ascending.
    weights : (size,) float64
        Above 0.

    Raises
    ------
    ValueError
        If fewer rows do as well.
    """
    products = numbers @ numbers.T
    products[np.diag_indices_from(products)] += even
    towards = numbers @ wanted
    rows, weights = _filled(products, towards, [], size)
    gain = towards[rows] @ weights
    for _ in range(_EXCHANGES):
        kept = _without_least(products, towards, rows)
        trial, trial_weights = _filled(products, towards, kept, size)
        better = towards[trial] @ trial_weights
        if better <= gain * (1 + _LEAST):
            break
        rows, weights, gain = trial, trial_weights, better
    order = np.argsort(rows)
    return np.array(rows)[order], weights[order]


def _filled(
    products: Numbers, towards: Numbers, rows: list[int], size: int
) -> tuple[list[int], Numbers]:
    """These rows and the next ones to that number; a row that was left out does not come back."""
    barred: set[int] = set()
    weights = np.zeros(0)
    if rows:
        rows, weights = _fitted(products, towards, rows)
    while len(rows) < size:
        following = _next(products, towards, rows, barred)
        if following < 0:
            raise ValueError(f"{len(rows)} rows do as well as {size}: choose so many")
        kept, weights = _fitted(products, towards, [*rows, following])
        barred |= {*rows, following} - {*kept}
        rows = kept
    return rows, weights


def _next(products: Numbers, towards: Numbers, rows: list[int], barred: set[int]) -> int:
    """The row that takes most off what is missed, if all weights are fitted anew; -1 if none."""
    inverse = np.linalg.inv(products[np.ix_(rows, rows)])
    across = products[:, rows]
    ahead = towards - across @ (inverse @ towards[rows])
    beside = np.diag(products) - np.einsum("ij,ij->i", across @ inverse, across)
    worth = np.where(ahead > 0, ahead**2 / np.maximum(beside, _LEAST), -1)
    worth[[*rows, *barred]] = -1
    best = int(np.argmax(worth))
    return best if worth[best] > 0 else -1


def _fitted(products: Numbers, towards: Numbers, rows: list[int]) -> tuple[list[int], Numbers]:
    """The best weights; rows that would have none, or less, are left out one by one."""
    while True:
        among = products[np.ix_(rows, rows)]
        weights = np.asarray(np.linalg.solve(among, towards[rows]), np.float64)
        least = int(np.argmin(weights))
        if weights[least] > _LEAST:
            return rows, weights
        rows = rows[:least] + rows[least + 1 :]


def _without_least(products: Numbers, towards: Numbers, rows: list[int]) -> list[int]:
    """All but the row that is missed least."""
    inverse = np.linalg.inv(products[np.ix_(rows, rows)])
    weights = inverse @ towards[rows]
    least = int(np.argmin(weights**2 / np.diag(inverse)))
    return rows[:least] + rows[least + 1 :]
