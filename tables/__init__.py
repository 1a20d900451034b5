"""The tables: what each one is, and how it is stored.

Belongs here: schemas and meanings of tables and views, the Parquet store, the manifest, errors.
Does not: what fills a table (``pipelines/``) or queries it (``queries/``).

- ``TABLES``: all tables by name
- ``VIEWS``: all views by name
- ``Table``: the description of a table
- ``View``: the description of a view
- ``Lake``: a lake that is open for reading
- ``lake_path``: the path of the lake
- ``check_file``: whether a file is the table it should be
- ``PokerlakeError``: all errors that a user can cause or meet
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pokerlake.lazy import Listing, loader

if TYPE_CHECKING:
    from .check import check_file
    from .errors import PokerlakeError
    from .lake import Lake, lake_path
    from .registry import TABLES, VIEWS
    from .schema import Table, View

__all__ = ["TABLES", "VIEWS", "Lake", "PokerlakeError", "Table", "View", "check_file", "lake_path"]

__getattr__ = loader(__name__)
sys.modules[__name__].__class__ = Listing
