"""Random numbers one after the other, in jitted code: for games, in which each draw needs the last.

Deals of cards have :mod:`.deck_kernels`, whose numbers are told by a counter instead.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..accelerate import borrowing, inlined
from ..signatures import U64, Array

u64 = np.uint64


@borrowing
def next_word(state: Array[U64, "1"]):
    """Return the next 64 random bits of a stream, whose state goes on: SplitMix64.

    Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
    """
    state[0] += u64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> u64(30))) * u64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> u64(27))) * u64(0x94D049BB133111EB)
    return word ^ (word >> u64(31))


@inlined
def unit(word: u64):
    """Return a number from 0 up to 1, made of 53 bits of a word."""
    return np.float64(word >> u64(11)) * (1.0 / 9007199254740992.0)


@inlined
def below(word: u64, n: int):
    """Return a whole number below ``n``, which is small, made of the 32 low bits of a word."""
    return np.int64(((word & u64(0xFFFFFFFF)) * u64(n)) >> u64(32))


def stream(state: np.uint64 | np.int64) -> npt.NDArray[Any]:
    """The state of a stream as an array ``(1,)`` that a kernel goes on with, apart from all others.

    Two threads whose streams lay side by side in one array wrote to the same line of the cache, and
    took longer than one.
    """
    apart = np.zeros(32, np.asarray(state).dtype)
    apart[16] = state
    return apart[16:17]
