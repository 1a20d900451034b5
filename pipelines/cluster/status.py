"""Where the builds of a lake are, as another process sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import pyarrow as pa

from pokerlake.tables.lake import Lake

from ..build import Build
from ..parts import named_parts, read_plan, work_folder
from ..planning import chosen_builds
from .account import read_beats


@dataclass(frozen=True)
class Status:
    """Where the build of a table is."""

    table: str
    state: str  # built, to build, running, or stopped: begun, and nobody goes on with it
    parts: int
    done: int
    running: int
    failed: int  # in the last run
    workers: int  # threads, here or on the workers of a cluster
    seconds_left: float | None  # for the parts that are left, with so many workers
    core_hours: float  # that the parts took which are done


def status(
    lake: Path, names: Sequence[str] = (), builds: Mapping[str, Build] | None = None
) -> list[Status]:
    """Where builds are, by what their files say; no file of a part is read.

    Parameters
    ----------
    lake : Path
    names : sequence of str
        The tables; if empty, those that are begun.
    builds : mapping, optional
        Instead of the standard ones with the parameters of the lake.

    Raises
    ------
    UsageError
        If a table is not known.
    LakeError
        If there is no lake, or what a build has written of itself cannot be read.
    """
    built = Lake.open(lake).manifest.tables
    beats = [beat for _, beat in read_beats(lake)]
    found = []
    for build in chosen_builds(lake, names, builds):
        plan = read_plan(work_folder(lake, build))
        if plan is None and not names:
            continue
        name = build.table.name
        partitions = build.partitions if plan is None else plan["partitions"]
        finished = {part.number: part.seconds for part in named_parts(lake, build)}
        spent, left = sum(finished.values()), partitions - len(finished)
        state = "stopped" if plan is not None else "built" if name in built else "to build"
        done = partitions if state == "built" else len(finished)
        # In an object store several builds may make a table.
        its = [beat for beat in beats if beat.table == name and plan is not None]
        alive = [beat for beat in its if beat.is_alive()]
        running, workers = (sum(getattr(b, of) for b in alive) for of in ("running", "workers"))
        failed = len({number for beat in alive or its for number in beat.failed})
        seconds_left = None
        if alive:
            state = "running"
            # Before any part is done, the cost on two cores tells.
            each = spent / len(finished) if finished else 2 * build.cost.seconds / partitions
            seconds_left = round(left * each / workers, 1) if workers else None
        took = (workers, seconds_left, round(spent / 3600, 4))
        found.append(Status(name, state, partitions, done, running, failed, *took))
    return found


def status_schema() -> pa.Schema:
    """The columns of :class:`Status`, for a table of none too."""
    types = {"str": pa.string(), "int": pa.int64()}
    return pa.schema(
        [(each.name, types.get(str(each.type), pa.float64())) for each in fields(Status)]
    )
