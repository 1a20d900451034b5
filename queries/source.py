"""Files of rows that users bring: CSV, Parquet, NDJSON, or any of them on stdin."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from ..tables.errors import InputError, UsageError, did_you_mean
from .connection import BATCH_ROWS, plain_connection

FORMATS = ("csv", "parquet", "ndjson")

_ENDINGS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
}
_COMPRESSED = (".gz", ".zst")
_SAMPLE_BYTES = 1 << 20


@dataclass(frozen=True)
class Source:
    """An open file of rows.

    Attributes
    ----------
    name : str
        What messages call it.
    reader : pyarrow.RecordBatchReader
    rows : int or None
        How many rows it has; a guess from its first lines, or None, where only reading tells.
    """

    name: str
    reader: pa.RecordBatchReader
    rows: int | None

    def require_column(self, column: str) -> None:
        """Refuse a column that is not there.

        Raises
        ------
        InputError
            It names the nearest.
        """
        if column not in self.reader.schema.names:
            hint = did_you_mean(column, self.reader.schema.names)
            raise InputError(f"{self.name} has no column {column!r}; {hint}")

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows, a batch at a time.

        Raises
        ------
        InputError
            Where the file turns out to be broken.
        """
        while True:
            try:
                batch = self.reader.read_next_batch()
            except StopIteration:
                return
            except (duckdb.Error, pa.ArrowException, OSError) as error:
                raise InputError(f"{self.name} cannot be read: {_first_line(error)}") from error
            yield batch


@contextmanager
def open_source(name: str, file_format: str | None = None) -> Iterator[Source]:
    """Open a file of rows; ``-`` is stdin, which is first written to a temporary file.

    Raises
    ------
    UsageError
        If the format is not known or cannot be told from the ending.
    InputError
        If there is no such file, or it is empty or not of its format.
    """
    if name == "-":
        with tempfile.NamedTemporaryFile(prefix="pokerlake-stdin-") as spool:
            shutil.copyfileobj(sys.stdin.buffer, spool)
            spool.flush()
            with _opened(Path(spool.name), "stdin", file_format or "csv") as source:
                yield source
    else:
        with _opened(Path(name), name, file_format or _format_of(Path(name))) as source:
            yield source


def _format_of(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    if suffixes and suffixes[-1] in _ENDINGS:
        return _ENDINGS[suffixes[-1]]
    raise UsageError(
        f"{path} has no ending that names a format; give one of {' '.join(_ENDINGS)}, "
        "or --input-format"
    )


@contextmanager
def _opened(path: Path, name: str, file_format: str) -> Iterator[Source]:
    if file_format not in FORMATS:
        raise UsageError(f"no input format {file_format!r}; {did_you_mean(file_format, FORMATS)}")
    _look_at(path, name, file_format)
    with plain_connection() as connection:
        try:
            relation = _read(connection, str(path), file_format)
            reader = relation.to_arrow_reader(BATCH_ROWS)
        except (duckdb.Error, pa.ArrowException) as error:
            raise InputError(
                f"{name} cannot be read as {file_format}: {_first_line(error)}"
            ) from error
        yield Source(name, reader, _rows(path, file_format))


def _look_at(path: Path, name: str, file_format: str) -> None:
    """Say plainly what a library would say at length."""
    if path.is_dir():
        raise InputError(f"{name} is a folder; give the name of a file")
    try:
        with path.open("rb") as file:
            start = file.read(4096)
    except FileNotFoundError as error:
        raise InputError(f"there is no file {name}") from error
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from error
    if not start:
        raise InputError(f"{name} is empty")
    text = file_format != "parquet" and path.suffix.lower() not in _COMPRESSED
    if text and b"\0" in start:
        raise InputError(f"{name} is not text: it has zero bytes; is it {file_format}?")
    if file_format == "parquet" and not start.startswith(b"PAR1"):
        raise InputError(f"{name} is not a Parquet file: it does not begin with PAR1")


def _read(
    connection: duckdb.DuckDBPyConnection, path: str, file_format: str
) -> duckdb.DuckDBPyRelation:
    options: dict[str, Any]
    if file_format == "csv":
        # As text: a column read as numbers by its first lines would fail on its millionth.
        options = {"all_varchar": True, "header": True}
        return connection.read_csv(path, **options)
    if file_format == "ndjson":
        return connection.read_json(path, format="newline_delimited")
    return connection.read_parquet(path)


def _rows(path: Path, file_format: str) -> int | None:
    if file_format == "parquet":
        import pyarrow.parquet as pq

        return int(pq.read_metadata(path).num_rows)
    if path.suffix.lower() in _COMPRESSED:
        return None
    with path.open("rb") as file:
        sample = file.read(_SAMPLE_BYTES)
    return path.stat().st_size * sample.count(b"\n") // len(sample)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0].rstrip(".:")
