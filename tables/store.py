"""Files that appear whole or not at all; the same rows give the same bytes of Parquet.

A file for a lake in an object store is made as a temporary file, and uploaded whole.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pokerlake import leaving
from pokerlake.causes import Cause, cause_of, short_of_memory

from .errors import MemoryShortError, OutputError, PokerlakeError, no_space
from .schema import DICTIONARY, USUAL, Layout
from .stores.path import in_store, is_remote

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

UNFINISHED = ".wip"

# The clock of a file system ticks up to 100 times a second: a change within the tick of the last
# write leaves the times of a file as they are.
SAME_TIME = 50_000_000  # nanoseconds


@dataclass(frozen=True)
class StoredFile:
    """A finished file: its name in the lake, size and digest."""

    name: str
    bytes: int
    sha256: str
    values: str = field(default="", compare=False)  # digest of its rows, if users fill the table


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write; it gets the name ``path`` only once it is whole and on the disk.

    Until then its name ends in ``.wip``, and an error removes it. A pipe, or ``/dev/null``, cannot
    be replaced and is written to directly. In an object store it always appears whole.

    Raises OutputError if the disk is full, the folder is missing or read-only, or the store refuses
    the file.
    """
    if is_remote(path):
        with working_folder(path.parent) as folder:
            local = folder / path.name
            with writing(local), local.open("wb") as file:
                yield file
            move_file(local, path)
        return
    if path.exists() and not path.is_file():
        with writing(path), path.open("wb") as file:
            yield file
        return
    with _unfinished(path, Path.unlink) as unfinished, unfinished.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def whole_path(path: Path) -> Iterator[Path]:
    """As :func:`whole_file`, for programs that open the file: yields its temporary name.

    Raises OutputError as :func:`whole_file`; and if ``path`` exists and is not a file.
    """
    if path.exists() and not path.is_file():
        raise OutputError(f"{path} is no file; give the name of one")
    with _unfinished(path, Path.unlink) as unfinished:
        unfinished.unlink(missing_ok=True)
        yield unfinished
        _sync_file(unfinished)


@contextmanager
def whole_folder(path: Path, *, replaced: Collection[str] = ()) -> Iterator[Path]:
    """A folder to fill; it gets the name ``path`` only once it is whole and on the disk.

    It replaces a folder of that name that has no other files than those ``replaced``. A kill
    between the two renames leaves both folders whole, as ``.old`` and ``.wip``.

    Raises OutputError if anything else but an empty folder has the name; or as :func:`whole_file`.
    """
    there = path.exists() and not (path.is_dir() and not any(path.iterdir()))
    if there and not (replaced and path.is_dir()):
        raise OutputError(f"{path} is there already; remove it or give another name")
    others = sorted({file.name for file in path.iterdir()} - {*replaced}) if there else []
    if others:
        raise OutputError(f"{path} has other files, such as {others[0]}; give another name")
    old = path.with_name(path.name + ".old")
    with _unfinished(path, shutil.rmtree) as unfinished:
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        yield unfinished
        for file in unfinished.iterdir():
            _sync_file(file)
        _sync_folder(unfinished)
        if there:
            shutil.rmtree(old, ignore_errors=True)
            path.replace(old)
    if there:
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _unfinished(path: Path, remove: Callable[[Path], object]) -> Iterator[Path]:
    """The temporary name of a file or folder until it is finished; an error removes it."""
    unfinished = path.with_name(path.name + UNFINISHED)
    with writing(path), leaving.unfinished(unfinished):
        try:
            yield unfinished
            move_file(unfinished, path)
        except BaseException:
            # If nothing can be written, nothing can be removed; report the first error.
            with suppress(OSError):
                remove(unfinished)
            raise


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Errors of the system name the file or folder that was not written."""
    try:
        yield
    except OSError as error:
        raise _not_written(path, error) from error


def _sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def working_folder(folder: Path) -> Iterator[Path]:
    """A local folder for files that :func:`move_file` will move to a folder.

    It is the folder itself if that is local. For one in an object store it is a temporary folder,
    which is removed when the block ends.
    """
    if not is_remote(folder):
        yield folder
        return
    with leaving.temporary_folder(prefix="pokerlake-") as name:
        yield Path(name)


def remove_folder(folder: Path) -> None:
    """Remove a folder and its contents, as far as possible."""
    if (store := in_store(folder)) is not None:
        store.remove_all()
    else:
        shutil.rmtree(folder, ignore_errors=True)


def move_file(source: Path, target: Path) -> None:
    """Rename a finished file, and wait until the rename is on the disk.

    To an object store the file is copied; the store shows it once it is whole.

    Raises OutputError if the folder cannot be written, or a folder has the name.
    """
    if (store := in_store(target)) is not None:
        store.put(source)
        source.unlink()
        return
    try:
        source.replace(target)
        _sync_folder(target.parent)
    except OSError as error:
        raise _not_written(target, error) from error


def _not_written(path: Path, error: OSError) -> PokerlakeError:
    cause = cause_of(error)
    if cause is Cause.MEMORY:
        return MemoryShortError(short_of_memory())
    if cause is Cause.SPACE:
        return OutputError(no_space(error, path))
    problem = f"{path} cannot be written: {error.strerror or error}"
    if cause is Cause.RIGHTS:
        problem += "; give another place or change its rights"
    elif error.errno == errno.EISDIR:
        problem = f"{path} is a folder; move it away"
    elif error.errno == errno.ENOENT and not path.parent.exists():
        problem = f"{path} cannot be written: there is no folder {path.parent}"
    return OutputError(problem)


def _sync_folder(folder: Path) -> None:
    """Wait until a rename is on the disk; Windows cannot and need not."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(path: Path) -> None:
    """Make a folder and its missing parents, and wait until they are on the disk.

    An object store needs none.

    Raises OSError if it cannot be made, or a file has the name.
    """
    if is_remote(path):
        return
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        _sync_folder(folder.parent)


def write_text(path: Path, text: str) -> None:
    """Write a small text file, whole or not at all."""
    with whole_file(path) as file:
        file.write(text.encode())


def write_parquet(
    path: Path,
    tables: Iterable[pa.Table],
    schema: pa.Schema,
    key: Collection[str] = (),
    layout: Layout = USUAL,
) -> None:
    """Write tables, one after another, to one Parquet file, whole or not at all.

    See :func:`parquet_file`.
    """
    with parquet_file(path, schema, key, layout) as write:
        for table in tables:
            write(table)


@contextmanager
def parquet_file(
    path: Path, schema: pa.Schema, key: Collection[str] = (), layout: Layout = USUAL
) -> Iterator[Callable[[pa.Table], None]]:
    """A Parquet file that appears whole or not at all; yields a function that writes more rows.

    The bytes depend on the rows alone. Row groups are cut afresh, however the tables were cut. Each
    is one chunk, since Arrow may end a page at the end of a chunk.

    Integers are written plain. Those of the key, by which rows are ordered, are written as
    differences between rows: half the size of dictionaries, and read three times as fast. Chips are
    written as whole numbers. ``layout`` may override this for a column.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    encodings = {
        field.name: "DELTA_BINARY_PACKED" if field.name in key else "PLAIN"
        for field in schema
        if pa.types.is_integer(field.type)
    } | dict(layout.encodings)
    encodings = {name: encoding for name, encoding in encodings.items() if encoding != DICTIONARY}
    group = layout.row_group_rows
    with (
        whole_file(path) as file,
        pq.ParquetWriter(
            file,
            schema,
            compression=layout.compression,
            compression_level=layout.level,
            use_dictionary=[name for name in schema.names if name not in encodings],
            column_encoding=encodings,
            max_rows_per_page=layout.page_rows,
            store_decimal_as_integer=True,
        ) as writer,
    ):
        waiting: list[pa.Table] = []
        rows = 0

        def write(table: pa.Table) -> None:
            nonlocal waiting, rows
            waiting.append(table.select(schema.names).cast(schema))
            rows += table.num_rows
            if rows >= group:
                joined = pa.concat_tables(waiting).combine_chunks()
                whole = rows - rows % group
                writer.write_table(joined.slice(0, whole), row_group_size=group)
                waiting, rows = [joined.slice(whole)], rows - whole

        yield write
        if rows:
            joined = pa.concat_tables(waiting).combine_chunks()
            writer.write_table(joined, row_group_size=group)


def stored_file(path: Path) -> StoredFile:
    """Size and digest of a finished file.

    Raises OSError if it cannot be read, or is not a file: reading a pipe would block.
    """
    _refuse_no_file(path)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return StoredFile(path.name, path.stat().st_size, digest)


def _refuse_no_file(path: Path) -> None:
    if not is_remote(path) and path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file", str(path))


# ---------------------------------------------------------------- reading Parquet


def read_table(paths: Path | Sequence[Path], **how: Any) -> pa.Table:
    """The rows of Parquet files, wherever they are.

    ``**how``: arguments of :func:`pyarrow.parquet.read_table`: columns, filters, schema. A folder
    year=2024 does not become a column. Raises OSError, also for anything but a file,
    pyarrow.ArrowException or LakeError.
    """
    import pyarrow.parquet as pq

    names, files = _for_arrow([paths] if not isinstance(paths, Sequence) else paths)
    return pq.read_table(names, partitioning=None, filesystem=files, **how)


def open_parquet(path: Path) -> pq.ParquetFile:
    """A Parquet file to read, wherever it is; errors as :func:`read_table`."""
    import pyarrow.parquet as pq

    names, files = _for_arrow([path])
    return pq.ParquetFile(names[0], filesystem=files)


def parquet_rows(path: Path) -> int:
    """The number of rows of a Parquet file; errors as :func:`read_table`."""
    with open_parquet(path) as file:
        return int(file.metadata.num_rows)


def parquet_schema(path: Path) -> pa.Schema:
    """The columns of a Parquet file; errors as :func:`read_table`."""
    with open_parquet(path) as file:
        return file.schema_arrow


def _for_arrow(paths: Sequence[Path]) -> tuple[list[Any], Any]:
    if not any(map(is_remote, paths)):
        for path in paths:
            _refuse_no_file(path)
        return list(paths), None
    from .stores.reading import arrow_files

    return arrow_files(paths)
