"""``.poker`` on pandas series and frames.

pandas comes with ``pip install 'pokerlake[pandas]'``. Importing this adds the accessor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from pokerlake.engine.cards.text import CardError
from pokerlake.lazy import extra
from pokerlake.tables.errors import counted

from .given import arrow_of, of_rows
from .methods import Poker

with extra("pandas"):
    import pandas as pd

_TYPES = {
    pa.uint8(): pd.UInt8Dtype(),
    pa.uint16(): pd.UInt16Dtype(),
    pa.uint32(): pd.UInt32Dtype(),
    pa.int64(): pd.Int64Dtype(),
    pa.float64(): pd.Float64Dtype(),
    pa.string(): pd.StringDtype(),
}


@pd.api.extensions.register_series_accessor("poker")
class PokerPandas(Poker["pd.Series", "pd.DataFrame", Any]):
    """``series.poker``: results have the index of the series.

    Other columns are series, aligned by that index, or lists and arrays of the same length, or one
    text for all rows. Results always have pandas' nullable types, ``UInt8``, ``UInt16``,
    ``Float64`` and ``string``; several columns are a frame.
    """

    def __init__(self, data: pd.Series | pd.DataFrame) -> None:
        self._data = data

    def _column(
        self,
        function: Callable[..., pa.Array],
        dtype: pa.DataType,
        *others: Any,
        **options: Any,
    ) -> pd.Series:
        column = self._found(function, others, options)
        name = self._data.name if isinstance(self._data, pd.Series) else None
        return self._series(column, dtype, name)

    def _several(
        self,
        function: Callable[..., pa.Array],
        dtype: pa.DataType,
        *others: Any,
        **options: Any,
    ) -> pd.DataFrame:
        flattened = self._found(function, others, options).flatten()
        columns = {
            field.name: self._series(column, field.type, field.name)
            for field, column in zip(dtype, flattened, strict=True)
        }
        return pd.DataFrame(columns, index=self._data.index)

    def _found(
        self, function: Callable[..., pa.Array], others: tuple[Any, ...], options: dict[str, Any]
    ) -> pa.Array:
        rows = len(self._data)
        more = [None if other is None else of_rows(self._aligned(other), rows) for other in others]
        return function(arrow_of(self._data), *more, **options)

    def _aligned(self, other: Any) -> Any:
        """A series or frame aligned to the index of this one."""
        if not isinstance(other, pd.Series | pd.DataFrame) or other.index.equals(self._data.index):
            return other
        if not (other.index.is_unique and self._data.index.is_unique):
            raise CardError("two columns have different indexes, one with a label twice")
        missing = self._data.index.difference(other.index)
        if len(missing):
            raise CardError(
                f"a column has no row {missing.tolist()[0]!r}, and lacks "
                f"{counted(len(missing), 'row')} of the index in all: give one of the same index, "
                "or its values, column.to_numpy()"
            )
        return other.reindex(self._data.index)

    def _series(self, column: pa.Array, dtype: pa.DataType, name: Any) -> pd.Series:
        if dtype in _TYPES:
            values = _TYPES[dtype].__from_arrow__(column)
        else:  # lists of rows, each a dictionary
            values = pd.array(column.to_pylist(), dtype=object)
        return pd.Series(values, index=self._data.index, name=name)


@pd.api.extensions.register_dataframe_accessor("poker")
class PokerPandasFrame(PokerPandas):
    """``frame[["c1", …, "c7"]].poker``: five to seven columns of cards, or a hole and its board."""
