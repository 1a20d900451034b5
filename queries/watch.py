"""The thread that hears of Ctrl-C while the main one waits for DuckDB.

It stays to the end of the process, and all that this module names with it: nothing of DuckDB's is
among that, which would be reported as leaks.
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
    """A connection of DuckDB's."""

    def interrupt(self) -> None:
        """Stop the statement that it runs."""


class Watch:
    """A thread that stops the statement of the main thread when the interpreter hears Ctrl-C.

    Attributes
    ----------
    heard : bool
        Whether it was, since :meth:`begin`.
    """

    def __init__(self) -> None:
        self.heard = False
        self._connection: Interruptible | None = None
        self._lock = threading.Lock()
        self._before = -1
        # Windows listens at sockets alone.
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)
        threading.Thread(target=self._listen, name="pokerlake-ctrl-c", daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether a statement runs."""
        return self._connection is not None

    def begin(self, connection: Interruptible) -> None:
        """Stop this connection's statement from now on."""
        self.heard = False
        self._connection = connection
        before = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        if before != self._write.fileno():
            self._before = before

    def end(self) -> None:
        """Stop no statement any more."""
        with self._lock:
            if self._connection is None:
                return
            signal.set_wakeup_fd(self._before)
            self._hear()  # what the thread had no time for yet
            self._connection = None

    def _hear(self) -> None:
        with suppress(BlockingIOError):  # there is nothing more to hear
            numbers = self._read.recv(4096)
            self.heard = self.heard or signal.SIGINT in numbers
            if self._before >= 0:  # somebody else wants to hear of it, as asyncio does
                os.write(self._before, numbers)

    def _listen(self) -> None:
        while True:
            select.select([self._read], [], [])
            while self._interrupt():
                time.sleep(_AGAIN_SECONDS)  # the first may come before there is what to stop

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
