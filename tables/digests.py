"""Whether files have the bytes that they were written with: read once, then remembered.

To read a whole lake takes half a second, too much for each command. What was found is remembered in
the user's cache, by the place, size and times that the system has of a file: whoever writes to a
file changes these. A disk that decays does not; ``pokerlake verify`` reads every byte. A file that
is so new that a change would not show, see :data:`.store.SAME_TIME`, is not remembered.

Files in an object store are not read for that: their sizes are known from its list, and they are
whole, since a store has no others.
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

KEPT_FOLDERS = 200  # whose files are remembered, in some kilobytes each

OTHER_BYTES = "other bytes than it was written with: it is cut short or changed"

_READINGS = 5  # of a file that changes while it is read

_Fingerprint = list[int | str]
_CHANGED = 4  # where in a fingerprint it has when the file was last changed
_Known = dict[str, _Fingerprint]
_Seen = tuple[str | PokerlakeError, _Fingerprint]

# What this process knows of the files in each folder, and the folders of which it was told.
_known: dict[str, _Known] = {}
_told: set[str] = set()


def problems(folder: Path, files: Iterable[StoredFile]) -> dict[str, str | PokerlakeError]:
    """What is wrong with those files whose bytes do not have the digest that they should have.

    Files that have not changed since they were read, by this user, are not read again. The others
    are read on all cores.

    ``folder``: where the files are; ``files``: they have to be there, as plain files. Returns by
    the name of the file: in words, what is damaged; an error, where rights or the disk keep from
    reading it. Raises MemoryShortError if there is too little memory to read them.
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
    found = dict(zip((file.name for file in unread), _read(folder, unread), strict=True))
    _remember(folder, {name: seen for name, (problem, seen) in found.items() if not problem})
    return {name: problem for name, (problem, _) in found.items() if problem}


def remember(folder: Path, files: Iterable[StoredFile]) -> None:
    """Take it that files are whole: their digests have just been made of them.

    Those that were written a moment ago are read once more all the same.
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
    """Begin with what another process knows, and leave the user's cache alone."""
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
    """What is wrong with each file, and how it was; the largest first, so that no core waits."""

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
                before = now  # another link to it changes a file's times, and it is whole
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
        found = dict(zip(by_bytes, pool.map(problem, by_bytes), strict=True))
    return [found[at] for at in range(len(files))]


def _memory(folder: Path) -> Path:
    """Where it is remembered what is known of the files in a folder."""
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:32]
    return platformdirs.user_cache_path("pokerlake") / "checked" / f"{name}.json"


def _recall(folder: Path) -> _Known:
    key = os.fspath(folder)
    if key not in _known:
        _known[key] = {}
        # What is not there, damaged, or perhaps somebody else's, is found out again.
        with suppress(OSError, ValueError, RecursionError):
            content = json.loads(read_own(_memory(folder)))
            if isinstance(content, dict):
                _known[key] = content
    return _known[key]


def _remember(folder: Path, found: _Known) -> None:
    known = _known[os.fspath(folder)]
    until = time.time_ns() - SAME_TIME
    settled = {name: seen for name, seen in found.items() if int(seen[_CHANGED]) < until}
    known.update(settled)
    if not settled or os.fspath(folder) in _told:
        return
    memory = _memory(folder)
    # Where the cache cannot be written, every process reads the files again.
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
