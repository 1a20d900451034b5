"""Any numbers as lines: each column of a result over its first."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pyarrow as pa

from pokerlake.tables.errors import QueryError, UsageError
from pokerlake.tables.schema import sql_type

from ...connection import connect
from ...statements.run import stream
from ..given import given_rows
from ..registry import Drawn, Option, chart
from .lines import MOST_LINES, Column, Plot, draw_plot, plot_text


@chart(
    "series",
    place=25,
    example="--sql 'select players, avg(income_rate) as income from income_rates group by all'",
    terminal=True,
)
def series(
    sql: Annotated[
        str | None, Option("SQL that returns numbers; the first column is along.", "SQL")
    ] = None,
    title: str = "",
    lake: Path | None = None,
    values: Any = None,
) -> Drawn:
    """Draw numbers of any query as lines: each column of numbers over the first.

    Rows are ordered by the first column. Other columns that are no numbers are left out, and so
    are values that are missing or not finite.
    """
    if (sql is None) == (values is None):
        raise UsageError("give --sql" if sql is None else "give --sql or values, not both")
    if sql is None:
        plot = plot_of(given_rows(values), title)
    else:
        with connect(lake) as connection:
            plot = plot_of(stream(connection, sql), title)
    return Drawn(plot.title, (plot,), draw_plot, plot_text)


def plot_of(rows: pa.RecordBatchReader, title: str = "") -> Plot:
    """The columns of numbers over the first.

    Raises
    ------
    UsageError
        If the first column is no number, or there are no others or too many.
    QueryError
        If there is nothing to draw.
    """
    first, *others = rows.schema
    if not _is_number(first.type):
        raise UsageError(
            f"column {first.name!r} is {sql_type(first.type)}, not a number; the first column is "
            "along the chart"
        )
    at = [place for place, field in enumerate(others, 1) if _is_number(field.type)]
    if not 1 <= len(at) <= MOST_LINES:
        raise UsageError(
            f"{len(at)} columns of numbers behind the first; give 1 to {MOST_LINES}, which can be "
            "told apart"
        )
    table = rows.read_all()
    x = _numbers(table.column(0))
    order = np.flatnonzero(np.isfinite(x))
    order = order[np.argsort(x[order], kind="stable")]
    lines = []
    for place in at:
        heights = _numbers(table.column(place))[order]
        heights[~np.isfinite(heights)] = np.nan
        if not np.isnan(heights).all():
            lines.append((rows.schema.field(place).name, heights))
    if not lines:
        raise QueryError("the query gives no numbers to draw")
    names = ", ".join(name for name, _ in lines)
    up = lines[0][0] if len(lines) == 1 else "value"
    return Plot(x[order], tuple(lines), first.name, up, title or f"{names} by {first.name}")


def _is_number(dtype: pa.DataType) -> bool:
    kinds = pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal
    return any(is_kind(dtype) for is_kind in kinds)


def _numbers(column: pa.ChunkedArray) -> Column:
    numbers = column.cast(pa.float64(), safe=False).fill_null(np.nan)
    return np.array(numbers.to_numpy(), np.float64)
