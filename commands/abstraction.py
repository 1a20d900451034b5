"""``pokerlake abstract``, ``transitions`` and ``arrays``: buckets, and where they lead."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .base import Output, cluster_workers, note, progress_bars
from .options import (
    ABSTRACTIONS_LIST,
    ClusterOption,
    LakeOption,
    argument,
    flag,
    option,
    seed_option,
    workers_option,
)
from .signals import keeping

if TYPE_CHECKING:
    from rich.progress import Progress

_SHOWN = (
    "run", "street", "kind", "k", "rounds", "mean_distance", "percentile_distance",
    "random_distance", "seconds",
)  # fmt: skip

_KEPT = "nothing is added to the lake; the same command goes on where this was"


def complete_street(start: str) -> list[str]:
    """Streets that begin with this text."""
    from pokerlake.pipelines.abstraction.asked import CARDS

    return [name for name in CARDS if name.startswith(start)]


def abstract(
    street: str = argument(
        "STREET", "preflop, flop, turn or river.", default=..., autocompletion=complete_street
    ),
    k: int | None = option(
        "--k", "-k", "Number of buckets: 2 to 10,000.  [default: 200; preflop 169]"
    ),
    kind: str | None = option(
        "distribution: by the equities of all run-outs (flop, turn); optimal: by the equity, with "
        "the least squares (river); percentile: as many deals in each; potential: by the turn "
        "buckets that each turn card leads to (flop); ochs: by the equities against eight "
        "clusters of starting hands (river).  [default: the first of the street]"
    ),
    next_run: int | None = option(
        "--next-run",
        "The run of turns that potential looks at.  [default: the newest of distribution]",
    ),
    seed: int | None = seed_option(
        "Seed of the starts of distribution, potential and ochs.  [default: 1]"
    ),
    restarts: int = option("Number of starts; the best is kept.", default=1),
    plan: bool = flag("--plan", "Only show the cost: rows, memory, seconds on two cores."),
    workers: int = workers_option("Number of threads."),
    cluster: ClusterOption = None,
    replace: bool = flag("--replace", "Replace all abstractions in the lake by this one."),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Put the holes of a street into buckets of holes that play alike.

    The abstraction is added to the tables abstractions, buckets, and flop_buckets, turn_buckets or
    river_buckets of the lake; one that the lake has is only shown. The buckets before the flop are
    the 169 starting hands. The distances are those of holes to the centres of their buckets, as
    parts of 1: this abstraction's, and for comparison those of percentiles of the mean equity, and
    of random buckets. For potential they are those of the turn buckets that holes reach, which are
    as far apart as their centres; for ochs the roots of the mean squares of eight differences, and
    the table is river_hand_buckets. The number of workers does not change the result.

    With --cluster one worker computes each restart, and one does all else. For potential they must
    see the lake under the same path.

    pokerlake abstract flop --k 200

    pokerlake abstract river --k 50

    pokerlake abstract flop --kind potential --next-run 1
    """
    import pyarrow as pa

    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.abstraction.asked import MOST_BUCKETS, Abstraction, cost_of
    from pokerlake.pipelines.abstraction.running import abstract_into
    from pokerlake.pipelines.cluster import refuse_no_cluster
    from pokerlake.tables.errors import UsageError
    from pokerlake.tables.lake import lake_path

    refuse_no_cluster(cluster, workers)
    if plan and cluster is not None:
        raise UsageError("--plan computes nothing; leave --cluster out")
    if k == 0:
        raise UsageError(f"k is 0; give 2 to {MOST_BUCKETS:,} buckets")
    asked = Abstraction(street, kind or "", k or 0, 1 if seed is None else seed, restarts, next_run)
    if plan:
        shown = {name: asked.columns[name] for name in ("street", "kind", "k")}
        out.show(pa.Table.from_pylist([{**shown, **cost_of(asked)}]))
        return
    path = lake_path(lake)
    seen = path if asked.kind == "potential" else None
    with (
        _listening(street) as (bars, listener),
        cluster_workers(cluster, bars, lake=seen) as executor,
    ):
        row = abstract_into(
            path,
            asked,
            anew=replace,
            threads=worker_count(workers),
            executor=executor,
            listener=listener,
        )
    table = pa.Table.from_pylist([row])
    out.show(table.select(_SHOWN) if out.for_people() else table)
    note(
        f"run {row['run']}: {row['rows']:,} holes and boards up to suits, {row['deals']:,} deals, "
        f"are in {row['buckets']:,} buckets"
        + (": no more equities differ" if row["buckets"] < row["k"] else "")
    )


def transitions(
    run: int = argument(
        "RUN", "The abstraction of a street, by its number.", listed=ABSTRACTIONS_LIST
    ),
    next_run: int = argument("NEXT_RUN", "One of the next street.", listed=ABSTRACTIONS_LIST),
    workers: int = workers_option("Number of threads."),
    replace: bool = flag("--replace", "Replace all transitions in the lake by these."),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Count where the holes of each bucket go with the next cards, exactly.

    Every deal of a hole, a board and the next card is counted, by its bucket of one abstraction and
    of another one of the next street: from preflop to flop all three cards. The counts are added to
    the table bucket_transitions of the lake; those that the lake has are only shown. The number of
    workers does not change the result.

    pokerlake transitions 1 2
    """
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.abstraction.transitions import transitions_into
    from pokerlake.tables.lake import lake_path

    with _listening("transitions") as (_, listener):
        table = transitions_into(
            lake_path(lake),
            run,
            next_run,
            anew=replace,
            threads=worker_count(workers),
            listener=listener,
        )
    out.show(table)
    deals = sum(table["deals"].to_pylist())
    note(f"runs {run} and {next_run}: {deals:,} deals go {len(table):,} ways")


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
    boards.npy, holes.npy and places.npy, which lead from raw cards to it; abstraction.json
    describes them. For rivers that is 190 MB with up to 255 buckets, and 370 MB with more. The
    number of workers does not change the files. The five lines are in
    https://pokerlake.github.io/pokerlake/abstraction/.

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


@contextmanager
def _listening(what: str) -> Iterator[tuple[Progress, Callable[[str, float], None]]]:
    """A progress bar, and a function that moves it."""
    with progress_bars() as bars, keeping(_KEPT):
        task = bars.add_task(what, total=None)

        def listener(text: str, done: float) -> None:
            total = None if math.isnan(done) else 100
            bars.update(
                task, description=text, completed=round(100 * done) if total else 0, total=total
            )

        yield bars, listener
