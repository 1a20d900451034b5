"""Answers from tables: the DuckDB connection, named queries, evaluation of files, formats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .connection import connect

__all__ = ["connect"]


def __getattr__(name: str) -> Any:
    """``connect``, which loads DuckDB and pyarrow: not before it is asked for."""
    if name == "connect":
        from .connection import connect

        return connect
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
