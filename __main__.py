"""The program ``pokerlake``, and ``python -m pokerlake``: it listens for Ctrl-C before all else."""

from __future__ import annotations

# The C module of `signal`: that one takes 2 ms more, in which Ctrl-C would print a traceback.
import _signal  # type: ignore[import-not-found]
import os
import sys

_HELP = {"--help", "-h", "--version"}


def main() -> None:
    """Run the command line."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _leave)
    from pokerlake import leaving

    leaving.without_last_look()
    if not _HELP & {*sys.argv}:
        _live_within_limit()
    from pokerlake.commands.signals import leave_when_told

    leave_when_told(instead=_leave)
    from pokerlake.cli import app

    app(prog_name="pokerlake")


def _leave(*_: object) -> None:
    """End the program while it is still being imported: nothing can be left behind yet."""
    os.write(2, b"interrupted\n")
    os._exit(130)


def _live_within_limit() -> None:
    """Under a memory limit, have libraries use less, or end with a message if they cannot start.

    Libraries do not check what the system refuses while they start: they crash, or hang.
    """
    from pokerlake.causes import be_frugal, least_memory, memory_limit, short_of_memory

    limit = memory_limit()
    if limit is None:
        return
    if limit < least_memory():
        if sys.stderr is not None:
            sys.stderr.write(f"error: {short_of_memory()}\n")
        sys.exit(1)
    be_frugal()


if __name__ == "__main__":
    main()
