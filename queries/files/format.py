"""What a format is, what is known of a result besides its rows, and which types have a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

import pyarrow as pa

from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import Table, View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class About:
    """What is known of a result besides its rows.

    Attributes
    ----------
    name : str
        What a database calls the table, and a spreadsheet the sheet.
    rows : int, optional
        How many there are, where that is known before they are made.
    subject : Table or View, optional
        What they are rows of; its meanings go where a format has room for them.
    whole : bool
        Whether these are all rows of the subject, in its order.
    """

    name: str = "result"
    rows: int | None = None
    subject: Table | View | None = None
    whole: bool = False


Writer = Callable[[pa.RecordBatchReader, IO[bytes], About], int]
PlaceWriter = Callable[[pa.RecordBatchReader, Path, About], int]


@dataclass(frozen=True)
class Format:
    """One format: its name, the endings of its files, what it is, and how it is written.

    Attributes
    ----------
    name : str
    endings : tuple of str
    meaning : str
    holds : callable
        Whether a type of column can be written in it.
    write : callable, optional
        Writes rows to a stream; gives their number. Without it the format is none for stdout.
    write_file : callable, optional
        Writes a new file of that path, or what is there already with the rows added.
    write_folder : callable, optional
        Writes into a folder: where the output has none of the endings.
    binary : bool
        Whether it is not for a terminal, and is as small as it gets.
    times_as_text : bool
        Whether dates and times are written as text, as Arrow has them.
    names : {"any", "differ", "differ in any case"}
        What the names of columns may be.
    most_rows, most_columns : int, optional
    for_ranges : bool
        Whether the rows have to be the hands or holes of a range.
    """

    name: str
    endings: tuple[str, ...]
    meaning: str
    holds: Callable[[pa.DataType], bool]
    write: Writer | None = None
    write_file: PlaceWriter | None = None
    write_folder: PlaceWriter | None = None
    binary: bool = False
    times_as_text: bool = False
    names: Literal["any", "differ", "differ in any case"] = "any"
    most_rows: int | None = None
    most_columns: int | None = None
    for_ranges: bool = False

    def is_folder(self, output: Path) -> bool:
        """Whether the output is a folder of files, and not one file."""
        return self.write_folder is not None and output.suffix.lower() not in self.endings


def too_many_rows(name: str, most: int, rows: str) -> UsageError:
    """The error of a result that has more rows than a format."""
    return UsageError(
        f"{name} has at most {most:,} rows below its header, and the result has {rows}; "
        "take parquet or csv, or a filter for fewer rows"
    )


def is_any(_: pa.DataType) -> bool:
    """Every type."""
    return True


def is_plain(dtype: pa.DataType) -> bool:
    """Whether a type has a text of its own: numbers, text, truth values and times."""
    types = pa.types
    if types.is_dictionary(dtype):
        return is_plain(dtype.value_type)
    known = (
        types.is_null, types.is_boolean, types.is_integer, types.is_floating, types.is_decimal,
        types.is_string, types.is_large_string, types.is_string_view,
        types.is_date, types.is_time, types.is_timestamp,
    )  # fmt: skip
    return any(is_known(dtype) for is_known in known)


def is_plain_or_nested(dtype: pa.DataType) -> bool:
    """Whether it is plain, or lists and structs of what is."""
    if pa.types.is_nested(dtype) and not pa.types.is_union(dtype):
        return all(is_plain_or_nested(dtype.field(n).type) for n in range(dtype.num_fields))
    return is_plain(dtype)


def is_text(dtype: pa.DataType) -> bool:
    """Whether it is text."""
    types = pa.types
    return bool(
        types.is_string(dtype) or types.is_large_string(dtype) or types.is_string_view(dtype)
    )


def is_time(dtype: pa.DataType) -> bool:
    """Whether it is a date, a time of day, or both."""
    types = pa.types
    return bool(types.is_date(dtype) or types.is_time(dtype) or types.is_timestamp(dtype))


def cast_batches(
    reader: pa.RecordBatchReader, to: Callable[[pa.DataType], pa.DataType]
) -> pa.RecordBatchReader:
    """The rows with the type of each column changed."""
    schema = pa.schema([field.with_type(to(field.type)) for field in reader.schema])
    if schema.equals(reader.schema):
        return reader

    def batches() -> Iterator[pa.RecordBatch]:
        for batch in reader:
            yield batch.cast(schema)

    return pa.RecordBatchReader.from_batches(schema, batches())


def decoded(reader: pa.RecordBatchReader) -> pa.RecordBatchReader:
    """The rows with labels, which Arrow may number, as the text that they are."""
    return cast_batches(reader, lambda t: t.value_type if pa.types.is_dictionary(t) else t)


def doubles(column: pa.Array) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """The doubles nearest to decimals, and which of those come back as the same decimal.

    So do all that are less than 2^52 of their last digits. Arrow's own cast may miss the nearest.
    """
    import numpy as np

    wide = column.cast(pa.decimal128(38, column.type.scale))
    words = np.frombuffer(wide.buffers()[1], np.int64).reshape(-1, 2)
    low, high = words[wide.offset : wide.offset + len(wide)].T
    fits = (high == low >> 63) & (low < 1 << 52) & (low > -(1 << 52))
    return low / 10.0**column.type.scale, fits
