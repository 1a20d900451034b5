"""The row of a table that stands for a deal of a hole and a board.

Belongs here: canonical keys of raw deals, the rows of each board, and their numbers.
Does not: the content of those rows (``strength/``).

- ``row_keys``: the canonical board and hole of each raw deal
- ``board_ids``: the canonical board of each raw board
- ``hole_ids``: the number of each hole, from columns of cards
- ``table_rows``: the number of each deal's row in a table of all rows
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .canonical_rows import board_ids, hole_ids, row_keys, table_rows

__all__ = ["board_ids", "hole_ids", "row_keys", "table_rows"]

__getattr__ = loader(__name__)
