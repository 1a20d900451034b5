"""``pokerlake arrays``: an abstraction as arrays for a bot."""

from __future__ import annotations

from pathlib import Path

from .base import note, progress_bars
from .options import ABSTRACTIONS_LIST, LakeOption, argument, flag, option, workers_option
from .signals import keeping


def arrays(
    run: int = argument(
        "RUN", "The run of the table abstractions.", min=1, listed=ABSTRACTIONS_LIST
    ),
    folder: Path = option("--output", "-o", "The folder to write.", metavar="FOLDER", default=...),
    replace: bool = flag("--replace", "Replace such a folder by this one."),
    workers: int = workers_option("Number of threads."),
    lake: LakeOption = None,
) -> None:
    """Write an abstraction as arrays that a bot looks up in five lines of C or Python.

    FOLDER gets buckets.npy, a bucket for each of 1,326 holes on each board up to suits, and
    boards.npy, holes.npy and places.npy, which lead from raw cards to it; abstraction.json says
    what they are. Of rivers that is 190 MB for up to 255 buckets, and 370 MB for more. The number
    of workers does not change the files. docs/abstraction.md has the five lines.

    pokerlake arrays 1 -o turn
    """
    from pokerlake.engine.threads import worker_count
    from pokerlake.queries.answers.buckets import Buckets, write_arrays
    from pokerlake.tables.lake import Lake, lake_path

    buckets = Buckets(Lake.open(lake_path(lake)))
    chosen = buckets.run(None, run=run)
    with progress_bars() as bars, keeping(f"{folder} is as it was"):
        task = bars.add_task("boards", total=100)
        layout = write_arrays(
            buckets,
            chosen,
            folder,
            replace=replace,
            threads=worker_count(workers),
            listener=lambda done: bars.update(task, completed=round(100 * done)),
        )
    boards, holes = layout["arrays"]["buckets"]["shape"]
    size = sum(path.stat().st_size for path in folder.iterdir())
    note(f"{chosen}: {boards:,} boards x {holes:,} holes, {size:,} bytes in {folder}")
