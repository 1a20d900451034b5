"""Lakes in object stores: addresses, what is read of them, and how they are written.

Belongs here: all that knows of fsspec, and the cache of files on this machine.
Does not: what a table or a manifest is (the modules above), who writes when (``pipelines/``).

- ``address_of``: the address that a text is
- ``is_remote``: whether a path is an address
- ``read_marked``: an object, and the mark by which :func:`replace` knows it again
- ``replace``: puts an object if it still is what was read
- ``duckdb_files``: lets a connection of DuckDB read a lake
- ``let_httpfs_read``: lets DuckDB's ``httpfs`` read it, where it can
- ``httpfs_reads``: whether it does
- ``arrow_files``: lets Arrow read files of a lake
- ``at_hand``: a file of a lake, in the local cache if that is on
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .cache import at_hand
    from .conditional import read_marked, replace
    from .httpfs import httpfs_reads, let_httpfs_read
    from .path import address_of, is_remote
    from .reading import arrow_files, duckdb_files

__all__ = [
    "address_of",
    "arrow_files",
    "at_hand",
    "duckdb_files",
    "httpfs_reads",
    "is_remote",
    "let_httpfs_read",
    "read_marked",
    "replace",
]

__getattr__ = loader(__name__)
