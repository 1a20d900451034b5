"""JSON: one array of objects, or one object a line.

A decimal fraction is a JSON number with all of its digits, which readers that have decimals keep
(``json.load(file, parse_float=Decimal)``); inside lists and structs it is text. What is no number,
NaN and the infinities, is null: JSON has no word for it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

import pyarrow as pa

from pokerlake.queries.files.format import About, Format, is_plain_or_nested

if TYPE_CHECKING:
    import polars as pl


def _ndjson_batches(reader: pa.RecordBatchReader) -> Iterator[tuple[int, bytes]]:
    """Rows of each batch, and the batch as lines of JSON."""
    import polars as pl

    exact = {field.name for field in reader.schema if pa.types.is_decimal(field.type)}
    for batch in reader:
        if batch.num_rows:
            frame = pl.DataFrame(batch)
            lines = _exact_lines(frame, exact) if exact else frame.write_ndjson()
            yield batch.num_rows, lines.encode()


def _exact_lines(frame: pl.DataFrame, exact: set[str]) -> str:
    """Lines of JSON: polars writes runs of other columns, and decimals are their own text."""
    import polars as pl

    parts: list[pl.Expr] = []
    for is_exact, names in itertools.groupby(frame.columns, exact.__contains__):
        if not is_exact:
            json_of_run = pl.struct(list(names)).struct.json_encode()
            parts += [json_of_run.str.head(-1).str.tail(-1)]
            continue
        for name in names:
            number = pl.col(name).cast(pl.String).fill_null("null")
            parts.append(pl.lit(json.dumps(name, ensure_ascii=False) + ":") + number)
    row = pl.concat_str([pl.lit("{"), pl.concat_str(parts, separator=","), pl.lit("}\n")])
    text: str = frame.select(row.str.join("")).item()
    return text


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
        sink.write((b",\n" if written else b"\n") + lines.rstrip(b"\n").replace(b"\n", b",\n"))
        written += rows
    sink.write(b"\n]\n" if written else b"]\n")
    return written


JSON_FORMATS = (
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
