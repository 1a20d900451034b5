"""JSON: one array of objects, or one object a line.

A decimal fraction is a JSON number with all of its digits, which readers that have decimals keep
(``json.load(file, parse_float=Decimal)``); inside lists and structs it is text. What is no number,
NaN and the infinities, is null: JSON has no word for it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import IO

import pyarrow as pa

from pokerlake.engine.threads import over_tasks

from ..cell_text import joined_bytes, json_of
from ..format import About, Format, is_plain_or_nested


def _ndjson_batches(reader: pa.RecordBatchReader) -> Iterator[tuple[int, memoryview]]:
    """Rows of each batch, and the batch as lines of JSON."""
    names = [json.dumps(name, ensure_ascii=False) for name in reader.schema.names]
    starts = [f"{',' if at else '{'}{name}:" for at, name in enumerate(names)]
    for batch in filter(len, reader):

        def values(at: int, of: pa.RecordBatch = batch) -> pa.Array:
            return json_of(of.column(at))

        columns = over_tasks(values, range(len(names)), 0)
        pieces = itertools.chain.from_iterable(zip(starts, columns, strict=True))
        yield batch.num_rows, joined_bytes(*pieces, "}\n")


def _write_ndjson(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> int:
    written = 0
    for rows, lines in _ndjson_batches(reader):
        sink.write(lines)
        written += rows
    return written


def _write_json(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> int:
    written = 0
    sink.write(b"[")
    for rows, lines in _ndjson_batches(reader):
        sink.write((b",\n" if written else b"\n") + bytes(lines[:-1]).replace(b"\n", b",\n"))
        written += rows
    sink.write(b"\n]\n" if written else b"]\n")
    return written


PLACE = 2  # of these formats in lists
FORMATS = (
    Format(
        "json",
        (".json",),
        "one array",
        is_plain_or_nested,
        _write_json,
        times_as_text=True,
        names="differ",
    ),
    Format(
        "ndjson",
        (".ndjson", ".jsonl"),
        "one object a line",
        is_plain_or_nested,
        _write_ndjson,
        times_as_text=True,
        names="differ",
    ),
)
