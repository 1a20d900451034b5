"""Vectors of sixteen single-precision numbers, which kernels add and multiply at once.

Rows of hands are walked sixteen hands at a time, and a showdown adds up the reach of sixteen
betting lines at once, each in its lane. On its own, LLVM vectorises loops over rows only after a
check that no two rows overlap, and ends each with up to 31 hands one by one. Here nothing is left
over, because rows are padded to a multiple of ``LANES``. Bounds are not checked either.
"""
# mypy: ignore-errors
# ruff: noqa: ARG001 - numba names a step's arguments by those of the function that types it

from __future__ import annotations

import operator
from typing import Annotated, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

LANES = 16

_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_HALVES = ir.VectorType(ir.IntType(16), LANES)
_WHOLE = ir.VectorType(ir.IntType(32), LANES)
_INT = ir.IntType(64)
_ZERO = ir.Constant(_VECTOR, [0.0] * LANES)
_FIRST = ir.Constant(ir.IntType(32), 0)
_ALL_FIRST = ir.Constant(_WHOLE, [0] * LANES)

# Single-precision numbers this large have no fractional digits: adding this one rounds, half to
# even, and leaves the whole number in the last bits.
_ROUNDS = ir.Constant(_VECTOR, [1.5 * 2**23] * LANES)


class _LanesType(types.Type):
    """Sixteen single-precision numbers in a kernel."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


_lanes = _LanesType()

Vector: TypeAlias = Annotated[np.ndarray, LANES]  # what steps pass on, in a register


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, fe_type) -> None:
        super().__init__(manager, fe_type, _VECTOR)


def _arithmetic(sign, instruction):
    class Template(ConcreteTemplate):
        cases = [signature(_lanes, _lanes, _lanes)]  # noqa: RUF012

    infer_global(sign)(Template)

    @lower_builtin(sign, _lanes, _lanes)
    def generate(_, builder, __, arguments):
        return getattr(builder, instruction)(*arguments)


_arithmetic(operator.add, "fadd")
_arithmetic(operator.sub, "fsub")
_arithmetic(operator.mul, "fmul")


def _data(context, builder, array_type, array):
    from numba.np.arrayobj import make_array

    return make_array(array_type)(context, builder, array).data


def _place(builder, data, index, vector=_VECTOR):
    return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())


def _moved(builder, index, by):
    return builder.add(index, ir.Constant(_INT, by))


@intrinsic
def load(_, array, index):
    """The numbers ``array[index]`` to ``array[index + 15]`` of a row of float32."""

    def generate(context, builder, signature, arguments):
        data = _data(context, builder, signature.args[0], arguments[0])
        return builder.load(_place(builder, data, arguments[1]), align=4)

    return _lanes(array, types.int64), generate


@intrinsic
def store(_, array, index, lanes):
    """Store lanes to ``array[index]`` to ``array[index + 15]``."""

    def generate(context, builder, signature, arguments):
        data = _data(context, builder, signature.args[0], arguments[0])
        builder.store(arguments[2], _place(builder, data, arguments[1]), align=4)
        return context.get_dummy_value()

    return types.void(array, types.int64, _lanes), generate


@intrinsic
def add_wide(_, array, index, lanes):
    """Add lanes to ``array[index]`` to ``array[index + 15]`` of a row of float64."""

    def generate(context, builder, signature, arguments):
        data = _data(context, builder, signature.args[0], arguments[0])
        wide = ir.VectorType(ir.DoubleType(), LANES)
        place = _place(builder, data, arguments[1], wide)
        more = builder.fpext(arguments[2], wide)
        builder.store(builder.fadd(builder.load(place, align=8), more), place, align=8)
        return context.get_dummy_value()

    return types.void(array, types.int64, _lanes), generate


@intrinsic
def load_places(_, array, start, places, first):
    """The numbers ``array[start + k]`` for sixteen k, from ``places[first]`` on; 0 for k < 0."""

    def generate(context, builder, signature, arguments):
        data, listed = (_data(context, builder, signature.args[k], arguments[k]) for k in (0, 2))
        _, start, _, first = arguments
        wide = ir.VectorType(_INT, LANES)
        pointers = ir.VectorType(ir.FloatType().as_pointer(), LANES)
        mask = ir.VectorType(ir.IntType(1), LANES)
        begin = builder.ptrtoint(builder.gep(data, [start]), _INT)
        begins = builder.insert_element(ir.Constant(wide, ir.Undefined), begin, _FIRST)
        begins = builder.shuffle_vector(begins, begins, _ALL_FIRST)
        listed = builder.load(_place(builder, listed, first, _WHOLE), align=4)
        is_there = builder.icmp_signed(">=", listed, ir.Constant(_WHOLE, [0] * LANES))
        at = builder.mul(builder.sext(listed, wide), ir.Constant(wide, [4] * LANES))
        at = builder.add(begins, at)
        kind = ir.FunctionType(_VECTOR, [pointers, ir.IntType(32), mask, _VECTOR])
        name = f"llvm.masked.gather.v{LANES}f32.v{LANES}p0"
        gather = builder.module.declare_intrinsic(name, (), kind)
        align = ir.Constant(ir.IntType(32), 4)
        return builder.call(gather, [builder.inttoptr(at, pointers), align, is_there, _ZERO])

    return _lanes(array, types.int64, places, types.int64), generate


@intrinsic
def fetch(_, array, index):
    """Prefetch the memory around ``array[index]``, which may be beyond either end."""

    def generate(context, builder, signature, arguments):
        data = _data(context, builder, signature.args[0], arguments[0])
        kind = ir.IntType(32)
        place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        takes = ir.FunctionType(ir.VoidType(), [place.type, kind, kind, kind])
        asking = builder.module.declare_intrinsic("llvm.prefetch.p0", (), takes)
        # For reading, into the second-level data cache.
        builder.call(asking, [place, *(ir.Constant(kind, k) for k in (0, 2, 1))])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@intrinsic
def load_halves(_, array, index):
    """The numbers ``array[index]`` to ``array[index + 15]`` of a row of int16."""

    def generate(context, builder, signature, arguments):
        data = _data(context, builder, signature.args[0], arguments[0])
        halves = builder.load(_place(builder, data, arguments[1], _HALVES), align=2)
        return builder.sitofp(halves, _VECTOR)

    return _lanes(array, types.int64), generate


@intrinsic
def store_halves(_, array, index, lanes):
    """Round lanes, -32,768 to 32,767, to ``array[index]`` to ``array[index + 15]``, int16."""

    def generate(context, builder, signature, arguments):
        data = _data(context, builder, signature.args[0], arguments[0])
        bits = builder.bitcast(builder.fadd(arguments[2], _ROUNDS), _WHOLE)
        halves = builder.trunc(bits, _HALVES)
        builder.store(halves, _place(builder, data, arguments[1], _HALVES), align=2)
        return context.get_dummy_value()

    return types.void(array, types.int64, _lanes), generate


@intrinsic
def all_lanes(_, number):
    """A float32 in all lanes."""

    def generate(_, builder, __, arguments):
        first = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), arguments[0], _FIRST)
        return builder.shuffle_vector(first, first, _ALL_FIRST)

    return _lanes(types.float32), generate


def _above_zero(builder, lanes):
    return builder.fcmp_ordered(">", lanes, _ZERO)


@intrinsic
def positive(_, lanes):
    """Each number above zero; zero for the others."""

    def generate(_, builder, __, arguments):
        return builder.select(_above_zero(builder, arguments[0]), arguments[0], _ZERO)

    return _lanes(_lanes), generate


@intrinsic
def where_positive(_, tested, lanes, others):
    """Lanes of ``lanes`` where ``tested`` is above zero, of ``others`` elsewhere."""

    def generate(_, builder, __, arguments):
        return builder.select(_above_zero(builder, arguments[0]), arguments[1], arguments[2])

    return _lanes(_lanes, _lanes, _lanes), generate


@intrinsic
def larger(_, one, other):
    """The larger of each pair."""

    def generate(_, builder, __, arguments):
        above = builder.fcmp_ordered(">", *arguments)
        return builder.select(above, *arguments)

    return _lanes(_lanes, _lanes), generate


@intrinsic
def largest(_, lanes):
    """The largest of sixteen."""

    def generate(_, builder, __, arguments):
        (vector,) = arguments
        for by in (8, 4, 2, 1):
            mask = ir.Constant(_WHOLE, [lane ^ by for lane in range(LANES)])
            other = builder.shuffle_vector(vector, vector, mask)
            vector = builder.select(builder.fcmp_ordered(">", vector, other), vector, other)
        return builder.extract_element(vector, _FIRST)

    return types.float32(_lanes), generate


@intrinsic
def root(_, lanes):
    """Square roots."""

    def generate(_, builder, __, arguments):
        roots = builder.module.declare_intrinsic(
            f"llvm.sqrt.v{LANES}f32", fnty=ir.FunctionType(_VECTOR, [_VECTOR])
        )
        return builder.call(roots, arguments)

    return _lanes(_lanes), generate


@intrinsic
def divided(_, lanes, by):
    """Quotients; NaN or infinite where ``by`` is zero."""

    def generate(_, builder, __, arguments):
        return builder.fdiv(*arguments)

    return _lanes(_lanes, _lanes), generate


def _turned(builder, vectors):
    """The transpose of sixteen vectors."""
    step = 1
    while step < LANES:
        turned = list(vectors)
        low = [x ^ step | LANES if x & step else x for x in range(LANES)]
        high = [x | LANES if x & step else x | step for x in range(LANES)]
        masks = [ir.Constant(ir.VectorType(ir.IntType(32), LANES), mask) for mask in (low, high)]
        for i in range(LANES):
            if not i & step:
                pair = vectors[i], vectors[i | step]
                turned[i] = builder.shuffle_vector(*pair, masks[0])
                turned[i | step] = builder.shuffle_vector(*pair, masks[1])
        vectors = turned
        step *= 2
    return vectors


def _start(builder, starts, first, lane):
    return builder.load(builder.gep(starts, [_moved(builder, first, lane)]))


@intrinsic
def rows_to_lanes(_, lanes, place, rows, starts, first, hand):
    """Set ``lanes[place + 16 x + k]`` to ``rows[starts[first + k] + hand + x]`` for 0 to 15."""

    def generate(context, builder, signature, arguments):
        target, source, begins = (
            _data(context, builder, signature.args[k], arguments[k]) for k in (0, 2, 3)
        )
        _, place, _, _, first, hand = arguments
        vectors = []
        for lane in range(LANES):
            at = builder.add(_start(builder, begins, first, lane), hand)
            vectors.append(builder.load(_place(builder, source, at), align=4))
        for row, vector in enumerate(_turned(builder, vectors)):
            at = _moved(builder, place, LANES * row)
            builder.store(vector, _place(builder, target, at), align=4)
        return context.get_dummy_value()

    return types.void(lanes, types.int64, rows, starts, types.int64, types.int64), generate


@intrinsic
def lanes_to_rows(_, rows, starts, first, hand, lanes, place, factors):
    """Set ``rows[starts[first + k] + hand + x]`` to ``factors[k] * lanes[place + 16 x + k]``."""

    def generate(context, builder, signature, arguments):
        target, begins, source = (
            _data(context, builder, signature.args[k], arguments[k]) for k in (0, 1, 4)
        )
        _, _, first, hand, _, place, factor = arguments
        vectors = []
        for row in range(LANES):
            at = _moved(builder, place, LANES * row)
            vectors.append(builder.fmul(factor, builder.load(_place(builder, source, at), align=4)))
        for lane, vector in enumerate(_turned(builder, vectors)):
            at = builder.add(_start(builder, begins, first, lane), hand)
            builder.store(vector, _place(builder, target, at), align=4)
        return context.get_dummy_value()

    return (
        types.void(rows, starts, types.int64, types.int64, lanes, types.int64, _lanes),
        generate,
    )
