"""The processes that answer, and the queue for them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing, suppress
from dataclasses import replace

from pokerlake import leaving
from pokerlake.causes import memory_limit, short_of_memory
from pokerlake.tables.errors import MemoryShortError, PokerlakeError

from ..settings import WAIT_SECONDS, WAITING, Settings
from .frames import Job, Reply
from .process import Process
from .runs import Runs

_MAKER = f"{__package__}.maker"
# Parts of the engine's ``warm_up``, which is not loaded here; those of the first views first.
PARTS = (
    "equity", "evaluate", "strength", "starting hands", "push or fold", "solving", "omaha",
    "draw",
)  # fmt: skip
_STARTING = "pokerlake is starting; ask again in a moment"
_BUSY = "this machine is busy; ask again in a moment"
_PAUSE = 1.0  # seconds, if a replacement process ends before it is ready


class Making:
    """The process that compiles them.

    Parameters
    ----------
    tell : callable
        Takes a line of progress, now and then.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._process: subprocess.Popen[bytes] | None = None
        self._done = ""

    def __str__(self) -> str:
        """The progress, in a line."""
        return (
            "pokerlake compiles its kernels for this machine, once, which takes minutes"
            f"{self._done}; this is answered when those that it needs are there"
        )

    def run(self) -> None:
        """Compile all kernels, and report progress; the rest is compiled on demand."""
        with leaving.whole_step():
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", _MAKER, *PARTS],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                process_group=0,
            )
        with self._process as process:
            assert process.stdout is not None
            for line in process.stdout:
                done, total, part = line.decode().strip().split(" ", 2)
                self._done = f" ({done} of {total} parts, now {part})"
                self._tell(f"compiling kernels: {done} of {total} parts, now {part}")
        if process.returncode == 0:
            self._tell("all kernels that the page needs are compiled")

    def end(self) -> None:
        """End the process and its children, if it is running."""
        if self._process is not None and self._process.poll() is None:
            if sys.platform == "win32":
                self._process.kill()
                return
            with suppress(OSError):  # it has just ended
                os.killpg(self._process.pid, signal.SIGKILL)


class BusyError(Exception):
    """Too many requests are waiting, or no process became free in time."""


class MakingError(BusyError):
    """What the answer needs is still being made."""


class Pool:
    """Processes that answer, one job each at a time. It all runs in one event loop.

    Parameters
    ----------
    settings : Settings
    tell : callable, optional
        Takes lines about preparations, which may take minutes.

    Attributes
    ----------
    runs : Runs
        Jobs that are started here, and run in the background.
    """

    def __init__(self, settings: Settings, tell: Callable[[str], None] = lambda _: None) -> None:
        self._settings = settings
        self._tell = tell
        self.runs = Runs(settings.lake)
        self._making: Making | None = None
        self._starting = True  # some of the first processes are not ready
        self._started = False  # none of them is ready
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._running: Counter[str] = Counter()
        self._long = 0  # long jobs, of all questions
        self._most_long = max(1, settings.processes - 1)  # one process stays free for the others
        self._waiting: list[tuple[Job, asyncio.Future[Process]]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Start all processes, and wait until they are ready.

        Missing kernels are compiled meanwhile, and questions that need them wait. Raises
        PokerlakeError if a process ends before it is ready.
        """
        begun = await asyncio.gather(*(self._begin() for _ in range(self._settings.processes)))
        if not all(begun):
            if memory_limit() is not None:
                raise MemoryShortError(short_of_memory())
            raise PokerlakeError("a process that answers questions ended before it was ready")
        self._starting = False

    async def _make(self, making: Making) -> None:
        try:
            await asyncio.to_thread(making.run)
        finally:
            self._making = None

    @property
    def making(self) -> str:
        """The line on what is still being made; empty if every question can be answered."""
        return _STARTING if self._starting else str(self._making or "")

    def close(self) -> None:
        """End all processes and jobs; requests that wait for one are refused as busy."""
        self._closed = True
        self.runs.close()
        if self._making is not None:
            self._making.end()
        for process in self._all:
            process.kill()
        for process in self._all:
            process.wait()
        for _, waiter in self._waiting:
            if not waiter.done():
                waiter.set_exception(BusyError(_BUSY))

    async def ask(self, job: Job) -> AsyncGenerator[Reply, None]:
        """The replies of a process to a job; the last one ends it.

        The process is free for others after its last reply, even if that is not read yet. If this
        generator is closed earlier, the job is stopped: the process is told so, and is killed if it
        does not react. Raises BusyError if too many requests wait, or no process becomes free in
        time; MakingError if no process is ready yet, or the answer needs kernels that are being
        compiled.
        """
        if not self._started:
            raise MakingError(_STARTING)
        job = replace(job, may_compile=self._making is None)
        process = await self._process_for(job)
        lent = True
        try:
            async with aclosing(process.run(job)) as replies:
                async for reply in replies:
                    if reply.is_last:
                        lent = False
                        self._give_back(process, job)
                    if reply.status == 503:
                        raise MakingError(str(self._making or _BUSY))
                    yield reply
        finally:
            if lent:
                self._spawn(self._stop(process, job))

    async def _process_for(self, job: Job) -> Process:
        if self._idle and self._may_run(job):
            return self._hand_over(job)
        if len(self._waiting) >= WAITING:
            raise BusyError(_BUSY)
        waiter: asyncio.Future[Process] = asyncio.get_running_loop().create_future()
        entry = (job, waiter)
        self._waiting.append(entry)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await waiter
        except (TimeoutError, asyncio.CancelledError) as stopped:
            # A process was handed over in the same moment.
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                self._give_back(waiter.result(), job)
            if isinstance(stopped, TimeoutError):
                raise BusyError(_BUSY) from None
            raise
        finally:
            if entry in self._waiting:
                self._waiting.remove(entry)

    def _may_run(self, job: Job) -> bool:
        if job.is_long and self._long >= self._most_long:
            return False
        return not job.at_once or self._running[job.question] < job.at_once

    def _hand_over(self, job: Job) -> Process:
        self._running[job.question] += 1
        self._long += job.is_long
        wanted = job.at_once == 1
        last = next((one for one in reversed(self._idle) if one.is_home == wanted), self._idle[-1])
        self._idle.remove(last)
        return last

    def _serve(self) -> None:
        """Hand idle processes to waiting jobs, in order."""
        for entry in [*self._waiting]:
            job, waiter = entry
            if self._idle and self._may_run(job) and not waiter.done():
                self._waiting.remove(entry)
                waiter.set_result(self._hand_over(job))

    async def _stop(self, process: Process, job: Job) -> None:
        try:
            await process.stop()
        finally:
            self._give_back(process, job)

    def _give_back(self, process: Process, job: Job) -> None:
        if process.is_over:
            self._replace(process, job)
        else:
            self._add(process, job)

    def _replace(self, process: Process, job: Job | None = None) -> None:
        """Replace a process that has ended; its job counts until then."""
        process.kill()
        self._all.discard(process)
        self._spawn(self._begin_until_ready(job))

    async def _begin_until_ready(self, job: Job | None) -> None:
        while not self._closed and not await self._begin(job):
            await asyncio.sleep(_PAUSE)

    async def _begin(self, job: Job | None = None) -> bool:
        """Start a process, perhaps in the place of a job's; False if it ends before it is ready."""
        try:
            has_home = any(one.is_home for one in self._all)
            process = Process(self._settings, self._ended, is_home=not has_home)
        except OSError:  # the system has no more processes, or no memory for one
            return False
        self._all.add(process)
        if not await process.ready():
            process.kill()
            self._all.discard(process)
            return False
        if process.lacks_kernels and not self._started:
            self._making = Making(self._tell)
            self._spawn(self._make(self._making))
        self._started = True
        self._add(process, job)
        return True

    def _add(self, process: Process, job: Job | None) -> None:
        """Add a process that is ready; the job of the process it replaces is over."""
        if job is not None:
            self._running[job.question] -= 1
            self._long -= job.is_long
        self._idle.append(process)
        self._serve()

    def _ended(self, process: Process) -> None:
        """A process has ended by itself, or was killed; if it was working, it is given back."""
        if process in self._idle and not self._closed:
            self._idle.remove(process)
            self._replace(process)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run this in the background; a cancelled request does not cancel it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
