"""The types of kernel parameters: one line for each says its dtype, its shape and what it is.

::

    @kernel
    def canonical_boards(
        images: Input[U8, "g, 52"],  # the cards under permutations of the suits
        boards: Array[U8, "n, k"],  # written
    ) -> int:

``kernel`` turns these lines into numba's signature, so what a reader sees is what is compiled. An
``Input`` is read-only: it also accepts mutable arrays, whereas an ``Array`` refuses read-only ones
such as Arrow buffers and memory maps. A third argument ``"A"`` allows any memory layout. Scalars
are ``int`` (int64), ``float`` (float64), ``bool`` or numpy's own. A named tuple of such fields is
one parameter; numba accepts it only if each array is exactly as declared, mutable or not.

Type checkers see numpy arrays, and hold callers to the dtypes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import numpy as np

if TYPE_CHECKING:
    from typing import Annotated as Array
    from typing import Annotated as Input

    import numpy.typing as npt
    from numba.core.typing.templates import Signature

    U8 = npt.NDArray[np.uint8]
    U16 = npt.NDArray[np.uint16]
    U32 = npt.NDArray[np.uint32]
    U64 = npt.NDArray[np.uint64]
    I8 = npt.NDArray[np.int8]
    I16 = npt.NDArray[np.int16]
    I32 = npt.NDArray[np.int32]
    I64 = npt.NDArray[np.int64]
    F32 = npt.NDArray[np.float32]
    F64 = npt.NDArray[np.float64]
    Bool = npt.NDArray[np.bool_]
else:
    U8, U16, U32, U64 = np.uint8, np.uint16, np.uint32, np.uint64
    I8, I16, I32, I64 = np.int8, np.int16, np.int32, np.int64
    F32, F64, Bool = np.float32, np.float64, np.bool_

    class Array:
        """An array that a kernel may write, of a dtype and a shape."""

        def __class_getitem__(cls, declared: tuple[type, str] | tuple[type, str, str]) -> _Declared:
            dtype, shape, *layout = declared
            return _Declared(dtype, shape, layout[0] if layout else "C", cls is Input)

    class Input(Array):
        """An array that a kernel only reads."""


__all__ = [
    "F32", "F64", "I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64", "Array", "Bool", "Input",
    "frozen", "signature_of",
]  # fmt: skip


T = TypeVar("T")


def frozen(tables: T) -> T:
    """Make an array, or each array of a tuple, read-only, as ``Input`` declares it."""
    arrays: Any = tables if isinstance(tables, tuple) else (tables,)
    for array in arrays:
        array.flags.writeable = False
    return tables


@dataclass(frozen=True)
class _Declared:
    """An array as a kernel declares it."""

    dtype: type
    shape: str  # its dimensions, in words or numbers
    layout: str
    readonly: bool


def signature_of(function: Callable[..., Any]) -> Signature:
    """Numba's signature of a kernel, by its annotations."""
    declared = get_type_hints(function)
    returned = _numba_type(declared.pop("return"))
    signature: Signature = returned(*map(_numba_type, declared.values()))
    return signature


def _numba_type(declared: Any) -> Any:
    from numba import from_dtype, types

    if isinstance(declared, _Declared):
        ndim = re.sub(r"\(.*?\)", "", declared.shape).count(",") + 1
        element: Any = from_dtype(np.dtype(declared.dtype))
        layout: Any = declared.layout
        return types.Array(element, ndim, layout, readonly=declared.readonly)
    if hasattr(declared, "_fields"):
        fields = tuple(map(_numba_type, get_type_hints(declared).values()))
        named: Any = types.BaseTuple
        return named.from_types(fields, declared)
    scalars = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.void}
    return scalars.get(declared) or from_dtype(np.dtype(declared))
