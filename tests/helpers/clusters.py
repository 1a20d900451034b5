"""Schedulers and workers of Dask's as processes of their own, as a user starts them."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from helpers.command_line import with_tests

DASK = Path(sys.executable).with_name("dask")


@dataclass
class Cluster:
    """A scheduler on a free port of the loopback address, and its workers."""

    folder: Path
    scheduler: "subprocess.Popen[bytes] | None" = None
    workers: "list[subprocess.Popen[bytes]]" = field(default_factory=list)

    def start(self, *words: str, **variables: str) -> "subprocess.Popen[bytes]":
        """Start a program of Dask's, in a session of its own."""
        log = self.folder / f"{words[0]}_{time.monotonic_ns()}.log"
        with log.open("wb") as file:
            return subprocess.Popen(
                [DASK, *words, "--scheduler-file", self.folder / "scheduler.json"],
                env={**with_tests(), **variables},
                cwd=self.folder,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    def begin(self, workers: int = 0) -> "Cluster":
        """Start the scheduler, and so many workers."""
        options = ("--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0")
        self.scheduler = self.start("scheduler", *options)
        for _ in range(workers):
            self.add_worker()
        return self

    def add_worker(self, *words: str, **variables: str) -> "subprocess.Popen[bytes]":
        """Start one more worker, with one thread."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        worker = self.start("worker", *options, *words, **variables)
        self.workers.append(worker)
        return worker

    @property
    def address(self) -> str:
        """Where the scheduler listens, once it does."""
        path = self.folder / "scheduler.json"
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            try:
                return json.loads(path.read_text())["address"]
            except (FileNotFoundError, ValueError):
                time.sleep(0.02)
        raise TimeoutError("no scheduler in a minute")

    def end(self) -> None:
        """Kill all."""
        for process in (*self.workers, self.scheduler):
            if process is not None and process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self.workers.clear()
