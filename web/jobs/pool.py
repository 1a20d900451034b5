"""The processes that answer, and who waits for one."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import IO

from pokerlake import leaving

from ..settings import ANSWER_BYTES, GRACE_SECONDS, WAIT_SECONDS, WAITING, Settings
from .frames import Job, Reply, read_reply, write, write_job
from .problems import problem

_WORKER = f"{__package__}.worker"
_STARTS = 3  # in a row that may fail

_BUSY = "this machine is busy; ask again in a moment"
_TOO_LONG = "that takes more than {:g} seconds here; ask for less, or use Python"
_ENDED = "the process that computed this was ended, perhaps for want of memory; ask for less"


class BusyError(Exception):
    """Too many wait already, or a process is not to be had in time."""


class Pool:
    """Processes that answer, one job each at a time.

    All of it runs in one event loop; the threads of its own only read pipes.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        self._running: Counter[str] = Counter()
        self._waiting: list[tuple[Job, asyncio.Future[_Process]]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Begin all processes, and wait until they are ready.

        Raises
        ------
        RuntimeError
            If one of them ends before it is ready.
        """
        await asyncio.gather(*(self._begin() for _ in range(self._settings.processes)))

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for process in [*self._all]:
            process.kill()
        for _, waiter in self._waiting:
            waiter.cancel()

    async def ask(self, job: Job) -> AsyncIterator[Reply]:
        """What a process says of a job; the last reply ends it.

        Where this is closed before, the job is stopped: it is told to, and its process is ended if
        it does not hear.

        Raises
        ------
        BusyError
            If too many wait already, or none gets free in time.
        """
        process = await self._process_for(job)
        replies = process.run(job)
        last = False
        try:
            async for reply in replies:
                last = reply.is_last
                yield reply
        finally:
            self._spawn(self._give_back(process, job, stop=not last))

    async def _process_for(self, job: Job) -> _Process:
        if not self._waiting and self._may_run(job) and self._idle:
            return self._hand_over(job)
        if len(self._waiting) >= WAITING:
            raise BusyError(_BUSY)
        waiter: asyncio.Future[_Process] = asyncio.get_running_loop().create_future()
        entry = (job, waiter)
        self._waiting.append(entry)
        self._serve()  # one that may run can be behind others that may not
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await waiter
        except (TimeoutError, asyncio.CancelledError) as stopped:
            if waiter.done() and not waiter.cancelled():  # handed over in the same moment
                self._spawn(self._give_back(waiter.result(), job, stop=False))
            if isinstance(stopped, TimeoutError):
                raise BusyError(_BUSY) from None
            raise
        finally:
            if entry in self._waiting:
                self._waiting.remove(entry)

    def _may_run(self, job: Job) -> bool:
        return not job.at_once or self._running[job.question] < job.at_once

    def _hand_over(self, job: Job) -> _Process:
        self._running[job.question] += 1
        return self._idle.pop()

    def _serve(self) -> None:
        """Hand processes that are idle to those who wait, in their order."""
        for entry in [*self._waiting]:
            job, waiter = entry
            if self._idle and self._may_run(job) and not waiter.done():
                self._waiting.remove(entry)
                waiter.set_result(self._hand_over(job))

    async def _give_back(self, process: _Process, job: Job, *, stop: bool) -> None:
        if stop:
            await process.stop()
        self._running[job.question] -= 1
        if process.is_over:
            process.kill()
            self._all.discard(process)
            if not self._closed:
                await self._begin()
        else:
            self._idle.append(process)
        self._serve()

    async def _begin(self) -> None:
        for _ in range(_STARTS):
            process = _Process(self._settings)
            self._all.add(process)
            if await process.ready():
                self._idle.append(process)
                self._serve()
                return
            self._all.discard(process)
            if self._closed:
                return
        raise RuntimeError("a process that answers ends before it is ready")

    def _spawn(self, work: object) -> None:
        """Do this beside; a request that is cancelled does not cancel it."""
        task = asyncio.get_running_loop().create_task(work)  # type: ignore[arg-type,var-annotated]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Process:
    """A process that answers, and the thread that reads what it says."""

    def __init__(self, settings: Settings) -> None:
        self._loop = asyncio.get_running_loop()
        self._replies: asyncio.Queue[Reply | None] = asyncio.Queue()
        self.is_over = False
        with leaving.whole_step():
            self._popen = subprocess.Popen(
                [sys.executable, "-P", "-m", _WORKER, os.fspath(settings.lake.absolute())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._popen.stdout is not None
        reply: Reply | None
        while True:
            try:
                reply = read_reply(self._popen.stdout, ANSWER_BYTES)
            except (OSError, ValueError):  # it was killed as it wrote
                reply = None
            with suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(self._replies.put_nowait, reply)
            if reply is None:
                self._popen.wait()
                return

    async def ready(self) -> bool:
        """Whether it has begun well."""
        return await self._replies.get() is not None

    async def run(self, job: Job) -> AsyncIterator[Reply]:
        """The replies to a job; the last is an error if it takes too long, or the process ends."""
        self._write(lambda stdin: write_job(stdin, job))
        until = self._loop.time() + job.seconds
        while True:
            try:
                async with asyncio.timeout_at(until):
                    reply = await self._replies.get()
            except TimeoutError:
                await self.stop()
                yield problem(504, _TOO_LONG.format(job.seconds))
                return
            if reply is None:
                self.is_over = True
                yield problem(500, _ENDED)
                return
            self.is_over = reply.replace
            yield reply
            if reply.is_last:
                return

    async def stop(self) -> None:
        """Have the job stop; the process is ended if it does not in a moment."""
        if self.is_over:
            return
        self._write(lambda stdin: write(stdin, {"stop": True}))
        try:
            async with asyncio.timeout(GRACE_SECONDS):
                while True:
                    reply = await self._replies.get()
                    if reply is None or reply.is_last:
                        self.is_over = reply is None or reply.replace
                        return
        except TimeoutError:
            self.kill()

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        self.is_over = True
        self._popen.kill()
        assert self._popen.stdin is not None
        with suppress(OSError):
            self._popen.stdin.close()

    def _write(self, how: Callable[[IO[bytes]], None]) -> None:
        with suppress(OSError, ValueError):  # it has ended, which its thread reads
            assert self._popen.stdin is not None
            how(self._popen.stdin)
