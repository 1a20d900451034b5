"""Jobs that go on when the tab is closed: commands that solve into the lake, one by one."""

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

_PART = re.compile(r": ([\d,]+) of ([\d,]+)")  # of a line on how far a command is
_SPOT = re.compile(r"spot (\d+), ")  # at the begin of a line on what was solved
WAITS, RUNS, DONE, FAILED, STOPPED = "waits", "runs", "done", "failed", "stopped"


@dataclass
class Run:
    """A command, how far it is, and what it said last.

    Attributes
    ----------
    number : int
        From 1 on.
    title : str
    words : list of str
        Of the command line, behind ``pokerlake``.
    state : str
        ``waits``, ``runs``, ``done``, ``failed`` or ``stopped``.
    page : str
        The address of the view that shows what it solved.
    said : str
        Its last line on stderr; before that an estimate.
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
        """What is shown of it; ``seconds`` since it began, or that it took; ``part`` is done."""
        until = self._ended or time.monotonic()
        seconds = until - self._begun if self._begun else 0.0
        command = subprocess.list2cmdline(["pokerlake", *self.words])
        part = _PART.search(self.said)
        done, of = (int(each.replace(",", "")) for each in part.groups()) if part else (0, 1)
        spot = _SPOT.match(self.said)
        return {
            "number": self.number, "title": self.title, "state": self.state, "said": self.said,
            "seconds": seconds, "part": done / of, "command": command,
            "page": f"{self.page}?spot={spot[1]}" if spot else self.page,
        }  # fmt: skip

    def run(self, lake: Path) -> None:
        """Have the command do it, and hear what it says."""
        self._begun = time.monotonic()
        with leaving.whole_step():
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pokerlake", *self.words],
                env={**os.environ, ENVIRONMENT_VARIABLE: whole_name(lake)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                process_group=0,  # a terminal's Ctrl-C is for the one that serves
            )
        with self._process as process:
            if self.state == STOPPED:  # in the moment in which it began
                self.stop()
            assert process.stderr is not None
            for line in process.stderr:
                self.said = line.decode("utf-8", "replace").strip() or self.said
        self._ended = time.monotonic()
        if self.state != STOPPED:
            self.state = FAILED if process.returncode else DONE

    def stop(self) -> None:
        """Have it end; it is killed where it does not soon."""
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
        """End it at once."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()


class Runs:
    """The jobs of a page; all of it is called in one event loop.

    Parameters
    ----------
    lake : Path
        Which they write to.
    """

    def __init__(self, lake: Path) -> None:
        self._lake = lake
        self._all: list[Run] = []
        self._working: asyncio.Task[None] | None = None
        self._count = 0

    def begin(self, title: str, words: list[str], page: str = "", said: str = "") -> int | None:
        """Add a job, which runs when those before it are over; its number, None if many wait."""
        if sum(run.state == WAITS for run in self._all) >= RUNS_WAITING:
            return None
        self._count += 1
        self._all = [*self._all[-RUNS_KEPT:], Run(self._count, title, words, page, said)]
        if self._working is None or self._working.done():
            self._working = asyncio.get_running_loop().create_task(self._work())
        return self._count

    def stop(self, number: int) -> bool:
        """Stop a job that waits or runs; False if there is none of that number."""
        found = next((run for run in self._all if run.number == number), None)
        if found is not None and found.state in (WAITS, RUNS):
            found.stop()
        return found is not None

    def told(self) -> list[dict[str, Any]]:
        """All of them, the newest in front."""
        return [run.told() for run in reversed(self._all)]

    def close(self) -> None:
        """End them all."""
        for run in self._all:
            run.state = STOPPED if run.state == WAITS else run.state
            run.kill()

    async def _work(self) -> None:
        while (run := next((one for one in self._all if one.state == WAITS), None)) is not None:
            run.state = RUNS
            await asyncio.to_thread(run.run, self._lake)
