"""The thread that notices Ctrl-C while the main thread waits for DuckDB.

It lives until the end of the process, with everything that this module refers to. So the module
refers to nothing of DuckDB, which would be reported as leaks.
"""

from __future__ import annotations

import functools
import os
import select
import signal
import socket
import threading
import time
from contextlib import suppress
from typing import Protocol

_AGAIN_SECONDS = 0.1


class Interruptible(Protocol):
    """A DuckDB connection."""

    def interrupt(self) -> None:
        """Stop the running statement."""


class Watch:
    """A thread that stops the statement of the main thread when Ctrl-C is pressed.

    Attributes
    ----------
    heard : bool
        Whether it was pressed since :meth:`begin`.
    """

    def __init__(self) -> None:
        self.heard = False
        self._connection: Interruptible | None = None
        self._lock = threading.Lock()
        self._before = -1
        # Windows can only select on sockets.
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)
        threading.Thread(target=self._listen, name="pokerlake-ctrl-c", daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether a statement runs."""
        return self._connection is not None

    def begin(self, connection: Interruptible) -> None:
        """Watch a connection: from now on, Ctrl-C stops its statement."""
        self.heard = False
        self._connection = connection
        before = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        if before != self._write.fileno():
            self._before = before

    def end(self) -> None:
        """Stop watching."""
        with self._lock:
            if self._connection is None:
                return
            signal.set_wakeup_fd(self._before)
            self._hear()  # signals that the thread had no time for
            self._connection = None

    def _hear(self) -> None:
        with suppress(BlockingIOError):  # no more signals
            numbers = self._read.recv(4096)
            self.heard = self.heard or signal.SIGINT in numbers
            if self._before >= 0:  # another reader wants signals too, such as asyncio
                os.write(self._before, numbers)

    def _listen(self) -> None:
        while True:
            select.select([self._read], [], [])
            while self._interrupt():
                time.sleep(_AGAIN_SECONDS)  # the first may come before the statement starts

    def _interrupt(self) -> bool:
        with self._lock:
            self._hear()
            if self._connection is None or not self.heard:
                return False
            self._connection.interrupt()
            return True


@functools.cache
def watch_of() -> Watch:
    """The watch of this process."""
    return Watch()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=watch_of.cache_clear)  # threads do not survive a fork
