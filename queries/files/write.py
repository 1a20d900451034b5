"""Writing a result: it is held against what the format can have, and streams into its place.

Every writer takes a stream of record batches, so that a result larger than memory passes through.
"""

from __future__ import annotations

import io
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from pokerlake.tables.errors import OutputError, UsageError
from pokerlake.tables.store import whole_file

from .format import About, Format, cast_batches, is_time, too_many_rows
from .registry import FORMATS, choose_format, codec_of

Listener = Callable[[int], None]


def write_result(
    result: pa.Table | pa.RecordBatchReader,
    format_name: str | None = None,
    output: Path | None = None,
    *,
    about: About | None = None,
    listener: Listener = lambda _: None,
) -> int:
    """Write a result to a file or folder, whole or not at all, or to stdout.

    Nothing is written before the first rows are there, so that most errors leave stdout empty.

    Parameters
    ----------
    result : pyarrow.Table or pyarrow.RecordBatchReader
    format_name : str, optional
        By default what the file's ending says, and a table on stdout.
    output : Path, optional
        Stdout if not given. What is no file (a device, a pipe) is written to as it is.
    about : About, optional
        What is known of the result.
    listener : callable
        Is called with the number of rows done, after every batch.

    Returns
    -------
    int
        Rows written.

    Raises
    ------
    UsageError
        If the format is not known, cannot hold a column or so many rows, or is binary and stdout
        is a terminal.
    OutputError
        If the file cannot be written.
    """
    chosen = choose_format(format_name, output)
    about = about or About()
    reader = result
    if isinstance(result, pa.Table):
        reader, about = result.to_reader(), replace(about, rows=result.num_rows)
    require_fit(reader.schema, chosen, about.rows)
    first = list(itertools.islice(reader, 1))
    batches = _counted(itertools.chain(first, reader), listener)
    whole = pa.RecordBatchReader.from_batches(reader.schema, batches)
    if chosen.times_as_text:
        whole = _times_as_text(whole)
    if output is None:
        with _stdout() as sink:
            return _streamed(chosen, whole, sink, about)
    place = output.resolve() if output.is_symlink() else output
    own = chosen.write_folder if chosen.is_folder(output) else chosen.write_file
    if own is not None:
        return own(whole, place, about)
    with _opened(place) as file, _compressed(file, codec_of(chosen, output)) as sink:
        return _streamed(chosen, whole, sink, about)


def require_fit(schema: pa.Schema, chosen: Format, rows: int | None) -> None:
    """Refuse a result that the format cannot hold, as far as its columns and their number tell.

    Raises
    ------
    UsageError
    """
    for field in schema:
        if not chosen.holds(field.type):
            others = [
                name
                for name, known in FORMATS.items()
                if not known.for_ranges and known.holds(field.type)
            ]
            raise UsageError(
                f"column {field.name!r} is {field.type}, which {chosen.name} cannot hold; "
                f"take {' or '.join(others)}, or cast it to varchar in SQL"
            )
    known: dict[str, str] = {}
    for name in schema.names if chosen.names != "any" else ():
        same = name.lower() if chosen.names == "differ in any case" else name
        if same in known:
            names = f"named {name!r}" if known[same] == name else f"{known[same]!r} and {name!r}"
            raise UsageError(
                f"two columns are {names}, which {chosen.name} cannot hold; rename one"
            )
        known[same] = name
    if chosen.most_columns is not None and len(schema) > chosen.most_columns:
        raise UsageError(
            f"{chosen.name} has at most {chosen.most_columns:,} columns, and the result has "
            f"{len(schema):,}; take parquet or csv, or fewer of them"
        )
    if chosen.most_rows is not None and rows is not None and rows > chosen.most_rows:
        raise too_many_rows(chosen.name, chosen.most_rows, f"{rows:,}")


def _counted(batches: Iterable[pa.RecordBatch], listener: Listener) -> Iterator[pa.RecordBatch]:
    done = 0
    for batch in batches:
        yield batch
        done += batch.num_rows
        listener(done)


def _streamed(chosen: Format, rows: pa.RecordBatchReader, sink: IO[bytes], about: About) -> int:
    if chosen.write is None:
        raise OutputError(f"{chosen.name} is a file of its own, and no stream; name a file")
    return chosen.write(rows, sink, about)


@contextmanager
def _opened(place: Path) -> Iterator[IO[bytes]]:
    if place.exists() and not place.is_file():
        with place.open("wb") as device:
            yield device
    else:
        with whole_file(place) as file:
            yield file


@contextmanager
def _compressed(file: IO[bytes], codec: str | None) -> Iterator[IO[bytes]]:
    if codec is None:
        yield file
        return
    with pa.CompressedOutputStream(pa.PythonFile(_Open(file), "w"), codec) as stream:
        yield stream


class _Open(io.RawIOBase):
    """A file that stays open when Arrow closes it: it is not yet in its place."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self._file.write(data)


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


def _times_as_text(reader: pa.RecordBatchReader) -> pa.RecordBatchReader:
    """Dates and times as Arrow writes them: Python fails beyond the year 9999."""
    return cast_batches(reader, lambda dtype: pa.string() if is_time(dtype) else dtype)
