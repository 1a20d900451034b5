"""When hands were played: the clocks of sites as moments of UTC."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    import polars as pl

# What clocks are called in files, beside the names of the tz database.
ZONES = {
    **dict.fromkeys(("ET", "EST", "EDT", "Eastern Standard Time", "Eastern Daylight Time"), "America/New_York"),
    **dict.fromkeys(("CT", "CST", "CDT"), "America/Chicago"),
    **dict.fromkeys(("MT", "MST", "MDT"), "America/Denver"),
    **dict.fromkeys(("PT", "PST", "PDT"), "America/Los_Angeles"),
    **dict.fromkeys(("WET", "WEST"), "Europe/Lisbon"),
    **dict.fromkeys(("BST", "GMT Standard Time", "GMT Daylight Time"), "Europe/London"),
    **dict.fromkeys(("CET", "CEST"), "Europe/Paris"),
    **dict.fromkeys(("EET", "EEST"), "Europe/Bucharest"),
    **dict.fromkeys(("MSK", "MSKS", "MSD"), "Europe/Moscow"),
    **dict.fromkeys(("GMT", "UTC"), "UTC"),
    "BRT": "America/Sao_Paulo",
    "ART": "America/Argentina/Buenos_Aires",
    "AST": "America/Halifax",
    "ADT": "America/Halifax",
    "NST": "America/St_Johns",
    "IST": "Asia/Kolkata",
    "JST": "Asia/Tokyo",
    "AEST": "Australia/Sydney",
    "AEDT": "Australia/Sydney",
    "NZT": "Pacific/Auckland",
}


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
