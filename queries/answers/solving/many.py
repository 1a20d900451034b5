"""Many spots after the flop: as the rows of a file, what they take, and as rows once solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.threads import free_memory
from pokerlake.tables.errors import UsageError

from .spots import GivenSpot, compress_hint, memory

if TYPE_CHECKING:
    from pokerlake.engine.solving import Cost

_ROUNDED = {"value_oop": 2, "value_ip": 2, "equity_oop": 4, "equity_ip": 4, "exploitability": 3}


# ---------------------------------------------------------------- what they take


def costs_table(
    given: Sequence[GivenSpot], costs: Sequence[Cost], *, named: bool = True
) -> pa.Table:
    """A row for each spot: what solving it takes; with its name, if spots have names."""
    names = {"name": [one.name for one in given]} if named else {}
    return pa.table(
        {
            **names,
            "board": [format_hand(one.spot.board) for one in given],
            "nodes": [cost.nodes for cost in costs],
            "boards": [cost.boards for cost in costs],
            "numbers": [cost.numbers for cost in costs],
            "gigabytes": [round(cost.bytes / 1e9, 3) for cost in costs],
            "compressed_gigabytes": [round(cost.compressed_bytes / 1e9, 3) for cost in costs],
            "core_seconds": [round(cost.seconds, 2) for cost in costs],
        }
    )


def costs_summary(costs: Sequence[Cost]) -> str:
    """What all spots take together, in a line."""
    seconds = sum(cost.seconds for cost in costs)
    most = max(cost.bytes for cost in costs) / 1e9
    compressed = max(cost.compressed_bytes for cost in costs) / 1e9
    return (
        f"{len(costs):,} spots: about {seconds:,.0f} seconds of one core to 0.5 %, at most"
        f" {most:.3g} GB at a time, {compressed:.3g} GB compressed"
    )


def refuse_too_large(
    given: Sequence[GivenSpot], costs: Sequence[Cost], name: str, *, compress: bool = False
) -> None:
    """Refuse spots of which one does not fit the memory, before any is solved.

    Raises
    ------
    UsageError
        Which names the first, and what would fit.
    """
    free = free_memory()
    if free is None:
        return
    needed = [memory(cost, compress=compress) for cost in costs]
    large = [place for place, each in enumerate(needed) if each > free]
    if large:
        place = large[0]
        smaller = max(cost.compressed_bytes for cost in costs)
        hint = compress_hint(smaller, free, compress=compress)
        raise UsageError(
            f"{name}, row {place + 1:,}: {format_hand(given[place].spot.board)} takes "
            f"{needed[place] / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free; {len(large):,} "
            f"of {len(costs):,} spots are too large: {hint}give them fewer sizes or smaller "
            "ranges, or begin on the next street"
        )


# ---------------------------------------------------------------- solved


def spots_for_people(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Rows of ``solved_spots``, rounded, without what has no use on a screen."""
    columns = [
        "spot", "name", "board", "value_oop", "value_ip", "equity_oop", "equity_ip",
        "exploitability", "iterations",
    ]  # fmt: skip
    if not any(row["name"] for row in rows):
        columns.remove("name")
    found = {name: [row[name] for row in rows] for name in columns}
    for name, digits in _ROUNDED.items():
        found[name] = [round(value, digits) for value in found[name]]
    return pa.table(found)
