"""Runs one input and says what is wrong: what was raised, how long it took, what it left behind."""

from __future__ import annotations

import faulthandler
import gc
import locale
import os
import re
import resource
import signal
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .inputs import Given, Target

SECONDS = 10.0  # that an answer may take, of this process
LONGEST = 90  # seconds on the clock, where nothing else ends it
MEGABYTES = 600  # that the largest memory in use may rise by
MOST_MEMORY = 4 << 30  # bytes more: what is asked for beyond them is a MemoryError
_TESTS = str(Path(__file__).parents[1])
_OURS = re.compile(
    r"[/\\](?:\.src[/\\]pokerlake|api|cli\.py|commands|engine|pipelines|queries|tables)\b"
)


class WrongError(AssertionError):
    """An answer that another way contradicts, or that is not what every command gives."""


class LateError(BaseException):
    """An answer that took too long; not an Exception, so that nothing takes it for its own."""


@dataclass(frozen=True)
class Finding:
    """What an input of a target led to."""

    target: str
    given: Given
    kind: str  # the class of the exception, or "state", "files", "memory"
    where: str  # the innermost line of pokerlake's
    says: str

    @property
    def signature(self) -> tuple[str, str, str]:
        """The same for findings that are probably one fault."""
        return self.target, self.kind, self.where

    def __str__(self) -> str:
        return f"{self.target}: {self.kind} at {self.where}: {self.says[:300]}"


def _data() -> int:
    """Bytes of data that this process has; other tests may have left it gigabytes."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    (kilobytes,) = [line.split()[1] for line in lines if line.startswith("VmData:")]
    return int(kilobytes) * 1024


@contextmanager
def limits() -> Iterator[Path]:
    """Memory and time have limits inside, and files a folder that goes; the folder."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    signals = signal.signal(signal.SIGALRM, _alarm)
    where, temporary = Path.cwd(), tempfile.tempdir
    frozen = gc.get_freeze_count()  # who calls has left modules alone, and goes on with that
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as folder:
        for name in ("home", "tmp"):
            Path(folder, name).mkdir()
        os.chdir(Path(folder, "home"))
        tempfile.tempdir = str(Path(folder, "tmp"))
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_DATA, (_data() + MOST_MEMORY, before[1]))
        try:
            yield Path(folder)
        finally:
            if not frozen:
                gc.unfreeze()
                _modules[0] = 0
            resource.setrlimit(resource.RLIMIT_DATA, before)
            signal.signal(signal.SIGALRM, signals)
            tempfile.tempdir = temporary
            os.chdir(where)


_started = [0.0, 0.0]
_modules = [0]  # those whose objects the collector of garbage leaves alone


def _alarm(*_: object) -> None:
    """End what takes too long; on a busy machine the clock alone says little."""
    wall, own = time.perf_counter() - _started[0], time.process_time() - _started[1]
    if own > SECONDS or wall > 0.7 * LONGEST:
        raise LateError(f"no answer after {wall:.0f} s ({own:.0f} s of this process)")
    signal.setitimer(signal.ITIMER_REAL, SECONDS / 4)


def finding(target: Target, given: Given) -> Finding | None:
    """What is wrong with what a target makes of an input; None if nothing is.

    What only happens once, as a module is first imported, is not wrong: it has to happen again.
    """
    if len(sys.modules) > _modules[0] + 20:
        gc.collect()
        gc.freeze()  # each command that fails looks for garbage: 0.1 s among all modules
        _modules[0] = len(sys.modules)
    found = _tried(target, given)
    if found is not None and found.kind in ("state", "files", "memory"):
        found = _tried(target, given)
    return found


def _tried(target: Target, given: Given) -> Finding | None:
    before, peak = _state(), _peak()
    problem = _problem(target, given)
    after = _state()
    if problem is not None:
        for name in _left():  # what a finding leaves is no finding of its own
            _remove(name)
        gc.collect()
        kind, where, says = problem
        return Finding(target.name, given, kind, where, says)
    left = _left()
    for name in left:
        _remove(name)
    if left:
        return Finding(target.name, given, "files", "left behind", ", ".join(left))
    changed = [
        f"{name}: {before[name]!r} -> {now!r}" for name, now in after.items() if before[name] != now
    ]
    if changed:
        gc.collect()  # what an error holds may be what is open
        after = _state()
        changed = [
            f"{name}: {before[name]!r} -> {now!r}"
            for name, now in after.items()
            if before[name] != now
        ]
    if changed:
        return Finding(
            target.name, given, "state", changed[0].partition(":")[0], "; ".join(changed)
        )
    rise = (_peak() - peak) >> 20
    if rise > MEGABYTES:
        _forget_peak()
        return Finding(target.name, given, "memory", "peak", f"{rise:,} MB more")
    return None


def _problem(target: Target, given: Given) -> tuple[str, str, str] | None:
    """What was raised: its class, where, and what it says."""
    _started[:] = time.perf_counter(), time.process_time()
    faulthandler.dump_traceback_later(LONGEST, exit=True, file=_stderr())
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            target.run(given)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is what was looked for
        signal.setitimer(signal.ITIMER_REAL, 0)
        if isinstance(error, target.ours):
            return _unspeakable(error)
        return type(error).__name__, _where(error), str(error)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
    return None


def _unspeakable(error: BaseException) -> tuple[str, str, str] | None:
    """What is wrong with what one of our own errors says."""
    said = str(error)
    if not said.strip():
        return "WrongError", _where(error), f"{type(error).__name__} without a message"
    return None


def _stderr() -> Any:
    return sys.__stderr__ if sys.__stderr__ is not None else 2


def _where(error: BaseException) -> str:
    """The innermost place of pokerlake's own that an error came through, or its last of all."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        one for one in frames if _OURS.search(one.filename) and not one.filename.startswith(_TESTS)
    ]
    at = (own or frames)[-1]
    return f"{Path(at.filename).parent.name}/{Path(at.filename).name}:{at.name}"


# ---------------------------------------------------------------- what a call leaves as it was


def _state() -> dict[str, object]:
    """What belongs to the process, and not to a call."""
    return {
        "folder": str(Path.cwd()),
        "environment": dict(os.environ),
        "numpy's errors": np.geterr(),
        "recursion": sys.getrecursionlimit(),
        "digits": sys.get_int_max_str_digits(),
        "signals": [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)],
        "garbage": (gc.isenabled(), gc.get_threshold()),
        "locale": locale.setlocale(locale.LC_ALL),
        "many threads": threading.active_count() > 300,  # the engine's pool grows to 256
        "open files": _open_files(),
        "stdout": (id(sys.stdout), id(sys.stderr)),
        "finders": len(sys.meta_path),
    }


def _open_files() -> int:
    with suppress(OSError):
        return len(list(os.scandir("/proc/self/fd")))
    return 0


def _peak() -> int:
    """The most memory that was in use, in bytes."""
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


def _forget_peak() -> None:
    gc.collect()
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _left() -> list[str]:
    """Files in the working folder and among temporary ones: pokerlake is to leave none."""
    own = [entry.path for entry in os.scandir(".")]
    return own + [entry.path for entry in os.scandir(tempfile.gettempdir())]


def _remove(name: str) -> None:
    path = Path(name)
    if path.is_dir() and not path.is_symlink():
        for inner in path.iterdir():
            _remove(str(inner))
        path.rmdir()
    else:
        path.unlink()


def fails_as(target: Target, like: Finding) -> Callable[[Given], bool]:
    """Whether another input of a target leads to the same finding."""

    def fails(given: Given) -> bool:
        found = finding(target, given)
        return found is not None and found.signature == like.signature

    return fails
