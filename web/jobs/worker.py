"""The process that answers; :mod:`.pool` starts it, and ends it.

It reads jobs from stdin and writes replies to stdout. A thread keeps reading while a job runs: it
learns there that the job is to stop, and ends the process when its parent is gone.
"""

from __future__ import annotations

import logging
import os
import queue
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import IO, NoReturn

from pokerlake.lazy import NoPandas
from pokerlake.tables.errors import PokerlakeError
from pokerlake.tables.lake import lake_path

from ..questions import StoppedError, answer_to, warm
from ..settings import ANSWER_BYTES, WORKER_KEEPS_MB, WORKER_MB
from . import frames
from .frames import HOME, JOBS, KEEPS, problem

_compiling = logging.getLogger("pokerlake.engine.kernel_cache")  # importing it would load numba
MOST_BYTES = ANSWER_BYTES - (1 << 20)  # of an answer; with its header it reaches the limit


class _Jobs:
    """The jobs that arrive through a pipe, and whether the current one is to stop."""

    def __init__(self, stdin: IO[bytes]) -> None:
        self._jobs: queue.SimpleQueue[tuple[frames.Job, threading.Event]] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(stdin,), daemon=True).start()

    def _read(self, stdin: IO[bytes]) -> NoReturn:
        stopped = threading.Event()
        while True:
            message = frames.read(stdin, ANSWER_BYTES)
            if message is None:
                os._exit(0)
            header, body = message
            if "stop" in header:
                stopped.set()
            else:
                stopped = threading.Event()
                self._jobs.put((frames.read_job(header, body), stopped))

    def next(self) -> tuple[frames.Job, threading.Event]:
        """The next job, once there is one."""
        return self._jobs.get()


def main() -> None:
    """Answer until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for the parent
    sys.meta_path.insert(0, NoPandas())
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of libraries is not a reply
    _compiling.setLevel(logging.INFO)
    jobs = _Jobs(sys.stdin.buffer)
    lake, is_home = lake_path(None), HOME in sys.argv[1:]
    with _Kernels(may_compile=False) as kernels:
        warm(lake, is_home=is_home)
    before, data = _memory()
    _limit_memory(data + (WORKER_MB << 20))
    _say(replies, frames.Reply(503 if kernels.missing else 200, b""))
    while True:
        job, stopped = jobs.next()
        with _Kernels(may_compile=job.may_compile) as kernels:
            reply = _answer(job, lake, stopped, replies, is_home=is_home)
        if kernels.missing:
            reply = problem(503, "kernels are being compiled; ask again in a moment")
        grown = _memory()[0] - before > WORKER_KEEPS_MB << 20
        _say(replies, replace(reply, replace=grown))


class _MissingKernelsError(PokerlakeError):
    """A kernel is not compiled, and must not be compiled here."""


class _Kernels(logging.Handler):
    """Notices that a kernel is about to be compiled, and may prevent it."""

    def __init__(self, *, may_compile: bool) -> None:
        super().__init__()
        self._may_compile = may_compile
        self.missing = False

    def emit(self, _: logging.LogRecord) -> None:
        self.missing = True
        raise _MissingKernelsError("kernels are being compiled")

    def __enter__(self) -> _Kernels:
        if not self._may_compile:
            _compiling.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        _compiling.removeHandler(self)


def _answer(
    job: frames.Job,
    lake: Path,
    stopped: threading.Event,
    replies: IO[bytes],
    *,
    is_home: bool,
) -> frames.Reply:
    def listen() -> None:
        if stopped.is_set():
            raise StoppedError

    def tell(body: bytes) -> None:
        listen()
        _say(replies, frames.Reply(102, body))

    written = answer_to(
        job.question, job.asked, lake, job.as_arrow, tell, listen,
        is_home=is_home, keeps_hands=KEEPS in sys.argv[1:], jobs_gb=_jobs_gb(),
    )  # fmt: skip
    if written.problem is not None:
        return problem(written.status, written.problem, written.field)
    if len(written.body) > MOST_BYTES:
        return problem(422, f"the answer has more than {MOST_BYTES >> 20} MB; ask for less")
    return frames.Reply(written.status, written.body, written.media_type, written.keep)


def _jobs_gb() -> float:
    """The memory of jobs, from the parent."""
    words = (word.removeprefix(JOBS) for word in sys.argv[1:] if word.startswith(JOBS))
    return float(next(words, 0))


def _say(replies: IO[bytes], reply: frames.Reply) -> None:
    """Send a reply; this process ends if its parent is gone."""
    try:
        frames.write_reply(replies, reply)
    except OSError:
        os._exit(0)


def _memory() -> tuple[int, int]:
    """Bytes in memory that belong to this process, and bytes it has allocated; 0 if unknown."""
    try:
        pages = [int(word) for word in Path("/proc/self/statm").read_text("ascii").split()]
    except (OSError, ValueError):
        return 0, 0
    size = os.sysconf("SC_PAGE_SIZE")
    return (pages[1] - pages[2]) * size, pages[5] * size


def _limit_memory(most: int) -> None:
    """Have the system refuse memory to a job that takes too much, if it can."""
    if sys.platform != "linux":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


if __name__ == "__main__":
    main()
