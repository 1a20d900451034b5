"""What a worker of a cluster does with a task: check itself, work, and report the result.

The functions here run on workers. A worker may have just joined, so each task brings along the
requirements for workers.
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
    """What a worker must be and see to compute the same as this process."""

    python: str  # 3.11: a lambda is sent as Python bytecode
    version: str
    code: str  # the digest of the code that computes, and of the libraries' versions
    path: Path | None = None  # a file that it must see
    text: str = ""  # the text of the file

    @classmethod
    def here(cls, path: Path | None = None, text: str = "") -> Wanted:
        """The properties of this process."""
        return cls(_python(), package_version(), code_digest(PACKAGE), path, text)


class Done(NamedTuple):
    """A task that succeeded."""

    worker: str
    value: Any


class Failed(NamedTuple):
    """A task that failed, and its traceback: an error is pickled without one."""

    worker: str
    error: Exception
    where: str


class Refused(NamedTuple):
    """A task that a worker did not begin, because the worker is unsuitable."""

    worker: str
    why: str


class WorkerError(PokerlakeError):
    """The type and message of a worker's error that does not survive pickling."""


def carrier() -> Callable[[bytes, bytes, bytes], Any]:
    """A function that calls :func:`call` on a worker, which may have no pokerlake, or an old one.

    It belongs to no module, so it is pickled with its code, and a scheduler needs no pokerlake.
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
    """Call a function on a worker, in a thread of one of its processes."""
    from cloudpickle import loads

    worker = worker_name()
    why = unfit(Wanted(*loads(wanted)))
    if why:
        return Refused(worker, why)
    try:
        positional, named = loads(arguments)
        return Done(worker, _function(function)(*positional, **named))
    except Exception as error:  # noqa: BLE001 raised where the task came from
        return Failed(worker, _portable(error), "".join(traceback.format_exception(error)))


def unfit(wanted: Wanted) -> str:
    """Why this process is unsuitable for a task with these requirements; empty if it is not."""
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
        except (PokerlakeError, MissingExtraError) as error:  # an unreachable store
            why = str(error).removeprefix(f"{wanted.path}: ")
        if why:
            return f"it does not see {wanted.path} as it is here: {why}; {_how_seen(wanted.path)}"
    _fit.add(wanted)
    return ""


def _how_seen(path: Path) -> str:
    if is_remote(path):
        return "workers need the keys, the address and the libraries that this reaches the store by"
    return "give --lake a folder that all workers have under that name, or an object store"


_fit: set[Wanted] = set()  # requirements that this process is known to meet


def worker_name() -> str:
    """The address of the current worker; outside of a worker, the name of the thread."""
    distributed = sys.modules.get("distributed")
    if distributed is not None:
        try:
            return str(distributed.get_worker().address)
        except ValueError:  # not a worker
            pass
    return threading.current_thread().name


@functools.lru_cache(maxsize=8)
def _function(pickled: bytes) -> Callable[..., Any]:
    """A function that many tasks share."""
    from cloudpickle import loads

    function: Callable[..., Any] = loads(pickled)
    return function


def _portable(error: Exception) -> Exception:
    """The error, if it survives pickling; else one of ours with the same text."""
    from cloudpickle import dumps, loads

    try:
        through = str(loads(dumps(error)))
    except Exception:  # noqa: BLE001 an error's own methods may do anything
        through = None
    same = through == str(error)
    return error if same else WorkerError(f"{type(error).__name__}: {error}")


def _python() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"
