"""An executor over a client of Dask's: tasks that are tried again, workers that are refused."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, TypeVar

from pokerlake.tables.errors import ClusterError, PokerlakeError

from .on_worker import INSTALL, Done, Failed, Refused, Wanted, call, unfit

T = TypeVar("T")

_TRIES = 2
_SECONDS_BETWEEN_LOOKS = 1.0


_LINES = {
    "dashboard": "Dask shows what its workers do at {why}",
    "waiting": "{why}: waiting for one",
    "worker joined": "worker {worker} has joined",
    "worker lost": "worker {worker} is lost; others begin what it had",
    "worker refused": "worker {worker} is refused: {why}",
    "task tried again": "a task failed on {worker} and is tried again: {why}",
}


@dataclass(frozen=True)
class Event:
    """Something that happened in a cluster; as a text, a line for people."""

    what: str  # of _LINES
    worker: str = ""  # the address of the worker
    why: str = ""

    def __str__(self) -> str:
        return _LINES[self.what].format(worker=self.worker or "a worker", why=self.why)


@dataclass(eq=False)
class _Task:
    number: int
    function: bytes
    arguments: bytes
    future: Future[Any] = field(default_factory=Future)
    begun: int = 0  # how often it was given to the cluster
    failed: list[Failed] = field(default_factory=list)
    given: Future[Any] | None = None  # Dask's own


class RemoteTraceback(Exception):  # noqa: N818 it is what multiprocessing calls its own
    """Where on a worker an error came from: the cause of the error here."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class ClusterExecutor(Executor):
    """Gives tasks to Dask's own executor, and looks after them.

    Parameters
    ----------
    client : distributed.Client
    name : str
        What the user calls the cluster.
    wanted : Wanted
        What workers have to be.
    tell : callable
        Is called with each :class:`Event`.
    """

    def __init__(
        self, client: Any, name: str, wanted: Wanted, tell: Callable[[Event], None]
    ) -> None:
        self._client = client
        self._dask = client.get_executor(pure=False)
        self._name = name
        self._wanted = wanted
        self._tell = tell
        self._group = f"pokerlake-{uuid.uuid4().hex}"
        self._count = 0
        self._open: set[Future[Any]] = set()  # that have not ended
        self._last: tuple[Any, bytes] = (None, b"")
        self._workers: dict[str, int] = {}  # threads by address
        self._processing: dict[str, list[object]] = {}  # what each worker has
        self._refused: set[str] = set()
        self._lost = False
        self._ended = threading.Event()
        # Dask calls back in the thread of its loop, which must not wait.
        self._minder = ThreadPoolExecutor(1, thread_name_prefix="pokerlake-cluster")
        self._look_first()
        self._watch = threading.Thread(target=self._watch_workers, daemon=True)
        self._watch.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Give a task to the cluster."""
        from cloudpickle import dumps

        if self._ended.is_set():
            raise RuntimeError("cannot schedule new futures after shutdown")
        if self._last[0] is not fn:
            self._last = fn, dumps(fn)
        self._count += 1
        task = _Task(self._count, self._last[1], dumps((args, kwargs)))
        self._open.add(task.future)
        task.future.add_done_callback(lambda _: self._drop(task))
        self._give(task)
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End, once all tasks have ended; with ``cancel_futures``, or without ``wait``, at once."""
        if wait and not cancel_futures:
            wait_for(list(self._open))
        self._ended.set()
        for future in list(self._open):
            future.cancel()
        self._dask.shutdown(wait=False)
        self._minder.shutdown(wait=False, cancel_futures=True)

    def counts(self) -> tuple[int, int]:
        """The threads of the workers that are there, and the tasks that these compute.

        As of a second ago. A thread has one task, and may have more that wait for it.
        """
        workers, processing = self._workers, self._processing
        running = (min(len(keys), workers.get(at, 1)) for at, keys in processing.items())
        return sum(workers.values()), sum(running)

    # ---------------------------------------------------------------- tasks

    def _give(self, task: _Task) -> None:
        """Give a task to Dask, not to a worker where it failed, if there are others."""
        if task.future.cancelled():
            return
        if self._lost:
            self._end(task, error=self._scheduler_lost())
            return
        task.begun += 1
        where: dict[str, Any] = {}
        others = sorted(self._workers.keys() - {failed.worker for failed in task.failed})
        if task.failed and others:
            where = {"workers": others, "allow_other_workers": True}
        # One group: what is more than workers take waits with the scheduler. What waits with a
        # worker would count as failed when that is killed.
        key = (self._group, task.number, task.begun)
        given = self._dask.submit(
            call, self._wanted, task.function, task.arguments, key=key, **where
        )
        task.given = given
        given.add_done_callback(lambda given: self._minded(self._settle, task, given))

    def _drop(self, task: _Task) -> None:
        self._open.discard(task.future)
        if task.future.cancelled() and task.given is not None:
            task.given.cancel()

    def _minded(self, work: Callable[..., None], *given: Any) -> None:
        if not self._ended.is_set():
            try:
                self._minder.submit(work, *given)
            except RuntimeError:
                if not self._ended.is_set():  # it has just been shut down
                    raise

    def _settle(self, task: _Task, given: Future[Any]) -> None:
        """Take what came of a task."""
        task.given = None
        if task.future.done():
            return
        try:
            outcome = given.result()
        except CancelledError:
            self._lost = True
            self._end(task, error=self._scheduler_lost())
            return
        except Exception as error:  # noqa: BLE001 what Dask itself met
            outcome = self._explained(error)
        if isinstance(outcome, Done):
            self._end(task, value=outcome.value)
        elif isinstance(outcome, Refused):
            self._refuse(outcome.worker, outcome.why)
            self._give(task)
        else:
            task.failed.append(outcome)
            if len(task.failed) < _TRIES:
                self._tell(Event("task tried again", outcome.worker, str(outcome.error)))
                self._give(task)
                return
            outcome.error.__cause__ = RemoteTraceback(outcome.where)
            self._end(task, error=outcome.error)

    def _end(self, task: _Task, *, value: Any = None, error: BaseException | None = None) -> None:
        if not task.future.set_running_or_notify_cancel():
            return
        if error is None:
            task.future.set_result(value)
        else:
            task.future.set_exception(error)

    def _explained(self, error: Exception) -> Failed | Refused:
        """What an error of Dask's own means."""
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            times = error.allowed_failures + 1
            address = error.last_worker.address
            text = f"{times} workers ended while they had it, perhaps for want of memory"
            return Failed(address, PokerlakeError(f"{text}; the last was {address}"), "")
        before = len(self._refused)
        self._look()
        if len(self._refused) > before:
            return Refused("", "")
        return Failed("", error, "")

    def _scheduler_lost(self) -> ClusterError:
        return ClusterError(f"the scheduler {self._name} is lost; what was finished is kept")

    # ---------------------------------------------------------------- workers

    def _look_first(self) -> None:
        """Refuse workers that do not fit before they are given anything."""
        if link := self._pages():
            self._tell(Event("dashboard", why=link))
        found = self._look()
        self._workers = self._client.nthreads()
        if found and len(found) == len(self._refused):
            worker, why = next(iter(found.items()))
            more = f" ({len(found)} workers)" if len(found) > 1 else ""
            raise ClusterError(f"no worker of {self._name} can be used{more}: {worker}: {why}")
        if not found:
            self._tell(Event("waiting", why=f"no worker has joined {self._name} yet"))

    def _pages(self) -> str | None:
        """Where Dask shows what its workers do, if it does: for that it needs bokeh."""
        if self._client.cluster is not None and find_spec("bokeh") is None:
            return None
        try:
            link: str | None = self._client.dashboard_link
        except KeyError:  # the scheduler has none
            return None
        return link

    def _look(self) -> dict[str, str]:
        """Look at all workers and refuse those that do not fit: why not, by address."""
        wanted = self._wanted
        answers: dict[str, str] = {}
        versions = self._client.get_versions(packages=["pokerlake"])["workers"]
        for address, found in versions.items():
            python = ".".join(found["host"]["python"].split(".")[:2])
            version = found["packages"]["pokerlake"]
            if (python, version) == wanted[:2]:
                continue
            has = f"pokerlake {version}" if version else "no pokerlake"
            answers[address] = (
                f"it has {has} and Python {python}, and this is {wanted.version} and "
                f"{wanted.python}; {INSTALL}"
            )
        rest = sorted(versions.keys() - answers.keys())
        if rest:
            asked = self._client.run(unfit, wanted, workers=rest, on_error="return")
            for address, answer in asked.items():
                if isinstance(answer, Exception) and not isinstance(answer, OSError):
                    answer = f"it has other code ({answer}); {INSTALL}"
                answers[address] = answer if isinstance(answer, str) else ""
        for address, why in answers.items():
            if why:
                self._refuse(address, why)
        return answers

    def _refuse(self, worker: str, why: str) -> None:
        """Have a worker leave the cluster; it would fail one task after the other."""
        if not worker or worker in self._refused:
            return
        self._refused.add(worker)
        self._workers.pop(worker, None)
        self._tell(Event("worker refused", worker, why))
        self._client.retire_workers([worker], close_workers=True)

    def _watch_workers(self) -> None:
        """Tell of workers that join and are lost."""
        while not self._ended.wait(_SECONDS_BETWEEN_LOOKS):
            try:
                there = self._client.nthreads()
                self._processing = self._client.processing()
            except Exception:  # noqa: BLE001 the scheduler is lost: its tasks tell
                return
            before, self._workers = self._workers, there
            for worker in sorted(before.keys() - there.keys() - self._refused):
                self._tell(Event("worker lost", worker))
            for worker in sorted(there.keys() - before.keys() - self._refused):
                self._tell(Event("worker joined", worker))
            if before and not there:
                self._tell(Event("waiting", why=f"no worker is left at {self._name}"))
