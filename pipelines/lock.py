"""One writer to a lake at a time.

Object stores have no locks. There, the second command to write the manifest gets an error, see
:func:`~pokerlake.tables.manifest.update_manifest`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokerlake.tables.errors import LakeError, OutputError, from_outside
from pokerlake.tables.lake import DATABASE
from pokerlake.tables.manifest import MANIFEST
from pokerlake.tables.store import UNFINISHED, make_folder
from pokerlake.tables.stores.path import forget_lists, in_store, is_remote

LOCK = ".build.lock"
WORK_FOLDER = "wip"  # unfinished work lies in it
_SHORT = 1.0  # seconds to wait for a lock before a message says so

# Python prints its warnings on stderr unless the program configures logging.
logger = logging.getLogger(__name__)


@contextmanager
def alone(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Hold the lock of a lake, or of a folder in it. The system frees it however the process ends.

    In an object store this only discards what is cached about its contents.

    ``folder``: made if it does not exist; ``wait``: wait until another command has ended, with a
    message after a second. Raises LakeError or OutputError; UsageError for an address that cannot
    be written to.
    """
    if (store := in_store(folder)) is not None:
        above = (each.parent for each in (store, *store.parents) if each.name == WORK_FOLDER)
        next(above, store).refuse_writing()
        forget_lists()
        yield
        return
    import filelock

    try:
        make_folder(folder)
        lock = filelock.FileLock(folder / LOCK, timeout=_SHORT if wait else 0)
        try:
            lock.acquire()
        except filelock.Timeout:
            if not wait:
                raise
            logger.warning("another command writes to %s: waiting until it has ended", folder)
            lock.acquire(timeout=-1)
    except filelock.Timeout as error:
        raise LakeError(
            f"another command writes to {folder}; wait until it has ended, or stop it"
        ) from error
    except OSError as error:
        raise (
            from_outside(error, folder, OutputError, done="written")
            or OutputError(f"{folder} cannot be written: {error.strerror or error}")
        ) from error
    try:
        yield
    finally:
        lock.release()


def remove_unfinished(lake: Path) -> None:
    """Remove the file that a killed command was just writing into the lake itself.

    Raises OutputError if that fails, as for a folder of that name.
    """
    if is_remote(lake):  # a store has whole files only
        return
    for name in (MANIFEST, DATABASE):
        for beside in ("", ".wal"):  # DuckDB's log of what is not yet in the file
            path = lake / (name + UNFINISHED + beside)
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise OutputError(
                    f"{path} cannot be removed: {error.strerror}; move it away"
                ) from error


def database_is_new(lake: Path) -> bool:
    """Whether ``lake.duckdb`` is newer than the manifest, from which it is made.

    True for an object store, which has no such file.
    """
    if is_remote(lake):
        return True
    database, manifest = lake / DATABASE, lake / MANIFEST
    return database.exists() and database.stat().st_mtime_ns >= manifest.stat().st_mtime_ns


def remove_work_folder(lake: Path) -> None:
    """Remove the folder of unfinished work if it is empty."""
    folder = lake / WORK_FOLDER
    if is_remote(folder):  # it disappears with the last file in it
        return
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
