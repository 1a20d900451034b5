"""Rows of a table by their places, read a part at a time: some tables are larger than memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX
from pokerlake.engine.threads import over_tasks

if TYPE_CHECKING:
    import pyarrow as pa

Column = npt.NDArray[Any]
Columns = Mapping[str, Column]

_GROUPS_AT_A_TIME = 8  # of a million rows


class _Group(NamedTuple):
    file: int
    number: int


class StoredRows:
    """The rows of Parquet files, one file after another.

    Attributes
    ----------
    rows : int
    starts : list of int
        The first row of each row group, and the end.

    Raises
    ------
    OSError, pyarrow.ArrowException
        If a file is not a Parquet file; so do the methods.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        import pyarrow.parquet as pq

        self._paths = paths
        self._footers = [pq.read_metadata(path) for path in paths]
        self._groups = [
            _Group(file, number)
            for file, footer in enumerate(self._footers)
            for number in range(footer.num_row_groups)
        ]
        sizes = [self._footers[file].row_group(number).num_rows for file, number in self._groups]
        self.starts = [0, *accumulate(sizes)]
        self.rows = self.starts[-1]

    def read(self, start: int, stop: int, columns: Sequence[str]) -> dict[str, Column]:
        """Columns of rows ``start..stop``.

        Text is that of a hand, and given as its number in ``HANDS``; -1 if it is none.

        Raises
        ------
        KeyError
            If there is no such column.
        """
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, max(start, stop - 1)) - 1
        parts = [self._read_group(group, columns) for group in self._groups[first : last + 1]]
        rows = slice(start - self.starts[first], stop - self.starts[first])
        return {name: np.concatenate([part[name] for part in parts])[rows] for name in columns}

    def _read_group(self, group: _Group, columns: Sequence[str]) -> dict[str, Column]:
        import pyarrow.parquet as pq

        footer = self._footers[group.file]
        path = self._paths[group.file]
        # Text read as what it is in the file, a number in a dictionary, takes a tenth of the time.
        text = [name for name in columns if name == "hand"]
        with pq.ParquetFile(path, metadata=footer, read_dictionary=text) as file:
            found = file.read_row_group(group.number, list(columns))
        return {name: _as_numbers(found[name]) for name in columns}

    def gather(
        self,
        columns: Sequence[str],
        values: Callable[[Columns], Sequence[Column]],
        dtype: npt.DTypeLike,
    ) -> Column:
        """What is made of the columns of each row, for all rows, on all cores.

        Parameters
        ----------
        columns : sequence of str
        values : callable
            Makes ``c`` columns ``(m,)`` of some rows' columns.
        dtype : dtype
            That of the result.

        Returns
        -------
        (rows, c) array
            Column after column in memory.
        """
        width = len(values(self.read(0, 1, columns)))
        gathered = np.empty((width, self.rows), dtype)

        def fill(group: int) -> None:
            until = min(group + _GROUPS_AT_A_TIME, len(self._groups))
            rows = slice(self.starts[group], self.starts[until])
            made = values(self.read(rows.start, rows.stop, columns))
            for place, column in zip(gathered, made, strict=True):
                place[rows] = column

        over_tasks(fill, range(0, len(self._groups), _GROUPS_AT_A_TIME), 0)
        return gathered.T


def _as_numbers(column: pa.ChunkedArray) -> Column:
    import pyarrow as pa

    if not pa.types.is_dictionary(column.type):
        values: Column = column.to_numpy()
        return values
    chunks = [
        np.array([HAND_INDEX.get(hand, -1) for hand in chunk.dictionary.to_pylist()], np.int64)[
            chunk.indices.to_numpy()
        ]
        for chunk in column.chunks
    ]
    return np.concatenate([np.empty(0, np.int64), *chunks])  # an empty row group has none
