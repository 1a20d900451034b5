"""The formats a result can be written in: one registry, for stdout and for files alike.

Every writer takes a stream of record batches, so that a result larger than memory passes through.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from ..tables.errors import OutputError, UsageError, did_you_mean
from ..tables.store import whole_file

_WIDTHS_FROM_ROWS = 1000  # a table's columns are as wide as its first rows need


@dataclass(frozen=True)
class Format:
    """One format: its name, the endings of its files, what it is, and how it is written."""

    name: str
    endings: tuple[str, ...]
    meaning: str
    write: Callable[[pa.RecordBatchReader, IO[bytes]], int]
    binary: bool = False


def write_result(
    reader: pa.RecordBatchReader, format_name: str | None = None, output: Path | None = None
) -> int:
    """Write a result to a file, whole or not at all, or to stdout.

    Parameters
    ----------
    reader : pyarrow.RecordBatchReader
    format_name : str, optional
        By default what the file's ending says, and a table on stdout.
    output : Path, optional
        Stdout if not given.

    Returns
    -------
    int
        Rows written.

    Raises
    ------
    UsageError
        If the format is not known, or is binary and stdout is a terminal.
    OutputError
        If the file cannot be written.
    """
    chosen = choose_format(format_name, output)
    if output is None:
        if chosen.binary and sys.stdout.isatty():
            raise UsageError(f"{chosen.name} is not for a terminal; give a file with -o")
        rows = chosen.write(reader, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return rows
    if output.is_dir():
        raise OutputError(f"{output} is a folder; give the name of a file")
    with whole_file(output) as file:
        return chosen.write(reader, file)


def choose_format(format_name: str | None, output: Path | None) -> Format:
    """The format asked for by name, or by the ending of the file.

    Raises
    ------
    UsageError
        If there is no such format.
    """
    if format_name is not None:
        if format_name not in FORMATS:
            raise UsageError(f"no format {format_name!r}; {did_you_mean(format_name, FORMATS)}")
        return FORMATS[format_name]
    if output is None:
        return FORMATS["table"]
    for known in FORMATS.values():
        if output.suffix.lower() in known.endings:
            return known
    endings = " ".join(ending for known in FORMATS.values() for ending in known.endings)
    raise UsageError(
        f"{output} has no ending that names a format; give one of {endings}, or --format"
    )


def _write_table(reader: pa.RecordBatchReader, sink: IO[bytes]) -> int:
    names = reader.schema.names
    numeric = [
        pa.types.is_integer(f.type) or pa.types.is_floating(f.type) or pa.types.is_decimal(f.type)
        for f in reader.schema
    ]
    widths: list[int] | None = None
    written = 0

    def line(cells: list[str], widths: list[int]) -> bytes:
        padded = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, numeric, strict=True)
        )
        return ("  ".join(padded).rstrip() + "\n").encode()

    for batch in reader:
        columns = [[_cell(value) for value in column.to_pylist()] for column in batch.columns]
        rows = list(map(list, zip(*columns, strict=True)))
        if widths is None:
            sample = [names, *rows[:_WIDTHS_FROM_ROWS]]
            widths = [max(map(len, column)) for column in zip(*sample, strict=True)]
            sink.write(line(names, widths) + line(["-" * width for width in widths], widths))
        sink.writelines(line(row, widths) for row in rows)
        written += len(rows)
    if widths is None:
        sink.write(line(names, [len(name) for name in names]))
    return written


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}" if abs(value) < 1e6 else f"{value:.1f}"
    return str(value)


def _separated(separator: str, *, header: bool) -> Callable[[pa.RecordBatchReader, IO[bytes]], int]:
    def write(reader: pa.RecordBatchReader, sink: IO[bytes]) -> int:
        import polars as pl

        empty = pl.DataFrame(reader.schema.empty_table())
        if header:
            sink.write(empty.write_csv(separator=separator).encode())
        written = 0
        for batch in reader:
            frame = pl.DataFrame(batch)
            nested = [name for name, dtype in frame.schema.items() if dtype.is_nested()]
            if nested:
                raise UsageError(
                    f"column {nested[0]!r} holds lists, which this format cannot; "
                    "take json, ndjson or parquet"
                )
            sink.write(frame.write_csv(include_header=False, separator=separator).encode())
            written += len(frame)
        return written

    return write


def _ndjson_batches(reader: pa.RecordBatchReader) -> Iterator[tuple[int, bytes]]:
    """Rows of each batch, and the batch as lines of JSON; decimal fractions become numbers."""
    import polars as pl
    import polars.selectors as cs

    for batch in reader:
        if batch.num_rows:
            frame = pl.DataFrame(batch).with_columns(cs.decimal().cast(pl.Float64))
            yield len(frame), frame.write_ndjson().encode()


def _write_ndjson(reader: pa.RecordBatchReader, sink: IO[bytes]) -> int:
    written = 0
    for rows, lines in _ndjson_batches(reader):
        sink.write(lines)
        written += rows
    return written


def _write_json(reader: pa.RecordBatchReader, sink: IO[bytes]) -> int:
    written = 0
    sink.write(b"[")
    for rows, lines in _ndjson_batches(reader):
        sink.write((b",\n" if written else b"\n") + lines.rstrip(b"\n").replace(b"\n", b",\n"))
        written += rows
    sink.write(b"\n]\n" if written else b"]\n")
    return written


def _write_parquet(reader: pa.RecordBatchReader, sink: IO[bytes]) -> int:
    import pyarrow.parquet as pq

    written = 0
    with pq.ParquetWriter(sink, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)
            written += batch.num_rows
    return written


FORMATS = {
    known.name: known
    for known in (
        Format("table", (".txt",), "aligned columns, for reading", _write_table),
        Format("csv", (".csv",), "commas, with a header", _separated(",", header=True)),
        Format("tsv", (".tsv",), "tabs, without a header", _separated("\t", header=False)),
        Format("json", (".json",), "one array of objects", _write_json),
        Format("ndjson", (".ndjson", ".jsonl"), "one object a line", _write_ndjson),
        Format("parquet", (".parquet",), "typed columns", _write_parquet, binary=True),
    )
}
