"""Ctrl-C in a program that asks a connection: KeyboardInterrupt, soon, and the connection goes on.

DuckDB's own connection ends with ``RuntimeError: Query interrupted`` then; or, where it waits for
another thread, only with the statement, as if nothing was pressed. So while it is at work, the
interpreter tells a thread of signals, which stops the statement. Handlers of signals stay what they
are, and where they are not Python's own, nothing is done here.
"""

from __future__ import annotations

import functools
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import duckdb

from .watch import Watch, watch_of

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")

_TOLD = "Query interrupted"  # DuckDB's error where it finds KeyboardInterrupt itself

# What runs a statement, or goes on with one.
_WORK = ("_result_as_arrow", "append", "df", "fetch_df", "fetch_df_chunk", "fetchall", "fetchdf",
         "fetchmany", "fetchnumpy", "fetchone", "tf", "torch")  # fmt: skip
_NEW = ("cursor", "duplicate")
_WITH_VARIABLES = ("execute", "executemany")  # reads the caller's variables as tables
_PLAIN = duckdb.DuckDBPyConnection
_CALL = compile("_pokerlake_call()", __file__, "eval")


def interruptible(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, which from now on is interrupted by Ctrl-C as other work of Python is."""
    connection.__class__ = _Connection
    return connection


class _Connection(duckdb.DuckDBPyConnection):
    """A connection whose statements end with KeyboardInterrupt."""

    __slots__ = ()

    def _submit(self, *args: Any, **options: Any) -> Any:
        """Run a statement, as every relation of DuckDB's does that is asked for rows."""
        result = _run(self, functools.partial(super()._submit, *args, **options))
        return _Stream(self, result) if "stream" in args[2:3] else result


# The methods look for DuckDB's own by name: references to them would be leaks at exit.
def _at_work(name: str) -> Callable[..., Any]:
    def method(self: _Connection, *args: Any, **options: Any) -> Any:
        return _run(self, functools.partial(getattr(_PLAIN, name), self, *args, **options))

    return method


def _with_variables(name: str) -> Callable[..., Any]:
    def method(self: _Connection, *args: Any, **options: Any) -> Any:
        # DuckDB looks for tables among the variables of the frame that calls it: the caller's.
        frame = sys._getframe(1)
        call = functools.partial(getattr(_PLAIN, name), self, *args, **options)
        names = {**frame.f_locals, "_pokerlake_call": call}
        return _run(self, functools.partial(eval, _CALL, frame.f_globals, names))

    return method


def _new(name: str) -> Callable[..., Any]:
    def method(self: _Connection) -> Any:
        return interruptible(getattr(_PLAIN, name)(self))

    return method


for _names, _make in ((_WORK, _at_work), (_WITH_VARIABLES, _with_variables), (_NEW, _new)):
    for _name in _names:
        setattr(_Connection, _name, _make(_name))


class _Stream:
    """A result that is computed as it is read."""

    def __init__(self, connection: _Connection, result: Any) -> None:
        self._connection, self._result = connection, result

    def arrow_reader(self) -> pa.RecordBatchReader:
        """The rows, a batch at a time."""
        import pyarrow as pa

        reader = self._result.arrow_reader()

        def batches() -> Iterator[pa.RecordBatch]:
            with reader:
                while True:
                    try:
                        yield _run(self._connection, reader.read_next_batch)
                    except StopIteration:
                        return

        return pa.RecordBatchReader.from_batches(reader.schema, batches())

    def arrow_capsule(self) -> Any:
        """The same for other libraries."""
        return self.arrow_reader().__arrow_c_stream__()


def _run(connection: duckdb.DuckDBPyConnection, call: Callable[[], T]) -> T:
    """What the call returns, or KeyboardInterrupt if Ctrl-C was pressed meanwhile."""
    if not (
        threading.get_ident() == threading.main_thread().ident
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ):
        return call()
    watch = watch_of()
    if watch.busy:  # inside of another statement
        return call()
    try:
        result = _watched(watch, connection, call)
    except (duckdb.Error, RuntimeError, OSError) as error:
        if watch.heard or str(error) == _TOLD:
            _settle(connection)
            raise KeyboardInterrupt from error
        raise
    except KeyboardInterrupt:
        _settle(connection)
        raise
    if watch.heard:  # and a library that called back has lost the exception
        raise KeyboardInterrupt
    return result


def _watched(watch: Watch, connection: duckdb.DuckDBPyConnection, call: Callable[[], T]) -> T:
    try:
        try:
            watch.begin(connection)
            return call()
        finally:
            watch.end()
    finally:
        watch.end()  # where KeyboardInterrupt came before the other had begun


def _settle(connection: duckdb.DuckDBPyConnection) -> None:
    """Let go of a result that is not read to its end: the connection refuses other work before."""
    with suppress(duckdb.Error):
        connection.abort()
