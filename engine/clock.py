"""The clock of results: how long work took, without the time that kernels took to compile or load.

A kernel is compiled, or loaded, when it is first called. That time belongs to the start of the
program, not to the result that happened to be asked for first.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

_left_out = 0.0


def now() -> float:
    """Seconds since an arbitrary moment, without those that were left out."""
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
