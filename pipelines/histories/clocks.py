"""When hands were played: the clocks of sites as moments of UTC."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

from .heads import ZONES

if TYPE_CHECKING:
    import polars as pl

_OFFSET = re.compile(r"(?:GMT|UTC) ?([+-])(\d\d):?(\d\d)")


def utc(moments: Sequence[int | None], zones: Sequence[str]) -> pa.Array:
    """The moments in UTC of milliseconds on the clocks of zones; null for those not known.

    An hour that a clock shows twice is the earlier one, and one that it leaves out is null.
    """
    import polars as pl

    frame = pl.DataFrame(
        {"at": pl.Series(moments, dtype=pl.Datetime("ms")), "zone": pl.Series(zones, dtype=pl.String)}
    ).with_row_index("row")
    parts = [
        _with_utc(part, zone) for (zone,), part in frame.group_by("zone") if isinstance(zone, str)
    ]
    if not parts:
        return pa.nulls(len(moments), pa.timestamp("ms"))
    return pl.concat(parts).sort("row")["at"].to_arrow()


def _with_utc(part: pl.DataFrame, zone: str) -> pl.DataFrame:
    """Moments of one clock in UTC; null where nobody knows the zone."""
    import polars as pl

    at = pl.col("at")
    if offset := _OFFSET.fullmatch(zone):
        minutes = 60 * int(offset[2]) + int(offset[3])
        away = pl.duration(minutes=minutes if offset[1] == "+" else -minutes, time_unit="ms")
        return part.with_columns(at - away)
    try:
        there = at.dt.replace_time_zone(
            ZONES.get(zone, zone), ambiguous="earliest", non_existent="null"
        )
        return part.with_columns(there.dt.convert_time_zone("UTC").dt.replace_time_zone(None))
    except pl.exceptions.ComputeError:  # a zone of no table
        return part.with_columns(pl.lit(None, pl.Datetime("ms")).alias("at"))
