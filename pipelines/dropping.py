"""Takes tables out of a lake: first out of the manifest, then their files.

So a table is in the lake whole or not at all. A process that is killed in between leaves files
without a name in the manifest, which the next drop of the table removes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from pokerlake import leaving
from pokerlake.tables.database import write_database
from pokerlake.tables.definitions.abstraction import ABSTRACTION, TRANSITIONS
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.definitions.push_fold import SOLVED
from pokerlake.tables.definitions.solving import SOLUTIONS
from pokerlake.tables.errors import LakeError, OutputError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import update_manifest
from pokerlake.tables.registry import VIEWS, table, tables_below
from pokerlake.tables.schema import Table
from pokerlake.tables.store import remove_folder
from pokerlake.tables.stores import is_remote

from .growing import file_pattern, is_left
from .lock import WORK_FOLDER, alone, remove_unfinished, remove_work_folder
from .planning import without_groups


@dataclass(frozen=True)
class Dropped:
    """A table that is no longer in a lake."""

    table: Table
    rows: int
    bytes: int  # that are free again


def drop(lake: Path, names: Sequence[str]) -> list[Dropped]:
    """Take tables out of a lake, and remove their files and the unfinished work on them.

    ``names``: the tables. Those that users fill belong together, and go together. Returns them in
    the order of the names. Raises UsageError, LakeError or OutputError.
    """
    Lake.open(lake)  # the lock would make a folder
    with alone(lake), leaving.whole_step():
        remove_unfinished(lake)
        there = Lake.open(lake)
        chosen = to_drop(there, names)
        named = there.manifest.named_files()
        files = {name: _files(lake, name, named) for name in chosen}
        for name in chosen:
            known = {*there.manifest.tables, *there.manifest.lost}
            if name not in known and not files[name]:
                raise LakeError(f"table {name} is not in {lake}: there is nothing to drop")
        update_manifest(lake, lambda manifest: manifest.without(chosen))
        dropped = []
        for name in chosen:
            entry = there.manifest.tables.get(name)
            size = sum(_removed(path) for path in files[name])
            remove_folder(lake / WORK_FOLDER / name)
            dropped.append(Dropped(table(name), entry.rows if entry else 0, size))
        remove_work_folder(lake)
        write_database(Lake.open(lake))
    return dropped


def to_drop(lake: Lake, names: Sequence[str]) -> list[str]:
    """The names, each once, if these tables can be dropped without leaving others incomplete.

    Raises UsageError as :func:`drop`.
    """
    names = without_groups(names, {*lake.manifest.tables, *lake.manifest.lost})
    for name in names:
        if name in VIEWS:
            below = ", ".join(tables_below(name))
            raise UsageError(
                f"{name} is a view{' of ' + below if below else ''}: it has no file to drop"
            )
        table(name)
    for group in (HISTORIES, LEARNING, SOLVED, SOLUTIONS, ABSTRACTION, TRANSITIONS):
        known = {*lake.manifest.tables, *lake.manifest.lost}
        together = [one.name for one in group if one.name in known]
        missing = [name for name in together if name not in names]
        given = [name for name in together if name in names]
        if given and missing:
            raise UsageError(
                f"{given[0]} belongs together with {', '.join(missing)}: "
                f"drop all of them with 'pokerlake drop {' '.join(together)}'"
            )
    return list(dict.fromkeys(names))


def _files(lake: Path, name: str, named: Collection[str]) -> list[Path]:
    """The files of a table, whether or not the manifest names them."""
    pattern = file_pattern(table(name))
    return [
        path
        for path in sorted(lake.iterdir())
        if path.name == table(name).file_name or pattern.fullmatch(path.name)
        if path.name in named or is_left(path)
    ]


def _removed(path: Path) -> int:
    """Remove a file, and say how many bytes it had."""
    try:
        size = (path.stat() if is_remote(path) else path.lstat()).st_size
        path.unlink()
    except OSError as error:
        raise OutputError(
            f"{path} cannot be removed: {error.strerror}; the lake no longer has its table, and "
            "dropping it again removes the file"
        ) from error
    return size
