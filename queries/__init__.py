"""Answers: from the tables of a lake if they have them, else from the engine.

Belongs here: the DuckDB connection with its functions, named queries, answers, files and charts.
Does not: printing and exiting (``commands/``).

- ``connect``: a DuckDB connection with a lake's tables, views and functions
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pokerlake.lazy import Listing, loader

if TYPE_CHECKING:
    from .connection import connect

__all__ = ["connect"]

__getattr__ = loader(__name__)
sys.modules[__name__].__class__ = Listing
