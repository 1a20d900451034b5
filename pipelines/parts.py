"""What a build is, and its work folder: the plan, and the partitions that are finished.

Work in progress lies in ``lake/wip/<table>/``: ``plan.json``, and a file per finished partition
with its own digest in its name. The plan names the code that computes: partitions of other code are
not used. In an object store a partition is not read before it is joined to the table: a store never
shows a partial file.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import shutil
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from pokerlake.tables.errors import LakeError, OutputError, UsageError, from_outside
from pokerlake.tables.manifest import FORMAT_VERSION, Parameters, package_version, read_json
from pokerlake.tables.schema import Layout, Table
from pokerlake.tables.store import (
    move_file,
    read_table,
    remove_folder,
    stored_file,
    working_folder,
    write_parquet,
    write_text,
)
from pokerlake.tables.stores.path import in_store, is_remote

from .lock import WORK_FOLDER

PACKAGE = Path(__file__).resolve().parents[1]

_QUICK = Layout(compression="lz4")  # half the time of zstd
_PLAN = "plan.json"
_PLAN_KEYS = {
    "format_version": int, "package_version": str, "code": str, "parameters": dict,
    "partitions": int,
}  # fmt: skip
_PART = re.compile(r"part_(?P<number>\d{5,})_(?P<seconds>\d+\.\d{3})_(?P<digest>[0-9a-f]{16})")


Pieces = Iterator[pa.Table]


@dataclass(frozen=True)
class Cost:
    """What building a table takes on two cores: measured, and shown before anything runs."""

    seconds: float
    memory_bytes: int
    disk_bytes: int


def share(rows: int, piece: int, pieces: int) -> slice:
    """The rows of a piece; pieces differ by at most one row."""
    return slice(rows * piece // pieces, rows * (piece + 1) // pieces)


@dataclass(frozen=True)
class Build:
    """How a table is made, in pieces that are computed independently.

    A killed build loses only the pieces that it was computing.
    """

    table: Table  # without the digest of its values if parameters differ from the defaults
    compute: Callable[[int, Parameters], pa.Table]  # computes a piece from its number alone
    cost: Cost
    partitions: int = 1  # the number of pieces
    # Makes the table's rows, in order, from all pieces; by default it concatenates them.
    combine: Callable[[Pieces, Parameters], Pieces] = lambda pieces, _: pieces
    parameters: Parameters = field(default_factory=dict)  # defaults of what else it depends on
    # The cost with other parameters; raises UsageError if they make the table impossible to build.
    cost_with: Callable[[Parameters], Cost] | None = None
    on_request: bool = False  # whether it is built only by name, and not in the standard lake

    def with_parameters(self, changes: Parameters) -> Build:
        """The build with other values of some parameters.

        Raises UsageError if it has no such parameter, a value has another type, or the table cannot
        be built with them.
        """
        for name, value in changes.items():
            known = self.parameters.get(name)
            if known is None:
                known_ones = ", ".join(self.parameters) or "none"
                raise UsageError(f"{self.table.name} has no parameter {name}; it has {known_ones}")
            if type(value) not in (type(known), *((int,) if isinstance(known, float) else ())):
                kind = type(known).__name__
                raise UsageError(f"{name} of {self.table.name} is {value!r}, which is no {kind}")
        parameters = {**self.parameters, **changes}
        if parameters == dict(self.parameters):
            return self
        cost = self.cost_with(parameters) if self.cost_with else self.cost
        table = replace(self.table, values="")
        return replace(self, table=table, parameters=parameters, cost=cost)

    def rows(self, pieces: Pieces) -> Pieces:
        """The rows of the table, with the columns of its definition.

        Raises KeyError, ValueError, pyarrow.ArrowException.
        """
        schema = self.table.arrow_schema()
        for rows in self.combine(pieces, self.parameters):
            yield rows.select(schema.names).cast(schema)


# ---------------------------------------------------------------- the work folder


class Part(NamedTuple):
    """A finished partition: its file, and the facts in the file's name."""

    path: Path
    seconds: float
    number: int
    digest: str  # of the file


def work_folder(lake: Path, build: Build) -> Path:
    """The work folder of a build."""
    return lake / WORK_FOLDER / build.table.name


def is_begun(lake: Path, build: Build) -> bool:
    """Whether a build has a work folder."""
    folder = work_folder(lake, build)
    if (store := in_store(folder)) is not None:
        return store.name in store.parent.folders()
    return folder.is_dir()


def begin(lake: Path, build: Build) -> float:
    """Make the work folder of a table, or check the one that exists; return the seconds spent.

    Work of other code is removed: only a developer meets that within one version.
    """
    folder = work_folder(lake, build)
    wanted = {
        "format_version": FORMAT_VERSION,
        "package_version": package_version(),
        "code": code_digest(PACKAGE),
        "parameters": dict(build.parameters),
        "partitions": build.partitions,
    }
    if read_plan(folder) == wanted:
        return sum(part.seconds for part in finished_parts(lake, build).values())
    remove_folder(folder)
    try:
        if not is_remote(folder):
            folder.mkdir(parents=True)
    except OSError as error:
        raise (
            from_outside(error, folder, OutputError, done="made")
            or OutputError(f"{folder} cannot be made: {error.strerror}")
        ) from error
    text = json.dumps(wanted, indent=2) + "\n"
    if (store := in_store(folder / _PLAN)) is None:
        write_text(folder / _PLAN, text)
    elif not store.put_over(text.encode(), "") and read_plan(folder) != wanted:
        raise LakeError(
            f"another command has just begun {build.table.name} in {lake}, in another way; "
            "run this one again"
        )
    return 0.0


def partition(lake: Path, build: Build, number: int) -> Path:
    """Compute one partition into the work folder of its table; whole or not at all."""
    started = time.perf_counter()
    part = build.compute(number, build.parameters)
    folder = work_folder(lake, build)
    # Another worker may be computing the same partition.
    with working_folder(folder) as place:
        unnamed = place / f"part_{number:05}_{uuid.uuid4().hex}"
        write_parquet(unnamed, [part], part.schema, layout=_QUICK)
        seconds = time.perf_counter() - started
        digest = stored_file(unnamed).sha256[:16]
        finished = folder / f"part_{number:05}_{seconds:.3f}_{digest}.parquet"
        move_file(unnamed, finished)
    return finished


def finished_parts(lake: Path, build: Build) -> dict[int, Part]:
    """The finished partitions, by number; without those whose bytes do not match their names.

    In an object store all partitions that are named so, see :func:`read_part`.
    """
    return _finished(named_parts(lake, build))


def finished_part(lake: Path, build: Build, number: int) -> Part | None:
    """One finished partition; None if it is not finished."""
    return _finished(named_parts(lake, build, f"{number:05}_*")).get(number)


def _finished(parts: Iterable[Part]) -> dict[int, Part]:
    finished = {}
    for part in parts:
        path = part.path
        # While a build runs, a plan may find that a file has just disappeared. Other entries than
        # files are not partitions.
        with suppress(OSError):
            if is_remote(path) or (
                path.is_file() and stored_file(path).sha256.startswith(part.digest)
            ):
                finished[part.number] = part
    return finished


def read_part(part: Part) -> pa.Table:
    """The rows of a finished partition.

    Raises LakeError if it has disappeared from an object store, or if its bytes do not match its
    name: then it is removed.
    """
    path = part.path
    if not is_remote(path):
        return read_table(path)
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise LakeError(
            f"{path} is gone: another command builds the same table, or has built it; "
            "run this one again"
        ) from error
    if not hashlib.sha256(content).hexdigest().startswith(part.digest):
        path.unlink()
        raise LakeError(f"{path} was damaged, and is removed; run the command again to go on")
    return pq.read_table(pa.BufferReader(content))


def named_parts(lake: Path, build: Build, which: str = "*") -> list[Part]:
    """The finished files of partitions, by their names; their contents are not read."""
    paths = sorted(work_folder(lake, build).glob(f"part_{which}.parquet"))
    return [part for part in map(named_part, paths) if part]


def named_part(path: Path) -> Part | None:
    """The facts in the name of a partition's file; None for other names."""
    name = _PART.fullmatch(path.stem)
    return Part(path, float(name["seconds"]), int(name["number"]), name["digest"]) if name else None


def remove_damaged(lake: Path, build: Build, finished: dict[int, Part]) -> list[Path]:
    """Remove the files of partitions that are not among the finished ones.

    They were never finished, finished twice, or are damaged. Returns the files of partitions that
    have to be made anew.
    """
    folder = work_folder(lake, build)
    intact = {part.path for part in finished.values()}
    damaged = []
    for path in sorted(set(folder.glob("part_*")) - intact):
        if path.suffix == ".parquet":
            part = named_part(path)
            if part is None or part.number not in finished:
                damaged.append(path)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return damaged


def read_plan(folder: Path) -> dict[str, Any] | None:
    """The plan of a work folder; None if there is none yet. LakeError if it cannot be read."""
    path = folder / _PLAN
    if (store := in_store(folder)) is not None and store.name not in store.parent.folders():
        return None
    try:
        plan = read_json(path)
        if not isinstance(plan, dict):
            raise TypeError("it is not an object")
        for key, kind in _PLAN_KEYS.items():
            if type(plan.get(key)) is not kind:
                raise ValueError(f"{key} is not there, or not what it should be")
        return {key: plan[key] for key in _PLAN_KEYS}
    except FileNotFoundError:
        return None
    except (ValueError, TypeError) as error:
        raise LakeError(f"{path} is not a plan of pokerlake ({error}); remove {folder}") from error
    except OSError as error:
        raise (
            from_outside(error, path)
            or LakeError(f"{path} cannot be read: {error.strerror or error}")
        ) from error


@functools.cache
def code_digest(package: Path) -> str:
    """A digest of all that determines the contents of a partition.

    These are every source of engine, tables and pipelines, by path and text, and the versions of
    the libraries that compute and store.
    """
    digest = hashlib.sha256()
    for library in ("numba", "numpy", "pyarrow"):
        digest.update(f"{library} {version(library)}\0".encode())
    rooms = ("engine", "tables", "pipelines")
    sources = [path for room in rooms for path in (package / room).rglob("*.py")]
    for path in sorted([*sources, package / "lazy.py"]):
        place = path.relative_to(package).as_posix()
        digest.update(f"{place}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
