"""A process that answers, as its parent sees it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import IO

from pokerlake import leaving
from pokerlake.tables.lake import ENVIRONMENT_VARIABLE, whole_name

from ..settings import ANSWER_BYTES, GRACE_SECONDS, Settings
from .frames import HOME, JOBS, KEEPS, Job, Reply, problem, read_reply, write, write_job

_WORKER = f"{__package__}.worker"
_ENDING_SECONDS = 5.0  # for the system to end one

_TOO_LONG = "that takes more than {:g} seconds here; ask for less, or use Python"
_ENDED = "the process that computed this was ended, perhaps for want of memory; ask for less"


class Process:
    """A process that answers, and the thread that reads its replies.

    Parameters
    ----------
    settings : Settings
    ended : callable
        Takes this object once the process has ended, in the event loop.
    is_home : bool
        Whether it answers the questions that run one at a time: it caches what they need.

    Attributes
    ----------
    is_over : bool
        Whether it takes no more jobs.
    lacks_kernels : bool
        Whether some kernels were not compiled when it started.
    """

    def __init__(
        self, settings: Settings, ended: Callable[[Process], None], *, is_home: bool = False
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended = ended
        self._replies: deque[Reply | None] = deque()  # that nobody has read; None at the end
        self._came = asyncio.Event()
        self.is_over = False
        self.is_home = is_home
        self.lacks_kernels = False
        words = [HOME] * is_home + [KEEPS] * settings.keeps_hands
        words += [f"{JOBS}{settings.jobs_gb}"]
        with leaving.whole_step():
            self._popen = subprocess.Popen(
                [sys.executable, "-P", "-m", _WORKER, *words],
                # Not as an argument, which all users of the machine can see.
                env={**os.environ, ENVIRONMENT_VARIABLE: whole_name(settings.lake)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                process_group=0,  # a terminal's Ctrl-C is for the parent
            )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._popen.stdout is not None
        with self._popen.stdout as stdout:
            reply: Reply | None
            while True:
                try:
                    reply = read_reply(stdout, ANSWER_BYTES)
                except (OSError, ValueError):  # it was killed while it was writing
                    reply = None
                with suppress(RuntimeError):  # the event loop is closed
                    self._loop.call_soon_threadsafe(self._arrived, reply)
                if reply is None:
                    break
        self._popen.wait()

    def _arrived(self, reply: Reply | None) -> None:
        """Take a reply of the process; a partial answer replaces one that nobody has read."""
        if reply is None:
            self.is_over = True
        if self._replies and self._replies[-1] is not None and not self._replies[-1].is_last:
            self._replies.pop()
        self._replies.append(reply)
        self._came.set()
        if reply is None:
            self._ended(self)

    async def _next(self) -> Reply | None:
        while not self._replies:
            self._came.clear()
            await self._came.wait()
        return self._replies.popleft()

    async def ready(self) -> bool:
        """Whether it has started successfully."""
        reply = await self._next()
        self.lacks_kernels = reply is not None and reply.status == 503
        return reply is not None

    async def run(self, job: Job) -> AsyncGenerator[Reply, None]:
        """The replies to a job; the last is an error if it takes too long, or the process ends."""
        self._write(lambda stdin: write_job(stdin, job))
        until = self._loop.time() + job.seconds
        while True:
            try:
                async with asyncio.timeout_at(until):
                    reply = await self._next()
            except TimeoutError:
                await self.stop()
                yield problem(504, _TOO_LONG.format(job.seconds))
                return
            if reply is None:
                yield problem(500, _ENDED)
                return
            self.is_over |= reply.replace
            yield reply
            if reply.is_last:
                return

    async def stop(self) -> None:
        """Stop the job; the process is killed if that takes more than a moment."""
        if self.is_over:
            return
        self._write(lambda stdin: write(stdin, {"stop": True}))
        try:
            async with asyncio.timeout(GRACE_SECONDS):
                while (reply := await self._next()) is not None:
                    if reply.is_last:
                        self.is_over |= reply.replace
                        return
        except TimeoutError:
            self.kill()

    def kill(self) -> None:
        """Kill the process, whatever it is doing."""
        self.is_over = True
        self._popen.kill()
        assert self._popen.stdin is not None
        with suppress(OSError):
            self._popen.stdin.close()

    def wait(self) -> None:
        """Wait until the system has ended it."""
        self._reader.join(_ENDING_SECONDS)

    def _write(self, how: Callable[[IO[bytes]], None]) -> None:
        with suppress(OSError, ValueError):  # it has ended, and its thread notices
            assert self._popen.stdin is not None
            how(self._popen.stdin)
