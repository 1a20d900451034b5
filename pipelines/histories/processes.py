"""Work for other processes, where Python itself is what takes the time."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

_WAITING = 2  # tasks a process, so that none of them has to wait for its next


def over_processes(work: Callable[[T], R], tasks: Iterable[T], workers: int) -> Iterator[R]:
    """The results of ``work`` on each task, in the order of tasks; few tasks are held at a time.

    The processes are new ones, which import what they need; they end with this one, however it
    ends.
    """
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
    waiting: deque[Future[R]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > _WAITING * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Leave once the parent is gone: one that was killed has told nobody."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
