"""One Ctrl-C ends any call. ``make interrupts`` tries all of them, with figures."""

import gc
import random
import time

import pytest

from interrupt.calls import CALLS, QUICK, Given, busy, interrupted

HANGS = 60  # seconds: each of these calls takes several times as long, or is one of rows


@pytest.fixture
def given(lake, tmp_path):
    gc.disable()  # Python drops what is raised in hypothesis's note of how long collecting took
    yield Given(lake, tmp_path)
    gc.enable()


# `make interrupts` tries all of them.
@pytest.mark.parametrize("name", QUICK[::4])
def test_ctrl_c_ends_a_call_and_the_next_is_right(given, name):
    """At once while kernels compile, and again at a moment of the work."""
    call = CALLS[name]
    before = call.short(given)
    chance = random.Random(name)
    for _ in range(2):
        took = interrupted(lambda: call.lasting(given), 0.05 + 0.4 * chance.random())
        assert took is None or took < HANGS
    assert call.short(given) == before
    until = time.monotonic() + HANGS
    while busy() > 0.2:  # a kernel that was being compiled is, to its end
        assert time.monotonic() < until
