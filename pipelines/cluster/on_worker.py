"""What a worker of a cluster does with a task: look whether it may, work, and tell how it went.

The functions here run on workers. A worker may have joined a moment ago, so each task brings along
what the worker has to be.
"""

from __future__ import annotations

import functools
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pokerlake.lazy import MissingExtraError
from pokerlake.tables.errors import PokerlakeError
from pokerlake.tables.manifest import package_version
from pokerlake.tables.stores.path import is_remote

from ..parts import PACKAGE, code_digest

INSTALL = "install the same pokerlake, Python and libraries there, and start it again"


class Wanted(NamedTuple):
    """What a worker has to be, and to see, so that it makes what this process would make."""

    python: str  # 3.11: a function without a name of its own goes as code of Python's
    version: str
    code: str  # the digest of the code that computes, and of the libraries' versions
    path: Path | None = None  # a file that it has to see
    text: str = ""  # which the file has in it

    @classmethod
    def here(cls, path: Path | None = None, text: str = "") -> Wanted:
        """What this process is."""
        return cls(_python(), package_version(), code_digest(PACKAGE), path, text)


class Done(NamedTuple):
    """A task that ended well."""

    worker: str
    value: Any


class Failed(NamedTuple):
    """A task that ended with an error, and where: an error is pickled without its traceback."""

    worker: str
    error: Exception
    where: str


class Refused(NamedTuple):
    """A task that a worker did not begin, since the worker is not what it has to be."""

    worker: str
    why: str


class WorkerError(PokerlakeError):
    """An error of a worker's that does not come through as it is: its type and message."""


def carrier() -> Callable[[bytes, bytes, bytes], Any]:
    """A function that calls :func:`call` on a worker, which may have no pokerlake, or an old one.

    It is pickled with its code, since it stands in no module. So a scheduler needs no pokerlake.
    """

    def carried(wanted: bytes, function: bytes, arguments: bytes) -> Any:
        try:
            from pokerlake.pipelines.cluster.on_worker import call as called
        except ImportError:
            from importlib.metadata import PackageNotFoundError, version

            import distributed

            try:
                has = f"pokerlake {version('pokerlake')}"
            except PackageNotFoundError:
                has = "no pokerlake"
            return str(distributed.get_worker().address), has
        return called(wanted, function, arguments)

    return carried


def call(wanted: bytes, function: bytes, arguments: bytes) -> Done | Failed | Refused:
    """Call a function on a worker, which is a thread of one of its processes."""
    from cloudpickle import loads

    worker = worker_name()
    why = unfit(Wanted(*loads(wanted)))
    if why:
        return Refused(worker, why)
    try:
        given, named = loads(arguments)
        return Done(worker, _function(function)(*given, **named))
    except Exception as error:  # noqa: BLE001 it is raised where the task came from
        return Failed(worker, _portable(error), "".join(traceback.format_exception(error)))


def unfit(wanted: Wanted) -> str:
    """Why this process may not work for one that wants this; empty if it may."""
    if wanted in _fit:
        return ""
    here = Wanted.here()
    if here.python != wanted.python:
        return f"it runs Python {here.python}, and this is {wanted.python}; {INSTALL}"
    if here[:3] != wanted[:3]:
        return (
            f"it has pokerlake {here.version} with code {here.code}, and this is "
            f"{wanted.version} with {wanted.code}; {INSTALL}"
        )
    if wanted.path is not None:
        try:
            seen = wanted.text.encode() in wanted.path.read_bytes()
            why = "" if seen else "it is another file there"
        except OSError as error:
            why = error.strerror or str(error)
        except (PokerlakeError, MissingExtraError) as error:  # a store that it cannot reach
            why = str(error).removeprefix(f"{wanted.path}: ")
        if why:
            return f"it does not see {wanted.path} as it is here: {why}; {_how_seen(wanted.path)}"
    _fit.add(wanted)
    return ""


def _how_seen(path: Path) -> str:
    if is_remote(path):
        return "workers need the keys, the address and the libraries that this reaches the store by"
    return "give --lake a folder that all workers have under that name, or an object store"


_fit: set[Wanted] = set()  # what this process is known to fit


def worker_name() -> str:
    """The address of the worker that asks; in a process that is none, the name of the thread."""
    distributed = sys.modules.get("distributed")
    if distributed is not None:
        try:
            return str(distributed.get_worker().address)
        except ValueError:  # it is no worker
            pass
    return threading.current_thread().name


@functools.lru_cache(maxsize=8)
def _function(pickled: bytes) -> Callable[..., Any]:
    """A function, which many tasks share."""
    from cloudpickle import loads

    function: Callable[..., Any] = loads(pickled)
    return function


def _portable(error: Exception) -> Exception:
    """The error, if it comes through pickle as it is; else one of ours that says the same."""
    from cloudpickle import dumps, loads

    try:
        through = str(loads(dumps(error)))
    except Exception:  # noqa: BLE001 an error's own methods may do anything
        through = None
    same = through == str(error)
    return error if same else WorkerError(f"{type(error).__name__}: {error}")


def _python() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"
