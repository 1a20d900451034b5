"""The formats a result can be written in: one registry, for stdout and for files alike.

Every writer takes a stream of record batches, so that a result larger than memory passes through.
"""

from __future__ import annotations

import csv
import io
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from ..tables.errors import OutputError, UsageError, did_you_mean
from ..tables.store import whole_file

_WIDTHS_FROM_ROWS = 1000  # a table's columns are as wide as its first rows need
# Control characters would move the cursor of a terminal, or worse; a line break makes a cell of
# two lines.
_ESCAPED = {code: f"\\x{code:02x}" for code in (*range(32), 127) if code != ord("\n")}


@dataclass(frozen=True)
class Format:
    """One format: its name, the endings of its files, what it is, and how it is written.

    ``holds`` says whether a type of column can be written in it.
    """

    name: str
    endings: tuple[str, ...]
    meaning: str
    write: Callable[[pa.RecordBatchReader, IO[bytes]], int]
    holds: Callable[[pa.DataType], bool]
    binary: bool = False
    names_differ: bool = False


def write_result(
    result: pa.Table | pa.RecordBatchReader,
    format_name: str | None = None,
    output: Path | None = None,
) -> int:
    """Write a result to a file, whole or not at all, or to stdout.

    Nothing is written before the first rows are there, so that most errors leave stdout empty.

    Parameters
    ----------
    result : pyarrow.Table or pyarrow.RecordBatchReader
    format_name : str, optional
        By default what the file's ending says, and a table on stdout.
    output : Path, optional
        Stdout if not given. What is no file (a device, a pipe) is written to as it is.

    Returns
    -------
    int
        Rows written.

    Raises
    ------
    UsageError
        If the format is not known, cannot hold a column, or is binary and stdout is a terminal.
    OutputError
        If the file cannot be written.
    """
    chosen = choose_format(format_name, output)
    reader = result.to_reader() if isinstance(result, pa.Table) else result
    _require_fit(reader.schema, chosen)
    first = list(itertools.islice(reader, 1))
    whole = pa.RecordBatchReader.from_batches(reader.schema, itertools.chain(first, reader))
    if not chosen.binary:
        whole = _times_as_text(whole)
    if output is None:
        with _stdout() as sink:
            return chosen.write(whole, sink)
    if output.exists() and not output.is_file():
        with output.open("wb") as device:
            return chosen.write(whole, device)
    with whole_file(output.resolve() if output.is_symlink() else output) as file:
        return chosen.write(whole, file)


@contextmanager
def _stdout() -> Iterator[IO[bytes]]:
    stdout: Any = sys.stdout.buffer
    if isinstance(stdout, io.RawIOBase):  # `python -u`: a write may take only a part, silently
        buffered = io.BufferedWriter(stdout)
        try:
            yield buffered
        finally:
            buffered.detach()  # having flushed it
    else:
        yield stdout
        stdout.flush()


def choose_format(format_name: str | None, output: Path | None) -> Format:
    """The format asked for by name, or by the ending of the file.

    Raises
    ------
    UsageError
        If there is no such format, or it is binary and stdout is a terminal.
    OutputError
        If the file is a folder or stdout is closed.
    """
    chosen = _format(format_name, output)
    if output is None:
        if sys.stdout is None:
            raise OutputError("stdout is closed; give a file with -o")
        if chosen.binary and sys.stdout.isatty():
            raise UsageError(f"{chosen.name} is not for a terminal; give a file with -o")
    elif output.is_dir():
        raise OutputError(f"{output} is a folder; give the name of a file")
    return chosen


def _format(name: str | None, output: Path | None) -> Format:
    if name is not None:
        if name not in FORMATS:
            raise UsageError(f"no format {name!r}; {did_you_mean(name, FORMATS)}")
        return FORMATS[name]
    if output is None:
        return FORMATS["table"]
    for known in FORMATS.values():
        if output.suffix.lower() in known.endings:
            return known
    endings = " ".join(ending for known in FORMATS.values() for ending in known.endings)
    raise UsageError(
        f"{output} has no ending that names a format; give one of {endings}, or --format"
    )


def _require_fit(schema: pa.Schema, chosen: Format) -> None:
    for field in schema:
        if not chosen.holds(field.type):
            others = [other.name for other in FORMATS.values() if other.holds(field.type)]
            raise UsageError(
                f"column {field.name!r} is {field.type}, which {chosen.name} cannot hold; "
                f"take {' or '.join(others)}, or cast it to varchar in SQL"
            )
    twice = [name for name in schema.names if schema.names.count(name) > 1]
    if twice and chosen.names_differ:
        raise UsageError(
            f"two columns are named {twice[0]!r}, which {chosen.name} cannot hold; rename one"
        )


def _times_as_text(reader: pa.RecordBatchReader) -> pa.RecordBatchReader:
    """Dates and times as Arrow writes them: polars and Python fail beyond the year 9999."""
    types = pa.types
    times = (types.is_date, types.is_time, types.is_timestamp)
    schema = pa.schema(
        field.with_type(pa.string()) if any(is_time(field.type) for is_time in times) else field
        for field in reader.schema
    )
    return pa.RecordBatchReader.from_batches(schema, (batch.cast(schema) for batch in reader))


def _any(_: pa.DataType) -> bool:
    return True


def _plain(dtype: pa.DataType) -> bool:
    """Whether a type has a text of its own: numbers, text, truth values and times."""
    types = pa.types
    if types.is_dictionary(dtype):
        return _plain(dtype.value_type)
    known = (
        types.is_null, types.is_boolean, types.is_integer, types.is_floating, types.is_decimal,
        types.is_string, types.is_large_string, types.is_string_view,
        types.is_date, types.is_time, types.is_timestamp,
    )  # fmt: skip
    return any(is_known(dtype) for is_known in known)


def _plain_or_nested(dtype: pa.DataType) -> bool:
    if pa.types.is_nested(dtype) and not pa.types.is_union(dtype):
        return all(_plain_or_nested(dtype.field(n).type) for n in range(dtype.num_fields))
    return _plain(dtype)


def _in_parquet(dtype: pa.DataType) -> bool:
    return not (pa.types.is_union(dtype) or pa.types.is_interval(dtype))


def _write_table(reader: pa.RecordBatchReader, sink: IO[bytes]) -> int:
    names = reader.schema.names
    numeric = [
        pa.types.is_integer(f.type) or pa.types.is_floating(f.type) or pa.types.is_decimal(f.type)
        for f in reader.schema
    ]
    widths: list[int] | None = None
    written = 0

    def line(cells: Iterable[str], widths: list[int]) -> bytes:
        padded = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, numeric, strict=True)
        )
        return ("  ".join(padded).rstrip() + "\n").encode()

    def begin(rows: list[tuple[str, ...]]) -> list[int]:
        columns = zip(names, *rows[:_WIDTHS_FROM_ROWS], strict=True)
        widths = [max(len(part) for c in column for part in c.split("\n")) for column in columns]
        sink.write(line(names, widths) + line(["-" * width for width in widths], widths))
        return widths

    for batch in filter(len, reader):
        columns = [[_cell(value) for value in column.to_pylist()] for column in batch.columns]
        rows = list(zip(*columns, strict=True))
        widths = widths or begin(rows)
        for row in rows:
            parts = [cell.split("\n") for cell in row]
            lines = itertools.zip_longest(*parts, fillvalue="")
            sink.writelines(line(cells, widths) for cells in lines)
        written += len(rows)
    if widths is None:
        begin([])
    return written


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}" if abs(value) < 1e6 else f"{value:.1f}"
    return str(value).translate(_ESCAPED)


def _separated(separator: str, *, header: bool) -> Callable[[pa.RecordBatchReader, IO[bytes]], int]:
    def write(reader: pa.RecordBatchReader, sink: IO[bytes]) -> int:
        import polars as pl

        if header:
            line = io.StringIO()
            csv.writer(line, delimiter=separator, lineterminator="\n").writerow(reader.schema.names)
            sink.write(line.getvalue().encode())
        numbered = [str(number) for number in range(len(reader.schema))]  # names may be there twice
        written = 0
        for batch in reader:
            frame = pl.DataFrame(batch.rename_columns(numbered))
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
        Format("table", (".txt",), "aligned columns, for reading", _write_table, _any),
        Format("csv", (".csv",), "commas, with a header", _separated(",", header=True), _plain),
        Format("tsv", (".tsv",), "tabs, no header", _separated("\t", header=False), _plain),
        Format("json", (".json",), "one array", _write_json, _plain_or_nested, names_differ=True),
        Format(
            "ndjson",
            (".ndjson", ".jsonl"),
            "one object a line",
            _write_ndjson,
            _plain_or_nested,
            names_differ=True,
        ),
        Format(
            "parquet",
            (".parquet",),
            "typed columns",
            _write_parquet,
            _in_parquet,
            binary=True,
            names_differ=True,
        ),
    )
}
