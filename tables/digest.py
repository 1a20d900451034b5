"""A digest of what a table holds: of its values, and not of how a file encodes them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pyarrow as pa


class ValuesDigest:
    """The SHA-256 of rows that come batch by batch, however they are cut.

    Each column has streams of its own: numbers in little-endian bytes, truth values as 0 and 1, the
    lengths of texts apart from their letters, and which values are null where a column may have
    nulls. The digest is that of the columns' names, types and digests, a line each.

    Parameters
    ----------
    schema : pyarrow.Schema
        Columns of integers, floats, truth values and text.
    """

    def __init__(self, schema: pa.Schema) -> None:
        self._columns = [(field, [hashlib.sha256() for _ in range(3)]) for field in schema]

    def update(self, batch: pa.RecordBatch) -> None:
        """Add rows; their columns are those of the schema, in its order."""
        for (field, digests), column in zip(self._columns, batch.columns, strict=True):
            for digest, stream in zip(digests, _streams(field, column), strict=False):
                digest.update(stream.tobytes())

    def hexdigest(self) -> str:
        """The digest of all rows so far."""
        lines = (
            " ".join([field.name, str(field.type), *(digest.hexdigest() for digest in digests)])
            for field, digests in self._columns
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _streams(field: pa.Field, column: pa.Array) -> list[npt.NDArray[Any]]:
    """The bytes of a column's values: those of nulls are zeros, or no letters."""
    import pyarrow as pa

    if pa.types.is_string(field.type):
        streams = _texts(column.fill_null("") if column.null_count else column)
    else:
        zero = pa.scalar(0).cast(field.type)
        filled = column.fill_null(zero) if column.null_count else column
        values: npt.NDArray[Any] = filled.to_numpy(zero_copy_only=False)
        streams = [np.ascontiguousarray(values, values.dtype.newbyteorder("<"))]
    if field.nullable:
        streams.append(column.is_null().to_numpy(zero_copy_only=False))
    return streams


def _texts(column: pa.Array) -> list[npt.NDArray[np.generic]]:
    """The lengths of texts in bytes, and their letters."""
    _, offsets, letters = column.buffers()
    ends = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1]
    whole = np.frombuffer(letters or b"", np.uint8)
    return [np.diff(ends).astype("<i4"), whole[ends[0] : ends[-1]]]
