"""The process that answers; :mod:`.pool` starts it, and ends it.

It reads jobs from stdin and writes replies to stdout. A thread reads on while a job runs: it is
told there that the job is to stop, and the process ends where the one that asked is gone.
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

_compiling = logging.getLogger("pokerlake.engine.kernel_cache")  # which loads numba
MOST_BYTES = ANSWER_BYTES - (1 << 20)  # of an answer; its header comes to that


class _Jobs:
    """The jobs that come through a pipe, and whether the one at hand is to stop."""

    def __init__(self, stdin: IO[bytes]) -> None:
        self._jobs: queue.SimpleQueue[tuple[frames.Job, threading.Event]] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(stdin,), daemon=True).start()

    def _read(self, stdin: IO[bytes]) -> NoReturn:
        stopped = threading.Event()
        while True:
            found = frames.read(stdin, ANSWER_BYTES)
            if found is None:
                os._exit(0)
            header, body = found
            if "stop" in header:
                stopped.set()
            else:
                stopped = threading.Event()
                self._jobs.put((frames.read_job(header, body), stopped))

    def next(self) -> tuple[frames.Job, threading.Event]:
        """The next job, once there is one."""
        return self._jobs.get()


def main() -> None:
    """Answer until the process that asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for the one that asks
    sys.meta_path.insert(0, NoPandas())
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no reply
    _compiling.setLevel(logging.INFO)
    jobs = _Jobs(sys.stdin.buffer)
    lake, is_home = lake_path(None), HOME in sys.argv[1:]
    with _Kernels(may_compile=False) as kernels:
        warm(lake, is_home=is_home)
    own, data = _memory()
    _limit_memory(data + (WORKER_MB << 20))
    _say(replies, frames.Reply(503 if kernels.missing else 200, b""))
    while True:
        job, stopped = jobs.next()
        with _Kernels(may_compile=job.may_compile) as kernels:
            reply = _answer(job, lake, stopped, replies, is_home=is_home)
        if kernels.missing:
            reply = problem(503, "kernels are being compiled; ask again in a moment")
        grown = _memory()[0] - own > WORKER_KEEPS_MB << 20
        _say(replies, replace(reply, replace=grown))


class _MissingKernelsError(PokerlakeError):
    """A kernel is not compiled, and is not to be compiled here."""


class _Kernels(logging.Handler):
    """What hears of a kernel that is not compiled, before it is, and maybe stops that."""

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

    found = answer_to(
        job.question, job.asked, lake, job.as_arrow, tell, listen,
        is_home=is_home, keeps_hands=KEEPS in sys.argv[1:], jobs_gb=_jobs_gb(),
    )  # fmt: skip
    if found.problem is not None:
        return problem(found.status, found.problem, found.field)
    if len(found.body) > MOST_BYTES:
        return problem(422, f"the answer has more than {MOST_BYTES >> 20} MB; ask for less")
    return frames.Reply(found.status, found.body, found.media_type, found.keep)


def _jobs_gb() -> float:
    """The memory of jobs, as the one that asks has said."""
    words = (word.removeprefix(JOBS) for word in sys.argv[1:] if word.startswith(JOBS))
    return float(next(words, 0))


def _say(replies: IO[bytes], reply: frames.Reply) -> None:
    """Hand a reply over; this process ends where the one that asks is gone."""
    try:
        frames.write_reply(replies, reply)
    except OSError:
        os._exit(0)


def _memory() -> tuple[int, int]:
    """Bytes in memory that are this process's own, and bytes it has asked for; 0 if not known."""
    try:
        pages = [int(word) for word in Path("/proc/self/statm").read_text("ascii").split()]
    except (OSError, ValueError):
        return 0, 0
    size = os.sysconf("SC_PAGE_SIZE")
    return (pages[1] - pages[2]) * size, pages[5] * size


def _limit_memory(most: int) -> None:
    """Have the system refuse memory to a job that takes too much, where it can."""
    if sys.platform != "linux":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


if __name__ == "__main__":
    main()
