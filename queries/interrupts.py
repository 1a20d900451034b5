"""Ctrl-C while a connection runs a statement: a prompt KeyboardInterrupt, and a usable connection.

DuckDB's own connection raises ``RuntimeError: Query interrupted`` then; or, while it waits for
another thread, it ends only with the statement, as if nothing was pressed. So while it works, the
interpreter passes signals to a thread, which stops the statement. Signal handlers are not changed,
and if they are not Python's own, this module does nothing.
"""

from __future__ import annotations

import functools
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import duckdb

from .files.plain_duckdb import plain_connection
from .watch import Watch, watch_of

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")

_TOLD = "Query interrupted"  # DuckDB's error if it notices KeyboardInterrupt itself

# Methods that run or continue a statement.
_WORK = ("_result_as_arrow", "append", "df", "fetch_df", "fetch_df_chunk", "fetchall", "fetchdf",
         "fetchmany", "fetchnumpy", "fetchone", "tf", "torch")  # fmt: skip
_NEW = ("cursor", "duplicate")
_WITH_VARIABLES = ("execute", "executemany")  # read the caller's variables as tables
_PLAIN = duckdb.DuckDBPyConnection


class InterruptibleConnection(duckdb.DuckDBPyConnection):
    """A connection whose statements end with KeyboardInterrupt.

    Get one from :meth:`open`; plain connections of ``duckdb.connect()`` do not change.
    """

    __slots__ = ()

    @classmethod
    def open(cls, config: Mapping[str, Any] | None = None) -> InterruptibleConnection:
        """A connection in memory that leaves nothing in the working folder."""
        return cls._made_of(plain_connection(config))

    @classmethod
    def _made_of(cls, connection: duckdb.DuckDBPyConnection) -> InterruptibleConnection:
        """Change the class of a new connection, which nobody else has: there is no constructor."""
        connection.__class__ = cls
        return cast("InterruptibleConnection", connection)

    def _submit(self, *args: Any, **options: Any) -> Any:
        """Run a statement, as every relation of DuckDB's does that is asked for rows."""
        result = self._ended(functools.partial(super()._submit, *args, **options))
        return _Stream(self, result) if "stream" in args[2:3] else result

    def _ended(self, call: Callable[[], T]) -> T:
        """What the call returns: a part of a statement's work."""
        return _run(self, call)


# Methods look up DuckDB's methods by name: references to them would be leaks at exit.
def _at_work(name: str) -> Callable[..., Any]:
    def method(self: InterruptibleConnection, *args: Any, **options: Any) -> Any:
        return self._ended(functools.partial(getattr(_PLAIN, name), self, *args, **options))

    return method


def _with_variables(name: str) -> Callable[..., Any]:
    def method(self: InterruptibleConnection, *args: Any, **options: Any) -> Any:
        caller = sys._getframe(1)
        call = functools.partial(getattr(_PLAIN, name), self, *args, **options)
        return self._ended(_among({**caller.f_globals, **caller.f_locals}, call))

    return method


def _among(variables: dict[str, Any], call: Callable[[], T]) -> Callable[[], T]:
    """The call, made from a function that has only these variables.

    DuckDB looks for tables among the variables of the calling function. Here these are copies, so
    the caller's own variables are only read, and no code runs among them.
    """
    return functools.partial(FunctionType(_call.__code__, variables), call)


def _call(_pokerlake_call: Callable[[], T]) -> T:
    return _pokerlake_call()


def _new(name: str) -> Callable[..., Any]:
    def method(self: InterruptibleConnection) -> Any:
        return self._made_of(getattr(_PLAIN, name)(self))

    return method


for _names, _make in ((_WORK, _at_work), (_WITH_VARIABLES, _with_variables), (_NEW, _new)):
    for _name in _names:
        setattr(InterruptibleConnection, _name, _make(_name))


class _Stream:
    """A result that is computed as it is read."""

    def __init__(self, connection: InterruptibleConnection, result: Any) -> None:
        self._connection, self._result = connection, result

    def arrow_reader(self) -> pa.RecordBatchReader:
        """The rows, a batch at a time."""
        import pyarrow as pa

        reader = self._result.arrow_reader()

        def batches() -> Iterator[pa.RecordBatch]:
            with reader:
                while True:
                    try:
                        yield self._connection._ended(reader.read_next_batch)
                    except StopIteration:
                        return

        return pa.RecordBatchReader.from_batches(reader.schema, batches())

    def arrow_capsule(self) -> Any:
        """The same for other libraries."""
        return self.arrow_reader().__arrow_c_stream__()


def _run(connection: duckdb.DuckDBPyConnection, call: Callable[[], T]) -> T:
    """The result of the call, or KeyboardInterrupt if Ctrl-C was pressed meanwhile."""
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
    if watch.heard:  # a library with a callback has lost the exception
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
        watch.end()  # in case KeyboardInterrupt came before the inner one began


def _settle(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop a result that is not read to its end: it keeps the connection from other work."""
    with suppress(duckdb.Error):
        connection.abort()
