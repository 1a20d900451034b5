"""Kernels that are compiled while the page answers already, and how far that is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

from pokerlake import leaving

_MAKER = f"{__package__}.maker"
# Parts of the engine's ``warm_up``, which is not loaded here: those of the first views first.
PARTS = (
    "equity", "evaluate", "strength", "starting hands", "push or fold", "solving", "omaha",
)  # fmt: skip


class Making:
    """The process that compiles them.

    Parameters
    ----------
    tell : callable
        Takes a line, now and then.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._process: subprocess.Popen[bytes] | None = None
        self._done = ""

    def __str__(self) -> str:
        """How far it is, in a line."""
        return (
            "pokerlake compiles its kernels for this machine, once, which takes minutes"
            f"{self._done}; this is answered when those that it needs are there"
        )

    def run(self) -> None:
        """Compile all, and say how far that is; what it leaves is compiled where it is asked."""
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
                done, of, part = line.decode().strip().split(" ", 2)
                self._done = f" ({done} of {of} parts, now {part})"
                self._tell(f"compiling kernels: {done} of {of} parts, now {part}")
        if process.returncode == 0:
            self._tell("all kernels that the page needs are compiled")

    def end(self) -> None:
        """End the process, if it is there, and those that it has started."""
        if self._process is not None and self._process.poll() is None:
            with suppress(OSError):  # it has ended in this moment
                os.killpg(self._process.pid, signal.SIGKILL)
