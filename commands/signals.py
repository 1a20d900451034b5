"""Ctrl-C, and a system that ends programs: a command exits at once, whatever it is doing.

Python runs a handler only between two steps of the main thread, and a step may be long: a kernel, a
DuckDB statement, an import. Moreover an exception such as KeyboardInterrupt is lost or changed
where libraries call back. So a thread waits for signals at a pipe, into which the interpreter
writes each of them at once. It removes what is unfinished, and ends the process.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from pokerlake import leaving

# The exit codes of shells.
_CODES = {
    getattr(signal, name): 128 + getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # Windows has no SIGHUP
}
_AGAIN = 128
_SECONDS_TO_STOP = 1.5  # for a command that keeps its results; a second Ctrl-C does not wait

_heard: set[int] = set()  # the signals that are listened for
_kept: list[str | Callable[[], str]] = []  # messages of the command about what is kept
_ask: list[Callable[[], object]] = []
_said: list[str] = []
_sockets: list[socket.socket] = []  # open until the interpreter ends


def leave_when_told(instead: Callable[..., None] | None = None) -> None:
    """Listen for signals that end the process, from now on.

    A signal that is ignored already, as by ``nohup`` and for background jobs of a script, stays
    ignored. One that the calling program handles itself is left to it, except SIGINT if ``instead``
    is its handler.
    """
    if _heard or threading.current_thread() is not threading.main_thread():
        return
    usual = (signal.SIG_DFL, signal.default_int_handler, instead)
    heard = [number for number in _CODES if signal.getsignal(number) in usual]
    if not heard:
        return
    read, write = socket.socketpair()  # Windows can listen at sockets only
    write.setblocking(False)
    _sockets.extend((read, write))

    def tell(number: int, _: object) -> None:
        # Again, in case a library has replaced our pipe by its own.
        write.send(bytes([number | _AGAIN]))

    _heard.update(heard)
    for number in heard:
        signal.signal(number, tell)
    signal.set_wakeup_fd(write.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_listen, args=(read,), daemon=True).start()
    atexit.register(_leave_alone)


def _leave_alone() -> None:
    """Let the interpreter end: all is done, and it handles signals as if nobody listened."""
    for number in _heard:
        signal.signal(number, signal.SIG_IGN)


def _listen(heard: socket.socket) -> None:
    reported: set[int] = set()  # signals that the interpreter reported, and the handler not yet
    until: float | None = None
    while True:
        number = _next(heard, until)
        if number is None:  # the time to stop is over
            number = signal.SIGINT
        elif number & _AGAIN:
            number ^= _AGAIN
            if number in reported:
                reported.remove(number)
                continue
        else:
            reported.add(number)
        if number not in _heard:
            continue
        if number == signal.SIGINT and _ask and until is None:
            _ask[-1]()
            until = time.monotonic() + _SECONDS_TO_STOP
            continue
        leaving.leave(_CODES[number], partial(_line, number))


def _next(heard: socket.socket, until: float | None) -> int | None:
    """The next signal number; None if there is none until then."""
    seconds = None if until is None else max(0.0, until - time.monotonic())
    if not select.select([heard], [], [], seconds)[0]:
        return None
    return heard.recv(1)[0]


def _line(number: int) -> str:
    if _said:
        return ""
    # A terminal's line has ``^C`` in it, or a bar, which hides the cursor.
    return ("\x1b[?25h\n" if os.isatty(2) else "") + told(number) + "\n"


def say_stopped(line: str) -> None:
    """Print how a command that was asked to stop has ended; nothing if it is leaving."""
    with leaving.whole_step():
        print(line, file=sys.stderr, flush=True)
        _said.append(line)


def told(number: int = signal.SIGINT) -> str:
    """The message for a command that a signal ends, with what is kept."""
    kept = [what if isinstance(what, str) else what() for what in _kept[-1:]]
    how = "interrupted" if number == signal.SIGINT else f"ended by {signal.Signals(number).name}"
    return "; ".join([how, *kept])


@contextmanager
def keeping(what: str | Callable[[], str]) -> Iterator[None]:
    """While the body runs, sets what the message for an interrupted command adds.

    It stays if the body ends with KeyboardInterrupt.
    """
    _kept.append(what)
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException:
        _kept.remove(what)
        raise
    else:
        _kept.remove(what)


@contextmanager
def asked_first(stop: Callable[[], object]) -> Iterator[None]:
    """While the body runs, the first Ctrl-C only calls ``stop``, so that the body ends soon."""
    _ask.append(stop)
    try:
        yield
    finally:
        _ask.remove(stop)


@contextmanager
def own_ctrl_c() -> Iterator[None]:
    """While the body runs, Ctrl-C is KeyboardInterrupt, as in any Python program."""
    if signal.SIGINT not in _heard:
        yield
        return
    _heard.remove(signal.SIGINT)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _heard.add(signal.SIGINT)
