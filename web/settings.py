"""Who may ask how much of the page: every limit stands here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

HEAD_BYTES = 32 << 10  # of a request, before its body
BODY_BYTES = 64 << 10
BODY_SECONDS = 10.0  # for a head to arrive in, and for a body
LINGER_SECONDS = 2.0  # in which a request that was refused may read so, and what it sends is lost
REQUESTS = 256  # that are answered at a time; more get 503 at once
CONNECTIONS = 512  # at a time; more are cut off
SEND_SECONDS = 30.0  # for an answer to be taken, beside the time it takes
KEPT_BYTES = 32 << 20  # of exact answers that are kept to be given again
KEPT_ANSWER_BYTES = 1 << 20  # the longest answer that is kept

WAITING = 16  # requests that wait for a process; more get 503 at once
WAIT_SECONDS = 10.0  # for a process; then 503
LONG_SECONDS = 15.0  # what may take more is long: of those, one process less may run than there are
GRACE_SECONDS = 0.6  # for a process to stop by itself, as at what is quick; then it is killed
ANSWER_BYTES = 64 << 20
WORKER_MB = 3072  # of memory beyond what a process begins with
WORKER_KEEPS_MB = 1536  # a process that has grown by more is replaced once it is idle

SQL_SECONDS = 5.0
SQL_MB = 512
SQL_ROWS = 1000

SOLVE_SECONDS = 60.0  # for a spot that the page solves
SOLVE_MB = 600  # that solving may take
SOLVE_KEPT_MB = 700  # of solutions that a process keeps at hand

RUNS_WAITING = 20  # jobs that wait for those before them
RUNS_KEPT = 100  # that are listed, those that are over too
RUN_GRACE_SECONDS = 10.0  # for a job that is stopped to end; then it is killed

NO_JOBS = "a page has jobs where it is begun with --jobs: 'pokerlake serve --jobs 4'"

OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")  # that a request may call this machine


@dataclass(frozen=True)
class Settings:
    """Where the lake is, and who may ask.

    Attributes
    ----------
    lake : Path
        A folder with a lake in it.
    workers : int
        Processes that answer: one job each at a time. 0 for one on each core.
    names : tuple of str
        Names of this machine that a request's ``Host`` may have, beside 127.0.0.1, ``localhost``
        and ``[::1]``.
    keeps_hands : bool
        Whether hands that are dropped may be put into the lake: for a page that others than the
        user of this machine do not ask.
    jobs_gb : float
        Memory of a spot that a job solves into the lake, in GB: for such a page too. 0: there are
        no jobs.
    """

    lake: Path
    workers: int = 0
    names: tuple[str, ...] = ()
    keeps_hands: bool = False
    jobs_gb: float = 0

    @property
    def processes(self) -> int:
        """How many processes answer."""
        if self.workers:
            return self.workers
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
