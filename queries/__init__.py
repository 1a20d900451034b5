"""Answers: from the tables of a lake where they hold them, else from the engine.

Belongs here: the DuckDB connection with its functions, named queries, answers, files and charts.
Does not: printing and exiting (``commands/``).

- ``connect``: a DuckDB connection with a lake's tables, views and functions
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .connection import connect

__all__ = ["connect"]

__getattr__ = loader(__name__)
