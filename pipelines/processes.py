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

_WAITING = 2  # tasks a process, so that none of them has to wait for its next
_AHEAD_HERE = 16  # tasks that this process may do while it waits for that of another
MOST_AHEAD = 4096  # tasks of an executor, whose workers nobody counts
_SECONDS_A_LOOK = 0.1  # between two looks at whether to stop


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
    """The results of ``work`` for each task, in the order of tasks; few tasks wait at a time.

    ``work``: an executor of other processes or machines pickles it, tasks and results: it is a
    function of a module, and depends on nothing else; ``tasks``: it is read as results are taken.
    Raises BrokenExecutor, ClusterError.
    """
    shelving = _Shelving(shelf) if shelf is not None else None

    def begin(task: T) -> _Given[T, R]:
        if shelf is not None and shelf.has(task):
            return _Given(task, None)
        given = _Given(task, executor.submit(work, task))
        if shelving is not None:
            shelving.follow(given)
        return given

    def result_of(given: _Given[T, R]) -> R | F:
        task, future = given.task, given.future
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

    waiting: deque[_Given[T, R]] = deque()
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
        for given in waiting:
            if given.future is not None:
                given.future.cancel()
        if shelving is not None:
            shelving.end()


class _StoppedError(Exception):
    """The tasks are not to be waited for."""


class Shelf(Protocol[Task, R]):
    """Keeps results that wait for their turn, so that a later command has them too."""

    def has(self, task: Task, /) -> bool:
        """Whether it has a result from before."""
        ...

    def put(self, task: Task, result: R, /) -> None:
        """Keep a result; called from another thread."""
        ...

    def take(self, task: Task, /) -> R:
        """A result that it has."""
        ...


@dataclass(eq=False)
class _Given(Generic[T, R]):
    task: T
    future: Future[R] | None  # None once a shelf has the result


class _Shelving(Generic[T, R]):
    """Puts results on a shelf as they come, in a thread of its own."""

    def __init__(self, shelf: Shelf[T, R]) -> None:
        self.error: Exception | None = None  # after the first nothing more is put there
        self._shelf = shelf
        self._come: SimpleQueue[_Given[T, R] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._put_all, daemon=True)
        self._thread.start()

    def follow(self, given: _Given[T, R]) -> None:
        """Put the result of a task there once it has come."""
        assert given.future is not None
        given.future.add_done_callback(lambda _: self._come.put(given))

    def end(self) -> None:
        """Wait until all that has come is there."""
        self._come.put(None)
        self._thread.join()

    def _put_all(self) -> None:
        while (given := self._come.get()) is not None:
            future = given.future
            assert future is not None
            if self.error is not None or future.cancelled() or future.exception() is not None:
                continue
            try:
                self._shelf.put(given.task, future.result())
            except Exception as error:  # noqa: BLE001 it is raised where results are waited for
                self.error = error
            else:
                given.future = None  # many results may wait: they need not be in memory too


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
    here: bool = False,
    instead: Callable[[T, Exception], F] | None = None,
) -> Iterator[R | F]:
    """What :func:`in_order` returns, from new processes. They end with this one, however it ends.

    ``here``: whether this process is one of the workers: it needs no second to begin, and nothing
    has to be carried to it. Raises PokerlakeError if one of the processes is killed.
    """
    processes = workers - here
    context = multiprocessing.get_context("spawn")
    with leaving.whole_step(), begun_quietly():
        pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_follow_parent)
        pool.submit(_nothing)  # with the first task they begin, all of them
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
    """Processes, and this one: it does a task itself when they have as many as they are to have."""

    def __init__(self, pool: Executor, most: int) -> None:
        self._pool, self._most = pool, most
        self._given: list[Future[Any]] = []

    def submit(self, work: Callable[..., R], /, *args: Any, **options: Any) -> Future[R]:
        """Have a process do it, or do it."""
        self._given = [future for future in self._given if not future.done()]
        if len(self._given) < self._most:
            future = self._pool.submit(work, *args, **options)
            self._given.append(future)
            return future
        done: Future[R] = Future()
        try:
            done.set_result(work(*args, **options))
        except Exception as error:  # noqa: BLE001 it is raised where the result is asked for
            done.set_exception(error)
        return done


@contextmanager
def begun_quietly() -> Iterator[None]:
    """Processes that begin meanwhile leave Ctrl-C, which a terminal sends to all, to this one.

    From their first moment on: they would say what they were just importing. One of them is
    Python's own, which frees what the others shared, and would warn of it if this one is ended.
    """
    quiet = "ignore:resource_tracker"
    sys.warnoptions.append(quiet)
    if hasattr(signal, "pthread_sigmask"):  # it has none on Windows
        # First: the thread that begins it takes Ctrl-C again, and so would what it begins next.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        sys.warnoptions.remove(quiet)


def _follow_parent() -> None:
    """End with the parent, also where that is killed."""
    sys.meta_path.insert(0, NoPandas())  # a fifth of the second that a process takes to begin
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
