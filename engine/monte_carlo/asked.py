"""How an equity is asked for: what is taken where nothing is said, and what is refused."""

from __future__ import annotations

from typing import get_args

import numpy as np

from ..dealing.deck import require_seed
from ..pot_shares import Method
from ..ranges.scanner import RangeError

MAX_SECONDS = 5.0
STANDARD_ERROR = 0.0002


def check_arguments(
    method: str | None,
    standard_error: float | None,
    deals: int | None,
    max_seconds: float | None,
    seed: int | None,
) -> None:
    """Raise ValueError for what no equity can be asked with."""
    if method not in (None, *get_args(Method)):
        raise ValueError(f"no method {method!r}; there are: {', '.join(get_args(Method))}")
    limits = {"standard_error": standard_error, "deals": deals, "max_seconds": max_seconds}
    for name, value in limits.items():
        if value is not None and not 0 < value < np.inf:
            raise ValueError(f"{name} is {value}: give more than 0")
    if seed is not None:
        require_seed(seed)


def require_time(seconds: float, max_seconds: float | None) -> None:
    """RangeError if an exact result is estimated to take longer than it may."""
    if max_seconds is not None and seconds > max_seconds:
        takes = f"{seconds:,.0f}" if seconds >= 10 else f"{seconds:.2g}"
        raise RangeError(
            f"an exact result is estimated to take {takes} seconds, and {max_seconds:g} are "
            "allowed; Monte Carlo gives an estimate"
        )
