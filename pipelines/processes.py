"""Work for other processes, where Python itself takes the time."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import TypeVar

from pokerlake import leaving
from pokerlake.tables.errors import PokerlakeError

T = TypeVar("T")
R = TypeVar("R")

_WAITING = 2  # tasks a process, so that none of them has to wait for its next


def over_processes(work: Callable[[T], R], tasks: Iterable[T], workers: int) -> Iterator[R]:
    """The results of ``work`` for each task, in the order of tasks; few tasks wait at a time.

    New processes do the work. They end with this one, however it ends.

    Raises
    ------
    PokerlakeError
        If one of the processes is killed.
    """
    context = multiprocessing.get_context("spawn")
    with leaving.whole_step(), begun_quietly():
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_follow_parent)
        pool.submit(_nothing)  # with the first task they begin, all of them
    waiting: deque[Future[R]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > _WAITING * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise PokerlakeError(
            "a process that reads was ended from outside, perhaps for want of memory; nothing is "
            "changed: try again with --workers 1"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _nothing() -> None:
    pass


@contextmanager
def begun_quietly() -> Iterator[None]:
    """Processes that begin meanwhile leave Ctrl-C, which a terminal sends to all, to this one.

    From their first moment on: they would say what they were just importing. One of them is
    Python's own, which frees what the others shared, and would warn of it if this one is ended.
    """
    quiet = "ignore:resource_tracker"
    sys.warnoptions.append(quiet)
    if hasattr(signal, "pthread_sigmask"):  # it has none on Windows
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        sys.warnoptions.remove(quiet)


def _follow_parent() -> None:
    """End with the parent, also where that is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
