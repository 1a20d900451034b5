"""Files of lakes in object stores, as DuckDB and Arrow read them: just the ranges they ask for.

fsspec's own files read ahead by up to 50 MB. DuckDB gets a protocol of our own, ``pokerlake+s3://``:
so a program may still load ``httpfs``, or register another file system for ``s3://``.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from pokerlake.lazy import extra

from ..errors import LakeError
from . import cache
from .path import DUCKDB_PREFIX, StorePath, address_of, in_store, is_remote

with extra("cluster"):
    from fsspec import AbstractFileSystem

if TYPE_CHECKING:
    import duckdb
    import pyarrow.fs

_KNOWN_SECONDS = 10.0  # for which the size of a file is taken for true
_ESCAPED = re.compile(r"\[([*?[])\]")

Digests = Mapping[str, str]  # the SHA-256 of files by their addresses


class About(NamedTuple):
    """The size of a file, and its time in seconds."""

    size: int
    time: float


class Source:
    """Where the bytes of files come from, by their addresses: from the store, or its local cache.

    Parameters
    ----------
    digests : mapping of str to str
        Of the files that may be kept in the cache.
    """

    def __init__(self, digests: Digests) -> None:
        self._digests = digests
        self._about: dict[str, tuple[float, About]] = {}
        self._lock = threading.Lock()

    def about(self, address: str) -> About:
        """The size and time of a file; LakeError if it cannot be told."""
        now = time.monotonic()
        with self._lock:
            when, found = self._about.get(address, (now, None))
        if found is None or now - when > _KNOWN_SECONDS:
            path = _place(address)
            store = in_store(path)
            listed = None if store is None else store.parent.files().get(store.name)
            try:
                stored = listed or path.stat()
            except OSError as error:
                raise LakeError(f"{address}: {error.strerror or error}") from error
            found = About(stored.st_size, stored.st_mtime)
            with self._lock:
                self._about[address] = now, found
        return found

    def read(self, address: str, start: int, end: int) -> bytes:
        """The bytes ``start..end-1`` of a file."""
        path = _place(address)
        if address in self._digests:
            path = cache.at_hand(path, self._digests[address])
        if (store := in_store(path)) is not None:
            return store.read_range(start, end)
        with path.open("rb") as file:
            file.seek(start)
            return file.read(end - start)


def _place(address: str) -> Path:
    return address_of(address) or Path(address)


class LakeFiles(AbstractFileSystem):  # type: ignore[misc]  # fsspec has no types
    """A file system of fsspec, read only.

    Parameters
    ----------
    protocol : str
        What the names of its files begin with, before ``://``.
    source : Source
        Takes their addresses, which are those names without ``pokerlake+``.
    """

    cachable = False

    def __init__(self, protocol: str, source: Any) -> None:
        super().__init__()
        self.protocol = protocol
        self._source = source

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return path

    def unstrip_protocol(self, name: str) -> str:
        """Names are whole."""
        return name

    def glob(self, path: str, **_: Any) -> list[str]:
        """The file whose name, in which brackets keep pattern signs, this is."""
        return [_ESCAPED.sub(r"\1", path)]

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        """Its size."""
        about = self._source.about(path.removeprefix(DUCKDB_PREFIX))
        return {"name": path, "size": about.size, "type": "file", "created": about.time}

    def modified(self, path: str) -> dt.datetime:
        """Its time."""
        seconds = self._source.about(path.removeprefix(DUCKDB_PREFIX)).time
        return dt.datetime.fromtimestamp(seconds, dt.UTC)

    def open(self, path: str, mode: str = "rb", **_: Any) -> io.RawIOBase:
        """A file to read."""
        if mode != "rb":
            raise PermissionError(13, "lakes are only read here", path)
        address = path.removeprefix(DUCKDB_PREFIX)
        size = self._source.about(address).size
        return _Ranges(lambda start, end: self._source.read(address, start, end), size)


class _Ranges(io.RawIOBase):
    """A file of which nothing is read but what is asked for."""

    def __init__(self, read: Callable[[int, int], bytes], size: int) -> None:
        self._read, self.size, self._at = read, size, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self.size}[whence]
        self._at = base + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        end = self.size if size is None or size < 0 else min(self.size, self._at + size)
        if end <= self._at:
            return b""
        content = self._read(self._at, end)
        self._at += len(content)
        return content

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        content = self.read(len(view))
        view[: len(content)] = content
        return len(content)


def duckdb_files(
    connection: duckdb.DuckDBPyConnection, path: Path, digests: Digests, source: Any = None
) -> None:
    """Let a connection, and the cursors of it, read files of a lake by names with a prefix.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    path : Path
        The lake.
    digests : mapping of str to str
        As :class:`Source` takes them.
    source : Source, optional
        Where their bytes come from instead.
    """
    protocol = f"{DUCKDB_PREFIX}{cast(StorePath, path).protocol}"
    connection.register_filesystem(LakeFiles(protocol, source or Source(digests)))


def arrow_files(paths: Sequence[Path]) -> tuple[list[str], pyarrow.fs.FileSystem | None]:
    """The names of files for Arrow, and the file system that has them: None for local ones."""
    names = [str(path) for path in paths]
    remote = [path for path in paths if is_remote(path)]
    if not remote:
        return names, None
    import pyarrow.fs

    files = LakeFiles(cast(StorePath, remote[0]).protocol, Source({}))
    return names, pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(files))
