"""The process that runs one untrusted select; :mod:`.process` starts it.

It reads a request as a line of JSON from stdin, followed by the SQL if it was started ahead, and
writes the result to stdout as a stream of Arrow, or an error to stderr as a line of JSON. Before it
reads the SQL it gives up the rights that it does not need: first those of the operating system,
then those of DuckDB.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from glob import escape
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

from pokerlake import leaving
from pokerlake.causes import Cause, told_cause
from pokerlake.lazy import NoPandas
from pokerlake.tables import digests
from pokerlake.tables.errors import LakeError, QueryError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.stores.path import is_remote
from pokerlake.tables.view_sql import file_itself

from . import seal as system

if TYPE_CHECKING:
    import duckdb

THREADS = 2
ENGINE_BYTES = 512 << 20  # for the functions of the engine: numba, polars and the kernels
ERROR_BYTES = 2000  # of an error: DuckDB quotes the SQL
_LOADED_AHEAD = ("pyarrow.ipc", "..statements.run", ".sizes", "pokerlake.engine.accelerate")


class LimitError(Exception):
    """Its text is the name of the exceeded limit."""


@dataclass(frozen=True)
class Request:
    """A request to the process; ``kernels`` is a folder of kernels, if not the user's."""

    lake: str
    sql: str
    seconds: float
    memory_mb: int
    rows: int
    result_mb: int
    parent: int  # the process that asks; this one ends with it
    kernels: str | None = None
    may_compile: bool = False
    cut: bool = False  # whether a result with more rows is cut instead of refused
    waits: bool = False  # for the SQL; the seconds count from its arrival
    # Digests of the lake's files that the parent knows.
    read: Mapping[str, Sequence[int | str]] = field(default_factory=dict)
    # For a lake in an object store: the result of :meth:`Lake.told`, the database with its views,
    # and the descriptor of a socket; at its other end, the parent reads the lake.
    told: Mapping[str, Any] = field(default_factory=dict)
    views: str = ""
    reader: int | None = None

    def to_json(self) -> str:
        """The request as text, for stdin."""
        return json.dumps(asdict(self))


def main() -> None:
    """Answer the request on stdin."""
    request = Request(**json.loads(sys.stdin.buffer.readline()))
    leaving.end_with_parent(request.parent)
    sys.meta_path.insert(0, NoPandas())
    if not request.waits:
        system.end_after(request.seconds)
    result = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of libraries is not part of the result
    try:
        _answer(request, result)
    except Exception as error:  # noqa: BLE001 the parent gets every error
        _fail(_kind(error), str(error))
    os._exit(0)  # without waiting for threads of DuckDB, or for Python's cleanup


def _answer(request: Request, result: IO[bytes]) -> None:
    lake = _lake(request)
    digests.tell(lake.path, request.read)
    if request.waits and lake.opened()[1]:
        os._exit(1)  # a file is missing now, but may exist when the statement comes
    files = seal(lake, request)
    from .check import RefusedError, check, names_of

    connection = sealed_connection(lake, files, request.memory_mb)
    names = names_of(connection)
    if request.waits:
        _prepare_engine(request)
        request = replace(request, sql=_sql_to_come())
        system.end_after(request.seconds)
    most = system.memory_in_use() + (request.memory_mb << 20)
    system.limit_memory(most)
    try:
        called = check(connection, request.sql, names)
    except QueryError as error:
        _fail("refused" if isinstance(error, RefusedError) else "wrong", str(error.args[0]))
    if called & names.functions:
        system.limit_memory(most + ENGINE_BYTES)
        if not request.waits:
            _prepare_engine(request)
    write_rows(connection, request, result)
    result.flush()


def _sql_to_come() -> str:
    """Load everything that SQL may need, then wait for the SQL."""
    from ..functions import load_functions

    for name in _LOADED_AHEAD:
        import_module(name, __package__)
    load_functions()
    return sys.stdin.buffer.read().decode()


def _lake(request: Request) -> Lake:
    path = lake_path(request.lake)
    if request.reader is None:
        return Lake.open(path)
    from .reader import Asking

    return Lake.of_told(path, request.told, Asking(request.reader))


def write_rows(connection: duckdb.DuckDBPyConnection, request: Request, result: IO[bytes]) -> None:
    """Run the SQL, and write its rows in pieces that every format can write in little memory.

    LimitError or StoppedError if they exceed a limit.
    """
    import pyarrow as pa

    from ..statements.run import stream
    from .sizes import pieces, plain_schema

    reader = stream(connection, request.sql)
    schema = plain_schema(reader.schema)
    rows = size = 0
    with pa.ipc.new_stream(result, schema) as writer:
        for batch in reader:
            if rows + batch.num_rows > request.rows and not request.cut:
                raise LimitError("rows")
            batch = batch.slice(0, request.rows - rows)
            rows += batch.num_rows
            for piece, piece_size in pieces(batch):
                size += piece_size
                if size > request.result_mb << 20:
                    raise LimitError("result")
                writer.write_batch(piece if schema.equals(batch.schema) else piece.cast(schema))
            if rows == request.rows and request.cut:
                return


def seal(lake: Lake, request: Request) -> list[str]:
    """Give up all files except those of the lake and the program; return those of the lake.

    This comes before any library is loaded: Landlock does not bind threads that already run.
    """
    import platformdirs

    files = [file for paths in lake.opened()[0].values() for file in paths]
    if is_remote(lake.path):
        local = [request.views]
    else:
        # Also damaged ones, so that the error can say so.
        entries = lake.manifest.tables.values()
        stored = [lake.path / Path(file.name).name for entry in entries for file in entry.files]
        there = [os.fspath(path.resolve()) for path in stored if path.is_file()]
        local = [*files, *there, os.fspath((lake.path / "manifest.json").resolve())]
    system.limit_process(ceil(request.seconds * THREADS) + 10)  # the parent ends it much earlier
    kernels = request.kernels or os.fspath(platformdirs.user_cache_path("pokerlake") / "kernels")
    # DuckDB takes lake[1] as a pattern, and lists folders to match it.
    patterns = {
        part for file in local for part in Path(file).parents if part.name != escape(part.name)
    }
    listed = [os.fspath(part.parent) for part in patterns]
    system.leave_files([*local, kernels, *system.program_files()], listed)
    return files


def sealed_connection(
    lake: Lake, files: Sequence[str], memory_mb: int
) -> duckdb.DuckDBPyConnection:
    """A connection to the lake that cannot reach other files, with locked settings."""
    from ..connection import connect

    connection = connect(
        lake,
        config={
            "allow_community_extensions": False,
            "async_threads": 1,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "max_temp_directory_size": "0KB",
            "memory_limit": f"{memory_mb}MB",
            "python_enable_replacements": False,
            "temp_directory": "",  # a folder of temporary files could be read and written
            "threads": THREADS,
        },
    )
    allowed = [*files, *map(file_itself, files)]  # as the views have them
    connection.execute("set allowed_paths = $files", {"files": allowed})
    connection.execute("set enable_progress_bar = false")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    return connection


def _prepare_engine(request: Request) -> None:
    """Have the engine read its kernels, and ask the parent to compile those that are not there."""
    from pokerlake.engine import kernel_cache

    folder = request.kernels or kernel_cache.kernels_path() / kernel_cache.sources_digest()
    os.environ[kernel_cache.FOLDER_VARIABLE] = os.fspath(folder)

    class Ask(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            _fail("kernels", vars(record)["kernel_module"])

    if not request.may_compile:
        kernel_cache.logger.addHandler(Ask())
        kernel_cache.logger.setLevel(logging.INFO)


def _kind(error: BaseException) -> str:
    from .check import StoppedError

    if isinstance(error, LimitError):
        return str(error)
    if isinstance(error, MemoryError) or told_cause(str(error)) is Cause.MEMORY:
        return "memory"
    if isinstance(error, StoppedError):
        return "stopped"
    return "lake" if isinstance(error, LakeError) else "query"


def _fail(kind: str, message: str) -> NoReturn:
    line = json.dumps({"kind": kind, "message": message[:ERROR_BYTES]})
    with suppress(OSError):
        os.write(2, f"\n{line}\n".encode())
    os._exit(1)


if __name__ == "__main__":
    main()
