"""Tables in a database: a SQLite file or a DuckDB file.

An existing database keeps its other tables. The table is added to a copy, which then replaces the
database: so it changes completely or not at all.
"""

from __future__ import annotations

import errno
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from pokerlake.lazy import LazyModule
from pokerlake.tables.errors import OutputError, UsageError, from_outside
from pokerlake.tables.store import whole_path

from ..format import About, Format, doubles, is_plain, too_many_bytes
from ..plain_duckdb import quoted_name

pc = LazyModule("pyarrow.compute")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SQLITE_COLUMNS = 2000
_LARGEST = 2**63 - 1


def _table(about: About) -> str:
    """The quoted name of the table; UsageError for a name that would need quotes in SQL."""
    if not _NAME.fullmatch(about.name):
        raise UsageError(f"{about.name!r} cannot name a table; give letters, digits and _")
    return quoted_name(about.name)


# ---------------------------------------------------------------- SQLite


def _write_sqlite(rows: pa.RecordBatchReader, path: Path, about: About) -> None:
    table = _table(about)
    with whole_path(path) as unfinished, _sqlite_errors(path):
        unfinished.touch()  # SQLite does not say why it cannot create a file
        if path.exists():
            _copy_sqlite(path, unfinished)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as database:
            # An unfinished copy is thrown away: no journal is needed.
            database.execute("pragma journal_mode = off")
            database.execute("pragma synchronous = off")
            columns = ", ".join(
                f"{quoted_name(f.name)} {_sqlite_type(f.type)}" for f in rows.schema
            )
            places = ", ".join("?" * len(rows.schema))
            database.execute("begin")
            database.execute(f"drop table if exists {table}")
            database.execute(f"create table {table} ({columns}{_sqlite_key(rows.schema, about)}")
            for batch in rows:
                values = [
                    _sqlite_values(field, column)
                    for field, column in zip(batch.schema, batch.columns, strict=True)
                ]
                database.executemany(
                    f"insert into {table} values ({places})",  # noqa: S608 a quoted name
                    zip(*values, strict=True),
                )
            database.execute("commit")


def _sqlite_key(schema: pa.Schema, about: About) -> str:
    """The end of the list of columns: the key of the table, if all of its columns are there.

    The rows come in the order of the key, so the table needs no row ids.
    """
    key = () if about.subject is None else getattr(about.subject, "key", ())
    if not key or not set(key) <= set(schema.names):
        return ")"
    names = ", ".join(map(quoted_name, key))
    alone = len(key) == 1 and _sqlite_type(schema.field(key[0]).type) == "integer"
    return f", primary key ({names}))" + ("" if alone else " without rowid")


def _copy_sqlite(path: Path, unfinished: Path) -> None:
    """Copy a database; OutputError if another program is changing it."""
    for ending in ("-wal", "-journal"):
        if path.with_name(path.name + ending).exists():
            raise OutputError(f"{path} is in use by another program; close it there first")
    # Immutable, or SQLite would leave an empty log beside a database in WAL mode.
    with (
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)) as source,
        closing(sqlite3.connect(unfinished)) as target,
    ):
        source.backup(target)
        target.execute("pragma journal_mode = delete")


@contextmanager
def _sqlite_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):
            raise OSError(errno.ENOSPC, "No space left on device") from error
        if name == "SQLITE_NOTADB":
            raise OutputError(_other(path, "SQLite")) from error
        raise OutputError(f"{path} cannot be written: {error}") from error


def _other(path: Path, kind: str) -> str:
    return f"{path} is there already and is no database of {kind}; remove it or give another name"


def _sqlite_type(dtype: pa.DataType) -> str:
    types = pa.types
    if types.is_boolean(dtype):
        return "boolean"
    if types.is_integer(dtype) or (types.is_decimal(dtype) and dtype.scale <= 0):
        return "integer"
    if types.is_floating(dtype) or types.is_decimal(dtype):
        return "real"
    return "blob" if _is_bytes(dtype) else "text"


def _is_bytes(dtype: pa.DataType) -> bool:
    return bool(pa.types.is_binary(dtype) or pa.types.is_large_binary(dtype))


def _in_sqlite(dtype: pa.DataType) -> bool:
    return is_plain(dtype) or _is_bytes(dtype)


def _sqlite_values(field: pa.Field, column: pa.Array) -> list[Any]:
    """The values of a column for SQLite: decimals as doubles that convert back to the same decimal.

    Text would keep any decimal, but compare wrongly with numbers.
    """
    types, dtype = pa.types, field.type
    if types.is_decimal(dtype) and dtype.scale <= 0:
        values: list[Any] = [None if n is None else int(n) for n in column.to_pylist()]
        _refuse_large(field, max((abs(n) for n in values if n is not None), default=0))
        return values
    if types.is_decimal(dtype):
        numbers, fits = doubles(column)
        null = column.is_null().to_numpy(zero_copy_only=False)
        if not (fits | null).all():
            raise UsageError(
                f"column {field.name!r} has {column[int((fits | null).argmin())]}, which a number "
                "of SQLite cannot hold; take parquet or duckdb, or cast it to varchar in SQL"
            )
        return list(pa.array(numbers, mask=null).to_pylist())
    if types.is_uint64(dtype):
        _refuse_large(field, pc.max(column).as_py() or 0)
    return list(column.to_pylist())


def _refuse_large(field: pa.Field, largest: int) -> None:
    if largest > _LARGEST:
        raise UsageError(
            f"column {field.name!r} has {largest}, and whole numbers of SQLite end at {_LARGEST}; "
            "take parquet or duckdb, or cast it to varchar in SQL"
        )


# ---------------------------------------------------------------- DuckDB


def _write_duckdb(rows: pa.RecordBatchReader, path: Path, about: About) -> None:
    import duckdb

    table = _table(about)
    # DuckDB takes 200 MB of memory to write 30, and half a megabyte for each column.
    most = None if about.most_bytes is None else about.most_bytes >> 5
    with whole_path(path) as unfinished:
        log = unfinished.with_name(unfinished.name + ".wal")
        log.unlink(missing_ok=True)
        try:
            if path.exists() and path.stat().st_size:
                _copy_duckdb(path, unfinished)
            with closing(duckdb.connect(unfinished)) as database:
                database.execute("begin")
                database.execute(f"drop table if exists {table}")
                none = pa.Table.from_batches([], rows.schema)
                database.from_arrow(none).create(table)
                written = 0
                for batch in rows:
                    written += batch.nbytes
                    if most is not None and written > most:
                        raise too_many_bytes(most)
                    database.from_arrow(pa.Table.from_batches([batch])).insert_into(table)
                database.execute("commit")
        except duckdb.Error as error:
            first_line = str(error).splitlines()[0]
            raise (
                from_outside(error, path, OutputError, done="written")
                or OutputError(f"{path} cannot be written: {first_line}")
            ) from error
        finally:
            with suppress(OSError):
                log.unlink(missing_ok=True)


def _copy_duckdb(path: Path, unfinished: Path) -> None:
    """Copy a database; OutputError if another program has it open."""
    import duckdb

    try:
        duckdb.connect(path, read_only=True).close()
    except duckdb.Error as error:
        if "lock" in str(error):
            raise OutputError(
                f"{path} is in use by another program; close it there first"
            ) from error
        raise OutputError(_other(path, "DuckDB")) from error
    if path.with_name(path.name + ".wal").exists():
        raise OutputError(f"{path} was not closed; open it with duckdb once, and close it")
    shutil.copyfile(path, unfinished)


def _in_duckdb(dtype: pa.DataType) -> bool:
    return not pa.types.is_large_list_view(dtype)


PLACE = 5  # of these formats in lists
_database = partial(Format, binary=True, names="differ in any case", several=True)
FORMATS = (
    _database(
        "sqlite",
        (".sqlite", ".sqlite3", ".db"),
        "a table of SQLite",
        _in_sqlite,
        write_file=_write_sqlite,
        times_as_text=True,
        most_columns=_SQLITE_COLUMNS,
    ),
    _database("duckdb", (".duckdb",), "a table of DuckDB", _in_duckdb, write_file=_write_duckdb),
)
