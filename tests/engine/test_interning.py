"""Two threads that make first calls at the same moment: of a kernel, and with a type of numba's."""

import itertools
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from numba import types
from numba.core.types import abstract

from pokerlake.engine import accelerate, kernel_cache

RUNS = 500
NUMBERS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.float32)
# Each is a type of its own, of which four decimals are made when a kernel is called.
TUPLES = [tuple(kind(3) for kind in kinds) for kinds in itertools.product(NUMBERS, repeat=4)]


def summed(four: tuple) -> float:
    return four[0] + four[1] + four[2] + four[3]


@pytest.fixture
def numbered(monkeypatch):
    """The types that numba numbers, each of which takes so long that another thread comes in."""
    seen = []
    number = abstract._autoincr

    def slowly():
        seen.append(str(sys._getframe(1).f_locals["inst"]))
        time.sleep(1e-4)
        return number()

    monkeypatch.setattr(abstract, "_autoincr", slowly)
    return seen


def test_two_threads_that_make_first_calls_agree(numbered, monkeypatch, tmp_path):
    """By numba itself a type gets two numbers, of which a kernel knows one, in nearly each run."""
    signature = types.float64(types.UniTuple(types.float64, 4))
    monkeypatch.setattr(accelerate, "signature_of", lambda _: signature)
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)
    known = accelerate.kernel(summed)
    assert known(TUPLES[0]) == 12
    start = Barrier(2)

    def call(kernel, four):
        start.wait()
        return kernel(four)

    with ThreadPoolExecutor(2) as pool:
        for run, four in enumerate(TUPLES[1 : RUNS + 1]):
            kernel = accelerate.kernel(summed) if run % 2 else known  # it is in the cache
            numbered.clear()
            calls = [pool.submit(call, kernel, four) for _ in range(2)]
            assert [one.result() for one in calls] == [12, 12]
            assert numbered
            assert len(numbered) == len(set(numbered))
