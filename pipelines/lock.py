"""One writer to a lake at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..tables.errors import LakeError, OutputError

LOCK = ".build.lock"


@contextmanager
def alone(lake: Path) -> Iterator[None]:
    """Hold the lake's lock, which the system lets go of however the process ends.

    The lake's folder is made if it does not exist.

    Raises
    ------
    LakeError
        If another build or import has it.
    OutputError
        If the lake cannot be written.
    """
    import filelock

    try:
        lake.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(lake / LOCK, timeout=0)
        lock.acquire()
    except filelock.Timeout as error:
        raise LakeError(
            f"another build or import is at work on {lake}; wait until it has ended, or stop it"
        ) from error
    except OSError as error:
        raise OutputError(f"{lake} cannot be written: {error.strerror or error}") from error
    try:
        yield
    finally:
        lock.release()
