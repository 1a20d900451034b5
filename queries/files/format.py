"""What a format is, what is known of a result besides its rows, and which types have a text."""

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
    """What is known of a result besides its rows."""

    name: str = "result"  # what a database calls the table, and a spreadsheet the sheet
    rows: int | None = None  # how many, where that is known before they are made
    # What they are rows of; its meanings go where there is room.
    subject: Table | View | None = None
    whole: bool = False  # whether these are all rows of the subject, in its order
    width: int | None = None  # that a table has to fit, for a terminal
    most_bytes: int | None = None  # that may be written, whatever the format makes of the rows
    when_cut: Callable[[], object] = lambda: None  # is called if the table is cut to that


Writer = Callable[[pa.RecordBatchReader, IO[bytes], About], None]
PlaceWriter = Callable[[pa.RecordBatchReader, Path, About], None]


@dataclass(frozen=True)
class Format:
    """One format: its name, the endings of its files, what it is, and how it is written.

    A format has ``write``, which writes rows to a stream, or else is none for stdout and has
    ``write_file``. That writes a new file, or one that is there with the rows added.
    """

    name: str
    endings: tuple[str, ...]
    meaning: str
    holds: Callable[[pa.DataType], bool]  # whether a type of column can be written in it
    write: Writer | None = None
    write_file: PlaceWriter | None = None
    write_folder: PlaceWriter | None = None  # where the output has none of the endings
    binary: bool = False  # not for a terminal, and as small as it gets
    labels_as_text: bool = True  # labels, which Arrow may number, are the text that they are
    times_as_text: bool = False  # dates and times as Arrow writes them, and DuckDB where it cannot
    others_as_text: bool = False  # lists, bytes and what else is not plain, as DuckDB writes them
    needs_end: bool = False  # a part of the file is of no use: stdout gets all of it or nothing
    names: Literal["any", "differ", "differ in any case"] = "any"  # of columns
    most_rows: int | None = None
    most_columns: int | None = None
    several: bool = False  # whether a file holds tables by their names
    for_ranges: bool = False  # the rows have to be the hands or holes of a range
    of_hands: bool = False  # the rows have to be whole hands

    def is_folder(self, output: Path) -> bool:
        """Whether the output is a folder of files, and not one file."""
        return self.write_folder is not None and output.suffix.lower() not in self.endings


def too_many_rows(name: str, most: int, rows: str) -> UsageError:
    """The error of a result that has more rows than a format."""
    return UsageError(
        f"{name} has at most {most:,} rows below its header, and the result has {rows}; "
        "take parquet or csv, or a filter for fewer rows"
    )


def too_many_bytes(most: int) -> OutputError:
    """The error of a result that takes more in a format than may be written."""
    return OutputError(
        f"the result takes more than {most >> 20:,} MB in this format; ask for less, or take "
        "another"
    )


def is_any(_: pa.DataType) -> bool:
    """Every type."""
    return True


def is_number(dtype: pa.DataType) -> bool:
    """Whether values are whole numbers, fractions or decimals."""
    types = pa.types
    return bool(types.is_integer(dtype) or types.is_floating(dtype) or types.is_decimal(dtype))


def is_plain(dtype: pa.DataType) -> bool:
    """Whether a type has a text of its own: numbers, text, truth values and times."""
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
    """Whether it is plain, or lists and structs of what is."""
    if pa.types.is_nested(dtype) and not pa.types.is_union(dtype):
        return all(is_plain_or_nested(dtype.field(n).type) for n in range(dtype.num_fields))
    return is_plain(dtype)


def is_time(dtype: pa.DataType) -> bool:
    """Whether it is of days, of times of day, or of both."""
    types = pa.types
    return bool(types.is_date(dtype) or types.is_time(dtype) or types.is_timestamp(dtype))


_DAYS = -719_162, 2_932_896  # 0001-01-01 and 9999-12-31
_IN_A_DAY = {"s": 86_400, "ms": 86_400 * 10**3, "us": 86_400 * 10**6, "ns": 86_400 * 10**9}


def is_usual(column: pa.Array) -> pa.Array:
    """Which days and times are in the years 1 to 9999 and before 24:00, or null; not infinity."""
    dtype, types = column.type, pa.types
    if types.is_date32(dtype) or types.is_time32(dtype):
        counts = column.view(pa.int32()).cast(pa.int64())
    else:
        counts = column.view(pa.int64())
    if types.is_time(dtype):
        least, most = 0, _IN_A_DAY[dtype.unit] - 1
    else:
        unit = 1 if types.is_date32(dtype) else _IN_A_DAY[getattr(dtype, "unit", "ms")]
        has_zone = getattr(dtype, "tz", None) is not None  # it may be of the year before
        least = max((_DAYS[0] + has_zone) * unit, -(1 << 63) + 2)
        most = min((_DAYS[1] + 1) * unit - 1, (1 << 63) - 2)  # infinity is the largest
    return pc.and_(pc.greater_equal(counts, least), pc.less_equal(counts, most)).fill_null(True)


def doubles(column: pa.Array) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """The doubles nearest to decimals, and which of those come back as the same decimal.

    So do all that are less than 2^52 of their last digits. Arrow's own cast may miss the nearest.
    """
    wide = column.cast(pa.decimal128(38, column.type.scale))
    words = np.frombuffer(wide.buffers()[1], np.int64).reshape(-1, 2)
    low, high = words[wide.offset : wide.offset + len(wide)].T
    fits = (high == low >> 63) & (low < 1 << 52) & (low > -(1 << 52))
    return low / 10.0**column.type.scale, fits
