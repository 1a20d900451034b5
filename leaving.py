"""What to remove when a program leaves at once: unfinished files, temporary folders, children.

A command leaves at once on Ctrl-C, see ``commands/signals.py``: its threads are in kernels, in
DuckDB or in a compiler, so no ``finally`` would run before they return. What must not be left
behind is registered here when it begins. In a program that uses pokerlake as a library this only
keeps a list: nothing here handles signals.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

# Files that DuckDB and SQLite put beside a file while they write it.
_BESIDE = ("", ".wal", ".tmp", "-journal", "-wal", "-shm")
_LONGEST_STEP = 5.0  # seconds
_PARENT_DEATH_SIGNAL = 1  # linux/prctl.h

_list: list[Path] = []
_lock = threading.RLock()
_inside = threading.local()
_leaving = False
_code: int | None = None  # the exit code of the program


@contextmanager
def unfinished(path: Path) -> Iterator[None]:
    """While the body runs, a program that leaves at once removes this file or folder."""
    with whole_step():
        _list.append(path)
    try:
        yield
    finally:
        with whole_step():
            _list.remove(path)


@contextmanager
def temporary_folder(**options: str | Path) -> Iterator[str]:
    """As ``tempfile.TemporaryDirectory``, and a program that leaves at once removes it too."""
    with whole_step():
        folder = tempfile.TemporaryDirectory(**options)  # type: ignore[call-overload]
        _list.append(Path(folder.name))
    try:
        with folder as name:
            yield name
    finally:
        with whole_step():
            _list.remove(Path(folder.name))


def folder_until_exit(prefix: str) -> Path:
    """A temporary folder that is removed when the program ends, however it ends."""
    with whole_step():
        folder = Path(tempfile.mkdtemp(prefix=prefix))
        _list.append(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def whole_step() -> Iterator[None]:
    """The program does not leave before the body, which must be short, has ended."""
    depth = getattr(_inside, "depth", 0)
    if not depth:
        wait_if_leaving()
    with _lock:
        _inside.depth = depth + 1
        try:
            yield
        finally:
            _inside.depth = depth


def wait_if_leaving() -> None:
    """Block if the program is leaving: an error at this point is only a consequence of that."""
    if _leaving:
        threading.Event().wait()


def leave(code: int, line: Callable[[], str]) -> NoReturn:
    """End the program from any of its threads, and remove all that is unfinished.

    ``code``: the exit code; ``line``: returns the text for stderr, once nothing changes any more.
    """
    global _leaving
    _leaving = True
    try:
        _lock.acquire(timeout=_LONGEST_STEP)
        for _ in range(2):  # machine code may have registered one more meanwhile
            _end_children()
            for path in [*_list, *_spilled()]:
                _remove(path)
        _say(line())
    finally:  # even if the rest fails
        os._exit(code)


def without_last_look() -> None:
    """Have the program leave as soon as its ``atexit`` functions have run.

    Python would visit each object once more, which takes a fifth of a short command. Call it first:
    functions registered with ``atexit`` before it would not run.
    """
    atexit.register(_end)


def in_the_end(code: int) -> None:
    """Set the exit code; without one Python has an error to report."""
    global _code
    _code = code


def _end() -> None:
    if _code is None:
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):  # Python reports it
        return
    for path in _spilled():
        _remove(path)
    os._exit(_code)


def _remove(path: Path) -> None:
    for ending in _BESIDE:
        beside = path.with_name(path.name + ending)
        with suppress(OSError):
            beside.unlink()
        if beside.is_dir():
            shutil.rmtree(beside, ignore_errors=True)


def _spilled() -> list[Path]:
    """DuckDB's files for data that does not fit in memory."""
    return list(Path(tempfile.gettempdir()).glob(f"duckdb_temp_{os.getpid()}_*"))


def _end_children() -> None:
    """Kill the processes that this one started, if the system can list them."""
    tracker = sys.modules.get("multiprocessing.resource_tracker")
    # The resource tracker ends by itself, and frees what the others had.
    spared = getattr(getattr(tracker, "_resource_tracker", None), "_pid", None)
    for path in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, path.read_text("ascii").split()):
                if child != spared:
                    if os.getpgid(child) == child:  # it may have processes of its own
                        os.killpg(child, 9)
                    else:
                        os.kill(child, 9)


def end_with_parent(parent: int) -> None:
    """Have Linux end this process with its parent, however the parent ends."""
    import ctypes

    ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, 9, 0, 0, 0)
    if os.getppid() != parent:  # the parent ended before the system was asked to watch it
        os._exit(1)


def _say(line: str) -> None:
    import select

    with suppress(OSError, ValueError):
        if select.select([], [2], [], 0)[1]:  # a pipe that nobody reads would block
            os.write(2, line.encode())
