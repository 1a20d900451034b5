"""Arrays that kernels make: room to work in, and results.

For each ``np.empty`` and ``np.zeros`` of another dtype or number of dimensions numba compiles a
function of its own: a tenth of compiling. What stands here it writes into the kernel itself.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic


def _make(_, shape, dtype):
    from numba.core.typing.npydecl import parse_dtype  # loading it is for those who compile

    sides: Any = shape
    dimensions = sides.count if isinstance(shape, types.BaseTuple) else 1
    made = types.Array(parse_dtype(dtype), dimensions, "C")
    return made(shape, dtype), _allocated


def _allocated(context, builder, signature, arguments):
    return _array(context, builder, signature, arguments)._getvalue()


def _array(context, builder, signature, arguments):
    from numba.np.arrayobj import _empty_nd_impl, _parse_shape

    sides = _parse_shape(context, builder, signature.args[0], arguments[0])
    return _empty_nd_impl(context, builder, signature.return_type, sides)


def _make_of_zeros(_, shape, dtype):
    signature, _ = _make(_, shape, dtype)

    def generate(context, builder, signature, arguments):
        array = _array(context, builder, signature, arguments)
        cgutils.memset(builder, array.data, builder.mul(array.itemsize, array.nitems), 0)
        return array._getvalue()

    return signature, generate


# As ``np.empty`` and ``np.zeros``; kernels alone call them.
empty: Any = intrinsic(_make)
zeros: Any = intrinsic(_make_of_zeros)
