"""Rows shared out among threads: kernels release the GIL, so plain threads keep all cores busy."""

from __future__ import annotations

import _thread
import functools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from .given import is_whole, shown

T = TypeVar("T")

# Handing a share to a thread costs 5 microseconds; this many seven-card hands take 27 to evaluate.
SMALLEST_SHARE = 16_384
SHARES_A_THREAD = 8
LARGEST_SHARE = 1 << 19  # rows: 1 millisecond of hands, 0.2 seconds of Omaha holes
MOST_THREADS = 256
_SECONDS_ASLEEP = 0.2


def worker_count(threads: int) -> int:
    """``threads``, or the number of cores for 0.

    Raises ValueError if ``threads`` is negative, or not a whole number.
    """
    whole = type(threads) is int or is_whole(threads)
    if not whole or threads < 0:
        raise ValueError(f"threads is {shown(threads)}: give 0 (all cores) or more")
    if threads:
        return int(threads)
    if hasattr(os, "sched_getaffinity"):  # the cores that this process may use
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def free_memory() -> int | None:
    """Bytes of memory that are free on the machine, or in the container; None if unknown."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except (OSError, ValueError):
        return None
    free = [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")]
    return min([*free, *_free_of_groups()], default=None)


def _free_of_groups(
    root: Path = Path("/sys/fs/cgroup"), own_groups: str | None = None
) -> Iterator[int]:
    """The free memory of each control group of this process that has a limit.

    ``own_groups`` is the text of ``/proc/self/cgroup`` by default. Containers and services are such
    groups. Inside a container the path may be the one seen from outside, while its own group is
    mounted at the top. Cached files count as free, as they do for the machine.
    """
    if own_groups is None:
        membership = Path("/proc/self/cgroup")
        own_groups = membership.read_text("utf-8") if membership.exists() else ""
    for line in own_groups.splitlines():
        _, kinds, path = line.split(":", 2)
        if kinds == "":  # cgroup v2
            top, limit, used = root, "memory.max", "memory.current"
        elif kinds == "memory":
            top, limit, used = root / kinds, "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        group = top / path.lstrip("/")
        for folder in (group, *group.parents[: len(group.relative_to(top).parts)]):
            if not (folder / limit).exists() or (most := (folder / limit).read_text()) == "max\n":
                continue
            counts = dict(
                line.split() for line in (folder / "memory.stat").read_text().splitlines()
            )
            cached = (  # with the groups below, which cgroup v1 counts under total_*
                counts.get(f"total_{kind}_file", counts[f"{kind}_file"])
                for kind in ("inactive", "active")
            )
            yield max(int(most) - int((folder / used).read_text()) + sum(map(int, cached)), 0)


def over_rows(work: Callable[[int, int], T], rows: int, threads: int) -> list[T]:
    """Call ``work(start, stop)`` on shares of ``range(rows)``; the results are in row order.

    Each thread takes several shares, one after the other: a core that is slow, or late, costs its
    last share and not half of the time. No share is so large that Ctrl-C would have to wait.
    """
    workers = worker_count(threads)
    shares = min(SHARES_A_THREAD * workers, rows // SMALLEST_SHARE) if workers > 1 else 1
    shares = max(shares, -(-rows // LARGEST_SHARE))
    if shares <= 1:
        return [work(0, rows)]
    bounds = [rows * i // shares for i in range(shares + 1)]
    return over_tasks(lambda i: work(bounds[i], bounds[i + 1]), range(shares), workers)


def over_tasks(work: Callable[[int], T], tasks: Sequence[int], threads: int) -> list[T]:
    """Call ``work`` on every task, on ``threads`` threads, and return the results in task order.

    The calling thread is one of them, so the work begins at once, and gets done even if all helpers
    are busy, as they are when a task calls this function itself.

    An exception in one thread, such as Ctrl-C, ends the others at their next task, or at the next
    piece of it (see :func:`pieces`). A nested call ends at its own next task.
    """
    workers = min(worker_count(threads), len(tasks))
    outer = getattr(_here, "call", None)
    if len(tasks) == 1 and outer is None:  # nothing to share, and no outer call to end it
        return [work(tasks[0])]
    try:
        return _over_tasks(work, tasks, workers, outer)
    finally:  # again: Ctrl-C may come on any line, also before the inner function restores it
        _here.call = outer


def _over_tasks(
    work: Callable[[int], T], tasks: Sequence[int], workers: int, outer: _Call | None
) -> list[T]:
    results: dict[int, T] = {}
    waiting: SimpleQueue[int] = SimpleQueue()
    for task in tasks:
        waiting.put(task)
    call = _Call(outer)

    def take_on() -> None:
        try:
            while True:
                if call.ended():
                    raise _EndedError
                try:
                    task = waiting.get_nowait()
                except Empty:
                    return
                results[task] = work(task)
        except BaseException:
            call.over = True
            raise

    def help_out() -> None:
        _here.call = call
        try:
            take_on()
        finally:
            _here.call = None

    helpers: list[_Job[None]] = []
    # Ctrl-C may come anywhere: before a helper is in the list, or while waiting for the last one.
    try:
        try:
            _here.call = call
            helpers.extend(_helpers().ask(help_out) for _ in range(workers - 1))
            take_on()
        finally:
            for helper in helpers:
                if not _helpers().taken_back(helper):
                    with suppress(_EndedError):
                        _result(helper)
    except BaseException:
        call.over = True
        raise
    finally:
        _here.call = outer
    return [results[task] for task in tasks]


def pieces(start: int, stop: int, size: int) -> Iterator[tuple[int, int]]:
    """``start..stop`` in pieces of at most ``size``, between which Ctrl-C takes effect.

    A kernel notices neither Ctrl-C nor an exception in another thread of the same call. So a long
    kernel is called on one piece after the other, with the same arrays.
    """
    call = getattr(_here, "call", None)
    for first in range(start, stop, size):
        if call is not None and call.ended():
            raise _EndedError
        yield first, min(first + size, stop)


def aside(work: Callable[[], T]) -> T:
    """Have a helper do long work that must not be interrupted.

    The main thread waits for it, and reacts to Ctrl-C at once. A thread that works on a task waits
    until the call of that task ends. In both cases the work itself runs to its end. Other threads,
    which Ctrl-C never reaches, do it themselves.
    """
    call = getattr(_here, "call", None)
    if call is None and threading.current_thread() is not threading.main_thread():
        return work()
    return _result(_long_helpers().ask(work), call)


def _result(job: _Job[T], call: _Call | None = None) -> T:
    """The result of a job, once it is there; _EndedError if the call ends before.

    Ctrl-C that comes just as a thread begins to wait takes effect when it wakes: that is often.
    """
    while True:
        try:
            result, error = job.outcome.get(timeout=_SECONDS_ASLEEP)
        except Empty:
            if call is not None and call.ended():
                raise _EndedError from None
            continue
        if error is not None:
            raise error
        checked: T = result
        return checked


class _Call:
    """A call of ``over_tasks``, and the outer call whose task made it."""

    def __init__(self, outer: _Call | None) -> None:
        self.outer = outer
        self.over = False

    def ended(self) -> bool:
        """Whether an exception ended this call, or an outer one."""
        return self.over or (self.outer is not None and self.outer.ended())


class _EndedError(Exception):
    """Ends a task of a call that an exception has ended."""


_here = threading.local()


class _Job(Generic[T]):
    """Work for a helper."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.outcome: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._ticket = [None]

    def taken(self) -> bool:
        """Take the job, so that no helper does it; False if a helper already took it."""
        with suppress(IndexError):
            self._ticket.pop()
            return True
        return False

    def do(self) -> bool:
        """Do it; False if it is taken."""
        if not self.taken():
            return False
        try:
            self.outcome.put((self.work(), None))
        except BaseException as error:  # noqa: BLE001 raised in the thread that waits
            self.outcome.put((None, error))
        return True


class _Helpers:
    """Threads that stay: starting one for every batch costs 5 % of ten million hands.

    Ctrl-C may interrupt the calling thread at any bytecode, even between taking a lock and the
    block that releases it: that left a ``ThreadPoolExecutor`` stuck for ever. Here only queues
    wait, and those are C code.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: SimpleQueue[_Job[Any]] = SimpleQueue()
        # One item for each thread that waits for a job, or soon will: its next job was taken back.
        self._idle: SimpleQueue[None] = SimpleQueue()
        self._started = 0

    def ask(self, work: Callable[[], T]) -> _Job[T]:
        """Have a thread do some work, a new one if all are busy."""
        job = _Job(work)
        self._jobs.put(job)
        try:
            self._idle.get_nowait()
        except Empty:
            if self._started < MOST_THREADS:
                self._started += 1
                _thread.start_new_thread(self._serve, ())
        return job

    def taken_back(self, job: _Job[Any]) -> bool:
        """Take a job back if no thread has begun it, which frees a thread for another job.

        On a busy machine helpers come too late for many calls. Without this, each of those would
        start a new thread.
        """
        if not job.taken():
            return False
        self._idle.put(None)
        return True

    def _serve(self) -> None:
        threading.current_thread().name = self._name
        is_busy = True
        while True:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                if is_busy:
                    self._idle.put(None)
                is_busy = False
                job = self._jobs.get()
            is_busy |= job.do()
            del job


@functools.cache
def _helpers() -> _Helpers:
    return _Helpers("pokerlake")


@functools.cache
def _long_helpers() -> _Helpers:
    """Threads for long work that other threads wait for: one for each that may wait."""
    return _Helpers("pokerlake-long")


def _forget_threads() -> None:
    _helpers.cache_clear()
    _long_helpers.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)  # threads do not survive a fork
