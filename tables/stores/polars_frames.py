"""Files of lakes as lazy frames of polars, which reads those of S3 by itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from ..errors import LakeError
from .path import S3, StorePath, in_store, told

if TYPE_CHECKING:
    import pyarrow as pa

_ASK_AGAIN_SECONDS = 300  # keys of a machine's role are changed now and then


def scan_files(paths: Sequence[Path], schema: pa.Schema) -> pl.LazyFrame:
    """The rows of Parquet files that have these columns.

    What is no S3, and what is partly in the local cache, is read through Arrow.
    """
    remote = [store for path in paths if (store := in_store(path)) is not None]
    if not remote:
        return pl.scan_parquet(list(paths), glob=False, hive_partitioning=False)
    first = remote[0]
    if len(remote) == len(paths) and first.protocol in S3:
        return pl.scan_parquet(
            [path.url for path in remote],
            glob=False,
            hive_partitioning=False,
            storage_options=_options(first),
            credential_provider=_credentials(first),
        )
    import pyarrow.dataset as ds

    from .reading import arrow_files

    names, files = arrow_files(paths)
    found = ds.FileSystemDataset.from_paths(
        names, schema=schema, format=ds.ParquetFileFormat(), filesystem=files
    )
    return pl.scan_pyarrow_dataset(found)


def _options(path: StorePath) -> dict[str, str]:
    """Where polars finds the store: there where s3fs does."""
    filesystem = path.filesystem
    with told(path):
        meta = filesystem.s3.meta
    options = {"aws_endpoint_url": meta.endpoint_url, "aws_region": meta.region_name}
    if meta.endpoint_url.startswith("http://"):
        options["aws_allow_http"] = "true"
    if filesystem.anon:
        options["aws_skip_signature"] = "true"
    return options


def _credentials(path: StorePath) -> Callable[[], tuple[dict[str, str], int]] | None:
    """Gives polars the keys that s3fs has, whenever polars asks; None where none are wanted."""
    from fsspec.asyn import sync

    filesystem = path.filesystem
    if filesystem.anon:
        return None

    def provide() -> tuple[dict[str, str], int]:
        keys = filesystem.key, filesystem.secret, filesystem.token
        if not filesystem.key:
            with told(path):
                found = sync(filesystem.loop, filesystem.session.get_credentials)
                if found is None:
                    raise LakeError(f"{path}: there are no credentials for S3")
                keys = sync(filesystem.loop, found.get_frozen_credentials)[:3]
        names = ("aws_access_key_id", "aws_secret_access_key", "aws_session_token")
        given = {name: key for name, key in zip(names, keys, strict=True) if key}
        return given, int(time.time()) + _ASK_AGAIN_SECONDS

    return provide
