"""Whether files still have the bytes that were written: read once, then remembered.

Reading a whole lake takes half a second, too much for each command. Results are remembered in the
user's cache by the path, size and times of a file, which change with every write. A disk that
decays does not change them; ``pokerlake verify`` reads every byte. A file so new that a change
would not show, see :data:`.store.SAME_TIME`, is not remembered.

Files in an object store are not read for this: the store lists their sizes, and never shows a
partial file.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import platformdirs

from pokerlake import leaving
from pokerlake.caches import read_own, users_folder

from .errors import PokerlakeError, from_outside
from .store import SAME_TIME, StoredFile, stored_file
from .stores.path import is_remote

KEPT_FOLDERS = 200  # with remembered files, some kilobytes each

OTHER_BYTES = "other bytes than it was written with: it is cut short or changed"

_READINGS = 5  # of a file that changes while it is read

_Fingerprint = list[int | str]
_CHANGED = 4  # the place in a fingerprint of the file's last change
_Known = dict[str, _Fingerprint]
_Seen = tuple[str | PokerlakeError, _Fingerprint]

# What this process knows of the files in each folder, and the folders that it was told about.
_known: dict[str, _Known] = {}
_told: set[str] = set()


def problems(folder: Path, files: Iterable[StoredFile]) -> dict[str, str | PokerlakeError]:
    """The problems of files whose bytes do not match their digests.

    Files that have not changed since this user read them are not read again. The others are read on
    all cores.

    ``folder``: where the files are; ``files``: they must exist, as plain files. Returns by file
    name: a text, if the file is damaged; an error, if rights or the disk prevent reading. Raises
    MemoryShortError if there is too little memory to read them.
    """
    if is_remote(folder):
        return {}
    folder = folder.resolve()
    remembered = _recall(folder)
    unread = [
        file
        for file in files
        if remembered.get(file.name) != _fingerprint(folder / file.name, file.sha256)
    ]
    if not unread:
        return {}
    results = dict(zip((file.name for file in unread), _read(folder, unread), strict=True))
    _remember(folder, {name: seen for name, (problem, seen) in results.items() if not problem})
    return {name: problem for name, (problem, _) in results.items() if problem}


def remember(folder: Path, files: Iterable[StoredFile]) -> None:
    """Remember that files are undamaged: their digests were computed just now.

    Files written a moment ago are still read once more.
    """
    if is_remote(folder):
        return
    folder = folder.resolve()
    _recall(folder)
    _remember(folder, {file.name: _fingerprint(folder / file.name, file.sha256) for file in files})


def known(folder: Path) -> Mapping[str, Sequence[int | str]]:
    """What this process knows of the files in a folder, for :func:`tell` in another process."""
    return {} if is_remote(folder) else _recall(folder.resolve())


def tell(folder: Path, known: Mapping[str, Sequence[int | str]]) -> None:
    """Start with what another process knows, and leave the user's cache alone."""
    if is_remote(folder):
        return
    folder = folder.resolve()
    _told.add(os.fspath(folder))
    _known[os.fspath(folder)] = {name: list(fingerprint) for name, fingerprint in known.items()}


def _fingerprint(path: Path, sha256: str) -> _Fingerprint:
    now = path.stat()
    times = now.st_mtime_ns, now.st_ctime_ns
    return [now.st_dev, now.st_ino, now.st_size, *times, sha256]


def _read(folder: Path, files: Sequence[StoredFile]) -> list[_Seen]:
    """The problem and the state of each file; the largest first, so that no core waits."""

    def problem(at: int) -> _Seen:
        file = files[at]
        path = folder / file.name
        try:
            before = _fingerprint(path, file.sha256)
            for _ in range(_READINGS):
                if stored_file(path) != file:
                    break
                now = _fingerprint(path, file.sha256)
                if now == before:
                    return "", now
                before = now  # another link to it changes a file's times, and it is undamaged
        except OSError as error:
            outside = from_outside(error, path)
            if isinstance(outside, MemoryError):
                raise outside from error
            return outside or f"cannot be read: {error.strerror}", []
        return f"has {OTHER_BYTES}", []

    if len(files) == 1:
        return [problem(0)]
    from concurrent.futures import ThreadPoolExecutor

    by_bytes = sorted(range(len(files)), key=lambda at: -files[at].bytes)
    with ThreadPoolExecutor(min(os.cpu_count() or 1, len(files))) as pool:
        results = dict(zip(by_bytes, pool.map(problem, by_bytes), strict=True))
    return [results[at] for at in range(len(files))]


def _memory(folder: Path) -> Path:
    """The cache file for the files of a folder."""
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:32]
    return platformdirs.user_cache_path("pokerlake") / "checked" / f"{name}.json"


def _recall(folder: Path) -> _Known:
    key = os.fspath(folder)
    if key not in _known:
        _known[key] = {}
        # A missing or damaged cache, or one that may be somebody else's, is made again.
        with suppress(OSError, ValueError, RecursionError):
            content = json.loads(read_own(_memory(folder)))
            if isinstance(content, dict):
                _known[key] = content
    return _known[key]


def _remember(folder: Path, seen_files: _Known) -> None:
    known = _known[os.fspath(folder)]
    until = time.time_ns() - SAME_TIME
    settled = {name: seen for name, seen in seen_files.items() if int(seen[_CHANGED]) < until}
    known.update(settled)
    if not settled or os.fspath(folder) in _told:
        return
    memory = _memory(folder)
    # If the cache cannot be written, every process reads the files again.
    with suppress(OSError):
        users_folder(memory.parent)
        there = [name for name in known if (folder / name).is_file()]
        descriptor, unfinished = tempfile.mkstemp(dir=memory.parent, suffix=".wip")
        try:
            with leaving.unfinished(Path(unfinished)):
                with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 a descriptor
                    json.dump({name: known[name] for name in there}, file)
                Path(unfinished).replace(memory)
        except OSError:
            Path(unfinished).unlink()
            raise
        by_age = sorted(memory.parent.iterdir(), key=lambda path: path.stat().st_mtime)
        for old in by_age[:-KEPT_FOLDERS]:
            old.unlink(missing_ok=True)
