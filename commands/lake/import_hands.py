"""The command that reads hand histories into the lake."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..base import Output, cluster_workers, note, progress_bars
from ..options import ClusterOption, LakeOption, argument, flag, option, workers_option
from ..signals import asked_first, keeping, say_stopped

if TYPE_CHECKING:
    from pokerlake.pipelines.histories.importing import Imported
    from pokerlake.pipelines.histories.reading import Bad

_SECONDS = 1.0  # between two checks of a folder that is watched


def import_(
    source: list[str] = argument(
        "FILE...",
        "Files or folders of hand histories of supported sites; .gz and .zst are unpacked; "
        "- for stdin.",
        default=[],
    ),
    input_format: str | None = option(
        "text, summary, phh, ohh, xml or pokernow.  [default: by FILE's beginning]"
    ),
    replace: bool = flag("--replace", "Replace all hands in the lake by these."),
    again: bool = flag(
        "--again", "Replace the hands by reading all their files again, besides FILE...."
    ),
    watch: bool = flag(
        "--watch", "Keep reading what a running client adds to FILE...; Ctrl-C ends it."
    ),
    workers: int = workers_option("Number of processes that read."),
    cluster: ClusterOption = None,
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Read hand histories into the lake.

    They fill the tables hands, seats, actions and showdowns; hands and summaries of tournaments
    also fill the table tournaments.

    A hand that is already in the lake is left alone, so you can import the same files again. Hands
    are added 500,000 at a time: what a stopped or killed command has added stays, and the same
    command goes on.
    Hands that cannot be read, or whose pots do not balance, are left out; the first thousand are
    listed with file, line and problem. Hands of games that are not read are counted by game. The
    exit code is 1 if a file could not be read, or if no hand could.

    In a folder, only files with these endings are read; stderr counts the others.

    --watch reads what there is, and then each second what was added; a hand that the client is
    still writing is read once it is complete. A folder may still be empty.

    With --cluster, workers are sent the text, and need not see the files.
    """
    from pokerlake.pipelines.cluster import refuse_no_cluster
    from pokerlake.pipelines.histories.importing import files_of_hands
    from pokerlake.pipelines.histories.reading import bad_hands
    from pokerlake.pipelines.histories.sources import endings, passed_over
    from pokerlake.tables.errors import InputError, UsageError, counted
    from pokerlake.tables.lake import lake_path
    from pokerlake.tables.manifest import manifest_mark

    refuse_no_cluster(cluster, workers)
    out.choose()  # before the work, not after it
    path = lake_path(lake)
    if not source and not again:
        raise UsageError("give the name of a file or a folder, or - for stdin")
    if watch and (again or replace or cluster or "-" in source):
        raise UsageError("--watch takes files and folders, and no --again, --replace or --cluster")
    if again and replace:
        raise UsageError("give --again or --replace, not both")
    if again:
        source = [*files_of_hands(path), *source]
    seen = _seen(source) if watch else {}  # what grows while it is read is read again
    to_read = _with_files(source) if watch else source
    if watch and not to_read:
        _watch(path, source, seen, input_format=input_format, workers=workers)
        return
    before = manifest_mark(path)

    def kept() -> str:
        return (
            "the lake is as it was"
            if manifest_mark(path) == before
            else "hands are in the lake; the same command goes on, and knows them"
        )

    started = time.perf_counter()
    with keeping(kept), progress_bars() as bars, cluster_workers(cluster, bars) as executor:
        task = bars.add_task("MB read", total=None)
        done = _imported(
            path,
            to_read,
            input_format=input_format,
            anew=replace or again,
            workers=workers,
            executor=executor,
            listener=lambda amount, _: bars.update(
                task,
                completed=amount.done / 1e6,
                total=None if amount.total is None else amount.total / 1e6,
            ),
        )
    if done.bad or out.fmt or out.path:
        out.show(bad_hands(done.bad))
    if others := passed_over(source):
        be = "is" if len(others) == 1 else "are"
        note(
            f"{counted(len(others), 'file')} {be} passed over, without an ending {endings()}, such "
            f"as {others[0]}; a file that is named is read"
        )
    hands, files = counted(done.hands, "hand"), counted(done.files, "file")
    if done.summaries:
        note(f"{counted(done.summaries, 'file')} of tournaments' summaries")
    if done.others:
        games = ", ".join(f"{count:,} {game}" for game, count in done.others.most_common())
        note(f"{counted(done.others.total(), 'hand')} of games that are not read: {games}")
    note(
        f"{hands} in {files}: {done.new:,} new, {done.known:,} known, {done.bad_hands:,} bad; "
        f"{time.perf_counter() - started:.1f} s"
    )
    if done.left_out > len(done.bad):
        note(f"of {done.left_out:,} that are left out the first {len(done.bad):,} are listed")
    if watch:
        _watch(path, source, seen, input_format=input_format, workers=workers)
        return
    if not (done.bad or done.others or done.summaries or done.new + done.known):
        raise InputError(f"no hand was found in {files if done.files != 1 else source[0]}")
    if done.unreadable or not (done.new + done.known or done.others or done.summaries):
        raise typer.Exit(1)


def _imported(lake: Path, source: Sequence[str], *, workers: int, **how: Any) -> Imported:
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.histories.importing import import_histories

    return import_histories(lake, source, workers=worker_count(workers), **how)


def _with_files(source: Sequence[str]) -> list[str]:
    """The watched files and folders to read at once: not folders without hands."""
    return [name for name in source if not Path(name).is_dir() or _seen([name])]


def _seen(source: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The watched files that exist, with the length and the time of each."""
    from pokerlake.pipelines.histories.sources import find_sources
    from pokerlake.tables.errors import InputError

    files = {}
    for name in source:
        try:
            paths = [one.path for one in find_sources([name]) if one.path is not None]
        except InputError:  # a folder without any yet, or a missing file
            continue
        for path in paths:
            if path.exists():
                stat = path.stat()
                files[str(path)] = (stat.st_size, stat.st_mtime_ns)
    return files


def _watch(lake: Path, source: Sequence[str], seen: dict[str, tuple[int, int]], **how: Any) -> None:
    """Read what is added to files and folders since they were ``seen``, until Ctrl-C."""
    from pokerlake.pipelines.histories.words import is_unfinished
    from pokerlake.tables.errors import counted

    over = threading.Event()
    new = 0
    reported: set[Bad] = set()
    note(f"watching {', '.join(source)}; Ctrl-C ends it")
    with asked_first(over.set):
        while not over.wait(_SECONDS):
            now = _seen(source)
            changed = [path for path, state in now.items() if seen.get(path) != state]
            seen = now
            if not changed:
                continue
            done = _imported(lake, changed, **how)
            new += done.new
            for bad in done.bad:
                if bad not in reported and not is_unfinished(bad.problem):
                    reported.add(bad)
                    note(f"{bad.file}, line {bad.line}: {bad.problem}")
            if done.new:
                note(f"{counted(done.new, 'hand')} from {counted(len(changed), 'file')}")
        say_stopped(f"watched; {counted(new, 'hand')} came in")
