"""JSON: one array of objects, or one object per line.

A decimal is a JSON number with all of its digits, for readers that have decimals
(``json.load(file, parse_float=Decimal)``); inside lists and structs it is text. NaN and the
infinities are null: JSON cannot express them.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from functools import partial
from typing import IO

import pyarrow as pa

from pokerlake.engine.threads import over_tasks

from ..cell_text import joined_bytes, json_of
from ..format import About, Format, is_plain_or_nested


def _lines(reader: pa.RecordBatchReader) -> Iterator[memoryview]:
    """Each batch with rows, as lines of JSON."""
    names = [json.dumps(name, ensure_ascii=False) for name in reader.schema.names]
    starts = [f"{',' if at else '{'}{name}:" for at, name in enumerate(names)]
    for batch in filter(len, reader):
        columns = over_tasks(partial(_json_column, batch), range(len(names)), 0)
        pieces = itertools.chain.from_iterable(zip(starts, columns, strict=True))
        yield joined_bytes(*pieces, "}\n")


def _json_column(batch: pa.RecordBatch, at: int) -> pa.Array:
    return json_of(batch.column(at))


def _write_ndjson(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
    sink.writelines(_lines(reader))


def _write_json(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
    before = b"["
    for lines in _lines(reader):
        sink.write(before + b"\n" + bytes(lines[:-1]).replace(b"\n", b",\n"))
        before = b","
    sink.write(b"[]\n" if before == b"[" else b"\n]\n")


PLACE = 2  # of these formats in lists
_json = partial(Format, holds=is_plain_or_nested, times_as_text=True, names="differ")
FORMATS = (
    _json("json", (".json",), "one array", write=_write_json, needs_end=True),
    _json("ndjson", (".ndjson", ".jsonl"), "one object a line", write=_write_ndjson),
)
