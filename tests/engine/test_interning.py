"""Types of numba that several threads see first, at the first call of a kernel."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from numba import types

from pokerlake.engine import accelerate

TYPES, THREADS = 15_000, 4


@pytest.fixture
def restless():
    """Threads take turns after every few instructions."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-7)
    yield
    sys.setswitchinterval(interval)


def numbered_twice():
    """How many of new types get two numbers when all threads meet each of them at once."""
    start = Barrier(THREADS)

    def meet():
        found = []
        for size in range(TYPES):
            start.wait()
            found.append(types.UniTuple(types.uint8, 1000 + size))
        return found

    with ThreadPoolExecutor(THREADS) as pool:
        met = [pool.submit(meet) for _ in range(THREADS)]
    each = zip(*(one.result() for one in met), strict=True)
    return sum(len({met._code for met in together}) > 1 for together in each)


def test_a_type_has_one_number(restless):
    """By numba itself some of them get two, of which a compiled kernel knows one."""
    assert accelerate.kernel
    assert numbered_twice() == 0
