"""One select from an untrusted user, run in a process that may only read the lake.

That process gives up its rights before it reads the SQL, and the operating system limits its memory
and time. https://pokerlake.github.io/pokerlake/untrusted/ says what this protects from, and what
not.
"""

from __future__ import annotations

import functools
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

from pokerlake import leaving
from pokerlake.causes import Cause, memory_limit, short_of_memory, told_cause
from pokerlake.tables import digests
from pokerlake.tables.errors import LakeError, MemoryShortError, QueryError, UsageError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.manifest import manifest_mark
from pokerlake.tables.stores.path import is_remote

from .check import RefusedError, StoppedError, require_text

if TYPE_CHECKING:
    import pyarrow as pa

    from .worker import Request

SECONDS = 10.0
MEMORY_MB = 1024
ROWS = 10_000
RESULT_MB = 32

_WORKER = f"{__package__}.worker"
_COMPILER = """
import sys
from pokerlake.engine.accelerate import prepare
from pokerlake.engine.kernel_cache import cache_folder
prepare(sys.argv[1])
sys.stdout.write(str(cache_folder()))
"""
_LESS = "ask for less, or raise the limit"
_ERROR_BYTES = 65_536
_LISTEN_SECONDS = 0.1
_MOST_STARTS = 50  # more than there are modules of kernels
_CRASHES = {-getattr(signal, name, 0) for name in ("SIGSEGV", "SIGBUS", "SIGILL")}
_KERNELS = re.compile(r"pokerlake\.engine\.(\w+\.)*\w+_kernels")
# The environment of the process, besides the paths of Python and its kernels: nothing about this
# machine that untrusted SQL could reveal, and settings that keep libraries from taking memory.
_PASSED_ON = ("HOME", "LD_LIBRARY_PATH", "NUMBA_BOUNDSCHECK", "XDG_CACHE_HOME")
_FRUGAL = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "LC_ALL": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",
    "OPENBLAS_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1",
    "TZ": "UTC",
}


def ask(
    lake: Lake | Path | str | None,
    sql: str,
    *,
    seconds: float = SECONDS,
    memory_mb: int = MEMORY_MB,
    rows: int = ROWS,
    result_mb: int = RESULT_MB,
    cut: bool = False,
    listener: Callable[[], None] = lambda: None,
    ahead: Ahead | None = None,
) -> pa.Table:
    """The result of one select from an untrusted user.

    Parameters
    ----------
    lake : Lake or path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    sql : str
    seconds : float
        The most time, from the start of its process, or from when the statement is sent to a
        process that was started ahead.
    memory_mb : int
        The most memory, beyond that of the process before it reads the SQL.
    rows : int
        The most rows of the result.
    result_mb : int
        The most megabytes of the result.
    cut : bool
        Whether a result with more rows is cut instead of refused.
    listener : callable
        Called ten times a second; an exception from it ends the statement.
    ahead : Ahead, optional
        Provides a process for this statement, if the last one was on the same lake with the same
        limits, and keeps two for the next statements.

    Raises
    ------
    RefusedError
        If it is not just a select of the lake's tables and functions that compute.
    StoppedError
        If it exceeds a limit.
    QueryError
        If the SQL is invalid.
    LakeError
        If there is no lake, or it is broken.
    UsageError
        If a limit is not above 0, or this system has no such limits.
    """
    if sys.platform != "linux":
        raise UsageError("untrusted SQL runs on Linux only: its limits are not kept elsewhere")
    from .worker import Request

    limits = {"seconds": seconds, "memory_mb": memory_mb, "rows": rows, "result_mb": result_mb}
    for name, limit in limits.items():
        if not 0 < limit < 1 << 40:
            raise UsageError(f"{name} is {limit}; give a number above 0")
    require_text(sql)
    path = lake.path if isinstance(lake, Lake) else lake_path(lake)
    # Open it here, so that errors have the given name, and its files are known.
    there = Lake.open(path)
    there.opened()
    request = Request(
        str(path.absolute()),
        sql,
        seconds,
        memory_mb,
        rows,
        result_mb,
        parent=os.getpid(),
        read=digests.known(path),
        cut=cut,
        **_of_store(there),
    )
    compiled: set[str] = set()
    for _ in range(_MOST_STARTS):
        try:
            with _reader(there) as descriptor:
                return _run(replace(request, reader=descriptor), listener, ahead)
        except _KernelsMissingError as missing:
            # Kernels are trusted code: compile them without limits, and start the select again. If
            # they cannot be stored, the process has to compile them itself each time.
            module = str(missing)
            again = module in compiled
            request = replace(request, kernels=_compile(module), may_compile=again)
            compiled.add(module)
    raise StoppedError("the statement broke the process that ran it (kernels)")


def _of_store(lake: Lake) -> dict[str, Any]:
    """More fields of a request for a lake in an object store, which its process cannot reach."""
    if not is_remote(lake.path):
        return {}
    from ..connection import kept_views

    return {"told": lake.told(), "views": os.fspath(kept_views(lake))}


def _reader(lake: Lake) -> AbstractContextManager[int | None]:
    """The reader of a lake in an object store for the process; None for a lake on disk."""
    if not is_remote(lake.path):
        return nullcontext()
    from .reader import reading_for

    return reading_for(lake)


class _KernelsMissingError(Exception):
    """Its text is the module of kernels."""


def _compile(module: str) -> str:
    """Compile kernels in another process: the compiler alone takes 200 MB."""
    if not _KERNELS.fullmatch(module):
        raise QueryError(f"the statement broke the process that ran it (kernels {module!r})")
    folder = _compiled(module)
    if not Path(folder).is_dir():  # a temporary one of that process: the cache is not writable
        folder = _folder_of_this_process()
        _compiled(module, POKERLAKE_KERNELS=folder)
    return folder


def _compiled(module: str, **environment: str) -> str:
    """The folder of the kernels of a module, once they are compiled."""
    finished = subprocess.run(
        [sys.executable, "-P", "-c", _COMPILER, module],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C in a terminal ends this process, which ends that one
        check=False,
    )
    if finished.returncode:
        raise QueryError(f"{module} cannot be compiled; 'pokerlake doctor --warm' says why")
    return os.fsdecode(finished.stdout)


@functools.cache
def _folder_of_this_process() -> str:
    return os.fspath(leaving.folder_until_exit("pokerlake-kernels-"))


class Ahead:
    """Processes that are already sealed over a lake, each waiting for a statement.

    Starting one takes a second. With two, a second statement within that time need not wait. They
    live until they are taken, or this process ends.
    """

    def __init__(self, processes: int = 2) -> None:
        self._processes = processes
        self._waiting: list[subprocess.Popen[bytes]] = []
        self._made_for: object = None

    def begin(self, request: Request) -> None:
        """Start all processes for statements like this one; none for a lake in an object store."""
        request = replace(request, sql="", waits=True)
        made_for = _made_for(request)
        if request.reader is not None or made_for != self._made_for:
            self.end()
        self._made_for = made_for
        while request.reader is None and len(self._waiting) < self._processes:
            process = _started(request)
            self._waiting.append(process)
            assert process.stdin is not None
            with suppress(BrokenPipeError):  # it has already ended, and is replaced later
                process.stdin.write(f"{request.to_json()}\n".encode())
                process.stdin.flush()

    def take(self, request: Request) -> subprocess.Popen[bytes] | None:
        """The first process, if there is one and the lake and limits are unchanged."""
        if self._made_for != _made_for(request):
            self.end()
        while self._waiting:
            process = self._waiting.pop(0)
            if process.poll() is None:
                return process
            _end(process)
        return None

    def end(self) -> None:
        """End all processes."""
        while self._waiting:
            _end(self._waiting.pop())


def _made_for(request: Request) -> object:
    return replace(request, sql="", waits=True), manifest_mark(Path(request.lake))


def _run(request: Request, listener: Callable[[], None], ahead: Ahead | None) -> pa.Table:
    from .sizes import table_of

    process = ahead.take(request) if ahead is not None else None
    message = request.to_json() if process is None else request.sql
    process = process or _started(request)
    try:
        result, errors = _exchange(process, message.encode(), request, listener)
    finally:
        _end(process)
        if ahead is not None:
            ahead.begin(request)
    if process.returncode:
        _raise(process.returncode, errors, request)
    table = table_of(result, request.result_mb << 20)
    if table.num_rows > request.rows:
        raise _over("rows", request)
    return table


def _started(request: Request) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", _WORKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd="/",
        env=_environment(),
        start_new_session=True,
        pass_fds=[] if request.reader is None else [request.reader],
    )


def _environment() -> dict[str, str]:
    passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    path = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if any(path):
        passed["PYTHONPATH"] = os.pathsep.join(str(Path(p).absolute()) for p in path if p)
    return {**passed, **_FRUGAL}


def _exchange(
    process: subprocess.Popen[bytes],
    message: bytes,
    request: Request,
    listener: Callable[[], None],
) -> tuple[bytearray, bytearray]:
    """Send the input, and read output until the process ends or a limit is exceeded."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    deadline = time.monotonic() + request.seconds
    result, errors = bytearray(), bytearray()
    waiting = memoryview(message)
    with selectors.DefaultSelector() as ready:
        os.set_blocking(process.stdin.fileno(), False)
        ready.register(process.stdin, selectors.EVENT_WRITE)
        ready.register(process.stdout, selectors.EVENT_READ, result)
        ready.register(process.stderr, selectors.EVENT_READ, errors)
        while ready.get_map():
            events = ready.select(min(_LISTEN_SECONDS, max(0.0, deadline - time.monotonic())))
            listener()
            if time.monotonic() >= deadline:
                raise _over("seconds", request)
            for key, _ in events:
                if key.data is None:
                    waiting = _written(process.stdin, waiting)
                    if not waiting:
                        ready.unregister(process.stdin)
                        process.stdin.close()
                    continue
                read = os.read(key.fd, 1 << 16)
                key.data.extend(read)
                if not read:
                    ready.unregister(key.fileobj)
            del errors[:-_ERROR_BYTES]
            if len(result) > request.result_mb << 20:
                raise _over("result", request)
    try:
        process.wait(max(0.1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired as error:
        raise _over("seconds", request) from error
    return result, errors


def _over(limit: str, request: Request) -> StoppedError:
    problems = {
        "seconds": f"the statement took more than {request.seconds:g} seconds",
        "memory": f"the statement needs more than {request.memory_mb:,} MB of memory",
        "rows": f"the result has more than {request.rows:,} rows",
        "result": f"the result has more than {request.result_mb:,} MB",
    }
    return StoppedError(f"{problems[limit]}; {_LESS}")


def _written(stdin: IO[bytes], waiting: memoryview) -> memoryview:
    try:
        return waiting[os.write(stdin.fileno(), waiting) :]
    except BrokenPipeError:  # it has already ended, and says why on stderr
        return waiting[:0]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and release its resources."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        assert pipe is not None
        pipe.close()
    process.wait()


def _raise(code: int, errors: bytearray, request: Request) -> NoReturn:
    from .sizes import without_paths

    try:
        report = json.loads(errors.splitlines()[-1])
        kind, message = str(report["kind"]), str(report["message"])
    except (ValueError, LookupError, TypeError):
        if code in (-signal.SIGXCPU, -signal.SIGALRM):
            raise _over("seconds", request) from None
        if code in _CRASHES and memory_limit() is not None:
            raise MemoryShortError(short_of_memory()) from None
        failed_check = b"Check failed" in errors  # a check of Arrow, which aborts as well
        if (code == -signal.SIGABRT and not failed_check) or (
            told_cause(errors.decode("utf-8", "replace")) is Cause.MEMORY
        ):
            raise _over("memory", request) from None
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        raise StoppedError(f"the statement broke the process that ran it ({how})") from None
    if kind == "kernels":
        raise _KernelsMissingError(message)
    if kind in ("memory", "rows", "result"):
        raise _over(kind, request)
    if kind in ("refused", "wrong"):  # before anything ran: the message only quotes the SQL
        raise (RefusedError if kind == "refused" else QueryError)(message)
    kinds = {"stopped": StoppedError, "lake": LakeError}
    raise kinds.get(kind, QueryError)(without_paths(message, request.lake))
