"""Jobs that continue when the tab is closed: commands that solve into the lake, one by one."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pokerlake import leaving
from pokerlake.tables.lake import ENVIRONMENT_VARIABLE, whole_name

from ..settings import RUN_GRACE_SECONDS, RUNS_KEPT, RUNS_WAITING

_PART = re.compile(r": ([\d,]+) of ([\d,]+)")  # of a line of progress of a command
_SPOT = re.compile(r"spot (\d+), ")  # at the beginning of a line about a solved spot
WAITS, RUNS, DONE, FAILED, STOPPED = "waits", "runs", "done", "failed", "stopped"


@dataclass
class Run:
    """A command, its progress, and its last message.

    Attributes
    ----------
    number : int
        Counted from 1.
    title : str
    words : list of str
        Of the command line, after ``pokerlake``.
    state : str
        ``waits``, ``runs``, ``done``, ``failed`` or ``stopped``.
    page : str
        The address of the view that shows the result.
    said : str
        Its last line on stderr; before that, an estimate.
    """

    number: int
    title: str
    words: list[str]
    page: str = ""
    said: str = ""
    state: str = WAITS
    _begun: float = 0.0
    _ended: float = 0.0
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def told(self) -> dict[str, Any]:
        """The facts to show; ``seconds`` so far, or in all; ``part`` is the share done."""
        until = self._ended or time.monotonic()
        seconds = until - self._begun if self._begun else 0.0
        command = subprocess.list2cmdline(["pokerlake", *self.words])
        part = _PART.search(self.said)
        done, total = (int(each.replace(",", "")) for each in part.groups()) if part else (0, 1)
        spot = _SPOT.match(self.said)
        return {
            "number": self.number, "title": self.title, "state": self.state, "said": self.said,
            "seconds": seconds, "part": done / total, "command": command,
            "page": f"{self.page}?spot={spot[1]}" if spot else self.page,
        }  # fmt: skip

    def run(self, lake: Path) -> None:
        """Run the command, and read its messages."""
        self._begun = time.monotonic()
        with leaving.whole_step():
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pokerlake", *self.words],
                env={**os.environ, ENVIRONMENT_VARIABLE: whole_name(lake)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                process_group=0,  # a terminal's Ctrl-C is for the server
            )
        with self._process as process:
            if self.state == STOPPED:  # in the moment in which it started
                self.stop()
            assert process.stderr is not None
            for line in process.stderr:
                self.said = line.decode("utf-8", "replace").strip() or self.said
        self._ended = time.monotonic()
        if self.state != STOPPED:
            self.state = FAILED if process.returncode else DONE

    def stop(self) -> None:
        """Ask it to end; it is killed if it does not end soon."""
        self.state = STOPPED
        process = self._process
        if process is None or process.poll() is not None:
            return
        if sys.platform == "win32":
            process.terminate()
            return
        process.send_signal(signal.SIGINT)
        late = threading.Timer(RUN_GRACE_SECONDS, process.kill)
        late.daemon = True
        late.start()

    def kill(self) -> None:
        """Kill it at once."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()


class Runs:
    """The jobs of a page; all methods run in one event loop.

    Parameters
    ----------
    lake : Path
        The lake that they write to.
    """

    def __init__(self, lake: Path) -> None:
        self._lake = lake
        self._all: list[Run] = []
        self._working: asyncio.Task[None] | None = None
        self._count = 0

    def begin(self, title: str, words: list[str], page: str = "", said: str = "") -> int | None:
        """Add a job, which runs after those before it; its number, or None if many wait."""
        if sum(run.state == WAITS for run in self._all) >= RUNS_WAITING:
            return None
        self._count += 1
        self._all = [*self._all[-RUNS_KEPT:], Run(self._count, title, words, page, said)]
        if self._working is None or self._working.done():
            self._working = asyncio.get_running_loop().create_task(self._work())
        return self._count

    def stop(self, number: int) -> bool:
        """Stop a job that waits or runs; False if there is no job of that number."""
        job = next((run for run in self._all if run.number == number), None)
        if job is not None and job.state in (WAITS, RUNS):
            job.stop()
        return job is not None

    def told(self) -> list[dict[str, Any]]:
        """All jobs, the newest first."""
        return [run.told() for run in reversed(self._all)]

    def close(self) -> None:
        """End all jobs."""
        for run in self._all:
            run.state = STOPPED if run.state == WAITS else run.state
            run.kill()

    async def _work(self) -> None:
        while (run := next((job for job in self._all if job.state == WAITS), None)) is not None:
            run.state = RUNS
            await asyncio.to_thread(run.run, self._lake)
