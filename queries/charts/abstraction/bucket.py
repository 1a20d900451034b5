"""What is in a bucket: which starting hands, and some holes and boards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.tables.errors import UsageError

from ...connection import connect
from ...sql.named import named_query
from ...statements.run import stream
from ..drawing import numerals
from ..grids.hand_values import HandValues
from ..grids.value_grid import ValueGrid, draw_grid, grid_text
from ..registry import Argument, Drawn, chart
from .runs import RUN, Run, run_of

_EXAMPLES = 6
_MEANING = "Of a hand's deals with boards, those that are in the bucket, in %."
_GREY = "Grey: none are."


@chart("bucket", place=130, example="1 3", terminal=True)
def bucket_chart(
    run: RUN,
    bucket: Annotated[int, Argument("One of its buckets: 0 is the weakest.", "BUCKET")],
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw what is in a bucket of an abstraction: starting hands, and some holes and boards.

    A cell has the share of the hand's deals that are in the bucket. Pointed at in SVG or HTML, it
    shows the share of the bucket's deals too. The first hole below is the most typical one, the
    others are from all over the bucket. Of rivers this reads the table river_hands.
    """
    with connect(lake) as connection:
        found = run_of(connection, run)
        grid = bucket_grid(connection, found, bucket, title)
    return Drawn(grid.title, (grid,), draw_grid, grid_text)


def bucket_grid(
    connection: duckdb.DuckDBPyConnection, run: Run, bucket: int, title: str = ""
) -> ValueGrid:
    """The grid of the starting hands in a bucket, with examples below.

    Raises
    ------
    UsageError
        If the run has no such bucket.
    QueryError
        If the lake lacks a table that it reads.
    """
    (place,) = np.flatnonzero(run.bucket == bucket).tolist() or (None,)
    if place is None:
        raise UsageError(f"run {run.number} has buckets 0 to {len(run.bucket) - 1}, not {bucket}")
    given = {"run": str(run.number), "bucket": str(bucket)}
    values = np.full(len(HANDS), np.nan)
    told = [(f"{hand}: none",) for hand in HANDS]
    for row in _asked(connection, "bucket_hands", given):
        at = HAND_INDEX[row["hand"]]
        values[at] = row["percent_of_hand"]
        told[at] = (
            f"{row['hand']}: {row['deals']:,} deals, {values[at]:.2f} % of the hand's, "
            f"{row['percent_of_bucket']:.2f} % of the bucket's",
        )
    labels = tuple(
        None if np.isnan(value) else numerals.even_percent(value / 100) for value in values
    )
    deals, all_deals = int(run.deals[place]), int(run.deals.sum())
    examples = _asked(connection, "bucket_examples", {**given, "count": str(_EXAMPLES)})
    return ValueGrid(
        HandValues(values, labels),
        told,
        title or f"Bucket {bucket} of {run.name}",
        "% of the hand",
        _MEANING,
        _GREY if np.isnan(values).any() else "",
        listed=(
            f"{deals:,} deals, {numerals.even_percent(deals / all_deals)} % of all; equity "
            f"{numerals.even_percent(run.equity[place])} %, deviation "
            f"{numerals.even_percent(run.deviation[place])} %." + " For example:" * bool(examples),
            *map(_example, examples),
        ),
    )


def _asked(
    connection: duckdb.DuckDBPyConnection, name: str, given: Mapping[str, str]
) -> list[dict[str, Any]]:
    query = named_query(name)
    found = stream(connection, query.sql, query.bind(given)).read_all()
    rows: list[dict[str, Any]] = found.to_pylist()
    return rows


def _example(row: Mapping[str, Any]) -> str:
    equity, deviation = (numerals.even_percent(row[name]) for name in ("equity", "deviation"))
    spread = f" ± {deviation}" if row["deviation"] else ""
    typical = ", the most typical" if row["nearest"] else ""
    return f"{row['hole']} on {row['board']}: {row['has']}, equity {equity}{spread} %{typical}"
