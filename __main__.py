"""The program ``pokerlake``, and ``python -m pokerlake``: it listens for Ctrl-C before all else."""

from __future__ import annotations

# What `signal` wraps: importing that takes 2 ms more, in which Ctrl-C would be a traceback.
import _signal  # type: ignore[import-not-found]
import os


def main() -> None:
    """Run the command line."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _leave)
    from pokerlake.commands.signals import leave_when_told

    leave_when_told(instead=_leave)
    from pokerlake.cli import app

    app(prog_name="pokerlake")


def _leave(*_: object) -> None:
    """End the program while it is still being imported: there is nothing yet that could be left."""
    os.write(2, b"interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    main()
