"""Where a choice of buckets stood when it was stopped: kept in the lake until its run is there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol
from zipfile import BadZipFile

import numpy as np

from pokerlake.engine import clock
from pokerlake.engine.abstraction.clustering import Best, Midway
from pokerlake.tables.errors import LakeError, from_outside
from pokerlake.tables.store import remove_folder, whole_file

from ..lock import WORK_FOLDER, alone, remove_work_folder
from ..parts import PACKAGE, code_digest
from .measured import Row

SECONDS_A_SAVE = 5.0
_STATE = "midway.npz"


class Resumable(Protocol):
    """Where a choice of buckets begins, and a way to save where it is."""

    midway: Midway | None

    def save(self, midway: Midway) -> None:
        """Save it, if it is time to."""
        ...


class StartOnly:
    """A start without saving."""

    def __init__(self, midway: Midway | None) -> None:
        self.midway = midway

    def save(self, midway: Midway) -> None:
        """Do nothing."""


class Checkpoint:
    """The state of a choice between two rounds, in a file.

    Attributes
    ----------
    midway : Midway or None
        The state of the file when it was opened.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / _STATE
        self.midway = _read(self.path)
        self._saved = clock.now()

    def save(self, midway: Midway) -> None:
        """Write it, unless that was done just before."""
        if clock.now() - self._saved >= SECONDS_A_SAVE:
            self.write(midway)

    def write(self, midway: Midway) -> None:
        """Write it, whole or not at all."""
        numbers = [midway.restart, midway.rounds, midway.before]
        arrays: dict[str, Any] = {f"state_{n}": array for n, array in enumerate(midway.state)}
        if midway.best is not None:
            numbers += [midway.best.total, midway.best.rounds]
            arrays |= {f"best_{n}": array for n, array in enumerate(midway.best.state)}
        arrays["numbers"] = np.array(numbers, np.int64)
        content = BytesIO()
        np.savez(content, **arrays)
        with whole_file(self.path) as file:
            file.write(content.getbuffer())
        self._saved = clock.now()


def folder_of(lake: Path, columns: Row, next_run: Row | None) -> Path:
    """The folder of the checkpoint of an abstraction, named by the request and the code.

    ``columns``: the request; ``next_run``: the row of the run that it looks at.
    """
    text = json.dumps([columns, next_run, code_digest(PACKAGE)], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return lake / WORK_FOLDER / f"abstract_{digest}"


@contextmanager
def checkpoint_in(folder: Path | None) -> Iterator[Checkpoint | None]:
    """The checkpoint in a folder, for one command; removed if the body succeeds.

    Raises LakeError or OutputError.
    """
    if folder is None:
        yield None
        return
    with alone(folder):
        kept = Checkpoint(folder)
        try:
            yield kept
        except BaseException:
            if not kept.path.exists():  # nothing to resume
                forget(folder)
            raise
    forget(folder)


def forget(folder: Path) -> None:
    """Remove a checkpoint, if there is one."""
    remove_folder(folder)
    remove_work_folder(folder.parents[1])


def _read(path: Path) -> Midway | None:
    if not path.exists():
        return None
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as content:
            restart, rounds, before, *best = content["numbers"].tolist()
            state, of_best = (
                tuple(
                    content[f"{name}_{place}"]
                    for place in range(sum(file.startswith(f"{name}_") for file in content.files))
                )
                for name in ("state", "best")
            )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise from_outside(error, path) or LakeError(
            f"{path} cannot be gone on with ({type(error).__name__}: {error}); "
            f"remove {path.parent} to begin anew"
        ) from error
    return Midway(restart, rounds, before, state, Best(of_best, *best) if best else None)
