"""The local cache of files of lakes in object stores: whole files, named by their digests.

It is on if ``$POKERLAKE_CACHE`` names a folder; ``$POKERLAKE_CACHE_GB`` limits its size. The least
recently read files are removed first.
"""

from __future__ import annotations

import hashlib
import os
import threading
from contextlib import suppress
from pathlib import Path

from pokerlake import leaving
from pokerlake.caches import keep_private, private_folder, why_foreign

from ..errors import LakeError, OutputError, UsageError
from .path import StorePath, in_store

FOLDER_VARIABLE = "POKERLAKE_CACHE"
SIZE_VARIABLE = "POKERLAKE_CACHE_GB"
DEFAULT_GB = 10.0
ENDING = ".parquet"

_one_at_a_time = threading.Lock()


def at_hand(path: Path, sha256: str) -> Path:
    """A file of a lake in the local cache, copied there if necessary; itself without a cache.

    A file that is larger than the cache stays where it is. Raises LakeError if it has changed since
    it was written, or cannot be read; OutputError if the folder of the cache cannot be written;
    UsageError if the size of the cache is not a number.
    """
    folder = os.environ.get(FOLDER_VARIABLE)
    store = in_store(path)
    if not folder or store is None:
        return path
    kept = Path(folder, sha256 + ENDING)
    with suppress(OSError):
        if not why_foreign(kept):  # otherwise it is copied anew
            with suppress(PermissionError):  # root's file, which may only be read
                os.utime(kept)  # it is read now: others are removed before it
            return kept
    most = _most_bytes()
    if (store.parent.files().get(store.name) or store.stat()).st_size > most:
        return path
    with _one_at_a_time:
        if not kept.exists() or why_foreign(kept):
            _keep(store, kept, sha256)
            _make_room(kept, most)
    return kept


def _keep(path: StorePath, kept: Path, sha256: str) -> None:
    try:
        private_folder(kept.parent)
        with leaving.temporary_folder(dir=kept.parent) as folder:
            unfinished = Path(folder, kept.name)
            path.get(unfinished)
            with unfinished.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                    raise LakeError(
                        f"{path} has other bytes than it was written with; "
                        "'pokerlake verify' says which tables are damaged"
                    )
            keep_private(unfinished, kept.parent)
            unfinished.replace(kept)
    except OSError as error:
        raise OutputError(
            f"{kept.parent}, ${FOLDER_VARIABLE}, cannot be written: {error.strerror or error}"
        ) from error


def _make_room(kept: Path, most: int) -> None:
    """Remove the least recently read files, but not the newest."""
    files = []
    for path in kept.parent.glob(f"*{ENDING}"):
        with suppress(FileNotFoundError):  # another program makes room too
            status = path.stat()
            files.append((status.st_mtime_ns, status.st_size, path))
    size = sum(bytes_ for _, bytes_, _ in files)
    for _, bytes_, path in sorted(files):
        if size <= most:
            return
        if path != kept:
            path.unlink(missing_ok=True)
            size -= bytes_


def _most_bytes() -> int:
    text = os.environ.get(SIZE_VARIABLE)
    try:
        most = DEFAULT_GB if not text else float(text)
        if not 0 < most < 1e9:
            raise ValueError
    except ValueError:
        raise UsageError(f"${SIZE_VARIABLE} is {text!r}; give a number of gigabytes") from None
    return int(most * 1e9)
