"""The command that reads hand histories into the lake."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from ..base import FormatOption, LakeOption, OutputOption, note, progress_bars, show


def import_(
    source: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Files or folders: .txt (PokerStars), .phh, .phhs, also with .gz or .zst; "
            "- for stdin.",
        ),
    ],
    input_format: Annotated[
        str | None,
        typer.Option(help="pokerstars or phh.  [default: by FILE's ending; pokerstars on stdin]"),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace all hands in the lake by these.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            min=0,
            show_default=False,
            help="Number of processes that read.  [default: 0, one per core]",
        ),
    ] = 0,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Read hand histories into the lake.

    They fill the tables hands, seats, actions and showdowns.

    A hand that is in the lake already is left as it is, so you can import the same files again.
    Hands that cannot be read, or whose pots do not balance, are left out and listed with file, line
    and problem. The exit code is 1 if a file could not be read, or if no hand could.
    """
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.histories.importing import import_histories
    from pokerlake.pipelines.histories.reading import bad_hands
    from pokerlake.queries.files import choose_format
    from pokerlake.tables.lake import lake_path

    choose_format(fmt, output)  # before the work, not after it
    started = time.perf_counter()
    with progress_bars() as bars:
        task = bars.add_task("MB read", total=None)
        try:
            done = import_histories(
                lake_path(lake),
                source,
                input_format=input_format,
                anew=replace,
                workers=worker_count(workers),
                listener=lambda amount, _: bars.update(
                    task,
                    completed=amount.done / 1e6,
                    total=None if amount.total is None else amount.total / 1e6,
                ),
            )
        except KeyboardInterrupt:
            note("stopped; the lake is as it was")
            raise
    if done.bad or fmt or output:
        show(bad_hands(done.bad), fmt, output)
    hands = f"{done.hands:,} hand{'s' * (done.hands != 1)}"
    files = f"{done.files:,} file{'s' * (done.files != 1)}"
    bad = len(done.bad) - done.unreadable
    note(
        f"{hands} in {files}: {done.new:,} new, {done.known:,} known, {bad:,} bad; "
        f"{time.perf_counter() - started:.1f} s"
    )
    if done.unreadable or not done.new + done.known:
        raise typer.Exit(1)
