"""The command that reads hand histories into the lake."""

from __future__ import annotations

import time

import typer

from ..base import Output, cluster_workers, note, progress_bars
from ..options import ClusterOption, LakeOption, argument, flag, option, workers_option
from ..signals import keeping


def import_(
    source: list[str] = argument(
        "FILE...",
        "Files or folders of hand histories of any site that is read; .gz and .zst are unpacked; "
        "- for stdin.",
    ),
    input_format: str | None = option(
        "text, phh, ohh, xml or pokernow.  [default: as FILE begins]"
    ),
    replace: bool = flag("--replace", "Replace all hands in the lake by these."),
    workers: int = workers_option("Number of processes that read."),
    cluster: ClusterOption = None,
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Read hand histories into the lake.

    They fill the tables hands, seats, actions and showdowns.

    A hand that is in the lake already is left as it is, so you can import the same files again.
    Hands that cannot be read, or whose pots do not balance, are left out; the first thousand are
    listed with file, line and problem. The exit code is 1 if a file could not be read, or if no
    hand could.

    Of a folder files of these endings are read; stderr says how many others there are.

    With --cluster workers are sent the text, and need not see the files.
    """
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.cluster import refuse_no_cluster
    from pokerlake.pipelines.histories.importing import import_histories
    from pokerlake.pipelines.histories.reading import bad_hands
    from pokerlake.pipelines.histories.sources import endings, passed_over
    from pokerlake.tables.errors import InputError, counted
    from pokerlake.tables.lake import lake_path
    from pokerlake.tables.manifest import manifest_mark

    refuse_no_cluster(cluster, workers)
    out.choose()  # before the work, not after it
    path = lake_path(lake)
    before = manifest_mark(path)

    def kept() -> str:
        return (
            "the lake is as it was"
            if manifest_mark(path) == before
            else "the hands are in the lake"
        )

    started = time.perf_counter()
    with keeping(kept), progress_bars() as bars, cluster_workers(cluster, bars) as executor:
        task = bars.add_task("MB read", total=None)
        done = import_histories(
            path,
            source,
            input_format=input_format,
            anew=replace,
            workers=worker_count(workers),
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
    note(
        f"{hands} in {files}: {done.new:,} new, {done.known:,} known, {done.bad_hands:,} bad; "
        f"{time.perf_counter() - started:.1f} s"
    )
    if done.summaries:
        note(f"{counted(done.summaries, 'file')} of tournaments' summaries")
    if done.others:
        games = ", ".join(f"{count:,} {game}" for game, count in done.others.most_common())
        note(f"{counted(done.others.total(), 'hand')} of games that are not read: {games}")
    if done.left_out > len(done.bad):
        note(f"of {done.left_out:,} that are left out the first {len(done.bad):,} are listed")
    if not (done.bad or done.others or done.summaries or done.new + done.known):
        raise InputError(f"no hand was found in {files if done.files != 1 else source[0]}")
    if done.unreadable or not (done.new + done.known or done.others or done.summaries):
        raise typer.Exit(1)
