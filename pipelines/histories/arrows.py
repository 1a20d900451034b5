"""Columns of Arrow from the arrays of kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.histories import text_kernels
from pokerlake.engine.signatures import I64, Bool

_LETTERS = np.frombuffer("".join(CARDS).encode(), np.uint8)


def names(text: npt.NDArray[np.uint8], named: I64) -> pa.StringArray:
    """The names that stand in a text, each by where it begins, shifted by 20, and its length."""
    offsets = np.empty(len(named) + 1, np.int32)
    data = np.empty(int((named & ((1 << 20) - 1)).sum()), np.uint8)
    text_kernels.gather(text, named, offsets, data)
    return pa.StringArray.from_buffers(len(named), pa.py_buffer(offsets), pa.py_buffer(data))


def cards(packed: I64) -> pa.StringArray:
    """Packs of cards as text, ``AhKd``; null where there are none, or not all are told."""
    offsets = np.empty(len(packed) + 1, np.int32)
    data = np.empty(14 * len(packed), np.uint8)
    known = np.empty(len(packed), np.bool_)
    size = text_kernels.card_texts(np.ascontiguousarray(packed), _LETTERS, offsets, data, known)
    return pa.StringArray.from_buffers(
        len(packed), pa.py_buffer(offsets), pa.py_buffer(data[:size]), _bits(known)
    )


def _bits(known: Bool) -> pa.Buffer:
    return pa.py_buffer(np.packbits(known, bitorder="little"))


def decimals(amounts: I64) -> pa.Array:
    """Ten-thousandths as decimals of four places: 128 bits each, the low ones first."""
    wide = np.empty((len(amounts), 2), "<i8")
    wide[:, 0] = amounts
    wide[:, 1] = wide[:, 0] >> 63
    return pa.Array.from_buffers(pa.decimal128(18, 4), len(amounts), [None, pa.py_buffer(wide)])


def words(texts: Sequence[str], numbers: npt.NDArray[np.integer]) -> pa.Array:
    """A text for each number; null for numbers that have none."""
    none = numbers >= len(texts)
    indices = pa.array(numbers.astype(np.int32), mask=none if none.any() else None)
    return pc.take(pa.array(list(texts), pa.string()), indices)
