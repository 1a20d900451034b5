"""The clock of results: how long work took, apart from what machine code took to be made or read.

A kernel is compiled, or loaded, when it is first called. That belongs to the start of the program
and not to the equity, or the learning, which happened to come first.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

_left_out = 0.0


def now() -> float:
    """Seconds since an unknown moment, without those that were left out."""
    return time.perf_counter() - _left_out


@contextmanager
def left_out() -> Iterator[None]:
    """Leave out the seconds that the body of the ``with`` statement takes; one thread at a time."""
    global _left_out
    begun = time.perf_counter()
    try:
        yield
    finally:
        _left_out += time.perf_counter() - begun
