"""Files that keep the types of columns: Parquet, and Arrow's file format."""

from __future__ import annotations

from functools import partial
from typing import IO

import pyarrow as pa

from ..format import About, Format, is_any


def _in_parquet(dtype: pa.DataType) -> bool:
    types = pa.types
    if types.is_nested(dtype) and not types.is_union(dtype):
        return dtype.num_fields > 0 and all(
            _in_parquet(dtype.field(place).type) for place in range(dtype.num_fields)
        )
    return not (types.is_union(dtype) or types.is_interval(dtype))


def _write_parquet(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
    import pyarrow.parquet as pq

    with pq.ParquetWriter(sink, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)


def _write_arrow(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
    """Write Arrow's file format, uncompressed: it can be mapped into memory and read in place.

    It has one dictionary per column, but batches of a query may have several: labels become text.
    """
    with pa.ipc.new_file(sink, reader.schema) as writer:
        for batch in reader:
            writer.write_batch(batch)


PLACE = 3  # of these formats in lists
_typed = partial(Format, binary=True, names="differ")
FORMATS = (
    _typed(
        "parquet", (".parquet",), "typed columns", _in_parquet, _write_parquet, labels_as_text=False
    ),
    _typed(
        "arrow",
        (".arrow", ".feather"),
        "typed columns, to be mapped into memory",
        is_any,
        _write_arrow,
    ),
)
