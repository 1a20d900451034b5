"""The limits of the page: all of them stand here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

HEAD_BYTES = 32 << 10  # of a request, before its body
BODY_BYTES = 64 << 10
BODY_SECONDS = 10.0  # for a head to arrive in, and for a body
LINGER_SECONDS = 2.0  # for the client of a refused request to read so; what it sends is discarded
REQUESTS = 256  # that are answered at a time; more get 503 at once
CONNECTIONS = 512  # at a time; more are cut off
SEND_SECONDS = 30.0  # for an answer to be read, on top of the time it takes
KEPT_BYTES = 32 << 20  # of exact answers in the cache
KEPT_ANSWER_BYTES = 1 << 20  # the longest answer in the cache

WAITING = 16  # requests that wait for a process; more get 503 at once
WAIT_SECONDS = 10.0  # for a process; then 503
LONG_SECONDS = 15.0  # longer ones are long: one process stays free of those
GRACE_SECONDS = 0.6  # for a process to stop by itself, as quick work does; then it is killed
ANSWER_BYTES = 64 << 20
WORKER_MB = 3072  # of memory beyond that of a new process
WORKER_KEEPS_MB = 1536  # a process that has grown by more is replaced when idle

SQL_SECONDS = 5.0
SQL_MB = 512
SQL_ROWS = 1000

SOLVE_SECONDS = 60.0  # for a spot that the page solves
SOLVE_MB = 600  # that solving may take
SOLVE_KEPT_MB = 700  # of solutions that a process caches

RUNS_WAITING = 20  # jobs that wait for those before them
RUNS_KEPT = 100  # that are listed, including finished ones
RUN_GRACE_SECONDS = 10.0  # for a stopped job to end; then it is killed

NO_JOBS = "a page has jobs where it is begun with --jobs: 'pokerlake serve --jobs 4'"

OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")  # names of this machine in requests


@dataclass(frozen=True)
class Settings:
    """The lake, and who may ask.

    Attributes
    ----------
    lake : Path
        A folder with a lake in it.
    workers : int
        Processes that answer: one job each at a time. 0 for one per core.
    names : tuple of str
        Names of this machine that a request's ``Host`` may have, besides 127.0.0.1, ``localhost``
        and ``[::1]``.
    keeps_hands : bool
        Whether dropped hands may be put into the lake: for a page that only the user of this
        machine can reach.
    jobs_gb : float
        Memory of a spot that a job solves into the lake, in GB: for such a page too. 0: no jobs.
    """

    lake: Path
    workers: int = 0
    names: tuple[str, ...] = ()
    keeps_hands: bool = False
    jobs_gb: float = 0

    @property
    def processes(self) -> int:
        """The number of processes that answer."""
        if self.workers:
            return self.workers
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
