"""The program ``pokerlake``, and ``python -m pokerlake``: it listens for Ctrl-C before all else."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from pokerlake.commands.signals import leave_when_told

    leave_when_told()  # what comes now are imports, of a tenth of a second
    from pokerlake.cli import app

    app(prog_name="pokerlake")


if __name__ == "__main__":
    main()
