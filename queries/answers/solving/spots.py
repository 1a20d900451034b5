"""Spots after the flop as users write them, the cost of solving them, and solutions as rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import share_in, shown
from pokerlake.engine.solving.dealing import RIVER
from pokerlake.engine.solving.sizes import STREETS
from pokerlake.engine.solving.tree import Spot
from pokerlake.engine.threads import free_memory
from pokerlake.tables.errors import UsageError, by_door, counted
from pokerlake.tables.scratch import Scratch, disk_rates

if TYPE_CHECKING:
    from pokerlake.engine.solving import Cost, Solution

DEFAULT_TO = 0.005
_ROUNDED = {"value_oop": 2, "value_ip": 2, "equity_oop": 4, "equity_ip": 4, "exploitability": 3}


@dataclass(frozen=True)
class GivenSpot:
    """A spot as the user wrote it.

    Attributes
    ----------
    spot : Spot
    name, keep : str
        Empty if not given.
    ranges : 2 str
        Both ranges as text, including holes that the board blocks; empty if not asked for.
    said : str
        How the actions before the flop were read; empty without any.
    """

    spot: Spot
    name: str = ""
    keep: str = ""
    ranges: tuple[str, str] = ("", "")
    said: str = ""


def with_locks(spot: Spot, locks: Mapping[str, Any]) -> Spot:
    """The spot with locked strategies. UsageError for an invalid lock."""
    try:
        locked = replace(spot, locks=locks)
        locked.tree()
    except ValueError as error:
        raise UsageError(str(error)) from error
    return locked


def share_of(name: str, value: Any) -> float:
    """A share from a number, ``0.005``, or from text, ``"0.5%"``.

    UsageError if it is neither.

    Examples
    --------
    >>> share_of("to", "0.5%"), share_of("to", 0.01)
    (0.005, 0.01)
    """
    try:
        return share_in(value)
    except ValueError:
        raise UsageError(f"{name} is {shown(value)}; give a share, such as 0.005 or 0.5%") from None


def solution_of(
    spot: Spot,
    *,
    to: Any = DEFAULT_TO,
    iterations: int = 1000,
    threads: int = 0,
    compress: bool = False,
    on_disk: Any = None,
    report: Callable[[int, float], None] | None = None,
) -> Solution:
    """Solve a spot, or refuse at once if it does not fit in memory or on the disk.

    ``on_disk``: the folder for the file of regrets and strategies. UsageError if the spot takes
    more memory than is free, or an option is out of bounds; OutputError if the disk is full or
    cannot be written to.
    """
    from pokerlake.engine.solving import solve

    folder = disk_of(on_disk, [spot])
    require_memory(spot, compress=compress, threads=threads, on_disk=folder is not None)
    try:
        share = share_of("to", to)
        return solve(
            spot, to=share, iterations=iterations, threads=threads, compress=compress,
            outsider=None if folder is None else partial(Scratch, folder), report=report,
        )  # fmt: skip
    except ValueError as error:
        raise UsageError(str(error)) from error


def require_memory(
    spot: Spot, *, compress: bool, threads: int = 0, on_disk: bool | None = False
) -> None:
    """UsageError if a spot takes more memory than is free.

    ``on_disk``: whether regrets and strategies are on disk; None if the caller has no such option.
    """
    from pokerlake.engine.solving import cost

    free = free_memory()
    if free is None or spot.street == RIVER:
        return
    needs = cost(spot)
    less, outside = needs.outside(compress=compress, threads=threads)
    needed = less if on_disk else memory(needs, compress=compress)
    if needed > free:
        hint = "" if on_disk else compress_hint(needs.compressed_bytes, free, compress=compress)
        if on_disk is False and not hint and less <= free:
            hint = _disk_hint(less, outside)
        raise UsageError(
            f"the spot takes {needed / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free; {hint}"
            f"give fewer sizes or smaller ranges, or begin on the {STREETS[spot.street + 1]}"
        )


def disk_of(name: Any, spots: Sequence[Spot]) -> Path | None:
    """The folder for regrets and strategies, if given; UsageError if all spots are rivers."""
    if name is None:
        return None
    folder = folder_of(name)
    if all(spot.street == RIVER for spot in spots):
        fit = "a river fits" if len(spots) == 1 else "rivers fit"
        raise UsageError(f"{fit} in memory; leave out {by_door('--on-disk', 'on_disk=')}")
    return folder


def folder_of(name: Any) -> Path:
    """The folder for regrets and strategies. UsageError if it does not exist."""
    if not isinstance(name, str | Path) or not str(name):
        raise UsageError(f"on_disk is {shown(name)}; give a folder")
    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise UsageError(f"on_disk is {shown(str(name))}, which is no folder; make it, or give one")
    return folder


def memory(needs: Cost, *, compress: bool) -> int:
    """The bytes that solving takes."""
    return needs.compressed_bytes if compress else needs.bytes


def compress_hint(compressed: int, free: int, *, compress: bool) -> str:
    """The hint for too little memory, if compressing is enough."""
    if compress or compressed > free:
        return ""
    return f"give {by_door('--compress', 'compress=True')}: {compressed / 1e9:.1f} GB; or "


def _disk_hint(inside: int, outside: int) -> str:
    """The hint for too little memory, if a disk is enough."""
    option = by_door("--on-disk FOLDER", "on_disk=FOLDER")
    return f"give {option}: {inside / 1e9:.1f} GB, and {outside / 1e9:.1f} GB of a disk; or "


# ---------------------------------------------------------------- what solving takes


def costs_table(
    spots: Sequence[GivenSpot], costs: Sequence[Cost], *, named: bool = True
) -> pa.Table:
    """A row for each spot: what solving it takes, with the name of the spot if ``named``."""
    names = {"name": [spot.name for spot in spots]} if named else {}
    return pa.table(
        {
            **names,
            "board": [format_hand(spot.spot.board) for spot in spots],
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
        f"{counted(len(costs), 'spot')}: about {seconds:,.0f} seconds of one core for 60"
        f" iterations, at most {most:.3g} GB at a time, {compressed:.3g} GB compressed"
    )


def with_disk(
    table: pa.Table, costs: Sequence[Cost], folder: Path, *, compress: bool, threads: int
) -> tuple[pa.Table, str]:
    """The same with memory and disk if regrets are on disk, and a line on the disk's rates."""
    reads, writes = disk_rates(folder)
    both = [cost.outside(compress=compress, threads=threads) for cost in costs]
    moved = [cost.moved(compress=compress) for cost in costs]
    columns = {
        "memory_gigabytes": [round(inside / 1e9, 3) for inside, _ in both],
        "disk_gigabytes": [round(outside / 1e9, 3) for _, outside in both],
        "disk_seconds": [round(read / reads + wrote / writes, 2) for read, wrote in moved],
    }
    for name, values in columns.items():
        table = table.append_column(name, pa.array(values))
    said = (
        f"the disk of {folder} reads {reads / 1e9:.2g} GB a second and writes {writes / 1e9:.2g},"
        " as measured now; parts of the file that the system caches in memory are not read from it"
    )
    return table, said


def refuse_too_large(
    spots: Sequence[GivenSpot],
    costs: Sequence[Cost],
    name: str,
    *,
    compress: bool = False,
    threads: int = 0,
    on_disk: bool = False,
) -> None:
    """Refuse spots if one does not fit in memory, before any is solved.

    ``on_disk``: whether regrets and strategies of flops and turns are on disk. The UsageError names
    the first spot that is too large, and what would fit.
    """
    free = free_memory()
    if free is None:
        return
    outside = [
        (memory(cost, compress=compress), 0) if spot.spot.street == RIVER
        else cost.outside(compress=compress, threads=threads)
        for spot, cost in zip(spots, costs, strict=True)
    ]  # fmt: skip
    whole = [memory(cost, compress=compress) for cost in costs]
    needed = [inside for inside, _ in outside] if on_disk else whole
    large = [place for place, each in enumerate(needed) if each > free]
    if large:
        place = large[0]
        smaller, less = max(cost.compressed_bytes for cost in costs), max(outside)
        hint = "" if on_disk else compress_hint(smaller, free, compress=compress)
        if not on_disk and not hint and less[0] <= free:
            hint = _disk_hint(less[0], max(away for _, away in outside))
        raise UsageError(
            f"{name}, row {place + 1:,}: {format_hand(spots[place].spot.board)} takes "
            f"{needed[place] / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free; {len(large):,} "
            f"of {len(costs):,} spots are too large: {hint}give them fewer sizes or smaller "
            "ranges, or begin on the next street"
        )


# ---------------------------------------------------------------- solved


def spots_for_people(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Rows of ``solved_spots``, rounded, without columns that are of no use on a screen."""
    columns = [
        "spot", "name", "board", "value_oop", "value_ip", "equity_oop", "equity_ip",
        "exploitability", "iterations",
    ]  # fmt: skip
    if not any(row["name"] for row in rows):
        columns.remove("name")
    shown_columns = {name: [row[name] for row in rows] for name in columns}
    for name, digits in _ROUNDED.items():
        shown_columns[name] = [round(value, digits) for value in shown_columns[name]]
    return pa.table(shown_columns)
