"""Work for other processes, here or on other machines: tasks of any executor, in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
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
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import wait as wait_for
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from pokerlake import leaving
from pokerlake.lazy import NoPandas
from pokerlake.tables.errors import ClusterError, PokerlakeError

T = TypeVar("T")
R = TypeVar("R")
F = TypeVar("F")
Task = TypeVar("Task", contravariant=True)

_WAITING = 2  # tasks per process, so that none waits for its next
_AHEAD_HERE = 16  # tasks that this process may do while it waits for another process's task
MOST_AHEAD = 4096  # tasks of an executor, whose number of workers is unknown
_SECONDS_A_LOOK = 0.1  # between two checks whether to stop


def in_order(
    work: Callable[[T], R],
    tasks: Iterable[T],
    executor: Executor,
    *,
    ahead: int = MOST_AHEAD,
    instead: Callable[[T, Exception], F] | None = None,
    stop: Callable[[], bool] = lambda: False,
    shelf: Shelf[T, R] | None = None,
) -> Generator[R | F]:
    """The results of ``work`` for each task, in order of the tasks; few tasks wait at a time.

    ``work``: an executor of other processes or machines pickles it with tasks and results, so it
    must be a function of a module that depends on nothing else; ``tasks``: read as results are
    taken. Raises BrokenExecutor, ClusterError.
    """
    shelving = _Shelving(shelf) if shelf is not None else None

    def begin(task: T) -> _Pending[T, R]:
        if shelf is not None and shelf.has(task):
            return _Pending(task, None)
        entry = _Pending(task, executor.submit(work, task))
        if shelving is not None:
            shelving.follow(entry)
        return entry

    def result_of(entry: _Pending[T, R]) -> R | F:
        task, future = entry.task, entry.future
        while future is not None and not future.done():
            if stop():
                raise _StoppedError
            wait([future], _SECONDS_A_LOOK)
        if shelving is not None and shelving.error is not None:
            raise shelving.error
        if future is None:
            assert shelf is not None
            return shelf.take(task)
        try:
            return future.result()
        except (BrokenExecutor, CancelledError, ClusterError):
            raise
        except Exception as error:
            if instead is None:
                raise
            return instead(task, error)

    waiting: deque[_Pending[T, R]] = deque()
    try:
        for task in tasks:
            while len(waiting) >= ahead:
                yield result_of(waiting.popleft())
            waiting.append(begin(task))
        while waiting:
            yield result_of(waiting.popleft())
    except _StoppedError:
        return
    finally:
        for entry in waiting:
            if entry.future is not None:
                entry.future.cancel()
        if shelving is not None:
            shelving.end()


class _StoppedError(Exception):
    """Nobody waits for the tasks any more."""


class Shelf(Protocol[Task, R]):
    """Keeps results that wait for their turn, also for a later command."""

    def has(self, task: Task, /) -> bool:
        """Whether an earlier result is there."""
        ...

    def put(self, task: Task, result: R, /) -> None:
        """Keep a result; called from another thread."""
        ...

    def take(self, task: Task, /) -> R:
        """The result that is there."""
        ...


@dataclass(eq=False)
class _Pending(Generic[T, R]):
    task: T
    future: Future[R] | None  # None once a shelf has the result


class _Shelving(Generic[T, R]):
    """Puts results on a shelf as they arrive, in its own thread."""

    def __init__(self, shelf: Shelf[T, R]) -> None:
        self.error: Exception | None = None  # after the first, nothing more is put there
        self._shelf = shelf
        self._come: SimpleQueue[_Pending[T, R] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._put_all, daemon=True)
        self._thread.start()

    def follow(self, entry: _Pending[T, R]) -> None:
        """Put the result of a task there when it arrives."""
        assert entry.future is not None
        entry.future.add_done_callback(lambda _: self._come.put(entry))

    def end(self) -> None:
        """Wait until all results that arrived are on the shelf."""
        self._come.put(None)
        self._thread.join()

    def _put_all(self) -> None:
        while (entry := self._come.get()) is not None:
            future = entry.future
            assert future is not None
            if self.error is not None or future.cancelled() or future.exception() is not None:
                continue
            try:
                self._shelf.put(entry.task, future.result())
            except Exception as error:  # noqa: BLE001 raised where results are waited for
                self.error = error
            else:
                entry.future = None  # many results may wait: they need not stay in memory too


def threads_of_task() -> int:
    """The threads for a task on a Dask worker: its own, shared by the tasks that run there now.

    Outside of a worker it is 1: tasks of other executors run side by side.
    """
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return 1
    try:
        state = distributed.get_worker().state
    except ValueError:  # this is not a worker
        return 1
    return max(1, int(state.nthreads) // max(1, len(state.executing)))


def over_processes(
    work: Callable[[T], R],
    tasks: Iterable[T],
    workers: int,
    *,
    here: bool = False,
    instead: Callable[[T, Exception], F] | None = None,
) -> Iterator[R | F]:
    """The results of :func:`in_order` from new processes, which end with this one in any case.

    ``here``: whether this process works too: it needs no second to start, and nothing has to be
    sent to it. Raises PokerlakeError if one of the processes is killed.
    """
    processes = workers - here
    context = multiprocessing.get_context("spawn")
    with leaving.whole_step(), begun_quietly():
        pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_follow_parent)
        pool.submit(_nothing)  # the first task starts all of them
    most = _WAITING * processes
    executor, ahead = (_AlsoHere(pool, most), most + _AHEAD_HERE) if here else (pool, most)
    try:
        yield from in_order(work, tasks, executor, ahead=ahead, instead=instead)
    except BrokenProcessPool as error:
        raise PokerlakeError(
            "a process of this command was ended from outside, perhaps for want of memory; what "
            "the lake has is whole: try again with --workers 1"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _nothing() -> None:
    pass


class _AlsoHere(Executor):
    """Processes, and this one: it does a task itself while they have all that they may hold."""

    def __init__(self, pool: Executor, most: int) -> None:
        self._pool, self._most = pool, most
        self._given: list[Future[Any]] = []

    def submit(self, work: Callable[..., R], /, *args: Any, **options: Any) -> Future[R]:
        """Give the task to a process, or do it here."""
        self._given = [future for future in self._given if not future.done()]
        if len(self._given) < self._most:
            future = self._pool.submit(work, *args, **options)
            self._given.append(future)
            return future
        done: Future[R] = Future()
        try:
            done.set_result(work(*args, **options))
        except Exception as error:  # noqa: BLE001 raised where the result is asked for
            done.set_exception(error)
        return done


@contextmanager
def begun_quietly() -> Iterator[None]:
    """Processes that start within leave Ctrl-C, which a terminal sends to all, to this one.

    From their first moment on: they would print a traceback of their imports. One of them is
    Python's own resource tracker, which frees what the others shared and would warn of it if
    killed.
    """
    quiet = "ignore:resource_tracker"
    sys.warnoptions.append(quiet)
    if hasattr(signal, "pthread_sigmask"):  # Windows lacks it
        # First: starting the tracker unblocks Ctrl-C in this thread, for later processes too.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        sys.warnoptions.remove(quiet)


def _follow_parent() -> None:
    """End with the parent, even if it is killed."""
    sys.meta_path.insert(0, NoPandas())  # saves a fifth of a process's starting time of one second
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
