"""Files of rows from users: CSV, Parquet, NDJSON, or any of them on stdin."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from pokerlake import leaving
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.given import shown
from pokerlake.packed import UNPACK, PackedError, ending_of, packing_of, unpacked
from pokerlake.tables.errors import (
    InputError,
    PokerlakeError,
    UsageError,
    by_door,
    did_you_mean,
    from_outside,
)
from pokerlake.tables.store import writing
from pokerlake.tables.view_sql import file_itself

from .json_problem import has_infinite, json_problem, keep_good_lines
from .lines import CsvRows, count_rows
from .plain_duckdb import BATCH_ROWS, first_line, plain_connection

ERROR = pa.field("error", pa.string())  # the problem of a row, if bad rows are skipped
FORMATS = ("csv", "parquet", "ndjson")

_ENDINGS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
}
_COMPRESSED: dict[str | None, Literal["gzip", "zstd", "none"]] = {
    ".gz": "gzip",
    ".zst": "zstd",
    None: "none",
}
_SAMPLE_BYTES = 1 << 20


@dataclass(frozen=True)
class Source:
    """An open file of rows."""

    name: str  # in messages
    schema: pa.Schema  # its columns, named as in the file; names in a CSV may repeat
    rows: int | None  # an estimate from its first lines, or None
    path: Path
    reader: Iterator[pa.RecordBatch]
    json: bool = False  # whether it is NDJSON, whose numbers may not fit
    counted: int | None = None  # the number of rows, if it is known in advance
    # The problems of invalid lines, once all is read.
    left_out: list[pa.Array] = field(default_factory=list)
    passed_on: list[str] = field(default_factory=list)  # columns of text that are not read

    def column(self, name: str, option: str | None = None, *, is_usual: bool = False) -> int:
        """The place of a column.

        ``option``: the option of a command that names the column; ``is_usual``: whether the name is
        the default of that option. Raises InputError if the column is missing, with the nearest or
        how to name it; or if it occurs twice.
        """
        places: list[int] = self.schema.get_all_field_indices(name)
        if not places:
            raise self.lacking(f"no column {name!r}", self._hint(name, option, is_usual))
        if len(places) > 1:
            raise InputError(f"{self.name} has {len(places)} columns {name!r}; rename all but one")
        return places[0]

    def lacking(self, what: str, hint: str) -> InputError:
        """The error for missing columns, with a hint on files without a header, or ``hint``."""
        if any(map(_is_value, self.schema.names)):
            first = ",".join(self.schema.names)
            hint = (
                f"its first line has to name the columns, and is {shown(first)}: "
                "put a line of names above it"
            )
        return InputError(f"{self.name} has {what}; {hint}")

    def _hint(self, name: str, option: str | None, is_usual: bool) -> str:
        """The hint for a missing column."""
        names = self.schema.names
        listed = f"there are: {', '.join(names)}"
        parts = name.split(",")
        if option is not None and len(parts) > 1 and set(parts) <= set(names):
            return f"write {as_options(option, parts)}"
        alike = [other for other in names if other.lower() == name.lower()]
        if option is not None and is_usual and not alike:
            if len(names) == 1:
                return f"write {as_options(option, names)}"
            return f"name one with {option}; {listed}"
        hint = did_you_mean(name, names)
        return f"{hint} {listed}" if hint.startswith("did") else hint

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows, a batch at a time.

        Raises InputError if the file turns out to be broken, or does not have the number of rows
        that were counted.
        """
        read = 0
        while True:
            try:
                batch = next(self.reader)
            except StopIteration:
                break
            except (duckdb.Error, pa.ArrowException, OSError) as error:
                raise _problem(self.path, self.name, error) from error
            if self.json and has_infinite(batch):
                problem = json_problem(self.path, self.name, finite=True)
                raise InputError(problem or f"{self.name} has a number that no column can hold")
            read += batch.num_rows
            yield pa.RecordBatch.from_arrays(batch.columns, schema=self.schema)
        if self.counted is not None and read != self.counted:
            raise InputError(
                f"{self.name} cannot be read: it has {self.counted:,} rows, of which {read:,} are "
                "found"
            )

    def with_columns(
        self,
        added: pa.Schema,
        made: Callable[[pa.RecordBatch], Iterable[pa.Array]],
        listener: Callable[[int], None],
    ) -> pa.RecordBatchReader:
        """The rows with added columns, which are computed a batch at a time.

        The listener is called with the number of rows done, after every batch. If ``error`` is one
        of the columns, skipped lines come at the end, with nulls in all other columns.

        Raises InputError if there is a column of such a name; while reading, for a row with a
        CardError.
        """
        taken = [column for column in added.names if column in self.schema.names]
        if taken:
            raise InputError(f"{self.name} has a column {taken[0]!r} already; rename that first")
        schema = pa.schema([*self.schema, *added])

        def batches() -> Iterator[pa.RecordBatch]:
            done = 0
            for batch in self.batches():
                try:
                    columns = [*batch.columns, *made(batch)]
                except CardError as error:
                    row = done + (error.index or 0) + 1
                    raise InputError(f"{self.name}, row {row:,}: {error.problem}") from error
                yield pa.RecordBatch.from_arrays(columns, schema=schema)
                done += batch.num_rows
                listener(done)
            for problems in self.left_out:
                nothing = [pa.nulls(len(problems), column.type) for column in schema][:-1]
                yield pa.RecordBatch.from_arrays([*nothing, problems], schema=schema)
                done += len(problems)
                listener(done)

        return pa.RecordBatchReader.from_batches(schema, batches())


def source_of_table(table: pa.Table, name: str) -> Source:
    """A table as an open file of rows."""
    return Source(name, table.schema, len(table), Path(), iter(table.to_batches()))


def as_options(option: str, columns: Iterable[str]) -> str:
    """The columns as options of a command: ``--players a --players b``."""
    return " ".join(f"{option} {shlex.quote(column)}" for column in columns)


def _is_value(name: str) -> bool:
    """Whether the name of a column is really a value: a number, or cards."""
    try:
        return name.strip().isdecimal() or len(parse_hand(name)) > 1
    except CardError:
        return False


@contextmanager
def open_source(
    name: str, file_format: str | None = None, *, skip_bad: bool = False
) -> Iterator[Source]:
    """Open a file of rows; ``-`` is stdin.

    Stdin and pipes, which can be read only once, are first written to a temporary file.

    With ``skip_bad``, invalid lines of a CSV or of NDJSON are skipped instead of an error.

    Raises UsageError or InputError.
    """
    if file_format is not None and file_format not in FORMATS:
        raise UsageError(f"no input format {file_format!r}; {did_you_mean(file_format, FORMATS)}")
    path = Path(name)
    with ExitStack() as opened:
        if name == "-":
            if sys.stdin is None:
                raise InputError("stdin is closed; give the name of a file")
            name, file_format = "stdin", file_format or "csv"
            path = opened.enter_context(_spooled(sys.stdin.buffer, name))
        elif path.is_fifo():  # such as the shell's <(a command)
            if file_format is None:  # without an ending, treat it like stdin
                file_format = _format_of(path) if path.suffix else "csv"
            pipe = opened.enter_context(path.open("rb"))
            path = opened.enter_context(_spooled(pipe, path.name))
        yield opened.enter_context(_opened(path, name, file_format, skip_bad))


@contextmanager
def _spooled(stream: IO[bytes], name: str) -> Iterator[Path]:
    """A temporary file with the content of a stream."""
    with leaving.temporary_folder(prefix="pokerlake-stdin-") as folder:
        spool = Path(folder, name)
        with writing(spool), spool.open("wb") as copy:
            shutil.copyfileobj(stream, copy)
        yield spool


@contextmanager
def _opened(path: Path, name: str, file_format: str | None, skip_bad: bool) -> Iterator[Source]:
    start = _beginning(path, name)
    file_format = file_format or _format_of(path)
    if file_format == "csv":
        opening = _csv(path, name, skip_bad)
    elif file_format == "parquet":
        _require_parquet(path, name, start)
        opening = _typed(path, name, is_json=False)
    else:
        _refuse_array(path, name)
        opening = _good_lines(path, name) if skip_bad else _typed(path, name, is_json=True)
    with opening as source:
        yield source


def _require_parquet(path: Path, name: str, start: bytes) -> None:
    if not start.startswith(b"PAR1"):
        packing = packing_of(path)
        hint = f"; it is packed: unpack it with '{UNPACK[packing]}'" if packing else ""
        raise InputError(f"{name} is not a Parquet file: it does not begin with PAR1{hint}")


def whole_parquet(path: Path) -> pa.Table:
    """All rows of a Parquet file, with their types and metadata.

    Raises InputError if the file is missing, empty, damaged or not Parquet.
    """
    name = str(path)
    _require_parquet(path, name, _beginning(path, name))
    try:
        with path.open("rb") as file:
            return pq.ParquetFile(file).read()
    except (pa.ArrowException, OSError) as error:
        raise _problem(path, name, error) from error


@contextmanager
def _good_lines(path: Path, name: str) -> Iterator[Source]:
    """An NDJSON file without its invalid lines."""
    with ExitStack() as files:
        try:
            with _typed(path, name, is_json=True) as source:
                deque(source.batches(), maxlen=0)  # most files have no invalid lines
        except InputError as error:
            if isinstance(error.__cause__, PackedError):
                raise
            folder = files.enter_context(leaving.temporary_folder(prefix="pokerlake-lines-"))
            good = Path(folder, "good.ndjson")
            with writing(good):
                problems = keep_good_lines(path, good)
            if not problems or not good.stat().st_size:
                raise
            source = files.enter_context(_typed(good, name, is_json=True))
            source.left_out.append(pa.array(problems, pa.string()))
        else:
            source = files.enter_context(_typed(path, name, is_json=True))
        yield source


@contextmanager
def _typed(path: Path, name: str, *, is_json: bool) -> Iterator[Source]:
    """A file whose columns have types: NDJSON or Parquet."""
    with plain_connection() as connection:
        try:
            if is_json:
                with path.open("rb") as file:
                    counted = count_rows(unpacked(file, ending_of(path)), name)
                if not counted:
                    raise InputError(f"{name} has no rows: all of its lines are empty")
                relation = _read_ndjson(connection, path)
                names = relation.columns
            else:
                relation = connection.read_parquet(file_itself(path), hive_partitioning=False)
                about = pq.read_metadata(path.absolute())
                # DuckDB renames columns that differ in case only.
                names = about.schema.to_arrow_schema().names
                counted = int(about.num_rows)
            reader = relation.to_arrow_reader(BATCH_ROWS)
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            raise _problem(path, name, error) from error
        except (RuntimeError, UnicodeDecodeError) as error:  # of DuckDB and pyarrow, for bad names
            raise InputError(f"{name} has a column whose name is not text in UTF-8") from error
        types = [column.type for column in reader.schema]
        schema = pa.schema(list(zip(names, types, strict=True)))
        yield Source(name, schema, counted, path, reader, is_json, counted)


@contextmanager
def _csv(path: Path, name: str, skip_bad: bool) -> Iterator[Source]:
    """A CSV as columns of text.

    DuckDB does not read it: its guesses lose rows silently, such as after a line that is too long
    for it, or that opens a quote.
    """
    with path.open("rb") as file:
        separator = b"\t" if ".tsv" in path.suffixes else None
        try:
            rows = CsvRows(unpacked(file, ending_of(path)), name, separator, skip_bad=skip_bad)
        except OSError as error:
            raise _problem(path, name, error) from error
        schema = pa.schema([(column, pa.string()) for column in rows.names])
        guess = None
        if packing_of(path) is None:  # by its first lines
            with path.open("rb") as beginning:
                sample = beginning.read(_SAMPLE_BYTES)
            guess = path.stat().st_size * sample.count(b"\n") // len(sample)
        yield Source(name, schema, guess, path, rows.batches(), left_out=rows.bad)


def _format_of(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in UNPACK:
        suffixes.pop()
    if suffixes and suffixes[-1] in _ENDINGS:
        return _ENDINGS[suffixes[-1]]
    from .write import FORMATS as WRITTEN

    ending = suffixes[-1] if suffixes else ""
    is_written = any(ending in known.endings for known in WRITTEN.values())
    problem = (
        "is of a format that is only written"
        if is_written
        else ("has no ending that names a format")
    )
    raise UsageError(
        f"{path} {problem}; give one of {' '.join(_ENDINGS)}{by_door(', or --input-format', '')}"
    )


def _beginning(path: Path, name: str) -> bytes:
    """The first bytes of a file; InputError if there are none."""
    if not name:
        raise InputError("the name of the file is empty")
    if path.is_dir():
        raise InputError(f"{name} is a folder; give the name of a file")
    if path.exists() and not path.is_file():
        raise InputError(f"{name} is a device; give the name of a file")
    try:
        with path.open("rb") as file:
            start = file.read(4096)
    except FileNotFoundError as error:
        raise InputError(f"there is no file {name}") from error
    except OSError as error:
        raise (
            from_outside(error, name, InputError)
            or InputError(f"{name} cannot be read: {error.strerror}")
        ) from error
    if not start:
        raise InputError(f"{name} is empty")
    return start


def _refuse_array(path: Path, name: str) -> None:
    try:
        with path.open("rb") as file:
            first = unpacked(file, ending_of(path)).read(_SAMPLE_BYTES).lstrip()
    except PackedError as error:
        raise _problem(path, name, error) from error
    if re.match(rb"\[\s*+[{\]]", first):
        raise InputError(f"{name} is a JSON array; ndjson is one object a line")


def _read_ndjson(connection: duckdb.DuckDBPyConnection, path: Path) -> duckdb.DuckDBPyRelation:
    """NDJSON as typed columns; a column of several types is text."""
    # Read all lines to find the columns: a sample would drop keys that come late. No text matches
    # the given formats, so dates stay text.
    relation = connection.read_json(
        file_itself(path),
        hive_partitioning=False,
        compression=_COMPRESSED[packing_of(path)],
        format="newline_delimited",
        records="true",
        sample_size=-1,
        map_inference_threshold=-1,  # many keys are many columns
        date_format="\x01",
        timestamp_format="\x01",
    )
    columns = [
        duckdb.FunctionExpression(
            "json_extract_string", duckdb.ColumnExpression(column), duckdb.ConstantExpression("$")
        ).alias(column)
        if str(dtype) == "JSON"
        else duckdb.ColumnExpression(column)
        for column, dtype in zip(relation.columns, relation.types, strict=True)
    ]
    return relation.select(*columns)


def _problem(path: Path, name: str, error: Exception) -> PokerlakeError:
    return from_outside(error, name, InputError) or InputError(_broken(path, name, error))


def _broken(path: Path, name: str, error: Exception) -> str:
    """The error of DuckDB or Arrow for a broken file, in one line."""
    message = str(error)
    shown = first_line(error)
    for written in (file_itself(path), str(path.absolute()), str(path)):
        shown = shown.replace(written, name)
    cannot = f"{name} cannot be read: {shown}"
    if case := re.search(r"the keys '.*' and '.*' differ only in case", message):
        return f"{name}: {case[0]}; rename one"
    if "json" in message.lower() or "recursion" in message.lower():
        flat = "recursion" in message.lower()
        return json_problem(path, name, flat=flat) or cannot
    return cannot
