"""The program ``pokerlake``, and ``python -m pokerlake``: it listens for Ctrl-C before all else.

Where memory is limited (``ulimit -v``), libraries end the process themselves once it is short, by
an abort, a crash, or an exit of their own. So the command runs in a child then, and this process
says in one line what ended it.
"""

from __future__ import annotations

# What `signal` wraps: importing that takes 2 ms more, in which Ctrl-C would be a traceback.
import _signal  # type: ignore[import-not-found]
import os
import sys

TYPE_CHECKING = False  # see `lazy.py`
if TYPE_CHECKING:
    from typing import Any, NoReturn

_WATCHED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGCHLD")
# Libraries take more when they are loaded, and with less one of them tries again for ever.
_LEAST_BYTES = 500_000_000
_HELP = {"--help", "-h", "--version"}
_FROM_A_PROCESS = 0  # what tells a signal that was sent from one of a terminal's keys
# The signals that end a process whose libraries do not look at what the system refuses them.
_CRASHES = ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP")
_TOLD_BYTES = 1 << 16
_LONGEST_SECONDS = 1e6
_SECONDS_TO_END = 10.0
# So that libraries take less: Arrow's own allocator would reserve 1 GB at its first use.
_FRUGAL = {"ARROW_DEFAULT_MEMORY_POOL": "system", "OPENBLAS_NUM_THREADS": "1"}
_SAID = b"\0the command has said how it ended\0"  # behind what libraries printed


def main() -> None:
    """Run the command line."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _leave)
    limit = _limit() if sys.platform == "linux" else None
    if limit is None or _HELP & {*sys.argv}:
        _run()
    elif limit < _LEAST_BYTES:
        _say_short()
        sys.exit(1)
    else:
        _run_watched()


def _run() -> None:
    from pokerlake.commands.signals import leave_when_told

    leave_when_told(instead=_leave)
    from pokerlake.cli import app

    app(prog_name="pokerlake")


def _leave(*_: object) -> None:
    """End the program while it is still being imported: there is nothing yet that could be left."""
    os.write(2, b"interrupted\n")
    os._exit(130)


def _limit() -> int | None:
    from pokerlake.causes import memory_limit

    return memory_limit()


# ---------------------------------------------------------------- where memory is limited


def _run_watched() -> None:
    """Run the command line in a child, which is to this process as a command is to a shell."""
    import signal

    watched = {getattr(signal, name) for name in _WATCHED}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    printed = os.memfd_create("stderr")
    parent = os.getpid()
    child = os.fork()
    if not child:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _run_in_child(parent, printed)
    patience = _LONGEST_SECONDS
    while True:
        heard = signal.sigtimedwait(watched, patience)
        if heard is None:
            if patience < _LONGEST_SECONDS:  # what listens in it may be without memory
                os.kill(child, signal.SIGKILL)
            continue
        if heard.si_signo != signal.SIGCHLD:
            if heard.si_code == _FROM_A_PROCESS:  # a terminal tells the child as well
                os.kill(child, heard.si_signo)
            if heard.si_signo != signal.SIGINT:  # which a shell of SQL goes on after
                patience = _SECONDS_TO_END
            continue
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
    code = os.waitstatus_to_exitcode(status)
    os.lseek(printed, 0, os.SEEK_SET)
    told = os.read(printed, _TOLD_BYTES)
    told, _, said = told.partition(_SAID)
    short = _was_short(code, told)
    if said:  # what ended the process after that has changed nothing
        code = int(said[:3])
    elif short:
        _say_short()
        code = 1
    if not short:
        os.write(2, told)
    os._exit(code if code >= 0 else 128 - code)


def _run_in_child(parent: int, printed: int) -> NoReturn:
    """Run the command line; what libraries print themselves on stderr is for the parent."""
    from pokerlake.causes import Cause, cause_of
    from pokerlake.leaving import end_with_parent

    end_with_parent(parent)
    if sys.stderr is not None:
        own = os.fdopen(os.dup(2), "w", 1, sys.stderr.encoding, sys.stderr.errors)
        sys.stderr = own
    os.dup2(printed, 2)
    _show_no_memory_errors()
    for name, value in _FRUGAL.items():
        os.environ.setdefault(name, value)
    try:
        _run()
    except SystemExit as stop:
        if sys.stdout is not None:
            sys.stdout.flush()
        os.write(printed, b"%s%03d" % (_SAID, stop.code if isinstance(stop.code, int) else 0))
        raise
    except Exception as error:
        if cause_of(error) is not Cause.MEMORY:
            raise
        _say_short()
        os.write(printed, _SAID + b"001")
        sys.exit(1)
    sys.exit()


def _show_no_memory_errors() -> None:
    """Leave out errors of memory that cannot be raised: others say that it is short."""
    import threading

    from pokerlake.causes import Cause, cause_of

    def quiet(show: Any) -> Any:
        def hook(raised: Any) -> None:
            if raised.exc_value is None or cause_of(raised.exc_value) is not Cause.MEMORY:
                show(raised)

        return hook

    sys.unraisablehook = quiet(sys.unraisablehook)
    threading.excepthook = quiet(threading.excepthook)


def _was_short(code: int, told: bytes) -> bool:
    """Whether a process that ended so had too little memory, by what its libraries printed."""
    import signal

    from pokerlake.causes import Cause, told_cause

    if code < 0:
        return -code in {getattr(signal, name) for name in _CRASHES}
    return told_cause(told.decode("utf-8", "replace")) is Cause.MEMORY


def _say_short() -> None:
    from pokerlake.causes import short_of_memory

    if sys.stderr is not None:
        sys.stderr.write(f"error: {short_of_memory()}\n")
        sys.stderr.flush()


if __name__ == "__main__":
    main()
