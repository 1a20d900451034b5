"""The number of bits of a word, for kernels: LLVM has it, and numba does not offer it."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


def _count_bits(_, word):
    def generate(_, builder, __, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(word), generate


popcount: Any = intrinsic(_count_bits)
