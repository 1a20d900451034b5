"""One writer to a lake at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..tables.errors import LakeError, OutputError

LOCK = ".build.lock"
WORK_FOLDER = "wip"  # what is not finished lies in it


@contextmanager
def alone(lake: Path, *, wait: bool = False) -> Iterator[None]:
    """Hold the lake's lock, which the system lets go of however the process ends.

    The lake's folder is made if it does not exist.

    Parameters
    ----------
    lake : Path
    wait : bool
        Whether to wait while another has it.

    Raises
    ------
    LakeError
        If another command that writes to the lake has it.
    OutputError
        If the lake cannot be written.
    """
    import filelock

    try:
        lake.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(lake / LOCK, timeout=-1 if wait else 0)
        lock.acquire()
    except filelock.Timeout as error:
        raise LakeError(
            f"another command writes to {lake}; wait until it has ended, or stop it"
        ) from error
    except OSError as error:
        raise OutputError(f"{lake} cannot be written: {error.strerror or error}") from error
    try:
        yield
    finally:
        lock.release()


def remove_work_folder(lake: Path) -> None:
    """Remove the folder of unfinished work if nothing is in it."""
    folder = lake / WORK_FOLDER
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
