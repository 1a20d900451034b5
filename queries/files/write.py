"""Writing results: choosing a format, checking that it can hold the result, and streaming the rows.

Every writer takes a stream of record batches, so results may be larger than memory.
"""

from __future__ import annotations

import io
import itertools
import pkgutil
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import IO, Any, cast

import pyarrow as pa

from pokerlake.tables.errors import OutputError, UsageError, by_door, did_you_mean
from pokerlake.tables.schema import sql_type
from pokerlake.tables.store import whole_file, writing

from . import formats
from .cell_text import texts_of
from .format import About, Format, is_plain, is_time, too_many_bytes, too_many_rows
from .plain_duckdb import UNSURE, duckdb_texts
from .shown import Terminal
from .text import is_text

Listener = Callable[[int], None]


def _collected() -> dict[str, Format]:
    """The ``FORMATS`` of every module in ``formats/``, in the order of their ``PLACE``."""
    names = [entry.name for entry in pkgutil.iter_modules(formats.__path__)]
    modules = [import_module(f"{formats.__name__}.{name}") for name in sorted(names)]
    modules.sort(key=lambda module: int(module.PLACE))
    return {known.name: known for module in modules for known in module.FORMATS}


FORMATS = _collected()
_CODECS = {".gz": "gzip", ".zst": "zstd"}


def choose_format(format_name: str | None, output: Path | None) -> Format:
    """The format by its name, or by the ending of the file.

    Raises UsageError or OutputError.
    """
    chosen = _format(format_name, output)
    if output is None:
        if sys.stdout is None:
            raise OutputError("stdout is closed; give a file with -o")
        if chosen.write is None:
            raise UsageError(f"{chosen.name} is a file of its own; name it with -o")
        if chosen.binary and sys.stdout.isatty():
            raise UsageError(f"{chosen.name} is not for a terminal; give a file with -o")
    elif chosen.is_folder(output):
        if output.exists() and not (output.is_dir() and not any(output.iterdir())):
            raise OutputError(f"{output} is there already; remove it or give another name")
    elif output.is_dir():
        raise OutputError(f"{output} is a folder; give the name of a file")
    elif chosen.binary and output.suffix.lower() in _CODECS:
        raise UsageError(f"{chosen.name} is not compressed further; leave out {output.suffix}")
    return chosen


def _format(name: str | None, output: Path | None) -> Format:
    if name is not None:
        if name not in FORMATS:
            raise UsageError(f"no format {name!r}; {did_you_mean(name, FORMATS)}")
        return FORMATS[name]
    if output is None:
        return FORMATS["table"]
    inner = output.with_suffix("") if output.suffix.lower() in _CODECS else output
    for known in FORMATS.values():
        if inner.suffix.lower() in known.endings:
            return known
    endings = [ending for known in FORMATS.values() for ending in known.endings]
    near = did_you_mean(inner.suffix, endings) if inner.suffix else ""
    hint = (
        near
        if near.startswith("did")
        else f"give one of {' '.join(endings)}{by_door(', or --format', '')}"
    )
    raise UsageError(f"{output} has no ending that names a format; {hint}")


def write_result(
    result: pa.Table | pa.RecordBatchReader,
    format_name: str | None = None,
    output: Path | None = None,
    *,
    about: About | None = None,
    listener: Listener = lambda _: None,
) -> int:
    """Write a result to a file or folder, whole or not at all, or to stdout.

    Nothing is written to stdout before the first rows exist; and only once all exist if a part
    would be useless, such as of JSON, or if a later row may fail.

    ``format_name``: by default from the file's ending, and a table on stdout; ``output``: stdout if
    not given; devices and pipes are written to directly; ``about``: facts about the result. Returns
    the number of rows written. Raises UsageError or OutputError.
    """
    chosen = choose_format(format_name, output)
    about = about or About()
    reader = result
    if isinstance(result, pa.Table):
        reader, about = result.to_reader(), replace(about, rows=result.num_rows)
    _require_fit(reader.schema, chosen, about.rows)
    first = list(itertools.islice(reader, 1))
    fields = [field.with_type(_type_in(chosen, field.type)) for field in reader.schema]
    known = dict(reader.schema.metadata or {})
    is_unsure = known.pop(UNSURE, None) is not None
    schema = pa.schema(fields, metadata=known)
    written = 0

    def batches() -> Iterator[pa.RecordBatch]:
        nonlocal written
        for batch in itertools.chain(first, reader):
            yield batch if batch.schema.equals(schema) else _converted(batch, schema)
            written += batch.num_rows
            listener(written)

    whole = pa.RecordBatchReader.from_batches(schema, batches())
    writer = None
    if output is not None:
        writer = chosen.write_folder if chosen.is_folder(output) else chosen.write_file
    if output is not None and writer is not None:
        writer(whole, _place(output), about)
    else:
        assert chosen.write is not None  # ensured by choose_format
        with _opened(
            output, chosen, at_once=chosen.binary or chosen.needs_end or is_unsure
        ) as sink:
            if about.most_bytes is not None:
                sink = cast("IO[bytes]", _Limited(sink, about.most_bytes))
            chosen.write(whole, sink, about)
    return written


def text_of(result: pa.Table, format_name: str) -> str:
    """A result as text of a format that can hold its columns."""
    sink = io.BytesIO()
    write = FORMATS[format_name].write
    assert write is not None
    write(result.to_reader(), sink, About())
    return sink.getvalue().decode()


def _require_fit(schema: pa.Schema, chosen: Format, rows: int | None) -> None:
    """Refuse a result whose columns, or number of rows, the format cannot hold."""
    for field in schema:
        if not chosen.holds(field.type):
            others = [
                name
                for name, known in FORMATS.items()
                if not (known.for_ranges or known.of_hands) and known.holds(field.type)
            ]
            raise UsageError(
                f"column {field.name!r} is {sql_type(field.type)}, which {chosen.name} cannot "
                f"hold; take {' or '.join(others)}, or cast it to varchar in SQL"
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


def _type_in(chosen: Format, dtype: pa.DataType) -> pa.DataType:
    """The type of a column in a format: some need labels, dates and times as text."""
    if pa.types.is_dictionary(dtype) and chosen.labels_as_text:
        dtype = dtype.value_type
    if (is_time(dtype) and chosen.times_as_text) or (chosen.others_as_text and not is_plain(dtype)):
        return pa.string()
    return dtype


def _converted(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The rows with other types; values that become text are as in SQL."""
    columns = [
        column
        if column.type == field.type
        else texts_of(column).cast(field.type)
        if is_time(column.type)
        else column.cast(field.type)
        if is_plain(column.type) or not is_text(field.type)
        else duckdb_texts(column, source_field)
        for column, field, source_field in zip(batch.columns, schema, batch.schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _place(output: Path) -> Path:
    """The place to write a file: a link stays, and its target is replaced."""
    return output.resolve() if output.is_symlink() else output


@contextmanager
def _opened(output: Path | None, chosen: Format, *, at_once: bool) -> Iterator[IO[bytes]]:
    """Stdout, or a file that is put in its place at the end, compressed if its name says so.

    ``at_once``: stdout gets nothing until all is written.
    """
    if output is None:
        with ExitStack() as opened:
            if at_once:
                kept = opened.enter_context(tempfile.TemporaryFile(prefix="pokerlake-"))
                with writing(Path(tempfile.gettempdir())):
                    yield kept
                    kept.seek(0)
            sink = opened.enter_context(_stdout())
            if sys.stdout.isatty() and not chosen.binary:
                sink = cast("IO[bytes]", Terminal(sink))
            if at_once:
                shutil.copyfileobj(kept, sink, 1 << 20)
            else:
                yield sink
        return
    codec = None if chosen.binary else _CODECS.get(output.suffix.lower())
    place = _place(output)
    is_device = place.exists() and not place.is_file()
    try:
        with place.open("wb") if is_device else whole_file(place) as file:
            if codec is None:
                yield file
            else:
                with pa.CompressedOutputStream(pa.PythonFile(_Open(file), "w"), codec) as stream:
                    yield stream
    except BrokenPipeError as error:
        raise OutputError(f"{output}: its reader stopped before the end") from error


class _Open(io.RawIOBase):
    """A file that stays open when Arrow closes it: it is not in its place yet."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self._file.write(data)


class _Limited(io.RawIOBase):
    """A stream that takes a limited number of bytes."""

    def __init__(self, sink: IO[bytes], most: int) -> None:
        self._sink, self._most, self._written = sink, most, 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._written

    def write(self, data: Any) -> int:
        self._written += memoryview(data).nbytes
        if self._written > self._most:
            raise too_many_bytes(self._most)
        self._sink.write(data)
        return memoryview(data).nbytes


@contextmanager
def _stdout() -> Iterator[IO[bytes]]:
    stdout: Any = sys.stdout.buffer
    if isinstance(stdout, io.RawIOBase):  # `python -u`: a write may take only a part, silently
        buffered = io.BufferedWriter(stdout)
        try:
            yield buffered
        finally:
            buffered.detach()  # flushes it
    else:
        yield stdout
        stdout.flush()
