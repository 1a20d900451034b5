"""Where the builds of a lake are, as another process sees it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import pyarrow as pa

from pokerlake.tables.errors import LakeError
from pokerlake.tables.manifest import read_json, read_manifest

from ..build import Build
from ..lock import WORK_FOLDER
from ..parts import named_parts, read_plan, work_folder
from ..planning import chosen_builds
from .account import PROGRESS, SECONDS_BETWEEN_BEATS, Beat

_STOPPED_AFTER = 6 * SECONDS_BETWEEN_BEATS  # without a word: it was killed


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
        If what a build has written of itself cannot be read.
    """
    beat = _read_beat(lake / WORK_FOLDER / PROGRESS)
    alive = beat is not None and not beat.ended and time.time() - beat.beat < _STOPPED_AFTER
    built = read_manifest(lake).tables
    found = []
    for build in chosen_builds(lake, names, builds):
        plan = read_plan(work_folder(lake, build))
        if plan is None and not names:
            continue
        name = build.table.name
        partitions = build.partitions if plan is None else plan["partitions"]
        finished = {part.number: part.seconds for part in named_parts(lake, build)}
        spent, left = sum(finished.values()), partitions - len(finished)
        failed = running = workers = 0
        seconds_left = None
        state = "stopped" if plan is not None else "built" if name in built else "to build"
        if beat is not None and beat.table == name and plan is not None:
            failed = len(beat.failed)
            if alive:
                state, running, workers = "running", beat.running, beat.workers
                # Before any part is done, the cost on two cores tells.
                each = spent / len(finished) if finished else 2 * build.cost.seconds / partitions
                seconds_left = round(left * each / workers, 1) if workers else None
        took = (workers, seconds_left, round(spent / 3600, 4))
        found.append(Status(name, state, partitions, len(finished), running, failed, *took))
    return found


def status_schema() -> pa.Schema:
    """The columns of :class:`Status`, for a table of none too."""
    types = {"str": pa.string(), "int": pa.int64()}
    return pa.schema(
        [(each.name, types.get(str(each.type), pa.float64())) for each in fields(Status)]
    )


def _read_beat(path: Path) -> Beat | None:
    """What a build has written of itself; None if none has."""
    try:
        found = read_json(path)
        return Beat(**{each.name: found[each.name] for each in fields(Beat)})
    except FileNotFoundError:
        return None
    except (KeyError, TypeError, ValueError) as error:
        raise LakeError(f"{path} is not of a build of pokerlake ({error}); remove it") from error
    except OSError as error:
        raise LakeError(f"{path} cannot be read: {error.strerror or error}") from error
