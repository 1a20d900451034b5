"""Equities of many situations at once: of the rows of a file, of arrays, of a column in SQL.

Belongs here: batches of rows, and what comes again in them.
Does not: one situation (``equity``), what the lake has (``lookup/``), the kernels (``engine/``).

- ``equity_file``: the rows of a file with the equity of each player
- ``equities``: the same for arrays
- ``added_schema``: the columns that both add
- ``Situations``: goes through batches and keeps what comes again
- ``Results``: what is added to one batch
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .columns import equities, equity_file
    from .situations import Results, Situations, added_schema

__all__ = ["Results", "Situations", "added_schema", "equities", "equity_file"]

__getattr__ = loader(__name__)
