"""``.poker`` on polars expressions and series; expressions are lazy and know their type.

Importing this adds the namespace.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any

import polars as pl
import pyarrow as pa

from pokerlake.engine.cards.text import CardError
from pokerlake.engine.given import shown

from .given import of_rows
from .methods import Poker


@pl.api.register_expr_namespace("poker")
class PokerExpr(Poker[pl.Expr, pl.Expr, pl.Expr | str]):
    """``pl.col("cards").poker``; other columns are expressions, or names.

    Several columns are a struct, which ``.struct.unnest()`` splits.
    """

    def __init__(self, expression: pl.Expr) -> None:
        self._data = expression

    def _column(
        self,
        function: Callable[..., pa.Array],
        dtype: pa.DataType,
        *others: pl.Expr | str | int | None,
        **options: Any,
    ) -> pl.Expr:
        # A struct has the name of its first field, and its fields need different names.
        arguments = [
            _expression(other).alias(f"poker: {number}")
            for number, other in enumerate(others)
            if other is not None
        ]
        is_given = [other is not None for other in others]

        def run(series: pl.Series) -> pl.Series:
            columns = series.struct.unnest().get_columns() if arguments else [series]
            if len(columns) != 1 + len(arguments):
                raise CardError(f"{len(columns)} columns at once; call .poker on one of them")
            arrays = map(_arrow, columns)
            hero, more = next(arrays), [next(arrays) if there else None for there in is_given]
            return _series(series.name, _called(function, hero, more, options), dtype)

        both = pl.struct(self._data, *arguments) if arguments else self._data
        result = pl.Series(pa.array([], dtype)).dtype
        return both.map_batches(run, return_dtype=result, is_elementwise=True)

    _several = _column


@pl.api.register_series_namespace("poker")
class PokerSeries(Poker[pl.Series, pl.Series, Any]):
    """``series.poker``; other columns are series, or lists and arrays, or one text for all rows."""

    def __init__(self, series: pl.Series) -> None:
        self._data = series

    def _column(
        self,
        function: Callable[..., pa.Array],
        dtype: pa.DataType,
        *others: Any,
        **options: Any,
    ) -> pl.Series:
        more = [None if other is None else of_rows(other, len(self._data)) for other in others]
        return _series(self._data.name, _called(function, _arrow(self._data), more, options), dtype)

    _several = _column


def _expression(given: Any) -> pl.Expr:
    if isinstance(given, str):
        return pl.col(given)
    if isinstance(given, pl.Expr):
        return given
    if isinstance(given, (Real, pl.Series)):
        return pl.lit(given)
    raise CardError(f"{shown(given)} is no column; give an expression, or the name of a column")


def _called(
    function: Callable[..., pa.Array],
    hero: pa.Array,
    more: list[pa.Array | None],
    options: dict[str, Any],
) -> pa.Array:
    try:
        return function(hero, *more, **options)
    except CardError as error:
        raise CardError(error.problem) from None  # its row is within a piece, of no use to anyone


def _arrow(series: pl.Series) -> pa.Array:
    return series.to_arrow()


def _series(name: str, column: pa.Array, dtype: pa.DataType) -> pl.Series:
    return pl.Series(name, column if column.type == dtype else column.cast(dtype))
