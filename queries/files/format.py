"""Formats, facts about a result besides its rows, and types with a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.lazy import LazyModule
from pokerlake.tables.errors import OutputError, UsageError
from pokerlake.tables.schema import Table, View

pc = LazyModule("pyarrow.compute")


@dataclass(frozen=True)
class About:
    """Facts about a result besides its rows."""

    name: str = "result"  # of the table in a database, or of the sheet in a spreadsheet
    rows: int | None = None  # their number, if known in advance
    # The table or view of the rows; its meanings are written if the format has room.
    subject: Table | View | None = None
    whole: bool = False  # whether these are all rows of the subject, in its order
    width: int | None = None  # the columns of the terminal that a table must fit
    most_bytes: int | None = None  # of the output, in any format
    when_cut: Callable[[], object] = lambda: None  # called if a table is cut to that width


Writer = Callable[[pa.RecordBatchReader, IO[bytes], About], None]
PlaceWriter = Callable[[pa.RecordBatchReader, Path, About], None]


@dataclass(frozen=True)
class Format:
    """One format: its name, the endings of its files, its meaning, and its writers.

    A format has ``write``, which writes rows to a stream, or, if it cannot go to stdout,
    ``write_file``, which writes a new file, or adds the rows to an existing one.
    """

    name: str
    endings: tuple[str, ...]
    meaning: str
    holds: Callable[[pa.DataType], bool]  # whether a type of column can be written in it
    write: Writer | None = None
    write_file: PlaceWriter | None = None
    write_folder: PlaceWriter | None = None  # if the output has none of the endings
    binary: bool = False  # not for a terminal, and not compressed further
    labels_as_text: bool = True  # dictionaries of Arrow are written as text
    times_as_text: bool = False  # dates and times as text of Arrow, or else of DuckDB
    others_as_text: bool = False  # lists, bytes and other types that are not plain, by DuckDB
    needs_end: bool = False  # a part of the file is useless: stdout gets all of it or nothing
    names: Literal["any", "differ", "differ in any case"] = "any"  # of columns
    most_rows: int | None = None
    most_columns: int | None = None
    several: bool = False  # whether a file can hold several named tables
    for_ranges: bool = False  # the rows have to be the hands or holes of a range
    of_hands: bool = False  # the rows have to be whole hands

    def is_folder(self, output: Path) -> bool:
        """Whether the output is a folder of files instead of one file."""
        return self.write_folder is not None and output.suffix.lower() not in self.endings


def too_many_rows(name: str, most: int, rows: str) -> UsageError:
    """The error for a result with more rows than a format allows."""
    return UsageError(
        f"{name} has at most {most:,} rows below its header, and the result has {rows}; "
        "take parquet or csv, or a filter for fewer rows"
    )


def too_many_bytes(most: int) -> OutputError:
    """The error for a result that takes more bytes in a format than allowed."""
    return OutputError(
        f"the result takes more than {most >> 20:,} MB in this format; ask for less, or take "
        "another"
    )


def is_any(_: pa.DataType) -> bool:
    """Every type."""
    return True


def is_number(dtype: pa.DataType) -> bool:
    """Whether values are integers, floats or decimals."""
    types = pa.types
    return bool(types.is_integer(dtype) or types.is_floating(dtype) or types.is_decimal(dtype))


def is_plain(dtype: pa.DataType) -> bool:
    """Whether values have a plain text: numbers, text, booleans and times."""
    types = pa.types
    if types.is_dictionary(dtype):
        return is_plain(dtype.value_type)
    known = (
        is_number, types.is_null, types.is_boolean,
        types.is_string, types.is_large_string, types.is_string_view,
        types.is_date, types.is_time, types.is_timestamp,
    )  # fmt: skip
    return any(is_known(dtype) for is_known in known)


def is_plain_or_nested(dtype: pa.DataType) -> bool:
    """Whether it is plain, or has lists and structs of plain values."""
    if pa.types.is_nested(dtype) and not pa.types.is_union(dtype):
        return all(is_plain_or_nested(dtype.field(n).type) for n in range(dtype.num_fields))
    return is_plain(dtype)


def is_time(dtype: pa.DataType) -> bool:
    """Whether it has days, times of day, or timestamps."""
    types = pa.types
    return bool(types.is_date(dtype) or types.is_time(dtype) or types.is_timestamp(dtype))


_DAYS = -719_162, 2_932_896  # 0001-01-01 and 9999-12-31
_IN_A_DAY = {"s": 86_400, "ms": 86_400 * 10**3, "us": 86_400 * 10**6, "ns": 86_400 * 10**9}


def is_usual(column: pa.Array) -> pa.Array:
    """Which days and times are in the years 1 to 9999 and before 24:00, or null; never infinity."""
    dtype, types = column.type, pa.types
    if types.is_date32(dtype) or types.is_time32(dtype):
        counts = column.view(pa.int32()).cast(pa.int64())
    else:
        counts = column.view(pa.int64())
    if types.is_time(dtype):
        least, most = 0, _IN_A_DAY[dtype.unit] - 1
    else:
        unit = 1 if types.is_date32(dtype) else _IN_A_DAY[getattr(dtype, "unit", "ms")]
        has_zone = getattr(dtype, "tz", None) is not None  # it may be in the year before
        least = max((_DAYS[0] + has_zone) * unit, -(1 << 63) + 2)
        most = min((_DAYS[1] + 1) * unit - 1, (1 << 63) - 2)  # infinity is the largest
    return pc.and_(pc.greater_equal(counts, least), pc.less_equal(counts, most)).fill_null(True)


def doubles(column: pa.Array) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """The doubles nearest to decimals, and which of them convert back to the same decimal.

    These are all with less than 2^52 units of the last digit. Arrow's cast may miss the nearest.
    """
    wide = column.cast(pa.decimal128(38, column.type.scale))
    words = np.frombuffer(wide.buffers()[1], np.int64).reshape(-1, 2)
    low, high = words[wide.offset : wide.offset + len(wide)].T
    fits = (high == low >> 63) & (low < 1 << 52) & (low > -(1 << 52))
    return low / 10.0**column.type.scale, fits
