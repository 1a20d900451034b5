"""Solved tasks of a command, kept in ``wip/`` until their rows are in the lake's tables.

Spots are numbered in order, so a late task holds back all behind it. Their results go to the disk,
or the object store, as soon as they come. If the same command is run again, it finds them there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Protocol

import pyarrow as pa

from pokerlake.tables.errors import LakeError
from pokerlake.tables.store import remove_folder, whole_file

from ..lock import WORK_FOLDER, alone, remove_work_folder
from ..parts import PACKAGE, code_digest
from .asked import Asked
from .rows import SpotRows

Effort = tuple[float, int, bool]  # to, iterations, compress

_LETTERS = 16  # of a digest
_PACKED = pa.ipc.IpcWriteOptions(compression="lz4")


class _OfSpots(Protocol):
    """A task, or its result."""

    @property
    def asked(self) -> list[Asked]: ...


class Finished:
    """The finished tasks of a command: a file each, ``<request>_<content>.arrow``.

    Both parts are digests. The first covers the spots, the accuracy of solving, and the code: a
    result of other code has another name.

    Attributes
    ----------
    is_done : bool
        Whether the lake has all that the command asked for; to be set.
    """

    def __init__(self, folder: Path, effort: Effort) -> None:
        self.is_done = False
        self._folder, self._effort = folder, effort
        self._known: dict[str, Path] = {}  # of this command, or earlier and whole

    def has(self, task: _OfSpots, /) -> bool:
        """Whether an earlier command finished a task, and its file is undamaged."""
        name = self._name(task)
        for path in self._earlier.get(name, ()):
            # Another command that solves the same may have just ended.
            with suppress(FileNotFoundError):
                if _is_whole(path, path.read_bytes()):
                    self._known[name] = path
                    return True
        return False

    def put(self, task: _OfSpots, content: bytes, /) -> None:
        """Keep the packed result of a task.

        Raises OutputError if the disk is full or cannot be written.
        """
        name = self._name(task)
        path = self._folder / f"{name}_{hashlib.sha256(content).hexdigest()[:_LETTERS]}.arrow"
        with whole_file(path) as file:
            file.write(content)
        self._known[name] = path

    def take(self, task: _OfSpots, /) -> bytes:
        """The packed result of a task.

        Raises LakeError if its file is missing, or has changed.
        """
        path = self._known[self._name(task)]
        try:
            content = path.read_bytes()
        except FileNotFoundError as error:
            raise LakeError(
                f"{path} is gone: another command solves the same spots, or has solved them; run "
                "this one again"
            ) from error
        if not _is_whole(path, content):
            raise LakeError(f"{path} was damaged; run the command again to solve its spots anew")
        return content

    def remove(self, added: Iterable[_OfSpots]) -> None:
        """Remove tasks whose rows are in the lake."""
        for task in added:
            path = self._known.pop(self._name(task), None)
            if path is not None:
                path.unlink(missing_ok=True)

    @cached_property
    def _earlier(self) -> dict[str, list[Path]]:
        """The files of earlier commands, by the first part of their names."""
        by_start: dict[str, list[Path]] = {}
        for path in sorted(self._folder.glob("*.arrow")):
            by_start.setdefault(path.name[:_LETTERS], []).append(path)
        return by_start

    def _name(self, task: _OfSpots) -> str:
        return _digest(_described(task.asked), self._effort, code_digest(PACKAGE))


@contextmanager
def finished_tasks(
    lake: Path, asked: Iterable[Asked], effort: Effort, *, begin: bool
) -> Iterator[Finished]:
    """The finished tasks of a command; they stay for the next one, unless the command completes.

    ``asked``: all requests of the command: another command with the same requests has the same
    folder; ``effort``: how well spots are solved: ``to``, ``iterations`` and ``compress``. Raises
    LakeError or OutputError.
    """
    folder = lake / WORK_FOLDER / f"solve_{_digest(_described(asked), effort)}"
    finished = Finished(folder, effort)
    if not (begin or folder.exists()):
        yield finished
        return

    def clear() -> None:
        if finished.is_done or not any(folder.glob("*.arrow")):
            remove_folder(folder)
            remove_work_folder(lake)

    with ExitStack() as afterwards, alone(folder):
        afterwards.callback(clear)
        yield finished


def _described(asked: Iterable[Asked]) -> list[object]:
    return [(request.columns, request.name, request.kept) for request in asked]


def _digest(*what: object) -> str:
    text = json.dumps(what, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:_LETTERS]


def _is_whole(path: Path, content: bytes) -> bool:
    return path.stem.endswith("_" + hashlib.sha256(content).hexdigest()[:_LETTERS])


def packed(kept: SpotRows) -> bytes:
    """The rows of a task as bytes: its three tables one after the other."""
    content = pa.BufferOutputStream()
    for table in (pa.Table.from_pylist(kept.spots), kept.nodes, kept.strategies):
        with pa.ipc.new_stream(content, table.schema, options=_PACKED) as writer:
            writer.write_table(table)
    whole: bytes = content.getvalue().to_pybytes()
    return whole


def unpacked(content: bytes) -> SpotRows:
    """The unpacked rows; the spots themselves are not included."""
    source = pa.BufferReader(content)
    spots, nodes, strategies = (pa.ipc.open_stream(source).read_all() for _ in range(3))
    return SpotRows([], spots.to_pylist(), nodes, strategies)
