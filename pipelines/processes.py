"""Work for other processes, here or on other machines: tasks of any executor, in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for
from typing import TypeVar

from pokerlake import leaving
from pokerlake.tables.errors import ClusterError, PokerlakeError

T = TypeVar("T")
R = TypeVar("R")

_WAITING = 2  # tasks a process, so that none of them has to wait for its next
MOST_AHEAD = 4096  # tasks of an executor, whose workers nobody counts
_SECONDS_A_LOOK = 0.1  # between two looks at whether to stop


def in_order(
    work: Callable[[T], R],
    tasks: Iterable[T],
    executor: Executor,
    *,
    ahead: int = MOST_AHEAD,
    instead: Callable[[T, Exception], R] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[R]:
    """The results of ``work`` for each task, in the order of tasks; few tasks wait at a time.

    Parameters
    ----------
    work : callable
        An executor of other processes or machines pickles it, tasks and results: it is a function
        of a module, and depends on nothing else.
    tasks : iterable
        It is read as results are taken.
    executor : Executor
    ahead : int
        How many tasks the executor has at a time; more than it has workers, so that none has to
        wait for its next. A late result holds back as many that are done.
    instead : callable, optional
        What stands for the result of a task that failed, by the task and its error. By default that
        error is raised.
    stop : callable
        It is asked several times a second whether to stop. Then no more results come.

    Raises
    ------
    BrokenExecutor, ClusterError
        If the executor has lost its processes, or all machines.
    """

    def result_of(task: T, future: Future[R]) -> R:
        while not future.done():
            if stop():
                raise _StoppedError
            wait([future], _SECONDS_A_LOOK)
        try:
            return future.result()
        except (BrokenExecutor, CancelledError, ClusterError):
            raise
        except Exception as error:
            if instead is None:
                raise
            return instead(task, error)

    waiting: deque[tuple[T, Future[R]]] = deque()
    try:
        for task in tasks:
            while len(waiting) >= ahead:
                yield result_of(*waiting.popleft())
            waiting.append((task, executor.submit(work, task)))
        while waiting:
            yield result_of(*waiting.popleft())
    except _StoppedError:
        return
    finally:
        for _, future in waiting:
            future.cancel()


class _StoppedError(Exception):
    """The tasks are not to be waited for."""


def threads_of_task() -> int:
    """The threads for a task on a worker of Dask's: its own, shared by the tasks of the moment.

    It is 1 in a process that is no such worker: what is given to an executor runs beside others.
    """
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return 1
    try:
        state = distributed.get_worker().state
    except ValueError:  # it is no worker
        return 1
    return max(1, int(state.nthreads) // max(1, len(state.executing)))


def over_processes(
    work: Callable[[T], R],
    tasks: Iterable[T],
    workers: int,
    *,
    instead: Callable[[T, Exception], R] | None = None,
) -> Iterator[R]:
    """What :func:`in_order` returns, from new processes. They end with this one, however it ends.

    Raises
    ------
    PokerlakeError
        If one of the processes is killed.
    """
    context = multiprocessing.get_context("spawn")
    with leaving.whole_step(), begun_quietly():
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_follow_parent)
        pool.submit(_nothing)  # with the first task they begin, all of them
    try:
        yield from in_order(work, tasks, pool, ahead=_WAITING * workers, instead=instead)
    except BrokenProcessPool as error:
        raise PokerlakeError(
            "a process of this command was ended from outside, perhaps for want of memory; what "
            "the lake has is whole: try again with --workers 1"
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
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
