"""``pokerlake solve --from`` and ``--save``: spots that are solved into the lake."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer

from ..base import cluster_workers, note, progress_bars
from ..signals import asked_first, keeping, say_stopped

if TYPE_CHECKING:
    from pathlib import Path

    from pokerlake.queries.answers.solving.spots import GivenSpot

_AGAIN = "what is solved is in the lake; run the same command again to go on"
_PARTS = 1000  # of the bar


def solved_into(
    lake: Path,
    given: Sequence[GivenSpot],
    *,
    to: float,
    iterations: int,
    compress: bool,
    anew: bool,
    workers: int,
    cluster: str | None,
) -> list[dict[str, Any]]:
    """Solve spots into the lake with a bar; a command that is stopped ends here."""
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.solving import solve_into

    asked = list(_asked(given))
    stop = threading.Event()
    with (
        progress_bars() as bars,
        keeping(_AGAIN),
        asked_first(stop.set),
        cluster_workers(cluster, bars) as executor,
    ):
        task = bars.add_task("solving", total=_PARTS)

        def listener(share: float, words: str) -> None:
            bars.update(task, completed=int(_PARTS * share), description=words)

        found = solve_into(
            lake, asked, to=to, iterations=iterations, compress=compress, anew=anew,
            workers=worker_count(workers), executor=executor, listener=listener, stop=stop.is_set,
        )  # fmt: skip
    rows = [row for row in found if row is not None]
    if len(rows) < len(found):
        say_stopped(f"stopped after {len(rows):,} of {len(found):,} spots; {_AGAIN}")
        raise typer.Exit(130)
    unfinished = [row for row in rows if row["exploitability"] > 100 * to]
    if unfinished:
        worst = max(row["exploitability"] for row in unfinished)
        note(
            f"not reached by {len(unfinished):,} of {len(rows):,} spots: deviating gains up to "
            f"{worst:.3g} % of the pot after {iterations:,} iterations, and {100 * to:g} % was "
            "asked for; give more --iterations" + (", or leave out --compress" if compress else "")
        )
    return rows


def _asked(given: Sequence[GivenSpot]) -> Iterator[Any]:
    from pokerlake.pipelines.solving import Asked
    from pokerlake.tables.errors import UsageError

    for place, one in enumerate(given, 1):
        try:
            yield Asked(one.spot, one.name, one.keep, one.ranges)
        except ValueError as error:
            raise UsageError(f"spot {place:,}: {error}") from error
