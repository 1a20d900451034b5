"""Lakes in S3 as DuckDB's own ``httpfs`` reads them, where that is installed and can do it.

Nothing is installed, and no host but the store is asked for anything.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pokerlake.lazy import extra

from . import cache
from .path import HTTPFS_PREFIX, StorePath, in_store, told

if TYPE_CHECKING:
    import duckdb

# Each connection that loads it looks at the signature of the extension, 60 ms of a processor with
# one more request. A range then takes 0.6 ms instead of 1.7: 55 of them, 100 MB, pay for that.
LEAST_BYTES = 100_000_000  # of a lake's largest table

_SECRET = "pokerlake"
_PLAIN = re.compile(r"s3://[a-z0-9.-]+(/[A-Za-z0-9_.=-]+)*")  # neither a pattern nor a query

# Options of botocore whose effect is seen in its client and the addresses that it makes.
_KNOWN_OPTIONS = {"endpoint_url", "region_name", "s3", "use_ssl"}


def load_httpfs(connection: duckdb.DuckDBPyConnection) -> None:
    """Load ``httpfs`` into a connection; duckdb.Error if it is not installed or does not fit."""
    connection.execute("load httpfs")


def let_httpfs_read(
    connection: duckdb.DuckDBPyConnection, path: Path, names: Sequence[str], largest: int
) -> bool:
    """Let a connection read files of a lake by their own addresses, if ``httpfs`` can and it pays.

    It has the access that s3fs has, for that lake only. It cannot where credentials change by
    themselves, and is not used where files are read in the local cache.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    path : Path
        The lake.
    names : sequence of str
        Of its files. The size of the first is asked for: what fsspec reaches, by a proxy or in
        another region, ``httpfs`` may not.
    largest : int
        The bytes of the largest table.
    """
    import duckdb

    store = in_store(path)
    if largest < LEAST_BYTES or os.environ.get(cache.FOLDER_VARIABLE):
        return False
    if store is None or not _PLAIN.fullmatch(str(store)):
        return False
    with told(store):
        options = _options(store)
    if options is None:
        return False
    try:
        load_httpfs(connection)
        # Values are parameters: no text of a statement, and no error, has them.
        given = ", ".join(f"{name} ${name}" for name in options)
        connection.execute(
            f"create or replace temporary secret {_SECRET} (type s3, {given})", options
        )
        try:
            connection.execute("select size from read_blob($name)", {"name": names[0]})
        except duckdb.Error:
            connection.execute(f"drop temporary secret {_SECRET}")
            raise
    except duckdb.Error:  # fsspec reads them then, and says what is wrong
        return False
    return True


def httpfs_reads(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether :func:`let_httpfs_read` let it."""
    rows = connection.execute("select 1 from duckdb_secrets() where name = ?", [_SECRET]).fetchall()
    return bool(rows)


def _options(store: StorePath) -> dict[str, Any] | None:
    """How s3fs asks for a lake, as DuckDB's secrets say it; None if they cannot."""
    with extra("cluster"):
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
    """The credentials that s3fs signs with; None if there are none, or they change."""
    from botocore.credentials import RefreshableCredentials
    from fsspec.asyn import sync

    if files.key and files.secret:
        key, secret, token = files.key, files.secret, files.token
    else:
        found = sync(files.loop, files.session.get_credentials)
        if found is None or isinstance(found, RefreshableCredentials):
            return None
        key, secret, token = found.access_key, found.secret_key, found.token
    keys = {"key_id": key, "secret": secret}
    return keys | {"session_token": token} if token else keys
