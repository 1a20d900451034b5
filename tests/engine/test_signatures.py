"""What kernels declare of their parameters, and what numba makes of it."""

import ast
from typing import NamedTuple

import numpy as np
import pytest
from numba import types
from numba.core.errors import TypingError

from helpers.kernels import ENGINE
from helpers.modules import statements
from pokerlake.engine import kernel_cache
from pokerlake.engine.accelerate import borrowing, empty, inlined, kernel, vectorized, zeros
from pokerlake.engine.declared import declared
from pokerlake.engine.signatures import F64, U8, U16, Array, Input, signature_of

STEPS = {"kernel", "inlined", "borrowing", "declared", "vectorized"}


class Pair(NamedTuple):
    cards: Input[U8, "n, 2"]
    weights: Array[F64, "n"]
    most: int


def test_signature():
    def work(
        rows: Input[U8, "k, C(n, 2)", "A"], to: Array[U16, "n"], pair: Pair, seed: np.uint64
    ) -> None:
        """Do nothing."""

    declared = signature_of(work)
    pair = types.NamedTuple(
        (types.Array(types.uint8, 2, "C", readonly=True), types.float64[::1], types.int64), Pair
    )
    rows = types.Array(types.uint8, 2, "A", readonly=True)
    assert declared == types.void(rows, types.uint16[::1], pair, types.uint64)

    def count(weight: float, *, plain: bool) -> int:
        """Do nothing."""

    assert signature_of(count) == types.int64(types.float64, types.boolean)


def test_every_parameter_of_a_kernel_or_step_is_declared():
    found = 0
    for path in sorted(ENGINE.rglob("*.py")):
        for node in statements(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and STEPS & {
                getattr(decorator, "id", "") for decorator in node.decorator_list
            }:
                taken = [*node.args.args, *node.args.kwonlyargs]
                bare = [arg.arg for arg in taken if arg.annotation is None]
                assert not bare, f"{path.name}: {node.name} does not declare {bare}"
                found += 1
    assert found > 180


def test_arrays_that_are_not_as_declared_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)

    @kernel
    def first_of(cards: Array[U8, "n"]) -> int:
        return cards[0]

    assert first_of(np.array([7], np.uint8)) == 7
    read_only = np.array([7], np.uint8)
    read_only.flags.writeable = False
    for other in (read_only, np.array([7], np.int64), np.array([[7]], np.uint8)):
        with pytest.raises(TypeError, match="No matching definition"):
            first_of(other)


def test_a_borrowing_step_makes_and_returns_no_array():
    @borrowing
    def made(n: int) -> int:
        return len(np.empty(n))

    @vectorized
    def made_here(n: int) -> int:
        return len(empty(n, np.uint8))

    @borrowing
    def returned(cards: Input[U8, "n"]) -> Input[U8, "n"]:
        return cards

    @inlined
    def fine(cards: Input[U8, "n"]) -> int:
        return len(cards)

    @kernel
    def makes(n: int) -> int:
        return made(n)

    @kernel
    def makes_here(n: int) -> int:
        return made_here(n)

    @kernel
    def returns(cards: Input[U8, "n"]) -> int:
        return len(returned(cards))

    with pytest.raises(TypingError, match="Only accept returning of array"):
        makes(3)
    with pytest.raises(Exception, match="NRT required but not enabled"):
        makes_here(3)
    with pytest.raises(TypeError, match="returned is borrowing and returns"):
        returns(np.empty(3, np.uint8))

    @kernel
    def takes(cards: Input[U8, "n"]) -> int:
        return fine(cards)

    assert takes(np.zeros(3, np.uint8)) == 3
    with pytest.raises(TypeError, match="fine is a step: only kernels call it"):
        fine(np.zeros(3, np.uint8))


def test_a_declared_step_is_compiled_once(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)

    @declared
    def larger(a: int, b: int, rows: Input[U8, "n"]) -> int:
        return max(a, b) + len(rows)

    @inlined
    def largest(a: int, b: int) -> int:
        return max(a, b)

    @kernel
    def all_ways(small: np.uint8, wide: int, rows: Array[U8, "n"]) -> int:
        found = larger(small, wide, rows) + larger(3, small, rows)
        return found + larger(wide, 7, rows) + largest(small, wide) + largest(3, small)

    assert all_ways(200, -1, np.zeros(2, np.uint8)) == 202 + 202 + 9 + 200 + 200
    ints = (types.int64, types.int64)
    assert larger.signatures == [(*ints, types.Array(types.uint8, 1, "C", readonly=True))]
    assert len(largest.signatures) == 2

    @declared
    def made(n: int) -> int:
        return len(empty(n, np.uint8))

    @kernel
    def makes(n: int) -> int:
        return made(n)

    with pytest.raises(Exception, match="NRT required but not enabled"):
        makes(3)


def test_arrays_that_kernels_make(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)

    @kernel
    def made(n: int, flat: Array[U8, "n"], square: Array[F64, "n, n"]) -> int:
        ones = empty(n, np.uint8)
        nothing = zeros((n, n), np.float64)
        for i in range(n):
            ones[i] = 1
        for i in range(n):
            flat[i] = ones[i]
            for j in range(n):
                square[i, j] = nothing[i, j]
        return len(ones) + nothing.shape[1]

    flat, square = np.zeros(3, np.uint8), np.ones((3, 3))
    assert made(3, flat, square) == 6
    assert flat.tolist() == [1, 1, 1]
    assert not square.any()
