"""Files that keep the types of columns: Parquet, and Arrow as it lies in memory."""

from __future__ import annotations

from typing import IO

import pyarrow as pa

from ..format import About, Format, decoded, is_any


def _in_parquet(dtype: pa.DataType) -> bool:
    return not (pa.types.is_union(dtype) or pa.types.is_interval(dtype))


def _write_parquet(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> int:
    import pyarrow.parquet as pq

    written = 0
    with pq.ParquetWriter(sink, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)
            written += batch.num_rows
    return written


def _write_arrow(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> int:
    """Arrow's file format, not compressed: it can be mapped into memory and read in place.

    It has one dictionary a column, and batches of a query may have several: labels become text.
    """
    plain = decoded(reader)
    written = 0
    with pa.ipc.new_file(sink, plain.schema) as writer:
        for batch in plain:
            writer.write_batch(batch)
            written += batch.num_rows
    return written


PLACE = 3  # of these formats in lists
FORMATS = (
    Format(
        "parquet",
        (".parquet",),
        "typed columns",
        _in_parquet,
        _write_parquet,
        binary=True,
        names="differ",
    ),
    Format(
        "arrow",
        (".arrow", ".feather"),
        "typed columns, to be mapped into memory",
        is_any,
        _write_arrow,
        binary=True,
        names="differ",
    ),
)
