"""Columns of cards, hands and ranges as people have them, and what is said of each row.

Belongs here: reading texts, arrays, Arrow, polars and pandas, and the methods of ``.poker``.
Does not: SQL (``functions/``), files (``files/``), and how an answer is found (``answers/``).

- ``cards_of``: cards in any form, as the engine takes them
- ``texts_of``: text in any form, as an Arrow column
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .given import cards_of, texts_of

__all__ = ["cards_of", "texts_of"]

__getattr__ = loader(__name__)
