"""An executor over a Dask client: it retries tasks and refuses unsuitable workers."""

from __future__ import annotations

import threading
import uuid
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ThreadPoolExecutor,
)
from concurrent.futures import wait as wait_for
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pokerlake import leaving
from pokerlake.tables.errors import ClusterError, PokerlakeError

from .on_worker import INSTALL, Done, Failed, Refused, Wanted, carrier, unfit

T = TypeVar("T")

_TRIES = 2
_TASKS_AHEAD = 4  # for each thread, if some workers get none: to give one takes Dask 10 ms
_SECONDS_ASLEEP = 1.0


_LINES = {
    "dashboard": "Dask shows what its workers do at {why}",
    "open to others": "{why} is without TLS: whoever reaches it can run programs as you",
    "waiting": "{why}: waiting for one",
    "worker joined": "worker {worker} has joined",
    "worker lost": "worker {worker} is lost; others begin what it had",
    "worker refused": "worker {worker} is refused: {why}",
    "task tried again": "a task failed on {worker} and is tried again: {why}",
}


@dataclass(frozen=True)
class Event:
    """An event of a cluster; as text, a line for people."""

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
    given: Future[Any] | None = None  # Dask's future


class RemoteTraceback(Exception):  # noqa: N818 it is what multiprocessing calls its own
    """The traceback on a worker: the cause of the error here."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class ClusterExecutor(Executor):
    """Gives tasks to Dask, and looks after them.

    ``client``: Dask's; ``name``: what the user calls the cluster; ``wanted``: the requirements for
    workers; ``tell``: called with each :class:`Event`.
    """

    def __init__(
        self, client: Any, name: str, wanted: Wanted, tell: Callable[[Event], None]
    ) -> None:
        from cloudpickle import dumps

        self._client = client
        self._dask = client.get_executor(pure=False)
        self._name = name
        self._wanted = wanted
        self._pickled = dumps(tuple(wanted))
        self._carrier = carrier()
        self._tell = tell
        self._group = f"pokerlake-{uuid.uuid4().hex}"
        self._count = 0
        self._open: set[Future[Any]] = set()  # that have not ended
        self._last: tuple[Any, bytes] = (None, b"")
        self._workers: set[str] = set()  # the addresses of those that are not refused
        self._refused: set[str] = set()
        self._given: set[Future[Any]] = set()  # of tasks that Dask has
        self._waiting: deque[_Task] = deque()  # tasks that Dask does not have yet
        self._room = 0  # how many tasks the workers have room for, once some are refused
        self._asleep = False  # whether it will check again soon, while no worker has room
        self._lost = False
        self._ended = threading.Event()
        # Dask calls back in the thread of its event loop, which must not block.
        self._minder = ThreadPoolExecutor(1, thread_name_prefix="pokerlake-cluster")
        client.subscribe_topic("all", lambda event: self._mind(self._changed, event[1]))
        self._look_first()

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
        """End once all tasks have ended; with ``cancel_futures``, or without ``wait``, at once."""
        if wait and not cancel_futures:
            wait_for(list(self._open))
        self._ended.set()
        for future in list(self._open):
            future.cancel()
        if not self._is_lost():
            self._client.unsubscribe_topic("all")
        self._dask.shutdown(wait=False)
        self._minder.shutdown(wait=False, cancel_futures=True)

    def counts(self) -> tuple[int, int]:
        """The threads of all current workers, and the number of tasks that they compute.

        It assumes that each thread has a task while there are enough: the scheduler would know
        later. Both are 0 if it does not answer; tasks report that.
        """
        if self._is_lost():
            return 0, 0
        try:
            workers = self._client.nthreads().items()
        except Exception:  # noqa: BLE001 Dask has many for a scheduler that was just lost
            return 0, 0
        threads = sum(threads for at, threads in workers if at not in self._refused)
        return threads, min(threads, len(self._open))

    # ---------------------------------------------------------------- tasks

    def _give(self, task: _Task) -> None:
        """Give a task to Dask, but not to a worker where it failed, if there are others.

        Once a worker is refused, tasks name the workers that may have them. Dask's scheduler holds
        no such task back for a worker that joins, so they wait here.
        """
        if task.future.cancelled():
            return
        if self._is_lost():
            self._end(task, error=self._scheduler_lost())
            return
        if self._refused and len(self._given) >= self._room:
            self._waiting.append(task)
            if not self._given:
                self._mind(self._give_more)
            return
        task.begun += 1
        where: dict[str, Any] = {}
        tried = {failed.worker for failed in task.failed}
        others = sorted(self._workers - tried or self._workers)
        if (tried or self._refused) and others:
            where = {"workers": others, "allow_other_workers": True}
        # One group: surplus tasks wait with the scheduler. Tasks that wait with a worker would
        # count as failed when it is killed.
        key = (self._group, task.number, task.begun)
        pickled = self._pickled, task.function, task.arguments
        future = self._dask.submit(self._carrier, *pickled, key=key, **where)
        task.given = future
        self._given.add(task.future)
        future.add_done_callback(lambda future: self._mind(self._settle, task, future))

    def _give_more(self) -> None:
        """Give Dask tasks that waited, as far as workers have room."""
        while self._waiting and (self._is_lost() or len(self._given) < self._room):
            self._give(self._waiting.popleft())
        if self._waiting and not self._given and not self._asleep:  # no task would report a loss
            self._asleep = True
            timer = threading.Timer(_SECONDS_ASLEEP, self._mind, (self._wake,))
            timer.daemon = True
            timer.start()

    def _wake(self) -> None:
        self._asleep = False
        self._give_more()

    def _drop(self, task: _Task) -> None:
        self._open.discard(task.future)
        self._given.discard(task.future)
        if task.future.cancelled() and task.given is not None:
            task.given.cancel()

    def _mind(self, work: Callable[..., None], *arguments: Any) -> None:
        """Call a function in the thread that may block."""
        if self._ended.is_set():
            return
        try:
            self._minder.submit(self._minded, work, arguments)
        except RuntimeError:
            if not self._ended.is_set():  # it has just been shut down
                raise

    def _minded(self, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        """An error here ends all tasks; otherwise they would be waited for."""
        leaving.wait_if_leaving()  # at Ctrl-C the loss of workers is no news
        try:
            work(*arguments)
        except BaseException as error:  # noqa: BLE001 raised where tasks are waited for
            cause = self._scheduler_lost() if self._is_lost() else error
            for future in list(self._open):
                with suppress(InvalidStateError):
                    future.set_exception(cause)

    def _settle(self, task: _Task, future: Future[Any]) -> None:
        """Take the result of a task."""
        task.given = None
        self._given.discard(task.future)
        if not task.future.done():
            self._settle_open(task, future)
        self._give_more()

    def _settle_open(self, task: _Task, future: Future[Any]) -> None:
        try:
            outcome = future.result()
        except CancelledError:
            self._lost = True
            self._end(task, error=self._scheduler_lost())
            return
        except Exception as error:  # noqa: BLE001 an error of Dask itself
            outcome = self._explained(error)
        if type(outcome) is tuple:
            address, has = outcome
            here = f"{self._wanted.version} with {self._wanted.code}"
            outcome = Refused(
                address, f"it has {has} with other code, and this is {here}; {INSTALL}"
            )
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

    def _explained(self, error: Exception) -> Failed:
        """The meaning of one of Dask's own errors."""
        from distributed import KilledWorker

        if not isinstance(error, KilledWorker):
            return Failed("", error, "")
        times = error.allowed_failures + 1
        address = error.last_worker.address
        why = PokerlakeError(
            f"{times} workers ended while they had it, the last was {address}; perhaps they want "
            "memory"
        )
        return Failed(address, why, "")

    def _is_lost(self) -> bool:
        return self._lost or self._client.status != "running"

    def _scheduler_lost(self) -> ClusterError:
        return ClusterError(f"the scheduler {self._name} is lost; what was finished is kept")

    # ---------------------------------------------------------------- workers

    def _look_first(self) -> None:
        """Refuse unsuitable workers before they are given anything."""
        if link := self._pages():
            self._tell(Event("dashboard", why=link))
        reasons = self._look()
        bad = {worker: why for worker, why in reasons.items() if why}
        self._workers |= reasons.keys() - bad.keys()
        if bad and not self._workers:
            worker, why = next(iter(bad.items()))
            more = f" ({len(reasons)} workers)" if len(reasons) > 1 else ""
            raise ClusterError(f"no worker of {self._name} can be used{more}: {worker}: {why}")
        for worker, why in bad.items():
            self._refuse(worker, why)
        if not reasons:
            self._tell(Event("waiting", why=f"no worker has joined {self._name} yet"))

    def _pages(self) -> str | None:
        """The address of Dask's dashboard: it has one with bokeh, unless that is turned off."""
        try:
            # A lambda is sent as code: the scheduler may have no pokerlake.
            shown = self._client.run_on_scheduler(
                lambda dask_scheduler: any(
                    "Bokeh" in str(app) for app in dask_scheduler.http_application.applications
                )
            )
        except ValueError:  # it is configured to run nothing but tasks
            return None
        return str(self._client.dashboard_link) if shown else None

    def _look(self) -> dict[str, str]:
        """Check all workers: by address, why each is unsuitable; empty if it is not."""
        wanted = self._wanted
        answers: dict[str, str] = {}
        versions = self._client.get_versions(packages=["pokerlake"])
        python = _python_of(versions["scheduler"])
        if python != wanted.python:
            raise ClusterError(
                f"the scheduler {self._name} runs Python {python}, and this is {wanted.python}; "
                "start it with the same"
            )
        for address, about in versions["workers"].items():
            python, version = _python_of(about), about["packages"]["pokerlake"]
            if (python, version) != wanted[:2]:
                has = f"pokerlake {version}" if version else "no pokerlake"
                answers[address] = (
                    f"it has {has} and Python {python}, and this is {wanted.version} and "
                    f"{wanted.python}; {INSTALL}"
                )
        rest = sorted(versions["workers"].keys() - answers.keys())
        if rest:
            asked = self._client.run(unfit, wanted, workers=rest, on_error="return")
            for address, answer in asked.items():
                if isinstance(answer, ImportError | AttributeError):
                    answer = f"it has no such pokerlake as this ({answer}); {INSTALL}"
                answers[address] = answer if isinstance(answer, str) else ""
        return answers

    def _refuse(self, worker: str, why: str) -> None:
        """Give a worker no more tasks. It stays in the cluster, where others may use it."""
        if worker in self._refused:
            return
        self._refused.add(worker)
        self._workers.discard(worker)
        self._tell(Event("worker refused", worker, why))
        self._look_for_room()

    def _look_for_room(self) -> None:
        """Find out how many tasks the workers have room for, if some are refused."""
        if self._refused and not self._is_lost():
            threads = self._client.nthreads()
            self._room = _TASKS_AHEAD * sum(threads.get(worker, 0) for worker in self._workers)
            self._give_more()

    def _changed(self, event: Mapping[str, Any]) -> None:
        """Report workers that join or are lost, as the scheduler says.

        Not after the end of this executor: then they are lost because of it.
        """
        if self._ended.is_set():
            return
        worker, action = event.get("worker", ""), event.get("action")
        if action == "add-worker" and worker not in self._refused:
            self._workers.add(worker)
            self._tell(Event("worker joined", worker))
            self._look_for_room()
        elif action == "remove-worker" and worker not in self._refused:
            self._workers.discard(worker)
            self._tell(Event("worker lost", worker))
            if not self._workers:
                self._tell(Event("waiting", why=f"no worker is left at {self._name}"))
            self._look_for_room()


def _python_of(about: Mapping[str, Any]) -> str:
    """The version of Python, as 3.11, in what Dask reports of one of its processes."""
    return ".".join(about["host"]["python"].split(".")[:2])
