"""How DuckDB, Arrow and polars read files of lakes in object stores: only the ranges they need.

fsspec's own files read ahead by up to 50 MB. DuckDB gets our own protocol, ``pokerlake+s3://``, so
a program can still load ``httpfs``, or register another file system for ``s3://``. If DuckDB's own
``httpfs`` is installed and can read a lake in S3, it does; nothing is installed, and no host but
the store is contacted. Polars reads lakes in S3 by itself.
"""

from __future__ import annotations

import datetime as dt
import os
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import urlsplit

from pokerlake.lazy import extra

from ..errors import LakeError
from . import cache
from .path import (
    DUCKDB_PREFIX,
    HTTPFS_PREFIX,
    S3,
    StorePath,
    address_of,
    in_store,
    is_remote,
    naming_store,
)

with extra("cluster"):
    from fsspec import AbstractFileSystem
    from fsspec.spec import AbstractBufferedFile

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa
    import pyarrow.fs

_KNOWN_SECONDS = 10.0  # for which the size of a file is trusted
_ESCAPED = re.compile(r"\[([*?[])\]")

Digests = Mapping[str, str]  # the SHA-256 of files by their addresses


class About(NamedTuple):
    """The size of a file, and its time in seconds."""

    size: int
    time: float


class Source:
    """The source of the bytes of files, by their addresses: the store, or its local cache.

    ``digests``: of the files that may be cached.
    """

    def __init__(self, digests: Digests) -> None:
        self._digests = digests
        self._about: dict[str, tuple[float, About]] = {}
        self._lock = threading.Lock()

    def about(self, address: str) -> About:
        """The size and time of a file; LakeError if they are unknown."""
        now = time.monotonic()
        with self._lock:
            when, about = self._about.get(address, (now, None))
        if about is None or now - when > _KNOWN_SECONDS:
            path = _place(address)
            store = in_store(path)
            listed = None if store is None else store.parent.files().get(store.name)
            try:
                stored = listed or path.stat()
            except OSError as error:
                raise LakeError(f"{address}: {error.strerror or error}") from error
            about = About(stored.st_size, stored.st_mtime)
            with self._lock:
                self._about[address] = now, about
        return about

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
    """A read-only file system of fsspec.

    ``protocol``: of its file names, before ``://``; ``source``: takes their addresses, which are
    those names without ``pokerlake+``.
    """

    cachable = False

    def __init__(self, protocol: str, source: Any) -> None:
        super().__init__()
        self.protocol = protocol
        self.source = source

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return path

    def unstrip_protocol(self, name: str) -> str:
        """Names are complete."""
        return name

    def glob(self, path: str, **_: Any) -> list[str]:
        """The file of this name, in which brackets quote the signs of patterns."""
        return [_ESCAPED.sub(r"\1", path)]

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        """Its size."""
        about = self.source.about(path.removeprefix(DUCKDB_PREFIX))
        return {"name": path, "size": about.size, "type": "file", "created": about.time}

    def modified(self, path: str) -> dt.datetime:
        """Its time."""
        seconds = self.source.about(path.removeprefix(DUCKDB_PREFIX)).time
        return dt.datetime.fromtimestamp(seconds, dt.UTC)

    def _open(self, path: str, mode: str = "rb", **_: Any) -> _Ranges:
        if mode != "rb":
            raise PermissionError(13, "lakes are only read here", path)
        size = self.source.about(path.removeprefix(DUCKDB_PREFIX)).size
        return _Ranges(self, path, cache_type="none", size=size)


class _Ranges(AbstractBufferedFile):  # type: ignore[misc]
    """A file of which only the requested ranges are read."""

    def _fetch_range(self, start: int, end: int) -> bytes:
        content: bytes = self.fs.source.read(self.path.removeprefix(DUCKDB_PREFIX), start, end)
        return content


def duckdb_files(
    connection: duckdb.DuckDBPyConnection, path: Path, digests: Digests, source: Any = None
) -> None:
    """Let a connection, and its cursors, read files of a lake by names with a prefix.

    ``path``: the lake; ``digests``: as :class:`Source` takes them; ``source``: where their bytes
    come from instead.
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


# ---------------------------------------------------------------- DuckDB's httpfs

# Each connection that loads it checks the signature of the extension: 60 ms of a processor and one
# more request. A range then takes 0.6 ms instead of 1.7: 55 of them, 100 MB, make up for that.
LEAST_BYTES = 100_000_000  # of a lake's largest table

_SECRET = "pokerlake"
_PLAIN = re.compile(r"s3://[a-z0-9.-]+(/[A-Za-z0-9_.=-]+)*")  # neither a pattern nor a query

# Options of botocore whose effects show in its client and the addresses that it makes.
_KNOWN_OPTIONS = {"endpoint_url", "region_name", "s3", "use_ssl"}


def load_httpfs(connection: duckdb.DuckDBPyConnection) -> None:
    """Load ``httpfs`` into a connection; duckdb.Error if it is not installed or does not fit."""
    connection.execute("load httpfs")


def let_httpfs_read(
    connection: duckdb.DuckDBPyConnection, path: Path, names: Sequence[str], largest: int
) -> bool:
    """Let a connection read files of a lake by their own addresses, if ``httpfs`` can and it pays.

    It gets the access that s3fs has, for that lake only. It cannot if credentials rotate, and is
    not used if files are read from the local cache.

    ``path``: the lake; ``names``: of its files: the size of the first is requested, since
    ``httpfs`` may not reach what fsspec reaches by a proxy or in another region; ``largest``: the
    bytes of the largest table.
    """
    import duckdb

    store = in_store(path)
    if largest < LEAST_BYTES or os.environ.get(cache.FOLDER_VARIABLE):
        return False
    if store is None or not _PLAIN.fullmatch(str(store)):
        return False
    with naming_store(store):
        options = _secret_of(store)
    if options is None:
        return False
    try:
        load_httpfs(connection)
        # Values are parameters: no text of a statement, and no error, contains them.
        assignments = ", ".join(f"{name} ${name}" for name in options)
        connection.execute(
            f"create or replace temporary secret {_SECRET} (type s3, {assignments})", options
        )
        try:
            connection.execute("select size from read_blob($name)", {"name": names[0]})
        except duckdb.Error:
            connection.execute(f"drop temporary secret {_SECRET}")
            raise
    except duckdb.Error:  # fsspec then reads them, and reports the problem
        return False
    return True


def httpfs_reads(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether :func:`let_httpfs_read` succeeded."""
    rows = connection.execute("select 1 from duckdb_secrets() where name = ?", [_SECRET]).fetchall()
    return bool(rows)


def _secret_of(store: StorePath) -> dict[str, Any] | None:
    """The access of s3fs to a lake, as a DuckDB secret; None if a secret cannot express it."""
    from fsspec.asyn import sync

    files = store.filesystem
    if files.req_kw or not _KNOWN_OPTIONS.issuperset({*files.client_kwargs, *files.config_kwargs}):
        return None
    client = files.s3
    bucket, _, key = str(store).removeprefix(HTTPFS_PREFIX).partition("/")
    params = {"Bucket": bucket, "Key": key or "manifest.json"}
    signed = urlsplit(sync(files.loop, client.generate_presigned_url, "get_object", Params=params))
    endpoint = urlsplit(client.meta.endpoint_url)
    if endpoint.path.strip("/"):
        return None
    options = {
        "scope": f"{store}/",
        "endpoint": endpoint.netloc,
        "url_style": "vhost" if signed.netloc.startswith(f"{bucket}.") else "path",
        "use_ssl": endpoint.scheme == "https",
    }
    if client.meta.region_name not in (None, "aws-global"):
        options["region"] = client.meta.region_name
    if files.anon:
        return options
    keys = _lasting_keys(files)
    return None if keys is None else options | keys


def _lasting_keys(files: Any) -> dict[str, str] | None:
    """The credentials that s3fs signs with; None if there are none, or they rotate."""
    from botocore.credentials import RefreshableCredentials
    from fsspec.asyn import sync

    if files.key and files.secret:
        key, secret, token = files.key, files.secret, files.token
    else:
        credentials = sync(files.loop, files.session.get_credentials)
        if credentials is None or isinstance(credentials, RefreshableCredentials):
            return None
        key, secret, token = credentials.access_key, credentials.secret_key, credentials.token
    keys = {"key_id": key, "secret": secret}
    return keys | {"session_token": token} if token else keys


# ---------------------------------------------------------------- polars

_ASK_AGAIN_SECONDS = 300  # the keys of a machine's role rotate


def scan_files(paths: Sequence[Path], schema: pa.Schema) -> pl.LazyFrame:
    """The rows of Parquet files with these columns, some of which are in a store.

    Files outside S3, and a mix with the local cache, are read through Arrow.
    """
    import polars as pl

    remote = [store for path in paths if (store := in_store(path)) is not None]
    first = remote[0]
    if len(remote) == len(paths) and first.protocol in S3:
        return pl.scan_parquet(
            [path.url for path in remote],
            glob=False,
            hive_partitioning=False,
            storage_options=_storage_options(first),
            credential_provider=_credentials(first),
        )
    import pyarrow.dataset as ds

    names, files = arrow_files(paths)
    dataset = ds.FileSystemDataset.from_paths(
        names, schema=schema, format=ds.ParquetFileFormat(), filesystem=files
    )
    return pl.scan_pyarrow_dataset(dataset)


def _storage_options(path: StorePath) -> dict[str, str]:
    """The address of the store for polars, as s3fs has it."""
    filesystem = path.filesystem
    with naming_store(path):
        meta = filesystem.s3.meta
    options = {"aws_endpoint_url": meta.endpoint_url, "aws_region": meta.region_name}
    if meta.endpoint_url.startswith("http://"):
        options["aws_allow_http"] = "true"
    if filesystem.anon:
        options["aws_skip_signature"] = "true"
    return options


def _credentials(path: StorePath) -> Callable[[], tuple[dict[str, str], int]] | None:
    """A function that gives polars the keys of s3fs on request; None if none are needed."""
    from fsspec.asyn import sync

    filesystem = path.filesystem
    if filesystem.anon:
        return None

    def provide() -> tuple[dict[str, str], int]:
        keys = filesystem.key, filesystem.secret, filesystem.token
        if not filesystem.key:
            with naming_store(path):
                credentials = sync(filesystem.loop, filesystem.session.get_credentials)
                if credentials is None:
                    raise LakeError(f"{path}: there are no credentials for S3")
                keys = sync(filesystem.loop, credentials.get_frozen_credentials)[:3]
        names = ("aws_access_key_id", "aws_secret_access_key", "aws_session_token")
        keys_by_name = {name: key for name, key in zip(names, keys, strict=True) if key}
        return keys_by_name, int(time.time()) + _ASK_AGAIN_SECONDS

    return provide
