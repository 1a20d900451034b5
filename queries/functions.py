"""SQL functions that are the engine's: they live in the connection, not in the lake's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa  # not only for types: DuckDB reads the annotations of a function
from duckdb.func import FunctionNullHandling, PythonUDFType
from duckdb.sqltypes import USMALLINT, VARCHAR

if TYPE_CHECKING:
    import duckdb


def register_functions(connection: duckdb.DuckDBPyConnection) -> None:
    """Add ``class_of(cards)`` to a connection.

    ``class_of('AsKsQsJsTs')`` is the class of five to seven cards; null for null, an error for text
    that is no such hand. The engine is loaded when it is first called.
    """
    connection.create_function(
        "class_of",
        _class_of,
        [VARCHAR],
        USMALLINT,
        type=PythonUDFType.ARROW,
        null_handling=FunctionNullHandling.SPECIAL,
    )


def _class_of(cards: pa.ChunkedArray) -> pa.Array:
    from ..engine.cards import CardError
    from .text import classes_of_text

    try:
        ids, count = classes_of_text(cards)
    except CardError as error:  # its index counts from the start of a vector, which tells nobody
        raise CardError(error.problem) from error
    return pa.array(ids, mask=count == 0)
